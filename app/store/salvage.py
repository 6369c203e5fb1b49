"""What of a damaged engagement file can still be read, put into a new one, with a list of the rest.

The damaged file is only copied. SQLite reads each table from its beginning as far as it goes, then
from its end, then row by row what lies between; every row is decoded before it is believed. What
was read of reports has a check sum, and so have the reports' own bytes: figures that do not agree
with theirs are read again from the bytes, and are lost only where those are damaged, too. What the
consultant typed has no check sum. The list says of every part what is there and what is not.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import shutil
import sqlite3
import tempfile
import zlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path, PurePath
from typing import Any, get_args

from advisor.engagement import Constraints
from advisor.observations import FileReading
from app.errors import mark
from app.store import guard, places, schema
from app.store import readings as stored_readings
from app.store.codec import decode, decode_value, text_of
from app.store.content import CHUNK_BYTES
from app.store.engagement_file import EXISTS, EngagementFile
from app.store.figures import digest_of
from app.store.problems import StoreProblem, sentences
from app.store.records import Verdict, are_places
from model.language import Sentence
from model.topology import Change

__all__ = ["NOTHING", "Part", "Salvaged", "salvage"]

Read = Callable[[Path, str], Sequence[FileReading]]
Row = tuple[Any, ...]

NOTHING = mark("is so damaged that nothing of it can be read; open a copy from before")
ITSELF = mark("is the damaged file itself; choose another name")
UNCHECKED = mark(
    "Figures and reports were compared with their check sums. What was typed has none: look "
    "through settings, scenarios and answers before you rely on them."
)
HEADER_BYTES = 100
INTERIOR = 5
MOST_SEEKS = 20_000
"""Rows that are looked for one by one, in the middle of a table that is damaged there."""
STEPS_PER_BYTE, LEAST_STEPS, ASKED_EACH = 20, 5_000_000, 10_000
"""Of SQLite's machine; pages that name each other in a circle would keep it busy for ever."""


@dataclass
class Part:
    """One part of the engagement: how much of it is saved, and what is known to be lost.

    ``cut`` says that more of it may be lost than can be counted. ``names`` are of what is lost,
    ``again`` how many were read again from their bytes, ``without_text`` are reports of which the
    figures are there and the lines are not.
    """

    what: str
    saved: int = 0
    lost: int = 0
    cut: bool = False
    names: tuple[str, ...] = ()
    again: int = 0
    without_text: tuple[str, ...] = ()

    @property
    def whole(self) -> bool:
        """Whether all of it is there."""
        return not (self.lost or self.cut or self.names or self.without_text)


@dataclass(frozen=True)
class Salvaged:
    """What became of each part; ``name`` is what the engagement is called."""

    name: str
    parts: tuple[Part, ...] = ()

    @property
    def whole(self) -> bool:
        """Whether nothing is lost."""
        return all(part.whole for part in self.parts)


@dataclass(frozen=True)
class _Table:
    name: str
    part: str
    key: str  # in its own order; a row that is lost in the middle is looked for by it
    sound: Callable[[Row], bool] = field(default=lambda _row: True)


def _is_change(row: Row) -> bool:
    return isinstance(decode(text_of(row[-1])), Change)


def _is_chunk(row: Row) -> bool:
    unpacker = zlib.decompressobj()
    unpacker.decompress(row[2], CHUNK_BYTES)
    return unpacker.eof and not unpacker.unconsumed_tail


def _is_meta(row: Row) -> bool:
    return row[0] != "constraints" or isinstance(decode(row[1]), Constraints)


def _is_decision(row: Row) -> bool:
    return row[1] in get_args(Verdict)


def _is_reading(row: Row) -> bool:
    names = json.loads(row[7])
    return isinstance(names, list) and all(isinstance(name, str) for name in names)


def _is_listed(row: Row) -> bool:
    return all(isinstance(line, int) for line, _numbers in json.loads(row[4]))


def _is_json(row: Row) -> bool:
    json.loads(row[1])
    return True


NAME, REPORTS, BESIDE = mark("name and goals"), mark("reports"), "beside"
EDITS, SCENARIOS = mark("changes to the as-is"), mark("scenarios and their changes")
ANSWERS, DECISIONS = mark("answers"), mark("decisions on findings")
CANVAS, BEFORE = mark("places on the canvas"), mark("the model before the last import")

