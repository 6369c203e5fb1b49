"""Reading a text as a report, with what goes wrong inside a reader raised."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from advisor.observations import FileReading
from advisor.reading import guarding, read_bytes
from tests.advisor.reading.report_reading import raise_fault, raise_it

Read = Callable[..., FileReading]


@pytest.fixture(autouse=True)
def _strict(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(guarding, "could_not", raise_it)
    monkeypatch.setattr(guarding, "not_read", raise_fault)


@pytest.fixture
def read() -> Read:
    """Read a text and give its one reading."""

    def reading(text: str, name: str = "report.txt") -> FileReading:
        (found,) = read_bytes(name, text.encode())
        return found

    return reading
