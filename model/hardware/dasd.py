"""DASD: volumes with one I/O at a time per system, an aggregate limit without zHPF.

Each system has one unit control block per volume and, without parallel access volumes, starts one
I/O to it at a time; further ones queue in z/OS.  V volumes used by S systems therefore offer V x S
exposures.  With zHPF they are the limit; without it the FICON command-by-command protocol limits
all volumes together (001, section 4.4 and Table 7: the read rate stays near 77 thousand per second
from 8 to 31 nuclei without zHPF while it rises to 145 thousand with it).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from model.topology import Component, ComponentKind, SettingSpec, Topology

FloatArray = npt.NDArray[np.float64]

PUBLISHED_VOLUMES = 80
"""50 DATA and 30 ASSO volumes (001, section 3.2)."""

DATA_BLOCK_BYTES = 27_644
"""Block length that makes 750,000 cylinders the 579 GB of 001, section 3.2, at two per track."""


BEHIND = "/behind"
"""What follows a DASD subsystem's id where what stands behind its volumes is meant: its limit on
the I/Os of all of them and of all systems together."""

MOST_UNDER_WAY = 2.2
"""I/Os by volume that the subsystem behind the volumes serves at the same time.  It served those of
two systems at 85 % (001, section 4.4, Table 7); that it does a tenth more than both all the time is
an assumption, more of it is not known.  Aliases let systems start more, which it serves no
faster."""
MOST_UNDER_WAY_SD = 0.5
"""Standard deviation of its logarithm for other subsystems than that of 001. Judgement: half to
twice as many, as for a known number of aliases."""

INFERRED_SD = 1.5
"""Relative standard deviation of the exposures where no report states the number of aliases."""


def exposures(volumes: FloatArray, aliases: FloatArray) -> FloatArray:
    """I/Os of one system that can be under way at the same time: one per volume and alias."""
    return volumes + aliases


def exposures_sd(disk: Component) -> float:
    """Relative standard deviation of a disk's exposures, of its logarithm.

    A volume without aliases takes one I/O at a time. How evenly its volumes share a known number of
    aliases is not reported, and a number inferred from how many were in use is none of the pool.
    Both are judgement: three fifths to five thirds, a quarter to four times and more.
    """
    aliases = disk.settings.get("ALIASES")
    if aliases is None or not disk.number("ALIASES"):
        return 0.0
    return 0.5 if aliases.origin.kind in ("report", "user") else INFERRED_SD


@dataclass(frozen=True)
class Volumes:
    """Volumes as servers: I/Os that each can have under way, how many there are, and their time.

    behind  I/Os of all systems that the subsystem behind them serves at the same time.
    waited_s  for a volume to be free (IOSQ), as measured; None where nobody did.
    """

    servers: float
    copies: float
    service_s: float
    behind: float
    waited_s: float | None = None


def volume_count(topology: Topology, disk: Component) -> float:
    """How many volumes a DASD subsystem has; 0 where nothing tells."""
    return disk.number("VOLUMES") or float(len(topology.children(disk.id, "dasd_volume")))


def volumes_of(topology: Topology, disk: Component) -> Volumes | None:
    """The volumes of a DASD subsystem; None where their number or their times are not known.

    The time of an I/O is the measured one without the wait in z/OS, which is the network's to find.
    """
    count = volume_count(topology, disk)
    response_ms = disk.measure("response_ms")
    if not count or not response_ms:
        return None
    iosq_ms = disk.measure("iosq_ms")
    service_s = max(response_ms - (iosq_ms or 0.0), 0.0) / 1e3
    if service_s <= 0.0:
        return None
    systems: set[str | None] = set()
    for user in topology.source_ids(disk.id, "uses"):
        # A cluster lives on no system itself: its members do.
        for one in (user, *topology.source_ids(user, "member")):
            systems.add(topology.ancestor_id(one, "lpar"))
    systems.discard(None)
    aliases = disk.number("ALIASES") or 0.0
    copies = max(1, len(systems)) * count
    waited_s = None if iosq_ms is None else iosq_ms / 1e3
    return Volumes((count + aliases) / count, copies, service_s, MOST_UNDER_WAY * count, waited_s)


def limits_of(topology: Topology, disks: Iterable[Component]) -> tuple[str, ...]:
    """What stands behind the volumes of DASD subsystems that serve a workload beside others.

    None where their times are not known, or where it uses several: which of its I/Os go to which
    nobody tells.
    """
    found = tuple(disks)
    if len(found) != 1 or volumes_of(topology, found[0]) is None:
        return ()
    users = topology.source_ids(found[0].id, "uses")
    return (found[0].id + BEHIND,) if len(set(users)) > 1 else ()


KINDS: tuple[ComponentKind, ...] = (
    ComponentKind(
        "dasd",
        "DASD subsystem",
        "Hardware",
        (None,),
        settings=(
            SettingSpec(
                "MODEL",
                "text",
                "Type and model of the subsystem, such as 2107-951.",
                source="RMF cache report",
                names="MODEL",
            ),
            SettingSpec(
                "VOLUMES",
                "integer",
                "Volumes that hold the databases and files.",
                minimum=1,
                maximum=65_536,
                soft_maximum=1024,
                source="RMF device report",
            ),
            SettingSpec(
                "ALIASES",
                "integer",
                "Parallel access volume aliases of each system, of all volumes together; each lets "
                "one more I/O be under way.",
                minimum=0,
                maximum=65_536,
                soft_maximum=512,
                source="RMF I/O queuing (HPAV MAX), device report (PAV); D M=DEV",
            ),
            SettingSpec(
                "CHANNELS",
                "integer",
                "FICON channels.",
                minimum=1,
                maximum=256,
                soft_maximum=64,
                source="RMF channel path report",
            ),
            SettingSpec(
                "CACHE_GB",
                "number",
                "Cache of the subsystem.",
                unit="GB",
                minimum=0,
                maximum=16_384,
                soft_maximum=2048,
                source="RMF cache report",
                label="Cache",
            ),
            SettingSpec(
                "ZHPF_CAPABLE",
                "flag",
                "Whether the subsystem offers zHPF.",
                source="D IOS,ZHPF and D M=DEV",
                label="Offers zHPF",
            ),
        ),
        names="DASD",
        icon="hard-drive",
        called="DASD1",
        words="dasd disk storage control unit ds8000",
        short="DASD",
    ),
    ComponentKind(
        "dasd_volume",
        "DASD volume",
        "Hardware",
        ("dasd", None),
        settings=(
            SettingSpec(
                "STORAGE_GROUP",
                "text",
                "SMS storage group of the volume.",
                source="RMF device report",
                names="GROUP",
                label="Storage group",
            ),
        ),
        names="VOLUME",
        icon="disc",
        called="VOL001",
        words="dasd volser disk",
        drawn=False,
    ),
)
