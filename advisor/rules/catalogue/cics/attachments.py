"""What CICS is attached to: threads of Db2 entries, IP sockets."""

from __future__ import annotations

from math import ceil

from advisor.findings import Risk
from advisor.rules.base import ZOS, Advice, DoesNotApply, Rule
from advisor.rules.commands import statements
from advisor.rules.effects import arithmetic, manual
from advisor.rules.procedure import NONE_STATED, Procedure, Role
from advisor.rules.references import PRACTICE
from advisor.rules.subject import CannotTell, Subject
from model.language import Name

ENTRIES = "DFH0STAT Db2 entries"
SOCKETS = "DFH0STAT or DFHSTUP TCP/IP"
OVERFLOWS, REUSED = 0.01, 0.5
LEAST_CALLS = 1_000.0
MOST_SOCKETS = 65_535
_IBM = "https://www.ibm.com"
_ENTRY = (
    f"{_IBM}/support/knowledgecenter/SSGMCP_5.3.0/com.ibm.cics.ts.doc/dfhtk/topics/dfhtk3o.html"
)
_SET_TCPIP = (
    f"{_IBM}/support/knowledgecenter/en/SSGMCP_5.3.0/"
    "com.ibm.cics.ts.systemprogramming.doc/commands/dfha8_settcpip.html"
)
_MAXSOCKETS = f"{_IBM}/docs/en/SSGMCP_5.4.0/reference/sit/dfha2_maxsockets.html"
_COMMANDS = (
    "CEMT SET DB2CONN TCBLIMIT(<sum>)",
    "CEMT SET DB2ENTRY({entry}) THREADLIMIT({limit}) PROTECTNUM({kept})",
    "CEDA ALTER DB2ENTRY({entry}) GROUP(<group>) THREADLIMIT({limit}) PROTECTNUM({kept})",
    "CEDA ALTER DB2CONN(<db2conn>) GROUP(<group>) TCBLIMIT(<sum>)",
)
_BACK = (
    "CEMT SET DB2ENTRY({entry}) THREADLIMIT({limit}) PROTECTNUM(<former>)",
    "CEDA ALTER DB2ENTRY({entry}) GROUP(<group>) THREADLIMIT({limit}) PROTECTNUM(<former>)",
)
_BACK_OF_ALL = (
    "CEMT SET DB2CONN TCBLIMIT(<former>)",
    "CEDA ALTER DB2CONN(<db2conn>) GROUP(<group>) TCBLIMIT(<former>)",
)
_PLACES = {"entry": "<entry>", "limit": "<peak>", "kept": "<n>"}

THREADS = Procedure(
    command=statements(*(line.format(**_PLACES) for line in _COMMANDS)),
    back_out=statements(
        *(line.format(entry="<entry>", limit="<former>") for line in _BACK), *_BACK_OF_ALL
    ),
    permanent="The CSD group; TCBLIMIT, at least the sum of all THREADLIMITs, in the DB2CONN.",
    effort="dynamic",
    detail="CEMT takes effect at once, the definitions with the next cold start; INSTALL before it "
    "would take a disabled entry.",
    roles=(Role.CICS, Role.DB2),
    level=NONE_STATED,
    sources=(_ENTRY,),
)
LIMIT = Procedure(
    command="",
    back_out="",
    permanent="SIT MAXSOCKETS, not above MAXFILEPROC of BPXPRMxx.",
    effort="dynamic",
    detail="",
    roles=(Role.CICS, Role.ZOS),
    level="1 to 65,535.",
    sources=(_SET_TCPIP, _MAXSOCKETS),
)


