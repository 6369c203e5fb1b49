"""What-ifs go on from where others of the installation stood, and end where they would anyway."""

from __future__ import annotations

import numpy as np

from model.queueing.installation.stood import Place, Places

STATES = 40
TOLERANCE = 1e-6


def _images(stands: float):
    """A map whose fixed point follows one number; and the rows that it is asked for."""
    dice = np.random.default_rng(5)
    turned = np.linalg.qr(dice.standard_normal((STATES, STATES)))[0]
    slopes = turned @ np.diag(np.linspace(0.95, -0.6, STATES)) @ turned.T
    direction = dice.uniform(1.0, 2.0, STATES)
    rows: list[int] = []

    def images(states: np.ndarray) -> np.ndarray:
        rows.append(len(states))
        off = states - stands * direction
        return stands * direction + off @ slopes.T + 0.02 * off**2 @ turned.T

    return images, stands * direction, rows


def test_a_slider_moved_on_takes_few_passes_of_one_state() -> None:
    _, first, _ = _images(1.0)
    places = Places()
    _, stood, _ = _images(1.5)
    places.keep(Place(stood))
    for number, stands in enumerate((1.501, 1.502, 1.503)):
        images, there, rows = _images(stands)
        found, often = places.search(images, first, 0, TOLERANCE, None)
        assert found is not None
        assert np.abs(found.state - there).max() < 1e-8
        # All slopes once, for the first that comes by.
        assert (STATES + 1 in rows) is (number == 0)
        assert often <= 4


def test_it_does_not_matter_where_it_came_from() -> None:
    _, first, _ = _images(1.0)
    ends = []
    for others in ((1.49,), (1.51, 1.6), (1.505, 1.45)):
        places = Places()
        for one in others:
            places.keep(Place(_images(one)[1]))
        images, _, _ = _images(1.5)
        found, _ = places.search(images, first, 0, TOLERANCE, None)
        assert found is not None
        ends.append(found.state)
    for end in ends[1:]:
        assert np.abs(end - ends[0]).max() < 1e-9


def test_what_stands_far_away_is_left_alone() -> None:
    images, first, rows = _images(1.0)
    places = Places()
    places.keep(Place(_images(9.0)[1]))
    assert places.search(images, first + 1e-3, 0, TOLERANCE, None)[0] is None
    assert rows == [2]
    assert Places().search(images, first, 0, TOLERANCE, None) == (None, 0)


def test_slopes_that_mislead_are_given_up_soon() -> None:
    images, there, rows = _images(1.5)
    places = Places()
    places.keep(Place(there - 1e-3, -np.eye(STATES)))
    assert places.search(images, there + 1.0, 0, TOLERANCE, None)[0] is None
    assert rows == [2, 1]


def test_what_is_asked_again_stands_where_it_stood_to_the_last_digit() -> None:
    images, there, _ = _images(1.5)
    places = Places()
    places.keep(Place(there + 1e-12))
    found, _ = places.search(images, there + 1.0, 0, TOLERANCE, None)
    assert found is not None
    assert (found.state == there + 1e-12).all()
