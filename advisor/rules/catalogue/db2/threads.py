"""Db2: threads, packages, group buffer pools, dumps, and what else uses its storage."""

from __future__ import annotations

import math

from advisor.findings import ChangeText, Risk
from advisor.rules.base import Advice, DoesNotApply, Qualify, Rule, Stop
from advisor.rules.catalogue.coupling.room import Room, room_for
from advisor.rules.catalogue.db2 import procedures
from advisor.rules.catalogue.db2.pools import page_kb
from advisor.rules.catalogue.dfsort import procedures as dfsort_procedures
from advisor.rules.commands import statements
from advisor.rules.effects import manual, published
from advisor.rules.subject import CannotTell, Subject
from model.language import Name, listed, mark, say
from model.topology import Change, SetSetting

SYSTEM, GROUP, PLAN = ("db2_subsystem",), ("db2_gbp",), ("db2_plan",)
ACCOUNTING = "Db2 accounting (termination counts, plans, packages)"
STORAGE = "Db2 statistics (real and auxiliary storage in use, by address space)"
NO_REUSE = 0.2
REUSED_PCT = 50.0
FREQUENT_PER_S = 10.0
_EXPRES = (
    "https://www.ibm.com/support/knowledgecenter/SSLTBW_2.2.0/com.ibm.zos.v2r2.icea100/"
    "ice2ca_Central_storage_controls.htm"
)
RESERVED_PCT = 10
"""EXPRES as supplied since z/OS V2R1: storage that DFSORT leaves to others."""
WORTHWHILE_CPU_PCT = 1.0


def deallocated(subject: Subject) -> float:
    """Share of terminations that end the thread. Raises CannotTell."""
    names = ("new_user", "resignon", "dbat_inactive", "type2_inactive")
    ended = subject.figure("terminations_deallocation")
    kept = [subject.figure(f"terminations_{n}") for n in names]
    known = [k for k in kept if k is not None]
    if ended is None or not known:
        reuse = subject.figure("thread_reuse_pct")
        if reuse is None:
            raise CannotTell(subject.say("terminations of threads of {name}"), ACCOUNTING)
        return 1.0 - reuse / 100.0
    total = ended + sum(known)
    if total <= 0:
        raise DoesNotApply(subject.say("{name}: no thread ended."))
    return ended / total


RECLAIMED = 0.001
"""Of the reads: pages that reclaimed entries invalidated, up to which they are slight."""
LEAST_GROWTH = 1.1
"""Of today's size: what the policy has to allow so that it is worth an alter."""
MOST_RATIO = 255
"""Entries to a data page that every release takes; Db2 12 takes 1,024 with APAR PH13045."""


def _reclaims(subject: Subject) -> Advice | str:
    count, lost = subject.need_figure("directory_reclaims"), subject.figure("reclaim_invalidations")
    if count <= 0:
        return subject.say("{name}: no directory entry was reclaimed (any is too many).")
    if lost == 0:
        return subject.say(
            "{name}: {count:,.0f} directory entries were reclaimed, and no local page was lost by "
            "it (any is too many).",
            count=count,
        )
    ratio, size = subject.number("RATIO"), subject.number("SIZE_MB")
    if ratio is None and size is None:
        raise CannotTell(subject.say("RATIO of {name}"), "DISPLAY GROUPBUFFERPOOL")
    # More entries of the same structure take room of data: where that lacks too, it has to grow.
    crowded = size is not None and bool(subject.figure("writes_failed"))
    most = ratio is not None and LEAST_GROWTH * ratio > MOST_RATIO
    if most and size is None:
        raise CannotTell(subject.say("the size of {name}"), "DISPLAY GROUPBUFFERPOOL")
    change: Change = (
        subject.set("RATIO", min(MOST_RATIO, math.ceil(ratio * 2)))
        if ratio is not None and not crowded and not most
        else subject.set("SIZE_MB", math.ceil((size or 0.0) * 1.25))
    )
    policy = subject.number("POLICY_SIZE_MB")
    larger = isinstance(change, SetSetting) and change.setting == "SIZE_MB"
    wanted = math.ceil((size or 0.0) * 1.25)
    if larger:
        room = room_for(subject, wanted).or_held_back(subject, wanted)
    else:
        room = _data_to_spare(subject, lost)
    return Advice(
        subject.say(
            "{count:,.0f} directory entries of {name} were reclaimed, which "
            "invalidates pages in local pools."
            if lost is None
            else "{count:,.0f} directory entries of {name} were reclaimed, which invalidated "
            "{lost:,.0f} pages in local pools.",
            count=count,
            lost=lost or 0.0,
        ),
        ((change,),),
        caveats=room.caveats,
        first=room.look,
        notes=(
            *(
                (
                    say(
                        "The policy allows {policy:,.0f} MB: SETXCF START,ALTER to a larger size "
                        "gives more entries as well, from no data page and without a rebuild.",
                        policy=policy,
                    ),
                )
                if size is not None and policy is not None and policy >= LEAST_GROWTH * size
                else ()
            ),
            *(
                (
                    say(
                        "RATIO is {most:,.0f} at most (Db2 12 takes up to 1,024 with APAR "
                        "PH13045): more entries than that need a larger structure.",
                        most=MOST_RATIO,
                    ),
                )
                if ratio is not None and 2 * ratio > MOST_RATIO
                else ()
            ),
        ),
        slight=_few_reclaims(subject, count if lost is None else lost),
    )


