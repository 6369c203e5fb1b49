"""Projections for the views: the value first, then its band; the newest request wins."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from time import sleep
from typing import TYPE_CHECKING, Protocol

from PySide6.QtCore import QObject, Signal

from app.window.services.worker import Cancel, Worker

if TYPE_CHECKING:
    from model.projection import Baseline, Projection
    from model.topology import Scenario

LIVE, SWEEP, TREND, COMPARE = "live", "sweep", "trend", "compare"
VALIDATE, PREVIEW, EXPORT, COPY = "validate", "preview", "export", "copy"
PICTURES = "pictures"
SILENT, HISTORY, LEVELS, GOALS = "silent", "history", "levels", "goals"
LOAD, LOADED = "load", "loaded"
MATTERS, GOAL = "matters", "goal"
ORDER = (
    LIVE, COPY, LOADED, TREND, LOAD, SWEEP, GOAL, COMPARE, SILENT, LEVELS, GOALS, MATTERS,
    EXPORT, PICTURES, VALIDATE, PREVIEW, HISTORY,
)  # fmt: skip


ENTIRE = (LIVE, LOAD, LOADED, COMPARE)
"""Slots of which a view shows more than figures of a workload: those are made on the worker too."""
PACE_S = 0.05
"""Between the figures of a slider that is being moved and the search for the next ones: to show
them takes the window's thread as long as two frames, in which the slider stands still."""


class Projector(Protocol):
    """What makes projections: ``model.projection.project``, or a stand-in of the same shape."""

    def __call__(
        self,
        baseline: Baseline,
        scenarios: Sequence[Scenario],
        *,
        bands: bool = True,
        live: bool = False,
        cancel: Callable[[], bool] | None = None,
    ) -> tuple[Projection, ...]: ...


def default_projector(
    baseline: Baseline,
    scenarios: Sequence[Scenario],
    *,
    bands: bool = True,
    live: bool = False,
    cancel: Callable[[], bool] | None = None,
) -> tuple[Projection, ...]:
    """``model.projection.project``, imported when first wanted."""
    from model.projection import project

    return project(baseline, scenarios, bands=bands, live=live, cancel=cancel)


class ProjectionService(QObject):
    """Runs projections on one worker thread.

    Signals
    -------
    projected   (slot, tuple of projections, whether they carry bands)
    failed      (slot, sentence)
    busyChanged whether the live projection is under way
    """

    projected = Signal(str, object, bool)
    computed = Signal(str, object)
    failed = Signal(str, str)
    busyChanged = Signal(bool)

    @property
    def projector(self) -> Projector:
        """What projects, for jobs of other kinds that need projections in their own thread."""
        return self._projector

    def __init__(
        self, projector: Projector = default_projector, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._owner = parent  # as of a worker
        self._projector = projector
        self._worker = Worker(ORDER, self)
        self._worker.delivered.connect(self._deliver)
        self._worker.failed.connect(self._fail)
        self._worker.finished.connect(self._finish)

    def project(
        self,
        slot: str,
        baseline: Baseline,
        scenarios: Sequence[Scenario],
        *,
        bands: bool = True,
        central_first: bool = True,
        series: object = None,
    ) -> None:
        """Project scenarios for a slot, replacing what that slot was asked before.

        Requests of one ``series`` are of the same changes with other values: what is under way for
        one is still told when the next has been asked for.
        """
        wanted = tuple(scenarios)
        projector = self._projector

        def projected(cancel: Cancel, *, bands: bool) -> tuple[Projection, ...]:
            found = projector(baseline, wanted, bands=bands, live=True, cancel=cancel)
            if slot in ENTIRE:
                for each in found:
                    each.complete()
            return found

        def work(cancel: Cancel) -> Iterator[object]:
            if central_first or not bands:
                yield projected(cancel, bands=False), False
                if series is not None:
                    sleep(PACE_S)
            if bands and not cancel():
                yield projected(cancel, bands=True), True

        self._worker.submit(slot, work, series=series)
        if slot == LIVE:
            self.busyChanged.emit(True)

    def compute(self, slot: str, work: Callable[[Cancel], Iterator[object]]) -> None:
        """Run other work (a plan) on the same thread; results come by ``computed``."""

        def wrapped(cancel: Cancel) -> Iterator[object]:
            for result in work(cancel):
                yield result, None

        self._worker.submit(slot, wrapped)

    def drop(self, slot: str) -> None:
        """Forget what the slot was asked."""
        self._worker.drop(slot)

    def busy(self, slot: str = LIVE) -> bool:
        """Whether the slot is being worked on."""
        return self._worker.busy(slot)

    def close(self) -> None:
        """Cancel everything; the service answers no more."""
        self._worker.stop()

    @property
    def ended(self) -> bool:
        """Whether the service's thread is through."""
        return self._worker.ended

    def _deliver(self, slot: str, _number: int, result: tuple[object, bool | None]) -> None:
        value, with_bands = result
        if with_bands is None:
            self.computed.emit(slot, value)
        else:
            self.projected.emit(slot, value, with_bands)

    def _fail(self, slot: str, _number: int, problem: Exception) -> None:
        self.failed.emit(slot, str(problem) or type(problem).__name__)

    def _finish(self, slot: str, _number: int) -> None:
        if slot == LIVE:
            self.busyChanged.emit(False)
