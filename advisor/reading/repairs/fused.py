"""Lines that were fused or torn when they were copied: offered as they were, and as they stand.

Where a line is two, or a row two lines, :mod:`..layout.seams` says. Nobody knows it for certain, so
a figure is kept where it is the same either way: what stands on such a line, and every sum that it
belongs to, is left out, and a sentence names the line.
"""

from __future__ import annotations

from collections.abc import Sequence

from advisor.reading.layout.outline import Shapes
from advisor.reading.layout.seams import seams, tears
from advisor.reading.repairs.as_it_stands import line_by_line
from advisor.reading.repairs.fronts import front_of
from advisor.reading.repairs.offers import Offer, Said, Text, Trust
from advisor.reading.repairs.prefixes import NUMBERED
from advisor.reading.repairs.unwrapping.bonds import Way
from advisor.reading.repairs.wrapped import REPAIR as wrapped
from model.language import LineNumber, Name, counted

_CELLS = (",", ";", "\t", "<", "{")


_BY_CHANCE = 2
"""Lines that fill the width of a text and look wrapped though they are not."""


def _offer(text: Text) -> Offer | None:
    if text.continued or text.printed() is not text.lines or _of_cells(text.lines):
        return None
    bare, shapes = text.lines, text.shapes
    if text.cleaner.numbered:  # no row of the report has them
        bare = [NUMBERED.sub("", line, count=1) for line in bare]
        shapes = Shapes(bare)
    fused = seams(bare, text.tick, shapes)
    torn = tears(bare, text.tick, fused, shapes)
    if (not fused and not torn) or _damaged_otherwise(text, len(fused) + len(torn)):
        return None
    lines: list[str] = []
    numbers: list[int] = []
    for index, line in enumerate(bare):
        if index - 1 in torn:
            lines[-1] = lines[-1].ljust(torn[index - 1]) + line.lstrip()
            continue
        seam = fused.get(index)
        parts = (line,) if seam is None else seam.parts(line)
        lines.extend(parts)
        numbers.extend([index + 1] * len(parts))

    def said(_lines: Sequence[int], figures: int) -> Said:
        if not figures:
            return  # whatever the line is, all that is read of the file is read either way
        name = Name(text.name)
        for index in sorted({*fused, *torn}):
            number = LineNumber(index + 1)
            if index in fused:
                sentence = counted(
                    "{name}: line {number:,} looks like two lines of the report in one, as pasting "
                    "makes them: one figure of the file that depends on such lines was not read. "
                    "Put the line end back, or send the report as a file.",
                    "{name}: line {number:,} looks like two lines of the report in one, as pasting "
                    "makes them: {n:,} figures of the file that depend on such lines were "
                    "not read. Put the line end back, or send the report as a file.",
                    figures,
                    name=name,
                    number=number,
                )
            else:
                sentence = counted(
                    "{name}: line {number:,} looks like a row of the report that goes on in the "
                    "next line, as pasting makes it: one figure of the file that depends on such "
                    "rows was not read. Put the two together, or send the report as a file.",
                    "{name}: line {number:,} looks like a row of the report that goes on in the "
                    "next line, as pasting makes it: {n:,} figures of the file that depend "
                    "on such rows were not read. Put the two together, or send the report as a "
                    "file.",
                    figures,
                    name=name,
                    number=number,
                )
            yield index + 1, sentence

    stands = Way(text.lines, range(1, len(text.lines) + 1))
    return Offer((Way(lines, numbers), stands), Trust.SURE, said=said, agreed=True)


def _damaged_otherwise(text: Text, few: int) -> bool:
    """Whether all lines have something in front, or were cut off, or more than a few wrapped: that
    says more.
    """
    if front_of(text.lines) is not None or line_by_line(text).cut is not None:
        return True
    offer = wrapped(text)
    if offer is None:
        return False
    joined = len(text.lines) - len(offer.ways[0].lines)
    return offer.trust is Trust.SURE or joined > few + _BY_CHANCE


def _of_cells(texts: Sequence[str]) -> bool:
    """Whether a text is a table of separated cells or marked up: their lines have no columns."""
    head = [text for text in texts[:20] if text.strip()]
    return bool(head) and (
        head[0].lstrip().startswith(("<", "{"))
        or all(any(text.count(mark) > 3 for mark in _CELLS[:3]) for text in head)
    )


REPAIR = _offer
