# ruff: noqa: E501  (report lines are as long as they are)
"""DFH0STAT prints: a z/OS region (dispatcher, LSR pools) and the enhanced z/VSE one (files)."""

from __future__ import annotations

from story.figures import Story
from story.paper import Print


def zos_region(story: Story) -> Print:
    """System status, dispatcher TCB modes, LSR pool and files of the z/OS region."""
    c = story["cics"]
    out = Print()

    def page(number: int) -> None:
        out.page()
        out.line(
            f"Applid {c['applid']}  Sysid AOR1  Jobname {c['applid']}  Date {story['engagement']['date']}"
            f"  Time 10:45:00    CICS {c['release'].rpartition(' ')[2]}{'PAGE':>18}{number:>6}"
        )
        out.line()

    page(1)
    out.block(
        f"""
System Status
_____________

MVS Product Name. . . . . . : z/OS 02.01.00           CICS Transaction Server Level . : 05.02.00
Job Name. . . . . . . . . . : {c["applid"]}                APPLID. . . . . . . . . . . . : {c["applid"]}
MVS System Name . . . . . . : {c["system"]}
Internal Trace Status . . . : STARTED                 Auxiliary Trace Status. . . . : STOPPED
Internal Trace Table Size . :     12,288K             Monitoring. . . . . . . . . . : ON
Program Autoinstall . . . . : ACTIVE                  Statistics Recording. . . . . : OFF

Transaction Manager
___________________

Total Accumulated transactions so far. :        {c["transactions"]:>10,}
Accumulated transactions (since reset) :        {c["transactions"]:>10,}
Maximum transactions allowed (MXT) . . :               250
Times at MXT . . . . . . . . . . . . . :                 0
Current Active User transactions . . . :                11
Peak Active User transactions. . . . . :                64
"""
    )
    page(2)
    out.block(
        """
Dispatcher TCB Modes
____________________

       < TCBs Attached > TCB        Attach    MVS           Accumulated        Accumulated       Accumulated
Mode   Current     Peak  Attaches   Failures  Waits         Time in MVS wait   Time Dispatched   Time / TCB
_____________________________________________________________________________________________________________
QR           1        1          0          0     1432770   00:31:10.771944    00:13:42.437340   00:05:31.560502
RO           1        1          0          0        2108   00:44:58.113020    00:00:01.204411   00:00:00.611204
CO           0        0          0          0           0   00:00:00.000000    00:00:00.000000   00:00:00.000000
SZ           0        0          0          0           0   00:00:00.000000    00:00:00.000000   00:00:00.000000
L8          12       19          9          0       88214   08:41:07.220410    00:04:12.904410   00:03:28.101210
"""
    )
    return out


FILES = (
    # name, type, pool, strings, waits total, hwm, reads, get update, browse, add, update, delete,
    # data EXCPs, index EXCPs, data CI, index CI, CI splits, CA splits, exclusive, SHR, sharing, dsn
    ("POLMST", "KSDS", "1", 0, 0, 0, 418_220, 96_104, 12_440, 8_122, 95_910, 40, 301_884, 88_410,
     4096, 2048, 611, 9, 2_204, 2, "N", "NVPROD.VSAM.POLMST"),
    ("POLAIX", "KSDSP", "1", 0, 0, 0, 0, 0, 288_114, 0, 0, 0, 284_020, 71_202,
     4096, 2048, 0, 0, 0, 2, "N", "NVPROD.VSAM.POLMST"),
    ("CLMLOG", "ESDS", "2", 0, 0, 0, 1_204, 0, 0, 61_440, 0, 0, 66_812, 0,
     8192, 0, 0, 0, 8_112, 2, "Y", "NVPROD.VSAM.CLMLOG"),
    ("TARIF", "KSDS", "NO", 0, 412, 6, 902_114, 0, 40_210, 0, 0, 0, 612_440, 388_204,
     4096, 1024, 0, 0, 0, 2, "N", "NVPROD.VSAM.TARIF"),
    ("PARTNER", "KSDS", "2", 0, 0, 0, 211_840, 30_410, 4_010, 1_212, 30_102, 0, 120_402, 20_114,
     4096, 2048, 88, 1, 104, 2, "Y", "NVPROD.VSAM.PARTNER"),
)  # fmt: skip


