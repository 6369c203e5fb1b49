"""What is said to bind a workload: what its response waits for, and no pool that has room."""

from __future__ import annotations

import numpy as np
import pytest

from model.contract.evaluation import Evaluation
from model.projection.uses import busiest


def answer(pools: set[str], **uses: float) -> Evaluation:
    utilization = {name: np.array([[use]]) for name, use in uses.items()}
    return Evaluation(
        {}, {}, ((),), np.ones((1, 1), bool), utilization=utilization, pools=frozenset(pools)
    )


@pytest.mark.parametrize(
    ("uses", "binds"),
    [
        ({"sessions": 0.31, "cps": 0.30, "qr": 0.07}, "cps"),
        ({"sessions": 0.80, "cps": 0.30, "qr": 0.60}, "qr"),
        ({"sessions": 0.97, "cps": 0.30, "qr": 0.60}, "sessions"),
        ({"sessions": 1.00, "cps": 0.95, "qr": 0.60}, "cps"),
        ({"sessions": 0.31}, "sessions"),
        ({}, ""),
    ],
)
def test_a_pool_binds_only_where_it_is_nearly_full(uses: dict[str, float], binds: str) -> None:
    assert busiest(answer({"sessions"}, **uses), 0) == binds
