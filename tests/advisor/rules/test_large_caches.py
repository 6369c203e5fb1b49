"""Cache spaces of the Caching Facility on large pages: only where LFAREA holds them."""

from __future__ import annotations

from advisor.engagement import Engagement
from advisor.rules.base import procedure_of
from advisor.rules.blanks import told
from tests.advisor.plan.test_shops import INTERVAL, found, made, part, system


def cached(lfarea_gb: float | None) -> Engagement:
    """A cluster of two nuclei on one system, with 12 GB of caches each."""
    sized = {} if lfarea_gb is None else {"LFAREA_1M_GB": lfarea_gb, "LFAREA_2G_GB": 0}
    caches = {"CDATAMAXS": 11_264, "CASSOMAXS": 1024, "CMAXCSPS": 1, "PRODUCT": "ALS"}
    database = part("adabas_database", "10", None, {**caches, "LARGEPAGE": False}, {**INTERVAL})
    nuclei = [
        part("adabas_nucleus", f"10-{n}", "lpar:SYS1", {"NT": 80, "LARGEPAGE": False}, {**INTERVAL})
        for n in (1, 2)
    ]
    links = [{"kind": "member", "source": n["id"], "target": database["id"]} for n in nuclei]
    return made("cached", [*system(settings=sized), database, *nuclei], links=links)


def test_caches_that_no_large_pages_hold_are_not_put_on_them() -> None:
    """Caches of 86 GB were to go on large pages of a system with 2 GB of LFAREA."""
    finding = found(cached(24), "ADA-024")
    assert finding.not_projectable_because == (
        "large pages for private cache spaces were never measured"
    )
    (typed,) = [text.syntax for text in finding.change_texts]
    assert "CASSOL64=<cassov64>" in typed  # no report tells: the sisters' cards do
    assert all(told("ADA-024", name) for name in ("cassov64", "cdatav64"))
    for area, said in (
        (23.5, "take 24 GB of a system and LFAREA of SYS1 holds 23.5 GB"),
        (None, "LFAREA"),
    ):
        case = cached(area)
        assert not [f for f in case.findings if f.rule == "ADA-024"]
        (outcome,) = [o for o in case.outcomes if o.rule == "ADA-024"]
        assert said in str(outcome.sentence)


def test_a_heap_on_pageable_large_pages_asks_for_no_lfarea() -> None:
    """1 MB pageable pages are none of LFAREA's (OpenJ9, -Xlp:objectheap)."""
    heap = {"PAGESIZE": "4K", "XMX_MB": 2048}
    case = made(
        "heap", [*system(settings={"LFAREA_1M_GB": 8, "LFAREA_2G_GB": 0, "LFAREA_USED_GB": 0}),
                 part("jvm", "J1", "lpar:SYS1", heap, {**INTERVAL})]
    )  # fmt: skip
    finding = found(case, "JAV-001")
    said = " ".join(map(str, (*finding.caveats, *finding.notes, finding.risk and finding.risk.why)))
    assert "LFAREA" not in said
    assert "need no LFAREA" in str(procedure_of(finding).level)  # type: ignore[union-attr]
