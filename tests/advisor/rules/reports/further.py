"""Products' own limits: CICS tasks, Db2 writes, MQ log, IMS regions, VSAM splits, Java collector."""

# ruff: noqa: E501  (report lines stand as printed)
from __future__ import annotations

from tests.advisor.rules.report_text import Case, GuardCase, Prints, sample

MODULES = (
    "cics.classes",
    "cics.tasks",
    "db2.writes",
    "db2.castout",
    "mq.log",
    "ims.occupancy",
    "vsam.batch",
    "vsam.splits",
    "java.collector",
)
STAT = sample("engagement/cics-aor1-dfh0stat.txt")
TASKS: Prints = {
    name: text.replace("NVAOR1  ", "CICSAOR1")
    for name, text in sample("formats/cics-pa-summary.txt").items()
}
LISTED = sample("formats/listcat.txt")
ORDERS = "vsam_file:NVPROD.VSAM.TARIF"
READ = {
    (ORDERS, "excps_data"): 410_000.0,
    (ORDERS, "cis_moved"): 432_000.0,
    (ORDERS, "sequential_reads"): 400_000.0,
    (ORDERS, "direct_reads"): 20_000.0,
}
POOLS = sample("formats/db2-bufferpool-detail.txt")
GROUP = sample("formats/db2-gbp.txt")
IMS = sample("engagement/ims-monitor.txt")
FILES = sample("engagement/cics-vse-dfh0stat.txt")
GC = sample("formats/java-verbosegc.xml")
CASTOUTS = "             CASTOUTS                                  = 16073\n"
WRITES = "             WRITES\n               FAILED DUE TO LACK OF STORAGE           = 6\n"
LOG: Prints = {
    "QJST.csv": "Date,Time,LPAR,QMgr,MQ_Version,Interval_Start (DATE),Interval_Start (TIME),"
    "Interval_Duration,WRT_Request_Wait,WRT_Request_NoWait,WRT_Request_Force,"
    "Unavailable_Buffer_Count,Log_Read_Output_Buffer,Log_Read_Active_Log,Log_Read_Archive_Log,"
    "Tape_Contention_Delays,BSDS_Access,Active_Log_CI,Buffer_Writes,Archive_Read,Archive_Write,"
    "CI_Offloads,Checkpoints,Read_Delayed,Lookahead_Mount_Attempts,Lookahead_Mount_Succeed,"
    "Log_Request_Suspends,Log_Writes,Log_CI,Log_CI_Serial,Log_Write_Threshold,"
    "Log_Write_Buffer_Paged,"
    + "".join(
        f"{name} {{{copy}.{pages}}},"
        for copy in (1, 2)
        for pages in (1, 2)
        for name in ("IO_Count", "IO_CI")
    )
    + "".join(
        f"{name}{{{copy}.{pages}}}(S),{name}{{{copy}.{pages}}}(US),"
        for copy in (1, 2)
        for pages in (1, 2)
        for name in (
            "IO_Total_Time",
            "IO_Total_Suspend_Time",
            "IO_Max_Duration",
            "IO_Max_Suspend_Dur",
        )
    )
    + "Writer_Idle_Time,\n"
    + '"2015/03/17","10:30:00,000000","SYSA","MQA1","800","2015/03/17","10:00:00,000000",1800,'
    + "  4120,  880412,  120448,     412,  0,  0,  0,  0,  1204,  0,  88120,  0,  0,  0,  24,  0,"
    + "  0,  0,  1204,  88120,  120448,  4120,  0,  0,"
    + "  1,  1,  1,  1,  1,  1,  1,  1,"
    + "  0," * 32
    + "  1200,\n"
}

