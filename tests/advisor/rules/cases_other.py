"""Rule cases: Db2, Java, DFSORT, TCP/IP, Cognos, IMS, LLA."""

from __future__ import annotations

from tests.advisor.rules.builders import Case, part, topology

HOST = {
    "OPSYS": "z/OS",
    "CPS": 4,
    "REAL_STORAGE_GB": 256,
    "LFAREA_1M_GB": 8,
    "LFAREA_2G_GB": 0,
    "LFAREA_USED_GB": 8,
    "PAGE_DEVICE": "disk",
    "ZHPF": True,
}
HOST_SEEN = {
    "paging_per_s": 0.0,
    "demand_paging_per_s": 0.0,
    "available_frames": 6_000_000.0,
    "cpu_delay_pct": 5.0,
    "io_using_pct": 5.0,
    "io_delay_pct": 1.0,
}
SYSTEM = part("lpar", "SYS1", None, HOST, HOST_SEEN)
H = "lpar:SYS1"
NO_PAGING = (f"{H}|paging_per_s", f"{H}|demand_paging_per_s")

D, BP, GBP, PLAN = (
    "db2_subsystem:DB2A",
    "db2_bufferpool:DB2A/BP1",
    "db2_gbp:GBP1",
    "db2_plan:DB2A/XKB1BR1",
)
DB2_SHOP = topology(
    SYSTEM,
    part(
        "db2_subsystem",
        "DB2A",
        H,
        {"VERSION": "11"},
        {
            "auxiliary_mb": 0.0,
            "sync_io_per_tx": 2.0,
            "sync_io_us": 758.0,
            "terminations_new_user": 900.0,
            "terminations_deallocation": 50.0,
            "response_ms": 100.0,
        },
    ),
    part(
        "db2_bufferpool",
        "DB2A/BP1",
        D,
        {"VPSIZE": 5_000_000, "PAGE_SIZE_KB": 4, "SPSIZE": 1000, "PGFIX": True, "FRAMESIZE": "1M"},
        {
            "getpages_random": 1e6,
            "sync_reads_random": 20_000.0,
            "writes": 5000.0,
            "duration_s": 900.0,
            "page_ins_read": 0.0,
            "page_ins_write": 0.0,
            "avoidable_sync_reads": 25_463_982.0,
            "avoidable_delay_ms": 0.0,
        },
    ),
    part(
        "db2_gbp",
        "GBP1",
        None,
        {"GBPCACHE": "ALL", "SIZE_MB": 20_000, "RATIO": 5, "DUPLEX": True},
        {"directory_reclaims": 0.0, "data_pages": 1e6, "read_us": 3.6},
        [("member", D)],
    ),
    part("db2_plan", "DB2A/XKB1BR1", D, {"RELEASE": "DEALLOCATE"}, {"commits_per_s": 37.16}),
    part(
        "dump_options",
        "SYS1",
        H,
        {"MAXSPACE_MB": 8000},
        {"db2_storage_mb": 30_000.0, "db2_bufferpools_mb": 25_000.0},
    ),
    part("dfsort_job", "J1", H, {}, {"hiperspace_gb": 5.0, "work_ios": 0.0}),
)
DB2 = [
    Case(
        "DB2-001",
        DB2_SHOP,
        {f"{BP}|sync_reads_random": 200_000.0, f"{BP}.SPSIZE": 0},
        (f"{BP}|sync_reads_random",),
    ),
    Case(
        "DB2-003",
        DB2_SHOP,
        {f"{BP}.VPSIZE": 1_000_000, f"{BP}|sync_reads_random": 200_000.0, f"{BP}.SPSIZE": 0},
        (f"{BP}|sync_reads_random",),
    ),
    Case("DB2-004", DB2_SHOP, {f"{GBP}|directory_reclaims": 50.0}, (f"{GBP}|directory_reclaims",)),
    Case("DB2-007", DB2_SHOP, {f"{BP}|avoidable_delay_ms": 35_321_543.0}, (f"{BP}.SPSIZE",)),
    Case(
        "DB2-008",
        DB2_SHOP,
        {"dump_options:SYS1.MAXSPACE_MB": 2000},
        ("dump_options:SYS1|db2_storage_mb",),
    ),
    Case(
        "DB2-009",
        DB2_SHOP,
        {f"{D}|auxiliary_mb": 500.0},
        (f"{D}|auxiliary_mb", f"{BP}|page_ins_read", f"{BP}|page_ins_write"),
    ),
    Case("DB2-010", DB2_SHOP, {f"{H}|demand_paging_per_s": 80.0}, NO_PAGING),
    Case(
        "DB2-011",
        DB2_SHOP,
        {f"{D}|terminations_deallocation": 450.0},
        (f"{D}|terminations_deallocation",),
    ),
    Case("DB2-013", DB2_SHOP, {f"{PLAN}.RELEASE": "COMMIT"}, (f"{PLAN}|commits_per_s",)),
    Case(
        "DB2-016",
        DB2_SHOP,
        {f"{GBP}.GBPCACHE": "CHANGED", f"{D}|sync_io_per_tx": 35.69},
        (f"{D}|sync_io_per_tx",),
    ),
    Case("DB2-018", DB2_SHOP, {f"{BP}.VPSIZE": 500_000}, (f"{BP}.VPSIZE",)),
    Case("DB2-019", DB2_SHOP, {f"{GBP}|data_pages": 1e7}, (f"{GBP}|data_pages",)),
    Case("DB2-020", DB2_SHOP, {f"{GBP}.DUPLEX": False}, (f"{GBP}.DUPLEX",)),
    Case("DB2-021", DB2_SHOP, {f"{BP}.FRAMESIZE": "4K"}, (f"{BP}.FRAMESIZE",)),
]

