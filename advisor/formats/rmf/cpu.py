"""RMF Monitor I: CPU activity and Partition Data."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from advisor.formats.rmf import headings
from advisor.formats.rmf.headings import DATED, ENDINGS, Frame, figures, framed, known, titled
from advisor.reading.layout.blank_cells import Columns, spans_of
from advisor.reading.layout.cells import number
from advisor.reading.reader import PRINTED, Collector, Line, Metric, Page, Reader, Segment
from model.language import LineNumber, Name, say

_ROW = re.compile(r"\s*([0-9A-F]{1,3})\s+(CP|IIP|ZIIP|AAP|ZAAP)\s+(?=[\d-])(.*)", re.IGNORECASE)
# Before z/OS V1R6 there was one type; behind the percentages stands the processor's serial number.
_UNTYPED = re.compile(
    r"\s*[0-9A-F]{1,2}\s+(?P<online>\d{1,3}\.\d{2})\s+(?:(?:\d[\d.]*|-+)\s+){1,2}[0-9A-F]{6}\s",
    re.IGNORECASE,
)
# With HiperDispatch a share stands behind what was parked (with MT productivity and use between);
# no cell of these may be blank.
_SHARED_CP = re.compile(
    r"\s*[0-9A-F]{1,3}\s+CP\s+(?P<online>\d{1,3}\.\d\d)\s+(?P<busy>\d{1,3}\.\d\d)\s+"
    r"(?:\d{1,3}\.\d\d|-+)\s+\d{1,3}\.\d\d\s+(?:(?:(?:\d{1,3}\.\d\d|-+)\s+){2})?"
    r"(?P<share>\d{1,3}\.\d)(?:\s+(?P<polarity>HIGH|MED|LOW))?\s+\d+\.\d\d\s+"
    r"(?:\d{1,3}\.\d\d|-+)\s*$",
    re.IGNORECASE,
)
# Number or type of the processor are blank.
_NEARLY = re.compile(
    r"\s*(?P<type>(?:CP|Z?IIP|Z?AAP)|[0-9A-F]{1,3})\s+\d{1,3}\.\d\d\s+"
    r"(?:\d{1,3}\.\d\d|-{3,})\s",
    re.IGNORECASE,
)
_PERCENT = re.compile(r"\d{1,3}\.\d{1,2}$")
# Up to V1R10 the type stands in front, and specialty engines have an AVERAGE only.
_TOTAL = re.compile(
    r"\s*(?:(?:(?P<type>CP|IIP|AAP)\s+)?TOTAL\s*/\s*AVERAGE|(?P<engine>IIP|AAP)\s+AVERAGE)\s*:?\s+"
    r"(?P<cells>.*)",
    re.IGNORECASE,
)
_MODEL = re.compile(r"\s*(?:H/W\s+)?MODEL\s+(\S+)", re.IGNORECASE)
_CPU = re.compile(r"\s*-?CPU\s+(\d{4})\s+(?:CPC CAPACITY|MODEL)\b", re.IGNORECASE)
_HARDWARE = re.compile(r"\bH/W MODEL\s+(\S+)", re.IGNORECASE)
_SEQUENCE = re.compile(r"\bSEQUENCE CODE\s+([0-9A-F]{16})\b", re.IGNORECASE)
_IMAGE = re.compile(r"\s*MVS PARTITION NAME\s+(\S+)", re.IGNORECASE)
_PROCESSORS = re.compile(r"\b(CP|IIP|ICF|IFL)\s+(\d+)\b")
_CAPACITY = re.compile(
    r"\s*(?:IMAGE CAPACITY|NUMBER OF CONFIGURED|WAIT COMPLETION|DISPATCH INTERVAL"
    r"|(?:AAP|ICF|IFL|IIP)\s+\d+\s*$)",
    re.IGNORECASE,
)
_PARTITION = re.compile(
    r"\s*(?P<name>[A-Z0-9@#$]{1,8})\s+[A-Z]\s+(?:[A-Z+*]{1,3}\s+)??(?P<weight>DED|\d+)\s+(?:.*?\s)?"
    r"(?P<count>\d+(?:\.\d+)?)\s+(?P<type>CP|IIP|AAP|ICF|IFL)\s+"
    r"(?P<used>\d{2,4}[.:]\d{2}[.:]\d{2}[.:]\d{3})\s+(?P<total>\d{2,4}[.:]\d{2}[.:]\d{2}[.:]\d{3})"
    r"(?P<rest>.*)",
    re.IGNORECASE,
)
_IN_ALL = re.compile(  # behind dispatch times: management, effective, total
    r"\s*TOTAL\s+(?:\d+\s+)?(?:\d{2,4}[.:]\S+\s+){2}[\d.]+\s+[\d.]+\s+([\d.]+)\s*$", re.IGNORECASE
)
_TYPED = re.compile(r"\s(CP|IIP|AAP|ICF|IFL)\s", re.IGNORECASE)
_HEADS = re.compile(
    r"\s*(?:---\s*CPU\s*---|NUM\s+TYPE\s|-{3,}\s*PARTITION DATA|NAME\s+S\s|-+MSU-+|\*PHYSICAL\*"
    r"|TOTAL\s+\d{2,4}[.:]\d|SYSTEM ADDRESS SPACE|-+NUMBER OF|QUEUE TYPES|WORK UNITS"
    r"|(?:IN|OUT|LOGICAL(?: OUT)?|BATCH|STC|TSO|ASCH|OMVS)(?:\s+(?:READY|RDY|WAIT))?\s+\d+\s+\d+"
    r"\s+\d|<?=\s+N\b|DISTRIBUTION OF IN-READY|ADDRESS SPACE TYPES|[A-Z0-9@#$]{1,8}\s+D\s*$)",
    re.IGNORECASE,
)


LONGEST_PAGE = 1_000
"""Lines of a page: what is longer came in pieces, and a total may follow in the next."""

_PARKED = re.compile(r"\bLPAR BUSY\s+MVS BUSY\s+PARKED\b", re.IGNORECASE)
_SHARES = 5
_ALL_BUT_ONE = 4
_NUMBERS = re.compile(r"(?<=\s)[\d.]+(?=\s)")
_THREADING = re.compile(r"\bMULTI-?THREADING ANALYSIS\b", re.IGNORECASE)
# Cores by type: threads of each, greatest and actual capacity factor, average thread density.
_THREADS = re.compile(
    r"\s*(?P<type>CP|IIP)\s+(?P<mode>[1-4])\s+\d\.\d{3}\s+\d\.\d{3}\s+\d\.\d{3}\s*$", re.IGNORECASE
)


_QUEUED = re.compile(
    r"\s*(?P<what>CP|IIP|AAP|IN READY)\s+\d+\s+(?P<most>\d+)\s+(?P<mean>\d+\.\d)(?=\s|$)"
)
"""Work units of a type of processor, and address spaces, that run or wait for one."""


def _queued(line: Line, frame: Frame, memory: dict[str, Any], out: Collector) -> bool:
    """Whether a line stands in the analysis of address spaces and work units."""
    if "SYSTEM ADDRESS SPACE AND WORK UNIT" in line.content:
        memory["queues"] = True
    elif memory.get("queues") and frame.system and (match := _QUEUED.match(line.content)):
        what = "ADDRESS SPACES" if match["what"] == "IN READY" else "WORK UNITS"
        for raw, which in ((match["most"], "MAX"), (match["mean"], "AVG")):
            metric = f"{what} {match['what']}: {which}"
            out.printed(frame.lpar, metric, number(raw), line, raw, frame.interval)
    return bool(memory.get("queues"))


def parse(segment: Segment, out: Collector) -> None:
    """CPU rows, their totals, the partition's own row and the CPC they run in."""
    memory = segment.memory
    above: Frame | None = None
    for line, frame in framed(segment, out):
        text = line.content
        if titled(text, "CPUACTIVITY", "PARTITIONDATAREPORT"):
            _without_total(above or frame, segment, out)
            memory["counts"], memory["threading"] = {}, False
            memory["rows"], memory["doubtful"] = [], set()
            memory["shares"], memory["dispatching"] = [], False
            memory["partition"] = "PARTITION" in re.sub(r"\s", "", text).upper()
            memory["with_parked"], memory["totalled"] = False, {}
            memory["queues"] = False
        elif _queued(line, frame, memory, out):
            continue
        elif memory.get("partition") or _IMAGE.match(text):
            memory["partition"] = True
            _partition_line(line, frame, segment, out)
        else:
            _cpu_line(line, frame, segment, out)
        above = frame
    if above is not None and len(segment) < LONGEST_PAGE:
        _without_total(above, segment, out)


