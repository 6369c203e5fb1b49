"""What else is done to engagements, each to be run under the shim: one act at a time.

An act prepares a folder, does its work there while it says what it wants and what it was told is
kept, and knows what may stand in the folder after a fault: what was kept, whole; of what was wanted
all or nothing; and nothing else.
"""

from __future__ import annotations

import contextlib
import io
import random
import re
import sqlite3
import time
from collections.abc import Callable, Iterable
from contextlib import closing
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from PySide6.QtCore import QCoreApplication

from app.cli import main
from app.errors import InputProblem
from app.importing.files import find_files, keep_files
from app.paths import sample
from app.sharing import sealing
from app.sharing.handing_over import hand_over
from app.store import EngagementFile, StoreProblem, schema
from app.window.document.merging import alike
from app.window.document.state import Decision, State
from app.window.services import saving
from app.window.services.persistence import load, state_in
from app.window.services.saving import Persistence
from app.window.session import Session
from model.topology import Scenario

Say = Callable[..., None]
Told = Iterable[tuple[str, str, Any]]
PASSPHRASE = "correct horse battery staple"
OWN = re.compile(r"[a-z]\.plexwright")
REPORT = ("engagement", "ada10-nuc1.txt")


@dataclass(frozen=True)
class Act:
    """``prepare(folder)``; ``do(folder, say, dice)``; ``check(folder, said, passed)``.

    ``said`` is everything the act wanted and was told, ``passed`` that up to a power cut. ``left``
    is what may stand in the folder besides engagements named by one letter.
    """

    prepare: Callable[[Path], None]
    do: Callable[[Path, Say, random.Random], None]
    check: Callable[[Path, Told, Told], None]
    left: str = "(?!)"

    def strays(self, folder: Path) -> list[str]:
        """Files that nobody asked for; locks of killed sessions are taken over."""
        fits = re.compile(rf"{OWN.pattern}|\.[a-z]\.plexwright\.lock|reports|{self.left}")
        return [path.name for path in folder.iterdir() if not fits.fullmatch(path.name)]


def kept(passed: Told, name: str) -> list[Any]:
    return [value for kind, of, value in passed if kind == "kept" and of == name]


def wanted(said: Told, name: str) -> list[Any]:
    return [value for kind, of, value in said if kind == "want" and of == name]


def attempt(say: Say, name: str, number: int, work: Callable[[], object]) -> bool:
    """Do it, and say that it is wanted, and kept or refused."""
    say("want", name, number)
    try:
        work()
    except (InputProblem, OSError) as wrong:
        say("refused", name, str(wrong))
        return False
    say("kept", name, number)
    return True


# --- an engagement with something in it ----------------------------------------------------------


def numbered(number: int) -> State:
    return State(
        title=f"step {number}",
        scenarios=tuple(Scenario(f"S{i}", (), "x" * 1500) for i in range(number + 1)),
        decisions={f"F{i}": Decision("accepted", f"{number}") for i in range(number + 1)},
    )


def fill(path: Path) -> None:
    """An engagement of three steps, with a report that is no text in it."""
    store = Persistence()
    store.create(path, numbered(3))
    store.close()
    with EngagementFile.open(path) as file:
        file.add_source("noise", random.Random(5).randbytes(20_000), ())


def same(path: Path) -> None:
    """What ``fill`` made is there, all of it."""
    with EngagementFile.open(path) as file:
        assert alike(state_in(file), numbered(3)), path.name
        (source,) = file.sources()
        assert file.source_bytes(source.id) == random.Random(5).randbytes(20_000)


# --- an older file is lifted ---------------------------------------------------------------------

OLD_FORMAT = 5


def prepare_old(folder: Path) -> None:
    path = folder / "x.plexwright"
    fill(path)
    names = [script.split()[2] for v, script in schema.UPGRADES.items() if v >= OLD_FORMAT]
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        for name in names:
            connection.execute(f"DROP TABLE {name}")
        connection.execute(f"PRAGMA user_version = {OLD_FORMAT}")


def lift(folder: Path, say: Say, _dice: random.Random) -> None:
    for number in range(2):
        attempt(say, "x", number, lambda: load(folder / "x.plexwright"))


def check_lifted(folder: Path, _said: Told, _passed: Told) -> None:
    same(folder / "x.plexwright")
    copy = folder / f"x (format {OLD_FORMAT}).plexwright"
    with closing(sqlite3.connect(copy)) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        assert connection.execute("PRAGMA user_version").fetchone() == (OLD_FORMAT,)
        assert connection.execute("SELECT count(*) FROM decision").fetchone() == (4,)
        assert connection.execute("SELECT count(*) FROM source_chunk").fetchone() == (1,)


