"""Subsystems of one name in two systems are two where both were measured at the same time."""

from __future__ import annotations

from dataclasses import replace

import pytest

from advisor.installation.builder import build_installation
from advisor.installation.identity import APART, SAME
from advisor.observations import FileReading, Interval, Observation
from advisor.reading import read_bytes
from advisor.rules.commands import operands_of
from model.topology import Topology, Value
from tests.advisor.reading.report_reading import SAMPLES

Given = tuple[str, str, Value, str]


def reading(name: str, hour: str, *given: Given) -> FileReading:
    span = Interval(f"2019-11-04T{hour}:00:00", f"2019-11-04T{hour}:59:59", 3600.0)
    seen = tuple(
        Observation(subject, metric, value, unit, name, line, f"line {line}", interval=span)
        for line, (subject, metric, value, unit) in enumerate(given, 1)
    )
    return FileReading(name, name, 1, "utf-8", "lines", ("x",), seen, len(given))


def region(system: str, hour: str = "09", waits: float = 4.0) -> FileReading:
    return reading(
        f"{system}.txt",
        hour,
        ("cics_region:CICSP", "relation.parent", f"lpar:{system}", ""),
        ("cics_region:CICSP", "qr_waits", waits, "count"),
        ("lsr_pool:CICSP/1", "relation.parent", "cics_region:CICSP", ""),
        ("vsam_file:TARIF", "relation.parent", "cics_region:CICSP", ""),
        ("vsam_file:TARIF", "requests", waits, "count"),
    )


def parents(topology: Topology) -> dict[str, str | None]:
    return {c.id: c.parent for c in topology}


@pytest.mark.parametrize(
    ("sample", "name", "subject"),
    [
        ("engagement/mq-mqa1-smf115.txt", "MQA1", "mq_manager"),
        ("engagement/cics-aor1-dfh0stat.txt", "CICSAOR1", "cics_region"),
        ("engagement/ada10-nuc1.txt", "10", "adabas_database"),
    ],
)
def test_one_name_in_two_systems_is_two(sample: str, name: str, subject: str) -> None:
    text = (SAMPLES / sample).read_bytes()
    here = read_bytes("here.txt", text)
    there = read_bytes("there.txt", text.replace(b"SYSA", b"SYSB"))
    found = build_installation([*here, *there])
    alone = build_installation(here)
    assert not found.problems
    assert f"{subject}:{name}@SYSB" in found.topology
    for one in alone.topology.of_kind(subject):
        assert found.topology[one.id].measured == one.measured
    assert len(found.topology.components) == 2 * len(alone.topology.components)
    (question,) = (q for q in found.questions if q.metric.startswith("same_as."))
    assert (question.subject, question.assumed) == (f"{subject}:{name}", APART)


def test_what_is_in_it_goes_with_it() -> None:
    found = build_installation([region("SYSA"), region("SYSB", waits=9.0)])
    assert parents(found.topology) == {
        "lpar:SYSA": None,
        "lpar:SYSB": None,
        "cics_region:CICSP": "lpar:SYSA",
        "cics_region:CICSP@SYSB": "lpar:SYSB",
        "lsr_pool:CICSP/1": "cics_region:CICSP",
        "lsr_pool:CICSP@SYSB/1": "cics_region:CICSP@SYSB",
        "vsam_file:TARIF": "cics_region:CICSP",
        "vsam_file:TARIF@SYSB": "cics_region:CICSP@SYSB",
    }
    assert found.topology["cics_region:CICSP"].measured["qr_waits"].value == 4.0
    assert found.topology["vsam_file:TARIF@SYSB"].measured["requests"].value == 9.0
    assert any("is taken to be another one than CICSP" in said for said in found.assumptions)


def test_one_file_of_both_systems_is_told_apart_line_by_line() -> None:
    below = tuple(
        replace(seen, line=seen.line + 10, file="SYSA.txt")
        for seen in region("SYSB", waits=9.0).observations
    )
    one = region("SYSA")
    found = build_installation([replace(one, observations=(*one.observations, *below))]).topology
    assert found["cics_region:CICSP"].measured["qr_waits"].value == 4.0
    assert found["cics_region:CICSP@SYSB"].measured["qr_waits"].value == 9.0


def test_one_that_was_elsewhere_later_is_taken_as_one_and_asked() -> None:
    reports = [region("SYSA", "09"), region("SYSB", "11")]
    found = build_installation(reports)
    assert "cics_region:CICSP@SYSB" not in found.topology
    (question,) = (q for q in found.questions if q.metric.startswith("same_as."))
    assert (question.assumed, question.choices) == (SAME, (SAME, APART))
    kept = build_installation(reports, {("cics_region:CICSP", "same_as.CICSP@SYSB"): APART})
    assert kept.topology["cics_region:CICSP@SYSB"].parent == "lpar:SYSB"


def test_the_consultant_says_that_both_are_one() -> None:
    answers = {("cics_region:CICSP", "same_as.CICSP@SYSB"): SAME}
    found = build_installation([region("SYSA"), region("SYSB")], answers)
    assert "cics_region:CICSP@SYSB" not in found.topology


def test_of_a_report_without_a_system_it_is_asked_whose_it_is() -> None:
    pool: Given = ("lsr_pool:CICSP/2", "setting.STRINGS", 7, "")
    reports = [region("SYSA"), region("SYSB"), reading("c.txt", "09", pool)]
    key = ("cics_region:CICSP", "same_as.system.c.txt")
    found = build_installation(reports)
    (question,) = (q for q in found.questions if (q.subject, q.metric) == key)
    assert question.choices == ("lpar:SYSA", "lpar:SYSB")
    assert "lsr_pool:CICSP/2" in found.topology
    moved = build_installation(reports, {key: "lpar:SYSB"}).topology
    assert "lsr_pool:CICSP/2" not in moved
    assert "lsr_pool:CICSP@SYSB/2" in moved


def test_a_command_has_the_name_that_its_own_system_knows() -> None:
    found = build_installation([region("SYSA"), region("SYSB", waits=9.0)]).topology
    names = ("cics_region:CICSP@SYSB", "vsam_file:TARIF@SYSB")
    typed = [operands_of(found[name], (), found)["name"] for name in names]
    assert typed == ["CICSP", "TARIF"]
