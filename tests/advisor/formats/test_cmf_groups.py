"""Groups of partitions and cache reports of BMC's CMF Analyzer: columns as documented by BMC."""

from __future__ import annotations

from tests.advisor.formats.test_cmf_analyzer import BOX, CPUS, HEAD
from tests.advisor.reading.report_reading import read

GROUP = """\
----------------------------------------------------  CAPACITY GROUP SECTION  ------------------------------------------------------
CAPACITY  CAPACITY   PARTITION   SYSTEM    -------- MSU ---------  WGT  ----- CAPPING ----  -- GUARANTEED --
GROUP        LIMIT   NAME        NAME         DEF    USED       %  DEF  HARD   WLM%   ACT%  MINIMUM  MAXIMUM
NVGROUP        440   NVLP1       NVS1      ------    46.9   -----  300  NO     0.00   0.00      132      440
                     NVLP2       NVS2         310    98.5   31.77  500  NO     4.20   1.30      220      310
                     NVLP3       NVS3         100    49.0   49.00  200  YES    0.00   0.00       88      100
------------------------------------------------------------------------------------------------------------
                     SUMMARY:              ------   194.4   ----- 1000
"""  # noqa: E501
CLUSTER = """\
-----------------------------------------------------  LPAR CLUSTER SECTION  -------------------------------------------------------
                             ----------- WEIGHT ------------  -------- PROCESSOR --------  - STORAGE (MB) --
                             -- DEFINED ---  --- ACTUAL ----  --- NUMBER ----  - % BUSY -  CENTRAL  EXPANDED
CLUSTER   PARTITION SYSTEM   INIT  MIN  MAX  AVG  %MIN  %MAX  DEFINED  ACTUAL  LOG   PHY
NVPLEX01  NVLP1     NVS1      310  110  510  173  31.5   0.0        3     2.0   9.5  1.4    5,096         0
          NVLP2     NVS2      260  210  610  313   1.2   0.0        6     3.0  15.7  3.4   22,628         0
"""  # noqa: E501


def test_partitions_of_a_capacity_group_by_the_headings_above_them() -> None:
    found = read(CPUS + GROUP)
    assert found("lpar:NVS1", "setting.WEIGHT") == 300
    assert found("lpar:NVS2", "printed.CAPACITY GROUP NVGROUP: MSU USED") == 98.5
    assert found("lpar:NVS2", "printed.CAPACITY GROUP NVGROUP: GUARANTEED MINIMUM") == 220
    assert not found.values("lpar:NVS1", "printed.CAPACITY GROUP NVGROUP: MSU DEF")
    assert found("lpar:NVS7", "cp_busy_pct") == 14.7
    assert found.reading.numbers.unread == 0


def test_a_hard_cap_and_a_managed_one_are_caps() -> None:
    found = read(CPUS + GROUP)
    capped = [found(f"lpar:NVS{which}", "setting.CAPPED") for which in (1, 2, 3)]
    assert capped == [False, True, True]


def test_columns_of_a_cluster_are_told_apart_by_what_stands_over_them() -> None:
    found = read(CPUS + CLUSTER)
    name = "printed.LPAR CLUSTER NVPLEX01"
    assert found("lpar:NVS2", f"{name}: WEIGHT DEFINED MIN") == 210
    assert found("lpar:NVS2", f"{name}: PROCESSOR NUMBER ACTUAL") == 3
    assert found("lpar:NVS1", f"{name}: PROCESSOR % BUSY LOG") == 9.5
    assert found("lpar:NVS1", f"{name}: PROCESSOR % BUSY PHY") == 1.4
    assert found("lpar:NVS1", f"{name}: STORAGE (MB) CENTRAL") == 5096
    assert found.reading.numbers.unread == 0


def test_volumes_of_a_cache_device_report_are_not_the_subsystem() -> None:
    page = HEAD.format(title="CACHE DEVICE ACTIVITY REPORT")
    found = read(page + BOX)
    subsystem = found.reading.observations
    assert subsystem
    rows = "".join(line for line in BOX.splitlines(keepends=True) if "CONFIGURED" not in line)
    volume = read(page + BOX + page + rows)
    kept = [item for item in volume.reading.observations if item.line > subsystem[-1].line]
    assert {item.metric for item in kept} == {"setting.MODEL"}
    assert volume.reading.numbers.unread > 0
