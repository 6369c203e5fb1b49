"""What a machine shares out moves its own partitions, and nobody else's."""

from __future__ import annotations

import pytest

import model.projection.engine as engine
from app.bench.installation import large
from model.projection import build_baseline, project
from model.topology import Scenario, SetSetting
from model.topology.growth import GROWTH


def test_partitions_of_other_machines_are_not_asked_anew(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Four machines that share DASD two by two: what is asked of the first two was asked of all."""
    asked: list[tuple[str, ...]] = []
    whole = engine.asked_of

    def counted(members, *given):
        asked.append(tuple(one.anchor for one in members))
        return whole(members, *given)

    baseline = build_baseline(large(4, 2))
    grown = Scenario("more", (SetSetting("SYS00C0", GROWTH.name, 5.0),))
    project(baseline, [Scenario("as-is")], bands=False)
    monkeypatch.setattr(engine, "asked_of", counted)
    (found,) = project(baseline, [grown], bands=False)
    assert found.converged
    assert len(asked) >= 2  # once more with the CPs that the machine shares out then
    assert all("SYS00C0" in names for names in asked)
