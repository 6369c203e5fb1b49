"""RMF postprocessor: workload activity (WLMGL) by service and report class."""

from __future__ import annotations

import re
from dataclasses import replace

from advisor.formats.rmf import headings
from advisor.formats.rmf.headings import DATED, ENDINGS, Frame, framed, titled
from advisor.formats.rmf.work_states import read_states
from advisor.observations import Interval
from advisor.reading.layout.cells import number, scaled
from advisor.reading.layout.tables import collapsed
from advisor.reading.reader import Collector, Line, Metric, Page, Reader, Segment

_CLASS = re.compile(r"\b(SERVICE|REPORT) CLASS\s*=\s*(\S+)", re.IGNORECASE)
_WORKLOAD = re.compile(r"\bWORKLOAD\s*=\s*(\S+)", re.IGNORECASE)
_PERIOD = re.compile(r"\bPERIOD\s*=\s*(\d+)", re.IGNORECASE)
_IMPORTANCE = re.compile(r"\bIMPORTANCE\s*=\s*(\d+)", re.IGNORECASE)
_REPORT = re.compile(r"\s*REPORT BY:", re.IGNORECASE)
_ACHIEVED = re.compile(r"\s*\*ALL\s+--N/A--\s+([\d.]+)\s+[\d.*]+\s")  # EX VEL%, then PERF INDX
_VELOCITY_HEAD = re.compile(r"\b(VEL%)\s+INDX\b")
_ON_ONE = re.compile(r"\s*([A-Z@#$][A-Z0-9@#$]{0,7})\s+(?:--N/A--\s+)?([\d.]+)\s+[\d.*]+\s")
_ON_GOAL = re.compile(
    r"\s*(?P<whose>\*ALL|[A-Z@#$][A-Z0-9@#$]{0,7})\s+(?P<actual>[\d.]+)%?\s+"
    r"(?P<velocity>N/A|[\d.]+)\s+(?P<index>[\d.]+)(?=\s|$)"
)
"""Under a goal of response times: ACTUAL%, EX VEL% and PERF INDX."""
_ASIDE = 3
"""Columns that a figure may stand to the right of its heading."""
_GOAL_VELOCITY = re.compile(r"\bGOAL:\s*EXECUTION VELOCITY\s+([\d.]+)\s*%", re.IGNORECASE)
_GOAL = re.compile(
    r"\bGOAL:\s*RESPONSE TIME\s+(\d+(?:\.\d+)*)\s+(?:FOR\s+([\d.]+)\s*%|AVG)", re.IGNORECASE
)
_HEADS = re.compile(
    r"\s*(?:POLICY ACTIVATION|-*\s*TRANSACTIONS|DESCRIPTION\s*=|CRITICAL\b|RESPONSE TIME"
    r"|-+\s?SERVICE\s?-+|TRX SERV\b|ABSRPTN\b|STD DEV\b(?!\s+\d)|-+RESPONSE TIME DISTRIBUTION"
    r"|SYSTEM\s+(?:ACTUAL%\s+)?VEL"
    r"|-{5,}.*(?:SERVICE|REPORT) CLASS)",
    re.IGNORECASE,
)
_WORD = r"-?\d[\d,]*\.?\d*[KMGT]?"
_TIME = r"\d+(?:\.\d+)*"
# label as printed -> metric, unit; all are looked for on every line of the block, anywhere
_LABELS: tuple[tuple[str, str, str, str], ...] = (
    (r"\bENDED\s+", "ended", "transactions", _WORD),
    (r"\bEND/S(?:EC)?\s+", "ended_per_s", "transactions/s", _WORD),
    (r"\bMPL\s+", "mpl", "", _WORD),
    (r"\bAVG ENC\s+", "enclaves", "", _WORD),
    (r"\bACTUAL\s+", "response_ms", "ms", _TIME),
    (r"\bEXECUTION\s+(?!VELOCITY)", "execution_ms", "ms", _TIME),
    (r"\b(?:STD DEV|STANDARD DEVIATION)\s+", "response_deviation_ms", "ms", _TIME),
    (r"\bQUEUED\s+", "queued_ms", "ms", _TIME),
    (r"\bSSCHRT\s+", "io_per_s", "I/O/s", _WORD),
    (r"\bRESP\s+", "io_response_ms", "ms", _WORD),
    (r"\bCONN\s+", "io_conn_ms", "ms", _WORD),
    (r"\bDISC\s+", "io_disc_ms", "ms", _WORD),
    (r"\bQ\+PEND\s+", "io_pend_ms", "ms", _WORD),
    (r"\bIOSQ\s+", "io_iosq_ms", "ms", _WORD),
    (r"\bCP\s+", "appl_cp_pct", "%", _WORD),
    (r"\bAPPL %\s+", "appl_cp_pct", "%", _WORD),  # one figure for all, before zIIPs
    (r"\bIIPCP\s+", "appl_iipcp_pct", "%", _WORD),
    (r"\bSINGLE\s+", "page_ins_per_s", "pages/s", _WORD),
    (r"\bBLOCK\s+", "block_page_ins_per_s", "pages/s", _WORD),
)
_TIMES = ("response_ms", "execution_ms", "queued_ms", "response_deviation_ms")
_CPU = re.compile(rf"\b(?:CPU|TCB)\s+({_WORD})(?=\s|$)")
_SRB = re.compile(rf"\bSRB\s+({_WORD})(?=\s|$)")
_CP = re.compile(rf"\bCP\s+({_WORD})(?=\s|$)")
_IIP = re.compile(rf"\bIIP\s+({_WORD})(?=\s|$)")
# STORAGE stands last, or before PAGE-IN RATES; what opens the line is of TRANSACTIONS.
_STORAGE = re.compile(r"\S\s+(AVG|TOTAL)\s*(\d[\d.]*[KMGT]?)(?=\s*$|\s+(?:SINGLE|BLOCK)\b)")
_BESIDE_STORAGE = re.compile(r"\b(?:IOC|CPU|SSCHRT|RESP|SINGLE|BLOCK)\b")  # TRANS-APPL% has none
_COLUMNS = re.compile(r"(SERVICE TIME) +(-+ ?APPL ?% ?-+)")
_DECIMALS = re.compile(r"\.(\d+)$")
_PATTERNS = tuple(
    (re.compile(label + f"({word})(?=\\s|$)"), metric, unit)
    for label, metric, unit, word in _LABELS
)
_REST = re.compile(
    r"\s*(?:(?:RESOURCE )?GROUP|(?:(?:SERVICE|REPORT) )?CLASS|PERIOD|IMPORTANCE|WORKLOAD) *=",
    re.IGNORECASE,
)
"""What a heading goes on with where it was wrapped."""


