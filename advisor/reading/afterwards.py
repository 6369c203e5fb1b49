"""What can be said of a file only when all of it is read: contradictions, and a cut-off end."""

from __future__ import annotations

import math
from array import array
from typing import Any

from advisor.observations import Interval, Observation
from advisor.reading.reader import Collector
from model.language import LineNumber, Name, Quoted, say

MOST_SENTENCES = 20
"""Contradicting figures named one by one; the rest are counted in one sentence."""

CLOSE = 0.01
"""Two reports round the same figure differently: up to this share is no contradiction."""


def report_contradictions(out: Collector) -> None:
    """Say where a file gives two values of one setting, or of one figure and interval.

    Both are kept. Figures without a time are left alone: a log prints the same counter again.
    """
    _settings(out)
    _figures(out)


def _settings(out: Collector) -> None:
    first_seen: dict[tuple[str, str], Any] = {}
    reported: set[tuple[str, str]] = set()
    for index, item in enumerate(out.observations):
        if not index & 4095:
            out.tick()
        if not item.metric.startswith("setting."):
            continue
        key = (item.subject, item.metric)
        before = first_seen.setdefault(key, item)
        if before.value != item.value and key not in reported:
            reported.add(key)
            name = item.metric.removeprefix("setting.")
            who = item.subject.partition(":")[2]
            out.problem(
                item.line,
                say(
                    "{file} gives {name} of {who} as {raw} in line {line} and as "
                    "{raw2} in line {line2}: both are kept, say which is in effect.",
                    file=Name(out.file),
                    name=Name(name),
                    who=who,
                    raw=Quoted(before.raw),
                    line=LineNumber(before.line),
                    raw2=Quoted(item.raw),
                    line2=LineNumber(item.line),
                ),
            )


def _figures(out: Collector) -> None:
    # Metric by metric, so that the table of what was seen stays small in a print of any size.
    by_metric: dict[str, array[int]] = {}
    spans = _Spans()
    for index, item in enumerate(out.observations):
        if not index & 4095:
            out.tick()
        span = item.interval
        if span.start is not None or span.end is not None:
            by_metric.setdefault(item.metric, array("L")).append(index)
    pairs: list[tuple[Observation, Observation]] = []
    for metric, indices in by_metric.items():
        if metric.startswith(("setting.", "relation.")) or len(indices) < 2:
            continue
        out.tick()
        seen: dict[tuple[str, int], Observation] = {}
        reported: set[str] = set()
        for index in indices:
            item = out.observations[index]
            before = seen.setdefault((item.subject, spans.number(item.interval)), item)
            if before is item or item.subject in reported or _agree(before, item):
                continue
            reported.add(item.subject)
            pairs.append((before, item))
    pairs.sort(key=lambda pair: pair[1].line)
    for before, item in pairs[:MOST_SENTENCES]:
        when = item.interval.start or item.interval.end
        out.problem(
            item.line,
            say(
                "{file} gives {metric} of {subject} at {when} as {raw} in line {line} and as "
                "{raw2} in line {line2}: both are kept, say which report is right.",
                file=Name(out.file),
                metric=item.metric,
                subject=item.subject.partition(":")[2],
                when=when,
                raw=Quoted(before.raw),
                line=LineNumber(before.line),
                raw2=Quoted(item.raw),
                line2=LineNumber(item.line),
            ),
        )
    if len(pairs) > MOST_SENTENCES:
        out.problem(
            pairs[MOST_SENTENCES][1].line,
            say(
                "{file} gives two values of {pairs} more figures for the same interval: all are "
                "kept, check whether reports of two systems were mixed.",
                file=Name(out.file),
                pairs=len(pairs) - MOST_SENTENCES,
            ),
        )


class _Spans:
    """Numbers for intervals, equal ones the same; most figures of a page share one object."""

    def __init__(self) -> None:
        self._by_object: dict[int, int] = {}
        self._by_value: dict[Interval, int] = {}

    def number(self, span: Interval) -> int:
        """The number of an interval that lives as long as this table."""
        number = self._by_object.get(id(span))
        if number is None:
            number = self._by_value.setdefault(span, len(self._by_value))
            self._by_object[id(span)] = number
        return number


def _agree(one: Observation, other: Observation) -> bool:
    a, b = one.value, other.value
    if a == b:
        return True
    if isinstance(a, bool) or isinstance(b, bool) or isinstance(a, str) or isinstance(b, str):
        return False
    coarser = min(_decimals(one.raw), _decimals(other.raw))
    return math.isclose(a, b, rel_tol=CLOSE, abs_tol=1.001 * 10.0**-coarser)


def _decimals(raw: str) -> int:
    return min(sum(char.isdecimal() for char in raw.partition(".")[2]), 9)


def report_cut_end(out: Collector, last: tuple[int, str], before: str, ended: bool) -> None:
    """Say that a file ends in the middle of a table.

    ``last`` is the last line's number and text, ``before`` the text of the line above it, ``ended``
    whether a line end follows it. A cut row begins like the row above it and breaks off before
    that one's end; nobody could read it, or it ends in a figure where that of the row above goes
    on.
    """
    number, text = last
    row = before.rstrip()
    if number < 2 or not text.strip() or len(text.rstrip()) >= len(row):
        return
    if not _begins_alike(text.rstrip(), before):
        return  # a footer or a signature under the table, no row of it
    above = sum(1 for item in out.observations[-64:] if item.line == number - 1)
    if above < 3 or any(said.line == number for said in out.problems):
        return
    if not out.ledger.is_read(number):
        out.problem(
            number,
            say(
                "{file}, line {number}: the file breaks off in the middle of a table and its last "
                "row was not read: send the report again, complete.",
                file=Name(out.file),
                number=LineNumber(number),
            ),
        )
    elif not ended and text[-1:] in _FIGURE and row[len(text) : len(text) + 1] in _FIGURE:
        out.problem(
            number,
            say(
                "{file}, line {number}: the file breaks off inside the last figure of this row, "
                "which may lack digits: send the report again, complete.",
                file=Name(out.file),
                number=LineNumber(number),
            ),
        )


_FIGURE = frozenset("0123456789.,")


def _begins_alike(text: str, row: str) -> bool:
    """Whether letters, digits and blanks stand where the row above has them."""
    same = sum(_class(a) == _class(b) for a, b in zip(text, row, strict=False))
    return same >= 0.8 * len(text)


def _class(char: str) -> str:
    if char.isdecimal():
        return "0"
    if char.isalpha():
        return "A" if char.isupper() else "a"
    return char