def _cpu_line(line: Line, frame: Frame, segment: Segment, out: Collector) -> None:
    memory, text = segment.memory, line.content
    counts: dict[str, int] = memory.setdefault("counts", {})
    if line.gap and not text and (match := _TYPED.search(line.text)):
        memory["kind"] = match[1].upper()
        _doubtful(line, memory["kind"], segment, out)
    if match := _CPU.match(text):
        sequence = _SEQUENCE.search(text)
        memory["machine"] = match[1]
        memory["cpc"] = (sequence[1].lstrip("0") or "0") if sequence else ""
        if memory["cpc"] and known(frame, segment, line, out):
            cpc = f"cpc:{memory['cpc']}"
            out.relation(frame.lpar, "parent", cpc, line)
            if hardware := _HARDWARE.search(text):  # all on one line, up to V1R10
                out.setting(cpc, "MODEL", f"{match[1]}-{hardware[1]}", "", line, hardware[1])
    elif match := _MODEL.match(text):
        if "HIPERDISPATCH=YES" in text.upper():
            memory["dispatching"] = True
        physical = text.lstrip().upper().startswith("H/W")
        machine, cpc = memory.get("machine", ""), memory.get("cpc", "")
        if physical and cpc:
            model = f"{machine}-{match[1]}" if machine else match[1]
            out.setting(f"cpc:{cpc}", "MODEL", model, "", line, match[1])
    elif _THREADING.search(text):
        memory["threading"] = True
    elif _PARKED.search(text):
        memory["with_parked"] = True
    elif (match := _THREADS.match(text)) and memory.get("threading"):
        if match["type"].upper() == "IIP" and known(frame, segment, line, out):
            threads = match["mode"]
            out.setting(frame.lpar, "ZIIP_THREADS", int(threads), "", line, threads)
    elif (match := _ROW.match(text)) and known(frame, segment, line, out):
        kind = match[2].upper().removeprefix("Z")
        if _of_another(kind, line, frame, segment, out):
            return
        online = (figures(match[3].split()) or [None])[0]
        memory["kind"] = kind
        memory.setdefault("rows", []).append(text)
        memory.setdefault("row_lines", []).append(line)
        if kind == "CP" and memory.get("dispatching"):
            memory.setdefault("shares", []).append(_SHARED_CP.match(text))
        if line.gap and online is None:
            _doubtful(line, kind, segment, out)
        elif online is not None and online > 0:
            counts[kind] = counts.get(kind, 0) + 1
    elif (match := _UNTYPED.match(text)) and known(frame, segment, line, out):
        memory.setdefault("rows", []).append(text)
        if number(match["online"]):
            counts["CP"] = counts.get("CP", 0) + 1
    elif (match := _NEARLY.match(text)) and (match["type"][-1:] in "Pp" or memory.get("rows")):
        named = match["type"].upper().removeprefix("Z")
        kind = named if named in ("CP", "IIP", "AAP") else memory.get("kind", "CP")
        _doubtful(line, kind, segment, out)
    elif (match := _TOTAL.match(text)) and known(frame, segment, line, out):
        kind = (match["type"] or match["engine"] or "").upper()
        memory["kind"] = kind or memory.get("kind", "CP")
        if _of_another(memory["kind"], line, frame, segment, out):
            return
        memory.setdefault("totalled", {})[memory["kind"]] = frame
        rows = memory.pop("rows", [])
        memory.pop("row_lines", None)
        busy = _busy_cells(text, match.start("cells"), rows)
        if busy is not None and _lacks_rows(rows, busy[0] if busy else None):
            memory.setdefault("doubtful", set()).add(memory["kind"])
            memory.pop("shares", None)
            out.say_once(
                "{file}, line {number}: LPAR BUSY of this TOTAL/AVERAGE is not the mean of the "
                "rows above it, so that rows are missing and how many processors are online was "
                "not read: send the page as RMF printed it.",
                line,
            )
        if busy is None:
            out.say(
                "{file}, line {number}: a cell of this TOTAL/AVERAGE is blank, and the row "
                "does not show which, so how busy the processors were was not read: send the "
                "page as RMF printed it.",
                line,
            )
        _total(line, frame, busy or [], segment, out)


