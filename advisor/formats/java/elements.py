"""Elements of a verbose GC log, put together where a mail or an editor has wrapped them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import product
from typing import Any

from advisor.reading.reader import Line

_WHOLE = re.compile(r"\s*<[?!/]?[\w:.-]+(?:\s+[\w:.-]+=\"[^\"<]*\")*\s*[/?]?>")
MOST_PIECES, LONGEST = 5, 2_000
"""Lines that an element may stand on, and characters of one: those of logs have a few hundred."""

Element = tuple[Line, str, tuple[Line, ...]]
"""The line that it begins on, its text, and the other lines that it stands on."""


def elements(lines: Sequence[Line], memory: dict[str, Any], last: bool) -> Iterator[Element]:
    """Every line of a log, one with an element that goes on below as a whole.

    What is open at the end is kept in ``memory`` unless these are the ``last`` lines.
    """
    held: list[Line] = memory.pop("held", [])
    for line in lines:
        text = line.content
        if held:
            size = sum(len(one.content) for one in held)
            if not text.lstrip().startswith("<") and size + len(text) <= LONGEST:
                held.append(line)
                if ">" in text and (whole := _together([one.content for one in held])):
                    yield held[0], whole, tuple(held[1:])
                    held = []
                if len(held) < MOST_PIECES:
                    continue
            yield from ((one, one.content, ()) for one in held)
            if held and held[-1] is line:
                held = []
                continue
            held = []
        if text.rfind("<") > text.rfind(">"):
            held = [line]
        else:
            yield line, text, ()
    if held and not last:
        memory["held"] = held
    else:
        yield from ((one, one.content, ()) for one in held)


def _together(pieces: Sequence[str]) -> str:
    """The pieces as an element: where a blank was lost between two, it is put back."""
    for gaps in product(("", " "), repeat=len(pieces) - 1):
        whole = pieces[0] + "".join(
            gap + piece for gap, piece in zip(gaps, pieces[1:], strict=True)
        )
        if _WHOLE.match(whole, whole.rfind("<")):
            return whole
    return ""
