"""HyperPAV aliases: I/O that waits in the system because no alias of the control unit is free."""

from __future__ import annotations

from dataclasses import replace

from advisor.findings import Risk
from advisor.rules.base import ZOS, Advice, DoesNotApply, Rule
from advisor.rules.commands import statements
from advisor.rules.effects import arithmetic, manual
from advisor.rules.measured import io_still_measured
from advisor.rules.procedure import NONE_STATED, Procedure, Role
from advisor.rules.subject import CannotTell, Subject
from model.language import Name, say

REPORT = "RMF I/O queuing activity with HyperPAV, and device activity"
WAITING_SHARE = 0.01
IOSQ_MS = 0.1
ENOUGH = 32
VOLUMES = "VOLUMES"
"""What is changed where more aliases no longer help: the control units that have the volumes."""
LEAST_IO_PER_S = 10.0

ALIASES = Procedure(
    command=statements("ACTIVATE IODF=<xx>,TEST", "ACTIVATE IODF=<xx>"),
    back_out=statements("ACTIVATE IODF=<former>,TEST", "ACTIVATE IODF=<former>"),
    permanent="The IODF.",
    effort="dynamic",
    detail="Aliases are defined in HCD and on the control unit; ACTIVATE takes them in. Systems "
    "that share the machine activate with SOFT, the last one without.",
    roles=(Role.STORAGE, Role.ZOS),
    level=NONE_STATED,
    sources=(
        (
            "http://www.ibm.com/support/knowledgecenter/SSLTBW_2.2.0/com.ibm.zos.v2r2.ieag100/"
            "iea3g1_Parameters.htm"
        ),
        (
            "https://www.ibm.com/support/knowledgecenter/en/SSLTBW_2.1.0/com.ibm.zos.v2r1.ieag100/"
            "iea3g1_Syntax.htm"
        ),
    ),
)
SPREAD = replace(
    ALIASES,
    command="",
    back_out="",
    permanent="The IODF, and where the volumes are.",
    effort="close_open",
    detail="Volumes are moved with their data: what is on them is closed meanwhile, unless a "
    "migration product of the shop moves it in operation. SuperPAV moves nothing.",
    person_days=5.0,
)


def _waiting(subject: Subject) -> dict[str, tuple[float, float]]:
    """Control units of a system: share of I/O that found no alias free, IOSQ time in ms."""
    shares, queued = subject.by_part("hyperpav_wait_ratio"), subject.by_part("lcu_iosq_ms")
    return {lcu: (shares[lcu], queued[lcu]) for lcu in sorted(shares) if lcu in queued}


def _short(waiting: dict[str, tuple[float, float]], subject: Subject) -> dict[str, float]:
    rates = subject.by_part("lcu_io_per_s")
    return {
        lcu: queued
        for lcu, (share, queued) in waiting.items()
        if share > WAITING_SHARE and queued > IOSQ_MS and rates.get(lcu, 0.0) >= LEAST_IO_PER_S
    }


def _aliases(subject: Subject) -> Advice | str:
    io_still_measured(subject, REPORT)
    waiting = _waiting(subject)
    if not waiting:
        raise CannotTell(subject.say("HyperPAV waits and IOSQ time of {name}"))
    short = _short(waiting, subject)
    if not short:
        share, queued = max(waiting.values())
        if share > WAITING_SHARE:
            return subject.say(
                "{name}: {share:.1%} of the I/O of a control unit found no alias free, yet an I/O "
                "waits {queued:.2f} ms for one (up to 0.1 ms is short).",
                share=share,
                queued=queued,
            )
        return subject.say(
            "{name}: at most {share:.1%} of the I/O of a control unit found no alias free "
            "(from 1 % on there are too few), with {queued:.2f} ms of IOSQ time.",
            share=share,
            queued=queued,
        )
    for other in subject.peers("lpar"):
        if other.id < subject.id and set(short) & set(_short(_waiting(other), other)):
            raise DoesNotApply(
                subject.say("{name} is treated together with {name2}.", name2=Name(other.name))
            )
    lcu = max(short, key=lambda name: short[name])
    share, queued = waiting[lcu]
    most = subject.by_part("hyperpav_max").get(lcu)
    response = subject.by_part("lcu_response_ms").get(lcu)
    few = most is None or most < ENOUGH
    return Advice(
        subject.say(
            "On {name} {share:.1%} of the I/O to control unit {lcu} found no alias free; an I/O "
            "waits {queued:.2f} ms in the system on average.",
            share=share,
            lcu=Name(lcu),
            queued=queued,
        ),
        texts=(
            manual(
                subject.id,
                "HYPERPAV" if few else VOLUMES,
                "HCD: more aliases for this control unit, up to 32 first"
                if few
                else "HCD: spread the volumes over more control units, or SuperPAV where the "
                "control unit has it",
            ),
            manual(subject.id, "IODF", ALIASES.command),
        ),
        effects=(
            arithmetic(
                "lcu_response_ms",
                response,
                response - queued,
                "no I/O waits for an alias; what the control unit and its paths need stays",
                low=response - queued,
                high=response,
            ),
        )
        if response is not None and response > queued
        else (),
        caveats=(
            (
                say(
                    "{most:.0f} aliases were in use at a time: with so many, channels and the "
                    "control unit may be what binds, and more aliases only move the queue.",
                    most=most,
                ),
            )
            if most is not None and not few
            else ()
        ),
    )


RULES = (
    Rule(
        "DSK-001",
        "I/O that waits for an alias",
        "z/OS I/O",
        "threshold",
        "partial",
        "HyperPAV waits and IOSQ time of each control unit.",
        "More than 1 % of the I/O of a control unit finds no alias free, and IOSQ time is above "
        "0.1 ms.",
        "An I/O that finds neither its device nor an alias free waits in z/OS, where neither the "
        "channel nor the control unit sees it.",
        "Up to 32 aliases for a control unit; beyond that its volumes on more control units.",
        (
            "https://www.intellimagic.com/resources/less-32-hyperpavs-better-128/",
            (
                ""
                "https://www.ibm.com/support/knowledgecenter/en/SSLTBW_2.1.0/com.ibm.zos.v2r1.ieag200/iea3g2_HyperPAV_Data_Section.htm"
            ),
        ),
        threshold="1 % and 0.1 ms are practice; above 32 aliases the first source sees no gain.",
        verify="RMF I/O queuing: HPAV WAIT near 0; device activity: IOSQ TIME near 0.",
        back_out="The former IODF, and volumes back to where they were.",
        risk=Risk("medium", "more I/O at a time costs the channels and the control unit."),
        projection="IOSQ time leaves the response of the control unit; what that gives to the "
        "work that waits for it depends on its channels.",
        report=REPORT,
        on=("lpar",),
        platforms=ZOS,
        check=_aliases,
        exposure="degradation",
        applying=ALIASES,
        applying_to={VOLUMES: SPREAD},
    ),
)
