"""Record-level sharing: local buffer pools of SMSVSAM that are too small for what is read."""

from __future__ import annotations

from advisor.findings import ChangeText, Effect, Risk
from advisor.rules.base import ZOS, Advice, DoesNotApply, HeldBack, Rule
from advisor.rules.catalogue.cics.regions import spare_gb
from advisor.rules.commands import statements
from advisor.rules.effects import arithmetic, manual
from advisor.rules.procedure import NONE_STATED, Procedure, Role
from advisor.rules.references import PRACTICE
from advisor.rules.subject import CannotTell, Subject
from model.language import Sentence, joined, say
from model.subsystems.smsvsam import ABOVE, BELOW, MOST_BELOW_MB
from model.topology import SetSetting

REPORT = "SMF 42 subtype 19"
LEAST_HIT = 0.80
LEAST_CALLS = 10_000.0
_POOLS = (("below", BELOW), ("above", ABOVE))
_IBM = "http://www.ibm.com/support/knowledgecenter/SSLTBW_2.2.0/com.ibm.zos.v2r2"
_SIZE = f"{_IBM}.idas200/s2181.htm"
_BAR = (
    "https://www.ibm.com/support/knowledgecenter/SSLTBW_2.2.0/com.ibm.zos.v2r2.idad400/dgt3d413.htm"
)
_MEMBER = "https://ibm.com/support/knowledgecenter/en/SSLTBW_2.1.0/com.ibm.zos.v2r1.ieae200/ieae200386.htm"
POOLS = Procedure(
    command="",
    back_out="",
    permanent="SETSMS: VSAM RLS remembers it and does not take IGDSMSxx at the IPL by itself.",
    effort="dynamic",
    detail="Above the bar the data class must allow it.",
    roles=(Role.STORAGE, Role.ZOS),
    level=NONE_STATED,
    sources=(_SIZE, _MEMBER, _BAR),
)
_MOVED = (
    "Data class: RLS Above the 2-GB Bar = Y for the busiest data sets, and a pool there: "
    "RLSABOVETHEBARMAXPOOLSIZE"
)


def _pools(subject: Subject) -> Advice | str:
    asked = subject.by_part("bmf_calls")
    hits = subject.by_part("bmf_hits")
    if not asked or not hits:
        raise CannotTell(subject.say("hits in the local buffers of {name}"), REPORT)
    busy = [(p, s) for p, s in _POOLS if asked.get(p, 0.0) >= LEAST_CALLS and p in hits]
    if not busy:
        raise DoesNotApply(subject.say("{name}: its buffers were called less than 10,000 times."))
    changes: list[SetSetting] = []
    grown = 0.0
    texts: list[ChangeText] = []
    effects: list[Effect] = []
    why: list[Sentence] = []
    fine: list[Sentence] = []
    for pool, setting in busy:
        hit, over = hits[pool] / asked[pool], _over(subject, pool)
        if hit >= LEAST_HIT and not over:
            fine.append(
                say(
                    "{hit:.1%} of the calls found a local buffer in the pool of {pool} (below "
                    "80 % is little)",
                    hit=hit,
                    pool=setting,
                )
            )
            continue
        if over == 0.0:
            fine.append(
                say(
                    "{hit:.1%} of the calls found a local buffer in the pool of {pool}, which "
                    "never filled: a larger one would find no more",
                    hit=hit,
                    pool=setting,
                )
            )
            continue
        now = subject.number(setting)
        if now is None:
            raise subject.lacking(setting, "IGDSMSxx")
        wanted = 2 * now
        if pool == "below" and now >= MOST_BELOW_MB:
            texts.append(manual(subject.id, setting, _MOVED))
        else:
            wanted = min(wanted, MOST_BELOW_MB) if pool == "below" else wanted
            changes.append(subject.set(setting, int(wanted)))
            grown += wanted - now
        misses = asked[pool] - hits[pool]
        # A miss becomes rarer as the pool grows; none is promised where it cannot grow.
        effects.append(
            arithmetic(
                "bmf_misses",
                misses,
                misses / (wanted / now) ** 0.5,
                "misses fall with the square root of the pool",
                low=misses * now / wanted,
                high=misses,
            )
        )
        why.append(
            subject.say(
                "{name}: {hit:.1%} of {calls:,.0f} calls found a local buffer in the pool of "
                "{pool}.",
                hit=hit,
                calls=asked[pool],
                pool=setting,
            )
            if not over
            else subject.say(
                "{name}: {hit:.1%} of {calls:,.0f} calls found a local buffer in the pool of "
                "{pool}, which was over its goal in {over:.1%} of the ageing intervals.",
                hit=hit,
                calls=asked[pool],
                pool=setting,
                over=over,
            )
        )
    if not why:
        return subject.say(
            "{name}: {found} (below 80 % is little where a pool is full).", found=joined(fine, "; ")
        )
    spare = spare_gb(subject) if grown else 0.0
    if grown > spare * 1024:
        raise HeldBack(
            subject.say(
                "{name}: its buffers miss, and its system has {spare:.1f} GB free, which a larger "
                "pool would have paged.",
                spare=spare,
            )
        )
    return Advice(
        joined(why, " "),
        (tuple(changes),) if changes else (),
        texts=tuple(texts),
        effects=tuple(effects),
    )


def _over(subject: Subject, pool: str) -> float | None:
    """Share of the ageing intervals in which a pool was over its goal; ``None`` if not counted."""
    intervals = subject.by_part("lru_intervals").get(pool)
    counts = [
        subject.by_part(name).get(pool)
        for name in ("lru_intervals_accelerated", "lru_intervals_panic")
    ]
    known = [count for count in counts if count is not None]
    return min(1.0, sum(known) / intervals) if intervals and known else None


RULES = (
    Rule(
        "VS-103",
        "Local buffers of record-level sharing",
        "VSAM",
        "threshold",
        "partial",
        "Hits of the buffer manager, and intervals in which a pool was over its goal.",
        "Below 80 % of at least 10,000 calls, or over the goal; a pool that never filled is not "
        "enlarged.",
        "What no local buffer holds is read from the coupling facility or from disk; a pool over "
        "its goal gives up buffers that are still wanted.",
        "Twice the pool where real storage is free; below the bar up to 1,500 MB, then above it. "
        "For the first: half as much again as the LSR pools that it replaced.",
        (_SIZE, _BAR, PRACTICE),
        threshold="80 %, 10,000 and twice are practice; half as much again after the source.",
        verify="SMF 42-19: hits and intervals over the goal; page-ins of the system.",
        back_out="The former size.",
        risk=Risk("low", "too large a pool is paged."),
        prerequisites="Real storage.",
        projection="Misses by the square root of the pool; what each takes is not reported.",
        report=REPORT,
        on=("smsvsam",),
        platforms=ZOS,
        check=_pools,
        exposure="degradation",
        syntax={
            BELOW: statements(
                "SETSMS RLS_MAX_POOL_SIZE({value})", "IGDSMSxx: RLS_MAX_POOL_SIZE({value})"
            ),
            ABOVE: statements(
                "SETSMS RLSABOVETHEBARMAXPOOLSIZE({name},{value})",
                "IGDSMSxx: RLSABOVETHEBARMAXPOOLSIZE({name},{value})",
            ),
        },
        applying=POOLS,
    ),
)
