"""CICS on z/VSE and z/VM: CPUs, polarization, monitoring, and how its figures must be read."""

from __future__ import annotations

import math
from collections.abc import Callable

from advisor.findings import Risk
from advisor.rules.base import ZVSE, Advice, DoesNotApply, Qualify, Rule, Stop
from advisor.rules.catalogue.vsam.lsr import erlang_c
from advisor.rules.catalogue.zvse import procedures
from advisor.rules.commands import statements
from advisor.rules.effects import arithmetic, manual, published
from advisor.rules.procedure import Role, advised
from advisor.rules.subject import CannotTell, Subject
from model.language import Name, say
from model.topology import Change

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
        raise DoesNotApply(
            subject.say("{name} is treated together with {name2}.", name2=Name(regions[0].name))
        )


def of_system(subject: Subject, name: str, report: str) -> bool:
    """A yes/no setting of the region or of its system. Raises CannotTell."""
    holder = subject if subject.component.kind == "lpar" else subject.container("lpar")
    for one in (subject, holder):
        stated = None if one is None else one.flag(name)
        if stated is not None:
            return stated
    raise (holder or subject).lacking(name, report)


def active_cpus(subject: Subject) -> float:
    """CPUs active on the region's system. Raises CannotTell."""
    stated = subject.number("CPUS")
    host = subject.container("lpar")
    if stated is None and host is not None:
        stated = host.number("CPS")
    if stated is None:
        raise subject.lacking("CPUS", MONVSE)
    return stated


def cpu_changes(subject: Subject, wanted: int) -> tuple[Change, ...]:
    """CPUs of the whole system set to ``wanted``, wherever they are stated."""
    stated = tuple(
        region.set("CPUS", wanted)
        for region in neighbours(subject)
        if region.number("CPUS") is not None
    )
    host = subject.container("lpar")
    if host is not None and host.number("CPS") is not None:
        return (*stated, host.set("CPS", wanted))
    return stated


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
        raise CannotTell(subject.say("CPU use of the system of {name}"), MONVSE)
    return sum(known) / 100.0


def dispatchable_pct(subject: Subject) -> float:
    """How much of the time the partition runs or wants to. Raises CannotTell."""
    parts = [subject.figure(n) for n in ("cpu_pct", "cpu_wait_pct", "np_pct")]
    known = [p for p in parts if p is not None]
    if parts[0] is not None and len(known) > 1:
        return sum(known)
    busy, seconds = subject.figure("qr_dispatch_s"), subject.figure("duration_s")
    if busy is None or not seconds:
        raise CannotTell(subject.say("CPU%, CPUW% and NP% of {name}"), f"{MONVSE}; {STATISTICS}")
    return 100.0 * busy / seconds


def _wrong_platform(subject: Subject, advice: Advice) -> Qualify | Stop | None:
    if subject.platform() == "z/VSE":
        return Stop("z/OS thresholds do not hold on z/VSE; compare with the region's own history.")
    return None


def _minidisk(subject: Subject) -> Advice | str:
    if not of_system(subject, "ZVM_GUEST", "SIR display"):
        raise DoesNotApply(subject.say("{name} does not run under z/VM."))
    if of_system(subject, "MINIDISK_CACHE", "z/VM QUERY MDCACHE"):
        return subject.say("{name}: minidisk cache is in use.")
    return Advice(
        subject.say("Reads of {name} are not cached by z/VM."),
        ((subject.set("MINIDISK_CACHE", True),),),
    )


def _horizontal(subject: Subject) -> Advice | str:
    measured = subject.component.measured
    if subject.component.kind == "lpar" and "monvse_samples_min" not in measured:
        raise DoesNotApply(subject.say("{name}: MONVSE's samples are told of its regions."))
    if not of_system(subject, "ZVM_GUEST", "SIR display"):
        raise DoesNotApply(subject.say("{name} does not run under z/VM."))
    least = subject.need_figure("monvse_samples_min")
    most = subject.need_figure("monvse_samples_max")
    if most <= 0 or least / most >= STEADY_SAMPLES:
        return subject.say(
            "{name}: {least:,g} to {most:,g} MONVSE samples, steady (below 95 % of the most it "
            "is not).",
            least=least,
            most=most,
        )
    return Advice(
        say(
            "MONVSE got {least:,g} to {most:,g} samples an interval: the guest lacks CPU at times.",
            least=least,
            most=most,
        ),
        texts=(
            manual(
                subject.id,
                "POLARIZATION",
                statements("SET SRM POLARIZATION HORIZONTAL"),
            ),
        ),
    )


