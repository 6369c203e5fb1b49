"""Faults at every call a session makes to the system: nothing confirmed is lost, nothing is half.

A shim between the store and the C library (``faults/shim.c``) kills the session at its n-th call,
refuses it, does half of it, or fills the disk from there on. What a power cut would leave is worked
out from the record of all calls: what was synchronised is there, of the rest any part.
"""

from __future__ import annotations

import json
import os
import random
import shutil
import struct
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

from app.store import EngagementFile, places, readings
from app.store.figures import digest_of
from app.window.document.merging import alike
from app.window.services.persistence import load, state_in
from tests.app.store.faults import session as sessions
from tests.app.store.faults.acts import ACTS, OWN

HERE = Path(__file__).resolve().parent / "faults"
ROOT = HERE.parents[3]
KILL, EIO_ONCE, FULL_ONCE, HALF_ONCE, FULL_FROM, EIO_FROM, READ_ONCE, READ_FROM = range(1, 9)
MODES = {
    "kill": KILL,
    "one error": EIO_ONCE,
    "full once": FULL_ONCE,
    "half written": HALF_ONCE,
    "full from there on": FULL_FROM,
    "errors from there on": EIO_FROM,
    "one error of reading": READ_ONCE,
    "errors of reading from there on": READ_FROM,
}

LOCKS = {".x.plexwright.lock", ".y.plexwright.lock"}

pytestmark = pytest.mark.skipif(
    sys.platform != "linux" or shutil.which("cc") is None, reason="needs Linux and a C compiler"
)


@pytest.fixture(scope="module")
def shim(tmp_path_factory) -> Path:
    built = tmp_path_factory.mktemp("shim") / "shim.so"
    subprocess.run(
        ["cc", "-shared", "-fPIC", "-O1", "-o", str(built), str(HERE / "shim.c"), "-ldl"],
        check=True,
    )
    return built


@pytest.fixture(autouse=True)
def of_a_large_engagement(monkeypatch) -> None:
    monkeypatch.setattr(readings, "EAGER", sessions.MOST_AT_ONCE)


