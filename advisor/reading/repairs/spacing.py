"""Texts that were pasted double-spaced: a blank line stands behind every line of theirs.

Mail programs that make a paragraph of each line do so. The report's own blank lines are doubled
with the others, so of every second line none has content.
"""

from __future__ import annotations

from collections.abc import Sequence

from advisor.reading.repairs.offers import Offer, Text, Trust
from advisor.reading.repairs.unwrapping.bonds import Way

_FEWEST = 3
"""Lines with content; two with a blank between them are printed so."""

_NOTHING = " \t\xa0>"
"""What a blank line may hold, in a mail that was answered too."""


def without_spacing(texts: Sequence[str]) -> range | None:
    """Indexes of the lines that were there before every one was followed by a blank one.

    ``None`` where the text is not double-spaced.
    """
    for blank in (1, 0):
        if any(text.strip(_NOTHING) for text in texts[blank::2]):
            continue
        kept = range(1 - blank, len(texts), 2)
        filled = sum(1 for index in kept if texts[index].strip(_NOTHING))
        return kept if filled >= _FEWEST else None
    return None


def _offer(text: Text) -> Offer | None:
    """The lines without the blank ones: no mail puts any between records, and XML does not care."""
    kept = None if text.records else without_spacing(text.lines)
    if kept is None or text.lines[kept[0]].lstrip().startswith("<"):
        return None
    way = Way([text.lines[index] for index in kept], [index + 1 for index in kept])
    return Offer((way,), Trust.CERTAIN, "double-spaced")


REPAIR = _offer
