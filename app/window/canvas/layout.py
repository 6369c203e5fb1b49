"""Automatic layout: boxes in boxes, columns by who points at whom. Pure; knows no Qt."""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass

from app.window.canvas.spacing import Place, Size, apart
from model.topology import Catalogue, Component, Topology

GRID = 8.0
LEAF_W, LEAF_H = 176.0, 56.0
HEADER_H = 48.0
PAD, GAP = 16.0, 16.0
COLUMN_GAP, ROW_GAP = 112.0, 32.0
MANY_CHILD_KINDS = 5
MANY_CHILDREN = 24
SCREEN_ASPECT = 1.6  # a drawing this much wider than high fills the canvas between its panels


@dataclass(frozen=True, slots=True)
class Box:
    """A placed component: absolute rectangle, nesting depth, and whether it shows its children."""

    id: str
    x: float
    y: float
    w: float
    h: float
    depth: int
    open: bool
    hidden: int = 0

    @property
    def right(self) -> float:
        return self.x + self.w

    @property
    def bottom(self) -> float:
        return self.y + self.h

    @property
    def centre(self) -> tuple[float, float]:
        return self.x + self.w / 2, self.y + self.h / 2


def opens_by_default(component: Component, children: int, catalogue: Catalogue) -> bool:
    """Whether a container shows what is inside before anybody asked.

    Hosts (kinds that hold many other kinds) always do; a box that stands on its own does while
    its children are few; a subsystem with parts inside a host starts closed.
    """
    if len(catalogue.children_of(component.kind)) >= MANY_CHILD_KINDS:
        return True
    return component.parent is None and children <= MANY_CHILDREN


def visible_owner(topology: Topology, component: str, boxes: Mapping[str, Box]) -> str | None:
    """The box that stands for a component: itself, or the closed container around it."""
    seen: set[str] = set()
    current: str | None = component
    while current is not None and current in topology and current not in seen:
        if current in boxes:
            return current
        seen.add(current)
        current = topology[current].parent
    return None


