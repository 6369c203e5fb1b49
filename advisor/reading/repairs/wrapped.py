"""Texts that a mail program or a terminal wrapped: offered in every way they may have been.

How a text may have been, :mod:`.unwrapping` says. A figure that comes out of every reading
does not depend on what cannot be known; one that some readings give and others do not, or give
differently, is left out, and the line it stands on is listed as unread.
"""

from __future__ import annotations

from collections.abc import Sequence

from advisor.reading.repairs.endings import (
    broken_off,
    ends_behind,
    first_wrapped,
    may_lack_its_end,
    not_wrapped,
)
from advisor.reading.repairs.offers import Offer, Said, Text, Trust
from advisor.reading.repairs.truncation import cut_of
from advisor.reading.repairs.unwrapping import plans_of
from advisor.reading.segments import all_anchors
from model.language import LineNumber, Name, counted, say

_FAR = 60
"""Characters before and behind a place of a line within which an anchor across it stands."""


def _offer(text: Text) -> Offer | None:
    if text.continued or text.printed() is not text.lines or text.cleaner.numbered:
        return None  # each of the lines that an editor shows with its number is a line
    plans = plans_of(text.lines, _known_across, text.tick, _may_be_known)
    if not plans or any(map(not_wrapped, plans)):
        return None
    plan = plans[0]
    width = plan.width

    def said(lines: Sequence[int], figures: int) -> Said:
        bound = next((number for number, bond in enumerate(plan.bonds) if bond), 1)
        line = lines[0] if lines else bound
        if not figures:
            sentence = say(
                "{name} looks wrapped at {width} characters by a mail program or terminal and was "
                "put together again, but figures may be missing: have the report sent as an "
                "attachment, in its original width.",
                name=Name(text.name),
                width=width,
            )
        else:
            sentence = counted(
                "{name} looks wrapped at {width} characters by a mail program or terminal, and one "
                "figure that depends on where its lines ended, in line {line}, was not read: have "
                "the report sent as an attachment, in its original width.",
                "{name} looks wrapped at {width} characters by a mail program or terminal, and "
                "{n} figures that depend on where its lines ended, the first in line {line}, "
                "were not read: have the report sent as an attachment, in its original width.",
                figures,
                name=Name(text.name),
                width=width,
                line=LineNumber(line),
            )
        yield line, sentence

    ways = tuple(way for each in plans for way in each.ways())
    if all(len(way.lines) == len(text.lines) for way in ways):
        return None  # nothing goes on: put together, lines would be longer than any
    surely = (plan.sure and len(plans) == 1) or first_wrapped(plan.texts) > 0
    # Cut off there, and not wrapped at all? Then 40120 may have become 401.
    edge: frozenset[int] = frozenset()
    if plan.hard or cut_of(plan.texts, broken_off) is not None:
        ends = enumerate((len(line.rstrip()) for line in plan.texts), 1)
        edge = frozenset(number for number, end in ends if end == width)
    return Offer(
        ways,
        Trust.SURE if surely else Trust.POSSIBLE,
        f"wrapped at {width}",
        said,
        edge=edge,
        torn=True,
    )


def _known_across(text: str, position: int) -> bool:
    """Whether an anchor of some reader stands across a position of a line, or a line that is known
    has its end behind it.
    """
    return all_anchors().across(*_around(text, position)) or ends_behind(text, position)


def _may_be_known(shape: str, position: int) -> bool:
    """Whether that may be so of a line with this outline."""
    across = all_anchors().may_go_across(*_around(shape, position))
    return across or may_lack_its_end(shape[:position])


def _around(text: str, position: int) -> tuple[str, int]:
    """The text around a position, and where it is in that."""
    return text[max(0, position - _FAR) : position + _FAR], min(position, _FAR)


REPAIR = _offer
