"""Database buffer pools: the IMS Monitor, and //DFSSTAT of batch regions."""

from __future__ import annotations

import re

from advisor.observations import Interval
from advisor.reading.layout.cells import whole
from advisor.reading.reader import Collector, Line, Metric, Segment

_TITLE = re.compile(
    r"D ?A ?T ?A +B ?A ?S ?E +B ?U ?F ?F ?E ?R +P ?O ?O ?L|V ?S ?A ?M +B ?U ?F ?F ?E ?R +P ?O ?O ?L"
)
_LABEL = re.compile(r"^\W*(?:NUMBER OF )?(?P<label>[A-Z][A-Z /,.'()-]*[A-Z)])\s+(?P<cells>\S.*)$")
_POOL = {"SUBPOOL ID", "SHARED RESOURCE POOL ID"}
_SIZE = "SUBPOOL BUFFER SIZE"
_BUFFERS = "TOTAL BUFFERS IN SUBPOOL"
_FOUND = {
    "LOCATE-TYPE CALLS, DATA ALREADY IN SUBPOOL",
    "CONTROL INTERVAL REQUESTED ALREADY IN POOL",
    "TIMES CONTROL INTERVAL REQUESTED ALREADY IN POOL",
}
_READS = {
    "READ I/O REQUESTS",
    "CONTROL INTERVAL READ FROM EXTERNAL STORAGE",
    "TIMES CONTROL INTERVAL READ FROM EXTERNAL STORAGE",
}


def is_pool_title(text: str) -> bool:
    """Whether a report of a subpool begins here."""
    return _TITLE.search(text) is not None


def read_pool(segment: Segment, line: Line, interval: Interval, out: Collector) -> bool:
    """Whether the line is one of a subpool's: its identity or a count.

    The monitor prints a count at the start and the end of its trace and the difference, the
    statistics of a batch region one.
    """
    memory, match = segment.memory, _LABEL.match(line.content)
    if match is None or "pool" not in memory:
        return False
    label, cells = match["label"].strip(), match["cells"].split()
    pool: dict[str, str] = memory["pool"]
    if label in _POOL:
        pool["id"] = cells[-1]
        return True
    if label == _SIZE:
        pool["size"] = str(whole(cells[-1]) or cells[-1])
        return True
    metric, unit = (
        ("pool_buffers", "buffers")
        if label == _BUFFERS
        else ("pool_found", "requests")
        if label in _FOUND
        else ("pool_reads", "reads")
        if label in _READS
        else ("", "")
    )
    if not metric or "id" not in pool:
        return False
    subject = f"ims_system:{segment.shared.get('ims', 'IMS')}"
    name = f"{pool['id']}.{pool['size']}" if "size" in pool else pool["id"]
    raw = cells[-1]
    out.observe(subject, f"{metric}.{name}", whole(raw), unit, line, raw, interval)
    return True


METRICS = (
    Metric("ims_system", "pool_buffers.*", "TOTAL BUFFERS IN SUBPOOL, by id and buffer size"),
    Metric("ims_system", "pool_found.*", "requests that found their block in the subpool"),
    Metric("ims_system", "pool_reads.*", "reads into the subpool"),
)
