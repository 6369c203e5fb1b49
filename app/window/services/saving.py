"""The engagement's file during a session: written soon, on a thread of its own, never over others.

What is to be written rests on what the file held when it was read. When another session (a second
window after a takeover, ``plexwright import``, a colleague on a network folder without locks) wrote
meanwhile, the file's stamp tells, and both sides' changes are merged item by item; what both
changed differently stays as it is in the file until the user decides.
"""

from __future__ import annotations

import secrets
import threading
import time
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from math import inf
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from PySide6.QtCore import QObject, Qt, QTimer, Signal

from advisor.engagement import Constraints
from app.errors import mark
from app.store import EngagementFile, StoreProblem, places
from app.store.holding import Held, Holder, hold
from app.store.problems import Damaged
from app.store.rescue import Rescued, rescue
from app.window.document.merging import Conflict, Key, alike, merge, with_items
from app.window.document.state import State
from app.window.i18n import tr
from app.window.i18n.problems import sentence_of
from app.window.services.persistence import Loaded, Whereabouts, state_in

if TYPE_CHECKING:
    from advisor.observations import FileReading
    from model.topology import Topology

SAVE_AFTER_MS = 40  # what was changed is painted first
LATEST_SAVE_MS = 350  # between two writings while something changes all the time
FIRST_RETRY_MS = 2000
LAST_RETRY_MS = 30_000
DAMAGED = mark("is damaged ({why}); save it under another name, which keeps what is on show")
UNSAVED = mark("what was changed before cannot be saved ({why})")
DISPUTED = mark("another window changed the same things; decide first which are to stay")
COPYING = mark("is being written just now; wait until that is done")
STOPPED = mark("was not written, as you wished; the engagement stays where it was")
TAKEN = mark("was taken over by another window; save what is unsaved here under another name")

T = TypeVar("T")


@dataclass(frozen=True)
class _Wish:
    """What is to be on the disk, and what it rests on."""

    base: State
    state: State
    shown: str | None
    stamp: str
    writer: str
    tried: State | None
    """What could not be written before, as far as the system said: it may be there all the same."""


@dataclass(frozen=True)
class _Written:
    """What is on the disk now; ``theirs`` is what others had made of it before, if they did."""

    wish: _Wish
    state: State
    stamp: str
    theirs: State | None
    conflicts: tuple[Conflict, ...]


@dataclass
class _Copy:
    """A Save as: from when it is asked for until one goes on there."""

    path: Path
    replace: bool
    known: tuple[FileReading, ...] | None
    """What was read, should the file be damaged; ``None`` when nobody can tell."""
    before: Topology | None
    """The as-is before the last import."""
    held: Held | None
    stop: threading.Event
    thread: ThreadPoolExecutor
    """That of the new file, which it will be opened in."""
    job: Future[tuple[EngagementFile, str]] | None = None
    rescued: Rescued | None = None
    begun: bool = False
    goes_on: bool = False
    """One is there, and what was not saved before is written."""


class TakenOver(StoreProblem):
    """Another session writes this engagement now."""


