"""What is typed for each of several objects stands on paper once, with their numbers."""

from __future__ import annotations

import re
from typing import Any

import pytest

from advisor.report import ReportOptions
from advisor.report.command_files import command_files
from advisor.report.document import build_document
from advisor.report.repeated import Block, blocks
from tests.advisor.report.test_told_once import case

NINE = ["WORKFRM SIZE=<WORK of nucleus 9>", "PLOGFRM NUMBER=1", "S <task of nucleus 9>"]


def numbered(number: str) -> list[str]:
    return [line.replace("9>", f"{number}>") for line in NINE]


def test_blocks_that_differ_by_the_number_of_an_object_are_one() -> None:
    folded = Block(tuple(numbered("n")), ("9", "10", "12"))
    lines = [*NINE, *numbered("10"), *numbered("12")]
    assert blocks(lines) == [folded]
    around = ["ADARUN CLUCACHEEXTRA=845000", *lines, "F ADANUC,DPARM"]
    assert blocks(around) == [Block((around[0],)), folded, Block((around[-1],))]


@pytest.mark.parametrize(
    "lines",
    [
        NINE,
        [*NINE, *NINE],
        [*NINE, *numbered("10")[:2]],
        ["ALTER BUFFPOOL(1) BUFFERS(1294)", "ALTER BUFFPOOL(2) BUFFERS(1294)"],
        ["DEFINE <copy 1> LIKE <copy 2>", "DEFINE <copy 2> LIKE <copy 3>"],
        ["DELETE <copy>", "DELETE <copy>"],
    ],
)
def test_other_lines_stay_as_they_are(lines: list[str]) -> None:
    """Once, twice the same, in part, other values than blanks, and more numbers than one."""
    assert [line for one in blocks(lines) for line in one.lines] == lines
    assert not any(one.numbers for one in blocks(lines))


@pytest.mark.parametrize("language", ["en", "de"])
def test_nuclei_are_added_by_one_block_a_system_and_by_files_of_each(language: Any) -> None:
    document = build_document(case(), ReportOptions(language))
    tasks = [task for window in document["calendar"]["windows"] for task in window["tasks"]]
    (added,) = [task for task in tasks if "ADA-002" in task["rules"]]
    for block, numbers, system in zip(
        added["blocks"], ("9, 10", "11, 12"), ("SYSA", "SYSB"), strict=True
    ):
        assert block["each"].endswith(f"n = {numbers}:")
        assert f"RO {system}," in block["syntax"]
        assert not re.search(r"nucleus \d", block["syntax"])
    (finding,) = [f for f in document["findings"] if f["rule"] == "ADA-002"]
    (change,) = [change for change in finding["changes"] if change["blocks"]]
    assert change["blocks"] == added["blocks"]
    for back, block in zip(finding["back_out_blocks"], added["blocks"], strict=True):
        assert (back["each"], back["syntax"].count("\n")) == (block["each"], 0)
    told = " ".join(row["blanks"] for row in document["calendar"]["blanks"])
    assert "9>" not in told
    files = "\n".join(command_files(case(), ReportOptions(language)))
    assert all(f"nucleus-{number:02}-after" in files for number in (9, 10, 11, 12))
