"""Reports that a mail program pasted with a blank line behind every line."""

from __future__ import annotations

import pytest

from advisor.reading import read_bytes
from advisor.reading.repairs.spacing import without_spacing
from tests.advisor.reading.report_reading import SAMPLES, read, read_sample


@pytest.mark.parametrize(
    "sample", ["engagement/netwk-sysa.txt", "formats/db2-rebind.txt", "formats/db2-gbp.txt"]
)
@pytest.mark.parametrize("before", ["", "\n"])
def test_a_double_spaced_report_reads_as_it_was(sample: str, before: str) -> None:
    whole = read_sample(sample)
    text = (SAMPLES / sample).read_text("ascii")
    name = sample.rpartition("/")[2]
    spaced = read(before + text.replace("\n", "\n\n"), name)
    shift = len(before)
    assert [
        (item.subject, item.metric, item.value, item.text, item.line)
        for item in spaced.reading.observations
    ] == [
        (item.subject, item.metric, item.value, item.text, 2 * item.line - 1 + shift)
        for item in whole.reading.observations
    ]
    assert spaced.formats == whole.formats
    lines = [n for first, last in spaced.reading.unread for n in range(first, last + 1)]
    assert lines == [
        2 * n - 1 + shift for first, last in whole.reading.unread for n in range(first, last + 1)
    ]


def test_sentences_name_the_lines_of_the_double_spaced_file() -> None:
    (whole,) = read_bytes("NAT.txt", b"MT=60\nLS=132\nZIIP=(PWCSIZE=2048)\n")
    (spaced,) = read_bytes("NAT.txt", b"MT=60\n\nLS=132\n\nZIIP=(PWCSIZE=2048)\n\n")
    # The last is that the session is called after the file.
    assert [problem.line for problem in whole.problems] == [3, 1]
    assert [problem.line for problem in spaced.problems] == [5, 1]
    assert "line 5: PWCSIZE" in spaced.problems[0].sentence


@pytest.mark.parametrize("text", ["A\n\nB", "A\n\nB\n\nC\nD", "A\nB\n\nC\n\nD\n\nE", "\n\n\n\n\n"])
def test_other_blank_lines_are_the_reports_own(text: str) -> None:
    assert without_spacing(text.split("\n")) is None
