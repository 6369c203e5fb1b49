"""IMS regions and COBOL: preloading, preinitialization, scheduling, LLA and PDSE caching."""

from __future__ import annotations

from advisor.rules.base import Advice, DoesNotApply, Qualify, Rule, Stop
from advisor.rules.effects import arithmetic, manual
from advisor.rules.subject import CannotTell, Subject
from advisor.rules.texts import member_records
from model.subsystems.ims import RECOMMENDED_MODULES

IMS_REGION = ("ims_region",)
LLA = ("lla_pdse",)
FREQUENT = 0.25
"""Schedules per transaction from which scheduling is frequent."""
DEFAULT_BMFTIME_S = 3600
MACHINE = "machine_arch_level"
MACHINE_ARCH = {
    **dict.fromkeys(("2084", "2086"), 6),
    **dict.fromkeys(("2094", "2096"), 7),
    **dict.fromkeys(("2097", "2098"), 8),
    **dict.fromkeys(("2817", "2818"), 9),
    **dict.fromkeys(("2827", "2828"), 10),
    **dict.fromkeys(("2964", "2965"), 11),
    **dict.fromkeys(("3906", "3907"), 12),
    **dict.fromkeys(("8561", "8562"), 13),
    **dict.fromkeys(("3931", "3932"), 14),
}
"""ARCH level of Enterprise COBOL by machine type (COBOL Programming Guide, option ARCH)."""


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
        raise CannotTell(f"DFSMPLxx or PRLD= of {subject.name}")
    if listed is None and suffix and suffix.strip():
        raise CannotTell(f"member DFSMPL{suffix.strip()} of {subject.name}", "PROCLIB DFSMPLxx")
    missing = [m for m in RECOMMENDED_MODULES if m not in (listed or [])]
    if not missing:
        return f"{subject.name}: all COBOL and Language Environment modules are preloaded."
    wanted = ",".join(dict.fromkeys([*(listed or []), *lost_modules(subject), *missing]))
    return Advice(
        f"{len(missing)} of {len(RECOMMENDED_MODULES)} COBOL and Language Environment modules are "
        f"not preloaded in {subject.name}: {', '.join(missing)}.",
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
        raise CannotTell(f"the text of DFSMPLxx of {subject.name}")
    if not lost or not lost.strip():
        return f"{subject.name}: no blank cuts its preload list short."
    kept = listed or []
    names = [n for n in lost_modules(subject) if n not in kept]
    if not names:
        return f"{subject.name}: the names behind the blank are in the list that is in effect."
    suffix = (subject.text("PRLD") or "").strip() or "xx"
    both = ",".join(dict.fromkeys([*kept, *names]))
    return Advice(
        f"A blank ends the preload list of {subject.name}: {', '.join(names)} "
        f"{'is' if len(names) == 1 else 'are'} not loaded.",
        texts=(
            manual(
                subject.id, "PRELOAD_MODULES", f"PROCLIB DFSMPL{suffix}:\n{member_records(both)}"
            ),
        ),
        effort="recycle",
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
        raise DoesNotApply(f"{subject.name} processed nothing.")
    return times / work


def _preinit(subject: Subject) -> Advice | str:
    suffix = subject.text("PREINIT")
    if suffix is None:
        raise CannotTell(f"PREINIT of {subject.name}", "DFSMPR procedure")
    if suffix.strip():
        return f"{subject.name}: PREINIT={suffix.strip()} is in effect."
    share = schedules_per_transaction(subject)
    if share < FREQUENT:
        return f"{subject.name}: {share:.2f} schedules a transaction."
    first = monitored(subject).figure("schedule_to_first_call_us")
    rest = f", and {first:,.0f} microseconds pass to the first DL/I call" if first else ""
    return Advice(
        f"{subject.name} schedules {share:.2f} times a transaction{rest}.",
        ((subject.set("PREINIT", "M1"),),),
        texts=(manual(subject.id, "DFSINTM1", "PROCLIB DFSINTM1: CEELRRIN"),),
    )


def _wait_for_input(subject: Subject) -> Advice | str:
    if subject.flag("WFI") or subject.flag("PWFI"):
        return f"{subject.name}: {'WFI' if subject.flag('WFI') else 'PWFI=Y'} is in effect."
    if subject.flag("PWFI") is None and subject.flag("WFI") is None:
        raise CannotTell(f"PWFI of {subject.name}", "DFSMPR procedure")
    share = schedules_per_transaction(subject)
    if share < FREQUENT:
        return f"{subject.name}: {share:.2f} schedules a transaction."
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
                    "us",
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
                unit,
                per,
                0.2 * per,
                "schedules saved, four of five assumed",
                low=0.0,
                high=per,
            )
        )
    return Advice(
        f"{subject.name} schedules {share:.2f} times a transaction.",
        ((subject.set("PWFI", True),),),
        effects=tuple(effects),
    )


