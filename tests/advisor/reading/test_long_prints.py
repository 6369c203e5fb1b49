"""Prints too long to be read whole: what is read is spread over the period, the rest is named."""

from __future__ import annotations

import re
from datetime import datetime, timedelta
from pathlib import Path

import pytest

from advisor.formats.rmf.headings import DATED
from advisor.installation import build_installation
from advisor.observations import FileReading
from advisor.reading import read_bytes, texts
from advisor.reading.long_prints import Dates, Index, choose
from advisor.reading.reader import Occasion
from advisor.reading.registry import all_readers
from advisor.reading.segments import all_anchors

ROOT = Path(__file__).resolve().parents[3]
PRINT = (ROOT / "samples" / "engagement" / "rmf-sysb.txt").read_text(encoding="utf-8")
LPAR = "lpar:SYSB"
PERIOD = datetime(2015, 3, 17)
JOB_LOG = (
    "1                     J E S 2  J O B  L O G  --  S Y S T E M  S Y S B\n"
    " ADARUN PROG=ADANUC,DBID=7,NUCID=1,LBP=80M,NT=20\n"
)


def interval(number: int, system: str = "SYSB", busy: str = "") -> str:
    """The sample print for interval ``number``, a quarter of an hour each."""
    start = PERIOD + timedelta(minutes=15 * number)
    text = PRINT.replace("SYSB", system).replace("03/17/2015", f"{start:%m/%d/%Y}")
    text = text.replace("10.00.00", f"{start:%H.%M.%S}").replace("45.00.003", "15.00.003")
    if busy:
        text = re.sub(r"(TOTAL/AVERAGE +)26\.44", rf"\g<1>{busy}", text)
    return text


def starts(reading: FileReading, metric: str = "cp_busy_pct") -> dict[str, list[str]]:
    """By LPAR, the starts of the intervals of which a figure was read."""
    found: dict[str, list[str]] = {}
    for item in reading.observations:
        if item.metric == metric and item.subject.startswith("lpar:"):
            found.setdefault(item.subject, []).append(str(item.interval.start))
    return found


@pytest.fixture
def short_of_room(monkeypatch: pytest.MonkeyPatch) -> None:
    """As if the sample were a thousand times as long: four intervals fit."""
    from advisor.reading import engine

    monkeypatch.setattr(texts, "LONG", 100_000)
    monkeypatch.setattr(engine, "KEPT", 5 * PRINT.count("\n") * DATED.figures_per_line)


def read(text: str, encoding: str = "utf-8", **asked: list[str]) -> FileReading:
    (reading,) = read_bytes("long.txt", text.encode(encoding), **asked)  # type: ignore[arg-type]
    return reading


@pytest.mark.usefixtures("short_of_room")
def test_intervals_are_spread_over_the_period_and_the_busiest_is_among_them() -> None:
    text = "".join(interval(n, busy="91.25" if n == 29 else "") for n in range(40))
    reading = read(text)
    read_of = starts(reading)["lpar:SYSB"]
    assert len(read_of) in (4, 5)
    assert str((PERIOD + timedelta(minutes=15 * 29)).isoformat()) in read_of
    hours = sorted(datetime.fromisoformat(start) for start in read_of)
    assert hours[0] < PERIOD + timedelta(hours=2.5)
    assert hours[-1] > PERIOD + timedelta(hours=7.5)
    (said,) = [p.sentence for p in reading.problems if "intervals of" in p.sentence]
    assert "40 intervals of SYSB from 2015-03-17T00:00:00 to 2015-03-17T09:45:00" in said
    assert "2015-03-17T07:15:00 (highest processors)" in said
    assert "2015-03-17T07:15:00" in reading.busiest
    # A mean over the period is one of the even choice: all but one interval are equally busy.
    lpar = build_installation([reading]).topology[LPAR]
    assert lpar.measured["cp_busy_pct"].value == pytest.approx(26.44)
    assert said.endswith(".")
    assert "--interval" in said


