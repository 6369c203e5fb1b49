"""DFH0STAT and DFHSTUP of CICS TS for z/OS: pages as IBM's statistics reference shows them."""

from __future__ import annotations

from typing import Any

import pytest

from advisor.observations import FileReading
from advisor.reading import read_path
from tests.advisor.conftest import Read
from tests.advisor.reading.report_reading import SAMPLES
from tests.advisor.reading.report_reading import read as told


def of(reading: FileReading, subject: str) -> dict[str, Any]:
    """Figures of a subject by metric."""
    return {item.metric: item.value for item in reading.observations if item.subject == subject}


PAGE = "Applid NVAOR7    Sysid AO07  Jobname NVAOR7J     Date 03/17/2015  Time 10:45:00\n"


def test_current_limits_and_labels_with_blanks_before_the_dots(read: Read) -> None:
    text = PAGE + (
        "Dispatcher\n"
        "  Current ICV time . . . . . . . . . . . . . :     1,000ms\n"
        "  Current ICVR time. . . . . . . . . . . . . :    20,000ms\n"
        "LSR Pools\n"
        "  Pool Number :   4          Time Created :   07:02:30.97975\n"
        "     Total number of strings  . . . . :          14\n"
        "     Total requests waited for string :           7\n"
        "     Peak requests waited for string. :           2\n"
    )
    reading = read(text)
    region = of(reading, "cics_region:NVAOR7")
    assert (region["setting.ICV"], region["setting.ICVR"]) == (1000, 20000)
    pool = of(reading, "lsr_pool:NVAOR7/4")
    assert (pool["setting.STRINGS"], pool["strings_waits"]) == (14, 7)


def test_buffers_with_hiperspace_counts_behind_the_ratio(read: Read) -> None:
    text = PAGE + (
        "LSR Pools\n"
        "  Pool Number :   4          Time Created :   07:02:30.97975\n"
        "  Data and Index Buffer Statistics\n"
        "    Buffer  No. of Hiperspace   Look                User  Non-User  Look-Aside  CREADS\n"
        "      Size Buffers    Buffers Asides    Reads     Writes    Writes       Ratio\n"
        "      4096      32          8   2900      100          5         3       96.6%  0 0 0 0\n"
    )
    pool = of(read(text), "lsr_buffers:NVAOR7/4/D4096")
    assert (pool["setting.BUFFERS"], pool["lookasides"], pool["reads"]) == (32, 2900, 100)
    assert pool["writes"] == 8


BUFFERS = PAGE + (
    "LSR Pools\n"
    " Pool Number :   1          Time Created :   07:02:30.97975\n"
    "   Data Buffers . . . . . . . :      2,000       Index Buffers . . . . . . . :        500\n"
    "   Buffer reads . . . . . . . :    234,567       Buffer reads. . . . . . . . :     34,567\n"
    "   Data Buffer Statistics\n"
    "     Buffer   No. of       Hiperspace  Look                       User     Non-User   Look\n"
    "     Size     Buffers      Buffers     Asides       Reads         Writes   Writes     Ratio\n"
    "       4096    1,500           0       8,234,567     34,567        12,000         0    99.5%\n"
    "       8192      400           0         900,000    100,000           345         0    90.0%\n"
)


def test_a_row_of_buffers_cut_behind_its_writes_is_not_shifted(read: Read) -> None:
    """Buffers in a hiperspace were taken as look-asides, and look-asides as reads."""
    pool = "lsr_buffers:NVAOR7/1/D4096"
    assert of(read(BUFFERS), pool)["lookasides"] == 8_234_567
    cut = "".join(f"{line[:76].rstrip()}\n" for line in BUFFERS.splitlines())
    assert of(read(cut), pool).get("lookasides", 8_234_567) == 8_234_567


