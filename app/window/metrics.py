"""Names of metrics, efforts and severities as people read them."""

from __future__ import annotations

from app.window.i18n import mark, tr

METRICS = {
    "etr_per_s": mark("Throughput (ETR)"),
    "itr_per_cpu_s": mark("Commands per CPU second (ITR)"),
    "response_ms": mark("Response time"),
    "cpu_s_per_s": mark("CPUs in use"),
    "io_per_s": mark("I/O rate"),
    "reads_per_s": mark("Reads"),
    "paging_per_s": mark("Paging"),
    "storage_mb": mark("Storage"),
    "buffer_efficiency": mark("Buffer efficiency"),
}
EFFORTS = {
    "dynamic": mark("at once"),
    "recycle": mark("restart"),
    "ipl": mark("IPL"),
    "application": mark("application"),
    "hardware": mark("hardware"),
}
EFFORT_ORDER = ("dynamic", "recycle", "ipl", "application", "hardware")
SEVERITIES = {
    "high": mark("high"),
    "medium": mark("medium"),
    "low": mark("low"),
    "info": mark("info"),
}
SEVERITY_ORDER = ("high", "medium", "low", "info")
VERDICTS = {
    "accepted": mark("accepted"),
    "rejected": mark("rejected"),
    "deferred": mark("deferred"),
    "done": mark("carried out"),
}
GOALS = {
    "etr": mark("most throughput"),
    "itr": mark("most commands per CPU second"),
    "response": mark("shortest response"),
    "cpu": mark("least CPU"),
    "storage": mark("least storage"),
}
OUTCOMES = {
    "found": mark("found"),
    "in order": mark("in order"),
    "cannot tell": mark("cannot tell"),
    "does not apply": mark("does not apply"),
    "held back": mark("held back"),
}
HIGHER_IS_BETTER = frozenset({"etr_per_s", "itr_per_cpu_s", "buffer_efficiency"})


def metric_name(metric: str) -> str:
    """A metric as people call it; those without a short name here as the report prints them."""
    if metric in METRICS:
        return tr(METRICS[metric])
    from advisor.report.texts import metric_label
    from app.window.i18n.numbers import speech

    return metric_label(metric, speech())
