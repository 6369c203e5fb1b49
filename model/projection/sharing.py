"""How the CPs of a machine are shared out among its partitions, from pass to pass.

Each partition is solved on the CPs that it gets by what the others use. Where the machine does not
do all that is asked of it, each gets what its weight says, of so many CPs for each unit of weight
that all use what there is: those who need less leave it to those who would use more, and so do
those whose tasks are not ready all the time. How use follows the CPs that a partition gets is taken
from one pass to the next; what all of them use is one number that rises with one other, which is
sought until it is the machine's CPs.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace

from model.catalogue import named
from model.hardware.flow import FloatArray
from model.hardware.halving import halved
from model.hardware.processors import (
    fair_cps,
    guaranteed_cps,
    machine_of,
    partition_cps,
    shared_cps,
    sharing,
    without_cps,
)
from model.language import listed, say
from model.topology import Component, Topology

LOAD_TOLERANCE = 2e-3
_ALL_OF_THEM = 0.997
"""Use of a partition's CPs from which it would use more, as its weight allows."""
_NEAR = 2e-4
"""How far all CPs of a full machine may be from those in use; and CPs that a partition was solved
with from those that it would get then, where the machine is nearly full."""
_ROOMY = 0.9
"""Use of a machine up to which `LOAD_TOLERANCE` will do for that."""
_FOLLOWS = 8.0
"""Power of the use of CPs that is how much use follows them, until that is known."""
_APART = 1e-3
"""Of CPs in two passes, from which it is known."""
_LEAST_PACE = 0.1
_MOST_OVER = 1e-3
"""Of a machine's CPs, by which more may be in use without a sentence."""

Partitions = Mapping[str, tuple[FloatArray, float]]


@dataclass(frozen=True)
class Shared:
    """How a machine's CPs are shared out next.

    uses: by partition CPs that it is taken to use, where the machine is not full.  level: CPs for
    each unit of weight, where it is: it does not do all that is asked of it.  more: partitions that
    would then use more than they get.  relieved: whether it was once taken to be full and turned
    out not to be.  settled: whether the partitions were solved
    with what they get.  over_cps: by how much more is in use than there is.
    beside: by partition of which nothing is solved CPs that it gets.
    had, busy: by partition CPs that it was solved with, and those in use.  follows: how much its
    use follows them, 0 to 1.  pace: share of the way that uses go.  change: how far they were off.
    """

    uses: Mapping[str, float] = field(default_factory=dict)
    level: float | None = None
    more: frozenset[str] = frozenset()
    relieved: bool = False
    settled: bool = True
    over_cps: float = 0.0
    beside: Mapping[str, float] = field(default_factory=dict)
    had: Mapping[str, float] = field(default_factory=dict)
    busy: Mapping[str, float] = field(default_factory=dict)
    follows: Mapping[str, float] = field(default_factory=dict)
    pace: float = 1.0
    change: float = 0.0


def as_found(used: dict[str, float], machines: Mapping[str, Shared]) -> None:
    """Put in what was found in the pass before, with work of others, at the speed that they have
    there: what partitions use, or how a full machine is shared out."""
    for cpc, one in machines.items():
        used.update((name, uses) for name, uses in one.uses.items() if name in used)
        if one.level is not None:
            used[cpc] = one.level
            used.update((name, math.inf) for name in one.more if name in used)


def sharing_anew(topology: Topology, machines: Mapping[str, Shared]) -> frozenset[str]:
    """Partitions of machines that were shared out in the pass before: what these get is in no
    load."""
    shared = {cpc for cpc, one in machines.items() if one.had}
    return frozenset(
        one.id
        for one in (topology.of_kind("lpar") if shared else ())
        if topology.ancestor_id(one.id, "cpc") in shared
    )


def shared_out(
    topology: Topology,
    partitions: Partitions,
    asked: Mapping[str, float],
    used: Mapping[str, float],
    earlier: Mapping[str, Shared],
) -> dict[str, Shared]:
    """How machines are shared out after a pass: see the module.

    partitions: by component its use under all draws, and its servers.  asked: servers that its work
    asks for.  used: CPs that partitions were taken to use in this pass.
    """
    found = {}
    for cpc in topology.of_kind("cpc"):
        names = {one.id for one in sharing(topology, cpc)}
        solved = names & used.keys() & partitions.keys()
        if not solved or not cpc.number("CPS"):
            continue
        was = earlier.get(cpc.id, Shared())
        if solved == names and not solved & asked.keys():
            found[cpc.id] = replace(was, settled=True)  # as today: nothing of it was asked anew
            continue
        found[cpc.id] = _Machine(topology, cpc, partitions, used).next(asked, was)
    return found


