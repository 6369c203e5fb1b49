"""How well figures are known of work on CPs of another speed than it was measured on."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from model.contract.evaluation import Evaluation
from model.hardware.engines import speed_sd
from model.hardware.flow import Flow, Got
from model.subsystems.common.load import CARRIED, is_cpu


def at_speeds(
    evaluation: Evaluation,
    slower: Sequence[float],
    told: Sequence[tuple[Got, Got] | None],
    ways: Sequence[Flow | None],
) -> Evaluation:
    """CPU on CPs so many times as slow as it was measured on: workloads gain unlike parts of it.

    What does not all come through there is held back by CPU, and known no better than that; what
    comes back by itself is held back by all that it does, and its model tells how far by CPU.
    """
    spread = speed_sd(slower)
    if not spread.any():
        return evaluation
    known = {name: np.array(sd) for name, sd in evaluation.residual_sd.items()}
    for name in filter(is_cpu, evaluation.metrics):
        known[name] = np.hypot(known.get(name, np.zeros(len(spread))), spread)
    arrives = all(way is None or np.isfinite(np.asarray(way.rate_per_s)).all() for way in ways)
    if "etr_per_s" in evaluation.metrics and told and arrives:
        short = [
            one is not None
            and float(one[0].rate_per_s[0]) < CARRIED * float(one[0].offered_per_s[0])
            for one in told
        ]
        rate = known.get("etr_per_s", np.zeros(len(spread)))
        known["etr_per_s"] = np.hypot(rate, np.where(short, spread, 0.0))
    return replace(evaluation, residual_sd=known)
