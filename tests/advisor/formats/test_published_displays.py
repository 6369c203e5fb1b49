"""Layouts that published displays have and the first readers did not expect."""

from __future__ import annotations

import pytest

from tests.advisor.reading.report_reading import Read, read

POOLS = """\
-DIS BPOOL(BP7)
DSNB401I  DB7S BUFFERPOOL NAME BP7, BUFFERPOOL ID 7, USE COUNT 41
DSNB402I  DB7S BUFFER POOL SIZE = 31000 BUFFERS  AUTOSIZE = NO
              ALLOCATED       =    31000   TO BE DELETED   =        0
DSNB406I  DB7S PGFIX ATTRIBUTE -
              CURRENT = YES
              PENDING = NO
            PAGE STEALING METHOD -
              CURRENT = FIFO
              PENDING = LRU
DSNB404I  DB7S THRESHOLDS -
             VP SEQUENTIAL    = 65
DSN9022I  DB7S DSNB1CMD '-DIS BPOOL' NORMAL COMPLETION
"""


def test_a_command_prefix_without_hyphen_is_the_subsystem() -> None:
    found = read(POOLS)
    pool = "db2_bufferpool:DB7S/BP7"
    assert found(pool, "setting.VPSIZE") == 31_000
    assert found(pool, "setting.VPSEQT") == 65
    assert found(pool, "setting.PGFIX") is True
    assert found(pool, "setting.PGSTEAL") == "FIFO"


COUNTERS = """\
DSNB401I  -DB2A BUFFERPOOL NAME BP4, BUFFERPOOL ID 4, USE COUNT 47
DSNB402I  -DB2A BUFFER POOL SIZE = 2100 BUFFERS  AUTOSIZE = NO
             VPSIZE MINIMUM = 0  VPSIZE MAXIMUM = 0
             ALLOCATED      = 2100   TO BE DELETED   = 0
             IN-USE/UPDATED = 12
             OVERFLOW ALLOC = 0
DSNB404I  -DB2A THRESHOLDS -
             VP SEQUENTIAL        = 80
             DEFERRED WRITE       = 85   VERTICAL DEFERRED WRT = 12,40
             PARALLEL SEQUENTIAL  = 50   ASSISTING PARALLEL SEQT= 0
DSNB411I  -DB2A RANDOM GETPAGE = 391225  SYNC READ I/O ( R) = 18194
             SEQ.   GETPAGE = 1378511  SYNC READ I/O ( S) = 21
             DMTH HIT       = 0  PAGE-INS REQUIRED = 460412
             SEQUENTIAL     = 200  VPSEQT HIT = 0
             RECLASSIFY     = 0
DSN9022I  -DB2A DSNB1CMD '-DISPLAY BUFFERPOOL' NORMAL COMPLETION
"""


def test_blanks_of_labels_and_lists_say_nothing() -> None:
    """``( R)`` was no label, and of ``12,40`` neither part was read."""
    found = read(COUNTERS)
    pool = "db2_bufferpool:DB2A/BP4"
    assert found(pool, "sync_reads_random") == 18_194
    assert found(pool, "sync_reads_sequential") == 21
    assert found(pool, "setting.VDWQT") == 12
    assert found(pool, "vdwqt_buffers") == 40
    assert found.sentences == []
    assert found.reading.numbers.unread == 0


