"""Rule cases: CICS on z/VSE and z/OS, VSAM, MRO, dumps, paging of z/OS."""

from __future__ import annotations

from tests.advisor.rules.builders import Case, part, topology

REGION = {
    "ICV": 250,
    "ICVR": 2000,
    "TRACE": "off",
    "VENDOR_TRACE": False,
    "MONITORING": False,
    "MXT": 250,
    "MROLRM": True,
    "MROFSE": False,
    "TSMAIN": False,
    "TS_BUFFERS": 50,
    "ZVM_GUEST": True,
    "MINIDISK_CACHE": True,
    "CPUS": 1,
    "PRTY_SHARE": True,
    "MONITOR_PRTY_LOWER": False,
    "DFHDCTSP": False,
    "IESZNEP": False,
    "SYSDUMPC": True,
    "CSMI_SPURGE": True,
    "CSMI_DTIMOUT": "0030",
}
REGION_SEEN = {
    "transactions": 100_000.0,
    "duration_s": 3600.0,
    "qr_cpu_s": 500.0,
    "qr_dispatch_s": 600.0,
    "tcb_cpu_s": 550.0,
    "partition_cpu_s": 800.0,
    "cpu_pct": 15.0,
    "cpu_wait_pct": 2.0,
    "np_pct": 3.0,
    "np_tot_ratio": 0.4,
    "monvse_samples_min": 149.0,
    "monvse_samples_max": 150.0,
    "max_tasks_times": 0.0,
    "dumps": 0.0,
    "transaction_dumps": 0.0,
    "extrapartition_ios": 0.0,
    "ts_buffer_reads": 0.0,
    "ts_buffer_writes": 0.0,
    "ts_forced_writes": 0.0,
    "mro_buffer_hwm_kb": 20.0,
    "qr_ratio_usual": 0.8,
    "response_ms": 10.0,
    "page_ins_per_s": 0.0,
    "trace_table_kb": 20_000.0,
    "commarea_kb": 4.0,
    "rls_reads": 10.0,
    "rls_buffer_hits": 1000.0,
    "function_shipped_requests": 10.0,
}
FILE = {
    "ACCESS": "LSR",
    "LSRPOOLID": 1,
    "SHAREOPTIONS": "2",
    "STRINGS": 10,
    "DATA_CISZ": 16384,
    "INDEX_CISZ": 2048,
    "TYPE": "KSDS",
    "REMOTE": False,
    "COMPRESSED": False,
    "SDT": False,
    "DSNSHARING": "ALLREQS",
}
FILE_SEEN = {
    "requests": 50_000.0,
    "reads": 20_000.0,
    "updates": 10_000.0,
    "adds": 1000.0,
    "deletes": 0.0,
    "browses": 19_000.0,
    "excps_data": 20_000.0,
    "excps_index": 500.0,
    "ca_splits": 0.0,
    "string_waits": 0.0,
    "string_wait_hwm": 0.0,
    "exclusive_control_conflicts": 0.0,
    "opens": 0.0,
    "duration_s": 3600.0,
    "records": 1000.0,
    "record_size_bytes": 200.0,
}
LINK = {"SESSIONS_SEND": 20, "SESSIONS_RECEIVE": 10, "ACCESSMETHOD": "IRC"}
LINK_SEEN = {
    "peak_contention_winners": 15.0,
    "peak_contention_losers": 8.0,
    "allocates_queued": 0.0,
    "outstanding_hwm": 0.0,
    "cpu_us_per_request": 300.0,
}


