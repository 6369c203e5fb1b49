"""RMF pages as people quote them: without titles, collapsed, of releases with other columns."""

# ruff: noqa: E501  (report lines as wide as the paper)

from __future__ import annotations

from tests.advisor.reading.report_reading import heading, read

CLASS = (
    "REPORT BY: POLICY=NVPOL   WORKLOAD=ONLINE    SERVICE CLASS=CICSHI    RESOURCE GROUP=*NONE"
    "   PERIOD=1 IMPORTANCE=2\n"
)


def test_a_class_quoted_without_the_title() -> None:
    found = read(
        CLASS + "-TRANSACTIONS--  TRANSACTION TIME   HHH.MM.SS.TTT\n"
        "AVG        0.00  ACTUAL             000.00.00.114\n"
        "ENDED       216  EXECUTION          000.00.00.078\n"
        "END/SEC    0.24  STANDARD DEVIATION 000.00.00.270\n"
    )
    assert found.formats == ("rmf-workload",)
    assert found("service_class:CICSHI.1", "response_ms") == 114
    assert found("service_class:CICSHI.1", "execution_ms") == 78
    assert found("service_class:CICSHI.1", "ended_per_s") == 0.24


def test_zips_seconds_with_one_decimal_are_no_percentage() -> None:
    found = read(
        "REPORT BY: POLICY=NVPOL WORKLOAD=DDFWL\n"
        "TRANSACTIONS ---SERVICE---- SERVICE TIMES ---APPL %---\n"
        "AVG 0.23 IOC 0 CPU 381.4 CP 4.71\n"
        "EXCTD 0 /SEC 1092 AAP N/A IIP 2.61\n"
        "AVG ENC 0.23 IIP 94.2\n"
    )
    assert found("service_class:WORKLOAD DDFWL", "appl_iip_pct") == 2.61
    assert found("service_class:WORKLOAD DDFWL", "ziip_cpu_s") == 94.2
    assert found("service_class:WORKLOAD DDFWL", "cpu_s") == 381.4


def test_zips_figures_that_nothing_tells_apart_stay_unread() -> None:
    found = read(
        CLASS + "TRANSACTIONS TRANS.-TIME SS.TTT ---SERVICE-- --SERVICE RATES--\n"
        "MPL 1.00 EXECUTION 0 CPU 52K TCB 39.9 CP 4.9\n"
        "AVG ENC 0.00 IIP 9.1\n"
    )
    assert found("service_class:CICSHI.1", "cpu_s") == 39.9
    assert found.values("service_class:CICSHI.1", "ziip_cpu_s") == []
    assert found.values("service_class:CICSHI.1", "appl_iip_pct") == []


def test_one_appl_percentage_before_there_were_zips() -> None:
    found = read(
        CLASS + "TRANSACTIONS TRANS.-TIME SS.TTT ---SERVICE-- --SERVICE RATES--\n"
        "REM ENC 0.00 APPL % 37.2\n"
    )
    assert found("service_class:CICSHI.1", "appl_cp_pct") == 37.2


def test_storage_before_the_page_in_rates() -> None:
    found = read(
        CLASS + "-TRANSACTIONS--  TRANS-TIME HHH.MM.SS.TTT  TRANS-APPL%\n"
        "AVG       5.34   ACTUAL                209  TOTAL         5.36\n"
        "----SERVICE----  SERVICE TIME   --DASD I/O---  ----STORAGE----  -PAGE-IN RATES-\n"
        "IOC     12345    CPU   48.227   SSCHRT  103.4  AVG    1017.21   SINGLE      0.3\n"
        "CPU     1234K    SRB    0.412   RESP      1.2  TOTAL  5432.10   BLOCK       0.1\n"
    )
    assert found("service_class:CICSHI.1", "frames_per_address_space") == 1017.21
    assert found("service_class:CICSHI.1", "frames") == 5432.10
    assert found("service_class:CICSHI.1", "page_ins_per_s") == 0.3


