"""Observations of all files, joined into one topology with every value's origin."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import replace
from difflib import get_close_matches
from functools import cache
from pathlib import PurePath
from typing import NamedTuple

from advisor.engagement import Installation
from advisor.installation import (
    contrary,
    derivations,
    hours,
    identity,
    left_out,
    locations,
    namesakes,
    periods,
    sorts,
    subsystems,
    sysplexes,
)
from advisor.installation.gathered import Gathered, in_order, let_go
from advisor.installation.imports import Imports
from advisor.installation.intervals import measured_figures, origin_of, recency
from advisor.installation.units import convert
from advisor.observations import ANSWER, FileReading, Observation, Problem, Question
from model.catalogue import catalogue
from model.discovery import declared
from model.figures import carried, carried_by
from model.language import (
    ComponentId,
    FigureName,
    Keyword,
    LineNumber,
    Name,
    SettingName,
    listed,
    say,
)
from model.projection.provisional import with_intervals
from model.topology import (
    Catalogue,
    Change,
    ChangeError,
    Component,
    ComponentKind,
    Link,
    Measured,
    Setting,
    SettingSpec,
    Topology,
    Value,
    apply_change,
)

SETTING = "setting."
RELATION = "relation."
PRINTED = "printed."
"""Figures that nothing asks for: they stay with their report."""

PARENT = RELATION + "parent"
MOST_NAMED, LIKE = 5, 0.6
"""How many names are told in place of one that is unknown, and how like it they are."""
_NUMBERS = re.compile("([0-9]+)")
ZVSE, OWN_ZVSE = "z/VSE", "lpar:VSE1"
"""The system, and the LPAR that a region on it is said to run in where no report names one."""


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
    # What could not be opened, or is far too large to be looked at, has no digest.
    unique = {r.sha256 or r.file: r for r in sorted(readings, key=_file_of, reverse=True)}
    ordered = identity.told_apart(sorted(unique.values(), key=_file_of))
    problems = [problem for reading in ordered for problem in reading.problems]
    ordered, several_sorts = sorts.apart(ordered)
    ordered, known, doubles = _told_apart(ordered, answers or {})
    imports = Imports(reading.batch for reading in ordered)
    peaks = {(reading.file, start) for reading in ordered for start in reading.busiest}
    observations = in_order(
        seen
        for reading in ordered
        for seen in imports.noted(reading.batch, identity.joined(reading.observations, known))
    )
    by_subject: dict[str, list[Observation]] = {}
    try:
        _sort_by_subject(observations, by_subject, kinds, problems)
        period = str((answers or {}).get(periods.ANSWERED, ""))
        found = _reported(by_subject, imports, period, kinds, problems, peaks)
        topology, days, period, apart = found
    finally:
        imports.let_go()
        let_go(by_subject.values())
    topology, assumptions, questions = _derived(topology)
    topology = _completed(topology, answers or {}, edits, kinds, problems)
    topology, more_assumptions, questions = _derived(topology)
    questions = (
        *periods.asked(days, period),
        *questions,
        *identity.asked(known),
        *doubles.questions,
        *_homeless(topology, kinds),
    )
    averaged = (
        *(*periods.assumed(days, period), *apart),
        *identity.assumed(known),
        *doubles.assumptions,
        *several_sorts,
    )
    return Installation(
        topology,
        Gathered(tuple(ordered), known),
        questions,
        tuple(dict.fromkeys(problems)),
        tuple(dict.fromkeys((*averaged, *assumptions, *more_assumptions))),
    )


class _Doubles(NamedTuple):
    """What is asked and assumed of systems and subsystems of one name."""

    questions: tuple[Question, ...]
    assumptions: tuple[str, ...]


def _told_apart(
    readings: Sequence[FileReading], answers: Mapping[tuple[str, str], Value]
) -> tuple[Sequence[FileReading], tuple[identity.Alias, ...], _Doubles]:
    """The readings with a name for each thing, what has two names, and what is said of it."""
    machines, homes, speakers = namesakes.Machines(), subsystems.Homes(), contrary.Speakers()
    plexes, servers = sysplexes.Sysplexes(), locations.Locations()
    observations = plexes.noted(speakers.noted(homes.noted(machines.noted(readings))))
    observations = servers.noted(observations)
    known = identity.aliases(observations, answers)
    clusters, plexless = plexes.others(readings, answers)
    if any(cluster.apart for cluster in clusters):
        readings = plexes.apart(readings, clusters, plexless)
        known = identity.aliases(_all(readings), answers)
    sakes, unplaced = machines.namesakes(answers)
    if any(sake.apart for sake in sakes):
        readings, homes = machines.apart(readings, sakes, unplaced), subsystems.Homes()
        known = identity.aliases(homes.noted(_all(readings)), answers)
    twins, homeless = homes.namesakes(readings, answers)
    if any(twin.apart for twin in twins):
        readings = homes.apart(readings, twins, homeless)
        known = identity.aliases(_all(readings), answers)
    readings, servers_apart, unlocated = servers.apart(readings, answers)
    if any(one.apart for one in servers_apart):
        known = identity.aliases(_all(readings), answers)
    others = contrary.contraries(readings, speakers.several(homes.stated), answers)
    if any(other.apart for other in others):
        readings = contrary.apart(readings, others)
        known = identity.aliases(_all(readings), answers)
    return (
        readings,
        known,
        _Doubles(
            (
                *namesakes.asked(sakes, unplaced),
                *subsystems.asked(twins, homeless),
                *contrary.asked(others),
                *sysplexes.asked(clusters, plexless),
                *locations.asked(servers_apart, unlocated),
            ),
            (
                *namesakes.assumed(sakes, unplaced),
                *subsystems.assumed(twins, homeless),
                *contrary.assumed(others),
                *sysplexes.assumed(clusters, plexless),
                *locations.assumed(servers_apart, unlocated),
            ),
        ),
    )


def _all(readings: Iterable[FileReading]) -> Iterator[Observation]:
    return (seen for reading in readings for seen in reading.observations)


def _reported(
    by_subject: Mapping[str, list[Observation]],
    imports: Imports,
    period: str,
    kinds: Catalogue,
    problems: list[Problem],
    peaks: Set[tuple[str, str]],
) -> tuple[Topology, tuple[str, ...], str, tuple[str, ...]]:
    """What the reports say, the days they measure, which counts ("" for all), and what is apart."""
    counted = {subject: imports.current(seen) for subject, seen in by_subject.items()}
    problems.extend(imports.history())
    days = periods.days_of(counted)
    if period and period not in periods.offered(days):
        problems.append(Problem("", 0, _no_such_period(period, days)))
        period = ""
    if counting := (period,) if period else periods.newest(days):
        counted = periods.narrowed(counted, *counting)
    topology = Topology(
        {
            subject: _component(subject, counted[subject], kinds, problems, peaks)
            for subject in _containers_first(counted)
        }
    )
    related = _related(topology, counted, kinds, problems)
    return related, days, period, hours.not_of_one_time(counted, related)


def _no_such_period(period: str, days: Sequence[str]) -> str:
    if not days:
        return say(
            "the answer names {period} as the baseline, but the reports measure one period only",
            period=period,
        )
    return say(
        "the answer names {period} as the baseline, which no report measures: choose of {known}",
        period=period,
        known=", ".join(periods.offered(days)),
    )


def _file_of(reading: FileReading) -> tuple[str, str, str]:
    """The file's own name first: of one file given twice the folder does not say which counts."""
    return (_bare(reading.file), reading.file, reading.sha256)


