"""DFSORT: work data sets or memory, and which sorts gain from memory."""

from __future__ import annotations

import math
from itertools import pairwise

from advisor.findings import Effect, Risk
from advisor.rules.base import ZOS, Advice, DoesNotApply, HeldBack, Qualify, Rule, Stop
from advisor.rules.catalogue.dfsort import procedures
from advisor.rules.commands import statements
from advisor.rules.effects import TODAY, arithmetic, manual, published
from advisor.rules.procedure import Role, advised
from advisor.rules.subject import CannotTell, Subject
from model.language import Name, joined, say

JOB = ("dfsort_job",)
OVERVIEW = "RMF Overview (CPUUSGP, CPUDLYP, IOUSGP, IODLYP, AVGAVAIL, DEMPAGE)"
SMF16 = "DFSORT SMF 16 report"
CACHE = "RMF cache subsystem activity (CFW DATA and TOTAL, read H/R)"
ELAPSED = ((0.0, 1.0), (1 / 3, 0.8), (1.0, 0.42))
"""Relative elapsed time by share of the work space in memory (003, 6.1; 0, 100 and 300+ of 300)."""
CPU = ((0.0, 1.0), (1 / 3, 1.21), (1.0, 1.65))
CANDIDATE_IO_PCT = 20.0
CPU_BOUND_PCT = 60.0
MANY_FRAMES = 6_500_000
TRACK_GB = 56664 / 2**30


def between(points: tuple[tuple[float, float], ...], share: float) -> float:
    """Straight lines between published points."""
    share = min(max(share, points[0][0]), points[-1][0])
    for (x0, y0), (x1, y1) in pairwise(points):
        if share <= x1:
            return y0 + (y1 - y0) * (share - x0) / (x1 - x0)
    return points[-1][1]


def only_system(subject: Subject) -> Subject | None:
    """The one system whose storage is reported: SMF 16 names none, so it can only be that one."""
    systems = [s for s in subject.peers("lpar") if "available_frames" in s.component.measured]
    return systems[0] if len(systems) == 1 else None


def jobs_of(subject: Subject) -> tuple[Subject, ...]:
    """Sorts that run on a system, or can only run there."""
    jobs = subject.children("dfsort_job")
    only = only_system(subject)
    if only is None or only.id != subject.id:
        return jobs
    homeless = (j for j in subject.peers("dfsort_job") if j.component.parent is None)
    return (*jobs, *homeless)


def free_gb(subject: Subject) -> float:
    """Free storage of the job's system, GB. Raises CannotTell."""
    frames = subject.figure("available_frames")
    host = subject.container("lpar")
    if frames is None and host is not None:
        frames = host.figure("available_frames")
    if frames is None and host is None and (only := only_system(subject)) is not None:
        frames = only.figure("available_frames")
    if frames is None:
        raise CannotTell(subject.say("available frames for {name}"), OVERVIEW)
    return frames * 4096 / 2**30


def work_gb(subject: Subject) -> float:
    """Work space of the sort, GB. Raises CannotTell."""
    stated = subject.figure("intermediate_gb")
    if stated is not None:
        return stated
    return subject.need_figure("work_tracks") * TRACK_GB


def _effects(subject: Subject, share: float) -> tuple[Effect, ...]:
    elapsed, cpu = subject.figure("elapsed_s"), subject.figure("cpu_s")
    factor, more = between(ELAPSED, share), between(CPU, share)
    reason = say(
        "published for 0, 100 and 800 GB of 300, at {share:.0%} in memory (003, 6.1)", share=share
    )
    return (
        published("elapsed_s", elapsed, (factor, factor, (1 + factor) / 2), reason),
        published("cpu_s", cpu, (1.0, more, more), reason),
    )


