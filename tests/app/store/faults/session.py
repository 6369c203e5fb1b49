"""A window's session without its window, run under the shim; one child for each fault.

Reads lines of JSON (``act``, ``folder``, ``at``, ``mode``, ``record``, ``seed``) and answers with
what the session asked for and what it was told is kept. Without an act it is the session below,
else one of ``acts``.
"""

from __future__ import annotations

import ctypes
import json
import os
import random
import select
import shutil
import signal
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QCoreApplication

from advisor.engagement import Engagement, Installation
from advisor.findings import Plan
from advisor.installation.gathered import Gathered
from advisor.observations import FileReading, Observation
from app.store import EngagementFile, StoreProblem, analyses, places, readings
from app.store.figures import KeptFigures, moved
from app.window.document.state import Decision, State
from app.window.services.persistence import Keeper, load
from app.window.services.saving import Persistence
from model.catalogue import subsystem_models
from model.projection import Baseline, Projection
from model.topology import Scenario, SetSetting, Topology
from tests.app.store.faults.acts import ACTS

Say = Callable[..., None]
Held = dict[str, tuple[FileReading, int]]
"""Readings that were opened, and of which version they are."""

OLD = State(title="old")
STEPS = 8
THERE = (100, 101)
"""Reports that the engagement has from the beginning."""
IMPORTING = {"mask", "import", "window"}
"""Acts that load half of the program: done once before the children are."""
MOST_AT_ONCE = 10
"""Instead of ``readings.EAGER``: figures stay in the file, as those of a large engagement do."""


def state(number: int) -> State:
    """What is wanted after ``number`` steps: several tables change at once, over several pages."""
    return State(
        title=f"step {number}",
        scenarios=tuple(
            Scenario(f"S{i}", (SetSetting("lpar:A", "CPS", number),), "x" * 1500)
            for i in range(number + 1)
        ),
        edits=(SetSetting("lpar:B", "CPS", number),),
        answers={("lpar:A", "setting.CPS"): number},
        decisions={f"F{i}": Decision("accepted", f"{number}") for i in range(number + 1)},
        positions={"lpar:A": (float(number), 0.0)},
    )


def report(number: int, version: int = 0) -> tuple[bytes, FileReading]:
    """An imported file and what was read of it, or read of it again."""
    content = random.Random(number).randbytes(30_000)
    figures = tuple(
        Observation("lpar:A", "cp_busy_pct", float(i), "%", f"r{number}", i, f"{version}" * 40)
        for i in range(100 + version)
    )
    return content, FileReading(f"r{number}", "0", 1, "utf-8", "text", ("f",), figures, 100)


def analysed(file: EngagementFile) -> Engagement:
    """An analysis of what a file holds that says nothing."""
    found, nothing = file.readings(), Topology({}, ())
    return Engagement(
        file.name,
        found,
        Installation(nothing, Gathered(found, ())),
        Baseline(nothing, ()),
        Projection(Scenario(""), (), (), None, True),
        (),
        (),
        Plan("etr", (), (), ()),
        file.options(),
    )


def prepare(folder: Path) -> None:
    """The engagement to work on, and another one that Save as will replace."""
    for name in ("x", "y"):
        with EngagementFile.create(folder / f"{name}.plexwright", "old"):
            pass
    with EngagementFile.open(folder / "x.plexwright") as file:
        for number in THERE:
            content, reading = report(number)
            file.add_source(reading.file, content, (reading,))
    (folder / "reports").mkdir()
    for number in range(STEPS):
        (folder / "reports" / f"r{number}").write_bytes(report(number)[0])


def session(folder: Path, say: Say, dice: random.Random) -> None:
    """Edits, imports, other readings, looks at figures, an analysis kept and a Save as.

    ``say`` before each step and when it is kept.
    """
    x, y = folder / "x.plexwright", folder / "y.plexwright"
    store = Persistence()
    opened = load(x)
    store.adopt(opened)
    store.copied.connect(lambda _path, why: say("refused", "y", str(why)) if why else None)
    held = {reading.file: (reading, 0) for reading in opened.readings}
    turn = dice.randrange(2, STEPS)
    for number in range(STEPS):
        where = store.path
        if where is None or store.where is None:
            return
        say("want", where.stem, number)
        store.save(state(number))
        if store.flush() is None:
            say("kept", where.stem, number)
        if dice.random() < 0.4 and where == x:
            _content, reading = report(number)
            say("want source", where.stem, number)
            try:
                keeper = Keeper(store.where)
                keeper.keep(folder / "reports" / f"r{number}", f"r{number}", (reading,))
                say("kept source", where.stem, number)
            except StoreProblem as wrong:
                say("refused", where.stem, str(wrong))
        if dice.random() < 0.5:
            held |= read_again(where, dice.choice(THERE), number + 1, say)
        if dice.random() < 0.3:
            try:
                with EngagementFile.open(where, known=True) as file:
                    file.keep_analysis(analysed(file))
            except StoreProblem as wrong:
                say("refused", where.stem, str(wrong))
        look(held, dice, say)
        if number == turn:
            say("copy", "y", number)
            try:
                store.copy_to(y, replace=True)
                store.flush()
            except StoreProblem as wrong:
                say("refused", "y", str(wrong))
            if store.path == y:
                moved((reading for reading, _version in held.values()), y)
            if store.path == y and not store.unsaved:
                say("kept", "y", number)
    store.close()
    places.clear_leftovers(folder)


