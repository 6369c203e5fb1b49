"""A response that no report gives is shown with what is not known of it."""

from __future__ import annotations

import json

import pytest

from model.calibration.cases import CASES, parse_cases
from model.projection import build_baseline, project
from model.projection.estimate import Estimate
from model.topology import Scenario


def response(busy_pct: float, **figures: float) -> tuple[Estimate, float]:
    """As-is of a region on two CPs that are so busy, and its milliseconds beside the QR TCB."""
    measured = {
        "transactions": 60_000.0,
        "duration_s": 600.0,
        "qr_cpu_s": 150.0,
        "qr_dispatch_s": 153.0,
        "partition_cpu_s": 165.0,
        **figures,
    }
    parts = [
        {"id": "CPC1", "kind": "cpc", "parent": None, "settings": {"CPS": 16}},
        {
            "id": "SYSA",
            "kind": "lpar",
            "parent": "CPC1",
            "settings": {"CPS": 2, "REAL_STORAGE_GB": 64},
            "measured": {"cp_busy_pct": busy_pct},
        },
        {
            "id": "CICS1",
            "kind": "cics_region",
            "parent": "SYSA",
            "settings": {"PLATFORM": "z/OS"},
            "measured": measured,
        },
    ]
    for part in parts:
        part["name"] = part["id"]
    installation = {"format": "plexwright-installation/1", "components": parts, "links": []}
    groups = [{"id": "it", "installation": installation, "cases": []}]
    (group,) = parse_cases(json.dumps({"format": CASES, "groups": groups}))
    (found,) = project(build_baseline(group.topology), [Scenario("as-is")])
    (work,) = found.workloads
    return work.metrics["response_ms"], 1e3 * work.breakdown_s["files and other waits"]


def test_the_band_of_an_unmeasured_response_reaches_to_no_waits_beside_the_qr_tcb() -> None:
    quiet, little = response(50.0)
    crowded, much = response(95.0)
    assert quiet.low <= (quiet.value - little) * 1.001
    assert crowded.low <= (crowded.value - much) * 1.001
    assert crowded.high / crowded.low > quiet.high / quiet.low > 1.2


def test_a_measured_response_is_shown_as_measured() -> None:
    found, _ = response(95.0, response_ms=12.0)
    assert found.value == pytest.approx(12.0, rel=1e-3)
    assert found.high / found.low < 1.05