def _memory(subject: Subject) -> Advice | str:
    ios = subject.need_figure("work_ios")
    if ios < 1000:
        return subject.say(
            "{name}: {ios:,.0f} work data set I/Os (from 1,000 on they are many).", ios=ios
        )
    need = work_gb(subject)
    if need <= 0:
        return subject.say("{name} needs no work space (any is looked into).")
    free = free_gb(subject)
    used = subject.figure("hiperspace_gb") or 0.0
    usable = 0.8 * free
    if usable < 0.1 * need:
        raise HeldBack(
            subject.say(
                "{name}: {free:.1f} GB free for {need:.0f} GB of work space.", free=free, need=need
            )
        )
    share = min(1.0, usable / need)
    amount = math.floor(min(usable, need) * 1024)
    return Advice(
        subject.say(
            "{name} does {ios:,.0f} I/Os to {need:,.1f} GB of work data sets "
            "(with {used:,g} GB in memory) while {free:,.1f} GB are free.",
            ios=ios,
            need=need,
            used=used,
            free=free,
        ),
        ((subject.set("MOSIZE", amount),),),
        effects=_effects(subject, share),
        distance="Published for 20 sorts at a time with 300 GB of work space.",
    )


def _cpu_cost(subject: Subject, advice: Advice) -> Qualify | Stop | None:
    more = next((e for e in advice.effects if e.metric == "cpu_s"), None)
    rise = "21 to 65 %" if more is None else f"{more.change_pct or 0:.0f} %"
    return Qualify(
        say(
            "Sorting in memory costs CPU: {rise} more, though little of the elapsed time.",
            rise=rise,
        )
    )


def _delays(subject: Subject) -> tuple[float, float]:
    """CPU delay and I/O using plus delay, per cent. Raises CannotTell."""
    for source in (subject, subject.container("lpar")):
        if source is None:
            continue
        cpu = source.figure("cpu_delay_pct")
        using, delay = source.figure("io_using_pct"), source.figure("io_delay_pct")
        if cpu is not None and (using is not None or delay is not None):
            return cpu, (using or 0.0) + (delay or 0.0)
    classes = [c for c in subject.peers("service_class") if "CPUDLYP" in c.component.measured]
    if len(classes) == 1:
        cpu = classes[0].figure("CPUDLYP")
        using, delay = classes[0].figure("IOUSGP"), classes[0].figure("IODLYP")
        if cpu is not None and (using is not None or delay is not None):
            return cpu, (using or 0.0) + (delay or 0.0)
    raise CannotTell(subject.say("CPU and I/O delays of the service class of {name}"), OVERVIEW)


def _candidate(subject: Subject) -> Advice | str:
    cpu, io = _delays(subject)
    if io < CANDIDATE_IO_PCT or cpu >= io:
        return subject.say(
            "{name}: I/O {io:.0f} %, CPU delay {cpu:.0f} % (from 20 % of I/O on, above the CPU "
            "delay, memory helps).",
            io=io,
            cpu=cpu,
        )
    need = work_gb(subject)
    if need <= 0:
        return subject.say("{name} needs no work space (any is looked into).")
    share = min(1.0, 0.8 * free_gb(subject) / need)
    if share < 0.1:
        raise HeldBack(
            subject.say(
                "{name}: no storage is free for its {need:,.0f} GB of work space.", need=need
            )
        )
    return Advice(
        subject.say(
            "{name} spends {io:.0f} % with I/O and waits for CPU {cpu:.0f} "
            "%: a good candidate for memory.",
            io=io,
            cpu=cpu,
        ),
        ((subject.set("MOSIZE", math.floor(min(0.8 * free_gb(subject), need) * 1024)),),),
        effects=_effects(subject, share),
    )


def _no_candidate(subject: Subject) -> Advice | str:
    cpu, io = _delays(subject)
    if cpu < CPU_BOUND_PCT or io >= CANDIDATE_IO_PCT:
        return subject.say(
            "{name}: CPU delay {cpu:.0f} %, I/O {io:.0f} % (from 60 % of CPU delay on, with "
            "I/O below 20 %, it is the CPU's).",
            cpu=cpu,
            io=io,
        )
    elapsed = subject.figure("elapsed_s")
    return Advice(
        subject.say(
            "{name} waits for CPU {cpu:.0f} % of the time and for I/O "
            "{io:.0f} %: it lacks CPU, not memory.",
            cpu=cpu,
            io=io,
        ),
        texts=(manual(subject.id, "SRVCLASS", "A higher WLM goal, or another time of day"),),
        effects=(
            arithmetic(
                "elapsed_s",
                elapsed or 100.0,
                (elapsed or 100.0) * (1 - 0.5 * cpu / 100),
                "half of the CPU delay gone",
                unit="" if elapsed else TODAY,
                low=(elapsed or 100.0) * (1 - cpu / 100),
                high=elapsed or 100.0,
            ),
        ),
    )


