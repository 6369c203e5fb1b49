# ruff: noqa: E501  (report lines are as long as they are)
"""Prints that customers send every week, by the published names of their fields and figures."""

from __future__ import annotations

TEXTS: dict[str, str] = {}

# IBM, CICS TS 5.5 and 6.1, CICS statistics in DSECTs and DFHSTUP report (names of all fields of the
# transaction manager, dispatcher, temporary storage and ISC/IRC system entries); page headings as in
# excerpts of prints; places of labels and values are not published
TEXTS["cics-dfhstup.txt"] = """
1CICS 5.6.0 Statistics Utility Program                                   Report Date 03/18/2015  Report Time 07:10:42   PAGE   14
 Interval Report   Collection Date-Time 03/17/2015-10:45:00   Last Reset 10:30:00   Applid NVTOR1    Jobname NVTOR1
 ________________________________________________________________________________________________________________________________
 TRANSACTION MANAGER STATISTICS
   Total number of transactions (user + system). . . . . :            96,408
   Current MAXTASKS limit. . . . . . . . . . . . . . . . :               200
   Time MAXTASKS last changed. . . . . . . . . . . . . . :      --:--:--.----
   Current number of active user transactions. . . . . . :                18
   Time last transaction attached. . . . . . . . . . . . :     10:44:59.9120
   Current number of MAXTASK queued user transactions. . :                 0
   Times the MAXTASKS limit reached. . . . . . . . . . . :                 3
   Peak number of MAXTASK queued user transactions . . . :                 7
   Peak number of active user transactions . . . . . . . :               200
   Total number of active user transactions. . . . . . . :            91,884
   Total number of MAXTASK delayed user transactions . . :                29
   Total MAXTASK queuing time. . . . . . . . . . . . . . :     00:00:04.1802
   Total MAXTASK queuing time of currently queued user transactions :     00:00:00.0000
1CICS 5.6.0 Statistics Utility Program                                   Report Date 03/18/2015  Report Time 07:10:42   PAGE   15
 Interval Report   Collection Date-Time 03/17/2015-10:45:00   Last Reset 10:30:00   Applid NVTOR1    Jobname NVTOR1
 ________________________________________________________________________________________________________________________________
 DISPATCHER STATISTICS
   Dispatcher Start Date and Time. . . . . . . . . . . . :    03/15/2015  02:10:04.1180
   Address Space CPU Time. . . . . . . . . . . . . . . . :  0-00:01:58.7702
   Address Space SRB Time. . . . . . . . . . . . . . . . :  0-00:00:06.1044
   Current number of dispatcher tasks. . . . . . . . . . :                61
   Peak number of dispatcher tasks . . . . . . . . . . . :               248
   Current ICV time (msec) . . . . . . . . . . . . . . . :             1,000
   Current ICVR time (msec). . . . . . . . . . . . . . . :            20,000
   Current ICVTSD time (msec). . . . . . . . . . . . . . :                 0
   Current PRTYAGING time (msec) . . . . . . . . . . . . :               500
   MRO (QR) Batching (MROBTCH) value . . . . . . . . . . :                 1
   Concurrent Subtasking (SUBTSKS) value . . . . . . . . :                 0
   Current number of TCB modes . . . . . . . . . . . . . :                18
   Current number of TCB pools . . . . . . . . . . . . . :                 4
   Excess TCB Scans. . . . . . . . . . . . . . . . . . . :                12
   Excess TCB Scans - No TCB Detached. . . . . . . . . . :                12
   Number of Excess TCBs Detached. . . . . . . . . . . . :                 0
   Average Excess TCBs Detached per Scan . . . . . . . . :                 0
1CICS 5.6.0 Statistics Utility Program                                   Report Date 03/18/2015  Report Time 07:10:42   PAGE   31
 Interval Report   Collection Date-Time 03/17/2015-10:45:00   Last Reset 10:30:00   Applid NVTOR1    Jobname NVTOR1
 ________________________________________________________________________________________________________________________________
 TEMPORARY STORAGE STATISTICS
   Put/Putq main storage requests. . . . . . . . . . . . :             4,112
   Get/Getq main storage requests. . . . . . . . . . . . :             8,240
   Peak storage used for TS Main . . . . . . . . . . . . :               412K
   Put/Putq auxiliary storage requests . . . . . . . . . :            10,806
   Get/Getq auxiliary storage requests . . . . . . . . . :            22,914
   Peak temporary storage names in use . . . . . . . . . :               322
   Number of entries in longest queue. . . . . . . . . . :               118
   Times queues created. . . . . . . . . . . . . . . . . :             3,004
   Control interval size . . . . . . . . . . . . . . . . :             4,096
   Available bytes per CI. . . . . . . . . . . . . . . . :             4,032
   Number of control intervals available . . . . . . . . :             1,799
   Peak control intervals used . . . . . . . . . . . . . :               206
   Times aux. storage exhausted. . . . . . . . . . . . . :                 0
   Number of temp. storage compressions. . . . . . . . . :                 2
   Temporary storage buffers . . . . . . . . . . . . . . :                32
   Times buffer wait occurred. . . . . . . . . . . . . . :                 4
   Peak users waiting on buffer. . . . . . . . . . . . . :                 2
   Buffer writes . . . . . . . . . . . . . . . . . . . . :               918
   Forced writes for recovery. . . . . . . . . . . . . . :                40
   Buffer reads. . . . . . . . . . . . . . . . . . . . . :             1,266
   Format writes . . . . . . . . . . . . . . . . . . . . :                 0
   Temporary storage strings . . . . . . . . . . . . . . :                10
   Peak number of strings in use . . . . . . . . . . . . :                 4
   Times string wait occurred. . . . . . . . . . . . . . :                 0
   I/O errors on TS dataset. . . . . . . . . . . . . . . :                 0
1CICS 5.6.0 Statistics Utility Program                                   Report Date 03/18/2015  Report Time 07:10:42   PAGE   40
 Interval Report   Collection Date-Time 03/17/2015-10:45:00   Last Reset 10:30:00   Applid NVTOR1    Jobname NVTOR1
 ________________________________________________________________________________________________________________________________
 ISC/IRC SYSTEM ENTRY STATISTICS
   Connection name . . . . . . . . . . . . . . . . . . . :              AOR1
   Connection netname. . . . . . . . . . . . . . . . . . :            NVAOR1
   Access Method / Protocol. . . . . . . . . . . . . . . :              XM /
   Send session count. . . . . . . . . . . . . . . . . . :                80
   Receive session count . . . . . . . . . . . . . . . . :                80
   Aids in chain . . . . . . . . . . . . . . . . . . . . :                 0
   Generic aids in chain . . . . . . . . . . . . . . . . :                 0
   Peak aids in chain. . . . . . . . . . . . . . . . . . :                 5
   ATIs satisfied by contention losers . . . . . . . . . :                 0
   ATIs satisfied by contention winners. . . . . . . . . :               212
   Current contention losers . . . . . . . . . . . . . . :                 0
   Peak contention losers. . . . . . . . . . . . . . . . :                 9
   Current contention winners. . . . . . . . . . . . . . :                14
   Peak contention winners . . . . . . . . . . . . . . . :                80
   Total bids sent . . . . . . . . . . . . . . . . . . . :                 0
   Current bids in progress. . . . . . . . . . . . . . . :                 0
   Peak bids in progress . . . . . . . . . . . . . . . . :                 0
   Peak outstanding allocates. . . . . . . . . . . . . . :                11
   Total number of allocates . . . . . . . . . . . . . . :            88,120
   Queued allocates. . . . . . . . . . . . . . . . . . . :                 1
   Failed link allocates . . . . . . . . . . . . . . . . :                 0
   Failed allocates due to sessions in use . . . . . . . :                 0
   Maximum queue time (seconds). . . . . . . . . . . . . :                 0
   Allocate queue limit. . . . . . . . . . . . . . . . . :                 0
   Number of QUEUELIMIT allocates rejected . . . . . . . :                 0
   Number of MAXQTIME allocate queue purges. . . . . . . :                 0
   Number of MAXQTIME allocates purged . . . . . . . . . :                 0
   Number of XZIQUE allocates rejected . . . . . . . . . :                 0
   Number of XZIQUE allocate queue purges. . . . . . . . :                 0
   Number of XZIQUE allocates purged . . . . . . . . . . :                 0
   File control (FC) function shipping requests. . . . . :            41,206
   Interval control (IC) function shipping requests. . . :                88
   Transient data (TD) function shipping requests. . . . :             1,204
   Temporary storage (TS) function shipping requests . . :             9,918
   DLI function shipping requests. . . . . . . . . . . . :                 0
   Program control (PC) function shipping requests . . . :             2,040
   Terminal sharing requests . . . . . . . . . . . . . . :            33,664
"""

