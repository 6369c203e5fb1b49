"""z/VSE: CICS partitions: load, traces, monitoring, and how their figures are read."""

from __future__ import annotations

from advisor.findings import Risk
from advisor.rules.base import ZVSE, Advice, DoesNotApply, Qualify, Rule, Stop
from advisor.rules.catalogue.cics import procedures as cics_procedures
from advisor.rules.catalogue.zvse import procedures
from advisor.rules.catalogue.zvse.systems import (
    BUSY_PCT,
    MONVSE,
    REGION,
    STATISTICS,
    dispatchable_pct,
)
from advisor.rules.commands import statements
from advisor.rules.effects import arithmetic, manual, published
from advisor.rules.procedure import Role, advised
from advisor.rules.subject import CannotTell, Subject
from model.language import Name, say


def _too_busy(subject: Subject) -> Advice | str:
    busy = dispatchable_pct(subject)
    if busy <= BUSY_PCT:
        return subject.say(
            "{name} was dispatchable {busy:.0f} % of the time (above {most:.0f} % is much).",
            busy=busy,
            most=BUSY_PCT,
        )
    load = min(0.99, busy / 100.0)
    target = BUSY_PCT / 100.0
    return Advice(
        subject.say(
            "{name} was dispatchable {busy:.0f} % of the time; CICS work is "
            "mostly single threaded and queues behind itself.",
            busy=busy,
        ),
        texts=(
            manual(
                subject.id,
                "WORKLOAD",
                say(
                    "Move {value:.0f} % of its load to another region",
                    value=100 * (1 - target / load),
                ),
            ),
        ),
        effects=(
            arithmetic(
                "queueing_factor",
                1 / (1 - load),
                1 / (1 - target),
                "single server: response grows with 1 / (1 - utilization)",
            ),
        ),
    )


def _auxtrace(subject: Subject) -> Advice | str:
    trace = subject.need_text("TRACE").lower()
    if trace not in ("aux", "both"):
        return subject.say("{name}: no auxiliary trace (none belongs there).")
    return Advice(
        subject.say(
            "Auxiliary trace of {name} is on: response suffers and its time stamps mislead."
        ),
        ((subject.set("TRACE", "internal"),),),
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
        raise CannotTell(subject.say("file requests of {name}"), "DFH0STAT files section")
    for file in files:
        asked, browsed = file.figure("requests"), file.figure("browses")
        conflicts = file.figure("exclusive_control_conflicts")
        if asked and browsed is not None and browsed > 0.9 * asked and asked > 0.5 * total:
            hogs.append(file)
        if asked and conflicts is not None and conflicts / asked > 0.005:
            victims.append(file)
    if not hogs or not victims:
        return subject.say(
            "{name}: no browse dominates while others conflict (above 90 % browses of half of all "
            "requests, beside conflicts in 0.5 % of another file's)."
        )
    return Advice(
        say(
            "Browses of {name} are over half of all requests while {name2} "
            "has exclusive control conflicts.",
            name=Name(hogs[0].name),
            name2=Name(victims[0].name),
        ),
        texts=(
            manual(
                hogs[0].id,
                "BROWSE",
                "Application: suspend every n READNEXTs, or restrict the browse",
            ),
        ),
    )


def _monitoring(subject: Subject) -> Advice | str:
    if not subject.need_flag("MONITORING"):
        return subject.say("{name}: monitoring is off (on, it takes 10 % more CPU).")
    cpu = subject.need_figure("cpu_pct", "partition_cpu_s", "tcb_cpu_s", "qr_cpu_s")
    share = subject.figure("cpu_pct")
    return Advice(
        subject.say(
            "CICS monitoring of {name} is on and takes part of its CPU ({cpu:,.1f}).", cpu=cpu
        ),
        ((subject.set("MONITORING", False),),),
        effects=(
            published(
                "cpu_pct", share, (0.85, 0.91, 1.0), "monitoring adds 10 % CPU or more (002)"
            ),
        ),
        notes=("Worth it at the yearly peak only: without monitoring nobody sees transactions.",),
    )


def _collector(subject: Subject) -> Advice | str:
    lower = subject.flag("MONITOR_PRTY_LOWER")
    if lower is None:
        asks = (subject.id, "setting.MONITOR_PRTY_LOWER")
        raise CannotTell(
            subject.say("PRTY of the data collection beside {name}"),
            "PRTY display",
            asks,
        )
    if not lower:
        return subject.say("{name}: data collection runs at a higher priority.")
    return Advice(
        subject.say("Data collection of {name} runs at a lower priority than CICS and loses data."),
        texts=(manual(subject.id, "PRTY", procedures.ORDER.command),),
    )


def _of_several_days(subject: Subject) -> float:
    """The mean ratio of several prints. Raises CannotTell where there is one only."""
    mean = subject.component.measured.get("qr_ratio_pct")
    if mean is None or mean.origin.kind != "derived":
        raise CannotTell(
            subject.say("the usual QR CPU to dispatch ratio of {name}"),
            STATISTICS + " of several days",
            (subject.id, "qr_ratio_usual"),
        )
    return float(mean.value) / 100.0


def _ratio_fell(subject: Subject) -> Advice | str:
    cpu, elapsed = subject.need_figure("qr_cpu_s"), subject.need_figure("qr_dispatch_s")
    if elapsed <= 0:
        raise DoesNotApply(subject.say("{name} was idle."))
    latest = subject.figure("qr_ratio_latest")
    ratio = cpu / elapsed if latest is None else latest / 100.0
    usual = subject.figure("qr_ratio_usual")
    if usual is None:
        usual = _of_several_days(subject)
    if ratio >= 0.85 * usual:
        return subject.say(
            "{name}: QR ratio {ratio:.2f}, {usual:.2f} as usual (below 85 % of the usual is low).",
            ratio=ratio,
            usual=usual,
        )
    return Advice(
        subject.say(
            "The QR CPU to dispatch ratio of {name} is {ratio:.2f}, {usual:.2f} is usual.",
            ratio=ratio,
            usual=usual,
        ),
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
                elapsed - cpu,
                elapsed - cpu,
                "to look for it ends nothing yet; at best the usual ratio comes back",
                low=cpu / usual - cpu,
                high=elapsed - cpu,
            ),
        ),
    )


