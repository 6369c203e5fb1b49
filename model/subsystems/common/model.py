"""A product model over a topology: the parts of `SubsystemModel` that are the same everywhere."""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import ClassVar

from model.projection.protocol import CalibrationRow, anchor_figures
from model.subsystems.common.answers import Answer, stacked
from model.subsystems.common.constants import ConstantSet
from model.subsystems.common.load import (
    FLOWS,
    WANTED,
    WANTED_UNITS,
    load_of,
    scale,
    share_hardware,
    site_load,
    widen,
)
from model.subsystems.evaluation import Conditions, ConstantDraws, Evaluation, FloatArray
from model.topology import Topology

HEADLINE_UNITS: Mapping[str, str] = {
    "etr_per_s": "1/s",
    "itr_per_cpu_s": "1/CPU s",
    "response_ms": "ms",
    "cpu_s_per_s": "CPUs",
    "io_per_s": "1/s",
    "paging_per_s": "1/s",
    "storage_mb": "MB",
}


@dataclass(frozen=True)
class BaselineDraws(ConstantDraws):
    """Draws of a model's constants beside the as-is conditions they were calibrated to.

    Measured counts belong to the settings under which they were counted; a scenario is answered
    relative to these conditions.
    """

    baseline: Conditions = field(default_factory=dict)

    def central(self) -> BaselineDraws:
        """Only the central estimate (row 0)."""
        return BaselineDraws(self.names, self.values[:1], self.baseline)


@dataclass(frozen=True)
class BaselineCalibration:
    """A product model tied to one installation's own figures (`Calibration`)."""

    baseline: Conditions
    constants: ConstantSet
    rows: tuple[CalibrationRow, ...] = ()
    factors: Mapping[str, float] = field(default_factory=dict)
    refused: str | None = None

    def draws(self, count: int) -> ConstantDraws:
        """The product's draws, with the as-is conditions."""
        drawn = self.constants.draws(count)
        return BaselineDraws(drawn.names, drawn.values, self.baseline)


