"""Orthogonal routes around boxes. Pure; knows no Qt.

A link may cross the borders of the containers around its two ends, and no other box: not even the
boxes it joins. What can be in its way are therefore only the boxes that stand beside its ends and
beside the containers around them; whatever lies deeper is inside one of those.

A few simple shapes are tried first, all in one array operation. Only where each of them crosses a
box does an exact search run on the sparse grid that the boxes' edges make; it runs from the target
outwards, so that all links from one container to the same target share it.
"""

from __future__ import annotations

import heapq
from bisect import bisect_left
from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import TYPE_CHECKING

from app.window.canvas.layout import HEADER_H

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    from app.window.canvas.layout import Box

    Array = npt.NDArray[np.float64]

Point = tuple[float, float]
CLEARANCE = 8.0
BEND_COST = 40.0
CROSS_COST = 4000.0
# Nodes that the searches of one layout may visit before the rest of its links get simple shapes.
MOST_VISITS = 400_000


class Router:
    """Routes between boxes of one layout."""

    def __init__(self, boxes: Mapping[str, Box], parents: Mapping[str, str | None]) -> None:
        self._boxes = boxes
        self._parents = {
            name: None if parents.get(name) not in boxes else parents.get(name) for name in boxes
        }
        self._inside: dict[str | None, list[str]] = {}
        for name, parent in self._parents.items():
            self._inside.setdefault(parent, []).append(name)
        self.visited = 0
        """States that its searches have looked at."""
        self._in_the_way: dict[tuple[str | None, str | None], Array] = {}
        self._grids: dict[tuple[str | None, str | None, bool], Grid] = {}
        self._trees: dict[tuple[str | None, str, bool], Tree] = {}

    def route(self, source: str, target: str) -> tuple[Point, ...]:
        """Corner points from one box's edge to the other's, whatever other routes run there."""
        a, b = self._boxes[source], self._boxes[target]
        obstacles = self.in_the_way(source, target)
        shapes = self._shapes(a, b)
        costs = _costs(shapes, obstacles)
        best = min(range(len(shapes)), key=costs.__getitem__)
        if costs[best] < CROSS_COST:
            return tidied(shapes[best])
        for tight in (False, True):
            found = self._search(source, target, tight=tight)
            if found is not None:
                return tidied(found)
        # One of the ends lies under another box: no way crosses none, but one may cross only that.
        found = self._search_uncovered(source, target)
        return tidied(shapes[best] if found is None else found)

    def _around(self, name: str) -> list[str | None]:
        """The containers around a box, innermost first, and the drawing itself."""
        found: list[str | None] = []
        parent = self._parents[name]
        while parent is not None and parent not in found:
            found.append(parent)
            parent = self._parents[parent]
        return [*found, None]

    def _beside(self, source: str, target: str) -> list[str]:
        """Both ends, and what stands beside them and beside the containers around them."""
        around = dict.fromkeys([*self._around(source), *self._around(target)])
        return [n for place in around for n in self._inside[place] if n not in around]

    def in_the_way(self, source: str, target: str) -> Array:
        """Left, top, right and bottom of the boxes and headers that no way between two may cut."""
        key = self._parents[source], self._parents[target]
        found = self._in_the_way.get(key)
        if found is None:
            around = {*self._around(source), *self._around(target)}
            headers = [_header(self._boxes[n]) for n in around if n is not None]
            found = self._in_the_way[key] = _rectangles(
                [*(self._boxes[n] for n in self._beside(source, target)), *headers]
            )
        return found

    def _shapes(self, a: Box, b: Box) -> list[tuple[Point, ...]]:
        (ax, ay), (bx, by) = a.centre, b.centre
        outer_a, outer_b = self._outermost(a, b), self._outermost(b, a)
        shapes: list[tuple[Point, ...]] = []
        if b.x >= a.right or outer_b.x >= outer_a.right:
            for middle in (
                (outer_a.right + outer_b.x) / 2,
                outer_b.x - 2 * CLEARANCE,
                outer_a.right + 2 * CLEARANCE,
                (a.right + b.x) / 2,
            ):
                shapes.append(((a.right, ay), (middle, ay), (middle, by), (b.x, by)))
            # Out through the gutter below or above the row, then across.
            for gutter in (a.bottom + CLEARANCE, a.y - CLEARANCE):
                middle = (outer_a.right + outer_b.x) / 2
                out = a.right + CLEARANCE
                shapes.append(
                    (
                        (a.right, ay),
                        (out, ay),
                        (out, gutter),
                        (middle, gutter),
                        (middle, by),
                        (b.x, by),
                    )
                )
        if a.x >= b.right:
            middle = (outer_b.right + outer_a.x) / 2
            shapes.append(((a.x, ay), (middle, ay), (middle, by), (b.right, by)))
        if b.y >= a.bottom:
            middle = (a.bottom + b.y) / 2
            shapes.append(((ax, a.bottom), (ax, middle), (bx, middle), (bx, b.y)))
        if a.y >= b.bottom:
            middle = (b.bottom + a.y) / 2
            shapes.append(((ax, a.y), (ax, middle), (bx, middle), (bx, b.bottom)))
        beside = max(outer_a.right, outer_b.right)
        # Between boxes and the border around them, or else with more room beside both.
        for side in (beside + CLEARANCE, beside + 3 * CLEARANCE):
            shapes.append(((a.right, ay), (side, ay), (side, by), (b.right, by)))
        return shapes

    def _outermost(self, box: Box, other: Box) -> Box:
        """The largest box around one that the other is not in, so that a way stays inside both's.

        Ways within a machine that ran beside it lay on one another, and nobody could tell whose
        they were.
        """
        around = {other.id, *self._around(other.id)}
        name = box.id
        while (parent := self._parents.get(name)) is not None and parent not in around:
            name = parent
        return self._boxes[name]

    def _search_uncovered(self, source: str, target: str) -> tuple[Point, ...] | None:
        """A way that may cross what lies over the ends or over the containers around them."""
        if self.visited > MOST_VISITS:
            return None
        around = {*self._around(source), *self._around(target)}
        covered = [self._boxes[n] for n in (source, target, *around) if n is not None]
        kept = [
            self._boxes[n]
            for n in self._beside(source, target)
            if n in (source, target)
            or not any(
                _overlap(self._boxes[n], box) and box.id not in self._around(n) for box in covered
            )
        ]
        grid = Grid(_rectangles(kept), tight=True)
        tree = Tree(self._stubs(target, grid, tight=True))
        return self._join(source, grid, tree, tight=True)

    def _search(self, source: str, target: str, *, tight: bool) -> tuple[Point, ...] | None:
        """The cheapest way on the grid of box edges; ``tight`` also runs along the edges."""
        if self.visited > MOST_VISITS:
            return None
        obstacles = self.in_the_way(source, target)
        places = self._parents[source], self._parents[target]
        grid = self._grids.get((*places, tight))
        if grid is None:
            grid = self._grids[(*places, tight)] = Grid(obstacles, tight=tight)
        key = (places[0], target, tight)
        tree = self._trees.get(key)
        if tree is None:
            tree = self._trees[key] = Tree(self._stubs(target, grid, tight=tight))
        return self._join(source, grid, tree, tight=tight)

    def _join(
        self, source: str, grid: Grid, tree: Tree, *, tight: bool
    ) -> tuple[Point, ...] | None:
        best: tuple[float, tuple[Point, ...], int] | None = None
        stubs = self._stubs(source, grid, tight=tight)
        visited = len(tree.cost)
        grid.grow(tree, {s: c for c, _p, out in reversed(stubs) for s, c in _turned(out, c)})
        self.visited += len(tree.cost) - visited
        for cost, points, out in stubs:
            for state, begun in _turned(out, cost):
                total = begun + tree.cost.get(state, float("inf"))
                if total < (float("inf") if best is None else best[0]):
                    best = total, points, state
        if best is None:
            return None
        return (*best[1], *grid.walk(tree, best[2]))

    def _stubs(
        self, name: str, grid: Grid, *, tight: bool
    ) -> list[tuple[float, tuple[Point, ...], int]]:
        """Ways from a box's sides onto the grid: cost, points up to the grid, grid state."""
        box = self._boxes[name]
        x, y = box.centre
        found: list[tuple[float, tuple[Point, ...], int]] = []
        for gap in (CLEARANCE, 0.0) if tight else (CLEARANCE,):
            for edge, line in ((box.right, box.right + gap), (box.x, box.x - gap)):
                if not grid.free((edge, y), (line, y)):
                    continue
                column = bisect_left(grid.xs, line)
                for row in grid.beside(grid.ys, y):
                    if grid.free((line, y), (line, grid.ys[row])):
                        cost = gap + abs(grid.ys[row] - y) + BEND_COST
                        found.append((cost, ((edge, y), (line, y)), grid.state(column, row, 1)))
            for edge, line in ((box.bottom, box.bottom + gap), (box.y, box.y - gap)):
                if not grid.free((x, edge), (x, line)):
                    continue
                row = bisect_left(grid.ys, line)
                for column in grid.beside(grid.xs, x):
                    if grid.free((x, line), (grid.xs[column], line)):
                        # Rather out at the sides, where the port is.
                        cost = gap + abs(grid.xs[column] - x) + 2 * BEND_COST
                        found.append((cost, ((x, edge), (x, line)), grid.state(column, row, 0)))
        return found


