"""Opening, reading and changing an engagement file."""

from __future__ import annotations

import json
import math
import os
import sqlite3
import zlib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from dataclasses import replace
from pathlib import Path
from types import TracebackType
from typing import Any, get_args

from advisor.engagement import Constraints, Engagement, Options
from advisor.installation.left_out import taken
from advisor.observations import FileReading, Observation
from app.errors import mark
from app.store import analyses, before, bounds, guard, journal, places, schema, stamps
from app.store import readings as stored_readings
from app.store import scenarios as stored_scenarios
from app.store.bounds import MOST_EDITS, MOST_SCENARIOS, TOO_MANY
from app.store.codec import (
    DecodeError,
    decode,
    decode_value,
    encode,
    encode_value,
    storable,
    text_of,
)
from app.store.content import CHUNK_BYTES, Content, chunks
from app.store.content import digest as digest_of
from app.store.figures import Place
from app.store.problems import CONTRADICTS, StoreProblem, damaged, sentences
from app.store.records import Decision, SourceRecord, Verdict
from model.topology import Change, Scenario, Topology, Value

__all__ = ["EngagementFile"]

COMPRESSION = 1  # printed reports shrink to a quarter at 100 MB/s; level 6 saves a fifth at 30
LARGEST_STATE = 4 << 20  # places of tens of thousands of boxes
BUSY_TIMEOUT_S = 2.0
WINDOW_DATA = mark("holds window data this version cannot read")
EXISTS = mark("exists already; choose another name or open it")


