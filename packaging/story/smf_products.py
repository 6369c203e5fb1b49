"""SMF records of products, built field by field from the record maps: CICS statistics, DFSORT.

What stands where is taken from ``resources/layouts`` alone, as in :mod:`story.smf_layouts`; the
figures are round.
"""

from __future__ import annotations

import struct
from datetime import date

from story.figures import Story
from story.records import Fields, Layout, Record

MODE_BYTES = 152
"""Longer than the fields of a mode's entry that are known: a reserved word ends it."""


def _clock(seconds: float) -> int:
    return round(seconds * 1e6) << 12


def _mode(layout: Layout, name: str, values: Fields) -> bytes:
    entry = layout.section("mode", {"DSGTCBNM": name, "DSGTCBMD": 1, **values})
    return entry.ljust(MODE_BYTES, b"\0")


def statistics(story: Story, system: str, at: float) -> bytes:
    """110-2: a region whose QR TCB used 120 of 240 s dispatched, and 90,000 transactions."""
    layout = Layout("smf110-2")
    day = date.fromisoformat(story["engagement"]["iso_date"])
    seconds = story.seconds
    hours, rest = divmod(round(at), 3600)
    product = {
        "SMFSTPRN": "CICSAOR1", "SMFSTSPN": "CICSAOR1", "SMFSTJBN": "CICSAOR1",
        "SMFSTRQT": "INT", "SMFSTICD": "NO", "SMFSTDAT": f"{day:%m%d%Y}",
        "SMFSTCLT": f"{hours:02d}{rest // 60:02d}{rest % 60:02d}",
        "SMFSTINT": f"{seconds // 3600:02d}{seconds % 3600 // 60:02d}{seconds % 60:02d}",
        "SMFSTLRT": "000000",
    }  # fmt: skip
    modes = [
        _mode(layout, "QR", {
            "DSGTWT": _clock(seconds - 240), "DSGTDT": _clock(240), "DSGACT": _clock(120),
            "DSGSYSW": 1_200_000, "DSGTCBCA": 1, "DSGTCBPA": 1,
        }),
        _mode(layout, "RO", {
            "DSGTWT": _clock(seconds - 2), "DSGTDT": _clock(2), "DSGACT": _clock(1),
            "DSGSYSW": 2_000, "DSGTCBCA": 1, "DSGTCBPA": 1,
        }),
        _mode(layout, "CO", {}),
        _mode(layout, "L8", {
            "DSGTWT": _clock(4_000), "DSGTDT": _clock(300), "DSGACT": _clock(250),
            "DSGSYSW": 90_000, "DSGTCBCA": 12, "DSGTCBPA": 19,
        }),
    ]  # fmt: skip
    fixed = layout.section("dispatcher", {
        "DSGICVT": 1_000, "DSGICVRT": 5_000, "DSGMBTCH": 1, "DSGSTSKS": 0, "DSGPNT": 80,
        "DSGEJST": _clock(371),
    })  # fmt: skip
    head = {"DSGGLEN": len(fixed), "DSGASIZE": len(modes)}
    length = len(fixed) + sum(map(len, modes))
    own = layout.section("dispatcher", {
        **head, "DSGLEN": length, "DSGID": 62, "DSGDVERS": 1, "DSGICVT": 1_000, "DSGICVRT": 5_000,
        "DSGMBTCH": 1, "DSGPNT": 80, "DSGEJST": _clock(371),
    })  # fmt: skip
    counts = layout.section("transactions", {
        "XMGNUM": 90_000, "XMGMXT": 250, "XMGCAT": 11, "XMGPAT": 64, "XMGTAT": 89_000,
    })  # fmt: skip
    counts = struct.pack(">HHB", len(counts), 10, 1) + counts[5:]
    other = struct.pack(">HHB3x", 24, 66, 1).ljust(24, b"\0")  # a kind that nobody reads
    record = Record(110, 2, system, "CICS", day, at, 44)
    record.sections(28, [layout.section("product", product)])
    record.sections(36, [other + own + b"".join(modes) + counts])
    return record.body()


def sort(story: Story, system: str, at: float) -> bytes:
    """16: a sort of 2,000,000 records of 412 bytes in 12 s of CPU with 12,000 work tracks."""
    layout = Layout("smf16")
    day = date.fromisoformat(story["engagement"]["iso_date"])
    record = Record(16, 0, system, "", day, at, 68)
    record.put(18, "NVSORT04".encode("cp037"))
    record.put(46, "SORT".encode("cp037") + struct.pack(">H", 1))
    data = layout.section("data", {
        "ICESTPNM": "SORT", "ICERCDS": 2_000_000, "ICEBYTES": 824_000_000, "ICECPUT": 1_200,
        "ICELEN": 412, "ICEWBLK": 12_000, "ICENDYNA": 4,
    })  # fmt: skip
    record.sections(60, [data])
    return record.body()


def dump(story: Story) -> list[bytes]:
    """A dump of these records."""
    end = 10 * 3600.0 + story.seconds
    return [statistics(story, "SYSA", end), sort(story, "SYSA", end)]
