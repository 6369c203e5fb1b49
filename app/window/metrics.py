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
    "cpu_wanted_s_per_s": mark("CPUs asked for"),
    "io_wanted_per_s": mark("I/O asked for"),
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
RISKS = (mark("low risk"), mark("medium risk"), mark("high risk"))
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
# What work takes grows with the work: more of it is no loss where as much more work is done.
GROWS_WITH_WORK = frozenset(
    {
        "cpu_s_per_s",
        "cpu_wanted_s_per_s",
        "io_wanted_per_s",
        "io_per_s",
        "reads_per_s",
        "work_plog_writes_per_s",
        "database_calls",
        "sync_reads_per_s",
        "cpu_busy_pct",
        "nucleus_busy_pct",
        "dasd_busy_pct",
        "link_busy_pct",
    }
)
ALIKE = 0.005


def judged(metric: str, old: float, new: float, work: float = 1.0) -> str:
    """``good``, ``bad`` or nothing for a figure that changed.

    ``work`` is how many times as much work is done now (1: as much). A figure that grows with the
    work is bad only where it grew by more, and good only where it fell by more.
    """
    if old == new:
        return ""
    if metric not in GROWS_WITH_WORK:
        return "good" if (new > old) == (metric in HIGHER_IS_BETTER) else "bad"
    expected = old * work
    if new > max(old, expected * (1.0 + ALIKE)):
        return "bad"
    return "good" if new < min(old, expected * (1.0 - ALIKE)) else ""


# Figures that reports give often and the printed report does not name.
MEASURED = {
    "asso_reads": mark("ASSO reads"),
    "asso_writes": mark("ASSO writes"),
    "data_reads": mark("DATA reads"),
    "data_writes": mark("DATA writes"),
    "work_reads": mark("WORK reads"),
    "work_writes": mark("WORK writes"),
    "plog_reads": mark("PLOG reads"),
    "plog_writes": mark("PLOG writes"),
    "commands": mark("Commands"),
    "commands_by_type": mark("Commands"),
    "logical_reads": mark("Logical reads"),
    "physical_reads": mark("Physical reads"),
    "structure_full_events": mark("Structure-full events"),
    "duration_s": mark("Duration"),
    "cpu_s": mark("CPU time"),
    "aux_slots_used": mark("Auxiliary slots in use"),
    "available_frames": mark("Available frames"),
    "frames": mark("Frames"),
    "cp_busy_pct": mark("CPs busy"),
    "ziip_busy_pct": mark("zIIPs busy"),
    "mvs_busy_pct": mark("MVS busy"),
    "cpu_delay_pct": mark("Delayed for CPU"),
    "cpu_using_pct": mark("Using CPU"),
    "io_delay_pct": mark("Delayed for I/O"),
    "io_using_pct": mark("Using I/O"),
    "dasd_io_per_s": mark("DASD I/Os"),
    "demand_paging_per_s": mark("Demand paging"),
    "hiperspace_pages_max": mark("Most hiperspace pages"),
    "hyperpav_max": mark("Most HyperPAV aliases, LCU"),
    "hyperpav_wait_ratio": mark("Waits for HyperPAV aliases, LCU"),
    "iop_busy_pct": mark("IOP busy"),
    "lcu_channels": mark("Channels, LCU"),
    "lcu_conn_ms": mark("Connect time, LCU"),
    "lcu_contention_per_s": mark("Contention, LCU"),
    "lcu_css_delay_ms": mark("Channel subsystem delay, LCU"),
    "lcu_disc_ms": mark("Disconnect time, LCU"),
    "lcu_io_per_s": mark("I/Os, LCU"),
    "lcu_iosq_ms": mark("IOSQ time, LCU"),
    "lcu_open_exchanges": mark("Open exchanges, LCU"),
    "lcu_pend_ms": mark("Pending time, LCU"),
    "lcu_queue_length": mark("Queue length, LCU"),
    "lcu_response_ms": mark("Response time, LCU"),
    "lfarea_2g_pages_used": mark("2 GB pages of the LFAREA in use"),
    "overview": mark("RMF overview"),
    "page_data_set_pages_per_s": mark("Pages, page data set"),
    "page_faults_per_s": mark("Page faults"),
    "page_ins_per_s": mark("Page-ins"),
    "page_outs_per_s": mark("Page-outs"),
    "pageable_1m_frames_used": mark("Pageable 1 MB frames in use"),
    "scm_blocks_used": mark("SCM blocks in use"),
    "ssch_per_s": mark("SSCH instructions"),
    "high_water_mark": mark("High water mark"),
    "pool_size": mark("Pool size"),
    "threads": mark("Threads"),
    "cache_read_requests": mark("Cache reads"),
    "cache_write_requests": mark("Cache writes"),
    "lock_obtains": mark("Locks obtained"),
    "lock_rejects": mark("Locks rejected"),
    "lock_releases": mark("Locks released"),
}
SUBSYSTEMS = {
    "z/OS paging": mark("z/OS paging"),
    "z/OS storage": mark("z/OS storage"),
}


def subsystem_name(subsystem: str) -> str:
    """A subsystem as rules name it; products keep their names."""
    return tr(SUBSYSTEMS[subsystem]) if subsystem in SUBSYSTEMS else subsystem


def figure_name(metric: str) -> str:
    """A measured figure as people call it: what it counts, and of what where it is one of many.

    ``commands_by_type.A1/4`` is the count of one command type. A figure that nobody has named
    keeps the name under which it is stored, which is also that of the command line.
    """
    from advisor.report.texts import texts
    from app.window.i18n.numbers import speech

    for name, part in ((metric, ""), metric.partition(".")[::2]):
        if name in METRICS:
            said = tr(METRICS[name])
        elif name in MEASURED:
            said = tr(MEASURED[name])
        else:
            found = texts(speech()).get(f"m_{name}")
            if found is None:
                continue
            said = found
        return f"{said} {part}".strip()
    return metric


def metric_name(metric: str) -> str:
    """A metric as people call it; those without a short name here as the report prints them."""
    if metric in METRICS:
        return tr(METRICS[metric])
    from advisor.report.texts import metric_label
    from app.window.i18n.numbers import speech

    return metric_label(metric, speech())


def setting_name(setting: str) -> str:
    """A setting as people call it: ours in words, a product's parameter by its own name."""
    from advisor.report.texts import setting_label
    from app.window.i18n.numbers import speech

    return setting_label(setting, speech())