ONE = topology(
    SYSTEM,
    part(
        "jvm",
        "J2",
        H,
        {
            "PAGESIZE": "1M",
            "XMX_MB": 2040,
            "XMS_MB": 2040,
            "XMN_MB": 1300,
            "COMPRESSEDREFS": True,
            "GCPOLICY": "gencon",
            "JVMS": 1,
        },
        {"gc_time_pct": 8.0},
    ),
)
K = "jvm:J2"
JAVA = [
    Case("JAV-001", ONE, {f"{K}.PAGESIZE": "4K"}, (f"{K}.PAGESIZE",)),
    Case("JAV-002", ONE, {f"{K}.JVMS": 12}, (f"{K}.XMX_MB",)),
    Case("JAV-003", ONE, {f"{K}.XMS_MB": 256}, (f"{K}.XMS_MB",)),
    Case("JAV-004", ONE, {f"{K}.COMPRESSEDREFS": False}, (f"{K}.COMPRESSEDREFS",)),
    Case("JAV-005", ONE, {f"{K}.GCPOLICY": "optthruput"}, (f"{K}.GCPOLICY",)),
    Case("JAV-006", ONE, {f"{K}.XMN_MB": None}, (f"{K}|gc_time_pct",)),
    Case("JAV-007", ONE, {f"{K}.JVMS": 12}, (f"{H}.LFAREA_1M_GB",)),
]

