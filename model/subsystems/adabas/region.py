"""Where the published runs were, how far a condition is from them, and the scatter beyond draws."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from model.contract.evaluation import Conditions, FloatArray
from model.hardware.dasd import INFERRED_SD, PUBLISHED_VOLUMES
from model.language import say
from model.subsystems.adabas.constants import ASSUMED, NAMES, counted_users, stored
from model.subsystems.adabas.schema import (
    DEFAULT_LBP_MB,
    FITTED_SD,
    STEADY,
    cached_gb,
    counted_share,
    real_storage_gb,
    spread_of,
    system_pools_gb,
    threads_of,
    useful_cache_gb,
    volumes_untold,
)

_WIDENING: Final = 0.03
"""Relative standard deviation added, in squares, for every sentence of extrapolation, and once for
an application that is not the published one."""

_FAR: Final = 0.10
"""The same for every factor e by which a condition lies beyond what was measured. Judgement: twice
what leaving out one number of nuclei or one cache size costs in the cross-validation."""

UNVARIED: Final = 0.02
"""The same for every factor e by which a setting moves that no run varied, and whose effect follows
from how many can be under way at a time (threads, flush writes). Judgement."""

NEAR: Final = 0.1
"""Factors e outside of what was measured from which a sentence of it widens in full. Judgement."""

MOST_OVERCOMMITTED: Final = 1.11

LEAST_COMMITS: Final = 0.046
"""Of the commands; 001 has 4.7 and 5.9 % of commits."""

_FEWEST: Final = 0.01
"""Share of commits from which on fewer are no further from what was measured."""

MOST_SHARING: Final = 6.0
"""Commits for a write of WORK or PLOG: 30 million for 5 million writes (001, section 4.4)."""
"""260 GB of cache in 236 GB of storage (001, section 4.6)."""

LEAST_FLUSHED_MB: Final = 100.0
"""LFIOP of the published runs is 100 to 500 MB."""
_LEAST_FLUSH_MB: Final = 1.0

LEAST_CACHED_MB: Final = 6_000.0
"""Least private cache of a nucleus of Cluster Services in the published runs (001, Table 2)."""

LEAST_USERS: Final = 600.0
"""Of the published runs: with one nucleus (001, Table 3)."""

LEAST_POOL_MB: Final = 100.0
"""LBP of the published runs of Cluster Services."""

MEASURED_CF_CPS: Final = 4
"""Processors of the coupling facility (001, section 3.1)."""

MOST_NUCLEI: Final = 31
"""001, Tables 2 and 3."""

MOST_PRESSURE: Final = 3.4
"""On the cache structure (`structure_full_pressure`): that of 31 nuclei without zHPF, which is the
larger of the two published runs that what a full structure costs was fitted to, is 3.3."""

_BUSY_PCT: Final = 94.0
"""From here on nuclei or CPs are the limit, whatever the I/O does."""

_PASSING_PCT: Final = 4.0
"""Of `_BUSY_PCT` to either side, between which the scatter passes from one class to the other."""

_PAGES_PER_COMMAND: Final = 0.04
"""Page operations of a command from which on the scatter is that of the published runs that page
(0.044 and 0.05 a command; 001, section 4.6)."""


def extrapolations(conditions: Conditions) -> tuple[str, ...]:
    """One sentence for everything in which the conditions lie outside the published runs."""
    said: list[str] = []
    product = conditions["product"]
    nuclei = conditions["nuclei"]
    if product != "single" and nuclei < 2:
        said.append("clusters of one nucleus were not measured; measured were 2 to 31 nuclei")
    mix = conditions["mix"]
    if mix["update_insert"] > 0.2:
        said.append(
            say(
                "{mix:.0%} updates; the most that was measured is 20 % (001, section 4.4)",
                mix=mix["update_insert"],
            )
        )
    elif mix["commit"] > 0.06:
        said.append(
            say("{mix:.1%} commits; the most that was measured is 5.9 %", mix=mix["commit"])
        )
    if mix["update_insert"] > 0.0 and mix["commit"] < LEAST_COMMITS:
        said.append(
            say("{mix:.1%} commits; the least that was measured is 4.7 %", mix=mix["commit"])
        )
    cache_gb = conditions.get("cache_gb", 0.0)
    if product == "ASM" and not (188 <= cache_gb <= 260 or 0.4 <= cache_gb <= 0.6):
        said.append(
            say(
                "a shared cache of {cache_gb:,g} GB; measured were 0.5 and 188 to 260 GB",
                cache_gb=cache_gb,
            )
        )
    if conditions.get("cp_speed", 1.0) != 1.0:
        said.append("another processor than the zEC12 that was measured")
    if conditions.get("think_time_s", 0.0) > 0:
        said.append("users who pause; the published users never did")
    per_nucleus = conditions["users"] / nuclei
    if per_nucleus > 2000 and not conditions.get("think_time_s"):
        said.append(
            say(
                "{per_nucleus:,.0f} users per nucleus; the most that was measured is 2,000",
                per_nucleus=per_nucleus,
            )
        )
    if conditions["users"] < LEAST_USERS and not conditions.get("think_time_s"):
        said.append(
            say(
                "{users:,.0f} users; the fewest that were measured are {least:,g}",
                users=conditions["users"],
                least=LEAST_USERS,
            )
        )
    lfiop_mb = conditions.get("lfiop_mb", LEAST_FLUSHED_MB)
    if lfiop_mb == 0.0:
        said.append(
            "LFIOP=0: buffers are flushed synchronously, for which commands wait; all that was "
            "measured was flushed asynchronously, so that this costs more than is said here"
        )
    elif lfiop_mb < LEAST_FLUSHED_MB:
        said.append(
            say(
                "LFIOP of {lfiop:,g} MB; the least that was measured is {least:,g} MB",
                lfiop=lfiop_mb,
                least=LEAST_FLUSHED_MB,
            )
        )
    if _least_cached_mb(conditions) < LEAST_CACHED_MB:
        said.append(
            say(
                "caches of {cached:,.0f} MB for a nucleus; the least that was measured of a "
                "cluster are {least:,g} MB",
                cached=_least_cached_mb(conditions),
                least=LEAST_CACHED_MB,
            )
        )
    if "fmxio_before" in conditions and mix["update_insert"] > 0.0:
        said.append("FMXIO was 16 in all published runs: no run tells what another number does")
    if "threads_before" in conditions:
        said.append("NT was 80 in all published runs: no run tells what another number does")
    if conditions["users"] > 3000:
        said.append(
            say(
                "{conditions:,.0f} users; the most that was measured is 3,000",
                conditions=conditions["users"],
            )
        )
    spread = conditions.get("nuclei_per_lpar", (0,))
    if max(spread) - min(spread) > 1:
        said.append("nuclei spread unevenly over the systems; they were spread evenly")
    if product == "ALS" and conditions.get("lpars", 1) != 2:
        said.append(say("systems: {value}; measured were 2", value=conditions.get("lpars", 1)))
    cf_cps = conditions.get("cf_cps", MEASURED_CF_CPS)
    if cf_cps != MEASURED_CF_CPS and "cf_structures" not in conditions:
        said.append(
            say(
                "a coupling facility with CPS={conditions:,g}; measured was {measured_cf_cps}, and "
                "no document says what others cost",
                conditions=conditions["cf_cps"],
                measured_cf_cps=MEASURED_CF_CPS,
            )
        )
    if conditions.get("facility_unknown"):
        said.append(
            "no coupling facility is stated: one like that of the published tests is taken, on "
            "which the cost of what the nuclei share depends"
        )
    buffers = conditions.get("nplogbuffers_nwork1buffers", 40)
    if not 25 <= buffers <= 120:
        said.append(
            say("{buffers:,g} WORK and PLOG buffers; measured were 25 to 120", buffers=buffers)
        )
    if _least_pool_mb(conditions) < LEAST_POOL_MB:
        said.append(
            say(
                "a buffer pool of {pool:,g} MB; the least that was measured is {least:,g} MB, and "
                "what a nucleus reads again and again that a smaller one does not hold is not in "
                "this projection",
                pool=_least_pool_mb(conditions),
                least=LEAST_POOL_MB,
            )
        )
    if conditions.get("dasd_aliases", 0.0) > 0:
        said.append(
            "parallel access volumes; the published volumes had no aliases, and how many there "
            "are here is inferred from those that were in use"
            if conditions.get("dasd_exposures_sd", 0.0) >= INFERRED_SD
            else "parallel access volumes; the published volumes had no aliases"
        )
    if conditions.get("zhpf_as_others"):
        said.append(
            "nobody told whether I/O uses zHPF where the nuclei are: as in all other systems is "
            "taken; state ZHPF of their system"
        )
    if volumes_untold(conditions) and conditions["dasd_exposures_sd"] > FITTED_SD:
        said.append(
            say(
                "nothing tells how many volumes hold the database: {volumes:,g} are taken as in "
                "the published tests, and a quarter to four times as many within the band",
                volumes=PUBLISHED_VOLUMES,
            )
        )
    elif volumes_untold(conditions):
        said.append(
            say(
                "nothing tells how many volumes hold the database: {volumes:,g} are taken as in "
                "the published tests, which do what was measured; for how much more work they are "
                "enough is not known",
                volumes=PUBLISHED_VOLUMES,
            )
        )
    real_gb = min(real_storage_gb(conditions))
    if "storage_unknown" in conditions and not math.isfinite(real_gb):
        said.append(
            say(
                "no report gives the real storage of {conditions}: caches and pools are taken to "
                "fit into it, and that they may page is not in this projection",
                conditions=conditions["storage_unknown"],
            )
        )
    elif "storage_unknown" in conditions:
        said.append(
            say(
                "no report gives the real storage of {conditions}: it is taken "
                "to have {real_gb:,g} GB as the least of the others has, on "
                "which its paging depends",
                conditions=conditions["storage_unknown"],
                real_gb=real_gb,
            )
        )
    if "frames_lacking" in conditions:
        said.append(conditions["frames_lacking"])
    if nuclei > MOST_NUCLEI:
        said.append(
            say(
                "{nuclei:,g} nuclei; the most that was measured is {most_nuclei}",
                nuclei=nuclei,
                most_nuclei=MOST_NUCLEI,
            )
        )
    if _overcommitted(conditions) > MOST_OVERCOMMITTED:
        said.append("more overcommitted storage than was measured (260 GB of cache in 236 GB)")
    return tuple(said)


def full_structure(metrics: Mapping[str, FloatArray], row: int) -> tuple[str, ...]:
    """A sentence where the cache structure is fuller than in any published run."""
    pressure = float(metrics["structure_full_pressure"][row, 0])
    if pressure <= MOST_PRESSURE:
        return ()
    return (
        say(
            "buffer flushes take {pressure:,.1f} times as long as updates need to fill the cache "
            "structure; the most that was measured is 3.3 times (001, section 4.4, 31 nuclei)",
            pressure=pressure,
        ),
    )


def _overcommitted(conditions: Conditions) -> float:
    """Caches against the real storage of the system where they are largest against it."""
    real = real_storage_gb(conditions)
    return max(
        cached_gb(conditions, count) / max(own, 1e-9)
        for count, own in zip(spread_of(conditions), real, strict=False)
    )


def _paged(overcommitted: float) -> float:
    """What page operations go by (`paging.absent_share`): the square of the share that does not
    fit, in which twice the storage is far more than twice as far."""
    return max(0.0, 1.0 - 1.0 / max(overcommitted, 1e-9)) ** 2


def _least_pool_mb(conditions: Conditions) -> float:
    """Buffer pool of the nucleus that has the smallest."""
    pools = conditions.get("group_lbp_mb", [conditions.get("lbp_mb", DEFAULT_LBP_MB)])
    return float(min(pools))


_LEAST_COUNTED_MB: Final = 1.0


def far(conditions: Conditions, pressure: float = 0.0) -> float:
    """How far outside the measured conditions these lie, in factors e of all that were varied.

    pressure: on the cache structure, `structure_full_pressure`.
    """
    return math.sqrt(sum(one**2 for one in _beyond(conditions, pressure)))


def _hardly(conditions: Conditions, pressure: float, most: int) -> float:
    """Sentences of extrapolation that do not count yet, as what they are of is hardly outside.

    Else the band of a change would jump where one MB less is one less than was measured: what they
    widen it by grows with the distance.
    """
    every = (*_beyond(conditions, pressure), *_unvaried(conditions))
    near = [1.0 - (one / NEAR) ** 2 for one in every if one < NEAR]
    return min(sum(near), float(most))


def _beyond(conditions: Conditions, pressure: float) -> list[float]:
    """By each condition that lies outside what was measured the factors e that it does."""
    mix = conditions["mix"]
    cache_gb = conditions.get("cache_gb", 0.0)
    beyond = [
        (mix["update_insert"], 0.2),
        (mix["commit"], 0.06),
        (LEAST_COMMITS, max(mix["commit"], _FEWEST) if mix["update_insert"] > 0.0 else 1.0),
        (conditions["users"], 3_000.0),
        (conditions["nuclei"], float(MOST_NUCLEI)),
        (conditions.get("lpars", 1), 2.0),
        (_paged(_overcommitted(conditions)), _paged(MOST_OVERCOMMITTED)),
        (LEAST_POOL_MB, max(_least_pool_mb(conditions), _LEAST_COUNTED_MB)),
        (conditions.get("nplogbuffers_nwork1buffers", 40), 120.0),
        (pressure, MOST_PRESSURE),
    ]
    if mix["update_insert"] > 0.0:
        flushed_mb = conditions.get("lfiop_mb", LEAST_FLUSHED_MB)
        beyond.append((LEAST_FLUSHED_MB, max(flushed_mb, _LEAST_FLUSH_MB)))
    if not conditions.get("think_time_s"):
        beyond.append((conditions["users"] / conditions["nuclei"], 2_000.0))
        beyond.append((LEAST_USERS, conditions["users"]))
    if conditions["product"] == "ASM" and cache_gb > 0.0:
        # Between the two groups of sizes that were measured, the nearer one.
        beyond.append((cache_gb, 260.0))
        if 0.6 < cache_gb < 188.0:
            beyond.append((min(cache_gb / 0.6, 188.0 / cache_gb), 1.0))
    if _least_cached_mb(conditions) < LEAST_CACHED_MB:
        pool_mb = _least_pool_mb(conditions)
        least_mb = min(LEAST_CACHED_MB, 1024.0 * conditions["cached_before_gb"])
        beyond.append((least_mb + pool_mb, _least_cached_mb(conditions) + pool_mb))
    return [math.log(value / most) for value, most in beyond if value > most > 0.0]


def _unvaried(conditions: Conditions) -> list[float]:
    """By each changed setting that had one value in all published runs the factors e it moves."""
    found = []
    if "fmxio_before" in conditions and conditions["mix"]["update_insert"] > 0.0:
        found.append((conditions["fmxio"], conditions["fmxio_before"]))
    if "threads_before" in conditions:
        found.append((threads_of(conditions), conditions["threads_before"]))
    return [abs(math.log(value / before)) for value, before in found]


def _least_cached_mb(conditions: Conditions) -> float:
    """Private cache of a nucleus that serves, where it is another one than today's."""
    if conditions["product"] != "ALS" or "cached_before_gb" not in conditions:
        return math.inf
    return 1024.0 * useful_cache_gb(conditions)


