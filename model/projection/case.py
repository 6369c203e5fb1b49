"""One scenario on its way from changes to figures: what it asks, and what was answered."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from model.contract.evaluation import Evaluation, FloatArray
from model.hardware.flow import OnZiips
from model.hardware.ziip import ZiipWork
from model.projection.asked import Asked
from model.projection.begun import State
from model.projection.remembered import View
from model.projection.sharing import Shared
from model.topology import Scenario, Topology


@dataclass(frozen=True)
class Earlier:
    """What was asked of a block in the pass before, and how its network stood then."""

    asked: Asked
    hosts: tuple[tuple[str, ...], ...]
    state: State


@dataclass
class Case:
    """One scenario on its way through the passes.

    answers     by workload its evaluation and the case's row there.
    refusals    by workload the sentence why it is not projected.
    idle        those of them that do nothing, so that who waits for them does nothing either.
    loads       by workload what it takes of shared hardware.
    partitions  by component its use under all draws, and the servers that it has.
    asked       by component servers that its work asks for.
    used        by partition CPs that it was taken to use in the last pass (see `sharing`).
    machines    by machine how its CPs are shared out in the next pass.
    others      by partition CPs that work gets which no model explains, and those that it asks for.
    ziips       by partition what is asked of its zIIPs.
    on_ziips    by partition, by workload what of its work is on zIIPs.
    settled     whether what is taken of shared hardware stood still in the last pass.
    networked   whether a workload stands in a network.
    earlier     by the workloads of a block, how it was solved in the pass before.
    """

    scenario: Scenario
    topology: Topology | None
    view: View | None = None
    issues: tuple[str, ...] = ()
    loads: dict[str, Mapping[str, float]] = field(default_factory=dict)
    answers: dict[str, tuple[Evaluation, int]] = field(default_factory=dict)
    refusals: dict[str, str] = field(default_factory=dict)
    idle: set[str] = field(default_factory=set)
    partitions: dict[str, tuple[FloatArray, float]] = field(default_factory=dict)
    asked: dict[str, float] = field(default_factory=dict)
    used: dict[str, float] = field(default_factory=dict)
    machines: dict[str, Shared] = field(default_factory=dict)
    others: dict[str, FloatArray] = field(default_factory=dict)
    ziips: dict[str, ZiipWork] = field(default_factory=dict)
    on_ziips: dict[str, Mapping[str, OnZiips]] = field(default_factory=dict)
    settled: bool = True
    networked: dict[str, bool] = field(default_factory=dict)
    earlier: dict[tuple[str, ...], Earlier] = field(default_factory=dict)

    def refuse(self, anchor: str, sentence: str, is_idle: bool = False) -> None:
        """A workload is not projected."""
        self.answers.pop(anchor, None)
        self.refusals[anchor] = sentence
        if is_idle:
            self.idle.add(anchor)

    @property
    def stopped(self) -> frozenset[str]:
        """Workloads that do nothing in it."""
        return frozenset(self.idle & self.refusals.keys())

    def forget(self, anchor: str) -> None:
        """A workload is not there any more."""
        self.answers.pop(anchor, None)
        self.refusals.pop(anchor, None)
        self.loads[anchor] = {}
