"""Texts cut at a width, through words and figures.

A line that is shorter than the width ends where it always ended. One that fills it goes on, unless
it is as wide by its own nature. What speaks for the one or the other, line by line:

* it ends with a blank, in a text none of whose other lines does: it goes on;
* the next line begins in the middle of a word or figure, as no line begins that follows a shorter
  one: it goes on;
* a title or message that some reader knows goes across the two: it goes on;
* the next line looks like it (blanks in the same places, or the same word at the edge): both are
  rows of a table;
* lines that fill the width and rests of the same look or length take turns: they are rows that go
  on, and so are the headings right above them;
* together they would be wider than any print: two lines.

Everything else stays open.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from advisor.reading.layout.outline import Shapes
from advisor.reading.repairs.unwrapping.bonds import LONGEST, PRINT, Bond, Plan
from advisor.reading.repairs.unwrapping.quoting import Body
from advisor.reading.repairs.unwrapping.shapes import (
    AT_LEAST_SIMILAR,
    BEGINNING,
    alike,
    beginning,
    begins_anew,
    ends_in_ruler,
    first_word,
    opening,
    profile,
    rows_of_one_table,
)

NARROWEST, WIDEST = 60, 254
LONGEST_CELLS = 1 << 14
"""Characters of a row of cells, or of a line of XML."""

WIDEST_GAP = 36
_KNOWN, _SOME = 8, 4
"""Different beginnings of lines from which it is said that a text has no others."""

_SEPARATORS = ",;\t"
MARKUP = re.compile(r"\s*<(?!html|!doctype html)", re.IGNORECASE)
_INSIDE = re.compile(r"\d\d|(?![a-z][A-Z])[A-Za-z]{2}|\d[KMGT%](?:\s|$)")
_FRACTION = re.compile(r"[.,]\d")
_QUOTED_CELL = re.compile(r'"[^"]*"')
_CARD = re.compile(r"\d{8}$")
Recognises = Callable[[str, int], bool]
"""Whether something that readers know stands across a position of a line."""


def cut(
    body: Body, shapes: Shapes, recognises: Recognises, may: Recognises, tick: Callable[[], None]
) -> Plan | None:
    """How a text was cut; ``None`` where no line looks so.

    ``shapes`` are those of the lines, of which ``may`` says whether ``recognises`` need be asked.
    """
    texts = body.texts
    sizes = list(map(len, texts))
    width = max(sizes[body.start :], default=0)
    if not NARROWEST <= width <= WIDEST:
        return None
    full = [size == width for size in sizes]
    if _records_of_that_width(texts, full):
        return None
    if MARKUP.match(texts[body.start]):
        sizes = [size + mark for size, mark in zip(sizes, body.marks, strict=True)]
        width = max(sizes[body.start :])  # with the marks, where it was quoted before
        return _cut_markup(_View(texts, [size == width for size in sizes], body.start, width))
    view = _View(texts, full, body.start, width)
    if (separator := _separator(view)) is not None:
        return _cut_rows(view, separator)
    tick()
    proofs = _first_look(view, shapes, recognises, may, tick)
    tick()
    if not proofs and not _through_words(view):
        return None
    if proofs > 1:
        _turns(view)
        _headings(view)
        _repeated(view)
    if not any(text.endswith(" ") for text, is_full in zip(texts, full, strict=True) if is_full):
        _trimmed(view)
    return view.plan(proofs > 1)


@dataclass
class _View:
    """The lines, which of them fill the width, and what is known of them so far."""

    texts: Sequence[str]
    full: Sequence[bool]
    start: int
    width: int
    bonds: list[Bond] = field(init=False)
    gaps: list[int] = field(init=False)
    loose: set[int] = field(init=False)
    profiles: dict[int, str] = field(init=False)

    def __post_init__(self) -> None:
        self.bonds = [Bond.APART] * len(self.texts)
        self.gaps = [0] * len(self.texts)
        self.loose = set()
        self.profiles = {
            at: profile(self.texts[at])
            for index, is_full in enumerate(self.full)
            if is_full
            for at in (index, index + 1)
            if at < len(self.texts)
        }

    def plan(self, sure: bool, longest: int = LONGEST) -> Plan:
        return Plan(
            self.texts,
            self.width,
            True,
            sure,
            self.bonds,
            self.gaps,
            self.gaps,
            longest,
            frozenset(self.loose),
        )


def _records_of_that_width(texts: Sequence[str], full: Sequence[bool]) -> bool:
    """Whether (nearly) all lines fill the width, as card images and padded records do."""
    filled = sum(1 for text in texts if text.strip())
    if sum(full) >= 0.9 * filled:
        return True
    numbers = [
        match[0] for t, f in zip(texts, full, strict=True) if f and (match := _CARD.search(t))
    ]
    return len(numbers) > 2 and len(numbers) == sum(full) and numbers == sorted(set(numbers))


def _cut_markup(view: _View) -> Plan | None:
    """XML: a line end between two tags says nothing, one inside a tag or text was put there."""
    texts, full = view.texts, view.full
    sure = False
    for index in range(view.start + 1, len(texts)):
        if full[index - 1] and texts[index]:
            view.bonds[index] = Bond.JOINED
            between_tags = texts[index - 1].rstrip().endswith(">")
            at_blank = texts[index - 1].endswith(" ") or texts[index].startswith(" ")
            sure = sure or not (between_tags or at_blank or texts[index].lstrip().startswith("<"))
    return view.plan(True, LONGEST_CELLS) if sure else None


def _separator(view: _View) -> str | None:
    """What separates the cells of a table, when all of a text is one."""
    filled = [text for text in view.texts[view.start :] if text.strip()]
    together = "\n".join(filled)
    for separator in _SEPARATORS:
        if together.count(separator) >= 4 * len(filled) and all(
            separator in text for text, full in zip(view.texts, view.full, strict=True) if full
        ):
            return separator
    return None


def _cut_rows(view: _View, separator: str) -> Plan | None:
    """Rows of cells: they were cut if, put together, all have as many cells as each other."""
    for index in range(view.start + 1, len(view.texts)):
        if view.full[index - 1] and view.texts[index]:
            view.bonds[index] = Bond.JOINED
    if not any(view.bonds):
        return None
    plan = view.plan(True, LONGEST_CELLS)
    counts = _cells(plan.joined(list(map(bool, view.bonds))).lines, separator)
    if len(_cells(view.texts, separator)) == 1:
        return None
    if len(counts) == 1 and counts.total() > 1:
        return plan
    view.bonds = [Bond.EITHER if bond else bond for bond in view.bonds]
    return view.plan(False)


def _cells(rows: Sequence[str], separator: str) -> Counter[int]:
    """How many rows have how many separators that are not in quotes."""
    return Counter(_QUOTED_CELL.sub("", row).count(separator) for row in rows if row.strip())


def _repeated(view: _View) -> None:
    """Two lines that stand elsewhere in the same words belong together here as they do there."""
    settled = {
        (view.texts[index - 1], view.texts[index])
        for index, bond in enumerate(view.bonds)
        if bond is Bond.JOINED
    }
    for index, bond in enumerate(view.bonds):
        if bond is Bond.EITHER and (view.texts[index - 1], view.texts[index]) in settled:
            view.bonds[index] = Bond.JOINED


def _through_words(view: _View) -> bool:
    """Whether some line may have been cut inside a word or figure."""
    return any(
        bond and _INSIDE.match(view.texts[index - 1][-1] + view.texts[index])
        for index, bond in enumerate(view.bonds)
    )


def _trimmed(view: _View) -> None:
    """Lines copied from a screen lost the blanks at their ends: the shorter ones may go on, too."""
    texts, so_far = view.texts, 0
    for index in range(view.start + 1, len(texts)):
        before, text = texts[index - 1], texts[index]
        so_far = so_far + len(before) if view.bonds[index - 1] else len(before)
        gap = view.width - len(before)
        if view.bonds[index] or not text.strip() or not 0 < gap <= WIDEST_GAP:
            continue
        if so_far + gap + len(text) <= PRINT and not alike(profile(before), profile(text)):
            view.bonds[index] = Bond.EITHER
            view.gaps[index] = gap
            view.loose.add(index)


class _Around:
    """What the lines of a text say that surely begin where they should: asked for by few lines of
    few texts, and found out only then.
    """

    def __init__(self, texts: Sequence[str], full: Sequence[bool]) -> None:
        self._texts, self._full = texts, full

    @cached_property
    def _own(self) -> list[str]:
        return [
            text
            for text, before in zip(self._texts, [False, *self._full], strict=False)
            if not before and text.strip()
        ]

    @cached_property
    def _sorted(self) -> list[str]:
        return sorted(self._own)

    @cached_property
    def starts(self) -> set[str]:
        """How lines begin."""
        return {opening(text) for text in {text[:BEGINNING] for text in self._own}}

    @cached_property
    def inked(self) -> bool:
        """Whether some begin at the edge."""
        return any(not first.startswith(" ") for first in self.starts)

    @cached_property
    def padded(self) -> bool:
        """Whether lines end with blanks that do not fill the width."""
        return any(
            text.endswith(" ") and text.strip()
            for text, is_full in zip(self._texts, self._full, strict=True)
            if not is_full
        )

    def several_begin(self, word: str) -> bool:
        """Whether more than one line begins with a word, as :func:`.first_word` has it."""
        first = bisect_left(self._sorted, word)
        return len(self._sorted) > first + 1 and self._sorted[first + 1].startswith(word)


def _first_look(
    view: _View, shapes: Shapes, recognises: Recognises, may: Recognises, tick: Callable[[], None]
) -> int:
    """What each pair of lines says by itself; how many leave no doubt."""
    texts, full = view.texts, view.full
    around = _Around(texts, full)
    tick()
    ids: list[int] = shapes.ids
    asked: dict[tuple[int, int], bool] = {}
    proofs = 0
    so_far = 0
    for index in range(view.start + 1, len(texts)):
        if not full[index - 1]:  # most lines
            continue
        before, text = texts[index - 1], texts[index]
        so_far = so_far + len(before) if view.bonds[index - 1] else len(before)
        if not text:
            continue
        if not text.strip() or not any(map(str.isalnum, before)):  # nothing, or a ruler
            continue
        if ends_in_ruler(before, text):
            continue
        glued = before[-1] != " " and text[0] != " " and not begins_anew(before, text)
        if so_far + len(text) > PRINT:
            continue
        word = first_word(text)
        pair = ids[index - 1], ids[index]
        known = asked.get(pair)
        if known is None:
            shape = shapes.distinct[pair[0]]
            known = asked[pair] = may(shape + shapes.distinct[pair[1]], len(shape))
        if known and recognises(before + text, len(before)):
            bond = Bond.JOINED
        elif (
            alike(view.profiles[index - 1], view.profiles[index])
            or rows_of_one_table(before, text)
            or (word and (word == first_word(before) or around.several_begin(word)))
            or (before[0] != " " and beginning(before) == beginning(text))
        ):
            continue
        elif before[-1] == " ":
            bond = Bond.EITHER if around.padded else Bond.JOINED
        elif (before[-1].isdecimal() and _FRACTION.match(text)) or (
            glued
            and (
                (len(around.starts) >= _SOME and not around.inked)
                or (len(around.starts) >= _KNOWN and opening(text) not in around.starts)
            )
        ):
            bond = Bond.JOINED
        else:
            bond = Bond.EITHER
        view.bonds[index] = bond
        proofs += bond is Bond.JOINED
    return proofs


def _turns(view: _View) -> None:
    """Settle runs in which full lines and rests of the same look or length take turns."""
    texts, full, bonds = view.texts, view.full, view.bonds
    for index in range(view.start + 3, len(texts)):
        former = index - 2
        if not (bonds[former] and bonds[index] and full[index - 1] and full[former - 1]):
            continue
        if full[former] or full[index]:
            continue
        one, other = view.profiles[former], view.profiles[index]
        shorter = min(len(one), len(other))
        if abs(len(one) - len(other)) <= 2 or (
            shorter >= 6
            and alike(one[:shorter], other[:shorter], AT_LEAST_SIMILAR)
            and alike(view.profiles[former - 1], view.profiles[index - 1], AT_LEAST_SIMILAR)
        ):
            bonds[former] = bonds[index] = Bond.JOINED


def _headings(view: _View) -> None:
    """Settle headings right above rows that go on, when both end at about the same column."""
    texts, full, bonds = view.texts, view.full, view.bonds
    for index in range(len(texts) - 3, view.start, -1):
        below = index + 2
        if (
            bonds[index] is Bond.EITHER
            and bonds[below] is Bond.JOINED
            and full[below - 1]
            and abs(len(texts[index]) - len(texts[below])) <= 8
        ):
            bonds[index] = Bond.JOINED
