"""The text as it stands: every line is one of the report's, though it may be cut off."""

from __future__ import annotations

from collections.abc import Sequence

from advisor.reading.refusals import NO_LINE_ENDS
from advisor.reading.repairs.endings import broken_off, ends_whole, first_wrapped
from advisor.reading.repairs.offers import Offer, Said, Text, Trust
from advisor.reading.repairs.prefixes import Front
from advisor.reading.repairs.truncation import blanked, cut_of
from advisor.reading.repairs.unwrapping.bonds import LONGEST, Way
from model.language import LineNumber, Name, say


def line_by_line(text: Text, front: Front | None = None) -> Offer:
    """A text of which every line is one of the report's, behind a front that may stand there."""
    printed = text.printed(front)
    cut = blanked(printed) or cut_of(printed, broken_off, ends_whole)
    text.tick()

    def said(_lines: Sequence[int], _figures: int) -> Said:
        if cut is None and (number := first_wrapped(printed)):
            yield (
                number,
                say(
                    "{name} looks wrapped by a mail program: line {number:,} breaks off and goes "
                    "on below. It was read as it stands, and figures may be missing: have the "
                    "report sent as an attachment, in its original width.",
                    name=Name(text.name),
                    number=LineNumber(number),
                ),
            )
        if _lost_its_line_ends(text):
            yield 1, say("{file} {what}.", file=Name(text.name), what=NO_LINE_ENDS)

    way = Way(text.lines, range(1, len(text.lines) + 1))
    trust = Trust.PLAIN if front is None else Trust.POSSIBLE
    if cut is not None and cut.behind:
        trust = Trust.SURE  # whatever else gives more makes figures of what is left
    return Offer((way,), trust, said=said, front=front, cut=cut)


def _lost_its_line_ends(text: Text) -> bool:
    """Whether a text came as one line longer than a report's; XML and JSON may well be one."""
    filled = [line for line in text.lines if line.strip()]
    one = len(filled) == 1 and not text.records
    return one and len(filled[0]) > LONGEST and not filled[0].lstrip().startswith(("<", "{"))


REPAIR = line_by_line
