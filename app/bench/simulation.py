"""Benchmarks of the simulation, and errors of what has no closed formula against it or chains.

Random networks come from one seed each, none of which was used while a method was made.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from app.bench import Case
from app.bench.peers import HERE, Peer

if TYPE_CHECKING:
    from model.queueing import Network
    from model.queueing.simulation.engine import Run

_SEED = 20270815
_SPAN_S = 5_000.0
_SERVICE_S, _SERVERS, _USERS, _THINK_S = (0.10, 0.04, 0.06), (2, 1, 1), 20, 1.0


def _repair_shop() -> Network:
    from model.queueing import ClosedClass, Network, Station

    names = [f"q{k}" for k in range(len(_SERVICE_S))]
    return Network(
        tuple(Station(n, m, "fcfs") for n, m in zip(names, _SERVERS, strict=True)),
        (ClosedClass("users", _USERS, _THINK_S),),
        {"users": dict(zip(names, _SERVICE_S, strict=True))},
    )


def _one_run() -> Run:
    """Some 60,000 cycles of four services each, on one core."""
    from model.queueing.simulation import program_of
    from model.queueing.simulation.engine import Replication

    replication = Replication(program_of(_repair_shop()), _SPAN_S, 50, (1,))
    while replication.advance():
        pass
    return replication.seen()


def _simulated_figures() -> dict[str, float]:
    from model.queueing import solve

    run = _one_run()
    exact = solve(_repair_shop(), "exact").throughput["users"]
    seen = float((run.at[0] > 0.2 * _SPAN_S).sum()) / (0.8 * _SPAN_S)
    return {
        "cycles": float(len(run.at[0])), "events": float(run.events),
        "throughput_error_pct": 100 * abs(seen / exact - 1),
    }  # fmt: skip


def _checked() -> Callable[[], object]:
    """A million cycles on all cores, judged against the analysis."""
    from model.queueing import solve
    from model.queueing.simulation import check_solution

    network = _repair_shop()
    answer = solve(network, "exact")
    return lambda: check_solution(network, answer, seconds=60, precision=0.0)


def _ciw() -> Peer:
    """The same network in ciw, six runs of 120 s after 20 s."""
    task = {
        "service_s": _SERVICE_S, "servers": _SERVERS, "users": _USERS, "think_s": _THINK_S,
        "runs": 6, "warm_s": 20.0, "run_s": 120.0,
    }  # fmt: skip
    return Peer("ciw", HERE / "ciw_closed.py", task, repeats=1)


def _many(classes: int, stations: int, customers: int) -> Callable[[], Callable[[], object]]:
    def prepare() -> Callable[[], object]:
        import numpy as np

        from model.queueing import ClosedBatch, solve_closed_batch

        rng = np.random.default_rng(_SEED)
        batch = ClosedBatch(
            rng.uniform(0.01, 0.1, (1, classes, stations)),
            np.full((1, classes), float(customers)), np.full((1, classes), 1.0),
        )  # fmt: skip
        return lambda: solve_closed_batch(batch, "exact")

    return prepare


def _response_case() -> Callable[[], object]:
    from model.queueing import solve
    from model.queueing.percentiles import response_times

    network = _repair_shop()
    answer = solve(network)
    return lambda: response_times(network, answer)["users"].percentile(95)


def _percentile_errors() -> dict[str, float]:
    """Fitted percentiles against simulation on random networks of both kinds, in percent."""
    import numpy as np

    from model.queueing import ClosedClass, Network, OpenClass, Station, solve
    from model.queueing.percentiles import response_times
    from model.queueing.simulation import check_solution

    rng = np.random.default_rng(_SEED)
    errors: dict[int, list[float]] = {50: [], 90: [], 95: [], 99: []}
    for _ in range(10):
        stations = tuple(
            Station(f"s{k}", int(rng.choice([1, 1, 2, 4])), str(rng.choice(["ps", "fcfs"])))
            for k in range(int(rng.integers(2, 5)))
        )
        same = {s.name: float(rng.uniform(0.05, 0.6)) for s in stations}
        network = Network(
            stations,
            (ClosedClass("a", int(rng.integers(2, 12)), float(rng.choice([1.0, 10.0]))),
             OpenClass("b", float(rng.uniform(0.05, 0.4)))),
            {"a": same, "b": same},
        )  # fmt: skip
        answer = solve(network)
        seen = check_solution(network, answer, seconds=60, completions=60_000, processes=1)
        for name, times in response_times(network, answer).items():
            for p, found in errors.items():
                value = seen.simulated.chains[name].percentiles[p].value
                found.append(abs(times.percentile(p) / value - 1))
    return {f"p{p}_median_pct": float(100 * np.median(e)) for p, e in errors.items()} | {
        f"p{p}_worst_pct": float(100 * max(e)) for p, e in errors.items()
    }


def cases() -> list[Case]:
    """Speed of the simulation, and errors of approximations."""
    return [
        Case("simulation: 3 stations, 20 users, 5,000 s, one core", lambda: _one_run,
             3, 1, None, _ciw(), _simulated_figures),
        Case("simulation: 3 stations, 20 users, a million cycles, all cores", _checked, 1, 1, 10.0),
        Case("queueing: 4 classes × 50 stations, N=20, exact", _many(4, 50, 20), 3, 1, 1.0),
        Case("queueing: 12 classes × 3 stations, N=5, exact", _many(12, 3, 5), 3, 1, 1.0),
        Case("queueing: percentiles of one class", _response_case, 7, 1, 0.005, None,
             _percentile_errors),
    ]  # fmt: skip
