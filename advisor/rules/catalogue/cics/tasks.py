"""CICS on z/OS: tasks that wait for MXT, and a QR TCB that is nearly one CP."""

from __future__ import annotations

import math

from advisor.findings import Risk
from advisor.rules.base import ZOS, Advice, Rule
from advisor.rules.commands import statements
from advisor.rules.effects import arithmetic, manual
from advisor.rules.procedure import NONE_STATED, Procedure, Role
from advisor.rules.subject import CannotTell, Subject
from model.language import say

TASKS = "DFH0STAT transaction manager"
DISPATCHER = "DFH0STAT dispatcher TCB modes"
QR_SHARE = 0.5
QR_FULL = 0.7
"""Share of a CP from which more tasks at a time only queue for the QR TCB (practice)."""
ROOM = 1.3
LEAST_SHARE = 1e-3
"""Of all tasks, from which on those that waited for MXT are a matter (practice)."""
LEAST_WAITED_S_PER_DAY = 3600.0
"""An hour that all tasks together waited in a day is one as well (practice)."""

_MXT = statements("CEMT SET SYSTEM MAXTASKS({value})", "SIT MXT={value}")
MAX_TASKS = Procedure(
    command="",
    back_out="",
    permanent="SIT MXT.",
    effort="dynamic",
    detail="",
    roles=(Role.CICS,),
    level=NONE_STATED,
    sources=(
        (
            "https://www.ibm.com/docs/en/SSGMCP_5.3.0/com.ibm.cics.ts.performance.doc/topics/"
            "dfht34u.html"
        ),
    ),
)
THREADSAFE = Procedure(
    command=statements(
        "CEDA ALTER PROGRAM(<program>) GROUP(<group>) CONCURRENCY(THREADSAFE)",
        "CEDA INSTALL PROGRAM(<program>) GROUP(<group>)",
        "CEMT SET PROGRAM(<program>) NEWCOPY",
    ),
    back_out=statements(
        "CEDA ALTER PROGRAM(<program>) GROUP(<group>) CONCURRENCY(QUASIRENT)",
        "CEDA INSTALL PROGRAM(<program>) GROUP(<group>)",
        "CEMT SET PROGRAM(<program>) NEWCOPY",
    ),
    permanent="The program's definition in the CSD.",
    effort="application",
    detail="Programs are reviewed for shared storage first.",
    roles=(Role.APPLICATION, Role.CICS),
    level=NONE_STATED,
    sources=(
        (
            "https://ibm.com/support/knowledgecenter/SSGMCP_5.3.0/"
            "com.ibm.cics.ts.applicationprogramming.doc/topics/dfhp3_concepts_required.html"
        ),
    ),
)


def _max_tasks(subject: Subject) -> Advice | str:
    times, queued = subject.figure("max_tasks_times"), subject.figure("queued_tasks_peak")
    if times is None and queued is None:
        raise CannotTell(subject.say("times at MXT of {name}"), TASKS)
    limit = subject.need("MXT")
    if not times and not queued:
        return subject.say(
            "{name} never stood at its MXT of {limit:.0f} (once is enough to look).", limit=limit
        )
    reached = subject.figure("peak_tasks")
    if times and reached is not None and reached < limit:
        raise CannotTell(
            subject.say(
                "whether {name} stood at its MXT of {limit:.0f}: {times:,.0f} times are counted "
                "there and a peak of {reached:,.0f} tasks (was MXT raised in the interval?)",
                limit=limit,
                times=times,
                reached=reached,
            ),
            TASKS,
        )
    peak = max(reached or 0.0, limit) + (queued or 0.0)
    wanted = min(math.ceil(peak * ROOM), 2000)
    behind = _behind_limit(subject)
    share = 100.0 * peak / wanted if wanted > limit else 100.0
    return Advice(
        subject.say(
            "{name} stood at its MXT of {limit:.0f} {times:,.0f} times.",
            limit=limit,
            times=times or 1,
        ),
        ((subject.set("MXT", wanted),),) if wanted > limit else (),
        texts=() if wanted > limit else (manual(subject.id, "MXT", "Another region"),),
        effects=(
            arithmetic(
                "mxt_share_pct",
                100.0,
                share if queued else (share + 100.0) / 2.0,
                say("the peak and what queued behind it, against the new limit")
                if queued
                else say("how many waited at the limit is not counted: from none to all the room"),
                low=100.0 * limit / wanted,
                high=100.0,
            ),
        )
        if wanted > limit
        else (),
        points_to=tuple(name for name, _ in behind),
        slight=_few_delayed(subject),
        caveats=(
            *(why for _, why in behind),
            (
                "First look what tasks wait for: where a wait behind MXT is the cause, more tasks "
                "wait there, and storage may run short."
            ),
        ),
    )


def _few_delayed(subject: Subject) -> str:
    """Why so few waits for MXT are too slight; empty where they are many, or nobody tells how long.

    A region that is short of tasks for good stands at its limit all day: that is no small share.
    """
    delayed, tasks = subject.figure("max_tasks_delayed"), subject.figure("transactions")
    waited_s, each_ms = subject.figure("max_tasks_queue_s"), subject.figure("max_tasks_queue_ms")
    rate = subject.rate("max_tasks_delayed")
    if waited_s is None and delayed is not None and each_ms is not None:
        waited_s = delayed * each_ms / 1000.0
    if not tasks or not delayed or not rate or waited_s is None:
        return ""
    a_day_s = waited_s / delayed * rate * 86_400.0
    if delayed >= LEAST_SHARE * tasks or a_day_s >= LEAST_WAITED_S_PER_DAY:
        return ""
    return say(
        "{delayed:,.0f} of {tasks:,.0f} tasks waited for it, {waited_s:,.1f} s in all: less than "
        "{least:.1%} of them, and less than an hour a day",
        delayed=delayed,
        tasks=tasks,
        waited_s=waited_s,
        least=LEAST_SHARE,
    )