def _bare(file: str) -> str:
    return PurePath(file.replace("\\", "/")).name


def _sort_by_subject(
    observations: Iterable[Observation],
    found: dict[str, list[Observation]],
    kinds: Catalogue,
    problems: list[Problem],
) -> None:
    for seen in observations:
        kind, separator, name = seen.subject.partition(":")
        if not separator or not name or kind not in kinds:
            problems.append(
                Problem(
                    seen.file,
                    seen.line,
                    say(
                        "nothing is known of subjects such as {subject}",
                        subject=ComponentId(seen.subject),
                    ),
                )
            )
            continue
        found.setdefault(seen.subject, []).append(seen)
        if seen.metric.startswith(RELATION) and isinstance(seen.value, str):
            other = seen.value.partition(":")[0]
            if other in kinds:
                found.setdefault(seen.value, [])


def _containers_first(by_subject: Mapping[str, object]) -> list[str]:
    rank = {"cpc": 0, "lpar": 1, "cf": 2, "dasd": 3}
    return sorted(by_subject, key=lambda s: (rank.get(s.partition(":")[0], 9), _natural(s)))


def _natural(text: str) -> tuple[tuple[int, int, str], ...]:
    """Numbers by their size and before letters, as the end of a text is before any letter."""
    parts = _NUMBERS.split(text + "\0")
    return tuple(
        (0, int(part[:18]), part) if place % 2 else (1, 0, part)
        for place, part in enumerate(parts)
        if part
    )


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
    figures: dict[str, list[Observation]] = defaultdict(list)
    as_of: dict[str, str] = {}
    for observation in seen:
        metric = observation.metric
        if metric.startswith(SETTING):
            groups[metric.removeprefix(SETTING)].append(observation)
        elif not metric.startswith((RELATION, PRINTED)):
            figures[metric].append(observation)
        start = observation.interval.start or ""
        as_of[observation.file] = max(start, as_of.get(observation.file, ""))
    settings: dict[str, Setting] = {}
    for setting_name, group in groups.items():
        setting = _setting(subject, kind, setting_name, group, problems, as_of)
        if setting is not None:
            settings[setting_name] = setting
    if kind.setting("NAME") is None and (called := settings.pop("NAME", None)) is not None:
        name = str(called.value)
    measured = measured_figures(kind.name, subject, figures, peaks, problems)
    return Component(subject, kind.name, name, None, settings, measured)


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
                    say(
                        "{name} of {subject} cannot be {raw} {unit}",
                        name=SettingName(name),
                        subject=ComponentId(subject),
                        raw=seen.raw or seen.value,
                        unit=seen.unit,
                    ).rstrip()
                    + "; it was left out, state it in the inspector",
                )
            )
            continue
        values.append((value, seen))
    if not values:
        return None
    value, last = max(values, key=lambda item: recency(item[1], as_of))
    others = {str(v): seen for v, seen in values if v != value}
    for other, seen in others.items():
        problems.append(
            Problem(
                seen.file,
                seen.line,
                say(
                    "{name} of {subject} is {other} here but {value} at {file}:{line}; {value} is "
                    "taken, set the one in effect in the inspector",
                    name=SettingName(name),
                    subject=ComponentId(subject),
                    other=other,
                    value=value,
                    file=Name(last.file),
                    line=LineNumber(last.line),
                ),
            )
        )
    return Setting(value, origin_of(last))


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
        # Readings beyond a range that the manuals give are kept and said; no figure of a product
        # that counts from 0 or more is negative.
        if converted is None or (converted < 0.0 <= (spec.minimum or 0.0)):
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


