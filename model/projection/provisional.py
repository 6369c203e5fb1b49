"""Usual values that stand in for what nobody told yet, and how wide they make every band.

A model names the first value it misses. Here each gap is found, filled with what is usual
(`model.topology.Usual`), and marked as provisional; whatever a report or a person tells takes its
place, as only gaps are filled. Each provisional value is known no better than its prior says: the
projection is made again at both ends of every prior, and a figure's band has all of how far it
moves, added as variances of the logarithm. Nothing of it cancels from a figure of today, which
would be taken for measured otherwise; from a change it cancels as far as both sides move alike.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace

import numpy as np

from model.catalogue import catalogue, named
from model.contract.evaluation import ConditionError
from model.contract.protocol import NotProjectable
from model.figures import limit_of
from model.figures.figure import DURATION
from model.language import listed, say
from model.projection.bands import FOLLOWS, NO_SPREAD, UNCHANGED
from model.projection.baseline import (
    AnchorBaseline,
    Baseline,
    build_baseline,
    fitted,
)
from model.projection.estimate import (
    Ends,
    Estimate,
    Guess,
    Projection,
    ResourceUse,
    WorkloadProjection,
)
from model.projection.filling import (
    as_number,
    called,
    filled,
    parts_of,
    with_figures,
)
from model.projection.unknown_disks import with_disks
from model.quantiles import NORMAL_QUANTILE_90
from model.topology import (
    Component,
    Measured,
    Origin,
    Setting,
    SettingSpec,
    Topology,
    Usual,
    Value,
)
from model.topology.components import OriginKind
from model.topology.documents import STATED
from model.topology.kinds import PRACTICE

__all__ = [
    "called",
    "change_by_guesses",
    "everything_missing",
    "guesses",
    "lacking_cpu",
    "stand_ins",
    "unknown_processors",
    "unknown_work",
    "with_intervals",
    "with_priors",
    "with_stand_ins",
    "with_the_rest",
    "with_usual_values",
]

MOST = 40
"""Gaps of one workload after which nothing more is looked for."""
PROCESSORS = "CPS"
_TOLD = 0.02
"""Of a logarithm: a guess that moves a figure by less is not named with its band."""
_MOST_NAMED = 4
_STANDS_OUT, _FAINT = 3.0, 5.0
"""A guess that makes less than a third of what is left of a figure's moves is not told from it, nor
one that makes a fifth of what the first does: so much is alike by chance among a few dozen."""
_PASSES = 3
_CPU = "cpu_s", "cpu_s_per_s", "qr_cpu_s", "class_cpu_s", "enclave_cpu_ms"
"""Figures of kinds whose work uses CPU."""
_STAND_IN = Origin("assumed", text="stands in while gaps are looked for")


# --- gaps and what fills them --------------------------------------------------------------------


def everything_missing(topology: Topology, item: AnchorBaseline) -> Iterator[NotProjectable]:
    """Each value without which an anchor has no figures, in the order its model meets them.

    The value named is stood in for and the model asked again, to the last. Where a model needs
    nothing and nothing was measured either, as of what was built by hand, the work is missing.
    """
    lacking = item.missing or next(_unmeasured(topology, item.anchor), None)
    seen: set[tuple[str, str]] = set()
    while lacking is not None and len(seen) < MOST:
        yield lacking
        key = (lacking.component, lacking.setting)
        more = None if key in seen else filled(topology, lacking) or _stood_in(topology, lacking)
        if more is None:
            return
        seen.add(key)
        topology, lacking = more, None
        try:
            conditions = item.model.conditions(topology, item.anchor, {})
            fitted(item.model, conditions, item.model.measured(topology, item.anchor))
            lacking = next(_unmeasured(topology, item.anchor), None)
        except NotProjectable as another:
            lacking = another.with_traceback(None)
        except (ConditionError, ArithmeticError, ValueError):
            # A stand-in contradicts what is known: what else is missing shows when it is answered.
            return


def _by_hand(parts: Sequence[Component], *kinds: OriginKind) -> bool:
    """Whether no report speaks of a workload, and its figures are of these origins alone."""
    settings = (one.origin.is_evidence for part in parts for one in part.settings.values())
    figures = (one.origin.kind in kinds for part in parts for one in part.measured.values())
    return not any(settings) and all(figures)


def _unmeasured(topology: Topology, anchor: str) -> Iterator[NotProjectable]:
    """The work of a workload of which no figure at all was measured, part by part."""
    parts = parts_of(topology, anchor)
    if not _by_hand(parts, "provisional"):
        return
    for part in parts:
        kind = catalogue().get(part.kind)
        usual = {} if kind is None else kind.usual
        work = next((name for name, how in usual.items() if how.times > 1.0), None)
        if work is not None and work not in part.measured:
            sentence = say(
                "{name}: no report of it was read, so that its work is not known",
                name=named(part),
            )
            yield NotProjectable(sentence, part.id, work)


def unknown_work(topology: Topology, anchor: str) -> Iterator[NotProjectable]:
    """What is to be told of work that was put in by hand, its rate and all that it costs.

    Its model needs no more than the rate, and gives no more than that either; of a part of what
    work costs it gives figures of that part, which pass for those of the whole.
    """
    parts = parts_of(topology, anchor)
    if not _by_hand(parts, "user", "provisional"):
        return
    for part in parts:
        kind = catalogue().get(part.kind)
        usual = {} if kind is None else kind.usual
        interval = part.measured.get(DURATION) or usual.get(DURATION)
        for name, how in usual.items():
            declared = None if kind is None else kind.measure(name)
            told_so = any(one in part.measured for one in (name, *how.instead))
            if how.times == 1.0 or told_so or declared is None:
                continue
            told = called(part, name, False)
            if interval is not None and declared.nature == "count":
                told = say(
                    "{figure}, in an interval of {seconds:,g} s",
                    figure=told,
                    seconds=as_number(interval.value) or 0.0,
                )
            yield NotProjectable(told, part.id, name)


def unknown_processors(topology: Topology, anchor: str) -> Iterator[NotProjectable]:
    """The partition in which work was put by hand, where nobody said how many CPs it has.

    Nothing tells then how busy it is, nor whether there is room for more.
    """
    if not _by_hand(parts_of(topology, anchor), "user", "provisional"):
        return
    above = topology[anchor].parent
    while above is not None and above in topology:
        host = topology[above]
        spec = catalogue().spec(host.kind, PROCESSORS)
        if spec is not None and spec.usual is not None and host.value(PROCESSORS) is None:
            yield NotProjectable(called(host, PROCESSORS, True), host.id, PROCESSORS)
        above = host.parent


def lacking_cpu(topology: Topology, lpar: Component, unknown: Collection[str]) -> list[Component]:
    """Work put by hand into a partition of whose CPU nobody told, which no measurement has either.

    unknown: the workloads whose CPU is not known.
    """
    if not unknown or lpar.measure("cp_busy_pct") is not None:
        return []
    found = []
    for anchor in unknown:
        kind = catalogue().get(topology[anchor].kind)
        if kind is None or not any(map(kind.measure, _CPU)):
            continue
        systems = (anchor, *(one.id for one in topology.sources(anchor, "member")))
        inside = any(lpar.id in topology.containers(one) for one in systems)
        parts = [*parts_of(topology, anchor), *map(topology.__getitem__, systems)]
        # How many nuclei there are is derived from those that somebody put there, too.
        origins = [x.origin for one in parts for x in one.settings.values()]
        origins += [x.origin for one in parts for x in one.measured.values()]
        if inside and not any(origin.kind == "report" for origin in origins):
            found.append(topology[anchor])
    return found


def with_intervals(topology: Topology, answered: Origin) -> Topology:
    """The installation with the length of time for which a person was asked for counts.

    Who answers that a region used 270 s of CPU was asked for those of the usual interval.
    ``answered`` is the origin of answers; of what a document states it is not known.
    """
    for component in topology:
        kind = catalogue().get(component.kind)
        usual = None if kind is None else kind.usual.get(DURATION)
        figures = component.measured
        if usual is None or not figures or DURATION in figures:
            continue
        if any(one.origin != answered for one in figures.values()):
            continue
        length = Measured(usual.value, "s", answered)
        made = replace(component, measured={**figures, DURATION: length})
        topology = topology.with_component(made)
    return topology


def with_usual_values(topology: Topology, baseline: Baseline) -> Topology:
    """The installation with what is usual in every gap of ``baseline`` that has a usual value."""
    for item in baseline.anchors:
        for lacking in everything_missing(topology, item):
            topology = filled(topology, lacking) or topology
        parts = parts_of(topology, item.anchor)
        # Who tells one figure of what no report is of has the others stand in as before.
        if _by_hand(parts, "user", "provisional"):
            for part in parts:
                topology = with_figures(topology, part)
            for lacking in unknown_processors(topology, item.anchor):
                topology = filled(topology, lacking) or topology
    return topology


def with_stand_ins(baseline: Baseline) -> Baseline:
    """The baseline of the installation with usual values in its gaps, to the last that shows."""
    for _ in range(_PASSES):
        topology = with_disks(with_usual_values(baseline.topology, baseline), baseline)
        if topology is baseline.topology:
            break
        baseline = _rebuilt(baseline, topology)
    return baseline


def with_the_rest(baseline: Baseline) -> Baseline:
    """The baseline with usual values for the rest of work of which somebody told a part.

    A model counts what is not known of a region's CPU as none, and gives figures of the part that
    is for those of the whole. Work of which no more than its rate was told has none of either,
    nor has work of whose rate nothing was.
    """
    topology = baseline.topology
    for item in baseline.anchors:
        known = {} if item.evaluation is None else item.evaluation.metrics
        # A response that a document does not tell the model gives itself, with a band for that.
        stated = any(one.origin == STATED for one in topology[item.anchor].measured.values())
        given = {"response_ms"} & known.keys() if stated else set[str]()
        if "etr_per_s" in known and _told_in_part(topology, item.anchor, given):
            for part in parts_of(topology, item.anchor):
                topology = with_figures(topology, part, given)
    topology = with_disks(topology, baseline)
    return baseline if topology is baseline.topology else _rebuilt(baseline, topology)


def _rebuilt(baseline: Baseline, topology: Topology) -> Baseline:
    """The same of a topology with more in it; responses stay out that were not believed."""
    said = {item.anchor: item.disbelieved for item in baseline.anchors if item.disbelieved}
    return build_baseline(topology, baseline.past, disbelieved=said)


def _told_in_part(topology: Topology, anchor: str, given: Collection[str]) -> bool:
    """Whether somebody told more of work put in by hand than its rate, and not all of it."""
    told = (
        measure.nature
        for part in parts_of(topology, anchor)
        for name, figure in part.measured.items()
        if name != DURATION and figure.origin.kind == "user"
        if (measure := catalogue()[part.kind].measure(name)) is not None
    )
    lacks = any(one.setting not in given for one in unknown_work(topology, anchor))
    return lacks and any(nature != "rate" for nature in told)


def _stood_in(topology: Topology, lacking: NotProjectable) -> Topology | None:
    """The topology with any legal value in a gap: only to find the next one."""
    component = topology.components.get(lacking.component)
    kind = None if component is None else catalogue().get(component.kind)
    if component is None or kind is None:
        return None
    spec = kind.setting(lacking.setting)
    if spec is not None:
        return topology.with_component(
            component.with_setting(spec.name, Setting(_some_value(spec), _STAND_IN))
        )
    measure = kind.measure(lacking.setting)
    if measure is None:
        return None
    figure = Measured(1.0, measure.unit, _STAND_IN)
    return topology.with_component(
        replace(component, measured={**component.measured, lacking.setting: figure})
    )


def _some_value(spec: SettingSpec) -> Value:
    """A legal value of a setting."""
    if spec.default is not None:
        return spec.default
    if spec.type == "choice":
        return spec.choices[0]
    if spec.type == "flag":
        return False
    if spec.type == "text":
        return ""
    low, high = spec.minimum or 0.0, spec.maximum
    value = max(low, 1.0) if high is None or high > 1.0 else (low + high) / 4
    return int(value) if spec.type == "integer" else value


# --- guesses and their ends ----------------------------------------------------------------------


def guesses(topology: Topology) -> tuple[Guess, ...]:
    """What in the installation is provisional, and not arithmetic on what else is."""
    return tuple(guess for component in topology for guess in _of(topology, component))


def stand_ins(topology: Topology) -> tuple[str, ...]:
    """A sentence for each provisional value of the installation."""
    said = []
    for component in topology:
        settings = {n: s.value for n, s in component.settings.items() if _guessed(s.origin)}
        figures = {n: m.value for n, m in component.measured.items() if _guessed(m.origin)}
        kind = catalogue()[component.kind] if settings or figures else None
        for name, value in {**settings, **figures}.items():
            assert kind is not None
            spec = kind.setting(name) if name in settings else None
            known = kind.measure(name) if name in figures else None
            unit = spec.unit if spec is not None else "" if known is None else known.unit
            usual = kind.every_usual.get(name) if spec is None else spec.usual
            said.append(
                say(
                    "Provisional, as nobody told: {what} is {value}{unit}, as is usual ({source})",
                    what=called(component, name, name in settings),
                    value=_printed(value),
                    unit=f" {unit}" if unit and unit != "count" else "",
                    source=PRACTICE if usual is None else usual.source,
                )
            )
    return tuple(said)


def _printed(value: Value) -> str:
    """A value as sentences have it."""
    number = as_number(value)
    if number is not None:
        return say("{number:,.6g}", number=number)
    return str(value) if isinstance(value, str) else say("on") if value else say("off")


def _guessed(origin: Origin) -> bool:
    return origin.kind == "provisional"


def _of(topology: Topology, component: Component) -> Iterator[Guess]:
    kind = catalogue().get(component.kind)
    if kind is None:
        return
    for name, setting in component.settings.items():
        spec = kind.setting(name)
        if spec is None or spec.usual is None or not _guessed(setting.origin):
            continue
        ends = tuple(
            topology.with_component(component.with_setting(name, replace(setting, value=end)))
            for end in ends_of(spec, spec.usual, setting.value)
        )
        yield Guess(component.id, name, spec.usual, called(component, name, True), ends)
    for name, usual in kind.every_usual.items():
        figure = component.measured.get(name)
        if figure is None or usual.times == 1.0 or not _guessed(figure.origin):
            continue
        ends = tuple(
            topology.with_component(scaled(component, kind.every_usual, name, times))
            for times in (1.0 / usual.times, usual.times)
        )
        yield Guess(component.id, name, usual, called(component, name, False), ends)


def ends_of(spec: SettingSpec, usual: Usual, value: Value) -> tuple[Value, ...]:
    """Where the prior of a setting ends; of a choice, all else that it may be."""
    if spec.type == "flag":
        return (not value,)
    if spec.type == "choice":
        return tuple(other for other in spec.choices if other != value)
    number = as_number(value)
    if number is None:
        return ()
    ends: list[Value] = []
    for end in (number / usual.times, number * usual.times):
        least, most = spec.minimum, spec.maximum
        legal = max(end if least is None else least, min(end if most is None else most, end))
        ends.append(round(legal) if spec.type == "integer" else legal)
    return tuple(ends)


def scaled(component: Component, usual: Mapping[str, Usual], name: str, times: float) -> Component:
    """The component with a figure, and those that are taken from it, as many times as much."""
    moved = {name}
    for other, how in usual.items():
        if how.per in moved and other in component.measured:
            moved |= {other} if _guessed(component.measured[other].origin) else set()
    measured = {
        key: replace(one, value=(as_number(one.value) or 0.0) * times) if key in moved else one
        for key, one in component.measured.items()
    }
    return replace(component, measured=measured)


# --- bands ---------------------------------------------------------------------------------------


def with_priors(
    found: Sequence[Projection],
    guessed: Sequence[Guess],
    ends: Sequence[Sequence[Sequence[Projection]]],
) -> tuple[Projection, ...]:
    """Projections with bands that have how far provisional values move them.

    ends: by guess and end of its prior the same projections, of central estimates.
    """
    return tuple(
        _wider(projection, guessed, [[end[row] for end in each] for each in ends])
        for row, projection in enumerate(found)
    )


def _wider(
    projection: Projection, guessed: Sequence[Guess], ends: Sequence[Sequence[Projection]]
) -> Projection:
    workloads = tuple(_wider_work(work, guessed, ends) for work in projection.workloads)
    resources = tuple(_wider_use(use, guessed, ends) for use in projection.resources)
    ziips = tuple(_wider_use(use, guessed, ends) for use in projection.ziips)
    return replace(projection, workloads=workloads, resources=resources, ziips=ziips)


def _wider_work(
    work: WorkloadProjection, guessed: Sequence[Guess], ends: Sequence[Sequence[Projection]]
) -> WorkloadProjection:
    there = [[end.workload(work.anchor) for end in each] for each in ends]

    def of(name: str, changes: bool) -> Ends:
        found = []
        for each in there:
            parts = [{} if w is None else w.changes if changes else w.metrics for w in each]
            found.append(tuple(p[name].value if name in p else math.nan for p in parts))
        return tuple(found)

    metrics = {
        name: by_guesses(e, guessed, of(name, False), limit_of(name))
        for name, e in work.metrics.items()
    }
    changes = {
        name: change_by_guesses(e, guessed, of(name, True)) for name, e in work.changes.items()
    }
    draws = {
        name: replace(one, guessed=(*one.guessed, *guessed), ends=(*one.ends, *of(name, False)))
        for name, one in work.draws.items()
    }
    return replace(work, metrics=metrics, changes=changes, draws=draws)


def _wider_use(
    use: ResourceUse, guessed: Sequence[Guess], ends: Sequence[Sequence[Projection]]
) -> ResourceUse:
    def at(end: Projection) -> float:
        every = (*end.resources, *end.ziips)
        same = (u for u in every if (u.component, u.label) == (use.component, use.label))
        return next((one.utilization for one in same), math.nan)

    known = Estimate(use.utilization, use.low, use.high, "")
    wider = by_guesses(known, guessed, tuple(tuple(map(at, each)) for each in ends), 1.0)
    return replace(use, low=wider.low, high=wider.high, guessed=use.guessed or wider is not known)


def by_guesses(
    known: Estimate, guessed: Sequence[Guess], ends: Ends, limit: float | None = None
) -> Estimate:
    """A figure with a band that has what it is at the ends of every guess."""
    value = known.value
    if not math.isfinite(value) or value <= 0.0:
        reached = [end for each in ends for end in each if math.isfinite(end)]
        if not reached or max(reached) <= max(known.high, 0.0):
            return known
        named = [said for guess in guessed for said in _named(guess)]
        return replace(known, high=max(reached), reasons=(_reason(named), *known.reasons))
    reach = [_reach(value, each, g) for g, each in zip(guessed, ends, strict=True)]
    down, up = (_added([one[side] for one in reach], guessed) for side in (0, 1))
    if max(down, up, 0.0) < 1e-9:
        return known
    low, high = known.low, known.high
    if low > 0.0:
        low = value * math.exp(-math.hypot(math.log(value / low), down))
    high = value * math.exp(math.hypot(math.log(max(high, value) / value), up))
    if limit is not None:
        high = min(high, max(limit, value))
    most = sorted(_moving(value, guessed, ends, reach), key=lambda one: -one[0])
    named = [said for width, said in most if width >= _TOLD] or [said for _, said in most]
    kept = tuple(r for r in known.reasons if r not in (NO_SPREAD, FOLLOWS, UNCHANGED))
    return replace(known, low=low, high=high, reasons=(_reason(named), *kept))


def change_by_guesses(change: Estimate, guessed: Sequence[Guess], ends: Ends) -> Estimate:
    """The same of a change in per cent: what it is at the ends, of both sides together."""

    def ratio(percent: float) -> float:
        return 1.0 + percent / 100.0

    known = replace(
        change, value=ratio(change.value), low=ratio(change.low), high=ratio(change.high)
    )
    wider = by_guesses(known, guessed, tuple(tuple(map(ratio, each)) for each in ends))
    if wider is known:
        return change
    low, high = ((end - 1.0) * 100.0 for end in (wider.low, wider.high))
    return replace(wider, value=change.value, low=low, high=high)


def _reach(value: float, ends: Sequence[float], guess: Guess) -> tuple[float, float]:
    """How far down and up a guess moves a figure, of the logarithm.

    Where there is no figure at an end, it is taken to be as far as the other one; where there is
    none at all, or the end is untold and the other one moves nothing, as far as the guess itself
    may be off.
    """
    logs = [math.log(end / value) for end in ends if math.isfinite(end) and end > 0.0]
    down, up = -min(0.0, 0.0, *logs), max(0.0, 0.0, *logs)
    if len(logs) < len(ends):
        widest = max(down, up)
        if not logs or (guess.untold and widest < _TOLD):
            widest = math.log(max(guess.usual.times, 2.0))
        return widest, widest
    return down, up


def _added(reach: Sequence[float], guessed: Sequence[Guess]) -> float:
    """How far all guesses move a figure: as variances, of many at once their mean.

    Those are moved by standard deviations (see `model.projection.many_guesses`).
    """
    alone = [width for width, guess in zip(reach, guessed, strict=True) if guess.together is None]
    ways = [width for width, guess in zip(reach, guessed, strict=True) if guess.together]
    total = math.fsum(width * width for width in alone)
    if ways:
        squares = np.square(ways)
        mean = float(squares.mean() + squares.std() / math.sqrt(len(ways)))
        total += mean * NORMAL_QUANTILE_90**2
    return math.sqrt(total)


def _moving(
    value: float,
    guessed: Sequence[Guess],
    ends: Ends,
    reach: Sequence[tuple[float, float]],
) -> list[tuple[float, str]]:
    """How far each guess moves a figure, of the logarithm, and what it is called.

    Of many at once those that stand out, one after the other: what one explains is taken off before
    the next is looked for, so that none is named for signs that are like another's.
    """
    found = []
    left: list[float] = []
    for guess, each, width in zip(guessed, ends, reach, strict=True):
        if guess.together is None:
            found.append((max(width), guess.said))
            continue
        logs = [math.log(end / value) if end > 0.0 else math.nan for end in each]
        apart = (logs[0] - logs[1]) / 2.0
        left.append(apart if math.isfinite(apart) else 0.0)
    every = next((guess.together for guess in guessed if guess.together is not None), None)
    if every is None or not any(left):
        return found
    rest, first = np.array(left), 0.0
    for _ in range(_MOST_NAMED):
        moves = every.signs.T @ rest * (NORMAL_QUANTILE_90 / len(rest))
        most = int(np.argmax(np.abs(moves)))
        moved = abs(float(moves[most]))
        first = max(first, moved)
        whole = NORMAL_QUANTILE_90 * float(np.sqrt(np.mean(rest * rest)))
        if moved * _STANDS_OUT < whole or moved * _FAINT < first:
            break
        found.append((moved, every.said[most]))
        rest = rest - moves[most] / NORMAL_QUANTILE_90 * every.signs[:, most]
    return found or [(0.0, said) for said in every.said]


def _named(guess: Guess) -> tuple[str, ...]:
    return (guess.said,) if guess.together is None else guess.together.said


def _reason(named: Sequence[str]) -> str:
    return say(
        "provisional value: nobody told {guesses}, so that what is usual stands in and the band "
        "has how far that may be off",
        guesses=listed(list(dict.fromkeys(named))[:_MOST_NAMED]),
    )
