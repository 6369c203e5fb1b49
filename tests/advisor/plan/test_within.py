"""Limits on the whole installation choose among what was tried: tighter is never better.

The toy has caches of several sizes that take storage and stop the paging, and a count that
multiplies what they take; what is used today is more than most limits allow.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import pytest

from advisor.engagement import Constraints, Options
from advisor.findings import Plan, PlanStep
from advisor.plan import best_plan
from advisor.plan.regardless import kept_within
from advisor.plan.reporting import without_plan
from advisor.rules.projecting import Projected
from model.topology import SetSetting
from tests.advisor.plan.test_consequences import of
from tests.advisor.plan.test_plan import effect, finding
from tests.remembering import groundwork

SIZES = (30, 26, 22, 18, 14, 10)
GB = 1024.0


@dataclass
class Caches:
    """Eight nuclei with 32 GB of cache each page; fewer or smaller caches do not."""

    room_gb: float = 240.0

    def __call__(self, batch):
        answers = []
        for changes in batch:
            wanted = of(changes)
            size, nuclei = wanted.get("SIZE", 32.0), wanted.get("N", 8.0)
            used = size * nuclei
            rate = 1000.0 * nuclei**0.6 * size**0.25 * (1.1 if wanted.get("S0") else 1.0)
            rate *= 0.5 if used > self.room_gb else 1.0
            answers.append(
                Projected(
                    {
                        "db:1": (
                            effect("etr_per_s", 6000.0, rate),
                            effect("storage_mb", 256 * GB, used * GB),
                            effect("paging_per_s", 900.0, 900.0 * (used > self.room_gb)),
                        )
                    },
                    busy=(("lpar:SYSA", ""),),
                )
            )
        return answers


def findings():
    sizes = [(SetSetting("db:1", "SIZE", size),) for size in SIZES]
    counts = [(SetSetting("db:1", "N", n),) for n in (10, 12)]
    return [
        finding(0),
        finding(1, changes=sizes[0], amounts=tuple(sizes[1:])),
        finding(2, changes=counts[0], amounts=tuple(counts[1:])),
    ]


def plan(limit_gb: float | None, **more) -> Plan:
    limits = Constraints(max_real_storage_gb=limit_gb, **more)
    return best_plan(findings(), Caches(), limits)


def test_a_looser_limit_never_refuses_nor_loses() -> None:
    rates = []
    for limit in (*range(60, 320, 10), None):
        found = plan(limit)
        if found.refused:
            rates.append(0.0)
            continue
        figures = {e.metric: e.after.value for e in found.projection}
        rates.append(figures["etr_per_s"])
        assert limit is None or figures["storage_mb"] <= limit * GB
    assert rates == sorted(rates)
    # 80 GB is the smallest cache for today's nuclei.
    assert [limit for limit, rate in zip(range(60, 320, 10), rates, strict=False) if not rate] == [
        60,
        70,
    ]


def test_a_refusal_says_what_comes_nearest_and_nothing_of_after_the_plan() -> None:
    found = plan(70)
    assert str(found.refused) == (
        "No combination of the findings meets the constraints. The nearest to them: 80.0 GB would "
        "be used, 70 GB are allowed."
    )
    assert not any("after the plan" in said for said in found.binding)
    assert any("after the plan" in said for said in plan(80).binding)


@pytest.mark.parametrize("limit", [80.0, 150.0])
def test_a_plan_within_a_limit_says_what_the_limit_costs(limit: float) -> None:
    assert any(f"{limit:g} GB are allowed" in said for said in plan(limit).binding)


def test_what_is_done_regardless_stays_within_the_limit_too() -> None:
    larger = finding(7, changes=(SetSetting("db:1", "S7", 1),), required=True)

    class Taking(Caches):
        def __call__(self, batch):
            answers = super().__call__(batch)
            for n, changes in enumerate(batch):
                if of(changes).get("S7"):
                    effects = {**answers[n].effects, "pool:1": (effect("storage_mb", 0, 9 * GB),)}
                    answers[n] = Projected(effects)
            return answers

    limits = Constraints(max_real_storage_gb=80.0)
    found = best_plan([*findings(), larger], Taking(), limits)
    assert not found.refused
    assert larger.id not in found.findings
    assert "89.0 GB would be used" in found.left_out[larger.id]
    assert larger.id in best_plan([*findings(), larger], Taking()).findings


def test_amounts_page_nowhere_in_their_band_with_what_is_done_besides() -> None:
    """Neither by leaving out of the choice what is done all the same, nor by a whole step less.

    240 GB are room for 8 x 30, and not for the 4 GB more that a required finding takes: with it
    only the band's end pages, and 29 is between two amounts that the rule offers.
    """
    larger = finding(7, changes=(SetSetting("db:1", "S7", 1),), required=True)

    class Near(Caches):
        def __call__(self, batch):
            answers = super().__call__(batch)
            for n, changes in enumerate(batch):
                wanted = of(changes)
                used = wanted.get("SIZE", 32.0) * 8 + 4 * wanted.get("S7", 0)
                most = 900.0 * (used > self.room_gb)
                effects = list(answers[n].effects["db:1"])
                paging = next(e for e in effects if e.metric == "paging_per_s")
                after = replace(paging.after, high=max(paging.after.high, most))
                effects[effects.index(paging)] = replace(paging, after=after)
                answers[n] = replace(answers[n], effects={"db:1": tuple(effects)})
            return answers

    cache = finding(1, changes=findings()[1].changes, amounts=findings()[1].amounts)
    sizes = {}
    for name, found in (
        ("alone", best_plan([cache], Near())),
        ("beside", best_plan([cache, larger], Near())),
    ):
        (paging,) = (e.after for e in found.projection if e.metric == "paging_per_s")
        assert paging.high == 0.0
        amended = {f.id: f for f in found.amended}
        (change,) = amended.get(cache.id, cache).changes
        sizes[name] = change.value
    assert larger.id in found.findings
    assert sizes == {"alone": 30, "beside": 29}


def test_fewer_changes_are_never_better() -> None:
    rates = []
    for most in range(1, 5):
        projection = plan(None, max_changes=most).projection
        (rate,) = (e.after.value for e in projection if e.metric == "etr_per_s")
        rates.append(rate)
    assert rates == sorted(rates)


def going_further():
    """The cache's finding keeps its reads alone, so that smaller ones are for limits only."""
    sizes = [(SetSetting("db:1", "SIZE", size),) for size in SIZES]
    counts = [(SetSetting("db:1", "N", n),) for n in (10, 12)]
    return [
        finding(0),
        finding(1, changes=sizes[0], returning=tuple(sizes[1:])),
        finding(2, changes=counts[0], amounts=tuple(counts[1:])),
    ]


