"""Page frames under the caches of databases: those that are asked for, and those that there are.

Fixed frames come out of what their system sets aside for their size at IPL (LFAREA; 001, section
4.6), and all databases of a system take them from the same. Where they lack, caches stand in frames
of 4 KB instead.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from model.hardware.storage import FIXED_FRAMES, LFAREA, fixed_key, more_large_key
from model.language import Name, say
from model.subsystems.adabas.measures import nuclei_of
from model.topology import Component, Topology

SMALL: Final = "4K pageable"

_OF_SIZE: Final = dict.fromkeys(FIXED_FRAMES, LFAREA[0]) | {"2G fixed": LFAREA[1]}
_ENOUGH: Final = 1.0 - 1e-6


def frames_of(topology: Topology, anchor: str) -> str:
    """Frames that the caches of a database stand in."""
    asked = _asked(topology, anchor)
    return SMALL if lacking_frames(topology, anchor) else asked


def lacking_frames(topology: Topology, anchor: str) -> str:
    """A sentence where caches are to stand in more fixed frames than a system has; else nothing."""
    size = _OF_SIZE.get(_asked(topology, anchor))
    if size is None:
        return ""
    for system in _by_system(topology, anchor):
        lpar = topology[system]
        if _share(topology, lpar, size) < _ENOUGH:
            return say(
                "caches of {need_gb:,.1f} GB are to stand in fixed frames of {frames}, and "
                "{setting} of {lpar} sets aside {told_gb:,g} GB for them: they stand in frames of "
                "4 KB, that are paged like others",
                need_gb=_needed_gb(topology, system, size),
                frames="2 GB" if size == LFAREA[1] else "1 MB",
                setting=Name(size),
                lpar=Name(lpar.name),
                told_gb=lpar.number(size) or 0.0,
            )
    return ""


def fixed_storage(topology: Topology, anchor: str) -> Mapping[str, float]:
    """GB of its caches in fixed frames by system, and what of it is new in LFAREA, under keys of
    `model.hardware.storage`."""
    found: dict[str, float] = {}
    size, was_size = (_OF_SIZE.get(_asked(topology, anchor, as_is)) for as_is in (False, True))
    if size is None and was_size is None:
        return found
    for system in _by_system(topology, anchor):
        lpar = topology[system]
        now = _caches_gb(topology, anchor, system, False) if size else 0.0
        was = _caches_gb(topology, anchor, system, True) if was_size else 0.0
        now *= _share(topology, lpar, size) if size else 1.0
        was *= _share(topology, lpar, was_size, True) if was_size else 1.0
        found |= {fixed_key(system): now, more_large_key(system): now - was}
    return {key: gb for key, gb in found.items() if gb}


def _asked(topology: Topology, anchor: str, as_is: bool = False) -> str:
    """Frames that the settings ask for."""
    value = Component.value_as_is if as_is else Component.value
    database, nuclei = topology[anchor], nuclei_of(topology, anchor)
    frames, large = value(database, "PAGE_TYPE"), value(database, "LARGEPAGE")
    if large is None and nuclei and all(value(one, "LARGEPAGE") is True for one in nuclei):
        large = True
    if isinstance(frames, str) and frames != SMALL:
        return frames
    return "LARGEPAGE=YES" if large is True else SMALL


def _share(topology: Topology, lpar: Component, size: str, as_is: bool = False) -> float:
    """Of the frames of a size that caches are to stand in, those that a system has; all of them
    where nobody says how many it has."""
    told_gb = (Component.number_as_is if as_is else Component.number)(lpar, size)
    need_gb = _needed_gb(topology, lpar.id, size, as_is)
    return 1.0 if told_gb is None or need_gb <= told_gb else told_gb / need_gb


def _needed_gb(topology: Topology, system: str, size: str, as_is: bool = False) -> float:
    """Of all databases in a system, for frames of a size."""
    return sum(
        _caches_gb(topology, one.id, system, as_is)
        for one in topology.of_kind("adabas_database")
        if _OF_SIZE.get(_asked(topology, one.id, as_is)) == size
    )


def _by_system(topology: Topology, anchor: str) -> dict[str, int]:
    """How many nuclei a database has on each system that is known."""
    found: dict[str, int] = {}
    for nucleus in nuclei_of(topology, anchor):
        lpar = topology.ancestor(nucleus.id, "lpar")
        if lpar is not None:
            found[lpar.id] = found.get(lpar.id, 0) + 1
    return found


def _caches_gb(topology: Topology, anchor: str, system: str, as_is: bool) -> float:
    """Caches of a database on a system: each nucleus' own, and its share of the common one."""
    number = Component.number_as_is if as_is else Component.number
    database, on = topology[anchor], _by_system(topology, anchor)
    nuclei = sum(on.values())
    mb = sum(number(database, name) or 0.0 for name in ("CASSOMAXS", "CDATAMAXS"))
    if product_of(database, nuclei, len(on)) == "ASM":
        mb += (number(database, "CLUCACHESIZE") or 0.0) / nuclei
    return mb * on.get(system, 0) / 1024.0


def product_of(database: Component, nuclei: int, systems: int) -> str:
    """Cluster Services, Parallel Services or a single nucleus."""
    stated = database.value("PRODUCT")
    if isinstance(stated, str):
        # A cluster of one nucleus keeps its structures, and has the other nuclei's way to them.
        return stated
    return "single" if nuclei == 1 else ("ALS" if systems > 1 else "ASM")