def _behind_limit(subject: Subject) -> tuple[tuple[str, str], ...]:
    """What tasks wait for behind MXT, by the rule that is about it: more tasks make that worse."""
    used, seconds = subject.figure("qr_cpu_s"), subject.figure("duration_s")
    short = subject.figure("short_on_storage")
    found = []
    if used is not None and seconds and used >= QR_FULL * seconds:
        found.append(
            (
                "CIC-002",
                subject.say(
                    "The QR TCB of {name} uses {share:.0%} of a CP: more tasks at a time only "
                    "queue for it.",
                    share=used / seconds,
                ),
            )
        )
    if short:
        found.append(
            (
                "CIC-005",
                subject.say(
                    "{name} was short on storage {short:,.0f} times: more tasks at a time need "
                    "more of it.",
                    short=short,
                ),
            )
        )
    return tuple(found)


def _qr(subject: Subject) -> Advice | str:
    used, seconds = subject.figure("qr_cpu_s"), subject.figure("duration_s")
    if used is None or not seconds:
        raise CannotTell(subject.say("CPU time of the QR TCB of {name}"),
                         DISPATCHER)  # fmt: skip
    share = used / seconds
    if share <= QR_SHARE:
        return subject.say(
            "{name}: the QR TCB uses {share:.0%} of a CP as measured (above 50 % is high).",
            share=share,
        )
    open_s = subject.by_part("tcb_cpu_by_mode_s").get("L8")
    notes: tuple[str, ...] = ()
    if open_s is not None:
        notes = (
            say(
                "L8 TCBs use {share:.0%} of a CP: programs that are not threadsafe go back to the "
                "QR TCB after each call of Db2 or MQ.",
                share=open_s / seconds,
            ),
        )
    return Advice(
        subject.say(
            "The QR TCB of {name} uses {share:.0%} of a CP as measured; all its tasks share it.",
            share=share,
        ),
        texts=(manual(subject.id, "CONCURRENCY"),),
        effects=(
            arithmetic(
                "qr_utilization",
                share,
                0.75 * share,
                "which programs can run on open TCBs is found by review: from none to half of the "
                "work",
                low=share / 2.0,
                high=share,
            ),
        ),
        notes=notes,
    )


RULES = (
    Rule(
        "CIC-001",
        "Tasks that wait for MXT",
        "CICS z/OS",
        "threshold",
        "partial",
        "Times at MXT, peak of tasks, tasks queued.",
        "The region stood at its MXT.",
        "A task that finds MXT reached waits before its first instruction.",
        "MXT 30 % above the peak, once it is known what tasks wait for.",
        (
            (
                "https://www.ibm.com/docs/en/SSGMCP_5.3.0/com.ibm.cics.ts.performance.doc/topics/"
                "dfht34u.html"
            ),
            (
                "https://www.ibm.com/support/knowledgecenter/SSGMCP_5.5.0/reference/statistics/"
                "dfht3_stats_tranmgr_0stat.html"
            ),
        ),
        threshold="Any time at MXT. Where fewer than 0.1 % of the tasks waited for it, and all "
        "together less than an hour a day, it is told and no step (practice). 30 % of room is "
        "practice, and so are 70 % of a CP from which more tasks only queue for the QR TCB.",
        verify="DFH0STAT: times at MXT 0, peak of queued tasks 0.",
        back_out="The former MXT.",
        risk=Risk("medium", "more tasks need more storage, and wait where these waited."),
        projection="MXT limits the tasks in the network; the share of it in use is arithmetic.",
        report=TASKS,
        on=("cics_region",),
        platforms=ZOS,
        check=_max_tasks,
        exposure="degradation",
        syntax={"MXT": _MXT},
        at_least=("MXT",),
        applying=MAX_TASKS,
    ),
    Rule(
        "CIC-002",
        "A QR TCB that is half a CP",
        "CICS z/OS",
        "threshold",
        "partial",
        "CPU time of the QR TCB against the interval.",
        "The QR TCB uses more than 50 % of one CP.",
        "One TCB runs on one CP at a time: near its limit every task queues for it, whatever the "
        "machine has free.",
        "Threadsafe programs on open TCBs, or another region.",
        (
            (
                "http://enterprisesystemsmedia.com/article/"
                "building-better-performance-for-your-db2-cics-programs-with-threadsafe1/4"
            ),
        ),
        threshold="50 % of one CP, after the source.",
        verify="DFH0STAT: CPU time of the QR TCB; response at the peak.",
        back_out="CONCURRENCY(QUASIRENT); the second region off.",
        risk=Risk("medium", "programs that share storage unserialized go wrong on open TCBs."),
        projection="Use of the QR TCB with half of its work elsewhere; which programs can go is "
        "found by review.",
        report=DISPATCHER,
        on=("cics_region",),
        platforms=ZOS,
        check=_qr,
        exposure="degradation",
        applying=THREADSAFE,
    ),
)
