"""Db2 accounting and statistics text: terminations, plans, packages, DBM1 storage."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from advisor.formats.db2.other_reports import PARTS, left_out
from advisor.formats.db2.pool_blocks import (
    INTERVALS,
    METRICS,
    interval_of,
    note_interval,
    read_pools,
)
from advisor.formats.db2.printed_blocks import Prints, is_ruler
from advisor.formats.db2.report_headings import (
    GROUP,
    GROUPNAME,
    LOCATION,
    OWNER,
    PLACES,
    SUBSYSTEM,
    VERSION,
    Owner,
    identified,
    owner_of,
    placed,
    release,
    subsystem_of,
    turns,
    whose,
)
from advisor.formats.db2.short_rows import Entry, others, short_entry
from advisor.reading.gaps import say_withheld
from advisor.reading.layout.cells import duration_s, number, scaled
from advisor.reading.layout.outline import Dispatch
from advisor.reading.layout.tables import NEVER, beginnings
from advisor.reading.reader import Collector, Line, Metric, Page, Reader, Segment

_TERMINATION_HEAD = re.compile(r"\s*NORMAL TERM\.\s", re.IGNORECASE)
_TERMINATED = (
    r"\s*(NEW USER|DEALLOCATION|APPL\.PROGR\. END|RESIGNON|DBAT INACTIVE|TYPE2 INACTIVE"
    r"|RRS COMMIT|END USER THRESH|BLOCK STOR THR|STALENESS THR)"
)
_TERMINATION = re.compile(
    _TERMINATED + r"\s+([\d.,]+|N/[AC])\s+([\d.,]+|N/[AC])(?=\s|$)", re.IGNORECASE
)
_TERMINATION_KIND = re.compile(_TERMINATED + r"(?=\s|$)", re.IGNORECASE)
_PLAN_HEAD = re.compile(r"\s*PLAN(?:AN|N)?A?ME\b.*\bCOMM", re.IGNORECASE)
_PACKAGE_HEAD = re.compile(r"\s*PACKAGE\s+ALLOC/SEC\b", re.IGNORECASE)
_ROW = re.compile(r"\s*([A-Z@#$][A-Z0-9@#$_]{1,17})\s+([\d.,]+%?(?:\s+[\d.,]+%?)*)\s*$", re.I)
_STORAGE_OF = re.compile(r"\bSTORAGE FOR (\w+)", re.IGNORECASE)
_STORAGE = re.compile(  # not "HWM 64 BIT REAL STORAGE IN USE", nor the summary's total
    r"(?:^\s*|\s{2})(REAL|AUXILIARY) STORAGE IN USE\s*\(?MB\)?\s*:?\s+([\d.,]+)(?=\s|$)",
    re.IGNORECASE,
)
_TIME = r"(?:\d+\.\d{6}|(?:\d+:){1,2}\d\d\.\d{2,6})(?![\d.:])"
"""Seconds to the microsecond, or minutes and hours before them: anything shorter is a part."""

_WAITS = tuple(  # class 3: average time and average events
    (re.compile(rf"\b{label}\s+({_TIME})\s+(?!{_TIME})([\d.,]+)(?=\s|$)"), per_tx, each_us)
    for label, per_tx, each_us in (
        (r"SYNCHRON\. I/O", "sync_io_per_tx", "sync_io_us"),
        (r"LOG WRITE I/O", "log_write_per_tx", "log_write_us"),
    )
)
_CLASS_3 = tuple(  # further kinds of wait; blocks of packages (class 8) have these labels, too
    (
        re.compile(rf"\b{label}(?!\s[A-Z])(?:\s+({_TIME})\s+([\d.,]+)(?=\s|$))?"),
        f"class3_wait_ms.{kind}",
    )
    for label, kind in (
        (r"LOCK/LATCH\s?\(DB2\+IRLM\)", "LOCK"),
        (r"OTHER READ I/O", "OTHER_READ"),
        (r"OTHER WRTE I/O", "OTHER_WRITE"),
        (r"SER\.TASK SWTCH", "SERVICE_TASK"),
        (r"PAGE LATCH", "PAGE_LATCH"),
        (r"GLOBAL CONTENTION", "GLOBAL_CONTENTION"),
    )
)
_IDENTIFIER = re.compile(r"\bPLANNAME:\s*([A-Z@#$][A-Z0-9@#$_]{0,17})", re.IGNORECASE)
_BLOCK = re.compile(  # what else a report may be ordered by
    r"^\s*(?:CONNTYPE|CONNECT|CORRNAME|CORRNMBR|PRIMAUTH|ORIGAUTH|REQLOC|MAINPACK|TRANSACT|ENDUSER"
    r"|WSNAME)\s*:\s+(\S+)"
)
_ALSO = re.compile(  # beside the plan: then one plan has several blocks
    r"\b(?:CONNTYPE|CONNECT|CORRNAME|CORRNMBR|PRIMAUTH|ORIGAUTH|REQLOC|MAINPACK|TRANSACT|ENDUSER"
    r"|WSNAME)\s*:\s+\S"
)
_COMMITS = re.compile(r"#COMMITS\s*:\s*([\d,]+)(?=\s|$)", re.IGNORECASE)
_TOTAL_COMMITS = re.compile(r"\bTOTAL COMMITS\s*:\s*([\d,.]+[KMG]?)(?=\s|$)", re.IGNORECASE)
_GAP = re.compile(r"\S\s{2,}\S")
_OCCURS = re.compile(r"#OCCURRENCES\b")
_OCCURRENCES = re.compile(r"#OCCURRENCES\s*:\s*([\d,]+)")
_GRAND_TOTAL = re.compile(r"\*{3}\s*GRAND TOTAL\s*\*{3}", re.IGNORECASE)
_AVERAGES = re.compile(r"^\s*AVERAGE\s+APPL\s?\(CL\.1\)", re.IGNORECASE)
_LABELLED = (
    (re.compile(r"^\s*ELAPSED TIME\s(?!\s*(?:- CL7|DISTRIBUTION))"), ("response_ms",)),
    (re.compile(r"^\s*CP CPU TIME\s"), ("cpu_ms_per_tx",)),
    (re.compile(r"^\s*SE CPU TIME\s"), ("ziip_ms_per_tx",)),
    (re.compile(r"\bSYNCHRON\. I/O\s"), ("sync_io_per_tx", "sync_io_us")),
    (re.compile(r"\bLOG WRITE I/O\s"), ("log_write_per_tx", "log_write_us")),
)
"""Rows of averages: where a block has one without its figures, no mean over blocks is made."""

_CLASS_1 = re.compile(  # seconds, or from one minute on minutes or hours before them
    rf"^\s*(ELAPSED TIME|CP CPU TIME|SE CPU TIME)\s+({_TIME})\s+({_TIME}|N/[PAC])"
    r"(?=\s|$)"
)
_OF_CLASS_1 = {"ELAPSED": "response_ms", "CP": "cpu_ms_per_tx", "SE": "ziip_ms_per_tx"}
_NEARBY = re.compile(r"DB2 VERSION|NORMAL TERM\.|PLANNAME|PACKAGE\s+ALLOC", re.IGNORECASE)
_ANYBODYS = re.compile(r"\bAVERAGE +TOTAL\b|\bAPPL ?\(CL(?:\.|ASS )?1\) ", re.IGNORECASE)
_HEADS = re.compile(
    r"\s*(?:LOCATION:|GROUP:|MEMBER:|DB2 VERSION:|.*OMEGAMON (?:XE|AI) FOR DB2)", re.IGNORECASE
)
_MAY_BE = Dispatch(
    heading=(
        *INTERVALS,
        OWNER,
        SUBSYSTEM,
        GROUP,
        VERSION,
        _COMMITS,
        _TOTAL_COMMITS,
        LOCATION,
        GROUPNAME,
    ),
    identifier=(_IDENTIFIER,),
    block=(_BLOCK,),
    terminations=(_TERMINATION_HEAD,),
    plans=(_PLAN_HEAD,),
    packages=(_PACKAGE_HEAD,),
    storage_of=(_STORAGE_OF,),
    storage=(_STORAGE,),
    averages=(_AVERAGES,),
    labelled=tuple(pattern for pattern, _ in _LABELLED),
    class_3=tuple(pattern for pattern, _ in _CLASS_3),
    terminated=(_TERMINATION_KIND,),
    row=(_ROW,),
)
MOST_QUOTED = 8
_SHORT = (  # column of a short report, metric, unit, scale
    ("CLASS1 EL.TIME", "response_ms", "ms", 1000),
    ("CLASS1 CPUTIME", "cpu_ms_per_tx", "ms", 1000),
    ("SYN.READ", "sync_io_per_tx", "1/tx", 1),
)
_METRICS = {
    "NEW USER": "terminations_new_user",
    "DEALLOCATION": "terminations_deallocation",
    "RESIGNON": "terminations_resignon",
    "DBAT INACTIVE": "terminations_dbat_inactive",
    "TYPE2 INACTIVE": "terminations_type2_inactive",
}


def _confirm(contents: Sequence[str], index: int) -> bool:
    """The heading names the subsystem above the tables; other products say SUBSYSTEM: too."""
    if any(text.lstrip().startswith("===") for text in contents[max(index - 1, 0) : index + 1]):
        return False  # a section of Buffer Pool Analyzer's
    if _ANYBODYS.search(contents[index]) and not _HEADS.match(contents[index]):
        return any(map(is_ruler, contents[index + 1 : index + 2]))
    if "SUBSYSTEM:" not in contents[index].upper():
        return True
    return any(_NEARBY.search(text) for text in contents[index : index + 8])


def parse(segment: Segment, out: Collector) -> None:
    """Rows under the heading that stands above them."""
    memory = segment.memory
    prints: Prints = memory.setdefault("prints", Prints())
    shown = "torn" not in segment.shared
    named, owner = whose(memory), owner_of(segment)
    kept = out.observations
    for index, line in enumerate(segment):
        before = len(kept)
        _line(line, segment, out)
        if len(kept) > before and owner_of(segment).nameless:
            segment.after_file("DB2")
        now = whose(memory)
        if now != named:
            _rest(prints, owner, segment, out)
            named, owner = now, owner_of(segment)
        if shown and prints.line(segment.lines, index, kept[before:], out):
            _rest(prints, owner, segment, out)
    _rest(prints, owner, segment, out)
    _together(segment, out)


def _rest(prints: Prints, owner: Owner, segment: Segment, out: Collector) -> None:
    """Keep what blocks say under labels that nobody asks for."""
    plan = f"db2_plan:{owner.subsystem}/{owner.plan}" if owner.plan else ""
    before = len(out.observations)
    prints.write(owner.subsystem, plan, out, interval_of(segment.memory), owner.part)
    if owner.nameless and len(out.observations) > before:
        segment.after_file("DB2")


def _line(line: Line, segment: Segment, out: Collector) -> None:
    """A heading, or a row under the heading that stands above it."""
    memory = segment.memory
    text = line.content
    if left_out(line, memory, out):
        return
    if "TOTAL CLASS 3" in text or "PACKAGE" in text or "TIME/EVENT" in text or "-CL7" in text:
        memory["class_3"] = False  # waits of one package (class 8) have the same names
    if "CL7" in text:
        memory["of_package"] = True  # its rows are called as those of class 1
    elif "(CL" in text:  # a trace is of one thread, whose times are no averages
        memory["of_thread"] = "TIMES/EVENTS" in text and "(CLASS 1)" in text
        memory["of_package"] = False
    told = _MAY_BE(text)
    if "heading" in told:
        _heading(line, segment, out)
    if read_pools(line, memory.get("subsystem") or segment.stem or "DB2", memory, out):
        return
    if entry := short_entry(line, memory, out):
        _short(entry, segment, out)
        return
    if "block" in told or "identifier" in told:
        identified(text, memory)
    if "identifier" in told and (match := _IDENTIFIER.search(text)):
        memory["plan"], memory["occurrences"] = match[1].upper(), None
        memory["parts_of_plan"] = _ALSO.search(text) is not None
    elif "block" in told and (match := _BLOCK.match(text)):
        memory["block"], memory["occurrences"] = match[1], None
    elif "***" in text and _GRAND_TOTAL.search(text):
        memory["plan"] = memory["block"] = memory["part"] = ""
        memory["parts_of_plan"] = False
    if "terminations" in told and _TERMINATION_HEAD.match(text):
        memory["table"] = "terminations"
    elif "plans" in told and _PLAN_HEAD.match(text):
        memory["table"] = "plans"
    elif "packages" in told and _PACKAGE_HEAD.match(text):
        memory["table"] = "packages"
    elif "storage_of" in told and _STORAGE_OF.search(text):
        areas = [(m.start(), m[1].upper()) for m in _STORAGE_OF.finditer(text)]
        if len(areas) != text.upper().count("STORAGE FOR ") or any(
            area == "QUANTITY" for _, area in areas
        ):
            areas, memory["areas_line"] = [], line.number  # a name is blank
        # The rest of a heading that was wrapped says nothing of what stands under which part.
        memory["areas"] = areas if line.number != memory.get("areas_line", -1) + 1 else []
        memory["areas_line"] = line.number
    elif "storage" in told and _STORAGE.search(text):
        _storage(line, segment, out)
    elif "averages" in told and _AVERAGES.match(text):
        memory["class_3"] = "CLASS 3 SUSPENSIONS" in text
        memory["class_1"] = (text.upper().index("APPL"), text.upper().index("(CL.1)") + 6)
    elif not memory.get("of_package") and (
        ("labelled" in told and any(one.search(text) for one, _ in _LABELLED))
        or ("class_3" in told and memory.get("class_3") and _waits(text))
    ):
        _times(line, segment, out)
    elif (
        "terminated" in told
        and memory.get("table") == "terminations"
        and (kind := _lacks_count(text))
    ):
        memory.setdefault("lacking", set()).add(_termination_metric(kind))
        say_withheld(line, out)
    elif (
        "terminated" in told
        and memory.get("table") == "terminations"
        and (match := _TERMINATION.match(text))
    ):
        _termination(line, match, segment, out)
    elif "row" in told and (match := _ROW.match(text)):
        _row(line, match, segment, out)


def _waits(text: str) -> bool:
    return any(one.search(text) for one, _ in _CLASS_3)


def _heading(line: Line, segment: Segment, out: Collector) -> None:
    """Whose report it is, of which interval and release, and how many commits there were."""
    memory, text = segment.memory, line.content
    if turns(text, memory):
        memory["part"] = ""
        _together(segment, out)
    if match := OWNER.search(text):
        memory[match[1]] = match[2]
    for setting, pattern in PLACES:
        if match := pattern.match(text):
            memory[setting] = "" if match[1].startswith("N/") else match[1]
    if match := SUBSYSTEM.search(text):
        memory["subsystem"] = match[1].upper()
        placed(line, segment, out)
    note_interval(line, memory, out)
    if match := GROUP.match(text):
        memory["group"] = match[1]
    release(line, segment, out)
    _commits(line, segment, out)


def _lacks_count(text: str) -> str:
    """The kind of termination of a row that has not both its average and its total."""
    match = _TERMINATION_KIND.match(text)
    return match[1] if match and not _TERMINATION.match(text) else ""


def _termination_metric(kind: str) -> str:
    return _METRICS.get(kind.upper(), f"terminations.{kind.upper()}")


def _termination(line: Line, match: re.Match[str], segment: Segment, out: Collector) -> None:
    metric = _termination_metric(match[1])
    _count(line, metric, "threads", match[3], segment, out)


def _count(line: Line, metric: str, unit: str, raw: str, segment: Segment, out: Collector) -> None:
    """The subsystem's count: its own, the grand total, or those of its blocks together."""
    memory, count = segment.memory, number(raw)
    held = memory.setdefault("counts", {})
    if (memory.get("plan") or memory.get("block")) and count is not None:
        held.setdefault((metric, unit), []).append((count, raw, line))
        return
    held.pop((metric, unit), None)  # the plans' parts of a grand total
    out.observe(subsystem_of(segment), metric, count, unit, line, raw, interval_of(memory))


