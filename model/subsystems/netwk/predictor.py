"""Net-Work's part in `validate`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from model.contract.evaluation import (
    Conditions,
    ConditionSpec,
    ConstantDraws,
    Evaluation,
)
from model.subsystems.netwk import model
from model.subsystems.netwk.drivers import DRIVERS


@dataclass(frozen=True)
class NetworkPredictor:
    """The shipped drivers, or the same scaled to one measured connection."""

    link: float = 1.0
    cpu: float = 1.0

    @property
    def products(self) -> frozenset[str]:
        return frozenset({model.PRODUCT})

    @property
    def conditions(self) -> Mapping[str, ConditionSpec]:
        return model.SCHEMA

    @property
    def metrics(self) -> tuple[str, ...]:
        return ("etr_per_s", "network_itr_per_cpu_s")

    @property
    def calibration_ids(self) -> frozenset[str]:
        return frozenset(driver.test for driver in DRIVERS.values())

    def draws(self, count: int) -> ConstantDraws:
        return model.draws(count, self.link, self.cpu)

    def predict(
        self, conditions: Sequence[Conditions], draws: ConstantDraws | None = None
    ) -> Evaluation:
        return model.evaluate(conditions, self.draws(0) if draws is None else draws)

    def anchored(self, conditions: Conditions, results: Mapping[str, float]) -> NetworkPredictor:
        """Scaled so that one measured connection is met exactly; drivers keep their ratios."""
        found = model.evaluate([conditions]).metrics
        link = cpu = 1.0
        if results.get("etr_per_s"):
            link = float(found["etr_per_s"][0, 0]) / results["etr_per_s"]
        if results.get("network_itr_per_cpu_s"):
            cpu = float(found["network_itr_per_cpu_s"][0, 0]) / results["network_itr_per_cpu_s"]
        return NetworkPredictor(link, cpu)


PREDICTOR = NetworkPredictor()
