"""IBM MQ for z/OS: queue manager, buffer pools and page sets."""

from __future__ import annotations

from model.topology import ComponentKind, SettingSpec, Usual

POOL_SETTINGS: tuple[SettingSpec, ...] = (
    SettingSpec(
        "BUFFERS",
        "integer",
        "4 KB buffers of the pool. A pool above the bar is limited by real storage only.",
        unit="buffers",
        default=1_000,
        minimum=100,
        maximum=999_999_999,
        soft_maximum=2_000_000,
        group="Buffer pool",
        dynamic=True,
        source="003, 4.2; MQSC ALTER BUFFPOOL",
        syntax="ALTER BUFFPOOL({name}) BUFFERS({value})",
        usual=Usual(20_000, 5.0),
    ),
    SettingSpec(
        "LOCATION",
        "choice",
        "31-bit storage below the bar, where all pools share the 2 GB region, or 64-bit above.",
        default="below",
        choices=("below", "above"),
        group="Buffer pool",
        dynamic=True,
        source="003, 4.2 and 4.2.1",
        syntax="ALTER BUFFPOOL({name}) LOCATION({value})",
    ),
    SettingSpec(
        "PAGECLAS",
        "choice",
        "Pageable buffers, or buffers fixed in real storage (above the bar only), which spares "
        "the page fix and free around every I/O.",
        default="4KB",
        choices=("4KB", "FIXED4KB"),
        group="Buffer pool",
        source="003, 4.2 and 4.2.1",
        syntax="ALTER BUFFPOOL({name}) PAGECLAS({value})",
    ),
)
PAGESET_SETTINGS: tuple[SettingSpec, ...] = (
    SettingSpec(
        "BUFFPOOL",
        "text",
        "The buffer pool that caches this page set.",
        group="Page set",
        source="003, 4.2",
        syntax="CSQINP1: DEFINE PSID({name}) BUFFPOOL({value})",
    ),
    SettingSpec(
        "EXPAND",
        "choice",
        "How the page set grows: by its secondary extents, by a tenth of its size, or not at all.",
        default="USER",
        choices=("USER", "SYSTEM", "NONE"),
        group="Page set",
        dynamic=True,
        source="IBM MQ, ALTER PSID",
        syntax="<cpf> ALTER PSID({name}) EXPAND({value})\n"
        "CSQINP1: DEFINE PSID({name}) BUFFPOOL({BUFFPOOL}) EXPAND({value})",
    ),
)
MANAGER_SETTINGS: tuple[SettingSpec, ...] = (
    SettingSpec("VERSION", "text", "Release, such as 8.0.0.", group="Identity", source="003, 4.2"),
    SettingSpec(
        "CPF",
        "text",
        "Command prefix of the queue manager, which stands before its commands and messages.",
        group="Identity",
        source="IBM MQ, Defining command prefix strings (CPF)",
        names="QMGR",
    ),
    SettingSpec(
        "MESSAGE_KB",
        "number",
        "Average message size; the CPU of a message grows more slowly than its size.",
        unit="KB",
        minimum=0.001,
        maximum=102_400,
        soft_maximum=1_024,
        group="Workload",
        source="003, figures 4-7 and 4-8",
        label="Message size",
    ),
)

KINDS: tuple[ComponentKind, ...] = (
    ComponentKind(
        "mq_manager",
        "Queue manager",
        "MQ",
        parents=("lpar",),
        settings=MANAGER_SETTINGS,
        links={"uses": ("dasd",)},
        needs={"uses": {}},
        doc="An IBM MQ for z/OS queue manager (its MSTR address space).",
        names="QMGR",
        icon="mail",
        called="QM01",
        words="mq qmgr queue manager csq",
        short="MQ",
        work="messages",
        jobs=("{name}MSTR", "{name}CHIN"),
        in_names=True,
        usual={
            "duration_s": Usual(900.0),
            "messages_per_s": Usual(100.0, 5.0),
            "cpu_us_per_message": Usual(110.0, 3.0),
            # What of a get is CPU moves next to nothing beside how long gets take.
            "get_cpu_us": Usual(0.09, per="cpu_us_per_message"),
            "get_elapsed_us": Usual(42.0, 5.0, holds="get_cpu_us"),
        },
        usual_io={"log_writes_per_s": Usual(0.3, 4.0, per="messages_per_s")},
    ),
    ComponentKind(
        "mq_bufferpool",
        "MQ buffer pool",
        "MQ",
        parents=("mq_manager",),
        settings=POOL_SETTINGS,
        doc="A buffer pool: 4 KB buffers that cache page sets.",
        icon="memory-stick",
        called="BP0",
        work="messages",
    ),
    ComponentKind(
        "mq_pageset",
        "MQ page set",
        "MQ",
        parents=("mq_manager",),
        settings=PAGESET_SETTINGS,
        links={"uses": ("mq_bufferpool", "dasd", "dasd_volume")},
        doc="A VSAM data set with the messages of one or more queues.",
        icon="file-text",
        called="PS0",
        words="psid",
    ),
)
