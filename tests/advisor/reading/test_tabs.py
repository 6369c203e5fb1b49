"""Tabs that an editor put for blanks: the print is read as it was."""

from __future__ import annotations

import re
from collections.abc import Sequence

import pytest

from advisor.reading import read_bytes
from advisor.reading.repairs.tabs import tab_stops
from tests import sweep_wrapped as sweep

TEXTS = dict(sweep.texts())
NAMES = (
    "engagement/rmf-overview.txt", "engagement/rmf-sysb.txt", "engagement/ada10-nuc1.txt",
    "engagement/mq-mqa1-smf115.txt", "engagement/ims-monitor.txt", "formats/sdsf-da.txt",
    "formats/rmf-overview-batch.txt", "formats/rmf-cpu-threads.txt",
)  # fmt: skip


def unexpanded(line: str, width: int) -> str:
    """What ``unexpand -a`` makes of a line."""
    pieces = [line[at : at + width] for at in range(0, len(line), width)]
    tabbed = [
        re.sub(r" +$", "\t", piece) if len(piece) == width and piece[-2:] == "  " else piece
        for piece in pieces
    ]
    for at, piece in enumerate(tabbed[:-1]):
        if piece.endswith(" ") and tabbed[at + 1].startswith((" ", "\t")):
            tabbed[at] = f"{piece[:-1]}\t"
    return "".join(tabbed)


def read(lines: Sequence[str]) -> sweep.Counter[sweep.Figure]:
    return sweep.figures(("\n".join(lines) + "\n").encode())[0]


@pytest.mark.parametrize("name", NAMES)
def test_a_print_with_tabs_is_read_as_the_print(name: str) -> None:
    lines = TEXTS[name]
    whole = read(lines)
    for width in (4, 8):
        tabbed = [unexpanded(line, width) for line in lines]
        assert [line.expandtabs(width) for line in tabbed] == lines
        assert read(tabbed) == whole, width
        assert read([f"> {line}" for line in tabbed]) == whole, width
    assert not read([re.sub(" {2,}", "\t", line) for line in lines]) - whole


def test_tabs_between_the_cells_of_a_table_have_no_stops() -> None:
    assert tab_stops(["A\tB\tC", "12\t3\t4"] * 20) == 0
    assert tab_stops(["A   B      C\tD", "AB  C   D\tE  F"] * 20) == 0
    assert tab_stops(["no tab  here"]) == 0


def loosely(line: str, width: int) -> str:
    """What editors make of a line that leave a single blank before a stop as it is."""
    pieces = [line[at : at + width] for at in range(0, len(line), width)]
    return "".join(
        re.sub(" +$", "\t", piece) if len(piece) == width and piece[-2:] == "  " else piece
        for piece in pieces
    )


@pytest.mark.parametrize("width", [4, 8])
@pytest.mark.parametrize("name", [*NAMES, "engagement/cics-vse-dfh0stat.txt"])
def test_a_single_blank_before_a_stop_may_have_stayed(name: str, width: int) -> None:
    """Such a print was said to be cut off where a line of it ends."""
    (plain,) = read_bytes("a.txt", ("\n".join(TEXTS[name]) + "\n").encode())
    tabbed = "".join(loosely(line, width) + "\n" for line in TEXTS[name])
    (found,) = read_bytes("a.txt", tabbed.encode())
    assert [(one.subject, one.metric, one.value, one.line) for one in found.observations] == [
        (one.subject, one.metric, one.value, one.line) for one in plain.observations
    ]
    assert found.problems == plain.problems


@pytest.mark.parametrize("blanks", ["\xa0 ", "\xa0\xa0"])
@pytest.mark.parametrize("name", ["engagement/rmf-sysb.txt", "engagement/cics-vse-dfh0stat.txt"])
def test_blanks_that_do_not_break_are_blanks(name: str, blanks: str) -> None:
    """A page copied out of a browser was said to be cut off at column 131."""
    text = "\n".join(TEXTS[name]) + "\n"
    (plain,) = read_bytes("a.txt", text.encode())
    (found,) = read_bytes("a.txt", text.replace("  ", blanks).encode())
    assert [(one.subject, one.metric, one.value, one.line) for one in found.observations] == [
        (one.subject, one.metric, one.value, one.line) for one in plain.observations
    ]
    assert found.problems == plain.problems


def test_a_print_whose_runs_of_blanks_are_tabs_is_not_said_to_be_cut_off() -> None:
    text = "\n".join(TEXTS["engagement/cics-vse-dfh0stat.txt"]) + "\n"
    (found,) = read_bytes("a.txt", re.sub(r" {2,}", "\t", text).encode())
    assert not any("cut off" in problem.sentence for problem in found.problems)
