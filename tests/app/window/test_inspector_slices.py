"""Settings and what was measured of a component come into the inspector in slices."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtWidgets import QLabel

from app.window import slices
from app.window.inspector import panel
from app.window.inspector.rows import SettingRow
from model.topology import Measured, Topology

NUCLEUS = "adabas_nucleus:10-1"
OTHER = "adabas_nucleus:10-2"
MANY = 300


@pytest.fixture
def inspector(window, session, monkeypatch):
    # However fast the machine is, a slice is over after its first row.
    monkeypatch.setattr(panel, "FIRST_S", -1.0)
    monkeypatch.setattr(slices, "SLICE_S", -1.0)
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


def in_sight(inspector) -> list[str]:
    made = inspector._body.findChildren(SettingRow)
    return [row.spec.name for row in made if row.isVisibleTo(inspector)]


def test_settings_come_together_and_figures_after_them(qtbot, session, inspector) -> None:
    """A nucleus' settings were made in one go of 0.1 s of CPU, ten times a turn's share."""
    session.document.select([NUCLEUS])
    assert len(inspector._rows) == 1
    assert in_sight(inspector) == []
    # All at once: rows that came one by one squeezed those above them while they did.
    qtbot.waitUntil(lambda: bool(in_sight(inspector)))
    assert set(in_sight(inspector)) >= {"LBP", "NT"}
    assert rows_of(inspector, NUCLEUS) < MANY
    qtbot.waitUntil(lambda: rows_of(inspector, NUCLEUS) == MANY)


def test_who_asks_for_the_settings_finds_them_made(session, inspector) -> None:
    session.document.select([NUCLEUS])
    assert set(inspector.rows) >= {"LBP", "NT"}
    assert set(in_sight(inspector)) == set(inspector.rows)


def test_what_is_looked_for_is_sifted_out_of_rows_that_come_later(
    qtbot, session, inspector
) -> None:
    session.document.select([NUCLEUS])
    inspector.filter.setText("lbp")
    qtbot.waitUntil(lambda: bool(in_sight(inspector)))
    assert in_sight(inspector) == ["LBP"]


def test_another_component_has_none_of_those_that_were_to_come(qtbot, session, inspector) -> None:
    session.document.select([NUCLEUS])
    session.document.select([OTHER])
    qtbot.waitUntil(lambda: rows_of(inspector, OTHER) == MANY)
    qtbot.waitUntil(lambda: rows_of(inspector, NUCLEUS) == 0)
    session.document.select(())
    qtbot.wait(20)
    assert rows_of(inspector, OTHER) == 0