def _data_to_spare(subject: Subject, lost: float | None) -> Room:
    """What is to be seen to before entries are made of data pages: that these are not short."""
    lacking = [
        words
        for known, words in (
            (lost, mark("whether reclaims invalidated a local page")),
            (subject.figure("writes_failed"), mark("whether writes fail for lack of storage")),
        )
        if known is None
    ]
    if not lacking:
        return Room()
    said = subject.say(
        "No report tells {what} in {name}: look first. Where no page is lost nothing has to be "
        "done, and where writes fail the structure grows instead, as more entries of the same "
        "storage leave fewer data pages.",
        what=listed(lacking),
    )
    pool = subject.name.rpartition("/")[2]
    look = statements(f"-DISPLAY GROUPBUFFERPOOL({pool}) GDETAIL(*)")
    return Room((said,), (ChangeText(subject.id, "ENTRIES", None, None, look),))


def _few_reclaims(subject: Subject, lost: float) -> str:
    """Why so few are too slight; empty where nobody tells how many reads there were."""
    reads = subject.figure("reads_returned")
    if not reads or lost > RECLAIMED * reads:
        return ""
    return say(
        "{share:.2%} of {reads:,.0f} reads from the group buffer pool (up to {most:.1%} is slight)",
        share=lost / reads,
        reads=reads,
        most=RECLAIMED,
    )


def _held(subject: Subject) -> tuple[float, float]:
    """Storage of all Db2 on the system, and of its buffer pools, MB. Raises CannotTell."""
    host = subject.container("lpar")
    members = () if host is None else host.children("db2_subsystem")
    if not members and all(s.component.parent for s in subject.peers("db2_subsystem")):
        raise DoesNotApply(subject.say("{name} runs no Db2 that a report names."))
    used = sum(sum(member.by_part("real_storage_mb").values()) for member in members)
    if used <= 0:
        raise CannotTell(
            subject.say("storage of Db2 on {name}"),
            STORAGE,
            (subject.id, "db2_storage_mb"),
        )
    pools = [pool for member in members for pool in member.children("db2_bufferpool")]
    if not pools:
        raise CannotTell(
            subject.say("buffer pools of Db2 on {name}"),
            "DISPLAY BUFFERPOOL(ACTIVE)",
        )
    return used, sum(pool.need("VPSIZE") * page_kb(pool) / 1024 for pool in pools)


def dump_mb(subject: Subject) -> float:
    """What a dump of the Db2 of dump options' system takes. Raises CannotTell, DoesNotApply."""
    used, pools = _used(subject)
    return math.ceil(max(0.0, used - pools))


def _used(subject: Subject) -> tuple[float, float]:
    used, pools = subject.figure("db2_storage_mb"), subject.figure("db2_bufferpools_mb")
    return _held(subject) if used is None or pools is None else (used, pools)


def _maxspace(subject: Subject) -> Advice | str:
    used, pools = _used(subject)
    wanted = math.ceil(max(0.0, used - pools))
    now = subject.need("MAXSPACE_MB")
    if now >= wanted:
        return subject.say(
            "{name}: MAXSPACE {now:,.0f} MB for {wanted:,.0f} MB of Db2 (less than Db2 has is "
            "too little).",
            now=now,
            wanted=wanted,
        )
    return Advice(
        say(
            "A Db2 dump takes {wanted:,.0f} MB ({used:,.0f} MB less buffer pools of {pools:,.0f} "
            "MB), MAXSPACE is {now:,.0f} MB: it would be cut short.",
            wanted=wanted,
            used=used,
            pools=pools,
            now=now,
        ),
        ((subject.set("MAXSPACE_MB", wanted),),),
    )


