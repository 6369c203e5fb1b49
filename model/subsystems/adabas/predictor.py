"""The family's part in `validate`: shipped constants, or calibrated to one run."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from model.contract.evaluation import (
    Conditions,
    ConditionSpec,
    ConstantDraws,
    Evaluation,
    Predictor,
)
from model.subsystems.adabas.constants import shipped_draws, stored
from model.subsystems.adabas.customer import calibrate
from model.subsystems.adabas.model import evaluate
from model.subsystems.adabas.schema import PRODUCTS, SCHEMA

PREDICTED = ("etr_per_s", "itr_per_cpu_s", "reads_per_s", "buffer_efficiency", "paging_per_s")


@dataclass(frozen=True)
class AdabasPredictor:
    """Adabas without a network in between, by the shipped calibration."""

    @property
    def products(self) -> frozenset[str]:
        return frozenset(PRODUCTS)

    @property
    def conditions(self) -> Mapping[str, ConditionSpec]:
        return SCHEMA

    @property
    def metrics(self) -> tuple[str, ...]:
        return PREDICTED

    @property
    def calibration_ids(self) -> frozenset[str]:
        return stored().points

    def draws(self, count: int) -> ConstantDraws:
        return shipped_draws(count)

    def predict(
        self, conditions: Sequence[Conditions], draws: ConstantDraws | None = None
    ) -> Evaluation:
        return evaluate(conditions, draws)

    def anchored(self, conditions: Conditions, results: Mapping[str, float]) -> Predictor | None:
        """Calibrated to one run as to a customer's installation, shipped constants as priors."""
        found = calibrate(conditions, results)
        return CalibratedPredictor(found.draws(256), found.refused)


@dataclass(frozen=True)
class CalibratedPredictor(AdabasPredictor):
    """The same with a customer's draws; `refused` says why such a baseline may not advise."""

    customer: ConstantDraws
    refused: str | None = None

    def draws(self, count: int) -> ConstantDraws:
        return ConstantDraws(self.customer.names, self.customer.values[: count + 1])

    def predict(
        self, conditions: Sequence[Conditions], draws: ConstantDraws | None = None
    ) -> Evaluation:
        return evaluate(conditions, self.draws(0) if draws is None else draws)


PREDICTOR = AdabasPredictor()
