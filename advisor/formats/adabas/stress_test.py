"""Run summaries of stress tests: plexwright-measurements/1 JSON and tables as CSV."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from typing import Any

from advisor.observations import Interval
from advisor.reading.layout.cells import number, size_bytes
from advisor.reading.layout.csv_rows import Sheet, cell_text, rows, sheet_of, split_row
from advisor.reading.reader import Collector, Line, Metric, Page, Reader, Segment
from model.topology import Value

LARGEST_JSON = 8 << 20

# Condition of a measured point, setting of the database, unit, factor.
_CONDITIONS: dict[str, tuple[str, str, float | None]] = {
    "product": ("PRODUCT", "", None),
    "nuclei": ("NUCLEI", "", 1),
    "users": ("USERS", "", 1),
    "cache_gb": ("CLUCACHESIZE", "MB", 1024),
    "cache_asso_mb_per_nucleus": ("CASSOMAXS", "MB", 1),
    "cache_data_mb_per_nucleus": ("CDATAMAXS", "MB", 1),
    "clucacheextra": ("CLUCACHEEXTRA", "", 1),
    "zhpf": ("ZHPF", "", None),
    "page_type": ("PAGE_TYPE", "", None),
}
_NUCLEUS = {
    "threads_per_nucleus": ("NT", "", 1.0),
    "lbp_mb": ("LBP", "MB", 1.0),
    "lfiop_mb": ("LFIOP", "MB", 1.0),
    "fmxio": ("FMXIO", "", 1.0),
}
_RESULTS: dict[str, tuple[str, str, float]] = {
    "etr_per_s": ("etr_per_s", "1/s", 1),
    "itr_per_cpu_s": ("itr_per_cpu_s", "1/CPU s", 1),
    "user_commands": ("commands", "commands", 1),
    "txg_runtime_min": ("duration_s", "s", 60),
    "adabas_cpu_min": ("cpu_s", "s", 60),
    "logical_reads": ("logical_reads", "reads", 1),
    "physical_reads": ("physical_reads", "I/Os", 1),
    "buffer_efficiency": ("buffer_efficiency", "", 1),
    "reads_per_s": ("reads_per_s", "reads/s", 1),
    "paging_per_s": ("paging_per_s", "pages/s", 1),
    "cache_chain_contention": ("cache_chain_contention", "", 1),
    "structure_full_events_approx": ("structure_full_events", "events", 1),
}
# Headings of tables as people type them, letters and digits only.
_HEADINGS = {
    "testid": "id", "test": "id", "run": "id", "id": "id",
    "clusternuclei": "nuclei", "nuclei": "nuclei", "product": "product", "users": "users",
    "clucachesize": "cache_gb", "cassomaxs": "cache_asso_mb_per_nucleus",
    "cdatamaxs": "cache_data_mb_per_nucleus", "clucacheextra": "clucacheextra",
    "zhpf": "zhpf", "lbp": "lbp_mb", "lfiop": "lfiop_mb", "fmxio": "fmxio",
    "nt": "threads_per_nucleus", "usercommands": "user_commands", "commands": "user_commands",
    "avgtxgruntimeminutes": "txg_runtime_min", "avgtxgruntime": "txg_runtime_min",
    "runtimeminutes": "txg_runtime_min", "totaladabascputimeminutes": "adabas_cpu_min",
    "totaladabascputime": "adabas_cpu_min", "cputimeminutes": "adabas_cpu_min",
    "etr": "etr_per_s", "itr": "itr_per_cpu_s", "logicalreads": "logical_reads",
    "physicalreads": "physical_reads", "bufferefficiency": "buffer_efficiency",
    "readiospersecond": "reads_per_s", "readspersecond": "reads_per_s", "readss": "reads_per_s",
    "pagingrate": "paging_per_s", "pagingpersecond": "paging_per_s",
}  # fmt: skip
for _key in (*_CONDITIONS, *_NUCLEUS, *_RESULTS):
    _HEADINGS.setdefault(re.sub(r"[^a-z0-9]", "", _key), _key)


def _observe(name: str, key: str, value: Any, line: Line, raw: str, out: Collector) -> None:
    whole = f"adabas_database:{name}"
    if key in _RESULTS and isinstance(value, (int, float)) and not isinstance(value, bool):
        metric, unit, factor = _RESULTS[key]
        out.observe(whole, metric, value * factor, unit, line, raw, Interval())
    elif key in _CONDITIONS:
        setting, unit, scale = _CONDITIONS[key]
        if key == "product" and isinstance(value, str):
            value = value.partition("+")[0]
        if value == "LARGEPAGE=YES":
            out.setting(whole, "LARGEPAGE", True, "", line, raw)
        elif scale is None:
            if isinstance(value, (str, bool)):
                out.setting(whole, setting, value, unit, line, raw)
        elif isinstance(value, (int, float)) and not isinstance(value, bool):
            out.setting(whole, setting, value * scale, unit, line, raw)
    elif key in _NUCLEUS and isinstance(value, (int, float)) and not isinstance(value, bool):
        setting, unit, factor = _NUCLEUS[key]
        # Settings that all nuclei of the test share stand with the database.
        out.setting(whole, setting, value * factor, unit, line, raw)


# -- JSON ------------------------------------------------------------------------------------


def claims_json(head: Sequence[str]) -> bool:
    """Whether the document says it holds measurements."""
    return any("plexwright-measurements/1" in line for line in head[:20])


def parse_json(segment: Segment, out: Collector) -> None:
    """Read all points once the whole document is there."""
    held: list[Line] = segment.memory.setdefault("lines", [])
    held.extend(segment.lines)
    volume = segment.memory["volume"] = segment.memory.get("volume", 0) + sum(
        len(line.text) for line in segment.lines
    )
    if volume > LARGEST_JSON:
        held.clear()
        if segment.memory.setdefault("too large", segment.lines[0].number):
            out.say("{file} is too large for measurements: send fewer points.", 1)
        return
    if not segment.last or not held:
        return
    try:
        document = json.loads("\n".join(line.text for line in held))
    except (ValueError, RecursionError):
        out.say("{file} is damaged JSON: write the measurements again.", 1)
        return
    points = document.get("points") if isinstance(document, dict) else None
    at = 0
    for point in points if isinstance(points, list) else ():
        if isinstance(point, dict) and isinstance(point.get("id"), str):
            at = _point(point, held, at, out)


def _point(point: dict[str, Any], lines: Sequence[Line], at: int, out: Collector) -> int:
    name = point["id"]
    start = _line_of(lines, at, json.dumps(name))
    last = start
    for part in ("conditions", "results"):
        content = point.get(part)
        for key, value in content.items() if isinstance(content, dict) else ():
            index = _line_of(lines, start, f'"{key}"')
            last = max(last, index)
            _observe(name, key, value, lines[index], json.dumps(value), out)
    return last


def _line_of(lines: Sequence[Line], start: int, literal: str) -> int:
    for index in range(start, min(start + 400, len(lines))):
        if literal in lines[index].text:
            return index
    return min(start, len(lines) - 1)


# -- CSV -------------------------------------------------------------------------------------


def _keys(names: Sequence[str]) -> list[str | None]:
    return [_HEADINGS.get(re.sub(r"[^a-z0-9]", "", name.lower())) for name in names]


def _is_heading(text: str) -> bool:
    if not 3 <= len(re.split(r"[,;\t]", text)) <= 200:
        return False
    separator = max((",", ";", "\t"), key=text.count)
    keys = set(_keys(split_row(text, separator) or [])) - {None}
    return "id" in keys and len(keys) >= 4 and bool(keys & _RESULTS.keys())


def claims_csv(head: Sequence[str]) -> bool:
    """Whether a heading with a test's name and results stands near the top."""
    return any(_is_heading(line) for line in head[:20])


