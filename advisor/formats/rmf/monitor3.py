"""RMF Monitor III, job delays (STORJ and its relatives DELAYJ, PROCJ, DEVJ, ENQJ …)."""

from __future__ import annotations

import re

from advisor.observations import Interval
from advisor.reading.layout.cells import number, scaled, stamp
from advisor.reading.reader import Collector, Line, Metric, Page, Reader, Segment

_HEAD = re.compile(
    r"\bSystem:\s*(\S+)\s+Date:\s*(\S+)\s+Time:\s*(\S+)(?:\s+Range:\s*(\d+)\s*(Sec|Min))?", re.I
)
_JOB = re.compile(r"^\s*Job:\s*(\S+)\s+Primary delay:\s*(.*?)\s*$", re.IGNORECASE)
_PAIR = re.compile(r"\b([A-Z][A-Za-z ]{0,40}?(?i:Frames|Set|Slots|Rate)):\s+(\S+)")
_ROW = re.compile(
    r"^\s*(?:(?P<cx>[A-Z0-9]{1,2})\s+)?(?P<asid>[0-9A-F]{4})\s+(?P<class>\S+)\s+(?P<period>\d)\s+"
    r"(?P<rest>.*\d.*?)(?:\s+(?P<reason>[A-Z]{3,5}))?\s*$"
)
_TEXT = re.compile(
    r"^\s*(?:RMF V\dR\d|Line \d|Command ==|Scroll ==|Samples:|Probable cause|Help panels|-+ Job"
    r"|Service\b|CX ASID|Using%)",
    re.IGNORECASE,
)
_FIGURES = {
    "Average Frames": ("frames", "frames"),
    "Working Set": ("working_set_frames", "frames"),
    "Fixed Frames": ("fixed_frames", "frames"),
    "Active Frames": ("active_frames", "frames"),
    "Aux Slots": ("aux_slots", "slots"),
    "Idle Frames": ("idle_frames", "frames"),
    "Page In Rate": ("page_ins_per_s", "pages/s"),
}


SCREEN_IGNORES = ((r"Samples: +\d+|Range: +\d+ *\w*", "samples"),)
"""What every screen says around its figures."""


def interval_of(text: str) -> tuple[str, Interval] | None:
    """System and interval of the line that every Monitor III report has; ``None`` for another."""
    match = _HEAD.search(text)
    if match is None:
        return None
    length = number(match[4]) if match[4] else None
    if length is not None and match[5] and match[5].lower() == "min":
        length *= 60
    return match[1].upper(), Interval(stamp(match[2], match[3]), None, length)


def parse(segment: Segment, out: Collector) -> None:
    """The storage figures and delays of each job shown."""
    memory = segment.memory
    for line in segment:
        text = line.content
        if found := interval_of(text):
            memory["system"], memory["interval"] = found
            memory["job"] = ""
        elif match := _JOB.match(text):
            memory["job"] = match[1].upper()
            # RMF ends it with a point: one without was wrapped or cut.
            reason = match[2] if match[2].endswith(".") else None
            _job(line, segment, out, "primary_delay", reason, "", match[2])
        elif _PAIR.search(text):
            _storage(line, segment, out)
        elif _TEXT.match(text):
            continue
        elif (match := _ROW.match(text)) and memory.get("job"):
            _delays(line, match, segment, out)


def _job(
    line: Line, segment: Segment, out: Collector, name: str, value: float | str | None,
    unit: str, raw: str,
) -> None:  # fmt: skip
    memory = segment.memory
    if not memory.get("system") or not memory.get("job"):
        return
    metric = f"job.{memory['job']}.{name}"
    interval = memory.get("interval", Interval())
    out.observe(f"lpar:{memory['system']}", metric, value, unit, line, raw, interval)


def _storage(line: Line, segment: Segment, out: Collector) -> None:
    for label, raw in _PAIR.findall(line.content):
        known = _FIGURES.get(label.strip().title())
        if known is not None:
            _job(line, segment, out, known[0], scaled(raw), known[1], raw)


def _delays(line: Line, row: re.Match[str], segment: Segment, out: Collector) -> None:
    # Cr, WFL, using (processor, device), DLY, IDL, UKN, then delays by reason
    figures = [number(word) for word in row["rest"].split()]
    plain = [value for value in figures if value is not None]
    _job(line, segment, out, "service_class", row["class"], "", row["class"])
    if len(plain) >= 12:
        tail = plain[-12:]
        _job(line, segment, out, "delay_pct", tail[3], "%", "")
        _job(line, segment, out, "delay_storage_pct", tail[8], "%", "")
    if row["reason"]:
        _job(line, segment, out, "delay_reason", row["reason"], "", row["reason"])


READER = Reader(
    id="rmf-monitor3",
    shared_titles=True,
    ignores=(
        *SCREEN_IGNORES,
        (
            r"(?:DIV Frames|Shared Frames|Private Frames): +\S+",
            "storage besides active frames",
        ),
    ),
    beside=((r"^ *\w +\d{4} |^ *\S+ +\S+ +\d+ ", 14, "delays by reason, frames and slots"),),
    title="RMF Monitor III job delays",
    subsystem="z/OS",
    anchors=("Job Delays", "Job Storage Usage Data"),
    parse=parse,
    metrics=(
        Metric("lpar", "job.*.page_ins_per_s", "Page In Rate of job *"),
        Metric("lpar", "job.*.frames", "Average Frames"),
        Metric("lpar", "job.*.service_class", "Service Class"),
        Metric("lpar", "job.*.working_set_frames", "Working Set"),
        Metric("lpar", "job.*.aux_slots", "Aux Slots"),
        Metric("lpar", "job.*.primary_delay", "what RMF calls the primary delay"),
        Metric("lpar", "job.*.delay_reason", "short name of that reason, such as XMEM"),
    ),
    page=Page(
        reads="The storage usage block and the performance line of STORJ; other job delay reports "
        "share heading and line. K in frame counts is thousands.",
        releases="RMF V1R13 to V2R4",
        verified="003, figure 4-3 (V2R1)",
        unread="probable cause and help texts; using and delay percentages other than in total",
    ),
)
