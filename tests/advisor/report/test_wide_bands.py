"""Bands as wide as usual values make them have two digits, and are never told narrower."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from advisor.report.numbers import band
from model.projection import Estimate


@pytest.mark.parametrize(
    ("low", "value", "high", "wanted"),
    [
        (3.975, 12.0, 52.58, "(3.9 … 53)"),
        (228.1, 500.0, 1_500.0, "(220 … 1,500)"),
        (0.1333, 0.4, 0.8769, "(0.13 … 0.88)"),
        (0.0, 4.0, 52.58, "(0 … 53)"),
        (-12.34, 4.0, 52.58, "(-13 … 53)"),
        (0.29, 0.4, 2.9, "(0.29 … 2.9)"),
        # What was measured keeps its digits.
        (173_234.0, 194_000.0, 217_312.0, "(173,200 … 217,300)"),
        (5.135, 5.748, 6.435, "(5.135 … 6.435)"),
        (1.0, 1.0, 1.0, ""),
    ],
)
def test_a_band_has_the_digits_that_it_knows(low, value, high, wanted: str) -> None:
    """A response that is anything from 4 to 53 ms stood there as (3.975 … 52.58)."""
    assert band(Estimate(value, low, high, "ms")) == wanted


@given(low=st.floats(1e-4, 1e6), times=st.floats(2.0, 1e4), part=st.floats(0.0, 1.0))
def test_what_is_printed_holds_what_is_known(low: float, times: float, part: float) -> None:
    high = low * times
    said = band(Estimate(low + part * (high - low), low, high, ""))
    first, last = (float(x.replace(",", "")) for x in re.findall(r"[\d,.]+", said))
    assert first <= low * (1.0 + 1e-4)
    assert last >= high * (1.0 - 1e-4)
    assert first >= 0.9 * low
    assert last <= 1.1 * high
