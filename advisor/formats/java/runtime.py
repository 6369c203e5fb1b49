"""Java: OpenJ9 verbose garbage collection logs and lists of JVM options."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import PurePosixPath
from typing import Any

from advisor.formats.java.elements import elements
from advisor.formats.zos.joblog import job_of
from advisor.reading.layout.cells import number, seconds_between, stamp
from advisor.reading.reader import Collector, Line, Metric, Page, Reader, Segment

_ATTRIBUTE = re.compile(r'<attribute\s+name="([^"]{1,60})"\s+value="([^"]{0,200})"')
_OPTION = re.compile(r'<(?:option|vmarg)\s+name="(-[^"]{1,400})"')
_COLLECTS = re.compile(r"<(?:gc|cycle|concurrent|af|sys)-")
_EXCLUSIVE_START = re.compile(r"<exclusive-start\b")
_EXCLUSIVE = re.compile(r'<exclusive-end\b[^>]{0,400}\bdurationms="([\d.]+)"')
_GC = re.compile(r"<gc-end\b")
_TIMESTAMP = re.compile(r'\btimestamp="(\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d+)?)"')
_GC_TYPE = re.compile(r"<gc\s+type=")
_TOTAL = re.compile(r'<time\s+totalms="(\d{1,9}\.?\d{0,6})"')
_OLD_STAMP = re.compile(
    r'\btimestamp="([A-Z][a-z]{2}) +(\d{1,2}) (\d{2}:\d{2}:\d{2})(?:\.\d+)? (\d{4})"'
)
_MEMORY = re.compile(r'<mem-info\b[^>]{0,200}\bfree="(\d+)"\s+total="(\d+)"')
_OLD_AREA = re.compile(r'<(nursery|tenured)\s+freebytes="(\d{1,18})"\s+totalbytes="(\d{1,18})"')
_AMID = re.compile(r"<(?:exclusive-end|gc-|cycle-|af-|sys-|concurrent-)")
_INTERVAL = re.compile(r'<(?:exclusive-start|af)\b[^>]{0,200}\bintervalms="(\d{1,12}(?:\.\d+)?)"')
_LAUNCH = re.compile(r"<(?:verbosegc|initialized)\b")
_SIZE = re.compile(r"-(Xmx|Xms|Xmn)(\d+)([kKmMgG]?)$")


def _after_file(segment: Segment) -> str:
    stem = PurePosixPath(segment.file.replace("\\", "/")).name
    return f"jvm:{segment.after_file('JVM', stem.partition('.')[0] or stem)}"


def _name(segment: Segment) -> str:
    """The JVM: the job that wrote the lines, else the file."""
    job = job_of(segment[0], segment)
    return f"jvm:{job}" if job else _after_file(segment)


_ELEMENT = re.compile(
    r"\s*</?(?:\?xml|verbosegc|initialized|attribute|system|vmargs?|exclusive-|af\b|af-|cycle-"
    r"|gc\b|gc-|mem\b|mem-|minimum|time\b|timesms|tenured|nursery|soa|loa|refs_cleared|flipped"
    r"|finalization|allocat|largest-consumer|response-info|concurrent-|kickoff|scavenger-"
    r"|memory-copied|references|ownable|object-monitors|stringconstants|pending-finalizers"
    r"|remembered-set|arraylet|sys\b|sys-|warning|heap-resize|percolate|classunload|trace-info"
    r"|region|numa|candidates|work-packets|con\b|allocation|refs\b|card-|cardclean|memory-|stats\b"
    r"|classloaders|scan\b|compact)",
)


def claims(head: Sequence[str]) -> bool:
    """A verbose GC log says so in its first lines."""
    return any("<verbosegc" in line for line in head[:20])


def parse(segment: Segment, out: Collector) -> None:
    """Settings from the initialization block; pauses counted to the end of the file."""
    memory, subject = segment.memory, _after_file(segment)
    system = segment.shared.get("system")
    for line, text, others in elements(segment.lines, memory, segment.last):
        _log_line(line, text, subject, memory, out)
        if _ELEMENT.match(text):
            for one in (line, *others):
                out.left_out(one)
    if segment.last and memory.get("line"):
        for metric, (value, unit, raw) in _totals(memory).items():
            out.observe(subject, metric, value, unit, memory["line"], raw)
        if system:
            out.relation(subject, "parent", f"lpar:{system}", memory["line"])


def parse_logged(segment: Segment, out: Collector) -> None:
    """The same among other lines of a job, which says nowhere that the log is over: the totals
    are corrected with every piece of it.
    """
    subject = _name(segment)
    memory: dict[str, Any] = segment.memory.setdefault(subject, {"places": {}})
    before = memory.get("line")
    for line, text, others in elements(segment.lines, memory, last=True):
        if _ELEMENT.match(text):
            _log_line(line, text, subject, memory, out)
            for one in (line, *others):
                out.left_out(one)
    _write_so_far(subject, memory, before, segment, out)


def _write_so_far(
    subject: str, memory: dict[str, Any], before: Line | None, segment: Segment, out: Collector
) -> None:
    """The totals of a log that may go on, in the place of those before."""
    last: Line | None = memory.get("line")
    if last is None or last is before:
        return
    places: dict[str, int] = memory["places"]
    for metric, (value, unit, raw) in _totals(memory).items():
        if metric in places:
            out.revise(places[metric], value, last)
        else:
            out.observe(subject, metric, value, unit, last, raw)
            places[metric] = len(out.observations) - 1
    system = segment.shared.get("system")
    if system and before is None:
        out.relation(subject, "parent", f"lpar:{system}", last)


_TEXT_GC = re.compile(
    r"<GC\((?P<id>\d+)\): freed \d+ bytes(?: in (?P<ms>\d{1,9}) ms)?, \d+% free "
    r"\((?P<free>\d{1,18})/(?P<total>\d{1,18})\)(?:, in (?P<late>\d{1,9}) ms)?"
)
_TEXT_PAUSE = re.compile(r"<(?:AF|CON)(?:\[\d+\])?: completed in (\d{1,9}) ms")
_TEXT_DATE = re.compile(
    r"<GC(?:\(\d+\): GC cycle started|:) [A-Z][a-z]{2} (?P<month>[A-Z][a-z]{2}) +(?P<day>\d{1,2}) "
    r"(?P<clock>\d\d:\d\d:\d\d) (?P<year>\d{4})"
)
_TEXT_LINE = re.compile(r"\s*<(?:GC|AF|CON)\b[\[(:]")


def parse_text(segment: Segment, out: Collector) -> None:
    """The lines that the JVMs before SDK 5 write: ``<GC(2): freed 5659576 bytes, ...``."""
    subject = _name(segment)
    memory: dict[str, Any] = segment.memory.setdefault(subject, {"places": {}})
    before = memory.get("line")
    for line in segment:
        text = line.content
        if not _TEXT_LINE.match(text):
            continue
        out.left_out(line)
        if match := _TEXT_DATE.search(text):
            day = f"{match['day']} {match['month']} {match['year']}"
            if when := stamp(day, match["clock"]):
                _at(when, text, memory)
        elif match := _TEXT_GC.search(text):
            _settle_pause(memory)
            memory["cycles"], memory["line"] = memory.get("cycles", 0) + 1, line
            total = int(match["total"])
            memory["used"] = total - int(match["free"])
            memory["most"] = max(memory.get("most", 0), memory["used"])
            memory["heap"] = max(memory.get("heap", 0), total)
            memory["own"] = line, match["ms"] or match["late"]
        elif (match := _TEXT_PAUSE.search(text)) and memory.pop("own", None):
            _pause(line, match[1], memory)  # with all that the failed allocation waited for
    _settle_pause(memory)
    _write_so_far(subject, memory, before, segment, out)


def _settle_pause(memory: dict[str, Any]) -> None:
    """A collection that no allocation waited for took its own time."""
    line, raw = memory.pop("own", (None, None))
    if line is not None and raw:
        _pause(line, raw, memory)


def _log_line(line: Line, text: str, subject: str, memory: dict[str, Any], out: Collector) -> None:
    if _LAUNCH.search(text) and "start" in memory:  # a log that the next JVM goes on writing
        memory["earlier"] = _span(memory)
        del memory["start"], memory["end"], memory["tail"]
    for name, value in _ATTRIBUTE.findall(text):
        _attribute(line, subject, name, value, out)
    for option in _OPTION.findall(text):
        _option(line, subject, option, out)
    if _EXCLUSIVE_START.search(text):
        memory["collects"] = False  # dumps, agents and new classes stop the threads as well
    if _COLLECTS.search(text):
        memory["collects"] = True
    if (match := _EXCLUSIVE.search(text)) and memory.pop("collects", True):
        _pause(line, match[1], memory)
    _old_format(line, text, memory)
    if _GC.search(text):
        memory["cycles"] = memory.get("cycles", 0) + 1
        memory["line"] = line
    if match := _TIMESTAMP.search(text):
        _at(match[1], text, memory)
    if "<gc-start" in text or "<gc-end" in text:
        memory["after"] = "<gc-end" in text
    if match := _MEMORY.search(text):
        total = int(match[2][:18])
        memory["used"] = total - int(match[1][:18])
        memory["heap"] = max(memory.get("heap", 0), total)
        if memory.get("after"):
            memory["most"] = max(memory.get("most", 0), memory["used"])


def _at(when: str, text: str, memory: dict[str, Any]) -> None:
    """An event's time; before the first of an excerpt stands the interval that it names."""
    if "start" not in memory:
        memory["start"] = when
        if match := _INTERVAL.search(text):
            memory["earlier"] = memory.get("earlier", 0.0) + float(match[1]) / 1000
        memory["amid"] = match is None and _AMID.search(text) is not None
    memory["end"] = when
    memory["tail"] = 0.0


