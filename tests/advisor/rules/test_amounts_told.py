"""Amounts that are typed: computed, or told how to choose."""

from __future__ import annotations

import pytest

from advisor.rules.base import rule
from advisor.rules.blanks import told
from advisor.rules.pages import command_shown, page_text
from tests.advisor.rules.builders import part, topology
from tests.advisor.rules.test_premises import judged


def test_a_few_mb_that_are_missing_are_no_purchase() -> None:
    """24 MB short of a practice: both ways were printed at once, hardware of three days among
    them."""
    few = part("lpar", "SYSC", None, {"OPSYS": "z/OS", "REAL_STORAGE_GB": 8},
               {"available_frames": 4_000, "paging_per_s": 0.0})  # fmt: skip
    ((finding,), _) = judged(topology(few), "STG-002")
    (text,) = finding.change_texts
    assert "24 MB smaller" in text.syntax
    assert "storage" not in text.syntax.partition("smaller")[2]
    assert finding.effort == "dynamic"


@pytest.mark.parametrize(
    ("delayed", "each_ms", "slight"), [(29, 144.0, True), (290, 144.0, False), (29, 9e3, False)]
)
def test_a_few_tasks_that_waited_for_mxt_are_told_and_no_step(
    delayed: int, each_ms: float, slight: bool
) -> None:
    """29 of 91,884 tasks, 4.18 s in 15 minutes, were a step of the plan."""
    figures = {
        "max_tasks_times": 3.0,
        "peak_tasks": 200.0,
        "transactions": 91_884.0,
        "duration_s": 900.0,
        "max_tasks_delayed": float(delayed),
        "max_tasks_queue_ms": each_ms,
    }
    region = part("cics_region", "NVTOR1", "lpar:SYS1", {"MXT": 200}, figures)
    system = part("lpar", "SYS1", None, {"OPSYS": "z/OS"})
    ((finding,), _) = judged(topology(system, region), "CIC-001")
    assert bool(finding.slight) is slight


def test_sorts_leave_what_they_hold_besides_what_is_supplied() -> None:
    system = part("lpar", "SYSA", None, {"OPSYS": "z/OS", "REAL_STORAGE_GB": 100},
                  {"paging_per_s": 900.0})  # fmt: skip
    ((finding,), _) = judged(
        topology(
            system,
            part("db2_subsystem", "DB2P", "lpar:SYSA"),
            part("dfsort_job", "SORT1", "lpar:SYSA", {}, {"hiperspace_gb": 4.2}),
        ),
        "DB2-010",
    )
    assert "EXPOLD=0,EXPRES=15%" in finding.change_texts[0].syntax
    assert "<" not in finding.change_texts[0].syntax.replace("<xx>", "")


def test_a_share_says_how_it_is_chosen() -> None:
    assert "PRTY SHARE" in told("VSE-008", "value")


@pytest.mark.parametrize("name", ["ADA-003", "ADA-010", "ADA-013"])
def test_alternatives_on_a_page_are_told_as_such(name: str) -> None:
    """The cards of both ways stood below each other, as if all were to be coded."""
    lines = page_text(name).splitlines()
    start = lines.index("Command")
    typed = lines[start + 1 : lines.index("", start + 1)]
    assert typed.count("  or") == 1
    assert {line.strip() for line in typed} - {"or"} == {*command_shown(rule(name)).split("\n")}
