"""Monitor III screens of system and devices, and several pasted one below the other."""

from __future__ import annotations

import pytest

from tests.advisor.reading.report_reading import read

DELAY = """\
                         RMF V2R4  Delay Report                Line 1 of 58
Command ===>                                                 Scroll ===> HALF

Samples: 120     System: NVS7  Date: 03/17/15  Time: 12.00.00  Range: 120 Sec

            Service     WFL USG DLY IDL UKN ---- % Delayed for ---- Primary
Name     CX Class    Cr  %   %   %   %   %  PRC DEV STR SUB OPR ENQ Reason

NVBATCH7 B  NRPRIME      17   7  33  58   2  20   0  13   0   0   0 COMM
"""
DEVICES = """\
                        RMF V2R4  Device Delays                  Line 1 of 57
Command ===>                                                  Scroll ===> HALF

Samples: 100     System: NVS7  Date: 03/17/15  Time: 12.03.20  Range: 100   Sec

           Service  DLY USG CON  ------------ Main Delay Volume(s) ------------
Jobname  C Class     %   %   %    %  VOLSER   %  VOLSER   %  VOLSER   %  VOLSER

NVHSM7   S SYSSTC    21  77  35   10 NVSX17    5 NVSX26    4 NVSX04    4 NVSX05
"""


ENQUEUES = """\
                        RMF V2R4  Enqueue Delays                 Line 1 of 9
Command ===>                                                  Scroll ===> HALF

Samples: 100     System: NVS7  Date: 03/17/15  Time: 12.03.20  Range: 100   Sec

NVHSM9   S SYSSTC     9   0  15    9 SYSDSN    NVS.DATA
"""
VOLUMES = """\
                        RMF V2R4  Device Resource Delays        Line 1 of 374
Command ===>                                                  Scroll ===> HALF

Samples: 100     System: NVS7  Date: 03/17/15  Time: 12.03.20  Range: 100   Sec

 Volume S/   Act  Resp  ACT CON DSC PND %,  DEV/CU              Service  USG DLY
   /Num PAV  Rate Time   %   %   %  Reasons Type     Jobname  C Class     %   %

 NVSX01 S    17.5  1.2    2   2   0 PND   0 33909    NVRMFDDS S SYSSTC     0   1
  08803   1.2H                              2105     RMF      S SYSSTC     2   0
 NVSX02 S     0.3 .004    0   0   0 PND   0 33903    *MASTER* S SYSTEM     1   0
"""
SYSTEM = """\
                        RMF V2R1   System Information          Line 1 of 27
 Command ===>                                                  Scroll ===> CSR

 Samples: 120     System: NVS7  Date: 03/17/15  Time: 10.32.00  Range: 120   Sec

 Partition:    NVLP7      2827 Model 716    Appl%:    85  Policy: NVPOL
 CPs Online:   4.0        Avg CPU Util%:   96   EAppl%:   87  Date:   03/01/15
 AAPs Online:   -         Avg MVS Util%:   97   Appl% AAP:   -  Time:   08.12.00
 IIPs Online:  2.0                              Appl% IIP:   12

 Group    T WFL --Users-- RESP TRANS -AVG USG- -Average Number Delayed For -
             %   TOT  ACT Time  /SEC PROC  DEV  PROC  DEV  STOR SUBS OPER ENQ

 *SYSTEM     56   120    4       0.0  3.1  0.4   1.2  0.1   0.0  0.0  0.0 0.0
"""
MACHINE = """\
                         RMF V2R1   CPC Capacity               Line 1 of 29
 Command ===>                                                 Scroll ===> CSR

 Samples: 120     System: NVS7  Date: 03/17/15  Time: 11.50.00  Range: 120   Sec

 Partition:   NVLP7      2827 Model 716
 CPC Capacity:  1884     Weight % of Max: ****     4h Avg:   177    Group:  N/A
 Image Capacity: 1071    WLM Capping %:   ****     4h Max:   205    Limit:  N/A

 Partition  --- MSU ---  Cap   Proc    Logical Util %   - Physical Util % -
             Def   Act   Def   Num     Effect   Total   LPAR  Effect  Total

 *CP                            47.0                     1.0    32.9   33.9
 NVLP7         0   171    NO     4.0     91.0    91.2    0.0    22.9   22.9
 NVLP8         0    71    NO     2.0     11.0    11.2    0.0     0.9    0.9
 PHYSICAL                                                0.7            0.7
 *IIP                            3.0                     1.0    12.9   13.9
 NVLP7                    NO     2.0     31.0    31.2    0.0    22.9   22.9
"""


@pytest.mark.parametrize("devices", [DEVICES, DEVICES.replace("RMF V2R4  ", "")])
def test_device_delays_are_no_delays_of_another_screen(devices: str) -> None:
    found = read(DELAY + devices + devices)
    assert found.formats == ("rmf-monitor3-jobs",)
    assert found("lpar:NVS7", "job.NVBATCH7.delay_pct") == 33
    mine = {item.metric for item in found.reading.observations if "NVHSM7" in item.metric}
    assert mine == {"job.NVHSM7.delay_device_pct"}
    assert found("lpar:NVS7", "job.NVHSM7.delay_device_pct") == 21


def test_rows_of_a_screen_that_is_not_read_are_nobody_elses() -> None:
    found = read(DELAY + ENQUEUES)
    assert not [item for item in found.reading.observations if "NVHSM9" in item.metric]


def test_a_screen_that_is_not_read_is_named_once() -> None:
    found = read(ENQUEUES + ENQUEUES)
    assert found.formats == ("rmf-monitor3-other",)
    told = [text for text in found.sentences if "Enqueue Delays of RMF Monitor III" in text]
    assert len(told) == 1
    assert "is not read" in told[0]


def test_volumes_of_device_resource_delays() -> None:
    found = read(VOLUMES + DELAY)
    assert found("dasd_volume:NVSX01", "io_per_s.NVS7") == 17.5
    assert found("dasd_volume:NVSX01", "response_ms.NVS7") == 1.2
    assert found("dasd_volume:NVSX02", "io_per_s.NVS7") == 0.3
    assert not found.all("dasd_volume:NVSX02", "response_ms.NVS7")  # seconds, of older releases
    assert found("lpar:NVS7", "job.NVBATCH7.delay_pct") == 33
    (rate,) = found.all("dasd_volume:NVSX01", "io_per_s.NVS7")
    assert rate.interval.start == "2015-03-17T12:03:20"


def test_processors_of_system_information() -> None:
    found = read(SYSTEM)
    assert found.formats == ("rmf-monitor3-system",)
    assert found("lpar:NVS7", "setting.CPS") == 4
    assert found("lpar:NVS7", "setting.ZIIPS") == 2
    assert found("lpar:NVS7", "cp_busy_pct") == 96
    assert found("lpar:NVS7", "mvs_busy_pct") == 97
    assert not read(SYSTEM.replace("Online:   4.0", "Online:   3.7")).all(
        "lpar:NVS7", "setting.CPS"
    )


def test_own_partition_of_the_cpc_screen() -> None:
    found = read(SYSTEM + MACHINE)
    busy = [item.value for item in found.all("lpar:NVS7", "cp_busy_pct")]
    assert busy == [96, 91.2]
    assert found("lpar:NVS7", "ziip_busy_pct") == 31.2
    assert {item.subject for item in found.reading.observations} == {"lpar:NVS7"}
