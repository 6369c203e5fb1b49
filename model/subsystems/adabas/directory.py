"""Whether a cluster's cache structure has directory entries for the blocks that nuclei track.

Every block that a nucleus holds and the coupling facility tracks takes an entry of the structure,
one for all nuclei that hold it. Where no entry is free, a block more takes that of another one,
which is then not found again: the structure tracks no more blocks than it has entries, whatever
CLUCACHEEXTRA allows. How many of those in use are needed no report tells, so that the projection
takes all blocks to be tracked, and its band reaches to where only as many are as there are entries
for.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from model.contract.evaluation import Conditions
from model.hardware.dasd import DATA_BLOCK_BYTES
from model.language import Name, say
from model.subsystems.adabas.facility import cache_structure_of
from model.subsystems.adabas.schema import useful_cache_gb
from model.topology import Change, SetSetting, Topology

FULL: Final = 0.9
"""Directory entries in use, as a share of all, from which more blocks take those of others."""
_ROUNDING: Final = 1e-3


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
    size, used, said = 1.0, 1.0, ""
    if structure is not None and structure.id in was:
        now_mb, was_mb = (one[structure.id].number("SIZE_MB") for one in (topology, was))
        size = now_mb / was_mb if now_mb and was_mb else 1.0
        entries = structure.measure("directory_entries")
        in_use = structure.measure("directory_entries_used")
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
    if needed <= size * (1.0 + _ROUNDING):
        return None
    tracked = int(after * 2**30 / DATA_BLOCK_BYTES * size / needed)
    reason = say(
        "{said}: where {share:.0%} of the blocks that nuclei then have tracked find an entry, and "
        "the others are read anew, it is as at the end of the band",
        said=said or say("no report tells how many directory entries the cache structure has free"),
        share=size / needed,
    )
    return (SetSetting(anchor, "CLUCACHEEXTRA", tracked),), reason
