"""Displays of CSM and of z/VM's load, and the files that Adabas Online System lists.

Layouts as the messages IVT5529I and IVT5549I of z/OS Communications Server (SNA Messages), the
response to INDICATE LOAD (z/VM CP Commands and Utilities Reference) and Display Files (Adabas
Online System, Database Report) have them; names and figures are invented.
"""

from __future__ import annotations

import pytest

from tests.advisor.reading.report_reading import read

CSM = """\
D NET,CSM
IVT5508I DISPLAY ACCEPTED
IVT5529I PROCESSING DISPLAY CSM COMMAND - OWNERID NOT SPECIFIED
IVT5530I BUFFER BUFFER
IVT5531I SIZE   SOURCE              INUSE      FREE       TOTAL
IVT5532I ------------------------------------------------------
IVT5533I    4K  ECSA                 880K       144K        1M
IVT5533I   16K  ECSA                  32K       480K      512K
IVT5534I   32K  ECSA              POOL DOES NOT EXIST
IVT5535I TOTAL  ECSA                 912K       624K     1536K
IVT5532I ------------------------------------------------------
IVT5533I    4K  DATA SPACE 31       2048K      6144K        8M
IVT5535I TOTAL  DATA SPACE 31       2048K      6144K        8M
IVT5532I ------------------------------------------------------
IVT5536I TOTAL  ALL SOURCES         2960K      6768K     9728K
IVT5538I FIXED  MAXIMUM =       200M  FIXED  CURRENT =     9216K
IVT5541I FIXED  MAXIMUM USED =      10M SINCE LAST DISPLAY CSM
IVT5594I FIXED  MAXIMUM USED =      42M SINCE IPL
IVT5539I ECSA   MAXIMUM =       120M  ECSA   CURRENT =     1779K
IVT5541I ECSA   MAXIMUM USED =       2M SINCE LAST DISPLAY CSM
IVT5594I ECSA   MAXIMUM USED =      90M SINCE IPL
IVT5559I CSM DATA SPACE 1 NAME: CSM64001
IVT5599I END
"""
OWNER = """\
IVT5508I DISPLAY ACCEPTED
IVT5549I PROCESSING DISPLAY CSM COMMAND - OWNERID SPECIFIED
IVT5530I BUFFER BUFFER
IVT5551I SIZE   SOURCE             STORAGE ALLOCATED TO OWNER
IVT5532I ------------------------------------------------------
IVT5553I    4K  ECSA                            640K
IVT5554I TOTAL  ECSA                            640K
IVT5532I ------------------------------------------------------
IVT5553I    4K  DATA SPACE 64                    12M
IVT5554I TOTAL  DATA SPACE 64                    12M
IVT5532I ------------------------------------------------------
IVT5556I TOTAL  FOR OWNERID                   12928K
IVT5557I OWNERID: ASID = 01F6  JOBNAME = NVTCPIP
IVT5599I END
"""


def _named(text: str, system: str) -> str:
    front = "N 4000000 {0}     15076 10:48:00.12          00000090  "
    return "".join(front.format(system) + line + "\n" for line in text.splitlines())


def test_csm_by_source_and_against_its_maximum() -> None:
    found = read(_named(CSM, "NVS3"))
    lpar = "lpar:NVS3"
    assert found(lpar, "printed.CSM: FIXED MAXIMUM (MB)") == 200
    assert found(lpar, "printed.CSM: FIXED CURRENT (MB)") == 9
    assert found(lpar, "printed.CSM: FIXED MAXIMUM USED SINCE LAST DISPLAY CSM (MB)") == 10
    assert found(lpar, "printed.CSM: ECSA MAXIMUM USED SINCE IPL (MB)") == 90
    assert found(lpar, "printed.CSM: ECSA CURRENT (MB)") == pytest.approx(1779 / 1024)
    assert found(lpar, "printed.CSM: ECSA 4K INUSE (MB)") == pytest.approx(880 / 1024)
    assert found(lpar, "printed.CSM: DATA SPACE 31 TOTAL FREE (MB)") == 6
    assert found(lpar, "printed.CSM: ALL SOURCES TOTAL (MB)") == 9.5
    assert not found.sentences
    assert found.reading.numbers.unread == 0


def test_csm_of_one_owner() -> None:
    found = read(_named(OWNER, "NVS3"))
    lpar = "lpar:NVS3"
    assert found(lpar, "printed.CSM OF NVTCPIP: ECSA 4K (MB)") == 0.625
    assert found(lpar, "printed.CSM OF NVTCPIP: DATA SPACE 64 TOTAL (MB)") == 12
    assert found(lpar, "printed.CSM OF NVTCPIP: TOTAL (MB)") == 12.625
    assert not found.sentences
    assert found.reading.numbers.unread == 0


def test_csm_of_no_system_asks_which_it_is() -> None:
    for text in (CSM, OWNER):
        found = read(text)
        assert found.reading.observations
        assert any("names no system" in said for said in found.sentences)


def test_csm_of_an_owner_whose_name_was_cut_off_is_not_read() -> None:
    found = read(OWNER[: OWNER.index("IVT5557I")])
    assert not found.reading.observations
    assert any("owner" in said for said in found.sentences)


