"""A product model over a topology: the parts of `SubsystemModel` that are the same everywhere."""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import ClassVar

import numpy as np

from model.contract.evaluation import Conditions, ConstantDraws, Evaluation, FloatArray
from model.contract.protocol import Calibration, CalibrationRow
from model.figures import under_load, unit_of, wanted
from model.hardware.chains import Chains, Found
from model.hardware.dasd import disks_of
from model.hardware.flow import FEWEST, WHOLE, Flow, Got, Number, Pool, Rest, Visit
from model.hardware.paging import OPERATIONS_EACH
from model.hardware.storage import fixed_key, in_large_frames, more_large_key, storage_key
from model.language import Name, say
from model.queueing.installation import InstallationNetwork, solve_installation
from model.subsystems.common.answers import Answer, stacked
from model.subsystems.common.constants import ConstantSet, load_constants
from model.subsystems.common.load import (
    GROWTH_CPU_SD,
    carry,
    disk_visits,
    doubt_holds,
    find_site,
    growth_in,
    on_disks_of,
    respond_in,
    scale,
    site_of,
    widen,
)
from model.subsystems.common.plausible import too_many
from model.topology import Component, Topology

SLICE_S = 1e-3
"""CPU of a unit of work that nobody counts in units."""
CROWD = 20.0
"""Units of work that can wait, against those that are under way."""
_SELDOM = 60.0
"""The same against the root of those: of N that can wait of a source R of N^2 are lost where
nothing is full (R under way; see `equations` of the network, 2), here 0.03 %."""
_SAME = 1e-6
_NOTICED = 0.02
"""Of a constant: less is no other value."""
_TOLERANCE = 1e-7
_MOST_LATELY = 2048


@dataclass(frozen=True)
class BaselineDraws(ConstantDraws):
    """Draws of a model's constants beside the as-is conditions they were calibrated to.

    Measured counts belong to the settings under which they were counted; a scenario is answered
    relative to these conditions.
    """

    baseline: Conditions = field(default_factory=dict)
    known: dict[int, tuple[Conditions, Answer]] = field(
        default_factory=dict, init=False, repr=False, compare=False
    )
    """What was said of as-is conditions under these draws, with the conditions."""
    lately: dict[int, tuple[Conditions, Answer]] = field(
        default_factory=dict, init=False, repr=False, compare=False
    )
    """The same of scenarios' conditions: of storage, of the way through the network, and of what
    comes of that is asked one after the other."""

    def central(self) -> BaselineDraws:
        """Only the central estimate (row 0)."""
        return BaselineDraws(self.names, self.values[:1], self.baseline)


@dataclass(frozen=True)
class BaselineCalibration:
    """A product model tied to one installation's own figures (`Calibration`).

    Its constants are the published ones, or what earlier changes told of them here.
    """

    baseline: Conditions
    constants: ConstantSet
    rows: tuple[CalibrationRow, ...] = ()
    factors: Mapping[str, float] = field(default_factory=dict)
    refused: str | None = None

    @property
    def moved(self) -> Mapping[str, tuple[float, float]]:
        """Constants that are others here than as published: both values, here's first."""
        here = self.constants.draws(0).values[0]
        return {
            constant.name: (float(value), constant.value)
            for constant, value in zip(self.constants.constants, here, strict=True)
            if abs(float(value) - constant.value) > _NOTICED * abs(constant.value)
        }

    @property
    def taught(self) -> bool:
        """Whether earlier changes here told anything of the constants."""
        return self.constants.learned is not None

    def at(self, scores: FloatArray) -> BaselineDraws:
        """Draws at these scores of the constants."""
        return BaselineDraws(self.constants.names, self.constants.at(scores), self.baseline)

    def draws(self, count: int) -> ConstantDraws:
        """The product's draws, with the as-is conditions."""
        drawn = self.constants.draws(count)
        return BaselineDraws(drawn.names, drawn.values, self.baseline)


