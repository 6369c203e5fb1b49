"""What a reader leaves out on purpose is none of what it reads.

A number that is both would vanish in silence on the day on which its line looks a little different
and nothing is taken of it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from pathlib import Path

import pytest

from advisor.observations import Observation
from advisor.reading import read_bytes
from advisor.reading.accounting import remaining
from advisor.reading.numbers import AROUND, DATES, numbers_of, sight
from advisor.reading.reader import Collector, Line, Reader
from tests.advisor.reading.report_reading import SAMPLES, read

TEXTS = sorted(
    path
    for folder in ("formats", "engagement")
    for path in (SAMPLES / folder).iterdir()
    if path.suffix in (".txt", ".xml", ".csv")
)

ALL_THE_SAME = {
    ("active-work", "job"): "hours of CPU time, which look like a time of day",
    ("adabas-adarun", "relation"): "the numbers of database and nucleus name what is read",
    ("adabas-adarun", "setting"): "and so does that of the SVC",
    ("adabas-session", "thread_commands_min"): "rows by thread, read as a whole",
    ("adabas-session", "thread_commands_max"): "rows by thread, read as a whole",
    ("cics-statistics", "buffer_waits"): "of files without a pool, which have two forms",
    ("db2-accounting", "printed"): "the interval, kept as printed too",
    ("netwk", "duration_s"): "the interval of the counts",
    ("rmf-coupling", "directory_entries_used"): "of current entries those of a cache are read",
    ("rmf-cpu", "cp_busy_pct"): "of totals by partition those of one kind are read",
    ("rmf-cpu", "printed"): "of work units the most and the mean are read, beside a histogram",
    ("rmf-paging", "page_ins_per_s"): "of sums by kind of pages that of the system is read",
    ("rmf-paging", "page_outs_per_s"): "of sums by kind of pages that of the system is read",
    ("rmf-xml", "cp_busy_pct"): "of totals by partition those of one kind are read",
    ("rmf-xml", "ziip_busy_pct"): "of totals by partition those of one kind are read",
}


def hidden(reader: Reader, line: Line, mine: Sequence[Observation]) -> list[tuple[str, str]]:
    """Readers and figures whose numbers would not be listed if they were not taken."""
    numbers, dated = numbers_of(line.content)
    taken = Counter(numbers) - Counter(remaining(numbers, mine))
    left = sight(reader.ignores, reader.beside, reader.parts).left_of(line.content, dated)
    gone = taken - Counter(numbers_of(left)[0])
    return [
        (reader.id, item.metric.partition(".")[0]) for item in mine if item.raw.lstrip("+-") in gone
    ]


@pytest.mark.parametrize("path", TEXTS, ids=lambda path: path.name)
def test_no_reader_leaves_out_what_it_reads(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    found: set[tuple[str, str]] = set()
    settle = Collector.settle

    def watched(
        self: Collector, reader: Reader, lines: Sequence[Line], before: int, whole: bool = True
    ) -> None:
        own: dict[int, list[Observation]] = {}
        for item in self.observations[before:]:
            own.setdefault(item.line, []).append(item)
        for line in lines:
            if mine := own.get(line.number):
                found.update(hidden(reader, line, mine))
        settle(self, reader, lines, before, whole)

    monkeypatch.setattr(Collector, "settle", watched)
    read_bytes(path.name, path.read_bytes())
    assert found <= ALL_THE_SAME.keys()


@pytest.mark.parametrize(
    "span",
    [
        "CP CPU TIME      0.695104",
        "CPU time 0:00:02",
        "Wait-time 3:50:13",
        "ELAPSED TIME 12.30",
        "Average response time: 00:00.12",
        "ACTUAL 000.00.00.038250",
        "SYSA 00.03.37.095",
        "RATIO TO 0.45",
        "FORMAT 10.30",
    ],
)
def test_spans_of_time_are_neither_dates_nor_times_of_the_day(span: str) -> None:
    text = span.upper()
    assert AROUND.sub("", DATES.sub("", text)) == text


@pytest.mark.parametrize(
    "heading",
    [
        "TIME 08.00.00",
        "TIME: 14:13:41",
        "DATE 03/17/2015 TIME 09.15",
        "START TIME 09:15:00",
        "AT 10:27:49",
        "FROM 08.00.00 TO 09.00.00",
        "17.03.2015 10:48:00",
        "17.03.15",
        "2015-03-17 10.48.00",
    ],
)
def test_dates_and_times_of_the_day_are_no_figures(heading: str) -> None:
    text = heading.upper()
    assert numbers_of(AROUND.sub(" | ", DATES.sub(" | ", text)))[0] == []


def test_fields_of_listcat_that_nobody_took_are_listed() -> None:
    entry = """\
     ATTRIBUTES
       KEYLEN-----------------4     AVGLRECL--------------80     BUFSPACE-----------37376
       RKP--------------------0     MAXLRECL--------------80     EXCPEXIT----------(NULL)
     STATISTICS
       REC-TOTAL------------712     SPLITS-CI-------------31     EXCPS---------------9105
"""
    found = read(entry)
    assert found.reading.observations == ()
    assert dict(found.reading.numbers.listed)[5][:2] == ("712", "31")
    assert "lacks its heading" in found.sentences[0]


def test_a_part_that_is_left_out_ends_at_a_title_that_is_not_known() -> None:
    page = """\
Applid NVVSECI1  Sysid NV01  Jobname NVCICS01    Date 03/17/2015  Time 09:18:32  CICS 6.8.0  PAGE  3

Programs

  Program    Data  Exec   Times     Times
  Name       Loc   Key    Used      Fetched
  NVPGM001   Any   User      8,201        3

Something Quite New

   Something that counts. . . . . . . . . . . . :             117
"""
    found = read(page)
    assert [numbers for _, numbers in found.reading.numbers.listed] == [("117",)]
