"""Projected figures: a value, its band, what the band rests on, and what it is of."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, fields, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any, Final, Literal, Protocol

import numpy as np
import numpy.typing as npt

from model.hardware.ziip import PLACE
from model.quantiles import NORMAL_QUANTILE_90
from model.topology import Scenario, Topology, Usual

Basis = Literal["model", "published", "arithmetic"]


@dataclass(frozen=True, slots=True)
class Estimate:
    """A figure with its 90 % band.

    ``basis`` says whether the model computed it, whether it is a published percentage used as it
    stands, or plain arithmetic on measured figures (storage returned by a smaller pool).
    """

    value: float
    low: float
    high: float
    unit: str
    basis: Basis = "model"
    reasons: tuple[str, ...] = ()


BY_TIMES_PCT = 200.0
"""An error beyond this is told by how many times it is, not in per cent."""
BINDS_FROM = 0.75
"""Utilisation, with its band, below which a resource is not said to bind."""
NEARLY_FULL: Final = 0.9
"""Utilisation from which what waits elsewhere is said to wait for this."""


@dataclass(frozen=True, slots=True)
class ResourceUse:
    """How busy one component is: 0..1 with its band, and a sentence of absolute figures.

    ``guessed``: provisional values make the band, which tells nothing of what binds.
    ``of_usable``: 0..1 of what caps and weights let it use, where that is less than it has.
    ``lacking``: a sentence on work that keeps it busy, too, and of which nobody told how much.
    ``at_a_rate``: work comes to it at a rate, whatever it is served at: while all of that comes
    through it limits nothing, and what does not come through finds it nearly full.
    ``unwaited``: nobody waits for it, full as it may be: storage that spills nothing.
    """

    component: str
    label: str
    utilization: float
    low: float
    high: float
    detail: str = ""
    guessed: bool = False
    of_usable: float = 0.0
    lacking: str = ""
    at_a_rate: bool = False
    unwaited: bool = False

    @property
    def binds(self) -> bool:
        """Whether it can be what limits: at 31 % it is the busiest of all and no more."""
        if self.unwaited:
            return False
        if self.at_a_rate:
            return max(self.utilization, self.of_usable) >= NEARLY_FULL
        most = self.utilization if self.guessed else max(self.utilization, self.high)
        return max(most, self.of_usable) >= BINDS_FROM


@dataclass(frozen=True, slots=True)
class Experience:
    """By what factor bands of changes are taken wider (or narrower) here, and the sentence why."""

    factor: float
    reason: str


@dataclass(frozen=True, slots=True, eq=False)
class Together:
    """Many provisional values that are moved all at once, in several ways.

    ``said`` names them, ``signs`` has a row for each way and +1 or -1 for each value in it.
    """

    said: tuple[str, ...]
    signs: npt.NDArray[np.float64]


@dataclass(frozen=True)
class Guess:
    """A provisional value whose prior has a width, and the installation at the ends of it.

    untold: an end has no figures, nor has any value towards it.
    together: this is one way of many values at once; its second end is the opposite way.
    """

    component: str
    name: str
    usual: Usual
    said: str
    ends: tuple[Topology, ...]
    untold: bool = False
    together: Together | None = None


Ends = tuple[tuple[float, ...], ...]
"""What a figure is at the ends of every guess; NaN where there it is none."""


@dataclass(frozen=True, slots=True, eq=False)
class Draws:
    """One figure under every draw of the constants, the central one first.

    ``residual_sd`` is the scatter of measured runs about the model (of the logarithm), ``seen``
    what earlier projections taught about bands of that model. ``ends`` is the figure at the ends
    of what is ``guessed``, ``least`` what it cannot fall below and ``most`` what it cannot pass.
    """

    values: npt.NDArray[np.float64]
    residual_sd: float
    seen: Experience | None = None
    guessed: tuple[Guess, ...] = ()
    ends: Ends = ()
    least: float = 0.0
    most: float = math.inf


@dataclass(frozen=True)
class WorkloadProjection:
    """One anchor's projected figures.

    ``metrics`` uses the headline names where they apply: ``etr_per_s``, ``itr_per_cpu_s``,
    ``response_ms``, ``cpu_s_per_s``, ``io_per_s``, ``paging_per_s``, ``storage_mb``; further
    metrics keep the names of the subsystem's model. ``breakdown_s`` splits the response time,
    where it has an end.
    ``changes`` are the metrics against the as-is in per cent, with bands of draws compared in
    pairs, that go to none with the change. In a scenario the bands of ``metrics`` are those of
    ``changes`` or, in parts of the figure, those of as-is, whichever are wider; where nothing was
    measured today there is no figure to count from. As-is, what was measured has no band;
    ``modelled`` has what the model makes of these figures, with its own.
    ``draws`` is what they were made of, where that was asked for. ``exchanged_sd`` is the part of a
    figure's uncertainty (of the logarithm) that others lose when this one gains: see `total`.
    """

    anchor: str
    model: str
    metrics: Mapping[str, Estimate]
    breakdown_s: Mapping[str, float] = field(default_factory=dict)
    bottleneck: str | None = None
    extrapolated: tuple[str, ...] = ()
    not_projectable: str | None = None
    changes: Mapping[str, Estimate] = field(default_factory=dict)
    modelled: Mapping[str, Estimate] = field(default_factory=dict)
    draws: Mapping[str, Draws] = field(default_factory=dict, compare=False, repr=False)
    exchanged_sd: Mapping[str, float] = field(default_factory=dict)


def total(workloads: Iterable[WorkloadProjection], metric: str) -> Estimate | None:
    """A figure summed over workloads; None where none of them has it.

    Bands of workloads are of different constants or of the same ones: taken to move together, but
    for what one gains only as another loses it.
    """
    having = [w for w in workloads if metric in w.metrics]
    if not having:
        return None
    parts = [
        _alone(w.metrics[metric], NORMAL_QUANTILE_90 * w.exchanged_sd.get(metric, 0.0))
        for w in having
    ]
    return Estimate(
        sum(part.value for part in parts),
        sum(part.low for part in parts),
        sum(part.high for part in parts),
        parts[0].unit,
    )


def _alone(figure: Estimate, exchanged: float) -> Estimate:
    """A figure without a part of its band, given as that part's half width of the logarithm.

    What a figure cannot pass cuts its band off, and the part with it: what is left on that side is
    as wide as on the other, as far as the band went.
    """
    if exchanged == 0.0 or not 0.0 < figure.low <= figure.value <= figure.high:
        return figure
    whole = [math.log(ratio) for ratio in (figure.value / figure.low, figure.high / figure.value)]
    own = math.sqrt(max(max(whole) ** 2 - exchanged**2, 0.0))
    down, up = (min(side, own) for side in whole)
    low, high = figure.value * math.exp(-down), figure.value * math.exp(up)
    return replace(figure, low=low, high=high)


class Untold(Protocol):
    """What a projection is made of when it is asked for."""

    def whole(self) -> Projection:
        """All of it."""
        ...

    @property
    def workloads(self) -> tuple[WorkloadProjection, ...]:
        """Those of the whole."""
        ...

    def workload(self, anchor: str) -> WorkloadProjection | None:
        """The projection of one anchor, which is that of the whole."""
        ...


@dataclass(frozen=True)
class Projection:
    """What the model says of one scenario.

    ``refused`` carries the sentences of anchors whose calibration misses its limit: the as-is
    shows their modelled figures, scenarios do not. ``issues`` are settings beyond a product's
    limits. ``bottleneck`` is that of the workload of most CPU, as-is or here, that is limited;
    where none is, the principal workload's busiest. ``as_full`` is what that workload finds as
    full: to relieve one of them alone brings little. ``ziips`` are those of partitions.
    ``hardware`` is what else reports print of components, by component and figure.

    One that is `deferred` is made when something else than its workloads is asked for.
    """

    scenario: Scenario
    workloads: tuple[WorkloadProjection, ...]
    resources: tuple[ResourceUse, ...]
    bottleneck: str | None
    converged: bool
    issues: tuple[str, ...] = ()
    refused: tuple[str, ...] = ()
    # Made anew each time, these are no attributes of the class, which would hide what is deferred.
    as_full: tuple[str, ...] = field(default_factory=tuple)
    ziips: tuple[ResourceUse, ...] = field(default_factory=tuple)
    hardware: Mapping[str, Mapping[str, Estimate]] = field(default_factory=dict)

    @classmethod
    def deferred(
        cls, scenario: Scenario, issues: tuple[str, ...], refused: tuple[str, ...], untold: Untold
    ) -> Projection:
        """One that is made when it is asked for: of a sweep a figure of one workload is read."""
        found = object.__new__(cls)
        found.__dict__.update(scenario=scenario, issues=issues, refused=refused, _untold=untold)
        return found

    if not TYPE_CHECKING:

        def __getattr__(self, name: str) -> Any:
            untold = self.__dict__.get("_untold")
            if untold is None or name not in self.__dataclass_fields__:
                if name in self.__dict__:  # made by another thread meanwhile
                    return self.__dict__[name]
                raise AttributeError(name)
            if name == "workloads":
                self.__dict__[name] = untold.workloads
                return self.__dict__[name]
            self.complete()
            return self.__dict__[name]

    def complete(self) -> None:
        """Make what is `deferred` now: whoever shows it has no time for that."""
        untold: Untold | None = self.__dict__.get("_untold")
        if untold is not None:
            whole = untold.whole()
            self.__dict__.update((each.name, getattr(whole, each.name)) for each in fields(whole))
            self.__dict__.pop("_untold", None)
            self.__dict__.pop("principal", None)

    def __reduce__(self) -> tuple[Any, ...]:
        """A file has what was made, not what it is made of."""
        return Projection, tuple(getattr(self, each.name) for each in fields(self))

    @property
    def used(self) -> tuple[ResourceUse, ...]:
        """All that is in use; zIIPs by their partition's id with `PLACE`."""
        return (
            *self.resources,
            *(replace(use, component=use.component + PLACE) for use in self.ziips),
        )

    def workload(self, anchor: str) -> WorkloadProjection | None:
        """The projection of one anchor, or ``None``."""
        untold: Untold | None = self.__dict__.get("_untold")
        if untold is not None:
            return untold.workload(anchor)
        for item in self.workloads:
            if item.anchor == anchor:
                return item
        return None

    @cached_property
    def principal(self) -> WorkloadProjection | None:
        """The workload that the key-figure strip shows: the one that uses the most CPU."""
        usable = [w for w in self.workloads if w.not_projectable is None and w.metrics]
        if not usable:
            return None
        return max(usable, key=_cpu_use)


def _cpu_use(workload: WorkloadProjection) -> float:
    found = workload.metrics.get("cpu_s_per_s")
    return 0.0 if found is None else found.value