def residual_spread(
    conditions: Sequence[Conditions],
    metrics: Mapping[str, FloatArray],
    extrapolated: Sequence[Sequence[str]],
    pace: Paced,
) -> dict[str, FloatArray]:
    """Relative standard deviation per metric and condition, (V,), of what draws do not cover.

    From leave-one-out residuals of the published points: small where nuclei or CPs are the limit
    (their CPU per command is well known), larger where I/O is.
    """
    table = stored().residual_sd
    count = len(conditions)
    spread: dict[str, FloatArray] = {}
    foreign = [one.get("workload", STEADY) == STEADY for one in conditions]
    widening = np.array(
        [
            _WIDENING**2 * (len(said) - _hardly(one, pressure, len(said)) + other)
            + (_FAR * far(one, pressure)) ** 2
            + (UNVARIED * math.hypot(*_unvaried(one))) ** 2
            for said, other, one, pressure in zip(
                extrapolated,
                foreign,
                conditions,
                map(float, metrics["structure_full_pressure"][:, 0]),
                strict=True,
            )
        ]
    )
    for metric in metrics:
        if metric == "storage_mb":
            continue
        base = np.array(
            [_class_sd(metric, one, metrics, row, table) for row, one in enumerate(conditions)]
        )
        spread[metric] = np.sqrt(base.reshape(count) ** 2 + widening)
        each = _PER_COMMAND.get(metric)
        if each is not None:
            own = table[each] ** 2 + widening if each else 0.0
            held = pace.rate**2
            spread[metric] = np.sqrt(held * spread[metric] ** 2 + (1.0 - held) * own)
    spread["response_ms"] = spread["response_ms"] * pace.response
    return spread


