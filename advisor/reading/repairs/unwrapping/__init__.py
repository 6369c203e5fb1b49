"""Texts that a mail program or a terminal has wrapped: how each line may be bound to the next.

Two ways of wrapping are told apart:

* *cut*, as terminals, ``fold`` and transfers into shorter records do it: every line goes on at
  exactly that width, through words and figures (:mod:`.cut`);
* *broken*, as mail programs do it: at the last blank that fits (:mod:`.broken`).

A line may be as wide as the wrapping by its own nature, and the blanks at a break may be lost.
Nothing of that is guessed: a :class:`~.bonds.Plan` says of every line whether it goes on the line
before, stands apart from it, or may do either, and how many blanks may have stood between. Who
reads the text reads it in every way that is left, and keeps what all ways agree upon.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable, Sequence

from advisor.reading.layout.outline import Shapes
from advisor.reading.repairs.unwrapping.bonds import Plan as Plan
from advisor.reading.repairs.unwrapping.broken import broken
from advisor.reading.repairs.unwrapping.cut import Recognises, cut
from advisor.reading.repairs.unwrapping.quoting import Body, body_of
from advisor.reading.repairs.unwrapping.shapes import alike, beginning, profile

_LONG_WORD = 14

_REST_OF_WORD = re.compile(r"[.,:/)%]\S")
"""How no word begins: what stands in front of it was cut off."""

_SOME_RESTS = 3


def plans_of(
    texts: Sequence[str],
    recognises: Recognises,
    tick: Callable[[], None] = lambda: None,
    may: Recognises = lambda _shape, _position: True,
) -> tuple[Plan, ...]:
    """How these lines may have been wrapped, none where they do not look so.

    Linear in their length. ``recognises`` says whether something that readers know stands across
    a position of a line, ``may`` whether it may in any with its outline; ``tick`` is called in
    between.
    """
    body = body_of(texts)
    shapes = Shapes(body.texts)
    tick()
    one = cut(body, shapes, recognises, may, tick)
    tick()
    other = broken(body, shapes, recognises, may)
    tick()
    if one is None or other is None:
        return tuple(plan for plan in (one, other) if plan is not None)
    filled = _joins(one)
    ends = _ends_before_long_words(body, one.width)
    if filled > (ends if _cut_at_blanks(one) else 3 * ends):
        return (one,)
    if ends > 3 and ends > filled and not _inside_words(one):
        return (other,)
    return one, other


def _joins(plan: Plan) -> int:
    return sum(map(bool, plan.bonds)) - len(plan.loose)


def _cut_at_blanks(plan: Plan) -> bool:
    return any(len(text) == plan.width and text.endswith(" ") for text in plan.texts)


def _inside_words(plan: Plan) -> bool:
    """Whether so many lines begin with the rest of a word that no mail program broke them.

    Columns may be as far apart as the width has it: then nearly all rows of a print that was cut
    end at a blank, and look broken. Headings, dates and decimals further down do not.
    """
    rests = 0
    for index, bond in enumerate(plan.bonds):
        before = plan.texts[index - 1]
        if bond and len(before) == plan.width and before[-1].isalnum():
            rests += bool(_REST_OF_WORD.match(plan.texts[index]))
    return rests >= _SOME_RESTS


def _ends_before_long_words(body: Body, width: int) -> int:
    """How many lines end a little before the width because the next word would not have fitted."""
    count = 0
    for before, text in itertools.pairwise(body.texts[body.start :]):
        end = len(before.rstrip())
        if len(before) == width or not text[:1].strip():
            continue
        if width - _LONG_WORD <= end and end + 1 + len(text.split(maxsplit=1)[0]) > width:
            count += beginning(before) != beginning(text) and not alike(
                profile(before), profile(text)
            )
    return count
