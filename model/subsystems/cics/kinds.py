"""A CICS region on z/OS or z/VSE: system initialization parameters and what its statistics say."""

from __future__ import annotations

from model.topology import ComponentKind, MeasureSpec, SettingSpec

_SIT = "CICS system initialization parameters"

SETTINGS: tuple[SettingSpec, ...] = (
    SettingSpec(
        "APPLID", "text", "The region's name in the network.", group="Identity", source=_SIT,
        syntax="APPLID={value}",
    ),
    SettingSpec(
        "PLATFORM", "choice",
        "Operating system below CICS; several rules of thumb hold on one of them only.",
        default="z/OS", choices=("z/OS", "z/VSE"), group="Identity",
        source="002, Just because it is called CICS",
    ),
    SettingSpec(
        "MXT", "integer",
        "Most user tasks at a time; those beyond it wait before they start.",
        unit="tasks", default=500, minimum=1, maximum=2_000, soft_maximum=999, group="Tasks",
        dynamic=True, source=f"{_SIT}; 002, Internal constraints",
        syntax="CEMT SET SYSTEM MAXTASKS({value}); SIT MXT={value}",
    ),
    SettingSpec(
        "ICV", "integer",
        "Longest time the region sleeps when idle. On z/VSE it works in steps of 250 ms.",
        unit="ms", default=1_000, minimum=100, maximum=3_600_000, soft_maximum=5_000,
        group="Tasks", dynamic=True, source="002, AOB", syntax="SIT ICV={value}",
    ),
    SettingSpec(
        "ICVR", "integer",
        "CPU time after which a task counts as a runaway. On z/VSE the effective value is 500 ms "
        "more than asked for, in steps of 500 ms from 1000 ms on.",
        unit="ms", default=5_000, minimum=0, maximum=2_700_000, soft_maximum=20_000,
        group="Tasks", dynamic=True, source="002, AOB", syntax="SIT ICVR={value}",
    ),
    SettingSpec(
        "PRIORITY", "integer",
        "The partition's place in the dispatching order, 1 is highest (PRTY on z/VSE).",
        minimum=1, maximum=255, soft_maximum=16, group="Dispatching", dynamic=True,
        source="002, Using one CPU versus multiple CPUs",
    ),
    SettingSpec(
        "MROLRM", "flag",
        "Long-running mirror: the mirror task stays with its requester for the whole task instead "
        "of starting anew for each request.",
        default=False, group="Intercommunication", source="002, MRO; " + _SIT,
        syntax="SIT MROLRM={value}",
    ),
    SettingSpec(
        "MROFSE", "flag",
        "Keeps mirror sessions to the end of the task even when no work is pending.",
        default=False, group="Intercommunication", source="002, MRO; " + _SIT,
        syntax="SIT MROFSE={value}",
    ),
    SettingSpec(
        "TRACE", "choice",
        "CICS trace: off, kept in storage, written to the auxiliary data set, or both.",
        default="internal", choices=("off", "internal", "aux", "both"), group="Diagnostics",
        dynamic=True, source="002, AOB; Response Time Analysis",
        syntax="CETR, or SIT INTTR/AUXTR for trace {value}",
    ),
    SettingSpec(
        "VENDOR_TRACE", "flag",
        "Trace of a vendor product that hooks every CICS call, such as a macro-level interpreter.",
        default=False, group="Diagnostics", source="002, AOB",
    ),
    SettingSpec(
        "MONITORING", "flag",
        "CICS monitoring active, or a vendor monitor that rests on it.",
        default=False, group="Diagnostics", dynamic=True,
        source="002, The cost of CICS monitoring", syntax="CEMT SET MONITOR; SIT MN={value}",
    ),
    SettingSpec(
        "SYSTEM_DUMPS", "flag",
        "Whether system dumps are taken (off = suppressed by dump code).",
        default=True, group="Diagnostics", dynamic=True,
        source="002, The cost of dumps", syntax="CEMT SET SYDUMPCODE(...) NOSYSDUMP",
    ),
    SettingSpec(
        "TRANSACTION_DUMPS", "flag",
        "Whether transaction dumps are written (off = suppressed by dump code).",
        default=True, group="Diagnostics", dynamic=True,
        source="002, The cost of dumps", syntax="CEMT SET TRDUMPCODE(...) NOTRANDUMP",
    ),
    SettingSpec(
        "TSMAIN", "flag",
        "Whether temporary storage is kept in main storage instead of DFHTEMP.",
        default=False, group="Temporary storage",
        source="002, Should you only use main temporary storage; 003, 4.1",
    ),
    SettingSpec(
        "TS_BUFFERS", "integer",
        "Buffers for auxiliary temporary storage; half of them serve input and half output.",
        unit="buffers", default=3, minimum=0, maximum=32_767, soft_maximum=500,
        group="Temporary storage", source="002, Main temporary storage", syntax="SIT TS=(,{value})",
    ),
    SettingSpec(
        "CPUS", "integer",
        "CPUs that z/VSE has active (a region on z/OS takes them from its LPAR).",
        unit="CPUs", minimum=1, maximum=10, soft_maximum=4, group="Dispatching",
        source="002, Using one CPU versus multiple CPUs",
        syntax="SYSDEF TD,START or STOP until {value} CPUs are active",
    ),
    SettingSpec(
        "ZVM_GUEST", "flag",
        "Whether the z/VSE below is a guest of z/VM, which adds CPU of its own.",
        default=False, group="Dispatching", source="002, z/VM",
    ),
    SettingSpec(
        "MINIDISK_CACHE", "flag", "z/VM minidisk caching for the guest's disks.",
        default=False, group="Dispatching", source="002, z/VM",
    ),
    SettingSpec(
        "EXTRAPARTITION_BLOCKED_IO", "flag",
        "Whether the region's transactions use extrapartition queues, whose I/O stops the QR TCB.",
        default=True, group="Transient data", source="002, The cost of dumps and extrapartition",
    ),
    SettingSpec(
        "REAL_STORAGE_SUFFICES", "flag",
        "Assumption for a scenario: real storage is large enough that this region does not page. "
        "No report says how much that takes.",
        default=False, group="Storage", source="003, 4.1.2",
        syntax="more real storage for the LPAR of {name}",
    ),
)