def parse_csv(segment: Segment, out: Collector) -> None:
    """Read one test per row."""
    memory, start = segment.memory, 0
    if segment.first:
        for index, line in enumerate(segment.lines[:40]):
            if _is_heading(cell_text(line)) and (sheet := sheet_of(segment.lines, index)):
                memory["sheet"] = sheet
                start = index + 1
                break
    sheet = memory.get("sheet")
    if not isinstance(sheet, Sheet):
        return
    keys = dict(zip(sheet.names, _keys(sheet.names), strict=True))
    named = next((name for name, key in keys.items() if key == "id"), None)
    for line, row in rows(sheet, segment.lines, start, out):
        test = row.get(named or "", "").rstrip("*")
        if not re.fullmatch(r"[\w.+-]{1,40}", test):
            continue
        for name, cell in row.items():
            key = keys.get(name)
            if key is not None and key != "id" and cell:
                _observe(test, key, _cell(key, cell, sheet.decimal), line, cell, out)


def _cell(key: str, cell: str, decimal: str) -> Value | None:
    plain = number(cell, decimal)
    if plain is not None:
        return plain
    if key == "product":
        return cell
    if key in ("zhpf",):
        return {"on": True, "yes": True, "off": False, "no": False}.get(cell.lower())
    size = size_bytes(cell, decimal=decimal)
    if size is None:
        return None
    return size / (1 << 30) if key.endswith("_gb") else size / (1 << 20)


_METRICS = (
    Metric("adabas_database", "cpu_s", "CPU time of all nuclei"),
    Metric("adabas_database", "duration_s", "length of the run"),
    Metric("adabas_database", "paging_per_s", "page-ins and page-outs"),
    Metric("adabas_database", "etr_per_s", "commands per second"),
    Metric("adabas_database", "itr_per_cpu_s", "commands per CPU second"),
    Metric("adabas_database", "commands", "with duration_s, cpu_s, reads, paging"),
    Metric("adabas_database", "setting.NUCLEI", "and the other conditions of the test"),
)
_PAGE = Page(
    reads="Measured points with their conditions: the project's own JSON format, or a table with "
    "one test per row under headings such as Test ID, Nuclei, ETR, ITR. Each test becomes a "
    "database of its name.",
    releases="plexwright-measurements/1",
    verified="the published measurements that ship with the project and 001, Tables 1 to 12",
    unread="conditions and results of products other than Adabas",
)

READERS = (
    Reader(
        id="stress-test-json",
        title="stress test measurements (JSON)",
        subsystem="Adabas",
        where="whole",
        claims=claims_json,
        parse=parse_json,
        metrics=_METRICS,
        page=_PAGE,
    ),
    Reader(
        id="stress-test-csv",
        title="stress test summary (CSV)",
        subsystem="Adabas",
        where="whole",
        claims=claims_csv,
        parse=parse_csv,
        metrics=_METRICS,
        page=_PAGE,
    ),
)
