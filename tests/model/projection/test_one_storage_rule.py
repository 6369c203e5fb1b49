"""Real storage that does not suffice: z/OS takes from all alike, but not from fixed frames."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from model.catalogue import catalogue
from model.hardware.paging import absent_share
from model.hardware.storage import fixed_key, storage_key
from model.projection import build_baseline, project
from model.projection.storage import overcommitted, storage_held
from model.topology import Link, Scenario, SetSetting, Topology, apply_changes
from model.topology.documents import installation_from
from resources import resource

SYSTEMS = ("lpar:SYSA", "lpar:SYSB")
OF_DATABASE = ("adabas_database", "adabas_nucleus", "cf_structure")


def databases(count: int, large: bool = False) -> Topology:
    """One or two clusters alike, eight nuclei each on the same two systems, that page to flash."""
    text = resource("templates", "adabas-als.json").read_text(encoding="utf-8")
    known = catalogue()
    site = installation_from(text, known)
    frames = [SetSetting(one.id, "LARGEPAGE", large) for one in site if one.kind in OF_DATABASE[:2]]
    flash = [SetSetting(name, "PAGE_DEVICE", "flash") for name in SYSTEMS]
    site = apply_changes(site, (*frames, *flash), known)
    if count == 1:
        return site

    def other(name: str) -> str:
        return name.replace("10", "20") if name.split(":")[0] in OF_DATABASE else name

    links = [Link(one.kind, other(one.source), other(one.target)) for one in site.links]
    parts = [
        replace(one, id=other(one.id), name=one.name.replace("10", "20"))
        for one in site
        if one.kind in OF_DATABASE
    ]
    site = site.with_components(parts)
    for link in links:
        if link not in site.links:
            site = site.with_link(link)
    return site


def with_storage(site: Topology, real_gb: float) -> dict[str, tuple[float, float]]:
    """By database commands and page operations a second."""
    changes = tuple(SetSetting(name, "REAL_STORAGE_GB", real_gb) for name in SYSTEMS)
    (found,) = project(build_baseline(site), [Scenario("less", changes)], bands=False)
    return {
        one.anchor: (one.metrics["etr_per_s"].value, one.metrics["paging_per_s"].value)
        for one in found.workloads
    }


def test_who_shares_a_system_lacks_the_same_share_of_its_storage() -> None:
    """All that a system lacks was taken from each database once: 0.079 pages a command, not 0.021.

    Others who page met it once more, as if there had been nothing else to take from.
    """
    alone = databases(1)
    (own,) = build_baseline(alone).anchors
    held_gb = own.load[storage_key("lpar:SYSA")]
    lacks = np.array([(4.0 + n * held_gb - real) / (4.0 + n * held_gb) for n, real in TRIED])
    expected = absent_share(lacks)
    (one,) = with_storage(alone, TRIED[0][1]).values()
    both = with_storage(databases(2), TRIED[1][1])
    assert len(both) == 2
    for etr, paging in both.values():
        assert paging / etr == pytest.approx(one[1] / one[0] * expected[1] / expected[0], rel=0.05)


TRIED = ((1, 94.0), (2, 186.0))
"""Databases, and GB of real storage of each system."""


def test_caches_in_fixed_frames_do_not_page() -> None:
    """Those of LARGEPAGE=YES paged 8,800 times a second, as those of 4 KB frames do."""
    ((etr, paging),) = with_storage(databases(1, large=True), 94.0).values()
    ((enough, none),) = with_storage(databases(1, large=True), 256.0).values()
    assert paging == none == 0.0
    assert etr == pytest.approx(enough, rel=1e-6)


def test_what_stands_in_fixed_frames_is_taken_from_the_others() -> None:
    site = apply_changes(
        databases(1, large=True),
        [SetSetting(name, "REAL_STORAGE_GB", 94) for name in SYSTEMS],
        catalogue(),
    )
    (own,) = build_baseline(databases(1, large=True)).anchors
    here = next(one for one in storage_held(site, {own.anchor: own.load}))
    fixed = own.load[fixed_key("lpar:SYSA")]
    assert 0.0 < fixed < own.load[storage_key("lpar:SYSA")]
    assert here.lacking == pytest.approx((here.total - 94.0) / (here.total - fixed))
    assert here.lacking > 0.5
    said = overcommitted(site, {own.anchor: own.load})["lpar:SYSA"]
    assert "stand in fixed frames, of which nothing is taken" in said
