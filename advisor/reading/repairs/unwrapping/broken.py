"""Texts broken at the last blank that fits, as mail programs do it.

A line goes on when the first word of the next one would not have fitted on it any more; lines that
cannot be broken (rulers, long names) may be longer than the width. Three habits are known:

* blanks behind the break begin the next line: then the gap is known by the width;
* blanks around the break are lost: the gap had between as many blanks as keep the next word off
  the line, and as many as reach the width, or more;
* the blank stays at the end of the line (``format=flowed``, RFC 3676): then the line goes on.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence

from advisor.reading.layout.outline import Shapes
from advisor.reading.repairs.unwrapping.bonds import LONGEST, PRINT, Bond, Plan
from advisor.reading.repairs.unwrapping.cut import LONGEST_CELLS, MARKUP, Recognises
from advisor.reading.repairs.unwrapping.quoting import Body
from advisor.reading.repairs.unwrapping.shapes import (
    AT_LEAST_SIMILAR,
    alike,
    beginning,
    ends_in_ruler,
    first_word,
    opening,
    profile,
    rows_of_one_table,
    underlines,
    without_digits,
)

NARROWEST, WIDEST = 60, 81
SHORTEST = 40
"""Characters of a line that goes on, at least: no gap between columns is wider than the rest."""

_WIDEST_GAP, _USUAL_GAP = 36, 12
_KNOWN, _SOME = 8, 4
_FEW = 2
"""Different pairs of lines that go on, which may still be chance."""

_OPENING = 6
"""Characters by which :func:`.opening` tells lines."""

_MARK = 2
"""Characters of a mark of quoting."""


def broken(body: Body, shapes: Shapes, recognises: Recognises, may: Recognises) -> Plan | None:
    """How a text was broken; ``None`` where no line looks so. ``may``: as for :func:`.cut`."""
    texts = body.texts
    ends = [
        length + mark if (length := len(text.rstrip())) else 0
        for text, mark in zip(texts, body.marks, strict=True)
    ]
    pairs = list(zip(texts[body.start :], ends[body.start :], strict=True))
    if any(end > WIDEST and _breakable(text) for text, end in pairs):
        return None  # most prints
    width = max((end for text, end in pairs if end >= NARROWEST and _breakable(text)), default=0)
    if width < NARROWEST:
        return None
    if MARKUP.match(texts[body.start]):
        return _broken_markup(body, ends, width)
    look = _Look(body, shapes, ends, width, recognises, may)
    for index in range(body.start + 1, len(texts)):
        look.at(index)
    if not look.proofs:
        return None
    sure = len(look.proofs) > _FEW
    if sure:
        look.turns()
    return Plan(
        texts,
        width,
        False,
        sure,
        look.bonds,
        look.least,
        look.most,
        LONGEST,
        look.loose(),
    )


def _broken_markup(body: Body, ends: Sequence[int], width: int) -> Plan | None:
    """XML: a tag that goes on in the next line was broken there, unless its next word had room."""
    texts, most = body.texts, max(body.marks)
    bonds, gaps = [Bond.APART] * len(texts), [0] * len(texts)
    inside = False
    for index in range(body.start, len(texts)):
        text = texts[index]
        if inside and text.strip() and not text.lstrip().startswith("<"):  # a lost end of a tag
            # What the second answer broke has not the mark that it put before the first piece.
            room = width - (_MARK if body.marks[index - 1] < most else 0)
            if text.startswith(" ") or ends[index - 1] + 1 + _word(text) <= room:
                return None  # written like that
            bonds[index], gaps[index] = Bond.JOINED, 1
        if "<" in text or ">" in text:
            inside = text.rfind("<") > text.rfind(">")
    return Plan(texts, width, False, True, bonds, gaps, gaps, LONGEST_CELLS) if any(bonds) else None


class _Look:
    """The lines of a text, and what each pair of them says."""

    def __init__(
        self, body: Body, shapes: Shapes, ends: Sequence[int], width: int,
        recognises: Recognises, may: Recognises,
    ) -> None:  # fmt: skip
        self.texts, self.depths, self.ends, self.width = body.texts, body.depths, ends, width
        self.ids, self.kinds = shapes.ids, shapes.distinct
        self._leads = list(map(_lead, shapes.distinct))
        self._words = [_word(shape) if shape.strip() else 0 for shape in shapes.distinct]
        self._pairs: dict[tuple[object, int, int], bool] = {}  # what outlines of two lines say
        self.tight = [False] * len(body.texts)
        self.recognises, self.may = recognises, may
        self.bonds = [Bond.APART] * len(body.texts)
        self.least = [0] * len(body.texts)
        self.most = [0] * len(body.texts)
        self.proofs: set[tuple[str, str]] = set()
        words = [self._words[one] for one in self.ids]
        own = [
            index
            for index, (word, end) in enumerate(zip(words, [0, *ends], strict=False))
            if word and end + 1 + word + _USUAL_GAP <= width
        ]
        begins = {body.texts[index][:_OPENING] for index in own}
        self.starts = {opening(text) for text in begins}
        named = [len(first_word(shape)) for shape in shapes.distinct]
        self.first_words = Counter(
            body.texts[index][: named[self.ids[index]]] for index in own if named[self.ids[index]]
        )
        self._named = named
        self.inked = any(not first.startswith(" ") and not _control(first) for first in self.starts)
        self.marks = _marks(body.texts)
        short = [text for text, end in zip(body.texts, ends, strict=True) if end and end < SHORTEST]
        self.flowed = not any(text.endswith(" ") for text in short if text != "-- ") and not any(
            before.endswith(" ") and word and self._has_room(before, word)
            for before, word in zip(body.texts[body.start :], words[body.start + 1 :], strict=False)
        )
        self.so_far = 0

    def _has_room(self, before: str, word: int) -> bool:
        """Whether a line is padded with blanks: nothing made a mail program break it there."""
        return before != "-- " and len(before) + word + _USUAL_GAP <= self.width

    def at(self, index: int) -> None:
        """How line ``index`` belongs to the one before."""
        before, text = self.texts[index - 1], self.texts[index]
        end, length = self.ends[index - 1], self.ends[index]
        self.so_far = self.so_far + end if self.bonds[index - 1] else end
        if not length or not SHORTEST <= end <= self.width:
            return
        lead, word = self._leads[self.ids[index]], self._words[self.ids[index]]
        room = self.width - end
        if lead:
            least = most = room + 1 + lead
            fits = room <= _WIDEST_GAP
        else:
            least, most = max(1, room - word + 1), max(1, room)
            fits = word + 1 > room or least <= _WIDEST_GAP
        if self.flowed and before.endswith(" "):
            least = most = len(before) - len(before.rstrip())
        elif not fits or self.so_far + least + length > PRINT:
            return
        self.tight[index] = word + 1 > room and not lead
        bond = self._bond(index, before, text)
        if bond:
            self.bonds[index] = bond
            self.least[index], self.most[index] = least, most
            if bond is Bond.JOINED:
                self.proofs.add(without_digits(before, text))

    def turns(self) -> None:
        """Settle runs in which rows of the same look and rests of the same look take turns."""
        texts, bonds, tight = self.texts, self.bonds, self.tight
        for index in range(3, len(texts)):
            former = index - 2
            if not (bonds[former] and bonds[index]) or bonds[index - 1]:
                continue
            one, other = texts[former], texts[index]
            led = one.startswith(" ") and other.startswith(" ")
            if not led and not (tight[former] and tight[index]) and abs(len(one) - len(other)) > 2:
                continue
            if _similar(texts[former - 1], texts[index - 1]) and _similar(one, other):
                bonds[former] = bonds[index] = Bond.JOINED

    def loose(self) -> frozenset[int]:
        """Lines whose first word would have fitted on the one before: if they go on it, the gap was
        wide, which takes more than the width to say.
        """
        return frozenset(
            index
            for index, bond in enumerate(self.bonds)
            if bond is Bond.EITHER and not self.tight[index] and self.texts[index][:1] != " "
        )

    def _bond(self, index: int, before: str, text: str) -> Bond:
        if self.depths[index] > self.depths[index - 1] or self._says(rows_of_one_table, index):
            return Bond.APART
        if text[:2] in self.marks:
            return Bond.APART
        if self.flowed and before.endswith(" "):
            return Bond.JOINED
        if self.depths[index] < self.depths[index - 1] and self.tight[index]:
            return Bond.JOINED
        if self._says(_ruled, index):
            return Bond.APART
        if self._may_be_known(index) and self.recognises(
            before.rstrip() + " " + text, len(before.rstrip())
        ):
            return Bond.JOINED
        word = self._first_word(index)
        if word and (self.first_words[word] > 1 or word == self._first_word(index - 1)):
            return Bond.APART
        if self._says(_of_one_kind, index):
            return Bond.APART
        if self.tight[index] and (
            not self.inked or (len(self.starts) >= _KNOWN and opening(text) not in self.starts)
        ):
            return Bond.JOINED
        return Bond.EITHER

    def _says(self, asked: Callable[[str, str], bool], index: int) -> bool:
        """What is asked of a line and the one before, and is so whatever digits they have."""
        key = asked, self.ids[index - 1], self.ids[index]
        said = self._pairs.get(key)
        if said is None:
            said = self._pairs[key] = asked(self.texts[index - 1], self.texts[index])
        return said

    def _may_be_known(self, index: int) -> bool:
        """Whether readers may know something that stands across a line's beginning."""
        key = self.may, self.ids[index - 1], self.ids[index]
        said = self._pairs.get(key)
        if said is None:
            before, text = self.kinds[key[1]].rstrip(), self.kinds[key[2]]
            said = self._pairs[key] = self.may(f"{before} {text}", len(before))
        return said

    def _first_word(self, index: int) -> str:
        return self.texts[index][: self._named[self.ids[index]]]


