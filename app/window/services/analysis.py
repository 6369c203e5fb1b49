"""Reading files and analysing them, off the window's thread, with progress and cancel."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from PySide6.QtCore import QObject, Signal

from app.window.i18n import tr
from app.window.i18n.problems import sentence_of, told
from app.window.services.worker import Cancel, Worker

if TYPE_CHECKING:
    from advisor.analysis import Groundwork
    from advisor.engagement import Engagement, Options
    from advisor.observations import FileReading
    from app.window.services.persistence import Whereabouts
    from model.topology import Topology

OPEN, READ, ANALYSE, KEEP = "open", "read", "analyse", "keep"

Progress = Callable[[float], None]
Early = Callable[["Engagement"], None]


def renamed(reading: FileReading, bare: str, name: str) -> FileReading:
    """The reading under the name its file has in the engagement."""
    if bare == name:
        return reading

    def other(file: str) -> str:
        return name + file[len(bare) :] if file.startswith(bare) else file

    return replace(
        reading,
        file=other(reading.file),
        observations=tuple(replace(o, file=other(o.file)) for o in reading.observations),
        problems=tuple(replace(p, file=other(p.file)) for p in reading.problems),
    )


class Keep(Protocol):
    """What keeps an imported file: names it first, then stores it with what was read."""

    def name_for(self, source: Path, name: str) -> tuple[str, bool]: ...

    def keep(self, source: Path, name: str, readings: Sequence[FileReading]) -> bool: ...


class Analyst(Protocol):
    """What reads and analyses: the advisor, or a stand-in of the same shape."""

    def find(self, paths: Sequence[Path]) -> list[tuple[Path, str]]: ...

    def readable(self, path: Path) -> bool: ...

    def read(self, path: Path, progress: Progress, cancel: Cancel) -> tuple[FileReading, ...]: ...

    def read_intervals(
        self, path: Path, intervals: Sequence[str], progress: Progress, cancel: Cancel
    ) -> tuple[FileReading, ...]: ...

    def analyse(
        self,
        name: str,
        readings: Sequence[FileReading],
        options: Options,
        progress: Progress,
        cancel: Cancel,
        early: Early | None = None,
    ) -> Engagement: ...


class AdvisorAnalyst:
    """The advisor, imported when first wanted."""

    def __init__(self) -> None:
        self._ground: Groundwork | None = None

    def read(self, path: Path, progress: Progress, cancel: Cancel) -> tuple[FileReading, ...]:
        """Read a file, folder or ZIP."""
        return self.read_intervals(path, (), progress, cancel)

    def read_intervals(
        self, path: Path, intervals: Sequence[str], progress: Progress, cancel: Cancel
    ) -> tuple[FileReading, ...]:
        """The same; of a print too long to be read whole the intervals that start so."""
        from advisor.reading import read_path

        def tell(done: int, total: int) -> None:
            progress(done / total if total else 0.0)

        return tuple(read_path(path, progress=tell, cancel=cancel, intervals=intervals))

    def find(self, paths: Sequence[Path]) -> list[tuple[Path, str]]:
        """Files that were meant, with the names they get inside the engagement."""
        from app.importing.files import find_files

        given, _complete = find_files([str(path) for path in paths])
        return [(item.path, item.short) for item in given]

    def readable(self, path: Path) -> bool:
        """Whether the bytes of a file can be had."""
        from app.importing.files import readable

        return readable(path)

    def analyse(
        self,
        name: str,
        readings: Sequence[FileReading],
        options: Options,
        progress: Progress,
        cancel: Cancel,
        early: Early | None = None,
    ) -> Engagement:
        """Analyse what was read; ``early`` gets what is known after each stage.

        Where only the plan's limits or rejections differ from the last time, only the plan is
        chosen anew.
        """
        from advisor.analysis import groundwork, planned

        def tell(share: float, _stage: str) -> None:
            progress(share)

        ground = self._ground
        if ground is None or not ground.serves(readings, options):
            ground = groundwork(readings, options, name, tell, cancel, early)
            self._ground = ground
        return planned(ground, options, name, tell, cancel)


def _useless(
    wanted: Sequence[Path], files: Sequence[tuple[Path, str]]
) -> Iterator[tuple[str, list[Path]]]:
    """What of the given paths is not there, and which folders hold no files."""
    gone = [path for path in wanted if not path.exists()]
    empty = [
        path
        for path in wanted
        if path.is_dir() and not any(path in (file, *file.parents) for file, _short in files)
    ]
    if gone:
        yield "missing", gone
    if empty:
        yield "nothing", empty


class AnalysisService(QObject):
    """Opens, imports and analyses on a thread of its own.

    Signals
    -------
    loaded      what an engagement file holds
    refused     (file, sentence) of an engagement file that cannot be opened
    progressed  (what is being done, share 0..1)
    read        readings of one file, as soon as they are there
    known       name of a file that is in the engagement already
    missing     names of what was given and is not there
    nothing     names of what was given and holds no files
    readAgain   readings of a file that was read before, with other intervals
    staged      the engagement as far as it is known, when stages were asked for
    analysed    the engagement
    failed      a sentence
    readFailed  a sentence why files are not read or kept any further
    busyChanged whether something is under way
    """

    loaded = Signal(object)
    refused = Signal(object, str)
    progressed = Signal(str, float)
    read = Signal(object)
    known = Signal(str)
    missing = Signal(str)
    nothing = Signal(str)
    readAgain = Signal(object)
    readFinished = Signal()
    staged = Signal(object)
    analysed = Signal(object)
    _early = Signal(int, object)
    failed = Signal(str)
    readFailed = Signal(str)
    busyChanged = Signal(bool)

    def __init__(self, analyst: Analyst | None = None, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.damaged = False  # what was refused last
        self._owner = parent  # as of a worker
        self._analyst: Analyst = analyst or AdvisorAnalyst()
        self._asked = 0
        self._early.connect(self._hand_early)
        self._opening = Path()
        self._worker = Worker((OPEN, READ, ANALYSE, KEEP), self)
        self._worker.delivered.connect(self._deliver)
        self._worker.failed.connect(self._fail)
        self._worker.finished.connect(self._finish)

    @property
    def busy(self) -> bool:
        """Whether something is under way."""
        return any(self._worker.busy(slot) for slot in (OPEN, READ, ANALYSE))

    @property
    def reading(self) -> bool:
        """Whether an engagement or reports are being read; more reports wait for their turn."""
        return self._worker.busy(OPEN) or self._worker.busy(READ)

    @property
    def analysing(self) -> bool:
        """Whether an analysis is under way or waiting for its turn."""
        return self._worker.busy(ANALYSE)

    def open(self, path: Path) -> None:
        """Read an engagement file; it comes by ``loaded`` or ``refused``.

        Whatever was asked for the engagement before is forgotten.
        """
        self.cancel()
        self._opening = path

        def work(_cancel: Cancel) -> Iterator[object]:
            from app.window.services.ahead import load_ahead, load_later

            # SQLite and the advisor come with it: imported here, the window goes on meanwhile.
            load_ahead()
            from app.window.services.persistence import load

            yield "loaded", load(path), None
            load_later()

        self._worker.submit(OPEN, work)

    def keep(self, where: Whereabouts, engagement: Engagement) -> None:
        """Keep an analysis in its file when nothing else is to be done."""

        def work(_cancel: Cancel) -> Iterator[object]:
            from app.window.services.persistence import keep_analysis

            keep_analysis(where, engagement)
            yield from ()

        self._worker.submit(KEEP, work)

    def read_files(self, paths: Sequence[Path], keep: Keep | None = None, batch: int = 0) -> None:
        """Read files and folders, as one import; each one's readings come by ``read``.

        ``keep`` names and stores a file; it runs on the service's thread. A file whose bytes
        cannot be had is refused by its reader, is not kept and does not stop the others.
        """
        wanted = tuple(paths)
        analyst = self._analyst

        def work(cancel: Cancel) -> Iterator[object]:
            there = [path for path in wanted if path.exists()]
            for what, paths in _useless(wanted, files := analyst.find(there)):
                yield what, ", ".join(path.name or str(path) for path in paths), None
            for number, (path, short) in enumerate(files):
                whole = analyst.readable(path)
                name, new = short, True
                if keep is not None and whole:
                    name, new = keep.name_for(path, short)
                if not new:
                    yield "known", name, None
                    continue
                said = tr("Reading {file}", file=name)
                yield "progress", said, number / len(files)
                if cancel():
                    return

                def tell(share: float, at: int = number, text: str = said) -> None:
                    done = (at + min(max(share, 0.0), 1.0)) / len(files)
                    self.progressed.emit(text, done)

                readings = tuple(
                    replace(renamed(reading, path.name, name), batch=batch)
                    for reading in analyst.read(path, tell, cancel)
                )
                if cancel():
                    return
                if keep is not None and whole:
                    keep.keep(path, name, readings)
                yield "read", readings, None

        self._worker.submit(READ, work)
        self.busyChanged.emit(True)

    def read_again(
        self,
        where: Whereabouts,
        name: str,
        intervals: Sequence[str],
        before: Topology | None = None,
    ) -> None:
        """Read other intervals of a long print that the engagement has kept.

        ``before`` is the as-is that this changes.
        """
        analyst = self._analyst

        def work(cancel: Cancel) -> Iterator[object]:
            from app.window.services.persistence import read_again

            said = tr("Reading {file}", file=name)
            yield "progress", said, 0.0

            def read(copy: Path, known_as: str) -> tuple[FileReading, ...]:
                found = analyst.read_intervals(
                    copy, intervals, lambda share: self.progressed.emit(said, share), cancel
                )
                return tuple(renamed(reading, copy.name, known_as) for reading in found)

            yield "again", read_again(where, name, read, before), None

        self._worker.submit(READ, work)
        self.busyChanged.emit(True)

    def analyse(
        self,
        name: str,
        readings: Sequence[FileReading],
        options: Options,
        *,
        in_stages: bool = False,
        figures_first: bool = False,
    ) -> None:
        """Analyse; the engagement comes by ``analysed``. A newer request replaces an older one.

        ``in_stages`` tells by ``staged`` what is known before everything is, ``figures_first``
        no earlier than there are figures.
        """
        wanted = tuple(readings)
        analyst = self._analyst
        self._asked += 1
        number = self._asked

        def work(cancel: Cancel) -> Iterator[object]:
            said = tr("Analysing")
            yield "progress", said, 0.0

            def tell(share: float) -> None:
                self.progressed.emit(said, share)

            def known(engagement: Engagement) -> None:
                if in_stages or engagement.baseline.anchors:
                    self._early.emit(number, engagement)

            early = known if in_stages or figures_first else None
            yield "analysed", analyst.analyse(name, wanted, options, tell, cancel, early), None

        self._worker.submit(ANALYSE, work)
        self.busyChanged.emit(True)

    def cancel(self) -> None:
        """Stop reading and analysing; what was read so far stays."""
        self._asked += 1
        for slot in (READ, ANALYSE, KEEP):
            self._worker.drop(slot)
        self.busyChanged.emit(False)

    def close(self) -> None:
        """Cancel everything; the service answers no more."""
        self._asked += 1
        self._worker.stop()

    def _deliver(self, _slot: str, _number: int, result: tuple[str, object, object]) -> None:
        what, first, second = result
        if what == "progress" and isinstance(first, str) and isinstance(second, float):
            self.progressed.emit(first, second)
        elif what == "loaded":
            self.loaded.emit(first)
        elif what == "read":
            self.read.emit(first)
        elif what == "known":
            self.known.emit(first)
        elif what == "missing":
            self.missing.emit(first)
        elif what == "nothing":
            self.nothing.emit(first)
        elif what == "again":
            self.readAgain.emit(first)
        elif what == "analysed":
            self.analysed.emit(first)

    def _hand_early(self, number: int, engagement: Engagement) -> None:
        if number == self._asked and self._worker.busy(ANALYSE):
            self.staged.emit(engagement)

    def _fail(self, slot: str, _number: int, problem: Exception) -> None:
        if slot == OPEN:
            from app.store.problems import Damaged

            self.damaged = isinstance(problem, Damaged)
            self.refused.emit(self._opening, told(problem))
        elif slot == READ:
            self.readFailed.emit(sentence_of(problem))
        elif slot != KEEP:
            self.failed.emit(sentence_of(problem))

    def _finish(self, slot: str, _number: int) -> None:
        if slot == READ:
            self.readFinished.emit()
        self.busyChanged.emit(self.busy)
