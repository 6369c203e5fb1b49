"""Answers in a log: where each ends, and how long many of them take."""

from __future__ import annotations

import time

import pytest

from advisor.reading.answers import Answers
from advisor.reading.commas import Commas
from advisor.reading.layout.outline import outline
from advisor.reading.reader import Collector
from advisor.reading.repairs.offers import Text
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


def test_a_line_of_several_answers_is_made_once() -> None:
    texts = [f"NVS1 IXC360I 10.00.0{n} {n * 1.5}" for n in range(9)]
    out = Collector("log.txt")
    answers = Answers(texts, texts, 11, Commas(out), lambda _place: None, int)
    one, other = answers.lines(0, 6, 99), answers.lines(4, 20, 99)
    assert [line.number for line in one + other] == [*range(11, 17), *range(15, 20)]
    assert one[4] is other[0]
    assert one[1].shape == outline(texts[1])
    (cut,) = answers.lines(4, 5, 12)  # a reader that is shown less of a line
    assert (cut.content, cut.text, one[4].content) == (texts[4][:12], texts[4], texts[4])


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


def test_a_text_of_which_all_was_read_is_cleaned_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """What its segmenter had cleaned was cleaned again to list lines that nobody had read."""
    asked: list[str] = []
    monkeypatch.setattr(Text, "contents", property(lambda text: asked.append(text.name) or []))
    read("".join(STRUCTURE.format(n=n) for n in range(3)), "read.txt")
    read("".join(STRUCTURE.format(n=n) for n in range(3)) + "\nas we said in 2014\n", "more.txt")
    assert asked == ["more.txt"]
