"""No link runs through a box: not a foreign one, and not those it joins."""

from __future__ import annotations

import itertools
from collections.abc import Mapping, Sequence
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.window.canvas.items import CHIP_H, CHIP_W
from app.window.canvas.layout import HEADER_H, Box, lay_out, visible_owner
from app.window.canvas.routing import CLEARANCE, Point, Router
from model.catalogue import catalogue
from model.topology import Component, Link, Topology
from tests.app.window.shown_topology import shown_topology

KINDS = catalogue()


def cuts(points: Sequence[Point], box: Box) -> bool:
    """Whether a part of the line lies inside the box; its edge does not count."""
    return any(
        min(x1, x2) < box.right
        and max(x1, x2) > box.x
        and min(y1, y2) < box.bottom
        and max(y1, y2) > box.y
        for (x1, y1), (x2, y2) in itertools.pairwise(points)
    )


def over(one: Box, other: Box) -> bool:
    """Whether two boxes share some room."""
    return (
        one.x < other.right
        and other.x < one.right
        and one.y < other.bottom
        and other.y < one.bottom
    )


def check_links(topology: Topology, boxes: Mapping[str, Box]) -> int:
    """Every link on show runs at right angles, from edge to edge, through no box; their number."""
    router = Router(boxes, {c.id: c.parent for c in topology})
    routed = 0
    for link in topology.links:
        source = visible_owner(topology, link.source, boxes)
        target = visible_owner(topology, link.target, boxes)
        if source is None or target is None or source == target:
            continue
        containers = {*topology.containers(source), *topology.containers(target)}
        if source in containers or target in containers:
            continue
        routed += 1
        points = router.route(source, target)
        ends = boxes[source], boxes[target]
        for end, point in zip(ends, (points[0], points[-1]), strict=True):
            assert (point[0] in (end.x, end.right) and end.y <= point[1] <= end.bottom) or (
                point[1] in (end.y, end.bottom) and end.x <= point[0] <= end.right
            )
        assert all(a[0] == b[0] or a[1] == b[1] for a, b in itertools.pairwise(points))
        if over(*ends):
            continue
        held = [*ends, *(boxes[n] for n in containers)]

        def covers(name: str, held: Sequence[Box] = held) -> bool:
            return any(
                over(boxes[name], box) and box.id not in topology.containers(name) for box in held
            )

        for box in boxes.values():
            inside = topology.containers(box.id)
            # What the user put on top of an end, or on a container of one, cannot be gone round.
            if box.id in (source, target):
                assert not cuts(points, box), (link.id, "runs through its own box")
            elif (
                box.id not in containers
                and not covers(box.id)
                and not any(covers(n) for n in inside if n not in containers)
            ):
                assert not cuts(points, box), (link.id, box.id)
    return routed


def headers_and_badges_crossed(topology: Topology) -> tuple[int, int]:
    """Segments of links as laid out by themselves, and how many run over a header or a badge.

    Those of the ends' own boxes do not count, those of the containers around them do.
    """
    boxes = lay_out(topology, KINDS, {})
    router = Router(boxes, {c.id: c.parent for c in topology})
    segments = crossed = 0
    for link in topology.links:
        points = router.route(link.source, link.target)
        for segment in itertools.pairwise(points):
            segments += 1
            for box in boxes.values():
                if box.id in (link.source, link.target):
                    continue
                said = replace(box, h=HEADER_H - CLEARANCE) if box.open else box
                badge = replace(box, x=box.right - CHIP_W - 8.0, y=box.y + 8.0, w=CHIP_W, h=CHIP_H)
                crossed += cuts(segment, said) or cuts(segment, badge)
    return segments, crossed


