"""Smoke test of the real window on the real xcb plugin; run.py gives it a virtual X server.

Not collected by a plain pytest run, which draws off the screen: ``run.py test`` names it.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QTimer
from PySide6.QtGui import QGuiApplication, QImage
from PySide6.QtWidgets import QApplication, QWidget

from tests.packaging.hands import Hands, Walk

PATIENCE_MS = 20_000
WALK_PATIENCE_MS = 90_000
RETURN_AGAIN = 100
STEP_MS = 200


def colours(image: QImage) -> int:
    """How many different colours a coarse grid over the image shows."""
    return len(
        {image.pixel(x, y) for x in range(0, image.width(), 7) for y in range(0, image.height(), 7)}
    )


def watch_window(application: QApplication, look: Callable[[QWidget], bool]) -> None:
    """Call ``look`` on the main window until it is satisfied, then close; give up in the end."""

    def step() -> None:
        shown = [w for w in application.topLevelWidgets() if w.isVisible() and w.width() > 400]
        if shown and look(shown[0]):
            patience.stop()
            application.closeAllWindows()
            QTimer.singleShot(0, application.quit)
            return
        QTimer.singleShot(STEP_MS, step)

    patience = QTimer(application, singleShot=True, interval=PATIENCE_MS)
    patience.timeout.connect(application.quit)
    patience.start()
    QTimer.singleShot(STEP_MS, step)


def show(path: Path | None, title: str) -> tuple[int, list[int]]:
    """Open the window and look at the screen until ``title`` is in its title bar."""
    from app.window.main import open_window

    instance = QApplication.instance()
    application = instance if isinstance(instance, QApplication) else QApplication([])
    seen: list[int] = []

    def look(window: QWidget) -> bool:
        screen = window.screen() or QGuiApplication.primaryScreen()
        picture = screen.grabWindow(0).toImage()  # what the X server shows, not what Qt believes
        seen.append(colours(picture))
        return len(seen) >= 5 and seen[-1] > 8 and title in window.windowTitle()

    watch_window(application, look)
    return open_window([] if path is None else [path]), seen


def test_the_window_appears_on_a_real_screen() -> None:
    code, seen = show(None, "Plexwright")
    assert QGuiApplication.platformName() == "xcb"
    assert code == 0
    assert seen, "no window appeared"
    assert seen[-1] > 8, f"the screen stayed blank: {seen}"
    assert len(seen) * STEP_MS < PATIENCE_MS


def test_the_window_opens_the_demo_engagement(tmp_path: Path) -> None:
    from app.cli import main

    assert main(["demo", "--no-window", "--out", str(tmp_path)]) in (0, 1)
    code, seen = show(tmp_path / "demo.plexwright", "Nordsee")
    assert code == 0
    assert seen[-1] > 8, f"the screen stayed blank: {seen}"
    assert len(seen) * STEP_MS < PATIENCE_MS, "the engagement was not opened in time"


def test_a_consultant_walks_from_import_to_pdf_by_mouse_and_keyboard(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Sample imported, advice read and tried, a setting typed, the PDF written by hand."""
    from PySide6.QtWidgets import QFileDialog, QLineEdit, QPushButton

    from app.window.main import open_window
    from app.window.shell.window import WINDOWS

    for name in ("XDG_CONFIG_HOME", "XDG_DATA_HOME"):
        monkeypatch.setenv(name, str(tmp_path / name))
    instance = QApplication.instance()
    application = instance if isinstance(instance, QApplication) else QApplication([])
    hands = Hands()
    target = tmp_path / "walk.pdf"
    said: list[str] = []

    def story() -> Iterator[tuple[str, Callable[[], bool]]]:
        yield "the start page", lambda: bool(WINDOWS) and WINDOWS[-1].start.isVisible()
        window = WINDOWS[-1]
        document = window.session.document
        document.notice.connect(lambda _level, sentence: said.append(sentence))
        texts = {b.text(): b for b in window.start.findChildren(QPushButton)}
        hands.click(texts["Open the sample"])
        yield (
            "the sample's advice",
            lambda: (
                document.engagement is not None
                and not document.pending
                and len(document.engagement.findings) > 20
            ),
        )
        yield "the guided tour", lambda: window.tour is not None and window.tour.isVisible()
        hands.press("Escape")
        yield "the tour sent away", lambda: window.tour is None
        hands.click(window.rail_buttons["advice"])
        yield "the advice page", lambda: window.current_page == "advice"
        advice = window.pages["advice"]
        row = advice.table.visualRect(advice.table.model().index(1, 0)).center()
        before = advice.table.current().id
        hands.click(advice.table.viewport(), row)
        yield "another finding", lambda: advice.table.current().id != before
        hands.click(advice.try_it)
        yield "a what-if scenario", lambda: document.scenario is not None
        hands.click(window.rail_buttons["topology"])
        yield "the topology", lambda: window.current_page == "topology"
        view = window.pages["topology"].view
        nucleus = next(c.id for c in document.topology if c.kind == "adabas_nucleus")
        yield "the boxes", lambda: nucleus in view.topology_scene.boxes
        box = view.topology_scene.boxes[nucleus]
        hands.click(view.viewport(), view.mapFromScene(box.x + box.w / 2, box.y + box.h - 12))
        yield "a nucleus selected", lambda: document.selection == (nucleus,)
        yield "the inspector", lambda: window.inspector.isVisible()
        hands.click(window.inspector.filter)
        yield "the filter", lambda: QApplication.focusWidget() is window.inspector.filter
        hands.type("NT")
        rows = window.inspector.rows
        yield "one setting", lambda: rows["NT"].isVisible() and not rows["LBP"].isVisible()
        field = rows["NT"].editor.findChild(QLineEdit)
        hands.click(field)
        yield "the keyboard in the field", lambda: QApplication.focusWidget() is field
        hands.press("ctrl+a")
        yield "the figure selected", field.hasSelectedText
        hands.type("61")
        yield "the figure typed", lambda: field.text() == "61"
        hands.press("Return")
        yield "the setting changed", lambda: document.topology[nucleus].number("NT") == 61
        yield (
            "its projection",
            lambda: (
                document.projection is not None
                and document.projection.scenario == document.scenario
            ),
        )
        hands.click(window.rail_buttons["report"])
        yield "the report page", lambda: window.current_page == "report"
        report = window.pages["report"]
        window.session.projections.failed.connect(lambda *told: said.append(str(told)))
        yield "its preview", lambda: "pages" in report.state.text()
        hands.click(report.pdf)
        dialogs: list[QFileDialog] = []

        def dialog_open() -> bool:
            dialogs[:] = [
                w
                for w in application.topLevelWidgets()
                if isinstance(w, QFileDialog) and w.isVisible()
            ]
            return bool(dialogs)

        yield "the file dialog", dialog_open
        name = dialogs[0].findChild(QLineEdit, "fileNameEdit")
        hands.click(name)
        yield "the keyboard in the name", lambda: QApplication.focusWidget() is name
        hands.press("ctrl+a")
        yield "the name selected", name.hasSelectedText
        hands.type(str(target))
        yield "the name typed", lambda: name.text() == str(target)
        hands.press("Return")
        again = itertools.count(1)

        def taken() -> bool:
            # A list of completions that comes up late takes the key; a person presses again.
            still = dialog_open()
            if still and next(again) % RETURN_AGAIN == 0:
                hands.press("Return")
            return not still

        yield "the name taken", taken
        yield "the PDF", target.exists
        hands.click(report.title)
        yield "the window again", lambda: QApplication.activeWindow() is window
        hands.press("ctrl+w")
        yield "the window closed", lambda: window not in WINDOWS

    walk: list[Walk] = []
    QTimer.singleShot(0, lambda: walk.append(Walk(story(), WALK_PATIENCE_MS)))
    code = open_window()
    hands.rest()
    assert walk[0].problem is None, (
        f"{walk[0].problem} (done: {', '.join(walk[0].done)}; said: {said})"
    )
    assert "the window again" in walk[0].done, "the last key closes it"
    assert code == 0
    assert target.read_bytes().startswith(b"%PDF-")
    assert target.stat().st_size > 50_000