# IBM, RMF Report Analysis V2R4, CPU Activity report with multithreading (fields PROD, UTIL, MODE, MAX
# CF, CF, AVG TD); the page's title is missing, as where its rows were pasted into a mail
TEXTS["rmf-cpu-threads.txt"] = """
             z/OS V2R4                SYSTEM ID SYSC         DATE 03/17/2015           INTERVAL 15.00.000
                                      RPT VERSION V2R4 RMF    TIME 10.00.00             CYCLE 1.000 SECONDS

 CPU        3906   CPC CAPACITY  2130        SEQUENCE CODE 00000000000C71D8
 MODEL      705    CHANGE REASON=NONE        HIPERDISPATCH=YES
 H/W MODEL  M01
 ---CPU---    ---------------- TIME % ----------------  --- MT % ----  LOG PROC      --I/O INTERRUPTS--
 NUM  TYPE    ONLINE    LPAR BUSY    MVS BUSY   PARKED  PROD    UTIL   SHARE %       RATE     % VIA TPI
  0    CP     100.00     61.42        61.20        0.00  100.00  61.42  100.0  HIGH   812.40       2.11
  1    CP     100.00     63.08        62.88        0.00  100.00  63.08  100.0  HIGH   798.16       2.04
  2    CP     100.00     58.91        58.70        0.00  100.00  58.91   80.0  MED      0.00       0.00
 TOTAL/AVERAGE           61.14        60.93              100.00  61.14  280.0        1610.56       2.08
  A    IIP    100.00     72.36        64.18        0.00   91.40  66.14  100.0  HIGH
                                      52.07        0.00
  B    IIP    100.00     70.14        62.90        0.00   90.86  63.73  100.0  HIGH
                                      50.83        0.00
 TOTAL/AVERAGE           71.25        57.50               91.13  64.94  200.0
 ------------------------------ MULTI-THREADING ANALYSIS -------------------------------
 CPU TYPE   MODE   MAX CF      CF     AVG TD
       CP      1    1.000   1.000      1.000
      IIP      2    1.431   1.304      1.662
"""

