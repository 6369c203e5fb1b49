"""The management edition: short, in plain words, with the figures of the technical one."""

from __future__ import annotations

import io
import re
from dataclasses import replace
from functools import cache
from typing import Any

import pytest
from pypdf import PdfReader

from advisor.engagement import Engagement
from advisor.findings import Risk
from advisor.report import ReportOptions, build_document, changes, render_pdf
from advisor.report.numbers import Language
from advisor.report.writer import Writer
from advisor.rules.base import rules
from advisor.worth import rank
from model.contract.protocol import CalibrationRow
from tests.advisor.plan.test_shops import made, part
from tests.advisor.report.factory import engagement, finding
from tests.remembering import analyse, readings

RULE_ID = re.compile(r"\b[A-Z]{2,3}\d?-\d{3}\b")


@cache
def case() -> Engagement:
    return analyse(readings(), name="Nordsee")


@cache
def document(language: Language = "en", mask: bool = False) -> dict[str, Any]:
    options = ReportOptions(language, edition="management", date="2026-11-22", mask=mask)
    return build_document(case(), options)


def told(value: Any) -> str:
    """All texts of a part of the document."""
    if isinstance(value, dict):
        return " ".join(told(part) for part in value.values())
    if isinstance(value, list):
        return " ".join(told(part) for part in value)
    return str(value)


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("paper", ["a4", "us-letter"])
def test_four_full_pages_without_rule_ids(language: Language, paper: Any) -> None:
    laid = {**document(language), "meta": {**document(language)["meta"], "paper": paper}}
    pdf = render_pdf(laid)
    pages = [page.extract_text() for page in PdfReader(io.BytesIO(pdf)).pages]
    # The last one is no orphan: it is half full at least.
    assert len(pages) == 4
    assert len(pages[-1].splitlines()) >= 25
    assert len(pdf) < 500_000
    assert not RULE_ID.search(" ".join(pages))
    assert {"en": "2015-03-17 10:00", "de": "17.03.2015 10:00"}[language] in pages[0]
    assert {"en": "Date: 2026-11-22", "de": "Datum: 22.11.2026"}[language] in pages[0]
    assert not re.search(r"\b(lpar|adabas_database|mq_bufferpool):", " ".join(pages))


def test_it_says_what_those_who_decide_ask() -> None:
    shown = document()["management"]
    assert [len(shown["things"]), bool(shown["windows"]), bool(shown["risks"])] == [3, True, True]
    assert {row["workload"] for row in shown["today"]} >= {
        "Adabas database 10",
        "CICS region CICSAOR1",
        "IMS region IMSA/MPR",
    }
    assert any(said.startswith("No step needs hardware or storage") for said in shown["cost"])
    # What lacks for certain with the plan as well is asked for, and not told as waiting for it.
    asked = [said for said in shown["cost"] if said.startswith("To be decided besides")]
    assert len(asked) == len(case().plan.to_decide) == 1
    assert all("GB" in said for said in asked)
    assert not RULE_ID.search(told(shown))
    for row in shown["effects"]:
        assert row["band"].count("…") == 0


def test_each_thing_to_do_says_what_is_done() -> None:
    """ "Pools without a free buffer": the trouble was told, and what it had, not what to change."""
    for thing in document()["management"]["things"]:
        assert thing["does"]
    (nuclei,) = [f for f in case().findings if f.rule == "ADA-002"]
    change = changes.told(Writer(case(), ReportOptions()), nuclei, nuclei.change_texts)
    assert change == "Nuclei: 8 → 12"
    (smaller,) = [f for f in case().findings if f.rule == "ADA-013"]
    said = changes.told(Writer(case(), ReportOptions()), smaller, smaller.change_texts)
    # Its keyword alone is no plain word.
    assert "Caching Facility space for DATA blocks, per nucleus (CDATAMAXS): 31,500" in said


def test_a_step_takes_what_is_left_of_it_and_what_others_do_takes_what_theirs_takes() -> None:
    """Nuclei that start beside the others, once their caches are sized, had a window of restarts;
    paging that is to be ended first was "in operation"."""
    found = {f.rule: f for f in case().findings}
    assert found["ADA-002"].effort == "dynamic"
    (window,) = [w for w in case().plan.calendar if found["ADA-002"].id in w.tasks[0].findings]
    assert window.effort == "dynamic"
    assert found["CIZ-002"].effort == "hardware"


def test_what_only_looks_for_a_cause_is_told_without_the_command_of_others() -> None:
    """ "RESET takes a service class of more importance" stood beside "Find what it waits for"."""
    told = build_document(case(), ReportOptions(date="2026-11-22"))["findings"]
    (lost,) = (one for one in told if one["rule"] == "CIZ-001")
    assert lost["effort"] == "in operation, no restart"
    assert lost["who"]
    assert [lost[name] for name in ("permanent", "level", "confirmed")] == ["", "", ""]


