"""The chapter that says whether it came true: in both editions, languages, and masked."""

from __future__ import annotations

import json
from dataclasses import replace
from datetime import date

import pytest

from advisor.history.beside import Compared
from advisor.history.lookback import Lookback
from advisor.history.outcome import Carried, Missed, Outcome, Step, Worse
from advisor.history.periods import Period
from advisor.history.record import Share
from advisor.history.trends import Trend
from advisor.observations import Interval
from advisor.report import ReportOptions, build_document, numbers, render_pdf
from advisor.report.options import SECTIONS
from advisor.report.writer import Writer
from model.language import Keyword, say
from model.projection import Estimate, Experience, Past
from tests.advisor.report.factory import engagement
from tests.advisor.report.test_report import pages_text

DATABASE = "adabas_database:10"


def compared(metric: str, unit: str, said: tuple[float, float, float], measured: float) -> Compared:
    value, low, high = said
    inside = low <= measured <= high
    estimate = Estimate(value, low, high, unit)
    return Compared(DATABASE, "Adabas", metric, unit, 100.0, estimate, measured, inside, 0.5)


def lookback(trends: tuple[Trend, ...] = ()) -> Lookback:
    figures = (
        compared("etr_per_s", "1/s", (150.0, 140.0, 160.0), 149.0),
        compared("itr_per_cpu_s", "1/CPU s", (110.0, 105.0, 115.0), 90.0),
    )
    carried = (
        Carried("lpar:A", "ZHPF", False, True, True, f"ADA-017@{DATABASE}", "as planned"),
        *(
            Carried(f"adabas_nucleus:10-{n}", "LBP", 100, 50, None, "", "unplanned")
            for n in range(1, 6)
        ),
        Carried(DATABASE, "NUCLEI", 8, 8, 12, f"ADA-002@{DATABASE}", "not carried out"),
        Carried(DATABASE, "X", None, None, 1, "MQ-004@mq:1", "not told"),
    )
    missed = Missed(
        DATABASE,
        say(
            "{setting} was changed from {before} to {after}, which nobody had planned; its effect "
            "is in the projection as far as the model knows it",
            setting=Keyword("LBP"),
            before=100,
            after=50,
        ),
    )
    steps = (
        Step("ADA-017@x", "Use zHPF", {(DATABASE, "etr_per_s"): 120.0}),
        Step("ADA-018@x", "Moves nothing", {(DATABASE, "etr_per_s"): 120.0}),
    )
    worse = Worse(DATABASE, "itr_per_cpu_s", "1/CPU s", 100.0, 110.0, 90.0)
    before = Period(1, "2025-03-17T10:00:00", None, ())
    after = Period(2, "2025-08-18T10:00:00", None, ())
    outcome = Outcome(before, after, carried, {DATABASE: 18.0}, steps, figures, (missed,), (worse,))
    return Lookback((outcome,), trends)


def trend(reached: date | None, earliest: date | None, latest: date | None) -> Trend:
    first, last = date(2025, 1, 1), date(2025, 6, 1)
    return Trend("lpar:A", "cp_busy_pct", "%", 120, first, last, 84.0, 18.0, 9.0, 27.0, 10,
                 100.0, reached, earliest, latest)  # fmt: skip


