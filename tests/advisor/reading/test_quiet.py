"""Lines that say the same again and of which nothing comes are not read each by itself."""

from __future__ import annotations

import time

import pytest

from advisor.reading.layout.seams import seams
from tests.advisor.reading.report_reading import Read, read

NOBODYS = "LFAREA=(1M=12G)\n"
OTHER = "LFAREA=(1M=13G)\n"
CARD = "SYSNAME=SYSA\n"


def account(found: Read) -> tuple[object, ...]:
    numbers = found.reading.numbers
    return numbers.taken, numbers.ignored, numbers.unread, numbers.listed, found.reading.unread


def test_numbers_of_lines_that_come_again_are_listed_as_not_read() -> None:
    """As they were where no two lines in a row were the same, and in two ways to write one."""
    many = 40
    again = read(NOBODYS * many)
    apart = read((NOBODYS + OTHER) * (many // 2))
    assert len(again.sentences) == len(apart.sentences) == 1
    assert again.reading.numbers.unread == apart.reading.numbers.unread > 0
    assert [line for line, _ in again.reading.numbers.listed] == [
        line for line, _ in apart.reading.numbers.listed
    ]
    assert again.reading.unread == apart.reading.unread


def test_a_line_is_read_again_once_the_file_says_whose_it_is() -> None:
    found = read("\n" * 70 + NOBODYS * 70 + "\n" * 70 + CARD + NOBODYS)
    (one,) = found.all("lpar:SYSA", "setting.LFAREA_1M_GB")
    assert (one.value, one.line) == (12, 212)


def test_lines_of_which_figures_come_are_all_read() -> None:
    message = "CSQP020E !MQA1 CSQP1RSW Buffer pool 1 is too small\n"
    found = read(message * 30)
    counted = found.values("mq_manager:MQA1", "pool_too_small_messages")
    assert counted == list(range(1, 31))


def seconds(text: str) -> float:
    began = time.process_time()
    read(text)
    return time.process_time() - began


@pytest.mark.parametrize(("row", "other"), [("ZHPF=YES\n", "ZHPF=NO \n"), (NOBODYS, OTHER)])
def test_lines_that_come_again_cost_less_than_lines_that_change(row: str, other: str) -> None:
    """2.7 times as much on the machine this was written on."""
    seconds(row + other)
    assert seconds(row * 20_000) < 0.75 * seconds((row + other) * 10_000)


def test_few_lines_that_are_the_same_hide_no_seam() -> None:
    rows = ["SORT     11,204      3,301", *["IDLE          1          0"] * 3]
    fused = [*rows, rows[0] + rows[1], *rows]
    assert seams(fused).keys() == seams([*fused, "END OF LIST"]).keys()
