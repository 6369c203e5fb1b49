"""Entire Net-Work: NODE, DRIVER and LINK statements and the statistics of links and nodes."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from advisor.observations import Interval
from advisor.reading.layout.cells import duration_s, number, size_bytes
from advisor.reading.layout.outline import Dispatch
from advisor.reading.reader import Collector, Line, Metric, Page, Reader, Segment

# Line drivers under the names that the published tests give them (001, section 4.7).
_DRIVERS = {
    "CTCA": "CTCA",
    "TCPI": "TCP/IP HiperSockets",
    "TCPX": "TCP/IP HiperSockets",
    "TCP": "TCP/IP HiperSockets",
    "XCF": "XCF",
    "XCFD": "XCF",
}
_VERSION = re.compile(r"NET-?WORK\s+(?:VERSION\s+)?V?(\d+\.\d+(?:\.\d+)?(?:\s?SP\s?\d+)?)", re.I)
_NODE = re.compile(r"^\s*NODE\s+(?:NAME=)?([A-Z0-9#@$_-]{1,16})(?=[\s,]|$)", re.I)
_NODE_NAMED = re.compile(r"\bNODE\s+([A-Z0-9#@$_-]{1,16})\b", re.I)
_DRIVER = re.compile(r"^\s*DRIVER\s+([A-Z0-9]{2,8})(?=[\s,]|$)", re.I)
_LINK = re.compile(r"^\s*LINK\s+([A-Z0-9#@$_-]{1,16})[\s,]+([A-Z0-9]{2,8})(?=[\s,]|$)", re.I)
_SAYS = re.compile(r"\bNET[A-Z]?\d{2,4}[IWE]?:?\s+([A-Z][A-Z0-9#@$_-]{0,7})\s*:\s", re.IGNORECASE)
_SIZES = re.compile(r"\b(SNDBLKSZ|RCVBLKSZ|SNDBLKCT|RCVBLKCT)\s?=\s?(\d+[KM]?)\b", re.I)
_SAME_SIZES = re.compile(
    r"\b((?:SND|RCV)BLK(?:SZ|CT))\s?=\s?((?:SND|RCV)BLK(?:SZ|CT))\s?=\s?(\d+[KM]?)\b", re.I
)
_CONTINUATION = re.compile(
    r"^\s*(?>[A-Z][A-Z0-9]{1,11}\s?=\s?(?:\([^()]*\)|[^\s,]+)(?:\s*,\s*|\s+|$))+-?\s*$", re.I
)
_OPERAND = re.compile(r"([A-Z][A-Z0-9]{1,11})\s?=\s?(\([^()]*\)|[^\s,]+)", re.I)
_GAP = re.compile(r"^\s+,|,\s*,|,\s*-?\s*$")
"""An operand that is missing between commas: the statement was cut, and must not be typed again."""
_OF_CHANNELS = frozenset(("CTCA", "FCTC"))
"""Drivers whose links have devices and amounts for operands: no names, and no passwords."""
_INTERVAL = re.compile(r"INTERVAL\s+([\d.,]+)\s+SEC|\(\s*([\d.,]+)\s+Secs?\)", re.I)
_SENT = re.compile(
    r"(MESSAGES|BYTES|BLOCKS)\s+SENT\s+([\d.,]+[KMG]?)\s+\1\s+RECEIVED\s+([\d.,]+[KMG]?)", re.I
)
_COMMANDS = re.compile(r"(Write|Read) Cmd's\s+([\d,]+)\s+([\d,]+)\s+([\d,]+)\s+Total", re.I)
_PER_SECOND = re.compile(r"\d\s+Per Second\b", re.IGNORECASE)
_CPU = re.compile(r"CPU[- ]TIME\s*[:=]?\s*([\d:.,]+)\s*(SECONDS|SECS?)?", re.I)
_REQUESTS = re.compile(r"\b(\d{4,})\s+REQUESTS FROM (LOCAL|REMOTE) RQ", re.I)
_TABLE = re.compile(r"(Writes|Reads)\s+([\d.,]+[KMG]?)\s+([\d,]+)\s+([\d,]+)\s+Total", re.I)
_MAY_BE = Dispatch(
    version=(_VERSION,),
    interval=(_INTERVAL,),
    statistics=(_SENT, _TABLE, _COMMANDS, _PER_SECOND, _CPU, _REQUESTS),
    node=(_NODE_NAMED,),
)


def parse(segment: Segment, out: Collector) -> None:
    """Read statements and statistics of the nodes of a segment, in order."""
    memory = segment.memory
    totals: dict[str, float] = {}
    links: dict[str, list[_Link]] = {}
    link: _Link | None = None
    interval = Interval()
    in_statement = False
    if "node" not in memory and (name := _named(segment)):
        memory["node"] = name
    for index, line in enumerate(segment):
        text = line.content.rstrip()
        told = _MAY_BE(text)
        if "version" in told and (match := _VERSION.search(text)):
            memory["version"] = _release(match)
            if memory.get("node") and not memory.get("version told"):
                _observe_version(segment, line, out)
        if text.lstrip().startswith("*"):
            continue
        if not _CONTINUATION.match(text):
            link = None
        if match := _NODE.match(text):
            memory["node"] = match[1].upper()
            memory.pop("drivers", None)
            memory.pop("version told", None)
            memory.pop("later release", None)
            in_statement = True
            _observe_node(segment, line, out)
        elif match := _DRIVER.match(text):
            memory.setdefault("drivers", []).append(match[1].upper())
            in_statement = True
            _driver(segment, index, match[1], out)
        elif match := _LINK.match(text):
            in_statement = True
            target = _link_target(match[1].upper())
            link = _Link(match[1].upper(), match[2].upper(), line)
            link.read(text[match.end() :])
            if memory.get("node"):
                links.setdefault(_node(segment), []).append(link)
            if target is not None and memory.get("node"):
                out.relation(_node(segment), "network", f"netwk_node:{target}", line)
            _block_sizes(segment, text, line, out)
        elif in_statement and _CONTINUATION.match(text):
            _block_sizes(segment, text, line, out)
            if link is not None:
                link.read(text)
        else:
            in_statement = False
        if "interval" in told and (match := _INTERVAL.search(text)):
            seconds = number(match[1] or match[2])
            if seconds:
                interval = Interval(duration_s=float(seconds))
                subject = _node(segment)
                out.observe(
                    subject, "duration_s", seconds, "s", line, match[1] or match[2], interval
                )
        if "statistics" in told:
            _statistics(segment, line, interval, totals, out)
        if "node" in told and (match := _NODE_NAMED.search(text)):
            memory.setdefault("node", match[1].upper())
    for subject, found in links.items():
        if len(found) == 1:
            (only,) = found
            out.setting(subject, "LINK", only.name, "", only.line, only.name)
            if only.driver in _OF_CHANNELS and only.operands and not _GAP.search(only.told):
                coded = ",".join(f"{name.upper()}={value}" for name, value in only.operands)
                out.setting(subject, "LINK_OPERANDS", coded, "", only.line, only.operands[0][1])


@dataclass
class _Link:
    name: str
    driver: str
    line: Line
    operands: list[tuple[str, str]] = field(default_factory=list)
    told: str = ""
    """What stands behind the driver, of all its lines."""

    def read(self, text: str) -> None:
        """Add the operands of one line."""
        self.operands += _OPERAND.findall(text)
        self.told += f"{text} "


def _named(segment: Segment) -> str | None:
    """The node that a message names before any statement does: figures may stand before it."""
    for line in segment:
        if _NODE.match(line.content):
            return None
        if match := _NODE_NAMED.search(line.content) or _SAYS.search(line.content):
            return match[1].upper()
    return None


def _node(segment: Segment) -> str:
    name = segment.memory.get("node") or segment.shared.get("job")
    name = name or segment.after_file("NODE")
    return f"netwk_node:{name}"


def _observe_node(segment: Segment, line: Line, out: Collector) -> None:
    subject = _node(segment)
    system = segment.shared.get("system")
    if system:
        out.relation(subject, "parent", f"lpar:{system}", line)
    if job := segment.shared.get("job"):
        out.setting(subject, "JOBNAME", job, "", line, job)
    if segment.memory.get("version"):
        _observe_version(segment, line, out)


def _observe_version(segment: Segment, line: Line, out: Collector) -> None:
    version = segment.memory["version"]
    segment.memory["version told"] = True
    out.setting(_node(segment), "VERSION", version, "", line, version)


def _release(match: re.Match[str]) -> str:
    return re.sub(r"\s+", " ", match[1].upper())


def _later_release(segment: Segment, index: int) -> str:
    """The release that a message below names, before another node's statements begin."""
    for line in segment.lines[index + 1 :]:
        if _NODE.match(line.content):
            break
        if match := _VERSION.search(line.content):
            return _release(match)
    return ""


