"""Simulated buffer pools as OMEGAMON for Db2's record trace prints them (IFCID 2).

Pairs of a label and a figure in two columns. The pool is named by Db2's internal number: IBM, Db2
for z/OS Codes and Messages, DSNB401I: 0 to 49 BP0 to BP49, 80 to 89 BP32K, 100 to 109 BP8K0, 120 to
129 BP16K0.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from advisor.reading.layout.cells import number
from advisor.reading.layout.labelled import value_of
from advisor.reading.reader import Collector, Metric, Page, Reader, Segment

_TITLE = re.compile(r"^\s*SIMULATED BUFFER ?POOL ACTIVITY\s*$", re.IGNORECASE)
_POOL = re.compile(r"^\s*BUFFER ?POOL ID\s*:\s*(\d{1,3})(?=\s|$)", re.IGNORECASE)
_PAIR = re.compile(r"([A-Z][A-Z/]*(?: {1,2}[A-Z/()]+)*)\s*:\s+(\d[\d:.,]*)(?=\s|$)", re.IGNORECASE)
_MOST = 12
_FIRST = {0: "BP{}", 80: "BP32K{}", 100: "BP8K{}", 120: "BP16K{}"}
_FIGURES = {
    "CURRENT PAGES IN USE": ("simulated_buffers_in_use", "buffers"),
    "PAGES MOVED INTO SIMULATED BP": ("simulated_pages_moved", "pages"),
    "TOTAL AVOIDABLE SYNC I/O DELAY": ("avoidable_delay_ms", "ms"),
    "SYNC READ I/O (R)": ("avoidable_sync_reads", "I/Os"),
    "SYNC READ I/O (S)": ("avoidable_sync_reads_sequential", "I/Os"),
    "ASYNC READ I/O": ("avoidable_async_reads", "I/Os"),
    "SYNC GBP READS (R)": ("avoidable_gbp_reads", "reads"),
    "SYNC GBP READS (S)": ("avoidable_gbp_reads_sequential", "reads"),
    "ASYNC GBP READS": ("avoidable_gbp_reads_async", "reads"),
}
_BESIDE = {
    "MAX PAGES IN USE": "most pages in use",
    "CURRENT SEQ PAGES IN USE": "sequential pages in use",
    "MAX SEQ PAGES IN USE": "most sequential pages in use",
}


def parse(segment: Segment, out: Collector) -> None:
    """One pool, whose number stands below the title."""
    pool = ""
    for line in segment:
        if match := _POOL.match(line.content):
            pool = pool_named(int(match[1]))
            continue
        for match in _PAIR.finditer(line.content) if pool else ():
            label, raw = " ".join(match[1].upper().split()), match[2]
            subject = f"db2_bufferpool:{segment.after_file('DB2')}/{pool}"
            if known := _FIGURES.get(label):
                value = value_of(raw) if ":" in raw else number(raw)
                if value is not None and known[1] == "ms":
                    value *= 1000
                out.observe(subject, known[0], value, known[1], line, raw)
            elif label in _BESIDE:
                out.observe(subject, f"printed.SIMULATED: {label}", number(raw), "", line, raw)


def pool_named(number: int) -> str:
    """A pool's name by its internal number; empty where there is none such."""
    first = max((at for at in _FIRST if at <= number), default=0)
    at = number - first
    if at > (49 if not first else 9):
        return ""
    return _FIRST[first].format("" if (first, at) == (80, 0) else at)


def _confirm(contents: Sequence[str], index: int) -> bool:
    below = (text for text in contents[index + 1 : index + 3] if text.strip())
    return bool(_TITLE.match(contents[index])) and any(map(_POOL.match, below))


READER = Reader(
    id="db2-simulated-pool",
    title="Db2 simulated buffer pools in a record trace",
    subsystem="Db2",
    anchors=("SIMULATED BUFFER POOL ACTIVITY",),
    where="inline",
    inline_lines=_MOST,
    confirm=_confirm,
    parse=parse,
    ignores=((r"^ *BUFFER ?POOL ID *: .*", "the pool's number, flags"),),
    metrics=(
        *(Metric("db2_bufferpool", name, label) for label, (name, _) in _FIGURES.items()),
        Metric("db2_bufferpool", "printed.*", "highest and sequential pages in use"),
    ),
    page=Page(
        reads="What a simulated pool would have avoided and its pages in use, of each pool in the "
        "record trace of IFCID 2.",
        releases="OMEGAMON for Db2 PE 5.5",
        verified="IBM, OMEGAMON for Db2 PE documentation, a published example",
        unread="flags",
    ),
)
