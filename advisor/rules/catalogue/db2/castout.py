"""Group buffer pools that castout cannot keep free."""

from __future__ import annotations

from advisor.findings import Risk
from advisor.rules.base import Advice, Rule
from advisor.rules.commands import statements
from advisor.rules.effects import arithmetic, manual
from advisor.rules.procedure import NONE_STATED, Procedure, Role
from advisor.rules.subject import Subject

REPORT = "DISPLAY GROUPBUFFERPOOL GDETAIL"
CASTOUT = Procedure(
    command=statements("-ALTER GROUPBUFFERPOOL({name}) CLASST(1,0) GBPOOLT(10)"),
    back_out=statements("-ALTER GROUPBUFFERPOOL(<pool>) CLASST(<former>) GBPOOLT(<former>)"),
    permanent="The BSDS keeps it.",
    effort="dynamic",
    detail="",
    roles=(Role.DB2,),
    level=NONE_STATED,
    sources=(
        (
            "https://www.ibm.com/docs/en/db2-for-zos/13.0.0"
            "?topic=pools-changing-castout-threshold-values"
        ),
    ),
)


def _failed(subject: Subject) -> Advice | str:
    failed = subject.need_figure("writes_failed")
    if failed <= 0:
        return subject.say("{name}: no write failed for want of storage (one is too many).")
    return Advice(
        subject.say(
            "{failed:,.0f} writes to {name} failed because it was full of changed pages.",
            failed=failed,
        ),
        texts=(manual(subject.id, "CASTOUT"),),
        effects=(
            arithmetic(
                "writes_failed",
                failed,
                0.0,
                "castout begins before the pool is full",
                low=0.0,
                high=failed,
            ),
        ),
        notes=("Where it comes back, the structure is too small (DB2-019).",),
    )


RULES = (
    Rule(
        "CF-008",
        "Castout that does not keep up",
        "Db2",
        "threshold",
        "partial",
        "Writes that failed for want of storage.",
        "A write to the group buffer pool failed.",
        "A commit whose pages find no room waits for castout; after repeated failures pages go to "
        "the logical page list and nobody can use them.",
        "Castout earlier, by class and for the whole pool.",
        (
            "https://www.ibm.com/support/knowledgecenter/SSEPEK_12.0.0/msgs/src/tpc/dsnb319a.html",
            (
                "https://www.ibm.com/docs/en/db2-for-zos/13.0.0"
                "?topic=pools-changing-castout-threshold-values"
            ),
        ),
        threshold="Any failed write.",
        verify="DISPLAY GROUPBUFFERPOOL GDETAIL: WRITES FAILED DUE TO LACK OF STORAGE.",
        back_out="The former thresholds.",
        risk=Risk("low", "more I/O for castout."),
        projection="Failed writes end; commits that waited for them are not counted anywhere.",
        report=REPORT,
        on=("db2_gbp",),
        check=_failed,
        exposure="errors",
        applying=CASTOUT,
    ),
)
