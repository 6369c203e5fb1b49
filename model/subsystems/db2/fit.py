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

from typing import NamedTuple

from model.subsystems.common import ConstantSet, Fitted, fitted, published_points
from model.subsystems.common.reuse import TWO_SIZES, fall_fitted, reuse_fitted
from model.subsystems.common.series import series_of

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
    for name in TWO_SIZES:
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


def fit_constants(without: str | None = None) -> ConstantSet:
    """All constants with intervals.

    ``without`` names a series of pools that what is known of working sets does not rest on.
    """
    series = tuple(one.id for one in series_of("pools"))
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

    other_ms = large.cpu_ms - large.io_per_tx * io_cpu_us / 1e3
    other_s = large.response_s - large.io_per_tx * io_wait_ms / 1e3
    near = Fitted.within
    return fitted(
        "db2",
        {
            "io_at_638_gb": near(large.io_per_tx, 1.06),
            "io_at_160_gb": near(small.io_per_tx, 1.03),
            "skew": near(SKEW, 3.0),
            "io_cpu_us": near(io_cpu_us, 1.10),
            "cpu_ms": near(other_ms, 1.02),
            "io_wait_ms": near(io_wait_ms, 1.05),
            "response_s": near(other_s, 1.03),
            "think_s": near(think, 1.03),
            "users": near(users, 1.02),
            "mdm_io_per_tx": near(before["sync_io_per_tx"], 1.03),
            "gbp_left": near(after["sync_io_per_tx"] / before["sync_io_per_tx"], 1.10),
            "mdm_other_ms": near(elapsed_ms - wait_ms, 1.05),
            "mdm_end_to_end_ms": near(end_to_end_ms, 1.08),
            "mdm_cpu_share": near(after["cpu_reduction_pct"] / 100.0 / avoided, 1.06),
            "dasd_cache_hit": near(cache_hit, 1.001),
            "reuse_mix": reuse_fitted(series),
            **fall_fitted(without, series),
        },
    )