def _driver(segment: Segment, index: int, name: str, out: Collector) -> None:
    """The line driver under its published name; FCTC needs the release to be told apart."""
    line, upper = segment[index], name.upper()
    driver = _DRIVERS.get(upper)
    if upper == "FCTC":
        memory = segment.memory
        if not memory.get("version") and "later release" not in memory:
            memory["later release"] = _later_release(segment, index)
        release = memory.get("version") or memory["later release"]
        match = re.match(r"(\d+)\.(\d+)", release)
        if match:
            new = (int(match[1]), int(match[2])) >= (6, 3)
            driver = "FCTC 6.3 SP1" if new else "FCTC 6.2 SP2"
        else:
            out.say(
                "{file}, line {number}: driver FCTC without a Net-Work release; "
                "enter the release of this node.",
                line,
            )
    out.setting(_node(segment), "DRIVER", driver, "", line, name)


def _link_target(link: str) -> str | None:
    """The node a link leads to, where its name says so (``TOSYSB``, ``TO-SYSB``)."""
    match = re.match(r"(?:LINK)?TO[-_]?([A-Z0-9]{2,})$", link)
    return match[1] if match else None


def _block_sizes(segment: Segment, text: str, line: Line, out: Collector) -> None:
    pairs = list(_SIZES.findall(text))
    for one, two, value in _SAME_SIZES.findall(text):
        pairs += [(one, value), (two, value)]
    for name, value in dict.fromkeys(pairs):
        key = name.upper()
        if key.endswith("SZ"):
            size = size_bytes(value)
            kilobytes = None if size is None else size / 1024
            out.setting(_node(segment), f"{key}_KB", kilobytes, "KB", line, value)
        else:
            count = number(value)
            out.setting(_node(segment), key, count, "", line, value)


