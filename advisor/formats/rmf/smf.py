"""Binary SMF types 70 (CPU), 71 (paging) and 72 subtype 3 (workload), as IFASMFDP dumps them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from functools import partial

from advisor.formats.rmf import smf70, smf71, smf72
from advisor.formats.rmf.smf_broken import Reassembly
from advisor.formats.rmf.smf_source import whole_records
from advisor.observations import Interval, named
from advisor.reading.layout.smf import holds, occasion, text, u8
from advisor.reading.reader import Collector, Metric, Page, Reader, Records
from advisor.reading.reckoned import reckoned
from model.language import Name, Quoted, counted, say
from model.topology import Value

TYPES = frozenset({70, 71, 72})
_OF_THE_DUMP = frozenset({2, 3})  # header and trailer that IFASMFDP writes
_SUBTYPES = frozenset({(70, 1), (71, 1), (72, 3)})
_PER_SYSTEM = ("ended_per_s", "response_ms", "cpu_s", "srb_s", "page_ins_per_s", "io_per_s")


def claims(records: Sequence[bytes]) -> bool:
    """Whether records of these types are among the first."""
    return holds(records, TYPES)


@dataclass(frozen=True, slots=True)
class _Source:
    """One record: where its figures go and what they are said to stand in.

    ``work`` is the class that a type 72 record is about.
    """

    out: Collector
    number: int
    type: int
    system: str
    interval: Interval
    work: str = ""

    @property
    def lpar(self) -> str:
        return f"lpar:{self.system}"

    def put(self, subject: str, metric: str, value: Value, unit: str, raw: str) -> None:
        """Keep a figure, with the fields it was made of as what stands there."""
        said = partial(_said, self.type, self.system, self.work, metric, raw)
        self.out.observe_record(subject, metric, value, unit, self.number, said, raw, self.interval)

    def refuse(self, sentence: str) -> None:
        """Say once a file that a section is not what the layout says."""
        self.out.problem_once(self.number, sentence)


def _said(type_: int, system: str, work: str, metric: str, raw: str) -> str:
    """What a figure is said to stand in."""
    if type_ == 70:
        return say(
            "SMF 70-1 of {system}: {metric} {raw}",
            system=Name(system),
            metric=named(metric),
            raw=reckoned(raw),
        )
    if type_ == 71:
        return say(
            "SMF 71 of {system}: {metric} {raw}",
            system=Name(system),
            metric=named(metric),
            raw=reckoned(raw),
        )
    return say(
        "SMF 72-3 of {system}, class {work}: {metric} {raw}",
        system=Name(system),
        work=Name(work),
        metric=named(metric),
        raw=reckoned(raw),
    )


@dataclass(slots=True)
class _PerSystem:
    """What the systems of a sysplex say of one class within one interval."""

    source: _Source
    sums: dict[str, smf72.Sums]


def parse(records: Records, out: Collector) -> None:
    """One record after the other; those of other types are left unread."""
    memory = records.memory
    for record, number in zip(records.records, records.numbers, strict=True):
        if len(record) >= 2 and record[1] in _OF_THE_DUMP:
            out.read_records((number,))
    for (type_, _), record, whole in whole_records(records, _SUBTYPES, out):
        source = _Source(out, whole.numbers[0], type_, whole.system, whole.interval)
        if type_ == 70:
            _processors(record, whole.product, source, memory.setdefault("storage", set()))
        elif type_ == 71:
            if not _paging(record, source, memory.setdefault("storage", set())):
                continue
        else:
            _workload(record, whole.product, source, memory.setdefault("classes", {}))
        out.read_records(whole.numbers)
    if records.last:
        _sysplex(memory.get("classes", {}))
        _say_incomplete(memory.get("broken", Reassembly()), records.file, out)


def _processors(record: bytes, product: int, source: _Source, storage: set[str]) -> None:
    """Processors online, what they did, and PR/SM's view of this and of the other partitions."""
    lpar, seconds = source.lpar, source.interval.duration_s or 0.0
    processors = smf70.online(record, seconds)
    for kind, setting in ((smf70.CP, "setting.CPS"), (smf70.ZIIP, "setting.ZIIPS")):
        if kind in processors:
            source.put(lpar, setting, processors[kind].count, "", "CPU data sections online")
    threads = smf70.threads(record).get(smf70.ZIIP)
    if threads is not None:
        source.put(lpar, "setting.ZIIP_THREADS", threads, "", "threads by core section")
    general = processors.get(smf70.CP)
    if general is not None:
        source.put(lpar, "setting.OPSYS", "z/OS", "", "RMF")
        if general.busy_pct is not None:
            source.put(lpar, "mvs_busy_pct", general.busy_pct, "%", "SMF70WAT, SMF70PAT")
    own = u8(record, product + 50)  # SMF70PTN
    size = smf70.storage_gb(record, own)
    if size is not None:
        storage.add(source.system)
        source.put(lpar, "setting.REAL_STORAGE_GB", size, "GB", "SMF70CSF")
    machine = smf70.machine(record)
    cpc = f"cpc:{machine.serial}" if machine is not None else ""
    shares, physical = smf70.shares(record), smf70.physical(record)
    for share in shares:
        if share.partition == smf70.PHYSICAL:
            continue
        if share.number == own:
            _own(share, source)
        if cpc:
            _share(share, physical.get(share.kind, 0), cpc, seconds, source)
    if machine is None:
        return
    source.put(lpar, "relation.parent", cpc, "", f"SMF70CSC={machine.serial}")
    if machine.model:
        source.put(cpc, "setting.MODEL", machine.model, "", "SMF70MOD, SMF70HWM")
    for name, setting in (("CP", "setting.CPS"), ("IIP", "setting.ZIIPS")):
        if physical.get(name):
            source.put(cpc, setting, physical[name], "", "SMF70CTN")
    if physical.get("CP"):
        used = sum(share.dispatched_s for share in shares if share.kind == "CP")
        busy = 100 * used / (physical["CP"] * seconds)
        source.put(cpc, "cp_busy_pct", busy, "%", "SMF70PDT of all partitions by SMF70CTN")


