"""One network in, one solution out: which method, and what is reported beside the answer."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

import numpy as np

from .batch import BatchSolution, ClosedBatch, solve_closed_batch
from .errors import NetworkError
from .exact import many_class_work
from .measured import said_of_product_form
from .network import PRIORITY_DISCIPLINES, LayeredNetwork, Network
from .productform import ProductForm, closed_batch, refuse_saturated, solve_product_form
from .ranked import solve_ranked
from .reporting import report
from .solution import Solution
from .theorems import PRODUCT_FORM

__all__ = ["METHODS", "exact_is_cheap", "is_product_form", "solve", "solve_many"]

METHODS = ("auto", "exact", "linearizer", "schweitzer")

_AUTO_WORK = 8.0e8
"""Operations ``auto`` spends on an exact answer for several classes (some 0.4 s)."""
_LEAST_WORK = 3.0e7
"""The same for each of very many networks (some 15 ms)."""
_LINEARIZER_WORK = 1.5e8
"""Classes cubed times stations up to which ``auto`` takes Linearizer (some ten seconds)."""
_MOST_NUMBERS = 2.0e7
"""Queues held at once beyond which Linearizer is refused (some gigabytes)."""
_AUTO_CUSTOMERS = 20_000
"""Customers up to which ``auto`` solves a single class exactly."""


def solve(
    network: Network | LayeredNetwork,
    method: str = "auto",
    tolerance: float = 1e-9,
    max_iterations: int = 5000,
    cancel: Callable[[], bool] | None = None,
) -> Solution:
    """Solve one network.

    method: ``auto`` takes the exact answer where it is cheap and the best approximation elsewhere;
        ``exact`` refuses what it cannot do, with the size; ``linearizer`` and ``schweitzer`` are
        approximate for the closed classes.
    Raises ``NetworkError`` for what cannot be solved: a saturated open station, a population out of
    reach of the exact method, an unknown method.
    """
    if method not in METHODS:
        raise NetworkError(f"unknown method {method!r}; use one of {', '.join(METHODS)}")
    # Figures at the ends of the number range overflow on the way; the outcome is what is checked.
    with np.errstate(all="ignore"):
        return _finite(_solve(network, method, tolerance, max_iterations, cancel))


def _finite(solution: Solution) -> Solution:
    if not all(math.isfinite(x) for x in solution.throughput.values()):
        raise NetworkError(
            "the network's figures lie too far apart to be computed with; check their units "
            "(seconds, customers per second)"
        )
    return solution


def _solve(
    network: Network | LayeredNetwork,
    method: str,
    tolerance: float,
    max_iterations: int,
    cancel: Callable[[], bool] | None,
) -> Solution:
    if isinstance(network, LayeredNetwork):
        from .layered import solve_layered

        return solve_layered(network, method, tolerance, cancel)
    refuse_saturated(network)
    if is_product_form(network):
        return _product_form(network, method, tolerance, max_iterations, cancel)
    return solve_ranked(network, method, tolerance, max_iterations, cancel)


def is_product_form(network: Network) -> bool:
    """Whether the answer depends on demands alone (BCMP theorem, Baskett et al., JACM 22(2), 1975).

    Not so where priorities rank the classes that meet at a station, or where classes of different
    demand queue in order of arrival (a demand is one visit here).
    """
    present = [
        c for c in network.classes
        if (c.population if hasattr(c, "population") else c.arrival_rate_per_s) > 0
    ]  # fmt: skip
    for station in network.stations:
        here = [c for c in present if network.demand_s(c.name, station.name) > 0]
        if station.is_delay or len(here) < 2:
            continue
        demands = {network.demand_s(c.name, station.name) for c in here}
        if station.discipline in PRIORITY_DISCIPLINES:
            if len({c.priority for c in here}) > 1 or len(demands) > 1:
                return False
        elif station.discipline == "fcfs" and len(demands) > 1:
            return False
    return True


def _product_form(
    network: Network,
    method: str,
    tolerance: float,
    max_iterations: int,
    cancel: Callable[[], bool] | None,
) -> Solution:
    chosen = method
    closed = [c for c in network.closed if c.population > 0]
    if method == "auto":
        chosen = "exact" if exact_is_cheap(network) else _approximation(network)
    if not closed:
        chosen = "exact"
    if method == "linearizer" and closed and _linearizer_numbers(network) > _MOST_NUMBERS:
        raise NetworkError(
            f"the method linearizer would hold {_linearizer_numbers(network):.1g} numbers at once "
            f"(limit {_MOST_NUMBERS:.0g}), of each class with one customer less of each other; use "
            "the method schweitzer or auto"
        )

    def solver(batch: ClosedBatch) -> BatchSolution:
        return solve_closed_batch(batch, chosen, tolerance, max_iterations, cancel=cancel)

    form = solve_product_form(network, solver)
    theorem = PRODUCT_FORM if chosen == "exact" else None
    notes = _errors(network, chosen)
    return report(network, form, chosen if closed else "open", theorem, notes, form.busy)


def _linearizer_numbers(network: Network) -> float:
    """Queues of all networks with one customer less of a class."""
    return float(len(network.closed)) ** 2 * len(network.stations)


def _approximation(network: Network) -> str:
    """What ``auto`` takes where exact answers are out of reach; matrices of classes cost most."""
    work = len(network.closed) * _linearizer_numbers(network)
    return "linearizer" if work <= _LINEARIZER_WORK else "schweitzer"


def _errors(network: Network, method: str) -> tuple[str, ...]:
    """What an approximation was off by; nothing of the exact method."""
    said = said_of_product_form(network, method)
    return () if said is None else (said,)


def exact_is_cheap(network: Network, most_work: float = _AUTO_WORK) -> bool:
    """Whether ``auto`` should go for the exact solution of a product-form network."""
    closed = [c for c in network.closed if c.population > 0]
    if not closed:
        return True
    populations = np.array([c.population for c in closed])
    if not (populations == np.floor(populations)).all():
        return False
    everyone = int(min(populations.sum(), 1e12))
    rated = sum(
        s.replicas for s in network.stations
        if not s.is_delay and (s.servers != 1 or s.rate_multipliers) and s.servers < everyone
    )  # fmt: skip
    if len(closed) == 1:
        copies = float(sum(s.replicas for s in network.stations if not s.is_delay))
        size = everyone * (copies + 4.0 * rated * rated)
        return everyone <= _AUTO_CUSTOMERS and size <= 4e6
    stations = [s for s in network.stations if not s.is_delay]
    plain = np.array([float(s.replicas) for s in stations if s.servers == 1
                      and not s.rate_multipliers])  # fmt: skip
    others = [s for s in stations if s.rate_multipliers or 1 < s.servers < everyone]
    settled = max((max(s.servers if math.isfinite(s.servers) else 1.0, len(s.rate_multipliers))
                   for s in others), default=0.0)  # fmt: skip
    if network.open and others:
        settled = float(everyone)
    rated_copies = np.array([s.replicas for s in others], dtype=np.intp)
    work = many_class_work(populations.astype(np.int64), plain, rated_copies, settled)
    return min(work) <= most_work


def solve_many(
    networks: Sequence[Network | LayeredNetwork],
    method: str = "auto",
    tolerance: float = 1e-9,
    max_iterations: int = 5000,
    progress: Callable[[int, int], None] | None = None,
    cancel: Callable[[], bool] | None = None,
) -> list[Solution | NetworkError]:
    """Solve several networks, those of one shape as one batch; refusals take the answer's place.

    Closed product-form networks with the same classes and stations in number, solved by the same
    method, share a :class:`ClosedBatch`; the answers are those of ``solve``, except that more than
    ten networks share the work ``auto`` may spend on exact ones.
    """
    with np.errstate(all="ignore"):
        return _solve_many(networks, method, tolerance, max_iterations, progress, cancel)


def _solve_many(
    networks: Sequence[Network | LayeredNetwork],
    method: str,
    tolerance: float,
    max_iterations: int,
    progress: Callable[[int, int], None] | None,
    cancel: Callable[[], bool] | None,
) -> list[Solution | NetworkError]:
    answers: list[Solution | NetworkError | None] = [None] * len(networks)
    most_work = min(_AUTO_WORK, max(10.0 * _AUTO_WORK / max(len(networks), 1), _LEAST_WORK))
    groups: dict[tuple[object, ...], list[int]] = {}
    done = 0
    for i, network in enumerate(networks):
        key = _batch_key(network, method, most_work)
        if key is not None:
            groups.setdefault(key, []).append(i)
            continue
        try:
            answers[i] = solve(network, method, tolerance, max_iterations, cancel)
        except NetworkError as problem:
            answers[i] = problem
        done += 1
        if progress is not None:
            progress(done, len(networks))
    for key, members in groups.items():
        if key[0] == "layered":
            from .layered import solve_layered_many

            alike = [n for n in (networks[i] for i in members) if isinstance(n, LayeredNetwork)]
            told = None if progress is None else _counted(progress, done, len(networks))
            found = solve_layered_many(alike, method, tolerance, told, cancel)
            for i, each in zip(members, found, strict=True):
                answers[i] = _checked(each)
            done += len(members)
            continue
        chosen = str(key[0])
        parts = [closed_batch(n) for n in (networks[i] for i in members) if isinstance(n, Network)]
        first = parts[0]
        batch = ClosedBatch(
            np.concatenate([p.demands for p in parts]),
            np.concatenate([p.populations for p in parts]),
            np.concatenate([p.think_times for p in parts]),
            np.concatenate([_rows(p.servers) for p in parts]),
            np.concatenate([_rows(p.replicas) for p in parts]),
            first.rate_multipliers,
            first.busy,
        )
        solution = solve_closed_batch(batch, chosen, tolerance, max_iterations, cancel=cancel)
        for row, i in enumerate(members):
            network = networks[i]
            assert isinstance(network, Network)
            form = _closed_form(network, solution, row)
            notes = _errors(network, chosen)
            busy = {
                s.name: float(solution.utilization[row, k])
                for k, s in enumerate(network.stations)
                if s.rate_multipliers and math.isfinite(s.servers)
            }
            answers[i] = _checked(report(network, form, chosen, None, notes, busy))
        done += len(members)
        if progress is not None:
            progress(done, len(networks))
    return [a for a in answers if a is not None]


def _checked(answer: Solution | NetworkError) -> Solution | NetworkError:
    try:
        return answer if isinstance(answer, NetworkError) else _finite(answer)
    except NetworkError as problem:
        return problem


def _counted(
    progress: Callable[[int, int], None], before: int, total: int
) -> Callable[[int, int], None]:
    """``progress`` for a part of the work that begins after ``before`` of ``total``."""
    return lambda done, _: progress(before + done, total)


def _rows(value: np.ndarray | None) -> np.ndarray:
    assert value is not None
    return value


def _batch_key(
    network: Network | LayeredNetwork, method: str, most_work: float
) -> tuple[object, ...] | None:
    """What networks must share to be solved together; None if this one is solved alone."""
    if isinstance(network, LayeredNetwork):
        from .layered import layered_shape

        if method not in METHODS:
            return None
        return "layered", layered_shape(network)
    if network.open or not is_product_form(network):
        return None
    if not network.closed or method == "exact" or method not in METHODS:
        return None
    if method == "auto" and exact_is_cheap(network, most_work):
        return None
    factors = tuple((k, s.rate_multipliers) for k, s in enumerate(network.stations)
                    if s.rate_multipliers)  # fmt: skip
    chosen = _approximation(network) if method == "auto" else method
    if chosen == "linearizer" and _linearizer_numbers(network) > _MOST_NUMBERS:
        return None
    return chosen, len(network.closed), len(network.stations), factors


def _closed_form(network: Network, solution: BatchSolution, row: int) -> ProductForm:
    throughput = {c.name: float(solution.throughput[row, r]) for r, c in enumerate(network.closed)}
    residence = {
        c.name: {
            s.name: float(solution.residence[row, r, k]) for k, s in enumerate(network.stations)
        }
        for r, c in enumerate(network.closed)
    }
    return ProductForm(
        throughput, residence, bool(solution.converged[row]), int(solution.iterations[row]),
        float(solution.residual[row]),
    )  # fmt: skip
