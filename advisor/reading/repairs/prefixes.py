"""What stands around a line's content: carriage control, log columns, mail quoting, numbers.

ASA carriage control (first column: blank single, ``0`` double, ``-`` triple, ``1`` new page, ``+``
overprint) is looked for in the head of a file. Log columns follow z/OS MVS JCL User's Guide (JES2
job log; indented where it was pasted), MVS System Messages volume 1 (SYSLOG hardcopy record: type,
route codes, system, date, time, job id, flags), SDSF Operation and Customization (ULOG panel:
system, date, time, job id) and, for z/VSE, the console's partition and reply number. Line numbers
are those that an editor (ISPF) shows in front of each line and that are copied with it; card
numbers those that members of fixed 80 carry in columns 73 to 80.
"""

from __future__ import annotations

import itertools
import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

from advisor.reading.reader import LogPrefix
from advisor.reading.repairs.tabs import tab_stops

_ASA = frozenset(" 10-+")
_QUOTE = re.compile(r"^(?:>{1,8} ?)+")
_ANY_QUOTE = re.compile(r"(?:>{1,8} ?)*")
_JES2 = re.compile(
    r"^[ 01-]?\s{0,16}(\d{2}\.\d{2}\.\d{2})\s+((?:JOB|STC|TSU|[JST])\d{4,7})\s{1,2}(?=\S|\s|$)"
)
_SYSLOG = re.compile(
    r"^[\s01-]?[NMWXOD][ RICUA]?\s?[0-9A-F]{7,8}\s+(\S{1,8})\s+(\d{7}|\d{5})\s*"
    r"(\d{2}:\d{2}:\d{2}(?:\.\d{2})?)\s+(\S{1,8})?\s+(?:[0-9A-F]{8}\s)?\s?"
)
_ULOG = re.compile(
    r"^ ?([A-Z@#$][A-Z0-9@#$]{0,7})\s{1,9}(\d{6,7})\s{1,3}(\d{2}:\d{2}:\d{2}\.\d{2})"
    r"(?:\s{1,2}((?:JOB|STC|TSU|[JST])\d{4,7}))?(?:\s{1,24}(?=\S)|\s*$)"
)
_SYSLOG_MORE = re.compile(r"^[\s01-]?[DELS][ R]?\s{6,}.*?\b(\d{3})\s+(?:[0-9A-F]{8}\s)?")
_JES3 = re.compile(
    r"^[\s01-]?(\d{2}:\d{2}:\d{2})(?:\.\d{1,2})?\s+(?:((?:JOB|STC|TSU)\d{4,7})\s+)(?=\S)"
)
_CLOCK = re.compile(
    r"^[\s01-]?(\d{2}[.:]\d{2}[.:]\d{2})\s+(?:[-+*]\s?)?(?=[A-Z]{3,5}\d{3,5}[A-Z]?\b)"
)
_VSE = re.compile(r"^[\s01-]?(?:BG|AR|F[1-9AB]|[C-Z]\d)[ -](?:\d{4})\s+(?=\S)")
_PRINTABLE = re.compile(r"^Content-Transfer-Encoding:\s*quoted-printable", re.IGNORECASE)
NUMBERED = re.compile(r"^(\d{6}|\d{8})(?: |$)")
_CARD = re.compile(r".*(?<!\d)(\d{8})$")
_TEXT_OF_CARD, _NUMBER_OF_CARD = 72, 8
_CONTINUED = re.compile(r"^(?:[01-](?=\s))?\s{0,24}(\d{3})(?:\s+|$)")

_WIDEST = {"JES2": 46, "SYSLOG": 72, "ULOG": 60, "JES3": 30, "console": 20, "z/VSE": 20}
"""Characters of a line of columns alone, at most, with some blanks."""

LOGS = {
    "JES2": _JES2, "SYSLOG": _SYSLOG, "ULOG": _ULOG, "JES3": _JES3, "console": _CLOCK,
    "z/VSE": _VSE,
}  # fmt: skip
_TIMED = (_JES2, _JES3, _CLOCK)
"""Logs whose lines may begin with a digit."""


