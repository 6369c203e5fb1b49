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