class Persistence(QObject):
    """Writes what changed, half a second after it changed at the latest, and on :meth:`flush`.

    Signals
    -------
    problem   one sentence when writing failed; what is unsaved is tried again, ever more rarely.
    mended    what could not be written is written.
    merged    (base, theirs): another session changed the engagement from ``base`` to ``theirs``;
              what does not contradict ours is on the disk together with ours.
    disputed  the conflicts that the user has to decide by :meth:`settle`.
    taken     another window writes the engagement now, this one only reads it.
    copying   (path, share) while a Save as is under way.
    moved     it is there, and one goes on with it.
    rescued   the file one was at is damaged: what (``Rescued``) could not be taken along.
    copied    (path, why not, or ``None``): it is through, what was unsaved before is written.
    """

    problem = Signal(str)
    mended = Signal()
    merged = Signal(object, object)
    disputed = Signal(object)
    taken = Signal()
    copying = Signal(object, float)
    moved = Signal()
    rescued = Signal(object)
    copied = Signal(object, object)
    _done = Signal(object)
    _copy_done = Signal(object)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.path: Path | None = None
        self.where: Whereabouts | None = None  # the same, for other threads
        self.holder: Holder | None = None
        self.conflicts: dict[Key, Conflict] = {}
        self._file: EngagementFile | None = None  # of the writing thread alone
        self._thread: ThreadPoolExecutor | None = None
        self._running: Future[_Written] | None = None
        self._copy: _Copy | None = None
        self._held: Held | None = None
        self._saved = self._wanted = State()
        self._saved_shown: str | None = None
        self._wanted_shown: str | None = None
        self._stamp = self._writer = ""
        self._tried: State | None = None
        self._failed = ""
        self._begun_s = -inf
        self._retry_ms = FIRST_RETRY_MS
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setTimerType(Qt.TimerType.PreciseTimer)
        self._timer.timeout.connect(self._begin)
        self._done.connect(self._finished)
        self._copy_done.connect(self._copy_finished)

    # -- what it is at -------------------------------------------------------------------------

    @property
    def is_copying(self) -> bool:
        """Whether a Save as is under way; nothing is written meanwhile."""
        return self._copy is not None and not self._copy.goes_on

    @property
    def read_only(self) -> bool:
        """Whether another session has the engagement, so that this one keeps nothing."""
        return self.holder is not None

    @property
    def unsaved(self) -> bool:
        """Whether something is not on the disk yet."""
        if self.path is None or self.read_only:
            return False
        return (
            self._running is not None
            or self._copy is not None
            or self._undisputed() is not self._saved
            or bool(self.conflicts)
            or self._wanted_shown != self._saved_shown
        )

    def _undisputed(self) -> State:
        """What is wanted, without what the user has to decide first."""
        wanted = with_items(self._wanted, self._saved, tuple(self.conflicts))
        return self._saved if wanted == self._saved and self.conflicts else wanted

    # -- beginning and ending ------------------------------------------------------------------

    def adopt(self, loaded: Loaded) -> None:
        """Go on with a file that was loaded; only to read it when another session has it.

        Raises
        ------
        StoreProblem: it cannot be opened any more, or what was on show before cannot be saved.
        """
        why = self.flush()
        if why is not None:
            raise StoreProblem(UNSAVED, values={"why": why})
        # Opened anew, the own lock must not be taken for another session's.
        if self._held is not None:
            self._held.release()
        found = hold(loaded.path)
        try:
            self._go_on_with(loaded.path, found, loaded.state, loaded.stamp)
        except StoreProblem:
            if isinstance(found, Held):
                found.release()
            again = None if self.path is None or self.read_only else hold(self.path)
            self._held = again if isinstance(again, Held) else None
            raise
        self._writer = loaded.writer
        self._saved_shown = self._wanted_shown = loaded.shown

    def create(self, path: Path, state: State, *, replace: bool = False) -> None:
        """Start a new file with this state; another one there is refused or replaced."""
        found = _free(path)
        try:
            EngagementFile.create(path, state.title, replace=replace).close()
            self._go_on_with(path, found, State(), "")
        except StoreProblem:
            if found is not None:
                found.release()
            raise
        self._saved = State(title=state.title)
        self._wanted = state
        self.flush()

    def copy_to(
        self,
        path: Path,
        *,
        replace: bool = False,
        known: tuple[FileReading, ...] | None = None,
        before: Topology | None = None,
    ) -> None:
        """Begin to save under another name and go on there; ``copied`` says how it went.

        What could not be saved here is saved there. What other threads write of this engagement
        meanwhile is in both files; what they write afterwards, only in the new one. From a file
        that is damaged what was read of it before (``known``, and the as-is ``before`` the last
        import) is written anew.

        Raises
        ------
        StoreProblem: another window has that file open, or a Save as is under way already.
        """
        if self.where is None:
            return
        if self._copy is not None:
            raise StoreProblem(COPYING, file=self._copy.path)
        held = _free(path)
        self._copy = _Copy(path, replace, known, before, held, threading.Event(), _thread())
        self.copying.emit(path, 0.0)
        if self._running is None:
            self._begin_copy()

    def stop_copying(self) -> None:
        """Stay with the file that one is at, unless the new one is there already."""
        if self._copy is not None:
            self._copy.stop.set()

    def _begin_copy(self) -> None:
        """Write what is unsaved, and copy the file after that."""
        copy, file, where, thread = self._copy, self._file, self.where, self._thread
        assert copy is not None
        assert file is not None
        assert where is not None
        assert thread is not None
        copy.begun = True  # a short writing is through at once, and would begin it again
        self._begin()
        writing, saved = self._running, self._saved

        def tell(share: float = 0.0) -> None:
            if copy.stop.is_set():
                raise StoreProblem(STOPPED, file=copy.path)
            self.copying.emit(copy.path, share)

        def work() -> tuple[EngagementFile, str]:
            state = saved
            where.hold(tell)
            try:
                try:
                    file.copy_to(copy.path, replace=copy.replace, progress=tell)
                except Damaged:
                    if copy.known is None:
                        raise
                    # By now the writing is through: what it kept is what one goes on from.
                    if writing is not None and writing.exception() is None:
                        state = writing.result().state
                    copy.rescued = _rescue(file, copy, state, tell)
                return copy.thread.submit(_open, copy.path).result()
            except BaseException:
                where.release(where.path)
                raise

        copy.job = thread.submit(work)
        copy.job.add_done_callback(self._copy_done.emit)

    def _copy_finished(self, job: Future[tuple[EngagementFile, str]]) -> None:
        """In the window's thread: go on with the copy, unless somebody waited for it."""
        copy = self._copy
        if copy is None or copy.goes_on or copy.job is not job:
            return
        self._await()  # which was written before it
        try:
            file, writer = job.result()
        except (StoreProblem, OSError) as wrong:
            self._copy = None
            if copy.held is not None:
                copy.held.release()
            copy.thread.shutdown()
            self._soon()
            self.copied.emit(copy.path, wrong)
            return
        where = self.where
        assert where is not None
        # Only now: until here what was shown as kept had to be in the file that was on show.
        where.release(copy.path)
        saved, wanted, shown = self._saved, self._wanted, self._wanted_shown
        self._let_go()
        self._put_in_place(where, file, copy.thread, copy.held, saved, "", writer)
        # The copy holds what others did to the file as well: merged by the first writing.
        self._wanted, self._wanted_shown = wanted, shown
        copy.goes_on = True
        self.moved.emit()
        if copy.rescued is not None:
            self.rescued.emit(copy.rescued)
        self._begin()
        self._say_copied()

    def _say_copied(self) -> None:
        """Once what was unsaved at a Save as is written there, or cannot be."""
        copy = self._copy
        if copy is not None and copy.goes_on and self._running is None:
            self._copy = None
            why = StoreProblem(UNSAVED, values={"why": self._failed}) if self._failed else None
            self.copied.emit(copy.path, why)

    def _await_copy(self) -> None:
        self._await()
        if self._copy is not None and (job := self._copy.job) is not None:
            job.exception()
            self._copy_finished(job)
            self._await()

    def _go_on_with(
        self, path: Path, found: Held | Holder | None, state: State, stamp: str
    ) -> None:
        thread = _thread()
        try:
            file, writer = thread.submit(_open, path).result()
        except BaseException:
            thread.shutdown()
            raise
        self.close()
        self._put_in_place(Whereabouts(path), file, thread, found, state, stamp, writer)

    def _put_in_place(
        self,
        where: Whereabouts,
        file: EngagementFile,
        thread: ThreadPoolExecutor,
        found: Held | Holder | None,
        state: State,
        stamp: str,
        writer: str,
    ) -> None:
        places.clear_leftovers(where.path.parent)
        self.path, self.where = where.path, where
        self._file, self._thread = file, thread
        self._held = found if isinstance(found, Held) else None
        self.holder = found if isinstance(found, Holder) else None
        self._saved = self._wanted = state
        self._saved_shown = self._wanted_shown = None
        self._stamp, self._writer = stamp, writer
        self._failed = ""
        self._tried = None
        self._retry_ms = FIRST_RETRY_MS
        self._begun_s = -inf

    def take_over(self) -> None:
        """Write an engagement that another session has; that one only reads it from now on.

        What it wrote since comes by ``merged``.

        Raises
        ------
        StoreProblem: the file cannot be written to.
        """
        if self._copy is not None:
            raise StoreProblem(COPYING, file=self._copy.path)
        token = secrets.token_hex(8)

        def claim() -> tuple[State, str]:
            assert self._file is not None
            with self._file.together():
                self._file.take_over(token)
                return state_in(self._file), self._file.stamp()

        theirs, self._stamp = self._call(claim)
        self.holder = None
        self._writer = token
        if not alike(theirs, self._saved):
            base, self._saved, self._wanted = self._saved, theirs, theirs
            self.merged.emit(base, theirs)

    def give_up(self) -> None:
        """Want no more than what is saved."""
        self._timer.stop()
        self.stop_copying()
        self._await_copy()
        self._wanted, self._wanted_shown = self._saved, self._saved_shown
        self.conflicts.clear()
        self._failed = ""

    def close(self) -> None:
        """Write what is unsaved and let the file go."""
        self.flush()
        self._let_go()

    def _let_go(self) -> None:
        self._timer.stop()
        if self._thread is not None and self._file is not None:
            self._thread.submit(self._file.close).result()
            self._thread.shutdown()
        self._file = self._thread = self.path = self.where = None
        if self._held is not None:
            self._held.release()
        self._held = self.holder = None
        self.conflicts.clear()

    # -- writing -------------------------------------------------------------------------------

    def save(self, state: State) -> None:
        """Keep this state soon: at once after a pause, and no later because more follows."""
        self._wanted = state
        self._soon()

    def keep_shown(self, scenario: str | None) -> None:
        """Remember which scenario is on show."""
        self._wanted_shown = scenario
        self._soon()

    def _soon(self) -> None:
        # A failed one is tried again by its own timer, and one that is due is not put off: what a
        # crash takes is then never older than this and the writing itself.
        if self._failed or self._timer.isActive() or not self.unsaved:
            return
        since_ms = (time.monotonic() - self._begun_s) * 1000
        self._timer.start(round(max(LATEST_SAVE_MS - since_ms, SAVE_AFTER_MS)))

    def _begin(self) -> None:
        """Write what is wanted now, unless that is under way."""
        thread, file = self._thread, self._file
        if thread is None or file is None or self.read_only or self._running is not None:
            return
        if self._copy is not None and self._copy.job is not None and not self._copy.goes_on:
            return  # what changes during a Save as is written to the new file
        wanted = self._undisputed()
        if wanted is self._saved and self._wanted_shown == self._saved_shown:
            return
        self._timer.stop()
        self._begun_s = time.monotonic()
        if self._held is None and self.path is not None:
            found = hold(self.path)  # who had it may have gone
            self._held = found if isinstance(found, Held) else None
        wish = _Wish(
            self._saved, wanted, self._wanted_shown, self._stamp, self._writer, self._tried
        )
        self._tried = wanted
        self._running = thread.submit(_write, file, wish)
        self._running.add_done_callback(self._done.emit)

    def _finished(self, running: Future[_Written]) -> None:
        """In the window's thread: what came of a writing, unless somebody waited for it."""
        if running is not self._running:
            return
        self._running = None
        self._take_in(running)
        if self._copy is not None and not self._copy.begun:
            self._begin_copy()
        self._say_copied()

    def _take_in(self, running: Future[_Written]) -> None:
        try:
            written = running.result()
        except TakenOver as taken:
            self.holder = Holder()
            self._failed = sentence_of(taken)
            self.taken.emit()
            return
        except StoreProblem as wrong:
            if isinstance(wrong, Damaged):
                wrong = StoreProblem(DAMAGED, file=wrong.file, values=wrong.values)
            said = sentence_of(wrong)
            if said != self._failed:
                # Once, and not at every further try that fails for the same reason.
                self._failed = said
                self.problem.emit(said)
            self._timer.start(self._retry_ms)
            self._retry_ms = min(2 * self._retry_ms, LAST_RETRY_MS)
            return
        self._tried = None
        base, self._saved = self._saved, written.state
        self._saved_shown, self._stamp = written.wish.shown, written.stamp
        self._retry_ms = FIRST_RETRY_MS
        if self._failed:
            self._failed = ""
            self.mended.emit()
        if written.theirs is not None:
            self._merge(base, written)
        self._soon()

    def _merge(self, base: State, written: _Written) -> None:
        """Others had changed the file: what is wanted here is what they did, and ours."""
        wanted, late = merge(written.wish.state, self._wanted, written.state)
        found = {conflict.key: conflict for conflict in (*written.conflicts, *late)}
        self.conflicts.update(found)
        # What is disputed stays on show as it is here.
        mine = {key: conflict.mine for key, conflict in found.items()}
        self._wanted = with_items(wanted, self._wanted, tuple(mine))
        self.merged.emit(base, self._wanted)
        if self.conflicts:
            self.disputed.emit(tuple(self.conflicts.values()))

    def settle(self, *, mine: bool) -> State:
        """Decide all conflicts for one side; the state that is wanted from now on."""
        keys = tuple(self.conflicts)
        if not mine:
            self._wanted = with_items(self._wanted, self._saved, keys)
        self.conflicts.clear()
        self._soon()
        return self._wanted

    def flush(self) -> str | None:
        """Write what changed now, all or nothing; why it is not written, or ``None``.

        What cannot be written is tried again later.
        """
        self._await_copy()
        self._timer.stop()
        self._begin()
        self._await()
        if self._failed and self.path is not None and not self.read_only:
            self._timer.start(self._retry_ms)
        if self.path is None or self.read_only:
            return self._failed or None
        if self.conflicts and not self._failed:
            return tr(DISPUTED)
        return self._failed or None

    def _await(self) -> None:
        while self._running is not None:
            running = self._running
            running.exception()
            self._finished(running)
            self._timer.stop()

    def _call(self, job: Callable[[], T]) -> T:
        """Do this in the writing thread, which alone may use the file, and wait for it."""
        assert self._thread is not None
        return self._thread.submit(job).result()