S = "dfsort_job:J1"
SORTS = topology(
    SYSTEM,
    part(
        "dfsort_job",
        "J1",
        H,
        {"MOSIZE": 0, "HIPRMAX": 100, "VERSION": "z/OS V2R3"},
        {
            "work_ios": 50.0,
            "intermediate_gb": 20.0,
            "hiperspace_gb": 0.0,
            "elapsed_s": 4000.0,
            "cpu_s": 400.0,
            "cpu_delay_pct": 10.0,
            "io_using_pct": 5.0,
            "io_delay_pct": 1.0,
        },
    ),
    part("dasd", "D1", None, {}, {"cfw_read_hit_pct": 90.0, "read_hit_pct": 85.0}),
)
BUSY_SORT = {f"{S}|work_ios": 500_000.0}
DFSORT = [
    Case("SRT-001", SORTS, BUSY_SORT, (f"{S}|work_ios",)),
    Case(
        "SRT-003",
        SORTS,
        {**BUSY_SORT, f"{S}|io_using_pct": 24.0},
        (f"{S}|cpu_delay_pct", f"{H}|cpu_delay_pct"),
    ),
    Case(
        "SRT-004", SORTS, {f"{S}|cpu_delay_pct": 73.5}, (f"{S}|cpu_delay_pct", f"{H}|cpu_delay_pct")
    ),
    Case("SRT-005", SORTS, {f"{S}.HIPRMAX": 0}, (f"{S}.HIPRMAX", f"{S}.MOSIZE")),
    Case("SRT-007", SORTS, {"dasd:D1|cfw_read_hit_pct": 40.0}, ("dasd:D1|cfw_read_hit_pct",)),
    Case("SRT-008", SORTS, {**BUSY_SORT, f"{H}|available_frames": 7e6}, (f"{H}|available_frames",)),
    Case("SRT-009", SORTS, {f"{S}.VERSION": "V1R12"}, (f"{S}.VERSION",)),
]

T, X = "tcpip_stack:T1", "tcp_connection:C1"
MEG = 1024 * 1024
STACK = topology(
    SYSTEM,
    part("tcpip_stack", "T1", H, {"DEFAULTRCVBUFSIZE": 65536, "DEFLTMAXRCVBUFSIZE": 2 * MEG}),
    part(
        "tcp_connection",
        "C1",
        T,
        {
            "RECEIVEBUFFERSIZE": 2 * MEG,
            "SENDBUFFERSIZE": 65536,
            "APPLICATION_BUFFER_BYTES": MEG,
            "MSG_WAITALL": True,
            "RTT_MS": 40.0,
        },
        {"bytes_in": 9e10, "bytes_out": 5000.0, "duration_s": 9000.0},
    ),
)
TCP = [
    Case(
        "TCP-001",
        STACK,
        {f"{X}.APPLICATION_BUFFER_BYTES": 65536},
        (f"{X}.APPLICATION_BUFFER_BYTES",),
    ),
    Case("TCP-002", STACK, {f"{X}.MSG_WAITALL": False}, (f"{X}.MSG_WAITALL",)),
    Case("TCP-003", STACK, {f"{X}.RECEIVEBUFFERSIZE": 65536}, (f"{X}.RTT_MS",)),
    Case("TCP-004", STACK, {f"{T}.DEFLTMAXRCVBUFSIZE": 262_144}, (f"{T}.DEFLTMAXRCVBUFSIZE",)),
]

COGNOS = topology(
    SYSTEM,
    part(
        "cognos_server",
        "C",
        H,
        {"SERVERS": 2, "CUBES": 4, "CPS": 16, "MEMORY_GB": 320},
        {"cubes_wanted": 4.0, "tx_per_s": 50.0},
    ),
)
COG = [
    Case(
        "COG-001", COGNOS, {"cognos_server:C|cubes_wanted": 6.0}, ("cognos_server:C|cubes_wanted",)
    ),
]