def test_every_step_of_the_plan_is_told_with_its_reason() -> None:
    """11 steps in 4 windows, of which 3 were told: MQ's, IMS' and CICS' tasks had no reason."""
    shown = document()["management"]
    told_of = {one["title"]: one["text"] for one in (*shown["things"], *shown["further"])}
    steps = {str(f.title) for f in case().findings if f.id in case().plan.findings}
    assert steps == set(told_of)
    assert all(told_of.values())


def test_what_is_to_be_done_sends_nobody_to_a_rule_by_its_number() -> None:
    writer = Writer(case(), ReportOptions())
    (short,) = [f for f in case().findings if f.rule == "CIZ-002"]
    assert RULE_ID.search(short.change_texts[0].syntax)
    assert changes.told(writer, short, short.change_texts) == "Real storage; strive for no paging"


def test_a_plan_of_low_risk_and_subsystems_without_a_rate_are_told_as_what_they_are() -> None:
    """ "None" stood under Risks beside steps with a risk, and under what is installed today."""
    full = {
        "buffers_in_use": 500,
        "data_management_threshold_hits": 77,
        "prefetch_disabled_no_buffer": 900,
        "getpages_random": 9e7,
        "getpages_sequential": 1e6,
        "sync_reads_random": 9e6,
        "sync_reads_sequential": 4e4,
    }
    sizes = {"VPSIZE": 10_000, "PAGE_SIZE_KB": 4}
    parts = [
        *(part("db2_subsystem", name) for name in ("DBA1", "DBA2")),
        *(part("db2_bufferpool", f"{name}/BP1", f"db2_subsystem:{name}", sizes, full)
          for name in ("DBA1", "DBA2")),
    ]  # fmt: skip
    built = build_document(made("bare", parts), ReportOptions(edition="management"))
    shown = built["management"]
    assert shown["silent"].endswith("reports: Db2 subsystem DBA1 and Db2 subsystem DBA2.")
    assert shown["risks"] == ["The risk of every step is low."]
    assert shown["things_title"] == "What is to be done"


def test_its_three_things_come_in_the_order_of_the_plan() -> None:
    """What a step brings may need those before it, which the first one does not have."""
    plan = case().plan
    by_id = {f.id: f for f in case().findings}
    order = [by_id[step.finding].title for step in plan.steps]
    things = document()["management"]["things"]
    places = [order.index(thing["title"]) for thing in things]
    assert places == sorted(places)
    gains = [abs(step.gain_pct or 0.0) for step in plan.steps]
    assert sorted((gains[n] for n in places), reverse=True) == sorted(gains, reverse=True)[:3]
    for place, thing in zip(places, things, strict=True):
        assert ("with the steps before it done" in thing["brings"]) is (place > 0)


def test_its_figures_are_those_of_the_technical_edition() -> None:
    technical = build_document(case(), ReportOptions(date="2026-11-22"))
    assert technical["management"] == {}
    plan = {row["metric"]: row for row in technical["plan"]["projection"]["effects"]}
    effects = document()["management"]["effects"]
    assert effects[0]["workload"] == "Adabas database 10"
    others = [n for n, row in enumerate(effects) if n and row["workload"]]
    rows = effects[: others[0]]
    # What the plan costs beside what it gains.
    assert [row["metric"] for row in rows][2:] == ["CPU used"]
    busy = f"10 keeps {plan['CPU used']['before']}\u00a0CPUs busy"
    assert any(busy in said for said in document()["management"]["cost"])
    for row in rows:
        same = plan[row["metric"]]
        assert [row["before"], row["after"], row["change"]] == [
            same["before"],
            same["after"],
            same["change"],
        ]


def test_its_model_is_as_good_as_in_the_technical_edition() -> None:
    """Rows that agree by construction neither count nor hide what the model explains badly."""
    told_here = next(t for t in document()["management"]["certainty"] if "furthest off" in t)
    technical = build_document(case(), ReportOptions())["trust"]["sentences"]
    others, worst = re.search(
        r"of the other (\d+), .* the largest error is ([\d.]+)", " ".join(technical)
    ).groups()
    assert f"against {others} of today's figures" in told_here
    assert f"furthest off, by {worst}" in told_here
    assert ", in paging of LPAR" in told_here


def test_it_hides_neither_doubts_nor_what_waits() -> None:
    shown = document()["management"]
    (doubt,) = [said for said in shown["certainty"] if said.startswith("In doubt")]
    for name in ("CICSAOR1", "node SYSA", "node SYSB"):
        assert name in doubt
    later = {one["title"]: one["where"] for one in shown["later"]}
    # What lacks for certain is asked for with the cost, and waits for nothing.
    assert "Storage for the largest SVC dump" not in later
    assert shown["left"].startswith(f"{len(case().plan.left_out) - len(later) - 2} further")


