"""IBM MQ for z/OS: buffer pools, their size and place."""

from __future__ import annotations

import math
import re

from advisor.findings import Effect, Risk
from advisor.rules.base import Advice, HeldBack, Rule
from advisor.rules.catalogue.mq import procedures
from advisor.rules.commands import statements
from advisor.rules.effects import arithmetic
from advisor.rules.subject import CannotTell, Subject
from model.language import joined, say
from model.subsystems.mq.pools import USABLE_SHARE, pool_ceiling, synchronous_delay_s
from model.topology import Change

POOL = ("mq_bufferpool",)
MANAGER = ("mq_manager",)
USAGE = "DISPLAY USAGE TYPE(PAGESET)"
QPST = "MQ statistics (SMF 115 QPST) as MP1B text or mqsmfcsv"
LEAST_BUFFERS = 100
BATCH_LIMIT_PCT = 85.0
TARGET_PCT = 84.0
HARD_LIMIT_PCT = 95.0
STEP = 1.1
BUFFER_KB = 4
MOST_SPARED = 4.0
"""Page set I/Os that a buffer more spares at the most in an interval, as the MQ model has it."""
ENOUGH_SPARED = 0.1
"""Share of its waits that a step must be able to spare to be a step at all (practice)."""


def buffers(subject: Subject) -> float:
    """The pool's buffers, as set or as counted. Raises CannotTell."""
    found = subject.number("BUFFERS")
    if found is None:
        found = subject.figure("buffers_allocated")
    if found is None:
        raise CannotTell(subject.say("buffers of pool {name}"), f"{USAGE}; {QPST}")
    return found


def has_room_above(subject: Subject, manager: Subject, held_mb: float) -> None:
    """Raises HeldBack where a pool is larger than what is known to be free above the bar."""
    free_gb = manager.figure("storage_above_free_gb")
    if free_gb is not None and held_mb / 1024.0 > free_gb:
        raise HeldBack(
            subject.say(
                "Pool {name} takes {held:,.1f} MB above the bar, where {free:,.1f} MB are free: a "
                "larger MEMLIMIT of MSTR comes first.",
                held=held_mb,
                free=1024.0 * free_gb,
            )
        )


def above_the_bar(subject: Subject, more: float) -> tuple[str, ...]:
    """What so many more buffers above the bar take of what is free there, where a report tells.

    Of a growth only what storage allows is made, without an error (003, section 4.2.1).
    """
    own = subject.component.kind == "mq_manager"
    manager = subject if own else subject.container("mq_manager")
    free = None if manager is None else manager.figure("storage_above_free_gb")
    least = None if manager is None else manager.figure("storage_above_free_least_gb")
    if (free is None and least is None) or more <= 0:
        return ()
    wanted = more * BUFFER_KB / 1024 / 1024
    if free is None:
        said = say(
            "It takes {wanted:.2g} GB above the bar, where more than {least:,.3g} GB are free for "
            "all pools together (CSQY220I).",
            wanted=wanted,
            least=least,
        )
        first = say("First look whether MEMLIMIT of the queue manager has as much.")
        return (said,) if least is not None and wanted <= least else (said, first)
    said = say(
        "It takes {wanted:.2g} GB above the bar, where {free:,.3g} GB are free for all pools "
        "together (CSQY220I).",
        wanted=wanted,
        free=free,
    )
    if wanted <= free:
        return (said,)
    return (said, say("First raise MEMLIMIT of the queue manager: it gets no more than there is."))


def page_sets(subject: Subject) -> tuple[Subject, ...]:
    """The page sets cached in this pool."""
    linked = subject.linking("uses")
    if linked:
        return tuple(s for s in linked if s.component.kind == "mq_pageset")
    manager = subject.container("mq_manager")
    number = subject.name.rpartition("/")[2]
    if manager is None:
        return ()
    return tuple(
        s
        for s in manager.children("mq_pageset")
        if str(s.component.value("BUFFPOOL")).strip() == number and s.text("BUFFPOOL") is not None
    )