def _statistics(
    segment: Segment, line: Line, interval: Interval, totals: dict[str, float], out: Collector
) -> None:
    text, subject = line.content, _node(segment)
    if match := _SENT.search(text):
        sent, received = size_bytes(match[2]), size_bytes(match[3])
        if sent is not None and received is not None:
            _rates(
                subject, match[1].lower(), sent + received, line, match[0], interval, totals, out
            )
    elif match := _TABLE.search(text):
        sums = (("bytes", size_bytes(match[2])), ("messages", number(match[3])))
        for kind, value in sums:
            if value is not None:
                before = totals.get(f"table_{kind}")
                totals[f"table_{kind}"] = value + (before or 0.0)
                if before is not None:
                    whole = totals[f"table_{kind}"]
                    _rates(subject, kind, whole, line, match[0], interval, totals, out)
        out.part(line, match[2])
        out.part(line, match[3])
        name = f"{match[1].upper()}: API CALLS"
        out.printed(subject, name, number(match[4]), line, match[4], interval)
    elif match := _COMMANDS.search(text):
        for group, whose in ((2, "TOTAL"), (3, "TASK"), (4, "OTHER")):
            name = f"{match[1].upper()} CMD'S: {whose}"
            out.printed(subject, name, number(match[group]), line, match[group], interval)
    elif _PER_SECOND.search(text):
        out.left_out(line)
    elif match := _CPU.search(text):
        seconds = number(match[1]) if match[2] else duration_s(match[1])
        out.observe(subject, "cpu_s", seconds, "s", line, match[1], interval)
    elif match := _REQUESTS.search(text):
        metric = f"requests_{match[2].lower()}"
        out.observe(subject, metric, number(match[1]), "requests", line, match[1], interval)


