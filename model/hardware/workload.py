"""Workload Manager classes: how z/OS names and measures the work of a system or sysplex."""

from __future__ import annotations

from model.topology.kinds import ComponentKind, SettingSpec

_SOURCE = "RMF workload activity report (WLMGL)"

KINDS: tuple[ComponentKind, ...] = (
    ComponentKind(
        "service_class",
        "WLM class",
        "z/OS",
        (None,),
        settings=(
            SettingSpec("TYPE", "choice", "Which kind of class.",
                        choices=("service", "report", "workload"), source=_SOURCE),
            SettingSpec("WORKLOAD", "text", "The workload it belongs to.", source=_SOURCE,
                        names="WORKLOAD"),
            SettingSpec("IMPORTANCE", "integer", "Importance of the period's goal.", minimum=1,
                        maximum=5, source=_SOURCE),
        ),

        doc="Named SYSPLEX/CLASS or SYSPLEX/CLASS.PERIOD.",
        names="CLASS",
        icon="gauge",
        called="CLASS1",
        words="wlm",
        drawn=False,
        platform="z/OS",
    ),
)  # fmt: skip