@dataclass(frozen=True, slots=True)
class Front:
    """What stands before the lines of a text, and what behind all of them."""

    pattern: re.Pattern[str]
    tail: str = ""

    def without(self, text: str) -> str:
        """The line without it; as it is where it has none."""
        found = self.pattern.match(text)
        if found is None:
            return text
        return text[found.end() :].removesuffix(self.tail) if self.tail else text[found.end() :]


@dataclass
class Cleaner:
    """Takes lines of one file to their content. The flags are as detected."""

    asa: bool = False
    quoted: bool = False
    log: str = ""
    printable: bool = False
    numbered: bool = False
    cards: int = 0
    """Characters in front of the card numbers that lines end in, where they have such."""
    tabs: int = 0
    tab: str = " "
    front: Front | None = None
    _connect: str = ""
    _last: re.Match[str] | None = None
    page_starts: set[int] = field(default_factory=set)
    logs: dict[int, re.Match[str]] = field(default_factory=dict)
    overprinted: set[int] = field(default_factory=set)

    @property
    def plain(self) -> bool:
        """Whether lines already are their content (but for form feeds)."""
        return not (self.asa or self.log or self._rewritten)

    @property
    def log_only(self) -> bool:
        """Whether nothing but a log's columns stands in front of the content."""
        return bool(self.log) and not (self.asa or self._rewritten)

    @property
    def followed(self) -> bool:
        """Whether lines have to be looked at from the first to the last."""
        return bool(self.log) or self._rewritten

    @property
    def _rewritten(self) -> bool:
        fronts = self.quoted or self.printable or self.numbered or self.front is not None
        return fronts or self.cards > 0

    def printed(self, texts: Sequence[str]) -> Sequence[str]:
        """The lines as wide as they were: decoded in a mail, without their card numbers, and with
        the blanks that tabs stand for.
        """
        if self.tabs:
            texts = self.untabbed(texts)
        if self.printable:
            texts = _printable(texts)
        if self.front is not None:
            texts = [self.front.without(text) for text in texts]
        return [_without_card(text, self.cards) for text in texts] if self.cards else texts

    def untabbed(self, texts: Sequence[str]) -> list[str]:
        """The lines with the blanks that tabs stand for, where these have stops."""
        if not self.tabs:
            return list(texts)
        return [
            mark[0] + text[mark.end() :].expandtabs(self.tabs)
            if "\t" in text and (mark := _ANY_QUOTE.match(text))
            else text
            for text in texts
        ]

    def blanks(self, texts: Sequence[str]) -> list[int]:
        """Indexes of the lines of a log that have no content behind its columns."""
        widest, match = _WIDEST[self.log], LOGS[self.log].match
        if min(map(len, texts), default=0) > widest and not any(map(str.isspace, texts)):
            return []  # most blocks of a long log
        return [
            index
            for index, text in enumerate(texts)
            if (len(text) <= widest or text.isspace())
            and not text[found.end() if (found := match(text)) else 0 :].strip()
        ]

    def last_message(self, texts: Sequence[str], most: int) -> Sequence[str]:
        """Of the lines of a log the last ones from one with the log's columns on: at least
        ``most``, so that it shows which message their continuations belong to.
        """
        match, at = LOGS[self.log].match, max(0, len(texts) - most)
        while at > 0 and not match(texts[at]):
            at -= 1
        return texts[at:]

    def label(self) -> str:
        """What people are told, as parts joined by commas."""
        parts = []
        if self.asa:
            parts.append("ASA carriage control")
        if self.log:
            parts.append(f"{self.log} log")
        if self.quoted:
            parts.append("mail quoting")
        if self.printable:
            parts.append("quoted-printable")
        if self.numbered or self.cards:
            parts.append("line numbers")
        if self.tabs:
            parts.append("tabs")
        if self.front is not None:
            parts.append("columns in front")
        return ", ".join(parts)

    def clean(self, texts: Sequence[str]) -> list[str]:
        """Contents of a block of lines; fills ``page_starts``, ``logs`` and ``overprinted``.

        Keys of these are indexes into the block; they are emptied first.
        """
        self.page_starts.clear()
        self.logs.clear()
        self.overprinted.clear()
        if self.asa and not (self._rewritten or self.log):
            return self._clean_asa(texts)
        if self.log and not (self._rewritten or self.asa):
            return self._clean_log(texts)
        texts = self.printed(texts)
        contents: list[str] = []
        for index, text in enumerate(texts):
            if self.quoted:
                text = _QUOTE.sub("", text)
            if self.numbered:
                text = NUMBERED.sub("", text, count=1)
            if "\f" in text:
                self.page_starts.add(index)
                text = text.replace("\f", " " if self.asa else "")
            if self.asa and text:
                control, text = text[0], text[1:]
                if control == "1":
                    self.page_starts.add(index)
                elif control == "+" and contents:
                    self.overprinted.add(index)
                    contents[-1] = _overprint(contents[-1], text)
                    text = ""
                elif control not in _ASA:
                    text = control + text
            if self.log:
                text = self._without_log(text, index, texts)
            if "\xa0" in text or "\t" in text:
                text = text.replace("\xa0", " ").replace("\t", self.tab)
            contents.append(text)
        return contents

    def _clean_asa(self, texts: Sequence[str]) -> list[str]:
        """The same for prints that only have carriage control: most of what is big."""
        contents = [text[1:] for text in texts]
        controls = [text[:1] for text in texts]
        for control in set(controls) - {" ", "0", "-", ""}:
            at = -1
            for _ in range(controls.count(control)):
                at = controls.index(control, at + 1)
                if control == "1":
                    self.page_starts.add(at)
                elif control == "+" and at:
                    self.overprinted.add(at)
                    contents[at - 1] = _overprint(contents[at - 1], contents[at])
                    contents[at] = ""
                elif control not in _ASA and control != "\f":
                    contents[at] = texts[at]
        if any(char in text for text in ("".join(contents),) for char in "\t\xa0\f"):
            for at, text in enumerate(contents):
                if "\f" in text:
                    self.page_starts.add(at)
                contents[at] = text.replace("\f", " ").replace("\xa0", " ").replace("\t", self.tab)
        return contents

    def _clean_log(self, texts: Sequence[str]) -> list[str]:
        """The same for lines that only have a log's columns."""
        match, logs = LOGS[self.log].match, self.logs
        contents: list[str] = []
        for index, text in enumerate(texts):
            found, last = match(text), text[-1:]
            if found is None or last.isdecimal() or last.isspace():
                contents.append(self._without_log(text, index, texts))
            else:  # most lines, and what follows others takes time
                self._connect = ""
                self._last = logs[index] = found
                contents.append(text[found.end() :])
        together = "".join(contents)
        if any(char in together for char in "\t\xa0\f"):
            for at, text in enumerate(contents):
                if "\f" in text:
                    self.page_starts.add(at)
                contents[at] = text.replace("\f", "").replace("\xa0", " ").replace("\t", self.tab)
        return contents

    def _continuation(self, text: str) -> re.Match[str] | None:
        return _SYSLOG_MORE.match(text) if self.log == "SYSLOG" else _CONTINUED.match(text)

    def _without_log(self, text: str, index: int, texts: Sequence[str]) -> str:
        match = LOGS[self.log].match(text)
        if match is None:
            more = self._continuation(text)
            if more and self._connect and more[1] == self._connect:
                if self._last:
                    self.logs[index] = self._last
                return text[more.end() :]
            return text
        self._last = self.logs[index] = match
        content = text[match.end() :]
        last = content[-1:]
        if not last.isdecimal() and not last.isspace():
            self._connect = ""
            return content
        # A message of several lines ends its first with the number that the others begin with.
        tail = content.rstrip()
        number = tail[-3:]
        if number.isdecimal() and len(number) == 3 and tail[-4:-3].isspace():
            self._connect = number
            # Any other figure of three digits is the message's own.
            following = texts[index + 1] if index + 1 < len(texts) else ""
            if self.quoted:
                following = _QUOTE.sub("", following)
            more = self._continuation(following)
            if more and more[1] == number and len(content.split()) > 2:
                return tail[:-3].rstrip()
            return content
        self._connect = ""
        return content


