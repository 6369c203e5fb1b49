"""Texts that hold the same pages twice: a report was pasted or appended to itself.

Every line with content stands there again, in the same order: times, page numbers and all. What
was counted in it was counted once.
"""

from __future__ import annotations

from collections.abc import Sequence

from advisor.reading.repairs.offers import Offer, Said, Text, Trust
from advisor.reading.repairs.unwrapping.bonds import Way
from model.language import LineNumber, Name, say

_FEWEST, _MANY, _LONG = 2, 4, 200
"""Different lines that a report has, and how many of them, or of what length in all, are no rows
that happen to be alike: a heading and one row of some thousand characters are a report as well.
"""


def _period(texts: Sequence[str]) -> int:
    """How many lines are there before all of them come again; 0 where they do not."""
    count = len(texts)
    periods = (
        period
        for period in range(1, count // 2 + 1)
        if not count % period and texts[period] == texts[0] and texts[:-period] == texts[period:]
    )
    shortest = next(periods, 0)
    page = texts[:shortest]
    different = len(set(page))
    report = different >= _FEWEST and (different >= _MANY or sum(map(len, page)) >= _LONG)
    return shortest if report else 0


def _offer(text: Text) -> Offer | None:
    """The first copy; what stands in the others is known."""
    lines = text.lines
    filled = [index for index, line in enumerate(lines) if line.strip()]
    period = _period([lines[index].rstrip() for index in filled])
    if not period or not any(any(map(str.isdigit, lines[i])) for i in filled[:period]):
        return None
    again = filled[period]

    def said(_lines: Sequence[int], _figures: int) -> Said:
        sentence = say(
            "{file} has the same lines again from line {number} on, word for word: they count "
            "once. If another report was to stand there, add that one.",
            file=Name(text.name),
            number=LineNumber(again + 1),
        )
        return ((again + 1, sentence),)

    way = Way(lines[:again], range(1, again + 1))
    return Offer((way,), Trust.CERTAIN, "held twice", said)


REPAIR = _offer