@pytest.mark.usefixtures("short_of_room")
def test_every_line_is_read_or_listed_and_what_is_read_is_what_it_was() -> None:
    reading = read("".join(interval(n) for n in range(40)))
    lines = PRINT.count("\n")
    assert reading.lines == 40 * lines
    passed_over = 40 - len(starts(reading)["lpar:SYSB"])
    alone = read(interval(0))
    assert reading.unread_lines == passed_over * lines + (40 - passed_over) * alone.unread_lines
    (busy,) = [o for o in alone.observations if (o.metric, o.subject) == ("cp_busy_pct", LPAR)]
    for item in reading.observations:
        if (item.metric, item.subject) == ("cp_busy_pct", LPAR):
            assert (item.line - busy.line) % lines == 0
            assert item.value == busy.value == 26.44


@pytest.mark.usefixtures("short_of_room")
@pytest.mark.parametrize(
    ("encoding", "newline"), [("utf-8", "\r\n"), ("cp1047", "\x85"), ("utf-16", "\n")]
)
def test_every_encoding_is_cut_at_the_same_lines(encoding: str, newline: str) -> None:
    text = "".join(interval(n) for n in range(20))
    plain, other = read(text), read(text.replace("\n", newline), encoding)
    assert [(o.metric, o.value, o.line) for o in plain.observations] == [
        (o.metric, o.value, o.line) for o in other.observations
    ]
    assert plain.unread == other.unread


@pytest.mark.usefixtures("short_of_room")
def test_fixed_records_are_cut_at_the_same_lines() -> None:
    text = "".join(interval(n) for n in range(20))
    records = "".join(line[:133].ljust(133) for line in text.split("\n")[:-1])
    plain, fixed = read(text), read(records, "cp1047")
    assert fixed.record_format.startswith("fixed 133")
    assert plain.unread == fixed.unread


@pytest.mark.usefixtures("short_of_room")
def test_systems_are_read_at_the_same_times() -> None:
    text = "".join(interval(n, system) for n in range(20) for system in ("SYSA", "SYSB"))
    found = starts(read(text))
    assert found["lpar:SYSA"] == found["lpar:SYSB"]


@pytest.mark.usefixtures("short_of_room")
def test_named_intervals_are_read_instead() -> None:
    text = "".join(interval(n) for n in range(40))
    assert starts(read(text, intervals=["2015-03-17T03:1", "2015-03-17T09:45"])) == {
        "lpar:SYSB": ["2015-03-17T03:15:00", "2015-03-17T09:45:00"]
    }
    nothing = read(text, intervals=["2016"])
    assert not starts(nothing)
    assert any("none starts as named" in problem.sentence for problem in nothing.problems)


@pytest.mark.usefixtures("short_of_room")
def test_what_stands_between_the_pages_is_read_all_the_same() -> None:
    parts = [interval(n) + (JOB_LOG if n == 13 else "") for n in range(40)]
    values = {(o.subject, o.metric): o.value for o in read("".join(parts)).observations}
    assert values["adabas_nucleus:7-1", "setting.LBP"] == 80


def test_statistics_of_many_regions_are_read_evenly(monkeypatch: pytest.MonkeyPatch) -> None:
    from advisor.reading import engine

    one = (ROOT / "samples" / "engagement" / "cics-aor1-dfh0stat.txt").read_text(encoding="utf-8")
    text = "".join(
        one.replace("CICSAOR1", f"CICSAOR{region}").replace("10:45:00", f"{hour:02d}:45:00")
        for hour in range(12)
        for region in range(1, 4)
    )
    monkeypatch.setattr(texts, "LONG", 10_000)
    monkeypatch.setattr(engine, "KEPT", 3 * 10 * one.count("\n"))
    reading = read(text)
    found: dict[str, set[str | None]] = {}
    for item in reading.observations:
        if item.metric == "transactions":
            found.setdefault(item.subject, set()).add(item.interval.end or item.interval.start)
    assert len(found) == 3, reading.problems
    assert [len(times) for times in found.values()] == [3, 3, 3]
    alone = {o.metric for o in read(one).observations}
    assert {o.metric for o in reading.observations} == alone
    assert not any("were left out" in problem.sentence for problem in reading.problems)


def test_a_print_that_fits_is_read_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    text = "".join(interval(n) for n in range(4))
    before = read(text)
    monkeypatch.setattr(texts, "LONG", 100_000)
    assert read(text) == before