def installation_of(lpars: int, cpcs: int) -> Topology:
    """Databases, regions, queue managers, Db2 and Net-Work in many LPARs, all linked."""
    made = [Component("cf:CF01", "cf", "CF01")]
    made += [Component(f"cf_structure:S{n}", "cf_structure", f"S{n}", "cf:CF01") for n in range(4)]
    made += [Component(f"dasd:D{n}", "dasd", f"D{n}") for n in (0, 1)]
    made += [Component(f"adabas_database:{n}", "adabas_database", str(n)) for n in (0, 1)]
    made += [Component(f"cpc:Z{n}", "cpc", f"Z{n}") for n in range(cpcs)]
    links = [Link("uses", f"adabas_database:{n}", f"dasd:D{n}") for n in (0, 1)]
    links += [Link("coupled", "adabas_database:0", f"cf_structure:S{n}") for n in (0, 1)]
    for n in range(lpars):
        own = f"lpar:SYS{n}"
        made.append(Component(own, "lpar", f"SYS{n}", f"cpc:Z{n % cpcs}"))
        for k in range(3):
            nucleus, region = f"adabas_nucleus:{n}-{k}", f"cics_region:R{n}{k}"
            made.append(Component(nucleus, "adabas_nucleus", f"{n}-{k}", own))
            made.append(Component(region, "cics_region", f"R{n}{k}", own))
            links.append(Link("member", nucleus, f"adabas_database:{k % 2}"))
            links.append(Link("uses", region, f"db2_subsystem:DB{n}"))
            if k:
                links.append(Link("mro", f"cics_region:R{n}0", region))
        for kind, name in (
            ("db2_subsystem", "DB"),
            ("mq_manager", "MQ"),
            ("natural_session", "NA"),
            ("netwk_node", "NET"),
            ("dump_options", "DO"),
        ):
            made.append(Component(f"{kind}:{name}{n}", kind, f"{name}{n}", own))
        links += [
            Link("uses", f"db2_subsystem:DB{n}", "dasd:D1"),
            Link("group", f"db2_subsystem:DB{n}", f"db2_subsystem:DB{(n + 1) % lpars}"),
            Link("uses", f"mq_manager:MQ{n}", "dasd:D0"),
            Link("uses", f"natural_session:NA{n}", "adabas_database:0"),
        ]
        links += [
            Link("network", f"netwk_node:NET{n}", f"netwk_node:NET{m}")
            for m in range(lpars)
            if m != n
        ]
    return Topology({c.id: c for c in made}, tuple(links))


@pytest.mark.parametrize(("lpars", "cpcs"), [(4, 1), (4, 2), (5, 3)])
def test_no_link_of_sixty_components_crosses_a_header_or_badge(lpars: int, cpcs: int) -> None:
    topology = installation_of(lpars, cpcs)
    assert len(topology) >= 55
    segments, crossed = headers_and_badges_crossed(topology)
    assert segments > 200
    assert crossed == 0


places = st.tuples(
    st.integers(-20, 160).map(lambda n: n * 8.0), st.integers(-20, 120).map(lambda n: n * 8.0)
)


@pytest.fixture(scope="module")
def installation() -> Topology:
    """Two CPCs with LPARs, nuclei, Net-Work nodes that see each other, CICS, CF and disks."""
    made = [
        Component("cf:CF01", "cf", "CF01"),
        Component("cf_structure:LOCK", "cf_structure", "LOCK", "cf:CF01"),
        Component("dasd:D1", "dasd", "D1"),
        Component("adabas_database:10", "adabas_database", "10"),
    ]
    links = [
        Link("uses", "adabas_database:10", "dasd:D1"),
        Link("coupled", "adabas_database:10", "cf_structure:LOCK"),
    ]
    for n in "ABC":
        cpc, lpar, node = f"cpc:{n}", f"lpar:SYS{n}", f"netwk_node:SYS{n}"
        made += [
            Component(cpc, "cpc", n),
            Component(lpar, "lpar", f"SYS{n}", cpc),
            Component(node, "netwk_node", f"SYS{n}", lpar),
        ]
        for k in range(4):
            nucleus = f"adabas_nucleus:{n}{k}"
            made.append(Component(nucleus, "adabas_nucleus", f"{n}{k}", lpar))
            links.append(Link("member", nucleus, "adabas_database:10"))
    for a, b in itertools.permutations("ABC", 2):
        links.append(Link("network", f"netwk_node:SYS{a}", f"netwk_node:SYS{b}"))
    return Topology({c.id: c for c in made}, tuple(links))


@settings(max_examples=25, deadline=None)
@given(data=st.data())
def test_no_link_crosses_a_box_wherever_boxes_were_moved(installation, data) -> None:
    names = sorted(c.id for c in installation)
    moved = data.draw(st.dictionaries(st.sampled_from(names), places, max_size=8))
    toggled = data.draw(st.sets(st.sampled_from(names), max_size=3))
    boxes = lay_out(installation, KINDS, moved, toggled)
    assert check_links(installation, boxes) > 0


