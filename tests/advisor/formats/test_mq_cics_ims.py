"""MQ, CICS with VSAM, IMS, program fetch, z/VSE and stress tests."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest

from advisor.observations import FileReading
from tests.advisor.reading.report_reading import read as read_text

Read = Callable[..., FileReading]


def of(reading: FileReading, subject: str) -> dict[str, object]:
    return {item.metric: item.value for item in reading.observations if item.subject == subject}


# -- MQ: figures and layout of 003, section 4.2.1 --------------------------------------------

USAGE = """\
CSQI010I !MQ51 Page set usage ...
Page  Buffer  Total  Unused  Persistent  NonPersist  Expansion
set   pool   pages  pages  data pages  data pages  count
-    0     0    5038    4980         58         0 USER    0
-    4     4   71634   71621         13         0 USER    2
End of page set report
CSQI065I !MQ51 Buffer pool attributes ...
  Buffer  Available  Stealable  Stealable  Page  Location
   pool   buffers   buffers   percentage class
-    0      2001      1976           98 4KB    BELOW
-    4     25000         0            0 FIXED4KB ABOVE
End of buffer pool attributes
"""


def test_mq_usage(read: Read) -> None:
    reading = read(USAGE)
    page_set = of(reading, "mq_pageset:MQ51/4")
    assert page_set["setting.BUFFPOOL"] == "4"
    assert (page_set["total_pages"], page_set["unused_pages"]) == (71634, 71621)
    assert page_set["expansions"] == 2
    pool = of(reading, "mq_bufferpool:MQ51/4")
    assert pool["setting.BUFFERS"] == 25000
    assert pool["setting.LOCATION"] == "above"
    assert pool["setting.PAGECLAS"] == "FIXED4KB"
    assert pool["relation.parent"] == "mq_manager:MQ51"
    assert reading.unread == ((6, 6), (12, 12))  # ends of tables


def test_mq_usage_survives_collapsed_columns(read: Read) -> None:
    collapsed = "\n".join(" ".join(line.split()) for line in USAGE.split("\n"))
    assert of(read(collapsed), "mq_pageset:MQ51/4") == of(read(USAGE), "mq_pageset:MQ51/4")


def test_mq_storage_message_over_two_lines(read: Read) -> None:
    text = """\
10.48.00 STC30242 CSQY220I @VTS1 CSQSCTL Queue manager storage usage: 299
299 local storage: used 992MB, free 527MB: above bar: used 197MB, free
299 >10GB
10.49.00 STC30242 CSQP020E @VTS1 CSQP1RSW Buffer pool 1 is too small
10.50.00 STC30242 CSQP020E @VTS1 CSQP1RSW Buffer pool 1 is too small
10.50.00 STC30242 CSQP020E @VTS1 CSQP1RSW Buffer pool 3 is too small
10.50.01 STC30242 CSQP001I @VTS1 Buffer pool 2 has 5000 buffers, 4999 (99%) stealable
"""
    reading = read(text)
    found = of(reading, "mq_manager:VTS1")
    assert found["storage_used_mb"] == 992
    assert found["storage_free_mb"] == 527
    assert found["storage_above_used_mb"] == 197
    assert "storage_above_free_gb" not in found  # ">10GB" is a bound
    assert found["storage_above_free_least_gb"] == 10
    assert found["pool_too_small_messages"] == 3
    for pool, count in ((1, 2), (3, 1)):
        assert of(reading, f"mq_bufferpool:VTS1/{pool}")["pool_too_small_messages"] == count
    assert of(reading, "mq_bufferpool:VTS1/2")["setting.BUFFERS"] == 5000
    assert reading.unread == ()  # ">10GB" is a bound, no figure


MP1B = """\
MVAA,VTS1,2015/12/08,11:16:31,VRM:710, >16MB not used , 527 MB
> 01 Buffs  200000 Low   9664 Now    10004 Getp 4604118 Getn  776616
   01 Rio      5034 STW 795724 TPW   554594 WIO  164024 IMW   33834
   01 DWT      17 DMC   229 STL 1226479 STLA      12 SOS      0
   01 Location - below bar
