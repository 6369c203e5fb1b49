"""Jobs behind work at random, beside customers who are hardly ever there, against exact chains."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest

from model.queueing.installation import InstallationNetwork, solve_installation
from model.queueing.markov import explore, stationary

Customers = tuple[int, float, float]
"""How many, seconds of service, seconds elsewhere."""


def exact_rate(servers: int, ahead: float, jobs: Customers, rare: Customers) -> float:
    """What jobs do a second, behind work of 1 ms that takes so many servers."""
    (many, job_s, away_s), (others, each_s, gone_s) = jobs, rare
    before_s, most = 1e-3, 45

    def moves(state: tuple[int, int, int]) -> Iterator[tuple[float, tuple[int, int, int]]]:
        before, here, beside = state
        left = min(max(servers - before, 0), here + beside)
        if before < most:
            yield ahead / before_s, (before + 1, here, beside)
        if before:
            yield min(before, servers) / before_s, (before - 1, here, beside)
        share = left / max(here + beside, 1)
        for number, limit, takes_s, off_s, step in (
            (here, many, job_s, away_s, (0, 1, 0)),
            (beside, others, each_s, gone_s, (0, 0, 1)),
        ):
            if number and left:
                yield share * number / takes_s, (before, here - step[1], beside - step[2])
            if number < limit:
                yield (limit - number) / off_s, (before, here + step[1], beside + step[2])

    states, *arcs = explore((0, many, 0), moves, (most + 1) * (many + 1) * (others + 1))
    before, here, beside = np.array(states).T
    left = np.minimum(np.maximum(servers - before, 0), here + beside)
    got = left * here / np.maximum(here + beside, 1)
    return float(stationary(len(states), *arcs) @ got) / job_s


@pytest.mark.parametrize(
    ("servers", "ahead", "jobs", "rare", "near"),
    [
        (1, 0.6, (2, 2.5e-3, 0.5e-3), (3, 0.5e-3, 30e-3), 0.01),
        (1, 0.6, (1, 2.5e-3, 0.5e-3), (6, 0.5e-3, 60e-3), 0.01),
        (1, 0.8, (2, 2.5e-3, 1e-3), (6, 0.3e-3, 40e-3), 0.05),
        (2, 1.4, (2, 2.5e-3, 0.5e-3), (6, 0.5e-3, 30e-3), 0.01),
    ],
)
def test_who_is_hardly_ever_there_keeps_no_jobs_from_idle_servers(
    servers: int, ahead: float, jobs: Customers, rare: Customers, near: float
) -> None:
    """Jobs that come back at once had 7 to 25 % too little: taken for as many alike ones as vary as
    much, they were elsewhere as long as a few customers are who hardly ever come."""
    net = InstallationNetwork()
    cp, elsewhere = net.station("CP", float(servers)), net.station("elsewhere", np.inf)
    first = net.chain("before", 1e4, rate_per_s=ahead / 1e-3)
    held = net.arc(first, net.station("threads", 500.0, software=True, idles=True))
    net.arc(first, cp, 1e-3, level=0, within=(held,))
    for name, (many, each_s, away_s) in (("jobs", jobs), ("rare", rare)):
        chain = net.chain(name, float(many))
        net.arc(chain, cp, each_s, level=1)
        net.arc(chain, elsewhere, away_s)
    found = solve_installation(net)
    assert found.converged.all()
    exact = exact_rate(servers, ahead, jobs, rare)
    assert found.reading.rate(1)[0] == pytest.approx(exact, rel=near)
