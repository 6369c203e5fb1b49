"""RMF postprocessor reports in XML; expat, no entities.

CPU, paging, page data sets, devices, I/O queuing, cache, workload and coupling facility usage.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from advisor.formats.rmf import ddsml_cf
from advisor.formats.rmf.ddsml import Cells, State, fact, feed, key, percent
from advisor.reading.layout.cells import number, scaled, size_bytes
from advisor.reading.reader import Collector, Metric, Page, Reader, Segment

# part and variable of a workload report -> metric, unit
_WORK = {
    ("transactions", "ended"): ("ended", "transactions"),
    ("transactions", "ended/sec"): ("ended_per_s", "transactions/s"),
    ("transactions", "mpl"): ("mpl", ""),
    ("transaction time", "actual"): ("response_ms", "ms"),
    ("transaction time", "execution"): ("execution_ms", "ms"),
    ("transaction time", "queued"): ("queued_ms", "ms"),
    ("service time", "cpu"): ("cpu_s", "s"),
    ("service time", "srb"): ("srb_s", "s"),
    ("service time", "ziip"): ("ziip_cpu_s", "s"),
    ("application time %", "cp"): ("appl_cp_pct", "%"),
    ("application time %", "ziip on cp"): ("appl_iipcp_pct", "%"),
    ("application time %", "ziip"): ("appl_iip_pct", "%"),
    ("dasd i/o", "ssch/sec"): ("io_per_s", "I/O/s"),
    ("dasd i/o", "response time"): ("io_response_ms", "ms"),
    ("dasd i/o", "connect time"): ("io_conn_ms", "ms"),
    ("dasd i/o", "disconnect time"): ("io_disc_ms", "ms"),
    ("dasd i/o", "queue+pending time"): ("io_pend_ms", "ms"),
    ("dasd i/o", "ios queue time"): ("io_iosq_ms", "ms"),
    ("enclaves", "average enclaves"): ("enclaves", ""),
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


# part and column of the storage tables -> metric, unit, what one of them is
_STORAGE = (
    ("localpagedatasetslots", "nonvio", "aux_slots_used", "slots", 1.0),
    ("scmpagingblocks", "inuse", "scm_blocks_used", "blocks", 1.0),
    ("1mbframes", "fixedinuse", "setting.LFAREA_USED_GB", "GB", 1 / 1024),
    ("1mbframes", "pageable", "pageable_1m_frames_used", "frames", 1.0),
    ("2gbframes", "fixedmaximum", "setting.LFAREA_2G_GB", "GB", 2.0),
)


def claims(head: Sequence[str]) -> bool:
    """``<ddsml>`` with a postprocessor part."""
    return any("<ddsml" in line for line in head[:30])


def _leave(state: State, name: str, text: str) -> None:
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
        state.segment = key(text)
        if state.report == "WLMGL":
            _work_class(state, text, line)
        elif state.report == "CACHE":
            match = re.search(r"\bSSID (\S+)$", text)
            state.ssid, state.dasd = match[1].upper() if match else "", ""
        elif state.report == "CF":
            match = re.search(r"\bCoupling Facility (\S+)$", text)
            state.facility = f"cf:{match[1].upper()}" if match else ""
            if state.facility and state.sysplex:
                fact(state, state.facility, "setting.SYSPLEX", state.sysplex, "", line, text)
            state.structure = ""
    elif name == "name" and parent == "part":
        state.part = key(text)
        state.heading = re.sub(r"\s*\(.*", "", text).lower()
    elif name == "name" and parent == "var":
        state.variable = text.lower() if state.report == "WLMGL" else key(text)
    elif name == "value" and parent == "var" and state.report == "WLMGL":
        _work_variable(state, text, line)
    elif name == "value" and parent == "var":
        _variable(state, text, line)
    elif name == "col" and parent == "column-headers":
        state.headers.append(key(text))
    elif name == "col" and parent == "row":
        state.row.append((text, line))
    elif name == "row":
        _table_row(state, line)
    elif name == "table":
        _table_end(state, line)


def _variable(state: State, text: str, line: int) -> None:
    lpar, variable = f"lpar:{state.system}", state.variable
    if state.report == "CPU":
        if variable in ("cpu", "cputype"):
            state.machine = text
        elif variable == "hwmodel":
            state.hardware = text
        elif variable == "sequencecode" and text:
            state.cpc = f"cpc:{text.lstrip('0') or '0'}"
            if state.system:
                fact(state, lpar, "relation.parent", state.cpc, "", line, text)
            if state.hardware and state.machine:
                model = f"{state.machine}-{state.hardware}"
                fact(state, state.cpc, "setting.MODEL", model, "", line, model)
        elif variable == "mvspartitionname":
            state.image = text.upper()
    elif state.report == "CACHE" and state.ssid:
        _cache_variable(state, text, line)
    elif state.report == "CF" and state.facility:
        ddsml_cf.variable(state, text, line)
    elif state.report == "PAGING" and state.system and "pagefaultrate" in variable:
        fact(state, lpar, "page_faults_per_s", number(text), "pages/s", line, text)
    elif state.report == "PAGING" and state.system and state.part == "lfareamaximum":
        size = size_bytes(text, "MB")
        if variable == "1mbframes" and size is not None:
            fact(state, lpar, "setting.LFAREA_1M_GB", size / 2**30, "GB", line, text)


def _cache_variable(state: State, text: str, line: int) -> None:
    """The box behind an SSID, and the totals over all systems."""
    variable = state.variable
    if variable == "typemodel":
        state.hardware = text
    elif variable == "serialnumber" and text:
        state.dasd = f"dasd:{text.upper().lstrip('0') or '0'}"
        if state.hardware:
            fact(state, state.dasd, "setting.MODEL", state.hardware, "", line, state.hardware)
    elif not state.dasd:
        return
    elif variable == "storageconfigured":
        size = size_bytes(text, "MB")
        gigabytes = None if size is None else size / 2**30
        fact(state, state.dasd, "setting.CACHE_GB", gigabytes, "GB", line, text)
    elif variable == "totaliocount":
        count, seconds = scaled(text), state.interval.duration_s
        if count is not None and seconds:
            metric = f"io_per_s.SSID{state.ssid}"
            fact(state, state.dasd, metric, count / seconds, "I/O/s", line, text)
    elif variable == "totalhitratio":
        metric = f"cache_hit_pct.SSID{state.ssid}"
        fact(state, state.dasd, metric, percent(text), "%", line, text)


def _work_class(state: State, text: str, line: int) -> None:
    """Segments are named for the class (and period) that they report."""
    match = re.fullmatch(r"(Service|Report) Class (\S+)(?:\s+Period\s+(\d+))?", text, re.IGNORECASE)
    state.work = ""
    if match and state.sysplex:
        period = f".{match[3]}" if match[3] else ""
        state.work = f"service_class:{state.sysplex}/{match[2].upper()}{period}"
        kind = match[1].lower()
        fact(state, state.work, "setting.TYPE", kind, "", line, match[1])


def _work_variable(state: State, text: str, line: int) -> None:
    known = _WORK.get((state.heading, state.variable))
    if state.work and not state.heading and state.variable == "workload" and text:
        fact(state, state.work, "setting.WORKLOAD", text.upper(), "", line, text)
    if not state.work or known is None:
        return
    metric, unit = known
    value: float | None = scaled(text)
    if metric in ("response_ms", "execution_ms", "queued_ms"):
        clock = re.fullmatch(r"(\d{1,3})\.(\d\d)\.(\d\d)\.(\d{3}|\d{6})", text)
        value = None
        if clock:
            fraction = int(clock[4]) / (1.0 if len(clock[4]) == 3 else 1000.0)
            seconds = (int(clock[1]) * 60 + int(clock[2])) * 60 + int(clock[3])
            value = seconds * 1000.0 + fraction
    fact(state, state.work, metric, value, unit, line, text)


def _goal_row(state: State, cell: Cells) -> None:
    """What a period's goal was and how it was met; a class of one period has its figures."""
    subject = state.work
    if cell.label.isdigit() and not re.search(r"\.\d+$", subject):
        subject += f".{cell.label}"
    raw, where = cell("velocity", "actual")
    fact(state, subject, "velocity_pct", number(raw.rstrip("%")), "%", where, raw)
    raw, where = cell("importance")
    if raw.isdigit() and 1 <= int(raw) <= 5:
        fact(state, subject, "setting.IMPORTANCE", int(raw), "", where, raw)


