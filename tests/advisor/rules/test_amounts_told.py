"""Amounts that are typed: computed, or told how to choose."""

from __future__ import annotations

import pytest

from advisor.rules.base import rule
from advisor.rules.blanks import told
from advisor.rules.pages import command_shown, page_text
from tests.advisor.rules.builders import part, topology
from tests.advisor.rules.test_premises import judged


def test_storage_is_named_in_whole_gb_and_taken_back_alike() -> None:
    """``Initial=<GB>GB`` and ``STOR(<MB>M)`` were "an amount: as the finding says"."""
    few = part("lpar", "SYSC", None, {"OPSYS": "z/OS", "REAL_STORAGE_GB": 8},
               {"available_frames": 4_000, "paging_per_s": 0.0})  # fmt: skip
    ((finding,), _) = judged(topology(few), "STG-002")
    typed = "\n".join(text.syntax for text in finding.change_texts)
    assert "Initial=9GB" in typed
    assert "RO SYSC,CONFIG STOR(1024M),ONLINE" in typed
    assert finding.back_out_commands == (
        "RO SYSC,CONFIG STOR(1024M),OFFLINE\nHMC Image Profile SYSC > Storage: Initial=8GB",
    )
    assert finding.awaits == ""
    unknown = part("lpar", "SYSC", None, {"OPSYS": "z/OS"},
                   {"available_frames": 4_000, "paging_per_s": 0.0})  # fmt: skip
    ((finding,), _) = judged(topology(unknown), "STG-002")
    assert "how much real storage SYSC has" in finding.awaits


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
