"""Editions of shops unlike the sample: little known, one window, one step at several places."""

from __future__ import annotations

from functools import cache
from typing import Any

from advisor.analysis import analyse
from advisor.engagement import Options
from advisor.reading import read_path
from advisor.report import ReportOptions, build_document
from advisor.report.numbers import Language
from tests.advisor.plan.test_shops import SHOPS, made, part, shop
from tests.advisor.reading.report_reading import SAMPLES


@cache
def document(name: str, language: Language = "en", edition: Any = "management") -> dict[str, Any]:
    return build_document(shop(name), ReportOptions(language, edition=edition))


def test_a_plan_without_a_gain_in_throughput_claims_none_and_no_empty_band() -> None:
    """It was projected to change throughput by 0 %, with a 90 % band of nothing."""
    lead = document("queues", edition="technical")["summary"]["lead"]
    assert any("none claims a gain in throughput" in said for said in lead)
    assert not any("band is" in said or "by 0 %" in said for said in lead)


def test_one_step_and_one_window_are_told_in_the_singular() -> None:
    (said,) = [s for s in document("disks")["management"]["cost"] if "practice" in s]
    assert said.startswith("1 step in 1 window, about 0.25 person-days")
    (said,) = [s for s in document("disks", "de")["management"]["cost"] if "Erfahrung" in s]
    assert said.startswith("1 Schritt in 1 Fenster, etwa 0,25 Personentage")


def test_where_no_workload_is_known_it_says_how_busy_the_systems_are() -> None:
    shown = document("disks")["management"]
    assert shown["today"] == []
    assert shown["busy"] == ["LPAR SYS1: 40\u00a0%, CPs"]


def test_a_system_is_as_busy_as_measured_whatever_number_of_cps_is_inferred() -> None:
    """27 % of z/VSE that was 61 to 82 % busy: two partitions' CPU over CPs that nobody counted."""
    (reading,) = read_path(SAMPLES / "formats" / "monvse.csv")
    case = analyse((reading,), Options(bands=False))
    shown = build_document(case, ReportOptions(edition="management"))["management"]
    assert shown["busy"] == ["LPAR MONVSE: 70\u00a0%, CPs"]


def test_more_work_is_projected_where_nobody_counts_users() -> None:
    """Of a CICS shop it said that nothing makes a load model."""
    said = document("memory")["management"]["otherwise"][0]
    assert said.startswith(
        "With 25\u00a0% more work everywhere and no change, the throughput of CICS region AOR"
    )
    assert "response time goes from 350\u00a0ms to" in said


def otherwise(language: Language = "en", without: str = "", **figures: float) -> str:
    """If nothing is done, of the shop with a region whose measured figures are others."""
    components = [
        {
            **one,
            "measured": {k: v for k, v in {**one["measured"], **figures}.items() if k != without},
        }
        if one["kind"] == "cics_region"
        else one
        for one in SHOPS["memory"]
    ]
    case = made("limit", components, bands=True)
    shown = build_document(case, ReportOptions(language, edition="management"))
    return str(shown["management"]["otherwise"][0])


def test_a_region_that_stood_at_its_limit_is_promised_no_response_time() -> None:
    """Of one that was at MXT 214 times 40 ms were said under a quarter more work."""
    said = otherwise(max_tasks_times=214.0)
    assert "is not said: its limit was reached in bursts (Times at MXT: 214)" in said
    assert "350" not in said
    assert "wird nicht gesagt" in otherwise("de", max_tasks_times=214.0)


def test_a_response_that_nobody_measured_is_not_carried_forward() -> None:
    """The page gave 39.5 → 39.9 ms where the window has a band from 34 to 984 ms."""
    said = otherwise(without="response_ms")
    assert "nobody measured it, and for today alone the model has anything from" in said
    assert "goes from" not in said


def test_the_same_step_at_several_places_is_one_thing_to_do() -> None:
    """Two of three things to do were the same one, for two members of a group."""
    twice = [
        *SHOPS["queues"],
        *(
            part(
                one["kind"],
                one["name"].replace("QM1", "QM2"),
                one["parent"].replace("QM1", "QM2"),
                one["settings"],
                one["measured"],
            )
            for one in SHOPS["queues"]
            if "QM1" in one["name"]
        ),
    ]
    case = made("two queue managers", twice)
    shown = build_document(case, ReportOptions("en", edition="management"))["management"]
    (thing,) = [t for t in shown["things"] if t["title"] == "Enlarge pools that run full"]
    assert thing["where"] == "MQ buffer pool QM1/3, MQ buffer pool QM2/3"
    assert thing["brings"].endswith(", each")
    assert "no gain claimed" not in thing["brings"]
