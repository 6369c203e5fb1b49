"""Draws of the band that stand otherwise than the figures lead one another."""

from __future__ import annotations

from pathlib import Path

import pytest

import model.queueing.installation.iteration as iteration
from model.catalogue import catalogue
from model.projection import build_baseline, project
from model.topology import Scenario, SetSetting
from model.topology.documents import installation_from

TEMPLATES = Path(__file__).parents[3] / "resources" / "templates"


def test_draws_of_a_full_task_lead_one_another(monkeypatch: pytest.MonkeyPatch) -> None:
    """A QR TCB that is nearly full, and full in every second draw: the figures, in which it is
    not, led none of those, and each of 35 was searched for by itself, in 20 ms."""
    alone: list[int] = []
    in_ways = iteration.begun_in_ways

    def counted(*begun):
        alone.append(1)
        return in_ways(*begun)

    document = (TEMPLATES / "mq-cics.json").read_text(encoding="utf-8")
    topology = installation_from(document, catalogue())
    baseline = build_baseline(topology)
    (lpar,) = topology.of_kind("lpar")
    scenario = Scenario("fewer CPs", (SetSetting(lpar.id, "CPS", 3),))
    monkeypatch.setattr(iteration, "begun_in_ways", counted)
    (found,) = project(baseline, [scenario])
    assert found.converged
    assert len(alone) <= 20