def _ruled(before: str, text: str) -> bool:
    """Whether a ruler ends a line, or stands below it."""
    return ends_in_ruler(before.rstrip(), text) or underlines(before.rstrip(), text)


def _of_one_kind(before: str, text: str) -> bool:
    """Whether two lines look alike, or begin alike at the edge."""
    return alike(profile(before), profile(text)) or (
        before[0] != " " and beginning(before) == beginning(text)
    )


def _marks(texts: Sequence[str]) -> frozenset[str]:
    """Signs in the first column of many lines, as panels have them: no words that did not fit."""
    found = Counter(text[:2] for text in texts if text[:1] in "+>|!" and text[1:2] == " ")
    return frozenset(mark for mark, count in found.items() if count > _FEW)


def _similar(one: str, other: str) -> bool:
    """Whether two lines have blanks in about the same places, as far as the shorter one goes."""
    shorter = min(len(one), len(other))
    return alike(profile(one[:shorter]), profile(other[:shorter]), AT_LEAST_SIMILAR)


def _breakable(text: str) -> bool:
    """Whether a line has blanks between words."""
    words = text.strip(" \t")
    return " " in words or "\t" in words


def _lead(text: str) -> int:
    """Blanks in front of a line."""
    return len(text) - len(text.lstrip())


def _word(text: str) -> int:
    """Characters of the first word of a line that has some."""
    return len(text.split(maxsplit=1)[0])


def _control(first: str) -> bool:
    return first[:1] in "10-+" and first[1:2] in (" ", "")
