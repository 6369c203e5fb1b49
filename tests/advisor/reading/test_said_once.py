"""What one missing heading causes on many lines is said once, of the first of them."""

from __future__ import annotations

import re

from advisor.reading import read_bytes
from advisor.reading.reader import Collector, Line
from model.language import LineNumber, say
from tests.advisor.reading.report_reading import SAMPLES


def test_a_collector_says_the_same_of_other_lines_no_more() -> None:
    out = Collector("x.txt")
    for number in (3, 4, 11):
        line = Line(number, "", "")
        where = LineNumber(number)
        out.problem_once(line, say("x.txt, line {n}: no heading of page 4, send it.", n=where))
        out.problem_once(line, say("x.txt, line {n}: no figures, send them.", n=where))
    assert [(p.line, p.sentence) for p in out.problems] == [
        (3, "x.txt, line 3: no heading of page 4, send it."),
        (3, "x.txt, line 3: no figures, send them."),
    ]


def test_pages_of_several_reports_without_a_system_are_said_once() -> None:
    text = (SAMPLES / "engagement/rmf-sysb.txt").read_text()
    lost = re.sub(r"SYSTEM ID SYSB", " " * 14, text)
    (reading,) = read_bytes("x.txt", lost.encode())
    said = [p for p in reading.problems if "SYSTEM ID stands above" in p.sentence]
    assert len(said) == 1
