"""Approximations on random networks against exact chains: no worse than when they were measured."""

from __future__ import annotations

import pytest

from app.bench.accuracy import FAMILIES, measure, references


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("family", "method", "median", "most"),
    # Measured when written, median and worst in percent; seeds were not used before.
    [
        ("plain", "linearizer", 0.5, 8.0),  # 0.01, 5.2
        ("nasty", "linearizer", 1.5, 18.0),  # 0.6, 16
        ("phases", "linearizer", 2.5, 15.0),  # 0.8, 12
        ("fcfs-1", "linearizer", 2.0, 10.0),  # 1.1, 7.4
        ("preemptive-1", "linearizer", 2.0, 15.0),  # 1.2, 12
        ("preemptive-4", "schweitzer", 8.0, 45.0),  # 6.0, 40
        ("hol-4", "linearizer", 1.0, 14.0),  # 0.04, 11
    ],
)
def test_errors_are_those_that_were_measured(family, method, median, most):
    found = measure(family, 20260113, 40)[method].figures("x")
    assert found["x_median_error_pct"] < median
    assert found["x_worst_error_pct"] < most


def test_a_family_is_the_same_networks_for_the_same_seed():
    for name in ("nasty", "hol-4"):
        one, two = (list(references(FAMILIES[name], 5, 2)) for _ in range(2))
        assert [n for n, _ in one] == [n for n, _ in two]
        assert all(x > 0 and half == 0.0 for _, known in one for x, half in known.values())
