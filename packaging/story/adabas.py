# ruff: noqa: E501  (report lines are as long as they are)
"""What a cluster nucleus writes to DDPRINT: ADARUN cards, parameters in effect, session statistics.

Layouts: Adabas 8.2 Cluster Services, Operations, "Cluster Nucleus Session End Statistics";
ADARUN keywords as in 001, section 3.1 and Tables 1 and following.
"""

from __future__ import annotations

import random

from story.figures import Nucleus, Story, even
from story.paper import Print, cpu_clock

COMMAND_MIX = (
    # type as printed, share of all commands; A1 and N1 make the update share, ET and BT the commits
    ("A1/4", 0.0340), ("BT", 0.00005), ("CL", 0.0), ("E1/4", 0.0), ("ET", 0.05895), ("HI", 0.0),
    ("L1/4", 0.0921), ("L2/5", 0.0), ("L3/6", 0.5210), ("L9", 0.2759), ("LF", 0.0),
    ("N1/2", 0.0180), ("OP", 0.0), ("RC", 0.0), ("RE", 0.0), ("RI", 0.0), ("S1/4", 0.0),
    ("S2", 0.0), ("S5", 0.0), ("S8", 0.0), ("S9", 0.0), ("U0", 0.0), ("U1", 0.0), ("U2", 0.0),
    ("U3", 0.0), ("UC", 0.0), ("V1", 0.0), ("V2", 0.0), ("V3", 0.0), ("V4", 0.0), ("Y0", 0.0),
    ("Y1", 0.0), ("Y2", 0.0), ("Y3", 0.0),
)  # fmt: skip


def settings(story: Story, number: int) -> list[tuple[str, str]]:
    """ADARUN keyword and value as coded, in card order."""
    a = story["adabas"]
    return [
        ("PROGRAM", "ADANUC"), ("MODE", "MULTI"), ("SVC", "249"), ("DEVICE", "8393"),
        ("DBID", str(a["dbid"])), ("NUCID", str(number)), ("CLUSTER", "SYSPLEX"),
        ("CLUGROUPNAME", "ADADB010"), ("CLUCACHENAME", "ADADB010CACHE"),
        ("CLULOCKNAME", "ADADB010LOCK"), ("DIRRATIO", "11"), ("ELEMENTRATIO", "10"),
        ("CLUCACHEEXTRA", str(a["clucacheextra"])), ("CACHE", "YES"), ("CMAXCSPS", "1"),
        ("CASSOMAXS", f"{a['cassomaxs_mb']}M"), ("CDATAMAXS", f"{a['cdatamaxs_mb']}M"),
        ("CASSOV64", "YES"), ("CDATAV64", "YES"), ("V64BIT", "YES"), ("LARGEPAGE", "NO"),
        ("LBP", f"{a['lbp_mb']}M"), ("LFIOP", f"{a['lfiop_mb']}M"), ("FMXIO", str(a["fmxio"])),
        ("ASYTVS", "YES"), ("EXCPVR", "YES"), ("PGFIX", "NO"), ("NT", str(a["nt"])),
        ("NU", "6000"), ("NC", "4000"), ("NAB", "4000"), ("NH", "40000"), ("NISNHQ", "500"),
        ("NQCID", "20"), ("NSISN", "6995"), ("LP", "290000"), ("LWP", "10M"), ("LWKP2", "5000"),
        ("LU", "200000"), ("LS", "19968"), ("LQ", "4M"), ("LI", "100K"), ("LFP", "1M"),
        ("LDEUQP", "500K"), ("LCP", "100K"), ("NPLOGBUFFERS", str(a["nplogbuffers"])),
        ("NWORK1BUFFERS", str(a["nwork1buffers"])), ("WORKCACHE", "YES"), ("DUALPLD", "8393"),
        ("DUALPLS", "300000"), ("DUALCLD", "8393"), ("DUALCLS", "150000"), ("AOSLOG", "YES"),
        ("LOGGING", "NO"), ("LOCAL", "NO"), ("NONDES", "NO"), ("OPENRQ", "NO"),
        ("READONLY", "NO"), ("UTIONLY", "NO"), ("MSGBUF", "10"), ("MXMSG", "90"), ("TT", "3600"),
        ("TNAA", "3600"), ("TNAE", "3600"), ("TNAX", "3600"),
    ]  # fmt: skip


def in_effect(value: str) -> str:
    """How the nucleus echoes a value: K and M written out."""
    if value[-1:] in "KM" and value[:-1].isdigit():
        return str(int(value[:-1]) * {"K": 1024, "M": 1048576}[value[-1]])
    return value


