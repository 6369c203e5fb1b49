# ruff: noqa: E501  (report lines are as long as they are)
"""RMF sysplex reports: coupling facility and workload activity; the Overview report."""

from __future__ import annotations

import random

from story.figures import Story
from story.paper import Print, scaled
from story.rmf_page import interval_text


def _heading(out: Print, story: Story, title: str, page: int, last: str) -> None:
    when = story["engagement"]
    out.page()
    out.line(f"{title:^130}".rstrip())
    out.line(f"{'PAGE ' + str(page).rjust(3):>127}")
    span = "0" + interval_text(story.seconds + 0.003)
    out.line(
        f"           z/OS {when['zos']:<20}SYSPLEX {when['sysplex']:<19}DATE {when['date']}"
        f"           INTERVAL {span if last.startswith('CYCLE') else span[1:]}"
        + ("" if last.startswith("CYCLE") else f"   {last}")
    )
    out.line(
        f"{'':36}RPT VERSION {when['zos']} RMF       TIME {when['start']}"
        + (f"             {last}" if last.startswith("CYCLE") else "")
    )
    out.line()


def coupling(out: Print, story: Story) -> None:
    """Usage summary, structure activity, subchannel activity of the one CF."""
    cf = story["cf"]
    commands = sum(n.commands for n in story.nuclei)
    rule = "-" * 125
    title = "C O U P L I N G   F A C I L I T Y   A C T I V I T Y"
    _heading(out, story, title, 1, "CYCLE 01.000 SECONDS")

    def section(name: str, page_rule: bool = True) -> None:
        if page_rule:
            out.line(rule)
            out.line(f" COUPLING FACILITY NAME = {cf['name']}")
            samples = story.seconds
            out.line(
                f" TOTAL SAMPLES(AVG) = {samples:5d}  (MAX) = {samples:5d}  (MIN) = {samples - 1:5d}"
            )
        out.line(rule)
        out.line(f"{name:^125}".rstrip())
        out.line(rule)

    section("COUPLING  FACILITY  USAGE  SUMMARY")
    out.line(" STRUCTURE SUMMARY")
    out.line(rule)
    out.line()
    out.block(
        f"""
{"":44}% OF                % OF    % OF     AVG     LST/DIR   DATA      LOCK      DIR REC/
         STRUCTURE                   ALLOC  CF         #       ALL     CF      REQ/    ENTRIES   ELEMENTS  ENTRIES   DIR REC
 TYPE    NAME            STATUS CHG  SIZE   STOR       REQ     REQ     UTIL     SEC    TOT/CUR   TOT/CUR   TOT/CUR   XI'S
"""
    )
    cache = round(commands * cf["cache_requests_per_command"])
    lock = round(commands * cf["lock_requests_per_command"])
    xcf = round(story.seconds * 182.4)
    structures = (
        ("LIST", "IXCPATH1", 24, xcf, "6201", "6184", "N/A", "N/A"),
        ("LOCK", cf["lock_structure"], cf["lock_mb"], lock, "188K", "0", "134M", "N/A"),
        ("CACHE", cf["cache_structure"], cf["cache_mb"], cache, "4480K", "2890K", "N/A", "0"),
    )
    everything = sum(s[3] for s in structures)
    storage = cf["storage_gb"] * 1024
    for kind, name, size, count, entries, elements, locks, reclaims in structures:
        out.line()
        out.line(
            f" {kind:<7} {name:<15} ACTIVE      {scaled(size, 5)}M {100 * size / storage:5.1f}"
            f" {scaled(count, 9):>9} {100 * count / everything:7.1f} {100 * count / everything:7.1f}"
            f" {count / story.seconds:9.1f}  {entries:>7}  {elements:>8}  {locks:>8}  {reclaims:>8}"
        )
        out.line(f"{'':82}{entries:>7}  {elements:>8}  {'0' if locks != 'N/A' else locks:>8}")
    used = sum(s[2] for s in structures)
    out.line()
    out.line(f"         STRUCTURE TOTALS           {used}M {100 * used / storage:5.1f} "
             f"{scaled(everything, 9):>9}   100     100   {everything / story.seconds:9.1f}")  # fmt: skip
    out.line()
    out.line(" STORAGE SUMMARY")
    out.line(rule)
    out.line()
    out.block(
        f"""
{"":50}ALLOC     % OF CF      ------- DUMP SPACE -------
{"":50}SIZE      STORAGE      % IN USE    MAX % REQUESTED
   TOTAL CF STORAGE USED BY STRUCTURES        {used:8d}M        {100 * used / storage:4.1f}
   TOTAL CF DUMP STORAGE                            50M         0.3         0.0            0.0
   TOTAL CF STORAGE AVAILABLE                 {storage - used - 50:8d}M        {100 * (storage - used - 50) / storage:4.1f}
                                              ---------
   TOTAL CF STORAGE SIZE                      {storage:8d}M
"""
    )
    out.line()
    out.line(" PROCESSOR SUMMARY")
    out.line(rule)
    out.line()
    out.block(
        f"""
   COUPLING FACILITY         2827      MODEL HA1      CFLEVEL 19      DYNDISP OFF

   AVERAGE CF UTILIZATION  (% BUSY)  {cf["busy_pct"]:7.1f}      LOGICAL PROCESSORS:   DEFINED   {cf["cps"]}       EFFECTIVE  {cf["cps"]:4.1f}
                                                                        SHARED    0       AVG WEIGHT  0.0
"""
    )
    _structures(out, story, section, title, structures)
    _subchannels(out, story, section, title, everything)