def _of_another(kind: str, line: Line, frame: Frame, segment: Segment, out: Collector) -> bool:
    """Whether a page has the total of such processors already: what follows is another page's,
    whose title and heading were left out.
    """
    if segment.memory.get("totalled", {}).get(kind) != frame:
        return False
    out.say_once(
        "{file}, line {number}: the TOTAL/AVERAGE of these processors stands above already, so "
        "this is of another page, whose heading with SYSTEM ID is not there, and it was not read: "
        "add the page's heading lines.",
        line,
    )
    segment.memory["kind"] = kind
    return True


def _polarity(line: Line, frame: Frame, rows: list[re.Match[str] | None], out: Collector) -> None:
    """What HiperDispatch guarantees, and what is used on CPs without a share (vertical lows)."""
    whole = [row for row in rows if row is not None]
    if not whole or len(whole) < len(rows):
        return
    shares = [float(row["share"]) / 100 for row in whole]
    used = [float(row["online"]) * float(row["busy"]) / 1e4 for row in whole]
    low = sum(one for one, share in zip(used, shares, strict=True) if share == 0.0)
    raw = "LOG PROC SHARE %"
    out.observe(frame.lpar, "guaranteed_cps", sum(shares), "CPs", line, raw, frame.interval)
    out.observe(frame.lpar, "vertical_low_cps", low, "CPs", line, raw, frame.interval)


