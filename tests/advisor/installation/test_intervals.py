"""Intervals of a figure become one value as its declaration says: tried on every declared one."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

import pytest

from advisor.installation import build_installation
from advisor.installation.intervals import measured_figures
from advisor.observations import Interval, Observation, Problem
from model.figures import Figure, carried, figures
from model.topology import Measured
from tests.advisor.reading.report_reading import read

SHORT, LONG = 900.0, 2700.0
FIRST, SECOND = 8.0, 24.0
"""The value in the short interval and in the long one that follows it."""
LESS_OF, MORE_OF = 5.0, 11.0
"""The same of denominators."""


def seen(kind: str, metric: str, value: float, start: str, seconds: float | None) -> Observation:
    at = Interval(start, None, seconds)
    return Observation(f"{kind}:A/B", metric, value, "", "a.txt", 1, "", str(value), at)


def two(kind: str, metric: str, short: float, long: float) -> list[Observation]:
    return [
        seen(kind, metric, short, "2015-03-17T10:00:00", SHORT),
        seen(kind, metric, long, "2015-03-17T10:15:00", LONG),
    ]


def joined(kind: str, metric: str, others: Sequence[str] = ()) -> float:
    groups = {metric: two(kind, metric, FIRST, SECOND)}
    groups |= {other: two(kind, other, LESS_OF, MORE_OF) for other in others}
    problems: list[Problem] = []
    found = measured_figures(kind, f"{kind}:A/B", groups, frozenset(), problems)
    assert problems == []
    return float(found[metric].value)


def mean(short: float, long: float) -> float:
    return (FIRST * short + SECOND * long) / (short + long)


def every() -> Iterator[tuple[str, Figure]]:
    return ((kind, one) for one in figures() for kind in one.kinds)


def named(one: Figure) -> str:
    return re.sub(r"\[.*?\]", "X", one.name).replace("*", "P1")


DEFINED = {
    "rate": mean(SHORT, LONG),
    "gauge": mean(SHORT, LONG),
    "count": FIRST + SECOND,
    "peak": SECOND,
    "minimum": FIRST,
    "latest": SECOND,
}


def test_two_unequal_intervals_of_every_declared_figure() -> None:
    tried = 0
    for kind, one in every():
        if one.nature != "ratio":
            assert joined(kind, named(one)) == pytest.approx(DEFINED[one.nature]), (kind, one.name)
            tried += 1
    assert tried > 400


def weight(kind: str, one: Figure, expression: str) -> tuple[float, float]:
    """The denominator in both intervals, by the definition: a rate over its interval's length."""
    totals = [0.0, 0.0]
    for term in expression.split("+"):
        factors = [1.0, 1.0]
        for name in term.split("×"):
            declared = carried(kind, name)
            assert declared is not None
            is_rate = declared.nature == "rate"
            factors[0] *= LESS_OF * (SHORT if is_rate else 1.0)
            factors[1] *= MORE_OF * (LONG if is_rate else 1.0)
        totals = [total + factor for total, factor in zip(totals, factors, strict=True)]
    return totals[0], totals[1]


def test_every_ratio_is_weighted_by_each_of_its_denominators() -> None:
    tried = 0
    for kind, one in every():
        for expression in one.over.split():
            names = [n.replace("*", "P1") for n in re.split(r"[+×]", expression)]
            if all(carried(kind, name) for name in names):
                expected = mean(*weight(kind, one, expression))
                assert joined(kind, named(one), names) == pytest.approx(expected), (kind, one.name)
                tried += 1
        if one.nature == "ratio":  # without a denominator by time, as the next best
            assert joined(kind, named(one)) == pytest.approx(mean(SHORT, LONG)), one.name
    assert tried > 80


def test_a_denominator_that_one_interval_lacks_weighs_none() -> None:
    group = two("service_class", "response_ms", FIRST, SECOND)
    groups = {"response_ms": group, "ended": two("service_class", "ended", 1, 9)[:1]}
    found = measured_figures("service_class", "service_class:A", groups, frozenset(), [])
    assert found["response_ms"].value == pytest.approx(mean(SHORT, LONG))


def counted(*intervals: tuple[float, str, float | None]) -> tuple[float, float | None]:
    group = [seen("cics_region", "dumps", *interval) for interval in intervals]
    found = measured_figures("cics_region", "cics_region:A", {"dumps": group}, frozenset(), [])
    return float(found["dumps"].value), found["dumps"].interval_s


def test_counts_are_added_over_intervals_that_do_not_overlap() -> None:
    hour, next_hour = (3.0, "2015-03-17T10:00:00", 3600.0), (1.0, "2015-03-17T11:00:00", 3599.98)
    assert counted(hour, next_hour) == (4.0, pytest.approx(7199.98))
    day = (9.0, "2015-03-17T00:00:00", 86_400.0)
    assert counted(hour, day, next_hour) == (9.0, 86_400.0)
    half = (2.0, "2015-03-17T10:30:00", 3600.0)
    assert counted(hour, half) == (3.0, 3600.0)