ENTRY = """\
CLUSTER ------- USER.KSDS1
     IN-CAT --- CATALOG.UCAT
     HISTORY
       DATASET-OWNER-----(NULL)     CREATION--------2014.090
       RELEASE----------------2     EXPIRATION------0000.000
     SMSDATA
       STORAGECLASS ---SCBASE       MANAGEMENTCLASS---MCDB22
       DATACLASS --------(NULL)     LBACKUP ---0000.000.0000
   DATA ------- USER.KSDS1.DATA
     ATTRIBUTES
       KEYLEN----------------10     AVGLRECL--------------80     BUFSPACE-----------37376     CISIZE-------------18432
       RKP--------------------0     MAXLRECL--------------80     EXCPEXIT----------(NULL)     CI/CA-----------------45
       SHROPTNS(1,3)   RECOVERY     UNIQUE           NOERASE     INDEXED       NOWRITECHK     NOIMBED       NOREPLICAT
     STATISTICS
       REC-TOTAL-----------1000     SPLITS-CI-------------12     EXCPS---------------1520
       REC-DELETED------------3     SPLITS-CA--------------2     EXTENTS----------------1
       REC-INSERTED----------42     FREESPACE-%CI---------10     SYSTEM-TIMESTAMP:
       REC-UPDATED-----------17     FREESPACE-%CA---------10          X'CD0A3B2C1D4E5F60'
       REC-RETRIEVED-------2210     FREESPC----------1658880
     VOLUME
       VOLSER------------VOL001     PHYREC-SIZE--------18432     HI-A-RBA---------4147200     EXTENT-NUMBER----------1
       DEVTYPE------X'3010200F'     PHYRECS/TRK------------3     HI-U-RBA---------2488320     EXTENT-TYPE--------X'40'
       LOW-CCHH-----X'02C40000'     LOW-RBA----------------0     TRACKS----------------75
"""  # noqa: E501


def test_one_entry_of_a_catalogue_has_columns_that_end_where_they_are_filled() -> None:
    """Nothing of it was read: the gap between its columns was taken for blanked ones."""
    found = read(ENTRY)
    assert found("vsam_file:USER.KSDS1", "setting.DATA_CISZ") == 18_432
    assert found("vsam_file:USER.KSDS1", "ci_splits") == 12
    assert found.sentences == []
    assert found.reading.numbers.unread == 0


GROUP = """\
DSNB750I -DB1A DISPLAY FOR GROUP BUFFER POOL GBP3 FOLLOWS
DSNB757I -DB1A MVS CFRM POLICY STATUS FOR DSNGRP_GBP3   = NORMAL
DSNB773I -DB1A MEMBER DETAIL STATISTICS
             SYNCHRONOUS READS DUE TO BUFFER INVALIDATION
               DATA RETURNED                             = 17
DSNB784I -DB1A GROUP DETAIL STATISTICS
               DATA RETURNED                             = 4100
DSNB786I -DB1A  WRITES
                 FAILED DUE TO LACK OF STORAGE           = 6
DSNB787I -DB1A RECLAIMS
                  FOR DIRECTORY ENTRIES                  = 900
                 CASTOUTS                                = 800
DSNB762I -DB1A DUPLEXING STATISTICS FOR GBP3-SEC
                   FAILED DUE TO LACK OF STORAGE         = 0
DSNB790I -DB1A DISPLAY FOR GROUP BUFFER POOL GBP3 IS COMPLETE
"""


def test_counts_of_a_group_pool_are_not_a_members_or_its_duplexs() -> None:
    found = read(GROUP)
    pool = "db2_gbp:DSNGRP/GBP3"
    assert found(pool, "reads_returned") == 4100
    assert found(pool, "writes_failed") == 6
    assert found(pool, "directory_reclaims") == 900
    assert found(pool, "castouts") == 800


ACCOUNTING = """\
 SUBSYSTEM: DB2X                       ORDER: PLANNAME
DB2 VERSION: V12

PLANNAME: PAYROLL
AVERAGE       APPL(CL.1)  DB2 (CL.2)  IFI (CL.5)    CLASS 3 SUSPENSIONS   AVERAGE TIME  AV.EVENT
ELAPSED TIME    2:06.5000    2:00.1234        N/P   LOCK/LATCH(DB2+IRLM)      0.000123      0.05
CP CPU TIME      0.020000    0.014000         N/P   SYNCHRON. I/O            1:30.0000  45000.00
NORMAL TERM.   AVERAGE     TOTAL    ABNORMAL TERM.    TOTAL
NEW USER          0.10        12    APPL.PROGR. ABEND      0
PLANNAME: STOCK
NORMAL TERM.   AVERAGE     TOTAL    ABNORMAL TERM.    TOTAL
NEW USER          0.50        30    APPL.PROGR. ABEND      0
"""


