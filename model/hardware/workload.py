"""Workload Manager classes: how z/OS names and measures the work of a system or sysplex."""

from __future__ import annotations

from model.topology.kinds import ComponentKind, MeasureSpec, SettingSpec

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
            SettingSpec("WORKLOAD", "text", "The workload it belongs to.", source=_SOURCE),
            SettingSpec("IMPORTANCE", "integer", "Importance of the period's goal.", minimum=1,
                        maximum=5, source=_SOURCE),
        ),
        measures=(
            MeasureSpec("ended_per_s", "1/s", "Transactions ended per second."),
            MeasureSpec("response_ms", "ms", "Average response time of ended transactions."),
            MeasureSpec("cpu_s", "s", "CPU time."),
            MeasureSpec("appl_cp_pct", "%", "CPU time in per cent of one processor."),
            MeasureSpec("io_per_s", "1/s", "DASD I/Os per second."),
            MeasureSpec("page_ins_per_s", "1/s", "Single page-ins per second of residency."),
            MeasureSpec("velocity_pct", "%", "Execution velocity."),
        ),
        doc="Named SYSPLEX/CLASS or SYSPLEX/CLASS.PERIOD.",
    ),
)  # fmt: skip
