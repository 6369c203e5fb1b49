"""Between the document's state and the engagement file."""

from __future__ import annotations

import contextlib
import tempfile
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path, PurePath
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer, Signal

from advisor.engagement import Constraints, Options
from app.errors import mark
from app.store import EngagementFile, StoreProblem
from app.window.document.state import Decision, State
from app.window.i18n.problems import sentence_of

if TYPE_CHECKING:
    from advisor.engagement import Engagement
    from advisor.observations import FileReading
    from app.store.records import SourceRecord
    from model.topology import Topology

SAVE_AFTER_MS = 250


@dataclass(frozen=True)
class Loaded:
    """What an engagement file holds.

    ``before`` is the as-is before the last import, ``shown`` the scenario that was on show,
    ``engagement`` the kept analysis, or ``None`` when there is none of just this content by just
    this program.
    """

    path: Path
    state: State
    readings: tuple[FileReading, ...]
    shown: str | None
    engagement: Engagement | None
    before: Topology | None = None


def load(path: Path) -> Loaded:
    """Read an engagement file; from any thread.

    Raises
    ------
    StoreProblem: one sentence why the file cannot be opened.
    """
    with EngagementFile.open(path) as file:
        try:
            positions = file.window_state("positions") or {}
            shown = file.window_state("scenario")
            state = State(
                title=file.name,
                scenarios=file.scenarios(),
                edits=file.edits(),
                answers=dict(file.answers()),
                decisions={d.finding: Decision(d.verdict, d.reason) for d in file.decisions()},
                positions={
                    str(name): (float(place[0]), float(place[1]))
                    for name, place in positions.items()
                },
                constraints=file.constraints(),
            )
            readings = file.readings()
        except (TypeError, ValueError, IndexError, AttributeError) as wrong:
            raise StoreProblem(
                mark("holds window data this version cannot read"), file=path
            ) from wrong
        engagement = file.analysis(readings, options_of(state))
        before = file.before_import()
    shown = shown if isinstance(shown, str) else None
    return Loaded(path, state, readings, shown, engagement, before)


def options_of(state: State) -> Options:
    """What an analysis depends on besides the reports."""
    return Options(
        constraints=state.constraints or Constraints(),
        edits=state.edits,
        answers=dict(state.answers),
        rejected=tuple(f for f, d in state.decisions.items() if d.verdict == "rejected"),
        done=tuple(f for f, d in state.decisions.items() if d.verdict == "done"),
    )


def keep_analysis(path: Path, engagement: Engagement) -> None:
    """Keep an analysis in its file; from any thread. A failure costs only time at the next open."""
    with contextlib.suppress(StoreProblem), EngagementFile.open(path) as file:
        file.keep_analysis(engagement)


class Persistence(QObject):
    """Writes what changed, shortly after it changed and at the latest on :meth:`flush`.

    ``problem`` carries one sentence when writing failed; what is unsaved is tried again.
    """

    problem = Signal(str)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.file: EngagementFile | None = None
        self._saved = State()
        self._wanted = State()
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(SAVE_AFTER_MS)
        self._timer.timeout.connect(self.flush)

    @property
    def path(self) -> Path | None:
        """Where the engagement is kept."""
        return None if self.file is None else self.file.path

    def adopt(self, loaded: Loaded) -> None:
        """Go on with a file that was loaded.

        Raises
        ------
        StoreProblem: it cannot be opened any more.
        """
        file = EngagementFile.open(loaded.path)
        self.close()
        self.file = file
        self._saved = self._wanted = loaded.state

    def create(self, path: Path, state: State) -> None:
        """Start a new file with this state."""
        self.close()
        self.file = EngagementFile.create(path, state.title)
        self._saved = State(title=state.title)
        self._wanted = state
        self.flush()

    def copy_to(self, path: Path) -> None:
        """Save under another name and go on there."""
        self.flush()
        if self.file is None:
            return
        self.file.copy_to(path)
        self.file.close()
        self.file = EngagementFile.open(path)

    def save(self, state: State) -> None:
        """Keep this state soon."""
        self._wanted = state
        if self.file is not None:
            self._timer.start()

    def keep_shown(self, scenario: str | None) -> None:
        """Remember which scenario is on show."""
        if self.file is not None:
            try:
                self.file.set_window_state("scenario", scenario)
            except StoreProblem as wrong:
                self.problem.emit(sentence_of(wrong))

    def flush(self) -> str | None:
        """Write what changed now; why it is not written, or ``None``."""
        self._timer.stop()
        file, old, new = self.file, self._saved, self._wanted
        if file is None or new is old:
            return None
        try:
            if new.title != old.title:
                file.name = new.title
            if new.scenarios != old.scenarios:
                file.set_scenarios(new.scenarios)
            if new.edits != old.edits:
                file.set_edits(new.edits)
            if new.constraints != old.constraints and new.constraints is not None:
                file.set_constraints(new.constraints)
            for subject, metric in {**old.answers, **new.answers}:
                key = (subject, metric)
                if old.answers.get(key) != new.answers.get(key):
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
        except StoreProblem as wrong:
            self.problem.emit(sentence_of(wrong))
            return sentence_of(wrong)
        self._saved = new
        return None

    def report_lines(self, reading: FileReading) -> list[str] | None:
        """The report's lines as its reader saw them, or ``None`` when they are not kept."""
        return None if self.file is None else _lines_in(self.file, reading)

    def close(self) -> None:
        """Write what is unsaved and let the file go."""
        self.flush()
        if self.file is not None:
            self.file.close()
            self.file = None