# --- locked for the way, and unlocked ------------------------------------------------------------


def prepare_one(folder: Path) -> None:
    fill(folder / "x.plexwright")


def lock_and_unlock(folder: Path, say: Say, _dice: random.Random) -> None:
    sealing.LOG_N = 10
    plain, sent, again = (folder / f"{n}.plexwright" for n in ("x", "s", "z"))
    locked = sent.with_suffix(sealing.SUFFIX)
    if attempt(say, "s", 0, lambda: hand_over(plain, locked, masked=False, passphrase=PASSPHRASE)):
        attempt(say, "z", 0, lambda: sealing.unlock(locked, again, PASSPHRASE))


def check_locked(folder: Path, _said: Told, passed: Told) -> None:
    sealing.LOG_N = 10
    same(folder / "x.plexwright")
    locked, again = folder / f"s{sealing.SUFFIX}", folder / "z.plexwright"
    assert locked.exists() or not kept(passed, "s")
    if locked.exists():
        once_more = folder / "t.plexwright"
        sealing.unlock(locked, once_more, PASSPHRASE)
        same(once_more)
        once_more.unlink()
    assert again.exists() or not kept(passed, "z")
    if again.exists():
        same(again)


# --- masked for others ---------------------------------------------------------------------------


def prepare_report(folder: Path) -> None:
    fill_with_report(folder / "x.plexwright", (Scenario("of Mr Smith"),))


def fill_with_report(path: Path, scenarios: tuple[Scenario, ...] = ()) -> None:
    """An engagement with a report and its analysis."""
    files, _complete = find_files([str(sample(REPORT[0]) / REPORT[1])])
    with EngagementFile.create(path, "Nordsee Versicherung") as file:
        for _kept in keep_files(file, files):
            pass
        file.set_scenarios(scenarios)
    command("advise", str(path))  # its analysis is kept


def mask(folder: Path, say: Say, _dice: random.Random) -> None:
    source, target = folder / "x.plexwright", folder / "m.plexwright"
    attempt(say, "m", 0, lambda: hand_over(source, target, masked=True))


def check_masked(folder: Path, _said: Told, passed: Told) -> None:
    target = folder / "m.plexwright"
    assert target.exists() or not kept(passed, "m")
    with EngagementFile.open(folder / "x.plexwright") as file:
        (figures,) = {len(reading.observations) for reading in file.readings()}
        assert [s.name for s in file.scenarios()] == ["of Mr Smith"]
    if target.exists():
        with EngagementFile.open(target) as file:
            (reading,) = file.readings()
            (source,) = file.sources()
            assert len(reading.observations) == figures
            assert len(file.source_bytes(source.id)) == source.size_bytes
            assert len(file.scenarios()) == 1
            assert "Nordsee" not in file.name
        for path in folder.glob("m.*"):
            assert b"Smith" not in path.read_bytes()


# --- two windows that take the engagement from each other -----------------------------------------


def prepare_empty(folder: Path) -> None:
    with EngagementFile.create(folder / "x.plexwright", "old"):
        pass


def marked(state: State, side: int, number: int) -> State:
    """One more scenario and decision of a side: of both there is one each or none."""
    return replace(
        state,
        scenarios=(*state.scenarios, Scenario(f"{side}.{number}", (), "x" * 1500)),
        decisions={**state.decisions, f"{side}.{number}": Decision("accepted", "")},
    )


def take_turns(folder: Path, say: Say, dice: random.Random) -> None:
    path = folder / "x.plexwright"
    sides = [Persistence(), Persistence()]
    for side in sides:
        side.adopt(load(path))
    for number in range(8):
        turn = dice.randrange(2)
        store = sides[turn]
        if dice.random() < 0.6:
            try:
                store.take_over()
            except StoreProblem as wrong:
                say("refused", "x", str(wrong))
        if store.read_only:
            continue
        say("want", "x", [turn, number])
        store.save(marked(store._wanted, turn, number))
        if store.flush() is None:
            say("kept", "x", [turn, number])
        elif store.read_only:  # taken over: it begins anew with what is there
            store.give_up()
            with contextlib.suppress(StoreProblem):
                store.adopt(load(path))
    for side in sides:
        side.close()


def check_turns(folder: Path, said: Told, passed: Told) -> None:
    state = load(folder / "x.plexwright").state
    there = {scenario.name for scenario in state.scenarios}
    assert there == {*state.decisions}, "half a step"
    assert {f"{a}.{b}" for a, b in kept(passed, "x")} <= there
    assert there <= {f"{a}.{b}" for a, b in wanted(said, "x")}


