"""Frames that are left: a system that has none pages with the next peak."""

from __future__ import annotations

from advisor.findings import Risk
from advisor.rules.base import ZOS, Advice, DoesNotApply, Rule
from advisor.rules.catalogue.adabas.common import RMF, paging_still_measured
from advisor.rules.catalogue.zos import procedures
from advisor.rules.catalogue.zos.paging import paging_of
from advisor.rules.effects import manual
from advisor.rules.references import PRACTICE
from advisor.rules.subject import Subject

LEAST_FRAMES = 10_000


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
                "REAL_STORAGE_GB",
                "Nothing larger in storage than today; more real storage, or smaller pools, "
                "before work grows",
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
        "More real storage or smaller pools.",
        (PRACTICE,),
        threshold="10,000 frames are practice.",
        verify="RMF paging: AVAILABLE MIN.",
        back_out="The former storage.",
        risk=Risk("low", "storage can be taken back at IPL."),
        projection="nothing is slow yet: it is room for peaks, dumps and growth",
        report=RMF,
        on=("lpar",),
        platforms=ZOS,
        check=_frames,
        exposure="degradation",
        applying=procedures.STORAGE,
    ),
)
