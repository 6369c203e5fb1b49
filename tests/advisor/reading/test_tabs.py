"""Tabs that an editor put for blanks: the print is read as it was."""

from __future__ import annotations

import re
from collections.abc import Sequence

import pytest

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
