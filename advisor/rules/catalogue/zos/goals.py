"""Goals of the workload manager that cannot be met, and work without one."""

from __future__ import annotations

from advisor.findings import Risk
from advisor.rules.base import Advice, DoesNotApply, Rule
from advisor.rules.catalogue.zos.procedures import WLM_POLICY, activated
from advisor.rules.effects import manual
from advisor.rules.procedure import NONE_STATED, Procedure, Role
from advisor.rules.subject import CannotTell, Subject
from model.language import mark

REPORT = "RMF workload activity"
TOO_FAST_PCT = 90.0
OUT_OF_REACH = 0.6
ENDS = 10.0
ENDS_IN_S = 1200.0
OTHER_SHARE, SYSTEM_SHARE = 0.005, 0.10
LEAST_CPU_PCT = 1.0
_GUIDE = (
    "https://www.ibm.com/docs/en/explorer-for-zos/3.2?topic=goals-considerations-goal-selection"
)
OF_GOOD_TIMES = mark(
    "No figure of this interval is the goal: what a class achieves while it suffers would make its "
    "performance index 1, and nobody would help it again. Take several intervals in which the "
    "system runs well; where the class waits for I/O or for storage, no goal helps, and that is "
    "cured first."
)
POLICY = Procedure(
    command=activated("<changed definition>"),
    back_out=activated("<former definition>"),
    permanent="The service definition, installed in the WLM couple data set.",
    effort="policy",
    detail="An installed definition counts when its policy is activated. The installed one is "
    "extracted and saved before: its policies have the same names afterwards.",
    roles=(Role.ZOS,),
    level=NONE_STATED,
    sources=(
        WLM_POLICY,
        "https://ibm.com/support/knowledgecenter/en/SSLTBW_2.1.0/com.ibm.zos.v2r1.ieaw100/aputil.htm",
        "https://ibm.com/support/knowledgecenter/en/SSLTBW_2.1.0/com.ibm.zos.v2r1.ieaw100/acad.htm",
    ),
)


def _velocity(subject: Subject) -> Advice | str:
    if subject.text("TYPE") == "report":
        raise DoesNotApply(subject.say("{name} is a report class without a goal."))
    goal = subject.figure("goal_velocity_pct")
    if goal is None:
        if subject.figure("goal_response_ms") is not None:
            raise DoesNotApply(subject.say("{name} has a response goal."))
        raise CannotTell(subject.say("the velocity goal of {name}"))
    achieved = subject.need_figure("velocity_pct")
    if goal <= TOO_FAST_PCT and (achieved <= 0 or achieved >= OUT_OF_REACH * goal):
        return subject.say(
            "{name}: velocity {achieved:.0f} % for a goal of {goal:.0f} % (above 90 %, or less "
            "than 60 % of it achieved, is out of reach).",
            achieved=achieved,
            goal=goal,
        )
    if (cpu := subject.figure("appl_cp_pct")) is not None and cpu < LEAST_CPU_PCT:
        raise DoesNotApply(subject.say("{name} uses less than 1 % of a CP."))
    return Advice(
        subject.say(
            "{name} has a velocity goal of {goal:.0f} % and achieves {achieved:.0f} %.",
            goal=goal,
            achieved=achieved,
        ),
        texts=(
            manual(
                subject.id,
                "GOAL",
                "WLM service definition: a velocity goal of <velocity> for this class",
            ),
            manual(subject.id, "POLICY", POLICY.command),
        ),
        notes=(OF_GOOD_TIMES,),
    )


def _few_ends(subject: Subject) -> Advice | str:
    goal = subject.figure("goal_response_ms")
    ends = subject.figure("ended_per_s")
    if subject.text("TYPE") == "report":
        raise DoesNotApply(subject.say("{name} is a report class without a goal."))
    if goal is None:
        raise DoesNotApply(subject.say("{name} has no response goal."))
    if ends is None:
        raise CannotTell(subject.say("ended transactions of {name}"))
    count = ends * ENDS_IN_S
    if count >= ENDS:
        return subject.say(
            "{name}: {count:,.0f} transactions end in 20 minutes (below 10 are too few).",
            count=count,
        )
    if (cpu := subject.figure("appl_cp_pct")) is not None and cpu < LEAST_CPU_PCT:
        raise DoesNotApply(subject.say("{name} uses less than 1 % of a CP."))
    return Advice(
        subject.say(
            "{name} has a response goal of {goal:,.0f} ms, and {count:.1f} transactions end in 20 "
            "minutes.",
            goal=goal,
            count=count,
        ),
        texts=(
            manual(
                subject.id,
                "GOAL",
                "WLM service definition: a velocity goal for this class",
            ),
            manual(subject.id, "POLICY", POLICY.command),
        ),
    )


