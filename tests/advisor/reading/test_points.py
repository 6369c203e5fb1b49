"""Prints whose thousands are apart by points: read so, or said that nobody can tell."""

from __future__ import annotations

import re

import pytest

from advisor.observations import FileReading
from advisor.reading import read_bytes
from advisor.reading.repairs.points import shown_by, swapped
from tests.advisor.reading.report_reading import SAMPLES, strict

NUMBERS = re.compile(r"(?<![\w.,:/#'-])\d[\d,]*(?:\.\d+)?(?![\w.,:/#'])|(?<=---)\d+(?![\w.])")
GROUPED = (
    "formats/db2-gbp.txt",
    "formats/db2-bufferpool-detail.txt",
    "formats/dfsort-joblog.txt",
    "formats/listcat.txt",
    "formats/sms-displays.txt",
    "formats/cics-dfhstup.txt",
    "formats/adabas-caching.txt",
    "formats/ada85-session.txt",
    "formats/omegamon-paging.txt",
    "formats/rmf3-storj.txt",
    "engagement/natural-natb0450.txt",
    "engagement/netwk-sysa.txt",
    "engagement/rmf-overview.txt",
    "engagement/rmf-sysb.txt",
    "engagement/mq-mqa1-joblog.txt",
)


def grouped(text: str, shortest: int) -> str:
    """A print with points between thousands, and commas before decimal places."""

    def other(match: re.Match[str]) -> str:
        whole, point, places = match[0].partition(".")
        digits = whole.replace(",", "")
        if len(digits) >= shortest and digits[0] != "0":
            whole = f"{int(digits):,}".replace(",", ".")
        elif "," in whole:
            return match[0]
        return whole + point.replace(".", ",") + places

    return NUMBERS.sub(other, text)


def values(reading: FileReading) -> dict[tuple[str, str, int], list[object]]:
    found: dict[tuple[str, str, int], list[object]] = {}
    for item in reading.observations:
        if not item.metric.startswith("relation."):
            found.setdefault((item.subject, item.metric, item.line), []).append(item.value)
    return found


def text_of(name: str) -> str:
    text = (SAMPLES / name).read_text("latin-1")
    return re.sub(r"(?<=SSID )2300|(?<=TYPE-MODEL )2107-951", "0042", text)  # names, not counts


@pytest.mark.parametrize(
    ("name", "shortest"),
    [
        (name, n)
        for name in GROUPED
        for n in (4, 5, 7)
        if grouped(text_of(name), n) != text_of(name)
    ],
)
def test_thousands_apart_by_points_give_no_wrong_figure(name: str, shortest: int) -> None:
    text = text_of(name)
    other = grouped(text, shortest)
    (plain,) = read_bytes("x.txt", text.encode("latin-1"))
    with strict():
        (reading,) = read_bytes("x.txt", other.encode("latin-1"))
    expected, found = values(plain), values(reading)
    assert {key: value for key, value in found.items() if expected.get(key) != value} == {}
    if len(found) < len(expected):
        assert reading.problems or reading.numbers.unread


@pytest.mark.parametrize(
    "name", ["formats/db2-gbp.txt", "formats/db2-bufferpool-detail.txt", "formats/dfsort-smf16.txt"]
)
def test_two_points_in_one_number_show_what_all_are(name: str) -> None:
    text = (SAMPLES / name).read_text("latin-1")
    (plain,) = read_bytes("x.txt", text.encode("latin-1"))
    (reading,) = read_bytes("x.txt", grouped(text, 7).encode("latin-1"))
    assert values(reading) == values(plain)
    assert not reading.numbers.unread


DISPLAY = """\
DSNB401I  -DB2P BUFFERPOOL NAME BP1, BUFFERPOOL ID 1, USE COUNT 12
DSNB402I  -DB2P BUFFER POOL SIZE = 80.000 BUFFERS  AUTOSIZE = NO
              ALLOCATED       =    {size}   TO BE DELETED   =        0
DSN9022I  -DB2P DSNB1CMD '-DIS BPOOL' NORMAL COMPLETION
"""
POOL = "db2_bufferpool:DB2P/BP1"


def test_one_point_alone_is_doubtful_and_left_out() -> None:
    (reading,) = read_bytes("x.txt", DISPLAY.format(size="80.000").encode())
    assert not any(item.value in (80, 80.0, 80_000) for item in reading.observations)
    said = [problem.sentence for problem in reading.problems]
    assert any("whether 80.000 has" in sentence for sentence in said), said
    assert ("80.000",) in [numbers for _, numbers in reading.numbers.listed]


def test_one_point_beside_two_is_said_to_be_read_as_thousands() -> None:
    (reading,) = read_bytes("x.txt", DISPLAY.format(size="1.080.000").encode())
    found = {item.metric: item.value for item in reading.observations if item.subject == POOL}
    assert found["setting.VPSIZE"] == 80_000
    assert found["printed.BUFFER POOL SIZE: ALLOCATED"] == 1_080_000
    (problem,) = reading.problems
    assert "as 1.080.000," in problem.sentence
    assert "so 80.000 " in problem.sentence


@pytest.mark.parametrize(
    "text",
    [
        "ADDRESS 10.123.200.100 PORT 1414",  # as 192.168.178.120
        "SERVER 192.168.178.120",
        "TIME 10.48.000  INTERVAL 15.00.037",
        "DATE 2015.076 V2.100.200X",
        "DSN=A.100.200.300",
        "0.000.000",
        "12.345",
    ],
)
def test_what_has_points_is_not_always_a_count(text: str) -> None:
    assert shown_by([text]) == ""
    assert swapped([text]) is None


def test_decimal_places_on_the_page_keep_one_point_what_it_is() -> None:
    page = ["READS 1.204.118  MEAN 12.345", "RATE 99.5  DATE 15.076"]
    found = swapped(page)
    assert found is not None
    assert found.contents == ["READS 1,204,118  MEAN 12.345", "RATE 99.5  DATE 15.076"]
    assert swapped(page[1:], known=True) is None


def test_a_page_without_decimal_points_is_swapped_whole() -> None:
    page = ["READS 1.204.118  WRITES -12.345  RATE 99,5%", "DATE 15.076  MEAN 1.604,20"]
    found = swapped(page)
    assert found is not None
    assert found.contents == ["READS 1,204,118  WRITES -12,345  RATE 99.5%",
                              "DATE 15.076  MEAN 1,604.20"]  # fmt: skip
    assert found.doubtful == (0, "12.345")


def test_a_date_with_points_leaves_no_doubt() -> None:
    found = swapped(["Date 17.03.2015", "READS 1.204.118  WRITES 12.345"])
    assert found is not None
    assert found.contents == ["Date 17.03.2015", "READS 1,204,118  WRITES 12,345"]
    assert found.doubtful is None
