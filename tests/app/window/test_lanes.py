"""Links of different boxes do not run on each other, and labels stand on no box."""

from __future__ import annotations

import itertools
from collections.abc import Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PySide6.QtCore import QRectF

from app.window.canvas.items import LinkItem
from app.window.canvas.lanes import Way, spread
from app.window.canvas.layout import Box, lay_out, visible_owner
from app.window.canvas.routing import Point, Router
from app.window.canvas.style import Style
from app.window.document.templates import offered
from app.window.theme import theme
from model.catalogue import catalogue
from model.topology import Topology
from tests.app.window.test_routing import cuts, installation_of

KINDS = catalogue()


def routed(topology: Topology, boxes: dict[str, Box]) -> tuple[Router, list[Way]]:
    """Ways of all links on show, each by itself; a bundle is a source's links of one kind."""
    router = Router(boxes, {c.id: c.parent for c in topology})
    ways: dict[str, Way] = {}
    for link in topology.links:
        source = visible_owner(topology, link.source, boxes)
        target = visible_owner(topology, link.target, boxes)
        if source is None or target is None or source == target:
            continue
        around = {*topology.containers(source), *topology.containers(target)}
        if source not in around and target not in around:
            points = list(router.route(source, target))
            key = f"{link.kind}:{source}>{target}"
            ways[key] = Way(key, source, target, (link.kind, source), points)
    return router, list(ways.values())


def together(one: Sequence[Point], other: Sequence[Point]) -> float:
    """Over what length two routes are one line."""
    length = 0.0
    for (a, b), (c, d) in itertools.product(itertools.pairwise(one), itertools.pairwise(other)):
        for axis in (0, 1):
            if a[axis] == b[axis] and c[axis] == d[axis] and abs(a[axis] - c[axis]) < 1.5:
                low = max(min(a[1 - axis], b[1 - axis]), min(c[1 - axis], d[1 - axis]))
                high = min(max(a[1 - axis], b[1 - axis]), max(c[1 - axis], d[1 - axis]))
                length += max(high - low, 0.0)
    return length


def shared(ways: Sequence[Way]) -> float:
    """The same of all ways of different bundles."""
    return sum(
        together(a.points, b.points)
        for a, b in itertools.combinations(ways, 2)
        if a.bundle != b.bundle
    )


@pytest.mark.parametrize("name", [t.id for t in offered(KINDS)])
def test_no_two_boxes_of_a_template_share_a_line(name: str) -> None:
    """TOR to AOR, AOR to FOR and FOR to DASD were one line with three taps."""
    clip = next(t for t in offered(KINDS) if t.id == name).clip(KINDS)
    topology = Topology({c.id: c for c in clip.components}, clip.links)
    boxes = lay_out(topology, KINDS, {})
    router, ways = routed(topology, boxes)
    list(spread(router, boxes, ways))
    assert shared(ways) == 0.0


def test_where_sixty_components_call_each_other_hardly_a_line_is_shared() -> None:
    topology = installation_of(4, 2)
    boxes = lay_out(topology, KINDS, {})
    router, ways = routed(topology, boxes)
    before = shared(ways)
    list(spread(router, boxes, ways))
    assert before > 10_000.0
    assert shared(ways) < 0.1 * before


@settings(max_examples=25, deadline=None)
@given(
    counts=st.lists(st.integers(1, 5), min_size=2, max_size=5),
    arcs=st.lists(st.tuples(st.integers(0, 30), st.integers(0, 30)), min_size=2, max_size=14),
    places=st.dictionaries(
        st.integers(0, 30), st.tuples(st.integers(0, 120), st.integers(0, 90)), max_size=6
    ),
)
def test_in_its_lane_a_link_crosses_no_box_that_it_did_not(counts, arcs, places) -> None:
    from model.topology import Component, Link

    made: list[Component] = []
    for n, inside in enumerate(counts):
        made.append(Component(f"lpar:{n}", "lpar", str(n)))
        made += [
            Component(f"netwk_node:{n}/{k}", "netwk_node", f"{n}/{k}", f"lpar:{n}")
            for k in range(inside)
        ]
    ids = [c.id for c in made]
    ends = {(ids[a % len(ids)], ids[b % len(ids)]) for a, b in arcs}
    links = tuple(Link("network", a, b) for a, b in sorted(ends) if a != b)
    topology = Topology({c.id: c for c in made}, links)
    put = {ids[n % len(ids)]: (8.0 * x, 8.0 * y) for n, (x, y) in places.items()}
    boxes = lay_out(topology, KINDS, put)
    router, ways = routed(topology, boxes)
    cut = {w.key: {n for n, box in boxes.items() if cuts(w.points, box)} for w in ways}
    list(spread(router, boxes, ways))
    for way in ways:
        around = {*topology.containers(way.source), *topology.containers(way.target)}
        now = {n for n, box in boxes.items() if cuts(way.points, box)}
        assert now - around <= cut[way.key]
        assert all(a[0] == b[0] or a[1] == b[1] for a, b in itertools.pairwise(way.points))
        for name, (x, y) in ((way.source, way.points[0]), (way.target, way.points[-1])):
            box = boxes[name]
            assert box.x <= x <= box.right
            assert box.y <= y <= box.bottom
            assert x in (box.x, box.right) or y in (box.y, box.bottom)


def test_a_long_label_wipes_out_no_part_of_a_box_beside_the_line(qapp) -> None:
    """What a label reached beyond the line by more than 60 was not looked at."""
    item = LinkItem("x", "uses", Style(theme()))
    item.set_points(((0.0, 0.0), (60.0, 0.0), (60.0, 120.0), (120.0, 120.0)))
    boxes = [QRectF(-176.0, -28.0, 176.0, 56.0), QRectF(120.0, 92.0, 176.0, 56.0)]
    boxes += [QRectF(132.0, 24.0, 176.0, 56.0), QRectF(-180.0, 40.0, 176.0, 64.0)]
    item.obstacles = lambda area: ([b for b in boxes if b.intersects(area)], [])
    item.set_label("4 links · ≥ 103.7 I/Os/s, up to 88 %")
    place = item.label_place()
    assert place.isEmpty() or not any(place.intersects(box) for box in boxes)
    assert item.area.contains(place)
