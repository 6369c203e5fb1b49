"""I/Os by volume of a nucleus: a form of the vendor's cluster session statistics, own figures."""

from __future__ import annotations

import pytest

from tests.advisor.reading.report_reading import read

SESSION = """\
 A d a b a s  nucleus session statistics

 From 2015-03-17 10:00:00 to 2015-03-17 11:00:00

 Duration            1:00:00

Distribution of ASSO/DATA I/Os by Volser Number (Excluding Initialization)

Vol-ser     High RABN         Count
------------------------------------
 NVADA1 (ASSO       8082)     11,599
 NVADA1 (DATA       5990)      4,603
 NVADA2 (DATA      12400)        801
------------------------------------
TOTAL                         17,003
"""


def volumes(text: str) -> dict[str, object]:
    return {
        item.metric.removeprefix("ios_by_volume."): item.value
        for item in read(text).reading.observations
        if item.metric.startswith("ios_by_volume.")
    }


def test_extents_on_one_volume_are_its_sum() -> None:
    assert volumes(SESSION) == {"NVADA1": 11_599 + 4_603, "NVADA2": 801}
    assert read(SESSION).reading.numbers.unread == 0


@pytest.mark.parametrize(
    ("was", "becomes"),
    [
        (" NVADA1 (DATA       5990)      4,603\n", ""),
        ("4,603", "     "),
        ("4,603", "4,630"),
        ("TOTAL                         17,003\n", ""),
    ],
)
def test_a_table_that_lacks_a_row_gives_no_volume(was: str, becomes: str) -> None:
    assert was in SESSION
    assert volumes(SESSION.replace(was, becomes)) == {}
