"""Figures of DFSORT jobs."""

from model.figures.figure import LESS, MORE, count, gauge, latest, peak

FIGURES = (
    count("sorts", "count", "dfsort_job", "Sorts of this kind.", "", "Sorts"),
    peak("concurrent_sorts", "count", "dfsort_job", "Sorts running at a time.", "", "Sorts at a time"),
    count("elapsed_s", "s", "dfsort_job", "Elapsed time.", LESS, "Elapsed time", gain="result", passes=True),
    count("gb_sorted", "GB", "dfsort_job", "Data sorted.", "", "Data sorted"),
    count("hiperspace_gb", "GB", "dfsort_job", "Hiperspace used.", "", "Hiperspace used"),
    count("memory_object_gb", "GB", "dfsort_job", "Memory object used.", "", "Memory object used"),
    count("data_space_gb", "GB", "dfsort_job", "Data space used.", "", "Data space used"),
    peak("storage_given_mb", "MB", "dfsort_job", "Main storage that a sort could have (ICE092I).", "", "Main storage available"),
    peak("storage_used_mb", "MB", "dfsort_job", "Main storage used by the sort (ICE092I).", "", "Storage used"),
    count("work_tracks", "tracks", "dfsort_job", "Work data set tracks used.", "", "Tracks of the work data sets"),
    count("work_ios", "I/Os", "dfsort_job", "I/O operations on work data sets.", "", "I/O of the work data sets"),
    count("intermediate_gb", "GB", "dfsort_job", "Intermediate data, in storage and on work data sets.", "", "Intermediate work space"),
    gauge("available_frames", "frames", "dfsort_job", "4 KB frames available while sorting (AVGAVAIL).", MORE, "Available frames"),
    gauge("cpu_delay_pct", "%", "dfsort_job", "CPU delay of the service class (CPUDLYP).", LESS, "Delayed for CPU"),
    gauge("cpu_using_pct", "%", "dfsort_job", "CPU using of the service class (CPUUSGP).", "", "Using CPU"),
    gauge("io_delay_pct", "%", "dfsort_job", "I/O delay of the service class (IODLYP).", LESS, "Delayed for I/O"),
    gauge("io_using_pct", "%", "dfsort_job", "I/O using of the service class (IOUSGP).", "", "Using I/O"),
    latest("option.*", "", "dfsort_job", "MAX, OPTIMAL or a percentage as text.", "", "Option"),
    count("records_in", "records", "dfsort_job", "ICE054I.", "", "Records read in"),
    count("records_out", "records", "dfsort_job", "ICE054I.", "", "Records written out"),
    count("work_tracks_allocated", "tracks", "dfsort_job", "ICE165I.", "", "Work tracks allocated"),
    gauge("in_storage", "ratio", "", "Share of the sorted data that stays in storage.", MORE, "Share sorted in storage", limit=1),
    gauge("relative_elapsed", "ratio", "", "Elapsed time, relative to the comparison run.", LESS, "Elapsed time, relative to the comparison run"),
    gauge("relative_cpu", "ratio", "", "CPU, relative to the comparison run.", LESS, "CPU, relative to the comparison run"),
)
