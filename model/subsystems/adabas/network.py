"""One closed network for every Adabas configuration, and the fixed point around it.

Stations of each group of alike systems: the nuclei (single servers, because a nucleus does its work
under one task), the CPs that nuclei and users share, the volumes' exposures (one I/O per volume and
system), those without and those with WORK or PLOG data sets, the wait of commits for WORK and PLOG.
Shared by all systems: the limit on all volumes together (without zHPF, or where the subsystem's own
ceiling is stated).  Customers are the commands in progress: users, but never more than the nuclei
have threads.

A write to WORK or PLOG ends in the DASD subsystem's cache; destaging it takes time of its volume
later.  Every nucleus has its own data sets, so that few nuclei concentrate that load on few
volumes, and more nuclei spread it: this is why throughput with zHPF still grows slowly beyond 12
nuclei of Parallel Services (001, Table 8).

Effects that depend on the answer are iterated around the network: WORK and PLOG writes
(`writes.log_writes`), the time of such a write, contention on the shared cache's space chain, and
the time for which a nucleus that is ready stands waiting for a CP.  The CPs are a station as well
(they limit throughput and hold the users' work), but the queue there is of nuclei, not of commands,
so that what a nucleus waits is taken from the wait in a queue with many servers
(H. Sakasegawa, "An approximation formula L_q = alpha rho^beta / (1 - rho)", 1977).
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import numpy.typing as npt

from model.hardware.paging import absent_share
from model.queueing import BatchSolution, ClosedBatch, solve_closed_batch
from model.subsystems.adabas.constants import column
from model.subsystems.adabas.installation import Installations
from model.subsystems.adabas.iteration import Accelerated, Bisection
from model.subsystems.adabas.reads import Slices, reading_share, reuse
from model.subsystems.adabas.writes import LOG_DATA_SETS, flush_writes, log_writes
from model.subsystems.evaluation import BoolArray, ConstantDraws, FloatArray

NUCLEI, CPS, VOLUMES, LOG_VOLUMES, LOGS = range(5)
PER_GROUP = 5
MAX_PASSES = 80
QUICK_PASSES = 20
SETTLING_PASSES = 3
MOST_USERS_PER_NUCLEUS = 2000.0
"""Largest number of users per nucleus that was measured (001, Table 6); what more of them would
cost is not known, and is taken to be no more."""
USERS_UNIT = 1000.0
"""Number of users at which the CPU that each of them adds is stated."""
WEIGHTS = np.array([1.0, 0.02, 0.1])
"""How much a change of each part of the fixed point (see `_pass`) matters to the throughput."""
TOLERANCE = 1e-4
"""Change of the throughput per pass that ends the iteration; what is left is far less."""
FINE = 1e-6
"""The same where derivatives are taken."""
COORDINATED_UPDATES = 0.052
"""Share of updates from which coordination costs what was measured (001, section 3.2).  Read-only
runs had none and runs with four times as many updates no more; between, in proportion."""
INNER = 0.01
"""Tolerance of the network's own solution, relative to that of the passes around it."""
PAGES_PER_LOOKUP = 3.0
"""4 KB pages of the mean block that a command finds in a cache, between ASSO's 4 KB and DATA's
27 KB (001, section 3.2)."""
LOOSE = 1e-3
"""Relative change per pass beyond which a cell counts as not converged."""
_LONGEST_LOG_WRITE_S = 1.0
_MOST_CROWDED = 1.5
"""Load of the volumes, of two systems' exposures, beyond which nothing was measured."""
_ENOUGH = 3.0
"""With so few CPs that nuclei would wait even longer, the CPs alone set the throughput."""


