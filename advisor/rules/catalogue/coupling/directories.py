"""Cache structures whose directory is too small: reclaimed entries take valid local buffers."""

from __future__ import annotations

from math import ceil

from advisor.findings import Risk
from advisor.rules.base import Advice, DoesNotApply, Rule
from advisor.rules.commands import statements
from advisor.rules.effects import arithmetic
from advisor.rules.procedure import NONE_STATED, Procedure, Role
from advisor.rules.references import PRACTICE
from advisor.rules.structures import POLICY_AS_A_WHOLE, PUBLISHED
from advisor.rules.subject import CannotTell, Subject
from model.language import say

REPORT = "RMF coupling facility activity, usage summary: DIR REC and DIR REC XI'S"
LEAST_LOST = 100.0
GROWTH = 1.25
_POLICY = "https://www.ibm.com/support/knowledgecenter/en/SSLTBW_2.3.0/com.ibm.zos.v2r3.ieaf100/ieaf10053.htm"
_TOO_FEW = "https://www.ibm.com/docs/en/db2-for-zos/12.0.0?topic=pool-too-few-directory-entries"
_CACHE_SIZE = (
    "https://www.ibm.com/docs/en/zos/3.1.0?topic=structures-determining-cf-cache-structure-size"
)
SIZE = Procedure(
    command="",
    back_out="",
    permanent=POLICY_AS_A_WHOLE,
    effort="policy",
    detail="Its users wait while it is rebuilt; end duplexing before the rebuild. Other operands "
    "of the STRUCTURE statement stay as they are.",
    roles=(Role.ZOS,),
    level=NONE_STATED,
    sources=(_POLICY, PUBLISHED),
)


def _lost(subject: Subject) -> Advice | str:
    if subject.text("TYPE") != "cache":
        raise DoesNotApply(subject.say("{name} is no cache structure."))
    for pool in subject.peers("db2_gbp"):
        if pool.name.replace("/", "_") == subject.name and "directory_reclaims" in (
            pool.component.measured
        ):
            raise DoesNotApply(
                subject.say("{name} is judged by what its group buffer pool displays (DB2-004).")
            )
    reclaims, lost = subject.figure("directory_reclaims"), subject.figure("reclaim_invalidations")
    if lost is None and reclaims != 0:
        raise CannotTell(
            subject.say("cross-invalidations by directory reclaims of {name}"),
            REPORT,
            (subject.id, "reclaim_invalidations"),
        )
    if not lost:
        return subject.say(
            "{name}: no local buffer was lost by a reclaimed directory entry (any is too many)."
        )
    wanted = ceil(GROWTH * subject.need("SIZE_MB"))
    _room(subject, wanted)
    return Advice(
        subject.say(
            "Reclaimed directory entries of {name} invalidated {lost:,.0f} local buffers, whose "
            "pages have to be read again.",
            lost=lost,
        ),
        ((subject.set("SIZE_MB", float(wanted)),),),
        effects=(
            arithmetic(
                "reclaim_invalidations",
                lost,
                0.0,
                "an entry for each local buffer; whether this growth is enough shows afterwards",
                low=0.0,
                high=lost,
            ),
        ),
        notes=(
            (
                "Of a group buffer pool of Db2 -ALTER GROUPBUFFERPOOL RATIO makes more entries out "
                "of the same storage (DB2-004)."
            ),
        ),
        slight=say(
            "{lost:,.0f} buffers of the whole interval; fewer than {least:,.0f} are slight.",
            lost=lost,
            least=LEAST_LOST,
        )
        if lost < LEAST_LOST
        else "",
    )


def _room(subject: Subject, wanted: float) -> None:
    """Raises DoesNotApply where the facility cannot hold the larger structure."""
    facility = subject.container("cf")
    storage = None if facility is None else facility.number("STORAGE_GB")
    if facility is None or storage is None:
        return
    others = sum(
        structure.number("SIZE_MB") or 0.0
        for structure in facility.children("cf_structure")
        if structure.id != subject.id
    )
    free = storage * 1024 - others
    if wanted > free:
        raise DoesNotApply(
            subject.say(
                "{name}: local buffers are lost by reclaimed directory entries, but "
                "{wanted:,.0f} MB for more of them do not fit into the {free:,.0f} MB that other "
                "structures leave of {facility}.",
                wanted=wanted,
                free=free,
                facility=facility.called,
            )
        )


RULES = (
    Rule(
        "CF-007",
        "Directory reclaims invalidate local buffers",
        "Coupling facility",
        "threshold",
        "partial",
        "Cross-invalidations by reclaimed directory entries of each cache structure.",
        "Above 0.",
        "Each local buffer of all systems needs an entry: where one is taken away, the buffer "
        "counts as invalid though nobody changed its page, and it is read again.",
        "A structure larger by a quarter, as long as reclaims go on.",
        (_TOO_FEW, _CACHE_SIZE, PRACTICE),
        threshold="Any, after the sources; a quarter and at least 100 an interval are practice.",
        verify="RMF coupling facility activity: DIR REC XI'S of the next intervals.",
        back_out="The former policy and another rebuild.",
        risk=Risk("medium", "users of the structure wait while it is rebuilt."),
        prerequisites="CF storage, twice when duplexed.",
        projection="Invalidations end where the entries suffice; the reads behind them are not "
        "reported.",
        report=REPORT,
        on=("cf_structure",),
        check=_lost,
        exposure="degradation",
        syntax={
            "SIZE_MB": statements(
                "CFRM policy: STRUCTURE {cfrm}{duplexing}",
                "SETXCF START,POLICY,TYPE=CFRM,POLNAME=<policy>",
                "SETXCF START,REBUILD,STRNAME={name}",
            )
        },
        applying=SIZE,
    ),
)