def test_bars_have_the_numbers_of_the_things_and_each_thing_its_band() -> None:
    things = document()["management"]["things"]
    for panel in document()["plan"]["chart"]["panels"]:
        marks = [point["mark"] for point in panel["points"]]
        assert marks == ["Today", *(str(n) for n in range(1, len(things) + 1))]
    (etr, *_) = document()["plan"]["chart"]["panels"]
    for point, thing in zip(etr["points"][1:], things, strict=True):
        assert f"{point['change']} (" in thing["brings"]


def test_masked_it_names_nobody() -> None:
    text = told(document(mask=True)["management"])
    for name in ("CICSAOR1", "NATB0450", "NVVSECI1", "KCG21"):
        assert name not in text


def test_what_it_shows_of_rules_needs_no_number_of_another() -> None:
    """ "high: as AOB-003." once became "high: as." there."""
    known = {rule.id for rule in rules()}
    for rule in rules():
        risk = rule.risk or Risk("low")
        for text in (rule.title, rule.why, risk.why):
            assert not RULE_ID.search(text), f"{rule.id}: {text}"
        assert set(risk.see) <= known - {rule.id}, rule.id
    seen = Risk("medium", "takes EDSA.", ("TSQ-002",))
    assert seen.sentence == "medium: takes EDSA."
    assert seen.referring == "medium: takes EDSA. See TSQ-002."


def test_gains_of_steps_are_of_the_workload_beside_them() -> None:
    """One base: the steps compound to the change that the table and the chart show."""
    plan = case().plan
    (whole,) = [e for e in plan.projection if e.metric == "etr_per_s"]
    product = 1.0
    for step in plan.steps:
        product *= 1 + (step.gain_pct or 0.0) / 100
    assert 100 * (product - 1) == pytest.approx(whole.change_pct, abs=0.1)
    first = plan.steps[0]
    (own,) = [e for e in first.cumulative if e.metric == "etr_per_s"]
    assert first.gain_pct == pytest.approx(own.change_pct)


@pytest.mark.parametrize("language", ["en", "de"])
def test_the_technical_edition_goes_into_a_mail(language: Language) -> None:
    options = ReportOptions(language, date="2026-11-22", customer="Nordvik Insurance")
    pdf = render_pdf(build_document(case(), options))
    assert len(pdf) <= 480_000  # of half a megabyte: a longer plan or name does not break it


def test_what_limits_the_work_is_not_called_the_busiest_beside_a_busier_one() -> None:
    found = build_document(case(), ReportOptions(date="2026-11-22"))
    rows = found["today"]["busy"]["rows"]
    nuclei = [row for row in rows if "nucleus" in row["label"]]
    assert [row["text"].rpartition(", ")[2] for row in nuclei] == ["8 alike"]
    assert nuclei[0]["bottleneck"]
    busier = [row for row in rows if row["value"] > nuclei[0]["value"]]
    said = told(found["summary"])
    assert not (busier and "busiest" in said)
    both = "the 8 nuclei of Adabas database 10 and DASD subsystem KCG21"
    assert f"What limits it is {both}." in said
    assert document()["today"]["bottleneck"].startswith(f"{both}; paging of ")
    # All that the sentence names is outlined, not the first of them.
    picture = found["today"]["picture"]
    systems = [system for machine in picture["machines"] for system in machine["systems"]]
    boxes = [part for system in systems for part in system["parts"]] + picture["shelf"]
    hot = [box["label"] for box in boxes if box["bottleneck"]]
    assert len(hot) == 9
    assert "KCG21" in hot


def test_what_is_done_besides_comes_by_what_it_is_worth() -> None:
    found = build_document(case(), ReportOptions(date="2026-11-22"))
    rows = found["plan"]["besides"]
    ids = [step.finding for step in case().plan.steps]
    by_id = {finding.id: finding for finding in case().findings}
    ranks = [rank(by_id[ids[row["number"] - 1]])[:2] for row in rows]
    assert ranks == sorted(ranks)
    assert [row["number"] for row in rows] != sorted(row["number"] for row in rows)
    assert any("waited/day" in row["worth"] for row in rows)


def test_a_limit_that_is_inferred_is_told_from_busy_devices() -> None:
    """RMF prints volumes 16 to 23 % busy beside a control unit at 100 % of its I/O limit."""
    found = build_document(case(), ReportOptions(date="2026-11-22"))
    assert "I/O rate" in found["today"]["busy_note"]
    assert "(RMF)" in found["today"]["busy_note"]
    # What is full is named as the window's chart beside the plan names it.
    full = (
        "Adabas nucleus 10-1, 10-2, 10-3 and 9 more: "
        "threads at least 90\u00a0% in use after the plan."
    )
    assert full in found["plan"]["binding"]
    assert not any(
        "DASD" in sentence and "busy" in sentence for sentence in found["plan"]["binding"]
    )