def _pause(line: Line, raw: str, memory: dict[str, Any]) -> None:
    count, total, longest = memory.get("pauses", [0, 0.0, 0.0])
    time = float(raw) if raw.count(".") <= 1 and len(raw) < 20 else 0.0
    memory["pauses"] = [count + 1, total + time, max(longest, time)]
    memory["line"] = line


def _old_format(line: Line, text: str, memory: dict[str, Any]) -> None:
    """IBM SDK 5 and 6: the pause is the total that stands after ``</gc>`` in each event."""
    if _GC_TYPE.search(text):
        memory["cycles"] = memory.get("cycles", 0) + 1
        memory["line"] = line
    if "</gc>" in text:
        memory["collected"] = True
        memory["areas"] = {}
    elif memory.get("collected") and (match := _OLD_AREA.search(text)):
        memory["areas"][match[1]] = int(match[3]) - int(match[2])
    elif (match := _TOTAL.search(text)) and memory.pop("collected", False):
        _pause(line, match[1], memory)
        if "start" in memory:  # the event's time is when it began
            memory["tail"] = float(match[1]) / 1000
        if "tenured" in memory["areas"]:  # the nursery is there under some policies only
            memory["used"] = sum(memory["areas"].values())
    if (match := _OLD_STAMP.search(text)) and (
        when := stamp(f"{match[2]} {match[1]} {match[4]}", match[3])
    ):
        _at(when, text, memory)


