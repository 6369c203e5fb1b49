"""Columns of unknown origin in front of all lines: taken off where that lets them be read."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from advisor.observations import FileReading
from advisor.reading import read_bytes
from advisor.reading.long_prints import LONG
from advisor.reading.repairs.fronts import front_of
from tests.advisor.reading.report_reading import SAMPLES

MQ = [
    line.partition("STC04417")[2][1:] if "STC04417" in line else line[10:]
    for line in (SAMPLES / "engagement/mq-mqa1-joblog.txt").read_text().splitlines()[9:]
]

FRONTS: dict[str, Callable[[int, str], str]] = {
    "grep": lambda number, line: f"logs/joblog.txt:{line}",
    "grep -n": lambda number, line: f"logs/joblog.txt:{number}:{line}",
    "ISO time": lambda number, line: f"2015-03-17T10:48:{number:02}.123Z {line}",
    "syslog daemon": lambda number, line: f"Mar 17 10:48:{number:02} sysa {line}",
    "SDSF response": lambda number, line: f"RESPONSE={line}",
    "NetView": lambda number, line: f"E CNM01    {line}",
    "numbers": lambda number, line: f"{number:>5}  {line}",
    "numbers, no blanks at the ends": lambda number, line: f"{number:05}  {line}".rstrip(),
    "quotes": lambda number, line: f'"{line}"',
    "colours": lambda number, line: f"\x1b[32m{line}\x1b[0m",
}


def figures(reading: FileReading) -> list[tuple[str, object, int]]:
    return [
        (item.metric, item.value, item.line)
        for item in reading.observations
        if not item.metric.startswith("relation.")
    ]


def sample(name: str) -> list[str]:
    return (SAMPLES / name).read_text(encoding="latin-1").splitlines()


TEXTS = {
    "MQ": MQ,
    "group buffer pool": sample("formats/db2-gbp.txt"),
    "print with carriage control": sample("engagement/rmf-sysb.txt"),
    "members": sample("engagement/ims-proclib.txt"),
    "cards": sample("engagement/ada10-nuc1.txt"),
    "table of few rows": sample("formats/rmf-overview.csv"),
    "XML": sample("formats/rmf-postprocessor.xml"),
}


@pytest.mark.parametrize("front", FRONTS)
@pytest.mark.parametrize("lines", TEXTS.values(), ids=TEXTS)
def test_what_stands_in_front_of_all_lines_is_taken_off(front: str, lines: list[str]) -> None:
    fronted = [FRONTS[front](number, line) for number, line in enumerate(lines, 1)]
    (plain,) = read_bytes("x.txt", "\n".join(lines).encode())
    (reading,) = read_bytes("x.txt", "\n".join(fronted).encode())
    assert len(figures(plain)) >= 5
    assert figures(reading) == figures(plain)
    assert reading.unread_lines == plain.unread_lines
    assert {said.sentence for said in reading.problems} <= {
        said.sentence for said in plain.problems
    }
    for item in reading.observations:
        assert item.text == fronted[item.line - 1]


VSAM_POOL = """\
             V S A M   B U F F E R   P O O L
                                           SHARED RESOURCE POOL ID        VPL/1
                                           SUBPOOL ID                         1
                                           SUBPOOL BUFFER SIZE             2048
                                           TOTAL BUFFERS IN SUBPOOL           9

    NUMBER OF RETRIEVE BY RBA CALLS RECEIVED BY BUF HNDLR             4711

    NUMBER OF RETRIEVE BY KEY CALLS                                    815
"""


@pytest.mark.parametrize("numbered", ["{:04d} {}", "{:>6} {}", "{}: {}"])
def test_a_blank_line_may_be_nothing_but_its_number(numbered: str) -> None:
    lines = VSAM_POOL.splitlines()
    fronted = [numbered.format(n, line).rstrip() for n, line in enumerate(lines, 95)]
    (plain,) = read_bytes("x.txt", VSAM_POOL.encode())
    (reading,) = read_bytes("x.txt", "\n".join(fronted).encode())
    assert len(figures(plain)) == 3
    assert figures(reading) == figures(plain)
    assert reading.numbers.unread == 0


def test_the_front_of_a_long_text_shows_at_its_beginning() -> None:
    body = MQ + ["a message that nobody reads, of usual length, again and again"] * 100_000
    data = "\n".join(f"2015-03-17T10:48:00.123Z {line}" for line in body).encode()
    assert len(data) > LONG
    (plain,) = read_bytes("x.txt", "\n".join(MQ).encode())
    (reading,) = read_bytes("x.txt", data)
    assert figures(reading) == figures(plain)
    assert "columns in front" in reading.record_format
    assert reading.lines == len(body)


def test_rows_of_a_table_that_begin_alike_are_read_as_they_stand() -> None:
    csv = (SAMPLES / "formats/mqsmfcsv-QPST.csv").read_bytes()
    (reading,) = read_bytes("x.csv", csv)
    assert "columns in front" not in reading.record_format


@pytest.mark.parametrize(
    "texts",
    [[], ["one"], ["   alike", "   but", "   only", "   blanks", "   in", "   front"]],
)
def test_what_says_nothing_is_no_front(texts: list[str]) -> None:
    assert front_of(texts) is None


def test_figures_at_the_border_belong_to_the_content() -> None:
    front = front_of([f"log: {number}{'KMGTPEZYRQ'[number]}" for number in range(10)])
    assert front is not None
    assert front.without("log: 12M") == "12M"
