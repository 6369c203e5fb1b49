"""SMSVSAM: the server of VSAM record-level sharing, one on each system.

There is no performance model here; rules use its pools and what SMF counts of them.
"""

from __future__ import annotations

from model.topology import ComponentKind, SettingSpec

_LIMIT = "z/OS DFSMSdfp Storage Administration, RLS_MAX_POOL_SIZE"
BELOW, ABOVE = "RLS_MAX_POOL_SIZE", "RLSABOVETHEBARMAXPOOLSIZE"
MOST_BELOW_MB = 1_500
"""Above it SMS takes the most that fits below the bar, whatever is coded."""

KINDS: tuple[ComponentKind, ...] = (
    ComponentKind(
        "smsvsam",
        "VSAM RLS server",
        "VSAM",
        parents=("lpar",),
        settings=(
            SettingSpec(
                BELOW,
                "integer",
                "Most storage of the local buffer pool below the 2 GB bar.",
                unit="MB",
                default=100,
                minimum=10,
                maximum=9_999,
                soft_maximum=MOST_BELOW_MB,
                group="Buffers",
                dynamic=True,
                source=_LIMIT,
                syntax="RLS_MAX_POOL_SIZE({value})",
                label="Pool below the bar",
            ),
            SettingSpec(
                ABOVE,
                "integer",
                "Most storage of the local buffer pool above the bar; 0 has none.",
                unit="MB",
                default=0,
                minimum=0,
                maximum=2_000_000,
                soft_maximum=65_536,
                group="Buffers",
                dynamic=True,
                source="z/OS MVS Initialization and Tuning Reference, IGDSMSxx",
                syntax="RLSABOVETHEBARMAXPOOLSIZE(<system>,{value})",
                label="Pool above the bar",
            ),
        ),
        doc="Serves all users of VSAM record-level sharing on its system.",
        names="SYSTEM",
        icon="workflow",
        called="SMSVSAM1",
        words="rls smsvsam record level sharing",
        short="RLS",
        platform="z/OS",
        jobs=("SMSVSAM",),
    ),
)