class EngagementFile:
    """One customer's engagement on disk. Use it from the thread that opened it.

    Every method that changes something is one transaction; when it returns, the change survives
    a kill or a power cut. Methods raise :class:`StoreProblem` with one sentence.

    Attributes
    ----------
    path: where it is.
    set_aside: where a journal is now that stood beside it and belonged to another file, or None.
    """

    def __init__(
        self, path: Path, connection: sqlite3.Connection, set_aside: Path | None = None
    ) -> None:
        self.path = path
        self.set_aside = set_aside
        self._stamp_before = ""
        self._connection = connection

    # --- opening and closing -----------------------------------------------------------------

    @classmethod
    def create(
        cls, path: str | os.PathLike[str], name: str = "", *, replace: bool = False
    ) -> EngagementFile:
        """A new, empty engagement at ``path``; it appears there only when it is whole.

        Another file of that name is refused, or replaced if ``replace`` says so.
        """
        path = Path(path)
        with sentences(path):
            if path.exists() and not replace:
                raise StoreProblem(EXISTS, file=path)
            with places.aside(path) as part:
                places.make_private(part)
                connection = _connect(part)
                try:
                    schema.install(connection, name or path.stem)
                finally:
                    connection.close()
                places.put_in_place(part, path)
            return cls.open(path)

    @classmethod
    def open(cls, path: str | os.PathLike[str], *, known: bool = False) -> EngagementFile:
        """The engagement at ``path``; ``known``: it was opened before, and how much it holds."""
        path = Path(path)
        with sentences(path):
            if not path.exists():
                raise StoreProblem(mark("there is no such file; check the name"), file=path)
            aside = journal.set_aside(path) if journal.foreign(path) else None
            schema.check_header(path)
            connection = _connect(path)
            try:
                _settle(connection)
                schema.upgrade(connection, path)
                if not known:
                    bounds.check(connection, path)
                guard.narrow(connection)
            except BaseException:
                connection.close()
                raise
        return cls(path, connection, aside)

    @classmethod
    def open_or_create(cls, path: str | os.PathLike[str], name: str = "") -> EngagementFile:
        """The engagement at ``path``, made if it is not there."""
        return cls.open(path) if Path(path).exists() else cls.create(path, name)

    def close(self) -> None:
        """Let the file go; nothing is pending at any time."""
        self._connection.close()

    def __enter__(self) -> EngagementFile:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def copy_to(
        self,
        path: str | os.PathLike[str],
        *,
        replace: bool = False,
        progress: Callable[[float], None] | None = None,
    ) -> None:
        """Write a complete copy; it appears under its name only when it is whole.

        ``progress`` gets the share that is copied; what it raises ends the copying. Another file
        of that name is refused, or replaced if ``replace`` says so.
        """
        path = Path(path)
        with sentences(path, content=self.path):
            if path.exists():
                if self.path.exists() and path.samefile(self.path):
                    raise StoreProblem(mark("is this engagement itself"), file=path)
                if not replace:
                    raise StoreProblem(EXISTS, file=path)
            places.clear_leftovers(path.parent)
            with places.aside(path) as part:
                places.copy_database(self._connection, part, progress)
                with closing(_connect(part)) as copy:
                    # SQLite copies pages, not what is on them: a damaged one would be found out
                    # only when the copy is opened and what it was made of is gone.
                    if copy.execute("PRAGMA quick_check(1)").fetchone() != ("ok",):
                        raise damaged(CONTRADICTS, self.path)
                    # What is done to the copy from now on is never that of this file.
                    stamps.step(copy, afresh=True)
                places.put_in_place(part, path)

    @contextmanager
    def together(self) -> Iterator[str]:
        """Make all changes inside one transaction: all of them are kept, or none.

        Gives the stamp of the state before them.
        """
        with self._changing():
            yield self._stamp_before

    @contextmanager
    def view(self) -> Iterator[None]:
        """Read inside of one state of the file, whatever others write meanwhile."""
        with self._reading() as connection:
            connection.execute("BEGIN")
            try:
                yield
            finally:
                connection.execute("ROLLBACK")

    @contextmanager
    def _changing(self) -> Iterator[sqlite3.Connection]:
        if self._connection.in_transaction:  # inside together()
            with sentences(self.path):
                yield self._connection
            return
        with sentences(self.path):
            self._connection.execute("BEGIN IMMEDIATE")
            try:
                before = stamps.stamp_of(self._connection)
                self._stamp_before = "" if before is None else before.now
                stamps.step(self._connection)
                yield self._connection
                self._connection.execute("COMMIT")
            except BaseException:
                self._roll_back()
                raise

    def _roll_back(self) -> None:
        if self._connection.in_transaction:  # SQLite has done it itself on a full disk
            self._connection.execute("ROLLBACK")

    @contextmanager
    def _reading(self) -> Iterator[sqlite3.Connection]:
        """One consistent view; what cannot be decoded is damage."""
        with sentences(self.path):
            try:
                yield self._connection
            except (DecodeError, ValueError, RecursionError, zlib.error) as wrong:
                raise damaged(str(wrong), self.path) from wrong

    def stamp(self) -> str:
        """What names the state the file is in: another one after every change, by whomever."""
        with self._reading() as connection:
            found = stamps.stamp_of(connection)
        return "" if found is None else found.now

    def writer(self) -> str:
        """The token of the session that took the file over last; empty when none did."""
        return self._meta("writer") or ""

    def take_over(self, token: str) -> None:
        """Tell the session that has the file, when it next writes, that it has it no longer."""
        self._set_meta("writer", token)

    # --- name and other single values ----------------------------------------------------------

    @property
    def name(self) -> str:
        """What the engagement is called, such as the customer's name."""
        return self._meta("name") or self.path.stem

    @name.setter
    def name(self, name: str) -> None:
        self._set_meta("name", name)

    def _meta(self, key: str) -> str | None:
        with self._reading() as connection:
            row = connection.execute("SELECT value FROM meta WHERE key = ?", (key,)).fetchone()
        return None if row is None else str(row[0])

    def _set_meta(self, key: str, value: str) -> None:
        with self._changing() as connection:
            connection.execute(
                "INSERT OR REPLACE INTO meta (key, value) VALUES (?, ?)", (key, storable(value))
            )

    # --- reports -------------------------------------------------------------------------------

    def add_source(
        self,
        name: str,
        content: Content,
        readings: Sequence[FileReading] | Callable[[], Sequence[FileReading]],
        cancel: Callable[[], bool] | None = None,
        *,
        digest: str = "",
    ) -> bool:
        """Keep one imported file with what was read from it; False when it is there already.

        A file whose readings all refuse it is listed with the reasons, but without its bytes.

        Parameters
        ----------
        content: the file's bytes, the path they are streamed from, or pieces of a megabyte.
        readings: one, or several when the file is an archive; or what gives them, asked when the
            bytes are packed, so that reading can go on in another thread meanwhile.
        cancel: asked between megabytes; when it says yes nothing is kept.
        digest: the SHA-256 of the content, where that is given in pieces.

        Raises
        ------
        StoreProblem: the file cannot be read or kept, or ``cancel`` said yes.
        """
        if not isinstance(content, Iterator):
            digest = digest_of(content)
        with self._changing() as connection:
            known = connection.execute(
                "SELECT id FROM source WHERE sha256 = ?", (digest,)
            ).fetchone()
            if known is not None:
                if self._lacks_bytes(known[0]):
                    self._add_bytes(name, known[0], content, cancel)
                return False
            cursor = connection.execute(
                "INSERT INTO source (name, sha256, size_bytes) VALUES (?, ?, 0)",
                (storable(name), digest),
            )
            assert cursor.lastrowid is not None
            source = cursor.lastrowid
            connection.execute("SAVEPOINT content")
            size = self._add_bytes(name, source, content, cancel)
            found = readings() if callable(readings) else readings
            if found and all(reading.refused for reading in found):
                # Undone rather than deleted: the file does not keep the pages.
                connection.execute("ROLLBACK TO content")
            connection.execute("RELEASE content")
            connection.execute("UPDATE source SET size_bytes = ? WHERE id = ?", (size, source))
            for reading in found:
                stored_readings.insert(connection, source, reading)
            bounds.may_have_another(connection, self.path)
        return True

    def _add_bytes(
        self, name: str, source: int, content: Content, cancel: Callable[[], bool] | None
    ) -> int:
        """Keep the bytes of a source; how many they are."""
        size = 0
        for position, chunk in enumerate(chunks(content)):
            if cancel is not None and cancel():
                raise StoreProblem(mark("was not imported: stopped by you"), file=name)
            size += len(chunk)
            self._connection.execute(
                "INSERT INTO source_chunk (source, position, zlib) VALUES (?, ?, ?)",
                (source, position, zlib.compress(chunk, COMPRESSION)),
            )
        return size

    def _lacks_bytes(self, source: int) -> bool:
        """Whether something was read of a source whose bytes did not survive damage."""
        query = "SELECT max(refused = 0) FROM reading WHERE source = ?"
        kept = "SELECT 1 FROM source_chunk WHERE source = ? LIMIT 1"
        with self._reading() as connection:
            (of_use,) = connection.execute(query, (source,)).fetchone()
            return bool(of_use) and connection.execute(kept, (source,)).fetchone() is None

    def without_bytes(self) -> tuple[str, ...]:
        """Imported files whose bytes did not survive damage; importing them again adds them."""
        return tuple(s.name for s in self.sources() if self._lacks_bytes(s.id))

    def name_for(self, name: str, content: bytes | str | os.PathLike[str]) -> tuple[str, bool]:
        """What a file is to be called here, and whether it is new.

        What is here already keeps its name. Another file of a name that is taken, such as next
        month's report, becomes ``name (2)``: evidence names a file and a line of it.
        """
        digest = digest_of(content)
        with self._reading() as connection:
            row = connection.execute(
                "SELECT name FROM source WHERE sha256 = ?", (digest,)
            ).fetchone()
            if row is not None:
                return str(row[0]), False
            taken = {str(known) for (known,) in connection.execute("SELECT name FROM source")}
        stem, dot, suffix = name.rpartition(".")
        if not stem or "/" in suffix:
            stem, dot, suffix = name, "", ""
        found, number = name, 2
        while storable(found) in taken:
            found = f"{stem} ({number}){dot}{suffix}"
            number += 1
        return found, True

    def sources(self) -> tuple[SourceRecord, ...]:
        """The imported files, in the order of import."""
        with self._reading() as connection:
            rows = connection.execute("SELECT id, name, sha256, size_bytes FROM source ORDER BY id")
            return tuple(
                SourceRecord(number, text_of(name), text_of(digest), size)
                for number, name, digest, size in rows
            )

    def source_chunks(self, source: int) -> Iterator[bytes]:
        """The bytes of one imported file, a megabyte at a time."""
        with self._reading() as connection:
            for (packed,) in connection.execute(
                "SELECT zlib FROM source_chunk WHERE source = ? ORDER BY position", (source,)
            ):
                if not isinstance(packed, bytes):
                    raise DecodeError("a kept report is no bytes")
                unpacker = zlib.decompressobj()
                chunk = unpacker.decompress(packed, CHUNK_BYTES)
                if unpacker.unconsumed_tail or not unpacker.eof:
                    raise DecodeError("a kept report does not unpack to its size")
                yield chunk

    def source_bytes(self, source: int) -> bytes:
        """All bytes of one imported file."""
        return b"".join(self.source_chunks(source))

    def read_again(self, source: int, readings: Sequence[FileReading]) -> tuple[FileReading, ...]:
        """Put other readings of an imported file in the place of those there are.

        They stay part of the import that the file came with, and are returned so.
        """
        with self._changing() as connection:
            row = connection.execute(
                "SELECT MAX(number) FROM batch JOIN reading ON reading.id = batch.reading"
                " WHERE source = ?",
                (source,),
            ).fetchone()
            connection.execute("DELETE FROM reading WHERE source = ?", (source,))
            same = tuple(replace(reading, batch=row[0] or 0) for reading in readings)
            for reading in same:
                stored_readings.insert(connection, source, reading)
        return same

    def remove_source(self, source: int) -> None:
        """Forget one imported file and everything read from it."""
        with self._changing() as connection:
            connection.execute("DELETE FROM source WHERE id = ?", (source,))

    def next_batch(self) -> int:
        """The number (``FileReading.batch``) of an import that begins now."""
        with self._reading() as connection:
            return stored_readings.next_batch(connection)

    def readings(self) -> tuple[FileReading, ...]:
        """What readers made of all files, in the order of import.

        Of a large engagement the figures stay in the file until they are looked at
        (:mod:`app.store.figures`).
        """
        with self._reading() as connection:
            return stored_readings.select(connection, Place(self.path, _figures))

    def figures(self, reading: int, digest: str, first: int, count: int) -> tuple[Observation, ...]:
        """Figures of one reading from a place on, if they are those of that digest still."""
        with self._reading() as connection:
            return stored_readings.figures(connection, reading, digest, first, count)

    # --- the last import -----------------------------------------------------------------------

    def before_import(self) -> Topology | None:
        """The as-is as it was before the last import of a newer report, or ``None``."""
        with self._reading() as connection:
            return before.select(connection)

    def keep_before_import(self, topology: Topology | None) -> None:
        """Keep the as-is as it is before an import."""
        row = before.row_of(topology)
        with self._changing() as connection:
            before.replace_row(connection, row)

    # --- the last analysis -----------------------------------------------------------------------

    def analysis(
        self, readings: tuple[FileReading, ...] | None = None, options: Options | None = None
    ) -> Engagement | None:
        """The kept analysis, if it is of what the file holds now and by this very program.

        ``readings`` and ``options`` save reading them again where they are at hand.
        """
        with self._reading() as connection:
            wanted = self.options() if options is None else options
            every = self.readings() if readings is None else readings
            return analyses.select(connection, taken(every, wanted.answers), wanted, self.name)

    def keep_analysis(self, engagement: Engagement) -> None:
        """Keep this analysis instead of the one before."""
        row = analyses.row_of(engagement)  # before the file is locked: it takes its time
        with self._changing() as connection:
            analyses.replace_row(connection, row)

    # --- what the consultant decided -------------------------------------------------------------

    def options(self, bands: bool = True) -> Options:
        """Everything besides the reports that the analysis depends on."""
        return Options(
            constraints=self.constraints(),
            edits=self.edits(),
            answers=self.answers(),
            rejected=tuple(d.finding for d in self.decisions() if d.verdict == "rejected"),
            done=tuple(d.finding for d in self.decisions() if d.verdict == "done"),
            bands=bands,
            provisional=self.provisional,
        )

    @property
    def provisional(self) -> bool:
        """Whether usual values stand in for what is missing."""
        return self._meta("provisional") == "yes"

    @provisional.setter
    def provisional(self, wanted: bool) -> None:
        self._set_meta("provisional", "yes" if wanted else "no")

    def constraints(self) -> Constraints:
        """Goal and limits of the plan."""
        with self._reading():
            kept = self._meta("constraints")
            found = Constraints() if kept is None else decode(kept)
            if not isinstance(found, Constraints):
                raise DecodeError("constraints are something else")
        return found

    def set_constraints(self, constraints: Constraints) -> None:
        """Replace goal and limits of the plan."""
        self._set_meta("constraints", encode(constraints))

    def edits(self) -> tuple[Change, ...]:
        """The consultant's changes to the as-is topology, in order."""
        with self._reading() as connection:
            self._bounded(connection, "edit", MOST_EDITS)
            rows = connection.execute("SELECT change FROM edit ORDER BY position")
            return tuple(_change(text) for (text,) in rows)

    def set_edits(self, edits: Iterable[Change]) -> None:
        """Replace the consultant's changes to the as-is topology."""
        kept = list(edits)
        self._may_hold(len(kept), MOST_EDITS)
        with self._changing() as connection:
            connection.execute("DELETE FROM edit")
            connection.executemany(
                "INSERT INTO edit (position, change) VALUES (?, ?)",
                [(position, encode(change)) for position, change in enumerate(kept)],
            )

    def _may_hold(self, count: int, most: int) -> None:
        """Raise when there are more of something than a file that opens may have."""
        if count > most:
            raise StoreProblem(TOO_MANY, file=self.path, values={"most": most})

    def _bounded(self, connection: sqlite3.Connection, table: str, most: int) -> None:
        """The same of the rows of a table, without counting all of them."""
        (count,) = connection.execute(
            f"SELECT count(*) FROM (SELECT 1 FROM {table} LIMIT {most + 1})"
        ).fetchone()
        self._may_hold(count, most)

    def answers(self) -> Mapping[tuple[str, str], Value]:
        """Answers to questions, by (subject, metric)."""
        with self._reading() as connection:
            rows = connection.execute(
                "SELECT subject, metric, value_type, value FROM answer ORDER BY subject, metric"
            )
            return {
                (text_of(subject), text_of(metric)): decode_value(letter, value)
                for subject, metric, letter, value in rows
            }

    def set_answer(self, subject: str, metric: str, value: Value | None) -> None:
        """Keep the answer to one question; None takes it back."""
        key = (storable(subject), storable(metric))
        with self._changing() as connection:
            connection.execute("DELETE FROM answer WHERE subject = ? AND metric = ?", key)
            if value is not None:
                connection.execute(
                    "INSERT INTO answer (subject, metric, value_type, value) VALUES (?, ?, ?, ?)",
                    (*key, *encode_value(value)),
                )

    def scenarios(self) -> tuple[Scenario, ...]:
        """All scenarios, in the consultant's order."""
        with self._reading() as connection:
            self._bounded(connection, "scenario", MOST_SCENARIOS)
            self._bounded(connection, "scenario_change", MOST_EDITS)
            changes: dict[int, list[Change]] = {}
            for scenario, text in connection.execute(
                "SELECT scenario, change FROM scenario_change ORDER BY scenario, position"
            ):
                changes.setdefault(scenario, []).append(_change(text))
            rows = connection.execute(
                "SELECT position, name, note, base FROM scenario"
                " LEFT JOIN scenario_base ON scenario = position ORDER BY position"
            )
            return tuple(
                Scenario(
                    text_of(name),
                    tuple(changes.get(position, ())),
                    text_of(note),
                    "" if base is None else text_of(base),
                )
                for position, name, note, base in rows
            )

    def set_scenarios(
        self, scenarios: Iterable[Scenario], held: Sequence[Scenario] | None = None
    ) -> None:
        """Replace all scenarios; names must differ.

        ``held`` are those that the file holds, where that is known inside :meth:`together`: only
        what differs from them is written.
        """
        kept = list(scenarios)
        names = {storable(scenario.name) for scenario in kept}
        if len(names) < len(kept):
            raise StoreProblem(
                mark("two scenarios have one name; rename one of them"), file=self.path
            )
        self._may_hold(len(kept), MOST_SCENARIOS)
        self._may_hold(sum(len(scenario.changes) for scenario in kept), MOST_EDITS)
        with self._changing() as connection:
            stored_scenarios.replace_rows(connection, kept, held)

    def decisions(self) -> tuple[Decision, ...]:
        """Decisions on findings, by finding id."""
        with self._reading() as connection:
            rows = connection.execute(
                "SELECT finding, verdict, reason FROM decision ORDER BY finding"
            )
            found = tuple(
                Decision(text_of(finding), verdict, text_of(reason))
                for finding, verdict, reason in rows
            )
            for decision in found:
                if decision.verdict not in get_args(Verdict):
                    raise DecodeError(f"{decision.verdict} is no decision")
            return found

    def decide(self, finding: str, verdict: Verdict | None, reason: str = "") -> None:
        """Keep the decision on one finding; None takes it back."""
        with self._changing() as connection:
            connection.execute("DELETE FROM decision WHERE finding = ?", (storable(finding),))
            if verdict is not None:
                connection.execute(
                    "INSERT INTO decision (finding, verdict, reason) VALUES (?, ?, ?)",
                    (storable(finding), verdict, storable(reason)),
                )

    # --- the window's own state --------------------------------------------------------------

    def window_state(self, key: str) -> Any:
        """What the window kept under ``key`` (plain JSON data), or None."""
        with self._reading() as connection:
            row = connection.execute(
                "SELECT value FROM window_state WHERE key = ?", (key,)
            ).fetchone()
            if row is not None and len(str(row[0])) > LARGEST_STATE:
                raise DecodeError("the window's state is longer than it ever is")
            return None if row is None else json.loads(row[0])

    def goals(self) -> dict[tuple[str, float], float]:
        """Service levels asked about: seconds by workload and per cent (0: the mean)."""
        found = self.window_state("goals") or []
        if not isinstance(found, list) or not all(map(_is_goal, found)):
            raise StoreProblem(WINDOW_DATA, file=self.path)
        return {(str(who), float(percent)): float(seconds) for who, percent, seconds in found}

    def set_window_state(self, key: str, value: Any) -> None:
        """Keep plain JSON data for the window."""
        with self._changing() as connection:
            connection.execute(
                "INSERT OR REPLACE INTO window_state (key, value) VALUES (?, ?)",
                (key, json.dumps(value, sort_keys=True)),
            )