def _span(memory: dict[str, Any]) -> float:
    last = seconds_between(memory.get("start"), memory.get("end")) or 0.0
    earlier: float = memory.get("earlier", 0.0)
    return earlier + last + float(memory.get("tail", 0.0))


ENOUGH = 10
"""Collections of an excerpt that begins amid one: when the one before was is not known, and of a
few the time between the first and the last says nothing of how often they come."""


def _totals(memory: dict[str, Any]) -> dict[str, tuple[float, str, str]]:
    """Of the whole log so far: metric to value, unit and where it is from."""
    count, total, longest = memory.get("pauses", [0, 0.0, 0.0])
    figures: dict[str, tuple[float, str, str]] = {}
    if memory.get("cycles"):
        figures["gc_cycles"] = memory["cycles"], "collections", "counted"
    if count:
        figures["gc_pause_ms"] = total / count, "ms", "mean of durationms"
        figures["gc_max_pause_ms"] = longest, "ms", "longest durationms"
    if (span := _span(memory)) and "start" in memory:
        figures["duration_s"] = span, "s", f"{memory['start']}/{memory['end']}"
        enough = count >= ENOUGH or not memory.get("amid")
        if count and total / 1000 <= span and enough:
            figures["gc_time_pct"] = total / 10 / span, "%", "sum of durationms"
    if memory.get("used") is not None:
        figures["heap_used_mb"] = memory["used"] / 2**20, "MB", "heap after the last collection"
    if memory.get("most"):
        said = "most heap in use after a collection"
        figures["heap_used_max_mb"] = memory["most"] / 2**20, "MB", said
    if memory.get("heap"):
        figures["heap_size_max_mb"] = memory["heap"] / 2**20, "MB", "largest heap"
    return figures


def _attribute(line: Line, subject: str, name: str, raw: str, out: Collector) -> None:
    value = int(raw, 16) if re.fullmatch(r"0x[0-9A-Fa-f]{1,16}", raw) else number(raw)
    if name == "pageSize" and value is not None:
        size = {4096: "4K", 1 << 20: "1M", 1 << 31: "2G"}.get(int(value))
        out.setting(subject, "PAGESIZE", size, "", line, raw)
    elif name in ("maxHeapSize", "initialHeapSize") and value is not None:
        setting = "XMX_MB" if name.startswith("max") else "XMS_MB"
        out.setting(subject, setting, value / 2**20, "MB", line, raw)
    elif name == "compressedRefs":
        out.setting(subject, "COMPRESSEDREFS", raw == "true", "", line, raw)
    elif name == "gcPolicy":
        out.setting(subject, "GCPOLICY", raw.rpartition(":")[2], "", line, raw)