def test_figures_of_no_class_are_said_to_be_so() -> None:
    block = "TRANSACTIONS TRANS.-TIME SS.TTT ---SERVICE--\nAVG 1.00 ACTUAL {} IOC 0\n"
    found = read(block.format(38), "nvclass.txt")
    assert found("service_class:NVCLASS", "response_ms") == 38
    (said,) = found.sentences
    assert "so it was called NVCLASS, as the file is" in said
    found = read(block.format(38) + block.format(52), "nvclass.txt")  # of two classes, or periods
    assert found.values("service_class:NVCLASS", "response_ms") == [38]
    assert any("no REPORT BY line" in said for said in found.sentences)


PARTITIONS = """\
 MVS PARTITION NAME                     NVLP1       PHYS PROC NUM    35
 IMAGE CAPACITY                          114                   CP     9
 NUMBER OF CONFIGURED PARTITIONS          59                   AAP    0
                                                               IIP    3
 NAME       S   WGT  DEF    ACT  DEF   WLM%  NUM   TYPE  EFFECTIVE        TOTAL
 NVLP1      A   300    0     10  N N N  0.0   2.0  CP   00.00.50.520   00.00.51.120   2.8 2.84 0.01 0.6 0.63
 NVLP9      D
 NVLP1      A   100                             2  IIP  00.02.20.520   00.02.21.120   7.8 7.84 0.02 5.2 5.22
 NVLP2      A   200                           1.5  IIP  00.00.25.520   00.00.25.611   1.8 1.89 0.00 0.9 0.94
"""


def test_partitions_of_zips_have_no_capacity_columns_collapsed_or_not() -> None:
    machine = "CPU  2964  CPC CAPACITY 571  SEQUENCE CODE 00000000000829E7\n"
    whole = heading("C P U  A C T I V I T Y") + machine + PARTITIONS
    collapsed = "\n".join(" ".join(line.split()) for line in whole.split("\n"))
    for text in (whole, collapsed):
        found = read(text)
        assert found("cpc:829E7", "setting.CPS") == 9
        assert found("cpc:829E7", "setting.ZIIPS") == 3
        assert found("cpc:829E7", "partition_physical_pct.NVLP2.IIP") == 0.94
        assert found("cpc:829E7", "partition_logical_pct.NVLP2.IIP") == 1.89
        assert found.reading.unread == ()


def test_partition_data_alone_names_the_partition() -> None:
    found = read(PARTITIONS)
    assert found("lpar:NVLP1", "setting.WEIGHT") == 300
    assert "which machine the partitions share is not known" in found.sentences[0]
    assert len(found.sentences) == 1
    row = next(n for n, text in enumerate(PARTITIONS.split("\n"), 1) if "NVLP2" in text)
    assert any(first <= row <= last for first, last in found.reading.unread)


def test_structures_of_collapsed_columns_without_their_type() -> None:
    text = heading("C O U P L I N G  F A C I L I T Y  A C T I V I T Y") + (
        "COUPLING FACILITY NAME = CF01\n"
        "COUPLING FACILITY USAGE SUMMARY\n"
        "LIST DB8QSCA ACTIVE 33M 0.1 0 0.0 0.0 0.00 26K 51K N/A N/A\n"
        "ISTGENERIC ACTIVE X 17M 0.1 1234 0.0 0.0 0.69 8192 8192 0 N/A\n"
    )
    found = read(text)
    assert found("cf_structure:ISTGENERIC", "setting.SIZE_MB") == 17
    assert found("cf_structure:ISTGENERIC", "setting.TYPE") == "list"
    assert found("cf_structure:ISTGENERIC", "requests_per_s") == 0.69


