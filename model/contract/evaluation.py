"""What a subsystem model is asked, and what it answers.

A subsystem model is given *conditions* (one mapping per installation or published test) and
*draws* of its fitted constants (row 0 is the central estimate, the other rows are drawn from the
constants' joint uncertainty).  It answers with an `Evaluation`: every metric as an array of shape
(V, D), V conditions by D draws, so that a band costs one batched solve and not D solves.

Conditions a model does not know are refused (`ConditionError`), never ignored: a setting that is
silently dropped would be a projection of some other installation.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Literal, Protocol, runtime_checkable

import numpy as np
import numpy.typing as npt

from model.quantiles import NORMAL_QUANTILE_90
from model.topology.kinds import SettingSpec

FloatArray = npt.NDArray[np.float64]
BoolArray = npt.NDArray[np.bool_]
Conditions = Mapping[str, Any]

BAND_LEVEL = 0.90
_PRINTED_AS_ZERO = 0.5
"""Reports print whole numbers: a rate of 0 is anything below a half."""
_LONGEST_SHOWN = 60
"""Characters of a refused value that a sentence repeats."""


class ConditionError(ValueError):
    """A condition is unknown, out of range or contradicts another one (one sentence)."""


class NothingDone(ConditionError):
    """Under these conditions none of the work is done, nor of those who wait for it."""


@dataclass(frozen=True)
class ConditionSpec:
    """One condition a model understands.

    kind "numbers" is a non-empty list of numbers, "mapping" an object of numbers whose keys are
    `choices`; minimum and maximum bound a number, every item of "numbers" and every value of
    "mapping".
    """

    name: str
    kind: Literal["number", "integer", "boolean", "text", "choice", "numbers", "mapping"]
    doc: str
    unit: str = ""
    minimum: float | None = None
    maximum: float | None = None
    choices: tuple[str, ...] = ()
    required: bool = False
    source: str = ""

    @classmethod
    def of(
        cls, setting: SettingSpec, name: str = "", *, doc: str = "", required: bool = False
    ) -> ConditionSpec:
        """A condition that is a setting: its type, unit, range and choices are the setting's."""
        return cls(
            name or setting.name.lower(),
            "boolean" if setting.type == "flag" else setting.type,
            doc or setting.doc,
            setting.unit,
            setting.minimum,
            setting.maximum,
            setting.choices,
            required,
            setting.source,
        )


@dataclass(frozen=True)
class ConstantDraws:
    """Draws of a model's fitted constants: `values[d, c]` is draw d of constant `names[c]`."""

    names: tuple[str, ...]
    values: FloatArray

    def __post_init__(self) -> None:
        if self.values.ndim != 2 or self.values.shape[1] != len(self.names):
            raise ValueError(
                f"draws have shape {self.values.shape}, but there are {len(self.names)} constants"
            )

    @property
    def count(self) -> int:
        return int(self.values.shape[0])

    def column(self, name: str) -> FloatArray:
        """All draws of one constant, shape (D,)."""
        return self.values[:, self.names.index(name)]

    def central(self) -> ConstantDraws:
        """Only the central estimate (row 0)."""
        return ConstantDraws(self.names, self.values[:1])

    @classmethod
    def of(cls, constants: Mapping[str, float]) -> ConstantDraws:
        """A single draw: the given constants."""
        return cls(tuple(constants), np.array([list(constants.values())], dtype=float))