def _commits(line: Line, segment: Segment, out: Collector) -> None:
    """Commits of the interval: a statistics report's total, an accounting report's by block."""
    span = interval_of(segment.memory)
    if match := _TOTAL_COMMITS.search(line.content):
        count = scaled(match[1])
        out.observe(subsystem_of(segment), "commits", count, "commits", line, match[1], span)
    elif match := _COMMITS.search(line.content):
        _count(line, "commits", "commits", match[1], segment, out)
        count, plan = number(match[1]), segment.memory.get("plan")
        if plan and count is not None and span.duration_s:
            owner = subsystem_of(segment)
            part = _Part(
                "commits_per_s", count / span.duration_s, "commits/s",
                f"{match[1]}/{span.duration_s:g}", line, None,
            )  # fmt: skip
            _figure(part, f"db2_plan:{owner.partition(':')[2]}/{plan}", segment, out)


def _storage(line: Line, segment: Segment, out: Collector) -> None:
    """Storage of an address space; two stand beside each other under their headings."""
    areas = segment.memory.get("areas", [(0, "DBM1")])
    if not areas:
        _say_wrapped(line, segment, out)
        return
    for found in _STORAGE.finditer(line.content):
        # Labels are narrower than headings, so that both end a column before the next begins.
        before = [area for at, area in areas if at < found.end(2)]
        area, raw = before[-1] if before else areas[0][1], found[2]
        if found[1].upper() == "REAL":
            metric = f"real_storage_mb.{area}"
        else:
            metric = "auxiliary_mb" if area == "DBM1" else f"auxiliary_mb.{area}"
        span = interval_of(segment.memory)
        out.observe(subsystem_of(segment), metric, number(raw), "MB", line, raw, span)


