"""What a finding says of a workload, beside what the plan's calendar expects of it."""

from __future__ import annotations

import pytest

from advisor.engagement import Engagement, Options
from advisor.report.numbers import number
from tests.remembering import analyse, readings

REGION = "cics_region:CICSAOR1"


@pytest.fixture(scope="module")
def case() -> Engagement:
    return analyse(readings(), Options())


def test_a_region_without_paging_has_the_response_that_the_calendar_expects(
    case: Engagement,
) -> None:
    """37.8 ms (1.1 … 38) by arithmetic stood beside the calendar's 37.63 (37.45 … 37.82)."""
    (pages,) = (finding for finding in case.findings if finding.rule == "CIZ-002")
    own = pages.effect("response_ms")
    (expected,) = (
        check.effect
        for window in case.plan.calendar
        for check in window.expected
        if check.anchor == REGION and check.effect.metric == "response_ms"
    )
    assert own is not None
    assert own.after.basis == "model"
    assert number(own.after.value) == number(expected.after.value)
    for one, other in ((own.after.low, expected.after.low), (own.after.high, expected.after.high)):
        assert one == pytest.approx(other, rel=0.001)
    # One row for its paging, in the words that the calendar has for it.
    paging = [e.metric for e in pages.projection if "page" in e.metric or "paging" in e.metric]
    assert paging == ["paging_per_s"]


def test_what_users_wait_is_counted_by_the_response(case: Engagement) -> None:
    """The shorter time on the QR TCB was counted, of which the queue before it is no part."""
    (pages,) = (finding for finding in case.findings if finding.rule == "CIZ-002")
    own = pages.effect("response_ms")
    assert own is not None
    assert pages.worth is not None
    region = case.as_is.workload(REGION)
    assert region is not None
    rate = region.metrics["etr_per_s"].value
    saved = (own.before - own.after.value) / 1000.0 * rate * 86_400.0
    assert pages.worth.figures["waiting_saved_s_per_day"].value == pytest.approx(saved, rel=1e-3)
