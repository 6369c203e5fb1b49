"""Rule cases: Adabas, Net-Work, Natural, MQ."""

from __future__ import annotations

from tests.advisor.rules.builders import Case, part, topology

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
SINGLE = cluster("single", {}, nuclei=1)
PAGING = {"lpar:SYSA|paging_per_s": 500.0, "lpar:SYSA|demand_paging_per_s": 500.0}
NO_PAGING_FIGURES = (
    "lpar:SYSA|paging_per_s",
    "lpar:SYSA|demand_paging_per_s",
    "lpar:SYSB|paging_per_s",
    "lpar:SYSB|demand_paging_per_s",
)
NO_PAGING_ASM = NO_PAGING_FIGURES[:2]
BUSY = {f"adabas_nucleus:10-{n}|cp_busy_pct": 98.0 for n in (1, 2, 3, 4)}
NO_CPU = (*(f"adabas_nucleus:10-{n}|cp_busy_pct" for n in (1, 2, 3, 4)), f"{DB}|cpu_s")
NO_THREADS = tuple(
    f"adabas_nucleus:10-{n}|thread_commands_{x}" for n in (1, 2, 3, 4) for x in ("max", "min")
)
NO_FRAMES = ("lpar:SYSA|available_frames", "lpar:SYSB|available_frames")

ADABAS = [
    Case(
        "ADA-001",
        ALS,
        {"adabas_nucleus:10-1|commands_by_source_remote": 9e5},
        tuple(f"adabas_nucleus:10-{n}|commands_by_source_remote" for n in (1, 2, 3, 4)),
    ),
    Case("ADA-002", ALS, BUSY, NO_CPU),
    Case("ADA-003", ALS, {f"{DB}|buffer_efficiency": 12.0}, NO_THREADS),
    Case(
        "ADA-005", ALS, {f"{DB}|structure_full_events": 15000.0}, (f"{DB}|structure_full_events",)
    ),
    Case(
        "ADA-006",
        SINGLE,
        {f"{DB}|buffer_efficiency": 15.0, "adabas_nucleus:10-1.V64BIT": False},
        (f"{DB}|buffer_efficiency",),
    ),
    Case("ADA-007", ASM, BUSY, NO_CPU),
    Case(
        "ADA-008",
        ASM,
        {f"adabas_nucleus:10-{n}.LBP": 9000 for n in (1, 2, 3, 4)},
        tuple(f"adabas_nucleus:10-{n}.LBP" for n in (1, 2, 3, 4)),
    ),
    Case("ADA-009", ASM, {f"{DB}.CLUCACHEUNCHANGED": False}, (f"{DB}.CLUCACHEUNCHANGED",)),
    Case("ADA-010", ASM, {f"{DB}.NUCLEI": 18}, NO_THREADS),
    Case("ADA-011", ASM, {f"{DB}|buffer_efficiency": 20.0}, ("lpar:SYSA|available_frames",)),
    Case("ADA-013", ASM, {**PAGING, f"{DB}.CLUCACHESIZE": 130_000}, NO_PAGING_ASM),
    Case("ADA-014", ASM, PAGING, ("lpar:SYSA.PAGE_DEVICE",)),
    Case(
        "ADA-017",
        ALS,
        {"lpar:SYSA.ZHPF": False, f"{DB}.ZHPF": False},
        ("lpar:SYSA.ZHPF", "lpar:SYSB.ZHPF", f"{DB}.ZHPF"),
    ),
    Case(
        "ADA-019",
        ALS,
        {"adabas_nucleus:10-2.NPLOGBUFFERS": 10},
        tuple(
            f"adabas_nucleus:10-{n}.{x}"
            for n in (1, 2, 3, 4)
            for x in ("NPLOGBUFFERS", "NWORK1BUFFERS")
        ),
    ),
    Case(
        "ADA-021",
        ASM,
        {f"{DB}.PAGE_TYPE": "4K pageable", f"{DB}.LARGEPAGE": False},
        (f"{DB}.PAGE_TYPE", f"{DB}.LARGEPAGE"),
    ),
    Case("ADA-023", ASM, {**PAGING, "lpar:SYSA.LFAREA_1M_GB": 22}, ("lpar:SYSA.LFAREA_USED_GB",)),
    Case("ADA-024", ALS, {f"{DB}.LARGEPAGE": False}, NO_PAGING_FIGURES),
]