def test_one_step_that_acts_on_throughput_is_told_in_the_singular() -> None:
    """As "1 of them act on throughput and are together projected"."""
    (kept,) = [s for s in case().plan.steps if s.finding.startswith("ADA-002@")]
    steps = tuple(s if s is kept else replace(s, gain_pct=0.0) for s in case().plan.steps)
    one = replace(case(), plan=replace(case().plan, steps=steps))
    said = " ".join(build_document(one, ReportOptions())["summary"]["lead"])
    assert "one of them acts on throughput and is projected" in said
    alone = replace(case(), plan=replace(case().plan, steps=(kept,)))
    said = " ".join(build_document(alone, ReportOptions())["summary"]["lead"])
    assert "The plan's one step is projected" in said


def test_a_miss_that_nobody_notices_is_no_error_in_per_cent() -> None:
    """IOSQ of 0.13 ms of 0.08 stood as +64 % beside "the largest error is 21 %"."""
    row = CalibrationRow("iosq_ms", "ms", 0.08, 0.13)
    assert not row.noticeable
    assert CalibrationRow("iosq_ms", "ms", 0.08, 0.3).noticeable
    assert CalibrationRow("etr_per_s", "1/s", 0.08, 0.08).noticeable
    baseline = replace(case().baseline, hardware=(("dasd:KCG21", row),))
    trust = build_document(replace(case(), baseline=baseline), ReportOptions())["trust"]
    (shown,) = [r for r in trust["rows"] if r["workload"] == "DASD subsystem KCG21"]
    assert (shown["error"], shown["error_pct"]) == ("slight", None)


def test_what_lies_outside_published_conditions_stands_beside_the_figures() -> None:
    """The plan's gain rests on aliases that no report states: said in plan, finding and summary."""
    said = "how many there are here is inferred from those that were in use"
    technical = build_document(case(), ReportOptions())
    (nuclei,) = [f for f in technical["findings"] if f["rule"] == "ADA-002"]
    for notes in (nuclei["effects_notes"], technical["plan"]["projection"]["effects_notes"]):
        assert sum(said in note for note in notes) == 1
    assert told(document()["management"]["certainty"]).count(said) == 1


def test_the_things_are_not_said_to_be_carried_out_in_another_order_than_the_calendar() -> None:
    windows = case().plan.calendar
    turned = replace(case(), plan=replace(case().plan, calendar=tuple(reversed(windows))))
    said = {
        name: build_document(one, ReportOptions(edition="management"))["management"]["things_note"]
        for name, one in (("as planned", case()), ("turned", turned))
    }
    assert said["as planned"] == "In the order in which they are carried out."
    assert said["turned"].startswith("In the plan's order")


def test_effects_too_slight_for_a_table_are_not_called_no_gain() -> None:
    """No gain was claimed beside a step of +0.7 %, and a sentence on a table without rows."""
    plan = case().plan
    slight = {
        anchor: tuple(
            replace(e, after=replace(e.after, value=e.before * 1.002)) for e in effects if e.before
        )
        for anchor, effects in plan.workloads.items()
    }
    shown = build_document(
        replace(case(), plan=replace(plan, workloads=slight)),
        ReportOptions(edition="management", date="2026-11-22"),
    )["management"]
    assert shown["effects"] == []
    assert "less than 1\u00a0%" in shown["no_effects"]
    assert not any("last column" in said for said in shown["certainty"])
    assert any("last column" in said for said in document()["management"]["certainty"])


def test_the_last_of_several_in_doubt_is_joined_by_and() -> None:
    (doubts,) = (s for s in document("de")["management"]["certainty"] if "Zweifelhaft" in s)
    assert re.search(r", [^,]+ und [^,]+ widersprechen", doubts)


def test_risky_steps_that_do_not_fit_are_counted() -> None:
    """Of six steps of medium risk four were told, without a word of the others."""
    taken = tuple(
        finding(n, id=f"ADA-{n:03}@adabas_database:10", rule=f"ADA-{n:03}", risk=Risk("medium"))
        for n in range(1, 9)
    )
    case = engagement(taken)
    case = replace(case, plan=replace(case.plan, findings=tuple(f.id for f in taken)))
    shown = build_document(case, ReportOptions(edition="management"))["management"]["risks"]
    assert len(shown) == 7
    assert shown[-1] == "2 further steps are risky as well; the technical edition says how."
