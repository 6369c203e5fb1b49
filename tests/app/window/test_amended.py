"""What is added or taken away costs what it is, not what the whole model is."""

from __future__ import annotations

from PySide6.QtCore import QRect, Qt
from PySide6.QtGui import QImage, QPainter
from PySide6.QtWidgets import QStyleOptionViewItem, QTreeWidgetItem

from app.window.canvas.layout import lay_out
from app.window.canvas.outline import OutlinePanel
from app.window.canvas.palette import ROLE, _entry
from app.window.canvas.routing import Router
from app.window.document import editing
from app.window.theme import theme
from model.catalogue import catalogue
from model.topology import Component, Link, Topology
from tests.app.window.shown_topology import shown_topology


def _told(outline: OutlinePanel) -> list[tuple[str, str, str, str | None]]:
    """Every row in order: which component, what it is called, its figure, and the row above."""
    rows: list[tuple[str, str, str, str | None]] = []

    def walk(item: QTreeWidgetItem, above: str | None) -> None:
        name = str(item.data(0, Qt.ItemDataRole.UserRole))
        rows.append((name, item.text(0), item.text(1), above))
        for n in range(item.childCount()):
            walk(item.child(n), name)

    for n in range(outline.tree.topLevelItemCount()):
        walk(outline.tree.topLevelItem(n), None)
    return rows


def test_an_outline_that_was_amended_is_as_one_made_anew(qtbot, document, monkeypatch) -> None:
    page = shown_topology(qtbot, document)
    outline = page.outline
    made: list[int] = []
    anew = OutlinePanel._rebuild
    monkeypatch.setattr(OutlinePanel, "_rebuild", lambda self: (made.append(1), anew(self))[1])
    start = _told(outline)
    document.branch()
    assert editing.add(document, "dasd", None) is None
    (disk,) = document.selection
    assert editing.add(document, "lpar", "cpc:Z1") is None
    assert editing.remove(document, [disk]) is None
    assert not made
    amended = _told(outline)
    anew(outline)
    assert _told(outline) == amended
    for _ in range(3):
        document.undo_stack.undo()
    undone = _told(outline)
    anew(outline)
    assert _told(outline) == undone
    assert [row[0] for row in undone] == [row[0] for row in start]


def test_the_way_to_what_stands_beside_is_not_looked_for_in_the_whole_drawing() -> None:
    made = [Component(f"dasd:{n}", "dasd", str(n)) for n in range(400)]
    topology = Topology({c.id: c for c in made}, (Link("uses", "dasd:0", "dasd:399"),))
    put = {f"dasd:{n}": (220.0 * (n % 20), 100.0 * (n // 20)) for n in range(400)}
    boxes = lay_out(topology, catalogue(), put)
    router = Router(boxes, {})
    near = router.route("dasd:21", "dasd:63")
    few = router.visited
    assert near[0] != near[-1]
    router.route("dasd:0", "dasd:399")
    assert few < 0.2 * (router.visited - few)


def test_edits_that_all_analyses_share_are_compared_by_identity() -> None:
    """With twelve templates in a model the thirteenth took 0.35 s to compare what was known."""
    from app.window.document import as_is as module
    from model.topology import AddComponent, SetSetting

    compared = 0

    class Counted(AddComponent):
        def __eq__(self, other: object) -> bool:
            nonlocal compared
            compared += 1
            return self is other

        __hash__ = None  # type: ignore[assignment]

    shared = [Counted(Component(f"dasd:{n}", "dasd", str(n))) for n in range(200)]
    own = [Counted(Component(f"cf:{n}", "cf", str(n))) for n in range(40)]
    known = [module._Known((), (), (*shared, own[n]), Topology()) for n in range(40)]
    found, rest = module._nearest(known, (*shared, own[3], own[5]))
    assert found is known[3]
    assert rest == (own[5],)
    assert compared < 1000
    # What came after another value of the same setting is not what it was before.
    ends = [SetSetting("dasd:1", "CACHE", value) for value in (1, 2)]
    back = module._Known((), (), (*shared, *reversed(ends)), Topology())
    assert module._nearest([back], (*shared, ends[1])) == (None, (*shared, ends[1]))


def test_a_name_in_the_palette_is_whole_at_any_width(window) -> None:
    """“z/VSE with CICS under z/VM” was cut where its neighbours took two lines."""
    theme().apply("light", 1.0)
    page = window.pages["topology"]
    window.show_page("topology")
    page.side.setCurrentWidget(page.palette_panel)
    rows = page.palette_panel.list
    for name in (
        "z/VSE with CICS under z/VM",
        "Central processor complex",
        "MQ with a CICS bridge",
    ):
        rows.addItem(_entry("box", name, "", ("", name)))
    delegate = rows.itemDelegate()

    def painted(row: int, width: int, shown: int) -> QImage:
        index, option = rows.model().index(row, 0), QStyleOptionViewItem()
        rows.initViewItemOption(option)
        option.rect = QRect(0, 0, width, rows.sizeHintForRow(row))
        image = QImage(shown, 40, QImage.Format.Format_RGB32)
        image.fill(Qt.GlobalColor.white)
        painter = QPainter(image)
        delegate.paint(painter, option, index)
        painter.end()
        return image

    seen = 0
    for width in range(180, 300):
        rows.resize(width, 900)
        within = rows.viewport().width()
        for row in range(rows.count()):
            option = QStyleOptionViewItem()
            rows.initViewItemOption(option)
            option.rect = QRect(0, 0, within, 40)
            index = rows.model().index(row, 0)
            if rows.item(row).data(ROLE) and delegate._lines(option, index) == 1:
                seen += 1
                assert painted(row, within, within) == painted(row, within + 300, within)
    assert seen > 100
