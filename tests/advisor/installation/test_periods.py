"""Reports of several days in one import: said, asked, and narrowed to the period that counts."""

from __future__ import annotations

from datetime import date, datetime, timedelta

import pytest

from advisor.engagement import Installation
from advisor.installation import build_installation, periods
from advisor.observations import FileReading, Interval, Observation, Question
from advisor.reading import read_bytes
from model.topology import Value
from tests.advisor.reading.report_reading import SAMPLES

RMF = (SAMPLES / "engagement/rmf-sysb.txt").read_text()
ANSWER = ("reports", "period")


def day(date: str, rate: str = "") -> FileReading:
    """The sample's RMF reports as of another day, some devices with another activity."""
    text = RMF.replace("03/17/2015", date)
    if rate:
        assert "1130.0" in text
        text = text.replace("1130.0", rate)
    (reading,) = read_bytes(f"rmf-{date.replace('/', '')}.txt", text.encode())
    return reading


def built(
    *readings: FileReading, answers: dict[tuple[str, str], Value] | None = None
) -> Installation:
    return build_installation(readings, answers)


def about_periods(installation: Installation) -> list[Question]:
    return [question for question in installation.questions if question.subject == "reports"]


def measured(installation: Installation) -> dict[tuple[str, str], Value]:
    return {
        (component.id, metric): figure.value
        for component in installation.topology
        for metric, figure in component.measured.items()
    }


def test_one_morning_is_one_period() -> None:
    assert about_periods(built(day("03/17/2015"))) == []


def test_days_that_are_averaged_are_said_and_asked_about() -> None:
    installation = built(day("03/17/2015"), day("04/21/2015"))
    (question,) = about_periods(installation)
    assert "2 days from 2015-03-17 to 2015-04-21" in question.question
    assert question.choices == ("2015-03-17", "2015-04-21")
    assert any("means over all 2 days" in sentence for sentence in installation.assumptions)


def test_days_more_than_a_quarter_apart_make_no_mean() -> None:
    new = day("03/17/2015", "1230.0")
    both = built(day("03/17/2012"), new)
    assert measured(both) == measured(built(new))
    (question,) = about_periods(both)
    assert "those from 2015-03-17 on count" in question.question
    (said,) = [sentence for sentence in both.assumptions if "2012-03-17" in sentence]
    assert "do not count" in said
    assert not any("means over all" in sentence for sentence in both.assumptions)
    old = built(day("03/17/2012"), new, answers={ANSWER: "2012-03-17"})
    assert measured(old) == measured(built(day("03/17/2012")))


def test_the_longest_gap_of_one_baseline_is_a_quarter() -> None:
    days = [str(date(2015, 1, 1) + timedelta(days=n)) for n in (0, 92, 185, 186)]
    assert periods.newest(days[:2]) == ()
    assert periods.newest(days) == tuple(days[2:])
    assert periods.newest(["2015-02-31", *days]) == ()


@pytest.mark.parametrize("period", ["2015-03-17", "2015-04-21"])
def test_the_period_that_is_answered_is_the_baseline(period: str) -> None:
    readings = {"2015-03-17": day("03/17/2015"), "2015-04-21": day("04/21/2015", "1230.0")}
    alone = built(readings[period])
    both = built(*readings.values(), answers={ANSWER: period})
    assert measured(both) == measured(alone)
    assert measured(built(*readings.values())) != measured(alone)
    (question,) = about_periods(both)
    assert f"those of {period} count" in question.question
    assert not any("means over all" in sentence for sentence in both.assumptions)


def test_a_figure_that_only_another_day_has_stays() -> None:
    (other,) = read_bytes("b.txt", RMF.replace("SYSB", "SYSZ").encode())
    both = built(day("03/17/2015"), day("04/21/2015"), other, answers={ANSWER: "2015-04-21"})
    assert both.topology["lpar:SYSZ"].measured


def test_an_answer_that_no_report_measures_is_said() -> None:
    installation = built(day("03/17/2015"), day("04/21/2015"), answers={ANSWER: "2015-05-01"})
    (sentence,) = [p.sentence for p in installation.problems if "2015-05-01" in p.sentence]
    assert "choose of 2015-03-17, 2015-04-21" in sentence
    installation = built(day("03/17/2015"), answers={ANSWER: "2015-05-01"})
    assert any("measure one period only" in p.sentence for p in installation.problems)