def _say_wrapped(line: Line, segment: Segment, out: Collector) -> None:
    out.say_once(
        "{file}, line {number}: the heading above it stands in two lines, so that the storage "
        "of the address spaces cannot be told apart and was not read: the report was wrapped, "
        "send it in its original width.",
        line,
    )


def _times(line: Line, segment: Segment, out: Collector) -> None:
    """Averages a transaction: class 1 elapsed and CPU time, waits for synchronous I/O.

    They are the plan's where the report is ordered by plans, else the subsystem's.
    """
    subject = owner = subsystem_of(segment)
    if plan := segment.memory.get("plan"):
        subject = f"db2_plan:{owner.partition(':')[2]}/{plan}"
        out.relation(subject, "parent", owner, line)
    if match := _OCCURRENCES.search(line.content):
        segment.memory["occurrences"] = number(match[1])
    tasks = segment.memory.get("occurrences")
    figures: list[_Part] = []
    match = None if segment.memory.get("of_thread") else _CLASS_1.match(line.content)
    if match and _under(match, segment.memory):
        seconds = _seconds(match[2])
        value = None if seconds is None else seconds * 1000
        metric = _OF_CLASS_1[match[1].partition(" ")[0]]
        figures.append(_Part(metric, value, "ms", match[2], line, tasks))
    for waits, per_tx, each_us in _WAITS:
        if not (match := waits.search(line.content)):
            continue
        seconds, events = _seconds(match[1]), number(match[2])
        figures.append(_Part(per_tx, events, "1/tx", match[2], line, tasks))
        if seconds is not None and events:
            raw, each = f"{match[1]}/{match[2]}", seconds / events * 1e6
            weight = None if tasks is None else tasks * events
            figures.append(_Part(each_us, each, "us", raw, line, weight))
    for waits, metric in _CLASS_3 if segment.memory.get("class_3") else ():
        if match := waits.search(line.content):
            seconds = _seconds(match[1]) if match[1] else None
            value = None if seconds is None else seconds * 1000
            figures.append(_Part(metric, value, "ms", match[1] or "", line, tasks))
            if value is None:
                segment.memory.setdefault("lacking", set()).add(metric)
    given = {part.metric for part in figures if part.value is not None}
    for pattern, metrics in _LABELLED:
        if pattern.search(line.content) and not given.intersection(metrics):
            segment.memory.setdefault("lacking", set()).update(metrics)
    if _OCCURS.search(line.content) and not _OCCURRENCES.search(line.content):
        segment.memory.setdefault("lacking", set()).update(
            metric for _, metrics in _LABELLED for metric in metrics
        )
    for part in figures:
        _figure(part, subject, segment, out)