def none_left(topology: Topology, today: Topology) -> dict[str, str]:
    """By partition a sentence where a scenario leaves it no CPs of its machine."""
    found: dict[str, str] = {}
    for name in without_cps(topology) - without_cps(today):
        cpc = topology.ancestor(name, "cpc")
        assert cpc is not None
        others = [
            one for one in topology.children(cpc.id, "lpar") if one.value("DEDICATED") is True
        ]
        found[name] = say(
            "{lpar}: no CPs are left to it, as all {cps:,g} of {cpc} are dedicated to {others}: "
            "its work is not done; give {others} fewer, or {cpc} more",
            lpar=named(topology[name]),
            cps=cpc.number("CPS") or 0.0,
            cpc=named(cpc),
            others=listed([named(one) for one in others]),
        )
    return found


def overfull(topology: Topology, machines: Mapping[str, Shared]) -> dict[str, str]:
    """By partition a sentence where more CPs of its machine are in use than there are."""
    found: dict[str, str] = {}
    for cpc, one in machines.items():
        there = shared_cps(topology, topology[cpc])
        if one.settled or one.over_cps <= _MOST_OVER * there:
            continue
        said = say(
            "{cpc}: the work of its partitions was not brought down to the {there:,.4g} CPs that "
            "they share: together they use {used:,.4g} here, which is more than can be",
            cpc=named(topology[cpc]),
            there=there,
            used=there + one.over_cps,
        )
        found.update((name, said) for name in one.busy)
    return found


