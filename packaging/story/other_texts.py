# ruff: noqa: E501  (report lines are as long as they are)
"""More reports outside the story: tables as CSV, z/VSE, PDSE and a later release of Adabas."""

from __future__ import annotations

TEXTS: dict[str, str] = {}

# 002, the page about the STAT REXX program: sentences and file blocks; layout of the blocks from
# the figures quoted there
TEXTS["stat-rexx.txt"] = """
APPLID NVVSECI2   STAT REXX   2015-03-17 18:00:04

DISPATCHER cpu time per transaction 0.002104 seconds based on TCB cpu time
DISPATCHER cpu time per transaction 0.004912 seconds based on accumulated partition cpu time
DISPATCHER dispatch time per transaction 0.005840 seconds

LSRPOOL 1 data hit ratio 58%
LSRPOOL 1 index hit ratio 71%
LSRPOOL 1 is responsible for 61.20% of all LSR Read EXCPs and 54.10% of all LSR activity
LSRPOOL 2 data hit ratio 84%
LSRPOOL 2 index hit ratio 97%
LSRPOOL 2 is responsible for 38.80% of all LSR Read EXCPs and 45.90% of all LSR activity

Number of CA splits since OPEN FILE NVPOLIS 142

Number of Exclusive Control Conflicts FILE NVPOLIS 71204

File NVPOLIS LSRPOOL 1 KSDS BASE
  EXCPs 612044 DEXCPs 514002 IEXCPs 98042 EXCPs/second 9.20
  Index/Data EXCP ratio 0.19 EXCPs/Request 0.88 EXCPs/task 0.51
  File requests 695504 Requests/task 0.58 Read/Write ratio 0.50
  Read 704 0.10% Read Update 231600 33.30% Browse 0 0.00%
  Rewrite 231600 33.30% Add 231600 33.30% Delete 0 0.00%
  CI split/Add 6340 0.03 CA split/Add 142 0.00 Exclusive Control/Request 71204 0.10 SHR(2)
"""

# CMF field names: CICS Customization Guide, performance data in groups DFHTASK, DFHFILE, DFHCICS
TEXTS["cmf-tasks.csv"] = """
APPLID,TRAN,TASKNO,DATE,START,STOP,RESPONSE,USRDISPT,USRCPUT,SUSPTIME,FCIOWTT
NVCICS02,NV01,4120,2015-03-17,10:00:01.120,10:00:01.161,0.041200,0.012040,0.008112,0.029160,0.018220
NVCICS02,NV01,4121,2015-03-17,10:00:01.204,10:00:01.238,0.034120,0.011802,0.008040,0.022318,0.014102
NVCICS02,NV07,4122,2015-03-17,10:00:02.002,10:00:02.210,0.208044,0.088120,0.071204,0.119924,0.090412
NVCICS02,NV01,4123,2015-03-17,10:00:02.044,10:00:02.080,0.036010,0.012118,0.008204,0.023892,0.015540
NVCICS02,NV09,4124,2015-03-17,10:00:03.310,10:00:03.322,0.012004,0.006120,0.004802,0.005884,0.000000
NVCICS02,NV01,4125,2015-03-17,10:00:04.120,10:00:04.158,0.038120,0.012440,0.008320,0.025680,0.016008
"""

# 002, "How I Measure Cpu Utilisation": the columns it names; their order is not shown there
TEXTS["monvse.csv"] = """
Date,Time,Samples,LPARCPU%,VSECPU%,NP/TOT,F4_CPUA%,F4_CPUW%,F4_NP%,F4_CPU%,F4_IO/S,F5_CPUA%,F5_CPUW%,F5_NP%,F5_CPU%,F5_IO/S
17/03/2015,09:58:00,61,61.2,58.1,0.41,34.1,9.2,14.0,32.8,212,20.4,8.1,9.0,18.9,101
17/03/2015,10:03:00,148,68.4,65.0,0.42,38.2,14.1,16.1,35.9,240,23.0,12.4,10.2,20.6,118
17/03/2015,10:08:00,131,81.9,77.8,0.44,44.0,27.3,19.6,40.1,266,27.2,24.8,12.3,22.8,131
17/03/2015,10:13:00,146,70.1,66.7,0.42,39.0,15.2,16.4,36.8,244,23.4,13.0,10.4,21.0,120
"""

# IBM, z/VSE Planning, "Display Turbo Dispatcher information"
TEXTS["query-td.txt"] = """
query td
AR 0015   CPU   STATUS    SPIN_TIME    NP_TIME  TOTAL_TIME  NP/TOT
AR 0015    00   ACTIVE            0     812044     1904120   0.426
AR 0015    01   INACTIVE          0          0           0   *.***
AR 0015                ------------------------------------------
AR 0015 TOTAL                     0     812044     1904120   0.426
AR 0015
AR 0015               NP/TOT: 0.426      SPIN/(SPIN+TOT): 0.000
AR 0015   OVERALL UTILIZATION:  71%     NP UTILIZATION:  30%
AR 0015
AR 0015   ELAPSED TIME SINCE LAST RESET:      2681860
AR 0015 1I40I  READY
"""

