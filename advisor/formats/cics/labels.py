"""Labels and values of CICS statistics, as releases and systems print them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache

from advisor.reading.layout.outline import outline

_PAIR = re.compile(
    r"([A-Za-z][A-Za-z0-9 /()'&,+-]{0,58}?[A-Za-z0-9)'])\s{0,3}(?:\s?\.){0,60}+\s{0,20}:\s+"
    r"(?![A-Z][A-Za-z()/']*(?: [A-Za-z()/']+){0,6}+(?:\s?\.){0,40}+\s?:\s)"  # of a blank value
    r"(\S+(?: \S+){0,12}?)(?=\s{2,}|\s*$|\s'[A-Z]+' |"
    r"\s[A-Z][A-Za-z]+(?: [A-Za-z()/]+){0,8}(?:\s?\.){0,40}+\s?:\s)"
)

# Labels of the System Status, Transaction Manager and dump sections, by release and system.
_SETTINGS: tuple[tuple[str, str, str], ...] = (
    (
        "MXT",
        "tasks",
        r"Maximum transactions allowed \(MXT\)|MXT|Max(?:imum)? tasks|(?:Current )?MAXTASKS? limit",
    ),
    (
        "ICVR",
        "ms",
        r"(?:Runaway task time interval \(ICVR\)|(?:Current )?ICVR(?: time)?(?: \(msec\))?)",
    ),
    (
        "ICV",
        "ms",
        r"(?:Region exit time interval \(ICV\)|(?:Current )?ICV(?: time)?(?: \(msec\))?)",
    ),
    ("PRIORITY", "", r"Partition priority"),
    ("MAXSOCKETS", "sockets", r"(?:Max IP sockets \(MAXSOCKETS\) limit|MAXSOCKETS limit)"),
    ("TS_BUFFERS", "buffers", r"(?:Number of )?Temporary storage buffers"),
    ("MAXOPENTCBS", "TCBs", r"Max TCB Pool Limit(?: \(MAXOPENTCBS\))?"),
)
_MEASURES: tuple[tuple[str, str, str], ...] = (
    ("transactions", "count", r"Accumulated transactions \(since reset\)"),
    ("transactions", "count", r"Accumulated transactions so far"),
    ("transactions", "count", r"Total Accumulated transactions so far"),
    ("transactions", "count", r"Total number of transactions(?: \(user \+ system\))?"),
    (
        "max_tasks_times",
        "count",
        r"Times at (?:MXT|MAX TASKS?)(?: limit)?|Times the MAXTASKS? limit reached",
    ),
    (
        "peak_tasks",
        "tasks",
        r"Peak Active User transactions|Peak number of active user transactions",
    ),
    ("active_tasks_reporting", "count", r"Current Active User transactions"),
    ("active_tasks", "count", r"Current number of active user transactions"),
    (
        "queued_tasks_peak",
        "tasks",
        (
            r"Peak Queued User transactions|Peak Transactions Queued by (?:MXT|MAXTASKS?)"
            r"|Peak number of MAXTASK queued user transactions"
        ),
    ),
    ("open_tcb_limit_times", "count", r"Times at Max TCB Pool Limit(?: \(MAXOPENTCBS\))?"),
    ("open_tcb_limit_requests", "count", r"(?:Total )?Requests delayed by Max TCB Pool Limit"),
    ("max_sockets_times", "count", r"(?:Number of )?Times the MAXSOCKETS limit was reached"),
    ("sockets_in_peak", "count", r"Peak number of inbound sockets"),
    ("sockets_out_peak", "count", r"Peak number of outbound sockets"),
    ("mro_batching", "events", r"(?:Current )?MRO \(QR\) Batching \(MROBTCH\)(?: value)?"),
    ("concurrent_subtasks", "TCBs", r"Concurrent Subtasking \(SUBTSKS\)(?: value)?"),
    # DSGPNT of all releases, the system's tasks included: older prints have no "dispatcher" in it.
    (
        "dispatcher_tasks_peak",
        "tasks",
        r"Peak number of (?:(?:CICS Dispatcher|dispatcher) )?tasks",
    ),
    ("dumps", "count", r"(?:Total )?System dumps(?: taken)?"),
    ("transaction_dumps", "count", r"(?:Total )?Transaction dumps(?: taken)?"),
    ("ts_buffer_reads", "count", r"(?:Temporary storage )?Buffer reads"),
    ("ts_buffer_writes", "count", r"(?:Temporary storage )?Buffer writes"),
    (
        "ts_buffer_waits",
        "count",
        r"(?:Temporary storage buffer waits|Times buffer wait occurred)",
    ),
    (
        "ts_string_waits",
        "count",
        r"(?:Temporary storage string waits|Times string wait occurred)",
    ),
    (
        "ts_exhausted_times",
        "count",
        r"(?:Times auxiliary )?storage exhausted",  # "Times aux." ends with its point
    ),
    (
        "max_tasks_delayed",
        "count",
        (
            r"Transactions Delayed by (?:MXT|MAXTASKS?)"
            r"|Total number of MAXTASK delayed user transactions"
        ),
    ),
    ("max_tasks_queue_s", "s", r"Total (?:MXT|MAXTASKS?) queue?ing time"),
    ("max_tasks_queue_ms", "ms", r"Average (?:MXT|MAXTASKS?) queueing time"),
    ("ts_forced_writes", "count", r"Forced (?:buffer )?writes for recovery"),
    (
        "mro_buffer_hwm_kb",
        "KB",
        r"(?:MRO )?(?:SVA )?transfer buffer.*HWM.*|HWM .*transfer buffer.*",
    ),
    ("mro_buffer_current_kb", "KB", r"(?:Current )(?:MRO )?(?:SVA )?transfer buffer.*"),
    ("trace_table_kb", "KB", r"Internal Trace Table Size"),
    ("extrapartition_ios", "count", r"Extrapartition (?:TDQ(?:ueue)?s? )?(?:requests|I/Os?)"),
    ("partition_cpu_s", "s", r"(?:Accumulated )?(?:partition|Address Space) (?:CPU|cpu) ?time.*"),
)
TS_WAITS = ("buffer_waits", "string_waits", "exhausted_times")
"""What temporary storage waited for, behind ``ts_``."""

OPENING = (
    "Total Accumulated transactions",
    "Accumulated transactions (",
    "Accumulated transactions so far",
    "Maximum transactions allowed (MXT)",
    "Total number of transactions",
    "Current MAXTASKS limit",
    "Current ICV time",
    "Region exit time interval",
    "Current number of dispatcher tasks",
    "Peak number of dispatcher tasks",
    "MRO (QR) Batching",
    "Put/Putq main storage requests",
    "Temporary storage buffers",
    "Times at Max TCB Pool",
    "Internal Trace Table Size",
)
"""Labels with which sections begin, that excerpts have without the page's title."""

