"""IBM MQ for z/OS: queue manager, buffer pools and page sets."""

from __future__ import annotations

from model.topology import ComponentKind, MeasureSpec, SettingSpec

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
POOL_MEASURES: tuple[MeasureSpec, ...] = (
    MeasureSpec("duration_s", "s", "Length of the statistics interval."),
    MeasureSpec("buffers_allocated", "buffers", "Buffers of the pool (QPSTNBUF)."),
    MeasureSpec("low_buffers", "buffers", "Fewest stealable buffers at any time (QPSTCBSL)."),
    MeasureSpec("stealable_buffers", "buffers", "Stealable buffers now."),
    MeasureSpec("stealable_pct", "%", "Stealable share of the pool now."),
    MeasureSpec("getp", "count", "Page requests for pages with data (QPSTGETP)."),
    MeasureSpec("getn", "count", "Page requests for new pages (QPSTGETN)."),
    MeasureSpec("rio", "count", "Synchronous reads from page sets (QPSTRIO)."),
    MeasureSpec("stw", "count", "Set-write requests (QPSTSTW)."),
    MeasureSpec("tpw", "count", "Pages written (QPSTTPW)."),
    MeasureSpec("wio", "count", "Write operations (QPSTWIO)."),
    MeasureSpec("imw", "count", "Synchronous (immediate) writes (QPSTIMW)."),
    MeasureSpec("tio", "count", "Asynchronous write tasks."),
    MeasureSpec("dwt", "count", "Deferred write started because of the 85 % threshold."),
    MeasureSpec("dmc", "count", "Synchronous write started because of the 95 % threshold."),
    MeasureSpec("steals", "count", "Buffers taken from another page (QPSTSTL)."),
    MeasureSpec("sos", "count", "Times no buffer was left (QPSTSOS)."),
)
PAGESET_SETTINGS: tuple[SettingSpec, ...] = (
    SettingSpec(
        "BUFFPOOL",
        "text",
        "The buffer pool that caches this page set.",
        group="Page set",
        source="003, 4.2",
        syntax="DEFINE PSID({name}) BUFFPOOL({value}) REPLACE",
    ),
)
PAGESET_MEASURES: tuple[MeasureSpec, ...] = (
    MeasureSpec("total_pages", "pages", "Pages of the page set."),
    MeasureSpec("unused_pages", "pages", "Pages without data."),
    MeasureSpec("persistent_pages", "pages", "Pages with persistent messages."),
    MeasureSpec("nonpersistent_pages", "pages", "Pages with non-persistent messages."),
    MeasureSpec("expansions", "count", "Times the page set was expanded."),
)
MANAGER_SETTINGS: tuple[SettingSpec, ...] = (
    SettingSpec("VERSION", "text", "Release, such as 8.0.0.", group="Identity", source="003, 4.2"),
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
    ),
)
MANAGER_MEASURES: tuple[MeasureSpec, ...] = (
    MeasureSpec("duration_s", "s", "Length of the statistics interval."),
    MeasureSpec("storage_used_mb", "MB", "31-bit storage in use (CSQY220I)."),
    MeasureSpec("storage_free_mb", "MB", "31-bit storage free (CSQY220I, QSRSAVAL)."),
    MeasureSpec("storage_above_used_mb", "MB", "64-bit storage in use (CSQY220I)."),
    MeasureSpec("storage_above_free_gb", "GB", "64-bit storage free (CSQY220I)."),
    MeasureSpec("messages_per_s", "1/s", "Messages put and got per second."),
    MeasureSpec("cpu_s", "s", "CPU time of the queue manager's address spaces."),
    MeasureSpec("message_kb", "KB", "Mean size of the messages put, from accounting."),
    MeasureSpec("cpu_us_per_message", "µs", "CPU per message: putter, queue manager and getter."),
    MeasureSpec("get_elapsed_us", "µs", "Elapsed time of an MQGET (SMF 116)."),
    MeasureSpec("get_suspend_us", "µs", "Suspend time of an MQGET (SMF 116, Susp)."),
    MeasureSpec("get_cpu_us", "µs", "CPU time of an MQGET (SMF 116)."),
    MeasureSpec("put_elapsed_us", "µs", "Elapsed time of an MQPUT (SMF 116)."),
    MeasureSpec("put_suspend_us", "µs", "Suspend time of an MQPUT (SMF 116)."),
    MeasureSpec("put_cpu_us", "µs", "CPU time of an MQPUT (SMF 116)."),
    MeasureSpec("gets", "count", "MQGET calls."),
    MeasureSpec("puts", "count", "MQPUT calls."),
    MeasureSpec("max_depth", "messages", "Greatest queue depth."),
    MeasureSpec("pool_too_small_messages", "count", "CSQP020E messages in the job log."),
)

KINDS: tuple[ComponentKind, ...] = (
    ComponentKind(
        "mq_manager",
        "Queue manager",
        "MQ",
        parents=("lpar",),
        settings=MANAGER_SETTINGS,
        measures=MANAGER_MEASURES,
        links={"uses": ("dasd",)},
        doc="An IBM MQ for z/OS queue manager (its MSTR address space).",
    ),
    ComponentKind(
        "mq_bufferpool",
        "MQ buffer pool",
        "MQ",
        parents=("mq_manager",),
        settings=POOL_SETTINGS,
        measures=POOL_MEASURES,
        doc="A buffer pool: 4 KB buffers that cache page sets.",
    ),
    ComponentKind(
        "mq_pageset",
        "MQ page set",
        "MQ",
        parents=("mq_manager",),
        settings=PAGESET_SETTINGS,
        measures=PAGESET_MEASURES,
        links={"uses": ("mq_bufferpool", "dasd", "dasd_volume")},
        doc="A VSAM data set with the messages of one or more queues.",
    ),
)