@dataclass(frozen=True)
class Cells:
    """M cells (a slice of an installation under a draw): everything the network needs of them.

    Group arrays are (M, G), others (M, 1).  Times in seconds per command.
    """

    systems: FloatArray
    nuclei: FloatArray
    users: FloatArray
    threads: FloatArray
    cps: FloatArray
    jobs: FloatArray
    """Load generator jobs on each system, which compete for CPs."""
    fixed_cpu: FloatArray
    """CPU per command apart from users, log writes and contention."""
    user_cpu: FloatArray
    """CPU per command for every user of the nucleus with a command outstanding."""
    user_exponent: FloatArray
    log_cpu: FloatArray
    chain_cpu: FloatArray
    """CPU of contention per other busy nucleus."""
    off_task: FloatArray
    generator: FloatArray
    stall: FloatArray
    cp_share: FloatArray
    """Share of the CPs left by other work."""
    exposures: FloatArray
    """Per system."""
    volume_s: FloatArray
    free_volume_share: FloatArray
    read_share: FloatArray
    """Share of the exposures that reads go to."""
    log_exposures: FloatArray
    """Of them, those whose volumes also hold WORK or PLOG data sets, (M, G)."""
    destage_s: FloatArray
    """Time that a log write takes of its volume."""
    ceiling_s: FloatArray
    """Time per I/O at the limit of all volumes together; 0 where there is none."""
    ios: FloatArray
    """Reads and flush writes per command."""
    volume_ios: FloatArray
    """The same at the volumes that are read, flush writes by the share of a read's time they take.
    """
    commits: FloatArray
    full_blocks: FloatArray
    log_write_s: FloatArray
    log_behind: FloatArray
    """Share of an I/O's wait that a log write waits as well."""
    log_crowding: FloatArray
    commit_waits: FloatArray
    think_s: FloatArray

    def take(self, rows: npt.NDArray[np.intp]) -> Cells:
        """Some of the cells."""
        return replace(self, **{name: getattr(self, name)[rows] for name in _FIELDS})


_FIELDS = tuple(Cells.__dataclass_fields__)


@dataclass
class Flow:
    """What the network says of M cells."""

    etr_per_s: FloatArray
    """(M, G)."""
    cpu_s: FloatArray
    """(M, G) CPU of the nuclei per command."""
    log_writes: FloatArray
    """(M, G) per command."""
    residence_s: FloatArray
    """(M, G, 5) per command: nucleus, CPs, volumes, WORK/PLOG, common I/O limit."""
    utilization: FloatArray
    """(M, G, 5) likewise."""
    in_progress: FloatArray
    """(M, G) commands in progress."""
    write_s: FloatArray
    """(M, G) time of one write of a buffer flush."""
    converged: BoolArray


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
    reads = cut.reads.reshape(-1, 1)
    flushes = of_both(flush_writes(sites, draws))
    read_share = _read_share(sites, draws, cut).reshape(-1, 1)
    zhpf = of_site(sites.zhpf)
    nuclei = of_site(sites.nuclei)
    updates, commits = of_site(sites.updates), of_site(sites.commits)
    io_us = of_draw("read_us") + np.where(zhpf, 0.0, of_draw("no_zhpf_us"))
    through_cf = nuclei ** of_draw("cf_exponent")
    through_memory = of_draw("shared_memory_share") * nuclei
    cluster = np.where(
        of_site(sites.als), through_cf, np.where(of_site(sites.asm), through_memory, 0.0)
    )
    cpu_us = (
        of_site(reading_share(sites)) * of_draw("base_us")
        + io_us * reads
        + cluster * np.minimum(updates / COORDINATED_UPDATES, 1.0) * of_draw("cluster_us")
        + of_draw("long_update_us") * np.maximum(updates - commits, 0.0)
    )
    chain_us = np.where(of_site(sites.asm), of_site(sites.frame_cost), 0.0) * of_draw("chain_us")
    page_operations = page_operations_per_command(sites, draws)[rows, which]
    capacity = of_draw("factor.io")
    volume_s = of_draw("volume_ms") * 1e-3 / capacity
    per_system = of_site(sites.exposures)
    ceiling = of_site(sites.io_ceiling_per_s)
    without_zhpf = of_draw("channel_kio_per_s") * 1e3 * capacity
    ceiling = np.minimum(ceiling, np.where(zhpf, np.inf, without_zhpf))
    systems = of_site(sites.systems)
    all_exposures = per_system * systems.sum(axis=1, keepdims=True)
    other_io = of_site(sites.background_io_per_s)
    busy_volumes = np.minimum(0.95, other_io * volume_s / all_exposures)
    free_ceiling = np.maximum(ceiling - other_io, 0.05 * ceiling)
    generator_us = of_site(sites.generator_us)
    return Cells(
        systems=systems,
        nuclei=of_site(sites.group_nuclei),
        users=of_site(sites.group_users),
        threads=of_site(sites.threads),
        cps=of_site(sites.cps),
        jobs=of_site(sites.jobs) / np.maximum(systems.sum(axis=1, keepdims=True), 1.0),
        fixed_cpu=cpu_us * per_us,
        user_cpu=of_draw("user_us") * per_us,
        user_exponent=of_draw("user_exponent"),
        log_cpu=of_draw("log_write_us") * per_us,
        chain_cpu=chain_us * per_us,
        off_task=of_draw("off_task_us") * reads * per_us,
        generator=np.where(np.isnan(generator_us), of_draw("generator_us"), generator_us)
        * 1e-6
        / of_site(sites.cp_speed),
        stall=page_operations * of_site(sites.page_stall_s),
        cp_share=1.0 - of_site(sites.background_share),
        exposures=per_system,
        volume_s=volume_s,
        free_volume_share=1.0 - busy_volumes,
        read_share=read_share,
        log_exposures=np.minimum(LOG_DATA_SETS * of_site(sites.group_nuclei), per_system),
        destage_s=of_draw("destage_ms") * 1e-3 / capacity,
        ceiling_s=np.where(np.isfinite(free_ceiling), 1.0 / free_ceiling, 0.0),
        ios=reads + flushes,
        volume_ios=reads + of_draw("flush_share") * flushes * read_share,
        commits=commits,
        full_blocks=updates * of_draw("log_full_blocks_per_update"),
        log_write_s=of_draw("log_write_ms") * 1e-3,
        log_behind=np.where(zhpf, 0.0, of_draw("log_behind")),
        log_crowding=of_draw("log_crowding"),
        commit_waits=of_draw("commit_waits"),
        think_s=of_site(sites.think_time_s) + of_draw("think_s"),
    )


