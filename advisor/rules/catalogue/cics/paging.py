"""The QR task without CPU, and regions that page."""

from __future__ import annotations

from advisor.findings import Effect, Risk
from advisor.rules.base import ZOS, Advice, DoesNotApply, Rule
from advisor.rules.catalogue.adabas.common import paging_still_measured
from advisor.rules.catalogue.zos.paging import paging_of, without_paging
from advisor.rules.catalogue.zos.procedures import WLM_POLICY, activated
from advisor.rules.commands import statements
from advisor.rules.effects import TODAY, arithmetic, manual
from advisor.rules.procedure import NONE_STATED, Procedure, Role, advised
from advisor.rules.subject import CannotTell, Subject
from model.language import Keyword, Name, joined, say
from model.topology import Change

REGION = ("cics_region",)
STATISTICS = "DFHSTUP or DFH0STAT dispatcher TCB modes"
QR_RATIO = 0.65
GOOD_RATIO = 0.8
CPS_IDLE_PCT = 70.0
LEAST_BY_PAGING = 0.1
"""Practice: page-ins that explain less of the QR task's time without CPU are not its cause."""
PAGING_PER_S = 10.0
"""Practice: at 1.1 ms a page from disk this stops the QR task for about a hundredth of the time.
003, 4.1.3, investigates above about 100 a second, but its own case lost 28 of 29 ms at 92.8 and
was well at 1.9: no limit is published between these, and the bad case itself is none."""
FAULT_MS = {"disk": 1.1, "flash": 0.095}
"""Time of a page operation (001, Table 11 as calibrated: near 95 microseconds, 1.1 ms)."""


_REGION = "<region>"
_PAIR = (
    "The document's pair: 17.8 % with paging, 52.1 % with less, which it calls better though it is "
    "below the threshold."
)
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


def own_page_rate(subject: Subject) -> float | None:
    """Page-ins a second of the region itself, where a report tells them."""
    own = subject.figure("page_ins_per_s")
    if own is None:
        own = subject.of_job("page_ins_per_s")
    return subject.of_job("paging_per_s") if own is None else own


def page_rate(subject: Subject) -> float | None:
    """Page-ins a second of the region, or else of its system."""
    own = own_page_rate(subject)
    if own is not None:
        return own
    host = subject.container("lpar")
    return (
        None
        if host is None
        else host.figure("demand_paging_per_s", "page_ins_per_s", "paging_per_s")
    )


def _page_device(subject: Subject) -> str | None:
    host = subject.container("lpar")
    return None if host is None else host.text("PAGE_DEVICE")


def _fault_ms(subject: Subject) -> float:
    return FAULT_MS.get(_page_device(subject) or "disk", FAULT_MS["disk"])


def _without_paging(subject: Subject, rate: float) -> tuple[Effect, ...]:
    """What is known of it where the model does not tell."""
    effects = [
        arithmetic(
            "paging_per_s",
            rate,
            0.0,
            "enough real storage pages nothing",
            low=0.0,
            high=0.02 * rate,
        )
    ]
    each = _fault_ms(subject)
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


def _by_page_ins(subject: Subject) -> float | None:
    """Share of the time without CPU for which the QR task waited for pages, at most.

    Every page-in of the region counts as one that its QR task waits for. ``None`` where no report
    tells them, the device that they come from, or how long the task was dispatched.
    """
    pages, seconds = own_page_rate(subject), subject.figure("duration_s")
    elapsed, cpu = subject.figure("qr_dispatch_s"), subject.figure("qr_cpu_s")
    if pages is None or not seconds or elapsed is None or cpu is None or elapsed <= cpu:
        return None
    if _page_device(subject) is None:
        return None
    return min(pages * _fault_ms(subject) / 1000.0 * seconds / (elapsed - cpu), 1.0)


def _idle(host: Subject | None) -> float | None:
    """How busy the CPs of a system are, if so little that hardly any task waits for one."""
    if host is None or host.flag("CAPPED"):
        return None
    busy = host.figure("cp_busy_pct")
    return busy if busy is not None and busy < CPS_IDLE_PCT else None