def test_limits_take_amounts_that_return_more_than_a_rule_has_to() -> None:
    wide = best_plan(going_further(), Caches(), Constraints(max_real_storage_gb=300.0))
    assert not wide.refused
    rates = []
    for limit in (80, 120, 160, 200, 300):
        found = best_plan(going_further(), Caches(), Constraints(max_real_storage_gb=limit))
        assert not found.refused
        (rate,) = (e.after.value for e in found.projection if e.metric == "etr_per_s")
        rates.append(rate)
    assert rates == sorted(rates)
    assert best_plan(going_further(), Caches(), Constraints(max_real_storage_gb=79.0)).refused


class Asking:
    """Rules that ask for more nuclei, with a cache to fit, once another finding is in effect."""

    quiet = held_back = ()

    def released(self, changes):
        return ()

    lacking = released

    def linked(self, component):
        return frozenset({component})

    def __init__(self, asked, after):
        self.asked, self.after = asked, after

    def follow(self, changes):
        return (self.asked,) if of(changes).get(self.after) else ()

    def stands(self, finding, changes):
        return True

    def restated(self, finding, changes, effects, note):
        return finding

    def effects_of(self, finding, outcome):
        return ()


def test_leaving_a_finding_out_never_makes_a_refused_limit_feasible() -> None:
    smallest = finding(9, changes=(SetSetting("db:1", "N", 9), SetSetting("db:1", "SIZE", 5)))
    adviser = Asking(smallest, "S0")
    for left_out in ((), ("R00",), ("R02",)):
        limits = Constraints(max_real_storage_gb=45.0, excluded_rules=left_out)
        found = best_plan(going_further(), Caches(), limits, adviser=adviser)
        assert bool(found.refused) == ("R00" in left_out), found.refused


@pytest.mark.thorough
def test_limits_on_the_sample_are_monotone(sample_readings) -> None:
    ground = groundwork(sample_readings, Options(bands=False))
    advice = ground.advice

    def rate(limit: float | None, *excluded: str) -> float:
        limits = Constraints(max_real_storage_gb=limit, excluded_rules=excluded)
        found = best_plan(advice.findings, ground.projector, limits, adviser=advice)
        used = {e.metric: e.after.value for e in found.projection}
        return 0.0 if found.refused else used["etr_per_s"]

    limits = (110.0, 120.0, 145.0, None)
    rates = [rate(limit) for limit in limits]
    assert rates == sorted(rates)
    assert [limit for limit, found in zip(limits, rates, strict=True) if not found] == [110.0]
    assert not rate(110.0, "ADA-026")
    assert rate(145.0, "ADA-026")
    # Who leaves the smaller caches out leaves their sizes alone: 266 GB are in use as it is.
    assert not rate(145.0, "ADA-013")
    assert rate(280.0, "ADA-013")


def test_beyond_a_limit_no_step_takes_storage_however_little() -> None:
    buffers = finding(7, changes=(SetSetting("pool:1", "S7", 1),), required=True)
    buffers = replace(buffers, projection=(effect("storage_mb", 5.0, 5.3),))
    mended, left = finding(8, changes=(SetSetting("pool:1", "S8", 1),), required=True), {}
    limits = Constraints(max_real_storage_gb=70.0)
    assert kept_within([buffers, mended], (), Caches(), limits, left) == [mended]
    assert left[buffers.id].sentence == "256.0 GB would be used, 70 GB are allowed"


def test_steps_without_a_plan_say_that_the_limit_stays_exceeded() -> None:
    limits, steps = Constraints(max_real_storage_gb=70.0), (PlanStep("R08@db:1", (), None),)
    whole = Projected({"db:1": (effect("storage_mb", 256 * GB, 255 * GB),)})
    said = without_plan("None.", steps, whole, limits)
    assert said is not None
    assert said.endswith("exceeded: 255.0 GB are used with them, 256.0 GB today.")
    # Nothing is said of steps that there are none of, or that bring what is used below the limit.
    assert without_plan("None.", (), whole, limits) == "None."
    assert without_plan("None.", steps, whole, Constraints(max_real_storage_gb=255.5)) == "None."
    unprojected = finding(8, changes=(), required=True)
    found = best_plan([*findings(), unprojected], Caches(), limits)
    assert found.findings == (unprojected.id,)
    assert str(found.refused).endswith("elsewhere and leave the limits exceeded.")


def test_a_plan_within_a_limit_counts_its_storage_as_the_limit_does() -> None:
    found = plan(150)
    (said,) = (s for s in found.binding if "with the plan" in s)
    used = next(e for e in found.projection if e.metric == "storage_mb")
    assert f"use {used.after.value / GB:,.1f} GB with the plan, {used.before / GB:,.1f} GB" in said
    assert not any("with the plan" in s for s in plan(None).binding)