def backing_pages(subject: Subject) -> float | None:
    """Pages of all page sets in the pool, or ``None`` when not all of them are reported."""
    sets = page_sets(subject)
    pages = [s.figure("total_pages") for s in sets]
    known = [p for p in pages if p is not None]
    return sum(known) if sets and len(known) == len(pages) else None


def peak_pct(subject: Subject) -> float:
    """Peak use of the pool: what was not stealable at the low-water mark. Raises CannotTell."""
    total = subject.figure("buffers_allocated") or buffers(subject)
    low = subject.figure("low_buffers")
    if low is None:
        raise CannotTell(subject.say("the low-water mark (QPSTCBSL) of pool {name}"), QPST)
    return 100.0 * (1.0 - low / total)


def grown(subject: Subject) -> int:
    """Buffers after the 10 % steps that bring the peak under 85 %."""
    total = buffers(subject)
    peak = peak_pct(subject)
    if not 0 <= peak <= 100 or total <= 0:
        raise CannotTell(subject.say("a plausible low-water mark of pool {name}"), QPST)
    steps = max(0, math.ceil(math.log(max(peak, 1.0) / TARGET_PCT) / math.log(STEP)))
    return math.ceil(round(total * STEP**steps, 6))


def _waited(subject: Subject) -> float | None:
    """Synchronous page set I/Os, which calls wait for."""
    writes, reads = subject.figure("imw"), subject.figure("rio")
    return None if writes is None and reads is None else (reads or 0.0) + (writes or 0.0)


def _delay(subject: Subject) -> float | None:
    waited = _waited(subject)
    return None if waited is None else synchronous_delay_s(waited, 0.0)


def _avoided(subject: Subject, size: int) -> tuple[Effect, ...]:
    delay, waited = _delay(subject), _waited(subject)
    if not delay or not waited:
        return ()
    pages, more = backing_pages(subject), USABLE_SHARE * (size - buffers(subject))
    holds = pages is not None and USABLE_SHARE * size >= pages
    # What a full pool lacks is in no counter: the band reaches to what stands today.
    return (
        arithmetic(
            "pageset_delay_s",
            delay,
            0.0 if holds else delay * max(0.0, 1.0 - more / waited),
            "waits for page set I/O at 500 microseconds each (003, 4.2.1); each buffer more spares "
            "one where the pool does not hold every page",
            low=0.0,
            high=0.25 * delay if holds else delay,
        ),
    )


def storage(before: float, after: float) -> Effect:
    """Storage of so many buffers, before and after."""
    return arithmetic(
        "storage_mb",
        before * BUFFER_KB / 1024,
        after * BUFFER_KB / 1024,
        "4 KB a buffer",
    )


def without_page_set(subject: Subject) -> bool:
    """Whether every page set of the queue manager is known by its pool, and none uses this one.

    Pool 0 holds the definitions of objects, in page set 0 that needs no mention.
    """
    manager = subject.container("mq_manager")
    sets = () if manager is None else manager.children("mq_pageset")
    named = {str(one.value("BUFFPOOL")) for one in sets}
    first = subject.name.rpartition("/")[2] == "0"
    return bool(sets) and "None" not in named and not first and not page_sets(subject)


def _oversized(subject: Subject) -> Advice | str:
    pages = backing_pages(subject)
    if pages is None and without_page_set(subject) and buffers(subject) > LEAST_BUFFERS:
        total = buffers(subject)
        return Advice(
            subject.say(
                "No page set that the report lists uses pool {name}: its {total:,.0f} buffers "
                "can hold nothing.",
                total=total,
            ),
            ((subject.set("BUFFERS", LEAST_BUFFERS),),),
            effects=(storage(total, LEAST_BUFFERS),),
            notes=(
                say(
                    "Check with DISPLAY USAGE PSID(*) that no page set was defined since; without "
                    "one the pool need not be defined at all."
                ),
            ),
        )
    if pages is None:
        raise CannotTell(subject.say("the page sets of pool {name}"), USAGE)
    total = buffers(subject)
    wanted = pool_ceiling(pages)
    if total <= wanted:
        return subject.say(
            "Pool {name}: {total:,.0f} buffers for {pages:,.0f} pages (more than {wanted:,.0f} "
            "can never fill).",
            total=total,
            pages=pages,
            wanted=wanted,
        )
    wanted = max(wanted, LEAST_BUFFERS)
    return Advice(
        subject.say(
            "Pool {name} has {total:,.0f} buffers, but its page sets hold {pages:,.0f} pages in "
            "all; {total2:,.0f} buffers can never hold anything.",
            total=total,
            pages=pages,
            total2=total - wanted,
        ),
        ((subject.set("BUFFERS", wanted),),),
        effects=(storage(total, wanted),),
        distance="The document's example: 5,000 buffers for 1,078 pages become 1,294.",
    )


