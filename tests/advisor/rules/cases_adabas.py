"""Installations built in code, for what tests add to report text: Adabas, Natural, MQ."""

from __future__ import annotations

from tests.advisor.rules.builders import part, topology

LPAR = {
    "OPSYS": "z/OS",
    "CPS": 16,
    "REAL_STORAGE_GB": 128,
    "LFAREA_1M_GB": 2,
    "LFAREA_2G_GB": 0,
    "LFAREA_USED_GB": 2,
    "ZHPF": True,
    "PAGE_DEVICE": "disk",
}
LPAR_SEEN = {"paging_per_s": 0.0, "demand_paging_per_s": 0.0, "available_frames": 5_000_000.0}
NUCLEUS = {
    "LBP": 100,
    "NT": 80,
    "FMXIO": 16,
    "LFIOP": 500,
    "NPLOGBUFFERS": 60,
    "NWORK1BUFFERS": 60,
    "V64BIT": True,
    "EXCPVR": True,
    "LARGEPAGE": True,
}
NUCLEUS_SEEN = {
    "cp_busy_pct": 50.0,
    "commands_by_source_local": 1e6,
    "commands_by_source_remote": 0.0,
    "thread_commands_max": 100.0,
    "thread_commands_min": 90.0,
}
SEEN = {
    "buffer_efficiency": 120.0,
    "structure_full_events": 0.0,
    "commands": 1e8,
    "cpu_s": 3000.0,
    "duration_s": 900.0,
    "etr_per_s": 111_000.0,
    "work_writes": 1e6,
    "plog_writes": 1e6,
    "asso_reads": 1e6,
    "data_reads": 1e6,
    "asso_writes": 1e5,
    "data_writes": 1e5,
}
DB = "adabas_database:10"


def cluster(product, settings, nuclei=4):
    hosts = ["SYSA", "SYSB"] if product == "ALS" else ["SYSA"]
    parts = [part("lpar", host, None, LPAR, LPAR_SEEN) for host in hosts]
    parts.append(part("dasd", "D1", None, {"ZHPF_CAPABLE": True}))
    parts.append(part("cf", "CF1", None, {"STORAGE_GB": 16}))
    parts.append(part("cf_structure", "CACHE", "cf:CF1", {"SIZE_MB": 1000, "TYPE": "cache"}))
    parts.append(
        part(
            "adabas_database",
            "10",
            None,
            {
                "PRODUCT": product,
                "NUCLEI": nuclei,
                "ZHPF": True,
                "UPDATE_SHARE": 0.05,
                "COMMIT_SHARE": 0.06,
                "LARGEPAGE": True,
                **settings,
            },
            SEEN,
            [("uses", "dasd:D1"), ("coupled", "cf_structure:CACHE")],
        )
    )
    for number in range(1, nuclei + 1):
        host = hosts[number % len(hosts)]
        parts.append(
            part(
                "adabas_nucleus",
                f"10-{number}",
                f"lpar:{host}",
                NUCLEUS,
                NUCLEUS_SEEN,
                [("member", DB)],
            )
        )
    return topology(*parts)


ALS = cluster("ALS", {"CDATAMAXS": 10000, "CASSOMAXS": 500, "CMAXCSPS": 1})
ASM = cluster("ASM", {"CLUCACHESIZE": 100_000, "CLUCACHEUNCHANGED": True, "PAGE_TYPE": "1M fixed"})

SESSION = topology(
    part("lpar", "SYSA", None, LPAR, LPAR_SEEN),
    part(
        "natural_session",
        "N1",
        "lpar:SYSA",
        {
            "ZIIP": True,
            "MT": 0,
            "SORT": "internal",
            "PWCSIZE_PRINT_KB": 200,
            "PWCSIZE_READ_KB": 300,
            "PWCSIZE_WRITE_KB": 300,
            "LS": 132,
            "MULTIFETCH": 8,
            "MAINPR": 1,
            "THSIZE_KB": 2000,
        },
        {
            "fetches": 5000.0,
            "records_read": 100_000.0,
            "records_sorted": 1000.0,
            "print_lines": 10_000.0,
            "work_records_read": 10_000.0,
            "primary_lines": 5000.0,
            "srb_switches": 100_000.0,
            "enclave_cpu_ms": 5389.0,
            "getmains": 500.0,
            "thread_max_used_kb": 1000.0,
            "pcache_max_used_pct": 50.0,
        },
    ),
)

QUEUES = topology(
    part("lpar", "SYSA", None, LPAR, LPAR_SEEN),
    part(
        "mq_manager",
        "QM",
        "lpar:SYSA",
        {"VERSION": "9.1.0", "MESSAGE_KB": 100},
        {"storage_used_mb": 500.0, "storage_free_mb": 1000.0, "messages_per_s": 500.0},
    ),
    part(
        "mq_bufferpool",
        "QM/1",
        "mq_manager:QM",
        {"BUFFERS": 5000, "LOCATION": "above", "PAGECLAS": "FIXED4KB"},
        {
            "low_buffers": 3000.0,
            "rio": 0.0,
            "imw": 0.0,
            "tpw": 10.0,
            "duration_s": 1800.0,
            "pool_too_small_messages": 0.0,
        },
    ),
    part("mq_pageset", "QM/1", "mq_manager:QM", {"BUFFPOOL": "1"}, {"total_pages": 50_000.0}),
    part("mq_pageset", "QM/2", "mq_manager:QM", {"BUFFPOOL": "2"}, {"total_pages": 50_000.0}),
)
