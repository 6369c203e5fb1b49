"""Advice in words stands as words: a box of what is typed holds nothing else."""

from __future__ import annotations

import pytest

from advisor.findings import Task
from advisor.report import ReportOptions
from advisor.report.sections import calendar
from advisor.report.writer import Writer
from advisor.translation import is_spoken
from tests.remembering import analyse, readings


def test_advice_in_words_is_told_from_what_is_typed() -> None:
    assert is_spoken(
        "Larger buffers and caches where these reads come from first; then the data sets "
        "with most misses to flash (storage class, tiering of the control unit)"
    )


@pytest.mark.parametrize(
    "typed",
    [
        "CEMT SET INTTRACE STOP",
        "LSRPOOLID(NONE).",
        "ALTER <data component> FREESPACE(20 10)",
        # What goes on with a command is printed as one.
        "HCD: spread the volumes over more control units; then\nACTIVATE IODF=<xx>",
        "No sentence of any rule of ours",
    ],
)
def test_what_is_typed_is_none(typed: str) -> None:
    assert not is_spoken(typed)


def test_what_stands_in_place_of_a_command_is_no_code_in_the_calendar() -> None:
    spoken = "Application: put several records in one message, as far as response allows"
    task = Task("cics_region:F5", "", (), ("PRTY F5,F4", spoken))
    told = calendar._task(Writer(analyse(readings()), ReportOptions()), task)
    assert told["said"] == [spoken]
    assert told["blocks"] == [{"each": "", "syntax": "PRTY F5,F4"}]