def _undersized(subject: Subject) -> Advice | str:
    peak = peak_pct(subject)
    if short := subject.figure("sos"):
        return _grow(
            subject,
            subject.say(
                "Times that pool {name} had no buffer left (SOS): {short:,.0f}.", short=short
            ),
        )
    if peak <= BATCH_LIMIT_PCT:
        return subject.say(
            "Pool {name} was at most {peak:.1f} % used (above {limit:g} % is full).",
            peak=peak,
            limit=BATCH_LIMIT_PCT,
        )
    return _grow(
        subject,
        subject.say("Pool {name} was {peak:.1f} % used at its peak", peak=peak)
        + ("." if peak > HARD_LIMIT_PCT else "; below 95 % that may do for batch."),
    )


def _grow(subject: Subject, why: str) -> Advice | str:
    total = buffers(subject)
    pages = backing_pages(subject)
    size, short = grown(subject), bool(subject.figure("sos"))
    waited = _waited(subject) or 0.0
    full = waited > 0 and peak_pct(subject) > HARD_LIMIT_PCT
    spared = MOST_SPARED * USABLE_SHARE * (size - total)
    hopeless = full and spared < ENOUGH_SPARED * waited
    if short or hopeless:
        size = max(size, math.ceil(2 * total))
    notes: list[str] = []
    if pages is not None:
        most = pool_ceiling(pages)
        if total >= most:
            return subject.say(
                "Pool {name} already holds all its page sets can ({pages:,.0f} pages) (up to "
                "that it may grow).",
                pages=pages,
            )
        if hopeless:
            size = most
        elif size > most:
            size = most
            notes.append("Bounded by 1.2 x the pages of its page sets (MQ-004).")
    changes: list[Change] = [subject.set("BUFFERS", size)]
    if subject.text("LOCATION") == "above":
        notes.extend(above_the_bar(subject, size - total))
    if subject.text("LOCATION") == "below":
        notes.append(
            "Where it stays below the bar: check the 75 % limit of 31-bit storage (MQ-006)."
        )
    return Advice(
        joined(
            (
                why,
                _how_far(subject, size, pages, waited, full or short, hopeless),
            ),
            " ",
        ),
        (tuple(changes),),
        effects=(*_avoided(subject, size), storage(total, size)),
        notes=tuple(notes),
        urgent=short,
        distance="The document's example was 95.2 % used with 200,000 buffers.",
    )


def _how_far(
    subject: Subject,
    size: int,
    pages: float | None,
    waited: float,
    full: bool,
    hopeless: bool,
) -> str:
    """What so many buffers bring: a pool that ran full does not tell what it lacks."""
    told = {"size": size, "waited": waited, "pages": pages}
    if not full:
        return say("{size:,.0f} buffers bring the peak under 85 % in steps of 10 %.", **told)
    if hopeless and pages is not None and size >= pages:
        return say(
            "A full pool does not tell what it lacks, and steps of 10 % are lost on {waited:,.0f} "
            "page set I/Os. {size:,.0f} hold all {pages:,.0f} pages of its page sets, the most it "
            "can use: go there in steps and measure after each.",
            **told,
        )
    if subject.figure("sos"):
        return say(
            "It had none left at times: how many more it can use nobody counts, and {size:,.0f} "
            "are a step, to be measured and repeated.",
            **told,
        )
    return say(
        "A full pool does not tell what it lacks: {size:,.0f} are a step, to be measured and "
        "repeated.",
        **told,
    )


