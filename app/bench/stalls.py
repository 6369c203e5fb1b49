"""How long the window stands still: the longest gap of its event loop, by gesture.

    python -m app.bench.stalls            a table, and where the window stood in every long gap
    python -m app.bench.stalls --json     {gesture: [longest gap in s, GUI thread's CPU in it, s]}

A heartbeat of the event loop notes when it beat last; another thread looks at the heartbeat and,
while it is late, at the stack of the window's thread. A gap counts from one beat to the next. On a
machine that does other work a gap also holds the time in which the thread was ready and not
running; its CPU time is the share that is the window's own.
"""

from __future__ import annotations

import faulthandler
import json
import os
import re
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from app.bench import Case

if TYPE_CHECKING:
    from app.window.shell.window import MainWindow

ROOT = Path(__file__).resolve().parent.parent.parent
BEAT_MS = 4
LOOK_S = 0.008
LONG_S = 0.1
DEEPEST = 14
MOST_BYTES = 65_536
SIGNAL = getattr(signal, "SIGUSR2", None)
_FRAME = re.compile(r'File "(.*?)", line (\d+) in (.*)')


@dataclass
class Gap:
    """One gap of the event loop."""

    wall_s: float
    cpu_s: float
    stacks: Counter[tuple[str, ...]] = field(default_factory=Counter)


class Watchdog:
    """Notes gaps of the event loop of the thread that makes it."""

    def __init__(self, threshold_s: float = 0.05) -> None:
        from PySide6.QtCore import QTimer

        self._threshold_s = threshold_s
        self._thread = threading.get_ident()
        self._seen: Counter[tuple[str, ...]] = Counter()
        self._ended = threading.Event()
        self._dump = tempfile.TemporaryFile()  # noqa: SIM115
        if SIGNAL is not None:
            faulthandler.register(SIGNAL, file=self._dump, all_threads=False)
        self.gaps: list[Gap] = []
        self._wall, self._cpu = time.perf_counter(), time.thread_time()
        self._timer = QTimer()
        self._timer.setInterval(BEAT_MS)
        self._timer.timeout.connect(self._beat)
        self._timer.start()
        self._looker = threading.Thread(target=self._look, daemon=True)
        self._looker.start()

    def _beat(self) -> None:
        wall, cpu = time.perf_counter(), time.thread_time()
        gap_s = wall - self._wall
        if gap_s >= self._threshold_s:
            self.gaps.append(Gap(gap_s, cpu - self._cpu, self._seen))
        self._seen = Counter()
        self._wall, self._cpu = wall, cpu

    def _look(self) -> None:
        while not self._ended.wait(LOOK_S):
            if time.perf_counter() - self._wall < self._threshold_s / 2:
                continue
            self._seen[self._stack()] += 1

    def _stack(self) -> tuple[str, ...]:
        """Where the window's thread is, innermost first; nothing where there are no signals.

        The thread itself writes it down when a signal comes, by faulthandler, which holds on to
        nothing: a Python reference to a frame keeps the painter in it alive, and Qt crashes where
        a painter outlives its paint event. Another thread's walk over all threads is no way: one
        that begins or ends meanwhile has a half-made state, and the walk crashed in it.
        """
        if SIGNAL is None:
            return ()
        self._dump.seek(0)
        self._dump.truncate()
        signal.pthread_kill(self._thread, SIGNAL)
        end = time.perf_counter() + LOOK_S
        said = b""
        while not said.endswith(b"\n") and time.perf_counter() < end:
            time.sleep(0.0005)
            said = os.pread(self._dump.fileno(), MOST_BYTES, 0)
        return tuple(
            f"{Path(name).name}:{line} {function}"
            for name, line, function in _FRAME.findall(said.decode(errors="replace"))
            if "importlib" not in name
        )[:DEEPEST]

    def take(self) -> list[Gap]:
        """The gaps since the last call; the loop must have run."""
        found, self.gaps = self.gaps, []
        return found

    def close(self) -> None:
        """Stop looking."""
        self._ended.set()
        self._looker.join()
        self._timer.stop()
        if SIGNAL is not None:
            faulthandler.unregister(SIGNAL)
        self._dump.close()


