"""What a projection that was measured afterwards teaches of the constants of a product's model.

A product's own figures set the level of its model and say nothing of how it answers a change; the
constants that do are published. When a change has been projected and its effect measured, they are
fitted to that too (`model.subsystems.common.learned`): the miss is the whole projection's, in the
network of all workloads, and how a constant moves it is the workload's own.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from model.catalogue import catalogue
from model.contract.evaluation import ConditionError, Evaluation, FloatArray
from model.contract.protocol import Calibration, NotProjectable
from model.projection.bands import evaluations_apart, residual_of
from model.projection.baseline import AnchorBaseline, Baseline, background
from model.projection.paired import change_scatter
from model.subsystems.common.learned import Learned, Look, learn
from model.subsystems.common.model import BaselineCalibration
from model.topology import ChangeError, Scenario, Topology, apply_changes

__all__ = ["PEAK_SD", "Seen", "learned"]

PEAK_SD = 0.05
"""By how much a figure of one peak differs from that of the next when nothing was changed."""


@dataclass(frozen=True, slots=True)
class Seen:
    """One figure of a workload, projected and measured afterwards; ``standing`` as in `Look`."""

    metric: str
    projected: float
    measured: float
    standing: float
    inside: bool


def learned(
    old: Baseline, scenario: Scenario, seen: Mapping[str, Sequence[Seen]]
) -> dict[str, Calibration]:
    """By workload the calibration of ``old`` with constants fitted to what was seen as well.

    Parameters
    ----------
    scenario: what was done between the periods, and the load of the later one.
    seen: figures that were measured again, by workload. A workload without, or whose figures
        depend on no constant, is left out.
    """
    try:
        topology = apply_changes(old.topology, scenario.changes, catalogue())
    except ChangeError:
        return {}
    found = {}
    for item in old.anchors:
        figures = [one for one in seen.get(item.anchor, ()) if one.projected > 0 < one.measured]
        calibration = item.calibration
        if not figures or not isinstance(calibration, BaselineCalibration) or calibration.refused:
            continue
        if item.anchor in topology:
            after = _learned(old, item, calibration, topology, figures)
            if after is not None:
                found[item.anchor] = after
    return found


def _learned(
    old: Baseline,
    item: AnchorBaseline,
    calibration: BaselineCalibration,
    topology: Topology,
    figures: Sequence[Seen],
) -> Calibration | None:
    taken = background(list(old.anchors), item, old.other_work)
    try:
        now = item.model.conditions(topology, item.anchor, taken)
    except (NotProjectable, ConditionError):
        return None
    constants = calibration.constants
    before = constants.learned or Learned.nothing(len(constants.constants))

    def evaluated(scores: FloatArray) -> Evaluation:
        return item.model.evaluate([calibration.baseline, now], calibration.at(scores))

    try:
        central = evaluated(before.mean[None, :])
        apart = evaluations_apart(central, central, 1)
        looks = [_look(one, central, apart) for one in figures if one.metric in central.metrics]

        def changes(scores: FloatArray) -> FloatArray:
            metrics = evaluated(scores).metrics
            with np.errstate(divide="ignore", invalid="ignore"):
                rows = [np.log(metrics[look.metric][1] / metrics[look.metric][0]) for look in looks]
            return np.stack(rows, axis=1)

        free = [constant.estimated for constant in constants.constants]
        after = learn(before, looks, changes, free)
    except ConditionError:
        return None
    if after is None:
        return None
    return replace(calibration, constants=constants.with_learned(after))


def _look(one: Seen, central: Evaluation, apart: float) -> Look:
    missed = math.log(one.measured / one.projected)
    was, now = (float(central.metrics[one.metric][row, 0]) for row in (0, 1))
    if was > 0.0 < now:
        apart = max(apart, abs(math.log(now / was)))
    residual = change_scatter(
        residual_of(central, one.metric, 0), residual_of(central, one.metric, 1), apart
    )
    return Look(one.metric, missed, math.hypot(residual, PEAK_SD), one.standing, one.inside)
