# ruff: noqa: E501  (report lines are as long as they are)
"""The frame of an RMF page and the CPU pages (IBM, RMF Report Analysis, V2R1)."""

from __future__ import annotations

import random

from story.figures import Story
from story.paper import Print, hms


def interval_text(seconds: float) -> str:
    """``15.00.037`` (mm.ss.ttt)."""
    return f"{int(seconds // 60):02d}.{int(seconds % 60):02d}.{round(seconds % 1 * 1000):03d}"


def heading(
    out: Print, story: Story, system: str, title: str, page: int, *, cycle: bool = True,
    offset: float = 0.003,
) -> None:  # fmt: skip
    """Title, system, interval: the three lines that repeat on every page of a report."""
    when = story["engagement"]
    span = interval_text(story.seconds + offset)
    out.page()
    out.line(f"{title:^130}")
    out.line(f"{'PAGE ' + str(page).rjust(4):>130}")
    first = (
        f"            z/OS {when['zos']:<20}SYSTEM ID {system:<13}"
        f"DATE {when['date']:<21}INTERVAL {span}"
    )
    second = f"{'':37}RPT VERSION {when['zos']} RMF    TIME {when['start']:<21}" + (
        "CYCLE 1.000 SECONDS" if cycle else ""
    )
    out.line(first)
    out.line(second)


def cpu(out: Print, story: Story, system: str) -> None:
    """CPU activity and Partition Data pages."""
    described = story.system(system)
    heading(out, story, system, "C P U  A C T I V I T Y", 1)
    out.line()
    out.line(f"CPU        2827   CPC CAPACITY  2011        SEQUENCE CODE {described['cpc_serial']}")
    out.line("MODEL      716    CHANGE REASON=NONE        HIPERDISPATCH=NO")
    out.line("H/W MODEL  HA1")
    out.line(
        "---CPU---    ---------------- TIME % ----------------   LOG PROC      --I/O INTERRUPTS--"
    )
    out.line(
        "NUM  TYPE    ONLINE    LPAR BUSY    MVS BUSY   PARKED   SHARE %       RATE     % VIA TPI"
    )
    draw = random.Random(f"{system}cpu")
    busy = story.mvs_busy_pct(system)
    shape = [1.0 + draw.uniform(-0.05, 0.05) for _ in range(described["cps"])]
    scale = described["cps"] / sum(shape)
    io_rate = sum(v.io_per_s for v in story.volumes(system)) / described["cps"]
    for number, factor in enumerate(shape):
        mine = busy * factor * scale
        rate = io_rate * (1.0 + draw.uniform(-0.02, 0.02))
        out.line(
            f"{number:2d}    CP     100.00   {mine * 0.994:7.2f}      {mine:7.2f}        0.00   "
            f"100.0       {rate:8.2f}      {draw.uniform(18, 24):5.2f}"
        )
    lpar_busy = busy * 0.994
    out.line(
        f"TOTAL/AVERAGE         {lpar_busy:7.2f}      {busy:7.2f}               1600        "
        f"{io_rate * described['cps']:8.1f}      21.04"
    )
    ziip = described["ziip_busy_pct"]
    for number in range(described["ziips"]):
        mine = ziip * (1.04 if number == 0 else 0.96)
        out.line(
            f"{number + 16:2d}    IIP    100.00   {mine * 0.994:7.2f}      {mine:7.2f}        0.00"
            "   100.0"
        )
    out.line(f"TOTAL/AVERAGE         {ziip * 0.994:7.2f}      {ziip:7.2f}               200.0")
    _work_units(out, story, system)
    _partitions(out, story, system, lpar_busy, ziip * 0.994)


