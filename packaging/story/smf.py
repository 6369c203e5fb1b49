"""Binary SMF records of the story, and their VBS form with blocks and spanned segments.

Made of the same figures as the printed reports, so that readers of both can be compared.
"""

from __future__ import annotations

import struct
from datetime import date

from story.figures import Story
from story.rmf_sysplex import in_system, io_parts, work_classes

HUNDREDTHS = 100


def _packed(digits: str) -> bytes:
    return bytes.fromhex(digits + "f")


def _date(day: date) -> bytes:
    julian = day.timetuple().tm_yday
    return _packed(f"{(day.year - 1900) // 100:02d}{day.year % 100:02d}{julian:03d}")


def _hex_float(value: float) -> bytes:
    """System/370 long floating point."""
    if value == 0:
        return bytes(8)
    exponent = 0
    fraction = abs(value)
    while fraction >= 1:
        fraction /= 16
        exponent += 1
    while fraction < 1 / 16:
        fraction *= 16
        exponent -= 1
    raw = (int(value < 0) << 63) | ((exponent + 64) << 56) | int(fraction * (1 << 56))
    return raw.to_bytes(8, "big")


def _clock(seconds: float) -> bytes:
    return (round(seconds * 1e6) << 12).to_bytes(8, "big")


def _ebcdic(text: str, length: int) -> bytes:
    return text.ljust(length).encode("cp037")


class Record:
    """One record under construction; offsets are IBM's, with the RDW counted."""

    def __init__(self, kind: int, subtype: int, system: str, subsystem: str, when: date,
                 seconds: float, room: int) -> None:  # fmt: skip
        self.data = bytearray(room)
        self.put(4, bytes([0x5E, kind]))
        self.put(6, struct.pack(">I", round(seconds * HUNDREDTHS)))
        self.put(10, _date(when))
        self.put(14, _ebcdic(system, 4) + _ebcdic(subsystem, 4))
        self.put(22, struct.pack(">H", subtype))
        if subsystem == "RMF":
            self.put(24, struct.pack(">H", (room - 28) // 8))

    def put(self, offset: int, data: bytes) -> None:
        """Write ``data`` at an offset."""
        if offset + len(data) > len(self.data):
            self.data.extend(bytes(offset + len(data) - len(self.data)))
        self.data[offset : offset + len(data)] = data

    def sections(self, triplet: int, parts: list[bytes]) -> None:
        """Append sections of equal length and point the triplet at them."""
        if not parts:
            return
        self.put(triplet, struct.pack(">IHH", len(self.data), len(parts[0]), len(parts)))
        for part in parts:
            self.data.extend(part)

    def body(self) -> bytes:
        """The record without its RDW."""
        return bytes(self.data[4:])


def _product(story: Story, system: str) -> bytes:
    when = date.fromisoformat(story["engagement"]["iso_date"])
    section = bytearray(104)
    section[2:10] = _ebcdic("RMF", 8)
    section[10:14] = _packed("0" + story["engagement"]["start"].replace(".", ""))
    section[14:18] = _date(when)
    section[18:22] = _packed(f"{story.seconds // 60:02d}{story.seconds % 60:02d}003")
    section[24:28] = struct.pack(">I", story.seconds)
    section[40:48] = _ebcdic("SP7.2.1", 8)
    section[50] = 1  # the partition's number
    section[88:96] = _ebcdic(story["engagement"]["sysplex"], 8)
    section[96:104] = _ebcdic(system, 8)
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
        section[0:8] = _ebcdic(name, 8)
        section[8] = number
        section[10:12] = struct.pack(">H", sum(count for _, count, _, _ in shares))
        section[12:16] = struct.pack(">I", len(self.processors))
        section[28:36] = _ebcdic(name, 8)
        section[40:44] = struct.pack(">I", storage_mb)
        self.partitions.append(bytes(section))
        for kind, count, percent, weight in shares:
            for address in range(count):
                part = bytearray(88)
                part[0:8] = _clock(self.seconds * percent / 100)
                part[8:12] = struct.pack(">HH", address, weight)
                part[14:16] = struct.pack(">H", KINDS[kind])
                part[16:24] = _clock(self.seconds * percent / 100 * 0.999)
                part[40:48] = _clock(self.seconds)
                self.processors.append(bytes(part))


def cpu(story: Story, system: str, day: date, at: float) -> bytes:
    """Type 70 subtype 1."""
    record = Record(70, 1, system, "RMF", day, at, 92)
    record.sections(28, [_product(story, system)])
    described, seconds = story.system(system), story.seconds + 0.003
    control = bytearray(360)
    control[0:2] = bytes.fromhex("2827")
    control[8:24], control[48:64] = _ebcdic("716", 16), _ebcdic("HA1", 16)
    control[78:94] = _ebcdic(described["cpc_serial"], 16)
    record.sections(36, [bytes(control)])
    busy = {0: story.mvs_busy_pct(system) / 100, 2: described["ziip_busy_pct"] / 100}
    kinds = [0] * described["cps"] + [2] * described["ziips"]
    rows = []
    for number, kind in enumerate(kinds):
        row = bytearray(88)
        row[0:8] = _clock(seconds * (1 - busy[kind]))
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
        _ebcdic(name, 16) + struct.pack(">HHI", physical[name], 0, physical[name]) for name in KINDS
    ])  # fmt: skip
    return record.body()


