# ruff: noqa: E501  (report lines are as long as they are)
"""Entire Net-Work, Natural, MQ and IMS: what each product prints or has in its libraries."""

from __future__ import annotations

from story.figures import Story
from story.paper import Print


def network(story: Story, system: str) -> Print:
    """DDKARTE statements and the statistics of one Net-Work node."""
    other = "SYSB" if system == "SYSA" else "SYSA"
    n = story["netwk"]
    count = round(n["messages_per_s"] * story.seconds)
    out = Print()
    out.block(
        f"""
***********************************************************************
*  ENTIRE NET-WORK V6.2 SP2   DDKARTE   NODE {system}
***********************************************************************
NODE {system}    TIMEOUT=60,NTRACE=1000,LOG=FULL
*
DRIVER {n["driver"]} TRACE=N,IORETRY=2
LINK TO{other}  {n["driver"]} UNIT=0E40,WEIGHT=1,
               SNDBLKSZ=32K,RCVBLKSZ=32K,
               SNDBLKCT=64,RCVBLKCT=64,
               STATINT=2700,PSTATS=Y,RSTATS=Y
*
"""
    )
    out.line()
    out.line(f"F NETWK{system[-1]},D STATS")
    cpu = n["cpu_s"][story.index(system)]
    sent = round(count * n["bytes_per_message"])
    out.block(
        f"""
NET0100I: ENTIRE NET-WORK V6.2.2   NODE {system}   {story["engagement"]["iso_date"]} 10:45:00
NET0090I: BUFFER USAGE STATISTICS:
NET0091I: ASYNCH. BUFFERS:     000112 (= 43.8 %) OF 000256 K USED
NET0091I: LONG TERM BUFFERS:   000009 (=  3.5 %) OF 000256 K USED
NET0091I: SHORT TERM BUFFERS:  000390 (= 38.1 %) OF 001024 K USED
NET0091I: ATTACHED BUFFERS:    000731 (= 35.7 %) OF 002048 K USED
NET0091I: REQUEST QUEUE:       000061 (= 30.5 %) OF 000200 K USED
NET0087I: {round(count / 2):010d} REQUESTS FROM LOCAL RQ
NETC260I: STATISTICS FOR LINK TO{other} DRIVER {n["driver"]} INTERVAL {story.seconds} SECONDS
NETC261I: MESSAGES SENT {round(count / 2):12d}  MESSAGES RECEIVED {round(count / 2):12d}
NETC261I: BYTES    SENT {sent // 2:12d}  BYTES    RECEIVED {sent // 2:12d}
NETC261I: BLOCKS   SENT {round(count / 2 / 3.1):12d}  BLOCKS   RECEIVED {round(count / 2 / 3.1):12d}
NETC262I: CPU TIME {cpu:9.2f} SECONDS
"""
    )
    return out


