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


@pytest.mark.parametrize(
    ("device", "pages", "caused"),
    [("flash", 92.8, False), ("disk", 92.8, True), ("flash", 0, False)],
)
def test_page_ins_are_a_cause_where_they_last_as_long(
    device: str, pages: float, caused: bool
) -> None:
    """93 page-ins of 0.1 ms a second were "the likely cause" of 38 % of the time without a CPU."""
    figures = {
        "qr_cpu_s": 822.4,
        "qr_dispatch_s": 1_870.8,
        "page_ins_per_s": pages,
        "duration_s": 2_700.0,
    }
    system = {"PLATFORM": "z/OS", "CPS": 8, "PAGE_DEVICE": device}
    found, _ = advise(
        topology(
            part("lpar", "SYSA", None, system, {"cp_busy_pct": 27.0, "paging_per_s": 9_000.0}),
            part("cics_region", "AOR1", "lpar:SYSA", {"PLATFORM": "z/OS"}, figures),
        )
    )
    (lost,) = (finding for finding in found if finding.rule == "CIZ-001")
    assert bool(lost.points_to) is caused
    assert ("explain up to 26 % of the time without it" in lost.explanation) is caused
    typed = " ".join(text.syntax for text in lost.change_texts)
    assert ("Stop the paging first" in typed) is caused
    assert caused or "neither takes the CPU from it" in lost.explanation
    assert (device == "flash" and pages > 0) is ("explain no more than 2.3 %" in lost.explanation)


def test_a_page_device_that_nobody_tells_is_none_of_the_slower_kind() -> None:
    """Page-ins from Flash or disk: by the model one takes a tenth of the other's time."""
    figures = {
        "qr_cpu_s": 822.4,
        "qr_dispatch_s": 1_870.8,
        "page_ins_per_s": 92.8,
        "duration_s": 2_700.0,
        "response_ms": 38.0,
        "transactions": 118_440.0,
    }
    found, _ = advise(
        topology(
            part("lpar", "SYSA", None, {"PLATFORM": "z/OS", "CPS": 8}, {"paging_per_s": 9_000.0}),
            part("cics_region", "AOR1", "lpar:SYSA", {"PLATFORM": "z/OS"}, figures),
        )
    )
    told = {finding.rule: finding for finding in found}
    assert "93 page-ins a second are a possible cause" in told["CIZ-001"].explanation
    response = told["CIZ-002"].effect("response_ms")
    assert response is not None
    assert response.after.low < 37.6 < response.after.high


def test_page_ins_of_a_system_are_not_those_of_a_region() -> None:
    """ "9,000 pages a second are the likely cause" were those of all that the system runs."""
    found, _ = advise(
        topology(
            part("lpar", "SYSA", None, {"PLATFORM": "z/OS"}, {"paging_per_s": 9_000.0}),
            part(
                "cics_region",
                "AOR1",
                "lpar:SYSA",
                {"PLATFORM": "z/OS"},
                {"qr_cpu_s": 400.0, "qr_dispatch_s": 1_000.0},
            ),
        )
    )
    (lost,) = (finding for finding in found if finding.rule == "CIZ-001")
    assert "how much of that is its own no report tells" in lost.explanation
    assert lost.points_to
