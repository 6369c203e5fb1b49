"""The part of `validate` that every small product shares (`contract.evaluation.Predictor`)."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from model.contract.evaluation import (
    Conditions,
    ConditionSpec,
    ConstantDraws,
    Evaluation,
    FloatArray,
    check_conditions,
)
from model.subsystems.common.answers import Answer, stacked
from model.subsystems.common.constants import load_constants

Respond = Callable[[Conditions, Mapping[str, FloatArray]], Answer]


def conditions_of(*specs: ConditionSpec) -> Mapping[str, ConditionSpec]:
    """Conditions by name, with the product that they are of."""
    product = ConditionSpec("product", "text", "the product", required=True)
    return {spec.name: spec for spec in (product, *specs)}


@dataclass(frozen=True)
class ProductPredictor:
    """Predicts a product's published figures from conditions alone.

    ``fitted`` is the file of its constants. ``factors`` are those of one measured run when the
    predictor was anchored to it: the ratio of measured to predicted per
    metric, which stands for the customer's machine and workload.
    """

    products: frozenset[str]
    conditions: Mapping[str, ConditionSpec]
    metrics: tuple[str, ...]
    fitted: str
    respond: Respond
    factors: Mapping[str, float] = field(default_factory=dict)

    @property
    def calibration_ids(self) -> frozenset[str]:
        """Ids of the published points the constants rest on."""
        return load_constants(self.fitted).points

    def draws(self, count: int) -> ConstantDraws:
        """The shipped constants: row 0 central, then ``count`` draws."""
        return load_constants(self.fitted).draws(count)

    def predict(
        self, conditions: Sequence[Conditions], draws: ConstantDraws | None = None
    ) -> Evaluation:
        """All metrics of all conditions; ConditionError for conditions that are not known."""
        used = self.draws(0) if draws is None else draws
        columns = {name: used.column(name) for name in used.names}
        answers = []
        for condition in conditions:
            check_conditions(self.conditions, condition)
            answer = self.respond(condition, columns)
            for name, factor in self.factors.items():
                if name in answer.metrics:
                    answer.metrics[name] = np.asarray(answer.metrics[name]) * factor
            answers.append(answer)
        return stacked(answers, used.count)

    def anchored(
        self, conditions: Conditions, results: Mapping[str, float]
    ) -> ProductPredictor | None:
        """The predictor scaled to one measured run; ``None`` when that run says nothing."""
        evaluation = replace(self, factors={}).predict([conditions])
        factors = {}
        for name, measured in results.items():
            if name in evaluation.metrics and measured > 0.0:
                predicted = float(evaluation.metrics[name][0, 0])
                if math.isfinite(predicted) and predicted > 0.0:
                    factors[name] = measured / predicted
        return replace(self, factors=factors) if factors else None
