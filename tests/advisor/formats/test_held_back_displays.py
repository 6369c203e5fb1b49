"""Displays and job output that were written down from public documentation before any reader."""

from __future__ import annotations

import pytest

from advisor.observations import FileReading
from advisor.reading import read_bytes
from tests.advisor.reading.report_reading import read


def whole(text: str) -> FileReading:
    (reading,) = read_bytes("display.txt", text.encode())
    return reading


STRUCTURES = """\
D XCF,STR
IXC359I  12.08.02  DISPLAY XCF 123
STRNAME           ALLOCATION TIME      STATUS     TYPE
DB2P_GBP0         03/14/2015 02:11:35  DUPLEXING REBUILD NEW STRUCTURE
                                       REBUILD PHASE: DUPLEX ESTABLISHED

DB2P_GBP0         03/14/2015 01:15:07  DUPLEXING REBUILD OLD STRUCTURE
DB2P_LOCK1        03/14/2015 02:11:35  ALLOCATED  LOCK
MQSGADMIN              --         --   NOT ALLOCATED
"""
SMF = """\
D SMF
IEE974I 16.46.48 SMF DATA SETS 153
         NAME                   VOLSER SIZE(BLKS) %FULL  STATUS
       P-SYS1.MAN1              SMFVL1       7200    44  ACTIVE
       S-SYS1.MAN3              SMFVL2       3600   100  DUMP REQUIRED
"""
LOGGER = """\
D LOGGER,CONN,LSN=*,DETAIL
IXG601I   14.21.05  LOGGER DISPLAY 411
CONNECTION INFORMATION BY LOGSTREAM FOR SYSTEM SYSA
LOGSTREAM                  STRUCTURE        #CONN  STATUS
---------                  ---------        ------ ------
ATR.PLEX1.MAIN.UR          RRSMAINUR        000001 IN USE
   VOLUME=VOL021 SIZE=009120 (IN 4K)  % IN-USE=014
NUMBER OF LOGSTREAMS:  000001
"""


STACK = """\
EZZ8453I TCPIP STORAGE
EZZ8454I TCPIP    STORAGE   CURRENT    MAXIMUM      LIMIT
EZZ8455I TCPIP    ECSA        3810K      4216K    NOLIMIT
EZZ8455I TCPIP    TRACE HVCOMMON 2579M   2579M     2579M
EZZ8459I DISPLAY TCPIP STOR COMPLETED SUCCESSFULLY
"""
REGIONS = """\
DFS4444I DISPLAY FROM ID=IMS1
 REGID JOBNAME   TYPE  TRAN/STEP PROGRAM   STATUS           CLASS
     1 IMS1MP01  TP    ORDER1    ORDPGM1   ACTIVE           1,  2,  3,  4
     2 IMS1MP02  TP                        WAITING          1,  2
 BATCHREG  BMP   NONE
*15076/103207*
"""
SPACE = """\
ARC0101I QUERY STATISTICS COMMAND STARTING ON HOST=1
ARC0156I STARTUPS=001, SHUTDOWNS=000, ABENDS=000, MWES=0000412, CMDS=0000031
ARC0101I QUERY STATISTICS COMMAND COMPLETED ON HOST=1
"""


@pytest.mark.parametrize(
    ("text", "command"),
    [
        (STRUCTURES, "D XCF,STR"),
        (SMF, "D SMF"),
        (LOGGER, "D LOGGER"),
        (STACK, "D TCPIP,STOR"),
        (REGIONS, "/DISPLAY ACTIVE of IMS"),
        (SPACE, "QUERY of DFSMShsm"),
    ],
)
def test_answers_that_nobody_needs_are_named_and_all_of_their_numbers_known(
    text: str, command: str
) -> None:
    reading = whole(text)
    assert not reading.refused
    assert reading.numbers.ignored > 0
    assert reading.numbers.unread == 0
    assert f"the answer to {command} is left out" in " ".join(
        problem.sentence for problem in reading.problems
    )


