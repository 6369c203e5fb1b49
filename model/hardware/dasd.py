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

from model.hardware.halving import halved
from model.hardware.measured_waits import mean_wait
from model.topology import Component, ComponentKind, SettingSpec, Topology, Usual

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


USUAL_MS, USUAL_TIMES = 0.7, 4.0
"""Time of an I/O where nobody told it, and how many times as long or short nine of ten are: 0.2 ms
of Flash with zHPF to 3 ms of disks. Judgement."""


@dataclass(frozen=True)
class Volumes:
    """Volumes as servers: I/Os that each can have under way, how many there are, and their time.

    behind  I/Os of all systems that the subsystem behind them serves at the same time.
    waited_s  for a volume to be free (IOSQ), as measured; None where nobody did.
    is_random whether nobody measured that, and it is what random I/Os wait of the time measured.
    is_as_others  whether nobody told its time, so that it is taken for that of other subsystems.
    """

    servers: float
    copies: float
    service_s: float
    behind: float
    waited_s: float | None = None
    is_as_others: bool = False
    is_random: bool = False


def volume_count(topology: Topology, disk: Component) -> float:
    """How many volumes a DASD subsystem has; 0 where nothing tells."""
    return disk.number("VOLUMES") or float(len(topology.children(disk.id, "dasd_volume")))


def io_times_ms(disk: Component) -> tuple[float, float | None] | None:
    """Time of an I/O without its wait in z/OS, and that wait (IOSQ), None where nobody tells it.

    None where nobody tells the first.
    """
    parts = [disk.measure(name) for name in ("pend_ms", "disc_ms", "conn_ms")]
    started_ms = None if None in parts else sum(part or 0.0 for part in parts)
    response_ms, iosq_ms = disk.measure("response_ms"), disk.measure("iosq_ms")
    if response_ms and started_ms and iosq_ms is None:
        iosq_ms = max(response_ms - started_ms, 0.0)
    service_ms = (response_ms - (iosq_ms or 0.0)) if response_ms else started_ms
    return (service_ms, iosq_ms) if service_ms and service_ms > 0.0 else None


def usual_io_ms(topology: Topology) -> float | None:
    """Time of an I/O of the subsystems of which it is told, by their rates; None if of none."""
    told = [
        (times[0], disk.measure("io_per_s") or 1.0)
        for disk in topology.of_kind("dasd")
        if (times := io_times_ms(disk)) is not None
    ]
    return sum(ms * rate for ms, rate in told) / sum(rate for _, rate in told) if told else None


def volumes_of(topology: Topology, disk: Component) -> Volumes | None:
    """The volumes of a DASD subsystem; None where the times of no subsystem's I/Os are known.

    The time of an I/O is the measured one without the wait in z/OS, which is the network's to find.
    Of one that a scenario adds nobody can have measured it: it is as fast as the others.
    """
    times = io_times_ms(disk)
    service_ms = usual_io_ms(topology) if times is None else times[0]
    if service_ms is None:
        return None
    count = volume_count(topology, disk) or float(PUBLISHED_VOLUMES)
    systems: set[str | None] = set()
    for user in topology.source_ids(disk.id, "uses"):
        # A cluster lives on no system itself: its members do.
        for one in (user, *topology.source_ids(user, "member")):
            systems.add(topology.ancestor_id(one, "lpar"))
    systems.discard(None)
    aliases = disk.number("ALIASES") or 0.0
    # As many exposures as-is stand together in the queues that were measured. Fewer volumes have
    # more of the aliases each, and I/Os wait for all of them none the shorter.
    each = 1.0 + aliases / (disk.number_as_is("VOLUMES") or count)
    sets = max(1, len(systems))
    copies = sets * (count + aliases) / each
    waited_ms = None if times is None else times[1]
    random_ms = None
    if waited_ms is None and times is not None and disk.measure("response_ms"):
        random_ms = _random_wait_ms(disk, service_ms, sets)
    if random_ms is not None:
        service_ms, waited_ms = service_ms - random_ms, random_ms
    return Volumes(
        each,
        copies,
        service_ms / 1e3,
        MOST_UNDER_WAY * count,
        None if waited_ms is None else waited_ms / 1e3,
        times is None,
        random_ms is not None,
    )


def _random_wait_ms(disk: Component, response_ms: float, sets: int) -> float | None:
    """Of a measured response what I/Os wait that come at random, for known volumes and aliases.

    Where nobody tells of aliases these are likelier than a queue.
    """
    rate, count = disk.measure("io_per_s"), disk.number_as_is("VOLUMES")
    aliases = disk.number_as_is("ALIASES")
    if not rate or not count or aliases is None:
        return None
    each = 1.0 + aliases / count

    def fits(ms: float) -> bool:
        use = rate * ms / 1e3 / (sets * (count + aliases))
        return ms * (1.0 + mean_wait(each, use)) <= response_ms

    return response_ms - halved(fits, 0.0, response_ms)[0]


_COUNTED = {"vsam_file": ("excps", "excps_data", "excps_index"), "mq_pageset": ()}
"""Kinds of parts of workloads whose own disks are told, and the figures that count their I/Os."""


def disks_of(topology: Topology, anchor: str) -> tuple[tuple[Component, float], ...]:
    """DASD subsystems that a workload's I/Os go to, each with its share of them.

    What is counted of a part goes where that is linked, the rest where the workload is, or what it
    stands in. Of parts of which nothing is counted all have alike many. Less than all of it where
    nobody tells where the rest goes.
    """
    parts = [part for part in topology.children(anchor) if part.kind in _COUNTED]
    counts = [_counted(part) for part in parts]
    if not any(counts):
        parts = [part for part in parts if _linked(topology, part.id)]
        counts = [1.0] * len(parts)
    total = max(sum(counts), topology[anchor].measure("excps") or 0.0)
    shares: dict[str, float] = {}
    left = 1.0
    for part, count in zip(parts, counts, strict=True):
        disks = _linked(topology, part.id)
        for disk in disks:
            shares[disk.id] = shares.get(disk.id, 0.0) + count / total / len(disks)
        left -= count / total if disks else 0.0
    holder = topology[anchor].parent
    own = _linked(topology, anchor)
    if not own and holder is not None and topology[anchor].kind == "ims_region":
        own = _linked(topology, holder)
    for disk in own if left > _NOTHING else ():
        shares[disk.id] = shares.get(disk.id, 0.0) + left / len(own)
    return tuple((topology[name], share) for name, share in shares.items() if share > 0.0)


_NOTHING = 1e-9


def _counted(part: Component) -> float:
    whole, *pieces = (part.measure(name) for name in _COUNTED[part.kind] or ("",))
    return whole or sum(piece or 0.0 for piece in pieces)


def _linked(topology: Topology, user: str) -> tuple[Component, ...]:
    """DASD subsystems that something is linked with, each once."""
    found: dict[str, Component] = {}
    for one in topology.targets(user, "uses"):
        disk = topology.ancestor(one.id, "dasd") if one.kind == "dasd_volume" else one
        if disk is not None and disk.kind == "dasd":
            found[disk.id] = disk
    return tuple(found.values())


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
                usual=Usual(PUBLISHED_VOLUMES, 4.0),
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
        usual={"response_ms": Usual(USUAL_MS, USUAL_TIMES)},
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
