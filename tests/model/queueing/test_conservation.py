"""Ready tasks that wait before a server: no work is lost by who is let in, against exact chains."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np
import pytest

from model.queueing.installation import InstallationNetwork, solve_installation
from model.queueing.installation.equations import Reading
from model.queueing.markov import explore, stationary
from tests.model.queueing.oracles import repairmen

_TASKS = 5


def work_on_one_cp(
    uses: Sequence[float], each_s: Sequence[float], levels: Sequence[int]
) -> Reading:
    """Workloads that arrive, each with as many tasks ready at a time; how busy each keeps the CP"""
    net = InstallationNetwork()
    cp = net.station("CP", 1.0)
    for number, (use, seconds, level) in enumerate(zip(uses, each_s, levels, strict=True)):
        chain = net.chain(f"work {number}", 10_000.0, rate_per_s=use / seconds)
        tasks = net.station(f"{number}/ready", _TASKS, software=True, idles=True)
        net.arc(chain, cp, seconds, level=level, within=(net.arc(chain, tasks),))
    return solve_installation(net, 1e-9).reading


def there(reading: Reading, chain: int) -> float:
    return float(reading.rate(chain)[0] * reading.response(chain)[0])


def exact_pair(one: float, other: float, most: int = 70) -> tuple[float, float]:
    """Customers of two workloads, those outside included: the chain of their numbers."""

    def moves(state: tuple[int, int]) -> Iterator[tuple[float, tuple[int, int]]]:
        first, second = state
        inside = min(first, _TASKS), min(second, _TASKS)
        if first < most - 1:
            yield one, (first + 1, second)
        if second < most - 1:
            yield other, (first, second + 1)
        if first:
            yield inside[0] / sum(inside), (first - 1, second)
        if second:
            yield inside[1] / sum(inside), (first, second - 1)

    states, *arcs = explore((0, 0), moves, most**2)
    first, second = stationary(len(states), *arcs) @ np.array(states)
    return float(first), float(second)


@pytest.mark.parametrize(("one", "other"), [(0.4, 0.4), (0.2, 0.65), (0.44, 0.44)])
def test_two_workloads_have_as_many_there_as_the_exact_chain(one: float, other: float) -> None:
    """They had 16 to 30 % fewer: what waits outside counted as if it met the average."""
    reading = work_on_one_cp((one, other), (1e-3, 1e-3), (0, 0))
    found = there(reading, 0), there(reading, 1)
    exact = exact_pair(one, other)
    assert sum(found) == pytest.approx(sum(exact), rel=0.02)
    assert found == pytest.approx(exact, rel=0.13)


@pytest.mark.parametrize("levels", [(0, 0, 0), (0, 1, 1), (0, 1, 2)])
@pytest.mark.parametrize("each_s", [(1e-3, 1e-3, 1e-3), (3e-3, 0.3e-3, 2e-3)])
@pytest.mark.parametrize("use", [0.9, 0.99])
def test_work_is_conserved_whoever_is_served_first(
    levels: tuple[int, ...], each_s: tuple[float, ...], use: float
) -> None:
    """Kleinrock's law: seconds of work there are the sum of rate x service^2 over what is idle."""
    uses = (0.25 * use, 0.15 * use, 0.6 * use)
    reading = work_on_one_cp(uses, each_s, levels)
    work = sum(there(reading, chain) * seconds for chain, seconds in enumerate(each_s))
    offered = sum(part * seconds for part, seconds in zip(uses, each_s, strict=True))
    assert work == pytest.approx(offered / (1.0 - use), rel=0.03)


def test_a_full_cp_carries_what_it_can() -> None:
    """With two of three workloads held back it stood idle for 4 % of the time."""
    reading = work_on_one_cp((0.3, 0.08, 0.8), (1e-3, 0.3e-3, 4e-3), (0, 0, 0))
    assert float(reading.use(0)[0]) > 0.998