class _Layout:
    def __init__(
        self,
        topology: Topology,
        catalogue: Catalogue,
        positions: Mapping[str, tuple[float, float]],
        toggled: Collection[str],
    ) -> None:
        self.topology = topology
        self.catalogue = catalogue
        self.positions = positions
        self.toggled = toggled
        self.children: dict[str | None, list[Component]] = {}
        for component in topology:
            parent = component.parent if component.parent in topology else None
            self.children.setdefault(parent, []).append(component)
        # Where automatic layout has a box, and then where it stands: both within its container.
        self.places: dict[str, Place] = {}
        self.stands: dict[str, Place] = {}
        self.sizes: dict[str, Size] = {}
        self.open: dict[str, bool] = {}

    def run(self) -> dict[str, Box]:
        roots = self.children.get(None, [])
        for root in roots:
            self._measure(root)
        self._place_roots(roots)
        self._stand(roots, lambda x, y: (x, y))
        boxes: dict[str, Box] = {}
        for root in roots:
            self._emit(root, *self.stands[root.id], 0, boxes)
        return boxes

    def _stand(
        self, siblings: Sequence[Component], within: Callable[[float, float], Place]
    ) -> None:
        """Each where it was put or where automatic layout has it, and none on another."""
        by_hand = {c.id for c in siblings if c.id in self.positions}
        wanted = {c.id: within(*self.positions.get(c.id, self.places[c.id])) for c in siblings}
        # Automatic layout alone leaves nothing to move apart.
        self.stands.update(apart(wanted, self.sizes, by_hand, GAP) if by_hand else wanted)

    def _measure(self, component: Component) -> None:
        inside = self.children.get(component.id, [])
        is_open = bool(inside) and (
            opens_by_default(component, len(inside), self.catalogue)
            != (component.id in self.toggled)
        )
        self.open[component.id] = is_open
        if not is_open:
            self.sizes[component.id] = (LEAF_W, LEAF_H)
            return
        for child in inside:
            self._measure(child)
        self._pack(inside)
        self._stand(inside, lambda x, y: (max(x, PAD), max(y, HEADER_H)))
        right = bottom = 0.0
        for child in inside:
            x, y = self.stands[child.id]
            width, height = self.sizes[child.id]
            right, bottom = max(right, x + width), max(bottom, y + height)
        self.sizes[component.id] = (max(right + PAD, LEAF_W + 2 * PAD), bottom + PAD)

    def _pack(self, inside: Sequence[Component]) -> None:
        """Shelves, like kinds side by side, about 1.5 times as wide as high."""
        kinds = list(dict.fromkeys(c.kind for c in inside))
        ordered = sorted(inside, key=lambda c: (-self.sizes[c.id][1], kinds.index(c.kind)))
        area = sum((w + GAP) * (h + GAP) for w, h in (self.sizes[c.id] for c in inside))
        widest = max(self.sizes[c.id][0] for c in inside)
        limit = max(math.sqrt(area * 1.5), widest + GAP)
        x, y, shelf = PAD, HEADER_H, 0.0
        for child in ordered:
            width, height = self.sizes[child.id]
            if x > PAD and x + width - PAD > limit:
                x, y, shelf = PAD, y + shelf + GAP, 0.0
            self.places[child.id] = (x, y)
            x += width + GAP
            shelf = max(shelf, height)

    def _place_roots(self, roots: Sequence[Component]) -> None:
        root_of: dict[str, str] = {}
        for root in roots:
            stack = [root.id]
            while stack:
                current = stack.pop()
                root_of[current] = root.id
                stack.extend(child.id for child in self.children.get(current, ()))
        arcs = {
            (root_of[link.source], root_of[link.target])
            for link in self.topology.links
            if link.source in root_of and link.target in root_of
        }
        hosts = self._hosts(roots)
        linked = {end for arc in arcs for end in arc if arc[0] != arc[1]} | hosts
        bound = [r for r in roots if r.id in linked]
        loose = [r for r in roots if r.id not in linked]
        width, height = self._place_columns(bound, arcs, hosts)
        self._place_shelves(loose, height + (ROW_GAP if bound else 0.0), width)

    def _place_columns(
        self, roots: Sequence[Component], arcs: Collection[tuple[str, str]], hosts: set[str]
    ) -> tuple[float, float]:
        """Columns by who points at whom; the width and height they take."""
        ranks = _ranks([r.id for r in roots], arcs, hosts)
        columns: dict[int, list[Component]] = {}
        for root in roots:
            columns.setdefault(ranks[root.id], []).append(root)
        x = lowest = 0.0
        sizes = [self.sizes[root.id] for root in roots]
        area = sum((w + COLUMN_GAP) * (h + ROW_GAP) for w, h in sizes)
        limit = max([math.sqrt(area / SCREEN_ASPECT), *(h for _w, h in sizes)])
        middle: dict[str, float] = {}
        for rank in sorted(columns):
            column = columns[rank]
            order = {root.id: place for place, root in enumerate(column)}

            def weight(root: Component, order: dict[str, int] = order) -> tuple[float, int]:
                near = [middle[a] for a, b in arcs if b == root.id and a in middle]
                near += [middle[b] for a, b in arcs if a == root.id and b in middle]
                return (sum(near) / len(near) if near else math.inf, order[root.id])

            y = widest = 0.0
            for root in sorted(column, key=weight):
                width, height = self.sizes[root.id]
                if y and y + height > limit:
                    # A stack higher than the drawing is to be goes on beside itself.
                    x, y, widest = x + widest + COLUMN_GAP / 2, 0.0, 0.0
                self.places[root.id] = (x, y)
                middle[root.id] = y + height / 2
                y += height + ROW_GAP
                widest = max(widest, width)
                lowest = max(lowest, y - ROW_GAP)
            x += widest + COLUMN_GAP
        return max(x - COLUMN_GAP, 0.0), lowest

    def _place_shelves(self, roots: Sequence[Component], top: float, width: float) -> None:
        """What nothing points at, in rows below, as wide as the columns above."""
        if not roots:
            return
        area = sum((w + GAP) * (h + GAP) for w, h in (self.sizes[r.id] for r in roots))
        limit = max(width, math.sqrt(area * 1.8), LEAF_W)
        x, y, shelf = 0.0, top, 0.0
        for root in sorted(roots, key=lambda r: -self.sizes[r.id][1]):
            w, h = self.sizes[root.id]
            if x > 0.0 and x + w > limit:
                x, y, shelf = 0.0, y + shelf + GAP, 0.0
            self.places[root.id] = (x, y)
            x += w + GAP
            shelf = max(shelf, h)

    def _hosts(self, roots: Sequence[Component]) -> set[str]:
        """Roots with a host inside, or hosts themselves: they make the first column."""
        hosts = set()
        for root in roots:
            kinds = {root.kind, *(c.kind for c in self.children.get(root.id, ()))}
            if any(len(self.catalogue.children_of(k)) >= MANY_CHILD_KINDS for k in kinds):
                hosts.add(root.id)
        return hosts

    def _emit(
        self, component: Component, x: float, y: float, depth: int, boxes: dict[str, Box]
    ) -> None:
        width, height = self.sizes[component.id]
        is_open = self.open[component.id]
        hidden = 0 if is_open else self._count_inside(component.id)
        boxes[component.id] = Box(component.id, x, y, width, height, depth, is_open, hidden)
        if is_open:
            for child in self.children.get(component.id, ()):
                left, top = self.stands[child.id]
                self._emit(child, x + left, y + top, depth + 1, boxes)

    def _count_inside(self, component: str) -> int:
        inside = self.children.get(component, ())
        return len(inside) + sum(self._count_inside(child.id) for child in inside)


def _ranks(
    roots: Sequence[str], arcs: Collection[tuple[str, str]], hosts: Collection[str]
) -> dict[str, int]:
    """Column of each root: hosts 0, others one right of what points at them."""
    ranks = {root: 0 if root in hosts else 1 for root in roots}
    for _ in range(min(len(roots), 6)):
        moved = False
        for source, target in arcs:
            if target in hosts or source == target:
                continue
            wanted = min(ranks[source] + 1, 4)
            if ranks[target] < wanted:
                ranks[target] = wanted
                moved = True
        if not moved:
            break
    return ranks


def lay_out(
    topology: Topology,
    catalogue: Catalogue,
    positions: Mapping[str, tuple[float, float]],
    toggled: Collection[str] = (),
) -> dict[str, Box]:
    """A box for every component that is on show, containers before what they contain.

    ``positions`` are boxes placed by hand, relative to their container. They stay, and so does
    every other box unless it would lie on one of them: no two boxes ever overlap, and a container
    that grows moves what is right of it or below. ``toggled`` containers are open
    where they would be closed and the other way round.
    """
    return _Layout(topology, catalogue, positions, toggled).run()


def snap(value: float, grid: float = GRID) -> float:
    """``value`` on the grid."""
    return round(value / grid) * grid
