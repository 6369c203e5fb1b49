"""BMC's CMF Analyzer: the CPU Utilization Report; its other reports are named."""

from __future__ import annotations

import re
from collections.abc import Sequence

from advisor.formats.rmf import cmf_cache, cmf_groups, cmf_monitor, cmf_summary
from advisor.observations import Interval
from advisor.reading.gaps import say_withheld
from advisor.reading.layout.cells import number, seconds_between, stamp
from advisor.reading.reader import Collector, Line, Metric, Page, Reader, Segment

_TITLE = re.compile(r"\bPRODUCED BY CMF ANALYZER\b[^)]*\)?\s+(\S.*?)\s+RPTSEQ\b", re.IGNORECASE)
_SYSTEM = re.compile(r"\bSYSTEM ID:\s*([A-Z0-9@#$]{1,8})(?![\w@#$])", re.IGNORECASE)
_DAY = r"(\d{1,2} [A-Z]{3} \d{2})\s+(\d{2}\.\d{2}\.\d{2})"
_COVERED = re.compile(rf"\bACTL\s+{_DAY}\s+{_DAY}", re.IGNORECASE)
_HEAD = re.compile(r"^\s*(?:BMC SOFTWARE|REQD\s|BASED ON REC TYPE|\d\d-\d+/)", re.IGNORECASE)
_RECORDS = re.compile(r"^\s*BASED ON REC TYPE/# RECS", re.IGNORECASE)
_BUSY = re.compile(
    r"\b(LPAR|MVS)\s+CPU UTILIZATION PERCENTAGE\s*=\s*(\S+)\s+(\S+)\s+(\S+)\s*$", re.IGNORECASE
)
_ROW = re.compile(  # core, thread (where cores have several), type, per cent online
    r"^\s*([0-9A-F]{2,3})\s+(?:([0-9A-F]{2,3})\s+)?(CP|ZIIP|ZAAP)\s+(\d+\.\d\d|[01]|100)\s+[\d-]",
    re.IGNORECASE,
)
_CORES = re.compile(r"^\s*(?:CORE|CPU)\s+(?:THREAD\s+)?TYPE\s", re.IGNORECASE)
_NEARLY = re.compile(r"^\s*(?:[0-9A-F]{2,3}\s+)*(?:CP|ZIIP|ZAAP)?\s+\d+\.\d\d\s+\d+\.\d\d\s", re.I)
_CPUS = "CPU UTILIZATION REPORT"
_MSUS = "MSU USAGE DETAIL SECTION"
_TOLD = (
    (cmf_summary.TITLE, re.compile(r"^\s*DATE/\s+CPU\b", re.IGNORECASE)),
    (_CPUS, re.compile(r"\bCPU UTILIZATION PERCENTAGE\s*=", re.IGNORECASE)),
    (_MSUS, re.compile(r"-{9,}\s+MSU USAGE DETAIL\b", re.IGNORECASE)),
    (_CPUS, re.compile(r"-{9,}\s+\S+ (?:DATA|CLUSTER|GROUP) SECTION\b", re.IGNORECASE)),
    ("VIRTUAL STORAGE ACTIVITY REPORT", re.compile(r"^\s*-{9,} VIRTUAL STORAGE MAP -", re.I)),
    ("DOMINO SERVER REPORT", re.compile(r"^\s*SERVER NAME\s+HHH\.MM\.SS\b", re.IGNORECASE)),
    (
        "CROSS-SYSTEM COUPLING FACILITY REPORT",
        re.compile(r"^\s*-- BUFFER EFFICIENCY PERCENTAGES --", re.IGNORECASE),
    ),
    ("I/O QUEUING ACTIVITY REPORT", re.compile(r"^\s*-{9,} IODF SECTION -", re.IGNORECASE)),
    ("COUPLING FACILITY ACTIVITY REPORT", re.compile(r"^\s*COUPLING FACILITY = \S", re.I)),
)
"""What only one of the reports has in its headings, by which a page is known that lacks its first
line, and how far below they stand at most."""
_FAR = 8
_READ = (_CPUS, cmf_summary.TITLE, *cmf_cache.TITLES)
UNNEEDED = (
    _MSUS,
    "FICON DIRECTOR ACTIVITY REPORT",
    "ENQUEUE CONTENTION REPORT",
    "TRACE REPORT",
    "LINK PACK AREA REPORT",
    "HTTP SERVER REPORT",
    "DOMINO SERVER REPORT",
    "HIERARCHICAL FILE SYSTEM REPORT",
    "OMVS REPORT",
    "SERIALIZATION DELAY REPORT",
    "PCIE ACTIVITY REPORT",
    "CROSS-SYSTEM COUPLING FACILITY REPORT",
    "VIRTUAL STORAGE ACTIVITY REPORT",
    "DISABLED DELAY REPORT",
    "COLLECTION PHASE LOG",
)


