"""Published Db2 runs from their conditions: pool sizes, and group buffer pool against disk."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from model.contract.evaluation import (
    ConditionError,
    Conditions,
    ConditionSpec,
    FloatArray,
)
from model.language import Quoted, joined, say
from model.subsystems.common import Answer, ProductPredictor
from model.subsystems.common.scatter import RUN_TO_RUN, gap_sd
from model.subsystems.db2.fit import CPS, pool_points

POOLS = "Db2"
SHARING = "Db2 data sharing, 2 members"
WORKLOADS = {POOLS: "bank online account posting, random", SHARING: "MDM mixed"}
_POOL_KEYS = frozenset({"memory_gb", "bufferpool_gb", "cps_total", "machine"})
_SHARING_KEYS = frozenset(
    {"gbpcache", "sync_io_us", "gbp_read_us", "local_bp_us", "dasd_cache_us", "dasd_us"}
)
_FIGURE, _TABLE = "003, figure 2-2", "003, table 2-3 and 2.3.1"

CONDITIONS = {
    spec.name: spec
    for spec in (
        ConditionSpec("product", "choice", "the product", choices=(POOLS, SHARING), required=True),
        ConditionSpec(
            "workload", "choice", "the published workload", choices=tuple(WORKLOADS.values())
        ),
        ConditionSpec("memory_gb", "number", "real storage", "GB", 1, 10_240, source=_FIGURE),
        ConditionSpec(
            "bufferpool_gb", "number", "local buffer pools", "GB", 1, 10_240, source=_FIGURE
        ),
        ConditionSpec("cps_total", "integer", "CPs", "CPs", 1, 256, source=_FIGURE),
        ConditionSpec("machine", "choice", "processor", choices=("zEC12",), source=_FIGURE),
        ConditionSpec(
            "gbpcache",
            "choice",
            "pages the group pool holds",
            choices=("CHANGED", "ALL"),
            source=_TABLE,
        ),
        ConditionSpec(
            "sync_io_us", "number", "average synchronous read", "µs", 1, 1e6, source=_TABLE
        ),
        ConditionSpec(
            "gbp_read_us", "number", "read of the group pool", "µs", 0.1, 1e4, source=_TABLE
        ),
        ConditionSpec(
            "local_bp_us", "number", "page in the local pool", "µs", 0, 1e3, source=_TABLE
        ),
        ConditionSpec(
            "dasd_cache_us", "number", "read from disk cache", "µs", 1, 1e6, source=_TABLE
        ),
        ConditionSpec("dasd_us", "number", "read from disk", "µs", 1, 1e7, source=_TABLE),
    )
}
METRICS = (
    "sync_reads_per_s",
    "etr_per_s",
    "itr_per_cpu_s",
    "cpu_pct",
    "response_s",
    "sync_io_per_tx",
    "sync_io_wait_pct_of_elapsed",
    "response_reduction_pct",
    "cpu_reduction_pct",
)


GBP_READ_US = 3.6
"""Reading a page from the group pool, where nobody measured it (003, table 2-3)."""


def respond(condition: Conditions, constants: Mapping[str, FloatArray]) -> Answer:
    """Either product; conditions of the other one are refused."""
    product = condition["product"]
    own, other = (_POOL_KEYS, _SHARING_KEYS) if product == POOLS else (_SHARING_KEYS, _POOL_KEYS)
    foreign = sorted(other & condition.keys())
    if foreign:
        raise ConditionError(
            say(
                "condition {foreign} says nothing of {product}; known are {own}",
                foreign=Quoted(repr(foreign[0])),
                product=product,
                own=joined(sorted(own), ", "),
            )
        )
    if condition.get("workload", WORKLOADS[product]) != WORKLOADS[product]:
        raise ConditionError(
            say(
                "condition 'workload' of {product} must be {workloads}",
                product=product,
                workloads=Quoted(repr(WORKLOADS[product])),
            )
        )
    return _pool(condition, constants) if product == POOLS else _sharing(condition, constants)


def io_per_tx(gb: float, constants: Mapping[str, FloatArray]) -> FloatArray:
    """Synchronous reads of a transaction with local pools of so many GB (see `fit`)."""
    small, large = pool_points()
    skew = constants["skew"]
    few, many = constants["io_at_638_gb"], constants["io_at_160_gb"]
    left = few / many
    # The power of the database's size follows from the two published pools.
    scale = (1.0 - left) / (large.gb**skew - left * small.gb**skew)
    requests = many / (1.0 - scale * small.gb**skew)
    reads: FloatArray = requests * np.maximum(0.0, 1.0 - scale * gb**skew)
    return reads


def waits_us(
    own: FloatArray | float, own_us: FloatArray | float, group: FloatArray | float, group_us: float
) -> FloatArray:
    """Waiting for reads of disk and for pages that the group pool has in their place."""
    wait: FloatArray = np.asarray(own * own_us + group * group_us)
    return wait


def _pool(condition: Conditions, constants: Mapping[str, FloatArray]) -> Answer:
    if "bufferpool_gb" not in condition:
        raise ConditionError("condition 'bufferpool_gb' is missing: size of the local buffer pools")
    gb, memory = float(condition["bufferpool_gb"]), condition.get("memory_gb")
    if memory is not None and gb >= memory:
        raise ConditionError(
            say(
                "buffer pools of {gb:,g} GB do not fit {memory:,g} GB of real "
                "storage without paging",
                gb=gb,
                memory=memory,
            )
        )
    cps = float(condition.get("cps_total", CPS))
    reads = io_per_tx(gb, constants)
    cpu_ms = constants["cpu_ms"] + reads * constants["io_cpu_us"] / 1e3
    response = constants["response_s"] + reads * constants["io_wait_ms"] / 1e3
    itr = cps / cpu_ms * 1e3
    etr = np.minimum(constants["users"] / (constants["think_s"] + response), itr)
    answer = Answer(
        metrics={
            "sync_reads_per_s": reads * etr,
            "sync_io_per_tx": reads,
            "etr_per_s": etr,
            "itr_per_cpu_s": itr,
            "cpu_pct": etr / itr * 100.0,
            "response_s": response,
        }
    )
    points = pool_points()
    measured = {
        "sync_reads_per_s": [p.io_per_tx * p.etr_per_s for p in points],
        "sync_io_per_tx": [p.io_per_tx for p in points],
        "etr_per_s": [p.etr_per_s for p in points],
        "itr_per_cpu_s": [p.itr_per_cpu_s for p in points],
        "cpu_pct": [p.etr_per_s / p.itr_per_cpu_s * 100.0 for p in points],
        "response_s": [p.response_s for p in points],
    }
    for name, values in measured.items():
        central = float(np.asarray(answer.metrics[name]).flat[0])
        answer.residual_sd[name] = gap_sd(central, values)
    if not points[0].gb <= gb <= points[-1].gb:
        answer.extrapolated.append(
            say(
                "buffer pools of {gb:,g} GB where {gb2:,g} to {gb3:,g} were measured",
                gb=gb,
                gb2=points[0].gb,
                gb3=points[-1].gb,
            )
        )
    if cps != CPS:
        answer.extrapolated.append(
            say("{cps:,g} CPs where {cps2:,g} were measured", cps=cps, cps2=CPS)
        )
        for name in measured:
            answer.residual_sd[name] += 0.05 * abs(float(np.log(cps / CPS)))
    return answer


def _sharing(condition: Conditions, constants: Mapping[str, FloatArray]) -> Answer:
    if "gbpcache" not in condition:
        raise ConditionError("condition 'gbpcache' is missing: CHANGED or ALL")
    cache_us = float(condition.get("dasd_cache_us", 600.0))
    disk_us = float(condition.get("dasd_us", 7_000.0))
    hit = constants["dasd_cache_hit"]
    derived = hit * cache_us + (1.0 - hit) * disk_us
    sync_us = (
        np.full_like(hit, float(condition["sync_io_us"])) if "sync_io_us" in condition else derived
    )
    gbp_us = float(condition.get("gbp_read_us", GBP_READ_US))
    reads = constants["mdm_io_per_tx"]
    left = constants["gbp_left"] if condition["gbpcache"] == "ALL" else np.ones_like(reads)
    avoided = reads * (1.0 - left)
    wait_ms = waits_us(reads * left, sync_us, avoided, gbp_us) / 1e3
    saved_ms = np.maximum(avoided * (sync_us - gbp_us) / 1e3, 0.0)
    # End-to-end time follows the synchronous reads it contains.
    published_us = 758.0
    end_to_end = constants["mdm_end_to_end_ms"] + reads * (sync_us - published_us) / 1e3
    answer = Answer(
        metrics={
            "sync_io_per_tx": reads * left,
            "sync_io_wait_pct_of_elapsed": 100.0 * wait_ms / (constants["mdm_other_ms"] + wait_ms),
            "response_reduction_pct": 100.0 * saved_ms / end_to_end,
            "cpu_reduction_pct": 100.0 * avoided * constants["mdm_cpu_share"],
        }
    )
    answer.residual_sd = dict.fromkeys(answer.metrics, 2 * RUN_TO_RUN)
    if abs(float(sync_us[0]) - published_us) > 1.0:
        answer.extrapolated.append(
            say(
                "synchronous reads of {sync_us:.0f} µs where {published_us:,g} were measured",
                sync_us=float(sync_us[0]),
                published_us=published_us,
            )
        )
        for name in answer.residual_sd:
            answer.residual_sd[name] += 0.05
    return answer


PREDICTOR = ProductPredictor(
    products=frozenset({POOLS, SHARING}),
    conditions=CONDITIONS,
    metrics=METRICS,
    fitted="db2",
    respond=respond,
)
