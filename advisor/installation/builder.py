"""Observations of all files, joined into one topology with every value's origin."""

from __future__ import annotations

import importlib
import math
import pkgutil
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence, Set
from dataclasses import replace
from functools import cache
from pathlib import PurePath

from advisor.engagement import Installation
from advisor.installation import derivations, periods
from advisor.installation.imports import Imports
from advisor.installation.units import convert
from advisor.observations import ANSWER, FileReading, Observation, Problem, Question
from model.catalogue import catalogue
from model.topology import (
    Catalogue,
    Change,
    ChangeError,
    Component,
    ComponentKind,
    Link,
    Measured,
    Origin,
    Setting,
    SettingSpec,
    Topology,
    Value,
    apply_change,
)

SETTING = "setting."
RELATION = "relation."
PARENT = RELATION + "parent"
LATEST = "_latest"
"""Ending of figures of which the last interval counts, not the mean."""
ROUNDED_BY = 0.02
"""Part by which two prints of one figure may differ: 16777K of 16777216, 51.2 of 51.24."""
ROUNDED_TO = 0.051
"""The same for small figures, which are printed with one decimal."""
RATE_ENDINGS = ("_per_s", "_pct", "_ms", "_us", "_busy")


def build_installation(
    readings: Sequence[FileReading],
    answers: Mapping[tuple[str, str], Value] | None = None,
    edits: Iterable[Change] = (),
) -> Installation:
    """The as-is installation that the readings describe.

    The result does not depend on the order of the readings, and a file given twice counts once.
    Two different values of one setting are both kept as observations and reported as a problem;
    the one of the later report is taken, and within a report that of the later line. A report's
    settings are as old as the latest interval that it measured of the same component. Of reports
    that came in with several imports :mod:`.imports` says which count.

    Parameters
    ----------
    answers
        The consultant's values by ``(component id, metric)``.
    edits
        The consultant's changes to the topology itself, applied last.
    """
    kinds = catalogue()
    unique = {reading.sha256: reading for reading in sorted(readings, key=_file_of, reverse=True)}
    ordered = sorted(unique.values(), key=_file_of)
    problems = [problem for reading in ordered for problem in reading.problems]
    observations = tuple(
        sorted(
            {o for reading in ordered for o in reading.observations},
            key=lambda o: (
                o.subject,
                o.metric,
                o.interval.start or "",
                o.file,
                o.line,
                str(o.value),
            ),
        )
    )
    imports = Imports(ordered)
    peaks = {(reading.file, start) for reading in ordered for start in reading.busiest}
    by_subject = _by_subject(observations, kinds, problems)
    counted = {subject: imports.current(seen) for subject, seen in by_subject.items()}
    problems.extend(imports.history())
    days = periods.days_of(counted)
    period = str((answers or {}).get(periods.ANSWERED, ""))
    if period and period not in periods.offered(days):
        problems.append(Problem("", 0, _no_such_period(period, days)))
        period = ""
    if period:
        counted = periods.narrowed(counted, period)
    topology = Topology()
    for subject in _containers_first(counted):
        topology = topology.with_component(
            _component(subject, counted[subject], kinds, problems, peaks)
        )
    topology = _related(topology, counted, kinds, problems)
    topology, assumptions, questions = _derived(topology)
    topology = _answered(topology, answers or {}, kinds, problems)
    for edit in edits:
        try:
            topology = apply_change(topology, edit, kinds)
        except ChangeError as wrong:
            problems.append(Problem("", 0, f"an earlier edit no longer applies: {wrong}"))
    topology, more_assumptions, questions = _derived(topology)
    questions = (*periods.asked(days, period), *questions, *_homeless(topology, kinds))
    averaged = periods.assumed(days, period)
    return Installation(
        topology,
        observations,
        {subject: tuple(seen) for subject, seen in by_subject.items()},
        questions,
        tuple(dict.fromkeys(problems)),
        tuple(dict.fromkeys((*averaged, *assumptions, *more_assumptions))),
    )


def _no_such_period(period: str, days: Sequence[str]) -> str:
    if not days:
        return f"the answer names {period} as the baseline, but the reports measure one period only"
    known = ", ".join(periods.offered(days))
    return f"the answer names {period} as the baseline, which no report measures: choose of {known}"


def _file_of(reading: FileReading) -> tuple[str, str, str]:
    """The file's own name first: of one file given twice the folder does not say which counts."""
    return (_bare(reading.file), reading.file, reading.sha256)


