"""What stands in sentences and tables as people say it: names, amounts of storage, cards."""

from __future__ import annotations

from dataclasses import replace

import pytest

from advisor.findings import Effect, Source, Worth
from advisor.plan.naming import counting
from advisor.report.document import build_document, with_places
from advisor.report.figures import shown_effect, shown_estimate, worth_cell
from advisor.report.links import Links
from advisor.report.options import ReportOptions
from advisor.report.sections.findings import finding as told_of
from advisor.report.texts import calling, metric_label
from advisor.report.wording import unit_shown
from advisor.report.writer import Writer
from advisor.rules.commands import RECORD_COLUMNS, in_cards
from advisor.translation import sentences_in
from model import figures
from model.catalogue import catalogue, named
from model.language import Name, SettingName, say
from model.projection.estimate import Estimate
from model.topology import Component
from tests.advisor.report.factory import engagement, finding
from tests.remembering import analyse, readings


def test_a_name_that_is_a_number_is_told_with_what_it_is() -> None:
    assert named(Component("adabas_database:10", "adabas_database", "10")) == "Adabas database 10"
    assert named(Component("lpar:SYSA", "lpar", "SYSA")) == "SYSA"


@pytest.mark.parametrize(
    ("value", "unit", "printed"),
    [(272_800.0, "MB", ("266.4", "GB")), (9_000.0, "MB", ("9,000", "MB")),
     (0.01414, "GB", ("14.48", "MB")), (34.0, "GB", ("34", "GB")), (0.0, "GB", ("0", "GB"))],
)  # fmt: skip
def test_storage_is_printed_in_what_can_be_read(
    value: float, unit: str, printed: tuple[str, str]
) -> None:
    shown = shown_effect(
        Effect("storage_mb", unit, value, Estimate(value, value, value, unit)), None, "en"
    )
    assert (shown.value, shown.unit) == printed
    assert shown.before == printed[0]


def test_a_share_is_printed_in_per_cent_as_the_key_figures_have_it() -> None:
    """The strip said 8.3 %, the comparison of scenarios below it 0.08333 without a unit."""
    busy = Estimate(0.083333, 0.07, 0.1, "ratio")
    shown = shown_effect(Effect("qr_utilization", "ratio", 0.041, busy), None, "en")
    assert (shown.value, shown.band, shown.unit) == ("8.333", "(7 … 10)", "%")
    assert shown.before == "4.1"
    full = Estimate(1.02, 0.9, 1.3, "ratio")
    assert shown_estimate("cpu_to_dispatch", full, None, "en").value == "100"
    # What is relative to another run is no share.
    slower = Estimate(1.3, 1.2, 1.4, "ratio")
    shown_slower = shown_estimate("relative_elapsed", slower, None, "en")
    assert (shown_slower.value, shown_slower.unit) == ("1.3", "")


def test_worth_in_small_storage_is_told_in_megabytes() -> None:
    worth = Worth({"storage_saved_gb": Estimate(0.01414, 0.01414, 0.01414, "GB")})
    found = replace(finding(rule="MQ-004"), worth=worth)
    assert worth_cell(found, None, "en") == "14.48 MB"


def test_a_card_that_is_too_long_becomes_several_and_no_keyword_is_torn() -> None:
    line = (
        "ADARUN PROG=ADANUC,CLUSTER=SYSPLEX,DBID=10,NUCID=<number of nucleus 9>,SVC=249,"
        "DEVICE=8393,CLUGROUPNAME=ADADB010"
    )
    printed = in_cards(f"S TASK\n{line}").split("\n")
    assert printed[0] == "S TASK"
    assert all(card.startswith("ADARUN ") and len(card) <= RECORD_COLUMNS for card in printed[1:])
    assert ",".join(card.removeprefix("ADARUN ") for card in printed[1:]) == line.removeprefix(
        "ADARUN "
    )


def test_nuclei_are_told_as_people_count() -> None:
    nuclei = [f"adabas_nucleus:10-{n}" for n in (1, 10, 11, 2, 9)]
    assert [c.rpartition("-")[2] for c in sorted(nuclei, key=counting)] == [
        *("1", "2", "9", "10", "11")
    ]


def test_a_setting_that_is_called_in_words_begins_small_within_a_sentence() -> None:
    speech = sentences_in("en").calling(calling("en"))
    size = SettingName("MESSAGE_KB")
    begun = speech.say(say("{setting} of {name}", setting=size, name=Name("MQA1"))).text
    assert begun == "Message size of MQA1"
    assert speech.say(say("No report gives {s}.", s=size)).text == "No report gives message size."
    assert speech.say(say("{s} is 8.", s=SettingName("NUCLEI_X"))).text == "NUCLEI_X is 8."


