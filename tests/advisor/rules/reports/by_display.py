"""Rules on displays and records of single facilities: sockets, Db2 entries, channels, interfaces.

The prints stand as the products' documentation shows or describes them.
"""

# ruff: noqa: E501  (report lines stand as printed)
from __future__ import annotations

from tests.advisor.rules.report_text import Case, Prints, sample

MODULES = (
    "batch.data_sets",
    "cics.attachments",
    "coupling.policy",
    "ims.log",
    "mq.channels",
    "tcpip.interfaces",
)
STAT = sample("engagement/cics-aor1-dfh0stat.txt")
SOCKETS: Prints = {
    name: text
    + """1Applid CICSAOR1  Sysid AOR1  Jobname CICSAOR1  Date 03/17/2015  Time 10:45:00    CICS 5.2.0              PAGE    44
TCP/IP
______
  TCP/IP Status . . . . . . . . . . . . . . . . . :              OPEN
  SSLCACHE setting. . . . . . . . . . . . . . . . :              CICS
  Max IP sockets (MAXSOCKETS) limit . . . . . . . :               250
  Times the MAXSOCKETS limit was reached. . . . . :                41
  Current Active IP sockets . . . . . . . . . . . :               188
  Current number of inbound sockets . . . . . . . :               171
  Peak number of inbound sockets. . . . . . . . . :               232
  Peak number of outbound sockets . . . . . . . . :                18
"""
    for name, text in STAT.items()
}
ENTRIES: Prints = {
    name: text
    + """1Applid CICSAOR1  Sysid AOR1  Jobname CICSAOR1  Date 03/17/2015  Time 10:45:00    CICS 5.2.0              PAGE    61
DB2 Entries
___________
  DB2Entry Name . . . . . . . . . . . . . : ORDENT
  DB2Entry Static Plan Name . . . . . . . : ORDPLAN
  DB2Entry Status . . . . . . . . . . . . : ENABLED
  Number of Calls using DB2Entry. . . . . :           412,880
  DB2Entry Threadwait Setting . . . . . . : TPOOL                       Number of DB2Entry Commits. . . . . . . . . . . . :        38,110
  DB2Entry Thread Limit . . . . . . . . . :                12           Number of DB2Entry Aborts . . . . . . . . . . . . :             4
  Current number of DB2Entry Threads. . . :                 6           Number of DB2Entry Single Phase . . . . . . . . . :           902
  Peak number of DB2Entry Threads . . . . :                12           Number of DB2Entry Thread Reuses. . . . . . . . . :        30,104
                                                                        Number of DB2Entry Thread Terminates. . . . . . . :         4,120
  DB2Entry Protected Thread Limit . . . . :                 4           Number of DB2Entry Thread Waits/Overflows . . . . :         8,014
"""
    for name, text in STAT.items()
}
CHANNELS: Prints = {
    "QCST.csv": "Date,Time,LPAR,QMgr,QSG,MQ_Version,Collection_Time (DATE),Collection_Time (TIME),Chl_Name,Disposition,Type,Status,Stat_Setting,Connection_Name,BatchSize,Msg_All_Count,Msg_Persistent_Count,Batches,Full_Batches,Buffers_Sent,Buffers_Rcvd,Batch_Interval,\n"
    '"2026/11/11","10:30:00,000000","SYSA","MQA1","....","930","2026/11/11","10:30:00,000000","MQA1.TO.MQB1","Private","Sender","Running","High","10.12.4.18(1414)",50,41280,40012,38904,0,41290,38904,0,\n'
}
CFSTATUS: Prints = {
    "cfstatus.txt": """ CSQP001I -MQA1 Buffer pool 0 has 5000 buffers, 4100 (82%) stealable
 CSQN205I  COUNT=       2, RETURN=00000000, REASON=00000000
 CSQM201I -MQA1 CSQMDRTC  DIS CFSTATUS DETAILS
 CFSTRUCT(APPL1)
 TYPE(SUMMARY)
 CFTYPE(APPL)
 STATUS(ACTIVE)
 OFFLDUSE(NONE)
 SIZEMAX(524288)
 SIZEUSED(41)
 ENTSMAX(180112)
 ENTSUSED(161204)
 FAILTIME( )
 FAILDATE( )
  END CFSTATUS DETAILS
 CSQ9022I -MQA1 CSQMDRTC ' DIS CFSTATUS' NORMAL COMPLETION
"""
}
DEVLINKS: Prints = {
    "devlinks.txt": """D TCPIP,TCPIP,N,DEVLINKS
EZD0101I NETSTAT CS V2R4 TCPIP 411
DEVNAME: LOOPBACK          DEVTYPE: LOOPBACK
  DEVSTATUS: READY
  LNKNAME: LOOPBACK          LNKTYPE: LOOPBACK    LNKSTATUS: READY
INTFNAME: OSAQDIO4          INTFTYPE: IPAQENET   INTFSTATUS: READY
    PORTNAME: OSAQDIO4  DATAPATH: 0E2A     DATAPATHSTATUS: READY
    CHPIDTYPE: OSD
    SPEED: 0000010000
    VMACADDR: 000629DC21BC   VMACORIGIN: CFG  VMACROUTER: ALL
    CFGMTU: 1492                        ACTMTU: 1492
    IPADDR: 10.12.4.18/24
    READSTORAGE: GLOBAL (4096K)
    INBPERF: BALANCED
    WORKLOADQUEUEING: NO
    CHECKSUMOFFLOAD: YES                SEGMENTATIONOFFLOAD: NO
    SECCLASS: 8                         MONSYSPLEX: YES
  INTERFACE STATISTICS:
    BYTESIN                           = 48124801120
    INBOUND PACKETS                   = 41280114
    INBOUND PACKETS IN ERROR          = 0
    BYTESOUT                          = 91204118004
    OUTBOUND PACKETS                  = 68114002
"""
}
STRUCTURES: Prints = {
    "structure.txt": """D XCF,STR,STRNAME=DSNDB0A_LOCK1
IXC360I  10.30.12  DISPLAY XCF 118
STRNAME: DSNDB0A_LOCK1
 STATUS: ALLOCATED
 EVENT MANAGEMENT: MESSAGE-BASED
 TYPE: SERIALIZED LIST
 POLICY INFORMATION:
  POLICY SIZE    : 512 M
  POLICY INITSIZE: 128 M
  POLICY MINSIZE : 128 M
  FULLTHRESHOLD  : 80
  ALLOWAUTOALT   : YES
  REBUILD PERCENT: 5
  DUPLEX         : DISABLED
  ALLOWREALLOCATE: YES
  PREFERENCE LIST: CF01     CF02
  ENFORCEORDER   : NO
  EXCLUSION LIST IS EMPTY

 ACTIVE STRUCTURE
 ----------------
  ALLOCATION TIME: 11/01/2026 02:10:44
  CFNAME         : CF01
  COUPLING FACILITY: 003906.IBM.02.0000000A1B2C
                     PARTITION: 0E   CPCID: 00
  ACTUAL SIZE    : 128 M
  STORAGE INCREMENT SIZE: 1 M
"""
}
CLASSES: Prints = {
    "classes.txt": """ SYSC     IXC344I  10.31.02  DISPLAY XCF 121
TRANSPORT  CLASS   DEFAULT  ASSIGNED
CLASS      LENGTH  MAXMSG   GROUPS
DEFAULT       956     2000  UNDESIG

DEFAULT TRANSPORT CLASS USAGE FOR SYSTEM SYSB
 SUM: MAXMSG:       2000    IN USE:        12     NOBUFF:        57
 SEND CNT:   1204118    BUFFLEN (FIX):       956
 SEND CNT:     41204    BUFFLEN (BIG):      4028
 SEND CNT:     11804    BUFFLEN (BIG):     20412
DEFAULT TRANSPORT CLASS USAGE FOR SYSTEM SYSA
 SUM: MAXMSG:       2000    IN USE:         8     NOBUFF:         0
 SEND CNT:    804118    BUFFLEN (FIX):       956
"""
}
LOGGER: Prints = {
    "logger.txt": """IMS Performance Analyzer                     Internal Resource Usage - IMSA
Logger Statistics                                                                            Interval :      20.00 (HHHH.MM.SS)
                                                              Count /Transact   /Second
  Logical Logger:   Records written                         212,075     24.18    176.73
                    Check write requests                     15,400      1.76     12.83
                    Waits for writes                             20       .00       .02
                    Buffer waits: chkpt invokers                 80       .00       .01
                    Buffer waits: non-chkpt invokers             41       .00       .00
                    Awe submitted on wrt                          0       .00       .00
  Physical Logger:  WADS EXCPVRs                              8,607       .98      7.17
"""
}
BATCH_POOL: Prints = {
    "dfsstat.txt": """                    *** OSAM DATA BASE BUFFER POOL STATISTICS ***
 FIX BLOCK DATA                                      Y/Y
 SUBPOOL ID                                         O04K
 SUBPOOL BUFFER SIZE                                4096
 TOTAL BUFFERS IN SUBPOOL                           1000


 LOCATE-TYPE CALLS                               1765296
 REQUESTS TO CREATE NEW BLOCKS                         0
 BUFFER ALTER CALLS                               340800
 PURGE CALLS                                       39371
 LOCATE-TYPE CALLS, DATA ALREADY IN SUBPOOL      1370897
 BUFFERS SEARCHED BY ALL LOCATE-TYPE CALLS       1987604
*READ I/O REQUESTS                                375355
*SINGLE BLOCK WRITES BY BUFFER STEAL RTN               0
*BLOCKS WRITTEN BY PURGE                          150284
 TOTAL NBR OF I/O ERRORS FOR THIS SUBPOOL              0
 BUFFERS LOCKED DUE TO WRITE ERRORS                    0
 LOCATE CALLS WAITED DUE TO BUSY ID                 1431
 BUFR STEAL/PURGE WAITED FOR OWNERSHIP RLSE          296
*TOTAL I/O OPERATIONS                             525639
"""
}
LPAR = sample("formats/rmf-cpu-threads.txt")
CLASSES = {**CLASSES, **LPAR}
SORTS = sample("formats/dfsort-smf16.txt")
DATA = "PROD.ORDERS.DAILY"
IOS, BLOCK = (f"sequential_{what}.{DATA}" for what in ("ios", "block_bytes"))
PLAIN = f"sequential_extended.{DATA}"
ON_SYSC = {("lpar:SYSC", IOS): 412_000.0, ("lpar:SYSC", "setting.OPSYS"): "z/OS"}

