"""What traces and hooks cost: so much CPU for every call of a transaction.

How many calls a transaction makes is in its region's statistics. Where it is not, calls are taken
to come as densely in CPU time as in a published workload; the machine then cancels, because a call
and its hook are slow on the same one. The density differs by a factor of three either way.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

import numpy as np

from model.contract.evaluation import Conditions, FloatArray
from model.subsystems.cics.conditions import partition_cpu_s_per_s
from model.subsystems.mro import shipped

_MOST_SHARE: Final = 0.9
"""Calls and their hooks can have cost at most this share of a transaction's CPU."""
_DENSEST: Final = 10.0
_QUEUES: Final = ("ts_buffer_reads", "ts_buffer_writes")


@dataclass(frozen=True, eq=False)
class Calls:
    """Calls of a region in the CPU time that it used.

    each_us   CPU of the region for one call (µs), draws of it where calls are not counted.
    speed     of a CP against zEC12, draws of it where it is not stated.
    counted   whether calls are in a report; ``partly`` where only some kinds are.
    """

    each_us: FloatArray
    speed: FloatArray
    counted: bool
    partly: bool = False

    def share(self, cost_us: FloatArray) -> FloatArray:
        """CPU that a cost of so much a call (µs at the speed of a zEC12 CP) adds, of today's."""
        found: FloatArray = cost_us / self.speed / self.each_us
        return found

    def density(self, usual_us: FloatArray) -> FloatArray:
        """How much more densely calls come than one for every ``usual_us`` of zEC12 CPU."""
        ratio = usual_us / self.speed / self.each_us
        found: FloatArray = np.clip(ratio, 1.0 / _DENSEST, _DENSEST)
        return found


def calls_of(was: Conditions, constants: Mapping[str, FloatArray]) -> Calls:
    """The calls of the as-is; see the module."""
    speed = was.get("cp_speed")
    usual_us = constants["call_cpu_us"]
    cpu = partition_cpu_s_per_s(was["figures"], was["duration_s"])
    per_s, partly = _per_s(was)
    if not per_s or not cpu or (partly and not speed):
        # The machine cancels: what matters is the hook's cost against the call's own.
        one = np.ones_like(usual_us)
        return Calls(usual_us, one, False, partly)
    drawn = np.full_like(usual_us, speed) if speed else constants["unstated_speed"]
    each_us = np.full_like(usual_us, cpu / per_s * 1e6)
    if partly:
        # Where only some kinds are counted, there are at least as many calls as is usual.
        each_us = np.minimum(each_us, usual_us / drawn)
    return Calls(each_us, drawn, True, partly)


def _per_s(was: Conditions) -> tuple[float, bool]:
    """Calls per second, and whether some kinds of calls are not among them."""
    duration_s = was["duration_s"]
    if not duration_s:
        return 0.0, True
    figures: Mapping[str, float] = was["figures"]
    if "exec_calls" in figures:
        return figures["exec_calls"] / duration_s, False
    files: Mapping[str, Any] = was["files"]
    known = sum(float(file["requests"]) for file in files.values())
    known += sum(shipped(part) for part in was["connections"].values())
    known += sum(figures.get(name, 0.0) for name in _QUEUES)
    return known / duration_s, True


def hooked(share: FloatArray, on: int, present: bool) -> FloatArray:
    """Factor on CPU when what adds ``share`` goes on (+1) or off (-1).

    ``present``: whether the CPU that shares are of contains it already.
    """
    if on > 0:
        return 1.0 + share
    if present:
        found: FloatArray = 1.0 - np.minimum(share, _MOST_SHARE)
        return found
    return 1.0 / (1.0 + share)
