"""Time that Java stands still for its collector."""

from __future__ import annotations

from advisor.findings import Risk
from advisor.rules.base import Advice, Rule
from advisor.rules.commands import statements
from advisor.rules.effects import manual
from advisor.rules.procedure import Procedure, Role
from advisor.rules.references import PRACTICE
from advisor.rules.subject import CannotTell, Subject
from model.language import say

REPORT = "verbose garbage collection log"
SHARE_PCT = 5.0
COLLECTOR = Procedure(
    command=statements("-Xgc:concurrentScavenge"),
    back_out=statements("-Xgc:noConcurrentScavenge"),
    permanent="The JVM's options.",
    effort="recycle",
    detail="",
    roles=(Role.ZOS, Role.APPLICATION),
    level="z14 or later for concurrent scavenging (guarded storage).",
    sources=("https://eclipse.org/openj9/docs/xgc/",),
)


def _share(subject: Subject) -> Advice | str:
    share = subject.figure("gc_time_pct")
    if share is None:
        raise CannotTell(subject.say("time in garbage collection of {name}"))  # fmt: skip
    if share <= SHARE_PCT:
        return subject.say(
            "{name}: {share:.1f} % of the time in garbage collection (above 5 % is much).",
            share=share,
        )
    policy = subject.text("GCPOLICY") or "gencon"
    pause = subject.figure("gc_pause_ms")
    change = (
        "-Xgc:concurrentScavenge on z14 or later; else a larger -Xmn (JAV-006) and -Xmx"
        if policy == "gencon"
        else "-Xgcpolicy:gencon first (JAV-005), then -Xgc:concurrentScavenge on z14 or later"
    )
    return Advice(
        subject.say(
            "{name} stands still {share:.0f} % of the time for garbage collection.", share=share
        ),
        texts=(manual(subject.id, "GC", change),),
        notes=(say("A collection takes {pause:.0f} ms on average.", pause=pause),)
        if pause is not None
        else (),
    )


RULES = (
    Rule(
        "JAV-101",
        "Java that stands still for its collector",
        "Java",
        "threshold",
        "no",
        "Time in collections against the log's length.",
        "More than 5 % of the time.",
        "All threads wait while the collector works.",
        "Concurrent scavenging, a larger nursery, fewer objects.",
        (PRACTICE,),
        threshold="5 % is practice.",
        verify="Verbose log: time between and in collections.",
        back_out="The former options.",
        risk=Risk("low", "some throughput for shorter pauses."),
        projection="how much garbage lives through a collection is the program's, no report tells",
        report=REPORT,
        on=("jvm",),
        check=_share,
        applying=COLLECTOR,
    ),
)