class Play:
    """Plays gestures on a window; between them the event loop runs, and its gaps are noted."""

    def __init__(self) -> None:
        from PySide6.QtWidgets import QApplication

        self.watchdog = Watchdog()
        self.found: dict[str, list[Gap]] = {}
        application = QApplication.instance()
        assert isinstance(application, QApplication)
        self._application = application

    def step(
        self,
        name: str,
        act: Callable[[], object],
        until: Callable[[], bool] | None = None,
        settle_s: float = 0.35,
        at_most_s: float = 300.0,
    ) -> None:
        """Do one thing from inside the event loop and wait until it is through."""
        from PySide6.QtCore import QEventLoop, QTimer

        loop = QEventLoop()
        self.watchdog.take()
        QTimer.singleShot(0, act)
        started = time.perf_counter()
        since = [0.0]
        late: list[str] = []

        def look() -> None:
            now = time.perf_counter()
            if now - started > at_most_s:
                # Raised from here it would reach nobody, and the loop went on for ever.
                late.append(name)
                loop.quit()
            if now - started < 0.05 or (until is not None and not until()):
                since[0] = 0.0
            elif since[0] == 0.0:
                since[0] = now
            elif now - since[0] >= settle_s:
                loop.quit()

        timer = QTimer()
        timer.timeout.connect(look)
        timer.start(10)
        loop.exec()
        timer.stop()
        if late:
            raise TimeoutError(name)
        self.found.setdefault(name, []).extend(self.watchdog.take())


PAGES = ("reports", "advice", "whatif", "compare", "validate", "report", "topology")


def play(folder: Path) -> dict[str, list[Gap]]:
    """The gestures of a session, from the start page to a second window."""
    from PySide6.QtWidgets import QApplication

    application = QApplication.instance() or QApplication(sys.argv[:1])
    assert isinstance(application, QApplication)
    game = Play()
    from app.window.main import prepare, warm_up
    from app.window.shell.window import MainWindow

    kept: list[MainWindow] = []

    def start() -> None:
        prepare(application)
        kept.append(MainWindow())
        kept[0].show()

    game.step("start page shown", start, settle_s=0.0)
    warm_up()
    window = kept[0]
    document = window.session.document
    path = folder / "demo.plexwright"

    def opened() -> bool:
        return (
            document.engagement is not None
            and not document.pending
            and window.current_page == "topology"
        )

    game.step("open the demo at once", lambda: window.open_file(path), opened)
    game.step(
        "pages built ahead",
        lambda: None,
        lambda: all(p in window.pages for p in PAGES),
        settle_s=0.5,
    )
    for page in PAGES:
        game.step(f"first showing of {page}", lambda p=page: window.show_page(p))  # type: ignore[misc]
    for page in PAGES:
        game.step("showing a page again", lambda p=page: window.show_page(p))  # type: ignore[misc]
    _edit(game, window)
    _report(game, window, folder)
    game.step("second window", lambda: kept.append(window.new_window()))
    other = kept[1]
    theirs = other.session.document

    def imported() -> bool:
        return (
            theirs.engagement is not None
            and bool(theirs.engagement.readings)
            and not theirs.pending
            and not other.session.analysis.busy
        )

    game.step("import of the sample in a second window", other.open_sample, imported)
    nucleus = document.topology.of_kind("adabas_nucleus")[0].id
    game.step(
        "close while it solves",
        lambda: (document.set_setting([nucleus], "NT", 17), window.close(), other.close()),
    )
    game.watchdog.close()
    return game.found


def _edit(game: Play, window: MainWindow) -> None:
    document = window.session.document
    nucleus = document.topology.of_kind("adabas_nucleus")[0].id

    def still() -> bool:
        return not window.session.projections.busy()

    game.step("select a box", lambda: document.select([nucleus]), settle_s=0.1)
    game.step("branch", document.branch, still)
    for value in range(20, 60, 4):
        game.step(
            "what-if slider",
            lambda v=value: document.set_setting([nucleus], "NT", v, merge_key="drag"),  # type: ignore[misc]
            settle_s=0.0,
        )
    game.step("projection arrives", lambda: None, still)
    game.step("as-is on show", lambda: document.show_scenario(None), still)
    game.step(
        "scenario on show", lambda: document.show_scenario(document.state.scenarios[0].name), still
    )
    game.step("undo", document.undo_stack.undo, still)
    game.step("redo", document.undo_stack.redo, still)
    finding = document.engagement.findings[0].id if document.engagement is not None else ""
    analysis = window.session.analysis
    game.step(
        "reject a finding",
        lambda: document.decide(finding, "rejected"),
        lambda: not analysis.busy,
        settle_s=0.5,
    )
    game.step("other theme", lambda: window.set_look("dark"))


