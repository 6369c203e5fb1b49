"""The scene: mirrors the document's topology, layout and projection into items."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import replace
from functools import partial
from html import escape
from operator import is_
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QRectF, Signal
from PySide6.QtGui import QColor, QPainter
from PySide6.QtWidgets import QGraphicsScene

from app.window.canvas import painting
from app.window.canvas.faces import Face, Known, faces, hover_text, link_text
from app.window.canvas.flows import LIMITED, Lines
from app.window.canvas.gaps import lacking_parts, missing, stands_in
from app.window.canvas.gliding import Glide
from app.window.canvas.items import LinkItem, NodeItem
from app.window.canvas.lanes import Way, spread
from app.window.canvas.layout import HEADER_H, Box, lay_out, visible_owner
from app.window.canvas.loads import Part, anchor_on_show, path
from app.window.canvas.passage import stays, told, ways
from app.window.canvas.places import standing
from app.window.canvas.routing import Point, Router, tidied
from app.window.canvas.spacing import Place
from app.window.canvas.style import Style
from app.window.document import Document, editing
from app.window.i18n import tr
from app.window.i18n.numbers import percent
from app.window.slices import Slices
from app.window.theme import theme

if TYPE_CHECKING:
    from model.topology import Link

FIRST_S, AGAIN_S = 0.004, 0.004
"""CPU time of the window's thread for the ways of links as boxes are laid out, at first and when
they have a way already; those of some hundred links take 0.15 s."""


class TopologyScene(QGraphicsScene):
    """Boxes and links by component and link id; ``refreshed`` asks views for one repaint.

    Qt's part in it is the ground and its bounds: there are no graphics items.
    """

    refreshed = Signal()
    laidOut = Signal()

    def __init__(self, document: Document, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.document = document
        self.nodes: dict[str, NodeItem] = {}
        self.links: dict[str, LinkItem] = {}
        self.boxes: dict[str, Box] = {}
        self.stood: dict[str, Box] = {}
        """Where all stood before they were laid out last; empty once that was told of."""
        self._faces: dict[str, Face] = {}
        self._known = Known()
        # By key of a line: the links it stands for and the boxes on show at its ends.
        self._lines: dict[str, tuple[list[Link], str, str]] = {}
        self._labelled: tuple[object, ...] = ()
        self._stale = True
        self._bounds = QRectF()
        self.toggled: set[str] = set()
        self.shows_passage = True
        """Whether boxes and lines show where the response time goes."""
        self.selected_link: str | None = None
        self._style = Style(theme())
        self._routing = Slices(self)
        self._routing.through.connect(self._routed)
        self._positions: object = None
        self._built: object = None
        document.topologyChanged.connect(self._on_topology)
        document.stateChanged.connect(self._on_state)
        document.projectionChanged.connect(self.refresh)
        document.glanceChanged.connect(self.refresh)
        document.scenarioChanged.connect(self.refresh)
        document.anchorChanged.connect(self.refresh)
        document.selectionChanged.connect(self._mirror_selection)
        theme().changed.connect(self.restyle)
        document.standing = self._standing
        self.glide = Glide(self)
        self.rebuild()

    def _standing(self, parents: Collection[str | None]) -> dict[str, Place]:
        return standing(self.document.topology, self.boxes, parents)

    # -- mirroring -----------------------------------------------------------------------------

    def rebuild(self) -> None:
        """Lay out again and bring items in line with the topology."""
        document = self.document
        self._positions = document.state.positions
        self._built = self._shape()
        self.glide.stop()
        before = self.stood = self.boxes
        self.boxes = lay_out(
            document.topology, document.catalogue, document.state.positions, self.toggled
        )
        self._stale = True
        for name in [n for n in self.nodes if n not in self.boxes]:
            del self.nodes[name]
        for name, box in self.boxes.items():
            item = self.nodes.get(name)
            if item is None:
                self.nodes[name] = NodeItem(box, self.faces[name], self._style)
            else:
                item.offset = (0.0, 0.0)
                item.set_box(box)
        # In the order of the layout, however it came to be: tags may lie over a neighbour's edge.
        self.nodes = {name: self.nodes[name] for name in self.boxes}
        self._rebuild_links({n for n, box in self.boxes.items() if before.get(n) != box})
        # New links take their labels when they are next painted.
        self._stale = True
        self._mirror_selection()
        bounds = QRectF()
        for box in self.boxes.values():
            bounds = bounds.united(QRectF(box.x, box.y, box.w, box.h))
        self._bounds = bounds
        # Room enough that what is dropped first can stay under the pointer, wherever that is.
        margin = max(1600.0, bounds.width() / 2)
        self.setSceneRect(bounds.adjusted(-margin, -margin, margin, margin))
        self.laidOut.emit()
        self.refreshed.emit()

    def refresh(self) -> None:
        """New figures: computed once, when next painted or asked for."""
        self._stale = True
        self.refreshed.emit()

    def paint(self, painter: QPainter, exposed: QRectF) -> None:
        """All boxes and links of an area, with figures of now."""
        _ = self.faces
        detail = abs(painter.worldTransform().m11())
        seen = [node for node in self.nodes.values() if node.area.intersects(exposed)]
        lines = [
            x for x in self.links.values() if len(x.polygon) > 1 and x.area.intersects(exposed)
        ]
        painting.paint(painter, seen, lines, self.nodes.values(), detail)

    @property
    def painted_with(self) -> Style:
        """Colours and letters; another one for another theme or language."""
        return self._style

    @property
    def faces(self) -> dict[str, Face]:
        """What every component shows."""
        if self._stale:
            self._stale = False
            self._compute_faces()
            for name, item in self.nodes.items():
                item.face = self._faces.get(name, item.face)
            self._label_links()
        return self._faces

    def hover_of(self, component: str) -> str:
        """What pointing at a box explains."""
        document, topology = self.document, self.document.topology
        face = self.faces[component]
        said = hover_text(topology[component], face, topology, document.catalogue, document.shown)
        if face.stay is None:
            return said
        parts, total_s = self._parts()
        mine = (p for p in parts if visible_owner(topology, p.component, self.boxes) == component)
        return "<br>".join((said, *(escape(told(part, total_s, topology)) for part in mine)))

    def show_passage(self, wanted: bool) -> None:
        """Show where the response time goes on boxes and lines, or no longer."""
        self.shows_passage = wanted
        self.refresh()

    def _parts(self) -> tuple[list[Part], float]:
        """Where the response time of the workload on show is spent, and how long it is."""
        shown, anchor = self.document.shown, anchor_on_show(self.document)
        work = None if shown is None or anchor is None else shown.workload(anchor)
        if shown is None or work is None:
            return [], 0.0
        return path(work, shown, self.document.topology), sum(work.breakdown_s.values())

    def _show_passage(self) -> None:
        """What is spent at each box, and beyond each line from where the work comes in."""
        topology = self.document.topology
        parts, total_s = self._parts() if self.shows_passage else ([], 0.0)
        found = stays(parts, total_s, topology, self.boxes)
        for name, stay in found.items():
            face = self._faces[name]
            said = tr("{share} of the response time", share=percent(stay.share))
            self._faces[name] = replace(face, stay=stay, spoken=f"{face.spoken}, {said}")
        start = visible_owner(topology, anchor_on_show(self.document) or "", self.boxes)
        ends = {key: (one, other) for key, (_, one, other) in self._lines.items()}
        passed = ways(ends, start, found) if found and start is not None else {}
        for key, item in self.links.items():
            item.passed = passed.get(key, 0.0)

    def hover_of_link(self, key: str) -> str:
        """What pointing at a line explains: its load, or that of all links it stands for."""
        topology = self.document.topology
        stands, source, target = self._lines[key]
        names = (topology[source].name, topology[target].name)
        said = self._loads().explained(stands, names)
        limited = stands[0].kind in LIMITED
        return link_text(said, "" if limited else target, names[1], self.document.shown)

    def _loads(self) -> Lines:
        document = self.document
        before = None if document.scenario is None else document.as_is_projection
        return Lines(document.topology, self.document.shown, before)

    def restyle(self) -> None:
        """New theme or language."""
        self._known = Known()
        self._style = Style(theme())
        for node in self.nodes.values():
            node.set_style(self._style)
        for link in self.links.values():
            link.style = self._style
        self.setBackgroundBrush(QColor(theme().tokens.window))
        self.refresh()

    def toggle(self, component: str) -> None:
        """Open a closed container, or close an open one."""
        if self.document.topology.children(component):
            self.toggled ^= {component}
            self.rebuild()

    def reveal(self, component: str) -> None:
        """Open the containers around a component until it is on show."""
        topology = self.document.topology
        if component not in topology:
            return
        for _ in range(len(topology)):
            owner = visible_owner(topology, component, self.boxes)
            if owner is None or owner == component:
                return
            self.toggled ^= {owner}
            self.rebuild()

    def content_rect(self, components: Iterable[str] = ()) -> QRectF:
        """The rectangle around these boxes (all of them when none are named)."""
        names = [n for n in components if n in self.boxes]
        if not names:
            # Asked of at every frame while the view moves.
            return QRectF(self._bounds)
        bounds = QRectF()
        for name in names:
            box = self.boxes[name]
            bounds = bounds.united(QRectF(box.x, box.y, box.w, box.h))
        return bounds

    def top_node_at(self, x: float, y: float) -> str | None:
        """The innermost box at a scene point."""
        best: Box | None = None
        for box in self.boxes.values():
            inside = box.x <= x <= box.right and box.y <= y <= box.bottom
            if inside and (best is None or box.depth >= best.depth):
                best = box
        return None if best is None else best.id

    # -- helpers -------------------------------------------------------------------------------

    def _on_topology(self) -> None:
        # Another value of a setting moves no box: only figures change then.
        if self._shape() == self._built:
            self.refresh()
        else:
            self.rebuild()

    def _shape(self) -> object:
        topology = self.document.topology
        return [(c.id, c.parent) for c in topology], topology.links

    def _on_state(self) -> None:
        if self.document.state.positions is not self._positions:
            self.rebuild()

    def _compute_faces(self) -> None:
        document = self.document
        scenario = document.scenario
        self._faces = faces(
            document.topology,
            document.as_is,
            document.catalogue,
            self.document.shown,
            None if scenario is None and document.glance is None else document.as_is_projection,
            () if scenario is None else scenario.changes,
            self._known,
        )
        for question in missing(document):
            owner = visible_owner(document.topology, question.subject, self.boxes)
            if owner is not None:
                face = self._faces[owner]
                if stands_in(document, question):
                    self._faces[owner] = replace(face, provisional=face.provisional + 1)
                else:
                    self._faces[owner] = replace(face, missing=face.missing + 1)
        for anchor, _kind, _why in lacking_parts(document):
            owner = visible_owner(document.topology, anchor, self.boxes)
            if owner is not None:
                face = self._faces[owner]
                self._faces[owner] = replace(face, missing=face.missing + 1)
        # A bottleneck inside a closed container shows on the container.
        for name, face in list(self._faces.items()):
            if face.bottleneck and name not in self.boxes:
                owner = visible_owner(document.topology, name, self.boxes)
                if owner is not None:
                    self._faces[owner] = replace(self._faces[owner], bottleneck=True)
        self._show_passage()

    def _rebuild_links(self, moved: Collection[str]) -> None:
        """Lines for all links; those of boxes that ``moved`` get their ways first."""
        topology = self.document.topology
        wanted: dict[str, tuple[str, str, str]] = {}
        stand: dict[str, list[Link]] = {}
        for link in topology.links:
            source = visible_owner(topology, link.source, self.boxes)
            target = visible_owner(topology, link.target, self.boxes)
            if source is None or target is None or source == target:
                continue
            if editing.inside(topology, source, target) or editing.inside(topology, target, source):
                continue
            both_shown = source == link.source and target == link.target
            key = link.id if both_shown else f"{link.kind}:{source}>{target}"
            wanted.setdefault(key, (link.kind, source, target))
            stand.setdefault(key, []).append(link)
        self._lines = {key: (stand[key], *wanted[key][1:]) for key in wanted}
        for key in [k for k in self.links if k not in wanted]:
            del self.links[key]
            if self.selected_link == key:
                self.selected_link = None
        new = set(wanted) - set(self.links)
        for key, (kind, _source, _target) in wanted.items():
            if key in new:
                item = self.links[key] = LinkItem(key, kind, self._style)
                item.obstacles = partial(self._in_the_way, key)
        # In the order of the model, however it came to be: the later are painted over the earlier.
        self.links = {key: self.links[key] for key in wanted}
        lines = [(key, source, target) for key, (_kind, source, target) in wanted.items()]
        # A container that grows has all its lines anew; of what was moved in it both ends are new.
        lines.sort(
            key=lambda line: 0 if line[0] in new else 2 - (line[1] in moved) - (line[2] in moved)
        )
        self._routing.begin(self._routes(lines, moved), FIRST_S if new else AGAIN_S)

    def _routed(self) -> None:
        # Labels made room for the lines that there were.
        for item in self.links.values():
            item.forget_label()
        self.refreshed.emit()

    def _routes(self, lines: list[tuple[str, str, str]], moved: Collection[str]) -> Iterator[str]:
        """Give each line its way, one at a time."""
        topology = self.document.topology
        router = Router(self.boxes, {c.id: c.parent for c in topology}) if lines else None
        found: dict[str, Way] = {}
        for key, source, target in lines:
            assert router is not None
            points = router.route(source, target)
            if not self.links[key].points or source in moved or target in moved:
                # The others stay as they are until all have their lanes.
                self._show_way(key, source, target, points)
            kind = self.links[key].kind
            # What belongs together is one line with branches; what calls each other is told apart.
            bundle = (kind, target, True) if kind == "member" else (kind, source, False)
            found[key] = Way(key, source, target, bundle, list(points))
            yield key
        ways = [found[key] for key in self.links if key in found]
        if router is None:
            return
        for _ in spread(router, self.boxes, ways):
            yield ""
        for way in ways:
            points = tidied(way.points)
            if points != self.links[way.key].points or way.source in moved or way.target in moved:
                self._show_way(way.key, way.source, way.target, points)
        yield ""

    def _show_way(self, key: str, source: str, target: str, points: tuple[Point, ...]) -> None:
        item, topology = self.links[key], self.document.topology
        item.set_points(points)
        item.set_headers(
            self.nodes[name]
            for end in (source, target)
            for name in topology.containers(end)
            if name in self.nodes
        )

    def _in_the_way(self, key: str, area: QRectF) -> tuple[list[QRectF], list[QRectF]]:
        """What the label of a link should not cover: boxes with headers; tags, lines, labels.

        Labels only of the links before it in the model, which find their places first: where one
        stands then depends on what is on show, not on which part of it was painted before.
        """
        before = self._place_before(key, area)
        # Every box may come to bind, and labels stay where they are then.
        others = [
            tag
            for name, node in self.nodes.items()
            if not self.boxes[name].open
            and (tag := node.tag_rect().translated(node.rect.topLeft())).intersects(area)
        ]
        for name, other in self.links.items():
            if name != key:
                others += other.crossings(area)
        others += [
            placed
            for other in before
            if (placed := other.label_placed) is not None and placed.intersects(area)
        ]
        return self._figures_within(area), others

    def _place_before(self, key: str, area: QRectF) -> list[LinkItem]:
        """The labelled links before one whose labels may come near it, all of them placed."""
        earlier = []
        for name, item in self.links.items():
            if name == key:
                break
            if item.label:
                earlier.append(item)
        # Theirs rest on those before them in turn: placed one after the other, the first first.
        wanted, areas = [], [area]
        for item in reversed(earlier):
            if not item.was_put and any(item.area.intersects(other) for other in areas):
                wanted.append(item)
                areas.append(item.area)
        for item in reversed(wanted):
            item.label_place()
        return earlier

    def _figures_within(self, area: QRectF) -> list[QRectF]:
        """Closed boxes and the headers of open ones that a link's label should not cover."""
        found = []
        for box in self.boxes.values():
            rect = QRectF(box.x, box.y, box.w, min(box.h, HEADER_H) if box.open else box.h)
            if rect.intersects(area):
                found.append(rect)
        return found

    def _label_links(self) -> None:
        for key, item in self.links.items():
            item.chosen = key == self.selected_link
        document, topology = self.document, self.document.topology
        rests_on = (
            self._lines,
            self.document.shown,
            document.as_is_projection,
            document.scenario is None,
            self._style,
            *(
                None if (source := topology.components.get(x.source)) is None else source.measured
                for stands, *_ in self._lines.values()
                for x in stands
            ),
        )
        if len(rests_on) == len(self._labelled) and all(map(is_, rests_on, self._labelled)):
            # A tick of a slider whose figures are still to come.
            return
        self._labelled = rests_on
        loads = self._loads()
        moved: list[QRectF] = []
        for key, item in self.links.items():
            gone = item.set_label(loads.label(self._lines[key][0]))
            # What made way for a label that is wider or narrower now makes way anew.
            if not gone and item.was_put and any(item.area.intersects(other) for other in moved):
                item.forget_label()
                gone = True
            if gone:
                moved.append(item.area)

    def select_link(self, key: str | None) -> None:
        """Mark a link as chosen (links are not part of the document's selection)."""
        self.selected_link = key
        for name, item in self.links.items():
            item.chosen = name == key
        self.refreshed.emit()

    def mark(self, components: Iterable[str]) -> None:
        """Show these as selected, which the document need not know yet."""
        chosen = set(components)
        for name, item in self.nodes.items():
            item.chosen = name in chosen

    def _mirror_selection(self) -> None:
        if self.document.selection:
            self.selected_link = None
        self.mark(self.document.selection)
        for name, link in self.links.items():
            link.chosen = name == self.selected_link
        self.refreshed.emit()