def _waits_already(subject: Subject, advice: Advice) -> Qualify | Stop | None:
    if subject.flag("WFI") or subject.flag("PWFI"):
        return None  # where it reuses programs well, IMS-007 sees few schedules and is content
    return Qualify("With PWFI=Y (IMS-008) and good reuse PREINIT gains little more.")


def _room(subject: Subject) -> Advice | str:
    listed = preloaded(subject)
    if not listed:
        raise DoesNotApply(f"{subject.name} preloads nothing.")
    host = subject.container("lpar")
    rate = None if host is None else host.figure("demand_paging_per_s", "paging_per_s")
    if rate is None:
        raise CannotTell(f"paging of the system of {subject.name}", "RMF paging activity")
    if rate <= 0:
        return f"{subject.name}: {len(listed)} modules are preloaded and nothing pages."
    return Advice(
        f"{subject.name} preloads {len(listed)} modules on a system that pages {rate:,.0f} a "
        "second.",
        texts=(manual(subject.id, "REGION", "Real storage first (ZOS-001); then preload"),),
    )


def _apar(subject: Subject) -> Advice | str:
    applied = subject.need_flag("LLA_APAR_OA45127")
    if applied:
        return f"{subject.name}: APAR OA45127 is applied."
    return Advice(
        "LLA cannot cache COBOL V5 program objects without APAR OA45127.",
        ((subject.set("LLA_APAR_OA45127", True),),),
        texts=(manual(subject.id, "LLA", "CSVLLAxx LIBRARIES(...) with the COBOL PDSEs"),),
    )


def _segments(subject: Subject) -> Advice | str:
    most = subject.need_figure("program_object_segments")
    if most <= 2:
        return f"{subject.name}: program objects have at most {most:g} segments."
    return Advice(
        f"Program objects with {most:g} segments cannot be cached by LLA.",
        texts=(manual(subject.id, "RMODE", "Compile these COBOL V5 programs with RMODE(24)"),),
        effort="application",
    )


def _mixed(subject: Subject) -> Advice | str:
    count = subject.need_figure("rmode24_csects")
    if count <= 0:
        return f"{subject.name}: no RMODE(24) CSECT beside COBOL V5."
    return Advice(
        f"{count:g} CSECTs with RMODE(24) are bound with COBOL V5 programs.",
        texts=(
            manual(
                subject.id,
                "RMODE",
                "Recompile them without RMODE(24) and NORENT; no RMODE 24 CSECTs in Assembler",
            ),
        ),
        effort="application",
    )


def _fetchopt(subject: Subject) -> Advice | str:
    size = subject.need_figure("largest_program_object_kb")
    primed = subject.flag("FETCHOPT_PACK_PRIME")
    if primed:
        return f"{subject.name}: program objects are bound with PACK,PRIME."
    if size < 1024:
        return f"{subject.name}: the largest program object has {size:,.0f} KB."
    return Advice(
        f"Program objects of up to {size:,.0f} KB are loaded page fault by page fault.",
        texts=(manual(subject.id, "FETCHOPT", "Binder: FETCHOPT=(PACK,PRIME)"),),
        effort="application",
    )


