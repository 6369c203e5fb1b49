"""A figure of a plan or finding is told once, and none as unmoved that moves."""

from __future__ import annotations

import re
from functools import cache

import pytest

from advisor.engagement import Engagement
from advisor.report import ReportOptions, build_document
from advisor.report.numbers import Language
from app.printing.advice_text import advice_lines
from tests.remembering import analyse, readings


@cache
def case() -> Engagement:
    return analyse(readings(), name="Nordsee")


def test_changes_that_move_the_plans_figures_are_not_listed_as_moving_none() -> None:
    """The whole plan was: ``10.ZHPF, 10.CDATAMAXS … so that no figure moves``."""
    said = " ".join(build_document(case(), ReportOptions("en"))["plan"]["without_effect"])
    assert "10.CDATAMAXS" not in said
    assert "10.ZHPF" not in said


def test_two_figures_of_one_thing_are_one_row() -> None:
    """Switches as measured and as counted, page set I/Os and the delay they make."""
    document = build_document(case(), ReportOptions("en"))
    seen = set()
    for item in document["findings"]:
        if item["rule"] in ("NAT-004", "NAT-005", "NAT-006", "MQ-005"):
            seen.add(item["rule"])
            rows = [row["metric"] for row in item["effects"]]
            assert "Switches the model counts" not in rows
            assert "Delay by page set I/O" not in rows
            assert (
                len({"Switches to and from the zIIP", "Page set I/O that calls wait for"} & {*rows})
                == 1
            )
    assert seen == {"NAT-004", "NAT-005", "NAT-006", "MQ-005"}
    (line,) = [x for x in advice_lines(case()) if x.startswith("MQ-005 ")]
    assert "Page set I/O that calls wait for" in line
    assert "Delay by page set I/O" not in line


@pytest.mark.parametrize("language", ["en", "de"])
def test_no_row_says_its_unit_twice_and_no_figure_stands_in_two_units(language: Language) -> None:
    """``Schedules per transaction, per transaction``; scheduling once in ms and once in µs."""
    for item in build_document(case(), ReportOptions(language))["findings"]:
        names = [row["metric"] for row in item["effects"]]
        assert len(names) == len({*names}), item["rule"]
        for row in item["effects"]:
            assert not row["unit"] or not row["metric"].endswith(f" {row['unit']}"), row


def test_nobody_saves_less_than_nothing() -> None:
    """``CPU saved −38,760 CPU s/day (−84,820 … 4,587)``."""
    worth = [
        line for x in build_document(case(), ReportOptions())["findings"] for line in x["worth"]
    ]
    assert not [line for line in worth if re.match(r"[\\w ]+ −", line)]
    more = [line for line in worth if line.startswith("CPU used in addition ")]
    assert more
    for line in more:
        low, high = re.search(r"\((\S+) … (\S+)\)", line).groups()
        assert low.startswith("−")
        assert not high.startswith("−"), "the band ends where it did, seen from the other side"


def test_what_has_commands_to_back_out_does_not_say_that_none_is_needed() -> None:
    found = [
        x for x in build_document(case(), ReportOptions())["findings"] if x["back_out_commands"]
    ]
    assert "DMP-101" in {x["rule"] for x in found}
    assert not [x["rule"] for x in found if x["back_out"].startswith("None")]


def test_the_gains_of_the_steps_are_said_to_be_of_the_workload_that_they_are_of() -> None:
    """They compound to the table's change, and the note said they were over all workloads."""
    plan = case().plan
    whole = 1.0
    for step in plan.steps:
        whole *= 1.0 + (step.gain_pct or 0.0) / 100.0
    change = next(e.change_pct for e in plan.projection if e.metric == "etr_per_s")
    assert 100.0 * (whole - 1.0) == pytest.approx(change, abs=0.01)
    document = build_document(case(), ReportOptions("en"))
    note = document["labels"]["gain_note"].replace("{workload}", document["plan"]["workload"])
    assert "gains, chart and table are of Adabas database 10" in note
    assert "all workloads" not in note
