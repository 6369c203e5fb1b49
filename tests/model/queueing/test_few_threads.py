"""Pools of few threads at CPs that single tasks share with them, against exact chains."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest

from model.queueing.installation import InstallationNetwork, solve_installation
from model.queueing.markov import explore, stationary


def exact_s(
    threads: int, servers: int, task: tuple[float, float], pool: tuple[float, float, float]
) -> tuple[float, float]:
    """Responses of a task and of a pool's requests; task: seconds and rate, pool: seconds at the
    servers and elsewhere, and rate."""
    (task_s, task_rate), (served_s, away_s, rate) = task, pool
    most = 45, 45

    def moves(state: tuple[int, int, int]) -> Iterator[tuple[float, tuple[int, int, int]]]:
        line, requests, served = state
        share = min(1.0, servers / max(served + (line > 0), 1))
        away = min(requests, threads) - served
        if line < most[0]:
            yield task_rate, (line + 1, requests, served)
        if requests < most[1]:
            yield rate, (line, requests + 1, served + (requests < threads))
        if line:
            yield share / task_s, (line - 1, requests, served)
        if served:
            yield served * share / served_s, (line, requests, served - 1)
        if away:
            yield away / away_s, (line, requests - 1, served + (requests > threads))

    states, *arcs = explore((0, 0, 0), moves, (most[0] + 1) * (most[1] + 1) * (threads + 1))
    chances = stationary(len(states), *arcs)
    line, requests, _ = np.array(states).T
    return float(chances @ line) / task_rate, float(chances @ requests) / rate


@pytest.mark.parametrize(
    ("threads", "servers", "task", "pool"),
    [
        (2, 1, (2e-3, 150.0), (7e-3, 7e-3, 60.0)),
        (2, 1, (2e-3, 100.0), (7e-3, 7e-3, 80.0)),
        (2, 2, (2e-3, 300.0), (7e-3, 3e-3, 120.0)),
        (4, 1, (2e-3, 150.0), (5e-3, 17e-3, 90.0)),
    ],
)
def test_a_task_beside_a_pool_of_few_threads_is_as_fast_as_in_the_exact_chain(
    threads: int, servers: int, task: tuple[float, float], pool: tuple[float, float, float]
) -> None:
    """16 to 26 % too slow: the pool counted as work that comes at random, of which any number may
    be there."""
    net = InstallationNetwork()
    cp, away = net.station("CP", float(servers)), net.station("elsewhere", np.inf)
    one = net.station("QR", 1.0, software=True, idles=True)
    few = net.station("regions", float(threads), software=True, idles=True)
    chain = net.chain("task", 1e5, rate_per_s=task[1])
    net.arc(chain, cp, task[0], within=(net.arc(chain, one),))
    messages = net.chain("messages", 1e5, rate_per_s=pool[2])
    held = net.arc(messages, few)
    net.arc(messages, cp, pool[0], within=(held,))
    net.arc(messages, away, pool[1], within=(held,))
    found = solve_installation(net)
    assert found.converged.all()
    task_s, pool_s = exact_s(threads, servers, task, pool)
    assert found.reading.response(chain)[0] == pytest.approx(task_s, rel=0.12)
    assert found.reading.response(messages)[0] == pytest.approx(pool_s, rel=0.12)


def beside_a_full_pool_s(
    servers: int, pool: tuple[int, float, float], task: tuple[float, float]
) -> float:
    """Response of a task's requests that come at random, beside threads that are all taken: each is
    served and elsewhere in turn. Exact: levels are requests, phases threads at the servers.

    pool: threads, seconds of service and elsewhere; task: requests a second, seconds of service.
    """
    threads, service_s, beside_s = pool
    comes, each_s = task
    there = np.arange(threads + 1)
    ends = np.minimum(1.0, servers / (there + 1.0)) / each_s
    stays = []
    for tasks in (0, 1):
        shares = np.minimum(1.0, servers / np.maximum(there + tasks, 1))
        stay = np.diag((threads - there[:-1]) / beside_s, 1)
        stay = stay + np.diag(there[1:] * shares[1:] / service_s, -1)
        stays.append(stay - np.diag(stay.sum(axis=1) + comes + tasks * ends))
    ratio = np.zeros((threads + 1, threads + 1))
    for _ in range(20_000):
        before = ratio
        ratio = -(comes * np.eye(threads + 1) + ratio @ ratio @ np.diag(ends)) @ np.linalg.inv(
            stays[1]
        )
        if np.abs(ratio - before).max() < 1e-13:
            break
    local = stays[0] + ratio @ np.diag(ends)
    local[:, -1] = 1.0
    law = np.linalg.solve(local.T, np.eye(threads + 1)[-1])
    beyond = np.linalg.inv(np.eye(threads + 1) - ratio)
    return float((law @ ratio @ beyond @ beyond).sum() / (law @ beyond).sum() / comes)


@pytest.mark.parametrize(
    ("servers", "threads", "away", "use", "near"),
    [
        (4, 12, 2.0, 0.9, 0.2),
        (8, 24, 2.0, 0.9, 0.1),
        pytest.param(2, 12, 1.0, 0.9, 0.15, marks=pytest.mark.thorough),
        pytest.param(4, 48, 1.0, 0.9, 0.05, marks=pytest.mark.thorough),
        pytest.param(8, 100, 2.0, 0.9, 0.02, marks=pytest.mark.thorough),
    ],
)
def test_a_task_beside_a_full_pool_waits_as_in_the_exact_chain(
    servers: int, threads: int, away: float, use: float, near: float
) -> None:
    """Ten thousand times too long: threads that are all taken were counted as what comes at random
    is, which is at times many more than they are."""
    pool, each_s = (threads, 1e-3, away * 1e-3), 1e-3
    free_s = beside_a_full_pool_s(servers, pool, (1e-3, each_s))
    comes = use / free_s
    exact = beside_a_full_pool_s(servers, pool, (comes, each_s))
    net = InstallationNetwork()
    cp, elsewhere = net.station("CP", float(servers)), net.station("elsewhere", np.inf)
    task = net.chain("task", 1e5, rate_per_s=comes)
    qr = net.station("QR", 1.0, software=True, idles=True)
    net.arc(task, cp, each_s, within=(net.arc(task, qr),))
    other = net.chain("other", 1e5, rate_per_s=3.0 * threads / (pool[1] + pool[2]))
    held = net.arc(other, net.station("threads", float(threads), software=True, idles=True))
    net.arc(other, cp, pool[1], within=(held,))
    net.arc(other, elsewhere, pool[2], within=(held,))
    found = solve_installation(net)
    assert found.converged.all()
    assert found.reading.response(task)[0] == pytest.approx(exact, rel=near)


def _behind_others(trickle_s: float) -> InstallationNetwork:
    """Two jobs and a single task behind work at random, and a little that comes at random too."""
    net = InstallationNetwork(1)
    cps, elsewhere = net.station("cps", 3.0), net.station("elsewhere", np.inf)
    online = net.chain("online", 400.0, rate_per_s=90.0)
    net.arc(online, cps, 0.02, level=0)
    jobs = net.chain("jobs", 2.0)
    net.arc(jobs, cps, 5e-3, level=1)
    net.arc(jobs, elsewhere, 5e-3)
    requests = net.chain("requests", 400.0, rate_per_s=40.0)
    task = net.arc(requests, net.station("mxt", 100.0, software=True, idles=True))
    tcb = net.station("qr", 1.0, software=True, idles=True)
    net.arc(requests, cps, 5e-3, level=1, within=(task, net.arc(requests, tcb, within=(task,))))
    net.arc(requests, cps, trickle_s, level=1, within=(task,))
    return net


def test_a_little_work_at_random_makes_no_crowd_of_a_few() -> None:
    """1 % of their level's work, of a hundred tasks, took 60 % of the work of two jobs."""
    rates = [
        solve_installation(_behind_others(each_s)).reading.throughput[0, 1]
        for each_s in (0.0, 2e-4)
    ]
    # By simulation 110 and 111 a second, within 5.
    assert rates == pytest.approx([110.5, 110.5], rel=0.06)


