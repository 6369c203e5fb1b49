"""VSAM under CICS: files and LSR pools of the enhanced DFH0STAT for z/VSE, CSD definitions."""

# ruff: noqa: E501  (report lines stand as printed)
from __future__ import annotations

from tests.advisor.rules.report_text import Case, GuardCase, Prints, sample

MODULES = ("vsam.lsr", "vsam.moving", "vsam.files", "vsam.conflicts")
STAT = "cics-vse-dfh0stat.txt"
STATISTICS = "DFH0STAT (or DFHSTUP) files and LSRPOOL sections"
CSD = """\
 APPLID NVVSECI1
 DEFINE LSRPOOL(NVPOOL1) GROUP(NVLSR) LSRPOOLID(1) MAXKEYLENGTH(128)
 DEFINE LSRPOOL(NVPOOL2) GROUP(NVLSR) LSRPOOLID(2) MAXKEYLENGTH(128)
 DEFINE FILE(TARIF) GROUP(NVFILES) LSRPOOLID(NONE) STRINGS(6)
 DEFINE FILE(POLMST) GROUP(NVFILES) LSRPOOLID(1) STRINGS(10)
 DEFINE FILE(POLAIX) GROUP(NVFILES) LSRPOOLID(1) STRINGS(10)
"""
REGION: Prints = {**sample(f"engagement/{STAT}"), "NVVSECI1.csd.txt": CSD}
I2048 = "Index      2048          120         812004       159612            0         83.57\n"
I2048_2 = "Index      2048          300         402118        20114            0         95.24"
D8192 = "Data       8192           20              0            0            0          0.00"
POOL1, POOL2 = "lsr_pool:NVVSECI1/1", "lsr_pool:NVVSECI1/2"
D4096_1 = "Data       4096          400         512440       585904        96032         46.66"
FULL_D = "Data       4096          400        5124400       585904        96032         89.74"
D4096_2 = "Data       4096          600         441220       120402        31314         78.56"
FULL_D2 = "Data       4096          600         941220       120402        31314         88.66"
POLAIX_ROW = "POLAIX   VSAM   KSDSP     1    0      0           0           0    288114          0          0          0     284020      71202"
POLMST_CA = "SPLITS CI     611    CA     9"
PARTNER_CA = "SPLITS CI      88    CA     1"
TARIF_ROW = "TARIF    VSAM   KSDS     NO    6    412"
VSEA: Prints = {
    "VSEA.txt": "AR 0015 VM-SYSTEM = z/VM 6.3.0 (1501)    USERID = VSEA\n"
    "0003 SYS JA=YES,SEC=YES,ZHPF=NO\n"
}
VSEA_ID = "lpar:VSEA"