def parse(segment: Segment, out: Collector) -> None:
    """One block of figures per class (and period)."""
    memory = segment.memory
    lines = list(framed(segment, out))
    goes_on = False
    for at, (line, frame) in enumerate(lines):
        text = line.content
        if goes_on or titled(text, "WORKLOADACTIVITY"):
            goes_on = False
            continue
        if _REPORT.match(text) or _CLASS.search(text):
            below = lines[at + 1][0] if at + 1 < len(lines) else line
            goes_on = _REST.match(below.content) is not None and below.number == line.number + 1
            if goes_on:  # mail wrapped it: without its rest it is another class, or all its periods
                out.left_out(below)
                line = replace(line, content=f"{text.rstrip()} {below.content.strip()}")
            _open(line, frame, segment, out)
        elif read_states(line, segment, frame, out, _unnamed):
            continue
        elif _HEADS.match(text):
            if found := _VELOCITY_HEAD.search(text):
                memory["velocity"] = None if collapsed(text) else found.end(1)
            if "TRANSACTIONS" in text.upper():
                if memory.get("block"):  # a second one: the REPORT BY line between is lost
                    memory["subject"] = ""
                elif not memory.get("subject"):
                    memory["subject"] = _unnamed(frame, segment)
                memory["block"] = True
                memory["decimals"], memory["columns"] = {}, None
                memory["micro"] = "FFFFFF" in text.upper()  # from V2R4 on: HHH.MM.SS.FFFFFF
                memory["one line"] = "DASD I/O" in text  # what is below it then was torn off
            elif not memory.get("one line") and (found := _COLUMNS.search(text)):
                memory["columns"] = None if collapsed(text) else (found.start(1), found.start(2))
        elif memory.get("subject") and memory.get("block"):
            _figures(line, frame.interval, segment, out)
        elif memory.get("block"):
            out.say_once(
                "{file}, line {number}: no REPORT BY line above says which service class "
                "these figures are of, so they were not read: add that line.",
                line,
            )


