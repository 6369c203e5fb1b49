"""Adabas and its I/O: zHPF, protection log writes, and how buffer figures are read."""

from __future__ import annotations

from advisor.findings import ChangeText, Risk
from advisor.rules.base import Advice, DoesNotApply, Qualify, Rule, Stop
from advisor.rules.catalogue.adabas import procedures
from advisor.rules.catalogue.adabas.common import CARDS, DATABASE, SESSION, nuclei
from advisor.rules.commands import statements
from advisor.rules.effects import published
from advisor.rules.subject import CannotTell, Subject
from model.language import Name, joined, say
from model.topology import Change

LARGE_CLUSTER = 8
LOG_SHARE = 0.3
"""WORK/PLOG writes from this share of ASSO/DATA I/O on are "of the same order" (001, 5.2)."""
HIGH_EFFICIENCY = 30.0
TESTED_BUFFERS = 60


def _zhpf(subject: Subject) -> Advice | str:
    devices = subject.linked("uses")
    capable = [d.flag("ZHPF_CAPABLE") for d in devices if d.component.kind == "dasd"]
    if capable and not any(capable) and False in capable:
        raise DoesNotApply(subject.say("{name}: its DASD does not support zHPF."))
    hosts = subject.hosts()
    own = subject.flag("ZHPF")
    systems = [(h, h.flag("ZHPF")) for h in hosts]
    off = [h for h, flag in systems if flag is False]
    if own is None and all(flag is None for _, flag in systems):
        raise CannotTell(subject.say("whether {name} uses zHPF"), "D IOS,ZHPF or IECIOSxx")
    if not off and own is not False:
        return subject.say("{name}: zHPF is in effect.")
    changes: list[Change] = [h.set("ZHPF", True) for h in off]
    if own is False:
        changes.append(subject.set("ZHPF", True))
    which = subject.text("PRODUCT")
    if which is None and (subject.number("NUCLEI") or len(subject.linking("member"))) == 1:
        which = "single"
    count = nuclei(subject) if which in ("ALS", "ASM") else 1
    factors = {
        "ALS": (1.04, 1.05 if count <= 2 else 1.35, 1.05 if count <= 2 else 1.91),
        "ASM": (0.76, 1.0, 1.14),
    }.get(str(which), (1.031, 1.032, 1.033))
    excpvr = [m for m in subject.linking("member") if m.flag("EXCPVR") is False]
    notes = (
        ("EXCPVR=NO on some nuclei: z/OS then needs APAR OA38185 for zHPF under EXCP.",)
        if excpvr
        else ()
    )
    untold = [d for d in devices if d.component.kind == "dasd" and d.flag("ZHPF_CAPABLE") is None]
    look = statements("D M=DEV(<device number>)")
    where = say(" on {h_name}", h_name=joined((Name(h.name) for h in off), ", ")) if off else ""
    unknown = say(
        "no report says whether it is a single nucleus, ALS or ASM, and what was published goes "
        "from −24 % for large ASM clusters to +91 % for ALS"
    )
    return Advice(
        subject.say(
            "zHPF is off{where}; {name} does its I/O with the older protocol.", where=where
        ),
        (tuple(changes),),
        effects=(
            published(
                "etr_per_s",
                subject.figure("etr_per_s"),
                factors,
                "published pairs of runs with and without zHPF for this product (001, 4.4)",
            ),
        )
        if which is not None
        else (),
        not_projectable=unknown if which is None else "",
        risk=Risk(
            "high", "what kind of nucleus it is, no report says, and large ASM clusters lost 24 %."
        )
        if which is None
        else None,
        distance=say(
            "Published for a single nucleus, ALS (2 to 31) and ASM (2 to "
            "31); here {which} with {count}.",
            which=which,
            count=count,
        )
        if which is not None
        else "",
        notes=notes,
        caveats=(
            (
                "No report tells whether control unit and channels have the zHPF feature: look "
                "first whether FUNCTIONS ENABLED of a volume holds ZHPF. Where it does not the "
                "step changes nothing, and what the plan brings beside it is to be computed anew "
                "without it."
            ),
        )
        if untold
        else (),
        first=tuple(ChangeText(h.id, "ZHPF_CAPABLE", None, None, look) for h in off)
        if untold
        else (),
    )


