"""Figures of every workload that a model projects."""

from model.figures.figure import LESS, gauge, rate

FIGURES = (
    gauge("storage_mb", "MB", "", "Storage that settings take.", LESS, "Storage", short="Storage", load="stays"),
    rate("cpu_wanted_s_per_s", "CPUs", "", "CPU that the work asks for, carried or not.", LESS, "CPU asked for", grows=True),
    rate("io_wanted_per_s", "I/O/s", "", "I/O that the work asks for, carried or not.", LESS, "I/O asked for", grows=True),
)
