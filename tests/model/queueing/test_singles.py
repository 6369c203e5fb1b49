"""Single tasks that share CPs and are nearly always busy, against exact chains."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

import numpy as np
import pytest

from model.queueing.installation import InstallationNetwork, solve_installation
from model.queueing.markov import explore, stationary


def beside_work(servers: int, task: tuple[float, float], work: tuple[float, float], ready: int):
    """Response of a task's requests and use of it: each (seconds, rate); `ready` others inside."""
    (task_s, task_rate), (work_s, work_rate) = task, work
    longest, most = 110, 45

    def moves(state: tuple[int, int]) -> Iterator[tuple[float, tuple[int, int]]]:
        line, others = state
        inside = min(others, ready)
        share = min(1.0, servers / max(inside + (line > 0), 1))
        if line < longest:
            yield task_rate, (line + 1, others)
        if others < most:
            yield work_rate, (line, others + 1)
        if line:
            yield share / task_s, (line - 1, others)
        if others:
            yield inside * share / work_s, (line, others - 1)

    states, *arcs = explore((0, 0), moves, (longest + 1) * (most + 1))
    chances = stationary(len(states), *arcs)
    line = np.array(states)[:, 0]
    return float(chances @ line) / task_rate, float(chances @ (line > 0))


@pytest.mark.parametrize("ratio", [0.5, 2.0, 6.0])
@pytest.mark.parametrize(
    ("servers", "asks", "others"), [(1, 0.35, 0.4), (2, 0.7, 0.45), (4, 0.75, 0.6)]
)
def test_a_task_beside_work_of_other_lengths_waits_as_in_the_exact_chain(
    servers: int, asks: float, others: float, ratio: float
) -> None:
    """Up to three times too short where the others' requests are long: its line grows while they
    fill the CPs."""
    task_s, ready = 1e-3, 1 + servers + int(3 * servers**0.5)
    rates = asks / task_s, others * servers / (ratio * task_s)
    exact_s, exact_use = beside_work(servers, (task_s, rates[0]), (ratio * task_s, rates[1]), ready)
    net = InstallationNetwork()
    cp, task = net.station("CP", float(servers)), net.station("QR", 1.0, software=True, idles=True)
    chain = net.chain("task", 1e4, rate_per_s=rates[0])
    net.arc(chain, cp, task_s, within=(net.arc(chain, task),))
    work = net.chain("work", 1e4, rate_per_s=rates[1])
    pool = net.station("ready", float(ready), software=True, idles=True)
    net.arc(work, cp, ratio * task_s, within=(net.arc(work, pool),))
    found = solve_installation(net)
    assert found.converged.all()
    assert found.reading.use(task)[0] == pytest.approx(exact_use, rel=0.04)
    assert found.reading.response(chain)[0] == pytest.approx(exact_s, rel=0.13)


@pytest.mark.parametrize(("servers", "held_back", "free"), [(1, 0.72, 0.2), (1, 0.45, 0.45)])
def test_a_task_meets_no_more_of_a_pools_work_than_the_pool_lets_in(
    servers: int, held_back: float, free: float
) -> None:
    """Beside work that nothing holds back it met all that waits before the pool as well: up to
    two thirds longer."""
    task_s, task_rate, work_s, ready = 0.2e-3, 2.0, 1e-3, 5
    rates = held_back * servers / work_s, free * servers / work_s
    most = (2, 90, 40)

    def moves(state: tuple[int, int, int]) -> Iterator[tuple[float, tuple[int, int, int]]]:
        line, waits, others = state
        inside = min(waits, ready)
        share = min(1.0, servers / max(inside + others + (line > 0), 1))
        if line < most[0]:
            yield task_rate, (line + 1, waits, others)
        if waits < most[1]:
            yield rates[0], (line, waits + 1, others)
        if others < most[2]:
            yield rates[1], (line, waits, others + 1)
        if line:
            yield share / task_s, (line - 1, waits, others)
        if waits:
            yield inside * share / work_s, (line, waits - 1, others)
        if others:
            yield others * share / work_s, (line, waits, others - 1)

    states, *arcs = explore((0, 0, 0), moves, int(np.prod(np.add(most, 1))))
    exact_s = float(stationary(len(states), *arcs) @ np.array(states)[:, 0]) / task_rate
    net = InstallationNetwork()
    cp = net.station("CP", float(servers))
    chain = net.chain("task", 1e4, rate_per_s=task_rate)
    task = net.station("QR", 1.0, software=True, idles=True)
    net.arc(chain, cp, task_s, within=(net.arc(chain, task),))
    for name, threads, rate in (("ready", ready, rates[0]), ("threads", 200, rates[1])):
        work = net.chain(name, 1e4, rate_per_s=rate)
        pool = net.station(name, float(threads), software=True, idles=True)
        net.arc(work, cp, work_s, within=(net.arc(work, pool),))
    found = solve_installation(net)
    assert found.converged.all()
    assert found.reading.response(chain)[0] == pytest.approx(exact_s, rel=0.08)


