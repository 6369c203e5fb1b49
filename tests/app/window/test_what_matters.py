"""What matters most, on random installations: signs and sizes of what a step of a setting does."""

from __future__ import annotations

import math
from itertools import pairwise

import pytest
from hypothesis import given

from app.window.whatif.levers import Lever, effect, levers
from model.catalogue import catalogue
from model.projection import build_baseline, project
from model.topology import Scenario, SetSetting, Topology, Value
from model.topology.growth import GROWTH
from tests.model.projection.test_random_installations import FEW, anchors, installations

CAPACITY = {"CPS", "MXT", "MAXDBAT", "CTHREAD", "VOLUMES", "VPSIZE"}
FASTER_ALONE = 0.02
"""Fewer engines slow one another down less: so much shorter may work be that waits for none."""
NOTICED = 2e-3


def between(lever: Lever) -> list[Value]:
    """The step down, half of it, today's value, and the same upward, each once, in order."""
    found: list[Value] = []
    ends = [end for end in (lever.down, lever.now, lever.up) if end is not None]
    for low, high in pairwise(ends):
        half: Value = math.sqrt(float(low) * float(high))
        half = round(float(half)) if lever.spec.type == "integer" else half
        found += [low, half]
    return list(dict.fromkeys([*found, ends[-1]]))


@pytest.mark.thorough
@FEW
@given(topology=installations())
def test_signs_are_those_of_capacity_and_sizes_are_reached_step_by_step(
    topology: Topology,
) -> None:
    """A bar is as long as what its step does, and half the step does a part of it: no bar is a jump
    of the solution, or a turn within the step that its end does not show."""
    baseline = build_baseline(topology)
    more = tuple(SetSetting(name, GROWTH.name, 30) for name in anchors(topology))
    base = Scenario("more", more)
    numbers = [one for one in levers(topology, catalogue()) if one.spec.type != "flag"]
    assert {one.spec.name for one in numbers} & CAPACITY
    for lever in numbers:
        values = between(lever)
        scenarios = [base.with_changes(lever.changes(value)) for value in values]
        start, *found = project(baseline, [base, *scenarios], bands=False)
        for work in start.workloads:
            for metric in {"etr_per_s", "response_ms"} & work.metrics.keys():
                steps = [effect(one, start, work.anchor, metric) for one in found]
                # What full servers or untold pools make of it may be no figure.
                told = [step is not None for step in steps]
                assert told[values.index(lever.now)]
                logs = [math.log1p(step[0] / 100.0) for step in steps if step is not None]
                here = sum(told[: values.index(lever.now)])
                assert logs[here] == pytest.approx(0.0, abs=1e-5)
                moves = [after - before for before, after in pairwise(logs)]
                up, down = max([*moves, 0.0]), -min([*moves, 0.0])
                said = lever.components, lever.spec.name, work.anchor, metric, logs
                assert min(up, down) < NOTICED, f"to and fro: {said}"
                if lever.spec.name in CAPACITY:
                    worse = up if metric == "response_ms" else down
                    least = FASTER_ALONE if lever.spec.name == "CPS" else NOTICED
                    assert worse < least, f"more of it is worse: {said}"
