"""What would pay after the plan: nuclei more, where the plan leaves them as the bottleneck.

ADA-002 rests on what was measured, and before the plan reads or paging may hold the nuclei below
one CP. Afterwards they may be what binds; the model then says what more of them would bring. That
is no step of the plan: nothing has been measured yet under which the nuclei are the limit.
"""

from __future__ import annotations

from advisor.engagement import Constraints
from advisor.plan import goal as goals
from advisor.plan.constraints import unfeasible
from advisor.plan.naming import called
from advisor.rules.adabas_als import MOST_USEFUL_ALS
from advisor.rules.adabas_common import counts_above
from advisor.rules.projecting import Projected, Projector
from model.topology import Change, SetSetting, Topology, Value

RULE = "ADA-002"
WORTH_PCT = 1.0
WITHIN_PCT = 2.0
CACHES = ("CDATAMAXS", "CASSOMAXS")


def more_nuclei(
    projector: Projector,
    changes: tuple[Change, ...],
    outcome: Projected,
    constraints: Constraints,
) -> tuple[str, ...]:
    """One sentence for each ALS database whose nuclei bind after ``changes`` and could be more."""
    topology: Topology | None = getattr(projector, "topology", None)
    if (
        topology is None
        or not changes
        or constraints.dynamic_only
        or constraints.goal not in ("etr", "response")
        or RULE in constraints.excluded_rules
    ):
        return ()
    databases = {
        database.id
        for component in outcome.busy
        if component in topology and topology[component].kind == "adabas_nucleus"
        for database in topology.targets(component, "member")
    }
    return tuple(
        said
        for database in sorted(databases)
        if (said := _sentence(projector, topology, database, changes, outcome, constraints))
    )


def _sentence(
    projector: Projector,
    topology: Topology,
    database: str,
    changes: tuple[Change, ...],
    outcome: Projected,
    constraints: Constraints,
) -> str:
    planned = {
        c.setting: c.value for c in changes if isinstance(c, SetSetting) and c.component == database
    }

    def value(name: str) -> Value | None:
        return planned[name] if name in planned else topology[database].value(name)

    now = value("NUCLEI")
    if value("PRODUCT") != "ALS" or not isinstance(now, (int, float)) or now < 1:
        return ""
    counts = counts_above(int(now), MOST_USEFUL_ALS)
    if not counts:
        return ""
    others = tuple(
        c
        for c in changes
        if not (
            isinstance(c, SetSetting)
            and c.component == database
            and c.setting in ("NUCLEI", *CACHES)
        )
    )
    batch = []
    for count in counts:
        added: list[Change] = [SetSetting(database, "NUCLEI", count)]
        for name in CACHES:
            size = value(name)
            if isinstance(size, (int, float)) and size:
                added.append(SetSetting(database, name, int(size * now / count)))
        batch.append((*others, *added))
    base = goals.gain_pct(outcome, constraints.goal)
    gains: list[float] = []
    for answer in projector(batch):
        gain = goals.gain_pct(answer, constraints.goal)
        barred = answer.refused or unfeasible(answer, constraints) is not None
        more = goals.beyond_pct(gain, base, constraints.goal)
        gains.append(float("-inf") if barred else more)
    best = max(gains)
    if best < WORTH_PCT:
        return ""
    count, gain = next((c, g) for c, g in zip(counts, gains, strict=True) if g >= best - WITHIN_PCT)
    verb = "more" if constraints.goal in goals.GROWING else "less"
    return (
        f"{called(database)}: with {count} nuclei in place of {int(now)}, and today's cache "
        f"storage divided among them, the model projects {gain:.1f} % {verb} "
        f"{goals.TITLES[constraints.goal]} on top of this plan; carry the plan out, measure, and "
        f"let {RULE} decide then."
    )