def _doubtful(line: Line, kind: str, segment: Segment, out: Collector) -> None:
    """A processor's row lacks its number, type or share: how many there are is not known."""
    doubtful: set[str] = segment.memory.setdefault("doubtful", set())
    doubtful.add(kind)
    out.say_once(
        "{file}, line {number}: a cell of this processor's row is blank, so how many "
        "processors are online was not read: send the page as RMF printed it.",
        line,
    )


def _busy_cells(text: str, start: int, rows: list[str]) -> list[float | int | None] | None:
    """LPAR BUSY and MVS BUSY of a TOTAL/AVERAGE: what stands where the rows above have theirs.

    Where the columns are lost, the first two, which alone have two decimals in front of a share of
    processors; ``None`` where a blank cell has put others in their place.
    """
    cells = text[start:].split()
    if rows:
        longest = max(len(row.split()) for row in rows)
        columns = Columns([spans_of(row) for row in rows if len(row.split()) == longest])
        places = columns.place(" " * start + text[start:]) if columns.parted else None
        if places is not None:
            by_column = dict(zip(places, cells, strict=True))
            at = 3 if _ROW.match(rows[0]) else 2  # behind number, type and share of time online
            if min(places, default=at) < at:
                return None  # the rows above have a blank themselves
            return [number(by_column.get(column, "")) for column in (at, at + 1)]
    if len(cells) >= 2 and all(map(_PERCENT.match, cells[:2])):
        return figures(cells[:2])
    return figures(cells) if all(number(cell) is None for cell in cells[:2]) else None


def _without_total(frame: Frame, segment: Segment, out: Collector) -> None:
    """How busy the processors were where their TOTAL/AVERAGE is missing: the mean of the rows.

    IBM, RMF Report Analysis, CPU Activity: LPAR BUSY of all is by the time that they were online,
    MVS BUSY by the time that they were also not parked. A total below the next heading of the same
    page takes its place (:func:`_stated`).
    """
    memory = segment.memory
    memory.pop("rows", None)
    shown: list[Line] = memory.pop("row_lines", [])
    if not frame.system:
        return
    found = [(line, match) for line in shown if (match := _ROW.match(line.content))]
    for kind, prefix in (("CP", "cp"), ("IIP", "ziip")):
        own = [(line, row) for line, row in found if row[2].upper().removeprefix("Z") == kind]
        if not own or kind in memory.get("doubtful", ()):
            continue
        last = own[-1][0]
        busy, awake = [], []
        for line, row in own:
            words = [*row[3].split(), "", "", ""][:4]
            online, used, within, parked = figures(words)
            busy.append((online or 0.0, used))
            awake.append(((online or 0.0) * (1 - (parked or 0.0) / 100), within))
            out.part(line, words[1])
            if memory.get("with_parked"):
                out.part(line, words[2])
        means = {f"{prefix}_busy_pct": _mean(busy)}
        if kind == "CP" and memory.get("with_parked"):
            means["mvs_busy_pct"] = _mean(awake)
        for metric, value in means.items():
            if value is not None:
                derived = memory.setdefault("derived", {})
                derived[frame.lpar, metric, frame.interval] = len(out.observations)
                out.observe(frame.lpar, metric, value, "%", last, "mean", frame.interval)
        if not any(value is not None for value in means.values()):
            continue
        sentence = say(
            "{file}, line {number}: no TOTAL/AVERAGE stands below the {count} {kind} rows of this "
            "page, so how busy they were was taken as the mean of these, and how many there are "
            "was not read: send the page complete if it has more.",
            file=Name(out.file),
            number=LineNumber(last.number),
            count=len(own),
            kind=Name(kind),
        )
        out.doubt((frame.lpar, f"{prefix}_busy_pct", frame.interval), last, sentence)