def test_a_structure_in_two_facilities_is_a_pair() -> None:
    """The second half was lost, and both rates were asked about as contradicting."""
    page = heading("COUPLING FACILITY ACTIVITY", system="NVPLEX", plex=True) + (
        "COUPLING FACILITY NAME = {cf}\n"
        "COUPLING FACILITY USAGE SUMMARY\n"
        "   CACHE  DSNDB1P_GBP1   ACTIVE      4G  41.2      1234K  9.8  9.8  {rate}  5012K  1002K"
        "    N/A     12K\n"
        "                         {half}                                     4901K    998K"
        "    N/A       0\n"
        "COUPLING FACILITY STRUCTURE ACTIVITY\n"
        "STRUCTURE NAME = DSNDB1P_GBP1      TYPE = CACHE  STATUS = ACTIVE\n"
        "NVS1       600000  SYNC  590000   59.0     {rate}      8.8        NO SCH    0   0.0\n"
    )
    one, other = "cf_structure:DSNDB1P_GBP1", "cf_structure:DSNDB1P_GBP1@CF02"
    for first, second in (("PRIM", "SEC "), ("SEC ", "PRIM"), ("    ", "    ")):
        found = read(
            page.format(cf="CF01", rate="1371.1", half=first)
            + page.format(cf="CF02", rate=" 260.0", half=second)
        )
        wanted = (260, 1371.1) if first == "SEC " else (1371.1, 260)
        pair = (one, other.replace("02", "01")) if first == "SEC " else (one, other)
        assert tuple(found(half, "requests_per_s") for half in pair) == wanted
        assert tuple(found(half, "sync_us.NVS1") for half in pair) == wanted
        assert not found.sentences


def test_a_report_of_several_intervals_covers_all_of_them() -> None:
    """Counts of two hours were divided by the mean length of an interval."""
    text = (
        "1                   P A G E   D A T A   S E T   A C T I V I T Y\n"
        "      z/OS V2R4      SYSTEM ID SYS1     START 05/11/2019-06.00.00     INTERVAL 00.15.00\n"
        "                     RPT VERSION V2R4 RMF      END   05/11/2019-08.00.00"
        "     CYCLE 1.000 SECONDS\n"
        " PAGE                                                           %     PAGE\n"
        " SPACE    VOLUME DEV  DEVICE   SLOTS  ---- SLOTS USED --- BAD   IN   TRANS NUMBER    PAGES\n"
        " TYPE     SERIAL NUM  TYPE     ALLOC   MIN    MAX    AVG  SLOTS USE   TIME IO REQ   XFER'D\n"
        " LOCAL    PAG003 0F03 33903    71999  16548  16548  16548     0 12.34 0.012   99999   345600"
        "  PAGE.LOCAL1\n"
    )
    (seen,) = read(text).all("lpar:SYS1", "page_data_set_pages_per_s.PAGE.LOCAL1")
    assert (seen.value, seen.interval.duration_s) == (48, 7_200)
    assert seen.interval.end == "2019-05-11T08:00:00"
    work = (
        "1                         W O R K L O A D   A C T I V I T Y\n"
        "      z/OS V2R4      SYSPLEX NVPLEX     START 05/11/2019-06.00.00     INTERVAL 000.15.00\n"
        "                     RPT VERSION V2R4 RMF      END   05/11/2019-08.00.00\n"
    )
    (seen,) = read(work + CLASS + "-TRANSACTIONS--\n MPL  12.3\n").all(
        "service_class:NVPLEX/CICSHI.1", "mpl"
    )
    assert seen.interval.duration_s == 7_200


def test_ziip_percentage_is_told_by_its_column() -> None:
    """Without the seconds below it, one with as many decimals as those of CPU was taken for them."""
    found = read(
        CLASS
        + "-TRANSACTIONS--  TRANS-TIME HHH.MM.SS.FFFFFF\n"
        + " ----SERVICE----   SERVICE TIME  ---APPL %---  --PROMOTED--\n"
        + " IOC        123K   CPU  12111.04   CP   1345.6  BLK    0.000\n"
        + " MSO           0   RCT     0.000   IIP  145.67  CRM    0.000\n"
    )
    assert found("service_class:CICSHI.1", "appl_iip_pct") == 145.67
    assert not found.values("service_class:CICSHI.1", "ziip_cpu_s")


