"""The window: start, frames of the canvas, a what-if step up to the painted frame."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from app.bench import Case

if TYPE_CHECKING:
    from app.window.canvas.page import TopologyPage
    from app.window.document import Document
    from model.topology import Topology

ROOT = Path(__file__).resolve().parent.parent.parent
DATABASE = "adabas_database:10"

START = """
import sys
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication
application = QApplication(sys.argv[:1])
from app.window.main import prepare
from app.window.shell.window import MainWindow
prepare(application)
window = MainWindow()
window.show()
QTimer.singleShot(0, lambda: QTimer.singleShot(0, application.quit))
application.exec()
"""

OPEN = """
import os
import sys
from pathlib import Path
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication
application = QApplication(sys.argv[:1])
from app.window.main import prepare
from app.window.shell.window import MainWindow
prepare(application)
window = MainWindow()
window.show()
document = window.session.document
def look():
    # Boxes on the canvas, advice and projections in their place, and all of it painted.
    if not document.pending and window.current_page == "topology" and document.engagement.findings:
        window.grab()
        os._exit(0)
    QTimer.singleShot(5, look)
document.engagementChanged.connect(look)
QTimer.singleShot(0, lambda: window.open_file(Path(sys.argv[1])))
application.exec()
"""


def _installation(components: int) -> Topology:
    """LPARs full of nuclei and CICS regions, one database, one DASD subsystem."""
    from model.topology import Component, Link, Setting, Topology

    lpars = max(1, components // 25)
    made = [
        Component("cpc:Z1", "cpc", "Z1"),
        Component("dasd:D1", "dasd", "D1"),
        Component("adabas_database:10", "adabas_database", "10"),
    ]
    made += [Component(f"lpar:S{n}", "lpar", f"S{n}", "cpc:Z1") for n in range(lpars)]
    links = [Link("uses", "adabas_database:10", "dasd:D1")]
    number = 0
    while len(made) < components:
        parent = f"lpar:S{number % lpars}"
        if number % 2:
            made.append(Component(f"cics_region:R{number}", "cics_region", f"R{number}", parent))
        else:
            name = f"10-{number}"
            made.append(
                Component(
                    f"adabas_nucleus:{name}",
                    "adabas_nucleus",
                    name,
                    parent,
                    {"LBP": Setting(100)},
                )
            )
            links.append(Link("member", f"adabas_nucleus:{name}", "adabas_database:10"))
        number += 1
    return Topology({c.id: c for c in made}, tuple(links))


def _canvas(components: int) -> tuple[Document, TopologyPage]:
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    from PySide6.QtWidgets import QApplication

    if QApplication.instance() is None:
        _kept.append(QApplication([]))
    from advisor.engagement import Engagement, Installation, Options
    from advisor.findings import Plan
    from app.window.canvas.page import TopologyPage
    from app.window.document import Document, State
    from app.window.theme import theme
    from model.projection import Baseline, Projection
    from model.topology import Scenario

    theme().apply("light")
    topology = _installation(components)
    engagement = Engagement(
        "",
        (),
        Installation(topology, ()),
        Baseline(topology, ()),
        Projection(Scenario(""), (), (), None, True),
        (),
        (),
        Plan("etr", (), (), ()),
        Options(),
    )
    document = Document()
    document.load(State(), engagement)
    document.branch()
    page = TopologyPage(document)
    page.resize(1280, 800)
    page.show()
    if not page.view.topology_scene.boxes["cpc:Z1"].open:
        page.view.topology_scene.toggle("cpc:Z1")
    _kept.append((document, page))
    QApplication.processEvents()
    return document, page


# Python's references to what Qt does not own.
_kept: list[object] = []
_ticks: list[int] = []
_shown: list[int] = []
_own_s: list[float] = []


def _frame(components: int) -> Callable[[], Callable[[], object]]:
    def prepare() -> Callable[[], object]:
        _, page = _canvas(components)
        view = page.view
        view.fit()
        state = {"step": 0}

        def frame() -> None:
            state["step"] += 1
            view.zoom(1.02 if state["step"] % 40 < 20 else 1 / 1.02)
            bar = view.horizontalScrollBar()
            bar.setValue(bar.value() + (3 if state["step"] % 2 else -3))
            view.viewport().repaint()

        return frame

    return prepare


def _step(components: int) -> Callable[[], Callable[[], object]]:
    def prepare() -> Callable[[], object]:
        from PySide6.QtWidgets import QApplication

        from app.window.inspector.panel import Inspector

        document, page = _canvas(components)
        nucleus = document.topology.of_kind("adabas_nucleus")[0].id
        document.select([nucleus])
        inspector = Inspector(document)
        inspector.resize(296, 700)
        inspector.show()
        _kept.append(inspector)
        value = {"mb": 100}

        def step() -> None:
            value["mb"] = 101 + value["mb"] % 400
            document.set_setting([nucleus], "LBP", value["mb"], merge_key="bench")
            page.view.viewport().repaint()
            inspector.repaint()
            # What the edit put off until the loop runs again is part of the frame.
            QApplication.processEvents()

        return step

    return prepare


def _marquee(components: int) -> Callable[[], Callable[[], object]]:
    """A rectangle drawn over the canvas: what is in it, marked, painted and told to the panel."""

    def prepare() -> Callable[[], object]:
        from PySide6.QtCore import QPointF, Qt
        from PySide6.QtWidgets import QApplication

        from app.window.canvas.gestures import Marquee
        from app.window.inspector.panel import Inspector

        document, page = _canvas(components)
        view = page.view
        view.fit()
        inspector = Inspector(document)
        inspector.resize(296, 700)
        inspector.show()
        _kept.append(inspector)
        content = view.topology_scene.content_rect()
        plain = Qt.KeyboardModifier.NoModifier
        gesture = Marquee(view)
        view.begin(gesture, content.topLeft() - QPointF(10, 10), plain)
        drawn = {"steps": 0}

        def step() -> None:
            drawn["steps"] = drawn["steps"] % 40 + 1
            share = drawn["steps"] / 40
            size = QPointF(content.width() * share, content.height() * share)
            gesture.move(content.topLeft() + size, plain)
            view.viewport().repaint()
            inspector.repaint()
            QApplication.processEvents()

        return step

    return prepare


def _drag() -> Callable[[], object]:
    """A slider dragged through the whole window on the sample, with its projections beside it.

    Each call is a tick: the edit, what it puts off until the loop runs again, the painted frame.
    """
    import tempfile

    from PySide6.QtWidgets import QApplication

    if QApplication.instance() is None:
        _kept.append(QApplication([]))
    from app.bench.stalls import make_demo
    from app.window.main import SWITCH_S
    from app.window.session import Session
    from app.window.shell.window import MainWindow

    folder = tempfile.TemporaryDirectory(prefix="plexwright-bench-")
    make_demo(Path(folder.name) / "demo.plexwright")
    sys.setswitchinterval(SWITCH_S)  # as in the application
    window = MainWindow(Session(folder=Path(folder.name)))
    window.resize(1280, 800)
    window.show()
    _kept.extend((folder, window))
    document = window.session.document
    window.open_file(Path(folder.name) / "demo.plexwright")
    while document.pending or document.engagement is None or window.current_page != "topology":
        QApplication.processEvents()
    document.branch()
    document.select([DATABASE])
    document.projectionChanged.connect(lambda: _shown.append(1))
    _shown.clear()
    value = {"mb": 9000}

    def tick() -> None:
        began_s = time.thread_time()
        value["mb"] += 1
        document.set_setting([DATABASE], "CDATAMAXS", value["mb"], merge_key="bench")
        _ticks.append(1)
        QApplication.processEvents()
        _own_s.append(time.thread_time() - began_s)

    return tick


def _dragged() -> dict[str, float]:
    """How many of the ticks brought figures, and what of a tick is the window's own CPU.

    The rest of its time other threads and programs had, which on a busy machine is the most of it.
    """
    own_s = sorted(_own_s)
    return {
        "ticks": float(len(_ticks)),
        "figures_shown": float(len(_shown)),
        "own_cpu_ms_median": own_s[len(own_s) // 2] * 1e3,
        "own_cpu_ms_p90": own_s[len(own_s) * 9 // 10] * 1e3,
    }


def _start() -> Callable[[], object]:
    environment = {**os.environ, "QT_QPA_PLATFORM": "offscreen", "PYTHONPATH": str(ROOT)}

    def start() -> None:
        subprocess.run([sys.executable, "-c", START], env=environment, cwd=ROOT, check=True)

    return start


def _open() -> Callable[[], object]:
    import tempfile

    from advisor.analysis import analyse
    from advisor.reading import read_path
    from app.paths import sample
    from app.store import EngagementFile

    folder = tempfile.TemporaryDirectory(prefix="plexwright-bench-")
    path = Path(folder.name) / "demo.plexwright"
    readings = read_path(sample("engagement"))
    with EngagementFile.create(path) as file:
        for number, reading in enumerate(readings):
            file.add_source(reading.file, f"{number}".encode(), (reading,))
        file.keep_analysis(analyse(readings, file.options()))
    environment = {
        **os.environ,
        "QT_QPA_PLATFORM": "offscreen",
        "PYTHONPATH": str(ROOT),
        "XDG_CONFIG_HOME": folder.name,
    }

    def open_it() -> None:
        assert folder  # the folder lives as long as this callable
        command = [sys.executable, "-c", OPEN, str(path)]
        subprocess.run(command, env=environment, cwd=ROOT, check=True)

    return open_it


def cases() -> Sequence[Case]:
    return [
        Case("window: process start to shown", _start, repeats=5, bar_s=0.5),
        # Half a second for the start, one for the engagement.
        Case("window: process start to the demo with its advice", _open, repeats=5, bar_s=1.5),
        Case("window: canvas frame, 500 components", _frame(500), bar_s=1 / 60),
        Case(
            "window: canvas frame, 2,000 components",
            _frame(2000),
            bar_s=1 / 25,
            at_most=(6.0, "window: canvas frame, 500 components"),
        ),
        Case("window: what-if step to painted frame, 200 components", _step(200), bar_s=0.016),
        Case(
            "window: what-if step to painted frame, 500 components",
            _step(500),
            at_most=(3.0, "window: what-if step to painted frame, 200 components"),
        ),
        Case(
            "window: marquee over 500 components, a step to the painted frame",
            _marquee(500),
            repeats=80,
            warmups=5,
            bar_s=0.016,
        ),
        Case(
            "window: slider dragged in the whole window, a tick to the painted frame",
            _drag,
            repeats=60,
            warmups=5,
            bar_s=0.016,
            figures=_dragged,
        ),
    ]
