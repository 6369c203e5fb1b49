"""What is next to nothing of the whole installation is a finding and no step of the plan."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from advisor.engagement import Constraints, Options
from advisor.findings import Effect, Finding, Risk, Worth
from advisor.plan.paying import immaterial, own_harm, slight_reason, tolerated_pct
from advisor.rules.pages import page_json
from model.projection.estimate import Estimate
from tests.remembering import analyse, readings

DAY = {"cpu_saved_s_per_day": "CPU s/day", "waiting_saved_s_per_day": "s waited/day"}


def estimate(value: float, unit: str = "") -> Estimate:
    return Estimate(value, value, value, unit)


def worth(share: float | None, stored: float | None = None, **figures: float) -> Worth:
    told = {name: estimate(value, DAY.get(name, "GB")) for name, value in figures.items()}
    return Worth(told, share or 0.0, share is not None, stored)


def finding(worth: Worth | None, **more: Any) -> Finding:
    """A job of two minutes that needs a third less CPU."""
    values: dict[str, Any] = {
        "id": "NAT-006@natural_session:N",
        "rule": "NAT-006",
        "title": "",
        "subsystem": "Natural",
        "component": "natural_session:N",
        "severity": "info",
        "explanation": "",
        "changes": (),
        "change_texts": (),
        "evidence": (),
        "sources": (),
        "projection": (Effect("cpu_s_per_s", "CPUs", 0.03, estimate(0.02)),),
        "risk": Risk("low"),
        "effort": "dynamic",
        "worth": worth,
    }
    return Finding(**{**values, **more})


SLIGHT = worth(0.0006, cpu_saved_s_per_day=4.7, waiting_saved_s_per_day=4.8)


def test_a_third_of_next_to_nothing_is_told_and_no_step() -> None:
    assert slight_reason(finding(SLIGHT), Constraints()) == (
        "too slight for a step of its own: 4.7 CPU s and 4.8 s of waiting a day are less than "
        "0.01 % of what the whole installation uses and waits"
    )


@pytest.mark.parametrize(
    "limits", [Constraints(min_share_pct=0.0001), Constraints(min_gain_pct=0)], ids=["lower", "all"]
)
def test_the_floor_is_adjustable(limits: Constraints) -> None:
    assert slight_reason(finding(SLIGHT), limits) is None


@pytest.mark.parametrize(
    "told",
    [
        None,
        worth(0.02, cpu_saved_s_per_day=160.0),
        worth(0.001, waiting_saved_s_per_day=3700.0),
        worth(0.001, 0.02, cpu_saved_s_per_day=4.7, storage_saved_gb=0.5),
        worth(None, None, storage_saved_gb=0.5),
        worth(None, None, storage_saved_gb=-2.0),
        worth(0.0, -0.02, storage_saved_gb=-2.0),
    ],
    ids=[
        "unknown",
        "cpu",
        "an hour waited",
        "storage",
        "no storage known",
        "costs storage",
        "room in a pool",
    ],
)
def test_what_is_enough_in_one_way_or_unknown_is_a_step(told: Worth | None) -> None:
    assert immaterial(finding(told), Constraints()) == ""
    assert slight_reason(finding(told), Constraints()) is None


def test_storage_is_measured_by_all_real_storage() -> None:
    said = immaterial(finding(worth(None, 0.006, storage_saved_gb=0.014)), Constraints())
    assert said == (
        "too slight for a step of its own: 0.014 GB are less than 0.01 % of the installation's "
        "real storage"
    )


def test_what_is_a_matter_of_right_and_wrong_needs_no_floor() -> None:
    required = replace(finding(SLIGHT), required=True)
    assert slight_reason(required, Constraints()) is None


def test_pages_of_rules_state_the_floor_unless_it_is_no_matter_of_gain() -> None:
    assert "0.01 % of all CPU and waiting" in page_json("NAT-006")["materiality"]
    assert page_json("ADA-009")["materiality"] == ""


def test_what_is_too_little_to_gain_is_too_little_to_keep_a_full_pool_as_it_is() -> None:
    """82 MB more for a full pool were left out for 0.2 % of another workload's throughput."""
    plan = analyse(readings(), Options(constraints=Constraints(dynamic_only=True))).plan
    assert "MQ-005@mq_bufferpool:MQA1/1" in plan.findings


@pytest.mark.parametrize(
    ("more", "limits", "tolerated"),
    [
        ({}, Constraints(), 0.01),
        ({"worth": None}, Constraints(), 0.5),
        ({"worth": None}, Constraints(min_gain_pct=50.0), 0.01),
        ({"required": True}, Constraints(), 0.5),
        ({"required": True}, Constraints(min_gain_pct=0), 0.01),
    ],
)
def test_harm_is_tolerated_up_to_the_least_gain_where_a_step_pays_itself(
    more: dict[str, Any], limits: Constraints, tolerated: float
) -> None:
    assert tolerated_pct(replace(finding(SLIGHT), **more), limits, 0.01) == tolerated


def test_what_takes_days_has_to_be_worth_them() -> None:
    """A release on two systems stood in the plan for 141 CPU s a day, 0.16 % of one processor."""
    told = worth(0.03, cpu_saved_s_per_day=141.0, waiting_saved_s_per_day=519.0)
    assert slight_reason(finding(told), Constraints()) is None
    said = slight_reason(finding(told, effort="release"), Constraints())
    assert said is not None
    assert said.startswith("too slight for its 5 person-days: 141.0 CPU s")
    assert "20 times" in said
    assert slight_reason(finding(worth(0.3), effort="release"), Constraints()) is None
    left = analyse(readings()).plan.left_out
    assert "person-days" in left["NET-001@netwk_node:SYSA"]


def test_waits_of_which_no_report_tells_the_whole_are_in_no_share() -> None:
    told = worth(0.001, cpu_saved_s_per_day=4.7, waiting_saved_s_per_day=200.0)
    assert immaterial(finding(told), Constraints())
    assert immaterial(finding(replace(told, waiting_known=False)), Constraints()) == ""


@pytest.mark.parametrize(("more_mb", "harms"), [(0.6, False), (400.0, True)])
def test_a_plan_for_storage_leaves_nothing_out_for_less_than_a_hundredth_of_a_gb(
    more_mb: float, harms: bool
) -> None:
    """0.6 MB of a session of 2 MB were 29.3 %, beside 149 GB that the plan gives back."""
    taken = Effect("storage_mb", "MB", 2.0, estimate(2.0 + more_mb))
    said = own_harm(finding(None, projection=(taken,)), "storage")
    assert (said is not None) is harms
    assert said is None or "takes 0.391 GB" in said
