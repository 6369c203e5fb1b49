"""CICS on z/VSE and z/VM: CPUs, polarization, monitoring, and how its figures must be read."""

from __future__ import annotations

import math

from advisor.rules.base import ZVSE, Advice, DoesNotApply, Qualify, Rule, Stop
from advisor.rules.effects import arithmetic, manual, published
from advisor.rules.subject import CannotTell, Subject
from advisor.rules.vsam import erlang_c

REGION = ("cics_region",)
STATISTICS = "DFH0STAT dispatcher section (QR_SUBD line)"
MONVSE = "MONVSE CSV or QUERY TD"
ONE_CPU_ENOUGH = 0.7
NP_CAP = 0.9
BUSY_PCT = 70.0
STEADY_SAMPLES = 0.95


def neighbours(subject: Subject) -> tuple[Subject, ...]:
    """All regions of the same system, this one included."""
    host = subject.container("lpar")
    return (subject,) if host is None else host.children("cics_region")


def first(subject: Subject) -> None:
    """System-wide matters are told once, at the region with the lowest id."""
    regions = neighbours(subject)
    if regions and regions[0].id != subject.id:
        raise DoesNotApply(f"{subject.name} is treated together with {regions[0].name}.")


def system_load(subject: Subject) -> float:
    """CPUs' worth of work on the system. Raises CannotTell."""
    host = subject.container("lpar")
    if host is not None:
        busy, cps = host.figure("cp_busy_pct"), host.number("CPS")
        if busy is not None and cps:
            return busy / 100.0 * cps
    parts = [r.figure("cpu_pct") for r in neighbours(subject)]
    known = [p for p in parts if p is not None]
    if not known:
        raise CannotTell(f"CPU use of the system of {subject.name}", MONVSE)
    return sum(known) / 100.0


def dispatchable_pct(subject: Subject) -> float:
    """How much of the time the partition runs or wants to. Raises CannotTell."""
    parts = [subject.figure(n) for n in ("cpu_pct", "cpu_wait_pct", "np_pct")]
    known = [p for p in parts if p is not None]
    if parts[0] is not None and len(known) > 1:
        return sum(known)
    busy, seconds = subject.figure("qr_dispatch_s"), subject.figure("duration_s")
    if busy is None or not seconds:
        raise CannotTell(f"CPU%, CPUW% and NP% of {subject.name}", f"{MONVSE}; {STATISTICS}")
    return 100.0 * busy / seconds


def _wrong_platform(subject: Subject, advice: Advice) -> Qualify | Stop | None:
    if subject.platform() == "z/VSE":
        return Stop("z/OS thresholds do not hold on z/VSE; compare with the region's own history.")
    return None


def _minidisk(subject: Subject) -> Advice | str:
    if not subject.need_flag("ZVM_GUEST"):
        raise DoesNotApply(f"{subject.name} does not run under z/VM.")
    if subject.need_flag("MINIDISK_CACHE"):
        return f"{subject.name}: minidisk cache is in use."
    return Advice(
        f"Reads of {subject.name} are not cached by z/VM.",
        ((subject.set("MINIDISK_CACHE", True),),),
    )


def _horizontal(subject: Subject) -> Advice | str:
    if subject.component.kind == "lpar":
        if "monvse_samples_min" not in subject.component.measured:
            raise DoesNotApply(f"{subject.name}: MONVSE's samples are told of its regions.")
        if subject.flag("ZVM_GUEST") is None:
            raise CannotTell(f"whether {subject.name} runs under z/VM", "z/VM QUERY SRM")
    elif not subject.need_flag("ZVM_GUEST"):
        raise DoesNotApply(f"{subject.name} does not run under z/VM.")
    least = subject.need_figure("monvse_samples_min")
    most = subject.need_figure("monvse_samples_max")
    if most <= 0 or least / most >= STEADY_SAMPLES:
        return f"{subject.name}: {least:g} to {most:g} MONVSE samples, steady."
    return Advice(
        f"MONVSE got {least:g} to {most:g} samples an interval: the guest lacks CPU at times.",
        texts=(
            manual(
                subject.id,
                "POLARIZATION",
                "z/VM: horizontal polarization (no HiperDispatch) for the guest's LPAR; see the "
                "z/VM manual for SET SRM POLARIZATION",
            ),
        ),
    )


