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


def test_a_goal_says_what_share_of_responses_is_within_it():
    """Exponential around the measured 200 ms: 1 - exp(-2.5)."""
    (said,) = [s for s in lead(90.0) if "goal" in s]
    assert said.replace("\u00a0", " ").endswith(
        "ONLINE, 90 % within 500 ms: 92 % of responses are within it today."
    )
    (said,) = [s for s in lead(None, "de") if "ziel" in s]
    assert "im Mittel innerhalb von 500" in said


def test_without_a_goal_nothing_is_said():
    made = build_document(engagement(), ReportOptions(date="2026-11-20"))
    assert not any("goal" in s for s in made["summary"]["lead"])