def parse(segment: Segment, out: Collector) -> None:
    """Processors and their use of each report; what else the Analyzer printed is said once."""
    memory = segment.memory
    contents = [line.content for line in segment]
    for index, line in enumerate(segment):
        text = line.content
        shown = cmf_monitor.TITLE.search(text)
        if match := _TITLE.search(text) or shown:
            title = " ".join(match[1].upper().split())
            _begin(line, title, segment, out, shown is not None)
        elif title := cmf_monitor.screen(contents, index):
            _begin(line, title, segment, out, True)
        elif cmf_monitor.heading(line, memory):
            continue
        elif _SYSTEM.search(text) or _COVERED.search(text) or _HEAD.match(text):
            _heading(line, segment)
            if _RECORDS.match(text) and not memory.pop("begun", False):
                own = (
                    memory.get("system", "") if line.number - memory.get("named", 0) < _FAR else ""
                )
                if title := _told(contents[index + 1 : index + 1 + _FAR]):
                    _begin(line, title, segment, out, False)
                    memory["begun"], memory["system"] = False, own
                    memory["left_out"] = title in UNNEEDED
                    continue
                memory["title"] = memory["system"] = ""  # it is no more of the page before
                out.say_once(
                    "{file}, line {number}: this page of BMC's CMF Analyzer lacks its first line, "
                    "so which report it is was not known and nothing was read: send it from the "
                    "line PRODUCED BY CMF ANALYZER on.",
                    line,
                )
        elif memory.get("left_out"):
            out.left_out(line)
        elif not memory.get("system"):
            continue
        elif memory.get("title") == cmf_summary.TITLE:
            cmf_summary.read_line(line, memory, out)
        elif memory.get("title") == cmf_monitor.READ:
            cmf_monitor.read_line(line, memory, out)
        elif memory.get("title") in cmf_cache.TITLES:
            cmf_cache.read_line(line, memory, out)
        elif memory.get("title") != _CPUS or cmf_groups.read_line(line, memory, out):
            continue
        elif match := _BUSY.search(text):
            _busy(line, match, segment, out)
        elif _CORES.match(text):
            memory["threads"] = "THREAD" in text.upper()
        elif (match := _ROW.match(text)) and memory.get("threads", False) == bool(match[2]):
            out.left_out(line)
            if number(match[4]):
                cores = memory.setdefault("cores", {}).setdefault(match[3].upper(), {})
                cores[match[1].upper()] = line
        elif match or _NEARLY.match(text):
            memory["lacking"] = True  # a blank cell: how many cores there are is not known
            say_withheld(line, out)
        elif re.match(r"\s*TOTAL/AVERAGE:", text, re.IGNORECASE):  # in one figure, above
            _count(segment, out)


def _told(contents: Sequence[str]) -> str:
    """The report that the headings of a page tell of; empty where none does."""
    return next(
        (title for text in contents for title, told in _TOLD if told.search(text)),
        "",
    )


def _confirm(contents: Sequence[str], index: int) -> bool:
    text = contents[index].upper()
    return "BMC SOFTWARE" not in text or bool(cmf_monitor.screen(contents, index))


def _begin(line: Line, title: str, segment: Segment, out: Collector, screen: bool) -> None:
    memory = segment.memory
    if title != memory.get("title"):
        memory.pop("cores", None)
    memory["title"], memory["begun"] = title, True
    memory["system"], memory["queueing"], memory["left_out"] = "", False, False
    cmf_summary.begin(memory)
    cmf_cache.begin(memory)
    cmf_groups.begin(memory)
    if title in _READ:
        return
    if title in UNNEEDED:
        out.say_once(
            "{file}, line {number}: {title} of BMC's CMF Analyzer is left out: nothing that "
            "Plexwright advises on needs it.",
            line,
            title=title,
        )
        return
    if screen:
        if title != cmf_monitor.READ:
            out.say_once(
                "{file}, line {number}: {title} of CMFMON is not read: send what the CMF Analyzer "
                "or RMF's postprocessor prints of it.",
                line,
                title=title,
            )
        return
    out.say_once(
        "{file}, line {number}: {title} of BMC's CMF Analyzer is not "
        "read: the records that it prints have RMF's types, send the "
        "dump of types 70 to 78 or what RMF's postprocessor prints of it.",
        line,
        title=title,
    )


def _heading(line: Line, segment: Segment) -> None:
    memory = segment.memory
    if match := _SYSTEM.search(line.content):
        memory["system"], memory["named"] = match[1].upper(), line.number
    if match := _COVERED.search(line.content):
        start, end = stamp(match[1], match[2]), stamp(match[3], match[4])
        memory["interval"] = Interval(start, end, seconds_between(start, end))