def _own(share: smf70.Share, source: _Source) -> None:
    metric = {"CP": "cp_busy_pct", "IIP": "ziip_busy_pct"}.get(share.kind)
    if metric is not None and share.online_s > 0:
        busy = 100 * share.dispatched_s / share.online_s
        raw = f"SMF70PDT, SMF70ONT of partition {share.number}"
        source.put(source.lpar, metric, busy, "%", raw)
    if share.kind != "CP":
        return
    if share.weight:
        source.put(source.lpar, "setting.WEIGHT", share.weight, "", f"SMF70BPS={share.weight}")
    if share.weight is None:
        source.put(source.lpar, "setting.DEDICATED", True, "", "SMF70BPS=X'FFFF'")
    else:
        source.put(source.lpar, "setting.CAPPED", share.capped, "", "SMF70VPF")


def _share(share: smf70.Share, physical: int, cpc: str, seconds: float, source: _Source) -> None:
    """What a partition used, under its name, as Partition Data prints it."""
    if share.kind == "CP" and share.weight is not None and share.online_s > 0:
        count = share.online_s / seconds
        raw = "SMF70ONT by the interval"
        source.put(cpc, f"logical_cps.{share.partition}", count, "processors", raw)
    name = share.partition if share.kind == "CP" else f"{share.partition}.{share.kind}"
    if physical:
        used = 100 * share.dispatched_s / (physical * seconds)
        source.put(cpc, f"partition_physical_pct.{name}", used, "%", "SMF70PDT by SMF70CTN")
    if share.online_s > 0:
        used = 100 * share.dispatched_s / share.online_s
        source.put(cpc, f"partition_logical_pct.{name}", used, "%", "SMF70PDT by SMF70ONT")


