"""Figures of JVMs and Cognos servers."""

from model.figures.figure import LESS, MORE, count, gauge, peak, rate, ratio

FIGURES = (
    rate("tx_per_s", "transactions/s", "cognos_server db2_subsystem", "Transactions per second.", "", "Transaction rate"),
    ratio("response_ms", "ms", "cognos_server", "Average response time.", LESS, "Response time", short="Response", gain="result", over="tx_per_s", passes=True, worth="waiting"),
    rate("cpu_s_per_s", "CPUs", "cognos_server", "CPU seconds per second of the servers.", LESS, "CPU used", short="CPU", grows=True, gain="result", load="flows", wanted="cpu_wanted_s_per_s", worth="cpu"),
    rate("tx_per_s", "transactions/s", "jvm", "Transactions per second of all JVMs.", "", "Transaction rate"),
    rate("cpu_s_per_s", "CPUs", "jvm", "CPU seconds per second of all JVMs.", LESS, "CPU used", short="CPU", grows=True, gain="result", load="flows", wanted="cpu_wanted_s_per_s", worth="cpu"),
    count("gc_cycles", "collections", "jvm", "Collections.", "", "Garbage collections"),
    ratio("gc_pause_ms", "ms", "jvm", "Mean pause.", LESS, "Mean pause of a collection", over="gc_cycles"),
    peak("gc_max_pause_ms", "ms", "jvm", "Longest pause.", LESS, "Longest pause of a collection"),
    gauge("gc_time_pct", "%", "jvm", "Share of time in collections.", LESS, "Time in garbage collection", limit=100),
    gauge("heap_used_mb", "MB", "jvm", "Heap in use after collection.", "", "Heap after collection"),
    peak("heap_used_max_mb", "MB", "jvm", "Most heap in use after a collection: the live data.", "", "Most heap after collection"),
    peak("heap_size_max_mb", "MB", "jvm", "Largest heap that the JVM had.", "", "Largest heap"),
    gauge("throughput_pct", "% of today", "", "Throughput in per cent of today's.", MORE, "Throughput", gain="result"),
    gauge("relative_rate", "ratio", "", "Rate, relative to the comparison run.", MORE, "Rate, relative to the comparison run"),
    gauge("relative_response", "ratio", "", "Response time, relative to the comparison run.", LESS, "Response, relative to the comparison run"),
    gauge("cubes_wanted", "", "cognos_server", "Number of cubes wanted.", "", "Number of cubes wanted"),
    gauge("users_wanted_factor", "", "cognos_server", "Wanted growth of users.", "", "Wanted growth of users"),
)
