"""Random gestures on a window. As a script: ``python tests/app/window/monkey.py 60`` (seconds).

Any exception, any Qt warning, memory that grows by more than 5 % in the second half (the first half
reaches the allocator's high-water mark), or an undo to the start that does not give the first
state, ends it with 1.
"""

from __future__ import annotations

import random
import sys
import time
from pathlib import Path

from PySide6.QtCore import QEvent, QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

KEYS = (
    Qt.Key.Key_Tab,
    Qt.Key.Key_Left,
    Qt.Key.Key_Right,
    Qt.Key.Key_Up,
    Qt.Key.Key_Down,
    Qt.Key.Key_Escape,
    Qt.Key.Key_Delete,
    Qt.Key.Key_Return,
)
PAGES = ("topology", "advice", "whatif", "compare", "validate", "reports")


def play(window, chance: random.Random, *, seconds: float = 0.0, at_least: int = 0) -> int:
    """Play for that long and at least so many steps; how many it was."""
    end = time.monotonic() + seconds
    steps = 0
    while steps < at_least or time.monotonic() < end:
        steps += 1
        _step(window, chance)
        QApplication.processEvents()
        # Outside exec() nobody else deletes what was asked to be deleted later.
        QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
        for popup in QApplication.topLevelWidgets():
            if popup is not window and popup.isVisible():
                popup.close()
    return steps


def undo_all(window) -> None:
    """Undo to the start as a person does: the window lives between two steps."""
    stack = window.session.document.undo_stack
    while stack.canUndo():
        stack.undo()
        QApplication.processEvents()
        QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)


def _step(window, chance: random.Random) -> None:
    document = window.session.document
    what = chance.choice(
        [
            "drag",
            "drag",
            "key",
            "key",
            "set",
            "set",
            "undo",
            "redo",
            "page",
            "branch",
            "paste",
            "show",
            "click",
            "zoom",
            "decide",
            "toggle",
            "rename",
            "limit",
        ]
    )
    if what in ("drag", "click", "zoom", "key", "toggle") and window.current_page != "topology":
        window.show_page("topology")
    view = window.pages["topology"].view if "topology" in window.pages else None
    if what == "drag" and view is not None:
        _drag(view, chance)
    elif what == "click" and view is not None:
        QTest.mouseClick(
            view.viewport(),
            Qt.MouseButton.LeftButton,
            chance.choice([Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.ControlModifier]),
            _point(view, chance),
        )
    elif what == "zoom" and view is not None:
        view.zoom(chance.choice([0.8, 1.25]))
        if chance.random() < 0.3:
            view.fit()
    elif what == "toggle" and view is not None and view.topology_scene.boxes:
        view.topology_scene.toggle(chance.choice(list(view.topology_scene.boxes)))
    elif what == "key" and view is not None:
        QTest.keyClick(view, chance.choice(KEYS))
    elif what == "set" and len(document.topology):
        component = chance.choice(list(document.topology))
        kind = document.catalogue.get(component.kind)
        if kind is not None and kind.settings:
            spec = chance.choice(kind.settings)
            value = {"flag": chance.random() < 0.5, "text": "note", "choice": None}.get(
                spec.type, chance.randint(1, 32)
            )
            if spec.type == "choice":
                value = chance.choice(spec.choices)
            document.set_setting([component.id], spec.name, value)
    elif what == "undo":
        document.undo_stack.undo()
    elif what == "redo":
        document.undo_stack.redo()
    elif what == "page":
        window.show_page(chance.choice(PAGES))
    elif what == "branch" and len(document.state.scenarios) < 6:
        document.branch()
    elif what == "show":
        document.show_scenario(chance.choice([None, *(s.name for s in document.state.scenarios)]))
    elif what == "paste" and view is not None and len(document.topology) < 120:
        view.actions_on.copy_selection()
        view.actions_on.duplicate_selection()
    elif what == "rename" and document.selection and view is not None:
        window.show_page("topology")
        QTest.keyClick(view, Qt.Key.Key_F2)
        QTest.keyClicks(view.name_edit, chance.choice(["NEW", "Prod 1", " "]))
        QTest.keyClick(view.name_edit, chance.choice([Qt.Key.Key_Return, Qt.Key.Key_Escape]))
    elif what == "limit" and document.engagement is not None:
        from advisor.engagement import Constraints

        document.constrain(Constraints(no_paging=chance.random() < 0.5))
    elif what == "decide" and document.engagement is not None and document.engagement.findings:
        finding = chance.choice(document.engagement.findings)
        document.decide(finding.id, chance.choice(["accepted", "deferred", None]))


