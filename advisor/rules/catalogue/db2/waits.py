"""Where the time of a transaction goes: its waits in class 3 of accounting."""

from __future__ import annotations

from advisor.findings import Risk
from advisor.rules.base import Advice, Rule
from advisor.rules.catalogue.db2.limits import ACCOUNTING
from advisor.rules.effects import arithmetic, manual
from advisor.rules.procedure import Role, advised
from advisor.rules.references import PRACTICE
from advisor.rules.subject import CannotTell, Subject
from model.language import mark, say

SHARE, LEAST_MS = 0.2, 1.0
_DO = {
    "LOCK": mark(
        "Find who waits for whom (DSNT376I, DSNT501I, IFCID 44); then commits more often, access "
        "in one order, page or row locks for the spaces named"
    ),
    "OTHER_READ": mark(
        "Reads of others, mostly prefetch, are waited for: larger pools for what is scanned, "
        "VPSEQT, faster volumes"
    ),
    "OTHER_WRITE": mark(
        "Writes of others are waited for: VDWQT and DWQT lower, so that pages are written "
        "earlier, and faster volumes"
    ),
    "SERVICE_TASK": mark(
        "Find which service task it is (class 3 lists them): commits with updates at two sites, "
        "opens and closes of data sets (DSMAX), extents"
    ),
    "PAGE_LATCH": mark(
        "Find the hot page (IFCID 226, 227); then another free space, MEMBER CLUSTER, or an index "
        "that is not ever-increasing"
    ),
    "GLOBAL_CONTENTION": mark(
        "Locks of another member: lock table and false contention (CF-006), work on the same data "
        "on one member"
    ),
}
_KINDS = {
    "LOCK": mark("locks and latches"),
    "OTHER_READ": mark("reads of others"),
    "OTHER_WRITE": mark("writes of others"),
    "SERVICE_TASK": mark("service tasks"),
    "PAGE_LATCH": mark("page latches"),
    "GLOBAL_CONTENTION": mark("locks of other members"),
}


def _waits(subject: Subject) -> Advice | str:
    waits, response = subject.by_part("class3_wait_ms"), subject.figure("response_ms")
    known = {kind: wait for kind, wait in waits.items() if kind in _KINDS}
    if not known or not response:
        raise CannotTell(subject.say("class 3 waits of {name}"))
    kind = max(known, key=lambda one: known[one])
    wait, share = known[kind], known[kind] / response
    if share <= SHARE or wait <= LEAST_MS:
        return subject.say(
            "{name}: of {response:,.1f} ms a transaction waits {wait:,.2f} ms for {kind}, the "
            "longest of its other waits (above 20 % and 1 ms is much).",
            response=response,
            wait=wait,
            kind=say(_KINDS[kind]),
        )
    return Advice(
        subject.say(
            "A transaction of {name} waits {wait:,.2f} ms of its {response:,.1f} ms for {kind} "
            "({share:.0%}).",
            wait=wait,
            response=response,
            kind=say(_KINDS[kind]),
            share=share,
        ),
        texts=(manual(subject.id, "CLASS3", say(_DO[kind])),),
        effects=(
            arithmetic(
                "response_ms",
                response,
                response,
                "to look for it ends no wait yet; at best this one is gone",
                low=response - wait,
                high=response,
            ),
        ),
    )


RULES = (
    Rule(
        "DB-009",
        "Where the time of a transaction goes",
        "Db2",
        "threshold",
        "partial",
        "Class 3 waits of the accounting report, besides synchronous I/O and the log.",
        "One kind of wait takes more than 20 % of the response, and more than 1 ms.",
        "What is tuned elsewhere does not shorten it: the longest wait comes first.",
        "What ends that kind of wait.",
        ("https://www.ibm.com/docs/en/om-db2/5.5.0?topic=thumb-class-3-suspensions", PRACTICE),
        threshold="20 % and 1 ms are practice; synchronous reads and the log have rules of their "
        "own.",
        verify="Db2 accounting, long: CLASS 3 SUSPENSIONS.",
        back_out="As was before.",
        risk=Risk("low", "looking at waits changes nothing yet."),
        projection="The response without that wait at best; what ends it is found out first.",
        report=ACCOUNTING,
        on=("db2_subsystem",),
        check=_waits,
        applying=advised("application", Role.DB2, Role.APPLICATION),
    ),
)