-MQ call-     N     ET     CT   Susp   LOGW   PSET
Get   :  949070     39      9     30      0     29
Put   :  949070     14      8      5      0
Maximum depth encountered 10000
"""


def test_mp1b(read: Read) -> None:
    reading = read(MP1B)
    pool = of(reading, "mq_bufferpool:VTS1/1")
    assert (pool["buffers_allocated"], pool["low_buffers"]) == (200000, 9664)
    assert (pool["rio"], pool["imw"], pool["sos"]) == (5034, 33834, 0)
    assert pool["setting.LOCATION"] == "below"
    manager = of(reading, "mq_manager:VTS1")
    assert manager["storage_free_mb"] == 527
    assert (manager["get_elapsed_us"], manager["get_suspend_us"]) == (39, 30)
    assert (manager["puts"], manager["put_cpu_us"]) == (949070, 8)
    assert manager["relation.parent"] == "lpar:MVAA"
    assert manager["setting.VERSION"] == "7.1.0"
    assert reading.unread == ()


def test_a_row_of_mp1b_with_columns_blanked_gives_no_figure(read: Read) -> None:
    lines = [f"{line[:40]}{' ' * 20}{line[60:]}" for line in MP1B.splitlines()[:4]]
    pool = of(read("\n".join(lines)), "mq_bufferpool:VTS1/1")
    assert not {"tpw", "stealable_buffers", "rio", "steals"} & pool.keys()


def test_mp1b_interval_length(read: Read) -> None:
    text = MP1B.replace(
        " >16MB not used , 527 MB",
        "From 2015/12/08,11:00:00.5 to 2015/12/08,11:16:31.5 duration 991.0 seconds.",
    )
    reading = read(text)
    assert of(reading, "mq_manager:VTS1")["duration_s"] == 991
    pool = next(item for item in reading.observations if item.metric == "imw")
    assert pool.interval.duration_s == 991


def test_mqsmfcsv_with_guards_padding_and_a_last_comma(read: Read) -> None:
    text = (
        "Date,Time,LPAR,QMgr,MQ_Version,Interval_Start,Interval_Duration,POOL,NBUF,CBSL,CBS ,"
        "GETP,GETN,RIO ,STW ,TPW ,WIO ,IMW ,DWT ,DMC ,STL ,STLA,SOS ,LOC,FIX,\n"
        '"2016123","16:30:00,000000","MV41","VTS1","800","16:00:00,000000",1800,  1,="100000",'
        "  9664,10004,4604118,776616,5034,795724,554594,164024,33834,17,229,1226479,12,0,"
        '"Above","Fixed",\n'
    )
    reading = read(text, "QPST.csv")
    pool = of(reading, "mq_bufferpool:VTS1/1")
    assert pool["buffers_allocated"] == 100000
    assert pool["low_buffers"] == 9664
    assert pool["imw"] == 33834
    assert pool["setting.PAGECLAS"] == "FIXED4KB"
    item = next(item for item in reading.observations if item.metric == "imw")
    assert item.interval.duration_s == 1800
    assert item.interval.end == "2016-05-02T16:30:00"
    assert reading.unread == ()


def test_mqsmfcsv_message_counts_become_a_rate(read: Read) -> None:
    text = (
        "Date,Time,LPAR,QMgr,MQ_Version,Interval_Start,Interval_Duration,MQOpen,MQClose,MQGet ,"
        "MQPut,MQPut1,\n"
        '"2016123","16:30:00,000000","MV41","VTS1","800","16:00:00,000000",100,1,1,700,200,100,\n'
    )
    found = of(read(text), "mq_manager:VTS1")
    assert (found["gets"], found["puts"], found["messages_per_s"]) == (700, 300, 10)


# -- CICS and VSAM: figures of 002 and 003 ---------------------------------------------------

TCB = """\
TCB Mode < TCBs Attached > TCB Attach MVS Accumulated Accumulated Accumulated
           Current Peak Attaches Failures Waits Time in MVS wait Time Dispatched Time / TCB
QR 1 1 0 0 143277 00:10:24.771944 00:02:40.437340 00:00:28.560502
RO 1 1 0 0 0 00:00:00.000000 00:00:00.000000 00:00:00.000000
"""


def test_tcb_modes(read: Read) -> None:
    found = of(read(TCB, "cicsa.txt"), "cics_region:CICSA")
    assert found["qr_waits"] == 143277
    assert found["qr_dispatch_s"] == pytest.approx(160.43734)
    assert found["qr_cpu_s"] == pytest.approx(28.560502)
    assert found["duration_s"] == pytest.approx(624.771944 + 160.43734)
    assert found["tcb_cpu_s"] == pytest.approx(28.560502)


def test_tcb_modes_of_the_statistics_utility(read: Read) -> None:
    text = """\