@dataclass(frozen=True)
class Evaluation:
    """A model's answer for V conditions and D draws.

    metrics      name -> (V, D) in the unit of its declaration (`model.figures`); NaN
                 where a metric does not apply.
    utilization  resource -> (V, D), 0..1 per server.
    pools        resources that hold others while these work: threads. One is the bottleneck only
                 where nothing that it waits for is nearly full.
    unwaited     per condition what is full, or may be, without anybody's waiting for it.
    by_system    what differs between the systems of one condition, resource -> (V, S, D): systems
                 in the order of the conditions, NaN beyond the last. "cpu_s_per_s" is what each
                 gives, the other names are those of ``utilization``.
    breakdown_s  where the response time of one command goes: resource -> (V, D) seconds.
    residual_sd  metric -> (V,): relative standard deviation of what the constants' draws do not
                 cover (fit residual, run-to-run spread, widening outside measured conditions).
    exchanged_sd metric -> (V,): the part of it that other workloads lose when this one gains, such
                 as who is dispatched first; a sum over all of them does not have it.
    extrapolated per condition the sentences that say in what it lies outside those measured.
    reasons      per condition further remarks on the band (what limits how well it is known).
    converged    (V, D): did the fixed points of this cell converge?
    held_by      per condition the resource whose queue holds the response, and its place among
                 those of ``by_system`` (-1 where there is one), or the called workload whose full
                 servers hold it back; None where the busiest is taken.
    queued       per condition the resource that is waited for longer than for all others together,
                 "" where there is none or where that is not known.
    peaked       metric -> (V,): the part of the draws' spread (standard deviation of the logarithm)
                 that is no constant's but how long a measured peak lasts, which no report tells.
    most         metric -> (V,): what it cannot pass there: the engines that there are, the work
                 that comes. A figure that has one always (100 %) declares it (`model.figures`).
    least        metric -> (V,): what it cannot fall below there: a response takes the service of
                 its own work, however little it waits.
    published    per condition: does it rest on a published percentage, used as it stands, where
                 the model has no physics of its own?
    """

    metrics: Mapping[str, FloatArray]
    residual_sd: Mapping[str, FloatArray]
    extrapolated: tuple[tuple[str, ...], ...]
    converged: BoolArray
    utilization: Mapping[str, FloatArray] = field(default_factory=dict)
    pools: frozenset[str] = frozenset()
    unwaited: tuple[frozenset[str], ...] = ()
    breakdown_s: Mapping[str, FloatArray] = field(default_factory=dict)
    by_system: Mapping[str, FloatArray] = field(default_factory=dict)
    reasons: tuple[tuple[str, ...], ...] = ()
    published: tuple[bool, ...] = ()
    held_by: tuple[tuple[str, int] | None, ...] = ()
    queued: tuple[str, ...] = ()
    exchanged_sd: Mapping[str, FloatArray] = field(default_factory=dict)
    most: Mapping[str, FloatArray] = field(default_factory=dict)
    least: Mapping[str, FloatArray] = field(default_factory=dict)
    peaked: Mapping[str, FloatArray] = field(default_factory=dict)

    def central(self) -> Evaluation:
        """The same answer under the central draw alone."""

        def first(arrays: Mapping[str, FloatArray]) -> dict[str, FloatArray]:
            return {name: values[:, :1] for name, values in arrays.items()}

        return replace(
            self,
            metrics=first(self.metrics),
            utilization=first(self.utilization),
            breakdown_s=first(self.breakdown_s),
            by_system={name: values[:, :, :1] for name, values in self.by_system.items()},
            converged=self.converged[:, :1],
        )


@dataclass(frozen=True)
class Band:
    """Central value and 90 % band of one metric of one condition.

    dominant names the larger source of the band: "constants" (uncertainty of the fitted constants,
    from the draws) or "residual" (scatter of the published runs about the model, widened where
    the condition lies outside those measured).
    """

    value: float
    low: float
    high: float
    dominant: Literal["constants", "residual"]
    constants_sd: float
    residual_sd: float


def band(evaluation: Evaluation, metric: str, index: int) -> Band | None:
    """90 % band of `metric` for condition `index`; None where the metric does not apply.

    Rates and times are positive and their errors are relative, so that the two sources are added
    as variances of the logarithm.  A central value of zero (no paging) has a band from zero to
    the largest draw, and at least to what reports print as zero.
    """
    draws = evaluation.metrics[metric][index]
    value = float(draws[0])
    if not math.isfinite(value):
        return None
    spread = evaluation.residual_sd.get(metric)
    residual = 0.0 if spread is None else float(spread[index])
    if draws.size == 1 and value > 0.0:
        half = NORMAL_QUANTILE_90 * residual
        return Band(
            value, value * math.exp(-half), value * math.exp(half), "residual", 0.0, residual
        )
    usable = draws[np.isfinite(draws)]
    if value <= 0.0 or np.any(usable <= 0.0):
        low, high = outer_quantiles(usable)
        half = NORMAL_QUANTILE_90 * residual * max(high, value)
        return Band(
            value,
            max(0.0, min(low, value) - half),
            max(high, value, _PRINTED_AS_ZERO) + half,
            "constants",
            0.0,
            residual,
        )
    logs = np.log(usable[1:])
    constants = spread_of(logs)
    down, up = half_widths(logs, constants, math.log(value), residual)
    return Band(
        value,
        value * math.exp(-down),
        value * math.exp(up),
        "constants" if constants > residual else "residual",
        constants,
        residual,
    )


