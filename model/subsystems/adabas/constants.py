"""The family's fitted constants, the values assumed beside them, and their draws.

The fitted constants live in ``resources/calibration/adabas.json`` with unit, meaning, interval,
joint covariance (of their logarithms) and the points they rest on; ``python -m
model.calibration.refit`` makes that file anew.  `ASSUMED` are values that are not fitted: facts of
the test installation, or structural choices that the published figures cannot separate from the
fitted constants.  Customer factors (`FACTORS`) are 1 for the published installation.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from types import MappingProxyType
from typing import Any, Final

import numpy as np

from model.contract.evaluation import ConstantDraws, FloatArray
from resources import resource

FORMAT: Final = "plexwright-calibration/1"
_SEED: Final = 20121127


STARTS: Final[Mapping[str, float]] = MappingProxyType(
    {
        "miss_at_zero": 0.52,
        "reuse_gb": 90.0,
        "volume_ms": 0.93,
        "channel_kio_per_s": 83.0,
        "base_us": 14.2,
        "user_us": 0.0048,
        "read_us": 10.0,
        "no_zhpf_us": 3.9,
        "no_zhpf_cluster_us": 1.0,
        "log_write_us": 37.0,
        "cluster_us": 3.5,
        "chain_us": 0.062,
        "long_update_us": 201.7,
        "structure_full_share": 0.03,
    }
)
"""Where the search for each starts, and the centre of its prior."""

NAMES: Final[tuple[str, ...]] = tuple(STARTS)

ASSUMED: Final[Mapping[str, float]] = MappingProxyType(
    {
        "reuse_exponent": 0.9,
        "block_kb": 14.0,
        "data_volume_share": 0.625,
        "flush_share": 0.7,
        "destage_ms": 0.33,
        "log_write_ms": 0.1,
        "log_crowding": 2.6,
        "log_behind": 0.24,
        "user_exponent": 1.15,
        "pool_share": 1.0,
        "log_full_blocks_per_update": 0.037,
        "commit_waits": 1.5,
        "generator_us": 7.0,
        "off_task_us": 2.2,
        "cf_exponent": 0.45,
        "shared_memory_share": 0.0222,
        "flush_writes_per_update": 5.3,
        "flush_reference_gb": 1.0,
        "logical_reads": 4.60,
        "logical_reads_per_user": 0.00034,
        "page_us": 3.0,
    }
)
"""Not fitted.

reuse_exponent: shape of the reuse law, between a plain exponential and the slow decline seen in
  small caches.  block_kb: mean of the blocks read, between ASSO's 4 KB and DATA's 27 KB (001, 3.2).
data_volume_share: 50 of the 80 volumes hold DATA (001, 3.2); a shared cache keeps ASSO off DASD.
flush_share: a flush write's time of its volume relative to a read's.  destage_ms: the time that a
  WORK or PLOG write takes of its volume after it has ended in the subsystem's cache.
log_write_ms, log_crowding, log_behind: such a write on an idle subsystem (one write for every
  commit at two nuclei: 30 million writes, 30 million commits, 001, 4.4); how it is slowed as the
  subsystem fills; the share of a read's wait that it waits as well without zHPF.  Chosen to give
  the published totals of writes.  log_full_blocks_per_update: WORK and PLOG blocks that fill up
  however long commits wait.  commit_waits: half of the write under way plus the next one.
user_exponent: longer queues of users cost a little more than in proportion (ITR at 2, 4 and 8
  nuclei, 001, sections 4.1 and 4.2).
pool_share: storage beside the caches relative to `schema.pools_gb`.
generator_us: CPU of the load generator per command (peaks of RMF's LPAR and nucleus utilization,
  001, sections 4.1 and 4.5).  off_task_us: part of a read's CPU outside the nucleus's main task
  (nuclei at 102-104 % of one CP, Tables 2 and 6).  cf_exponent: growth of CF coordination with the
  nuclei.  shared_memory_share: coordination in shared memory relative to cluster_us, per nucleus.
flush_writes_per_update, flush_reference_gb: blocks written per update when nothing coalesces, and
  the size of the changed-block store at which half of that remains.
logical_reads, logical_reads_per_user: block accesses per command of the test application (Table 3).
page_us: CPU of a page operation, the fault that it serves and its I/O: a few thousand instructions.
"""

ASSUMED_SD: Final[Mapping[str, float]] = MappingProxyType({"pool_share": 0.35, "page_us": 0.7})
"""Standard deviation of the logarithm of assumed values that bands depend on.