TCB      Op. System   Op. System         Total TCB         Total TCB        DS TCB
Mode     Waits        Wait Time          Dispatch Time     CPU Time         CPU Time
QR       143,277      0-00:10:24.77194   0-00:02:40.43734  0-00:00:28.56050 0-00:00:01.00000
RO             3      0-00:00:01.00000   0-00:00:00.50000  0-00:00:00.25000 0-00:00:00.00000
"""
    reading = read(text, "stup.txt")
    found = of(reading, "cics_region:STUP")
    assert found["qr_waits"] == 143277
    assert found["qr_dispatch_s"] == pytest.approx(160.43734)
    assert found["tcb_cpu_s"] == pytest.approx(28.8105)
    assert reading.unread == ()


def test_vse_subtasks_under_their_other_labels(read: Read) -> None:
    text = """\
TCB       TCB       TCB               Op. System   Op. System        TCB               TCB
Name      Status    Start Time        Waits        Wait Time         Dispatch Time     CPU Time
QR_SUBD   Active    05:00:27.09690    158,563    07:02:49.69133    00:01:59.57785    00:00:50.96825
"""
    found = of(read(text, "vse.txt"), "cics_region:VSE")
    assert found["qr_waits"] == 158563
    assert found["qr_cpu_s"] / found["qr_dispatch_s"] == pytest.approx(0.43, abs=0.005)  # type: ignore[operator]


FILES = """\
Applid CICSV  Sysid CV01  Jobname CICSICCF  Date 03/17/2015  Time 17:59:40    CICS 1.1.1
Filename Method Type   Pool  Max  Total    Requests  Requests    Requests   Requests   Requests
BASE     VSAM   KSDS      6    0      0      595      248032         0     248032     248032         0     562436      24052
BASE     BUFFER WAIT HWM      0    TOTAL      5   LSRPOOL BUFFER SIZE DATA 4096 INDEX 2048
BASE     SPLITS CI    6762    CA   188    DEFINED CISZ DATA 4096 INDEX 2048   EXCC   8535   SHAREOPTIONS 2
BASE     DATASETNAME X.VSAM.MASTER   DSNSHARING Y BASE R/W RECSZ  80 RECORDS  500,000
BASE     STRINGS  150  STRINGS4UPDATE 120  KEYLEN 6  CI/CA 180  COMPRESSED N
PATH     VSAM   KSDSP     6    0      0        0           0    510847          0          0         0     562436      24052
PATH     SPLITS CI    6762    CA   188    DEFINED CISZ DATA 4096 INDEX 2048   EXCC    916   SHAREOPTIONS 2
PATH     DATASETNAME X.VSAM.MASTER   DSNSHARING Y PATH R/W RECSZ  80 RECORDS  500,000
OWN      VSAM   KSDS    412      6    100           0         0          0          0         0         20         30
"""  # noqa: E501


def test_shared_data_sets_are_counted_once(read: Read) -> None:
    reading = read(FILES)
    base = of(reading, "vsam_file:CICSV/BASE")
    path = of(reading, "vsam_file:CICSV/PATH")
    assert base["excps"] == 586488
    assert base["requests"] == 744691
    assert base["exclusive_control_conflicts"] == 8535
    assert base["setting.DSNSHARING"] == "ALLREQS"
    assert base["setting.STRINGS"] == 150
    assert base["setting.ACCESS"] == "LSR"
    assert base["buffer_waits"] == 5
    assert path["setting.TYPE"] == "path"
    assert path["requests"] == 510847
    assert path["exclusive_control_conflicts"] == 916
    assert "excps" not in path
    assert "ci_splits" not in path
    assert path["excps_counted_with"] == "vsam_file:CICSV/BASE"
    assert reading.unread == ()


def test_without_sharing_both_files_keep_their_excps(read: Read) -> None:
    text = FILES.replace("DSNSHARING Y", "DSNSHARING N")
    assert of(read(text), "vsam_file:CICSV/PATH")["excps"] == 586488


def test_a_blank_pool_column_is_no_pool(read: Read) -> None:
    own = of(read(FILES), "vsam_file:CICSV/OWN")
    assert own["setting.ACCESS"] == "NSR"
    assert "setting.LSRPOOLID" not in own
    assert (own["string_wait_hwm"], own["string_waits"]) == (412, 6)
    assert own["reads"] == 100
    assert own["excps"] == 50


WIDE = """\
Applid CICSV  Sysid CV01  Jobname CICSICCF  Date 03/17/2015  Time 17:59:40    CICS 1.1.1
Filename Method Type   Pool  Max  Total    Requests  Requests    Requests   Requests   Requests   Requests   EXCPs      EXCPs
LACKS    VSAM   KSDS      6    0      0                  248032         0     248032     248032          0    562436      24052
OWN      VSAM   KSDS           4      6         100           0         0          0          0          0        20         30
"""  # noqa: E501


def test_a_row_that_lacks_a_count_does_not_take_its_pool_for_one(read: Read) -> None:
    reading = read(WIDE)
    lacks = of(reading, "vsam_file:CICSV/LACKS")
    assert not lacks.keys() & {"string_wait_hwm", "string_waits", "reads", "excps", "requests"}
    (problem,) = reading.problems
    assert "line 3: a count of this file is missing" in problem.sentence
    own = of(reading, "vsam_file:CICSV/OWN")
    assert (own["string_wait_hwm"], own["string_waits"], own["reads"]) == (4, 6, 100)


def test_lsr_pools_of_the_zos_report(read: Read) -> None:
    text = """\