def spread_of(logs: FloatArray) -> float:
    """Standard deviation of the draws' logarithms; nothing where one draw tells of none."""
    if logs.size < 2:
        return 0.0
    # As np.std does it, which takes three times as long for so few.
    away = logs - np.add.reduce(logs) / logs.size
    return math.sqrt(float(np.add.reduce(away * away)) / (logs.size - 1))


def outer_quantiles(values: FloatArray) -> tuple[float, float]:
    """What a band of draws reaches from and to, as ``np.quantile`` has it, which takes ten times
    as long for so few."""
    ordered = np.sort(values).tolist()

    def at(share: float) -> float:
        place = share * (len(ordered) - 1)
        left = min(int(place), max(len(ordered) - 2, 0))
        part, low, high = place - left, ordered[left], ordered[min(left + 1, len(ordered) - 1)]
        # From the nearer of both, so that a whole step is the other one to the last digit.
        found: float = low + (high - low) * part
        return found if part < 0.5 else high - (high - low) * (1.0 - part)

    return at(0.5 - BAND_LEVEL / 2), at(0.5 + BAND_LEVEL / 2)


_AT_EDGE = 1e-9
"""Of a logarithm: where the central value is taken to be at the edge of its draws."""


def half_widths(
    logs: FloatArray, constants: float, centre: float, residual: float
) -> tuple[float, float]:
    """Half widths of a 90 % band below and above, of the logarithm.

    ``logs`` are the draws, ``constants`` their :func:`spread_of`, ``centre`` the central value's
    logarithm, ``residual`` the scatter about the model. The draws cover their distributions evenly:
    beyond the farthest of them the constants do not reach, whatever their standard deviation says
    of a skewed one. A central value at the edge of what is drawn (waits that nobody measured, of
    which it has none) tells nothing of how far the others are: there it is their quantiles that do.
    """
    other = NORMAL_QUANTILE_90 * residual
    if constants == 0.0:
        return other, other
    part = NORMAL_QUANTILE_90 * constants
    below, above = max(centre - float(logs.min()), 0.0), max(float(logs.max()) - centre, 0.0)
    down, up = min(part, below), min(part, above)
    # Between the quantiles it is where that many draws lie on either side, which is soon counted.
    outside = math.ceil((0.5 - BAND_LEVEL / 2) * (logs.size - 1)) + 1
    if all(
        np.count_nonzero(side > 2.0 * _AT_EDGE) >= outside
        for side in (centre - logs, logs - centre)
    ):
        return math.hypot(down, other), math.hypot(up, other)
    low, high = outer_quantiles(logs)
    if centre <= low + _AT_EDGE:
        up = max(up, high - centre)
    elif centre >= high - _AT_EDGE:
        down = max(down, centre - low)
    return math.hypot(down, other), math.hypot(up, other)


