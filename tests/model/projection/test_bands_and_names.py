"""Bands are the same whatever components are called, and in whatever order they stand."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from model.catalogue import catalogue
from model.projection import build_baseline, project
from model.topology import Link, Scenario, SetSetting, Topology
from model.topology.documents import installation_from
from resources import resource

TELLING = ("db2_bufferpool", "lsr_buffers", "mq_bufferpool", "lsr_pool", "cf_structure")
"""Kinds whose names say something: a size, a number that others state."""


def template(name: str) -> Topology:
    text = resource("templates", f"{name}.json").read_text(encoding="utf-8")
    return installation_from(text, catalogue())


def renamed(site: Topology, seed: int) -> tuple[Topology, dict[str, str]]:
    """The same installation with other ids and names, in another order; and ids by old id."""
    random = np.random.default_rng(seed)
    ids = [one.id for one in site]
    new = {
        old: f"n{place:03d}" for place, old in zip(random.permutation(len(ids)), ids, strict=True)
    }
    parts = [
        replace(
            one,
            id=new[one.id],
            name=one.name if one.kind in TELLING else new[one.id],
            parent=None if one.parent is None else new[one.parent],
        )
        for one in site
    ]
    found = Topology().with_components([parts[place] for place in random.permutation(len(parts))])
    for link in site.links:
        found = found.with_link(Link(link.kind, new[link.source], new[link.target]))
    return found, new


@pytest.mark.parametrize("name", ["mq-cics", "cics-vsam", "db2-sharing", "adabas-als"])
def test_names_and_order_move_no_band(name: str) -> None:
    """How much of the work of called ones comes from elsewhere was drawn by their names: the wait
    for page sets was 7.1 at the most, or 6.7."""
    site = template(name)
    (lpar, *_) = site.of_kind("lpar")
    other, new = renamed(site, 3)
    (one,) = project(build_baseline(site), [Scenario("1", (SetSetting(lpar.id, "CPS", 1),))])
    (two,) = project(build_baseline(other), [Scenario("1", (SetSetting(new[lpar.id], "CPS", 1),))])
    for work in one.workloads:
        metrics = two.workload(new[work.anchor]).metrics
        assert work.metrics.keys() == metrics.keys()
        for figure, here in work.metrics.items():
            there = metrics[figure]
            assert (there.value, there.low, there.high) == pytest.approx(
                (here.value, here.low, here.high), rel=1e-3
            ), figure