Applid CICSZ  Sysid CZ01  Jobname CICSZ  Date 03/17/2015  Time 10:45:00    CICS 5.2.0
LSR Pools
_________
Pool Number . . . . . . . . . . . :  3     Time Created . . . . . . . : 05:00:27
Maximum key length. . . . . . . . :         64
Total number of strings . . . . . :         50
Peak concurrently active strings. :          9
Total requests waited for string. :         12
Data Buffer Statistics
   Buffer     No. of         Look       Buffer      User        Non-User    Look-aside
   Size       Buffers        asides     Reads       Writes      Writes      Ratio
    4096          200        512440     585904       96032           10      46.6%
Index Buffer Statistics
    2048          120        812004     159612           0            0      83.5%
"""
    reading = read(text)
    pool = of(reading, "lsr_pool:CICSZ/3")
    assert (pool["setting.MAXKEY"], pool["setting.STRINGS"]) == (64, 50)
    assert (pool["strings_waits"], pool["strings_peak"]) == (12, 9)
    data = of(reading, "lsr_buffers:CICSZ/3/D4096")
    assert (data["setting.BUFFERS"], data["lookasides"], data["reads"]) == (200, 512440, 585904)
    assert data["writes"] == 96042
    assert of(reading, "lsr_buffers:CICSZ/3/I2048")["lookasides"] == 812004


def test_request_tables_follow_their_headings(read: Read) -> None:
    text = """\
File     Get         Get upd     Browse      Update      Add         Delete      <-- VSAM EXCP requests -->
name     requests    requests    requests    requests    requests    requests       Data        Index
POLMST       418,220      96,104      12,440      95,910       8,122          40     301,884      88,410
TOO          1,000       2
"""  # noqa: E501
    reading = read(text, "stup.txt")
    found = of(reading, "vsam_file:STUP/POLMST")
    assert found["reads"] == 418220
    assert found["reads_for_update"] == 96104
    assert found["updates"] == 95910
    assert found["deletes"] == 40
    assert found["excps"] == 390294
    assert found["requests"] == 630836
    assert reading.unread == ((4, 4),)  # a row that does not fit is not read


def test_stat_rexx_ratios_and_file_block(read: Read) -> None:
    text = """\
