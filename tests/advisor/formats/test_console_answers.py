"""Answers of consoles and SDSF's panels: what is needed is read, all else is named."""

from __future__ import annotations

import pytest

from tests.advisor.reading.report_reading import read

SYSTEMS = """\
SDSF SYSTEMS  SYSA     SYSA      MONOPLEX              LINE 1-2 (2)
COMMAND INPUT ===>                                            SCROLL ===> CSR
NP   SYSNAME  SysLevel   CPU%      SIO Aux% CSA% SQA% ECSA% ESQA%   UIC Spool%
     SYSA     z/OS 03.01   12      340    1   10   23    24    40 65535      7
     SYSB     z/OS 02.05   61     2170    3   11   29    31    44  2540      9
"""
ACTIVE = """\
SDSF DA SYSA     SYSA     PAG  0  CPU/L     3/***      LINE 1-19 (95)
COMMAND INPUT ===>                                            SCROLL ===> CSR
NP   JOBNAME  StepName ProcStep JobID    Owner    C Pos DP Real Paging    SIO
     *MASTER*                   STC00002 +MASTER+   NS  FF 2136   0.00   0.01
     PCAUTH   PCAUTH                                NS  FF  129   0.00   0.00
     RASP     RASP                                  NS  FF  300   0.00   0.00
"""
GROUPS = """\
SDSF SMS STORAGE GROUPS  SYSA     SYSA                 LINE 1-3 (3)
COMMAND INPUT ===>                                            SCROLL ===> CSR
NP   NAME     Type             Status           TotalMB Used% FreeMB LargestFre
     CARS     POOL             ENABLED            56839 27.42  41250         21
     USER     POOL             ENABLED            48720 24.63  36720          6
"""
IPLED = """\
 IEE254I  09.00.16 IPLINFO DISPLAY 147
  SYSTEM IPLED AT 14.36.04 ON 02/17/2018
  RELEASE z/OS 02.03.00    LICENSE = z/OS
  IODF DEVICE: ORIGINAL(00351) CURRENT(00351)
"""
LIMITS = """\
 10:21:09.82 INTERNAL 00000090  BPXO051I 10.21.09 DISPLAY OMVS 071
                  071 00000090  OMVS     000F ACTIVE             OMVS=(31,PR,UR)
                  071 00000090                    CURRENT  HIGHWATER     SYSTEM
                  071 00000090  MAXPROCSYS             35         57        200
                  071 00000090  IPCMSGNIDS            500        500        500
"""
SPOOL = """\
    $HASP893 VOLUME(SPOOL1)  STATUS=ACTIVE,DSNAME=SYS1.HASPACE,
    $HASP893                 SYSAFF=(ANY),TGNUM=15000,TGINUSE=473,
    $HASP893                 TRKPERTGB=3,PERCENT=3,RESERVED=NO
    $HASP893 VOLUME(SPOOL2)  STATUS=ACTIVE,PERCENT=17
    $HASP646 3.1533 PERCENT SPOOL UTILIZATION
"""
USER = """\
USERID=MAINT    MACH=ESA STOR=256M VIRT=V XSTORE=NONE
IPLSYS=DEV 0190 DEVNUM=00036
PAGES: RES=1622  WS=1601  LOCKEDREAL=0  RESVD=0
CPU 00: CTIME=00:38 VTIME=000:00 TTIME=000:00 IO=000603
"""
STORAGE = """\
IAR019I  10.28.37 DISPLAY VIRTSTOR 870
 SOURCE = IO
 TOTAL LFAREA = 512M , 0G
 LFAREA AVAILABLE = 500M , 0G
"""


@pytest.mark.parametrize("blanks", [" ", ""])
def test_each_system_of_sdsfs_panel_is_read(blanks: str) -> None:
    """Also where the columns are gone."""
    text = SYSTEMS if blanks else "\n".join(" ".join(line.split()) for line in SYSTEMS.splitlines())
    found = read(text)
    assert found("lpar:SYSA", "printed.SDSF SYSTEMS: CPU%") == 12
    assert found("lpar:SYSB", "printed.SDSF SYSTEMS: CPU%") == 61
    assert found("lpar:SYSB", "printed.SDSF SYSTEMS: ESQA%") == 44
    assert found("lpar:SYSA", "unreferenced_interval_s") == 65535
    assert found("lpar:SYSB", "unreferenced_interval_s") == 2540
    assert found.sentences == []
    assert found.reading.numbers.unread == 0


def test_a_list_on_a_screen_of_80_columns_is_not_cut_off() -> None:
    found = read(ACTIVE)
    assert found("lpar:SYSA", "job.*MASTER*.frames") == 2136
    assert found("lpar:SYSA", "job.RASP.frames") == 300
    assert found.sentences == []
    cut = read("".join(line.rstrip("\n")[:75] + "\n" for line in ACTIVE.splitlines()))
    assert cut.reading.observations == ()


@pytest.mark.parametrize(
    ("text", "name"),
    [
        (GROUPS, "SMS STORAGE GROUPS"),
        (GROUPS.replace("SMS STORAGE GROUPS ", "STATUS DISPLAY ALL CLASSES"), "STATUS DISPLAY"),
        (IPLED, "D IPLINFO"),
        (USER, "INDICATE USER"),
    ],
)
def test_what_is_not_needed_is_named_and_nothing_of_it_is_lost(text: str, name: str) -> None:
    found = read(text)
    assert found.reading.observations == ()
    (sentence,) = found.sentences
    assert name in sentence
    assert "nothing that Plexwright advises on needs it" in sentence
    assert found.reading.numbers.unread == 0


def test_how_full_the_spool_is() -> None:
    found = read(SPOOL)
    values = {
        seen.metric.removeprefix("printed.SPOOL "): seen.value
        for seen in found.reading.observations
    }
    assert values == {
        "VOLUME SPOOL1: TGNUM": 15000,
        "VOLUME SPOOL1: TGINUSE": 473,
        "VOLUME SPOOL1: PERCENT": 3,
        "VOLUME SPOOL2: PERCENT": 17,
        "UTILIZATION (%)": 3.1533,
    }
    assert found.reading.numbers.unread == 0
    torn = read("".join(SPOOL.splitlines(keepends=True)[1:3]))  # whose these are is lost
    assert torn.reading.observations == ()
    assert torn.reading.numbers.unread == 3


def test_how_near_unix_is_to_its_limits() -> None:
    found = read(LIMITS.replace(" 10:21:09.82 INTERNAL 00000090  BPX", "SYSA BPX"))
    assert found("lpar:SYSA", "printed.OMVS MAXPROCSYS: HIGHWATER USAGE") == 57
    assert found("lpar:SYSA", "printed.OMVS MAXPROCSYS: SYSTEM LIMIT") == 200
    assert found("lpar:SYSA", "printed.OMVS IPCMSGNIDS: CURRENT USAGE") == 500
    assert found.reading.numbers.unread == 0
    assert read(LIMITS.replace("SYSTEM\n", "PROCESS\n")).reading.observations == ()


@pytest.mark.parametrize("text", [IPLED, GROUPS])
def test_what_stands_below_is_read(text: str) -> None:
    alone, found = read(STORAGE), read(text + STORAGE)
    assert len(alone.reading.observations) > 0
    metrics = [(seen.metric, seen.value) for seen in found.reading.observations]
    assert metrics == [(seen.metric, seen.value) for seen in alone.reading.observations]
