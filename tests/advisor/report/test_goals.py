"""Response goals of Workload Manager on the summary's page."""

from __future__ import annotations

from dataclasses import replace

from advisor.report import ReportOptions, build_document
from model.topology import Component, Measured, Topology
from tests.advisor.report.factory import engagement


def with_goal(percent: float | None):
    made = engagement()
    figures = {"goal_response_ms": 500.0, "response_ms": 200.0, "ended_per_s": 70.0}
    if percent is not None:
        figures["goal_pct"] = percent
    measured = {name: Measured(value, "ms") for name, value in figures.items()}
    online = Component("service_class:P/ONLINE", "service_class", "ONLINE", measured=measured)
    components = {**made.installation.topology.components, online.id: online}
    topology = Topology(components, made.installation.topology.links)
    return replace(
        made,
        installation=replace(made.installation, topology=topology),
        baseline=replace(made.baseline, topology=topology),
    )


def lead(percent: float | None, language: str = "en") -> list[str]:
    options = ReportOptions(date="2026-11-20", language=language)
    return build_document(with_goal(percent), options)["summary"]["lead"]


def said_of(percent: float | None, language: str = "en") -> str:
    (said,) = [s for s in lead(percent, language) if "goal" in s or "ziel" in s]
    return said.replace("\u00a0", " ")


def test_a_goal_says_whether_it_is_met_and_by_what_share_of_responses():
    """Exponential around the measured 200 ms: 1 - exp(-2.5); fewer, if they deviate by more."""
    assert said_of(90.0).endswith(
        "ONLINE, 90 % within 500 ms: probably met today (probability of meeting it: 71 %), 92 % "
        "(88 % … 94 %) of responses are within it."
    )
    assert ": met today (probability of meeting it: > 99 %), 92 % (" in said_of(80.0)
    assert ": missed today (probability of meeting it: < 1 %), 92 % (" in said_of(99.0)
    german = said_of(None, "de")
    assert "im Mittel innerhalb von 500 ms: heute erfüllt (Wahrscheinlichkeit, es zu" in german


def test_without_a_goal_nothing_is_said():
    made = build_document(engagement(), ReportOptions(date="2026-11-20"))
    assert not any("goal" in s for s in made["summary"]["lead"])


def test_goals_that_the_consultant_asked_for_are_answered_beside_them(sample_analysis) -> None:
    """They were in the report's history of headroom alone."""
    engagement = sample_analysis
    workload = next(
        w.anchor for w in engagement.as_is.workloads if w.anchor.startswith("cics_region:")
    )
    options = ReportOptions(date="2026-11-20")
    plain = build_document(engagement, options)["summary"]["lead"]
    wanted = {(workload, 90.0): 0.2, (workload, 0.0): 0.001, ("cics_region:NONE", 90.0): 1.0}
    lead = build_document(engagement, options, wanted=wanted)["summary"]["lead"]
    assert lead[: len(plain)] == plain
    share, mean = [s.replace("\u00a0", " ") for s in lead[len(plain) :]]
    assert "90 % within 200 ms: " in share
    assert "a mean within 1 ms: missed today (probability of meeting it: < 1 %)" in mean
    assert "with the plan (" in share
