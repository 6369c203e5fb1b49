"""Processors of z/OS: logical against physical ones, zIIPs that overflow, threads."""

from __future__ import annotations

import math
from collections.abc import Iterable

from advisor.findings import Risk
from advisor.rules.base import ZOS, Advice, DoesNotApply, Rule
from advisor.rules.catalogue.zos.procedures import configured
from advisor.rules.commands import statements
from advisor.rules.effects import arithmetic, manual
from advisor.rules.procedure import NONE_STATED, Procedure, Role, advised
from advisor.rules.references import PRACTICE
from advisor.rules.subject import CannotTell, Subject
from model.language import Name, say

CPU = "RMF CPU activity and partition data"
WORKLOAD = "RMF workload activity (APPL % IIP and IIPCP)"
LOGICAL_TO_PHYSICAL = 3.0
HEADROOM, LEAST_CPS = 1.2, 2
"""CPs that stay for each that was used, and in any partition."""
SPILL_SHARE = 0.05
LEAST_SPILL_PCT = 2.0
"""Of one CP: less is not worth a zIIP."""
ZIIP_BUSY_PCT = 60.0

_OPT = statements("IEAOPTxx: MT_ZIIP_MODE={value}", "SET OPT=<xx>")
THREADS = Procedure(
    command="",
    back_out="",
    permanent="IEAOPTxx; PROCVIEW CORE in LOADxx.",
    effort="ipl",
    detail="PROCVIEW CORE needs an IPL; with it in effect SET OPT is enough.",
    roles=(Role.ZOS,),
    level=NONE_STATED,
    sources=(),
)


def _logical(subject: Subject) -> Advice | str:
    every = subject.children("lpar")
    systems = [p for p in every if not p.flag("DEDICATED")]
    if every and not systems:
        raise DoesNotApply(subject.say("All partitions of {name} have dedicated processors."))
    apart = sum(p.number("CPS") or 0 for p in every if p.flag("DEDICATED"))
    physical = max(subject.need("CPS") - apart, 1)
    counts = [p.number("CPS") for p in systems]
    known = [count for count in counts if count is not None]
    online = subject.by_part("logical_cps").values()  # PR/SM's view of all, also of unknown ones
    if not known and not online:
        raise CannotTell(subject.say("logical processors of the partitions of {name}"), CPU)
    total = max(sum(known), sum(online))
    if total <= LOGICAL_TO_PHYSICAL * physical:
        return subject.say(
            "{name}: {total:.0f} logical processors on {physical:.0f} (above 3 on each is many).",
            total=total,
            physical=physical,
        )
    spare = _spare(systems)
    left = math.ceil(total - LOGICAL_TO_PHYSICAL * physical)
    texts, notes, back = [], [], []
    for system in sorted(spare, key=lambda one: (-spare[one], one.id)):
        gone = min(spare[system], left)
        if gone > 0:
            left -= gone
            count = int(system.need("CPS"))
            texts.append(manual(system.id, "CPS", _online(system, "OFFLINE", count - gone)))
            back.append(_online(system, "ONLINE", count))
            notes.append(
                system.say(
                    "{name}: {gone} of {count} CPs go offline; it used {used:.1f} of them.",
                    gone=gone,
                    count=count,
                    used=_used(system) or 0.0,
                )
            )
    larger = [p for p in systems if (p.number("CPS") or 0) > physical]
    return Advice(
        subject.say(
            "{name} shares {physical:.0f} processors among {total:.0f} logical ones.",
            physical=physical,
            total=total,
        ),
        texts=tuple(texts)
        or (
            manual(
                subject.id,
                "CPS",
                statements(
                    configured("OFFLINE"),
                    "HMC Image Profile <partition> > Processor: General Initial=<CPs>",
                ),
            ),
        ),
        way_back=statements(*back),
        notes=tuple(notes),
        slight=say(
            "{partition} has {count:.0f} logical CPs by its reports and the machine "
            "{physical:.0f}: one of both is wrong",
            partition=Name(larger[0].name),
            count=larger[0].number("CPS"),
            physical=physical,
        )
        if larger
        else ""
        if texts
        else say("no report tells a partition that can do without some of its CPs"),
    )


