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
from model.language import begun, mark, say

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


PWFI_WAITS = mark(
    "a region waits as PWFI only while there is no other work for it, and the IMS Monitor counts "
    "no time without messages as occupied"
)
"""What waiting for input does to occupancy, the same for both rules that speak of it."""
PWFI_SOURCE = "https://www.ibm.com/docs/en/ims/15.2.0?topic=parameters-pwfi-parameter-procedures"
OCCUPANCY_SOURCE = "https://www.ibm.com/docs/en/ims/15.4.0?topic=regions-measuring-region-occupancy"
WFI_UNTOLD = (
    "No report tells whether its transactions are declared WFI: a region that waits for one of "
    "those serves it alone, and another region then helps no other."
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
    waits = subject.flag("WFI")
    if waits:
        return subject.say(
            "{name}: regions are {busy:.0f} % occupied and wait as WFI for a single "
            "transaction, whose queue (/DISPLAY TRAN) says whether another one is wanted "
            "(above 80 % messages of others would queue).",
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
        caveats=(WFI_UNTOLD,) if waits is None else (),
        notes=(
            (
                begun(say("{waits}.", waits=PWFI_WAITS))
                if subject.flag("PWFI")
                else "IMS-008 frees regions of the time that scheduling takes; its projection says "
                "how much of their occupancy that is."
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
        "Regions without WFI are more than 80 % occupied.",
        "Messages queue until a region is free, more steeply the nearer all of them are to "
        "always occupied.",
        "One more region of the class.",
        (PRACTICE, OCCUPANCY_SOURCE, PWFI_SOURCE),
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
