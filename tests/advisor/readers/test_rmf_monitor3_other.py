"""Several Monitor III screens pasted one below the other."""

from __future__ import annotations

import pytest

from tests.advisor.readers.report_reading import read

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


@pytest.mark.parametrize("devices", [DEVICES, DEVICES.replace("RMF V2R4  ", "")])
def test_device_delays_are_no_delays_of_another_screen(devices: str) -> None:
    found = read(DELAY + devices + devices)
    assert found.formats == ("rmf-monitor3-jobs",)
    assert found("lpar:NVS7", "job.NVBATCH7.delay_pct") == 33
    assert not [item for item in found.reading.observations if "NVHSM7" in item.metric]


def test_a_screen_that_is_not_read_is_named_once() -> None:
    found = read(DEVICES + DEVICES)
    assert found.formats == ("rmf-monitor3-other",)
    told = [text for text in found.sentences if "Device Delays of RMF Monitor III" in text]
    assert len(told) == 1
    assert "is not read" in told[0]