def _stated(
    frame: Frame, metric: str, value: float | int | None, line: Line, segment: Segment,
    out: Collector,
) -> None:  # fmt: skip
    """A figure of a total: instead of the mean of rows, where that was taken for the lack of it."""
    key = frame.lpar, metric, frame.interval
    place = segment.memory.get("derived", {}).pop(key, None)
    if place is None or value is None:
        out.observe(frame.lpar, metric, value, "%", line, "", frame.interval)
        return
    out.revise(place, value, line)
    out.doubt(key, line, None)


def _mean(parts: Sequence[tuple[float, float | int | None]]) -> float | None:
    """The mean by weights; ``None`` where one that counts is not known, or none does."""
    counting = [(weight, value) for weight, value in parts if weight > 0]
    known = [(weight, value) for weight, value in counting if value is not None]
    if not known or len(known) < len(counting):
        return None
    return sum(weight * value for weight, value in known) / sum(weight for weight, _ in known)


_ROUNDED = 0.02
"""Per cent by which a mean of rounded figures may be off, and it is rounded itself."""


def _lacks_rows(rows: list[str], total: float | int | None) -> bool:
    """Whether processors that were online all the time are not busy as their total says."""
    found = [figures(match[3].split()[:2]) for row in rows if (match := _ROW.match(row))]
    cells = [(one[0], one[1]) for one in found if len(one) == 2]
    busy = [used for online, used in cells if online == 100 and used is not None]
    if total is None or not busy or len(busy) < len(rows):
        return False
    return abs(sum(busy) / len(busy) - total) > _ROUNDED


def _total(
    line: Line, frame: Frame, cells: list[float | int | None], segment: Segment, out: Collector
) -> None:
    kind = segment.memory.get("kind", "CP")
    counts: dict[str, int] = segment.memory.get("counts", {})
    doubtful: set[str] = segment.memory.get("doubtful", set())
    busy = cells[0] if cells else None
    within = cells[1] if len(cells) > 1 else None
    if kind == "CP":
        rows = segment.memory.pop("shares", [])
        if "CP" not in doubtful:
            _polarity(line, frame, rows, out)
        _stated(frame, "cp_busy_pct", busy, line, segment, out)
        _stated(frame, "mvs_busy_pct", within, line, segment, out)
        if counts.get("CP") and "CP" not in doubtful:
            out.setting(frame.lpar, "CPS", counts["CP"], "", line, str(counts["CP"]))
        out.setting(frame.lpar, "OPSYS", "z/OS", "", line, "RMF")
        if frame.release:
            out.setting(frame.lpar, "OPSYS_RELEASE", frame.release, "", line, frame.release)
    elif kind == "IIP":
        _stated(frame, "ziip_busy_pct", busy, line, segment, out)
        if counts.get("IIP") and "IIP" not in doubtful:
            out.setting(frame.lpar, "ZIIPS", counts["IIP"], "", line, str(counts["IIP"]))


def _partition_line(line: Line, frame: Frame, segment: Segment, out: Collector) -> None:
    memory, text = segment.memory, line.content
    cpc = f"cpc:{memory['cpc']}" if memory.get("cpc") else ""
    if match := _IMAGE.match(text):
        memory["image"] = match[1].upper()
    elif match := _PARTITION.match(text):
        if not cpc:
            out.say_once(
                "{file}, line {number}: no CPU activity page with its SEQUENCE CODE stands "
                "above this Partition Data, so which machine the partitions share is not "
                "known and what they use of it was not read: send that page too.",
                line,
            )
        _partition(line, frame, match, cpc, segment, out)
    elif match := _TYPED.search(text):
        memory["row_type"] = match[
            1
        ].upper()  # a row with a blank cell still tells whose total follows
    elif (match := _IN_ALL.match(text)) and cpc and memory.get("row_type") == "CP":
        out.observe(cpc, "cp_busy_pct", number(match[1]), "%", line, match[1], frame.interval)
    if _CAPACITY.match(text) or _IMAGE.match(text):
        for kind, count in _PROCESSORS.findall(text.upper()):
            name = {"CP": "CPS", "IIP": "ZIIPS"}.get(kind)
            if name and cpc and int(count):
                out.setting(cpc, name, int(count), "", line, count)


