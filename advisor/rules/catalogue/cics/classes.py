"""Transactions that can fill a region: they belong into a class of their own."""

from __future__ import annotations

import math

from advisor.findings import Risk
from advisor.rules.base import Advice, Rule
from advisor.rules.catalogue.cics.procedures import CSD
from advisor.rules.commands import statements, written
from advisor.rules.effects import manual
from advisor.rules.procedure import NONE_STATED, Procedure, Role
from advisor.rules.references import PRACTICE
from advisor.rules.subject import CannotTell, Subject
from model.language import Name

REPORT = "CMF task records with TRAN and RESPONSE, or CICS PA by Tran"
HEAVY_PCT, OF_MXT, LEFT_TO_OTHERS = 30.0, 0.1, 0.8
_CLASSES = "https://developer.ibm.com/cics/2017/05/18/using-cics-policy-restrict-number-asynchronous-child-tasks/"
_INSTALL = "https://www.ibm.com/docs/en/SSGMCP_5.6.0/reference-system-management/resources/dfha4_install.html"
_CLASSED = statements(
    "CEDA DEFINE TRANCLASS(<class>) GROUP(<group>) MAXACTIVE({most})",
    "CEDA ALTER TRANSACTION({tran}) GROUP(<group>) TRANCLASS(<class>)",
    "CEDA INSTALL TRANCLASS(<class>) GROUP(<group>)",
    "CEDA INSTALL TRANSACTION({tran}) GROUP(<group>)",
)
_BACK = statements(
    "CEDA ALTER TRANSACTION({tran}) GROUP(<group>) TRANCLASS(<former>)",
    "CEDA INSTALL TRANSACTION({tran}) GROUP(<group>)",
)


def _heavy(subject: Subject) -> Advice | str:
    shares = subject.by_part("task_share_pct")
    rate, response = subject.figure("tx_per_s"), subject.figure("response_ms")
    rate = rate or subject.rate("transactions")
    if not shares or not rate or not response:
        raise CannotTell(subject.say("tasks by transaction of {name}"))
    tran = max(shares, key=lambda one: shares[one])
    share, most = shares[tran], subject.need("MXT")
    inside = rate * response / 1e3 * share / 100
    if share <= HEAVY_PCT or inside <= OF_MXT * most:
        return subject.say(
            "{name}: {tran} is {share:.0f} % of the tasks inside, {inside:.1f} of MXT {most:.0f} "
            "(above 30 %, and a tenth of MXT, it belongs into a class).",
            tran=Name(tran),
            share=share,
            inside=inside,
            most=most,
        )
    allowed = min(math.ceil(2 * inside), math.floor(LEFT_TO_OTHERS * most))
    places = {"tran": tran, "most": str(allowed)}
    return Advice(
        subject.say(
            "{tran} is {share:.0f} % of the tasks inside {name}, {inside:.1f} on average of MXT "
            "{most:.0f}.",
            tran=Name(tran),
            share=share,
            inside=inside,
            most=most,
        ),
        texts=(manual(subject.id, "TRANCLASS", written(_CLASSED, places)),),
        way_back=written(_BACK, places),
        caveats=(
            "Where it has a class already, look at that class's MAXACTIVE: no report tells.",
            "Who starts it and waits for it needs another class, or both wait for each other.",
        ),
    )


RULES = (
    Rule(
        "CIC-006",
        "A transaction that can fill the region",
        "CICS z/OS",
        "threshold",
        "no",
        "Time that the tasks of each transaction are inside, and MXT.",
        "One transaction is more than 30 % of the tasks inside, and a tenth of MXT on average.",
        "When what it waits for is slow, its tasks take all places up to MXT and nobody else gets "
        "in.",
        "A transaction class whose MAXACTIVE is twice what is inside on average, and leaves a "
        "fifth of MXT to others.",
        (_CLASSES, PRACTICE),
        threshold="30 % and a tenth of MXT are practice.",
        verify="DFH0STAT transaction classes: times at MAXACTIVE, queued; the response of others.",
        back_out="The former class, or none (DFHTCL00).",
        risk=Risk("medium", "its own tasks queue once the class is full."),
        projection="a class changes nothing as long as all is well: it bounds what others lose",
        report=REPORT,
        on=("cics_region",),
        check=_heavy,
        exposure="degradation",
        applying=Procedure(
            command=_CLASSED.replace("{tran}", "<transaction>").replace("{most}", "<n>"),
            back_out=_BACK.replace("{tran}", "<transaction>"),
            permanent=CSD,
            effort="dynamic",
            detail="For tasks that start from then on; CEMT SET TCLASS changes MAXACTIVE.",
            roles=(Role.CICS,),
            level=NONE_STATED,
            sources=(_INSTALL,),
        ),
    ),
)
