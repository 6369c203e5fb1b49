"""Excerpts as they stand in manuals and forums: read, and every number of them accounted for.

Shapes after IBM's CICS TS 3.1 statistics reference (LSR pools, storage), z/OS RMF Report Analysis
V2R4 (DEVR, DELAY, Group Capacity), DFSORT messages of public job logs, a NETSTAT of a vendor's
knowledge base and LISTCATs of public repositories; values and names are others.
"""

from __future__ import annotations

import pytest

from tests.advisor.reading.report_reading import Read, heading, read


def left(found: Read) -> tuple[tuple[int, tuple[str, ...]], ...]:
    """Numbers of recognised pages that nobody took or left out."""
    return found.reading.numbers.listed


POOLS = """\
Applid NVC1Z1V2  Sysid NVB2  Jobname NVC07B23   Date 03/17/2015  Time 10:03:21       CICS 6.9.0     PAGE     2

LSR Pools

  Pool Number :   1          Time Created :   10:02:30.97975

     Maximum key length . . . . . . . :          50
     Total number of strings  . . . . :          14
     Total requests waited for string :           3

  Buffer Totals

     Data Buffers . . . . . . . . . . :          42                  Index Buffers. . . . . . . . . . :           17
       Successful look asides . . . . :         901                   Successful look asides . . . . :           305
       Buffer reads . . . . . . . . . :         111                   Buffer reads . . . . . . . . . :            22
       Non-user initiated writes. . . :           0                   Non-user initiated writes. . . :             4
"""  # noqa: E501


def test_data_and_index_buffers_of_a_pool_are_its_sum() -> None:
    """The index buffers contradicted the data buffers, and look-asides were a heading."""
    found = read(POOLS)
    pool = "lsr_pool:NVC1Z1V2/1"
    assert found(pool, "lookasides") == 901 + 305
    assert found(pool, "reads") == 111 + 22
    assert found(pool, "non_user_writes") == 4
    assert found(pool, "data_buffers") == 42
    assert not found.sentences
    assert not left(found)


TERMINALS = """\
Terminal Autoinstall

  Autoinstall attempts. . . . . . . . . . . . . . . . :       9,192      Rejected . . . . . . . . . . . :       9,216
    Deleted . . . . . . . . . . . . . . . . . . . . . :         500      Peak concurrent. . . . . . . . :       3,656 /     828
"""  # noqa: E501


def test_a_part_that_nothing_asks_for_is_left_out_by_its_title() -> None:
    found = read(POOLS + TERMINALS)
    assert not left(found)
    assert not found.sentences
    assert found("lsr_pool:NVC1Z1V2/1", "reads") == 133
    odd = POOLS + TERMINALS.replace("Terminal Autoinstall", "Something of a new kind")
    assert sum(len(numbers) for _, numbers in left(read(odd))) > 3
    title, _, rest = POOLS.replace("Time Created :", "Time Unknown :").partition("\n")
    again = f"{title}\n\n{TERMINALS}{rest}"
    assert [numbers for _, numbers in left(read(again))] == [("10:02:30.97975",)]


CATALOGUE = """\
0   DATA ------- NVS.SAMPLE.ORDERS.DATA
      IN-CAT --- USERCAT.NVS
      HISTORY
        DATASET-OWNER-----(NULL)     CREATION--------2014.315
        RELEASE----------------2     EXPIRATION------0000.000
      ATTRIBUTES
        KEYLEN-----------------8     AVGLRECL-------------227     BUFSPACE------------1536     CISIZE--------------4096
        RKP--------------------0     MAXLRECL-------------227     EXCPEXIT----------(NULL)     CI/CA-----------------49
        SHROPTNS(2,3)   RECOVERY     UNIQUE           NOERASE     INDEXED       NOWRITECHK     NOIMBED       NOREPLICAT
      STATISTICS
        REC-TOTAL-----------3701     SPLITS-CI-------------17     EXCPS--------------3901
        REC-DELETED------------0     SPLITS-CA--------------3     EXTENTS----------------1
        REC-UPDATED------------0     FREESPACE-%CA----------0          X'BC1A31F75083B742'
      VOLUME
        VOLSER------------NVCIC1     PHYREC-SIZE----------512     HI-A-RBA-----------25088     EXTENT-NUMBER----------1
        LOW-CCHH-----X'05AF0001'     LOW-RBA----------------0     TRACKS-----------------1
"""  # noqa: E501


