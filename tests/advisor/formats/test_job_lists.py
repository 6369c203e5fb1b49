"""Lists of jobs: SDSF DA with all its columns, RMF Monitor III with a row for each job."""

from __future__ import annotations

import pytest

from tests.advisor.reading.report_reading import read

DA = """\
 SDSF DA SYSA     (ALL)    PAG     0  CPU/L    26/ 27                  LINE 1-3 (118)
 NP   JOBNAME  StepName ProcStep JobID    Owner    C Pos DP Real Paging    SIO   CPU%   ASID ASIDX   EXCP-Cnt   CPU-Time SR Status   SysName  SPag SCPU% Workload SrvClass SP
      CICSAOR1 CICSAOR1          STC03116 CICSPRD    NS  E2  101T  92.81 612.40  13.85    271 010F     901,234     318.47           SYSA        0    27 ONLINE   CICSHI    1
      CICSAOR9 CICSAOR9          STC03117 CICSPRD    NS  E2  11T    0.01  12.40   3.85    272 0110       1,234      18.47           SYSB        0    33 ONLINE   CICSHI    1
      IBMUSER  ISPFPROC          TSU03117 IBMUSER    LO  E2   985   0.00   0.00   0.00    280 0118         234       8.47    SWAPPED  SYSB        0    33 TSO      TSOHI     1
"""  # noqa: E501


@pytest.mark.parametrize("collapsed", [False, True])
def test_blank_columns_on_the_right_move_no_figure(collapsed: bool) -> None:
    text = DA
    if collapsed:
        text = "\n".join(" ".join(line.split()) for line in DA.split("\n"))
    found = read(text)
    assert found("lpar:SYSA", "job.CICSAOR1.paging_per_s") == 92.81
    assert found("lpar:SYSA", "job.CICSAOR1.frames") == 101_000
    assert found("lpar:SYSA", "job.CICSAOR1.cpu_pct") == 13.85
    assert found("lpar:SYSB", "job.IBMUSER.frames") == 985


def test_each_row_belongs_to_the_system_it_names() -> None:
    found = read(DA)
    assert found("lpar:SYSB", "job.CICSAOR9.excp_per_s") == 12.40
    assert found.values("lpar:SYSA", "job.CICSAOR9.excp_per_s") == []


@pytest.mark.parametrize("by", [-4, -2, 1, 2, 3, 4, 5, 6, 7, 12])
def test_a_row_beside_its_headings_is_read_like_the_others(by: int) -> None:
    """Neither it nor any row below it was read; one moved by a few columns lost its owner."""
    moved = DA.replace("      CICSAOR1", " " * (6 + by) + "CICSAOR1")
    found, before = read(moved).reading, read(DA).reading
    assert [item.raw for item in found.observations] == [item.raw for item in before.observations]
    assert found.problems == ()


def test_two_lists_without_a_time_are_told() -> None:
    """One job used 46 and 96 % of a CPU: both were kept without a word."""
    later = DA.replace(" 13.85 ", " 95.67 ")
    (said,) = read(DA + later).sentences
    assert "shows CICSAOR1 of SYSA in line 3 and with other figures in line 8" in said
    row = next(line for line in DA.splitlines() if "IBMUSER" in line)
    another = row.replace("   0.00   0.00    280 0118", "   1.00   0.00    281 0119")
    assert read(f"{DA}{another}\n").sentences == []  # another address space of the user


def monitor3(title: str, headings: str, rows: str) -> str:
    return (
        f"                    RMF V2R1   {title:20}                 Line 1 of 33\n"
        "Command ===>                                                  Scroll ===> HALF\n"
        "Samples: 100     System: PRD1  Date: 09/28/13  Time: 10.32.00  Range: 100   Sec\n\n"
        + headings
        + rows
    )


def test_delays_of_jobs_with_blank_workflow_or_reason() -> None:
    found = read(
        monitor3(
            "Delay Report",
            "             Service      WFL USG DLY IDL UKN ----- % Delayed for ----- Primary\n"
            "Name     CX  Class    Cr   %   %   %   %   %  PRC DEV STR SUB OPR ENQ  Reason\n",
            "BHOLPRO1 B   NRPRIME           0 100   0   0    0   0   0   0   0 100  SYSDSN\n"
            "CICSAOR1 S   CICSHI   C    4   1  25  50  24    5   3  17   0   0   0  LOCL\n"
            "*MASTER* S   SYSTEM       84   5   1   0  94    1   0   0   0   0   0\n",
        )
    )
    assert found("lpar:PRD1", "job.BHOLPRO1.delay_pct") == 100
    assert found("lpar:PRD1", "job.CICSAOR1.delay_storage_pct") == 17
    assert found("lpar:PRD1", "job.CICSAOR1.delay_reason") == "LOCL"
    assert found("lpar:PRD1", "job.*MASTER*.delay_pct") == 1
    assert found("lpar:PRD1", "job.CICSAOR1.using_pct") == 1
    assert found("lpar:PRD1", "job.CICSAOR1.delay_processors_pct") == 5
    assert found("lpar:PRD1", "job.CICSAOR1.delay_device_pct") == 3
    assert found("lpar:PRD1", "job.BHOLPRO1.delay_enqueue_pct") == 100
    assert found("lpar:PRD1", "job.BHOLPRO1.delay_subsystem_pct") == 0
    (delay,) = found.all("lpar:PRD1", "job.CICSAOR1.delay_pct")
    assert (delay.interval.start, delay.interval.duration_s) == ("2013-09-28T10:32:00", 100)