# --- an edit every few milliseconds ---------------------------------------------------------------

DRAGGED = 30


def drag(folder: Path, say: Say, _dice: random.Random) -> None:
    """Nobody waits for the writing: timers alone decide when it is done."""
    saving.SAVE_AFTER_MS, saving.LATEST_SAVE_MS = 12, 30
    store = Persistence()
    store.adopt(load(folder / "x.plexwright"))
    loop = QCoreApplication.instance()
    assert loop is not None
    for number in range(DRAGGED):
        before = store._saved
        say("want", "x", number)
        store.save(numbered(number))
        loop.processEvents()
        if store._saved is not before:
            say("kept", "x", _number_of(store._saved))
        time.sleep(0.003)
    if store.flush() is None:
        say("kept", "x", DRAGGED - 1)
    store.close()


def _number_of(state: State) -> int:
    return -1 if state.title == "old" else int(state.title.split()[1])


def check_dragged(folder: Path, said: Told, passed: Told) -> None:
    found = load(folder / "x.plexwright").state
    number = _number_of(found)
    assert number < 0 or alike(found, numbered(number)), "half a step"
    assert max(kept(passed, "x"), default=-1) <= number <= max(wanted(said, "x"), default=-1)


# --- a crash is undone, a backup stays what it is -------------------------------------------------


def crash(path: Path) -> None:
    """A change that is half in the file, with the journal that undoes it."""
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("PRAGMA cache_size = 1")
        connection.execute("BEGIN IMMEDIATE")
        from app.store import stamps

        stamps.step(connection)
        connection.execute("DELETE FROM decision")
        for number in range(100):
            connection.execute(
                "INSERT OR REPLACE INTO window_state VALUES (?, ?)", (f"{number}", "x" * 900)
            )
        journal = path.with_name(path.name + "-journal")
        half = {each: each.read_bytes() for each in (path, journal)}
        connection.execute("ROLLBACK")
    for each, content in half.items():
        each.write_bytes(content)


def prepare_crashed(folder: Path) -> None:
    path = folder / "x.plexwright"
    fill(path)
    crash(path)


def recover(folder: Path, say: Say, _dice: random.Random) -> None:
    def opened() -> None:
        load(folder / "x.plexwright")
        with EngagementFile.open(folder / "x.plexwright") as file:
            file.set_window_state("seen", True)

    for number in range(2):
        attempt(say, "x", number, opened)


def check_recovered(folder: Path, _said: Told, _passed: Told) -> None:
    same(folder / "x.plexwright")


def prepare_restored(folder: Path) -> None:
    """A backup that was copied over an engagement whose journal still stands there."""
    path, backup = folder / "x.plexwright", folder / "b.plexwright"
    fill(path)
    with EngagementFile.open(path) as file:
        file.copy_to(backup)
        file.decide("later", "accepted")
    crash(path)
    path.write_bytes(backup.read_bytes())


def replace_crashed(folder: Path, say: Say, _dice: random.Random) -> None:
    """Save as over an engagement that a crash left half."""
    backup, path = folder / "b.plexwright", folder / "x.plexwright"
    with EngagementFile.open(backup) as file:
        attempt(say, "x", 0, lambda: file.copy_to(path, replace=True))


def prepare_replaced(folder: Path) -> None:
    fill(folder / "b.plexwright")
    fill(folder / "x.plexwright")
    crash(folder / "x.plexwright")


# --- the command line imports, and forgets --------------------------------------------------------


def command(*words: str) -> None:
    said = io.StringIO()
    with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(said):
        code = main(list(words))
    assert "fault of its own" not in said.getvalue(), said.getvalue()
    if code:
        raise InputProblem(said.getvalue().strip()[-200:])


def import_and_remove(folder: Path, say: Say, _dice: random.Random) -> None:
    first, second = (str(sample(REPORT[0]) / f"ada10-nuc{n}.txt") for n in (1, 3))
    path = str(folder / "z.plexwright")
    attempt(say, "z", 0, lambda: command("import", first, "--into", path))
    attempt(say, "z", 1, lambda: command("import", second, "--into", path))
    attempt(say, "z", 2, lambda: command("import", "--remove", "ada10-nuc1.txt", "--into", path))


