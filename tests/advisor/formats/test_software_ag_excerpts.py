"""Parts of Software AG reports as they are pasted: without titles, screens, boxes.

Layouts: Adabas Cluster Services and Parallel Services, Operations, session end statistics (8.1 and
8.5); Adabas Online System, Resource Utilization; Entire Net-Work, Simple Connection Line Driver
statistics (6.5). Figures are invented.
"""

from __future__ import annotations

import pytest

from tests.advisor.reading.report_reading import read

PARTS = {
    "8.1": """\
I/O Counts (Including Initialization)
                READS      WRITES
------------------------------------
ASSO             4810        6813
DATA             1850        2753
------------------------------------
Total            6660        9566

Log. reads         183,393
Buffer eff.       27.5
""",
    "8.5": """\
 Container            Reads               Writes
 -----------------------------------------------
 ASSO                  4810                 6813
 DATA                  1850                 2753

 PLOG  protection blocks                   33
""",
}


@pytest.mark.parametrize("release", PARTS)
def test_a_part_of_session_statistics_without_its_title(release: str) -> None:
    found = read(PARTS[release])
    assert found.formats == ("adabas-session",)
    assert found("adabas_nucleus:REPORT", "asso_writes") == 6813
    assert found("adabas_nucleus:REPORT", "data_reads") == 1850
    assert found.reading.numbers.unread == 0


SCREEN = """\
14:42:51          ***** A D A B A S  BASIC  SERVICES *****          2021-11-14
                          -  System Status  -                       PACUS02
 Format Translations .. 412            Throw-backs for ISN ... 3
 Protection Blocks .... 77
        File Number .. 0
        Database ID .. 1955   (WIS1955)             NucID .. 1022
PF1----- PF2------ PF3------
"""


def test_other_fields_of_a_screen_are_kept_behind_its_name() -> None:
    found = read(SCREEN)
    nucleus = "adabas_nucleus:1955-1022"
    assert found(nucleus, "printed.SYSTEM STATUS: PROTECTION BLOCKS") == 77
    assert found.reading.numbers.unread == 0


def test_fields_of_a_nucleus_without_its_number_are_nobodys() -> None:
    assert not read(SCREEN.replace("NucID .. 1022", "NucID ..     ")).reading.observations


@pytest.mark.parametrize("row", ["ASSO ...    1,032", "Work Pool (LWP) ..    140000   20.0"])
def test_a_row_with_a_blank_cell_is_no_field_of_a_screen(row: str) -> None:
    found = read(SCREEN.replace("Protection Blocks .... 77", row))
    names = {item.metric for item in found.reading.observations}
    assert not {name for name in names if name.startswith("printed.")}


BOX = """\
     +----------------------------------------------------------------------+
     + Statistics For Driver   TCPX  Period     0:03:00 (    180.000 Secs)  +
     + -------------  ---Bytes----  --Messages--  -Api Calls--  ----------- +
     + Writes             720.000K         1,800         1,900  Total       +
     +                      4.000K            10            11  Per Second  +
     + Reads                0.000K             0         2,000  Total       +
     +                      0.000K             0            11  Per Second  +
     + Write Cmd's               7             5             2  Total       +
"""


def test_each_number_of_a_drivers_box_is_accounted_for() -> None:
    found = read(BOX)
    node = "netwk_node:REPORT"
    assert found(node, "messages_per_s") == 10
    assert found(node, "printed.WRITES: API CALLS") == 1900
    assert found(node, "printed.WRITE CMD'S: TASK") == 5
    assert found.reading.numbers.unread == 0
