"""Constants of the CICS model, from documents 002 and 003."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from model.quantiles import NORMAL_QUANTILE_90, student_wider
from model.subsystems.cics.beside import UNSEEN_DECADES
from model.subsystems.common import ConstantSet, Fitted, fitted, published_points
from model.subsystems.common.series import Series, series_of

ZEC12_MIPS = 1_514.0
"""Capacity of one full-speed zEC12 CP (LSPR, z/OS 1.13, average)."""
Z990_SPEED = 450.0 / ZEC12_MIPS
"""Of one 2084 CP (LSPR, April 2004)."""
FILE_CALLS = 9.57
"""Of a DSW transaction (CICS IA information centre)."""
RATES = ("cics", "cics_db2")
"""Files of series of the CPU of a transaction by rate."""
PAGING_POINTS = ("CICS-PAGING-92.8", "CICS-PAGING-1.9")


def paging_line() -> tuple[float, float]:
    """Response time without paging (ms) and per page-in a second (ms), from figure 4-1 of 003."""
    points = [published_points()[name] for name in PAGING_POINTS]
    rates = [float(point["conditions"]["page_ins_per_s"]) for point in points]
    responses = [float(point["results"]["response_ms"]) for point in points]
    slope = (responses[0] - responses[1]) / (rates[0] - rates[1])
    return responses[1] - slope * rates[1], slope


def rate_series() -> tuple[Series, ...]:
    """All series of the CPU of a transaction by rate."""
    return tuple(one for stem in RATES for one in series_of(stem))


def growth_cpu_sd(chosen: Sequence[Series]) -> float:
    """How much CPU of a transaction differs at e times the rate (of the logarithm).

    One slope a series, a random effect: few installations have been measured, so that the root
    mean square is widened by Student's t with as many degrees of freedom as installations. Two
    workloads of one machine count as one: one laboratory ran them.
    """
    slopes = [
        float(np.polyfit(np.log(one.at), np.log(one.results["cpu_ms_per_tx"]), 1)[0])
        for one in chosen
    ]
    installations = len({str(one.fixed["machine"]) for one in chosen})
    return student_wider(installations) * math.sqrt(sum(slope**2 for slope in slopes) / len(slopes))


def hook_cost() -> tuple[float, float]:
    """Cost of hooking one call at the speed of a zEC12 CP (µs), and its 90 % factor."""
    (one,) = series_of("cics_calls")
    logs = np.log(one.results["hook_us"])
    spread = float(np.std(logs, ddof=1)) * math.sqrt(1.0 + 1.0 / len(logs))
    half = NORMAL_QUANTILE_90 * student_wider(len(logs) - 1) * spread
    return float(np.exp(logs.mean())) * Z990_SPEED, math.exp(half)


def fit_constants(chosen: Sequence[Series] | None = None) -> ConstantSet:
    """What the documents and published series say; ``chosen`` are the series by rate to fit to.

    Published percentages with the interval their wording allows, and the paging line."""
    base, slope = paging_line()
    rates = rate_series() if chosen is None else chosen
    growth_cpu = round(growth_cpu_sd(rates), 4)
    hook_us, hook_wider = hook_cost()
    call_us = 640.0 / FILE_CALLS * Z990_SPEED
    return fitted(
        "cics",
        {
            "hook_us": Fitted(
                hook_us,
                hook_us / hook_wider,
                hook_us * hook_wider,
                tuple(one.id for one in series_of("cics_calls")),
            ),
            "call_cpu_us": Fitted.within(call_us, 3.0),
            "k_instructions_us": Fitted.within(1e3 / ZEC12_MIPS, 2.0),
            "growth_cpu": Fitted(
                growth_cpu, growth_cpu, growth_cpu, tuple(one.id for one in rates)
            ),
            "response_unpaged_ms": Fitted.within(base, 2.0),
            "response_ms_per_page_in": Fitted(slope, slope * 0.85, slope * 1.18),
            "unseen_waits": Fitted(0.0, 0.0, UNSEEN_DECADES),
        },
    )
