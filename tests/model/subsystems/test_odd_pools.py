"""Buffer pools whose counts are missing or contradict one another: no figure without its doubt."""

from __future__ import annotations

import pytest

from model.calibration.validation import Row, Validation
from tests.model.subsystems.asking import validated

COUNTS = {"sync_reads": 1e6, "getpages": 2e7, "duration_s": 900}
READS = 1e6 / 900


def asked(sizes: list[int], settings: dict[str, int], counts: dict[str, float]) -> Validation:
    """One pool at other sizes."""
    parts = [
        {
            "id": "DB2A",
            "kind": "db2_subsystem",
            "parent": "SYSA",
            "measured": {"commits": 90_000, "duration_s": 900},
        },
        {
            "id": "BP1",
            "kind": "db2_bufferpool",
            "parent": "DB2A",
            "settings": settings,
            "measured": counts,
        },
    ]
    return validated(parts, "BP1", "VPSIZE", sizes, "DB2A.sync_reads_per_s")


def found(sizes: list[int], settings: dict[str, int], **counts: float) -> list[Row]:
    answer = asked(sizes, settings, {**COUNTS, **counts})
    assert not answer.refused
    return list(answer.rows)


def test_reads_of_unknown_requests_follow_their_pool_with_a_band_of_any_share() -> None:
    """They stood as measured at any size, without a band."""
    few, half, twice, many = found(
        [5_000, 50_000, 200_000, 2_000_000], {"VPSIZE": 100_000}, getpages=0
    )
    assert few.predicted > half.predicted > READS > twice.predicted > many.predicted
    known = {
        row.id: row.high / row.low
        for row in found([5_000, 50_000, 200_000, 2_000_000], {"VPSIZE": 100_000})
    }
    for row in (few, twice, many):
        assert row.high / row.low > known[row.id]
        assert any("neither a simulation nor getpages" in said for said in row.extrapolated)


def test_more_reads_than_requests_are_told_and_the_requests_not_used() -> None:
    (row,) = found([200_000], {"VPSIZE": 100_000}, getpages=5e5)
    assert row.low < row.predicted < READS
    assert any("1,000,000 synchronous reads of 500,000 getpages" in s for s in row.extrapolated)


def test_more_avoidable_than_counted_reads_are_told_and_the_simulation_not_used() -> None:
    """The reads of the pool as it is were taken to be the avoidable ones."""
    settings = {"VPSIZE": 100_000, "SPSIZE": 100_000}
    alone = found([200_000], {"VPSIZE": 100_000})[0]
    row = found([200_000], settings, avoidable_sync_reads=2e6)[0]
    assert row.predicted == pytest.approx(alone.predicted)
    assert any("2,000,000 avoidable of 1,000,000" in said for said in row.extrapolated)
    good = found([200_000], settings, avoidable_sync_reads=4e5)[0]
    assert good.predicted == pytest.approx(0.6 * READS)
    assert not good.extrapolated


def test_buffers_of_a_pool_of_unknown_size_are_one_sentence() -> None:
    """They changed nothing, without a band."""
    answer = asked([50_000], {}, COUNTS)
    assert not answer.rows
    assert "how many buffers BP1 has today is in no report" in answer.refused[0].sentence


def test_a_pool_without_reads_made_smaller_is_doubted() -> None:
    less, more = found([50_000, 200_000], {"VPSIZE": 100_000}, sync_reads=0.0)
    assert any("no report tells at which size that ends" in said for said in less.extrapolated)
    assert not more.extrapolated
