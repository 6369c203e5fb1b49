"""CICS on z/OS and paging on z/OS systems."""

from __future__ import annotations

import math

from advisor.findings import Effect, Risk
from advisor.rules.base import ZOS, Advice, DoesNotApply, Rule
from advisor.rules.catalogue.adabas.common import RMF, paging_still_measured
from advisor.rules.catalogue.cics import procedures
from advisor.rules.catalogue.zos.paging import paging_of, without_paging
from advisor.rules.catalogue.zos.procedures import WLM_POLICY, activated
from advisor.rules.commands import statements
from advisor.rules.effects import TODAY, arithmetic, manual
from advisor.rules.procedure import NONE_STATED, Procedure, Role, advised
from advisor.rules.subject import CannotTell, Subject
from model.language import Keyword, Name, joined, say

REGION = ("cics_region",)
STATISTICS = "DFHSTUP or DFH0STAT dispatcher TCB modes"
QR_RATIO = 0.65
GOOD_RATIO = 0.8
CPS_IDLE_PCT = 70.0
PAGING_PER_S = 10.0
"""Practice: at 1.1 ms a page from disk this stops the QR task for about a hundredth of the time.
003, 4.1.3, investigates above about 100 a second, but its own case lost 28 of 29 ms at 92.8 and
was well at 1.9: no limit is published between these, and the bad case itself is none."""
FAULT_MS = {"disk": 1.1, "flash": 0.095}
"""Time of a page operation (001, Table 11 as calibrated: near 95 microseconds, 1.1 ms)."""


_REGION = "<region>"
IMPORTANCE = Procedure(
    command=statements("RESET <region>,SRVCLASS=<class>", activated("<changed definition>")),
    back_out=statements("RESET <region>,RESUME", activated("<former definition>")),
    permanent="The classification rules of the WLM service definition, installed and activated.",
    effort="dynamic",
    detail="RESET takes a service class of more importance and holds for this run of the region.",
    roles=(Role.ZOS, Role.CICS),
    level=NONE_STATED,
    sources=(
        "https://www.ibm.com/support/knowledgecenter/en/SSLTBW_2.1.0/com.ibm.zos.v2r1.ieag100/r4job1.htm",
        WLM_POLICY,
        "https://ibm.com/support/knowledgecenter/en/SSLTBW_2.1.0/com.ibm.zos.v2r1.ieaw100/aputil.htm",
    ),
)


def page_rate(subject: Subject) -> float | None:
    """Page-ins a second of the region, or else of its system."""
    own = subject.figure("page_ins_per_s")
    if own is None:
        own = subject.of_job("page_ins_per_s")
    if own is None:
        own = subject.of_job("paging_per_s")
    if own is not None:
        return own
    host = subject.container("lpar")
    return (
        None
        if host is None
        else host.figure("demand_paging_per_s", "page_ins_per_s", "paging_per_s")
    )


def _without_paging(subject: Subject, rate: float) -> tuple[Effect, ...]:
    effects = [
        arithmetic(
            "page_ins_per_s",
            rate,
            0.0,
            "enough real storage pages nothing",
            low=0.0,
            high=0.02 * rate,
        )
    ]
    host = subject.container("lpar")
    device = None if host is None else host.text("PAGE_DEVICE")
    each = FAULT_MS.get(device or "disk", FAULT_MS["disk"])
    response, tasks = subject.figure("response_ms"), subject.rate("transactions")
    tasks = subject.figure("tx_per_s") if tasks is None else tasks
    if response and tasks:
        # Faults of one QR task delay all transactions in the region, but no more than they take.
        lost = min(0.97 * response, rate * each / tasks)
        effects.append(
            arithmetic(
                "response_ms",
                response,
                response - lost,
                f"page-ins per transaction at {each:g} ms each, waited for once",
                low=0.03 * response,
                high=response,
            )
        )
    return tuple(effects)