def _online(system: Subject, state: str, count: int) -> str:
    """Statements by which so many CPs of a partition are online, now and when it is activated."""
    return statements(
        f"RO {system.name},{configured(state)}",
        f"HMC Image Profile {system.name} > Processor: General Initial={count}",
    )


def _used(system: Subject) -> float | None:
    """CPs that a partition used, of those it has online; None where no report tells."""
    count, busy = system.number("CPS"), system.figure("cp_busy_pct")
    return None if count is None or busy is None else count * busy / 100.0


def _spare(systems: Iterable[Subject]) -> dict[Subject, int]:
    """CPs that each partition can do without: 20 % more than it used stay, and two at least."""
    found = {}
    for system in systems:
        count, used = system.number("CPS"), _used(system)
        if count is not None and used is not None:
            found[system] = int(count) - max(math.ceil(HEADROOM * used), LEAST_CPS)
    return found


def spilled(subject: Subject) -> tuple[float, float] | None:
    """CPU on zIIPs and zIIP work on CPs of a service class, per cent of one processor."""
    on, off = subject.figure("appl_iip_pct"), subject.figure("appl_iipcp_pct")
    return None if on is None or off is None else (on, off)


def _is_spill(use: tuple[float, float] | None) -> bool:
    return use is not None and use[1] >= LEAST_SPILL_PCT and use[1] > SPILL_SHARE * sum(use)


def _spill(subject: Subject) -> Advice | str:
    use = spilled(subject)
    if use is None:
        raise CannotTell(subject.say("zIIP use of {name}"), WORKLOAD)
    classes = subject.peers("service_class")
    if subject.text("TYPE") == "report" and any(c.text("TYPE") == "service" for c in classes):
        raise DoesNotApply(subject.say("{name} repeats what its service classes have."))
    on, off = use
    if on + off <= 0:
        raise DoesNotApply(subject.say("{name} has no work for zIIPs."))
    if not _is_spill(use):
        return subject.say(
            "{name}: {share:.1%} of the zIIP work ran on CPs (above 5 % and 2 % of a CP is much).",
            share=off / (on + off),
        )
    general = subject.figure("appl_cp_pct")
    return Advice(
        subject.say(
            "{share:.0%} of the zIIP work of {name} ran on general CPs: {off:.1f} % of one CP.",
            share=off / (on + off),
            off=off,
        ),
        texts=(
            manual(
                subject.id,
                "ZIIPS",
                "One more zIIP, or two threads on each (ZIP-002); IIPHONORPRIORITY=NO in IEAOPTxx "
                "only where nothing that must not wait runs on zIIPs",
            ),
        ),
        effects=(
            arithmetic(
                "appl_cp_pct",
                general,
                max(general - off, 0.0),
                "zIIP work stays on zIIPs",
                low=max(general - off, 0.0),
                high=general,
            ),
        )
        if general
        else (),
    )


def _threads(subject: Subject) -> Advice | str:
    busy = subject.need_figure("ziip_busy_pct")
    threads = subject.need("ZIIP_THREADS", default=True)
    if threads > 1:
        return subject.say("{name}: zIIPs run two threads.")
    if not subject.number("ZIIPS"):
        raise DoesNotApply(subject.say("{name} has no zIIP."))
    if busy <= ZIIP_BUSY_PCT:
        return subject.say(
            "{name}: zIIPs are {busy:.0f} % busy (above 60 % work waits for them).", busy=busy
        )
    uses = [(c, use) for c in subject.peers("service_class") if (use := spilled(c)) is not None]
    if not uses:
        raise CannotTell(subject.say("zIIP work on the CPs of {name}"), WORKLOAD)
    if not any(_is_spill(use) for _, use in uses):
        return subject.say(
            "{name}: zIIPs are {busy:.0f} % busy, and less than 5 % of their work runs on CPs.",
            busy=busy,
        )
    return Advice(
        subject.say(
            "zIIPs of {name} are {busy:.0f} % busy with one thread each, and their work overflows "
            "to general CPs.",
            busy=busy,
        ),
        ((subject.set("ZIIP_THREADS", 2),),),
        caveats=(
            (
                "Two threads share a core: each is slower than one alone; RMF's MAX CF tells by "
                "how much."
            ),
        ),
    )