def _unnamed(frame: Frame, segment: Segment) -> str:
    """The class of the first block of an excerpt without any heading: called after the file.

    Below the heading of a page the line that names it is lost, and the file holds other classes.
    """
    if segment.memory.get("opened") or frame.system or frame.sysplex or frame.date:
        return ""
    name = segment.after_file()
    return f"service_class:{name}" if name else ""


def _open(line: Line, frame: Frame, segment: Segment, out: Collector) -> None:
    memory, text = segment.memory, line.content
    memory["opened"], memory["block"] = True, False
    memory["subject"] = ""
    workload = _WORKLOAD.search(text)
    match = _CLASS.search(text)
    period = _PERIOD.search(text)
    if match:
        name = match[2].upper() + (f".{period[1]}" if period else "")
    elif workload:
        name = f"WORKLOAD {workload[1].upper()}"
    else:
        return
    plex = frame.sysplex or frame.system
    subject = f"service_class:{plex}/{name}" if plex else f"service_class:{name}"
    if not plex and frame.time:
        out.say_once(
            "{file}, line {number}: the heading line with SYSPLEX is missing above, so that its "
            "classes are of no sysplex: add that line.",
            line,
        )
    memory["subject"] = subject
    kind = match[1].lower() if match else "workload"
    out.setting(subject, "TYPE", kind, "", line, kind)
    if workload and match:
        out.setting(subject, "WORKLOAD", workload[1].upper(), "", line, workload[1])
    if importance := _IMPORTANCE.search(text):
        out.setting(subject, "IMPORTANCE", int(importance[1]), "", line, importance[1])


def _figures(line: Line, interval: Interval, segment: Segment, out: Collector) -> None:
    text, subject = line.content, segment.memory["subject"]
    for pattern, metric, unit in _PATTERNS:
        if match := pattern.search(text):
            raw = match[1]
            value = scaled(raw)
            if metric in _TIMES:
                value = _milliseconds(raw, bool(segment.memory.get("micro")))
            out.observe(subject, metric, value, unit, line, raw, interval)
    # CPU, SRB and IIP stand twice on the page: service units to the left, seconds to the right
    for pattern, metric in ((_CPU, "cpu_s"), (_SRB, "srb_s")):
        found = pattern.findall(text)
        if found and "." in found[-1]:
            out.observe(subject, metric, number(found[-1]), "s", line, found[-1], interval)
    _ziip(line, interval, segment, out)
    if (match := _STORAGE.search(text)) and _BESIDE_STORAGE.search(text):
        metric = "frames_per_address_space" if match[1] == "AVG" else "frames"
        out.observe(subject, metric, scaled(match[2]), "frames", line, match[2], interval)
    _velocity(line, interval, segment, out)
    if match := _GOAL.search(text):
        raw = match[1]
        goal = _milliseconds(raw, len(raw.rpartition(".")[2]) == 6)
        out.observe(subject, "goal_response_ms", goal, "ms", line, raw, interval)
        if match[2]:
            out.observe(subject, "goal_pct", number(match[2]), "%", line, match[2], interval)
    elif match := _GOAL_VELOCITY.search(text):
        out.observe(subject, "goal_velocity_pct", number(match[1]), "%", line, match[1], interval)