LOAD = """\
q userid
NVVM1    AT NVVMA    VIA RSCS     2015-03-17 10:48:00 MEZ      TUESDAY
ind load
AVGPROC-041% 03
MDC READS-000012/SEC WRITES-000004/SEC HIT RATIO-093%
PAGING-17/SEC
Q0-00002(00000)                           DORMANT-00114
Q1-00001(00000)           E1-00000(00000)
Q2-00003(00001) EXPAN-002 E2-00000(00000)
Q3-00021(00004) EXPAN-003 E3-00002(00001)

PROC 0000-040% CP         PROC 0001-043% CP
PROC 0002-019% IFL
LIMITED-00005
"""


def test_the_load_of_z_vm() -> None:
    found = read(LOAD)
    (lpar,) = {item.subject for item in found.reading.observations}
    values = {item.metric: item.value for item in found.reading.observations}
    assert values["printed.INDICATE LOAD: AVGPROC (%)"] == 41
    assert values["printed.INDICATE LOAD: MDC READS PER S"] == 12
    assert values["printed.INDICATE LOAD: MDC HIT RATIO (%)"] == 93
    assert values["printed.INDICATE LOAD: PAGING PER S"] == 17
    assert values["printed.INDICATE LOAD: Q3"] == 21
    assert values["printed.INDICATE LOAD: Q3 LOADING"] == 4
    assert values["printed.INDICATE LOAD: E3"] == 2
    assert values["printed.INDICATE LOAD: E3 LOADING"] == 1
    assert values["printed.INDICATE LOAD: EXPAN OF Q3"] == 3
    assert values["printed.INDICATE LOAD: DORMANT"] == 114
    assert values["printed.INDICATE LOAD: PROC 0002 IFL (%)"] == 19
    assert values["printed.INDICATE LOAD: LIMITED"] == 5
    assert found.reading.numbers.unread == 0
    assert any("names no system" in said for said in found.sentences)
    assert lpar == f"lpar:{found.reading.file}"


def test_the_load_of_older_z_vm_with_expanded_storage() -> None:
    found = read(LOAD.replace("MDC READS", "XSTORE-000007/SEC MIGRATE-0003/SEC\nMDC READS")
                 .replace("PAGING-17/SEC", "PAGING-0017/SEC STEAL-012%")
                 .replace("% CP ", "%    ").replace("% CP\n", "%\n"))  # fmt: skip
    values = {item.metric: item.value for item in found.reading.observations}
    assert values["printed.INDICATE LOAD: XSTORE PER S"] == 7
    assert values["printed.INDICATE LOAD: MIGRATE PER S"] == 3
    assert values["printed.INDICATE LOAD: STEAL (%)"] == 12
    assert values["printed.INDICATE LOAD: PROC 0001 (%)"] == 43
    assert found.reading.numbers.unread == 0


FILES = """\
 09:14:51         *****  A D A B A S   BASIC  SERVICES  *****       2015-03-17
   DBID 105                      - Display Files -                    PDRF002

 Fnr  File Name        Loaded     Top-ISN    Max-ISN    Ext. Pad %  Ind.   %Used
                                                        NUAD  A  D ACISEXU  A  D
 ---- ---------------- ---------- ---------- ---------- ---- -- -- ------- -----
    1 NV-POLICY        2014-07-20     501110     605511 1112  3  3 NNISNNN 68 88
    2 NV-CLAIM         2014-07-20   12161779   12605511 1524 10 10 NNISNNN 32 88
   19 CHECKPOINT       2014-07-20        104       5511 1111  3  3 NNISNNN  4 52
  238 NV-LONG-FILENAME 2014-07-20  163272000  175005000 1111  3  3 YNISNNN 76 99

 Command ==>
 PF1----- PF2----- PF3----- PF4----- PF6----- PF7----- PF8----- PF12---- CLR----
"""


def test_the_files_of_an_adabas_database() -> None:
    found = read(FILES)
    subject = "adabas_database:105"
    assert found(subject, "printed.FILE 2 NV-CLAIM: TOP-ISN") == 12_161_779
    assert found(subject, "printed.FILE 2 NV-CLAIM: MAX-ISN") == 12_605_511
    assert found(subject, "printed.FILE 2 NV-CLAIM: USED OF ASSO (%)") == 32
    assert found(subject, "printed.FILE 19 CHECKPOINT: USED OF DATA (%)") == 52
    assert found(subject, "printed.FILE 238 NV-LONG-FILENAME: TOP-ISN") == 163_272_000
    assert found.reading.numbers.unread == 0
    assert not found.sentences
    (interval,) = {item.interval.end for item in found.reading.observations}
    assert interval == "2015-03-17T09:14:51"


def test_files_cut_off_at_a_column_are_not_read_as_whole() -> None:
    cut = read("".join(line[:78] + "\n" for line in FILES.splitlines()))
    assert not any(item.value in (8, 5, 9) for item in cut.reading.observations)
    assert cut.sentences or cut.reading.numbers.unread
