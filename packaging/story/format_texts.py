# ruff: noqa: E501  (report lines are as long as they are)
"""Reports outside the story: layouts as the documents named beside them show them, own figures."""

from __future__ import annotations

TEXTS: dict[str, str] = {}

# 003, figure 4-3
TEXTS["rmf3-storj.txt"] = """
                       RMF V2R1   Job Delays                      Line 1 of 1
Command ===>                                                  Scroll ===> CSR

Samples: 60      System: SYSA  Date: 03/17/15  Time: 10.24.00  Range: 60    Sec

Job: CICSAOR1    Primary delay: Excessive page faults in common or private storage.

Probable cause:  Paging to auxiliary storage.
Help panels contain more possible causes.

------------------------- Job Storage Usage Data -------------------------------
Average Frames:   101K      Working Set:    101K      Fixed Frames:    1402
Active Frames:    101K      Aux Slots:       24K      DIV Frames:         0
Idle Frames:         0      Page In Rate:   92.8      ES Move Rate:     N/A

--------------------------- Job Performance Summary ----------------------------
        Service     WFL -Using%- DLY IDL UKN ---- % Delayed for ----- Primary
CX ASID Class    P Cr  %  PRC DEV  %   %   %  PRC DEV STR SUB OPR ENQ Reason
S  0271 CICSHI   1    44   17   2  24  50   9    6   3  15   0   0   0 LOCL
"""

# 003, figure 4-6
TEXTS["sdsf-da.txt"] = """
 SDSF DA SYSA     SYSA     PAG  4041  CPU/L  26/ 27        LINE 1-9 (118)
 COMMAND INPUT ===>                                            SCROLL ===> CSR
 NP   JOBNAME  StepName ProcStep JobID    Owner    C Pos DP Real Paging    SIO   CPU%   ASID ASIDX
      ADADB101 NUC               JOB01822 ADAPRD   A NS  F4 8011T 1019.4 10802.  73.15    301 012D
      ADADB102 NUC               JOB01823 ADAPRD   A NS  F4 8008T 1008.2 10690.  72.41    302 012E
      ADADB103 NUC               JOB01824 ADAPRD   A NS  F4 8006T 1002.7 10618.  71.94    303 012F
      ADADB104 NUC               JOB01825 ADAPRD   A NS  F4 8003T 996.31 10551.  71.50    304 0130
      CICSAOR1 CICSAOR1          STC03116 CICSPRD    NS  E2  101T  92.81 612.40  13.85    271 010F
      MQA1MSTR PROCSTEP          STC04417 MQPRD      NS  E8   61T  11.34 188.02   6.28    188 00BC
      TCPIP    TCPIP             STC00047 STCUSR     NS  FE  9214   0.00   4.11   1.10     47 002F
"""

