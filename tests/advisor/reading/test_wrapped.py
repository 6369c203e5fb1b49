"""Wide prints that a mail program or a terminal wrapped: no figure is wrong, few are missing."""

from __future__ import annotations

import time
from collections import Counter
from functools import cache

import pytest

from advisor.reading import read_bytes
from advisor.reading.repairs.endings import broken_off, first_wrapped
from advisor.reading.repairs.truncation import cut_of
from advisor.reading.repairs.unwrapping import plans_of
from tests import sweep_wrapped as sweep

PRINTS = ("engagement/rmf-sysb.txt", "engagement/rmf-sysplex.txt", "engagement/rmf-overview.txt")
FEW = (66, 72, 78, 94, 113, 132)


@cache
def lines_of(name: str) -> tuple[str, ...]:
    return tuple(next(lines for found, lines in sweep.texts() if found == name))


@cache
def whole(name: str) -> Counter[sweep.Figure]:
    return figures(lines_of(name))[0]


def figures(lines: list[str] | tuple[str, ...]) -> tuple[Counter[sweep.Figure], list[str]]:
    return sweep.figures(("\n".join(lines) + "\n").encode())


def nothing_known(_text: str, _position: int) -> bool:
    return False


@pytest.mark.parametrize("name", PRINTS)
@pytest.mark.parametrize("width", FEW)
def test_a_print_cut_at_any_width_gives_no_figure_that_it_does_not_have(
    name: str, width: int
) -> None:
    found = sweep.outcome(whole(name), sweep.hard(lines_of(name), width))
    assert not found.wrong
    assert not found.silent


@pytest.mark.parametrize("name", PRINTS)
@pytest.mark.parametrize("way", ["soft", "soft, stripped", "soft, flowed", "soft, quoted"])
@pytest.mark.parametrize("width", [72, 80])
def test_a_print_broken_by_mail_gives_no_figure_that_it_does_not_have(
    name: str, way: str, width: int
) -> None:
    found = sweep.outcome(whole(name), sweep.WAYS[way][0](lines_of(name), width))
    assert not found.wrong
    assert not found.silent


def test_an_entry_put_to_the_fields_of_the_one_before_is_an_entry() -> None:
    """The index's control interval and EXCPs were said to be the data component's."""
    name = "formats/listcat.txt"
    assert not sweep.outcome(whole(name), sweep.hard(lines_of(name), 60)).wrong


@pytest.mark.parametrize("width", [76, 80, 132])
def test_a_print_cut_at_a_usual_width_is_read_nearly_whole(width: int) -> None:
    name = "engagement/rmf-sysb.txt"
    found = sweep.outcome(whole(name), sweep.hard(lines_of(name), width))
    assert found.missing <= 0.05 * found.whole


@pytest.mark.parametrize("name", [name for name, _ in sweep.texts()])
def test_what_is_not_wrapped_is_not_said_to_be(name: str) -> None:
    _, said = figures(lines_of(name))
    assert not [sentence for sentence in said if "wrapped" in sentence]


def test_a_line_as_wide_as_the_cut_is_left_open_where_nothing_speaks_for_either() -> None:
    # 2.4 may go on with 7, or a line of its own may begin with 7.
    before = "  a line that ends with a figure".ljust(66) + "  2.4"
    lines = [
        "  a short one",
        before[:60],
        before[60:],
        "",
        before[-60:].replace("  2", "5 2"),
        "7 x",
    ]
    (plan,) = plans_of([*lines, "3 y", "5 z"], nothing_known)
    assert plan.width == 60
    assert plan.doubtful


def test_rows_that_begin_alike_stay_apart() -> None:
    figures_of_a_row = "00.15.00        5.1      11.9      22.3      25.1     39951"
    rows = [f"03/17 10.{minute}.00 {figures_of_a_row}" for minute in (10, 15, 30, 45)]
    assert plans_of(rows, nothing_known) == ()


def test_card_images_fill_their_width_and_are_not_cut() -> None:
    cards = [f"ADARUN LBP={number}00M".ljust(72) + f"{number:08}" for number in range(1, 9)]
    assert plans_of(cards, nothing_known) == ()


def test_headings_of_a_mail_do_not_hide_that_it_is_wrapped() -> None:
    name = "engagement/rmf-overview.txt"
    heading = "Received: from a.example by b.example with ESMTPS id " + "x" * 60 + "; Fri"
    mail = [heading, "From: a@example.com", "Subject: Overview", ""]
    found = sweep.outcome(whole(name), [*mail, *sweep.hard(lines_of(name), 76)])
    assert not found.wrong
    assert found.missing <= 0.05 * found.whole