def _hiperspace(subject: Subject) -> Advice | str:
    sizes = [n for n in ("PDSE_HSP_SIZE", "PDSE1_HSP_SIZE") if (subject.number(n) or 0) > 0]
    if subject.number("PDSE_HSP_SIZE") is None and subject.number("PDSE1_HSP_SIZE") is None:
        raise CannotTell(f"PDSE_HSP_SIZE of {subject.name}")
    if not sizes:
        return f"{subject.name}: PDSE Hiperspace caching is off."
    return Advice(
        f"{' and '.join(sizes)} {'give' if len(sizes) > 1 else 'gives'} Hiperspace caching, "
        "which costs more CPU than LLA/VLF.",
        (tuple(subject.set(n, 0) for n in sizes),),
        texts=(manual(subject.id, "LLA", "CSVLLAxx LIBRARIES(...) for the program libraries"),),
    )


def _hsp_setup(subject: Subject) -> Advice | str:
    size = max(subject.number("PDSE_HSP_SIZE") or 0, subject.number("PDSE1_HSP_SIZE") or 0)
    if subject.number("PDSE_HSP_SIZE") is None and subject.number("PDSE1_HSP_SIZE") is None:
        raise CannotTell(f"PDSE_HSP_SIZE of {subject.name}")
    if size <= 0:
        raise DoesNotApply(f"{subject.name}: Hiperspace caching is not wanted.")
    eligible = subject.need_figure("eligible_libraries")
    if eligible > 0:
        return f"{subject.name}: {eligible:g} libraries are eligible."
    return Advice(
        f"{size:g} MB of Hiperspace are defined and no library is eligible.",
        texts=(
            manual(
                subject.id,
                "MSR",
                "SMS storage class with MSR=1, or the library in LNKLST "
                "when not SMS-managed; otherwise PDSE_HSP_SIZE(0)",
            ),
        ),
    )


def _beyond_close(subject: Subject) -> Advice | str:
    flags = [subject.flag(n) for n in ("PDSE_BUFFER_BEYOND_CLOSE", "PDSE1_BUFFER_BEYOND_CLOSE")]
    if all(f is None for f in flags):
        raise CannotTell(f"PDSE_BUFFER_BEYOND_CLOSE of {subject.name}")
    size = max(subject.number("PDSE_HSP_SIZE") or 0, subject.number("PDSE1_HSP_SIZE") or 0)
    if size <= 0:
        raise DoesNotApply(f"{subject.name}: Hiperspace caching is not used.")
    if any(flags):
        return f"{subject.name}: pages stay cached beyond close."
    return Advice(
        "Cached member pages are dropped whenever a PDSE is closed.",
        ((subject.set("PDSE1_BUFFER_BEYOND_CLOSE", True),),),
    )


def _bmftime(subject: Subject) -> Advice | str:
    times = [(n, subject.number(n)) for n in ("PDSE_BMFTIME", "PDSE1_BMFTIME")]
    known = [(n, t) for n, t in times if t is not None]
    if not known:
        raise CannotTell(f"PDSE_BMFTIME of {subject.name}")
    short = [n for n, t in known if t <= 300]
    if not short:
        return f"{subject.name}: statistics every {min(t for _, t in known):g} s."
    return Advice(
        f"{' and '.join(short)} write SMF 42 records every few minutes.",
        (tuple(subject.set(n, DEFAULT_BMFTIME_S) for n in short),),
        effort="dynamic",
    )


