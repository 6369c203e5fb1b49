"""z/VSE displays: SIR under z/VM and in an LPAR, QUERY TD of several CPUs."""

from __future__ import annotations

import pytest

from tests.advisor.reading.report_reading import read

TURBO = """\
AR 0015  CPU   STATUS     SPIN_TIME     NP_TIME  TOTAL_TIME  NP/TOT
AR 0015   00   ACTIVE             0      200000      500000   0.400
AR 0015   01   ACTIVE             0       70000      220000   0.318
AR 0015   02   QUIESCED           0           0           0   *.***
AR 0015                -------------------------------------------
AR 0015 TOTAL                     0      270000      720000   0.375
AR 0015
AR 0015              NP/TOT: 0.375       SPIN/(SPIN+TOT): 0.000
AR 0015   OVERALL UTILIZATION:  80%      NP UTILIZATION:  30%
AR 0015
AR 0015  ELAPSED TIME SINCE LAST RESET:       900000
AR 0015 1I40I  READY
"""


def test_utilization_of_several_cpus_is_a_share_of_all_of_them() -> None:
    found = read(TURBO, "nvvse2.txt")
    assert found("lpar:NVVSE2", "mvs_busy_pct") == pytest.approx(40)
    assert found("lpar:NVVSE2", "np_tot_ratio") == 0.375
    (ratio,) = found.all("lpar:NVVSE2", "np_tot_ratio")
    assert ratio.interval.duration_s == 900
    assert (8, 9) in found.reading.unread  # 80 %: of all processors, counted from the rows


def test_without_its_elapsed_time_the_overall_line_counts() -> None:
    text = "\n".join(line for line in TURBO.split("\n") if "ELAPSED" not in line)
    assert read(text, "nvvse2.txt")("lpar:NVVSE2", "mvs_busy_pct") == 40


def test_two_displays_do_not_add_up_their_cpus() -> None:
    later = TURBO.replace("900000", "960000")
    found = read("query td\n" + TURBO + "query td\n" + later, "nvvse2.txt")
    assert found.values("lpar:NVVSE2", "setting.CPS") == [2, 2]


SIR = """\
AR 0015 CPUID     = FF02A31420968000
AR 0015 PROCESSOR = IBM 2097-E26 02 (0002A314)  LPAR = NVLP1    No. = 0012
AR 0015 PROC-MODE = z/Arch(64-BIT)      IPL(150)  12:14:12   07/05/2015
AR 0015 SYSTEM    = z/VSE   5.1.0                   04/24/2015
"""


def test_sir_of_an_lpar_and_of_a_guest() -> None:
    assert read(SIR, "vse.txt")("lpar:VSE", "setting.ZVM_GUEST") is False
    guest = SIR.replace("CPUID     = FF02", "CPUID VM = 0002A31420968000  VSE = FF02").replace(
        "AR 0015 PROC", "AR 0015 VM-SYSTEM = z/VM 6.2.0 (1101)   USERID = NVVSE\nAR 0015 PROC", 1
    )
    assert read(guest, "vse.txt")("lpar:VSE", "setting.ZVM_GUEST") is True


def test_what_is_not_read_of_a_display_is_listed() -> None:
    below = "AR 0015 COPY-BLKS = 01234  HIGH-MARK = 00456  MAX = 01999\n"
    listed = read(SIR + below, "vse.txt").reading.numbers.listed
    assert dict(listed)[(SIR + below).count("\n")] == ("01234", "00456", "01999")


def test_sir_without_its_first_lines_does_not_say_where_it_runs() -> None:
    cut = "".join(SIR.splitlines(keepends=True)[2:])
    assert read(cut, "vse.txt").values("lpar:VSE", "setting.ZVM_GUEST") == []


def test_a_display_that_names_no_system_says_after_what_it_is_called() -> None:
    found = read(SIR + "AR 0015 PRTY SHARE BG=100,F4=200\n", "folder/vse.txt")
    assert {item.subject for item in found.reading.observations} == {"lpar:VSE"}
    (said,) = found.sentences
    assert "names no system" in said
    assert "called VSE, as the file is" in said
    log = "   J E S 2  J O B  L O G  --  S Y S T E M  N V S 3  --  N O D E  N 1\n"
    assert not any("names no system" in said for said in read(log + SIR, "vse.txt").sentences)


BLOCKS = """\
File NVPOLIS    LSRPOOL 1 KSDS BASE
EXCPs 699085  DEXCPs 590764  IEXCPs 108321  EXCPs/second 10.51
Index/Data EXCP ratio 0.18  EXCPs/Request 0.89  EXCPs/task 0.59
File requests 781341  Requests/task 0.66  Read/Write ratio 0.50
Number of CA splits since OPEN
FILE NVPOLIS 178
FILE NVTARIF 1,012
Number of Exclusive Control Conflicts
FILE NVPOLIS 88689
LSR file map
FILE NVTARIF 5
"""


def test_a_summary_that_begins_with_the_block_of_a_file() -> None:
    found = read(BLOCKS, "NVC2.txt")
    assert found.formats == ("cics-statrexx",)
    assert found("vsam_file:NVC2/NVPOLIS", "setting.LSRPOOLID") == 1
    assert found("vsam_file:NVC2/NVPOLIS", "excps") == 699_085
    assert found("vsam_file:NVC2/NVPOLIS", "requests") == 781_341


