"""Binary SMF records of the story, and their VBS form with blocks and spanned segments.

Made of the same figures as the printed reports, so that readers of both can be compared.
"""

from __future__ import annotations

import struct
from datetime import date

from story.figures import Story
from story.records import Layout, Record, clock, date_of, ebcdic, hex_float, packed
from story.rmf_sysplex import in_system, io_parts, work_classes


def product(story: Story, system: str) -> bytes:
    when = date.fromisoformat(story["engagement"]["iso_date"])
    section = bytearray(104)
    section[2:10] = ebcdic("RMF", 8)
    section[10:14] = packed("0" + story["engagement"]["start"].replace(".", ""))
    section[14:18] = date_of(when)
    section[18:22] = packed(f"{story.seconds // 60:02d}{story.seconds % 60:02d}003")
    section[24:28] = struct.pack(">I", story.seconds)
    section[40:48] = ebcdic("SP7.2.1", 8)
    section[50] = 1  # the partition's number
    section[88:96] = ebcdic(story["engagement"]["sysplex"], 8)
    section[96:104] = ebcdic(system, 8)
    return bytes(section)


DEDICATED = 0xFFFF
PR_SM_PCT = 0.07
"""What PR/SM takes itself, in per cent of the physical processors."""


KINDS = {"CP": 1, "IIP": 2, "ICF": 3}
"""Places of the types among the CPU identification sections."""


class _Partitions:
    """Partition, logical processor and CPU identification sections under construction."""

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds
        self.partitions: list[bytes] = []
        self.processors: list[bytes] = []

    def add(
        self, name: str, number: int, storage_mb: int, shares: list[tuple[str, int, float, int]]
    ) -> None:
        """A partition: its processors by type, count, per cent dispatched and weight."""
        section = bytearray(84)
        section[0:8] = ebcdic(name, 8)
        section[8] = number
        section[10:12] = struct.pack(">H", sum(count for _, count, _, _ in shares))
        section[12:16] = struct.pack(">I", len(self.processors))
        section[28:36] = ebcdic(name, 8)
        section[40:44] = struct.pack(">I", storage_mb)
        self.partitions.append(bytes(section))
        for kind, count, percent, weight in shares:
            for address in range(count):
                part = bytearray(88)
                part[0:8] = clock(self.seconds * percent / 100)
                part[8:12] = struct.pack(">HH", address, weight)
                part[14:16] = struct.pack(">H", KINDS[kind])
                part[16:24] = clock(self.seconds * percent / 100 * 0.999)
                part[40:48] = clock(self.seconds)
                self.processors.append(bytes(part))


def cpu(story: Story, system: str, day: date, at: float) -> bytes:
    """Type 70 subtype 1."""
    record = Record(70, 1, system, "RMF", day, at, 92)
    record.sections(28, [product(story, system)])
    described, seconds = story.system(system), story.seconds + 0.003
    control = bytearray(360)
    control[0:2] = bytes.fromhex("2827")
    control[8:24], control[48:64] = ebcdic("716", 16), ebcdic("HA1", 16)
    control[78:94] = ebcdic(described["cpc_serial"], 16)
    record.sections(36, [bytes(control)])
    busy = {0: story.mvs_busy_pct(system) / 100, 2: described["ziip_busy_pct"] / 100}
    kinds = [0] * described["cps"] + [2] * described["ziips"]
    rows = []
    for number, kind in enumerate(kinds):
        row = bytearray(88)
        row[0:8] = clock(seconds * (1 - busy[kind]))
        row[8:10] = struct.pack(">H", number)
        row[10], row[15] = 0x01, kind
        rows.append(bytes(row))
    record.sections(44, rows)
    made = _Partitions(seconds)
    made.add(system, 1, described["real_gb"] * 1024, [
        ("CP", described["cps"], 100 * busy[0] * 0.994, DEDICATED),
        ("IIP", described["ziips"], 100 * busy[2] * 0.994, DEDICATED),
    ])  # fmt: skip
    icfs = 4 if system == "SYSA" else 0  # the coupling facility runs on the same machine
    if icfs:
        made.add(story["cf"]["name"], 2, 65_536, [("ICF", icfs, 99.92, DEDICATED)])
    made.add("PHYSICAL", 0, 0, [("CP", described["cps"], PR_SM_PCT, 0)])
    record.sections(60, made.partitions)
    record.sections(68, made.processors)
    physical = {"CP": described["cps"], "IIP": described["ziips"], "ICF": icfs}
    record.sections(76, [
        ebcdic(name, 16) + struct.pack(">HHI", physical[name], 0, physical[name]) for name in KINDS
    ])  # fmt: skip
    return record.body()