class ProductModel(ABC):
    """Base of the product models: subclasses say what conditions mean, not how arrays are built.

    ``grows`` says whether the work can be more or less than was measured (`load`). ``limits_pct``
    names, per metric, by how much the as-is model may miss a measured figure before the baseline
    may no longer advise.
    """

    name: ClassVar[str]
    anchor_kind: ClassVar[str]
    fitted: ClassVar[str]
    """The file of its constants."""
    grows: ClassVar[bool] = True
    clocked: ClassVar[bool] = False
    """See `Rest`."""
    dispatched: ClassVar[bool] = False
    """Whether its tasks are dispatched by z/OS, by the importance that Workload Manager knows."""
    lengthens: ClassVar[bool] = False
    """Whether more work makes its one unit longer, and not more units a second."""
    limits_pct: ClassVar[Mapping[str, float]] = {}

    @property
    def growth_cpu_sd(self) -> float:
        """How much CPU of a unit of work differs at e times the load (of the logarithm)."""
        return GROWTH_CPU_SD

    @property
    def constants(self) -> ConstantSet:
        """The product's shipped constants."""
        return load_constants(self.fitted)

    @abstractmethod
    def described(
        self, topology: Topology, anchor: str, background: Mapping[str, float]
    ) -> Conditions:
        """The anchor's settings and figures; raises NotProjectable naming what is missing."""

    def conditions(
        self, topology: Topology, anchor: str, background: Mapping[str, float]
    ) -> Conditions:
        """See `SubsystemModel`: what `described` says, and where that stands."""
        found = self.described(topology, anchor, background)
        site = topology.once(("site", anchor), lambda now: find_site(now, anchor))
        return {"name": topology[anchor].name, **found, "site": site}

    @abstractmethod
    def respond(
        self, now: Conditions, was: Conditions, constants: Mapping[str, FloatArray]
    ) -> Answer:
        """The figures under ``now`` when the measured ones were taken under ``was``."""

    def measured(self, topology: Topology, anchor: str) -> Mapping[str, float]:
        """The anchor's own numeric figures."""
        return topology[anchor].figures()

    def comparable(
        self, conditions: Conditions, measured: Mapping[str, float]
    ) -> Mapping[str, float]:
        """Measured figures by the metric name under which ``respond`` answers them."""
        return measured

    def factors(self, conditions: Conditions) -> Mapping[str, float]:
        """The customer's own level against the published one (1.0), for the "why?" panel."""
        return {}

    def calibrate(
        self,
        conditions: Conditions,
        measured: Mapping[str, float],
        near: Calibration | None = None,
    ) -> BaselineCalibration:
        """Compare the as-is model with the measured figures and keep it as the reference."""
        return self._compared(conditions, measured, self.constants)

    def calibrate_after(
        self,
        conditions: Conditions,
        measured: Mapping[str, float],
        earlier: Calibration,
        near: Calibration | None = None,
    ) -> BaselineCalibration:
        """The same with the constants that an earlier period has (`model.projection.learning`)."""
        known = getattr(earlier, "constants", None)
        learned = known.learned if isinstance(known, ConstantSet) else None
        own = self.constants
        if learned is None or len(learned.mean) != len(own.constants):
            return self._compared(conditions, measured, own)
        return self._compared(conditions, measured, own.with_learned(learned))

    def _compared(
        self, conditions: Conditions, measured: Mapping[str, float], constants: ConstantSet
    ) -> BaselineCalibration:
        answer = self.respond(conditions, conditions, _columns(constants.draws(0)))
        rows = tuple(
            CalibrationRow(metric, unit_of(metric), value, _first(answer.metrics[metric]))
            for metric, value in self.comparable(conditions, measured).items()
            if metric in answer.metrics and math.isfinite(_first(answer.metrics[metric]))
        )
        return BaselineCalibration(
            conditions,
            constants,
            rows,
            self.factors(conditions),
            _negative(measured)
            or _too_many(conditions, measured, answer)
            or self.contradiction(conditions, measured)
            or self._refusal(conditions, rows),
        )

    def contradiction(self, conditions: Conditions, measured: Mapping[str, float]) -> str | None:
        """A sentence when figures contradict one another by arithmetic alone."""
        return None

    def _refusal(self, conditions: Conditions, rows: Sequence[CalibrationRow]) -> str | None:
        for row in rows:
            limit = self.limits_pct.get(row.metric)
            error = row.error_pct
            if limit is not None and error is not None and abs(error) > limit:
                return say(
                    "{value}: the reports' {metric} of {measured:,g} {unit} "
                    "contradicts the {modelled:,g} {unit} that their other figures "
                    "make ({error:+.0f} %, limit {limit:,g} %)",
                    value=conditions.get("name", self.name),
                    metric=row.metric,
                    measured=row.measured,
                    unit=row.unit,
                    modelled=row.modelled,
                    error=error,
                    limit=limit,
                )
        return None

    def evaluate(
        self,
        conditions: Sequence[Conditions],
        draws: ConstantDraws | None = None,
        got: Sequence[tuple[Got, Got] | None] | None = None,
    ) -> Evaluation:
        """All metrics of all conditions under all draws, shape (V, D).

        got: what the network of the installation says of the workload, now and as-is; where
        nothing is said it stands alone, with as much hardware as it asks for.
        """
        used = self.constants.draws(0) if draws is None else draws
        columns = _columns(used)
        told = self._alone(conditions, used) if got is None else got
        before = _Before(self, columns, used)
        answers = [
            self._answer(now, _baseline(used, now), before, one)
            for now, one in zip(conditions, told, strict=True)
        ]
        return stacked(answers, used.count)

    def nominal(self, conditions: Sequence[Conditions], draws: ConstantDraws) -> Evaluation:
        """What is asked for, before any network has been solved."""
        return self.evaluate(conditions, draws, [None] * len(conditions))

    def _alone(
        self, conditions: Sequence[Conditions], draws: ConstantDraws
    ) -> list[tuple[Got, Got] | None]:
        """What a workload with hardware of its own, and without those it calls, gets."""
        found: list[tuple[Got, Got] | None] = []
        for now in conditions:
            was = _baseline(draws, now)
            flow, flow_was = self.flow(now, draws), self.flow(was, draws)
            if flow is None or flow_was is None:
                found.append(None)
                continue
            today, then = _solved(flow_was, draws.count, None)
            found.append((_solved(flow, draws.count, then)[0], today))
        return found

    def _answer(
        self,
        now: Conditions,
        was: Conditions,
        before: _Before,
        got: tuple[Got, Got] | None,
    ) -> Answer:
        answer = before.said(now, was)
        growth = growth_in(now)
        grown = self.grows and growth != 1.0
        asked = answer.metrics.get("etr_per_s")
        if grown:
            self.grow(answer, growth)
        if got is not None:
            self.settle(answer, now, was, before.constants, *got)
            if "paging_per_s" in answer.metrics and got[0].page_ins.any():
                more = got[0].page_ins * got[0].rate_per_s
                answer.metrics["paging_per_s"] = answer.metrics["paging_per_s"] + more
            doubt_holds(answer, *got)
        if got is not None and self.grows and not self.lengthens:
            # What others send it grows with their work, whatever its own does.
            today, comes = float(got[1].offered_per_s[0]), float(got[0].offered_per_s[0])
            asked_was = before.of(was).metrics.get("etr_per_s")
            if asked is not None and asked_was is not None and _first(asked_was) > 0.0:
                # The same work in other units (larger messages, fewer of them) is no other load.
                today *= _first(asked) / _first(asked_was)
            if np.isfinite(today) and today > 0.0 and abs(comes / today - 1.0) > _SAME:
                growth, grown = comes / today, True
            elif grown:
                answer.reasons.append(
                    "all of this work comes from others: that there is more of it is their growth"
                )
                growth = 1.0
        if grown:
            widen(answer, before.of(was), growth, self.growth_cpu_sd)
        return answer

    def settle(
        self,
        answer: Answer,
        now: Conditions,
        was: Conditions,
        constants: Mapping[str, FloatArray],
        got: Got,
        got_was: Got,
    ) -> None:
        """Put what the network says into what the workload asks for."""
        counted = "etr_per_s" in answer.metrics
        full = carry(answer, site_of(now), got)
        if counted:
            respond_in(answer, got, full)

    def page_ins_per_s(self, was: Conditions) -> float:
        """Page-ins that were counted of the workload: its work stands still for each."""
        figures: Mapping[str, float] = was.get("figures", {})
        return float(figures.get("page_ins_per_s", 0.0))

    def told_of_hardware(
        self,
        topology: Topology,
        anchor: str,
        conditions: Conditions,
        evaluation: Evaluation,
        draws: ConstantDraws,
    ) -> Sequence[tuple[str, str, float]]:
        """What the as-is model makes of figures of hardware: pages that were counted of it."""
        pages = OPERATIONS_EACH * self.page_ins_per_s(conditions)
        lpar = topology.ancestor(anchor, "lpar")
        return [] if lpar is None or not pages else [(lpar.id, "paging_per_s", pages)]

    def flow(self, now: Conditions, draws: ConstantDraws) -> Flow | None:
        """The way of a unit of work; None where it uses nothing known."""
        was, columns = _baseline(draws, now), _columns(draws)
        known = _Before(self, columns, draws)
        before = known.of(was)
        answer = before if now is was else known.said(now, was)
        return self.way(now, was, answer, before)

    def way(self, now: Conditions, was: Conditions, answer: Answer, before: Answer) -> Flow | None:
        """The same from the answers now and as-is."""
        pools = tuple(self.pools(now, was, answer))
        inside = pools[-1].name if pools else WHOLE
        growth = 1.0 if self.lengthens else growth_in(now)
        rate = _usable(answer, "etr_per_s")
        visits = self.visits(now, answer, inside)
        if rate is None and visits:
            rate = np.asarray(visits[0].each_s) / SLICE_S
            return Flow(
                rate * growth,
                growth,
                visits=tuple(replace(v, each_s=v.each_s / rate, within=WHOLE) for v in visits),
            )
        if rate is None or not (visits or pools):
            return None
        measured, changed = (_usable(part, "response_ms") for part in (before, answer))
        rests: tuple[Rest, ...] = ()
        held_s: Number = 0.0
        if measured is not None and changed is not None:
            add: Number = 0.0
            if now is not was:
                add = (changed - measured) / 1e3
                as_many = self.visits(on_disks_of(was, now), answer, inside)
                add = add - service_s(as_many) + service_s(self.visits(was, before, inside))
            within, measured_s = self.measured_time(was, before, inside, measured / 1e3)
            least_s = self.elsewhere_s(was, before)
            rests = (Rest(within, measured_s, add_s=add, least_s=least_s, clocked=self.clocked),)
            held_s = changed / 1e3
        rate = rate * growth
        held = rate * held_s
        crowd = np.maximum(FEWEST, np.maximum(CROWD * held, _SELDOM * np.sqrt(held)))
        return Flow(rate, growth, pools, visits, rests=rests, population=crowd)

    def visits(self, conditions: Conditions, answer: Answer, inside: str) -> tuple[Visit, ...]:
        """CPU and I/Os of a unit of work, or of a second where no units are counted."""
        rate = _usable(answer, "etr_per_s")
        each = 1.0 if rate is None else np.maximum(rate, 1e-12)
        site = site_of(conditions)
        cpu = _usable(answer, "cpu_s_per_s") if self.on_cps(conditions) else None
        ios = _usable(answer, "io_per_s")
        found: tuple[Visit, ...] = ()
        if cpu is not None:
            found = (Visit(site.cps, cpu / each, 1.0, inside),)
        if ios is not None and rate is not None:
            found += disk_visits(site, ios / each, inside)
        return found

    def measured_time(
        self, was: Conditions, before: Answer, inside: str, response_s: FloatArray
    ) -> tuple[str, Number]:
        """Which time was measured, and how long it is: the whole response, or a pool's hold."""
        return WHOLE, response_s

    def elsewhere_s(self, was: Conditions, before: Answer) -> Number:
        """What of it was measured to pass at what is no part of the network."""
        return 0.0

    def pools(self, now: Conditions, was: Conditions, answer: Answer) -> Sequence[Pool]:
        """Servers that a unit of work takes, one within the other."""
        return ()

    def grow(self, answer: Answer, growth: float) -> None:
        """Turn the answer for the measured load into that for ``growth`` times as much work."""
        scale(answer, under_load("flows"), growth)

    def on_cps(self, now: Conditions) -> bool:
        """Whether the work runs on the general CPs of its system."""
        return True

    def components(self, topology: Topology, anchor: str) -> Mapping[str, tuple[str, ...]]:
        """The hardware that a grown load shares; a product adds what is its own."""
        lpar = topology.ancestor(anchor, "lpar")
        disks = [disk.id for disk, _ in disks_of(topology, anchor)]
        home = () if lpar is None else (lpar.id,)
        return {"CPs": home, "zIIPs": home, "volumes": tuple(disks), "I/O limit": tuple(disks)}

    def holds(
        self, topology: Topology, anchor: str, now: Conditions, draws: ConstantDraws
    ) -> Mapping[str, float]:
        """Storage of the LPAR that holds the anchor, as its settings have it."""
        known = _Before(self, _columns(draws), draws)
        held_mb = known.said(now, _baseline(draws, now)).metrics.get("storage_mb")
        lpar = topology.ancestor(anchor, "lpar")
        found = _held(lpar, None if held_mb is None else _first(held_mb))
        return {**found, **self._in_large_frames(topology, anchor, lpar)}

    def frames_gb(self, topology: Topology, anchor: str, as_is: bool) -> Mapping[str, float]:
        """What of its storage asks for frames of LFAREA, by their size (``1M``, ``2G``)."""
        return {}

    def _in_large_frames(
        self, topology: Topology, anchor: str, lpar: Component | None
    ) -> dict[str, float]:
        if lpar is None:
            return {}
        now, was = (
            in_large_frames(lpar, self.frames_gb(topology, anchor, as_is), as_is)
            for as_is in (False, True)
        )
        found = {fixed_key(lpar.id): now, more_large_key(lpar.id): now - was}
        return {key: gb for key, gb in found.items() if gb}

    def load(
        self, topology: Topology, anchor: str, evaluation: Evaluation, index: int
    ) -> Mapping[str, float]:
        """CPU and storage of the LPAR that holds the anchor, I/O on the DASD it is linked to.

        Where volumes are full it is what the work asks for, so that all who share them get less.
        """
        taken: dict[str, float] = {}
        lpar = topology.ancestor(anchor, "lpar")
        cpu = _central(evaluation, "cpu_s_per_s", index)
        if lpar is not None and cpu is not None:
            taken[lpar.id] = cpu
        taken.update(_held(lpar, _central(evaluation, "storage_mb", index)))
        taken.update(self._in_large_frames(topology, anchor, lpar))
        ios = _asked(evaluation, "io_per_s", index)
        if ios is not None:
            for disk, share in disks_of(topology, anchor):
                taken[disk.id] = ios * share
        return taken


