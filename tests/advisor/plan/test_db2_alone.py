"""A customer with Db2 alone: waits for reads are worth their time, and no CICS is typed at."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from advisor.engagement import Engagement, Options
from advisor.findings import Finding
from advisor.reading import read_path
from app.paths import sample
from tests.advisor.plan.test_shops import made, part, system
from tests.remembering import analyse

DB2 = ("db2-bufferpool-detail.txt", "db2-statistics.txt", "db2-accounting.txt")
UNPAGED = {" 40212": "     0", "   812\n": "     0\n", "412.00": "  0.00"}
"""What nothing is larger for as long as it is there."""


@cache
def case(*more: str) -> Engagement:
    with TemporaryDirectory() as folder:
        for name in (*(f"formats/{name}" for name in DB2), *more):
            text = sample(name).read_text(encoding="utf-8")
            for printed, quiet in UNPAGED.items():
                text = text.replace(printed, quiet)
            (Path(folder) / Path(name).name).write_text(text, encoding="utf-8")
        readings = tuple(read_path(Path(folder)))
    return analyse(readings, Options(bands=False))


def found(rule: str, *more: str) -> Finding:
    (finding,) = (one for one in case(*more).findings if one.rule == rule)
    return finding


def test_reads_that_work_waits_for_are_worth_their_time() -> None:
    """1,900 s that work waited in 45 minutes were worth "–", and stood at the bottom."""
    counted = {
        "duration_s": 2_700.0,
        "sync_reads_random": 2.1e6,
        "sync_reads_sequential": 1e4,
        "getpages_random": 4e7,
        "getpages_sequential": 8e6,
        "avoidable_sync_reads": 1.4e6,
        "avoidable_sync_reads_sequential": 0.0,
        "avoidable_async_reads": 0.0,
        "avoidable_delay_ms": 1.36 * 1.4e6,
    }
    sizes = {"VPSIZE": 30_000, "PAGE_SIZE_KB": 4, "SPSIZE": 160_000}
    shop = made(
        "db2",
        [
            *system("SYSA"),
            part("db2_subsystem", "DB2P", "lpar:SYSA"),
            part("db2_bufferpool", "DB2P/BP1", "db2_subsystem:DB2P", sizes, counted),
        ],
    )
    (pool,) = (one for one in shop.findings if one.rule == "DB2-007")
    own = pool.effect("sync_io_delay_s")
    assert own is not None
    assert pool.worth is not None
    saved = pool.worth.figures["waiting_saved_s_per_day"].value
    assert saved == pytest.approx((own.before - own.after.value) * 86_400.0 / 2_700.0, rel=0.01)
    assert saved > 10_000.0
    assert pool.id in shop.plan.findings


def test_entries_of_cics_are_no_step_where_no_report_shows_a_cics() -> None:
    """Threads of whoever it may be were to be protected by CEMT, in an installation without one."""
    threads = found("DB2-011")
    assert "whether the threads of DB2P are those of CICS" in threads.awaits
    assert threads.id not in case().plan.findings
    assert not found("DB2-011", "engagement/cics-aor1-dfh0stat.txt").awaits
