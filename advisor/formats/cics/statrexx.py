"""The summary that the STAT REXX program makes of an enhanced DFH0STAT print (z/VSE)."""

from __future__ import annotations

import re
from collections.abc import Sequence

from advisor.reading.layout.cells import number, whole
from advisor.reading.layout.outline import Dispatch
from advisor.reading.reader import Collector, Line, Metric, Page, Reader, Segment

_PER_TRANSACTION = re.compile(
    r"DISPATCHER\s+(cpu|dispatch)\s+time per transaction\s+([\d.]+)\s+seconds"
    r"(?:\s+based on\s+(TCB|accumulated partition)\s+cpu time)?",
    re.IGNORECASE,
)
_TRAILING = re.compile(  # the PDF moved the words around the figure
    r"time per transaction\s+([\d.]+)\s+seconds based on\s+(TCB|accumulated partition)\s+cpu time",
    re.IGNORECASE,
)
_HIT = re.compile(r"LSRPOOL\s+(\d+)\s+(data|index)\s+hit ratio\s+([\d.]+)%", re.IGNORECASE)
_SPLITS = re.compile(r"CA splits since OPEN\b", re.IGNORECASE)
_CONFLICTS = re.compile(r"Exclusive Control Conflicts", re.IGNORECASE)
_FILE = re.compile(r"\bFILE\s+([A-Z#@$][A-Z0-9#@$]{0,7})(?![\w@#$])\D*?([\d,]+)")
_COUNTED = re.compile(r"^\s*FILE\s+([A-Z#@$][A-Z0-9#@$]{0,7})\s+([\d,]+)\s*$")
_BLOCK = re.compile(
    r"\b(?:File|FILE)\s+([A-Z#@$][A-Z0-9#@$]{0,7})\s+LSRPOOL\s+(\d+)\s+([A-Z"
    r"]{4,5})(?:\s+(PATH|BASE))?"
)
_FIGURES: tuple[tuple[str, str], ...] = (
    ("excps_data", r"(?:\bDEXCPs|\bData EXCPs)\s+([\d,]+)"),
    ("excps_index", r"(?:\bIEXCPs|\bIndex EXCPs)\s+([\d,]+)"),
    ("excps", r"(?<!Data )(?<!Index )\bEXCPs\s+([\d,]+)"),
    ("requests", r"\bFile requests\s+([\d,]+)"),
    ("reads_for_update", r"\bRead Update\s+([\d,]+)\s+[\d.]+%"),
    ("reads", r"\bRead\s+([\d,]+)\s+[\d.]+%"),
    ("browses", r"\bBrowse\s+([\d,]+)\s+[\d.]+%"),
    ("updates", r"\bRewrite\s+([\d,]+)\s+[\d.]+%"),
    ("adds", r"\bAdd\s+([\d,]+)\s+[\d.]+%"),
    ("deletes", r"\bDelete\s+([\d,]+)\s+[\d.]+%"),
    ("ci_splits", r"\bCI split/Add\s+([\d,]+)\s+[\d.]+"),
    ("ca_splits", r"\bCA split/Add\s+([\d,]+)\s+[\d.]+"),
    ("exclusive_control_conflicts", r"\bExclusive Control/Request\s+([\d,]+)\s+[\d.]+"),
)
_PATTERNS = tuple((metric, re.compile(pattern, re.IGNORECASE)) for metric, pattern in _FIGURES)
_MAY_BE = Dispatch(
    ratios=(_PER_TRANSACTION, _TRAILING, _HIT, _SPLITS, _CONFLICTS),
    block=(_BLOCK,),
    **{metric: (pattern,) for metric, pattern in _PATTERNS},
)

_TITLE = re.compile(r"\bAPPLID\s+([A-Z#@$][A-Z0-9#@$]{0,7})\s+STAT REXX\b", re.IGNORECASE)


def parse(segment: Segment, out: Collector) -> None:
    """Read ratios per transaction, pool hit ratios and file blocks; ratios of counts are left."""
    for line in segment.lines[:5]:
        if match := _TITLE.search(line.content):
            segment.shared["applid"] = match[1].upper()
    applid = segment.shared.get("applid") or segment.shared.get("job")
    applid = applid or segment.after_file("CICS")
    region = f"cics_region:{applid}"
    file = counting = ""
    for line in segment:
        text = line.content
        if counting and (counted := _COUNTED.match(text)):
            _count(applid, counting, counted, line, out)
            continue
        told = _MAY_BE(text)
        counting = ""
        if "ratios" in told:
            counting = _heading(text)
            _ratios(region, applid, text, line, out)
        for match in _BLOCK.finditer(text) if "block" in told else ():
            file = f"vsam_file:{applid}/{match[1]}"
            out.relation(file, "parent", region, line)
            out.setting(file, "LSRPOOLID", int(match[2]), "", line, match[2])
            out.setting(file, "ACCESS", "LSR", "", line, match[2])
            path = match[4] == "PATH" or match[3] in ("KSDSP", "ESDSP")
            if path or match[3] in ("KSDS", "ESDS", "RRDS"):
                out.setting(file, "TYPE", "path" if path else match[3], "", line, match[3])
        if file and told:
            for metric, pattern in _PATTERNS:
                if metric in told and (found := pattern.search(text)):
                    out.observe(file, metric, whole(found[1]), "count", line, found[1])