class Tree:
    """What a search found: by grid state the cost to the target and the next state towards it.

    It begins with the stubs of the target and grows only as far as somebody asks.
    """

    def __init__(self, ends: Sequence[tuple[float, tuple[Point, ...], int]]) -> None:
        self.cost: dict[int, float] = {}
        self.next: dict[int, int] = {}
        self.ends: dict[int, tuple[Point, ...]] = {}
        self.queue: list[tuple[float, int]] = []
        self.best: dict[int, float] = {}
        for cost, points, state in ends:
            if cost < self.best.get(state, float("inf")):
                self.best[state] = cost
                self.ends[state] = points
                heapq.heappush(self.queue, (cost, state))


class Grid:
    """Lines beside the boxes, and which steps along them cut no box.

    A state is a crossing with the direction of the last step, 0 across or 1 down.
    """

    def __init__(self, edges: Array, *, tight: bool) -> None:
        import numpy as np

        off = (CLEARANCE, 0.0) if tight else (CLEARANCE,)
        self.edges = edges
        self.xs = [float(v) for v in np.unique([(edges[:, 0] - d, edges[:, 2] + d) for d in off])]
        self.ys = [float(v) for v in np.unique([(edges[:, 1] - d, edges[:, 3] + d) for d in off])]
        xs, ys = np.array(self.xs), np.array(self.ys)
        across = np.zeros((max(len(xs) - 1, 0), len(ys)), dtype=bool)
        down = np.zeros((len(xs), max(len(ys) - 1, 0)), dtype=bool)
        for left, top, right, bottom in edges.tolist():
            rows = slice(np.searchsorted(ys, top, "right"), np.searchsorted(ys, bottom, "left"))
            columns = slice(np.searchsorted(xs, left, "right"), np.searchsorted(xs, right, "left"))
            # A step cuts the box when it begins left of its right edge and ends right of its left.
            steps = slice(max(columns.start - 1, 0), columns.stop)
            across[steps, rows] = True
            down[columns, slice(max(rows.start - 1, 0), rows.stop)] = True
        self._across, self._down = across.tolist(), down.tolist()

    def state(self, column: int, row: int, way: int) -> int:
        """The number of a state."""
        return (column * len(self.ys) + row) * 2 + way

    def beside(self, lines: Sequence[float], at: float) -> list[int]:
        """The lines next to a coordinate on both sides."""
        place = bisect_left(lines, at)
        return [n for n in (place - 1, place) if 0 <= n < len(lines)]

    def free(self, one: Point, other: Point) -> bool:
        """Whether the straight line between two points cuts no box."""
        left, right = min(one[0], other[0]), max(one[0], other[0])
        top, bottom = min(one[1], other[1]), max(one[1], other[1])
        edges = self.edges
        return not bool(
            (
                (edges[:, 0] < right)
                & (edges[:, 2] > left)
                & (edges[:, 1] < bottom)
                & (edges[:, 3] > top)
            ).any()
        )

    def grow(self, tree: Tree, wanted: Mapping[int, float]) -> None:
        """Dijkstra's search outwards from a box, until the cheapest of the wanted is known.

        ``wanted`` are states, each with what it costs to get there from the other end: a whole
        drawing is hundreds of boxes, and most links lead to what stands beside.
        """
        queue, best = tree.queue, tree.best
        least = min(wanted.values(), default=0.0)
        found = min((c + tree.cost[s] for s, c in wanted.items() if s in tree.cost), default=None)
        xs, ys, height = self.xs, self.ys, len(self.ys)
        across, down = self._across, self._down
        while queue and (found is None or queue[0][0] + least <= found):
            cost, state = heapq.heappop(queue)
            if state in tree.cost:
                continue
            tree.cost[state] = cost
            if state in wanted and (found is None or cost + wanted[state] < found):
                found = cost + wanted[state]
            node, way = divmod(state, 2)
            column, row = divmod(node, height)
            turned = BEND_COST if way else 0.0
            steps = []
            if column + 1 < len(xs) and not across[column][row]:
                steps.append((cost + xs[column + 1] - xs[column] + turned, (node + height) * 2))
            if column > 0 and not across[column - 1][row]:
                steps.append((cost + xs[column] - xs[column - 1] + turned, (node - height) * 2))
            turned = 0.0 if way else BEND_COST
            if row + 1 < height and not down[column][row]:
                steps.append((cost + ys[row + 1] - ys[row] + turned, (node + 1) * 2 + 1))
            if row > 0 and not down[column][row - 1]:
                steps.append((cost + ys[row] - ys[row - 1] + turned, (node - 1) * 2 + 1))
            for total, there in steps:
                if total < best.get(there, float("inf")):
                    best[there] = total
                    tree.next[there] = state
                    tree.ends.pop(there, None)
                    heapq.heappush(queue, (total, there))

    def walk(self, tree: Tree, state: int) -> tuple[Point, ...]:
        """Points from a state to the target's edge."""
        points: list[Point] = []
        while True:
            column, row = divmod(state // 2, len(self.ys))
            points.append((self.xs[column], self.ys[row]))
            if state in tree.ends:
                return (*points, *reversed(tree.ends[state]))
            state = tree.next[state]


def _header(box: Box) -> Box:
    """What a container says of itself: routes go round it and through the rest of its border."""
    return replace(box, h=min(HEADER_H - CLEARANCE, box.h))


def _turned(out: int, cost: float) -> tuple[tuple[int, float], tuple[int, float]]:
    """A state and what it costs, straight on and turned."""
    return (out, cost), (out ^ 1, cost + BEND_COST)


def _rectangles(boxes: Sequence[Box]) -> Array:
    import numpy as np

    return np.array([[b.x, b.y, b.right, b.bottom] for b in boxes], dtype=float).reshape(-1, 4)


def _overlap(one: Box, other: Box) -> bool:
    return (
        one.x < other.right
        and other.x < one.right
        and one.y < other.bottom
        and other.y < one.bottom
    )


def _costs(shapes: Sequence[Sequence[Point]], obstacles: Array) -> list[float]:
    """Length, bends and boxes cut by each shape, all segments against all boxes at once."""
    import numpy as np

    owner: list[int] = []
    rows: list[tuple[float, float, float, float]] = []
    costs = []
    for number, shape in enumerate(shapes):
        length = bends = 0.0
        for (x1, y1), (x2, y2) in pairwise(shape):
            if x1 == x2 and y1 == y2:
                continue
            length += abs(x2 - x1) + abs(y2 - y1)
            bends += 1
            owner.append(number)
            rows.append((min(x1, x2), min(y1, y2), max(x1, x2), max(y1, y2)))
        costs.append(length + BEND_COST * bends)
    if not len(obstacles) or not rows:
        return costs
    cut = _cuts(np.array(rows), obstacles).sum(axis=1)
    for number, count in zip(owner, cut.tolist(), strict=True):
        costs[number] += CROSS_COST * count
    return costs


def _cuts(segments: Array, edges: Array) -> npt.NDArray[np.bool_]:
    """Which segments (left, top, right, bottom) cut which boxes; touching an edge does not."""
    left, top, right, bottom = (segments[:, k, None] for k in range(4))
    return (
        (edges[None, :, 0] < right)
        & (edges[None, :, 2] > left)
        & (edges[None, :, 1] < bottom)
        & (edges[None, :, 3] > top)
    )


def tidied(shape: Sequence[Point]) -> tuple[Point, ...]:
    """Without repeated points and corners that are none."""
    points: list[Point] = []
    for point in shape:
        if points and point == points[-1]:
            continue
        if len(points) >= 2:
            (x0, y0), (x1, y1) = points[-2], points[-1]
            if (x0 == x1 == point[0]) or (y0 == y1 == point[1]):
                points[-1] = point
                continue
        points.append(point)
    return tuple(points)