def paging(story: Story, system: str, day: date, at: float) -> bytes:
    """Type 71. Block page-ins are counted with the others: where they stand is not public."""
    record = Record(71, 1, system, "RMF", day, at, 44)
    record.sections(28, [_product(story, system)])
    page_in, page_out = (round(rate * story.seconds) for rate in story.paging(system))
    total, nucleus = story.system(system)["real_gb"] * 262_144, 3320
    least, most, mean = 1_612, 5_930, 2_874
    section = bytearray(1400)
    struct.pack_into(">10I", section, 0, page_in, page_out, 0, 0, 0, 0, 0, 26, 26, 0)
    used = total - nucleus
    struct.pack_into(
        ">44I", section, 40, mean, used, 3_600_000, 0, 2_688, 3_597_312, nucleus,
        least, most, mean, 14_370, 14_370, 14_370, 2_000_000, 2_100_000, 2_050_000,
        used, used, used, 18_940, 18_940, 18_940, 1_412, 1_412, 1_412,
        1_690_000, 1_690_000, 1_690_000, 1_780_000, 1_780_000, 1_780_000,
        3_597_290, 3_597_340, 3_597_312, 0, 0, 0, 2_660, 2_710, 2_688, 0, 0, 0, 3_600_000,
    )  # fmt: skip
    record.sections(36, [bytes(section)])
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
    record.sections(28, [_product(story, system)])
    control = bytearray(280)
    control[0] = 0x80  # a report class
    control[4:12] = _ebcdic(story["engagement"]["policy"], 8)
    control[52:56] = struct.pack(">I", 10_000)
    control[64:68] = struct.pack(">I", 10_000)
    control[80:88] = _ebcdic(group, 8)
    control[120:128] = _ebcdic(name, 8)
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
        period[offset : offset + 8] = _hex_float(value)
    parts = io_parts(story, name)
    for offset, part in ((316, "conn"), (324, "pend"), (332, "disc"), (396, "iosq")):
        period[offset : offset + 8] = _hex_float(parts[part] * ios / 0.128)
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
    record.put(24, _ebcdic("800", 3))
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
            struct.pack(">HH", 0xD30F, 104) + _ebcdic("QPST", 4)
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
    """Type 116, class 3: one record by task, with a continuation for the queues beyond two."""
    records = []
    for task in range(max(count for _, count, *_ in TASKS)):
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
    record.put(24, _ebcdic("800", 3))
    header = bytearray(52)
    header[0:2] = struct.pack(">H", 52)
    header[44:52] = struct.pack(">Q", 1_800_000_000)
    record.sections(28, [bytes(header)])
    record.sections(36, [struct.pack(">HH", 0xD7, 208) + _ebcdic("WTID", 4) + bytes(200)])
    if subtype == 1:
        record.sections(44, [struct.pack(">HH", 0xD7, 712) + _ebcdic("WTAS", 4) + bytes(704)])
    rows = []
    for queue, _, gets, puts, size, depth in queues:
        row = bytearray(592)
        row[0:8] = struct.pack(">HH", 0xD7, 592) + _ebcdic("WQST", 4)
        row[32:80] = row[80:128] = _ebcdic(queue, 48)
        for calls, elapsed, cpu, suspended, count in (
            (224, 208, 216, 272, gets), (316, 300, 308, 332, puts)
        ):  # fmt: skip
            row[calls : calls + 4] = struct.pack(">I", count)
            for offset, us in ((elapsed, 190), (cpu, 21), (suspended, 140)):
                row[offset : offset + 8] = _clock(count * us * 1e-6)
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
