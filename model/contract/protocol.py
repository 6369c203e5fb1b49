"""What a subsystem's performance model offers to the projection room."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol, runtime_checkable

from model.contract.evaluation import Conditions, ConstantDraws, Evaluation
from model.figures import figure
from model.topology import Topology


class NotProjectable(ValueError):
    """This installation lacks what the model needs; the message is one sentence that names it.

    ``component`` and ``setting`` name the value that is missing (a setting, or a measured figure)
    and ``report`` the report that would tell it, so that the consultant can be asked.
    """

    def __init__(
        self, sentence: str, component: str = "", setting: str = "", report: str = ""
    ) -> None:
        super().__init__(sentence)
        self.component = component
        self.setting = setting
        self.report = report


PRINTED_SHARE = 5e-4
"""Of a figure, what is printed as a difference from another."""
_LEAST: Mapping[str, float] = {"iosq_ms": 0.1}
"""What nobody notices of a figure that is near 0 where all is well."""


@dataclass(frozen=True, slots=True)
class CalibrationRow:
    """One measured figure beside what the calibrated as-is model says of it."""

    metric: str
    unit: str
    measured: float
    modelled: float

    @property
    def error_pct(self) -> float | None:
        """Signed error in per cent of the measured figure; ``None`` where that is 0."""
        if self.measured == 0:
            return None
        return (self.modelled - self.measured) / self.measured * 100.0

    @property
    def is_missed(self) -> bool:
        """Whether the model misses it by more than is printed."""
        return abs(self.modelled - self.measured) > PRINTED_SHARE * abs(self.measured)

    @property
    def missed_pct(self) -> float | None:
        """By how much the model misses it; ``None`` where that would not be printed."""
        return self.error_pct if self.is_missed else None

    @property
    def noticeable(self) -> bool:
        """Whether anybody would notice the difference, however much it is of next to nothing."""
        least = _LEAST.get(self.metric)
        return least is None or abs(self.modelled - self.measured) > least

    @property
    def judged_pct(self) -> float | None:
        """The error as far as it says how good the model is.

        ``None`` for a count of one moment, too: the mean may well be elsewhere.
        """
        declared = figure(self.metric)
        return None if declared is not None and declared.of_one_moment else self.error_pct


class Calibration(Protocol):
    """A subsystem model fitted to one installation's own figures.

    rows      measured against modelled, one row a figure that the reports carry.
    factors   the customer factors that were fitted (1.0 = as published), for the "why?" panel.
    refused   one sentence why this baseline may not advise, naming the figures that contradict
              each other; ``None`` when it may.
    from_earlier (where it has it) the factors that an earlier period tells.
    draws     the constants to evaluate with: row 0 central, then ``count`` deterministic draws.
    """

    @property
    def rows(self) -> tuple[CalibrationRow, ...]: ...

    @property
    def factors(self) -> Mapping[str, float]: ...

    @property
    def refused(self) -> str | None: ...

    def draws(self, count: int) -> ConstantDraws: ...


class SubsystemModel(Protocol):
    """One product's performance model over a topology.

    An *anchor* is the component that stands for one instance of the workload (an Adabas database,
    a CICS region, a queue manager). ``load`` and ``background`` carry what the anchors take from
    hardware that they share, by component id: CPU seconds per second on an LPAR, I/O operations
    per second on a DASD subsystem. They are how one subsystem slows another down.

    A model whose anchors can have more or less work than was measured has an attribute ``grows``
    that is true; its anchors then have the setting ``model.topology.growth.GROWTH``. At growth 0 it
    answers exactly as without.

    A model whose fitted factors are constants of the customer's installation has a method
    ``calibrate_after(conditions, measured, earlier, near)``: the same as ``calibrate``, with the
    calibration to an earlier period's figures for what these figures do not tell.

    What only some models tell has protocols of its own: :class:`ComparesUnits`,
    :class:`NeedsMore` and :class:`DoubtsFigures`.

    A model that can find a measured response to be none of its work has a method
    ``disbelieved(conditions)``: the sentence why nothing is calibrated to it.

    A model of anchors that are sums over reported parts has methods ``left_out(topology, anchor)``,
    the same of parts that no report covers, and ``refuse_uncovered(topology, anchor)``, which
    raises NotProjectable where those are too much for a sum to stand for the whole.

    A model of work that holds storage has a method ``holds(topology, anchor, conditions, draws)``:
    that part of its ``load``, which follows from conditions before anything has been solved.

    A model that tells systems apart (``Evaluation.by_system``) has a method
    ``systems(topology, anchor)``: the system's place there by component id.
    """

    @property
    def name(self) -> str: ...

    @property
    def anchor_kind(self) -> str: ...

    def conditions(
        self, topology: Topology, anchor: str, background: Mapping[str, float]
    ) -> Conditions:
        """The conditions of one anchor. Raises NotProjectable naming what is missing."""
        ...

    def measured(self, topology: Topology, anchor: str) -> Mapping[str, float]:
        """The figures to calibrate to, gathered from the anchor and its surroundings."""
        ...

    def calibrate(
        self,
        conditions: Conditions,
        measured: Mapping[str, float],
        near: Calibration | None = None,
    ) -> Calibration:
        """Fit the customer factors to measured figures (metric names as in ``evaluate``).

        near: what was found under almost the same conditions, to begin from.
        """
        ...

    def evaluate(
        self, conditions: Sequence[Conditions], draws: ConstantDraws | None = None
    ) -> Evaluation:
        """All metrics of all conditions under all draws."""
        ...

    def components(self, topology: Topology, anchor: str) -> Mapping[str, tuple[str, ...]]:
        """Ids of the components that each key of ``Evaluation.utilization`` speaks of."""
        ...

    def load(
        self, topology: Topology, anchor: str, evaluation: Evaluation, index: int
    ) -> Mapping[str, float]:
        """What condition ``index`` takes from shared hardware (central draw), by component id."""
        ...


@runtime_checkable
class DoubtsFigures(Protocol):
    """A model that can find figures of its own reports at odds."""

    def doubted(self, conditions: Conditions) -> Sequence[str]:
        """Sentences that name them, which stand with everything that is projected from them."""
        ...