def _printable(texts: Sequence[str]) -> list[str]:
    """Mail in quoted-printable: ``=3D`` is an equals sign, ``=`` at the end joins the next line.

    Joined text stands in the first of its lines, so that lines keep their numbers.
    """
    decoded: list[str] = []
    joins = -1
    for text in texts:
        soft = text.endswith("=")
        raw = re.sub(
            rb"=([0-9A-F]{2})",
            lambda match: bytes((int(match[1], 16),)),
            text.removesuffix("=").encode("utf-8", "replace"),
        )
        plain = raw.decode("utf-8", "replace").replace("\n", " ").replace("\r", " ")
        if joins >= 0:
            decoded[joins] += plain
            decoded.append("")
        else:
            decoded.append(plain)
        joins = (joins if joins >= 0 else len(decoded) - 1) if soft else -1
    return decoded


def prefix_of(log: str, match: re.Match[str]) -> LogPrefix:
    """What the columns of a kind of log say."""
    if log in ("SYSLOG", "ULOG"):
        # Six digits are a day of the year without its zeros, or one cut off: nobody knows.
        day = "" if log == "ULOG" and len(match[2]) == 6 else match[2]
        return LogPrefix(match[3], match[4] or "", match[1], day)
    if log in ("JES2", "JES3"):
        return LogPrefix(match[1], match[2] or "")
    return LogPrefix(match[1]) if log == "console" else LogPrefix()


