"""OMEGAMON panels of buffer pools: forms as IBM publishes them, names and figures invented."""

from __future__ import annotations

import pytest

from tests.advisor.reading.report_reading import read

MANAGER = """\
________________ ZBMGR    VTM     O2       V550.#P NVD1 03/17/15 14:05:45   2
+  Current Number Open Datasets         =     197
+  High Water Mark Open Datasets        =     198
+ *
+ Pool     VP       Pages    Pages    Getp       Read       Prefetch   Write
+ ID       Size     Alloc    In Use   Rate       I/O Rate   Req Rate   I/O Rate
+ ------   ------   ------   ------   --------   --------   --------   --------
+ BP0        6000     5900       29     138.00       7.00        .00        .00
+ BP8K0     10000    10000        2      10.00        .00        .50        .00
"""
ONE = """\
________________ ZHBPD    VTM     O2       V550./C NVD1 03/17/15 21:21:08   2
>       Help PF1      Back PF3      Up PF7      Down PF8
>                         BUFFER POOL STATISTICS DETAIL
 HBPD  32K
+ Virtual Buffer Pool Size=      5000    VPOOL Frame Size            =      4K
+ BP Hit % - Random       =      61.0%   Virtual Page Steal Method   =     LRU
+ BP Hit % - Sequential   =      99.9%   Random Getpage Buffer Hit   =     337
"""


def test_a_row_of_the_table_of_pools_is_of_that_pool() -> None:
    found = read(MANAGER)
    assert found("db2_bufferpool:NVD1/BP0", "setting.VPSIZE") == 6000
    assert found("db2_bufferpool:NVD1/BP8K0", "printed.PREFETCH REQ RATE") == 0.5
    assert found("db2_subsystem:NVD1", "printed.HIGH WATER MARK OPEN DATASETS") == 198
    assert found.reading.numbers.unread == 0


def test_a_panel_of_one_pool_is_of_that_pool_and_keeps_its_labels() -> None:
    found = read(ONE)
    pool = "db2_bufferpool:NVD1/BP32K"
    title = "printed.BUFFER POOL STATISTICS DETAIL"
    assert found(pool, f"{title}: BP HIT % - RANDOM") == 61
    assert found(pool, f"{title}: BP HIT % - SEQUENTIAL") == 99.9
    assert not any(
        item.subject.startswith("db2_subsystem") and item.metric.startswith("printed.")
        for item in found.reading.observations
    )


@pytest.mark.parametrize("text", [MANAGER, ONE])
def test_panels_in_another_column_give_the_same(text: str) -> None:
    moved = "".join(f"  {line}\n" for line in text.splitlines())

    def figures(of: str) -> set[tuple[str, str, float]]:
        found = read(of).reading.observations
        return {(item.subject, item.metric, item.value) for item in found}

    assert figures(MANAGER + moved) == figures(MANAGER) | figures(moved)
    assert figures(moved) == figures(text) != set()


def test_a_table_is_read_whatever_panel_follows_it() -> None:
    found = read(MANAGER + ONE)
    assert found("db2_bufferpool:NVD1/BP0", "setting.VPSIZE") == 6000
    assert found("db2_bufferpool:NVD1/BP32K", "setting.VPSIZE") is None
    assert found.reading.numbers.unread == 0
