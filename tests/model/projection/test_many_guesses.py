"""Many provisional values at once: as many projections as of few, and bands no narrower."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import pytest

from model.projection import build_baseline, project
from model.projection.assumed import cps_of
from model.projection.estimate import Estimate
from model.projection.many_guesses import FULL, WAYS, all_guesses, columns_of, signs_of
from model.projection.provisional import by_guesses, guesses, with_stand_ins
from model.quantiles import NORMAL_QUANTILE_90
from model.topology import Component, Scenario, Setting, Topology

SYSTEM = "lpar:SYSA"


@pytest.fixture(scope="module")
def managers():
    """The baseline of nine queue managers that nobody told anything of, in one partition."""
    parts = [Component("cpc:C", "cpc", "C"), Component(SYSTEM, "lpar", "SYSA", "cpc:C")]
    parts += [Component(f"mq_manager:Q{n}", "mq_manager", f"Q{n}", SYSTEM) for n in range(9)]
    return with_stand_ins(build_baseline(Topology({part.id: part for part in parts})))


def test_many_take_no_more_projections_than_few(managers) -> None:
    """43 components built by hand took 180 of them, and 22 s to the first figure."""
    assert sum(len(one.ends) for one in guesses(managers.topology)) > 2 * WAYS
    assert sum(len(one.ends) for one in all_guesses(managers.topology)) == 2 * WAYS
    few = managers.topology
    for n in range(5, 9):
        few = few.without_component(f"mq_manager:Q{n}")
    assert all_guesses(few) == guesses(few)


def test_neighbours_are_orthogonal_and_no_two_are_moved_alike() -> None:
    signs = signs_of(90)
    alike = np.abs(signs.T @ signs) / WAYS - np.eye(90)
    assert not alike[:15, :15].any()
    assert not alike[15:30, 15:30].any()
    assert np.sqrt(np.mean(alike**2)) == pytest.approx(1.0 / math.sqrt(WAYS), rel=0.1)


@pytest.mark.parametrize("each", [3, 4, 7])
def test_guesses_of_one_component_are_orthogonal(each: int) -> None:
    """Of nine managers some were cut in two by rounds: a band of log 1.67 instead of 1.95."""
    named = [str(n // each) for n in range(9 * each)]
    columns = columns_of(named)
    assert len(set(columns)) == len(columns)
    signs = signs_of(1 + max(columns))[:, columns]
    alike = (signs.T @ signs) / WAYS - np.eye(len(named))
    of_one = np.equal.outer(named, named)
    assert not alike[of_one].any()


def test_bands_are_as_wide_as_priors_and_name_what_makes_them(managers) -> None:
    (as_is,) = project(managers, [Scenario("As-is")])
    for work in as_is.workloads:
        rate, cpu = work.metrics["etr_per_s"], work.metrics["cpu_s_per_s"]
        name = managers.topology[work.anchor].name
        assert (rate.low, rate.high) == pytest.approx((20.0, 500.0))
        least = math.hypot(math.log(5.0), math.log(3.0))
        assert least <= math.log(cpu.high / cpu.value) <= 1.3 * least
        assert least <= math.log(cpu.value / cpu.low) <= 1.3 * least
        assert cpu.reasons[0].count(name) == 2
        assert cpu.reasons[0].count("Q") == 2


def test_work_that_was_carried_had_the_cps_for_it(managers) -> None:
    """Unknown CPs are as many as it takes; where they are told there is less work."""
    heavy = {
        part.id: replace(part, measured={
            name: replace(one, value=one.value * 20.0) if name == "messages_per_s" else one
            for name, one in part.measured.items()
        })
        for part in managers.topology.of_kind("mq_manager")
    }  # fmt: skip
    unknown = managers.topology.with_components(heavy.values())
    lpar = unknown[SYSTEM]
    told = unknown.with_component(replace(lpar, settings={"CPS": Setting(3)}))
    most = {}
    for topology in (unknown, told):
        moved = [end for guess in all_guesses(topology) for end in guess.ends]
        for end in moved:
            used = sum(map(cps_of, end.of_kind("mq_manager")))
            assert used <= FULL * (end[SYSTEM].number("CPS") or 0.0) * (1.0 + 1e-9)
            most[topology is told] = max(most.get(topology is told, 0.0), used)
    assert most[True] < most[False]


def test_only_what_makes_a_band_is_named_with_it(managers) -> None:
    """What is alike by chance passed for a reason: the load of a region that does not matter."""
    ways = [one for one in all_guesses(managers.topology) if one.together is not None]
    every = ways[0].together
    assert every is not None
    strength = np.full(len(every.said), 0.05)
    strength[3], strength[7] = 1.6, 0.8
    shifts = every.signs @ strength / NORMAL_QUANTILE_90
    ends = tuple((100.0 * math.exp(shift), 100.0 * math.exp(-shift)) for shift in shifts)
    found = by_guesses(Estimate(100.0, 100.0, 100.0, "ms"), ways, ends)
    told = [said for said in every.said if said in found.reasons[0]]
    assert told == [every.said[3], every.said[7]]
    assert math.hypot(1.6, 0.8) <= math.log(found.high / 100.0) <= 1.3 * math.hypot(1.6, 0.8)