def test_counts_by_file_below_their_heading() -> None:
    found = read(BLOCKS, "NVC2.txt")
    assert found("vsam_file:NVC2/NVPOLIS", "ca_splits") == 178
    assert found("vsam_file:NVC2/NVTARIF", "ca_splits") == 1_012
    assert found("vsam_file:NVC2/NVPOLIS", "exclusive_control_conflicts") == 88_689
    assert not found.all("vsam_file:NVC2/NVTARIF", "exclusive_control_conflicts")


POINTED = """\
Applid NVVSE1  Sysid NVE1  Jobname NVCICS  Date 17.03.2015  Time 16:00:00    CICS 1.1.1                    PAGE     1

Accumulated transactions so far. . . . :           321.000
Times at MAX TASK. . . . . . . . . . . :               214

TCB       TCB       TCB               Op. System   Op. System        TCB               TCB               DS TCB
Name      Status    Start Time        Waits        Wait Time         Dispatch Time     CPU Time          CPU Time
QR_SUBD   Active    08:00:00.00000      700.000    07:20:00.00000    00:40:00.00000    00:20:00.00000    00:00:30.00000

KUNDEN   VSAM   KSDS     NO    4   9120      800000       20000         0       1000      20000          0     850000     600000
KUNDEN   DATASETNAME PROD.KUNDEN                   DSNSHARING N BASE R/W RECSZ  200 RECORDS  1.400.000
"""  # noqa: E501


def test_thousands_apart_by_points_are_counts() -> None:
    """DECIMAL-POINT IS COMMA: 1.400.000 was one record, and the QR TCB was lost with its waits."""
    found = read(POINTED)
    assert found("cics_region:NVVSE1", "transactions") == 321_000
    assert found("cics_region:NVVSE1", "qr_waits") == 700_000
    assert found("cics_region:NVVSE1", "qr_cpu_s") == 1_200
    assert found("vsam_file:NVVSE1/KUNDEN", "records") == 1_400_000
    assert not found.sentences
    assert not found.reading.numbers.listed


def test_points_that_may_be_decimals_are_no_figure() -> None:
    """Without the date's points 321.000 may be a figure with three places: it is listed instead."""
    text = POINTED.replace("17.03.2015", "03/17/2015").replace("1.400.000", "400.000")
    found = read(text)
    assert found("vsam_file:NVVSE1/KUNDEN", "records") is None
    listed = [number for _, numbers in found.reading.numbers.listed for number in numbers]
    assert {"321.000", "400.000"} <= set(listed)


MONITORED = """\
Date{0}Time{0}Samples{0}LPARCPU%{0}VSECPU%{0}NP/TOT{0}F4_CPUA%{0}F4_CPUW%{0}F4_NP%{0}F4_CPU%{0}F4_IO/S
17/03/2015{0}09:58:00{0}61{0}61,2{0}58,1{0}0,41{0}34,1{0}9,2{0}14,0{0}32,8{0}212
17/03/2015{0}10:03:00{0}148{0}68,4{0}65,0{0}0,42{0}38,2{0}14,1{0}16,1{0}35,9{0}240
17/03/2015{0}10:08:00{0}146{0}81,9{0}77,8{0}0,44{0}44,0{0}27,3{0}19,6{0}40,1{0}266
"""


@pytest.mark.parametrize("mark", [";", "\t"])
def test_decimal_commas_between_other_marks_are_read_numbers(mark: str) -> None:
    """61,2 was counted as two numbers, neither of which any figure quoted."""
    found = read(MONITORED.format(mark), "nvvse3.csv")
    assert found.all("lpar:NVVSE3", "cp_busy_pct")[-1].value == 81.9
    assert not found.reading.numbers.listed


SECOND = POINTED[POINTED.index("TCB       TCB") :]
HEADING = POINTED.split("\n")[0]
STATUS = """\
System Status
Monitoring. . . . . . . . . : OFF                     MXT . . . . . . . . . . . . . :         20
Times at MAX TASK. . . . . . . . . . . :               214
"""


def test_a_first_page_without_its_heading_is_of_the_region_of_the_second() -> None:
    """It was of a region called after the file, beside the one that the print is of."""
    found = read(f"{STATUS}{HEADING.replace('     1', '     2')}\n{SECOND}", "vse.txt")
    assert found("cics_region:NVVSE1", "max_tasks_times") == 214
    assert not [o for o in found.reading.observations if o.subject == "cics_region:VSE"]


def test_a_page_without_heading_above_a_first_page_is_nobodys() -> None:
    found = read(f"{STATUS}{HEADING}\n{SECOND}", "vse.txt")
    assert not [o for o in found.reading.observations if o.metric == "max_tasks_times"]
    assert any("names the region of this page is lost" in said for said in found.sentences)
    assert any("214" in numbers for _, numbers in found.reading.numbers.listed)
    named = STATUS + "APPLID. . . . . . . . . . . . : NVVSE7\n"
    assert read(f"{named}{HEADING}\n{SECOND}", "vse.txt")("cics_region:NVVSE7", "setting.MXT") == 20


@pytest.mark.parametrize(
    "text",
    [
        "(3) each program is responsible for maintaining both read and write integrity of 2 files",
        "The index hit ratio and the time per transaction are told below, for 12 regions.",
    ],
)
def test_everyday_words_open_no_summary(text: str) -> None:
    """A manual's text on share options was called a STAT REXX summary that lacks its figures."""
    reading = read(f"1 of 20 pages\n{text}\nand 17 more of 20\n").reading
    assert reading.formats == ()
