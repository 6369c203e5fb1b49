"""The laws that the model is compared with get what they are due."""

from __future__ import annotations

import numpy as np
import pytest

from model.calibration.peers import asymptotic_bounds, interpolation, scalability_law

NUCLEI = np.array([8.0, 16.0, 31.0])


def test_interpolation_starts_at_nothing() -> None:
    etr = np.array([288_547.0, 332_930.0, 337_731.0])
    assert interpolation(NUCLEI, etr, 2) == pytest.approx(288_547 / 4)
    assert interpolation(NUCLEI, etr, 12) == pytest.approx((288_547 + 332_930) / 2)
    assert interpolation(NUCLEI, etr, 40) == 337_731


def test_bounds_are_a_straight_line_and_a_ceiling() -> None:
    assert asymptotic_bounds(NUCLEI, np.array([80.0, 120.0, 130.0]), 4) == 40
    assert asymptotic_bounds(NUCLEI, np.array([80.0, 120.0, 130.0]), 40) == 130


@pytest.mark.parametrize(
    ("contention", "coherence"), [(0.02, 0.0005), (0.2, 0.0), (0.0, 0.004), (0.05, 0.002)]
)
def test_the_scalability_law_finds_itself(contention: float, coherence: float) -> None:
    def law(n: float) -> float:
        return 40_000 * n / (1 + contention * (n - 1) + coherence * n * (n - 1))

    runs = np.array([2.0, 8.0, 16.0, 31.0])
    found = scalability_law(runs, np.array([law(n) for n in runs]), 24)
    assert found == pytest.approx(law(24), rel=1e-3)
