"""Programs that call Db2 and go back to the QR TCB each time: candidates for threadsafe."""

from __future__ import annotations

from advisor.findings import Risk
from advisor.rules.base import ZOS, Advice, DoesNotApply, Rule
from advisor.rules.commands import statements
from advisor.rules.effects import arithmetic, manual
from advisor.rules.procedure import NONE_STATED, Procedure, Role
from advisor.rules.references import PRACTICE
from advisor.rules.subject import CannotTell, Subject

TASKS = "CMF task data with CHMODECT and DB2REQCT (DFH$MOLS as CSV, or SMF 110 subtype 1)"
FEW_REQUESTS, NEEDED, OF_REQUESTS = 5.0, 2.0, 0.2
"""Db2 requests of a task below which switches do not matter, the switches that any task which calls
Db2 makes (to an open TCB and back), and those beyond them, a request, that are many: a tenth of
the two that a quasi-reentrant program makes."""
WHOSE = (
    "These are means over all tasks: CMF by transaction tells whose programs they are, and a "
    "program that is threadsafe already may switch for commands that are not."
)
_TASK_DATA = "https://www.ibm.com/docs/SSGMCP_5.6.0/reference-system-management/monitoring/dfht3_mon_perfclass_dfhtask.html"
_REQUIRED = (
    "https://ibm.com/support/knowledgecenter/SSGMCP_5.3.0/"
    "com.ibm.cics.ts.applicationprogramming.doc/topics/dfhp3_concepts_required.html"
)
_SWITCHING = (
    "https://www-01.ibm.com/support/knowledgecenter/SSGMCP_5.1.0/com.ibm.cics.ts.doc/lpaths/"
    "threadsafe/nonthreadsafecommand.html"
)
_INSTALL = "https://www.ibm.com/docs/en/SSGMCP_5.6.0/reference-system-management/resources/dfha4_install.html"


def _defined(concurrency: str) -> str:
    return statements(
        f"CEDA ALTER PROGRAM(<program>) GROUP(<group>) CONCURRENCY({concurrency})",
        "CEDA INSTALL PROGRAM(<program>) GROUP(<group>)",
        "CEMT SET PROGRAM(<program>) NEWCOPY",
    )


def _switching(subject: Subject) -> Advice | str:
    switches = subject.figure("mode_switches_per_task")
    requests = subject.figure("db2_requests_per_task")
    if switches is None or requests is None:
        raise CannotTell(subject.say("TCB switches and Db2 requests of the tasks of {name}"), TASKS)
    if requests < FEW_REQUESTS:
        raise DoesNotApply(
            subject.say(
                "{name}: a task makes {requests:.1f} Db2 requests (from 5 its switches matter).",
                requests=requests,
            )
        )
    spare = switches - NEEDED
    if spare <= OF_REQUESTS * requests:
        return subject.say(
            "{name}: a task switches TCBs {switches:.1f} times for {requests:.1f} Db2 requests "
            "(two, and a fifth of the requests beyond them, are in order).",
            switches=switches,
            requests=requests,
        )
    return Advice(
        subject.say(
            "A task of {name} switches TCBs {switches:.1f} times for {requests:.1f} Db2 requests, "
            "where two would do if its programs stayed on the open TCB.",
            switches=switches,
            requests=requests,
        ),
        texts=(manual(subject.id, "CONCURRENCY", _defined("THREADSAFE")),),
        way_back=_defined("QUASIRENT"),
        effects=(
            arithmetic(
                "mode_switches_per_task",
                switches,
                NEEDED,
                "to the open TCB with the first request and back at the end; commands that are "
                "not threadsafe go on to switch",
                low=NEEDED,
                high=switches,
            ),
        ),
        caveats=(WHOSE,),
    )


RULES = (
    Rule(
        "CIC-003",
        "Tasks that switch TCBs at every Db2 request",
        "CICS z/OS",
        "threshold",
        "no",
        "TCB mode switches (CHMODECT) against Db2 requests (DB2REQCT) of a task.",
        "At least five Db2 requests, and more switches beyond two than a fifth of them.",
        "Db2 is called on an open TCB. A program that is quasi-reentrant goes back to the QR TCB "
        "after each request and waits for its turn there; a threadsafe one stays.",
        "CONCURRENCY(THREADSAFE), or REQUIRED where hardly any command is not threadsafe, for "
        "programs whose code was checked.",
        (_TASK_DATA, _SWITCHING, PRACTICE),
        threshold="Five requests and a fifth are practice.",
        verify="CMF: CHMODECT, QRMODDLY and CPU of the same transactions.",
        back_out="CONCURRENCY(QUASIRENT).",
        risk=Risk(
            "high",
            "a program that updates shared storage (CWA, GWA, shared GETMAIN) without "
            "serialization spoils data once several tasks run it at a time: check the code first.",
        ),
        prerequisites="Re-entrant programs, LE-conforming; exits on their path threadsafe as well.",
        projection="Switches of a task; CPU and wait of one are in no report.",
        report=TASKS,
        on=("cics_region",),
        platforms=ZOS,
        check=_switching,
        applying=Procedure(
            command=_defined("<THREADSAFE or REQUIRED>"),
            back_out=_defined("QUASIRENT"),
            permanent="The CSD group, in a list of the region's GRPLIST.",
            effort="application",
            detail="The definition is taken with the next copy of the program; the check of its "
            "code is the application's matter and comes first.",
            roles=(Role.APPLICATION, Role.CICS),
            level=NONE_STATED,
            sources=(_REQUIRED, _INSTALL),
        ),
    ),
)