TABLES = (
    _Table("meta", NAME, "key", _is_meta),
    _Table("source", REPORTS, "id"),
    _Table("source_chunk", REPORTS, "rowid", _is_chunk),
    _Table("reading", REPORTS, "id", _is_reading),
    _Table("figures", REPORTS, "reading"),
    _Table("observation", REPORTS, "reading, position"),
    _Table("unread", BESIDE, "reading, first_line, last_line"),
    _Table("unread_kind", BESIDE, "reading, position"),
    _Table("busiest", BESIDE, "reading, start"),
    _Table("batch", BESIDE, "reading"),
    _Table("problem", BESIDE, "reading, position"),
    _Table("numbers_read", BESIDE, "reading", _is_listed),
    _Table("said", BESIDE, "reading, what, position",
           lambda row: isinstance(decode(row[3]), Sentence)),
    _Table("edit", EDITS, "position", _is_change),
    _Table("scenario", SCENARIOS, "position"),
    _Table("scenario_base", SCENARIOS, "scenario"),
    _Table("scenario_change", SCENARIOS, "scenario, position", _is_change),
    _Table("answer", ANSWERS, "subject, metric", lambda row: decode_value(*row[2:]) is not None),
    _Table("decision", DECISIONS, "finding", _is_decision),
    _Table("window_state", CANVAS, "key", _is_json),
    _Table("before_import", BEFORE, "id"),
)  # fmt: skip


def salvage(
    damaged: Path,
    path: Path,
    read: Read,
    *,
    replace: bool = False,
) -> Salvaged:
    """Write what can be read of ``damaged`` to ``path``; the damaged file stays as it is.

    ``read`` reads a report anew from a file with its bytes, under its name.

    Raises
    ------
    StoreProblem: nothing can be read, or the new file cannot be written.
    """
    with sentences(path, content=damaged):
        if not damaged.is_file():
            raise StoreProblem(mark("there is no such file; check the name"), file=damaged)
        if path.exists() and path.samefile(damaged):
            raise StoreProblem(ITSELF, file=path)
        if path.exists() and not replace:
            raise StoreProblem(EXISTS, file=path)
        with tempfile.TemporaryDirectory() as folder, places.aside(path) as part:
            EngagementFile.create(part, path.stem).close()
            parts = _Parts()
            with closing(places.connect(part)) as made, _copies(damaged, Path(folder)) as copies:
                made.execute("PRAGMA foreign_keys = OFF")
                made.execute("PRAGMA synchronous = OFF")
                made.execute("BEGIN")
                made.execute("DELETE FROM meta")
                known = sum(_take(table, copies, made, parts) for table in TABLES)
                if not known:
                    raise StoreProblem(NOTHING, file=damaged)
                wanted = _settle_reports(made, parts)
                _settle_rest(made, parts, path.stem)
                made.execute("COMMIT")
            with EngagementFile.open(part) as file:
                _read_again(file, wanted, read, parts)
                _try_out(file, parts)
                for one, counted in _COUNTED.items():
                    parts[one].saved = len(counted(file))
                parts[REPORTS].without_text = file.without_bytes()
                name = file.name
            places.put_in_place(part, path)
    return Salvaged(name, tuple(parts.told()))


_COUNTED: dict[str, Callable[[EngagementFile], Any]] = {
    REPORTS: lambda file: file.sources(),
    EDITS: lambda file: file.edits(),
    SCENARIOS: lambda file: file.scenarios(),
    ANSWERS: lambda file: file.answers(),
    DECISIONS: lambda file: file.decisions(),
}


class _Parts(dict[str, Part]):
    """By name, made when it is asked for; ``cut`` are tables that could not be read to the end."""

    def __init__(self) -> None:
        super().__init__()
        self.cut: set[str] = set()
        self._fits: bool | None = None

    def __missing__(self, name: str) -> Part:
        made = self[name] = Part(name)
        return made

    def fits_ours(self, connection: sqlite3.Connection) -> bool:
        """Whether all pages of a file belong to the tables that a new file has."""
        if self._fits is None:
            try:
                self._fits = connection.execute("PRAGMA integrity_check(1)").fetchone() == ("ok",)
            except sqlite3.Error:
                self._fits = False
        return self._fits

    def told(self) -> Iterator[Part]:
        """In the order of the tables, without what only says what was read of reports."""
        for name in dict.fromkeys(table.part for table in TABLES):
            if name != BESIDE:
                yield self[name]


