"""Texts broken at the last blank that fits, as mail programs do it.

A line goes on when the first word of the next one would not have fitted on it any more; lines that
cannot be broken (rulers, long names) may be longer than the width. Three habits are known:

* blanks behind the break begin the next line: then the gap is known by the width;
* blanks around the break are lost: the gap had between as many blanks as keep the next word off
  the line, and as many as reach the width, or more;
* the blank stays at the end of the line (``format=flowed``, RFC 3676): then the line goes on.
"""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Callable, Sequence

from advisor.reading.layout.outline import outline
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

_MARK = 2
"""Characters of a mark of quoting."""


def broken(body: Body, recognises: Recognises) -> Plan | None:
    """How a text was broken; ``None`` where no line looks so."""
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
    look = _Look(body, ends, width, recognises)
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

    def __init__(self, body: Body, ends: Sequence[int], width: int, recognises: Recognises) -> None:
        self.texts, self.depths, self.ends, self.width = body.texts, body.depths, ends, width
        self._pairs: dict[tuple[object, str, str], bool] = {}  # what outlines of two lines say
        self.tight = [False] * len(body.texts)
        self.recognises = recognises
        self.bonds = [Bond.APART] * len(body.texts)
        self.least = [0] * len(body.texts)
        self.most = [0] * len(body.texts)
        self.proofs: set[tuple[str, str]] = set()
        own = [
            text
            for text, end in zip(body.texts, [0, *ends], strict=False)
            if text.strip() and end + 1 + _word(text) + _USUAL_GAP <= width
        ]
        self.starts = {opening(text) for text in own}
        self.first_words = Counter(word for text in own if (word := first_word(text)))
        self.inked = any(not first.startswith(" ") and not _control(first) for first in self.starts)
        self.marks = _marks(body.texts)
        short = [text for text, end in zip(body.texts, ends, strict=True) if end and end < SHORTEST]
        self.flowed = not any(text.endswith(" ") for text in short if text != "-- ") and not any(
            before.endswith(" ") and text.strip() and self._has_room(before, text)
            for before, text in itertools.pairwise(body.texts[body.start :])
        )
        self.so_far = 0

    def _has_room(self, before: str, text: str) -> bool:
        """Whether a line is padded with blanks: nothing made a mail program break it there."""
        return before != "-- " and len(before) + _word(text) + _USUAL_GAP <= self.width

    def at(self, index: int) -> None:
        """How line ``index`` belongs to the one before."""
        before, text = self.texts[index - 1], self.texts[index]
        end, length = self.ends[index - 1], self.ends[index]
        self.so_far = self.so_far + end if self.bonds[index - 1] else end
        if not length or not SHORTEST <= end <= self.width:
            return
        lead = len(text) - len(text.lstrip())
        word = _word(text)
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
        if self.recognises(before.rstrip() + " " + text, len(before.rstrip())):
            return Bond.JOINED
        word = first_word(text)
        if word and (self.first_words[word] > 1 or word == first_word(before)):
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
        before, text = self.texts[index - 1], self.texts[index]
        key = asked, outline(before), outline(text)
        said = self._pairs.get(key)
        if said is None:
            said = self._pairs[key] = asked(before, text)
        return said


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


def _word(text: str) -> int:
    """Characters of the first word of a line that has some."""
    return len(text.split(maxsplit=1)[0])


def _control(first: str) -> bool:
    return first[:1] in "10-+" and first[1:2] in (" ", "")
