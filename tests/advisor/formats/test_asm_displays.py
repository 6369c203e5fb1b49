"""D ASM: columns as displays in a public repository have them; names and figures are invented."""

from __future__ import annotations

from tests.advisor.reading.report_reading import Read, read

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
    (said,) = found.sentences
    assert "SYS1.NVS3.LOCAL3 is BAD" in said


def test_a_data_set_in_error_is_none_that_is_empty() -> None:
    bad = DISPLAY.replace("0%   OK  B0A3", "0%  BAD  B0A3").replace(
        "  IEE200I", "NVS3      IEE200I"
    )
    found = read(bad)
    assert not found.all("lpar:NVS3", "page_data_set_used_pct.SYS1.NVS3.LOCAL2")
    assert len(found.sentences) == 2
    assert found.reading.numbers.unread == 0


def of_the_system(found: Read) -> list[str]:
    return [said for said in found.sentences if "is BAD" not in said]


def test_a_display_of_no_system_is_that_of_its_file_and_says_so() -> None:
    found = read(DISPLAY)
    own = f"lpar:{found.reading.file}"
    assert found(own, "page_data_set_used_pct.SYS1.NVS3.LOCAL1") == 37
    assert {seen.subject for seen in found.reading.observations} == {own}
    (said,) = of_the_system(found)
    assert "names no system" in said
    assert found.reading.numbers.unread == 0


DUMPS = "NVS3      IEE857I 09.15.01 DUMP OPTION 418\n   MAXSPACE=00005000M\n"


def test_what_else_the_file_says_may_name_the_system() -> None:
    for text in (DISPLAY + DUMPS, DUMPS + "\n" + DISPLAY):
        found = read(text)
        assert found("lpar:NVS3", "page_data_set_used_pct.SYS1.NVS3.LOCAL1") == 37
        assert found("dump_options:NVS3", "relation.parent") == "lpar:NVS3"
        (said,) = of_the_system(found)
        assert "taken to be of NVS3" in said


def test_two_systems_or_the_same_display_of_one_name_none() -> None:
    own = DISPLAY.replace("NVS3", "NVS4")
    named = DISPLAY.replace("  IEE200I", "NVS3      IEE200I")
    for other in (named, DUMPS + DUMPS.replace("NVS3", "NVS5")):
        found = read(own + other)
        lpar = f"lpar:{found.reading.file}"
        assert found(lpar, "page_data_set_used_pct.SYS1.NVS4.LOCAL1") == 37
        assert "question" in of_the_system(found)[0]


def test_a_percent_sign_may_stand_apart_and_storage_class_memory_is_known() -> None:
    apart = DISPLAY.replace("%  ", " % ").replace(
        "  IEE207I", "  SCM        3%   OK   N/A   N/A\n  IEE207I"
    )
    found = read(apart.replace("  IEE200I", "NVS3      IEE200I"))
    assert found("lpar:NVS3", "page_data_set_used_pct.SYS1.NVS3.LOCAL1") == 37
    assert len(found.reading.observations) == 2
    assert found.reading.numbers.unread == 0