def _threads(subject: Subject) -> Advice | str:
    calls, waits = subject.by_part("db2_calls"), subject.by_part("db2_thread_waits")
    reuses, ends = subject.by_part("db2_thread_reuses"), subject.by_part("db2_thread_ends")
    peaks, limits = subject.by_part("db2_threads_peak"), subject.by_part("db2_thread_limit")
    told = [entry for entry in calls if entry in waits]
    if not told:
        raise CannotTell(subject.say("thread waits and overflows of {name}"), ENTRIES)
    busy = [entry for entry in told if calls[entry] >= LEAST_CALLS]
    if not busy:
        raise DoesNotApply(subject.say("{name}: no DB2ENTRY has 1,000 calls."))

    def over(entry: str) -> float:
        return waits[entry] / calls[entry]

    def reused(entry: str) -> float:
        used = reuses.get(entry, 0.0) + ends.get(entry, 0.0)
        return reuses.get(entry, 0.0) / used if used and entry in reuses else 1.0

    poor = [e for e in busy if over(e) > OVERFLOWS or reused(e) < REUSED]
    worst = max(busy, key=over)
    if not poor:
        return subject.say(
            "{name}: {share:.1%} of the calls of {entry} found no thread (above 1 % is much), "
            "{reused:.0%} of its threads were used again (below 50 % is little).",
            share=over(worst),
            entry=Name(worst),
            reused=reused(worst),
        )
    worst = max(poor, key=lambda entry: (over(entry), -reused(entry)))
    texts = []
    back: list[str] = []
    for entry in poor:
        peak = peaks.get(entry)
        limit = limits.get(entry)
        former = "<former>" if limit is None else f"{limit:.0f}"
        back += [line.format(entry=entry, limit=former) for line in _BACK]
        short = over(entry) > OVERFLOWS
        wanted = ceil(1.5 * max(limit or 0.0, peak or 0.0)) if short else limit
        places = {
            "entry": entry,
            "limit": f"{wanted:.0f}" if wanted else "<peak>",
            "kept": f"{peak:.0f}" if peak else "<n>",
        }
        lines = (line.format(**places) for line in _COMMANDS)
        texts.append(manual(subject.id, "THREADLIMIT", statements(*lines)))
    before = sum(waits[entry] for entry in poor)
    return Advice(
        subject.say(
            "{name}: {share:.1%} of the calls of {entry} found no thread, {reused:.0%} of its "
            "threads were used again; {count} in all.",
            share=over(worst),
            entry=Name(worst),
            reused=reused(worst),
            count=len(poor),
        ),
        texts=tuple(texts),
        way_back=statements(*back, *_BACK_OF_ALL),
        effects=(
            arithmetic(
                "db2_thread_waits",
                before,
                0.0,
                "as many threads as were asked for at a time",
                low=0.0,
                high=before,
            ),
        )
        if before
        else (),
        not_projectable="" if before else "the CPU time of making a thread is in no report here",
        caveats=("Protected threads hold what packages bound with RELEASE(DEALLOCATE) hold.",),
    )


def _sockets(subject: Subject) -> Advice | str:
    times, limit = subject.need_figure("max_sockets_times"), subject.need("MAXSOCKETS")
    if not times:
        return subject.say(
            "{name} never stood at its {limit:,.0f} sockets (once is too often).", limit=limit
        )
    if limit >= MOST_SOCKETS:
        return subject.say("{name}: {limit:,.0f} sockets are the most there are.", limit=limit)
    raised = min(MOST_SOCKETS, ceil(2.0 * limit))
    return Advice(
        subject.say(
            "{name} stood {times:,.0f} times at its limit of {limit:,.0f} sockets.",
            times=times,
            limit=limit,
        ),
        ((subject.set("MAXSOCKETS", raised),),),
        effects=(
            arithmetic("max_sockets_times", times, 0.0, "twice the sockets", low=0.0, high=times),
        ),
        notes=("SOCKETCLOSE on the TCPIPSERVICE ends sessions that idle.",),
    )


RULES = (
    Rule(
        "CIC-007",
        "Db2 entries without enough threads",
        "CICS z/OS",
        "threshold",
        "partial",
        "Calls, waits and overflows, reuses and ends of threads of each DB2ENTRY.",
        "More than 1 % of at least 1,000 calls waited or overflowed to the pool, or fewer than "
        "half of the threads were used again.",
        "Who finds no thread waits or takes one of the pool, with its plan and priority; a thread "
        "that ends is made anew for the next task.",
        "THREADLIMIT half as large again as was needed, PROTECTNUM at the peak.",
        (_ENTRY, PRACTICE),
        threshold="1 %, 50 % and 1,000 calls are practice.",
        verify="DFH0STAT Db2 entries: thread waits and overflows, reuses.",
        back_out="The former THREADLIMIT and PROTECTNUM.",
        risk=Risk("low", "protected threads hold storage and package locks in Db2."),
        projection="Waits and overflows end; how long each was is not counted.",
        report=ENTRIES,
        on=("cics_region",),
        platforms=ZOS,
        check=_threads,
        exposure="degradation",
        applying=THREADS,
    ),
    Rule(
        "CIC-008",
        "Sockets at their limit",
        "CICS z/OS",
        "threshold",
        "partial",
        "Times at MAXSOCKETS.",
        "Once.",
        "Requests wait for a socket, and new ones from outside are refused.",
        "Twice the sockets, at most 65,535.",
        (_MAXSOCKETS, PRACTICE),
        threshold="Once, and twice the limit, are practice.",
        verify="DFH0STAT TCP/IP: Times the MAXSOCKETS limit was reached.",
        back_out="The former MAXSOCKETS.",
        risk=Risk("low", "MAXFILEPROC has to allow it; each session holds storage."),
        projection="Times at the limit end; how long each was is not counted.",
        report=SOCKETS,
        on=("cics_region",),
        platforms=ZOS,
        check=_sockets,
        exposure="errors",
        syntax={
            "MAXSOCKETS": statements("CEMT SET TCPIP MAXSOCKETS({value})", "SIT MAXSOCKETS={value}")
        },
        applying=LIMIT,
    ),
)