def test_a_component_of_a_catalogue_alone_is_of_its_cluster() -> None:
    found = read(CATALOGUE)
    file = "vsam_file:NVS.SAMPLE.ORDERS"
    assert found(file, "setting.DATA_CISZ") == 4096
    assert found(file, "ci_splits") == 17
    assert found(file, "ca_splits") == 3
    assert found(file, "excps_data") == 3901
    assert not left(found)


def test_components_listed_alone_are_not_of_the_cluster_above() -> None:
    """A second data component's records and splits were added to the first data set."""
    second = CATALOGUE.replace("ORDERS", "ITEMS").replace("3901", "4294967295", 1)
    for text in (CATALOGUE + second, "0CLUSTER ------- NVS.SAMPLE.ORDERS\n" + CATALOGUE + second):
        found = read(text.replace("SPLITS-CI-------------17", "SPLITS-CI-------------22", 1))
        assert found("vsam_file:NVS.SAMPLE.ORDERS", "ci_splits") == 22
        assert found("vsam_file:NVS.SAMPLE.ORDERS", "excps_data") == 3901
        assert found("vsam_file:NVS.SAMPLE.ITEMS", "ci_splits") == 17
        assert not found.values("vsam_file:NVS.SAMPLE.ITEMS", "excps_data")  # the field ran over


STACK = """\
The answer looks like this:

EZZ2500I NETSTAT CS V1R13 NVTCP01 296
TCP CONFIGURATION TABLE:
DEFAULTRCVBUFSIZE:  00065536  DEFAULTSNDBUFSIZE: 00032768
DEFLTMAXRCVBUFSIZE: 00262144  SOMAXCONN:         0000000010
ROUNDTRIPGAIN:      0.125     VARIANCEGAIN:      0.250
"""


def test_what_stands_above_the_first_anchor_is_of_the_page() -> None:
    found = read(STACK.replace("NETSTAT CS", "NETSTAT  CS"))
    assert found("tcpip_stack:NVTCP01", "setting.DEFAULTRCVBUFSIZE") == 65_536
    assert found("tcpip_stack:NVTCP01", "setting.SOMAXCONN") == 10
    assert not left(found)


@pytest.mark.parametrize("first", ["TCP CONFIGURATION TABLE", "DEFAULTRCVBUFSIZE"])
def test_numbers_above_the_first_anchor_do_not_vanish(first: str) -> None:
    odd = STACK.replace(first, "BUFFERS LEFT 4711\n" + first)
    assert any("4711" in numbers for _, numbers in left(read(odd)))


def test_a_configuration_without_its_heading_is_of_the_file() -> None:
    text = STACK[STACK.index("TCP CONF") :]
    assert read(text)("tcpip_stack:REPORT", "setting.DEFAULTSNDBUFSIZE") == 32_768


SORT = """\
1ICE200I 0 IDENTIFIER FROM CALLING PROGRAM IS 0001
 ICE143I 0 BLOCKSET     COPY  TECHNIQUE SELECTED
 ICE000I 0 - CONTROL STATEMENTS FOR 5650-ZOS, Z/OS DFSORT V2R4  - 09:55 ON WED MAR 17, 2015 -
 ICE088I 0 NVSORT3.STEP1   .        , INPUT LRECL = 2041, BLKSIZE = 2048, TYPE = F
 ICE093I 0 MAIN STORAGE = (MAX,6291456,4194304)
 ICE156I 0 MAIN STORAGE ABOVE 16MB = (6250480,6234096)
 ICE128I 0 OPTIONS: SIZE=6291456,MAXLIM=1048576,MINLIM=450560,EQUALS=N,LIST=Y,ERET=RC16 ,MSGDDN=DFSMSG
 ICE055I 0 INSERT 0, DELETE 52
 ICE054I 0 RECORDS - IN: 52, OUT: 49
 ICE267I 0 ZSORT ACCELERATOR PATH NOT USED    RSN=193
 ICE052I 0 END OF DFSORT
"""  # noqa: E501