def _under(cell: re.Match[str], memory: Mapping[str, Any]) -> bool:
    """Whether a row's first time stands under class 1, not under class 2 beside a blank cell.

    Where the columns are lost, nothing tells; a row has two times at least then.
    """
    start, end = memory.get("class_1", (0, 0))
    if not end or len(_GAP.findall(cell.string)) == 0:
        return True
    return bool(cell.start(2) < end and start < cell.end(2))


def _short(entry: Entry, segment: Segment, out: Collector) -> None:
    """An entry of a short report: part of its plan and of the subsystem, or their grand total."""
    if entry.total and "GRAND TOTAL" not in entry.total:
        return
    memory, owner = segment.memory, subsystem_of(segment)
    plan = entry.ids.get("PLANNAME", "").upper()
    tasks = number(entry.cells["#OCCURS"][0]) if "#OCCURS" in entry.cells else None
    parts: list[_Part] = []
    for column, metric, unit, scale in _SHORT:
        raw, line = entry.cells.get(column, ("", None))
        value = _seconds(raw)
        if line is not None and value is not None:
            parts.append(_Part(metric, value * scale, unit, raw, line, tasks))
    subjects = [owner]
    memory["plan"] = memory["block"] = "" if entry.total else "entry"
    memory["parts_of_plan"] = not entry.total
    if plan and parts:
        subjects.append(f"db2_plan:{owner.partition(':')[2]}/{plan}")
        out.relation(subjects[1], "parent", owner, parts[0].line)
    for subject in subjects:
        for part in parts:
            _figure(part, subject, segment, out)
    raw, line = entry.cells.get("#COMMIT", ("", None))
    if line is not None:
        _count(line, "commits", "commits", raw, segment, out)
        span, count = interval_of(memory), number(raw)
        if len(subjects) > 1 and span.duration_s and count is not None:
            rate = count / span.duration_s
            part = _Part(
                "commits_per_s", rate, "commits/s", f"{raw}/{span.duration_s:g}", line, None
            )
            _figure(part, subjects[1], segment, out)
    if len(subjects) > 1:
        asked = {"#COMMIT", *(column for column, _, _, _ in _SHORT)}
        others(entry, asked, subjects[1], interval_of(memory), out)
    memory["plan"] = memory["block"] = ""
    memory["parts_of_plan"] = False