def _structures(out: Print, story: Story, section: object, title: str, structures: object) -> None:
    assert callable(section)
    assert isinstance(structures, tuple)
    cf = story["cf"]
    _heading(out, story, title, 2, "CYCLE 01.000 SECONDS")
    section("COUPLING  FACILITY  STRUCTURE  ACTIVITY")
    total = sum(n.commands for n in story.nuclei)
    for kind, name, _, count, *_ in structures:
        out.line()
        out.line(f" STRUCTURE NAME = {name:<19}TYPE = {kind:<7}STATUS = ACTIVE")
        out.block(
            """
             # REQ    --------------  REQUESTS  -------------   -------------- DELAYED REQUESTS -------------
 SYSTEM      TOTAL             #    % OF -SERV TIME(MIC)-       REASON     #   % OF  ---- AVG TIME(MIC) -----    EXTERNAL REQUEST
 NAME        AVG/SEC         REQ    ALL     AVG    STD_DEV                REQ    REQ   /DEL   STD_DEV   /ALL    CONTENTIONS
"""
        )
        sync = {"LIST": 14.2, "LOCK": cf["lock_sync_us"], "CACHE": cf["sync_us"]}[kind]
        share_async = {"LIST": 0.32, "LOCK": 0.0, "CACHE": 0.041}[kind]
        grand = [0, 0]
        for described in story["systems"]:
            own = sum(n.commands for n in story.on(described["name"]))
            mine = round(count * own / total)
            late = round(mine * share_async)
            now = mine - late
            grand[0] += now
            grand[1] += late
            percent = [100 * now / count, 100 * late / count]
            extra = ("REQ TOTAL", scaled(mine, 6)) if kind == "LOCK" else ("", "")
            out.line()
            out.line(
                f" {described['name']:<8} {scaled(mine, 8):>8}  SYNC {scaled(now, 7):>7}  {percent[0]:5.1f}"
                f"  {sync:6.1f}  {sync * 0.9:7.1f}        NO SCH   {0:6d}   0.0    0.0     0.0    0.0"
                f"   {extra[0]:<12}{extra[1]}".rstrip()
            )
            out.line(
                f" {'':5}{mine / story.seconds:11.1f}  ASYNC{scaled(late, 7):>7}  {percent[1]:5.1f}"
                f"  {cf['async_us'] if late else 0.0:6.1f}  {cf['async_us'] * 0.8 if late else 0.0:7.1f}"
                "        PR WT         0   0.0    0.0     0.0    0.0"
                + ("   REQ DEFERRED" + f"{scaled(mine * 0.0021, 5):>6}" if kind == "LOCK" else "")
            )
            out.line(
                f"{'':19}CHNGD{0:7d}    0.0  INCLUDED IN ASYNC      PR CMP        0   0.0    0.0     0.0    0.0"
                + ("   -CONT       " + f"{scaled(mine * 0.002, 6):>6}" if kind == "LOCK" else "")
            )
        out.line(" " + "-" * 124)
        out.line(
            f" TOTAL    {scaled(count, 8):>8}  SYNC {scaled(grand[0], 7):>7}  {100 * grand[0] / count:5.1f}"
            f"  {sync:6.1f}  {sync * 0.9:7.1f}        NO SCH        0   0.0    0.0     0.0    0.0"
        )
        out.line(
            f" {'':5}{count / story.seconds:11.1f}  ASYNC{scaled(grand[1], 7):>7}  {100 * grand[1] / count:5.1f}"
            f"  {cf['async_us'] if grand[1] else 0.0:6.1f}  {cf['async_us'] * 0.8 if grand[1] else 0.0:7.1f}"
        )
        if kind == "CACHE":
            out.line()
            out.line(f"{'':38}-- DATA ACCESS ---")
            out.line(f"{'':38}READS        {scaled(count * 0.58, 9):>9}")
            out.line(f"{'':38}WRITES       {scaled(count * 0.31, 9):>9}")
            out.line(f"{'':38}CASTOUTS     {scaled(count * 0.09, 9):>9}")
            out.line(f"{'':38}XI'S         {scaled(count * 0.02, 9):>9}")


