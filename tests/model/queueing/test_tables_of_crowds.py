"""Wait tables are made once for all crowds that wait as endlessly many do."""

from __future__ import annotations

import pytest

from model.queueing.installation import InstallationNetwork, solve_installation
from model.queueing.waiting import wait_table


def test_crowds_at_very_many_servers_share_a_table() -> None:
    """Each number of servers beyond 1,024 had a table of its own, in 25 ms: a what-if of sixty
    partitions took a fifth of its time for one."""

    def solved(servers: float) -> float:
        net = InstallationNetwork(1)
        crowd = net.station("crowd", servers)
        users = net.chain("users", population=1e9, think_s=2e4)
        net.arc(users, crowd, 0.5 * servers / 5e4)
        found = solve_installation(net)
        return float(found.reading.use(crowd)[0])

    assert solved(2000.0) == pytest.approx(0.5, rel=1e-3)
    made = wait_table.cache_info().misses
    assert solved(2345.6) == pytest.approx(0.5, rel=1e-3)
    assert wait_table.cache_info().misses == made