def _bare(file: str) -> str:
    return PurePath(file.replace("\\", "/")).name


def _by_subject(
    observations: Iterable[Observation], kinds: Catalogue, problems: list[Problem]
) -> dict[str, list[Observation]]:
    found: dict[str, list[Observation]] = defaultdict(list)
    for seen in observations:
        kind, separator, name = seen.subject.partition(":")
        if not separator or not name or kind not in kinds:
            problems.append(
                Problem(
                    seen.file, seen.line, f"nothing is known of subjects such as {seen.subject}"
                )
            )
            continue
        found[seen.subject].append(seen)
        if seen.metric.startswith(RELATION) and isinstance(seen.value, str):
            other = seen.value.partition(":")[0]
            if other in kinds:
                found.setdefault(seen.value, [])
    return dict(found)


def _containers_first(by_subject: Mapping[str, object]) -> list[str]:
    rank = {"cpc": 0, "lpar": 1, "cf": 2, "dasd": 3}
    return sorted(by_subject, key=lambda s: (rank.get(s.partition(":")[0], 9), _natural(s)))


def _natural(text: str) -> tuple[tuple[int, int, str], ...]:
    parts: list[tuple[int, int, str]] = []
    digits = ""
    for character in text + "\0":
        if character.isdecimal() and character.isascii():
            digits += character
            continue
        if digits:
            parts.append((0, int(digits[:18]), digits))
            digits = ""
        parts.append((1, 0, character))
    return tuple(parts)


def _component(
    subject: str,
    seen: Sequence[Observation],
    kinds: Catalogue,
    problems: list[Problem],
    peaks: Set[tuple[str, str]],
) -> Component:
    kind = kinds[subject.partition(":")[0]]
    name = subject.partition(":")[2]
    groups: dict[str, list[Observation]] = defaultdict(list)
    for observation in seen:
        groups[observation.metric].append(observation)
    settings: dict[str, Setting] = {}
    measured: dict[str, Measured] = {}
    as_of: dict[str, str] = {}
    contradicting: dict[tuple[str, str], list[tuple[str, Pair]]] = defaultdict(list)
    for observation in seen:
        start = observation.interval.start or ""
        as_of[observation.file] = max(start, as_of.get(observation.file, ""))
    for metric, group in groups.items():
        if metric.startswith(SETTING):
            setting = _setting(subject, kind, metric.removeprefix(SETTING), group, problems, as_of)
            if setting is not None:
                settings[metric.removeprefix(SETTING)] = setting
        elif not metric.startswith(RELATION):
            distinct, pairs = _distinct(group)
            measured[metric] = _measured(metric, distinct, peaks)
            for pair in pairs:
                contradicting[pair[0].file, pair[1].file].append((metric, pair))
    for between in contradicting.values():
        problems.append(_contradiction(subject, between, measured))
    return Component(subject, kind.name, name, None, settings, measured)


def origin_of(seen: Observation) -> Origin:
    """The origin of a value that stands on one report line."""
    return Origin("report", seen.file, seen.line, seen.text)


def _setting(
    subject: str,
    kind: ComponentKind,
    name: str,
    group: Sequence[Observation],
    problems: list[Problem],
    as_of: Mapping[str, str],
) -> Setting | None:
    spec = kind.setting(name)
    values: list[tuple[Value, Observation]] = []
    for seen in group:
        value = seen.value if spec is None else _in_spec(seen, spec)
        if value is None:
            problems.append(
                Problem(
                    seen.file,
                    seen.line,
                    f"{name} of {subject} cannot be {seen.raw or seen.value} {seen.unit}".rstrip()
                    + "; it was left out, state it in the inspector",
                )
            )
            continue
        values.append((value, seen))
    if not values:
        return None
    value, last = max(values, key=lambda item: _recency(item[1], as_of))
    others = {str(v): seen for v, seen in values if v != value}
    for other, seen in others.items():
        problems.append(
            Problem(
                seen.file,
                seen.line,
                f"{name} of {subject} is {other} here but {value} at {last.file}:{last.line}; "
                f"{value} is taken, set the one in effect in the inspector",
            )
        )
    return Setting(value, origin_of(last))


def _recency(seen: Observation, as_of: Mapping[str, str]) -> tuple[str, str, int]:
    """Later intervals first, then the file's own name, whatever folder it was read from.

    ``as_of`` dates, by file, what has no interval of its own.
    """
    return (seen.interval.start or as_of.get(seen.file, ""), _bare(seen.file), seen.line)


