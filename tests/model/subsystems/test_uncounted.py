"""What a change spares or costs where no report counts it: said, not shown as no change."""

from __future__ import annotations

import pytest

from tests.model.subsystems.asking import Parts, asked

SESSION = {"enclave_cpu_ms": 5_389, "records_read": 1e5, "srb_switches": 1e5, "duration_s": 60}


def session(**counts: float) -> Parts:
    figures = {name: value for name, value in {**SESSION, **counts}.items() if value}
    settings = {"ZIIP": True}
    one = {"id": "N1", "kind": "natural_session", "parent": "SYSA"}
    return [{**one, "settings": settings, "measured": figures}]


@pytest.mark.parametrize(
    ("setting", "value", "counts", "said"),
    [
        ("MULTIFETCH", 20, {"records_read": 0.0}, "records_read is in no report"),
        ("PWCSIZE_PRINT_KB", 32, {}, "print_lines is in no report"),
    ],
)
def test_what_a_natural_buffer_spares_is_said_to_be_uncounted(setting, value, counts, said) -> None:
    (row,) = asked(session(**counts), "N1", setting, [value], "N1.enclave_cpu_ms")
    assert any(said in one for one in row.extrapolated)


@pytest.mark.parametrize("records", [99, 101])
def test_a_record_more_in_a_buffer_moves_a_band_by_as_much(records) -> None:
    """One record more or less than 100 moved it by all that switches can cost."""
    parts = session(records_read=0.0)
    parts[0]["settings"] = {"ZIIP": True, "MULTIFETCH": 100}
    (row,) = asked(parts, "N1", "MULTIFETCH", [records], "N1.enclave_cpu_ms")
    assert (row.low, row.high) == pytest.approx((5_389, 5_389), rel=0.012)


def test_counted_records_are_projected_without_that_sentence() -> None:
    (row,) = asked(session(), "N1", "MULTIFETCH", [20], "N1.enclave_cpu_ms")
    assert row.predicted < 0.2 * 5_389
    assert not row.extrapolated


def test_storage_that_a_sort_may_use_and_nobody_saw_it_use_is_said() -> None:
    sort = {
        "id": "S1",
        "kind": "dfsort_job",
        "parent": "SYSA",
        "settings": {"MEMORY_GB": 5},
        "measured": {"elapsed_s": 600, "cpu_s": 120, "gb_sorted": 20, "work_tracks": 400_000},
    }
    (row,) = asked([sort], "S1", "MEMORY_GB", [0], "S1.elapsed_s")
    assert any("of the 5 GB that it may use" in said for said in row.extrapolated)
    sort["settings"] = {"MEMORY_GB": 0}
    (row,) = asked([sort], "S1", "MEMORY_GB", [10], "S1.elapsed_s")
    assert not any("that it may use" in said for said in row.extrapolated)


def test_a_dump_of_another_size_than_the_measured_one_is_extrapolated() -> None:
    dump = {
        "id": "D1",
        "kind": "dump_options",
        "parent": "SYSA",
        "settings": {"DUMP_GB": 20},
        "measured": {"available_frames": 3e6, "capture_s": 20},
    }
    same, larger = asked([dump], "D1", "DUMP_GB", [20, 400], "D1.capture_s")
    assert not same.extrapolated
    assert any("a dump of 400 GB where one of 20 GB" in said for said in larger.extrapolated)


@pytest.mark.parametrize(("requests", "told"), [(0.0, True), (450_000.0, False)])
def test_another_link_over_which_nobody_counted_requests_is_doubted(requests, told) -> None:
    figures = {
        "transactions": 90_000,
        "duration_s": 900,
        "response_ms": 50,
        "qr_cpu_s": 200,
        "qr_dispatch_s": 210,
    }
    regions = [
        {"id": name, "kind": "cics_region", "parent": "SYSA", "measured": figures} for name in "AB"
    ]
    link = {
        "id": "L",
        "kind": "cics_connection",
        "parent": "A",
        "settings": {"ACCESSMETHOD": "XM", "SESSIONS_SEND": 10},
        "measured": {"file_requests": requests},
    }
    leads = [{"kind": "mro", "source": "L", "target": "B"}]
    for setting, value in (("ACCESSMETHOD", "XCF"), ("SESSIONS_SEND", 9)):
        (row,) = asked([*regions, link], "L", setting, [value], "A.cpu_ms_per_tx", links=leads)
        assert any("how many requests go over it" in said for said in row.extrapolated) is told