def test_reads_of_a_wrapped_pool_are_none_of_temporary_storage(read: Read) -> None:
    """Carriage control in front of the section's title hid that it is the pools'."""
    lines = BUFFERS.replace("LSR Pools", "0LSR Pools").splitlines()
    for width in (74, 77):
        wrapped = (line[at : at + width] for line in lines for at in range(0, len(line), width))
        region = of(read("\n".join(wrapped) + "\n"), "cics_region:NVAOR7")
        assert "ts_buffer_reads" not in region


def test_hiperspace_tables_of_dfhstup_are_no_buffers(read: Read) -> None:
    text = PAGE + (
        "LSRPOOL STATISTICS\n"
        "   Pool Number :   1\n"
        "   Data Buffer Statistics\n"
        "                                  Look-                  User     Non-user\n"
        "     Buffer Size     Number      asides      Reads      writes      writes\n"
        "           4,096        200     512,440    585,904      96,032          10\n"
        "   Hiperspace Data Buffer Statistics\n"
        "     Size   Hiperspace   Hiperspace   Hiperspace   Hiperspace write  Hiperspace read\n"
        "                Number        reads       writes           failures         failures\n"
        "     4,096           0            0            0                  0                0\n"
    )
    reading = read(text)
    pool = of(reading, "lsr_buffers:NVAOR7/1/D4096")
    assert (pool["setting.BUFFERS"], pool["lookasides"]) == (200, 512440)
    assert not reading.problems  # no second, contradicting row


def test_files_are_defined_on_one_page_and_counted_on_another(read: Read) -> None:
    text = PAGE + (
        "Files\n"
        "             Access    File             Remote    Remote   LSR        Data Table\n"
        " Filename    Method    Type    LSR RLS  Filename  System   Pool       Type\n"
        " KUNDEN      VSAM      KSDS    Yes  No                       3\n"
        " TARIFE      VSAM      KSDS     No  No                       0\n"
        " GETEILT     VSAM      KSDS     No Yes                       0\n"
        " FERN        REMOTE             No  No  FERNNAME  FOR1\n" + PAGE + "Files - Requests\n"
        "             Read   Get Update   Browse   Browse Update     Add     Update    Delete"
        "   Remote   RLS Req   String Waits\n"
        " Filename  Requests   Requests  Requests     Requests    Requests  Requests  Requests"
        "  Deletes  Timeouts  Total   HWM\n"
        " KUNDEN       4,210        120       310            4          12       118         2"
        "        0         0      5     1\n"
        " TARIFE       1,000         20       100                       10        11         1"
        "                        15     3\n"
        " GETEILT      1,000\n"
    )
    reading = read(text)
    customers = of(reading, "vsam_file:NVAOR7/KUNDEN")
    assert (customers["setting.ACCESS"], customers["setting.LSRPOOLID"]) == ("LSR", 3)
    assert (customers["browses"], customers["string_waits"], customers["updates"]) == (314, 5, 118)
    rates = of(reading, "vsam_file:NVAOR7/TARIFE")
    assert rates["setting.ACCESS"] == "NSR"
    assert (rates["browses"], rates["string_waits"], rates["string_wait_hwm"]) == (100, 15, 3)
    assert rates["requests"] == 1000 + 20 + 100 + 10 + 11 + 1
    shared = of(reading, "vsam_file:NVAOR7/GETEILT")
    assert "setting.ACCESS" not in shared  # RLS is neither LSR nor NSR
    assert "reads" not in shared  # a row that was cut off is not read
    assert of(reading, "vsam_file:NVAOR7/FERN")["setting.REMOTE"] is True


