"""Figures of DASD subsystems and volumes, as RMF reports them."""

from model.figures.figure import LESS, MORE, gauge, rate, ratio

FIGURES = (
    rate("io_per_s", "I/O/s", "dasd dasd_volume", "I/O operations per second.", LESS, "I/O operations", grows=True, load="flows", wanted="io_wanted_per_s"),
    ratio("response_ms", "ms", "dasd dasd_volume", "Average response time.", LESS, "Response time", short="Response", gain="result", over="io_per_s", passes=True),
    ratio("iosq_ms", "ms", "dasd dasd_volume", "Wait in z/OS for the volume to be free.", LESS, "IOSQ time", over="io_per_s"),
    ratio("pend_ms", "ms", "dasd dasd_volume", "Wait between start and acceptance by the control unit.", LESS, "Pending time", over="io_per_s"),
    ratio("disc_ms", "ms", "dasd dasd_volume", "Disconnected: mostly reads that miss the subsystem's cache.", LESS, "Disconnect time", over="io_per_s"),
    ratio("conn_ms", "ms", "dasd dasd_volume", "Connected: transfer.", LESS, "Connect time", over="io_per_s"),
    ratio("cache_hit_pct.*", "%", "dasd", "Total hit ratio of an SSID.", MORE, "Cache hits, SSID", over="io_per_s.*"),
    gauge("cfw_read_hit_pct.*", "%", "dasd", "Hit ratio of cache fast write reads (sort work).", MORE, "Read hits in the DASD cache"),
    rate("io_per_s.*", "I/O/s", "dasd", "All I/Os of all systems to an SSID.", "", "I/O operations"),
    ratio("read_hit_pct.*", "%", "dasd", "Read hit ratio of an SSID.", MORE, "Read hits", over="io_per_s.*×read_pct.*"),
    ratio("read_pct.*", "%", "dasd", "Reads in all I/Os of an SSID.", "", "Share of reads, SSID", over="io_per_s.*"),
    gauge("busy_pct", "%", "dasd_volume", "Device utilization.", LESS, "Device busy", grows=True, limit=100),
    gauge("busy_pct.*", "%", "dasd_volume", "Device utilisation by system.", LESS, "Device busy", grows=True, limit=100),
    rate("cache_io_per_s", "I/O/s", "dasd_volume", "I/Os of all systems to the volume.", "", "I/Os of all systems"),
    ratio("conn_ms.*", "ms", "dasd_volume", "Connect time by system.", LESS, "Connect time", over="io_per_s.*"),
    ratio("disc_ms.*", "ms", "dasd_volume", "Disconnect time by system.", LESS, "Disconnect time", over="io_per_s.*"),
    rate("io_per_s.*", "I/O/s", "dasd_volume", "Device activity rate by system.", "", "I/O operations"),
    ratio("iosq_ms.*", "ms", "dasd_volume", "Time queued in the system, by system.", LESS, "IOSQ time", over="io_per_s.*"),
    ratio("pend_ms.*", "ms", "dasd_volume", "Pending time by system.", LESS, "Pending time", over="io_per_s.*"),
    ratio("response_ms.*", "ms", "dasd_volume", "Response time by system.", LESS, "Response time", over="io_per_s.*"),
    rate("stage_per_s", "tracks/s", "dasd_volume", "Staging from disk.", "", "Staging from disk"),
)