def _one_cpu(subject: Subject) -> Advice | str:
    first(subject)
    cpus = active_cpus(subject)
    if cpus < 2:
        return subject.say("{name}: one CPU is active (more than one are looked into).")
    load = system_load(subject)
    if 0.9 * load > ONE_CPU_ENOUGH:
        return subject.say(
            "{name}: {load:.2f} CPUs' worth of work does not fit one CPU (up to 70 % of one, "
            "after the 10 % saved, does).",
            load=load,
        )
    regions = neighbours(subject)
    before = [r.figure("cpu_pct") for r in regions]
    total = sum(b for b in before if b is not None) or None
    return Advice(
        say(
            "{cpus:,g} CPUs are active for {load:.2f} CPUs' worth of work; "
            "z/VSE serializes part of it and pays for coordinating them.",
            cpus=cpus,
            load=load,
        ),
        (cpu_changes(subject, 1),),
        effects=(
            published(
                "cpu_pct", total, (0.9, 0.9, 1.0), "one CPU in place of two saved 10 % (002)"
            ),
            published(
                "dispatch_ms", None, (0.7, 0.7, 1.0), "dispatch time per task fell by 30 % (002)"
            ),
        ),
    )


def _system_np(subject: Subject) -> Advice | str:
    """The same of a system whose CPUs MONVSE or QUERY TD shows."""
    regions = subject.children("cics_region")
    if "np_tot_ratio" not in subject.component.measured and regions:
        raise DoesNotApply(
            subject.say("{name} is looked at from {name2}.", name2=Name(regions[0].name))
        )
    share, cpus = subject.need_figure("np_tot_ratio"), subject.need("CPS")
    if share <= 0:
        raise CannotTell(subject.say("NP/TOT of {name}"), MONVSE)
    return _useful_cpus(subject, share, cpus, lambda wanted: (subject.set("CPS", wanted),))


def _np_share(subject: Subject) -> Advice | str:
    if subject.component.kind == "lpar":
        return _system_np(subject)
    first(subject)
    share = subject.figure("np_tot_ratio")
    host = subject.container("lpar")
    if share is None and host is not None:
        share = host.figure("np_tot_ratio")
    if share is None or share <= 0:
        raise CannotTell(subject.say("NP/TOT of the system of {name}"), MONVSE)
    return _useful_cpus(
        subject, share, active_cpus(subject), lambda wanted: cpu_changes(subject, wanted)
    )


def _useful_cpus(
    subject: Subject, share: float, cpus: float, changes: Callable[[int], tuple[Change, ...]]
) -> Advice | str:
    useful = NP_CAP / share
    if cpus <= math.ceil(useful - 1e-9):
        return subject.say(
            "{name}: NP/TOT {share:.2f} allows {useful:.1f} CPUs, {cpus:,g} are active.",
            share=share,
            useful=useful,
            cpus=cpus,
        )
    wanted = max(1, math.floor(useful))
    return Advice(
        say(
            "NP/TOT is {share:.2f}: at most {useful:.1f} CPUs can be used, {cpus:,g} are active.",
            share=share,
            useful=useful,
            cpus=cpus,
        ),
        (changes(wanted),),
        effects=(
            arithmetic(
                "useful_cpus",
                cpus,
                min(float(wanted), useful),
                "0.9 over the non-parallel share",
            ),
        ),
    )


def _share(subject: Subject) -> Advice | str:
    first(subject)
    cpus = active_cpus(subject)
    if cpus > 1:
        return subject.say(
            "{name}: {cpus:,g} CPUs are active (1 without PRTY SHARE is a risk).", cpus=cpus
        )
    if of_system(subject, "PRTY_SHARE", "PRTY display"):
        return subject.say("{name}: PRTY SHARE is set (1 CPU without it is a risk).")
    return Advice(
        "One CPU without PRTY SHARE: a loop in a higher partition locks CICS out.",
        texts=(manual(subject.id, "PRTY", procedures.SHARE.command),),
    )


def _contention(subject: Subject) -> Advice | str:
    wait, used = subject.need_figure("cpu_wait_pct"), subject.need_figure("cpu_pct")
    if subject.container("lpar") is None:
        raise CannotTell(subject.say("which CICS share the system of {name}"), MONVSE)
    regions = neighbours(subject)
    if len(regions) < 2:
        raise DoesNotApply(subject.say("{name} is the only CICS of its system."))
    if wait < 0.5 * used or wait < 5:
        return subject.say(
            "{name}: waits for a CPU {wait:,.0f} % and uses one {used:,.0f} % (from half of "
            "its use and 5 % on it is much).",
            wait=wait,
            used=used,
        )
    load = min(0.95, system_load(subject))
    second = wait * erlang_c(2, load) / max(1e-6, erlang_c(1, load))
    return Advice(
        subject.say(
            "{name} waits for a CPU {wait:,.0f} % of the time and uses one for {used:,.0f} % of "
            "it; other CICS beside it: {regions}.",
            wait=wait,
            used=used,
            regions=len(regions) - 1,
        ),
        texts=(
            manual(
                subject.id,
                "PRTY",
                statements("PRTY <partitions in order>", "PRTY SHARE,<partition>=<value>"),
            ),
        ),
        notes=(
            (
                "Shares are relative: while both want the CPU, a partition with twice the value "
                "of another gets twice its time. Begin with the same value for all CICS, above "
                "that of batch (practice)."
            ),
            say(
                "A second CPU, where the machine and NP/TOT allow it, would bring the wait to "
                "about {second:.1f} % by Erlang's formula at today's load: SYSDEF TD,START.",
                second=second,
            ),
        ),
        effects=(
            arithmetic(
                "cpu_wait_pct",
                wait,
                wait,
                "PRTY SHARE adds no CPU: what this CICS waits less for, others wait more",
                low=0.0,
                high=max(wait, min(2.0 * wait, 100.0 - used)),
            ),
        ),
    )