@settings(max_examples=20, deadline=None)
@given(
    counts=st.lists(st.integers(0, 5), min_size=2, max_size=6),
    arcs=st.lists(st.tuples(st.integers(0, 30), st.integers(0, 30)), min_size=1, max_size=12),
    moved=st.dictionaries(st.integers(0, 30), places, max_size=6),
)
def test_no_link_crosses_a_box_of_any_topology(counts, arcs, moved) -> None:
    made: list[Component] = []
    for n, inside in enumerate(counts):
        made.append(Component(f"lpar:{n}", "lpar", str(n)))
        made += [
            Component(f"netwk_node:{n}/{k}", "netwk_node", f"{n}/{k}", f"lpar:{n}")
            for k in range(inside)
        ]
    ids = [c.id for c in made]
    links = {
        Link("network", ids[a % len(ids)], ids[b % len(ids)]): None
        for a, b in arcs
        if a % len(ids) != b % len(ids)
    }
    topology = Topology({c.id: c for c in made}, tuple(links))
    put = {ids[n % len(ids)]: place for n, place in moved.items()}
    check_links(topology, lay_out(topology, KINDS, put))


def test_a_link_leaves_on_the_side_that_is_free() -> None:
    """A node moved to the right of its partner, with its right side built up."""
    boxes = {
        "far": Box("far", 600, 0, 176, 56, 0, False),
        "wall": Box("wall", 776, -40, 60, 140, 0, False),
        "near": Box("near", 0, 0, 176, 56, 0, False),
        "below": Box("below", 300, -100, 60, 300, 0, False),
    }
    points = Router(boxes, {}).route("far", "near")
    assert points[0][0] == 600  # the left side: the right one is built up
    assert not any(cuts(points, box) for box in boxes.values())


def test_lines_of_what_is_dropped_run_there_before_the_others_are_done(
    qtbot, document, monkeypatch
) -> None:
    """A drop waited 60 ms for 500 boxes: for ways of lines that nobody had touched."""
    from app.window.canvas import scene as module

    scene = shown_topology(qtbot, document).view.topology_scene
    scene._routing.finish()
    for name in ("FIRST_S", "AGAIN_S"):
        monkeypatch.setattr(module, name, 0.0)  # one line only
    lines = list(scene._lines.items())
    for _key, (_links, source, _target) in reversed(lines):
        before, was = scene.boxes, {key: link.points for key, link in scene.links.items()}
        x, y = before[source].x, before[source].y
        document.place({source: (x + 24.0, y + 800.0)})
        moved = {n for n, box in scene.boxes.items() if box != before[n]}
        ends = {key: (line[1] in moved) + (line[2] in moved) for key, line in lines}
        done = [key for key, link in scene.links.items() if link.points != was[key]]
        assert done
        assert {ends[key] for key in done} == {max(ends.values())}
        assert scene._routing.busy
        scene._routing.finish()
    assert len(lines) > 5


def test_ways_within_a_machine_stay_in_it_and_apart() -> None:
    """They ran beside it as one line with four taps: which box used which could not be told."""
    parents = {"cpc": None, "one": "cpc", "two": "cpc"}
    boxes = {
        "cpc": Box("cpc", 0.0, 0.0, 760.0, 420.0, 0, True),
        "one": Box("one", 20.0, 40.0, 340.0, 360.0, 1, True),
        "two": Box("two", 400.0, 40.0, 340.0, 360.0, 1, True),
    }
    for row in range(3):
        for name, left in (("a", 40.0), ("b", 420.0)):
            boxes[f"{name}{row}"] = Box(
                f"{name}{row}", left, 90.0 + 100.0 * row, 180.0, 64.0, 2, False
            )
            parents[f"{name}{row}"] = "one" if name == "a" else "two"
    router = Router(boxes, parents)
    for source, target in (("a0", "a1"), ("a0", "a2"), ("a0", "b1"), ("b0", "b2"), ("b2", "a1")):
        points = router.route(source, target)
        assert all(0.0 <= x <= 760.0 and 0.0 <= y <= 420.0 for x, y in points), (source, target)


def test_a_box_right_below_is_reached_straight_down() -> None:
    """In a gap of 16 the line was moved into the box by its lane, and went around outside."""
    boxes = {
        "lpar": Box("lpar", 0.0, 0.0, 220.0, 300.0, 0, True),
        "tor": Box("tor", 16.0, 96.0, 176.0, 56.0, 1, False),
        "aor": Box("aor", 16.0, 168.0, 176.0, 56.0, 1, False),
    }
    router = Router(boxes, {"lpar": None, "tor": "lpar", "aor": "lpar"})
    points = router.route("tor", "aor")
    assert len(points) == 2
    assert points[0][0] == points[1][0]