class _Machine:
    """A machine after a pass: what its partitions had, and what they used of it."""

    def __init__(
        self,
        topology: Topology,
        cpc: Component,
        partitions: Partitions,
        used: Mapping[str, float],
    ) -> None:
        self._topology, self._cpc, self._used = topology, cpc, used
        self._machine = machine_of(topology, cpc)
        self._limits, self._cps = self._machine.most, self._machine.cps
        self._weights = self._machine.weights
        every = list(self._weights.values())
        self._least = {
            name: min(guaranteed_cps(weight, every, self._cps) if weight else math.inf, most)
            for (name, most), weight in zip(self._limits.items(), every, strict=True)
        }
        self._busy = {
            name: float(partitions[name][0][0]) * partitions[name][1]
            for name in self._limits
            if name in used and name in partitions
        }
        self._had = {name: self._gets(name, used) for name in self._busy}
        self._more = frozenset(
            name for name, busy in self._busy.items() if busy >= _ALL_OF_THEM * self._had[name]
        )
        # What is not known of a partition is taken to need what its weight says, if one is stated.
        self._beside = {
            name: used.get(name, self._least[name] if topology[name].number("WEIGHT") else 0.0)
            for name in self._limits.keys() - self._busy.keys()
        }
        self._fair = {
            name: self._fair_beside(name)
            for name in self._busy.keys() - self._more
            if self._more and self._weights[name]
        }

    def _fair_beside(self, name: str) -> float:
        """CPs of a partition that wants all that it can get while others use what they do."""
        uses = {**self._beside, **self._busy, **dict.fromkeys(self._more, math.inf)}
        others = [
            (weight, min(uses.get(one, 0.0), self._limits[one]))
            for one, weight in self._weights.items()
            if one != name
        ]
        return fair_cps(self._weights[name], others, self._cps)

    def _gets(self, name: str, used: Mapping[str, float]) -> float:
        lpar = self._topology[name]
        return partition_cps(self._topology, lpar, used, self._machine) or math.inf

    def _at(self, name: str, level: float) -> float:
        """CPs of a partition at so many for each unit of weight.

        Who would not use all of them shares what it is short of now and then with those who do.
        """
        given = min(level * self._weights[name], self._fair.get(name, math.inf))
        return min(self._limits[name], max(self._least[name], given))

    def _level(self, use: Callable[[str, float], float]) -> float | None:
        """CPs for each unit of weight at which all in use are those of the machine; None where
        there are always fewer. use: of a partition, by the CPs that it gets."""

        def fits(level: float) -> bool:
            each = (use(name, self._at(name, level)) for name in self._busy)
            beside = (min(uses, self._at(name, level)) for name, uses in self._beside.items())
            return sum(each) + sum(beside) <= self._cps

        most = max(self._limits[n] / w for n, w in self._weights.items() if w > 0.0)
        return None if fits(most) else halved(fits, 0.0, most)[0]

    def next(self, asked: Mapping[str, float], was: Shared) -> Shared:
        """How it is shared out in the next pass."""
        beside = self._gets_beside()
        now = sum(self._busy.values()) + sum(beside.values())
        follows = {name: self._follows(name, was) for name in self._busy}

        def follow(name: str, cps: float) -> float:
            return float(self._busy[name] * (cps / self._had[name]) ** follows[name])

        found = replace(
            was,
            over_cps=now - self._cps,
            beside=beside,
            had=self._had,
            busy=self._busy,
            follows=follows,
        )
        if not self._busy.keys() & asked.keys():
            return replace(found, settled=True)  # as today, whatever the reports add up to
        if self._cpc.id in self._used:
            level = self._level(follow)
            if level is None or (not self._more and now <= (1.0 + _NEAR) * self._cps):
                # What is asked for is the machine at the most: who waits is for its weights to say.
                found = replace(found, level=None, more=frozenset(), relieved=True)
                return self._roomy(found, now, 1.0)
            near = abs(now - self._cps) <= _NEAR * self._cps
            return replace(found, level=level, more=self._more, settled=near)
        wanted = {name: self._wanted(name, asked, was.relieved) for name in self._busy}
        level = self._level(lambda name, cps: min(wanted[name], cps))
        if level is not None:
            if sum(self._used[name] for name in self._busy) >= self._cps:
                # They were solved as on a full machine.
                level = self._level(follow) or level
            more = frozenset(n for n, one in wanted.items() if one >= self._at(n, level))
            return replace(found, uses={}, level=level, more=more, settled=False)
        change = sum(self._busy.values()) - sum(self._used[name] for name in self._busy)
        pace = min(1.2 * was.pace, 1.0)
        if change * was.change < 0.0:
            pace = max(0.5 * was.pace, _LEAST_PACE)
        return self._roomy(replace(found, change=change), now, pace)

    def _roomy(self, found: Shared, now: float, pace: float) -> Shared:
        """The same where all that is asked of the machine is done."""
        uses = {name: self._uses(name) for name in self._busy}
        if pace != 1.0:
            before = self._used
            uses = {name: before[name] + pace * (use - before[name]) for name, use in uses.items()}
        then = {**self._used, **uses}
        then.pop(self._cpc.id, None)
        near = pace * (_NEAR if now > _ROOMY * self._cps else LOAD_TOLERANCE)
        settled = all(
            abs(self._gets(name, then) - had) <= near * had for name, had in self._had.items()
        )
        return replace(found, uses=uses, pace=pace, settled=settled)

    def _wanted(self, name: str, asked: Mapping[str, float], relieved: bool) -> float:
        """CPs that a partition would use if it got them; relieved: see `Shared`."""
        busy, asks = self._busy[name], asked.get(name, 0.0)
        if name in self._more:
            # Work that comes whatever becomes of it says how much it is.
            return min(asks if relieved and asks > busy else math.inf, self._limits[name])
        return min(busy if relieved else max(busy, asks), self._limits[name])

    def _uses(self, name: str) -> float:
        """CPs that a partition uses; as before where it is no other than was known."""
        now, used = self._busy[name], self._used[name]
        near = math.isfinite(used) and abs(now - used) <= LOAD_TOLERANCE * max(1.0, used)
        return used if near else now

    def _gets_beside(self) -> dict[str, float]:
        """CPs in use by partitions of which nothing else is known."""
        level = self._used.get(self._cpc.id, math.inf)
        return {name: min(uses, self._at(name, level)) for name, uses in self._beside.items()}

    def _follows(self, name: str, was: Shared) -> float:
        """How much use follows the CPs that a partition gets: 0 to 1."""
        had, busy = was.had.get(name, 0.0), was.busy.get(name, 0.0)
        now_had, now_busy = self._had[name], self._busy[name]
        if had > 0.0 and busy > 0.0 and now_busy > 0.0 and abs(now_had / had - 1.0) > _APART:
            return min(max(math.log(now_busy / busy) / math.log(now_had / had), 0.0), 1.0)
        return was.follows.get(name, min(now_busy / now_had, 1.0) ** _FOLLOWS)


def differing(old: Mapping[str, float], new: Mapping[str, float]) -> set[str]:
    """Hardware of which two loads take amounts further apart than is known of them."""
    return {
        key
        for key in {*old, *new}
        if abs(new.get(key, 0.0) - old.get(key, 0.0))
        > LOAD_TOLERANCE * max(1.0, abs(old.get(key, 0.0)))
    }
