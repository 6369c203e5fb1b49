"""CICS on z/OS: open TCBs and storage that run out, and the auxiliary trace."""

from __future__ import annotations

from dataclasses import replace

from advisor.findings import ChangeText, Risk
from advisor.rules.base import ZOS, Advice, HeldBack, Rule
from advisor.rules.catalogue.cics.procedures import AUXILIARY_TRACE
from advisor.rules.commands import statements, written
from advisor.rules.counting import TooMany
from advisor.rules.effects import manual
from advisor.rules.procedure import NONE_STATED, Procedure, Role
from advisor.rules.references import PRACTICE
from advisor.rules.subject import Subject
from model.language import Name, mark, say

TCBS = "DFH0STAT dispatcher TCB pools"
STORAGE = "DFH0STAT or DFHSTUP storage manager"
TRACE = "DFH0STAT system status"
_IBM = "https://www.ibm.com"
_OPEN = f"{_IBM}/docs/SSGMCP_5.5.0/reference/commands-spi/dfha8_setdispatcher.html"
_UNSTATED = f"{_IBM}/docs/en/SSGMCP_5.5.0/reference/sit/dfha2_maxopentcbs.html"
_TYPED = (
    f"{_IBM}/support/knowledgecenter/SSGMCP_latest/reference-system-management/transactions/"
    "dfha7bq.html"
)
_POOLS = f"{_IBM}/docs/SSGMCP_5.5.0/reference/statistics/dfht3_stats_disp_tcbpool_0stat.html"
_SHORT = f"{_IBM}/docs/en/SSGMCP_5.6.0/tuning/dfht3_dsa_sos_avoid.html"
_DSAS = f"{_IBM}/docs/en/SSGMCP_5.6.0/reference-system-management/transactions/dfha741.html"
_COST = f"{_IBM}/support/knowledgecenter/SSGMCP_5.6.0/tuning/dfht35f.html"

_INTERNAL = statements("CEMT SET INTTRACE START", "SIT INTTR=ON")
"""Where the auxiliary trace runs alone: each dump needs one of them."""

OPEN_TCBS = Procedure(
    command=statements(
        "CEMT SET DISPATCHER MAXOPENTCBS(<2 x MXT + 32>)", "SIT MAXOPENTCBS=<2 x MXT + 32>"
    ),
    back_out=statements("CEMT SET DISPATCHER MAXOPENTCBS(<former>)", "SIT MAXOPENTCBS=<former>"),
    permanent="SIT MAXOPENTCBS.",
    effort="dynamic",
    detail="Where no value was ever stated CICS derives it from MXT: twice MXT and 32. It does so "
    "again only after an initial start: both catalogs keep what was stated once, and lose with it "
    "what recovery needs.",
    roles=(Role.CICS,),
    level="32 to 4,032.",
    sources=(_TYPED, _OPEN, _UNSTATED, _POOLS),
)
AREAS = Procedure(
    command=statements("CEMT SET DSAS EDSALIMIT(<bytes>)", "SIT EDSALIM=<n>M"),
    back_out=statements("CEMT SET DSAS EDSALIMIT(<former>)", "SIT EDSALIM=<former>"),
    permanent="SIT EDSALIM, below the REGION of the job.",
    effort="dynamic",
    detail="Above REGION the region does not start the next time; below 16 MB it is DSALIMIT.",
    roles=(Role.CICS,),
    level=NONE_STATED,
    sources=(_DSAS, _SHORT),
)


_COUNTED = TooMany(
    figure="open_tcb_limit_requests",
    among="transactions",
    limit=1e-3,
    fine=mark(
        "{name}: {count:,.0f} requests of {among:,.0f} transactions waited for an open TCB "
        "(above one in 1,000 is too often)."
    ),
    found=mark(
        "{count:,.0f} requests of {among:,.0f} transactions of {name} waited for an open TCB."
    ),
    setting="MAXOPENTCBS",
    reason="TCBs for all tasks",
    caveats=("What waits here may wait in Db2 next: THREADLIMIT and TCBLIMIT as well.",),
)
MOST_TCBS = 4032


