"""Work that one task does, one thing after another: it comes back for its CPs."""

from __future__ import annotations

import math

import numpy as np

from model.hardware.dispatching import UNKNOWN_RANK, unranked_sd
from model.hardware.engines import speed_sd
from model.hardware.flow import Got
from model.quantiles import NORMAL_QUANTILE_90
from model.subsystems.common.answers import Answer
from model.subsystems.common.load import Site, left_by_others

DISPATCH_S = 1e-3
"""CPU of a task between two waits, which no report counts: judgement."""
_LEAST_SAID = 0.02
_BY_TIME = frozenset({"response_ms", "elapsed_s", "etr_per_s", "io_per_s", "cpu_s_per_s"})
"""Figures that are as unknown as how long the work takes."""
_TIMES = frozenset({"response_ms", "elapsed_s"})


def turn_in(
    answer: Answer, site: Site, got: Got, own_cps: float, tasks: float, times: float
) -> None:
    """How busy the CPs are that tasks take turns at, and how well the time is known that it makes.

    own_cps: CPs that so many tasks use; times: how many times as long as alone they take.
    Of CPs of another speed than measured it is as unknown as how much a workload gains of that, by
    the part of the time that is CPU.
    """
    _doubt(answer, float(speed_sd(float(got.longer[0]))) * min(own_cps / tasks, 1.0))
    use, servers = got.uses.get(site.cps), got.servers.get(site.cps)
    if use is None or servers is None:
        return
    answer.utilization["CPs"] = np.minimum(use, 1.0)
    _doubt_left(answer, got, own_cps, times)
    others = 1.0 - own_cps / max(float(use[0]) * servers, 1e-9)
    spread = site.doubt * float(unranked_sd(times, others))
    if spread >= _LEAST_SAID:
        _doubt(answer, spread)
        answer.reasons.append(UNKNOWN_RANK)


def _doubt_left(answer: Answer, got: Got, own_cps: float, times: float) -> None:
    """The less those before it leave, the more what is not known of them may be of that: by the
    part of its time that is waiting."""
    waits = 1.0 - 1.0 / max(times, 1.0)
    part = waits * NORMAL_QUANTILE_90 * got.left_sd / max(own_cps, 1e-12)
    most = min(1.0 + part, max(times, 1.0))
    if most < 1.0 + _LEAST_SAID:
        return
    least = max(1.0 - part, 1.0 / most)
    for name in _BY_TIME & answer.metrics.keys():
        value = float(np.asarray(answer.metrics[name]).flat[0])
        if name in _TIMES:
            answer.opens({name: (1.0 / most, 1.0 / least)})
            answer.least[name] = max(answer.least.get(name, 0.0), value / times)
        else:
            answer.opens({name: (least, most)})
            answer.most[name] = min(answer.most.get(name, math.inf), value * times)
    answer.reasons.append(left_by_others(got))


def _doubt(answer: Answer, spread: float) -> None:
    for name in _BY_TIME & answer.metrics.keys():
        answer.residual_sd[name] = math.hypot(answer.residual_sd.get(name, 0.0), spread)
