"""What a figure means, declared once: its unit, its nature, how it is judged and what it is called.

A declaration is one line in a file of :mod:`model.figures.declared`, made by the function that is
called as the figure's nature is::

    rate("page_faults_per_s", "pages/s", "lpar", "Page faults (RMF, PAGE FAULTS).", LESS)

The kinds of component that carry the figure as a measured one are named in one text, separated by
blanks; it is empty for what models and rules alone speak of. A name may end in ``.*`` or hold a
``*``: a figure of parts (``pool_size.*``). Two kinds may give one name to different things, each
with a declaration; how such figures are judged and what they are called must still agree.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import Literal

Nature = Literal["rate", "count", "gauge", "peak", "minimum", "latest", "ratio"]
"""What a figure of an interval is, which says how intervals combine.

``rate``
    events a second: mean, weighted by the intervals' length
``gauge``
    a level or share as it was on average over the interval: the same mean
``count``
    what happened in the interval: sum over intervals that do not overlap
``ratio``
    of two others, such as a time per event or a share of requests: mean, weighted by the
    denominator
``peak``, ``minimum``
    the highest or lowest of all intervals
``latest``
    a state: the last interval's
"""
Better = Literal["more", "less", ""]
Gain = Literal["result", "cause", ""]
Load = Literal["flows", "stays", ""]
Worth = Literal["work", "cpu", "waiting", "storage", ""]

Wrong = Literal["below", "none", "above", ""]

ROUNDED = 0.01
"""Part by which a share that is full is measured above its limit: clocks and digits differ."""

DURATION = "duration_s"
"""What the counts beside it cover, which is never nothing."""

MORE: Better = "more"
LESS: Better = "less"


@dataclass(frozen=True, slots=True)
class Figure:
    """One figure.

    ``unit`` is the one unit that its values have everywhere. ``carriers`` are the kinds that carry
    it, separated by blanks. ``defined`` is one sentence: what it is, with the report field or
    section that defines it. ``better`` is the direction that is an improvement, empty where
    neither is. ``grows`` says that it grows in proportion to the work, so that more of it is no
    loss where as much more work is done. ``gain`` says whether a change of it is what a finding
    gains: a ``result`` (throughput, response, CPU) or, where no result is known, a ``cause``
    (paging, switches, waits).

    ``over`` of a ratio is its denominator: names of figures of the same component, separated by
    blanks, of which the first that was reported of every interval counts; ``a×b`` is the product
    of two and ``a+b`` their sum. A denominator that is a rate counts with the interval's length.
    ``limit`` is the most there can be: 100 % busy. ``signed`` says that it can be below zero, as
    no count, rate, time, share or size can.

    ``load`` says what more of the same work does to a modelled figure: it ``flows`` in proportion,
    or ``stays``. ``wanted`` names the figure of what would be used if nothing shared were full.
    ``worth`` says what a change of it comes to in absolute terms: ``work`` done, ``cpu`` spent,
    time that users spend ``waiting``, ``storage`` taken; a ratio counts by its denominator.
    ``wait_unseen`` is true of times that are mostly a modelled wait where they were not measured:
    a change of them is then worth nothing that can be told.
    ``passes`` is true of times that people wait for: printed in minutes where they are long.
    ``waits`` is true of what else grows and shrinks with waits: work inside, use of a server.
    ``runs`` is true of those that are CPU but for waits: under another load they are known as CPU
    is, apart from what waits move. ``use_of`` names the server that it is the use of: its band is
    the server's.
    ``told_by`` names the figure that says the same of a change: beside it this one is no row.

    ``names`` is the kind of name of the customer's that a value of text is (``USER``),
    ``part_names`` the kind of name that stands for the ``*``; masks read both.
    """

    nature: Nature
    name: str
    unit: str
    carriers: str
    defined: str
    better: Better = ""
    label: str = ""
    """What people call it, in window and print; a figure of parts is called so before its part."""
    own_label: str = ""
    """What it is called of the kinds that carry it, where workloads have it of what they run on."""
    short: str = ""
    grows: bool = False
    gain: Gain = ""
    over: str = ""
    limit: float | None = None
    signed: bool = False
    load: Load = ""
    wanted: str = ""
    worth: Worth = ""
    wait_unseen: bool = False
    passes: bool = False
    waits: bool = False
    runs: bool = False
    use_of: str = ""
    told_by: str = ""
    names: str = ""
    part_names: str = ""

    @property
    def of_one_moment(self) -> bool:
        """Whether it counts what was there at one moment, which bears out no mean."""
        return self.nature == "latest" and self.unit == "count"

    @property
    def kinds(self) -> tuple[str, ...]:
        """The kinds of component that carry it."""
        return tuple(self.carriers.split())

    def wrong_with(self, value: object) -> Wrong:
        """Why no measurement can have this value; empty where one can, as with any text."""
        if isinstance(value, str) or not isinstance(value, (int, float)):
            return ""
        if value < 0 and not self.signed:
            return "below"
        if value == 0 and self.name == DURATION:
            return "none"
        return "above" if self.limit is not None and value > self.limit * (1 + ROUNDED) else ""

    def part(self, name: str) -> str:
        """What stands for the ``*`` in the name of one of its parts; empty where it has none."""
        head, star, tail = self.name.partition("*")
        if head.startswith("["):  # any name at all
            return name
        return name[len(head) : len(name) - len(tail)] if star else ""

    @property
    def takes_text(self) -> bool:
        """Whether its values may be words: those of a state without a unit are."""
        return self.nature == "latest" and not self.unit

    @property
    def is_part(self) -> bool:
        """Whether it is declared for parts: one figure each of several names."""
        return "*" in self.name


rate = partial(Figure, "rate")
gauge = partial(Figure, "gauge")
count = partial(Figure, "count")
peak = partial(Figure, "peak")
minimum = partial(Figure, "minimum")
latest = partial(Figure, "latest")
ratio = partial(Figure, "ratio")