def _held(lpar: Component | None, held_mb: float | None) -> dict[str, float]:
    return {storage_key(lpar.id): held_mb / 1024.0} if lpar is not None and held_mb else {}


class _Before:
    """What a model says of conditions: of those as-is, to compare with, once for all cases under
    draws; of a scenario's once for all that follows from them."""

    def __init__(
        self, model: ProductModel, constants: Mapping[str, FloatArray], draws: ConstantDraws
    ) -> None:
        self._model, self.constants = model, constants
        self._known = draws.known if isinstance(draws, BaselineDraws) else {}
        self._lately = draws.lately if isinstance(draws, BaselineDraws) else None

    def of(self, was: Conditions) -> Answer:
        """The answer, which nobody may change."""
        if id(was) not in self._known:
            # With the conditions, so that no others can get their id.
            self._known[id(was)] = was, self._model.respond(was, was, self.constants)
        return self._known[id(was)][1]

    def said(self, now: Conditions, was: Conditions) -> Answer:
        """The answer under a scenario's conditions, which may be changed."""
        if self._lately is None:
            return self._model.respond(now, was, self.constants)
        if id(now) not in self._lately:
            if len(self._lately) >= _MOST_LATELY:
                self._lately.clear()
            self._lately[id(now)] = now, self._model.respond(now, was, self.constants)
        return self._lately[id(now)][1].copy()