def _sorts(subject: Subject) -> Advice | str:
    if not subject.children("db2_subsystem"):
        raise DoesNotApply(subject.say("{name} runs no Db2."))
    rate = subject.need_figure("demand_paging_per_s", "paging_per_s")
    if rate <= 0:
        return subject.say("{name} does not page (any paging is looked into).")
    jobs = [j for j in subject.children("dfsort_job") if (j.figure("hiperspace_gb") or 0) > 0]
    if not jobs:
        raise DoesNotApply(subject.say("{name}: no sort in memory is reported."))
    held = sum(j.figure("hiperspace_gb") or 0.0 for j in jobs)
    real = subject.number("REAL_STORAGE_GB")
    kept = min(90, RESERVED_PCT + (math.ceil(100.0 * held / real) if real else RESERVED_PCT))
    return Advice(
        subject.say(
            "Sorts hold {held:,.1f} GB on {name} while it pages {rate:,.0f} a second beside Db2.",
            held=held,
            rate=rate,
        ),
        texts=(
            manual(
                subject.id,
                "EXPOLD",
                statements(
                    f"ICEPRMxx: OPTION EXPOLD=0,EXPRES={kept}%", "START ICEOPT,ICEPRM=(<xx>)"
                ),
            ),
        ),
        notes=(
            say(
                "{kept} % are the {supplied} % that z/OS V2R1 and later supply and what the sorts "
                "hold besides: begin with them and raise them as long as the system pages beside "
                "sorts (practice).",
                kept=kept,
                supplied=RESERVED_PCT,
            ),
        ),
    )


def _threads(subject: Subject) -> Advice | str:
    share = deallocated(subject)
    if share < NO_REUSE:
        return subject.say(
            "{name}: {value:.0%} of the threads are reused (up to 80 % is little).", value=1 - share
        )
    plans = sorted(
        subject.children("db2_plan"), key=lambda p: (-(p.figure("commits_per_s") or 0.0), p.id)
    )
    busiest = [p.name.rpartition("/")[2] for p in plans[:2] if p.figure("commits_per_s")]
    return Advice(
        subject.say("{share:.0%} of the threads of {name} end without being reused.", share=share),
        texts=(manual(subject.id, "THREADS", procedures.THREADS.command),),
        awaits=""
        if subject.peers("cics_region")
        else subject.say(
            "whether the threads of {name} are those of CICS, whose entries alone protect them "
            "(CONNTYPE of the accounting report)"
        ),
        notes=(
            say(
                "The entries are those of {plans}; THREADWAIT(YES) instead has their transactions "
                "queue for a thread. The CICS statistics of the entry tell how many threads it has "
                "in use most of the time, and its peak.",
                plans=listed([Name(plan) for plan in busiest])
                if busiest
                else "the plans with most commits",
            ),
        ),
    )


def _figures(owner: Subject, metric: str) -> list[float]:
    """The metric of every plan and package of a Db2 that has it."""
    found = (plan.figure(metric) for plan in owner.children("db2_plan"))
    return [value for value in found if value is not None]


def _release(subject: Subject) -> Advice | str:
    mode = subject.need_text("RELEASE", default=True)
    if mode == "DEALLOCATE":
        return subject.say("{name}: RELEASE(DEALLOCATE) is in effect.")
    owner = subject.container("db2_subsystem")
    if owner is None:
        raise CannotTell(subject.say("the subsystem of {name}"), ACCOUNTING)
    packages = _figures(owner, "allocations_per_s")
    runs = subject.figure("allocations_per_s")
    if runs is None and packages and subject.figure("commits_per_s") is not None:
        raise DoesNotApply(
            subject.say("{name} is a plan; its packages are reported by themselves.")
        )
    rate = subject.need_figure("allocations_per_s", "commits_per_s")
    everyone = packages or _figures(owner, "commits_per_s")
    if rate < FREQUENT_PER_S or rate < 0.1 * sum(everyone):
        return subject.say(
            "{name}: {rate:,g} a second are not frequent (below 10 a second, or a tenth of all "
            "packages').",
            rate=rate,
        )
    share = subject.figure("cpu_pct")
    if share is not None and share < WORTHWHILE_CPU_PCT:
        return subject.say(
            "{name}: {share:,g} % of the CPU are not worth the storage it would hold (from 1 % "
            "on they may be).",
            share=share,
        )
    if runs is None:
        why = subject.say(
            "{name} commits {rate:,.1f} times a second, and at each commit "
            "RELEASE(COMMIT) gives up what the next one sets up again.",
            rate=rate,
        )
        syntax = {
            "RELEASE": procedures.REBIND.replace(
                "{name}", statements("<one of the busiest packages of plan {name}>")
            )
        }
    else:
        why = subject.say(
            "{name} runs {rate:,.1f} times a second, and at each commit "
            "RELEASE(COMMIT) gives up what the next one sets up again.",
            rate=rate,
        )
        syntax = {}
    return Advice(
        why,
        ((subject.set("RELEASE", "DEALLOCATE"),),),
        # Where it is DEALLOCATE already a rebind does nothing; accounting shows no RELEASE.
        awaits=""
        if "RELEASE" in subject.component.settings
        else subject.say("with which RELEASE {name} is bound (SYSIBM.SYSPACKAGE, or its REBIND)"),
        effects=(
            published(
                "cpu_s_per_s",
                subject.rate("cpu_s"),
                (0.9, 0.95, 1.0),
                "class 7 CPU of the package: up to 10 % less (003, 2.2.3)",
            ),
        ),
        syntax=syntax,
        distance="The published figure is the most that was measured.",
    )


