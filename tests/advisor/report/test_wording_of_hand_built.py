"""What is said of an installation that was drawn by hand: names once, numbers in their form."""

from __future__ import annotations

import json
from dataclasses import replace
from functools import cache
from typing import Any

import pytest

from advisor.analysis import analyse
from advisor.engagement import Engagement, Options
from advisor.reading import read_bytes
from advisor.report import ReportOptions, build_document, render_pdf
from advisor.report.labels import LABELS
from advisor.report.texts import calling
from advisor.report.writer import Writer
from advisor.rules.commands import operands_of
from advisor.translation import sentences_in
from app.printing.advice_text import advice_lines
from model.topology import AddComponent, Component, Origin, Topology
from tests.advisor.report.factory import engagement
from tests.advisor.report.test_report import pages_text

HAND: dict[str, Any] = {
    "format": "plexwright-installation/1",
    "components": [
        {"id": "cpc:Z", "kind": "cpc", "name": "Z1", "settings": {"CPS": 8}},
        {
            "id": "lpar:A",
            "kind": "lpar",
            "name": "SYSA",
            "parent": "cpc:Z",
            "settings": {"CPS": 4, "REAL_STORAGE_GB": 64},
            "measured": {"paging_per_s": 100, "page_data_set_pages_per_s.LOCAL1": 300},
        },
        {
            "id": "jvm:WAS1",
            "kind": "jvm",
            "name": "WAS1",
            "parent": "lpar:A",
            "settings": {"XMX_MB": 4096, "PAGESIZE": "4K"},
        },
        {
            "id": "cics_region:C1",
            "kind": "cics_region",
            "name": "C1",
            "parent": "lpar:A",
            "settings": {"MXT": 100},
            "measured": {"tx_per_s": 20, "response_ms": 50},
        },
    ],
}


@cache
def case() -> Engagement:
    return analyse(read_bytes("hand.json", json.dumps(HAND).encode()), name="")


def told(part: Any) -> str:
    return json.dumps(part, ensure_ascii=False)


@pytest.mark.parametrize("language", ["en", "de"])
def test_a_name_stands_once_before_why_its_bearer_is_not_projected(language: Any) -> None:
    """``WAS1: not projectable: WAS1: its CPU is in no report``."""
    (line,) = [x for x in advice_lines(case(), None, language) if x.startswith("WAS1: ")]
    assert line.count("WAS1") == 1
    limits = build_document(case(), ReportOptions(language))["trust"]["limits"]
    (said,) = [x for x in limits if "WAS1" in x]
    assert said.count("WAS1") == 1


def test_components_keep_the_names_that_the_document_gives_them() -> None:
    assert case().installation.topology["lpar:A"].name == "SYSA"


def test_one_measured_figure_is_not_told_in_the_plural() -> None:
    said = " ".join(build_document(case(), ReportOptions("en"))["trust"]["sentences"])
    assert "calibrated to one figure of" in said
    assert "1 figures" not in said


def test_units_in_sentences_are_in_the_language() -> None:
    speech = sentences_in("de").calling(calling("de"))
    (said,) = [s for _, s in case().baseline.hardware_doubts if "measured twice" in s]
    assert "300 Seiten/s" in speech.say(said).text


@pytest.mark.parametrize(("name", "written"), [("10", "10"), ("DB1", "<number>")])
def test_a_database_that_is_called_otherwise_has_a_number_to_fill_in(
    name: str, written: str
) -> None:
    """``ADARUN DBID=DB1`` is refused: DBID is a number."""
    database = Component(f"adabas_database:{name}", "adabas_database", name)
    topology = Topology({database.id: database}, ())
    assert operands_of(database, (), topology)["dbid"] == written


@cache
def drawn() -> Engagement:
    """The same without a report: parts put on a canvas, with a template's usual values."""
    topology = case().installation.topology
    origin = Origin("assumed", text="template")
    parts = [
        AddComponent(
            replace(
                component,
                measured={
                    n: replace(m, origin=origin)
                    for n, m in component.measured.items()
                    if component.kind == "cics_region"
                },
            )
        )
        for component in (topology[name] for name in ("cpc:Z", "lpar:A", "cics_region:C1"))
    ]
    return analyse([], Options(edits=tuple(parts), bands=False), name="")


