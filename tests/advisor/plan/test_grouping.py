"""Groups too large to be enumerated are taken apart by what pairs were measured to do together."""

from __future__ import annotations

import itertools
import random
from collections.abc import Mapping, Sequence

import pytest

from advisor.engagement import Constraints
from advisor.findings import Effect, Finding, Risk
from advisor.plan import best_plan
from advisor.rules.projecting import Projected
from model.projection.estimate import Estimate
from model.topology import Change, SetSetting

EVERYTHING = Constraints(min_gain_pct=0)
FINDINGS = 12


def finding(number: int) -> Finding:
    return Finding(
        id=f"R{number:02}@db:1",
        rule=f"R{number:02}",
        title=f"finding {number}",
        subsystem="test",
        component="db:1",
        severity="low",
        explanation="",
        changes=(SetSetting("db:1", f"S{number}", 1),),
        change_texts=(),
        evidence=(),
        sources=(),
        risk=Risk("low"),
        effort="recycle",
    )


class Points:
    """A model in which settings bring points, some of them only together."""

    def __init__(
        self, alone: Mapping[int, float], together: Mapping[tuple[int, ...], float]
    ) -> None:
        self.alone, self.together, self.evaluated = alone, together, 0

    def points(self, chosen: set[int]) -> float:
        return sum(self.alone.get(n, 0.0) for n in chosen) + sum(
            more for several, more in self.together.items() if set(several) <= chosen
        )

    def __call__(self, batch: Sequence[tuple[Change, ...]]) -> list[Projected]:
        self.evaluated += len(batch)
        answers = []
        for changes in batch:
            chosen = {int(c.setting[1:]) for c in changes if isinstance(c, SetSetting)}
            rate = 100.0 + self.points(chosen)
            after = Estimate(rate, rate, rate, "")
            answers.append(Projected({"db:1": (Effect("etr_per_s", "", 100.0, after),)}))
        return answers

    def best(self) -> float:
        return max(
            self.points(set(chosen))
            for size in range(FINDINGS + 1)
            for chosen in itertools.combinations(range(FINDINGS), size)
        )


def clusters(seed: int) -> Points:
    """Three groups of four that have nothing to do with one another."""
    source = random.Random(seed)
    alone = {n: source.uniform(-2.0, 3.0) for n in range(FINDINGS)}
    together = {
        pair: source.choice((-1.0, 1.0)) * source.uniform(0.5, 4.0)
        for first in (0, 4, 8)
        for pair in itertools.combinations(range(first, first + 4), 2)
    }
    return Points(alone, together)


@pytest.mark.parametrize("seed", range(10))
def test_what_does_nothing_together_is_searched_apart_and_proven(seed: int) -> None:
    model = clusters(seed)
    plan = best_plan([finding(n) for n in range(FINDINGS)], model, EVERYTHING)
    assert plan.optimal
    assert model.points({int(name[1:3]) for name in plan.findings}) == pytest.approx(model.best())
    assert model.evaluated < 1 << FINDINGS >> 2


def test_what_does_something_together_only_beside_the_best_set_is_searched_together() -> None:
    """7 and 8 undo one another once 0 is there, which nothing shows on the installation as is."""
    model = clusters(1)
    model.together = {**model.together, (0, 7, 8): -20.0}
    model.alone = {**model.alone, 0: 9.0, 7: 9.0, 8: 9.0}
    plan = best_plan([finding(n) for n in range(FINDINGS)], model, EVERYTHING)
    chosen = {int(name[1:3]) for name in plan.findings}
    assert not {0, 7, 8} <= chosen
    assert model.points(chosen) == pytest.approx(model.best())


def test_where_everything_does_something_together_nothing_is_claimed() -> None:
    source = random.Random(5)
    every = itertools.combinations(range(FINDINGS), 2)
    model = Points(
        dict.fromkeys(range(FINDINGS), 1.0), {pair: source.uniform(0.2, 1.0) for pair in every}
    )
    assert not best_plan([finding(n) for n in range(FINDINGS)], model, EVERYTHING).optimal
