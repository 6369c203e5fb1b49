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
from functools import cache, lru_cache
from types import MappingProxyType
from typing import Any, Final, Literal

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
        "cf_exponent": 0.45,
    }
)
"""Where the search for each starts, and the centre of its prior."""

NAMES: Final[tuple[str, ...]] = tuple(STARTS)

PUBLISHED_ENGINES: Final[Mapping[str, tuple[float, float]]] = MappingProxyType(
    {"ALS": (16.0, 3.17), "ASM": (36.0, 11.36), "single": (36.0, 1.04)}
)
"""By product the CPs of a system of the tests that constants were fitted to, and how many of them
were busy there: the median over the published runs (001)."""

Told = Literal["measured", "chosen", "judged"]


@dataclass(frozen=True)
class Assumed:
    """A value that no optimiser moves.

    told: "measured" is stated of the test installation, "chosen" was set with the published figures
    in view, "judged" rests on neither.  sd: of its logarithm, where bands depend on it; 0 where it
    is not drawn.
    """

    value: float
    unit: str
    told: Told
    meaning: str
    why: str
    """With the place in 001 where there is one, and the width where it is drawn."""
    sd: float = 0.0


ASSUMPTIONS: Final[Mapping[str, Assumed]] = MappingProxyType(
    {
        "reuse_exponent": Assumed(
            0.9, "ratio", "chosen",
            "Shape of the reuse law.",
            "between a plain exponential (1) and the slow decline of small caches (0.76)",
        ),
        "block_kb": Assumed(
            14.0, "KB", "judged",
            "Mean of the blocks read.",
            "between ASSO's 4 KB and DATA's 27 KB (001, 3.2): 8 to 25 KB",
        ),
        "data_volume_share": Assumed(
            0.625, "ratio", "measured",
            "Share of the volumes that hold DATA.",
            "50 of 80 volumes (001, 3.2); that a shared cache keeps ASSO off DASD is assumed",
        ),
        "flush_share": Assumed(
            0.7, "ratio", "chosen",
            "A flush write's time of its volume relative to a read's.",
            "a write that ends in the subsystem's cache is destaged with its neighbours: half of a "
            "read to all of it",
        ),
        "destage_ms": Assumed(
            0.33, "ms", "chosen",
            "Time that a WORK or PLOG write takes of its volume after it has ended.",
            "a part of a read's time: log writes are sequential; a fifth to six tenths of it",
        ),
        "log_write_ms": Assumed(
            0.1, "ms", "chosen",
            "Time of a WORK or PLOG write on an idle subsystem.",
            "totals of writes (001, 4.4); cache writes take 0.06 to 0.18 ms",
        ),
        "log_crowding": Assumed(
            2.6, "1", "chosen",
            "How such a write is slowed as the subsystem fills.",
            "totals of writes at 31 nuclei (001, 4.4); that it is an exponential is an assumption",
        ),
        "log_behind": Assumed(
            0.24, "ratio", "chosen",
            "Share of a read's wait that such a write waits as well without zHPF.",
            "totals of writes without zHPF (001, 4.4); a tenth to a half",
        ),
        "user_exponent": Assumed(
            1.15, "1", "chosen",
            "By how much more than in proportion a longer queue of users costs.",
            "ITR at 2, 4 and 8 nuclei (001, 4.1 and 4.2); about in proportion (1) to 1.3",
        ),
        "pool_share": Assumed(
            1.0, "ratio", "judged",
            "Storage of the nuclei's pools and of z/OS beside the caches, against that reckoned.",
            "no document counts it; it decides whether an installation pages",
            sd=0.35,
        ),
        "log_full_blocks_per_update": Assumed(
            0.037, "blocks", "chosen",
            "WORK and PLOG blocks that fill up however long commits wait.",
            "totals of writes at 31 nuclei without zHPF (001, 4.4); by the size of an update's "
            "protection data, which no document gives",
        ),
        "commit_waits": Assumed(
            1.5, "writes", "judged",
            "Writes that a commit waits for.",
            "half of the write under way plus the next one; a commit that comes late waits for 1, "
            "one that just missed for 2",
        ),
        "generator_us": Assumed(
            7.0, "µs", "chosen",
            "CPU of the load generator per command.",
            "peaks of RMF's LPAR and nucleus utilization (001, 4.1 and 4.5)",
        ),
        "off_task_us": Assumed(
            2.2, "µs", "chosen",
            "Part of a read's CPU outside the nucleus's main task.",
            "nuclei at 102-104 % of one CP (001, Tables 2 and 6); a tenth of a read to a half",
        ),
        "shared_memory_share": Assumed(
            0.0222, "ratio", "chosen",
            "Coordination in shared memory relative to that through the facility, per nucleus.",
            "ITR of Parallel Services (001, Table 4); by a factor of two either way",
        ),
        "flush_writes_per_update": Assumed(
            5.3, "writes", "chosen",
            "Blocks written per update when nothing coalesces.",
            "P1ZH, the run with the smallest cache (001, Table 6): DATA, index and space blocks of "
            "an insert, 2 to 12",
        ),
        "flush_reference_gb": Assumed(
            1.0, "GB", "judged",
            "Size of the changed-block store at which half of these writes remain.",
            "no document counts flush writes: by a factor of three either way",
        ),
        "logical_reads": Assumed(
            4.60, "accesses", "measured",
            "Block accesses per command of the test application.",
            "001, Table 3: four runs within 1 %",
        ),
        "logical_reads_per_user": Assumed(
            0.00034, "accesses", "measured",
            "Block accesses per command that every user of the nucleus adds.",
            "001, Table 3: four runs; a tenth of all accesses at most",
        ),
        "page_us": Assumed(
            3.0, "µs", "judged",
            "CPU of a page operation, the fault that it serves and its I/O.",
            "a few thousand instructions, 1 to 10 µs; published runs that paged have one operation "
            "for twenty commands, less of their CPU than runs scatter by (001, Table 11): with "
            "Flash it would fit them at 1 µs, with disks below none",
            sd=0.7,
        ),
    }
)  # fmt: skip
"""Not fitted: facts of the test installation, or structural choices that the published figures
cannot separate from the fitted constants."""

