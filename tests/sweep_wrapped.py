"""Every text sample wrapped at every width, as terminals and mail programs do it, and read again.

    python tests/sweep_wrapped.py [--ways hard,soft] [--names rmf] [--widths 60-132] [--step 1]

What a wrapped report gives must be in the report as it was: a figure may be missing, and then a
sentence has to say that the file looks wrapped, but none may differ or be added. Prints one row for
each way of wrapping (and, with ``--each``, for each sample), and ends with 1 when a figure was
wrong or figures were missing without a word.
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

from advisor.reading import read_bytes  # noqa: E402
from advisor.reading.decoding import cp1047  # noqa: E402

assert cp1047.DECODING_TABLE  # importing it registers the codec

SAMPLES = ROOT / "samples"

Figure = tuple[str, str, str, str, str | None, str | None, float | None]
"""Subject, metric, value, unit, and the interval."""


def texts() -> Iterator[tuple[str, list[str]]]:
    """Name and lines of every undamaged sample that is text; fixed records become lines."""
    for folder in ("engagement", "formats"):
        for path in sorted((SAMPLES / folder).iterdir()):
            data = path.read_bytes()
            name = f"{folder}/{path.name}"
            if path.suffix in (".bin", ".vbs"):
                continue
            if ".fb" in path.name:
                text = data.decode("cp1047" if "fb133" in path.name else "cp037")
                yield name, [text[at : at + 133].rstrip() for at in range(0, len(text), 133)]
            elif ".vba" not in path.name:
                text = data.decode("utf-8" if _is_utf8(data) else "latin-1")
                yield name, text.replace("\r\n", "\n").removesuffix("\n").split("\n")


def _is_utf8(data: bytes) -> bool:
    try:
        data.decode("utf-8")
    except UnicodeDecodeError:
        return False
    return True


# -- ways of wrapping -------------------------------------------------------------------------


def hard(lines: Sequence[str], width: int) -> list[str]:
    """Cut where the width is reached, as ``fold`` and terminals do."""
    return [line[at : at + width] for line in lines for at in range(0, max(1, len(line)), width)]


def hard_trimmed(lines: Sequence[str], width: int) -> list[str]:
    """The same, copied from a screen: blanks at the end of a line are lost."""
    return [line.rstrip() for line in hard(lines, width)]


def _soft(line: str, width: int, kept: str) -> Iterator[str]:
    """Broken at the last blank that fits. ``kept``: which blanks at the break are left.

    ``rest``: all but one of those behind it; ``none``; ``head``: those before it (format=flowed).
    """
    while len(line) > width:
        at = line.rfind(" ", 0, width + 1)
        if at <= 0 or not line[:at].strip():  # what cannot be broken stays longer
            at = line.find(" ", width)
        if at < 0:
            break
        if kept == "head":
            rest = line[at:].lstrip(" ")
            yield line[: at + 1]
            line = rest
        else:
            yield line[:at].rstrip()
            line = line[at:].lstrip() if kept == "none" else line[at + 1 :]
        if not line:
            return
    yield line


def soft(lines: Sequence[str], width: int) -> list[str]:
    """Broken at a blank, which is lost; further blanks begin the next line."""
    return [piece for line in lines for piece in _soft(line, width, "rest")]


def soft_stripped(lines: Sequence[str], width: int) -> list[str]:
    """Broken at blanks, all of which are lost (``textwrap``, most mail programs)."""
    return [piece for line in lines for piece in _soft(line, width, "none")]


def flowed(lines: Sequence[str], width: int) -> list[str]:
    """RFC 3676: the blank stays at the end of a line that goes on, and lines that begin with a
    blank, ``>`` or ``From`` have another one in front.
    """
    stuffed = [(" " + s if s[:1] in (" ", ">") or s.startswith("From ") else s) for s in lines]
    return [piece for line in stuffed for piece in _soft(line.rstrip(), width, "head")]


def quoted(way: Callable[[Sequence[str], int], list[str]]) -> Callable[..., list[str]]:
    """Wrapped, and then quoted by the answer."""
    return lambda lines, width: ["> " + line for line in way(lines, width)]


def requoted(lines: Sequence[str], width: int) -> list[str]:
    """Quoted twice and wrapped by the second answer, whose pieces have its mark alone."""
    return [
        ("> " if number == 0 else "") + piece
        for line in lines
        for number, piece in enumerate(_soft("> " + line, width - 2, "none"))
    ]


def truncated(lines: Sequence[str], width: int) -> list[str]:
    """Sent into shorter records, or copied from a narrow screen: what is behind is lost."""
    return [line[:width].rstrip() for line in lines]


def collapsed(lines: Sequence[str], width: int) -> list[str]:
    """Copied out of a PDF: runs of blanks are one. The width says nothing."""
    return [re.sub(r"[ \t]{2,}", " ", line).strip() for line in lines]


WAYS: dict[str, tuple[Callable[[Sequence[str], int], list[str]], range]] = {
    "hard": (hard, range(60, 133)),
    "hard, trimmed": (hard_trimmed, range(60, 133)),
    "hard, quoted": (quoted(hard), range(60, 133, 4)),
    "soft": (soft, range(60, 81)),
    "soft, stripped": (soft_stripped, range(60, 81)),
    "soft, flowed": (flowed, range(60, 81)),
    "soft, quoted": (quoted(soft_stripped), range(60, 81, 2)),
    "soft, requoted": (requoted, range(60, 81, 2)),
    "truncated": (truncated, range(60, 133)),
    "collapsed": (collapsed, range(80, 81)),
}


# -- what comes of it -------------------------------------------------------------------------


@dataclass
class Outcome:
    """Figures of one text wrapped in one way at one width, against those of the text itself."""

    whole: int
    wrong: Counter[Figure]
    missing: int
    sentences: tuple[str, ...]

    @property
    def said(self) -> bool:
        """Whether anything was said about it."""
        return bool(self.sentences)

    @property
    def silent(self) -> int:
        """Figures that are missing without a word."""
        return 0 if self.said else self.missing


def figures(data: bytes) -> tuple[Counter[Figure], list[str]]:
    """All figures of a text, and what was said about it."""
    found: Counter[Figure] = Counter()
    said: list[str] = []
    for reading in read_bytes("a.txt", data):
        said.extend(problem.sentence for problem in reading.problems)
        for item in reading.observations:
            span = item.interval
            found[
                item.subject, item.metric, str(item.value), item.unit,
                span.start, span.end, span.duration_s,
            ] += 1  # fmt: skip
    return found, said


def outcome(whole: Counter[Figure], wrapped: Sequence[str]) -> Outcome:
    """What a wrapped text gives, ``whole`` being the figures of the text itself."""
    found, said = figures(("\n".join(wrapped) + "\n").encode())
    wrong = found - whole
    for figure in list(wrong):
        if any(_less_said(figure, other) for other in whole - found):
            del wrong[figure]
    missing = sum((whole - found).values())
    return Outcome(sum(whole.values()), wrong, missing, tuple(said))


def _less_said(one: Figure, other: Figure) -> bool:
    """Whether the same figure is given with less of its interval: that is missing, not wrong."""
    return one[:4] == other[:4] and all(
        mine in (None, its) or (isinstance(its, str) and its.startswith(f"{mine}T"))
        for mine, its in zip(one[4:], other[4:], strict=True)
    )


def sweep(
    ways: Sequence[str], names: str, widths: Sequence[int], report: Callable[[str], None]
) -> Iterator[tuple[str, str, int, Outcome]]:
    """Way, sample, width and outcome of all that is asked for and changes the sample."""
    for name, lines in texts():
        if not re.search(names, name):
            continue
        whole, _ = figures(("\n".join(lines) + "\n").encode())
        for way in ways:
            wrap, usual = WAYS[way]
            for width in usual:
                if widths and width not in widths:
                    continue
                wrapped = wrap(lines, width)
                if wrapped == list(lines):
                    continue
                found = outcome(whole, wrapped)
                yield way, name, width, found
                if found.wrong or found.silent:
                    report(f"{way} {width} {name}: {sum(found.wrong.values())} wrong, "
                           f"{found.missing} of {found.whole} missing"
                           f"{'' if found.said else ' without a word'}")  # fmt: skip
                    for figure in list(found.wrong)[:3]:
                        report(f"    {figure}")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--ways", default=",".join(w.replace(", ", "-") for w in WAYS))
    parser.add_argument("--names", default="", help="a pattern for the names of samples")
    parser.add_argument("--widths", default="", help="60-132 or 72,76,80")
    parser.add_argument("--each", action="store_true", help="one row for each sample as well")
    parser.add_argument("--quiet", action="store_true", help="the table alone")
    options = parser.parse_args()
    ways = [way.replace("-", ", ") for way in options.ways.split(",")]
    widths: list[int] = []
    for part in filter(None, options.widths.split(",")):
        first, _, last = part.partition("-")
        widths.extend(range(int(first), int(last or first) + 1))
    started = time.process_time()
    rows: dict[tuple[str, str], Counter[str]] = {}
    for way, name, _, found in sweep(
        ways, options.names, widths, (lambda _: None) if options.quiet else print
    ):
        for key in ((way, ""), (way, name)):
            row = rows.setdefault(key, Counter())
            row["texts"] += 1
            row["figures"] += found.whole
            row["wrong"] += sum(found.wrong.values())
            row["texts_wrong"] += bool(found.wrong)
            row["missing"] += found.missing
            row["silent"] += found.silent
            row["texts_silent"] += bool(found.silent)
    print(f"{'':44}{'texts':>7}{'figures':>10}{'wrong':>8}{'(in)':>6}{'missing':>9}{'%':>7}"
          f"{'silent':>8}{'(in)':>6}")  # fmt: skip
    for (way, name), row in sorted(rows.items(), key=lambda item: (item[0][0], item[0][1])):
        if name and not options.each:
            continue
        print(f"{way + ' ' + name:44}{row['texts']:>7}{row['figures']:>10}{row['wrong']:>8}"
              f"{row['texts_wrong']:>6}{row['missing']:>9}"
              f"{100 * row['missing'] / max(1, row['figures']):>7.1f}{row['silent']:>8}"
              f"{row['texts_silent']:>6}")  # fmt: skip
    print(f"{time.process_time() - started:.0f} s")
    totals = [row for (_, name), row in rows.items() if not name]
    return 1 if any(row["wrong"] or row["silent"] for row in totals) else 0


if __name__ == "__main__":
    raise SystemExit(main())
