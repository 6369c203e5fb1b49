"""Rules on limits advise what their pages and the projection say."""

from __future__ import annotations

from advisor.findings import Finding
from model.topology import Topology
from tests.advisor.rules.builders import advise, part, topology


def region(**settings: str | float) -> Topology:
    counted = {"max_tasks_times": 37.0, "peak_tasks": 64.0, "duration_s": 900.0}
    return topology(
        part("cics_region", "AOR1", settings={"PLATFORM": "z/OS", **settings}, measured=counted)
    )


def of(base: Topology, rule: str) -> list[Finding]:
    return [finding for finding in advise(base)[0] if finding.rule == rule]


def test_without_the_auxiliary_trace_the_internal_one_is_left() -> None:
    for before, commands in (("aux", ["INTTR"]), ("both", [])):
        (finding,) = of(region(TRACE=before), "CIC-009")
        (change,) = finding.changes
        assert (change.setting, change.value) == ("TRACE", "internal")
        assert [
            text.setting for text in finding.change_texts if text.setting != "TRACE"
        ] == commands


def test_full_prepares_are_projected_at_the_share_that_the_page_names() -> None:
    counted = {"prepares": 90_000.0, "full_prepares": 80_000.0, "duration_s": 900.0}
    (finding,) = of(topology(part("db2_subsystem", "DB1A", measured=counted)), "DB-006")
    effect = finding.effect("full_prepares")
    assert effect is not None
    assert (effect.before, effect.after.value) == (80_000, 18_000)


def test_times_at_mxt_below_the_peak_of_tasks_are_no_advice() -> None:
    findings, outcomes = advise(region(MXT=250))
    assert not [finding for finding in findings if finding.rule == "CIC-001"]
    assert outcomes["CIC-001"].outcome == "cannot tell"
    assert "37 times are counted there and a peak of 64" in outcomes["CIC-001"].sentence
