"""What models say is asked once of everything that they look at, and again where it differs."""

from __future__ import annotations

import pickle
from collections.abc import Callable, Mapping
from dataclasses import replace

import pytest

from model.projection.remembered import Memory, Part, View, noted
from model.topology import Component, Link, Measured, Setting, Topology


def plant() -> Topology:
    return Topology(
        {
            "lpar:A": Component("lpar:A", "lpar", "A", None, {"CPS": Setting(4)}),
            "lpar:B": Component("lpar:B", "lpar", "B", None, {"CPS": Setting(2)}),
            "x:1": Component("x:1", "x", "1", "lpar:A", {"NT": Setting(5)}),
        },
        (Link("uses", "x:1", "lpar:B"),),
    )


class Asking:
    """A question that counts how often it is really asked."""

    def __init__(self) -> None:
        self.times = 0

    def __call__(self, topology: Topology, loads: Mapping[str, float]) -> tuple[float, float]:
        self.times += 1
        home = topology.ancestor("x:1", "lpar")
        assert home is not None
        threads = topology["x:1"].number("NT") or 0.0
        if threads > 5:  # looks at the other one only then
            threads += sum(far.number("CPS") or 0.0 for far in topology.targets("x:1", "uses"))
        return threads * (home.number("CPS") or 0.0), loads.get("lpar:A", 0.0)


def with_setting(topology: Topology, name: str, setting: str, value: float) -> Topology:
    return topology.with_component(topology[name].with_setting(setting, Setting(value)))


def test_an_answer_holds_while_nothing_it_looked_at_differs() -> None:
    base, memory, ask = plant(), Memory(), Asking()

    def said(topology: Topology, loads: Mapping[str, float]) -> tuple[float, float]:
        return View(topology, base, memory).ask("question", ask, loads)

    assert said(base, {"lpar:A": 1.0}) == (20.0, 1.0)
    other = with_setting(base, "lpar:B", "CPS", 16)
    assert said(other, {"lpar:A": 1.0, "lpar:B": 9.0}) == (20.0, 1.0)
    assert ask.times == 1
    assert said(base, {"lpar:A": 2.0}) == (20.0, 2.0)
    assert said(base, {}) == (20.0, 0.0)
    assert ask.times == 3
    assert said(with_setting(base, "lpar:A", "CPS", 8), {}) == (40.0, 0.0)
    assert said(with_setting(base, "lpar:A", "CPS", 8), {}) == (40.0, 0.0)
    assert ask.times == 4


def test_what_is_looked_at_only_in_some_states_counts_there() -> None:
    base, memory, ask = plant(), Memory(), Asking()
    more = with_setting(base, "x:1", "NT", 6)
    for near, far, expected in [(base, 2, 20.0), (more, 2, 32.0), (more, 4, 40.0), (base, 4, 20.0)]:
        topology = with_setting(near, "lpar:B", "CPS", far)
        assert View(topology, base, memory).ask("question", ask) == (expected, 0.0)
    assert ask.times == 3


def test_another_shape_is_another_installation() -> None:
    base, memory, ask = plant(), Memory(), Asking()
    assert View(base, base, memory).ask("question", ask) == (20.0, 0.0)
    moved = base.with_component(Component("x:1", "x", "1", "lpar:B", {"NT": Setting(5)}))
    assert View(moved, base, memory).ask("question", ask) == (10.0, 0.0)
    added = base.with_component(Component("y:1", "y", "1", None, {}, {"n": Measured(1.0, "")}))
    assert View(added, base, memory).ask("question", ask) == (20.0, 0.0)
    assert ask.times == 3


def test_what_is_looked_through_as_a_whole_counts_as_a_whole() -> None:
    base, memory = plant(), Memory()

    def total(topology: Topology, loads: Mapping[str, float]) -> float:
        return sum(c.number("CPS") or 0.0 for c in topology) + sum(loads.values())

    def said(topology: Topology, loads: Mapping[str, float]) -> float:
        return View(topology, base, memory).ask("total", total, loads)

    assert said(base, {"a": 1.0}) == 7.0
    assert said(base, {"b": 2.0}) == 8.0
    assert said(with_setting(base, "lpar:B", "CPS", 3), {"b": 2.0}) == 9.0


