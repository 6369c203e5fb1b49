"""Benchmarks of the queueing engine: the specification's cases and bars, with peers from PyPI."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from app.bench import Case
from app.bench.peers import HERE, Peer

if TYPE_CHECKING:
    from model.queueing import ClosedBatch

_SEED = 20260101


def _batch(
    variants: int, classes: int, stations: int, population: int, think_s: float = 0.0
) -> ClosedBatch:
    """Random single-server networks, demands between 0.1 and 1 s."""
    import numpy as np

    from model.queueing import ClosedBatch

    rng = np.random.default_rng(_SEED)
    return ClosedBatch(
        rng.uniform(0.1, 1.0, (variants, classes, stations)),
        np.full((variants, classes), float(population)),
        np.full((variants, classes), think_s),
    )


def _closed(method: str, *shape: int) -> Callable[[], Callable[[], object]]:
    def prepare() -> Callable[[], object]:
        from model.queueing import solve_closed_batch

        batch = _batch(*shape)
        return lambda: solve_closed_batch(batch, method)

    return prepare


def _first_class(method: str, *shape: int) -> Callable[[], dict[str, float]]:
    """What a peer says as well."""

    def figures() -> dict[str, float]:
        from model.queueing import solve_closed_batch

        found = solve_closed_batch(_batch(*shape), method).throughput
        return {"throughput_per_s": float(found[0, 0])}

    return figures


def _linearizer() -> dict[str, float]:
    return _first_class("linearizer", 1, 4, 20, 50)() | _linearizer_error()


def _linearizer_error() -> dict[str, float]:
    """Class throughputs of the 4 × 20 network with as many customers as an exact answer allows."""
    import numpy as np

    from model.queueing import solve_closed_batch

    batch = _batch(1, 4, 20, 15)
    exact = solve_closed_batch(batch, "exact").throughput
    found = solve_closed_batch(batch, "linearizer").throughput
    return {"worst_throughput_error_pct_at_15_each": 100 * float(np.abs(found / exact - 1).max())}


def _projection_batch(variants: int) -> Callable[[], Callable[[], object]]:
    """The shape a projection's fixed point solves: replicas, a multi-server, a delay."""

    def prepare() -> Callable[[], object]:
        import numpy as np

        from model.queueing import ClosedBatch, solve_closed_batch

        rng = np.random.default_rng(_SEED)
        servers = np.array([1, 16, 1, 1, 1, np.inf, 1, 1], dtype=float)
        replicas = np.array([31, 1, 1, 1, 8, 1, 1, 1], dtype=float)
        batch = ClosedBatch(
            rng.uniform(0.1, 1.0, (variants, 2, 8)) / replicas,
            np.full((variants, 2), 200.0), np.full((variants, 2), 5.0), servers, replicas,
        )  # fmt: skip
        return lambda: solve_closed_batch(batch, "schweitzer")

    return prepare


def _line_closed(classes: int, stations: int, population: int, method: str) -> Peer:
    """The same network in line-solver."""
    demands = _batch(1, classes, stations, population).demands[0].tolist()
    task = {"demands": demands, "population": population, "method": method}
    return Peer("line-solver", HERE / "line_closed.py", task, repeats=2)


_CIW_SERVICE_S = (0.10, 0.04, 0.06)
_CIW_SERVERS = (2, 1, 1)
_CIW_USERS, _CIW_THINK_S = 20, 1.0
_CIW_RUNS, _CIW_WARM_S, _CIW_RUN_S = 6, 20.0, 120.0


def _repair_shop() -> Callable[[], object]:
    """A small closed network that a simulator can still answer in seconds."""
    from model.queueing import parse_network, solve

    names = [f"q{k}" for k in range(len(_CIW_SERVICE_S))]
    network = parse_network({
        "stations": [{"name": name, "servers": servers, "discipline": "fcfs"}
                     for name, servers in zip(names, _CIW_SERVERS, strict=True)],
        "classes": [{"name": "users", "population": _CIW_USERS, "think_time": _CIW_THINK_S}],
        "demands": {"users": dict(zip(names, _CIW_SERVICE_S, strict=True))},
    })  # fmt: skip
    return lambda: solve(network, "exact")


def _ciw_closed() -> Peer:
    """The same by simulation in ciw."""
    task = {
        "service_s": _CIW_SERVICE_S, "servers": _CIW_SERVERS, "users": _CIW_USERS,
        "think_s": _CIW_THINK_S, "runs": _CIW_RUNS, "warm_s": _CIW_WARM_S, "run_s": _CIW_RUN_S,
    }  # fmt: skip
    return Peer("ciw", HERE / "ciw_closed.py", task, repeats=1)


def cases() -> list[Case]:
    """The specification's table, then what the rest of the program leans on."""
    return [
        Case("queueing: closed, 1 class, 10 stations, N=3000, exact",
             _closed("exact", 1, 1, 10, 3000), 15, 2, 0.0005,
             at_most=(15.0, "queueing: closed, 1 class, 10 stations, N=300, exact")),
        # line-solver's exact method takes minutes for 3,000 customers; at 300 it can be compared.
        Case("queueing: closed, 1 class, 10 stations, N=300, exact",
             _closed("exact", 1, 1, 10, 300), 15, 2, None, _line_closed(1, 10, 300, "exact"),
             _first_class("exact", 1, 1, 10, 300)),
        Case("queueing: 4 classes × 20 stations, N=50, Schweitzer",
             _closed("schweitzer", 1, 4, 20, 50), 15, 2, 0.003, _line_closed(4, 20, 50, "bs"),
             _first_class("schweitzer", 1, 4, 20, 50)),
        Case("queueing: 4 × 20, N=50, Linearizer", _closed("linearizer", 1, 4, 20, 50), 15, 2,
             0.015, _line_closed(4, 20, 50, "lin"), _linearizer),
        Case("queueing: 20 × 100, N=100, Schweitzer", _closed("schweitzer", 1, 20, 100, 100), 9, 2,
             0.004),
        Case("queueing: 20 × 100, N=100, Linearizer", _closed("linearizer", 1, 20, 100, 100), 7, 1,
             0.1, at_most=(100.0, "queueing: 20 × 100, N=100, Schweitzer")),
        Case("queueing: 10,000 variants of 4 × 20, Schweitzer",
             _closed("schweitzer", 10_000, 4, 20, 50), 3, 1, 1.0,
             at_most=(2000.0, "queueing: 4 classes × 20 stations, N=50, Schweitzer")),
        Case("queueing: 1,000 variants of 4 × 20, Linearizer",
             _closed("linearizer", 1000, 4, 20, 50), 3, 1, 2.0,
             at_most=(400.0, "queueing: 4 × 20, N=50, Linearizer")),
        Case("queueing: closed, 3 stations with 2, 1, 1 servers, N=20, exact", _repair_shop, 15, 2,
             None, _ciw_closed()),
        Case("queueing: projection step, 2 × 8 with replicas and 16 servers",
             _projection_batch(1), 15, 2, 0.001),
        Case("queueing: projection step, 64 draws", _projection_batch(64), 9, 2, 0.002),
    ]  # fmt: skip
