"""More MRO sessions close IRC for all links: only where something waited for one."""

from __future__ import annotations

import pytest

from tests.advisor.rules.builders import advise, part, topology


@pytest.mark.parametrize(("queued", "planned"), [(0, False), (42, True), (None, True)])
def test_sessions_that_nothing_waited_for_are_told_and_not_planned(
    queued: int | None, planned: bool
) -> None:
    figures = {"peak_contention_winners": 20.0, "outstanding_hwm": 12.0}
    if queued is not None:
        figures["allocates_queued"] = float(queued)
    found, _ = advise(
        topology(
            part("lpar", "SYSA"),
            part("cics_region", "AOR1", "lpar:SYSA", {"PLATFORM": "z/OS"}),
            part(
                "cics_connection", "AOR1/FOR1", "cics_region:AOR1", {"SESSIONS_SEND": 20}, figures
            ),
        )
    )
    (sessions,) = (finding for finding in found if finding.rule == "MRO-003")
    assert (sessions.slight == "") is planned
    assert planned or "no allocate queued" in sessions.slight
