"""Short accounting with three lines to an entry: headings by IBM's example, figures invented."""

from __future__ import annotations

import pytest

from tests.advisor.reading.report_reading import read

REPORT = """\
   LOCATION: NVLOC                   OMEGAMON XE FOR DB2 PERFORMANCE EXPERT (V5R4M0)                     PAGE: 1-1
      GROUP: N/P                            ACCOUNTING REPORT - SHORT                     REQUESTED FROM: NOT SPECIFIED
     MEMBER: N/P                                                                                      TO: NOT SPECIFIED
  SUBSYSTEM: DN1                            ORDER: PRIMAUTH-PLANNAME                      INTERVAL FROM: 08/24/15 08:00:00.00
DB2 VERSION: V10                            SCOPE: MEMBER                                            TO: 08/24/15 08:10:00.00

                            #OCCURS #COMMIT INSERTS   OPENS PREPARE CLASS2 EL.TIME       BUF.UPDT LOCK SUS
PRIMAUTH                    #DISTRS SELECTS UPDATES  CLOSES         CLASS1 EL.TIME CLASS2 CPUTIME SYN.READ #LOCKOUT
 PLANNAME                   #ROLLBK FETCHES  MERGES DELETES         CLASS1 CPUTIME       GETPAGES TOT.PREF
--------------------------- ------- ------- ------- ------- ------- -------------- -------------- -------- --------
ANNA                            100     600    0.00    0.66    1.33       0.040000         198.13     0.00
 STOCKS                         100    0.00    0.00    0.11               0.050000       0.009000     1.50        0
                                  2    0.66    0.00    0.00               0.010000         327.38    11.30
BERT                            300    1800    0.10    0.66    1.33       0.080000          98.13     0.00
 STOCKS                           0    2.00    1.00    0.11               0.090000       0.019000     3.50        0
                                  1    0.66    0.00    0.00               0.020000         127.38     4.30
"""  # noqa: E501
PLAN, SUBSYSTEM = "db2_plan:DN1/STOCKS", "db2_subsystem:DN1"


def test_three_lines_are_one_entry() -> None:
    found = read(REPORT)
    assert found(SUBSYSTEM, "commits") == 2400
    assert found(SUBSYSTEM, "response_ms") == pytest.approx((100 * 50 + 300 * 90) / 400)
    assert found(SUBSYSTEM, "cpu_ms_per_tx") == pytest.approx((100 * 10 + 300 * 20) / 400)
    assert found(SUBSYSTEM, "sync_io_per_tx") == pytest.approx((100 * 1.5 + 300 * 3.5) / 400)
    assert found(PLAN, "response_ms") == pytest.approx(80.0)
    assert found(PLAN, "commits_per_s") == pytest.approx(4.0)


def test_columns_collapsed_are_read_all_the_same() -> None:
    lines = [" ".join(line.split()) for line in REPORT.splitlines()]
    assert read("\n".join(lines))(SUBSYSTEM, "commits") == 2400


@pytest.mark.parametrize(
    ("heading", "damaged"),
    [(" #LOCKOUT", " #\nLOCKOUT"), (" GETPAGES", ""), (" OPENS", " OPENS NEW")],
)
def test_no_figure_is_another_columns_where_a_heading_is_damaged(
    heading: str, damaged: str
) -> None:
    """Wrapped inside its last heading the table gave the CPU time of class 2 as response time."""
    collapsed = "\n".join(" ".join(line.split()) for line in REPORT.splitlines())
    assert heading in collapsed
    found = read(collapsed.replace(heading, damaged))
    for metric in ("response_ms", "cpu_ms_per_tx", "sync_io_per_tx", "commits"):
        assert found.values(SUBSYSTEM, metric) == []
    assert any("a word too many or too few" in said for said in found.sentences)


@pytest.mark.parametrize("cell", ["    600 ", "       0.009000 ", "         327.38 "])
def test_an_entry_with_a_blank_cell_makes_no_sum(cell: str) -> None:
    assert cell in REPORT
    found = read(REPORT.replace(cell, " " * len(cell)))
    assert found.values(SUBSYSTEM, "response_ms") == []
    assert found.values(SUBSYSTEM, "commits") == []
    assert any("fewer cells than it should" in said for said in found.sentences)