def test_messages_of_a_sort_are_known_to_the_last_number() -> None:
    found = read(SORT)
    assert found("dfsort_job:NVSORT3", "storage_given_mb") == 6.0
    assert found("dfsort_job:NVSORT3", "storage_used_mb") == 4.0
    assert found("dfsort_job:NVSORT3", "records_out") == 49
    assert not left(found)
    assert not found.reading.unread
    assert not found.sentences  # the carriage control before a message is no line of its own
    assert left(read(SORT.replace("RECORDS - IN: 52", "RECORDS READ 52")))


VOLUMES = """\
                        RMF V2R4  Device Resource Delays        Line 1 of 374
Command ===>                                                  Scroll ===> HALF

Samples: 100     System: NVS7  Date: 03/17/15  Time: 10.03.20  Range: 100   Sec

 Volume S/   Act  Resp  ACT CON DSC PND %,  DEV/CU              Service  USG DLY
   /Num PAV  Rate Time   %   %   %  Reasons Type     Jobname  C Class     %   %

 160499 S    17.5  1.2    2   2   0 PND   0 33909    NVRMFDDS S NVSERVE    0   1
  08803   1.2H                              2105     RMF      S SYSSTC     2   0
 SYSUSR S     0.3  0.4    0   0   0 PND   0 33903    *MASTER* S SYSTEM     1   0
  0D440   2*                                2105     CATALOG  S SYSTEM     1   0
"""
DELAYS = """\
                         RMF V2R4  Delay Report                Line 1 of 58
Samples: 120     System: NVS7  Date: 03/17/15  Time: 12.00.00  Range: 120 Sec

            Service     WFL USG DLY IDL UKN ---- % Delayed for ---- Primary
Name     CX Class    Cr  %   %   %   %   %  PRC DEV STR SUB OPR ENQ Reason

*SYSTEM                  49   1   1  62  36   0   0   0   0   0   0
*ENCLAVE                      0   0   0   0   0 N/A   0 N/A N/A N/A
JES2     S  SYSSTC        0   0   1   0  99   0   1   0   0   0   0 SCLSP4
"""


@pytest.mark.parametrize("screen", [VOLUMES, DELAYS])
def test_screens_of_monitor_iii_are_known_to_the_last_number(screen: str) -> None:
    found = read(screen)
    assert found.reading.numbers.taken
    assert not left(found)


def test_a_report_that_nothing_needs_is_left_out_and_said() -> None:
    page = heading("GROUP CAPACITY REPORT") + (
        "GROUP-CAPACITY  PARTITION    SYSTEM   --- MSU ---   WGT   ---- CAPPING ----\n"
        "NVGRP      400  NVX1         NVX1        0      5    40   NO     0.0    0.0\n"
    )
    found = read(page)
    assert not left(found)
    assert len(found.sentences) == 1
    assert "left out" in found.sentences[0]
    rows = page[page.index("GROUP-CAP") :]
    assert left(read(heading("ESS RANK STATISTICS") + rows))


LOCKS = """\
                                      COUPLING FACILITY STRUCTURE ACTIVITY
STRUCTURE NAME = NVDB0A_LOCK1       TYPE = LOCK
          #REQ    --------------    REQUESTS ------------  ------ DELAYED REQUESTS -----------
SYSTEM    TOTAL           #     % OF -SERV TIME(MIC)- REASON  #  % OF  ---AVG TIME(MIC)---   EXTERNAL REQUEST
NAME      AVG/SEC        REQ    ALL      AVG  STD_DEV        REQ  REQ   /DEL   STD_DEV /ALL  CONTENTIONS
NVABC2     127K  SYNC   127K   51.0%     61.0   22.5                                         REQ TOTAL 163K  A
          702.7  ASYNC   0     0.0%       0.0    0.0   NO SCH 0   0.0%   0.0   0.0   0.0     REQ Deferred 613
                 CHNGD   0     0.0%  INCLUDED IN ASYNC                                       -CONT     622   B
                                                                                             -FALSE CONT213  C
"""  # noqa: E501