def _names_pool(manager: Subject | None, pool: Subject) -> bool:
    """Whether the CSQP020E line at hand names this pool. Raises CannotTell."""
    measured = (
        None if manager is None else manager.component.measured.get("pool_too_small_messages")
    )
    found = (
        None
        if measured is None
        else re.search(r"buffer pool\s+(\d+)", measured.origin.text, re.IGNORECASE)
    )
    if found is None:
        raise CannotTell("which pool CSQP020E names", "the MSTR job log with CSQP020E")
    return found.group(1) == pool.name.rpartition("/")[2]


def _too_small_message(subject: Subject) -> Advice | str:
    count = subject.figure("pool_too_small_messages")
    if count is None:
        manager = subject.container("mq_manager")
        whole = None if manager is None else manager.figure("pool_too_small_messages")
        if whole is None:
            raise CannotTell(
                subject.say("CSQP020E messages about pool {name}"),
                "the MSTR job log",
            )
        count = whole if whole <= 0 or _names_pool(manager, subject) else 0.0
    if count <= 0:
        return subject.say("No CSQP020E named pool {name} (any is looked into).")
    return _grow(
        subject,
        subject.say(
            "CSQP020E said {word} that pool {name} is too small.",
            word="once" if count == 1 else say("{count:,g} times", count=count),
        ),
    )


def _waits(subject: Subject) -> Advice | str:
    delay = _delay(subject)
    if delay is None:
        raise CannotTell(subject.say("IMW and RIO of pool {name}"), QPST)
    if delay <= 0:
        return subject.say(
            "Pool {name} made no call wait for page set I/O (any is looked into where the peak is "
            "above {limit:,g} %).",
            limit=BATCH_LIMIT_PCT,
        )
    peak = peak_pct(subject)
    if peak <= BATCH_LIMIT_PCT:
        return subject.say(
            "Pool {name}: {delay:.1f} s of waits, peak {peak:.0f} % (above {limit:,g} % is full); "
            "more buffers would not avoid first reads.",
            delay=delay,
            peak=peak,
            limit=BATCH_LIMIT_PCT,
        )
    count = _waited(subject) or 0.0
    return _grow(
        subject,
        subject.say(
            "{count:,.0f} synchronous page set I/Os of pool {name} delayed "
            "calls by about {delay:.1f} s in the interval.",
            count=count,
            delay=delay,
        ),
    )


VERIFY = "QPST: low-water mark, IMW and RIO of the next interval; class 3 Susp per call (MQ-011)."
BACK = (
    "The former value by the same command, and the former DEFINE BUFFPOOL in CSQINP1. After a "
    "large reduction restart the queue manager soon: fragmented storage may end in abend 878-10."
)
CSQINP1 = statements(
    "CSQINP1: DEFINE BUFFPOOL({name}) BUFFERS({BUFFERS}) LOCATION({LOCATION!u}) "
    "PAGECLAS({PAGECLAS}) REPLACE"
)
"""What the next start of the queue manager takes: without it the former pool is back."""

ALTER = {
    setting: statements(f"<cpf> ALTER BUFFPOOL({{name}}) {setting}({{value!u}})", CSQINP1)
    for setting in ("BUFFERS", "LOCATION", "PAGECLAS")
}
"""ALTER BUFFPOOL with the queue manager's command prefix, and what makes it permanent."""

