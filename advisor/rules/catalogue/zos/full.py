"""Systems whose CPs are busy all the time: whatever is not most important waits for them."""

from __future__ import annotations

from advisor.findings import Risk
from advisor.rules.base import ZOS, Advice, Rule
from advisor.rules.catalogue.zos.procedures import configured
from advisor.rules.commands import statements
from advisor.rules.effects import manual
from advisor.rules.procedure import NONE_STATED, Procedure, Role
from advisor.rules.references import PRACTICE
from advisor.rules.subject import Subject

FULL_PCT = 95.0
HELD_BACK_PCT = 10.0
"""What PR/SM gave less than z/OS asked for, by which the partition's share binds, not its CPs."""
ROOM_PCT = 90.0

_RMF = (
    "https://www.ibm.com/support/knowledgecenter/SSLTBW_2.4.0/com.ibm.zos.v2r4.erbb500/"
    "erbb500395.htm"
)


def _full(subject: Subject) -> Advice | str:
    busy, given = subject.need_figure("mvs_busy_pct"), subject.figure("cp_busy_pct")
    if busy < FULL_PCT:
        return subject.say(
            "{name}: its CPs are {busy:.1f} % busy as z/OS sees them (95 % and more is full).",
            busy=busy,
        )
    if given is not None and busy - given > HELD_BACK_PCT:
        why = subject.say(
            "z/OS has {busy:.1f} % of what it is given of its CPs in use, and PR/SM gave {name} "
            "{given:.1f} %: its share of the machine holds it back.",
            busy=busy,
            given=given,
        )
        return Advice(why, texts=(manual(subject.id, "WEIGHT", _share(subject)),))
    why = subject.say("The CPs of {name} are {busy:.1f} % busy as z/OS sees them.", busy=busy)
    return Advice(why, texts=(manual(subject.id, "CPS", _more(subject)),))


def _share(subject: Subject) -> str:
    if subject.flag("CAPPED"):
        return "HMC, Change LPAR Controls: a larger weight, or initial capping NO (PRS-003)"
    return "HMC, Change LPAR Controls: a larger weight, less for partitions that can wait"


def _more(subject: Subject) -> str:
    machine, own = subject.container("cpc"), subject.number("CPS")
    physical = None if machine is None else machine.number("CPS")
    busy = None if machine is None else machine.figure("cp_busy_pct")
    if own and physical and own < physical and (busy is None or busy < ROOM_PCT):
        return statements(
            configured("ONLINE", subject.number("ZIIP_THREADS")),
            f"HMC Image Profile {subject.name} > Processor: General Initial=<CPs>",
        )
    return (
        "Work that can wait at another hour or on another system; CPs that the machine can be "
        "given; goals that let what is important go first (WLM-001)"
    )


RULES = (
    Rule(
        "PRS-004",
        "CPs that are full",
        "z/OS processors",
        "threshold",
        "no",
        "How busy a system's CPs are as z/OS sees them, beside what PR/SM gave.",
        "CPs 95 % busy or more over the interval.",
        "Where no CP is free, work waits for one, what is least important first and longest. "
        "Averages of an interval hide its peaks, so that there are waits below as well.",
        "A further CP where the machine has one, a larger share of it, or less work at that hour.",
        (_RMF, PRACTICE),
        threshold="95 % is practice; RMF says to add up how often more work was ready than there "
        "are CPs, and that above 60 % of the time work contends for them.",
        verify="RMF CPU activity: MVS BUSY; DISTRIBUTION OF IN-READY WORK UNIT QUEUE above N.",
        back_out="The former number of CPs, or the former weight.",
        risk=Risk("medium", "other partitions get less, and software may be charged by capacity."),
        projection="what waits in a system that is full is in no report of how busy it is",
        report="RMF CPU activity",
        on=("lpar",),
        platforms=ZOS,
        check=_full,
        exposure="degradation",
        applying=Procedure(
            command=configured("ONLINE"),
            back_out=configured("OFFLINE"),
            permanent="The image profile of the partition; the running weight by the HMC's Change "
            "LPAR Controls.",
            effort="dynamic",
            detail="A CP that is reserved in the image profile comes online without an IPL. "
            "CORE where PROCVIEW CORE is in effect "
            "(D M=CORE), else CPU: no public page was found on CONFIG CORE, so see the manual of "
            "system commands.",
            roles=(Role.ZOS, Role.HARDWARE),
            level=NONE_STATED,
            sources=(
                (
                    "https://www.ibm.com/docs/en/systems-hardware/zsystems/9176-ME2"
                    "?topic=definitions-changes-available-dynamically-running-lp"
                ),
                (
                    "https://ibm.com/docs/en/systems-hardware/linuxone/3931-LA1"
                    "?topic=system-logical-processors"
                ),
            ),
        ),
    ),
)