def _is_goal(value: object) -> bool:
    """A workload, a share of its responses in per cent (0: the mean) and seconds."""
    if not isinstance(value, list) or len(value) != 3:
        return False
    who, percent, seconds = value
    return (
        isinstance(who, str)
        and all(type(x) in (int, float) and math.isfinite(x) for x in (percent, seconds))
        and 0.0 <= percent < 100.0
        and seconds > 0.0
    )


def _figures(
    path: Path, reading: int, digest: str, first: int, count: int
) -> tuple[Observation, ...]:
    """What :class:`KeptFigures` asks of a file, in whatever thread that is."""
    with EngagementFile.open(path, known=True) as file:
        return file.figures(reading, digest, first, count)


def _connect(path: Path) -> sqlite3.Connection:
    return places.connect(path, BUSY_TIMEOUT_S)


def _settle(connection: sqlite3.Connection) -> None:
    """Durability and caution; the first statement also restores an interrupted change."""
    connection.execute("PRAGMA trusted_schema = OFF")
    connection.execute("PRAGMA cell_size_check = ON")
    connection.execute("PRAGMA foreign_keys = ON")
    connection.execute("PRAGMA journal_mode = DELETE")
    connection.execute("PRAGMA synchronous = EXTRA")


def _change(text: str) -> Change:
    found = decode(text)
    if not isinstance(found, Change):
        raise DecodeError("a stored change is something else")
    return found
