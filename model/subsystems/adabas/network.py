"""The part of an Adabas database in the network of its installation.

Users call the nuclei of their own system, each always the same one: a chain for every group of
alike nuclei. A command takes a thread of its nucleus and keeps it while the nucleus, its one task,
works on it, while volumes are read and while a commit waits for WORK and PLOG. The nucleus holds a
CP, and stands still for a page operation, which waits for the paging device with those of all who
share it (`model.hardware.paging`). Part of a read's CPU is spent outside its task. Load generators
are jobs, as many as there are, that use CPs of the same systems.

Each system has exposures of its own to all volumes (`model.hardware.dasd`): those with WORK or PLOG
data sets apart, because destaging log writes takes time of them. Shared by all systems is the limit
on all volumes together: without zHPF that of the channel protocol, with it what stands behind the
volumes, for which all others who use them wait as well.

Where reports tell how long an I/O is under way, it holds its volume or an alias of it for as long:
at its device, and while it waits at the channels. Published runs have no such times; there volumes
serve for the time at the device alone, which fits their throughput better (decision record 0020).

A write to WORK or PLOG ends in the DASD subsystem's cache; destaging it takes time of its volume
later.  Every nucleus has its own data sets, so that few nuclei concentrate that load on few
volumes, and more nuclei spread it: this is why throughput with zHPF still grows slowly beyond 12
nuclei of Parallel Services (001, Table 8).

What depends on the answer is an effect in the same fixed point: WORK and PLOG writes
(`writes.log_writes`), the time of such a write, CPU for waiting users, contention on the shared
cache's space chain, and updates that meet a full cache structure (`writes.structure_pressing`).
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from model.contract.evaluation import BoolArray, FloatArray
from model.hardware.dasd import PUBLISHED_VOLUMES
from model.hardware.dispatching import SLICE_S, cpu_bound, unranked_sd
from model.hardware.flow import level_of
from model.queueing.installation import (
    InstallationNetwork,
    Pass,
    Solved,
    solve_installation,
)
from model.queueing.installation.structure import picked
from model.subsystems.adabas.cells import Cells
from model.subsystems.adabas.constants import counted_users
from model.subsystems.adabas.writes import log_writes

Values = Mapping[str, FloatArray]

(
    THREADS, NUCLEUS, CPS, OFF_TASK, BESIDE, PAGING, VOLUMES, LOG_VOLUMES, DEVICE, LOG_DEVICE,
    LIMIT, LOG_LIMIT, LIMIT_BEHIND, LOGS, GENERATOR,
) = range(15)  # fmt: skip
"""Arcs of a group."""
ARCS = 15
QUEUED = (VOLUMES, LOG_VOLUMES)
"""Where an I/O waits in z/OS; then it is under way, at its device and at the common limit."""
SERVED = (DEVICE, LOG_DEVICE)
AT_LIMIT = (LIMIT, LOG_LIMIT, LIMIT_BEHIND)
TOLERANCE = 1e-6
"""Change of a residence time per pass that ends the iteration."""
FINE = 1e-8
"""The same where derivatives are taken."""
_MOST_OTHERS = 1000.0
_LONGEST_LOG_WRITE_S = 1.0
_MOST_CROWDED = 1.5
"""Load of the volumes, of two systems' exposures, beyond which nothing was measured."""
_LEAST = 1e-12
_FEWEST_IOS = 1e-3
_FEWEST_PAGES = 1e-3


@dataclass(frozen=True)
class Places:
    """Where a database stands in its network: chains (G), arcs (G, ARCS), stations of systems."""

    chains: tuple[int, ...]
    arcs: tuple[tuple[int, ...], ...]
    cps: tuple[int, ...]
    threads: tuple[int, ...]
    nuclei: tuple[int, ...]
    pages: tuple[int, ...]
    volumes: tuple[int, ...]
    log_volumes: tuple[int, ...]
    limit: int
    effect: Hashable


