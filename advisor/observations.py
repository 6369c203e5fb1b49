"""Observations: what a report says, each with the line it stands on."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields, make_dataclass
from functools import lru_cache
from typing import Any

from model.language import FigureName, Keyword, SettingName
from model.topology import Origin, Value

ANSWER = Origin("user", text="the consultant's answer")
"""Where a value comes from that the consultant stated where no report does."""


@dataclass(frozen=True, slots=True)
class Interval:
    """The span a counter or average covers; ISO 8601 local times as printed, seconds if known."""

    start: str | None = None
    end: str | None = None
    duration_s: float | None = None


@dataclass(frozen=True, slots=True)
class Observation:
    """One figure or setting read from a report.

    ``subject`` is ``kind:name`` with a component kind of the catalogue (``lpar:SYSA``,
    ``adabas_nucleus:10-3``, ``mq_bufferpool:QM01/3``). ``metric`` is ``setting.NAME`` for a setting
    under the product's parameter name, ``relation.parent`` or ``relation.<link kind>`` for a
    relation (the value is the other subject), and a measured figure's name otherwise. ``value`` is
    a number in ``unit`` or text; ``raw`` is the cell as printed, ``text`` the whole line.
    """

    subject: str
    metric: str
    value: Value
    unit: str
    file: str
    line: int
    text: str
    raw: str = ""
    interval: Interval = Interval()


_TEXT: Any = vars(Observation)["text"]  # the place itself


def _text(seen: Observation) -> str:
    """The whole line; of a binary record it is said when somebody asks for it."""
    kept: str | Callable[[], str] = _TEXT.__get__(seen)
    if isinstance(kept, str):
        return kept
    text = kept()
    _TEXT.__set__(seen, text)
    return text


type.__setattr__(Observation, "text", property(_text, _TEXT.__set__))


_UNFROZEN = make_dataclass("_UNFROZEN", [one.name for one in fields(Observation)], slots=True)
"""An observation while it is made: what is frozen is written ten times as slowly."""


def observed(
    subject: str,
    metric: str,
    value: Value,
    unit: str,
    file: str,
    line: int,
    text: str | Callable[[], str],
    raw: str,
    interval: Interval,
) -> Observation:
    """An :class:`Observation` like any other; an import makes hundreds of thousands of them.

    ``text`` may be a function that says it, and always says the same.
    """
    made: Any = _UNFROZEN(subject, metric, value, unit, file, line, text, raw, interval)
    made.__class__ = Observation
    written: Observation = made
    return written


def bare_name(file: str) -> str:
    """The name of a file without the folders or archives in front of it, as a person calls it."""
    return file.replace("\\", "/").rpartition("/")[2]


@lru_cache(maxsize=4096)
def named(metric: str) -> FigureName | SettingName | Keyword:
    """What a sentence about a metric calls it: people know figures and settings by other names."""
    setting = metric.removeprefix("setting.")
    if setting != metric:
        return SettingName(setting)
    relation = metric.removeprefix("relation.")
    return FigureName(metric) if relation == metric else Keyword(relation)


@dataclass(frozen=True, slots=True)
class Problem:
    """Something that could not be read or does not fit: one sentence with its remedy."""

    file: str
    line: int
    sentence: str


@dataclass(frozen=True, slots=True)
class NumbersRead:
    """What became of the numbers on the recognised pages of a file.

    ``taken`` are quoted by observations, ``ignored`` by a declaration of the reader (dates, page
    numbers, what it says it leaves out), ``unread`` neither. ``listed`` has these as printed, by
    line; of a file with very many of them the first lines alone.
    """

    taken: int = 0
    ignored: int = 0
    unread: int = 0
    listed: tuple[tuple[int, tuple[str, ...]], ...] = ()


@dataclass(frozen=True)
class FileReading:
    """All that one file gave.

    ``formats`` names the readers that claimed parts of it; ``unread`` are inclusive line ranges
    that nobody read, ``lines`` the number of lines, so that nothing is lost silently. ``busiest``
    are the starts of intervals that were read of a longer print for their load alone: they are
    peaks, and no part of a mean over the period. ``batch`` counts the imports of an engagement
    from 0: what came in together is one series, what came later is newer. The observations of a
    large engagement are fetched from its file as they are gone through.
    """

    file: str
    sha256: str
    size_bytes: int
    encoding: str
    record_format: str
    formats: tuple[str, ...]
    observations: Sequence[Observation]
    lines: int
    unread: tuple[tuple[int, int], ...] = ()
    problems: tuple[Problem, ...] = ()
    refused: bool = False
    busiest: tuple[str, ...] = ()
    unread_kinds: tuple[tuple[str, int], ...] = ()
    """Of a binary dump: types of the records that nobody read (``72-5``) and how many they are."""
    batch: int = 0
    numbers: NumbersRead = NumbersRead()

    @property
    def tells(self) -> bool:
        """Whether a figure was read of it; what nobody could read is no report."""
        return len(self.observations) > 0

    @property
    def unread_lines(self) -> int:
        """How many lines nobody read."""
        return sum(last - first + 1 for first, last in self.unread)


@dataclass(frozen=True)
class Question:
    """A figure that no report gave: what is asked, why, and which report would tell.

    ``needed`` are those without which a workload has no figures at all, ``usual`` what is usual
    there and stands in where that is wanted. ``rules`` are those that ask; a question without any
    bears on all that is said of its subject.
    """

    subject: str
    metric: str
    question: str
    report: str
    assumed: Value | None = None
    unit: str = ""
    choices: tuple[str, ...] = field(default_factory=tuple)
    needed: bool = False
    usual: Value | None = None
    rules: tuple[str, ...] = ()


class PrintedLines(Mapping[tuple[str, int], str]):
    """Lines that something was read from, as printed, by file and line number.

    Of a file the lines are put together when the first of them is asked for.
    """

    def __init__(self, readings: Iterable[FileReading]) -> None:
        self._readings: dict[str, list[FileReading]] = {}
        for reading in readings:
            self._readings.setdefault(reading.file, []).append(reading)
        self._lines: dict[str, dict[int, str]] = {}

    def __getitem__(self, key: tuple[str, int]) -> str:
        file, line = key
        if file not in self._lines:
            self._lines[file] = {
                seen.line: seen.text
                for reading in self._readings.get(file, ())
                for seen in reading.observations
                if seen.file == file
            }
        return self._lines[file][line]

    def __iter__(self) -> Iterator[tuple[str, int]]:
        return ((seen.file, seen.line) for seen in self._seen())

    def __len__(self) -> int:
        return len(set(self))

    def _seen(self) -> Iterator[Observation]:
        for readings in self._readings.values():
            for reading in readings:
                yield from reading.observations