def _velocity(line: Line, interval: Interval, segment: Segment, out: Collector) -> None:
    """EX VEL% of all systems: what VELOCITY MIGRATION tells would be, under other policies.

    Where it is blank, what stands next is PERF INDX.
    """
    ends = segment.memory.get("velocity")
    goal = _ON_GOAL.match(line.content)
    if goal is not None and ends is not None and abs(goal.end("velocity") - ends) <= _ASIDE:
        subject = segment.memory["subject"]
        for label, part in (("ACTUAL%", "actual"), ("EX VEL%", "velocity"), ("PERF INDX", "index")):
            raw = goal[part]
            if part == "velocity" and goal["whose"] == "*ALL":
                out.observe(subject, "velocity_pct", number(raw), "%", line, raw, interval)
            else:
                label = f"{label} ON {goal['whose']}"
                out.printed(subject, label, number(raw), line, raw, interval)
        return
    if match := _ACHIEVED.match(line.content):
        if ends is not None and match.end(1) > ends + _ASIDE:
            return
        subject, value = segment.memory["subject"], number(match[1])
        out.observe(subject, "velocity_pct", value, "%", line, match[1], interval)
    elif match := _ON_ONE.match(line.content):
        if ends is None or abs(match.end(2) - ends) > _ASIDE:
            return
        subject, value = segment.memory["subject"], number(match[2])
        label = f"EX VEL% ON {match[1]}"
        out.printed(subject, label, value, line, match[2], interval)


def _ziip(line: Line, interval: Interval, segment: Segment, out: Collector) -> None:
    """IIP is printed as seconds and as APPL %, which the columns of the heading tell apart.

    Where they are lost their decimals do. Up to V1R10 seconds have one decimal, then three; APPL %
    has two. What CPU and CP were printed with in the same block decides; where both had the same,
    IIP is left unread.
    """
    memory, text, subject = segment.memory, line.content, segment.memory["subject"]
    for key, pattern in (("seconds", _CPU), ("percent", _CP)):
        for raw in pattern.findall(text):
            if match := _DECIMALS.search(raw):
                memory["decimals"][key] = len(match[1])
    seconds_at, percent_at = memory.get("columns") or (0, 0)
    for found in _IIP.finditer(text):
        raw = found[1]
        match = _DECIMALS.search(raw)
        shown = len(match[1]) if match else 0
        kinds = {
            key
            for key, usual in (("seconds", 3), ("percent", 2))
            if memory["decimals"].get(key, usual) == shown
        }
        if percent_at and found.start() >= seconds_at - 1:
            kinds = {"percent" if found.start() >= percent_at - 1 else "seconds"}
        if kinds == {"seconds"}:
            out.observe(subject, "ziip_cpu_s", number(raw), "s", line, raw, interval)
        elif kinds == {"percent"}:
            out.observe(subject, "appl_iip_pct", number(raw), "%", line, raw, interval)


def _milliseconds(text: str, micro: bool) -> float | None:
    """``HHH.MM.SS.TTT`` with leading parts blank: ``38`` is 38 ms, ``1.204`` 1,204 ms.

    ``micro``: the last part has six digits, microseconds.
    """
    parts = text.split(".")
    if len(parts) > 4 or not all(part.isdigit() for part in parts):
        return None
    scale = (0.001 if micro else 1.0, 1e3, 6e4, 3.6e6)
    return sum(int(part) * factor for part, factor in zip(reversed(parts), scale, strict=False))