RULES = (
    Rule(
        "MQ-004",
        "Shrink pools that cannot fill",
        "MQ",
        "threshold",
        "yes",
        "Buffers against the total pages of the pool's page sets.",
        "More than 1.2 times the pages.",
        "A buffer without a page behind it can hold nothing; its storage does better elsewhere.",
        "ALTER BUFFPOOL(n) BUFFERS(1.2 x total pages).",
        ("003, section 4.2.1",),
        threshold="003, 4.2.1: 120 %, which leaves room for page set expansion.",
        verify="DISPLAY USAGE: the pool's new size; QPST low-water mark above 15 %.",
        back_out=BACK,
        risk=Risk("low", "no message loses its buffer; CSQP023I tells when the buffers are gone."),
        prerequisites="None.",
        effect="5,000 to 1,294 buffers: 3,706 buffers (14.5 MB) returned.",
        effect_conditions="One page set of 1,078 pages.",
        projection="Storage by arithmetic; the MQ model sees no other effect.",
        report=USAGE,
        on=POOL,
        check=_oversized,
        syntax={"BUFFERS": ALTER["BUFFERS"]},
        applying=procedures.POOL,
    ),
    Rule(
        "MQ-005",
        "Enlarge pools that run full",
        "MQ",
        "threshold",
        "yes",
        "Low-water mark of stealable buffers (QPSTCBSL) against all buffers.",
        "Peak use above 85 % (batch may tolerate it), above 95 % in any case.",
        "Above 95 % calls wait while pages are written out at once.",
        "ALTER BUFFPOOL(n) BUFFERS(x) in steps of 10 % until the peak is under 85 %.",
        ("003, section 4.2.1",),
        threshold="003, 4.2.1: 85 % and 95 %; practice are twice as many where none was left, and "
        "all that the page sets can fill where steps of 10 % spare less than a tenth of the waits.",
        verify=VERIFY,
        back_out=BACK,
        risk=Risk("low", "needs storage; bounded by 1.2 x the page sets' pages."),
        prerequisites="Storage below the bar (MQ-006) or above it.",
        effect="Get elapsed time 39 to 10 microseconds, Susp 30 to 0.",
        effect_conditions="Class 3 accounting before and after resizing, queue depth 10,000.",
        projection="MQ model; else waits at 500 microseconds each.",
        report=QPST,
        on=POOL,
        check=_undersized,
        syntax={"BUFFERS": ALTER["BUFFERS"]},
        exposure="degradation",
        applying=procedures.POOL,
    ),
    Rule(
        "MQ-008",
        "CSQP020E: pool too small",
        "MQ",
        "threshold",
        "yes",
        "CSQP020E messages in the job log.",
        "Any CSQP020E for the pool.",
        "The message says that the pool was 95 % full and calls were delayed.",
        "As MQ-005 for the pool named.",
        ("003, section 4.2.1",),
        threshold="The queue manager issues it at 95 %.",
        verify="No CSQP020E in the job log.",
        back_out=BACK,
        risk=Risk("low", "needs storage; bounded by 1.2 x the page sets' pages.", ("MQ-005",)),
        prerequisites="As MQ-005.",
        effect="As MQ-005.",
        projection="MQ model; else waits at 500 microseconds each.",
        report="the MSTR job log (CSQP020E) and " + QPST,
        on=POOL,
        check=_too_small_message,
        syntax={"BUFFERS": ALTER["BUFFERS"]},
        exposure="degradation",
        applying=procedures.POOL,
    ),
    Rule(
        "MQ-009",
        "Calls that wait for page set I/O",
        "MQ",
        "threshold",
        "yes",
        "Immediate writes (IMW) and reads (RIO) of the pool.",
        "IMW + RIO above 0 in a pool whose peak is above 85 %.",
        "Each is a synchronous I/O within an application's call, about half a millisecond.",
        "As MQ-005.",
        ("003, section 4.2.1",),
        threshold="003: (33,834 + 5,034) x 500 microseconds are nearly 20 s of delay.",
        verify=VERIFY,
        back_out=BACK,
        risk=Risk("low", "needs storage; bounded by 1.2 x the page sets' pages.", ("MQ-005",)),
        prerequisites="As MQ-005.",
        effect="About 20 s of delay in the sample's interval.",
        effect_conditions="500 microseconds per I/O assumed.",
        projection="(IMW + RIO) x 500 microseconds.",
        report=QPST,
        on=POOL,
        check=_waits,
        syntax={"BUFFERS": ALTER["BUFFERS"]},
        applying=procedures.POOL,
    ),
)