def _cause(subject: Subject, paging: float | None, waited: float | None, idle: float | None) -> str:
    """What takes the CPU from the QR task, as far as reports tell."""
    if paging is None:
        return "Whether it pages is not reported."
    if paging and own_page_rate(subject) is None:
        return say(
            "Its system pages {paging:,.0f} times a second; how much of that is its own no report "
            "tells.",
            paging=paging,
        )
    if paging and waited is None:
        return say("{paging:,.0f} page-ins a second are a possible cause.", paging=paging)
    if paging and waited is not None and waited >= LEAST_BY_PAGING:
        return say(
            "{paging:,.0f} page-ins a second of {each:,.0f} µs explain up to {waited:.0%} of the "
            "time without it.",
            paging=paging,
            each=1_000.0 * _fault_ms(subject),
            waited=waited,
        )
    no_pages = (
        say(
            "{paging:,.0f} page-ins a second of {each:,.0f} µs explain no more than {waited:.1%} "
            "of the time without it",
            paging=paging,
            each=1_000.0 * _fault_ms(subject),
            waited=waited,
        )
        if waited is not None
        else "Nothing pages"
    )
    if idle is None:
        return say("{no_pages}, so look for CPU contention.", no_pages=no_pages)
    return say(
        "{no_pages}, and the CPs of its system are {busy:.0f} % busy: neither takes the CPU from "
        "it.",
        no_pages=no_pages,
        busy=idle,
    )


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
    waited = _by_page_ins(subject) if paging else None
    slight_part = waited is not None and waited < LEAST_BY_PAGING
    idle = _idle(host) if paging == 0 or slight_part else None
    why = subject.say(
        "The QR task of {name} gets CPU only {ratio:.1%} of the time it is dispatched. {cause}",
        ratio=ratio,
        cause=_cause(subject, paging, waited, idle),
    )
    if idle is not None:
        return _unknown_wait(subject, why, idle)
    before = 100.0 if each is None else each
    gain = arithmetic(
        "dispatch_ms",
        before,
        before * ratio / GOOD_RATIO,
        "dispatch time at a ratio of 80 %",
        unit=TODAY if each is None else "",
        low=before * ratio,
        high=before,
    )
    if paging and not slight_part:
        return _stop_paging(subject, why, gain)
    caveat = say(
        "Another service class only helps where other work takes the CPs: where the LPAR "
        "itself has too few or too little weight, its wait moves to others."
    )
    if paging is None:
        text = manual(
            subject.id,
            "QR",
            "Where its system pages, more real storage or smaller pools; where other work "
            "takes the CPs, a service class of more importance",
        )
        awaits = subject.say(
            "whether the system of {name} pages and how busy its CPs are (RMF CPU and paging "
            "activity)"
        )
        return Advice(
            why,
            texts=(text,),
            way_back=None,
            awaits=awaits,
            caveats=(caveat,),
            effects=(gain,),
            distance=_PAIR,
        )
    job = subject.text("JOBNAME") or _REGION
    return Advice(
        why,
        texts=(manual(subject.id, "QR", IMPORTANCE.command.replace(_REGION, job)),),
        way_back=IMPORTANCE.back_out.replace(_REGION, job),
        caveats=(caveat,),
        effects=(gain,),
        distance=_PAIR,
    )


def _unknown_wait(subject: Subject, why: str, busy: float) -> Advice:
    """Neither pages nor other work take the CPU from the QR task."""
    text = manual(
        subject.id,
        "QR",
        "Find what the QR task waits for while it is dispatched: system services that "
        "exits and programs call on it (security, OPEN and CLOSE, dumps) show in the CICS "
        "trace and as delays of the region in RMF Monitor III",
    )
    slight = say(
        "the CPs of its system are {busy:.0f} % busy, so that no service class gives it more",
        busy=busy,
    )
    return Advice(
        why,
        texts=(text,),
        way_back=None,
        risk=Risk("low"),
        slight=slight,
        not_projectable="no report tells what the QR task waits for, and so not what ending it "
        "brings",
        distance=_PAIR,
    )


def _stop_paging(subject: Subject, why: str, gain: Effect) -> Advice:
    """Where it pages nothing else is to be done before."""
    rules = without_paging(subject)
    stop = say(
        "Stop the paging first; how much storage it takes: {rules}",
        rules=joined([Keyword(name) for name in rules], ", "),
    )
    return Advice(
        why,
        texts=(manual(subject.id, "QR", stop),),
        way_back=None,
        risk=Risk("low", "that of what ends the paging.", rules),
        points_to=rules,
        as_if=_unpaged(subject),
        effects=(gain,),
        distance=_PAIR,
    )


def _unpaged(subject: Subject) -> tuple[Change, ...]:
    """What the model takes for a region whose pages all have storage.

    Its own page-ins have to be known, and the device that they come from: one takes a tenth of the
    other's time.
    """
    known = subject.figure("page_ins_per_s") is not None and _page_device(subject) is not None
    return (subject.set("REAL_STORAGE_SUFFICES", True),) if known else ()


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
        as_if=_unpaged(subject),
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
        return subject.say("{name}: no CICS job is delayed by storage (any delay is looked into).")
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
            "{name}: CICS jobs page {rates:.2f} times a second at most (above 10 page-ins and "
            "page-outs a second is much).",
            rates=max(rates.values()),
        )
    listed = joined(
        (say("{job} {rate:,.1f}", job=Name(job), rate=rates[job]) for job in paging[:3]), ", "
    )
    return Advice(
        say("SDSF DA shows page-ins and page-outs a second: {listed}.", listed=listed),
        points_to=without_paging(subject),
        texts=(manual(subject.id, "REAL_STORAGE_GB", "Real storage as ZOS-001 computes it"),),
    )


_MEASURE = "003, section 4.1.3"

RULES = (
    Rule(
        "CIZ-001",
        "QR task that gets too little CPU",
        "CICS z/OS",
        "threshold",
        "partial",
        "QR CPU (Time/TCB) over dispatch time.",
        "Below 65 %.",
        "A QR task that is dispatched and has no CPU keeps all transactions waiting.",
        "Investigate paging, then CPU contention.",
        (f"{_MEASURE}, Figure 4-5",),
        threshold="003: below 65 % often calls for investigation. Where the CPs are less than "
        "70 % busy and nothing pages, no service class helps: that is told, and no step is "
        "planned (practice). Nor is paging its cause where page-ins explain less than 10 % of the "
        "time that it lacks (practice).",
        verify=STATISTICS + ".",
        back_out="Where the region was reset, RESUME classifies it as the policy in effect has it.",
        risk=Risk("low", "What loses importance to it waits longer."),
        effect="17.8 % with paging, 52.1 % with less.",
        effect_conditions="The document calls 52.1 % better, though it is below 65 %.",
        projection="Dispatch time without paging, or at a ratio of 80 %.",
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
)
