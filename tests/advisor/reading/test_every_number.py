"""Each number of each line is taken, ignored or listed, whatever was done to the print."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from advisor.observations import Observation
from advisor.reading import read_bytes
from advisor.reading.accounting import MOST_KEPT, Ledger
from advisor.reading.not_shown import not_shown
from advisor.reading.numbers import numbers_of, sight
from advisor.reading.reader import Line
from tests.advisor.reading.account import books, unaccounted
from tests.advisor.reading.report_reading import SAMPLES
from tests.fuzz_readers import mutated, samples

FILES = [path for folder in ("formats", "engagement") for path in (SAMPLES / folder).iterdir()]


def lines_left(data: bytes) -> list[int]:
    with books() as kept:
        readings = read_bytes("x.txt", data)
    return unaccounted(data, readings, kept)


@pytest.mark.parametrize("path", sorted(FILES), ids=lambda path: path.name)
def test_of_a_sample(path: Path) -> None:
    assert lines_left(path.read_bytes()) == []


@pytest.mark.parametrize("seed", [11, pytest.param(12, marks=pytest.mark.thorough)])
def test_of_mutated_samples(seed: int) -> None:
    pool = samples()
    count = 120 if seed == 11 else 1_500
    assert [n for n in range(count) if lines_left(mutated(seed, n, pool))] == []


LOG = """\
1                       J E S 2  J O B  L O G  --  S Y S T E M  S Y S A  --  N O D E  N V N O D E
0
 11.24.43 JOB03190 ---- SATURDAY,  08 OCT 2022 ----
 11.24.43 JOB03190  $HASP373 NVBATCH STARTED - INIT 1    - CLASS A        - SYS SYSA
 11.24.44 JOB03190  -                                      -----TIMINGS (MINS.)------
 11.24.44 JOB03190  -STEPNAME PROCSTEP    RC   EXCP   CONN       TCB       SRB  CLOCK
 11.47.44 JOB03190  -LOAD                 00  76451      0       .05       .00   22.9
 11.47.44 JOB03190
 11.47.44 JOB03190  -NVBATCH  ENDED.  NAME-NOVARETAIL       TOTAL TCB CPU TIME=      .05 \
TOTAL ELAPSED TIME=  23.0
"""


def test_the_columns_of_a_log_are_ignored_and_counted() -> None:
    """Clocks in front of a log's lines, and those of lines that hold nothing else, vanished."""
    (reading,) = read_bytes("log.txt", LOG.encode())
    numbers = reading.numbers
    lines = [line for n, line in enumerate(LOG.splitlines(), 1) if (n, n) not in reading.unread]
    printed = sum(len(numbers_of(line)[0]) for line in lines)
    assert numbers.taken + numbers.ignored + numbers.unread == printed


def test_what_a_cut_hides_is_listed() -> None:
    line = Line(1, "READS  120 WRITES 48", "READS  120 WRITES   ")
    assert not_shown(line) == (0, ["48"])
    ledger = Ledger()
    ledger.settle(sight((), ()), [line], [Observation("", "", 120, "", "", 1, "", "120")])
    assert ledger.numbers().listed == ((1, ("48",)),)


@pytest.mark.parametrize(
    ("text", "content", "front"),
    [
        ("11.24.43 JOB03190  IEF403I 7", " IEF403I 7", 1),
        ("1CICS 7", "CICS 7", 0),
        ("1  CICS 7", "  CICS 7", 1),
        ("//STEP EXEC PGM=X".ljust(72) + "00010000", "//STEP EXEC PGM=X", 1),
    ],
)
def test_numbers_around_what_readers_see(text: str, content: str, front: int) -> None:
    assert not_shown(Line(1, text, content)) == (front, [])


def test_two_readers_of_one_line() -> None:
    """What the second took was counted from what the first had ignored: two of five vanished."""
    line = Line(1, "A 1 2 3 4 5", "A 1 2 3 4 5")
    ledger = Ledger()
    ledger.settle(sight(((r"A 1 2", ""),), ()), [line], [])
    assert (ledger.taken, ledger.ignored, ledger.numbers().unread) == (0, 2, 3)
    ledger.settle(
        sight((), ()), [line], [Observation("", "", n, "", "", 1, "", str(n)) for n in (3, 4, 5)]
    )
    assert (ledger.taken, ledger.ignored, ledger.numbers().unread) == (3, 2, 0)


def test_a_page_that_stands_twice_in_a_file_is_counted() -> None:
    page = (SAMPLES / "formats" / "cics-dfhstup.txt").read_bytes()
    assert lines_left(3 * page) == []
    ledger = Ledger()
    ledger.repeated(1, ["A 1 2", "B", "C 3"])
    assert (ledger.ignored, ledger.ranges(3)) == (3, ())


def test_a_line_of_a_megabyte_is_accounted_for_in_linear_time() -> None:
    """What stands beyond what readers are shown was looked for in a list, number by number."""
    numbers = " ".join(str(n) for n in range(100_000, 220_000))
    line = Line(1, f"ROW 1 {numbers}", "ROW 1")
    ledger = Ledger()
    started = time.process_time()
    ledger.settle(sight((), ()), [line], [])
    assert time.process_time() - started < 4.0
    assert ledger.numbers().unread == 120_001


def test_numbers_of_wide_lines_are_not_kept_without_bound() -> None:
    ledger = Ledger()
    row = "ROW " + " ".join(str(n) for n in range(1_000, 1_400))
    for first in range(1, 6_001, 200):
        ledger.settle(sight((), ()), [Line(first + n, row, row) for n in range(200)], [])
    assert sum(len(told.left) for told in ledger.counted.values()) <= 4 * MOST_KEPT
    assert ledger.numbers().unread == 6_000 * 400


@pytest.mark.parametrize(
    ("text", "content", "front"),
    [
        ("IEE174I 13.05.26 DISPLAY M 12  057", "DISPLAY M 12", 2),
        ("IEE174I 13.05.26 DISPLAY M 12  057  ", "DISPLAY M 12", 2),
    ],
)
def test_the_number_that_continuations_begin_with_is_no_figure(
    text: str, content: str, front: int
) -> None:
    assert not_shown(Line(1, text, content)) == (front, [])


def test_a_line_of_blanks_between_two_words_is_looked_at_once() -> None:
    """Each of its blanks was taken for the first in front of such a number: 125 s a megabyte."""
    line = Line(1, f"12 A{' ' * 200_000}B 057", "A")
    began = time.process_time()
    assert not_shown(line) == (1, ["057"])
    assert time.process_time() - began < 1
