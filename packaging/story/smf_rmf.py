"""SMF records of RMF of a second system, built from the record maps by field name.

Round figures of a system on which something is wrong that RMF's records alone tell. What stands
where is taken from ``resources/layouts``, as in :mod:`story.smf_layouts`.
"""

from __future__ import annotations

from datetime import date

from story.figures import Story
from story.records import Fields, Layout, Record
from story.smf import product
from story.smf_layouts import rmf

SYSTEM, PAGING = "SYSC", "SYSD"


def processors(story: Story, at: float) -> bytes:
    """70-1: four CPs shared by three partitions with 6, 5 and 4 logical ones, one half online.

    A fourth partition has two dedicated ones; PR/SM is a partition too.
    """
    seconds = float(story.seconds)
    partitions, logical = [], []

    def add(name: str, number: int, rows: list[Fields]) -> None:
        partitions.append({
            "SMF70LPM": name, "SMF70LPN": number, "SMF70BDN": len(rows), "SMF70BDS": len(logical),
            "SMF70STN": name, "SMF70CSF": 8_192,
        })  # fmt: skip
        logical.extend(rows)

    def shared(count: int, busy: float, weight: int) -> list[Fields]:
        one = {"SMF70PDT": busy * seconds, "SMF70ONT": seconds, "SMF70BPS": weight, "SMF70CIX": 1}
        return [{**one, "SMF70VPA": address} for address in range(count)]

    half = {"SMF70PDT": 0.1 * seconds, "SMF70ONT": 0.5 * seconds, "SMF70BPS": 100, "SMF70CIX": 1}
    add("SYSC", 1, shared(6, 0.2, 500))
    add("TEST", 2, shared(5, 0.1, 200))
    add("DEVEL", 3, [*shared(3, 0.1, 100), half])
    add("EDGE", 4, shared(2, 0.9, 0xFFFF))
    add("PHYSICAL", 0, shared(6, 0.01, 0))
    control = {"SMF70MOD": 0x8561, "SMF70HWM": "606", "SMF70CSC": "00000000000C0FFE"}
    cpus = [
        {"SMF70WAT": 0.8 * seconds, "SMF70CID": number, "SMF70CNF": 0x01} for number in range(6)
    ]
    parts = {
        "CPU control": [control], "CPU data": cpus, "partition": partitions,
        "logical processor": logical,
        "CPU identification": [{"SMF70CIN": "CP", "SMF70CTN": 4}],
    }  # fmt: skip
    return rmf(story, "smf70-1", 70, 1, SYSTEM, at, parts)


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


def channels(story: Story, at: float) -> bytes:
    """73: a FICON path at 60 %, half of its operations zHPF; a path varied; one of group 1."""
    layout = Layout("smf73")
    day = date.fromisoformat(story["engagement"]["iso_date"])
    record = Record(73, 1, SYSTEM, "RMF", day, at, 60)
    record.sections(28, [product(story, SYSTEM)])
    units = round(story.seconds * 1e6 / 1024)
    seconds = units * 1024e-6
    record.sections(36, [layout.section("control", {"SMF73CFL": 0x04, "SMF73CMI": 2})])
    online = {"SMF73FG2": 0x01, "SMF73FG3": 0x02, "SMF73PTI": units}
    ficon = {"SMF73MCU": 1000.0, "SMF73TUC": 600.0 * seconds}
    paths = [
        ({"SMF73PID": 0x40, "SMF73ACR": "FC_S", "SMF73CMG": 2, "SMF73FG4": 0x02, "SMF73FG5": 0xF8,
          "SMF73EIX": 1, **online}, "path of group 2", ficon),
        ({"SMF73PID": 0x41, "SMF73ACR": "FC_S", "SMF73CMG": 2, "SMF73FG4": 0x02, "SMF73FG5": 0xF8,
          "SMF73EIX": 2, **online, "SMF73FG2": 0x03}, "path of group 2", ficon),
        ({"SMF73PID": 0x8A, "SMF73ACR": "CNC_S", "SMF73CMG": 1, **online}, "path of group 1",
         {"SMF73TUT": 0.25 * seconds / 128e-6}),
    ]  # fmt: skip
    rows = []
    for fixed, group, measured in paths:
        row = bytearray(layout.section("path", fixed))
        own = layout.section(group, measured)
        row[24 : len(own)] = own[24:]
        rows.append(bytes(row))
    record.sections(44, rows)
    extended = [
        {"SMF73ECP": path, "SMF73EOC": round(200 * seconds), "SMF73ETC": round(200 * seconds)}
        for path in (0x40, 0x41)
    ]
    record.sections(52, [layout.section("extended path", row) for row in extended])
    return record.body()


