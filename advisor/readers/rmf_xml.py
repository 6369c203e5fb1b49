"""RMF postprocessor reports in XML; expat, no entities.

CPU, paging, page data sets, devices, I/O queuing, cache, workload and coupling facility usage.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from xml.parsers import expat

from advisor.observations import Interval
from advisor.readers.layout.cells import (
    number,
    scaled,
    seconds_between,
    size_bytes,
    stamp,
)
from advisor.readers.reader import Collector, Line, Metric, Page, Reader, Segment

_LONGEST = 400
_TEXT_OF = frozenset({"name", "value", "col", "reslabel", "resname", "restype", "display-start",
                      "display-end", "report-interval"})  # fmt: skip
# part and variable of a workload report -> metric, unit
_WORK = {
    ("transactions", "ended"): ("ended", "transactions"),
    ("transactions", "ended/sec"): ("ended_per_s", "transactions/s"),
    ("transactions", "mpl"): ("mpl", ""),
    ("transaction time", "actual"): ("response_ms", "ms"),
    ("transaction time", "execution"): ("execution_ms", "ms"),
    ("service time", "cpu"): ("cpu_s", "s"),
    ("service time", "srb"): ("srb_s", "s"),
    ("service time", "ziip"): ("ziip_cpu_s", "s"),
    ("application time %", "cp"): ("appl_cp_pct", "%"),
    ("application time %", "ziip on cp"): ("appl_iipcp_pct", "%"),
    ("application time %", "ziip"): ("appl_iip_pct", "%"),
    ("dasd i/o", "ssch/sec"): ("io_per_s", "I/O/s"),
    ("dasd i/o", "response time"): ("io_response_ms", "ms"),
    ("storage frames", "average"): ("frames_per_address_space", "frames"),
    ("storage frames", "total"): ("frames", "frames"),
    ("page-in rates", "single"): ("page_ins_per_s", "pages/s"),
    ("page-in rates", "blocked"): ("block_page_ins_per_s", "pages/s"),
}
_VOLUME = (
    ("io_per_s", "I/O/s", "deviceactivityrate"),
    ("response_ms", "ms", "averageresponsetime"),
    ("iosq_ms", "ms", "averageiosqueuetime"),
    ("pend_ms", "ms", "averagedevicependingtime"),
    ("disc_ms", "ms", "averagedevicedisconnecttime"),
    ("conn_ms", "ms", "averagedeviceconnecttime"),
    ("busy_pct", "%", "%deviceutilized"),
)


class _Refused(Exception):
    """The document declares entities: it is not read further."""


@dataclass
class _State:
    """Where the parser stands, and what the report around it said."""

    parser: expat.XMLParserType
    path: list[str] = field(default_factory=list)
    text: list[str] = field(default_factory=list)
    report: str = ""
    segment: str = ""
    part: str = ""
    resource: str = ""
    system: str = ""
    sysplex: str = ""
    work: str = ""
    heading: str = ""
    cpc: str = ""
    machine: str = ""
    hardware: str = ""
    image: str = ""
    start: str = ""
    end: str = ""
    length: str = ""
    variable: str = ""
    headers: list[str] = field(default_factory=list)
    row: list[tuple[str, int]] = field(default_factory=list)
    counts: dict[str, int] = field(default_factory=dict)
    lcu: str = ""
    paths: int = 0
    dasd: str = ""
    ssid: str = ""
    facility: str = ""
    sums: dict[str, float] = field(default_factory=dict)
    facts: list[tuple[str, str, float | str | None, str, int, str]] = field(default_factory=list)
    broken: str = ""

    @property
    def interval(self) -> Interval:
        """The report's interval in ISO times."""
        start, end = _iso(self.start), _iso(self.end)
        minutes = re.fullmatch(r"(\d{1,4}):(\d\d):(\d{3})", self.length)
        if minutes:
            seconds = int(minutes[1]) * 60 + int(minutes[2]) + int(minutes[3]) / 1000
            return Interval(start, end, seconds)
        return Interval(start, end, seconds_between(start, end))


def _iso(text: str) -> str | None:
    if re.fullmatch(r"\d{14}", text):
        return f"{text[:4]}-{text[4:6]}-{text[6:8]}T{text[8:10]}:{text[10:12]}:{text[12:]}"
    day, _, clock = text.strip().replace("-", " ").partition(" ")
    return stamp(day, clock.strip() or None)