def _cpu_bound(subject: Subject, advice: Advice) -> Qualify | Stop | None:
    cpu, io = _delays(subject)
    if cpu >= CPU_BOUND_PCT and io < CANDIDATE_IO_PCT:
        return Stop(
            say(
                "CPU delay is {cpu:.0f} % and I/O {io:.0f} %: memory would not help.",
                cpu=cpu,
                io=io,
            )
        )
    return None


def _defaults(subject: Subject) -> Advice | str:
    words = [subject.word(f"option.{name}") for name in ("MOSIZE", "HIPRMAX")]
    stated = [word.strip() for word in words if word is not None]
    if any(word not in ("0", "NO", "") for word in stated):
        return subject.say(
            "{name}: memory options in effect are {stated}.", stated=joined(stated, ", ")
        )
    for name in ("MOSIZE", "HIPRMAX"):
        value = subject.number(name)
        if value is not None and value > 0:
            return subject.say(
                "{name}: {name2} is {value:,g} MB (none is too little).",
                name2=Name(name),
                value=value,
            )
    if subject.number("MOSIZE") is None and subject.number("HIPRMAX") is None:
        raise CannotTell(
            subject.say("MOSIZE and HIPRMAX of {name}"),
            "ICETOOL DEFAULTS; ICE messages",
        )
    return Advice(
        subject.say("{name} runs with memory sorting switched off."),
        texts=(
            manual(
                subject.id,
                "ICEPRM",
                procedures.DEFAULTS.command,
            ),
        ),
    )


def _cache(subject: Subject) -> Advice | str:
    fast = subject.by_part("cfw_read_hit_pct")
    every = subject.by_part("read_hit_pct")
    both = sorted((fast[part] - every[part], part) for part in fast if part in every)
    if not both:
        raise CannotTell(subject.say("cache fast write read hits of {name}"), CACHE)
    _, worst = both[0]
    low, usual = fast[worst], every[worst]
    where = Name(f"{subject.name} {worst}".strip())
    if low >= usual:
        return say(
            "{where}: cache fast write read hits {low:,g} %, all reads {usual:,g} % (below "
            "those of all reads is little).",
            where=where,
            low=low,
            usual=usual,
        )
    return Advice(
        say(
            "Cache fast write read hits are {low:,g} % on {where}, all reads {usual:,g} %: sort "
            "work is driven out of cache before it is read back.",
            low=low,
            where=where,
            usual=usual,
        ),
        texts=(
            manual(subject.id, "MOSIZE", "Sort in memory, as far as storage is free (SRT-001)"),
        ),
    )


def _limit(megabytes: float) -> str:
    """What all sorts of the system may take of storage for memory objects and hiperspace."""
    return statements(f"ICEPRMxx: OPTION EXPMAX={int(megabytes)}", "START ICEOPT,ICEPRM=(<xx>)")


def _available(subject: Subject) -> Advice | str:
    frames = subject.need_figure("available_frames")
    paging = subject.need_figure("demand_paging_per_s", "paging_per_s")
    if paging > 0 or frames < MANY_FRAMES:
        raise DoesNotApply(
            subject.say(
                "{name} has nothing to give to sorts: {frames:,.0f} frames are free, "
                "{many_frames:,} would be many, and it pages {paging:,.1f} times a second.",
                frames=frames,
                many_frames=MANY_FRAMES,
                paging=paging,
            )
        )
    jobs = [j for j in jobs_of(subject) if (j.figure("work_ios") or 0) >= 1000]
    if not jobs:
        raise DoesNotApply(subject.say("{name}: no sort with work data sets is reported."))
    free = frames * 4096 / 2**30
    need = max(work_gb(j) for j in jobs)
    share = min(1.0, 0.8 * free / need) if need > 0 else 0.0
    longest = max(jobs, key=lambda j: (j.figure("elapsed_s") or 0.0, j.id))
    return Advice(
        subject.say(
            "{free:,.0f} GB are free on {name} and nothing pages: sorts may use them.", free=free
        ),
        texts=(manual(subject.id, "EXPMAX", _limit(0.8 * free * 1024)),),
        effects=_effects(longest, share),
    )


