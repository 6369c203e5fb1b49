# ruff: noqa: E501  (report lines are as long as they are)
"""Texts of further formats that rules rest on: Db2, program fetch, MQ accounting, caching."""

from __future__ import annotations

TEXTS: dict[str, str] = {}

TEXTS["db2-gbp.txt"] = """
                   J E S 2  J O B  L O G  --  S Y S T E M  S Y S B  --  N O D E  NVPLEX1
-DB2P DISPLAY GROUPBUFFERPOOL(GBP1) GDETAIL(*)
DSNB750I  -DB2P DISPLAY FOR GROUP BUFFER POOL GBP1 FOLLOWS
DSNB755I  -DB2P DB2 GROUP BUFFER POOL STATUS
             CONNECTED                                 = YES
             CURRENT DIRECTORY TO DATA RATIO           = 5
             PENDING DIRECTORY TO DATA RATIO           = 5
             CURRENT GBPCACHE ATTRIBUTE                = YES
             PENDING GBPCACHE ATTRIBUTE                = YES
DSNB756I  -DB2P   CLASS CASTOUT THRESHOLD              = 5, 0
             GROUP BUFFER POOL CASTOUT THRESHOLD       = 30%
             GROUP BUFFER POOL CHECKPOINT INTERVAL     = 4 MINUTES
             RECOVERY STATUS                           = NORMAL
             AUTOMATIC RECOVERY                        = Y
DSNB757I  -DB2P MVS CFRM POLICY STATUS FOR DSNDB0P_GBP1 = NORMAL
             MAX SIZE INDICATED IN POLICY              = 8388608 KB
             DUPLEX INDICATOR IN POLICY                = DISABLED
             CURRENT DUPLEXING MODE                    = SIMPLEX
             ALLOCATED                                 = YES
DSNB758I  -DB2P   ALLOCATED SIZE                       = 4194304 KB
               VOLATILITY STATUS                       = VOLATILE
               REBUILD STATUS                          = NONE
               CFNAME                                  = CF01
DSNB759I  -DB2P   NUMBER OF DIRECTORY ENTRIES          = 3912044
               NUMBER OF DATA PAGES                    = 782404
               NUMBER OF CONNECTIONS                   = 2
DSNB783I  -DB2P CUMULATIVE GROUP DETAIL STATISTICS SINCE 06:00:04 MAR 17, 2015
DSNB784I  -DB2P GROUP DETAIL STATISTICS
             READS
               DATA RETURNED                           = 41204118
DSNB787I  -DB2P RECLAIMS
               FOR DIRECTORY ENTRIES                   = 18281
               FOR DATA ENTRIES                        = 0
             CASTOUTS                                  = 16073
DSNB788I  -DB2P CROSS INVALIDATIONS
               DUE TO DIRECTORY RECLAIMS               = 4489
               DUE TO WRITES                           = 3624
DSNB790I  -DB2P DISPLAY FOR GROUP BUFFER POOL GBP1 IS COMPLETE
"""

TEXTS["db2-rebind.txt"] = """
//SYSTSIN  DD *
  DSN SYSTEM(DB2P)
  REBIND PACKAGE(NVCOLL.KVBUARG.(*)) -
         EXPLAIN(YES) RELEASE(COMMIT)
  END
"""

TEXTS["db2-accounting-times.txt"] = """
LOCATION: NVDB2P          OMEGAMON XE FOR DB2 PERFORMANCE EXPERT (V5R2)          PAGE: 1-1
   GROUP: N/P                    ACCOUNTING REPORT - LONG                 REQUESTED FROM: NOT SPECIFIED
  MEMBER: N/P                                                                         TO: NOT SPECIFIED
SUBSYSTEM: DB2P                    ORDER: CONNECT                       INTERVAL FROM: 03/17/15 10:00:00.02
DB2 VERSION: V11                   SCOPE: MEMBER                                    TO: 03/17/15 10:44:59.88

AVERAGE       APPL(CL.1)  DB2 (CL.2)  IFI (CL.5)    CLASS 3 SUSPENSIONS   AVERAGE TIME  AV.EVENT
------------  ----------  ----------  ----------    --------------------  ------------  --------
ELAPSED TIME    0.695104    0.641207         N/P    LOCK/LATCH(DB2+IRLM)      0.000118      0.42
CP CPU TIME     0.004120    0.003811         N/P    SYNCHRON. I/O             0.027052     35.69
"""

