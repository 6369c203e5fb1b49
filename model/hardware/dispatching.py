"""Work on the CPs of a partition, as it stands in the network of its installation.

z/OS dispatches ready tasks of one importance alike. Work that arrives can have several of them
ready, so many that it can use all CPs (`ready_tasks`), whatever it asks for. More of them would do
no more work, but take CPs from servers that are one task each (a nucleus, a QR TCB), and the more
the more load comes. All work of which nobody knows how many tasks it has takes them from one pool,
in turn: of what full CPs leave, each workload gets the same share of what it asks for, in however
many parts it is told. Threads of which the number is known each stand for themselves, so that full
CPs serve two pools as one of as many threads, and a workload by its threads. Against simulations of
one to three such pools of 1 to 40 threads on 1 to 16 CPs, beside other work or not, 70 to 250 % of
the CPs asked for, rates are 0.4 % off in the middle and 1 % for nine of ten.

How many of the tasks of other work are ready is in no report: in the band of threads that get more
of full CPs than their share of what is asked for is that share as well (`UNKNOWN_TASKS`).
"""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
import numpy.typing as npt

from model.hardware.flow import FEWEST, TOKENS, Flow
from model.language import mark
from model.quantiles import NORMAL_QUANTILE_90
from model.queueing.installation import InstallationNetwork

FloatArray = npt.NDArray[np.float64]

SLICE_S = 1e-3
"""CPU of a unit of work that nobody counts in units."""
_DEVIATIONS = 3.0
"""Above the mean, of a Poisson number: one moment of a thousand has more."""
_ON_EACH = 50.0
"""Tasks for each of many volumes, which they choose at random: with fewer, full ones stand idle."""
_MOST_TASKS = 10_000.0
_LEAST = 1e-9
ENDLESS = 1e12
"""Servers of what nobody limits."""
PATIENCE_S = 1e5
"""How long work can wait at the most, where none of it comes too seldom for that."""
_MOST_PATIENCE_S = 1e7
"""How long where some does: what comes less often than about once a day can wait longer."""
_ALIKE = 100.0
"""Units that can wait of what comes most seldom: where N can, the source of a chain lets in less
than where no end of them can, as 1/N: by 3 % where 100 can and full CPs do most of all work."""


def ready_tasks(servers: FloatArray | float, copies: FloatArray | float = 1.0) -> FloatArray:
    """Tasks of a workload that are ready at a time: as many as can use so many servers.

    Poisson arrivals that ask for all of them would hardly ever have more ready, were each served
    at once.
    """
    some = np.minimum(servers, _MOST_TASKS)
    together = 1.0 + some + _DEVIATIONS * np.sqrt(some)
    found: FloatArray = np.where(np.asarray(copies) > 1.0, on_volumes(some, copies), together)
    return found


def on_volumes(servers: FloatArray | float, copies: FloatArray | float) -> FloatArray:
    """Tasks that keep volumes busy which they choose at random."""
    found: FloatArray = np.minimum(_ON_EACH * np.asarray(servers) * copies, _MOST_TASKS)
    return found


UNKNOWN_RANK = mark(
    "no report ranks it among the work of the partition: what is not ranked is taken to share "
    "alike in the CPs that ranked work leaves, one that comes before others carries more, one "
    "behind less"
)

UNKNOWN_TASKS = mark(
    "no report says how many tasks of the other work are ready: full CPs are taken to serve each "
    "thread like one of these, and with more of them than can use the CPs it would carry less"
)


def unranked_sd(times: FloatArray | float, others: FloatArray | float) -> FloatArray:
    """Relative standard deviation of a rate because nobody says who is dispatched first.

    times: by how much CPs that are shared lower the rate, or lengthen a task; others: share of the
    work on them that is not its own, 0 to 1. Ranked first it would hardly wait for these.
    """
    found: FloatArray = np.log(np.maximum(times, 1.0)) * np.clip(others, 0.0, 1.0)
    return found / NORMAL_QUANTILE_90


