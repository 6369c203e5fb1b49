"""The track record of this user: one line each, and a line cut short takes no other with it."""

from __future__ import annotations

from pathlib import Path

import pytest

from advisor.history.record import Entry
from app.advising import track_record


def entry(number: int) -> Entry:
    return Entry(f"k{number}", "c", "2015-08", "CICS", ("CIC-001",), "response_ms", True, 0.5)


def test_a_record_that_was_cut_short_loses_that_line_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(track_record, "own_folder", lambda: tmp_path / "own")
    assert track_record.add([entry(1)]) == 0, "nothing while it is off"
    track_record.switch_on()
    assert track_record.add([entry(1), entry(2)]) == 2
    path = tmp_path / "own" / "track-record.jsonl"
    path.write_bytes(path.read_bytes()[:-9])
    assert track_record.read() == (entry(1),)
    assert track_record.add([entry(1), entry(3)]) == 1
    assert track_record.read() == (entry(1), entry(3))