COPY = """\
1                                        IEBCOPY MESSAGES AND CONTROL STATEMENTS                PAGE     1
IEB1135I IEBCOPY  FMID HDZ1C10  SERVICE LEVEL NONE     DATED 20120322 DFSMS 01.13.00 z/OS    01.13.00
IEB1035I COPYJOB  STEP1    COPY     21:28:57 SUN 22 MAR 2015 PARM=''
IEB154I PAY001 HAS BEEN SUCCESSFULLY COPIED
IEB1098I 2 OF 2 MEMBERS COPIED FROM INPUT DATA SET REFERENCED BY SYSUT1
IEB144I THERE ARE 24 UNUSED TRACKS IN OUTPUT DATA SET REFERENCED BY SYSUT2
IEB147I END OF JOB - 0 WAS HIGHEST SEVERITY CODE
"""  # noqa: E501
REPRO = """\
1IDCAMS  SYSTEM SERVICES                                           TIME: 03:14:07
0
   REPRO INFILE(IN) OUTFILE(OUT) REUSE
0IDC0005I NUMBER OF RECORDS PROCESSED WAS 4821993
0IDC0001I FUNCTION COMPLETED, HIGHEST CONDITION CODE WAS 0
"""
ENTRIES = """\
         THE NUMBER OF ENTRIES PROCESSED WAS:
                   CLUSTER ---------------7
                   TOTAL ----------------23
         THE NUMBER OF PROTECTED ENTRIES SUPPRESSED WAS 0
IDC0001I FUNCTION COMPLETED, HIGHEST CONDITION CODE WAS 0
"""


@pytest.mark.parametrize("text", [COPY, REPRO, ENTRIES])
def test_messages_of_utilities_alone_are_known(text: str) -> None:
    reading = whole(text)
    assert (reading.refused, reading.numbers.unread) == (False, 0)
    (problem,) = reading.problems
    assert "holds messages of utilities" in problem.sentence


def test_interactions_of_a_group_buffer_pool_alone_are_known_and_not_read() -> None:
    """Nobody knows which pool it is: the display's first message says so."""
    reading = whole("DSNB789I - REGISTER PAGE LIST = 700\n           PAGES RETRIEVED = 800\n")
    assert reading.formats == ("db2-group-bufferpool",)
    assert reading.numbers.unread == 2


SPOOL = """\
$D SPOOLDEF
$HASP844 SPOOLDEF  BUFSIZE=3992,DSNAME=SYS1.HASPACE,DSNMASK=,
$HASP844           FENCE=(ACTIVE=NO,VOLUMES=1),GCRATE=NORMAL,
$HASP844           LARGEDS=FAIL,LASTSVAL=(2014.260,11:02:33),
$HASP844           SPOOLNUM=32,TGSIZE=30,TGSPACE=(MAX=16288,
$HASP844           DEFINED=15000,ACTIVE=14400,PERCENT=3.1533,
$HASP844           FREE=14527,WARN=80),TRKCELL=3,VOLUME=SPL
"""


def test_how_the_spool_is_defined() -> None:
    found = read(SPOOL)
    lpar = "lpar:report.txt"
    assert found(lpar, "printed.SPOOLDEF: TGSIZE") == 30
    assert found(lpar, "printed.SPOOLDEF: ACTIVE") == 14_400
    assert found(lpar, "printed.SPOOLDEF: PERCENT") == 3.1533
    assert found(lpar, "printed.SPOOLDEF: WARN") == 80
    assert whole(SPOOL).numbers.unread == 0


STORAGE = """\
Applid CICSAOR1  Sysid AOR1  Jobname CICSAOR1    Date 12/17/2004   Time 10:06:37     CICS 6.4.0

Storage BELOW 16MB

                                             CDSA             UDSA             SDSA           Totals
  Current DSA Size. . . . . . . :             512K               0K             256K           1,024K
* Peak DSA Used . . . . . . . . :             348K               0K              20K
* Lowest Free Storage . . . . . :             164K               0K             236K
  Number of Getmains. . . . . . :            1,236               18                3
  Number of Freemains . . . . . :              912               18                0
  Times no storage returned . . :                1                0                0
  Times request suspended . . . :               12                0                3
  Current requests suspended. . :                0                0                1
"""  # noqa: E501


def test_programs_that_waited_for_storage_are_counted_by_area() -> None:
    found = read(STORAGE)
    region = "cics_region:CICSAOR1"
    assert found(region, "printed.CDSA: TIMES REQUEST SUSPENDED") == 12
    assert found(region, "printed.SDSA: TIMES REQUEST SUSPENDED") == 3
    assert found(region, "printed.CDSA: TIMES NO STORAGE RETURNED") == 1
    assert found(region, "printed.SDSA: CURRENT REQUESTS SUSPENDED") == 1
    assert whole(STORAGE).numbers.unread == 0


