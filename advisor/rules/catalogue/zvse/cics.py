"""CICS on z/VSE, any other business: ICV, traces, MXT and system transactions."""

from __future__ import annotations

from advisor.findings import Risk
from advisor.rules.base import ZVSE, Advice, Rule
from advisor.rules.catalogue.cics import procedures as cics_procedures
from advisor.rules.commands import statements
from advisor.rules.effects import arithmetic, manual, published
from advisor.rules.procedure import Role, advised
from advisor.rules.subject import CannotTell, Subject
from model.language import say

REGION = ("cics_region",)
AOB = "002, AOB"
RUNAWAY_MS = 2000
LONG_RUNAWAY_MS = 5000
IDLE_MS = 250


def _runaway(subject: Subject) -> Advice | str:
    limit = subject.need("ICVR")
    if limit < LONG_RUNAWAY_MS:
        return subject.say("{name}: ICVR {limit:g} ms (from 5,000 ms on it is long).", limit=limit)
    return Advice(
        subject.say(
            "A loop in {name} runs {limit:g} ms of CPU before CICS ends it.", limit=limit + 500
        ),
        ((subject.set("ICVR", RUNAWAY_MS),),),
    )


def _idle(subject: Subject) -> Advice | str:
    wait = subject.need("ICV")
    if wait <= IDLE_MS:
        return subject.say("{name}: ICV {wait:,g} ms (above 250 ms is long).", wait=wait)
    return Advice(
        subject.say(
            "Idle, {name} looks for some kinds of work only every {wait:,g} ms.", wait=wait
        ),
        ((subject.set("ICV", IDLE_MS),),),
    )


def _cpu_per_tx_ms(subject: Subject) -> float | None:
    tasks = subject.figure("transactions")
    cpu = subject.figure("partition_cpu_s", "tcb_cpu_s", "qr_cpu_s")
    return 1000.0 * cpu / tasks if tasks and cpu is not None else None


def _trace(subject: Subject) -> Advice | str:
    trace = subject.need_text("TRACE").lower()
    if trace == "off":
        return subject.say("{name}: trace is off.")
    if trace != "internal":
        return subject.say("{name}: auxiliary trace goes first (VSE-014).")
    if subject.flag("VENDOR_TRACE"):
        return subject.say("{name}: treated together with the vendor's trace (AOB-004).")
    return Advice(
        subject.say("Internal trace of {name} is on."),
        ((subject.set("TRACE", "off"),),),
        effects=(
            published(
                "cpu_ms_per_tx",
                _cpu_per_tx_ms(subject),
                (0.9, 0.95, 1.0),
                "5 % or more (002)",
            ),
        ),
    )


def _both(subject: Subject) -> Advice | str:
    if not subject.need_flag("VENDOR_TRACE"):
        return subject.say("{name}: no vendor trace.")
    if subject.need_text("TRACE").lower() == "off":
        return subject.say("{name}: CICS trace is off.")
    return Advice(
        subject.say("CICS trace and a vendor's macro level trace run together in {name}."),
        ((subject.set("TRACE", "off"), subject.set("VENDOR_TRACE", False)),),
        effects=(
            published(
                "cpu_ms_per_tx",
                _cpu_per_tx_ms(subject),
                (0.49, 0.7, 0.95),
                "0.001969 to 0.000971 s of partition CPU at one customer (002)",
            ),
        ),
        distance="One customer's case, taken as the most that can be had.",
    )


def _mxt(subject: Subject) -> Advice | str:
    times = subject.need_figure("max_tasks_times")
    if times <= 0:
        return subject.say("{name}: MXT was not reached (once is enough to look).")
    limit = subject.number("MXT", default=True)
    return Advice(
        subject.say("{name} was at MXT {times:,.0f} times", times=times)
        + (say(" (MXT {limit:g}).", limit=limit) if limit else "."),
        texts=(
            manual(
                subject.id,
                "MXT",
                "Find what holds tasks at those times (waits, dumps, remote regions) before "
                "raising MXT",
            ),
        ),
        effects=(
            arithmetic(
                "max_tasks_times",
                times,
                times,
                "to find the cause ends nothing yet; none are left once it is removed",
                low=0.0,
                high=times,
            ),
        ),
    )


def _dctsp(subject: Subject) -> Advice | str:
    used = subject.flag("DFHDCTSP")
    if used is None:
        asks = (subject.id, "setting.DFHDCTSP")
        raise CannotTell(subject.say("the DCT of {name}"), "SIT DCT and ICCF library 59", asks)
    if not used:
        return subject.say("{name}: the CICS-supplied DCT is used.")
    return Advice(
        subject.say("DFHDCTSP starts IESX transactions in {name} for each console message."),
        texts=(
            manual(
                subject.id, "DCT", "CICS-supplied definitions; review DFHDCTSP in ICCF library 59"
            ),
        ),
    )


def _leak(subject: Subject) -> Advice | str:
    used = subject.flag("IESZNEP")
    if used is None:
        asks = (subject.id, "setting.IESZNEP")
        raise CannotTell(
            subject.say("whether {name} uses IESZNEP"),
            "DFHPD430 PG=1 output",
            asks,
        )
    if not used:
        return subject.say("{name}: IESZNEP is not used.")
    return Advice(
        subject.say("IESZNEP in {name} can leak EDSA for IESSVL under CSNE."),
        texts=(manual(subject.id, "IESZNEP", "Watch DFHPD430 PG=1; recycle before EDSA is short"),),
    )


_SIT = "SIT parameters in effect"

