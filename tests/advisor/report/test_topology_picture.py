"""The picture of the installation: its lines join what is linked, and run through no box."""

from __future__ import annotations

import re
from types import SimpleNamespace
from typing import Any

import pytest

from advisor.report.charts.topology import MOST_HIGH, MOST_LANES, draw_topology
from advisor.report.picture_data import picture_of
from model.topology import Component, Link, Topology


def site(databases: int = 1) -> Topology:
    parts = [
        Component("cpc:C", "cpc", "C"),
        *(Component(f"lpar:S{n}", "lpar", f"S{n}", "cpc:C") for n in (1, 2)),
        Component("dasd:D", "dasd", "D"),
    ]
    links = []
    for number in range(databases):
        database = f"adabas_database:{number}"
        parts.append(Component(database, "adabas_database", f"{number}"))
        links.append(Link("uses", database, "dasd:D"))
        for system in (1, 2):
            nucleus = f"adabas_nucleus:{number}-{system}"
            parts.append(
                Component(nucleus, "adabas_nucleus", f"{number}-{system}", f"lpar:S{system}")
            )
            links.append(Link("member", nucleus, database))
    return Topology({c.id: c for c in parts}, tuple(links))


def picture(topology: Topology) -> dict[str, Any]:
    idle = SimpleNamespace(resources=(), bottleneck=None)
    return picture_of(topology, idle, (), "en")  # type: ignore[arg-type]


def test_links_are_between_what_is_drawn_each_once() -> None:
    links = picture(site())["links"]
    shelf = [part["label"] for part in picture(site())["shelf"]]
    ends = {(tuple(link["from"]), tuple(link["to"])): link["count"] for link in links}
    database, dasd = shelf.index("0"), shelf.index("D")
    assert ends == {
        ((0, 0), (database,)): 1,
        ((0, 1), (database,)): 1,
        tuple(sorted([(database,), (dasd,)])): 1,
    }


@pytest.mark.parametrize("databases", [1, 2, 5])
def test_no_line_runs_through_a_box(databases: int) -> None:
    svg = draw_topology(picture(site(databases)))
    number = r'="([-\d.]+)"'
    boxes = [
        tuple(map(float, found)) for found in re.findall(
            rf'<rect x{number} y{number} width{number} height{number}', svg)
    ]  # fmt: skip
    lines = [
        tuple(map(float, found))
        for found in re.findall(rf"<line x1{number} y1{number} x2{number} y2{number}", svg)
    ]
    assert lines
    chips = [box for box in boxes if box[2] == pytest.approx(86.0)]
    assert len(chips) == 3 * databases + 1
    for x1, y1, x2, y2 in lines:
        for x, y, width, height in chips:
            across = min(x1, x2) < x + width - 0.1 and max(x1, x2) > x + 0.1
            down = min(y1, y2) < y + height - 0.1 and max(y1, y2) > y + 0.1
            assert not (across and down)


def test_lines_leave_a_system_at_its_free_side_clear_of_borders() -> None:
    """Along the lower border of the machine they could not be told from it."""
    data = picture(site())
    # Each in a machine of its own.
    data["machines"] = [
        {"label": "A", "systems": [data["machines"][0]["systems"][0]]},
        {"label": "B", "systems": [data["machines"][0]["systems"][1]]},
    ]
    for link in data["links"]:
        link["from"] = [link["from"][1], 0] if len(link["from"]) == 2 else link["from"]
    svg = draw_topology(data)
    number = r'="([-\d.]+)"'
    frames = [
        tuple(map(float, found))
        for found in re.findall(rf"<rect x{number} y{number} width{number} height{number}", svg)
    ]
    wide = [box for box in frames if box[2] > 200.0]
    lines = [
        tuple(map(float, found))
        for found in re.findall(rf"<line x1{number} y1{number} x2{number} y2{number}", svg)
    ]
    level = [(x1, y1, x2) for x1, y1, x2, y2 in lines if y1 == y2]
    assert len(wide) == 4
    for x1, y, x2 in level:
        for left, top, width, height in wide:
            if min(x1, x2) < left + width and top <= y <= top + height:
                assert min(y - top, top + height - y) >= 4.0


def test_too_many_to_follow_are_left_out() -> None:
    svg = draw_topology(picture(site(MOST_LANES + 2)))
    assert "<line" not in svg


def estate(machines: int, systems: int, loners: int) -> Topology:
    """The last system of the last machine has a database's nucleus, on the last of the disks."""
    parts = [Component(f"dasd:D{n:03}", "dasd", f"D{n:03}") for n in range(loners)]
    for m in range(machines):
        parts.append(Component(f"cpc:C{m:02}", "cpc", f"C{m:02}"))
        for s in range(systems):
            place = f"S{m:02}{s:02}"
            parts.append(Component(f"lpar:{place}", "lpar", place, f"cpc:C{m:02}"))
            parts.append(Component(f"cics_region:R{place}", "cics_region", "R", f"lpar:{place}"))
    link = Link("uses", parts[-1].id, f"dasd:D{loners - 1:03}")
    return Topology({c.id: c for c in parts}, (link,))


@pytest.mark.parametrize(
    ("machines", "systems", "loners"), [(24, 1, 3), (1, 60, 3), (2, 2, 90), (12, 8, 90)]
)
def test_what_a_page_has_no_room_for_is_counted(machines: int, systems: int, loners: int) -> None:
    """Of 24 machines eight were on the page; the rest was cut off with the shelf below them."""
    topology = estate(machines, systems, loners)
    last = f"S{machines - 1:02}{systems - 1:02}"
    idle = SimpleNamespace(resources=(), bottleneck=None)
    data = picture_of(topology, idle, (f"lpar:{last}",), "en")  # type: ignore[arg-type]
    svg = draw_topology(data)
    (height,) = re.findall(r'<svg [^>]* height="([\d.]+)pt"', svg)
    assert float(height) <= MOST_HIGH
    said = re.findall(r">([^<]+)</text>", svg)
    shown = [text for text in said if re.fullmatch(r"S\d{4}", text)]
    more = [int(n) for text in said for n in re.findall(r"\+(\d+) LPAR", text)]
    assert len(shown) + sum(more) == machines * systems
    # What limits the work, and what is linked to it, is among what is shown.
    assert last in shown
    assert f"D{loners - 1:03}" in said
    disks = [text for text in said if re.fullmatch(r"D\d{3}", text)]
    assert len(disks) + sum(int(text) for text in said if re.fullmatch(r"\+\d+", text)) == loners
    assert svg.count("<circle") == 2


def test_a_picture_that_fits_is_drawn_whole() -> None:
    said = re.findall(r">([^<]+)</text>", draw_topology(picture(estate(3, 2, 4))))
    assert not [text for text in said if "+" in text]
