"""Where anchors stand in a block of text: a fast sieve of four-character words, then a pattern.

An anchor stands as its reader declares it, or wholly in capitals: terminals, printers without
small letters and editors with CAPS ON fold a report, and what was pasted into a mail may be folded
where the mail is not.

A pattern of some hundred alternatives costs Python about 17 ns a character. Here a table of 64 K
flags, asked for the four characters at every position, says where an anchor may stand (some 2 ns a
character); only the lines it names are looked at with the pattern.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any

from advisor.reading.layout.outline import outline
from advisor.reading.reader import Reader

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

_GRAM = 4
_BELOW = 64
"""Lines of a log that are looked at behind an anchor, unless its reader says how many it asks."""

_MOST_TOGETHER = 500
"""Patterns that are made of the anchors of some words, at a millisecond each."""

_MULTIPLIER = 2654435761
_COMMON = " eEtTaAoOiInNsSrRhHlLdDcCuUmM.-0123456789"

Owner = tuple[Reader, str, bool]
"""A reader, the anchor as it declares it, and whether the anchor must open the line."""


@dataclass(frozen=True)
class Anchors:
    """All readers' anchors: a pattern, who is behind each, and the sieve's four-character words.

    ``grams`` has for each word a pattern of the anchors that were given it, ``literals`` has these.
    """

    pattern: re.Pattern[str] | None
    behind: dict[str, tuple[Owner, ...]]
    grams: dict[str, re.Pattern[str]] = field(default_factory=dict)
    literals: dict[str, list[str]] = field(default_factory=dict)
    _known: dict[tuple[str, ...], re.Pattern[str]] = field(default_factory=dict)
    _met: set[tuple[str, ...]] = field(default_factory=set)

    @cached_property
    def _sieve(self) -> tuple[NDArray[np.bool_], frozenset[int]]:
        import numpy as np

        grams = b"".join(gram.encode("latin-1") for gram in self.grams)
        words = np.frombuffer(grams, dtype="<u4").astype(np.uint32)
        table = np.zeros(1 << 16, dtype=np.bool_)
        table[(words * np.uint32(_MULTIPLIER)) >> np.uint32(16)] = True
        return table, frozenset(words.tolist())

    def find(
        self, contents: Sequence[str], among: Iterable[int] | None = None
    ) -> list[tuple[int, str]]:
        """Anchors in lines: index of the line and the anchor's literal, in order, once a line.

        Only the lines ``among`` are looked at, where these are given.
        """
        if self.pattern is None:
            return []
        indexes = range(len(contents)) if among is None else list(among)
        some = contents if among is None else [contents[index] for index in indexes]
        text = "\n".join(some)
        if len(text) < 2000:
            every = (
                (index, " ".join(match[0].split()))
                for index, line in zip(indexes, some, strict=True)
                for match in self.pattern.finditer(line)
            )
            return list(dict.fromkeys(every))
        found = self.find_in(text, self.suspects(text))
        lines, counted, at = [], 0, 0
        for start, _, key in found:
            counted, at = counted + text.count("\n", at, start), start
            lines.append((indexes[counted], key))
        return list(dict.fromkeys(lines))

    def find_in(self, text: str, suspects: Iterable[int]) -> list[tuple[int, int, str]]:
        """Anchors in a text: start and end of the line and the anchor's literal, in order.

        The same lines as :meth:`find` gives, without cutting the text into lines first;
        ``suspects`` are what :meth:`suspects` gave, in ascending order.
        """
        if self.pattern is None:
            return []
        found: list[tuple[int, int, str]] = []
        start, end = 0, -1
        here: list[str] = []  # words of anchors on the line: a ruler's is there but once
        for position in suspects:
            if position > end:
                self._find_on(text, start, end, here, found)
                start = text.rfind("\n", 0, position) + 1
                end = text.find("\n", position)
                if end < 0:
                    end = len(text)
                here = []
            gram = text[position : position + _GRAM]
            if gram not in here:
                here.append(gram)
        self._find_on(text, start, end, here, found)
        return found

    def _find_on(
        self, text: str, start: int, end: int, here: Sequence[str],
        found: list[tuple[int, int, str]],
    ) -> None:  # fmt: skip
        """Anchors on one line, which has these words of some."""
        if not here:
            return
        key = tuple(here)
        pattern = self._known.get(key)
        if pattern is None:
            pattern = self.grams[here[0]] if len(here) == 1 else self._together(key)
        for match in pattern.finditer(text, start, end):
            found.append((start, end, " ".join(match[0].split())))

    def _together(self, key: tuple[str, ...]) -> re.Pattern[str]:
        """A pattern of the anchors with some words, which tells much sooner than that of all."""
        assert self.pattern is not None
        if len(self._known) >= _MOST_TOGETHER:
            return self.pattern
        if key not in self._met:  # lines like this may not come again
            if len(self._met) >= 20 * _MOST_TOGETHER:
                self._met.clear()
            self._met.add(key)
            return self.pattern
        literals = sorted(literal for gram in key for literal in self.literals[gram])
        pattern = self._known[key] = re.compile(_trie_pattern(literals))
        return pattern

    def asked_below(self, key: str) -> int:
        """How many lines of a log are looked at from one with this anchor on."""
        readers = [reader for reader, _, _ in self.behind[key]]
        return 1 + max(r.inline_lines if r.where == "inline" else _BELOW for r in readers)

    @cached_property
    def _pairs(self) -> frozenset[str]:
        """Characters that stand side by side in an anchor, with a run of blanks between or not."""
        return frozenset(
            literal[at] + literal[at + 1 :].lstrip(" ")[:1]
            for literal in self.behind
            for at in range(len(literal) - 1)
        )

    def across(self, text: str, position: int) -> bool:
        """Whether an anchor begins before a position of a text and ends behind it."""
        if self.pattern is None or not 0 < position < len(text):
            return False
        # At nearly all places no anchor has the two characters there side by side.
        before = text[position - 1]
        if before != " " and before + text[position:].lstrip(" ")[:1] not in self._pairs:
            return False
        found = self.pattern.finditer(text)
        return any(match.start() < position < match.end() for match in found)

    @cached_property
    def _outlined(self) -> re.Pattern[str]:
        """The outlines of all anchors."""
        return re.compile(_trie_pattern(sorted(set(map(outline, self.behind)))))

    def may_go_across(self, shape: str, position: int) -> bool:
        """Whether :meth:`across` may be so of a text with this outline."""
        if not self.behind:
            return False
        found = self._outlined.finditer(shape)
        return any(match.start() < position < match.end() for match in found)

    def suspects(self, text: str) -> list[int]:
        """Positions of four-character words that some anchor has, in ascending order; of a ruler,
        whose words are all the same, the first alone.

        Nearly all of it leaves the interpreter free for other threads.
        """
        import numpy as np

        table, words = self._sieve
        data = text.encode("latin-1", "replace")
        characters = np.frombuffer(data, dtype=np.uint8)
        positions: list[int] = []
        for shift in range(_GRAM):
            count = (len(data) - shift) // _GRAM
            if count <= 0:
                break
            view: NDArray[Any] = np.frombuffer(data, dtype="<u4", count=count, offset=shift)
            hashed = (view * np.uint32(_MULTIPLIER)) >> np.uint32(16)
            where = np.flatnonzero(np.take(table, hashed))
            found, before = view[where], characters[where * _GRAM + shift - 1]
            ruler = (found == before * np.uint32(0x01010101)) & (where + shift > 0)
            where, found = where[~ruler], found[~ruler]
            for at, word in zip(where.tolist(), found.tolist(), strict=True):
                if word in words:
                    positions.append(at * _GRAM + shift)
        return sorted(positions)


def compile_anchors(readers: Sequence[Reader]) -> Anchors:
    """The sieve and pattern for the anchors of ``readers``; see :class:`Reader` for their form.

    Raises
    ------
    ValueError: an anchor has fewer than four characters.
    """
    owners: dict[str, list[Owner]] = {}
    for reader in readers:
        for anchor in reader.anchors:
            literal = " ".join(anchor.removeprefix("^").split())
            if len(literal) < _GRAM:
                raise ValueError(f"anchor {anchor!r} of {reader.id} is shorter than {_GRAM}")
            owner = (reader, anchor, anchor.startswith("^"))
            for printed in dict.fromkeys((literal, literal.upper())):
                found = owners.setdefault(printed, [])
                if all(other is not reader for other, _, _ in found):
                    found.append(owner)
    if not owners:
        return Anchors(None, {})
    behind = {
        literal: tuple(
            owner for other, found in owners.items() if literal.startswith(other) for owner in found
        )
        for literal in owners
    }
    by_gram: dict[str, list[str]] = {}
    for literal in sorted(owners):
        by_gram.setdefault(_gram(literal), []).append(literal)
    grams = {gram: re.compile(_trie_pattern(literals)) for gram, literals in by_gram.items()}
    return Anchors(re.compile(_trie_pattern(sorted(owners))), behind, grams, by_gram)


_EVERYDAY = "application information transaction operation connection completed message number"
"""Words of any log: four characters inside one of them would make every line a suspect."""

_HEADINGS = "DATA SYSTEM TIME TOTAL TYPE FILE MODE SPACE BUFFER Buffer z/OS Z/OS PAGE"
"""Words of any print, even less telling."""


def _gram(literal: str) -> str:
    """The rarest four characters of an anchor, without blanks where it has four such in a row.

    Letter-spaced titles have none: there single blanks stand between letters whatever happened.
    """
    windows = [literal[i : i + _GRAM] for i in range(len(literal) - _GRAM + 1)]
    solid = [window for window in windows if " " not in window]
    rarity = {
        window: sum(_COMMON.find(char) if char in _COMMON else 60 for char in window)
        - (1000 if window.lower() in _EVERYDAY else 0)
        - (2000 if window in _HEADINGS else 0)
        - (4000 if len(set(window)) == 1 else 0)  # a ruler
        for window in solid or windows[:1]
    }
    return max(rarity, key=lambda window: rarity[window])


def _trie_pattern(literals: Sequence[str]) -> str:
    """Alternatives with common beginnings factored out; a blank stands for a run of blanks."""
    trie: dict[str, Any] = {}
    for literal in literals:
        node = trie
        for char in literal:
            node = node.setdefault(char, {})
        node[""] = {}

    def build(node: dict[str, Any]) -> str:
        branches = [
            ("[ ]+" if char == " " else re.escape(char)) + build(child)
            for char, child in node.items()
            if char
        ]
        if not branches:
            return ""
        body = branches[0] if len(branches) == 1 else "(?:" + "|".join(branches) + ")"
        return f"(?:{body})?" if "" in node else body

    return build(trie)


def next_of_kind(hits: Sequence[tuple[int, str]]) -> dict[tuple[int, str], int]:
    """For each line with an anchor the next line that has the same one."""
    later: dict[str, int] = {}
    again: dict[tuple[int, str], int] = {}
    for index, key in reversed(hits):
        if key in later:
            again[index, key] = later[key]
        later[key] = index
    return again
