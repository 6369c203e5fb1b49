"""Units of work that stay open over several active logs."""

from __future__ import annotations

from advisor.findings import Risk
from advisor.rules.base import Advice, Rule
from advisor.rules.commands import statements
from advisor.rules.effects import arithmetic, manual
from advisor.rules.procedure import NONE_STATED, Procedure, Role
from advisor.rules.references import PRACTICE
from advisor.rules.subject import Subject

FEW = 3.0
_TUNING = "https://www.ibm.com/docs/en/ibm-mq/9.0?topic=zos-tuning-your-queue-manager-mq"


def _long(subject: Subject) -> Advice | str:
    said = subject.need_figure("long_unit_messages")
    if said <= FEW:
        return subject.say(
            "{name}: {said:.0f} messages on long units of work (above 3 there is a program behind "
            "them).",
            said=said,
        )
    return Advice(
        subject.say(
            "{name} told {said:,.0f} times of a unit of work that stays open over several logs.",
            said=said,
        ),
        texts=(manual(subject.id, "MAXUMSGS"),),
        effects=(
            arithmetic("long_unit_messages", said, 0.0, "commits more often", low=0.0, high=said),
        ),
        notes=("The connection name in CSQJ160I is the program's: it is to commit more often.",),
        caveats=("A program that puts more than MAXUMSGS gets MQRC_SYNCPOINT_LIMIT_REACHED.",),
    )


RULES = (
    Rule(
        "MQ-103",
        "Units of work that stay open too long",
        "IBM MQ",
        "threshold",
        "partial",
        "CSQJ160I and CSQR026I in the log of the queue manager.",
        "More than three such messages.",
        "Their log records are read back or shunted, a restart takes as long as they are, and "
        "their messages hold page sets and locks.",
        "Commits every 50 to 100 messages; MAXUMSGS as a guard.",
        (_TUNING, PRACTICE),
        threshold="That they are written at all, after the source; three are practice.",
        verify="The job log: no more CSQJ160I, CSQR026I.",
        back_out="The former MAXUMSGS; the program as it was.",
        risk=Risk("medium", "a guard that is too low fails programs that ran so far."),
        projection="The messages end; what a commit costs by its size is in no report.",
        report="the job log of the queue manager with CSQJ160I and CSQR026I",
        on=("mq_manager",),
        check=_long,
        exposure="degradation",
        applying=Procedure(
            command=statements("<cpf> ALTER QMGR MAXUMSGS(<n>)"),
            back_out=statements("<cpf> ALTER QMGR MAXUMSGS(<former>)"),
            permanent="The queue manager keeps it.",
            effort="application",
            detail="MAXUMSGS works at once, its default is 10,000; the commits are the programs'.",
            roles=(Role.APPLICATION, Role.MQ),
            level=NONE_STATED,
            sources=(_TUNING,),
        ),
    ),
)