def page_operations_per_command(sites: Installations, draws: ConstantDraws) -> FloatArray:
    """4 KB page-ins and page-outs per command on the systems of each group, (V, D, G).

    A command looks for the blocks that its buffer pool misses in the cache; what of it is not in
    real storage is on the paging device, and every page read in drives another one out.
    """
    lookups = reuse(sites.buffer_pool_gb[:, None], draws) * reading_share(sites)[:, None]
    absent = (absent_share(over_commitment(sites, draws)) * sites.nuclei_shares[:, None]).sum(
        axis=3
    )
    paged = 2.0 * lookups * PAGES_PER_LOOKUP
    operations: FloatArray = paged[..., None] * absent * column(draws, "factor.paging")[:, None]
    return np.where(sites.page_stall_s[:, None, None] > 0, operations, 0.0)


def over_commitment(sites: Installations, draws: ConstantDraws) -> FloatArray:
    """Share of the storage in use that real storage cannot hold, (V, D, G, 2).

    By group and, last, on its fuller and on its emptier systems: z/OS pages on each system of its
    own, so that a system with few nuclei does not page because another one has many.
    """
    held = (
        sites.caches_gb[:, None]
        + sites.pools_gb[:, None] * column(draws, "pool_share")[:, None, None]
        + column(draws, "other_storage_gb")[:, None, None]
    )
    lacking = held - sites.real_gb[:, None, None, None]
    share: FloatArray = np.clip(lacking / np.maximum(held, 1e-9), 0.0, 1.0)
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
    left = np.maximum(cut.reads / uncached, column(draws, "data_volume_share"))
    return np.where(shared, left, 1.0)


def solve(given: Cells, tolerance: float = TOLERANCE) -> Flow:
    """Throughput and the rest, with the fixed points around the network iterated."""
    limited = _iterate(given, True, tolerance)
    if not np.any(given.think_s > 0):
        return limited
    # With pauses the users, not the threads, may be what limits the commands in progress.
    free = _iterate(given, False, tolerance)
    take = (given.think_s > 0) & (free.etr_per_s < limited.etr_per_s)
    for name in ("etr_per_s", "cpu_s", "log_writes", "in_progress", "write_s"):
        setattr(limited, name, np.where(take, getattr(free, name), getattr(limited, name)))
    for name in ("residence_s", "utilization"):
        chosen = np.where(take[..., None], getattr(free, name), getattr(limited, name))
        setattr(limited, name, chosen)
    limited.converged = limited.converged & free.converged
    return limited