def test_a_setting_that_nobody_looked_at_asks_nothing_again() -> None:
    base, memory, ask = plant(), Memory(), Asking()
    for value in (0.0, 1.0, 2.0):
        topology = with_setting(base, "x:1", "LBP", value)
        assert View(topology, base, memory).ask("question", ask) == (20.0, 0.0)
    assert ask.times == 1
    renamed = base.with_component(replace(base["x:1"], name="2"))
    measured = base.with_component(replace(base["x:1"], measured={"n": Measured(1.0, "")}))
    for topology in (renamed, measured):
        assert View(topology, base, memory).ask("question", ask) == (20.0, 0.0)
    assert ask.times == 3


@pytest.mark.parametrize(
    "look",
    [
        lambda settings: "LBP" in settings,
        lambda settings: settings.get("LBP") is not None,
        lambda settings: any(name == "LBP" for name in settings),
        lambda settings: len(settings) == 2,
        lambda settings: "LBP" in dict(settings),
        lambda settings: settings != {"NT": Setting(5)},
    ],
)
def test_that_a_setting_is_missing_is_seen(look: Callable[[Mapping[str, Setting]], bool]) -> None:
    base, memory = plant(), Memory()

    def there(topology: Topology, loads: Mapping[str, float]) -> bool:
        return look(topology["x:1"].settings)

    more = with_setting(base, "x:1", "LBP", 9.0)
    for topology, expected in ((base, False), (more, True), (base, False)):
        assert View(topology, base, memory).ask("there", there) is expected


def test_a_component_that_notes_equals_the_one_it_stands_for() -> None:
    base = plant()
    seen: set[Part] = set()
    through = noted(base, seen)
    assert through["x:1"] == base["x:1"]
    assert through["x:1"] is through.of_kind("x")[0]
    assert through["x:1"] != base["lpar:A"]
    assert replace(through["x:1"], name="2").number("NT") == 5.0
    assert ("x:1", "NT") in seen


def test_a_switch_is_no_number() -> None:
    base, memory = plant(), Memory()

    def kind(topology: Topology, loads: Mapping[str, float]) -> str:
        return type(topology["x:1"].value("NT")).__name__

    for value in (True, 1, 1.0):
        topology = base.with_component(base["x:1"].with_setting("NT", Setting(value)))
        assert View(topology, base, memory).ask("kind", kind) == type(value).__name__


def test_nothing_is_kept_in_a_file() -> None:
    memory = Memory()
    View(plant(), plant(), memory).ask("question", Asking())
    assert len(pickle.dumps(memory)) < 200


def test_a_part_of_an_answer_holds_where_the_rest_does_not() -> None:
    """What both look at is looked at by the whole: where the part differs, it is asked again."""
    base, memory = plant(), Memory()
    asked: list[str] = []

    def part(topology: Topology) -> float:
        asked.append("part")
        return topology["lpar:B"].number("CPS") or 0.0

    def whole(topology: Topology, loads: Mapping[str, float]) -> float:
        asked.append("whole")
        return topology.once("part", part) + (topology["x:1"].number("NT") or 0.0)

    def said(topology: Topology) -> float:
        return View(topology, base, memory).ask("whole", whole)

    assert said(base) == 7.0
    assert said(with_setting(base, "x:1", "NT", 6)) == 8.0
    assert asked == ["whole", "part", "whole"]
    assert said(with_setting(base, "lpar:B", "CPS", 16)) == 21.0
    assert asked == ["whole", "part", "whole", "whole", "part"]
    assert said(with_setting(base, "lpar:B", "CPS", 16)) == said(base) + 14.0
    assert len(asked) == 5
    assert base.once("part", part) == 2.0