def paging(story: Story, system: str, day: date, at: float) -> bytes:
    """Type 71, with the paging, frames, slots and 1 MB frames of the printed pages."""
    record = Record(71, 1, system, "RMF", day, at, 44)
    record.sections(28, [product(story, system)])
    page_in, page_out = story.paging(system)
    block = round(page_in * 0.11, 2)
    described = story.system(system)
    total, nucleus = described["real_gb"] * 262_144, 3320
    values = {
        "PIN": round((page_in - block) * story.seconds), "POT": round(page_out * story.seconds),
        "BLP": round(block * story.seconds), "BLK": round(block * story.seconds / 3.2),
        "SSQ": 41, "SNI": 26, "SNO": 26,
        "AFC": 2_874, "TFC": total - nucleus, "FIN": nucleus,
        "TSC": 3_600_000, "VSC": 2_688, "NSC": 3_597_312,
        "UAC": 61_204, "LFA": described["lfarea_gb"] * 1024.0,
    }  # fmt: skip
    in_use, pageable = described["lfarea_used_gb"] * 1024.0, 24.0
    free = values["LFA"] - in_use
    spans = {
        "MNF MXF AVF": (1_612, 5_930, 2_874), "MNP MXP AVP": (14_370,) * 3,
        "MNS MXS AVS": (2_000_000, 2_100_000, 2_050_000), "MNT MXT AVT": (total - nucleus,) * 3,
        "MNQ MXQ AVQ": (18_940,) * 3, "MNC MXC AVC": (1_412,) * 3, "MNR MXR AVR": (1_690_000,) * 3,
        "MNX MXX AVX": (1_780_000,) * 3, "MNU MXU AVU": (3_597_290, 3_597_340, 3_597_312),
        "MNM MXM AVM": (2_660, 2_710, 2_688), "MNA MXA": (3_600_000,) * 2,
        "L1M L1X L1A": (values["LFA"],) * 3, "L7M L7X L7A": (free,) * 3,
        "LRM LRX LRA": (in_use,) * 3, "PLM PLX PLA": (pageable,) * 3,
        "TSM TSX TSA": (16_777_216.0,) * 3, "USM USX USA": (1_841_000.0, 1_865_000.0, 1_853_000.0),
    }  # fmt: skip
    for names, numbers in spans.items():
        values |= dict(zip(names.split(), numbers, strict=True))
    fields = {f"SMF71{name}": value for name, value in values.items()}
    record.sections(36, [Layout("smf71").section("paging", fields)])
    return record.body()


def workload(story: Story, system: str, day: date, at: float) -> list[bytes]:
    """Type 72 subtype 3: a record by report class, with this system's part of its figures."""
    return [
        _class(story, system, day, at, described)
        for described in work_classes(story)
        # The region runs on one of the systems, all else half on each.
        if described[0] != "RCICSAOR" or system == story["cics"]["system"]
    ]


