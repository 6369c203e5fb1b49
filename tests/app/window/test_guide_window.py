"""F1 leads to the guide, at the page in hand."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication

from app.window.shell.guide import show_guide
from app.window.shell.help import guide_page


def test_f1_says_what_can_be_done_and_a_second_time_opens_the_guide(qtbot, window) -> None:
    window.show_page("whatif")
    window.commands["help"].trigger()
    assert window.banner.isVisible()
    window.commands["help"].trigger()
    guide = show_guide("nowhere")
    try:
        assert guide.shown == "start"
        window.commands["guide"].trigger()
        assert guide.shown == "whatif"
        assert "What-if" in guide.text.toPlainText()
        assert guide.list.currentItem().text(0).startswith("What-if")
    finally:
        guide.close()


def test_a_selected_component_leads_to_its_kind(window) -> None:
    document = window.session.document
    window.show_page("topology")
    document.select(["lpar:SYSA"])
    assert guide_page("topology", document) == "components-hardware"
    document.select([])
    assert guide_page("topology", document) == "topology"


def test_words_find_pages_and_links_stay_in_the_guide(qtbot) -> None:
    guide = show_guide("start")
    qtbot.addWidget(guide)
    qtbot.keyClicks(guide.search, "cluster clucacheextra")
    shown = [name for name, item in guide._items.items() if not item.isHidden() and item.parent()]
    assert shown
    assert "topology" not in shown
    guide.search.clear()
    before = guide.shown
    guide.text.setSource("https://example.org/x.md")
    assert guide.shown == before
    guide.text.setSource("reports.md")
    assert guide.shown == "reports"
    qtbot.keyClick(guide.list, Qt.Key.Key_Down)
    assert guide.shown == "topology"
    QApplication.processEvents()


def test_escape_takes_back_the_search_and_then_closes_the_guide(qtbot) -> None:
    """It did nothing: a window that F1 opens is left as it came, by a key."""
    guide = show_guide("start")
    qtbot.waitExposed(guide)
    qtbot.keyClicks(guide.search, "cluster")
    qtbot.keyClick(guide.search, Qt.Key.Key_Escape)
    assert guide.search.text() == ""
    assert guide.isVisible()
    qtbot.keyClick(guide.text, Qt.Key.Key_Escape)
    assert not guide.isVisible()
