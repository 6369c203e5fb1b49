"""Reading a text as a report, with what goes wrong inside a reader raised."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from advisor import readers
from advisor.observations import FileReading
from advisor.readers import segments

Read = Callable[..., FileReading]


@pytest.fixture(autouse=True)
def _strict(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(segments, "strict", True)


@pytest.fixture
def read() -> Read:
    """Read a text and give its one reading."""

    def reading(text: str, name: str = "report.txt") -> FileReading:
        (found,) = readers.read_bytes(name, text.encode())
        return found

    return reading