def _thread() -> ThreadPoolExecutor:
    return ThreadPoolExecutor(1, thread_name_prefix="plexwright-save")


def _free(path: Path) -> Held | None:
    """A file that is to be written here, held against others.

    Raises
    ------
    StoreProblem: another window has it open.
    """
    found = hold(path)
    if isinstance(found, Holder):
        raise StoreProblem(mark("is open in another window; close it there first"), file=path)
    return found


def _open(path: Path) -> tuple[EngagementFile, str]:
    file = EngagementFile.open(path)
    return file, file.writer()


def _write(file: EngagementFile, wish: _Wish) -> _Written:
    """Bring the file from what it holds to what is wanted; in the writing thread."""
    with file.together() as before:
        if file.writer() != wish.writer:
            raise TakenOver(TAKEN, file=file.path)
        held = theirs = wish.base if before == wish.stamp else state_in(file)
        base = wish.base
        if alike(theirs, base):  # others changed reports, or this is a copy of it
            theirs = base
        elif wish.tried is not None and alike(theirs, wish.tried):
            # Our own: an error after the change was complete.
            base = theirs
        state, conflicts = merge(base, wish.state, theirs)
        _put(file, held, state)
        file.set_window_state("scenario", wish.shown)
        stamp = file.stamp()
    return _Written(wish, state, stamp, None if theirs is base else theirs, conflicts)