def _related(
    topology: Topology,
    by_subject: Mapping[str, Sequence[Observation]],
    kinds: Catalogue,
    problems: list[Problem],
) -> Topology:
    for subject, seen in by_subject.items():
        for observation in _place_first(seen):
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


def _place_first(seen: Sequence[Observation]) -> Sequence[Observation]:
    """What is seen of a component, with what most files, then most lines, say it stands in first.

    Of as many the first by name: how files are called or given decides nothing.
    """
    files: dict[str, set[str]] = {}
    lines: dict[str, int] = {}
    for one in seen:
        if one.metric == PARENT:
            files.setdefault(str(one.value), set()).add(one.file)
            lines[str(one.value)] = lines.get(str(one.value), 0) + 1
    if len(files) < 2:
        return seen
    place = min(files, key=lambda name: (-len(files[name]), -lines[name], name))
    return sorted(seen, key=lambda one: one.metric != PARENT or one.value != place)


def _relate_problem(
    topology: Topology, subject: str, relation: str, target: str, kinds: Catalogue
) -> str | None:
    if target not in topology:
        return say(
            "{subject} names {target}, which is no known component",
            subject=ComponentId(subject),
            target=ComponentId(target),
        )
    kind, other = kinds[topology[subject].kind], topology[target]
    if relation == "parent":
        if other.kind not in kind.parents:
            return say(
                "{subject} cannot stand in {target}",
                subject=ComponentId(subject),
                target=ComponentId(target),
            )
        current = topology[subject].parent
        if current is not None and current != target:
            return say(
                "{subject} is said to be in {current} and in {target}; {current} is kept, which "
                "more files name or, of as many, is first by name",
                subject=ComponentId(subject),
                current=ComponentId(current),
                target=ComponentId(target),
            )
    elif other.kind not in kind.links.get(relation, ()):
        return say(
            "{subject} cannot be linked to {target} as {relation}",
            subject=ComponentId(subject),
            target=ComponentId(target),
            relation=relation,
        )
    return None