def _busy(line: Line, row: re.Match[str], segment: Segment, out: Collector) -> None:
    memory = segment.memory
    interval = memory.get("interval", Interval())
    general, _, ziip = row[2], row[3], row[4]
    lpar, physical = f"lpar:{memory['system']}", row[1].upper() == "LPAR"
    metric = "cp_busy_pct" if physical else "mvs_busy_pct"
    out.observe(lpar, metric, number(general), "%", line, general, interval)
    if physical:
        out.observe(lpar, "ziip_busy_pct", number(ziip), "%", line, ziip, interval)
        out.setting(lpar, "OPSYS", "z/OS", "", line, "CMF")


def _count(segment: Segment, out: Collector) -> None:
    memory = segment.memory
    lacking = memory.pop("lacking", False)
    for kind, name in (("CP", "CPS"), ("ZIIP", "ZIIPS")):
        cores = memory.get("cores", {}).pop(kind, {})
        if cores and not lacking:
            last = next(reversed(cores.values()))
            subject, count = f"lpar:{memory['system']}", len(cores)
            out.setting(subject, name, count, "", last, str(count))


READER = Reader(
    id="cmf-analyzer",
    title="BMC CMF Analyzer",
    subsystem="z/OS",
    anchors=(
        "PRODUCED BY CMF ANALYZER",
        "PRODUCED BY CMF MONITOR",
        "BASED ON REC TYPE/# RECS",
        "^BMC SOFTWARE, INC.",
    ),
    confirm=_confirm,
    parse=parse,
    ignores=(
        (r"\bPRODUCED BY CMF ANALYZER\b[^)]*\)|\bRPTSEQ +[\d,]+", "release, number of the report"),
        (r"REPORT DATE: .*", "when it was printed"),
        (r"CPU FAMILY: .*", "the machine"),
        (r"^ *TOTAL/AVERAGE: .*", "means of the cores, which stand above in one figure"),
        (r"^ *(?:REQD|ACTL|SHFT)\b.*|SYSTEM ID: .*", "period and system"),
        (r"^ *BASED ON REC TYPE.*|^ *(?:\d\d+-\d+/[\d,./KM]+ *)+$", "records and samples"),
        (r"^[01](?=-{5})", "carriage control"),
        *cmf_monitor.IGNORES,
        *cmf_summary.IGNORES,
        *cmf_cache.IGNORES,
        *cmf_groups.IGNORES,
    ),
    parts=(
        *(
            (rf".*\bPRODUCED BY CMF (?:ANALYZER|MONITOR)\b.*\) +{re.escape(title)}\b", "not needed")
            for title in UNNEEDED
        ),
        (r".*\bPRODUCED BY CMF (?:ANALYZER|MONITOR)\b", ""),
        (
            (
                r"(?: *PARTITION: \S+)? *-+ +(?:HARDWARE GROUP|LPAR COMBINATION|ROLLING 4-HOUR"
                r"|MSU USAGE DETAIL|.* DISTRIBUTION)\b.*-+ *$"
            ),
            "groups of partitions and their capacity",
        ),
        (
            (
                r" *-+ +(?:SUMMARY SECTION|PROCESSOR SUMMARY|PARTITION DATA|CAPACITY GROUP"
                r"|LPAR CLUSTER)\b.*-+ *$"
            ),
            "",
        ),
    ),
    beside=(
        (r"\bCPU UTILIZATION PERCENTAGE =", 2, "zAAPs; zIIPs as MVS sees them"),
        *cmf_cache.BESIDE,
        *cmf_monitor.BESIDE,
    ),
    metrics=(
        *cmf_summary.METRICS,
        *cmf_cache.METRICS,
        *cmf_groups.METRICS,
        *cmf_monitor.METRICS,
        Metric("lpar", "cp_busy_pct", "LPAR CPU UTILIZATION PERCENTAGE, CP"),
        Metric("lpar", "mvs_busy_pct", "MVS CPU UTILIZATION PERCENTAGE, CP"),
        Metric("lpar", "ziip_busy_pct", "LPAR CPU UTILIZATION PERCENTAGE, ZIIP"),
        Metric("lpar", "setting.CPS", "cores of type CP in the processor summary"),
        Metric("lpar", "setting.ZIIPS", "cores of type ZIIP in the processor summary"),
        Metric("lpar", "setting.OPSYS", "z/OS"),
    ),
    page=Page(
        reads="Of the CPU Utilization Report the use of general purpose processors and zIIPs and "
        "how many there are, for the period that the heading calls actual, and the partitions of "
        "capacity groups and LPAR clusters. Of CMFMON's I/O queueing what waits at each "
        "logical control unit. The titles of other reports are named in a sentence.",
        releases="CMF MONITOR 6.1 to BMC AMI Ops Monitor for CMF 6.4",
        verified="the figure of the summary section in BMC's documentation of 6.1; no real print "
        "was at hand",
        unread="partitions, queue depths and all other reports of the Analyzer",
    ),
)