def _open_tcbs(subject: Subject) -> Advice | str:
    advice, tasks = _COUNTED(subject), subject.number("MXT")
    if isinstance(advice, str) or tasks is None:
        return advice
    now, wanted = subject.number("MAXOPENTCBS"), min(2.0 * tasks + 32.0, MOST_TCBS)
    if now is not None and now >= wanted:
        raise HeldBack(
            subject.say(
                "{name}: requests wait for open TCBs, and {now:,g} of them are all that {tasks:,g} "
                "tasks can take: see what keeps TCBs, such as calls that Db2 answers late.",
                now=now,
                tasks=tasks,
            )
        )
    typed = written(OPEN_TCBS.command, {}).replace("<2 x MXT + 32>", f"{wanted:.0f}")
    return replace(advice, texts=(ChangeText(subject.id, "MAXOPENTCBS", now, wanted, typed),))


def _auxiliary(subject: Subject) -> Advice | str:
    trace = subject.need_text("TRACE")
    if trace not in ("aux", "both"):
        return say("{name}: no auxiliary trace (none belongs there).", name=Name(subject.name))
    return Advice(
        say("The auxiliary trace of {name} is written all the time.", name=Name(subject.name)),
        ((subject.set("TRACE", "internal"),),),
        texts=(manual(subject.id, "INTTR", _INTERNAL),) if trace == "aux" else (),
    )


RULES = (
    Rule(
        "CIC-004",
        "Open TCBs that run out",
        "CICS z/OS",
        "threshold",
        "partial",
        "Requests that waited for an open TCB.",
        "More than one in 1,000 transactions waited.",
        "A call of Db2 or an OPENAPI program waits for a TCB, whatever the processor is free to "
        "do.",
        "MAXOPENTCBS of twice MXT and 32, which is what CICS takes where nothing is stated: a task "
        "may have an L8 and an L9 TCB.",
        (_OPEN, _POOLS, PRACTICE),
        threshold="One in 1,000 transactions is practice.",
        verify="DFH0STAT or DFHSTUP, TCB pool OPEN: no more requests delayed by Max TCB Pool Limit "
        "than one in 1,000 transactions; peak TCBs attached below the limit.",
        back_out="The former MAXOPENTCBS.",
        risk=Risk("low", "each TCB takes storage below 16 MB."),
        projection="Waits end; how long each was is not counted.",
        report=TCBS,
        on=("cics_region",),
        platforms=ZOS,
        check=_open_tcbs,
        exposure="degradation",
        applying=OPEN_TCBS,
    ),
    Rule(
        "CIC-005",
        "Regions short on storage",
        "CICS z/OS",
        "threshold",
        "partial",
        "How often a dynamic storage area ran short.",
        "Once.",
        "While an area is short no new task starts, and tasks that ask for storage are suspended, "
        "with all they hold.",
        "A larger EDSALIM with REGION to match, or fewer tasks at a time.",
        (_SHORT,),
        threshold="Any, after the source.",
        verify="DFH0STAT: Times went short on storage; DFHSM0131 and DFHSM0133.",
        back_out="The former EDSALIM.",
        risk=Risk("medium", "a limit above REGION keeps the region from starting."),
        projection="Stalls end; how long each was is not counted here.",
        report=STORAGE,
        on=("cics_region",),
        platforms=ZOS,
        check=TooMany(
            figure="short_on_storage",
            among="transactions",
            limit=0.0,
            fine=mark("{name}: no storage area ran short (once is too often)."),
            found=mark("A storage area of {name} ran short {count:,.0f} times."),
            setting="EDSALIM",
            reason="storage for the tasks that MXT lets in",
            caveats=(
                "First look what holds the storage: tasks that wait for something else, or a loop.",
            ),
        ),
        exposure="outage",
        applying=AREAS,
    ),
    Rule(
        "CIC-009",
        "Auxiliary trace in production",
        "CICS z/OS",
        "config-check",
        "no",
        "State of the auxiliary trace.",
        "It is started.",
        "Every entry goes to a data set as well, for as long as it runs.",
        "The auxiliary trace stopped; the internal one stays.",
        (_COST,),
        threshold="None while nobody looks for a problem.",
        verify="CETR: auxiliary trace STOPPED.",
        back_out="CEMT SET AUXTRACE START.",
        risk=Risk("low", "the internal trace is in every dump."),
        projection="what writing the entries costs is in no report; tracing them goes on",
        report=TRACE,
        on=("cics_region",),
        platforms=ZOS,
        check=_auxiliary,
        syntax={"TRACE": statements("CEMT SET AUXTRACE STOP", "SIT AUXTR=OFF")},
        applying=AUXILIARY_TRACE,
    ),
)