@cache
def _derivation_modules() -> tuple[derivations.Derivation, ...]:
    return declared(derivations.__name__, "derive")


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
        hosts = topology.of_kind(*(p for p in kind.parents if p))
        places = tuple(c.id for c in hosts)
        if component.value("PLATFORM") == ZVSE:
            # The systems that RMF reports on are z/OS; z/VSE has an LPAR that no report names.
            places = tuple(c.id for c in hosts if c.value("OPSYS") in (ZVSE, "z/VM"))
            places = places or (OWN_ZVSE,)
        yield Question(
            component.id,
            PARENT,
            say("Where does {title} {name} run?", title=kind.title, name=Name(component.name)),
            "a job log or RMF workload report of the system",
            choices=places,
            needed=True,
        )


def _completed(
    topology: Topology,
    answers: Mapping[tuple[str, str], Value],
    edits: Iterable[Change],
    kinds: Catalogue,
    problems: list[Problem],
) -> Topology:
    """The topology with the consultant's answers and then edits.

    An answer about what an edit adds follows that edit at once, so that a later edit still wins.
    """
    # Where a component runs comes first: one that no report names begins to exist by it.
    waiting = {
        key: answers[key]
        for key in sorted(answers, key=lambda key: (key[1] != PARENT, key))
        if key != periods.ANSWERED
        and key[1] != left_out.METRIC
        and not key[1].startswith(identity.METRIC)
    }
    topology = _answered(topology, waiting, kinds, problems)
    for edit in edits:
        try:
            topology = apply_change(topology, edit, kinds)
        except ChangeError as wrong:
            problems.append(
                Problem("", 0, say("an earlier edit no longer applies: {wrong}", wrong=wrong))
            )
        else:
            topology = _answered(topology, waiting, kinds, problems)
    for (subject, _metric), value in waiting.items():
        if subject in topology:
            problems.append(
                _unfit(subject, _relate_problem(topology, subject, "parent", str(value), kinds))
            )
            continue
        problems.append(
            Problem(
                "",
                0,
                say(
                    "an answer names {subject}, which no report has: say where it "
                    "runs as its {parent}",
                    subject=ComponentId(subject),
                    parent=PARENT,
                ),
            )
        )
    return with_intervals(topology, ANSWER)


def _unfit(subject: str, wrong: str | None) -> Problem:
    return Problem(
        "",
        0,
        say(
            "the answer for {subject} does not fit: {wrong}",
            subject=ComponentId(subject),
            wrong=wrong,
        ),
    )