def machine_level(subject: Subject) -> float:
    """ARCH level of the processor: as reported, or by the machine type. Raises CannotTell."""
    stated = subject.figure("machine_arch_level")
    if stated is not None:
        return stated
    cpc = subject.container("cpc")
    level = MACHINE_ARCH.get((cpc.text("MODEL") or "")[:4]) if cpc is not None else None
    if level is None:
        raise CannotTell(
            f"the processor of {subject.name}", "RMF CPU activity", (subject.id, MACHINE)
        )
    return level


def _arch(subject: Subject) -> Advice | str:
    level = subject.need_figure("cobol_arch_level")
    machine = machine_level(subject)
    if level >= machine - 1:
        return f"{subject.name}: programs are compiled with ARCH({level:g})."
    return Advice(
        f"Programs are compiled for ARCH({level:g}), the processor supports {machine:g}.",
        texts=(manual(subject.id, "ARCH", f"COBOL options ARCH({machine:g}),OPTIMIZE(2)"),),
        effort="application",
    )


_PRE, _INIT, _HSP = "004, PRELOAD", "004, PREINIT", "004, PDSE Hiperspace Caching"
_TEST, _CONS = "004, Performance Testing with IMS", "004, Considerations for Enterprise COBOL V5"
_MEMBER = "PROCLIB members DFSMPLxx and DFSINTxx, DFSMPR procedure; IMS Monitor"
_SMS = "D SMS,OPTIONS and D SMS,PDSE(1),HSPSTATS"

