"""Program fetch: COBOL program objects under LLA and PDSE caching."""

from __future__ import annotations

from advisor.findings import Risk
from advisor.rules.base import Advice, DoesNotApply, HeldBack, Rule
from advisor.rules.catalogue.zos import procedures
from advisor.rules.commands import statements
from advisor.rules.effects import manual
from advisor.rules.procedure import Role, advised
from advisor.rules.subject import CannotTell, Subject
from model.language import counted, listed, say

LLA = ("lla_pdse",)
LIBRARIES = "AMBLIST LISTLOAD OUTPUT=MAP of the program libraries"
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


def _apar(subject: Subject) -> Advice | str:
    if subject.since(2, 3):
        raise DoesNotApply(subject.say("{name}: its z/OS is younger than APAR OA45127 and has it."))
    applied = subject.need_flag("LLA_APAR_OA45127")
    if applied:
        return subject.say("{name}: APAR OA45127 is applied.")
    ptf, zone = subject.text("LLA_APAR_OA45127_PTF"), subject.text("LLA_APAR_OA45127_ZONE")
    received = bool(ptf and zone)
    return Advice(
        "LLA cannot cache COBOL V5 program objects without APAR OA45127.",
        ((subject.set("LLA_APAR_OA45127", True),),),
        texts=(
            manual(
                subject.id,
                "LLA",
                statements("CSVLLAxx: LIBRARIES(<the COBOL PDSEs>)", "F LLA,UPDATE=<xx>"),
            ),
        ),
        notes=(say("PTF {ptf} is received in zone {zone}, and not applied.", ptf=ptf, zone=zone),)
        if received
        else (),
        syntax={"LLA_APAR_OA45127": _with_smpe("APPLY", ptf or "", zone or "")} if received else {},
        way_back=_with_smpe("RESTORE", ptf or "", zone or "") if received else "",
    )


def _with_smpe(command: str, ptf: str, zone: str) -> str:
    """Statements for a target zone: SMP/E takes none of these before SET BOUNDARY.

    Source: SMP/E Commands, The SET command.
    """
    return statements(
        f"SMP/E: SET BOUNDARY({zone})",
        f"SMP/E: {command} SELECT({ptf}) CHECK",
        f"SMP/E: {command} SELECT({ptf})",
    )


MOST_BELOW_KB = 512.0
"""Practice: of the 7 to 10 MB that a region's private area has below the 16 MB line."""


def _segments(subject: Subject) -> Advice | str:
    most = subject.need_figure("program_object_segments")
    if most <= 2:
        return subject.say(
            "{name}: program objects have at most {most:,g} segments (more than two are many).",
            most=most,
        )
    above = subject.need_figure("rmode_any_text_kb")
    below = subject.need_figure("rmode24_text_kb")
    if above > below or above > MOST_BELOW_KB:
        raise HeldBack(
            subject.say(
                "{name}: RMODE(24) would bring {above:,.0f} KB below the line to spare the "
                "recompiling of {below:,.1f} KB that are there (up to as much, and up to "
                "{most:,.0f} KB, is little of what a region has there).",
                above=above,
                below=below,
                most=MOST_BELOW_KB,
            )
        )
    return Advice(
        say(
            "Program objects with {most:,g} segments cannot be cached by LLA; {above:,.0f} KB "
            "beside {below:,.0f} KB with RMODE 24 would come below the line.",
            most=most,
            above=above,
            below=below,
        ),
        texts=(
            manual(
                subject.id,
                "RMODE",
                say(
                    "Compile with RMODE(24) what is bound above the line: {programs}",
                    programs=_programs(subject),
                ),
            ),
        ),
    )


def _programs(subject: Subject) -> str:
    named = subject.text("RMODE24_PROGRAMS")
    return statements("<program>") if not named else named.replace(",", ", ")


def _mixed(subject: Subject) -> Advice | str:
    count = subject.need_figure("rmode24_csects")
    if count <= 0:
        return subject.say("{name}: no RMODE(24) CSECT beside COBOL V5 (any is looked into).")
    return Advice(
        say("{count:,g} CSECTs with RMODE(24) are bound with COBOL V5 programs.", count=count),
        texts=(
            manual(
                subject.id,
                "RMODE",
                say(
                    "Recompile what is below the line without RMODE(24) and NORENT; no RMODE 24 "
                    "CSECTs in Assembler: {programs}",
                    programs=_programs(subject),
                ),
            ),
        ),
    )


def _fetchopt(subject: Subject) -> Advice | str:
    size = subject.need_figure("largest_program_object_kb")
    primed = subject.flag("FETCHOPT_PACK_PRIME")
    if primed:
        return subject.say("{name}: program objects are bound with PACK,PRIME.")
    if size < 1024:
        return subject.say(
            "{name}: the largest program object has {size:,.0f} KB (from 1,024 KB on it is large).",
            size=size,
        )
    return Advice(
        say(
            "Program objects of up to {size:,.0f} KB are loaded page fault by page fault.",
            size=size,
        ),
        texts=(
            manual(
                subject.id,
                "FETCHOPT",
                statements("Binder: FETCHOPT=(PACK,PRIME)", "F LLA,REFRESH"),
            ),
        ),
    )