def test_an_area_that_is_blank_is_not_guessed() -> None:
    found = read(
        STORAGE.replace("               12                0", "               12                 ")
    )
    assert not [one for one in found.reading.observations if "REQUEST SUSPENDED" in one.metric]


PAGES = """\
1                             P A G E   D A T A   S E T   A C T I V I T Y
            z/OS V2R4               SYSTEM ID SYSA             DATE 03/17/2020            INTERVAL 15.00.003
                                    RPT VERSION V2R4 RMF       TIME 10.15.00              CYCLE 1.000 SECONDS
NUMBER OF SAMPLES =       900               PAGE DATA SET USAGE
                                            -------------------
PAGE                                           %                PAGE
SPACE    VOLUME DEV  DEVICE   SLOTS    ---- SLOTS USED ---  BAD     IN     TRANS   NUMBER     PAGES
TYPE     SERIAL NUM  TYPE     ALLOC    MIN    MAX    AVG    SLOTS   USE    TIME    IO REQ     XFER'D  V I O  DATA SET NAME
COMMON   PAG001 0A10 33903     17999    2231   2240   2233      0   0.11  0.001        2         12          PAGE.SYSA.COMMON
LOCAL    901234 0A11 33909    899999   10021  10900  10412      0   1.44  0.002      411       4117   Y      PAGE.SYSA.LOCAL1
"""  # noqa: E501


def test_slots_of_page_data_sets_behind_their_volumes() -> None:
    found = read(PAGES)
    used = found("lpar:SYSA", "page_data_set_used_pct.PAGE.SYSA.LOCAL1")
    assert used == pytest.approx(100 * 10_900 / 899_999)
    assert whole(PAGES).numbers.unread == 0


def test_service_and_promoted_time_of_the_workload_page_are_known() -> None:
    text = (
        "REPORT BY: POLICY=OWL      WORKLOAD=CSSDDF\n"
        "-TRANSACTIONS-  TRANS-TIME HHH.MM.SS.FFFFFF\n"
        "MPL      0.23   EXECUTION            408700\n"
        "\n"
        "----SERVICE----  SERVICE TIME  ---APPL %---  --PROMOTED--  --DASD I/O---\n"
        "IOC         0    CPU  392.900  CP      4.98  BLK    0.000  SSCHRT    0.0\n"
        "CPU     3931K    SRB    0.120  IIPCP   0.07  ENQ    0.004  RESP      0.0\n"
        "MSO         0    RCT    0.000  IIP     2.67  CRM    0.000  CONN      0.0\n"
        "SRB         0    IIT    0.000  AAPCP   0.00  LCK    0.000  DISC      0.0\n"
    )
    found = read(text)
    subject = "service_class:WORKLOAD CSSDDF"
    assert found(subject, "cpu_s") == 392.9
    assert found(subject, "srb_s") == 0.12
    assert whole(text).numbers.unread == 0


LOG = """\
16.46.36 JOB08254 ---- SATURDAY,  20 JUL 2024 ----
16.46.36 JOB08254  $HASP373 MATEDK01 STARTED - INIT 1    - CLASS A - SYS MATE
16.46.36 JOB08254  IEF403I MATEDK01 - STARTED - TIME=16.46.36
16.46.36 JOB08254  -                                      -----TIMINGS (MINS.)------                          -----PAGING COUNTS----
16.46.36 JOB08254  -STEPNAME PROCSTEP    RC   EXCP   CONN       TCB       SRB  CLOCK          SERV  WORKLOAD  PAGE  SWAP   VIO SWAPS
16.46.36 JOB08254  -STEP02               00  18423   3011      1.13       .08    4.7       2031847  BATCH        0     0     0     0
16.51.36 JOB08254  IEF404I MATEDK01 - ENDED - TIME=16.51.36
16.51.36 JOB08254  $HASP395 MATEDK01 ENDED - RC=0004
"""  # noqa: E501


def test_hours_from_ten_on_in_records_of_fixed_length_are_no_carriage_control() -> None:
    """Each line begins with a 1, as that of a new page does."""
    records = b"".join(line.ljust(133).encode("cp1047") for line in LOG.splitlines())
    (plain,) = read_bytes("job.txt", LOG.encode())
    (fixed,) = read_bytes("job.txt", records)
    told = [(one.subject, one.metric, one.value) for one in plain.observations]
    assert ("lpar:MATE", "step.MATEDK01.STEP02.excps", 18_423) in told
    assert [(one.subject, one.metric, one.value) for one in fixed.observations] == told