_JOB = {"SYSLOG": 4, "ULOG": 4, "JES2": 2, "JES3": 2}


def job_of(log: str, match: re.Match[str]) -> str:
    """The job that :func:`prefix_of` tells, without the other columns."""
    group = _JOB.get(log)
    return "" if group is None else match[group] or ""


def _overprint(below: str, above: str) -> str:
    """Two lines printed on each other: underscores and bold vanish, gaps are filled."""
    if not above.strip(" _-="):
        return below
    width = max(len(below), len(above))
    merged = [
        low if high in " _" or low not in " _" else high
        for low, high in zip(below.ljust(width), above.ljust(width), strict=True)
    ]
    return "".join(merged).rstrip()


def detect_cleaner(head: Sequence[str], records: bool, front: Front | None = None) -> Cleaner:
    """How the lines of a file that begins with ``head`` are to be cleaned.

    ``records``: the lines came as records, where carriage control is likelier. ``front``: what is
    to be taken off before all else.
    """
    lines = [line for line in head if line.strip()]
    if not lines:
        return Cleaner(front=front)
    cleaner = Cleaner(front=front)
    cleaner.tabs = tab_stops(lines)
    if cleaner.tabs:
        lines = cleaner.untabbed(lines)
    if front is not None:
        lines = [line for line in map(front.without, lines) if line.strip()] or [" "]
    cleaner.printable = is_printable(lines)
    if cleaner.printable:
        lines = [line for line in _printable(lines) if line.strip()]
    cleaner.cards = _cards_behind(lines)
    if cleaner.cards:
        lines = [_without_card(line, cleaner.cards) for line in lines]
        lines = [line for line in lines if line.strip()] or [" "]
    if is_quoted(lines):
        cleaner.quoted = True
        lines = [_QUOTE.sub("", line) for line in lines]
        cleaner.tabs = tab_stops(lines)
        lines = [line for line in lines if line.strip()] or [" "]
    if _has_numbers(lines):
        cleaner.numbered = True
        lines = [NUMBERED.sub("", line, count=1) for line in lines]
        lines = [line for line in lines if line.strip()] or [" "]
    cleaner.asa = _has_asa(lines, records)
    if cleaner.asa:
        lines = [line[1:] for line in lines if line[1:].strip()] or [""]
    best, best_count = "", 0
    for name, pattern in LOGS.items():
        count = sum(1 for line in lines if pattern.match(line))
        if count > best_count:
            best, best_count = name, count
    if (best_count >= 2 and (best_count >= 0.08 * len(lines) or best_count >= 20)) or (
        best_count == 1 and len(lines) <= 12 and best in ("JES2", "SYSLOG", "ULOG")
    ):
        cleaner.log = best
    return cleaner


def is_printable(texts: Sequence[str]) -> bool:
    """Whether a file that begins with these lines is a mail in quoted-printable."""
    return any(_PRINTABLE.match(line) for line in texts[:200])


def is_quoted(texts: Sequence[str]) -> bool:
    """Whether lines are quoted in a mail: many begin with ``>``."""
    quoted = [text[:1] for text in texts].count(">")
    if quoted < 2 or quoted < 0.2 * sum(1 for text in texts if text.strip()):
        return False
    return not _means_columns(texts)


