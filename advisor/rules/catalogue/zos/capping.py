"""Systems whose cap, goals and page data sets hold back what matters."""

from __future__ import annotations

from advisor.findings import Risk
from advisor.rules.base import ZOS, Advice, DoesNotApply, Rule
from advisor.rules.catalogue.zos.goals import POLICY
from advisor.rules.catalogue.zos.goals import REPORT as WORKLOAD
from advisor.rules.commands import statements
from advisor.rules.effects import arithmetic, manual
from advisor.rules.procedure import NONE_STATED, Procedure, Role, advised
from advisor.rules.references import PRACTICE
from advisor.rules.subject import CannotTell, Subject
from model.language import Name, say

CAPPING = "SMF 70-1 and RMF workload activity with goals"
PAGE_DATA_SETS = "RMF page data set activity"
USED_PCT = 30.0
IMPORTANT = 2
SPREAD, LEAST_ENDS_PER_S = 3.0, 1.0
_GOALS = (
    "https://www.ibm.com/docs/en/developer-for-zos/16.0?topic=goals-considerations-goal-selection"
)
_ADDED = (
    "https://www.ibm.com/support/knowledgecenter/en/SSLTBW_2.1.0/com.ibm.zos.v2r1.ieag100/"
    "iea3g1_Parameters17.htm"
)
_DELETED = "https://www.ibm.com/docs/SSLTBW_3.1.0/com.ibm.zos.v3r1.ieag100/pagedel.htm"
_ASM = "https://www.mail-archive.com/ibm-main@bama.ua.edu/msg149223.html"


def missed(goal: Subject) -> float | None:
    """The performance index of a class: above 1 the goal is missed; ``None`` without a goal."""
    wanted, got = goal.figure("goal_velocity_pct"), goal.figure("velocity_pct")
    if wanted and got:
        return wanted / got
    most, took = goal.figure("goal_response_ms"), goal.figure("response_ms")
    return took / most if most and took and goal.figure("goal_pct") is None else None


def _capped(subject: Subject) -> Advice | str:
    if subject.flag("CAPPED") is None:
        raise CannotTell(
            say("capping of {name}", name=Name(subject.name)),
            CAPPING,
            (subject.id, "setting.CAPPED"),
        )
    if not subject.flag("CAPPED"):
        return say("{name} is not capped (only a cap holds it back).", name=Name(subject.name))
    important = [
        one
        for one in subject.peers("service_class")
        if (one.number("IMPORTANCE") or 9) <= IMPORTANT
    ]
    missing = [one for one in important if (missed(one) or 0.0) > 1.0]
    if not any(missed(one) for one in important):
        raise CannotTell(say("important goals of {name}", name=Name(subject.name)), CAPPING)
    if not missing:
        return say(
            "{name} is capped, and what is important meets its goals (an index above 1 misses "
            "one).",
            name=Name(subject.name),
        )
    worst = max(missing, key=lambda one: missed(one) or 0.0)
    return Advice(
        say(
            "{name} is capped while {worst}, of importance {importance:.0f}, has a performance "
            "index of {index:.1f}.",
            name=Name(subject.name),
            worst=Name(worst.name),
            importance=worst.need("IMPORTANCE"),
            index=missed(worst) or 0.0,
        ),
        ((subject.set("CAPPED", False),),),
        caveats=("What software costs by the four-hour average goes up with what it uses then.",),
    )


def _tails(subject: Subject) -> Advice | str:
    goal, mean = subject.figure("goal_response_ms"), subject.figure("response_ms")
    if goal is None or subject.figure("goal_pct") is not None:
        raise DoesNotApply(say("{name} has no goal for a mean response.", name=Name(subject.name)))
    deviation, ends = subject.figure("response_deviation_ms"), subject.figure("ended_per_s")
    if not mean or deviation is None or ends is None:
        raise CannotTell(say("deviation of {name}", name=Name(subject.name)), WORKLOAD)
    if deviation <= SPREAD * mean or ends < LEAST_ENDS_PER_S:
        return say(
            "{name}: responses of {mean:,.0f} ms deviate by {deviation:,.0f} ms, {ends:.1f} a "
            "second (above three times the mean, from 1 a second on, is much).",
            name=Name(subject.name),
            mean=mean,
            deviation=deviation,
            ends=ends,
        )
    return Advice(
        say(
            "Responses of {name} deviate by {deviation:,.0f} ms from their mean of {mean:,.0f} ms, "
            "which its goal is for.",
            name=Name(subject.name),
            deviation=deviation,
            mean=mean,
        ),
        texts=(
            manual(
                subject.id,
                "GOAL",
                "WLM service definition: a percentile goal for this class, such as 90 % within "
                "<response>",
            ),
            manual(subject.id, "POLICY", POLICY.command),
        ),
    )