MEASURES: tuple[MeasureSpec, ...] = (
    MeasureSpec("duration_s", "s", "Length of the statistics interval."),
    MeasureSpec("transactions", "count", "Transactions ended in the interval."),
    MeasureSpec("tx_per_s", "1/s", "Transactions ended per second."),
    MeasureSpec("qr_cpu_s", "s", "CPU time of the QR TCB."),
    MeasureSpec("qr_dispatch_s", "s", "Time the QR TCB was dispatched."),
    MeasureSpec("qr_wait_s", "s", "Time the QR TCB waited in the operating system."),
    MeasureSpec("qr_waits", "count", "Operating-system waits of the QR TCB."),
    MeasureSpec("tcb_cpu_s", "s", "CPU time of all TCBs of the region."),
    MeasureSpec("partition_cpu_s", "s", "CPU time of the whole address space or partition."),
    MeasureSpec("cpu_pct", "% of one CPU", "CPU of the partition (MONVSE CPU%)."),
    MeasureSpec("cpu_wait_pct", "%", "Share of samples waiting for a CPU (MONVSE CPUW%)."),
    MeasureSpec("np_pct", "%", "Share of samples in non-parallel code (MONVSE NP%)."),
    MeasureSpec("np_tot_ratio", "ratio", "Non-parallel share of all CPU time of z/VSE (NP/TOT)."),
    MeasureSpec("page_ins_per_s", "1/s", "Page-ins per second of the region."),
    MeasureSpec("response_ms", "ms", "Average response time."),
    MeasureSpec("dispatch_ms", "ms", "Average dispatch time of a task."),
    MeasureSpec("suspend_ms", "ms", "Average suspend time of a task."),
    MeasureSpec("users", "count", "Terminals or clients in session."),
    MeasureSpec("max_tasks_times", "count", "Times the region stood at its MXT."),
    MeasureSpec("peak_tasks", "tasks", "Most tasks at a time."),
    MeasureSpec("dumps", "count", "System dumps taken."),
    MeasureSpec("transaction_dumps", "count", "Transaction dumps taken."),
    MeasureSpec("dump_block_s", "s", "Time the QR TCB stood still for one system dump."),
    MeasureSpec("transaction_dump_block_s", "s", "Time the QR TCB stood still for one such dump."),
    MeasureSpec("extrapartition_ios", "count", "Extrapartition I/O operations."),
    MeasureSpec("extrapartition_io_ms", "ms", "Device time of one such operation."),
    MeasureSpec("file_wait_ms", "ms", "File wait of a task (FCIOWTT)."),
    MeasureSpec("ts_buffer_reads", "count", "Reads of DFHTEMP."),
    MeasureSpec("ts_buffer_writes", "count", "Writes of DFHTEMP that more buffers can save."),
    MeasureSpec("ts_forced_writes", "count", "Writes of DFHTEMP forced for recovery."),
    MeasureSpec("mro_buffer_hwm_kb", "KB", "Most 24-bit storage used as MRO transfer buffers."),
    MeasureSpec("mro_buffer_current_kb", "KB", "MRO transfer buffers at the time of the report."),
    MeasureSpec("function_shipped_requests", "count", "Requests sent to other regions."),
    MeasureSpec("excps", "count", "I/O operations of the partition."),
    MeasureSpec("monvse_samples_min", "count", "Fewest samples MONVSE managed in an interval."),
    MeasureSpec("monvse_samples_max", "count", "Most samples MONVSE managed in an interval."),
)

KINDS: tuple[ComponentKind, ...] = (
    ComponentKind(
        "cics_region",
        "CICS region",
        "CICS",
        parents=("lpar",),
        settings=SETTINGS,
        measures=MEASURES,
        links={"mro": ("cics_region",), "uses": ("dasd", "mq_manager", "db2_subsystem",
                                                 "adabas_database")},
        doc="One CICS region: a quasi-reentrant TCB that runs one task at a time.",
    ),
)