_PER_COMMAND: Final = {
    "etr_per_s": "",
    "cpu_s_per_s": "itr",
    "cpu_busy_pct": "itr",
    "nucleus_busy_pct": "itr",
    "reads_per_s": "reads",
    "io_per_s": "reads",
    "work_plog_writes_per_s": "reads",
    "dasd_busy_pct": "reads",
}
"""Figures that go with the rate of commands, and the scatter of what one command has of each."""


@dataclass(frozen=True)
class Paced:
    """How much a rate and a response scatter by what scatters of a command's demand, (V,)."""

    rate: FloatArray
    response: FloatArray


def paced(
    conditions: Sequence[Conditions],
    metrics: Mapping[str, FloatArray],
    utilization: Mapping[str, FloatArray],
) -> Paced:
    """By Little's law: of users who pause the response is a part of the cycle, and as many users
    share pauses that are known.

    Of a cycle of which the response is the part ``a``, on servers so busy that commands wait ``k``
    times their service, a response follows demands by ``(1 + k) / (1 + a k)`` and the rate by
    ``a`` times that: all of it where nobody pauses or servers are full.
    """
    pauses = np.array([one.get("think_time_s", 0.0) / one["users"] for one in conditions])
    part = np.clip(1.0 - pauses * metrics["etr_per_s"][:, 0], _LEAST_PART, 1.0)
    busy = np.clip([use[:, 0] for use in utilization.values()], 0.0, 1.0 - 1e-9).max(axis=0)
    waits = busy / (1.0 - busy)
    response = (1.0 + waits) / (1.0 + part * waits)
    return Paced(part * response, response)


