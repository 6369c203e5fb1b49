"""Lines that lost their line end, or got one: no figure is wrong without a sentence."""

from __future__ import annotations

import random
import time

import pytest

from advisor.reading.layout.outline import Shapes
from advisor.reading.layout.seams import _Look, seams, tears
from tests import sweep_joined as sweep
from tests.advisor.reading.report_reading import read
from tests.sweep_wrapped import texts

LINES = {name: lines for name, lines in texts() if not name.endswith((".csv", ".xml"))}
CPU = LINES["engagement/rmf-sysb.txt"][:30]
SWITCHES = LINES["engagement/natural-natb0450.txt"]

NOT_TOLD = {
    # A message that no other line is like, put to a value without a blank between them.
    ("glued", "formats/ada85-session.txt", 2),
}


def row(lines: list[str], beginning: str) -> int:
    return next(index for index, line in enumerate(lines) if line.lstrip().startswith(beginning))


@pytest.mark.parametrize("name", LINES)
def test_lines_that_are_whole_have_no_seam(name: str) -> None:
    assert seams(LINES[name]) == {}
    assert tears(LINES[name]) == {}


def test_a_message_with_twice_the_names_of_the_next_one_is_one_line() -> None:
    display = [
        "DSNL090I DT=I  CONDBAT=  10000 MDBAT=   500",
        "DSNL091I MCONQN=       5 MCONQW=   30",
        "DSNL092I ADBAT=   498 QUEDBAT=  12345 INADBAT=    3 CONQUED=     17",
        "DSNL093I DSCDBAT=   120 INACONN=   8765",
        "DSNL094I WLMHEALTH=100 CLSDCONQN=  3 CLSDCONQW=  9",
        "DSNL100I LOCATION SERVER LIST:",
    ]
    assert seams(display) == {}
    fused = [*display[:2], f"{display[2]} {display[3]}", *display[4:]]
    assert list(seams(fused)) == [2]


@pytest.mark.parametrize("way", [sweep.glued, sweep.spaced])
def test_two_rows_in_one_are_told_apart_where_the_second_begins(way: object) -> None:
    at = row(SWITCHES, "SORT ")
    fused = sweep.WAYS[way.__name__](SWITCHES, at)  # type: ignore[attr-defined]
    (index, seam) = next(iter(seams(fused).items()))
    assert index == at
    assert seam.parts(fused[at]) == (SWITCHES[at], SWITCHES[at + 1])


def test_a_heading_and_its_first_row_are_two_lines() -> None:
    at = row(CPU, "NUM  TYPE")
    fused = sweep.glued(CPU, at)
    assert seams(fused)[at].parts(fused[at]) == (CPU[at], CPU[at + 1])


def test_the_title_of_the_next_page_stands_in_no_row() -> None:
    page = LINES["engagement/rmf-sysb.txt"]
    at = row(page, "SCM ")
    fused = sweep.glued(page, at)
    assert list(seams(fused)) == [at]


def redrawn(lines: list[str], draw: random.Random) -> list[str]:
    """The lines with other digits, some of them put to the next one."""
    found: list[str] = []
    for line in lines:
        text = "".join(str(draw.randrange(10)) if c.isdecimal() else c for c in line)
        fused = draw.random() < 0.05 and found
        found[-1:] = [f"{found[-1]} {text.strip()}"] if fused else [*found[-1:], text]
    return found


@pytest.mark.parametrize("name", LINES)
def test_what_a_line_is_told_by_those_of_its_outline_it_is_by_itself(name: str) -> None:
    """A line with the outline of one that is no two may be two: its name stands in another."""
    draw = random.Random(name)
    page = LINES[name][:60]
    print_ = [line for _ in range(6) for line in redrawn(page, draw)]
    told, alone = (_Look(print_, Shapes(print_)) for _ in range(2))
    for count, (index, around) in enumerate(zip(told.filled, told.around(), strict=True)):
        alone.known.clear()
        assert told.seam(count, index, around) == alone.seam(count, index, around), print_[index]


def test_a_row_with_the_name_of_another_in_it_is_two_among_rows_of_its_outline() -> None:
    rows = [f"POOL{n // 3:04d}  GETS  {n * 37 % 90 + 10}" for n in range(300, 330)]
    rows[7] += "POOL0999  GETS  55"  # no name of a line near by
    rows[19:21] = [f"{rows[19]}{rows[20]}"]
    assert list(seams(rows)) == [19]


def test_rows_of_two_parts_are_no_two_lines() -> None:
    rows = [
        f"NUMBER OF OPENS {number:>10}   0.0{number % 10}   GETPAGES {number * 3:>10}   1.{number}"
        for number in range(120, 130)
    ]
    one_part = "NUMBER OF CLOSES       119   0.01"
    assert seams([*rows, one_part]) == {}


