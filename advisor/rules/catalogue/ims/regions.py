"""IMS regions: preloading, preinitialization, scheduling."""

from __future__ import annotations

from advisor.findings import Risk
from advisor.rules.base import Advice, DoesNotApply, Qualify, Rule, Stop
from advisor.rules.catalogue.ims import procedures
from advisor.rules.catalogue.ims.occupancy import OCCUPANCY_SOURCE, PWFI_SOURCE, PWFI_WAITS
from advisor.rules.catalogue.zos.paging import without_paging
from advisor.rules.commands import member_records, statements
from advisor.rules.effects import arithmetic, manual
from advisor.rules.procedure import Role, advised
from advisor.rules.subject import CannotTell, Subject
from model.language import Name, counted, joined, mark, say
from model.subsystems.ims import RECOMMENDED_MODULES

IMS_REGION = ("ims_region",)
FREQUENT = 0.25
"""Schedules per transaction from which scheduling is frequent."""


_WHAT_WAITS = mark(
    "No report tells the commit mode and PROCLIM of the transactions, nor which PSBs have DOPT: "
    "look first. A transaction of MODE=MULT, a program with DOPT and one that PROCLIM ends early "
    "are scheduled as before, and where all regions have work none of them waits for input."
)
_LOOK = statements(
    "QUERY TRAN NAME(*) SHOW(ALL)", "QUERY PGM NAME(*) SHOW(ALL)", "/DISPLAY ACTIVE REGION"
)


def preloaded(subject: Subject) -> list[str] | None:
    """Modules in effect in the region's preload list, or ``None`` when no list was reported."""
    listed = subject.text("PRELOAD_MODULES")
    if listed is None:
        return None
    return [m.strip().upper() for m in listed.split(",") if m.strip()]


def lost_modules(subject: Subject) -> list[str]:
    """Modules that stand behind the first blank of the region's list."""
    lost = subject.text("PRELOAD_LOST") or ""
    return [n.strip().upper() for n in lost.replace(" ", ",").split(",") if n.strip()]


def _preload(subject: Subject) -> Advice | str:
    listed = preloaded(subject)
    suffix = subject.text("PRLD")
    if listed is None and suffix is None:
        raise CannotTell(subject.say("DFSMPLxx or PRLD= of {name}"))
    if listed is None and suffix and suffix.strip():
        raise CannotTell(
            subject.say("member DFSMPL{suffix} of {name}", suffix=suffix.strip()),
            "PROCLIB DFSMPLxx",
        )
    missing = [m for m in RECOMMENDED_MODULES if m not in (listed or [])]
    if not missing:
        return subject.say("{name}: all COBOL and Language Environment modules are preloaded.")
    wanted = ",".join(dict.fromkeys([*(listed or []), *lost_modules(subject), *missing]))
    return Advice(
        subject.say(
            "{missing} of {recommended_modules} COBOL and Language "
            "Environment modules are not preloaded in {name}: {missing2}.",
            missing=len(missing),
            recommended_modules=len(RECOMMENDED_MODULES),
            missing2=joined(missing, ", "),
        ),
        ((subject.set("PRELOAD_MODULES", wanted),),),
        notes=(
            "The list is for COBOL 5.1; drop what your release does not have.",
            *(
                ("It also holds the names that a blank cuts off today (IMS-006).",)
                if lost_modules(subject)
                else ()
            ),
        ),
    )