def test_marks_behind_figures_of_a_manual_hide_none() -> None:
    """Lock requests and contentions were lost: a letter of the text stood behind them."""
    found = read(LOCKS)
    lock = "cf_structure:NVDB0A_LOCK1"
    assert found(lock, "lock_requests.NVABC2") == 163_000
    assert found(lock, "lock_contentions.NVABC2") == 622
    assert found(lock, "lock_false_contentions.NVABC2") == 213
    assert not left(found)


CACHES = "\n".join(
    line.ljust(79)  # as a terminal fills its lines
    for line in """\
                      RMF V2R4   Cache Summary    - NVPLEX         Line 1 of 23

 Samples: 60      Systems: 3    Date: 03/17/15  Time: 13.35.00  Range: 60    Sec
                               CDate: 03/17/15 CTime: 13.34.57 CRange: 59    Sec

 SSID  CUID  Type-Mod  Size   I/O    Hit   Hit   -- Miss ---  Read  Seq  Async
                              Rate    %    Rate  Total Stage    %   Rate Rate

 2181  2182  2107-951  124G    0.0   0.0    0.0    0.0   0.0   0.0   0.0   0.0
 4001  405C  2107-981  246G   23.8   100   23.8    0.0   0.0   100   0.0   0.0
 4101  4102  2107-981  246G  208.7   100  208.7    0.0   0.0  99.8   0.0   0.0
 4701  47BF  2107-981  246G    6.8  99.5    6.8    0.0   0.0  27.5   0.0   0.0
""".splitlines()
)


def test_rows_of_a_terminal_are_not_put_together() -> None:
    """All lines ended in blanks: they were taken for a mail's, and three rows for one."""
    found = read(CACHES)
    assert found.formats == ("rmf-monitor3-cache",)
    assert not found.sentences
    assert not left(found)
    assert not found.reading.unread
    assert found("dasd:SSID4101", "io_per_s.SSID4101") == 208.7
    assert found("dasd:SSID4701", "cache_hit_pct.SSID4701") == 99.5
    assert found("dasd:SSID4701", "read_pct.SSID4701") == 27.5
    assert found("dasd:SSID4701", "setting.CACHE_GB") == 246
    assert found("dasd:SSID2181", "io_per_s.SSID2181") == 0
    assert found("dasd:SSID2181", "cache_hit_pct.SSID2181") is None  # of no I/O
    busy = read(CACHES.replace(" 208.7   100  208.7", " 12.3K   100  12.3K"))
    assert busy("dasd:SSID4101", "io_per_s.SSID4101") == 12_300
    (rate,) = found.all("dasd:SSID4101", "io_per_s.SSID4101")
    assert (rate.interval.start, rate.interval.duration_s) == ("2015-03-17T13:34:57", 59)


LOADER = """\
Applid NVC1Z1V1  Sysid NVB3  Jobname NVC07B1    Date 03/17/2015  Time 10:08:23   CICS 6.9.0     PAGE   7

Loader

  Library Load requests. . . . . . . . . . . . . :             441  Library Load Rate per second . . . . . . . . . :            0.04
  Total Library Load time. . . . . . . . . . . . :  00:00:07.54411
  Average Library Load time. . . . . . . . . . . :  00:00:00.01713  Total Program Uses . . . . . . . . . . . . . . :           7,609
  Programs Removed by compression. . . . . . . . :               0  Programs Removed by compression. . . . . . . . :               0
  Time on the Not-In-Use Queue . . . . . . . . . :  00:00:00.00000  Time on the Not-In-Use Queue . . . . . . . . . :  00:00:00.00000
"""  # noqa: E501
STORED = """\
Applid NVC1Z1V1  Sysid NVB1  Jobname NVC07B1    Date 03/17/2015  Time 08:44:37       CICS 6.9.0        PAGE    51

Temporary Storage

  Put/Putq main storage requests . . . . . :           0
  Peak storage used for TS Main. . . . . . :           0K
  Put/Putq auxiliary storage requests. . . :           5
  Control intervals in the DFHTEMP dataset :         359
  Put auxiliary / compression ratio. . . . :         252.00
  Temporary storage buffers. . . . . . . . :           3     'TSBUFFRS' Storage Subpool
  Current users waiting on buffer. . . . . :           0     Getmain Requests. . . . . . . . . :         20
  Temporary storage buffer reads . . . . . :          17     Freemain Requests . . . . . . . . :          0
"""  # noqa: E501


