"""Frames that are left: a system that has none pages with the next peak."""

from __future__ import annotations

import math

from advisor.findings import Risk
from advisor.rules.base import ZOS, Advice, DoesNotApply, Rule
from advisor.rules.catalogue.adabas.common import RMF, paging_still_measured
from advisor.rules.catalogue.zos.paging import FRAMES_A_GB, paging_of
from advisor.rules.effects import manual
from advisor.rules.procedure import Role, advised
from advisor.rules.references import PRACTICE
from advisor.rules.subject import Subject
from model.language import say

LEAST_FRAMES, MOST_FIXED = 10_000, 0.6
_PAGEABLE = (
    "https://www-01.ibm.com/support/knowledgecenter/SSLTBW_2.1.0/com.ibm.zos.v2r1.ieae100/"
    "ieae10095.htm"
)


def _frames(subject: Subject) -> Advice | str:
    paging_still_measured(subject, "available frames")
    least = subject.need_figure("available_frames_min", "available_frames")
    if least >= LEAST_FRAMES:
        return subject.say(
            "{name}: at least {least:,.0f} frames were available (below 10,000 are few).",
            least=least,
        )
    if (paging_of(subject) or 0.0) > 0:
        raise DoesNotApply(
            subject.say(
                "{name} had {least:,.0f} frames left, fewer than 10,000, and pages: ZOS-001 is "
                "about it.",
                least=least,
            )
        )
    return Advice(
        subject.say(
            "{name} does not page yet, but had only {least:,.0f} frames left.", least=least
        ),
        texts=(
            manual(
                subject.id,
                "POOLS",
                say(
                    "Nothing larger in storage than today; before work grows, pools and caches "
                    "that are {mb:,.0f} MB smaller",
                    mb=math.ceil((LEAST_FRAMES - least) * 4 / 1024),
                ),
            ),
        ),
    )


def _fixed(subject: Subject) -> Advice | str:
    paging_still_measured(subject, "fixed frames")
    fixed = subject.need_figure("fixed_frames_max")
    frames = subject.need("REAL_STORAGE_GB") * FRAMES_A_GB
    share = fixed / frames
    if share <= MOST_FIXED:
        return subject.say(
            "{name}: {fixed:,.0f} of {frames:,.0f} frames are fixed, {share:.0%} (above 60 % is "
            "much).",
            fixed=fixed,
            frames=frames,
            share=share,
        )
    return Advice(
        subject.say(
            "{fixed:,.0f} of {frames:,.0f} frames of {name} are fixed, {share:.0%}.",
            fixed=fixed,
            frames=frames,
            share=share,
        ),
        texts=(
            manual(
                subject.id,
                "FIXED",
                "Less fixed storage: PGFIX(YES) of the Db2 pools and PAGECLAS(FIXED4KB) of the MQ "
                "pools with the least I/O, LFAREA at what is used; or more real storage",
            ),
        ),
    )


RULES = (
    Rule(
        "STG-002",
        "Hardly any frame left",
        "z/OS storage",
        "threshold",
        "no",
        "Fewest available frames.",
        "Fewer than 10,000 frames (40 MB), without paging.",
        "With the next peak, the next dump or the next larger pool the system pages.",
        "Smaller pools, as no more than 40 MB is missing: no storage is bought for that.",
        (PRACTICE,),
        threshold="10,000 frames are practice. There is no floor on purpose: it is about what the "
        "next peak does, and its step takes little.",
        verify="RMF paging: AVAILABLE MIN.",
        back_out="The former pools.",
        risk=Risk("low", "what finds less in a smaller pool reads it."),
        projection="nothing is slow yet: it is room for peaks, dumps and growth",
        report=RMF,
        on=("lpar",),
        platforms=ZOS,
        check=_frames,
        exposure="degradation",
        applying=advised("dynamic", Role.ZOS, Role.DB2, Role.MQ),
    ),
    Rule(
        "STG-003",
        "Fixed frames take most of the storage",
        "z/OS storage",
        "threshold",
        "no",
        "Most fixed frames against real storage.",
        "More than 60 % of the frames are fixed.",
        "What is fixed cannot be paged: near the limit z/OS swaps address spaces out and refuses "
        "LOGON, MOUNT and START (IRA400E).",
        "Fewer fixed pools, or more real storage.",
        (_PAGEABLE, PRACTICE),
        threshold="That there is a limit, after the source; 60 % is practice.",
        verify="RMF paging: FIXED FRAMES, MAX of TOTAL; IRA400E, IRA405I.",
        back_out="The former pools.",
        risk=Risk("low", "pools that are not fixed cost CPU for each I/O."),
        projection="nothing is slow yet: it is room before a shortage of pageable storage",
        report=RMF,
        on=("lpar",),
        platforms=ZOS,
        check=_fixed,
        exposure="outage",
        applying=advised("dynamic", Role.ZOS, Role.DB2, Role.MQ),
    ),
)