def _one_cpu(subject: Subject) -> Advice | str:
    first(subject)
    cpus = subject.need("CPUS")
    if cpus < 2:
        return f"{subject.name}: one CPU is active."
    load = system_load(subject)
    if 0.9 * load > ONE_CPU_ENOUGH:
        return f"{subject.name}: {load:.2f} CPUs' worth of work does not fit one CPU."
    regions = neighbours(subject)
    before = [r.figure("cpu_pct") for r in regions]
    total = sum(b for b in before if b is not None) or None
    return Advice(
        f"{cpus:g} CPUs are active for {load:.2f} CPUs' worth of work; z/VSE serializes part of it "
        "and pays for coordinating them.",
        (tuple(r.set("CPUS", 1) for r in regions if r.number("CPUS") is not None),),
        effects=(
            published(
                "cpu_pct", total, (0.9, 0.9, 1.0), "one CPU in place of two saved 10 % (002)", "%"
            ),
            published(
                "dispatch_ms", None, (0.7, 0.7, 1.0), "dispatch time per task fell by 30 % (002)"
            ),
        ),
        effort="dynamic",
    )


def _system_np(subject: Subject) -> Advice | str:
    """The same of a system whose CPUs MONVSE or QUERY TD shows."""
    regions = subject.children("cics_region")
    if "np_tot_ratio" not in subject.component.measured and regions:
        raise DoesNotApply(f"{subject.name} is looked at from {regions[0].name}.")
    share, cpus = subject.need_figure("np_tot_ratio"), subject.need("CPS")
    if share <= 0:
        raise CannotTell(f"NP/TOT of {subject.name}", MONVSE)
    useful = NP_CAP / share
    if cpus <= math.ceil(useful - 1e-9):
        return f"{subject.name}: NP/TOT {share:.2f} allows {useful:.1f} CPUs, {cpus:g} are active."
    wanted = max(1, math.floor(useful))
    return Advice(
        f"NP/TOT is {share:.2f}: at most {useful:.1f} CPUs can be used, {cpus:g} are active.",
        ((subject.set("CPS", wanted),),),
        effects=(
            arithmetic(
                "useful_cpus",
                "",
                cpus,
                min(float(wanted), useful),
                "0.9 over the non-parallel share",
            ),
        ),
        effort="dynamic",
    )


def _np_share(subject: Subject) -> Advice | str:
    if subject.component.kind == "lpar":
        return _system_np(subject)
    first(subject)
    share = subject.figure("np_tot_ratio")
    host = subject.container("lpar")
    if share is None and host is not None:
        share = host.figure("np_tot_ratio")
    if share is None or share <= 0:
        raise CannotTell(f"NP/TOT of the system of {subject.name}", MONVSE)
    cpus = subject.need("CPUS")
    useful = NP_CAP / share
    if cpus <= math.ceil(useful - 1e-9):
        return f"{subject.name}: NP/TOT {share:.2f} allows {useful:.1f} CPUs, {cpus:g} are active."
    wanted = max(1, math.floor(useful))
    regions = neighbours(subject)
    return Advice(
        f"NP/TOT is {share:.2f}: at most {useful:.1f} CPUs can be used, {cpus:g} are active.",
        (tuple(r.set("CPUS", wanted) for r in regions if r.number("CPUS") is not None),),
        effects=(
            arithmetic(
                "useful_cpus",
                "",
                cpus,
                min(float(wanted), useful),
                "0.9 over the non-parallel share",
            ),
        ),
        effort="dynamic",
    )


def _share(subject: Subject) -> Advice | str:
    first(subject)
    cpus = subject.need("CPUS")
    if cpus > 1:
        return f"{subject.name}: {cpus:g} CPUs are active."
    used = subject.flag("PRTY_SHARE")
    if used is None:
        raise CannotTell(f"PRTY SHARE of the system of {subject.name}", "PRTY display")
    if used:
        return f"{subject.name}: PRTY SHARE is set."
    return Advice(
        "One CPU without PRTY SHARE: a loop in a higher partition locks CICS out.",
        texts=(manual(subject.id, "PRTY", "PRTY SHARE,partition=value for the CICS partitions"),),
    )