def nucleus(story: Story, n: Nucleus) -> Print:
    """The whole DDPRINT of one nucleus."""
    out = Print()
    a, day = story["adabas"], story["engagement"]["iso_date"]
    cards = settings(story, n.number)
    out.page()
    out.line(f"A D A R U N   V{a['version'][:3]} SM{a['version'][-1]}{'':40}{day}   09:59:12")
    out.line()
    for first in range(0, len(cards), 4):
        text = ",".join(f"{key}={value}" for key, value in cards[first : first + 4])
        out.line(f"ADARUN {text}")
    out.line()
    out.line(f"{'PARAMETERS IN EFFECT':^80}".rstrip())
    out.line(f"{'--------------------':^80}".rstrip())
    out.line()
    for first in range(0, len(cards), 3):
        out.line(
            "".join(f"{k:<14}= {in_effect(v):<14}" for k, v in cards[first : first + 3]).rstrip()
        )
    out.line()
    stamp = f"{a['dbid']:05d}  {day}"
    for time, text in (
        ("09:59:14", f"ADANUC NUCID = {n.number:05d}  SYSTEM = {n.system}"),
        ("09:59:20", f"A D A B A S   V{a['version']}   is active"),
        ("09:59:20", "Mode = MULTI  isolated"),
        ("09:59:20", "Running without RECOVERY-LOG"),
    ):
        out.line(f"ADAN01 {stamp} {time} {text}")
    _session(out, story, n)
    return out


def _session(out: Print, story: Story, n: Nucleus) -> None:
    seconds, day = story.seconds, story["engagement"]["iso_date"]
    out.page()
    out.line(
        f"The   A d a b a s   nucleus session   DBID {story['adabas']['dbid']}  NUCID {n.number}"
    )
    out.line()
    out.line(f"Started  {day} 10:00   and   ended  {day} 10:45")
    out.line()
    out.line(f"Duration      {cpu_clock(seconds)}   hours")
    out.line(f"Wait-time     {cpu_clock(seconds - n.cpu_s)}   hours")
    out.line(f"Cpu-time      {cpu_clock(n.cpu_s)}   hours")
    out.line()
    out.line("I/O Counts (Including Initialization)")
    out.line()
    out.line(f"{'':14}{'READS':>14}{'WRITES':>14}")
    rule = "-" * 42
    out.line(rule)
    rows = (
        ("ASSO", n.asso_reads, n.asso_writes),
        ("DATA", n.data_reads, n.data_writes),
        ("WORK", 3, n.work_writes),
        ("PLOG", 0, n.plog_writes),
        ("CLOG", 0, 0),
    )
    for name, reads, writes in rows:
        out.line(f"{name:<14}{reads:>14}{writes:>14}")
    out.line(rule)
    out.line(f"{'Total':<14}{sum(r[1] for r in rows):>14}{sum(r[2] for r in rows):>14}")
    out.line()
    out.line(f"Log. reads   {n.logical_reads:>15,}")
    out.line(f"Buffer eff.  {n.logical_reads / n.physical_reads:>15.1f}")
    out.line()
    _volumes(out, story, n)
    _commands(out, story, n)
    _pools(out, story, n)
    _cluster(out, story, n)


def _volumes(out: Print, story: Story, n: Nucleus) -> None:
    out.line("Distribution of ASSO/DATA I/Os by Volser Number (Excluding Initialization)")
    out.line()
    out.line("Vol-ser     High RABN         Count")
    rule = "-" * 42
    out.line(rule)
    dasd = story["dasd"]
    total = 0
    for container, prefix, count, ios, last in (
        ("ASSO", "ADA", dasd["asso_volumes"], n.asso_reads + n.asso_writes, 26_400_000),
        ("DATA", "ADD", dasd["data_volumes"], n.data_reads + n.data_writes, 86_250_000),
    ):
        for position, part in enumerate(even(ios, count, f"vol{n.number}{container}"), start=1):
            rabn = last * position // count
            out.line(f"{prefix}{position:03d} ({container}{rabn:>10}){part:>16}")
        total += ios
    out.line(rule)
    out.line(f"TOTAL{total:>37}")
    out.line()