def _table_row(state: State, line: int) -> None:
    if not state.headers:
        return
    cell = Cells(state, line)
    if state.report == "CF" and state.facility:
        ddsml_cf.row(state, cell)
    elif state.report == "WLMGL" and state.work and state.part == "goalsactualssummary":
        _goal_row(state, cell)
    if not state.system:
        return
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


def _processor_row(state: State, lpar: str, cell: Cells) -> None:
    if re.fullmatch(r"[0-9A-F]{2}", cell.label):  # SYS is their mean
        raw, where = cell("utilization%busy")
        fact(state, lpar, f"iop_busy_pct.{cell.label}", number(raw), "%", where, raw)


_UNIT = (
    ("lcu_contention_per_s", "I/O/s", "contentionrate"),
    ("lcu_queue_length", "", "queuelength"),
    ("lcu_css_delay_ms", "ms", "cssdelay"),
    ("hyperpav_wait_ratio", "", "hyperpavwait"),
    ("hyperpav_max", "", "hyperpavmax"),
    ("lcu_open_exchanges", "", "openexch"),
)


def _unit_row(state: State, lpar: str, cell: Cells) -> None:
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
        fact(state, lpar, f"{metric}.{state.lcu}", number(raw), unit, at, raw)
    if state.paths:
        paths = str(state.paths)
        fact(state, lpar, f"lcu_channels.{state.lcu}", state.paths, "", where, paths)


