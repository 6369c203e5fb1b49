"""Coupling facilities in the postprocessor's XML: the facility, its structures, their requests.

Documents with a facility are public, documents with its structures are not. The printed report has
the same tables; they are looked for by the words of its headings (RMF Report Analysis, Coupling
Facility Activity), wherever the columns stand.
"""

from __future__ import annotations

import re

from advisor.formats.rmf.ddsml import Cells, State, fact
from advisor.reading.layout.cells import number, scaled, size_bytes
from advisor.reading.reader import Metric

_NAME = re.compile(r"[A-Z@#$][A-Z0-9@#$_]{3,15}")
_KINDS = {"LIST": "list", "LOCK": "lock", "CACHE": "cache"}
_SYSTEM = re.compile(r"[A-Z0-9@#$]{1,8}")

METRICS = (
    Metric("cf", "setting.STORAGE_GB", "total CF storage size"),
    Metric("cf", "setting.SYSPLEX", "the sysplex that the report is of"),
    Metric("cf_structure", "relation.parent", "the coupling facility"),
    Metric("cf_structure", "setting.TYPE", "lock, cache or list"),
    Metric("cf_structure", "setting.SIZE_MB", "allocated size"),
    Metric("cf_structure", "requests_per_s", "all systems; by system too"),
    Metric("cf_structure", "sync_us", "service time of synchronous requests; by system too"),
    Metric("cf_structure", "async_us", "the same of asynchronous ones"),
    Metric("cf_structure", "requests_per_s.*", "system *"),
    Metric("cf_structure", "sync_us.*", "synchronous, system *"),
    Metric("cf_structure", "async_us.*", "asynchronous, system *"),
)


def variable(state: State, text: str, line: int) -> None:
    """A named value of the facility or of the structure that a part is about."""
    name = state.variable
    if name == "avgcfutilization%busy":
        fact(state, state.facility, "cpu_busy_pct", number(text), "%", line, text)
    elif state.part == "logicalprocessors" and name == "defined":
        fact(state, state.facility, "setting.CPS", number(text), "", line, text)
    elif name == "totalcfstoragesize":
        _storage(state, text, line)
    elif name in ("structurename", "structure"):
        state.structure = ""
        if _NAME.fullmatch(text.upper()):
            _structure(state, text.upper(), line)
    elif name in ("type", "structuretype") and state.structure:
        kind = _KINDS.get(text.upper())
        fact(state, state.structure, "setting.TYPE", kind, "", line, text)


def row(state: State, cell: Cells) -> None:
    """A row of the structure summary, of the storage summary or of a structure's requests."""
    named, where = cell("structure", "name")
    if cell("alloc", "size")[0] and _NAME.fullmatch(named.upper()):
        _summary(state, named.upper(), cell, where)
    elif cell.label == "TOTAL CF STORAGE SIZE":
        _storage(state, *cell("alloc", "size"))
    elif state.structure and _SYSTEM.fullmatch(cell.label):
        _requests(state, cell)


def _structure(state: State, name: str, line: int) -> None:
    state.structure = f"cf_structure:{name}"
    fact(state, state.structure, "relation.parent", state.facility, "", line, name)


def _storage(state: State, text: str, line: int) -> None:
    size = size_bytes(text, "MB")
    gigabytes = None if size is None else size / 2**30
    fact(state, state.facility, "setting.STORAGE_GB", gigabytes, "GB", line, text)


def _summary(state: State, name: str, cell: Cells, line: int) -> None:
    _structure(state, name, line)
    subject, state.structure = state.structure, ""
    kind, where = cell("type")
    state.kind = _KINDS.get(kind.upper(), state.kind if not kind else "")
    if state.kind:  # stands in the first row of its kind only
        fact(state, subject, "setting.TYPE", state.kind, "", where, kind or state.kind)
    raw, where = cell("alloc", "size")
    size = size_bytes(raw, "MB")
    megabytes = None if size is None else size / 2**20
    fact(state, subject, "setting.SIZE_MB", megabytes, "MB", where, raw)
    raw, where = cell("req", "sec")
    fact(state, subject, "requests_per_s", scaled(raw), "requests/s", where, raw)


def _requests(state: State, cell: Cells) -> None:
    """Service times of no request are no figures.

    A table may give a system one row with columns for both kinds, or one row for each kind.
    """
    suffix = "" if cell.label == "TOTAL" else f".{cell.label}"
    subject = state.structure
    raw, where = cell("avg", "sec")
    if raw:
        fact(state, subject, f"requests_per_s{suffix}", scaled(raw), "requests/s", where, raw)
    kind = next((text.upper() for text in cell.texts() if text.upper() in ("SYNC", "ASYNC")), "")
    for one in ("sync", "async"):
        if kind:
            if kind.lower() != one:
                continue
            raw, where = cell("serv", "avg")
            count = cell("req", but=("total", "sec", "%", "request"))[0]
        else:
            but = ("async",) if one == "sync" else ()
            raw, where = cell(one, "serv", "avg", but=but)
            count = cell(one, "req", but=(*but, "serv", "sec", "%"))[0]
        time = number(raw) if scaled(count) != 0 else None
        if raw:
            fact(state, subject, f"{one}_us{suffix}", time, "us", where, raw)
