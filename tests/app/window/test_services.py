"""Off-thread work: the newest wins, urgent goes first, close during work, and persistence."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
import time
from pathlib import Path

from PySide6.QtCore import QObject

from app.paths import sample
from app.store import EngagementFile
from app.store.figures import STRETCH, KeptFigures, Place
from app.window.document import Decision, State
from app.window.services.analysis import AdvisorAnalyst, AnalysisService
from app.window.services.persistence import lines_of, load
from app.window.services.projection import LIVE, SWEEP, ProjectionService
from app.window.services.saving import Persistence
from app.window.services.worker import Worker
from app.window.session import Session
from model.projection import Projection
from model.topology import AddLink, Link, RenameComponent, Scenario, SetSetting


def test_the_newest_job_of_a_slot_wins(qtbot) -> None:
    worker = Worker(["live"])
    got: list[object] = []
    worker.delivered.connect(lambda slot, number, result: got.append(result))
    gate = threading.Event()

    def job(value: int):
        def work(cancel):
            gate.wait(2.0)
            yield value

        return work

    for value in range(20):
        worker.submit("live", job(value))
    gate.set()
    qtbot.waitUntil(lambda: not worker.busy("live"))
    assert got == [19]
    worker.stop(1.0)
    assert worker.ended


def test_a_series_that_is_asked_faster_than_it_is_done_shows_what_it_passes(qtbot) -> None:
    worker = Worker(["live"])
    got: list[object] = []
    begun: list[int] = []
    gates = [threading.Event() for _ in range(40)]
    worker.delivered.connect(lambda slot, number, result: got.append(result))

    def job(value: int):
        def work(cancel):
            begun.append(value)
            assert gates[value].wait(5.0)
            # What is under way for a value just passed is not given up.
            assert not cancel()
            yield value
            yield f"band of {value}"

        return work

    worker.submit("live", job(0), series="slider")
    qtbot.waitUntil(lambda: begun == [0])
    for value in range(1, 20):
        worker.submit("live", job(value), series="slider")
    gates[0].set()
    qtbot.waitUntil(lambda: begun == [0, 19])
    worker.submit("live", job(20), series="slider")
    gates[19].set()
    gates[20].set()
    qtbot.waitUntil(lambda: not worker.busy("live"))
    # Of what was passed only the value; its band would keep the next waiting.
    assert got == [0, 19, 20, "band of 20"]
    # Another series is not the same slider: what is under way for it is given up.
    worker.submit("live", job(21), series="slider")
    qtbot.waitUntil(lambda: begun[-1] == 21)
    worker.submit("live", lambda cancel: iter(["other"]), series="other scenario")
    gates[21].set()
    qtbot.waitUntil(lambda: not worker.busy("live"))
    assert got[4:] == ["other"]
    worker.stop(1.0)
    assert worker.ended


def test_an_urgent_slot_interrupts_and_the_other_is_done_after_it(qtbot) -> None:
    worker = Worker(["live", "sweep"])
    got: list[object] = []
    worker.delivered.connect(lambda slot, number, result: got.append(result))
    started = threading.Event()
    runs = []

    def sweep(cancel):
        runs.append(1)
        started.set()
        for _ in range(400):
            if cancel():
                raise RuntimeError("interrupted")
            time.sleep(0.001)
            if len(runs) > 1:
                break
        yield "sweep"

    worker.submit("sweep", sweep)
    assert started.wait(2.0)
    worker.submit("live", lambda cancel: iter(["live"]))
    qtbot.waitUntil(lambda: got == ["live", "sweep"])
    assert len(runs) == 2
    worker.stop(1.0)
    assert worker.ended


def test_who_goes_over_kept_figures_is_interrupted_without_asking(qtbot) -> None:
    """A preview of five million figures kept every projection waiting for more than a minute."""
    worker = Worker(["live", "preview"])
    got: list[object] = []
    worker.delivered.connect(lambda slot, number, result: got.append(result))
    fetched: list[int] = []
    started = threading.Event()

    def fetch(_path, _reading, _digest, first, count):
        fetched.append(first)
        started.set()
        if "live" not in got and len(fetched) > 1:
            time.sleep(0.005)
        return (first,)

    figures = KeptFigures(Place(Path("x"), fetch), 1, 2000 * STRETCH, "")

    def preview(_cancel):
        try:
            seen = sum(1 for _ in figures)
        except Exception:  # as a rule's fault is taken
            seen = 0
        yield seen

    worker.submit("preview", preview)
    assert started.wait(2.0)
    worker.submit("live", lambda cancel: iter(["live"]))
    qtbot.waitUntil(lambda: got == ["live", 2000])
    assert 2000 < len(fetched) < 3500
    worker.stop(1.0)


def test_a_job_told_to_stop_is_done_later_though_what_it_stopped_for_is_gone(qtbot) -> None:
    worker = Worker(["live", "export"])
    got: list[object] = []
    told: list[str] = []
    worker.delivered.connect(lambda slot, number, result: got.append(result))
    worker.failed.connect(lambda slot, number, problem: told.append(slot))
    running, stopped, gone = ([threading.Event() for _ in range(3)] for _ in range(3))
    runs = iter(range(3))

    def export(cancel):
        run = next(runs)
        running[run].set()
        if run < 2:
            while not cancel():
                time.sleep(0.001)
            stopped[run].set()
            assert gone[run].wait(5.0)
            if run == 1:
                raise RuntimeError("interrupted")
            return
        yield "export"

    worker.submit("export", export)
    for run in range(2):
        assert running[run].wait(5.0)
        worker.submit("live", lambda cancel: iter(["live"]))
        assert stopped[run].wait(5.0)
        worker.drop("live")
        gone[run].set()
    qtbot.waitUntil(lambda: got == ["export"])
    assert not told
    worker.stop(1.0)


def test_a_fault_in_a_job_is_told_and_the_worker_lives(qtbot) -> None:
    worker = Worker(["a"])
    told: list[str] = []
    got: list[object] = []
    worker.failed.connect(lambda slot, number, problem: told.append(str(problem)))
    worker.delivered.connect(lambda slot, number, result: got.append(result))

    def broken(cancel):
        raise ValueError("no such thing")
        yield

    worker.submit("a", broken)
    qtbot.waitUntil(lambda: told == ["no such thing"])
    worker.submit("a", lambda cancel: iter([1]))
    qtbot.waitUntil(lambda: got == [1])
    worker.stop(1.0)
    assert worker.ended


def test_value_first_then_band(qtbot, kit) -> None:
    service = ProjectionService(kit.fake_project)
    baseline = kit.make_engagement().baseline
    seen: list[tuple[str, bool, float]] = []

    def note(slot, projections, bands) -> None:
        etr = projections[0].workloads[0].metrics["etr_per_s"]
        seen.append((slot, bands, etr.high - etr.low))

    service.projected.connect(note)
    service.project(LIVE, baseline, [Scenario("x")])
    qtbot.waitUntil(lambda: len(seen) == 2)
    assert [(s, b) for s, b, _ in seen] == [(LIVE, False), (LIVE, True)]
    assert seen[0][2] == 0.0
    assert seen[1][2] > 0.0
    service.close()


def test_what_is_on_show_is_made_whole_on_the_worker_not_where_it_is_shown(qtbot, kit) -> None:
    made: dict[str, set[int]] = {LIVE: set(), SWEEP: set()}
    asked_for: list[str] = []

    class Untold:
        workloads = ()

        def whole(self) -> Projection:
            made[asked_for[-1]].add(threading.get_ident())
            return Projection(Scenario("x"), (), (), "lpar:SYSA", True)

        def workload(self, _anchor: str) -> None:
            return None

    def deferring(baseline, scenarios, *, bands=True, live=False, cancel=None):
        return tuple(Projection.deferred(one, (), (), Untold()) for one in scenarios)

    service = ProjectionService(deferring)
    seen: list[Projection] = []
    service.projected.connect(lambda _slot, projections, _bands: seen.extend(projections))
    for slot in (LIVE, SWEEP):
        seen.clear()
        asked_for.append(slot)
        service.project(slot, kit.make_engagement().baseline, [Scenario("x")])
        qtbot.waitUntil(lambda: len(seen) == 2)
        assert threading.get_ident() not in made[slot]
        # Of a sweep a figure is read of each: the rest is made for none of them.
        assert bool(made[slot]) == (slot == LIVE)
    assert seen[0].bottleneck == "lpar:SYSA"
    service.close()


def test_closing_during_a_solve_returns_at_once(qtbot, kit) -> None:
    def slow(baseline, scenarios, *, bands=True, live=False, cancel=None):
        while not cancel():
            time.sleep(0.002)
        return ()

    service = ProjectionService(slow)
    service.project(SWEEP, kit.make_engagement().baseline, [Scenario("x")])
    qtbot.wait(20)
    began = time.monotonic()
    service.close()
    assert time.monotonic() - began < 1.0


def test_state_survives_the_file(qtbot, tmp_path) -> None:
    state = State(
        title="Customer A",
        scenarios=(
            Scenario(
                "zHPF",
                (SetSetting("lpar:SYSA", "ZHPF", True), AddLink(Link("mro", "a", "b"))),
                "note",
            ),
        ),
        edits=(SetSetting("lpar:SYSA", "CPS", 12),),
        answers={("lpar:SYSA", "setting.CPS"): 12},
        decisions={"ADA-017:lpar:SYSA": Decision("rejected", "no window")},
        positions={"dasd:DS8K": (8.0, 16.0)},
    )
    store = Persistence()
    store.create(tmp_path / "a.plexwright", State(title="Customer A"))
    store.save(state)
    qtbot.waitUntil(lambda: store._saved is state)
    store.keep_shown("zHPF")
    store.close()
    kept = load(tmp_path / "a.plexwright")
    found = kept.state
    from advisor.engagement import Constraints

    assert found.constraints == Constraints()
    assert found.scenarios == state.scenarios
    assert (found.edits, found.answers, found.decisions, found.positions) == (
        state.edits,
        state.answers,
        state.decisions,
        state.positions,
    )
    assert (found.title, kept.readings, kept.shown) == ("Customer A", (), "zHPF")
    assert kept.engagement is None
    again = Persistence()
    again.adopt(kept)
    again.close()


def test_what_is_unsaved_is_written_on_close(qtbot, tmp_path) -> None:
    store = Persistence()
    store.create(tmp_path / "a.plexwright", State(title="A"))
    store.save(State(title="A", scenarios=(Scenario("S"),)))
    store.close()
    assert [s.name for s in load(tmp_path / "a.plexwright").state.scenarios] == ["S"]


def test_report_lines_in_plain_ebcdic_and_zip() -> None:
    import io
    import zipfile

    text = "FIRST LINE OF A REPORT\nSECOND LINE, LONG ENOUGH TO TELL\n" * 20
    assert lines_of(text.encode())[:2] == text.splitlines()[:2]
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        archive.writestr("a/report.txt", text)
    assert lines_of(buffer.getvalue(), "a/report.txt")[1] == "SECOND LINE, LONG ENOUGH TO TELL"
    assert lines_of(buffer.getvalue(), "other.txt") == []


def test_garbage_is_left_to_the_windows_thread_also_when_all_are_closed(qtbot, session) -> None:
    class Closed(QObject):
        def __init__(self) -> None:
            super().__init__()
            self.cycle = self

        def __del__(self) -> None:
            gone.append(threading.current_thread())

    gone: list[threading.Thread] = []
    session.close()
    Closed()
    thread = threading.Thread(target=lambda: [[] for _ in range(200_000)])
    thread.start()
    thread.join()
    assert gone == []
    kept = [[] for _ in range(200_000)]
    qtbot.waitUntil(lambda: bool(gone))
    assert gone == [threading.main_thread()]
    del kept


OF_ONE_SYSTEM = ("rmf-sysa.fb133.ebcdic", "cics-aor1-dfh0stat.txt", "natural-natb0450.txt")


def test_an_opened_engagement_shows_advice_at_once_or_boxes_before_it(qtbot, tmp_path) -> None:
    session = Session(folder=tmp_path)
    seen: list[tuple[int, bool, int, bool]] = []

    def note() -> None:
        found = session.document.engagement
        if found is not None:
            boxes = len(session.document.topology.components)
            seen.append(
                (boxes, bool(found.baseline.anchors), len(found.findings), session.document.pending)
            )

    session.document.engagementChanged.connect(note)
    session.new()
    qtbot.waitUntil(lambda: bool(seen) and not seen[-1][3], timeout=120_000)
    # Several products of one system are enough, and need a tenth of the time of all.
    session.import_paths([sample("engagement", name) for name in OF_ONE_SYSTEM])
    qtbot.waitUntil(
        lambda: session.document.engagement.readings != () and not session.document.pending,
        timeout=120_000,
    )
    path = session.path
    assert path is not None
    findings = session.document.engagement.findings
    assert findings

    def is_kept() -> bool:
        with EngagementFile.open(path) as file:
            return file.analysis() is not None

    qtbot.waitUntil(is_kept, timeout=120_000)
    session.close()
    seen.clear()
    kept = session = Session(folder=tmp_path)
    kept.document.engagementChanged.connect(note)
    with qtbot.waitSignal(kept.opened, timeout=120_000):
        kept.open(path)
    assert len(seen) == 1, "the kept analysis is on show at once"
    assert kept.document.engagement.findings == findings
    assert not kept.analysis.analysing
    # An edit of the as-is makes it void: what is opened then is analysed anew, in stages.
    lpar = kept.document.topology.of_kind("lpar")[0].id
    assert kept.document.correct("Rename", [RenameComponent(lpar, "PROD")]) is None
    kept.close()
    seen.clear()
    again = session = Session(folder=tmp_path)
    again.document.engagementChanged.connect(note)
    again.open(path)
    qtbot.waitUntil(lambda: bool(seen) and not seen[-1][3], timeout=120_000)
    again.close()
    first, second, last = seen
    assert first[0] == second[0] == last[0] > 10
    assert [s[1] for s in seen] == [False, True, True]
    assert first[2] == second[2] == 0 < last[2]
    assert [s[3] for s in seen] == [True, True, False]


def test_a_stage_of_an_analysis_that_was_given_up_is_not_shown(qtbot) -> None:
    """What another thread tells arrives later: by then another analysis may have been asked for."""
    go_on = threading.Event()

    class Slow(AdvisorAnalyst):
        def analyse(self, name, wanted, options, tell, cancel, early=None):
            early(("stage of", name))
            go_on.wait(10)
            return name

    service = AnalysisService(Slow())
    staged: list[object] = []
    service.staged.connect(staged.append)
    try:
        service.analyse("first", (), None, in_stages=True)
        time.sleep(0.05)  # the stage is told, and waits for this thread
        service.cancel()
        qtbot.wait(20)
        assert staged == []
    finally:
        go_on.set()
        service.close()


LEFT_OPEN = """
import sys
from PySide6.QtCore import QCoreApplication
from app.window.services.worker import Worker

application = QCoreApplication([])
worker = Worker(["a"])

def work(cancel):
    while not cancel():
        pass
    yield None

worker.submit("a", work)
sys.exit(3)
"""


def test_a_worker_that_nobody_stopped_keeps_no_process_alive() -> None:
    root = Path(__file__).resolve().parents[3]
    done = subprocess.run(
        [sys.executable, "-c", LEFT_OPEN],
        cwd=root,
        env={**os.environ, "PYTHONPATH": str(root)},
        timeout=60,
        check=False,
    )
    assert done.returncode == 3


def test_a_thread_that_rested_is_followed_by_another(qtbot, monkeypatch) -> None:
    monkeypatch.setattr("app.window.services.worker.REST_S", 0.0)
    worker = Worker(["a"])
    for _ in range(3):
        with qtbot.waitSignal(worker.finished):
            worker.submit("a", lambda _cancel: iter([1]))
        qtbot.waitUntil(lambda: worker.ended)
    worker.stop()
