"""D ASM: columns as displays in a public repository have them; names and figures are invented."""

from __future__ import annotations

from tests.advisor.reading.report_reading import read

DISPLAY = """\
  IEE200I 09.14.22 DISPLAY ASM 417
  TYPE     FULL STAT   DEV  DATASET NAME
  PLPA      61%   OK  3A01  SYS1.NVS3.PLPA
  COMMON     4%   OK  3A01  SYS1.NVS3.COMMON
  LOCAL     37%   OK  3A02  SYS1.NVS3.LOCAL1
  LOCAL      0%   OK  B0A3  SYS1.NVS3.LOCAL2
  LOCAL          BAD  3A04  SYS1.NVS3.LOCAL3
  IEE207I PAGEDEL  COMMAND IS NOT ACTIVE
"""


def test_how_full_local_page_data_sets_are() -> None:
    found = read(DISPLAY.replace("  IEE200I", "NVS3      IEE200I"))
    assert found("lpar:NVS3", "page_data_set_used_pct.SYS1.NVS3.LOCAL1") == 37
    assert found("lpar:NVS3", "page_data_set_used_pct.SYS1.NVS3.LOCAL2") == 0
    assert len(found.reading.observations) == 2
    assert found.reading.numbers.unread == 0


def test_a_display_of_no_system_says_so() -> None:
    found = read(DISPLAY)
    assert found.reading.observations == ()
    assert "names no system" in found.sentences[0]
    assert {numbers for _, numbers in found.reading.numbers.listed} == {("37%",), ("0%",)}


def test_a_percent_sign_may_stand_apart_and_storage_class_memory_is_known() -> None:
    apart = DISPLAY.replace("%  ", " % ").replace(
        "  IEE207I", "  SCM        3%   OK   N/A   N/A\n  IEE207I"
    )
    found = read(apart.replace("  IEE200I", "NVS3      IEE200I"))
    assert found("lpar:NVS3", "page_data_set_used_pct.SYS1.NVS3.LOCAL1") == 37
    assert len(found.reading.observations) == 2
    assert found.reading.numbers.unread == 0
