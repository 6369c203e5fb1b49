"""A QR TCB that loses the CPU where neither paging nor other work takes it."""

from __future__ import annotations

import pytest

from tests.advisor.rules.builders import advise, part, topology


@pytest.mark.parametrize(
    ("busy", "capped", "planned"), [(27.0, False, False), (92.0, False, True), (27.0, True, True)]
)
def test_no_service_class_is_raised_on_idle_cps(busy: float, capped: bool, planned: bool) -> None:
    """A system at 27 % was to RESET its region into a class of more importance."""
    system = {"PLATFORM": "z/OS", "CPS": 8, "CAPPED": capped}
    figures = {"qr_cpu_s": 400.0, "qr_dispatch_s": 1_000.0, "page_ins_per_s": 0.0}
    found, _ = advise(
        topology(
            part("lpar", "SYSA", None, system, {"cp_busy_pct": busy, "paging_per_s": 0.0}),
            part("cics_region", "AOR1", "lpar:SYSA", {"PLATFORM": "z/OS"}, figures),
        )
    )
    (lost,) = (finding for finding in found if finding.rule == "CIZ-001")
    assert (lost.slight == "") is planned
    assert ("look for CPU contention" in lost.explanation) is planned
    assert planned or "the CPs of its system are 27 % busy" in lost.explanation
    # Neither more importance nor less paging gives it the CPU: no half of its time is promised.
    assert bool(lost.projection) is planned
    assert (lost.not_projectable_because is None) is planned
    typed = " ".join(text.syntax for text in lost.change_texts)
    assert ("RESET" in typed) is planned
    # What only looks for a cause alters nothing that RESUME would take back.
    assert bool(lost.back_out_commands) is planned
    assert ("RESUME" in lost.back_out) is planned
    assert planned or "waits for while it is dispatched" in typed
