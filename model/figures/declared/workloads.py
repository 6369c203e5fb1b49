"""Figures of every workload that a model projects."""

from model.figures.figure import LESS, MORE, gauge, rate

FIGURES = (
    gauge("storage_mb", "MB", "", "Storage that settings take.", LESS, "Storage", short="Storage", load="stays", worth="storage"),
    rate("cpu_wanted_s_per_s", "CPUs", "", "CPU that the work asks for, carried or not.", LESS, "CPU asked for", grows=True),
    rate("io_wanted_per_s", "I/O/s", "", "I/O that the work asks for, carried or not.", LESS, "I/O asked for", grows=True),
    rate("work_gained_per_s", "1/s", "", "Commands or transactions that a change adds each second.", MORE, "Work gained"),
    rate("cpu_saved_s_per_day", "CPU s/day", "", "CPU time that a change saves for the same work, round the clock at the measured rate; of a run by how often it comes.", MORE, "CPU saved"),
    rate("cpu_same_work_s_per_s", "CPUs", "", "CPU that the work of today takes after a change.", LESS, "CPU for today's work"),
    rate("waiting_saved_s_per_day", "s waited/day", "", "Response time saved times transactions, round the clock at the measured rate; of a run by how often it comes.", MORE, "Waiting saved"),
    gauge("storage_saved_gb", "GB", "", "Storage that a change gives back.", MORE, "Storage given back"),
    gauge("msu_saved", "MSU", "", "CPU saved on general processors, in the machine's own rating.", MORE, "MSU saved"),
    rate("cost_saved_per_month", "money/month", "", "MSU saved at the price that was stated for one.", MORE, "Cost saved"),
)
