"""What an outline says of its lines is what each of them says by itself."""

from __future__ import annotations

import re

import pytest

from advisor.reading import numbers, read_bytes
from advisor.reading.layout.outline import outline
from advisor.reading.numbers import KEPT, Sight, first_comma, numbers_of, odd_comma, sight
from advisor.reading.reader import Reader
from advisor.reading.registry import all_readers
from tests.advisor.reading.report_reading import SAMPLES

LINES = sorted(
    {
        line
        for path in sorted(SAMPLES.rglob("*.txt"))
        for line in path.read_bytes().decode("latin-1").splitlines()
        if any(char.isdecimal() for char in line)
    }
)[::7]


@pytest.mark.parametrize(
    "reader", [r for r in all_readers() if r.ignores or r.beside], ids=lambda r: r.id
)
def test_an_outline_says_what_its_lines_say(reader: Reader) -> None:
    sight = Sight(
        tuple(pattern for pattern, _ in reader.ignores),
        tuple((row, most) for row, most, _ in reader.beside),
    )
    for line in LINES:
        sight.outlined(line, outline(line))  # an outline is looked at when it is met again
        told = sight.outlined(line, outline(line))
        if told is None:
            continue  # a digit matters: the line itself is looked at
        numbers, dated = numbers_of(line)
        assert [line[start:end] for start, end in told.spans] == numbers
        left, _ = numbers_of(sight.left_of(line, dated))
        if len(left) >= len(numbers):
            left = numbers
        kept = [line[start:end].upper() for start, end in told.left]
        assert kept == [token.upper() for token in left], line
        assert told.beside == sight.beside(line), line


def test_digits_that_a_pattern_names_are_looked_at() -> None:
    sight = Sight((r"CLASS [123]\b",), ())
    assert [sight.outlined(f"CLASS {n} 17", "CLASS 0 00") for n in (4, 1, 3)] == [None] * 3
    told = sight.outlined("CLASS 4 17", "CLASS 0 00")
    assert told is not None
    assert told.left == told.spans == ((6, 7), (8, 10))
    assert sight.untaken("CLASS 2 17", "CLASS 0 00") == (2, ("17",))


def test_zeros_that_a_pattern_names_are_looked_at() -> None:
    sight = Sight((r"CLASS [012]\b",), ())
    assert [sight.outlined(f"CLASS {n} 17", "CLASS 0 00") for n in (4, 1, 4)] == [None] * 3


def test_what_a_pattern_finds_behind_what_is_left_out_is_looked_at() -> None:
    sight = Sight((r"^NOTE\d", r"\b7"), ())
    told = [sight.outlined(f"NOTE4{n} 1", "NOTE00 0") for n in (4, 5, 4, 7)]
    assert [one is None for one in told] == [True, False, False, True]


@pytest.mark.parametrize("pattern", [r"(?!16MB)\d+MB", r"[^19]\d"])
def test_what_a_pattern_denies_is_never_told_by_an_outline(pattern: str) -> None:
    sight = Sight((pattern,), ())
    assert [sight.outlined("16MB 2", outline("16MB 2")) for _ in range(3)] == [None] * 3


@pytest.mark.parametrize(
    ("name", "lines"), [("rmf-sysplex", 12), ("netwk-sysa", 1), ("ims-monitor", 1)]
)
def test_of_a_page_with_decimal_commas_no_figure_is_read(name: str, lines: int) -> None:
    text = (SAMPLES / "engagement" / f"{name}.txt").read_text()
    (reading,) = read_bytes("a.txt", re.sub(r"(\d)\.(\d)", r"\1,\2", text).encode())
    assert not reading.observations
    said = next(said for said in reading.problems if "has decimal commas" in said.sentence)
    assert said.sentence.startswith(f"a.txt, from line {said.line:,}: ")
    assert said.line >= lines