def test_a_figure_stands_on_the_first_of_its_lines_as_the_file_counts_them() -> None:
    lines = sweep.hard(lines_of("engagement/rmf-sysb.txt"), 80)
    (reading,) = read_bytes("a.txt", "\n".join(lines).encode())
    assert "wrapped at 80" in reading.record_format
    assert reading.lines == len(lines)
    for item in reading.observations:
        assert lines[item.line - 1].strip() in item.text


def test_what_was_said_of_a_wrapped_file_names_lines_of_the_file() -> None:
    lines = sweep.hard(lines_of("engagement/rmf-sysplex.txt"), 100)
    first = next(number for number, line in enumerate(lines) if "REPORT BY" in line)
    (reading,) = read_bytes("a.txt", "\n".join(lines[:first] + lines[first + 2 :]).encode())
    (problem,) = [said for said in reading.problems if "REPORT BY" in said.sentence]
    assert f"line {problem.line}" in problem.sentence


def test_a_letter_is_not_recognised_however_it_is_wrapped() -> None:
    letter = "It was agreed that the customer sends all reports of the peak again, as text. " * 9
    (reading,) = read_bytes("a.txt", "\n".join(sweep.soft([letter], 76)).encode())
    assert reading.refused
    assert "not recognised" in reading.problems[0].sentence


def test_nothing_but_marks_of_quoting_is_refused() -> None:
    (reading,) = read_bytes("a.txt", b"> > >\n" * 300)
    assert reading.refused


def test_a_print_shown_as_html_is_not_said_to_be_wrapped() -> None:
    lines = ["<html><body><pre>", *lines_of("engagement/rmf-sysb.txt"), "</pre></body></html>"]
    found, said = figures(lines)
    assert found == whole("engagement/rmf-sysb.txt")
    assert not said


SMALL = {
    "formats/mqsmfcsv-QMST.csv": (62, 76, 80, 84, 89),
    "formats/mqsmfcsv-QPST.csv": (68, 76, 78, 80),
    "formats/stat-rexx.txt": (60, 62, 72, 80),
    "formats/adabas-caching.txt": (72, 76, 80),
    "formats/db2-gbp.txt": (60, 61, 63, 66, 72),
    "engagement/ims-proclib.txt": (60, 66, 72, 76),
    "formats/rmf3-storj.txt": (76, 80, 82),
    "formats/dfsort-joblog.txt": (60, 65, 80),
    "formats/db2-bufferpool-detail.txt": (70, 72, 76),
}


@pytest.mark.parametrize("way", ["hard", "soft"])
@pytest.mark.parametrize("name", SMALL)
def test_a_short_text_with_a_line_or_two_wrapped_gives_no_wrong_figure(name: str, way: str) -> None:
    for width in SMALL[name]:
        found = sweep.outcome(whole(name), sweep.WAYS[way][0](lines_of(name), width))
        assert not found.wrong, width


def test_rows_with_fewer_cells_than_their_heading_are_said_not_to_be_read() -> None:
    _, said = figures(sweep.soft(lines_of("formats/mqsmfcsv-QMST.csv"), 80))
    assert any("cells of the heading" in sentence for sentence in said)


@pytest.mark.parametrize("width", [69, 74])
def test_columns_that_lie_at_the_width_do_not_make_a_cut_print_a_broken_one(width: int) -> None:
    name = "engagement/rmf-sysb.txt"
    found = sweep.outcome(whole(name), sweep.hard_trimmed(lines_of(name), width))
    assert not found.wrong
    assert found.said


@pytest.mark.parametrize("width", [119, 120])
def test_rows_of_files_without_their_last_count_are_not_taken_for_ones_without_a_pool(
    width: int,
) -> None:
    name = "engagement/cics-vse-dfh0stat.txt"
    found = sweep.outcome(whole(name), sweep.hard_trimmed(lines_of(name), width))
    assert not found.wrong
    assert found.said


@pytest.mark.parametrize("width", [61, 62, 63, 76])
@pytest.mark.parametrize("way", ["hard", "hard, trimmed"])
def test_the_rest_of_a_parameters_name_is_no_parameter(way: str, width: int) -> None:
    name = "engagement/ada10-nuc4.txt"
    found = sweep.outcome(whole(name), sweep.WAYS[way][0](lines_of(name), width))
    assert not found.wrong
    assert found.said