REGION, LIB = "ims_region:IMSA/M1", "lla_pdse:SYS1"
ALL = "CEEBINIT,CEEPLPKA,CEEEV004,IGZDMR,IGZXD24,IGZXLPKA,IGZCEV5,IGZXLPKD,IGZXLPKF"
IMS_SHOP = topology(
    SYSTEM,
    part("ims_system", "IMSA", H),
    part(
        "ims_region",
        "IMSA/M1",
        "ims_system:IMSA",
        {
            "PRLD": "M1",
            "PREINIT": "M1",
            "PWFI": True,
            "WFI": False,
            "PRELOAD_MODULES": ALL,
            "PRELOAD_LOST": "",
        },
        {
            "schedules": 100.0,
            "transactions": 1000.0,
            "schedule_to_first_call_us": 6000.0,
            "schedule_cpu_us": 900.0,
        },
    ),
    part(
        "lla_pdse",
        "SYS1",
        H,
        {
            "PDSE_HSP_SIZE": 0,
            "PDSE1_HSP_SIZE": 0,
            "PDSE_BMFTIME": 3600,
            "PDSE1_BMFTIME": 3600,
            "PDSE_BUFFER_BEYOND_CLOSE": False,
            "PDSE1_BUFFER_BEYOND_CLOSE": False,
            "LLA_APAR_OA45127": True,
            "FETCHOPT_PACK_PRIME": False,
        },
        {
            "eligible_libraries": 0.0,
            "program_object_segments": 2.0,
            "rmode24_csects": 0.0,
            "largest_program_object_kb": 300.0,
            "cobol_arch_level": 12.0,
            "machine_arch_level": 12.0,
        },
    ),
)
OFTEN = {f"{REGION}|schedules": 900.0}
HSP = {f"{LIB}.PDSE_HSP_SIZE": 256, f"{LIB}.PDSE1_HSP_SIZE": 256}
NO_HSP = tuple(HSP)
IMS = [
    Case("IMS-001", IMS_SHOP, {f"{LIB}.LLA_APAR_OA45127": False}, (f"{LIB}.LLA_APAR_OA45127",)),
    Case(
        "IMS-002",
        IMS_SHOP,
        {f"{LIB}|program_object_segments": 3.0},
        (f"{LIB}|program_object_segments",),
    ),
    Case("IMS-003", IMS_SHOP, {f"{LIB}|rmode24_csects": 2.0}, (f"{LIB}|rmode24_csects",)),
    Case(
        "IMS-004",
        IMS_SHOP,
        {f"{LIB}|largest_program_object_kb": 4000.0},
        (f"{LIB}|largest_program_object_kb",),
    ),
    Case(
        "IMS-005",
        IMS_SHOP,
        {f"{REGION}.PRELOAD_MODULES": "DFSLI000"},
        (f"{REGION}.PRELOAD_MODULES", f"{REGION}.PRLD"),
    ),
    Case(
        "IMS-006",
        IMS_SHOP,
        {f"{REGION}.PRELOAD_LOST": "NVSCHD10 NVCLM010"},
        (f"{REGION}.PRELOAD_LOST", f"{REGION}.PRELOAD_MODULES"),
    ),
    Case("IMS-007", IMS_SHOP, {**OFTEN, f"{REGION}.PREINIT": ""}, (f"{REGION}|schedules",)),
    Case("IMS-008", IMS_SHOP, {**OFTEN, f"{REGION}.PWFI": False}, (f"{REGION}|schedules",)),
    Case("IMS-010", IMS_SHOP, {f"{H}|demand_paging_per_s": 80.0}, NO_PAGING),
    Case("IMS-011", IMS_SHOP, HSP, NO_HSP),
    Case("IMS-012", IMS_SHOP, HSP, (f"{LIB}|eligible_libraries",)),
    Case(
        "IMS-013",
        IMS_SHOP,
        HSP,
        (f"{LIB}.PDSE_BUFFER_BEYOND_CLOSE", f"{LIB}.PDSE1_BUFFER_BEYOND_CLOSE"),
    ),
    Case(
        "IMS-014",
        IMS_SHOP,
        {f"{LIB}.PDSE_BMFTIME": 120},
        (f"{LIB}.PDSE_BMFTIME", f"{LIB}.PDSE1_BMFTIME"),
    ),
    Case("IMS-016", IMS_SHOP, {f"{LIB}|cobol_arch_level": 6.0}, (f"{LIB}|cobol_arch_level",)),
]
CASES = [*DB2, *JAVA, *DFSORT, *TCP, *COG, *IMS]