# --- reading what is damaged ---------------------------------------------------------------------


class _Broken(str):
    """Text with bytes that are none."""


def _text(found: bytes) -> str:
    try:
        return found.decode("utf-8")
    except UnicodeDecodeError:
        return _Broken(found.decode("utf-8", "replace"))


@contextlib.contextmanager
def _copies(damaged: Path, folder: Path) -> Iterator[list[sqlite3.Connection]]:
    """Connections to copies: as it is, undone what was interrupted, and with a schema like ours.

    The first page tells where each table begins. Where it is gone a new file's stands in: tables
    are made in one order, so that they mostly begin at the same pages.
    """
    copy, other, model = (folder / name for name in ("copy", "other", "model"))
    shutil.copyfile(damaged, copy)
    journal = damaged.with_name(damaged.name + "-journal")
    if journal.is_file():
        shutil.copyfile(journal, copy.with_name("copy-journal"))
        with contextlib.suppress(sqlite3.Error), closing(places.connect(copy)) as one:
            one.execute("SELECT 1 FROM sqlite_master").fetchone()
        copy.with_name("copy-journal").unlink(missing_ok=True)
    EngagementFile.create(model).close()
    ours = model.read_bytes()
    page = int.from_bytes(ours[16:18], "big")
    lists = {number: ours[(number - 1) * page : number * page] for number in _list_of(ours, page)}
    shutil.copyfile(copy, other)
    for path, over in ((copy, {1: ours[:HEADER_BYTES]}), (other, lists)):
        _lay_over(path, over, page, len(ours))
    with contextlib.ExitStack() as stack:
        found = []
        for path in (copy, other):
            connection = stack.enter_context(closing(places.connect(path)))
            connection.text_factory = _text
            steps = path.stat().st_size * STEPS_PER_BYTE + LEAST_STEPS
            connection.set_progress_handler(_Budget(steps // ASKED_EACH), ASKED_EACH)
            with contextlib.suppress(sqlite3.Error):
                connection.execute("PRAGMA trusted_schema = OFF")
                connection.execute("PRAGMA cell_size_check = ON")
                connection.execute("PRAGMA query_only = ON")
            for limit, most in guard.LIMITS.items():
                connection.setlimit(limit, most)
            found.append(connection)
        guard.narrow(found[0])  # whose tables somebody else may have made
        yield found


def _list_of(content: bytes, page: int, number: int = 1) -> list[int]:
    """The pages of a file's list of tables, from that page on: a b-tree of SQLite's format."""
    place = (number - 1) * page
    head = place + (HEADER_BYTES if number == 1 else 0)
    if content[head] != INTERIOR:
        return [number]
    count = int.from_bytes(content[head + 3 : head + 5], "big")
    ends = range(head + 12, head + 12 + 2 * count, 2)
    at = [int.from_bytes(content[n : n + 2], "big") for n in ends]
    children = [int.from_bytes(content[place + n : place + n + 4], "big") for n in at]
    children.append(int.from_bytes(content[head + 8 : head + 12], "big"))
    return [number, *(one for child in children for one in _list_of(content, page, child))]


def _lay_over(path: Path, pages: Mapping[int, bytes], page: int, least: int) -> None:
    """Put these pages of a sound file over a copy, which becomes as long as that at least.

    Of a list of tables that begin beyond the end of the file SQLite reads none.
    """
    size = -(-max(path.stat().st_size, least) // page) * page
    with path.open("r+b") as file:
        file.truncate(size)
        for number, content in pages.items():
            file.seek((number - 1) * page)
            if number == 1:  # with the size of this file, and without free pages
                content = content[:28] + (size // page).to_bytes(4, "big") + bytes(8) + content[40:]
            file.write(content)


class _Budget:
    def __init__(self, calls: int) -> None:
        self._left = calls

    def __call__(self) -> int:
        self._left -= 1
        return self._left < 0


def _take(
    table: _Table, copies: Sequence[sqlite3.Connection], made: sqlite3.Connection, parts: _Parts
) -> int:
    """Copy what can be read of a table; how many rows that is."""
    columns = _columns(made, table.name)
    own = _Taken(table, columns, made)
    as_it_is, like_ours = copies
    whole = False
    if _is_ours(as_it_is, table.name):
        whole = own.all_of(as_it_is)
        if not whole and not own.count:
            own.all_of(like_ours)
    elif _is_missing(as_it_is, table.name):
        whole = True  # an older program, which had no such table
    else:
        # Where every page of the file has its place in these tables they are those that there were.
        whole = own.all_of(like_ours) and parts.fits_ours(like_ours)
    parts[table.part].lost += own.bad
    if not whole:
        parts[table.part].cut = True
        parts.cut.add(table.name)
    return own.count


def _columns(made: sqlite3.Connection, table: str) -> list[tuple[str, str, bool]]:
    return [
        (name, kind, bool(must or key))
        for _, name, kind, must, _, key in made.execute(f"PRAGMA table_info({table})")
    ]


def _is_ours(connection: sqlite3.Connection, table: str) -> bool:
    """Whether a table has the very columns that the program gave it."""
    with contextlib.suppress(sqlite3.Error):
        row = connection.execute(
            "SELECT sql FROM sqlite_master WHERE type = 'table' AND name = ?", (table,)
        ).fetchone()
        return row is not None and row[0] == schema.statement_of(table)
    return False


def _is_missing(connection: sqlite3.Connection, table: str) -> bool:
    """Whether a sound list of tables is that of a version without this one."""
    with contextlib.suppress(sqlite3.Error):
        there = {name for (name,) in connection.execute("SELECT name FROM sqlite_master")}
        return table not in there and there in schema.names_by_version()
    return False


class _Taken:
    """Rows of one table on their way into the new file."""

    def __init__(
        self, table: _Table, columns: Sequence[tuple[str, str, bool]], made: sqlite3.Connection
    ) -> None:
        self._table, self._made, self._columns = table, made, columns
        names = ", ".join(name for name, _, _ in columns)
        self._select = f"SELECT {names} FROM {table.name}"
        marks = ", ".join("?" for _ in columns)
        self._insert = f"INSERT OR IGNORE INTO {table.name} ({names}) VALUES ({marks})"
        self.count = self.bad = 0
        self._wrong: set[int] = set()

    def all_of(self, connection: sqlite3.Connection) -> bool:
        """Whether every row could be read; what is between two damaged places is sought singly."""
        keys = self._table.key.split(", ")
        back = ", ".join(f"{key} DESC" for key in keys)
        if self._rows(connection, f"ORDER BY {self._table.key}"):
            return True
        self._rows(connection, f"ORDER BY {back}")
        if keys[0] == "reading":
            # Each reading's rows stand together: those of others are found past the damage.
            for (reading,) in self._made.execute("SELECT id FROM reading ORDER BY id").fetchall():
                for order in (self._table.key, back):
                    if self._rows(connection, f"WHERE reading = {int(reading)} ORDER BY {order}"):
                        break
        elif len(keys) == 1 and keys[0] in ("id", "position", "rowid"):
            (last,) = self._made.execute(
                f"SELECT max({keys[0]}) FROM {self._table.name}"
            ).fetchone()
            for number in range(min(last or 0, MOST_SEEKS) + 1):
                self._rows(connection, f"WHERE {keys[0]} = {number}")
        return False

    def _rows(self, connection: sqlite3.Connection, how: str) -> bool:
        try:
            for row in connection.execute(f"{self._select} {how}"):
                self._put(row)
        except (sqlite3.Error, OverflowError, MemoryError):
            return False
        return True

    def _put(self, row: Row) -> None:
        try:
            fits = all(map(_fits, row, self._columns)) and self._table.sound(row)
        except (ValueError, TypeError, KeyError, RecursionError, zlib.error, OverflowError):
            fits = False
        if fits:
            added = self._made.execute(self._insert, row).rowcount
            self.count += max(added, 0)
        elif (name := hash(repr(row))) not in self._wrong:
            self._wrong.add(name)
            self.bad += 1


def _fits(value: object, column: tuple[str, str, bool]) -> bool:
    """Whether a value is what the program puts into such a column."""
    _, kind, must = column
    if value is None:
        return not must
    if isinstance(value, _Broken):
        return False
    wanted = {"TEXT": str, "INTEGER": int, "BLOB": bytes, "REAL": float}.get(kind)
    return wanted is None or type(value) is wanted


# --- what belongs together -----------------------------------------------------------------------


def _settle_reports(made: sqlite3.Connection, parts: _Parts) -> list[int]:
    """Keep of the reports what agrees with its check sums; the sources to be read again."""
    _name_orphans(made)
    wanted = []
    for source, name, digest, size in made.execute(
        "SELECT id, name, sha256, size_bytes FROM source ORDER BY id"
    ).fetchall():
        of = made.execute("SELECT id, refused FROM reading WHERE source = ?", (source,)).fetchall()
        refused = bool(of) and all(one for _, one in of)
        has_bytes = _has_bytes(made, source, digest)
        if not has_bytes:
            made.execute("DELETE FROM source_chunk WHERE source = ?", (source,))
        sound = [key for key, _ in of if _agrees(made, key)]
        if has_bytes and (
            len(sound) < len(of) or not of or parts[BESIDE].cut or parts[BESIDE].lost
        ):
            wanted.append(source)
        elif not has_bytes and not refused:
            for key, _ in of:
                if key not in sound:
                    _forget(made, key)
            if not sound:
                made.execute("DELETE FROM source WHERE id = ?", (source,))
        if not has_bytes and len(sound) < max(len(of), 1) and (size or not refused):
            parts[REPORTS].names += (name,)
    for table in TABLES:
        if table.key.startswith("reading"):
            made.execute(f"DELETE FROM {table.name} WHERE reading NOT IN (SELECT id FROM reading)")
    # Rows are no reports: those that are lost are known by name, unless both lists of them are cut.
    parts[REPORTS].lost = 0
    parts[REPORTS].cut = {"source", "reading"} <= parts.cut
    return wanted


def _name_orphans(made: sqlite3.Connection) -> None:
    """Give bytes and readings whose file's name is lost a name: the readings', or a number."""
    orphans = made.execute(
        "SELECT source FROM source_chunk UNION SELECT source FROM reading"
        " EXCEPT SELECT id FROM source"
    ).fetchall()
    for (source,) in orphans:
        files = made.execute(
            "SELECT file, sha256, size_bytes FROM reading WHERE source = ? ORDER BY id", (source,)
        ).fetchall()
        digest, length = hashlib.sha256(), 0
        for chunk in _unpacked(made, source):
            digest.update(chunk)
            length += len(chunk)
        if len(files) == 1:
            name, kept, size = files[0]
        else:
            # All are from one archive, by the name of which theirs begin.
            heads = {file.partition("/")[0] for file, _, _ in files}
            whole = heads.pop() if len(heads) == 1 else ""
            name, kept, size = whole or f"report {source}", f"unknown {source}", length
        made.execute(
            "INSERT OR IGNORE INTO source (id, name, sha256, size_bytes) VALUES (?, ?, ?, ?)",
            (source, name, digest.hexdigest() if length else kept, size),
        )
    made.execute("DELETE FROM source_chunk WHERE source NOT IN (SELECT id FROM source)")
    made.execute("DELETE FROM reading WHERE source NOT IN (SELECT id FROM source)")


def _unpacked(made: sqlite3.Connection, source: int) -> Iterator[bytes]:
    rows = "SELECT zlib FROM source_chunk WHERE source = ? ORDER BY position"
    for (packed,) in made.execute(rows, (source,)):
        yield zlib.decompress(packed)


def _has_bytes(made: sqlite3.Connection, source: int, digest: str) -> bool:
    """Whether a report's own bytes are there, by their check sum."""
    found = hashlib.sha256()
    for chunk in _unpacked(made, source):
        found.update(chunk)
    return found.hexdigest() == digest


def _agrees(made: sqlite3.Connection, reading: int) -> bool:
    """Whether all figures of a reading are there, by their check sum."""
    row = made.execute(
        "SELECT file, figures.sha256 FROM reading JOIN figures ON reading = id WHERE id = ?",
        (reading,),
    ).fetchone()
    if row is None:
        return False
    try:
        return digest_of(stored_readings.whole(made, reading, row[0])) == row[1]
    except (ValueError, TypeError, zlib.error, RecursionError):
        return False


def _forget(made: sqlite3.Connection, reading: int) -> None:
    made.execute("DELETE FROM reading WHERE id = ?", (reading,))


def _settle_rest(made: sqlite3.Connection, parts: _Parts, name: str) -> None:
    """What hangs on what is lost goes; gaps in what was numbered are counted."""
    known = made.execute("SELECT value FROM meta WHERE key = 'name'").fetchone()
    if known is None:
        made.execute("INSERT INTO meta (key, value) VALUES ('name', ?)", (name,))
        parts[NAME].lost = max(parts[NAME].lost, 1)
    made.execute("DELETE FROM meta WHERE key = 'writer'")
    nameless = made.execute(
        "SELECT DISTINCT scenario FROM scenario_change"
        " WHERE scenario NOT IN (SELECT position FROM scenario)"
    ).fetchall()
    for number, (place,) in enumerate(nameless, 1):  # its name is lost, not what is in it
        made.execute(
            "INSERT OR IGNORE INTO scenario (position, name, note) VALUES (?, ?, '')",
            (place, f"Scenario without a name {number}"),
        )
    parts[SCENARIOS].lost = max(parts[SCENARIOS].lost, len(nameless))
    made.execute("DELETE FROM scenario_base WHERE scenario NOT IN (SELECT position FROM scenario)")
    count, last = made.execute("SELECT count(*), max(position) FROM edit").fetchone()
    if last is not None:
        parts[EDITS].lost = max(parts[EDITS].lost, last + 1 - count)
    gaps = made.execute(
        "SELECT max(position) + 1 - count(*) FROM scenario_change GROUP BY scenario"
    ).fetchall()
    parts[SCENARIOS].lost = max(parts[SCENARIOS].lost, sum(gap for (gap,) in gaps))


def _read_again(file: EngagementFile, wanted: Sequence[int], read: Read, parts: _Parts) -> None:
    """Take figures anew from the reports' bytes."""
    for source in file.sources():
        if source.id not in wanted:
            continue
        with tempfile.TemporaryDirectory() as folder:
            copy = Path(folder) / (PurePath(source.name).name or "report")
            with copy.open("wb") as target:
                for chunk in file.source_chunks(source.id):
                    target.write(chunk)
            found = read(copy, source.name)
        file.read_again(source.id, found)
        parts[REPORTS].again += 1


def _try_out(file: EngagementFile, parts: _Parts) -> None:
    """Leave out what the program could not open again."""
    try:
        file.before_import()
    except StoreProblem:
        file.keep_before_import(None)
        parts[BEFORE].lost = 1
    try:
        file.goals()
    except StoreProblem:
        file.set_window_state("goals", None)
        parts[NAME].lost += 1
    kept = file.window_state("positions")
    parts[CANVAS].saved = len(kept) if isinstance(kept, dict) else 0
    if kept is not None and not are_places(kept):
        file.set_window_state("positions", None)
        parts[CANVAS].saved, parts[CANVAS].lost = 0, max(parts[CANVAS].lost, 1)


# --- what is said --------------------------------------------------------------------------------


def told(found: Salvaged, say: Callable[..., str] = lambda text, **values: text.format(**values)
         ) -> list[str]:  # fmt: skip
    """The list for the user, a line for each part; ``say`` translates."""
    lines = [say(mark("{name}: what could be read is saved."), name=found.name)]
    for part in found.parts:
        what = say(part.what)
        said = [say(mark("{n} saved"), n=part.saved)] if part.what in (*_COUNTED, CANVAS) else []
        if part.again:
            said.append(say(mark("of {n} the figures were read again"), n=part.again))
        if part.names:
            names = ", ".join(part.names)
            said.append(say(mark("lost or not whole, import again: {names}"), names=names))
        if left := [name for name in part.without_text if name not in part.names]:
            names = ", ".join(left)
            said.append(say(mark("without their lines, import again: {names}"), names=names))
        if part.lost:
            said.append(say(mark("{n} unreadable"), n=part.lost))
        if part.cut:
            said.append(say(mark("more may be lost: this part of the file is damaged")))
        if part.whole:
            said.append(say(mark("all there")))
        lines.append(f"{what}: {'; '.join(said)}")
    lines.append(say(UNCHECKED))
    return lines