def _not_reused(subject: Subject, advice: Advice) -> Qualify | Stop | None:
    owner = subject.container("db2_subsystem")
    if owner is None:
        return None
    share = deallocated(owner)
    if subject.flag("PROTECTED_THREADS"):
        return None
    if 100.0 * (1 - share) < REUSED_PCT:
        return Stop(
            say("only {value:.0%} of the threads are reused, so it has no effect.", value=1 - share)
        )
    return None


def _locks(subject: Subject, advice: Advice) -> Qualify | Stop | None:
    return Qualify(
        "Threads that persist hold locks and storage: plan for REORG and REBIND (Db2 11 breaks in)."
    )


GROUP_POOLS = "003, section 2.3"
_TOO_FEW = "https://www.ibm.com/docs/en/db2-for-zos/12.0.0?topic=pool-too-few-directory-entries"
_THREADS, _RELEASE = "003, section 2.2.2, Figure 2-7", "003, section 2.2.3"

RULES = (
    Rule(
        "DB2-004",
        "Group buffer pools grow with local ones",
        "Db2",
        "config-check",
        "partial",
        "Directory entry reclaims, and the cross-invalidations due to them.",
        "Above 0.",
        "A reclaimed entry invalidates the page locally.",
        "RATIO doubled, or a larger structure where writes fail as well; storage counts twice "
        "(second CF).",
        ("003, section 2.1", _TOO_FEW),
        threshold="Any, after both sources; reclaims that invalidated no page harm nobody. Up to "
        "0.1 % of the reads is told, and no step is planned (practice).",
        verify="DISPLAY GROUPBUFFERPOOL GDETAIL.",
        back_out="The former RATIO or size.",
        risk=Risk("low", "more entries in a structure as large as today leave fewer data pages."),
        prerequisites="CF storage, twice when duplexed.",
        projection="refreshes per transaction are not reported",
        report="DISPLAY GROUPBUFFERPOOL(*) GDETAIL",
        on=GROUP,
        check=_reclaims,
        exposure="degradation",
        syntax={
            "RATIO": statements(
                "-ALTER GROUPBUFFERPOOL({name}) RATIO({value})",
                "SETXCF START,REBUILD,STRNAME={structure}",
            ),
            "SIZE_MB": procedures.STRUCTURE_SIZE,
        },
        applying=procedures.RATIO,
        applying_to={"SIZE_MB": procedures.GROUP_SIZE},
    ),
    Rule(
        "DB2-008",
        "MAXSPACE for Db2 dumps",
        "Db2",
        "config-check",
        "partial",
        "Storage of the Db2 address spaces less buffer pools, MAXSPACE.",
        "MAXSPACE smaller.",
        "A dump cut short is worth nothing.",
        "CHNGDUMP SET,SDUMP,MAXSPACE = DBM1 + MSTR + IRLM + DIST + COMMON/ECSA - buffer pools.",
        ("003, section 2.2.1",),
        threshold="The formula. Where so many frames are not free, their storage comes first "
        "(DMP-101).",
        verify="D D,OPTIONS.",
        back_out="The former MAXSPACE.",
        risk=Risk("medium", "real storage must back it.", ("DMP-101",)),
        prerequisites="Real storage for the dump (DMP-101).",
        after=("DMP-101",),
        projection="a formula for storage",
        report=f"{STORAGE}; DISPLAY BUFFERPOOL; D D,OPTIONS",
        on=("dump_options",),
        check=_maxspace,
        syntax={
            "MAXSPACE_MB": statements(
                "CD SET,SDUMP,MAXSPACE={value}M",
                "COMMNDxx: COM='CD SET,SDUMP,MAXSPACE={value}M'",
            )
        },
        applying=procedures.DUMP_SPACE,
    ),
    Rule(
        "DB2-010",
        "Utility sorts that make Db2 page",
        "Db2",
        "tuning",
        "partial",
        "Paging and sorts in memory beside Db2.",
        "Both at once.",
        "DFSORT or DB2SORT takes what is free and then more.",
        "Reserve storage for others.",
        ("003, section 2.2.1", _EXPRES),
        threshold="Any paging.",
        verify="RMF paging by interval.",
        back_out="The former ICEPRM.",
        risk=Risk("low", "sorts take longer."),
        projection="which pages are taken is not known",
        report="RMF paging by interval; SMF 16",
        on=("lpar",),
        check=_sorts,
        applying=dfsort_procedures.LIMITS,
    ),
    Rule(
        "DB2-011",
        "Reuse threads",
        "Db2",
        "tuning",
        "partial",
        "Normal terminations by reason.",
        "20 % or more DEALLOCATION.",
        "Creating and ending a thread costs CPU at every transaction.",
        "Protected threads or queueing to entry threads.",
        (_THREADS,),
        threshold="20 % is practice; the sample has 33 %.",
        verify="Accounting: NEW USER share.",
        back_out="The former PROTECTNUM and THREADLIMIT.",
        risk=Risk("low", "storage per thread."),
        effect="Figure 2-6: 100 % against 66 to 67 % reuse (a picture).",
        projection="the document shows the gain in a picture only",
        report=ACCOUNTING,
        on=SYSTEM,
        check=_threads,
        methods=("DB2-012",),
        applying=procedures.THREADS,
    ),
    Rule(
        "DB2-012",
        "Which plans first",
        "Db2",
        "method",
        "yes",
        "Commits per second by plan.",
        "Many plans.",
        "The frequent ones gain most.",
        "Sort plans by commits per second (accounting) and begin at the top",
        ("003, Table 2-1",),
        effect="Sample: XKB1BR1 37.16/s, XKS1BR1 10.49/s.",
        projection="a ranking",
        on=PLAN,
    ),
    Rule(
        "DB2-013",
        "RELEASE(DEALLOCATE) for frequent packages",
        "Db2",
        "tuning",
        "yes",
        "Frequency of plans and packages, RELEASE, thread reuse.",
        "10 a second and a tenth of all, 1 % of the CPU where known, with RELEASE(COMMIT).",
        "Resources kept over commits need not be set up again.",
        "REBIND PACKAGE RELEASE(DEALLOCATE), selectively.",
        (f"{_RELEASE}, Figure 2-8",),
        threshold="10 a second and 1 % are practice.",
        verify="Accounting class 7 CPU.",
        back_out="The former copy of the package, with RELEASE(COMMIT).",
        risk=Risk("medium", "locks and storage are held longer.", ("DB2-015",)),
        prerequisites="Reused threads (DB2-014).",
        effect="Up to 10 % less CPU.",
        effect_conditions="IBM measurements, no further conditions.",
        projection="Db2 model; else up to 10 %.",
        report=ACCOUNTING,
        on=PLAN,
        check=_release,
        methods=("DB2-012",),
        syntax={"RELEASE": procedures.REBIND},
        applying=procedures.PACKAGE,
    ),
    Rule(
        "DB2-014",
        "No reuse, no effect",
        "Db2",
        "caveat",
        "no",
        "Thread reuse.",
        "Less than half reused.",
        "Without reuse a commit ends the thread anyway.",
        "Reuse threads first.",
        (_RELEASE,),
        projection="a guard",
        guards=("DB2-013",),
        guard=_not_reused,
    ),
    Rule(
        "DB2-015",
        "Persistent threads hold on",
        "Db2",
        "caveat",
        "no",
        "Db2 level.",
        "RELEASE(DEALLOCATE) is advised.",
        "Locks of packages and objects are kept.",
        "Plan maintenance; Db2 11 breaks in.",
        (_RELEASE,),
        projection="a guard",
        guards=("DB2-013",),
        guard=_locks,
    ),
    Rule(
        "DB2-017",
        "Prime the group buffer pool",
        "Db2",
        "method",
        "no",
        "PGSTEAL.",
        "After GBPCACHE ALL.",
        "Prefetch fills it before the peak.",
        "PGSTEAL(NONE) to prefetch the objects, then PGSTEAL(LRU)",
        (GROUP_POOLS,),
        projection="a method",
        on=GROUP,
        applying=procedures.PRIME,
    ),
)
