"""Amounts chosen given the others, and findings that only pay beside others, against all there is.

The toy model has three kinds of settings: switches that multiply throughput, sizes with an optimum
that switches move, and a count that pays only once a switch has taken the bottleneck away.
"""

from __future__ import annotations

import itertools
import random
from dataclasses import dataclass, field, replace

import pytest

from advisor.engagement import Constraints
from advisor.findings import Finding
from advisor.plan import best_plan
from advisor.plan.consequences import ENOUGH, OTHER_AMOUNT, OTHER_SET
from advisor.plan.problem import WOKEN
from advisor.rules.projecting import Projected
from model.topology import Change, SetSetting
from tests.advisor.plan.test_plan import EVERYTHING, effect, finding

SIZES = (1, 2, 3, 4)
COUNTS = (2, 3, 4, 6)


def of(changes: tuple[Change, ...]) -> dict[str, float]:
    return {c.setting: float(c.value) for c in changes if isinstance(c, SetSetting)}


@dataclass
class Plant:
    """``S0`` and ``S1`` are switches, ``S2`` a size, ``N`` a count that shares the size out."""

    switches: tuple[float, float]
    best_size: dict[tuple[bool, bool], float]
    unlocking: tuple[bool, bool]
    evaluated: int = 0
    known: dict[tuple[Change, ...], float] = field(default_factory=dict)

    def rate(self, changes: tuple[Change, ...]) -> float:
        wanted = of(changes)
        on = (bool(wanted.get("S0")), bool(wanted.get("S1")))
        rate = 100.0 * (self.switches[0] if on[0] else 1.0) * (self.switches[1] if on[1] else 1.0)
        size, count = wanted.get("S2", 2.0), wanted.get("N", 1.0)
        rate *= 1.0 - 0.03 * (size * count - self.best_size[on]) ** 2 / 4.0
        free = all(a or not b for a, b in zip(on, self.unlocking, strict=True))
        return max(1.0, rate * (1.0 + (0.08 if free else -0.03) * min(count - 1, 3)))

    def __call__(self, batch):
        answers = []
        for changes in batch:
            self.evaluated += 1
            answers.append(Projected({"db:1": (effect("etr_per_s", 100.0, self.rate(changes)),)}))
        return answers


@dataclass
class Rules:
    """A rule that would have more of ``N``, dividing the size in effect among them."""

    quiet: tuple[Finding, ...] = ()
    held_back: tuple[tuple[Finding, str, tuple[str, ...]], ...] = ()

    def released(self, changes):
        return ()

    lacking = released

    def linked(self, component):
        return frozenset({component})

    def follow(self, changes):
        size = of(changes).get("S2", 2.0)
        versions = [
            (SetSetting("db:1", "N", n), SetSetting("db:1", "S2", size / n)) for n in COUNTS
        ]
        return (finding(9, changes=versions[0], amounts=tuple(versions[1:])),)

    def stands(self, found, changes):
        return True

    def restated(self, found, changes, effects, note):
        return replace(found, changes=changes, projection=effects, notes=(*found.notes, note))

    def effects_of(self, found, outcome):
        return outcome.effects.get("db:1", ())


def findings() -> list[Finding]:
    sizes = [(SetSetting("db:1", "S2", size),) for size in SIZES]
    return [
        finding(0),
        finding(1),
        finding(2, changes=sizes[0], amounts=tuple(sizes[1:])),
    ]


def brute_force(plant: Plant) -> float:
    """The best of everything there is: sets, sizes, and counts that share the size out."""
    best = 0.0
    for s0, s1, size, count in itertools.product((0, 1), (0, 1), (None, *SIZES), (None, *COUNTS)):
        changes = [SetSetting("db:1", name, 1) for name, on in (("S0", s0), ("S1", s1)) if on]
        effective = 2.0 if size is None else float(size)
        if count is not None:
            changes.append(SetSetting("db:1", "N", count))
            effective /= count
        if size is not None or count is not None:
            changes.append(SetSetting("db:1", "S2", effective))
        best = max(best, plant.rate(tuple(changes)))
    return best


def plant(seed: int) -> Plant:
    source = random.Random(seed)
    return Plant(
        (source.uniform(0.95, 1.1), source.uniform(0.95, 1.1)),
        {key: source.uniform(0.5, 5.0) for key in itertools.product((False, True), repeat=2)},
        source.choice([(True, False), (False, True), (True, True)]),
    )


@pytest.mark.parametrize("seed", range(60))
def test_the_best_of_all_sets_amounts_and_consequences_is_found(seed: int) -> None:
    model = plant(seed)
    plan = best_plan(findings(), model, EVERYTHING, adviser=Rules())
    assert plan.optimal
    reached = plan.projection[0].after.value if plan.projection else 100.0
    # A cheaper count, the rules' own amounts and what is measured are preferred within these.
    margin = ENOUGH + OTHER_AMOUNT + OTHER_SET + WOKEN
    assert reached >= brute_force(model) - margin
    assert model.evaluated < 600


