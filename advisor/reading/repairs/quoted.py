"""Lines that came as strings of a list: what programs hand over is JSON or the list of a script.

Ansible, the CLIs of z/OSMF and people's scripts give the output of a command or of a job as a list
of strings, one a line of the file or all in one line, or as one string whose line ends are ``\\n``.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from advisor.reading.repairs.offers import Offer, Text, Trust
from advisor.reading.repairs.unwrapping.bonds import Way

FEWEST = 2
"""Lines that a table has at least: its heading and a row."""

_STRING = r"""(?P<mark>["'])(?P<text>(?:\\.|(?!(?P=mark))[^\\])*+)(?P=mark)"""
_ALONE = re.compile(rf"\s*+(?:[\w\s.=:\"']*[\[(]\s*+)?{_STRING}[\])}},;\s]*+$")
"""A string that has its line to itself, but for the marks of the list."""

_AMONG = re.compile(rf"[\[(,]\s*{_STRING}\s*(?=[,\])])")
"""One of several on a line, between the marks of a list."""

_LONG = re.compile(rf":\s*{_STRING}\s*(?=[,}}]|$)")
"""The value of a name."""

_MEMBER = re.compile(
    r"""\s*(?:(["'])[A-Za-z_][\w.-]*\1\s*:\s*(?:(["'])[^"'\\\s]{0,80}\2|-?\d+|true|false|null|[\[{])"""
    r"|[\]}\[{)]+)\s*,?\s*$"
)
"""A name and a value of one word beside the list, and the marks around: no lines of a report."""

_ESCAPED = re.compile(r"\\(u[0-9A-Fa-f]{4}|x[0-9A-Fa-f]{2}|.)", re.DOTALL)
_MEANT = {"n": "\n", "r": "", "t": "\t", "f": "\f", "b": "", "a": ""}
_CLOSING = tuple("\"'])},;")
"""What a list ends with behind the end of its last string."""
_BLANKS = 2
"""Blanks, side by side, that a line of a report has and a cell of a table hardly."""


def _plain(text: str) -> str:
    """What a string stands for."""
    if "\\" not in text:
        return text
    return _ESCAPED.sub(lambda match: _meant(match[1]), text)


def _meant(code: str) -> str:
    if len(code) > 1:
        return chr(int(code[1:], 16))
    return _MEANT.get(code, code)


def _strings(line: str) -> Iterator[str]:
    """The lines that one line of the file holds as strings; none where it is no such line."""
    if match := _ALONE.match(line):
        yield from _plain(match["text"]).split("\n")
        return
    if "\\n" in line:
        for match in _LONG.finditer(line):
            parts = _plain(match["text"]).split("\n")
            if len(parts) > FEWEST:
                yield from parts
    several = list(_AMONG.finditer(line))
    opened = any(match[0][0] != "," for match in several)
    found = [match["text"] for match in several]
    if len(found) >= FEWEST and any(_is_line(text, opened) for text in found):
        for text in found:
            yield from _plain(text).split("\n")


def _is_line(text: str, opened: bool) -> bool:
    """Whether a string is a line of a report and no cell of a table, whose list has no brackets."""
    return " " * _BLANKS in text.strip() or (opened and text.count(" ") >= _BLANKS)


def unquoted(lines: Sequence[str]) -> tuple[Way, int] | None:
    """The lines with what their strings hold instead, without names and counts beside these, and
    how many strings there are; ``None`` where they are no such list.
    """
    texts: list[str] = []
    numbers: list[int] = []
    strings = parted = 0
    for number, line in enumerate(lines, 1):
        held = list(_strings(line)) if '"' in line or "'" in line else []
        strings += len(held)
        parted += max(len(held) - 1, line.rstrip().endswith(","))
        held = held or ["" if _MEMBER.match(line) else line]
        texts += held
        numbers += [number] * len(held)
    # Quotes around every line, and no commas between them, are no list (see fronts).
    return (Way(texts, numbers), strings) if 2 * parted >= strings >= FEWEST else None


def _offer(text: Text) -> Offer | None:
    """The strings as lines, which few of them leave in doubt."""
    together = "\n".join(text.lines)
    if not any(mark in together for mark in ("'", '"', "\\n")):
        return None  # nearly all
    if text.continued or text.records or not any(map(_marked, text.lines)):
        return None
    found = unquoted(text.lines)
    if found is None:
        return None
    way, strings = found
    trust = Trust.SURE if 2 * strings > len(way.lines) else Trust.POSSIBLE
    last = next((line for line in reversed(text.lines) if line.strip()), "")
    closed = last.rstrip().endswith(_CLOSING)
    return Offer((way,), trust, "a list of quoted lines", closed=closed)


def _marked(line: str) -> bool:
    """Whether a string of a list may stand on a line: a quick look."""
    stripped = line.lstrip()
    return (
        stripped[:1] in ("'", '"')
        or "['" in line
        or '["' in line
        or "\\n" in line
        or "', '" in line
    )


REPAIR = _offer