CASES = [
    Case(
        "CIC-001",
        STAT,
        wrong={"Times at MXT . . . . . . . . . . . . . :                 0": "Times at MXT . . . . . . . . . . . . . :                12", "Peak Active User transactions. . . . . :                64": "Peak Active User transactions. . . . . :               250"},
        sets={"MXT": 325},
        types="CEMT SET SYSTEM MAXTASKS(325)",
        quotes="Times at MXT",
        effect="mxt_share_pct",
        right={},
        says="CICSAOR1 never stood at its MXT of 250 (once is enough to look)",
        lacks={"Times at MXT": None},
        asks="transaction manager",
    ),
    Case(
        "CIC-002",
        STAT,
        wrong={"00:05:31.560502": "00:25:31.560502", "00:13:42.437340": "00:33:42.437340", "00:31:10.771944": "00:01:10.771944"},
        types="CONCURRENCY(THREADSAFE)",
        quotes="00:25:31.560502",
        effect="qr_utilization",
        right={},
        says="CICSAOR1: the QR TCB uses 12 % of a CP as measured (above 50 % is high)",
        lacks={" QR           1": None},
        asks="dispatcher TCB modes",
    ),
    Case(
        "DB-001",
        POOLS,
        wrong={"NO BUFFER            =         0": "NO BUFFER            =      4120"},
        sets={"VPSIZE": 120000},
        types="-ALTER BUFFERPOOL(BP1) VPSIZE(120000)",
        quotes="NO BUFFER            =      4120",
        effect="prefetch_disabled_no_buffer",
        right={},
        says="prefetch was disabled 0 times for want of a buffer (up to 0.1 % is little)",
        lacks={"NO BUFFER": None, "DMTH HIT": None, "SYNC WRITE": None},
        asks="DISPLAY BUFFERPOOL DETAIL",
    ),
    Case(
        "DB-002",
        POOLS,
        wrong={
            "SYS PAGES WRITTEN =    402118": "SYS PAGES WRITTEN =    102118",
            "DEFERRED WRITE       = 30    VERTICAL DEFERRED WRT  = 5, 0": "DEFERRED WRITE       = 60    VERTICAL DEFERRED WRT  = 40, 0",
        },
        sets={"DWQT": 30, "VDWQT": 5},
        types="DWQT(30)",
        quotes="SYS PAGES WRITTEN =    102118",
        right={},
        says="6.6 pages a write (below 3 is little)",
        lacks={"DWT HIT": None},
        asks="DISPLAY BUFFERPOOL DETAIL",
    ),
    Case(
        "CF-008",
        GROUP,
        wrong={CASTOUTS: CASTOUTS + WRITES},
        types="-ALTER GROUPBUFFERPOOL(GBP1) CLASST(1,0) GBPOOLT(10)",
        quotes="LACK OF STORAGE           = 6",
        effect="writes_failed",
        right={CASTOUTS: CASTOUTS + WRITES.replace("= 6", "= 0")},
        says="no write failed for want of storage (one is too many)",
        lacks={"LACK OF STORAGE": None},
        asks="GDETAIL",
    ),
    Case(
        "MQ-101",
        LOG,
        types="CSQ6LOGP OUTBUFF=4000",
        quotes="MQA1",
        effect="log.unavailable_buffer_count",
        right={"     412,": "       2,"},
        says="MQA1 waited 2 times for a log buffer (above 0.01 % of its 884,532 log requests",
        lacks={"     412,": "      -1,"},
        asks="QJST",
    ),
    Case(
        "MQ-102",
        LOG,
        types="SET SYSTEM LOGLOAD(500000)",
        quotes="MQA1",
        effect="log.checkpoints",
        right={"  24,": "   4,"},
        says="MQA1 took a checkpoint every 450 s (below 180 s is often)",
        lacks={"  24,": "  -1,"},
        asks="QJST",
    ),
    Case(
        "IMS-104",
        IMS,
        types="/START REGION <member>",
        quotes="REGION 1   93.1%",
        effect="region_occupancy_pct",
        right={"93.1%": "43.1%", "92.6%": "42.6%", "94.0%": "44.0%"},
        says="regions are 43 % occupied (above 80 % messages queue)",
        lacks={"REGION OCCUPANCY": None},
        asks="IMS Monitor",
    ),
    Case(
        "CIC-006",
        {**STAT, **TASKS},
        on="cics_region:CICSAOR1",
        wrong={"41206    .0412": "41206   4.1200"},
        types="CEDA ALTER TRANSACTION(NVK1) GROUP(<group>) TRANCLASS(<class>)",
        quotes="NVK1",
        right={},
        says="CICSAOR1: NVK1 is 63 % of the tasks inside",
        lacks={"cics-pa-summary.txt": None},
        asks="CICS PA by Tran",
    ),
    Case(
        "VS-102",
        LISTED,
        answers=READ,
        right_answers={**READ, (ORDERS, "cis_moved"): 820_000.0},
        on=ORDERS,
        types="AMP=('ACCBIAS=SYSTEM')",
        says="95 % of the reads are sequential, 2.0 control intervals an I/O",
        asks="SMF 42-6",
    ),
    Case(
        "VS-101",
        FILES,
        on="vsam_file:NVVSECI1/POLMST",
        types="FREESPACE(20 10)",
        quotes="SPLITS CI     611",
        right={"SPLITS CI     611": "SPLITS CI     211"},
        says="211 CI splits for 8,122 inserts (above 5 % and 36 an hour is much)",
        lacks={"SPLITS CI     611": None},
        asks="CICS file statistics",
    ),
    Case(
        "JAV-101",
        GC,
        wrong={
            'durationms="84.204"': 'durationms="8420.4"',
            'durationms="85.910"': 'durationms="8591.0"',
            'durationms="96.120"': 'durationms="9612.0"',
            'durationms="97.804"': 'durationms="9780.4"',
        },
        types="-Xgcpolicy:gencon first",
        quotes="durationms",
        right={},
        says="of the time in garbage collection (above 5 % is much)",
        lacks={"<exclusive-end": None, "<gc-end": None},
        asks="verbose garbage collection log",
    ),
]  # fmt: skip
GUARDS: list[GuardCase] = []