def test_plans_terminations_add_up_and_times_have_minutes() -> None:
    found = read(ACCOUNTING)
    plan = "db2_plan:DB2X/PAYROLL"
    assert found(plan, "response_ms") == 126_500
    assert found(plan, "sync_io_per_tx") == 45_000
    assert found(plan, "sync_io_us") == 2_000
    assert found(plan, "class3_wait_ms.LOCK") == pytest.approx(0.123)
    assert found("db2_subsystem:DB2X", "terminations_new_user") == 42


def test_a_grand_total_stands_for_its_plans() -> None:
    total = """\
*** GRAND TOTAL ***
NORMAL TERM.   AVERAGE     TOTAL    ABNORMAL TERM.    TOTAL
NEW USER          0.30        55    APPL.PROGR. ABEND      0
"""
    found = read(ACCOUNTING + total)
    assert found("db2_subsystem:DB2X", "terminations_new_user") == 55


def test_the_udp_tables_buffers_are_not_tcps() -> None:
    found = read("""\
MVS TCP/IP NETSTAT CS V2R4       TCPIP Name: TCPX            17:40:36
TCP Configuration Table:
DefaultRcvBufSize:  00131072  DefaultSndBufSize: 00065536
DelayAck:           No
UDP Configuration Table:
DefaultRcvBufSize: 00065535  DefaultSndBufSize: 00065535
""")
    assert found("tcpip_stack:TCPX", "setting.DEFAULTRCVBUFSIZE") == 131_072
    assert found("tcpip_stack:TCPX", "setting.DEFAULTSNDBUFSIZE") == 65_536
    assert found.sentences == []
    assert found.reading.numbers.unread == 0


def test_values_of_netstat_are_quoted_as_they_were_printed() -> None:
    found = read("""\
MVS TCP/IP NETSTAT CS V2R4       TCPIP Name: TCPX            17:40:36
TCP Configuration Table:
DefaultRcvBufSize:  00131072  DelayAck: Yes
""")
    (item,) = found.all("tcpip_stack:TCPX", "setting.DELAYACK")
    assert (item.value, item.raw) == (True, "Yes")


def test_connections_and_their_number() -> None:
    found = read("""\
EZZ2350I MVS TCP/IP NETSTAT CS V2R4       TCPIP Name: TCPX            08:30:12
EZZ2585I User Id  Conn     Local Socket           Foreign Socket         State
EZZ2587I ORDERS   0000004F 10.1.1.1..3000         10.1.1.9..50001        Establsh
EZZ2587I ORDERS   00000050 0.0.0.0..3000          0.0.0.0..0             Listen
TCP Statistics
  Current Established Connections     = 1
""")
    assert found("tcp_connection:TCPX/0000004F", "setting.CLIENT") == "ORDERS"
    assert found("tcp_connection:TCPX/0000004F", "setting.FOREIGN_SOCKET") == "10.1.1.9..50001"
    assert not found.all("tcp_connection:TCPX/00000050", "setting.CLIENT")
    assert found("tcpip_stack:TCPX", "connections") == 1