def test_a_name_that_holds_another_lines_name_is_one_name() -> None:
    whole = [
        " LOCATE-TYPE CALLS                               1765296",
        " PURGE CALLS                                       39371",
        " LOCATE-TYPE CALLS, DATA ALREADY IN SUBPOOL      1370897",
        " BUFFERS SEARCHED BY ALL LOCATE-TYPE CALLS       1987604",
        "*READ I/O REQUESTS                                375355",
    ]
    assert seams(whole) == {}
    glued = [*whole[:3], " BUFFERS SEARCHED" + whole[0], whole[4]]
    assert list(seams(glued)) == [3]


def test_one_word_between_two_signs_of_equality_is_a_value_and_a_name() -> None:
    whole = [
        "PGFIX   = NO    LOCAL = NO",
        "NT      = 80    NU    = 600",
        "LFIOP   = 0     NC    = 50",
    ]
    assert seams(whole) == {}
    (seam,) = seams([whole[0] + whole[1], whole[2]]).values()
    assert seam.at > whole[0].index("LOCAL")


def test_a_row_that_goes_on_below_has_the_cells_of_the_others() -> None:
    rows = [f"NVAOR{n}   NVK1   41206    .0412   2.8810    .012{n}" for n in range(1, 6)]
    torn = [*rows[:2], rows[2][:24].rstrip(), rows[2][24:].lstrip(), *rows[3:]]
    assert list(tears(torn)) == [2]
    assert rows[2][: tears(torn)[2]].rstrip() == torn[2]


@pytest.mark.parametrize(
    ("name", "beginning"),
    [
        ("formats/db2-bufferpool-detail.txt", "DSNB401I"),
        ("formats/db2-gbp.txt", "DSNB750I"),
        ("engagement/rmf-sysplex.txt", "z/OS"),
    ],
)
def test_what_is_told_by_other_lines_is_not_wrong_in_silence(name: str, beginning: str) -> None:
    lines = LINES[name]
    at = [index for index, line in enumerate(lines) if line.lstrip().startswith(beginning)][-1]
    torn = sweep.torn(lines, at)
    (index, column) = next(iter(tears(torn).items()))
    assert (index, torn[at].ljust(column) + torn[at + 1].lstrip()) == (at, lines[at])
    whole, before = sweep.figures(("\n".join(lines) + "\n").encode())
    found = sweep.outcome(whole, torn)
    assert not found.wrong
    assert len(found.sentences) > len(before)


def test_a_message_alone_is_no_torn_one_without_others_of_its_kind() -> None:
    assert tears(["DSNB401I", "-DB2P BUFFERPOOL", "IEF403I  -DB2P STARTED"]) == {}
    assert tears(["DSNB401I", "BUFFERPOOL NAME BP1", "DSNB402I  -DB2P SIZE = 80000"]) == {}


def test_what_depends_on_a_fused_line_is_not_read_and_a_sentence_names_it() -> None:
    at = row(CPU, "1    CP")
    whole = read("\n".join(CPU) + "\n")
    fused = read("\n".join(sweep.glued(CPU, at)) + "\n")
    assert whole("lpar:SYSB", "setting.CPS") == 16
    assert fused("lpar:SYSB", "setting.CPS") is None
    (sentence,) = fused.sentences
    assert f"line {at + 1} looks like two lines" in sentence
    given = {(item.subject, item.metric, item.value) for item in whole.reading.observations}
    for item in fused.reading.observations:
        assert (item.subject, item.metric, item.value) in given


@pytest.mark.parametrize("long", ["******** A" + "a" * 400_000, "A" * 400_000 + " = B = C = 1"])
def test_looking_for_seams_takes_no_longer_than_the_text_is(long: str) -> None:
    began = time.process_time()
    assert seams([*CPU, long, *CPU]) == {}
    assert tears([*CPU, long, *CPU]) == {}
    assert time.process_time() - began < 2.0


def wrong(ways: list[str], step: int, first: int = 0) -> set[tuple[str, str, int]]:
    return {
        (tried.way, tried.name, tried.line)
        for tried in sweep.sweep(ways, step=step, first=first)
        if tried.wrong and not tried.said
    }


@pytest.mark.thorough
def test_a_lost_line_end_makes_no_figure_another_in_silence() -> None:
    assert wrong(["glued", "spaced"], 47, 9) <= NOT_TOLD


@pytest.mark.thorough
@pytest.mark.parametrize("way", ["glued", "spaced"])
def test_no_lost_line_end_makes_any_figure_another_in_silence(way: str) -> None:
    assert wrong([way], 1) <= NOT_TOLD


def test_a_sentence_with_dashes_is_no_row_of_figures() -> None:
    texts = [
        "             VIRT- ALLOC:      11M SHRD:       0M",
        "IEF142I NVNIGHT RELOAD - STEP WAS EXECUTED - COND CODE 0004",
    ]
    assert seams(texts) == {}


def test_values_of_two_labels_side_by_side_are_no_row_twice() -> None:
    texts = [
        "IEF032I STEP/NVSTEP  /STOP  2015076.0719",
        "        CPU:     0 HR  00 MIN  00.03 SEC    SRB:     0 HR  00 MIN  00.00 SEC",
        "        VIRT:   252K  SYS:   240K  EXT:  1876480K  SYS:    11896K",
    ]
    assert seams(texts) == {}