def _beside_jobs(jobs: float, away_s: float) -> InstallationNetwork:
    """A single task, a message region and open work beside jobs that come back at once."""
    net = InstallationNetwork(1)
    cps, elsewhere = net.station("cps", 4.0), net.station("elsewhere", np.inf)
    batch = net.chain("batch", jobs)
    net.arc(batch, cps, 5e-3)
    net.arc(batch, elsewhere, away_s)
    for name, rate, served_s, beside_s in (
        ("qr", 78.7, 6.9e-3, 0.0),
        ("region", 30, 7.9e-3, 0.014),
    ):
        chain = net.chain(name, 400.0, rate_per_s=rate)
        task = net.arc(chain, net.station(name, 1.0, software=True, idles=True))
        net.arc(chain, cps, served_s, within=(task,))
        net.arc(chain, elsewhere, beside_s, within=(task,))
    queries = net.chain("queries", 400.0, rate_per_s=37.8)
    net.arc(queries, cps, 0.0195)
    return net


@pytest.mark.parametrize(
    ("jobs", "away_s", "simulated_s"), [(1.0, 0.0, 16.2e-3), (2.0, 5e-3, 16.8e-3)]
)
def test_jobs_that_come_back_at_once_are_met_as_tasks_are(
    jobs: float, away_s: float, simulated_s: float
) -> None:
    """They counted as if they came at random: a task beside one job responded 15 % too late."""
    found = solve_installation(_beside_jobs(jobs, away_s))
    assert found.reading.response(1)[0] == pytest.approx(simulated_s, rel=0.03)