def _heading(text: str) -> str:
    """What the lines below count, by file, where the heading stands alone."""
    splits, conflicts = _SPLITS.search(text), _CONFLICTS.search(text)
    if bool(splits) == bool(conflicts) or _FILE.search(text):
        return ""
    return "ca_splits" if splits else "exclusive_control_conflicts"


def _count(applid: str, metric: str, row: re.Match[str], line: Line, out: Collector) -> None:
    out.observe(f"vsam_file:{applid}/{row[1]}", metric, whole(row[2]), "count", line, row[2])


def _milliseconds(region: str, metric: str, raw: str, line: Line, out: Collector) -> None:
    value = number(raw)
    out.observe(region, metric, None if value is None else round(value * 1000, 9), "ms", line, raw)


def _ratios(region: str, applid: str, text: str, line: Line, out: Collector) -> None:
    taken: list[tuple[int, int]] = []
    for match in _PER_TRANSACTION.finditer(text):
        kind = match[1].lower()
        basis = (match[3] or "").lower()
        if kind == "cpu" and not basis:
            out.say(
                "{file}, line {number}: the CPU time per transaction lacks what "
                "it is based on and was not read: the sentence was wrapped or "
                "cut, send the summary as it was written.",
                line,
            )
            continue
        metric = "dispatch_ms" if kind == "dispatch" else "cpu_ms_per_tx_tcb"
        if basis.startswith("accumulated"):
            metric = "cpu_ms_per_tx_partition"
        _milliseconds(region, metric, match[2], line, out)
        taken.append(match.span())
    for match in _TRAILING.finditer(text):
        if not any(start <= match.start() < end for start, end in taken):
            basis = "tcb" if match[2].upper() == "TCB" else "partition"
            _milliseconds(region, f"cpu_ms_per_tx_{basis}", match[1], line, out)
            taken.append(match.span())
    for match in _HIT.finditer(text):
        pool = f"lsr_pool:{applid}/{int(match[1])}"
        metric = f"{match[2].lower()}_lookaside_pct"
        out.observe(pool, metric, number(match[3]), "%", line, match[3])
    if _SPLITS.search(text) or _CONFLICTS.search(text):
        metric = "ca_splits" if _SPLITS.search(text) else "exclusive_control_conflicts"
        if metric == "ca_splits" and _CONFLICTS.search(text):
            return  # two sentences ran together: which figure is whose is not certain
        for match in _FILE.finditer(text):
            _count(applid, metric, match, line, out)


_BLOCKS = ("KSDS BASE", "KSDSP PATH", "ESDS BASE", "ESDSP PATH", "RRDS BASE")


_EVERYDAY = {
    "IS RESPONSIBLE FOR": re.compile(r"LSRPOOL"),
    "TIME PER TRANSACTION": re.compile(r"DISPATCHER|TRANSACTION [\d.]+ SEC|BASED ON"),
    "DATA HIT RATIO": re.compile(r"LSRPOOL|RATIO [\d.]+%"),
    "INDEX HIT RATIO": re.compile(r"LSRPOOL|RATIO [\d.]+%"),
}
"""Words that stand in any text, and what stands beside them in a summary."""


def _confirm(contents: Sequence[str], index: int) -> bool:
    """Names of access methods open a summary only where they head the block of a file, everyday
    words where its own stand beside them.
    """
    text = " ".join(contents[index].upper().split())
    for words, beside in _EVERYDAY.items():
        if words in text:
            return beside.search(text) is not None
    return not any(name in text for name in _BLOCKS) or _BLOCK.search(text) is not None


READER = Reader(
    id="cics-statrexx",
    ignores=(
        (
            (
                r"(?<![\d.])[\d.]+%|/(?!Add|Request)\w+(?: ratio)? +[\d.]+|EXCPs/\w+ +[\d.]+"
                r"|Read/Write ratio +[\d.]+|Index/Data EXCP ratio +[\d.]+"
                r"|(?<=\d) \d\.\d\d(?![\d.])|SHR\(\d\)"
                r"|LSRPOOL \d+ is.*"
            ),
            "shares, which the counts give",
        ),
    ),
    title="STAT REXX summary",
    subsystem="CICS",
    anchors=(
        "STAT REXX",
        "time per transaction",
        "DISPATCHER cpu",
        "data hit ratio",
        "index hit ratio",
        "is responsible for",
        "CA splits since OPEN",
        "Exclusive Control Conflicts",
        "Index/Data EXCP ratio",
        "EXCPs/Request",
        *_BLOCKS,
    ),
    confirm=_confirm,
    splits=False,
    parse=parse,
    metrics=(
        Metric("cics_region", "cpu_ms_per_tx_partition"),
        Metric("lsr_pool", "index_lookaside_pct", "index reads found in the pool"),
        Metric("cics_region", "cpu_ms_per_tx_tcb", "and _partition: two bases, kept apart"),
        Metric("cics_region", "dispatch_ms", "dispatch time per transaction"),
        Metric("lsr_pool", "data_lookaside_pct", "and index"),
        Metric("vsam_file", "excps", "with data, index, requests by kind, splits"),
    ),
    page=Page(
        reads="CPU and dispatch time per transaction, hit ratios by LSR pool, CA splits and "
        "exclusive control conflicts, and the block of each busy file. Ratios (EXCPs per "
        "request, read/write 9999999.99) are recomputed from their parts, not taken.",
        releases="STAT for the enhanced DFH0STAT of z/VSE 6.2",
        verified="002, slides on STAT REXX and DSNSHARING (as extracted from PDF)",
        unread="the LSR file map, shares of a pool, before/after percentages",
    ),
)