def _log_writes(subject: Subject, advice: Advice) -> Qualify | Stop | None:
    count = nuclei(subject)
    logs = sum(subject.figure(name) or 0.0 for name in ("work_writes", "plog_writes"))
    blocks = sum(
        subject.figure(name) or 0.0
        for name in ("asso_reads", "data_reads", "asso_writes", "data_writes")
    )
    reads = subject.figure("physical_reads")
    if not blocks and reads:
        blocks = reads
    efficiency = subject.figure("buffer_efficiency")
    if count <= LARGE_CLUSTER:
        if count < 2 or not logs or not blocks:
            return None
        return Qualify(
            say(
                "Log writes multiply where they are faster. Here they are {logs:.0%} of ASSO/DATA "
                "I/O with {count} nuclei, short of where that cost throughput (more than "
                "{large_cluster} nuclei, log writes of the order of block I/O); compare the "
                "counts before and after all the same.",
                logs=logs / blocks,
                count=count,
                large_cluster=LARGE_CLUSTER,
            )
        )
    if not logs or not blocks:
        return Qualify(
            say(
                "{count} nuclei: compare WORK/PLOG writes with ASSO/DATA I/O before and after; no "
                "report gives them today. Faster log writes are more log writes, and with 16 or "
                "more ASM nuclei throughput fell by up to 24 %.",
                count=count,
            )
        )
    if logs < LOG_SHARE * blocks or (efficiency is not None and efficiency < HIGH_EFFICIENCY):
        return None
    return Qualify(
        say(
            "WORK/PLOG writes are {logs:.0%} of ASSO/DATA I/O with {count} nuclei and a high "
            "buffer efficiency: in such clusters faster log writes became more log writes and "
            "cost up to 24 % ETR. Compare the counts before and after, and be ready to go back.",
            logs=logs / blocks,
            count=count,
        )
    )


def _log_buffers(subject: Subject) -> Advice | str:
    if subject.text("PRODUCT") not in ("ALS", "ASM"):
        raise DoesNotApply(subject.say("{name} is no cluster."))
    share = subject.number("UPDATE_SHARE")
    commits = subject.number("COMMIT_SHARE")
    if share is None and commits is None:
        writes = subject.figure("work_writes")
        if writes is None:
            raise CannotTell(subject.say("updates or WORK writes of {name}"), SESSION)
        updating = writes > 0
    else:
        updating = (share or 0.0) + (commits or 0.0) > 0.01
    if not updating:
        raise DoesNotApply(subject.say("{name} hardly updates anything."))
    short: list[Change] = []
    least: float | None = None
    for member in subject.linking("member"):
        for name in ("NPLOGBUFFERS", "NWORK1BUFFERS"):
            value = member.number(name)
            if value is None:
                continue
            least = value if least is None else min(least, value)
            if value < TESTED_BUFFERS:
                short.append(member.set(name, TESTED_BUFFERS))
    if least is None:
        raise CannotTell(subject.say("NPLOGBUFFERS and NWORK1BUFFERS of {name}"), CARDS)
    if not short:
        return subject.say(
            "{name}: at least {least:,g} log buffers per nucleus (fewer than {tested:,g} are few).",
            least=least,
            tested=TESTED_BUFFERS,
        )
    return Advice(
        subject.say(
            "Nuclei of {name} have as few as {least:,g} WORK or PLOG buffers.", least=least
        ),
        (tuple(short),),
    )


