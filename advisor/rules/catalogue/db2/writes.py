"""Db2 buffer pools that run full of changed pages, and bursts of writes."""

from __future__ import annotations

from advisor.findings import Risk
from advisor.rules.base import Advice, DoesNotApply, HeldBack, Rule
from advisor.rules.catalogue.db2 import procedures
from advisor.rules.catalogue.db2.pools import DETAIL, POOL, room_pages
from advisor.rules.commands import statements
from advisor.rules.effects import arithmetic
from advisor.rules.subject import CannotTell, Subject
from model.topology import Change

GROWTH = 1.5
DISABLED_SHARE = 0.001
PAGES_PER_WRITE = 3.0
LEAST_WRITES_PER_S = 10.0

_VPSIZE = statements("-ALTER BUFFERPOOL({name}) VPSIZE({value})")


def _full(subject: Subject) -> Advice | str:
    events = {
        name: found
        for name in (
            "prefetch_disabled_no_buffer",
            "data_management_threshold_hits",
            "sync_writes",
        )
        if (found := subject.figure(name)) is not None
    }
    if not events:
        raise CannotTell(subject.say("thresholds reached in pool {name}"))
    disabled = events.get("prefetch_disabled_no_buffer", 0.0)
    rows = events.get("data_management_threshold_hits", 0.0)
    asked = sum(
        subject.figure(name) or 0.0
        for name in ("prefetch_reads", "list_prefetch_reads", "dynamic_prefetch_reads")
    )
    if disabled <= DISABLED_SHARE * asked and rows <= 0:
        return subject.say(
            "Pool {name}: prefetch was disabled {disabled:,.0f} times for want of a buffer (up to "
            "0.1 % is little), the data management threshold reached {rows:,.0f} times.",
            disabled=disabled,
            rows=rows,
        )
    now = subject.need("VPSIZE")
    wanted = int(now * GROWTH)
    changes: list[Change] = []
    room = room_pages(subject)
    if room is None or wanted - now <= room:
        changes.append(subject.set("VPSIZE", wanted))
    for name, least in (("DWQT", 30), ("VDWQT", 5)):
        if (at := subject.number(name)) is not None and at > least:
            changes.append(subject.set(name, least))
    if not changes:
        raise HeldBack(
            subject.say("Pool {name}: its system has no storage to spare for a larger pool.")
        )
    return Advice(
        subject.say(
            "Pool {name} had no buffer free: prefetch was disabled {disabled:,.0f} times, the data "
            "management threshold reached {rows:,.0f} times.",
            disabled=disabled,
            rows=rows,
        ),
        (tuple(changes),),
        effects=(
            arithmetic(
                "prefetch_disabled_no_buffer",
                disabled,
                0.0,
                "changed pages are written before they fill 90 % of the pool",
                low=0.0,
                high=disabled,
            ),
        )
        if disabled
        else (),
    )


def _bursts(subject: Subject) -> Advice | str:
    pages, writes = subject.figure("pages_written"), subject.figure("writes")
    whole = subject.figure("deferred_write_threshold_hits")
    single = subject.figure("vertical_deferred_write_hits")
    if pages is None or writes is None or whole is None or single is None:
        raise CannotTell(subject.say("writes of pool {name}"))
    rate = subject.rate("writes")
    if not writes or (rate is not None and rate < LEAST_WRITES_PER_S):
        raise DoesNotApply(subject.say("Pool {name} writes less than 10 times a second."))
    each = pages / writes
    if each >= PAGES_PER_WRITE and whole <= single:
        return subject.say(
            "Pool {name}: {each:.1f} pages a write (below 3 is little), and its pages are written "
            "data set by data set.",
            each=each,
        )
    changes = tuple(
        subject.set(name, least)
        for name, least in (("DWQT", 30), ("VDWQT", 5))
        if (at := subject.number(name)) is None or at > least
    )
    if not changes:
        return subject.say(
            "Pool {name}: DWQT 30 and VDWQT 5 or less are in effect, {each:.1f} pages a write "
            "(below 3 is little).",
            each=each,
        )
    return Advice(
        subject.say(
            "Pool {name} writes {each:.1f} pages at a time and reached DWQT {whole:,.0f} times, "
            "VDWQT {single:,.0f} times.",
            each=each,
            whole=whole,
            single=single,
        ),
        (changes,),
    )


RULES = (
    Rule(
        "DB-001",
        "Pools without a free buffer",
        "Db2",
        "threshold",
        "partial",
        "Prefetch disabled for want of a buffer, the data management threshold.",
        "Prefetch was disabled for 0.1 %, or the data management threshold reached once.",
        "From 90 % of changed pages on Db2 prefetches no more, from 95 % on it takes pages row by "
        "row, from 97.5 % on it writes each change at once.",
        "A larger pool, and changed pages written earlier.",
        (
            (
                "https://www.ibm.com/support/knowledgecenter/SSEPEK_12.0.0/perf/src/tpc/"
                "db2z_bufferpoolfixedthresholds.html"
            ),
        ),
        threshold="The fixed thresholds of the source; 0.1 % is practice.",
        verify="DISPLAY BUFFERPOOL DETAIL: PREFETCH DISABLED NO BUFFER, DMTH HIT.",
        back_out="The former sizes and thresholds.",
        risk=Risk("low", "more writes, more real storage."),
        projection="Prefetch that is possible again; what the work gains depends on its scans.",
        report=DETAIL,
        on=POOL,
        check=_full,
        exposure="degradation",
        syntax={"VPSIZE": _VPSIZE},
        at_least=("VPSIZE",),
        applying=procedures.POOL,
    ),
    Rule(
        "DB-002",
        "Changed pages written in bursts",
        "Db2",
        "threshold",
        "no",
        "Pages a write, DWQT and VDWQT reached.",
        "Fewer than 3 pages a write, or DWQT reached more often than VDWQT, from 10 writes a "
        "second on.",
        "Pages that gather until the whole pool's threshold go out in a burst that reads wait "
        "behind.",
        "DWQT 30, VDWQT 5 or less.",
        (
            (
                "http://www-01.ibm.com/support/knowledgecenter/SSEPEK_10.0.0/perf/src/tpc/"
                "db2z_bufferpoolthresholds2change.html"
            ),
        ),
        threshold="3 pages and 10 writes a second are practice.",
        verify="DISPLAY BUFFERPOOL DETAIL: DWT HIT against VERTICAL DWT HIT.",
        back_out="The former thresholds.",
        risk=Risk("low", "pages that change often are written more often."),
        projection="the network takes writes as they come, not their bursts",
        report=DETAIL,
        on=POOL,
        check=_bursts,
        applying=procedures.POOL,
    ),
)
