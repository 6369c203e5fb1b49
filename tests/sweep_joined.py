"""Every text sample with one line break lost, or one line torn or shifted, and read again.

    python tests/sweep_joined.py [--ways glued,torn] [--names rmf] [--each] [--step 1]

Cut-and-paste and mail programs fuse neighbouring lines, tear one at a gap, or shift one against the
heading above it. What such a report gives must be in the report as it was: a figure may be missing,
and then a sentence should say so, but none may differ or be added. Prints one row for each way, and
ends with 1 when a figure was wrong without a sentence.
"""

from __future__ import annotations

import argparse
import re
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
if str(ROOT) not in sys.path:
    sys.path.insert(0, str(ROOT))

from tests.sweep_wrapped import Figure, figures, outcome, texts  # noqa: E402

ALIKE = re.compile(r"-nuc[2-8]|-sysa|netwk-sysb")
"""Samples of which another one has the same lines."""

_GAP = re.compile(r"(?<=\S) {2,}(?=\S)")
_SHIFT = 7


def glued(lines: Sequence[str], at: int) -> list[str]:
    """The line end is lost: the next line begins where this one ended."""
    return [*lines[:at], lines[at] + lines[at + 1], *lines[at + 2 :]]


def spaced(lines: Sequence[str], at: int) -> list[str]:
    """Joined as editors and mail programs do it: one blank between the two."""
    one = f"{lines[at].rstrip()} {lines[at + 1].lstrip()}"
    return [*lines[:at], one, *lines[at + 2 :]]


def torn(lines: Sequence[str], at: int) -> list[str]:
    """One line broken at the gap nearest its middle; the rest begins the next line."""
    text = lines[at]
    gaps = [match.span() for match in _GAP.finditer(text)]
    if not gaps:
        return list(lines)
    start, end = min(gaps, key=lambda gap: abs(gap[0] - len(text) // 2))
    return [*lines[:at], text[:start], text[end:], *lines[at + 1 :]]


def shifted(lines: Sequence[str], at: int) -> list[str]:
    """One line is further right than it was."""
    return [*lines[:at], _SHIFT * " " + lines[at], *lines[at + 1 :]]


def flush(lines: Sequence[str], at: int) -> list[str]:
    """One line lost the blanks in front of it."""
    return [*lines[:at], lines[at].lstrip(), *lines[at + 1 :]]


WAYS: dict[str, Callable[[Sequence[str], int], list[str]]] = {
    "glued": glued,
    "spaced": spaced,
    "torn": torn,
    "shifted": shifted,
    "flush": flush,
}


@dataclass(frozen=True)
class Tried:
    """What became of the figures of one text with one place of it damaged."""

    way: str
    name: str
    line: int
    wrong: Counter[Figure]
    missing: int
    said: bool


def _shape(text: str) -> str:
    return re.sub(r"\d+", "9", " ".join(text.split()))


def sweep(ways: Sequence[str], names: str = "", step: int = 1, first: int = 0) -> Iterator[Tried]:
    """Every ``step``-th place of the samples so named; of places that look alike only one."""
    for name, lines in texts():
        if ALIKE.search(name) or not re.search(names, name):
            continue
        whole, before = figures(("\n".join(lines) + "\n").encode())
        for way in ways:
            seen: set[tuple[str, str]] = set()
            for at in range(first, len(lines) - 1, step):
                alike = _shape(lines[at]), _shape(lines[at + 1])
                damaged = WAYS[way](lines, at)
                if alike in seen or not lines[at].strip() or damaged == lines:
                    continue
                if way in ("glued", "spaced") and not lines[at + 1].strip():
                    continue
                seen.add(alike)
                found = outcome(whole, damaged)
                said = len(found.sentences) > len(before)  # some is said of the sample anyway
                yield Tried(way, name, at + 1, found.wrong, found.missing, said)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--ways", default=",".join(WAYS))
    parser.add_argument("--names", default="", help="a pattern for the names of samples")
    parser.add_argument("--step", type=int, default=1)
    parser.add_argument("--each", action="store_true", help="name what is wrong or silent")
    options = parser.parse_args()
    started = time.process_time()
    rows: dict[str, Counter[str]] = {}
    for tried in sweep(options.ways.split(","), options.names, options.step):
        row = rows.setdefault(tried.way, Counter())
        row["tried"] += 1
        kind = (
            ("WRONG" if tried.wrong else "missing" if tried.missing else "equal")
            + ("" if not tried.wrong and not tried.missing else
               ", said" if tried.said else ", silent")
        )  # fmt: skip
        row[kind] += 1
        row["figures wrong, silent"] += sum(tried.wrong.values()) if not tried.said else 0
        if options.each and "silent" in kind:
            print(f"{kind} {tried.way} {tried.name} line {tried.line}: missing {tried.missing}")
            for figure in list(tried.wrong)[:4]:
                print(f"    {figure}")
    kinds = ("equal", "missing, said", "missing, silent", "WRONG, said", "WRONG, silent",
             "figures wrong, silent")  # fmt: skip
    print(f"{'':10}{'tried':>7}" + "".join(f"{kind:>23}" for kind in kinds))
    for way, row in rows.items():
        print(f"{way:10}{row['tried']:>7}" + "".join(f"{row[kind]:>23}" for kind in kinds))
    print(f"{time.process_time() - started:.0f} s")
    return 1 if any(row["WRONG, silent"] for row in rows.values()) else 0


if __name__ == "__main__":
    raise SystemExit(main())
