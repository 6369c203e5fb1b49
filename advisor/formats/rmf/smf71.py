"""SMF 71: paging, frames, slots and large frames of its paging data section.

Where the fields stand is in ``resources/layouts/smf71.csv``; totals are those of IBM's Overview
conditions (RMF User's Guide: TPAGRT, PAGERT, DPAGRT), columns those of the printed report.
"""

from __future__ import annotations

from collections.abc import Iterator

from advisor.reading.layout.record_maps import Section, record_map

Figure = tuple[str, float, str, str]
"""Metric, value, unit, and the fields it is made of."""

LEAST = 240
"""Length up to SMF71IS2: no release of MVS wrote a shorter section."""
_MB_PER_GB = 1024
_FRAMES_PER_GB = 262_144
_SPANS = (
    ("MNF", "AVF", "MXF"), ("MNP", "AVP", "MXP"), ("MNS", "AVS", "MXS"), ("MNT", "AVT", "MXT"),
    ("MNU", "AVU", "MXU"), ("MNM", "AVM", "MXM"), ("LRM", "LRA", "LRX"), ("PLM", "PLA", "PLX"),
    ("USM", "USA", "USX"), ("GUM", "GUA", "GUX"), ("MHI", "AHI", "XHI"),
)  # fmt: skip
"""Least, mean and most of one thing."""
_ALIKE = 0.02
_SINGLE, _OUT = ("PIN", "SIN", "VIN", "BLP", "HIN"), ("POT", "SOT", "VOT", "HOT")


def section(record: bytes) -> Section | None:
    """The paging data section; a record has one."""
    return next(record_map("smf71").located(record, "paging"), None)


def _field(data: Section, name: str) -> float | None:
    return data.number(f"SMF71{name}")


def _sum(data: Section, names: tuple[str, ...]) -> float:
    return sum(_field(data, name) or 0.0 for name in names)


def paging(data: Section, seconds: float) -> Iterator[Figure]:
    """Pages moved between central and auxiliary storage, by the second."""
    faults, into, outof = _sum(data, ("PIN",)), _sum(data, _SINGLE), _sum(data, _OUT)
    for metric, value, names in (
        ("page_faults_per_s", faults, ("PIN",)),
        ("demand_paging_per_s", _sum(data, ("PIN", "POT")), ("PIN", "POT")),
        ("page_ins_per_s", into, _SINGLE),
        ("page_outs_per_s", outof, _OUT),
        ("paging_per_s", into + outof, _SINGLE + _OUT),
    ):
        yield metric, value / seconds, "pages/s", f"SMF71{'+'.join(names)}={value:.0f}"


def contradiction(data: Section) -> str:
    """Which fields cannot be what they are taken for; empty where all fit each other."""
    for names in _SPANS:
        least, mean, most = (_field(data, name) for name in names)
        if least is None or mean is None or most is None:
            continue
        if not least <= mean <= most:
            values = zip(names, (least, mean, most), strict=True)
            return ", ".join(f"SMF71{name} {value:.0f}" for name, value in values)
    free, total, defined = (_field(data, name) or 0.0 for name in ("AVF", "AVT", "TFC"))
    if free > total or abs(total - defined) > _ALIKE * defined:
        return f"SMF71AVF {free:.0f}, SMF71AVT {total:.0f}, SMF71TFC {defined:.0f}"
    return ""


_COUNTS = (
    ("available_frames", "AVF", "frames"),
    ("available_frames_min", "MNF", "frames"),
    ("aux_slots_used", "AVM", "slots"),
    ("scm_blocks_used", "USA", "blocks"),
    ("fixed_1m_frames_max", "LRX", "frames"),
    ("pageable_1m_frames_used", "PLA", "frames"),
    ("pageable_1m_frames_max", "PLX", "frames"),
    ("lfarea_2g_pages_used", "GUA", "pages"),
    ("hiperspace_pages_max", "XHI", "pages"),
    ("unreferenced_interval_s", "UAC", "s"),
)
_SIZES = (
    ("setting.LFAREA_1M_GB", "LFA", 1 / _MB_PER_GB),
    ("setting.LFAREA_2G_GB", "GFA", 2.0),
    ("setting.LFAREA_USED_GB", "LRA", 1 / _MB_PER_GB),
)


def storage(data: Section) -> Iterator[Figure]:
    """What is left of frames, slots and large frames; nothing for a release without the field."""
    for metric, name, unit in _COUNTS:
        value = _field(data, name)
        if value is not None:
            yield metric, value, unit, f"SMF71{name}={value:.0f}"
    for metric, name, gigabytes in _SIZES:
        value = _field(data, name)
        if value is not None:
            yield metric, value * gigabytes, "GB", f"SMF71{name}={value:.0f}"


def real_storage_gb(data: Section) -> tuple[float, str]:
    """What the printed page has under TOTAL."""
    frames = _sum(data, ("FIN", "AVT"))
    return frames / _FRAMES_PER_GB, f"SMF71FIN+AVT={frames:.0f}"
