"""CICS multi-region operation: sessions, transfer buffers and what may hang."""

from __future__ import annotations

import math

from advisor.findings import Effect, Risk
from advisor.rules.base import ZVSE, Advice, DoesNotApply, Rule
from advisor.rules.catalogue.cics import procedures
from advisor.rules.catalogue.cics.mro import CONNECTION, NEAR, REGION, STATISTICS, VERIFY
from advisor.rules.commands import sessions_steps, statements
from advisor.rules.effects import arithmetic, manual
from advisor.rules.subject import CannotTell, Subject
from model.language import say
from model.subsystems.cics.conditions import other_end
from model.topology import SetSetting, Value

BUFFER_LIMIT_KB = 256.0
LEAST_WAITS_PER_HOUR = 36.0
"""Allocates that waited, below which no IRC is closed for it (practice)."""
LEAST_SHARE = 0.001
"""Most allocates that waited at a time, of all, below which none is either, where they are
fewer than the sessions (practice)."""
HEADROOM = 1.2
"""Sessions for each that was asked for at the peak of an interval."""
LIMIT = "002, A significant MRO limit"
TRANSFER_BUFFERS = Risk("low", "more sessions fill the transfer buffers.", ("MRO-012",))
"""What more sessions risk on z/VSE; z/OS knows no such limit."""


def _sessions(subject: Subject) -> Advice | str:
    sends = subject.need("SESSIONS_SEND")
    peak, outstanding = subject.figure("peak_contention_winners"), subject.figure("outstanding_hwm")
    queued = subject.figure("allocates_queued")
    if peak is None and outstanding is None and queued is None:
        raise CannotTell(subject.say("peak contention winners of {name}"), STATISTICS)
    if (peak or 0) < sends and not outstanding and not queued:
        seen = (
            "no allocate queued"
            if peak is None
            else say("{peak:,g} of {sends:,g} send sessions", peak=peak, sends=sends)
        )
        return subject.say(
            "{name}: {seen} at the peak (all of them, or any allocate that queued, is too many).",
            seen=seen,
        )
    asked = sends + (outstanding or 0.0)
    wanted = math.ceil(HEADROOM * asked)
    full = peak is not None and peak >= sends
    effects: tuple[Effect, ...] = ()
    if queued:
        effects = (
            arithmetic(
                "allocates_queued",
                queued,
                0.0,
                "sessions for the most that waited",
                high=0.1 * queued,
            ),
        )
    elif peak is not None and full:
        effects = (
            arithmetic(
                "session_use_pct",
                100.0 * peak / sends,
                100.0 * asked / wanted,
                "those in use and those that waited at the peak, of all; how many more were "
                "turned away or did not ask is in no report",
                low=100.0 * peak / wanted,
                high=100.0,
            ),
        )
    there = _received(subject, wanted)
    known = other_end(subject.topology, subject.topology[subject.id]) is not None
    return Advice(
        (
            subject.say(
                "At the peak all {sends:,g} send sessions of {name} were in use.", sends=sends
            )
            if full
            else subject.say("{name} has {sends:,g} send sessions.", sends=sends)
            if peak is None
            else subject.say(
                "At the peak {peak:,g} of {sends:,g} send sessions of {name} were in use.",
                peak=peak,
                sends=sends,
            )
        )
        + (say(" {queued:,.0f} allocates queued.", queued=queued) if queued else "")
        + (
            say(" At most {waiting:,.0f} allocates waited at a time.", waiting=outstanding)
            if outstanding
            else ""
        ),
        ((subject.set("SESSIONS_SEND", wanted), *there),),
        effects=effects,
        syntax={}
        if known or subject.platform() in ZVSE
        else {"SESSIONS_SEND": sessions_steps("SENDCOUNT({value})", "RECEIVECOUNT({value})")},
        slight=_few_waits(subject, queued, outstanding, sends),
        caveats=()
        if queued is not None
        else (
            (
                "Peaks alone are told, and not how many allocates waited: see first whether the "
                "peak returns in other intervals, as IRC is closed for the change."
            ),
        ),
        risk=TRANSFER_BUFFERS if subject.platform() in ZVSE else None,
    )


