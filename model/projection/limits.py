"""What a workload's answer cannot pass: the engines it may use, and the work that comes.

And what its amounts per second owe to the rate that comes of it: they are known no better.
What its units wait for longest is told here as well.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace

import numpy as np

from model.contract.evaluation import Evaluation, FloatArray
from model.contract.protocol import SubsystemModel
from model.figures import under_load, use_figures
from model.hardware.flow import Flow, Got

_IDLE = 0.1
"""A server that is idle for more than this part of the time does not hold the rate back."""


def all_their_own(
    models: Mapping[str, SubsystemModel], flows: Mapping[str, Sequence[Flow]]
) -> frozenset[str]:
    """Workloads to which work comes at a rate that nothing in the network decides.

    Customers that wait for their answer come as fast as they get it, and batch work is done as fast
    as it goes; so does what they call.  Of others no more comes than they are asked for.
    """
    callers: dict[str, list[str]] = {}
    for name, each in flows.items():
        for to in dict.fromkeys(call.to for call in each[0].calls):
            callers.setdefault(to, []).append(name)
    own = {
        name
        for name, each in flows.items()
        if not getattr(models[name], "lengthens", False)
        and each
        and all(np.isfinite(flow.rate_per_s).all() for flow in each)
    }

    def come(name: str, seen: frozenset[str]) -> bool:
        if name in seen:
            return True
        others = callers.get(name, ())
        return name in own and all(come(one, seen | {name}) for one in others)

    return frozenset(name for name in own if come(name, frozenset()))


def limited(
    evaluation: Evaluation,
    cpus: FloatArray,
    told: Sequence[tuple[Got, Got] | None] = (),
) -> Evaluation:
    """The answer with what it cannot pass: the engines it may use, and the work that comes.

    cpus: engines by case, infinite where there is no limit.  told: what it gets, where that is work
    which comes at a given rate.
    """
    rates = np.full(len(cpus), np.inf)
    for row in range(len(cpus)):
        got = told[row] if told else None
        published = bool(evaluation.published) and evaluation.published[row]
        if got is not None and "etr_per_s" in evaluation.metrics and not published:
            through = got[0].rate_per_s / np.maximum(got[0].offered_per_s, 1e-300)
            part = np.minimum(np.maximum(through, 1e-300), 1.0)
            comes = evaluation.metrics["etr_per_s"][row] / part
            if np.isfinite(comes).all():
                # Where most of it comes through it is told best: what is full is less exact. Draws
                # that are open to more or less say nothing of it, the first one always does.
                rates[row] = max(comes[through >= through.max() - 1e-9].max(), comes[0])
    most = {
        name: np.minimum(limit, evaluation.most.get(name, np.inf))
        for name, limit in {"cpu_s_per_s": cpus, "etr_per_s": rates}.items()
        if name in evaluation.metrics
    }
    return replace(evaluation, most={**evaluation.most, **most})


def no_shorter(
    evaluation: Evaluation, flows: Sequence[Flow | None], own: Collection[str]
) -> Evaluation:
    """The answer whose response is no shorter than its own work takes at hardware without waits.

    flows: by case the way of a unit.  own: hardware that the workload visits itself.
    """
    if "response_ms" not in evaluation.metrics:
        return evaluation
    service_ms = np.zeros(len(flows))
    for row, flow in enumerate(flows):
        visits = () if flow is None else flow.visits
        each = (np.asarray(one.each_s) for one in visits if one.where in own)
        service_ms[row] = 1e3 * np.min(sum(each, np.zeros(1)))
    # Where the sum is more than what is told, parts run side by side, or in none of the response.
    told = np.fmin.reduce(evaluation.metrics["response_ms"], axis=1)
    known = evaluation.least.get("response_ms", np.zeros(1))
    least = np.fmin(np.where(service_ms > told, known, np.fmax(service_ms, known)), told)
    return replace(evaluation, least={**evaluation.least, "response_ms": least})


def with_rates(evaluation: Evaluation) -> Evaluation:
    """The answer whose amounts per second are known no better than the rate of its work."""
    rate = evaluation.residual_sd.get("etr_per_s")
    if rate is None or not np.nanmax(rate, initial=0.0) > 0.0:
        return evaluation
    known, exchanged = dict(evaluation.residual_sd), dict(evaluation.exchanged_sd)
    most = dict(evaluation.most)
    carried = evaluation.metrics["etr_per_s"]
    further = most.get("etr_per_s", np.inf) / np.maximum(carried[:, 0], 1e-300)
    for server, name in use_figures().items():
        use = evaluation.metrics.get(name)
        if use is None or server not in evaluation.utilization:
            continue
        # A server that is itself what holds the rate back is full, whatever that is.
        follows = evaluation.utilization[server][:, 0] < 1.0 - _IDLE
        known[name] = np.hypot(known.get(name, 0.0), np.where(follows, rate, 0.0))
    for name in under_load("flows") & evaluation.metrics.keys() - {"etr_per_s"}:
        own = np.broadcast_to(known.get(name, 0.0), rate.shape)
        known[name] = np.hypot(own, rate)
        # As much for each unit of work, and no more units than come.
        with np.errstate(invalid="ignore"):
            amounts = evaluation.metrics[name].max(axis=1) * further
        amounts = np.where(own > 0.0, np.inf, amounts)
        most[name] = np.fmin(most.get(name, np.inf), amounts)
        if "etr_per_s" in exchanged:
            exchanged[name] = np.hypot(exchanged.get(name, 0.0), exchanged["etr_per_s"])
    return replace(evaluation, residual_sd=known, exchanged_sd=exchanged, most=most)


_LEAST_WAITED = 0.01
"""Of a response: less is not what holds it."""


def queued_at(evaluation: Evaluation, told: Sequence[tuple[Got, Got] | None]) -> Evaluation:
    """The answer with what each case is waited for longer than for all others, if there is any."""
    return replace(evaluation, queued=tuple(map(_queue, told)))


def _queue(both: tuple[Got, Got] | None) -> str:
    if both is None:
        return ""
    got = both[0]
    waits = {name: float(wait_s.flat[0]) for name, wait_s in got.wait_s.items()}
    name = max(waits, key=lambda one: waits[one], default="")
    response_s, service_s = float(got.response_s.flat[0]), float(got.service_s.flat[0])
    if not name or not waits[name] >= _LEAST_WAITED * response_s:
        return ""
    return name if waits[name] > response_s - service_s - waits[name] else ""
