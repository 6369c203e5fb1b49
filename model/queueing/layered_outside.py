"""Layered networks with requests from outside as networks of customers who send them.

Chains of one server hold requests of finite sources. Arrivals from outside are therefore those of a
few customers who are answered and come again, at a rate that is given: as long as any of them is
away, one comes at that rate, whoever else is there, and what comes while none is away is made up
for. That is the server with a limited room, which of M/M/1 that is 30 % busy with room for four
loses less than a request in a hundred.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from .layered_amva import LayeredAnswer, LayeredArrays
from .network import Call, Entry, LayeredNetwork, Processor, Task

__all__ = ["Outside", "from_outside", "held_s", "in_small"]

Array = NDArray[np.float64]
_MANY = 512.0
"""Customers of a source without end, where nothing but averages is asked."""
_ROOM = 4.0, 9.0
"""Customers that are told apart, at least and at most."""
_ROOM_ALONE = 40.0
"""The same at most where nobody else comes: chains of one source stay small. With nine M/M/1 that
is 80 % busy was a quarter too fast."""
_TURNED_AWAY = 0.003
"""Part of the requests that may find no room, roughly."""


@dataclass(frozen=True)
class Outside:
    """Variants with their arrivals as reference tasks, which stand behind all others."""

    networks: list[LayeredNetwork]
    rates: Array  # (V, T) cycles per s of tasks that are such, 0 of all others
    opened: NDArray[np.intp]  # entries that are asked from outside

    def without(self, answer: LayeredAnswer) -> LayeredAnswer:
        """The answer of the networks as they were described."""
        count = len(self.opened)
        if not count:
            return answer
        entries, tasks = answer.entry_rate.shape[1] - count, answer.task_busy.shape[1] - count
        opened = np.zeros((len(answer.entry_rate), entries))
        opened[:, self.opened] = answer.phase_s[:, entries:, 0]
        return replace(
            answer, entry_rate=answer.entry_rate[:, :entries], open_s=opened,
            phase_s=answer.phase_s[:, :entries], cycle_rate=answer.cycle_rate[:, :tasks],
            cycle_s=answer.cycle_s[:, :tasks], task_busy=answer.task_busy[:, :tasks],
            cpu_busy=answer.cpu_busy[:, :-1],
        )  # fmt: skip


def from_outside(networks: Sequence[LayeredNetwork]) -> Outside:
    """Variants of one structure with arrivals as customers."""
    first = networks[0]
    opened = [e for e in range(len(first.entries))
              if any(n.entries[e].arrival_rate_per_s > 0 for n in networks)]  # fmt: skip
    rates = np.zeros((len(networks), len(first.tasks) + len(opened)))
    if not opened:
        return Outside(list(networks), rates, np.array(opened, dtype=np.intp))
    out = []
    for v, network in enumerate(networks):
        rates[v, len(first.tasks) :] = [network.entries[e].arrival_rate_per_s for e in opened]
        names = [f"{network.entries[e].name} {_NAME}" for e in opened]
        many = [_MANY if rate > 0 else 0.0 for rate in rates[v, len(first.tasks) :]]
        out.append(
            replace(
                network,
                processors=(*network.processors, Processor(_NAME, math.inf, "inf")),
                tasks=(
                    *network.tasks,
                    *(Task(n, _NAME, m, reference=True) for n, m in zip(names, many, strict=True)),
                ),
                entries=(
                    *(replace(e, arrival_rate_per_s=0.0) for e in network.entries),
                    *(
                        Entry(n, n, (0.0,), (Call(network.entries[e].name, 1.0),))
                        for n, e in zip(names, opened, strict=True)
                    ),
                ),
            )
        )
    return Outside(out, rates, np.array(opened, dtype=np.intp))


_NAME = "from outside"


def in_small(net: LayeredArrays) -> LayeredArrays:
    """The same with few customers for the many from outside: the more, the more they ask for."""
    if not net.given.any():
        return net
    place = {e: at for at, e in enumerate(net.order)}
    flow = net.given[:, net.entry_task]
    calls = np.flatnonzero(net.target >= 0).tolist()
    for a in sorted(calls, key=lambda a: place[int(net.caller[a])]):
        flow[:, net.target[a]] += flow[:, net.caller[a]] * net.count[:, a]
    member = net.entry_task[:, None] == np.arange(len(net.task_cpu))
    runs = net.task_cpu[net.entry_task][:, None] == np.arange(net.cpu_servers.shape[1])
    held = (flow * held_s(net)) @ (member & ~net.reference)
    use = np.concatenate([held, (flow * net.host_s.sum(axis=2)) @ runs], axis=1)
    servers = np.concatenate([net.threads, net.cpu_servers], axis=1)
    full = np.clip(use / np.where(servers > 0, servers, np.inf), 1e-9, 0.99)
    inside = np.where(np.isfinite(servers), use, 0.0)
    room = np.ceil(inside + math.log(_TURNED_AWAY) / np.log(full)).max(axis=1)
    least, most = _ROOM
    room = np.clip(room, least, _ROOM_ALONE if net.reference.sum() == 1 else most)[:, None]
    return replace(net, threads=np.where(net.given > 0, room, net.threads))


def held_s(net: LayeredArrays) -> Array:
    """(V, E) time of an invocation without any waiting."""
    held: Array = net.host_s.sum(axis=2)
    for e in reversed(net.order):
        own = (net.caller == e) & (net.target >= 0) & net.waits
        held[:, e] += (net.count[:, own] * held[:, net.target[own]]).sum(axis=1)
    return held
