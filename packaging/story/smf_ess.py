"""SMF 74-8: host adapters and ranks of a DASD subsystem, built from the record map by field name.

The figures are round: per second and adapter 400 reads of 8 KB that take 0.5 ms and 100 writes of
the same length that take 1 ms; per second and rank 300 reads in 4 ms and 200 writes in 8 ms.
"""

from __future__ import annotations

from story.figures import Story
from story.smf_layouts import rmf

BLOCK_KB = 128
RANK_MS = 16
SYSTEM = "SYSA"


def box(story: Story, at: float) -> bytes:
    """A box with an adapter for ECKD, one that sends copies, and two ranks, one of them slow."""
    seconds = story.seconds
    control = {
        "R748CTYP": "002107", "R748CMDL": "996", "R748CSER": "00000DXK01", "R748CVSN": 1,
        "R748CFLG": 0x80, "R748CINT": seconds,
    }  # fmt: skip
    reads, writes = 400 * seconds, 100 * seconds
    links = [
        {
            "R748LAID": 0x0030, "R748LTYP": 5,
            "R748LERB": reads * 8 / BLOCK_KB, "R748LEWB": writes * 8 / BLOCK_KB,
            "R748LERO": reads, "R748LEWO": writes, "R748LERT": reads * 0.5, "R748LEWT": writes,
        },
        {
            "R748LAID": 0x0131, "R748LTYP": 5,
            "R748LPSB": writes * 8 / BLOCK_KB, "R748LPSO": writes, "R748LPST": writes * 2.0,
        },
    ]  # fmt: skip
    ranks = [
        {
            "R748RRID": number, "R748RPNM": number % 2, "R748RCNT": 1,
            "R748RROP": 300.0 * seconds, "R748RWOP": 200.0 * seconds,
            "R748RKRT": 300.0 * seconds * 4 * slow / RANK_MS,
            "R748RKWT": 200.0 * seconds * 8 * slow / RANK_MS,
        }
        for number, slow in ((0x10, 1), (0x11, 3))
    ]  # fmt: skip
    parts = {"link control": [control], "link": links, "rank": ranks}
    return rmf(story, "smf74-8", 74, 8, SYSTEM, at, parts)


def dump(story: Story) -> list[bytes]:
    """One interval of the box."""
    return [box(story, 10 * 3600.0 + story.seconds)]
