"""Program fetch: library lookaside (LLA/VLF) and PDSE hiperspace caching.

Document 004 compares the two in graphics only (figures 1 and 6): the direction is published, no
figure is. There is no performance model here; rules use the settings.
"""

from __future__ import annotations

from model.topology import ComponentKind, SettingSpec

_IGDSMS = "IGDSMSxx parmlib member"

SETTINGS: tuple[SettingSpec, ...] = (
    SettingSpec(
        "PDSE_HSP_SIZE",
        "integer",
        "Hiperspace for members of the non-restartable address "
        "space; 0 switches hiperspace caching off.",
        unit="MB",
        default=0,
        minimum=0,
        maximum=2_047,
        group="PDSE",
        source=f"{_IGDSMS}; 004, PDSE Hiperspace Caching",
        syntax="PDSE_HSP_SIZE={value}",
    ),
    SettingSpec(
        "PDSE1_HSP_SIZE",
        "integer",
        "Hiperspace for members of the restartable address space.",
        unit="MB",
        default=0,
        minimum=0,
        maximum=2_047,
        group="PDSE",
        source=f"{_IGDSMS}; 004, PDSE Hiperspace Caching",
        syntax="PDSE1_HSP_SIZE={value}",
    ),
    SettingSpec(
        "PDSE_BMFTIME",
        "integer",
        "Interval at which buffer statistics are written to SMF 42.",
        unit="s",
        default=3_600,
        minimum=1,
        maximum=86_399,
        group="PDSE",
        source=f"{_IGDSMS}; 004, PDSE Hiperspace Caching",
        syntax="PDSE_BMFTIME={value}",
    ),
    SettingSpec(
        "PDSE1_BMFTIME",
        "integer",
        "The same for the restartable address space.",
        unit="s",
        default=3_600,
        minimum=1,
        maximum=86_399,
        group="PDSE",
        source=f"{_IGDSMS}; 004, PDSE Hiperspace Caching",
        syntax="PDSE1_BMFTIME={value}",
    ),
    SettingSpec(
        "PDSE_LRUTIME",
        "integer",
        "Seconds between two runs of the buffer ageing.",
        unit="s",
        default=60,
        minimum=5,
        maximum=60,
        group="PDSE",
        source=_IGDSMS,
        syntax="PDSE_LRUTIME={value}",
    ),
    SettingSpec(
        "PDSE_LRUCYCLES",
        "integer",
        "Ageing runs an unreferenced page survives.",
        unit="cycles",
        default=15,
        minimum=5,
        maximum=240,
        group="PDSE",
        source=_IGDSMS,
        syntax="PDSE_LRUCYCLES={value}",
    ),
    SettingSpec(
        "PDSE_BUFFER_BEYOND_CLOSE",
        "flag",
        "Whether member pages stay cached after close.",
        default=False,
        group="PDSE",
        source="004, PDSE Hiperspace Caching",
        syntax="PDSE_BUFFER_BEYOND_CLOSE({value})",
    ),
    SettingSpec(
        "PDSE1_BUFFER_BEYOND_CLOSE",
        "flag",
        "The same for the restartable address space.",
        default=False,
        group="PDSE",
        source="004, PDSE Hiperspace Caching",
        syntax="PDSE1_BUFFER_BEYOND_CLOSE({value})",
    ),
    SettingSpec(
        "LLA_APAR_OA45127",
        "flag",
        "Whether program objects with deferred segments may be cached by LLA.",
        group="LLA",
        source="004, Performance Testing with IMS",
        label="LLA with APAR OA45127",
    ),
    SettingSpec(
        "FETCHOPT_PACK_PRIME",
        "flag",
        "Whether the largest program objects are bound with FETCHOPT=(PACK,PRIME).",
        group="Binder",
        source="004, Considerations for Enterprise COBOL V5",
        syntax="FETCHOPT=(PACK,PRIME)",
        label="FETCHOPT=(PACK,PRIME)",
    ),
    SettingSpec(
        "LLA_LIBRARIES",
        "text",
        "Libraries LLA manages, separated by commas.",
        group="LLA",
        source="004, Performance Testing with IMS",
        syntax="CSVLLAxx LIBRARIES({value})",
        names="DATASET",
        label="LLA libraries",
    ),
    SettingSpec(
        "HSP_LIBRARIES",
        "text",
        "Libraries cached in hiperspace, separated by commas.",
        group="PDSE",
        source="004, D SMS,PDSE1,HSPSTATS",
        names="DATASET",
        label="Libraries in hiperspace",
    ),
)

KINDS: tuple[ComponentKind, ...] = (
    ComponentKind(
        "lla_pdse",
        "LLA and PDSE caching",
        "COBOL/LLA/PDSE",
        parents=("lpar",),
        settings=SETTINGS,
        doc="How a system keeps program objects in storage.",
        names="SYSTEM",
        icon="list-tree",
        called="LLA1",
        short="LLA, PDSE",
        platform="z/OS",
    ),
)
