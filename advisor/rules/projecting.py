"""The model as the rules and the plan see it: lists of changes in, effects per workload out."""

from __future__ import annotations

import math
from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field, replace
from typing import Protocol

from advisor.findings import Effect
from model.catalogue import catalogue
from model.language import joined, say
from model.projection.bands import (
    after_change,
    by_experience,
    change_between,
    no_less,
    no_more,
)
from model.projection.baseline import Baseline
from model.projection.engine import Cancelled, project
from model.projection.estimate import Estimate, Projection, WorkloadProjection
from model.projection.paired import state_apart
from model.projection.provisional import change_by_guesses
from model.topology import Change, Scenario, SetSetting, Topology

MOST_KEPT = 1024
"""Answers that a projector remembers."""

_STOP: ContextVar[Callable[[], bool] | None] = ContextVar("stop", default=None)


class Stopped(BaseException):
    """Whoever waits asked to stop: no fault of a rule, and none that a rule's guard takes for one.

    Raised by a projector within :func:`stoppable`.
    """


@contextmanager
def stoppable(cancel: Callable[[], bool] | None) -> Iterator[None]:
    """Projectors ask ``cancel`` before each case whether they are to go on."""
    before = _STOP.set(cancel)
    try:
        yield
    finally:
        _STOP.reset(before)


@dataclass(frozen=True)
class Projected:
    """What the model says of one list of changes.

    ``effects`` maps a workload's anchor to its metrics before and after; ``unprojected`` says of
    the others why not. ``refused`` is set when the scenario as a whole could not be evaluated.
    ``busy`` lists what is at least 90 % busy afterwards, busiest first: component and which of its
    resources.
    """

    effects: Mapping[str, tuple[Effect, ...]] = field(default_factory=dict)
    unprojected: Mapping[str, str] = field(default_factory=dict)
    refused: str | None = None
    issues: tuple[str, ...] = ()
    busy: tuple[tuple[str, str], ...] = ()


class Projector(Protocol):
    """Evaluates a batch of change lists against the baseline, in order."""

    def __call__(self, batch: Sequence[tuple[Change, ...]], /) -> Sequence[Projected]: ...


class ModelProjector:
    """A projector over the calibrated baseline; the as-is projection is made once.

    ``central`` is the same without bands: cheaper, for searches that compare central values only.
    ``since`` are changes made already: effects are then those of what is changed besides.

    Rules, search, replay and calendar ask for the same installations again and again, so that
    answers are kept by what they are of; what is known with its band is known without it.
    """

    def __init__(
        self, baseline: Baseline, *, bands: bool = True, since: tuple[Change, ...] = ()
    ) -> None:
        self._baseline = baseline
        self._bands = bands
        self._since = since
        self.topology: Topology = baseline.topology
        self._before: Projection | None = None
        self._known: dict[Hashable, Projected] = {}
        self._wider: Mapping[Hashable, Projected] = {}
        self.central: ModelProjector = self
        if bands:
            self.central = ModelProjector(baseline, bands=False)
            self.central._wider = self._known

    def __getstate__(self) -> dict[str, object]:
        """Without what is remembered: it follows from the rest."""
        return {**self.__dict__, "_known": {}, "_wider": {}}

    def after(self, changes: tuple[Change, ...]) -> ModelProjector:
        """The projector whose effects are against the installation with ``changes`` made.

        Its lists of changes are complete: ``changes`` count only where a list has them.
        """
        return ModelProjector(self._baseline, bands=self._bands, since=changes)

    def __call__(self, batch: Sequence[tuple[Change, ...]], /) -> Sequence[Projected]:
        keys = [self._content(changes) for changes in batch]
        new = {
            key: changes
            for key, changes in zip(keys, batch, strict=True)
            if key not in self._known and key not in self._wider
        }
        found = dict(zip(new, self._projected(list(new.values())), strict=True))
        for key in keys:
            if key not in found:
                known = self._known.get(key)
                found[key] = self._wider[key] if known is None else known
        self._known.update((key, found[key]) for key in new)
        for key in list(self._known)[: max(len(self._known) - MOST_KEPT, 0)]:
            del self._known[key]
        return [found[key] for key in keys]

    def _content(self, changes: Sequence[Change]) -> Hashable:
        """Equal for lists that make the same installation."""
        sets = [change for change in changes if isinstance(change, SetSetting)]
        if len(sets) < len(changes) or any(map(self._counts, sets)):
            # What is added, or how many members there are, matters to what is set afterwards.
            return tuple(changes if len(sets) < len(changes) else map(_valued, sets))
        return frozenset({(c.component, c.setting): _valued(c) for c in sets}.values())

    def _counts(self, change: SetSetting) -> bool:
        if change.component not in self.topology:
            return True
        kind = catalogue().get(self.topology[change.component].kind)
        return kind is None or change.setting in kind.counts

    def _projected(self, batch: Sequence[tuple[Change, ...]]) -> list[Projected]:
        if not batch:
            return []
        scenarios = [Scenario(say("option {n}", n=n), tuple(item)) for n, item in enumerate(batch)]
        keep, stop = self._bands and bool(self._since), _STOP.get()
        first = [Scenario("before", self._since)] if self._before is None else []
        try:
            after = list(
                project(
                    self._baseline,
                    [*first, *scenarios],
                    bands=self._bands,
                    keep_draws=keep,
                    cancel=stop,
                )
            )
        except Cancelled:
            raise Stopped from None
        if self._before is None:
            self._before = after.pop(0)
        known: dict[Hashable, tuple[Effect, ...]] = {}
        return [compare(self._before, item, known) for item in after]