RULES = (
    Rule(
        "PRS-001",
        "More logical processors than the machine can serve",
        "z/OS processors",
        "threshold",
        "no",
        "Logical processors of all shared partitions against the machine's.",
        "More than three logical processors for each physical one.",
        "Each logical processor gets a smaller slice at a time, and PR/SM spends time on changing "
        "between them.",
        "Logical processors that a partition does not need offline: 20 % more than it used stay, "
        "and two at least.",
        ("http://mainframe-tips-and-tricks.blogspot.com/2021/04/",),
        threshold="Three to one, after the source; partitions that no report names count besides. "
        "20 % and two CPs are practice.",
        verify="RMF partition data: LPAR management time.",
        back_out="The former number of processors.",
        risk=Risk("medium", "less room for peaks."),
        projection="what PR/SM needs for each logical processor is not published",
        report=CPU,
        on=("cpc",),
        check=_logical,
        applying=Procedure(
            command=configured("OFFLINE"),
            back_out=configured("ONLINE"),
            permanent="The image profile of the partition.",
            effort="dynamic",
            detail="One processor after the other. CORE where PROCVIEW CORE is in effect "
            "(D M=CORE), else CPU: no public page was found on CONFIG CORE, so see the manual of "
            "system commands.",
            roles=(Role.ZOS, Role.HARDWARE),
            level=NONE_STATED,
            sources=(
                (
                    "https://ibm.com/docs/en/systems-hardware/linuxone/3931-LA1"
                    "?topic=system-logical-processors"
                ),
            ),
        ),
    ),
    Rule(
        "ZIP-001",
        "zIIP work on general processors",
        "z/OS processors",
        "threshold",
        "partial",
        "APPL % IIPCP against IIP of each service class.",
        "More than 5 % of the zIIP work and 2 % of a CP run on general CPs.",
        "What finds all zIIPs busy is helped by general CPs, where it is charged for.",
        "More zIIP capacity.",
        (
            (
                "https://ibm.com/support/knowledgecenter/en/SSLTBW_2.2.0/com.ibm.zos.v2r2.ieaw100/"
                "ieaw100160.htm"
            ),
        ),
        threshold="5 % and 2 % of a CP are practice.",
        verify="RMF workload activity: IIPCP near 0.",
        back_out="The former IEAOPTxx; the zIIP off.",
        risk=Risk("low", "with a zIIP more; without help from CPs work may wait."),
        projection="The work on CPs as RMF reports it; how much fits on the zIIPs in peaks is not "
        "in interval averages.",
        report=WORKLOAD,
        on=("service_class",),
        check=_spill,
        applying=advised("hardware", Role.HARDWARE, Role.ZOS),
    ),
    Rule(
        "ZIP-002",
        "Two threads on each zIIP",
        "z/OS processors",
        "tuning",
        "partial",
        "Use of the zIIPs, their threads, zIIP work on CPs.",
        "zIIPs are more than 60 % busy with one thread each, and their work overflows.",
        "A second thread uses what the first leaves of a core while it waits for storage.",
        "MT_ZIIP_MODE=2 with PROCVIEW CORE.",
        ("https://www.intellimagic.com/resources/ziiping-along/", PRACTICE),
        threshold="60 % is practice.",
        verify="RMF CPU activity: MAX CF, CF and PROD of the zIIPs; IIPCP of the classes.",
        back_out="MT_ZIIP_MODE=1, SET OPT=<xx>.",
        risk=Risk("medium", "one task alone gets slower."),
        prerequisites="z13 or later; PROCVIEW CORE in LOADxx.",
        projection="Threads of the zIIPs in the network where a model uses them.",
        report="RMF CPU activity and workload activity",
        on=("lpar",),
        platforms=ZOS,
        check=_threads,
        syntax={"ZIIP_THREADS": _OPT},
        unsettles=("ZIP-001",),
        applying=THREADS,
    ),
)