@pytest.mark.parametrize("seed", range(60))
def test_a_plan_sets_everything_once(seed: int) -> None:
    asked = findings()
    plan = best_plan(asked, plant(seed), adviser=Rules())
    amended = {f.id: f for f in plan.amended}
    known = {f.id: amended.get(f.id, f) for f in asked} | amended
    values: dict[str, set[float]] = {}
    for name in plan.findings:
        for setting, value in of(known[name].changes).items():
            values.setdefault(setting, set()).add(value)
    assert all(len(found) == 1 for found in values.values()), values
    joint = plant(seed).rate(tuple(c for name in plan.findings for c in known[name].changes))
    if plan.projection:
        assert plan.projection[0].after.value == pytest.approx(joint)


def test_the_count_follows_the_switch_and_shares_the_size_out() -> None:
    even = dict.fromkeys(itertools.product((False, True), repeat=2), 4.0)
    plan = best_plan(findings(), Plant((1.05, 0.9), even, (True, False)), adviser=Rules())
    amended = {f.id: f for f in plan.amended}
    assert plan.findings[-1] == "R09@db:1"
    # The size is the other finding's, which is a step of its own.
    assert of(amended["R09@db:1"].changes) == {"N": 4.0}
    assert any("R02 sets S2" in note for note in amended["R09@db:1"].notes)
    assert "R02@db:1" in plan.findings
    assert of(amended.get("R02@db:1", finding(2)).changes) == {"S2": 1.0}
    assert any("Nothing measured calls for it yet" in n for n in amended["R09@db:1"].notes)


def test_what_is_excluded_or_beyond_the_limit_does_not_follow() -> None:
    even = dict.fromkeys(itertools.product((False, True), repeat=2), 4.0)
    model = Plant((1.05, 0.9), even, (True, False))
    excluded = best_plan(findings(), model, Constraints(excluded_rules=("R09",)), adviser=Rules())
    assert "R09@db:1" not in excluded.findings
    rejected = best_plan(findings(), model, rejected=("R09@db:1",), adviser=Rules())
    assert "R09@db:1" not in rejected.findings
    single = best_plan(findings(), model, Constraints(max_changes=1), adviser=Rules())
    assert len(single.findings) == 1


def test_a_finding_that_gains_nothing_alone_joins_those_it_helps() -> None:
    def rate(changes: tuple[Change, ...]) -> float:
        on = of(changes)
        return (
            100.0
            * (1.05 if "S0" in on else 1.0)
            * ((1.2 if "S0" in on else 0.95) if "S7" in on else 1.0)
        )

    def projector(batch):
        return [Projected({"db:1": (effect("etr_per_s", 100.0, rate(c)),)}) for c in batch]

    class Quiet(Rules):
        def follow(self, changes):
            return ()

    plan = best_plan([finding(0)], projector, adviser=Quiet((finding(7),)))
    assert plan.findings == ("R00@db:1", "R07@db:1")
    alone = best_plan(
        [finding(0)], projector, Constraints(excluded_rules=("R00",)), (), Quiet((finding(7),))
    )
    assert alone.findings == ()
    assert "R07@db:1" not in alone.left_out


@pytest.mark.parametrize("follows", [False, True])
def test_a_cheaper_amount_that_does_as_much_beside_the_others_is_taken(follows: bool) -> None:
    """What a rule needs alone may be more than it needs beside a change that shrinks the need."""
    other = "S7" if follows else "S0"

    def rate(changes: tuple[Change, ...]) -> float:
        on = of(changes)
        needed = 4.0 if other in on else 8.0
        return 100.0 * (1.05 if other in on else 1.0) * (1.0 + min(on.get("S2", 0.0), needed) / 100)

    def projector(batch):
        return [Projected({"db:1": (effect("etr_per_s", 100.0, rate(c)),)}) for c in batch]

    class Following(Rules):
        def follow(self, changes):
            return (finding(7),) if follows else ()

    def taken(*sizes: float) -> float:
        own, *others = [(SetSetting("db:1", "S2", size),) for size in sizes]
        cheaper = sum(size < sizes[0] for size in sizes)
        asked = replace(finding(2, changes=own, amounts=tuple(others)), cheaper=cheaper)
        others_asked = [] if follows else [finding(0)]
        plan = best_plan([*others_asked, asked], projector, adviser=Following())
        assert set(plan.findings) == {asked.id, "R07@db:1" if follows else "R00@db:1"}
        amended = {f.id: f for f in plan.amended}
        return of(amended.get(asked.id, asked).changes)["S2"]

    assert taken(8, 2, 4, 6) == 4
    assert taken(4, 2, 6, 8) == 4  # What is dearer has to bring something.
