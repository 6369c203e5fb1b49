"""Fixed points by implicit steps: what substitution does not find, and where it must help out."""

from __future__ import annotations

import numpy as np
import pytest

from model.queueing.implicit import settle


def counted(function):
    """An image of points that all have the measure 1, and how many were asked for."""
    asked = []

    def image(points, rows, times):
        asked.append(len(points))
        return function(points, rows), np.ones(len(points))

    return image, asked


def test_spirals_that_lead_outwards_are_settled():
    """Eigenvalues 0.3 +- 2i: substitution runs away."""
    turn = np.array([[0.3, -2.0], [2.0, 0.3]])
    goals = np.array([[3.0, 5.0], [7.0, 1.0], [4.0, 4.0]])
    image, _ = counted(lambda x, rows: goals[rows] + (x - goals[rows]) @ turn.T)
    found, residual, rounds = settle(image, np.ones((3, 2)), 1e-10, 60)
    assert found == pytest.approx(goals, rel=1e-8)
    assert residual.max() <= 1e-10
    assert rounds.max() < 60


def test_a_fixed_point_at_a_bound_is_reached():
    """F of the second component has a bend at the bound 1, where it ends."""

    def function(x, rows):
        first = 1.0 + 0.5 * np.abs(x[:, 1] - 0.9)
        return np.stack([first, np.clip(x[:, 1] + first - 0.5, 0.0, 1.0)], axis=1)

    image, _ = counted(function)
    found, residual, _ = settle(image, np.full((1, 2), 0.2), 1e-9, 60, most=np.array([np.inf, 1.0]))
    assert residual[0] <= 1e-9
    assert found[0] == pytest.approx([1.05, 1.0])


def test_variants_share_the_first_jacobian_and_are_independent():
    goals = np.linspace(1.0, 2.0, 40)[:, None] * np.array([1.0, 3.0, 2.0])
    image, asked = counted(lambda x, rows: goals[rows] + 0.9 * np.roll(np.tanh(x), 1, axis=1))
    together, residual, _ = settle(image, np.zeros((40, 3)), 1e-10, 60)
    assert residual.max() <= 1e-10
    assert max(asked) == 40  # not forty times the columns
    for row in (0, 39):
        part, _ = counted(
            lambda x, rows, row=row: goals[row] + 0.9 * np.roll(np.tanh(x), 1, axis=1)
        )
        alone, _, _ = settle(part, np.zeros((1, 3)), 1e-10, 60)
        assert together[row] == pytest.approx(alone[0], rel=1e-8)


def test_what_has_no_fixed_point_says_so():
    image, _ = counted(lambda x, rows: x + 1.0)
    _, residual, rounds = settle(image, np.zeros((1, 1)), 1e-9, 30)
    assert residual[0] == pytest.approx(1.0)
    assert rounds[0] == 30


def test_large_vectors_are_settled_without_derivatives_of_each_component():
    """A layered network of 858 calls took one pass for each, minutes, where 25 plain ones do."""
    goals = np.linspace(1.0, 2.0, 800) * np.array([[1.0], [3.0]])
    image, asked = counted(lambda x, rows: goals[rows] + 0.9 * np.roll(np.tanh(x), 1, axis=1))
    found, residual, rounds = settle(image, np.zeros((2, 800)), 1e-10, 100)
    assert residual.max() <= 1e-10
    assert sum(asked) <= 200
    assert rounds.max() < 100
    again = goals + 0.9 * np.roll(np.tanh(found), 1, axis=1)
    assert found == pytest.approx(again, rel=1e-9)