def natural(story: Story) -> Print:
    """A batch session: parameters, job summary, BUS and component switch statistics."""
    n = story["natural"]
    switches = (
        ("TIMER", "CPU time limit (MT)", n["fetches"] + 212),
        ("DB", "Adabas call", round(n["records_read"] / 12)),
        # beside each record's database read one switch in and one out, and the sort's own phases
        ("SORT", "External sort", 2 * n["records_sorted"] + n["sort_phase_switches"]),
        ("PRINT", "Print file I/O", n["print_lines"]),
        ("WORKR", "Work file read", n["work_read"]),
        ("WORKW", "Work file write", n["work_written"]),
        ("3GL", "3GL program call", n["calls_3gl"]),
        ("GETMAIN", "Storage request", n["getmains"]),
    )
    total = sum(s[2] for s in switches)
    cpu_ms = round(total * n["switch_us"] / 1000 + n["records_read"] * 0.0051 + 4100)
    out = Print()
    out.line(f"//{n['job']} JOB (4711,BATCH),'MONATSLAUF',CLASS=N,MSGCLASS=X")
    out.line("//NATBAT   EXEC PGM=NATBAT82,REGION=0M,")
    out.line("//  PARM=('SYS=NATPARMB','IM=D','INTENS=1','OBJIN=N')")
    out.line()
    out.line("DYNAMIC PARAMETERS IN EFFECT (CMPRMIN)")
    out.line(f"IM=D,MT={n['mt']},MADIO=0,MAXCL=0,LS=132,PS=60,OBJIN=N,")
    out.line("ZIIP=(STATUS=ON,LIMIT=100),")
    out.line("SORT=(WRKSIZE=32,STORAGE=MAIN,EXT=ON,EXTNAME=SORT),")
    out.line("MULTIFETCH=ON,MFSET=12,MAINPR=0,THSIZE=2048,")
    out.line("WORK=((1),AM=STD,DEST='CMWKF01'),PRINT=((1),AM=STD,DEST='CMPRT01')")
    out.line()
    out.line("10:31:07               ***** NATURAL ZIIP COMMAND *****                2015-03-17")
    out.line("User NATB0450          - zIIP Processing Information -            OpSYS z/OS")
    out.line()
    out.line(f"  Job name ................. {n['job']}")
    out.line("  zIIP support ............. ON")
    out.line(f"  Session elapsed time ..... {n['duration_s']} s")
    out.line(f"  FETCH statements ......... {n['fetches']}")
    out.line(f"  Records read ............. {n['records_read']}")
    out.line(f"  Records sorted ........... {n['records_sorted']}")
    out.line(f"  Print lines .............. {n['print_lines']}")
    out.line(f"  Work records read ........ {n['work_read']}")
    out.line(f"  Work records written ..... {n['work_written']}")
    out.line(f"  3GL calls ................ {n['calls_3gl']}")
    out.line(f"  GETMAIN requests ......... {n['getmains']}")
    out.line(f"  Switches into SRB mode ... {total}")
    out.line(f"  Enclave CPU time ......... {cpu_ms} ms")
    out.line()
    out.line("10:31:07               ***** NATURAL ZIIP COMMAND *****                2015-03-17")
    out.line("User NATB0450          - zIIP Component Switch Statistics -       OpSYS z/OS")
    out.line()
    out.line("  Component  Description                          Switches   Percent")
    out.line("  ---------  ----------------------------------  ---------   -------")
    for name, text, count in switches:
        out.line(f"  {name:<9}  {text:<34}  {count:9d}   {100 * count / total:6.1f}")
    out.line(f"  Total{'':40}  {total:9d}    100.0")
    out.line()
    out.block(
        """
10:31:08               ***** NATURAL BUS UTILITY *****              2015-03-17
User NATB0450          - Buffer Usage Statistics -            OpSYS z/OS
 No. Name    Type    Size      Used   Perc.  MaxUsed   Perc.  MaxSize   Perc.
  1  ETID      F      3072      1888   61.4      1888   61.4
  4  DATSIZE   V     65536     21416   32.6     58304   88.9
  9  FSIZE     V    131072     44128   33.6    127920   97.5
 14  SSIZE     V     65536     12208   18.6     63240   96.4
 30  SORTWRK   V     32768        32    0.1     32736   99.9
ThrdSize   Total   1310720    183296   14.0      2048   80.4    33480      1.6
  2048K  (in KB)   1280K      179K            1647K             33K
Nat9995 Natural session terminated normally.
"""
    )
    return out


def mq_display(story: Story) -> Print:
    """DISPLAY USAGE TYPE(PAGESET) with its neighbours in the job log of the queue manager."""
    name = story["mq"]["name"]
    out = Print()
    out.block(
        f"""
10.41.02 STC04417  CSQY220I !{name} CSQSCTL Queue manager storage usage: 311
    311            local storage: used 1018MB, free 492MB: above bar: used 214MB, free
    311            >10GB
10.41.37 STC04417  CSQP020E !{name} CSQP1RSW Buffer pool 1 is too small
10.42.15 STC04417 !{name} DISPLAY USAGE TYPE(PAGESET)
10.42.15 STC04417  CSQI010I !{name} Page set usage ... 312
    312            Page  Buffer     Total    Unused  Persistent  NonPersist  Expansion
    312            set     pool     pages     pages  data pages  data pages  count
    312         _     0       0      5038      4981          57           0 USER    0
    312         _     1       1    412000     84210      301140       26650 USER    0
    312         _     2       2      1078      1074           4           0 USER    0
    312         _     3       3     71634     71598          31           5 USER    0
    312         _     4       3     20150     20150           0           0 USER    0
    312            End of page set report
10.42.15 STC04417  CSQI065I !{name} Buffer pool attributes ... 313
    313            Buffer  Available  Stealable  Stealable      Page  Location
    313              pool    buffers    buffers percentage     class
    313         _       0       2000       1978         98       4KB  BELOW
    313         _       1     100000       4980          4       4KB  BELOW
    313         _       2       5000       4996         99       4KB  BELOW
    313         _       3      30000      29940         99       4KB  BELOW
    313            End of buffer pool attributes
10.42.15 STC04417  CSQP001I !{name} Buffer pool 0 has 2000 buffers, 1978 (98%) stealable
10.42.15 STC04417  CSQP001I !{name} Buffer pool 1 has 100000 buffers, 4980 (4%) stealable
10.42.15 STC04417  CSQP001I !{name} Buffer pool 2 has 5000 buffers, 4996 (99%) stealable
10.42.15 STC04417  CSQP001I !{name} Buffer pool 3 has 30000 buffers, 29940 (99%) stealable
10.42.15 STC04417  CSQ9022I !{name} CSQIDUSG ' DISPLAY USAGE' NORMAL COMPLETION
"""
    )
    return out