RULES = (
    Rule(
        "ADA-012",
        "From buffer efficiency to hit rate",
        "Adabas",
        "interpretation",
        "yes",
        "Buffer efficiency in the session statistics.",
        "Whenever buffer efficiency is reported.",
        "Efficiency e is block accesses per read, so the hit rate is h = 1 - 1/e: 10 is 90 %, 100 "
        "is 99 %. From 100 on, further buffers save little.",
        "Compute reads per command as logical reads per command divided by e.",
        ("001, section 4.8",),
        projection="In the Adabas model's I/O per command.",
        on=DATABASE,
    ),
    Rule(
        "ADA-017",
        "Use zHPF",
        "Adabas zHPF",
        "tuning",
        "yes",
        "zHPF in IECIOSxx or D IOS,ZHPF, DASD capability, EXCPVR.",
        "zHPF off although z/OS and DASD support it.",
        "zHPF moves more in one channel program: shorter I/O and a higher limit of the paths.",
        "IECIOSxx ZHPF=YES, at once by SETIOS ZHPF=YES.",
        ("001, section 4.4, Tables 6 to 8", "001, section 5.2"),
        threshold="Supported and off; the gain depends on how I/O-bound the database is.",
        verify="RMF device activity: connect time down; D IOS,ZHPF; WORK/PLOG writes (ADA-018).",
        back_out="SETIOS ZHPF=NO.",
        risk=Risk("medium", "log writes can multiply in large clusters."),
        prerequisites="Adabas 8.2 SP5 or later; EXCPVR=YES, or z/OS APAR OA38185 for EXCP; zHPF "
        "feature on DASD and channels.",
        effect="Single nucleus +3.1 to 3.3 % ETR and ITR; ALS +4 to 91 % ETR; ASM I/O-heavy +14 %, "
        "ASM with a large cache down to −24 %.",
        effect_conditions="zEC12, DS8800, 1,000 to 3,000 users. The document's text says below "
        "30 %, its Table 7 shows 91 %; the table counts.",
        projection="Adabas model: I/O times and path limit with and without zHPF, log writes "
        "emerging from both.",
        report="D IOS,ZHPF or IECIOSxx; RMF device activity",
        on=DATABASE,
        check=_zhpf,
        syntax={"ZHPF": statements("SETIOS ZHPF={value}", "IECIOSxx: ZHPF={value}")},
        applying=procedures.ZHPF,
    ),
    Rule(
        "ADA-018",
        "zHPF can lose where log writes rival block I/O",
        "Adabas zHPF",
        "caveat",
        "yes",
        "WORK/PLOG writes against ASSO/DATA I/O, nuclei, buffer efficiency.",
        "More than 8 nuclei, high buffer efficiency and log writes of the order of block I/O.",
        "One log write at a time gathers what arrives meanwhile; a faster write gathers less, so "
        "there are more writes and more CPU for them.",
        "Compare WORK/PLOG writes before and after; go back where they multiply.",
        ("001, section 4.4, third set", "001, section 5.2"),
        threshold="Same order of magnitude (001, 5.2); 30 % is used here.",
        effect="ASM from 16 nuclei: ETR to −24 %, ITR −0.2 to −10 %; 26 against 5 million writes.",
        effect_conditions="ASM, 200 to 220 GB shared cache, 5.2 % updates.",
        projection="Adabas model: log writes emerge from write time and commit rate.",
        report=SESSION,
        guards=("ADA-017",),
        guard=_log_writes,
    ),
    Rule(
        "ADA-019",
        "Enough WORK and PLOG buffers",
        "Adabas",
        "config-check",
        "partial",
        "NWORK1BUFFERS and NPLOGBUFFERS of nuclei that update.",
        "Fewer than 60 in an updating cluster.",
        "While one log write is under way, commits fill further buffers; without room they wait.",
        "ADARUN NWORK1BUFFERS=60 and NPLOGBUFFERS=60 (120 for large clusters).",
        ("001, section 4.4, Analysis",),
        threshold="001: 60 to 120 in the cluster tests; implied by the text, not a formal advice.",
        verify="Publishing waits in the end statistics.",
        back_out="The former values at restart.",
        risk=Risk("low", "some storage per nucleus."),
        prerequisites="Restart of each nucleus.",
        projection="the models have no waits for log buffers",
        report=CARDS,
        on=DATABASE,
        check=_log_buffers,
        syntax={
            "NPLOGBUFFERS": procedures.LOG_BUFFER_COUNTS,
            "NWORK1BUFFERS": procedures.LOG_BUFFER_COUNTS,
        },
        applying=procedures.LOG_BUFFERS,
    ),
    Rule(
        "ADA-020",
        "Longer log writes mean fewer of them",
        "Adabas",
        "interpretation",
        "yes",
        "Protection log I/Os against blocks written and commits.",
        "Many ET commands run at the same time.",
        "Commits that arrive while a log write is under way share the next one, so the number of "
        "writes depends on their speed and on load; do not read fewer writes as less work.",
        "Compare log I/O per commit together with its service time.",
        ("001, section 4.4, Analysis",),
        projection="In the Adabas model: emergent group commit.",
        on=DATABASE,
    ),
    Rule(
        "ADA-025",
        "One nucleus, one CP",
        "Adabas",
        "interpretation",
        "yes",
        "CPU of a nucleus against one CP.",
        "A single nucleus near 100 % of one CP.",
        "A nucleus works in one task: more CPs, users or threads do not lift it; only ALS or ASM "
        "nuclei do. Throughput is bounded by one over the CPU time per command.",
        "Plan ALS or ASM, or lower CPU per command.",
        ("001, section 2.1", "001, section 4.4"),
        effect="35,504 commands/s at 34,017 commands per CPU second: 1.04 CPs.",
        effect_conditions="Run S1, zEC12, zHPF on.",
        projection="In the Adabas model.",
        on=DATABASE,
    ),
)
