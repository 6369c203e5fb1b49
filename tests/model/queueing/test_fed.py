"""Few threads behind other levels that work comes to, against exact chains."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest

from model.queueing.installation import InstallationNetwork, solve_installation
from model.queueing.markov import explore, stationary

Work = tuple[float, float]
"""Seconds of service, and how often it comes a second."""


def behind(servers: int, before: Work, work: Work, threads: int) -> tuple[float, float]:
    """Response of the requests of a pool behind work that comes at random, and its use."""
    (before_s, before_rate), (each_s, rate) = before, work
    longest, most = 110, 45

    def moves(state: tuple[int, int]) -> Iterator[tuple[float, tuple[int, int]]]:
        ahead, line = state
        left = min(max(servers - ahead, 0), line, threads)
        if ahead < most:
            yield before_rate, (ahead + 1, line)
        if line < longest:
            yield rate, (ahead, line + 1)
        if ahead:
            yield min(ahead, servers) / before_s, (ahead - 1, line)
        if left:
            yield left / each_s, (ahead, line - 1)

    states, *arcs = explore((0, 0), moves, (most + 1) * (longest + 1))
    chances, line = stationary(len(states), *arcs), np.array(states)[:, 1]
    used = float(chances @ np.minimum(line, threads)) / threads
    return float(chances @ line) / rate, used


@pytest.mark.parametrize("ratio", [0.2, 4.0])
@pytest.mark.parametrize(
    ("servers", "threads", "ahead", "asked"),
    [(1, 1, 0.3, 0.5), (1, 1, 0.5, 0.5), (2, 1, 0.6, 0.6), (2, 2, 0.5, 0.6), (4, 2, 0.5, 0.6)],
)
def test_few_threads_behind_other_work_wait_as_in_the_exact_chain(
    servers: int, threads: int, ahead: float, asked: float, ratio: float
) -> None:
    """Half as long and less where requests before them are long, and busier than they are."""
    each_s = 1e-3
    free = np.array([max(servers - n, 0) for n in range(200)])
    weights = np.cumprod([1.0, *(ahead * servers / min(n, servers) for n in range(1, 200))])
    most = float(weights @ np.minimum(free, threads) / weights.sum())
    before = ratio * each_s, ahead * servers / (ratio * each_s)
    work = each_s, asked * most / each_s
    exact_s, exact_use = behind(servers, before, work, threads)
    net = InstallationNetwork()
    cp = net.station("CP", float(servers))
    for name, (service_s, rate), many, level in (
        ("before", before, 500.0, 0),
        ("work", work, float(threads), 1),
    ):
        chain = net.chain(name, 1e4, rate_per_s=rate)
        held = net.arc(chain, net.station(f"{name}'s threads", many, software=True, idles=True))
        net.arc(chain, cp, service_s, level=level, within=(held,))
    found = solve_installation(net)
    assert found.converged.all()
    reading = found.reading
    assert reading.rate(1)[0] == pytest.approx(work[1], rel=1e-6)
    assert reading.use(net.place("work's threads"))[0] == pytest.approx(exact_use, rel=0.01)
    assert reading.response(1)[0] == pytest.approx(exact_s, rel=0.03)


def test_a_task_behind_levels_that_leave_enough_carries_what_comes() -> None:
    """A task 88 % busy behind work that takes 80 % of two CPs was full, and carried less."""
    exact_s, use = behind(2, (1e-3, 1600.0), (1e-3, 231.0), 1)
    net = InstallationNetwork()
    cp = net.station("CP", 2.0)
    first = net.chain("before", 1e4, rate_per_s=1600.0)
    held = net.arc(first, net.station("threads", 500.0, software=True, idles=True))
    net.arc(first, cp, 1e-3, level=0, within=(held,))
    chain = net.chain("work", 1e4, rate_per_s=231.0)
    task = net.station("QR", 1.0, software=True, idles=True)
    held = net.arc(chain, task)
    net.arc(chain, cp, 1e-3, level=1, within=(held,))
    found = solve_installation(net)
    assert found.converged.all()
    assert found.reading.rate(chain)[0] == pytest.approx(231.0, rel=1e-5)
    assert found.reading.use(task)[0] == pytest.approx(use, rel=0.01)
    assert found.reading.response(chain)[0] == pytest.approx(exact_s, rel=0.1)


def test_ready_tasks_beside_rare_long_work_wait_as_long_as_it_lasts() -> None:
    """They answered in little more than half of the time: what the law of conservation says of a
    pool is little where nearly all the work of its level is that of others."""
    before_s, task_s, each_s, threads = 20e-3, 10e-3, 1e-3, 3
    before_rate, task_rate, rate = 12.5, 10.0, 150.0
    most, longest = 9, 110

    def moves(state: tuple[int, int, int]) -> Iterator[tuple[float, tuple[int, int, int]]]:
        ahead, task, line = state
        inside = min(line, threads)
        if ahead < most:
            yield before_rate, (ahead + 1, task, line)
        if task < most:
            yield task_rate, (ahead, task + 1, line)
        if line < longest:
            yield rate, (ahead, task, line + 1)
        if ahead:
            yield 1.0 / before_s, (ahead - 1, task, line)
            return
        met = min(task, 1) + inside
        if task:
            yield 1.0 / met / task_s, (ahead, task - 1, line)
        if line:
            yield inside / met / each_s, (ahead, task, line - 1)

    states, *arcs = explore((0, 0, 0), moves, (most + 1) ** 2 * (longest + 1))
    exact_s = float(stationary(len(states), *arcs) @ np.array(states)[:, 2]) / rate
    net = InstallationNetwork()
    cp = net.station("CP", 1.0)
    for name, service_s, comes, many, level in (
        ("before", before_s, before_rate, 500.0, 0),
        ("task", task_s, task_rate, 1.0, 1),
        ("ready", each_s, rate, float(threads), 1),
    ):
        chain = net.chain(name, 1e4, rate_per_s=comes)
        held = net.arc(chain, net.station(f"{name}'s", many, software=True, idles=True))
        net.arc(chain, cp, service_s, level=level, within=(held,))
    found = solve_installation(net)
    assert found.converged.all()
    assert found.reading.rate(2)[0] == pytest.approx(rate, rel=1e-6)
    assert found.reading.response(2)[0] == pytest.approx(exact_s, rel=0.2)
