"""Work that nothing is done of in a scenario, and those who wait for it."""

from __future__ import annotations

import pytest

from model.projection import project
from model.projection.left_behind import left_behind, waiting_in_vain
from model.topology import RemoveComponent, Scenario, SetSetting
from tests.model.projection.test_templates_with_few_engines import baseline

TOR, AOR, FOR = (f"cics_region:CICS{name}" for name in ("TOR1", "AOR1", "FOR1"))


@pytest.mark.parametrize(
    ("change", "named"),
    [
        (SetSetting("cics_connection:CICSAOR1/FOR1", "SESSIONS_SEND", 0), "without a send session"),
        (RemoveComponent(FOR), "nobody does in this scenario what CICSFOR1 did"),
    ],
)
def test_who_waits_for_work_that_is_not_done_carries_nothing(change, named) -> None:
    """The routing region kept its rate, and answered 6 ms sooner without the file's owner."""
    today = baseline("cics-vsam")
    as_is, found = project(today, [Scenario("as-is"), Scenario("", (change,))], bands=False)
    assert as_is.workload(TOR).metrics
    assert named in (found.workload(AOR).not_projectable or "")
    assert not found.workload(TOR).metrics
    assert "nothing of what it waits for is done by CICSAOR1" in (
        found.workload(TOR).not_projectable or ""
    )


def test_what_is_done_for_those_who_stand_still_is_said_to_be_counted_as_today() -> None:
    today = baseline("cics-vsam")
    change = SetSetting("cics_connection:CICSTOR1/AOR1", "SESSIONS_SEND", 0)
    as_is, found = project(today, [Scenario("as-is"), Scenario("", (change,))], bands=False)
    assert found.workload(AOR).metrics
    (said,) = left_behind(found, as_is, today)
    assert "what is done for it by CICSAOR1 is counted as today" in said


def test_where_nobody_stands_still_nobody_waits_in_vain() -> None:
    today = baseline("cics-vsam")
    assert not waiting_in_vain(today, (), today.topology)
    assert set(waiting_in_vain(today, {FOR}, today.topology)) == {AOR, TOR}