def model_projector(baseline: Baseline, *, bands: bool = True) -> Projector:
    """The projector of a calibrated baseline."""
    return ModelProjector(baseline, bands=bands)


def without_bands(projector: Projector) -> Projector:
    """The same projector for central values only, where it has one: bands cost time."""
    return projector.central if isinstance(projector, ModelProjector) else projector


def _valued(change: SetSetting) -> Hashable:
    """A change by what it sets; a switch that is on is no number 1."""
    return change.component, change.setting, type(change.value).__name__, change.value


def effects_added(
    projector: Projector, before: tuple[Change, ...], wholes: Sequence[tuple[Change, ...]]
) -> list[Projected]:
    """Effects of each of ``wholes`` on the installation in which ``before`` is in effect."""
    if isinstance(projector, ModelProjector):
        return list(projector.after(before)(wholes))
    earlier, *each = projector([before, *wholes])
    was = {(anchor, e.metric): e.after.value for anchor, es in earlier.effects.items() for e in es}
    return [
        replace(
            later,
            effects={
                anchor: tuple(replace(e, before=was.get((anchor, e.metric), e.before)) for e in es)
                for anchor, es in later.effects.items()
            },
        )
        for later in each
    ]


def since(projector: Projector, before: tuple[Change, ...]) -> Projector:
    """The projector of what is changed besides ``before``, which is in effect already."""

    def added(batch: Sequence[tuple[Change, ...]], /) -> Sequence[Projected]:
        return effects_added(projector, before, [(*before, *changes) for changes in batch])

    return added


def _repeats(name: str, metrics: Mapping[str, Estimate]) -> bool:
    """A dump's capture time is an outage, not the response time of anybody's work."""
    return name == "response_ms" and "capture_s" in metrics


def _central(of: WorkloadProjection) -> dict[str, float]:
    return {name: metric.value for name, metric in of.metrics.items()}


def _effect(
    name: str, before: WorkloadProjection, after: WorkloadProjection, since_as_is: bool
) -> Effect:
    """One metric of a workload, with the band of its change from one projection to the other."""
    was, now = before.metrics[name].value, after.metrics[name]
    change = after.changes.get(name) if since_as_is else None
    if name in before.draws and name in after.draws:
        drawn, own = after.draws[name], before.draws[name]
        apart = state_apart(_central(before), _central(after))
        change = change_between(own.values, drawn.values, own.residual_sd, drawn.residual_sd, apart)
        change = None if change is None else by_experience(change, drawn.seen)
        if change is not None and was > 0.0:
            change = no_more(no_less(change, drawn.least / was), drawn.most / was)
        if change is not None and drawn.ends:
            apart_at = tuple(
                tuple((now / was - 1.0) * 100.0 if was else math.nan for now, was in pairs)
                for pairs in (
                    zip(*each, strict=True) for each in zip(drawn.ends, own.ends, strict=True)
                )
            )
            change = change_by_guesses(change, drawn.guessed, apart_at)
    if change is None:
        return Effect(name, now.unit, was, now)
    moved = after_change(name, was, change, now)
    # A figure is no better known than today's, nor than the model of work of which nothing was
    # measured: it has a band of its own where that is another than the change's.
    return Effect(name, now.unit, was, moved, None if _same_band(moved, now) else now)


def _same_band(one: Estimate, other: Estimate) -> bool:
    return math.isclose(one.low, other.low, rel_tol=1e-6, abs_tol=1e-12) and math.isclose(
        one.high, other.high, rel_tol=1e-6, abs_tol=1e-12
    )


def compare(
    before: Projection,
    after: Projection,
    known: dict[Hashable, tuple[Effect, ...]] | None = None,
) -> Projected:
    """Effects of one projection against another, workload by workload.

    ``known`` takes up effects of what several projections hold the very same, all of them alive.
    """
    known = {} if known is None else known
    if after.refused and all(item.not_projectable for item in after.workloads):
        return Projected(refused=joined(after.refused, " "), issues=after.issues)
    effects: dict[str, tuple[Effect, ...]] = {}
    unprojected: dict[str, str] = {}
    for workload in after.workloads:
        reference = before.workload(workload.anchor)
        if workload.not_projectable is not None:
            unprojected[workload.anchor] = workload.not_projectable
            continue
        if reference is None or reference.not_projectable is not None:
            continue
        figures = (workload.metrics, workload.changes, workload.draws)
        alike = (workload.anchor, *map(id, figures))
        if alike not in known:
            known[alike] = tuple(
                _effect(name, reference, workload, not before.scenario.changes)
                for name in workload.metrics
                if name in reference.metrics and not _repeats(name, workload.metrics)
            )
        effects[workload.anchor] = known[alike]
    busy = sorted(
        (use for use in after.resources if use.utilization >= 0.9),
        key=lambda use: (-use.utilization, use.component),
    )
    full = tuple((use.component, use.label) for use in busy)
    return Projected(effects, unprojected, None, after.issues, full)