def _negative(measured: Mapping[str, float]) -> str | None:
    for name, value in measured.items():
        if value < 0.0:
            return say(
                "{name} of {value:,g} cannot be: no measured figure is less than 0",
                name=Name(name),
                value=value,
            )
    return None


def _too_many(conditions: Conditions, measured: Mapping[str, float], answer: Answer) -> str | None:
    cpu = answer.metrics.get("cpu_s_per_s")
    busy = 0.0 if cpu is None else _first(cpu)
    for name in ("transactions", "commits"):
        said = too_many(
            str(conditions.get("name", "")),
            measured.get(name, 0.0),
            measured.get("duration_s", 0.0),
            busy if math.isfinite(busy) else 0.0,
        )
        if said is not None:
            return said
    return None


def _baseline(draws: ConstantDraws, now: Conditions) -> Conditions:
    return draws.baseline if isinstance(draws, BaselineDraws) else now


def service_s(visits: Sequence[Visit]) -> Number:
    """Service of a unit of work on these visits, in seconds."""
    total: Number = 0.0
    for visit in visits:
        total = total + np.asarray(visit.each_s)
    return total


def _usable(answer: Answer, metric: str) -> FloatArray | None:
    """A metric that every draw has, above 0; None where there is none."""
    found = answer.metrics.get(metric)
    if found is None:
        return None
    values = np.atleast_1d(np.asarray(found, dtype=float))
    return values if np.isfinite(values).all() and (values > 0.0).any() else None


def _solved(flow: Flow, draws: int, found: Found | None) -> tuple[Got, Found]:
    """A flow alone in a network of hardware that nobody else uses."""
    net = InstallationNetwork(draws)
    places: dict[str, int] = {}

    def station_of(name: str) -> int:
        if name not in places:
            places[name] = net.station(f"hardware/{name}", np.inf)
        return places[name]

    chains = Chains(net, {"": [flow]}, station_of, draws, found)
    solved = solve_installation(net, _TOLERANCE)
    return chains.got(solved, "")[0], chains.found(solved)


def _columns(draws: ConstantDraws) -> dict[str, FloatArray]:
    return {name: draws.values[:, column] for column, name in enumerate(draws.names)}


def _first(value: FloatArray | float) -> float:
    return float(value) if isinstance(value, (int, float)) else float(value.flat[0])


def _asked(evaluation: Evaluation, metric: str, index: int) -> float | None:
    asked = _central(evaluation, wanted()[metric], index)
    return _central(evaluation, metric, index) if asked is None else asked


def _central(evaluation: Evaluation, metric: str, index: int) -> float | None:
    figures = evaluation.metrics.get(metric)
    if figures is None:
        return None
    value = float(figures[index, 0])
    return value if value == value else None
