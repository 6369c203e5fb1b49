"""IMS Performance Analyzer, Internal Resource Utilization: Logger Statistics."""

from __future__ import annotations

import re

from advisor.observations import Interval
from advisor.reading.layout.cells import whole
from advisor.reading.reader import Collector, Metric, Page, Reader, Segment

_TITLE = re.compile(r"^\W*Logger Statistics\b(?:.*?Interval\s*:\s*(\d+)\.(\d\d))?", re.IGNORECASE)
_SYSTEM = re.compile(
    r"\b(?:IMSID|IMS System|Internal Resource Usage -)\W+([A-Z][A-Z0-9#@$]{0,3})(?![\w@#$])"
)
_ROW = re.compile(
    r"(Records written|Buffer waits: (?:non-)?chkpt invokers)\s+([\d,]+)\s+[\d,]*\.\d\d", re.I
)


def parse(segment: Segment, out: Collector) -> None:
    """Records of the log, and waits for its buffers of whoever asked."""
    waits = 0
    interval = Interval()
    for line in segment:
        text = line.content
        if match := _SYSTEM.search(text):
            segment.shared["ims"] = match[1]
        if match := _TITLE.match(text):
            waits = 0
            if match[1]:  # minutes and seconds, with hours in front
                minutes = int(match[1])
                interval = Interval(None, None, 60.0 * minutes + int(match[2]))
            continue
        match = _ROW.search(text)
        if match is None:
            continue
        subject = f"ims_system:{segment.shared.get('ims', 'IMS')}"
        count = whole(match[2])
        if match[1].lower().startswith("records"):
            out.observe(subject, "log_records", count, "records", line, match[2], interval)
        elif count is not None:
            waits += count
            if "non-" in match[1].lower():  # the second of the two rows
                metric = "log_buffer_waits"
                out.observe(subject, metric, waits, "count", line, match[2], interval)


READER = Reader(
    id="ims-pa-logger",
    title="IMS Performance Analyzer, Logger Statistics",
    subsystem="IMS",
    anchors=("IMS Performance Analyzer", "Logger Statistics"),
    splits=False,
    parse=parse,
    ignores=(
        (
            (
                r"(?:Check write requests|Waits for writes|Awe submitted|WADS EXCPVRs|Buffer "
                r"waits: chkpt).*|(?<![\d,])[\d,]*\.\d\d *$|(?<=\d) +[\d,]*\.\d\d"
            ),
            "rates, and counts of writes",
        ),
    ),
    beside=((r".", 8, "a transaction and a second"),),
    metrics=(
        Metric("ims_system", "log_records", "Records written"),
        Metric("ims_system", "log_buffer_waits", "Buffer waits, both kinds of invokers"),
    ),
    page=Page(
        reads="Records written and buffer waits of the logical logger.",
        releases="IMS Performance Analyzer 4",
        verified="IBM's sample of the report in its performance guide; no real print was at hand",
        unread="physical logger, reads, archive; the other internal resource reports",
    ),
)