def cpu_bound(
    net: InstallationNetwork,
    name: str,
    cps: int,
    rate_per_s: FloatArray,
    cpu_s: FloatArray | float,
    copies: FloatArray | float = 1.0,
) -> tuple[int, int]:
    """Work that arrives and uses CPs: its chain, and its arc at the CPs.

    rate_per_s: (V,) units a second at each copy; 0 where there are none.
    """
    some = (rate_per_s > 0.0) & (np.asarray(cpu_s) > 0.0)
    chain = net.chain(
        name,
        np.where(some, TOKENS, 0.0),
        rate_per_s=np.maximum(rate_per_s, _LEAST),
        copies=copies,
    )
    return chain, held_by_tasks(net, f"{name}/tasks", chain, cps, cpu_s, copies)


def held_by_tasks(
    net: InstallationNetwork,
    name: str,
    chain: int,
    cps: int,
    cpu_s: FloatArray | float,
    copies: FloatArray | float = 1.0,
    spread: FloatArray | float = 1.0,
) -> int:
    """CPU of a chain under as many tasks as it has ready at the most; the arc at the CPs.

    spread: copies of the CPs, or of volumes, that it meets in turn.
    """
    at = net.stations[cps]
    tasks = ready_tasks(at.servers, np.asarray(at.copies) / copies)
    held = net.arc(chain, net.station(name, tasks, copies, software=True, idles=True))
    return net.arc(chain, cps, cpu_s, within=(held,), spread=spread)


def shared_tasks(
    net: InstallationNetwork, cps: int, level: int = 1, tasks: FloatArray | None = None
) -> int:
    """The station of ready tasks of all work at a station of which nobody knows how many it has.

    level: that it is dispatched at.  tasks: how many, where it is known better. Of work that is let
    in as it comes, and may wait as long as any other (`crowd`), full CPs do a share of each
    workload: of two halves as much as of the whole.
    """
    at = net.stations[cps]
    name = _ready(net, cps, level)
    known = net.place(name)
    if known is not None:
        return known
    many = ready_tasks(at.servers, at.copies) if tasks is None else tasks
    return net.station(name, many, software=True, idles=True)


def one_pool(net: InstallationNetwork, station: int, level: int = 1) -> bool:
    """Whether all work without a known number of tasks has one pool of them: see `shared_tasks`."""
    return bool(np.max(net.stations[station].copies) <= 1.0) or is_pooled(net, station, level)


def is_pooled(net: InstallationNetwork, station: int, level: int = 1) -> bool:
    """Whether there are shared tasks."""
    return net.place(_ready(net, station, level)) is not None


def own_tasks(net: InstallationNetwork, name: str, station: int, threads: FloatArray | None) -> int:
    """The station of a workload's own ready tasks: so many, where that is known.

    Of volumes so many that they can use all there are, however much work comes.
    """
    at = net.stations[station]
    many = ready_tasks(at.servers, at.copies) if threads is None else threads
    return net.station(name, many, software=True, idles=True)


def _ready(net: InstallationNetwork, station: int, level: int) -> str:
    return f"{net.stations[station].name}/ready/{level}"


def patience_s(flows: Iterable[Flow | None]) -> FloatArray:
    """How long any of several workloads that share hardware can wait at the most.

    Of what comes seldom some must be able to wait for none of it to be lost where nothing is full.
    The others then wait as long: full CPs let all in by what they ask for, not by who can wait
    longest.
    """
    found: FloatArray = np.full(1, PATIENCE_S)
    for flow in flows:
        if flow is None:
            continue
        rate = np.asarray(flow.rate_per_s, dtype=float)
        comes = np.isfinite(rate) & (rate > 0.0)
        most = np.maximum(flow.population, _ALIKE)
        longest = np.where(comes, most, 0.0) / np.where(comes, rate, 1.0)
        found = np.maximum(found, np.minimum(longest, _MOST_PATIENCE_S))
    return found


def crowd(rate_per_s: FloatArray | float, longest_s: FloatArray | float) -> FloatArray:
    """Units of a workload that can wait at the same time, each so long (`patience_s`)."""
    found: FloatArray = np.maximum(FEWEST, longest_s * np.asarray(rate_per_s))
    return found
