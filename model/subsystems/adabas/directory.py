"""Whether a cluster's cache structure has directory entries for the blocks that nuclei track.

Every block that a nucleus holds and the coupling facility tracks takes an entry of the structure,
one for all nuclei that hold it. Where no entry is free, a block more takes that of another one,
which is then not found again: the structure tracks no more blocks than it has entries, whatever
CLUCACHEEXTRA allows. How many of those in use are needed no report tells, so that the projection
takes all blocks to be tracked, and its band reaches to where only as many are as there are entries
for.

Entries and data elements share the structure's storage in the ratio of DIRRATIO to ELEMENTRATIO,
which counts when it is allocated: what a larger structure gives to one it does not give to the
other.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final, NamedTuple

from model.contract.evaluation import Conditions
from model.hardware.dasd import DATA_BLOCK_BYTES
from model.language import Name, say
from model.subsystems.adabas.facility import cache_structure_of
from model.subsystems.adabas.schema import useful_cache_gb
from model.topology import CHANGED, Change, Component, SetSetting, Topology

ENTRY_BYTES: Final = 400.0
"""Storage of a directory entry, about: Adabas Basic Services and Db2 reckon with as much."""
FULL: Final = 0.9
"""Directory entries in use, as a share of all, from which more blocks take those of others."""
_ROUNDING: Final = 1e-3
_MB: Final = 2.0**20
_RATIO: Final = ("DIRRATIO", "ELEMENTRATIO")


class Room(NamedTuple):
    """What a structure's storage holds, against what it holds as measured (1: as much).

    entries: of its directory, for blocks that are tracked. elements: for changed blocks.
    """

    entries: float
    elements: float


def room_of(structure: Component, database: Component) -> Room:
    """By its size and the ratio of a database's cards, both as they are in a scenario.

    A size alone keeps the ratio as measured, as a rebuild does. How another ratio divides the
    storage only those entries and elements tell that were counted in it.
    """
    now_mb, was_mb = structure.number("SIZE_MB"), size_as_is_mb(structure)
    size = now_mb / was_mb if now_mb and was_mb else 1.0
    entries = structure.measure("directory_entries")
    elements = structure.measure("data_elements")
    directory, data = (database.number(name) for name in _RATIO)
    if not (directory and data and entries and elements and now_mb and was_mb):
        return Room(size, size)
    element_bytes = (was_mb * _MB - entries * ENTRY_BYTES) / elements
    if element_bytes <= 0.0 or not any(_is_changed(database, name) for name in _RATIO):
        return Room(size, size)
    ratio = directory / data
    held = now_mb * _MB / (element_bytes + ratio * ENTRY_BYTES)
    return Room(ratio * held / entries, held / elements)


def size_as_is_mb(structure: Component) -> float:
    """Its size before a scenario changes it; 0 where nobody told it."""
    value = structure.value_as_is("SIZE_MB")
    return 0.0 if value is None or isinstance(value, (str, bool)) else float(value)


def _is_changed(component: Component, setting: str) -> bool:
    """Whether a scenario sets it, and not to what it was."""
    found = component.settings.get(setting)
    return found is not None and found.origin == CHANGED and found.as_is != found.value


def may_be_too(
    topology: Topology, was: Topology, anchor: str, conditions: Conditions, today: Conditions
) -> tuple[Sequence[Change], str] | None:
    """What makes of a scenario one that tracks no more blocks than there are entries for, and the
    doubt in a sentence; None where there are enough, or no more is tracked than as measured.
    """
    if conditions["product"] != "ALS" or today["product"] != "ALS":
        return None
    before, after = useful_cache_gb(today), useful_cache_gb(conditions)
    structure = cache_structure_of(topology, anchor)
    if not before or not after:
        return None
    room, used, said = 1.0, 1.0, ""
    if structure is not None and structure.id in was:
        room = room_of(structure, topology[anchor]).entries
        entries = structure.measure("directory_entries")
        in_use = structure.measure("directory_entries_used")
        blocks = conditions.get("clucacheextra", math.inf) * conditions["nuclei"]
        if entries and blocks <= entries * room:
            return None
        if entries and in_use is not None:
            share = in_use / entries
            used = 1.0 if share >= FULL else share
            said = say(
                "the directory of {name} had {used:,.0f} of its {entries:,.0f} entries in use as "
                "measured, and a structure of another size has as many more or fewer of them",
                name=Name(structure.name),
                used=in_use,
                entries=entries,
            )
    needed = used * after * conditions["nuclei"] / (before * today["nuclei"])
    if needed <= room * (1.0 + _ROUNDING):
        return None
    tracked = int(after * 2**30 / DATA_BLOCK_BYTES * room / needed)
    reason = say(
        "{said}: where {share:.0%} of the blocks that nuclei then have tracked find an entry, and "
        "the others are read anew, it is as at the end of the band",
        said=said or say("no report tells how many directory entries the cache structure has free"),
        share=room / needed,
    )
    return (SetSetting(anchor, "CLUCACHEEXTRA", tracked),), reason
