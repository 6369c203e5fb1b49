"""Lines whose end is known: where one of them lacks it, the text was cut off there or wrapped."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache, lru_cache

from advisor.reading.layout.outline import LONGEST_TOLD, outline, widened
from advisor.reading.layout.tables import NEVER
from advisor.reading.registry import all_readers
from advisor.reading.repairs.unwrapping import Plan
from advisor.reading.repairs.unwrapping.bonds import LONGEST
from advisor.reading.repairs.unwrapping.broken import SHORTEST

MOST_PIECES = 3
"""Lines that a wrapped one may go on in: prints have 133 columns, and none is wrapped below 60."""

NARROW_TEXT = 70
"""Columns at which nothing wraps lines: mails do at 72 or more, terminals at 80."""

MOST_LOOKED_AT = 120
"""Lines at the beginning of a text, where its first title is: all of them would take too long."""

_QUANTIFIED = re.compile(r"(?:\\.|[^\\])(?:[?*]|\{0)")
_OTHER = re.compile(r"\\[A-Za-z]|[.^$+]|\{[^}]*\}")
_GROUP = re.compile(r"\[(?:\\.|[^\]\\])+\](?:[?*+]|\{[^}]*\})*|\([^()]*\)(?:[?*+]|\{[^}]*\})*")


def _literal(pattern: str) -> str:
    """The longest run of characters that every line a pattern finds has; empty where none shows."""
    plain = pattern.replace(r"\(", "\1").replace(r"\)", "\2").replace(r"\[", "\3")
    while (fewer := _GROUP.sub("\0", plain)) != plain:
        plain = fewer
    if "|" in plain.replace(r"\|", "") or "(" in plain or "[" in plain:
        return ""
    runs = _OTHER.sub("\0", _QUANTIFIED.sub("\0", plain)).replace("\\", "").split("\0")
    return max(runs, key=len).replace("\1", "(").replace("\2", ")").replace("\3", "[")


_Ending = tuple[str, re.Pattern[str], re.Pattern[str]]
"""Of a line that is known: what stands in it, its beginning, and its end."""


_Kind = tuple[re.Pattern[str] | None, _Ending]
"""Lines that are known, behind a pattern that finds all outlines of such, where there is one."""


@cache
def _endings() -> tuple[tuple[_Kind, ...], tuple[_Kind, ...], re.Pattern[str]]:
    """The lines that are known by what they begin with, the others, and what the outline of any of
    the former begins with: of nearly all lines that one pattern tells that they are none of them.
    """
    kinds: tuple[list[_Kind], list[_Kind]] = ([], [])
    begun: list[str] = []
    for one, other in dict.fromkeys(pair for reader in all_readers() for pair in reader.endings):
        wide = widened(one)
        own = wide is not None and one.startswith("^") and "|" not in _outside_groups(one)
        may = None if wide is None else re.compile(wide or one)
        kinds[not own].append((may, (_literal(one), re.compile(one), re.compile(other))))
        begun += [f"(?:{wide or one})"] if own else []
    return tuple(kinds[0]), tuple(kinds[1]), re.compile("|".join(begun) or NEVER)


def _outside_groups(pattern: str) -> str:
    """A pattern without what it has in groups and classes."""
    plain = re.sub(r"\\.", "", pattern)
    while (fewer := _GROUP.sub("", plain)) != plain:
        plain = fewer
    return plain


@lru_cache(maxsize=1 << 13)
def _may_be(shape: str) -> tuple[_Ending, ...]:
    """The lines that are known of which one of this outline may be."""
    begun, others, any_begun = _endings()
    some = (*begun, *others) if any_begun.match(shape) else others
    return tuple([known for may, known in some if may is None or may.search(shape)])


def _known(text: str) -> Iterator[re.Pattern[str]]:
    """The ends of each line that is known by how this one begins."""
    if len(text) <= LONGEST_TOLD:
        some = _may_be(outline(text))
    else:
        some = tuple([known for kinds in _endings()[:2] for _, known in kinds])
    for literal, known, whole in some:
        if literal in text and known.search(text):
            yield whole


def broken_off(texts: Sequence[str], index: int) -> bool:
    """Whether a line is known by its beginning, and its end is missing and not below it either."""
    missing = _missing(texts[index])
    return bool(missing) and not _goes_on(texts, index, missing)


def _missing(text: str) -> list[re.Pattern[str]]:
    """The ends that a line should have and has not."""
    text = text.rstrip(" ")  # records of a fixed length are padded
    return [whole for whole in _known(text) if not whole.search(text)]


@lru_cache(maxsize=1 << 12)
def ends_whole(text: str) -> bool:
    """Whether a line is known by its beginning and ends as such lines end."""
    return any(
        any(match.end() == len(text) for match in whole.finditer(text)) for whole in _known(text)
    )


def may_lack_its_end(shape: str) -> bool:
    """Whether a line of this outline, without blanks behind it, may be known by its beginning."""
    return len(shape) > LONGEST_TOLD or bool(_may_be(shape))


def ends_behind(text: str, position: int) -> bool:
    """Whether a line lacks its end before a position and has it when what is behind goes on it.

    Not told of one that ends with a blank: a mail program may have left it there, or the cut.
    """
    if text[position - 1] == " ":
        return False
    missing = _missing(text[:position])
    return any(whole.search(text.rstrip(" ")) for whole in missing)


def not_wrapped(plan: Plan) -> bool:
    """Whether lines that fill the width break off and do not go on below: their ends are lost. In
    a text narrower than mails and terminals a line that has its end was not wrapped there either.
    """
    lost = found = 0
    whole = plan.width < NARROW_TEXT and any(
        len(text) == plan.width and ends_whole(text) for text in plan.texts
    )
    for index, text in enumerate(plan.texts):
        if plan.width in (len(text), len(text.rstrip())):
            missing = [end for end in _missing(text) if end.pattern != NEVER]
            if missing and _goes_on(plan.texts, index, missing):
                found += 1
            elif missing:
                lost += 1
    return lost > found or (whole and not found)


def first_wrapped(texts: Sequence[str]) -> int:
    """Number of the first line that breaks off and goes on below, as mail wraps it; 0 without."""
    for index, text in enumerate(texts[:MOST_LOOKED_AT]):
        if SHORTEST <= len(text.rstrip()) <= LONGEST:
            missing = _missing(text)
            if missing and _goes_on(texts, index, missing):
                return index + 1
    return 0


def _goes_on(texts: Sequence[str], index: int, missing: Sequence[re.Pattern[str]]) -> bool:
    whole = loose = texts[index]
    for following in texts[index + 1 : index + 1 + MOST_PIECES]:
        whole += following
        loose = f"{loose.rstrip()} {following}"
        if any(end.search(whole.rstrip(" ")) or end.search(loose.rstrip(" ")) for end in missing):
            return True
    return False