def test_large_frames_by_the_headings_of_their_columns() -> None:
    text = heading("P A G I N G  A C T I V I T Y") + (
        " OPT = IEAOPT00   LFAREA SIZE = 4096M   MEMORY OBJECTS AND HIGH VIRTUAL STORAGE FRAMES\n"
        " 1 MB FRAMES    ------------ FIXED ---------------   ------------ PAGEABLE -----------\n"
        "                 TOTAL  AVAILABLE   IN-USE    MAX     TOTAL  AVAILABLE  IN-USE    MAX\n"
        "     AVG          4096       3000     1096   1100      2048       1000    1048   1100\n"
    )
    found = read(text)
    assert found("lpar:NVS1", "setting.LFAREA_1M_GB") == 4
    assert found("lpar:NVS1", "pageable_1m_frames_used") == 1048
    assert found("lpar:NVS1", "setting.LFAREA_USED_GB") == 1096 / 1024


def test_devices_without_their_page_are_recognised_and_refused() -> None:
    found = read(
        " STORAGE  DEV   DEVICE  NUMBER  VOLUME PAV  LCU  ACTIVITY RESP IOSQ CMR DB INT PEND DISC\n"
        " GROUP    NUM   TYPE    OF CYL  SERIAL            RATE   TIME TIME DLY DLY DLY TIME TIME\n"
        " XTEST   02200 33909     10017  NVSX01 1.0H 0020   0.001 .128 .000 .1 .000 .000 .1 .0 .0"
        " 0.00 0.00\n"
    )
    assert found.formats == ("rmf-device",)
    assert "no RMF heading with SYSTEM ID" in found.reading.problems[0].sentence


SUMMARY = """\
                          R M F   S U M M A R Y   R E P O R T
             z/OS V2R1                SYSTEM ID NVS5            START 12/31/2015-23.30.00  INTERVAL 00.15.00
                                      RPT VERSION V2R1 RMF      END   01/01/2016-00.45.00  CYCLE 1.000 SECONDS
 NUMBER OF INTERVALS 3              TOTAL LENGTH OF INTERVALS 00.44.58
 DATE   TIME      INT    CPU  DASD DASD  JOB   JOB   TSO   TSO   STC   STC  ASCH  ASCH  OMVS  OMVS SWAP DEMAND
 MM/DD  HH.MM.SS  MM.SS  BUSY RESP RATE  MAX   AVE   MAX   AVE   MAX   AVE  MAX   AVE   MAX   AVE  RATE PAGING
 12/31  23.30.00  14.59  48.6  0.5 2468.4  7     4   105   103   237   236    0     0    16    15  0.00   0.00
 01/01  00.00.00  14.59  ****  0.6 2868.4        4   105   103   237   236    0     0    16    15  0.00   1.20
 01/01  00.15.00  15.00  12.1  0.6 1868.4  7     4   105   103   237   236    0     0    16    15  0.00  12.20
-TOTAL/AVERAGE    44.58  30.3  0.6 2401.7  7     4   105   103   237   236    0     0    16    15  0.00   4.47
"""


def test_summary_rows_with_a_blank_and_asterisks_across_the_new_year() -> None:
    found = read(SUMMARY)
    assert found.formats == ("rmf-summary",)
    assert found.values("lpar:NVS5", "cp_busy_pct") == [48.6, 12.1]
    assert found.values("lpar:NVS5", "demand_paging_per_s") == [0.0, 1.2, 12.2]
    assert found.values("lpar:NVS5", "dasd_io_per_s") == [2468.4, 2868.4, 1868.4]
    starts = [item.interval.start for item in found.all("lpar:NVS5", "demand_paging_per_s")]
    assert starts == ["2015-12-31T23:30:00", "2016-01-01T00:00:00", "2016-01-01T00:15:00"]