def _paging(record: bytes, source: _Source, storage: set[str]) -> bool:
    """Whether the section was read: of a length, and with counts, that it can have."""
    data, seconds = smf71.section(record), source.interval.duration_s
    if data is None or not seconds:
        return False
    if data.length < smf71.LEAST:
        source.refuse(
            say(
                "{file}, record {number}: the paging data section of this type 71 has {length} "
                "bytes, and those that RMF writes have {least} or more, so it was not read: give "
                "the records as SMF wrote them.",
                file=Name(source.out.file),
                number=source.number,
                length=data.length,
                least=smf71.LEAST,
            )
        )
        return False
    for metric, value, unit, raw in smf71.paging(data, seconds):
        source.put(source.lpar, metric, value, unit, raw)
    odd = smf71.contradiction(data)
    if odd:
        source.refuse(
            say(
                "{file}, record {number}: frame and slot counts of this type 71 contradict each "
                "other ({odd}), so they were not read: compare with RMF's printed paging page.",
                file=Name(source.out.file),
                number=source.number,
                odd=Quoted(odd),
            )
        )
        return True
    for metric, value, unit, raw in smf71.storage(data):
        source.put(source.lpar, metric, value, unit, raw)
    if source.system not in storage:  # type 70 says it of the partition
        size, raw = smf71.real_storage_gb(data)
        source.put(source.lpar, "setting.REAL_STORAGE_GB", size, "GB", raw)
    return True


def _workload(
    record: bytes, product: int, source: _Source, classes: dict[tuple[str, str], _PerSystem]
) -> None:
    """A class on one system; what all systems of the sysplex say of it is added up at the end."""
    named, seconds = smf72.work_class(record), source.interval.duration_s
    if named is None or not seconds:
        return
    plex = text(record, product + 88, 8) or source.system
    kind = "report" if named.report else "service"
    source = replace(source, work=named.name)
    periods = list(smf72.periods(record))
    if named.report and periods:  # its periods are those of the classes that it reports on
        total = sum((period.sums for period in periods), smf72.Sums())
        periods = [replace(periods[0], sums=total)]
    for period in periods:
        subject = f"service_class:{plex}/{named.name}"
        if not named.report:
            subject += f".{period.number}"
        source.put(subject, "setting.TYPE", kind, "", "R723MSCF")
        if named.workload:
            source.put(subject, "setting.WORKLOAD", named.workload, "", "R723MWNM")
        if not named.report and 1 <= period.importance <= 5:
            source.put(subject, "setting.IMPORTANCE", period.importance, "", "R723CIMP")
        if not named.report:
            for metric, value, unit, raw in period.goal:
                source.put(subject, metric, value, unit, raw)
        for metric, value, unit, raw in smf72.figures(period.sums, seconds):
            if metric in _PER_SYSTEM:
                source.put(subject, f"{metric}.{source.system}", value, unit, raw)
        key = (subject, _minute(source.interval.start))
        one = classes.get(key)
        if one is None:
            one = classes[key] = _PerSystem(source, {})
        # The same record twice in a dump is one record.
        one.sums[source.system] = period.sums


def _minute(start: str | None) -> str:
    """Systems of a sysplex begin their intervals within some seconds of each other."""
    if start is None:
        return ""
    moment = datetime.fromisoformat(start) + timedelta(seconds=30)
    return moment.isoformat(timespec="minutes")


def _sysplex(classes: dict[tuple[str, str], _PerSystem]) -> None:
    """What the postprocessor prints of these records: sums and means over the systems."""
    for (subject, _), one in classes.items():
        systems = ", ".join(sorted(one.sums))
        source = replace(one.source, system=systems)
        total = sum(one.sums.values(), smf72.Sums())
        for metric, value, unit, raw in smf72.figures(total, source.interval.duration_s or 0.0):
            source.put(subject, metric, value, unit, raw)
    classes.clear()


def _say_incomplete(broken: Reassembly, file: str, out: Collector) -> None:
    """Name the records of which parts are missing: half a machine's figures would be wrong."""
    lost = sum(len(whole.records) for whole in broken.open.values())
    if not lost:
        return
    first = min(number for one in broken.open.values() for _, number, _ in one.records.values())
    out.problem(
        first,
        counted(
            "{file}, record {first} is a part of a larger one whose other parts are missing, so "
            "that it was not read: dump the whole interval of types 70 to 72.",
            "{file}, record {first}: {n} records are parts of larger ones whose other parts "
            "are missing, so that they were not read: dump the whole interval of types 70 to 72.",
            lost,
            file=Name(file),
            first=first,
        ),
    )