def _key(text: str) -> str:
    return re.sub(r"[^a-z0-9%]", "", text.lower())


def claims(head: Sequence[str]) -> bool:
    """``<ddsml>`` with a postprocessor part."""
    return any("<ddsml" in line for line in head[:30])


def _machine() -> _State:
    parser = expat.ParserCreate()
    state = _State(parser)

    def opened(name: str, attributes: dict[str, str]) -> None:
        state.path.append(name)
        state.text = []
        if name == "metric":
            state.report = attributes.get("id", "").upper()
            state.segment = state.part = state.system = state.resource = ""
            state.sysplex = state.work = state.heading = ""
            state.start = state.end = state.length = ""
            state.counts, state.sums = {}, {}
            state.lcu = state.dasd = state.ssid = state.facility = ""
            state.paths = 0
        elif name in ("segment", "part"):
            state.part = ""
        elif name == "column-headers":
            state.headers = []
        elif name == "row":
            state.row = []
        if len(state.path) > 64:
            raise _Refused("elements are nested more than 64 deep")

    def closed(name: str) -> None:
        text = "".join(state.text).strip()[:_LONGEST]
        _leave(state, name, text)
        state.path.pop()
        state.text = []

    def characters(data: str) -> None:
        if state.path and state.path[-1] in _TEXT_OF and len(state.text) < 64:
            state.text.append(data)

    def entity(*_: object) -> None:
        raise _Refused("it declares entities")

    parser.StartElementHandler = opened
    parser.EndElementHandler = closed
    parser.CharacterDataHandler = characters
    parser.EntityDeclHandler = entity
    return state


def _leave(state: _State, name: str, text: str) -> None:
    parent = state.path[-2] if len(state.path) > 1 else ""
    line = state.parser.CurrentLineNumber
    if name == "reslabel":
        parts = text.split(",")
        state.system = parts[1].upper() if len(parts) > 2 and "IMAGE" in text.upper() else ""
    elif name == "resname":
        state.resource = text.upper()
    elif name == "restype" and text.upper() in ("SYSTEM", "MVS_IMAGE"):
        state.system = state.system or state.resource
    elif name == "restype" and text.upper() == "SYSPLEX":
        state.sysplex = state.resource
    elif name == "display-start":
        state.start = text
    elif name == "display-end":
        state.end = text
    elif name == "report-interval":
        state.length = text
    elif name == "name" and parent == "segment":
        state.segment = _key(text)
        if state.report == "WLMGL":
            _work_class(state, text, line)
        elif state.report == "CACHE":
            match = re.search(r"\bSSID (\S+)$", text)
            state.ssid, state.dasd = match[1].upper() if match else "", ""
        elif state.report == "CF":
            match = re.search(r"\bCoupling Facility (\S+)$", text)
            state.facility = f"cf:{match[1].upper()}" if match else ""
    elif name == "name" and parent == "part":
        state.part = _key(text)
        state.heading = re.sub(r"\s*\(.*", "", text).lower()
    elif name == "name" and parent == "var":
        state.variable = text.lower() if state.report == "WLMGL" else _key(text)
    elif name == "value" and parent == "var" and state.report == "WLMGL":
        _work_variable(state, text, line)
    elif name == "value" and parent == "var":
        _variable(state, text, line)
    elif name == "col" and parent == "column-headers":
        state.headers.append(_key(text))
    elif name == "col" and parent == "row":
        state.row.append((text, line))
    elif name == "row":
        _table_row(state, line)
    elif name == "table":
        _table_end(state, line)


def _fact(
    state: _State, subject: str, metric: str, value: float | str | None, unit: str, line: int,
    raw: str,
) -> None:  # fmt: skip
    state.facts.append((subject, metric, value, unit, line, raw))