def test_tasks_on_fewer_cps_are_as_busy_as_in_the_exact_chain() -> None:
    """Two tasks on the share of one and a half CPs, one of them nearly always busy."""
    each_s, rates, servers, most = (1.2e-3, 0.7e-3), (600.0, 700.0), 1.5, 80

    def moves(state: tuple[int, ...]) -> Iterator[tuple[float, tuple[int, ...]]]:
        share = min(1.0, servers / max(sum(line > 0 for line in state), 1))
        for task, line in enumerate(state):
            for step, rate in ((1, rates[task]), (-1, share / each_s[task])):
                if (step > 0 or line) and line + step <= most:
                    yield rate, (*state[:task], line + step, *state[task + 1 :])

    states, *arcs = explore((0, 0), moves, (most + 1) ** 2)
    lines = stationary(len(states), *arcs) @ np.array(states)
    net = InstallationNetwork()
    cp = net.station("CP", servers)
    for task, (seconds, rate) in enumerate(zip(each_s, rates, strict=True)):
        chain = net.chain(f"task {task}", 1e4, rate_per_s=rate)
        qr = net.station(f"QR {task}", 1.0, software=True, idles=True)
        net.arc(chain, cp, seconds, within=(net.arc(chain, qr),))
    reading = solve_installation(net).reading
    for task, rate in enumerate(rates):
        assert reading.response(task)[0] == pytest.approx(lines[task] / rate, rel=0.04)


def test_tasks_that_are_alike_are_told_apart_by_no_name_and_no_order() -> None:
    def responses(order: tuple[int, ...]) -> dict[int, float]:
        net = InstallationNetwork()
        cp, found = net.station("CP", 3.0), {}
        for task in order:
            chain = net.chain(f"task {task}", 1e4, rate_per_s=200.0 + 50.0 * task)
            qr = net.station(f"QR {task}", 1.0, software=True, idles=True)
            net.arc(chain, cp, 2.5e-3, within=(net.arc(chain, qr),))
            found[chain] = task
        reading = solve_installation(net, 1e-10).reading
        return {task: float(reading.response(chain)[0]) for chain, task in found.items()}

    one, other = responses((0, 1, 2, 3)), responses((3, 1, 0, 2))
    assert one == pytest.approx(other, rel=1e-7)
    assert all(one[less] < one[more] for less, more in combinations(range(4), 2))


def responses_of(rates: list[float], servers: float, each_s: float) -> list[float]:
    """Responses of tasks at so many servers, in s; one for each rate."""
    net = InstallationNetwork()
    cp = net.station("CP", servers)
    for task, rate in enumerate(rates):
        chain = net.chain(f"task {task}", 1e4 if rate else 0.0, rate_per_s=rate or 1.0)
        qr = net.station(f"QR {task}", 1.0, software=True, idles=True)
        net.arc(chain, cp, each_s, within=(net.arc(chain, qr),))
    found = solve_installation(net)
    assert found.converged.all()
    return [float(found.reading.response(chain)[0]) for chain in range(len(rates))]


def test_a_task_without_work_is_not_there_for_the_others() -> None:
    """A share of nothing of its hold made every task's wait no number."""
    both = responses_of([300.0, 400.0], 1.5, 1e-3)
    assert responses_of([300.0, 400.0, 0.0], 1.5, 1e-3)[:2] == pytest.approx(both, rel=1e-6)


def test_as_many_nearly_full_tasks_as_are_told_apart_have_times() -> None:
    """Sixty tasks, each its CP for 96 % of the time: the products of their odds had no number."""
    found = responses_of([960.0] * 60, 60.0, 1e-3)
    assert found == pytest.approx([1e-3 / (1.0 - 0.96)] * 60, rel=5e-3)


@pytest.mark.parametrize("wide", [60.0, 400.0])
def test_work_that_is_hardly_ever_there_makes_no_room_for_other_work(wide: float) -> None:
    """A thousandth of the work, in a pool of 60, let 32 ready tasks in where 7 threads hold all
    others: a region that is always busy did a sixth less of its own."""

    def rate(beside_per_s: float) -> float:
        net = InstallationNetwork()
        cps = net.station("CPs", 2.0)
        for name, people, comes, threads, cpu_s, else_s in (
            ("region", 1e6, 40.0, 1.0, 0.0044, 0.021),
            ("others", 1e8, 1815.0, 7.0, 0.00096, 0.0),
            ("beside", 1e5, max(beside_per_s, 1e-6), wide, 0.0005, 0.0),
        ):
            if name == "beside" and beside_per_s == 0.0:
                continue
            chain = net.chain(name, people, rate_per_s=comes)
            held = net.arc(chain, net.station(name, threads, software=True, idles=True))
            net.arc(chain, cps, cpu_s, within=(held,))
            if else_s:
                delay = net.place("elsewhere") or net.station("elsewhere", np.inf)
                net.arc(chain, delay, else_s, within=(held,))
        solved = solve_installation(net)
        assert solved.converged.all()
        return float(solved.reading.rate(0)[0])

    assert rate(4.0) == pytest.approx(rate(0.0), rel=0.01)
