"""Java: verbose GC logs and options, LFAREA of the system in the same folder."""

from __future__ import annotations

from tests.advisor.rules.report_text import Case, sample

MODULES = ("java.jvm",)
LOG, OPTIONS = "java-verbosegc.xml", "jvm.options"
JVM = sample(f"formats/{LOG}")
WAS = sample(f"formats/{OPTIONS}")
PAGES = {'name="pageSize" value="0x1000"': 'name="pageSize" value="0x100000"',
         "pagesize=4K": "pagesize=1M"}  # fmt: skip
GENCON = {"optthruput": "gencon"}
PLACED = {("jvm:jvm", "relation.parent"): "lpar:SYSB"}
INIT = "verbosegc (initialized section)"

CASES = [
    Case(
        "JAV-001",
        JVM,
        sets={"PAGESIZE": "1M"},
        types="-Xlp:objectheap:pagesize=1M",
        quotes="-Xlp:objectheap:pagesize=4K",
        effect="throughput_pct",
        right=PAGES,
        says="the heap is on 1M pages",
        lacks={"pageSize": None, "pagesize": None},
        asks=INIT,
    ),
    Case(
        "JAV-002",
        JVM,
        wrong={**PAGES, "0x7f800000": "0x600000000", "-Xmx2040m": "-Xmx24g"},
        sets={"PAGESIZE": "2G"},
        quotes="-Xmx24g",
        effect="throughput_pct",
        right=PAGES,
        says="2,040 MB of heap in all",
        lacks={"maxHeapSize": None, "-Xmx": None},
        asks=INIT,
    ),
    Case(
        "JAV-003",
        JVM,
        sets={"XMS_MB": 2040},
        quotes="-Xms512m",
        right={"0x20000000": "0x7f800000", "-Xms512m": "-Xms2040m"},
        says="Xms and Xmx are 2,040 MB",
        lacks={"initialHeapSize": None, "-Xms": None},
        asks=INIT,
    ),
    Case(
        "JAV-004",
        JVM,
        sets={"COMPRESSEDREFS": True},
        quotes="compressedRefs",
        right={'name="compressedRefs" value="false"': 'name="compressedRefs" value="true"'},
        says="compressed references are used",
        lacks={"compressedRefs": None},
        asks=INIT,
    ),
    Case(
        "JAV-005",
        WAS,
        sets={"GCPOLICY": "gencon"},
        types="-Xgcpolicy:gencon",
        quotes="-Xgcpolicy:optthruput",
        right=GENCON,
        says="gencon is in effect",
        lacks={"-Xgcpolicy": None},
        asks=INIT,
    ),
    Case(
        "JAV-006",
        JVM,
        wrong={
            **GENCON,
            'durationms="85.910"': 'durationms="8591.0"',
        },
        sets={"XMN_MB": 1300},
        quotes="exclusive-end",
        right=GENCON,
        says="of the time in garbage collection",
        lacks={"<exclusive-end": None},
        asks=INIT,
    ),
    Case(
        "JAV-007",
        {**WAS, **sample("formats/ieasys00.txt")},
        wrong={
            "pagesize=4K": "pagesize=1M",
            "1M=(2048M,1024M)": "1M=(1024M,512M)",
        },
        sets={"LFAREA_1M_GB": 2},
        quotes="1M=(1024M,512M)",
        right={"pagesize=4K": "pagesize=1M"},
        says="2 GB reserved",
        answers=PLACED,
        left_answers=PLACED,
        lacks={"LFAREA": None},
        asks="D VIRTSTOR,LFAREA",
    ),
]
GUARDS = []