@pytest.mark.parametrize("collapsed", [False, True])
def test_labels_side_by_side_are_one_line(collapsed: bool) -> None:
    texts = [LOADER, STORED]
    if collapsed:
        lines = ("".join(texts)).splitlines()
        texts = ["\n".join(" ".join(line.split()) for line in lines if line.strip()) + "\n"]
    for text in texts:
        found = read(text)
        assert not found.sentences
        assert not left(found)
    stored = read(texts[-1])
    assert stored("cics_region:NVC1Z1V1", "setting.TS_BUFFERS") == 3
    assert stored("cics_region:NVC1Z1V1", "ts_buffer_reads") == 17


CONNECTIONS = """\
MVS TCP/IP NETSTAT CS V2R5       TCPIP Name: NVTCP02         09:41:16
User Id  Conn     State
-------  ----     -----
NVWEB01  00003A1C Establsh
  Local Socket:   ::ffff:192.0.2.17..9443
  Foreign Socket: ::ffff:192.0.2.99..40212
NVWEB01  000012AB Listen
  Local Socket:   ::..9443
  Foreign Socket: ::..0
NVDNS01  00000017 UDP
  Local Socket:   0.0.0.0..53
  Foreign Socket: *..*
"""


def test_connections_in_long_form() -> None:
    found = read(CONNECTIONS)
    subject = "tcp_connection:NVTCP02/00003A1C"
    assert found(subject, "setting.CLIENT") == "NVWEB01"
    assert found(subject, "setting.LOCAL_SOCKET") == "::ffff:192.0.2.17..9443"
    assert found(subject, "setting.FOREIGN_SOCKET") == "::ffff:192.0.2.99..40212"
    assert {item.subject for item in found.reading.observations} == {subject}
    assert found.reading.numbers.unread == 0


INDEX_COMPONENT = """\
0   INDEX ------ NV.PAY.KSDS.INDEX
      ATTRIBUTES
        KEYLEN-----------------9     AVGLRECL---------------0     BUFSPACE---------------0     CISIZE--------------2048
        RKP--------------------0     MAXLRECL------------2041     EXCPEXIT----------(NULL)     CI/CA-----------------21
        SHROPTNS(2,3)   RECOVERY     UNIQUE           NOERASE     NOWRITECHK       NOIMBED     NOREPLICAT     UNORDERED
      STATISTICS
        REC-TOTAL-------------13     SPLITS-CI--------------4     EXCPS----------------611     INDEX:
        REC-DELETED------------0     SPLITS-CA--------------1     EXTENTS----------------1     LEVELS-----------------2
"""  # noqa: E501


CLUSTERS = """\
 IDCAMS  SYSTEM SERVICES                      TIME: 10:45:00        03/17/15     PAGE      1
 CLUSTER ------- NV.ONE
     ASSOCIATIONS
       DATA-----NV.ONE.DATA
       INDEX----NV.ONE.INDEX
   DATA ------- NV.TWO.DATA
     ASSOCIATIONS
       CLUSTER--NV.TWO
     STATISTICS
       REC-TOTAL-------------10     SPLITS-CI-------------0     EXCPS----------------77
"""