def _subchannels(out: Print, story: Story, section: object, title: str, count: int) -> None:
    assert callable(section)
    _heading(out, story, title, 3, "CYCLE 01.000 SECONDS")
    section("SUBCHANNEL  ACTIVITY")
    out.block(
        """
           # REQ       ----------- REQUESTS -----------   ------------------ DELAYED REQUESTS -----------------
 SYSTEM    TOTAL    -- CF LINKS --   PTH         #   -SERVICE TIME(MIC)-            #   % OF ------ AVG TIME(MIC) ------
 NAME      AVG/SEC  TYPE  GEN  USE  BUSY        REQ     AVG     STD_DEV           REQ    REQ    /DEL   STD_DEV   /ALL
"""
    )
    total = sum(n.commands for n in story.nuclei)
    for described in story["systems"]:
        mine = round(count * sum(n.commands for n in story.on(described["name"])) / total)
        out.line()
        out.line(
            f" {described['name']:<7} {scaled(mine, 8):>8}  CIB     4    4     0  SYNC  {scaled(mine * 0.95, 8):>8}"
            f"  {story['cf']['sync_us']:6.1f}  {9.1:7.1f}   LIST/CACHE      0    0.0     0.0     0.0     0.0"
        )
        out.line(
            f" {'':5}{mine / story.seconds:11.1f}  SUBCH  28   28        ASYNC {scaled(mine * 0.05, 8):>8}"
            f"  {story['cf']['async_us']:6.1f}  {55.2:7.1f}   LOCK            0    0.0     0.0     0.0     0.0"
        )


def work_classes(
    story: Story,
) -> tuple[tuple[str, str, float, float, float, float, float, float, float, float], ...]:
    """Report classes: name, workload, transactions/s, response ms, CPU s, SRB s, SSCH/s, frames,
    page-ins, velocity.
    """
    seconds = story.seconds
    nuclei_cpu = sum(n.cpu_s for n in story.nuclei)
    commands = sum(n.commands for n in story.nuclei)
    ios = sum(n.io for n in story.nuclei) / seconds
    paging = sum(story.paging(s["name"])[0] for s in story["systems"])
    memory = len(story.nuclei) * 31_200 * 256.0
    cics = story["cics"]

    def single(page_ins: float) -> float:
        return page_ins if paging else 0.0  # where no system pages, no class does

    return (
        ("RADANUC", "ADABAS", 0.0, 0.0, nuclei_cpu * 0.93, nuclei_cpu * 0.07, ios, memory,
         paging * 0.97, 61.0),
        ("RTXNGEN", "ONLINE", 0.0, 0.0,
         commands * story["adabas"]["generator_us_per_command"] * 1e-6, 3.1, 2.0, 92_000.0,
         paging * 0.01, 88.0),
        ("RCICSAOR", "ONLINE", cics["transactions"] / seconds, 38.0, 361.2, 12.4, 612.0, 101_300.0,
         single(92.8), 44.0),
        ("RMQMSTR", "STC", 0.0, 0.0, 148.0, 21.6, 188.0, 61_200.0, single(11.3), 71.0),
        ("RIMSMPR", "ONLINE", 74.2, 21.0, 402.7, 9.8, 231.0, 54_800.0, single(14.1), 63.0),
        ("RNATBAT", "BATCH", 0.0, 0.0, 214.5, 4.0, 64.0, 18_100.0, single(6.2), 39.0),
    )  # fmt: skip


