"""Small installations for the subsystem tests."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import pytest

from model.topology import Component, Measured, Setting, Topology

Build = Callable[..., Component]


def component(
    kind: str,
    name: str,
    parent: str | None = None,
    settings: Mapping[str, object] | None = None,
    measured: Mapping[str, float] | None = None,
) -> Component:
    return Component(
        name,
        kind,
        name,
        parent,
        {key: Setting(value) for key, value in (settings or {}).items()},
        {key: Measured(value, "") for key, value in (measured or {}).items()},
    )


@pytest.fixture
def part() -> Build:
    return component


@pytest.fixture
def install() -> Callable[..., Topology]:
    """A topology of an LPAR and the given components."""

    def build(*parts: Component, lpar: Mapping[str, object] | None = None) -> Topology:
        host = component("lpar", "SYSA", None, {"CPS": 4, **(lpar or {})})
        return Topology({item.id: item for item in (host, *parts)})

    return build


@pytest.fixture
def answers() -> Callable[..., dict[str, float]]:
    """Central figures of an anchor after settings are changed: {component: {setting: value}}."""

    def ask(
        model: object,
        topology: Topology,
        anchor: str,
        changes: Mapping[str, Mapping[str, object]] | None = None,
        draws: int = 0,
    ) -> dict[str, float]:
        as_is = model.conditions(topology, anchor, {})
        calibration = model.calibrate(as_is, model.measured(topology, anchor))
        changed = topology
        for name, values in (changes or {}).items():
            target = changed[name]
            for setting, value in values.items():
                target = target.with_setting(setting, Setting(value))
            changed = changed.with_component(target)
        evaluation = model.evaluate(
            [model.conditions(changed, anchor, {})], calibration.draws(draws)
        )
        return {name: float(values[0, 0]) for name, values in evaluation.metrics.items()}

    return ask
