"""Figures of coupling facilities and their structures."""

from model.figures.figure import LESS, MORE, count, gauge, latest, peak, rate, ratio

FIGURES = (
    count("xcf_no_buffer.*", "messages", "lpar", "Messages of a transport class that found no buffer (IXC344I, NOBUFF).", LESS, "Messages without a buffer of class", part_names="CLASS"),
    count("xcf_sent.*", "messages", "lpar", "Messages sent by a transport class (IXC344I, SEND CNT).", "", "Messages sent by class", part_names="CLASS"),
    count("xcf_big.*", "messages", "lpar", "Messages longer than the buffers of their class (IXC344I, BIG).", LESS, "Messages too long for class", part_names="CLASS"),
    peak("xcf_longest_bytes.*", "bytes", "lpar", "Largest buffer that a class took for a message.", "", "Largest buffer of class", part_names="CLASS"),
    latest("xcf_maxmsg_kb.*", "KB", "lpar", "Buffer space of a transport class (MAXMSG).", "", "Buffer space of class", part_names="CLASS"),
    gauge("cpu_busy_pct", "%", "cf", "Average utilization of its processors.", LESS, "Processor use of the systems", own_label="Processor use", grows=True, limit=100),
    gauge("effective_processors", "processors", "cf", "Processors that its logical ones got.", MORE, "Effective processors"),
    count("system_requests.*", "requests", "cf", "Requests of one system.", "", "Requests", part_names="SYSTEM"),
    count("subchannel_waits.*", "requests", "cf", "Requests of one system that found all subchannels busy.", LESS, "Requests that waited for a subchannel", part_names="SYSTEM"),
    count("path_busy_requests.*", "requests", "cf", "Requests of one system that found the path busy.", LESS, "Requests that met a busy path", part_names="SYSTEM"),
    latest("shared_processors", "processors", "cf", "Logical processors that are shared with other partitions.", "", "Shared processors"),
    count("structure_full_events", "events", "cf_structure", "Requests refused: structure full.", LESS, "Structure-full events"),
    rate("requests_per_s", "requests/s", "cf_structure", "Requests per second.", "", "Request rate"),
    ratio("sync_us", "us", "cf_structure", "Average service time of synchronous requests.", LESS, "Synchronous service time", over="requests_per_s"),
    ratio("async_us", "us", "cf_structure", "Average service time of asynchronous requests.", LESS, "Asynchronous service time", over="requests_per_s"),
    ratio("async_us.*", "us", "cf_structure", "Asynchronous service time, by system.", LESS, "Asynchronous service time", over="requests_per_s.*"),
    rate("requests_per_s.*", "requests/s", "cf_structure", "Requests by system.", "", "Request rate"),
    count("changed_requests", "requests", "cf_structure", "Synchronous requests that were made asynchronous (CHNGD).", LESS, "Requests made asynchronous"),
    count("subchannel_delays", "requests", "cf_structure", "Requests that found no subchannel free (NO SCH).", LESS, "Requests delayed for a subchannel"),
    count("changed_requests.*", "requests", "cf_structure", "Synchronous requests of one system that were made asynchronous (CHNGD).", LESS, "Requests made asynchronous", part_names="SYSTEM"),
    count("subchannel_delays.*", "requests", "cf_structure", "Requests of one system that found no subchannel free (NO SCH).", LESS, "Requests delayed for a subchannel", part_names="SYSTEM"),
    ratio("subchannel_delay_us", "us", "cf_structure", "How long a request that found no subchannel free was delayed (NO SCH, /DEL).", LESS, "Delay for a subchannel", over="subchannel_delays"),
    ratio("subchannel_delay_us.*", "us", "cf_structure", "How long a request of one system that found no subchannel free was delayed (NO SCH, /DEL).", LESS, "Delay for a subchannel", over="subchannel_delays.*", part_names="SYSTEM"),
    count("lock_requests.*", "requests", "cf_structure", "Lock requests of one system (REQ TOTAL).", "", "Lock requests", part_names="SYSTEM"),
    count("lock_contentions.*", "requests", "cf_structure", "Lock requests of one system that met contention (-CONT).", LESS, "Lock contentions", part_names="SYSTEM"),
    count("lock_false_contentions.*", "requests", "cf_structure", "Those of them that only share an entry of the lock table (-FALSE CONT).", LESS, "False lock contentions", part_names="SYSTEM"),
    ratio("sync_us.*", "us", "cf_structure", "Synchronous service time, by system.", LESS, "Synchronous service time", over="requests_per_s.*"),
)