@runtime_checkable
class Predictor(Protocol):
    """What a module of `model.subsystems` exports as `PREDICTOR` to take part in `validate`.

    products         the values of the condition `product` it answers for.
    conditions       the conditions it understands, by name.
    metrics          the metrics it can predict.
    calibration_ids  ids of the published points its shipped constants rest on.
    draws(count)     the shipped constants: row 0 central, then count deterministic draws.
    predict          answers; raises `ConditionError` for conditions it does not understand.
    anchored         a predictor calibrated to one measured run alone, shipped constants as
                     priors; None where the model has nothing to calibrate to a customer.
    """

    @property
    def products(self) -> frozenset[str]: ...

    @property
    def conditions(self) -> Mapping[str, ConditionSpec]: ...

    @property
    def metrics(self) -> Sequence[str]: ...

    @property
    def calibration_ids(self) -> frozenset[str]: ...

    def draws(self, count: int) -> ConstantDraws: ...

    def predict(
        self, conditions: Sequence[Conditions], draws: ConstantDraws | None = None
    ) -> Evaluation: ...

    def anchored(
        self, conditions: Conditions, results: Mapping[str, float]
    ) -> Predictor | None: ...


def check_conditions(schema: Mapping[str, ConditionSpec], conditions: Conditions) -> None:
    """Refuse unknown keys, wrong types, values out of range and missing required ones.

    Raises ConditionError with one sentence that names the condition and the remedy.
    """
    for name, value in conditions.items():
        spec = schema.get(name)
        if spec is None:
            raise ConditionError(
                f"condition {name!r} is not known here; known are {', '.join(sorted(schema))}"
            )
        _check_value(spec, value)
    for name, spec in schema.items():
        if spec.required and name not in conditions:
            raise ConditionError(f"condition {name!r} is missing: {spec.doc}")


def _check_value(spec: ConditionSpec, value: Any) -> None:
    if spec.kind == "boolean":
        if not isinstance(value, bool):
            raise ConditionError(
                f"condition {spec.name!r} must be true or false, not {_shortened(value)}"
            )
    elif spec.kind in ("number", "integer"):
        _check_number(spec, value)
    elif spec.kind == "numbers":
        if not isinstance(value, (list, tuple)) or not value:
            raise ConditionError(f"condition {spec.name!r} must be a list of numbers: {spec.doc}")
        for item in value:
            _check_number(spec, item)
    elif spec.kind == "mapping":
        if not isinstance(value, Mapping):
            raise ConditionError(
                f"condition {spec.name!r} must be an object with {', '.join(spec.choices)}"
            )
        for key, item in value.items():
            if key not in spec.choices:
                raise ConditionError(
                    f"condition {spec.name!r} has no part {key!r}; known are "
                    f"{', '.join(spec.choices)}"
                )
            _check_number(spec, item)
    elif not isinstance(value, str):
        raise ConditionError(f"condition {spec.name!r} must be text, not {_shortened(value)}")
    elif spec.kind == "choice" and value not in spec.choices:
        raise ConditionError(
            f"condition {spec.name!r} is {_shortened(value)}; it must be one of "
            + ", ".join(spec.choices)
        )


def _is_finite(value: float) -> bool:
    try:
        return math.isfinite(value)
    except OverflowError:  # a whole number beyond what a float can hold
        return False


def _shortened(value: object) -> str:
    try:
        text = repr(value)
    except ValueError:  # more digits than Python agrees to print
        return "a number of thousands of digits"
    return text if len(text) <= _LONGEST_SHOWN else f"{text[:_LONGEST_SHOWN]}..."


def _check_number(spec: ConditionSpec, value: Any) -> None:
    if isinstance(value, bool) or not isinstance(value, (int, float)) or not _is_finite(value):
        raise ConditionError(
            f"condition {spec.name!r} must be a finite number, not {_shortened(value)}"
        )
    if spec.kind == "integer" and float(value) != math.floor(float(value)):
        raise ConditionError(
            f"condition {spec.name!r} must be a whole number, not {_shortened(value)}"
        )
    unit = f" {spec.unit}" if spec.unit else ""
    source = f" ({spec.source})" if spec.source else ""
    if spec.minimum is not None and value < spec.minimum:
        raise ConditionError(
            f"condition {spec.name!r} is {value:,g}{unit}; the least possible is "
            f"{spec.minimum:,g}{unit}{source}"
        )
    if spec.maximum is not None and value > spec.maximum:
        raise ConditionError(
            f"condition {spec.name!r} is {value:,g}{unit}; the limit is "
            f"{spec.maximum:,g}{unit}{source}"
        )