DISPATCHER cpu time per transaction 0.002008 seconds based on TCB cpu time
DISPATCHER cpu time per transaction 0.005539 seconds based on accumulated partition cpu time
DISPATCHER dispatch time per transaction 0.006274 seconds
LSRPOOL 1 data hit ratio 54%
LSRPOOL 2 index hit ratio 98%
File BIG LSRPOOL 1 KSDSP PATH EXCPs 36836080 DEXCPs 36820729 IEXCPs 15351 EXCPs/second 553.55
Index/Data EXCP ratio 99.99 EXCPs/Request 68.84 EXCPs/task 31.12
File requests 535119 Requests/task 0.45 Read/Write ratio 9999999.99
Read 0 0.00% Read Update 0 0.00% Browse 535119 100.00%
"""
    reading = read(text, "stat.txt")
    region = of(reading, "cics_region:STAT")
    assert region["cpu_ms_per_tx_tcb"] == pytest.approx(2.008)
    assert region["cpu_ms_per_tx_partition"] == pytest.approx(5.539)
    assert region["dispatch_ms"] == pytest.approx(6.274)
    assert of(reading, "lsr_pool:STAT/1")["data_lookaside_pct"] == 54
    big = of(reading, "vsam_file:STAT/BIG")
    assert (big["excps"], big["excps_data"], big["excps_index"]) == (36836080, 36820729, 15351)
    assert (big["requests"], big["browses"]) == (535119, 535119)
    assert big["setting.TYPE"] == "path"
    assert 9999999.99 not in [item.value for item in reading.observations]


def test_task_records_become_means(read: Read) -> None:
    text = (
        "TRAN;APPLID;DATE;START;STOP;USRDISPT;USRCPUT;SUSPTIME;RESPONSE\n"
        "ABCD;CICSA;2015-03-17;10:00:00;10:00:01;0,010;0,004;0,090;0,100\n"
        "ABCD;CICSA;2015-03-17;10:00:09;10:00:10;0,030;0,006;0,170;0,200\n"
    )
    found = of(read(text, "mcsv.csv"), "cics_region:CICSA")
    assert found["transactions"] == 2
    assert found["response_ms"] == pytest.approx(150)
    assert found["dispatch_ms"] == pytest.approx(20)
    assert found["duration_s"] == 10


# -- IMS and program fetch: 004 --------------------------------------------------------------


def test_a_blank_ends_the_preload_list(read: Read) -> None:
    text = """\
BROWSE    IMSA.PROCLIB(DFSMPLM1) - 01.07            Line 00000000 Col 001 080
Command ===>                                                  Scroll ===> CSR
********************************* Top of Data **********************************
CEEBINIT,CEEPLPKA, CEEEV004,IGZDMR
IGZXD24
******************************** Bottom of Data ********************************
"""
    reading = read(text)
    region = of(reading, "ims_region:IMSA/MPR")
    assert region["setting.PRELOAD_MODULES"] == "CEEBINIT,CEEPLPKA,IGZXD24"
    assert region["setting.PRELOAD_LOST"] == "CEEEV004,IGZDMR"
    assert reading.unread == ((5, 6),)  # what stands behind the end


def test_a_member_that_is_a_file_of_its_own(read: Read) -> None:
    reading = read("CEEBINIT,CEEPLPKA,\nIGZDMR\n", "DFSMPLM1")
    region = of(reading, "ims_region:IMS/MPR")
    assert region["setting.PRELOAD_MODULES"] == "CEEBINIT,CEEPLPKA,IGZDMR"
    assert region["setting.PRELOAD_LOST"] == ""


def test_the_region_procedure(read: Read) -> None:
    text = """\
//PROC SOUT=A,RGN=56K,SYS2=,
//PCB=000,PRLD=,STIMER=,SOD=,DBLDL=,
//SSM=,PREINIT=M1,ALTID=,PWFI=N,
"""
    region = of(read(text), "ims_region:IMS/MPR")
    assert region["setting.PREINIT"] == "M1"
    assert region["setting.PRLD"] == ""
    assert region["setting.PWFI"] is False


def test_ims_monitor_means_come_from_totals(read: Read) -> None:
    text = """\
IMS MONITOR   ****REGION SUMMARY****    TRACE START 2015 076 10:00:00    TRACE STOP 2015 076 10:45:00 PAGE 0010   IMSA
SCHEDULING AND TERMINATION
**REGION    1              100     169000       1690     20814
**REGION    2              300     504000       1680     19977
**TOTALS                   400     673000
SCHEDULE TO FIRST CALL
**REGION    1              100   600000       6000     84120
**REGION    2              300   600000       2000     81904
**TOTALS                   400   1200000      3000
REGION OCCUPANCY
**REGION    1    99.0%
**REGION    2    97.0%
"""  # noqa: E501
    region = of(read(text), "ims_region:IMSA/MPR")
    assert region["schedules"] == 400
    assert region["schedule_to_first_call_us"] == 3000
    assert region["duration_s"] == 2700
    assert region["region_occupancy_pct"] == 98


def test_pdse_displays(read: Read) -> None:
    text = """\