READER = Reader(
    id="rmf-workload",
    shared_titles=True,
    ignores=(
        *headings.IGNORES,
        (
            (
                r"^ *(?:INT SERV|DCM|RESP TIME|-+)\b.*"
                r"|^ *(?:#?SWAPS|EX(?:C|ECU)TD|(?:REM|MS) ENC) +\S+"
            ),
            "swaps, remote enclaves, absorption",
        ),
        (
            (
                r"\b(?:TOT|HST|RCT|IIT|SUP|SHARED|HSP) +[\d.]+[KMG]?(?!\S)"
                r"|\b(?:INELIGIBLE|CONVERSION) +\d+|\b(?:ABSRPTN|TRX SERV) *\d+"
                r"|(?<!\S)/SEC +[\d.]+[KMG]?(?!\S)"
                r"|^ *(?:IOC|CPU|MSO|SRB) +\d+[KMG]?(?=  )|\b(?:BLK|ENQ|CRM|LCK) +\d+\.\d{3}(?!\S)"
                r"|\bAAP(?:CP)? +[\d.]+(?!\S)"
            ),
            "all service, times of regions and hiperspaces, times before execution, promoted CPU",
        ),
        (r"GOAL: .*?%|GOAL: RESPONSE TIME \S+", "the goal"),
    ),
    beside=(
        (
            r"\b(?:AVG|MPL|ENDED|END/S|#SWAPS|EXCTD|AVG ENC|REM ENC|MS ENC)\b",
            14,
            (
                "MPL and averages by address space, queue, affinity and conversion times, service, "
                "promoted CPU time, shared storage"
            ),
        ),
        (r"VELOCITY MIGRATION|^ *SYSTEM ", 8, "by system"),
        (r"^ *[A-Z][A-Z0-9]{1,3} +(?:BTE|EXE) +\d", 1, "all states in per cent of the response"),
    ),
    title="RMF workload activity",
    subsystem="z/OS",
    anchors=(
        "W O R K L O A D A C T I V I T Y",
        "WORKLOAD ACTIVITY PAGE",
        "RMF WORKLOAD REPORT",
        "REPORT BY: POLICY",
        "TRANSACTIONS TRANS-TIME",
        "TRANSACTIONS TRANS.-TIME",
        "TRANSACTIONS-- TRANS-TIME",
        "STATE SAMPLES BREAKDOWN",
    ),
    parse=parse,
    dated=DATED,
    endings=(
        *ENDINGS,
        (r"\bREPORT BY: .*SERVICE CLASS=\S+ +R", r" RESOURCE GROUP=\S"),
        (r"\bSTATE SAMPLES BREAKDOWN \(%\)-{6}", r" -{6}STATE-{6}$"),
        (r"^ *TYPE +\(%\) +SUB +APPL ", r" LOCAL +SYSPL +REMOT$"),
    ),
    metrics=(
        Metric("service_class", "ended_per_s", "END/S"),
        Metric("service_class", "response_ms", "ACTUAL of TRANS-TIME"),
        Metric("service_class", "execution_ms"),
        Metric("service_class", "queued_ms"),
        Metric("service_class", "response_deviation_ms", "STD DEV of TRANS-TIME"),
        Metric("service_class", "goal_response_ms", "GOAL: RESPONSE TIME"),
        Metric("service_class", "goal_velocity_pct", "GOAL: EXECUTION VELOCITY"),
        Metric("service_class", "printed.*", "EX VEL%, ACTUAL% and PERF INDX by system"),
        Metric("service_class", "goal_pct", "FOR n%: share of responses the goal is for"),
        Metric("service_class", "cpu_s", "CPU service time, right-hand column"),
        Metric("service_class", "srb_s"),
        Metric("service_class", "appl_cp_pct", "APPL % CP: per cent of one processor"),
        Metric("service_class", "appl_iip_pct", "APPL % IIP"),
        Metric("service_class", "io_per_s", "SSCHRT"),
        Metric("service_class", "io_response_ms"),
        Metric("service_class", "page_ins_per_s", "PAGE-IN RATES SINGLE"),
        Metric("service_class", "block_page_ins_per_s"),
        Metric("service_class", "frames"),
        Metric("service_class", "frames_per_address_space"),
        Metric("service_class", "state_pct.*", "STATE SAMPLES BREAKDOWN, by phase and state"),
        Metric("service_class", "setting.TYPE", "service, report or workload"),
    ),
    page=Page(
        reads="One block per service class period, report class or workload. Labels are found "
        "wherever they stand on the line, so collapsed columns do no harm. Times are "
        "HHH.MM.SS.TTT (or FFFFFF) with leading parts blank; K and M are thousands and millions. "
        "Velocity is EX VEL% of *ALL, not what VELOCITY MIGRATION tells would be. Of work "
        "managers (CICS, IMS, WebSphere) the share of each state, in both phases.",
        releases="z/OS V1R9 to V2R4",
        verified="the block quoted in a public article (POLICY=OWL, z/OS V2R1), the service class "
        "of IBM's CICS and the blocks of IBM's WebSphere documentation, and IBM's "
        "description of the fields; a complete page with its page-in block was not at hand",
        unread="response time distribution, execution delays by system, service units",
    ),
)