def test_frames_delays_and_processors_by_job() -> None:
    frames = read(
        monitor3(
            "Storage Frames",
            "             Service     -- Frame Occup.-- - Active Frames - AUX    PGIN\n"
            "Jobname  C   Class    Cr TOTAL  ACTV  IDLE  WSET FIXED   DIV SLOTS  RATE\n",
            "CICSAOR1 S   CICSHI       102K  101K     0  101K   173     0   900    1.2\n",
        )
    )
    assert frames("lpar:PRD1", "job.CICSAOR1.frames") == 102_000
    assert frames("lpar:PRD1", "job.CICSAOR1.aux_slots") == 900
    assert frames("lpar:PRD1", "job.CICSAOR1.page_ins_per_s") == 1.2
    storage = read(
        monitor3(
            "Storage Delays",
            "             Service     DLY ------ % Delayed for ----- -- Working Set --\n"
            "Jobname  C   Class    Cr  %  COMM LOCL VIO SWAP OUTR OTHR   Central Expanded\n",
            "CICSAOR1 S   CICSHI       17    0   17   0    0    0    0      9187        0\n",
        )
    )
    assert storage("lpar:PRD1", "job.CICSAOR1.delay_storage_pct") == 17
    processors = read(
        monitor3(
            "Processor Delays",
            "                Service    CPU  DLY USG EAppl  ----------- Holding Job(s) ---\n"
            "Jobname  CX  Class    Cr  Type   %   %    %    %  Name      %  Name      %  Name\n",
            "CICSAOR1 SO  CICSHI       CP    11  28  31.9   5  CICSAOR2   4  DB2ADBM1\n"
            "DB2ADBM1 SO  DB2HI        IIP    1   8   2.9   5  CICSAOR2\n",
        )
    )
    assert processors("lpar:PRD1", "job.CICSAOR1.delay_processor_pct") == 11
    assert processors("lpar:PRD1", "job.CICSAOR1.cpu_pct") == 31.9
    assert processors.values("lpar:PRD1", "job.DB2ADBM1.cpu_pct") == []
    assert processors("lpar:PRD1", "job.DB2ADBM1.ziip_pct") == 2.9


def test_a_job_on_processors_of_two_kinds_has_a_row_for_each() -> None:
    heads = (
        "                Service    CPU  DLY USG EAppl  ----------- Holding Job(s) ---\n"
        "Jobname  CX  Class    Cr  Type   %   %    %    %  Name      %  Name      %  Name\n"
    )
    first = "CICSAOR1 SO  CICSHI       CP    11  28  31.9   5  CICSAOR2   4  DB2ADBM1\n"
    below = "                          IIP    2   8   0.9   1  WASSRV1\n"
    found = read(monitor3("Processor Delays", heads, first + below + below))
    assert found.values("lpar:PRD1", "job.CICSAOR1.delay_processor_pct") == [11]
    assert found.values("lpar:PRD1", "job.CICSAOR1.delay_ziip_pct") == [2]
    assert found.values("lpar:PRD1", "job.CICSAOR1.ziip_pct") == [0.9]
    assert "must be missing" in found.sentences[0]


def test_a_heading_that_is_wider_than_its_rows_is_no_two_lines() -> None:
    """Two characters of the last heading, of SysName above PRDA, were taken for a line that was
    joined, and all figures of the list were withheld.
    """
    heading = (
        " NP   JOBNAME  StepName ProcStep JobID    Owner    C Pos DP Real Paging    SIO   CPU%   "
        "ASID ASIDX  EXCP-Cnt   CPU-Time SR  Status SysName"
    )
    row = (
        "      DB0PDBM{0} DB0PDBM1 IEFPROC  STC0412{0} DB2USR     NS  FE 4.1M   0.00   0.00   "
        "6.10     91 005B     12,204   41220.10             PRDA"
    )
    title = " SDSF DA PRDA     PRDA     PAG  0  CPU/L/Z  71/ 68/ 12    LINE 1-5 (412)"
    text = "\n".join([title, heading, *(row.format(number) for number in range(1, 5))]) + "\n"
    found = read(text)
    assert found("lpar:PRDA", "job.DB0PDBM3.cpu_pct") == 6.1
    assert found.reading.numbers.unread == 0
