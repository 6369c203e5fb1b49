"""Scenarios are written as far as they differ, and read back as they were given, in their order."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from app.store import EngagementFile
from model.topology import Scenario, SetSetting


@pytest.fixture
def file(tmp_path: Path) -> Iterator[EngagementFile]:
    with EngagementFile.create(tmp_path / "x.plexwright", "x") as made:
        yield made


def many(count: int) -> tuple[Scenario, ...]:
    return tuple(
        Scenario(f"S{n}", (SetSetting("lpar:A", "CPS", n),), "note", "S0" if n % 3 else "")
        for n in range(count)
    )


def test_one_changed_of_hundreds_is_a_row_of_its_own(file) -> None:
    held = many(500)
    file.set_scenarios(held)
    one = replace(held[77], changes=(*held[77].changes, SetSetting("lpar:A", "WEIGHT", 5)))
    for wanted in (
        (*held[:77], one, *held[78:]),
        (*held[:77], *held[78:]),
        held,
        (*held, Scenario("last", ())),
        held[:-1],
    ):
        before = file._connection.total_changes
        with file.together():
            file.set_scenarios(wanted, held)
        assert file._connection.total_changes - before < 12
        assert file.scenarios() == wanted
        held = wanted


@pytest.mark.parametrize("seed", range(12))
def test_whatever_is_done_to_them_the_file_holds_it(file, seed) -> None:
    dice, held, number = Random(seed), many(6), 100
    file.set_scenarios(held)
    for _turn in range(40):
        new = list(held)
        for _step in range(dice.randint(1, 3)):
            what = dice.choice(["change", "add", "remove", "move", "swap", "rename", "all"])
            at = dice.randrange(len(new) + 1)
            number += 1
            if what == "add" or not new:
                new.insert(at, Scenario(f"N{number}", (SetSetting("a:b", "X", number),)))
            elif what == "remove":
                del new[at - 1]
            elif what == "move":
                new.insert(at - 1, new.pop())
            elif what == "swap" and len(new) > 1:
                first, second = new[0].name, new[-1].name
                new[0], new[-1] = replace(new[0], name=second), replace(new[-1], name=first)
            elif what == "rename":
                new[at - 1] = replace(new[at - 1], name=f"R{number}")
            elif what == "all":
                new = [replace(one, note=str(number)) for one in new]
            else:
                value = dice.choice([1, True, 1.0])
                new[at - 1] = replace(new[at - 1], changes=(SetSetting("a:b", "X", value),))
        with file.together():
            file.set_scenarios(new, held)
        held = tuple(new)
        found = file.scenarios()
        assert found == held
        assert repr(found) == repr(held), "1 is not True"


def test_odd_places_of_a_strangers_file_are_written_anew(file) -> None:
    held = many(3)
    file.set_scenarios(held)
    for table, column in (("scenario_change", "scenario"), ("scenario_base", "scenario")):
        file._connection.execute(f"DELETE FROM {table} WHERE {column} = 2")
    file._connection.execute(
        "UPDATE scenario SET position = 9223372036854775807 WHERE position = 2"
    )
    held = file.scenarios()
    wanted = (*held, Scenario("more", ()))
    with file.together():
        file.set_scenarios(wanted, held)
    assert file.scenarios() == wanted
