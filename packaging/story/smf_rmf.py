"""SMF records of RMF of a second system, built from the record maps by field name.

Round figures of a system on which something is wrong that RMF's records alone tell. What stands
where is taken from ``resources/layouts``, as in :mod:`story.smf_layouts`.
"""

from __future__ import annotations

from datetime import date

from story.figures import Story
from story.records import Layout, Record
from story.smf import product
from story.smf_layouts import rmf

SYSTEM = "SYSC"


def storage(story: Story, at: float) -> bytes:
    """71: 4,000 frames left at least, nothing paged, 1 GB of LFAREA of which 256 MB are used."""
    total, nucleus = 8 * 262_144, 3_000
    values = {
        "TFC": total - nucleus, "FIN": nucleus, "AFC": 5_000,
        "MNF": 4_000, "AVF": 5_000, "MXF": 9_000,
        "MNT": total - nucleus, "AVT": total - nucleus, "MXT": total - nucleus,
        "TSC": 900_000, "MNM": 1_000, "AVM": 1_200, "MXM": 1_300,
        "UAC": 240, "LFA": 1024.0, "LRM": 256.0, "LRA": 256.0, "LRX": 300.0,
        "PLM": 10.0, "PLA": 12.0, "PLX": 14.0, "GFA": 1.0, "GUA": 0.0,
    }  # fmt: skip
    fields = {f"SMF71{name}": value for name, value in values.items()}
    return rmf(story, "smf71", 71, 1, SYSTEM, at, {"paging": [fields]})


def service_class(
    story: Story, at: float, name: str, goal: dict[str, int], figures: dict[str, float]
) -> bytes:
    """72-3: a service class of one period with its goal."""
    layout = Layout("smf72-3")
    day = date.fromisoformat(story["engagement"]["iso_date"])
    record = Record(72, 3, SYSTEM, "RMF", day, at, 92)
    record.sections(28, [product(story, SYSTEM)])
    control = {
        "R723MNSP": story["engagement"]["policy"], "R723MCPU": 10_000, "R723MSRB": 10_000,
        "R723MWNM": "ONLINE", "R723MCNM": name, "R723MCPG": 1, "R723MADJ": 160, "R723NFFS": 256,
    }  # fmt: skip
    record.sections(36, [layout.section("workload manager control", control)])
    period = {"R723CPER": 1, "R723CTSA": 1000.0, **goal, **figures}
    record.sections(60, [layout.section("period", period)])
    return record.body()


VELOCITY, PERCENTILE, MEAN = 0x20, 0x80, 0x40
MILLISECONDS, SECONDS = 0x80, 0x40
UNITS_PER_S = 100_000.0
"""Service units of a CPU second with the coefficient and the adjustment of the record."""


def classes(story: Story, at: float) -> list[bytes]:
    """A velocity goal of 90 % that is missed by far, and response goals in both units."""
    half = 0.5 * story.seconds * UNITS_PER_S
    return [
        service_class(
            story, at, "STCHIGH", {"R723CRGF": VELOCITY, "R723CVAL": 90, "R723CIMP": 1},
            {"R723CCPU": half, "R723CTOU": 200, "R723CTOT": 800, "R723CCUS": 150, "R723CCDE": 600},
        ),
        service_class(
            story, at, "BATHOT",
            {"R723CRGF": MEAN, "R723CRTF": SECONDS, "R723CVAL": 30, "R723CIMP": 3},
            {"R723CCPU": half / 5, "R723CRCP": 3, "R723CTETX": 240e6, "R723CTET": 240e6 / 1024},
        ),
        service_class(
            story, at, "CICSPRD",
            {"R723CRGF": PERCENTILE, "R723CRTF": MILLISECONDS, "R723CVAL": 500, "R723CPCT": 90,
             "R723CIMP": 2},
            {"R723CCPU": half, "R723CRCP": 90_000, "R723CTETX": 18e9, "R723CTET": 18e9 / 1024},
        ),
    ]  # fmt: skip


def dump(story: Story) -> list[bytes]:
    """A dump of these records."""
    end = 10 * 3600.0 + story.seconds
    return [storage(story, end), *classes(story, end)]