def _answered(
    topology: Topology,
    waiting: dict[tuple[str, str], Value],
    kinds: Catalogue,
    problems: list[Problem],
) -> Topology:
    """Give the answers that concern what there is; they leave ``waiting``."""
    for (subject, metric), value in list(waiting.items()):
        if subject not in topology and metric == PARENT:
            topology = _stated(topology, subject, str(value), kinds)
        if metric == PARENT and subject in topology and value == OWN_ZVSE not in topology:
            named = OWN_ZVSE.partition(":")[2]
            own = Component(OWN_ZVSE, "lpar", named, None, {"OPSYS": Setting(ZVSE, ANSWER)}, {})
            topology = topology.with_component(own)
        if subject not in topology or (metric == PARENT and str(value) not in topology):
            continue
        del waiting[subject, metric]
        component = topology[subject]
        metric = _full_name(kinds[component.kind], metric)
        if not _is_known(kinds[component.kind], metric):
            problems.append(_unknown(kinds[component.kind], subject, metric))
            continue
        if metric == PARENT:
            wrong = _relate_problem(topology, subject, "parent", str(value), kinds)
            if wrong is not None:
                problems.append(_unfit(subject, wrong))
            else:
                topology = topology.with_component(replace(component, parent=str(value)))
        elif metric.startswith(SETTING):
            name = metric.removeprefix(SETTING)
            spec = kinds[component.kind].setting(name)
            wrong = None if spec is None else spec.problem_with(value)
            if wrong is not None:
                problems.append(
                    Problem(
                        "",
                        0,
                        say(
                            "the answer for {subject} is not legal: {wrong}",
                            subject=ComponentId(subject),
                            wrong=wrong,
                        ),
                    )
                )
                continue
            topology = topology.with_component(component.with_setting(name, Setting(value, ANSWER)))
        elif not isinstance(value, bool):
            declared = carried(component.kind, metric)
            if declared is not None and declared.wrong_with(value):
                problems.append(_impossible(subject, metric, value))
                continue
            figure = Measured(value, _unit_of(component.kind, metric), ANSWER)
            topology = topology.with_component(
                replace(component, measured={**component.measured, metric: figure})
            )
    return topology


def _full_name(kind: ComponentKind, metric: str) -> str:
    """A setting may be named as it is: only a figure of that name stands before it."""
    if metric != PARENT and carried(kind.name, metric) is None and kind.setting(metric) is not None:
        return SETTING + metric
    return metric


def _is_known(kind: ComponentKind, metric: str) -> bool:
    if metric.startswith(SETTING):
        return kind.setting(metric.removeprefix(SETTING)) is not None
    # A rate may be stated where a report would give the count.
    return metric == PARENT or any(
        carried(kind.name, name) is not None for name in (metric, metric.removesuffix("_per_s"))
    )


def _unknown(kind: ComponentKind, subject: str, metric: str) -> Problem:
    """The names that are most like it, and what lists all of them."""
    names = [spec.name for spec in kind.settings] + [spec.name for spec in carried_by(kind.name)]
    lowered = {name.lower(): name for name in names}
    called = metric.removeprefix(SETTING).removeprefix(RELATION).lower()
    near = [lowered[one] for one in get_close_matches(called, lowered, MOST_NAMED, LIKE)]
    told = {"subject": ComponentId(subject), "metric": Keyword(metric), "kind": Keyword(kind.name)}
    if near:
        sentence = say(
            "the answer for {subject} was not taken: it has no {metric}, but {names}; "
            "'plexwright kinds {kind}' lists all names",
            names=listed([Keyword(one) for one in near]),
            **told,
        )
    else:
        sentence = say(
            "the answer for {subject} was not taken: it has no {metric}; "
            "'plexwright kinds {kind}' lists the names that it has",
            **told,
        )
    return Problem("", 0, sentence)


def _impossible(subject: str, metric: str, value: Value) -> Problem:
    return Problem(
        "",
        0,
        say(
            "the answer for {subject} was not taken: no {metric} can be {value}",
            subject=ComponentId(subject),
            metric=FigureName(metric),
            value=value,
        ),
    )


def _unit_of(kind: str, metric: str) -> str:
    figure = carried(kind, metric)
    return "" if figure is None else figure.unit


def _stated(topology: Topology, subject: str, parent: str, kinds: Catalogue) -> Topology:
    """A component that no report names, in the place that the consultant gives it."""
    kind, _, name = subject.partition(":")
    if not name or kind not in kinds or parent not in topology:
        return topology
    return topology.with_component(Component(subject, kind, name, parent, {}, {}))