def _cache_row(state: State, cell: Cells) -> None:
    ssid = f"SSID{state.ssid}"
    if state.part == "cachesubsystemoverview" and cell.label == "TOTAL":
        raw, where = cell("readhitratio")
        fact(state, state.dasd, f"read_hit_pct.{ssid}", percent(raw), "%", where, raw)
        raw, where = cell("%readofread")
        fact(state, state.dasd, f"read_pct.{ssid}", number(raw), "%", where, raw)
    elif state.part == "cachesubsystemdeviceoverview":
        if not re.fullmatch(r"[A-Z0-9@#$]{1,6}", cell.label):
            return  # *ALL, *CACHE-OFF
        subject = f"dasd_volume:{cell.label}"
        raw, where = cell("iorate")
        fact(state, subject, "relation.parent", state.dasd, "", where, cell.label)
        fact(state, subject, "cache_io_per_s", number(raw), "I/O/s", where, raw)
        raw, where = cell("stagerate")
        fact(state, subject, "stage_per_s", number(raw), "tracks/s", where, raw)


def _paging_row(state: State, lpar: str, cell: Cells) -> None:
    if "pagingrates" in state.segment and "total" in state.part and cell.label == "SUM":
        page_in, where = cell("pagein", "totalrate")
        page_out, _ = cell("pageout", "totalrate")
        into, outof = number(page_in), number(page_out)
        fact(state, lpar, "page_ins_per_s", into, "pages/s", where, page_in)
        fact(state, lpar, "page_outs_per_s", outof, "pages/s", where, page_out)
        if into is not None and outof is not None:
            raw = f"{page_in} + {page_out}"
            fact(state, lpar, "paging_per_s", into + outof, "pages/s", where, raw)
    elif state.part == "centralstorageframes" and cell.label == "AVG":
        total, where = cell("total")
        frames = scaled(total)
        gigabytes = None if frames is None else frames * 4096 / 2**30
        fact(state, lpar, "setting.REAL_STORAGE_GB", gigabytes, "GB", where, total)
        available, where = cell("available")
        fact(state, lpar, "available_frames", scaled(available), "frames", where, available)
    elif cell.label == "AVG":
        for part, column, metric, unit, factor in _STORAGE:
            if state.part == part:
                raw, where = cell(column)
                value = scaled(raw)
                held = None if value is None else value * factor
                fact(state, lpar, metric, held, unit, where, raw)


def _page_space_row(state: State, lpar: str, cell: Cells) -> None:
    raw, where = cell("pagestransferred")
    pages = scaled(raw)
    if pages is None and cell.label and number(cell("numberiorequests")[0]) is not None:
        state.lacking.add("PAGESP")
    if pages is None or not cell.label:
        return
    state.sums[cell.label] = state.sums.get(cell.label, 0.0) + pages
    name = cell("datasetname")[0].strip()
    seconds = state.interval.duration_s
    if seconds:
        if "." not in name and cell.label != "SCM":
            return  # nobody knows of which data set
        metric = f"page_data_set_pages_per_s.{name if '.' in name else cell.label}"
        fact(state, lpar, metric, pages / seconds, "pages/s", where, raw)
        used, where = cell("inuse")
        if cell.label in ("LOCAL", "SCM") and number(used) is not None:
            metric = metric.replace("pages_per_s", "in_use_pct", 1)
            fact(state, lpar, metric, number(used), "%", where, used)


