"""Work behind other levels of importance: how long it takes comes to rest, or is said not to."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from model.projection import build_baseline, project
from model.queueing.installation import iteration
from model.queueing.installation.declared import Array
from model.queueing.installation.lengthening import behind_others
from model.queueing.installation.point import Done, Point
from model.queueing.installation.structure import Ints, Numbers
from model.queueing.installation.watching import watching
from model.topology import Component, Link, Scenario, SetSetting, Setting, Topology
from tests.model.projection.test_random_installations import messages, part, queries, region


def drawn(seed: int) -> Topology:
    """One to three partitions of a few CPs, work of all levels in each, and volumes for some."""
    rng = np.random.default_rng(seed)

    def log(low: float, high: float) -> float:
        return float(np.exp(rng.uniform(np.log(low), np.log(high))))

    def ranked(one: Component, importance: int) -> Component:
        return replace(one, settings={**one.settings, "IMPORTANCE": Setting(importance)})

    disk = {"response_ms": 1.5, "iosq_ms": 0.1, "io_per_s": 400.0}
    volumes = {"VOLUMES": int(rng.integers(2, 20))}
    parts = [part("cpc", "CPC1", None, {"CPS": 32}), part("dasd", "DISK", None, volumes, disk)]
    links = []
    for number in range(int(rng.integers(1, 4))):
        host = f"SYS{number}"
        size = {"CPS": round(float(rng.uniform(0.7, 4.0)), 2), "REAL_STORAGE_GB": 64}
        busy = {"cp_busy_pct": float(rng.uniform(40.0, 97.0))}
        parts.append(part("lpar", host, "CPC1", size, busy))
        for place in range(int(rng.integers(2, 5))):
            name, kind = f"{host}W{place}", rng.choice(["region", "queries", "messages"])
            if kind == "region":
                share = log(1.0, 60.0), log(0.3, 8.0), float(rng.uniform(0.4, 0.95))
                new = region(name, host, *share)
            elif kind == "queries":
                new = queries(name, host, log(2.0, 100.0), log(0.3, 20.0))
            else:
                new = messages(name, host, float(rng.uniform(20.0, 85.0)), log(5e3, 6e4))
            # Of IMS the regions are dispatched.
            at = 1 if kind == "messages" else 0
            new[at] = ranked(new[at], int(rng.integers(1, 5)))
            if kind != "messages" and rng.random() < 0.5:
                links.append(Link("uses", new[0].id, "DISK"))
            parts += new
    whole = Topology().with_components(parts)
    for link in links:
        whole = whole.with_link(link)
    return whole


@pytest.fixture
def at_rest(monkeypatch: pytest.MonkeyPatch) -> list[tuple[float, bool]]:
    """Of all variants of which it was found: how far it moves still, and whether it counts."""
    seen: list[tuple[float, bool]] = []
    found_behind = iteration.as_behind

    def looked(point: Point, numbers: Numbers, rows: Ints, state: Array, done: Done, *others: Any):
        found = found_behind(point, numbers, rows, state, done, *others)
        some = found.take(rows)
        says = behind_others(point.equations, some, point(some, state[rows], rows)[1])[0]
        moved = (np.abs(says - some.behind) / (1.0 + says)).max(axis=1)
        known = some.behind.any(axis=1)
        seen.extend(zip(moved[known].tolist(), done[0][rows][known].tolist(), strict=True))
        return found

    monkeypatch.setattr(iteration, "as_behind", looked)
    return seen


@pytest.mark.parametrize(
    "seed", [81, *(pytest.param(n, marks=pytest.mark.thorough) for n in (5, 9, 13, 28, 45, 74))]
)
def test_levels_that_move_one_another_come_to_rest(
    seed: int, at_rest: list[tuple[float, bool]]
) -> None:
    """Each was looked at by itself, went to and fro twenty times and was taken for an answer."""
    (found,) = project(build_baseline(drawn(seed)), [Scenario("as-is")], bands=False)
    assert found.converged
    assert at_rest
    assert all(counts and moved < 3e-5 for moved, counts in at_rest)


@pytest.mark.thorough
@pytest.mark.parametrize("seed", [21, 47])
def test_what_comes_to_no_rest_is_no_answer(seed: int, at_rest: list[tuple[float, bool]]) -> None:
    """A draw of which it jumps between two answers was taken for the later one of them."""
    scenarios = [Scenario(str(n), (SetSetting("SYS0", "CPS", n),)) for n in (1, 2, 6)]
    project(build_baseline(drawn(seed)), scenarios, bands=True)
    assert any(not counts for _, counts in at_rest)
    assert all(moved < 3e-5 for moved, counts in at_rest if counts)


@pytest.mark.parametrize(
    "seed", [36, *(pytest.param(n, marks=pytest.mark.thorough) for n in (10, 71, 76))]
)
def test_work_that_full_levels_starve_is_found_like_other_work(seed: int) -> None:
    """What was left to it was noise of the backlog before it: each draw was searched alone."""
    scenario = Scenario("x", (SetSetting("SYS0", "CPS", 1),))
    baseline = build_baseline(drawn(seed))
    with watching() as seen:
        (found,) = project(baseline, [scenario], bands=True)
    assert found.converged
    draws = max(net.variants for net, _ in seen)
    assert draws > 16
    passes = sum(int(solved.iterations.sum()) for net, solved in seen if net.variants == draws)
    assert passes < 60 * draws