def _few_waits(subject: Subject, queued: float | None, most: float | None, sends: float) -> str:
    """Why so few waits are too slight; empty where they are many or nobody tells how many."""
    if queued == 0:
        return say("no allocate queued, so that nothing waited for a session")
    every = subject.figure("allocates")
    if queued is None and most is not None and every and most < min(sends, LEAST_SHARE * every):
        return say(
            "at most {most:,.0f} of {every:,.0f} allocates waited at a time, less than {least:.1%} "
            "of them",
            most=most,
            every=every,
            least=LEAST_SHARE,
        )
    rate = subject.rate("allocates_queued")
    if queued is None or rate is None or 3600.0 * rate >= LEAST_WAITS_PER_HOUR:
        return ""
    return say(
        "{queued:,.0f} allocates queued, fewer than {least:.0f} an hour",
        queued=queued,
        least=LEAST_WAITS_PER_HOUR,
    )


def _received(subject: Subject, wanted: int) -> tuple[SetSetting, ...]:
    """The other end, which has to receive on as many: CICS uses the fewer of both."""
    back = other_end(subject.topology, subject.topology[subject.id])
    if back is None:
        return ()
    receives = back.number("SESSIONS_RECEIVE")
    if receives is None or receives >= wanted:
        return ()
    return (SetSetting(back.id, "SESSIONS_RECEIVE", wanted),)


def _forever(subject: Subject) -> Advice | str:
    if not subject.need_flag("MROFSE"):
        return subject.say("{name}: MROFSE=NO is in effect.")
    return Advice(
        subject.say("{name} holds mirrors until the task ends (MROFSE=YES)."),
        ((subject.set("MROFSE", False),),),
    )


def _equal(subject: Subject) -> Advice | str:
    sends, receives = subject.need("SESSIONS_SEND"), subject.need("SESSIONS_RECEIVE")
    losers = subject.figure("peak_contention_losers")
    if sends != receives or sends <= 0:
        return subject.say(
            "{name}: {sends:,g} send and {receives:,g} receive sessions (as many of each are "
            "looked into).",
            sends=sends,
            receives=receives,
        )
    if losers is None:
        raise CannotTell(subject.say("peak contention losers of {name}"), STATISTICS)
    wanted = math.ceil(losers * HEADROOM) if losers else 1
    if wanted >= receives:
        return subject.say(
            "{name}: {losers:,g} of {receives:,g} receive sessions were used (with a fifth "
            "more than the peak none is too many).",
            losers=losers,
            receives=receives,
        )
    return Advice(
        subject.say(
            "{name} has as many receive as send sessions ({receives:,g}) but used {losers:,g}.",
            receives=receives,
            losers=losers,
        ),
        ((subject.set("SESSIONS_RECEIVE", wanted),),),
        slight=say(
            "idle sessions take some storage and nothing else that a figure shows, and the peak of "
            "an interval tells nothing of a failover or of the end of a month"
        ),
    )


def _csmi(subject: Subject) -> Advice | str:
    if not subject.children("cics_connection"):
        raise DoesNotApply(subject.say("{name} has no connection."))
    purge, limit = subject.flag("CSMI_SPURGE"), subject.value("CSMI_DTIMOUT")
    if purge is None and limit is None:
        raise CannotTell(
            subject.say("DTIMOUT and SPURGE of CSMI in {name}"),
            "CSD TRANSACTION CSMI (DFHCSDUP LIST)",
        )
    if purge and limit not in (None, "NO", 0):
        return subject.say("{name}: CSMI has DTIMOUT and SPURGE(YES).")
    own = subject.text("CSMI_GROUP") or ""
    typed, back = (_of_ibm(), "") if own[:3] in ("", "DFH") else _of_ones_own(own, purge, limit)
    return Advice(
        subject.say("A mirror of {name} that hangs holds its callers in other regions."),
        texts=(manual(subject.id, "CSMI", typed),),
        way_back=back,
    )


def _of_ibm() -> str:
    """IBM's definition cannot be altered: a copy of it can."""
    return statements(
        "CEDA COPY TRANSACTION(CSMI) GROUP(DFHISC) TO(<group>)",
        "CEDA ALTER TRANSACTION(CSMI) GROUP(<group>) DTIMOUT(0030) SPURGE(YES)",
        "CEDA INSTALL TRANSACTION(CSMI) GROUP(<group>)",
        "CEDA ADD GROUP(<group>) LIST(<list behind DFHLIST>)",
    )


