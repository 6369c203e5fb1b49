"""Observations that readers make by the hundred thousand are observations like any other."""

from __future__ import annotations

import copy
import dataclasses
import pickle

import pytest

from advisor.observations import Interval, Observation, observed

FIGURE = ("lpar:SYSA", "busy_pct", 12.5, "%", "rmf.txt", 7, " CP  12.5", "12.5", Interval("2015"))


def test_an_observed_figure_is_the_observation_with_these_fields() -> None:
    one, other = observed(*FIGURE), Observation(*FIGURE)
    assert type(one) is Observation
    assert one == other == pickle.loads(pickle.dumps(one)) == copy.deepcopy(one)
    assert (repr(one), hash(one)) == (repr(other), hash(other))
    assert dataclasses.replace(one, line=8) == dataclasses.replace(other, line=8) != one


def test_an_observed_figure_is_frozen() -> None:
    with pytest.raises(dataclasses.FrozenInstanceError):
        observed(*FIGURE).line = 8  # type: ignore[misc]
