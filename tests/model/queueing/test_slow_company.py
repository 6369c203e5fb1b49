"""Pools behind servers whose company changes slowly, against exact chains."""

from __future__ import annotations

import numpy as np
import pytest

from model.queueing.installation import InstallationNetwork, Solved, solve_installation

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


def share_of_a_task_that_is_always_there(servers: int, load: float) -> float:
    """Of a server, beside work that comes at random and asks for `load` of the servers: exact."""
    there = np.arange(20_000)
    shares = np.minimum(1.0, servers / (there + 1.0))
    logs = np.cumsum(np.log(load) - np.log(np.maximum(there * shares, 1e-300)[1:]))
    law = np.exp(np.concatenate([[0.0], logs]) - logs.max())
    return float(law @ shares / law.sum())


@pytest.mark.parametrize(
    ("servers", "asks", "full"),
    [(2, 0.3, 0.995), (4, 0.15, 0.999), (4, 0.3, 0.99), (4, 0.3, 1.05), (4, 0.3, 1.15)],
)
def test_a_task_at_cps_that_are_used_up_gets_what_it_gets_in_the_exact_chain(
    servers: int, asks: float, full: float
) -> None:
    """A fifth to a half too little, which cannot be waited for in any time: a single server's share
    was taken by the mean number of the others, who are at times a few of that and at times many."""
    load = min(full * servers - asks, servers * (1.0 - 1e-9))
    exact = share_of_a_task_that_is_always_there(servers, load)
    if full * servers - asks > servers:
        exact = servers / 401.0
    found = beside_many(servers, asks, full)
    assert found.reading.rate(0)[0] * 1e-3 == pytest.approx(min(asks, exact), rel=0.02)


def beside_many(servers: int, asks: float, full: float) -> Solved:
    """A task that asks for so much of a server, beside 400 threads; together so much of all."""
    net = InstallationNetwork()
    cp = net.station("CP", float(servers))
    task = net.chain("task", 1e4, rate_per_s=asks / 1e-3)
    qr = net.station("QR", 1.0, software=True, idles=True)
    net.arc(task, cp, 1e-3, within=(net.arc(task, qr),))
    other = net.chain("other", 1e5, rate_per_s=(full * servers - asks) / 1e-3)
    many = net.station("threads", 400.0, software=True, idles=True)
    net.arc(other, cp, 1e-3, within=(net.arc(other, many),))
    found = solve_installation(net)
    assert found.converged.all()
    return found


@pytest.mark.parametrize(
    ("servers", "asks", "full", "exact_s"),
    [
        (1, 0.15, 0.97, 0.15847),
        (1, 0.15, 0.995, 1.25476),
        (2, 0.15, 0.97, 0.12827),
        (2, 0.15, 0.99, 0.75766),
        (4, 0.15, 0.99, 0.57615),
        (4, 0.3, 0.985, 0.88170),
    ],
)
def test_a_task_at_nearly_full_cps_waits_as_in_the_exact_chain(
    servers: int, asks: float, full: float, exact_s: float
) -> None:
    """Up to six times too short: the chain (whose phases are the others, 450 to 1,400 of
    them) takes minutes and is not solved here."""
    found = beside_many(servers, asks, full)
    assert found.reading.response(0)[0] == pytest.approx(exact_s, rel=0.04)
