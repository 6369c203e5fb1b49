"""What MQ for z/OS displays of its log, its parameters, the channel initiator and of objects."""

from __future__ import annotations

import re
from collections.abc import Callable

from advisor.reading.layout.cells import number, size_bytes
from advisor.reading.layout.labelled import tidy, value_of
from advisor.reading.reader import Collector, Line, Metric, Segment

WIDE = 200
_ID = re.compile(r"\bCSQ[A-Z0-9]\d{3}[IEWDA]\s+\S{1,9}\s+(?:CSQ[A-Z0-9]{5}\s+)?")
_PARAMETER = re.compile(  # its first value, and what it was set to since
    r"^\s*(?P<name>[A-Z][A-Z0-9]{3,11})\s+(?P<first>\d+)(?: \(\d+[KMG]B\))?"
    r"(?:\s{2,}(?P<set>\d+))?\s*$"
)
_COLUMNS = re.compile(r"\bInitial value\s{2,}(?P<set>SET value)", re.IGNORECASE)
_COPY = re.compile(r"^\s*(?P<copy>[12])\s+(?P<full>\d{1,3})\s+(?:YES|NO|CAPABLE)?\b")
_OFFLOAD = re.compile(r"Full logs to offload - (\d+) of (\d+)", re.IGNORECASE)
_CHINIT = re.compile(r"using (\d+) MB of local storage, (\d+) MB are free", re.IGNORECASE)
_COUNTED = re.compile(r"\s*(?:including\s+)?(?P<count>\d+)\s+(?P<what>[A-Za-z][\w /-]*)$")
_BOUND = re.compile(r"\s*(?P<what>[A-Za-z][\w /.-]*?)(?:\s+|=)(?P<count>\d+)$")
_TITLE = re.compile(r"\b([A-Z]+) report\b")
_OBJECT = re.compile(r"\b(?P<kind>QSTATUS|QUEUE|CHSTATUS|CHANNEL)\(\s*(?P<name>[\w./%]{1,48})\s*\)")
_ATTRIBUTE = re.compile(r"\b(?P<name>[A-Z][A-Z0-9]{2,8})\(\s*(?P<value>\d+)\s*\)")
_OF_QUEUE = {
    "CURDEPTH": ("queue_depth", "messages"),
    "OPPROCS": ("queue_putters", "handles"),
    "IPPROCS": ("queue_getters", "handles"),
    "MSGAGE": ("queue_oldest_s", "s"),
}
_OF_CHANNEL = {
    "MSGS": ("channel_messages", "messages"),
    "BATCHES": ("channel_batches", "count"),
    "BATCHSZ": ("channel_batch_size", "messages"),
}
_SMDS = re.compile(  # its structure, messages, blocks in all, for data, in use, and their share
    r"^\s*(?:\d{3}\s+)?[_-]\s*(?P<name>[A-Z@#$][A-Z0-9@#$_]{0,11})\s+(?P<messages>\d+)"
    r"\s+(?P<blocks>\d+)\s+(?P<data>\d+)\s+(?P<used>\d+)\s+(?P<share>\d{1,3})%\s*$"
)
_SMDS_BUFFERS = re.compile(  # size of a block, buffers in all, in use, saved, empty; dots: none yet
    r"^\s*(?:\d{3}\s+)?[_-]\s*(?P<name>[A-Z@#$][A-Z0-9@#$_]{0,11})\s+(?P<size>\d+[KM])"
    r"\s+(?P<total>\d+)\s+(?P<in_use>\d+)\s+(?P<saved>\d+)\s+(?P<empty>\d+)"
    r"\s+(?:(?P<reads>\d{1,3})%|\.+)\s+(?P<least>-?\d+|\.+)\s+(?:(?P<waits>\d{1,3})%|\.+)\s*$"
)
_SMDS_FULL = re.compile(
    r"\bCSQE213I\b.*?\bCFSTRUCT\((?P<name>\w{1,12})\).*?\bnow (?P<share>\d{1,3})% full"
)
_OF_SMDS = {
    "messages": ("smds_level.messages_in_dataset", "count"),
    "blocks": ("smds_level.blocks_smds", "count"),
    "data": ("smds_level.blocks_msg_data", "count"),
    "used": ("smds_level.blocks_in_use", "count"),
    "share": ("smds_use_pct", "%"),
    "total": ("smds_level.buffer_total", "count"),
    "in_use": ("smds_level.buffers_in_use", "count"),
    "saved": ("smds_level.free_saved_buffers", "count"),
    "empty": ("smds_level.free_empty_buffers", "count"),
    "reads": ("smds_reads_saved_pct", "%"),
    "least": ("smds_least.buffer_min_free", "count"),
    "waits": ("smds_waits_pct", "%"),
}
"""By column: the figure, under the names that SMF 115 (QESD) has for the same."""

