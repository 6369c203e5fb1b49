"""A buffer pool that is larger than what is free above the bar."""

from __future__ import annotations

import pytest

from tests.advisor.rules.builders import advise, part, topology


@pytest.mark.parametrize(("free_gb", "moved"), [(0.0, False), (0.2, False), (10.0, True)])
def test_a_pool_moves_only_where_it_has_room(free_gb: float, moved: bool) -> None:
    """A pool of 391 MB moved above the bar, where CSQY220I told that 0 MB were free."""
    sizes = {"BUFFERS": 100_000, "LOCATION": "below"}
    free = {"storage_above_free_gb": free_gb, "storage_free_mb": 100.0, "storage_used_mb": 1_500.0}
    found, outcomes = advise(
        topology(
            part("mq_manager", "MQA1", None, {"VERSION": "9.1.0"}, free),
            part("mq_bufferpool", "MQA1/1", "mq_manager:MQA1", sizes, {"used_pct": 50.0}),
        )
    )
    assert ("MQ-001" in {finding.rule for finding in found}) is moved
    assert moved or "a larger MEMLIMIT of MSTR comes first" in outcomes["MQ-001"].sentence
