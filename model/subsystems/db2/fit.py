"""Constants of the Db2 model, from figure 2-2 and table 2-3 of document 003.

Figure 2-2 is a closed loop: the same users at two pool sizes. Users and think time follow from the
two rates and response times (users = rate x (response + think time)), CPU per transaction from the
internal throughput rate and the 12 CPs. Synchronous reads per transaction are those of a database
of finite size whose pages are asked for by a power law (Zipf): a pool of g GB answers (g / G) **
skew of the requests, G being the size of what is used. Size and requests follow from the two rows,
`skew` is a prior. Two checks were not used: the response of the row between lies in the band, and
it falls by 10 to 17 % from 10 to 24 GB where the document projects about 18 %.
"""

from __future__ import annotations

from functools import partial
from typing import NamedTuple

from model.subsystems.common import Constant, ConstantSet, published_points
from model.subsystems.common.reuse import reuse_constant
from model.subsystems.common.series import series_of

POOL_POINTS = ("DB2-BP-160GB", "DB2-BP-638GB")
GBP_POINTS = ("DB2-MDM-before", "DB2-MDM-after")
CPS = 12.0
SKEW = 0.1


class PoolPoint(NamedTuple):
    """One row of figure 2-2 per transaction."""

    gb: float
    io_per_tx: float
    cpu_ms: float
    response_s: float
    etr_per_s: float
    itr_per_cpu_s: float


def pool_points() -> tuple[PoolPoint, ...]:
    """The published rows, smallest pool first."""
    rows = []
    for name in POOL_POINTS:
        point = published_points()[name]
        found = point["results"]
        rows.append(
            PoolPoint(
                float(point["conditions"]["bufferpool_gb"]),
                found["sync_reads_per_s"] / found["etr_per_s"],
                CPS / found["itr_per_cpu_s"] * 1e3,
                found["response_s"],
                found["etr_per_s"],
                found["itr_per_cpu_s"],
            )
        )
    return tuple(rows)


def fit_constants() -> ConstantSet:
    """All constants with intervals."""
    small, large = pool_points()
    span = small.io_per_tx - large.io_per_tx
    io_cpu_us = (small.cpu_ms - large.cpu_ms) / span * 1e3
    io_wait_ms = (small.response_s - large.response_s) / span * 1e3
    think = (small.etr_per_s * small.response_s - large.etr_per_s * large.response_s) / (
        large.etr_per_s - small.etr_per_s
    )
    users = small.etr_per_s * (small.response_s + think)
    points = published_points()
    before, after = (points[name]["results"] for name in GBP_POINTS)
    latencies = points[GBP_POINTS[0]]["conditions"]
    avoided = before["sync_io_per_tx"] - after["sync_io_per_tx"]
    wait_ms = before["sync_io_per_tx"] * latencies["sync_io_us"] / 1e3
    elapsed_ms = wait_ms / (before["sync_io_wait_pct_of_elapsed"] / 100.0)
    saved_ms = avoided * (latencies["sync_io_us"] - latencies["gbp_read_us"]) / 1e3
    end_to_end_ms = saved_ms / (after["response_reduction_pct"] / 100.0)
    cache_hit = (latencies["dasd_us"] - latencies["sync_io_us"]) / (
        latencies["dasd_us"] - latencies["dasd_cache_us"]
    )

    def constant(
        cited: str,
        points: tuple[str, ...],
        name: str,
        unit: str,
        meaning: str,
        value: float,
        part: float,
    ) -> Constant:
        low, high = value / (1 + part), value * (1 + part)
        return Constant(name, unit, meaning, value, low, high, "lognormal", cited, points)

    near = partial(constant, "003, figure 2-2", POOL_POINTS)
    shared = partial(constant, "003, table 2-3", GBP_POINTS)

    return ConstantSet(
        "Db2",
        (
            near(
                "io_at_638_gb",
                "1/tx",
                "Synchronous reads of a transaction with the largest published pool.",
                large.io_per_tx,
                0.06,
            ),
            near(
                "io_at_160_gb",
                "1/tx",
                "Synchronous reads of a transaction with the smaller published pool.",
                small.io_per_tx,
                0.03,
            ),
            Constant(
                "skew",
                "",
                "How steeply requests concentrate on few pages: a pool of half the data answers "
                "2 to the power of minus this of the requests.",
                SKEW,
                SKEW / 3.0,
                SKEW * 3.0,
                "lognormal",
                "assumed; two pool sizes do not narrow it, and chosen with the document's "
                "projection of 10 to 24 GB in view",
            ),
            near(
                "io_cpu_us",
                "µs",
                "CPU of one synchronous read, lost processor cache included.",
                io_cpu_us,
                0.10,
            ),
            near(
                "cpu_ms",
                "ms",
                "CPU of a transaction without synchronous reads.",
                large.cpu_ms - large.io_per_tx * io_cpu_us / 1e3,
                0.02,
            ),
            near(
                "io_wait_ms",
                "ms",
                "Response time of a transaction that one synchronous read adds at these loads.",
                io_wait_ms,
                0.05,
            ),
            near(
                "response_s",
                "s",
                "Response time of a transaction without synchronous reads.",
                large.response_s - large.io_per_tx * io_wait_ms / 1e3,
                0.03,
            ),
            near("think_s", "s", "Think time between two transactions of a user.", think, 0.03),
            near("users", "users", "Users of the published workload.", users, 0.02),
            shared(
                "mdm_io_per_tx",
                "1/tx",
                "Synchronous reads of an MDM transaction with changed pages cached.",
                before["sync_io_per_tx"],
                0.03,
            ),
            shared(
                "gbp_left",
                "ratio",
                "Share of synchronous reads that remain with all pages in the group pool.",
                after["sync_io_per_tx"] / before["sync_io_per_tx"],
                0.10,
            ),
            shared(
                "mdm_other_ms",
                "ms",
                "Class 1 elapsed time of an MDM transaction apart from synchronous reads.",
                elapsed_ms - wait_ms,
                0.05,
            ),
            shared(
                "mdm_end_to_end_ms",
                "ms",
                "End-to-end response time of an MDM transaction.",
                end_to_end_ms,
                0.08,
            ),
            shared(
                "mdm_cpu_share",
                "ratio",
                "Share of a transaction's CPU that one avoided synchronous read saves.",
                after["cpu_reduction_pct"] / 100.0 / avoided,
                0.06,
            ),
            shared(
                "dasd_cache_hit",
                "ratio",
                "Share of synchronous reads that the disk cache answers.",
                cache_hit,
                0.001,
            ),
            Constant(
                "machine",
                "ratio",
                "CPU of a synchronous read on the customer's machine and workload against "
                "that of the published zEC12, CP speed apart.",
                1.0,
                0.6,
                1.6,
                "lognormal",
                "stated judgement: other workloads and caches",
            ),
            Constant(
                "release_cpu",
                "ratio",
                "CPU of a package that RELEASE(DEALLOCATE) saves where threads are reused.",
                0.05,
                0.0,
                0.10,
                "uniform",
                "003, 2.2.3: up to 10 %",
            ),
            Constant(
                "simulation_cpu",
                "ratio",
                "CPU that buffer pool simulation costs with many synchronous reads.",
                0.01,
                0.005,
                0.015,
                "normal",
                "003, 2.1.1: about 1 %",
            ),
            reuse_constant(
                "Where the misses of a pool without simulation lie between two power laws of "
                "its buffers that pass through the measured point.",
                "half way assumed; how far from it, of a published trace the pools that scatter "
                "most, above their working set",
                tuple(one.id for one in series_of("pools")),
            ),
        ),
    )