def _of_ones_own(group: str, purge: bool | None, limit: Value | None) -> tuple[str, str]:
    """A definition in a group of the customer's is altered where it is, and put back there."""
    wrong = {} if purge else {"SPURGE": ("YES", "<former>" if purge is None else "NO")}
    if limit in (None, "NO", 0):
        wrong["DTIMOUT"] = ("0030", "<former>" if limit is None else "NO")
    ways = (
        statements(
            f"CEDA ALTER TRANSACTION(CSMI) GROUP({group}) "
            + " ".join(f"{name}({values[end]})" for name, values in sorted(wrong.items())),
            f"CEDA INSTALL TRANSACTION(CSMI) GROUP({group})",
        )
        for end in (0, 1)
    )
    made, back = ways
    return made, back


def _transfer(subject: Subject) -> Advice | str:
    used = subject.need_figure("mro_buffer_hwm_kb", "mro_buffer_current_kb")
    if used < NEAR * BUFFER_LIMIT_KB:
        return subject.say(
            "{name}: transfer buffers took {used:,g} of {buffer_limit_kb:,g} KB (from 80 % on "
            "they are near the limit).",
            used=used,
            buffer_limit_kb=BUFFER_LIMIT_KB,
        )
    connections = subject.children("cics_connection")
    sessions = sum(
        (c.number("SESSIONS_SEND") or 0) + (c.number("SESSIONS_RECEIVE") or 0) for c in connections
    )
    factor = 0.7 * BUFFER_LIMIT_KB / used
    return Advice(
        subject.say(
            "MRO transfer buffers of {name} reached {used:,g} of {buffer_limit_kb:,g} KB",
            used=used,
            buffer_limit_kb=BUFFER_LIMIT_KB,
        )
        + (say(" with {sessions:,g} sessions.", sessions=sessions) if sessions else "."),
        texts=(
            manual(
                subject.id,
                "SESSIONS",
                "Remove what slows the requests down; fewer sessions"
                + (say(" (about {sessions})", sessions=int(sessions * factor)) if sessions else ""),
            ),
        ),
        effects=(
            arithmetic(
                "mro_buffer_hwm_kb",
                used,
                used * factor,
                "requests in flight bounded by fewer sessions",
                high=used,
            ),
        ),
    )


def _too_many(subject: Subject) -> Advice | str:
    total = used = 0.0
    for connection in subject.children("cics_connection"):
        sends, peak = (
            connection.number("SESSIONS_SEND"),
            connection.figure("peak_contention_winners"),
        )
        if sends is None or peak is None:
            continue
        total, used = total + sends, used + peak
    if total <= 0:
        raise CannotTell(subject.say("sessions and their peak use in {name}"), STATISTICS)
    if total < 50 or used > 0.5 * total:
        return subject.say(
            "{name}: {used:,g} of {total:,g} send sessions at the peak (up to half of 50 and "
            "more is little).",
            used=used,
            total=total,
        )
    return Advice(
        subject.say(
            "{total:,g} send sessions are defined in {name}, {used:,g} were used at the peak.",
            total=total,
            used=used,
        ),
        texts=(
            manual(
                subject.id,
                "SESSIONS",
                say("About {math} send sessions over all connections", math=math.ceil(used * 1.25)),
            ),
        ),
    )


