"""Messages and VSAM pools whose figures are missing or contradict one another."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from model.calibration.validation import Row
from tests.model.subsystems.asking import Parts, asked, validated

MESSAGES = {"messages_per_s": 500, "cpu_us_per_message": 100, "duration_s": 600}


def sizes(values: list[float], told: Mapping[str, float], **settings: float) -> list[Row]:
    """CPU of messages of other sizes, of a manager without buffer pools in any report."""
    manager = {
        "id": "QM1",
        "kind": "mq_manager",
        "parent": "SYSA",
        "settings": settings,
        "measured": {**MESSAGES, **told},
    }
    return asked([manager], "QM1", "MESSAGE_KB", values, "QM1.cpu_us_per_message")


def test_cpu_by_size_needs_no_buffer_pool() -> None:
    """It was refused for want of one."""
    (row,) = sizes([16], {}, MESSAGE_KB=4)
    assert 100.0 <= row.low < row.predicted < row.high


@pytest.mark.parametrize("other", [60.0, 3_000.0])
def test_the_band_reaches_to_a_measured_size_that_the_law_does_not_pass(other) -> None:
    """64 KB for less than 4 KB, or for 30 times as much, stood in a band of 10 %."""
    (row,) = sizes([60], {"cpu_us_per_message.64": other}, MESSAGE_KB=4)
    assert row.low * 0.9 < other < row.high * 1.1
    assert any("are not of one law" in said for said in row.extrapolated)


def test_two_figures_of_one_size_are_told_and_in_the_band() -> None:
    (row,) = sizes([5], {"cpu_us_per_message.4": 200.0}, MESSAGE_KB=4)
    assert row.high > 200.0
    assert any("200 us of a message of 4 KB and 100 us" in said for said in row.extrapolated)


def test_sizes_that_scatter_as_published_ones_do_are_at_odds_with_nothing() -> None:
    (row,) = sizes(
        [100], {"cpu_us_per_message.16": 140.0, "cpu_us_per_message.64": 400.0}, MESSAGE_KB=4
    )
    assert not any("one law" in said for said in row.extrapolated)


def test_another_size_than_an_unknown_one_is_refused() -> None:
    found = validated(
        [{"id": "QM1", "kind": "mq_manager", "parent": "SYSA", "measured": MESSAGES}],
        "QM1",
        "MESSAGE_KB",
        [16],
        "QM1.cpu_us_per_message",
    )
    (refused,) = found.refused
    assert "today's message size is in no report" in refused.sentence


def region(buffers: Mapping[str, float], counts: Mapping[str, float]) -> Parts:
    figures = {"transactions": 90_000, "duration_s": 900, "qr_cpu_s": 200, "qr_dispatch_s": 210}
    return [
        {"id": "R", "kind": "cics_region", "parent": "SYSA", "measured": figures},
        {"id": "R/1", "kind": "lsr_pool", "parent": "R", "settings": {"STRINGS": 10}},
        {
            "id": "R/1/D4096",
            "kind": "lsr_buffers",
            "parent": "R/1",
            "settings": dict(buffers),
            "measured": {"duration_s": 900, **counts},
        },
    ]


def pools(values: list[float], buffers: Mapping[str, float], **counts: float) -> list[Row]:
    return asked(region(buffers, counts), "R/1/D4096", "BUFFERS", values, "R.io_per_s")


def test_reads_of_unknown_requests_follow_their_buffers_with_a_wide_band() -> None:
    """Without lookasides every request was a read: fewer buffers changed nothing, to the read."""
    few, many = pools([100, 2_500], {"BUFFERS": 500}, reads=3e5)
    known = pools([100, 2_500], {"BUFFERS": 500}, reads=3e5, lookasides=9.7e6)
    assert few.predicted > 1.2 * 3e5 / 900
    assert many.predicted < 3e5 / 900
    for row, other in zip((few, many), known, strict=True):
        assert row.high / row.low > other.high / other.low
        assert any("how many requests its reads are of" in said for said in row.extrapolated)


def test_buffers_of_a_pool_of_unknown_size_are_doubted() -> None:
    (row,) = pools([100], {}, reads=3e5, lookasides=7e5)
    assert any("how many buffers it has today is in no report" in s for s in row.extrapolated)


def test_fewer_strings_that_nothing_waited_for_are_doubted_and_more_are_not() -> None:
    parts = region({"BUFFERS": 500}, {"reads": 3e5, "lookasides": 7e5})
    few, many = asked(parts, "R/1", "STRINGS", [2, 50], "R.etr_per_s")
    assert any("does not tell how long one is held" in said for said in few.extrapolated)
    assert not many.extrapolated
