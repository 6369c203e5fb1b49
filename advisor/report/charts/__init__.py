"""The report's charts as SVG: readable in black and white, every mark with its figure.

A module here that declares ``CHART`` is a chart. It is drawn for every document, saved beside the
report by ``advise --beside`` and the window, and stands in the PDF where a layout of
``resources/report`` names its file.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from model.discovery import declared

WIDTH = 470.0
"""Points; a page of A4 is as wide between its margins, so that text is printed in its size."""
TEXT = 8.2
"""Points of every text: 8 where margins are wider."""
BAR = "#9db8d6"


@dataclass(frozen=True, slots=True)
class Chart:
    """One chart.

    ``file`` ends in ``.svg``. ``of`` takes the chart's data out of the document (see
    ``advisor.report.document``), ``draw`` makes the SVG of them, ``shows`` says whether there is
    anything in them to show.
    """

    file: str
    of: Callable[[Mapping[str, Any]], Mapping[str, Any]]
    draw: Callable[[Mapping[str, Any]], str]
    shows: Callable[[Mapping[str, Any]], bool]


@cache
def charts() -> tuple[Chart, ...]:
    """Every ``CHART`` of this package's modules, in the order of the modules' names."""
    return declared(__name__, "CHART")