def test_dfhstup_says_whose_and_since_when(read: Read) -> None:
    text = (
        "CICS 6.9.0 Statistics Utility Program   Report Date 03/24/2015  Report Time 13:08:29\n"
        "Interval Report   Collection Date-Time 03/24/2015-00:15:00   Last Reset 23:00:00   "
        "Applid NVAOR8   Jobname NVAOR8J\n"
        " TRANSACTION MANAGER STATISTICS\n"
        "   Total number of transactions (user + system) :     12,345\n"
        "   Current MAXTASKS limit. . . . . . . . . . :           120\n"
        "   Times the MAXTASKS limit reached. . . . . :             2\n"
        " DISPATCHER STATISTICS\n"
        "   Current ICVR time (msec). . . . . . . . . :        20,000\n"
        " TCB  TCB   TCB   TCBs Attached  TCB  TCB     Op. System   Op. System  Total TCB\n"
        " QR   No    N/A   1   1   1   1    0     144,463  01:05:01.866106  00:09:58.000000"
        "  00:06:42.000000  00:00:01.341123\n"
        " L8   Yes   Open  4   6   1   3    2       1,214  01:14:16.471267  00:00:24.068934"
        "  00:00:11.000000  00:00:00.014751\n"
        " TRANSIENT DATA STATISTICS\n"
        "   Buffer reads. . . . . . . . . . . . . . . :         7,777\n"
        " TEMPORARY STORAGE STATISTICS\n"
        "   Buffer reads. . . . . . . . . . . . . . . :            55\n"
        " SYSTEM DUMP STATISTICS\n"
        "   Dumps taken . . . . . . . . . . . . . . . :             4\n"
        " TRANSACTION DUMP STATISTICS\n"
        "   Dumps taken . . . . . . . . . . . . . . . :             6\n"
    )
    reading = read(text)
    region = of(reading, "cics_region:NVAOR8")
    assert (region["setting.MXT"], region["max_tasks_times"]) == (120, 2)
    assert (region["transactions"], region["setting.ICVR"]) == (12345, 20000)
    assert region["tcb_cpu_s"] == 402 + 11
    assert region["ts_buffer_reads"] == 55
    assert (region["dumps"], region["transaction_dumps"]) == (4, 6)
    taken = next(item for item in reading.observations if item.metric == "max_tasks_times")
    assert (taken.interval.start, taken.interval.duration_s) == ("2015-03-23T23:00:00", 4500.0)


def test_a_summary_behind_its_intervals_is_none_of_them(read: Read) -> None:
    """All collections together were booked on the last interval: twenty CPUs busy."""
    interval = (
        "CICS 5.6.0 Statistics Utility Program        Report Date 03/18/2015   PAGE   14\n"
        "Interval Report   Collection Date-Time 03/17/2015-10:45:00   Last Reset 10:30:00   "
        "Applid NVTOR1    Jobname NVTOR1\n"
        "TRANSACTION MANAGER STATISTICS\n"
        "  Total number of transactions (user + system). . . . . :           1,192\n"
    )
    summary = interval.replace("1,192", "41,816").replace(
        "Interval Report   Collection Date-Time 03/17/2015-10:45:00   Last Reset 10:30:00   "
        "Applid NVTOR1    Jobname NVTOR1",
        "Summary Report                                      Applid NVTOR1",
    )
    region = "cics_region:NVTOR1"
    assert told(interval + summary).values(region, "transactions") == [1_192]
    assert not told(interval + summary).sentences
    (alone,) = told(summary).all(region, "transactions")
    assert (alone.value, alone.interval.start, alone.interval.end) == (41_816, None, None)


def test_a_connection_is_named_without_its_netname(read: Read) -> None:
    text = PAGE + (
        "Connections and Modenames\n"
        " Connection Name/Netname. . . . :   FOR1/NVFOR1     Access Method/Protocol. . . :   XM/\n"
        " Peak contention winners. . . . :            10     Send session count. . . . . :    10\n"
        " Allocates queued . . . . . . . :            42     Peak outstanding allocates. :     6\n"
    )
    link = of(read(text), "cics_connection:NVAOR7/FOR1")
    assert (link["setting.ACCESSMETHOD"], link["peak_contention_winners"]) == ("XM", 10)
    assert (link["allocates_queued"], link["outstanding_hwm"]) == (42, 6)


