"""The minimap: all boxes small, and what the view shows of them."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QMouseEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QWidget

from app.window.canvas.view import TopologyView
from app.window.i18n import tr
from app.window.theme import theme


class Minimap(QWidget):
    """Click or drag to move the view there."""

    def __init__(self, view: TopologyView) -> None:
        super().__init__(view)
        self._view = view
        self.setObjectName("minimap")
        self.setAccessibleName(tr("Overview of the topology"))
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setFixedSize(self.sizeHint())
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self._dragging = False
        view.zoomed.connect(self._follow)
        view.dragging.connect(self._make_way)
        view.topology_scene.refreshed.connect(self.update)
        view.horizontalScrollBar().valueChanged.connect(self.update)
        view.verticalScrollBar().valueChanged.connect(self.update)

    def sizeHint(self) -> QSize:
        return QSize(theme().px(176), theme().px(112))

    def _follow(self) -> None:
        viewport = self._view.viewport()
        # With large texts in a small window it would cover what it is to give an overview of.
        whole = self.sizeHint()
        room = QSize(viewport.width() // 3, viewport.height() // 3)
        fits = whole.width() <= room.width() and whole.height() <= room.height()
        small = whole.scaled(room, Qt.AspectRatioMode.KeepAspectRatio)
        self.setFixedSize(whole if fits else small)
        self.move(viewport.width() - self.width() - 12, viewport.height() - self.height() - 12)
        # Nothing to overlook where everything is in view.
        rect = self._view.topology_scene.content_rect()
        shown = self._view.mapToScene(viewport.rect()).boundingRect()
        wanted = not rect.isEmpty() and not shown.contains(rect)
        self.setVisible(wanted and not self._dragging)
        self.update()

    def _make_way(self, dragging: bool) -> None:
        """What is dropped while a box is dragged falls on the canvas, not on the overview."""
        self._dragging = dragging
        if dragging:
            self.hide()
        else:
            self._follow()

    def _frame(self) -> tuple[QRectF, float, QPointF]:
        rect = self._view.topology_scene.content_rect()
        rect = rect.adjusted(-40, -40, 40, 40)
        factor = min((self.width() - 8) / rect.width(), (self.height() - 8) / rect.height())
        offset = QPointF(
            (self.width() - rect.width() * factor) / 2 - rect.x() * factor,
            (self.height() - rect.height() * factor) / 2 - rect.y() * factor,
        )
        return rect, factor, offset

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        look = theme()
        painter.fillRect(self.rect(), look.color("raised"))
        painter.setPen(QPen(look.color("border_strong"), 1))
        painter.drawRect(self.rect().adjusted(0, 0, -1, -1))
        if not self._view.topology_scene.boxes:
            return
        _, factor, offset = self._frame()
        for name, box in self._view.topology_scene.boxes.items():
            face = self._view.topology_scene.faces[name]
            place = QRectF(
                box.x * factor + offset.x(),
                box.y * factor + offset.y(),
                max(box.w * factor, 2.0),
                max(box.h * factor, 2.0),
            )
            if box.open:
                painter.setPen(QPen(look.color("border"), 1))
                painter.setBrush(Qt.BrushStyle.NoBrush)
                painter.drawRect(place)
            else:
                fill = (
                    look.color("ghost")
                    if face.utilization is None
                    else look.utilization(face.utilization)
                )
                painter.fillRect(place, fill)
            if face.bottleneck:
                painter.setPen(QPen(look.color("bad"), 2))
                painter.setBrush(Qt.BrushStyle.NoBrush)
                painter.drawRect(place)
        shown = self._view.mapToScene(self._view.viewport().rect()).boundingRect()
        painter.setPen(QPen(look.color("accent"), 1.5))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRect(
            QRectF(
                shown.x() * factor + offset.x(),
                shown.y() * factor + offset.y(),
                shown.width() * factor,
                shown.height() * factor,
            )
        )

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self._go(event.position())

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if event.buttons() & Qt.MouseButton.LeftButton:
            self._go(event.position())

    def _go(self, at: QPointF) -> None:
        if self._view.topology_scene.boxes:
            _, factor, offset = self._frame()
            self._view.centerOn((at.x() - offset.x()) / factor, (at.y() - offset.y()) / factor)
            self.update()