# IBM, CICS Performance Analyzer V5.4, SUMMARY examples (heading, statistics above and units below the
# names of columns); places of columns by the figure there
TEXTS["cics-pa-summary.txt"] = """
V5R4M0                                        CICS Performance Analyzer
                                                 Performance Summary
SUMM0001 Printed at 07:31:05  3/18/2015      Data from 10:30:00  3/17/2015 to 10:45:00  3/17/2015                          Page      1

                           Avg      Max      Avg      Avg      Avg    S Dev      Avg      Avg      Avg
Applid   Tran  #Tasks Response Response Dispatch Dispatch User CPU User CPU  Suspend DispWait  FC Wait
                          Time     Time     Time    Count     Time     Time     Time     Time     Time
NVAOR1   NVK1   41206    .0412   2.8810    .0120       18    .0048    .0021    .0292    .0014    .0188
NVAOR1   NVS2    8114    .1204  14.0220    .0306       41    .0122    .0094    .0898    .0033    .0611
NVAOR2   NVK1   20118    .0388   1.9902    .0114       17    .0046    .0020    .0274    .0012    .0176
NVAOR2   NVHA     320   1.4020  30.1120    .2204      212    .0916    .0603   1.1816    .0207    .9002
Total           69758    .0559  30.1120    .0149       21    .0060    .0041    .0410    .0017    .0274
"""
