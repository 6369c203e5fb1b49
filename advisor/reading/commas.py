"""Pages on which commas and points do not stand as Plexwright expects them."""

from __future__ import annotations

from collections.abc import Sequence

from advisor.reading.numbers import first_comma, odd_comma
from advisor.reading.reader import Collector, Reader
from advisor.reading.repairs.points import swapped
from model.language import Name, Quoted


class Commas:
    """What the pages of one file have shown of their marks so far; ``points``: a number of a page
    that has points between its thousands.
    """

    def __init__(self, out: Collector) -> None:
        self.points = ""
        self._out = out
        self._said = False
        self._decimal = False  # a page with decimal commas was seen

    def grouped(self, contents: list[str], first: int) -> list[str]:
        """A page with commas between its thousands, where the file has points there."""
        found = swapped(contents, bool(self.points))
        if found is None:
            return contents
        if found.example:
            self.points = found.example
        if found.doubtful is not None and not self._said:
            self._said = True
            at, figure = found.doubtful
            self._out.say(
                "{file}, line {number}: numbers of this file have points between thousands, as "
                "{example}, so {figure} and others were read with the comma as the decimal mark: "
                "if a point is one there, send the report as it was printed.",
                first + at,
                example=Quoted(self.points),
                figure=Quoted(figure),
            )
        return found.contents

    def decimal(self, reader: Reader, contents: Sequence[str], first: int) -> bool:
        """Say it of a page whose figures have decimal commas: nobody knows which of its commas
        separate thousands, and ``31,4`` would be read as 31.
        """
        at = first_comma(contents, self._decimal)
        if at is None:
            return False
        self._decimal = True
        self._out.say_once(
            "{file}, from line {number:,}: {title} has decimal commas where points are expected, "
            "so such pages were not read: send the report as it was printed, with decimal points.",
            first + at,
            title=reader.title,
        )
        return True

    def odd(self, reader: Reader, contents: Sequence[str], first: int) -> bool:
        """Say it of a page on which one figure was typed: rows and sums that it belongs to would be
        without it.
        """
        found = odd_comma(contents)
        if found is None:
            return False
        self._out.say(
            "{file}, line {number:,}: {figure} has a comma where the other figures of {title} have "
            "points, so this page was not read: send the report as it was printed.",
            first + found[0],
            figure=Name(found[1]),
            title=reader.title,
        )
        return True