# 003, example 2-1 and IBM, Db2 Messages
TEXTS["db2-bufferpool-detail.txt"] = """
-DB2P DISPLAY BUFFERPOOL(BP1) DETAIL
DSNB401I  -DB2P BUFFERPOOL NAME BP1, BUFFERPOOL ID 1, USE COUNT 412
DSNB402I  -DB2P BUFFER POOL SIZE = 80000 BUFFERS  AUTOSIZE = NO
            VPSIZE MINIMUM       =          0   VPSIZE MAXIMUM    =          0
            ALLOCATED            =      80000   TO BE DELETED     =          0
            IN-USE/UPDATED       =       4120   OVERFLOWED ALLOC  =          0
DSNB406I  -DB2P PGFIX ATTRIBUTE -
            CURRENT = NO
            PENDING = NO
            PAGE STEALING METHOD = LRU
DSNB404I  -DB2P THRESHOLDS -
            VP SEQUENTIAL        = 80    SP SEQUENTIAL       = 80
            DEFERRED WRITE       = 30    VERTICAL DEFERRED WRT  = 5, 0
            PARALLEL SEQUENTIAL  = 50    ASSISTING PARALLEL SEQT= 0
DSNB546I  -DB2P PREFERRED FRAME SIZE 4K
            80000 BUFFERS USING 4K FRAME SIZE ALLOCATED
DSNB409I  -DB2P INCREMENTAL STATISTICS SINCE 10:00:04 MAR 17, 2015
DSNB411I  -DB2P RANDOM GETPAGE    =  41822104 SYNC READ I/O (R) =   2104418
            SEQ.   GETPAGE       =   8120440 SYNC READ I/O (S) =     11204
            DMTH HIT             =         0 PAGE-INS REQUIRED =     40212
DSNB412I  -DB2P SEQUENTIAL PREFETCH -
            REQUESTS             =     88120 PREFETCH I/O      =     61204
            PAGES READ           =   1912204
DSNB413I  -DB2P LIST PREFETCH -
            REQUESTS             =     12044 PREFETCH I/O      =     10120
            PAGES READ           =    204120
DSNB414I  -DB2P DYNAMIC PREFETCH -
            REQUESTS             =    120448 PREFETCH I/O      =     40120
            PAGES READ           =    812040
DSNB415I  -DB2P PREFETCH DISABLED -
            NO BUFFER            =         0 NO READ ENGINE    =         0
DSNB420I  -DB2P SYS PAGE UPDATES  =   1812044 SYS PAGES WRITTEN =    402118
            ASYNC WRITE I/O      =     61204 SYNC WRITE I/O    =        12
            PAGE-INS REQUIRED    =       812
DSNB421I  -DB2P DWT HIT           =         0 VERTICAL DWT HIT  =       412
DSNB431I  -DB2P SIMULATED BUFFER POOL SIZE = 160000 BUFFERS -
            ALLOCATED            =     160000
            IN-USE               =     159204   HIGH IN-USE       =     160000
            SEQ-IN-USE           =      12044   HIGH SEQ-IN-USE   =      40210
DSNB432I  -DB2P SIMULATED BUFFER POOL ACTIVITY -
          AVOIDABLE READ I/O -
            SYNC READ I/O (R)    =   1402118
            SYNC READ I/O (S)    =      4012
            ASYNC READ I/O       =     81204
            SYNC GBP READS (R)   =         0
            SYNC GBP READS (S)   =         0
            ASYNC GBP READS      =         0
          PAGES MOVED INTO SIMULATED BUFFER POOL = 4012044
          TOTAL AVOIDABLE SYNC I/O DELAY = 1904120 MILLISECONDS
DSN9022I  -DB2P DSNB1CMD '-DISPLAY BUFFERPOOL' NORMAL COMPLETION
"""

# 003, figures 2-7 and 2-8, table 2-1
TEXTS["db2-accounting.txt"] = """
LOCATION: NVDB2P          OMEGAMON XE FOR DB2 PERFORMANCE EXPERT (V5R2)          PAGE: 1-1
   GROUP: N/P                    ACCOUNTING REPORT - LONG                 REQUESTED FROM: NOT SPECIFIED
  MEMBER: N/P                                                                         TO: NOT SPECIFIED
SUBSYSTEM: DB2P                    ORDER: PLANNAME                      INTERVAL FROM: 03/17/15 10:00:00.02
DB2 VERSION: V11                   SCOPE: MEMBER                                    TO: 03/17/15 10:44:59.88

NORMAL TERM.      AVERAGE       TOTAL
----------------  --------  --------
NEW USER              0.58     41204
DEALLOCATION          0.42     29840
APPL.PROGR. END       0.00         0
RESIGNON              0.00         0
DBAT INACTIVE         0.00         0
TYPE2 INACTIVE        0.00         0
RRS COMMIT            0.00         0

PLANNAME  TOT CL2CPU  COMMITS/SEC
NVKB1R1       412.04        26.31
NVKS1R1       188.22         8.04
NVHA007        21.40         4.12

PACKAGE   ALLOC/sec  TOT CL7CPU  CL7CPU%  Avg CL7CPU
KVBUARG       61.20      154.12    7.11%    0.000933
KVBU16D       44.02      201.88    9.31%    0.001699
HAIU3DA       11.90       12.04    0.56%    0.000375
"""

# 003, figure 6-13
TEXTS["dfsort-smf16.txt"] = """
                                      Elapse       CPU         GB  Hiperspace    Work Dataset  Work Dataset
Day     Timestamp  Pgm                  Secs      Secs     Sorted     GB Used     Tracks Used          I/Os
 17   01:04:12.11  SORT             1,604.20    211.40      84.12       12.30       1,402,118       301,204
 17   02:20:40.02  SORT               912.88    104.02      41.08        0.00         804,120       188,204
 17   04:11:09.87  FPECMAIN           402.10     60.44      18.92        3.10         210,440        52,118
"""

