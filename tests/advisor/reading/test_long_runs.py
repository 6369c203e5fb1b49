"""Lines with a run of one character, as damaged files have them, take no time by its square."""

from __future__ import annotations

import re
import time

import pytest

from advisor.reading import read_bytes
from advisor.reading.containers.parts import WINDOW, _dump_in
from advisor.reading.numbers import Known
from advisor.reading.reader import WIDEST_PRINT
from advisor.reading.registry import all_readers
from advisor.reading.repairs.quoted import unquoted
from tests.advisor.reading.report_reading import SAMPLES

RUN = 20_000


def test_a_run_of_digits_is_searched_for_addresses_once() -> None:
    """Ten seconds for a line in which there is none."""
    text = (SAMPLES / "formats" / "active-work.txt").read_text(encoding="utf-8")
    read_bytes("run.txt", text.encode())  # loads the readers
    at = text.index("\n", len(text) // 2) + 1
    began = time.process_time()
    read_bytes("run.txt", f"{text[:at]}{RUN * '9'}{text[at:]}".encode())
    assert time.process_time() - began < 1.5


def test_a_run_of_blanks_is_searched_for_the_beginning_of_a_list_once() -> None:
    """Five seconds for a line in which no list begins."""
    began = time.process_time()
    assert unquoted([f'{RUN * " "}0 , "1" , 2 , ']) is None
    assert time.process_time() - began < 0.2


_OF_A_KIND = ("9", "9.", " ", "1 ", "-", "A/")
_SLOW_S = 0.01
"""For one line as wide as a reader is shown: 20 to 325 milliseconds where a pattern begins anew at
each character of a run."""


def _took_s(pattern: re.Pattern[str], line: str, everywhere: bool) -> float:
    began = time.process_time()
    if everywhere:
        pattern.sub(" | ", line)
    else:
        pattern.search(line)
    return time.process_time() - began


def _is_quadratic(pattern: str, begun: str, everywhere: bool) -> bool:
    """Hundreds of alternatives may take long as well: of half the line they take half."""
    compiled = re.compile(pattern, re.IGNORECASE)
    line = (begun * WIDEST_PRINT)[:WIDEST_PRINT]
    if _took_s(compiled, line, everywhere) < _SLOW_S:
        return False
    whole = min(_took_s(compiled, line, everywhere) for _ in range(3))
    half = min(_took_s(compiled, line[: len(line) // 2], everywhere) for _ in range(3))
    return whole > _SLOW_S and whole > 3 * half


@pytest.mark.parametrize("begun", _OF_A_KIND)
def test_no_declared_pattern_takes_the_square_of_a_long_line(begun: str) -> None:
    """54 seconds a megabyte of lines that were one run of digits and points."""
    asked = {(pattern, True) for reader in all_readers() for pattern, _ in reader.ignores}
    for reader in all_readers():
        asked.update((pattern, False) for pattern, *_ in reader.beside)
        asked.update((pattern, False) for pattern, _ in reader.endings)
    slow = [pattern for pattern, all_ in sorted(asked) if _is_quadratic(pattern, begun, all_)]
    assert slow == []


def test_what_a_line_has_no_word_of_is_not_looked_for() -> None:
    """Of hundreds of alternatives a line has the first words of none or one."""
    known = Known(
        (r"Peak (?:users|tasks) +\d+|(?:Loads|Times used)(?: ?\.)* ?: +\d+", r"SHR\(\d\)")
    )
    assert known.without("Peak users 12 of 13, loads . . : 14, SHR(2)") == " |  of 13,  | ,  | "
    line = "a line of 12 users and 13 tasks"
    assert known.without(line) is line


def test_a_megabyte_without_a_dump_is_searched_for_one_in_no_time() -> None:
    """Four and a half seconds, asked at each place of every window."""
    window = (b"\x00\x01" + "1.234 and 5,678 ".encode("utf-16-be") * 200)[: 8 * WINDOW]
    began = time.process_time()
    assert {_dump_in(window) for _ in range(1_000_000 // WINDOW)} == {-1}
    assert time.process_time() - began < 1.0