def _variable(state: _State, text: str, line: int) -> None:
    lpar, variable = f"lpar:{state.system}", state.variable
    if state.report == "CPU":
        if variable in ("cpu", "cputype"):
            state.machine = text
        elif variable == "hwmodel":
            state.hardware = text
        elif variable == "sequencecode" and text:
            state.cpc = f"cpc:{text.lstrip('0') or '0'}"
            if state.system:
                _fact(state, lpar, "relation.parent", state.cpc, "", line, text)
            if state.hardware and state.machine:
                model = f"{state.machine}-{state.hardware}"
                _fact(state, state.cpc, "setting.MODEL", model, "", line, model)
        elif variable == "mvspartitionname":
            state.image = text.upper()
    elif state.report == "CACHE" and state.ssid:
        _cache_variable(state, text, line)
    elif state.report == "CF" and state.facility:
        if variable == "avgcfutilization%busy":
            _fact(state, state.facility, "cpu_busy_pct", number(text), "%", line, text)
        elif state.part == "logicalprocessors" and variable == "defined":
            _fact(state, state.facility, "setting.CPS", number(text), "", line, text)
    elif state.report == "PAGING" and state.system and "pagefaultrate" in variable:
        _fact(state, lpar, "page_faults_per_s", number(text), "pages/s", line, text)


def _cache_variable(state: _State, text: str, line: int) -> None:
    """The box behind an SSID, and the totals over all systems."""
    variable = state.variable
    if variable == "typemodel":
        state.hardware = text
    elif variable == "serialnumber" and text:
        state.dasd = f"dasd:{text.upper().lstrip('0') or '0'}"
        if state.hardware:
            _fact(state, state.dasd, "setting.MODEL", state.hardware, "", line, state.hardware)
    elif not state.dasd:
        return
    elif variable == "storageconfigured":
        size = size_bytes(text, "MB")
        gigabytes = None if size is None else size / 2**30
        _fact(state, state.dasd, "setting.CACHE_GB", gigabytes, "GB", line, text)
    elif variable == "totaliocount":
        count, seconds = scaled(text), state.interval.duration_s
        if count is not None and seconds:
            metric = f"io_per_s.SSID{state.ssid}"
            _fact(state, state.dasd, metric, count / seconds, "I/O/s", line, text)
    elif variable == "totalhitratio":
        metric = f"cache_hit_pct.SSID{state.ssid}"
        _fact(state, state.dasd, metric, _percent(text), "%", line, text)


def _percent(ratio: str) -> float | None:
    value = number(ratio)
    return None if value is None else round(value * 100, 6)


def _work_class(state: _State, text: str, line: int) -> None:
    """Segments are named for the class (and period) that they report."""
    match = re.fullmatch(r"(Service|Report) Class (\S+)(?:\s+Period\s+(\d+))?", text, re.IGNORECASE)
    state.work = ""
    if match and state.sysplex:
        period = f".{match[3]}" if match[3] else ""
        state.work = f"service_class:{state.sysplex}/{match[2].upper()}{period}"
        kind = match[1].lower()
        _fact(state, state.work, "setting.TYPE", kind, "", line, match[1])


def _work_variable(state: _State, text: str, line: int) -> None:
    known = _WORK.get((state.heading, state.variable))
    if not state.work or known is None:
        return
    metric, unit = known
    value: float | None = scaled(text)
    if metric in ("response_ms", "execution_ms"):
        clock = re.fullmatch(r"(\d{1,3})\.(\d\d)\.(\d\d)\.(\d{3}|\d{6})", text)
        value = None
        if clock:
            fraction = int(clock[4]) / (1.0 if len(clock[4]) == 3 else 1000.0)
            seconds = (int(clock[1]) * 60 + int(clock[2])) * 60 + int(clock[3])
            value = seconds * 1000.0 + fraction
    _fact(state, state.work, metric, value, unit, line, text)


class _Cells:
    """A row's cells by heading: the first heading that holds all the words asked for."""

    def __init__(self, state: _State, line: int) -> None:
        self._cells = dict(zip(state.headers, state.row, strict=False))
        self._line = line
        self.label = state.row[0][0].strip().upper() if state.row else ""

    def __call__(self, *parts: str) -> tuple[str, int]:
        for header, content in self._cells.items():
            if all(part in header for part in parts):
                return content
        return ("", self._line)


def _table_row(state: _State, line: int) -> None:
    if not state.system or not state.headers:
        return
    cell = _Cells(state, line)
    lpar = f"lpar:{state.system}"
    if state.report == "CPU" and "partition" in state.segment:
        _partition_row(state, cell)
    elif state.report == "CPU":
        _cpu_row(state, lpar, cell)
    elif state.report == "PAGING":
        _paging_row(state, lpar, cell)
    elif state.report == "PAGESP":
        _page_space_row(state, lpar, cell)
    elif state.report == "DEVICE":
        _device_row(state, cell)
    elif state.report == "IOQ" and "iop" in state.segment:
        _processor_row(state, lpar, cell)
    elif state.report == "IOQ" and "lcu" in state.segment:
        _unit_row(state, lpar, cell)
    elif state.report == "CACHE" and state.dasd:
        _cache_row(state, cell)


