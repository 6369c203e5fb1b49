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
    assert any("becomes possible with MQ-001 of the plan" in note for note in grows.notes)
    (typed,) = [t.commands for w in case.plan.calendar for t in w.tasks if POOL in t.findings]
    assert any("LOCATION(ABOVE)" in line and "CSQINP1" not in line for line in typed)
    (waits,) = [e for e in grows.projection if e.metric == "sync_page_ios"]
    assert waits.before == 1_813_220


def test_without_that_step_it_is_held_back_as_before() -> None:
    limits = Constraints(excluded_rules=("MQ-001",))
    case = _planned(replace(Options(), constraints=limits))
    assert POOL not in case.plan.findings
    assert case.plan.left_out[POOL] == "it pays beside MQ-001, which the plan leaves out"