def page_data_sets(story: Story, at: float) -> list[bytes]:
    """75: 20 pages a second to a local data set, 4 to storage-class memory, none to PLPA."""
    rows = (
        {"SMF75DSN": "PAGE.SYSD.LOCAL1", "SMF75PST": 0x10, "SMF75PGX": 20 * story.seconds,
         "SMF75VOL": "PAG001", "SMF75SLA": 900_000, "SMF75AVU": 1_200},
        {"SMF75FL2": 0x08, "SMF75PGX": 4 * story.seconds},
        {"SMF75DSN": "PAGE.SYSD.PLPA", "SMF75PST": 0x80, "SMF75PGX": 0, "SMF75VOL": "PAG002"},
    )  # fmt: skip
    return [rmf(story, "smf75", 75, 1, PAGING, at, {"page data set": [row]}) for row in rows]


def waiting(story: Story, at: float) -> list[bytes]:
    """72-4: batch waits for storage in 12 of 100 samples, 9 of them for pages; online in none."""
    rows = (
        {"R724LCNM": "BATCHLOW", "R724PER#": 2, "R724VALD": 5_000, "R724DSTO": 600,
         "R724PAGE": 450, "R724UPRO": 1_000, "R724UNKN": 3_400, "R724SLOT": 90_000_000.0},
        {"R724LCNM": "CICSPRD", "R724PER#": 1, "R724VALD": 9_000, "R724UPRO": 1_800,
         "R724UNKN": 7_200},
    )  # fmt: skip
    return [
        rmf(story, "smf72-4", 72, 4, PAGING, at, {"service class period": [row]}) for row in rows
    ]


def locks(story: Story, at: float) -> bytes:
    """74-4: a lock structure whose requests meet contention in 8 of 100, 3 of them false."""
    requests = 2_000.0 * story.seconds
    row = {
        "R744SNAM": "DSNC_LOCK1", "R744STYP": 3, "R744STRC": requests,
        "R744SSRC": requests, "R744SSTM": round(requests * 9), "R744SSSQ": round(requests * 90),
        "R744SCN": 0.08 * requests, "R744SFCN": 0.03 * requests,
    }  # fmt: skip
    parts = {"local CF": [{"R744FNAM": "CF09", "R744FSYS": SYSTEM}], "request": [row]}
    return rmf(story, "smf74-4", 74, 4, SYSTEM, at, parts)


def crypto(story: Story, at: float) -> bytes:
    """70-2: a coprocessor at 30 % of which this system has a third, an accelerator at 20 %."""
    seconds = float(story.seconds)
    units = 1e6 * seconds
    cca = {"R7023AX": 3, "R7023CT": 13, "R7023MSK": 0x80, "R7023SF": 1e-6}
    parts = {
        "CCA coprocessor": [
            {**cca, "R7023SCOPE": 0, "R7023T0": 0.3 * units, "R7023C0": 900.0 * seconds},
            {**cca, "R7023SCOPE": 1, "R7023T0": 0.1 * units, "R7023C0": 300.0 * seconds},
        ],
        "accelerator": [
            {"R7024AX": 10, "R7024CT": 14, "R7024EN": 1, "R7024SF": 1e-6, "R7022MET": 0.15 * units,
             "R7022MEC": 100.0 * seconds, "R7023CRT": 0.05 * units, "R7023CRC": 50.0 * seconds},
        ],
        "PKCS11 coprocessor": [
            {"R7025AX": 4, "R7025CT": 12, "R7025SF": 1e-6, "R7025SAT": 0.01 * units,
             "R7025SAC": seconds, "R7025AGT": 0.02 * units, "R7025AGC": 2.0 * seconds},
        ],
    }  # fmt: skip
    return rmf(story, "smf70-2", 70, 2, SYSTEM, at, parts)


def dump(story: Story) -> list[bytes]:
    """A dump of these records."""
    end = 10 * 3600.0 + story.seconds
    return [
        processors(story, end),
        storage(story, end),
        *classes(story, end),
        channels(story, end),
        *page_data_sets(story, end),
        *waiting(story, end),
        locks(story, end),
        crypto(story, end),
    ]
