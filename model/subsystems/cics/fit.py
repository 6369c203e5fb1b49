"""Constants of the CICS model, from documents 002 and 003."""

from __future__ import annotations

from model.subsystems.common import Constant, ConstantSet, published_points

PAGING_POINTS = ("CICS-PAGING-92.8", "CICS-PAGING-1.9")


def paging_line() -> tuple[float, float]:
    """Response time without paging (ms) and per page-in a second (ms), from figure 4-1 of 003."""
    points = [published_points()[name] for name in PAGING_POINTS]
    rates = [float(point["conditions"]["page_ins_per_s"]) for point in points]
    responses = [float(point["results"]["response_ms"]) for point in points]
    slope = (responses[0] - responses[1]) / (rates[0] - rates[1])
    return responses[1] - slope * rates[1], slope


def fit_constants() -> ConstantSet:
    """Published percentages with the interval their wording allows, and the paging line."""
    base, slope = paging_line()
    return ConstantSet(
        "CICS",
        (
            Constant(
                "trace_cpu",
                "ratio",
                "CPU that CICS internal trace takes of the region's CPU.",
                0.05,
                0.03,
                0.10,
                "lognormal",
                "002, AOB: perhaps 5 % or more",
            ),
            Constant(
                "monitoring_cpu",
                "ratio",
                "CPU that CICS monitoring adds to the region's CPU.",
                0.10,
                0.06,
                0.16,
                "lognormal",
                "002, The cost of CICS monitoring: 10 % or higher",
            ),
            Constant(
                "vendor_trace_cpu",
                "ratio",
                "CPU that a vendor's macro-level trace and CICS trace together took at one site.",
                1.0 - 0.000971 / 0.001969,
                0.25,
                0.57,
                "uniform",
                "002, AOB: partition CPU a transaction 0.001969 to 0.000971 s",
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
        ),
    )
