"""Resource information of files in DFHSTUP, by IBM's statistics reference; own names."""

from __future__ import annotations

from tests.advisor.reading.report_reading import read

PAGE = """\
Requested Statistics Report        Collection Date-Time {date}-22:30:41  Last Reset 21:00:00  Applid NVCFOR    Jobname NVJOBF
_________________________________________________________________________________________________________________________________
FILES - Resource Information
____________________________
  File      Data Set Name                               Data Set  RLS      DT      Time     Time     Remote    Remote   Lsrpool
  Name          Base Data Set Name (If Applicable)       Type    File  Indicator Opened   Closed     Name     Sysid      ID
  ____________________________________________________________________________________________________________________________
  NVONE     NVC01.FILES.ONE                              K      NO         T    21:12:04  OPEN                           3
  NVTWO     NVC01.FILES.TWO                              E      NO              21:53:56  21:58:00                       N
  NVTHREE   NVC01.FILES.THREE                            K      YES             21:30:10  OPEN                           1
  ____________________________________________________________________________________________________________________________
"""  # noqa: E501


def test_the_pool_of_each_file_is_read_and_the_times_are_left_out() -> None:
    found = read(PAGE.format(date="03/17/2015"))
    one, two = "vsam_file:NVCFOR/NVONE", "vsam_file:NVCFOR/NVTWO"
    assert found(one, "setting.LSRPOOLID") == 3
    assert found(one, "setting.ACCESS") == "LSR"
    assert found(one, "setting.TYPE") == "KSDS"
    assert found(one, "setting.DSNAME") == "NVC01.FILES.ONE"
    assert found(two, "setting.ACCESS") == "NSR"
    assert found(two, "setting.TYPE") == "ESDS"
    assert found.reading.numbers.listed == ()


PATHS = """\
  NVPATH    NVC01.FILES.PATH                             P      NO              21:12:04  OPEN                           3
                NVC01.FILES.ONE
  NVWIDE    NVC01.FILES.WIDE    NVC01.FILES.TWO          P      NO              21:12:04  OPEN                           3
"""  # noqa: E501


def test_the_data_set_that_a_path_is_of_is_read() -> None:
    """Where it is printed below the path, or beside it: the path's own name was taken for it."""
    rule = "  ____"
    head, _, end = PAGE.format(date="03/17/2015").rpartition(rule)
    found = read(f"{head}{PATHS}{rule}{end}")
    assert found("vsam_file:NVCFOR/NVPATH", "setting.DSNAME") == "NVC01.FILES.PATH"
    assert found("vsam_file:NVCFOR/NVPATH", "setting.BASE_DSNAME") == "NVC01.FILES.ONE"
    assert found("vsam_file:NVCFOR/NVWIDE", "setting.BASE_DSNAME") == "NVC01.FILES.TWO"
    assert found("vsam_file:NVCFOR/NVWIDE", "setting.LSRPOOLID") == 3
    assert not found.all("vsam_file:NVCFOR/NVONE", "setting.BASE_DSNAME")


def test_a_file_that_is_shared_by_record_is_in_no_pool() -> None:
    found = read(PAGE.format(date="03/17/2015"))
    assert not found.all("vsam_file:NVCFOR/NVTHREE", "setting.LSRPOOLID")
    assert not found.all("vsam_file:NVCFOR/NVTHREE", "setting.ACCESS")


def test_a_collection_date_with_two_digits_of_the_year_is_one() -> None:
    found = read(PAGE.format(date="03/17/15"))
    assert found("vsam_file:NVCFOR/NVONE", "setting.LSRPOOLID") == 3
