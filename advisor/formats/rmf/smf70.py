"""SMF 70 subtype 1: processors and PR/SM partitions, from sections to figures.

Offsets are those of the C mapping of ERBSMFR's type 70 in the public repository smf2json, whose
sections have the lengths of IBM's tables; formulas are RMF's as smf2db applies them.
"""

from __future__ import annotations

from dataclasses import dataclass

from advisor.reading.layout.smf import clock_s, layout, section, sections, text, u8, unsigned

CP, ZAAP, ZIIP = 0, 1, 2
_CONTROL, _CPUS, _PARTITIONS, _LOGICAL, _KINDS, _CORES = 36, 44, 60, 68, 76, 84
_DEDICATED = 0xFFFF
PHYSICAL = "PHYSICAL"
"""The name of the partition that stands for PR/SM itself."""


@dataclass(frozen=True, slots=True)
class Machine:
    """The CPC: sequence code, model, and whether the record names them."""

    serial: str
    model: str


@dataclass(frozen=True, slots=True)
class Online:
    """Processors of one type that are online to the system, and their MVS busy in per cent."""

    count: int
    busy_pct: float | None


@dataclass(frozen=True, slots=True)
class Share:
    """Processors of one type (``CP``, ``IIP``, ``ICF``, ``IFL``) in one partition.

    Times are in seconds, summed over the logical processors.
    """

    partition: str
    number: int
    kind: str
    dispatched_s: float
    online_s: float
    weight: int | None
    """``None``: dedicated processors."""
    capped: bool


def machine(record: bytes) -> Machine | None:
    """SMF70CSC, SMF70MOD and SMF70HWM of the control section; ``None`` without a serial."""
    at = next(sections(record, _CONTROL), None)
    if at is None or unsigned(record, 40, 2) < 94:
        return None
    serial = text(record, at + 78, 16).upper()
    if not serial or not all(char in "0123456789ABCDEF" for char in serial):
        return None
    family, hardware = unsigned(record, at, 2), text(record, at + 48, 16)
    known = f"{family:04X}-{hardware}" if family and hardware.isalnum() else ""
    return Machine(serial.lstrip("0") or "0", known)


def online(record: bytes, seconds: float) -> dict[int, Online]:
    """By SMF70TYP; time that a processor was parked is neither busy nor available."""
    busy: dict[int, float] = {}
    available: dict[int, float] = {}
    kinds: list[int | None] = []
    for at in sections(record, _CPUS):
        flags, kind = u8(record, at + 10), u8(record, at + 15)
        # SMF70CNF: online at the end of the interval, and the data not spoilt by a vary
        kinds.append(kind if flags & 0x01 else None)
        if flags & 0x02 or not flags & 0x01:
            continue
        parked = min(clock_s(record, at + 32), seconds) if unsigned(record, 48, 2) >= 40 else 0.0
        there = seconds - parked
        busy[kind] = busy.get(kind, 0.0) + max(0.0, there - clock_s(record, at))
        available[kind] = available.get(kind, 0.0) + there
    counts: dict[int, int] = {}
    for kind in _cores(record, kinds):
        counts[kind] = counts.get(kind, 0) + 1
    return {
        kind: Online(count, 100 * busy[kind] / available[kind] if available.get(kind) else None)
        for kind, count in counts.items()
    }


def _cores(record: bytes, kinds: list[int | None]) -> list[int]:
    """The type of every processor that is online; two threads of a core are one processor."""
    cores = list(sections(record, _CORES)) if unsigned(record, 24, 2) >= 8 else []
    if not cores:
        return [kind for kind in kinds if kind is not None]
    found = []
    for at in cores:
        first, count = unsigned(record, at + 4, 2), unsigned(record, at + 6, 2)
        threads = [kind for kind in kinds[first : first + count] if kind is not None]
        found.extend(threads[:1])
    return found


def threads(record: bytes) -> dict[int, int]:
    """Threads of a core that were online, by type; nothing where z/OS manages no cores."""
    if unsigned(record, 24, 2) < 8:
        return {}
    flags = [(u8(record, at + 10), u8(record, at + 15)) for at in sections(record, _CPUS)]
    found: dict[int, int] = {}
    for at in sections(record, _CORES):
        first, count = unsigned(record, at + 4, 2), unsigned(record, at + 6, 2)
        online_ = [kind for flag, kind in flags[first : first + count] if flag & 0x01]
        if online_:
            found[online_[0]] = max(found.get(online_[0], 0), len(online_))
    return found


def storage_gb(record: bytes, partition: int) -> float | None:
    """SMF70CSF: central storage of a partition, by its number."""
    if unsigned(record, 64, 2) < 44:
        return None
    for at in sections(record, _PARTITIONS):
        if u8(record, at + 8) == partition:
            return unsigned(record, at + 40, 4) / 1024 or None
    return None


def physical(record: bytes) -> dict[str, int]:
    """Physical processors by the name of their type (``CP``, ``IIP``, ``ICF``, ``IFL``)."""
    return {
        text(record, at, 16).upper(): unsigned(record, at + 16, 2)
        for at in sections(record, _KINDS)
        if unsigned(record, 80, 2) >= 18
    }


_PROCESSOR = layout((0, 8), (10, 2), (12, 1), (14, 2), (40, 8))
"""SMF70PDT, BPS, VPF, CIX and ONT."""


def shares(record: bytes) -> list[Share]:
    """What every partition had of every type of processor, PR/SM itself included."""
    names = [text(record, at, 16).upper() for at in sections(record, _KINDS)]
    processors = list(sections(record, _LOGICAL))
    length = unsigned(record, _LOGICAL + 4, 2)
    found: list[Share] = []
    for at in sections(record, _PARTITIONS):
        partition, number = text(record, at, 8).upper(), u8(record, at + 8)
        count, first = unsigned(record, at + 10, 2), unsigned(record, at + 12, 4)
        rows: dict[str, list[tuple[int, ...]]] = {}
        for place in processors[first : first + count]:
            row = _PROCESSOR.unpack(section(record, place, length, _PROCESSOR.size))
            kind = names[row[3] - 1] if 0 < row[3] <= len(names) else "CP"
            rows.setdefault(kind, []).append(row)
        found.extend(_share(partition, number, kind, mine) for kind, mine in rows.items())
    return found


def _share(partition: str, number: int, kind: str, rows: list[tuple[int, ...]]) -> Share:
    weights = {row[1] for row in rows}
    return Share(
        partition,
        number,
        kind,
        sum(row[0] >> 12 for row in rows) / 1e6,
        sum(row[4] >> 12 for row in rows) / 1e6,
        None if _DEDICATED in weights else max(weights),
        any(row[2] & 0x10 for row in rows),
    )
