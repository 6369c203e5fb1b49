"""Reports are incomplete and odd: every product model answers or refuses in one sentence."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from model.catalogue import catalogue, subsystem_models
from model.contract.evaluation import ConditionError
from model.contract.protocol import NotProjectable
from model.subsystems.common import ProductModel
from model.topology import Component, Measured, SetSetting, Setting, Topology, apply_change
from model.topology.kinds import ComponentKind, SettingSpec

MODELS = [m for m in subsystem_models() if isinstance(m, ProductModel)]
CHILDREN = {
    "cics_region": ("lsr_pool", "lsr_buffers", "vsam_file", "cics_connection"),
    "mq_manager": ("mq_bufferpool", "mq_pageset"),
    "db2_subsystem": ("db2_bufferpool", "db2_gbp", "db2_plan"),
}
FIGURES = st.sampled_from([0.0, 1.0, 3.0, 55.0, 1_000.0, 2.5e4, 1e7])


def values(spec: SettingSpec) -> st.SearchStrategy:
    if spec.type == "flag":
        return st.booleans()
    if spec.choices:
        return st.sampled_from(spec.values)
    if spec.type == "text":
        return st.sampled_from(["1", "A.B.C", ""])
    low = 0.0 if spec.minimum is None else spec.minimum
    ends = (spec.soft_maximum, spec.maximum, max(1e6, low))
    high = next(v for v in ends if v is not None)
    numbers = st.sampled_from([low, (low + high) / 2, high])
    return numbers.map(int) if spec.type == "integer" else numbers


@st.composite
def part_of(draw, kind: ComponentKind, name: str, parent: str | None) -> Component:
    chosen = {s.name: draw(st.none() | values(s)) for s in kind.settings}
    measured = {m.name: draw(st.none() | FIGURES) for m in kind.measures if "*" not in m.name}
    return Component(
        name,
        kind.name,
        name,
        parent,
        {key: Setting(value) for key, value in chosen.items() if value is not None},
        {key: Measured(value, "") for key, value in measured.items() if value is not None},
    )


@st.composite
def installations(draw, anchor_kind: str) -> Topology:
    kinds = catalogue()
    lpar = draw(part_of(kinds["lpar"], "SYSA", None))
    anchor = draw(part_of(kinds[anchor_kind], "X", "SYSA"))
    parts = [lpar, anchor]
    for number, child in enumerate(CHILDREN.get(anchor_kind, ())):
        parent = "X/1" if child == "lsr_buffers" else "X"
        name = "X/1" if child == "lsr_pool" else f"X/c{number}/D4096"
        parts.append(draw(part_of(kinds[child], name, parent)))
    return Topology({item.id: item for item in parts})


def check_sentence(text: str) -> None:
    assert len(text) > 20
    assert "\n" not in text


@pytest.mark.thorough
@pytest.mark.parametrize("model", MODELS, ids=lambda m: m.anchor_kind)
@settings(max_examples=25)
@given(data=st.data())
def test_any_figures_and_any_change_end_in_figures_or_in_a_sentence(model, data) -> None:
    topology = data.draw(installations(model.anchor_kind))
    try:
        as_is = model.conditions(topology, "X", {"SYSA": 0.5})
        calibration = model.calibrate(as_is, model.measured(topology, "X"))
    except (NotProjectable, ConditionError) as refusal:
        check_sentence(str(refusal))
        return
    draws = calibration.draws(8)
    target = data.draw(st.sampled_from([c for c in topology if c.kind != "lpar"]))
    spec = data.draw(st.sampled_from(catalogue()[target.kind].settings))
    change = SetSetting(target.id, spec.name, data.draw(values(spec)))
    try:
        changed = model.conditions(apply_change(topology, change, catalogue()), "X", {"SYSA": 0.5})
        evaluation = model.evaluate([as_is, changed], draws)
    except (NotProjectable, ConditionError) as refusal:
        check_sentence(str(refusal))
        return
    assert len(evaluation.extrapolated) == len(evaluation.reasons) == 2
    for name, figures in evaluation.metrics.items():
        assert figures.shape == (2, 9)
        known = figures[~np.isnan(figures)]
        assert np.all(known >= -1e-9), name
        assert np.all(np.isfinite(known)), name
    for use in evaluation.utilization.values():
        assert np.all(np.isnan(use) | ((use >= 0.0) & (use <= 1.0)))
    # Without a change nothing may move.
    alone = model.evaluate([as_is], draws)
    same = model.evaluate([dict(as_is)], draws)
    for name, figures in alone.metrics.items():
        assert np.array_equal(figures, same.metrics[name], equal_nan=True)
        assert np.allclose(figures[0], evaluation.metrics[name][0], equal_nan=True)