@pytest.mark.parametrize("rate_per_s", [0.5, 1.0, 2.0, 3.0])
def test_a_task_of_long_units_beside_many_short_ones_waits_for_them(rate_per_s: float) -> None:
    """What work finds less of its own counts by how often it comes, not by its length as well: by
    that, short units waited for nothing at a CP that was busy for 76 %, and the task's 60 ms took
    90 rather than 200: one customer among open work has its service / (1 - their use)."""
    net = InstallationNetwork()
    cp = net.station("CP", 1.0)
    short = net.chain("short", 20_000.0, rate_per_s=702.0)
    ready = net.arc(short, net.station("ready", 20.0, software=True, idles=True))
    net.arc(short, cp, 1e-3, within=(ready,))
    long = net.chain("long", 20_000.0, rate_per_s=rate_per_s)
    held = net.arc(long, net.station("task", 1.0, software=True, idles=True))
    net.arc(long, cp, 60e-3, within=(held,))
    reading = solve_installation(net, 1e-8).reading
    assert reading.hold[0, held] == pytest.approx(60e-3 / (1.0 - 0.702), rel=0.03)
    # Behind one another alone they take 3.4 ms.
    assert reading.response(short)[0] > 1e-3 / (1.0 - 0.702)


@pytest.mark.parametrize(("cps", "threads"), [(1, 20), (1, 50), (4, 50), (8, 100)])
def test_threads_that_wait_for_full_cps_leave_none_of_them_idle(cps: int, threads: int) -> None:
    """Of 50 threads 44 stood before a CP of which 2 % were idle: their own queue was not theirs."""
    away_s, each_s = 0.02, 0.008
    net = InstallationNetwork()
    cp, away = net.station("CP", float(cps)), net.station("away", np.inf)
    chain = net.chain("work", 1e6, rate_per_s=2.0 * cps / each_s)
    held = net.arc(chain, net.station("threads", threads, software=True, idles=True))
    tasks = net.station("work/ready", 3.0 * cps + 2.0, software=True, idles=True)
    net.arc(chain, cp, each_s, within=(held, net.arc(chain, tasks, within=(held,))))
    net.arc(chain, away, away_s, within=(held,))
    found = solve_installation(net, 1e-9)
    assert found.converged.all()
    # Threads that are always taken are the customers of a closed network.
    exact = repairmen(cps, threads, each_s, away_s)
    assert found.reading.rate(chain)[0] == pytest.approx(exact, rel=0.012)


def tasks_beside_work_without_end() -> InstallationNetwork:
    """A region's QR TCB and a message region beside twice the ready work that fits on 0.6 CPs."""
    net = InstallationNetwork()
    cp, away = net.station("CP", 0.6), net.station("away", np.inf)
    many = net.chain("uncounted", 1e8, rate_per_s=1_216.0)
    ready = net.arc(many, net.station("ready", 4.0, software=True, idles=True))
    net.arc(many, cp, 0.95e-3, within=(ready,))
    cics = net.chain("CICS", 7e5, rate_per_s=6.7)
    mxt = net.arc(cics, net.station("MXT", 60.0, software=True, idles=True))
    tcb = net.arc(cics, net.station("QR TCB", 1.0, software=True, idles=True), within=(mxt,))
    net.arc(cics, cp, 5.67e-3, within=(mxt, tcb))
    net.arc(cics, away, 33e-3, within=(mxt,))
    ims = net.chain("IMS", 3e6, rate_per_s=30.0)
    region = net.arc(ims, net.station("region", 1.0, software=True, idles=True))
    net.arc(ims, cp, 1.67e-3, within=(region,))
    net.arc(ims, away, 17e-3, within=(region,))
    return net


def test_a_full_cp_has_one_answer_from_wherever_it_is_sought() -> None:
    """0.3 % of it stood idle; of one like it 0.8 or 4.9 %, by where the search began, with 30 or 26
    schedules a second: by simulation 30, and none idle."""
    net = tasks_beside_work_without_end()
    first = solve_installation(net, 1e-9)
    assert first.converged.all()
    assert float(first.reading.use(0)[0]) > 0.9999
    random = np.random.default_rng(1)
    for _ in range(12):
        start = np.maximum(first.state + random.normal(0.0, 2.0, first.state.shape), 0.0)
        again = solve_installation(net, 1e-9, start)
        assert again.converged.all()
        assert again.reading.throughput == pytest.approx(first.reading.throughput, rel=1e-5)
