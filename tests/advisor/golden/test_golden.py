"""The advice for the sample engagement, reviewed line by line and kept in ``advice.json``.

A change of advice shows here as a difference to review. Renew the file after the review with
``PLEXWRIGHT_RENEW_GOLDEN=1 python -m pytest tests/advisor/golden``.
"""

from __future__ import annotations

import json
import math
import os
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from advisor.engagement import Engagement
from advisor.findings import Effect, Finding
from tests.remembering import analyse, readings

FOLDER = Path(__file__).resolve().parents[3] / "samples" / "engagement"
KEPT = Path(__file__).with_name("advice.json")
RENEW = "PLEXWRIGHT_RENEW_GOLDEN"
METRICS = (
    "etr_per_s",
    "itr_per_cpu_s",
    "response_ms",
    "cpu_s_per_s",
    "paging_per_s",
    "io_per_s",
    "storage_mb",
    "storage_below_mb",
    "dispatch_ms",
    "pageset_delay_s",
    "srb_switches",
)
"""What effects are kept: the headline figures and those that single subsystems are judged by."""
POINTS = 0.3
"""Percentage points that an effect may differ by, besides 2 % of itself."""


@cache
def engagement() -> Engagement:
    return analyse(readings())


def _change(effect: Effect) -> float | None:
    change = effect.change_pct
    return None if change is None else float(f"{change:.3g}")


def _finding(finding: Finding) -> dict[str, Any]:
    return {
        "rule": finding.rule,
        "component": finding.component,
        "severity": finding.severity,
        "effort": finding.effort,
        "changes": [
            [text.component, text.setting, text.from_value, text.to_value, text.syntax]
            for text in finding.change_texts
        ],
        "evidence": sorted({f"{e.file}:{e.line}" for e in finding.evidence}),
        "effects_pct": {e.metric: _change(e) for e in finding.projection if e.metric in METRICS},
        "not_projectable_because": finding.not_projectable_because,
    }


def advice() -> dict[str, Any]:
    """What is kept of the analysis."""
    case = engagement()
    return {
        "findings": {f.id: _finding(f) for f in sorted(case.findings, key=lambda f: f.id)},
        "plan": {
            "steps": [
                [s.finding, None if s.gain_pct is None else float(f"{s.gain_pct:.3g}")]
                for s in case.plan.steps
            ],
            "left_out": dict(sorted(case.plan.left_out.items())),
            "interactions": [list(i.findings) for i in case.plan.interactions],
        },
    }


def _alike(one: float | None, other: float | None) -> bool:
    if one is None or other is None:
        return one is other
    return math.isclose(one, other, rel_tol=0.02, abs_tol=POINTS)


@pytest.fixture(scope="module")
def now() -> dict[str, Any]:
    found = json.loads(json.dumps(advice()))
    if os.environ.get(RENEW):
        KEPT.write_text(json.dumps(found, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    return found


@pytest.fixture(scope="module")
def kept() -> dict[str, Any]:
    return json.loads(KEPT.read_text(encoding="utf-8"))


def test_the_same_findings_are_made(now: dict[str, Any], kept: dict[str, Any]) -> None:
    assert sorted(now["findings"]) == sorted(kept["findings"])


def test_each_finding_says_the_same(now: dict[str, Any], kept: dict[str, Any]) -> None:
    for name, expected in kept["findings"].items():
        found = dict(now["findings"][name])
        effects, reviewed = found.pop("effects_pct"), dict(expected)
        before = reviewed.pop("effects_pct")
        assert found == reviewed, name
        assert sorted(effects) == sorted(before), name
        for metric, value in before.items():
            assert _alike(effects[metric], value), (name, metric, effects[metric], value)


def test_the_plan_is_the_same(now: dict[str, Any], kept: dict[str, Any]) -> None:
    assert [s[0] for s in now["plan"]["steps"]] == [s[0] for s in kept["plan"]["steps"]]
    for (name, gain), (_, before) in zip(now["plan"]["steps"], kept["plan"]["steps"], strict=True):
        assert _alike(gain, before), (name, gain, before)
    assert now["plan"]["left_out"] == kept["plan"]["left_out"]
    assert now["plan"]["interactions"] == kept["plan"]["interactions"]
