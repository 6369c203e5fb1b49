"""Anchors across the place where two lines meet: what tells quickly misses none of them."""

from __future__ import annotations

import pytest

from advisor.reading import choosing, read_bytes
from advisor.reading.layout.outline import outline
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
            found = all_anchors().across(text, position)
            assert found == _searched(text, position), literal
            # Told by the outline alone it may be more, never less.
            assert all_anchors().may_go_across(outline(text), position) >= found, literal


def test_a_place_between_other_words_is_not() -> None:
    text = "11.24.43 JOB03190  IEF403I IBMUSERP - STARTED - TIME=11.24.43"
    assert not any(all_anchors().across(text, at) for at in (0, 9, 18, 28, len(text)))


def test_rows_that_nothing_is_put_to_are_read_but_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Put together, they would be longer than any line: the text as it stands is all there is."""
    offers = []
    told = choosing._offers
    monkeypatch.setattr(choosing, "_offers", lambda text: offers.extend(told(text)) or told(text))
    heading = ",".join(f"NAME{number:03d}" for number in range(16))
    row = ",".join(f"{number:08d}" for number in range(12)) + "   12   1200   4"
    text = "\n".join([heading, row.ljust(len(heading) + 8, "1")] * 40) + "\n"
    read_bytes("rows.csv", text.encode())
    assert [offer.label for offer in offers if offer.torn] == []