def test_a_subpool_printed_beside_temporary_storage_is_no_part_of_its_figures(read: Read) -> None:
    found = read(
        PAGE + "Temporary Storage\n"
        "Temporary storage buffers. . . . . . . . : 17 'TSBUFFRS' Storage Subpool\n"
        "Temporary storage buffer waits . . . . . : 0\n"
        "Peak users waiting on buffer . . . . . . : 0 Storage Subpool Location. . . . . : ECDSA\n"
        "Temporary storage buffer reads . . . . . : 12 Freemain Requests . . . . . . . . : 0\n"
    )
    figures = {(item.metric, item.value) for item in found.observations}
    assert ("setting.TS_BUFFERS", 17) in figures
    assert ("ts_buffer_reads", 12) in figures


def test_dfhstup_counts_what_each_connection_ships() -> None:
    """Names and meaning: IBM, ISC/IRC system entry: Resource statistics (A14 fields)."""
    (ran,) = read_path(SAMPLES / "engagement" / "cics-aor1-dfh0stat.txt")
    # DFH0STAT is one of those that it counts; what CICS writes itself counts none of its own.
    assert of(ran, "cics_region:CICSAOR1")["active_tasks_reporting"] == 11
    (reading,) = read_path(SAMPLES / "formats" / "cics-dfhstup.txt")
    assert of(reading, "cics_region:NVTOR1")["active_tasks"] == 18
    # No page names the system; only CICS on z/OS counts tasks that MAXTASK delayed.
    assert of(reading, "cics_region:NVTOR1")["setting.PLATFORM"] == "z/OS"
    link = of(reading, "cics_connection:NVTOR1/AOR1")
    assert (link["file_requests"], link["ts_requests"], link["td_requests"]) == (41206, 9918, 1204)
    assert (link["dpl_requests"], link["transaction_routings"]) == (2040, 33664)
    assert link["function_shipped_requests"] == 41206 + 88 + 1204 + 9918 + 0 + 2040
    assert (link["outstanding_hwm"], link["peak_contention_winners"]) == (11, 80)
    assert link["setting.SESSIONS_SEND"] == 80
    assert "allocates_queued" not in link  # those that wait at the moment are no count
    region = of(reading, "cics_region:NVTOR1")
    assert (region["queued_tasks_peak"], region["max_tasks_times"]) == (7, 3)
    assert region["partition_cpu_s"] == pytest.approx(118.7702)
    assert reading.numbers.unread == 0
    assert not reading.problems


def test_a_connection_of_which_a_kind_of_request_is_missing_has_no_total(read: Read) -> None:
    text = PAGE + (
        " ISC/IRC SYSTEM ENTRY STATISTICS\n"
        "   Connection name . . . . . . . . . . . . . . . :   FOR1\n"
        "   File control (FC) function shipping requests. :     42\n"
        "   DLI function shipping requests. . . . . . . . :      0\n"
    )
    link = of(read(text), "cics_connection:NVAOR7/FOR1")
    assert link["file_requests"] == 42
    assert "function_shipped_requests" not in link


SECTION = (
    "Total Accumulated transactions so far. :           118,440\n"
    "Accumulated transactions (since reset) :           118,411\n"
    "Maximum transactions allowed (MXT) . . :               250\n"
    "Times at MXT . . . . . . . . . . . . . :                 3\n"
    "Peak Active User transactions. . . . . :                64\n"
)


def test_a_section_pasted_without_its_page_is_read_from_its_first_line(read: Read) -> None:
    """All above the first line with some other section's heading was lost in silence."""
    reading = read(SECTION, "nvaor7.txt")
    region = of(reading, "cics_region:NVAOR7")
    assert region["transactions"] == 118_411
    assert region["setting.MXT"] == 250
    assert (region["max_tasks_times"], region["peak_tasks"]) == (3, 64)
    assert reading.numbers.unread == 0
    assert reading.unread == ()


def test_tasks_of_the_dispatcher_are_not_those_of_users(read: Read) -> None:
    """Without "dispatcher" in its label (DSGPNT), the count with system tasks stood as users'."""
    dispatcher = "Peak number of tasks . . . . . . . . . :               118\n"
    region = of(read(SECTION + dispatcher, "nvaor7.txt"), "cics_region:NVAOR7")
    assert (region["peak_tasks"], region["dispatcher_tasks_peak"]) == (64, 118)
    alone = of(
        read(SECTION.replace("Peak Active", "Total Active") + dispatcher, "nvaor7.txt"),
        "cics_region:NVAOR7",
    )
    assert "peak_tasks" not in alone


