"""Draws of the constants: as the fit says, the same on every machine."""

from __future__ import annotations

import numpy as np
import pytest

from model.contract.evaluation import FloatArray
from model.projection.baseline import BAND_DRAWS
from model.subsystems.adabas.constants import (
    ASSUMED_SD,
    NAMES,
    draws_of,
    shipped_draws,
    stored,
)

_EPSILON = float(np.finfo(float).eps)


def _logs(covariance: FloatArray, count: int = BAND_DRAWS) -> FloatArray:
    names = NAMES[: len(covariance)]
    return np.log(draws_of(np.ones(len(covariance)), covariance, count, names).values)


def _rounded_otherwise(covariance: FloatArray, seed: int) -> FloatArray:
    """The same, up to the last digits, as another order of additions makes it."""
    digits = np.random.default_rng(seed).uniform(-8.0, 8.0, covariance.shape) * _EPSILON
    return covariance * (1.0 + (digits + digits.T) / 2.0)


@pytest.mark.parametrize("equal", [False, True])
def test_the_last_digit_of_a_fit_moves_the_last_digits_of_its_draws(equal: bool) -> None:
    """Eigenvectors change their signs with it, and mix where two variances are the same."""
    covariance = 0.02 * np.eye(len(NAMES)) if equal else stored().covariance
    if equal:
        covariance = covariance + 1e-17 * np.ones_like(covariance)
    drawn = _logs(covariance)
    for seed in range(5):
        again = _logs(_rounded_otherwise(covariance, seed))
        assert np.abs(again - drawn).max() < 1e-6 * np.abs(drawn).max()


def test_the_signs_of_eigenvectors_are_nobodys_choice(monkeypatch: pytest.MonkeyPatch) -> None:
    """Libraries of other machines give others; bands of one installation differed by 0.6 %."""
    plain = np.linalg.eigh
    drawn = _logs(stored().covariance)

    def turned(matrix: FloatArray) -> tuple[FloatArray, FloatArray]:
        values, vectors = plain(matrix)
        return values, vectors * np.where(np.arange(len(values)) % 2, -1.0, 1.0)

    monkeypatch.setattr(np.linalg, "eigh", turned)
    assert np.abs(_logs(stored().covariance) - drawn).max() < 1e-12


def test_draws_spread_and_correlate_as_the_fit_does() -> None:
    covariance = stored().covariance
    logs = _logs(covariance)
    assert not logs[0].any()
    assert logs[1:].mean(axis=0) == pytest.approx(0.0, abs=1e-12)
    found = logs[1:].T @ logs[1:] / BAND_DRAWS
    scale = np.sqrt(np.diag(covariance))
    assert (found - covariance) / np.outer(scale, scale) == pytest.approx(0.0, abs=1e-6)


def test_a_few_draws_are_as_they_come() -> None:
    """With fewer pairs than constants no correlation can be taken out of them."""
    logs = _logs(stored().covariance, 16)
    assert logs.shape == (17, len(NAMES))
    assert logs[1:].mean(axis=0) == pytest.approx(0.0, abs=1e-12)
    assert np.isfinite(logs).all()


def test_a_constant_that_is_held_is_drawn_as_it_is() -> None:
    covariance = np.diag([0.01, 0.0, 0.04])
    assert not _logs(covariance)[:, 1].any()


def test_assumed_values_are_drawn_with_the_constants_and_apart_from_them() -> None:
    draws = shipped_draws(BAND_DRAWS)
    logs = np.log(draws.values[1:] / draws.values[0])
    for name, sd in ASSUMED_SD.items():
        own = logs[:, draws.names.index(name)]
        assert np.sqrt(np.mean(own**2)) == pytest.approx(sd, rel=1e-6)
        others = logs[:, : len(NAMES)]
        assert others.T @ own / BAND_DRAWS == pytest.approx(0.0, abs=1e-6)
