"""Work on vertical lows: logical CPs for which PR/SM keeps no share of the machine."""

from __future__ import annotations

import math

from advisor.findings import Risk
from advisor.rules.base import ZOS, Advice, DoesNotApply, Rule
from advisor.rules.procedure import NONE_STATED, Procedure, Role
from advisor.rules.references import PRACTICE
from advisor.rules.subject import Subject

ON_LOWS, MOST_WEIGHT = 0.2, 999
_VERTICAL = "http://mainframe-tips-and-tricks.blogspot.com/2021/04/"
_DISPATCH = (
    "https://www.ibm.com/support/knowledgecenter/en/SSLTBW_2.1.0/com.ibm.zos.v2r1.ieaw100/"
    "ieaw10039.htm"
)


_SHARED = (
    "It guarantees that only where the weights of the other partitions are lowered by as much, all "
    "together; what they are guaranteed today goes to this one."
)


def _lows(subject: Subject) -> Advice | str:
    if subject.flag("DEDICATED"):
        raise DoesNotApply(subject.say("{name} has dedicated processors."))
    own, low = subject.need_figure("guaranteed_cps"), subject.need_figure("vertical_low_cps")
    used = subject.need("CPS") * subject.need_figure("cp_busy_pct") / 100
    if used <= own or low <= ON_LOWS * used:
        return subject.say(
            "{name} uses {used:.2f} CPs of {own:.2f} that its weight guarantees, {low:.2f} of them "
            "on vertical lows (more than guaranteed, with above 20 % on lows, is much).",
            used=used,
            own=own,
            low=low,
        )
    wanted = math.ceil(subject.need("WEIGHT") * used / own) if own > 0 else MOST_WEIGHT
    return Advice(
        subject.say(
            "{name} uses {used:.2f} CPs while its weight guarantees {own:.2f}, and {low:.2f} of "
            "them on vertical lows.",
            used=used,
            own=own,
            low=low,
        ),
        ((subject.set("WEIGHT", min(wanted, MOST_WEIGHT)),),),
        caveats=(_SHARED,),
    )


RULES = (
    Rule(
        "PRS-002",
        "Work that lives on vertical lows",
        "z/OS processors",
        "threshold",
        "no",
        "CPs used, CPs that the weight guarantees, and CPs used on vertical lows.",
        "More CPs used than guaranteed, with more than 20 % of them on vertical lows.",
        "A vertical low has no processor of its own: it finds cold caches and waits where other "
        "partitions are busy.",
        "A weight that guarantees what is used at peak.",
        (_VERTICAL, _DISPATCH, PRACTICE),
        threshold="More than guaranteed is what lows are for; 20 % is practice.",
        verify="RMF CPU activity: LOG PROC SHARE %, LPAR BUSY of processors with share 0.0; RNI of "
        "SMF 113.",
        back_out="The former weight.",
        risk=Risk("medium", "other partitions are guaranteed less."),
        projection="how many cycles an instruction needs less on a processor of its own is in no "
        "report",
        report="RMF CPU activity with HIPERDISPATCH=YES",
        on=("lpar",),
        platforms=ZOS,
        check=_lows,
        applying=Procedure(
            command="",
            back_out="",
            permanent="The image profile; the running weight by the HMC's Change LPAR Controls.",
            effort="dynamic",
            detail="At the peak that counts, not over the day.",
            roles=(Role.HARDWARE, Role.ZOS),
            level=NONE_STATED,
            sources=(
                (
                    "https://www.ibm.com/docs/en/systems-hardware/zsystems/9176-ME2"
                    "?topic=definitions-changes-available-dynamically-running-lp"
                ),
            ),
        ),
    ),
)