@pytest.mark.parametrize("width", [133, 140])
def test_numbers_that_an_editor_put_behind_a_print_are_no_part_of_it(width: int) -> None:
    (plain,) = read_bytes("display.txt", PAGES.encode())
    rows = [f"{line[:width]:{width}}{100 * n:08d}" for n, line in enumerate(PAGES.splitlines(), 1)]
    (numbered,) = read_bytes("display.txt", "\n".join(rows).encode())
    told = {(one.metric, one.value) for one in plain.observations}
    assert {(one.metric, one.value) for one in numbered.observations} == told
    assert numbered.numbers.unread == 0
    assert "line numbers" in numbered.record_format


FACILITY = """\
IXL150I  14.33.21  DISPLAY CF 712
COUPLING FACILITY 003906.IBM.02.00000004D7A8
                  PARTITION: 1E  CPCID: 00
                  CONTROL UNIT ID: FFE1
NAMED CF01
COUPLING FACILITY SPACE UTILIZATION
 ALLOCATED SPACE                         DUMP SPACE UTILIZATION
  STRUCTURES:          2310144 K          STRUCTURE DUMP TABLES:        0 K
  DUMP SPACE:             2048 K                    TABLE COUNT:        0
 FREE SPACE:          12402688 K          FREE DUMP SPACE:           2048 K
 VOLATILE:         YES                    STORAGE INCREMENT SIZE:     1024 K
 CFLEVEL:           24
 CFCC RELEASE 24.00, SERVICE LEVEL 00.25
COUPLING FACILITY SPACE CONFIGURATION
                         IN USE              FREE             TOTAL
CONTROL SPACE:        2312192 K        12402688 K        14714880 K
SENDER PATH         PHYSICAL          LOGICAL        CHANNEL TYPE
  10                ONLINE            ONLINE         CS5
COUPLING FACILITY SUBCHANNEL STATUS
  TOTAL:   14     IN USE:   12     NOT USING:    2     NOT USABLE:    0
"""


def test_space_level_and_subchannels_of_a_coupling_facility() -> None:
    found = read(FACILITY)
    figures = {
        "SPACE UTILIZATION: STRUCTURES (K)": 2_310_144,
        "SPACE UTILIZATION: FREE SPACE (K)": 12_402_688,
        "SPACE UTILIZATION: FREE DUMP SPACE (K)": 2_048,
        "SPACE CONFIGURATION: CONTROL SPACE (TOTAL, K)": 14_714_880,
        "SUBCHANNEL STATUS: NOT USING": 2,
        "CFLEVEL": 24,
    }
    for label, value in figures.items():
        assert found("cf:CF01", f"printed.{label}") == value
    assert whole(FACILITY).numbers.unread == 0
    wider = FACILITY.replace("FACILITY 003906", "FACILITY  003906")  # its type was listed
    assert whole(wider).numbers.unread == 0
    # A cell that is blank: nobody knows of which column the others are.
    found = read(
        FACILITY.replace("        12402688 K        14714880", "                          14714880")
    )
    assert not [one for one in found.reading.observations if "CONTROL SPACE" in one.metric]
    assert not whole(FACILITY.replace("NAMED CF01\n", "")).observations


SYSTEM = """\
I SYS
  STATUS:  RESULTS - OVERTYPE TO MODIFY
   Aging( 32768 )               Progautoctlg( Ctlgmodify )
   Cdsasize(786432)             Progautoinst( Autoactive )
   Dsalimit( 5242880 )          Runaway( 5000 )
   Maxtasks( 250 )              Time( 1000 )
   Memlimit(10G)                Udsasize(0)
                                                 SYSID=AOR1 APPLID=CICSAOR1
 RESPONSE: NORMAL                         TIME:  10.31.12  DATE: 03/17/15
PF 1 HELP       3 END                    7 SBH 8 SFH 9 MSG 10 SB 11 SF
"""


def test_keys_and_times_of_the_system_screen_are_no_fields() -> None:
    """Its other fields with a number are kept by their names; of the keys below nothing is one."""
    found = read(SYSTEM)
    assert found("cics_region:CICSAOR1", "setting.MXT") == 250
    assert found("cics_region:CICSAOR1", "printed.CEMT CDSASIZE") == 786432
    assert found("cics_region:CICSAOR1", "printed.CEMT AGING") == 32768
    assert dict(whole(SYSTEM).numbers.listed) == {7: ("10G",)}