def _figure(part: _Part, subject: str, segment: Segment, out: Collector) -> None:
    """Keep a figure that stands for its subject, or hold one that is a block's part of it."""
    memory, key = segment.memory, (subject, part.metric)
    held = memory.setdefault("times", {})
    is_plan = subject.startswith("db2_plan:")
    if memory.get("parts_of_plan") if is_plan else memory.get("block"):
        held.setdefault(key, []).append(part)
        return
    if not is_plan:
        held.pop(key, None)  # the blocks' parts of a grand total
    span = interval_of(memory)
    out.observe(subject, part.metric, part.value, part.unit, part.line, part.raw, span)


class _Part(NamedTuple):
    """An average of one block of a report, and of how many tasks or events it is one."""

    metric: str
    value: float | None
    unit: str
    raw: str
    line: Line
    weight: float | None


def _together(segment: Segment, out: Collector) -> None:
    """Sums and averages of a subsystem over the blocks that its report is ordered by.

    Each block's average counts as often as tasks (for waits, events) are in it; where the report
    does not say how many, every block's average is kept as it stands.
    """
    owner, span = subsystem_of(segment), interval_of(segment.memory)
    lacking: set[str] = segment.memory.pop("lacking", set())
    for (metric, unit), parts in segment.memory.pop("counts", {}).items():
        if metric in lacking:
            continue
        raw = "+".join(printed for _, printed, _ in parts)
        total = sum(count for count, _, _ in parts)
        out.observe(owner, metric, total, unit, parts[-1][2], raw, span)
    for (subject, metric), parts in segment.memory.pop("times", {}).items():
        if metric in lacking:
            continue
        if metric == "commits_per_s":
            rate = sum(part.value for part in parts if part.value is not None)
            raw = " + ".join(part.raw for part in parts[:MOST_QUOTED])
            out.observe(subject, metric, rate, parts[0].unit, parts[-1].line, raw, span)
            continue
        known = [(p.value, p.weight) for p in parts if p.value is not None and p.weight]
        total = sum(weight for _, weight in known)
        if len(parts) == 1 or len(known) < len(parts) or not total:
            for part in parts:
                out.observe(subject, metric, part.value, part.unit, part.line, part.raw, span)
            continue
        mean = sum(value * weight for value, weight in known) / total
        raw = " + ".join(f"{part.weight:g} x {part.raw}" for part in parts[:MOST_QUOTED])
        raw += " ..." if len(parts) > MOST_QUOTED else ""
        out.observe(subject, metric, mean, parts[0].unit, parts[-1].line, raw, span)


