"""CICS Performance Analyzer: summaries of tasks, columns as in IBM's SUMMARY examples."""

from __future__ import annotations

import pytest

from tests.advisor.reading.report_reading import SAMPLES, read, read_sample

SUMMARY = (SAMPLES / "formats" / "cics-pa-summary.txt").read_text(encoding="utf-8")


def test_means_of_a_region_are_weighted_by_tasks() -> None:
    found = read_sample("formats/cics-pa-summary.txt")
    region = "cics_region:NVAOR1"
    assert found(region, "transactions") == 41206 + 8114
    mean = 1000 * (41206 * 0.0412 + 8114 * 0.1204) / (41206 + 8114)
    assert found(region, "response_ms") == pytest.approx(mean)
    cpu = 1000 * (20118 * 0.0046 + 320 * 0.0916) / (20118 + 320)
    assert found("cics_region:NVAOR2", "cpu_ms") == pytest.approx(cpu)
    waits = 1000 * (20118 * 0.0176 + 320 * 0.9002) / (20118 + 320)
    assert found("cics_region:NVAOR2", "file_wait_ms") == pytest.approx(waits)
    one = next(o for o in found.reading.observations if o.metric == "response_ms")
    assert (one.interval.start, one.interval.duration_s) == ("2015-03-17T10:30:00", 900.0)
    assert found.reading.numbers.unread == 0
    assert found.sentences == []


def test_a_summary_that_names_no_region_says_what_to_add() -> None:
    text = SUMMARY.replace("Applid  ", "Userid  ")
    found = read(text)
    assert found.reading.observations == ()
    assert any("add APPLID to its FIELDS" in sentence for sentence in found.sentences)


@pytest.mark.parametrize("lost", ["    S Dev", " DispWait", "   Count"])
def test_a_heading_that_lost_a_column_is_not_guessed(lost: str) -> None:
    found = read(SUMMARY.replace(lost, "", 1))
    assert not [o for o in found.reading.observations if o.metric == "cpu_ms"]
    assert any("do not have the same columns" in sentence for sentence in found.sentences)


def test_a_row_that_lacks_a_cell_is_not_read() -> None:
    found = read(SUMMARY.replace("     212    .0916", "             .0916"))
    assert found("cics_region:NVAOR1", "transactions") == 49320
    assert not found.all("cics_region:NVAOR2", "transactions")  # 20118 is not all of them
    assert any("fewer cells than it should" in sentence for sentence in found.sentences)
    assert found.reading.numbers.unread > 0


@pytest.mark.parametrize(
    "title", ["Performance List", "Performance Transaction Tracking Summary", "Performance Totals"]
)
def test_a_report_of_single_tasks_is_left_out_and_says_what_to_print(title: str) -> None:
    """Titles: IBM, CICS Performance Analyzer V5.4, report forms."""
    single = SUMMARY.replace("Performance Summary", title)
    found = read(single)
    assert found.reading.observations == ()
    assert found.reading.numbers.unread == 0
    assert f"{title} of CICS PA is left out" in found.sentences[0]
    both = read(single + SUMMARY)
    assert both("cics_region:NVAOR1", "transactions") == 41206 + 8114
    assert both.reading.numbers.unread == 0


def test_a_heading_whose_count_has_run_into_another_name_is_refused() -> None:
    """Found by damaged input: the word is there, the column is not."""
    found = read(SUMMARY.replace(" #Tasks ", "/#Tasks "))
    assert not [o for o in found.reading.observations if o.metric == "cpu_ms"]
    assert any("do not have the same columns" in sentence for sentence in found.sentences)


def test_rows_that_do_not_add_up_to_the_total_are_no_sums() -> None:
    """A row was lost: 8,114 tasks of 49,320 stood for a region's all, with means of their own."""
    rows = SUMMARY.splitlines(keepends=True)
    lost = read("".join(row for row in rows if "   41206" not in row))
    assert not [o for o in lost.reading.observations if o.metric in ("transactions", "cpu_ms")]
    assert any("rows are missing" in sentence for sentence in lost.sentences)
