"""Another text scale or language while running: the window is built anew, and one goes on in it."""

from __future__ import annotations

import pytest

from app.window.shell.window import WINDOWS, MainWindow
from app.window.theme import theme


@pytest.fixture
def renewed(qtbot, window):
    """Changes something and gives the window that took the place of the first."""

    def renew(change) -> MainWindow:
        change(window)
        made = WINDOWS[-1]
        assert made is not window
        qtbot.waitExposed(made)
        return made

    yield renew
    if WINDOWS and WINDOWS[-1] is not window:
        WINDOWS[-1].close()
    theme().apply("light", 1.0)


@pytest.mark.parametrize("change", ["scale", "language"])
def test_side_panel_canvas_and_history_are_kept(qtbot, window, renewed, change: str) -> None:
    """The side panel went back to the outline, and there was nowhere to go back to."""
    window.show_page("advice")
    page = window.pages["advice"]
    page.table.selectRow(1)
    finding = page.table.current().id
    page.tabs.setCurrentIndex(1)
    window.show_page("whatif")
    window.show_page("topology")
    topology = window.pages["topology"]
    topology.side.setCurrentIndex(1)
    view = topology.view
    view.topology_scene.toggle("lpar:SYSA")
    was_open = view.topology_scene.boxes["lpar:SYSA"].open
    view.zoom(1.3)
    view.horizontalScrollBar().setValue(view.horizontalScrollBar().value() + 37)
    scale, corner = view.transform().m11(), view.mapToScene(0, 0)

    made = renewed(lambda w: w.set_scale(1) if change == "scale" else w.set_language("de"))
    try:
        now = made.pages["topology"]
        assert made.current_page == "topology"
        assert now.side.currentIndex() == 1
        assert now.view.transform().m11() == pytest.approx(scale)
        assert now.view.topology_scene.boxes["lpar:SYSA"].open == was_open
        there = now.view.mapToScene(0, 0)
        assert abs(there.x() - corner.x()) < 3
        assert abs(there.y() - corner.y()) < 3
        assert made.history.can_go_back
        made.go_back()
        assert made.current_page == "whatif"
        made.go_back()
        assert made.current_page == "advice"
        assert made.pages["advice"].tabs.currentIndex() == 1
        assert made.pages["advice"].table.current().id == finding
        made.go_forward()
        assert made.current_page == "whatif"
    finally:
        from app.window.i18n import set_language

        set_language("en")


def test_what_scenarios_are_compared_with_is_kept(renewed, window) -> None:
    """Another language compared with the as-is again, and nobody had asked for it."""
    from app.window.i18n import set_language

    document = window.session.document
    document.branch()
    name = document.current
    window.show_page("compare")
    page = window.pages["compare"]
    page.base_box.setCurrentIndex(page.base_box.findData(name))
    page.base_box.activated.emit(page.base_box.currentIndex())
    page.metric_box.setCurrentIndex(1)
    try:
        made = renewed(lambda w: w.set_language("de")).pages["compare"]
        assert made is not page
        assert made.base == name
        assert made.base_box.currentData() == name
        assert made.metric_box.currentIndex() == 1
    finally:
        set_language("en")
