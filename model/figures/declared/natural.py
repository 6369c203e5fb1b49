"""Figures of Natural sessions."""

from model.figures.figure import LESS, count, latest, peak

FIGURES = (
    count("srb_switches", "switches", "natural_session", "Switches into SRB mode, all components together.", LESS, "Switches to and from the zIIP", gain="cause", load="flows"),
    count("enclave_cpu_ms", "ms", "natural_session", "CPU time of the WLM enclave.", LESS, "CPU time in the enclave", gain="result", load="flows"),
    count("fetches", "count", "natural_session", "FETCH statements and returns to level 0.", "", "Fetches"),
    count("records_read", "records", "natural_session", "Database records read.", "", "Records read"),
    count("records_sorted", "records", "natural_session", "Records that went through a sort.", "", "Records sorted"),
    count("print_lines", "lines", "natural_session", "Lines written to print files.", "", "Number of print lines"),
    count("primary_lines", "lines", "natural_session", "Lines written to primary output (CMPRINT).", "", "Lines of primary output (CMPRINT)"),
    count("work_records_read", "records", "natural_session", "Records read from work files.", "", "Work file records read"),
    count("work_records_written", "records", "natural_session", "Records written to work files.", "", "Work file records written"),
    count("calls_3gl", "calls", "natural_session", "Calls of programs written in other languages.", "", "Calls of 3GL programs"),
    count("getmains", "calls", "natural_session", "GETMAIN and FREEMAIN requests of the session.", "", "GETMAINs and FREEMAINs"),
    peak("thread_max_used_kb", "KB", "natural_session", "Most thread storage used (BUS, ThrdSize line).", "", "Largest thread storage used"),
    latest("pcache_size_bytes", "bytes", "natural_session", "Print cache size (BUS, PCACHE).", "", "Print cache size"),
    peak("pcache_max_used_pct", "%", "natural_session", "Most of the print cache used (BUS, PCACHE).", "", "Print cache, most used", limit=100),
    peak("pcache_max_used_bytes", "bytes", "natural_session", "Most of the print cache used, in bytes (BUS, PCACHE).", "", "Print cache, most bytes used"),
    peak("wcacheo_max_used_bytes", "bytes", "natural_session", "Most of the write cache used, in bytes (BUS, WCACHEO).", "", "Write cache, most bytes used"),
    peak("wcache*_max_used_bytes", "bytes", "natural_session", "Most of a work file cache used, in bytes (BUS, WCACHE).", "", "Work file cache, most bytes used"),
    latest("buffers_size_bytes", "bytes", "natural_session", "Size of all buffers of the thread (BUS, ThrdSize).", "", "Buffers of the thread"),
    latest("wcacheo_size_bytes", "bytes", "natural_session", "Write cache size (BUS, WCACHEO).", "", "Write cache size"),
    peak("wcacheo_max_used_pct", "%", "natural_session", "Most of the write cache used (BUS, WCACHEO).", "", "Write cache, most used", limit=100),
    latest("wcache01_size_bytes", "bytes", "natural_session", "Read cache of work file 1 (BUS, WCACHE01).", "", "Read cache size, work file 1"),
    peak("wcache01_max_used_pct", "%", "natural_session", "Most of the read cache of work file 1 used.", "", "Read cache, most used, work file 1", limit=100),
    count("switches.*", "switches", "natural_session", "By component as printed.", "", "Switches by"),
    latest("wcache*_size_bytes", "bytes", "natural_session", "Size of a work file cache (BUS, WCACHE).", "", "Work file cache size"),
    peak("wcache*_max_used_pct", "%", "natural_session", "Most of a work file cache used (BUS, WCACHE).", "", "Work file cache, most used", limit=100),
    count("counted_switches", "switches", "", "Switches between SRB and TCB mode that the model counts.", LESS, "Switches the model counts", grows=True, load="flows", told_by="srb_switches"),
    count("database_calls", "calls", "", "Calls to the database.", LESS, "Database calls", grows=True, load="flows"),
)