def test_complete_displays_of_netstat_are_not_called_incomplete() -> None:
    """They were held against a connection's; links and retransmissions were not read."""
    head = "MVS TCP/IP NETSTAT CS V2R4       TCPIP Name: TCPX            08:30:12\n"
    counts = read(
        head
        + """\
TCP Statistics
  Current Established Connections     = 12
  Active Opens                        = 5678
  Resets Received                     = 34
  Segments Received                   = 1234567
  Duplicate ACKs                      = 67
  Out-Of-Order Segments Received      = 43
  Segments Sent                       = 2345678
  Segments Retransmitted              = 9876
  Retransmit Timeouts                 = 45
  Connections Dropped By Retransmit   = 3
  Keepalive Probes Sent               = 8
UDP Statistics
  Datagrams Received                  = 9
"""
    )
    stack = "tcpip_stack:TCPX"
    assert found_of(counts, stack) == {
        "connections": 12, "segments_in": 1_234_567, "segments_out": 2_345_678,
        "segments_retransmitted": 9876, "retransmit_timeouts": 45, "connections_dropped": 3,
    }  # fmt: skip
    link = read(
        head
        + """\
DevName: OSADEV1           DevType: MPCIPA
  DevStatus: Ready
  LnkName: OSALNK1           LnkType: IPAQENET   LnkStatus: Ready
    Speed: 0000001000
    ReadStorage: GLOBAL (4096K)          InbPerf: Dynamic
    SegmentationOffload: No
  Routing Parameters:
    MTU Size: 1492             Metric: 00
    DestAddr: 0.0.0.0          SubnetMask: 255.255.255.0
  Link Statistics:
    BytesIn                           = 12345
    Inbound Packets                   = 98
    BytesOut                          = 22345
DevName: IUTSAMEH          DevType: MPCPTP
  LnkName: OTHER             LnkType: MPCPTP     LnkStatus: Ready
    BytesIn                           = 7
"""
    )
    assert found_of(link, "tcp_interface:TCPX/OSALNK1") == {
        "relation.parent": stack, "setting.INBPERF": "DYNAMIC",
        "setting.SEGMENTATIONOFFLOAD": False, "bytes_in": 12345, "bytes_out": 22345,
    }  # fmt: skip
    told = read(
        head
        + """\
Client Name: ORDERS                   Client Id: 0000004D
  Local Socket: 10.1.1.1..3001          Foreign Socket: 10.9.8.7..51234
    BytesIn:            0000123456         BytesOut:           0000987654
    RcvNxt:             1234567890         SndNxt:             0987654321
    CongestionWindow:   0000131072         SlowStartThreshold: 0000065535
    MaximumSegmentSize: 0000001448         DSField:            00
      Smooth trip time: 12.000             SmoothTripVariance: 3.000
    ReXmt:              0000001234         ReXmtCount:         0000000000
    ReceiveDataQueued:  0000000000
    SendDataQueued:     0000012345
"""
    )
    talk = found_of(told, "tcp_connection:TCPX/0000004D")
    assert (talk["segments_retransmitted"], talk["send_queued_bytes"]) == (1234, 12345)
    for found in (counts, told):
        assert found.sentences == []
        assert found.reading.numbers.unread == 0
    assert link.sentences == []


def found_of(found: Read, subject: str) -> dict[str, object]:
    return {o.metric: o.value for o in found.reading.observations if o.subject == subject}


def test_buffers_of_entire_net_work_are_not_naturals() -> None:
    found = read("""\
MODIFY NETA,D STATS
NET0090I: BUFFER USAGE STATISTICS:
NET0091I: ASYNCH. BUFFERS:     000016 (= 24.2 %) OF 000064 K USED
NET0087I: 0000020847 REQUESTS FROM LOCAL RQ
NET0087I: 0000000931 REQUESTS FROM REMOTE RQ
""")
    assert found.formats == ("netwk",)
    (local,) = [o.value for o in found.reading.observations if o.metric == "requests_local"]
    assert local == 20_847


def test_a_jobs_own_parameters_stand_before_its_procedures_defaults() -> None:
    found = read("""\\
1                   J E S 2  J O B  L O G  --  S Y S T E M  S Y S 7  --  N O D E  N O D E 7
 09.15.01 JOB00123  $HASP373 MPP7 STARTED - INIT 3    - CLASS D - SYS SYS7
         1 //MPP7 JOB (A),MSGCLASS=K
         2 //MPP EXEC DFSMPR,CL1=001,PRLD=P7,PREINIT=L7,PWFI=Y,IMSID=IMS7
           //       RGN=48M
 XXDFSMPR PROC SOUT=A,RGN=56K,SYS2=,
 XX       PCB=000,PRLD=,STIMER=,SOD=,DBLDL=,
 XX       SSM=,PREINIT=,ALTID=,PWFI=N,
""")
    region = "ims_region:IMS7/MPR"
    assert found(region, "setting.PRLD") == "P7"
    assert found(region, "setting.PREINIT") == "L7"
    assert found(region, "setting.PWFI") is True
    assert found(region, "setting.REGION_SIZE_MB") == 48