def _option(line: Line, subject: str, option: str, out: Collector) -> None:
    if match := _SIZE.match(option):
        # -Xmn and its like count bytes, K, M or G
        scale = {"": 1, "k": 1 << 10, "m": 1 << 20, "g": 1 << 30}[match[3].lower()]
        value = int(match[2][:15]) * scale / 2**20
        out.setting(subject, f"{match[1].upper()}_MB", value, "MB", line, option)
    elif option.startswith("-Xgcpolicy:"):
        out.setting(subject, "GCPOLICY", option.partition(":")[2], "", line, option)
    elif option in ("-Xcompressedrefs", "-Xnocompressedrefs"):
        out.setting(subject, "COMPRESSEDREFS", "no" not in option, "", line, option)
    elif match := re.match(r"-Xlp:objectheap:pagesize=(\d+[KMG])", option, re.IGNORECASE):
        out.setting(subject, "PAGESIZE", match[1].upper(), "", line, option)


_JVM_LINE = re.compile(r"\s*(?:#|;|//|-X|-D|-verbose|-ea\b|$)")


def claims_options(head: Sequence[str]) -> bool:
    """Nothing but JVM options and comments, with at least one -X."""
    lines = [line for line in head if line.strip()]
    return (
        bool(lines)
        and all(_JVM_LINE.match(line) for line in lines)
        and any(line.lstrip().startswith("-X") for line in lines)
    )


def parse_options(segment: Segment, out: Collector) -> None:
    """One option per line or several."""
    subject = _after_file(segment)
    for line in segment:
        for word in line.content.split():
            if word.startswith("#"):
                break
            if word.startswith("-"):
                _option(line, subject, word, out)


_ASSIGNED = (
    "IBM_JAVA_OPTIONS=",
    "OPENJ9_JAVA_OPTIONS=",
    "JAVA_TOOL_OPTIONS=",
    "JVM_OPTIONS=",
    "JAVA_OPTIONS=",
    "JAVA_OPTS=",
    'IJO="',
)


def parse_assigned(segment: Segment, out: Collector) -> None:
    """Options that a shell script or STDENV of a job gives to the JVM it starts."""
    line, subject = segment[0], _name(segment)
    for word in re.split(r"[\s\"']+", line.content):
        option = word.partition("=")[2] if word.startswith(_ASSIGNED) else word
        if option.startswith("-"):
            _option(line, subject, option, out)
    system = segment.shared.get("system")
    if system and segment.memory.setdefault(f"placed {subject}", line.number) == line.number:
        out.relation(subject, "parent", f"lpar:{system}", line)


_OPTIONS = (
    Metric("jvm", "setting.XMX_MB", "-Xmx"),
    Metric("jvm", "setting.XMS_MB", "-Xms"),
    Metric("jvm", "setting.XMN_MB", "-Xmn"),
    Metric("jvm", "setting.PAGESIZE", "-Xlp:objectheap:pagesize"),
    Metric("jvm", "setting.GCPOLICY", "-Xgcpolicy"),
    Metric("jvm", "setting.COMPRESSEDREFS", "-Xcompressedrefs"),
)

_LOG = (
    Metric("jvm", "duration_s", "span of the log"),
    Metric("jvm", "setting.XMN_MB", "-Xmn of the options"),
    Metric("jvm", "setting.PAGESIZE", "page size of the object heap"),
    Metric("jvm", "setting.XMX_MB", "largest heap"),
    Metric("jvm", "heap_used_max_mb", "most heap in use after a collection"),
    Metric("jvm", "heap_size_max_mb", "largest heap"),
    Metric("jvm", "setting.XMS_MB", "initial heap"),
    Metric("jvm", "setting.COMPRESSEDREFS", "compressed references"),
    Metric("jvm", "setting.GCPOLICY", "garbage collection policy"),
    Metric("jvm", "gc_cycles", "gc-end elements; gc elements of SDK 5 and 6"),
    Metric("jvm", "gc_pause_ms", "mean of exclusive-end durationms"),
    Metric("jvm", "gc_max_pause_ms"),
    Metric("jvm", "gc_time_pct", "pauses in per cent of the log's span"),
    Metric("jvm", "heap_used_mb", "used heap in the last mem-info, or after the last gc"),
    Metric("jvm", "relation.parent", "the system of the log"),
)

