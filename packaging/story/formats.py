"""Binary records of the formats that the engagement does not contain; displays of both systems."""

from __future__ import annotations

from story import (
    smf,
    smf_counters,
    smf_db2,
    smf_ess,
    smf_layouts,
    smf_monitoring,
    smf_products,
    smf_rmf,
    smf_tcpip,
)
from story.figures import Story


def displays(story: Story) -> list[str]:
    """z/OS console displays of both systems, as pasted into a mail."""
    systems = story["systems"]
    ruler = "SYSNAME  RESPONSES ---------------------------------------------------"

    def routed(command: str, number: int, answers: dict[str, list[str]]) -> list[str]:
        rows = ["", f"IEE421I RO *ALL,{command} {number}", ruler]
        for name, lines in answers.items():
            rows.append(f"{name:<9}{lines[0]}")
            rows += [f"{'':9}{line}" for line in lines[1:]]
        return rows

    def storage(described: dict[str, int]) -> list[str]:
        size = described["lfarea_gb"] * 1024
        return [
            "IAR019I  10.47.31 DISPLAY VIRTSTOR 612",
            "SOURCE =  00",
            f"TOTAL LFAREA = {size}M , 0G",
            f"LFAREA AVAILABLE = {size - described['lfarea_used_gb'] * 1024}M , 0G",
            f"LFAREA ALLOCATED (1M) = {described['lfarea_used_gb'] * 1024}M",
            "LFAREA ALLOCATED (4K) = 0M",
            "MAX LFAREA ALLOCATED (1M) = 0M",
            "MAX LFAREA ALLOCATED (4K) = 0M",
            "LFAREA ALLOCATED (PAGEABLE1M) = 24M",
            "MAX LFAREA ALLOCATED (PAGEABLE1M) = 31M",
            "LFAREA ALLOCATED NUMBER OF 2G PAGES = 0",
            "MAX LFAREA ALLOCATED NUMBER OF 2G PAGES = 0",
        ]

    zhpf = [
        "IOS630I 10.47.03 ZHPF FACILITY 611",
        "HIGH PERFORMANCE FICON FACILITY IS "
        + ("ENABLED" if story["adabas"].get("zhpf") else "DISABLED"),
    ]
    dump = [
        "IEE857I 10.47.55 DUMP OPTION 613",
        "SYS1.DUMP DATASETS AVAILABLE=000 AND FULL=000",
        "CAPTURED DUMPS=0000, SPACE USED=00000000M, SPACE FREE=00020000M",
        "MAXSPACE=00020000M",
    ]
    return [
        *routed("D IOS,ZHPF", 601, {s["name"]: zhpf for s in systems}),
        *routed("D VIRTSTOR,LFAREA", 602, {s["name"]: storage(s) for s in systems}),
        *routed("D D,OPTIONS", 603, {s["name"]: dump for s in systems}),
    ]


def files(story: Story) -> dict[str, bytes]:
    """Binary samples by name under samples/formats; its texts are written by hand."""
    written: dict[str, bytes] = {}
    records = smf.dump(story)
    written["smf-dump.vbs"] = smf.vbs(records)
    written["smf-dump-rdw.bin"] = _described(records)
    written["smf-io-rdw.bin"] = _described(smf_layouts.dump(story))
    written["smf-ess-rdw.bin"] = _described(smf_ess.dump(story))
    written["smf-rmf-rdw.bin"] = _described(smf_rmf.dump(story))
    written["smf-db2-rdw.bin"] = _described(smf_db2.dump(story))
    written["smf-110-1-rdw.bin"] = _described(smf_monitoring.dump(story))
    written["smf-110-1-compressed-rdw.bin"] = _described(smf_monitoring.compressed_dump(story))
    written["smf-113-rdw.bin"] = _described(smf_counters.dump(story))
    written["smf-119-rdw.bin"] = _described(smf_tcpip.dump(story))
    written["smf-products-rdw.bin"] = _described(smf_products.dump(story))
    return written


def _described(records: list[bytes]) -> bytes:
    """Records with their descriptor words."""
    return b"".join((len(record) + 4).to_bytes(2, "big") + b"\0\0" + record for record in records)
