"""SMF records of Db2, built from the record maps by field name: accounting and statistics.

What stands where is taken from ``resources/layouts``; the figures are round.
"""

from __future__ import annotations

from datetime import UTC, date, datetime

from story.figures import Story
from story.records import Fields, Layout, Record

SYSTEM, NAME = "SYSA", "DB2P"
EPOCH = datetime(1900, 1, 1, tzinfo=UTC)


def _tod(day: date, at: float) -> float:
    """Seconds of a TOD clock at a time of a day."""
    return (datetime(day.year, day.month, day.day, tzinfo=UTC) - EPOCH).total_seconds() + at


def _headers(layout: Layout, ifcid: int, triplets: int, day: date, at: float, plan: str) -> bytes:
    own = layout.section("QWHS", {
        "QWHSLEN": 52, "QWHSTYP": 1, "QWHSIID": ifcid, "QWHSNSDA": triplets, "QWHSRN": 0xC1,
        "QWHSSSID": NAME, "QWHSSTCK": _tod(day, at),
    }).ljust(52, b"\0")  # fmt: skip
    if not plan:
        return own
    who = {"QWHCLEN": 148, "QWHCTYP": 2, "QWHCAID": "CICSUSER", "QWHCCN": "CICSAOR1",
           "QWHCPLAN": plan, "QWHCATYP": 4}  # fmt: skip
    return own + layout.section("QWHC", who).ljust(148, b"\0")


def thread(story: Story, at: float, plan: str, values: Fields) -> bytes:
    """101, IFCID 3: a thread that ends."""
    layout = Layout("smf101")
    day = date.fromisoformat(story["engagement"]["iso_date"])
    record = Record(101, 0, SYSTEM, NAME, day, at, 108)
    record.sections(28, [_headers(layout, 3, 10, day, at, plan)])
    elapsed = values.pop("elapsed")
    begin = _tod(day, at) - elapsed
    row = {"QWACBSC": begin, "QWACESC": begin + elapsed, **values}
    record.sections(36, [layout.section("QWAC", row).ljust(600, b"\0")])
    return record.body()


def threads(story: Story, end: float) -> list[bytes]:
    """Of 40 ms of an order 12 ms are 20 synchronous reads; of 8 ms of a query nothing is."""
    rows = []
    for number in range(30):
        order = {
            "elapsed": 0.040, "QWACBJST": 5.0, "QWACEJST": 5.006, "QWACCOMM": 1,
            "QWACASC": 0.030, "QWACAJST": 0.005, "QWACAWTI": 0.012, "QWACARNA": 20,
            "QWACARNE": 80,
        }  # fmt: skip
        query = {
            "elapsed": 0.008, "QWACBJST": 1.0, "QWACEJST": 1.002, "QWACCOMM": 1,
            "QWACASC": 0.004, "QWACAJST": 0.001,
        }  # fmt: skip
        at = end - 290 + 10 * number
        rows += [thread(story, at, "ORDERS", order), thread(story, at, "QUERY", query)]
    return rows


def pools(story: Story, at: float, since: float) -> bytes:
    """100, IFCID 2: what two pools have counted since Db2 started, ``since`` seconds ago."""
    layout = Layout("smf100")
    day = date.fromisoformat(story["engagement"]["iso_date"])
    record = Record(100, 1, SYSTEM, NAME, day, at, 92)
    record.sections(28, [_headers(layout, 2, 8, day, at, "")])
    rows = [
        {"QBSTPID": 1, "QBSTGET": 9_000 * since, "QBSTRIO": 600 * since, "QBSTWIO": 40 * since,
         "QBSTRPI": 60 * since, "QBSTWPI": 5 * since, "QBSTIMW": 2 * since, "QBSTSPP": 640 * since,
         "QBSTPIO": 20 * since, "QBSTVPL": 40_000, "QBSTDPP": 320 * since},
        {"QBSTPID": 102, "QBSTGET": 100 * since, "QBSTRIO": since, "QBSTVPL": 2_000},
    ]  # fmt: skip
    record.sections(52, [layout.section("QBST", row).ljust(400, b"\0") for row in rows])
    return record.body()


def dump(story: Story) -> list[bytes]:
    """Two statistics records a quarter of an hour apart, the threads between them."""
    end = 10 * 3600.0 + 1_800
    before = pools(story, end - 900, 36_000)
    return [before, *threads(story, end), pools(story, end, 36_900)]
