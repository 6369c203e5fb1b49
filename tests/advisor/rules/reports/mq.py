"""IBM MQ: DISPLAY USAGE and messages of a MSTR job log, buffer pool statistics as MP1B prints."""

from __future__ import annotations

from tests.advisor.rules.report_text import Case, GuardCase, sample

MODULES = ("mq.pools", "mq.storage", "mq.expansion", "mq.units")
LOG, STATISTICS = "mq-mqa1-joblog.txt", "mq-mqa1-smf115.txt"
MQA1 = sample(f"engagement/{LOG}", f"engagement/{STATISTICS}")
LONG = {
    LOG: MQA1[LOG]
    + "".join(
        f"10.4{n}.10 STC04417  CSQJ160I !MQA1 CSQJW009 Long-running UOW found, URID=000004E2A{n}F0 "
        f"connection name=NVBATCH{n}\n"
        for n in range(4)
    )
}
POOL1 = "mq_bufferpool:MQA1/1"
PAGES, COUNTERS = "DISPLAY USAGE TYPE(PAGESET)", "SMF 115 QPST"
WQ = sample("formats/mqsmfcsv-WQ.csv")
ABOVE = {
    "01 Location - below bar": "01 Location - above bar",
    "4980          4       4KB  BELOW": "4980          4       4KB  ABOVE",
}
FIXED = {
    "01 Location - below bar": "01 Location - above bar",
    "4980          4       4KB  BELOW": "4980          4  FIXED4KB ABOVE",
}
ROOM = {"Low    4712": "Low   44712"}

CASES = [
    Case(
        "MQ-001",
        MQA1,
        on=POOL1,
        sets={"LOCATION": "above"},
        types="ALTER BUFFPOOL(1) LOCATION(ABOVE)",
        quotes="01 Location - below bar",
        effect="storage_below_mb",
        right=ABOVE,
        says="Pool MQA1/1 is above the bar",
        lacks={"VRM:800": "VRM:   ", LOG: None},
        asks="CSQY000I",
    ),
    Case(
        "MQ-002",
        MQA1,
        wrong=ABOVE,
        sets={"PAGECLAS": "FIXED4KB"},
        types="ALTER BUFFPOOL(1) PAGECLAS(FIXED4KB)",
        quotes="4KB  ABOVE",
        effect="cpu_us_per_message",
        right=FIXED,
        says="Pool MQA1/1 is page-fixed",
        lacks={"01 Rio": None},
        asks=COUNTERS,
    ),
    Case(
        "MQ-003",
        MQA1,
        types="DEFINE PSID(4)",
        quotes="_     4       3",
        right={"     4       3     20150": "     4       4     20150"},
        says="Pool MQA1/3 serves one page set",
        lacks={"VRM:800": "VRM:   "},
        asks="CSQY000I",
    ),
    Case(
        "MQ-004",
        MQA1,
        on="mq_bufferpool:MQA1/2",
        sets={"BUFFERS": 1294},
        types="ALTER BUFFPOOL(2) BUFFERS(1294)",
        quotes="1078",
        effect="storage_mb",
        right={" 2       2      1078      1074": " 2       2      9078      9074"},
        says="Pool MQA1/2: 5,000 buffers for 9,078 pages",
        lacks={LOG: None},
        asks=PAGES,
    ),
    Case(
        "MQ-005",
        MQA1,
        sets={"BUFFERS": 121000},
        types="ALTER BUFFPOOL(1) BUFFERS(121000)",
        quotes="> 01 Buffs  100000 Low    4712",
        effect="storage_mb",
        right=ROOM,
        says="Pool MQA1/1 was at most 55.3 % used",
        lacks={STATISTICS: None, "CSQP020E": "CSQP999I"},
        asks=COUNTERS,
    ),
    Case(
        "MQ-006",
        MQA1,
        wrong={
            "Buffs   30000 Low   29102 Now    29940": "Buffs  230000 Low  229102 Now   229940",
            "3      30000      29940": "3     230000     229940",
            "has 30000 buffers, 29940": "has 230000 buffers, 229940",
        },
        sets={"LOCATION": "above"},
        quotes="local storage: used 1018MB, free 492MB",
        effect="storage_below_mb",
        says="pools take 35 % of 31-bit storage",
        lacks={"local storage:": None},
        asks="CSQY220I",
    ),
    Case(
        "MQ-008",
        MQA1,
        sets={"BUFFERS": 121000},
        quotes="Buffer pool 1 is too small",
        right={"Buffer pool 1 is too small": "Buffer pool 2 is too small"},
        says="No CSQP020E named pool MQA1/1",
        lacks={"CSQP020E": None},
        asks="MSTR job log",
    ),
    Case(
        "MQ-010",
        {**sample("formats/mqsmfcsv-QMST.csv"), **WQ},
        types="several records in one message",
        quotes="NV.ORDERS",
        effect="cpu_us_per_kb",
        right={",4096000,2000,": ",409600000,2000,"},
        says="messages of 200 KB are not small",
        lacks={"mqsmfcsv-WQ.csv": None},
        asks="table WQ",
    ),
    Case(
        "MQ-009",
        MQA1,
        sets={"BUFFERS": 121000},
        quotes="01 Rio      4218",
        right={
            "01 Rio      4218": "01 Rio         0",
            "WIO   122410 IMW   27104": "WIO   122410 IMW       0",
        },
        says="the peak is above 85 %",
        lacks={"01 Rio": None},
        asks=COUNTERS,
    ),
    Case(
        "MQ-103",
        LONG,
        types="!MQA1 ALTER QMGR MAXUMSGS(<n>)",
        quotes="CSQJ160I",
        effect="long_unit_messages",
        right={"NVBATCH3": None},
        says="MQA1: 3 messages on long units of work",
        lacks={"Long-running UOW": None},
        asks="the job log of the queue manager",
    ),
    Case(
        "MQ-106",
        MQA1,
        wrong={"26650 USER    0": "26650 USER   41"},
        on="mq_pageset:MQA1/1",
        sets={"EXPAND": "SYSTEM"},
        types="!MQA1 ALTER PSID(1) EXPAND(SYSTEM)",
        quotes="USER   41",
        right={"26650 USER    0": "26650 SYSTEM 41"},
        says="MQA1/1 expanded 41 times with EXPAND(SYSTEM)",
        lacks={"26650 USER   41": "26650"},
        asks=PAGES,
    ),
    Case(
        "MQ-107",
        MQA1,
        wrong={
            "84210      301140       26650 USER    0": " 2000      383350       26650 NONE    0"
        },
        on="mq_pageset:MQA1/1",
        sets={"EXPAND": "SYSTEM"},
        types="!MQA1 ALTER PSID(1) EXPAND(SYSTEM)",
        quotes="26650 NONE",
        right={},
        says="80 % of 412,000 pages of MQA1/1 are in use, with EXPAND(USER)",
        lacks={"26650 NONE    0": "26650"},
        asks=PAGES,
    ),
]
GUARDS = [
    GuardCase(
        "MQ-006",
        "MQ-005",
        MQA1,
        wrong={"free 492MB": "free 20MB"},
        stops=True,
        says="82 MB more are wanted below the bar and 20 MB are free",
    ),
]
