"""A screen reader's walk over AT-SPI: import, topology, what-if and report, without seeing them."""

from __future__ import annotations

import time
from collections.abc import Callable

import pytest

from tests.app.window.spi import (
    CHECKED,
    ENABLED,
    FOCUSABLE,
    LONGEST_S,
    SHOWING,
    Node,
    Screen,
    lacking,
)

pytestmark = [
    pytest.mark.thorough,
    pytest.mark.skipif(bool(lacking()), reason=lacking() or "all is there"),
]

OPERATED = {"push button", "button", "check box", "combo box", "slider", "spin button", "text"}
"""Roles of what is operated: none of them without a name."""


@pytest.fixture(scope="module")
def screen(tmp_path_factory):
    with Screen(tmp_path_factory.mktemp("screen")) as made:
        yield made


def until(told: Callable[[], bool], what: object) -> None:
    end = time.monotonic() + LONGEST_S
    while not told():
        assert time.monotonic() < end, what
        time.sleep(0.3)


def button(screen: Screen, begins: str) -> Node:
    """A button by its name: AT-SPI called them push buttons once."""
    end = time.monotonic() + LONGEST_S
    while time.monotonic() < end:
        for node in screen.program.walk():
            if node.name.startswith(begins) and "Press" in node.actions():
                return node
        time.sleep(0.3)
    raise TimeoutError(begins)


def page(screen: Screen, name: str) -> None:
    """Turn to a page by the list of pages, which comes last of all."""
    (found,) = [
        node for node in screen.program.walk() if node.role == "check box" and node.name == name
    ]
    found.do("Toggle")
    until(lambda: found.has(CHECKED), name)


def names(screen: Screen, role: str) -> list[str]:
    return [node.name for node in screen.program.walk() if node.role == role]


def test_a_blind_consultant_imports_looks_changes_and_reports(screen) -> None:
    start = button(screen, "Open the sample")
    assert start.has(FOCUSABLE)
    assert any("Drop report files" in name for name in names(screen, "label"))
    start.do("Press")

    # Import: which reports there are, what of them was read, and what is asked.
    screen.find("panel", "ETR: 19")
    page(screen, "Reports")
    screen.find("table", "Report files")
    cells = names(screen, "cell")
    assert cells[0] == "ada10-nuc1.txt"
    assert {"read", "ADARUN parameters, Adabas end-of-session statistics"} <= set(cells)
    assert any("22 files" in name for name in names(screen, "label"))
    assert any(name.startswith("Questions") for name in names(screen, "page tab"))
    well_told(screen)

    # Topology: what stands where, how busy it is, and what binds.
    page(screen, "Topology")
    screen.find("tree", "Outline of the topology")
    screen.find("tree item", "LPAR SYSA, 27 % busy")
    nucleus = screen.find("tree item", "Adabas nucleus 10-1").name
    assert "bottleneck" in nucleus
    assert "of the response time" in nucleus
    well_told(screen)

    # What-if: the load turned up, and what comes of it.
    page(screen, "What-if")
    growth = screen.find("slider", "Workload growth")
    assert growth.description.startswith("100 %")
    before = screen.find("panel", "Response: ").name
    for _ in range(6):
        growth.do("Increase")
    assert not growth.description.startswith("100 %")
    until(lambda: screen.find("panel", "Response: ").name != before, before)
    scenario = next(n for n in screen.program.walk() if n.description == "Scenario on show")
    assert scenario.name != "As-is"
    well_told(screen)
    undo = button(screen, "Undo")
    for _ in range(6):  # a press of a slider's button is a step each, or all of them are one
        if scenario.name != "As-is":
            undo.do("Press")
    until(lambda: scenario.name == "As-is", "undone")
    until(lambda: screen.find("panel", "Response: ").name == before, before)

    # Report: what is in it, and how it is had.
    page(screen, "Report")
    management = screen.find("check box", "Summary for management")
    assert management.has(CHECKED)
    management.do("Toggle")
    until(lambda: not management.has(CHECKED), management.name)
    until(lambda: any(name.endswith(" pages") for name in names(screen, "label")), "pages")
    export = button(screen, "Export PDF")
    assert export.has(ENABLED)
    assert export.has(SHOWING)
    well_told(screen)


def well_told(screen: Screen) -> None:
    """Nothing that is operated goes without a name, and a slider says where it stands."""
    heard = list(screen.program.walk())
    operated = [node for node in heard if node.role in OPERATED and node.has(FOCUSABLE)]
    assert len(operated) > 15
    nameless = [node.path for node in operated if not node.name]
    assert not nameless
    for node in operated:
        if node.role == "slider":
            assert node.description, node.name