def test_a_name_that_no_manual_lists_is_a_parameter_in_a_file_that_is_whole() -> None:
    cards = ["ADARUN PROG=ADANUC,DBID=10,NUCID=4", "ADARUN SITEOWN=12"]
    assert any(figure[1] == "setting.SITEOWN" for figure in figures(cards)[0])


@pytest.mark.parametrize("width", [60, 61, 66])
def test_storage_under_a_wrapped_heading_goes_to_no_address_space(width: int) -> None:
    name = "formats/db2-statistics.txt"
    found = sweep.outcome(whole(name), sweep.soft(lines_of(name), width))
    assert not found.wrong
    assert found.said


def test_a_report_of_a_kind_that_is_not_read_is_not_asked_for_whole() -> None:
    (said,) = figures(["ADAREP SYSTEM SUMMARY", "FILE  NAME  TOPISN", "1  ORDERS  12345"])[1]
    assert "if it is complete, it is of a kind that Plexwright does not read" in said


def test_a_line_that_breaks_off_and_goes_on_below_says_that_the_text_was_wrapped() -> None:
    lines = lines_of("engagement/cics-aor1-dfh0stat.txt")
    for width in (60, 66):
        found = sweep.outcome(whole("engagement/cics-aor1-dfh0stat.txt"), sweep.soft(lines, width))
        assert not found.wrong
        assert found.said
    for name, own in sweep.texts():
        assert not first_wrapped(own), name


def test_a_heading_broken_by_mail_goes_on_below_and_was_not_cut_off() -> None:
    text = [
        "Applid CICSAOR1  Sysid AOR1  Jobname CICSAOR1  Date 03/17/2015  Time",
        "10:45:00    CICS 5.2.0              PAGE     1",
        "",
        "Dispatcher TCB Modes",
    ]
    assert cut_of(text, broken_off) is None
    assert first_wrapped(text) == 1
    assert cut_of(text[:1] + text[2:], broken_off) is not None


@pytest.mark.parametrize("width", [66, 67])
def test_paths_of_a_control_unit_are_no_io_processors_where_mail_broke_their_heading(
    width: int,
) -> None:
    name = "engagement/rmf-sysb.txt"
    found = sweep.outcome(whole(name), sweep.soft(lines_of(name), width))
    assert not found.wrong


def test_looking_for_wraps_takes_no_longer_than_the_text_is() -> None:
    """Three short lines again and again: each was looked for in all of the text (47 s of 3 MB)."""
    lines = (
        " " * 41 + "C P U  A C T I V I T Y\n  CPU   --- TIME % ---\n   0  CP  100.0  98.1\n"
    ) * 30_000
    began = time.process_time()
    plans_of(lines.splitlines(), lambda _text, _place: False)
    assert time.process_time() - began < 5.0


@pytest.mark.parametrize("name", ["formats/java-verbosegc.xml", "formats/rmf-postprocessor.xml"])
@pytest.mark.parametrize("width", [66, 80, 100])
@pytest.mark.parametrize("mark", ["> ", ">", "> > "])
def test_a_line_of_markup_that_begins_with_the_end_of_a_tag_has_one_mark_of_quoting(
    name: str, width: int, mark: str
) -> None:
    """The ``>`` of a tag that was cut before it was taken for a mark: 62 of 64 figures lost."""
    answered = [mark + line for line in sweep.hard_trimmed(lines_of(name), width)]
    found = sweep.outcome(whole(name), answered)
    assert not found.wrong
    assert not found.missing


@pytest.mark.parametrize("name", ["formats/java-verbosegc.xml", "formats/rmf-postprocessor.xml"])
@pytest.mark.parametrize("width", [60, 66, 100])
def test_markup_that_was_quoted_before_it_was_cut_is_read(name: str, width: int) -> None:
    found = sweep.outcome(whole(name), sweep.hard([f"> {s}" for s in lines_of(name)], width))
    assert not found.wrong
    assert not found.missing


@pytest.mark.parametrize("name", ["formats/java-verbosegc.xml", "formats/rmf-postprocessor.xml"])
def test_what_the_second_answer_broke_lacks_its_mark(name: str) -> None:
    found = sweep.outcome(whole(name), sweep.requoted(lines_of(name), 60))
    assert not found.wrong
    assert not found.silent
