"""The DL/I Call Summary of the IMS Monitor: the form as IBM publishes it, figures invented.

Layout: IBM, IMS 15 System Administration, Fields in the DL/I-Call-Summary report.
"""

from __future__ import annotations

import pytest

from tests.advisor.reading.report_reading import read

SYSTEM, LABEL = "ims_system:IMS", "printed.DL/I CALL SUMMARY"
PAGE = """\
IMS MONITOR   ****DL/I CALL SUMMARY****      TRACE START 2015 076  10:00:00       TRACE STOP 2015 076  10:15:00 PAGE 0009
                                                               (C)               (A)                      (B)
                  CALL  LEV         STAT    DL/I             IWAITS/       ..ELAPSED TIME...       .NOT IWAIT TIME..   DISTRIB.
         PCB NAME FUNC  NO.SEGMENT  CODE   CALLS     IWAITS   CALL         MEAN      MAXIMUM       MEAN      MAXIMUM    NUMBER
         ___ ____ ____  __________  ____   _____     ______   ____         ____      _______       ____      _______    ______
         NVPCB01  STAT (00)         GA         1         1     1.00       20000       20000       12000       12000     1 A,B,C
                  GN   (03)K1Z                 6         3     0.50        1500        2530         165         253     5 A,B,C
         NVPCB02  GU   (02)K8K5     GE         3         0     0.00         500         888         263         888     6 A,B,C
"""  # noqa: E501


def test_calls_of_all_pcbs_are_summed() -> None:
    found = read(PAGE)
    assert found(SYSTEM, f"{LABEL}: CALLS") == 10
    assert found(SYSTEM, f"{LABEL}: IWAITS") == 4
    assert found(SYSTEM, f"{LABEL}: IWAITS PER CALL") == pytest.approx(0.4)
    assert found(SYSTEM, f"{LABEL}: ELAPSED TIME MEAN (US)") == pytest.approx(3050)
    assert found.reading.numbers.unread == 0


@pytest.mark.parametrize("cell", ["   0.50 ", "  3     0.50", "2530", " 6         3 "])
def test_a_row_without_one_of_its_cells_leaves_no_sum(cell: str) -> None:
    found = read(PAGE.replace(cell, " " * len(cell)))
    assert not [o for o in found.reading.observations if o.metric.startswith(LABEL)]
    assert found.reading.numbers.unread


def test_calls_of_two_pages_are_summed() -> None:
    more = PAGE.replace("PAGE 0009", "PAGE 0010").replace("NVPCB", "NVPCX")
    assert read(PAGE + more)(SYSTEM, f"{LABEL}: CALLS") == 20