def _processor_row(state: _State, lpar: str, cell: _Cells) -> None:
    if re.fullmatch(r"[0-9A-F]{2}", cell.label):  # SYS is their mean
        raw, where = cell("utilization%busy")
        _fact(state, lpar, f"iop_busy_pct.{cell.label}", number(raw), "%", where, raw)


_UNIT = (
    ("lcu_contention_per_s", "I/O/s", "contentionrate"),
    ("lcu_queue_length", "", "queuelength"),
    ("lcu_css_delay_ms", "ms", "cssdelay"),
    ("hyperpav_wait_ratio", "", "hyperpavwait"),
    ("hyperpav_max", "", "hyperpavmax"),
    ("lcu_open_exchanges", "", "openexch"),
)


def _unit_row(state: _State, lpar: str, cell: _Cells) -> None:
    """A control unit's first path names it, others leave that blank; ``*`` is their sum."""
    named = cell("lcu")[0].upper()
    if named:
        state.lcu, state.paths = named, 0
    path, where = cell("channelpath")
    if not state.lcu or not path:
        return
    if path != "*":
        state.paths += 1
        return
    for metric, unit, header in _UNIT:
        raw, at = cell(header)
        _fact(state, lpar, f"{metric}.{state.lcu}", number(raw), unit, at, raw)
    if state.paths:
        paths = str(state.paths)
        _fact(state, lpar, f"lcu_channels.{state.lcu}", state.paths, "", where, paths)


def _cache_row(state: _State, cell: _Cells) -> None:
    ssid = f"SSID{state.ssid}"
    if state.part == "cachesubsystemoverview" and cell.label == "TOTAL":
        raw, where = cell("readhitratio")
        _fact(state, state.dasd, f"read_hit_pct.{ssid}", _percent(raw), "%", where, raw)
        raw, where = cell("%readofread")
        _fact(state, state.dasd, f"read_pct.{ssid}", number(raw), "%", where, raw)
    elif state.part == "cachesubsystemdeviceoverview":
        if not re.fullmatch(r"[A-Z0-9@#$]{1,6}", cell.label):
            return  # *ALL, *CACHE-OFF
        subject = f"dasd_volume:{cell.label}"
        raw, where = cell("iorate")
        _fact(state, subject, "relation.parent", state.dasd, "", where, cell.label)
        _fact(state, subject, "cache_io_per_s", number(raw), "I/O/s", where, raw)
        raw, where = cell("stagerate")
        _fact(state, subject, "stage_per_s", number(raw), "tracks/s", where, raw)


def _paging_row(state: _State, lpar: str, cell: _Cells) -> None:
    if "pagingrates" in state.segment and "total" in state.part and cell.label == "SUM":
        page_in, where = cell("pagein", "totalrate")
        page_out, _ = cell("pageout", "totalrate")
        into, outof = number(page_in), number(page_out)
        _fact(state, lpar, "page_ins_per_s", into, "pages/s", where, page_in)
        _fact(state, lpar, "page_outs_per_s", outof, "pages/s", where, page_out)
        if into is not None and outof is not None:
            raw = f"{page_in} + {page_out}"
            _fact(state, lpar, "paging_per_s", into + outof, "pages/s", where, raw)
    elif state.part == "centralstorageframes" and cell.label == "AVG":
        total, where = cell("total")
        frames = scaled(total)
        gigabytes = None if frames is None else frames * 4096 / 2**30
        _fact(state, lpar, "setting.REAL_STORAGE_GB", gigabytes, "GB", where, total)
        available, where = cell("available")
        _fact(state, lpar, "available_frames", scaled(available), "frames", where, available)


def _page_space_row(state: _State, lpar: str, cell: _Cells) -> None:
    raw, where = cell("pagestransferred")
    pages = scaled(raw)
    if pages is None or not cell.label:
        return
    state.sums[cell.label] = state.sums.get(cell.label, 0.0) + pages
    name = cell("datasetname")[0].strip()
    seconds = state.interval.duration_s
    if seconds:
        metric = f"page_data_set_pages_per_s.{name if '.' in name else cell.label}"
        _fact(state, lpar, metric, pages / seconds, "pages/s", where, raw)


