"""IBM Cognos Dynamic Cubes on z/OS: scale-out by server instances."""

from __future__ import annotations

from model.topology import ComponentKind, MeasureSpec, SettingSpec

SETTINGS: tuple[SettingSpec, ...] = (
    SettingSpec(
        "SERVERS", "integer", "Server instances.", unit="servers", default=1, minimum=1,
        maximum=64, soft_maximum=8, group="Scale-out", source="003, table 5-1",
        syntax="add server instances to make {value}",
    ),
    SettingSpec(
        "CUBES", "integer", "Dynamic cubes, all servers together.", unit="cubes", default=2,
        minimum=1, maximum=1_024, soft_maximum=16, group="Scale-out", source="003, table 5-1",
    ),
    SettingSpec(
        "CPS", "integer", "CPs, all servers together.", unit="CPs", minimum=1, maximum=512,
        soft_maximum=64, group="Scale-out", source="003, table 5-1",
    ),
    SettingSpec(
        "MEMORY_GB", "number", "Real storage, all servers together.", unit="GB", minimum=1,
        maximum=10_240, group="Scale-out", source="003, table 5-1",
    ),
)
MEASURES: tuple[MeasureSpec, ...] = (
    MeasureSpec("duration_s", "s", "Length of the interval."),
    MeasureSpec("tx_per_s", "1/s", "Transactions per second."),
    MeasureSpec("response_ms", "ms", "Average response time."),
    MeasureSpec("cpu_s_per_s", "CPUs", "CPU seconds per second of the servers."),
)

KINDS: tuple[ComponentKind, ...] = (
    ComponentKind(
        "cognos_server", "Cognos servers", "Cognos", parents=("lpar",), settings=SETTINGS,
        measures=MEASURES, doc="The Cognos Dynamic Cubes servers of one system.",
    ),
)
