"""Fifty random actions, undone one by one and done again: the same model and the same picture."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass

import pytest
from PySide6.QtGui import QImage, QPainter
from PySide6.QtTest import QTest

from app.window.document import Document, State
from app.window.document.editing import add, connect, move_into, remove, rename
from model.topology import Topology
from tests.app.window.tour import at_rest, settle

ACTIONS = 50
WIDE, HIGH = 700, 500
KINDS = ("cpc", "lpar", "adabas_nucleus", "cics_region", "natural_session", "dasd")
VALUES = {"NT": (10, 25, 60), "LBP": (50, 200), "CPS": (2, 6), "ZHPF": (True, False)}


@dataclass(frozen=True)
class Seen:
    """What is there after an action."""

    state: State
    shown: str | None
    topology: Topology
    picture: QImage


def seen(window) -> Seen:
    """Model and picture once two looks see the same: beside other work something comes later."""
    found = looked_at(window)
    for _ in range(20):
        again = looked_at(window)
        if again.picture == found.picture:
            break
        found = again
    return found


def looked_at(window) -> Seen:
    """Model and picture, with nothing selected: what is selected is no part of the model."""
    document = window.session.document
    document.select([])
    settle(lambda: _still(window))
    scene = window.pages["topology"].view.topology_scene
    area = scene.content_rect(())
    picture = QImage(WIDE, HIGH, QImage.Format.Format_RGB32)
    picture.fill(0xFFFFFF)
    painter = QPainter(picture)
    by = min(WIDE / area.width(), HIGH / area.height())
    painter.scale(by, by)
    painter.translate(-area.topLeft())
    scene.paint(painter, area)
    painter.end()
    return Seen(document.state, document.current, document.topology, picture)


def _still(window) -> bool:
    """Whether nothing is under way, nor begun by what has just come to its end."""
    for _ in range(3):
        if not at_rest(window) or window.session.analysis.busy:
            return False
        QTest.qWait(5)
    return True


class Hand:
    """Does one thing or another, as chance has it."""

    def __init__(self, document: Document, chance: random.Random) -> None:
        self.document, self.chance = document, chance
        self.acts: tuple[Callable[[], object], ...] = (
            self.add, self.add, self.move, self.place, self.rename, self.set, self.set,
            self.delete, self.answer, self.branch, self.link, self.note, self.show,
            self.decide, self.drop, self.goal,
        )  # fmt: skip

    def some(self) -> str:
        return self.chance.choice([c.id for c in self.document.topology])

    def act(self) -> bool:
        """Whether it made a step."""
        before = self.document.undo_stack.index()
        self.chance.choice(self.acts)()
        return self.document.undo_stack.index() != before

    def add(self) -> None:
        parent = self.chance.choice([None, self.some(), self.some()])
        place = self.chance.choice([None, (float(self.chance.randrange(600)), 40.0)])
        add(self.document, self.chance.choice(KINDS), parent, place=place)

    def move(self) -> None:
        move_into(self.document, [self.some()], self.chance.choice([None, self.some()]))

    def place(self) -> None:
        where = (float(self.chance.randrange(900)), float(self.chance.randrange(600)))
        self.document.place({self.some(): where})

    def rename(self) -> None:
        rename(self.document, self.some(), f"N{self.chance.randrange(999)}")

    def set(self) -> None:
        name = self.chance.choice(list(VALUES))
        self.document.set_setting([self.some()], name, self.chance.choice(VALUES[name]))

    def delete(self) -> None:
        leaves = [c.id for c in self.document.topology if not self.document.topology.children(c.id)]
        if len(leaves) > 3:
            remove(self.document, [self.chance.choice(leaves)])

    def link(self) -> None:
        connect(self.document, self.some(), self.some())

    def answer(self) -> None:
        self.document.answer(self.some(), "WEIGHT", self.chance.choice([None, 3, 40]))

    def branch(self) -> None:
        self.document.branch()

    def show(self) -> None:
        names = [None, *(s.name for s in self.document.state.scenarios)]
        self.document.show_scenario(self.chance.choice(names))

    def note(self) -> None:
        if self.document.state.scenarios:
            name = self.chance.choice(self.document.state.scenarios).name
            self.document.note_scenario(name, f"note {self.chance.randrange(99)}")

    def drop(self) -> None:
        scenario = self.document.scenario
        if scenario is not None and scenario.changes:
            self.document.drop_change(self.chance.randrange(len(scenario.changes)))

    def decide(self) -> None:
        engagement = self.document.engagement
        assert engagement is not None
        finding = self.chance.choice(engagement.findings).id
        self.document.decide(finding, self.chance.choice([None, "rejected", "accepted"]))

    def goal(self) -> None:
        self.document.set_goal("adabas_database:10", 0.0, self.chance.choice([None, 0.02]))


@pytest.mark.thorough
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_model_and_picture_go_back_and_forth_exactly(window, session, seed: int) -> None:
    document = session.document
    window.show_page("topology")
    hand = Hand(document, random.Random(seed))
    stack = document.undo_stack
    # To show another scenario is no step: undo goes back to what was on show before the next one.
    came = {0: seen(window)}
    left = dict(came)
    while stack.count() < ACTIONS:
        made = hand.act()
        left[stack.index()] = seen(window)
        if made:
            came[stack.index()] = left[stack.index()]
    for way, passed in ((stack.undo, left), (stack.redo, came), (stack.undo, left)):
        for _ in range(ACTIONS):
            way()
            now, then = seen(window), passed[stack.index()]
            for _ in range(20):  # bands come some turns after figures
                if now.picture == then.picture:
                    break
                QTest.qWait(50)
                now = seen(window)
            assert now.state == then.state, stack.index()
            assert now.shown == then.shown, stack.index()
            assert now.topology == then.topology, stack.index()
            assert now.picture == then.picture, stack.index()
    assert stack.index() == 0