def _rescue(
    file: EngagementFile, copy: _Copy, state: State, tell: Callable[[float], None]
) -> Rescued:
    """Write what is known of a damaged file anew; in the writing thread."""

    def fill(made: EngagementFile) -> None:
        _put(made, State(title=made.name), state)
        made.keep_before_import(copy.before)

    return rescue(file, copy.path, copy.known or (), fill, replace=copy.replace, progress=tell)


def _put(file: EngagementFile, old: State, new: State) -> None:
    """What differs between two states, into the file."""
    if new.title != old.title:
        file.name = new.title
    if new.scenarios != old.scenarios:
        file.set_scenarios(new.scenarios, old.scenarios)
    if new.edits != old.edits:
        file.set_edits(new.edits)
    # None, to which undo goes back, stands for no limits, and so does the file's default.
    if (limits := new.constraints or Constraints()) != (old.constraints or Constraints()):
        file.set_constraints(limits)
    for subject, metric in {**old.answers, **new.answers}:
        key = (subject, metric)
        if repr(old.answers.get(key)) != repr(new.answers.get(key)):  # 1 is not True
            file.set_answer(subject, metric, new.answers.get(key))
    for finding in {**old.decisions, **new.decisions}:
        decision = new.decisions.get(finding)
        if decision != old.decisions.get(finding):
            if decision is None:
                file.decide(finding, None)
            else:
                file.decide(finding, decision.verdict, decision.reason)
    if new.positions != old.positions:
        file.set_window_state("positions", {k: list(v) for k, v in new.positions.items()})
    if new.goals != old.goals:
        goals = [[who, percent, seconds] for (who, percent), seconds in new.goals.items()]
        file.set_window_state("goals", goals)
    if new.provisional != old.provisional:
        file.provisional = new.provisional
