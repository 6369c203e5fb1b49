"""Excerpts whose blanks were lost, and parts of reports that are known by their headings.

Shapes after IBM, OMEGAMON for Db2 PE (class 3 suspensions, lockout, Group Buffer Pool Detail), a
published accounting trace with classes 1 and 2, CICS TS 3.1 (storage below 16 MB), the IMS
documentation (VSAM-Statistics), Access Method Services and WebSphere's WLM example; values and
names are others.
"""

from __future__ import annotations

from tests.advisor.reading.report_reading import Read, read


def left(found: Read) -> tuple[tuple[int, tuple[str, ...]], ...]:
    """Numbers of recognised pages that nobody took or left out."""
    return found.reading.numbers.listed


CLASS_3 = """\
CLASS 3 SUSPENSIONS AVERAGE TIME AV.EVENT TIME/EVENT
-------------------- ------------ -------- ----------
LOCK/LATCH(DB2+IRLM) 0.000100 0.25 0.000400
SYNCHRON. I/O 0.000300 0.50 0.000600
LOG WRITE I/O 0.000000 0.00 N/C
ACCELERATOR N/A N/A N/A
"""


def test_suspensions_whose_blanks_were_lost_are_read_by_their_columns() -> None:
    found = read(CLASS_3)
    db2, block = "db2_subsystem:REPORT", "printed.CLASS 3 SUSPENSIONS"
    assert found(db2, "sync_io_per_tx") == 0.5
    assert found(db2, f"{block}: LOCK/LATCH(DB2+IRLM) (AV.EVENT)") == 0.25
    assert found(db2, f"{block}: LOCK/LATCH(DB2+IRLM) (TIME/EVENT)") == 0.0004
    assert not left(found)


TRACE = """\
    TIMES/EVENTS APPL (CLASS 1)  DB2 (CLASS 2)
    ------------ -------------- --------------
    ELAPSED TIME 0:16:04.612532 0:00:00.020942
    CPU TIME     0:00:00.005166 0:00:00.004720
"""


def test_times_of_one_thread_are_no_averages_of_its_subsystem() -> None:
    found = read(TRACE)
    db2, block = "db2_subsystem:REPORT", "printed.TIMES/EVENTS"
    assert found(db2, f"{block}: ELAPSED TIME (APPL (CLASS 1))") == 964.612532
    assert found(db2, f"{block}: CPU TIME (DB2 (CLASS 2))") == 0.00472
    assert not found.all(db2, "response_ms")
    assert not left(found)


LOCKOUT = """\
PRIMAUTH           --- L O C K   R E S O U R C E ---                      --------------- A G E N T S --------------
 PLANNAME          TYPE      NAME                    TIMEOUTS DEADLOCKS   MEMBER    PLANNAME  CONNECT   CORRID
------------------ --------- ----------------------- -------- ---------   --------  --------- --------  ------------
ANNA
 NVPLAN01          PARTITION DB  =NVDB                       3         0   N/P       NVPLAN02  TSO       NVA
"""  # noqa: E501


def test_a_lockout_table_without_its_page_is_known() -> None:
    assert not left(read(LOCKOUT))


PANEL = """\
 ________________ ZGBP     VTM     O2       V610.#P DN12 03/17/15 14:08:43   2
> Help PF1               Back PF3               Up PF7           Down PF8
>
> A-BUFFER POOL    *-GROUP BUFFER POOL    C-BUFFER POOL SNAPSHOT   H-HISTORICAL
===============================================================================
>                        GROUP BUFFER POOL DETAIL

 GBP   0
+ Collection Interval:  REALTIME                         Start:  03/17 14:08:11
+ Report Interval:      31 sec                             End:  03/17 14:08:43
+
+ Read Hit %              =        .4%
+
+                                    TOTAL  INTERVAL  /SECOND  /THREAD  /COMMIT
+                                 QUANTITY  QUANTITY  (   31)  (    0)  (    0)
+                                 --------  --------  -------  -------  -------
"""


def test_a_panel_as_wide_as_its_screen_is_not_cut_off() -> None:
    found = read("\n".join(line.ljust(79) for line in PANEL.splitlines()))
    assert not [said for said in found.sentences if "cut off" in said]