def _work_units(out: Print, story: Story, system: str) -> None:
    heading(out, story, system, "C P U  A C T I V I T Y", 2)
    out.block(
        """
SYSTEM ADDRESS SPACE AND WORK UNIT ANALYSIS
---------NUMBER OF ADDRESS SPACES---------        -----------------------DISTRIBUTION OF IN-READY WORK UNIT QUEUE--------------
QUEUE TYPES             MIN    MAX    AVG          NUMBER OF              0    10   20   30   40   50   60   70   80   90   100
                                                   WORK UNITS       (%)   |....|....|....|....|....|....|....|....|....|....|
IN                      112    131  118.6
IN READY                  2     19    6.3          <=  N           99.6   >>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>
                                                    =  N +   1      0.2   >
OUT READY                 0      0    0.0           =  N +   2      0.1   >
OUT WAIT                  0      0    0.0           =  N +   3      0.0
"""
    )


def _partitions(out: Print, story: Story, system: str, busy_pct: float, ziip_pct: float) -> None:
    described = story.system(system)
    heading(out, story, system, "P A R T I T I O N  D A T A  R E P O R T", 3)
    icf = system == "SYSA"
    out.line()
    out.block(
        f"""
MVS PARTITION NAME                    {system}         PHYS PROC NUM      {22 if icf else 18}       GROUP NAME        N/A     INITIAL CAP    NO
IMAGE CAPACITY                        2011                   CP       16       LIMIT             N/A     LPAR HW CAP    NO
NUMBER OF CONFIGURED PARTITIONS          {2 if icf else 1}                  ICF       {4 if icf else 0}       AVAILABLE         N/A     HW GROUP CAP   NO
WAIT COMPLETION                         NO                  IIP       2
DISPATCH INTERVAL                  DYNAMIC
"""
    )
    out.line()
    out.line(
        "--------- PARTITION DATA ---------------- -- LOGICAL PARTITION PROCESSOR DATA --"
        " --- AVERAGE PROCESSOR UTILIZATION PERCENTAGES ---"
    )
    out.line(
        f"{'':19}----MSU---- -CAPPING--  PROCESSOR- ----DISPATCH TIME DATA----"
        "   LOGICAL PROCESSORS --- PHYSICAL PROCESSORS ----"
    )
    out.line(_row("NAME", "S", "WGT", "DEF", "ACT", "DEF", "WLM%", "NUM", "TYPE", "EFFECTIVE",
                  "TOTAL", "EFFECTIVE", "TOTAL", "LPAR MGMT", "EFFECTIVE", "TOTAL"))  # fmt: skip

    def group(name: str, kind: str, count: int, percent: float, overhead: float, msu: int) -> None:
        span = story.seconds * count / 100.0
        effective, total = hms(span * percent), hms(span * (percent + overhead))
        out.line(_row(
            name, "A", "DED", "0", str(msu), "NO", "0.0", f"{count:.1f}", kind, effective, total,
            f"{percent:.2f}", f"{percent + overhead:.2f}", f"{overhead:.2f}", f"{percent:.2f}",
            f"{percent + overhead:.2f}",
        ))  # fmt: skip
        blank = [""] * 9
        out.line(_row("*PHYSICAL*", *blank, hms(span * 0.02), "", "", "0.02", "", "0.02"))
        out.line(_row("", *blank[1:], "-" * 12, "-" * 12, "", "", "-----", "------", "------"))
        out.line(_row(
            "  TOTAL", *blank[1:], effective, hms(span * (percent + overhead + 0.02)), "", "",
            f"{overhead + 0.02:.2f}", f"{percent:.2f}", f"{percent + overhead + 0.02:.2f}",
        ))  # fmt: skip
        out.line()

    group(system, "CP", described["cps"], busy_pct, 0.05, round(2011 * busy_pct / 100))
    if icf:
        group(story["cf"]["name"], "ICF", 4, 99.91, 0.01, 0)
    group(system, "IIP", described["ziips"], ziip_pct, 0.04, 0)


_WIDTHS = (1, 6, 5, 7, 5, 7, 6, 6, 14, 14, 10, 8, 11, 11, 8)


def _row(name: str, *cells: str) -> str:
    """One line of the partition table: name to the left, the rest to the right."""
    return f"{name:<11}" + "".join(f"{c:>{w}}" for c, w in zip(cells, _WIDTHS, strict=True))