def _iterate(given: Cells, threads: bool, tolerance: float) -> Flow:
    count, groups = given.nuclei.shape
    # Parts of the fixed point: throughput and time of a log write, accelerated; wait for a CP.
    state = Accelerated(np.stack(_first_guess(given, threads), axis=-1).reshape(count, -1))
    waits = np.zeros((count, groups))
    halving = Bisection(_longest_cp_wait(given))
    flow: Flow | None = None
    active = np.arange(count, dtype=np.intp)
    last_move = np.full(count, np.inf)
    queues = None
    for number in range(MAX_PASSES):
        part = given if len(active) == count else given.take(active)
        asked = np.concatenate(
            [state.value.reshape(len(active), groups, 2), waits[..., None]], axis=-1
        )
        found, image, queues = _pass(part, asked, threads, queues, INNER * tolerance)
        if flow is None:
            flow = found
        else:
            _put(flow, found, active)
        moved = np.abs(image - asked) * WEIGHTS
        moved[..., 2] /= 1.0 + asked[..., 2]
        moved = np.where(part.nuclei[..., None] > 0, moved, 0.0)
        last_move[active] = moved.reshape(len(active), -1).max(axis=1)
        going = last_move[active] >= tolerance
        if not going.any():
            break
        damping = 1.0 if number < QUICK_PASSES else 0.3
        state.advance(image[..., :2].reshape(len(active), -1), damping)
        small = waits + _careful(part, found, waits, image[..., 2])
        if number >= SETTLING_PASSES:
            waits = halving.step(waits, image[..., 2], small)
        else:
            waits = small
        if not going.all():
            state.keep(going)
            halving.keep(going)
            waits = waits[going]
            active, queues = active[going], queues[going]
    assert flow is not None
    flow.converged = flow.converged & (last_move < LOOSE)
    return flow


def _first_guess(given: Cells, threads: bool) -> tuple[FloatArray, FloatArray]:
    """Logarithms of throughput and log write time to begin from, (M, G).

    The throughput that no resource alone allows to exceed, and the wait at the common I/O limit
    when that is the least and holds all the commands in progress.
    """
    used = given.nuclei > 0
    systems = np.maximum(given.systems, 1.0)
    cpu = given.fixed_cpu + given.commits * given.log_cpu + given.stall
    by_nuclei = given.nuclei * systems / cpu
    by_cps = given.cps * given.cp_share * systems / (cpu + given.generator)
    reading = systems * given.exposures * given.read_share
    by_volumes = reading / np.maximum(given.volume_ios * given.volume_s, 1e-12)
    others = np.minimum(np.minimum(by_nuclei, by_cps), by_volumes)
    share = given.systems / given.systems.sum(axis=1, keepdims=True)
    by_limit = share / np.maximum(given.ios * given.ceiling_s, 1e-12)
    paced = given.users * systems / ((0.0 if threads else given.think_s) + cpu)
    etr = 0.9 * np.minimum(np.minimum(others, by_limit), paced)
    etr = np.where(used, np.maximum(etr, 1e-9), 1.0)
    inside = np.minimum(given.users, given.threads * given.nuclei) * systems
    at_limit = np.where(by_limit < others, inside / etr / np.maximum(given.ios, 1e-12), 0.0)
    write_s = given.log_write_s + given.log_behind * at_limit
    return np.log(etr), np.log(np.minimum(write_s, _LONGEST_LOG_WRITE_S))


def _pass(
    given: Cells,
    asked: FloatArray,
    threads: bool,
    queues: FloatArray | None,
    tolerance: float,
) -> tuple[Flow, FloatArray, FloatArray]:
    """One evaluation of the fixed point's map.

    asked: (M, G, 3): logarithm of the throughput, logarithm of the time of a log write, a nucleus's
    wait for a CP relative to its CPU time.  Returns the flow, the same three as they result, and
    the queues to start the next pass from.
    """
    used = given.nuclei > 0
    nuclei = np.maximum(given.nuclei, 1.0)
    systems = np.maximum(given.systems, 1.0)
    etr = np.exp(np.minimum(asked[..., 0], 50.0))
    write_s = np.exp(np.minimum(asked[..., 1], 1.0))
    cp_wait = np.maximum(asked[..., 2], 0.0)
    logs = log_writes(
        given.commits, given.full_blocks, given.commits * etr / systems / nuclei, write_s
    )
    waiting = np.maximum(given.users * systems - etr * given.think_s, 0.0) / systems / nuclei
    plain = given.fixed_cpu + given.user_cpu * _queued(given, waiting) + given.log_cpu * logs
    # Other busy nuclei are throughput times CPU per command, so that contention is linear in the
    # command's own CPU; near the pole the pool is saturated long since.
    others = given.chain_cpu * etr * (nuclei - 1.0) / nuclei
    cpu = plain / np.maximum(1.0 - others, 0.2)
    batch = _batch(given, cpu, logs, write_s, cp_wait, threads)
    solution = solve_closed_batch(batch, tolerance=tolerance, warm_start=queues)
    flow = _flow(given, solution, cpu, logs, used)
    alone_s = _write_alone(given, flow, logs)
    next_write_s = np.minimum(
        alone_s + given.log_behind * _io_wait(given, flow, logs), _LONGEST_LOG_WRITE_S
    )
    at_limit = flow.residence_s[:, :, PER_GROUP] / np.maximum(given.ios + logs, 1e-12)
    flow.write_s = np.minimum(alone_s + at_limit, _LONGEST_LOG_WRITE_S)
    image = np.stack(
        [
            np.log(np.maximum(flow.etr_per_s, 1e-12)),
            np.log(next_write_s),
            _wait_for_cp(given, flow.etr_per_s / systems, cpu),
        ],
        axis=-1,
    )
    image = np.where(used[..., None], image, 0.0)
    return flow, image, solution.queue_length