def test_projected_stands_beside_measured_and_what_became_of_advice() -> None:
    chapter = build_document(engagement(), ReportOptions(), (), lookback())["history"]
    (pair,) = chapter["pairs"]
    assert pair["verdict"] == "1 of 2 figures lie inside their bands."
    (group,) = pair["figures"]
    etr, itr = group["rows"]
    assert (etr["before"], etr["projected"], etr["band"], etr["measured"], etr["verdict"]) == (
        "100", "150", "(140 … 160)", "149", "inside",
    )  # fmt: skip
    assert itr["verdict"] == "outside"
    changes = {row["setting"]: row for row in pair["changes"]}
    assert changes["LBP, MB"]["component"].endswith("and 2 more"), "like changes are one row"
    assert (changes["ZHPF"]["how"], changes["ZHPF"]["rule"]) == (
        "carried out as advised",
        "ADA-017",
    )
    assert changes["Nuclei"]["how"] == "not carried out"
    assert "MQ-004" in pair["silent"]
    assert "X" not in changes
    (table,) = pair["steps"]
    assert [row["label"] for row in table["rows"]] == [
        "Before", "Use zHPF", "All changes and the load", "Measured",
    ]  # fmt: skip
    assert [row["cells"][0] for row in table["rows"]] == ["100", "120", "150", "149"]
    assert pair["worse"][0]["expected"] == "110"
    assert "LBP was changed from 100 to 50" in pair["missed"][0]


def test_those_who_decide_read_words_and_the_count_of_what_they_see() -> None:
    """``Not carried out: NUCLEI``, and ``9 of 12 figures`` above a table of six."""
    figures = (*lookback().outcomes[0].compared, compared("reads_per_s", "1/s", (9, 8, 10), 9.0))
    past = Lookback((replace(lookback().outcomes[0], compared=figures),))
    chapter = build_document(engagement(), ReportOptions(edition="management"), (), past)["history"]
    counted, undone, unplanned = chapter["lead"]
    assert len(chapter["leading"]) == 2
    assert counted.endswith("follow; the technical edition has the other 1.")
    assert undone == "Not carried out: Add ALS nuclei while they are bound by one CP."
    assert unplanned == "Changed without a plan: LBP (Buffer pool of the nucleus)."


def test_of_several_periods_the_last_is_when_it_was_measured() -> None:
    """``Measured from March to August`` of two mornings five months apart."""
    reading = engagement().readings[0]
    readings = tuple(
        replace(
            reading,
            file=day,
            batch=batch,
            observations=tuple(
                replace(o, interval=Interval(f"{day}T10:00:00", f"{day}T10:45:00", 2700.0))
                for o in reading.observations
            ),
        )
        for batch, day in enumerate(("2015-03-17", "2015-08-18"))
    )
    two = replace(engagement(), readings=readings)
    assert build_document(two)["meta"]["period"] == (
        "Measured from 2015-08-18 10:00 to 2015-08-18 10:45. Before that: 2015-03-17."
    )


def test_days_apart_in_one_period_are_named_and_not_what_lies_between() -> None:
    """``Measured from 2015-03-16 07:15 to 2020-03-17 12:30``: one lone record is of 2020."""
    reading = engagement().readings[0]
    first, *_ = reading.observations
    days = ("2015-03-16", "2015-03-17", "2020-03-17")
    seen = tuple(
        replace(first, interval=Interval(f"{day}T10:00:00", f"{day}T10:45:00", 2700.0))
        for day in days
    )
    apart = replace(engagement(), readings=(replace(reading, observations=seen),))
    told = build_document(apart)["meta"]["period"]
    assert told == "Measured on 2015-03-16 to 2015-03-17 and 2020-03-17."
    german = build_document(apart, ReportOptions(language="de"))["meta"]["period"]
    assert german == "Gemessen: 16.03.2015 bis 17.03.2015 und 17.03.2020."


def test_an_end_without_a_beginning_is_a_period_as_well() -> None:
    """SMF 115 says when its interval had ended: page 1 had no period at all."""
    reading = engagement().readings[0]
    first, *_ = reading.observations
    ended = replace(first, interval=Interval(None, "2015-03-17T17:59:00", None))
    whole = replace(first, interval=Interval("2015-03-17T10:00:00", "2015-03-17T10:45:00", 2700.0))

    def told(*seen):
        of = replace(engagement(), readings=(replace(reading, observations=seen),))
        return build_document(of)["meta"]["period"]

    assert told(ended) == "Measured on 2015-03-17 17:59."
    # Where others tell more, counts since a start of long ago do not stretch it.
    assert told(ended, whole) == "Measured from 2015-03-17 10:00 to 2015-03-17 10:45."