ASSUMED: Final[Mapping[str, float]] = MappingProxyType(
    {name: one.value for name, one in ASSUMPTIONS.items()}
)

ASSUMED_SD: Final[Mapping[str, float]] = MappingProxyType(
    {name: one.sd for name, one in ASSUMPTIONS.items() if one.sd}
)
"""Standard deviation of the logarithm of assumed values that bands depend on."""

FACTORS: Final[tuple[str, ...]] = (
    "cpu", "reads", "io", "paging", "logical", "log", "exposures", "device",
)  # fmt: skip
"""Customer factors: CPU per command, reads per command, I/O capacity, page operations per command,
logical reads per command, time of a write to WORK or PLOG, I/Os that volumes and aliases take at a
time, time of an I/O at its device.  Columns ``factor.NAME`` of the draws; absent means 1."""

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

    They depend on the covariance without a jump: the last digit of a fit moves their last digit.
    """
    rows = np.zeros((count + 1, len(values)))
    if count:
        rows[1:] = _scores(count, len(values)) @ _root_of(covariance)
    return ConstantDraws(names, values * np.exp(rows))


@lru_cache(maxsize=32)
def _scores(count: int, size: int) -> FloatArray:
    """Standard normal scores, shape (count, size), in pairs mirrored about 0.

    Where they are numerous enough, their own variances are made 1 and their correlations 0 by the
    least change that does so, so that the spread of anything near linear in the constants is that
    of the covariance and not of the few draws that happened.
    """
    half = np.random.default_rng(_SEED).standard_normal(((count + 1) // 2, size))
    if len(half) > size and count % 2 == 0:
        variances, vectors = np.linalg.eigh(half.T @ half / len(half))
        half = half @ (vectors / np.sqrt(variances)) @ vectors.T
    return np.concatenate([half, -half])[:count]


def _root_of(covariance: FloatArray) -> FloatArray:
    """The symmetric root: unlike eigenvectors, whose signs and mixtures rounding decides, unique.

    Not Cholesky's, because a constant that is held fixed has no variance.
    """
    variances, vectors = np.linalg.eigh(covariance)
    root: FloatArray = (vectors * np.sqrt(np.maximum(variances, 0.0))) @ vectors.T
    return root


def draws_with_assumed(values: FloatArray, covariance: FloatArray, count: int) -> ConstantDraws:
    """The same with columns for the assumed values that are uncertain (`ASSUMED_SD`)."""
    size = len(NAMES)
    assumed = [ASSUMED[name] for name in ASSUMED_SD]
    joint = np.diag([0.0] * size + [sd**2 for sd in ASSUMED_SD.values()])
    joint[:size, :size] = covariance
    return draws_of(np.concatenate([values, assumed]), joint, count, (*NAMES, *ASSUMED_SD))


@cache
def shipped_draws(count: int) -> ConstantDraws:
    """The shipped constants: row 0 central, then `count` draws."""
    calibration = stored()
    return draws_with_assumed(calibration.values, calibration.covariance, count)


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