_LEADER = re.compile(r"\.\s?:\s+\d")


_TITLE = re.compile(r"Statistics Utility Program|Collection Date-Time|\bApplid\b")
_PAGE = 64
"""Lines of a page."""


def opens_a_section(lines: Sequence[str], index: int) -> bool:
    """Whether a line with one of the labels has a value behind its leader, as no prose has.

    Not below the title of a page that was cut before the region's name: whose it is was said there.
    """
    if _LEADER.search(lines[index]) is None:
        return False
    return not any(_TITLE.search(line) for line in lines[max(0, index - _PAGE) : index])


_SETTING_LABELS = [(n, u, re.compile(rf"(?:{p})$", re.IGNORECASE)) for n, u, p in _SETTINGS]
_MEASURE_LABELS = [(n, u, re.compile(rf"(?:{p})$", re.IGNORECASE)) for n, u, p in _MEASURES]


def pairs(text: str) -> list[tuple[str, str]]:
    """Labels of a line and the values behind them."""
    return [(text[a:b], text[c:d]) for a, b, c, d in _places(outline(text))]


@lru_cache(maxsize=1 << 12)
def _places(shape: str) -> tuple[tuple[int, int, int, int], ...]:
    """Where the pairs stand in all lines of this outline."""
    return tuple((*match.span(1), *match.span(2)) for match in _PAIR.finditer(shape))


@lru_cache(maxsize=1 << 12)
def meaning(label: str) -> tuple[bool, str, str] | None:
    """Whether a label is a setting's, its name and unit; ``None`` where nobody asks for it."""
    for setting, labels in ((True, _SETTING_LABELS), (False, _MEASURE_LABELS)):
        for name, unit, pattern in labels:
            if pattern.match(label):
                return setting, name, unit
    return None


PLATFORM = (
    "mvs product name",
    "vse level",
    "vse/esa level",
    "total number of maxtask delayed user transactions",
)
"""What tells z/OS from z/VSE. DFHSTUP names no system; CICS for z/VSE counts nothing as MAXTASK."""
