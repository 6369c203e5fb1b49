"""Where the published runs were, how far a condition is from them, and the scatter beyond draws."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

import numpy as np

from model.subsystems.adabas.constants import stored
from model.subsystems.adabas.schema import STEADY, cached_gb, pools_gb, usable_storage_gb
from model.subsystems.evaluation import Conditions, FloatArray

_WIDENING: Final = 0.03
"""Relative standard deviation added, in squares, for every sentence of extrapolation, and once for
an application that is not the published one."""

MEASURED_CF_CPS: Final = 4
"""Processors of the coupling facility (001, section 3.1)."""

_BUSY_PCT: Final = 94.0
"""From here on nuclei or CPs are the limit, whatever the I/O does."""


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
            f"{mix['update_insert']:.0%} updates; the most that was measured is 20 % (001, "
            "section 4.4)"
        )
    elif mix["commit"] > 0.06:
        said.append(f"{mix['commit']:.1%} commits; the most that was measured is 5.9 %")
    cache_gb = conditions.get("cache_gb", 0.0)
    if product == "ASM" and not (188 <= cache_gb <= 260 or 0.4 <= cache_gb <= 0.6):
        said.append(f"a shared cache of {cache_gb:,g} GB; measured were 0.5 and 188 to 260 GB")
    if conditions.get("cp_speed", 1.0) != 1.0:
        said.append("another processor than the zEC12 that was measured")
    if conditions.get("think_time_s", 0.0) > 0:
        said.append("users who pause; the published users never did")
    per_nucleus = conditions["users"] / nuclei
    if per_nucleus > 2000 and not conditions.get("think_time_s"):
        said.append(f"{per_nucleus:,.0f} users per nucleus; the most that was measured is 2,000")
    if conditions["users"] > 3000:
        said.append(f"{conditions['users']:,.0f} users; the most that was measured is 3,000")
    spread = conditions.get("nuclei_per_lpar", (0,))
    if max(spread) - min(spread) > 1:
        said.append("nuclei spread unevenly over the systems; they were spread evenly")
    if product == "ALS" and conditions.get("lpars", 1) != 2:
        said.append(f"{conditions.get('lpars', 1)} systems; measured were 2")
    if conditions.get("cf_cps", MEASURED_CF_CPS) != MEASURED_CF_CPS:
        said.append(
            f"a coupling facility of {conditions['cf_cps']:,g} processors; measured were "
            f"{MEASURED_CF_CPS}, and no document says what others cost"
        )
    buffers = conditions.get("nplogbuffers_nwork1buffers", 40)
    if not 25 <= buffers <= 120:
        said.append(f"{buffers:,g} WORK and PLOG buffers; measured were 25 to 120")
    if conditions.get("dasd_aliases", 0.0) > 0:
        said.append("parallel access volumes; the published volumes had no aliases")
    real_gb = conditions.get("real_storage_gb")
    if real_gb is not None and cache_gb > 1.11 * real_gb:
        said.append("more overcommitted storage than was measured (260 GB of cache in 236 GB)")
    return tuple(said)


def residual_spread(
    conditions: Sequence[Conditions],
    metrics: Mapping[str, FloatArray],
    extrapolated: Sequence[Sequence[str]],
) -> dict[str, FloatArray]:
    """Relative standard deviation per metric and condition, (V,), of what draws do not cover.

    From leave-one-out residuals of the published points: small where nuclei or CPs are the limit
    (their CPU per command is well known), larger where I/O is.
    """
    table = stored().residual_sd
    count = len(conditions)
    spread: dict[str, FloatArray] = {}
    for metric in metrics:
        if metric == "storage_mb":
            continue
        base = np.array(
            [table[key_of(metric, one, metrics, row)] for row, one in enumerate(conditions)]
        )
        foreign = [one.get("workload", STEADY) == STEADY for one in conditions]
        widening = np.array(
            [
                _WIDENING**2 * (len(said) + other)
                for said, other in zip(extrapolated, foreign, strict=True)
            ]
        )
        spread[metric] = np.sqrt(base.reshape(count) ** 2 + widening)
    return spread


def key_of(metric: str, conditions: Conditions, metrics: Mapping[str, FloatArray], row: int) -> str:
    """Which class of residuals applies: by metric and by what limits the installation."""
    if metric in ("itr_per_cpu_s",):
        return "itr"
    if metric == "buffer_efficiency":
        return "reads"
    if metric == "paging_per_s":
        return "paging"
    return f"etr.{limited_by(conditions, metrics, row)}"


def limited_by(conditions: Conditions, metrics: Mapping[str, FloatArray], row: int) -> str:
    """What limits: "cpu" (nuclei or CPs nearly busy), "paging", "shared" (a shared cache), "io"."""
    nucleus = float(metrics["nucleus_busy_pct"][row, 0])
    cps = float(metrics["cpu_busy_pct"][row, 0])
    if max(nucleus, cps) > _BUSY_PCT:
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
            "buffer flushes are slower than updates fill the cache structure: structure-full waits "
            "are likely (001, section 4.4); what they cost beyond the I/O limit is not projectable"
        )
    stated = conditions.get("threads_stated", 0)
    if stated > conditions["users"]:
        said.append(
            f"NT={stated:,g} threads, but {conditions['users']:,.0f} users: a "
            "user has one command in "
            "progress at a time (001, section 4.1), so that the others stay idle"
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


def _uneven_storage(conditions: Conditions) -> str | None:
    """Why a system pages that has more nuclei than another: their caches against its storage."""
    nuclei = conditions.get("nuclei_per_lpar", (0,))
    real_gb = usable_storage_gb(conditions)
    most, least = max(nuclei), min(nuclei)
    if real_gb is None or most - least <= 1:
        return None
    held, fewer = (cached_gb(conditions, n) + pools_gb(conditions, n) for n in (most, least))
    if held <= real_gb:
        return None
    return (
        f"the system with {most:,g} nuclei pages: their caches and pools are {held:.0f} GB where "
        f"{real_gb:.0f} GB of real storage are usable; {least:,g} nuclei take {fewer:.0f} GB. A "
        "page operation stops the nucleus that needs the page (001, section 4.6), and its users, "
        "who are taken to be where the nuclei are, wait for it"
    )