NODES = topology(
    part("lpar", "SYSA", None, LPAR, LPAR_SEEN),
    part("lpar", "SYSB", None, LPAR, LPAR_SEEN),
    *(
        part(
            "netwk_node",
            name,
            f"lpar:{name}",
            {
                "DRIVER": "FCTC 6.3 SP1",
                "SNDBLKSZ_KB": 32,
                "RCVBLKSZ_KB": 32,
                "SNDBLKCT": 64,
                "RCVBLKCT": 64,
            },
            {
                "bytes_per_message": 500.0,
                "messages_per_s": 100.0,
                "cpu_s": 10.0,
                "duration_s": 100.0,
            },
            [("network", f"netwk_node:{other}")],
        )
        for name, other in (("SYSA", "SYSB"), ("SYSB", "SYSA"))
    ),
)
BOTH = ("netwk_node:SYSA.DRIVER", "netwk_node:SYSB.DRIVER")
NETWORK = [
    Case("NET-001", NODES, dict.fromkeys(BOTH, "CTCA"), BOTH),
    Case(
        "NET-002",
        NODES,
        {"netwk_node:SYSA.SNDBLKSZ_KB": 60},
        ("netwk_node:SYSA|bytes_per_message",),
    ),
    Case("NET-003", NODES, dict.fromkeys(BOTH, "XCF"), BOTH),
]

S = "natural_session:N1"
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
NATURAL = [
    Case("NAT-001", SESSION, {f"{S}.MT": 60}, (f"{S}|fetches",)),
    Case("NAT-003", SESSION, {f"{S}.MULTIFETCH": 1}, (f"{S}|records_read",)),
    Case("NAT-004", SESSION, {f"{S}.SORT": "external"}, (f"{S}|records_sorted",)),
    Case("NAT-005", SESSION, {f"{S}.PWCSIZE_PRINT_KB": None}, (f"{S}|print_lines",)),
    Case("NAT-006", SESSION, {f"{S}.PWCSIZE_READ_KB": None}, (f"{S}|work_records_read",)),
    Case("NAT-007", SESSION, {f"{S}.MAINPR": 0}, (f"{S}|primary_lines",)),
    Case("NAT-008", SESSION, {f"{S}.PWCSIZE_PRINT_KB": 20}, (f"{S}|print_lines",)),
    Case("NAT-009", SESSION, {f"{S}|pcache_max_used_pct": 100.0}, (f"{S}|pcache_max_used_pct",)),
    Case("NAT-010", SESSION, {f"{S}.THSIZE_KB": 500}, (f"{S}|thread_max_used_kb",)),
]

P, M = "mq_bufferpool:QM/1", "mq_manager:QM"
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
FULL = {f"{P}|low_buffers": 100.0}
MQ = [
    Case("MQ-001", QUEUES, {f"{P}.LOCATION": "below"}, (f"{P}.LOCATION",)),
    Case("MQ-002", QUEUES, {f"{P}.PAGECLAS": "4KB"}, (f"{P}.PAGECLAS",)),
    Case("MQ-003", QUEUES, {"mq_pageset:QM/2.BUFFPOOL": "1"}, (f"{M}.VERSION",)),
    Case("MQ-004", QUEUES, {f"{P}.BUFFERS": 100_000}, ("mq_pageset:QM/1|total_pages",)),
    Case("MQ-005", QUEUES, FULL, (f"{P}|low_buffers",)),
    Case(
        "MQ-006",
        QUEUES,
        {f"{P}.LOCATION": "below", f"{P}.BUFFERS": 300_000},
        (f"{M}|storage_free_mb",),
    ),
    Case(
        "MQ-008",
        QUEUES,
        {**FULL, f"{P}|pool_too_small_messages": 3.0},
        (f"{P}|pool_too_small_messages",),
    ),
    Case(
        "MQ-009",
        QUEUES,
        {**FULL, f"{P}|imw": 33834.0, f"{P}|rio": 5034.0},
        (f"{P}|imw", f"{P}|rio"),
    ),
    Case("MQ-010", QUEUES, {f"{M}.MESSAGE_KB": 1}, (f"{M}.MESSAGE_KB",)),
]

CASES = [*ADABAS, *NETWORK, *NATURAL, *MQ]
