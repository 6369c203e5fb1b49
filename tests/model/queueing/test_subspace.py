"""Newton's method for one variant: what the first pass told of all states is not forgotten."""

from __future__ import annotations

import numpy as np
import pytest

from model.queueing.installation.subspace import approached

STATES = 60


def _map(bend: float):
    """A map of many states of which none settles soon by plain passes, and where it stands."""
    dice = np.random.default_rng(3)
    turned = np.linalg.qr(dice.standard_normal((STATES, STATES)))[0]
    slopes = turned @ np.diag(np.linspace(0.95, 0.6, STATES)) @ turned.T
    stands = dice.uniform(1.0, 2.0, STATES)
    passes: list[int] = []

    def images(states: np.ndarray) -> np.ndarray:
        passes.append(len(states))
        off = states - stands
        return stands + off @ slopes.T + bend * off**2 @ turned.T

    return images, stands, passes


@pytest.mark.parametrize("bend", [0.0, 0.01])
def test_slopes_outside_the_space_are_those_of_the_first_pass(bend: float) -> None:
    images, stands, passes = _map(bend)
    found, often = approached(images, stands + 0.1, 0, 1e-9, True, None)
    assert found is not None
    assert np.abs(found - stands).max() < 1e-8
    assert often == len(passes) <= 6
    # All slopes once; later those of the space alone.
    assert passes[0] == STATES + 1
    assert all(rows < STATES // 2 for rows in passes[1:])
