"""Figures of SVC dumps."""

from model.figures.figure import LESS, MORE, count, gauge, latest

FIGURES = (
    gauge("available_frames", "frames", "dump_options", "4 KB frames available at peak (RMF, AFC).", MORE, "Available frames"),
    latest("capture_s", "s", "dump_options", "Capture time of a dump taken.", LESS, "Time of the dump's capture", passes=True),
    latest("dumped_gb", "GB", "dump_options", "Storage of that dump.", "", "Storage dumped"),
    latest("db2_storage_mb", "MB", "dump_options", "DBM1, MSTR, IRLM, DIST and common storage of Db2.", "", "Storage that Db2 uses"),
    latest("db2_bufferpools_mb", "MB", "dump_options", "Allocated Db2 buffer pools.", "", "Size of all Db2 buffer pools"),
    gauge("shortage_gb", "GB", "", "Storage that the dump lacks.", LESS, "Storage the dump lacks"),
    count("outage_s", "s", "", "Time that the system stands still.", LESS, "Outage", gain="result", passes=True),
)