def zvse_region(story: Story) -> Print:
    """The enhanced DFH0STAT of the branch's z/VSE region (002, "Sample enhanced VSAM file data")."""
    out = Print()

    def page(number: int) -> None:
        out.page()
        out.line(
            "Applid NVVSECI1  Sysid VCI1  Jobname CICSICCF  Date 03/17/2015  Time 17:59:40"
            f"    CICS 1.1.1{'PAGE':>24}{number:>6}"
        )
        out.line()

    page(1)
    out.block(
        """
System Status
_____________

VSE Level . . . . . . . . . : z/VSE 6.2.0             CICS Transaction Server Level : 01.01.01
Jobname . . . . . . . . . . : CICSICCF                APPLID. . . . . . . . . . . . : NVVSECI1
Internal Trace Status . . . : STARTED                 Auxiliary Trace Status. . . . : STOPPED
Monitoring. . . . . . . . . : OFF                     MXT . . . . . . . . . . . . . :         80

Accumulated transactions so far. . . . :           412,880
Times at MAX TASK. . . . . . . . . . . :                 0
"""
    )
    page(2)
    out.block(
        """
Dispatcher TCBs
_______________

TCB       TCB       TCB               Op. System   Op. System        TCB               TCB               DS TCB
Name      Status    Start Time        Waits        Wait Time         Dispatch Time     CPU Time          CPU Time
QR_SUBD   Active    05:00:27.09690    1,585,630    12:02:49.69133    00:41:05.57785    00:17:42.96825    00:00:41.32522
"""
    )
    page(3)
    out.line("LSRPOOLs")
    out.line("________")
    out.line()
    for pool, strings, waits, rows in (
        (1, 40, 0, (("Data", 4096, 400, 512_440, 585_904, 96_032), ("Data", 8192, 20, 0, 0, 0),
                    ("Index", 2048, 120, 812_004, 159_612, 0))),
        (2, 30, 3, (("Data", 4096, 600, 441_220, 120_402, 31_314), ("Data", 8192, 40, 61_012, 5_372,
                    61_440), ("Index", 2048, 300, 402_118, 20_114, 0))),
    ):  # fmt: skip
        out.line(f"LSR Pool : {pool:2d}     Maximum Key Length : 128     Total Strings : {strings}"
                 f"     Times Waited for String : {waits}")  # fmt: skip
        out.line()
        out.line(
            "         Buffer       No. of      Lookaside                                  Look-"
        )
        out.line(
            "Type       Size      Buffers          Reads        Reads       Writes       aside %"
        )
        for kind, size, buffers, lookasides, reads, writes in rows:
            ratio = (
                f"{100 * lookasides / (lookasides + reads):.2f}" if lookasides + reads else "0.00"
            )
            out.line(
                f"{kind:<6} {size:>8} {buffers:>12} {lookasides:>14} {reads:>12} {writes:>12} {ratio:>13}"
            )
        out.line()
    page(4)
    out.line("Files")
    out.line("_____")
    out.line()
    out.line(
        "         Access        LSR   Str  Waits    Read      Get Update  Browse     Add        Update     Delete     Data       Index"
    )
    out.line(
        "Filename Method Type   Pool  Max  Total    Requests  Requests    Requests   Requests   Requests   Requests   EXCPs      EXCPs"
    )
    out.line()
    for (name, kind, pool, _, waits, hwm, read, get, browse, add, update, delete, data, index,
         data_ci, index_ci, ci, ca, exclusive, share, sharing, dsn) in FILES:  # fmt: skip
        out.line(
            f"{name:<8} VSAM   {kind:<6} {pool:>4} {hwm:>4} {waits:>6} {read:>11} {get:>11}"
            f" {browse:>9} {add:>10} {update:>10} {delete:>10} {data:>10} {index:>10}"
        )
        where = f"LSRPOOL BUFFER SIZE DATA {data_ci} INDEX {index_ci}" if pool != "NO" else "NSR"
        out.line(f"{name:<8} BUFFER WAIT HWM      0    TOTAL      0   {where}")
        out.line(
            f"{name:<8} SPLITS CI {ci:>7}    CA {ca:>5}    DEFINED CISZ DATA {data_ci} INDEX {index_ci}"
            f"   EXCC {exclusive:>7}   SHAREOPTIONS {share}"
        )
        kinds = "PATH" if kind.endswith("P") else "BASE"
        out.line(
            f"{name:<8} DATASETNAME {dsn:<28} DSNSHARING {sharing} {kinds} R/W RECSZ  400 RECORDS"
            f" {read + add:>10,}"
        )
        out.line(f"{name:<8} STRINGS  10  STRINGS4UPDATE   4  KEYLEN 12  CI/CA 180  COMPRESSED N")
        out.line()
    return out