@pytest.mark.parametrize("lost", [(), ("DATA-----", "INDEX----"), ("CLUSTER--",)])
def test_the_first_component_below_a_cluster_may_be_anothers(lost: tuple[str, ...]) -> None:
    """Of the cluster's own the line was lost: it was given the other one's counts."""
    lines = [line for line in CLUSTERS.splitlines() if not any(part in line for part in lost)]
    found = read("\n".join(lines) + "\n")
    assert found("vsam_file:NV.TWO", "records") == 10
    assert found.values("vsam_file:NV.ONE", "records") == []
    assert not any("named otherwise" in said for said in found.sentences)


def test_a_component_that_only_its_name_places_elsewhere_is_not_read() -> None:
    bare = [line for line in CLUSTERS.splitlines() if "--NV" not in line.replace("-- NV", "")]
    found = read("\n".join(bare) + "\n")
    assert [o for o in found.reading.observations if o.metric == "records"] == []
    assert "named otherwise than the cluster" in found.sentences[0]
    for own in ("NV.ONE.KSDS.DATA", "NV.DATA", "SYSGEN.T1B2"):
        named = "\n".join(bare).replace("NV.TWO.DATA", own)
        assert read(f"{named}\n")("vsam_file:NV.ONE", "records") == 10


def test_an_index_component_below_a_page_break_is_told_from_its_data() -> None:
    """Without its data on the page, its record length, splits and share options were lost."""
    found = read(INDEX_COMPONENT)
    file = "vsam_file:NV.PAY.KSDS"
    assert found(file, "setting.INDEX_CISZ") == 2048
    assert found(file, "excps_index") == 611
    assert found(file, "printed.INDEX: SPLITS-CI") == 4
    assert found(file, "printed.INDEX: SPLITS-CA") == 1
    assert found(file, "printed.INDEX: REC-TOTAL") == 13
    assert not found.all(file, "ci_splits"), "these are no splits of the data"
    assert not found.all(file, "setting.SHAREOPTIONS")
    assert not left(found)


TWO_COMPONENTS = """\
0CLUSTER ------- NV.PAY.KSDS
      IN-CAT --- NV.USERCAT
0   DATA ------- NV.PAY.KSDS.DATA
      IN-CAT --- NV.USERCAT
      ATTRIBUTES
        KEYLEN-----------------9     AVGLRECL-------------120     BUFSPACE-----------37376     CISIZE--------------8192
      STATISTICS
        REC-TOTAL-----------4711     SPLITS-CI-------------17     EXCPS---------------3901
0   INDEX ------ NV.PAY.KSDS.INDEX
      IN-CAT --- NV.USERCAT
      ATTRIBUTES
        KEYLEN-----------------9     AVGLRECL---------------0     BUFSPACE---------------0     CISIZE--------------2048
      STATISTICS
        REC-TOTAL-------------13     SPLITS-CI--------------4     EXCPS----------------611     INDEX:
"""  # noqa: E501


def test_an_entry_without_its_own_line_is_not_the_one_before() -> None:
    """Without the line INDEX, its records and EXCPs stood beside the data's as the data's."""
    file = "vsam_file:NV.PAY.KSDS"
    whole = read(TWO_COMPONENTS)
    assert (whole(file, "excps_data"), whole(file, "excps_index")) == (3901, 611)
    assert not whole.sentences
    cut = read("".join(x for x in TWO_COMPONENTS.splitlines(True) if "INDEX ---" not in x))
    assert cut.values(file, "records") == [4711]
    assert cut.values(file, "excps_data") == [3901]
    (sentence,) = cut.sentences
    assert "lacks its heading" in sentence
    assert cut.values(file, "setting.DATA_CISZ") == [8192]
    assert cut.reading.numbers.unread == 4