def _device_row(state: State, cell: Cells) -> None:
    volume = cell("volumeserial")[0]
    rate = number(cell("deviceactivityrate")[0])
    if rate is None and number(cell("averageresponsetime")[0]) is not None:
        state.lacking.add("DEVICE")  # a blank cell, not a device that is offline
    if rate is not None:
        state.sums["DEVICE"] = state.sums.get("DEVICE", 0.0) + rate
    if not re.fullmatch(r"[A-Z0-9@#$]{1,6}", volume) or rate is None:
        return
    subject = f"dasd_volume:{volume}"
    for metric, unit, header in _VOLUME:
        raw, at = cell(header)
        fact(state, subject, f"{metric}.{state.system}", number(raw), unit, at, raw)
    for setting, header in (("LCU", "lcunumber"), ("STORAGE_GROUP", "storagegroup")):
        raw, at = cell(header)
        if raw:
            fact(state, subject, f"setting.{setting}", raw, "", at, raw)


def _table_end(state: State, line: int) -> None:
    lpar, sums = f"lpar:{state.system}", state.sums
    lacking, state.lacking = state.lacking, set()
    if lacking & {"PAGESP", "DEVICE"}:
        state.sums = {}  # a row lacks its part
        return
    if state.report == "PAGESP" and sums:
        kind = max(sums, key=lambda name: sums[name])
        device = "none" if sums[kind] <= 0 else "flash" if kind == "SCM" else "disk"
        fact(state, lpar, "setting.PAGE_DEVICE", device, "", line, kind)
    elif state.report == "DEVICE" and sums:
        fact(state, lpar, "dasd_io_per_s", sums["DEVICE"], "I/O/s", line, "sum of the rows")
    state.sums = {}


def _partition_row(state: State, cell: Cells) -> None:
    if not state.cpc:
        return
    if "physicalprocessors" in state.part:
        raw, where = cell("number")
        for kind, setting in (("(CP)", "CPS"), ("(ZIIP)", "ZIIPS")):
            if kind in cell.label and number(raw):
                fact(state, state.cpc, f"setting.{setting}", number(raw), "", where, raw)
    elif "partitiondata" in state.part:
        kind = cell("proctype")[0].upper()
        physical, where = cell("physproctotal")
        logical, _ = cell("logproctotal")
        if cell.label == "TOTAL" and kind == "CP":
            fact(state, state.cpc, "cp_busy_pct", number(physical), "%", where, physical)
            return
        if cell.label == state.image and kind == "CP":
            raw, at = cell("partitionweight")
            weight = number(raw)
            fact(state, f"lpar:{state.system}", "setting.WEIGHT", weight, "", at, raw)
        if cell.label not in ("", "TOTAL", "*PHYSICAL*"):
            name = cell.label if kind == "CP" else f"{cell.label}.{kind}"
            for metric, raw in (("physical", physical), ("logical", logical)):
                named = f"partition_{metric}_pct.{name}"
                fact(state, state.cpc, named, number(raw), "%", where, raw)


def _cpu_row(state: State, lpar: str, cell: Cells) -> None:
    kind = cell("cputype")[0].strip().upper()
    busy, where = cell("lparbusy")
    within, _ = cell("mvsbusy")
    if kind not in ("CP", "IIP"):
        return
    if not cell.label.startswith("TOTAL"):
        online = number(cell("online")[0])
        if online is None and number(busy) is not None:
            state.lacking.add(kind)
        state.counts[kind] = state.counts.get(kind, 0) + (1 if online else 0)
        return
    metric = "cp_busy_pct" if kind == "CP" else "ziip_busy_pct"
    fact(state, lpar, metric, number(busy), "%", where, busy)
    if kind == "CP":
        fact(state, lpar, "mvs_busy_pct", number(within), "%", where, within)
    if state.counts.get(kind) and kind not in state.lacking:
        setting = "setting.CPS" if kind == "CP" else "setting.ZIIPS"
        fact(state, lpar, setting, state.counts[kind], "", where, str(state.counts[kind]))


def parse(segment: Segment, out: Collector) -> None:
    """Feed the document line by line; stop at the first thing that is wrong with it."""
    feed(segment, out, _leave)


