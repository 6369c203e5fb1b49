"""A region of whose QR TCB no dispatch time, or nothing at all, is known, under more work."""

from __future__ import annotations

import json

import pytest

from model.calibration.cases import CASES, parse_cases, validate_cases
from model.calibration.validation import Validation
from model.catalogue import catalogue
from model.projection import build_baseline, project
from model.projection.estimate import WorkloadProjection
from model.topology import Scenario, SetSetting
from model.topology.documents import installation_from
from model.topology.parts import document_of

FIGURES = {"transactions": 90_000, "duration_s": 900, "response_ms": 50, "tcb_cpu_s": 250}
BUSY = {"cp_busy_pct": 30}
SHARE = 200 / 900
"""Of one CP, by the CPU of the QR TCB."""


def parts(platform: str, figures: dict[str, float]) -> list[dict[str, object]]:
    return [
        {"id": "CPC1", "kind": "cpc", "parent": None, "settings": {"CPS": 16}},
        {"id": "SYSA", "kind": "lpar", "parent": "CPC1", "settings": {"CPS": 8}, "measured": BUSY},
        {
            "id": "R",
            "kind": "cics_region",
            "parent": "SYSA",
            "settings": {"PLATFORM": platform},
            "measured": figures,
        },
    ]


def grown(percent: float, **told: float) -> WorkloadProjection:
    """The region with more work than its reports show."""
    document = {
        "format": "plexwright-installation/1",
        "components": parts("z/OS", {**FIGURES, **told}),
    }
    baseline = build_baseline(installation_from(json.dumps(document), catalogue()))
    change = SetSetting("R", "LOAD_GROWTH_PCT", percent)
    (found,) = project(baseline, [Scenario("more", (change,))])
    (work,) = found.workloads
    return work


def test_cpu_of_the_qr_tcb_alone_limits_a_region_to_one_cp() -> None:
    """Ten times the work came through a task that was 22 % busy, to the last transaction."""
    asked = grown(900.0, qr_cpu_s=200.0)
    assert asked.metrics["etr_per_s"].value == pytest.approx(100.0 / SHARE, rel=0.01)
    assert any(
        "its CPU time at least" in said for said in map(str, asked.metrics["etr_per_s"].reasons)
    )
    assert grown(300.0, qr_cpu_s=200.0).metrics["etr_per_s"].value == pytest.approx(400.0)


def test_where_nothing_is_known_of_the_qr_tcb_the_band_reaches_to_all_cpu_on_it() -> None:
    """The band was the work that came, to the last transaction."""
    alone = 100.0 / (250 / 900)
    rate = grown(900.0).metrics["etr_per_s"]
    assert rate.value == pytest.approx(1_000.0)
    assert rate.high == pytest.approx(1_000.0)
    assert alone < rate.low < 1.15 * alone
    cpu = grown(900.0).metrics["cpu_s_per_s"]
    assert cpu.low < 0.6 * cpu.value
    assert any("all of it does" in said for said in map(str, cpu.reasons))


def test_what_fits_one_cp_in_any_case_keeps_its_rate() -> None:
    rate = grown(100.0).metrics["etr_per_s"]
    assert (rate.low, rate.high) == (rate.value, rate.value)


def test_a_region_that_uses_several_cps_as_it_is_has_no_qr_tcb_of_more_than_one() -> None:
    rate = grown(10.0, tcb_cpu_s=2_700.0).metrics["etr_per_s"]
    assert rate.low > 100.0


def checked(figures: dict[str, float]) -> Validation:
    group = {
        "id": "G",
        "installation": {
            "format": "plexwright-installation/1",
            "components": parts("z/OS", figures),
        },
        "cases": [
            {
                "id": "C",
                "changes": [{"component": "R", "setting": "LOAD_GROWTH_PCT", "value": 900}],
                "measured": {"R.response_ms": 90.0, "R.etr_per_s": 440.0},
            }
        ],
    }
    document = document_of(json.dumps({"format": CASES, "groups": [group]}), CASES)
    return validate_cases(parse_cases(document))


def test_a_response_that_a_full_region_has_not_is_refused_with_why() -> None:
    """It said that none is projected, with a list of figures in which it was as-is."""
    found = checked({**FIGURES, "qr_cpu_s": 200.0})
    assert [row.metric for row in found.rows] == ["R.etr_per_s"]
    (refused,) = found.refused
    assert "no response_ms is projected of R: the region cannot keep up with" in refused.sentence
    assert "there are" not in refused.sentence