ASSOCIATED = """\
     PROTECTION-PSWD-----(NULL)     RACF----------------(NO)
     ASSOCIATIONS
       CLUSTER--NV.STOCK.KSDS
     ATTRIBUTES
       KEYLEN-----------------7     AVGLRECL-------------210     BUFSPACE-----------18432     CISIZE--------------4096
       RKP--------------------0     MAXLRECL-------------640     EXCPEXIT----------(NULL)     CI/CA----------------180
       SHROPTNS(2,3)   RECOVERY     UNIQUE           NOERASE     INDEXED       NOWRITECHK     NOIMBED       NOREPLICAT
     STATISTICS
       REC-TOTAL-----------5150     SPLITS-CI-------------23     EXCPS---------------7204
       REC-DELETED-----------12     SPLITS-CA--------------2     EXTENTS----------------1
     ASSOCIATIONS
       CLUSTER--NV.STOCK.KSDS
     ATTRIBUTES
       KEYLEN-----------------7     AVGLRECL---------------0     BUFSPACE---------------0     CISIZE--------------1024
       RKP--------------------0     MAXLRECL------------1017     EXCPEXIT----------(NULL)     CI/CA-----------------33
       SHROPTNS(2,3)   RECOVERY     UNIQUE           NOERASE     NOWRITECHK       NOIMBED     NOREPLICAT     UNORDERED
     STATISTICS
       REC-TOTAL-------------33     SPLITS-CI--------------1     EXCPS----------------318     INDEX:
"""  # noqa: E501


def test_associations_and_attributes_tell_whose_an_entry_without_its_line_is() -> None:
    file = "vsam_file:NV.STOCK.KSDS"
    found = read(ASSOCIATED)
    assert not found.sentences
    assert (found(file, "setting.DATA_CISZ"), found(file, "setting.INDEX_CISZ")) == (4096, 1024)
    assert (found(file, "records"), found(file, "record_size_bytes")) == (5150, 640)
    assert (found(file, "ci_splits"), found(file, "ca_splits")) == (23, 2)
    assert (found(file, "excps_data"), found(file, "excps_index")) == (7204, 318)
    assert found(file, "setting.SHAREOPTIONS") == "2,3"
    assert found.reading.numbers.unread == 0


def test_counts_of_an_entry_without_its_line_and_attributes_are_of_no_component() -> None:
    lines = ASSOCIATED.splitlines(keepends=True)
    found = read("".join(line for line in lines if "SHROPTNS" not in line))
    assert not found.values("vsam_file:NV.STOCK.KSDS", "records")
    assert "lacks its heading" in found.sentences[0]


def test_the_counts_at_the_end_of_a_listing_are_no_entries() -> None:
    """``CLUSTER ---------------1`` became a data set of the name 1."""
    ends = """\
         THE NUMBER OF ENTRIES PROCESSED WAS:
                   AIX -------------------3
                   CLUSTER ---------------7
                   DATA ------------------7
                   INDEX -----------------6
                   TOTAL ----------------23
         THE NUMBER OF PROTECTED ENTRIES SUPPRESSED WAS 0
IDC0001I FUNCTION COMPLETED, HIGHEST CONDITION CODE WAS 0
"""
    found = read(TWO_COMPONENTS + ends)
    assert {item.subject for item in found.reading.observations} == {"vsam_file:NV.PAY.KSDS"}
    assert found("vsam_file:NV.PAY.KSDS", "records") == 4711
    assert found.reading.numbers.unread == 0
    assert not found.sentences


def test_attributes_of_another_entry_whose_lines_are_all_lost_are_no_ones() -> None:
    """The index's were taken for the data component's, two control interval sizes of one."""
    lines = ASSOCIATED.splitlines(keepends=True)
    second = [at for at, line in enumerate(lines) if "CLUSTER--" in line][1]
    found = read("".join(lines[:second] + lines[second + 1 :]))
    file = "vsam_file:NV.STOCK.KSDS"
    assert found(file, "setting.DATA_CISZ") == 4096
    assert (found(file, "records"), found(file, "record_size_bytes")) == (5150, 640)
    assert found.values(file, "setting.INDEX_CISZ") == []
    assert "lacks its heading" in found.sentences[0]


