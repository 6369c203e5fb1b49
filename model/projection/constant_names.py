"""What the constants of the product models are called in sentences, each with its unit.

The meaning in ``resources/calibration`` explains a constant in a sentence of its own; this is what
stands before its value.
"""

from __future__ import annotations

from collections.abc import Mapping

from model.language import mark

__all__ = ["CONSTANT_NAMES"]

CONSTANT_NAMES: Mapping[str, str] = {
    # CICS
    "trace_cpu": mark("share of CPU that the CICS trace adds"),
    "hook_us": mark("CPU that a hooking product adds to a call (µs)"),
    "call_cpu_us": mark("CPU of a region per call (µs)"),
    "unstated_speed": mark("speed of a CP against a zEC12's"),
    "k_instructions_us": mark("CPU of a thousand instructions (µs)"),
    "requests_per_task": mark("requests shipped per task"),
    "growth_cpu": mark("change of the CPU of a transaction with the rate"),
    "monitoring_cpu": mark("share of CPU that CICS monitoring adds"),
    "vendor_trace_cpu": mark("share of CPU that a vendor's trace takes"),
    "mp_cpu": mark("share of CPU that one CPU instead of two saves"),
    "mp_dispatch": mark("share of dispatch time that one CPU instead of two saves"),
    "zvm_cpu": mark("share of CPU that z/VM adds"),
    "mrolrm_cpu": mark("share of CPU that long-running mirrors save"),
    "ts_reuse": mark("power of the buffers by which DFHTEMP I/O falls"),
    "disk_stall_us": mark("stop of the QR TCB by a page-in from disk (µs)"),
    "flash_stall_us": mark("stop of the QR TCB by a page-in from Flash Express (µs)"),
    "response_unpaged_ms": mark("response time without paging (ms)"),
    "response_ms_per_page_in": mark("response time per page-in a second (ms)"),
    "io_ms": mark("time of an I/O of a region (ms)"),
    "unseen_waits": mark("waits that no report shows (decades)"),
    # Cognos
    "contention": mark("rate that each further server costs every server"),
    "response_factor": mark("response time with several servers against one"),
    # Db2
    "io_at_638_gb": mark("synchronous reads per transaction with the largest pool"),
    "io_at_160_gb": mark("synchronous reads per transaction with the smaller pool"),
    "skew": mark("how steeply requests concentrate on few pages"),
    "io_cpu_us": mark("CPU of a synchronous read (µs)"),
    "cpu_ms": mark("CPU of a transaction without reads (ms)"),
    "io_wait_ms": mark("wait for a synchronous read (ms)"),
    "response_s": mark("response time without reads (s)"),
    "think_s": mark("think time (s)"),
    "users": mark("users of the published workload"),
    "mdm_io_per_tx": mark("synchronous reads of an MDM transaction"),
    "gbp_left": mark("share of reads left with all pages in the group pool"),
    "gbp_held": mark("share of the pages that the group pool holds"),
    "mdm_other_ms": mark("time of an MDM transaction apart from reads (ms)"),
    "mdm_end_to_end_ms": mark("end-to-end time of an MDM transaction (ms)"),
    "mdm_cpu_share": mark("share of CPU that an avoided read saves"),
    "dasd_cache_hit": mark("share of reads that the disk cache answers"),
    "machine": mark("CPU against that of the published machine"),
    "release_cpu": mark("share of CPU that RELEASE(DEALLOCATE) saves"),
    "simulation_cpu": mark("share of CPU that buffer pool simulation costs"),
    "reuse_mix": mark("place of the misses between two laws of reuse"),
    "reuse_fall": mark("power of a smaller pool that misses rise with at most"),
    "reuse_apart": mark("times that a pool may be smaller before a working set is likely between"),
    # DFSORT
    "elapsed_saving": mark("share of elapsed time that storage saves"),
    "cpu_cost": mark("share of CPU that work in storage adds"),
    "third": mark("part of the saving with a third of the data in storage"),
    "steepness": mark("steepness of the saving with the share in storage"),
    # Net-Work
    "driver_ratio": mark("how far the published ratio of two drivers holds here"),
    "driver_us": mark("published CPU of a command (µs)"),
    # IMS
    "pwfi_reuse": mark("share of schedules that pseudo wait-for-input spares"),
    "occupied_holds": mark("place between occupancy and schedules"),
    "input_queue": mark("wait in the input queue against random arrivals"),
    # JVM
    "large_page_gain": mark("share of throughput that 1 MB pages gain"),
    "fixed_2g_gain": mark("share of throughput that 2 GB pages gain"),
    # MQ
    "sync_io_us": mark("wait for a page set read or write (µs)"),
    "refills": mark("times a queue outgrew its pool"),
    "fixed_alone_share": mark("part of what a fixed pool saves that it saves without growth"),
    "fixed_cpu_saving": mark("share of CPU that a fixed pool saves"),
    "fixed_part_kb": mark("size that costs as much as a message itself (KB)"),
    "size_scatter": mark("scatter of CPU about the law of sizes"),
    "beyond_scatter": mark("scatter of CPU of sizes beyond the measured ones"),
    # Natural
    "switch_us.database": mark("CPU of a switch for a database request (µs)"),
    "record_us.database": mark("CPU of a record of database work (µs)"),
    "switch_us.sort": mark("CPU of a switch for a sort request (µs)"),
    "record_us.sort": mark("CPU of a record of sort work (µs)"),
    "switch_us.file": mark("CPU of a switch for a file request (µs)"),
    "record_us.file": mark("CPU of a record of file work (µs)"),
    "switch_us.other": mark("CPU of another switch (µs)"),
    "sort_switches": mark("switches of an external sort per record"),
    "waits_follow": mark("share of waits that go with the work"),
    # SVC dumps
    "capture_s_per_gb": mark("capture time per GB (s)"),
    "shortage_s_per_gb": mark("time per GB of missing frames (s)"),
    # TCP/IP
    "stream_gain": mark("share of throughput that large buffers gain"),
    "send_cpu": mark("share of CPU that the sender saves"),
    "receive_cpu": mark("share of CPU that the receiver saves"),
    "link_share": mark("share of a link that transfers get"),
    "hardness": mark("how sharply the least ceiling limits a transfer"),
    "window_gain": mark("throughput with a 2 MB window against 64 KB"),
    "window_place": mark("how much of a buffer is under way, where it is not the limit"),
    # VSAM
    "read_cpu_us": mark("CPU of an LSR read (µs)"),
    "read_dispatch_us": mark("dispatch time of an LSR read (µs)"),
    "split_excps_base": mark("I/O operations of a CA split"),
    "split_excps_per_ci": mark("I/O operations of a CA split per control interval"),
    "split_io_ms": mark("time of an I/O of a split (ms)"),
    "sharing_share": mark("share of EXCPs that data set name sharing saves"),
}