def test_counts_without_a_time_are_never_added() -> None:
    assert counted((3.0, "", 900.0), (5.0, "", 1800.0)) == (5.0, 1800.0)
    # A date alone does not say whether two of its intervals follow one another.
    assert counted((3.0, "2015-03-17", 900.0), (5.0, "2015-03-17", 900.0))[1] == 900.0
    assert counted((3.0, "2015-03-17T10:00:00", 900.0), (5.0, "", 1800.0)) == (5.0, 1800.0)


def test_the_length_of_a_mean_counts_common_time_once() -> None:
    group = [
        seen("lpar", "cp_busy_pct", 40, "2015-03-17T10:00:00", 1800),
        seen("lpar", "cp_busy_pct", 60, "2015-03-17T10:15:00", 1800),
        seen("lpar", "cp_busy_pct", 60, "2015-03-17T12:00:00", 600),
    ]
    found = measured_figures("lpar", "lpar:A", {"cp_busy_pct": group}, frozenset(), [])
    assert found["cp_busy_pct"].interval_s == 3300


OVERVIEW = """\
                                        R M F   O V E R V I E W   R E P O R T
                                                                                  PAGE 001
           z/OS V2R1                 SYSTEM ID SYSA            START 03/17/2015-10.00.00  INTERVAL 00.15.00
                                     RPT VERSION V2R1 RMF     END   03/17/2015-11.00.00  CYCLE 1.000 SECONDS

NUMBER OF INTERVALS 4            TOTAL LENGTH OF INTERVALS 01.00.00
DATE   TIME     INT       AVGAVAIL    MVSBSY
MM/DD HH.MM.SS HH.MM.SS
03/17 10.00.00 00.15.00       1000      40.0
03/17 10.15.00 00.15.00       1000      40.0
03/17 10.30.00 00.15.00       1000      40.0
03/17 10.45.00 00.15.00     500000      80.0
"""  # noqa: E501


def test_available_frames_are_a_mean_like_the_busy_share_beside_them() -> None:
    lpar = build_installation([read(OVERVIEW).reading]).topology["lpar:SYSA"]
    assert lpar.measure("mvs_busy_pct") == 50
    assert lpar.measure("available_frames") == 125_750


def test_a_figure_that_is_not_declared_is_left_out_with_a_sentence() -> None:
    problems: list[Problem] = []
    groups = {"speed": [seen("lpar", "speed", 1, "", None)]}
    assert measured_figures("lpar", "lpar:A", groups, frozenset(), problems) == {}
    assert [p.sentence for p in problems] == [
        "speed of lpar:A was read, but nothing is made of it here"
    ]


def one_said(file: str, value: float | str, start: str, seconds: float | None) -> Observation:
    return replace(seen("lpar", "cp_busy_pct", 0, start, seconds), file=file, value=value)


def measured(*group: Observation) -> tuple[Measured, list[Problem]]:
    problems: list[Problem] = []
    groups = {"cp_busy_pct": list(group)}
    found = measured_figures("lpar", "lpar:A", groups, frozenset(), problems)
    return found["cp_busy_pct"], problems


TEN = "2015-03-17T10:00:00"


def test_only_what_was_made_of_several_intervals_is_derived() -> None:
    (alone, _), (both, _) = (
        measured(*(one_said("a", 40, f"2015-03-17T{hour}:00:00", 900) for hour in hours))
        for hours in ((10,), (10, 11))
    )
    assert (alone.origin.kind, both.origin.kind) == ("report", "derived")
    assert both.origin.text == "the mean of 2 intervals; this line tells 0 for one"
    days = [one_said("a", 40, f"2015-03-{day}T10:00:00", 900) for day in (17, 18)]
    assert measured(*days)[0].origin.text.startswith(
        "the mean of 2 intervals from 2015-03-17 to 2015-03-18;"
    )


def test_a_sum_says_that_its_line_holds_a_part_of_it() -> None:
    hours = [seen("cics_region", "dumps", n, f"2015-03-17T1{n}:00:00", 3600) for n in (3, 4)]
    found = measured_figures("cics_region", "cics_region:A", {"dumps": hours}, frozenset(), [])
    assert found["dumps"].value == 7
    assert found["dumps"].origin.text == "the sum of 2 intervals; this line tells 3 of it"


def test_of_texts_the_last_is_taken() -> None:
    told = [one_said("a", text, TEN, 900) for text in ("first", "second", "third")]
    assert measured(*told)[0].value == "third"


@pytest.mark.parametrize(
    ("one", "other", "agree"),
    [
        (3, 3.5, True),  # a whole figure is rounded to the next
        (3, 3.6, False),
        (0.4, 0.45, True),  # others to one decimal
        (0.4, 0.5, False),
        (51.2, 52.1, True),  # large ones to two per cent
        (51.2, 53.1, False),
    ],
)
def test_two_reports_agree_but_for_rounding(one: float, other: float, agree: bool) -> None:
    found, problems = measured(one_said("a", one, TEN, 900), one_said("b", other, TEN, 900))
    assert bool(problems) == (not agree)
    assert (found.value == one) == agree


