"""Db2: threads, packages, group buffer pools, dumps, and what else uses its storage."""

from __future__ import annotations

import math

from advisor.rules.base import Advice, DoesNotApply, Qualify, Rule, Stop
from advisor.rules.db2_pools import page_kb, room_pages
from advisor.rules.effects import arithmetic, manual, published
from advisor.rules.subject import CannotTell, Subject
from model.topology import Change

SYSTEM, GROUP, PLAN = ("db2_subsystem",), ("db2_gbp",), ("db2_plan",)
ACCOUNTING = "Db2 accounting (termination counts, plans, packages)"
STORAGE = "Db2 statistics (real and auxiliary storage in use, by address space)"
NO_REUSE = 0.2
REUSED_PCT = 50.0
FREQUENT_PER_S = 10.0
WORTHWHILE_CPU_PCT = 1.0
SYNC_PER_TX = 10.0
DIRECTORY_BYTES = 250.0


def deallocated(subject: Subject) -> float:
    """Share of terminations that end the thread. Raises CannotTell."""
    names = ("new_user", "resignon", "dbat_inactive", "type2_inactive")
    ended = subject.figure("terminations_deallocation")
    kept = [subject.figure(f"terminations_{n}") for n in names]
    known = [k for k in kept if k is not None]
    if ended is None or not known:
        reuse = subject.figure("thread_reuse_pct")
        if reuse is None:
            raise CannotTell(f"terminations of threads of {subject.name}", ACCOUNTING)
        return 1.0 - reuse / 100.0
    total = ended + sum(known)
    if total <= 0:
        raise DoesNotApply(f"{subject.name}: no thread ended.")
    return ended / total


def _reclaims(subject: Subject) -> Advice | str:
    count = subject.need_figure("directory_reclaims")
    if count <= 0:
        return f"{subject.name}: no directory entry was reclaimed."
    ratio, size = subject.number("RATIO"), subject.number("SIZE_MB")
    if ratio is None and size is None:
        raise CannotTell(f"RATIO of {subject.name}", "DISPLAY GROUPBUFFERPOOL")
    change: Change = (
        subject.set("RATIO", math.ceil(ratio * 2))
        if ratio is not None
        else subject.set("SIZE_MB", math.ceil((size or 0.0) * 1.25))
    )
    return Advice(
        f"{count:,.0f} directory entries of {subject.name} were reclaimed, which invalidates pages "
        "in local pools.",
        ((change,),),
    )


def _held(subject: Subject) -> tuple[float, float]:
    """Storage of all Db2 on the system, and of its buffer pools, MB. Raises CannotTell."""
    host = subject.container("lpar")
    members = () if host is None else host.children("db2_subsystem")
    if not members and all(s.component.parent for s in subject.peers("db2_subsystem")):
        raise DoesNotApply(f"{subject.name} runs no Db2 that a report names.")
    used = sum(sum(member.by_part("real_storage_mb").values()) for member in members)
    if used <= 0:
        raise CannotTell(
            f"storage of Db2 on {subject.name}", STORAGE, (subject.id, "db2_storage_mb")
        )
    pools = [pool for member in members for pool in member.children("db2_bufferpool")]
    if not pools:
        raise CannotTell(f"buffer pools of Db2 on {subject.name}", "DISPLAY BUFFERPOOL(ACTIVE)")
    return used, sum(pool.need("VPSIZE") * page_kb(pool) / 1024 for pool in pools)


def _maxspace(subject: Subject) -> Advice | str:
    used, pools = subject.figure("db2_storage_mb"), subject.figure("db2_bufferpools_mb")
    if used is None or pools is None:
        used, pools = _held(subject)
    wanted = math.ceil(max(0.0, used - pools))
    now = subject.need("MAXSPACE_MB")
    if now >= wanted:
        return f"{subject.name}: MAXSPACE {now:,.0f} MB for {wanted:,.0f} MB of Db2."
    return Advice(
        f"A Db2 dump takes {wanted:,.0f} MB ({used:,.0f} MB less buffer pools of {pools:,.0f} MB), "
        f"MAXSPACE is {now:,.0f} MB: it would be cut short.",
        ((subject.set("MAXSPACE_MB", wanted),),),
        effort="dynamic",
    )


