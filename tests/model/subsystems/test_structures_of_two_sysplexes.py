"""Of structures of one name in two sysplexes, those of the own sysplex are a database's."""

from __future__ import annotations

import pytest

from model.subsystems.adabas.facility import cache_structure_of, structures_of
from model.subsystems.db2.requests import requests_of
from model.topology import Link, Topology
from tests.model.projection.test_uncounted import part

FIRST, SECOND = "CF01", "CF01@PLEX2"


def facilities() -> list[object]:
    busy = {"cpu_busy_pct": 60.0}
    return [
        part("cpc", "CPC1", None, {"CPS": 24}),
        part("cf", FIRST, None, {"CPS": 2, "SYSPLEX": "PLEX1"}, busy),
        part("cf", SECOND, None, {"CPS": 2, "SYSPLEX": "PLEX2"}, busy),
        part("lpar", "SYSA", "CPC1", {"CPS": 6}),
        part("lpar", "SYSB", "CPC1", {"CPS": 6}),
    ]


def structures(*names: str, told: bool = True) -> list[object]:
    """Of each name one in either sysplex, the first used by SYSA, the second by SYSB."""
    found = []
    for cf, system, size, end in ((FIRST, "SYSA", 1_024, ""), (SECOND, "SYSB", 2_048, "@PLEX2")):
        figures = {"requests_per_s": 500.0, "sync_us": 12.0}
        if told:
            figures[f"requests_per_s.{system}"] = 500.0
        for name in names:
            found.append(part("cf_structure", f"{name}{end}", cf, {"SIZE_MB": size}, figures))
    return found


@pytest.mark.parametrize(("system", "size_mb"), [("SYSA", 1_024), ("SYSB", 2_048)])
def test_nuclei_name_the_structure_of_their_own_sysplex(system: str, size_mb: int) -> None:
    names = {"CLUCACHENAME": "NVCACHE", "CLULOCKNAME": "NVLOCK"}
    site = Topology().with_components(
        [
            *facilities(),
            *structures("NVCACHE", "NVLOCK"),
            part("adabas_database", "7", None),
            part("adabas_nucleus", "7-1", system, names),
        ]
    )
    site = site.with_link(Link("member", "7-1", "7"))
    found = structures_of(site, "7")
    assert [one.number("SIZE_MB") for one in found] == [size_mb, size_mb]
    cache = cache_structure_of(site, "7")
    assert cache is not None
    assert cache.number("SIZE_MB") == size_mb


def test_where_no_report_says_who_uses_them_neither_is_taken() -> None:
    site = Topology().with_components(
        [
            *facilities(),
            *structures("NVCACHE", told=False),
            part("adabas_database", "7", None),
            part("adabas_nucleus", "7-1", "SYSA", {"CLUCACHENAME": "NVCACHE"}),
        ]
    )
    assert structures_of(site.with_link(Link("member", "7-1", "7")), "7") == ()


@pytest.mark.parametrize(("system", "cf"), [("SYSA", FIRST), ("SYSB", SECOND)])
def test_a_member_asks_the_facility_of_its_own_sysplex(system: str, cf: str) -> None:
    site = Topology().with_components(
        [
            *facilities(),
            *structures("NVGRP_GBP0", "NVGRP_LOCK1"),
            part("db2_subsystem", "DN1G", system, {}, {"tx_per_s": 120.0}),
            part("db2_gbp", "GBP0", None),
        ]
    )
    found = requests_of(site.with_link(Link("member", "GBP0", "DN1G")), "DN1G")
    assert len(found) == 2
    assert {facility for facility, _, _, _ in found.values()} == {cf}
    assert all(rate == 500.0 for _, rate, _, _ in found.values())
