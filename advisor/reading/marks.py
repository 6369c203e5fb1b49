"""Figures that are taken back because nobody can tell what a comma or a point in them is."""

from __future__ import annotations

import re
from functools import lru_cache

from advisor.observations import Observation
from advisor.reading.reader import Collector
from model.language import Quoted

MOST_SENTENCES = 20
WHOLE = frozenset(
    ("", "count", "pages", "frames", "buffers", "bytes", "blocks", "records", "slots", "I/Os")
)
"""Units of what is counted: no print gives them three decimal places."""


def withhold_doubtful_marks(out: Collector) -> None:
    """Take figures back that a comma or a point makes doubtful.

    Of ``31,4`` on a page without further decimals, which may be a figure or a list, neither is 31;
    of ``1.200.000`` no part is a figure; and ``80.000`` buffers may be eighty or eighty thousand,
    and so may what else of the same subject has three places.
    """
    gone: dict[int, Observation] = {}
    parts: list[tuple[Observation, str]] = []
    before, commas = "", False  # figures come line by line
    for item in out.observations:
        text = item.text
        if text is not before:
            before, commas = text, "," in text
        if (commas or len(item.raw) <= _LONGEST_PART) and (word := _part_of(item)):
            parts.append((item, word))
    for item, word in parts:
        gone[id(item)] = item
        if len(gone) <= MOST_SENTENCES:
            _say_part(out, item, word)
    doubtful = {item.subject for item in out.observations if item.unit in WHOLE and _three(item)}
    if doubtful:
        three = [item for item in out.observations if item.subject in doubtful and _three(item)]
        gone.update((id(item), item) for item in three)
        for item in three[:MOST_SENTENCES]:
            out.say_once(
                "{file}, line {number}: nobody can tell whether {raw} has a decimal point or one "
                "between thousands, so it was left out. Send the report with commas between "
                "thousands or with nothing there.",
                item.line,
                raw=Quoted(item.raw),
            )
    if gone:
        out.observations = [item for item in out.observations if id(item) not in gone]
        for item in gone.values():
            out.ledger.give_back(item.line, item.raw)


def _say_part(out: Collector, item: Observation, word: str) -> None:
    if _GROUPED.fullmatch(word) and "." in word:
        out.say_once(
            "{file}, line {number}: of {word} only {raw} would have been read, for nobody can tell "
            "a decimal point from one between thousands; it was left out. Send the report with "
            "commas between thousands or with nothing there.",
            item.line,
            word=Quoted(word),
            raw=Quoted(item.raw),
        )
        return
    out.say_once(
        "{file}, line {number}: of {word} only {raw} would have been read, for nobody can tell "
        "a decimal comma from one of a list; it was left out. Send the report with decimal "
        "points.",
        item.line,
        word=Quoted(word),
        raw=Quoted(item.raw),
    )


_TWO_PARTS = re.compile(r"(?<![^\s=:])([\d.]+),([\d.]+)(?!\S)")
_GROUPED = re.compile(r"(?<![\w.,:/])[1-9]\d{0,2}(?:\.\d{3})+(?![\d:/]|[.,]\w)")
_ALONE = re.compile(r"(?<![\w.,])[\d.]++(?![\w.,])")
_LONGEST_PART = 3


@lru_cache(maxsize=64)
def _in_two_parts(text: str) -> tuple[tuple[str, str, str], ...]:
    """Words of a line with one comma, and what stands before and behind it. Figures come line by
    line, and hundreds from a wide one.
    """
    return tuple((match[0], match[1], match[2]) for match in _TWO_PARTS.finditer(text))


def _part_of(item: Observation) -> str:
    """The word of a line that a figure is a part of, if a comma or points part it and it stands
    nowhere else by itself; empty where there is none.
    """
    raw, text = item.raw, item.text
    if "," in text:
        for word, one, other in _in_two_parts(text):
            if (one == raw and other.isdecimal()) or (other == raw and one.isdecimal()):
                return "" if raw in _ALONE.findall(text) else word
    if len(raw) > _LONGEST_PART or not raw.isdecimal():
        return ""
    if f"{raw}." in text or (len(raw) == _LONGEST_PART and f".{raw}" in text):
        for match in _GROUPED.finditer(text):
            if raw in match[0].split("."):
                return "" if raw in _ALONE.findall(text) else match[0]
    return ""


_THREE = re.compile(r"[1-9]\d{0,2}\.\d{3}$")


def _three(item: Observation) -> bool:
    """Whether a figure was taken for one with three decimal places that may be thousands."""
    raw = item.raw
    return raw[-4:-3] == "." and _THREE.match(raw) is not None and isinstance(item.value, float)
