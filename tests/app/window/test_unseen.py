"""A change of the look reaches what is on show at once and everything else soon after."""

from __future__ import annotations

from PySide6.QtCore import QEvent
from PySide6.QtWidgets import QLabel, QStackedWidget, QTableWidget, QVBoxLayout, QWidget

from app.window.theme import theme
from app.window.theme import unseen as looks
from app.window.theme.tokens import THEMES


def pages(qtbot) -> tuple[QStackedWidget, list[QLabel]]:
    stack = QStackedWidget()
    qtbot.addWidget(stack)
    labels = []
    for name in ("one", "two"):
        page = QWidget()
        box = QVBoxLayout(page)
        labels.append(QLabel(name))
        box.addWidget(labels[-1])
        box.addWidget(QTableWidget(3, 3))
        stack.addWidget(page)
    stack.show()
    for number in (1, 0):
        stack.setCurrentIndex(number)
        qtbot.wait(1)
    return stack, labels


def colour(label: QLabel) -> str:
    return label.palette().windowText().color().name()


def test_what_is_on_show_changes_first_and_the_rest_in_pauses(qtbot, monkeypatch) -> None:
    stack, (seen, unseen) = pages(qtbot)
    order: list[QWidget] = []
    polish = looks._polish
    monkeypatch.setattr(looks, "_polish", lambda widget: (order.append(widget), polish(widget)))
    light, dark = THEMES["light"].text.lower(), THEMES["dark"].text.lower()
    assert colour(seen) == colour(unseen) == light
    theme().apply("dark")
    # The whole window has one look or the other.
    assert not stack.window().updatesEnabled()
    qtbot.waitUntil(stack.window().updatesEnabled)
    assert colour(seen) == dark
    qtbot.waitUntil(lambda: colour(unseen) == dark)
    assert order.index(seen) < order.index(unseen)


def test_a_page_that_is_called_for_changes_before_it_is_shown(qtbot) -> None:
    stack, (_seen, unseen) = pages(qtbot)
    theme().apply("dark")
    theme().finish(stack.widget(1))
    assert colour(unseen) == THEMES["dark"].text.lower()


def test_looks_that_follow_one_another_and_pages_that_die_meanwhile(qtbot) -> None:
    stack, (seen, unseen) = pages(qtbot)
    theme().apply("dark")
    theme().apply("contrast")
    stack.setCurrentIndex(1)
    theme().apply("light")
    assert colour(unseen) == THEMES["light"].text.lower()
    seen.deleteLater()
    qtbot.wait(1)
    theme().finish()
    assert colour(unseen) == THEMES["light"].text.lower()


def test_followers_wait_until_they_are_seen_or_it_is_their_turn(qtbot) -> None:
    stack, _labels = pages(qtbot)
    called: list[str] = []
    theme().follow(stack.widget(0), lambda: called.append("seen"))
    theme().follow(stack.widget(1), lambda: called.append("unseen"))
    theme().apply("dark")
    # Not within the change itself, which takes all the time that a window may stand still.
    assert called == []
    qtbot.waitUntil(lambda: called == ["seen", "unseen"])


class _Told(QLabel):
    """Counts how often it is told of another style."""

    times = 0

    def changeEvent(self, event: QEvent) -> None:
        self.times += event.type() == QEvent.Type.StyleChange
        super().changeEvent(event)


def test_what_is_on_show_is_told_once_and_not_of_the_look_of_none(qtbot) -> None:
    """Between two sheets there is none: all was laid out and measured for it, too."""
    stack, _labels = pages(qtbot)
    told = _Told("three")
    stack.widget(0).layout().addWidget(told)
    told.show()
    qtbot.wait(1)
    told.times = 0
    theme().apply("dark")
    qtbot.waitUntil(stack.window().updatesEnabled)
    assert told.times == 1
    assert colour(told) == THEMES["dark"].text.lower()
