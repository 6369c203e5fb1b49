"""A cluster of which some nuclei's reports are missing is not taken for the whole."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import pytest

from advisor.engagement import Constraints, Installation
from advisor.installation import build_installation
from advisor.observations import FileReading
from advisor.plan.constraints import barred
from advisor.rules import RuleContext, evaluate_rules
from model.catalogue import catalogue
from model.projection import build_baseline
from model.subsystems.adabas import coverage
from model.topology import (
    AddComponent,
    Component,
    Measured,
    Origin,
    Setting,
    Value,
)

DATABASE = "adabas_database:10"
NUCLEI = (DATABASE, "setting.NUCLEI")


def _with(
    readings: tuple[FileReading, ...],
    nuclei: str,
    answers: Mapping[tuple[str, str], Value] | None = None,
) -> Installation:
    """The sample with the reports of these nuclei, RMF and nothing else."""
    wanted = [f"ada10-nuc{number}" for number in nuclei]
    files = [
        reading
        for reading in readings
        if "rmf" in reading.file or any(one in reading.file for one in wanted)
    ]
    return build_installation(files, answers)


def test_nuclei_of_one_system_missing_are_noticed_asked_for_and_refused(sample_readings) -> None:
    part = _with(sample_readings, "1234")
    (database,) = [one for one in build_baseline(part.topology).anchors if one.anchor == DATABASE]
    assert database.missing is not None
    sentence = str(database.not_projectable)
    for told in ("rmf-sysplex.txt:25", "ada10-nuc1.txt:", "rmf-sysplex.txt:102", "8 nuclei like"):
        assert told in sentence
    for told in ("SYSB makes 61,239", "KCG21 did 80,213 I/Os"):
        assert told in sentence
    assert NUCLEI in {(q.subject, q.metric) for q in part.questions}


def test_nothing_that_was_published_is_projected_of_a_refused_cluster(sample_readings) -> None:
    """ADA-017 promised 35 % more of a throughput that is that of two nuclei of eight."""
    part = _with(sample_readings, "1234")
    off = Setting(False, Origin("report", "iecios.txt", 1, "ZHPF=NO"))
    systems = [lpar.with_setting("ZHPF", off) for lpar in part.topology.of_kind("lpar")]
    part = replace(part, topology=part.topology.with_components(systems))
    refused = build_baseline(part.topology).distrusted
    assert list(refused) == [DATABASE]
    for distrusted in ({}, refused):
        found, _ = evaluate_rules(RuleContext(part, catalogue(), distrusted=distrusted))
        (zhpf,) = [one for one in found if one.rule == "ADA-017"]
        assert bool(zhpf.projection) is not bool(distrusted)
        assert ("8 nuclei like" in (zhpf.not_projectable_because or "")) is bool(distrusted)


def test_a_model_that_does_not_bear_out_today_plans_no_gain(sample_readings) -> None:
    """Nuclei that used twice the time that they ran were all to be stopped for larger amounts."""
    part = _with(sample_readings, "1234")
    refused = build_baseline(part.topology).distrusted
    found, _ = evaluate_rules(RuleContext(part, catalogue(), distrusted=refused))
    of_gain = [one for one in found if one.rule in ("ADA-013", "ADA-017", "ADA-026")]
    assert of_gain
    for one in of_gain:
        reason = barred(one, Constraints(), ())
        assert reason is not None, one.rule
        assert "settle that first, then decide" in reason.sentence
    # What makes requests fail is seen to whatever the model says of their rate.
    others = [one for one in found if one.component not in (DATABASE, *refused)]
    assert any(not one.contradicted for one in others)
    believed, _ = evaluate_rules(RuleContext(part, catalogue()))
    assert not any(one.contradicted for one in believed)


def test_their_number_completes_the_cluster(sample_readings) -> None:
    told = _with(sample_readings, "1234", {NUCLEI: 8})
    whole = _with(sample_readings, "12345678")
    assert coverage.uncovered(told.topology, DATABASE) is None
    assert coverage.uncovered(whole.topology, DATABASE) is None
    assert NUCLEI not in {(q.subject, q.metric) for q in (*told.questions, *whole.questions)}
    ours, theirs = told.topology[DATABASE].figures(), whole.topology[DATABASE].figures()
    for metric in ("etr_per_s", "cpu_s", "physical_reads", "paging_per_s"):
        assert ours[metric] == pytest.approx(theirs[metric], rel=0.01), metric
    hosts = [n.parent for n in told.topology.sources(DATABASE, "member")]
    assert hosts.count("lpar:SYSB") == 4
    assert any("4 of its 8 nuclei have no report" in said for said in told.assumptions)


@pytest.mark.parametrize(
    ("nuclei", "answer", "refused"),
    [
        ("123456", None, True),
        ("123567", None, True),
        ("1234567", None, False),
        ("1234567", 7, False),
        ("1234", 6, True),
    ],
)
def test_a_few_missing_are_said_and_more_refused(sample_readings, nuclei, answer, refused) -> None:
    part = _with(sample_readings, nuclei, {} if answer is None else {NUCLEI: answer})
    (said, *_) = coverage.left_out(part.topology, DATABASE)
    assert "Reports of nuclei are missing" in said
    if refused:
        with pytest.raises(coverage.NotProjectable):
            coverage.refuse_uncovered(part.topology, DATABASE)
    else:
        coverage.refuse_uncovered(part.topology, DATABASE)


def test_averages_over_a_day_are_not_held_against_an_interval(sample_readings) -> None:
    """Only that a system without a nucleus uses the structure says something then."""
    part = _with(sample_readings, "123456").topology
    day = [
        replace(one, measured={**one.measured, "duration_s": Measured(86_400.0, "s")})
        for one in part.sources(DATABASE, "member")
    ]
    assert coverage.uncovered(part.with_components(day), DATABASE) is None


def test_a_nucleus_added_to_the_installation_does_what_the_others_do(sample_readings) -> None:
    added = Component("adabas_nucleus:10-9", "adabas_nucleus", "10-9", "lpar:SYSA")
    files = [one for one in sample_readings if "ada10" in one.file or "rmf" in one.file]
    edited = build_installation(files, edits=[AddComponent(added)]).topology
    before = build_installation(files).topology
    etr, was = (site[DATABASE].measure("etr_per_s") for site in (edited, before))
    assert was is not None
    assert etr == pytest.approx(was * 9 / 8)
    assert edited[DATABASE].value("NUCLEI") == 9