_CLASS_METRICS = (
    ("ended", "transactions", "R723CRCP"),
    ("ended_per_s", "transactions/s", "R723CRCP by the interval"),
    ("response_ms", "ms", "R723CTET by R723CRCP"),
    ("execution_ms", "ms", "R723CXET by R723CRCP"),
    ("queued_ms", "ms", "R723CQDT by R723CRCP"),
    ("mpl", "", "R723CTRR by the interval"),
    ("enclaves", "", "R723CIEA by the interval"),
    ("cpu_s", "s", "R723CCPU in seconds"),
    ("srb_s", "s", "R723CSRB in seconds"),
    ("ziip_cpu_s", "s", "R723CSUP in seconds"),
    ("appl_cp_pct", "%", "CPU, SRB, RCT, IIT and HST less zIIP, of one processor"),
    ("appl_iip_pct", "%", "R723CSUP, of one processor"),
    ("appl_iipcp_pct", "%", "R723CSUC, of one processor"),
    ("io_per_s", "I/O/s", "R723CIRC by the interval"),
    ("io_response_ms", "ms", "R723CICT, CIDT, CIWT and CIOT by R723CIRC"),
    ("io_conn_ms", "ms", "R723CICT by R723CIRC"),
    ("io_disc_ms", "ms", "R723CIDT by R723CIRC"),
    ("io_pend_ms", "ms", "R723CIWT by R723CIRC"),
    ("io_iosq_ms", "ms", "R723CIOT by R723CIRC"),
    ("frames", "frames", "R723CPRS by the interval"),
    ("page_ins_per_s", "pages/s", "R723CPIR by R723CTRR less R723CIEA"),
    ("block_page_ins_per_s", "pages/s", "R723CBPI by R723CTRR less R723CIEA"),
    ("velocity_pct", "%", "R723CTOU by R723CTOU and R723CTOT"),
    ("CPUUSGP", "%", "R723CCUS by R723CTSA: samples that used CPU"),
    ("CPUDLYP", "%", "R723CCDE by R723CTSA: delayed for CPU"),
    ("IOUSGP", "%", "R723CIOU by R723CTSA: using DASD I/O"),
    ("IODLYP", "%", "R723CIOD by R723CTSA: delayed for DASD I/O"),
)