def test_a_file_is_said_once_to_contradict_another() -> None:
    def pair(hour: int, file: str) -> list[Observation]:
        start = f"2015-03-17T{hour}:00:00"
        return [one_said("a", 10, start, 900), one_said(file, 60, start, 900)]

    (sentence,) = measured(*pair(10, "b"), *pair(11, "b"))[1]
    assert (sentence.file, "more of its figures" in sentence.sentence) == ("b", False)
    assert [p.file for p in measured(*pair(10, "b"), *pair(11, "c"))[1]] == ["b", "c"]
    # One file may say two things of one interval: tables of parts.
    assert measured(*pair(10, "a"))[1] == []


def test_intervals_of_one_start_are_told_apart_by_their_minutes() -> None:
    quarter = one_said("a", 40, TEN, 900.0)
    assert measured(quarter, one_said("b", 40.5, TEN, 899.98))[0].value == 40
    hour, _ = measured(quarter, one_said("b", 60, TEN, 3600.0))
    assert hour.value == pytest.approx(56), "two intervals, weighed by their lengths"
    # Fifteen minutes and sixteen are two; without a length all of one start are one.
    assert measured(quarter, one_said("b", 90, TEN, 960.0))[1] == []
    assert len(measured(one_said("a", 40, TEN, None), one_said("b", 90, TEN, None))[1]) == 1


def test_what_has_no_time_contradicts_nothing() -> None:
    assert measured(one_said("a", 40, "", 900), one_said("b", 90, "", 900))[1] == []
    assert measured(one_said("a", "x", TEN, 900), one_said("b", "y", TEN, 900))[1] == []


@pytest.mark.parametrize("more", [0, 1])
def test_of_two_counts_without_a_time_it_is_said_which_is_taken(more: int) -> None:
    """They are not added up, for they may be of one time; one of them is lost."""
    problems: list[Problem] = []
    metrics = ("pool_reads.A.4096", "pool_found.A.4096")[: more + 1]
    groups = {
        metric: [
            replace(seen("ims_system", metric, value, "", None), file=file)
            for file, value in (("a", 60), ("a", 9), ("b", 300))
        ]
        for metric in metrics
    }
    measured_figures("ims_system", "ims_system:IMS", groups, frozenset(), problems)
    (problem,) = problems
    assert (problem.file, problem.line) == ("b", 1)
    assert "neither report says of what time; 60 is taken" in problem.sentence
    assert ("1 more of its figures differ" in problem.sentence) == (more == 1)


def test_a_rate_without_a_length_weighs_as_itself() -> None:
    """The denominator of a ratio, where no interval says how long it was."""
    at = [("2015-03-17T10:00:00", 10.0, 1.0), ("2015-03-17T11:00:00", 40.0, 2.0)]
    group = [seen("cics_region", "response_ms", value, start, None) for start, value, _ in at]
    rates = [seen("cics_region", "tx_per_s", rate, start, None) for start, _, rate in at]
    groups = {"response_ms": group, "tx_per_s": rates}
    found = measured_figures("cics_region", "cics_region:A", groups, frozenset(), [])
    assert found["response_ms"].value == pytest.approx(30)


def test_a_figure_below_zero_is_not_taken_and_its_line_is_said() -> None:
    problems: list[Problem] = []
    group = [*two("cics_region", "transactions", 40.0, -40.0)]
    figures_of = {"transactions": group, "tcb_cpu_s": two("cics_region", "tcb_cpu_s", -1.0, -2.0)}
    found = measured_figures("cics_region", "cics_region:A", figures_of, frozenset(), problems)
    assert {name: figure.value for name, figure in found.items()} == {"transactions": 40.0}
    assert [(p.file, p.line) for p in problems] == [("a.txt", 1)] * 2
    assert "cannot be −40, which is below zero" in problems[0].sentence


def test_what_people_define_themselves_may_be_below_zero() -> None:
    for kind, metric in (("lpar", "overview.DELTA"), ("service_class", "DELTA")):
        problems: list[Problem] = []
        found = measured_figures(
            kind, f"{kind}:A", {metric: two(kind, metric, -4.0, -4.0)}, frozenset(), problems
        )
        assert (found[metric].value, problems) == (-4.0, [])


def test_a_share_beyond_all_there_is_is_not_taken_and_its_line_is_said() -> None:
    """93.1 % printed as 193.1 % was the occupancy of a region; a report rounds 100 to 100.4."""
    problems: list[Problem] = []
    group = [*two("ims_region", "region_occupancy_pct", 100.4, 193.1)]
    figures_of = {"region_occupancy_pct": group}
    found = measured_figures("ims_region", "ims_region:A", figures_of, frozenset(), problems)
    assert found["region_occupancy_pct"].value == 100.4
    (problem,) = problems
    assert "cannot be 193.1, of which 100 is all there is" in problem.sentence
