"""Connections in CICS statistics: the table of DFH0STAT, the labels of DFHSTUP's ISC/IRC entries.

Labels: IBM, CICS TS 5.5 and 6.1, "ISC/IRC system entry: Resource statistics" (A14 fields). Of
allocates that wait DFHSTUP prints how many do so at the moment (A14ESTAQ) and how many did at most
(A14EALHW), not how many had to.
"""

from __future__ import annotations

import re
from typing import Any

from advisor.formats.cics.files import Region
from advisor.formats.cics.labels import pairs
from advisor.reading.layout.cells import whole
from advisor.reading.layout.tables import words
from advisor.reading.reader import Collector, Line, Metric

_SHIPPED = {
    "file control (fc)": "file_requests",
    "interval control (ic)": "",
    "transient data (td)": "td_requests",
    "temporary storage (ts)": "ts_requests",
    "dli": "",
    "program control (pc)": "dpl_requests",
}
"""Requests shipped, by what DFHSTUP calls them; together they are all that were shipped."""

_SHIPPING = re.compile(r"(.+?) function[- ]shipp(?:ing|ed) requests$", re.IGNORECASE)
_LABELS = tuple(
    (metric, unit, re.compile(rf"{pattern}$", re.IGNORECASE))
    for metric, unit, pattern in (
        ("setting.SESSIONS_SEND", "sessions", r"Send session count"),
        ("setting.SESSIONS_RECEIVE", "sessions", r"Receive session count"),
        ("peak_contention_winners", "sessions", r"Peak contention winners"),
        ("peak_contention_losers", "sessions", r"Peak contention losers"),
        (
            "allocates_queued",
            "count",
            r"(?:Total )?(?:number of )?allocates queued|Total (?:number of )?queued allocates",
        ),
        ("outstanding_hwm", "count", r"Peak outstanding allocates"),
        ("allocates", "count", r"Total number of allocates"),
        ("transaction_routings", "count", r"Terminal[- ]sharing requests"),
    )
)
_NAME = re.compile(r"Connection name(?:/netname)?$", re.IGNORECASE)
_ROW = re.compile(r"^\s*([A-Z0-9#@$]{1,4})\s+(\S{1,8})\s+(IRC|XM|VTAM|INDIRECT|MRO)\b(.*)$")
_COLUMNS = (
    "setting.SESSIONS_SEND",
    "setting.SESSIONS_RECEIVE",
    "peak_contention_winners",
    "peak_contention_losers",
    "allocates_queued",
    "outstanding_hwm",
    "function_shipped_requests",
)

METRICS = (
    Metric("cics_connection", "peak_contention_winners", "Peak contention winners"),
    Metric("cics_connection", "peak_contention_losers", "Peak contention losers"),
    Metric("cics_connection", "allocates_queued", "Allocates queued"),
    Metric("cics_connection", "outstanding_hwm", "Peak outstanding allocates"),
    Metric("cics_connection", "allocates", "Total number of allocates"),
    Metric("cics_connection", "relation.parent", "the region"),
    Metric("cics_connection", "setting.ACCESSMETHOD", "Access Method / Protocol"),
    Metric("cics_connection", "setting.SESSIONS_SEND", "Send session count"),
    Metric("cics_connection", "setting.SESSIONS_RECEIVE", "Receive session count"),
    Metric("cics_connection", "function_shipped_requests", "requests of all kinds, summed"),
    Metric("cics_connection", "file_requests", "File control (FC) function shipping requests"),
    Metric("cics_connection", "td_requests", "Transient data (TD) function shipping requests"),
    Metric("cics_connection", "ts_requests", "Temporary storage (TS) function shipping requests"),
    Metric("cics_connection", "dpl_requests", "Program control (PC) function shipping requests"),
    Metric("cics_connection", "transaction_routings", "Terminal sharing requests"),
)

