"""A window's session without its window, run under the shim; one child for each fault.

Reads lines of JSON (``folder``, ``at``, ``mode``, ``record``, ``seed``) and answers with what the
session asked for and what it was told is kept.
"""

from __future__ import annotations

import ctypes
import json
import os
import random
import sys
import tempfile
from pathlib import Path

from PySide6.QtCore import QCoreApplication

from advisor.observations import FileReading, Observation
from app.store import EngagementFile, StoreProblem, places
from app.window.document.state import Decision, State
from app.window.services.persistence import Keeper, load
from app.window.services.saving import Persistence
from model.topology import Scenario, SetSetting

OLD = State(title="old")
STEPS = 8


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


def report(number: int) -> tuple[bytes, FileReading]:
    """An imported file and what was read of it."""
    content = random.Random(number).randbytes(30_000)
    figures = tuple(
        Observation("lpar:A", "cp_busy_pct", float(i), "%", f"r{number}", i, "x" * 40)
        for i in range(100)
    )
    return content, FileReading(f"r{number}", "0", 1, "utf-8", "text", ("f",), figures, 100)


def prepare(folder: Path) -> None:
    """The engagement to work on, and another one that Save as will replace."""
    for name in ("x", "y"):
        with EngagementFile.create(folder / f"{name}.plexwright", "old"):
            pass
    (folder / "reports").mkdir()
    for number in range(STEPS):
        (folder / "reports" / f"r{number}").write_bytes(report(number)[0])


def session(folder: Path, say: object, note: object, seed: int) -> None:
    """Edits, imports and a Save as; ``say`` before each step and when it is kept."""
    dice = random.Random(seed)
    x, y = folder / "x.plexwright", folder / "y.plexwright"
    store = Persistence()
    store.adopt(load(x))
    turn = dice.randrange(2, STEPS)
    for number in range(STEPS):
        where = store.path
        if where is None:
            return
        say("want", where.stem, number)
        store.save(state(number))
        if store.flush() is None:
            say("kept", where.stem, number)
            note(number)
        if dice.random() < 0.4 and where == x:
            _content, reading = report(number)
            say("want source", where.stem, number)
            try:
                Keeper(where).keep(folder / "reports" / f"r{number}", f"r{number}", (reading,))
                say("kept source", where.stem, number)
            except StoreProblem as wrong:
                say("refused", where.stem, str(wrong))
        if number == turn:
            say("copy", "y", number)
            try:
                store.copy_to(y, replace=True)
            except StoreProblem as wrong:
                say("refused", "y", str(wrong))
            if store.path == y and not store.unsaved:
                say("kept", "y", number)
    store.close()
    places.clear_leftovers(folder)


def serve() -> None:
    """Answer one line for each line."""
    shim = ctypes.CDLL(os.environ["LD_PRELOAD"])
    shim.plx_calls.restype = ctypes.c_long
    for line in sys.stdin:
        wanted = json.loads(line)
        out, into = os.pipe()
        child = os.fork()
        if child == 0:
            os.close(out)
            _child(shim, wanted, into)
        os.close(into)
        with os.fdopen(out, "rb") as told:
            said = [json.loads(item) for item in told.read().splitlines()]
        _pid, status = os.waitpid(child, 0)
        print(json.dumps({"status": status, "said": said}), flush=True)


def _child(shim: ctypes.CDLL, wanted: dict[str, object], into: int) -> None:
    def say(*what: object) -> None:
        os.write(into, json.dumps(what).encode() + b"\n")

    code = 0
    try:
        QCoreApplication(["session"])
        folder = Path(str(wanted["folder"]))
        for name in ("x.plexwright", "y.plexwright", "."):
            say("inode", name, (folder / name).stat().st_ino)
        record = -1
        if wanted.get("record"):
            record = os.open(str(wanted["record"]), os.O_CREAT | os.O_WRONLY, 0o600)
        shim.plx_arm(
            os.fsencode(folder),
            ctypes.c_long(int(str(wanted["at"]))),
            int(str(wanted["mode"])),
            record,
        )
        session(folder, say, shim.plx_note, int(str(wanted["seed"])))
    except StoreProblem as wrong:
        say("stopped", "", str(wrong))
    except BaseException as wrong:
        import traceback

        say("fault", "", "".join(traceback.format_exception(wrong))[-2000:])
        code = 1
    say("calls", "", shim.plx_calls())
    os._exit(code)


if __name__ == "__main__":
    tempfile.tempdir = os.environ.get("TMPDIR", "/tmp")
    serve()