IGD002I 09:25:55 DISPLAY SMS 270
PDSE_BMFTIME = 120           PDSE1_BMFTIME = 240
PDSE_HSP_SIZE = 256MB        PDSE1_HSP_SIZE = 0MB
IGW048I PDSE HSPSTATS Start of Report(SMSPDSE1) 985
HiperSpace Size: 0 MB
-----data set name-----Cache--Always-DoNot
CEE.SCEERUN2                    Y      N      N
IMSPERF.COBOL.PGMLIB           Y      Y      N
SYS1.OTHER                     N      N      Y
PDSE HSPSTATS End of Report(SMSPDSE1)
"""
    reading = read(text, "syspa.txt")
    found = of(reading, "lla_pdse:SYSPA")
    assert found["setting.PDSE_HSP_SIZE"] == 256
    assert found["setting.PDSE1_HSP_SIZE"] == 0
    assert found["setting.PDSE1_BMFTIME"] == 240
    assert found["eligible_libraries"] == 2
    assert found["always_cache_libraries"] == 1
    assert reading.unread == ((8, 10),)  # not cached, the end
    assert ["so it was called SYSPA" in one.sentence for one in reading.problems] == [True]


def test_routed_displays_name_their_systems(read: Read) -> None:
    text = """\
SYSA     IGD002I 09:25:55 DISPLAY SMS 270
PDSE_HSP_SIZE = 256MB        PDSE1_HSP_SIZE = 0MB
SYSB     IGD002I 09:25:55 DISPLAY SMS 271
PDSE_HSP_SIZE = 128MB        PDSE1_HSP_SIZE = 0MB
"""
    reading = read(text)
    assert of(reading, "lla_pdse:SYSA")["setting.PDSE_HSP_SIZE"] == 256
    assert of(reading, "lla_pdse:SYSB")["setting.PDSE_HSP_SIZE"] == 128
    assert of(reading, "lla_pdse:SYSB")["relation.parent"] == "lpar:SYSB"


# -- z/VSE and stress tests ------------------------------------------------------------------


def test_monvse(read: Read) -> None:
    text = """\
Date,Time,Samples,LPARCPU%,VSECPU%,NP/TOT,F4 CPUA%,F4 CPUW%,F4 NP%,F4 CPU%
2018-02-20,10:00:10,40,55.1,50.2,0.41,10,2,5,11.5
2018-02-20,10:01:00,149,60.0,52.2,0.45,12,3,6,14.5
2018-02-20,10:02:00,130,61.0,53.2,0.46,13,4,7,15.5
"""
    reading = read(text, "vse1.csv")
    found = of(reading, "lpar:VSE1")
    assert found["cp_busy_pct"] == 61.0
    partition = of(reading, "cics_region:F4")
    assert partition["np_tot_ratio"] == 0.46
    assert (partition["monvse_samples_min"], partition["monvse_samples_max"]) == (130, 149)
    assert (partition["cpu_pct"], partition["cpu_wait_pct"]) == (15.5, 4)


def test_query_td(read: Read) -> None:
    text = """\
