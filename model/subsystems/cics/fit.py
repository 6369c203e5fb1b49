"""Constants of the CICS model, from documents 002 and 003."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from model.quantiles import NORMAL_QUANTILE_90, student_wider
from model.subsystems.cics.beside import UNSEEN_DECADES
from model.subsystems.common import Constant, ConstantSet, published_points
from model.subsystems.common.series import Series, series_of

ZEC12_MIPS = 1_514.0
"""Capacity of one full-speed zEC12 CP (LSPR, z/OS 1.13, average)."""
Z990_SPEED = 450.0 / ZEC12_MIPS
"""Of one 2084 CP (LSPR, April 2004)."""
FILE_CALLS = 9.57
"""Of a DSW transaction (CICS IA information centre)."""
PAGING_POINTS = ("CICS-PAGING-92.8", "CICS-PAGING-1.9")


def paging_line() -> tuple[float, float]:
    """Response time without paging (ms) and per page-in a second (ms), from figure 4-1 of 003."""
    points = [published_points()[name] for name in PAGING_POINTS]
    rates = [float(point["conditions"]["page_ins_per_s"]) for point in points]
    responses = [float(point["results"]["response_ms"]) for point in points]
    slope = (responses[0] - responses[1]) / (rates[0] - rates[1])
    return responses[1] - slope * rates[1], slope


def growth_cpu_sd(chosen: Sequence[Series]) -> float:
    """How much CPU of a transaction differs at e times the rate (of the logarithm).

    One slope a series, a random effect: few installations have been measured, so that the root
    mean square is widened by Student's t with as many degrees of freedom as installations.
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
    rates = series_of("cics") if chosen is None else chosen
    growth_cpu = round(growth_cpu_sd(rates), 4)
    hook_us, hook_wider = hook_cost()
    call_us = 640.0 / FILE_CALLS * Z990_SPEED
    return ConstantSet(
        "CICS",
        (
            Constant(
                "trace_cpu",
                "ratio",
                "CPU that CICS internal trace adds to the region's CPU.",
                0.10,
                0.03,
                0.10**2 / 0.03,
                "lognormal",
                "assumed: middle of 5 % or more (002, AOB) and 20 % (CICS TS 3.1 information "
                "centre, relative costs of API calls: 20 ms transactions on a 9672-R61)",
            ),
            Constant(
                "hook_us",
                "µs",
                "CPU that a product which hooks every call adds to one, at the speed of a zEC12 "
                "CP.",
                hook_us,
                hook_us / hook_wider,
                hook_us * hook_wider,
                "lognormal",
                "fitted: API exits of CICS Interdependency Analyzer for six commands, 6 to 12 µs "
                "on a 2084 (tables 1 and 2), Student's t; its speed from LSPR capacity a CP",
                series=tuple(one.id for one in series_of("cics_calls")),
            ),
            Constant(
                "call_cpu_us",
                "µs",
                "CPU of a region for each of its calls, at the speed of a zEC12 CP.",
                call_us,
                call_us / 3.0,
                call_us * 3.0,
                "lognormal",
                "DSW workload: 9.57 file calls in 0.64 ms on a 2084 (CICS IA information centre); "
                "the factor of three between workloads is judgement",
            ),
            Constant(
                "unstated_speed",
                "ratio",
                "Speed of a CP against that of a zEC12 where the machine is not stated.",
                0.7,
                0.28,
                1.75,
                "lognormal",
                "assumed: from a z990 to a z16",
            ),
            Constant(
                "k_instructions_us",
                "µs",
                "CPU of a thousand instructions at the speed of a zEC12 CP.",
                1e3 / ZEC12_MIPS,
                0.5e3 / ZEC12_MIPS,
                2.0e3 / ZEC12_MIPS,
                "lognormal",
                "assumed: capacity of a zEC12 CP; path lengths were traced on CICS TS 3.1, which "
                "the factor of two either way stands for",
            ),
            Constant(
                "requests_per_task",
                "1/task",
                "Requests that a task ships to one other region, where no report tells.",
                5.0,
                1.7,
                14.7,
                "lognormal",
                "assumed: 9.57 file calls of a DSW transaction, half of them in one region",
            ),
            Constant(
                "growth_cpu",
                "ratio",
                "How much CPU of a transaction differs at e times the rate (standard deviation of "
                "the logarithm).",
                growth_cpu,
                growth_cpu,
                growth_cpu,
                "fixed",
                "fitted: CPU of a transaction by rate in five series of two installations (CICS "
                "information centre; CICS TS 6.2 performance comparisons), Student's t",
                series=tuple(one.id for one in rates),
            ),
            Constant(
                "monitoring_cpu",
                "ratio",
                "CPU that CICS monitoring adds to the region's CPU.",
                0.07,
                0.03,
                0.07**2 / 0.03,
                "lognormal",
                "assumed: middle of 10 % or higher (002, The cost of CICS monitoring) and 5 % "
                "(CICS TS 3.1 information centre, relative costs of API calls)",
            ),
            Constant(
                "vendor_trace_cpu",
                "ratio",
                "CPU that a vendor's macro-level trace and CICS trace together took at one site.",
                1.0 - 0.000971 / 0.001969,
                0.15,
                0.83,
                "uniform",
                "assumed interval about one site on z/VSE (002, AOB): partition CPU a transaction "
                "0.001969 to 0.000971 s",
            ),
            Constant(
                "mp_cpu",
                "ratio",
                "CPU that z/VSE saves by running on one CPU instead of two.",
                0.10,
                0.05,
                0.15,
                "normal",
                "002, Using one CPU versus multiple CPUs",
            ),
            Constant(
                "mp_dispatch",
                "ratio",
                "Dispatch time a task saves when z/VSE runs on one CPU instead of two.",
                0.30,
                0.15,
                0.45,
                "normal",
                "002, Using one CPU versus multiple CPUs",
            ),
            Constant(
                "zvm_cpu",
                "ratio",
                "CPU that z/VM adds to what z/VSE reports.",
                0.10,
                0.08,
                0.15,
                "lognormal",
                "002, z/VM: 10 % or more",
            ),
            Constant(
                "mrolrm_cpu",
                "ratio",
                "CPU that long-running mirrors save in a file-owning region.",
                0.15,
                0.0,
                0.30,
                "uniform",
                "002, MRO: up to 30 %",
            ),
            Constant(
                "ts_reuse",
                "ratio",
                "DFHTEMP I/O falls with this power of the temporary storage buffers.",
                0.5,
                0.0,
                1.0,
                "uniform",
                "stated law: 002 says that enough buffers can save nearly all, but no figure",
            ),
            Constant(
                "disk_stall_us",
                "µs",
                "Time a page-in from disk stops the QR TCB.",
                1_100.0,
                700.0,
                1_800.0,
                "lognormal",
                "001, 4.6 Table 11: stall of a single-task server per page operation; figures 4-1 "
                "and 4-5 of 003 together make 1.5 to 1.8 ms (131.9 s lost in 785 s at 92.8 "
                "page-ins a second)",
            ),
            Constant(
                "flash_stall_us",
                "µs",
                "Time a page-in from Flash Express stops the QR TCB.",
                95.0,
                60.0,
                150.0,
                "lognormal",
                "001, 4.6 Table 11: stall of a single-task server per page operation",
            ),
            Constant(
                "response_unpaged_ms",
                "ms",
                "Response time of the published regions unpaged.",
                base,
                base / 2,
                base * 2,
                "lognormal",
                "003, figure 4-1",
                PAGING_POINTS,
            ),
            Constant(
                "response_ms_per_page_in",
                "ms per 1/s",
                "Response time that each page-in a second added in the published regions.",
                slope,
                slope * 0.85,
                slope * 1.18,
                "lognormal",
                "003, figure 4-1",
                PAGING_POINTS,
            ),
            Constant(
                "io_ms",
                "ms",
                "Time of an I/O of a region where neither its devices' nor its files' is known.",
                1.0,
                0.25,
                4.0,
                "lognormal",
                "assumed: from a read that a control unit's cache answers (0.2 ms) to disk",
            ),
            Constant(
                "unseen_waits",
                "decades",
                "Decimal logarithm of how many times as long tasks are inside as is known of them, "
                "where no response was measured.",
                0.0,
                0.0,
                UNSEEN_DECADES,
                "uniform",
                "assumed: from no other waits to those that make 30 times of it; Little's law "
                "bounds it by the most tasks at a time",
            ),
        ),
    )
