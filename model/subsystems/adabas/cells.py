"""What an installation's constants make of it: demands per command of every cell.

A cell is a slice of an installation (`reads`) under one draw of the constants.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from model.contract.evaluation import ConstantDraws, FloatArray
from model.hardware.dasd import MOST_UNDER_WAY, exposures
from model.hardware.paging import absent_share, unstated
from model.subsystems.adabas.constants import column
from model.subsystems.adabas.installation import Installations
from model.subsystems.adabas.reads import Slices, reading_share, reuse
from model.subsystems.adabas.writes import LOG_DATA_SETS, flush_writes, structure_pressing

COORDINATED_UPDATES = 0.052
"""Share of updates from which coordination costs what was measured (001, section 3.2).  Read-only
runs had none and runs with four times as many updates no more; between, in proportion."""
PAGES_PER_LOOKUP = 3.0
"""4 KB pages of the mean block that a command finds in a cache, between ASSO's 4 KB and DATA's
27 KB (001, section 3.2)."""


@dataclass(frozen=True)
class Cells:
    """M cells: everything the network needs of them.

    Arrays of systems are (M, K), of groups (M, G), others (M, 1).  Times in seconds per command.
    """

    systems: FloatArray
    cps: FloatArray
    busy_cps: FloatArray
    """CPs of a system that other work asks for."""
    pages_at_once: FloatArray
    """Page operations that a system's device does at the same time."""
    log_exposures: FloatArray
    """Exposures of a system whose volumes also hold WORK or PLOG data sets."""
    nuclei: FloatArray
    """Of a group on one system; groups from here on."""
    users: FloatArray
    """Of one nucleus."""
    threads: FloatArray
    fixed_cpu: FloatArray
    """CPU per command apart from users, log writes and contention."""
    off_task: FloatArray
    stall: FloatArray
    paging: FloatArray
    """Page operations per command."""
    reads: FloatArray
    ios: FloatArray
    """Reads and flush writes per command."""
    volume_ios: FloatArray
    """The same at the volumes that are read, flush writes by the share of a read's time they take.
    """
    all_nuclei: FloatArray
    """Of the installation; (M, 1) from here on."""
    jobs: FloatArray
    """Load generator jobs on each system, which compete for CPs."""
    user_cpu: FloatArray
    """CPU per command for every user of the nucleus with a command outstanding."""
    user_exponent: FloatArray
    log_cpu: FloatArray
    chain_cpu: FloatArray
    """CPU of contention per other busy nucleus."""
    generator: FloatArray
    volumes: FloatArray
    exposures: FloatArray
    """Volumes and aliases of a system."""
    other_ios: FloatArray
    """I/Os per second of other work on all systems."""
    volume_s: FloatArray
    """Time of a read at its device, and how many times as long an I/O takes there as by the
    capacity that the whole subsystem has."""
    device: FloatArray
    read_share: FloatArray
    """Share of the exposures that reads go to."""
    destage_s: FloatArray
    """Time that a log write takes of its volume."""
    ceiling_s: FloatArray
    """Time per I/O at the limit of all volumes together; 0 where none is known."""
    behind: FloatArray
    """I/Os of all systems that the subsystem behind the volumes serves at the same time."""
    commits: FloatArray
    full_blocks: FloatArray
    log_write_s: FloatArray
    log_behind: FloatArray
    """Share of an I/O's wait that a log write waits as well."""
    flush_behind: FloatArray
    """The same of a flush write for its volume."""
    holds: FloatArray
    """1 where an I/O holds its volume while it waits at the common limit, else 0."""
    log_crowding: FloatArray
    commit_waits: FloatArray
    pressing: FloatArray
    """Pressure on the cache structure (`writes.structure_pressing`) per command under way in a
    flush write."""
    full_share: FloatArray
    """Of the time at the common limit, for every unit of that pressure above 1."""
    think_s: FloatArray

    @property
    def per_system(self) -> int:
        """Groups that each kind of system has room for."""
        return int(self.nuclei.shape[1] // self.systems.shape[1])

    def of_groups(self, values: FloatArray) -> FloatArray:
        """(M, K) of systems as (M, G) of their groups."""
        return np.repeat(values, self.per_system, axis=1)


def cells(sites: Installations, draws: ConstantDraws, cut: Slices) -> Cells:
    """The cells of all slices and draws: slice by slice, draws within."""
    rows = np.repeat(cut.installation, draws.count)
    which = np.tile(np.arange(draws.count), len(cut.installation))

    def of_site(values: npt.NDArray[Any]) -> npt.NDArray[Any]:
        return values[rows, None] if values.ndim == 1 else values[rows]

    def of_draw(name: str) -> FloatArray:
        return column(draws, name)[which, None]

    def of_both(values: FloatArray) -> FloatArray:
        return values[rows, which, None]

    per_us = 1e-6 * of_draw("factor.cpu") / of_site(sites.cp_speed)
    reads = cut.reads.reshape(len(rows), -1)
    flushes = of_both(flush_writes(sites, draws))
    read_share = _read_share(sites, draws, cut).reshape(-1, 1)
    zhpf = of_site(sites.zhpf)
    nuclei = of_site(sites.nuclei)
    updates, commits = of_site(sites.updates), of_site(sites.commits)
    counted = of_site(sites.counted)
    io_us = of_draw("read_us") + np.where(zhpf, 0.0, of_draw("no_zhpf_us"))
    paging = page_operations_per_command(sites, draws)[rows, which]
    through_cf = nuclei ** of_draw("cf_exponent")
    through_memory = of_draw("shared_memory_share") * nuclei
    cluster = np.where(
        of_site(sites.als), through_cf, np.where(of_site(sites.asm), through_memory, 0.0)
    )
    cpu_us = (
        of_site(reading_share(sites)) * of_draw("base_us")
        + io_us * reads
        + cluster * np.minimum(updates / COORDINATED_UPDATES, 1.0) * of_draw("cluster_us")
        + of_draw("long_update_us") * np.maximum(updates - COORDINATED_UPDATES * counted, 0.0)
        + np.where(of_site(sites.als) & ~zhpf, of_draw("no_zhpf_cluster_us"), 0.0)
        + of_draw("page_us") * paging
    )
    chain_us = np.where(of_site(sites.asm), of_site(sites.frame_cost), 0.0) * of_draw("chain_us")
    capacity = of_draw("factor.io")
    volume_s = of_draw("volume_ms") * 1e-3 / capacity
    scattered = of_draw("factor.exposures")
    volumes = of_site(sites.volumes) * np.where(of_site(sites.volumes_untold), scattered, 1.0)
    per_system = exposures(volumes, of_site(sites.aliases) * scattered)
    ceiling = np.minimum(
        of_site(sites.io_ceiling_per_s),
        np.where(zhpf, np.inf, of_draw("channel_kio_per_s") * 1e3 * capacity),
    )
    systems = of_site(sites.systems)
    generator_us = of_site(sites.generator_us)
    on_one = sites.by_system(sites.group_nuclei)
    return Cells(
        systems=systems,
        cps=of_site(sites.cps),
        busy_cps=of_site(sites.busy_cps),
        pages_at_once=of_site(sites.pages_at_once),
        # Divided first: where all are the log's, they are not more than there are by a last digit.
        log_exposures=per_system * (np.minimum(LOG_DATA_SETS * of_site(on_one), volumes) / volumes),
        nuclei=of_site(sites.group_nuclei),
        users=of_site(sites.group_users),
        threads=of_site(sites.threads),
        fixed_cpu=cpu_us * per_us,
        off_task=of_draw("off_task_us") * reads * per_us,
        stall=paging * page_stalls_s(sites, draws.count)[rows, which],
        paging=paging,
        reads=reads,
        ios=reads + flushes,
        volume_ios=reads + of_draw("flush_share") * flushes * read_share,
        all_nuclei=nuclei,
        jobs=of_site(sites.jobs) / np.maximum(systems.sum(axis=1, keepdims=True), 1.0),
        # What a longer queue takes to go through is as much for commands that do more.
        user_cpu=of_draw("user_us") * 1e-6 / of_site(sites.cp_speed),
        user_exponent=of_draw("user_exponent"),
        log_cpu=of_draw("log_write_us") * per_us,
        chain_cpu=chain_us * per_us,
        generator=np.where(np.isnan(generator_us), of_draw("generator_us"), generator_us)
        * 1e-6
        / of_site(sites.cp_speed),
        volumes=volumes,
        exposures=per_system,
        other_ios=of_site(sites.background_io_per_s),
        volume_s=volume_s,
        device=of_draw("factor.device"),
        read_share=read_share,
        destage_s=of_draw("destage_ms") * 1e-3 / capacity,
        ceiling_s=1.0 / ceiling,
        behind=MOST_UNDER_WAY * volumes,
        commits=commits,
        full_blocks=updates * of_draw("log_full_blocks_per_update"),
        log_write_s=of_draw("log_write_ms") * of_draw("factor.log") * 1e-3,
        log_behind=np.where(zhpf, 0.0, of_draw("log_behind") * of_draw("factor.log")),
        flush_behind=np.where(zhpf, 0.0, 1.0) * of_site(sites.holds),
        holds=of_site(sites.holds) * 1.0,
        log_crowding=of_draw("log_crowding"),
        commit_waits=of_draw("commit_waits"),
        pressing=of_both(structure_pressing(sites, draws)),
        full_share=of_draw("structure_full_share"),
        # A user pauses between pieces of work, not before the commits that these bring.
        think_s=(of_site(sites.think_time_s) + of_draw("think_s")) * counted,
    )


def page_operations_per_command(sites: Installations, draws: ConstantDraws) -> FloatArray:
    """4 KB page-ins and page-outs per command of each group, (V, D, G).

    A command looks for the blocks that its buffer pool misses in the cache; what of it is not in
    real storage is on the paging device, and every page read in drives another one out.
    """
    lookups = reuse(sites.buffer_pool_gb[..., None], draws) * reading_share(sites)[:, None, None]
    pages = np.where(sites.page_stall_s > 0.0, 1.0, 0.0)[:, None]
    now = absent_share(over_commitment(sites, draws))
    # What it lacked as it was measured is in its figures, where nobody states what it pages to.
    was = absent_share(over_commitment(sites, draws, sites.shorter_gb))
    was = np.where(sites.pages_to_unstated[:, None], was, 0.0)
    absent = sites.of_groups(pages * (now - was))
    paged = 2.0 * np.swapaxes(lookups, 1, 2) * PAGES_PER_LOOKUP
    operations: FloatArray = paged * absent * column(draws, "factor.paging")[:, None]
    return np.where(sites.group_nuclei[:, None] > 0, operations, 0.0)


def page_stalls_s(sites: Installations, draws: int) -> FloatArray:
    """Seconds that a page operation stops a nucleus of each group, (V, D, G)."""
    factors = np.where(sites.pages_to_unstated[:, None], unstated(draws)[:, None], 1.0)
    return sites.of_groups(sites.page_stall_s[:, None] * factors)


def over_commitment(
    sites: Installations, draws: ConstantDraws, less_gb: FloatArray | None = None
) -> FloatArray:
    """Share of the storage in use that each kind of system cannot hold, (V, D, K).

    z/OS pages on each system of its own: one with few nuclei does not page because another one has
    many. It takes from all who live there alike, as everywhere (`model.projection.storage`).
    less_gb: by what each, (V, K), is taken to be less short.
    """
    held = (
        sites.caches_gb[:, None]
        + sites.pools_gb[:, None] * column(draws, "pool_share")[:, None]
        + column(draws, "other_storage_gb")[:, None]
    )
    lacking = held - sites.real_gb[:, None]
    if less_gb is not None:
        lacking = lacking - less_gb[:, None]
    taken_from = np.maximum(held + sites.beside_gb[:, None], 1e-9)
    share: FloatArray = np.clip(lacking / taken_from, 0.0, 1.0)
    return share


def _read_share(sites: Installations, draws: ConstantDraws, cut: Slices) -> FloatArray:
    """Share of the volumes that reads go to, (C, D).

    A shared cache holds all of ASSO before it holds much of DATA, so that the volumes with ASSO are
    read no more; what they were read of the reads is gone with them.
    """
    shared = (sites.shared_gb > 0)[cut.installation, None]
    uncached = (
        column(draws, "miss_at_zero")
        * column(draws, "factor.reads")
        * reading_share(sites)[cut.installation, None]
    )
    nuclei = (sites.group_nuclei * sites.of_groups(sites.systems))[cut.installation, None]
    reads = (cut.reads * nuclei).sum(axis=2) / nuclei.sum(axis=2)
    left = np.maximum(reads / uncached, column(draws, "data_volume_share"))
    return np.where(shared, left, 1.0)
