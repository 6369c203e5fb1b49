"""One window's engagement at work: document, services and file, and what calls what when."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QStandardPaths, QTimer, Signal

from app.paths import same_file
from app.window.document import Document, State
from app.window.document.state import shape_of
from app.window.i18n import tr
from app.window.i18n.problems import sentence_of, told
from app.window.services.analysis import AnalysisService, Analyst
from app.window.services.collector import collect_here, engagement_closed
from app.window.services.lines import LinesService
from app.window.services.projection import LIVE, ProjectionService, Projector, default_projector
from app.window.services.silence import Silence

if TYPE_CHECKING:
    from advisor.engagement import Engagement
    from advisor.observations import FileReading
    from app.store.holding import Holder
    from app.store.rescue import Rescued
    from app.window.document.merging import Conflict
    from app.window.services.persistence import Loaded
    from app.window.services.saving import Persistence
    from model.projection import Projection
    from model.topology import Catalogue, Topology

REANALYSE_AFTER_MS = 150
MOST_NAMED = 4


def _listed(names: Sequence[str]) -> str:
    """Names in a sentence, those beyond the first few as their number."""
    more = len(names) - MOST_NAMED
    if more <= 0:
        return ", ".join(names)
    return tr("{names} and {n} more", names=", ".join(names[:MOST_NAMED]), n=more)


class Session(QObject):
    """Wires a document to its services.

    Signals
    -------
    opened         another engagement is in place.
    refused        (file, sentence): an engagement file cannot be opened.
    importing      (text, share) while files are read or analysed.
    stopped        the analysis was cancelled before it was through.
    importFinished reading and analysing are through.
    readingAdded   readings of one file.
    disputed       what both this and another window changed (conflicts); see ``settle``.
    takenOver      another window writes the engagement now.
    savedAs        (path, why not, or ``None``): a Save as is through.
    madeGood       a message that no longer holds.
    """

    opened = Signal()
    refused = Signal(object, str)
    importing = Signal(str, float)
    stopped = Signal()
    importFinished = Signal()
    disputed = Signal(object)
    takenOver = Signal()
    savedAs = Signal(object, object)
    readingAdded = Signal(object)
    madeGood = Signal(str)

    def __init__(
        self,
        *,
        catalogue: Catalogue | None = None,
        projector: Projector = default_projector,
        analyst: Analyst | None = None,
        folder: Path | None = None,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        collect_here()
        self.document = Document(catalogue, self)
        self.projections = ProjectionService(projector, self)
        self.silence = Silence(self.document, self.projections, self)
        self.analysis = AnalysisService(analyst, self)
        self.lines = LinesService(self)
        self.readings: tuple[FileReading, ...] = ()
        self.before_import: Topology | None = None
        self._coming: Topology | None = None
        self._batch = -1
        self._waiting: list[tuple[Path, ...]] = []
        self._there: list[str] = []
        self._left_out: list[str] = []
        self._complaints: dict[str, str] = {}
        """By what it was about: the last message that what comes next makes untrue."""
        self._folder = folder
        self._persistence: Persistence | None = None
        self._unanalysed = False
        self._kept_shown: str | None = None
        self._unmade: str | None = None
        self._given_up = False
        self._then: Callable[[], object] | None = None
        self._hold = False
        self._held: Loaded | None = None
        self._closed = False
        self._reanalyse = QTimer(self)
        self._reanalyse.setSingleShot(True)
        self._reanalyse.setInterval(REANALYSE_AFTER_MS)
        self._reanalyse.timeout.connect(self.analyse)
        document = self.document
        document.scenarioChanged.connect(self._project)
        document.stateChanged.connect(self._save)
        document.analysisWanted.connect(self._reanalyse.start)
        self.projections.projected.connect(self._projected)
        self.projections.failed.connect(self._projection_failed)
        self.analysis.loaded.connect(self._loaded)
        self.analysis.refused.connect(self._refused)
        self.analysis.progressed.connect(self.importing)
        self.analysis.read.connect(self._read)
        self.analysis.known.connect(self._known)
        self.analysis.missing.connect(self._missing)
        self.analysis.nothing.connect(self._nothing)
        self.analysis.readAgain.connect(self._read_again)
        self.analysis.readFinished.connect(self._all_read)
        self.analysis.staged.connect(self._staged)
        self.analysis.analysed.connect(self._analysed)
        self.analysis.failed.connect(self._failed)
        self.analysis.readFailed.connect(self._read_failed)
        self.analysis.busyChanged.connect(self._busy)

    # -- opening and saving ------------------------------------------------------------------

    @property
    def persistence(self) -> Persistence:
        """The engagement file; loaded on first use, because SQLite and the advisor come with it."""
        if self._persistence is None:
            from app.window.services.saving import Persistence

            self._persistence = Persistence(self)
            # A method, as for all its signals: a function that Qt keeps and that holds the session
            # or its document would keep a closed one with all that was read for good.
            self._persistence.problem.connect(self._not_kept)
            self._persistence.mended.connect(self._kept_again)
            self._persistence.merged.connect(self._merged)
            self._persistence.disputed.connect(self._disputed)
            self._persistence.taken.connect(self._taken)
            self._persistence.copying.connect(self._copying)
            self._persistence.moved.connect(self._moved)
            self._persistence.rescued.connect(self._rescued)
            self._persistence.copied.connect(self._copied)
        return self._persistence

    @property
    def path(self) -> Path | None:
        """Where the engagement is kept; ``None`` before anything was."""
        return None if self._persistence is None else self._persistence.path

    @property
    def holder(self) -> Holder | None:
        """Who else has this engagement open, so that it is only read here."""
        return None if self._persistence is None else self._persistence.holder

    def open(self, path: Path, *, hold: bool = False) -> None:
        """Open an engagement; ``opened`` or ``refused`` says how it went.

        ``hold``: read it now, but put it in place only on :meth:`go_on`.
        """
        self._unanalysed = False
        self._waiting.clear()
        self._hold, self._held = hold, None
        self.analysis.open(path)

    def go_on(self) -> None:
        """Put what was read in place, now or as soon as it is there."""
        self._hold = False
        if self._held is not None:
            held, self._held = self._held, None
            self._loaded(held)

    def _loaded(self, loaded: Loaded) -> None:
        from app.store import StoreProblem
        from app.store.journal import SET_ASIDE

        if self._hold or self.persistence.is_copying:
            self._held = loaded
            return
        try:
            self.persistence.adopt(loaded)
        except (StoreProblem, OSError) as wrong:
            self._stay(loaded.path, told(wrong))
            return
        # Nothing that was asked of the engagement before may arrive in this one.
        self._unanalysed = False
        self._reanalyse.stop()
        self.analysis.cancel()
        self.readings = loaded.readings
        self.before_import = loaded.before
        self._batch = -1
        self._kept_shown = loaded.shown
        self.document.read_only = self.persistence.read_only
        self.document.load(loaded.state, loaded.engagement, loaded.shown)
        self.opened.emit()
        if loaded.set_aside is not None:
            self.document.notice.emit("warning", tr(SET_ASIDE, file=loaded.set_aside.name))
        if self._waiting:
            self._import_waiting()
        elif loaded.engagement is None:
            self.analyse()

    def _refused(self, path: Path, sentence: str) -> None:
        self._hold = False
        self._stay(path, sentence)
        self._import_waiting()

    def _stay(self, path: Path, sentence: str) -> None:
        """Another engagement cannot be opened: what was given up for it is still on show."""
        self.refused.emit(path, sentence)
        if self._given_up:
            self._save()

    def new(self, title: str = "") -> None:
        """Start an empty engagement; its file is made with the first import or edit.

        What :meth:`save_now` could not save of the one before is lost.
        """
        if self._persistence is not None:
            self._persistence.close()
        self._waiting.clear()
        self.readings = ()
        self.before_import = None
        self._batch = -1
        self._unmade = None
        self.document.read_only = False
        self.document.load(State(title=title or tr("New engagement")), None)
        self.opened.emit()
        self.analyse()

    def save_as(self, path: Path, *, replace: bool = False) -> None:
        """Save under another name and go on there; ``savedAs`` says how it went.

        Another file of that name is replaced only if ``replace`` says so. An engagement that was
        not named yet gets the name of its file. Reports that are being imported come along: those
        that are not kept yet are kept in the new file.
        """
        from app.store import StoreProblem

        try:
            if self.path is None:
                self.persistence.create(path, self.document.state, replace=replace)
                self.persistence.keep_shown(self.document.current)
                self._moved()
            elif not same_file(path, self.path):
                self.persistence.copy_to(
                    path, replace=replace, known=self.readings, before=self.before_import
                )
                return
        except (StoreProblem, OSError) as wrong:
            self.savedAs.emit(path, f"{path.name}: {told(wrong)}")
        else:
            self._made_good("saving")
            self.savedAs.emit(path, self.save_now())

    def _copying(self, path: Path, share: float) -> None:
        if self.persistence.is_copying:
            self.importing.emit(tr("Saving as {file}", file=path.name), share)

    def _moved(self) -> None:
        from app.store.figures import moved

        assert self.path is not None
        moved(self.readings, self.path)
        self.document.read_only = False
        if not self._named():
            self.document.rename(self.path.stem)

    def _rescued(self, found: Rescued) -> None:
        """The file one was at is damaged; what its reports still gave is in the new one."""
        said = [tr("{file} is damaged; what is on show is saved here.", file=found.file)]
        if found.lost:
            self.readings = tuple(r for r in self.readings if r.file not in found.lost)
            self.readingAdded.emit(())
            self.analyse()
            said.append(tr("Lost: {files}; import them again.", files=_listed(found.lost)))
        elif self.document.engagement is not None and self.persistence.where is not None:
            self.analysis.keep(self.persistence.where, self.document.engagement)
        if found.without_text:
            names = _listed(found.without_text)
            said.append(
                tr("The lines of {files} are lost: import them again to see them.", files=names)
            )
        self._complain("damage", " ".join(said))

    def _copied(self, path: Path, wrong: Exception | None) -> None:
        if wrong is None:
            self._made_good("saving")
        self.savedAs.emit(path, None if wrong is None else f"{path.name}: {told(wrong)}")
        if not self._hold:
            self.go_on()
        if self._then is not None:
            then, self._then = self._then, None
            self.give_up(then)

    def _named(self) -> str:
        """What somebody called the engagement; empty until then."""
        title = self.document.state.title
        return "" if title == tr("New engagement") else title

    def save_now(self) -> str | None:
        """Write what is not written yet; why it cannot be, or ``None``."""
        if self._given_up:
            return None
        if self.path is None and self._has_content():
            self._make_file()
        if self.path is None:
            return self._unmade
        if self.persistence.is_copying:
            # Not waited for: of a large engagement it takes its time.
            return tr("it is being saved under another name; wait until that is done")
        return self.persistence.flush()

    def give_up(self, then: Callable[[], object] = lambda: None) -> None:
        """Let what cannot be saved go, and do ``then``: the user was asked.

        A Save as is stopped before, and not waited for: the window goes on until it has ended.
        """
        self._given_up = True
        if self._persistence is not None and not self._closed:
            if self._persistence.is_copying:
                self._then = then
                self._persistence.stop_copying()
                return
            self._persistence.give_up()
        then()

    def _has_content(self) -> bool:
        state = self.document.state
        return state != State(title=state.title)

    def _save(self) -> None:
        self._given_up = False
        self._then = None  # who edits on, stays
        if self.path is None:
            if not self._has_content():
                return
            self._make_file()
        self.persistence.save(self.document.state)
        self._keep_shown()

    def beside(self, name: str) -> str:
        """Where to offer to write ``name``: beside the engagement, if the user chose its place.

        Else among the documents: neither where the program was started nor where engagements are
        kept that were not saved under a name is where anybody looks for it.
        """
        if self.path is not None and self.path.parent != self._keeping:
            return str(self.path.parent / name)
        documents = QStandardPaths.StandardLocation.DocumentsLocation
        return str(Path(QStandardPaths.writableLocation(documents)) / name)

    @property
    def _keeping(self) -> Path:
        data = QStandardPaths.StandardLocation.AppDataLocation
        return self._folder or Path(QStandardPaths.writableLocation(data))

    def _make_file(self) -> None:
        folder = self._keeping
        from app.store.problems import StoreProblem, sentences

        try:
            with sentences(folder):
                folder.mkdir(parents=True, exist_ok=True)
            stem = time.strftime("engagement-%Y%m%d-%H%M%S")
            path = folder / f"{stem}.plexwright"
            number = 2
            while path.exists():
                path = folder / f"{stem}-{number}.plexwright"
                number += 1
            if not self.document.state.title:
                # What the file calls itself instead would be another window's change.
                self.document.state = replace(self.document.state, title=tr("New engagement"))
            self.persistence.create(path, self.document.state)
            self._unmade = None
            self._made_good("saving")
        except StoreProblem as wrong:
            self._unmade = sentence_of(wrong)
            self._complain("saving", tr("Nothing is saved: {why}", why=self._unmade))

    # -- import and analysis -------------------------------------------------------------------

    def import_paths(self, paths: Sequence[Path]) -> None:
        """Read report files and folders into the engagement.

        While others are read, or an engagement is opened, they wait for their turn.
        """
        if self.document.refuses():
            return
        if self.analysis.reading or self._held is not None:
            self._waiting.append(tuple(paths))
            return
        self._import(paths)

    def _import_waiting(self) -> None:
        if self._waiting:
            self._import(self._waiting.pop(0))

    def _import(self, paths: Sequence[Path]) -> None:
        from app.window.services.persistence import Keeper

        self._made_good("import")
        if self.path is None:
            self._make_file()
        if self.path is None or (where := self.persistence.where) is None:
            # Read without being kept, the reports would be gone with the window.
            self.importFinished.emit()
            return
        if not self._unanalysed:
            self._coming = self.document.as_is if self.readings else None
        keep = Keeper(where, self._coming, not self._unanalysed)
        self._batch = max(self._batch, *(r.batch for r in self.readings), -1) + 1
        self.analysis.read_files(paths, keep, self._batch)

    def _read(self, readings: tuple[FileReading, ...]) -> None:
        self.readings = (*self.readings, *readings)
        # Only now: a file that was there already must not take away what the last one changed.
        if not self._unanalysed:
            self.before_import = self._coming
        self._unanalysed = True
        self.readingAdded.emit(readings)

    def _complain(self, about: str, text: str, level: str = "warning") -> None:
        self._complaints[about] = text
        self.document.notice.emit(level, text)

    def _made_good(self, about: str) -> None:
        """It is done anew, or done: what was wrong with it before is no more."""
        said = self._complaints.pop(about, "")
        if said:
            self.madeGood.emit(said)

    def _known(self, name: str) -> None:
        self._there.append(name)

    def _say_left_out(self) -> None:
        """What was given and not read, in one message: a second one would cover the first."""
        names, self._there = self._there, []
        said, self._left_out = self._left_out, []
        level = "warning" if said else "info"
        if len(names) == 1:
            said.append(tr("{file} is in this engagement already.", file=names[0]))
        elif names:
            said.append(tr("{n} files are in this engagement already.", n=len(names)))
        if said:
            self._complain("import", "\n".join(said), level)

    def _read_failed(self, why: str) -> None:
        self._waiting.clear()
        self._complain("import", tr("The import stopped: {why}", why=why))

    def _nothing(self, names: str) -> None:
        self._left_out.append(
            tr("{names} holds no files; drop the reports themselves", names=names)
        )

    def _missing(self, names: str) -> None:
        self._left_out.append(
            tr("{names} cannot be found; check whether it was moved or renamed", names=names)
        )

    def read_intervals(self, reading: FileReading, intervals: Sequence[str]) -> None:
        """Read these intervals of a long print (beginnings of ISO times; none: spread evenly)."""
        if (where := self.persistence.where) is not None and not self.document.refuses():
            self._coming = self.document.as_is
            self.analysis.read_again(where, reading.file, intervals, self._coming)

    def _read_again(self, readings: tuple[FileReading, ...]) -> None:
        names = {reading.file for reading in readings}
        # Last, as in the file: the kept analysis is told by the order too.
        self.readings = (*(r for r in self.readings if r.file not in names), *readings)
        self.before_import = self._coming
        self._unanalysed = True
        self.readingAdded.emit(readings)

    def _all_read(self) -> None:
        self._say_left_out()
        if self._waiting:
            self._import_waiting()
        elif self._unanalysed:
            self.analyse()
        else:
            self.importFinished.emit()

    def cancel(self) -> None:
        """Stop what is under way; what was read so far stays and is analysed.

        A Save as is stopped before anything else. Cancelling that analysis as well leaves the
        window as it is and says so by ``stopped``.
        """
        if self._persistence is not None and self._persistence.is_copying:
            self._persistence.stop_copying()
            return
        analysing = self.analysis.analysing
        self._waiting.clear()
        self._reanalyse.stop()
        self.analysis.cancel()
        if analysing and not self.analysis.analysing:
            self.document.stop_waiting()
            self.stopped.emit()

    def analyse(self) -> None:
        """Analyse what was read, off the window's thread."""
        if self._closed:
            return
        from app.window.services.persistence import options_of

        self._unanalysed = False
        shown = self.document.engagement
        self.analysis.analyse(
            self._named(),
            self.readings,
            options_of(self.document.state),
            # A newer analysis of what is on show takes its place at once; only a first one grows,
            # as does the first of reports.
            in_stages=shown is None
            or self.document.uncalibrated
            or bool(self.readings and (self.document.pending or not shown.readings)),
            # Of usual values the figures are there long before their bands.
            figures_first=self.document.state.provisional and not self.readings,
        )

    def _staged(self, engagement: Engagement) -> None:
        self.document.set_engagement(engagement, pending=True)

    def _analysed(self, engagement: Engagement) -> None:
        self._made_good("analysis")
        self.document.set_engagement(engagement)
        where = self.persistence.where
        if where is not None and engagement.readings and not self.document.read_only:
            self.analysis.keep(where, engagement)
        self.importFinished.emit()

    def _failed(self, text: str) -> None:
        self._complain("analysis", tr("The analysis failed: {why}", why=text))
        self.importFinished.emit()

    def _busy(self, busy: bool) -> None:
        if not busy and self._unanalysed:
            # Cancelled in mid-import: what was read so far is analysed.
            self.analyse()

    # -- projections ---------------------------------------------------------------------------

    def _project(self) -> None:
        document = self.document
        scenario, engagement = document.scenario, document.engagement
        self._keep_shown()
        if scenario is None or engagement is None or self.document.uncalibrated:
            self.projections.drop(LIVE)
            return
        series = (id(engagement.baseline), scenario.name, shape_of(scenario.changes))
        self.projections.project(LIVE, engagement.baseline, [scenario], series=series)

    def _keep_shown(self) -> None:
        if self.path is not None and self.document.current != self._kept_shown:
            self._kept_shown = self.document.current
            self.persistence.keep_shown(self.document.current)

    def _projected(self, slot: str, projections: tuple[Projection, ...], _bands: bool) -> None:
        if slot == LIVE and projections:
            self._made_good("projection")
            self.document.set_projection(projections[0])

    def _projection_failed(self, _slot: str, why: str) -> None:
        self._complain("projection", tr("The projection failed: {why}", why=why))

    def _not_kept(self, why: str) -> None:
        self._complain("saving", why)

    def _merged(self, base: State, state: State) -> None:
        """Another session changed the engagement: what it did is on show as well."""
        self.document.take_in(state)
        self.document.notice.emit(
            "info", tr("Changes of another window were taken in; undo begins anew here.")
        )

    def _disputed(self, conflicts: Sequence[Conflict]) -> None:
        self.disputed.emit(tuple(conflicts))

    def settle(self, *, mine: bool) -> None:
        """Decide what both windows changed: as it is here, or as it is in the other one."""
        self.document.take_in(self.persistence.settle(mine=mine))

    def _taken(self) -> None:
        self.document.read_only = True
        self.document.stateChanged.emit()
        self.takenOver.emit()

    def take_over(self) -> str | None:
        """Write what another window has open; why not, or ``None``."""
        from app.store import StoreProblem

        try:
            self.persistence.take_over()
        except StoreProblem as wrong:
            return sentence_of(wrong)
        self.document.read_only = False
        self.document.stateChanged.emit()
        return None

    def _kept_again(self) -> None:
        self.document.notice.emit("info", tr("What could not be saved is saved now."))

    def close(self) -> None:
        """Stop the services and close the file; nothing is lost."""
        if self._closed:
            return
        self._closed = True
        self._reanalyse.stop()
        self.projections.close()
        self.analysis.close()
        self.lines.close()
        if self._persistence is not None:
            self._persistence.close()
        self.document.undo_stack.forget()
        # Qt ends its half, parents before children, while all of it is whole: left to Python's
        # collector, document and services would go in whatever order that finds them.
        self.deleteLater()
        engagement_closed()