@pytest.mark.parametrize("language", ["en", "de"])
def test_what_was_put_together_by_hand_is_not_called_measured(language: Any) -> None:
    """``By its reports … Based on 0 reports``, and a table of measured figures."""
    document = build_document(drawn(), ReportOptions(language, edition="management"))
    assert document["meta"]["based_on"] == {
        "en": "Put together by hand; no report was read",
        "de": "Von Hand zusammengestellt; kein Report wurde gelesen",
    }[language]  # fmt: skip
    said = told({**document["summary"], **document["management"]}).lower()
    assert "by its reports" not in said
    assert "as measured" not in said
    assert "gemessen" not in said
    rows = document["today"]["figures"]["rows"]
    assert rows
    assert not any(row["measured"] for row in rows)
    assert all(row["etr_per_s"].endswith("*") for row in document["management"]["today"])


def test_a_plan_of_nothing_has_no_cost_no_risk_and_no_table_to_explain() -> None:
    """``0 steps in 0 windows, about 0 person-days``, and what the last column holds."""
    document = build_document(drawn(), ReportOptions(edition="management"))
    assert (document["management"]["cost"], document["management"]["certainty"]) == ([], [])
    printed = " ".join(pages_text(render_pdf(document)).split())
    for key in ("mg_cost_title", "mg_risks", "mg_back", "mg_effect"):
        assert LABELS[key][:40] not in printed, key
    assert LABELS["mg_unchecked"][:40] in printed


def outlined(today: dict[str, Any]) -> list[str]:
    """Labels of the boxes and bars that are shown as the bottleneck."""
    machines = [system for machine in today["picture"]["machines"] for system in machine["systems"]]
    inside = [part for system in machines for part in system["parts"]]
    shown = (*machines, *inside, *today["picture"]["shelf"], *today["busy"]["rows"])
    return [one["label"] for one in shown if one["bottleneck"]]


def test_what_has_time_to_spare_is_not_called_a_limit() -> None:
    """``What limits it is LPAR SYSA``, which was 55 % busy."""
    full = engagement()
    idle = tuple(replace(r, utilization=0.5, low=0.5, high=0.5) for r in full.as_is.resources)
    calm = replace(full, as_is=replace(full.as_is, resources=idle))
    assert Writer(full, ReportOptions()).limits() == "DASD subsystem BOX"
    assert Writer(calm, ReportOptions()).limits() == ""
    document = build_document(calm, ReportOptions())
    assert document["today"]["bottleneck"] == ""
    assert outlined(build_document(full, ReportOptions())["today"])
    assert outlined(document["today"]) == []
    assert "What limits" not in told(document["summary"])
    assert "The limit today" not in told(document["summary"])


@pytest.mark.parametrize(
    ("origins", "head"),
    [
        (("user", "user"), "Entered"),
        (("report", "report"), "Measured"),
        (("user", "report"), "Measured"),
    ],
)
def test_what_somebody_typed_is_called_entered(origins: tuple[Any, Any], head: str) -> None:
    """``As measured, C1 delivers 20 transactions/s`` of a report that nobody had."""
    topology = case().installation.topology
    kinds = dict(zip(("tx_per_s", "response_ms"), origins, strict=True))
    parts = [
        AddComponent(
            replace(
                component,
                measured={
                    name: replace(one, origin=Origin(kinds[name]))
                    for name, one in component.measured.items()
                    if name in kinds
                },
            )
        )
        for component in (topology[name] for name in ("cpc:Z", "lpar:A", "cics_region:C1"))
    ]
    typed = analyse([], Options(edits=tuple(parts), bands=False), name="")
    document = build_document(typed, ReportOptions("en"))
    assert document["today"]["figures"]["told"] == document["trust"]["told"] == head
    assert any(row["measured"] for row in document["today"]["figures"]["rows"])
    assert ("as measured" in told(document["summary"]).lower()) is (head == "Measured")
    assert head in pages_text(render_pdf(document))


def test_a_gain_that_was_published_is_not_denied_below_what_it_is_told_with() -> None:
    """The heap on large pages brought +10 % of throughput, and the table's place said none was."""
    management = build_document(case(), ReportOptions("en", edition="management"))["management"]
    (thing,) = [one for one in management["things"] if "large pages" in one["title"]]
    assert "+10" in told(thing)
    assert "brought where it was published" in management["no_effects"]