CASES = [
    Case(
        "VSM-001",
        REGION,
        wrong={I2048: ""},
        types="CEDA ALTER LSRPOOL(NVPOOL1) GROUP(NVLSR) INDEX2K(<buffers>)",
        quotes="POLMST   VSAM   KSDS",
        effect="index_excps",
        says="LSR pool NVVSECI1/1 has index buffers of its own",
        lacks={"Data       4096          400": None, D8192: None},
        asks=STATISTICS,
    ),
    Case(
        "VSM-002",
        REGION,
        sets={"BUFFERS": 360},
        types="CEDA ALTER LSRPOOL(NVPOOL1) GROUP(NVLSR) INDEX2K(360)",
        quotes="Index      2048          120",
        effect="lsr_reads",
        right={I2048: I2048.replace("159612", " 59612").replace("83.57", "93.16")},
        says="Index buffers NVVSECI1/1/I2048: 93 % lookaside",
        lacks={
            "Index      2048": None,
            "APPLID NVVSECI1": "APPLID NVVSECI1\nLSRPOOL 1 index hit ratio 71%\nLSRPOOL 1 data hit ratio 58%",
            "Data       4096          400": None,
            D8192: None,
        },
        asks=STATISTICS,
    ),
    Case(
        "VSM-003",
        REGION,
        wrong={D4096_2: FULL_D2},
        sets={"BUFFERS": 800},
        types="CEDA ALTER LSRPOOL(NVPOOL1) GROUP(NVLSR) DATA4K(800)",
        quotes="Data       4096          400",
        effect="lsr_reads",
        right={D4096_1: FULL_D, D4096_2: FULL_D2},
        says="Data buffers NVVSECI1/1/D4096: 90 % lookaside",
        lacks={
            "Data       4096": None,
            D8192: None,
            "Data       8192": None,
            "Index      2048": None,
            "APPLID NVVSECI1": "APPLID NVVSECI1\nLSRPOOL 1 index hit ratio 71%\nLSRPOOL 1 data hit ratio 58%",
        },
        asks=STATISTICS,
    ),
    Case(
        "VSM-004",
        REGION,
        wrong={
            I2048_2: I2048_2.replace(" 300 ", "4000 ")
            .replace("20114", "  514")
            .replace("95.24", "99.87")
        },
        sets={"BUFFERS": 1000},
        quotes="Index      2048         4000",
        right={
            I2048_2: I2048_2.replace(" 300 ", "4000 ")
            .replace("20114", " 2114")
            .replace("95.24", "99.48")
        },
        says="or to 78 % where they no longer hold what the work keeps in use",
        lacks={"Data       4096": None, "Data       8192": None, "Index      2048": None},
        asks=STATISTICS,
    ),
    Case(
        "VSM-005",
        REGION,
        sets={"ACCESS": "LSR", "LSRPOOLID": 3},
        types="CEDA ALTER FILE(TARIF) GROUP(NVFILES) LSRPOOLID(3)",
        quotes=TARIF_ROW,
        right={"KSDS     NO    6    412": "KSDS      1    6    412"},
        says="TARIF uses an LSR pool",
        lacks={STAT: None},
        asks=STATISTICS,
    ),
    Case(
        "VSM-006",
        REGION,
        wrong={"EXCC    2204   SHAREOPTIONS 2": "EXCC    2204   SHAREOPTIONS 4"},
        types="ALTER <index component> SHAREOPTIONS(2 3)",
        quotes="SHAREOPTIONS 4",
        says="POLMST: SHAREOPTIONS 2",
        lacks={STAT: None},
        asks=STATISTICS,
    ),
    Case(
        "VSM-007",
        REGION,
        wrong={"284020      71202": "9284020      71202"},
        types="read by the base key",
        quotes="POLAIX   VSAM",
        effect="io_per_request",
        says="POLAIX: 1.23 EXCPs a request (5 and more are many)",
        lacks={STAT: None},
        asks=STATISTICS,
    ),
    Case(
        "VSM-008",
        REGION,
        sets={"DSNSHARING": "ALLREQS"},
        types="CEDA ALTER FILE(POLMST) GROUP(NVFILES) DSNSHARING(ALLREQS)",
        quotes="NVPROD.VSAM.POLMST           DSNSHARING N BASE",
        right={"DSNSHARING N": "DSNSHARING Y"},
        says="POLAIX: DSNSHARING=ALLREQS is in effect",
        lacks={"DATASETNAME": None},
        asks=STATISTICS,
    ),
    Case(
        "VSM-009",
        REGION,
        wrong={
            "POLMST   STRINGS  10  STRINGS4UPDATE   4  KEYLEN 12  CI/CA 180  COMPRESSED N": "POLMST   STRINGS  10  STRINGS4UPDATE   4  KEYLEN 12  CI/CA 180  COMPRESSED Y"
        },
        sets={"COMPRESSED": False},
        quotes="COMPRESSED Y",
        says="POLMST is not compressed",
        lacks={"COMPRESSED": None},
        asks=STATISTICS,
    ),
    Case(
        "VSM-010",
        REGION,
        sets={"DATA_CISZ": 16384},
        quotes=POLMST_CA,
        effect="split_block_s",
        right={POLMST_CA: "SPLITS CI     611    CA     0"},
        says="POLMST: no CA split",
        lacks={"SPLITS CI": None},
        asks=STATISTICS,
    ),
    Case(
        "VSM-024",
        REGION,
        sets={"DATA_CISZ": 4096},
        types="DEFINE CLUSTER (NAME(NVPROD.VSAM.CLMLOG) <as before>) DATA(CONTROLINTERVALSIZE(4096))",
        quotes="EXCC    8112",
        right={"EXCC    8112": "EXCC      12"},
        says="CLMLOG: 12 exclusive control conflicts in 62,644 requests",
        lacks={"EXCC    8112": "", "EXCC    2204": "", "EXCC     104": "", "EXCC       0": ""},
        asks=STATISTICS,
    ),
    Case(
        "VSM-012",
        REGION,
        wrong={"TARIF    STRINGS  10": "TARIF    STRINGS   1"},
        sets={"STRINGS": 2},
        types="FILE(TARIF) GROUP(NVFILES) STRINGS(2)",
        quotes="TARIF    STRINGS   1",
        effect="string_waits",
        says="TARIF: 10 strings",
        lacks={"STRINGS4UPDATE": None},
        asks=STATISTICS,
    ),
    Case(
        "VSM-013",
        REGION,
        sets={"STRINGS": 16},
        types="CEDA ALTER FILE(TARIF) GROUP(NVFILES) STRINGS(16)",
        quotes=TARIF_ROW,
        effect="string_wait_pct",
        right={"NO    6    412": "NO    0      0"},
        says="TARIF: no string wait (any is looked into)",
        lacks={"TARIF    STRINGS": None},
        asks=STATISTICS,
    ),
    Case(
        "VSM-014",
        REGION,
        on=POOL2,
        sets={"STRINGS": 38},
        types="CEDA ALTER LSRPOOL(NVPOOL2) GROUP(NVLSR) STRINGS(38)",
        quotes="Total Strings : 30",
        effect="string_wait_pct",
        right={"Times Waited for String : 3": "Times Waited for String : 0"},
        says="LSR pool NVVSECI1/2: no string wait (any is looked into)",
        lacks={"Times Waited": "Times Held"},
        asks=STATISTICS,
    ),
    Case(
        "VSM-015",
        REGION,
        wrong={"Data       8192           40": "Data       8192            4"},
        sets={"BUFFERS": 31},
        types="DATA8K(31)",
        quotes="Data       8192            4",
        says="Buffers NVVSECI1/2/D8192: 40 and no waits",
        lacks={"Total Strings": "Strings in total"},
        asks=STATISTICS,
    ),
    Case(
        "VSM-016",
        REGION,
        answers={("vsam_file:NVVSECI1/TARIF", "opens_per_s"): 0.002},
        sets={"ACCESS": "LSR", "LSRPOOLID": 3},
        types="CEDA ALTER FILE(TARIF) GROUP(NVFILES) LSRPOOLID(3)",
        right_answers={("vsam_file:NVVSECI1/TARIF", "opens_per_s"): 0.0001},
        says="TARIF is opened 0.36 times an hour",
        asks=STATISTICS,
    ),
    Case(
        "VSM-018",
        VSEA,
        answers={(VSEA_ID, "channel_gbps"): 8.0},
        types="16 Gbps channels",
        right_answers={(VSEA_ID, "channel_gbps"): 16.0},
        says="VSEA: 16 Gbps channels",
        asks="IOCDS",
    ),
    Case(
        "VSM-019",
        VSEA,
        sets={"ZHPF": True},
        quotes="ZHPF=NO",
        right={"ZHPF=NO": "ZHPF=YES"},
        says="VSEA: zHPF is in effect",
        lacks={"ZHPF=": None},
        asks="IPL",
    ),
]
GUARDS = [
    GuardCase(
        "VSM-004",
        "VSM-003",
        REGION,
        wrong={"4096          600": "4096          500"},
        says="Not beyond 1,000 buffers",
    ),
    GuardCase(
        "VSM-011",
        "VSM-010",
        REGION,
        wrong={"EXCC    2204": "EXCC   92204"},
        stops=True,
        says="exclusive control conflicts",
    ),
    GuardCase(
        "VSM-022",
        "VSM-005",
        REGION,
        says="of the requests are browses",
        wrong={"902114           0     40210": "  2114           0   9940210"},
    ),
]
