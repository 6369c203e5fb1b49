"""Any setting of the sample at either end of its range: figures or a sentence, and no warning."""

from __future__ import annotations

import warnings
from functools import cache
from random import Random

import pytest

from advisor.installation import build_installation
from advisor.reading import read_path
from app.paths import sample
from model.catalogue import catalogue
from model.projection import Baseline, build_baseline, project
from model.topology import Scenario, SetSetting, SettingSpec

WIDEST = 1e9


@cache
def baseline() -> Baseline:
    return build_baseline(build_installation(tuple(read_path(sample("engagement")))).topology)


def value(spec: SettingSpec, dice: Random) -> float | int:
    low = 0.0 if spec.minimum is None else spec.minimum
    high = WIDEST if spec.maximum is None else spec.maximum
    found = dice.choice([low, high, (low + high) / 2, low + (high - low) * dice.random() ** 6])
    return int(found) if spec.type == "integer" else found


def campaign(seed: int, rounds: int) -> None:
    dice = Random(seed)
    known = [
        (component.id, spec)
        for component in baseline().topology
        if (kind := catalogue().get(component.kind)) is not None
        for spec in kind.settings
        if spec.type in ("integer", "number")
    ]
    for _ in range(rounds):
        scenarios = []
        for _scenario in range(8):
            some = [dice.choice(known) for _change in range(dice.choice([1, 1, 2, 3]))]
            changes = (SetSetting(at, spec.name, value(spec, dice)) for at, spec in some)
            scenarios.append(Scenario("extreme", tuple(changes)))
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            found = project(baseline(), scenarios)
        for projection in found:
            for workload in projection.workloads:
                for metric, estimate in workload.metrics.items():
                    ends = (estimate.low, estimate.value, estimate.high)
                    assert ends == tuple(sorted(ends)), (projection.scenario, metric, ends)


@pytest.mark.thorough
@pytest.mark.parametrize("seed", [2, 3])
def test_extremes(seed: int) -> None:
    campaign(seed, 25)


@pytest.mark.campaign
@pytest.mark.parametrize("seed", range(4, 40))
def test_many_extremes(seed: int) -> None:
    campaign(seed, 25)