RULES = (
    Rule(
        "AOB-001",
        "End loops sooner",
        "CICS z/VSE",
        "tuning",
        "no",
        "ICVR.",
        "5,000 ms or more.",
        "ICVR counts CPU, in steps of 500 ms and 500 more than asked; a loop stops everybody for "
        "that long and catching up takes longer.",
        "SIT ICVR=2000.",
        (AOB,),
        threshold="002: the defaults 5000 and 20000 are very high.",
        verify="AICA abends.",
        back_out="CEMT SET SYSTEM RUNAWAY.",
        risk=Risk("medium", "programs that compute for long are ended."),
        projection="exposure to loops is not a speed",
        report=_SIT,
        on=REGION,
        platforms=ZVSE,
        check=_runaway,
        exposure="degradation",
        syntax={"ICVR": statements("CEMT SET SYSTEM RUNAWAY({value})", "SIT ICVR={value}")},
        applying=cics_procedures.RUNAWAY,
    ),
    Rule(
        "AOB-002",
        "Look for work more often in an idle CICS",
        "CICS z/VSE",
        "tuning",
        "partial",
        "ICV.",
        "Above 250 ms.",
        "Some wait states are only noticed when the interval ends.",
        "SIT ICV=250.",
        (AOB,),
        threshold="002: multiples of 250 from 250.",
        verify="Response when idle.",
        back_out="CEMT SET SYSTEM TIME.",
        risk=Risk("low", "a little CPU when idle."),
        projection="may help when idle; not published",
        report=_SIT,
        on=REGION,
        platforms=ZVSE,
        check=_idle,
        syntax={"ICV": statements("CEMT SET SYSTEM TIME({value})", "SIT ICV={value}")},
        applying=cics_procedures.TIME,
    ),
    Rule(
        "AOB-003",
        "CICS trace off",
        "CICS z/VSE",
        "tuning",
        "yes",
        "Internal trace.",
        "On.",
        "It costs 5 % CPU or more.",
        "CETR: internal trace STOPPED.",
        (AOB,),
        threshold="On.",
        verify="CPU per transaction.",
        back_out="CETR: STARTED.",
        risk=Risk("high", "without trace problems may be impossible to solve."),
        effect="Perhaps 5 % or more.",
        projection="x 0.95.",
        report="trace status or SIT",
        on=REGION,
        platforms=ZVSE,
        check=_trace,
        syntax={"TRACE": statements("CEMT SET INTTRACE STOP", "SIT INTTR=OFF")},
        applying=cics_procedures.INTERNAL_TRACE,
    ),
    Rule(
        "AOB-004",
        "CICS and vendor trace off",
        "CICS z/VSE",
        "tuning",
        "yes",
        "Internal and vendor trace.",
        "Both on.",
        "Macro level interpreters trace every request.",
        "Both off.",
        (AOB,),
        threshold="Both on.",
        verify="CPU per transaction.",
        back_out="Start them again.",
        risk=Risk("high", "without trace problems may be impossible to solve.", ("AOB-003",)),
        effect="TCB CPU per transaction 0.001701 to 0.000736 s (−57 %), partition −51 %.",
        effect_conditions="One customer.",
        projection="Published case as bound.",
        report="trace status",
        on=REGION,
        platforms=ZVSE,
        check=_both,
        syntax={
            "TRACE": statements("CEMT SET INTTRACE STOP", "SIT INTTR=OFF"),
            "VENDOR_TRACE": statements("<the vendor's command to stop its trace>"),
        },
        applying=cics_procedures.INTERNAL_TRACE,
    ),
    Rule(
        "AOB-005",
        "MXT was reached",
        "CICS z/VSE",
        "threshold",
        "yes",
        "Times at MXT.",
        "Above 0.",
        "A hidden problem: CPU falls while tasks wait, then CICS catches up in a peak.",
        "Find and remove the cause.",
        (AOB, "002, The potential impact of CICS internal constraints"),
        threshold="Any.",
        verify="Times at MXT.",
        back_out="None needed.",
        risk=Risk("low"),
        projection="None by finding the cause; none are left at best once it is removed.",
        report="DFH0STAT transaction manager",
        on=REGION,
        platforms=ZVSE,
        check=_mxt,
        exposure="degradation",
        applying=advised("dynamic", Role.CICS),
    ),
    Rule(
        "AOB-006",
        "CICS-supplied DCT",
        "CICS z/VSE",
        "config-check",
        "partial",
        "DCT.",
        "DFHDCTSP in use.",
        "It drives many IESX transactions for a log hardly read.",
        "CICS-supplied definitions.",
        (AOB,),
        threshold="In use.",
        verify="IESX counts.",
        back_out="DFHDCTSP.",
        risk=Risk("low"),
        projection="the number of IESX transactions is not reported",
        report="SIT DCT",
        on=REGION,
        platforms=ZVSE,
        check=_dctsp,
        applying=advised("recycle", Role.CICS),
    ),
    Rule(
        "AOB-007",
        "IESZNEP may leak",
        "CICS z/VSE",
        "config-check",
        "no",
        "IESZNEP.",
        "In use.",
        "Control blocks for IESSVL stay in the EDSA under CSNE.",
        "Watch DFHPD430 PG=1.",
        (AOB,),
        threshold="In use.",
        verify="DFHPD430 PG=1.",
        back_out="None needed.",
        risk=Risk("low"),
        projection="storage growth is not modelled",
        report="DFHPD430 PG=1",
        on=REGION,
        platforms=ZVSE,
        check=_leak,
        exposure="errors",
        applying=advised("recycle", Role.CICS),
    ),
)