def _report(game: Play, window: MainWindow, folder: Path) -> None:
    projections = window.session.projections
    target = folder / "out.pdf"
    game.step(
        "preview of the report",
        lambda: window.show_page("report"),
        lambda: not projections.busy("preview"),
        settle_s=0.7,
    )
    page = window.pages["report"]
    game.step("export of the PDF", lambda: page.export_pdf(target), target.exists)  # type: ignore[attr-defined]
    game.step("export of the CSV", lambda: page.export_csv(folder / "out.csv"))  # type: ignore[attr-defined]


def make_demo(path: Path) -> None:
    """The sample engagement with its kept analysis."""
    from advisor.analysis import analyse
    from advisor.reading import read_path
    from app.paths import sample
    from app.store import EngagementFile

    readings = read_path(sample("engagement"))
    with EngagementFile.create(path) as file:
        for number, reading in enumerate(readings):
            file.add_source(reading.file, f"{number}".encode(), (reading,))
        file.keep_analysis(analyse(readings, file.options()))


def _longest(found: dict[str, list[Gap]]) -> dict[str, tuple[float, float]]:
    return {
        name: max(((g.wall_s, g.cpu_s) for g in gaps), default=(0.0, 0.0))
        for name, gaps in found.items()
    }


def _run() -> dict[str, tuple[float, float]]:
    """Play once, in a process of its own."""
    with tempfile.TemporaryDirectory(prefix="plexwright-bench-") as folder:
        make_demo(Path(folder) / "demo.plexwright")
        environment = {
            **os.environ,
            "QT_QPA_PLATFORM": "offscreen",
            "PYTHONPATH": str(ROOT),
            "XDG_CONFIG_HOME": folder,
            "XDG_DATA_HOME": folder,
        }
        done = subprocess.run(
            [sys.executable, "-m", "app.bench.stalls", "--json", folder],
            env=environment,
            cwd=ROOT,
            check=True,
            capture_output=True,
        )
    found: dict[str, tuple[float, float]] = json.loads(done.stdout)
    return found


def cases() -> Sequence[Case]:
    measured: dict[str, tuple[float, float]] = {}

    def prepare() -> Callable[[], object]:
        return lambda: measured.update(_run())

    def figures() -> dict[str, float]:
        wall, cpu = zip(*measured.values(), strict=True)
        return {
            "longest_gap_s": max(wall),
            "longest_gap_cpu_s": max(cpu),
            "gaps_over_100_ms": float(sum(w > LONG_S for w in wall)),
        }

    return [
        Case(
            "window: a session of 30 gestures, its longest standstill in the figures",
            prepare,
            repeats=1,
            warmups=0,
            figures=figures,
        )
    ]


def say(line: str) -> None:
    """One line on stdout, there at once."""
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


def main() -> int:
    """Play and print."""
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    words = [w for w in sys.argv[1:] if w != "--json"]
    if words:
        found = play(Path(words[0]))
    else:
        with tempfile.TemporaryDirectory() as home:
            for name in ("XDG_CONFIG_HOME", "XDG_DATA_HOME"):
                os.environ[name] = home
            # Made by another process, so that this one's imports are part of what is watched.
            make = (
                "import sys; from pathlib import Path; from app.bench.stalls import make_demo; "
                "make_demo(Path(sys.argv[1]) / 'demo.plexwright')"
            )
            subprocess.run([sys.executable, "-c", make, home], cwd=ROOT, check=True)
            found = play(Path(home))
    if "--json" in sys.argv:
        say(json.dumps(_longest(found)))
        os._exit(0)
    for name, gaps in found.items():
        wall_s, cpu_s = _longest({name: gaps})[name]
        say(f"{wall_s * 1000:6.0f} ms  ({cpu_s * 1000:4.0f} CPU)  {name}")
        for gap in gaps:
            if gap.wall_s > LONG_S:
                say(f"        {gap.wall_s * 1000:.0f} ms:")
                for stack, times in gap.stacks.most_common(3):
                    say(f"        {times} × " + " < ".join(stack))
    return 0


if __name__ == "__main__":
    sys.exit(main())