RULES = (
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
        risk=Risk("medium"),
        projection="1 / (1 - u).",
        report=f"{MONVSE}; {STATISTICS}",
        on=REGION,
        platforms=ZVSE,
        check=_too_busy,
        exposure="degradation",
        applying=advised("application", Role.CICS, Role.APPLICATION),
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
        risk=Risk("low"),
        effect="Maybe 6 times slower.",
        projection="an impression, not a measurement",
        report="CETR or SIT",
        on=REGION,
        platforms=ZVSE,
        check=_auxtrace,
        exposure="degradation",
        guards=("VSE-010", "VSE-021", "AOB-005"),
        guard=_skewed,
        syntax={"TRACE": statements("CEMT SET AUXTRACE STOP", "SIT AUXTR=OFF")},
        unsettles=("VSE-010",),
        applying=cics_procedures.AUXILIARY_TRACE,
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
        threshold="Half of the requests is practice.",
        verify="Waits of the writers.",
        back_out="The former program.",
        risk=Risk("low"),
        effect="A write took 0.080 s in place of 0.001; 1,371 waits for 12.",
        projection="task waits are not in statistics",
        report="DFH0STAT files section",
        on=REGION,
        platforms=ZVSE,
        check=_hog,
        applying=advised("application", Role.APPLICATION),
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
        risk=Risk("medium", "no task data."),
        effect="10 % or more.",
        projection="x 0.91.",
        report="SIT MN; CEMT I MONITOR",
        on=REGION,
        platforms=ZVSE,
        check=_monitoring,
        syntax={"MONITORING": statements("CEMT SET MONITOR OFF NOPERF", "SIT MN=OFF")},
        unsettles=("VSE-010",),
        applying=cics_procedures.MONITORING,
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
        risk=Risk("low"),
        projection="data loss is not a speed",
        report="PRTY display",
        on=REGION,
        platforms=ZVSE,
        check=_collector,
        applying=procedures.ORDER,
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
        applying=cics_procedures.STATISTICS,
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
        threshold="002: no absolute threshold (sample 43 %); 85 % of usual is practice.",
        verify=STATISTICS + ".",
        back_out="None needed.",
        risk=Risk("low"),
        projection="None by looking; at best dispatch less CPU at the usual ratio.",
        report=STATISTICS + " of several days",
        on=REGION,
        platforms=ZVSE,
        check=_ratio_fell,
        methods=("VSE-020",),
        applying=advised("dynamic", Role.ZVSE, Role.ZVM),
    ),
)