# IBM, DFSORT Messages, Codes and Diagnosis
TEXTS["dfsort-joblog.txt"] = """
                   J E S 2  J O B  L O G  --  S Y S T E M  S Y S B  --  N O D E  N V P L E X 1

 04.11.02 JOB03312 ---- TUESDAY,   17 MAR 2015 ----
 04.11.02 JOB03312  $HASP373 NVSORT04 STARTED - INIT 7    - CLASS N        - SYS SYSB
ICE200I 0 IDENTIFIER FROM CALLING PROGRAM IS 0001
ICE143I 0 BLOCKSET     SORT  TECHNIQUE SELECTED
ICE000I 0 - CONTROL STATEMENTS FOR 5650-ZOS, Z/OS DFSORT V2R1 - 04:11 ON TUE MAR 17, 2015 -
ICE132I 0 OPTIONS: OVFLO=RC0 ,PAD=RC0 ,TRUNC=RC0 ,SPANINC=RC16,VLSCMP=N,SZERO=Y,RESET=Y,VSAMEMT=Y,DYNSPC=256
ICE133I 0 OPTIONS: HIPRMAX=OPTIMAL,DSPSIZE=MAX ,ODMAXBF=0,SOLRF=Y,VLLONG=N,VSAMIO=N,MOSIZE=MAX
ICE092I 0 MAIN STORAGE = (MAX,6291456,6278192)
ICE098I 0 AVERAGE RECORD LENGTH -    412 BYTES
ICE165I 0 TOTAL WORK DATA SET TRACKS ALLOCATED: 240000 , TRACKS USED: 210440
ICE199I 0 MEMORY OBJECT USED AS MAIN STORAGE = 0M BYTES
ICE180I 0 HIPERSPACE STORAGE USED = 3250585K BYTES
ICE188I 0 DATA SPACE STORAGE USED = 0K BYTES
ICE134I 0 NUMBER OF BYTES SORTED: 20315195801
ICE054I 0 RECORDS - IN: 49308727, OUT: 49308727
ICE052I 0 END OF DFSORT
"""

# 003, figures 6-16 and 6-17
TEXTS["netstat.txt"] = """
D TCPIP,TCPIP,N,CONFIG
EZD0101I NETSTAT CS V2R1 TCPIP 405
TCP CONFIGURATION TABLE:
DEFAULTRCVBUFSIZE:  00065536  DEFAULTSNDBUFSIZE: 00065536
DEFLTMAXRCVBUFSIZE: 00262144  SOMAXCONN:         0000000010
MAXRETRANSMITTIME:  120.000   MINRETRANSMITTIME: 0.500
ROUNDTRIPGAIN:      0.125     VARIANCEGAIN:      0.250
VARIANCEMULTIPLIER: 2.000     MAXSEGLIFETIME:    30.000
DEFAULTKEEPALIVE:   00000120  DELAYACK:          YES
RESTRICTLOWPORT:    YES       SENDGARBAGE:       NO
TCPTIMESTAMP:       YES       FINWAIT2TIME:      600
TTLS:               NO        EPHEMERALPORTS:    1024-65535
SELECTIVEACK:       NO        TIMEWAITINTERVAL:  60
DEFLTMAXSNDBUFSIZE: 00262144  RETRANSMITATTEMPT: 15
D TCPIP,TCPIP,N,ALL
EZD0101I NETSTAT CS V2R1 TCPIP 411
CLIENT NAME: NVFTPD1              CLIENT ID: 0000A41C
  LOCAL SOCKET: 10.12.4.18..20
  FOREIGN SOCKET: 10.88.2.41..41812
    BYTESIN:            00000000002147480120
    BYTESOUT:           00000000000000004120
    SEGMENTSIN:         00000000000001480212
    SEGMENTSOUT:        00000000000000740118
    ROUNDTRIPTIME:      38.210          ROUNDTRIPVARIANCE:  4.102
    QOSPOLICY:          NO
    ROUTINGPOLICY:      NO
    RECEIVEBUFFERSIZE:  0000065536      SENDBUFFERSIZE:     0000065536
    CONNECTIONSIN:      0000000001      CONNECTIONSDROPPED: 0000000000
    MAXIMUMBACKLOG:     0000000010      CONNECTIONFLOOD:    NO
"""