def _partition(
    line: Line, frame: Frame, row: re.Match[str], cpc: str, segment: Segment, out: Collector
) -> None:
    segment.memory["row_type"] = row["type"].upper()
    rest = figures(row["rest"].split())
    # effective and total of the logical processors; management, effective and total of the physical
    logical, physical = (rest[1], rest[4]) if len(rest) == _SHARES else (None, None)
    name, kind = row["name"].upper(), row["type"].upper()
    # weight, both MSUs, WLM's share of capping, processors; of other types the first and the last
    cells = len(_NUMBERS.findall(line.content[: row.start("type")]))
    if name == segment.memory.get("image") and kind == "CP":
        # An excerpt without its heading still names the partition.
        lpar = frame.lpar if frame.system else f"lpar:{name}"
        if not row["weight"].isdigit():
            out.setting(lpar, "DEDICATED", True, "", line, row["weight"])
        elif cells != _ALL_BUT_ONE:
            out.setting(lpar, "WEIGHT", int(row["weight"]), "", line, row["weight"])
    if cpc:
        suffix = f"{name}" if kind == "CP" else f"{name}.{kind}"
        out.observe(
            cpc, f"partition_physical_pct.{suffix}", physical, "%", line, "", frame.interval
        )
        out.observe(cpc, f"partition_logical_pct.{suffix}", logical, "%", line, "", frame.interval)


_BUSY = re.compile(r"TOTAL/AVERAGE\s+(\d+\.\d+)", re.IGNORECASE)


def _busy(page: str) -> float | None:
    """LPAR BUSY of the general purpose processors, whose total stands first."""
    match = _BUSY.search(page)
    return float(match[1]) if match else None


