"""The topology's page by itself, for tests of the canvas."""

from __future__ import annotations

from app.window.canvas.page import TopologyPage


def shown_topology(qtbot, document) -> TopologyPage:
    """All of it in sight."""
    made = TopologyPage(document)
    qtbot.addWidget(made)
    made.resize(1200, 800)
    made.show()
    qtbot.waitExposed(made)
    made.view.fit()
    return made