def _sorts(subject: Subject) -> Advice | str:
    rate = subject.need_figure("demand_paging_per_s", "paging_per_s")
    if rate <= 0:
        return f"{subject.name} does not page."
    jobs = [j for j in subject.children("dfsort_job") if (j.figure("hiperspace_gb") or 0) > 0]
    if not jobs:
        raise DoesNotApply(f"{subject.name}: no sort in memory is reported.")
    if not subject.children("db2_subsystem"):
        raise DoesNotApply(f"{subject.name} runs no Db2.")
    held = sum(j.figure("hiperspace_gb") or 0.0 for j in jobs)
    return Advice(
        f"Sorts hold {held:,.1f} GB on {subject.name} while it pages {rate:,.0f} a second beside "
        "Db2.",
        texts=(
            manual(
                subject.id,
                "EXPOLD",
                "DFSORT ICEPRM: EXPOLD=0, EXPRES=n% reserved for others; utility jobs apart",
            ),
        ),
        effort="dynamic",
    )


def _threads(subject: Subject) -> Advice | str:
    share = deallocated(subject)
    if share < NO_REUSE:
        return f"{subject.name}: {1 - share:.0%} of the threads are reused."
    plans = sorted(
        subject.children("db2_plan"), key=lambda p: (-(p.figure("commits_per_s") or 0.0), p.id)
    )
    busiest = [p.name.rpartition("/")[2] for p in plans[:2] if p.figure("commits_per_s")]
    return Advice(
        f"{share:.0%} of the threads of {subject.name} end without being reused.",
        texts=(
            manual(
                subject.id,
                "THREADS",
                "Protected entry threads (PROTECTNUM) or THREADWAIT(YES) for "
                + (" and ".join(busiest) if busiest else "the plans with most commits")
                + "; CMTSTAT=INACTIVE for DDF",
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
        return f"{subject.name}: RELEASE(DEALLOCATE) is in effect."
    owner = subject.container("db2_subsystem")
    if owner is None:
        raise CannotTell(f"the subsystem of {subject.name}", ACCOUNTING)
    packages = _figures(owner, "allocations_per_s")
    runs = subject.figure("allocations_per_s")
    if runs is None and packages and subject.figure("commits_per_s") is not None:
        raise DoesNotApply(f"{subject.name} is a plan; its packages are reported by themselves.")
    rate = subject.need_figure("allocations_per_s", "commits_per_s")
    everyone = packages or _figures(owner, "commits_per_s")
    if rate < FREQUENT_PER_S or rate < 0.1 * sum(everyone):
        return f"{subject.name}: {rate:g} a second are not frequent."
    share = subject.figure("cpu_pct")
    if share is not None and share < WORTHWHILE_CPU_PCT:
        return f"{subject.name}: {share:g} % of the CPU are not worth the storage it would hold."
    if runs is None:
        why = (
            f"{subject.name} commits {rate:,.1f} times a second, and at each commit "
            "RELEASE(COMMIT) gives up what the next one sets up again."
        )
        syntax = {
            "RELEASE": "REBIND PACKAGE(collection.package) RELEASE({value})   "
            "/* busiest packages of plan {name} */"
        }
    else:
        why = (
            f"{subject.name} runs {rate:,.1f} times a second, and at each commit "
            "RELEASE(COMMIT) gives up what the next one sets up again."
        )
        syntax = {}
    return Advice(
        why,
        ((subject.set("RELEASE", "DEALLOCATE"),),),
        effects=(
            published(
                "cpu_pct",
                subject.figure("cpu_pct"),
                (0.9, 0.95, 1.0),
                "up to 10 % less CPU (003, 2.2.3)",
                "%",
            ),
        ),
        syntax=syntax,
        distance="The published figure is the most that was measured.",
        notes=()
        if "RELEASE" in subject.component.settings
        else ("Accounting does not show RELEASE; COMMIT is the default. Check SYSPACKAGE first.",),
    )


def _not_reused(subject: Subject, advice: Advice) -> Qualify | Stop | None:
    owner = subject.container("db2_subsystem")
    if owner is None:
        return None
    share = deallocated(owner)
    if subject.flag("PROTECTED_THREADS"):
        return None
    if 100.0 * (1 - share) < REUSED_PCT:
        return Stop(f"only {1 - share:.0%} of the threads are reused, so it has no effect.")
    return None


def _locks(subject: Subject, advice: Advice) -> Qualify | Stop | None:
    return Qualify(
        "Threads that persist hold locks and storage: plan for REORG and REBIND (Db2 11 breaks in)."
    )


def _everything(subject: Subject) -> Advice | str:
    cache = subject.need_text("GBPCACHE")
    if cache == "ALL":
        return f"{subject.name}: GBPCACHE ALL is in effect."
    members = subject.linked("member") or tuple(
        m for m in (subject.container("db2_subsystem"),) if m is not None
    )
    # An accounting report is of the subsystem as a whole, or of its plans one by one.
    members = (*members, *(plan for m in members for plan in m.children("db2_plan")))
    per_tx = [m.figure("sync_io_per_tx") for m in members]
    known = [p for p in per_tx if p is not None]
    if not known:
        raise CannotTell(f"synchronous I/O per transaction of {subject.name}", ACCOUNTING)
    before = max(known)
    if before < SYNC_PER_TX:
        return f"{subject.name}: {before:.1f} synchronous reads a transaction."
    wait = next((w for m in members if (w := m.figure("sync_io_us")) is not None), 758.0)
    read = subject.figure("read_us") or 3.6
    after = before * 1.57 / 35.69
    member = members[0]
    return Advice(
        f"{before:.1f} synchronous reads a transaction while {subject.name} keeps changed pages "
        "only.",
        ((subject.set("GBPCACHE", "ALL"),),),
        effects=(
            arithmetic(
                "io_wait_ms_per_tx",
                "ms",
                before * wait / 1000,
                (after * wait + (before - after) * read) / 1000,
                "reads served from the group buffer pool at its service time, misses as published",
                low=before * read / 1000,
                high=before * wait / 1000,
            ),
            published(
                "response_ms",
                member.figure("response_ms"),
                (0.93, 0.95, 1.0),
                "5 % (003, Table 2-3)",
                "ms",
            ),
            published(
                "cpu_ms_per_tx",
                member.figure("cpu_ms_per_tx"),
                (0.92, 0.932, 1.0),
                "6.8 % (003, Table 2-3)",
                "ms",
            ),
        ),
        notes=("The group buffer pool must hold the pages: size by DB2-019, high castout.",),
    )


def _half(subject: Subject) -> Advice | str:
    size = subject.need("SIZE_MB")
    name = subject.name.rpartition("/")[2].upper().removeprefix("G")
    owners = subject.linked("member") or tuple(
        m for m in (subject.container("db2_subsystem"),) if m is not None
    )
    pools = [
        p
        for owner in owners
        for p in owner.children("db2_bufferpool")
        if p.name.rpartition("/")[2].upper() == name
    ]
    if not pools:
        raise CannotTell(f"the local pools of {subject.name}", "DISPLAY BUFFERPOOL")
    changes: list[Change] = []
    least = math.inf
    for pool in pools:
        pages = pool.need("VPSIZE")
        writes = pool.figure("writes")
        if not writes:
            raise DoesNotApply(f"{subject.name}: its pages hardly change.")
        local = pages * page_kb(pool) / 1024
        least = min(least, local)
        if local < 0.4 * size:
            wanted = math.ceil(size / 2 * 1024 / page_kb(pool))
            room = room_pages(pool)
            if room is not None and wanted - pages > room:
                return (
                    f"{subject.name}: its local pool has {local / size:.0%} of its size, and its "
                    "system has no storage to spare for half."
                )
            changes.append(pool.set("VPSIZE", wanted))
    if not changes:
        return f"{subject.name}: local pools have at least {least / size:.0%} of its size."
    hit = least / size
    return Advice(
        f"Local pools of {subject.name} have {hit:.0%} of its {size:,.0f} MB, though their pages "
        "change often.",
        (tuple(changes),),
        effects=(
            arithmetic(
                "page_access_us",
                "us",
                hit * 1.0 + (1 - hit) * 3.6,
                0.5 * 1.0 + 0.5 * 3.6,
                "1 microsecond in the local pool, 3.6 in the group buffer pool, by size",
            ),
        ),
    )


def _directory(subject: Subject) -> Advice | str:
    size, pages = subject.need("SIZE_MB"), subject.need_figure("data_pages")
    owners = subject.linked("member")
    count = max(2, len(owners)) if owners else 2
    need = pages * (4096 + count * DIRECTORY_BYTES) / 2**20
    if size >= need:
        return f"{subject.name}: {size:,.0f} MB for {pages:,.0f} pages."
    return Advice(
        f"{pages:,.0f} data pages and their directory entries take {need:,.0f} MB; {subject.name} "
        f"has {size:,.0f} MB.",
        ((subject.set("SIZE_MB", math.ceil(need * 1.1)),),),
    )


def _duplex(subject: Subject) -> Advice | str:
    if subject.need_flag("DUPLEX"):
        return f"{subject.name} is duplexed."
    return Advice(
        f"{subject.name} is simplex: a coupling facility outage means hours of recovery.",
        ((subject.set("DUPLEX", True),),),
    )


_GBP = "003, section 2.3"
_THREADS, _RELEASE = "003, section 2.2.2, Figure 2-7", "003, section 2.2.3"

RULES = (
    Rule(
        "DB2-004",
        "Group buffer pools grow with local ones",
        "Db2",
        "config-check",
        "partial",
        "Directory entry reclaims.",
        "Above 0.",
        "A reclaimed entry invalidates the page locally.",
        "RATIO doubled, or a larger structure; storage counts twice (second CF).",
        ("003, section 2.1",),
        threshold="Any.",
        verify="DISPLAY GROUPBUFFERPOOL GDETAIL.",
        back_out="The former RATIO.",
        risk="low.",
        prerequisites="CF storage, twice when duplexed.",
        projection="refreshes per transaction are not reported",
        report="DISPLAY GROUPBUFFERPOOL(*) GDETAIL",
        on=GROUP,
        check=_reclaims,
        exposure="degradation",
        syntax={
            "RATIO": "-ALTER GROUPBUFFERPOOL({name}) RATIO({value})",
            "SIZE_MB": "CFRM policy SIZE({value}M)",
        },
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
        threshold="The formula.",
        verify="D D,OPTIONS.",
        back_out="The former MAXSPACE.",
        risk="medium: storage must back it (DMP-101).",
        effort="dynamic",
        prerequisites="Real storage for the dump (DMP-101).",
        projection="a formula for storage",
        report=f"{STORAGE}; DISPLAY BUFFERPOOL; D D,OPTIONS",
        on=("dump_options",),
        check=_maxspace,
        syntax={"MAXSPACE_MB": "CD SET,SDUMP,MAXSPACE={value}M; COMMNDxx"},
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
        ("003, section 2.2.1",),
        threshold="Any paging.",
        verify="RMF paging by interval.",
        back_out="The former ICEPRM.",
        risk="low: sorts take longer.",
        effort="dynamic",
        projection="which pages are taken is not known",
        report="RMF paging by interval; SMF 16",
        on=("lpar",),
        check=_sorts,
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
        "Protected threads or queueing to entry threads; CMTSTAT=INACTIVE.",
        (_THREADS,),
        threshold="20 % is set here; the sample has 33 %.",
        verify="Accounting: NEW USER share.",
        back_out="PROTECTNUM(0).",
        risk="low: storage per thread.",
        effect="Figure 2-6: 100 % against 66 to 67 % reuse (a picture).",
        projection="the document shows the gain in a picture only",
        report=ACCOUNTING,
        on=SYSTEM,
        check=_threads,
        methods=("DB2-012",),
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
        threshold="10 a second and 1 % are set here.",
        verify="Accounting class 7 CPU.",
        back_out="REBIND RELEASE(COMMIT).",
        risk="medium: locks and storage (DB2-015).",
        prerequisites="Reused threads (DB2-014).",
        effect="Up to 10 % less CPU.",
        effect_conditions="IBM measurements, no further conditions.",
        projection="Db2 model; else up to 10 %.",
        report=ACCOUNTING,
        on=PLAN,
        check=_release,
        methods=("DB2-012",),
        syntax={"RELEASE": "REBIND PACKAGE(*.{name}.(*)) RELEASE({value})"},
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
        "DB2-016",
        "GBPCACHE ALL with CF storage to spare",
        "Db2",
        "tuning",
        "yes",
        "GBPCACHE, synchronous reads per transaction.",
        "10 or more reads with CHANGED.",
        "Reads come from the coupling facility in microseconds.",
        "GBPCACHE ALL, group buffer pool large enough, castout thresholds high.",
        (f"{_GBP}, Table 2-3",),
        threshold="10 is set here; 35.69 in the document.",
        verify="Accounting: synchronous I/O per transaction.",
        back_out="GBPCACHE CHANGED.",
        risk="medium: CF storage and CPU.",
        prerequisites="CF storage, twice when duplexed.",
        effect="35.69 to 1.57 reads; response -5 %; CPU -6.8 %.",
        effect_conditions="MDM, two members, mostly reading.",
        projection="Db2 model; else 758 against 3.6 microseconds and the published gains.",
        report=f"GBPCACHE of SYSTABLEPART and SYSINDEXPART; {ACCOUNTING}",
        on=GROUP,
        check=_everything,
        methods=("DB2-017",),
        syntax={"GBPCACHE": "ALTER TABLESPACE/INDEX ... GBPCACHE {value}"},
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
        (_GBP,),
        projection="a method",
        on=GROUP,
    ),
    Rule(
        "DB2-018",
        "Local pools half of the group's",
        "Db2",
        "tuning",
        "yes",
        "Size of local against group buffer pools.",
        "Below 40 % where pages change.",
        "A local hit takes 1 microsecond, the group buffer pool 3.6.",
        "VPSIZE at half of the group buffer pool.",
        (_GBP,),
        threshold="003: half.",
        verify="Local hit ratio.",
        back_out="The former VPSIZE.",
        risk="low.",
        effort="dynamic",
        prerequisites="Real storage.",
        effect="1 against 3.6 microseconds.",
        projection="Mix of both by size.",
        report="DISPLAY BUFFERPOOL and GROUPBUFFERPOOL",
        on=GROUP,
        check=_half,
        syntax={"VPSIZE": "-ALTER BUFFERPOOL({name}) VPSIZE({value})"},
    ),
    Rule(
        "DB2-019",
        "Size of a group buffer pool",
        "Db2",
        "config-check",
        "partial",
        "Data pages and size.",
        "Smaller than pages and entries.",
        "About 250 bytes an entry, one per member and page.",
        "SIZE as computed; INITSIZE, MINSIZE; allow for index pages, which are held decompressed.",
        (_GBP,),
        threshold="0.5 KB per 4 KB page with two members.",
        verify="D XCF,STR.",
        back_out="The former SIZE.",
        risk="low.",
        prerequisites="CF storage, twice when duplexed.",
        projection="a calculator for storage",
        report="DISPLAY GROUPBUFFERPOOL; pages of the objects cached (SYSTABLESPACESTATS)",
        on=GROUP,
        check=_directory,
        syntax={"SIZE_MB": "CFRM policy SIZE({value}M)"},
    ),
    Rule(
        "DB2-020",
        "Duplex in production",
        "Db2",
        "config-check",
        "partial",
        "Duplexing.",
        "Simplex.",
        "Recovery of a lost structure takes hours or days.",
        "CFRM policy DUPLEX(ENABLED).",
        (_GBP,),
        threshold="Production.",
        verify="D XCF,STR.",
        back_out="SETXCF STOP,REBUILD,DUPLEX.",
        risk="low.",
        effect="A few per cent overhead.",
        prerequisites="CF storage, twice when duplexed.",
        projection="a few per cent overhead, no figure",
        report="DISPLAY GROUPBUFFERPOOL",
        on=GROUP,
        check=_duplex,
        exposure="outage",
        syntax={"DUPLEX": "CFRM policy STRUCTURE NAME({name}) DUPLEX(ENABLED)"},
    ),
)