TEXTS["db2-statistics.txt"] = """
LOCATION: NVDB2P          OMEGAMON XE FOR DB2 PERFORMANCE EXPERT (V5R2)          PAGE: 1-1
   GROUP: N/P                    STATISTICS REPORT - LONG                 REQUESTED FROM: NOT SPECIFIED
  MEMBER: N/P                                                                         TO: NOT SPECIFIED
SUBSYSTEM: DB2P                    ORDER: N/A                           INTERVAL FROM: 03/17/15 10:00:00.02
DB2 VERSION: V11                   SCOPE: MEMBER                                    TO: 03/17/15 10:44:59.88

REAL AND AUXILIARY STORAGE FOR DBM1    QUANTITY  REAL AND AUXILIARY STORAGE FOR DIST    QUANTITY
-----------------------------------  ----------  -----------------------------------  ----------
REAL STORAGE IN USE             (MB)   24270.43  REAL STORAGE IN USE             (MB)     128.86
AUXILIARY STORAGE IN USE        (MB)     412.00  AUXILIARY STORAGE IN USE        (MB)       0.00
"""

TEXTS["smplist.txt"] = """
                   J E S 2  J O B  L O G  --  S Y S T E M  S Y S B  --  N O D E  NVPLEX1
1PAGE 0002  - NOW SET TO TARGET ZONE TZOS21   DATE 03/17/15  TIME 09:42:39  SMP/E 36.100  SMPLIST

 TZOS21   SYSMOD ENTRIES

   NAME

 UA76082   TYPE            = PTF
           FMID            = HDZ2210
           STATUS          = REC
           DATE/TIME REC   = 15.041  10:28:48
           SUPING          = AA45127 AA44118
"""

TEXTS["amblist.txt"] = """
                   J E S 2  J O B  L O G  --  S Y S T E M  S Y S B  --  N O D E  NVPLEX1
                        *****  M O D U L E   S U M M A R Y  *****
        MEMBER NAME:  NVPOLI10                                 MAIN ENTRY POINT:    00000000
        LIBRARY:      SYSLIB                                   AMODE OF MAIN ENTRY POINT: 31
      ****               ATTRIBUTES OF MODULE   *
                **   BIT  STATUS         BIT  STATUS         BIT  STATUS         BIT  STATUS   **
                     32  NON-MIGR        33  NO-PRIME        34  NO-PACK         35  RESERVED
                        ***** SEGMENT MAP TABLE *****
   CLASS             SEGMENT  OFFSET    LENGTH    LOAD     TYPE   ALIGNMENT   RMODE
   B_TEXT                  1       0    3A4120    INITIAL  CAT    DBLWORD     ANY
   C_WSA                   2       0      4120    DEFER    MERGE  QDWORD      ANY
   B_TEXT24                3       0       2B8    INITIAL  CAT    DBLWORD     24
"""

TEXTS["cobol-listing.txt"] = """
                   J E S 2  J O B  L O G  --  S Y S T E M  S Y S B  --  N O D E  NVPLEX1
PP 5655-W32 IBM Enterprise COBOL for z/OS  5.1.0            Date 03/02/2015  Time 11:04:12   Page 1
 Options in effect:
   NOADATA
   ADV
   ARCH(6)
   OPTIMIZE(1)
   RMODE(AUTO)
"""

TEXTS["mqsmfcsv-WQ.csv"] = """
Date,Time,LPAR,QMgr,MQ_Version,Base_Name,Get_CT(S),Get_CT(US),Put_CT(S),Put_CT(US),Total_Bytes_Put,Total_Valid_Puts,
"2015/03/17","10:30:00,000000","SYSA","MQA1","800","NV.ORDERS",0,412000,0,880000,4096000,2000,
"""

TEXTS["adabas-caching.txt"] = """
 12:22:31            ***** A D A B A S   CACHING FACILITY *****            2012-02-16
 DBID 152                 - Cache Session Summary -                           PCF0002
                                File Level
 Cache Allocation Summary                                                      Page 1
   Current Adabas Buffer Efficiency ........     159,3
   Estimated NON-CACHE Buffer Efficiency ...     152,3
   Number of Active Cache Spaces ...........         4
   Number of Cache Spaces defined ..........        32

                           --- ASSO ---      --- DATA ---      --- WORK ---
 Cache Statistics
   Cache writes ..........          177                93                 0
   Read EXCPS ............          238              1827                 0
   Cache reads ...........          140                 0                 0
   Total reads ...........          378              1827                 0
   Efficiency ............         37,0               0,0               0,0

 Read Ahead Statistics
   RABN's read ...........          197                 0
   EXCPS .................           20                 0
   Ave. blks/EXCP ........          9,8               0,0         next page >>
"""
