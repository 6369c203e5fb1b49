"""What a step brings is told to management with how sure it is."""

from __future__ import annotations

from dataclasses import replace

from advisor.findings import Effect
from advisor.reading import read_path
from advisor.report.options import ReportOptions
from advisor.report.sections.management import _best, _further, _thing, chosen
from advisor.report.writer import Writer
from app.paths import sample
from model.projection.estimate import Estimate
from tests.advisor.plan.test_plan import finding
from tests.remembering import analyse, readings


def test_a_published_gain_keeps_its_band_in_the_management_edition() -> None:
    """ "-15 %" was promised of what was published as 10 to 20 %."""
    published = Estimate(85.0, 80.0, 90.0, "CPU s/s", "arithmetic", ())
    gain = Effect("cpu_s_per_s", "CPU s/s", 100.0, published)
    writer = Writer(analyse(readings()), ReportOptions())
    told = _best(writer, replace(finding(1), projection=(gain,)))
    assert "15" in told
    assert "20" in told
    assert "10" in told


def test_what_is_given_back_is_told_as_an_amount() -> None:
    """ "LFAREA that nobody uses −100 %": of how much?"""
    none = Estimate(0.0, 0.0, 0.0, "MB", "arithmetic", ())
    given_back = Effect("lfarea_unused_mb", "MB", 2048.0, none)
    writer = Writer(analyse(readings()), ReportOptions())
    told = _best(writer, replace(finding(1), projection=(given_back,)))
    assert told.endswith(": 2,048 → 0 MB")


def test_management_hears_of_the_next_steps_where_none_has_a_chart() -> None:
    """Of 38 steps three were told, and half a page stood empty."""
    case = analyse(readings())
    silent = tuple(replace(step, gain_pct=None) for step in case.plan.steps)
    writer = Writer(replace(case, plan=replace(case.plan, steps=silent)), ReportOptions())
    further, named = _further(writer)
    told = {one["title"] for one in further}
    # Each step of the plan, whatever it weighs: its owner is asked for a window of theirs.
    steps = {f.title for f in case.findings if f.id in case.plan.findings}
    assert told == steps - {f.title for f in chosen(writer)}
    assert not named


def test_what_is_worth_something_is_named_and_what_weighs_high_beside_it() -> None:
    """Three things were told with "no gain claimed" beside what a fifth of a CPU went into; then
    what takes hours to recover stood behind things of little weight.
    """
    writer = Writer(analyse(read_path(sample("formats"))), ReportOptions())
    things = chosen(writer)
    assert {"ADA-023", "MQ-010"} <= {f.rule for f in things}
    assert [f.severity for f in things].count("high") == 1
    told = [_thing(writer, finding)["brings"] for finding in things]
    assert "no gain claimed" not in told
    assert any("hours of recovery" in brings for brings in told)


def test_paging_is_named_among_what_limits() -> None:
    """A buffer pool of MQ was named alone while both systems paged 8,600 times a second."""
    writer = Writer(analyse(read_path(sample("formats"))), ReportOptions())
    first, second, last = writer.limits_today().split("; ")
    assert first == "paging of LPAR SYSA (8,834\N{NO-BREAK SPACE}pages/s)"
    assert second.startswith("paging of LPAR SYSB")
    assert last == writer.limits()
    german = Writer(writer.engagement, ReportOptions(language="de"))
    said = german.limits_today()
    assert said.startswith("Paging von LPAR SYSA (8.834\N{NO-BREAK SPACE}Seiten/s)")
    # The model of the largest workload has its paging: what it names comes first.
    modelled = Writer(analyse(readings()), ReportOptions())
    assert modelled.limits_today().startswith(f"{modelled.limits()}; paging of ")
    calm = tuple(f for f in modelled.engagement.findings if f.rule != "ZOS-001")
    still = Writer(replace(modelled.engagement, findings=calm), ReportOptions())
    assert still.limits_today() == modelled.limits()