def _contention(subject: Subject) -> Advice | str:
    wait, used = subject.need_figure("cpu_wait_pct"), subject.need_figure("cpu_pct")
    if subject.container("lpar") is None:
        raise CannotTell(f"which CICS share the system of {subject.name}", MONVSE)
    regions = neighbours(subject)
    if len(regions) < 2:
        raise DoesNotApply(f"{subject.name} is the only CICS of its system.")
    if wait < 0.5 * used or wait < 5:
        return f"{subject.name}: waits for a CPU {wait:g} % and uses one {used:g} %."
    load = min(0.95, system_load(subject))
    after = wait * erlang_c(2, load) / max(1e-6, erlang_c(1, load))
    return Advice(
        f"{subject.name} waits for a CPU {wait:g} % of the time and uses one {used:g} %, beside "
        f"{len(regions) - 1} other CICS.",
        texts=(
            manual(
                subject.id,
                "PRTY",
                "PRTY SHARE for this partition, a second CPU, or Dynamic CPU Balancing",
            ),
        ),
        effects=(
            arithmetic(
                "cpu_wait_pct",
                "%",
                wait,
                after,
                "Erlang's waiting with a second CPU at today's load",
                high=wait,
            ),
        ),
        effort="dynamic",
    )


def _siis(subject: Subject) -> Advice | str:
    share = subject.need_figure("siis_pct")
    if share < 1:
        return f"{subject.name}: {share:g} % of the stores hit the instruction stream."
    return Advice(
        f"{share:g} % of the stores go into the instruction stream.",
        texts=(
            manual(
                subject.id,
                "SIIS",
                "Correct the batch Assembler; PTFs for DY47814, DY47815, DY47824, DY47847",
            ),
        ),
        effort="application",
    )


def _too_busy(subject: Subject) -> Advice | str:
    busy = dispatchable_pct(subject)
    if busy <= BUSY_PCT:
        return f"{subject.name} was dispatchable {busy:.0f} % of the time."
    load = min(0.99, busy / 100.0)
    target = BUSY_PCT / 100.0
    return Advice(
        f"{subject.name} was dispatchable {busy:.0f} % of the time; CICS work is mostly single "
        "threaded and queues behind itself.",
        texts=(
            manual(
                subject.id,
                "WORKLOAD",
                f"Move {100 * (1 - target / load):.0f} % of its load to another region",
            ),
        ),
        effects=(
            arithmetic(
                "queueing_factor",
                "",
                1 / (1 - load),
                1 / (1 - target),
                "single server: response grows with 1 / (1 - utilization)",
            ),
        ),
        effort="application",
    )


def _auxtrace(subject: Subject) -> Advice | str:
    trace = subject.need_text("TRACE").lower()
    if trace not in ("aux", "both"):
        return f"{subject.name}: no auxiliary trace."
    return Advice(
        f"Auxiliary trace of {subject.name} is on: response suffers and its time stamps mislead.",
        ((subject.set("TRACE", "internal"),),),
        effort="dynamic",
    )


def _skewed(subject: Subject, advice: Advice) -> Qualify | Stop | None:
    trace = (subject.text("TRACE") or "").lower()
    if trace not in ("aux", "both"):
        return None
    return Qualify("Auxiliary trace was on, so times and ratios are skewed; measure without it.")


def _hog(subject: Subject) -> Advice | str:
    files = subject.children("vsam_file")
    hogs, victims = [], []
    total = sum(f.figure("requests") or 0.0 for f in files)
    if total <= 0:
        raise CannotTell(f"file requests of {subject.name}", "DFH0STAT files section")
    for file in files:
        asked, browsed = file.figure("requests"), file.figure("browses")
        conflicts = file.figure("exclusive_control_conflicts")
        if asked and browsed is not None and browsed > 0.9 * asked and asked > 0.5 * total:
            hogs.append(file)
        if asked and conflicts is not None and conflicts / asked > 0.005:
            victims.append(file)
    if not hogs or not victims:
        return f"{subject.name}: no browse dominates while others conflict."
    return Advice(
        f"Browses of {hogs[0].name} are over half of all requests while {victims[0].name} has "
        "exclusive control conflicts.",
        texts=(
            manual(
                hogs[0].id,
                "BROWSE",
                "Application: suspend every n READNEXTs, or restrict the browse",
            ),
        ),
        effort="application",
    )