def test_a_night_is_one_period_and_two_mornings_are_not() -> None:
    def at(date: str, time: str) -> FileReading:
        text = RMF.replace("03/17/2015", date).replace("TIME 10.", f"TIME {time}.")
        (reading,) = read_bytes(f"{date}-{time}".replace("/", ""), text.encode())
        return reading

    assert about_periods(built(at("03/17/2015", "23"), at("03/18/2015", "00"))) == []
    assert about_periods(built(at("03/17/2015", "09"), at("03/18/2015", "09")))


def test_of_many_days_months_are_offered() -> None:
    dates = [f"{month:02}/{day_:02}/2015" for month in (3, 4) for day_ in range(1, 18)]
    (question,) = about_periods(built(*map(day, dates)))
    assert question.choices == ("2015-03", "2015-04")


def at(*starts: str, metric: str = "cp_busy_pct", value: Value = 1.0) -> dict[str, list]:
    return {
        "lpar:A": [
            Observation("lpar:A", metric, value, "", "a", 1, "", "", Interval(start, None, 900.0))
            for start in starts
        ]
    }


def test_a_night_is_one_period_up_to_its_longest_gap_and_length() -> None:
    start = datetime(2015, 3, 17, 22)
    gap, whole = periods.LONGEST_GAP, periods.ONE_PERIOD
    later = (start + gap, start + gap + timedelta(minutes=1))
    found = [periods.days_of(at(start.isoformat(), end.isoformat())) for end in later]
    assert found[0] == ()
    assert found[1] == ("2015-03-17", later[1].isoformat()[:10])
    steps = [start + n * gap for n in range(int(whole / gap) + 1)]
    assert steps[-1] - start == whole, "this test would not tell"
    assert periods.days_of(at(*(step.isoformat() for step in steps))) == ()
    longer = [*steps, steps[-1] + timedelta(minutes=1)]
    assert len(periods.days_of(at(*(step.isoformat() for step in longer)))) > 1


def test_days_are_those_that_one_figure_is_averaged_over() -> None:
    days = "2015-03-17T10:00:00", "2015-04-21T10:00:00"
    assert periods.days_of(at(*days)) == ("2015-03-17", "2015-04-21")
    # What cannot be placed in time is of no one period; what is no figure is averaged over none.
    assert periods.days_of(at("2015-03-17T99:00", "2015-03-18T99:00")) == (
        "2015-03-17",
        "2015-03-18",
    )
    assert periods.days_of(at(*days, value="x")) == ()
    assert periods.days_of(at(*days, value=True)) == ()
    assert periods.days_of(at(*days, metric="setting.CPS")) == ()
    apart = at(days[0]) | {"lpar:B": at(days[1])["lpar:A"]}
    assert periods.days_of(apart) == (), "each is of one day"
    assert periods.days_of(at("2015-03-17T10:00:00", "2015-03-17T11:00:00")) == ()


def test_so_many_days_are_offered_and_of_more_the_months() -> None:
    days = [str(date(2015, 3, 1) + timedelta(days=n)) for n in range(periods.MOST_DAYS + 1)]
    assert periods.offered(days[:-1]) == tuple(days[:-1])
    assert periods.offered(days) == tuple(sorted({day[:7] for day in days}))


def test_a_figure_without_an_interval_in_the_period_keeps_all_of_its_own() -> None:
    inside, outside = at("2015-03-17T10:00:00"), at("2015-04-21T10:00:00", metric="cpu_delay_pct")
    timeless, setting = at("", value=2.0), at("2015-04-21T10:00:00", metric="setting.CPS")
    other = at("2015-04-21T10:00:00", value=9.0)
    group = [part["lpar:A"][0] for part in (inside, outside, timeless, setting, other)]
    kept = periods.narrowed({"lpar:A": group}, "2015-03")["lpar:A"]
    assert list(kept) == group[:-1]


def test_what_is_added_up_of_other_times_is_said() -> None:
    """A nucleus of the day after made the cluster's commands without a word."""
    texts = {
        name: (SAMPLES / f"engagement/{name}.txt").read_text()
        for name in ("ada10-nuc1", "ada10-nuc3", "ada10-nuc4")
    }

    def said(**other: str) -> list[str]:
        readings = [
            read_bytes(
                f"{name}.txt",
                text.replace("2015-03-17", other.get(name[-4:], "2015-03-17")).encode(),
            )[0]
            for name, text in texts.items()
        ]
        return [one for one in built(*readings).assumptions if "not the same" in one]

    assert said() == []
    (sentence,) = said(nuc3="2015-03-18")
    assert "10-3" in sentence
    assert "2015-03-18" in sentence
    assert "2015-03-17" in sentence
    assert len(said(nuc3="2015-03-19", nuc4="2015-03-19")) == 1
