"""A closed network of FCFS stations, simulated in ciw: cycles per second and half width at 95 %.

Task: ``service_s`` and ``servers`` by station, ``users``, ``think_s``, ``runs`` (six, for the
quantile below), ``warm_s`` and ``run_s`` of each.
"""

from __future__ import annotations

import statistics
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent))

import timed  # type: ignore[import-not-found]

STUDENT_95 = {6: 2.571}
"""Quantile of t at 97.5 % by number of runs."""


def prepare(task: dict[str, Any]) -> Callable[[], object]:
    import ciw  # type: ignore[import-not-found]

    nodes = 1 + len(task["service_s"])
    rates = [1.0 / task["think_s"], *(1.0 / s for s in task["service_s"])]
    # ciw knows open networks only: everybody arrives in one batch at the start and never leaves.
    arrivals = [ciw.dists.Sequential([0.0, float("inf")]), *[None] * (nodes - 1)]
    batches = [ciw.dists.Deterministic(task["users"])]
    batches += [ciw.dists.Deterministic(1)] * (nodes - 1)
    network = ciw.create_network(
        arrival_distributions=arrivals,
        batching_distributions=batches,
        service_distributions=[ciw.dists.Exponential(r) for r in rates],
        number_of_servers=[float("inf"), *task["servers"]],
        routing=[[float(j == (i + 1) % nodes) for j in range(nodes)] for i in range(nodes)],
    )

    def once(seed: int) -> float:
        ciw.seed(seed)
        run = ciw.Simulation(network)
        run.simulate_until_max_time(task["warm_s"] + task["run_s"])
        ends = sum(
            r.node == 1 and r.service_end_date > task["warm_s"] for r in run.get_all_records()
        )
        return float(ends) / task["run_s"]

    def call() -> dict[str, float]:
        found = [once(seed) for seed in range(task["runs"])]
        half = STUDENT_95[len(found)] * statistics.stdev(found) / len(found) ** 0.5
        return {"throughput_per_s": statistics.mean(found), "half_width_95": half}

    return call


if __name__ == "__main__":
    timed.run(prepare)