def _qr_share(subject: Subject) -> tuple[float, float | None]:
    """CPU of the QR TCB by its dispatched time, and that time by transaction in ms, if known.

    Monitoring of tasks gives the share without the times of the TCB. Raises CannotTell.
    """
    share = subject.figure("qr_ratio_pct")
    if subject.figure("qr_dispatch_s") is None and share is not None:
        return share / 100.0, subject.figure("dispatch_ms")
    cpu, elapsed = subject.need_figure("qr_cpu_s"), subject.need_figure("qr_dispatch_s")
    if elapsed <= 0:
        raise DoesNotApply(subject.say("{name} was idle."))
    tasks = subject.figure("transactions")
    return cpu / elapsed, 1000.0 * elapsed / tasks if tasks else None


def _idle(host: Subject | None) -> float | None:
    """How busy the CPs of a system are, if so little that hardly any task waits for one."""
    if host is None or host.flag("CAPPED"):
        return None
    busy = host.figure("cp_busy_pct")
    return busy if busy is not None and busy < CPS_IDLE_PCT else None


def _qr(subject: Subject) -> Advice | str:
    ratio, each = _qr_share(subject)
    if ratio >= QR_RATIO:
        return subject.say(
            "{name}: QR CPU to dispatch {ratio:.0%} ({least:.0%} is enough).",
            ratio=ratio,
            least=QR_RATIO,
        )
    host = subject.container("lpar")
    if host is not None and paging_of(host):
        paging_still_measured(host)
    paging = page_rate(subject)
    idle = _idle(host) if paging == 0 else None
    cause = (
        say("{paging:,.0f} pages a second are the likely cause.", paging=paging)
        if paging
        else say(
            "Nothing pages, and the CPs of its system are {busy:.0f} % busy: neither takes the CPU "
            "from it.",
            busy=idle,
        )
        if idle is not None
        else "Nothing pages, so look for CPU contention."
        if paging is not None
        else "Whether it pages is not reported."
    )
    before = 100.0 if each is None else each
    job = subject.text("JOBNAME") or _REGION
    return Advice(
        subject.say(
            "The QR task of {name} gets CPU only {ratio:.1%} of the time it is dispatched. {cause}",
            ratio=ratio,
            cause=cause,
        ),
        texts=(
            manual(
                subject.id,
                "QR",
                "Where its system pages, more real storage or smaller pools; where other work "
                "takes the CPs, a service class of more importance"
                if paging is None
                else say(
                    "Stop the paging first; how much storage it takes: {rules}",
                    rules=joined([Keyword(name) for name in without_paging(subject)], ", "),
                )
                if paging > 0
                else IMPORTANCE.command.replace(_REGION, job)
                if idle is None
                else "Find what the QR task waits for while it is dispatched: system services that "
                "exits and programs call on it (security, OPEN and CLOSE, dumps) show in the CICS "
                "trace and as delays of the region in RMF Monitor III",
            ),
        ),
        way_back=IMPORTANCE.back_out.replace(_REGION, job)
        if paging == 0 and idle is None
        else None,
        awaits=""
        if paging is not None
        else subject.say(
            "whether the system of {name} pages and how busy its CPs are (RMF CPU and paging "
            "activity)"
        ),
        caveats=()
        if idle is not None or paging
        else (
            say(
                "Another service class only helps where other work takes the CPs: where the LPAR "
                "itself has too few or too little weight, its wait moves to others."
            ),
        ),
        risk=Risk("low", "that of what ends the paging.", without_paging(subject))
        if paging
        else Risk("low")
        if idle is not None
        else None,
        # Where it pages nothing else is to be done before.
        points_to=without_paging(subject) if paging else (),
        slight=""
        if idle is None
        else say(
            "the CPs of its system are {busy:.0f} % busy, so that no service class gives it more",
            busy=idle,
        ),
        not_projectable=""
        if idle is None
        else "no report tells what the QR task waits for, and so not what ending it brings",
        effects=()
        if idle is not None
        else (
            arithmetic(
                "dispatch_ms",
                before,
                before * ratio / GOOD_RATIO,
                "dispatch time at a ratio of 80 %",
                unit=TODAY if each is None else "",
                low=before * ratio,
                high=before,
            ),
        ),
        distance="The document's pair: 17.8 % with paging, 52.1 % with less, which it calls better "
        "though it is below the threshold.",
    )


def _class_rate(subject: Subject) -> float:
    """Page-ins of the worst service or report class of CICS. Raises CannotTell."""
    classes = [c for c in subject.peers("service_class") if "CICS" in c.name.upper()]
    rates = [r for c in classes if (r := c.figure("page_ins_per_s")) is not None]
    if not rates:
        raise CannotTell(subject.say("page-ins of {name} or of its report class"))
    return max(rates)


