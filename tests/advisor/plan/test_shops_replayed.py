"""Plans replayed against what they rest on: steps that undo, crowd or forbid each other."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

from advisor.analysis import analyse
from advisor.engagement import Engagement, Options
from advisor.plan.ordering import room_first
from advisor.reading import read_path
from advisor.rules import rule
from model.topology import SetSetting
from tests.advisor.plan.test_plan import finding as toy
from tests.advisor.plan.test_shops import INTERVAL, found, made, part, system, taken
from tests.advisor.plan.test_shops_crowded import typed
from tests.advisor.plan.test_shops_necessary import managers_pool

REGION = "cics_region:AOR"
SAMPLES = Path(__file__).resolve().parents[3] / "samples" / "engagement"


def own(name: str, requests: float, measured: Any = None, settings: Any = None) -> dict[str, Any]:
    stated = {"ACCESS": "NSR", "STRINGS": 4, "DATA_CISZ": 4096, "INDEX_CISZ": 1024}
    figures = {**INTERVAL, "requests": requests, "reads": requests, "excps_data": requests}
    return part(
        "vsam_file",
        f"AOR/{name}",
        REGION,
        {**stated, **(settings or {})},
        {**figures, **(measured or {})},
    )


@cache
def files() -> Engagement:
    """A pool that finds a fifth, a file short of strings, and an RRDS that nobody asks for."""
    lookups = {**INTERVAL, "lookasides": 200_000.0, "reads": 800_000.0}
    return made(
        "strings",
        [
            *system("VSE1", {"OPSYS": "z/VSE"}),
            part("cics_region", "AOR", "lpar:VSE1", {"PLATFORM": "z/VSE", "MXT": 60}, INTERVAL),
            part("lsr_pool", "AOR/1", REGION, {"STRINGS": 10}, dict(INTERVAL)),
            part("lsr_buffers", "AOR/1/D4096", "lsr_pool:AOR/1", {"BUFFERS": 20}, lookups),
            part("lsr_buffers", "AOR/1/I1024", "lsr_pool:AOR/1", {"BUFFERS": 10}, lookups),
            own("KUNDEN", 841_000.0, {"string_waits": 9_120.0, "string_wait_hwm": 4.0}),
            own("LOGF", 10.0, None, {"TYPE": "RRDS", "DATA_CISZ": 32768}),
        ],
    )


def test_a_file_short_of_strings_gets_them_where_it_moves_to() -> None:
    """Its move was said to do what more strings do, and left it and its pool at 4."""
    moved = found(files(), "VSM-005", "KUNDEN")
    assert SetSetting("vsam_file:AOR/KUNDEN", "STRINGS", 8) in moved.changes
    assert "LSRPOOLID(2) STRINGS(8)" in typed(moved)
    assert "CEDA ALTER FILE(KUNDEN) GROUP(<group>) LSRPOOLID(2) STRINGS(8)" in typed(moved)
    assert moved.id in files().plan.findings
    assert "STRINGS(4)" in "\n".join(moved.back_out_commands)


def test_a_pool_that_is_too_small_is_no_model_for_another() -> None:
    """The new pool was given buffers in the ratio of one that found 20 % of 80."""
    moved = found(files(), "VSM-005", "KUNDEN")
    assert "DATA4K(<buffers>) INDEX1K(<buffers>)" in typed(moved)
    assert any("is no model" in caveat for caveat in moved.caveats)


def test_a_file_that_nobody_asks_for_gets_no_pool_of_its_own() -> None:
    """An RRDS with 10 requests was a step, with an index that it does not have."""
    move = found(files(), "VSM-005", "LOGF")
    assert move.id not in files().plan.findings
    assert "too slight" in files().plan.left_out[move.id]
    assert "INDEX" not in typed(move)


def test_a_pool_of_its_own_has_no_more_buffers_than_are_searched_well() -> None:
    """2,463 buffers of one size were defined beside a step that cuts another pool to 1,000."""
    lookups = {**INTERVAL, "lookasides": 990_000.0, "reads": 10_000.0}
    case = made(
        "scan",
        [
            *system("VSE1", {"OPSYS": "z/VSE"}),
            part("cics_region", "AOR", "lpar:VSE1", {"PLATFORM": "z/VSE", "MXT": 60}, INTERVAL),
            part("lsr_pool", "AOR/1", REGION, {"STRINGS": 10}, dict(INTERVAL)),
            part("lsr_buffers", "AOR/1/D4096", "lsr_pool:AOR/1", {"BUFFERS": 900}, lookups),
            own("KUNDEN", 4_000_000.0),
        ],
    )
    assert "DATA4K(1000)" in typed(found(case, "VSM-005"))


def test_a_structure_is_rebuilt_before_it_is_duplexed() -> None:
    """A structure that is duplexed cannot be rebuilt: its size would have been refused."""
    duplexed = toy(1, changes=(SetSetting("db2_gbp:G", "DUPLEX", True),))
    for setting, value in (("SIZE_MB", 9643), ("RATIO", 10)):
        sized = toy(2, changes=(SetSetting("db2_gbp:G", setting, value),))
        assert room_first([duplexed, sized], lambda f: f) == [sized, duplexed]
    other = toy(3, changes=(SetSetting("db2_gbp:H", "SIZE_MB", 9643),))
    assert room_first([duplexed, other], lambda f: f) == [duplexed, other]


def test_hiperspace_is_not_set_up_where_it_is_switched_off() -> None:
    assert "IMS-012" in rule("IMS-011").supersedes


def test_no_pool_grows_in_a_plan_that_stops_its_db2_from_paging() -> None:
    """BP1 was raised in the first window, and storage for the page-ins came in the second."""
    pool = {"page_ins_read": 2e6, "page_ins_write": 4e5, "data_management_threshold_hits": 40.0}
    case = made(
        "paging",
        [
            *system(),
            part("db2_subsystem", "DBA1", "lpar:SYS1", {}, INTERVAL),
            part(
                "db2_bufferpool",
                "DBA1/BP1",
                "db2_subsystem:DBA1",
                {"VPSIZE": 10_000},
                {**INTERVAL, "prefetch_disabled_no_buffer": 900.0, **pool},
            ),
        ],
    )
    assert taken(case) == set()
    assert "no report tells" in case.plan.left_out[found(case, "DB2-009").id]
    (held,) = [o.held for o in case.outcomes if o.rule == "DB-001"]
    assert "give its system the storage first" in " ".join(held)


def manager(free_gb: float) -> Engagement:
    pool = {**INTERVAL, "low_buffers": 200.0, "rio": 30_000.0, "stw": 300_000.0, "imw": 9_000.0}
    return made(
        "bar",
        [
            *system(),
            part(
                "mq_manager",
                "QM1",
                "lpar:SYS1",
                {"VERSION": "9.3"},
                {
                    **INTERVAL,
                    "storage_used_mb": 1900.0,
                    "storage_free_mb": 100.0,
                    "storage_above_free_gb": free_gb,
                },
            ),
            part(
                "mq_bufferpool",
                "QM1/2",
                "mq_manager:QM1",
                {"BUFFERS": 50_000, "LOCATION": "above", "PAGECLAS": "4KB"},
                pool,
            ),
            part(
                "mq_bufferpool",
                "QM1/3",
                "mq_manager:QM1",
                {"BUFFERS": 500_000, "LOCATION": "below", "PAGECLAS": "4KB"},
                {**INTERVAL, "low_buffers": 499_980.0},
            ),
            part(
                "mq_pageset",
                "QM1/1",
                "mq_manager:QM1",
                {"BUFFPOOL": "2", "EXPAND": "USER"},
                {"total_pages": 300_000.0, "unused_pages": 1_000.0},
            ),
        ],
    )


def test_a_pool_without_a_page_set_is_shrunk_and_not_moved() -> None:
    """Its 500,000 buffers were moved above the bar, where 1 GB was free."""
    case = manager(1.0)
    assert found(case, "MQ-004", "/3").changes == (
        SetSetting("mq_bufferpool:QM1/3", "BUFFERS", 100),
    )
    assert not [f for f in case.findings if f.rule == "MQ-006"]


def test_growth_above_the_bar_is_held_against_what_is_free_there() -> None:
    said = " ".join(found(manager(0.01), "MQ-005", "/2").notes)
    assert "where 0.01 GB are free" in said
    assert "MEMLIMIT" in said
    assert "MEMLIMIT" not in " ".join(found(manager(9.0), "MQ-005", "/2").notes)


def test_a_page_set_that_gets_a_pool_of_its_own_expands_as_before() -> None:
    """CSQINP1 took EXPAND from it: the last DEFINE PSID counts, and its default is USER."""
    case = made("expand", managers_pool(40_000.0, "SYSTEM"))
    apart = found(case, "MQ-003")
    assert "DEFINE PSID(2) BUFFPOOL(0) EXPAND(SYSTEM)" in typed(apart)
    assert "DEFINE PSID(2) BUFFPOOL(2) EXPAND(SYSTEM)" in "\n".join(apart.back_out_commands)


def test_taking_back_one_cache_of_an_operand_leaves_the_other() -> None:
    """The way back of the work file cache took the print cache of an earlier step back too."""
    session = analyse(list(read_path(SAMPLES / "natural-natb0450.txt")), Options(bands=False))
    steps = [step.finding for step in session.plan.steps]
    printed, read = (f"NAT-00{n}@natural_session:NATB0450" for n in (5, 6))
    assert steps.index(printed) < steps.index(read)
    back = {f.id: f.back_out_commands for f in session.findings}
    assert back[printed] == ("ZIIP=(ON,LIMIT=100)",)
    assert back[read] == ("ZIIP=(ON,LIMIT=100,PWCSIZE=(132))",)
