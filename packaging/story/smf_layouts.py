"""SMF records built field by field from the record maps, for types the story has no page of.

What stands where is taken from ``resources/layouts``, never from a reader: a record is a list of
sections, each a list of fields by name. The figures are small and round, so that what a reader must
make of them can be told in one's head.
"""

from __future__ import annotations

import struct
from datetime import date

from story.figures import Story
from story.records import Fields, Layout, Record, date_of
from story.smf import product


def rmf(
    story: Story, name: str, kind: int, subtype: int, system: str, at: float,
    parts: dict[str, list[Fields]],
) -> bytes:  # fmt: skip
    """A record of RMF with these sections behind its product section."""
    layout = Layout(name)
    day = date.fromisoformat(story["engagement"]["iso_date"])
    room = max([layout.triplet(part) for part in parts], default=28) + 8
    record = Record(kind, subtype, system, "RMF", day, at, room)
    record.sections(28, [product(story, system)])
    for part, rows in parts.items():
        record.sections(layout.triplet(part), [layout.section(part, row) for row in rows])
    return record.body()


def devices(story: Story, system: str, at: float) -> bytes:
    """74-1: 100 and 50 I/Os per second to two volumes of LCU 0042."""
    seconds = story.seconds
    rows = [
        {
            "SMF74NUM": 0x2300 + place, "SMF74LCU": 0x0042, "SMF74SER": volume, "SMF74NUX": 1,
            "SMF74SSC": rate * seconds, "SMF74MEC": rate * seconds,
            "SMF74CNN": round(rate * seconds * 256 / 128), "SMF74PEN": rate * seconds,
            "SMF74DIS": rate * seconds * 4, "SMF74QUE": round(rate * 0.0005 * seconds),
        }
        for place, (volume, rate) in enumerate((("NVD001", 100), ("NVD002", 50)))
    ]  # fmt: skip
    control = {"SMF74SUB": 0x0020, "SMF74TOT": len(rows), "SMF74GEN": len(rows)}
    parts = {"device control": [control], "device": rows}
    return rmf(story, "smf74-1", 74, 1, system, at, parts)


def facility(story: Story, system: str, at: float, share: float) -> bytes:
    """74-4: a lock and a cache structure; synchronous requests take 12 us, others 80 us."""
    seconds = story.seconds
    rows = []
    for name, kind, synced, asynced in (("NVLOCK1", 3, 2000, 0), ("NVGBP0", 4, 900, 100)):
        sync, other = synced * seconds * share, asynced * seconds * share
        rows.append(
            {
                "R744SNAM": name, "R744STYP": kind, "R744STRC": sync + other,
                "R744SSRC": sync, "R744SSTM": round(sync * 12), "R744SSSQ": round(sync * 160),
                "R744SARC": other, "R744SATM": round(other * 80),
                "R744SASQ": round(other * 7000),
            }
        )  # fmt: skip
    processors = [
        {"R744PNUM": n, "R744PBSY": 300_000_000, "R744PWAI": 900_000_000} for n in range(2)
    ]
    parts = {
        "local CF": [{"R744FNAM": "NVCF1", "R744FSYS": system, "R744FTOR": 1.0}],
        "request": rows,
        "processor": processors,
    }
    return rmf(story, "smf74-4", 74, 4, system, at, parts)


def cache(story: Story, system: str, at: float) -> bytes:
    """74-5: 200 reads and 40 writes per second to a volume, nineteen of twenty reads hit."""
    seconds = story.seconds
    row = {
        "R745DVOL": "NVD001", "R745DEVN": 0x2300, "R745DSID": 0x2300,
        "R745DRCR": 200.0 * seconds, "R745DCRH": 190.0 * seconds,
        "R745DWRC": 40.0 * seconds, "R745DWCH": 40.0 * seconds,
    }  # fmt: skip
    control = {
        "R745CINT": seconds, "NEDTYPEN": "002107", "NEDMODN": "996", "NEDMANUF": "IBM",
        "NEDPMANU": "75", "NEDSEQN": "0000000DXK01",
    }  # fmt: skip
    parts = {"cache control": [control], "cache device": [row]}
    return rmf(story, "smf74-5", 74, 5, system, at, parts)


def queuing(story: Story, system: str, at: float) -> bytes:
    """78-3: 4 of 100 requests of LCU 0042 waited for an alias, 12 aliases were in use at most."""
    seconds = story.seconds
    parts = {
        "configuration control": [{"R783ID1": 0x42, "R783NTR": 1, "R783CPDN": 4}],
        "LCU data": [{"R783ID2": 0x42, "R783QSM": 30 * seconds, "R783QCT": 10 * seconds}],
        "HyperPAV": [{"R783HLCU": 0x42, "R783HNAI": 400.0, "R783HTIO": 10_000.0, "R783HAIU": 12}],
    }
    return rmf(story, "smf78-3", 78, 3, system, at, parts)