METRICS = (
    Metric("mq_manager", "smds_level.*", "CSQE280I, CSQE285I: blocks, messages, buffers"),
    Metric("mq_manager", "smds_least.*", "CSQE285I: lowest free"),
    Metric("mq_manager", "smds_peak.*", "CSQE285I: lowest free, where it is below zero"),
    Metric("mq_manager", "smds_use_pct.*", "CSQE280I: used part; CSQE213I"),
    Metric("mq_manager", "smds_reads_saved_pct.*", "CSQE285I: reads saved"),
    Metric("mq_manager", "smds_waits_pct.*", "CSQE285I: wait rate"),
    Metric("mq_manager", "printed.*", "parameters, log and channel initiator as displayed"),
    *(
        Metric("mq_manager", f"{metric}.*", f"CSQM201I: {keyword}")
        for of in (_OF_QUEUE, _OF_CHANNEL)
        for keyword, (metric, _) in of.items()
    ),
)
ANCHORS = (
    "CSQJ322I", "CSQJ370I", "CSQX004I",
    "CSQE285I", "CSQE213I",
    *(f"CSQX8{n}I" for n in (31, 32, 33, 36, 40, 41, 42)),
)  # fmt: skip


def read_display(segment: Segment, subject: str, out: Collector) -> bool:
    """Read the message if it is one of these."""
    text = segment[0].content[:WIDE]
    read: Callable[[Segment, str, Collector], None] | None = None
    if "CSQJ322I" in text:
        read = _parameters
    elif "CSQJ370I" in text:
        read = _log
    elif "CSQX004I" in text:
        read = _storage
    elif "CSQX8" in text:
        read = _phrases
    elif "CSQE2" in text:
        read = _data_sets
    if read is not None:
        read(segment, subject, out)
    return read is not None


def _keep(subject: str, label: str, raw: str, line: Line, out: Collector) -> None:
    out.printed(subject, label, value_of(raw), line, raw)


def _parameters(segment: Segment, subject: str, out: Collector) -> None:
    """CSQJ322I: the first value of each parameter, and what it was set to since.

    Nothing but its place tells that a parameter was set: where that is blank, the other is still
    what it is called, but not always what is in force.
    """
    match = _TITLE.search(segment[0].content)
    report = match[1] if match else "PARAMETER"
    set_at = WIDE
    for line in segment.lines:
        text = line.content[:WIDE]
        if match := _COLUMNS.search(text):
            set_at = match.start("set")
        elif match := _PARAMETER.match(text):
            label = f"{report} {match['name']}"
            first = "SET" if match.start("first") >= set_at else "INITIAL"
            _keep(subject, f"{label} ({first})", match["first"], line, out)
            if match["set"]:
                _keep(subject, f"{label} (SET)", match["set"], line, out)
            out.left_out(line)


def _log(segment: Segment, subject: str, out: Collector) -> None:
    for line in segment.lines:
        text = line.content[:WIDE]
        if match := _COPY.match(text):
            _keep(subject, f"LOG COPY {match['copy']} % FULL", match["full"], line, out)
            out.left_out(line)
        elif match := _OFFLOAD.search(text):
            _keep(subject, "FULL LOGS TO OFFLOAD", match[1], line, out)
            _keep(subject, "LOGS", match[2], line, out)


def _data_sets(segment: Segment, subject: str, out: Collector) -> None:
    """CSQE280I, CSQE285I, CSQE213I: a shared message data set and its buffers."""
    for line in segment.lines:
        text = line.content[:WIDE]
        match = _SMDS.match(text) or _SMDS_BUFFERS.match(text) or _SMDS_FULL.search(text)
        if match is None:
            continue
        found = match.groupdict()
        name = found.pop("name")
        if raw := found.pop("size", None):
            metric = f"smds_level.buffer_size.{name}"
            out.observe(subject, metric, size_bytes(raw), "count", line, raw)
        for column, raw in found.items():
            if raw is None or raw.startswith("."):
                continue
            metric, unit = _OF_SMDS[column]
            value = int(raw)
            if value < 0:  # so many requests waited at once: no buffer was free
                out.observe(
                    subject, f"smds_peak.buffer_max_waiters.{name}", -value, "count", line, raw
                )
                value = 0
            out.observe(subject, f"{metric}.{name}", value, unit, line, raw)


def _storage(segment: Segment, subject: str, out: Collector) -> None:
    if match := _CHINIT.search(segment[0].content[:WIDE]):
        for group, what in ((1, "USED"), (2, "FREE")):
            label = f"CHANNEL INITIATOR STORAGE {what} (MB)"
            _keep(subject, label, match[group], segment[0], out)


def _phrases(segment: Segment, subject: str, out: Collector) -> None:
    """``8 adapter subtasks started, 8 requested``: each number with its words."""
    line = segment[0]
    text = _ID.sub("", line.content[:WIDE])
    noun = ""
    for piece in text.split(","):
        match = _COUNTED.match(piece.rstrip()) or _BOUND.match(piece.rstrip())
        if match is None:
            continue
        what = tidy(match["what"])
        label = f"{noun} {what}" if noun else what
        noun = noun or what.rpartition(" ")[0]
        _keep(subject, f"CHANNEL INITIATOR: {label}", match["count"], line, out)


def read_objects(segment: Segment, subject: str, out: Collector) -> None:
    """CSQM201I, CSQM4nnI: queues and channels with what there is of them now."""
    known: dict[str, tuple[str, str]] = {}
    name = ""
    for line in segment.lines:
        text = line.content  # the command server has all attributes on one line
        if match := _OBJECT.search(text):
            name = match["name"]
            known = _OF_CHANNEL if match["kind"].startswith("CH") else _OF_QUEUE
        for match in _ATTRIBUTE.finditer(text):
            if name and (figure := known.get(match["name"])):
                metric, unit = figure
                raw = match["value"]
                out.observe(subject, f"{metric}.{name}", number(raw), unit, line, raw)
