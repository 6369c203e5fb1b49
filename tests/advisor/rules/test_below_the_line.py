"""IMS-002 and IMS-003: what is small moves, not megabytes below the 16 MB line."""

from __future__ import annotations

import pytest

from tests.advisor.rules.builders import advise, part, topology
from tests.advisor.rules.report_text import advise as read_and_advise
from tests.advisor.rules.report_text import edited
from tests.advisor.rules.reports.ims import MODULES_LISTED, SMS
from tests.advisor.rules.test_premises import judged


@pytest.mark.parametrize(
    ("above", "wanted"),
    [(3729.0, {"IMS-003"}), (0.5, {"IMS-002", "IMS-003"}), (None, {"IMS-003"})],
)
def test_megabytes_are_not_compiled_below_the_line(above: float | None, wanted: set[str]) -> None:
    """3.7 MB were to come below the line to spare a recompiling of 696 bytes."""
    figures = {"program_object_segments": 3.0, "rmode24_csects": 1.0, "rmode24_text_kb": 0.68}
    if above is not None:
        figures["rmode_any_text_kb"] = above
    found, _ = advise(
        topology(part("lpar", "SYSA"), part("lla_pdse", "SYSA", "lpar:SYSA", {}, figures))
    )
    assert {one.rule for one in found} & {"IMS-002", "IMS-003"} == wanted


def test_no_more_comes_below_the_line_than_is_little_there() -> None:
    """700 KB with RMODE 24 let as many more come below, and 5 MB let 5 MB."""
    sizes = {"program_object_segments": 3.0, "rmode24_csects": 1.0}
    for above, below in ((600.0, 700.0), (5_000.0, 5_100.0)):
        figures = {**sizes, "rmode_any_text_kb": above, "rmode24_text_kb": below}
        base = topology(part("lpar", "SYSA"), part("lla_pdse", "SYSA", "lpar:SYSA", {}, figures))
        findings, outcome = judged(base, "IMS-002")
        assert findings == []
        assert outcome.outcome == "held back"


@pytest.mark.parametrize(("length", "wanted"), [("3A4120", {"IMS-003"}), ("   2A0", {"IMS-002"})])
def test_the_plan_takes_the_way_that_fits_the_sizes_listed(length: str, wanted: set[str]) -> None:
    prints = edited({**MODULES_LISTED, **SMS}, {"3A4120": length})
    findings = {one.rule: one for one in read_and_advise(prints).findings}
    assert wanted <= findings.keys()
    for rule in wanted:
        assert "NVPOLI10" in findings[rule].change_texts[0].syntax