def test_verbose_gc_of_the_older_kits() -> None:
    found = read(
        """\\
<?xml version="1.0" ?>
<verbosegc version="200712_12">
<af type="nursery" id="1" timestamp="Aug 21 09:20:00 2008" intervalms="0.000">
  <gc type="scavenger" id="1" totalid="1" intervalms="0.000">
    <time totalms="39.000" />
  </gc>
  <time totalms="40.000" />
</af>
<sys id="1" timestamp="Aug 21 09:20:10 2008" intervalms="0.000">
  <gc type="global" id="2" totalid="2" intervalms="0.000">
    <timesms mark="50.1" sweep="5.2" compact="0.000" total="55.4" />
  </gc>
  <time totalms="60.000" />
</sys>
</verbosegc>
""",
        "gc7.log",
    )
    assert found("jvm:gc7", "gc_cycles") == 2
    assert found("jvm:gc7", "gc_pause_ms") == 50
    assert found("jvm:gc7", "gc_max_pause_ms") == 60
    assert found("jvm:gc7", "duration_s") == 10.06  # to the end of the second pause
    assert found("jvm:gc7", "gc_time_pct") == pytest.approx(100 / 100.6)


def test_jvm_options_of_a_job_and_of_an_initialization_block() -> None:
    found = read("""\\
//JAVA7 JOB (A),MSGCLASS=H
//STDENV DD *
IJO="-Xms256m -Xmx640m -Xgcpolicy:gencon"
IJO="$IJO -Xlp:objectheap:pagesize=1M,pageable"
""")
    assert found("jvm:JAVA7", "setting.XMX_MB") == 640
    assert found("jvm:JAVA7", "setting.PAGESIZE") == "1M"
    block = '<verbosegc>\\n<vmargs>\\n<vmarg name="-Xmn64m" />\\n</vmargs>\\n</verbosegc>\\n'
    assert read(block, "gc.xml")("jvm:gc", "setting.XMN_MB") == 64


MQ_CSV = "Date,Time,LPAR,QMgr,MQ_Version,"
MQ_ROW = '"2019/03/17","10:30:00,000000",="SYS7","MQ7A",="920",'


def test_mqsmfcsv_writes_times_in_two_columns() -> None:
    tasks = read(
        MQ_CSV + "Correl,Start_Time (DATE),Start_Time (TIME),Task_Suspend_Count,"
        "Task_Suspend_Time(S),Task_Suspend_Time(US),\n"
        f'{MQ_ROW}"C1","2019/03/17","10:00:00,000000",10,1,004500,\n'
        f'{MQ_ROW}"C2","2019/03/17","10:00:00,000000",30,0,001500,\n'
    )
    assert tasks("mq_manager:MQ7A", "log_suspend_us") == 25_150
    queues = read(
        MQ_CSV + "Base_Name,Get_CT(S),Get_CT(US),Put_CT(S),Put_CT(US),Total_Bytes_Put,"
        f'Total_Valid_Puts,\n{MQ_ROW}"ORDERS",0,200000,2,000800,6144000,3000,\n'
    )
    assert queues("mq_manager:MQ7A", "cpu_us_per_message") == 2_200_800 / 3_000
    assert queues("mq_manager:MQ7A", "message_kb") == 2
    pools = read(
        MQ_CSV + "Interval_Start (DATE),Interval_Start (TIME),Interval_Duration,POOL,NBUF,CBSL,"
        f'SOS ,LOC,\n{MQ_ROW}"2019/03/17","10:00:00,000000",1800,3,50000,900,2,"Above",\n'
    )
    (low,) = pools.all("mq_bufferpool:MQ7A/3", "low_buffers")
    assert (low.value, low.interval.start) == (900, "2019-03-17T10:00:00")
    assert pools("mq_manager:MQ7A", "setting.VERSION") == "9.2.0"


