"""Page sets that grow in many small extents, and full ones that may not grow at all."""

from __future__ import annotations

from dataclasses import replace

from advisor.findings import Risk
from advisor.rules.base import Advice, Rule
from advisor.rules.catalogue.mq.procedures import POOL
from advisor.rules.procedure import NONE_STATED
from advisor.rules.references import PRACTICE
from advisor.rules.subject import Subject

OFTEN = 10.0
NEARLY_FULL = 0.9
_ALTER = "https://www.ibm.com/support/knowledgecenter/SSFKSJ_9.4.0/refadmin/q085310_.html"
_NO_ROOM = "https://www.ibm.com/docs/en/SSFKSJ_latest/reference/q042350_.html"
_GROWING = (
    "https://www.ibm.com/support/knowledgecenter/en/SSFKSJ_9.0.0/com.ibm.mq.pla.doc/q005990_.htm"
)


def _expansions(subject: Subject) -> Advice | str:
    count, how = subject.need_figure("expansions"), subject.need_text("EXPAND")
    if count <= OFTEN or how == "SYSTEM":
        return subject.say(
            "{name} expanded {count:,.0f} times with EXPAND({how}) (more than 10 times other than "
            "by the system is often).",
            count=count,
            how=how,
        )
    return Advice(
        subject.say(
            "{name} expanded {count:,.0f} times since the queue manager started, of 119 extents "
            "that it can have.",
            count=count,
        ),
        ((subject.set("EXPAND", "SYSTEM"),),),
        notes=("Puts wait where the rest of the page set fills while a new extent is formatted.",),
    )


def _full(subject: Subject) -> Advice | str:
    total, unused = subject.need_figure("total_pages"), subject.need_figure("unused_pages")
    how = subject.need_text("EXPAND")
    used = 1.0 - unused / total if total > 0 else 0.0
    if used < NEARLY_FULL or how != "NONE":
        return subject.say(
            "{used:.0%} of {total:,.0f} pages of {name} are in use, with EXPAND({how}) (90 % and "
            "more without expansion is nearly full).",
            used=used,
            total=total,
            how=how,
        )
    return Advice(
        subject.say(
            "{used:.0%} of {total:,.0f} pages of {name} are in use, and EXPAND(NONE) keeps it from "
            "growing: {unused:,.0f} pages are left.",
            used=used,
            total=total,
            unused=unused,
        ),
        ((subject.set("EXPAND", "SYSTEM"),),),
        caveats=(
            "Find out first why messages stay: a queue that nobody reads fills what is added too.",
        ),
    )


_HOW = replace(
    POOL,
    permanent="DEFINE PSID with EXPAND in the CSQINP1 concatenation of the queue manager.",
    detail="What the page set has grown by stays.",
    level=NONE_STATED,
    sources=(_ALTER, _GROWING),
)

RULES = (
    Rule(
        "MQ-106",
        "Page sets that expand again and again",
        "IBM MQ",
        "threshold",
        "no",
        "Expansions of a page set and EXPAND.",
        "More than 10 expansions since the start, not by EXPAND(SYSTEM).",
        "Each expansion takes an extent, of which there are 119, and formats it before it is of "
        "use; then the page set is full.",
        "EXPAND(SYSTEM): extents of a tenth of the page set.",
        (_GROWING, PRACTICE),
        threshold="119 extents after the source; ten expansions are practice.",
        verify="DISPLAY USAGE: expansion count; CSQP017I.",
        back_out="The former EXPAND.",
        risk=Risk("low", "larger extents need room on the volumes."),
        projection="how long puts waited for an expansion is in no report",
        report="DISPLAY USAGE TYPE(PAGESET)",
        on=("mq_pageset",),
        check=_expansions,
        exposure="outage",
        applying=_HOW,
    ),
    Rule(
        "MQ-107",
        "Page sets that are nearly full and may not expand",
        "IBM MQ",
        "threshold",
        "no",
        "Pages in use of a page set, and EXPAND.",
        "90 % of the pages in use or more, with EXPAND(NONE).",
        "Once it is full, puts to all queues of the page set fail with reason 2192, and channels "
        "send messages to the dead-letter queue.",
        "EXPAND(SYSTEM), or a larger page set.",
        (_GROWING, _NO_ROOM),
        threshold="90 % is where the queue manager expands a page set that may.",
        verify="DISPLAY USAGE: unused pages and EXPAND; CSQP017I.",
        back_out="The former EXPAND; what the page set has grown by stays.",
        risk=Risk("low", "larger extents need room on the volumes."),
        projection="nothing is slow before the page set is full; then puts fail",
        report="DISPLAY USAGE TYPE(PAGESET)",
        on=("mq_pageset",),
        check=_full,
        exposure="outage",
        applying=_HOW,
    ),
)
