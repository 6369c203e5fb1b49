"""What a reader sees holds no name that only the program knows."""

from __future__ import annotations

import re
from collections.abc import Iterable

import pytest

from advisor.engagement import Engagement
from advisor.observations import FileReading, Problem
from advisor.translation.sentences import entries
from app.advising.checking import check_scenarios
from app.advising.levels import answer_levels
from app.importing.files import report_problems
from app.printing.advice_text import advice_lines
from app.printing.projection_text import given_name, in_ranges, projection_lines, scenario_title
from model.catalogue import catalogue
from model.figures import figure
from model.language import ComponentId, FigureName, say
from model.projection import Unanswered, project
from model.queueing.goals import Goal
from model.topology import Scenario, SetSetting

SWEPT = [SetSetting("adabas_database:10", "CDATAMAXS", value) for value in (10_000, 30_000, 40_000)]


def ids_in(lines: Iterable[str]) -> list[str]:
    kinds = "|".join(sorted((kind.name for kind in catalogue()), key=len, reverse=True))
    component = re.compile(rf"\b(?:{kinds}|hardware|other):\S+|\b(?:hardware|other)/\S+")
    word = re.compile(r"(?<![\w.<-])[a-z]+(?:_[a-z]+)+(?![\w.>-])")
    found = []
    for line in lines:
        found += component.findall(line)
        found += [
            w for w in word.findall(line) if figure(w) is not None or catalogue().get(w) is not None
        ]
    return found


@pytest.mark.parametrize("language", ["en", "de"])
def test_advice_names_no_ids(sample_analysis: Engagement, language: str) -> None:
    assert ids_in(advice_lines(sample_analysis, None, language)) == []


@pytest.fixture(scope="module")
def swept(sample_analysis: Engagement):
    asked = [Scenario(given_name([c]), (c,)) for c in SWEPT]
    baseline = sample_analysis.baseline
    return baseline, asked, project(baseline, [Scenario("As-is"), *asked], bands=False)


def test_projections_name_no_ids_and_say_nothing_twice(swept) -> None:
    baseline, _, (as_is, *items) = swept
    lines = projection_lines(baseline, [as_is, *items], Unanswered(baseline, as_is))
    assert ids_in(lines) == []
    assert len([line for line in lines if "SYSA: its workloads and z/OS hold" in line]) == 1
    assert any("24.77 min" in line for line in lines)
    assert not any("1,486,000" in line for line in lines)
    assert any(line.startswith("10 CDATAMAXS=30000, 10 CDATAMAXS=40000: ") for line in lines)


def test_what_is_said_of_several_scenarios_holds_for_each(sample_analysis: Engagement) -> None:
    """A growth of −50, 50 and 100 % is a load of 50 to 200 %, not of one of them."""
    baseline = sample_analysis.baseline
    grown = [SetSetting("cics_region:CICSAOR1", "LOAD_GROWTH_PCT", v) for v in (100, -50, 50)]
    asked = [Scenario("As-is"), *(Scenario(given_name([c]), (c,)) for c in grown)]
    as_is, *items = project(baseline, asked, bands=False)
    lines = projection_lines(baseline, [as_is, *items], Unanswered(baseline, as_is))
    (said,) = (line for line in lines if "of today's load" in line)
    assert said.endswith("CICS region CICSAOR1: 50 to 200 % of today's load")
    (one,) = projection_lines(baseline, [as_is, items[0]], Unanswered(baseline, as_is))[-1:]
    assert " to 200 %" not in one


def test_figures_that_differ_become_ranges_and_names_stay() -> None:
    said = [
        "at MQA1/1 full at 38.7 a second where 1,040.0 come",
        "at MQA1/1 full at 9.0 a second where 990.5 come",
    ]
    assert in_ranges(said) == "at MQA1/1 full at 9.0 to 38.7 a second where 990.5 to 1,040.0 come"
    assert (
        in_ranges(["\N{MINUS SIGN}5 % of SYS-2", "3 % of SYS-2"])
        == "\N{MINUS SIGN}5 to 3 % of SYS-2"
    )
    assert in_ranges(["10 CDATAMAXS is 3"] * 2) == "10 CDATAMAXS is 3"


def test_a_scenario_that_somebody_named_keeps_its_name(swept) -> None:
    baseline, asked, _ = swept
    assert scenario_title(baseline.topology, asked[0]) == "10 CDATAMAXS=10000"
    assert scenario_title(baseline.topology, Scenario("Less cache", asked[0].changes)) == (
        "Less cache"
    )


@pytest.mark.thorough
def test_levels_name_no_ids_and_one_largest_load(swept) -> None:
    baseline, _, (as_is, *_) = swept
    goals = [Goal(f"cics_region:{name}", 0.5, 90) for name in ("CICSAOR1", "NVVSECI1")]
    (found,) = answer_levels(baseline, as_is, [], goals)
    assert ids_in(found.lines) == []
    assert len([line for line in found.lines if line.startswith("Largest load")]) == 1
    assert len([line for line in found.lines if line.startswith("Next to be")]) == 1


@pytest.mark.thorough
def test_checks_name_no_ids(swept) -> None:
    baseline, *_ = swept
    (found,) = check_scenarios(baseline, [], 2.0).values()
    assert ids_in(found.lines) == []


def test_places_to_fill_in_are_named_in_german(sample_analysis: Engagement) -> None:
    """``<group>`` and ``<data component>`` are for the reader, in whatever is typed."""
    known = {place for place in entries("de") if place.startswith("<")}
    english = "\n".join(advice_lines(sample_analysis, None, "en"))
    assert any(place in english for place in known)
    german = "\n".join(advice_lines(sample_analysis, None, "de"))
    assert [place for place in known if place in german and entries("de")[place] != place] == []


def test_complaints_about_reports_name_no_ids(capsys: pytest.CaptureFixture[str]) -> None:
    """ "cp_busy_pct of lpar:SYSA is 27.2 here" was what a terminal said of two reports."""
    sentence = say(
        "{metric} of {subject} cannot be {value:g}",
        metric=FigureName("cp_busy_pct"),
        subject=ComponentId("lpar:SYSA"),
        value=120.0,
    )
    problem = Problem("r.txt", 7, sentence)
    report_problems([FileReading("r.txt", "r", 1, "utf-8", "lines", (), (), 1, (), (problem,))])
    assert capsys.readouterr().err == "plexwright: r.txt:7: CPs busy of SYSA cannot be 120\n"
