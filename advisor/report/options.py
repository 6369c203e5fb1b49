"""How a report is to be written."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from advisor.report.numbers import Language

SECTIONS = (
    "summary",
    "today",
    "trust",
    "history",
    "track_record",
    "plan",
    "calendar",
    "scenarios",
    "findings",
    "in_order",
    "cannot",
    "appendix",
)

WANTED = tuple(name for name in SECTIONS if name != "track_record")
"""Those of a report where nobody says; the consultant's track record is asked for."""

Edition = Literal["management", "technical"]


@dataclass(frozen=True)
class ReportOptions:
    """How the report is to be written.

    ``edition`` is for whom: those who decide, in three or four pages, or those who carry it out.

    ``date`` is printed as given (the caller decides what day it is, so that the same engagement
    gives the same bytes). ``mask_names`` are names to mask beyond those that are found.
    ``mask_salt`` is a secret of the caller's: hashes of the originals are keyed with it in a masked
    report, and left out where it is empty, as a plain one tells who holds a file that it is it.
    ``customer`` is the engagement's name where it is None, and left out where it is empty.
    """

    language: Language = "en"
    paper: Literal["a4", "us-letter"] = "a4"
    date: str = ""
    title: str = ""
    author: str = ""
    mask: bool = False
    mask_names: tuple[str, ...] = ()
    mask_salt: bytes = field(default=b"", repr=False)
    sections: tuple[str, ...] = WANTED
    edition: Edition = "technical"
    customer: str | None = None