def _release(subject: Subject) -> Advice | str:
    version = subject.need_text("VERSION").upper().replace("Z/OS", "").strip()
    number = version.lstrip("V").split("R", maxsplit=1)[0].strip(" .")
    if not number.isdigit():
        raise CannotTell(subject.say("the release of DFSORT for {name}"), "ICE000I")
    if int(number) >= 2:
        return subject.say(
            "{name}: DFSORT {version} allows memory objects of 1 TB (from V2R1 on; below it 64 "
            "GB).",
            version=version,
        )
    return Advice(
        say("DFSORT {version} takes 64 GB of memory for a sort at most.", version=version),
        texts=(manual(subject.id, "VERSION", "DFSORT of z/OS V2R1 or later"),),
    )


def _fits(subject: Subject, advice: Advice) -> Qualify | Stop | None:
    if subject.component.kind != "dfsort_job":
        return None
    ios = subject.figure("work_ios")
    if ios is not None and ios <= 100:
        return Stop(
            say(
                "{ios:,g} work data set I/Os: it fits already, and input and output dominate.",
                ios=ios,
            )
        )
    return None


_61 = "003, section 6.1"
_BACK = "The former ICEPRMxx or OPTION statement."

RULES = (
    Rule(
        "SRT-001",
        "Sort in memory",
        "DFSORT",
        "tuning",
        "yes",
        "Work data set I/Os, work space, free frames.",
        "1,000 or more I/Os and storage to spare.",
        "Memory in place of work data sets saves their I/O and relieves cache for others.",
        "OPTION MOSIZE=n (or HIPRMAX, DSPSIZE; names from the DFSORT manuals).",
        (_61,),
        threshold="1,000 I/Os are practice.",
        verify="SMF 16: elapsed, work I/Os, memory used.",
        back_out=_BACK,
        risk=Risk("medium", "takes CPU, and storage of others.", ("SRT-002",)),
        prerequisites="V2R1 for more than 64 GB (SRT-009).",
        effect="Elapsed −20 % with 100 GB, −58 % with all of 300 GB in memory.",
        effect_conditions="20 sorts at a time, ample CPU.",
        projection="DFSORT model; else published points.",
        report=f"{SMF16}; {OVERVIEW}",
        on=JOB,
        check=_memory,
        methods=("SRT-006",),
        syntax={"MOSIZE": statements("//DFSPARM DD *", "  OPTION MOSIZE={value}")},
        applying=procedures.MEMORY_OBJECT,
    ),
    Rule(
        "SRT-002",
        "Memory costs CPU",
        "DFSORT",
        "caveat",
        "yes",
        "CPU of the sorts.",
        "Sorting in memory is advised.",
        "Pages are moved to and from memory objects.",
        "Expect it.",
        ("003, Figures 6-5 and 6-6",),
        effect="CPU +21 % with 100 GB, +65 % with all.",
        projection="With SRT-001.",
        guards=("SRT-001", "SRT-003"),
        guard=_cpu_cost,
    ),
    Rule(
        "SRT-003",
        "I/O-bound sorts are candidates",
        "DFSORT",
        "threshold",
        "yes",
        "I/O using and delay, CPU delay of the service class.",
        "I/O 20 % or more and above CPU delay.",
        "Such sorts wait for what memory removes.",
        "As SRT-001.",
        ("003, Figure 6-12",),
        threshold="20 % is practice; the sample has 21 to 24 % using and 9 % delay.",
        verify=SMF16 + ".",
        back_out=_BACK,
        risk=Risk("medium", "takes CPU, and storage of others.", ("SRT-002",)),
        effect="CPU delay 7.8 to 16.6 %, I/O using 21 to 24 % in the sample.",
        prerequisites="V2R1 for more than 64 GB (SRT-009).",
        projection="As SRT-001.",
        report=OVERVIEW,
        on=JOB,
        check=_candidate,
        syntax={"MOSIZE": statements("//DFSPARM DD *", "  OPTION MOSIZE={value}")},
        applying=procedures.MEMORY_OBJECT,
    ),
    Rule(
        "SRT-004",
        "CPU-bound sorts are none",
        "DFSORT",
        "threshold",
        "yes",
        "CPU delay and I/O of the service class.",
        "CPU delay 60 % or more, I/O below 20 %.",
        "They wait for CPU; memory costs more of it.",
        "WLM goal or another time.",
        ("003, Figure 6-11",),
        threshold="60 % is practice; the sample has 66 to 76 %.",
        verify=OVERVIEW + ".",
        back_out="The former goal.",
        risk=Risk("low"),
        effect="CPU delay 66 to 75.6 % in the sample.",
        projection="Half of the delay.",
        report=OVERVIEW,
        on=JOB,
        check=_no_candidate,
        guards=("SRT-001", "SRT-008"),
        guard=_cpu_bound,
        applying=advised("policy", Role.ZOS),
    ),
    Rule(
        "SRT-005",
        "Defaults that forbid memory",
        "DFSORT",
        "config-check",
        "no",
        "MOSIZE and HIPRMAX in effect.",
        "Both 0.",
        "Sorts then use work data sets only.",
        "ICEPRMxx as the tuning guide's chapter 4 says.",
        (_61,),
        threshold="0.",
        verify="ICE messages 092, 093, 180, 199.",
        back_out=_BACK,
        risk=Risk("low"),
        projection="what the sorts would use depends on them",
        report="ICETOOL DEFAULTS",
        on=JOB,
        check=_defaults,
        applying=procedures.DEFAULTS,
    ),
    Rule(
        "SRT-006",
        "Largest sorts first",
        "DFSORT",
        "method",
        "yes",
        "SMF 16.",
        "Many sorts.",
        "The largest do most of the work I/O.",
        "Sort SMF 16 records by GB sorted and by work data set I/Os",
        ("003, Figure 6-13",),
        effect="Largest in the sample: 804 GB, 3.3 million I/Os.",
        projection="a ranking",
        on=JOB,
    ),
    Rule(
        "SRT-007",
        "Cache that sort work overruns",
        "DFSORT",
        "threshold",
        "partial",
        "Cache fast write read hits against all read hits.",
        "Lower.",
        "Work written to cache is gone before it is read back.",
        "Sort in memory.",
        ("003, Figure 6-7",),
        threshold="Lower than all reads.",
        verify="RMF cache report.",
        back_out="None needed.",
        risk=Risk("low"),
        projection="disconnect times by cause are not reported",
        report="RMF cache subsystem activity",
        on=("dasd",),
        check=_cache,
        applying=advised("dynamic", Role.APPLICATION, Role.ZOS),
    ),
    Rule(
        "SRT-008",
        "Storage that sorts could use",
        "DFSORT",
        "threshold",
        "yes",
        "Available frames and demand paging.",
        "6.5 million frames or more, no paging.",
        "Free frames earn nothing.",
        "ICEPRMxx EXPMAX at 80 % of what is free.",
        ("003, Figure 6-10",),
        threshold="003: over 6.5 million frames (24 GB), no paging.",
        verify="RMF Overview.",
        back_out=_BACK,
        risk=Risk("low", "EXPRES keeps a reserve."),
        prerequisites="V2R1 for more than 64 GB (SRT-009).",
        projection="As SRT-001 for the longest sort.",
        report=OVERVIEW,
        on=("lpar",),
        platforms=ZOS,
        check=_available,
        applying=procedures.LIMITS,
    ),
    Rule(
        "SRT-009",
        "DFSORT V2R1 for large sorts",
        "DFSORT",
        "config-check",
        "no",
        "Release.",
        "Below V2R1.",
        "Memory objects of 1 TB in place of 32 to 64 GB.",
        "z/OS V2R1 or later.",
        (_61,),
        threshold="V2R1.",
        verify="ICE000I.",
        back_out="None needed.",
        risk=Risk("low"),
        projection="a limit, not a speed",
        report="ICE000I in the job log",
        on=JOB,
        check=_release,
        applying=advised("ipl", Role.ZOS),
    ),
    Rule(
        "SRT-010",
        "Sorts that fit already",
        "DFSORT",
        "caveat",
        "yes",
        "Work data set I/Os.",
        "Next to none.",
        "Input and output set their time; they gain only as others do less I/O.",
        "Leave them.",
        (_61,),
        projection="a guard",
        guards=("SRT-001", "SRT-003"),
        guard=_fits,
    ),
)