pool_share: how much storage the nuclei's pools and z/OS take beside the caches decides whether an
  installation pages.  page_us: from 1 to 10 microseconds.  In the published runs that paged there
  is one operation for twenty commands, less of their CPU than runs scatter by (Table 11): with
  Flash it would fit them at one microsecond, with disks below none.
"""

FACTORS: Final[tuple[str, ...]] = ("cpu", "reads", "io", "paging", "logical", "log", "exposures")
"""Customer factors: CPU per command, reads per command, I/O capacity, page operations per command,
logical reads per command, time of a write to WORK or PLOG, I/Os that volumes and aliases take at a
time.  Columns ``factor.NAME`` of the draws;
absent means 1."""

OFFSETS: Final[tuple[str, ...]] = ("think_s", "other_storage_gb")
"""What a customer's figures imply and no report states: pause of a user between commands, real
storage that other work takes.  Columns of the draws; absent means 0."""


@dataclass(frozen=True)
class Calibration:
    """The stored fit: values and covariance of the constants' logarithms, in the order of NAMES."""

    values: FloatArray
    covariance: FloatArray
    points: frozenset[str]
    residual_sd: Mapping[str, float]
    document: Mapping[str, Any]


@cache
def stored() -> Calibration:
    """The shipped calibration."""
    text = resource("calibration", "adabas.json").read_text(encoding="utf-8")
    document = json.loads(text)
    if document.get("format") != FORMAT:
        raise ValueError(f"resources/calibration/adabas.json is not in the format {FORMAT}")
    by_name = {item["name"]: item for item in document["constants"]}
    return Calibration(
        np.array([by_name[name]["value"] for name in NAMES], dtype=float),
        np.array(document["log_covariance"], dtype=float),
        frozenset(document["points"]),
        document["residual_sd"],
        document,
    )


def draws_of(
    values: FloatArray, covariance: FloatArray, count: int, names: tuple[str, ...] = NAMES
) -> ConstantDraws:
    """Row 0 the values, then `count` log-normal draws, the same ones on every machine.

    Draws come in pairs mirrored about the centre, so that their mean stays at the centre.
    """
    rows = np.zeros((count + 1, len(values)))
    if count:
        half = np.random.default_rng(_SEED).standard_normal(((count + 1) // 2, len(values)))
        scores = np.concatenate([half, -half])[:count]
        # Eigenvectors rather than Cholesky: a constant that is held fixed has no variance.
        variances, vectors = np.linalg.eigh(covariance)
        rows[1:] = scores @ (vectors * np.sqrt(np.maximum(variances, 0.0))).T
    return ConstantDraws(names, values * np.exp(rows))


def with_assumed(draws: ConstantDraws) -> ConstantDraws:
    """The draws, with columns for the assumed values that are uncertain (`ASSUMED_SD`)."""
    names = tuple(ASSUMED_SD)
    scores = np.zeros((draws.count, len(names)))
    scores[1:] = np.random.default_rng(_SEED + 1).standard_normal((draws.count - 1, len(names)))
    centre = np.array([ASSUMED[name] for name in names])
    columns = centre * np.exp(scores * np.array(list(ASSUMED_SD.values())))
    return ConstantDraws((*draws.names, *names), np.concatenate([draws.values, columns], axis=1))


@cache
def shipped_draws(count: int) -> ConstantDraws:
    """The shipped constants: row 0 central, then `count` draws."""
    calibration = stored()
    return with_assumed(draws_of(calibration.values, calibration.covariance, count))


def column(draws: ConstantDraws, name: str) -> FloatArray:
    """Draws of a constant, an assumed value or a customer factor, shape (D,)."""
    if name in draws.names:
        return draws.column(name)
    if name in ASSUMED:
        return np.full(draws.count, ASSUMED[name])
    if name.startswith("factor.") and name[7:] in FACTORS:
        return np.ones(draws.count)
    if name in OFFSETS:
        return np.zeros(draws.count)
    raise KeyError(name)


_MOST_USERS: Final = 2_000.0
"""Largest number of users per nucleus that was measured (001, Table 6); what more of them would
cost is not known, and is taken to be no more."""
_USERS_UNIT: Final = 1_000.0
"""Number of users at which the CPU that each of them adds is stated."""


def counted_users(waiting: FloatArray, exponent: FloatArray) -> FloatArray:
    """Users with a command at a nucleus, by what their queue costs a command (``user_us``)."""
    users = np.minimum(waiting, _MOST_USERS)
    counted: FloatArray = _USERS_UNIT * (users / _USERS_UNIT) ** exponent
    return counted
