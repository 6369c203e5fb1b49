"""Message regions that are always occupied."""

from __future__ import annotations

from advisor.findings import Risk
from advisor.rules.base import Advice, Rule
from advisor.rules.commands import statements
from advisor.rules.effects import arithmetic, manual
from advisor.rules.measured import still_measured
from advisor.rules.procedure import NONE_STATED, Procedure, Role
from advisor.rules.references import PRACTICE
from advisor.rules.subject import CannotTell, Subject

REPORT = "IMS Monitor, region summary"
OCCUPIED_PCT = 80.0
IN_REGION = ("PWFI", "PRLD", "PREINIT", "PRELOAD_MODULES", "PREINIT_MODULES")
"""What decides how long a region holds a transaction besides the program itself."""

REGIONS = Procedure(
    command=statements("/START REGION <member>"),
    back_out=statements("/STOP REGION <region>"),
    permanent="The region's job in the procedure library and in what starts the system.",
    effort="dynamic",
    detail="",
    roles=(Role.IMS,),
    level=NONE_STATED,
    sources=("https://www.ibm.com/docs/en/ims/15.2.0?topic=ims-starting-dependent-regions",),
)


WAITS_UNTOLD = (
    "No report tells both whether the region waits for input as PWFI or as WFI: one that does is "
    "occupied all the time, and another one then serves nobody."
)


def _occupied(subject: Subject) -> Advice | str:
    still_measured(subject, (subject,), IN_REGION, "occupancy", REPORT)
    busy = subject.figure("region_occupancy_pct")
    if busy is None:
        raise CannotTell(subject.say("region occupancy of {name}"))
    if busy <= OCCUPIED_PCT:
        return subject.say(
            "{name}: regions are {busy:.0f} % occupied (above 80 % messages queue).", busy=busy
        )
    waiting = [subject.flag(name) for name in ("PWFI", "WFI")]
    if any(waiting):
        return subject.say(
            "{name}: regions are {busy:.0f} % occupied, also while they wait for input (PWFI, "
            "WFI), so that this tells nothing of messages that queue.",
            busy=busy,
        )
    regions = len(subject.by_part("region_occupancy_by_region_pct")) or 1
    after = busy * regions / (regions + 1)
    return Advice(
        subject.say(
            "The {regions:.0f} regions of {name} are {busy:.0f} % occupied.",
            regions=float(regions),
            busy=busy,
        ),
        texts=(manual(subject.id, "REGIONS"),),
        effects=(
            arithmetic(
                "region_occupancy_pct",
                busy,
                after,
                "the same work in one region more",
                low=after,
                high=busy,
            ),
        ),
        caveats=(WAITS_UNTOLD,) if None in waiting else (),
        notes=(
            (
                "IMS-008 frees regions of the time that scheduling takes; its projection says how "
                "much of their occupancy that is."
            ),
        ),
    )


RULES = (
    Rule(
        "IMS-104",
        "Message regions that are always occupied",
        "IMS",
        "threshold",
        "partial",
        "Region occupancy of the IMS Monitor.",
        "Regions that do not wait for input are more than 80 % occupied.",
        "Messages queue until a region is free, more steeply the nearer all of them are to "
        "always occupied.",
        "One more region of the class.",
        (PRACTICE,),
        threshold="80 % is practice.",
        verify="IMS Monitor: region occupancy; queue counts of /DISPLAY TRAN.",
        back_out="Stop the region.",
        risk=Risk("low", "storage and one more thread to each database."),
        projection="Occupancy with one region more; the wait for a region is in the model of the "
        "regions, which takes their number as measured.",
        report=REPORT,
        on=("ims_region",),
        check=_occupied,
        exposure="degradation",
        applying=REGIONS,
    ),
)