def mq_statistics(story: Story) -> Print:
    """SMF 115 as MP1B's MQSMF formats it (member BUFF), one interval."""
    name, version = story["mq"]["name"], story["mq"]["version"]
    head = f"{story['mq']['system']},{name},2015/03/17,10:30:00,VRM:{version[1:].replace('.', '')},"
    out = Print()
    out.line(head)
    for pool, buffers, low, now, getp, getn, rio, stw, tpw, wio, imw, dwt, dmc, stl, sos in (
        (0, 2000, 1961, 1978, 88214, 1204, 0, 9120, 310, 44, 0, 0, 0, 1204, 0),
        (1, 100000, 4712, 4980, 3120554, 611840, 4218, 588120, 420333, 122410, 27104, 14, 203,
         902117, 0),
        (2, 5000, 4991, 4996, 1840, 22, 0, 96, 8, 2, 0, 0, 0, 22, 0),
        (3, 30000, 29102, 29940, 402118, 3312, 0, 51240, 1920, 301, 0, 0, 0, 3312, 0),
    ):  # fmt: skip
        out.line(
            f"> {pool:02d} Buffs {buffers:7d} Low {low:7d} Now  {now:7d} Getp {getp:8d} Getn {getn:7d}"
        )
        out.line(f"  {pool:02d} Rio {rio:9d} STW {stw:7d} TPW {tpw:8d} WIO {wio:8d} IMW {imw:7d}")
        out.line(f"  {pool:02d} DWT {dwt:9d} DMC {dmc:7d} STL {stl:8d} STLA {0:7d} SOS {sos:7d}")
        out.line(f"  {pool:02d} Location - below bar")
    return out


def ims(story: Story) -> Print:
    """PROCLIB members and the message region procedure, as browsed."""
    name = story["ims"]["name"]
    out = Print(80)
    out.block(
        f"""
BROWSE    {name}.PROCLIB(DFSMPLM1) - 01.07            Line 00000000 Col 001 080
Command ===>                                                  Scroll ===> CSR
********************************* Top of Data **********************************
DFSLI000,CBLTDLI,NVPOLI10,NVPOLI20,NVPOLI30, NVSCHD10,NVSCHD20,NVCLM010
******************************** Bottom of Data ********************************

BROWSE    {name}.PROCLIB(DFSMPR) - 01.22              Line 00000000 Col 001 080
Command ===>                                                  Scroll ===> CSR
********************************* Top of Data **********************************
//       PROC SOUT=A,RGN=0M,SYS2=,
//            CL1=001,CL2=004,CL3=000,CL4=000,
//            OPT=N,OVLA=0,SPIE=0,VALCK=0,TLIM=10,
//            PCB=000,PRLD=M1,STIMER=,SOD=,DBLDL=,
//            NBA=,OBA=,IMSID={name},AGN=,VSFX=,VFREE=,
//            SSM=,PREINIT=,ALTID=,PWFI=N,
//            APARM=,LOCKMAX=,APPLFE=,ENVIRON=,
//            JVMOPMAS=,PARDLI=
//REGION EXEC PGM=DFSRRC00,REGION=&RGN,
//            TIME=1440,DPRTY=(12,0),
//            PARM=(MSG,&CL1&CL2&CL3&CL4,
//            &OPT&OVLA&SPIE&VALCK&TLIM&PCB,
//            &PRLD,&STIMER,&SOD,&DBLDL,&NBA,
//            &OBA,&IMSID,&AGN,&VSFX,&VFREE,
//            &SSM,&PREINIT,&ALTID,&PWFI)
******************************** Bottom of Data ********************************
"""
    )
    return out


def ims_monitor(story: Story) -> Print:
    """IMS Monitor: region summary with scheduling and schedule-to-first-call times."""
    name = story["ims"]["name"]
    out = Print()
    out.page()
    out.block(
        f"""
IMS MONITOR   ****REGION SUMMARY****          TRACE START 2015 076 10:00:00          TRACE STOP 2015 076 10:45:00   {name}

                                   (A)           (B)        (C)
                                  ........ELAPSED TIME........    NOT IWAIT TIME(ELAPSED-IWAIT)   DISTRIBUTION
                     OCCURRENCES  TOTAL         MEAN      MAXIMUM    TOTAL      MEAN     MAXIMUM      NUMBER
SCHEDULING AND TERMINATION
**REGION    1              24310   41083900       1690     20814   38896000     1600     18102        101A,B
**REGION    2              24102   40491360       1680     19977   38322180     1590     17730        102A,B
**REGION    3              25018   42780780       1710     22340   40529160     1620     19855        103A,B
**TOTALS                   73430  124356040       1693
SCHEDULE TO FIRST CALL
**REGION    1              24310  152424700       6270     84120                                     111
**REGION    2              24102  150155460       6230     81904                                     112
**REGION    3              25018  157863580       6310     88230                                     113
**TOTALS                   73430  460443740       6270
ELAPSED EXECUTION
**REGION    1              24310  510510000      21000    301200                                     121
**REGION    2              24102  503731800      20900    298800                                     122
**REGION    3              25018  527879800      21100    310040                                     123
**TOTALS                   73430 1542121600      21001
REGION OCCUPANCY       REGION 1   93.1%     REGION 2   92.6%     REGION 3   94.0%
TRANSACTIONS           200340
"""
    )
    return out