_LEAST_PART: Final = 1e-3
"""Of the cycle: as short a response is known no better."""


def most_commands(conditions: Sequence[Conditions]) -> FloatArray:
    """Commands a second that the users send were each answered at once, (V,)."""
    pauses = np.array([one.get("think_time_s", 0.0) for one in conditions])
    users = np.array([float(one["users"]) for one in conditions])
    return np.where(pauses > 0.0, users / np.maximum(pauses, 1e-12), np.inf)


def _class_sd(
    metric: str,
    conditions: Conditions,
    metrics: Mapping[str, FloatArray],
    row: int,
    table: Mapping[str, float],
) -> float:
    """Residual scatter of a figure; between the classes of ETR it passes from one to the next.

    Were it a step, a change that hardly moves an installation could double its band.
    """
    group = key_of(metric, conditions, metrics, row)
    if not group.startswith("etr."):
        return table[group]
    etr, paging = (float(metrics[name][row, 0]) for name in ("etr_per_s", "paging_per_s"))
    pages = min(1.0, paging / max(etr, 1e-12) / _PAGES_PER_COMMAND)
    full = (_busy_pct(metrics, row) - (_BUSY_PCT - _PASSING_PCT)) / (2.0 * _PASSING_PCT)
    full = min(1.0, max(0.0, full))
    waiting = table["etr.shared" if conditions["product"] == "ASM" else "etr.io"]
    square = (1.0 - pages) * waiting**2 + pages * table["etr.paging"] ** 2
    scatter = math.sqrt((1.0 - full) * square + full * table["etr.cpu"] ** 2)
    # Reads a second are known no better than those of a command.
    return max(scatter, table["reads"]) if metric in OF_READS else scatter


