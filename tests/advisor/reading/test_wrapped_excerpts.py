"""Excerpts of a few lines, pasted into a mail that wrapped them: too short to show their width.

Each gave wrong figures: a heading that was broken lost whose, when or which the figures are.
"""

from __future__ import annotations

import pytest

from tests import sweep_wrapped as sweep

STUP = """\
CICS 6.9.0 Statistics Utility Program   Report Date 03/24/2015  Report Time 13:08:29
Interval Report   Collection Date-Time 03/24/2015-00:15:00   Last Reset 23:00:00   Applid NVAOR8   Jobname NVAOR8J
 TRANSACTION MANAGER STATISTICS
   Total number of transactions (user + system) :     12,345
   Current MAXTASKS limit. . . . . . . . . . :           120
 TEMPORARY STORAGE STATISTICS
   Buffer reads. . . . . . . . . . . . . . . :            55
"""  # noqa: E501
IN_EFFECT = """\
   PARAMETERS IN EFFECT

PROGRAM       = ADANUC        DBID          = 10            NUCID         = 1
LBP           = 104857600     LWP           = 10485760      NT            = 80
"""
GC = """\
<verbosegc version="200712_12">
<af type="tenured" id="9" timestamp="Mar 03 16:35:29 2008" intervalms="9750.000">
  <tenured freebytes="10737152" totalbytes="1073741824" percent="0" >
  </tenured>
  <gc type="global" id="9" totalid="9" intervalms="9750.100">
    <tenured freebytes="805306360" totalbytes="1073741824" percent="75" />
  </gc>
  <tenured freebytes="805306368" totalbytes="1073741824" percent="75" >
  </tenured>
  <time totalms="250.000" />
</af>
"""
BLOCKS = """\
   LOCATION: DBXLOC             OMEGAMON XE FOR DB2 PERFORMANCE EXPERT (V5R4)            PAGE: 1-1
  SUBSYSTEM: DBX1                       ORDER: CONNTYPE        INTERVAL FROM: 11/03/22 08:00:00.00
DB2 VERSION: V12                        SCOPE: MEMBER                     TO: 11/03/22 09:00:00.00

CONNTYPE: CICS

AVERAGE       APPL(CL.1)  DB2 (CL.2)  CLASS 3 SUSPENSIONS  AVERAGE TIME  AV.EVENT    HIGHLIGHTS
ELAPSED TIME    0.040000    0.032414  LOCK/LATCH(DB2+IRLM)  0.000512   0.41  #OCCURRENCES  :  3,000
CP CPU TIME     0.015000    0.013311  SYNCHRON. I/O         0.014110   10.00  #ALLIEDS   :  3,000

CONNTYPE: DRDA

AVERAGE       APPL(CL.1)  DB2 (CL.2)  CLASS 3 SUSPENSIONS  AVERAGE TIME  AV.EVENT    HIGHLIGHTS
ELAPSED TIME    4.000000    0.900000  LOCK/LATCH(DB2+IRLM)  0.000512   0.41  #OCCURRENCES  :  1,000
CP CPU TIME     0.600000    0.500000  SYNCHRON. I/O         0.100000   50.00  #ALLIEDS   :  1,000
"""
REGION = """\
1                   J E S 2  J O B  L O G  --  S Y S T E M  S Y S 7  --  N O D E  N O D E 7
 09.15.01 JOB00123  $HASP373 MPP7 STARTED - INIT 3    - CLASS D - SYS SYS7
         1 //MPP7 JOB (A),MSGCLASS=K
         2 //MPP EXEC DFSMPR,CL1=001,PRLD=P7,PREINIT=L7,PWFI=Y,IMSID=IMS7
           //       RGN=48M
 XXDFSMPR PROC SOUT=A,RGN=56K,SYS2=,
 XX       PCB=000,PRLD=,STIMER=,SOD=,DBLDL=,
 XX       SSM=,PREINIT=,ALTID=,PWFI=N,
"""
FILES = """\
Applid CICSV  Sysid CV01  Jobname CICSICCF  Date 03/17/2015  Time 17:59:40    CICS 1.1.1
Filename Method Type   Pool  Max  Total    Requests  Requests    Requests   Requests   Requests   EXCPs      EXCPs
BASE     VSAM   KSDS      6    0      0      595      248032         0     248032     248032         0     562436      24052
BASE     SPLITS CI    6762    CA   188    DEFINED CISZ DATA 4096 INDEX 2048   EXCC   8535   SHAREOPTIONS 2
BASE     DATASETNAME X.VSAM.MASTER   DSNSHARING Y BASE R/W RECSZ  80 RECORDS  500,000
PATH     VSAM   KSDSP     6    0      0        0           0    510847          0          0         0     562436      24052
PATH     SPLITS CI    6762    CA   188    DEFINED CISZ DATA 4096 INDEX 2048   EXCC    916   SHAREOPTIONS 2
PATH     DATASETNAME X.VSAM.MASTER   DSNSHARING Y PATH R/W RECSZ  80 RECORDS  500,000
"""  # noqa: E501
CLASS = """\
REPORT BY: POLICY=OWL        WORKLOAD=NVONLINE   SERVICE CLASS=NVCICS    RESOURCE GROUP=*NONE     PERIOD=1 IMPORTANCE=2

-TRANSACTIONS-  TRANS-TIME HHH.MM.SS.TTT  --DASD I/O--  ---SERVICE---   SERVICE TIME  ---APPL %---  --PROMOTED--
AVG       6.50  ACTUAL                38  SSCHRT  1204.4 IOC   106722K   CPU   1768.400 CP     88.15  BLK    0.000
MPL       6.50  EXECUTION             12  RESP       1.4 CPU  1063325K   SRB    111.600 AAPCP   0.00  ENQ    0.000
"""  # noqa: E501
STORAGE = """\
10.48.00 STC30242 CSQY220I @VTS1 CSQSCTL Queue manager storage usage: 299
299 local storage: used 992MB, free 527MB: above bar: used 197MB, free >10GB
10.49.00 STC30242 CSQP020E @VTS1 CSQP1RSW Buffer pool 1 is too small
10.50.01 STC30242 CSQP001I @VTS1 Buffer pool 2 has 5000 buffers, 4999 (99%) stealable
"""

EXCERPTS = {
    "DFHSTUP": STUP,
    "ADARUN in effect": IN_EFFECT,
    "verbosegc": GC,
    "Db2 by connection": BLOCKS,
    "IMS region": REGION,
    "CICS files": FILES,
    "RMF class": CLASS,
    "MQ storage": STORAGE,
}
WAYS = (
    "hard",
    "hard, trimmed",
    "soft",
    "soft, stripped",
    "soft, flowed",
    "soft, quoted",
    "soft, requoted",
)


@pytest.mark.parametrize("name", EXCERPTS)
def test_an_excerpt_that_mail_wrapped_gives_no_figure_that_it_does_not_have(name: str) -> None:
    text = EXCERPTS[name]
    lines = text.splitlines()
    whole, _ = sweep.figures(text.encode())
    assert whole
    for way in WAYS:
        for width in (72, 80):
            wrapped = sweep.WAYS[way][0](lines, width)
            if wrapped != lines:
                assert not sweep.outcome(whole, wrapped).wrong, (way, width)


def test_tags_written_over_several_lines_are_not_said_to_be_wrapped() -> None:
    lines = GC.replace(' intervalms="9750.000"', '\n    intervalms="9750.000"').splitlines()
    found, said = sweep.figures("\n".join(lines).encode())
    assert found
    assert not [sentence for sentence in said if "wrapped" in sentence]
