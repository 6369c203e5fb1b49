"""A step at an object that an earlier step has changed says what it still moves there."""

from __future__ import annotations

from tests.remembering import analyse, readings


def test_a_pool_above_the_bar_takes_no_storage_below_it_as_it_grows() -> None:
    """MQ-005 was told with 15 % more below the bar, which MQ-001 has the pool leave before."""
    case = analyse(readings())
    found = {f.rule: f for f in case.findings if f.component == "mq_bufferpool:MQA1/1"}
    places = {step.finding: n for n, step in enumerate(case.plan.steps)}
    assert places[found["MQ-001"].id] < places[found["MQ-005"].id]
    (said,) = (n for n in found["MQ-005"].notes if "Done after MQ-001 at the same object" in n)
    assert "storage_below_mb +0.0 % (alone +15.3 %)" in said
    assert not any("Done after" in note for note in found["MQ-001"].notes)
