"""A closed network of processor-sharing stations in line-solver (LINE's Python edition).

Task: ``demands`` in seconds by class and station, ``population`` of each class, ``method``. The
answer is the throughput of the first class.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent))

import timed  # type: ignore[import-not-found]


def prepare(task: dict[str, Any]) -> Callable[[], object]:
    from line_solver import (  # type: ignore[import-not-found]
        MVA,
        ClosedClass,
        Delay,
        Exp,
        Network,
        Queue,
        SchedStrategy,
    )

    demands, population = task["demands"], task["population"]
    network = Network("peer")
    start = Delay(network, "start")
    queues = [Queue(network, f"q{k}", SchedStrategy.PS) for k in range(len(demands[0]))]
    jobs = [ClosedClass(network, f"c{r}", population, start) for r in range(len(demands))]
    for r, job in enumerate(jobs):
        start.setService(job, Exp.fitMean(1e-9))
        for k, queue in enumerate(queues):
            queue.setService(job, Exp.fitMean(demands[r][k]))
    routing = network.initRoutingMatrix()
    for job in jobs:
        routing.set(job, job, Network.serialRouting(start, *queues))
    network.link(routing)

    def call() -> dict[str, float]:
        table = MVA(network, method=task["method"]).getAvgTable()
        first = (table["Station"] == "start") & (table["JobClass"] == "c0")
        return {"throughput_per_s": float(table["Tput"][first].iloc[0])}

    return call


if __name__ == "__main__":
    timed.run(prepare)
