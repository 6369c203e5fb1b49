"""Random gestures on a window. As a script: ``python tests/app/window/monkey.py 60`` (seconds).

The seconds are those of the whole run, the undoing included. ``--demo`` plays on the sample
engagement with the real services instead of the small stand-ins of the tests; ``--seed N`` plays
other gestures; ``--log`` names each gesture before it is played.

Any exception, any Qt warning, memory that grows by more than 5 % in the second half of a run of
five minutes and more (the first half reaches the allocator's high-water mark), or an undo to the
start that does not give the first state, ends it with 1. Memory is what is resident with the second
window closed and after a full round of the collector, which comes every ten seconds anyway: single
moments between two rounds differ by more than 5 %.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from pathlib import Path

from PySide6.QtCore import QEvent, QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QComboBox, QLineEdit, QSlider

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
STEPS_A_TURN = 100
# Shorter runs do not reach the high-water mark in their first half.
JUDGED_FROM_S = 300.0
PAGES = ("topology", "advice", "whatif", "compare", "validate", "reports")
REASONS = ("", "not before May", "kostet zu viel")
LARGEST = 120

# How often each gesture is played, among all.
GESTURES = {
    "drag": 8,
    "key": 8,
    "set": 8,
    "undo": 5,
    "redo": 5,
    "hurry": 1,
    "page": 4,
    "branch": 3,
    "show": 4,
    "scenario": 2,
    "duplicate": 3,
    "click": 4,
    "zoom": 4,
    "toggle": 4,
    "rename": 3,
    "link": 4,
    "add": 3,
    "palette": 2,
    "edit": 5,
    "slide": 5,
    "growth": 2,
    "sweep": 2,
    "plan": 1,
    "limit": 2,
    "decide": 4,
    "copy": 3,
    "arrange": 2,
    "theme": 0.3,
    "second": 2,
    "between": 2,
    "import": 1,
    "close-solving": 1,
}
# They put another window in the place of the first: only where the caller follows.
REBUILDING = {"scale": 0.3, "language": 0.3}


class Monkey:
    """Plays on one window, and on a second one while it is open."""

    def __init__(self, window, chance: random.Random, *, rebuilding: bool = False) -> None:
        self.session = window.session
        self.document = window.session.document
        self.chance = chance
        self.log = False
        self.spent: dict[str, list[float]] = {}
        weights = {**GESTURES, **(REBUILDING if rebuilding else {})}
        self._names, self._weights = list(weights), list(weights.values())
        self._window = window

    @property
    def window(self):
        """The window on the session; another one after a change of scale or language."""
        from app.window.shell.window import WINDOWS

        for window in WINDOWS:
            if window.session is self.session:
                self._window = window
        return self._window

    @property
    def view(self):
        """The canvas, on show."""
        return self.window.canvas().view

    def step(self) -> None:
        """One gesture."""
        name = self.chance.choices(self._names, self._weights)[0]
        if self.log:
            print(name, flush=True)
        begin = time.thread_time()
        getattr(self, "do_" + name.replace("-", "_"))()
        QApplication.processEvents()
        self.spent.setdefault(name, []).append(time.thread_time() - begin)

    def play(self, *, seconds: float = 0.0, at_least: int = 0) -> int:
        """Play for that long and at least so many steps; how many it was."""
        end = time.monotonic() + seconds
        steps = 0
        while steps < at_least or time.monotonic() < end:
            steps += 1
            self.step()
            # Outside exec() nobody else deletes what was asked to be deleted later.
            QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
            self._close_popups()
        return steps

    def _close_popups(self) -> None:
        from app.window.shell.window import MainWindow

        for popup in QApplication.topLevelWidgets():
            if popup.isVisible() and not isinstance(popup, MainWindow) and popup.isWindow():
                if popup.parent() is None and popup is self._window:
                    continue
                popup.close()

    def end(self) -> None:
        """Close the second window."""
        for other in self._others():
            other.close()

    def _others(self) -> list:
        from app.window.shell.window import WINDOWS

        return [w for w in WINDOWS if w is not self.window]

    def _components(self) -> list:
        return list(self.document.topology)

    def _inside(self, page: str, kind: type) -> list:
        """The controls of a kind that a person could use on a page now."""
        self.window.show_page(page)
        QApplication.processEvents()
        return [w for w in self.window.pages[page].findChildren(kind) if _usable(w)]

    # -- canvas --------------------------------------------------------------------------------

    def do_drag(self) -> None:
        _drag(self.view, self.chance)

    def do_click(self) -> None:
        QTest.mouseClick(
            self.view.viewport(),
            Qt.MouseButton.LeftButton,
            self.chance.choice(
                [Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.ControlModifier]
            ),
            _point(self.view, self.chance),
        )

    def do_zoom(self) -> None:
        self.view.zoom(self.chance.choice([0.8, 1.25]))
        if self.chance.random() < 0.3:
            self.view.fit()

    def do_toggle(self) -> None:
        boxes = list(self.view.topology_scene.boxes)
        if boxes:
            self.view.topology_scene.toggle(self.chance.choice(boxes))

    def do_key(self) -> None:
        QTest.keyClick(self.view, self.chance.choice(KEYS))

    def do_rename(self) -> None:
        if self.document.selection:
            view = self.view
            QTest.keyClick(view, Qt.Key.Key_F2)
            QTest.keyClicks(view.name_edit, self.chance.choice(["NEW", "Prod 1", " "]))
            QTest.keyClick(
                view.name_edit, self.chance.choice([Qt.Key.Key_Return, Qt.Key.Key_Escape])
            )

    def do_link(self) -> None:
        """Draw a link from a port to another box, valid or not."""
        view = self.view
        items = list(view.topology_scene.nodes.values())
        if len(items) < 2:
            return
        source, target = self.chance.sample(items, 2)
        box, other = (view.topology_scene.boxes[i.component] for i in (source, target))
        self.document.select([source.component])
        start = view.mapFromScene(box.right, box.y + box.h / 2)
        QTest.mouseMove(view.viewport(), start)
        _press_and_drag(view, start, view.mapFromScene(other.x + 6, other.y + 6), self.chance)
        if self.chance.random() < 0.5:
            from app.window.document import editing

            editing.connect(self.document, source.component, target.component)

    def do_add(self) -> None:
        """Type a kind and a name."""
        if len(self._components()) > LARGEST:
            return
        view = self.view
        if self.document.topology and self.chance.random() < 0.7:
            self.document.select([self.chance.choice(self._components()).id])
        QTest.keyClick(view, Qt.Key.Key_Insert)
        self._pick(self.window.pages["topology"].popup, self.chance.choice(["", "c", "n", "LPAR"]))

    def _pick(self, picker, typed: str) -> None:
        if picker is None or not _usable(picker):
            return
        QTest.keyClicks(picker.field, typed)
        for _ in range(self.chance.randrange(4)):
            QTest.keyClick(picker.field, Qt.Key.Key_Down)
        QTest.keyClick(
            picker.field, self.chance.choice([Qt.Key.Key_Return] * 3 + [Qt.Key.Key_Escape])
        )

    def do_palette(self) -> None:
        """A kind of the palette, put where the keyboard puts it."""
        page = self.window.canvas()
        page.side.setCurrentWidget(page.palette_panel)
        listed = page.palette_panel.list
        if listed.count() and len(self._components()) < LARGEST:
            listed.setCurrentRow(self.chance.randrange(listed.count()))
            QTest.keyClick(listed, Qt.Key.Key_Return)
        page.side.setCurrentWidget(page.outline)

    def do_duplicate(self) -> None:
        if len(self._components()) < LARGEST:
            self.view.actions_on.copy_selection()
            self.view.actions_on.duplicate_selection()

    def do_copy(self) -> None:
        actions = self.view.actions_on
        actions.copy_selection()
        if len(self._components()) < LARGEST:
            actions.paste()

    def do_arrange(self) -> None:
        actions = self.view.actions_on
        if self.chance.random() < 0.3:
            actions.select_all()
        how = self.chance.choice(["left", "centre", "top", "bottom", "across", "down", "snap", ""])
        if how:
            actions.arrange_selection(how)
        else:
            actions.automatic_layout()

    # -- settings and scenarios ------------------------------------------------------------------

    def do_set(self) -> None:
        if not self._components():
            return
        component = self.chance.choice(self._components())
        kind = self.document.catalogue.get(component.kind)
        if kind is not None and kind.settings:
            spec = self.chance.choice(kind.settings)
            value = {"flag": self.chance.random() < 0.5, "text": "note", "choice": None}.get(
                spec.type, self.chance.randint(1, 32)
            )
            if spec.type == "choice":
                value = self.chance.choice(spec.choices)
            self.document.set_setting([component.id], spec.name, value)

    def do_edit(self) -> None:
        """Type into a field of the inspector."""
        if not self._components():
            return
        self.window.show_page("topology")
        self.document.select([self.chance.choice(self._components()).id])
        QApplication.processEvents()
        fields = [f for f in self.window.inspector.findChildren(QLineEdit) if _usable(f)]
        if fields:
            field = self.chance.choice(fields)
            field.selectAll()
            QTest.keyClicks(field, self.chance.choice(["12", "0", "-1", "1,5", "x", "99999999"]))
            QTest.keyClick(field, self.chance.choice([Qt.Key.Key_Return, Qt.Key.Key_Escape]))

    def do_slide(self) -> None:
        """Drag a slider of the inspector or of the What-if page."""
        if self.chance.random() < 0.5 and self._components():
            self.window.show_page("topology")
            self.document.select([self.chance.choice(self._components()).id])
            QApplication.processEvents()
            sliders = [w for w in self.window.inspector.findChildren(QSlider) if _usable(w)]
        else:
            sliders = self._inside("whatif", QSlider)
        if sliders:
            self._drag_slider(self.chance.choice(sliders))

    def _drag_slider(self, slider: QSlider) -> None:
        from shiboken6 import isValid

        slider.setSliderDown(True)
        for _ in range(5):
            if not isValid(slider):
                return
            slider.setSliderPosition(self.chance.randint(slider.minimum(), slider.maximum()))
            QApplication.processEvents()
        if isValid(slider):
            slider.setSliderDown(False)

    def do_growth(self) -> None:
        self.window.show_page("whatif")
        sliders = [
            w for w in self.window.pages["whatif"].growth.findChildren(QSlider) if _usable(w)
        ]
        if sliders:
            self._drag_slider(sliders[0])

    def do_sweep(self) -> None:
        """Sweep one or two settings, and sometimes stop it or change the metric."""
        self.window.show_page("whatif")
        sweeps = self.window.pages["whatif"].sweeps
        for axis in (sweeps.first, sweeps.second):
            axis.forget()
            if self._components() and self.chance.random() < 0.7:
                component = self.chance.choice(self._components())
                kind = self.document.catalogue.get(component.kind)
                if kind is not None and kind.settings:
                    axis.show_setting(component.id, self.chance.choice(kind.settings).name)
        QTest.mouseClick(sweeps.run, Qt.MouseButton.LeftButton)
        QApplication.processEvents()
        if self.chance.random() < 0.3:
            sweeps.stop.click()
        _choose(sweeps.metric_box, self.chance)

    def do_undo(self) -> None:
        self.document.undo_stack.undo()

    def do_redo(self) -> None:
        self.document.undo_stack.redo()

    def do_hurry(self) -> None:
        """Undo and redo faster than anything can be painted."""
        stack = self.document.undo_stack
        for _ in range(self.chance.randint(5, 30)):
            stack.undo() if self.chance.random() < 0.5 else stack.redo()

    def do_page(self) -> None:
        self.window.show_page(self.chance.choice(PAGES))

    def do_branch(self) -> None:
        if len(self.document.state.scenarios) < 6:
            self.document.branch()

    def do_show(self) -> None:
        names = [s.name for s in self.document.state.scenarios]
        self.document.show_scenario(self.chance.choice([None, *names]))

    def do_scenario(self) -> None:
        """Rename, note or delete the scenario on show, or take one of its changes back."""
        scenario = self.document.scenario
        if scenario is None:
            return
        what = self.chance.choice(["rename", "note", "delete", "drop"])
        if what == "rename":
            self.document.rename_scenario(scenario.name, self.chance.choice(["", "B", "Neu"]))
        elif what == "note":
            self.document.note_scenario(scenario.name, self.chance.choice(REASONS))
        elif what == "delete":
            self.document.delete_scenario(scenario.name)
        elif scenario.changes:
            self.document.drop_change(self.chance.randrange(len(scenario.changes)))

    # -- advice --------------------------------------------------------------------------------

    def do_decide(self) -> None:
        """Accept, reject or defer the finding on show, with a reason; or try it."""
        if self.document.engagement is None or not self.document.engagement.findings:
            return
        finding = self.chance.choice(self.document.engagement.findings)
        self.window.show_finding(finding.id)
        page = self.window.pages["advice"]
        page.reason.setText(self.chance.choice(REASONS))
        what = self.chance.choice(["accepted", "rejected", "deferred", "try", "done"])
        if what == "try":
            page.try_finding()
        else:
            page.decide(what)

    def do_limit(self) -> None:
        if self.document.engagement is not None:
            from advisor.engagement import Constraints

            self.document.constrain(Constraints(no_paging=self.chance.random() < 0.5))

    def do_plan(self) -> None:
        """The optimiser: limits, goal, solve; sometimes the plan as a scenario, or cancel."""
        self.window.show_page("advice")
        page = self.window.pages["advice"]
        plan = page.plan
        page.tabs.setCurrentWidget(plan)
        _choose(plan.goal, self.chance)
        self.chance.choice(list(plan.fields.values())).setText(
            self.chance.choice(["", "2", "0", "viele"])
        )
        plan.solve.click()
        QApplication.processEvents()
        what = self.chance.random()
        if what < 0.3:
            self.session.cancel()
        elif what < 0.6:
            plan.apply.click()

    # -- window --------------------------------------------------------------------------------

    def do_theme(self) -> None:
        self.window.set_look(self.chance.choice(["light", "dark", "contrast", "system"]))

    def do_scale(self) -> None:
        self.window.set_scale(self.chance.choice([1, -1]))

    def do_language(self) -> None:
        self.window.set_language(self.chance.choice(["de", "en"]))

    def do_second(self) -> None:
        """Open the second window on an empty engagement, or close it."""
        others = self._others()
        if others:
            others[0].close()
        else:
            self.window.new_window().begin_empty()

    def do_between(self) -> None:
        """Copy here and paste there, or the other way round."""
        others = self._others()
        if not others or not others[0].pages:
            return
        one, other = self.chance.sample([self.window, others[0]], 2)
        document = one.session.document
        if len(document.topology):
            document.select([self.chance.choice(list(document.topology)).id])
        one.canvas().view.actions_on.copy_selection()
        if len(other.session.document.topology) < LARGEST:
            other.canvas().view.actions_on.paste()

    def do_import(self) -> None:
        """A report of the sample, dropped on the second window while the first goes on."""
        others = self._others()
        if others:
            files = sorted(f for f in SAMPLE.iterdir() if f.is_file())
            others[0].import_files([self.chance.choice(files)])

    def do_close_solving(self) -> None:
        """Close the second window in the middle of its work."""
        for other in self._others():
            other.session.document.branch()
            other.session.analyse()
            QApplication.processEvents()
            other.close()


SAMPLE = Path(__file__).resolve().parents[3] / "samples" / "engagement"


def _usable(widget) -> bool:
    return widget.isVisible() and widget.isEnabled()


def _choose(box: QComboBox, chance: random.Random) -> None:
    if box.count() and _usable(box):
        box.setCurrentIndex(chance.randrange(box.count()))
        box.activated.emit(box.currentIndex())


def play(window, chance: random.Random, *, seconds: float = 0.0, at_least: int = 0) -> int:
    """Play for that long and at least so many steps; how many it was."""
    monkey = Monkey(window, chance)
    steps = monkey.play(seconds=seconds, at_least=at_least)
    monkey.end()
    return steps


def undo_all(window) -> None:
    """Undo to the start as a person does: the window lives between two steps."""
    stack = window.session.document.undo_stack
    while stack.canUndo():
        stack.undo()
        QApplication.processEvents()
        QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)


def _point(view, chance: random.Random) -> QPoint:
    size = view.viewport().size()
    wide, high = max(size.width() - 1, 2), max(size.height() - 1, 2)
    return QPoint(chance.randrange(1, wide), chance.randrange(1, high))


def _drag(view, chance: random.Random) -> None:
    start, end = _point(view, chance), _point(view, chance)
    boxes = list(view.topology_scene.boxes.values())
    if boxes and chance.random() < 0.8:
        box = chance.choice(boxes)
        start = view.mapFromScene(box.x + box.w / 2, box.y + 8)
    _press_and_drag(view, start, end, chance)


def _press_and_drag(view, start: QPoint, end: QPoint, chance: random.Random) -> None:
    port = view.viewport()
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


def at_rest_mb(monkey: Monkey) -> float:
    """Resident memory with one window, after a full round of the collector."""
    from app.window.services.collector import Collector

    monkey.end()
    collector = QApplication.instance().findChild(Collector)
    collector.closed()
    for _ in range(2):
        QApplication.processEvents()
        QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
        collector.collect_all()
    return memory_mb()


def play_and_undo(monkey: Monkey, start, *, until: float, faults: list[str]) -> tuple[int, int]:
    """Gestures and their undoing by turns until then; how many gestures and turns it was.

    Undoing a step costs about as much as making it, so that long turns would hide when it ends.
    """
    document = monkey.document
    steps = turns = 0
    while time.monotonic() < until:
        steps += monkey.play(at_least=STEPS_A_TURN)
        undo_all(monkey.window)
        turns += 1
        if document.state != start:
            faults.append("undo to the start gave another document")
        document.undo_stack.clear()
        QApplication.processEvents()
    return steps, turns


def _stand_ins():
    """A session on the small installation of the tests, with their services."""
    import importlib.util
    import tempfile

    from app.window.document import State
    from app.window.session import Session

    spec = importlib.util.spec_from_file_location("kit", Path(__file__).with_name("conftest.py"))
    assert spec is not None
    assert spec.loader is not None
    kit = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(kit)
    session = Session(
        catalogue=kit.make_catalogue(),
        projector=kit.fake_project,
        analyst=kit.FakeAnalyst(),
        folder=Path(tempfile.mkdtemp()),
    )
    session.readings = kit.make_readings()
    session.document.load(State(title="Monkey"), kit.make_engagement())
    return session


def _demo():
    """A session on the sample engagement, analysed, with the real services."""
    import tempfile

    from app.cli import main as command
    from app.window.session import Session

    folder = Path(tempfile.mkdtemp())
    command(["demo", "--no-window", "--out", str(folder)])
    session = Session(folder=folder)
    answers: list[object] = []
    session.opened.connect(lambda: answers.append(None))
    session.refused.connect(lambda _path, why: answers.append(why))
    session.open(folder / "demo.plexwright")
    while not answers or (answers[0] is None and session.document.engagement is None):
        QApplication.processEvents()
        time.sleep(0.01)
        assert answers in ([], [None]), answers
    return session


def main() -> int:
    """Play as a script."""
    import os
    import tempfile

    wanted = argparse.ArgumentParser(description=__doc__)
    wanted.add_argument("seconds", type=float, nargs="?", default=60.0)
    wanted.add_argument("--seed", type=int, default=1)
    wanted.add_argument("--demo", action="store_true", help="the sample and the real services")
    wanted.add_argument("--log", action="store_true", help="name each gesture")
    options = wanted.parse_args()
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    for name in ("XDG_CONFIG_HOME", "XDG_DATA_HOME"):
        os.environ[name] = tempfile.mkdtemp()
    sys.path.insert(0, str(Path(__file__).resolve().parents[3]))

    from PySide6.QtCore import QtMsgType, qInstallMessageHandler

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
    from app.window.main import prepare
    from app.window.shell.window import MainWindow

    prepare(application)
    session = _demo() if options.demo else _stand_ins()
    window = MainWindow(session)
    window.build()
    for page in (*PAGES, "topology"):
        window.show_page(page)
    window.show()
    start = session.document.state
    monkey = Monkey(window, random.Random(options.seed), rebuilding=True)
    monkey.log = options.log
    begin, steps, turns, grown, base = time.monotonic(), 0, 0, 0.0, 0.0
    for tenth in range(1, 11):
        until = begin + options.seconds * tenth / 10
        more = play_and_undo(monkey, start, until=until, faults=faults)
        steps, turns, now = steps + more[0], turns + more[1], at_rest_mb(monkey)
        if tenth == 5:
            base = now
        grown = (now / base - 1.0) * 100.0 if base else 0.0
        print(
            f"{tenth}/10: {time.monotonic() - begin:.0f} s, {steps} steps, {turns} times undone, "
            f"{now:.0f} MB ({grown:+.1f} %), {len(faults)} faults",
            flush=True,
        )
    if grown > 5.0 and options.seconds >= JUDGED_FROM_S:
        faults.append(f"memory grew by {grown:.1f} %")
    application.clipboard().clear()
    monkey.end()
    monkey.window.close()
    QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    if options.log:
        for name, times in sorted(monkey.spent.items(), key=lambda item: -sum(item[1])):
            mean, longest = sum(times) / len(times), max(times)
            print(f"{name}: {len(times)} times, {mean:.3f} s of CPU, at most {longest:.3f} s")
    for fault in dict.fromkeys(faults):
        print(fault)
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
