"""Every page and popup of the window on the sample engagement, one stop after the other.

The pictures, the German texts, the sizes and the accessibility tree are all looked at along the
same way, so that a new page is seen by all of them once it has a stop here.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from pathlib import Path

import shiboken6
from PySide6.QtCore import QEvent, QTimer
from PySide6.QtWidgets import QApplication, QTabWidget, QWidget

from app.window.i18n import set_language
from app.window.services.projection import ORDER
from app.window.session import Session
from app.window.shell.window import MainWindow

DATABASE = "adabas_database:10"
# A machine that does other work takes its time.
LONGEST_S = 180.0
SOON_MS = 2000


def settle(until: Callable[[], bool] = lambda: True, seconds: float | None = None) -> None:
    """Let the window live until that holds (or fail), and a little longer for layouts."""
    end = time.monotonic() + (LONGEST_S if seconds is None else seconds)
    while not until():
        assert time.monotonic() < end, "the window did not get there"
        QApplication.processEvents()
        time.sleep(0.002)
    for _ in range(4):
        QApplication.processEvents()
        QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)


def open_engagement(window: MainWindow, path: Path) -> None:
    """Open an engagement and wait until its advice is there, kept or made anew."""
    document = window.session.document
    window.open_file(path)
    settle(
        lambda: (
            window.current_page == "topology"
            and not document.pending
            and document.engagement is not None
            and bool(document.engagement.findings)
        )
    )


def quiet(window: MainWindow) -> bool:
    """Whether nothing is being calculated."""
    session = window.session
    slots = ("live", "trend", "sweep", "compare", "validate", "preview")
    return not any(session.projections.busy(slot) for slot in slots)


def at_rest(window: MainWindow) -> bool:
    """Whether nothing is under way that would change what is shown, nor about to begin.

    The load bar, the service levels and the trend begin when a page was left alone for a while,
    here at once: whether they were through decides how it looks.
    """
    QApplication.processEvents()
    waiting = [
        timer
        for timer in window.findChildren(QTimer)
        if timer.isSingleShot() and timer.isActive() and timer.interval() <= SOON_MS
    ]
    for timer in waiting:
        timer.setInterval(0)
    return not waiting and not any(window.session.projections.busy(slot) for slot in ORDER)


def _popup(name: str, shown: QWidget | None) -> Iterator[tuple[str, QWidget]]:
    """A popup that is open: it closes, and is deleted, as soon as another window is activated."""
    if shown is not None and shiboken6.isValid(shown):
        settle()
        yield name, shown
        if shiboken6.isValid(shown):
            shown.close()


def stops(window: MainWindow, *, slow: bool = True) -> Iterator[tuple[str, QWidget]]:
    """Name and what to look at: the window, or the popup that is open over it.

    ``slow`` includes the sweeps, the published runs and the report's preview.
    """
    document = window.session.document

    def here(name: str) -> tuple[str, QWidget]:
        settle(lambda: quiet(window))
        return name, window

    window.show_page("topology")
    document.select([])
    yield here("topology")
    document.select([DATABASE])
    yield here("topology-database")
    document.select(["lpar:SYSA"])
    yield here("topology-lpar")
    document.select([])
    window.pages["topology"].side.setCurrentIndex(1)
    yield here("topology-add")
    window.pages["topology"].side.setCurrentIndex(0)
    page = window.pages["topology"]
    page.ask_to_add("lpar:SYSA")
    yield from _popup("topology-type-to-add", page.popup)

    window.show_page("whatif")
    yield here("whatif-empty")
    document.branch(name="Nachts" if window.commands["undo"].text() != "Undo" else "Night")
    for component, setting, value in (
        (DATABASE, "CDATAMAXS", 18900),
        ("lpar:SYSA", "ZHPF", True),
        ("natural_session:NATB0450", "THSIZE_KB", 4096),
    ):
        assert document.set_setting([component], setting, value) is None
    yield here("whatif-changes")
    sweeps = window.pages["whatif"].sweeps
    sweeps.first.show_setting(DATABASE, "CDATAMAXS")
    if slow:
        sweeps.start()
        yield here("whatif-curve")
        sweeps.second.show_setting("lpar:SYSA", "REAL_STORAGE_GB")
        sweeps.second.steps.setText("5")
        sweeps.start()
        yield here("whatif-map")
    window.pages["whatif"].ask()
    yield from _popup("whatif-choose", window.pages["whatif"].popup)
    window.show_page("topology")
    document.select([DATABASE])
    yield here("topology-ghosts")

    window.show_page("advice")
    advice = window.pages["advice"]
    yield here("advice")
    for rule in ("ADA-013", "VSM-008", "IMS-005", "ZOS-001"):
        advice.table.choose(lambda f, rule=rule: f.rule == rule)
        yield here(f"advice-{rule}")
    advice.text.verticalScrollBar().setValue(advice.text.verticalScrollBar().maximum())
    yield here("advice-end")
    document.decide(document.engagement.findings[0].id, "accepted", "CAB 2026-12")
    yield here("advice-decided")
    advice.tabs.setCurrentIndex(1)
    yield here("plan")
    advice.plan.text.verticalScrollBar().setValue(advice.plan.text.verticalScrollBar().maximum())
    yield here("plan-end")
    advice.tabs.setCurrentIndex(2)
    yield here("all-rules")

    advice.plan.make_scenario()
    window.show_page("compare")
    yield here("compare")

    window.show_page("reports")
    reports = window.pages["reports"]
    tabs = reports.tabs
    for number, name in enumerate(("text", "read", "problems", "questions", "changed")):
        tabs.setCurrentIndex(number)
        yield here(f"reports-{name}")
    unread = next((r for r in window.session.readings if r.unread), None)
    if unread is not None:
        reports.show_line(unread.file, unread.unread[0][0])
        yield here("reports-unread")

    window.show_page("validate")
    validate = window.pages["validate"]
    for tabs in validate.findChildren(QTabWidget):
        for number in range(tabs.count() if slow else 1):
            tabs.setCurrentIndex(number)
            yield here(f"validate-{number + 1}")
    window.show_page("report")
    if slow:
        settle(lambda: window.pages["report"]._column.count() > 3)
        yield here("report")

    window.show_page("whatif")
    window.show_help()
    yield here("help")
    document.notice.emit("warning", window.pages["report"].state.text() or "–")
    window.open_palette()
    yield from _popup("palette", window.popup)
    window.open_menu()
    yield from _popup("menu", QApplication.activePopupWidget())
    window.banner.hide()
    document.show_scenario(None)


def sample_window(kept_sample: Path, folder: Path) -> Iterator[MainWindow]:
    """A window on the sample engagement, with the projections that the program makes."""
    set_language("en")
    made = MainWindow(Session(folder=folder))
    made.resize(1280, 800)
    made.show()
    open_engagement(made, kept_sample)
    yield made
    made.close()