def check_imported(folder: Path, said: Told, passed: Told) -> None:
    path = folder / "z.plexwright"
    done, asked = kept(passed, "z"), wanted(said, "z")
    assert path.exists() or not done
    if not path.exists():
        return
    with EngagementFile.open(path) as file:
        there = {source.name for source in file.sources()}
        assert {reading.file for reading in file.readings()} == there
        assert all(reading.observations for reading in file.readings())
        for source in file.sources():
            assert file.source_bytes(source.id) == (sample(REPORT[0]) / source.name).read_bytes()
    assert "ada10-nuc1.txt" in there or 0 not in done or 2 in asked
    assert "ada10-nuc3.txt" in there or 1 not in done
    assert "ada10-nuc1.txt" not in there or 2 not in done


# --- a window's session, with its threads and timers ----------------------------------------------

EDITS = 30


def prepare_window(folder: Path) -> None:
    fill_with_report(folder / "x.plexwright")


def work(folder: Path, say: Say, dice: random.Random) -> None:
    """Scenarios, decisions and boxes that are dragged; reports come, and it gets another name."""
    saving.SAVE_AFTER_MS, saving.LATEST_SAVE_MS = 12, 40
    loop = QCoreApplication.instance()
    assert loop is not None
    session = Session(folder=folder)
    there: list[bool] = []
    session.opened.connect(lambda: there.append(True))
    session.refused.connect(lambda _path, why: say("refused", "x", why) or there.append(False))
    session.open(folder / "x.plexwright")
    while not there:
        loop.processEvents()
    if not there[0]:
        return
    session.savedAs.connect(lambda path, why: say("refused", path.stem, why) if why else None)
    coming, renamed = dice.sample(range(2, EDITS), 2)
    for number in range(EDITS):
        where = session.path
        assert where is not None
        say("want", where.stem, number)
        session.document.branch(name=f"S{number}")
        for step in range(dice.randrange(8)):
            session.document.place({"lpar:A": (float(number), float(step))}, merge_key="drag")
            loop.processEvents()
        session.document.decide(f"F{number}", "accepted")
        if number == coming:
            say("want source", where.stem, 0)
            session.import_paths([sample(REPORT[0]) / "ada10-nuc3.txt"])
        if number == renamed:
            say("copy", "y", number)
            session.save_as(folder / "y.plexwright", replace=True)
        loop.processEvents()
        time.sleep(dice.random() * 0.02)
        if session.path is not None and not session.persistence.unsaved:
            say("kept", session.path.stem, number)
        if len(session.readings) == 2 and session.path is not None:
            say("kept source", session.path.stem, 0)
    while session.persistence.is_copying:
        loop.processEvents()
    if session.save_now() is None and session.path is not None:
        say("kept", session.path.stem, EDITS - 1)
    session.give_up()
    session.close()


def check_work(folder: Path, said: Told, passed: Told) -> None:
    copied = [value for kind, _of, value in said if kind == "copy"]
    for name in ("x", "y"):
        path = folder / f"{name}.plexwright"
        done = max(kept(passed, name), default=-1)
        # What is changed while it is copied was wanted of the file before.
        asked = max([*wanted(said, name), *(wanted(said, "x") if copied else ())], default=-1)
        assert path.exists() or done < 0
        if not path.exists():
            continue
        state = load(path).state
        scenarios = {int(s.name[1:]) for s in state.scenarios}
        decisions = {int(finding[1:]) for finding in state.decisions}
        assert scenarios == {*range(len(scenarios))}
        assert decisions == {*range(len(decisions))}
        assert done < len(decisions) <= len(scenarios) <= asked + 1 or not scenarios
        assert len(scenarios) - len(decisions) in (0, 1)
        with EngagementFile.open(path) as file:
            for source in file.sources():
                content = (sample(REPORT[0]) / source.name).read_bytes()
                assert file.source_bytes(source.id) == content
            assert {r.file for r in file.readings()} == {s.name for s in file.sources()}
            arrived = [of for kind, of, _value in passed if kind == "kept source"]
            assert len(file.sources()) == 2 or name not in arrived


ACTS = {
    "upgrade": Act(
        prepare_old, lift, check_lifted, rf"x \(format {OLD_FORMAT}(, \d+)?\)\.plexwright"
    ),
    "lock": Act(prepare_one, lock_and_unlock, check_locked, rf"s\{sealing.SUFFIX}"),
    "mask": Act(prepare_report, mask, check_masked),
    "take over": Act(prepare_empty, take_turns, check_turns),
    "drag": Act(prepare_empty, drag, check_dragged),
    "recover": Act(prepare_crashed, recover, check_recovered),
    "restored backup": Act(
        prepare_restored, recover, check_recovered, r"x\.plexwright-journal-of-another-\d+"
    ),
    "replace": Act(prepare_replaced, replace_crashed, check_recovered),
    "window": Act(prepare_window, work, check_work),
    "import": Act(lambda folder: None, import_and_remove, check_imported),
}
