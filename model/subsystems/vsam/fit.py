"""Constants of VSAM I/O, from the figures of document 002."""

from __future__ import annotations

from model.subsystems.common import ConstantSet, Fitted, fitted
from model.subsystems.common.reuse import fall_fitted, reuse_fitted

# 002, slide with a base and its path before and after DSNSHARING: whole-region figures.
_READS = (91_050_465.0, 48_384_486.0)
_READS_PER_S = (1_368.25, 711.47)
_EXCPS_PER_S_PER_TASK = (553.55 / 31.12, 8.62 / 0.51)
_CPU_US = (2_008.0, 1_666.0)
_DISPATCH_US = (5_583.0, 4_262.0)
# 002, VSAM hints: a control area split on a 3390.
_SPLIT_CISZ = (2_048, 16_384)
_SPLIT_EXCPS = (800.0, 130.0)

TRACKS_PER_CA = 15
"""A control area of one cylinder."""
CIS_PER_TRACK = {512: 49, 1_024: 33, 2_048: 21, 4_096: 12, 8_192: 6, 16_384: 3, 32_768: 1}
"""Control intervals on a 3390 track (4096: 180 a CA, as the sample of document 002 shows)."""


def cis_per_ca(cisz: float) -> float:
    """Control intervals of a one-cylinder control area; between the sizes by bytes a track."""
    known = CIS_PER_TRACK.get(int(cisz))
    per_track = known if known is not None else 49_152.0 / cisz
    return per_track * TRACKS_PER_CA


def fit_constants() -> ConstantSet:
    """CPU and dispatch time per read, EXCPs and time per split, and the reuse law."""
    per_task = [
        rate / tasks for rate, tasks in zip(_READS_PER_S, _EXCPS_PER_S_PER_TASK, strict=True)
    ]
    saved = per_task[0] - per_task[1]
    read_cpu_us = (_CPU_US[0] - _CPU_US[1]) / saved
    read_dispatch_us = (_DISPATCH_US[0] - _DISPATCH_US[1]) / saved
    cis = [cis_per_ca(size) for size in _SPLIT_CISZ]
    split_per_ci = (_SPLIT_EXCPS[0] - _SPLIT_EXCPS[1]) / (cis[0] - cis[1])
    split_base = _SPLIT_EXCPS[1] - split_per_ci * cis[1]
    split_io_ms = (500.0 / _SPLIT_EXCPS[0] + 100.0 / _SPLIT_EXCPS[1]) / 2.0
    return fitted(
        "vsam",
        {
            "read_cpu_us": Fitted.within(read_cpu_us, 2.0),
            "read_dispatch_us": Fitted.within(read_dispatch_us, 2.0),
            "split_excps_base": Fitted.within(split_base, 2.0),
            "split_excps_per_ci": Fitted.within(split_per_ci, 1.25),
            "split_io_ms": Fitted.within(split_io_ms, 1.6),
            "reuse_mix": reuse_fitted(),
            **fall_fitted(),
        },
    )
