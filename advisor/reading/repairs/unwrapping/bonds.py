"""How the lines of a wrapped text may belong together, and the texts that come of it."""

from __future__ import annotations

import enum
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

LONGEST = 256
"""Characters of a line put together: prints have 133, logs and consoles 255 at most."""

PRINT = 137
"""Characters of a line of a print: 133 and what the wrapping may have added."""


class Bond(enum.IntEnum):
    """How a line belongs to the one before it."""

    APART = 0
    JOINED = 1
    EITHER = 2


@dataclass(frozen=True, slots=True)
class Way:
    """Lines as they may have been, and for each the number of the first line it has of the file.

    ``bound``: lines that may stand apart are put together in it.
    """

    lines: Sequence[str]
    numbers: Sequence[int]
    bound: bool = True


@dataclass(frozen=True)
class Plan:
    """How a text is wrapped, line by line.

    ``texts`` are the lines without quoting; ``bonds[i]`` says how line ``i`` belongs to the one
    before, ``least[i]`` and ``most[i]`` how many blanks stood between the two. ``sure`` is false
    where the text may as well not be wrapped at all. No line becomes longer than ``longest``.
    Little speaks for joining one of ``loose``.
    """

    texts: Sequence[str]
    width: int
    hard: bool
    sure: bool
    bonds: Sequence[Bond]
    least: Sequence[int]
    most: Sequence[int]
    longest: int = LONGEST
    loose: frozenset[int] = frozenset()

    @property
    def doubtful(self) -> list[int]:
        """Numbers of the lines that end as wide as the wrapping and may or may not go on."""
        return [index for index, bond in enumerate(self.bonds) if bond is Bond.EITHER]

    def ways(self) -> Iterator[Way]:
        """The text in every way that it may have been, the likeliest first."""
        some = [
            bond is Bond.JOINED or (bond is Bond.EITHER and index not in self.loose)
            for index, bond in enumerate(self.bonds)
        ]
        yield self.joined(some)
        if self.loose:
            yield self.joined(list(map(bool, self.bonds)))
        if any(most > least for least, most in zip(self.least, self.most, strict=True)):
            yield self.joined(some, widest=True)
        certain = [bond is Bond.JOINED for bond in self.bonds]
        if certain != some:
            yield replace(self.joined(certain), bound=False)

    def joined(self, bound: Sequence[bool], widest: bool = False) -> Way:
        """The text with each line that is ``bound`` put to the one before."""
        gaps = self.most if widest else self.least
        texts: list[str] = []
        numbers: list[int] = []
        pieces: list[str] = []
        so_far = 0
        for index, text in enumerate(self.texts):
            if pieces and bound[index] and so_far + len(text) <= self.longest:
                if not self.hard:
                    pieces[-1] = pieces[-1].rstrip()
                pieces.append(" " * gaps[index])
                pieces.append(text)
                so_far += gaps[index] + len(text)
                continue
            if pieces:
                texts.append("".join(pieces))
            pieces = [text]
            numbers.append(index + 1)
            so_far = len(text)
        if pieces:
            texts.append("".join(pieces))
        return Way(texts, numbers)