def test_a_multiple_is_no_percentage() -> None:
    """``furthest off, by 3,769 %``."""
    assert (numbers.error(3769.0), numbers.error(-29.0), numbers.error(3769.0, "de")) == (
        "×39", "−29\u00a0%", "×39",
    )  # fmt: skip
    assert Writer(engagement(), ReportOptions()).off_by(3769.0) == "a factor of 39"
    assert Writer(engagement(), ReportOptions("de")).off_by(3769.0) == "den Faktor 39"


def test_an_engagement_of_one_period_has_no_such_chapter() -> None:
    case = engagement()
    none, empty = (build_document(case, ReportOptions(), (), p) for p in (None, Lookback()))
    assert none == empty
    assert "history" not in none["sections"]
    assert "Did it come true" not in pages_text(render_pdf(none))


@pytest.mark.parametrize("edition", ["technical", "management"])
def test_both_editions_tell_it_in_german_and_masked(edition) -> None:
    case = engagement()
    seen = Experience(
        1.5,
        say(
            "taken {factor:.2g} times as wide as the model makes it: of {n} figures measured here "
            "after earlier changes, {inside} lay inside their bands",
            factor=1.5, n=2, inside=1,
        ),
    )  # fmt: skip
    baseline = replace(
        case.baseline,
        past=Past({}, {"Adabas": {"etr_per_s": seen, "io_per_s": Experience(1.0, "")}}),
    )
    case = replace(case, baseline=baseline)
    past = lookback((trend(date(2026, 6, 1), date(2026, 2, 1), None),))
    options = ReportOptions("de", edition=edition, mask=True, date="2026-11-22")
    document = build_document(case, options, (), past)
    (pair,) = document["history"]["pairs"]
    assert "[englisch]" not in json.dumps([pair["missed"], document["history"]["bands"]])
    assert "SYSA" not in json.dumps(document["history"])
    assert "SYSA" in json.dumps(build_document(case, ReportOptions(), (), past)["history"])
    text = pages_text(render_pdf(document))
    assert "Ist es so gekommen?" in text
    assert "1 von 2 Werten liegen in ihren Bändern." in text
    (going,) = document["history"]["trends"]
    said = "100\u00a0%, am 2026-06-01 (2026-02-01 … nach mehr als zehn Jahren)"
    assert going["reached"] == said
    assert "2026-06-01" in text
    if edition == "technical":
        assert "1,5-mal so breit" in " ".join(text.split())


def test_a_limit_beyond_ten_years_is_no_date() -> None:
    past = Lookback((), (trend(None, None, None), trend(None, date(2034, 1, 1), None)))
    never, perhaps = build_document(engagement(), ReportOptions(), (), past)["history"]["trends"]
    assert never["reached"] == "100\u00a0%, not within ten years"
    assert "later than ten years (2034-01-01 …" in perhaps["reached"]


def test_the_track_record_is_a_section_of_its_own_where_it_is_wanted() -> None:
    shares = {
        "all": (Share("", 9, 3, 8, 0.6, 0.97),),
        "rule": (Share("ADA-017", 4, 2, 3, 0.4, 0.95),),
    }
    past = Lookback(record=shares)
    wanted = ReportOptions("de", sections=SECTIONS)
    document = build_document(engagement(), wanted, (), past)
    assert [(row["of"], row["inside"], row["cases"]) for row in document["track_record"]] == [
        ("Alle", "8 von 9", "3"), ("ADA-017", "3 von 4", "2"),
    ]  # fmt: skip
    text = pages_text(render_pdf(document))
    assert "Bisherige Treffer" in text
    assert "Ist es so gekommen?" not in text
    assert "track_record" not in build_document(engagement(), None, (), past)["sections"]
