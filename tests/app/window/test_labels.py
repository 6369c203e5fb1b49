"""Where labels of links stand: a matter of what is on show, not of what was painted before."""

from __future__ import annotations

from types import SimpleNamespace

from PySide6.QtCore import QRectF

from app.window.canvas.page import TopologyPage


def test_labels_stand_where_they_do_whatever_was_painted_before(
    qtbot, document, monkeypatch
) -> None:
    """Undone, the canvas could look otherwise: which label came first hung on what was in view."""
    page = TopologyPage(document)
    qtbot.addWidget(page)
    scene = page.view.topology_scene
    keys = list(scene.links)
    assert len(keys) > 5

    def placed(digits: int, order: list[str], *, anew: bool = False) -> dict[str, QRectF]:
        """Where labels of so many digits stand, asked for in an order; below all boxes."""
        texts = SimpleNamespace(label=lambda _links: f"{'9' * digits} I/Os/s")
        monkeypatch.setattr(scene, "_loads", lambda: texts)
        scene._labelled = ()
        for place, key in enumerate(keys if anew else ()):
            y = 3000.0 + 10.0 * place
            scene.links[key].set_points(((600.0, y), (900.0, y), (900.0, y + 40.0)))
        scene._label_links()
        found = {key: scene.links[key].label_place() for key in order}
        return {key: found[key] for key in keys}

    assert scene.faces
    first = placed(4, keys, anew=True)
    middles = {place.center().x() for place in first.values()}
    assert len(middles) > 1, "they make way for each other"
    # The last in view alone, as where the others are scrolled away.
    assert placed(4, keys[::-1], anew=True) == first
    # A load that was greater for a while.
    assert placed(11, keys) != first
    assert placed(4, keys[::-1]) == first
