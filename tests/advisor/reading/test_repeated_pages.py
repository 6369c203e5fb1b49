"""Whichever report stands twice in one file, or comes under two names: it counts once."""

from __future__ import annotations

from pathlib import Path

import pytest

from advisor.installation.builder import build_installation
from advisor.observations import FileReading
from advisor.reading import read_bytes
from model.topology import Topology, Value
from tests.advisor.reading.report_reading import SAMPLES

MOST = 60_000
"""Bytes of the samples that are read by default."""


def texts() -> list[Path]:
    found = [path for folder in ("engagement", "formats") for path in (SAMPLES / folder).iterdir()]
    return sorted(path for path in found if b"\0" not in path.read_bytes())


def named(paths: list[Path]) -> list[object]:
    return [
        pytest.param(
            path,
            id=f"{path.parent.name}/{path.name}",
            marks=[pytest.mark.thorough] if path.stat().st_size > MOST else [],
        )
        for path in paths
    ]


def figures(topology: Topology) -> dict[tuple[str, str], Value]:
    return {
        (part.id, name): known.value
        for part in topology
        for name, known in (*part.measured.items(), *part.settings.items())
    }


def lasting(path: Path) -> bytes:
    """With a line end behind the last line, as a page pasted again has; records have none."""
    data = path.read_bytes()
    return data if path.suffix == ".ebcdic" or data.endswith(b"\n") else data + b"\n"


def repeated(readings: tuple[FileReading, ...]) -> list[int]:
    return [
        problem.line
        for reading in readings
        for problem in reading.problems
        if "has the same lines again" in problem.sentence
    ]


@pytest.mark.parametrize("path", named(texts()))
def test_what_stands_twice_in_a_file_counts_once_and_is_said(path: Path) -> None:
    """98,640 transactions of a region that ran 49,320; six processors of a system of three."""
    data = lasting(path)
    once, twice = (read_bytes(path.name, data * times) for times in (1, 2))
    assert repeated(twice) == [1 + sum(reading.lines for reading in once)]
    assert not repeated(once)
    assert [len(r.observations) for r in twice] == [len(r.observations) for r in once]
    assert [r.unread for r in twice] == [r.unread for r in once]
    assert figures(build_installation(twice).topology) == figures(build_installation(once).topology)


@pytest.mark.parametrize("path", named(texts()))
def test_one_file_under_two_names_counts_once(path: Path) -> None:
    data = path.read_bytes()
    once = read_bytes(path.name, data)
    again = read_bytes(f"elsewhere/{path.name}", data)
    other = read_bytes(f"zz-{path.name}", data)
    alone = figures(build_installation(once).topology)
    assert figures(build_installation([*once, *again, *other]).topology) == alone


@pytest.mark.parametrize("between", ["", "\n\n", "   \n"])
@pytest.mark.parametrize("copies", [2, 3])
def test_blank_lines_between_the_copies_say_nothing(between: str, copies: int) -> None:
    page = (SAMPLES / "formats/cics-pa-summary.txt").read_text("ascii")
    (once,) = read_bytes("x.txt", page.encode())
    (twice,) = read_bytes("x.txt", between.join([page] * copies).encode())
    assert [o.line for o in twice.observations] == [o.line for o in once.observations]
    assert len(repeated((twice,))) == 1


def test_the_page_of_another_hour_is_no_repetition() -> None:
    page = (SAMPLES / "formats/cics-pa-summary.txt").read_text("ascii")
    changed = page.replace("1", "2")
    assert changed != page
    readings = read_bytes("x.txt", (page + changed).encode())
    assert not repeated(readings)
