"""Lines with a run of one character, as damaged files have them, take no time by its square."""

from __future__ import annotations

import time

from advisor.reading import read_bytes
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
