"""Figures of IMS systems and regions."""

from model.figures.figure import LESS, MORE, count, gauge, latest, ratio

FIGURES = (
    count("transactions", "count", "ims_system", "Transactions of the interval.", "", "Transactions"),
    count("log_records", "records", "ims_system", "Records written to the log.", "", "Log records"),
    count("log_buffer_waits", "count", "ims_system", "Waits for a log buffer (Logger Statistics, Buffer waits).", LESS, "Waits for log buffers"),
    ratio("wads_response_ms", "ms", "ims_system", "Mean response of writes to the WADS.", LESS, "Response of the WADS", over="transactions"),
    latest("pool_buffers.*", "buffers", "ims_system", "Buffers of a database subpool.", "", "Buffers of subpool", part_names="SUBPOOL"),
    count("pool_found.*", "requests", "ims_system", "Requests that found their block in the subpool.", MORE, "Requests found in subpool", part_names="SUBPOOL"),
    count("pool_reads.*", "reads", "ims_system", "Reads into a database subpool.", LESS, "Reads into subpool", part_names="SUBPOOL"),
    count("schedules", "count", "ims_region", "Program schedules.", "", "Schedules"),
    count("transactions", "count", "ims_region", "Messages processed.", "", "Transactions"),
    ratio("schedule_to_first_call_us", "us", "ims_region", "Mean time from schedule to first DL/I call.", LESS, "Schedule to first call", over="schedules"),
    ratio("scheduling_us", "us", "ims_region", "Mean time of scheduling and termination.", LESS, "Scheduling and termination", over="schedules"),
    count("schedules_by_region.*", "count", "ims_region", "Program schedules, by region.", "", "Schedules, region"),
    ratio("scheduling_by_region_us.*", "us", "ims_region", "Mean time of scheduling and termination, by region.", LESS, "Scheduling and termination, region", over="schedules_by_region.*"),
    ratio("schedule_to_first_call_by_region_us.*", "us", "ims_region", "Mean time from schedule to first DL/I call, by region.", LESS, "Schedule to first call, region", over="schedules_by_region.*"),
    ratio("elapsed_by_region_us.*", "us", "ims_region", "Mean elapsed time of an execution, by region.", LESS, "Elapsed time of an execution, region", over="schedules_by_region.*"),
    gauge("region_occupancy_by_region_pct.*", "%", "ims_region", "Share of time that a region is in use.", "", "Occupancy, region", limit=100),
    ratio("schedule_cpu_us", "us", "ims_region", "CPU time of one schedule up to the first DL/I call.", LESS, "CPU of a schedule", over="schedules"),
    ratio("elapsed_us", "us", "ims_region", "Mean elapsed time of an execution.", LESS, "Elapsed time of an execution", over="schedules"),
    ratio("transaction_cpu_us", "us", "ims_region", "Mean CPU time of a transaction.", LESS, "CPU of a transaction", over="transactions"),
    gauge("region_occupancy_pct", "%", "ims_region", "Share of time the region is in use.", "", "Region occupancy", limit=100, waits=True, use_of="message regions"),
    ratio("response_ms", "ms", "ims_region", "Mean response time of a transaction, its wait in the input queue included.", LESS, "Response time", short="Response", gain="result", over="transactions", passes=True, worth="waiting", wait_unseen=True),
    ratio("outside_execution_ms", "ms", "ims_region", "Part of the response before and after the message region: ACTUAL less EXECUTION, at least QUEUED, of its class.", LESS, "Response outside execution", over="transactions"),
    ratio("schedules_per_tx", "1/tx", "", "Program schedules of a transaction.", LESS, "Schedules per transaction", over="transactions"),
    ratio("schedule_ms_per_tx", "ms", "", "Scheduling of a transaction.", LESS, "Scheduling per transaction", over="transactions"),
    ratio("region_ms_per_tx", "ms", "", "Time for which a transaction holds a message region.", LESS, "Region time per transaction", over="transactions"),
    ratio("schedule_us_per_tx", "us", "", "Scheduling of a transaction.", LESS, "Scheduling per transaction", over="transactions", told_by="schedule_ms_per_tx"),
    ratio("schedule_cpu_us_per_tx", "us", "", "CPU of scheduling of a transaction.", LESS, "CPU of scheduling per transaction", over="transactions"),
    ratio("schedule_to_first_call_us_per_tx", "us", "", "Time up to the first DL/I call of a transaction.", LESS, "Scheduling up to the first DL/I call, per transaction", over="transactions"),
)