def _queued(given: Cells, waiting: FloatArray) -> FloatArray:
    """Users of a nucleus as they count for its CPU per command, (M, G)."""
    users = np.minimum(waiting, MOST_USERS_PER_NUCLEUS)
    counted: FloatArray = USERS_UNIT * (users / USERS_UNIT) ** given.user_exponent
    return counted


def _write_alone(given: Cells, flow: Flow, logs: FloatArray) -> FloatArray:
    """Time of a write into the subsystem's cache that waits for no read, (M, G).

    It grows with the I/Os of all systems relative to what two systems' exposures carry: the
    subsystem behind them is the same for one system.
    """
    total = flow.etr_per_s.sum(axis=1, keepdims=True)
    load = total * (given.ios + logs) * given.volume_s / (2.0 * given.exposures)
    alone: FloatArray = given.log_write_s * np.exp(
        given.log_crowding * np.minimum(load, _MOST_CROWDED)
    )
    return alone


def _io_wait(given: Cells, flow: Flow, logs: FloatArray) -> FloatArray:
    """What an I/O waits for its volume and for the common limit, (M, G)."""
    at_volumes = (given.volume_ios * given.volume_s + logs * given.destage_s) / (
        given.free_volume_share
    )
    served = at_volumes + (given.ios + logs) * given.ceiling_s
    inside = flow.residence_s[:, :, [VOLUMES, LOG_VOLUMES, PER_GROUP]].sum(axis=2)
    wait: FloatArray = np.maximum(inside - served, 0.0) / np.maximum(given.ios + logs, 1e-12)
    return wait


def _longest_cp_wait(given: Cells) -> FloatArray:
    """When every nucleus and every load generator of a system wants a CP at the same time."""
    servers = np.maximum(given.cps * given.cp_share, 0.1)
    longest: FloatArray = np.clip((given.nuclei + given.jobs) / servers - 1.0, 1e-3, _ENOUGH)
    return longest


def _wait_for_cp(given: Cells, etr: FloatArray, cpu: FloatArray) -> FloatArray:
    """Wait of a nucleus for a CP relative to its CPU time, at a throughput per system.

    Sakasegawa's wait, bent so that it does not exceed what so few tasks can make each other wait.
    """
    free, _ = _free_wait(given, etr, cpu)
    wait: FloatArray = free / (1.0 + free / _longest_cp_wait(given))
    return wait


def _free_wait(given: Cells, etr: FloatArray, cpu: FloatArray) -> tuple[FloatArray, FloatArray]:
    """Sakasegawa's wait and its logarithmic slope with the load."""
    servers = np.maximum(given.cps * given.cp_share, 0.1)
    load = np.clip(etr * (cpu + given.generator) / servers, 0.0, 0.999)
    power = np.sqrt(2.0 * (servers + 1.0)) - 1.0
    return load**power / (servers * (1.0 - load)), power + load / (1.0 - load)


def _careful(given: Cells, flow: Flow, waits: FloatArray, target: FloatArray) -> FloatArray:
    """Step towards the wait for a CP, as a longer wait lowers the load that causes it."""
    etr = flow.etr_per_s / np.maximum(given.systems, 1.0)
    free, steepness = _free_wait(given, etr, flow.cpu_s)
    slope = steepness * free / (1.0 + free / _longest_cp_wait(given)) ** 2
    step: FloatArray = (target - waits) / (1.0 + slope / (1.0 + waits))
    return step