def _monitoring(subject: Subject) -> Advice | str:
    if not subject.need_flag("MONITORING"):
        return f"{subject.name}: monitoring is off."
    cpu = subject.need_figure("cpu_pct", "partition_cpu_s", "tcb_cpu_s", "qr_cpu_s")
    share = subject.figure("cpu_pct")
    return Advice(
        f"CICS monitoring of {subject.name} is on and takes part of its CPU ({cpu:,.1f}).",
        ((subject.set("MONITORING", False),),),
        effects=(
            published(
                "cpu_pct", share, (0.85, 0.91, 1.0), "monitoring adds 10 % CPU or more (002)", "%"
            ),
        ),
        notes=("Worth it at the yearly peak only: without monitoring nobody sees transactions.",),
        effort="dynamic",
    )


def _collector(subject: Subject) -> Advice | str:
    lower = subject.flag("MONITOR_PRTY_LOWER")
    if lower is None:
        raise CannotTell(f"PRTY of the data collection beside {subject.name}", "PRTY display")
    if not lower:
        return f"{subject.name}: data collection runs at a higher priority."
    return Advice(
        f"Data collection of {subject.name} runs at a lower priority than CICS and loses data.",
        texts=(manual(subject.id, "PRTY", "PRTY with the collecting partition above CICS"),),
    )


def _ratio_fell(subject: Subject) -> Advice | str:
    cpu, elapsed = subject.need_figure("qr_cpu_s"), subject.need_figure("qr_dispatch_s")
    usual = subject.need_figure("qr_ratio_usual")
    if elapsed <= 0:
        raise DoesNotApply(f"{subject.name} was idle.")
    ratio = cpu / elapsed
    if ratio >= 0.85 * usual:
        return f"{subject.name}: QR ratio {ratio:.2f}, {usual:.2f} as usual."
    return Advice(
        f"The QR CPU to dispatch ratio of {subject.name} is {ratio:.2f}, {usual:.2f} is usual.",
        texts=(
            manual(
                subject.id,
                "CPU",
                "Look for CPU contention: partitions above CICS, z/VM share, capping",
            ),
        ),
        effects=(
            arithmetic(
                "qr_involuntary_wait_s",
                "s",
                elapsed - cpu,
                cpu / usual - cpu,
                "dispatch time less CPU, at the usual ratio",
            ),
        ),
    )


_CPUS = "002, Using one CPU versus multiple CPUs"
_VM = "002, z/VM - the good, the bad and the ugly"

