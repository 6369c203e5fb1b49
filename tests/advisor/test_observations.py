"""Observations that readers make by the hundred thousand are observations like any other."""

from __future__ import annotations

import copy
import dataclasses
import pickle

import pytest

from advisor.observations import Interval, Observation, observed
from advisor.reading.reader import Collector

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


def test_what_stands_in_a_record_is_said_once_and_when_somebody_asks() -> None:
    asked: list[str] = []

    def said() -> str:
        asked.append("text")
        return FIGURE[6]

    plain = Observation(*FIGURE)
    one = observed(*FIGURE[:6], said, *FIGURE[7:])
    assert (one.subject, one.value, one.raw, asked) == ("lpar:SYSA", 12.5, "12.5", [])
    assert (one.text, one.text, asked) == (plain.text, plain.text, ["text"])
    for way in (copy.copy, copy.deepcopy, lambda seen: pickle.loads(pickle.dumps(seen))):
        assert way(observed(*FIGURE[:6], said, *FIGURE[7:])) == plain
    assert hash(observed(*FIGURE[:6], said, *FIGURE[7:])) == hash(plain)
    again = dataclasses.replace(observed(*FIGURE[:6], said, *FIGURE[7:]), line=8)
    assert again == dataclasses.replace(plain, line=8)


def test_a_figure_of_a_record_that_has_no_form_of_its_own_is_quoted_from_what_is_said() -> None:
    out = Collector("smf.bin")
    out.observe_record("lpar:SYSA", "busy_pct", 12.5, "%", 3, lambda: "SMF 70 of SYSA: 12.50")
    (one,) = out.observations
    assert (one.line, one.text, one.raw) == (3, "SMF 70 of SYSA: 12.50", "12.50")