def _siis(subject: Subject) -> Advice | str:
    share = subject.need_figure("siis_pct")
    if share < 1:
        return subject.say(
            "{name}: {share:,g} % of the stores hit the instruction stream (from 1 % on it is "
            "much).",
            share=share,
        )
    return Advice(
        say("{share:,g} % of the stores go into the instruction stream.", share=share),
        texts=(
            manual(
                subject.id,
                "SIIS",
                "Correct the batch Assembler; PTFs for DY47814, DY47815, DY47824, DY47847",
            ),
        ),
    )


ONE_OR_MORE_CPUS = "002, Using one CPU versus multiple CPUs"
_VM = "002, z/VM - the good, the bad and the ugly"

STOP_PROCESSOR = statements("SYSDEF TD,STOP=<cpu>", "QUERY TD")

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
        risk=Risk("low", "z/VM storage."),
        projection="no figure was published",
        report="z/VM QUERY MDCACHE",
        on=REGION,
        platforms=ZVSE,
        check=_minidisk,
        syntax={
            "MINIDISK_CACHE": statements(
                "SET MDCACHE MDISK <user> <device> ON", "SET MDCACHE SYSTEM ON"
            )
        },
        applying=procedures.MINIDISK_CACHE,
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
        risk=Risk("low"),
        projection="CPU waits of the guest are not in the reports",
        report=MONVSE,
        on=("cics_region", "lpar"),
        platforms=ZVSE,
        check=_horizontal,
        exposure="degradation",
        applying=procedures.POLARIZATION,
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
        (ONE_OR_MORE_CPUS,),
        threshold="One CPU at 70 % after the 10 % saved.",
        verify="CPU and dispatch per task.",
        back_out="SYSDEF TD,START.",
        risk=Risk("medium", "a loop in a higher partition stops CICS."),
        prerequisites="PRTY SHARE (VSE-007).",
        after=("VSE-007",),
        effect="−10 % total CPU; −30 % dispatch time per task.",
        effect_conditions="One customer.",
        projection="Published factors.",
        report=MONVSE,
        on=REGION,
        platforms=ZVSE,
        check=_one_cpu,
        syntax={"CPUS": STOP_PROCESSOR},
        applying=procedures.PROCESSORS,
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
        (ONE_OR_MORE_CPUS,),
        threshold="002: 0.9/NPS on average.",
        verify="QUERY TD.",
        back_out="SYSDEF TD,START.",
        risk=Risk("low"),
        effect="NP from 15 % (very good) to 70 % (bad), 99 % in batch.",
        prerequisites="PRTY SHARE (VSE-007).",
        after=("VSE-007",),
        projection="0.9 / NPS.",
        report=MONVSE,
        on=("cics_region", "lpar"),
        platforms=ZVSE,
        check=_np_share,
        syntax={
            "CPUS": STOP_PROCESSOR,
            "CPS": STOP_PROCESSOR,
        },
        applying=procedures.PROCESSORS,
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
        (ONE_OR_MORE_CPUS,),
        threshold="One CPU.",
        verify="PRTY display.",
        back_out="PRTY.",
        risk=Risk("low"),
        projection="exposure to a loop is not a speed",
        report="PRTY display",
        on=REGION,
        platforms=ZVSE,
        check=_share,
        exposure="outage",
        applying=procedures.SHARE,
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
        "PRTY SHARE among them; a second CPU where NP/TOT allows one.",
        (ONE_OR_MORE_CPUS,),
        threshold="Half of CPU% and 5 % are practice.",
        verify=MONVSE + ": CPUW%.",
        back_out="The former PRTY.",
        risk=Risk("medium", "others get less."),
        projection="PRTY SHARE gains nothing in all; a note says what a second CPU would bring.",
        report=MONVSE,
        on=REGION,
        platforms=ZVSE,
        check=_contention,
        exposure="degradation",
        applying=procedures.PRIORITY,
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
        threshold="1 % is practice.",
        verify="SIIS per cent.",
        back_out="None needed.",
        risk=Risk("low"),
        prerequisites="z/VSE 6.2.",
        effect="Significant.",
        projection="no figure was published",
        report="z/VM monitor data or SMF 113",
        on=("lpar",),
        platforms=ZVSE,
        check=_siis,
        applying=advised("application", Role.APPLICATION, Role.ZVSE),
    ),
)