# Parameter names: IBM, CICS System Definition Guide; the echo's layout is not shown there
TEXTS["cics-startup.txt"] = """
10.01.07 STC03116  +DFHPA1101 CICSAOR1 DFHSITA1 IS BEING LOADED.
10.01.07 STC03116  +DFHPA1927 CICSAOR1 APPLID=CICSAOR1,
10.01.07 STC03116  +DFHPA1927 CICSAOR1 ICV=1000,ICVR=20000,
10.01.07 STC03116  +DFHPA1927 CICSAOR1 MROLRM=NO,MROFSE=NO,
10.01.07 STC03116  +DFHPA1927 CICSAOR1 INTTR=ON,AUXTR=OFF,TRTABSZ=12288,
10.01.07 STC03116  +DFHPA1927 CICSAOR1 MN=ON,TS=(,32,10),
10.01.07 STC03116  +DFHPA1928 CICSAOR1 End of parameters.
"""

# Attribute names: IBM, CICS Resource Definition Guide, DFHCSDUP LIST
TEXTS["cics-csd.txt"] = """
 APPLID NVVSECI1
 DEFINE LSRPOOL(NVPOOL1) GROUP(NVLSR) LSRPOOLID(1)
        MAXKEYLENGTH(128) STRINGS(40) DATA4K(400) INDEX2K(120)
 DEFINE FILE(TARIF) GROUP(NVFILES) LSRPOOLID(NONE)
        DSNAME(NVPROD.VSAM.TARIF) STRINGS(6) DSNSHARING(NOREQS)
 DEFINE CONNECTION(VFO1) GROUP(NVISC) NETNAME(NVFOR1) ACCESSMETHOD(IRC)
 DEFINE TRANSACTION(CSMI) GROUP(NVISC) PROGRAM(DFHMIRS)
        DTIMOUT(NO) SPURGE(NO)
"""

# 002 names the displays; z/VSE Operation and z/VM CP Commands describe them
TEXTS["zvse-console.txt"] = """
AR 0015 SIR
AR 0015 CPUID VM = 00B52A4720968000      VSE = FF0B2A4720968000
AR 0015 VM-SYSTEM = z/VM 6.3.0 (1501)    USERID = NVVSE1
AR 0015 PRTY BG,FA,F9,F8,F6,F5,F4,F2,F7,FB,F3,F1
AR 0015 PRTY SHARE F4=100,F5=100
AR 0015 1I40I  READY
QUERY MDCACHE
Minidisk cache ON for system
Minidisk cache OFF for user
"""

# 004, the displays of SMS options and of the PDSE Hiperspace cache
TEXTS["sms-displays.txt"] = """
D SMS,OPTIONS
IGD002I 10:25:55 DISPLAY SMS 270
ACDS      = SYS1.NVSMS.ACDS
COMMDS    = SYS1.NVSMS.COMMDS
ACDS LEVEL = z/OS V2.1
SMS PARMLIB MEMBER NAME = IGDSMS00
INTERVAL = 15                 DINTERVAL = 150
SMF_TIME = YES                CACHETIME = 3600
CF_TIME = 3600                PDSE_RESTARTABLE_AS = YES
PDSE_BMFTIME = 3600           PDSE1_BMFTIME = 3600
PDSE_LRUTIME = 60             PDSE1_LRUTIME = 60
PDSE_LRUCYCLES = 15           PDSE1_LRUCYCLES = 15
DSNTYPE = PDS                 PDSESHARING = EXTENDED
PDSE_HSP_SIZE = 0MB           PDSE1_HSP_SIZE = 256MB

D SMS,PDSE1,HSPSTATS
IGW048I PDSE HSPSTATS Start of Report(SMSPDSE1) 985
HiperSpace Size: 256 MB
LRUtime : 60 Seconds  LRUcycles: 15 Cycles
BMF Time interval 3600 Seconds
-----data set name-----Cache--Always-DoNot
                                Elig---Cache--Cache
CEE.SCEERUN2                    Y      N      N
SYS1.SIEALNKE                   Y      N      N
NVIMS.PGMLIB                    Y      Y      N
NVTEST.PGMLIB                   N      N      Y
PDSE HSPSTATS End of Report(SMSPDSE1)
"""

# 003, section 4.2.1 and the public program mqsmfcsv: guards, microseconds after a comma, times
# in two columns, a comma at the end of each row
TEXTS["mqsmfcsv-QPST.csv"] = """
Date,Time,LPAR,QMgr,MQ_Version,Interval_Start (DATE),Interval_Start (TIME),Interval_Duration,POOL,NBUF,CBSL,CBS ,GETP,GETN,RIO ,STW ,TPW ,WIO ,IMW ,DWT ,DMC ,STL ,SOS ,LOC,FIX,
"2015/03/17","10:30:00,000000","SYSA","MQA1","800","2015/03/17","10:00:00,000000",1800,"0","2000",1961,1978,88214,1204,0,9120,310,44,0,0,0,1204,0,"Below","Paged",
"2015/03/17","10:30:00,000000","SYSA","MQA1","800","2015/03/17","10:00:00,000000",1800,"1",="100000",4712,4980,3120554,611840,4218,588120,420333,122410,27104,14,203,902117,0,"Below","Paged",
"2015/03/17","10:30:00,000000","SYSA","MQA1","800","2015/03/17","10:00:00,000000",1800,"2","5000",4991,4996,1840,22,0,96,8,2,0,0,0,22,0,"Below","Paged",
"""

