"""The window on the sample engagement, stop by stop: German throughout, small enough, all named."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtGui import QAccessible
from PySide6.QtWidgets import QAbstractButton, QApplication, QComboBox, QLineEdit, QWidget

from app.window.i18n import set_language
from app.window.session import Session
from app.window.shell import charts
from app.window.shell.window import MainWindow
from app.window.theme import theme
from app.window.whatif.sweeps import Axis, axis_for
from tests import remembering
from tests.app.window import tour
from tests.app.window.texts import texts_of

# A screen of 1920 × 1080 pixels at 300 %, in pixels of the design.
LEAST = (640, 360)
# Two ordinary words after each other: a sentence or a phrase, not a name or an identifier.
PHRASE = re.compile(r"\b[a-z]{2,} [a-z]{2,}\b")
# What is the same in both languages, reviewed: values that products call so, titles of documents,
# what is typed on a console.
SAME = (
    re.compile(r"^\d\w pageable$|^\d\w fixed$"),  # page types as DISPLAY VIRTSTOR prints them
    re.compile(r"\((?:[A-Z][^()]*, )*(?:Natural documentation|Software AG|IBM)[^()]*\)$"),
    re.compile(r"^\d{3}, (?:section|chapter|Table|Sort)"),  # the published sources by their place
    re.compile(r"/\*.*"),  # comments of parameter cards
    re.compile(r"^//\w+ DD .*<.*>$|^F <.*>,"),  # JCL and commands with what is to be filled in
    re.compile(r"^(?:CEDA|IDCAMS|ALTER|DEFINE|ADARUN|ADAFRM|SETIOS|HMC Image Profile)"),
)


class Walk:
    """What was seen on one way through the window."""

    def __init__(self) -> None:
        self.texts: dict[str, str] = {}
        self.too_large: list[str] = []
        self.unnamed: list[str] = []
        self.unreachable: list[str] = []
        self.reports: str = ""

    def look(self, name: str, shown: QWidget, scale: float) -> None:
        for where, text in texts_of(shown):
            self.texts.setdefault(text, f"{name}: {where}")
        hint = shown.window().minimumSizeHint()
        if hint.width() > LEAST[0] * scale or hint.height() > LEAST[1] * scale:
            self.too_large.append(f"{name}: {hint.width() / scale} x {hint.height() / scale}")
        for widget in shown.findChildren(QWidget):
            if not isinstance(widget, (QAbstractButton, QComboBox, QLineEdit)):
                continue
            if not widget.isVisibleTo(shown) or isinstance(widget.parentWidget(), QComboBox):
                continue
            if type(widget).__name__ == "QTableCornerButton":
                continue
            found = QAccessible.queryAccessibleInterface(widget)
            if found is None or not found.text(QAccessible.Text.Name):
                self.unnamed.append(f"{name}: {type(widget).__name__}")
            elif found.role() == QAccessible.Role.NoRole:
                self.unnamed.append(f"{name}: {found.text(QAccessible.Text.Name)} has no role")


def walk(kept_sample: Path, folder: Path, code: str, scale: float) -> Walk:
    import shutil

    path = folder / f"{code}.plexwright"
    shutil.copy(kept_sample, path)
    set_language(code)
    theme().apply("light", scale)
    seen = Walk()
    window = MainWindow(Session(folder=folder, projector=remembering.project))
    try:
        window.resize(round(LEAST[0] * scale), round(LEAST[1] * scale))
        window.show()
        tour.settle()
        seen.look("start", window, scale)
        tour.open_engagement(window, path)
        for name, shown in tour.stops(window, slow=False):
            seen.look(name, shown, scale)
        seen.reports = "\n".join(
            " ".join(o.text.split()) for r in window.session.readings for o in r.observations
        )
        assert window.width() <= LEAST[0] * scale
    finally:
        window.close()
        QApplication.processEvents()
        set_language("en")
        theme().apply("light", 1.0)
    return seen


def _its_ends(*asked: Any, **how: Any) -> Axis | None:
    """A trend of two points has all that is looked at here; all points took half of the walk."""
    axis = axis_for(*asked, **how)
    return axis and replace(axis, values=axis.values[:: max(len(axis.values) - 1, 1)])


@pytest.fixture(scope="module")
def walks(
    kept_sample: Path, tmp_path_factory: pytest.TempPathFactory, qapp: QApplication
) -> list[Walk]:
    """English as designed, German at the largest text scale."""
    del qapp
    patch = pytest.MonkeyPatch()
    patch.setenv("XDG_CONFIG_HOME", str(tmp_path_factory.mktemp("config")))
    patch.setattr(charts, "axis_for", _its_ends)
    folder = tmp_path_factory.mktemp("walks")
    found = [walk(kept_sample, folder, "en", 1.0), walk(kept_sample, folder, "de", 3.0)]
    patch.undo()
    return found


@pytest.mark.thorough
def test_the_german_window_says_nothing_in_english(walks: list[Walk]) -> None:
    english, german = walks
    assert len(german.texts) > 1500
    left = {}
    for text, where in german.texts.items():
        marked = "[englisch]" in text
        if not marked and (text not in english.texts or not PHRASE.search(text)):
            continue
        plain = " ".join(text.split())
        if plain in german.reports or any(p.search(text) for p in SAME):
            continue
        left[text] = where
    assert not left, "\n".join(f"{where}: {text}" for text, where in left.items())


@pytest.mark.thorough
def test_every_page_fits_a_small_screen_at_300_percent(walks: list[Walk]) -> None:
    assert [w.too_large for w in walks] == [[], []]


@pytest.mark.thorough
def test_all_controls_of_all_pages_have_names_and_roles(walks: list[Walk]) -> None:
    assert [w.unnamed for w in walks] == [[], []]