def _paging(subject: Subject) -> Advice | str:
    rate = subject.figure("page_ins_per_s", "paging_per_s")
    if rate is None:
        rate = subject.of_job("page_ins_per_s")
    if rate is None:
        rate = _class_rate(subject)
    if rate < PAGING_PER_S:
        return subject.say(
            "{name}: {rate:.1f} page-ins a second (from {paging_per_s:,g} on they are looked into, "
            "which is practice; the source's bad case had 92.8, its good one 1.9).",
            rate=rate,
            paging_per_s=PAGING_PER_S,
        )
    host = subject.container("lpar")
    if host is not None and paging_of(host):
        paging_still_measured(host)
    return Advice(
        subject.say("{name} pages in {rate:,.1f} times a second.", rate=rate),
        points_to=without_paging(subject),
        texts=(
            manual(
                subject.id,
                "REAL_STORAGE_GB",
                "Real storage as ZOS-001 computes it; or fewer in-storage facilities",
            ),
        ),
        effects=_without_paging(subject, rate),
        distance="Published: 92.8 page-ins/s with 29 ms, 1.9 with 1 ms.",
    )


def cics_jobs(subject: Subject, figure: str) -> dict[str, float]:
    """A figure of every CICS job that a list of jobs on this system gives, by job name."""
    regions = {c.name.upper() for c in subject.peers("cics_region")}
    found: dict[str, float] = {}
    for name in sorted(subject.component.measured):
        head, _, rest = name.partition(".")
        job, _, metric = rest.rpartition(".")
        if head != "job" or metric != figure:
            continue
        if "CICS" in job.upper() or job.upper() in regions:
            value = subject.figure(name)
            if value is not None:
                found[job] = value
    return found


def _storj(subject: Subject) -> Advice | str:
    delays = cics_jobs(subject, "delay_storage_pct")
    for job, total in cics_jobs(subject, "delay_pct").items():
        delay = f"{subject.word(f'job.{job}.primary_delay') or ''} " + (
            subject.word(f"job.{job}.delay_reason") or ""
        )
        if "XMEM" in delay.upper() or "PAGING" in delay.upper():
            delays[job] = max(delays.get(job, 0.0), total)
    if not delays:
        raise CannotTell(subject.say("storage delays of the CICS jobs on {name}"))
    worst = max(delays, key=lambda job: (delays[job], job))
    if delays[worst] <= 0:
        return subject.say("{name}: no CICS job is delayed by storage.")
    return Advice(
        say(
            "RMF III shows {worst} delayed {delays:,g} % by paging.",
            worst=worst,
            delays=delays[worst],
        ),
        points_to=without_paging(subject),
        texts=(manual(subject.id, "REAL_STORAGE_GB", "Real storage as ZOS-001 computes it"),),
    )


def _sdsf(subject: Subject) -> Advice | str:
    rates = cics_jobs(subject, "paging_per_s")
    if not rates:
        raise CannotTell(subject.say("the paging column of SDSF DA for the CICS jobs on {name}"))
    paging = [job for job in sorted(rates, key=lambda j: (-rates[j], j)) if rates[job] > 10]
    if not paging:
        return subject.say(
            "{name}: CICS jobs page {rates:.2f} times a second at most.", rates=max(rates.values())
        )
    listed = joined(
        (say("{job} {rate:,.1f}", job=Name(job), rate=rates[job]) for job in paging[:3]), ", "
    )
    return Advice(
        say("SDSF DA shows page-ins and page-outs a second: {listed}.", listed=listed),
        points_to=without_paging(subject),
        texts=(manual(subject.id, "REAL_STORAGE_GB", "Real storage as ZOS-001 computes it"),),
    )


def spare_gb(subject: Subject) -> float:
    """Real storage free on the region's system, GB. Raises CannotTell."""
    host = subject.container("lpar")
    frames = None if host is None else host.figure("available_frames")
    if frames is None:
        raise CannotTell(subject.say("available frames of the system of {name}"), RMF)
    return frames * 4096 / 2**30


