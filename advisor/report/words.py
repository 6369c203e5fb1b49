"""Words that the report has for what is stored under a key."""

from __future__ import annotations

from model.language import mark

SUBSYSTEMS: dict[str, str] = {
    "Batch": mark("Batch"),
    "Coupling facility": mark("Coupling facility"),
    "z/OS I/O": mark("z/OS I/O"),
    "z/OS paging": mark("z/OS paging"),
    "z/OS processors": mark("z/OS processors"),
    "z/OS storage": mark("z/OS storage"),
    "z/OS workload manager": mark("z/OS workload manager"),
}
"""What rules are about where that is no product, which keeps its name."""

SEVERITIES: dict[str, str] = {
    "high": mark("high"),
    "medium": mark("medium"),
    "low": mark("low"),
    "info": mark("note"),
}
"""What a finding weighs."""

EFFORTS: dict[str, str] = {
    "dynamic": mark("in operation, no restart"),
    "new_copy": mark("new copy of the program"),
    "close_open": mark("closed and opened again"),
    "rebind": mark("rebind"),
    "policy": mark("activation of a policy"),
    "recycle": mark("restart of the subsystem (recycle)"),
    "release": mark("new release of the product"),
    "ipl": mark("restart of the system (IPL)"),
    "application": mark("application change"),
    "hardware": mark("hardware"),
}
"""What carrying a finding out takes."""

WINDOWS: dict[str, str] = {
    "dynamic": mark("In operation"),
    "rebind": mark("Rebind"),
    "policy": mark("Policy and rebuild"),
    "recycle": mark("Restart of regions and subsystems"),
    "release": mark("New releases of products"),
    "ipl": mark("IPL"),
    "application": mark("Change of programs"),
    "hardware": mark("Hardware and storage"),
    "close_open": mark("Files and connections closed and opened"),
    "new_copy": mark("Programs loaded anew"),
}
"""Windows of the change calendar, by what their changes take."""

GOALS: dict[str, str] = {
    "etr": mark("throughput (ETR)"),
    "itr": mark("commands per CPU second (ITR)"),
    "response": mark("response time"),
    "cpu": mark("CPU saved for the same work"),
    "storage": mark("storage returned"),
}
"""What a plan is after."""

BASES: dict[str, str] = {
    "published": mark("published figure, not computed by the model"),
    "arithmetic": mark("arithmetic on measured figures"),
    "model": mark("model"),
}
"""What a figure rests on."""

NOTES: dict[str, str] = {
    "published": mark(
        "† published figure, not computed by the model; where the unit is “% of "
        "today”, today counts as 100."
    ),
    "arithmetic": mark("‡ arithmetic on measured figures, without the model."),
}
"""What the mark of a figure means, by what the figure rests on."""

GLOSSARY: tuple[tuple[str, str], ...] = (
    (mark("ETR"), mark("external throughput rate, commands or transactions per elapsed second.")),
    (mark("ITR"), mark("internal throughput rate, commands or transactions per CPU second.")),
    (
        mark("90 % band"),
        mark("the range in which the figure is expected to lie nine times out of ten."),
    ),
    (mark("Buffer efficiency e"), mark("block accesses per read I/O; the hit rate is 1 − 1/e.")),
    (mark("Nucleus"), mark("one Adabas server, a single task that can use about one processor.")),
    (
        mark("LPAR"),
        mark("logical partition, a part of a machine that runs its own operating system."),
    ),
    (
        mark("Coupling facility"),
        mark("shared storage by which systems of a sysplex lock and cache."),
    ),
    (mark("zHPF"), mark("High Performance FICON, a shorter channel protocol for disk I/O.")),
    (mark("LSR, NSR"), mark("shared and non-shared VSAM buffer pools.")),
    (mark("zIIP"), mark("a speciality processor; every switch to and from it costs CPU time.")),
    (mark("Paging"), mark("pages moved between real storage and page data sets, per second.")),
    (
        mark("Busy share"),
        mark(
            "of a nucleus, its CPU and the time that page faults stop it; its "
            "processor share counts CPU only."
        ),
    ),
)
"""Terms that the report explains, with what they mean."""