RULES = (
    Rule(
        "VSE-001",
        "z/OS thresholds do not hold on z/VSE",
        "CICS z/VSE",
        "caveat",
        "no",
        "Platform of the region.",
        "z/VSE.",
        "On z/VSE TCB CPU is not all there is, so ratios come out lower.",
        "Compare with the region's own history.",
        ("002, Just because it is called CICS",),
        projection="a guard",
        guards=("CIZ-001", "CIZ-002", "CIZ-004", "CIZ-005"),
        guard=_wrong_platform,
    ),
    Rule(
        "VSE-002",
        "Minidisk cache for z/VSE guests",
        "z/VM",
        "tuning",
        "partial",
        "z/VM guest and minidisk cache.",
        "Guest without it.",
        "Cached reads need no device.",
        "Minidisk cache for the guest's minidisks.",
        (_VM,),
        threshold="Off.",
        verify="Device service time.",
        back_out="Switch it off.",
        risk="low: z/VM storage.",
        effort="dynamic",
        projection="no figure was published",
        report="z/VM QUERY MDCACHE",
        on=REGION,
        platforms=ZVSE,
        check=_minidisk,
        syntax={"MINIDISK_CACHE": "z/VM: SET MDCACHE MDISK ON"},
    ),
    Rule(
        "VSE-003",
        "Add z/VM's own CPU",
        "z/VM",
        "interpretation",
        "yes",
        "CPU reported inside the guest.",
        "z/VSE under z/VM.",
        "z/VM adds 10 % or more: 50 % inside are at least 55 % in all.",
        "Multiply by 1.10 or by the T/V ratio.",
        (_VM,),
        projection="x 1.10.",
        on=REGION,
    ),
    Rule(
        "VSE-004",
        "Horizontal polarization for z/VSE",
        "z/VM",
        "tuning",
        "partial",
        "MONVSE samples per interval.",
        "Least below 95 % of the most.",
        "z/VSE does not know HiperDispatch; vertical polarization can starve it at times.",
        "Horizontal polarization.",
        (_VM, "002, How I measure CPU utilisation"),
        threshold="002: 130 to 149 of 150 samples, 149 to 150 afterwards.",
        verify="Samples steady; QR ratio back.",
        back_out="Vertical polarization.",
        risk="low.",
        effort="dynamic",
        projection="CPU waits of the guest are not in the reports",
        report=MONVSE,
        on=("cics_region", "lpar"),
        platforms=ZVSE,
        check=_horizontal,
        exposure="degradation",
    ),
    Rule(
        "VSE-005",
        "One CPU where one will do",
        "z/VSE",
        "tuning",
        "yes",
        "CPUs active against load.",
        "Two or more, though the work fits 70 % of one.",
        "Coordinating CPUs costs, and non-parallel code lets one task run at a time.",
        "SYSDEF TD,STOP for the CPUs not needed; never normally more than two.",
        (_CPUS,),
        threshold="One CPU at 70 % after the 10 % saved.",
        verify="CPU and dispatch per task.",
        back_out="SYSDEF TD,START.",
        risk="medium: a loop in a higher partition stops CICS.",
        effort="dynamic",
        prerequisites="PRTY SHARE (VSE-007).",
        effect="-10 % total CPU; -30 % dispatch time per task.",
        effect_conditions="One customer.",
        projection="Published factors.",
        report=MONVSE,
        on=REGION,
        platforms=ZVSE,
        check=_one_cpu,
        syntax={"CPUS": "SYSDEF TD,STOP=...   /* {value} CPU active */"},
    ),
    Rule(
        "VSE-006",
        "No more CPUs than NP/TOT allows",
        "z/VSE",
        "threshold",
        "yes",
        "NP/TOT and CPUs active.",
        "More CPUs than 0.9 / (NP/TOT).",
        "Non-parallel code runs on one CPU at a time.",
        "Stop the CPUs beyond that.",
        (_CPUS,),
        threshold="002: 0.9/NPS on average.",
        verify="QUERY TD.",
        back_out="SYSDEF TD,START.",
        risk="low.",
        effort="dynamic",
        effect="NP from 15 % (very good) to 70 % (bad), 99 % in batch.",
        projection="0.9 / NPS.",
        report=MONVSE,
        on=("cics_region", "lpar"),
        platforms=ZVSE,
        check=_np_share,
        syntax={
            "CPUS": "SYSDEF TD,STOP=...   /* {value} CPUs active */",
            "CPS": "SYSDEF TD,STOP=...   /* {value} CPUs active */",
        },
    ),
    Rule(
        "VSE-007",
        "PRTY SHARE with one CPU",
        "z/VSE",
        "tuning",
        "partial",
        "PRTY with one CPU.",
        "No SHARE.",
        "A loop above CICS would lock it out.",
        "PRTY SHARE.",
        (_CPUS,),
        threshold="One CPU.",
        verify="PRTY display.",
        back_out="PRTY.",
        risk="low.",
        effort="dynamic",
        projection="exposure to a loop is not a speed",
        report="PRTY display",
        on=REGION,
        platforms=ZVSE,
        check=_share,
        exposure="outage",
    ),
    Rule(
        "VSE-008",
        "Several busy CICS on one CPU",
        "z/VSE",
        "tuning",
        "yes",
        "CPUW% against CPU% of each CICS.",
        "CPUW% at half of CPU% or more.",
        "They want the CPU at the same time.",
        "PRTY SHARE, a second CPU, Dynamic CPU Balancing.",
        (_CPUS,),
        threshold="Half of CPU% and 5 % are set here.",
        verify=MONVSE + ": CPUW%.",
        back_out="The former PRTY.",
        risk="medium: others get less.",
        effort="dynamic",
        projection="Erlang's formula for two CPUs.",
        report=MONVSE,
        on=REGION,
        platforms=ZVSE,
        check=_contention,
        exposure="degradation",
    ),
    Rule(
        "VSE-009",
        "Stores into the instruction stream",
        "z/VSE",
        "tuning",
        "no",
        "SIIS per cent.",
        "1 % or more after a processor upgrade.",
        "Newer processors pay heavily for code that modifies itself.",
        "Correct the batch Assembler; PTFs for DY47814, DY47815, DY47824, DY47847.",
        ("002, z/VSE is not perfect either",),
        threshold="1 % is set here.",
        verify="SIIS per cent.",
        back_out="None needed.",
        risk="low.",
        effort="application",
        prerequisites="z/VSE 6.2.",
        effect="Significant.",
        projection="no figure was published",
        report="z/VM monitor data or SMF 113",
        on=("lpar",),
        platforms=ZVSE,
        check=_siis,
    ),
    Rule(
        "VSE-010",
        "A CICS above 70 %",
        "CICS z/VSE",
        "threshold",
        "yes",
        "CPU%, CPUW% and NP% together, or dispatch over interval.",
        "Above 70 %.",
        "Response, VSAM, SOS and MRO troubles follow, even with CPU to spare.",
        "Less load, or a second region.",
        ("002, The potential impact of CICS being too busy",),
        threshold="002: something like 70 %.",
        verify=MONVSE + ".",
        back_out="The former routing.",
        risk="medium.",
        effort="application",
        projection="1 / (1 - u).",
        report=f"{MONVSE}; {STATISTICS}",
        on=REGION,
        platforms=ZVSE,
        check=_too_busy,
        exposure="degradation",
    ),
    Rule(
        "VSE-011",
        "CPUW% and NP% that grow against CPU%",
        "CICS z/VSE",
        "interpretation",
        "yes",
        "MONVSE percentages.",
        "They grow faster than CPU%.",
        "CICS is delayed for a CPU; response grows more than in proportion.",
        "Read them together.",
        ("002, How I measure CPU utilisation",),
        projection="In the single-server model.",
        on=REGION,
    ),
    Rule(
        "VSE-012",
        "Task CPU must be divided by the capture ratio",
        "CICS z/VSE",
        "interpretation",
        "yes",
        "QR TCB CPU and partition CPU.",
        "Task CPU on z/VSE.",
        "The API misses part: captured is QR TCB CPU over partition CPU, about 0.6 for CPU "
        "intensive work and less for most.",
        "Divide task CPU by that ratio.",
        ("002, Performance monitor output",),
        projection="A correction factor.",
        on=REGION,
    ),
    Rule(
        "VSE-013",
        "FCIOWTT is not all VSAM waits",
        "CICS z/VSE",
        "interpretation",
        "partial",
        "File wait times of monitoring.",
        "FCIOWTT is used.",
        "Exclusive control (FCXCWAIT) and string waits (FCPSWAIT) hide in suspend time.",
        "Add them.",
        ("002, Performance monitor output", "002, Response time analysis"),
        effect="FCXCWAIT 10.08 s of 16 s in one case.",
        projection="How waits are read.",
        on=REGION,
    ),
    Rule(
        "VSE-014",
        "No auxiliary trace in production",
        "CICS z/VSE",
        "caveat",
        "no",
        "Trace settings.",
        "Auxiliary trace on.",
        "It skews time stamps and may slow CICS down six times.",
        "Internal trace and AR DUMP.",
        ("002, Response time analysis",),
        threshold="Any.",
        verify="CETR.",
        back_out="CETR.",
        risk="low.",
        effort="dynamic",
        effect="Maybe 6 times slower.",
        projection="an impression, not a measurement",
        report="CETR or SIT",
        on=REGION,
        platforms=ZVSE,
        check=_auxtrace,
        exposure="degradation",
        guards=("VSE-010", "VSE-021", "AOB-005"),
        guard=_skewed,
        syntax={"TRACE": "CETR: auxiliary trace STOPPED   /* {value} */"},
    ),
    Rule(
        "VSE-015",
        "Browses that hog a region",
        "CICS z/VSE",
        "tuning",
        "partial",
        "Browses against all requests, conflicts of others.",
        "One file's browses over half of all requests while others conflict.",
        "Writers on other files wait behind them.",
        "Throttle or correct the application.",
        ("002, Response time analysis",),
        threshold="Half of the requests is set here.",
        verify="Waits of the writers.",
        back_out="The former program.",
        risk="low.",
        effort="application",
        effect="A write took 0.080 s in place of 0.001; 1,371 waits for 12.",
        projection="task waits are not in statistics",
        report="DFH0STAT files section",
        on=REGION,
        platforms=ZVSE,
        check=_hog,
    ),
    Rule(
        "VSE-016",
        "USERWAIT is often a product's sockets",
        "CICS z/VSE",
        "interpretation",
        "no",
        "Wait types.",
        "USERWAIT dominates.",
        "Products do socket I/O of their own (MQ for z/VSE).",
        "Ask who owns the product.",
        ("002, Response time analysis",),
        projection="outside CICS",
        on=REGION,
    ),
    Rule(
        "VSE-017",
        "Task data without a vendor's monitor",
        "CICS z/VSE",
        "method",
        "no",
        "CICS monitoring and DMF.",
        "No monitor.",
        "DFH$MOLS prints too much to use.",
        "Collect CICS monitoring with DMF and turn it into CSV with DFH$MCSV, a line per task",
        ("002, Using DMF for task performance data",),
        projection="a method",
        on=REGION,
    ),
    Rule(
        "VSE-018",
        "What monitoring costs",
        "CICS z/VSE",
        "tuning",
        "yes",
        "CICS monitoring.",
        "On.",
        "It adds 10 % CPU or more.",
        "Off at the yearly peak.",
        ("002, The cost of CICS monitoring",),
        threshold="On.",
        verify="CPU per transaction.",
        back_out="CEMT SET MONITOR ON.",
        risk="medium: no task data.",
        effort="dynamic",
        effect="10 % or more.",
        projection="x 0.91.",
        report="SIT MN; CEMT I MONITOR",
        on=REGION,
        platforms=ZVSE,
        check=_monitoring,
        syntax={"MONITORING": "CEMT SET MONITOR OFF"},
    ),
    Rule(
        "VSE-019",
        "Data collection above CICS",
        "CICS z/VSE",
        "config-check",
        "no",
        "PRTY.",
        "Collecting partition below CICS.",
        "It loses what it cannot write in time.",
        "PRTY above CICS.",
        ("002, The cost of CICS monitoring",),
        threshold="Below.",
        verify="PRTY display.",
        back_out="PRTY.",
        risk="low.",
        effort="dynamic",
        projection="data loss is not a speed",
        report="PRTY display",
        on=REGION,
        platforms=ZVSE,
        check=_collector,
    ),
    Rule(
        "VSE-020",
        "Statistics that cover the peak",
        "CICS z/VSE",
        "method",
        "no",
        "STATRCD and resets.",
        "Counters reset at intervals, midnight or file close.",
        "DFH0STAT sees only what has happened since the last reset.",
        "STATRCD=OFF; DFH0STAT at the peak and at the end; CEMT PERFORM STATISTICS RESETNOW before "
        "it; DFHSTUP summary for files closed meanwhile",
        ("002, Using DFH0STAT",),
        projection="a method",
        on=REGION,
    ),
    Rule(
        "VSE-021",
        "QR ratio below its own history",
        "CICS z/VSE",
        "threshold",
        "yes",
        "QR CPU over dispatch time, now and usually.",
        "Below 85 % of the usual ratio.",
        "Dispatched without CPU means that something takes the CPU away.",
        "Look for CPU contention.",
        ("002, How to interpret the QR Cpu:Dispatch ratio",),
        threshold="002: no absolute threshold (sample 43 %); 85 % of usual is set here.",
        verify=STATISTICS + ".",
        back_out="None needed.",
        risk="low.",
        projection="Dispatch less CPU is involuntary wait.",
        report=STATISTICS + " of several days",
        on=REGION,
        platforms=ZVSE,
        check=_ratio_fell,
        methods=("VSE-020",),
    ),
)