def read_again(where: Path, number: int, version: int, say: Say) -> Held:
    """Other figures in the place of a report's; those that are opened then."""
    say("want again", where.stem, (number, version))
    try:
        with EngagementFile.open(where, known=True) as file:
            source = next(s.id for s in file.sources() if s.name == f"r{number}")
            file.read_again(source, (report(number, version)[1],))
            say("kept again", where.stem, (number, version))
            found = next(r for r in file.readings() if r.file == f"r{number}")
    except StoreProblem as wrong:
        say("refused", where.stem, str(wrong))
        return {}
    return {found.file: (found, version)}


def look(held: Held, dice: random.Random, say: Say) -> None:
    """Whatever was opened is fetched as it was, or a sentence says why not: never other figures."""
    for name, (reading, version) in held.items():
        whole = report(int(name[1:]), version)[1].observations
        assert isinstance(reading.observations, KeptFigures)
        first = dice.randrange(len(whole))
        try:
            assert reading.observations[first:] == whole[first:], name
            assert reading.observations[first] == whole[first], name
        except StoreProblem as wrong:
            say("refused", name, str(wrong))


def serve() -> None:
    """Answer one line for each line."""
    shim = ctypes.CDLL(os.environ["LD_PRELOAD"])
    shim.plx_calls.restype = shim.plx_reads.restype = ctypes.c_long
    analyses.program()  # once, not in each child; and so are the models imported
    subsystem_models()
    readings.EAGER = MOST_AT_ONCE
    warm: set[str] = set()
    for line in sys.stdin:
        wanted = json.loads(line)
        if wanted["act"] in IMPORTING - warm:
            warm.add(wanted["act"])
            with tempfile.TemporaryDirectory() as name:
                shutil.copytree(wanted["folder"], name, dirs_exist_ok=True)
                if wanted["act"] == "window":  # no Qt before the children are made
                    load(Path(name) / "x.plexwright")
                else:
                    ACTS[wanted["act"]].do(Path(name), lambda *_: None, random.Random(0))
        out, into = os.pipe()
        child = os.fork()
        if child == 0:
            os.close(out)
            _child(shim, wanted, into)
        os.close(into)
        said = [json.loads(item) for item in _told(out, child, wanted["kill_after_s"])]
        _pid, status = os.waitpid(child, 0)
        print(json.dumps({"status": status, "said": said}), flush=True)


def _told(out: int, child: int, kill_after_s: float | None) -> list[bytes]:
    """What a child says until its end, which comes at that time at the latest."""
    end = None if kill_after_s is None else time.monotonic() + kill_after_s
    told = b""
    with os.fdopen(out, "rb", 0) as pipe:
        while True:
            left = None if end is None else max(end - time.monotonic(), 0.0)
            if not select.select([pipe], [], [], left)[0]:
                os.kill(child, signal.SIGKILL)
                end = None
                continue
            found = pipe.read(1 << 16)
            if not found:
                return told.splitlines()
            told += found


def _child(shim: ctypes.CDLL, wanted: dict[str, object], into: int) -> None:
    def say(*what: object) -> None:
        os.write(into, json.dumps(what).encode() + b"\n")
        if what[0] == "kept":
            shim.plx_note(0)

    code = 0
    try:
        QCoreApplication(["session"])
        folder = Path(str(wanted["folder"]))
        for path in (folder, *folder.iterdir()):
            say("inode", str(path), path.stat().st_ino)
        record = -1
        if wanted.get("record"):
            record = os.open(str(wanted["record"]), os.O_CREAT | os.O_WRONLY, 0o600)
        shim.plx_arm(
            os.fsencode(folder),
            ctypes.c_long(int(str(wanted["at"]))),
            int(str(wanted["mode"])),
            record,
        )
        dice = random.Random(int(str(wanted["seed"])))
        act = ACTS[str(wanted["act"])].do if wanted["act"] else session
        act(folder, say, dice)
    except StoreProblem as wrong:
        say("stopped", "", str(wrong))
    except BaseException as wrong:
        import traceback

        say("fault", "", "".join(traceback.format_exception(wrong))[-2000:])
        code = 1
    say("calls", "", shim.plx_calls())
    say("reads", "", shim.plx_reads())
    os._exit(code)


if __name__ == "__main__":
    tempfile.tempdir = os.environ.get("TMPDIR", "/tmp")
    serve()
