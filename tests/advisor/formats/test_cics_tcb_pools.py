"""Pools of TCBs of DFH0STAT, by the statistics reference of CICS TS 3.1 to 6.1; own figures."""

from __future__ import annotations

from tests.advisor.reading.report_reading import read

HEAD = (
    "Applid NVC1Z1V2  Sysid NVC2  Jobname NVJOBC   Date 03/17/2015  Time 10:06:37   CICS 6.8.0"
    "  PAGE  7\n\n"
)
REGION = "cics_region:NVC1Z1V2"
POOL = """\
Dispatcher TCB Pools

  TCB Pool . . . . . . . . . . . . . . . . . :{pool:>16}

  Current TCBs attached in this TCB Pool . . :               4      Current TCBs in use in this TCB Pool . . . . . :               2
  Peak TCBs attached in this TCB Pool. . . . :               9      Peak TCBs in use in this TCB Pool. . . . . . . :               7

  Max TCB Pool Limit{limit} . . . . . :{most:>16}      Times at Max TCB Pool Limit{limit}. . . :{times:>16}

  Requests Delayed by Max TCB Pool Limit . . :{delayed:>16}      Current Requests Delayed by Max TCB Pool Limit :               0
  Total Max TCB Pool Limit delay time. . . . :  00:00:01.50000      Peak Requests Delayed by Max TCB Pool Limit. . :               2
  Average Max TCB Pool Limit delay time. . . :  00:00:00.50000      Total Delay time for current delayed . . . . . :  00:00:00.00000
                                                                    Average Delay time for current delayed . . . . :  00:00:00.00000

  Total number of TCB Mismatch Waits . . . . :               0      Current TCB Mismatch waits . . . . . . . . . . :               0
  Total TCB Mismatch wait time . . . . . . . :  00:00:00.00000      Total Wait time for current Mismatch Waits . . :  00:00:00.00000
  Requests Delayed by MVS storage constraint :               0
"""  # noqa: E501
UNSAID = " . . . . . . ."


def pool(name: str, limit: str, most: int, times: int, delayed: int) -> str:
    """A page of a pool; ``limit`` is what stands behind the labels of its limit."""
    return HEAD + POOL.format(pool=name, limit=limit, most=most, times=times, delayed=delayed)


def test_a_page_whose_times_end_at_column_132_is_not_taken_for_cut_off() -> None:
    page = pool("OPEN", " (MAXOPENTCBS)", 50, 1, 3)
    assert max(len(line) for line in page.splitlines()) == 132
    found = read(page)
    assert not found.sentences
    assert found(REGION, "open_tcb_limit_times") == 1
    assert found(REGION, "open_tcb_limit_requests") == 3
    assert found(REGION, "setting.MAXOPENTCBS") == 50
    assert found.reading.numbers.listed == ()


def test_waits_for_tcbs_of_another_pool_are_not_those_for_open_ones() -> None:
    found = read(pool("OPEN", UNSAID, 50, 1, 3) + pool("SSL", UNSAID, 8, 17, 33))
    assert [one.value for one in found.all(REGION, "open_tcb_limit_times")] == [1]
    assert [one.value for one in found.all(REGION, "open_tcb_limit_requests")] == [3]
    assert [one.value for one in found.all(REGION, "setting.MAXOPENTCBS")] == [50]
    assert found.reading.numbers.listed == ()


def test_of_the_pool_of_ssl_alone_nothing_is_said_of_open_tcbs() -> None:
    for limit in (UNSAID, " (MAXSSLTCBS) "):
        found = read(pool("SSL", limit, 8, 17, 33))
        assert not found.all(REGION, "open_tcb_limit_times")
        assert not found.all(REGION, "open_tcb_limit_requests")
        assert not found.all(REGION, "setting.MAXOPENTCBS")


def test_a_limit_whose_pool_is_not_named_is_nobodys() -> None:
    text = (
        HEAD + "Dispatcher TCB Pools\n\n  Times at Max TCB Pool Limit . . . . :              17\n"
    )
    found = read(text)
    assert not found.all(REGION, "open_tcb_limit_times")
    assert [numbers for _, numbers in found.reading.numbers.listed] == [("17",)]


def test_two_labels_of_a_line_whose_blanks_were_lost_keep_their_own_values() -> None:
    page = " ".join
    lines = (page(line.split()) for line in pool("OPEN", " (MAXOPENTCBS)", 50, 1, 3).splitlines())
    found = read("\n".join(lines) + "\n")
    assert found(REGION, "setting.MAXOPENTCBS") == 50
    assert found(REGION, "open_tcb_limit_times") == 1
    assert found(REGION, "open_tcb_limit_requests") == 3
