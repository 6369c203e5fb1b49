"""The as-is baseline: every anchor calibrated to its own figures, and the work nobody models."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from model.catalogue import subsystem_models
from model.projection.protocol import Calibration, CalibrationRow, NotProjectable, SubsystemModel
from model.subsystems.evaluation import ConditionError, Conditions, Evaluation
from model.topology import Topology

COUPLING_PASSES = 3
BAND_DRAWS = 64
_BACKGROUND_DIGITS = 4


@dataclass(frozen=True)
class AnchorBaseline:
    """One anchor: its model, as-is conditions and calibration, or why it cannot be projected.

    ``evaluation`` is the as-is under ``BAND_DRAWS`` draws, so that scenarios are compared with it
    draw by draw; its first draw is the central estimate.
    """

    anchor: str
    model: SubsystemModel
    conditions: Conditions | None = None
    calibration: Calibration | None = None
    evaluation: Evaluation | None = None
    load: Mapping[str, float] = field(default_factory=dict)
    not_projectable: str | None = None
    missing: NotProjectable | None = None

    @property
    def rows(self) -> tuple[CalibrationRow, ...]:
        """Measured against modelled; empty when the anchor cannot be projected."""
        return () if self.calibration is None else self.calibration.rows


@dataclass(frozen=True)
class Baseline:
    """The installation as it is, calibrated.

    ``other_work`` is what the reports say of shared hardware beyond what the models explain, by
    component id (busy CPs of an LPAR, I/O per second of a DASD subsystem); scenarios keep it.
    """

    topology: Topology
    anchors: tuple[AnchorBaseline, ...]
    other_work: Mapping[str, float] = field(default_factory=dict)

    def anchor(self, component: str) -> AnchorBaseline | None:
        """The baseline of one anchor, or ``None``."""
        for item in self.anchors:
            if item.anchor == component:
                return item
        return None

    @property
    def may_project(self) -> bool:
        """Whether any anchor is calibrated well enough to project from."""
        return any(
            item.calibration is not None and item.calibration.refused is None
            for item in self.anchors
        )

    @property
    def refused(self) -> tuple[str, ...]:
        """Sentences why anchors may not advise: their calibration misses what was measured."""
        return tuple(
            item.calibration.refused
            for item in self.anchors
            if item.calibration is not None and item.calibration.refused is not None
        )


def measured_load(topology: Topology) -> dict[str, float]:
    """Measured use of shared hardware: busy CPs by LPAR, I/O per second by DASD subsystem."""
    found: dict[str, float] = {}
    for component in topology:
        if component.kind == "lpar":
            busy_pct, cps = component.measure("cp_busy_pct"), component.number("CPS")
            if busy_pct is not None and cps is not None:
                found[component.id] = busy_pct / 100.0 * cps
        elif component.kind == "dasd":
            io_per_s = component.measure("io_per_s")
            if io_per_s is not None:
                found[component.id] = io_per_s
    return found


def build_baseline(topology: Topology) -> Baseline:
    """Calibrate every anchor of the topology to its own measured figures.

    Anchors slow one another down through hardware they share, so calibration is repeated with
    each anchor's background set to what the others take plus the work that no model explains.
    """
    anchors = [
        AnchorBaseline(component.id, model)
        for model in subsystem_models()
        for component in topology.of_kind(model.anchor_kind)
    ]
    measured = measured_load(topology)
    other_work: dict[str, float] = {}
    passes = COUPLING_PASSES if len(anchors) > 1 or measured else 1
    for _ in range(passes):
        total = _sum_of(item.load for item in anchors)
        other_work = {
            key: max(0.0, value - total.get(key, 0.0)) if total else 0.0
            for key, value in measured.items()
        }
        previous = list(anchors)
        # One after the other, each seeing what those before it take now: taking turns converges
        # where all moving at once would swing to and fro.
        for place, item in enumerate(anchors):
            anchors[place] = _calibrated(topology, item, background(anchors, item, other_work))
        settled = all(
            _close(old.load, new.load) for old, new in zip(previous, anchors, strict=True)
        )
        if settled:
            break
    return Baseline(topology, tuple(anchors), other_work)


def background(
    anchors: list[AnchorBaseline], item: AnchorBaseline, other_work: Mapping[str, float]
) -> dict[str, float]:
    """What everything but ``item`` takes from shared hardware."""
    return rounded_sum([other_work, *(x.load for x in anchors if x.anchor != item.anchor)])


def rounded_sum(loads: Iterable[Mapping[str, float]]) -> dict[str, float]:
    """Loads added up by component, to four significant digits.

    The reports know them no better, and an anchor that nothing happened to keeps the very
    conditions it had, so that it need not be evaluated again.
    """
    return {key: float(f"{value:.{_BACKGROUND_DIGITS}g}") for key, value in _sum_of(loads).items()}


def _sum_of(loads: Iterable[Mapping[str, float]]) -> dict[str, float]:
    total: dict[str, float] = {}
    for load in loads:
        for key, value in load.items():
            total[key] = total.get(key, 0.0) + value
    return total


def _close(old: Mapping[str, float], new: Mapping[str, float]) -> bool:
    return old.keys() == new.keys() and all(
        abs(old[key] - new[key]) <= 1e-3 * max(1.0, abs(new[key])) for key in new
    )


def _calibrated(
    topology: Topology, item: AnchorBaseline, taken: Mapping[str, float]
) -> AnchorBaseline:
    model = item.model
    try:
        conditions = model.conditions(topology, item.anchor, taken)
        calibration = model.calibrate(conditions, model.measured(topology, item.anchor))
        evaluation = model.evaluate([conditions], calibration.draws(BAND_DRAWS))
    except NotProjectable as lacking:
        # Without its traceback: that would keep the frames of everything that called this.
        lacking = lacking.with_traceback(None)
        return AnchorBaseline(item.anchor, model, not_projectable=str(lacking), missing=lacking)
    except ConditionError as contradiction:
        return AnchorBaseline(item.anchor, model, not_projectable=str(contradiction))
    return AnchorBaseline(
        item.anchor,
        model,
        conditions,
        calibration,
        evaluation,
        model.load(topology, item.anchor, evaluation, 0),
    )
