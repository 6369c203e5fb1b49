"""Coupling facilities whose processors are shared with other partitions."""

from __future__ import annotations

from advisor.findings import Risk
from advisor.rules.base import Advice, Rule
from advisor.rules.catalogue.coupling.facilities import REPORT
from advisor.rules.effects import manual
from advisor.rules.procedure import Procedure, Role, advised
from advisor.rules.subject import CannotTell, Subject
from model.language import Name, say

LEAST_SHARE, LEAST_SHARE_OF_LOCKS = 0.5, 0.95
_DYNAMIC = "https://www.manualslib.com/manual/1305805/Ibm-Z13s.html?page=162"
_SHARED = (
    "https://mainframeperformancetopics.com/2020/01/07/shared-coupling-facility-cpu-and-dyndisp/"
)
_PLANNING = "https://manualshive.com/en/manual/ibm/z9/4279167?page=159"


def _shares(subject: Subject) -> float:
    shared = subject.figure("shared_processors")
    if shared is None:
        raise CannotTell(say("shared processors of {name}", name=Name(subject.name)))
    return shared


def _thin(subject: Subject) -> Advice | str:
    shared, how = _shares(subject), subject.need_text("DYNDISP")
    if not shared or how == "THIN":
        return say(
            "{name}: {shared:.0f} shared processors, dispatched by {how} (any shared one without "
            "THIN is looked into).",
            name=Name(subject.name),
            shared=shared,
            how=Name(how),
        )
    return Advice(
        say(
            "{name} shares {shared:.0f} processors with DYNDISP {how}: it looks for work in turns, "
            "and requests wait for its turn.",
            name=Name(subject.name),
            shared=shared,
            how=Name(how),
        ),
        ((subject.set("DYNDISP", "THIN"),),),
    )


def _weight(subject: Subject) -> Advice | str:
    shared, got = _shares(subject), subject.need_figure("effective_processors")
    share = got / subject.need("CPS")
    locks = any(part.text("TYPE") == "lock" for part in subject.children("cf_structure"))
    least = LEAST_SHARE_OF_LOCKS if locks else LEAST_SHARE
    if not shared or share >= least:
        return say(
            "{name}: its processors got {share:.0%} of an engine each (below {least:.0%} is "
            "little).",
            name=Name(subject.name),
            share=share,
            least=least,
        )
    return Advice(
        say(
            "The shared processors of {name} got {share:.0%} of an engine each, less than "
            "{least:.0%}.",
            name=Name(subject.name),
            share=share,
            least=least,
        ),
        texts=(
            manual(
                subject.id,
                "WEIGHT",
                "HMC: a larger weight for this coupling facility, or a dedicated engine",
            ),
        ),
    )


RULES = (
    Rule(
        "CF-001",
        "Shared coupling facility without thin interrupts",
        "Coupling facility",
        "config-check",
        "no",
        "Shared processors of the coupling facility and DYNDISP.",
        "Processors are shared and DYNDISP is not THIN.",
        "A coupling facility that looks for work by turns holds an engine without any, and has "
        "none when a request comes.",
        "DYNDISP THIN.",
        (_DYNAMIC, _SHARED),
        threshold="Any shared processor, after the sources.",
        verify="RMF coupling facility activity: DYNDISP THIN, service times.",
        back_out="The former DYNDISP.",
        risk=Risk("low", "for test; production has dedicated engines."),
        prerequisites="zEC12 GA2 and CFLEVEL 19 or later.",
        projection="how long a request waits for the processor's turn is in no report",
        report=REPORT,
        on=("cf",),
        check=_thin,
        exposure="degradation",
        unsettles=(
            "CF-003",
            "CF-002",
            "CF-004",
        ),
        applying=Procedure(
            command="",
            back_out="",
            permanent="The coupling facility keeps it.",
            effort="dynamic",
            detail="At its console on the HMC.",
            roles=(Role.HARDWARE, Role.ZOS),
            level="CFLEVEL 19.",
            sources=(_DYNAMIC,),
        ),
    ),
    Rule(
        "CF-003",
        "A coupling facility that gets too little of its engine",
        "Coupling facility",
        "threshold",
        "no",
        "Effective against defined processors of a shared coupling facility.",
        "Less than 50 % of an engine each, with lock structures less than 95 %.",
        "A request that comes while another partition has the engine waits for its whole slice; "
        "who holds a lock waits with it.",
        "A larger weight, or dedicated engines.",
        (_PLANNING,),
        threshold="50 % and 95 % after the source.",
        verify="RMF coupling facility activity: EFFECTIVE; deviation of the service times.",
        back_out="The former weight.",
        risk=Risk("low", "other coupling facilities get less."),
        projection="how long a request waits for the processor's turn is in no report",
        report=REPORT,
        on=("cf",),
        check=_weight,
        exposure="degradation",
        unsettles=(
            "CF-002",
            "CF-004",
        ),
        applying=advised("dynamic", Role.HARDWARE, Role.ZOS),
    ),
)