OTHER_ENTRIES = """\
                         LISTING FROM CATALOG -- USERCAT.NVS
0GDG BASE ------ NV.STOCK.BKUP
      IN-CAT --- USERCAT.NVS
      HISTORY
        DATASET-OWNER-----(NULL)     CREATION--------2014.176     LAST ALTER------2014.176
        RELEASE----------------2
      ATTRIBUTES
        LIMIT------------------5     SCRATCH          NOEMPTY
0NONVSAM ---- NV.STOCK.BKUP.G0001V00
      IN-CAT --- USERCAT.NVS
      HISTORY
        DATASET-OWNER-----(NULL)     CREATION--------2014.176
        RELEASE----------------2     EXPIRATION------0000.000
      SMSDATA
        STORAGECLASS ---SCTECH1     MANAGEMENTCLASS-(NULL)
        DATACLASS --------(NULL)     LBACKUP ---XXXX.XXX.XXXX
        BWO STATUS------00000000     BWO TIMESTAMP---00000 00:00:00.0
"""


def test_a_listing_without_clusters_is_not_called_incomplete() -> None:
    """Of a listing of generations the whole report was asked for, which it was."""
    found = read(OTHER_ENTRIES)
    assert found.formats == ("vsam-listcat",)
    assert found.reading.observations == ()
    (said,) = found.sentences
    assert "line 2: this listing has entries but no cluster" in said
    assert not left(found)
    both = read(ASSOCIATED + OTHER_ENTRIES)
    assert both("vsam_file:NV.STOCK.KSDS", "records") == 5150
    assert not both.sentences


WORK_UNITS = """\
   CPU        4711       CPC Capacity     0       Sequence Code 000000000000BCDE
   Num    Type       Online      Lpar Busy    MVS Busy  Parked    Share %            Rate    % Via TPI
    0      CP        100.00           6.24        5.49    0.00     -----             7.71         0.35
   Total  /Average:                   6.24        5.49             -----             7.7          0.35
   ---------Number of Address Spaces-----------      -----------------------Distribution of In-Ready Work Unit Queue--------------
   Queue Types                 Min    Max    Avg  Number of       (%)  0    10   20   30   40   50   60   70   80   90   100
   IN READY                      0      3    0.2  <=  N           100  >>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>
                                                  >   N + 150       0
   CPU Types      Min        Max        Avg  N = Number of processors online unparked ( 1.0 on avg)
   CP               0          7        0.2
   IIP              0          2        0.1
   OPT Parameters: BLWLTRPCT (%)  0.5  Promote Rate:  Defined  1  Waiters for Promote:  Avg  0
                       BLWLINTHD   20                Used (%)  0                       Peak  0
"""  # noqa: E501


def test_work_units_of_a_cpu_page_are_known_to_the_last_number() -> None:
    """As smf2db prints the page: mixed case, the scale of the queue beside the queue's heading."""
    found = read(heading("CPU ACTIVITY") + WORK_UNITS)
    assert found("lpar:NVS1", "cp_busy_pct") == 6.24
    assert not left(found)


def test_the_end_of_a_display_without_a_sign_before_the_prefix_is_known() -> None:
    display = (
        "DSNB401I  NV1S BUFFERPOOL NAME BP3, BUFFERPOOL ID 3, USE COUNT 57\n"
        "DSNB402I  NV1S BUFFER POOL SIZE = 2500 BUFFERS  AUTOSIZE = NO\n"
        "DSN9022I  NV1S DSNB1CMD '-DIS BPOOL' NORMAL COMPLETION\n"
    )
    found = read(display)
    assert found("db2_bufferpool:NV1S/BP3", "setting.VPSIZE") == 2_500
    assert not found.reading.unread


def test_entries_of_aliases_alone_are_a_listing_without_clusters() -> None:
    """Without the title above it nobody knew what the entry was."""
    found = read(
        "ALIAS --------- NVPROD.OLD\n     IN-CAT --- CATALOG.NVPROD\n     HISTORY\n"
        "       RELEASE----------------2\n     ASSOCIATIONS\n       NONVSAM--NVPROD.NEW\n"
    )
    assert found.reading.formats == ("vsam-listcat",)
    (sentence,) = found.sentences
    assert "entries but no cluster" in sentence
    assert not left(found)
