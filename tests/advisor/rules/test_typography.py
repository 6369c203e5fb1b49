"""Figures in what rules say of themselves: one minus sign in the whole report."""

from __future__ import annotations

import re

from advisor.rules.base import rules

ASCII_MINUS = re.compile(r"(?<![\w/.])-(?=\d[\d.,]*(?: to .?\d[\d.,]*)? ?%)")


def test_a_quoted_loss_has_the_minus_sign_of_projected_ones() -> None:
    """ "ETR to -24 %" stood beside "−22 %"."""
    for rule in rules():
        for said in (rule.effect, rule.effect_conditions, rule.threshold, rule.why, rule.change):
            assert not ASCII_MINUS.search(said), (rule.id, said)
    assert any("\N{MINUS SIGN}24 %" in rule.effect for rule in rules())