RULES = (
    Rule(
        "IMS-001",
        "LLA for COBOL V5 program objects",
        "COBOL/LLA/PDSE",
        "config-check",
        "partial",
        "APAR OA45127.",
        "Not applied.",
        "Without it LLA does not cache objects with deferred "
        "segments, so each load is I/O and CPU.",
        "APAR OA45127 and the libraries under LLA.",
        (f"{_TEST}, Figure 1",),
        threshold="COBOL V5 or later in PDSEs.",
        verify="LLA/VLF statistics.",
        back_out="None needed.",
        risk="low.",
        prerequisites="z/OS maintenance window.",
        effect="Lower ITR without it (figure only as a picture); like V4 with it.",
        effect_conditions="IMS 13, full function workload.",
        projection="the document gives no number",
        report="SMP/E LIST SYSMODS(AA45127) of the target zone",
        on=LLA,
        check=_apar,
        exposure="degradation",
        syntax={"LLA_APAR_OA45127": "SMP/E APPLY of APAR OA45127"},
    ),
    Rule(
        "IMS-002",
        "At most two segments",
        "COBOL/LLA/PDSE",
        "config-check",
        "no",
        "Segments of program objects.",
        "More than two.",
        "LLA takes no more than two; RMODE 24 CSECTs beside COBOL V5 make three.",
        "RMODE(24) on the V5 program.",
        (_CONS,),
        threshold="Two.",
        verify="Binder map.",
        back_out="RMODE(ANY).",
        risk="medium: below the line storage.",
        effort="application",
        projection="the cost of fetching is not in the document",
        report="AMBLIST LISTLOAD OUTPUT=MAP of the program libraries",
        on=LLA,
        check=_segments,
    ),
    Rule(
        "IMS-003",
        "No RMODE(24) beside COBOL V5",
        "COBOL/LLA/PDSE",
        "config-check",
        "no",
        "CSECTs with RMODE 24.",
        "Any bound with V5.",
        "As IMS-002.",
        "Recompile them.",
        (_CONS,),
        threshold="Any.",
        verify="Binder map.",
        back_out="The former load module.",
        risk="medium: a recompilation.",
        effort="application",
        projection="the cost of fetching is not in the document",
        report="AMBLIST LISTLOAD OUTPUT=MAP of the program libraries",
        on=LLA,
        check=_mixed,
    ),
    Rule(
        "IMS-004",
        "FETCHOPT=(PACK,PRIME) for large objects",
        "COBOL/LLA/PDSE",
        "tuning",
        "partial",
        "Size of program objects and FETCHOPT.",
        "1 MB or more with NOPACK,NOPRIME.",
        "They are loaded page by page as they are touched.",
        "FETCHOPT=(PACK,PRIME).",
        (_TEST,),
        threshold="1 MB is set here.",
        verify="Fetch times.",
        back_out="Bind again.",
        risk="low.",
        effort="application",
        effect="Better in some cases.",
        projection="no figure was published",
        report="AMBLIST LISTLOAD OUTPUT=MAP of the program libraries",
        on=LLA,
        check=_fetchopt,
    ),
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
        risk="low: storage in each region.",
        prerequisites="Virtual and real storage in the region (IMS-010).",
        effect="Significantly less response and CPU (Figure 4, a picture).",
        effect_conditions="IMS 13, COBOL 5.",
        projection="the document shows the gain in a picture only",
        report=_MEMBER,
        on=IMS_REGION,
        check=_preload,
        syntax={"PRELOAD_MODULES": "PROCLIB DFSMPL{suffix}:\n{records}"},
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
        back_out="None needed.",
        risk="low.",
        projection="the names lost are known, what each load costs is not published",
        report="PROCLIB member DFSMPLxx",
        on=IMS_REGION,
        check=_blank,
        exposure="degradation",
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
        threshold="Frequent scheduling; 0.25 is set here.",
        verify="IMS Monitor: schedule to first DL/I call.",
        back_out="PREINIT= empty.",
        risk="low: storage for Language Environment.",
        effect="Figure 5, a picture.",
        effect_conditions="IMS 13, COBOL 5.",
        projection="the document shows the gain in a picture only",
        report=_MEMBER,
        on=IMS_REGION,
        check=_preinit,
        syntax={"PREINIT": "DFSMPR procedure: PREINIT={value}"},
    ),
    Rule(
        "IMS-008",
        "Schedule less: PWFI=Y",
        "IMS",
        "tuning",
        "yes",
        "WFI, PWFI and schedules per transaction.",
        "Neither, at 0.25 schedules or more.",
        "A region that waits for input keeps the program, so the next message needs no schedule.",
        "PWFI=Y in DFSMPR; WFI for single-purpose regions.",
        (_INIT,),
        threshold="Frequent scheduling; 0.25 is set here.",
        verify="IMS Monitor: schedules per transaction.",
        back_out="PWFI=N.",
        risk="medium: a waiting region is not free for other classes.",
        prerequisites="PROCLIM high enough; enough regions.",
        effect="The best option (no figure).",
        projection="IMS model; else schedule cost times schedules saved.",
        report=_MEMBER,
        on=IMS_REGION,
        check=_wait_for_input,
        syntax={"PWFI": "DFSMPR procedure: PWFI=Y"},
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
        risk="low.",
        projection="paging of the modules is not modelled",
        report="RMF paging; DFSMPLxx",
        on=IMS_REGION,
        check=_room,
    ),
    Rule(
        "IMS-011",
        "LLA/VLF, not PDSE Hiperspace",
        "COBOL/LLA/PDSE",
        "tuning",
        "partial",
        "PDSE Hiperspace sizes.",
        "Above 0.",
        "Hiperspace caching saves I/O at the expense of CPU; LLA with VLF does better.",
        "Libraries under LLA; PDSE_HSP_SIZE(0).",
        (f"{_HSP}, Figure 6",),
        threshold="Any.",
        verify="CPU per schedule.",
        back_out="PDSE_HSP_SIZE.",
        risk="low.",
        prerequisites="APAR OA45127 (IMS-001).",
        effect="Significant degradation with Hiperspace (picture).",
        effect_conditions="IMS 14.",
        projection="the document shows the loss in a picture only",
        report=_SMS,
        on=LLA,
        check=_hiperspace,
        syntax={
            "PDSE_HSP_SIZE": "IGDSMSxx PDSE_HSP_SIZE({value})",
            "PDSE1_HSP_SIZE": "IGDSMSxx PDSE1_HSP_SIZE({value})",
        },
    ),
    Rule(
        "IMS-012",
        "Hiperspace that caches nothing",
        "COBOL/LLA/PDSE",
        "config-check",
        "partial",
        "Hiperspace size and eligible libraries.",
        "Size above 0, none eligible.",
        "Libraries need MSR=1 (SMS) or LNKLST.",
        "MSR=1, or no Hiperspace.",
        (_HSP,),
        threshold="004: 256 MB in the tests, 2047 at most, 0 by default.",
        verify=_SMS + ".",
        back_out="The former storage class.",
        risk="low.",
        projection="what would be cached is not known",
        report=_SMS,
        on=LLA,
        check=_hsp_setup,
        methods=("IMS-015",),
    ),
    Rule(
        "IMS-013",
        "Keep PDSE pages beyond close",
        "COBOL/LLA/PDSE",
        "config-check",
        "no",
        "PDSE_BUFFER_BEYOND_CLOSE.",
        "Off with Hiperspace caching.",
        "Pages of PDSEs that open and close often are dropped each time.",
        "PDSE1_BUFFER_BEYOND_CLOSE(YES).",
        (_HSP,),
        threshold="Off.",
        verify=_SMS + ".",
        back_out="NO.",
        risk="low.",
        projection="open counts are not reported",
        report=_SMS,
        on=LLA,
        check=_beyond_close,
        syntax={"PDSE1_BUFFER_BEYOND_CLOSE": "IGDSMSxx PDSE1_BUFFER_BEYOND_CLOSE({value})"},
    ),
    Rule(
        "IMS-014",
        "PDSE_BMFTIME for production",
        "COBOL/LLA/PDSE",
        "config-check",
        "no",
        "PDSE_BMFTIME.",
        "300 s or less.",
        "Statistics records that often are for tests.",
        "PDSE_BMFTIME(3600).",
        (_HSP,),
        threshold="004: 120 s is too frequent for most.",
        verify=_SMS + ".",
        back_out="The former time.",
        risk="low.",
        effort="dynamic",
        projection="SMF volume is not modelled",
        report=_SMS,
        on=LLA,
        check=_bmftime,
        syntax={
            "PDSE_BMFTIME": "SETSMS PDSE_BMFTIME({value})",
            "PDSE1_BMFTIME": "SETSMS PDSE1_BMFTIME({value})",
        },
    ),
    Rule(
        "IMS-015",
        "How to see what Hiperspace caches",
        "COBOL/LLA/PDSE",
        "method",
        "no",
        "HSPSTATS.",
        "Hiperspace caching is used.",
        "Eligibility shows there only.",
        "D SMS,PDSE,HSPSTATS and D SMS,PDSE1,HSPSTATS show Cache-Elig; SMF 42 subtype 1 the counts",
        (_HSP,),
        projection="a method",
        on=LLA,
    ),
    Rule(
        "IMS-016",
        "Compile for the processor",
        "COBOL",
        "tuning",
        "no",
        "ARCH and OPTIMIZE.",
        "ARCH two or more levels behind the machine.",
        "The compiler uses newer instructions only when told.",
        "ARCH(n) and OPTIMIZE(2).",
        (_TEST,),
        threshold="Two levels are set here; ARCH(6) is gone in V5.2.",
        verify="Listing; CPU per transaction.",
        back_out="The former load module.",
        risk="medium: does not run on older machines.",
        effort="application",
        projection="no figure was published",
        report="COBOL compiler listing (options in effect) and RMF CPU activity",
        on=LLA,
        check=_arch,
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
        "Expect -2 to +2 %.",
        (f"{_TEST}, Figures 2 and 3",),
        effect="Within 2 %.",
        effect_conditions="IMS 14, APAR applied.",
        projection="A band of 2 %.",
        on=IMS_REGION,
    ),
)