def logged(text: str, job: str = "JOB00777") -> str:
    return "".join(f" 09.15.{n % 60:02} {job}  {line}\n" for n, line in enumerate(text.split("\n")))


def test_a_figure_of_three_digits_at_the_end_of_a_log_line_is_no_connect_id() -> None:
    found = read(logged(POOLS.replace("31000 BUFFERS  AUTOSIZE = NO", "750 BUFFERS  AUTOSIZE = NO")
                        .replace("VP SEQUENTIAL    = 65", "VP SEQUENTIAL    = 100")))  # fmt: skip
    assert found("db2_bufferpool:DB7S/BP7", "setting.VPSEQT") == 100
    assert found("db2_bufferpool:DB7S/BP7", "setting.VPSIZE") == 750
    # A message of several lines does end its first with the number that the others begin with.
    usage = read(
        " 09.15.01 STC00777  CSQY220I !MQ7A CSQSCTL Queue manager storage usage: 345\n"
        " 345                 local storage: used 492MB, free 1083MB:\n"
        " 345                 above bar: used 1GB, free 3GB\n"
    )
    assert usage("mq_manager:MQ7A", "storage_free_mb") == 1083
    assert usage("mq_manager:MQ7A", "storage_above_free_gb") == 3


def test_a_sort_in_a_log_is_its_jobs_not_the_job_numbers() -> None:
    sort = (
        "ICE000I 1 - CONTROL STATEMENTS FOR 5650-ZOS, Z/OS DFSORT V2R4\n"
        "ICE088I 0 NIGHTLY .SORT10  .        , INPUT LRECL = 80, BLKSIZE = 80, TYPE = FB\n"
        "ICE054I 0 RECORDS - IN: 700, OUT: 700"
    )
    assert read(logged(sort))("dfsort_job:NIGHTLY", "records_in") == 700
    started = "$HASP373 DAILY    STARTED - INIT 3    - CLASS D - SYS SYS7\n"
    assert read(logged(started + sort))("dfsort_job:DAILY", "records_out") == 700


def test_storage_of_two_address_spaces_stays_apart_behind_a_blank() -> None:
    storage = """\
 SUBSYSTEM: DB2X                    ORDER: N/A                           INTERVAL FROM: 03/17/15
 DB2 VERSION: V12                   SCOPE: MEMBER

 REAL AND AUXILIARY STORAGE FOR DBM1    QUANTITY  REAL AND AUXILIARY STORAGE FOR DIST    QUANTITY
 REAL STORAGE IN USE             (MB)   20000.25  REAL STORAGE IN USE             (MB)     150.50
 AUXILIARY STORAGE IN USE        (MB)     300.00  AUXILIARY STORAGE IN USE        (MB)       1.00
"""
    found = read(storage)
    assert found("db2_subsystem:DB2X", "real_storage_mb.DBM1") == 20_000.25
    assert found("db2_subsystem:DB2X", "real_storage_mb.DIST") == 150.5
    assert found("db2_subsystem:DB2X", "auxiliary_mb") == 300
    assert found("db2_subsystem:DB2X", "auxiliary_mb.DIST") == 1


def test_a_page_title_inside_the_switch_table_is_no_component() -> None:
    found = read("""\
zIIP Component Switch Statistics
Component   Product      Switches     Percent
ADALNK      NAT              1200      60.00
SOME JOB OUTPUT          PAGE 7
PRINT       NAT               800      40.00
""")
    metrics = [item.metric for item in found.reading.observations]
    assert sorted(m for m in metrics if m.startswith("switches.")) == [
        "switches.ADALNK",
        "switches.PRINT",
    ]