def _in_spec(seen: Observation, spec: SettingSpec) -> Value | None:
    value: Value | None = seen.value
    if spec.type in ("integer", "number"):
        if isinstance(value, str):
            try:
                value = spec.parse(value)
            except ValueError:
                return None
        if value is None or isinstance(value, (bool, str)):
            return None
        converted = convert(float(value), seen.unit, spec.unit)
        if converted is None:
            return None
        value = int(converted) if converted == int(converted) else converted
    elif isinstance(value, str):
        try:
            value = spec.parse(value)
        except ValueError:
            return None
    elif spec.type == "text" and not isinstance(value, bool):
        value = f"{value:g}"
    return value


Pair = tuple[Observation, Observation]


def _distinct(group: Sequence[Observation]) -> tuple[list[Observation], list[Pair]]:
    """The observations without those that say again what one says of the same interval.

    A report that was handed over twice, or two reports of one figure, must not weigh double in a
    mean. The pairs are those of one interval that do not agree: each with the first of them.
    """
    first: dict[tuple[object, ...], Observation] = {}
    kept: list[Observation] = []
    pairs: list[Pair] = []
    for seen in group:
        span = seen.interval
        if isinstance(seen.value, (str, bool)) or not (span.start or span.end):
            kept.append(seen)
            continue
        # One report says 14.59, another 14.59.988: minutes tell intervals apart.
        minutes = round((span.duration_s or 0.0) / 60)
        before = first.setdefault((span.start or span.end, minutes, seen.unit), seen)
        if before is seen:
            kept.append(seen)
        elif not _agree(float(before.value), float(seen.value)):
            kept.append(seen)
            if seen.file != before.file and (not pairs or pairs[-1][1].file != seen.file):
                pairs.append((before, seen))  # one sentence for a file is enough
    return kept, pairs


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
    sentence = (
        f"{metric} of {subject} is {other.value:g} here but {one.value:g} at "
        f"{one.file}:{one.line} for the same interval; {taken:g} is taken, leave out the report "
        "that is wrong"
    )
    if more:
        sentence = (
            f"{metric} of {subject} is {other.value:g} here but {one.value:g} at "
            f"{one.file}:{one.line} for the same interval, and {len(more)} more of its figures "
            f"differ; {taken:g} is taken, leave out the report that is wrong"
        )
    return Problem(other.file, other.line, sentence)


def _measured(metric: str, group: Sequence[Observation], peaks: Set[tuple[str, str]]) -> Measured:
    """One figure from one or several intervals.

    Rates, shares and times are averaged over their intervals, weighted by length. A counter is
    never added up over spans that may overlap: the longest span's value is taken. ``peaks`` are
    files and starts of intervals that were chosen for their load: means go without them.
    """
    numeric = [o for o in group if not isinstance(o.value, (str, bool))]
    if not numeric:
        last = group[-1]
        return Measured(str(last.value), last.unit, origin_of(last), last.interval.duration_s)
    same_unit = [o for o in numeric if o.unit == numeric[0].unit]
    if metric.endswith(LATEST):
        last = max(same_unit, key=lambda o: (o.interval.end or "", *_recency(o, {})))
        return Measured(float(last.value), last.unit, origin_of(last), last.interval.duration_s)
    share = numeric[0].unit == "%" or metric.partition(".")[0].endswith(RATE_ENDINGS)
    if share and len(same_unit) > 1:
        spread = [o for o in same_unit if (o.file, o.interval.start) not in peaks]
        return _mean(spread or same_unit)
    chosen = max(same_unit, key=lambda o: (o.interval.duration_s or 0.0, o.interval.start or ""))
    return Measured(float(chosen.value), chosen.unit, origin_of(chosen), chosen.interval.duration_s)


def _mean(group: Sequence[Observation]) -> Measured:
    weights = [o.interval.duration_s or 1.0 for o in group]
    total = sum(weights)
    value = sum(float(o.value) * w for o, w in zip(group, weights, strict=True)) / total
    longest = max(zip(group, weights, strict=True), key=lambda item: item[1])[0]
    origin = replace(origin_of(longest), kind="derived")
    known = all(o.interval.duration_s for o in group)
    return Measured(value, longest.unit, origin, total if known else None)


