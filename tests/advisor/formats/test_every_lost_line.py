"""Whichever line of whichever print is lost or damaged: no figure changes its name in silence.

Every print is read again and again with one line lost, torn, without its indentation or without the
blanks between its words. A figure of a line that is still there keeps its component and its name,
goes, or something is said.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator

import pytest

from tests.advisor.formats.test_every_blank_cell import prints
from tests.advisor.reading.report_reading import Read, read

STEP = 29
"""By default one line of so many."""

MOST_LINES = 900

PRINTS = dict(prints())

Named = dict[tuple[str, str], set[tuple[str, str]]]

PLACEHOLDER = re.compile(r":(?:report|UNKNOWN|IMS|SORT|DB2|0(?=$|-)|GBP\d)|-0$", re.IGNORECASE)
"""Whose figures are when nothing names it any more: no other's. Group buffer pools are without
their group then, and a nucleus without a number is 0.
"""


def damaged(lines: list[str], at: int) -> Iterator[tuple[str, list[str]]]:
    """The print with one line lost, torn, flush left or squeezed."""
    line, before, after = lines[at], lines[:at], lines[at + 1 :]
    yield "lost", before + after
    cut = line.rfind(" ", 0, len(line) // 2 + 1)
    if cut > 0 and len(line.strip()) > 20:
        yield "torn", [*before, line[:cut], line[cut + 1 :], *after]
    if line[:1] == " ":
        yield "flush left", [*before, line.lstrip(), *after]
    squeezed = re.sub(r"(?<=[A-Za-z]) (?=[A-Za-z])", "", line)
    if squeezed != line:
        yield "squeezed", [*before, squeezed, *after]


def named(found: Read, lines: list[str]) -> Named:
    """The names of the figures, by the text of their line and the cell."""
    names: Named = defaultdict(set)
    for item in found.reading.observations:
        if not item.metric.startswith(("relation.", "printed.")) and 0 < item.line <= len(lines):
            names[lines[item.line - 1].strip(), item.raw].add((item.subject, item.metric))
    return names


def renamed(name: str, text: str, step: int, first: int) -> list[str]:
    """Figures that have another name, with nothing said, by the damaged line."""
    lines = text.split("\n")
    whole = named(read(text), lines)
    wrong = []
    for at in range(first, len(lines), step):
        if not lines[at].strip():
            continue
        for how, changed in damaged(lines, at):
            found = read("\n".join(changed))
            if found.sentences:
                continue
            for key, names in named(found, changed).items():
                other = {n for n in names - whole.get(key, names) if not PLACEHOLDER.search(n[0])}
                if other:
                    wrong.append(f"{name} line {at + 1} {how}: {key[1]} is {sorted(other)[0]}")
    return wrong


TABLES = [
    name
    for name, text in PRINTS.items()
    if text.count("\n") < MOST_LINES and not text.lstrip().startswith("<")
]


@pytest.mark.parametrize("name", TABLES)
def test_a_lost_line_renames_no_figure(name: str) -> None:
    assert renamed(name, PRINTS[name], STEP, len(name) % STEP) == []


@pytest.mark.thorough
@pytest.mark.parametrize("name", TABLES)
def test_no_lost_line_renames_any_figure(name: str) -> None:
    """Of the longest prints, whose rows are many and whose every reading takes longest, a part."""
    step = 1 + len(PRINTS[name]) // 12_000
    assert renamed(name, PRINTS[name], step, 0) == []