SESSION = """\
ADARUN PROG=ADANUC,DBID=77,NUCID=0,NT=20
 A d a b a s  nucleus session statistics
 From 2019-05-11 10:00:00 to 2019-05-11 11:00:00
 Container            Reads               Writes
 ASSO            12,345,678              514,000
 WORK1 protection I/Os                900,022
 Logical reads    1,234,567,890
 Buffer efficiency         84.5
 A d a b a s  executed      56,789 calls in 20 threads
 Global Cache Statistics
 Read calls                  5,000
 Global Lock Statistics
 Hold ISN                   7,000       12      6,988
"""


def test_thousands_are_separated_either_way() -> None:
    point = read(SESSION)
    comma = read(SESSION.translate(str.maketrans(",.", ".,")).replace("ADANUC.", "ADANUC,")
                 .replace("77.NUCID=0.NT", "77,NUCID=0,NT"))  # fmt: skip
    nucleus = "adabas_nucleus:77-0"
    for found in (point, comma):
        assert found(nucleus, "asso_reads") == 12_345_678
        assert found(nucleus, "asso_writes") == 514_000
        assert found(nucleus, "work_protection_ios") == 900_022
        assert found(nucleus, "buffer_efficiency") == 84.5
        assert found(nucleus, "commands") == 56_789
        assert found(nucleus, "cache_read_calls") == 5_000
        assert found(nucleus, "lock_obtains.hold_isn") == 7_000


def test_parameters_that_a_nucleus_displays_are_its_own() -> None:
    found = read("""\
ADAN41 00077 00003 2019-05-14 10:15:00 PARAMETERS IN EFFECT
ARMNAME     =
BLP         = NO
LBP         = 104,857,600
LFIOP       = 10485760
NT          = 15
""")
    nucleus = "adabas_nucleus:77-3"
    assert found(nucleus, "setting.LBP") == 100
    assert found(nucleus, "setting.LFIOP") == 10
    assert found(nucleus, "setting.NT") == 15
    assert found.sentences == []


def test_figures_before_the_nodes_name_are_its_own() -> None:
    found = read("""\
NETC260I: NODEQ   : FCTC DRIVER STATISTICS, INTERVAL  600.00 SECS
NET0101I: MESSAGES SENT     1,200,000 MESSAGES RECEIVED 1,200,000
NET0102I: BYTES SENT     2,400M BYTES RECEIVED 1,200M
""")
    assert {item.subject for item in found.reading.observations} == {"netwk_node:NODEQ"}
    assert found("netwk_node:NODEQ", "messages_per_s") == 4_000
    deck = read("NODE WCPA,NTIMEOUT=60\nDRIVER XCFD,SNDBLKSZ=32K\nLINK TOWCPB,XCFD,RCVBLKSZ=16K\n")
    assert deck("netwk_node:WCPA", "relation.network") == "netwk_node:WCPB"
    assert deck("netwk_node:WCPA", "setting.RCVBLKSZ_KB") == 16


def test_a_profile_is_read_from_its_title_on() -> None:
    found = read(
        """\
 10:23:01            ***** NATURAL SYSPARM UTILITY *****            2019-03-17
 User MILLER                - Display Profile -
 Profile ... PRODBAT
 MT ......... 30
 THSIZE ..... 1500
 SORT ....... (EXT=OFF)
""",
        "natp.txt",
    )
    assert found("natural_session:MILLER", "setting.MT") == 30
    assert found("natural_session:MILLER", "setting.THSIZE_KB") == 1500
    assert found("natural_session:MILLER", "setting.SORT") == "internal"