READER = Reader(
    id="rmf-cpu",
    shared_titles=True,
    essential=((r"\bC *P *U +A *C *T *I *V *I *T *Y\b", ("cp_busy_pct", "mvs_busy_pct", PRINTED)),),
    ignores=(
        *headings.IGNORES,
        (
            (
                r"^ *(?:IN|OUT|LOGICAL(?: OUT)?)(?: +(?:READY|RDY|WAIT))? +\d.*"
                r"|^.*(?:<?=|>=?) +N( |$).*|^ *QUEUE TYPES .*"
                r"|^ *(?:BATCH|STC|TSO|ASCH|OMVS) +\d.*"
            ),
            "address spaces by queue",
        ),
        (
            r"^ *(?:CP|IIP|AAP) +\d+ +\d+ +\d+\.\d\b.*|\( *[\d.]+ +ON AVG\)",
            "work units, ready or not",
        ),
        (r"BLWLTRPCT .*|BLWLINTHD .*", "what blocked work was promoted by"),
        (r"\b(?:LIMIT|AVAILABLE) +\d+", "capacity of a group"),
        (r"^ {20,}\d{1,3}\.\d\d +(?:\d{1,3}\.\d\d|-+) *$", "second threads: in the average"),
        (r"^ *CP +\d +\d\.\d{3} +\d\.\d{3} .*", "threads of general purpose cores: one each"),
        (r"^ *\*PHYSICAL\* .*", "the hypervisor's own share"),
        (r"CPU +\d{4}\b|CPC CAPACITY +\d+|^ *MODEL +\S+|IMAGE CAPACITY +\d+", "type and capacity"),
        (r"PHYS PROC NUM +\d+|CONFIGURED PARTITIONS +\d+|(?:ICF|IFL|AAP) +\d+", "configuration"),
        (r"^ *TOTAL +[\d:.]+ +[\d:.]+ .*", "sums over partitions of other processors"),
        (r"WAIT COMPLETION +\S+|DISPATCH INTERVAL.*", "dispatching"),
    ),
    beside=(
        (r"^ *TOTAL/AVERAGE|^ *\d+ +CP ", 6, "share, MT productivity and use, interrupt rate"),
        (r"^ *IIP +\d +\d\.\d{3} ", 3, "capacity factors, thread density"),
        (
            r" (?:CP|IIP|AAP|ICF|IFL) +\d\d[\d:.]+ ",
            14,
            "weight and MSUs of other partitions, dispatch times, the hypervisor's share",
        ),
        (r"^ *TOTAL +", 6, "dispatch times"),
    ),
    parts=(
        (r" *SYSTEM ADDRESS SPACE AND WORK UNIT ANALYSIS", "address spaces and work by queue"),
        (r".*\b(?:C *P *U +A *C *T *I *V *I *T *Y|P *A *R *T *I *T *I *O *N +D *A *T *A)\b", ""),
        (r" *-+ *(?:MULTI-THREADING|CPU) *-+|.*\bMULTI-THREADING ANALYSIS\b", ""),
    ),
    rows=(
        (r"^\s*[0-9A-F]{1,3}\s+CP\s.*\d", 0),
        (r"^\s*[0-9A-F]{1,3}\s+(?:Z?IIP|Z?AAP)\s.*\d", 0),
    ),
    title="RMF CPU activity and Partition Data",
    subsystem="z/OS",
    anchors=(
        "C P U A C T I V I T Y",
        "P A R T I T I O N D A T A R E P O R T",
        "CPU ACTIVITY PAGE",
        "CPU Activity Report",
        "PARTITION DATA REPORT",
        "NUM TYPE ONLINE LPAR BUSY",
        "MVS PARTITION NAME",
    ),
    parse=parse,
    dated=replace(DATED, measure="processors", load=_busy),
    endings=(*ENDINGS, (r"(?<!-)-{6,} TIME % -{6,}", r"I/O INTERRUPTS")),
    metrics=(
        Metric("cpc", "partition_logical_pct.*"),
        Metric("cpc", "setting.ZIIPS", "physical zIIPs"),
        Metric("lpar", "setting.OPSYS", "z/OS, from the page heading"),
        Metric("lpar", "setting.OPSYS_RELEASE", "from the page heading"),
        Metric("lpar", "printed.*", "work units and address spaces that run or wait"),
        Metric("lpar", "cp_busy_pct", "LPAR BUSY, mean of the general purpose processors"),
        Metric("lpar", "mvs_busy_pct", "MVS BUSY, mean of the general purpose processors"),
        Metric("lpar", "guaranteed_cps", "sum of LOG PROC SHARE %, with HiperDispatch"),
        Metric("lpar", "vertical_low_cps", "LPAR BUSY of CPs without a share, with HiperDispatch"),
        Metric("lpar", "ziip_busy_pct", "LPAR BUSY, mean of the zIIPs"),
        Metric("lpar", "setting.CPS", "general purpose processors online"),
        Metric("lpar", "setting.ZIIPS", "zIIPs online"),
        Metric("lpar", "setting.ZIIP_THREADS", "MODE of IIP under MULTI-THREADING ANALYSIS"),
        Metric("lpar", "setting.WEIGHT", "PR/SM weight; none when processors are dedicated"),
        Metric("lpar", "setting.DEDICATED", "DED in the place of the weight"),
        Metric("lpar", "relation.parent", "the CPC, named by its sequence code"),
        Metric("cpc", "setting.MODEL", "machine type and hardware model"),
        Metric("cpc", "setting.CPS", "physical general purpose processors"),
        Metric("cpc", "cp_busy_pct", "physical utilisation, all partitions and PR/SM"),
        Metric("cpc", "partition_physical_pct.*", "share of the physical processors, by partition"),
    ),
    page=Page(
        reads="Processors online and busy (LPAR and MVS view), zIIPs and the threads of their "
        "cores, machine type, model and sequence code; without a TOTAL/AVERAGE the mean of the "
        "processors' rows; from Partition Data the weight, the "
        "physical processors and what each partition uses of its logical and of the physical "
        "ones. A parked processor's ----- is no figure.",
        releases="z/OS V1R9 to V2R4, with and without the MT columns; older rows without a type",
        verified="IBM, RMF Report Analysis, figures CPU Activity (V2R1, V2R2) and the S0W1 print "
        "in the documentation of smf2db; the multi-threading analysis by its field names only",
        unread="I/O interrupt rates, the distribution of the in-ready queue, MSU and capping "
        "columns, LPAR cluster and group capacity pages",
    ),
)