def _point(view, chance: random.Random) -> QPoint:
    size = view.viewport().size()
    return QPoint(chance.randrange(1, size.width() - 1), chance.randrange(1, size.height() - 1))


def _drag(view, chance: random.Random) -> None:
    port, start, end = view.viewport(), _point(view, chance), _point(view, chance)
    boxes = list(view.topology_scene.boxes.values())
    if boxes and chance.random() < 0.8:
        box = chance.choice(boxes)
        start = view.mapFromScene(box.x + box.w / 2, box.y + 8)
    QTest.mousePress(port, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, start)
    for share in (0.3, 0.7, 1.0):
        QTest.mouseMove(port, start + (end - start) * share)
    if chance.random() < 0.2:
        QTest.keyClick(view, Qt.Key.Key_Escape)
    QTest.mouseRelease(port, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, end)


def memory_mb() -> float:
    """Resident memory of this process (Linux)."""
    for line in Path("/proc/self/status").read_text(encoding="ascii").splitlines():
        if line.startswith("VmRSS"):
            return int(line.split()[1]) / 1024.0
    return 0.0


def main() -> int:
    """Play as a script."""
    import os
    import tempfile

    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    for name in ("XDG_CONFIG_HOME", "XDG_DATA_HOME"):
        os.environ[name] = tempfile.mkdtemp()
    root = Path(__file__).resolve().parents[3]
    sys.path.insert(0, str(root))
    import importlib.util

    from PySide6.QtCore import QtMsgType, qInstallMessageHandler

    spec = importlib.util.spec_from_file_location("kit", Path(__file__).with_name("conftest.py"))
    assert spec is not None
    assert spec.loader is not None
    kit = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(kit)
    faults: list[str] = []

    def heard(kind, _context, text) -> None:
        if kind != QtMsgType.QtDebugMsg and "This plugin does not support" not in text:
            faults.append(f"Qt: {text}")

    qInstallMessageHandler(heard)
    sys.excepthook = lambda kind, problem, trace: (
        faults.append(f"{kind.__name__}: {problem}"),
        sys.__excepthook__(kind, problem, trace),
    )
    application = QApplication([])
    from app.window.document import State
    from app.window.session import Session
    from app.window.shell.window import MainWindow
    from app.window.theme import theme

    theme().apply("light")
    session = Session(
        catalogue=kit.make_catalogue(),
        projector=kit.fake_project,
        analyst=kit.FakeAnalyst(),
        folder=Path(tempfile.mkdtemp()),
    )
    session.readings = kit.make_readings()
    session.document.load(State(title="Monkey"), kit.make_engagement())
    window = MainWindow(session)
    window.build()
    for page in (*PAGES, "topology"):
        window.show_page(page)
    window.show()
    start = session.document.state
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else 60.0
    chance = random.Random(int(sys.argv[2]) if len(sys.argv) > 2 else 1)
    steps, grown, base = 0, 0.0, 0.0
    for tenth in range(10):
        steps += play(window, chance, seconds=seconds / 10)
        undo_all(window)
        if session.document.state != start:
            faults.append("undo to the start gave another document")
        session.document.undo_stack.clear()
        application.processEvents()
        now = memory_mb()
        if tenth == 4:
            base = now
        grown = (now / base - 1.0) * 100.0 if base else 0.0
        print(f"{tenth + 1}/10: {steps} steps, {now:.0f} MB ({grown:+.1f} %)", flush=True)
    if grown > 5.0:
        faults.append(f"memory grew by {grown:.1f} %")
    application.clipboard().clear()
    window.close()
    QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    for fault in dict.fromkeys(faults):
        print(fault)
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
