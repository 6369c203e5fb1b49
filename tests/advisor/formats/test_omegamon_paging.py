"""MPAG of OMEGAMON for z/OS."""

from __future__ import annotations

from tests.advisor.reading.report_reading import SAMPLES, read, read_sample

SCREEN = (SAMPLES / "formats/omegamon-paging.txt").read_text()


def test_paging_by_address_space_and_volume() -> None:
    found = read_sample("formats/omegamon-paging.txt")
    assert found("lpar:SYSA", "demand_paging_per_s") == 20.0
    assert found("lpar:SYSA", "job.CICSAOR1.paging_per_s") == 12.7
    assert found("lpar:SYSA", "page_volume_pages_per_s.PAG002") == 58.5
    assert found.values("lpar:SYSA", "page_volume_pages_per_s.TOTAL") == []
    assert found.formats == ("omegamon-paging",)  # and no panel of Db2


def test_a_part_of_a_screen_is_of_the_system_of_its_file() -> None:
    found = read("\n".join(SCREEN.split("\n")[3:]))
    assert found(f"lpar:{found.reading.file}", "demand_paging_per_s") == 20.0
    assert "names no system" in found.sentences[0]
    assert found.reading.numbers.unread == 0
