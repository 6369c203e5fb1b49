"""Texts on charts: none on a curve, none struck through, none over another."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QRectF
from PySide6.QtWidgets import QApplication

from app.window.charts.series import Marker, tags


def test_texts_of_markers_never_meet_another_text_or_line() -> None:
    places = ((52.0, "now"), (70.0, "10-1 binds"), (125.0, "knee"), (560.0, "KCG21 binds"))
    wide = {text: 7.0 * len(text) for _, text in places}
    found = tags([(Marker(x, text), x, wide[text]) for x, text in places], 0.0, 600.0)
    assert {t.marker.text: t.row for t in found} == {
        "now": 0,
        "10-1 binds": 1,
        "knee": 2,
        "KCG21 binds": 0,
    }
    for tag in found:
        end = tag.start + wide[tag.marker.text]
        assert tag.start >= 0.0
        assert end <= 600.0
        for other in found:
            # A line goes up to the row of its own text.
            crosses = tag.start < other.x < end and other.row <= tag.row and other is not tag
            over = (
                other.row == tag.row
                and other is not tag
                and tag.start < other.start + wide[other.marker.text]
                and other.start < end
            )
            assert not crosses, (tag, other)
            assert not over, (tag, other)


def test_names_of_iso_lines_never_lie_on_each_other(qapp: QApplication) -> None:
    from app.window.charts.plots.library import library
    from app.window.charts.plots.maps import MapPlot

    plot = MapPlot("Throughput")
    plot.resize(680, 340)
    plot.show()
    # A cliff between two columns: all lines of equal figures run through the same cells.
    plot.show_grid(
        [[190.0, 195.0, 30.0] + [29.0] * 14] * 9,
        [str(n) for n in range(17)],
        [str(n) for n in range(9)],
        x_label="x",
        y_label="y",
        today=(1.0, 1.0),
        binds=[["disk"] * 2 + ["CP"] * 15] * 9,
    )
    while library().module is None:
        qapp.processEvents()
    qapp.processEvents()
    plot.redraw()
    qapp.processEvents()
    assert plot._bar.isVisible()
    scene = plot._view.scene()
    boxes: list[QRectF] = [
        item.sceneBoundingRect() for item in scene.items() if type(item).__name__ == "TextItem"
    ]
    assert len(boxes) >= 3
    for n, box in enumerate(boxes):
        assert not any(box.adjusted(1, 1, -1, -1).intersects(b) for b in boxes[:n])
    plot.close()


@pytest.mark.parametrize("ground", ["#fee838", "#00224e"])
def test_whiskers_have_a_rim(qapp: QApplication, ground: str) -> None:
    """A line in the colour of text with the ground's colour on both sides of it."""
    del qapp
    from PySide6.QtCore import QLineF
    from PySide6.QtGui import QColor, QImage, QPainter

    from app.window.charts.base import haloed
    from app.window.theme import theme

    image = QImage(20, 20, QImage.Format.Format_RGB32)
    image.fill(QColor(ground))
    painter = QPainter(image)
    haloed(painter, [QLineF(2, 10, 18, 10)])
    painter.end()
    column = [image.pixelColor(10, y).name() for y in range(20)]
    assert theme().color("text").name() in column
    at = column.index(theme().color("text").name())
    assert column[at - 1] == column[at + 1] == theme().color("surface").name()


def test_lines_of_plots_are_as_wide_as_scale_and_screen_want(qtbot, monkeypatch) -> None:
    """A cosmetic pen counts the screen's own pixels: on a fine screen one of them is a hair."""
    from app.window.charts.base import fine
    from app.window.charts.plots.curves import CurvePlot
    from app.window.theme import theme

    plot = CurvePlot("x")
    qtbot.addWidget(plot)
    assert plot.pen("text").widthF() == 1.0
    monkeypatch.setattr(type(plot), "devicePixelRatioF", lambda self: 2.0)
    assert plot.pen("text", 1.5).widthF() == 3.0
    assert plot.pen("text").isCosmetic()
    try:
        theme().apply("light", 2.0)
        assert plot.pen("text").widthF() == 4.0
        assert fine(theme().color("text")).widthF() == 2.0
        assert not fine(theme().color("text")).isCosmetic()
    finally:
        theme().apply("light", 1.0)
