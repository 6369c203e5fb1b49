"""Response goals today and with the plan: one answer for JSON, printed text, PDF and window."""

from __future__ import annotations

import pytest

from advisor.levels import goals_with_plan
from app.printing.advice_text import advice_lines
from app.printing.documents import advice_document
from tests.advisor.report.test_goals import with_goal


def test_a_goal_of_the_reports_is_in_the_document_and_the_text() -> None:
    """They were in What-if, PDF and ``project`` alone."""
    case = with_goal(90.0)
    (given,) = advice_document(case)["goals"]
    assert (given["component"], given["seconds"], given["percent"], given["asked"]) == (
        "service_class:P/ONLINE", 0.5, 90.0, False
    )  # fmt: skip
    # As the PDF says it (test_goals): 71 %, of 92 % of responses.
    assert round(given["today"]["chance"], 2) == 0.71
    assert round(given["today"]["probability"], 2) == 0.92
    assert given["today"]["met"]
    assert not given["today"]["certain"]
    # No workload of the model is known to be that of the service class.
    assert given["plan"] is None
    said = "Goal ONLINE: 90 % within 0.5 s: probably met today; probability of meeting it 71 %"
    assert any(said in line for line in advice_lines(case))
    german = advice_lines(case, None, "de")
    assert any("Wahrscheinlichkeit, es zu erfüllen: 71 %" in line for line in german)


def test_without_goals_there_is_none(sample_analysis) -> None:
    assert advice_document(sample_analysis)["goals"] == []


@pytest.mark.parametrize("percent", [90.0, 0.0])
def test_a_goal_that_was_asked_for_stands_with_the_plan(sample_analysis, percent: float) -> None:
    """With the plan its mean has the band that the plan shows."""
    workloads = sample_analysis.plan.workloads
    workload, effect = next(
        (anchor, e) for anchor, found in workloads.items() for e in found
        if e.metric == "response_ms" and e.figure.low < e.figure.value < e.figure.high
    )  # fmt: skip
    seconds = effect.figure.value / 1e3 * (2.3 if percent else 1.001)
    (one,) = goals_with_plan(sample_analysis, {(workload, percent): seconds})
    assert one.asked
    assert one.component == workload
    assert one.then is not None
    assert one.now.chance < one.then.chance
    assert " with the plan; probability of meeting it " in one.sentence
    (given,) = advice_document(sample_analysis, {(workload, percent): seconds})["goals"]
    assert given["plan"]["chance"] == one.then.chance
    if not percent:
        # Met by a hair: as likely as not, where a mean without a band would be sure to.
        assert 0.5 <= one.then.chance < 0.6