TEXTS["mqsmfcsv-QMST.csv"] = """
Date,Time,LPAR,QMgr,MQ_Version,Interval_Start (DATE),Interval_Start (TIME),Interval_Duration,MQOPEN,MQCLOSE,MQGET,MQPUT,MQPUT1,MQINQ,
"2015/03/17","10:30:00,000000","SYSA","MQA1","800","2015/03/17","10:00:00,000000",1800,  412044,  412040, 1204118,  880412,  120448,    2044,
"""

# 001, the headings of its tables of results; figures are of no published test
TEXTS["stress-test.csv"] = """
Test ID;Cluster nuclei;Users;CASSOMAXS;CDATAMAXS;zHPF;User commands;Avg TXG run time (minutes);Total Adabas CPU time (minutes);ETR;ITR;Paging rate
NVT01;8;3000;2000M;16000M;off;531000000;45,00;241,10;196.667;36.707;0
NVT02;8;3000;2000M;16000M;on;591300000;45,00;266,40;219.000;36.993;0
NVT03;8;3000;2000M;31500M;off;534330000;45,00;264,65;197.900;33.650;19.440
"""

# Software AG, Adabas 8.5.4 operations: session statistics; figures of a small test database
TEXTS["ada85-session.txt"] = """
ADARUN PROG=ADANUC,SVC=249,DBID=20,NUCID=0,LOCAL=NO,MODE=MULTI
ADARUN LBP=400M,LWP=20M,LFIOP=40M,NT=20,NU=500,FMXIO=8
ADAN01 00020  2020-03-17 09:59:58 A d a b a s   V8.5.4   is active
The   A d a b a s   nucleus session   DBID 20

From 2020-03-17 10:00:00 to 2020-03-17 12:30:00

Duration      00002:30:00   hours
Wait time     00002:11:40   hours
CPU time      00000:18:20   hours

I/O Counts (Including Initialization)

Container            Reads        Writes
----------------------------------------
ASSO                412044         28120
DATA                960412         61044
WORK                     9        188204
PLOG                     0        180412
CLOG                     0             0
----------------------------------------
Total              1372465        457780

Logical reads       41,204,118
Buffer efficiency         30.0

A d a b a s   executed 14,880,412 calls in 20 threads
"""

# IBM, DFSMS Access Method Services Commands, LISTCAT output listings; figures of the story's file
TEXTS["listcat.txt"] = """
IDCAMS  SYSTEM SERVICES                                           TIME: 10:47:12        03/17/15     PAGE      1

LISTCAT ENTRIES(NVPROD.VSAM.TARIF) ALL
                                LISTING FROM CATALOG -- CATALOG.NVPROD
CLUSTER ------- NVPROD.VSAM.TARIF
     IN-CAT --- CATALOG.NVPROD
     HISTORY
       DATASET-OWNER-----(NULL)     CREATION--------2012.104
       RELEASE----------------2     EXPIRATION------0000.000
     ASSOCIATIONS
       DATA-----NVPROD.VSAM.TARIF.DATA
       INDEX----NVPROD.VSAM.TARIF.INDEX
   DATA ------- NVPROD.VSAM.TARIF.DATA
     IN-CAT --- CATALOG.NVPROD
     ATTRIBUTES
       KEYLEN----------------12     AVGLRECL-------------180     BUFSPACE-----------10240     CISIZE--------------4096
       RKP--------------------0     MAXLRECL-------------420     EXCPEXIT----------(NULL)     CI/CA----------------180
       SHROPTNS(2,3)   SPEED     UNIQUE           NOERASE     INDEXED       NOWRITECHK     NOIMBED       NOREPLICAT
     STATISTICS
       REC-TOTAL--------1204118     SPLITS-CI-----------8812     EXCPS------------6120441
       REC-DELETED----------412     SPLITS-CA------------204     EXTENTS----------------3
       REC-INSERTED-------88120     FREESPACE-%CI----------0     SYSTEM-TIMESTAMP:
       REC-UPDATED-------301204     FREESPACE-%CA----------0          X'CEB1240A9C2F4B00'
       REC-RETRIEVED---41204118     FREESPC-----------204800
   INDEX ------ NVPROD.VSAM.TARIF.INDEX
     IN-CAT --- CATALOG.NVPROD
     ATTRIBUTES
       KEYLEN----------------12     AVGLRECL---------------0     BUFSPACE---------------0     CISIZE--------------2048
       RKP--------------------0     MAXLRECL------------2041     EXCPEXIT----------(NULL)     CI/CA-----------------24
     STATISTICS
       REC-TOTAL-----------1204     SPLITS-CI-------------12     EXCPS-------------980421
"""