OF_READS: Final = frozenset({"reads_per_s", "io_per_s"})
"""Rates that go with the reads of a command as well as with the rate of commands."""


def _busy_pct(metrics: Mapping[str, FloatArray], row: int) -> float:
    """Of nuclei or CPs, the busier."""
    return max(float(metrics[name][row, 0]) for name in ("nucleus_busy_pct", "cpu_busy_pct"))


def key_of(metric: str, conditions: Conditions, metrics: Mapping[str, FloatArray], row: int) -> str:
    """Which class of residuals applies: by metric and by what limits the installation."""
    if metric == "itr_per_cpu_s":
        return "itr"
    if metric == "buffer_efficiency":
        return "reads"
    if metric == "paging_per_s":
        return "paging"
    return f"etr.{limited_by(conditions, metrics, row)}"


def limited_by(conditions: Conditions, metrics: Mapping[str, FloatArray], row: int) -> str:
    """What limits: "cpu" (nuclei or CPs nearly busy), "paging", "shared" (a shared cache), "io"."""
    if _busy_pct(metrics, row) > _BUSY_PCT:
        return "cpu"
    paging = float(metrics["paging_per_s"][row, 0]) > 0
    if paging:
        return "paging"
    return "shared" if conditions["product"] == "ASM" else "io"