def in_system(story: Story, rate: float, response_ms: float, cpu_s: float) -> float:
    """Mean number of transactions of a class, or of its address spaces where none end."""
    return rate * response_ms / 1000.0 if rate else 1.0 * max(1, round(cpu_s / story.seconds))


def io_parts(story: Story, name: str) -> dict[str, float]:
    """What an I/O of a class takes, in ms: that of the data base, or of everything else."""
    if name == "RADANUC":
        return {part: story["dasd"][f"{part}_ms"] for part in ("conn", "disc", "pend", "iosq")}
    return {"conn": 0.3, "disc": 0.2, "pend": 0.2, "iosq": 0.2}


def workload(out: Print, story: Story) -> None:
    """Workload activity (WLMGL): one report class per kind of work."""
    seconds = story.seconds
    ios = sum(n.io for n in story.nuclei) / seconds
    classes = work_classes(story)
    for page, described in enumerate(classes, start=1):
        name, group, rate, response, tcb, srb, ssch, frames, faults, velocity = described
        _heading(out, story, "W O R K L O A D   A C T I V I T Y", page, "MODE = GOAL")
        out.line(f"{'':43}POLICY ACTIVATION DATE/TIME 02/02/2015 08.41.31")
        out.line()
        out.line("-" * 108 + " REPORT CLASS(ES)")
        out.line()
        policy = story["engagement"]["policy"]
        out.line(f"REPORT BY: POLICY={policy:<10}{'':21}REPORT CLASS={name}")
        out.line(f"{'':49}DESCRIPTION ={group.capitalize()} work")
        out.line()
        ended = round(rate * seconds)
        cpu = tcb + srb
        average = in_system(story, rate, response, cpu)

        def when(ms: float) -> str:
            return f"{ms:.0f}"

        out.line(
            "-TRANSACTIONS-  TRANS-TIME HHH.MM.SS.TTT  --DASD I/O--  ---SERVICE---"
            "   SERVICE TIME  ---APPL %---  --PROMOTED--  ----STORAGE----"
        )
        su = tcb * 72_000
        rows = (
            (f"AVG   {average:8.2f}", "ACTUAL", when(response), f"SSCHRT {ssch:7.1f}" if ssch < 1e5
             else f"SSCHRT {ssch / 1000:6.0f}K", f"IOC  {scaled(ssch * seconds * 0.5, 8):>8}",
             f"CPU  {tcb:9.3f}", f"CP   {100 * cpu / seconds:7.2f}", "BLK    0.000",
             f"AVG  {frames:10.2f}" if frames < 1e7 else f"AVG  {frames / 1000:9.0f}K"),
            (f"MPL   {average:8.2f}", "EXECUTION", when(response * 0.98),
             f"RESP   {story['dasd']['response_ms'] if ios == ssch else 0.9:7.1f}",
             f"CPU  {scaled(su, 8):>8}",
             f"SRB  {srb:9.3f}", "AAPCP   0.00", "ENQ    0.000",
             f"TOTAL{frames:10.2f}" if frames < 1e7 else f"TOTAL{frames / 1000:9.0f}K"),
            (f"ENDED {ended:8d}", "QUEUED", "0",
             f"CONN   {story['dasd']['conn_ms'] if ios == ssch else 0.3:7.1f}", "MSO         0",
             "RCT      0.000", "IIPCP   0.00", "CRM    0.000", "SHARED      0.00"),
            (f"END/S {rate:8.2f}", "R/S AFFIN", "0",
             f"DISC   {story['dasd']['disc_ms'] if ios == ssch else 0.2:7.1f}",
             f"SRB  {scaled(srb * 72_000, 8):>8}", "IIT      0.041", "", "LCK    0.000", ""),
            (f"#SWAPS{0:8d}", "INELIGIBLE", "0",
             f"Q+PEND {story['dasd']['pend_ms'] if ios == ssch else 0.2:7.1f}",
             f"TOT  {scaled((tcb + srb) * 72_000, 8):>8}", "HST      0.000", "AAP      N/A",
             "SUP    0.000", "-PAGE-IN RATES-"),
            (f"EXCTD {0:8d}", "CONVERSION", "0",
             f"IOSQ   {story['dasd']['iosq_ms'] if ios == ssch else 0.2:7.1f}",
             f"/SEC {scaled((tcb + srb) * 72_000 / seconds, 8):>8}", "AAP        N/A",
             "IIP     0.00", "", f"SINGLE {faults:8.1f}"),
            (f"AVG ENC{0.0:7.2f}", "STD DEV", when(response * 1.4), "", "", "IIP      0.000", "",
             "", f"BLOCK  {faults * 0.12 if ios == ssch else 0.0:8.1f}"),
            (f"REM ENC{0.0:7.2f}", "", "", "", f"ABSRPTN{scaled(su / seconds / average, 6):>6}", "",
             "", "", "SHARED      0.0"),
            (f"MS ENC {0.0:7.2f}", "", "", "", f"TRX SERV{scaled(su / seconds / average, 5):>5}",
             "", "", "", "HSP         0.0"),
        )  # fmt: skip
        for count, label, value, io, service, time, appl, promoted, storage in rows:
            timing = f"{label:<13}{value:>11}"
            out.line(
                f"{count:<15} {timing:<24}  {io:<14} {service:<14}  {time:<14} {appl:<13} "
                f"{promoted:<13} {storage}".rstrip()
            )
        out.line()
        out.line(f"GOAL: EXECUTION VELOCITY 60.0%     VELOCITY MIGRATION:   I/O MGMT  {velocity:.1f}%"
                 f"     INIT MGMT {velocity:.1f}%")  # fmt: skip
        out.line()
        out.line("          RESPONSE TIME EX   PERF  AVG")
        out.line("SYSTEM                  VEL% INDX ADRSP")
        out.line()
        index = 60.0 / velocity
        out.line(f"{'*ALL':<11} {'--N/A--':<11} {velocity:4.1f} {index:4.1f} {average:5.1f}")


