"""What is asked of workloads that share a network, and how they stand as-is."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from dataclasses import dataclass, field
from functools import cached_property

from model.contract.evaluation import Conditions, ConstantDraws, Evaluation, FloatArray
from model.contract.protocol import SubsystemModel
from model.hardware.chains import Found
from model.hardware.flow import Capacity, Flow, Got
from model.projection.storage import MorePaging


@dataclass(frozen=True)
class Member:
    """One workload of a block: its model, and the hardware that it visits."""

    anchor: str
    model: SubsystemModel
    draws: ConstantDraws
    hosts: tuple[str, ...]
    reach: frozenset[str]
    """Whom it shares a network with: hardware, itself, and workloads that it calls."""
    called: frozenset[str] = frozenset()
    """Workloads that it calls as-is and in a scenario no more: who does their work is there."""
    as_published: bool = False
    """Nothing of it was measured: its figures are those of published tests."""

    @property
    def calls(self) -> frozenset[str]:
        """Workloads that it may call."""
        return self.reach - {self.anchor, *self.hosts}


@dataclass(frozen=True)
class Asked:
    """What is asked of a block in one case: conditions by anchor, capacities by component."""

    conditions: Mapping[str, Conditions]
    capacities: Mapping[str, Capacity]
    flows: Mapping[str, Flow | None] = field(default_factory=dict)
    overfull: frozenset[str] = frozenset()
    """Devices that the reports keep more than busy: their queues are not in the network."""
    paging: Mapping[str, tuple[str, MorePaging]] = field(default_factory=dict)
    """By partition its paging device, and what is waited for it beyond today."""


@dataclass(frozen=True)
class AsIs:
    """How a block stands as it is, under all draws."""

    members: tuple[Member, ...]
    asked: Asked
    found: Found = field(default_factory=Found)
    got: Mapping[str, Got] = field(default_factory=dict)
    evaluations: Mapping[str, Evaluation] = field(default_factory=dict)
    uses: Mapping[str, FloatArray] = field(default_factory=dict)
    shape: Hashable = None
    state: FloatArray | None = None

    def first_got(self, anchor: str, draws: int) -> Got | None:
        """What a workload gets, under the first draws alone."""
        got, key = self.got.get(anchor), (anchor, draws)
        if got is not None and key not in self._first:
            self._first[key] = got.first(draws)
        return None if got is None else self._first[key]

    @cached_property
    def _first(self) -> dict[tuple[str, int], Got]:
        return {}

    @cached_property
    def by_anchor(self) -> Mapping[str, Member]:
        """Its members."""
        return {member.anchor: member for member in self.members}
