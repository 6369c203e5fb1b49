"""Anchors across the place where two lines meet: what tells quickly misses none of them."""

from __future__ import annotations

import pytest

from advisor.reading.segments import all_anchors


def _searched(text: str, position: int) -> bool:
    pattern = all_anchors().pattern
    assert pattern is not None
    return any(match.start() < position < match.end() for match in pattern.finditer(text))


@pytest.mark.parametrize("blanks", [1, 3])
def test_every_place_within_an_anchor_is_told(blanks: int) -> None:
    for literal in all_anchors().behind:
        text = f"10.45.12 {literal.replace(' ', blanks * ' ')}, 12"
        for position in range(len(text) + 1):
            assert all_anchors().across(text, position) == _searched(text, position), literal


def test_a_place_between_other_words_is_not() -> None:
    text = "11.24.43 JOB03190  IEF403I IBMUSERP - STARTED - TIME=11.24.43"
    assert not any(all_anchors().across(text, at) for at in (0, 9, 18, 28, len(text)))
