"""What is asked of the installation as it is, and what of it each answer looks at.

A scenario changes a few components. Workloads that look at none of these, nor at loads that have
moved with them, are asked what they are asked today, and a block of such workloads stands as today:
nothing of it need be asked again. What is looked at is noted as in `remembered`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from model.contract.evaluation import ConditionError, Conditions, ConstantDraws, Evaluation
from model.contract.protocol import NotProjectable
from model.hardware.chains import Found
from model.hardware.storage import STORAGE
from model.projection.asked import AsIs, Asked, Member
from model.projection.baseline import AnchorBaseline, Baseline
from model.projection.coupling import asked_of, blocks_of, hosts_of, reach_of
from model.projection.remembered import EVERYTHING, Memory, Part, View, noted, noted_loads
from model.projection.storage import Held, storage_held
from model.projection.taken import Taken, outside, used_cps
from model.projection.unchanged import same_as_today, same_conditions
from model.subsystems.common.load import cps_of, site_of
from model.topology import Topology

Place = str | int
"""A workload by its anchor, or a block by its place."""


@dataclass(frozen=True)
class Touched:
    """What a scenario may move: workloads and blocks, and whether it may move paging."""

    places: frozenset[Place]
    pages: bool

    def block(self, place: int, members: Iterable[Member], shared: frozenset[str]) -> bool:
        """Whether it may move a block; shared: partitions that may get other CPs."""
        return place in self.places or any(
            one.anchor in self.places or not shared.isdisjoint(one.hosts) for one in members
        )


@dataclass(frozen=True)
class Standing:
    """The installation as it is asked today.

    conditions  by workload; without those that cannot be told, or are asked otherwise already.
    members     by workload that stands in a network.
    blocks      of these; none where not all can be told.
    as_is       of each block.
    held        of storage.
    """

    conditions: Mapping[str, Conditions]
    members: Mapping[str, Member]
    blocks: Sequence[tuple[Member, ...]]
    as_is: Sequence[AsIs]
    loads: Mapping[str, Mapping[str, float]]
    held: Sequence[Held]
    _always: frozenset[Place]
    _by_part: Mapping[Part, set[Place]] = field(repr=False)
    _by_load: Mapping[str, set[Place]] = field(repr=False)

    def touched(self, view: View, loads: Mapping[str, Mapping[str, float]]) -> Touched | None:
        """What such a topology and such loads may move; None where that may be anything."""
        if not view.is_alike:
            return None
        found = set(self._always)
        for part in view.moved:
            found |= self._by_part.get(part, set())
        moved: set[str] = set()
        for anchor, load in loads.items():
            was = self.loads[anchor]
            if load is not was:
                moved.update(
                    key for key in load.keys() | was.keys() if load.get(key) != was.get(key)
                )
        for key in (*moved, EVERYTHING) if moved else ():
            found |= self._by_load.get(key, set())
        pages = any(key.endswith(STORAGE) for key in moved)
        pages = pages or any(one.kind == "lpar" for one in view.changed.values())
        return Touched(frozenset(found), pages)

    def holds(self, members: Sequence[Member]) -> bool:
        """Whether these make the same blocks as today."""
        return (
            bool(self.blocks)
            and len(members) == len(self.members)
            and all(
                one is (was := self.members.get(one.anchor))
                or (was is not None and (one.hosts, one.reach) == (was.hosts, was.reach))
                for one in members
            )
        )


def standing_of(
    baseline: Baseline,
    usable: Sequence[AnchorBaseline],
    as_is: Mapping[str, Evaluation],
    draws: Mapping[str, ConstantDraws],
) -> Standing:
    """How the installation is asked; as_is and draws by workload, as many as are projected with."""
    topology = baseline.topology
    loads = {item.anchor: item.load for item in baseline.anchors}
    others = Taken(topology, loads, baseline.other_work)
    conditions: dict[str, Conditions] = {}
    members: dict[str, Member] = {}
    every: dict[str, Conditions] = {}
    by_part: dict[Part, set[Place]] = {}
    by_load: dict[str, set[Place]] = {}
    always: set[Place] = set()
    untold = False

    def looks(place: Place, parts: Iterable[Part], names: Iterable[str]) -> None:
        for part in parts:
            by_part.setdefault(part, set()).add(place)
        for name in names:
            by_load.setdefault(name, set()).add(place)

    for item in usable:
        anchor, model = item.anchor, item.model
        parts: set[Part] = {anchor, (anchor, EVERYTHING)}
        names: set[str] = set()
        seen = noted(topology, parts)
        try:
            hosts = hosts_of(model, seen, anchor)
            reach = reach_of(model, seen, anchor, hosts)
            taken = others.without(anchor, partitions=not hosts)
            asked = told(item, seen, noted_loads(taken, names))
            load = model.load(seen, anchor, as_is[anchor], 0)
        except (NotProjectable, ConditionError):
            always.add(anchor)
            untold = True
            continue
        looks(anchor, parts, names)
        every[anchor] = asked
        if hosts:
            published = item.as_published
            members[anchor] = Member(
                anchor, model, draws[anchor], hosts, reach, as_published=published
            )
        if load == item.load and same_conditions(asked, asked_today(baseline, item)):
            conditions[anchor] = asked
        else:
            always.add(anchor)
    blocks = [] if untold else blocks_of(list(members.values()))
    today = [today_of(baseline, block) for block in blocks]
    used = used_cps(topology, loads, baseline.other_work, baseline.left_out_cps)
    for place, block in enumerate(blocks):
        parts, names = set(), set()
        view = View(topology, topology, Memory())
        view.topology = noted(topology, parts)
        outer = noted_loads(outside(block, loads, baseline.other_work), names)
        cps, was = noted_loads(used, names), today[place]
        if same_as_today(block, asked_of(block, view, every, outer, cps, was.asked.overfull), was):
            looks(place, parts, names)
        else:
            always.add(place)
    held = tuple(storage_held(topology, loads))
    return Standing(
        conditions, members, blocks, today, loads, held, frozenset(always), by_part, by_load
    )


def told(item: AnchorBaseline, topology: Topology, loads: Mapping[str, float]) -> Conditions:
    """A workload's conditions, its rate counted in units of today where its model tells how."""
    found = item.model.conditions(topology, item.anchor, loads)
    here = site_of(found).cps
    if item.conditions is not None and here not in {"", item.anchor, site_of(item.conditions).cps}:
        # Where nobody says how many CPs there are, it would wait for none.
        cps_of(topology, topology[here])
    model, today = item.model, item.conditions
    if today is None:
        return found
    needs, compared = (getattr(model, name, None) for name in ("needs", "compared"))
    if needs is not None:
        needs(topology, item.anchor, today)
    return found if compared is None else compared(found, today)


def asked_today(baseline: Baseline, item: AnchorBaseline) -> Conditions | None:
    """What a workload is asked today."""
    block = baseline.block_of(item.anchor)
    return item.conditions if block is None else block.asked.conditions[item.anchor]


def today_of(baseline: Baseline, members: Sequence[Member]) -> AsIs:
    """How the workloads of a block stand today, be it in one block or in several."""
    blocks = [baseline.block_of(member.anchor) for member in members]
    known = {id(block): block for block in blocks if block is not None}
    if len(known) == 1:
        return next(iter(known.values()))
    found = list(known.values())
    together = Found()
    for block in found:
        together = together.merged(block.found)
    return AsIs(
        tuple(member for block in found for member in block.members),
        Asked(
            {name: one for block in found for name, one in block.asked.conditions.items()},
            {name: one for block in found for name, one in block.asked.capacities.items()},
            {name: one for block in found for name, one in block.asked.flows.items()},
            frozenset().union(*(block.asked.overfull for block in found)),
        ),
        together,
        {name: one for block in found for name, one in block.got.items()},
        {name: one for block in found for name, one in block.evaluations.items()},
    )
