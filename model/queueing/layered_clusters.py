"""Tasks that share a processor and call each other only: it rests when nobody is there.

Who waits for a thread of such a task waits for somebody who runs on that processor or waits there
himself. As long as anybody is inside, the processor therefore works, whatever limits the threads:
towards the rest of the network it is a single server of the whole work of a visit. Of several
processors as many work as customers are inside, if no task that is waited for has fewer threads: of
those that hold one, each works or waits for such a task in turn. Servers solved one by one miss
that, as who waits for a thread does not seem to be at the processor: it rested a tenth of the time
where it never does, and the throughput was up to 42 % too low; with two processors 20 %.

How busy servers are that finite sources share follows from product form (F. Baskett,
K. M. Chandy, R. R. Muntz and F. G. Palacios, JACM 22(2), 1975); order of service matters little
for that. All waits inside are stretched by one factor with which the processor is as busy.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterator
from copy import copy
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from .layered_amva import LayeredArrays, Structure

__all__ = ["Clusters"]

Array = NDArray[np.float64]

_MOST_PLACES = 2_000
"""Numbers of customers of all sources inside that are told apart."""
_STEPS = 12
_LEAST, _MOST = 0.05, 2.0
"""Of the factor on waits."""
_FULL = 0.999  # of what a processor can do


@dataclass(frozen=True)
class _Cluster:
    """A processor, of one server or several, and its tasks: arcs a of A, reference tasks r of R."""

    waits: Array  # (V, R, A) waits inside per cycle
    inner: Array  # (V, R, A) the same of those who hold a thread inside
    awaited_s: Array  # (V, R) host time there per cycle that the customer waits for
    later_s: Array  # (V, R) that of second phases, which go on when he has his answer
    members: Array  # (R,)
    servers: float
    inside: NDArray[np.bool_]  # (A,) waits of those who hold a thread inside
    present: Array  # (K, R) customers inside by source, all that can be
    weight: Array  # (K,) logarithm of the ways in which they can be


class Clusters:
    """All processors of which that is so, and where servers by themselves do not know it."""

    def __init__(self, model: Structure, known: Collection[int]) -> None:
        """``known``: tasks that are solved with their processor already."""
        self.all = list(_clusters(model, known))

    def take(self, rows: NDArray[np.intp]) -> Clusters:
        """The same for some variants, perhaps repeated."""
        part = copy(self)
        part.all = [
            replace(
                c, waits=c.waits[rows], inner=c.inner[rows], awaited_s=c.awaited_s[rows],
                later_s=c.later_s[rows],
            )
            for c in self.all
        ]  # fmt: skip
        return part

    def stretch(self, wait: Array, cycle_rate: Array, fresh: Array) -> None:
        """New waits ``fresh`` (V, A) so that processors are as busy as they must be.

        wait: (V, A) present ones, with which times outside follow from ``cycle_rate`` (V, R).
        """
        for c in self.all:
            period = c.members / np.where(cycle_rate > 0, cycle_rate, 1.0)
            outside = period - c.awaited_s - (c.waits @ wait[:, :, None])[:, :, 0]
            outside = np.maximum(outside, np.maximum(1e-9 * period, 1e-300))
            alone = np.minimum((cycle_rate * c.later_s).sum(axis=1) / c.servers, _FULL)
            busy = alone * c.servers + (1.0 - alone) * _busy(c, outside, 1.0 - alone)
            inner = (c.inner @ fresh[:, :, None])[:, :, 0]
            before = (c.waits @ fresh[:, :, None])[:, :, 0] - inner + outside
            fresh[:, c.inside] *= _factor(c, before, inner, busy)[:, None]


def _busy(c: _Cluster, outside: Array, left: Array) -> Array:
    """(V,) how many servers are busy that sources share which are away for ``outside`` (V, R).

    left: (V,) share of their time that they have for them.
    """
    work = np.log(np.maximum(c.awaited_s / left[:, None], 1e-300))
    terms = c.weight + work @ c.present.T + np.log(outside) @ (c.members - c.present).T
    terms -= terms.max(axis=1, keepdims=True)
    shares = np.exp(terms)
    working = np.minimum(c.present.sum(axis=1), c.servers)
    result: Array = shares @ working / shares.sum(axis=1)
    return result


def _factor(c: _Cluster, outside: Array, waits: Array, busy: Array) -> Array:
    """(V,) x with sum_r members_r work_r / (outside_r + awaited_r + x waits_r) = busy.

    The sum falls and is convex in x, so that Newton's steps from below never pass the root.
    """
    work = c.members * (c.awaited_s + c.later_s)
    x = np.full(len(busy), _LEAST)
    for _ in range(_STEPS):
        each = outside + c.awaited_s + x[:, None] * waits
        share = work / each
        slope = (share * waits / each).sum(axis=1)
        step = (share.sum(axis=1) - busy) / np.where(slope > 0, slope, np.inf)
        x = np.clip(np.where(slope > 0, x + step, 1.0), _LEAST, _MOST)
    return x


def _clusters(model: Structure, known: Collection[int]) -> Iterator[_Cluster]:
    net = model.net
    active = np.asarray((net.count > 0).any(axis=0))
    tasks = len(net.task_cpu)
    start = model.member[:, model.references].T[None]
    every = _per_cycle(model, model.visits)
    awaited = _per_cycle(model, start @ model.held)
    # Second phases of others are no part of it.
    awaited[:, :, (net.phase == 2) & ~net.reference[model.caller_task]] = 0.0
    for cpu, servers in enumerate(net.cpu_servers[0].tolist()):
        if math.isinf(servers) or servers < 1.0 or (net.cpu_servers[:, cpu] != servers).any():
            continue
        within = _within(net, active, cpu)
        inside = np.isin(net.server, [*within, tasks + cpu]) & active
        held = [t for t in within - set(known) if _contended(model, t) and _calls(model, active, t)]
        if not held or not (net.waits & model.from_entry)[inside].all():
            continue
        if any(_contended(model, t) and (net.threads[:, t] < servers).any() for t in within):
            continue
        if any(_contended(model, t) and _leads(model, t, within, cpu)
               for t in range(tasks) if t not in within and not net.reference[t]):  # fmt: skip
            continue
        hosts = np.where(inside & model.is_host, net.slice_s, 0.0)[:, :, None]
        awaited_s, every_s = (awaited @ hosts)[:, :, 0], (every @ hosts)[:, :, 0]
        members = net.threads[0, model.references]
        members = np.where((every_s > 0).any(axis=0), members, 0.0)
        if math.prod(m + 1.0 for m in members.tolist()) > _MOST_PLACES:
            continue
        present = np.indices([int(m) + 1 for m in members]).reshape(len(members), -1).T
        logs = np.concatenate(([0.0], np.cumsum(np.log(np.arange(1.0, members.sum() + 1.0)))))
        left = members.astype(np.intp) - present
        at_work = np.minimum(np.arange(1.0, members.sum() + 1.0), servers)
        slower = np.concatenate(([0.0], np.cumsum(np.log(at_work))))
        here = present.sum(axis=1)
        weight = logs[here] - slower[here] - logs[present].sum(axis=1) - logs[left].sum(axis=1)
        inner = inside & np.isin(model.caller_task, list(within))
        yield _Cluster(
            np.where(inside, awaited, 0.0), np.where(inner, awaited, 0.0), awaited_s,
            np.maximum(every_s - awaited_s, 0.0), members, servers, inner, present.astype(float),
            weight,
        )  # fmt: skip


def _per_cycle(model: Structure, visits: Array) -> Array:
    """(V, R, A) arcs per cycle from invocations of entries per cycle (V, R, E)."""
    each = visits[:, :, model.caller] * model.net.count[:, None, :]
    return np.where(model.from_entry, each, 0.0)


def _contended(model: Structure, task: int) -> bool:
    return bool((model.net.threads[:, task] < model.population[:, task]).any())


def _calls(model: Structure, active: NDArray[np.bool_], task: int) -> bool:
    return bool((active & model.is_call & (model.caller_task == task)).any())


def _leads(model: Structure, task: int, within: set[int], cpu: int) -> bool:
    """Whether a thread of the task is held by some who are inside."""
    net = model.net
    own = np.flatnonzero(net.entry_task == task)
    there = np.isin(net.entry_task, list(within)) | (net.task_cpu[net.entry_task] == cpu)
    return bool((model.held[:, own][:, :, there] > 0).any())


def _within(net: LayeredArrays, active: NDArray[np.bool_], cpu: int) -> set[int]:
    """Tasks of a processor whose calls go to such tasks only."""
    found = set(np.flatnonzero((net.task_cpu == cpu) & ~net.reference).tolist())
    while True:
        leaving = {
            int(net.entry_task[net.caller[a]])
            for a in np.flatnonzero(active & (net.target >= 0) & (net.caller >= 0)).tolist()
            if net.entry_task[net.target[a]] not in found
        }
        if not found & leaving:
            return found
        found -= leaving