def test_lists_and_grouped_thousands_are_no_decimal_commas() -> None:
    assert (
        first_comma(["READS 1,234 WRITES 12,345,678", "CPU 0 AND 1,2", "31.4 0.5"], False) is None
    )
    assert first_comma(["1,234  5,678"], False) is None
    assert first_comma(["TITLE", "31,4 0,125"], False) == 1
    assert first_comma(["1,234"], True) == 0


@pytest.mark.parametrize(
    ("name", "figure", "lost"),
    [
        ("engagement/rmf-sysplex", "31.4", "cpu_busy_pct"),  # was 31
        ("engagement/rmf-sysb", "548.228", "io_per_s.SYSB"),  # was 548228
        ("engagement/rmf-overview", "9987.165", "demand_paging_per_s"),
        ("formats/netstat", "38.210", "rtt_ms"),
    ],
)
def test_a_single_figure_with_a_decimal_comma_is_not_read(
    name: str, figure: str, lost: str
) -> None:
    text = (SAMPLES / f"{name}.txt").read_text()
    (whole,) = read_bytes("a.txt", text.encode())
    (found,) = read_bytes("a.txt", text.replace(figure, figure.replace(".", ","), 1).encode())
    known = {(item.subject, item.metric, item.value) for item in whole.observations}
    left = {(item.subject, item.metric, item.value) for item in found.observations}
    assert left < known
    assert lost in {metric for _, metric, _ in known - left}
    said = [item.sentence for item in found.problems if "have points" in item.sentence]
    assert len(said) == 1


def test_a_page_on_which_one_figure_was_typed_is_not_read_as_its_sums_would_lack_it() -> None:
    text = (SAMPLES / "formats/rmf-cpu-threads.txt").read_text()
    row = next(line for line in text.splitlines() if re.match(r" +1 +CP ", line))
    typed = text.replace(row, re.sub(r"(\d)\.(\d)", r"\1,\2", row, count=1))
    (found,) = read_bytes("a.txt", typed.encode())
    assert any("has a comma where the other figures" in said.sentence for said in found.problems)
    assert not [item for item in found.observations if item.metric == "setting.CPS"]


def test_a_comma_is_odd_beside_figures_with_points_and_unseparated_thousands() -> None:
    points = ["0.125 1.500 2.250 17.125 3.000 4.125", "12345 54321"]
    assert odd_comma([*points, "1,380"]) == (2, "1,380")
    assert odd_comma([*points, "31,4"]) == (2, "31,4")
    assert odd_comma([*points, "1,380 2,001"]) is odd_comma([*points, "CPU 1,380,000"]) is None
    assert odd_comma(["0.125 1.500", "CPU 0 AND 1,2"]) is None
    assert odd_comma(["00:01:02.5 00:03:04.5", "00:01:02,5"]) == (1, "1:02,5")


def test_a_count_of_getpages_is_no_number_of_a_page() -> None:
    assert sight((), ()).untaken(" Getpage      9311     77") == (2, ("9311", "77"))
    assert sight((), ()).untaken(" Page      9311") == (1, ())


def test_what_all_sights_remember_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every reader's tables together, however many lines, files and readers there are."""
    monkeypatch.setattr(numbers, "MOST_KEPT", 300)
    KEPT.forget()
    most = 0
    for reader in range(6):
        seen = Sight((rf"^LEFT OUT {reader} .*",), (), ((rf"PART {reader}", "all"),))
        for line in range(200):
            word = "AB"[line & 1] * (line // 2 + 1)
            seen.untaken(f"{word} {reader} 12.5")
            seen.left_of(f"{word} {reader} 7", True)
            seen.leaves_out(word)
            seen.opens(word, outline(word))
            most = max(most, len(KEPT))
    assert 150 <= most <= 301
    before = len(KEPT)
    assert seen.untaken("X" * 500 + " 12.5") == (1, ("12.5",))
    assert len(KEPT) == before  # longer than lines that come again
    KEPT.forget()
