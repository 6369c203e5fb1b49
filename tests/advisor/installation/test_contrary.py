"""Two files of one name and one time that agree in nothing are of two subsystems."""

from __future__ import annotations

from dataclasses import replace

import pytest

from advisor.installation.builder import build_installation
from advisor.installation.identity import APART, SAME
from advisor.observations import FileReading, Interval, Observation
from advisor.rules.commands import operands_of

REGION = "cics_region:CICSP"


def statistics(file: str, times: float = 1.0, hour: str = "09", mxt: int = 100) -> FileReading:
    span = Interval(f"2019-11-04T{hour}:00:00", f"2019-11-04T{hour}:59:59", 3600.0)
    given = [
        (REGION, "transactions", 9_000.0 * times, "count"),
        (REGION, "qr_cpu_s", 120.0 * times, "s"),
        (REGION, "qr_dispatch_s", 200.0 * times, "s"),
        (REGION, "max_tasks_times", 0.0, "count"),
        (REGION, "setting.MXT", mxt, ""),
        (f"lsr_pool:CICSP/{mxt}", "relation.parent", REGION, ""),
        (f"lsr_pool:CICSP/{mxt}", "setting.STRINGS", 5, ""),
    ]
    seen = tuple(
        Observation(subject, metric, value, unit, file, line, f"line {line}", interval=span)
        for line, (subject, metric, value, unit) in enumerate(given, 1)
    )
    return FileReading(file, file, 1, "utf-8", "lines", ("cics-statistics",), seen, len(given))


def test_no_mean_of_test_and_production_is_taken_for_a_region() -> None:
    """4,950 transactions were of a region that nobody has."""
    found = build_installation([statistics("a.txt"), statistics("b.txt", 0.1, mxt=20)])
    first, second = found.topology[REGION], found.topology["cics_region:CICSP@2"]
    assert (first.measure("transactions"), second.measure("transactions")) == (9_000.0, 900.0)
    assert (first.number("MXT"), second.number("MXT")) == (100, 20)
    assert found.topology["lsr_pool:CICSP@2/20"].parent == "cics_region:CICSP@2"
    assert operands_of(second, (), found.topology)["name"] == "CICSP"
    assert any("of b.txt is taken to be another one" in said for said in found.assumptions)
    (question,) = (q for q in found.questions if q.metric == "same_as.of.b.txt")
    assert (question.assumed, question.choices) == (APART, (SAME, APART))


def test_the_consultant_joins_them_and_is_told_what_contradicts() -> None:
    reports = [statistics("a.txt"), statistics("b.txt", 0.1)]
    found = build_installation(reports, {(REGION, "same_as.of.b.txt"): SAME})
    assert "cics_region:CICSP@2" not in found.topology
    assert any("leave out the report that is wrong" in p.sentence for p in found.problems)


@pytest.mark.parametrize(
    "other",
    [
        statistics("b.txt"),
        statistics("b.txt", 0.1, hour="10"),
        replace(statistics("b.txt", 0.1), formats=("cics-pa-summary",)),
        replace(statistics("b.txt", 0.1), batch=1),
    ],
    ids=["twice", "another hour", "a part of the work", "a correction"],
)
def test_what_one_region_may_say_stays_of_one(other: FileReading) -> None:
    found = build_installation([statistics("a.txt"), other])
    assert "cics_region:CICSP@2" not in found.topology


def test_a_third_file_goes_with_the_one_that_it_agrees_with() -> None:
    reports = [statistics("a.txt"), statistics("b.txt", 0.1), statistics("c.txt", 0.1)]
    found = build_installation(reports).topology
    assert "cics_region:CICSP@3" not in found
    assert found["cics_region:CICSP@2"].measure("transactions") == 900.0
