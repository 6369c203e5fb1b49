"""Month or day first: what the file itself proves holds for all of it, else it is said."""

from __future__ import annotations

import pytest

from advisor.reading import engine, read_bytes
from tests.advisor.reading.report_reading import SAMPLES

CICS = (SAMPLES / "engagement/cics-aor1-dfh0stat.txt").read_text()
RMF = (SAMPLES / "engagement/rmf-sysb.txt").read_text()


def printed(*dates: str, report: str = CICS, before: str = "") -> engine.FileReading:
    """One print of the report for each of the days."""
    text = "".join(
        report.replace("03/17/2015", date).replace("CICSAOR1", f"CICSAO{number}A")
        for number, date in enumerate(dates)
    )
    (reading,) = read_bytes("x.txt", (before + text).encode())
    return reading


def days(reading: engine.FileReading) -> list[str]:
    found = (o.interval.end or o.interval.start for o in reading.observations)
    return sorted({day[:10] for day in found if day})


def doubts(reading: engine.FileReading) -> list[str]:
    return [p.sentence for p in reading.problems if "month or" in p.sentence]


@pytest.mark.parametrize(
    ("dates", "wanted"),
    [
        (("03/04/2015", "03/17/2015"), ["2015-03-04", "2015-03-17"]),
        (("03/04/2015", "17/04/2015"), ["2015-04-03", "2015-04-17"]),
        (("17/04/2015", "03/04/2015", "05/04/2015"), ["2015-04-03", "2015-04-05", "2015-04-17"]),
        (("03/03/2015", "04/04/2015"), ["2015-03-03", "2015-04-04"]),
        (("03/04/2015",), ["2015-03-04"]),
    ],
)
def test_one_date_decides_for_the_file(dates: tuple[str, ...], wanted: list[str]) -> None:
    reading = printed(*dates)
    assert days(reading) == wanted
    assert doubts(reading) == []


def test_what_nothing_decides_is_said_once() -> None:
    reading = printed("03/04/2015", "05/04/2015", "06/04/2015")
    (sentence,) = doubts(reading)
    assert "03/04/2015 and 05/04/2015" in sentence
    assert days(reading) == ["2015-03-04", "2015-05-04", "2015-06-04"]


def test_dates_that_contradict_are_taken_each_for_itself_and_said() -> None:
    reading = printed("03/04/2015", "05/04/2015", "17/04/2015", "04/18/2015")
    assert days(reading) == ["2015-03-04", "2015-04-17", "2015-04-18", "2015-05-04"]
    assert len(doubts(reading)) == 1


def test_reports_of_rmf_begin_with_the_month_whatever_others_do() -> None:
    rmf = RMF.replace("03/17/2015", "03/04/2015")
    assert doubts(printed("03/04/2015", "05/04/2015", report=RMF)) == []
    reading = printed("05/04/2015", "17/04/2015", before=rmf)
    assert days(reading) == ["2015-03-04", "2015-04-05", "2015-04-17"]