class Runner:
    """Runs sessions under the shim, each in a folder of its own."""

    def __init__(self, shim: Path, folder: Path) -> None:
        self.folder = folder
        self._templates: dict[str, Path] = {}
        self._whole: dict[tuple[str, int], Run] = {}
        self.process = subprocess.Popen(
            [sys.executable, "-m", "tests.app.store.faults.session"],
            cwd=ROOT,
            env={**os.environ, "LD_PRELOAD": str(shim), "QT_QPA_PLATFORM": "offscreen"},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def template(self, act: str) -> Path:
        """The folder that an act begins with."""
        if act not in self._templates:
            made = self.folder / f"template {act}"
            made.mkdir()
            (ACTS[act].prepare if act else sessions.prepare)(made)
            self._templates[act] = made
        return self._templates[act]

    def run(
        self,
        at: int,
        mode: int,
        seed: int = 0,
        record: Path | None = None,
        act: str = "",
        *,
        afresh: bool = True,
        kill_after_s: float | None = None,
    ) -> Run:
        """One child with one fault; in the folder that the one before left unless ``afresh``.

        ``kill_after_s``: it is killed then, whatever it is doing.
        """
        folder = self.folder / "run"
        if afresh:
            shutil.rmtree(folder, ignore_errors=True)
            shutil.copytree(self.template(act), folder)
        wanted = {
            "act": act,
            "kill_after_s": kill_after_s,
            "folder": str(folder),
            "at": at,
            "mode": mode,
            "seed": seed,
            "record": None if record is None else str(record),
        }
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.write(json.dumps(wanted) + "\n")
        self.process.stdin.flush()
        answer = json.loads(self.process.stdout.readline())
        return Run(folder, [tuple(item) for item in answer["said"]])

    def places(self, mode: str, seed: int = 0, act: str = "") -> int:
        """At how many calls of a session there can be a fault of this kind."""
        if (act, seed) not in self._whole:
            self._whole[act, seed] = self.run(0, 0, seed, act=act)
        whole = self._whole[act, seed]
        return whole.reads if MODES[mode] >= READ_ONCE else whole.calls

    def close(self) -> None:
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.close()
        self.process.wait()
        self.process.stdout.close()


@pytest.fixture(scope="module")
def runner(shim, tmp_path_factory) -> Iterator[Runner]:
    made = Runner(shim, tmp_path_factory.mktemp("sessions"))
    yield made
    made.close()


@dataclass
class Run:
    """What a session asked for, was told, and left."""

    folder: Path
    said: list[tuple[str, str, Any]] = field(default_factory=list)

    @property
    def calls(self) -> int:
        """What changed something on the disk."""
        return self._count("calls")

    @property
    def reads(self) -> int:
        """What read something of it."""
        return self._count("reads")

    def _count(self, what: str) -> int:
        return next(int(value) for kind, _name, value in self.said if kind == what)

    @property
    def killed(self) -> bool:
        """Whether it ended before its end."""
        return not any(kind == "calls" for kind, *_ in self.said)

    def check(self) -> None:
        """Nothing confirmed is lost, nothing half, nothing unreadable, no fault of its own."""
        faults = [value for kind, _name, value in self.said if kind == "fault"]
        assert not faults, faults[0]
        check(self.folder, self.said)
        places.clear_leftovers(self.folder)
        for name in ("x", "y"):
            with EngagementFile.open(self.folder / f"{name}.plexwright") as file:
                file.decide("work goes on", "accepted")
                assert file.set_aside is None
        left = {p.name for p in self.folder.iterdir()} - LOCKS
        assert left == {"x.plexwright", "y.plexwright", "reports"}


def check(folder: Path, said: list[tuple[str, str, Any]]) -> None:
    """What stands in a folder against what a session was told up to then."""
    for name in ("x", "y"):
        path = folder / f"{name}.plexwright"
        kept = [value for kind, of, value in said if kind == "kept" and of == name]
        asked = [value for kind, of, value in said if kind in ("want", "copy") and of == name]
        # What x held when it was copied is what y may hold at first.
        found = load(path).state
        first = kept[-1] if kept else -1
        possible = [sessions.OLD] if not kept else []
        last = max(asked, default=-1)
        possible += [sessions.state(n) for n in range(max(first, 0), last + 1)]
        assert any(alike(found, wanted) for wanted in possible), (name, found.title, first, last)
    check_reports(folder, said)


def check_reports(folder: Path, said: list[tuple[str, str, Any]]) -> None:
    """Bytes, figures and digests of all reports of x, and the analysis kept of just these."""
    sources = {value for kind, _of, value in said if kind == "kept source"} | {*sessions.THERE}
    wanted = {value for kind, _of, value in said if kind == "want source"} | {*sessions.THERE}
    with EngagementFile.open(folder / "x.plexwright") as file:
        there = {int(source.name[1:]): source for source in file.sources()}
        assert sources <= there.keys() <= wanted
        for number, source in there.items():
            assert file.source_bytes(source.id) == sessions.report(number)[0]
        held = {int(reading.file[1:]): reading for reading in file.readings()}
        assert held.keys() == there.keys()
        for number, reading in held.items():
            versions = [0]
            for kind, of, value in said:
                if of == "x" and kind == "kept again" and value[0] == number:
                    versions = [value[1]]
                elif of == "x" and kind == "want again" and value[0] == number:
                    versions.append(value[1])
            assert reading in [sessions.report(number, v)[1] for v in versions]
            assert reading.observations.digest == digest_of(tuple(reading.observations))
        kept = file.analysis()
        assert kept is None or kept.readings == tuple(held.values())


def test_without_a_fault_everything_is_kept(runner) -> None:
    run = runner.run(0, 0)
    run.check()
    assert run.calls > 100
    kept = [value for kind, name, value in run.said if kind == "kept" and name == "y"]
    assert kept[-1] == sessions.STEPS - 1


@pytest.mark.parametrize("most", [5, pytest.param(25, marks=pytest.mark.thorough)])
@pytest.mark.parametrize("mode", MODES)
def test_a_fault_at_some_calls_of_a_session(runner, mode, most) -> None:
    for at in random.Random(mode).sample(range(1, runner.places(mode) + 1), most):
        runner.run(at, MODES[mode]).check()


@pytest.mark.campaign
@pytest.mark.parametrize("mode", MODES)
def test_a_fault_at_every_call_of_a_session(runner, mode) -> None:
    done = 0
    for seed in range(4):
        for at in range(1, runner.places(mode, seed) + 1):
            runner.run(at, MODES[mode], seed).check()
            done += 1
    print(f"{mode}: {done} faults")


def check_act(act: str, folder: Path, said: list[Any], passed: list[Any]) -> None:
    """What an act may leave, that nothing else is left, and that work goes on."""
    ACTS[act].check(folder, said, passed)
    places.clear_leftovers(folder)
    for path in folder.iterdir():
        if OWN.fullmatch(path.name):
            with EngagementFile.open(path) as file:
                file.decide("work goes on", "accepted")
    assert ACTS[act].strays(folder) == []


def faulty(runner: Runner, act: str, at: int, mode: str, seed: int = 0) -> None:
    run = runner.run(at, MODES[mode], seed, act=act)
    faults = [value for kind, _name, value in run.said if kind == "fault"]
    assert not faults, faults[0]
    check_act(act, run.folder, run.said, run.said)


@pytest.mark.parametrize("act", ACTS)
def test_a_fault_at_some_calls_of_whatever_else_is_done(runner, act) -> None:
    dice = random.Random(act)
    for mode in ("kill", "half written") if act == "mask" else MODES:
        most = runner.places(mode, 0, act)
        assert most
        faulty(runner, act, dice.randint(1, most), mode)


@pytest.mark.campaign
@pytest.mark.parametrize("act", ACTS)
def test_a_fault_at_every_call_of_whatever_else_is_done(runner, act) -> None:
    done = 0
    for mode in MODES:
        for seed in range(3 if act == "take over" else 1):
            # Masking reads and analyses everything anew, a second each time.
            step = 7 if act == "mask" else 1
            for at in range(1, runner.places(mode, seed, act) + 1, step):
                faulty(runner, act, at, mode, seed)
                done += 1
    print(f"{act}: {done} faults")


def at_any_time(runner: Runner, dice: random.Random, whole_s: float) -> Run:
    """A window's session that is killed at a random moment, or was through before it."""
    seed = dice.randrange(1000)
    run = runner.run(0, 0, seed, act="window", kill_after_s=dice.random() * whole_s)
    check_act("window", run.folder, run.said, run.said)
    return run


def whole_s(runner: Runner) -> float:
    """How long a window's session takes: the second one, for the first one loads the program."""
    for _ in range(2):
        began = time.monotonic()
        runner.run(0, 0, 0, act="window")
    return time.monotonic() - began


def test_a_window_killed_at_any_time_loses_nothing_confirmed(runner) -> None:
    dice, most_s = random.Random(1), whole_s(runner)
    # On a busy machine many a session is through before its time.
    killed = (run.killed for run in (at_any_time(runner, dice, most_s) for _ in range(60)))
    assert sum(islice(filter(None, killed), 6)) == 6


@pytest.mark.campaign
def test_a_thousand_kills_of_a_window_at_random_times(runner) -> None:
    dice, most_s = random.Random(2), whole_s(runner)
    killed: list[Run] = []
    begun = 0
    while len(killed) < 1000:
        run = at_any_time(runner, dice, most_s)
        killed += [run] * run.killed
        begun += 1
        assert begun < 4000, f"only {len(killed)} kills in {begun} sessions of {most_s:.2f} s"
    steps = Counter(sum(kind == "want" for kind, *_ in run.said) // 5 * 5 for run in killed)
    print(f"{len(killed)} kills of {begun} sessions, after so many steps: {sorted(steps.items())}")
    assert sum(count for step, count in steps.items() if step) > 300


def twice(runner: Runner, dice: random.Random) -> None:
    """A session is killed, and what opens the file after it meets a fault, too."""
    at, seed = dice.randint(1, runner.places("kill")), dice.randrange(4)
    killed = runner.run(at, KILL, seed)
    runner.run(dice.randint(1, 12), dice.choice([*MODES.values()]), act="recover", afresh=False)
    Run(killed.folder, killed.said).check()


@pytest.mark.parametrize("most", [5, pytest.param(25, marks=pytest.mark.thorough)])
def test_a_fault_after_a_kill_loses_nothing_either(runner, most) -> None:
    for number in range(most):
        twice(runner, random.Random(number))


@pytest.mark.campaign
def test_a_thousand_faults_after_a_kill(runner) -> None:
    for number in range(1000):
        twice(runner, random.Random(number))


# --- power cuts ----------------------------------------------------------------------------------

HEAD = struct.Struct("<cQqQ")


def recorded(path: Path) -> list[tuple[str, int, int, bytes]]:
    """The calls of a session, in order: kind, inode, offset, data."""
    data, calls, place = path.read_bytes(), [], 0
    while place + HEAD.size <= len(data):
        kind, inode, offset, size = HEAD.unpack_from(data, place)
        place += HEAD.size
        calls.append((kind.decode(), inode, offset, data[place : place + size]))
        place += size
    return calls


@dataclass
class Disk:
    """Files by inode, names by path: what has reached the disk for certain, and what may have."""

    folder: int
    names: dict[str, int]
    bytes_: dict[int, bytearray]
    pending: dict[int, list[tuple[str, int, bytes]]] = field(default_factory=dict)
    pending_names: list[tuple[str, bytes, int]] = field(default_factory=list)

    def do(self, kind: str, inode: int, offset: int, data: bytes) -> None:
        if kind in "WT":
            self.pending.setdefault(inode, []).append((kind, offset, data))
        elif kind in "CUR":
            self.pending_names.append((kind, data, inode))
        elif inode == self.folder:
            for change in self.pending_names:
                self._name(change)
            self.pending_names.clear()
        else:
            # Only the content: names reach the disk with their folder, and in their order.
            for change in self.pending.pop(inode, ()):
                self._put(inode, change)

    def _put(self, inode: int, change: tuple[str, int, bytes]) -> None:
        kind, offset, data = change
        content = self.bytes_.setdefault(inode, bytearray())
        if kind == "T":
            del content[offset:]
            content.extend(bytes(offset - len(content)))
            return
        content.extend(bytes(max(offset + len(data) - len(content), 0)))
        content[offset : offset + len(data)] = data

    def _name(self, change: tuple[str, bytes, int]) -> None:
        kind, data, inode = change
        if kind == "C":
            self.names[os.fsdecode(data)] = inode
            self.bytes_.setdefault(inode, bytearray())
        elif kind == "U":
            self.names.pop(os.fsdecode(data), None)
        else:
            old, new = data.split(b"\0")
            found = self.names.pop(os.fsdecode(old), None)
            if found is not None:
                self.names[os.fsdecode(new)] = found

    def cut(self, dice: random.Random, folder: Path, share: float) -> None:
        """Write what a power cut now may leave: of what is pending, any part of any file."""
        after = Disk(
            self.folder, dict(self.names), {i: bytearray(b) for i, b in self.bytes_.items()}
        )
        for change in self.pending_names[: dice.randint(0, len(self.pending_names))]:
            after._name(change)
        for inode, changes in self.pending.items():
            for change in changes:
                if dice.random() < share:
                    after._put(inode, change)
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir()
        for name, inode in after.names.items():
            (folder / Path(name).name).write_bytes(after.bytes_.get(inode, b""))


def power_cuts(
    runner: Runner, tmp_path: Path, seed: int, each: int, act: str = "", every: int = 1
) -> int:
    """So many cuts, with more or less unwritten, after each or ``every`` so manieth call."""
    record = tmp_path / "record"
    record.unlink(missing_ok=True)
    run = runner.run(0, 0, seed, record, act)
    inodes = {name: inode for kind, name, inode in run.said if kind == "inode"}
    disk = Disk(inodes[str(run.folder)], {}, {})
    for path in runner.template(act).iterdir():
        if path.is_file():
            there = str(run.folder / path.name)
            disk.names[there] = inodes[there]
            disk.bytes_[inodes[there]] = bytearray(path.read_bytes())
    dice = random.Random(seed)
    told = iter(run.said)
    passed: list[tuple[str, str, Any]] = []
    known: dict[int, int] = {}
    done = 0
    cut = tmp_path / "cut"
    for number, (kind, inode, offset, data) in enumerate(recorded(record)):
        if kind == "N":
            for item in told:
                passed.append(item)
                if item[0] == "kept":
                    break
            continue
        if kind == "C":  # the system gives the number of a removed file to the next one
            known[inode] = 1 << 62 | len(known) << 32 | number
        disk.do(kind, known.get(inode, inode), offset, data)
        if number % every:
            continue
        for share in (0.0, 0.5, 1.0)[:each]:
            disk.cut(dice, cut, share)
            if act:
                check_act(act, cut, run.said, passed)
            else:
                check_cut(cut, run.said, passed)
            done += 1
    return done


def check_cut(folder: Path, said: list[Any], passed: list[Any]) -> None:
    """As after a kill; of what was asked for anything may be there, of what was kept everything."""
    for name in ("x", "y"):
        path = folder / f"{name}.plexwright"
        kept = [value for kind, of, value in passed if kind == "kept" and of == name]
        asked = [value for kind, of, value in said if kind in ("want", "copy") and of == name]
        with EngagementFile.open(path) as file:
            found = state_in(file)
            file.readings()
        possible = [sessions.OLD] if not kept else []
        first = kept[-1] if kept else 0
        possible += [sessions.state(n) for n in range(first, max(asked, default=-1) + 1)]
        assert any(alike(found, wanted) for wanted in possible), (name, found.title, kept)


@pytest.mark.parametrize("every", [20, pytest.param(1, marks=pytest.mark.thorough)])
def test_a_power_cut_during_a_session_loses_nothing_confirmed(runner, tmp_path, every) -> None:
    assert power_cuts(runner, tmp_path, 0, 1, every=every) > 300 // every


@pytest.mark.campaign
@pytest.mark.parametrize("seed", range(20))
def test_power_cuts_at_every_call_with_any_part_unwritten(runner, tmp_path, seed) -> None:
    assert power_cuts(runner, tmp_path, seed, 3) > 300


@pytest.mark.thorough
@pytest.mark.parametrize("act", ["upgrade", "lock", "restored backup", "replace"])
def test_a_power_cut_during_whatever_else_is_done(runner, tmp_path, act) -> None:
    assert power_cuts(runner, tmp_path, 0, 1, act) > 5


@pytest.mark.campaign
@pytest.mark.parametrize("act", ACTS)
def test_power_cuts_at_every_call_of_whatever_else_is_done(runner, tmp_path, act) -> None:
    cuts = [power_cuts(runner, tmp_path, seed, 3, act) for seed in range(20)]
    assert min(cuts) > 15
    print(f"{act}: {sum(cuts)} power cuts")


@pytest.mark.thorough
def test_the_shim_does_inject_what_it_is_told_to(runner) -> None:
    """A test of the test: with an error that it makes, a session is told so."""
    calls = runner.places("full from there on")
    told = set()
    for at in range(5, calls, calls // 12):
        said = runner.run(at, FULL_FROM).said
        told |= {value for kind, _name, value in said if kind in ("refused", "stopped")}
        if any("disk is full" in text for text in told):
            return
    pytest.fail(f"nobody was told: {told}")