def _device_row(state: _State, cell: _Cells) -> None:
    volume = cell("volumeserial")[0]
    rate = number(cell("deviceactivityrate")[0])
    if not re.fullmatch(r"[A-Z0-9@#$]{1,6}", volume) or rate is None:
        return
    subject = f"dasd_volume:{volume}"
    state.sums["DEVICE"] = state.sums.get("DEVICE", 0.0) + rate
    for metric, unit, header in _VOLUME:
        raw, at = cell(header)
        _fact(state, subject, f"{metric}.{state.system}", number(raw), unit, at, raw)
    for setting, header in (("LCU", "lcunumber"), ("STORAGE_GROUP", "storagegroup")):
        raw, at = cell(header)
        if raw:
            _fact(state, subject, f"setting.{setting}", raw, "", at, raw)


def _table_end(state: _State, line: int) -> None:
    lpar, sums = f"lpar:{state.system}", state.sums
    if state.report == "PAGESP" and sums:
        kind = max(sums, key=lambda name: sums[name])
        device = "none" if sums[kind] <= 0 else "flash" if kind == "SCM" else "disk"
        _fact(state, lpar, "setting.PAGE_DEVICE", device, "", line, kind)
    elif state.report == "DEVICE" and sums:
        _fact(state, lpar, "dasd_io_per_s", sums["DEVICE"], "I/O/s", line, "sum of the rows")
    state.sums = {}


def _partition_row(state: _State, cell: _Cells) -> None:
    if not state.cpc:
        return
    if "physicalprocessors" in state.part:
        raw, where = cell("number")
        for kind, setting in (("(CP)", "CPS"), ("(ZIIP)", "ZIIPS")):
            if kind in cell.label and number(raw):
                _fact(state, state.cpc, f"setting.{setting}", number(raw), "", where, raw)
    elif "partitiondata" in state.part:
        kind = cell("proctype")[0].upper()
        physical, where = cell("physproctotal")
        logical, _ = cell("logproctotal")
        if cell.label == "TOTAL" and kind == "CP":
            _fact(state, state.cpc, "cp_busy_pct", number(physical), "%", where, physical)
        elif cell.label == state.image and kind == "CP":
            raw, at = cell("partitionweight")
            weight = number(raw)
            _fact(state, f"lpar:{state.system}", "setting.WEIGHT", weight, "", at, raw)
        elif cell.label not in ("TOTAL", "*PHYSICAL*", state.image):
            name = cell.label if kind == "CP" else f"{cell.label}.{kind}"
            for metric, raw in (("physical", physical), ("logical", logical)):
                fact = f"partition_{metric}_pct.{name}"
                _fact(state, state.cpc, fact, number(raw), "%", where, raw)


def _cpu_row(state: _State, lpar: str, cell: _Cells) -> None:
    kind = cell("cputype")[0].strip().upper()
    busy, where = cell("lparbusy")
    within, _ = cell("mvsbusy")
    if kind not in ("CP", "IIP"):
        return
    if not cell.label.startswith("TOTAL"):
        online = number(cell("online")[0])
        state.counts[kind] = state.counts.get(kind, 0) + (1 if online else 0)
        return
    metric = "cp_busy_pct" if kind == "CP" else "ziip_busy_pct"
    _fact(state, lpar, metric, number(busy), "%", where, busy)
    if kind == "CP":
        _fact(state, lpar, "mvs_busy_pct", number(within), "%", where, within)
    if state.counts.get(kind):
        setting = "setting.CPS" if kind == "CP" else "setting.ZIIPS"
        _fact(state, lpar, setting, state.counts[kind], "", where, str(state.counts[kind]))