READER = Reader(
    id="rmf-smf",
    title="SMF 70, 71, 72 (binary)",
    subsystem="z/OS",
    where="records",
    record_types=TYPES | _OF_THE_DUMP,
    claims_records=claims,
    dated_record=partial(occasion, types=TYPES),
    parse_records=parse,
    metrics=(
        Metric("lpar", "cp_busy_pct", "70-1: SMF70PDT against SMF70ONT, own partition"),
        Metric("lpar", "mvs_busy_pct", "70-1: interval less SMF70WAT and SMF70PAT"),
        Metric("lpar", "ziip_busy_pct", "70-1: as cp_busy_pct, zIIPs"),
        Metric("lpar", "setting.CPS", "70-1: processors online"),
        Metric("lpar", "setting.ZIIPS", "70-1: zIIPs online"),
        Metric("lpar", "setting.ZIIP_THREADS", "70-1: threads of a zIIP's core section"),
        Metric("lpar", "setting.OPSYS", "z/OS"),
        Metric("lpar", "setting.WEIGHT", "70-1: SMF70BPS; none for dedicated processors"),
        Metric("lpar", "setting.DEDICATED", "70-1: SMF70BPS of X'FFFF'"),
        Metric("lpar", "setting.CAPPED", "70-1: initial capping (SMF70VPF)"),
        Metric("lpar", "setting.REAL_STORAGE_GB", "70-1: SMF70CSF, else 71: frames"),
        Metric("lpar", "relation.parent", "70-1: the CPC, named by SMF70CSC"),
        Metric("cpc", "setting.MODEL", "70-1: SMF70MOD and SMF70HWM"),
        Metric("cpc", "setting.CPS", "70-1: SMF70CTN"),
        Metric("cpc", "setting.ZIIPS", "70-1: SMF70CTN"),
        Metric("cpc", "cp_busy_pct", "70-1: SMF70PDT of all partitions and PR/SM"),
        Metric("cpc", "logical_cps.*", "70-1: SMF70ONT of partition *, shared CPs"),
        Metric("cpc", "partition_physical_pct.*", "70-1: SMF70PDT by partition"),
        Metric("cpc", "partition_logical_pct.*", "70-1: SMF70PDT by SMF70ONT"),
        Metric("lpar", "page_faults_per_s", "71: SMF71PIN"),
        Metric("lpar", "demand_paging_per_s", "71: SMF71PIN and SMF71POT"),
        Metric("lpar", "page_ins_per_s", "71: SMF71PIN, SIN, VIN, BLP, HIN"),
        Metric("lpar", "page_outs_per_s", "71: SMF71POT, SOT, VOT, HOT"),
        Metric("lpar", "paging_per_s", "71: both"),
        Metric("lpar", "available_frames", "71: SMF71AVF"),
        Metric("lpar", "available_frames_min", "71: SMF71MNF"),
        Metric("lpar", "aux_slots_used", "71: SMF71AVM"),
        Metric("lpar", "scm_blocks_used", "71: SMF71USA"),
        Metric("lpar", "fixed_1m_frames_max", "71: SMF71LRX"),
        Metric("lpar", "pageable_1m_frames_used", "71: SMF71PLA"),
        Metric("lpar", "pageable_1m_frames_max", "71: SMF71PLX"),
        Metric("lpar", "lfarea_2g_pages_used", "71: SMF71GUA"),
        Metric("lpar", "hiperspace_pages_max", "71: SMF71XHI"),
        Metric("lpar", "unreferenced_interval_s", "71: SMF71UAC"),
        Metric("lpar", "setting.LFAREA_1M_GB", "71: SMF71LFA"),
        Metric("lpar", "setting.LFAREA_2G_GB", "71: SMF71GFA, of 2 GB each"),
        Metric("lpar", "setting.LFAREA_USED_GB", "71: SMF71LRA"),
        Metric("service_class", "setting.TYPE", "72-3: service or report"),
        Metric("service_class", "setting.WORKLOAD", "72-3: R723MWNM"),
        Metric("service_class", "setting.IMPORTANCE", "72-3: R723CIMP"),
        Metric("service_class", "goal_velocity_pct", "72-3: R723CVAL by R723CRGF"),
        Metric("service_class", "goal_response_ms", "72-3: R723CVAL in the unit of R723CRTF"),
        Metric("service_class", "goal_pct", "72-3: R723CPCT"),
        *(
            Metric("service_class", name, f"72-3: {meaning}, all systems")
            for name, unit, meaning in _CLASS_METRICS
        ),
        *(
            Metric("service_class", f"{name}.*", f"72-3: {meaning}, system *")
            for name, unit, meaning in _CLASS_METRICS
            if name in _PER_SYSTEM
        ),
    ),
    page=Page(
        reads="Records of these types wherever they stand in a dump, spanned segments joined and "
        "broken records (those with a reassembly area) put together. Sections are found by their "
        "triplets; a section that would reach beyond its record is not read, longer ones of later "
        "releases are. Long fields of 72-3 are System/370 floating point. A class's figures are "
        "given by system and, added up over the systems of the dump as the postprocessor does, for "
        "the sysplex. A record that stands twice in a dump counts once.",
        releases="z/OS V1R13 to V3R1",
        verified="header, product section and triplets against IBM's SMF manual; SMF70 control, "
        "CPU, partition, logical processor, core and CPU identification sections and R723 control "
        "and period sections against the C mappings of the public repository smf2json, formulas "
        "against smf2db; types 71 and 72-3 against the interface description that IBM makes of "
        "its mapping macros for the z/OS Data Gatherer of z/OS 3.1, totals of paging against the "
        "Overview conditions of IBM's manual (resources/layouts/smf71.csv names all). Frame counts "
        "are taken only where minima, means and maxima fit each other. No real dump was at hand",
        unread="other subtypes; of type 71 frames by area, fixed and shared pages, memory objects; "
        "LPAR cluster, group capacity; response time distributions, work manager states",
    ),
)
