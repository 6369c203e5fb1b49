"""Random installations are the same whole and with one of their subsystems in two alike halves."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import replace
from typing import TypeVar

import numpy as np
import pytest

from model.projection import Projection, build_baseline, project
from model.topology import Component, Measured, Scenario, SetSetting, Setting, Topology
from tests.model.projection.test_random_installations import (
    messages,
    part,
    queries,
    region,
)

HALVED = {"tx_per_s", "sync_reads_random", "getpages", "CTHREAD", "MAXDBAT", "VPSIZE"}
Figure = TypeVar("Figure", Measured, Setting)


def drawn(rng: np.random.Generator) -> Topology:
    """A partition with a Db2 and one or two of regions, message regions and other Db2s."""

    def log(low: float, high: float) -> float:
        return float(np.exp(rng.uniform(np.log(low), np.log(high))))

    parts = [
        part("cpc", "CPC1", None, {"CPS": 32}),
        part("lpar", "SYSA", "CPC1", {"CPS": int(rng.integers(1, 5))},
             {"cp_busy_pct": float(rng.uniform(20.0, 80.0))}),
        *queries("D", "SYSA", log(2.0, 300.0), log(0.3, 30.0)),
    ]  # fmt: skip
    for place in range(int(rng.integers(1, 3))):
        kind, name = rng.choice(["region", "queries", "messages"]), f"W{place}"
        if kind == "region":
            share = float(rng.uniform(0.4, 0.95))
            parts += region(name, "SYSA", log(1.0, 100.0), log(0.2, 10.0), share)
        elif kind == "queries":
            parts += queries(name, "SYSA", log(2.0, 300.0), log(0.3, 30.0))
        else:
            asked = float(rng.uniform(20.0, 85.0)), float(rng.uniform(5e3, 6e4))
            parts += messages(name, "SYSA", *asked)
    return Topology().with_components(parts)


def half(figures: Mapping[str, Figure], names: Collection[str]) -> dict[str, Figure]:
    return {
        name: replace(one, value=one.value / 2) if name in names else one
        for name, one in figures.items()
    }


def split(topology: Topology, name: str) -> Topology:
    """The same with a subsystem in two, and all that is its own in two as well."""
    parts: list[Component] = []
    for one in topology:
        if one.id != name and one.parent != name:
            parts.append(one)
            continue
        for end in "xy":
            new = one.id.replace(name, name + end, 1)
            parent = name + end if one.parent == name else one.parent
            own = half(one.settings, HALVED), half(one.measured, HALVED)
            parts.append(
                replace(one, id=new, name=new, parent=parent, settings=own[0], measured=own[1])
            )
    return Topology().with_components(parts)


def carried(projection: Projection) -> dict[str, float]:
    """Of the workloads whose figures can be of one installation."""
    each = ((one.anchor, one.metrics.get("etr_per_s")) for one in projection.workloads)
    found = {name: rate.value for name, rate in each if rate is not None}
    if "D" not in found and "Dx" in found:
        found["D"] = found.pop("Dx") + found.pop("Dy")
    return found


@pytest.mark.thorough
@pytest.mark.parametrize("seed", [*range(15), 134, 143, 201, 225, 274])
def test_two_halves_carry_what_they_did_as_one(seed: int) -> None:
    """And so do all others, at CPs that are full and that are not."""
    whole = drawn(np.random.default_rng(seed))
    scenarios = [Scenario(str(n), (SetSetting("SYSA", "CPS", n),)) for n in (1, 2, 8)]
    both = (
        project(build_baseline(one), scenarios, bands=False) for one in (whole, split(whole, "D"))
    )
    for one, two in zip(*both, strict=True):
        assert one.converged
        assert two.converged
        assert carried(two) == pytest.approx(carried(one), rel=1e-5)
