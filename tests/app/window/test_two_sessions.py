"""Two sessions on one file: what either saved stays, and a contradiction is shown, never settled.

The oracle knows nothing of how states are merged: it keeps, item by item, what the file held, what
each session had read and what it wants.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule
from PySide6.QtCore import Qt

from app.store import EngagementFile
from app.window.document import Decision, State
from app.window.document.merging import items_of
from app.window.services import saving
from app.window.services.persistence import load, state_in
from app.window.services.saving import Persistence
from app.window.session import Session
from app.window.shell.window import WINDOWS, MainWindow
from model.topology import Scenario, SetSetting
from tests.app.saving_as import save_as

NAMES = st.sampled_from(["a", "b", "c"])
NUMBERS = st.integers(0, 2)
SIDES = st.sampled_from([0, 1])


def items(state: State) -> dict[Any, Any]:
    found = items_of(state)
    found.pop(("constraints", ""))
    return found


class TwoSessions(RuleBasedStateMachine):
    """Both write, because the folder knows no locks: the worst case."""

    def __init__(self) -> None:
        super().__init__()
        import tempfile

        self.folder = tempfile.TemporaryDirectory()
        self.path = Path(self.folder.name) / "x.plexwright"
        self.sides: list[Persistence] = []
        self.base: list[dict[Any, Any]] = [{}, {}]
        self.holding, saving.hold = saving.hold, lambda path: None

    def teardown(self) -> None:
        for side in self.sides:
            side.give_up()
            side.close()
        saving.hold = self.holding
        self.folder.cleanup()

    @initialize()
    def start(self) -> None:
        with EngagementFile.create(self.path, "X") as file:
            file.set_scenarios((Scenario("a"), Scenario("b")))
            file.decide("F", "accepted")
        for side in (0, 1):
            self.sides.append(Persistence())
            self.reopen(side)

    def on_disk(self) -> dict[Any, Any]:
        with EngagementFile.open(self.path) as file:
            return items(state_in(file))

    def want(self, side: int, state: State) -> None:
        self.sides[side].save(state)

    def wanted(self, side: int) -> State:
        return self.sides[side]._wanted

    @rule(side=SIDES)
    def reopen(self, side: int) -> None:
        self.sides[side].give_up()
        self.sides[side].adopt(load(self.path))
        self.base[side] = self.on_disk()

    @rule(side=SIDES, name=NAMES, value=NUMBERS)
    def change_scenario(self, side: int, name: str, value: int) -> None:
        scenario = Scenario(name, (SetSetting("lpar:A", "CPS", value),))
        self.want(side, self.wanted(side).with_scenario(scenario))

    @rule(side=SIDES, name=NAMES)
    def delete_scenario(self, side: int, name: str) -> None:
        self.want(side, self.wanted(side).without_scenario(name))

    @rule(side=SIDES, old=NAMES, new=NAMES)
    def rename_scenario(self, side: int, old: str, new: str) -> None:
        state = self.wanted(side)
        scenario = state.scenario(old)
        if scenario is not None and state.scenario(new) is None:
            self.want(side, state.with_scenario(replace(scenario, name=new), replacing=old))

    @rule(side=SIDES, finding=NAMES, reason=NAMES)
    def decide(self, side: int, finding: str, reason: str) -> None:
        state = self.wanted(side)
        decisions = {**state.decisions, finding: Decision("accepted", reason)}
        self.want(side, replace(state, decisions=decisions))

    @rule(side=SIDES, name=NAMES)
    def rename(self, side: int, name: str) -> None:
        self.want(side, replace(self.wanted(side), title=name))

    @rule(side=SIDES)
    def flush(self, side: int) -> None:
        session, before = self.sides[side], self.on_disk()
        held_back = set(session.conflicts)
        base, mine = self.base[side], items(self.wanted(side))
        why = session.flush()
        after = self.on_disk()
        if all(mine.get(key) == base.get(key) for key in (mine.keys() | base.keys()) - held_back):
            assert after == before, "with nothing to write it does not look what others did"
            return
        disputed = set()
        for key in before.keys() | base.keys() | mine.keys():
            was, read, own = before.get(key), base.get(key), mine.get(key)
            changed = own != read and key not in held_back
            if changed and was not in (read, own):
                disputed.add(key)
            expected = own if changed and key not in disputed else was
            assert after.get(key) == expected, key
        assert disputed <= set(session.conflicts)
        assert (why is None) == (not session.conflicts)
        self.base[side] = after
        shown = items(self.wanted(side))
        for key in after.keys() | shown.keys():
            if key not in session.conflicts:
                assert shown.get(key) == after.get(key), key

    @rule(side=SIDES, mine=st.booleans())
    def settle(self, side: int, mine: bool) -> None:
        self.sides[side].settle(mine=mine)

    @invariant()
    def the_file_is_whole(self) -> None:
        assert [p.name for p in self.path.parent.iterdir()] == [self.path.name]


def machine(examples: int, steps: int) -> Any:
    made = type("Sessions", (TwoSessions,), {}).TestCase
    made.settings = settings(
        max_examples=examples,
        stateful_step_count=steps,
        deadline=None,
        suppress_health_check=list(HealthCheck),
    )
    return made


def run(case: Any) -> None:
    case("runTest").runTest()


def test_two_sessions_on_one_file_lose_nothing(qtbot) -> None:
    run(machine(6, 12))


@pytest.mark.thorough
def test_two_sessions_on_one_file_lose_nothing_in_a_thousand_turns(qtbot) -> None:
    run(machine(150, 30))


@pytest.fixture
def pair(qtbot, kit, tmp_path):
    """Two windows on one engagement: the second only reads it."""
    made: list[MainWindow] = []
    path = tmp_path / "a.plexwright"
    with EngagementFile.create(path, "A") as file:
        file.set_scenarios((Scenario("first"),))
    for _ in range(2):
        window = MainWindow(
            Session(
                catalogue=kit.make_catalogue(),
                projector=kit.fake_project,
                analyst=kit.FakeAnalyst(),
                folder=tmp_path,
            )
        )
        made.append(window)
        window.show()
        with qtbot.waitSignal(window.session.opened):
            window.open_file(path)
        qtbot.waitUntil(lambda window=window: window._built)
    yield made
    for window in made:
        if window in WINDOWS:
            window.session.give_up()
            window.close()


def names(path: Path) -> list[str]:
    return [scenario.name for scenario in load(path).state.scenarios]


def click(qtbot, window: MainWindow, text: str) -> None:
    (act,) = (act for act in window.banner.acts if act.text() == text)
    qtbot.mouseClick(act, Qt.MouseButton.LeftButton)


def test_the_second_window_takes_over_with_all_the_first_saved(qtbot, pair) -> None:
    first, second = pair
    path = first.session.path
    first.session.document.branch(name="saved before")
    assert first.session.save_now() is None
    click(qtbot, second, "Take over")
    document = second.session.document
    assert [s.name for s in document.state.scenarios] == ["first", "saved before"]
    document.branch(name="second")
    assert second.session.save_now() is None
    assert "(read only)" not in second.windowTitle()
    first.session.document.branch(name="too late")
    assert "taken over" in str(first.session.save_now())
    assert "taken this engagement over" in first.banner.text.text()
    assert "(read only)" in first.windowTitle()
    first.session.document.branch(name="refused")
    assert names(path) == ["first", "saved before", "second"]
    # What was not saved is kept by a copy, with what the other one did.
    copy = path.with_name("copy.plexwright")
    assert save_as(first.session, copy) is None
    assert sorted(names(copy)) == ["first", "saved before", "second", "too late"]
    assert first.close()
    # The lock is free: the one that writes has it now.
    document.branch(name="third")
    assert second.session.save_now() is None
    assert path.with_name(f".{path.name}.lock").exists()


@pytest.mark.parametrize("mine", [True, False])
def test_what_both_windows_changed_is_asked_about(qtbot, pair, mine) -> None:
    first, second = pair
    path = first.session.path
    second.session.persistence.holder = None  # as in a folder without locks
    second.session.document.read_only = False
    for window, reason in ((first, "no budget"), (second, "next year")):
        window.session.document.decide("ADA-013@10", "rejected", reason)
        window.session.document.branch(name=reason)
    assert first.session.save_now() is None
    assert "decide first" in str(second.session.save_now())
    said = second.banner.text.text()
    assert "ADA-013@10" in said
    assert "scenario" not in said
    assert sorted(names(path)) == ["first", "next year", "no budget"]
    document = second.session.document
    assert document.state.decisions["ADA-013@10"].reason == "next year"
    assert not second.close(), "what is disputed is not saved yet"
    second.say_disputed(tuple(second.session.persistence.conflicts.values()))
    click(qtbot, second, "Keep what is here" if mine else "Take what is there")
    assert second.session.save_now() is None
    wanted = "next year" if mine else "no budget"
    assert document.state.decisions["ADA-013@10"].reason == wanted
    assert load(path).state.decisions["ADA-013@10"].reason == wanted


def test_scenarios_that_another_session_put_in_another_order_are_all_kept(qtbot, tmp_path) -> None:
    """What is written is told from what the file holds, in its order and not in ours."""
    path = tmp_path / "x.plexwright"
    with EngagementFile.create(path, "X") as file:
        file.set_scenarios((Scenario("a"), Scenario("b"), Scenario("c")))
    session = Persistence()
    session.adopt(load(path))
    with EngagementFile.open(path) as file:
        file.set_scenarios((Scenario("c"), Scenario("a"), Scenario("b")))
    session.save(session._wanted.without_scenario("a"))
    assert session.flush() is None
    assert sorted(names(path)) == ["b", "c"]
    session.close()


def test_the_store_looks_whether_it_holds_what_a_caller_believes(tmp_path) -> None:
    path = tmp_path / "x.plexwright"
    believed = (Scenario("a"), Scenario("b"), Scenario("c"))
    with EngagementFile.create(path, "X") as file:
        file.set_scenarios((Scenario("c"), Scenario("a"), Scenario("b")))
        file.set_scenarios(believed[1:], believed)
        assert [scenario.name for scenario in file.scenarios()] == ["b", "c"]