def remarks(conditions: Conditions, metrics: Mapping[str, FloatArray], row: int) -> tuple[str, ...]:
    """What else limits how well a projection is known."""
    said: list[str] = []
    pressure = float(metrics["structure_full_pressure"][row, 0])
    if conditions["product"] == "ALS" and pressure > 1.0:
        said.append(
            "buffer flushes are slower than updates fill the cache structure: updates wait for "
            "room in it (001, section 4.4); what that costs is known from two published runs at "
            "their I/O limit, and where something else limits it is not projectable"
        )
    if "commits_before" in conditions:
        said.append(_counted(conditions, metrics, row))
        said.extend(_sharing(conditions, metrics, row))
    before = conditions.get("users_before", conditions["users"])
    if conditions["users"] > before:
        said.extend(_queue(conditions, metrics, row))
    if conditions["users"] != before:
        said.extend(_pausing(conditions, metrics, row))
    stated = conditions.get("threads_stated", 0)
    if stated > conditions["users"]:
        said.append(
            say(
                "NT={stated:,g} threads, but {conditions:,.0f} users: a user has "
                "one command in progress at a time (001, section 4.1), so that "
                "the others stay idle",
                stated=stated,
                conditions=conditions["users"],
            )
        )
    if conditions.get("workload", STEADY) == STEADY:
        said.append(
            "how reads fall with cache size is shaped as in the published test application; only "
            "their level is this installation's own"
        )
    storage = _uneven_storage(conditions)
    if storage and float(metrics["paging_per_s"][row, 0]) > 0:
        said.append(storage)
    if limited_by(conditions, metrics, row) == "shared":
        said.append(
            "Parallel Services runs that wait for I/O scattered by more than 10 % about any smooth "
            "law (001, Table 8: 16 against 31 nuclei with zHPF)"
        )
    return tuple(said)


_QUEUE_SAID: Final = 0.005
"""Of a command's CPU: what is less than that nobody asks for."""


def _queue(conditions: Conditions, metrics: Mapping[str, FloatArray], row: int) -> tuple[str, ...]:
    """Why more users carry less where nuclei are full: each command goes through their queue."""
    etr, response_ms, itr = (
        float(metrics[name][row, 0]) for name in ("etr_per_s", "response_ms", "itr_per_cpu_s")
    )
    waiting = etr * response_ms / 1e3 / conditions["nuclei"]
    counted = counted_users(np.array([waiting]), np.array([ASSUMED["user_exponent"]]))
    user_us = stored().values[NAMES.index("user_us")] / conditions.get("cp_speed", 1.0)
    queue_us = float(counted[0] * user_us)
    share = queue_us * itr / 1e6
    if share < _QUEUE_SAID:
        return ()
    return (
        say(
            "{waiting:,.0f} users with a command at a nucleus make {queue_us:.1f} µs of every "
            "command's CPU, {share:.1%} of it (001, sections 4.1 and 4.2: ITR rose as nuclei "
            "shared the same users): nuclei that are full carry less the more wait",
            waiting=waiting,
            queue_us=queue_us,
            share=share,
        ),
    )