def _blank(subject: Subject) -> Advice | str:
    lost = subject.text("PRELOAD_LOST")
    listed = preloaded(subject)
    if lost is None and listed is None:
        raise CannotTell(subject.say("the text of DFSMPLxx of {name}"))
    if not lost or not lost.strip():
        return subject.say("{name}: no blank cuts its preload list short (any blank ends it).")
    kept = listed or []
    names = [n for n in lost_modules(subject) if n not in kept]
    if not names:
        return subject.say("{name}: the names behind the blank are in the list that is in effect.")
    suffix = (subject.text("PRLD") or "").strip() or "<xx>"
    both = ",".join(dict.fromkeys([*kept, *names]))
    return Advice(
        counted(
            "A blank ends the preload list of {name}: {names} is not loaded.",
            "A blank ends the preload list of {name}: {names} are not loaded.",
            len(names),
            name=Name(subject.name),
            names=joined(names, ", "),
        ),
        texts=(
            manual(
                subject.id,
                "PRELOAD_MODULES",
                statements(f"PROCLIB DFSMPL{suffix}:", member_records(both), procedures.RESTART),
            ),
        ),
        way_back=statements(
            f"PROCLIB DFSMPL{suffix}:", member_records(",".join(kept)), procedures.RESTART
        )
        if kept
        else "",
    )


def monitored(subject: Subject) -> Subject:
    """The region itself, or the one of its system that the IMS Monitor shows."""
    if subject.figure("schedules") is not None:
        return subject
    system = subject.container("ims_system")
    others = system.children("ims_region") if system is not None else ()
    shown = [r for r in others if "schedules" in r.component.measured]
    return shown[0] if len(shown) == 1 else subject


def schedules_per_transaction(subject: Subject) -> float:
    """How often a program is scheduled for a transaction. Raises CannotTell."""
    subject = monitored(subject)
    times, work = subject.need_figure("schedules"), subject.need_figure("transactions")
    if work <= 0:
        raise DoesNotApply(subject.say("{name} processed nothing."))
    return times / work


def _preinit(subject: Subject) -> Advice | str:
    suffix = subject.text("PREINIT")
    if suffix is None:
        raise CannotTell(subject.say("PREINIT of {name}"), "DFSMPR procedure")
    if suffix.strip():
        return subject.say("{name}: PREINIT={suffix} is in effect.", suffix=suffix.strip())
    share = schedules_per_transaction(subject)
    if share < FREQUENT:
        return subject.say(
            "{name}: {share:.2f} schedules a transaction (from 0.25 on they are many).", share=share
        )
    first = monitored(subject).figure("schedule_to_first_call_us")
    rest = (
        say(", and {first:,.0f} microseconds pass to the first DL/I call", first=first)
        if first
        else ""
    )
    return Advice(
        subject.say(
            "{name} schedules {share:.2f} times a transaction{rest}.", share=share, rest=rest
        ),
        ((subject.set("PREINIT", "M1"),),),
    )


def _wait_for_input(subject: Subject) -> Advice | str:
    if subject.flag("WFI") or subject.flag("PWFI"):
        return subject.say(
            "{name}: {word} is in effect.", word="WFI" if subject.flag("WFI") else "PWFI=Y"
        )
    if subject.flag("PWFI") is None and subject.flag("WFI") is None:
        raise CannotTell(subject.say("PWFI of {name}"), "DFSMPR procedure")
    share = schedules_per_transaction(subject)
    if share < FREQUENT:
        return subject.say(
            "{name}: {share:.2f} schedules a transaction (from 0.25 on they are many).", share=share
        )
    seen = monitored(subject)
    first, cpu = seen.figure("schedule_to_first_call_us"), seen.figure("schedule_cpu_us")
    seconds = seen.figure("duration_s")
    times = seen.need_figure("schedules")
    effects = []
    for metric, each in (("schedule_us", first), ("schedule_cpu_us", cpu)):
        if each is not None:
            effects.append(
                arithmetic(
                    f"{metric}_per_tx",
                    share * each,
                    0.2 * share * each,
                    "schedules saved where the next message is for the same program, four of five "
                    "assumed",
                    low=0.0,
                    high=share * each,
                )
            )
    if not effects:
        per, unit = (times / seconds, "/s") if seconds else (times, "")
        effects.append(
            arithmetic(
                "schedules",
                per,
                0.2 * per,
                "schedules saved, four of five assumed",
                unit=unit,
                low=0.0,
                high=per,
            )
        )
    return Advice(
        subject.say("{name} schedules {share:.2f} times a transaction.", share=share),
        ((subject.set("PWFI", True),),),
        effects=tuple(effects),
        caveats=(_WHAT_WAITS,),
        first=(manual(subject.id, "TRANSACTIONS", _LOOK),),
    )