class ProductModel(ABC):
    """Base of the product models: subclasses say what conditions mean, not how arrays are built.

    ``grows`` says whether the work can be more or less than was measured (`load`), ``flows`` which
    metrics are in proportion to it; ``cp_waits`` is false where `respond` lets the work wait for
    CPs itself. ``limits_pct`` names, per metric, by how much the as-is model may miss a measured
    figure before the baseline may no longer advise.
    """

    name: ClassVar[str]
    anchor_kind: ClassVar[str]
    units: ClassVar[Mapping[str, str]] = HEADLINE_UNITS
    grows: ClassVar[bool] = True
    flows: ClassVar[frozenset[str]] = FLOWS
    cp_waits: ClassVar[bool] = True
    limits_pct: ClassVar[Mapping[str, float]] = {}

    @property
    @abstractmethod
    def constants(self) -> ConstantSet:
        """The product's shipped constants."""

    @abstractmethod
    def described(
        self, topology: Topology, anchor: str, background: Mapping[str, float]
    ) -> Conditions:
        """The anchor's settings and figures; raises NotProjectable naming what is missing."""

    def conditions(
        self, topology: Topology, anchor: str, background: Mapping[str, float]
    ) -> Conditions:
        """See `SubsystemModel`: what `described` says, and the load."""
        found = self.described(topology, anchor, background)
        return {**found, "load": site_load(topology, anchor, background)}

    @abstractmethod
    def respond(
        self, now: Conditions, was: Conditions, constants: Mapping[str, FloatArray]
    ) -> Answer:
        """The figures under ``now`` when the measured ones were taken under ``was``."""

    def measured(self, topology: Topology, anchor: str) -> Mapping[str, float]:
        """The anchor's own numeric figures."""
        return anchor_figures(topology, anchor)

    def comparable(
        self, conditions: Conditions, measured: Mapping[str, float]
    ) -> Mapping[str, float]:
        """Measured figures by the metric name under which ``respond`` answers them."""
        return measured

    def factors(self, conditions: Conditions) -> Mapping[str, float]:
        """The customer's own level against the published one (1.0), for the "why?" panel."""
        return {}

    def calibrate(
        self, conditions: Conditions, measured: Mapping[str, float]
    ) -> BaselineCalibration:
        """Compare the as-is model with the measured figures and keep it as the reference."""
        answer = self.respond(conditions, conditions, _columns(self.constants.draws(0)))
        rows = tuple(
            CalibrationRow(
                metric, self.units.get(metric, ""), value, _first(answer.metrics[metric])
            )
            for metric, value in self.comparable(conditions, measured).items()
            if metric in answer.metrics and math.isfinite(_first(answer.metrics[metric]))
        )
        return BaselineCalibration(
            conditions,
            self.constants,
            rows,
            self.factors(conditions),
            _negative(measured)
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
                return (
                    f"{conditions.get('name', self.name)}: the reports' {row.metric} of "
                    f"{row.measured:,g} {row.unit} contradicts the {row.modelled:,g} "
                    f"{row.unit} that "
                    f"their other figures make ({error:+.0f} %, limit {limit:,g} %)"
                )
        return None

    def evaluate(
        self, conditions: Sequence[Conditions], draws: ConstantDraws | None = None
    ) -> Evaluation:
        """All metrics of all conditions under all draws, shape (V, D)."""
        used = self.constants.draws(0) if draws is None else draws
        columns = _columns(used)
        baseline = used.baseline if isinstance(used, BaselineDraws) else None
        answers = [
            self._answer(now, now if baseline is None else baseline, columns) for now in conditions
        ]
        return stacked(answers, {**WANTED_UNITS, **self.units}, used.count)

    def _answer(
        self, now: Conditions, was: Conditions, constants: Mapping[str, FloatArray]
    ) -> Answer:
        answer = self.respond(now, was, constants)
        load = load_of(now)
        if load.anywhere and self.grows:
            before = self.respond(was, was, constants)
            self.grow(answer, load.growth)
            if self.on_cps(now):
                share_hardware(answer, before, now, was, self.flows, self.cp_waits)
            widen(answer, before, load.growth)
        return answer

    def grow(self, answer: Answer, growth: float) -> None:
        """Turn the answer for the measured load into that for ``growth`` times as much work."""
        scale(answer, self.flows, growth)

    def on_cps(self, now: Conditions) -> bool:
        """Whether the work runs on the general CPs of its system."""
        return True

    def components(self, topology: Topology, anchor: str) -> Mapping[str, tuple[str, ...]]:
        """The hardware that a grown load shares; a product adds what is its own."""
        lpar = topology.ancestor(anchor, "lpar")
        disks = [disk.id for disk in topology.targets(anchor, "uses") if disk.kind == "dasd"]
        return {"CPs": () if lpar is None else (lpar.id,), "volumes": tuple(disks)}

    def load(
        self, topology: Topology, anchor: str, evaluation: Evaluation, index: int
    ) -> Mapping[str, float]:
        """CPU on the LPAR that holds the anchor, I/O on the DASD subsystems it is linked to.

        Where they are full it is what the work asks for, so that all who share them get less.
        """
        taken: dict[str, float] = {}
        lpar = topology.ancestor(anchor, "lpar")
        cpu = _asked(evaluation, "cpu_s_per_s", index)
        if lpar is not None and cpu is not None:
            taken[lpar.id] = cpu
        disks = [disk for disk in topology.targets(anchor, "uses") if disk.kind == "dasd"]
        ios = _asked(evaluation, "io_per_s", index)
        if disks and ios is not None:
            for disk in disks:
                taken[disk.id] = ios / len(disks)
        return taken


def _negative(measured: Mapping[str, float]) -> str | None:
    for name, value in measured.items():
        if value < 0.0:
            return f"{name} of {value:,g} cannot be: no measured figure is less than 0"
    return None


def _columns(draws: ConstantDraws) -> dict[str, FloatArray]:
    return {name: draws.values[:, column] for column, name in enumerate(draws.names)}


def _first(value: FloatArray | float) -> float:
    return float(value) if isinstance(value, (int, float)) else float(value.flat[0])


def _asked(evaluation: Evaluation, metric: str, index: int) -> float | None:
    wanted = _central(evaluation, WANTED[metric], index)
    return _central(evaluation, metric, index) if wanted is None else wanted


def _central(evaluation: Evaluation, metric: str, index: int) -> float | None:
    figures = evaluation.metrics.get(metric)
    if figures is None:
        return None
    value = float(figures[index, 0])
    return value if value == value else None
