"""The view: zoom, keys, and which gesture a press starts."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from PySide6.QtCore import QEvent, QPoint, QPointF, QRect, QRectF, QSize, Qt, QTimer, Signal
from PySide6.QtGui import (
    QContextMenuEvent,
    QDragEnterEvent,
    QDragLeaveEvent,
    QDragMoveEvent,
    QDropEvent,
    QHelpEvent,
    QKeyEvent,
    QKeySequence,
    QMouseEvent,
    QNativeGestureEvent,
    QPainter,
    QPaintEvent,
    QResizeEvent,
    QWheelEvent,
)
from PySide6.QtWidgets import QGraphicsView, QScrollBar, QToolTip, QWidget

from app.window.canvas import walking
from app.window.canvas.actions import SelectionActions
from app.window.canvas.cutting import readable_scale
from app.window.canvas.edging import Edge
from app.window.canvas.framing import Framing
from app.window.canvas.gestures import (
    Connect,
    Gesture,
    Marquee,
    MoveBoxes,
    Pan,
    PlaceNew,
    PlaceTemplate,
)
from app.window.canvas.layout import HEADER_H
from app.window.canvas.painting import paint_saying
from app.window.canvas.retained import SHARP_MS, Retained
from app.window.canvas.scene import TopologyScene
from app.window.canvas.walking import ARROWS
from app.window.document import Document, editing
from app.window.i18n import tr
from app.window.theme import theme
from app.window.widgets.guarded import guarded
from app.window.widgets.naming import NameEdit

KIND_MIME = "application/x-plexwright-kind"
TEMPLATE_MIME = "application/x-plexwright-template"
SMALLEST, LARGEST, MARGIN = 0.05, 4.0, 40.0
PORT_REACH = 12.0


@dataclass(frozen=True)
class Stand:
    """Containers opened or closed by hand, and scale with top left corner if it was moved."""

    toggled: frozenset[str]
    corner: tuple[float, float, float] | None


class TopologyView(QGraphicsView):
    """The topology with mouse, keyboard and drag and drop.

    Signals
    -------
    addWanted    (container id or '', text typed so far, global position): type-to-add.
    menuWanted   (component id or '', global position)
    said         what a gesture has to say (why a target is refused), '' for nothing.
    refused      why an edit was refused.
    missingWanted (component): the mark of what it lacks was clicked.
    zoomed       the transform changed (minimap).
    dragging     something is being dragged over the canvas, or no more.
    inspectWanted Enter was pressed.
    """

    addWanted = Signal(str, str, QPoint)
    menuWanted = Signal(str, QPoint)
    said = Signal(str)
    refused = Signal(str)
    missingWanted = Signal(str)
    zoomed = Signal()
    dragging = Signal(bool)
    inspectWanted = Signal()

    def __init__(self, document: Document, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.document = document
        # A view does not own its scene; as its child it goes with it, and Qt decides the order.
        self.topology_scene = TopologyScene(document, self)
        self.setScene(self.topology_scene)
        self._retained, self._zooming = Retained(self.topology_scene), QTimer(self)
        self._zooming.setSingleShot(True)
        self._zooming.timeout.connect(self._repaint)
        self.actions_on = SelectionActions(self, self.refuse)
        self._gesture: Gesture | None = None
        self._edge = Edge(self)
        self.saying = ""
        self._pointer = QPoint()
        self._hovered: str | None = None
        self._space = False
        self._fitted = False
        # Where the view stood after it was fitted by itself; ``None`` once it was worked in.
        self._left_at: tuple[float, int, int] | None = None
        self.setAccessibleName(tr("Topology canvas"))
        # Qt has the viewport take the keys for it, and would call it nothing.
        self.viewport().setAccessibleName(tr("Topology canvas"))
        self.setAccessibleDescription(
            tr("The outline beside it lists the same components for screen readers.")
        )
        self.setRenderHint(QPainter.RenderHint.TextAntialiasing)
        self.setViewportUpdateMode(QGraphicsView.ViewportUpdateMode.FullViewportUpdate)
        self.setTransformationAnchor(QGraphicsView.ViewportAnchor.NoAnchor)
        self.setDragMode(QGraphicsView.DragMode.NoDrag)
        self.setMouseTracking(True)
        self.setAcceptDrops(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.topology_scene.refreshed.connect(self._repaint)
        self.name_edit = NameEdit(tr("Name of the component"), self.viewport())
        self._named = ""
        self.name_edit.named.connect(self._rename)
        self.name_edit.left.connect(self.setFocus)
        self.zoomed.connect(self.name_edit.clearFocus)
        document.topologyChanged.connect(self._edited)
        self._framing = Framing(self)

    def _edited(self) -> None:
        if self._gesture is not None and self._gesture.lost:
            self.cancel_gesture()

    def _repaint(self) -> None:
        self.viewport().update()

    # -- zoom ----------------------------------------------------------------------------------

    def zoom(self, factor: float, at: QPoint | None = None) -> None:
        """Zoom within limits; what is at ``at``, else in the middle, stays there."""
        now = self.transform().m11()
        wanted = min(max(now * factor, min(SMALLEST, now)), LARGEST)
        if wanted == now:
            return
        # Not Qt's own anchor under the mouse: that follows moves which this view takes itself.
        place = self.viewport().rect().center() if at is None else at
        kept = self.mapToScene(place)
        self.scale(wanted / now, wanted / now)
        self._scroll_by(self.mapFromScene(kept) - place)
        self._zooming.start(SHARP_MS)
        self.zoomed.emit()

    def fit(self, *, selection: bool = False, readable: bool = False) -> None:
        """Show everything, or what is selected; ``readable`` rather begins at the top left."""
        names = self.document.selection if selection else ()
        rect = self.topology_scene.content_rect(names)
        if rect.isEmpty():
            return
        self._fitted = True
        outer = rect.adjusted(-MARGIN, -MARGIN, MARGIN, MARGIN)
        self.fitInView(outer, _KEEP)
        now = self.transform().m11()
        smallest = 0.0
        if readable:
            room = self.viewport().width(), self.viewport().height()
            boxes = self.topology_scene.boxes.values()
            smallest = readable_scale(boxes, MARGIN, room, theme().scale)
        limit = min(max(now, smallest), 1.25 * theme().scale)
        if limit != now:
            self.scale(limit / now, limit / now)
            shown = self.mapToScene(self.viewport().rect()).boundingRect()
            self.centerOn(
                outer.left() + min(outer.width(), shown.width()) / 2,
                outer.top() + min(outer.height(), shown.height()) / 2,
            )
        self.zoomed.emit()

    def fit_soon(self) -> None:
        """Fit at the next resize or now, if the view is on show."""
        self._fitted = False
        if self.isVisible() and self.viewport().width() > 50:
            self._fit_by_itself()

    def stand_anew(self) -> None:
        """As it was before there was anything to look at."""
        self.resetTransform()
        self._fitted, self._left_at = False, None
        self.zoomed.emit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        untouched = self._left_at == self._stands_at() and not self.document.selection
        super().resizeEvent(event)
        # Panels beside and below come one after the other: it is whole in the room that is left.
        if self.topology_scene.boxes and (untouched or not self._fitted):
            self._fit_by_itself()
        else:
            self._keep_in_view(event.oldSize())
        self.zoomed.emit()

    def stand(self) -> Stand:
        """How it stands, for a view in its place."""
        corner = None
        if self._left_at != self._stands_at():
            top = self.mapToScene(0, 0)
            corner = self.transform().m11(), top.x(), top.y()
        return Stand(frozenset(self.topology_scene.toggled), corner)

    def stand_as(self, stand: Stand) -> None:
        """Open what was open, and show what was shown."""
        if self.topology_scene.toggled != stand.toggled:
            self.topology_scene.toggled = set(stand.toggled)
            self.topology_scene.rebuild()
        if stand.corner is None:
            return
        scale, left, top = stand.corner
        self._fitted, self._left_at = True, None
        self.scale(scale / self.transform().m11(), scale / self.transform().m11())
        self._scroll_by(self.mapFromScene(left, top))
        self.zoomed.emit()

    def _fit_by_itself(self) -> None:
        self.fit(readable=True)
        self._left_at = self._stands_at()

    def _stands_at(self) -> tuple[float, int, int]:
        across, down = self._bars()
        return self.transform().m11(), across.value(), down.value()

    def _bars(self) -> tuple[QScrollBar, QScrollBar]:
        return self.horizontalScrollBar(), self.verticalScrollBar()

    def _scroll_by(self, pixels: QPoint) -> None:
        for bar, by in zip(self._bars(), pixels.toTuple(), strict=True):
            bar.setValue(bar.value() + by)

    def _keep_in_view(self, before: QSize) -> None:
        """What is selected and was in view stays in view when a panel takes room."""
        chosen = self.document.selection
        item = self.topology_scene.nodes.get(chosen[-1]) if chosen else None
        if item is None or self._gesture is not None:
            return
        seen = QRect(QPoint(0, 0), before)
        place = self.mapFromScene(item.area).boundingRect()
        if seen.contains(place.center()) and not self.viewport().rect().contains(place):
            self.ensureVisible(item.area, 40, 40)

    def wheelEvent(self, event: QWheelEvent) -> None:
        if event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            self.zoom(1.0015 ** event.angleDelta().y(), event.position().toPoint())
            event.accept()
            return
        delta = event.pixelDelta()
        if delta.isNull():
            turned = event.angleDelta()
            delta = QPoint(turned.x() // 2, turned.y() // 2)
        if event.modifiers() & Qt.KeyboardModifier.ShiftModifier and delta.x() == 0:
            delta = QPoint(delta.y(), 0)
        self._scroll_by(-delta)
        self.zoomed.emit()
        event.accept()

    def viewportEvent(self, event: QEvent) -> bool:
        if isinstance(event, QNativeGestureEvent):
            if event.gestureType() == Qt.NativeGestureType.ZoomNativeGesture:
                self.zoom(1.0 + event.value(), event.position().toPoint())
                return True
        elif isinstance(event, QHelpEvent):
            self._explain(event)
            return True
        elif event.type() == QEvent.Type.Leave:
            self._hover(None)
        return super().viewportEvent(event)

    def _explain(self, event: QHelpEvent) -> None:
        at = self.mapToScene(event.pos())
        name = self.topology_scene.top_node_at(at.x(), at.y())
        link = self._link_at(at)
        if name is not None and (link is None or not self.topology_scene.boxes[name].open):
            said = self.topology_scene.hover_of(name)
        else:
            said = "" if link is None else self.topology_scene.hover_of_link(link)
        if said:
            QToolTip.showText(event.globalPos(), said, self)
        else:
            QToolTip.hideText()

    # -- gestures ------------------------------------------------------------------------------

    @property
    def gesture(self) -> Gesture | None:
        """What is under way."""
        return self._gesture

    def begin(self, gesture: Gesture, at: QPointF, modifiers: Qt.KeyboardModifier) -> None:
        """Start a gesture; one that is under way is cancelled."""
        self.cancel_gesture()
        self.topology_scene.glide.stop()
        self._gesture = gesture
        self._left_at = None
        gesture.start(at, modifiers)
        self.viewport().setCursor(gesture.cursor)
        self.dragging.emit(gesture.places_boxes)

    def cancel_gesture(self) -> bool:
        """Cancel what is under way; whether there was anything."""
        gesture = self._gesture
        if gesture is None:
            return False
        self._over()
        gesture.cancel()
        return True

    def _over(self) -> None:
        self._gesture = None
        self._edge.stop()
        self.viewport().unsetCursor()
        self.dragging.emit(False)

    def say(self, text: str | None) -> None:
        """Show what a gesture has to say, beside the pointer too."""
        self.saying = text or ""
        self.said.emit(self.saying)

    def refuse(self, text: str) -> None:
        """Say that an edit was refused."""
        self.refused.emit(text)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self.setFocus(Qt.FocusReason.MouseFocusReason)
        at = self.mapToScene(event.position().toPoint())
        modifiers = event.modifiers()
        if event.button() == Qt.MouseButton.MiddleButton or (
            event.button() == Qt.MouseButton.LeftButton and self._space
        ):
            self.begin(Pan(self), at, modifiers)
            return
        if event.button() != Qt.MouseButton.LeftButton:
            return
        lacking = self._gap_at(at)
        if lacking is not None:
            self.document.select([lacking])
            self.missingWanted.emit(lacking)
            return
        source = self._port_at(at)
        if source is not None:
            self.begin(Connect(self, source), at, modifiers)
            return
        name = self.topology_scene.top_node_at(at.x(), at.y())
        if name is None or self._is_ground(name, at):
            link = self._link_at(at)
            if link is not None:
                self.document.select(())
                self.topology_scene.select_link(link)
                return
            self.begin(Marquee(self, name), at, modifiers)
            return
        self._press_on(name, at, modifiers)

    def _is_ground(self, name: str, at: QPointF) -> bool:
        """Whether a point is the free room of an open container, below its header.

        Its header takes hold of the container; the room inside belongs to what stands there.
        """
        box = self.topology_scene.boxes[name]
        return box.open and at.y() > box.y + HEADER_H

    def _press_on(self, name: str, at: QPointF, modifiers: Qt.KeyboardModifier) -> None:
        chosen = self.document.selection
        if modifiers & (Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier):
            if name in chosen:
                self.document.select(x for x in chosen if x != name)
                return
            self.document.select((*chosen, name))
            self.begin(MoveBoxes(self), at, modifiers)
            return
        if name not in chosen:
            self.document.select([name])
        self.begin(MoveBoxes(self, clicked=name), at, modifiers)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        self._pointer = event.position().toPoint()
        at = self.mapToScene(self._pointer)
        if self._gesture is not None:
            self._gesture.move(at, event.modifiers())
            self._edge.follow(self._pointer, event.modifiers())
            return
        self._hover(at)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        gesture = self._gesture
        if gesture is None:
            return
        self._over()
        at = event.position().toPoint()
        gesture.end(self.mapToScene(at), event.modifiers())
        if isinstance(gesture, MoveBoxes) and not self.viewport().rect().contains(at):
            self.show_selected()

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        if event.button() != Qt.MouseButton.LeftButton:
            return
        self.cancel_gesture()
        at = self.mapToScene(event.position().toPoint())
        name = self.topology_scene.top_node_at(at.x(), at.y())
        if name is not None:
            box = self.topology_scene.boxes[name]
            if self.document.topology.children(name) and (not box.open or at.y() < box.y + 32.0):
                self.topology_scene.toggle(name)
                return
            if not box.open and not self.document.catalogue.children_of(
                self.document.topology[name].kind
            ):
                self.inspectWanted.emit()
                return
        self.addWanted.emit(name or "", "", event.globalPosition().toPoint())

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        at = self.mapToScene(event.pos())
        name = self.topology_scene.top_node_at(at.x(), at.y())
        if name is not None and name not in self.document.selection:
            self.document.select([name])
        self.menuWanted.emit(name or "", event.globalPos())

    def _hover(self, at: QPointF | None) -> None:
        name = None if at is None else self.topology_scene.top_node_at(at.x(), at.y())
        if (at is None or self._port_at(at) is None) and name != self._hovered:
            self._set_port(self._hovered, False)
            self._hovered = name
            if name is not None and self._has_links(name):
                self._set_port(name, True)
            self.viewport().update()

    def _has_links(self, name: str) -> bool:
        component = self.document.topology.components.get(name)
        kind = None if component is None else self.document.catalogue.get(component.kind)
        return kind is not None and bool(kind.links)

    def _set_port(self, name: str | None, shown: bool) -> None:
        if name is not None and name in self.topology_scene.nodes:
            self.topology_scene.nodes[name].port = shown

    def _port_at(self, at: QPointF) -> str | None:
        name = self._hovered
        if name is None or name not in self.topology_scene.nodes or not self._has_links(name):
            return None
        port = self.topology_scene.nodes[name].port_at() - at
        near = abs(port.x()) < PORT_REACH and abs(port.y()) < PORT_REACH
        return name if near else None

    def _gap_at(self, at: QPointF) -> str | None:
        for name, item in self.topology_scene.nodes.items():
            if item.face.gaps and item.gap_rect().contains(at - item.rect.topLeft()):
                return name
        return None

    def _link_at(self, at: QPointF) -> str | None:
        links = self.topology_scene.links.items()
        return next((key for key, item in links if item.runs_by(at)), None)

    @guarded
    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self.viewport())
        self._retained.show(painter, self.viewport(), self.viewportTransform(), self._zooming)
        self.drawForeground(painter, self.sceneRect())

    @guarded
    def drawBackground(self, painter: QPainter, rect: QRectF | object) -> None:
        super().drawBackground(painter, rect)  # type: ignore[arg-type]
        self.topology_scene.paint(painter, QRectF(rect))  # type: ignore[arg-type]

    @guarded
    def drawForeground(self, painter: QPainter, rect: QRectF | object) -> None:
        if self._gesture is not None:
            self._gesture.paint(painter)
            if self.saying:
                paint_saying(painter, self.saying, self._pointer, self.viewport().rect())

    # -- drag and drop of palette kinds ----------------------------------------------------------

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        if event.mimeData().hasFormat(KIND_MIME):
            kind = bytes(event.mimeData().data(KIND_MIME).data()).decode()
            self.begin(
                PlaceNew(self, kind),
                self.mapToScene(event.position().toPoint()),
                event.modifiers(),
            )
            event.acceptProposedAction()
        elif event.mimeData().hasFormat(TEMPLATE_MIME):
            name = bytes(event.mimeData().data(TEMPLATE_MIME).data()).decode()
            self.begin(
                PlaceTemplate(self, name),
                self.mapToScene(event.position().toPoint()),
                event.modifiers(),
            )
            event.acceptProposedAction()
        else:
            event.ignore()

    def dragMoveEvent(self, event: QDragMoveEvent) -> None:
        gesture = self._gesture
        if isinstance(gesture, PlaceNew):
            self._pointer = event.position().toPoint()
            gesture.move(self.mapToScene(self._pointer), event.modifiers())
            # Also where it may not be put: what is not dropped there could not say why.
            event.acceptProposedAction()
        elif isinstance(gesture, PlaceTemplate):
            event.acceptProposedAction()

    def dragLeaveEvent(self, event: QDragLeaveEvent) -> None:
        self.cancel_gesture()

    def dropEvent(self, event: QDropEvent) -> None:
        gesture = self._gesture
        if isinstance(gesture, (PlaceNew, PlaceTemplate)):
            self._over()
            # Where it is put was chosen: the view is not fitted to it, nor moved by a wider scene.
            self._fitted = True
            dropped, chosen = event.position().toPoint(), self.document.selection
            alone = isinstance(gesture, PlaceTemplate) and not self.topology_scene.boxes
            at = self.mapToScene(dropped)
            gesture.end(at, event.modifiers())
            self._scroll_by(self.mapFromScene(at) - dropped)
            # Of what is all there is, no part is left beyond the rim.
            shown = self.mapToScene(self.viewport().rect()).boundingRect()
            if alone and not shown.contains(self.topology_scene.content_rect()):
                self._fit_by_itself()
            if self.document.selection != chosen:
                self.show_selected()
            event.acceptProposedAction()

    # -- keyboard --------------------------------------------------------------------------------

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent):
            # Alt and arrows walk from box to box here, and page back and forward elsewhere.
            alt = event.modifiers() & Qt.KeyboardModifier.AltModifier
            if alt and event.key() in ARROWS and self.document.selection:
                event.accept()
                return True
        # Tab walks the boxes and leaves the canvas after the last one.
        if event.type() == QEvent.Type.KeyPress and isinstance(event, QKeyEvent):
            key = event.key()
            if key in (Qt.Key.Key_Tab, Qt.Key.Key_Backtab) and self.step(
                1 if key == Qt.Key.Key_Tab else -1
            ):
                return True
        return super().event(event)

    def step(self, by: int) -> bool:
        """Select the box so many places on; whether there is one."""
        names = list(self.topology_scene.boxes)
        if not names:
            return False
        chosen = self.document.selection
        if not chosen or chosen[-1] not in names:
            self._choose(names[0 if by > 0 else -1])
            return True
        place = names.index(chosen[-1]) + by
        if not 0 <= place < len(names):
            return False
        self._choose(names[place])
        return True

    def _choose(self, name: str) -> None:
        self.document.select([name])
        self.show_selected()

    def bring(self, names: Iterable[str]) -> None:
        """Bring these boxes into view; of more than there is room for, their top left."""
        rect = self.topology_scene.content_rect(names)
        shown = self.mapToScene(self.viewport().rect()).boundingRect()
        rect.setSize(rect.size().boundedTo(shown.size() * 0.9))
        self.ensureVisible(rect, 40, 40)
        self.zoomed.emit()

    def show_selected(self) -> None:
        """Bring the box that was selected last into view, opening the containers around it."""
        chosen = self.document.selection
        if not chosen:
            return
        self.topology_scene.reveal(chosen[-1])
        if chosen[-1] in self.topology_scene.boxes:
            self.bring(chosen[-1:])

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key, modifiers = event.key(), event.modifiers()
        alt = bool(modifiers & Qt.KeyboardModifier.AltModifier)
        control = bool(modifiers & Qt.KeyboardModifier.ControlModifier)
        shift = bool(modifiers & Qt.KeyboardModifier.ShiftModifier)
        for standard, act in (
            (QKeySequence.StandardKey.Copy, self.actions_on.copy_selection),
            (QKeySequence.StandardKey.Cut, self.actions_on.cut_selection),
            (QKeySequence.StandardKey.Paste, self.actions_on.paste),
            (QKeySequence.StandardKey.SelectAll, self.actions_on.select_all),
        ):
            if event.matches(standard):
                act()
                return
        if key == Qt.Key.Key_Escape:
            if not self.cancel_gesture():
                self.document.select(())
                self.topology_scene.select_link(None)
        elif key in ARROWS and not control:
            if alt:
                walking.walk(self, ARROWS[key], further=shift)
            else:
                walking.nudge(self, ARROWS[key], fine=shift)
        elif key == Qt.Key.Key_Space:
            if not event.isAutoRepeat():
                self._space = True
                self.viewport().setCursor(Qt.CursorShape.OpenHandCursor)
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            if self.document.selection:
                self.inspectWanted.emit()
        elif key in (Qt.Key.Key_Delete, Qt.Key.Key_Backspace):
            self.actions_on.delete_selection()
        elif key == Qt.Key.Key_F2:
            self.ask_to_rename()
        elif key == Qt.Key.Key_Insert:
            self.ask_to_add_here("")
        elif not control and not alt and event.text().strip() and event.text().isprintable():
            if event.text() in "+-":
                self.zoom(1.25 if event.text() == "+" else 0.8)
            elif event.text().isalpha():
                self.ask_to_add_here(event.text())
            else:
                super().keyPressEvent(event)
        else:
            super().keyPressEvent(event)

    def keyReleaseEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Space and not event.isAutoRepeat():
            self._space = False
            self.viewport().unsetCursor()
        super().keyReleaseEvent(event)

    def ask_to_rename(self) -> None:
        """Type another name over the box that was selected last."""
        chosen = [c for c in self.document.selection if c in self.topology_scene.nodes]
        if not chosen:
            return
        name = chosen[-1]
        item = self.topology_scene.nodes[name]
        self.ensureVisible(item.area, 40, 40)
        box = self.topology_scene.boxes[name]
        corner = self.mapFromScene(box.x, box.y)
        width = self.mapFromScene(box.right, box.y).x() - corner.x()
        room = max(width, theme().px(160))
        left = min(max(corner.x(), 0), max(self.viewport().width() - room, 0))
        self.name_edit.setGeometry(
            left, max(corner.y(), 0), room, self.name_edit.sizeHint().height()
        )
        self._named = name
        self.name_edit.begin(self.document.topology[name].name)

    def _rename(self, name: str) -> None:
        refusal = editing.rename(self.document, self._named, name)
        if refusal is not None:
            self.refuse(refusal)

    def ask_to_add_here(self, typed: str) -> None:
        """Type-to-add at the selected box."""
        chosen = self.document.selection
        name = chosen[-1] if chosen else ""
        where = self.viewport().rect().center()
        if name in self.topology_scene.nodes:
            at = self.mapFromScene(self.topology_scene.nodes[name].rect.topLeft())
            if self.viewport().rect().contains(at):
                where = at + QPoint(24, 40)
        self.addWanted.emit(name, typed, self.viewport().mapToGlobal(where))


_KEEP = Qt.AspectRatioMode.KeepAspectRatio
