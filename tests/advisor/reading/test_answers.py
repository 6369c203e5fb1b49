"""Answers in a log: where each ends, and how long many of them take."""

from __future__ import annotations

import time

import pytest

from tests.advisor.reading.report_reading import SAMPLES, read

STRUCTURE = """\
NVS1 IXC360I 10.00.0{n} DISPLAY XCF
 STRNAME: NVSTR{n}
  POLICY SIZE    : 20480 K
"""


def test_an_answer_ends_where_the_next_of_its_kind_begins() -> None:
    found = read("".join(STRUCTURE.format(n=n) for n in range(3)))
    for n in range(3):
        assert found.values(f"cf_structure:NVSTR{n}", "setting.POLICY_SIZE_MB") == [20]


@pytest.mark.parametrize(
    "line",
    [
        "IXC360I 10.00.00 DISPLAY XCF",
        "IEE200I 10.00.00 DISPLAY ASM",
        "IEE114I 10.00.00 2024.001 ACTIVITY 1",
        "IAR019I 10.00.00 DISPLAY VIRTSTOR",
        "CSQI010I NVQ1 Page set usage ...",
    ],
)
def test_many_answers_take_no_longer_than_their_lines(line: str) -> None:
    text = (line + "\n") * (300_000 // len(line))
    before = time.process_time()
    read(text)
    assert time.process_time() - before < 3 * 2.0 * len(text) / 1e6  # on a slow machine


def test_many_displays_of_pools_take_no_longer_than_their_lines() -> None:
    """Of each display all lines of the print were looked at: 50 s a MB."""
    display = (SAMPLES / "formats/db2-bufferpool-detail.txt").read_text()
    text = "".join(f"{display}\n{n}\n" for n in range(300_000 // len(display)))
    before = time.process_time()
    found = read(text)
    assert time.process_time() - before < 3 * 2.0 * len(text) / 1e6  # on a slow machine
    assert len(found.reading.observations) > 6_000