def test_overview_rows_after_the_new_year_have_its_date() -> None:
    text = (
        "                R M F   O V E R V I E W   R E P O R T\n"
        "   z/OS V2R1     SYSTEM ID NVS5     START 12/31/2015-23.30.00  INTERVAL 00.15.00\n"
        "DATE   TIME      INT      AVGAVAIL     CPUUSGP\n"
        "MM/DD  HH.MM.SS HH.MM.SS\n"
        "12/31  23.30.00 00.15.00    234567        5.40\n"
        "01/01  00.00.00 00.15.00    134567        6.40\n"
    )
    starts = [item.interval.start for item in read(text).all("lpar:NVS5", "available_frames")]
    assert starts == ["2015-12-31T23:30:00", "2016-01-01T00:00:00"]


def test_a_summary_row_that_breaks_off_is_not_read() -> None:
    cut = SUMMARY[: SUMMARY.index("12.1") + 3]
    assert read(cut).values("lpar:NVS5", "cp_busy_pct") == [48.6]


def test_page_data_sets_cut_before_the_local_ones_do_not_say_where_is_paged_to() -> None:
    rows = (
        " PLPA    PGSY01  2000  33903      17999   6500   6500   6500   0  0.00  0.000   0     0"
        "      PAGE.NVS1.PLPA\n"
        " LOCAL   PGL001  2001  33909    1799999      0  12345   1234   0  1.22  0.003 123  4567"
        "  Y   PAGE.NVS1.LOCAL1\n"
    )
    page = heading("P A G E  D A T A  S E T  A C T I V I T Y") + rows
    assert read(page)("lpar:NVS1", "setting.PAGE_DEVICE") == "disk"
    cut = read(page[: page.index("PAGE.NVS1.LOCAL1")])
    assert cut.values("lpar:NVS1", "setting.PAGE_DEVICE") == []
    assert cut.values("lpar:NVS1", "page_data_set_pages_per_s.LOCAL") == []


def test_processors_of_an_old_release_name_their_type_in_front_of_the_total() -> None:
    text = heading("C P U  A C T I V I T Y") + (
        "CPU  2094   MODEL  703   H/W MODEL  S18  SEQUENCE CODE 000000000000B52A\n"
        "---CPU---    ONLINE TIME   LPAR BUSY     MVS BUSY      CPU SERIAL  I/O TOTAL\n"
        "NUM  TYPE    PERCENTAGE    TIME PERC     TIME PERC     NUMBER      INTERRUPT RATE\n"
        " 0   CP      100.00        45.67         46.01         0CB52A      123.4    3.21\n"
        " 1   CP      100.00        44.67         45.01         1CB52A      123.4    3.21\n"
        "CP  TOTAL/AVERAGE          45.17         45.51                     246.8    3.21\n"
        " 2   IIP     100.00        12.50         12.61         2CB52A\n"
        "IIP  AVERAGE               12.50         12.61\n"
    )
    found = read(text)
    assert found("lpar:NVS1", "cp_busy_pct") == 45.17
    assert found("lpar:NVS1", "mvs_busy_pct") == 45.51
    assert found("lpar:NVS1", "ziip_busy_pct") == 12.5
    assert found("cpc:B52A", "setting.MODEL") == "2094-S18"
    assert not found.reading.unread


def test_a_boosted_partition_has_one_more_word_in_its_row() -> None:
    machine = "CPU  2964  CPC CAPACITY 571  SEQUENCE CODE 00000000000829E7\n"
    rows = PARTITIONS + (
        " NVLP4      A S+Z  200  100*    22  Y N N 12.0   4.0  CP   00.50.25.520   00.50.25.611"
        "   84.01 84.01 0.00 37.34 37.34\n"
    )
    found = read(heading("C P U  A C T I V I T Y") + machine + rows)
    assert found("cpc:829E7", "partition_logical_pct.NVLP4") == 84.01
    assert found("cpc:829E7", "partition_physical_pct.NVLP4") == 37.34


