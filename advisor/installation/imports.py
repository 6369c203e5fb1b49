"""Reports of several imports: newer figures are the baseline, older ones history.

What comes in together is one series, whatever days it covers: its intervals are averaged as the
builder does. A later import is a newer look at the same system. Of each figure of a component, the
import whose intervals end last counts, and any import whose intervals overlap with those or adjoin
them (the next quarter of an hour of one morning, dropped a minute later); the rest
is kept as history: it stays among the installation's observations, and one sentence says
so. What has no interval is as old as the latest interval that its file, else its import, else
any import before it has of anything. Where dates decide nothing the later import does.

Rates and counts are of a load: those of spring beside those of autumn make a quotient (commands of
the one per CPU second of the other) that never was. So where later reports, of another period,
measure rates or counts of a component, older ones of it that they do not tell are history too.
Settings, states, levels and ratios, such as a time per event, stay: nothing says they changed.

Parts of one figure (``commands_by_type.L3``) go together: a part that the newer reports do not
have is not taken from older ones. Parts by system (``io_per_s.SYSA`` of a shared volume) are
figures of their own: a newer report of one system says nothing of what the others do there.
Links add up: each member of a group displays its own.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from advisor.installation.gathered import let_go
from advisor.observations import Observation, Problem
from model.figures import carried
from model.language import Sentence, counted, say

OF_A_LOAD = ("rate", "count")
"""Natures of figures that mean something only beside others of the same time."""

SAME_PERIOD = timedelta(days=2)
"""Imports measured no further apart belong together: a report that came later, the next morning."""

ADJOINING = timedelta(minutes=1)
"""Between two intervals of one series; RMF's begin and end within seconds of each other."""


@dataclass(frozen=True, slots=True)
class _Told:
    """The observations of one figure that count, when they are of, and a file of theirs."""

    begin: str
    end: str
    file: str
    kept: list[Observation]


class Imports:
    """Which observation came with which import; all of one import changes nothing."""

    def __init__(self, batches: Iterable[int]) -> None:
        self.several = len(set(batches)) > 1
        self._batch: dict[Observation, int] = {}
        self._ends: dict[int, str] = {}
        self._systems: set[str] = set()
        self._older: dict[tuple[str, str], list[Observation]] = defaultdict(list)

    def noted(self, batch: int, observations: Iterable[Observation]) -> Iterator[Observation]:
        """The observations, and which import they came with."""
        if not self.several:
            yield from observations
            return
        latest = self._ends.get(batch, "")
        for seen in observations:
            self._batch[seen] = max(batch, self._batch.get(seen, batch))
            latest = max(latest, _end(seen))
            kind, _, name = seen.subject.partition(":")
            if kind == "lpar":
                self._systems.add(name)
            yield seen
        self._ends[batch] = latest

    def _dated(self, batch: int) -> str:
        """The latest interval of an import, or of any before it."""
        return max(end for number, end in self._ends.items() if number <= batch)

    def let_go(self) -> None:
        """Forget them, a few at a time."""
        while self._batch:
            self._batch.popitem()
        let_go(self._older.values())

    def number(self, seen: Observation) -> int:
        """The import an observation came with; of a file given twice the last."""
        return self._batch.get(seen, 0)

    def current(self, seen: Sequence[Observation]) -> Sequence[Observation]:
        """The observations of one component that count, in their order."""
        if not self.several or len({self.number(item) for item in seen}) < 2:
            return seen
        dates: dict[str, str] = {}
        for item in seen:
            dates[item.file] = max(_end(item), dates.get(item.file, ""))
        figures: dict[str, list[Observation]] = defaultdict(list)
        for item in seen:
            if not item.metric.startswith("relation.") or item.metric == "relation.parent":
                figures[self._stem(item.metric)].append(item)
        gone: set[int] = set()
        told: list[_Told] = []
        for group in figures.values():
            counted, (begin, end) = self._counted(group, dates)
            newest = next(item for item in group if self.number(item) == counted[0])
            for item in group:
                if self.number(item) not in counted:
                    gone.add(id(item))
                    self._older[item.file, newest.file].append(item)
            if _is_of_a_load(newest) and newest.metric.partition(".")[2] not in self._systems:
                kept = [item for item in group if id(item) not in gone]
                told.append(_Told(begin, end, newest.file, kept))
        latest = max(told, key=lambda group: group.end, default=None)
        for one in told:
            if latest is not None and _long_before(one.end, latest.begin):
                for item in one.kept:
                    gone.add(id(item))
                    self._older[item.file, latest.file].append(item)
        return [item for item in seen if id(item) not in gone]

    def _counted(
        self, group: Iterable[Observation], dates: Mapping[str, str]
    ) -> tuple[list[int], tuple[str, str]]:
        """The imports whose figures count, the newest first, and the time of the newest."""
        spans: dict[int, tuple[str, str]] = {}
        for item in group:
            batch = self.number(item)
            end = _end(item) or dates.get(item.file) or self._dated(batch)
            first, last = spans.get(batch, (item.interval.start or end, end))
            spans[batch] = (min(first, item.interval.start or end), max(last, end))
        newest = max(spans, key=lambda batch: (spans[batch][1], batch))
        begin = spans[newest][0]
        series = [
            b
            for b, (first, last) in spans.items()
            if b != newest and first < last and _reaches(last, begin)
        ]
        return [newest, *series], spans[newest]

    def _stem(self, metric: str) -> str:
        """The figure a metric is a part of; settings, relations and systems' parts are whole."""
        stem, _, part = metric.partition(".")
        if stem in ("setting", "relation") or part in self._systems:
            return metric
        return stem

    def history(self) -> tuple[Problem, ...]:
        """One sentence on what newer reports have replaced, wherever it stands."""
        items = [item for found in self._older.values() for item in found]
        if not items:
            return ()
        days = sorted(item.interval.start for item in items if item.interval.start)
        others = len({file for file, _ in self._older}) - 1
        file, newer = min(self._older)
        first = min(item.line for item in self._older[file, newer])
        about: dict[str, str | int] = {
            "count": len(items),
            "newer": newer,
            "others": others,
            "day": days[0][:16].replace("T", " ") if days else "",
        }
        return (Problem(file, first, _superseded(about, bool(days), others)),)


