"""What one nucleus has for itself: its buffer pool, and threads for its users."""

from __future__ import annotations

from dataclasses import replace

from advisor.findings import Risk
from advisor.rules.base import Advice, Choice, Rule
from advisor.rules.catalogue.adabas.common import CARDS, DATABASE, SESSION, paging_per_s
from advisor.rules.catalogue.adabas.procedures import ONE_BY_ONE
from advisor.rules.commands import statements
from advisor.rules.procedure import NONE_STATED, Procedure, Role
from advisor.rules.references import PRACTICE
from advisor.rules.subject import CannotTell, Subject

LOW_EFFICIENCY = 10.0
SMALL_MB = 100.0
FACTORS = (2, 4, 8, 16)
MOST_THREADS = 80
"""So many had the nuclei that were measured (001); what more would do nobody published."""
WAITING = 2.0
"""Users a thread, from which some wait for one whatever they think in between."""

_SIZE = "https://documentation.softwareag.com/adabas/ada744mfr/adamf/operator/lbp.htm"
_EFFICIENCY = "https://documentation.softwareag.com/adabas/ada744mfr/addons/rev/fieldref/nuc.htm"
_WORK_POOL = "https://documentation.softwareag.com/adabas/ada744mfr/adamf/pdf/operator/lwp.pdf"
_THREADS = "https://documentation.softwareag.com/adabas/ada744mfr/adamf/operator/nt.htm"


def _pool(subject: Subject) -> Advice | str:
    efficiency = subject.need_figure("buffer_efficiency")
    members = subject.linking("member")
    pools = [(m, size) for m in members if (size := m.number("LBP"))]
    if not pools:
        raise CannotTell(subject.say("LBP of the nuclei of {name}"), CARDS)
    small = [(m, size) for m, size in pools if size < SMALL_MB]
    if efficiency >= LOW_EFFICIENCY or not small:
        return subject.say(
            "{name}: {efficiency:.1f} logical reads for each I/O, from buffer pools of "
            "{least:,.4g} MB at least (less than 10 from less than 100 MB is little).",
            efficiency=efficiency,
            least=min(size for _, size in pools),
        )
    paging = _paging(subject)
    if paging:
        return subject.say(
            "{name}: its systems page, so no pool may grow (any paging is too much for that)."
        )
    options = [
        tuple(m.set("LBP", min(size * factor, SMALL_MB)) for m, size in small)
        for factor in FACTORS
        if factor == FACTORS[0] or any(size * factor / 2 < SMALL_MB for _, size in small)
    ]
    return Advice(
        subject.say(
            "{name} does an I/O for every {efficiency:.1f} logical reads: its buffer pool has "
            "{least:,.4g} MB.",
            efficiency=efficiency,
            least=min(size for _, size in small),
        ),
        tuple(options),
        Choice(unprojected=1),
        caveats=()
        if paging is not None
        else ("No report says whether the system pages: a pool that is paged out costs more.",),
    )


def _paging(subject: Subject) -> float | None:
    try:
        return paging_per_s(subject)
    except CannotTell:
        return None


def _threads(subject: Subject) -> Advice | str:
    members = subject.linking("member")
    known = [(m, count) for m in members if (count := m.number("NT", default=True))]
    if not known:
        raise CannotTell(subject.say("NT of the nuclei of {name}"), CARDS)
    users = subject.need("USERS")
    threads = sum(count for _, count in known)
    few = [(m, count) for m, count in known if count < MOST_THREADS]
    if not few and users > WAITING * threads:
        return subject.say(
            "{name}: {threads:.0f} threads for {users:,.0f} users, {most} or more in each nucleus, "
            "and no measurement tells what more than {most} do.",
            threads=threads,
            users=users,
            most=MOST_THREADS,
        )
    if users <= WAITING * threads:
        return subject.say(
            "{name}: {threads:.0f} threads for {users:,.0f} users (from two users a thread on they "
            "may be few).",
            threads=threads,
            users=users,
        )
    return Advice(
        subject.say(
            "{name} has {threads:.0f} threads for {users:,.0f} users: a command that finds none "
            "free waits in the queue.",
            threads=threads,
            users=users,
        ),
        tuple(
            tuple(m.set("NT", int(min(count * factor, MOST_THREADS))) for m, count in few)
            for factor in FACTORS
            if factor == FACTORS[0] or any(count * factor / 2 < MOST_THREADS for _, count in few)
        ),
        Choice(unprojected=None),
        caveats=(
            (
                "The nucleus does not start with a work pool (LWP) of less than 25,000 bytes for "
                "each thread: raise LWP with NT."
            ),
        ),
    )


_CARDS = Procedure(
    command="",
    back_out="",
    permanent="The ADARUN cards (DDCARD) of the nucleus; keep the former member.",
    effort="recycle",
    detail=ONE_BY_ONE,
    roles=(Role.ADABAS,),
    level=NONE_STATED,
    sources=(),
)

RULES = (
    Rule(
        "ADA-027",
        "A small buffer pool",
        "Adabas",
        "tuning",
        "yes",
        "Buffer efficiency and the size of the buffer pools.",
        "Fewer than 10 logical reads for each I/O from less than 100 MB, without paging.",
        "What is not found in the buffer pool is read: with a small pool the same blocks again and "
        "again.",
        "A larger LBP: doubled until reads fall no further, to 100 MB at most in one step.",
        (_EFFICIENCY, _SIZE, PRACTICE),
        threshold="That a low efficiency asks for a larger LBP, after the source; 10 and 100 MB "
        "are practice.",
        verify="Buffer efficiency and reads in the next session statistics.",
        back_out="The former LBP at the next start.",
        risk=Risk("low", "storage that is free today; watch paging."),
        prerequisites="Real storage for it; MEMLIMIT and region of the nucleus.",
        projection="Reads and throughput by the network, with the pool as it was published.",
        report=SESSION,
        on=DATABASE,
        check=_pool,
        syntax={"LBP": statements("ADARUN LBP={LBP}M")},
        applying=replace(_CARDS, sources=(_SIZE,)),
    ),
    Rule(
        "ADA-028",
        "Threads for the users of a nucleus",
        "Adabas",
        "tuning",
        "yes",
        "Threads of the nuclei against users.",
        "More than two users for each thread, where more threads carry more.",
        "A command holds a thread until it is answered, also while it waits for a read. With all "
        "threads taken the nucleus and its disks wait for users that wait for threads.",
        "A larger NT: as many as still bring more, to 80 at most.",
        (_THREADS, _WORK_POOL, PRACTICE),
        threshold="That statistics tell when to tune NT, after the source; two users a thread are "
        "practice, and the model decides.",
        verify="Commands by thread in the session statistics: the last threads hardly used.",
        back_out="The former NT at the next start.",
        risk=Risk("low", "work pool and storage for each thread: LWP has to follow."),
        prerequisites="LWP of at least 25,000 bytes for each thread.",
        projection="Threads are a pool of the network; where they do not bind nothing is advised.",
        report=SESSION,
        on=DATABASE,
        check=_threads,
        syntax={"NT": statements("ADARUN NT={NT}")},
        applying=replace(_CARDS, sources=(_THREADS,)),
    ),
)
