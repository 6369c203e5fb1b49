"""CICS files: the lines that the enhanced DFH0STAT prints for each, gathered by file.

Files under DSNSHARING report the same EXCPs again (VSAM counts them per data set): of twins only
the first keeps its EXCPs, the others point to it. A path's EXCPs are those of its base alone;
those of the alternate index show in the LSR pool's totals only (002, VSAM hints).
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

from advisor.formats.cics.request_tables import heading_order, request_row
from advisor.observations import Interval
from advisor.reading.layout.blank_cells import Columns, spans_of
from advisor.reading.layout.cells import whole
from advisor.reading.reader import NO_INTERVAL, Collector, Line, Segment

FILES_PAGE = "files with requests, EXCPs, splits, waits, share options and data set sharing"

_NAME = r"([A-Z#@$][A-Z0-9#@$]{0,7})"
_ROW = re.compile(
    rf"^\s*{_NAME}\s+(VSAM|BDAM|REMOTE|REMTBL|CFDT|SDT)\s+([A-Z]{{4,6}})\s+"
    r"(?:(NO|NSR|RLS|-+|\d{1,3})\s+)??((?:(?:[\d,]+|\(\))\s+){9}[\d,]+)\s*$"
)
# The Files report of CICS for z/OS: what a file is, its counts stand in a table of their own.
_DEFINED = re.compile(
    rf"^\s*{_NAME}\s+(VSAM|BDAM|REMOTE)\b(?:\s+(KSDS|ESDS|V?RRDS|PATH|KSDSP|ESDSP)\b)?"
    r"((?:\s(?:[A-Z0-9#@$]{1,8}|Yes|No)){0,12})\s*$"
)
# DFHSTUP, "Files: Resource statistics - resource information", of files that are not remote: data
# set and perhaps the one it is a path of, its type (K, E, R, or the word), RLS, data table, when it
# was opened and closed, LSR pool.
_DATA_SET = r"(?:[A-Z#@$][A-Z0-9#@$-]{0,7}\.)+[A-Z0-9#@$-]{1,8}"
_RESOURCE = re.compile(
    rf"^\s*{_NAME}\s+({_DATA_SET})\s+(?:(?P<base>{_DATA_SET})\s+)?"
    r"([KERP]|KSDS|ESDS|RRDS|PATH)\s+(YES|NO)\s+(?:[CKLRSTUX]\s+)?"
    r"\d\d:\d\d:\d\d\s+(?:OPEN|\d\d:\d\d:\d\d)\s+(N|\d{1,3})\s*$"
)
_BASE = re.compile(rf"^ {{10,}}({_DATA_SET})\s*$")
"""The data set that the one of the row above is a path of."""
_MORE = re.compile(
    rf"^\s*{_NAME}\s+(BUFFER WAIT(?! OCCURRED)|SPLITS|DATASET\s?NAME|STRINGS|DATA TABLE)\b\s*(.*)$"
)
_SHARING = re.compile(  # a PDF may have torn the word apart, as in 002
    r"\bD?\s?SNSHAR\s?R?ING\s+(Y|N|ALLREQS|MODIFYREQS)\b(?:\s+(BASE|PATH)\b)?"
)
_HEADING = re.compile(
    r"^\s*(?:Filename\s+(?:Access\s+)?Method|(?:Access\s+)?LSR\s+Str\b"
    r"|Access\s+(?:File\s+)?(?:LSR|Remote)\b)",
    re.IGNORECASE,
)
_REQUEST_HEADING = re.compile(r"\b(?:Browse|EXCP|Requests|Delete)\b", re.IGNORECASE)
_NO_HEADING = re.compile(r"\d{2,}|Method\s+Type|: ")
_COLUMNS = (
    ("string_wait_hwm", "count"),
    ("string_waits", "count"),
    ("reads", "count"),
    ("reads_for_update", "count"),
    ("browses", "count"),
    ("adds", "count"),
    ("updates", "count"),
    ("deletes", "count"),
    ("excps_data", "count"),
    ("excps_index", "count"),
)
_POOLED = 8
"""Rows with a pool that a row without is compared with."""

_REQUESTS = ("reads", "reads_for_update", "browses", "adds", "updates", "deletes")
_TYPES = {"KSDSP": "path", "ESDSP": "path", "PATH": "path"}
_KINDS = ("KSDS", "ESDS", "RRDS", "AIX", "path")
_LETTERS = {"K": "KSDS", "E": "ESDS", "R": "RRDS", "P": "path"}


@dataclass(frozen=True)
class Region:
    """The region a line belongs to, and the span its counters cover."""

    applid: str
    interval: Interval = NO_INTERVAL

    @property
    def subject(self) -> str:
        """Subject of the region."""
        return f"cics_region:{self.applid}"


@dataclass
class _File:
    subject: str
    region: Region
    line: Line
    figures: dict[str, tuple[int, str, Line]] = field(default_factory=dict)
    settings: dict[str, tuple[Any, str, str, Line]] = field(default_factory=dict)


def read_file_line(
    segment: Segment, region: Region, shape: str, line: Line, out: Collector
) -> bool:
    """Take up a line that speaks of a file; observations follow in :func:`write_files`.

    ``shape`` is its outline.
    """
    if _requests(segment, region, shape, line, out):
        return True
    if not _speaks(shape):
        return False
    text = " ".join(line.content.split())
    files: dict[str, _File] = segment.memory.setdefault("files", {})
    match = _ROW.match(text)
    if match and match[4] is None and segment.memory.get("narrow"):
        return _cut_off(segment, line, out)  # which cell is missing, the pool or the last count?
    if match and match[4] is None and _under_pool(line.content, segment.memory.get("columns", "")):
        return _lacking(segment, line, out)
    if match and match[4] is None and _beside_pools(segment, line.content):
        return _lacking(segment, line, out)
    if match:
        name = f"{region.applid}/{match[1]}"
        file = files[name] = _File(f"vsam_file:{name}", region, line)
        _row(file, match, line)
        return True
    if match := _DEFINED.match(text):
        name = f"{region.applid}/{match[1]}"
        _defined(files.setdefault(name, _File(f"vsam_file:{name}", region, line)), match, line)
        return True
    if match := _RESOURCE.match(text):
        name = f"{region.applid}/{match[1]}"
        segment.memory["resource"] = name, line.number
        _resource(files.setdefault(name, _File(f"vsam_file:{name}", region, line)), match, line)
        return True
    if match := _BASE.match(line.content):
        name, above = segment.memory.get("resource", ("", 0))
        if line.number != above + 1 or name not in files:
            return False
        files[name].settings["BASE_DSNAME"] = (match[1], "", match[1], line)
        return True
    if match := _MORE.match(text):
        name = f"{region.applid}/{match[1]}"
        file = files.setdefault(name, _File(f"vsam_file:{name}", region, line))
        _more(file, f"{match[2]} {match[3]}", line)
        return True
    if _HEADING.match(text):
        if "Filename" in text:  # ends with the EXCPs of data and of index
            segment.memory["narrow"] = text.upper().count("EXCPS") == 1
            segment.memory["columns"] = line.content
        return True
    return False


@lru_cache(maxsize=1 << 12)
def _speaks(shape: str) -> bool:
    """Whether lines of this outline may speak of a file."""
    text = " ".join(shape.split())
    return any(pattern.match(text) for pattern in (_ROW, _DEFINED, _RESOURCE, _MORE, _HEADING)) or (
        _BASE.match(shape) is not None
    )


@lru_cache(maxsize=1 << 12)
def _is_heading(shape: str) -> bool:
    """Whether lines of this outline head a table of requests."""
    return _REQUEST_HEADING.search(shape) is not None and _NO_HEADING.search(shape) is None


def _cut_off(segment: Segment, line: Line, out: Collector) -> bool:
    """Say once that a table of files lost its last column; its rows stay unread."""
    out.say_once(
        "{file}, line {number}: the heading of this table of files ends "
        "before its last column and rows were not read: the report was "
        "wrapped or cut, send it in its original width.",
        line,
    )
    return False


def _beside_pools(segment: Segment, row: str) -> bool:
    """Whether the cells of a row without a pool end where those of a row with one do: then the
    blank one is among its counts.
    """
    pooled = segment.memory.get("pooled")
    if pooled is None or pooled[0] is not segment.lines:
        texts = [line.content for line in segment.lines]
        found = [text for text in texts if (m := _ROW.match(" ".join(text.split()))) and m[4]]
        pooled = segment.memory["pooled"] = (segment.lines, found)
    return any(
        columns.parted and (places := columns.place(row)) is not None and 3 in places
        and columns.ending(row, places)
        for columns in (Columns([spans_of(text)]) for text in pooled[1][:_POOLED])
    )  # fmt: skip


def _under_pool(row: str, heading: str) -> bool:
    """Whether the first count of a row stands under the pool's heading: then another is blank.

    A row that ends before the last heading does was moved to the left, its blank pool left out.
    """
    pool = re.search(r"  (Pool)\s+(?=\S)", heading)
    if pool is None or not heading.upper().rstrip().endswith("EXCPS"):
        return False
    cells = list(re.finditer(r"\S+", row))
    first, last = cells[3], cells[-1]
    under_last = len(heading.rstrip()) - len("EXCPs") < last.end()
    return under_last and pool.start(1) <= first.start() and first.end() <= pool.end()


def _lacking(segment: Segment, line: Line, out: Collector) -> bool:
    """Say once that a row has a pool and a blank among its counts; it stays unread."""
    out.say_once(
        "{file}, line {number}: a count of this file is missing and which one is not known, "
        "so this row and others like it were not read: send the report as it was printed.",
        line,
    )
    return False


def _requests(segment: Segment, region: Region, shape: str, line: Line, out: Collector) -> bool:
    """A heading or row of the request tables that CICS for z/OS prints."""
    memory, text = segment.memory, line.content
    if _is_heading(shape):
        heading = [*memory.get("heading", [])[-2:], text]
        order = heading_order(heading)
        memory["heading"] = heading
        if order is not None:
            memory["order"] = order
        return bool(order is not None or len(heading) > 1)
    memory.pop("heading", None)
    order = memory.get("order")
    found = request_row(text, order) if order else None
    if found is None:
        return False
    name = f"{region.applid}/{found[0]}"
    files: dict[str, _File] = memory.setdefault("files", {})
    file = files.setdefault(name, _File(f"vsam_file:{name}", region, line))
    for metric, (value, raw) in found[1].items():
        file.figures[metric] = (value, raw, line)
    return True


def _row(file: _File, match: re.Match[str], line: Line) -> None:
    method, kind, pool = match[2], match[3], match[4]
    cells = match[5].split()
    for (metric, _), cell in zip(_COLUMNS, cells, strict=True):
        value = whole(cell)
        if value is not None:
            file.figures[metric] = (value, cell, line)
    type_ = _TYPES.get(kind, kind)
    if type_ in _KINDS:
        file.settings["TYPE"] = (type_, "", kind, line)
    if method in ("REMOTE", "REMTBL") or kind.startswith("REM"):
        file.settings["REMOTE"] = (True, "", method, line)
    elif method in ("VSAM", "SDT"):
        file.settings["REMOTE"] = (False, "", method, line)
    if method in ("SDT", "REMTBL") or kind == "REMTBL":
        file.settings["SDT"] = (True, "", kind, line)
    if method != "VSAM":
        return
    if pool is not None and pool.isdecimal():
        file.settings["ACCESS"] = ("LSR", "", pool, line)
        file.settings["LSRPOOLID"] = (int(pool), "", pool, line)
    elif pool in ("NO", "NSR", None):
        # A file that is not in a pool has its own buffers; a blank says so for an open file only.
        used = any(file.figures[metric][0] for metric in _REQUESTS if metric in file.figures)
        if pool is not None or used:
            file.settings["ACCESS"] = ("NSR", "", pool or "blank", line)


def _defined(file: _File, match: re.Match[str], line: Line) -> None:
    """Access, pool and place of a file; a blank cell, which no word tells, says nothing."""
    method, kind, rest = match[2], match[3], match[4].split()
    if kind:
        type_ = _TYPES.get(kind, kind)
        file.settings["TYPE"] = (type_, "", kind, line)
    file.settings["REMOTE"] = (method == "REMOTE", "", method, line)
    if method != "VSAM":
        return
    pools = [word for word in rest if word.isdecimal()]
    flags = [word for word in rest if word.upper() in ("YES", "NO")]
    if flags and flags[-1].upper() == "YES":  # LSR, where it is printed, stands before RLS
        return  # shared by record: neither LSR nor NSR
    if len(pools) == 1 and int(pools[0]):
        file.settings["ACCESS"] = ("LSR", "", pools[0], line)
        file.settings["LSRPOOLID"] = (int(pools[0]), "", pools[0], line)
    elif pools == ["0"] or (len(flags) == 2 and flags[0].upper() == "NO"):
        file.settings["ACCESS"] = ("NSR", "", (pools or flags)[0], line)


def _resource(file: _File, match: re.Match[str], line: Line) -> None:
    """Data set, type and pool of a file; one that is shared by record has no pool."""
    data_set, base, kind, shared, pool = match.groups()[1:]
    file.settings["DSNAME"] = (data_set, "", data_set, line)
    file.settings["TYPE"] = (_LETTERS.get(kind) or _TYPES.get(kind, kind), "", kind, line)
    if base and base != data_set:
        file.settings["BASE_DSNAME"] = (base, "", base, line)
    if shared == "YES":
        return
    if pool == "N":
        file.settings["ACCESS"] = ("NSR", "", pool, line)
    elif int(pool):
        file.settings["ACCESS"] = ("LSR", "", pool, line)
        file.settings["LSRPOOLID"] = (int(pool), "", pool, line)


def _more(file: _File, text: str, line: Line) -> None:
    def integer(pattern: str) -> tuple[int, str] | None:
        match = re.search(pattern, text)
        value = whole(match[1]) if match else None
        return None if match is None or value is None else (value, match[1])

    for metric, pattern in (
        ("buffer_waits", r"BUFFER WAIT\b.*?TOTAL\s+([\d,]+)(?![.\d])"),
        ("ci_splits", r"SPLITS\s+CI\s+([\d,]+)(?![.\d])"),
        ("ca_splits", r"SPLITS\s+CI\s+[\d,]+\s+CA\s+([\d,]+)(?![.\d])"),
        ("exclusive_control_conflicts", r"\bEXCC\s+([\d,]+)(?![.\d])"),
        ("records", r"(?<!-)\bRECORDS\s+([\d,]+)(?![.\d])"),
        ("record_size_bytes", r"\bRECSZ\s+([\d,]+)(?![.\d])"),
    ):
        if found := integer(pattern):
            file.figures[metric] = (*found, line)
    for name, unit, pattern in (
        ("DATA_CISZ", "bytes", r"\bCISZ\s+DATA\s+(\d+)"),
        ("INDEX_CISZ", "bytes", r"\bCISZ\s+DATA\s+\d+\s+INDEX\s+(\d+)"),
        ("STRINGS", "strings", r"^STRINGS\s+(\d+)"),
    ):
        found = integer(pattern)
        if found and found[0]:
            file.settings[name] = (found[0], unit, found[1], line)
    if match := re.search(r"\bSHAREO\s?PTIONS\s+(\d)", text):
        file.settings["SHAREOPTIONS"] = (match[1], "", match[1], line)
    if match := re.search(r"^DATASET\s?NAME\s+(\S+)", text):
        file.settings["DSNAME"] = (match[1], "", match[1], line)
    if match := _SHARING.search(text):
        shared = {"Y": "ALLREQS", "N": "none"}.get(match[1], match[1])
        file.settings["DSNSHARING"] = (shared, "", match[1], line)
        if match[2] == "PATH":
            file.settings["TYPE"] = ("path", "", "PATH", line)
    if match := re.search(r"\bCOMPRESSED\s+([YN])\b", text):
        file.settings["COMPRESSED"] = (match[1] == "Y", "", match[1], line)


def write_files(segment: Segment, out: Collector) -> None:
    """Observe the files gathered so far, twins of one data set counted once."""
    files: dict[str, _File] = segment.memory.pop("files", {})
    first_of: dict[tuple[str, str, int, int], _File] = {}
    for file in files.values():
        interval = file.region.interval
        out.relation(file.subject, "parent", file.region.subject, file.line)
        _settings(file, out)
        twin = _twin(file, first_of)
        for metric, unit in (*_COLUMNS, ("records", "count"), ("record_size_bytes", "bytes")):
            if metric in file.figures and not (twin and metric.startswith("excps")):
                value, raw, line = file.figures[metric]
                out.observe(file.subject, metric, value, unit, line, raw, interval)
        splits = ("ci_splits", "ca_splits")
        shared = _shares(file) and not {"excps_data", "excps_index"} <= file.figures.keys()
        for metric in (*splits, "exclusive_control_conflicts", "buffer_waits"):
            if metric in file.figures and not ((twin or shared) and metric in splits):
                value, raw, line = file.figures[metric]
                out.observe(file.subject, metric, value, "count", line, raw, interval)
        if twin:
            out.observe(file.subject, "excps_counted_with", twin.subject, "", file.line)
        _sums(file, twin is None, interval, out)


def _settings(file: _File, out: Collector) -> None:
    for name, (value, unit, raw, line) in file.settings.items():
        out.setting(file.subject, name, value, unit, line, raw)
    type_, data_set = file.settings.get("TYPE"), file.settings.get("DSNAME")
    if type_ and type_[0] == "path" and data_set and "BASE_DSNAME" not in file.settings:
        out.setting(file.subject, "BASE_DSNAME", data_set[0], "", data_set[3], data_set[2])


def _shares(file: _File) -> bool:
    """Whether others count in the figures of the same data set; which, only the EXCPs tell."""
    sharing = file.settings.get("DSNSHARING")
    return "DSNAME" in file.settings and sharing is not None and sharing[0] != "none"


def _twin(file: _File, first_of: dict[tuple[str, str, int, int], _File]) -> _File | None:
    """The file that already counts these EXCPs, if the data set is shared."""
    data_set = file.settings.get("DSNAME")
    counts = [file.figures.get(metric) for metric in ("excps_data", "excps_index")]
    if not data_set or not _shares(file) or None in counts:
        return None
    data, index = (count[0] for count in counts if count is not None)
    if not data + index:
        return None
    first = first_of.setdefault((file.region.applid, data_set[0], data, index), file)
    return None if first is file else first


def _sums(file: _File, own_excps: bool, interval: Interval, out: Collector) -> None:
    parts = [file.figures[metric] for metric in _REQUESTS if metric in file.figures]
    if len(parts) == len(_REQUESTS):
        total, raw = sum(part[0] for part in parts), "+".join(part[1] for part in parts)
        out.observe(file.subject, "requests", total, "count", file.line, raw, interval)
    parts = [file.figures[m] for m in ("excps_data", "excps_index") if m in file.figures]
    if len(parts) == 2 and own_excps:
        total, raw = parts[0][0] + parts[1][0], f"{parts[0][1]}+{parts[1][1]}"
        out.observe(file.subject, "excps", total, "count", file.line, raw, interval)
