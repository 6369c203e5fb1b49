"""What one missing heading causes on many lines is said once, of the first of them."""

from __future__ import annotations

import re

from advisor import readers
from advisor.readers.reader import Collector, Line
from tests.advisor.readers.report_reading import SAMPLES


def test_a_collector_says_the_same_of_other_lines_no_more() -> None:
    out = Collector("x.txt")
    for number in (3, 4, 11):
        line = Line(number, "", "")
        out.problem_once(line, f"x.txt, line {number}: no heading of page 4, send it.")
        out.problem_once(line, f"x.txt, line {number}: no figures, send them.")
    assert [(p.line, p.sentence) for p in out.problems] == [
        (3, "x.txt, line 3: no heading of page 4, send it."),
        (3, "x.txt, line 3: no figures, send them."),
    ]


def test_pages_of_several_reports_without_a_system_are_said_once() -> None:
    text = (SAMPLES / "engagement/rmf-sysb.txt").read_text()
    lost = re.sub(r"SYSTEM ID SYSB", " " * 14, text)
    (reading,) = readers.read_bytes("x.txt", lost.encode())
    said = [p for p in reading.problems if "SYSTEM ID stands above" in p.sentence]
    assert len(said) == 1