def _batch(
    given: Cells,
    cpu: FloatArray,
    logs: FloatArray,
    write_s: FloatArray,
    cp_wait: FloatArray,
    threads: bool,
) -> ClosedBatch:
    count, groups = cpu.shape
    used = given.nuclei > 0
    nuclei = np.maximum(given.nuclei, 1.0)
    stations = PER_GROUP * groups + 1
    demands = np.zeros((count, groups, stations))
    servers = np.ones((count, stations))
    copies = np.ones((count, stations))
    systems = np.maximum(given.systems, 1.0)
    reading = given.exposures * given.read_share
    # Log data sets are spread over all volumes.
    logged = given.log_exposures / given.exposures
    per_system = {
        NUCLEI: (cpu * (1.0 + cp_wait) - given.off_task + given.stall, nuclei),
        CPS: ((cpu + given.generator) / given.cp_share, np.ones_like(cpu)),
        VOLUMES: (
            given.volume_ios * (1.0 - logged) * given.volume_s / given.free_volume_share,
            reading * (1.0 - logged),
        ),
        LOG_VOLUMES: (
            (given.volume_ios * logged * given.volume_s + logs * given.read_share * given.destage_s)
            / given.free_volume_share,
            reading * logged,
        ),
    }
    for group in range(groups):
        here = used[:, group]
        first = PER_GROUP * group
        for station, (demand, on_one) in per_system.items():
            alike = systems[:, group] * on_one[:, group]
            there = here & (alike > 0)
            # Less than one exposure is one that serves more slowly.
            copies[:, first + station] = np.where(there, np.maximum(alike, 1.0), 1.0)
            demands[:, group, first + station] = np.where(
                there, demand[:, group] / np.where(there, alike, 1.0), 0.0
            )
        # A fraction of a CP serves at a fraction of the speed.
        whole = np.maximum(1.0, np.floor(given.cps[:, group]))
        speed = np.where(here, np.maximum(given.cps[:, group], 1e-9) / whole, 1.0)
        demands[:, group, first + CPS] /= speed
        servers[:, first + CPS] = whole
        waiting = given.commits[:, 0] * given.commit_waits[:, 0] * write_s[:, group]
        demands[:, group, first + LOGS] = np.where(here, waiting, 0.0)
        servers[:, first + LOGS] = np.inf
        demands[:, group, -1] = np.where(
            here, (given.ios[:, 0] + logs[:, group]) * given.ceiling_s[:, 0], 0.0
        )
    population = given.users * given.systems
    if threads:
        population = np.minimum(population, given.threads * given.nuclei * given.systems)
    think = np.zeros_like(population) if threads else np.broadcast_to(given.think_s, cpu.shape)
    think = np.where(used, think, 1.0)
    return ClosedBatch(demands, population, think, servers=servers, replicas=copies)


def _flow(
    given: Cells, solution: BatchSolution, cpu: FloatArray, logs: FloatArray, used: BoolArray
) -> Flow:
    count, groups = cpu.shape
    residence = np.zeros((count, groups, PER_GROUP + 1))
    busy = np.zeros((count, groups, PER_GROUP + 1))
    in_progress = np.zeros((count, groups))
    for group in range(groups):
        first = PER_GROUP * group
        own = slice(first, first + PER_GROUP)
        residence[:, group, :PER_GROUP] = solution.residence[:, group, own]
        residence[:, group, PER_GROUP] = solution.residence[:, group, -1]
        busy[:, group, :PER_GROUP] = solution.utilization[:, own]
        busy[:, group, PER_GROUP] = solution.utilization[:, -1]
        in_progress[:, group] = solution.queue_length[:, group].sum(axis=1)
    etr = np.where(used, solution.throughput, 0.0)
    return Flow(
        etr,
        np.where(used, cpu, 0.0),
        np.where(used, logs, 0.0),
        np.where(used[..., None], residence, 0.0),
        np.where(used[..., None], busy, 0.0),
        np.where(used, in_progress, 0.0),
        np.broadcast_to(given.log_write_s, cpu.shape).copy(),
        solution.converged.copy(),
    )


def _put(flow: Flow, part: Flow, rows: npt.NDArray[np.intp]) -> None:
    for name in Flow.__dataclass_fields__:
        getattr(flow, name)[rows] = getattr(part, name)