# OpenJ9 documentation, verbose GC logs
TEXTS["java-verbosegc.xml"] = """
<?xml version="1.0" encoding="UTF-8" ?>

<verbosegc xmlns="http://www.ibm.com/j9/verbosegc" version="R26_Java7_SR8">

<initialized id="1" timestamp="2015-03-17T10:00:02.104">
  <attribute name="gcPolicy" value="-Xgcpolicy:optthruput" />
  <attribute name="maxHeapSize" value="0x7f800000" />
  <attribute name="initialHeapSize" value="0x20000000" />
  <attribute name="compressedRefs" value="false" />
  <attribute name="pageSize" value="0x1000" />
  <attribute name="pageType" value="not used" />
  <attribute name="requestedPageSize" value="0x1000" />
  <attribute name="gcthreads" value="8" />
  <system>
    <attribute name="physicalMemory" value="137438953472" />
    <attribute name="numCPUs" value="16" />
    <attribute name="architecture" value="s390x" />
    <attribute name="os" value="z/OS" />
  </system>
  <vmargs>
    <option name="-Xmx2040m" />
    <option name="-Xms512m" />
    <option name="-Xgcpolicy:optthruput" />
    <option name="-Xlp:objectheap:pagesize=4K" />
  </vmargs>
</initialized>

<exclusive-start id="2" timestamp="2015-03-17T10:00:41.220" intervalms="39120.104">
  <response-info timems="0.011" idlems="0.011" threads="0" lastid="0000000000221B00" lastname="main" />
</exclusive-start>
<gc-start id="5" type="global" contextid="4" timestamp="2015-03-17T10:00:41.221">
  <mem-info id="6" free="1048576" total="536870912" percent="0" />
</gc-start>
<gc-end id="9" type="global" contextid="4" durationms="84.204" usertimems="520.1" systemtimems="2.1" timestamp="2015-03-17T10:00:41.305" activeThreads="8">
  <mem-info id="10" free="402653184" total="536870912" percent="75" />
</gc-end>
<exclusive-end id="12" timestamp="2015-03-17T10:00:41.306" durationms="85.910" />

<exclusive-start id="13" timestamp="2015-03-17T10:02:44.101" intervalms="122880.200">
  <response-info timems="0.013" idlems="0.013" threads="0" lastid="0000000000221B00" lastname="main" />
</exclusive-start>
<gc-start id="16" type="global" contextid="15" timestamp="2015-03-17T10:02:44.102">
  <mem-info id="17" free="2097152" total="536870912" percent="0" />
</gc-start>
<gc-end id="20" type="global" contextid="15" durationms="96.120" usertimems="601.4" systemtimems="2.9" timestamp="2015-03-17T10:02:44.198" activeThreads="8">
  <mem-info id="21" free="391118848" total="536870912" percent="72" />
</gc-end>
<exclusive-end id="23" timestamp="2015-03-17T10:02:44.199" durationms="97.804" />

</verbosegc>
"""

TEXTS["jvm.options"] = """
# WebSphere servant, 003 section 3.2.1 compared
-Xmx2040m
-Xms512m
-Xgcpolicy:optthruput
-Xlp:objectheap:pagesize=4K
-verbose:gc
"""

# IBM, z/OS MVS Initialization and Tuning Reference
TEXTS["ieasys00.txt"] = """
/* SYS1.PARMLIB(IEASYS00)  SYSTEM=SYSB */
CLOCK=00,CMD=(00,SB),CON=(00),
CSA=(4M,400M),
LFAREA=(1M=(2048M,1024M),2G=0),   /* SYSTEM=SYSB */
IOS=00,
MAXUSER=2000,
PAGESCM=ALL,
REAL=0,VRREGN=64
/* SYS1.PARMLIB(IECIOS00) */
MIH TIME=00:30,DEV=(0E40-0E47)
ZHPF=NO                            /* SYSTEM=SYSB */
"""

# 003, figures 6-10 to 6-12: a row without MAXH
TEXTS["rmf-overview-batch.txt"] = """
                                     R M F   O V E R V I E W   R E P O R T
                                                                                                                PAGE 001
           z/OS V2R1             SYSPLEX ID NVPLEX           START 03/17/2015-01.00.00  INTERVAL 00.10.00
                                 RPT VERSION V2R1 RMF        END   03/17/2015-01.40.00

NUMBER OF INTERVALS 4               TOTAL LENGTH OF INTERVALS 00.40.00
DATE   TIME     INT       CPUUSGP  CPUDLYP   IOUSGP   IODLYP   SSCHRT
MM/DD HH.MM.SS HH.MM.SS
03/17 01.00.00 00.09.59      17.3     10.2     23.7      9.2    10288
03/17 01.10.00 00.10.00      21.4     16.6     20.9      8.7     9463
03/17 01.20.00 00.10.00      29.8     15.1     22.7      9.1     6839
03/17 01.30.00 00.10.00      33.3      9.4     23.0      9.1     6768
"""

TEXTS["rmf-overview.csv"] = """
SYSTEM;DATE;TIME;INT;CPUBSY;AVGAVAIL;DEMPAGE;PFAULTS;SSCHRT
SYSA;03/17/2015;10.00.00;00.15.00;26,60;2874;8100,113;4041,204;43384
SYSA;03/17/2015;10.15.00;00.14.59;26,91;2790;8204,021;4102,880;43884
SYSB;03/17/2015;10.00.00;00.15.00;25,86;2874;7900,201;3944,012;43146
SYSB;03/17/2015;10.15.00;00.14.59;25,60;;7811,400;3901,116;42990
"""