def address_space(
    story: Story, system: str, subtype: int, at: float, job: str, fields: dict[str, Fields]
) -> bytes:
    """30: one address space."""
    layout = Layout("smf30")
    day = date.fromisoformat(story["engagement"]["iso_date"])
    record = Record(30, subtype, system, "STC", day, at, 180)
    start = {"SMF30IST": round((at - story.seconds) * 100)}
    parts = {
        "identification": {"SMF30JBN": job, "SMF30PGM": "ADARUN", "SMF30JNM": "STC01822"},
        **fields,
    }
    parts["processor"] = {**start, **parts.get("processor", {})}
    for part, values in parts.items():
        data = bytearray(layout.section(part, values))
        if part == "processor":
            offset, length, _ = layout.fields["processor", "SMF30IDT"]
            data[offset : offset + length] = date_of(day)
        record.sections(layout.triplet(part), [bytes(data)])
    return record.body()


def spaces(story: Story, system: str, at: float) -> list[bytes]:
    """30: a nucleus at half a CP, a region, a step that repeats it; a system address space."""
    hundredths = story.seconds * 100
    nucleus = {
        "processor": {"SMF30CPT": hundredths // 2 - 100, "SMF30CPS": 100},
        "I/O activity": {"SMF30TEP": 300 * story.seconds},
        "storage": {"SMF30PGI": 2 * story.seconds},
    }
    region = {"processor": {"SMF30CPT": hundredths // 4, "SMF30CPS": 0}}
    since_start = [
        {
            "processor": {"SMF30CPT": 9_000_000 + spent // 2, "SMF30CPS": 4_000_000 + spent // 2},
            "I/O activity": {"SMF30TEP": 7_000_000 + spent},
        }
        for spent in (0, hundredths // 10)
    ]
    return [
        address_space(story, system, 6, at - story.seconds, "*MASTER*", since_start[0]),
        address_space(story, system, 6, at, "*MASTER*", since_start[1]),
        address_space(story, system, 2, at, "ADADB101", nucleus),
        address_space(story, system, 3, at, "CICSAOR1", region),
        address_space(story, system, 4, at, "CICSAOR1", region),
    ]


def data_sets(story: Story, system: str, at: float) -> bytes:
    """42-6: a file's data and index components at one job, of all I/Os a tenth by zHPF."""
    layout = Layout("smf42-6")
    day = date.fromisoformat(story["engagement"]["iso_date"])
    record = Record(42, 6, system, "SMS", day, at, 44)
    record.put(24, struct.pack(">H", 2))
    record.sections(28, [layout.section("product", {"SMF42PSV": 1})])
    header = "data set header"
    length = len(layout.section(header, {}))
    io_length = len(layout.section("I/O statistics", {}))
    job_at = len(record.data)
    first = job_at + len(layout.section("job header", {}))
    job = {
        "S42JDJNM": "CICSAOR1", "S42JDDSO": first, "S42JDDSL": length, "S42JDIOL": io_length,
        "S42JDCOD": 1,
    }  # fmt: skip
    record.sections(36, [layout.section("job header", job)])
    at_ = first
    files = (("NVPROD.VSAM.TARIF.DATA", 16, 36_000), ("NVPROD.VSAM.TARIF.INDEX", 17, 9_000))
    for place, (name, kind, count) in enumerate(files):
        behind = at_ + length + io_length
        entry = {
            "S42DSNXT": behind if place + 1 < len(files) else 0, "S42DSN": name,
            "S42DSTYP": kind, "S42DSIOO": at_ + length, "S42DSVOL": "NVD001",
        }  # fmt: skip
        statistics = {
            "S42DSION": count, "S42DSR1U": 400, "S42DSC1U": 150, "S42DSP1U": 50,
            "S42DSD1U": 200, "S42DSIOR": 3, "S42DSCND": count, "S42DSHTS": count * 9 // 10,
            "S42DSRDT": count, "S42DSHRD": count // 10,
        }  # fmt: skip
        record.put(at_, layout.section(header, entry))
        record.put(at_ + length, layout.section("I/O statistics", statistics))
        at_ = behind
    return record.body()


def dump(story: Story) -> list[bytes]:
    """A dump of these records."""
    end = 10 * 3600.0 + story.seconds
    return [
        devices(story, "SYSA", end),
        facility(story, "SYSA", end, 0.75),
        facility(story, "SYSB", end, 0.25),
        cache(story, "SYSA", end),
        queuing(story, "SYSA", end),
        *spaces(story, "SYSA", end),
        data_sets(story, "SYSA", end),
    ]