def kept_lines(path: Path, reading: FileReading) -> list[str] | None:
    """The same from any thread, of the engagement at ``path``."""
    with EngagementFile.open(path) as file:
        return _lines_in(file, reading)


def _lines_in(file: EngagementFile, reading: FileReading) -> list[str] | None:
    source = source_of(file, reading.file)
    if source is None:
        return None
    data = file.source_bytes(source.id)
    if not data:
        return None
    return lines_of(data, reading.file[len(source.name) + 1 :])


def source_of(file: EngagementFile, name: str) -> SourceRecord | None:
    """The imported file that a reading's file is, or is inside of."""
    return next(
        (s for s in file.sources() if name == s.name or name.startswith(s.name + "/")), None
    )


def read_again(
    path: Path,
    name: str,
    read: Callable[[Path, str], tuple[FileReading, ...]],
    before: Topology | None = None,
) -> tuple[FileReading, ...]:
    """Read an imported file anew from the bytes that were kept; from any thread.

    ``read`` gets a file with these bytes and the name it had; what it makes of it takes the place
    of what was read before.

    Raises
    ------
    StoreProblem: the bytes are not there, or the new readings cannot be kept.
    """
    with EngagementFile.open(path) as file:
        source = source_of(file, name)
        if source is None:
            raise StoreProblem(mark("was not kept; import it again"), file=Path(name))
        with tempfile.TemporaryDirectory() as folder:
            # Under its own name, which is what readers call it in their sentences.
            copy = Path(folder) / (PurePath(source.name).name or "report")
            with copy.open("wb") as target:
                for chunk in file.source_chunks(source.id):
                    target.write(chunk)
            readings = read(copy, source.name)
        with file.together():
            file.keep_before_import(before)
            return file.read_again(source.id, readings)


@dataclass
class Keeper:
    """Keeps imported files in the engagement at ``path``; from any thread.

    With the first that is new goes ``before``, the as-is that the import changes.
    """

    path: Path
    before: Topology | None = None
    keeps_before: bool = False

    def name_for(self, source: Path, name: str) -> tuple[str, bool]:
        """What a file is to be called in the engagement, and whether it is new there."""
        with EngagementFile.open(self.path) as file:
            return file.name_for(name, source)

    def keep(self, source: Path, name: str, readings: Sequence[FileReading]) -> bool:
        """Keep a file with what was read of it; whether it is new."""
        with EngagementFile.open(self.path) as file, file.together():
            new = file.add_source(name, source, readings)
            if new and self.keeps_before:
                file.keep_before_import(self.before)
                self.keeps_before = False
        return new


def lines_of(data: bytes, member: str = "") -> list[str]:
    """Lines of a kept report; ``member`` names a report inside an archive."""
    import io

    from advisor.readers.intake.containers import HEAD, inside
    from advisor.readers.intake.records import shape_of, text_blocks

    lines: list[str] = []
    with inside(lambda: io.BytesIO(data), len(data), member) as found:
        if found is None:
            return []
        open_source, size = found
        with open_source() as source:
            head = source.read(HEAD)
        shape = shape_of(head, len(head) == size)
        if shape.binary:
            return []
        with open_source() as source:
            for block, continues in text_blocks(source.read, shape, size):
                if continues and lines and block:
                    lines[-1] += block[0]
                    block = block[1:]
                lines.extend(block)
    return lines