CASES = [
    Case(
        "BAT-001",
        LPAR,
        types=f"//<ddname> DD DSN={DATA},DCB=(BLKSIZE=0,BUFNO=30)",
        effect="sequential_ios",
        answers={**ON_SYSC, ("lpar:SYSC", BLOCK): 4_096.0},
        right_answers={**ON_SYSC, ("lpar:SYSC", BLOCK): 27_920.0},
        says="have 27,920 bytes or more (below 20,000 is small)",
        asks="SMF 42-6",
    ),
    Case(
        "BAT-002",
        SORTS,
        on="dfsort_job:SORT 17 01:04:12.11",
        sets={"ZSORT": True},
        types="OPTION ZSORT",
        answers={("dfsort_job:SORT 17 01:04:12.11", "setting.ZSORT"): False},
        right_answers={("dfsort_job:SORT 17 01:04:12.11", "setting.ZSORT"): True},
        says="may use the sort accelerator",
        asks="ZSORT by hand",
    ),
    Case(
        "BAT-003",
        LPAR,
        types="COMPACTION(ZP)",
        answers={**ON_SYSC, ("lpar:SYSC", PLAIN): 1.0},
        right_answers={**ON_SYSC, ("lpar:SYSC", PLAIN): 0.0},
        says="none of the 1 busy sequential data sets is extended and uncompressed",
        asks="SMF 42-6",
    ),
    Case(
        "CF-009",
        STRUCTURES,
        sets={"INITSIZE_MB": 256.0},
        types="INITSIZE(256M) SIZE(512M) PREFLIST(CF01,CF02) DUPLEX(DISABLED)",
        quotes="POLICY INITSIZE: 128 M",
        right={"POLICY INITSIZE: 128 M": "POLICY INITSIZE: 256 M"},
        says="allocated with 256 of at most 512 MB (less than half is little)",
        lacks={"POLICY INITSIZE": None},
        asks="IXC360I",
    ),
    Case(
        "XCF-001",
        CLASSES,
        types="SETXCF MODIFY,CLASSDEF,CLASS=DEFAULT,MAXMSG=4000,CLASSLEN=20412",
        quotes="NOBUFF:        57",
        effect="xcf_no_buffer",
        right={
            "NOBUFF:        57": "NOBUFF:         0",
            "SEND CNT:     41204": "SEND CNT:       204",
            "SEND CNT:     11804": "SEND CNT:        18",
        },
        says="at most 0.01 % of a class were longer than its buffers (above 1 % is much)",
        lacks={"NOBUFF": None, "SEND CNT": None},
        asks="IXC344I",
    ),
    Case(
        "IMS-101",
        LOGGER,
        sets={"BUFNO": 10},
        types="OLDSDEF=(OLDS=(<ids>),MODE=<as before>,BUFNO=10,BUFSTOR=<as before>)",
        quotes="non-chkpt invokers             41",
        effect="log_buffer_waits",
        right={
            "invokers                 80": "invokers                  0",
            "invokers             41": "invokers              1",
        },
        says="IMSA waited 1 times for a log buffer",
        lacks={"Buffer waits": None},
        asks="Logger Statistics",
    ),
    Case(
        "IMS-102",
        LOGGER,
        types="/START WADS <n>",
        effect="wads_response_ms",
        answers={("ims_system:IMSA", "wads_response_ms"): 1.4},
        right_answers={("ims_system:IMSA", "wads_response_ms"): 0.3},
        says="IMSA: its WADS answer in 0.30 ms (above 0.5 ms is slow)",
        asks="SMF 42-6",
    ),
    Case(
        "IMS-103",
        BATCH_POOL,
        types="IOBF=(4096,2000,N,N,O04K)",
        quotes="READ I/O REQUESTS                                375355",
        effect="pool_reads",
        right={"375355": "105355"},
        says="93 % of the requests found their block in subpool O04K.4096 (below 80 % is little)",
        lacks={"READ I/O REQUESTS": None},
        asks="buffer pool",
    ),
    Case(
        "CIC-007",
        ENTRIES,
        types="CEMT SET DB2ENTRY(ORDENT) THREADLIMIT(18) PROTECTNUM(12)",
        quotes="8,014",
        effect="db2_thread_waits",
        right={"8,014": "   14"},
        says="0.0 % of the calls of ORDENT found no thread (above 1 % is much), 88 % of its threads",
        lacks={"Waits/Overflows": None, "Number of Calls": None},
        asks="Db2 entries",
    ),
    Case(
        "CIC-008",
        SOCKETS,
        sets={"MAXSOCKETS": 500},
        types="CEMT SET TCPIP MAXSOCKETS(500)",
        quotes="limit was reached. . . . . :                41",
        effect="max_sockets_times",
        right={
            "was reached. . . . . :                41": "was reached. . . . . :                 0"
        },
        says="CICSAOR1 never stood at its 250 sockets",
        lacks={"limit was reached": None},
        asks="TCP/IP",
    ),
    Case(
        "MQ-104",
        CHANNELS,
        types="<cpf> ALTER CHANNEL(MQA1.TO.MQB1) CHLTYPE(<type>) BATCHINT(10)",
        quotes="MQA1.TO.MQB1",
        effect="channel_batches",
        right={",38904,0,": ",1904,0,"},
        says="channel MQA1.TO.MQB1 sent 21.7 messages a batch",
        lacks={",38904,0,": ",-1,-1,"},
        asks="QCST",
    ),
    Case(
        "MQ-105",
        CFSTATUS,
        types="OFFLOAD(SMDS)",
        quotes="ENTSUSED(161204)",
        right={"ENTSUSED(161204)": "ENTSUSED(61204)"},
        says="at most 34 % used (above 80 % is much)",
        lacks={"ENTSUSED": None, "SIZEUSED": None},
        asks="DISPLAY CFSTATUS",
    ),
    Case(
        "TCP-101",
        DEVLINKS,
        sets={"INBPERF": "DYNAMIC", "WORKLOADQ": True},
        types="INTERFACE OSAQDIO4 DEFINE IPAQENET",
        quotes="WORKLOADQUEUEING: NO",
        right={"WORKLOADQUEUEING: NO": "WORKLOADQUEUEING: YES"},
        says="OSAQDIO4 has inbound queues",
        lacks={"WORKLOADQUEUEING": None},
        asks="NETSTAT DEVLINKS",
    ),
    Case(
        "TCP-102",
        DEVLINKS,
        sets={"SEGMENTATIONOFFLOAD": True},
        types="IPCONFIG SEGMENTATIONOFFLOAD",
        quotes="SEGMENTATIONOFFLOAD: NO",
        right={"SEGMENTATIONOFFLOAD: NO": "SEGMENTATIONOFFLOAD: YES"},
        says="OSAQDIO4: the adapter cuts the segments",
        lacks={"SEGMENTATIONOFFLOAD": None},
        asks="NETSTAT DEVLINKS",
    ),
]
GUARDS = []
