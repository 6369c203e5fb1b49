"""Millions of figures are let go of a few at a time: in one call no other thread runs."""

from __future__ import annotations

import itertools
import sys
from collections.abc import Callable, Iterator, Sequence
from types import FrameType
from typing import Any

import pytest

from advisor.installation import build_installation, gathered
from advisor.observations import FileReading, Interval, Observation

FIGURES, SLICE = 1_400, 20


class Line(str):
    """A report's line that counts how many of them went."""

    gone = 0

    def __del__(self) -> None:
        Line.gone += 1


class Interrupted(BaseException):
    pass


class Fetched(Sequence[Observation]):
    """Figures that are made when they are gone through, as those of a large engagement are.

    ``interrupted`` is the number of the walk that is given up near its end.
    """

    def __init__(self, file: str, interrupted: int = 0) -> None:
        self.file, self.walks = file, itertools.count(1)
        self.interrupted = interrupted

    def __len__(self) -> int:
        return FIGURES

    def __getitem__(self, place: Any) -> Any:
        raise NotImplementedError

    def __iter__(self) -> Iterator[Observation]:
        given_up = next(self.walks) == self.interrupted
        for n in range(FIGURES):
            if given_up and n == FIGURES - 10:
                raise Interrupted
            at = f"2026-03-{1 + n // 1440 % 28:02}T{n // 60 % 24:02}:{n % 60:02}:00"
            yield Observation(
                f"dasd_volume:V{n % 7}", "busy_pct", 0.001 * n, "%",
                self.file, n, Line(f"{self.file} {n}"), f"{n}", Interval(at, None, 60.0),
            )  # fmt: skip


def readings(batches: int, interrupted: int = 0) -> list[FileReading]:
    """A report per import."""
    return [
        FileReading(
            f"report{n}", f"{n}", 1, "utf-8", "text", ("test",),
            Fetched(f"report{n}", interrupted if n == batches - 1 else 0), 1, batch=n,
        )
        for n in range(batches)
    ]  # fmt: skip


def most_at_once(act: Callable[[], object]) -> int:
    """The most lines that went between two steps of Python, at which other threads may run."""
    most, before = 0, Line.gone

    def trace(frame: FrameType, _event: str, _argument: object) -> Any:
        nonlocal most, before
        if frame.f_code is Line.__del__.__code__:
            return None
        most, before = max(most, Line.gone - before), Line.gone
        return trace

    sys.settrace(trace)
    try:
        act()
    finally:
        sys.settrace(None)
    return max(most, Line.gone - before)


@pytest.mark.parametrize("batches", [1, 2])
def test_figures_that_were_analysed_are_let_go_of_a_few_at_a_time(monkeypatch, batches) -> None:
    monkeypatch.setattr(gathered, "SLICE", SLICE)
    given = readings(batches)
    assert most_at_once(lambda: build_installation(given)) <= SLICE


@pytest.mark.parametrize("batches", [1, 2])
def test_so_are_those_of_an_analysis_that_was_given_up(monkeypatch, batches) -> None:
    """An edit while five million are gathered begins anew."""
    monkeypatch.setattr(gathered, "SLICE", SLICE)
    given = readings(batches, interrupted=2)  # in the first, names are looked for

    def act() -> None:
        with pytest.raises(Interrupted):
            build_installation(given)

    assert most_at_once(act) <= SLICE
