"""Transfers and message regions of which reports tell little, or what contradicts itself."""

from __future__ import annotations

import pytest

from model.calibration.validation import Row
from tests.model.subsystems.asking import asked

RATE = 3e6
REGION = {
    "duration_s": 900,
    "schedules": 45_000,
    "transactions": 90_000,
    "elapsed_us": 6_000,
    "schedule_to_first_call_us": 800,
    "response_ms": 15,
}


def transfer(setting: str, value: float, rate: float = RATE, **settings: float) -> Row:
    """The rate of a connection of these settings after one of them has changed."""
    stack = {"id": "T", "kind": "tcpip_stack", "parent": "SYSA"}
    connection = {
        "id": "T1",
        "kind": "tcp_connection",
        "parent": "T",
        "settings": settings,
        "measured": {"bytes_per_s": rate},
    }
    (row,) = asked([stack, connection], "T1", setting, [value], "T1.bytes_per_s")
    return row


def test_no_transfer_is_faster_than_a_link_that_is_stated_for_the_first_time() -> None:
    """It went on at 3 MB/s over 1 MB/s, without a band."""
    row = transfer("LINK_BYTES_PER_S", 1e6)
    assert row.predicted < row.high == pytest.approx(1e6)
    assert row.low < row.predicted
    assert transfer("LINK_BYTES_PER_S", 1e9).predicted == pytest.approx(RATE)


def test_the_band_of_a_slower_link_ends_at_it() -> None:
    row = transfer("LINK_BYTES_PER_S", 1e6, LINK_BYTES_PER_S=1.25e8)
    assert row.high == pytest.approx(1e6)


def test_another_window_over_an_unknown_round_trip_reaches_from_nothing_to_all_of_it() -> None:
    """A wider window changed nothing and a narrower one in proportion, both to the byte."""
    wider = transfer("RECEIVEBUFFERSIZE", 262_144, RECEIVEBUFFERSIZE=65_536)
    assert (wider.low, wider.high) == pytest.approx((RATE, 4.0 * RATE))
    narrower = transfer("RECEIVEBUFFERSIZE", 8_192, RECEIVEBUFFERSIZE=65_536)
    assert (narrower.low, narrower.high) == pytest.approx((RATE / 8.0, RATE))
    linked = transfer("RECEIVEBUFFERSIZE", 262_144, RECEIVEBUFFERSIZE=65_536, LINK_BYTES_PER_S=5e6)
    assert linked.high == pytest.approx(5e6)


def test_round_trips_beyond_measured_ones_and_paths_that_cannot_be_are_said() -> None:
    near = transfer("RTT_MS", 10, RTT_MS=20)
    far = transfer("RTT_MS", 400, RTT_MS=20)
    assert not near.extrapolated
    assert any("round trips of which one is 20 times" in said for said in far.extrapolated)
    odd = transfer("RTT_MS", 10, RTT_MS=20, LINK_BYTES_PER_S=1e6)
    assert any("the path is another one than is stated" in said for said in odd.extrapolated)


def region(value: float, **figures: float) -> list[Row]:
    """Response and rate of message regions under another load."""
    system = {"id": "IMS1", "kind": "ims_system", "parent": "SYSA"}
    part = {
        "id": "M1",
        "kind": "ims_region",
        "parent": "IMS1",
        "measured": {**REGION, **figures},
    }
    metrics = ("M1.response_ms", "M1.etr_per_s")
    return asked([system, part], "M1", "LOAD_GROWTH_PCT", [value], *metrics)


def test_a_measured_response_stands_where_the_occupancy_is_unknown() -> None:
    """It was the schedules' 3.4 ms, whatever was measured."""
    response, _ = region(-50.0)
    assert response.predicted == pytest.approx(15.0, rel=0.01)


def test_a_grown_load_of_uncounted_regions_reaches_down_to_what_one_does() -> None:
    """Four times the load came through any number of regions, to the last transaction."""
    _, rate = region(300.0)
    alone = 1e3 / 3.4
    assert rate.high == pytest.approx(400.0)
    assert 0.85 * alone < rate.low <= alone
    assert any("how many message regions there are" in said for said in rate.extrapolated)


def test_cpu_beyond_the_time_in_regions_is_doubted() -> None:
    _, rate = region(5.0, region_occupancy_pct=60, transaction_cpu_us=9_000)
    assert any("9 ms CPU of a transaction are more than the 6 ms" in s for s in rate.extrapolated)
    _, fine = region(5.0, region_occupancy_pct=60, transaction_cpu_us=2_000)
    assert not any("ms CPU of a transaction" in said for said in fine.extrapolated)
