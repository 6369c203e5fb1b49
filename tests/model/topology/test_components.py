"""Components: what their figures say."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import pytest

from model.topology import Component, Measured, Origin, Setting


def test_what_follows_from_figures_is_told_once_and_not_of_other_figures() -> None:
    asked = []

    def total(figures: Mapping[str, float]) -> float:
        asked.append(dict(figures))
        return sum(figures.values())

    first = Component("a", "lpar", "A", measured={"x": Measured(1.0, ""), "y": Measured("1 %", "")})
    moved = first.with_setting("CPS", Setting(4))
    assert [first.of_figures(total), moved.of_figures(total)] == [1.0, 1.0]
    assert moved.figures() == first.figures() == {"x": 1.0}
    assert asked == [{"x": 1.0}]
    other = replace(moved, measured={"x": Measured(2.0, "")})
    assert other.of_figures(total) == 2.0
    assert (other, moved) != (moved, first)


@pytest.mark.parametrize(
    ("kinds", "entered"),
    [("user", True), ("user provisional", True), ("provisional", False), ("user report", False)],
)
def test_what_stands_in_makes_entered_figures_no_measured_ones(kinds, entered) -> None:
    measured = {
        f"figure_{n}": Measured(1.0, "", Origin(kind)) for n, kind in enumerate(kinds.split())
    }
    assert Component("cics_region:A", "cics_region", "A", measured=measured).entered == entered
