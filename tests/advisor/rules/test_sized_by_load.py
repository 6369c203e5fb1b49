"""A count that is full tells nothing of what it lacks: sizes follow the load, or are a step."""

from __future__ import annotations

import re

from advisor.findings import Finding
from tests.advisor.plan.test_released import FULL
from tests.advisor.rules.report_text import advise, edited, sample

VSE = sample("engagement/cics-vse-dfh0stat.txt")
WAITS = "Total Strings : 30     Times Waited for String : "
MQA1 = sample("engagement/mq-mqa1-smf115.txt", "engagement/mq-mqa1-joblog.txt")
ROOM = {"free  42MB": "free 4920MB"}


def _pool(waits: int, lost: str | None = None) -> Finding:
    texts = edited(VSE, {f"{WAITS}3": f"{WAITS}{waits}"}, {lost: None} if lost else {})
    (finding,) = advise(texts).of("VSM-014")
    return finding


def _strings(finding: Finding) -> int:
    found = [re.search(r"STRINGS\((\d+)\)", text.syntax) for text in finding.change_texts]
    (number,) = {int(one[1]) for one in found if one}
    return number


def test_a_pool_gets_strings_for_the_share_of_requests_that_wait() -> None:
    """30 became 38 strings for 3 waits and for 300,000, each time with -90 to -100 %."""
    few, many = _strings(_pool(3)), _strings(_pool(300_000))
    assert few == 38
    assert many > few
    (effect,) = _pool(300_000).projection
    assert effect.after.low == 0.0
    assert effect.after.value < effect.after.high == effect.before


def test_strings_of_a_pool_of_unknown_requests_are_a_step() -> None:
    finding = _pool(300_000, lost="PARTNER  VSAM   KSDS")
    (effect,) = finding.projection
    assert (effect.after.low, effect.after.high) == (0.0, 300_000.0)
    assert any("are a step" in note for note in finding.notes)


def test_a_full_pool_of_mq_is_promised_no_peak_and_no_gain_at_least() -> None:
    """Waits of a pool above 95 % were to end between 64 and 100 %, "under 85 %" all the same."""
    found = advise(MQA1).of("MQ-005")
    (finding,) = [f for f in found if f.component.endswith("/1")]
    (delay,) = [e for e in finding.projection if e.metric == "pageset_delay_s"]
    assert delay.after.low == 0.0
    assert 0.0 < delay.after.value < delay.after.high == delay.before
    assert "under 85 %" not in finding.explanation
    assert "to be measured and repeated" in finding.explanation


def test_a_pool_whose_waits_ten_per_cent_cannot_spare_aims_at_its_page_sets() -> None:
    """1.8 million waits got the same two steps of 10 % as 31,322, and kept 99 % of them."""
    found = advise(edited(MQA1, FULL, ROOM)).of("MQ-005")
    (finding,) = [f for f in found if f.component.endswith("/1")]
    (change,) = finding.changes
    assert change.value == 494_400  # 1.2 x 412,000 pages
    assert "measure after each" in finding.explanation
