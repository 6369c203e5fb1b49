"""What reports say of one figure of a component, interval by interval, made one measured figure.

How intervals combine is the figure's own declaration (:mod:`model.figures`); this module finds the
intervals, the denominators of ratios, and reports that contradict each other.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Mapping, Sequence, Set

from advisor.installation.units import convert
from advisor.observations import Observation, Problem
from advisor.reading.reckoned import reckoned
from model.figures import Figure, Part, carried, merged
from model.language import ComponentId, FigureName, LineNumber, Name, Sentence, say
from model.topology import Measured, Origin

ROUNDED_BY = 0.02
"""Part by which two prints of one figure may differ: 16777K of 16777216, 51.2 of 51.24."""
ROUNDED_TO = 0.051
"""The same for small figures, which are printed with one decimal."""

_ONE_OF_THEM = ("count", "latest")
"""Natures of figures of which one is taken of those that say nothing of when: of others all are."""

Groups = Mapping[str, Sequence[Observation]]
Pair = tuple[Observation, Observation]
Peaks = Set[tuple[str, str]]
"""Files and starts of intervals that were chosen for their load: means and sums go without."""


def measured_figures(
    kind: str, subject: str, groups: Groups, peaks: Peaks, problems: list[Problem]
) -> dict[str, Measured]:
    """The measured figures of one component from the observations of each of its metrics.

    A figure that is not declared for the kind is left out, and so is a value below zero of what
    cannot be: each with a sentence.
    """
    found: dict[str, Measured] = {}
    groups = _possible(kind, subject, groups, problems)
    beside = _Beside(kind, groups)
    contradicting: dict[tuple[str, str, bool], list[tuple[str, Pair]]] = defaultdict(list)
    for metric, group in groups.items():
        figure = carried(kind, metric)
        if figure is None:
            first = group[0]
            problems.append(
                Problem(
                    first.file,
                    first.line,
                    say(
                        "{metric} of {subject} was read, but nothing is made of it here",
                        metric=FigureName(metric),
                        subject=ComponentId(subject),
                    ),
                )
            )
            continue
        distinct, pairs = _distinct(group)
        found[metric] = _one(figure, metric, distinct, beside, peaks)
        for pair in pairs:
            dated = _is_dated(pair[1])
            if dated or figure.nature in _ONE_OF_THEM:
                contradicting[pair[0].file, pair[1].file, dated].append((metric, pair))
    problems.extend(
        (_contradiction if dated else _undated)(subject, pairs, found)
        for (_, _, dated), pairs in contradicting.items()
    )
    return found


def _possible(kind: str, subject: str, groups: Groups, problems: list[Problem]) -> Groups:
    """The groups without values that no measurement can have; a sentence for each report's first.

    Such a line was damaged, or was read as what it is not: models would be lost with it.
    """
    kept: dict[str, Sequence[Observation]] = {}
    for metric, group in groups.items():
        figure = carried(kind, metric)
        wrong = [o for o in group if figure and figure.wrong_with(o.value)]
        for first in {o.file: o for o in reversed(wrong)}.values():
            assert figure is not None
            facts = {
                "metric": FigureName(metric),
                "subject": ComponentId(subject),
                "value": first.value,
            }
            why = figure.wrong_with(first.value)
            if why == "below":
                sentence = say(
                    "{metric} of {subject} cannot be {value:,g}, which is below zero; it was not "
                    "taken, look at the report",
                    **facts,
                )
            elif why == "none":
                sentence = say(
                    "{metric} of {subject} cannot be 0, as counts beside it took some time; it was "
                    "not taken, look at the report",
                    **facts,
                )
            else:
                sentence = say(
                    "{metric} of {subject} cannot be {value:,g}, of which {limit:,g} is all there "
                    "is; it was not taken, look at the report",
                    limit=figure.limit or 0.0,
                    **facts,
                )
            problems.append(Problem(first.file, first.line, sentence))
        left = group
        if figure is not None and wrong:
            left = [o for o in group if not figure.wrong_with(o.value)]
        if left:
            kept[metric] = left
    return kept


def origin_of(seen: Observation) -> Origin:
    """The origin of a value that stands on one report line."""
    return Origin("report", seen.file, seen.line, seen.text)


def recency(seen: Observation, as_of: Mapping[str, str]) -> tuple[str, str, int]:
    """Later intervals first, then the file's own name, whatever folder it was read from.

    ``as_of`` dates, by file, what has no interval of its own.
    """
    name = seen.file.replace("\\", "/").rpartition("/")[2]
    return (seen.interval.start or as_of.get(seen.file, ""), name, seen.line)


def _one(
    figure: Figure, metric: str, group: Sequence[Observation], beside: _Beside, peaks: Peaks
) -> Measured:
    """One figure from one or several intervals, as its declaration says."""
    numeric = [o for o in group if not isinstance(o.value, (str, bool))]
    if not numeric:
        last = group[-1]
        return Measured(str(last.value), last.unit, origin_of(last), last.interval.duration_s)
    if len(numeric) == 1:  # of most figures there is one interval: nothing is to be weighed
        (only,) = numeric
        length_s = only.interval.duration_s
        return Measured(float(only.value) or 0.0, only.unit, origin_of(only), length_s)
    alike = [o for o in numeric if convert(1.0, o.unit, numeric[0].unit) is not None]
    if figure.nature not in ("peak", "minimum", "latest"):
        alike = [o for o in alike if (o.file, o.interval.start) not in peaks] or alike
    alike.sort(key=lambda o: recency(o, {}))
    unit = numeric[0].unit
    parts = [
        Part(
            convert(float(o.value), o.unit, unit) or 0.0,
            o.interval.start,
            o.interval.end,
            o.interval.duration_s,
            _denominator(figure, metric, o, beside),
        )
        for o in alike
    ]
    whole = merged(figure.nature, parts)
    chief = alike[whole.chief]
    origin = origin_of(chief)
    if whole.of > 1:
        text = _made_of(figure, alike, whole.of, chief)
        origin = Origin("derived", origin.file, origin.line, text)
    return Measured(whole.value, unit, origin, whole.length_s)


def _made_of(figure: Figure, alike: Sequence[Observation], of: int, chief: Observation) -> Sentence:
    """How one figure of several intervals came about: the line it names holds but one of them."""
    days = sorted({(o.interval.start or o.interval.end or "")[:10] for o in alike} - {""})
    raw = reckoned(chief.raw or str(chief.value))
    facts = {"count": of, "first": days[0] if days else "", "raw": raw}
    if figure.nature == "count":
        if len(days) > 1:
            return say(
                "the sum of {count} intervals from {first} to {last}; this line tells {raw} of it",
                last=days[-1],
                **facts,
            )
        return say("the sum of {count} intervals; this line tells {raw} of it", **facts)
    if len(days) > 1:
        return say(
            "the mean of {count} intervals from {first} to {last}; this line tells {raw} for one",
            last=days[-1],
            **facts,
        )
    return say("the mean of {count} intervals; this line tells {raw} for one", **facts)


def _denominator(figure: Figure, metric: str, seen: Observation, beside: _Beside) -> float | None:
    """The weight of one interval of a ratio; ``None`` where its denominator is not known."""
    for alternative in figure.over.split():
        terms = [
            [
                beside.amount(name.replace("*", figure.part(metric)), seen)
                for name in term.split("×")
            ]
            for term in alternative.split("+")
        ]
        if all(factor is not None for factors in terms for factor in factors):
            return sum(math.prod(factor or 0.0 for factor in factors) for factors in terms)
    return None


class _Beside:
    """How much of other figures of a component each interval has."""

    def __init__(self, kind: str, groups: Groups) -> None:
        self._kind = kind
        self._groups = groups
        self._known: dict[str, dict[tuple[str, int], float]] = {}

    def amount(self, name: str, seen: Observation) -> float | None:
        """The figure's value in the interval of ``seen``; of a rate over the interval's length."""
        if name not in self._known:
            figure = carried(self._kind, name)
            is_rate = figure is not None and figure.nature == "rate"
            self._known[name] = {
                _span(o): float(o.value) * ((o.interval.duration_s or 1.0) if is_rate else 1.0)
                for o in reversed(self._groups.get(name, ()))
                if not isinstance(o.value, (str, bool))
            }
        return self._known[name].get(_span(seen))


def _span(seen: Observation) -> tuple[str, int]:
    """Which interval it is of. One report says 14.59, another 14.59.988: minutes tell them apart.

    What has no time is of the same interval as the other figures of its file.
    """
    span = seen.interval
    return (span.start or span.end or seen.file, round((span.duration_s or 0.0) / 60))


def _distinct(group: Sequence[Observation]) -> tuple[list[Observation], list[Pair]]:
    """The observations without those that say again what one says of the same interval.

    A report that was handed over twice, or two reports of one figure, must not weigh double in a
    mean. The pairs are those of one interval, or of none, that do not agree: each with the first.
    """
    first: dict[tuple[object, ...], Observation] = {}
    kept: list[Observation] = []
    pairs: list[Pair] = []
    for seen in group:
        if isinstance(seen.value, (str, bool)):
            kept.append(seen)
            continue
        dated = _is_dated(seen)
        before = first.setdefault((*(_span(seen) if dated else ()), seen.unit), seen)
        differs = before is not seen and not _agree(float(before.value), float(seen.value))
        if differs or before is seen or not dated:
            kept.append(seen)
        if differs and seen.file != before.file and (not pairs or pairs[-1][1].file != seen.file):
            pairs.append((before, seen))  # one sentence for a file is enough
    return kept, pairs


def _is_dated(seen: Observation) -> bool:
    return bool(seen.interval.start or seen.interval.end)


def _agree(one: float, other: float) -> bool:
    """Whether two figures are one but for rounding: reports print few digits, K or M."""
    whole = one.is_integer() or other.is_integer()
    return math.isclose(one, other, rel_tol=ROUNDED_BY, abs_tol=0.51 if whole else ROUNDED_TO)


def _contradiction(
    subject: str, between: Sequence[tuple[str, Pair]], measured: Mapping[str, Measured]
) -> Problem:
    """One sentence of what two files say differently about one interval of a component."""
    (metric, (one, other)), *more = between
    taken = float(measured[metric].value)
    sentence = say(
        "{metric} of {subject} is {value:,g} here but {value2:,g} at {file}:{line} for the same "
        "interval; {taken:,g} is taken, leave out the report that is wrong",
        metric=FigureName(metric),
        subject=ComponentId(subject),
        value=other.value,
        value2=one.value,
        file=Name(one.file),
        line=LineNumber(one.line),
        taken=taken,
    )
    if more:
        sentence = say(
            "{metric} of {subject} is {value:,g} here but {value2:,g} at {file}:{line} for the "
            "same interval, and {more} more of its figures differ; {taken:,g} is taken, leave out "
            "the report that is wrong",
            metric=FigureName(metric),
            subject=ComponentId(subject),
            value=other.value,
            value2=one.value,
            file=Name(one.file),
            line=LineNumber(one.line),
            more=len(more),
            taken=taken,
        )
    return Problem(other.file, other.line, sentence)


def _undated(
    subject: str, between: Sequence[tuple[str, Pair]], measured: Mapping[str, Measured]
) -> Problem:
    """One sentence of what two files say differently about a component, neither of which says when.

    They are of two times, or of two things of one name.
    """
    metric, (one, other) = between[0]
    facts = {
        "metric": FigureName(metric),
        "subject": ComponentId(subject),
        "value": other.value,
        "value2": one.value,
        "file": Name(one.file),
        "line": LineNumber(one.line),
        "taken": float(measured[metric].value),
    }
    if len(between) == 1:
        sentence = say(
            "{metric} of {subject} is {value:,g} here but {value2:,g} at {file}:{line}, and "
            "neither report says of what time; {taken:,g} is taken, leave out the report that is "
            "not to count",
            **facts,
        )
    else:
        sentence = say(
            "{metric} of {subject} is {value:,g} here but {value2:,g} at {file}:{line}, {more} "
            "more of its figures differ, and neither report says of what time; {taken:,g} is "
            "taken, leave out the report that is not to count",
            more=len(between) - 1,
            **facts,
        )
    return Problem(other.file, other.line, sentence)
