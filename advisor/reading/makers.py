"""Whose screen or print it is: other products show what RMF and SDSF show, under the same titles.

Their columns differ, so that figures would go under wrong names. What names a product stands on the
title line or right beside it.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from advisor.reading.layout.outline import Dispatch

_OTHERS = re.compile(
    r"(?<![=.\w/$@#])(?:BMC (?:SOFTWARE|AMI)|CMF ?(?:ANALYZER|MONITOR)|CMFMON|MAIN ?VIEW|OMEGAMON"
    r"|VTM +(?:O[2CM]|OM/\S+) |TMON|THE MONITOR FOR|SYSVIEW|EPILOG|CANDLE CORP|RESOLVE PLUS)(?!\w)",
    re.IGNORECASE,
)
_ROW = re.compile(r"(?:\d\.\d.*){3}")
"""A row's first word may be any job's name."""

_OWN = re.compile(r"\b(?:RMF V\dR\d|SDSF)\b")
_ABOVE, _BELOW = 4, 1
_MAY_BE = Dispatch(others=(_OTHERS,), own=(_OWN,))


def of_another(contents: Sequence[str], index: int) -> bool:
    """Whether another product's name stands by a title of RMF's or SDSF's, nearer than theirs."""
    for at in (index, *range(index - 1, max(-1, index - _ABOVE - 1), -1), index + _BELOW):
        text = contents[at][:1_000] if at < len(contents) else ""
        told = _MAY_BE(text)
        if "others" in told and _OTHERS.search(text) and (at == index or not _ROW.search(text)):
            return True
        if at <= index and "own" in told:
            return False
    return False