def _means_columns(lines: Sequence[str]) -> bool:
    """MP1B marks buffer pools with ``>``: that is no quoting."""
    return any(re.match(r">\s?\d\d\s+Buffs", line) for line in lines)


def _has_numbers(lines: Sequence[str]) -> bool:
    """Whether the lines stand behind their numbers, as an editor shows and copies them.

    The numbers of lines that follow each other differ by the same step: figures do not.
    """
    found = [match for line in lines if (match := NUMBERED.match(line))]
    if len(found) < max(4, 0.95 * len(lines)) or len({len(match[1]) for match in found}) > 1:
        return False
    numbers = [int(match[1]) for match in found]
    steps = [later - former for former, later in itertools.pairwise(numbers)]
    usual = max(set(steps), key=steps.count)
    return usual in (1, 10, 100) and steps.count(usual) >= 0.9 * len(steps)


def _without_card(text: str, column: int) -> str:
    if len(text) != column + _NUMBER_OF_CARD or not text[column:].isdecimal():
        return text
    return text[:column].rstrip()


def _cards_behind(lines: Sequence[str]) -> int:
    """Behind how many characters most lines end in card numbers: in step, counted in eight digits
    or in the first six; 0 where they do not.

    Members that were put together each begin anew, and some have no numbers. A print to whose
    lines an editor has put numbers has them on all.
    """
    wide = [line for line in lines if line[-1].isdecimal() and _CARD.match(line)]
    if not wide:
        return 0
    (length, often) = Counter(map(len, wide)).most_common(1)[0]
    column = length - _NUMBER_OF_CARD
    if column < _TEXT_OF_CARD:
        return 0
    all_ = column > _TEXT_OF_CARD
    if often < max(3, (0.95 if all_ else 0.5) * len(lines)):
        return 0
    numbers = [int(line[column:]) for line in wide if len(line) == length]
    for unit in (1, 100):  # the last two digits count changes where the editor keeps them
        steps = [later // unit - former // unit for former, later in itertools.pairwise(numbers)]
        usual = max(set(steps), key=steps.count)
        enough = (0.95 if all_ else 0.6) * len(steps)
        if usual in (1, 10, 100, 1000, 10_000) and steps.count(usual) >= enough:
            return column
    return 0


def _is_of_an_hour(line: str) -> bool:
    """Whether a line's first digit is that of the hour in a log's time."""
    return any(one.match(line) and not one.match(line[1:]) for one in _TIMED)


_TITLE = re.compile(r"1 {8,}(?:[A-Z] {1,3}){5}")


def _print_in_a_letter(lines: Sequence[str]) -> Sequence[str]:
    """The print of a letter: from its first title to where most that follows is something else."""
    start = next((at for at, line in enumerate(lines) if _TITLE.match(line)), None)
    if start is None:
        return lines
    within = lines[start:]
    others = sum(line[0] not in _ASA for line in within)
    for at, line in enumerate(within):
        if line[0] not in _ASA:
            if 2 * others >= len(within) - at:
                # A heading whose rows have lost the control is no print of its own.
                return within[:at] if 2 * at > len(within) else lines
            others -= 1
    return within


def _has_asa(lines: Sequence[str], records: bool) -> bool:
    lines = lines if records else _print_in_a_letter(lines)
    first = [line[0] for line in lines]
    valid = sum(char in _ASA for char in first)
    if valid < 0.985 * len(lines):
        return False
    pages = [line for line in lines if line[0] == "1"]
    blanks = first.count(" ")
    spaced = first.count("0") + first.count("-") + first.count("+")
    if 2 * sum(map(_is_of_an_hour, pages)) > len(pages):
        return False
    if records and pages:
        return True
    if not pages or blanks < 0.25 * len(lines) or len(pages) > 0.34 * len(lines):
        return False
    # "1" followed by a digit or a point is a numbered list, not a page; but for a log's time.
    tops = sum(
        len(line) < 2
        or not (line[1].isdecimal() or line[1] in ".,)")
        or any(pattern.match(line[1:]) for pattern in _TIMED)
        for line in pages
    )
    return tops >= 0.8 * len(pages) and (lines[0][0] == "1" or len(pages) >= 2 or spaced > 0)
