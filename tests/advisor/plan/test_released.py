"""What a step of the plan makes possible follows it; what waits for one is said to."""

from __future__ import annotations

from dataclasses import replace

from advisor.engagement import Constraints, Options
from advisor.reading import read_bytes
from tests.advisor.rules.report_text import edited, sample
from tests.remembering import analyse

FULL = {
    "Low    4712": "Low      12",
    "Now     4980": "Now       40",
    "Rio      4218": "Rio    942180",
    "IMW   27104": "IMW  871040",
    "free 492MB": "free  42MB",
}
"""A pool of which nothing is free, and 42 MB of 31-bit storage for it to grow in."""
POOL = "MQ-005@mq_bufferpool:MQA1/1"


def _planned(options: Options | None = None):
    texts = edited(sample("engagement/mq-mqa1-smf115.txt", "engagement/mq-mqa1-joblog.txt"), FULL)
    readings = [r for name, text in texts.items() for r in read_bytes(name, text.encode())]
    return analyse(readings, options or Options())


def test_a_pool_that_a_step_gives_room_grows_behind_that_step() -> None:
    """MQ-005, 008 and 009 were held back "first MQ-001", which was step 2 of the same plan."""
    case = _planned()
    steps = [step.finding.partition("@")[0] for step in case.plan.steps]
    assert steps.index("MQ-001") < steps.index("MQ-005")
    (grows,) = [f for f in case.findings if f.id == POOL]
    assert {"MQ-008", "MQ-009"} == {*grows.supported_by}
    assert grows.pays_beside == ("MQ-001",)
    # They were steps, and at the same time left out for what the step before them mends.
    assert not any(one.held for one in case.outcomes if one.rule in ("MQ-005", "MQ-008", "MQ-009"))
    assert any("becomes possible with MQ-001 of the plan" in note for note in grows.notes)
    (typed,) = [t.commands for w in case.plan.calendar for t in w.tasks if POOL in t.findings]
    assert any("LOCATION(ABOVE)" in line and "CSQINP1" not in line for line in typed)
    (waits,) = [e for e in grows.projection if e.metric == "sync_page_ios"]
    assert waits.before == 1_813_220


def test_without_that_step_it_is_held_back_as_before() -> None:
    limits = Constraints(excluded_rules=("MQ-001",))
    case = _planned(replace(Options(), constraints=limits))
    assert POOL not in case.plan.findings
    assert any(one.held for one in case.outcomes if one.rule == "MQ-005")
    assert case.plan.left_out[POOL] == "it pays beside MQ-001, which the plan leaves out"


def test_a_pool_that_had_no_buffer_left_is_a_step_whatever_it_gains() -> None:
    """Pool 0 ran out of buffers 7 times, and its growth was "too slight": it brings 0.0 %."""
    texts = edited(
        sample("engagement/mq-mqa1-smf115.txt"),
        {
            "Low    1961": "Low       0",
            "Now     1978": "Now       0",
            "STL     1204 STLA       0 SOS       0": "STL     1204 STLA       0 SOS       7",
        },
    )
    case = analyse([r for name, text in texts.items() for r in read_bytes(name, text.encode())])
    assert "MQ-005@mq_bufferpool:MQA1/0" in case.plan.findings
    (grows,) = [f for f in case.findings if f.id == "MQ-005@mq_bufferpool:MQA1/0"]
    assert "no buffer left (SOS): 7" in grows.explanation
    # Moving 8 MB above the bar mends nothing of it.
    assert "less than 16 MB" in case.plan.left_out["MQ-001@mq_bufferpool:MQA1/0"]