STORAGE = """\
Applid NVC1Z1V2 Sysid NVB2 Jobname NVC07B23 Date 03/17/2015 Time 10:03:21 CICS 6.9.0 PAGE 2
Storage BELOW 16MB
Current DSA Limit . . . . . . : 5,120K
CDSA UDSA SDSA RDSA Totals
Current DSA Size. . . . . . . : 512K 0K 256K 256K 1,024K
* Peak DSA Used . . . . . . . . : 384K 0K 8K 180K
* Lowest Free Storage . . . . . : 128K 0K 248K 76K
"""


def test_storage_areas_whose_blanks_were_lost_are_read_where_none_is_blank() -> None:
    found = read(STORAGE)
    region = "cics_region:NVC1Z1V2"
    assert found(region, "dsa_used_peak_mb.CDSA") == 0.375
    assert found(region, "dsa_free_lowest_mb.CDSA") == 0.125
    assert not left(found)
    blank = read(STORAGE.replace("384K 0K 8K", "384K 8K"))
    assert not blank.all(region, "dsa_used_peak_mb.CDSA")


BY_PCB = """\
IMS MONITOR   ****VSAM STATISTICS****     TRACE START 2015 076  12:42:54     TRACE STOP  2015 076  12:43:07  PAGE  0012

                  DL/I   VSAM     RET    RET   ISRT   ISRT    BFR    BKG    SYN                                USR    NUR
PCBNAME  DDNAME   FUNC  IWAITS    RBA    KEY   ESDS   KSDS    ALT    WTS    PTS   GETS  SCHBFR FOUND   READS   WTS    WTS
_______  ______   ____   _____    ___    ___   ____   ____    ___    ___    ___   ____  ______ _____   _____   ___    ___
NVPCB    NVDD     STAT   1       1.00   0.00   0.00   0.00   1.00   0.00   1.00   1.00   0.00   1.00   0.00   1.00   0.00
"""  # noqa: E501


def test_vsam_statistics_by_pcb_are_left_out_and_are_no_cut_print() -> None:
    found = read(BY_PCB)
    assert not left(found)
    assert not [said for said in found.sentences if "cut off" in said]


OF_ITSELF = """\
CLUSTER ------- 00000000000000000000000000000000000000000000
   DATA ------- NVUCAT{0}
     ATTRIBUTES
       KEYLEN----------------45     AVGLRECL------------4086     BUFSPACE-----------11776     CISIZE--------------4096
     STATISTICS
       REC-TOTAL----------37{0}1     SPLITS-CI-------------1{0}     EXCPS--------------3901
"""  # noqa: E501


def test_catalogues_of_which_each_lists_itself_are_not_one_data_set() -> None:
    found = read(OF_ITSELF.format(1) + OF_ITSELF.format(2))
    assert found("vsam_file:NVUCAT1", "ci_splits") == 11
    assert found("vsam_file:NVUCAT2", "ci_splits") == 12
    assert not any("000" in seen.subject for seen in found.reading.observations)


CLASS = """\
TRANSACTIONS TRANS.-TIME SS.TTT ---SERVICE-- --SERVICE RATES--
AVG 1.00 ACTUAL 0 IOC 0 ABSRPTN 79615
MPL 1.00 EXECUTION 0 CPU 422567 TRX SERV 79615
ENDED 0 QUEUED 0 MSO 10159K TCB 38.9
EXCTD 0 CONVERSION 0 /SEC 79630 IIT 0.0
REM ENC 0.00 APPL % 36.2
"""


def test_service_units_a_second_are_known_in_the_older_layout() -> None:
    found = read(CLASS)
    assert found("service_class:REPORT", "appl_cp_pct") == 36.2
    assert not left(found)


LOG = """\
12.50.11 JOB00386  $HASP373 NVJOB2 STARTED - INIT 4    - CLASS K - SYS NVS3
12.50.12 JOB00386  $HASP395 NVJOB2 ENDED
------ JES2 JOB STATISTICS ------
  17 MAR 2015 JOB EXECUTION DATE
           30 CARDS READ
         0.01 MINUTES EXECUTION TIME
        1 //NVJOB2   JOB 'NV',CLASS=K,MSGCLASS=A,MSGLEVEL=(1,1),                  JOB00386
          // REGION=0M,TIME=1440,
          // USER=NVUSER
        2 //JOBLIB   DD DSN=NV.TNUC0,DISP=SHR
        3 //ILTA     EXEC PGM=DFSILTA0
"""


def test_a_job_card_that_goes_on_is_known() -> None:
    assert not left(read(LOG))