def _class(story: Story, system: str, day: date, at: float, described: tuple) -> bytes:
    name, group, rate, response, tcb, srb, ssch, frames, faults, velocity = described
    record = Record(72, 3, system, "RMF", day, at, 92)
    record.sections(28, [product(story, system)])
    control = bytearray(280)
    control[0] = 0x80  # a report class
    control[4:12] = ebcdic(story["engagement"]["policy"], 8)
    control[52:56] = struct.pack(">I", 10_000)
    control[64:68] = struct.pack(">I", 10_000)
    control[80:88] = ebcdic(group, 8)
    control[120:128] = ebcdic(name, 8)
    adjustment = 222
    control[172:176] = struct.pack(">I", adjustment)
    control[244:248] = struct.pack(">I", 256)
    record.sections(36, [bytes(control)])
    units, share = 10_000 * 1600 / adjustment, 1.0 if name == "RCICSAOR" else 0.5
    half = share < 1 and system != story["systems"][0]["name"]
    whole = round(rate * story.seconds)
    ended = whole if share == 1 else whole // 2 if half else whole - whole // 2
    resident_s = in_system(story, rate, response, tcb + srb) * story.seconds * share
    ios = round(ssch * story.seconds * share)
    using = round(5_000 * share * velocity / 100)
    period = bytearray(720)
    period[8] = 1
    for offset, value in (
        (32, tcb * share * units),
        (56, srb * share * units),
        (64, faults * resident_s),
        (80, faults * 0.12 * resident_s if name == "RADANUC" else 0.0),
        (120, frames * share * story.seconds / 1024e-6),
        (136, resident_s / 1024e-6),
        (200, response * ended / 1.024),
        (208, 0.98 * response * ended / 1.024),
        (388, 6_000 * share),  # samples; the work was idle in the others
    ):
        period[offset : offset + 8] = hex_float(value)
    parts = io_parts(story, name)
    for offset, part in ((316, "conn"), (324, "pend"), (332, "disc"), (396, "iosq")):
        period[offset : offset + 8] = hex_float(parts[part] * ios / 0.128)
    for offset, count in (
        (184, ended), (224, using // 2), (228, round(5_000 * share) - using),
        (232, (round(5_000 * share) - using) // 3), (340, ios), (344, using),
        (348, using - using // 2), (352, (round(5_000 * share) - using) // 2),
    ):  # fmt: skip
        period[offset : offset + 4] = struct.pack(">I", count)
    record.sections(60, [bytes(period)])
    return record.body()


def pools(story: Story, day: date, at: float) -> bytes:
    """Type 115 subtype 215: the buffer pools of the queue manager."""
    name, system = story["mq"]["name"], story["mq"]["system"]
    record = Record(115, 215, system, name, day, at, 44)
    record.put(24, ebcdic("800", 3))
    header = bytearray(52)
    header[0:2] = struct.pack(">H", 52)
    header[44:52] = struct.pack(">Q", 1_800_000_000)
    record.sections(28, [bytes(header)])
    rows = []
    for values in (
        (0, 2000, 1961, 1978, 88214, 1204, 0, 9120, 310, 44, 0, 0, 0, 1204, 0, 0),
        (1, 100000, 4712, 4980, 3120554, 611840, 4218, 588120, 420333, 122410, 27104, 14, 203,
         902117, 0, 0),
        (2, 5000, 4991, 4996, 1840, 22, 0, 96, 8, 2, 0, 0, 0, 22, 0, 0),
        (3, 30000, 29102, 29940, 402118, 3312, 0, 51240, 1920, 301, 0, 0, 0, 3312, 0, 0),
    ):  # fmt: skip
        rows.append(
            struct.pack(">HH", 0xD30F, 104) + ebcdic("QPST", 4)
            + struct.pack(">16i", *values) + bytes(32)
        )  # fmt: skip
    record.sections(36, rows)
    return record.body()


TASKS = (
    # queue, tasks, gets, puts of each task, bytes put, greatest depth
    ("NV.ORDERS", 6, 41_200, 88_000, 2_048, 412),
    ("NV.REPLIES", 6, 38_100, 0, 0, 77),
    ("NV.AUDIT", 3, 0, 12_400, 512, 9_120),
)
"""What the tasks of the queue manager do in the story; all tasks of a queue do the same."""


def accounting(story: Story, day: date, at: float) -> list[bytes]:
    """Type 116, class 3: one record by task, with a continuation for the queues beyond two; SMF
    gets those of each task a hundredth of a second after the one before.
    """
    records = []
    for task in range(max(count for _, count, *_ in TASKS)):
        at += 0.01
        mine = [queue for queue in TASKS if task < queue[1]]
        records.append(_task(story, day, at, 1, 52, mine[:2]))
        if len(mine) > 2:
            records.append(_task(story, day, at, 2, 44, mine[2:]))
    return records


def _task(
    story: Story, day: date, at: float, subtype: int, queues_at: int, queues: list[tuple]
) -> bytes:
    name, system = story["mq"]["name"], story["mq"]["system"]
    record = Record(116, subtype, system, name, day, at, queues_at + 8)
    record.put(24, ebcdic("800", 3))
    header = bytearray(52)
    header[0:2] = struct.pack(">H", 52)
    header[44:52] = struct.pack(">Q", 1_800_000_000)
    record.sections(28, [bytes(header)])
    record.sections(36, [struct.pack(">HH", 0xD7, 208) + ebcdic("WTID", 4) + bytes(200)])
    if subtype == 1:
        record.sections(44, [struct.pack(">HH", 0xD7, 712) + ebcdic("WTAS", 4) + bytes(704)])
    rows = []
    for queue, _, gets, puts, size, depth in queues:
        row = bytearray(592)
        row[0:8] = struct.pack(">HH", 0xD7, 592) + ebcdic("WQST", 4)
        row[32:80] = row[80:128] = ebcdic(queue, 48)
        for calls, elapsed, cpu, suspended, count in (
            (224, 208, 216, 272, gets), (316, 300, 308, 332, puts)
        ):  # fmt: skip
            row[calls : calls + 4] = struct.pack(">I", count)
            for offset, us in ((elapsed, 190), (cpu, 21), (suspended, 140)):
                row[offset : offset + 8] = clock(count * us * 1e-6)
        row[496:504] = struct.pack(">Q", puts * size)
        row[512:516] = struct.pack(">I", puts)
        row[588:592] = struct.pack(">I", depth)
        rows.append(bytes(row))
    record.sections(queues_at, rows)
    return record.body()


def dump(story: Story) -> list[bytes]:
    """The records of a dump in time order, with the header and trailer that IFASMFDP writes."""
    day = date.fromisoformat(story["engagement"]["iso_date"])
    end = 10 * 3600.0 + story.seconds
    records = [Record(2, 0, "SYSA", "", day, end, 18).body()]
    for described in story["systems"]:
        name = described["name"]
        records += [f(story, name, day, end) for f in (cpu, paging)]
        records += workload(story, name, day, end)
    records.append(pools(story, day, end))
    records += accounting(story, day, end)
    records.append(Record(3, 0, "SYSA", "", day, end, 18).body())
    return records


def vbs(records: list[bytes], block: int = 4096) -> bytes:
    """Blocks with their descriptor words; records that do not fit are spanned."""
    out = bytearray()
    current = bytearray()

    def close() -> None:
        nonlocal current
        if current:
            out.extend(struct.pack(">HH", len(current) + 4, 0) + current)
            current = bytearray()

    for record in records:
        rest, first = record, True
        while True:
            room = block - 4 - len(current) - 4
            if room < 16:
                close()
                continue
            piece, rest = rest[:room], rest[room:]
            code = {(True, True): 0, (True, False): 1, (False, True): 2, (False, False): 3}[
                (first, not rest)
            ]
            current += struct.pack(">HBB", len(piece) + 4, code, 0) + piece
            first = False
            if not rest:
                break
    close()
    return bytes(out)