@dataclass
class Flow:
    """What the network says of M cells, (M, G) unless said otherwise."""

    etr_per_s: FloatArray
    """Of all nuclei of a group, on all systems of its kind."""
    cpu_s: FloatArray
    """CPU of the nuclei per command."""
    log_writes: FloatArray
    """Per command."""
    residence_s: FloatArray
    """(M, G, ARCS) per command."""
    at_volumes_s: FloatArray
    """Per command, without any wait."""
    threads: FloatArray
    """Utilization of the threads."""
    nuclei: FloatArray
    cps: FloatArray
    """(M, K) utilization of the CPs, other work included."""
    pages: FloatArray
    """(M, K) utilization of the paging devices, by all who share them."""
    volumes: FloatArray
    """(M, K)."""
    log_volumes: FloatArray
    """(M, K)."""
    limit: FloatArray
    """(M, 1)."""
    stall: FloatArray
    """Seconds per command of page operations."""
    write_s: FloatArray
    """Time of one write of a buffer flush."""
    converged: BoolArray


class Memory:
    """The last solution of an installation's slices, from which similar ones are sought."""

    def __init__(self) -> None:
        self._states: FloatArray | None = None

    def start(self, slices: int, cells: int) -> FloatArray | None:
        """A state for each cell; cells of a slice side by side."""
        if self._states is None or len(self._states) != slices:
            return None
        return np.repeat(self._states, cells // slices, axis=0)

    def keep(self, slices: int, states: FloatArray) -> None:
        """Remember the first cell of every slice."""
        self._states = states.reshape(slices, -1, states.shape[1])[:, 0].copy()


def solve(
    given: Cells, tolerance: float = TOLERANCE, slices: int = 1, memory: Memory | None = None
) -> Flow:
    """A database alone with the other work that its conditions state."""
    net = InstallationNetwork(len(given.systems))
    cps, pages = [], []
    for kind in range(given.systems.shape[1]):
        alike = _some(given.systems[:, kind])
        station = net.station(
            _named("", "CPs", kind), np.maximum(given.cps[:, kind], _LEAST), alike
        )
        busy = np.where(given.systems[:, kind] > 0, given.busy_cps[:, kind], 0.0)
        cpu_bound(net, _named("", "other", kind), station, busy / SLICE_S, SLICE_S, alike)
        cps.append(station)
        at_once = np.maximum(given.pages_at_once[:, kind], _LEAST)
        pages.append(net.station(_named("", "paging", kind), at_once, alike, in_order=True))
    places = declare(net, "", given, tuple(cps), tuple(pages))
    start = None if memory is None else memory.start(slices, net.variants)
    found = solve_installation(net, tolerance, start)
    if memory is not None and found.converged.all():
        memory.keep(slices, found.state)
    return flow_of(places, given, found)


def declare(
    net: InstallationNetwork,
    name: str,
    given: Cells,
    cps: tuple[int, ...],
    pages: tuple[int, ...],
    shared: int | None = None,
    importance: int | None = None,
) -> Places:
    """Add a database to a network.

    `cps` and `pages` are the stations of CPs and of paging devices of its kinds of systems,
    `shared` that of the limit on all volumes where others wait for it as well, `importance` that
    to Workload Manager, where somebody says it.
    """
    count, kinds = given.systems.shape
    groups = given.nuclei.shape[1]
    delay = net.station(_named(name, "delays"), np.inf)
    limit = shared
    if limit is None:
        limit = net.station(_named(name, "limit"), 1.0, in_order=True)
    logged = given.log_exposures / given.exposures
    holds = bool((given.holds > 0.0).all())
    # A volume is as many servers as it can have I/Os under way, or they stand apart.
    each = (given.exposures / given.volumes)[:, 0] if holds else 1.0
    apart = ((given.volumes if holds else given.exposures) * given.read_share)[:, 0]
    volumes: list[int] = []
    log_volumes: list[int] = []
    generators: list[int] = []
    copies_of: list[list[FloatArray]] = [[], []]
    for kind in range(kinds):
        systems = _some(given.systems[:, kind])
        for number, (found, share, word) in enumerate(
            ((volumes, 1.0 - logged, "data"), (log_volumes, logged, "logs"))
        ):
            # Less than one exposure is one that serves more slowly.
            here = np.maximum(apart * share[:, kind], 1.0) * systems
            copies_of[number].append(here)
            station = _named(name, word, kind)
            found.append(net.station(station, each, here, software=holds, in_order=not holds))
        generators.append(
            net.station(
                _named(name, "generators", kind),
                np.maximum(given.jobs[:, 0], 1.0),
                systems,
                software=True,
            )
        )
        met = (volumes[kind], log_volumes[kind], limit)
        _other_ios(net, name, given, kind, met, shared is not None, delay if holds else None)
    chains, arcs, threads, nuclei = [], [], [], []
    for group in range(groups):
        kind = group // given.per_system
        systems = _some(given.systems[:, kind])
        used = given.nuclei[:, group] > 0
        alike = systems * np.where(used, given.nuclei[:, group], 1.0)
        threads.append(
            net.station(
                _named(name, "threads", group),
                np.maximum(given.threads[:, group], 1.0),
                alike,
                True,
            )
        )
        nuclei.append(net.station(_named(name, "nuclei", group), 1.0, alike, software=True))
        chain = net.chain(
            _named(name, "users", group),
            np.where(used, given.users[:, group], 0.0),
            np.broadcast_to(given.think_s[:, 0], (count,)),
            copies=alike,
        )
        held = net.arc(chain, threads[group])
        task = net.arc(chain, nuclei[group], within=(held,))
        inner = (held, task)
        own_volumes, own_logs = (copies_of[n][kind] / systems for n in (0, 1))
        generator = net.arc(chain, generators[kind])
        *each_often, together = _ios(given, group, logged[:, kind])
        reads, writes = (
            net.arc(chain, station, 0.0, often, within=(held,), spread=spread)
            for station, often, spread in (
                (volumes[kind], each_often[0], own_volumes),
                (log_volumes[kind], each_often[1], own_logs),
            )
        )
        own = {
            THREADS: held,
            NUCLEUS: task,
            CPS: net.arc(chain, cps[kind], level=level_of(importance), within=inner),
            OFF_TASK: net.arc(chain, delay, within=(held,)),
            BESIDE: net.arc(chain, delay, within=inner),
            PAGING: net.arc(
                chain,
                pages[kind],
                given.stall[:, group],
                np.maximum(given.paging[:, group], _FEWEST_PAGES),
                within=inner,
            ),
            VOLUMES: reads,
            LOG_VOLUMES: writes,
            **_under_way(net, chain, delay, limit, ((held, reads), (held, writes)), each_often),
            LIMIT_BEHIND: net.arc(chain, limit, 0.0, together, within=(held,)),
            LOGS: net.arc(chain, delay, within=(held,)),
            GENERATOR: net.arc(chain, cps[kind], given.generator[:, 0], within=(generator,)),
        }
        chains.append(chain)
        arcs.append((*(own[place] for place in range(ARCS)), generator))
    places = Places(
        tuple(chains),
        tuple(arcs),
        cps,
        tuple(threads),
        tuple(nuclei),
        pages,
        tuple(volumes),
        tuple(log_volumes),
        limit,
        ("commands", name),
    )
    net.effect(_Commands(given, places))
    return places


def _under_way(
    net: InstallationNetwork,
    chain: int,
    delay: int,
    limit: int,
    within: Sequence[tuple[int, int]],
    often: Sequence[FloatArray],
) -> dict[int, int]:
    """By place the arcs of an I/O that holds its volume, or its log's; one of nothing where volumes
    are hardware, which nothing is held at."""
    if not net.stations[net.arcs[within[0][1]].station].software:
        none = net.arc(chain, delay, within=within[0][:1])
        return dict.fromkeys((*SERVED, LIMIT, LOG_LIMIT), none)
    return {
        place: net.arc(chain, station, 0.0, visits, within=held)
        for places, station in ((SERVED, delay), ((LIMIT, LOG_LIMIT), limit))
        for place, visits, held in zip(places, often, within, strict=True)
    }


def _ios(given: Cells, group: int, logged: FloatArray) -> tuple[FloatArray, ...]:
    """I/Os per command at the volumes, at those of the log, and at the common limit.

    Most commands make none: those that do wait the longer for it. Demands say how long all of them
    take, these only over how many that is spread: writes to the log are taken as at the start.
    """
    one = given.nuclei.shape
    every, reads, writes, share = (
        np.broadcast_to(each, one)[:, group]
        for each in (given.ios, given.volume_ios, given.commits, given.read_share)
    )
    found = (reads * (1.0 - logged), reads * logged + share * writes, every + writes)
    return tuple(np.maximum(each, _FEWEST_IOS) for each in found)


def _named(*parts: object) -> str:
    """A name within the network: of the database, the thing, the place of its kind or group."""
    return "/".join(map(str, parts))


def _some(systems: FloatArray) -> FloatArray:
    return np.where(systems > 0, systems, 1.0)


def _other_ios(
    net: InstallationNetwork,
    name: str,
    given: Cells,
    kind: int,
    stations: tuple[int, int, int],
    shared: bool,
    delay: int | None,
) -> None:
    """I/Os of other work: spread over all exposures, of which these stations are a part.

    shared: whether they wait for what is behind all volumes by themselves, and take of a common
    limit only what that leaves out. delay: where they are served that hold volumes.
    """
    systems = given.systems[:, kind]
    every = np.maximum(given.systems.sum(axis=1), 1.0)
    each = given.other_ios[:, 0] / every
    some = (each > 0) & (systems > 0)
    logged = (given.log_exposures[:, kind] / given.exposures[:, 0]) * given.read_share[:, 0]
    chain = net.chain(
        _named(name, "ios", kind),
        np.where(some, _MOST_OTHERS, 0.0),
        rate_per_s=np.maximum(each, _LEAST),
        copies=_some(systems),
    )
    busy = np.where(some, (given.volume_s * given.device)[:, 0], 0.0)
    volumes, log_volumes, limit = stations
    behind_s = given.volume_s / given.behind
    each_s = (np.maximum(given.ceiling_s, behind_s) - (behind_s if shared else 0.0))[:, 0]
    each_s = np.where(some, each_s, 0.0)
    here = (volumes, given.read_share[:, 0] - logged), (log_volumes, logged)
    if delay is None:
        for station, share in here:
            net.arc(chain, station, busy * share, spread=2.0)
        net.arc(chain, limit, each_s)
        return
    under_way_s = np.minimum(each_s, given.ceiling_s[:, 0])
    for station, share in here:
        often = np.maximum(share, _FEWEST_IOS)
        held = net.arc(chain, station, 0.0, often, spread=2.0)
        net.arc(chain, delay, busy * share, often, within=(held,))
        net.arc(chain, limit, under_way_s * share, often, within=(held,))
    net.arc(chain, limit, each_s - under_way_s * given.read_share[:, 0])


class _Commands:
    """CPU per command, log writes and their time: what they make of demands, and what makes them.

    Variables of each group: logarithms of CPU, of log writes per command, of the time of one, and
    of how many times as long as without a full structure the common I/O limit takes a command.
    """

    def __init__(self, given: Cells, places: Places) -> None:
        self._places = places
        self._holds = bool((given.holds > 0.0).all())
        self._groups = given.nuclei.shape[1]
        self._given = given
        kinds = given.systems.shape[1]
        self._per_system = given.per_system
        logged = given.log_exposures / given.exposures
        reading = given.exposures * given.read_share
        on_volumes = np.minimum(reading * (1.0 - logged), 1.0)
        on_logs = np.minimum(reading * logged, 1.0)
        whole: dict[str, FloatArray] = {
            "log_share": given.of_groups(logged),
            # Demands are of one exposure; a part of one serves so much more slowly.
            "volume_slow": given.of_groups(1.0 / np.maximum(on_volumes, 1e-6)),
            "log_slow": given.of_groups(1.0 / np.maximum(on_logs, 1e-6)),
            "alike": given.nuclei * given.of_groups(given.systems),
        }
        on_system = given.of_groups(given.nuclei.reshape(len(given.systems), kinds, -1).sum(axis=2))
        whole["beside"] = 1.0 - 1.0 / np.maximum(on_system, 1.0)
        for field in Cells.__dataclass_fields__:
            whole[field] = getattr(given, field)
        reads_s = whole["volume_ios"] * whole["volume_s"]
        destage_s = whole["read_share"] * whole["destage_s"]
        at_device_s = reads_s * whole["device"]
        whole["volumes_s"] = at_device_s * (1.0 - whole["log_share"]) * whole["volume_slow"]
        whole["log_volumes_s"] = at_device_s * whole["log_share"] * whole["log_slow"]
        whole["log_destage_s"] = destage_s * whole["device"] * whole["log_slow"]
        whole["log_ios"] = whole["ios"] * whole["log_share"]
        whole["held_ceiling_s"] = whole["ceiling_s"] * whole["holds"]
        whole["behind_s"] = reads_s / whole["behind"]
        whole["destage_behind_s"] = destage_s / whole["behind"]
        whole["commit_times"] = whole["commits"] * whole["commit_waits"]
        self.values = whole
        self._arcs = np.array(places.arcs, dtype=np.intp).T.copy()
        self._io_arcs = self._arcs[[*QUEUED, *AT_LIMIT]]
        self._chains = np.array(places.chains, dtype=np.intp)

    @property
    def key(self) -> Hashable:
        """The database's name."""
        return self._places.effect

    @property
    def size(self) -> int:
        """Variables of all groups."""
        return int(_VARIABLES * self._groups)

    def start(self) -> FloatArray:
        """As if one command at a time were in progress."""
        given = self._given
        cpu = given.fixed_cpu + given.commits * given.log_cpu
        state = np.stack(
            [
                np.log(np.maximum(cpu, _LEAST)),
                np.broadcast_to(np.log(np.maximum(given.commits, _LEAST)), cpu.shape),
                np.broadcast_to(np.log(given.log_write_s), cpu.shape),
                np.zeros(cpu.shape),
            ],
            axis=2,
        )
        return state.reshape(len(cpu), -1)

    def _parts(self, state: FloatArray) -> tuple[FloatArray, FloatArray, FloatArray, FloatArray]:
        parts = _exp(state).reshape(len(state), self._groups, _VARIABLES)
        write_s = np.minimum(parts[..., 2], _LONGEST_LOG_WRITE_S)
        return parts[..., 0], parts[..., 1], write_s, parts[..., 3]

    def apply(self, demands: FloatArray, state: FloatArray, values: Values) -> None:
        """Demands of all groups."""
        cpu, logs, write_s, slower = self._parts(state)
        arcs, v = self._arcs, values
        # CPU outside its task does not hold the nucleus, but holds the command.
        beside = np.minimum(v["off_task"], cpu)
        demands[:, arcs[CPS]] = cpu
        demands[:, arcs[BESIDE]] = -beside
        demands[:, arcs[OFF_TASK]] = beside
        # What an I/O has of the common limit is a part of its time; what it waits there is not.
        data_s = v["held_ceiling_s"] * (v["ios"] - v["log_ios"])
        logs_s = v["held_ceiling_s"] * (v["log_ios"] + logs)
        device_s = v["log_volumes_s"] + logs * v["log_destage_s"]
        served = SERVED if self._holds else QUEUED
        demands[:, arcs[served[0]]] = np.maximum(v["volumes_s"] - data_s, 0.0)
        demands[:, arcs[served[1]]] = np.maximum(device_s - logs_s, 0.0)
        if self._holds:
            demands[:, arcs[LIMIT]] = slower * data_s
            demands[:, arcs[LOG_LIMIT]] = slower * logs_s
        behind_s = v["behind_s"] + logs * v["destage_behind_s"]
        if self._holds:
            # No difference of nearly equals, of which rounding would be a demand.
            beyond_s = np.maximum(behind_s - data_s - logs_s, 0.0)
        else:
            beyond_s = np.maximum((v["ios"] + logs) * v["ceiling_s"], behind_s)
        demands[:, arcs[LIMIT_BEHIND]] = slower * beyond_s
        demands[:, arcs[LOGS]] = v["commit_times"] * write_s

    def image(self, reading: Pass, state: FloatArray, values: Values) -> FloatArray:
        """CPU, log writes and their time at the throughput that the network carries."""
        v = values
        write_s = np.minimum(_exp(state[:, 2::_VARIABLES]), _LONGEST_LOG_WRITE_S)
        rate = picked(reading.throughput, self._chains)
        logs = log_writes(v["commits"], v["full_blocks"], v["commits"] * rate, write_s)
        waiting = np.maximum(v["users"] - rate * v["think_s"], 0.0)
        counted = counted_users(waiting, v["user_exponent"])
        plain = v["fixed_cpu"] + v["user_cpu"] * counted + v["log_cpu"] * logs
        # Other busy nuclei are throughput times CPU per command, so that contention is linear in
        # the command's own CPU; near the pole the pool is saturated long since.
        kinds = v["systems"].shape[1]
        together = (rate * v["nuclei"]).reshape(len(rate), kinds, -1).sum(axis=2)
        beside = np.repeat(together, self._per_system, axis=1) * v["beside"]
        cpu = plain / np.maximum(1.0 - v["chain_cpu"] * beside, 0.2)
        alone = write_alone(v, rate, logs)
        behind = v["log_behind"] * self._io_wait(reading, v, logs)
        following = np.minimum(alone + behind, _LONGEST_LOG_WRITE_S)
        found = np.empty(state.shape)
        at_limit_s = reading.residence[:, self._arcs[list(AT_LIMIT)]].sum(axis=1)
        queued_s = reading.residence[:, self._arcs[list(QUEUED)]].sum(axis=1)
        flush_s = flush_write_s(at_limit_s + v["flush_behind"] * queued_s, v, logs, alone)
        pressure = v["pressing"] * (rate * v["alike"] * flush_s).sum(axis=1, keepdims=True)
        slower = 1.0 + v["full_share"] * np.maximum(pressure - 1.0, 0.0)
        for place, values_of in enumerate((cpu, logs, following, slower)):
            found[:, place::_VARIABLES] = values_of
        image: FloatArray = np.log(np.maximum(found, 1e-30))
        return image

    def _io_wait(self, reading: Pass, v: Values, logs: FloatArray) -> FloatArray:
        """What an I/O waits for its volume and for the common limit, (M, G)."""
        waits = (reading.residence - reading.demand).take(self._io_arcs, axis=1).sum(axis=1)
        found: FloatArray = np.maximum(waits, 0.0) / np.maximum(v["ios"] + logs, _LEAST)
        return found


_VARIABLES = 4
"""Of a group, in the state of `_Commands`."""


def flush_write_s(
    at_limit_s: FloatArray, v: Values, logs: FloatArray, alone_s: FloatArray
) -> FloatArray:
    """Time of one write of a buffer flush, in the subsystem and before at the common limit, (M, G).

    at_limit_s: of a command.
    """
    ios = np.maximum(v["ios"] + logs, _LEAST)
    found: FloatArray = np.minimum(alone_s + at_limit_s / ios, _LONGEST_LOG_WRITE_S)
    return found


def _exp(state: FloatArray) -> FloatArray:
    found: FloatArray = np.exp(np.minimum(np.maximum(state, -60.0), 5.0))
    return found


def write_alone(v: Values, rate: FloatArray, logs: FloatArray) -> FloatArray:
    """Time of a write into the subsystem's cache that waits for no read, (M, G).

    It grows with the I/Os of all systems relative to what the published subsystem carried of two
    systems: what is behind volumes is the same for one system, with aliases, and with more volumes.
    """
    total = (rate * v["alike"] * (v["ios"] + logs)).sum(axis=1, keepdims=True)
    load = total * v["volume_s"] / (2.0 * PUBLISHED_VOLUMES)
    alone: FloatArray = v["log_write_s"] * np.exp(
        v["log_crowding"] * np.minimum(load, _MOST_CROWDED)
    )
    return alone


def flow_of(places: Places, given: Cells, found: Solved) -> Flow:
    """The figures of a database from a solved network."""
    reading = found.reading
    arcs = np.array(places.arcs)
    alike = given.nuclei * given.of_groups(given.systems)
    rate = reading.throughput[:, list(places.chains)]
    cpu = reading.demand[:, arcs[:, CPS]]
    parts = found.effects[places.effect].reshape(len(rate), -1, _VARIABLES)
    logs = np.exp(parts[..., 1])
    residence = reading.residence[:, arcs[:, :ARCS]]
    # What waits for a generator job waits for its CPU.
    residence[..., GENERATOR] += reading.residence[:, arcs[:, ARCS]]
    values = {name: getattr(given, name) for name in _ALONE}
    values["alike"] = alike
    at_limit_s = residence[..., list(AT_LIMIT)].sum(axis=2)
    queued_s = given.flush_behind * residence[..., list(QUEUED)].sum(axis=2)
    write_s = flush_write_s(at_limit_s + queued_s, values, logs, write_alone(values, rate, logs))

    def use(stations: tuple[int, ...]) -> FloatArray:
        return np.stack([reading.use(station) for station in stations], axis=1)

    some = given.nuclei > 0
    return Flow(
        rate * alike,
        np.where(some, cpu, 0.0),
        np.where(some, logs, 0.0),
        np.where(some[..., None], residence, 0.0),
        reading.demand[:, arcs[:, [*QUEUED, *SERVED]]].sum(axis=2),
        use(places.threads),
        use(places.nuclei),
        use(places.cps),
        use(places.pages),
        use(places.volumes),
        use(places.log_volumes),
        use((places.limit,)),
        np.where(some, residence[..., PAGING], 0.0),
        np.where(some, write_s, 0.0),
        found.converged.copy(),
    )


def rank_sd(flow: Flow, given: Cells) -> FloatArray:
    """Relative standard deviation of the rate by who is dispatched first, (M,).

    Of the nuclei of each system that wait for its CPs, as far as others use these.
    """
    own = (flow.etr_per_s * flow.cpu_s).reshape(len(flow.cpu_s), given.systems.shape[1], -1)
    used = np.maximum(flow.cps * given.cps * given.systems, _LEAST)
    others = given.of_groups(1.0 - own.sum(axis=2) / used)
    held = flow.residence_s[..., CPS] / np.maximum(flow.cpu_s, _LEAST)
    each = unranked_sd(np.where(given.nuclei > 0, held, 1.0), others) * np.minimum(flow.nuclei, 1.0)
    found: FloatArray = (each * flow.etr_per_s).sum(axis=1) / flow.etr_per_s.sum(axis=1)
    return found


def own_share(flow: Flow, given: Cells) -> FloatArray:
    """Share of the database in what keeps the CPs of its systems busy, (M,)."""
    own = (flow.etr_per_s * flow.cpu_s).sum(axis=1)
    used = (flow.cps * given.cps * given.systems).sum(axis=1)
    found: FloatArray = np.minimum(own / np.maximum(used, _LEAST), 1.0)
    return found


_ALONE = ("ios", "volume_s", "log_write_s", "log_crowding")