def _rates(
    subject: str,
    kind: str,
    count: float,
    line: Line,
    raw: str,
    interval: Interval,
    totals: dict[str, float],
    out: Collector,
) -> None:
    """Messages per second and bytes per message from the counts of both directions."""
    totals[kind] = count
    if kind == "messages" and interval.duration_s:
        rate = count / interval.duration_s
        out.observe(subject, "messages_per_s", rate, "messages/s", line, raw, interval)
    if {"messages", "bytes"} <= totals.keys() and totals["messages"] and kind != "blocks":
        mean = totals["bytes"] / totals["messages"]
        out.observe(subject, "bytes_per_message", mean, "bytes", line, raw, interval)


def _confirm(contents: Sequence[str], index: int) -> bool:
    text = contents[index]
    if re.search(r"NET-?WORK V|NETC?\d{2,4}I|Statistics For (?:Driver|Link)", text, re.I):
        return True
    if not re.match(r"^\s*(?:NODE|DRIVER|LINK)\s+[A-Z0-9]", text):
        return False
    window = " ".join(contents[index : index + 12])
    return bool(
        re.search(r"\bDRIVER\s+[A-Z0-9]|\bLINK\s+\S+\s+[A-Z0-9]+\s+\S+=|BLK(?:SZ|CT)=", window)
    )


READER = Reader(
    id="netwk",
    ignores=(
        (r"NET\d{4}I: .*(?:BUFFERS|QUEUE): .*", "use of its buffers"),
        (r"\b(?:TIMEOUT|NTRACE|IORETRY|STATINT|WEIGHT|REPLYTIM)=\w+", "timers"),
        (r"NETC\d{3}I: BLOCKS .*", "blocks"),
        (r"\bPeriod +[\d:]+ +\( *[\d.]+ Secs\)", "the interval of the counts"),
    ),
    title="Entire Net-Work parameters and statistics",
    subsystem="Entire Net-Work",
    anchors=(
        "ENTIRE NET-WORK V",
        "Entire Net-Work V",
        "ENTIRE NETWORK V",
        "^NODE ",
        "^DRIVER ",
        "^LINK ",
        "NET0100I",
        "NETC260I",
        "Statistics For Driver",
        "Statistics For Link",
        "NET0090I",
    ),
    confirm=_confirm,
    splits=False,
    parse=parse,
    metrics=(
        Metric("netwk_node", "duration_s", "length of the interval"),
        Metric("netwk_node", "setting.RCVBLKSZ_KB", "receive block"),
        Metric("netwk_node", "setting.SNDBLKCT", "send blocks"),
        Metric("netwk_node", "setting.RCVBLKCT", "receive blocks"),
        Metric("netwk_node", "setting.DRIVER", "line driver, FCTC with its release"),
        Metric("netwk_node", "setting.SNDBLKSZ_KB", "and RCVBLKSZ, SNDBLKCT, RCVBLKCT"),
        Metric("netwk_node", "setting.VERSION", "release, from titles and comments"),
        Metric("netwk_node", "setting.JOBNAME", "the job log's job"),
        Metric("netwk_node", "setting.LINK", "of a node with a single LINK statement"),
        Metric("netwk_node", "setting.LINK_OPERANDS", "of that statement, for CTCA and FCTC"),
        Metric("netwk_node", "messages_per_s", "both directions, from counts and interval"),
        Metric("netwk_node", "bytes_per_message", "recomputed from its parts"),
        Metric("netwk_node", "printed.*", "API calls and commands of the driver's box"),
        Metric("netwk_node", "cpu_s", "CPU time of the interval"),
        Metric("netwk_node", "requests_local", "from the local request queue"),
        Metric("netwk_node", "requests_remote", "from the remote request queue"),
        Metric("netwk_node", "relation.network", "links named TO…"),
    ),
    page=Page(
        reads="NODE, DRIVER and LINK statements over any number of lines, and link or driver "
        "statistics: the Simple Connection Line Driver's box (Writes, Reads, Total) and messages "
        "with counts sent and received.",
        releases="Net-Work 6.2 to 6.5",
        verified="statements against the vendor's Net-Work Reference (6.3.2, 6.5.2) and 001, "
        "section 4.7; the driver statistics box against the vendor's page on Simple Connection "
        "Line Driver statistics (6.5.2); DISPLAY STATS against the example in the vendor's "
        "operator commands (7.4, 8.4); CTCA and FCTC statistics messages are not verified "
        "against a real sample",
        unread="buffer usage messages are noted, not kept; TRANSDEF statements",
    ),
)