def test_prefetch_labels_of_later_statistics_reports() -> None:
    found = read("""\
  SUBSYSTEM: DB2X                                              INTERVAL FROM: 02/12/19 09:00:00.00
DB2 VERSION: V12                  SCOPE: MEMBER                           TO: 02/12/19 10:00:00.00

BP5 READ OPERATIONS              QUANTITY  /SECOND  /THREAD  /COMMIT
---------------------------      --------  -------  -------  -------
SEQUENTIAL PREFETCH REQUEST         20.00     0.01     0.02     0.00
SEQUENTIAL PREFETCH READS           18.00     0.01     0.01     0.00
PAGES READ VIA SEQ.PREFETCH        1.2K       0.33     0.01     0.00
DYNAMIC PREFETCH REQUESTED          35.00     0.01     0.02     0.00
DYNAMIC PREFETCH READS              30.00     0.01     0.02     0.00
""")
    pool = "db2_bufferpool:DB2X/BP5"
    assert found(pool, "prefetch_reads") == 18
    assert found(pool, "prefetch_pages") == 1200
    assert found(pool, "dynamic_prefetch_reads") == 30


def test_thresholds_of_several_pools_are_no_decimal_commas() -> None:
    """A display of two pools with VDWQT as 12,40 was refused as one with decimal commas."""
    second = COUNTERS.replace("BP4", "BP6").replace("ID 4", "ID 6").replace("= 2100", "= 9100")
    found = read(COUNTERS.partition("DSN9022I")[0] + second)
    assert found("db2_bufferpool:DB2A/BP4", "setting.VPSIZE") == 2100
    assert found("db2_bufferpool:DB2A/BP6", "setting.VPSIZE") == 9100
    assert found("db2_bufferpool:DB2A/BP6", "setting.VDWQT") == 12
    assert not found.sentences


def test_the_next_pool_without_its_first_line_is_not_the_pool_above() -> None:
    """Its size, thresholds and counts were those of the pool above it, in silence."""
    second = COUNTERS.replace("BP4", "BP6").replace("ID 4", "ID 6").replace("= 2100", "= 9100")
    whole = COUNTERS.partition("DSN9022I")[0] + second
    assert read(whole)("db2_bufferpool:DB2A/BP6", "setting.VPSIZE") == 9100
    found = read("".join(x for x in whole.splitlines(True) if "BUFFERPOOL NAME BP6" not in x))
    assert found("db2_bufferpool:DB2A/BP4", "setting.VPSIZE") == 2100
    assert any("no DSNB401I above this line" in said for said in found.sentences)


def test_a_command_prefix_that_has_lost_its_blank_is_no_other_subsystem() -> None:
    found = read(COUNTERS.replace("-DB2A RANDOM", "-DB2ARANDOM"))
    assert not [s for s in found.reading.observations if ":DB2ARAND" in s.subject]


@pytest.mark.parametrize("message", ["DSNB404I", "DSNB411I"])
def test_labels_below_a_lost_message_are_not_the_message_aboves(message: str) -> None:
    whole = {(s.subject, s.metric) for s in read(COUNTERS).reading.observations}
    lines = COUNTERS.splitlines(keepends=True)
    found = read("".join(line for line in lines if message not in line))
    assert {(s.subject, s.metric) for s in found.reading.observations} <= whole
    assert any("the line with the message number above is missing" in s for s in found.sentences)


def test_a_word_of_a_line_is_no_line_of_its_own() -> None:
    """The requests that waited for a thread were left out: a place inside QUEDBAT was a seam."""
    found = read(
        "DSNL080I  -DB2P DSNLTDDF DISPLAY DDF REPORT FOLLOWS:\n"
        "DSNL081I STATUS=STARTD\n"
        "DSNL090I DT=I  CONDBAT=  10000 MDBAT=   500\n"
        "DSNL091I MCONQN=       5 MCONQW=   30\n"
        "DSNL092I ADBAT=   498 QUEDBAT=  12345 INADBAT=    3 CONQUED=     17\n"
        "DSNL093I DSCDBAT=   120 INACONN=   8765\n"
        "DSNL099I DSNLTDDF DISPLAY DDF REPORT COMPLETE\n"
    )
    assert any(item.raw == "12345" for item in found.reading.observations)
    assert not found.sentences