def overview(out: Print, story: Story, kind: str) -> None:
    """The RMF Overview report of every system: ``storage`` or ``work`` columns, three intervals."""
    when = story["engagement"]
    month, day, year = when["date"].split("/")
    heads = {
        "storage": (
            "AVGAVAIL",
            "AVGLOW",
            "AVGMED",
            "AVGHIGH",
            "CSTOR",
            "DEMPAGE",
            "PFAULTS",
            "MAXH",
        ),
        "work": ("CPUUSGP", "CPUDLYP", "IOUSGP", "IODLYP", "SSCHRT"),
    }[kind]
    for described in story["systems"]:
        name = described["name"]
        out.page()
        out.line(f"{'R M F   O V E R V I E W   R E P O R T':^118}".rstrip())
        out.line(f"{'PAGE 001':>118}")
        out.line(
            f"           z/OS {when['zos']:<21}SYSTEM ID {name:<16}START {month}/{day}/{year}-10.00.00"
            "  INTERVAL 00.15.00"
        )
        out.line(
            f"{'':37}RPT VERSION {when['zos']} RMF     END   {month}/{day}/{year}-10.45.00"
            "  CYCLE 1.000 SECONDS"
        )
        out.line()
        out.line("NUMBER OF INTERVALS 3            TOTAL LENGTH OF INTERVALS 00.45.00")
        out.line("DATE   TIME     INT     " + "".join(f"{head:>10}" for head in heads))
        out.line("MM/DD HH.MM.SS HH.MM.SS")
        draw = random.Random(f"{name}{kind}")
        page_in, page_out = story.paging(name)
        total = described["real_gb"] * 262144
        rate = sum(v.io_per_s for v in story.volumes(name))
        factors = [draw.uniform(-0.04, 0.04) for _ in range(2)]
        for position, factor in enumerate([*factors, -sum(factors)]):
            length = "00.14.59" if position == 1 else "00.15.00"
            if kind == "storage":
                cells = [
                    str(round(2_874 * (1 + factor))), str(round(total * 0.01)),
                    str(round(total * 0.02)), str(round(total * 0.03)), str(total),
                    f"{(page_in + page_out) * (1 + factor):.3f}",
                    f"{page_in * (1 + factor):.3f}",
                    "" if position == 1 else str(2_100 + position * 37),
                ]  # fmt: skip
            else:
                cells = [
                    f"{5.1 * (1 + factor):.1f}", f"{11.8 * (1 - factor):.1f}",
                    f"{22.4 * (1 + factor):.1f}", f"{24.9 * (1 - factor):.1f}",
                    f"{rate * (1 + factor):.0f}",
                ]  # fmt: skip
            out.line(
                f"{month}/{day} 10.{position * 15:02d}.00 {length}"
                " " + "".join(f"{cell:>10}" for cell in cells)
            )