CALLED_FOR = {"Busy share": "Nucleus", "90 % band": ""}
"""The word that calls for a term where its own does not: bands are in every report."""

OUTCOMES: dict[str, str] = {
    "as planned": mark("carried out as advised"),
    "otherwise": mark("carried out otherwise"),
    "not carried out": mark("not carried out"),
    "unplanned": mark("changed without a plan"),
}
"""What became of a change that was advised."""

COUNTED: dict[str, str] = {
    "commands": mark("commands"),
    "messages": mark("messages"),
    "records": mark("records"),
    "transactions": mark("transactions"),
    "schedules": mark("schedules"),
    "reads": mark("reads"),
    "pages": mark("pages"),
    "I/O": mark("I/Os"),
    "writes": mark("writes"),
    "calls": mark("calls"),
    "rows": mark("rows"),
    "1/tx": mark("per transaction"),
    "CPUs": mark("CPUs"),
    "allocations": mark("allocations"),
    "blocks": mark("blocks"),
    "buffers": mark("buffers"),
    "strings": mark("strings"),
    "bytes": mark("bytes"),
    "collections": mark("collections"),
    "connections": mark("connections"),
    "cycles": mark("cycles"),
    "elements": mark("elements"),
    "entries": mark("entries"),
    "events": mark("events"),
    "files": mark("files"),
    "lines": mark("lines"),
    "misses": mark("misses"),
    "operations": mark("operations"),
    "processors": mark("processors"),
    "requests": mark("requests"),
    "runs": mark("runs"),
    "segments": mark("segments"),
    "tasks": mark("tasks"),
    "sessions": mark("sessions"),
    "servers": mark("servers"),
    "frames": mark("frames"),
    "handles": mark("handles"),
    "cubes": mark("cubes"),
    "commits": mark("commits"),
    "million": mark("million"),
    "slots": mark("slots"),
    "sockets": mark("sockets"),
    "spaces": mark("spaces"),
    "threads": mark("threads"),
    "tracks": mark("tracks"),
    "waits": mark("waits"),
    "times full": mark("times full"),
    "us": mark("µs"),
    "count": mark(""),
    "switches": mark("switches"),
    "% of today": mark("% of today"),
    "ratio": mark(""),
    "gb": mark("GB"),
    "mb": mark("MB"),
    "CPU s": mark("CPU s"),
    "CPU s/day": mark("CPU s/day"),
    "s waited/day": mark("s waited/day"),
    "money/month": mark("money a month"),
}
"""What units count, and units that have another word on paper."""

VALUES: dict[str, str] = {
    "above": mark("above the bar"),
    "below": mark("below the bar"),
    "aux": mark("auxiliary"),
    "base": mark("base cluster"),
    "both": mark("both"),
    "cache": mark("cache"),
    "disk": mark("disk"),
    "external": mark("external"),
    "internal": mark("internal"),
    "flash": mark("Flash Express"),
    "list": mark("list"),
    "lock": mark("lock"),
    "none": mark("none"),
    "off": mark("off"),
    "path": mark("path"),
    "receive": mark("receiving"),
    "send": mark("sending"),
    "single": mark("single nucleus"),
    "report": mark("report class"),
    "service": mark("service class"),
    "workload": mark("workload"),
    "4K pageable": mark("4 KB pageable"),
    "1M pageable": mark("1 MB pageable"),
    "1M fixed": mark("1 MB fixed"),
    "2G fixed": mark("2 GB fixed"),
}
"""Values of enumerations that are words of ours; others are the products' own."""

CONDITIONS: dict[str, str] = {
    "dump_gb": mark("Size of the dump"),
    "stated_gb": mark("Storage stated for dumps"),
    "available_gb": mark("Available storage"),
    "real_gb": mark("Real storage"),
    "heap_mb": mark("Java heap"),
    "rate_per_s": mark("Rate"),
    "frames_gb": mark("Frames in use"),
    "memory_gb": mark("Memory"),
    "used_gb": mark("Storage used"),
    "delay_ms": mark("Delay"),
}
"""Conditions of a model that no declared figure is."""