def parse(segment: Segment, out: Collector) -> None:
    """Feed the document line by line; stop at the first thing that is wrong with it."""
    memory = segment.memory
    state: _State = memory.get("state") or _machine()
    memory["state"] = state
    base: int = memory.setdefault("base", segment[0].number - 1 if len(segment) else 0)
    by_number: dict[int, Line] = memory.setdefault("lines", {})
    for line in segment:
        if state.broken:
            return
        out.read(line)
        by_number[line.number] = line
        by_number.pop(line.number - 5000, None)
        text = re.sub(r"<\?xml\b[^>]*\?>", "", line.content) + "\n"
        try:
            state.parser.Parse(text, False)
        except (expat.ExpatError, _Refused) as wrong:
            state.broken = str(wrong)
            out.problem(
                line,
                f"{segment.file}, line {line.number}: this XML cannot be read further ({wrong}): "
                "let the postprocessor write the report again.",
            )
        for subject, metric, value, unit, where, raw in state.facts:
            at = by_number.get(where + base, line)
            out.observe(subject, metric, value, unit, at, raw, state.interval)
        state.facts.clear()
    if segment.last and len(segment) and not state.broken and state.path:
        line = segment[len(segment) - 1]
        out.problem(
            line,
            f"{segment.file} ends in the middle of the document, within <{state.path[-1]}>; what "
            "stands before that was read: send the report again, complete.",
        )


READER = Reader(
    id="rmf-xml",
    title="RMF postprocessor XML",
    subsystem="z/OS",
    where="whole",
    claims=claims,
    parse=parse,
    metrics=(
        Metric("lpar", "cp_busy_pct", "%", "LPAR busy, general purpose processors"),
        Metric("lpar", "mvs_busy_pct", "%", "MVS busy, general purpose processors"),
        Metric("lpar", "ziip_busy_pct", "%", "LPAR busy, zIIPs"),
        Metric("lpar", "setting.CPS", "", "processors online"),
        Metric("lpar", "page_ins_per_s", "pages/s", "sum of page-ins"),
        Metric("lpar", "page_outs_per_s", "pages/s", "sum of page-outs"),
        Metric("lpar", "paging_per_s", "pages/s", "both"),
        Metric("lpar", "page_faults_per_s", "pages/s", "page fault rate"),
        Metric("lpar", "available_frames", "frames", "mean of available frames"),
        Metric("lpar", "setting.REAL_STORAGE_GB", "GB", "central storage frames"),
        Metric("lpar", "setting.PAGE_DEVICE", "", "flash, disk or none"),
        Metric("lpar", "setting.WEIGHT", "", "the partition's weight"),
        Metric("lpar", "dasd_io_per_s", "I/O/s", "sum of the devices"),
        Metric("cpc", "setting.MODEL", "", "machine type and hardware model"),
        Metric("cpc", "setting.CPS", "", "physical general purpose processors"),
        Metric("cpc", "cp_busy_pct", "%", "all partitions and PR/SM"),
        Metric("dasd_volume", "io_per_s.*", "I/O/s", "device activity rate as system * sees it"),
        Metric("service_class", "cpu_s", "s", "and the other figures of workload activity"),
        Metric("dasd_volume", "response_ms.*", "ms", "and iosq_ms, pend_ms, disc_ms, conn_ms"),
        Metric("lpar", "iop_busy_pct.*", "%", "busy I/O processor *"),
        Metric("lpar", "lcu_contention_per_s.*", "I/O/s", "and the other figures of control units"),
        Metric("dasd", "cache_hit_pct.*", "%", "of SSID *; io_per_s, read_hit_pct, read_pct too"),
        Metric("dasd", "setting.CACHE_GB", "GB", "configured cache; MODEL too"),
        Metric("dasd_volume", "cache_io_per_s", "I/O/s", "I/Os of all systems; stage_per_s too"),
        Metric("cf", "cpu_busy_pct", "%", "average utilisation of the coupling facility"),
        Metric("cf", "setting.CPS", "", "logical processors defined"),
    ),
    page=Page(
        reads="ddsml documents with postprocessor parts: of CPU processors, totals and Partition "
        "Data, of PAGING the sums, the fault rate and central storage frames, of PAGESP where the "
        "pages went, of DEVICE every volume, of IOQ processors and control units, of CACHE the "
        "boxes and their volumes, of CF the utilisation, of WLMGL service and report classes. "
        "Entities are refused, a cut document is read up to the cut.",
        releases="z/OS V1R12 to V2R5",
        verified="element structure and column names against V2R5 documents of all these reports "
        "in a public repository (RMF-Static)",
        unread="structures of the coupling facility, whose tables no document at hand has; all "
        "other reports: read and not kept",
    ),
)