READER = Reader(
    id="rmf-xml",
    ignores=(
        (
            (r"<row[^>]*><col>\d+</col><col>(?:CP|IIP|AAP)</col>.*"),
            "single processors: their average is read",
        ),
        (
            (
                r"<row[^>]*><col>(?:Min|Max|Non-VIO|VIO|Hiperspace|LPA|CSA|Shared|\*PHYS"
                r"ICAL\*)</col>.*"
            ),
            "kinds of pages, least and greatest, the hypervisor's share",
        ),
        (
            r"refno=.\d+.|<report-interval.*|<cycle.*|<functionality.*|<.xml .*",
            "numbers of rows, lengths, releases",
        ),
        (
            (
                r"<name>CPU</name><value>\d+</value>|<name>(?!Response Time)(?:Model|CPC Capacity"
                r"|Image Capacity|Samples|[^<]*(?:Date|Time|Interval)[^<]*)</name>.*"
            ),
            "the machine, samples, times",
        ),
        (
            (
                r"<row[^>]*><col>(?:Internal Coupling|Integrated Facility|Total(?!/Average)|"
                r"Application Assist)[^<]*</col>.*"
            ),
            "counts of other processors",
        ),
        (
            r"<row[^>]*><col>(?:TOTAL)</col>(?:<col ?/>)+<col>\d+</col>(?:<col ?/>)+.*",
            "sums over partitions",
        ),
    ),
    beside=((r"<row\b", 20, "columns that no model or rule uses"),),
    title="RMF postprocessor XML",
    subsystem="z/OS",
    where="whole",
    claims=claims,
    parse=parse,
    metrics=(
        Metric("lpar", "cp_busy_pct", "LPAR busy, general purpose processors"),
        Metric("lpar", "mvs_busy_pct", "MVS busy, general purpose processors"),
        Metric("lpar", "ziip_busy_pct", "LPAR busy, zIIPs"),
        Metric("lpar", "setting.CPS", "processors online"),
        Metric("lpar", "page_ins_per_s", "sum of page-ins"),
        Metric("lpar", "page_outs_per_s", "sum of page-outs"),
        Metric("lpar", "paging_per_s", "both"),
        Metric("lpar", "page_faults_per_s", "page fault rate"),
        Metric("lpar", "available_frames", "mean of available frames"),
        Metric("lpar", "setting.REAL_STORAGE_GB", "central storage frames"),
        Metric("lpar", "setting.PAGE_DEVICE", "flash, disk or none"),
        Metric("lpar", "setting.WEIGHT", "the partition's weight"),
        Metric("lpar", "dasd_io_per_s", "sum of the devices"),
        Metric("cpc", "setting.MODEL", "machine type and hardware model"),
        Metric("cpc", "setting.CPS", "physical general purpose processors"),
        Metric("cpc", "cp_busy_pct", "all partitions and PR/SM"),
        Metric("dasd_volume", "io_per_s.*", "device activity rate as system * sees it"),
        Metric("service_class", "cpu_s", "and the other figures of workload activity"),
        Metric("service_class", "velocity_pct", "goals and actuals of a period"),
        Metric("service_class", "setting.WORKLOAD", "and IMPORTANCE of a period"),
        Metric("dasd_volume", "response_ms.*", "and iosq_ms, pend_ms, disc_ms, conn_ms"),
        Metric("lpar", "iop_busy_pct.*", "busy I/O processor *"),
        Metric("lpar", "lcu_contention_per_s.*", "and the other figures of control units"),
        Metric("dasd", "cache_hit_pct.*", "of SSID *; io_per_s, read_hit_pct, read_pct too"),
        Metric("dasd", "setting.CACHE_GB", "configured cache; MODEL too"),
        Metric("dasd_volume", "cache_io_per_s", "I/Os of all systems; stage_per_s too"),
        Metric("cf", "cpu_busy_pct", "average utilisation of the coupling facility"),
        Metric("cf", "setting.CPS", "logical processors defined"),
        *ddsml_cf.METRICS,
        Metric("lpar", "setting.LFAREA_1M_GB", "LFAREA maximum, 1 MB frames"),
        Metric("lpar", "setting.LFAREA_USED_GB", "fixed 1 MB frames in use"),
        Metric("lpar", "setting.LFAREA_2G_GB", "2 GB frames"),
        Metric("lpar", "pageable_1m_frames_used", "pageable 1 MB frames"),
        Metric("lpar", "aux_slots_used", "local page data set slots, non-VIO"),
        Metric("lpar", "scm_blocks_used"),
    ),
    page=Page(
        reads="ddsml documents with postprocessor parts: of CPU processors, totals and Partition "
        "Data, of PAGING the sums, the fault rate, central storage, large frames and slots, of "
        "PAGESP where the pages went, of DEVICE every volume, of IOQ processors and control units, "
        "of CACHE the boxes and their volumes, of CF the utilisation and the structures, of WLMGL "
        "service and report classes. "
        "Entities are refused, a cut document is read up to the cut.",
        releases="z/OS V1R12 to V2R5",
        verified="element structure and column names against V2R5 documents of all these reports "
        "in a public repository (RMF-Static). Its CF document has no structures: their tables are "
        "found by the words that the printed report has in its headings, which no sample confirms",
        unread="all other reports: read and not kept",
    ),
)
