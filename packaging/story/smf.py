"""Binary SMF records of the story, and their VBS form with blocks and spanned segments."""

from __future__ import annotations

import struct
from datetime import date

from story.figures import Story

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


def cpu(story: Story, system: str, day: date, at: float) -> bytes:
    """Type 70 subtype 1."""
    record = Record(70, 1, system, "RMF", day, at, 84)
    record.sections(28, [_product(story, system)])
    described, seconds = story.system(system), story.seconds + 0.003
    busy = {0: story.mvs_busy_pct(system) / 100, 2: described["ziip_busy_pct"] / 100}
    processors = [(number, 0) for number in range(described["cps"])]
    processors += [(len(processors) + n, 2) for n in range(described["ziips"])]
    rows, logical = [], []
    for number, kind in processors:
        row = bytearray(88)
        row[0:8] = _clock(seconds * (1 - busy[kind]))
        row[8:10] = struct.pack(">H", number)
        row[10], row[15] = 0x01, kind
        rows.append(bytes(row))
        part = bytearray(88)
        part[0:8] = _clock(seconds * busy[kind] * 0.994)
        part[8:10] = struct.pack(">H", number)
        part[14:16] = struct.pack(">H", 1 if kind == 0 else 2)
        part[40:48] = _clock(seconds)
        logical.append(bytes(part))
    record.sections(44, rows)
    partition = bytearray(80)
    partition[0:8] = _ebcdic(system, 8)
    partition[8] = 1
    partition[10:12] = struct.pack(">H", len(logical))
    record.sections(60, [bytes(partition)])
    record.sections(68, logical)
    record.sections(76, [_ebcdic(name, 16) + bytes(8) for name in ("CP", "IIP")])
    return record.body()


def paging(story: Story, system: str, day: date, at: float) -> bytes:
    """Type 71."""
    record = Record(71, 1, system, "RMF", day, at, 52)
    record.sections(28, [_product(story, system)])
    page_in, page_out = (round(rate * story.seconds) for rate in story.paging(system))
    record.sections(36, [struct.pack(">II", page_in, page_out) + bytes(1400)])
    return record.body()


def workload(story: Story, system: str, day: date, at: float) -> bytes:
    """Type 72 subtype 3, one report class."""
    record = Record(72, 3, system, "RMF", day, at, 84)
    record.sections(28, [_product(story, system)])
    control = bytearray(216)
    control[0] = 0x80  # a report class
    control[52:56] = struct.pack(">I", 10_000)
    control[64:68] = struct.pack(">I", 10_000)
    control[80:88] = _ebcdic("ONLINE", 8)
    control[120:128] = _ebcdic("RCICSAOR", 8)
    adjustment = 222
    control[172:176] = struct.pack(">I", adjustment)
    record.sections(36, [bytes(control)])
    period = bytearray(560)
    units = 10_000 * 1600 / adjustment
    here = system == story["cics"]["system"]  # the region runs on one of the systems
    ended = story["cics"]["transactions"] if here else 0
    period[8] = 1
    period[32:40] = _hex_float(361.2 * units * here)
    period[56:64] = _hex_float(12.4 * units * here)
    period[64:72] = _hex_float(92.8 * story.seconds * here)
    period[136:144] = _hex_float(story.seconds / 1024e-6 * here)
    period[184:188] = struct.pack(">I", ended)
    period[200:208] = _hex_float(38.0 * ended / 1.024)
    period[340:344] = struct.pack(">I", 612 * story.seconds * here)
    record.sections(60, [bytes(period)])
    return record.body()


def pools(story: Story, day: date, at: float) -> bytes:
    """Type 115 subtype 215: the buffer pools of the queue manager."""
    name, system = story["mq"]["name"], story["mq"]["system"]
    record = Record(115, 215, system, name, day, at, 44)
    record.put(24, _ebcdic("800", 3))
    header = bytearray(56)
    header[0:2] = struct.pack(">H", 56)
    header[48:56] = _clock(1800.0)
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


def dump(story: Story) -> list[bytes]:
    """The records of a dump in time order, with the header and trailer that IFASMFDP writes."""
    day = date.fromisoformat(story["engagement"]["iso_date"])
    end = 10 * 3600.0 + story.seconds
    records = [Record(2, 0, "SYSA", "", day, end, 18).body()]
    for described in story["systems"]:
        name = described["name"]
        records += [f(story, name, day, end) for f in (cpu, paging, workload)]
    records.append(pools(story, day, end))
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
