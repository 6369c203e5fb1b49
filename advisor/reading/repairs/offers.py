"""What a repair of damaged text is: shown a text, it offers what that may have been.

A module of this package that declares ``REPAIR`` is one: a function from a :class:`Text` to an
:class:`Offer`, or ``None`` where nothing speaks for its damage. That a text is none the worse is
an offer too (:mod:`.as_it_stands`). :mod:`..choosing` reads the offers and takes one.
"""

from __future__ import annotations

import enum
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property

from advisor.reading.layout.outline import Shapes
from advisor.reading.repairs.prefixes import Cleaner, Front, detect_cleaner
from advisor.reading.repairs.truncation import Cut
from advisor.reading.repairs.unwrapping.bonds import Way

HEAD = 3_000
"""Lines by which it is decided what stands around the content of all."""


@dataclass(frozen=True)
class Text:
    """A text that is at hand as a whole.

    ``blocks`` are its lines as decoded, each with whether it goes on with the last line of the one
    before. ``ended``: its last line has its line end. ``records``: its lines came as records.
    """

    name: str
    blocks: Sequence[tuple[list[str], bool]]
    ended: bool
    records: bool
    tick: Callable[[], None]

    @cached_property
    def lines(self) -> list[str]:
        """All lines, without the blanks that make all of them as long as their records were, and
        with blanks for those that do not break.
        """
        texts = [line for lines, _ in self.blocks for line in lines]
        if any("\xa0" in text for text in texts):  # blanks, as browsers copy them
            texts = [text.replace("\xa0", " ") for text in texts]
        lengths = set(map(len, texts[:-1]))
        blank = sum(1 for text in texts if text[-1:] == " ")
        if len(lengths) != 1 or 2 * blank < len(texts):
            return texts
        return [text.rstrip(" ") for text in texts]

    @property
    def contents(self) -> list[str]:
        """The lines without what logs and mails have in front of them."""
        cleaner = detect_cleaner(self.lines[:HEAD], self.records, None)
        return self.lines if cleaner.plain else cleaner.clean(self.lines)

    @cached_property
    def shapes(self) -> Shapes:
        """The outlines of the lines."""
        return Shapes(self.lines)

    @property
    def continued(self) -> bool:
        """Whether a line is longer than a block: no report that is printed has such."""
        return any(continued for _, continued in self.blocks)

    @cached_property
    def cleaner(self) -> Cleaner:
        """What stands around the content of the lines."""
        return detect_cleaner(self.lines[:HEAD], False)

    def printed(self, front: Front | None = None) -> Sequence[str]:
        """The lines as wide as they were printed, behind a front."""
        cleaner = self.cleaner
        if front is not None:
            cleaner = detect_cleaner(self.lines[:HEAD], False, front)
        return cleaner.printed(self.lines)


class Trust(enum.IntEnum):
    """What an offer is taken for, in the order in which offers are looked at."""

    CERTAIN = 0
    """It was so: the offer is the text from now on, and is looked at for other damage."""
    SURE = 1
    """It is taken if a reader knows anything of it."""
    PLAIN = 2
    """The text as it stands."""
    POSSIBLE = 3
    """It is taken if it gives more than the text as it stands."""


Said = Iterable[tuple[int, str]]
"""Sentences, each with the line it is said of."""


@dataclass(frozen=True, slots=True)
class Offer:
    """What a text may have been.

    ``ways``: lines with their numbers in the file, in every way that is possible, the likeliest
    first. What does not come out of all of them is left out.
    ``label``: what people are told of how the text was read.
    ``said``: sentences where a reader knows the text, given the numbers of the lines of which
    figures were left out, and how many figures those are.
    ``front``: what is taken off each line.
    ``cut``: where the lines were cut off, which hides what touches that column.
    ``edge``: numbers of the lines that end where the text was cut: a figure that ends there is left
    out, unless the line goes on.
    ``torn``: lines were put together, so that words may be torn where they begin and end.
    ``agreed``: only what all ways give is kept, as of ``torn`` lines, of a text that ends as it is.
    ``closed``: the last line is whole, whether or not a line end follows it.
    """

    ways: tuple[Way, ...]
    trust: Trust
    label: str = ""
    said: Callable[[Sequence[int], int], Said] = lambda _lines, _figures: ()
    front: Front | None = None
    cut: Cut | None = None
    edge: frozenset[int] = frozenset()
    closed: bool = False
    torn: bool = False
    agreed: bool = False


Repair = Callable[[Text], Offer | None]