def _hiperspace(subject: Subject) -> Advice | str:
    sizes = [n for n in ("PDSE_HSP_SIZE", "PDSE1_HSP_SIZE") if (subject.number(n) or 0) > 0]
    if subject.number("PDSE_HSP_SIZE") is None and subject.number("PDSE1_HSP_SIZE") is None:
        raise CannotTell(subject.say("PDSE_HSP_SIZE of {name}"))
    if not sizes:
        return subject.say("{name}: PDSE Hiperspace caching is off.")
    return Advice(
        counted(
            "{sizes} gives Hiperspace caching, which costs more CPU than LLA/VLF.",
            "{sizes} give Hiperspace caching, which costs more CPU than LLA/VLF.",
            len(sizes),
            sizes=listed(sizes),
        ),
        (tuple(subject.set(n, 0) for n in sizes),),
        texts=(
            manual(
                subject.id,
                "LLA",
                statements("CSVLLAxx: LIBRARIES(<the program libraries>)", "F LLA,UPDATE=<xx>"),
            ),
        ),
    )


def _hsp_setup(subject: Subject) -> Advice | str:
    size = max(subject.number("PDSE_HSP_SIZE") or 0, subject.number("PDSE1_HSP_SIZE") or 0)
    if subject.number("PDSE_HSP_SIZE") is None and subject.number("PDSE1_HSP_SIZE") is None:
        raise CannotTell(subject.say("PDSE_HSP_SIZE of {name}"))
    if size <= 0:
        raise DoesNotApply(subject.say("{name}: Hiperspace caching is not wanted."))
    eligible = subject.need_figure("eligible_libraries")
    if eligible > 0:
        return subject.say(
            "{name}: {eligible:,g} libraries are eligible (none is too few).", eligible=eligible
        )
    return Advice(
        say("{size:,g} MB of Hiperspace are defined and no library is eligible.", size=size),
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
        raise CannotTell(subject.say("PDSE_BUFFER_BEYOND_CLOSE of {name}"))
    size = max(subject.number("PDSE_HSP_SIZE") or 0, subject.number("PDSE1_HSP_SIZE") or 0)
    if size <= 0:
        raise DoesNotApply(subject.say("{name}: Hiperspace caching is not used."))
    if any(flags):
        return subject.say("{name}: pages stay cached beyond close.")
    return Advice(
        "Cached member pages are dropped whenever a PDSE is closed.",
        ((subject.set("PDSE1_BUFFER_BEYOND_CLOSE", True),),),
    )


def _bmftime(subject: Subject) -> Advice | str:
    times = [(n, subject.number(n)) for n in ("PDSE_BMFTIME", "PDSE1_BMFTIME")]
    known = [(n, t) for n, t in times if t is not None]
    if not known:
        raise CannotTell(subject.say("PDSE_BMFTIME of {name}"))
    short = [n for n, t in known if t <= 300]
    if not short:
        return subject.say(
            "{name}: statistics every {t:,g} s (up to 300 s is often).",
            t=min((t for _, t in known)),
        )
    return Advice(
        say("{short} write SMF 42 records every few minutes.", short=listed(short)),
        (tuple(subject.set(n, DEFAULT_BMFTIME_S) for n in short),),
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
            subject.say("the processor of {name}"),
            "RMF CPU activity",
            (subject.id, MACHINE),
        )
    return level


def _arch(subject: Subject) -> Advice | str:
    level = subject.need_figure("cobol_arch_level")
    machine = machine_level(subject)
    if level >= machine - 1:
        return subject.say(
            "{name}: programs are compiled with ARCH({level:g}) (two or more below the "
            "machine's own level is low).",
            level=level,
        )
    return Advice(
        say(
            "Programs are compiled for ARCH({level:g}), the processor supports {machine:g}.",
            level=level,
            machine=machine,
        ),
        texts=(
            manual(
                subject.id,
                "ARCH",
                say("COBOL options ARCH({machine:g}),OPTIMIZE(2)", machine=machine),
            ),
        ),
    )


def _restarted(parameter: str) -> str:
    """A parameter of SMSPDSE1, the address space that can be restarted by itself."""
    return statements(f"IGDSMSxx: {parameter}({{value}})", "V SMS,PDSE1,RESTART")


_HSP = "004, PDSE Hiperspace Caching"
_TEST, _CONS = "004, Performance Testing with IMS", "004, Considerations for Enterprise COBOL V5"
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
        "The PTF that closes APAR OA45127, and the libraries under LLA.",
        (f"{_TEST}, Figure 1",),
        threshold="COBOL V5 or later in PDSEs.",
        verify="LLA/VLF statistics.",
        back_out="SMP/E RESTORE SELECT of the PTF; the former CSVLLAxx.",
        risk=Risk("low"),
        prerequisites="The PTF of this z/OS release; later releases have it in their base. "
        "Maintenance window.",
        effect="Lower ITR without it (figure only as a picture); like V4 with it.",
        effect_conditions="IMS 13, full function workload.",
        projection="the document gives no number",
        report="SMP/E LIST SYSMODS(AA45127) of the target zone",
        on=LLA,
        check=_apar,
        exposure="degradation",
        syntax={
            "LLA_APAR_OA45127": statements(
                "SMP/E: SET BOUNDARY(<target zone>)",
                "SMP/E: APPLY SELECT(<PTF that closes OA45127>) CHECK",
                "SMP/E: APPLY SELECT(<PTF that closes OA45127>)",
            )
        },
        applying=procedures.FIX,
    ),
    Rule(
        "IMS-002",
        "At most two segments",
        "COBOL/LLA/PDSE",
        "config-check",
        "no",
        "Segments of program objects, text with RMODE 24 and above.",
        "More than two, and no more text above the line than below, nor than 512 KB.",
        "LLA takes no more than two; RMODE 24 CSECTs beside COBOL V5 make three.",
        "RMODE(24) on the V5 program.",
        (_CONS,),
        threshold="Two. Where more text is above the line than below, what is below is recompiled "
        "instead (IMS-003): a private area has little below the line (practice).",
        verify="Binder map.",
        back_out="RMODE(ANY).",
        risk=Risk("medium", "below the line storage, which every region has little of."),
        prerequisites="Source of the programs and a maintained compiler.",
        projection="the cost of fetching is not in the document",
        report=LIBRARIES,
        on=LLA,
        check=_segments,
        applying=procedures.COMPILE,
    ),
    Rule(
        "IMS-003",
        "No RMODE(24) beside COBOL V5",
        "COBOL/LLA/PDSE",
        "config-check",
        "no",
        "CSECTs with RMODE 24.",
        "Any bound with V5.",
        "LLA takes no more than two; RMODE 24 CSECTs beside COBOL V5 make three.",
        "Recompile them.",
        (_CONS,),
        threshold="Any.",
        verify="Binder map.",
        back_out="The former load module.",
        risk=Risk("medium", "a recompilation."),
        prerequisites="Source of the programs and a maintained compiler.",
        projection="the cost of fetching is not in the document",
        report=LIBRARIES,
        on=LLA,
        check=_mixed,
        alternatives=("IMS-002",),
        applying=procedures.COMPILE,
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
        threshold="1 MB is practice.",
        verify="Fetch times.",
        back_out="Bind again.",
        risk=Risk("low"),
        effect="Better in some cases.",
        projection="no figure was published",
        report=LIBRARIES,
        on=LLA,
        check=_fetchopt,
        applying=procedures.BIND,
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
        back_out="The former sizes of the Hiperspace.",
        risk=Risk("low"),
        prerequisites="APAR OA45127 (IMS-001).",
        after=("IMS-001",),
        effect="Significant degradation with Hiperspace (picture).",
        effect_conditions="IMS 14.",
        projection="the document shows the loss in a picture only",
        report=_SMS,
        on=LLA,
        check=_hiperspace,
        syntax={
            "PDSE_HSP_SIZE": "IGDSMSxx: PDSE_HSP_SIZE({value})",
            "PDSE1_HSP_SIZE": _restarted("PDSE1_HSP_SIZE"),
        },
        applying=procedures.PDSE,
        supersedes=("IMS-012",),
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
        risk=Risk("low"),
        projection="what would be cached is not known",
        report=_SMS,
        on=LLA,
        check=_hsp_setup,
        methods=("IMS-015",),
        applying=advised("recycle", Role.STORAGE, Role.ZOS),
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
        risk=Risk("low"),
        projection="open counts are not reported",
        report=_SMS,
        on=LLA,
        check=_beyond_close,
        syntax={"PDSE1_BUFFER_BEYOND_CLOSE": _restarted("PDSE1_BUFFER_BEYOND_CLOSE")},
        applying=procedures.PDSE,
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
        risk=Risk("low"),
        projection="SMF volume is not modelled",
        report=_SMS,
        on=LLA,
        check=_bmftime,
        syntax={
            "PDSE_BMFTIME": "IGDSMSxx: PDSE_BMFTIME({value})",
            "PDSE1_BMFTIME": _restarted("PDSE1_BMFTIME"),
        },
        applying=procedures.PDSE,
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
        threshold="Two levels are practice; ARCH(6) is gone in V5.2.",
        verify="Listing; CPU per transaction.",
        back_out="The former load module.",
        risk=Risk("medium", "does not run on older machines."),
        prerequisites="That ARCH level on every machine that may run it, the recovery site's too.",
        projection="no figure was published",
        report="COBOL compiler listing (options in effect) and RMF CPU activity",
        on=LLA,
        check=_arch,
        applying=procedures.COMPILE,
    ),
)
