"""Buffer pools of databases and messages: the IMS Monitor, and //DFSSTAT of batch regions."""

from __future__ import annotations

import re
from typing import Any

from advisor.observations import Interval
from advisor.reading.layout.cells import whole
from advisor.reading.reader import Collector, Line, Metric, Segment

_TITLE = re.compile(
    r"(?P<osam>D ?A ?T ?A +B ?A ?S ?E +B ?U ?F ?F ?E ?R +P ?O ?O ?L)"
    r"|V ?S ?A ?M +B ?U ?F ?F ?E ?R +P ?O ?O ?L"
)
_OF_MESSAGES = re.compile(
    r"^\W*M ?E ?S ?S ?A ?G ?E +(?:(?P<queue>Q ?U ?E ?U ?E)|F ?O ?R ?M ?A ?T(?: +B ?U ?F ?F ?E ?R)?)"
    r" +P ?O ?O ?L\s*$"
)
"""Pools of which there is one each: only the difference of their counts is asked of them."""

_LABEL = re.compile(r"^\W*(?:NUMBER OF )?(?P<label>[A-Z][A-Z /,.'()-]*[A-Z)])\s+(?P<cells>\S.*)$")
_POOL = {"SUBPOOL ID", "SHARED RESOURCE POOL ID"}
_SIZE = "SUBPOOL BUFFER SIZE"
_NAMELESS = re.compile(rf"^\W*(?:{'|'.join(sorted(_POOL))}|{_SIZE})\s*$")
_BUFFERS = "TOTAL BUFFERS IN SUBPOOL"
_FOUND = re.compile(r"\bALREADY IN (?:SUB|OSAM )?POOL$")
_READS = re.compile(
    r"^READ I/O REQUESTS$|\b(?:CONTROL|CTRL) INTERVALS? READ FROM EXTERNAL STORAGE$"
)
_CALLS = re.compile(r"^\W*NUMBER OF (?:LOCATE-TYPE|RETRIEVE BY RBA) CALLS")
_DIFFERENCE = 3
"""Figures of a row: at the start and the end of the trace, and the difference."""


def is_pool_title(text: str) -> bool:
    """Whether a report of a pool begins here."""
    return _TITLE.search(text) is not None or _OF_MESSAGES.match(text) is not None


def begin_pool(text: str, memory: dict[str, Any]) -> None:
    """Another pool's report begins."""
    if one := _OF_MESSAGES.match(text):
        kind = "QUEUE" if one["queue"] else "FORMAT"
        memory["pool"], memory["title"] = {}, f"MESSAGE {kind} POOL"
        return
    match = _TITLE.search(text)
    kind = "OSAM" if (match and match["osam"]) or "LOCATE" in text else "VSAM"
    count = memory["subpools"] = memory.get("subpools", 0) + 1
    memory["pool"], memory["title"] = {}, f"{kind} SUBPOOL {count}"


def read_pool(segment: Segment, line: Line, interval: Interval, out: Collector) -> bool:
    """Whether the line is one of a subpool's: its identity or a count.

    The monitor prints a count at the start and the end of its trace and the difference, the
    statistics of a batch region one.
    """
    memory, match = segment.memory, _LABEL.match(line.content)
    if "pool" not in memory and _CALLS.match(line.content):
        begin_pool(line.content, memory)  # a report that was pasted without its title
    if "pool" in memory and _NAMELESS.match(line.content):
        if memory["pool"].get("counted"):
            begin_pool(line.content, memory)
        memory["pool"]["nameless"] = "yes"
    if match is None or "pool" not in memory:
        return False
    label, cells = match["label"].strip(), match["cells"].split()
    pool: dict[str, str] = memory["pool"]
    if label in _POOL:
        if pool.get("counted"):
            begin_pool(line.content, memory)
            pool = memory["pool"]
        pool["id"] = cells[-1]
        return True
    if label == _SIZE:
        pool["size"] = str(whole(cells[-1]) or cells[-1])
        return True
    known = (
        ("pool_buffers", "buffers")
        if label == _BUFFERS
        else ("pool_found", "requests")
        if _FOUND.search(label)
        else ("pool_reads", "reads")
        if _READS.search(label)
        else None
    )
    raw, values = cells[-1], [whole(cell) for cell in cells]
    if None in values or len(cells) not in (1, _DIFFERENCE) or "nameless" in pool:
        return False
    subject = f"ims_system:{segment.shared.get('ims', 'IMS')}"
    if known is not None and ("id" in pool) != ("size" in pool) and "OSAM" in memory["title"]:
        out.say_once(
            "{file}, line {number}: of this subpool only its number or only the size of its "
            "buffers is printed above, so which it is is not known and its counts were not read: "
            "send the report as it was printed.",
            line,
        )
        return True
    if known is not None and "id" in pool:
        name = f"{pool['id']}.{pool['size']}" if "size" in pool else pool["id"]
        out.observe(subject, f"{known[0]}.{name}", values[-1], known[1], line, raw, interval)
    elif len(cells) == 1 or values[1] - values[0] == values[2]:  # type: ignore[operator]
        title = f"{memory['title']}: {label}"
        out.printed(subject, title, values[-1], line, raw, interval)
    else:
        return False
    pool["counted"] = "yes"
    out.left_out(line)
    return True


METRICS = (
    Metric("ims_system", "printed.*", "other counts of pools, latches and the run profile"),
    Metric("ims_system", "pool_buffers.*", "TOTAL BUFFERS IN SUBPOOL, by id and buffer size"),
    Metric("ims_system", "pool_found.*", "requests that found their block in the subpool"),
    Metric("ims_system", "pool_reads.*", "reads into the subpool"),
)