_PAUSE_SAID: Final = 0.05
"""Of a user's cycle: less of it makes no other figure of fewer or more users."""


def _pausing(
    conditions: Conditions, metrics: Mapping[str, FloatArray], row: int
) -> tuple[str, ...]:
    """That users pause longer than is stated, because the nuclei could do more for so many."""
    etr, response_ms = (float(metrics[name][row, 0]) for name in ("etr_per_s", "response_ms"))
    cycle_s = conditions["users"] / etr
    stated_s = conditions.get("think_time_s", 0.0)
    pause_s = cycle_s - response_ms / 1e3 - stated_s
    if pause_s < _PAUSE_SAID * cycle_s:
        return ()
    return (
        say(
            "a user is taken to pause {pause_ms:,.3g} ms between commands beyond THINK_TIME_S: so "
            "many users without it would make more commands than were measured, and fewer or more "
            "of them pause as long; TP statistics tell how many worked at a time, and THINK_TIME_S "
            "states their pause",
            pause_ms=1e3 * pause_s,
        ),
    )


def _counted(conditions: Conditions, metrics: Mapping[str, FloatArray], row: int) -> str:
    """In what rates are counted where commits are another share than today."""
    commits = conditions["mix"]["commit"]
    etr = float(metrics["etr_per_s"][row, 0])
    everything = etr / counted_share(conditions)
    return say(
        "throughput, ITR and response count today's work, for which commits more or less are no "
        "gain: {etr:,.0f} commands/s with today's {before:.1%} of commits are {all_:,.0f} "
        "commands/s as they are made then, {commits:,.0f} of them commits; no source measures what "
        "a commit costs apart from its writes and the nuclei's coordination",
        etr=etr,
        before=conditions["commits_before"],
        all_=everything,
        commits=everything * commits,
    )


def _sharing(
    conditions: Conditions, metrics: Mapping[str, FloatArray], row: int
) -> tuple[str, ...]:
    """How many commits share a write, where they are more than were ever measured to."""
    commits = conditions["mix"]["commit"]
    etr, writes = (float(metrics[name][row, 0]) for name in ("etr_per_s", "work_plog_writes_per_s"))
    shared = etr / counted_share(conditions) * commits / max(writes, 1e-9)
    if shared <= MOST_SHARING * 1.05:
        return ()
    return (
        say(
            "{shared:,.0f} commits share a write of WORK or PLOG; the most that was measured is "
            "{most:.0f} (001, section 4.4), and how many fit into a block no document says: there "
            "may be more writes",
            shared=shared,
            most=MOST_SHARING,
        ),
    )


def _uneven_storage(conditions: Conditions) -> str | None:
    """Why a system pages that has more nuclei than another: their caches against its storage."""
    nuclei, real = spread_of(conditions), real_storage_gb(conditions)
    lbp_mb = conditions.get("lbp_mb", DEFAULT_LBP_MB)

    def held(count: float) -> float:
        return cached_gb(conditions, count) + system_pools_gb(conditions, count, [(count, lbp_mb)])

    most, least = max(nuclei), min(nuclei)
    place = nuclei.index(most)
    if most == least or held(most) <= real[place]:
        return None
    return say(
        "the system with {most:,g} nuclei pages: their caches and pools "
        "are {held:.0f} GB where {real:.0f} GB of real storage are "
        "usable; {least:,g} nuclei take {held2:.0f} GB. A page operation "
        "stops the nucleus that needs the page (001, section 4.6), and "
        "its users, who are taken to be where the nuclei are, wait for it",
        most=most,
        held=held(most),
        real=real[place],
        least=least,
        held2=held(least),
    )
