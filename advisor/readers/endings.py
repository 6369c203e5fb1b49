"""Lines whose end is known: where one of them lacks it, the text was cut off there or wrapped."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache

from advisor.readers.intake.unwrapping import Plan
from advisor.readers.layout.tables import NEVER
from advisor.readers.registry import all_readers

MOST_PIECES = 3
"""Lines that a wrapped one may go on in: prints have 133 columns, and none is wrapped below 60."""

_Endings = tuple[tuple[re.Pattern[str], re.Pattern[str]], ...]


@cache
def _endings() -> _Endings:
    pairs = dict.fromkeys(pair for reader in all_readers() for pair in reader.endings)
    return tuple((re.compile(one), re.compile(other)) for one, other in pairs)


def broken_off(text: str) -> bool:
    """Whether a line is known by its beginning, and its end is missing."""
    return bool(_missing(text))


def _missing(text: str) -> list[re.Pattern[str]]:
    """The ends that a line should have and has not."""
    return [whole for known, whole in _endings() if known.search(text) and not whole.search(text)]


def not_wrapped(plan: Plan) -> bool:
    """Whether lines that fill the width break off and do not go on below: their ends are lost."""
    lost = found = 0
    for index, text in enumerate(plan.texts):
        if len(text.rstrip()) != plan.width:
            continue
        missing = [whole for whole in _missing(text) if whole.pattern != NEVER]
        if missing:
            going_on = _goes_on(plan.texts, index, missing)
            found, lost = found + going_on, lost + (not going_on)
    return lost > found


def _goes_on(texts: Sequence[str], index: int, missing: Sequence[re.Pattern[str]]) -> bool:
    whole = loose = texts[index]
    for following in texts[index + 1 : index + 1 + MOST_PIECES]:
        whole += following
        loose = f"{loose.rstrip()} {following}"
        if any(end.search(whole) or end.search(loose) for end in missing):
            return True
    return False