def test_a_structure_quoted_without_the_facility_it_is_in() -> None:
    found = read(
        "                    COUPLING FACILITY STRUCTURE ACTIVITY\n\n"
        "STRUCTURE NAME = NVDB7_LOCK1      TYPE = LOCK\n"
        "          #REQ    --------------    REQUESTS ------------  ------ DELAYED REQUESTS ----\n"
        "SYSTEM    TOTAL           #     % OF -SERV TIME(MIC)- REASON  #  % OF  AVG TIME(MIC)\n"
        "NAME      AVG/SEC        REQ    ALL      AVG  STD_DEV        REQ  REQ   /DEL   /ALL\n"
        "NVS1        93K  SYNC    93K   61.0%     14.2    2.5\n"
        "          103.3  ASYNC   0     0.0%       0.0    0.0   NO SCH 0   0.0%   0.0   0.0\n"
        "                 CHNGD   0     0.0%  INCLUDED IN ASYNC\n"
    )
    assert found("cf_structure:NVDB7_LOCK1", "setting.TYPE") == "lock"
    assert found("cf_structure:NVDB7_LOCK1", "sync_us.NVS1") == 14.2
    assert found("cf_structure:NVDB7_LOCK1", "requests_per_s.NVS1") == 103.3
    assert found.values("cf_structure:NVDB7_LOCK1", "async_us.NVS1") == []
    assert found.values("cf_structure:NVDB7_LOCK1", "relation.parent") == []


def test_velocity_is_what_all_systems_achieved_not_what_io_management_would_give() -> None:
    goal = (
        "GOAL: EXECUTION VELOCITY 50.0%  VELOCITY MIGRATION:   I/O MGMT  71.3%  INIT MGMT 40.0%\n"
    )
    block = CLASS + "-TRANSACTIONS--  TRANS-TIME HHH.MM.SS.TTT\nAVG  5.34  ACTUAL  209\n" + goal
    table = (
        "          RESPONSE TIME   EX   PERF  AVG   --EXEC USING%--  --- EXEC DELAYS % ---\n"
        "SYSTEM                    VEL% INDX ADRSP  CPU AAP IIP I/O  TOT\n\n"
        "*ALL        --N/A--       44.4  1.1   5.0  2.3 N/A 0.0 1.0  1.5\n"
        "NVS1        --N/A--       42.2  1.2   3.0  2.3 N/A 0.0 1.0  1.5\n"
    )
    assert not read(block).values("service_class:CICSHI.1", "velocity_pct")
    assert read(block + table).values("service_class:CICSHI.1", "velocity_pct") == [44.4]
    on_one = "printed.EX VEL% ON NVS1"
    assert read(block + table)("service_class:CICSHI.1", on_one) == 42.2
    blank = table.replace("--N/A--       42.2", "              42.2")
    assert read(block + blank)("service_class:CICSHI.1", on_one) == 42.2
    assert not read(block + table.replace("42.2", "    ")).all("service_class:CICSHI.1", on_one)
    again = CLASS.replace("CICSHI", "BATCH") + "-TRANSACTIONS--\n" + table
    assert read(block + table + again)("service_class:BATCH.1", "velocity_pct") == 44.4


CICS_CLASS = """\
 REPORT BY: POLICY=NVPOL  WORKLOAD=NVWORK  SERVICE CLASS=NVCICS RESOURCE GROUP=*NONE   PERIOD=1 IMPORTANCE=HIGH

 -TRANSACTIONS--  TRANSACTION TIME   HHH.MM.SS.TTT
 AVG        0.00  ACTUAL             000.00.00.181
 MPL        0.00  QUEUED             000.00.00.047
 ENDED      2210  EXECUTION          000.00.00.122
 END/SEC    2.46  STANDARD DEVIATION 000.00.01.305
 #SWAPS        0
 EXECUTD    2187
 CICS BTE  91.7  11.4   0.0   0.0   0.0   0.0  80.3   0.0   0.0   0.0   0.0   0.0   0.0   0.0  80.3   0.0   0.0
"""


