"""Draws of what is known of hardware with a spread: the same ones on every machine, centred."""

from __future__ import annotations

from functools import lru_cache

import numpy as np
import numpy.typing as npt


def log_normal(count: int, sd: float, seed: int) -> npt.NDArray[np.float64]:
    """Factors about 1, (count,): the first is the centre, the others come in mirrored pairs.

    sd: of their logarithms.
    """
    factors: npt.NDArray[np.float64] = np.exp(sd * _scores(count, seed))
    return factors


@lru_cache(maxsize=256)
def evenly(count: int, seed: int) -> npt.NDArray[np.float64]:
    """Ranks from 0 to 1, (count,), evenly apart and in any order."""
    order = np.random.default_rng(seed).permutation(count)
    ranks: npt.NDArray[np.float64] = (order + 0.5) / max(count, 1)
    ranks.setflags(write=False)
    return ranks


@lru_cache(maxsize=256)
def _scores(count: int, seed: int) -> npt.NDArray[np.float64]:
    half = np.random.default_rng(seed).standard_normal(count // 2 + 1)
    scores = np.concatenate([[0.0], np.stack([half, -half], axis=1).ravel()])[:count]
    scores.setflags(write=False)
    return scores
