"""Accounting reports ordered by something else than plans; layout of IBM's report reference.

OMEGAMON for Db2 PE V5R4, "Accounting Report - Long", "Accounting - Package Times - Class 7" and
"Package Times - Class 8"; values and names are invented.
"""

from __future__ import annotations

import pytest

from tests.advisor.reading.report_reading import Read, read

HEADING = """\
   LOCATION: NVLOC1                   OMEGAMON XE FOR DB2 PERFORMANCE EXPERT (V5R4M0)                     PAGE: 1-1
      GROUP: N/P                                 ACCOUNTING REPORT - LONG                       REQUESTED FROM: NOT SPECIFIED
     MEMBER: N/P                                                                                            TO: NOT SPECIFIED
  SUBSYSTEM: NVD1                                 ORDER: CONNTYPE                                INTERVAL FROM: 03/17/15 10:00:00.00
DB2 VERSION: V12                                      SCOPE: MEMBER                                         TO: 03/17/15 10:10:00.00
"""  # noqa: E501

_BLOCK = """\

CONNTYPE: {kind}

ELAPSED TIME DISTRIBUTION                                           CLASS 2 TIME DISTRIBUTION
----------------------------------------------------------------    ----------------------------------------------------------------
APPL   |====================> 40%                                   CPU    |====> 8%
DB2    |==========================> 52%                             SECPU  |=> 2%
SUSP   |====> 8%

AVERAGE       APPL(CL.1)  DB2 (CL.2)  IFI (CL.5)    CLASS 3 SUSPENSIONS   AVERAGE TIME  AV.EVENT    HIGHLIGHTS
------------  ----------  ----------  ----------    --------------------  ------------  --------    --------------------------
ELAPSED TIME    {elapsed}    0.080044         N/P    LOCK/LATCH(DB2+IRLM)      0.001200      0.40    #OCCURRENCES    :     {tasks}
 NONNESTED      {elapsed}    0.080044         N/A    SYNCHRON. I/O             0.012000      6.00    #COMMITS        :     {tasks}
CP CPU TIME     {cpu}    0.015022         N/P    OTHER READ I/O            0.000400      0.20    #ROLLBACKS      :        4
SE CPU TIME     0.001000    0.001000         N/A    OTHER WRTE I/O            0.000100      0.10    MAX SQL CASC LVL:        0
"""  # noqa: E501

PACKAGE = """\

DSNTEP2                    TIMES       DSNTEP2                      AVERAGE TIME   AVG.EV  TIME/EVENT
------------------  ------------       ---------------------------  ------------  -------  ----------
ELAP-CL7 TIME-AVG       0.019590       LOCK/LATCH                       0.000191     1.00    0.000191
CP CPU TIME             0.002826        IRLM LOCK+LATCH                 0.000100     0.50    0.000200
  AGENT                 0.002826        DB2 LATCH                       0.000091     0.50    0.000182
SE CPU TIME             0.000000       OTHER READ I/O                   0.000900     2.00    0.000450
SUSPENSION-CL8          0.016115       PAGE LATCH                       0.000024     0.10    0.000240
  AGENT                 0.016115       GLOBAL CONTENTION                0.000700     0.20    0.003500
"""  # noqa: E501

CICS = _BLOCK.format(kind="CICS", elapsed="0.120000", cpu="0.020000", tasks=" 300")
DRDA = _BLOCK.format(kind="DRDA", elapsed="1.120000", cpu="0.120000", tasks=" 100")
del _BLOCK


@pytest.fixture(scope="module")
def found() -> Read:
    return read(HEADING + CICS + PACKAGE + DRDA + PACKAGE)


def test_times_of_parts_are_the_subsystems_weighted_by_their_threads(found: Read) -> None:
    """The heading ELAPSED TIME DISTRIBUTION and the rows of a package passed for a row of class 1
    without its figures, and neither response nor CPU time was told.
    """
    subject = "db2_subsystem:NVD1"
    assert found(subject, "response_ms") == pytest.approx((300 * 120 + 100 * 1120) / 400)
    assert found(subject, "cpu_ms_per_tx") == pytest.approx((300 * 20 + 100 * 120) / 400)
    assert found(subject, "ziip_ms_per_tx") == pytest.approx(1)
    assert found(subject, "commits") == 400


def test_waits_of_a_package_are_not_those_of_all_threads(found: Read) -> None:
    """OTHER READ I/O of class 8 became the subsystem's of class 3."""
    subject = "db2_subsystem:NVD1"
    assert found(subject, "class3_wait_ms.OTHER_READ") == pytest.approx(0.4)
    assert found.values(subject, "class3_wait_ms.PAGE_LATCH") == []
    assert found.values(subject, "class3_wait_ms.GLOBAL_CONTENTION") == []


def test_figures_of_two_connection_types_do_not_contradict_each_other(found: Read) -> None:
    """Each figure was said to be given twice, and somebody was to say which is right."""
    assert found.sentences == []
    label = "printed.{}: AVERAGE: ELAPSED TIME (APPL(CL.1))"
    assert found("db2_subsystem:NVD1", label.format("CICS")) == 0.12
    assert found("db2_subsystem:NVD1", label.format("DRDA")) == 1.12
    assert found.reading.numbers.unread == 0


def test_times_and_waits_of_a_package_are_told_apart(found: Read) -> None:
    subject = "db2_subsystem:NVD1"
    assert found(subject, "printed.CICS: DSNTEP2: AGENT BEHIND CP CPU TIME") == 0.002826
    waits = "printed.CICS: DSNTEP2 CLASS 8: OTHER READ I/O (TIME/EVENT)"
    assert found(subject, waits) == 0.00045


def test_names_below_each_other_without_columns_are_no_blocks() -> None:
    """A table of names alone, twice the same beside each other, stopped its reader."""
    found = read(
        HEADING + "\nDSNTEP2             DSNTEP2\n------------------  ------------------\n"
        "NOTHING             NOTHING\n"
    )
    assert found("db2_subsystem:NVD1", "setting.VERSION") == "12"
