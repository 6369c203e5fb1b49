"""One worker thread with named slots: the newest job of a slot wins, urgent slots go first.

Python waits for its threads when it ends, so that what is being kept is kept. A thread without a
job therefore ends soon by itself, and one with a job cancels it when the main thread has ended: a
worker that nobody stopped keeps no process alive.
"""

from __future__ import annotations

import itertools
import threading
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from PySide6.QtCore import QObject, Signal

Cancel = Callable[[], bool]
Work = Callable[[Cancel], Iterator[object]]

REST_S = 2.0


def _python_ends() -> bool:
    return not threading.main_thread().is_alive()


_AT_WORK: set[int] = set()
"""Threads of this process that perform a job."""


def at_work() -> bool:
    """Whether any worker of this process performs a job."""
    return bool(_AT_WORK)


@dataclass(frozen=True)
class Job:
    """Work for a slot: an iterator of results, each delivered as it comes."""

    slot: str
    number: int
    work: Work
    series: object = None


class Worker(QObject):
    """Runs jobs one after the other on a thread of its own.

    Signals
    -------
    delivered   (slot, job number, result): only for jobs that were not superseded meanwhile.
    finished    (slot, job number)
    failed      (slot, job number, exception)

    A job is superseded by a newer one of its slot. Slots earlier in ``order`` interrupt later ones,
    whose job then starts anew when they are through.

    Jobs of one series (a setting under a slider) follow each other faster than they are done on a
    machine that has other work. One that runs then still delivers its first result: were it given
    up for the next, and that for the one after it, nothing would be seen until the slider rests.
    """

    delivered = Signal(str, int, object)
    finished = Signal(str, int)
    failed = Signal(str, int, object)
    _arrived = Signal(object, str, object)

    def __init__(self, order: Sequence[str], parent: QObject | None = None) -> None:
        super().__init__(parent)
        # The thread holds the worker, and this those who own it: closed, they are collected when
        # the thread is through, not while it sends a signal of theirs.
        self._owner = parent
        self._order = {slot: place for place, slot in enumerate(order)}
        self._numbers = itertools.count(1)
        self._wanted: dict[str, int] = {}
        self._series: dict[str, object] = {}
        self._pending: dict[str, Job] = {}
        self._running: Job | None = None
        self._lock = threading.Condition()
        self._stopping = False
        self._thread: threading.Thread | None = None
        # The thread has ended or is about to: the next job needs another one.
        self._resting = True
        self._arrived.connect(self._hand_over)

    def submit(self, slot: str, work: Work, *, series: object = None) -> int:
        """Run ``work`` for ``slot`` instead of what that slot was asked before; its number."""
        job = Job(slot, next(self._numbers), work, series)
        with self._lock:
            self._wanted[slot] = job.number
            self._series[slot] = series
            self._pending[slot] = job
            if self._resting and not self._stopping:
                self._resting = False
                self._thread = threading.Thread(target=self._run, name="plexwright")
                self._thread.start()
            self._lock.notify()
        return job.number

    def drop(self, slot: str) -> None:
        """Forget what the slot was asked."""
        with self._lock:
            self._pending.pop(slot, None)
            self._wanted.pop(slot, None)
            self._series.pop(slot, None)

    def busy(self, slot: str) -> bool:
        """Whether the slot's newest job is not finished yet."""
        with self._lock:
            return slot in self._wanted

    def stop(self, timeout_s: float = 0.02) -> None:
        """Cancel everything and give the thread a moment to end.

        One in the middle of a long stage ends by itself later; it is not heard any more.
        """
        with self._lock:
            self._stopping = True
            self._pending.clear()
            self._wanted.clear()
            self._series.clear()
            self._lock.notify()
        if self._thread is not None:
            self._thread.join(timeout_s)

    @property
    def ended(self) -> bool:
        """Whether no thread runs (any more)."""
        return self._thread is None or not self._thread.is_alive()

    # -- on the worker's thread ----------------------------------------------------------------

    def _run(self) -> None:
        while True:
            with self._lock:
                self._lock.wait_for(lambda: self._pending or self._stopping, REST_S)
                if self._stopping or not self._pending or _python_ends():
                    self._resting = True
                    return
                slot = min(self._pending, key=lambda s: self._order.get(s, len(self._order)))
                job = self._running = self._pending.pop(slot)
            _AT_WORK.add(threading.get_ident())
            try:
                self._perform(job)
            finally:
                _AT_WORK.discard(threading.get_ident())
            with self._lock:
                self._running = None

    def _perform(self, job: Job) -> None:
        told = given_up = False

        def cancel() -> bool:
            nonlocal given_up
            if not told and self._goes_on(job):
                return False
            given_up = given_up or self._interrupted(job)
            return given_up

        from app.store.figures import Interrupted, interruptible

        try:
            with interruptible(cancel):
                for result in job.work(cancel):
                    if self._outdated(job) and (told or not self._goes_on(job)):
                        return
                    self._tell(job, "delivered", result)
                    told, given_up = True, False
                    if self._interrupted(job):
                        self._again_later(job)
                        return
        except Interrupted:
            self._again_later(job)
            return
        except Exception as problem:  # handed to the window's thread, which says it
            if given_up or self._interrupted(job):
                self._again_later(job)
            else:
                self._tell(job, "failed", problem)
                self._tell(job, "finished", None)
            return
        # What was told to stop may have ended without its result, and what it stopped for may be
        # gone again: it is as little done as if it had raised.
        if given_up:
            self._again_later(job)
        else:
            self._tell(job, "finished", None)

    def _tell(self, job: Job, what: str, result: object) -> None:
        if not self._stopping:
            self._arrived.emit(job, what, result)

    def _outdated(self, job: Job) -> bool:
        return self._stopping or self._wanted.get(job.slot) != job.number

    def _goes_on(self, job: Job) -> bool:
        """Whether what the slot is asked now continues the job's series."""
        series = job.series
        return series is not None and self._series.get(job.slot) == series and not _python_ends()

    def _interrupted(self, job: Job) -> bool:
        if self._outdated(job) or _python_ends():
            return True
        place = self._order.get(job.slot, len(self._order))
        return any(self._order.get(slot, len(self._order)) < place for slot in list(self._pending))

    def _again_later(self, job: Job) -> None:
        with self._lock:
            if not self._outdated(job) and job.slot not in self._pending:
                self._pending[job.slot] = job

    # -- on the window's thread ----------------------------------------------------------------

    def _hand_over(self, job: Job, what: str, result: object) -> None:
        slot, number = job.slot, job.number
        newest = self._wanted.get(slot) == number
        if not newest and not (what == "delivered" and self._goes_on(job)):
            return
        if what == "delivered":
            self.delivered.emit(slot, number, result)
        elif what == "failed":
            self.failed.emit(slot, number, result)
        else:
            self._wanted.pop(slot, None)
            self._series.pop(slot, None)
            self.finished.emit(slot, number)