RULES = (
    Rule(
        "MRO-003",
        "Enough MRO sessions",
        "CICS MRO",
        "threshold",
        "yes",
        "Peak contention winners, outstanding and queued allocates.",
        "Winners at the send count, or any outstanding or queued allocate.",
        "Requests wait in the sending region for a session.",
        "More send sessions, and as many receive sessions at the other end.",
        ("002, MRO",),
        threshold="002: any of the three. Where the report says that no allocate queued, that is "
        "told, and no step is planned, nor for fewer than 36 an hour, nor where the most "
        "that waited at a time are fewer than 0.1 % of all; 20 % more than was asked for at the "
        "peak (practice).",
        verify=VERIFY,
        back_out="The former SESSIONS.",
        risk=Risk("low"),
        prerequisites="A time when no MRO link of both regions is needed: all stop with IRC.",
        projection="MRO model; else queued allocates by arithmetic.",
        report=STATISTICS,
        on=CONNECTION,
        check=_sessions,
        exposure="degradation",
        syntax={
            "SESSIONS_SEND": sessions_steps("SENDCOUNT({value})"),
            "SESSIONS_RECEIVE": sessions_steps("RECEIVECOUNT({value})"),
        },
        applying=procedures.SESSIONS,
    ),
    Rule(
        "MRO-009",
        "No MROFSE in application regions",
        "CICS MRO",
        "config-check",
        "no",
        "MROFSE.",
        "MROFSE=YES.",
        "It causes problems now and then.",
        "SIT MROFSE=NO.",
        ("002, MRO",),
        threshold="Any.",
        verify="SIT in effect.",
        back_out="MROFSE=YES.",
        risk=Risk("low"),
        projection="stability, not speed",
        report="SIT",
        on=REGION,
        check=_forever,
        exposure="errors",
        syntax={"MROFSE": "SIT MROFSE={value}"},
        applying=procedures.FRONT_END,
    ),
    Rule(
        "MRO-010",
        "Sessions for the direction used",
        "CICS MRO",
        "config-check",
        "no",
        "Send and receive counts and their peaks.",
        "Equal counts, receive hardly used.",
        "An application region sends and a file-owning region receives; the other half is idle "
        "storage.",
        "RECEIVECOUNT at the peak plus 20 %.",
        ("002, MRO",),
        threshold="Equal counts. That is told, and no step is planned (practice).",
        verify=VERIFY,
        back_out="The former SESSIONS.",
        risk=Risk("medium", "what comes over the link in a failover waits for a session."),
        prerequisites="A time when no MRO link of the region is needed: all stop with IRC.",
        projection="storage of idle sessions is not modelled",
        report=STATISTICS,
        on=CONNECTION,
        check=_equal,
        syntax={"SESSIONS_RECEIVE": sessions_steps("RECEIVECOUNT({value})")},
        applying=procedures.SESSIONS,
    ),
    Rule(
        "MRO-011",
        "Let hanging mirrors be purged",
        "CICS MRO",
        "config-check",
        "no",
        "DTIMOUT and SPURGE of CSMI.",
        "Missing.",
        "A hanging mirror holds tasks in all connected regions.",
        "DTIMOUT(mmss) and SPURGE(YES).",
        ("002, MRO",),
        threshold="Missing.",
        verify="CSD definition.",
        back_out="The former definition.",
        risk=Risk("low"),
        projection="stability, not speed",
        report="CSD TRANSACTION definitions",
        on=REGION,
        check=_csmi,
        exposure="outage",
        applying=procedures.MIRROR_PURGE,
    ),
    Rule(
        "MRO-012",
        "MRO transfer buffers near their limit",
        "CICS MRO",
        "threshold",
        "yes",
        "Transfer buffer high-water mark.",
        "Above 80 % of 256 KB.",
        "24-bit transfer buffers end at 256 KB; then AZI2 abends come and connections close.",
        "Remove slowdowns; fewer sessions.",
        (LIMIT,),
        threshold="002: 256 KB.",
        verify="SVA high-water mark.",
        back_out="The former SESSIONS.",
        risk=Risk("medium", "fewer sessions may queue."),
        effect="AZI2, DFHIRP 0208 at the limit.",
        projection="Buffers in proportion to sessions.",
        report=STATISTICS,
        on=REGION,
        platforms=ZVSE,
        check=_transfer,
        exposure="outage",
        applying=procedures.SESSIONS,
    ),
    Rule(
        "MRO-013",
        "Too many sessions defined",
        "CICS MRO",
        "config-check",
        "no",
        "Send sessions of all connections and their peaks.",
        "Half of 50 or more never used.",
        "With a large number of sessions, connecting the partitions can fail.",
        "Fewer sessions.",
        (LIMIT,),
        threshold="50 is practice; the source gives none.",
        verify=VERIFY,
        back_out="The former SESSIONS.",
        risk=Risk("low"),
        prerequisites="A time when no MRO link of the region is needed: all stop with IRC.",
        projection="a limit, not a speed",
        report=STATISTICS,
        on=REGION,
        platforms=ZVSE,
        check=_too_many,
        exposure="errors",
        applying=procedures.SESSIONS,
    ),
)
