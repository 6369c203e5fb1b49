"""A file that leaves its own buffers goes to the pool that finds most, and not unannounced."""

from __future__ import annotations

from tests.advisor.rules.report_text import advise, sample


def test_the_pool_with_the_best_lookaside_is_chosen_and_the_crowd_told() -> None:
    """It was pool 1, which finds two of three requests, where pool 2 finds six of seven."""
    mine = advise(sample("engagement/cics-vse-dfh0stat.txt")).of("VSM-005")
    (finding,) = [one for one in mine if one.component.endswith("/TARIF")]
    assert any("LSRPOOLID(2)" in text.syntax for text in finding.change_texts)
    (said,) = [text for text in (*finding.caveats, *finding.notes) if "a pool of its own" in text]
    assert "942,324 requests come to pool NVVSECI1/2" in said
    assert "1,050,238 times" in said