def shop(system):
    host = {
        "OPSYS": system,
        "CPS": 2,
        "REAL_STORAGE_GB": 64,
        "ZHPF": True,
        "PAGE_DEVICE": "disk",
        "LFAREA_1M_GB": 0,
        "LFAREA_USED_GB": 0,
    }
    seen = {
        "paging_per_s": 0.0,
        "demand_paging_per_s": 0.0,
        "available_frames": 2_000_000.0,
        "siis_pct": 0.0,
        "job.CICSA001.delay_storage_pct": 0.0,
        "job.CICSA001.paging_per_s": 0.71,
    }
    parts = [part("lpar", "SYS1", None, host, seen)]
    for name in ("R1", "R2"):
        region = f"cics_region:{name}"
        parts.append(
            part("cics_region", name, "lpar:SYS1", {"PLATFORM": system, **REGION}, REGION_SEEN)
        )
        parts.append(part("cics_connection", f"{name}/LK", region, LINK, LINK_SEEN))
        parts.append(part("lsr_pool", f"{name}/1", region, {"STRINGS": 20}, {"strings_waits": 0.0}))
        for kind, hits in (("D4096", 900.0), ("I2048", 990.0)):
            parts.append(
                part(
                    "lsr_buffers",
                    f"{name}/1/{kind}",
                    f"lsr_pool:{name}/1",
                    {"BUFFERS": 200},
                    {"lookasides": hits, "reads": 1000.0 - hits, "buffer_waits": 0.0},
                )
            )
        for file in ("A", "B"):
            parts.append(
                part(
                    "vsam_file",
                    f"{name}/{file}",
                    region,
                    {"DSNAME": f"PROD.{name}.{file}", **FILE},
                    FILE_SEEN,
                )
            )
    parts.append(part("jvm", "R1/J", "cics_region:R1", {"PAGESIZE": "1M"}))
    parts.append(part("dump_options", "SYS1", "lpar:SYS1", {"MAXSPACE_MB": 5000}))
    return topology(*parts)


VSE, ZOS = shop("z/VSE"), shop("z/OS")
R1, R2, A, B, L = (
    "cics_region:R1",
    "cics_region:R2",
    "vsam_file:R1/A",
    "vsam_file:R1/B",
    "cics_connection:R1/LK",
)
POOL, DATA, INDEX = "lsr_pool:R1/1", "lsr_buffers:R1/1/D4096", "lsr_buffers:R1/1/I2048"
FILES = [f"vsam_file:{r}/{f}" for r in ("R1", "R2") for f in ("A", "B")]

VSAM = [
    Case(
        "VSM-002",
        VSE,
        {f"{INDEX}|lookasides": 640.0, f"{INDEX}|reads": 360.0},
        (f"{INDEX}|lookasides",),
    ),
    Case(
        "VSM-003",
        VSE,
        {f"{DATA}|lookasides": 540.0, f"{DATA}|reads": 460.0},
        (f"{DATA}|lookasides",),
    ),
    Case("VSM-004", VSE, {f"{DATA}.BUFFERS": 1500}, (f"{DATA}.BUFFERS",)),
    Case("VSM-005", VSE, {f"{A}.ACCESS": "NSR", f"{A}.LSRPOOLID": None}, (f"{A}|requests",)),
    Case("VSM-006", VSE, {f"{A}.SHAREOPTIONS": "4"}, (f"{A}.SHAREOPTIONS",)),
    Case("VSM-007", VSE, {f"{A}.TYPE": "path", f"{A}|excps_data": 3e6}, (f"{A}|excps_data",)),
    Case(
        "VSM-008",
        VSE,
        {f"{B}.BASE_DSNAME": "PROD.R1.A", f"{A}.DSNSHARING": "none"},
        (f"{A}.DSNSHARING", f"{B}.DSNSHARING"),
    ),
    Case("VSM-009", VSE, {f"{A}.COMPRESSED": True}, (f"{A}.COMPRESSED",)),
    Case("VSM-010", VSE, {f"{A}|ca_splits": 50.0, f"{A}.DATA_CISZ": 2048}, (f"{A}.DATA_CISZ",)),
    Case("VSM-012", VSE, {f"{A}.STRINGS": 1, f"{A}|string_waits": 100.0}, (f"{A}|string_waits",)),
    Case(
        "VSM-013",
        VSE,
        {f"{A}|string_waits": 100.0, f"{A}|string_wait_hwm": 4.0},
        (f"{A}|string_waits",),
    ),
    Case("VSM-014", VSE, {f"{POOL}|strings_waits": 30.0}, (f"{POOL}|strings_waits",)),
    Case("VSM-015", VSE, {f"{DATA}.BUFFERS": 5}, (f"{DATA}.BUFFERS",)),
    Case("VSM-016", VSE, {f"{A}.ACCESS": "NSR", f"{A}|opens": 10.0}, (f"{A}|opens",)),
    Case("VSM-019", VSE, {"lpar:SYS1.ZHPF": False}, ("lpar:SYS1.ZHPF",)),
]