def _waits_already(subject: Subject, advice: Advice) -> Qualify | Stop | None:
    if subject.flag("WFI") or subject.flag("PWFI"):
        return None  # where it reuses programs well, IMS-007 sees few schedules and is content
    return Qualify("With PWFI=Y (IMS-008) and good reuse PREINIT gains little more.")


def _room(subject: Subject) -> Advice | str:
    listed = preloaded(subject)
    if not listed:
        raise DoesNotApply(subject.say("{name} preloads nothing."))
    host = subject.container("lpar")
    rate = None if host is None else host.figure("demand_paging_per_s", "paging_per_s")
    if rate is None:
        raise CannotTell(subject.say("paging of the system of {name}"), "RMF paging activity")
    if rate <= 0:
        return subject.say(
            "{name}: {listed} modules are preloaded and nothing pages (any paging is looked into).",
            listed=len(listed),
        )
    return Advice(
        subject.say(
            "{name} preloads {listed} modules on a system that pages {rate:,.0f} a second.",
            listed=len(listed),
            rate=rate,
        ),
        points_to=without_paging(subject),
        texts=(manual(subject.id, "REGION", "Real storage first (ZOS-001); then preload"),),
    )


_PRE, _INIT = "004, PRELOAD", "004, PREINIT"
_TEST = "004, Performance Testing with IMS"
_MEMBER = "PROCLIB members DFSMPLxx and DFSINTxx, DFSMPR procedure; IMS Monitor"

