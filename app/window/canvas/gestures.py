"""One class per gesture: start, move, end, cancel. The document changes only at the end."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen

from app.window.canvas import places
from app.window.canvas.layout import snap
from app.window.canvas.spacing import Place
from app.window.document import editing
from app.window.theme import theme

if TYPE_CHECKING:
    from app.window.canvas.view import TopologyView

SLIP_PX = 3


class Gesture:
    """Something under way between press and release."""

    cursor = Qt.CursorShape.ArrowCursor
    places_boxes = False
    """Whether a box may be dropped anywhere, so that nothing may lie over the canvas."""
    scrolls = True
    """Whether the view goes along beyond its edge."""

    def __init__(self, view: TopologyView) -> None:
        self.view = view
        self.scene = view.topology_scene
        self.document = view.document

    @property
    def holds(self) -> tuple[str, ...]:
        """Components without which it has nothing to go on with."""
        return ()

    @property
    def lost(self) -> bool:
        """Whether one of them was deleted or taken back while the button is down."""
        return any(name not in self.scene.boxes for name in self.holds)

    def start(self, at: QPointF, modifiers: Qt.KeyboardModifier) -> None:
        """Begin at a scene point."""

    def move(self, at: QPointF, modifiers: Qt.KeyboardModifier) -> None:
        """The pointer is here now."""

    def end(self, at: QPointF, modifiers: Qt.KeyboardModifier) -> None:
        """Done: change the document."""

    def cancel(self) -> None:
        """Leave everything as it was before the start."""

    def paint(self, painter: QPainter) -> None:
        """Draw on top of the scene."""

    def slipped(self, first: QPointF, now: QPointF) -> bool:
        """Whether the pointer has gone further than a hand does in a click, at any scale."""
        slip = self.view.mapFromScene(now) - self.view.mapFromScene(first)
        return slip.manhattanLength() > SLIP_PX


class Pan(Gesture):
    """Move the view."""

    cursor = Qt.CursorShape.ClosedHandCursor
    scrolls = False

    def start(self, at: QPointF, modifiers: Qt.KeyboardModifier) -> None:
        self._last = self.view.mapFromScene(at)

    def move(self, at: QPointF, modifiers: Qt.KeyboardModifier) -> None:
        now = self.view.mapFromScene(at)
        bars = self.view.horizontalScrollBar(), self.view.verticalScrollBar()
        bars[0].setValue(bars[0].value() - (now.x() - self._last.x()))
        bars[1].setValue(bars[1].value() - (now.y() - self._last.y()))
        self._last = now


class Marquee(Gesture):
    """Select what lies in a rectangle; with Ctrl or Shift add to the selection.

    Until the button is let go only the boxes show it: the inspector would open meanwhile, and the
    canvas move away under the pointer. Begun in the free room of a container, a click without a
    drag selects the container.
    """

    cursor = Qt.CursorShape.CrossCursor

    def __init__(self, view: TopologyView, ground: str | None = None) -> None:
        super().__init__(view)
        self._ground = ground

    def start(self, at: QPointF, modifiers: Qt.KeyboardModifier) -> None:
        self._from = self._to = at
        self._before = self._chosen = self.document.selection
        self._moved = False

    def move(self, at: QPointF, modifiers: Qt.KeyboardModifier) -> None:
        self._to = at
        self._moved = self._moved or self.slipped(self._from, at)
        if not self._moved:
            return
        rect = QRectF(self._from, self._to).normalized()
        left, top, right, bottom = rect.left(), rect.top(), rect.right(), rect.bottom()
        inside = tuple(
            name
            for name, box in self.scene.boxes.items()
            if left <= box.x and top <= box.y and box.right <= right and box.bottom <= bottom
        )
        self._chosen = (*self._before, *inside) if _additive(modifiers) else inside
        self.scene.mark(self._chosen)
        self.view.viewport().update()

    def end(self, at: QPointF, modifiers: Qt.KeyboardModifier) -> None:
        if not self._moved:
            self._click(_additive(modifiers))
        else:
            self.move(at, modifiers)
            self.document.select(self._chosen)
        self.view.viewport().update()

    def _click(self, additive: bool) -> None:
        before, ground = self._before, self._ground
        if ground is None:
            if not additive:
                self.document.select(())
                self.scene.select_link(None)
        elif not additive:
            self.document.select([ground])
        elif ground in before:
            self.document.select(x for x in before if x != ground)
        else:
            self.document.select((*before, ground))

    def cancel(self) -> None:
        self.scene.mark(self.document.selection)
        self.view.viewport().update()

    def paint(self, painter: QPainter) -> None:
        if self._moved:
            colour = theme().color("accent")
            painter.setPen(QPen(colour, 0))
            fill = QColor(colour)
            fill.setAlpha(40)
            painter.setBrush(fill)
            painter.drawRect(QRectF(self._from, self._to).normalized())


class MoveBoxes(Gesture):
    """Drag boxes: to another place in their container, or into another container.

    A press on one of several that are selected drags all of them; as a mere click it selects
    ``clicked`` alone.
    """

    cursor = Qt.CursorShape.SizeAllCursor
    places_boxes = True

    def __init__(self, view: TopologyView, clicked: str | None = None) -> None:
        super().__init__(view)
        self._clicked = clicked

    def start(self, at: QPointF, modifiers: Qt.KeyboardModifier) -> None:
        self._from = at
        self._moved = False
        topology = self.document.topology
        chosen = [c for c in self.document.selection if c in self.scene.boxes]
        self._heads = [
            c for c in chosen if not any(o != c and editing.inside(topology, c, o) for o in chosen)
        ]
        self._all = [
            c.id
            for c in topology
            if c.id in self.scene.nodes
            and any(c.id == h or editing.inside(topology, c.id, h) for h in self._heads)
        ]
        self._target: str | None = None
        self._refusal: str | None = None
        self._delta = (0.0, 0.0)

    @property
    def holds(self) -> tuple[str, ...]:
        return (*self._all, *(() if self._target is None else (self._target,)))

    def move(self, at: QPointF, modifiers: Qt.KeyboardModifier) -> None:
        free = bool(modifiers & Qt.KeyboardModifier.AltModifier)
        dx, dy = at.x() - self._from.x(), at.y() - self._from.y()
        self._delta = (dx, dy) if free else (snap(dx), snap(dy))
        self._moved = self._moved or self.slipped(self._from, at)
        for name in self._all:
            self.scene.nodes[name].shift(*self._delta)
        self._highlight(at)
        self.view.viewport().update()

    def _highlight(self, at: QPointF) -> None:
        topology = self.document.topology
        self._clear_target()
        self._refusal = None
        moving = set(self._all)
        under: str | None = None
        best = -1
        for name, box in self.scene.boxes.items():
            if name in moving or box.depth < best:
                continue
            if box.x <= at.x() <= box.right and box.y <= at.y() <= box.bottom:
                under, best = name, box.depth
        parents = {topology[h].parent for h in self._heads}
        # A leaf under the pointer stands for the container it is in, unless it takes boxes itself.
        while under is not None and under not in parents:
            problems = [
                editing.placement_refusal(self.document, topology[h].kind, under, h)
                for h in self._heads
            ]
            refused = [p for p in problems if p is not None]
            if not refused:
                self._target = under
                # The box under the pointer may not take it, but what it stands in does.
                self._refusal = None
                self.scene.nodes[under].target = "valid"
                self.view.say(None)
                return
            self._refusal = self._refusal or refused[0]
            under = topology[under].parent
        if under in parents:
            self._refusal = None
        self.view.say(self._refusal)

    def _clear_target(self) -> None:
        if self._target is not None and self._target in self.scene.nodes:
            self.scene.nodes[self._target].target = ""
        self._target = None

    def end(self, at: QPointF, modifiers: Qt.KeyboardModifier) -> None:
        target = self._target
        refusal = self._refusal
        self._restore()
        if not self._moved and self._clicked is not None:
            self.document.select([self._clicked])
        if not self._moved or self._delta == (0.0, 0.0):
            return
        if refusal is not None:
            self.view.refuse(refusal)
            return
        if target is not None:
            self._into(target)
        else:
            self._to_place()

    def _into(self, target: str) -> None:
        found = self._places(target, self._heads)
        problem = editing.move_into(self.document, self._heads, target, found)
        if problem is not None:
            self.view.refuse(problem)

    def _to_place(self) -> None:
        topology = self.document.topology
        found: dict[str, Place] = {}
        for parent in dict.fromkeys(topology[head].parent for head in self._heads):
            inside = [head for head in self._heads if topology[head].parent == parent]
            found.update(self._places(parent, inside))
        self.document.place(found)

    def _places(self, parent: str | None, heads: Sequence[str]) -> dict[str, Place]:
        """Where boxes are put in a container, as far as they were dragged and none on another."""
        boxes = self.scene.boxes
        taken = places.taken_in(self.document.topology, boxes, parent, but=heads)
        found: dict[str, Place] = {}
        for name in heads:
            box = boxes[name]
            wanted = places.within(boxes, parent, box.x + self._delta[0], box.y + self._delta[1])
            found[name] = places.free_in(parent, wanted, (box.w, box.h), taken)
            taken.append((*found[name], box.w, box.h))
        return found

    def _restore(self) -> None:
        self._clear_target()
        self.view.say(None)
        for name in self._all:
            item = self.scene.nodes.get(name)
            if item is not None:
                item.shift(0.0, 0.0)
        self.view.viewport().update()

    def cancel(self) -> None:
        self._restore()


class Connect(Gesture):
    """Draw a link from a port; valid targets light up, others say why not."""

    cursor = Qt.CursorShape.CrossCursor

    def __init__(self, view: TopologyView, source: str) -> None:
        super().__init__(view)
        self.source = source

    @property
    def holds(self) -> tuple[str, ...]:
        return (self.source,)

    def start(self, at: QPointF, modifiers: Qt.KeyboardModifier) -> None:
        self._at = at
        self._over: str | None = None
        for name, item in self.scene.nodes.items():
            link, _ = editing.link_between(self.document, self.source, name)
            item.target = "valid" if link is not None else ""
        self.view.viewport().update()

    def move(self, at: QPointF, modifiers: Qt.KeyboardModifier) -> None:
        self._at = at
        self._over = self.scene.top_node_at(at.x(), at.y())
        said = None
        if self._over is not None and self._over != self.source:
            link, refusal = editing.link_between(self.document, self.source, self._over)
            said = None if link is not None else refusal
        self.view.say(said)
        self.view.viewport().update()

    def end(self, at: QPointF, modifiers: Qt.KeyboardModifier) -> None:
        self.move(at, modifiers)
        target = self._over
        self.cancel()
        if target is None or target == self.source:
            return
        refusal = editing.connect(self.document, self.source, target)
        if refusal is not None:
            self.view.refuse(refusal)

    def cancel(self) -> None:
        for item in self.scene.nodes.values():
            item.target = ""
        self.view.say(None)
        self.view.viewport().update()

    def paint(self, painter: QPainter) -> None:
        start = self.scene.nodes[self.source].port_at()
        middle = (start.x() + self._at.x()) / 2
        painter.setPen(QPen(theme().color("accent"), 2.0))
        painter.drawPolyline(
            [
                start,
                QPointF(middle, start.y()),
                QPointF(middle, self._at.y()),
                self._at,
            ]
        )


class PlaceNew(Gesture):
    """Drag a kind from the palette: containers that take it light up."""

    places_boxes = True

    def __init__(self, view: TopologyView, kind: str) -> None:
        super().__init__(view)
        self.kind = kind
        self._target: str | None = None
        self._refusal: str | None = None

    @property
    def holds(self) -> tuple[str, ...]:
        return () if self._target is None else (self._target,)

    def move(self, at: QPointF, modifiers: Qt.KeyboardModifier) -> None:
        self._clear()
        under = self.scene.top_node_at(at.x(), at.y())
        refusal: str | None = None
        while under is not None:
            problem = editing.placement_refusal(self.document, self.kind, under)
            if problem is None:
                self._target = under
                self.scene.nodes[under].target = "valid"
                break
            refusal = refusal or problem
            under = self.document.topology[under].parent
        if self._target is None:
            alone = editing.placement_refusal(self.document, self.kind, None)
            self._refusal = None if alone is None else (refusal or alone)
        else:
            self._refusal = None
        self.view.say(self._refusal)
        self.view.viewport().update()

    @property
    def refused(self) -> str | None:
        """Why it may not be dropped here, or ``None``."""
        return self._refusal

    def end(self, at: QPointF, modifiers: Qt.KeyboardModifier) -> None:
        self.move(at, modifiers)
        target, refusal = self._target, self._refusal
        self._clear()
        self.view.say(None)
        if refusal is None:
            topology, boxes = self.document.topology, self.scene.boxes
            place = places.for_new(topology, boxes, target, (at.x(), at.y()))
            refusal = editing.add(self.document, self.kind, target, place=place)
        if refusal is not None:
            self.view.refuse(refusal)
        else:
            self.view.show_selected()

    def cancel(self) -> None:
        self._clear()
        self.view.say(None)
        self.view.viewport().update()

    def _clear(self) -> None:
        if self._target is not None and self._target in self.scene.nodes:
            self.scene.nodes[self._target].target = ""
        self._target = None


class PlaceTemplate(Gesture):
    """Drag a template from the palette: all of it stands right and below where it is dropped."""

    places_boxes = True

    def __init__(self, view: TopologyView, template: str) -> None:
        super().__init__(view)
        self.template = template

    def end(self, at: QPointF, modifiers: Qt.KeyboardModifier) -> None:
        self.view.actions_on.insert_template(self.template, (snap(at.x()), snap(at.y())))


def relative(view: TopologyView, component: str, x: float, y: float) -> Place:
    """An absolute corner as the place inside the component's container, within reach."""
    parent = view.document.topology[component].parent
    return places.within(view.topology_scene.boxes, parent, x, y)


def _additive(modifiers: Qt.KeyboardModifier) -> bool:
    return bool(
        modifiers & (Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier)
    )


__all__ = ["Connect", "Gesture", "Marquee", "MoveBoxes", "Pan", "PlaceNew", "PlaceTemplate"]
