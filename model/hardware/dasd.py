"""DASD: volumes with one I/O at a time per system, an aggregate limit without zHPF.

Each system has one unit control block per volume and, without parallel access volumes, starts one
I/O to it at a time; further ones queue in z/OS.  V volumes used by S systems therefore offer V x S
exposures.  With zHPF they are the limit; without it the FICON command-by-command protocol limits
all volumes together (001, section 4.4 and Table 7: the read rate stays near 77 thousand per second
from 8 to 31 nuclei without zHPF while it rises to 145 thousand with it).
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from model.topology import ComponentKind, MeasureSpec, SettingSpec

FloatArray = npt.NDArray[np.float64]

PUBLISHED_VOLUMES = 80
"""50 DATA and 30 ASSO volumes (001, section 3.2)."""

DATA_BLOCK_BYTES = 27_644
"""Block length that makes 750,000 cylinders the 579 GB of 001, section 3.2, at two per track."""


def exposures(volumes: FloatArray, aliases: FloatArray) -> FloatArray:
    """I/Os of one system that can be under way at the same time: one per volume and alias."""
    return volumes + aliases


_DEVICE_MEASURES = (
    MeasureSpec("io_per_s", "1/s", "I/O operations per second."),
    MeasureSpec("response_ms", "ms", "Average response time."),
    MeasureSpec("iosq_ms", "ms", "Wait in z/OS for the volume to be free."),
    MeasureSpec("pend_ms", "ms", "Wait between start and acceptance by the control unit."),
    MeasureSpec("disc_ms", "ms", "Disconnected: mostly reads that miss the subsystem's cache."),
    MeasureSpec("conn_ms", "ms", "Connected: transfer."),
)

KINDS: tuple[ComponentKind, ...] = (
    ComponentKind(
        "dasd",
        "DASD subsystem",
        "Hardware",
        (None,),
        settings=(
            SettingSpec(
                "VOLUMES",
                "integer",
                "Volumes that hold the databases and files.",
                minimum=1,
                maximum=65_536,
                soft_maximum=1024,
                source="RMF device report",
            ),
            SettingSpec(
                "ALIASES",
                "integer",
                "Parallel access volume aliases of each system, of all volumes together; each lets "
                "one more I/O be under way.",
                minimum=0,
                maximum=65_536,
                soft_maximum=512,
                source="RMF device report (PAV) and D M=DEV",
            ),
            SettingSpec(
                "CHANNELS",
                "integer",
                "FICON channels.",
                minimum=1,
                maximum=256,
                soft_maximum=64,
                source="RMF channel path report",
            ),
            SettingSpec(
                "CACHE_GB",
                "number",
                "Cache of the subsystem.",
                unit="GB",
                minimum=0,
                maximum=16_384,
                soft_maximum=2048,
                source="RMF cache report",
            ),
            SettingSpec(
                "ZHPF_CAPABLE",
                "flag",
                "Whether the subsystem offers zHPF.",
                source="D IOS,ZHPF and D M=DEV",
            ),
        ),
        measures=_DEVICE_MEASURES[:1] + _DEVICE_MEASURES[1:],
    ),
    ComponentKind(
        "dasd_volume",
        "DASD volume",
        "Hardware",
        ("dasd", None),
        measures=(*_DEVICE_MEASURES, MeasureSpec("busy_pct", "%", "Device utilization.")),
    ),
)