def _slots(subject: Subject) -> Advice | str:
    used = subject.by_part("page_data_set_used_pct")
    if not used:
        raise CannotTell(say("page data sets of {name}", name=Name(subject.name)), PAGE_DATA_SETS)
    fullest = max(used, key=lambda part: used[part])
    most = used[fullest]
    if most <= USED_PCT:
        return say(
            "{name}: {most:.1f} % of the slots of {fullest} were in use (above 30 % is much).",
            name=Name(subject.name),
            most=most,
            fullest=Name(fullest),
        )
    return Advice(
        say(
            "{most:.1f} % of the slots of page data set {fullest} of {name} were in use.",
            most=most,
            fullest=Name(fullest),
            name=Name(subject.name),
        ),
        texts=(manual(subject.id, "PAGE"),),
        effects=(
            arithmetic(
                "page_data_set_used_pct",
                most,
                most * len(used) / (len(used) + 1),
                "one more page data set of that size",
                low=most * len(used) / (len(used) + 1),
                high=most,
            ),
        ),
    )


_SOFT_CAP = (
    "https://www.ibm.com/docs/en/systems-hardware/linuxone/9176-MLR?topic=weights-workload-"
    "charging-by-soft-capping-defined-capacity"
)

RULES = (
    Rule(
        "PRS-003",
        "A cap while important work misses its goal",
        "z/OS processors",
        "threshold",
        "partial",
        "Initial capping of the partition, and goals of importance 1 and 2.",
        "The partition is capped and one of these goals is missed.",
        "At its cap the partition gets no processor, whatever WLM would give to whom.",
        "The cap off, or a group or defined capacity that leaves room for the peak.",
        (_SOFT_CAP, PRACTICE),
        threshold="The source has a defined capacity raised that is exceeded again and again; a "
        "performance index above 1 is practice.",
        verify="RMF partition data: CAPPING; workload activity: performance index.",
        back_out="Initial capping on.",
        risk=Risk("medium", "software that is charged by use costs more."),
        projection="What the partition gets of the machine without the cap, in the network.",
        report=CAPPING,
        on=("lpar",),
        platforms=ZOS,
        check=_capped,
        exposure="degradation",
        applying=advised("dynamic", Role.HARDWARE, Role.ZOS),
    ),
    Rule(
        "WLM-003",
        "A goal for a mean that few responses are near",
        "z/OS workload manager",
        "threshold",
        "no",
        "Mean response and its deviation, of classes with a goal for the mean.",
        "The deviation is more than three times the mean, with 1 end a second or more.",
        "A single long transaction moves the mean, and the workload manager helps the whole class "
        "for it.",
        "A percentile goal.",
        (
            _GOALS,
            PRACTICE,
        ),
        threshold="Percentiles after the source; three times and 1 a second are practice.",
        verify="RMF workload activity: response time distribution.",
        back_out="The former policy.",
        risk=Risk("medium", "classes are weighed against each other anew."),
        projection="priorities among classes are WLM's to set; no demand changes",
        report=WORKLOAD,
        on=("service_class",),
        check=_tails,
        applying=POLICY,
    ),
    Rule(
        "STG-001",
        "Page data sets that fill up",
        "z/OS storage",
        "threshold",
        "partial",
        "Slots in use of each local page data set.",
        "More than 30 %.",
        "z/OS looks for free slots that lie together; the fuller a data set is, the longer it "
        "takes. At 70 % new work is held back.",
        "One more page data set.",
        (_ASM,),
        threshold="30 % after the source.",
        verify="D ASM; RMF page data set activity.",
        back_out="PAGEDEL DELETE,PAGE=<data set>.",
        risk=Risk("low", "space on disk."),
        projection="The slots in use spread over one data set more.",
        report=PAGE_DATA_SETS,
        on=("lpar",),
        platforms=ZOS,
        check=_slots,
        exposure="degradation",
        applying=Procedure(
            command=statements("PAGEADD PAGE=<data set>", "IEASYSxx PAGE=(<former>,<data set>,L)"),
            back_out=statements("PAGEDEL DELETE,PAGE=<data set>", "IEASYSxx PAGE=(<former>)"),
            permanent="PAGE= of IEASYSxx.",
            effort="dynamic",
            detail="The data set is defined by IDCAMS first. PAGEDEL runs on by itself, one at a "
            "time; the others must have room for its pages.",
            roles=(Role.ZOS,),
            level=NONE_STATED,
            sources=(_ADDED, _DELETED),
        ),
    ),
)