def _related(
    topology: Topology,
    by_subject: Mapping[str, Sequence[Observation]],
    kinds: Catalogue,
    problems: list[Problem],
) -> Topology:
    for subject, seen in by_subject.items():
        for observation in seen:
            if not observation.metric.startswith(RELATION):
                continue
            relation = observation.metric.removeprefix(RELATION)
            target = str(observation.value)
            sentence = _relate_problem(topology, subject, relation, target, kinds)
            if sentence is not None:
                problems.append(Problem(observation.file, observation.line, sentence))
            elif relation == "parent":
                topology = topology.with_component(replace(topology[subject], parent=target))
            else:
                topology = topology.with_link(Link(relation, subject, target))
    return topology


def _relate_problem(
    topology: Topology, subject: str, relation: str, target: str, kinds: Catalogue
) -> str | None:
    if target not in topology:
        return f"{subject} names {target}, which is no known component"
    kind, other = kinds[topology[subject].kind], topology[target]
    if relation == "parent":
        if other.kind not in kind.parents:
            return f"{subject} cannot stand in {target}"
        current = topology[subject].parent
        if current is not None and current != target:
            return f"{subject} is said to be in {current} and in {target}; the first is kept"
    elif other.kind not in kind.links.get(relation, ()):
        return f"{subject} cannot be linked to {target} as {relation}"
    return None


@cache
def _derivation_modules() -> tuple[derivations.Derivation, ...]:
    names = sorted(info.name for info in pkgutil.iter_modules(derivations.__path__))
    modules = [importlib.import_module(f"{derivations.__name__}.{name}") for name in names]
    return tuple(module.derive for module in modules if hasattr(module, "derive"))


def _derived(topology: Topology) -> tuple[Topology, tuple[str, ...], tuple[Question, ...]]:
    assumptions: list[str] = []
    questions: list[Question] = []
    for derive in _derivation_modules():
        result = derive(topology)
        topology = result.topology
        assumptions.extend(result.assumptions)
        questions.extend(result.questions)
    return topology, tuple(assumptions), tuple(dict.fromkeys(questions))


def _homeless(topology: Topology, kinds: Catalogue) -> Iterable[Question]:
    """Ask where a component runs whose reports do not say so."""
    for component in topology:
        kind = kinds[component.kind]
        if component.parent is not None or None in kind.parents:
            continue
        places = tuple(c.id for c in topology.of_kind(*(p for p in kind.parents if p)))
        yield Question(
            component.id,
            PARENT,
            f"Where does {kind.title} {component.name} run?",
            "a job log or RMF workload report of the system",
            choices=places,
        )


def _answered(
    topology: Topology,
    answers: Mapping[tuple[str, str], Value],
    kinds: Catalogue,
    problems: list[Problem],
) -> Topology:
    # Where a component runs comes first: one that no report names begins to exist by it.
    placed_first = sorted(answers, key=lambda key: (key[1] != PARENT, key))
    for subject, metric in placed_first:
        value = answers[subject, metric]
        if (subject, metric) == periods.ANSWERED:
            continue
        if subject not in topology and metric == PARENT:
            topology = _stated(topology, subject, str(value), kinds)
        if subject not in topology:
            problems.append(
                Problem(
                    "",
                    0,
                    f"an answer names {subject}, which no report has: say where it runs as its "
                    f"{PARENT}",
                )
            )
            continue
        component = topology[subject]
        if metric == PARENT:
            wrong = _relate_problem(topology, subject, "parent", str(value), kinds)
            if wrong is not None:
                problems.append(Problem("", 0, f"the answer for {subject} does not fit: {wrong}"))
            else:
                topology = topology.with_component(replace(component, parent=str(value)))
        elif metric.startswith(SETTING):
            name = metric.removeprefix(SETTING)
            spec = kinds[component.kind].setting(name)
            wrong = None if spec is None else spec.problem_with(value)
            if wrong is not None:
                problems.append(Problem("", 0, f"the answer for {subject} is not legal: {wrong}"))
                continue
            topology = topology.with_component(component.with_setting(name, Setting(value, ANSWER)))
        elif not isinstance(value, bool):
            figure = Measured(value, "", ANSWER)
            topology = topology.with_component(
                replace(component, measured={**component.measured, metric: figure})
            )
    return topology


def _stated(topology: Topology, subject: str, parent: str, kinds: Catalogue) -> Topology:
    """A component that no report names, in the place that the consultant gives it."""
    kind, _, name = subject.partition(":")
    if not name or kind not in kinds or parent not in topology:
        return topology
    return topology.with_component(Component(subject, kind, name, parent, {}, {}))