def _commands(out: Print, story: Story, n: Nucleus) -> None:
    threads = story["adabas"]["nt"]
    internal = round(n.commands * 0.0004)
    remote = round(n.commands * (0.011 if n.system == "SYSB" else 0.0))
    out.page()
    out.line(f"A d a b a s   executed {n.commands + internal + 2:,} calls in {threads} threads")
    out.line()
    rule = "-" * 42
    out.line("Source                       Number")
    out.line(rule)
    for name, value in (
        ("Remote commands", remote),
        ("Local commands", n.commands - remote),
        ("Internal commands", internal),
        ("Operator commands", 2),
    ):
        out.line(f"{name:<20}{value:>22,}")
    out.line()
    out.line("Thread                       Number")
    out.line(rule)
    # I/O-bound: all threads carry nearly the same load (001, section 4.1)
    for number, count in enumerate(even(n.commands, threads, f"thread{n.number}", 0.03), start=1):
        out.line(f"{number:>6}{count:>36,}")
    out.line(rule)
    out.line(f"Total{n.commands:>37,}")
    out.line()
    out.line("Cmd-type                     Number")
    out.line(rule)
    counts = [round(n.commands * share) for _, share in COMMAND_MIX]
    largest = counts.index(max(counts))
    counts[largest] += n.commands - sum(counts)
    for (name, _), count in zip(COMMAND_MIX, counts, strict=True):
        out.line(f"{name:<8}{count:>34,}")
    out.line(rule)
    out.line(f"Total{n.commands:>37,}")
    out.line()
    out.line("There were       375 distinct users participating in the session,")
    out.line("most calls (      1,498,220) initiated by user  TXNG0107")
    out.line()


def _pools(out: Print, story: Story, n: Nucleus) -> None:
    draw = random.Random(f"pools{n.number}")
    out.line(f"{'':30}S I Z E      High-Water-Mark   ( % )   Date / Time")
    out.line("-" * 88)
    day = story["engagement"]["iso_date"]
    for name, size, used in (
        ("Attached buffers      (NAB)", 16_646_144, 0.31),
        ("Command queue         (NC)", 768_000, 0.47),
        ("Format pool           (LFP)", 1_048_576, 0.12),
        ("Hold queue            (NH)", 1_120_000, 0.22),
        ("Table of ISNs         (LI)", 102_400, 0.04),
        ("Seq. commands         (LQ)", 4_194_304, 0.19),
        ("User queue            (NU)", 1_728_000, 0.065),
        ("Work pool             (LWP)", 10_485_760, 0.58),
        ("Flush I/O pool        (LFIOP)", 524_288_000, 0.71),
    ):
        high = int(size * used * (1 + draw.uniform(-0.05, 0.05)))
        if name.startswith("User queue"):  # elements of 288 bytes, one per user of the nucleus
            high = 288 * story["adabas"]["users"] // len(story.nuclei)
        minute = draw.randrange(2, 44)
        out.line(
            f"{name:<30}{size:>13,}{high:>16,}  ({100 * high / size:5.1f} )   {day} 10:{minute:02d}:17"
        )
    out.line()


def _cluster(out: Print, story: Story, n: Nucleus) -> None:
    cf = story["cf"]
    requests = round(n.commands * cf["cache_requests_per_command"])
    full = story["adabas"]["measured"]["structure_full_events"] // len(story.nuclei)
    out.page()
    out.line(f"External Cache Statistics   Cache structure = {cf['cache_structure']}")
    out.line()
    for kind in ("Totals", "DS", "NI"):
        part = {"Totals": 1.0, "DS": 0.66, "NI": 0.24}[kind]
        reads, writes = round(requests * 0.58 * part), round(requests * 0.31 * part)
        out.line(f"{kind}:" if kind == "Totals" else f"{kind} blocks:")
        for label, value in (
            ("Read requests", reads), ("  Synchronous", round(reads * 0.96)),
            ("  Asynchronous", reads - round(reads * 0.96)), ("  In cache", round(reads * 0.071)),
            ("  Not in cache", reads - round(reads * 0.071)), ("  Structure full", 0),
            ("Write requests", writes), ("  Written", writes), ("  Not written", 0),
            ("  Structure full", full if kind == "Totals" else 0),
            ("Castouts", round(requests * 0.09 * part)),
            ("Cross-invalidates", round(requests * 0.02 * part)),
        ):  # fmt: skip
            out.line(f"   {label:<30}{value:>20,}")
        out.line()
    locks = round(n.commands * cf["lock_requests_per_command"])
    out.line(f"External Lock Statistics    Lock structure = {cf['lock_structure']}")
    out.line()
    out.line(f"{'Lock type':<28}{'Obtains':>16}{'Cond. rejects':>16}{'Releases':>16}")
    out.line("-" * 76)
    for name, share in (
        ("Hold ISN", 0.71), ("New data RABN", 0.08), ("Buffer flush", 0.0002),
        ("Global update command sync", 0.0001), ("Unique descriptor", 0.2),
    ):  # fmt: skip
        count = round(locks * share)
        out.line(f"{name:<28}{count:>16,}{round(count * 0.002):>16,}{count:>16,}")