_UNASKED: tuple[tuple[str, tuple[str, ...]], ...] = (
    (
        "automatic starts, bids, sessions at the moment",
        (
            "(?:Generic |Peak )?aids in chain",
            "ATIs satisfied by .*",
            "(?:Current|Peak|Total) bids .*",
            "Current contention (?:losers|winners)",
        ),
    ),
    (
        "allocates that wait at the moment or were purged",
        (
            "Queued allocates",
            "Failed (?:link )?allocates.*",
            "Maximum queue time.*",
            "Allocate queue limit",
            "Number of (?:QUEUELIMIT|MAXQTIME|XZIQUE) .*",
        ),
    ),
    (
        "tasks of users alone, how long they waited for MXT",
        (
            "Current number of MAXTASK queued user transactions",
            "Time (?:last|MAXTASKS) .*",
            "Total number of active user transactions",
            "Total MAXTASK queuing time of .*",
        ),
    ),
    (
        "start of the dispatcher, SRB time, scans for TCBs",
        (
            "Dispatcher Start Date and Time",
            "Address Space SRB Time",
            "Current number of dispatcher tasks",
            "Current number of TCB (?:modes|pools)",
            "(?:Number of |Average )?Excess TCBs? .*",
            "Current (?:PRTYAGING|ICVTSD) time.*",
        ),
    ),
    (
        "temporary storage besides its buffers",
        (
            "(?:Get/Getq|Put/Putq) main storage requests",
            "Get/Getq auxiliary storage requests",
            "Peak (?:storage used for TS Main|temporary storage names in use)",
            "Peak (?:users waiting on buffer|control intervals used|number of strings in use)",
            "Number of (?:entries in longest queue|control intervals available)",
            "Number of temp. storage compressions",
            "Times queues created",
            "Control interval size",
            "Available bytes per CI",
            "Format writes",
            "Temporary storage strings",
            "I/O errors on TS dataset",
        ),
    ),
)
OF_STUP = (
    (r"\bLast Reset +[\d:]+", "when counting began"),
    (
        r"\s(?:YES|NO)\s+(?:[CKLRSTUX]\s+)?\d\d:\d\d:\d\d\s+(?:OPEN|\d\d:\d\d:\d\d)(?=\s)",
        "when files were opened and closed",
    ),
    *((rf"^ *(?:{'|'.join(labels)})(?: ?\.)* ?:.*", told) for told, labels in _UNASKED),
)
"""What DFHSTUP prints and nothing asks for."""


def is_of_connections(state: dict[str, Any]) -> bool:
    """Whether the section in force is about connections."""
    return "connection" in state["section"] or "isc/irc" in state["section"]


def read_connection(region: Region, state: dict[str, Any], line: Line, out: Collector) -> bool:
    """Read a row of the connections table (name, netname, access method, counts), or labels."""
    match = _ROW.match(line.content)
    if match is None:
        return _labels(region, state, line, out)
    subject = f"cics_connection:{region.applid}/{match[1]}"
    figures = [word for _, _, word in words(match[4]) if re.fullmatch(r"[\d,]+", word)]
    out.relation(subject, "parent", region.subject, line)
    method = "IRC" if match[3] == "MRO" else match[3]
    out.setting(subject, "ACCESSMETHOD", method, "", line, match[3])
    for figure, metric in zip(figures, _COLUMNS, strict=False):
        unit = "sessions" if "SESSIONS" in metric or "contention" in metric else "count"
        out.observe(subject, metric, whole(figure), unit, line, figure, region.interval)
    return True


def _labels(region: Region, state: dict[str, Any], line: Line, out: Collector) -> bool:
    """Lines of labels and values about one connection, which its name opens."""
    found = False
    for label, value in pairs(line.content):
        if _NAME.match(label):
            name = value.split()[0].partition("/")[0].upper()  # netname behind the slash
            state["connection"] = f"cics_connection:{region.applid}/{name}"
            state["shipped"] = {}
            out.relation(state["connection"], "parent", region.subject, line)
            found = True
            continue
        subject = state.get("connection", "")
        if not subject:
            continue
        if label.lower().startswith("access method"):
            word = value.split()[0].partition("/")[0].upper()
            method = {"MRO": "IRC", "LU61": "VTAM", "LU62": "VTAM"}.get(word, word)
            out.setting(subject, "ACCESSMETHOD", method, "", line, value)
            found = True
        elif match := _SHIPPING.match(label):
            found = _shipped(subject, match[1].lower(), value, region, state, line, out) or found
        for metric, unit, pattern in _LABELS:
            if pattern.match(label):
                count = whole(value)
                out.observe(subject, metric, count, unit, line, value, region.interval)
                found = True
    return found


def _shipped(
    subject: str,
    kind: str,
    value: str,
    region: Region,
    state: dict[str, Any],
    line: Line,
    out: Collector,
) -> bool:
    """Requests of one kind, and with the last of them how many there were of all."""
    count = whole(value)
    kind = {"fc": "file control (fc)", "file control": "file control (fc)"}.get(kind, kind)
    metric = _SHIPPED.get(kind)
    if metric is None or count is None:
        return False
    if metric:
        out.observe(subject, metric, count, "count", line, value, region.interval)
    else:
        out.part(line, value)
    parts: dict[str, tuple[int, str]] = state.setdefault("shipped", {})
    parts[kind] = (count, value)
    if parts.keys() == _SHIPPED.keys():
        total = sum(part for part, _ in parts.values())
        raw = " + ".join(raw for _, raw in parts.values())
        out.observe(
            subject, "function_shipped_requests", total, "count", line, raw, region.interval
        )
    return True