READ_ONLY = {f"{A}.REMOTE": True, f"{A}|updates": 0.0, f"{A}|adds": 0.0, f"{A}|deletes": 0.0}
MRO = [
    Case(
        "MRO-001",
        VSE,
        {f"{R1}|function_shipped_requests": 90_000.0},
        (f"{R1}|function_shipped_requests", f"{R2}|function_shipped_requests"),
    ),
    Case("MRO-002", VSE, {f"{R1}.MROLRM": False}, (f"{R1}.MROLRM",)),
    Case("MRO-003", VSE, {f"{L}|peak_contention_winners": 20.0}, (f"{L}.SESSIONS_SEND",)),
    Case("MRO-004", VSE, READ_ONLY, (f"{A}|updates", f"{A}|adds", f"{A}|deletes")),
    Case(
        "MRO-005",
        VSE,
        {**READ_ONLY, f"{A}|updates": 2000.0},
        (f"{A}|updates", f"{A}|adds", f"{A}|deletes"),
    ),
    Case("MRO-006", VSE, {f"{A}.SDT": True, f"{A}|records": 1e7}, (f"{A}|records",)),
    Case("MRO-009", VSE, {f"{R1}.MROFSE": True}, (f"{R1}.MROFSE",)),
    Case("MRO-010", VSE, {f"{L}.SESSIONS_RECEIVE": 20}, (f"{L}|peak_contention_losers",)),
    Case("MRO-011", VSE, {f"{R1}.CSMI_SPURGE": False}, (f"{R1}.CSMI_SPURGE", f"{R1}.CSMI_DTIMOUT")),
    Case("MRO-012", VSE, {f"{R1}|mro_buffer_hwm_kb": 240.0}, (f"{R1}|mro_buffer_hwm_kb",)),
    Case("MRO-013", VSE, {f"{L}.SESSIONS_SEND": 200}, (f"{L}.SESSIONS_SEND",)),
]

DUMPS = [
    Case("TSQ-001", VSE, {f"{R1}|ts_buffer_writes": 50_000.0}, (f"{R1}|transactions",)),
    Case(
        "TSQ-003",
        VSE,
        {f"{R1}|ts_buffer_reads": 500.0},
        (f"{R1}|ts_buffer_reads", f"{R1}|ts_buffer_writes"),
    ),
    Case("TSQ-004", VSE, {f"{R1}|ts_forced_writes": 500.0}, (f"{R1}|ts_forced_writes",)),
    Case("DMP-001", VSE, {f"{R1}|dumps": 3.0}, (f"{R1}|dumps", f"{R1}|transaction_dumps")),
    Case("DMP-002", VSE, {f"{R1}.SYSDUMPC": False}, (f"{R1}.SYSDUMPC",)),
    Case("DMP-003", VSE, {f"{R1}|extrapartition_ios": 50_000.0}, (f"{R1}|extrapartition_ios",)),
    Case(
        "DMP-101", ZOS, {"dump_options:SYS1.MAXSPACE_MB": 20_000}, ("lpar:SYS1|available_frames",)
    ),
]