def test_cpu_since_start_up_is_not_that_of_transactions_since_the_reset(read: Read) -> None:
    """Of two true figures the report was asked which one is right, and the older one was taken."""
    start = "  Address Space CPU Time. . . . . . . . . :   01:12:33.44123  (Not Reset)\n"
    reset = "  Address Space CPU Time (Since Reset). . :   00:12:10.123456\n"
    counted = "  Accumulated transactions (since reset) . . :         234,567\n"
    lines = (start + reset, start + counted, start)
    found = [of(read(f"{PAGE}Dispatcher\n{text}"), "cics_region:NVAOR7") for text in lines]
    assert [each.get("partition_cpu_s") for each in found] == [730.123456, None, 4353.44123]


def test_hours_of_three_digits_are_in_the_sum_of_all_tasks(read: Read) -> None:
    """The mode with nearly all CPU time was left out of what all of them used."""
    text = PAGE + (
        "Dispatcher TCB Modes\n"
        " Mode   Current     Peak  Attaches   Failures  Waits         Time in MVS wait   "
        "Time Dispatched   Time / TCB\n"
        " QR           1        1          0          0     4432770 0-10:01:10.771944  "
        "0-00:43:42.437340  0-00:35:31.560502\n"
        " L8          12       19          9          0   123456789  208:41:07.220410   "
        "100:04:12.904410   99:03:28.101210\n"
    )
    region = of(read(text), "cics_region:NVAOR7")
    assert region["tcb_cpu_by_mode_s.L8"] == 356608.10121
    assert region["tcb_cpu_s"] == pytest.approx(356608.10121 + 2131.560502)


def test_prose_that_names_a_label_opens_no_section(read: Read) -> None:
    prose = (
        "Please raise Maximum transactions allowed (MXT) to 300: it was 250 and reached 3 times.\n"
    )
    assert not read(prose * 3).observations


def test_a_section_below_a_title_without_its_region_is_nobodys(read: Read) -> None:
    """Cut at column 72, a page of DFHSTUP was read as of a region with the file's name."""
    print_ = (SAMPLES / "formats" / "cics-dfhstup.txt").read_text(encoding="utf-8")
    cut = "".join(line[:72].rstrip() + "\n" for line in print_.splitlines())
    assert not read(cut).observations


MANAGER = (
    "Applid {applid}  Sysid {sysid}  Jobname {job}  Date 03/17/2015  Time 10:45:00"
    "    CICS 5.2.0  PAGE {page}\n\n Transaction Manager\n ___________________\n\n"
    " Maximum transactions allowed (MXT). . . . . . . . :           {mxt}\n"
)


def test_a_page_that_has_lost_its_applid_is_of_no_other_region() -> None:
    """It was taken to be of the region of the page before, whatever its job and SYSID."""
    first = MANAGER.format(applid="NVAOR7", sysid="AO07", job="NVAOR7J", page=1, mxt=120)
    for applid in ("Applid  ", "        "):
        lost = MANAGER.replace("Applid {applid}", applid)
        other = told(first + lost.format(sysid="AO08", job="NVAOR8J", page=2, mxt=250))
        assert other.values("cics_region:NVAOR7", "setting.MXT") == [120]
        assert other("cics_region:NVAOR8J", "setting.MXT") == 250
        assert other("cics_region:NVAOR8J", "setting.APPLID") is None
        (said,) = (one for one in other.sentences if "Applid" in one)
        assert "NVAOR8J" in said
        same = told(first + lost.format(sysid="AO07", job="NVAOR7J", page=2, mxt=120))
        assert same.values("cics_region:NVAOR7", "setting.MXT") == [120, 120]
        # That pages of nothing but MXT are asked for whole is another matter.
        assert not any("Applid" in one or "NVAOR" in one for one in same.sentences)