READERS = (
    Reader(
        id="java-verbosegc",
        ignores=(
            (r"(?!)", "single collections, of which totals over the log are kept"),
            (r"(?!)", "settings of the JVM and its machine that nothing asks for"),
        ),
        title="Java verbose GC",
        subsystem="Java",
        where="whole",
        claims=claims,
        parse=parse,
        metrics=_LOG,
        page=Page(
            reads="Initialization attributes and options, pauses and collections. Read line by "
            "line, so a log that the JVM is still writing is read to its end; the time between two "
            "JVMs that wrote one after the other into it does not count. The JVM takes the file's "
            "name.",
            releases="IBM SDK 5 to 8, OpenJ9 0.9 to 0.40",
            verified="excerpts of real logs: gencon and balanced of OpenJ9 in its documentation "
            "(verbose GC log, log examples), optthruput of SDK 5 and 6 in public sources",
            unread="scavenger and allocation details: read and not kept",
        ),
    ),
    Reader(
        id="java-verbosegc-logged",
        ignores=((r"(?!)", "single collections, of which totals over the log are kept"),),
        title="Java verbose GC in a job's output",
        subsystem="Java",
        anchors=(
            "<verbosegc",
            '<af type="',
            *(
                f"<{name} id="
                for name in (
                    "initialized",
                    "exclusive-start",
                    "exclusive-end",
                    "af-start",
                    "cycle-start",
                    "cycle-end",
                    "gc-start",
                    "gc-end",
                    "gc-op",
                    "mem-info",
                    "concurrent-start",
                    "concurrent-end",
                    "concurrent-kickoff",
                    "heap-resize",
                    "trigger-start",
                    "trigger-end",
                    "heartbeat",
                )
            ),
        ),
        splits=False,
        parse=parse_logged,
        metrics=_LOG,
        page=Page(
            reads="The same elements where -verbose:gc writes them to STDERR, among the lines of a "
            "job or of the application. The JVM takes the job's name, else the file's.",
            releases="IBM SDK 5 to 8, OpenJ9 0.9 to 0.40",
            verified="elements as in the log; output of an application with log elements between "
            "its lines in a public test",
            unread="lines that are no element of the log",
        ),
    ),
    Reader(
        id="java-verbosegc-text",
        ignores=((r"(?!)", "single collections, of which totals over the log are kept"),),
        title="Java verbose GC before SDK 5",
        subsystem="Java",
        anchors=("<GC(", "<AF[", "<AF: Allocation Failure"),
        confirm=lambda contents, index: _TEXT_LINE.match(contents[index]) is not None,
        splits=False,
        parse=parse_text,
        metrics=_LOG,
        page=Page(
            reads="Collections, pauses (of a failed allocation, else of the collection itself) "
            "and the heap after each, as totals over the log. The JVM takes the job's name, else "
            "the file's.",
            releases="IBM SDK 1.2 to 1.4.2",
            verified="real logs of SDK 1.2.2 to 1.4.2 in the public GCViewer project",
            unread="phases, references and moved objects of single collections",
        ),
    ),
    Reader(
        id="java-options",
        ignores=((r"^ *#.*", "comments"),),
        title="JVM options",
        subsystem="Java",
        where="whole",
        claims=claims_options,
        parse=parse_options,
        metrics=_OPTIONS,
        page=Page(
            reads="A file of JVM options, one or more per line, with # comments.",
            releases="IBM SDK 7 to 8, OpenJ9",
            verified="003, section 3.2; OpenJ9 documentation of -X options",
            unread="system properties (-D)",
        ),
    ),
    Reader(
        id="java-assigned-options",
        title="JVM options of a script or STDENV",
        subsystem="Java",
        anchors=_ASSIGNED,
        confirm=lambda contents, index: "-X" in contents[index],
        where="inline",
        parse=parse_assigned,
        metrics=_OPTIONS,
        page=Page(
            reads="Assignments of JVM options (IJO of JZOS, IBM_JAVA_OPTIONS, JAVA_TOOL_OPTIONS "
            "and their like), in scripts and in the echoed input of a job. The JVM takes the job's "
            "name, else the file's.",
            releases="IBM SDK 7 to 8, OpenJ9; JZOS",
            verified="names of the variables against the OpenJ9 and JZOS documentation; no real "
            "job was at hand",
            unread="options on continuation lines, system properties (-D)",
        ),
    ),
)