def test_a_class_of_cics_transactions_as_older_releases_print_it() -> None:
    for text in (CICS_CLASS, "\n".join(" ".join(line.split()) for line in CICS_CLASS.split("\n"))):
        found = read(text)
        subject = "service_class:NVCICS.1"
        assert found(subject, "response_deviation_ms") == 1305
        assert found(subject, "execution_ms") == 122
        assert found(subject, "ended") == 2210
        ((row, states),) = found.reading.numbers.listed  # no heading says which states these are
        assert (row, len(states)) == (10, 17)


CICS_STATES = """\
REPORT BY: POLICY=NVPOL WORKLOAD=NVWORK SERVICE CLASS=NVCICS  RESOURCE GROUP=*NONE  PERIOD=1 IMPORTANCE=1

TRANSACTIONS    TRANS.-TIME   HHH.MM.SS.TTT
AVG      0.00   ACTUAL                  214
MPL      0.00   EXECUTION               187
ENDED     905   QUEUED                    0
END/S    1.01   R/S AFFINITY              0

           RESP ---------------------------- STATE SAMPLES BREAKDOWN (%)----------------------   ------STATE------
SUB    P   TIME  --ACTIVE--  READY  IDLE   -------------------------WAITING FOR---------------   SWITCHED SAMPL(%)
TYPE        (%)   SUB  APPL                MISC   PROD  CONV  I/O                                LOCAL SYSPL REMOT
CICS  BTE  61.4K  0.3   0.0    0.1   2.9   96.4    0.0   0.3  0.0                                  0.2   0.0   0.0
CICS  EXE   152  64.1   0.0    2.7   0.0    0.0   33.1   0.0  0.1                                  0.0   0.0   0.0
"""


def test_states_of_cics_end_at_one_column_and_are_not_cut_off_there() -> None:
    found = read(CICS_STATES)
    assert found.values("service_class:NVCICS.1", "ended") == [905]
    assert found.values("service_class:NVCICS.1", "response_ms") == [214]
    assert not found.sentences
    narrow = read("\n".join(line[:100] for line in CICS_STATES.splitlines()) + "\n")
    assert any("looks cut off at column 100" in sentence for sentence in narrow.sentences)


RESPONSE_GOAL = """\
                                           W O R K L O A D   A C T I V I T Y
         z/OS V2R4               SYSPLEX PRDPLEX            DATE 10/04/2021           INTERVAL 15.00.002
                                 RPT VERSION V2R4 RMF       TIME 10.00.00
 REPORT BY: POLICY=PRDPOL     WORKLOAD=ONLINE     SERVICE CLASS=CICSHI     PERIOD=1 IMPORTANCE=1
 -TRANSACTIONS--  TRANS-TIME HHH.MM.SS.FFFFFF
 AVG        0.00  ACTUAL                0.041220
 ENDED    412088  QUEUED                0.003102
 END/S    457.88  STD DEV               0.110230
 GOAL: RESPONSE TIME 000.00.00.200 FOR  95%
          RESPONSE TIME     EX   PERF
 SYSTEM      ACTUAL%   VEL% INDX
 *ALL         98.2     N/A   0.5
 PRDA         98.0    71.2   0.5
"""


def test_how_much_of_a_goal_of_response_times_was_met_is_read_by_system() -> None:
    found = read(RESPONSE_GOAL)
    subjects = {one.subject for one in found.reading.observations if "printed" in one.metric}
    assert len(subjects) == 1, subjects
    subject = subjects.pop()
    assert found(subject, "printed.ACTUAL% ON *ALL") == 98.2
    assert found(subject, "printed.PERF INDX ON PRDA") == 0.5
    assert found(subject, "printed.EX VEL% ON PRDA") == 71.2
    assert found.reading.numbers.unread == 0