def room(subject: Subject, least_gb: float = 1.0) -> None:
    """Raises DoesNotApply where the region's system has less real storage free."""
    spare = spare_gb(subject)
    if spare < least_gb:
        raise DoesNotApply(subject.say("{name}: its system has {spare:.1f} GB free.", spare=spare))


def _ts(subject: Subject) -> Advice | str:
    if subject.flag("TSMAIN"):
        return subject.say("{name}: main temporary storage is used.")
    ios = (subject.figure("ts_buffer_reads") or 0) + (subject.figure("ts_buffer_writes") or 0)
    if subject.figure("ts_buffer_reads") is None:
        raise CannotTell(subject.say("temporary storage I/O of {name}"), "CICS TS statistics")
    if ios <= 0:
        return subject.say("{name}: no auxiliary temporary storage I/O.")
    room(subject)
    return Advice(
        subject.say(
            "{ios:,.0f} auxiliary temporary storage I/Os of {name} with storage to spare.", ios=ios
        ),
        ((subject.set("TSMAIN", True),),),
        effects=(
            arithmetic("ts_ios", ios, 0.0, "main temporary storage does no I/O", high=0.5 * ios),
        ),
    )


def _table_trace(subject: Subject) -> Advice | str:
    size = subject.need_figure("trace_table_kb")
    if size >= 16384:
        return subject.say("{name}: trace table of {size:,.0f} KB.", size=size)
    room(subject)
    return Advice(
        subject.say(
            "The trace table of {name} has {size:,.0f} KB; it wraps before a problem is over.",
            size=size,
        ),
        texts=(manual(subject.id, "TRTABSZ", _TRACE_TABLE),),
    )


def _containers(subject: Subject) -> Advice | str:
    used = subject.need_figure("commarea_kb", "aux_passing_kb")
    if used < 32:
        return subject.say("{name}: {used:,g} KB passed at most.", used=used)
    return Advice(
        subject.say(
            "Programs of {name} pass up to {used:,g} KB by COMMAREA or temporary storage.",
            used=used,
        ),
        texts=(manual(subject.id, "CHANNEL", "Channels and containers; watch MEMLIMIT"),),
    )


def _rls(subject: Subject) -> Advice | str:
    host = subject.container("lpar")
    servers = () if host is None else host.children("smsvsam")
    if any(server.by_part("bmf_calls") for server in servers):
        raise DoesNotApply(subject.say("{name}: VS-103 judges the pools of its RLS server."))
    reads, hits = subject.need_figure("rls_reads"), subject.need_figure("rls_buffer_hits")
    total = reads + hits
    if total <= 0 or reads / total < 0.1:
        return subject.say("{name}: RLS buffers serve most requests.")
    room(subject)
    return Advice(
        subject.say(
            "{reads:.0%} of the RLS requests of {name} miss their buffers.", reads=reads / total
        ),
        texts=(manual(subject.id, "RLSABOVETHEBARMAXPOOLSIZE"),),
        effects=(
            arithmetic(
                "rls_reads",
                reads,
                reads / math.sqrt(2),
                "misses fall with the square root of the pool",
                low=0.5 * reads,
                high=reads,
            ),
        ),
    )


def _heap(subject: Subject) -> Advice | str:
    users = subject.children("jvm")
    if not users:
        raise DoesNotApply(subject.say("{name} has no JVM."))
    rate = page_rate(subject)
    if rate is None:
        raise CannotTell(subject.say("paging of {name}"), RMF)
    if rate <= 0:
        return subject.say("{name}: its JVMs do not page.")
    return Advice(
        subject.say(
            "{users} JVMs of {name} page {rate:,.1f} times a second.", users=len(users), rate=rate
        ),
        points_to=without_paging(subject),
        texts=(manual(subject.id, "REAL_STORAGE_GB", "Real storage as ZOS-001 computes it"),),
    )


_MEASURE = "003, section 4.1.3"
_USES = "003, section 4.1"

_TRACE_TABLE = statements("CETR: internal trace table size 16384 KB", "SIT TRTABSZ=16384")