AR 0015 CPU   STATUS     SPIN_TIME    NP_TIME TOTAL_TIME NP/TOT
AR 0015 00    ACTIVE             0     125000     200000  0.625
AR 0015 01    ACTIVE             0      25000     100000  0.250
AR 0015 TOTAL                    0     150000     300000  0.500
"""
    found = of(read(text, "vse1.txt"), "lpar:VSE1")
    assert found["np_tot_ratio"] == 0.5
    assert found["setting.CPS"] == 2


def test_stress_test_table_with_decimal_commas(read: Read) -> None:
    text = (
        "Test ID;Cluster nuclei;CLUCACHESIZE;User commands;Avg. TXG runtime (minutes);ETR;ITR\n"
        "D20P9;2;220G;509.955.088;98,33;86.435;43.186\n"
    )
    found = of(read(text, "tests.csv"), "adabas_database:D20P9")
    assert found["setting.NUCLEI"] == 2
    assert found["setting.CLUCACHESIZE"] == 220 * 1024
    assert found["commands"] == 509955088
    assert found["duration_s"] == pytest.approx(98.33 * 60)
    assert (found["etr_per_s"], found["itr_per_cpu_s"]) == (86435, 43186)


def test_measurements_json(read: Read) -> None:
    point = {
        "id": "D13X1",
        "conditions": {"product": "ALS", "nuclei": 2, "zhpf": True, "lbp_mb": 100},
        "results": {"etr_per_s": 67841, "adabas_cpu_min": 255.9},
    }
    document = {"format": "plexwright-measurements/1", "points": [point]}
    reading = read(json.dumps(document, indent=1), "m.json")
    found = of(reading, "adabas_database:D13X1")
    assert found["setting.PRODUCT"] == "ALS"
    assert found["setting.ZHPF"] is True
    assert found["etr_per_s"] == 67841
    assert found["cpu_s"] == pytest.approx(255.9 * 60)
    etr = next(item for item in reading.observations if item.metric == "etr_per_s")
    assert '"etr_per_s": 67841' in etr.text


@pytest.mark.parametrize(
    "text", ['{"format": "plexwright-measurements/1", "points": [', "[" * 9000]
)
def test_damaged_measurements_are_one_sentence(read: Read, text: str) -> None:
    reading = read('"plexwright-measurements/1"\n' + text, "m.json")
    assert [problem.sentence for problem in reading.problems] == [
        "m.json is damaged JSON: write the measurements again."
    ]


def test_the_qr_line_is_read_with_its_ratio_behind_it() -> None:
    # As IBM prints the report in CICS TS 3.1 to 5.5: only QR has the ratio of the last column.
    text = """\
Applid IYK2Z1V1  Sysid CJB3  Jobname CI07CJB1    12/17/2004  Time 09:18:32    CICS 6.4.0   PAGE  4

Dispatcher TCB Modes

   TCB    TCBs Attached    Op. System     Op. System      Total TCB       Total TCB         DS TCB\
      TCB CPU/Disp
   Mode  Current    Peak     Waits         Wait Time     Dispatch Time     CPU Time        CPU Time\
         Ratio
    QR         1        1       4,463   01:53:49.86610  00:00:04.92424  00:00:02.28346\
  00:00:00.34112      46.3%
    RO         1        1         214   01:53:16.47126  00:00:14.06893  00:00:01.10855\
  00:00:00.00475
"""
    found = read_text(text)
    region = "cics_region:IYK2Z1V1"
    assert found(region, "qr_cpu_s") == pytest.approx(2.28346)
    assert found(region, "qr_dispatch_s") == pytest.approx(4.92424)
    assert found(region, "qr_waits") == 4463
    assert found(region, "tcb_cpu_s") == pytest.approx(3.39201)


def test_buffer_pools_as_the_queue_manager_reports_them_when_it_starts() -> None:
    found = read_text("CSQP001I -MQ1P Buffer pool 2 has 50000 buffers\n")
    assert found("mq_bufferpool:MQ1P/2", "setting.BUFFERS") == 50000
    assert found("mq_bufferpool:MQ1P/2", "stealable_buffers") is None


@pytest.mark.parametrize(("printed", "version"), [("920", "9.2.0"), ("1000", "10.0.0")])
def test_versions_of_mq(printed: str, version: str) -> None:
    from advisor.formats.mq.statistics import _version

    assert _version(printed) == version


def test_a_negative_count_of_a_table_is_said_and_a_lacking_one_not() -> None:
    """mqsmfcsv writes -1 for what a release does not have; any other figure below 0 is damage."""
    heading = "Date,Time,LPAR,QMgr,BufferPool,Buffer_Count,Getp_Old_Requests\n"
    row = "2015/03/17,10:00:00,NVS1,NVQ1,0,{},100\n"
    damaged = read_text(heading + row.format("-5000"))
    assert damaged.values("mq_bufferpool:NVQ1/0", "setting.BUFFERS") == []
    assert damaged("mq_bufferpool:NVQ1/0", "getp") == 100
    assert any("-5000" in sentence for sentence in damaged.sentences)
    assert read_text(heading + row.format("-1")).sentences == []