def _superseded(about: Mapping[str, str | int], dated: bool, others: int) -> Sentence:
    said = {name: about[name] for name in ("newer", "others", "day")}
    count = int(about["count"])
    if not others:
        return (
            counted(
                "{n:,} figure from {day} on is older than that of {newer}, which is the baseline; "
                "the older one is kept as history",
                "{n:,} figures from {day} on are older than those of {newer}, "
                "which are the baseline; the older ones are kept as history",
                count,
                **said,
            )
            if dated
            else counted(
                "{n:,} figure is older than that of {newer}, which is the baseline; the older one "
                "is kept as history",
                "{n:,} figures are older than those of {newer}, which are the "
                "baseline; the older ones are kept as history",
                count,
                **said,
            )
        )
    return (
        say(
            "{count:,} figures of this report and {others} more, from {day} on, are older than "
            "those of newer reports, which are the baseline; the older ones are kept as history",
            **about,
        )
        if dated
        else say(
            "{count:,} figures of this report and {others} more are older than those of newer "
            "reports, which are the baseline; the older ones are kept as history",
            **about,
        )
    )


def _reaches(last: str, begin: str) -> bool:
    """Whether a span that ends at ``last`` overlaps with one from ``begin`` on, or adjoins it."""
    try:
        gap = datetime.fromisoformat(begin) - datetime.fromisoformat(last)
    except (ValueError, TypeError):  # no dates, or one with and one without an offset
        return last >= begin
    return gap <= ADJOINING


def _long_before(last: str, begin: str) -> bool:
    """Whether what ended at ``last`` is of another period than what begins at ``begin``."""
    try:
        ended, began = datetime.fromisoformat(last), datetime.fromisoformat(begin)
    except ValueError:
        return False
    return began.replace(tzinfo=None) - ended.replace(tzinfo=None) > SAME_PERIOD


def _is_of_a_load(seen: Observation) -> bool:
    """Whether it is a rate or a count of the work that there was."""
    declared = carried(seen.subject.partition(":")[0], seen.metric)
    return declared is not None and declared.nature in OF_A_LOAD


def _end(seen: Observation) -> str:
    return seen.interval.end or seen.interval.start or ""