def test_a_source_is_told_once_and_never_by_the_rule_itself() -> None:
    def source(effect: str) -> Source:
        return Source("003, section 4.2.1", effect, distance="Its example was 95.2 % used.")

    one = finding(
        rule="MQ-005", sources=(source("39 to 10."), source("As MQ-005."), source("20 s"))
    )
    writer = Writer(engagement((one,)), ReportOptions())
    row = told_of(writer, Links(writer), one)
    told = [(s["effect"], bool(s["distance"])) for s in row["sources"]]
    assert told == [("39 to 10.", True), ("20\u00a0s", False)]


def test_what_the_model_projects_has_a_unit() -> None:
    """Fill pressure on the CF structure was 0.83, of nothing that was told."""
    metrics = {m: e.unit for w in analyse(readings()).as_is.workloads for m, e in w.metrics.items()}
    assert unit_shown(metrics["structure_full_pressure"], "", None, "de") == "mal voll"
    # Logical reads per physical read: a number of itself.
    assert {metric for metric, unit in metrics.items() if not unit} == {"buffer_efficiency"}


def test_a_figure_of_a_coupling_facility_is_not_called_the_systems() -> None:
    """Adabas has the use of the processors of its systems by the name that the facility has."""
    assert metric_label("cpu_busy_pct", "en", "cf") == "Processor use"
    assert metric_label("cpu_busy_pct", "de", "cf") == "Prozessorauslastung"
    assert metric_label("cpu_busy_pct", "en", "adabas_database").endswith("of the systems")
    (row,) = [
        row
        for row in build_document(analyse(readings()), ReportOptions())["trust"]["rows"]
        if row["workload"] == "Coupling facility CF01"
    ]
    assert row["metric"] == "Processor use"


def test_page_set_io_has_its_unit() -> None:
    """31,320 of what? stood in the tables of a plan, of a finding and of the calibration."""
    document = build_document(analyse(readings()), ReportOptions("en"))
    (pool,) = [item for item in document["findings"] if item["rule"] == "MQ-005"]
    (row,) = [row for row in pool["effects"] if row["metric"].startswith("Page set I/O")]
    assert row["unit"] == "I/Os"


SYMBOLS = {"%", "CIs", "CPs", "CPUs", "GB", "I/Os", "JVMs", "KB", "MB", "MSU", "TCBs", "ms", "s"}
SYMBOLS |= {"1/CPU s", "1/s", "Gbit/s", "I/Os/s", "MB/s", "s/GB", "\u00b5s", ""}


def test_german_units_are_german() -> None:
    """80 to 91 "sessions", of a CICS connection in a German report."""
    asked = {s.unit: (s.name, k.name) for k in catalogue() for s in k.settings}
    asked |= {figure.unit: (figure.name, None) for figure in figures.figures()}
    english = {
        shown
        for unit, (name, kind) in asked.items()
        if (shown := unit_shown(unit, name, kind, "de")) == unit_shown(unit, name, kind, "en")
    }
    assert english <= SYMBOLS


def test_what_has_the_name_of_another_is_told_with_its_place() -> None:
    """The report spoke of LPAR SYSA@C71D8, which nobody calls so."""
    case = engagement((finding(component="lpar:A@222", explanation="SYSA@222 waits for A@222."),))
    shape = case.installation.topology
    other = Component("lpar:A@222", "lpar", "A@222", "cpc:M")
    own = Component("lpar:J@B", "lpar", "J@B", "cpc:M")
    shape = shape.with_component(other).with_component(own)
    case = replace(case, installation=replace(case.installation, topology=shape))
    assert with_places(case) == {"A@222": "A (222)"}
    (page,) = build_document(case)["findings"]
    assert page["component"] == "LPAR A (222)"
    assert page["explanation"] == "SYSA (222) waits for A (222)."


def test_a_figure_and_its_unit_are_never_on_two_lines() -> None:
    """ "1,38" ended a line of the German sample, and "ms im System" began the next one."""
    english = Writer(engagement((finding(),)), ReportOptions())
    told = english.speak(say("{a} ms, {c} GB, {c} sorts, {c} MB/s", a=1.5, c=4))
    assert told == "1.5\u00a0ms, 4\u00a0GB, 4 sorts, 4 MB/s"
