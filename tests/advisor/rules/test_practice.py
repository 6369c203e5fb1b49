"""Rules of practice beside those of the documents: all are there, and say what is projected."""

from __future__ import annotations

import pytest

from advisor.rules.base import rule

FROM_TO = {
    "DSK": (1, 6), "CF": (1, 9), "XCF": (1, 1), "PRS": (1, 3), "ZIP": (1, 2), "WLM": (1, 4),
    "STG": (1, 3), "CIC": (1, 9), "DB": (1, 11), "MQ": (101, 106), "IMS": (101, 104),
    "VS": (101, 103), "BAT": (1, 3), "TCP": (101, 102), "JAV": (101, 101),
}  # fmt: skip
"""First and last number of each kind, after the list that specialists made."""
IDS = [f"{kind}-{n:03}" for kind, (a, b) in FROM_TO.items() for n in range(a, b + 1)]


@pytest.mark.parametrize("identifier", IDS)
def test_a_rule_of_practice_acts_and_tells_what_is_projected(identifier: str) -> None:
    found = rule(identifier)
    assert found.check is not None
    assert found.references
    assert found.projection
