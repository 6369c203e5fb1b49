"""Orthogonal routes around boxes. Pure; knows no Qt.

A few simple shapes are tried first, all in one array operation; only where each of them crosses a
box does an exact search run on the sparse grid that the boxes' edges make.
"""

from __future__ import annotations

import heapq
from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    from app.window.canvas.layout import Box

    Array = npt.NDArray[np.float64]

Point = tuple[float, float]
CLEARANCE = 8.0
BEND_COST = 40.0
CROSS_COST = 4000.0
SEARCH_LINES = 48
MOST_SEARCHES = 16


class Router:
    """Routes between boxes of one layout."""

    def __init__(self, boxes: Mapping[str, Box], parents: Mapping[str, str | None]) -> None:
        import numpy as np

        self._boxes = boxes
        self._parents = parents
        self._searches = 0
        self._ids = list(boxes)
        self._index = {name: place for place, name in enumerate(self._ids)}
        self._edges = np.array(
            [[b.x, b.y, b.right, b.bottom] for b in boxes.values()], dtype=float
        ).reshape(-1, 4)

    def route(self, source: str, target: str, lane: int = 0) -> tuple[Point, ...]:
        """Corner points from one box's edge to the other's; ``lane`` keeps parallels apart."""
        a, b = self._boxes[source], self._boxes[target]
        obstacles = self._obstacles(source, target)
        shapes = self._shapes(a, b, lane)
        costs = _costs(shapes, obstacles)
        best = min(range(len(shapes)), key=costs.__getitem__)
        if costs[best] < CROSS_COST or self._searches >= MOST_SEARCHES:
            return _tidy(shapes[best])
        self._searches += 1
        found = self._search(a, b, obstacles)
        return _tidy(shapes[best] if found is None else found)

    def _obstacles(self, source: str, target: str) -> Array:
        import numpy as np

        free = {source, target}
        for end in (source, target):
            parent = self._parents.get(end)
            while parent is not None and parent not in free:
                free.add(parent)
                parent = self._parents.get(parent)
        keep = np.ones(len(self._ids), dtype=bool)
        for name in free:
            place = self._index.get(name)
            if place is not None:
                keep[place] = False
        return self._edges[keep]

    def _shapes(self, a: Box, b: Box, lane: int) -> list[tuple[Point, ...]]:
        shift = (lane % 7 - 3) * 4.0
        ay, by = a.centre[1] + _within(a.h, shift), b.centre[1] + _within(b.h, shift)
        ax, bx = a.centre[0] + _within(a.w, shift), b.centre[0] + _within(b.w, shift)
        outer_a, outer_b = self._outermost(a), self._outermost(b)
        shapes: list[tuple[Point, ...]] = []
        if b.x >= a.right or outer_b.x >= outer_a.right:
            for middle in (
                (outer_a.right + outer_b.x) / 2 + shift,
                outer_b.x - 2 * CLEARANCE + shift,
                outer_a.right + 2 * CLEARANCE + shift,
                (a.right + b.x) / 2,
            ):
                shapes.append(((a.right, ay), (middle, ay), (middle, by), (b.x, by)))
            # Out through the gutter below or above the row, then across.
            for gutter in (a.bottom + CLEARANCE, a.y - CLEARANCE):
                middle = (outer_a.right + outer_b.x) / 2 + shift
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
            middle = (outer_b.right + outer_a.x) / 2 + shift
            shapes.append(((a.x, ay), (middle, ay), (middle, by), (b.right, by)))
        if b.y >= a.bottom:
            middle = (a.bottom + b.y) / 2 + shift
            shapes.append(((ax, a.bottom), (ax, middle), (bx, middle), (bx, b.y)))
        if a.y >= b.bottom:
            middle = (b.bottom + a.y) / 2 + shift
            shapes.append(((ax, a.y), (ax, middle), (bx, middle), (bx, b.bottom)))
        side = max(outer_a.right, outer_b.right) + 3 * CLEARANCE + abs(shift)
        shapes.append(((a.right, ay), (side, ay), (side, by), (b.right, by)))
        return shapes

    def _outermost(self, box: Box) -> Box:
        name = box.id
        while True:
            parent = self._parents.get(name)
            if parent is None or parent not in self._boxes:
                return self._boxes[name]
            name = parent

    def _search(self, a: Box, b: Box, obstacles: Array) -> tuple[Point, ...] | None:
        """Dijkstra's search over the grid of obstacle edges between the two boxes."""
        start, goal = (a.right + CLEARANCE, a.centre[1]), (b.x - CLEARANCE, b.centre[1])
        left, right = sorted((start[0], goal[0]))
        top, bottom = sorted((start[1], goal[1]))
        margin = 240.0
        near = obstacles[
            (obstacles[:, 2] > left - margin)
            & (obstacles[:, 0] < right + margin)
            & (obstacles[:, 3] > top - margin)
            & (obstacles[:, 1] < bottom + margin)
        ]
        xs = sorted(
            {start[0], goal[0]}
            | {v for row in near for v in (row[0] - CLEARANCE, row[2] + CLEARANCE)}
        )
        ys = sorted(
            {start[1], goal[1]}
            | {v for row in near for v in (row[1] - CLEARANCE, row[3] + CLEARANCE)}
        )
        if len(xs) > SEARCH_LINES or len(ys) > SEARCH_LINES:
            return None
        home = (xs.index(start[0]), ys.index(start[1]))
        end = (xs.index(goal[0]), ys.index(goal[1]))
        across, down = _blocked(xs, ys, near)
        queue: list[tuple[float, tuple[int, int], int]] = [(0.0, home, 0)]
        best = {(home, 0): 0.0}
        came: dict[tuple[tuple[int, int], int], tuple[tuple[int, int], int]] = {}
        while queue:
            cost, at, way = heapq.heappop(queue)
            if cost > best.get((at, way), float("inf")):
                continue
            if at == end:
                path: list[Point] = []
                key = (at, way)
                while True:
                    path.append((xs[key[0][0]], ys[key[0][1]]))
                    if key not in came:
                        break
                    key = came[key]
                path.reverse()
                return ((a.right, a.centre[1]), *path, (b.x, b.centre[1]))
            for dx, dy, direction in ((1, 0, 0), (-1, 0, 0), (0, 1, 1), (0, -1, 1)):
                nx, ny = at[0] + dx, at[1] + dy
                if not (0 <= nx < len(xs) and 0 <= ny < len(ys)):
                    continue
                wall = across[min(at[0], nx)][ny] if direction == 0 else down[nx][min(at[1], ny)]
                if wall:
                    continue
                x1, y1, x2, y2 = xs[at[0]], ys[at[1]], xs[nx], ys[ny]
                step = abs(x2 - x1) + abs(y2 - y1) + (BEND_COST if direction != way else 0.0)
                key = ((nx, ny), direction)
                if cost + step < best.get(key, float("inf")):
                    best[key] = cost + step
                    came[key] = (at, way)
                    heapq.heappush(queue, (cost + step, (nx, ny), direction))
        return None


def _within(extent: float, shift: float) -> float:
    limit = extent / 2 - 8.0
    return min(max(shift, -limit), limit)


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


def _blocked(
    xs: Sequence[float], ys: Sequence[float], edges: Array
) -> tuple[list[list[bool]], list[list[bool]]]:
    """Grid steps that cut a box: ``across[column][row]`` to the right, ``down[column][row]``."""
    import numpy as np

    flat = [(xs[i], y, xs[i + 1], y) for i in range(len(xs) - 1) for y in ys]
    steep = [(x, ys[j], x, ys[j + 1]) for x in xs for j in range(len(ys) - 1)]
    found = []
    for rows, height in ((flat, len(ys)), (steep, len(ys) - 1)):
        if not rows or not len(edges):
            found.append([[False] * max(height, 1) for _ in xs])
            continue
        cut = _cuts(np.array(rows), edges).any(axis=1)
        found.append(cut.reshape(-1, height).tolist())
    return found[0], found[1]


def _tidy(shape: Sequence[Point]) -> tuple[Point, ...]:
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