def _seconds(raw: str) -> float | None:
    """``0.012345``, ``3:16.215480`` or ``1:02:03.45``."""
    return duration_s(raw) if ":" in raw else number(raw)


def _row(line: Line, row: re.Match[str], segment: Segment, out: Collector) -> None:
    table = segment.memory.get("table")
    cells = row[2].split()
    values = [number(cell.rstrip("%")) for cell in cells]
    metrics: tuple[tuple[str, str], ...]
    if table == "plans" and len(values) == 2:
        metrics = (("cpu_s", "s"), ("commits_per_s", "commits/s"))
    elif table == "packages" and len(values) == 4:
        metrics = (("allocations_per_s", "allocations/s"), ("cpu_s", "s"), ("cpu_pct", "%"),
                   ("cpu_s_per_allocation", "s"))  # fmt: skip
    else:
        return
    name = segment.memory.get("subsystem") or segment.stem or "DB2"
    plan = f"db2_plan:{name}/{row[1].upper()}"
    out.relation(plan, "parent", f"db2_subsystem:{name}", line)
    span = interval_of(segment.memory)
    for (metric, unit), value, raw in zip(metrics, values, cells, strict=True):
        out.observe(plan, metric, value, unit, line, raw, span)


READER = Reader(
    id="db2-accounting",
    ignores=(
        (r"CLASS [1235]\b(?= *(?:[\w)]|$))|TOP: +\d+", "headings"),
        (r"INTERVAL ELAPSED *: *[\d:.]+", "the interval of the figures"),
        (r"(?:APPL|DB2|SUSP|CPU|SECPU|NOTACC) +[|!]=*>? *\d+%", "bars of the times below"),
    ),
    beside=(
        (
            (
                r"ELAPSED TIME|CP CPU TIME|SE CPU TIME|SUSPEND TIME|/COMMIT|^[A-Z0-9 -]+"
                r" [\d.]+ +\d+ *$"
            ),
            6,
            "the same per commit, of other classes, or by minute",
        ),
    ),
    parts=PARTS,
    title="Db2 accounting and statistics: terminations, plans, packages, buffer pools",
    endings=(
        (r"\bQUANTITY +/[A-Z]", r" (?:QUANTITY|/SECOND|/THREAD|/COMMIT)$"),
        (r"\bLOCATION: .* PERFO", r" PAGE: +[\d-]+$"),
        (rf" {{9}}(?:{beginnings(['REQUESTED'], 3)})$", NEVER),
        (rf" {{9}}(?:{beginnings(['INTERVAL'], 3)})$", NEVER),
        (r" REQUESTED(?: F\w*:?)?$", r" FROM: +\S"),
        (r" (?:FROM|TO): +NOT \w*$", r" NOT SPECIFIED$"),
        (
            r"^AVERAGE +APPL\(CL",
            r" AV\.EVENT(?: +HIGHLIGHTS)?$|TIMES/EVENTS +APPL\(CL\.1\) +DB2 \(CL\.2\)$",
        ),
        (r" #O[A-Z]*(?: *:)?$", r" #OCCURRENCES *: *[\d,]+$"),
        (r"^REAL AND AUXILIARY .* QUANTITY +R", r" QUANTITY +R.* QUANTITY$"),
        # the Buffer Pool Analyzer has both ends on one line, without hundredths
        (
            r" INTERVAL(?: F.*)?$",
            r" FROM: +[\d/]{8} [\d:]{8}(?:\.\d\d| +TO: +[\d/]{8} [\d:]{8}$)",
        ),
        (r" {20}TO: +\d\d/\d\d/\d\d ", r" TO: +[\d/]{8} [\d:]{8}\.\d\d"),
    ),
    subsystem="Db2",
    anchors=(
        "NORMAL TERM.",
        "PLANNAME",
        "PLANANME",
        "PACKAGE ALLOC/sec",
        "PACKAGE ALLOC/SEC",
        "DBM1 STORAGE STATISTICS",
        "REAL AND AUXILIARY STORAGE",
        "CLASS 3 SUSPENSIONS",
        "#OCCURS #ROLLBK",
        "OMEGAMON XE FOR DB2",
        "OMEGAMON AI FOR DB2",
        "QUANTITY /SECOND",
        "QUANTITY /MINUTE",
        "QUANTITY /THREAD",
        "QUANTITY /COMMIT",
        "AVERAGE TOTAL",
        "ELAP-CL7 TIME-AVG",
        "ELAPSED TIME - CL7",
        "TCB TIME PREEMPT SRB",
        "SAMPLING START",
        "---- HIGHLIGHTS",
        "BUFFER POOL ID BP",
        "APPL(CL.1) DB2 (CL.2)",
        "APPL (CL1) DB2 (CL2)",
        "APPL (CLASS 1) DB2 (CLASS 2)",
        "APPL (CLASS1) DB2 (CLASS 2)",
        "SUBSYSTEM:",
    ),
    confirm=_confirm,
    splits=False,
    parse=parse,
    metrics=(
        Metric("db2_subsystem", "terminations.*", "other reasons, as printed"),
        Metric("db2_subsystem", "terminations_new_user", "thread reused: new user"),
        Metric("db2_subsystem", "terminations_deallocation", "thread ended, not reused"),
        Metric("db2_subsystem", "terminations_resignon", "thread reused: resignon"),
        Metric("db2_subsystem", "terminations_dbat_inactive", "DBAT made inactive"),
        Metric("db2_subsystem", "terminations_type2_inactive", "type 2 inactive"),
        Metric("db2_subsystem", "auxiliary_mb", "auxiliary storage of DBM1"),
        Metric("db2_subsystem", "auxiliary_mb.*"),
        Metric("db2_subsystem", "real_storage_mb.*"),
        Metric("db2_subsystem", "commits", "of the interval"),
        Metric("db2_subsystem", "setting.VERSION", "release"),
        Metric("db2_subsystem", "setting.LOCATION", "of the heading"),
        Metric("db2_subsystem", "setting.GROUPNAME", "GROUP of the heading"),
        Metric("db2_subsystem", "response_ms", "class 1 elapsed time, average"),
        Metric("db2_subsystem", "cpu_ms_per_tx", "class 1 CP CPU time, average"),
        Metric("db2_subsystem", "ziip_ms_per_tx", "class 1 SE CPU time, average"),
        Metric("db2_subsystem", "sync_io_per_tx", "SYNCHRON. I/O, average events"),
        Metric("db2_subsystem", "sync_io_us", "SYNCHRON. I/O, time by events"),
        Metric("db2_subsystem", "class3_wait_ms.*", "average times of other class 3 waits"),
        Metric("db2_subsystem", "log_write_per_tx", "LOG WRITE I/O, average events"),
        Metric("db2_subsystem", "log_write_us", "LOG WRITE I/O, time by events"),
        *METRICS,
        *(
            Metric(kind, "printed.*", "all other rows of blocks below headings and rulers")
            for kind in ("db2_subsystem", "db2_bufferpool", "db2_plan")
        ),
        Metric("db2_plan", "response_ms", "and cpu_ms_per_tx, sync_io_*, ordered by plans"),
        Metric("db2_plan", "commits_per_s", "commits of the plan"),
        Metric("db2_plan", "cpu_s", "class 2 (plan) or class 7 (package) CPU time"),
        Metric("db2_plan", "allocations_per_s", "package allocations"),
        Metric("db2_plan", "cpu_pct", "share of class 7 CPU time"),
        Metric("db2_plan", "cpu_s_per_allocation", "class 7 CPU time per allocation"),
    ),
    page=Page(
        reads="The NORMAL TERM. block of an accounting report (of one ordered by plans the grand "
        "total, else the plans' sum), class 1 elapsed and CPU time, commits and "
        "SYNCHRON. I/O of class 3 (a plan that stands in several blocks, by PRIMAUTH and the like, "
        "has their averages by occurrences), lists of plans by commits and of packages by "
        "allocations; of a short report elapsed and CPU time, synchronous reads and commits; of a "
        "statistics report commits, real and auxiliary storage in use, buffer pools, and of its "
        "log, locking, DDF and dynamic SQL blocks what rules ask for.",
        releases="OMEGAMON for Db2 PE 5.1 to 5.4",
        verified="003, figures 2-5, 2-7 and 2-8 and table 2-1; class 1, class 3 and the storage "
        "blocks against the samples in IBM, OMEGAMON for Db2 PE documentation (Accounting Report "
        "Long, Real and Auxiliary Storage for DBM1 and DIST); the blocks of buffer pools against "
        "the group buffer pool block there, their labels are not verified; of the log, DDF and "
        "dynamic SQL blocks the labels against IBM, OMEGAMON for Db2 rules of thumb and Db2 "
        "Performance, those of locking and merging not; no customer's report was at hand",
        unread="all other blocks of accounting and statistics reports",
    ),
)