RULES = (
    Rule(
        "CIZ-001",
        "QR task that gets too little CPU",
        "CICS z/OS",
        "threshold",
        "yes",
        "QR CPU (Time/TCB) over dispatch time.",
        "Below 65 %.",
        "A QR task that is dispatched and has no CPU keeps all transactions waiting.",
        "Investigate paging, then CPU contention.",
        (f"{_MEASURE}, Figure 4-5",),
        threshold="003: below 65 % often calls for investigation. Where the CPs are less than "
        "70 % busy and nothing pages, no service class helps: that is told, and no step is planned "
        "(practice).",
        verify=STATISTICS + ".",
        back_out="Where the region was reset, RESUME classifies it as the policy in effect has it.",
        risk=Risk("low", "What loses importance to it waits longer."),
        effect="17.8 % with paging, 52.1 % with less.",
        effect_conditions="The document calls 52.1 % better, though it is below 65 %.",
        projection="Dispatch time at a ratio of 80 %.",
        report=STATISTICS,
        on=REGION,
        platforms=ZOS,
        check=_qr,
        exposure="degradation",
        applying=IMPORTANCE,
    ),
    Rule(
        "CIZ-002",
        "CICS regions that page",
        "CICS z/OS",
        "threshold",
        "yes",
        "Page-in rate of the region.",
        "From 10 a second on.",
        "Faults of the QR task delay every transaction.",
        "Real storage; strive for no paging.",
        (_MEASURE,),
        threshold="Practice: 10 a second. 003 investigates above about 100, but 92.8 cost its own "
        "case 28 of 29 ms; it was well at 1.9.",
        verify="RMF WLMGL page-in rates.",
        back_out="None needed.",
        risk=Risk("low"),
        effect="92.8 to 1.9 pages/s: 29 to 1 ms.",
        effect_conditions="17 regions.",
        prerequisites="Storage in the CPC; reserved storage for CONFIG ONLINE.",
        projection="Faults per transaction at the page device's time.",
        report="RMF workload activity by region, SDSF DA",
        on=REGION,
        platforms=ZOS,
        check=_paging,
        methods=("CIZ-003",),
        exposure="degradation",
        applying=advised("hardware", Role.HARDWARE, Role.ZOS),
    ),
    Rule(
        "CIZ-003",
        "One region may hide in a class",
        "CICS z/OS",
        "method",
        "no",
        "Report classes.",
        "Several regions in one class.",
        "The average hides the one that pages.",
        "Give the file-owning region (and each region in question) a report class of its own",
        (f"{_MEASURE}, Figure 4-2",),
        effect="92.8 in all, much more in the file-owning region.",
        projection="a method",
        on=REGION,
    ),
    Rule(
        "CIZ-004",
        "RMF III storage delays",
        "CICS z/OS",
        "threshold",
        "partial",
        "STORJ delays.",
        "Any delay by paging.",
        "RMF names paging as the delay.",
        "Real storage.",
        (f"{_MEASURE}, Figure 4-3",),
        threshold="Any.",
        verify="STORJ.",
        back_out="None needed.",
        risk=Risk("low"),
        effect="Page-ins 698/s, delay 80 % in the sample.",
        prerequisites="Storage in the CPC; reserved storage for CONFIG ONLINE.",
        projection="a share of samples, not a time",
        report="RMF Monitor III STORJ",
        on=("lpar",),
        platforms=ZOS,
        check=_storj,
        exposure="degradation",
        applying=advised("hardware", Role.HARDWARE, Role.ZOS),
    ),
    Rule(
        "CIZ-005",
        "SDSF paging column",
        "CICS z/OS",
        "threshold",
        "partial",
        "Paging column of SDSF DA.",
        "Above 10 a second.",
        "The region pages.",
        "Real storage.",
        (f"{_MEASURE}, Figure 4-6",),
        threshold="10 is practice; samples show 154 to 234.",
        verify="SDSF DA.",
        back_out="None needed.",
        risk=Risk("low"),
        prerequisites="Storage in the CPC; reserved storage for CONFIG ONLINE.",
        projection="a momentary value",
        report="SDSF DA",
        on=("lpar",),
        platforms=ZOS,
        check=_sdsf,
        exposure="degradation",
        applying=advised("hardware", Role.HARDWARE, Role.ZOS),
    ),
    Rule(
        "CIZ-006",
        "64-bit main temporary storage",
        "CICS z/OS",
        "tuning",
        "partial",
        "Temporary storage I/O and free storage.",
        "Auxiliary I/O with 1 GB or more free.",
        "Since CICS TS 4.2 main temporary storage is above the bar.",
        "MAIN; TSMAINLIMIT.",
        (_USES,),
        threshold="Any I/O.",
        verify="TS statistics.",
        back_out="AUXILIARY.",
        risk=Risk("medium", "not recoverable."),
        prerequisites="CICS TS 4.2.",
        projection="I/O by arithmetic.",
        report="CICS TS statistics",
        on=REGION,
        platforms=ZOS,
        check=_ts,
        syntax={
            "TSMAIN": statements(
                "CEDA ALTER TSMODEL(<model>) GROUP(<group>) LOCATION(MAIN)",
                "CEDA INSTALL TSMODEL(<model>) GROUP(<group>)",
                "CEMT SET TEMPSTORAGE TSMAINLIMIT(<bytes>)",
                "SIT TSMAINLIMIT=<MB>M",
            )
        },
        applying=procedures.MAIN_QUEUES,
    ),
    Rule(
        "CIZ-008",
        "A larger trace table",
        "CICS z/OS",
        "tuning",
        "no",
        "Trace table size.",
        "Below 16 MB.",
        "A longer trace helps to solve problems.",
        "SIT TRTABSZ.",
        (_USES,),
        threshold="16 MB is practice.",
        verify="Trace status.",
        back_out="TRTABSZ.",
        risk=Risk("low"),
        projection="diagnosis, not speed",
        report="CETR",
        on=REGION,
        platforms=ZOS,
        check=_table_trace,
        applying=procedures.TRACE_TABLE,
    ),
    Rule(
        "CIZ-009",
        "Channels and containers",
        "CICS z/OS",
        "tuning",
        "no",
        "COMMAREA sizes.",
        "32 KB or more.",
        "Containers are 64-bit storage.",
        "Channels and containers, watch MEMLIMIT.",
        (_USES,),
        threshold="COMMAREA's limit.",
        verify="Storage statistics.",
        back_out="COMMAREA.",
        risk=Risk("medium"),
        projection="storage layout, not speed",
        report="CMF task data",
        on=REGION,
        platforms=ZOS,
        check=_containers,
        applying=advised("application", Role.APPLICATION),
    ),
    Rule(
        "CIZ-010",
        "Larger RLS buffer pools",
        "CICS z/OS",
        "tuning",
        "yes",
        "RLS buffer hits.",
        "10 % or more misses and storage free.",
        "Each miss is an I/O.",
        "RLS_ABOVE_THE_BAR_MAX_POOL_SIZE; for Db2 see DB2-001.",
        (_USES,),
        threshold="10 % is practice.",
        verify="SMF 42.",
        back_out="The former size.",
        risk=Risk("low"),
        prerequisites="Real storage.",
        projection="Misses by the square root of the pool.",
        report="SMF 42 subtype 19",
        on=REGION,
        platforms=ZOS,
        check=_rls,
        applying=procedures.RLS_POOL,
    ),
    Rule(
        "CIZ-011",
        "What was kept small to avoid paging",
        "CICS z/OS",
        "method",
        "no",
        "An interview.",
        "Facilities kept small on purpose.",
        "With more storage they may grow: temporary storage, tables, traces, heaps, buffer pools.",
        "Ask which facilities were kept small to avoid paging",
        ("003, section 4.1.4",),
        projection="a method",
        on=REGION,
    ),
    Rule(
        "CIZ-012",
        "Storage for Java and 64-bit programs",
        "CICS z/OS",
        "tuning",
        "no",
        "JVMs of the region and paging.",
        "JVMs in a region that pages.",
        "Garbage collection touches the whole heap.",
        "Real storage.",
        (_USES,),
        threshold="Any.",
        verify="Paging.",
        back_out="None needed.",
        risk=Risk("low"),
        prerequisites="Storage in the CPC; reserved storage for CONFIG ONLINE.",
        projection="paging of the heap is not modelled apart from the system's",
        report=RMF,
        on=REGION,
        platforms=ZOS,
        check=_heap,
        applying=advised("hardware", Role.HARDWARE, Role.ZOS),
    ),
)
