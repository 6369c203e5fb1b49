"""What rules rest on: places in published documents, pages of the web, or practice.

A rule declares ``001, section 4.4, Tables 6 to 8``: the number of one of the :data:`DOCUMENTS`,
then places in it. A place is a part with its number, two of them or all from one to another;
anything else is a heading of the document, which stays as it was published.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from model.language import Keyword, Sentence, joined, mark, say

DOCUMENTS = {
    "000": "Tuning zIIP Usage, Natural documentation, Software AG",
    "001": "Adabas Mainframe Stress Tests, Software AG and IBM, tests of November 2012",
    "002": "What Mother Never Told You About CICS Performance, IBM, 2018 to 2022",
    "003": "Benefits of Configuring More Memory in the IBM z/OS Software Stack, IBM, 2017",
    "004": "IBM Enterprise COBOL Performance with IMS, IBM, 2016",
}
PRACTICE = "Practice of specialists; no published source"
"""The reference of rules whose threshold nobody published."""

PARTS = {
    ("section", None): mark("section {first}"),
    ("chapter", None): mark("chapter {first}"),
    ("Table", None): mark("Table {first}"),
    ("Figure", None): mark("Figure {first}"),
    ("Example", None): mark("Example {first}"),
    ("Chart", None): mark("Chart {first}"),
    ("Tables", "and"): mark("Tables {first} and {last}"),
    ("Tables", "to"): mark("Tables {first} to {last}"),
    ("Figures", "and"): mark("Figures {first} and {last}"),
    ("Examples", "and"): mark("Examples {first} and {last}"),
}
"""Parts of a document that have numbers, with what joins two of them."""

_PART = re.compile(
    r"(?P<part>[A-Za-z]+) (?P<first>\d[\d.-]*)(?: (?P<between>and|to) (?P<last>\d[\d.-]*))?"
)


def cited(reference: str, among: Sequence[str] = ()) -> str:
    """A declared reference with the title of its document; a page of the web is its own.

    Beside what was published (``among``: all references of the rule) practice is the threshold's.
    """
    if reference == PRACTICE:
        if any(other != PRACTICE for other in among):
            return say("The threshold is practice of specialists; no published source gives it")
        return say("Practice of specialists; no published source")
    number, *places = reference.split(", ")
    if number not in DOCUMENTS:
        return Keyword(reference)
    return say(
        "{document}, {places} ({title})",
        document=Keyword(number),
        places=joined([_place(place) for place in places], ", "),
        title=DOCUMENTS[number],
    )


def _place(declared: str) -> str:
    found = _PART.fullmatch(declared)
    if found is None:
        return say("note") if declared == "note" else Keyword(declared)
    part, first, between, last = found.group("part", "first", "between", "last")
    template = PARTS.get((part, between))
    if template is None:
        return Keyword(declared)
    values = {"first": Keyword(first)} | ({"last": Keyword(last)} if last else {})
    return Sentence(template, values)
