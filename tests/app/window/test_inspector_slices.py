"""What was measured of a component comes into the inspector in slices."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtWidgets import QLabel

from app.window.inspector import panel
from model.topology import Measured, Topology

NUCLEUS = "adabas_nucleus:10-1"
OTHER = "adabas_nucleus:10-2"
MANY = 300


@pytest.fixture
def inspector(window, session, monkeypatch):
    # However fast the machine is, a slice is over after its first row.
    monkeypatch.setattr(panel, "SLICE_S", 0.0)
    topology = session.document.topology
    components = dict(topology.components)
    for name in (NUCLEUS, OTHER):
        measured = {f"{name[-1]}_{n}": Measured(float(n), "") for n in range(MANY)}
        components[name] = replace(topology[name], measured=measured)
    session.document._topology = Topology(components, topology.links)
    return window.inspector


def rows_of(inspector, name: str) -> int:
    titles = (w.toolTip() for w in inspector._body.findChildren(QLabel))
    return sum(tip.startswith(f"{name[-1]}_") for tip in titles)


def test_settings_stand_there_at_once_and_figures_soon(qtbot, session, inspector) -> None:
    session.document.select([NUCLEUS])
    assert set(inspector.rows) >= {"LBP", "NT"}
    assert rows_of(inspector, NUCLEUS) == 0
    # All at once then: rows that came one by one squeezed those above them while they did.
    qtbot.waitUntil(lambda: rows_of(inspector, NUCLEUS) == MANY)


def test_another_component_has_none_of_those_that_were_to_come(qtbot, session, inspector) -> None:
    session.document.select([NUCLEUS])
    session.document.select([OTHER])
    qtbot.waitUntil(lambda: rows_of(inspector, OTHER) == MANY)
    qtbot.waitUntil(lambda: rows_of(inspector, NUCLEUS) == 0)
    session.document.select(())
    qtbot.wait(20)
    assert rows_of(inspector, OTHER) == 0
