"""Work measured at other hours of a day than the partition that it runs in is named."""

from __future__ import annotations

import pytest

from advisor.installation import build_installation
from advisor.installation.hours import spans_of
from advisor.observations import FileReading, Interval, Observation
from advisor.reading import read_bytes
from tests.advisor.reading.report_reading import SAMPLES

NAMES = ("rmf-sysa.fb133.ebcdic", "rmf-sysplex.txt", "cics-aor1-dfh0stat.txt")


def read(name: str, before: str = "", after: str = "") -> FileReading:
    data = (SAMPLES / "engagement" / name).read_bytes()
    if before:
        assert before.encode() in data
        data = data.replace(before.encode(), after.encode())
    (reading,) = read_bytes(name, data)
    return reading


def told(*readings: FileReading) -> list[str]:
    said = map(str, build_installation(readings).assumptions)
    return [text for text in said if "the hours that these were measured in" in text]


@pytest.mark.parametrize(("hour", "named"), [("10:45:00", False), ("15:45:00", True)])
def test_statistics_of_the_afternoon_are_not_set_beside_the_morning(hour, named) -> None:
    """RMF said 10 to 10.45 and DFH0STAT 15 to 15.45, and nobody that these do not meet."""
    others = [read(name) for name in NAMES[:2]]
    found = told(*others, read(NAMES[2], "10:45:00", hour))
    assert len(found) == named
    if named:
        assert "CICSAOR1" in found[0]
        assert "15:00–15:45" in found[0]
        assert "10:00–10:45" in found[0]


def test_a_span_is_told_by_any_two_of_begin_end_and_length() -> None:
    def seen(**of: object) -> Observation:
        return Observation("lpar:A", "x", 1.0, "", "f", 1, "", interval=Interval(**of))  # type: ignore[arg-type]

    whole = {"start": "2026-01-05T10:00:00", "end": "2026-01-05T10:15:00", "duration_s": 900.0}
    for left_out in whole:
        (span,) = spans_of([seen(**{k: v for k, v in whole.items() if k != left_out})])
        assert [time.isoformat() for time in span] == [whole["start"], whole["end"]]
    assert (
        spans_of([seen(start=whole["start"]), seen(start="2026-13-45T10:00", duration_s=9.0)]) == []
    )
