"""What an engagement file holds, read and kept from any thread; saving is in ``saving``."""

from __future__ import annotations

import contextlib
import tempfile
import threading
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path, PurePath
from typing import TYPE_CHECKING

from advisor.engagement import Constraints, Options
from app.errors import mark
from app.store import EngagementFile, StoreProblem
from app.store.engagement_file import WINDOW_DATA
from app.store.records import are_places
from app.window.document.state import Decision, State

if TYPE_CHECKING:
    from advisor.engagement import Engagement
    from advisor.observations import FileReading
    from app.store.records import SourceRecord
    from model.topology import Topology

ASK_S = 0.05


@dataclass(frozen=True)
class Loaded:
    """What an engagement file holds.

    ``stamp`` names the state of the file, ``writer`` who took it over last. ``before`` is the as-is
    before the last import, ``shown`` the scenario that was on show, ``engagement`` the kept
    analysis, or ``None`` when there is none of just this content by just this program.
    ``set_aside`` is where a journal of another file is now that stood beside it.
    """

    path: Path
    state: State
    readings: tuple[FileReading, ...]
    shown: str | None
    engagement: Engagement | None
    before: Topology | None = None
    stamp: str = ""
    writer: str = ""
    set_aside: Path | None = None


class Whereabouts:
    """Where an engagement is kept, for what writes to it from other threads than that of saving.

    What was begun before a Save as is to go to the new file: who writes has the engagement
    ``still`` for as long and asks only then where it is.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self._lock = threading.Lock()

    @contextlib.contextmanager
    def still(self) -> Iterator[Path]:
        """Where the engagement is, and stays until the end of this."""
        with self._lock:
            yield self.path

    def hold(self, wait: Callable[[], None]) -> None:
        """Let nobody write until :meth:`release`, which any thread may call.

        ``wait`` is called again and again until whoever writes is through; it may raise.
        """
        while not self._lock.acquire(timeout=ASK_S):
            wait()

    def release(self, path: Path) -> None:
        """Let others write on, to what is at ``path`` now."""
        self.path = path
        self._lock.release()


def load(path: Path) -> Loaded:
    """Read an engagement file; from any thread.

    Raises
    ------
    StoreProblem: one sentence why the file cannot be opened.
    """
    with EngagementFile.open(path) as file, file.view():
        state = state_in(file)
        shown = file.window_state("scenario")
        readings = file.readings()
        return Loaded(
            path,
            state,
            readings,
            shown if isinstance(shown, str) else None,
            file.analysis(readings, options_of(state)),
            file.before_import(),
            file.stamp(),
            file.writer(),
            file.set_aside,
        )


def state_in(file: EngagementFile) -> State:
    """What the consultant decided, as the file has it."""
    places = file.window_state("positions") or {}
    if not are_places(places):
        raise StoreProblem(WINDOW_DATA, file=file.path)
    return State(
        title=file.name,
        scenarios=file.scenarios(),
        edits=file.edits(),
        answers=dict(file.answers()),
        decisions={d.finding: Decision(d.verdict, d.reason) for d in file.decisions()},
        positions={name: (float(place[0]), float(place[1])) for name, place in places.items()},
        constraints=file.constraints(),
        goals=file.goals(),
        provisional=file.provisional,
    )


def options_of(state: State) -> Options:
    """What an analysis depends on besides the reports."""
    return Options(
        constraints=state.constraints or Constraints(),
        edits=state.edits,
        answers=dict(state.answers),
        rejected=tuple(f for f, d in state.decisions.items() if d.verdict == "rejected"),
        done=tuple(f for f, d in state.decisions.items() if d.verdict == "done"),
        provisional=state.provisional,
    )


def keep_analysis(where: Whereabouts, engagement: Engagement) -> None:
    """Keep an analysis in its file; from any thread. A failure costs only time at the next open."""
    with (
        contextlib.suppress(StoreProblem),
        where.still() as path,
        EngagementFile.open(path) as file,
    ):
        file.keep_analysis(engagement)


class TooLong(Exception):
    """A kept report takes longer to unpack than one wants to wait for it."""


def kept_lines(path: Path, reading: FileReading, most_bytes: int | None = None) -> list[str] | None:
    """The text of a reading of the engagement at ``path``, which is open; from any thread.

    Raises
    ------
    TooLong: what it is kept in has more than ``most_bytes``.
    """
    with EngagementFile.open(path, known=True) as file:
        source = source_of(file, reading.file)
        if source is None:
            return None
        # What a file of an unknown sender says of sizes need not be so.
        claimed = max(source.size_bytes, reading.size_bytes)
        chunks, size = [], 0
        for chunk in file.source_chunks(source.id):
            size += len(chunk)
            if most_bytes is not None and max(size, claimed) > most_bytes:
                raise TooLong
            chunks.append(chunk)
    return lines_of(b"".join(chunks), reading.file[len(source.name) + 1 :]) if size else None


def source_of(file: EngagementFile, name: str) -> SourceRecord | None:
    """The imported file that a reading's file is, or is inside of."""
    return next(
        (s for s in file.sources() if name == s.name or name.startswith(s.name + "/")), None
    )


def read_again(
    where: Whereabouts,
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
    with tempfile.TemporaryDirectory() as folder:
        with EngagementFile.open(where.path) as file:
            source = source_of(file, name)
            if source is None or source.name in file.without_bytes():
                raise StoreProblem(mark("was not kept; import it again"), file=Path(name))
            # Under its own name, which is what readers call it in their sentences.
            copy = Path(folder) / (PurePath(source.name).name or "report")
            with copy.open("wb") as target:
                for chunk in file.source_chunks(source.id):
                    target.write(chunk)
        readings = read(copy, source.name)
    with where.still() as path, EngagementFile.open(path) as file, file.together():
        file.keep_before_import(before)
        return file.read_again(source.id, readings)


@dataclass
class Keeper:
    """Keeps imported files in the engagement, wherever it is by then; from any thread.

    With the first that is new goes ``before``, the as-is that the import changes.
    """

    where: Whereabouts
    before: Topology | None = None
    keeps_before: bool = False

    def name_for(self, source: Path, name: str) -> tuple[str, bool]:
        """What a file is to be called in the engagement, and whether it is new there."""
        with EngagementFile.open(self.where.path) as file:
            found, new = file.name_for(name, source)
            if not new:
                # Its lines may have been lost with a damaged file: they come back.
                file.add_source(found, source, ())
        return found, new

    def keep(self, source: Path, name: str, readings: Sequence[FileReading]) -> bool:
        """Keep a file with what was read of it; whether it is new."""
        with self.where.still() as path, EngagementFile.open(path) as file, file.together():
            new = file.add_source(name, source, readings)
            if new and self.keeps_before:
                file.keep_before_import(self.before)
                self.keeps_before = False
        return new


def lines_of(data: bytes, member: str = "") -> list[str]:
    """Lines of a kept report; ``member`` names a report inside an archive."""
    import io

    from advisor.reading.containers import HEAD, inside
    from advisor.reading.decoding.records import shape_of, text_blocks

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
