"""Buffer Pool Analyzer: layout by the parts of its report that IBM shows; figures are invented."""

from __future__ import annotations

import re

import pytest

from tests.advisor.reading.report_reading import SAMPLES, read, read_sample

SAMPLE = "formats/db2-pool-analyzer.txt"
TEXT = (SAMPLES / SAMPLE).read_text(encoding="utf-8")
DETAIL = TEXT[TEXT.index("\n1  ") + 1 :]


def test_each_pool_and_each_page_set_has_its_own_figures() -> None:
    found = read_sample(SAMPLE)
    assert found("db2_bufferpool:DBN1/BP1", "setting.VPSIZE") == 40_000
    assert found("db2_bufferpool:DBN1/BP1", "relation.parent") == "db2_subsystem:DBN1"
    pool, pages = "db2_bufferpool:DBN1/BP1", "printed.NVDB02.NVIX02A: GETPAGE"
    assert found(pool, "printed.BUFFER POOL STATISTICS: GETPAGE: RANDOM") == 614_002
    assert found(pool, f"{pages}: SEQUENTIAL") == 1_411
    assert found(pool, "printed.NVDB02.NVTS02: BP HIT RATIO(%): READ I/O") == 64
    assert found.values("db2_bufferpool:DBN1/BP0", f"{pages}: SEQUENTIAL") == []
    (seen,) = found.all(pool, pages)
    assert (seen.interval.start, seen.interval.duration_s) == ("2015-03-17T10:00:00", 1800)
    assert found.reading.numbers.unread == 0
    assert found.formats == ("db2-pool-analyzer",)
    assert list(found.sentences) == []


def test_every_number_of_the_tables_is_a_figure() -> None:
    found = read_sample(SAMPLE)
    figures = [seen for seen in found.reading.observations if isinstance(seen.value, int | float)]
    assert len(figures) == 3 + 5 * 3 + 2 + 6 * 4


@pytest.mark.parametrize(
    "wrong",
    [
        DETAIL.replace("  9311 ", "9311   "),  # ends where no column does
        DETAIL.replace(" BP1 ", "     ", 1),  # whose column is the second?
        DETAIL.replace("NVTS01 ", "       ", 1),
        "\n".join(line for line in DETAIL.splitlines() if "NVTS01" not in line),  # half a name
        DETAIL.replace("SUBSYSTEM: DBN1", "               "),
    ],
)
def test_what_is_not_below_its_heading_is_not_read(wrong: str) -> None:
    assert wrong != DETAIL
    whole = {(s.subject, s.metric, s.value) for s in read(DETAIL).reading.observations}
    found = read(wrong)
    given = {(s.subject, s.metric, s.value) for s in found.reading.observations}
    assert given < whole
    assert found.reading.numbers.unread or found.sentences


def test_labels_whose_heading_stands_on_the_page_before_are_not_read() -> None:
    row = DETAIL.splitlines().index(next(x for x in DETAIL.splitlines() if "Getpage" in x))
    found = read("\n".join(line for n, line in enumerate(DETAIL.splitlines()) if n != row - 4))
    assert found.values("db2_bufferpool:DBN1/BP0", "printed.NVDB01.NVTS01: SYSTEM") == []


def _damaged(lines: list[str], at: int) -> list[list[str]]:
    """A print of which one line is lost, torn, moved or without its blanks."""
    line, before, after = lines[at], lines[:at], lines[at + 1 :]
    cut = line.rfind(" ", 0, len(line) // 2 + 1)
    return [
        before + after,
        [*before, line[:cut], line[cut + 1 :], *after],
        [*before, line.lstrip(), *after],
        [*before, f" {line}", *after],
        [*before, re.sub(r"(?<=[A-Za-z]) (?=[A-Za-z])", "", line), *after],
    ]


def test_no_lost_torn_or_moved_line_gives_a_figure_another_name() -> None:
    """Rows below a lost one were counted as what another row counts, without a word."""
    whole = {(s.subject, s.metric, s.value) for s in read(DETAIL).reading.observations}
    lines = DETAIL.splitlines()
    first = next(at for at, line in enumerate(lines) if "Detail Activity" in line)
    withheld = 0
    for at in range(first, len(lines)):
        for wrong in _damaged(lines, at):
            found = read("\n".join(wrong))
            assert {(s.subject, s.metric, s.value) for s in found.reading.observations} <= whole
            withheld += any("it cannot be known what" in said for said in found.sentences)
    assert withheld > len(lines) - first
    found = read("\n".join(line for line in lines if "Getpage" not in line))
    assert found.values("db2_bufferpool:DBN1/BP0", "printed.NVDB01.NVTS01: BP HIT RATIO(%): SYSTEM")
    assert "report.txt, line 18: it cannot be known what this row" in "".join(found.sentences)
