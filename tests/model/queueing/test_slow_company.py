"""Pools behind servers whose company changes slowly, against exact chains."""

from __future__ import annotations

import numpy as np
import pytest

from model.queueing.installation import InstallationNetwork, solve_installation

Rates = dict[tuple[int, int], float]


def exact_response_s(
    servers: int, pool: tuple[int, float, float, float], work: tuple[float, float], most: int
) -> float:
    """Of requests that come at random to a pool of threads, each a service at shared servers and a
    time elsewhere in turn as often as chance has it once, beside work that comes at random.

    pool: threads, requests a second, seconds of service and elsewhere; work: its rate and service;
    most: requests that can be there. Levels are requests, phases how many of the work are there and
    how many threads at the servers; those of few requests follow from those of more.
    """
    threads, comes, service_s, beside_s = pool
    rate, work_s = work
    many = 70
    phases = [(n, u) for n in range(many) for u in range(threads + 1)]
    place = {phase: number for number, phase in enumerate(phases)}

    def level(requests: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """Within a level, up, and down; who comes begins at the servers, who ends was elsewhere."""
        size = len(phases)
        stay, up, down = np.zeros((3, size, size))
        there = min(requests, threads)
        for (n, u), at in place.items():
            if u > there:
                stay[at, at] -= 1.0
                stay[at, place[n, there]] += 1.0
                continue
            share = min(1.0, servers / max(n + u, 1))
            moves: list[tuple[float, np.ndarray, tuple[int, int]]] = []
            if requests < most:
                begins = u + 1 if requests < threads else u
                moves.append((comes, up, (n, begins)))
            if n + 1 < many:
                moves.append((rate, stay, (n + 1, u)))
            moves.append((n * share / work_s, stay, (n - 1, u)))
            moves.append((u * share / service_s, stay, (n, u - 1)))
            next_one = u + 1 if requests > threads else u
            moves.append(((there - u) / beside_s, down, (n, next_one)))
            for speed, matrix, to in moves:
                if speed > 0.0:
                    matrix[at, place[to]] += speed
                    stay[at, at] -= speed
        return stay, up, down

    of_many = level(threads + 1)
    levels = [level(q) for q in range(threads + 1)]
    ratios: list[np.ndarray] = []
    local = level(most)[0]
    for requests in range(most - 1, -1, -1):
        above, (stay, up, _) = (of_many[2], of_many) if requests > threads else (
            of_many[2] if requests == threads else levels[requests + 1][2],
            levels[requests],
        )  # fmt: skip
        ratios.append(up @ np.linalg.inv(-local))
        local = stay + ratios[-1] @ above
    local[:, -1] = 1.0
    wanted = np.zeros(len(phases))
    wanted[-1] = 1.0
    law = np.linalg.solve(local.T, wanted)
    whole, line = law.sum(), 0.0
    for requests, ratio in enumerate(ratios[::-1], start=1):
        law = law @ ratio
        whole, line = whole + law.sum(), line + requests * law.sum()
    return float(line / whole / comes)


def solved_response_s(
    servers: int, pool: tuple[int, float, float, float], work: tuple[float, float]
) -> float:
    """The same by the installation's network."""
    threads, comes, service_s, beside_s = pool
    net = InstallationNetwork()
    cp, away = net.station("CP", float(servers)), net.station("elsewhere", np.inf)
    regions = net.station("regions", float(threads), software=True, idles=True)
    chain = net.chain("messages", 1e5, rate_per_s=comes)
    held = net.arc(chain, regions)
    net.arc(chain, cp, service_s, within=(held,))
    net.arc(chain, away, beside_s, within=(held,))
    other = net.chain("queries", 1e5, rate_per_s=work[0])
    many = net.station("threads", 200.0, software=True, idles=True)
    net.arc(other, cp, work[1], within=(net.arc(other, many),))
    found = solve_installation(net)
    assert found.converged.all()
    return float(found.reading.response(chain)[0])


@pytest.mark.parametrize(
    ("servers", "threads", "use", "full", "longer", "near"),
    [
        (2, 1, 0.5, 0.85, 6.0, 0.05),
        pytest.param(1, 1, 0.3, 0.8, 4.0, 0.07, marks=pytest.mark.thorough),
        pytest.param(1, 2, 0.5, 0.85, 4.0, 0.15, marks=pytest.mark.thorough),
        pytest.param(1, 3, 0.4, 0.8, 1.0, 0.05, marks=pytest.mark.thorough),
        pytest.param(2, 3, 0.4, 0.85, 5.0, 0.05, marks=pytest.mark.thorough),
    ],
)
def test_a_pool_beside_long_requests_waits_as_in_the_exact_chain(
    servers: int, threads: int, use: float, full: float, longer: float, near: float
) -> None:
    """Up to 57 % too short: its line grows for as long as the others fill the servers."""
    service_s, beside_s = 4e-3, 5e-3
    comes = use * threads / (service_s / (1.0 - full) + beside_s)
    work_s = longer * service_s
    work = (full * servers - comes * service_s) / work_s, work_s
    pool = threads, comes, service_s, beside_s
    exact = exact_response_s(servers, pool, work, 120)
    assert solved_response_s(servers, pool, work) == pytest.approx(exact, rel=near)
