"""Whoever waits for a long import can stop it at any moment, and nothing holds it up in between."""

from __future__ import annotations

import gc
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from advisor.reading import ReadingCancelled, long_prints, read_bytes, read_path
from advisor.reading.reader import Occasion
from advisor.reading.repairs.unwrapping import plans_of

SAMPLES = Path(__file__).resolve().parents[3] / "samples" / "engagement"
PRINT = SAMPLES / "rmf-sysb.txt"


@pytest.fixture(autouse=True)
def _collecting() -> Iterator[None]:
    """The collector as a program has it; tests of the window leave it off."""
    was = gc.isenabled()
    gc.enable()
    yield
    if not was:
        gc.disable()


def test_garbage_is_not_looked_for_among_the_figures_of_an_import() -> None:
    """Collecting goes through all figures again and again: up to 0.2 s each time, for nothing."""
    seen: list[bool] = []
    read_path(PRINT, progress=lambda done, total: seen.append(gc.isenabled()))
    read_bytes("b.txt", PRINT.read_bytes(), lambda done, total: seen.append(gc.isenabled()))
    assert len(seen) >= 2
    assert not any(seen)
    assert gc.isenabled()


_PILED_UP = """
import gc
from advisor.reading.collecting import without_collector
seen = []
gc.callbacks.append(lambda phase, info: seen.append(info["generation"]))
with without_collector():
    figures = [[number] for number in range(100_000)]
few = [[number] for number in range(100)]
assert not seen, seen
assert gc.isenabled() and not gc.get_freeze_count()
"""


def test_figures_of_an_import_are_not_gone_through_as_it_ends() -> None:
    """All at once, for nothing, when the collector is let in again. The tests' own is frozen."""
    subprocess.run([sys.executable, "-c", _PILED_UP], check=True, timeout=60)


def test_garbage_is_collected_again_after_a_cancelled_import() -> None:
    with pytest.raises(ReadingCancelled):
        read_path(PRINT, cancel=lambda: True)
    assert gc.isenabled()


def test_an_import_leaves_a_collector_that_was_off_as_it_is() -> None:
    gc.disable()
    try:
        read_path(PRINT)
        assert not gc.isenabled()
    finally:
        gc.enable()


def test_looking_for_wrapped_lines_asks_whether_to_go_on() -> None:
    """In a text just short of those that are indexed the search takes a fifth of a second."""
    asked: list[int] = []
    lines = PRINT.read_text(encoding="utf-8").split("\n")
    plans_of(lines, lambda text, position: False, lambda: asked.append(1))
    assert len(asked) >= 4


def test_choosing_intervals_asks_whether_to_go_on_after_each_step(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Twenty regions and a report a minute make 140,000 intervals within a week."""
    found = [
        long_prints.Dates(Occasion("A", f"2015-03-17T{hour:02d}:00:00"), weight=10)
        for hour in range(24)
    ]
    asked: list[str] = []
    for step in ("_spread", "_split"):
        done = getattr(long_prints, step)

        def noted(*arguments: Any, step: str = step, done: Callable[..., Any] = done) -> Any:
            result = done(*arguments)
            asked.append(step)
            return result

        monkeypatch.setattr(long_prints, step, noted)
    chosen = long_prints.choose(found, 60, tick=lambda: asked.append("tick"))
    assert 0 < len(chosen.chosen) < len(found)
    assert asked[-4:] == ["_spread", "tick", "tick", "_split"]
