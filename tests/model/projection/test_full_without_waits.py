"""A buffer pool that is full limits nothing as long as no call waits for its page sets."""

from __future__ import annotations

import pytest

from model.projection import build_baseline, project
from model.projection.estimate import Projection
from model.topology import Component, Measured, Origin, Scenario, SetSetting, Setting, Topology

REPORT = Origin("report", "smf115.txt", 1)


def part(kind: str, name: str, parent: str | None, settings, measured=None) -> Component:
    return Component(
        name,
        kind,
        name,
        parent,
        {key: Setting(value, REPORT) for key, value in settings.items()},
        {key: Measured(value, "", REPORT) for key, value in (measured or {}).items()},
    )


def today(reads: int, writes: int, more: int = 0) -> Projection:
    """A queue manager whose pool was 97 % full, with so many reads and immediate writes."""
    used = {"duration_s": 900, "messages_per_s": 400, "cpu_us_per_message": 110}
    used |= {"get_elapsed_us": 42, "get_cpu_us": 10, "put_elapsed_us": 55, "put_cpu_us": 14}
    counts = {"duration_s": 900, "low_buffers": 600, "rio": reads, "imw": writes, "wio": 90_000}
    counts |= {"getp": 1_000_000, "getn": 200_000}
    parts = [
        part("cpc", "C0", None, {"CPS": 8}),
        part("lpar", "SYSA", "C0", {"CPS": 8, "REAL_STORAGE_GB": 64}, {"cp_busy_pct": 30.0}),
        part("mq_manager", "QM01", "SYSA", {"MESSAGE_KB": 4}, used),
        part("mq_bufferpool", "POOL1", "QM01", {"BUFFERS": 20_000}, counts),
        part("mq_pageset", "PS1", "QM01", {"BUFFPOOL": "POOL1"}, {"total_pages": 300_000}),
    ]
    baseline = build_baseline(Topology().with_components(parts))
    changes = (SetSetting("POOL1", "BUFFERS", more),) if more else ()
    (found,) = project(baseline, [Scenario("today", changes)], bands=False)
    return found


@pytest.mark.parametrize(
    ("reads", "writes", "waits"), [(0, 0, False), (1_800, 5_200, True), (0, 9, True)]
)
def test_a_full_pool_binds_where_calls_wait_for_page_sets(reads, writes, waits) -> None:
    found = today(reads, writes)
    (pool,) = (use for use in found.resources if use.component == "POOL1")
    assert pool.utilization == pytest.approx(0.97)
    assert pool.binds is waits
    manager = found.workload("QM01")
    assert manager is not None
    assert (manager.bottleneck == "POOL1" or "POOL1" in str(manager.bottleneck)) is waits


def test_a_smaller_pool_that_spills_binds() -> None:
    """Half the buffers make page set I/O of what the whole pool held."""
    (pool,) = (use for use in today(0, 0, 10_000).resources if use.component == "POOL1")
    assert pool.binds