def _unclassified(subject: Subject) -> Advice | str:
    name = subject.name.rpartition("/")[2].upper()
    limits = {"SYSOTHER": OTHER_SHARE, "SYSSTC": SYSTEM_SHARE}
    if name not in limits:
        raise DoesNotApply(subject.say("{name} is a class of its own."))
    own = subject.need_figure("appl_cp_pct")
    total = sum(
        use
        for other in subject.peers("service_class")
        if other.text("TYPE") != "report" and (use := other.figure("appl_cp_pct")) is not None
    )
    share = own / max(total, own, 1e-9)
    if own < LEAST_CPU_PCT or share <= limits[name]:
        return subject.say(
            "{name} uses {share:.1%} of the CPU (above {limit:.1%} is much).",
            share=share,
            limit=limits[name],
        )
    return Advice(
        subject.say("{share:.0%} of the CPU is used in {name}.", share=share),
        texts=(
            manual(
                subject.id,
                "CLASSIFICATION",
                "WLM service definition: classification rules for the work that runs here",
            ),
            manual(subject.id, "POLICY", POLICY.command),
        ),
    )


RULES = (
    Rule(
        "WLM-001",
        "A velocity goal out of reach",
        "z/OS workload manager",
        "threshold",
        "no",
        "Velocity goal and achieved velocity of each class.",
        "A goal above 90 %, or less than 60 % of it achieved.",
        "A class that cannot meet its goal whatever it is given stops being helped, and those "
        "below it are helped in its stead.",
        "A goal a little below what the class achieves when the system runs well.",
        (_GUIDE, "https://mainframeperformancetopics.com/2020/01/06/overdoing-it/"),
        threshold="90 % after the first source; 60 % is practice.",
        verify="RMF workload activity: performance index near 1 at the peak.",
        back_out="The former policy.",
        risk=Risk("medium", "classes are weighed against each other anew."),
        projection="priorities among classes are WLM's to set; no demand changes",
        report=REPORT,
        on=("service_class",),
        check=_velocity,
        applying=POLICY,
    ),
    Rule(
        "WLM-002",
        "A response goal with too few ends",
        "z/OS workload manager",
        "threshold",
        "no",
        "Response goals and ended transactions.",
        "Fewer than 10 transactions end in 20 minutes.",
        "Without ends the workload manager has nothing to compare the goal with.",
        "A velocity goal for the class.",
        (
            (
                "https://www.ibm.com/docs/en/developer-for-zos/16.0"
                "?topic=goals-considerations-goal-selection"
            ),
        ),
        threshold="10 ends in 20 minutes, after the source.",
        verify="RMF workload activity: performance index of the class.",
        back_out="The former policy.",
        risk=Risk("medium", "classes are weighed against each other anew."),
        projection="priorities among classes are WLM's to set; no demand changes",
        report=REPORT,
        on=("service_class",),
        check=_few_ends,
        applying=POLICY,
    ),
    Rule(
        "WLM-004",
        "Work without a class of its own",
        "z/OS workload manager",
        "threshold",
        "no",
        "CPU of SYSOTHER and SYSSTC.",
        "SYSOTHER has more than 0.5 %, SYSSTC more than 10 % of the CPU.",
        "What no rule classifies runs behind everything; what runs in SYSSTC before everything.",
        "Classification rules.",
        (_GUIDE,),
        threshold="0.5 % and 10 % are practice.",
        verify="RMF workload activity by service class.",
        back_out="The former policy.",
        risk=Risk("medium", "classes are weighed against each other anew."),
        projection="priorities among classes are WLM's to set; no demand changes",
        report=REPORT,
        on=("service_class",),
        check=_unclassified,
        applying=POLICY,
    ),
)
