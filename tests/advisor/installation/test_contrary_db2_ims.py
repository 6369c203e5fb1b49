"""Db2s and IMSs of one name that print of one time what no one of them did are two."""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import datetime, timedelta

import pytest

from advisor.installation.builder import build_installation
from advisor.installation.identity import APART, SAME
from advisor.observations import FileReading
from advisor.reading import read_bytes
from tests.advisor.reading.report_reading import SAMPLES

STATISTICS = ("formats/db2-statistics.txt", "db2_subsystem:DB2P")
POOLS = ("formats/db2-pool-analyzer.txt", "db2_subsystem:DBN1")
MONITOR = ("engagement/ims-monitor.txt", "ims_system:IMSA")
ACCOUNTING = ("formats/db2-accounting.txt", "db2_subsystem:DB2P")


def of(sample: str, file: str, times: float) -> FileReading:
    """The sample's reading as a subsystem would print it that does so many times as much."""
    (found,) = read_bytes(file, (SAMPLES / sample).read_bytes())
    seen = tuple(
        replace(one, value=one.value * times)
        if isinstance(one.value, (int, float)) and not one.metric.startswith("setting.")
        else one
        for one in found.observations
    )
    return replace(found, sha256=file, observations=seen)


@pytest.mark.parametrize(("sample", "subject"), [STATISTICS, POOLS, MONITOR])
def test_no_mean_of_test_and_production_is_taken(sample: str, subject: str) -> None:
    """24,270 MB of production and 3,467 of test were 13,869 of a Db2 that nobody has."""
    reports = [of(sample, "a.txt", 1.0), of(sample, "b.txt", 1 / 7)]
    alone = build_installation(reports[:1]).topology
    found = build_installation(reports)
    name = subject.partition(":")[2]
    for one in alone:
        assert found.topology[one.id].measured == one.measured
        if one.id.partition(":")[2].startswith(name):
            assert re.sub(name, f"{name}@2", one.id) in found.topology
    assert any("of b.txt is taken to be another one" in said for said in found.assumptions)
    (question,) = (q for q in found.questions if q.metric == "same_as.of.b.txt")
    assert (question.subject, question.assumed) == (subject, APART)


@pytest.mark.parametrize(("sample", "subject"), [STATISTICS, MONITOR])
def test_the_consultant_joins_them_and_is_told_what_contradicts(sample: str, subject: str) -> None:
    reports = [of(sample, "a.txt", 1.0), of(sample, "b.txt", 1 / 7)]
    joined = build_installation(reports, {(subject, "same_as.of.b.txt"): SAME})
    assert f"{subject}@2" not in joined.topology
    assert any("leave out the report that is wrong" in p.sentence for p in joined.problems)


@pytest.mark.parametrize(
    ("sample", "subject", "times"), [(*STATISTICS, 1.01), (*MONITOR, 1.01), (*ACCOUNTING, 0.2)]
)
def test_rounded_prints_and_accounting_of_some_plans_are_of_one(
    sample: str, subject: str, times: float
) -> None:
    found = build_installation([of(sample, "a.txt", 1.0), of(sample, "b.txt", times)])
    assert subject in found.topology
    assert f"{subject}@2" not in found.topology


def later(reading: FileReading, seconds: int) -> FileReading:
    """The reading as of a trace that was begun some seconds later."""

    def moved(at: str | None) -> str | None:
        return at and (datetime.fromisoformat(at) + timedelta(seconds=seconds)).isoformat()

    seen = tuple(
        replace(
            one,
            interval=replace(
                one.interval, start=moved(one.interval.start), end=moved(one.interval.end)
            ),
        )
        for one in reading.observations
    )
    return replace(reading, observations=seen)


@pytest.mark.parametrize(("seconds", "apart"), [(3, True), (7200, False)])
def test_traces_that_were_begun_by_hand_are_of_one_time(seconds: int, apart: bool) -> None:
    sample, subject = MONITOR
    reports = [of(sample, "a.txt", 1.0), later(of(sample, "b.txt", 1 / 7), seconds)]
    assert (f"{subject}@2" in build_installation(reports).topology) is apart