RULES = (
    Rule(
        "IMS-005",
        "Preload COBOL and Language Environment",
        "IMS",
        "tuning",
        "partial",
        "DFSMPLxx in effect for the region.",
        "One of nine modules missing.",
        "A module in the job pack area is found first, without a search or a load.",
        "DFSMPLxx with the nine modules; PRLD=xx.",
        (f"{_PRE}, Figure 4",),
        threshold="004's list for COBOL 5.1.",
        verify="IMS Monitor: CPU per transaction.",
        back_out="The former DFSMPLxx; region restart.",
        risk=Risk("low", "storage in each region."),
        prerequisites="Virtual and real storage in the region (IMS-010).",
        after=("IMS-010",),
        effect="Significantly less response and CPU (Figure 4, a picture).",
        effect_conditions="IMS 13, COBOL 5.",
        projection="the document shows the gain in a picture only",
        report=_MEMBER,
        on=IMS_REGION,
        check=_preload,
        syntax={
            "PRELOAD_MODULES": statements(
                "PROCLIB DFSMPL{suffix}:",
                "{records}",
                "DFSMPR: PRLD={suffix}",
                procedures.RESTART,
            )
        },
        supersedes=("IMS-006",),
        applying=procedures.PRELOAD,
    ),
    Rule(
        "IMS-006",
        "No blanks in DFSMPLxx",
        "IMS",
        "config-check",
        "no",
        "Text of DFSMPLxx.",
        "A blank before the last module.",
        "A blank ends the list: what follows is silently not loaded.",
        "Commas without blanks.",
        (f"{_PRE}, note",),
        threshold="Any blank inside a line.",
        verify="Job pack area of the region.",
        back_out="The former DFSMPLxx; region restart.",
        risk=Risk("low"),
        projection="the names lost are known, what each load costs is not published",
        report="PROCLIB member DFSMPLxx",
        on=IMS_REGION,
        check=_blank,
        exposure="degradation",
        applying=procedures.LIST,
    ),
    Rule(
        "IMS-007",
        "PREINIT for programs scheduled often",
        "IMS",
        "tuning",
        "partial",
        "PREINIT, schedules per transaction, time to first DL/I call.",
        "0.25 schedules a transaction or more without PREINIT.",
        "Language Environment keeps part of its resources between schedules.",
        "PREINIT=xx in DFSMPR and DFSINTxx with CEELRRIN.",
        (f"{_INIT}, Figure 5",),
        threshold="Frequent scheduling; 0.25 is practice.",
        verify="IMS Monitor: schedule to first DL/I call.",
        back_out="PREINIT= empty.",
        risk=Risk("low", "storage for Language Environment."),
        effect="Figure 5, a picture.",
        effect_conditions="IMS 13, COBOL 5.",
        prerequisites="Virtual and real storage in the region (IMS-010).",
        after=("IMS-010",),
        projection="the document shows the gain in a picture only",
        report=_MEMBER,
        on=IMS_REGION,
        check=_preinit,
        syntax={
            "PREINIT": statements(
                "PROCLIB DFSINT{value}: CEELRRIN", "DFSMPR: PREINIT={value}", procedures.RESTART
            )
        },
        applying=procedures.PREINITIALIZE,
    ),
    Rule(
        "IMS-008",
        "Schedule message regions less often",
        "IMS",
        "tuning",
        "yes",
        "WFI, PWFI and schedules per transaction.",
        "Neither, at 0.25 schedules or more.",
        "A region that waits for input keeps the program, so the next message needs no schedule.",
        "PWFI=Y in DFSMPR; WFI for single-purpose regions.",
        (_INIT, PWFI_SOURCE, OCCUPANCY_SOURCE),
        threshold="Frequent scheduling; 0.25 is practice.",
        verify="IMS Monitor: schedules per transaction.",
        back_out="PWFI=N.",
        risk=Risk("medium", f"{PWFI_WAITS}; a WFI region serves its transaction alone."),
        prerequisites="TRANSACT MODE=SNGL, no PSB with DOPT; PROCLIM high enough; enough regions.",
        effect="The best option (no figure).",
        projection="IMS model; else schedule cost times schedules saved.",
        report=_MEMBER,
        on=IMS_REGION,
        check=_wait_for_input,
        syntax={"PWFI": statements("DFSMPR: PWFI=Y", procedures.RESTART)},
        unsettles=("IMS-007", "IMS-104"),
        applying=procedures.PSEUDO_WAIT,
    ),
    Rule(
        "IMS-009",
        "PREINIT helps little with good reuse",
        "IMS",
        "caveat",
        "no",
        "WFI and PWFI.",
        "PREINIT is advised.",
        "Its gain comes with schedules only.",
        "Reuse first.",
        (_INIT,),
        projection="a guard",
        guards=("IMS-007",),
        guard=_waits_already,
    ),
    Rule(
        "IMS-010",
        "Storage for preloaded modules",
        "IMS",
        "config-check",
        "partial",
        "Preload list and paging.",
        "Preloading on a system that pages.",
        "Preloaded modules that are paged out gain nothing.",
        "Real storage first.",
        (_PRE,),
        threshold="Any paging.",
        verify="Paging.",
        back_out="A shorter list.",
        risk=Risk("low"),
        projection="paging of the modules is not modelled",
        report="RMF paging; DFSMPLxx",
        on=IMS_REGION,
        check=_room,
        applying=advised("hardware", Role.HARDWARE, Role.ZOS),
    ),
    Rule(
        "IMS-017",
        "Migration V4 to V6 changes little",
        "COBOL",
        "interpretation",
        "yes",
        "COBOL release.",
        "Migration.",
        "Run time in IMS stays within 2 % from V4.2 to V6.1; compile time rises.",
        "Expect −2 to +2 %.",
        (f"{_TEST}, Figures 2 and 3",),
        effect="Within 2 %.",
        effect_conditions="IMS 14, APAR applied.",
        projection="A band of 2 %.",
        on=IMS_REGION,
    ),
)