TWO = {f"{R1}.CPUS": 2, f"{R2}.CPUS": 2}
NO_CPU = (f"{R1}|cpu_pct", f"{R2}|cpu_pct")
ZVSE = [
    Case("AOB-001", VSE, {f"{R1}.ICVR": 20_000}, (f"{R1}.ICVR",)),
    Case("AOB-002", VSE, {f"{R1}.ICV": 1000}, (f"{R1}.ICV",)),
    Case("AOB-003", VSE, {f"{R1}.TRACE": "internal"}, (f"{R1}.TRACE",)),
    Case(
        "AOB-004",
        VSE,
        {f"{R1}.TRACE": "internal", f"{R1}.VENDOR_TRACE": True},
        (f"{R1}.VENDOR_TRACE",),
    ),
    Case("AOB-005", VSE, {f"{R1}|max_tasks_times": 7.0}, (f"{R1}|max_tasks_times",)),
    Case("AOB-006", VSE, {f"{R1}.DFHDCTSP": True}, (f"{R1}.DFHDCTSP",)),
    Case("AOB-007", VSE, {f"{R1}.IESZNEP": True}, (f"{R1}.IESZNEP",)),
    Case("VSE-002", VSE, {f"{R1}.MINIDISK_CACHE": False}, (f"{R1}.MINIDISK_CACHE",)),
    Case("VSE-004", VSE, {f"{R1}|monvse_samples_min": 130.0}, (f"{R1}|monvse_samples_min",)),
    Case("VSE-005", VSE, TWO, NO_CPU),
    Case(
        "VSE-006",
        VSE,
        {f"{R1}.CPUS": 4, f"{R2}.CPUS": 4, f"{R1}|cpu_pct": 60.0, f"{R2}|cpu_pct": 60.0},
        (f"{R1}|np_tot_ratio",),
    ),
    Case("VSE-007", VSE, {f"{R1}.PRTY_SHARE": False}, (f"{R1}.PRTY_SHARE",)),
    Case("VSE-008", VSE, {f"{R1}|cpu_wait_pct": 20.0}, (f"{R1}|cpu_wait_pct",)),
    Case("VSE-009", VSE, {"lpar:SYS1|siis_pct": 4.0}, ("lpar:SYS1|siis_pct",)),
    Case("VSE-010", VSE, {f"{R1}|cpu_pct": 70.0}, (f"{R1}|cpu_pct", f"{R1}|qr_dispatch_s")),
    Case("VSE-014", VSE, {f"{R1}.TRACE": "aux"}, (f"{R1}.TRACE",)),
    Case(
        "VSE-015",
        VSE,
        {
            f"{A}|browses": 499_000.0,
            f"{A}|requests": 500_000.0,
            f"{B}|exclusive_control_conflicts": 5000.0,
        },
        tuple(f"{f}|requests" for f in FILES),
    ),
    Case("VSE-018", VSE, {f"{R1}.MONITORING": True}, (f"{R1}.MONITORING",)),
    Case("VSE-019", VSE, {f"{R1}.MONITOR_PRTY_LOWER": True}, (f"{R1}.MONITOR_PRTY_LOWER",)),
    Case("VSE-021", VSE, {f"{R1}|qr_cpu_s": 200.0}, (f"{R1}|qr_ratio_usual",)),
]

H = "lpar:SYS1"
CICS_ZOS = [
    Case(
        "ZOS-001",
        ZOS,
        {f"{H}|demand_paging_per_s": 500.0, f"{H}|paging_per_s": 500.0},
        (f"{H}|demand_paging_per_s", f"{H}|paging_per_s"),
    ),
    Case(
        "CIZ-001",
        ZOS,
        {f"{R1}|qr_cpu_s": 28.5, f"{R1}|qr_dispatch_s": 160.4},
        (f"{R1}|qr_dispatch_s",),
    ),
    Case("CIZ-002", ZOS, {f"{R1}|page_ins_per_s": 698.0}, (f"{R1}|page_ins_per_s",)),
    Case(
        "CIZ-004",
        ZOS,
        {f"{H}|job.CICSA001.delay_storage_pct": 80.0},
        (f"{H}|job.CICSA001.delay_storage_pct",),
    ),
    Case(
        "CIZ-005",
        ZOS,
        {f"{H}|job.CICSA001.paging_per_s": 234.49},
        (f"{H}|job.CICSA001.paging_per_s",),
    ),
    Case("CIZ-006", ZOS, {f"{R1}|ts_buffer_writes": 5000.0}, (f"{R1}|ts_buffer_reads",)),
    Case("CIZ-007", ZOS, {f"{A}|reads": 49_000.0}, (f"{A}|reads",)),
    Case("CIZ-008", ZOS, {f"{R1}|trace_table_kb": 4096.0}, (f"{R1}|trace_table_kb",)),
    Case("CIZ-009", ZOS, {f"{R1}|commarea_kb": 64.0}, (f"{R1}|commarea_kb",)),
    Case("CIZ-010", ZOS, {f"{R1}|rls_reads": 900.0}, (f"{R1}|rls_reads",)),
    Case(
        "CIZ-012",
        ZOS,
        {f"{R1}|page_ins_per_s": 50.0},
        (f"{R1}|page_ins_per_s", f"{H}|demand_paging_per_s", f"{H}|paging_per_s"),
    ),
]
CASES = [*VSAM, *MRO, *DUMPS, *ZVSE, *CICS_ZOS]