def test_a_page_without_end_is_not_passed_over() -> None:
    index = Index(all_anchors(), all_readers(), True)
    for text in (interval(0) + " some line of something else\n" * 1000, interval(1)):
        index.feed(text, all_anchors().suspects(text))
    index.feed("", (), last=True)
    kept = {start: dates for (_, start), dates in index.found.items()}
    assert len(kept["2015-03-17T00:00:00"].pages) == PRINT.count("\n1")
    assert len(kept["2015-03-17T00:15:00"].pages) == PRINT.count("\n1") + 1


@pytest.mark.parametrize("count", [1, 2, 3, 50, 1000])
@pytest.mark.parametrize("room", [0, 10, 95, 5000])
def test_a_choice_is_within_its_room_unless_one_interval_is_not(count: int, room: int) -> None:
    found = [
        Dates(
            Occasion("SYSA", (PERIOD + timedelta(minutes=n)).isoformat(), 60.0),
            [(10 * n + 1, 10 * n + 10)],
            weight=10,
        )
        for n in range(count)
    ]
    choice = choose(found, room)
    assert sum(dates.weight for dates in choice.chosen) <= max(room, 10)
    assert choice.chosen
    assert {d.occasion.start for d in (*choice.chosen, *choice.left_out)} == {
        d.occasion.start for d in found
    }
    if count == 1000 and room == 5000:
        assert len(choice.chosen) >= 450
    covered = sum(last - first + 1 for first, last in choice.skipped())
    assert covered == sum(dates.weight for dates in choice.left_out)


def dump(moments: int) -> bytes:
    """The sample dump's records at so many quarters of an hour, each with its own SMF times."""
    data = (ROOT / "samples" / "formats" / "smf-dump-rdw.bin").read_bytes()
    records = []
    at = 0
    while at < len(data):
        length = int.from_bytes(data[at : at + 2], "big")
        records.append(bytearray(data[at : at + length]))
        at += length
    out = bytearray()
    for number in range(moments):
        moment = PERIOD + timedelta(minutes=15 * (number + 1), seconds=2)
        seconds = moment.hour * 3600 + moment.minute * 60 + moment.second
        for record in records:
            record[6:10] = (100 * seconds).to_bytes(4, "big")
            record[10:14] = bytes.fromhex(f"01{moment:%y}{moment:%j}F")
            if record[5] in (70, 71, 72):  # the interval's start in RMF's product section
                at = int.from_bytes(record[28:32], "big")
                start = moment - timedelta(minutes=15, seconds=2)
                record[at + 10 : at + 14] = bytes.fromhex(f"0{start:%H%M%S}F")
                record[at + 14 : at + 18] = bytes.fromhex(f"01{start:%y}{start:%j}F")
            out += record
    return bytes(out)


def test_a_long_dump_is_read_by_intervals(monkeypatch: pytest.MonkeyPatch) -> None:
    from advisor.reading import dumps, engine

    data = dump(60)
    (whole,) = read_bytes("smf.bin", data)
    monkeypatch.setattr(dumps, "LONG", 100_000)
    monkeypatch.setattr(engine, "KEPT", len(whole.observations) // 6)
    (reading,) = read_bytes("smf.bin", data)
    assert reading.lines == whole.lines
    assert 0.6 * engine.KEPT < len(reading.observations) <= engine.KEPT
    # What is added up over a whole dump is less when intervals are left out.
    own = [item for item in reading.observations if "SMF 116" not in item.text]
    assert set(own) <= set(whole.observations)
    lines = [item.line for item in reading.observations]
    assert min(lines) < 0.15 * reading.lines
    assert max(lines) > 0.85 * reading.lines
    moments = len({(line - 1) * 60 // reading.lines for line in lines})
    each = whole.lines // 60 - 2  # but for the dump's header and trailer
    assert reading.unread_lines == each * (60 - moments)
    (said,) = [p.sentence for p in reading.problems if "intervals of" in p.sentence]
    assert "60 intervals of" in said
    assert f"the {reading.unread_lines:,} records" in said
    (named,) = read_bytes("smf.bin", data, intervals=["2015-03-17T05:15"])
    read = {item.line for item in named.observations}
    assert max(read) - min(read) < reading.lines / 60
