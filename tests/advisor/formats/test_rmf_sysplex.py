"""RMF reports of a sysplex and of intervals: coupling facility, workload, Overview, XML."""

# ruff: noqa: E501  (report lines as wide as the paper)

from __future__ import annotations

import re

import pytest

from tests.advisor.reading.report_reading import SAMPLES, heading, read, read_sample

USAGE = """
 COUPLING FACILITY NAME = CF07
 TOTAL SAMPLES(AVG) =   900  (MAX) =   900  (MIN) =   899
 --------------------------------------------------------------------------------------------
                                             COUPLING  FACILITY  USAGE  SUMMARY
 --------------------------------------------------------------------------------------------
                                            % OF                % OF    % OF     AVG     LST/DIR   DATA      LOCK      DIR REC/
         STRUCTURE                   ALLOC  CF         #       ALL     CF      REQ/    ENTRIES   ELEMENTS  ENTRIES   DIR REC
 TYPE    NAME            STATUS CHG  SIZE   STOR       REQ     REQ     UTIL     SEC    TOT/CUR   TOT/CUR   TOT/CUR   XI'S

 LIST    IXCPATH1        ACTIVE      24M   0.1    492480     0.1     0.1     182.4     6201      6184       N/A       N/A
                                                                                     6201      6184       N/A
         IXCPATH2        ACTIVE      24M   0.1     49248     0.1     0.1      54.7     6201      6184       N/A       N/A

 CACHE   NVCACHE1        ACTIVE       2G  12.5   1000000    91.7    91.7    1111.1    4480K     2890K       N/A         0

   TOTAL CF STORAGE SIZE                         16384M
   AVERAGE CF UTILIZATION  (% BUSY)     31.4      LOGICAL PROCESSORS:   DEFINED   4       EFFECTIVE   4.0
"""
STRUCTURES = """
 COUPLING FACILITY NAME = CF07
                                           COUPLING  FACILITY  STRUCTURE  ACTIVITY
 STRUCTURE NAME = NVCACHE1           TYPE = CACHE  STATUS = ACTIVE
             # REQ    --------------  REQUESTS  -------------   -------------- DELAYED REQUESTS -------------
 SYSTEM      TOTAL             #    % OF -SERV TIME(MIC)-       REASON     #   % OF  ---- AVG TIME(MIC) -----    EXTERNAL REQUEST
 NAME        AVG/SEC         REQ    ALL     AVG    STD_DEV                REQ    REQ   /DEL   STD_DEV   /ALL    CONTENTIONS

 NVS1       600000  SYNC  590000   59.0     9.8      8.8        NO SCH        0   0.0    0.0     0.0    0.0
             666.7  ASYNC  10000    1.0    71.0     56.8        PR WT         0   0.0    0.0     0.0    0.0
                   CHNGD      0    0.0  INCLUDED IN ASYNC      PR CMP        0   0.0    0.0     0.0    0.0

 NVS2       400000  SYNC  400000   40.0    10.8      8.8        NO SCH        0   0.0    0.0     0.0    0.0
             444.4  ASYNC      0    0.0     0.0      0.0        PR WT         0   0.0    0.0     0.0    0.0
 TOTAL     1000000  SYNC  990000   99.0    10.2      8.8        NO SCH        0   0.0    0.0     0.0    0.0
            1111.1  ASYNC  10000    1.0    71.0     56.8
"""


def test_coupling_facility_structures_and_service_times() -> None:
    title = heading("COUPLING FACILITY ACTIVITY", system="NVPLEX", plex=True)
    found = read(title + USAGE + title + STRUCTURES)
    assert found.formats == ("rmf-coupling",)
    assert found("cf:CF07", "cpu_busy_pct") == 31.4
    assert found("cf:CF07", "setting.CPS") == 4
    assert found("cf:CF07", "setting.STORAGE_GB") == 16
    assert found("cf_structure:NVCACHE1", "relation.parent") == "cf:CF07"
    assert found("cf_structure:NVCACHE1", "setting.TYPE") == "cache"
    assert found("cf_structure:NVCACHE1", "setting.SIZE_MB") == 2048
    # The type is printed once for the structures below it.
    assert found("cf_structure:IXCPATH2", "setting.TYPE") == "list"
    assert found("cf_structure:NVCACHE1", "sync_us") == 10.2
    assert found("cf_structure:NVCACHE1", "sync_us.NVS2") == 10.8
    assert found("cf_structure:NVCACHE1", "async_us") == 71.0
    # Nothing ran asynchronously on NVS2: 0.0 is no service time.
    assert found("cf_structure:NVCACHE1", "async_us.NVS2") is None
    assert found("cf_structure:NVCACHE1", "requests_per_s.NVS1") == 666.7


def test_requests_whose_system_or_structure_is_lost_are_nobodys() -> None:
    """They went to the system or the structure above, without a word."""
    title = heading("COUPLING FACILITY ACTIVITY", system="NVPLEX", plex=True)
    lines = (title + STRUCTURES + STRUCTURES.replace("NVCACHE1", "NVCACHE2")).splitlines()
    whole = {(s.subject, s.metric, s.raw) for s in read("\n".join(lines)).reading.observations}
    lost = [at for at, line in enumerate(lines) if " SYNC " in line or "STRUCTURE NAME" in line]
    assert len(lost) == 8
    for at in lost:
        found = read("\n".join(lines[:at] + lines[at + 1 :]))
        given = {(s.subject, s.metric, s.raw) for s in found.reading.observations}
        assert given < whole
        said = "name of the system" if " SYNC " in lines[at] else "name of the structure"
        if at != lost[0]:
            assert any(said in sentence for sentence in found.sentences)


def test_coupling_facility_rates_of_releases_without_the_utilisation_of_structures() -> None:
    title = heading("COUPLING FACILITY ACTIVITY", system="NVPLEX", plex=True)
    usage = USAGE.replace("% OF                % OF    % OF ", "% OF                % OF         ")
    usage = usage.replace("ALL     CF ", "ALL        ").replace("REQ     UTIL", "REQ         ")
    usage = usage.replace("0.1     0.1   ", "0.1           ").replace(
        "91.7    91.7", "91.7        "
    )
    found = read(title + usage)
    assert found("cf_structure:IXCPATH1", "requests_per_s") == 182.4
    assert found("cf_structure:NVCACHE1", "requests_per_s") == 1111.1
    assert read(title + USAGE)("cf_structure:IXCPATH2", "requests_per_s") == 54.7


def test_directory_reclaims_stand_in_the_last_column_of_a_cache() -> None:
    title = heading("COUPLING FACILITY ACTIVITY", system="NVPLEX", plex=True)
    first = "4480K     2890K       N/A         0\n"
    usage = USAGE.replace(
        first, first.replace("0\n", "812K\n") + " " * 83 + "4480K     2890K       N/A      40321\n"
    )
    found = read(title + usage)
    assert found("cf_structure:NVCACHE1", "directory_reclaims") == 812_000
    assert found("cf_structure:NVCACHE1", "reclaim_invalidations") == 40_321
    assert not found.values("cf_structure:IXCPATH1", "directory_reclaims")
    assert not found.reading.numbers.unread
    # Where a cell is blank, which one the last is cannot be told.
    blank = usage.replace(
        "4480K     2890K       N/A         812K", "4480K                 N/A         812K"
    )
    assert not read(title + blank).values("cf_structure:NVCACHE1", "directory_reclaims")


WORKLOAD = """
REPORT BY: POLICY=OWL        WORKLOAD=NVONLINE   SERVICE CLASS=NVCICS    RESOURCE GROUP=*NONE     PERIOD=1 IMPORTANCE=2
                                                 CRITICAL     =NONE

-TRANSACTIONS-  TRANS-TIME HHH.MM.SS.TTT  --DASD I/O--  ---SERVICE---   SERVICE TIME  ---APPL %---  --PROMOTED--  ----STORAGE----
AVG       6.50  ACTUAL                38  SSCHRT  1204.4 IOC   106722K   CPU   1768.400 CP     88.15  BLK    0.000  AVG       1204K
MPL       6.50  EXECUTION             12  RESP       1.4 CPU  1063325K   SRB    111.600 AAPCP   0.00  ENQ    0.000  TOTAL    63898K
ENDED   180000  QUEUED                 0  CONN       0.5 MSO         0   RCT      0.000 IIPCP   1.25  CRM    0.000  SHARED      0.00
END/S   200.00  R/S AFFIN              0  DISC       0.3 SRB  80035200   IIT      0.041               LCK    0.000
#SWAPS       0  INELIGIBLE             0  Q+PEND     0.2 TOT  1143360K   HST      0.000 AAP      N/A  SUP    0.000  -PAGE-IN RATES-
EXCTD        0  CONVERSION             0  IOSQ       0.4 /SEC   423467   AAP        N/A IIP    12.50                SINGLE      9.2
AVG ENC   0.00  STD DEV                0                                 IIP      0.125                             BLOCK       1.7

GOAL: RESPONSE TIME 000.00.00.100 FOR  90%
"""


def test_the_deviation_may_stand_on_a_line_of_its_own() -> None:
    """Where enclaves are counted to the right of the times; it passed for a heading."""
    row = next(line for line in WORKLOAD.splitlines() if "STD DEV" in line)
    alone = WORKLOAD.replace(row, "                STD DEV               53")
    found = read(heading("WORKLOAD ACTIVITY", system="NVPLEX", plex=True) + alone)
    assert found("service_class:NVPLEX/NVCICS.1", "response_deviation_ms") == 53


def test_workload_block_of_a_service_class() -> None:
    title = heading("WORKLOAD ACTIVITY", system="NVPLEX", plex=True)
    found = read(title + WORKLOAD)
    assert found.formats == ("rmf-workload",)
    name = "service_class:NVPLEX/NVCICS.1"
    assert found(name, "setting.TYPE") == "service"
    assert found(name, "setting.IMPORTANCE") == 2
    assert found(name, "setting.WORKLOAD") == "NVONLINE"
    assert found(name, "ended_per_s") == 200
    assert found(name, "response_ms") == 38
    assert found(name, "execution_ms") == 12
    assert found(name, "goal_response_ms") == 100
    assert found(name, "goal_pct") == 90
    # Service units stand to the left of seconds under the same name.
    assert found(name, "cpu_s") == 1768.4
    assert found(name, "srb_s") == 111.6
    assert found(name, "ziip_cpu_s") == 0.125
    assert found(name, "appl_cp_pct") == 88.15
    assert found(name, "appl_iip_pct") == 12.5
    assert found(name, "appl_iipcp_pct") == 1.25
    assert found(name, "io_per_s") == 1204.4
    assert found(name, "io_response_ms") == 1.4
    assert found(name, "page_ins_per_s") == 9.2
    assert found(name, "block_page_ins_per_s") == 1.7
    assert found(name, "frames") == 63_898_000


def test_goal_of_the_mean_has_no_share() -> None:
    title = heading("WORKLOAD ACTIVITY", system="NVPLEX", plex=True)
    found = read(title + WORKLOAD.replace("000.00.00.100 FOR  90%", "000.00.03.250 AVG"))
    assert found("service_class:NVPLEX/NVCICS.1", "goal_response_ms") == 3250
    assert found("service_class:NVPLEX/NVCICS.1", "goal_pct") is None


def test_response_time_with_minutes_and_collapsed_columns() -> None:
    text = WORKLOAD.replace("ACTUAL                38", "ACTUAL          1.02.003")
    collapsed = "\n".join(" ".join(line.split()) for line in text.splitlines())
    title = heading("WORKLOAD ACTIVITY", system="NVPLEX", plex=True)
    found = read(title + collapsed)
    assert found("service_class:NVPLEX/NVCICS.1", "response_ms") == 62_003
    assert found("service_class:NVPLEX/NVCICS.1", "cpu_s") == 1768.4


def test_response_time_in_microseconds() -> None:
    text = WORKLOAD.replace("HHH.MM.SS.TTT", "HHH.MM.SS.FFFFFF").replace(
        "ACTUAL                38", "ACTUAL          1.038250"
    )
    title = heading("WORKLOAD ACTIVITY", system="NVPLEX", plex=True)
    found = read(title + text)
    assert found("service_class:NVPLEX/NVCICS.1", "response_ms") == 1_038.25
    assert found("service_class:NVPLEX/NVCICS.1", "execution_ms") == 0.012


OVERVIEW = """\
                                        R M F   O V E R V I E W   R E P O R T
                                                                                      PAGE 001
           z/OS V2R1                 SYSTEM ID NVS1            START 12/31/2014-23.45.00  INTERVAL 00.15.00
                                     RPT VERSION V2R1 RMF     END   12/31/2014-23.59.00  CYCLE 1.000 SECONDS

NUMBER OF INTERVALS 2            TOTAL LENGTH OF INTERVALS 00.30.00
DATE   TIME     INT       AVGAVAIL     CSTOR   DEMPAGE   PFAULTS      MAXH
MM/DD HH.MM.SS HH.MM.SS
12/31 23.30.00 00.15.00       2917  33554432  9987.165  5064.630      2100
12/31 23.45.00 00.14.59       2780  33554432  9516.862  4826.132
"""


def test_overview_rows_and_a_blank_last_cell() -> None:
    found = read(OVERVIEW)
    assert found.formats == ("rmf-overview",)
    assert found.values("lpar:NVS1", "available_frames") == [2917, 2780]
    assert found.values("lpar:NVS1", "hiperspace_pages_max") == [2100]
    assert found("lpar:NVS1", "setting.REAL_STORAGE_GB") == 128
    late = found.all("lpar:NVS1", "page_faults_per_s")[1]
    assert late.value == 4826.132
    assert late.interval.start == "2014-12-31T23:45:00"
    assert late.interval.end == "2014-12-31T23:59:59"


def test_overview_blank_in_the_middle_stays_blank() -> None:
    blank = OVERVIEW.replace("33554432  9516.862  4826.132", "33554432            4826.132")
    found = read(blank)
    assert found.values("lpar:NVS1", "demand_paging_per_s") == [9987.165]
    assert found.values("lpar:NVS1", "page_faults_per_s") == [5064.63, 4826.132]


def test_overview_of_the_sysplex_belongs_to_no_system() -> None:
    found = read_sample("formats/rmf-overview-batch.txt")
    assert found.formats == ("rmf-overview",)
    assert {item.subject for item in found.reading.observations} == {
        "service_class:NVPLEX/OVERVIEW"
    }


@pytest.mark.parametrize(
    ("text", "busy"),
    [
        ("SYSTEM ID NVS1\nDATE,TIME,INT,CPUBSY,SSCHRT\n03/17/2015,10.00.00,00.15.00,26.60,43384\n", 26.6),
        ("SYSTEM;DATE;TIME;INT;CPUBSY;SSCHRT\nNVS1;03/17/2015;10.00.00;00.15.00;26,60;43384\n", 26.6),
        ("SYSTEM,DATE,TIME,INT,CPUBSY,SSCHRT\nNVS1,03/17/2015,10.00.00,00.15.00,26.60,43384\n", 26.6),
        ('SYSTEM,DATE,TIME,INT,CPUBSY,SSCHRT\nNVS1,"=""03/17/2015""",10.00.00,00.15.00,,43384\n', None),
    ],
)  # fmt: skip
def test_overview_as_csv(text: str, busy: float | None) -> None:
    found = read(text, "overview.csv")
    assert found.formats == ("rmf-overview-csv",)
    assert found("lpar:NVS1", "cp_busy_pct") == busy
    (rate,) = found.all("lpar:NVS1", "ssch_per_s")
    assert rate.value == 43384
    assert rate.interval.end == "2015-03-17T10:15:00"


def test_overview_csv_without_a_system_asks_for_one() -> None:
    found = read("DATE,TIME,INT,CPUBSY\n03/17/2015,10.00.00,00.15.00,26.60\n", "o.csv")
    assert found.reading.observations == ()
    assert len(found.sentences) == 1
    assert "SYSTEM" in found.sentences[0]


def test_xml_of_processors_and_partitions() -> None:
    found = read_sample("formats/rmf-postprocessor.xml")
    assert found.formats == ("rmf-xml",)
    assert found("lpar:SYSA", "setting.CPS") == 16
    assert found("lpar:SYSA", "setting.ZIIPS") == 2
    assert found("lpar:SYSA", "ziip_busy_pct") == 22.0
    assert found("lpar:SYSA", "setting.WEIGHT") == 900
    assert found("lpar:SYSA", "relation.parent") == "cpc:42A17"
    assert found("cpc:42A17", "setting.MODEL") == "2827-HA1"
    assert found("cpc:42A17", "cp_busy_pct") == 27.07
    assert found("cpc:42A17", "partition_physical_pct.NVTEST") == 0.6
    assert found("cpc:42A17", "partition_physical_pct.NVLP1") == 26.45
    (busy,) = found.all("lpar:SYSA", "cp_busy_pct")
    assert busy.value == 26.4
    assert busy.interval.start == "2015-03-17T10:00:00"
    assert busy.interval.duration_s == pytest.approx(2700.003)
    assert "<col>26.40</col>" in busy.text


def test_xml_of_paging_page_data_sets_and_devices() -> None:
    found = read_sample("formats/rmf-postprocessor.xml")
    # Sums of other categories stand before that of the whole system.
    assert found.values("lpar:SYSA", "paging_per_s") == [8100.0]
    assert found("lpar:SYSA", "page_faults_per_s") == 3882.38
    assert found("lpar:SYSA", "setting.REAL_STORAGE_GB") == 128
    assert found("lpar:SYSA", "available_frames") == 2874
    assert found("lpar:SYSA", "setting.PAGE_DEVICE") == "flash"
    assert found("dasd_volume:NVA001", "disc_ms.SYSA") == 1.29
    assert found("dasd_volume:NVA001", "setting.STORAGE_GROUP") == "ADADATA"
    assert found("dasd_volume:NVA002", "setting.STORAGE_GROUP") is None
    assert found("lpar:SYSA", "dasd_io_per_s") == 585


def test_xml_of_a_service_class() -> None:
    found = read_sample("formats/rmf-postprocessor.xml")
    name = "service_class:NVPLEX/NVCICS"
    assert found(name, "setting.TYPE") == "service"
    assert found(name, "ended_per_s") == 43.87
    assert found(name, "response_ms") == 38.25
    # Service units stand in another part under the same name.
    assert found(name, "cpu_s") == 361.2
    assert found(name, "ziip_cpu_s") is None
    assert found(name, "page_ins_per_s") == 92.8
    assert found("service_class:NVPLEX/NVBATCH", "cpu_s") is None


def document(report: str, resource: str, kind: str, *segments: str) -> str:
    """A postprocessor document of one report, three quarters of an hour."""
    return (
        '<?xml version="1.0" encoding="UTF-8"?>\n<ddsml>\n<postprocessor>\n'
        f'<metric id="{report}"><description>Report</description></metric>\n'
        f"<resource><resname>{resource}</resname><restype>{kind}</restype></resource>\n"
        '<time-data><display-start locale="en-us">03/17/2015-10.00.00</display-start>\n'
        '<display-end locale="en-us">03/17/2015-10.45.00</display-end>\n'
        '<report-interval unit="minutes">45:00:000</report-interval></time-data>\n'
        + "\n".join(segments)
        + "\n</postprocessor>\n</ddsml>\n"
    )


def segment(name: str, part: str, variables: dict[str, str], *rows: str) -> str:
    """A segment of one part: variables, and a table whose first row are the headings."""
    told = "".join(
        f"<var><name>{key}</name><value>{value}</value></var>" for key, value in variables.items()
    )
    cells = [
        "".join(f"<col>{cell}</col>" if cell else "<col />" for cell in row.split("|"))
        for row in rows
    ]
    table = ""
    if cells:
        body = "\n".join(f"<row>{row}</row>" for row in cells[1:])
        table = f"<table><column-headers>{cells[0]}</column-headers>\n{body}\n</table>"
    return (
        f"<segment><name>{name}</name><part><name>{part}</name>"
        f"<var-list>{told}</var-list>{table}</part></segment>"
    )


def test_xml_of_io_queuing() -> None:
    found = read(
        document(
            "IOQ", "SYSA", "SYSTEM",
            segment("I/O Processor (IOP) Data", "", {},
                    "IOP|Initiative Queue Activity Rate|IOP Utilization %Busy|"
                    "IOP Utilization %Busy SCM", "00|35.1|11.05|0.00", "01|35.8|12.50|0.00",
                    "SYS|70.9|11.80|0.00"),
            segment("Logical Control Unit (LCU) Data", "", {},
                    "System AMG|LCU|1st CU Attached|Channel Path|CHPID Taken|Contention Rate|"
                    "Delay Queue Length|Average CSS Delay|HyperPAV Wait Ratio|HyperPAV Maximum|"
                    "Average Open EXCH", "|0042|2300|40|9.1|||||||", "|||41|9.2|||||||",
                    "|||*|18.3|839.981|0.31|0.1||64|38.42"),
        )
    )  # fmt: skip
    assert found("lpar:SYSA", "iop_busy_pct.00") == 11.05
    assert found("lpar:SYSA", "iop_busy_pct.01") == 12.5
    assert found("lpar:SYSA", "lcu_contention_per_s.0042") == 839.981
    assert found("lpar:SYSA", "lcu_channels.0042") == 2
    assert found("lpar:SYSA", "hyperpav_max.0042") == 64
    assert found.values("lpar:SYSA", "hyperpav_wait_ratio.0042") == []
    assert found.values("lpar:SYSA", "iop_busy_pct.SYS") == []


def test_xml_of_a_cache_subsystem() -> None:
    box = {
        "Subsystem ID": "2300", "Type-Model": "2107-951", "Serial number": "0000000KCG21",
        "Storage Configured": "131072M", "Total I/O Count": "2700000", "Total Hit Ratio": "0.658",
    }  # fmt: skip
    name = "Cache Subsystem Activity for SSID 2300"
    overview = segment(name, "Cache Subsystem Overview", box,
                       "Cache I/O Request Category|Read Count|Read Hit Ratio|%Read of Read+Write",
                       "Normal|1|0.7|50.0", "Total|2|0.620|90.1")  # fmt: skip
    devices = segment(name, "Cache Subsystem Device Overview",
                      {"Serial number": "0000000KCG21"},
                      "Volume Serial|Device Number|%I/O of Total|I/O Rate|DASD I/O Stage Rate",
                      "*ALL||100.0|40.0|4.0", "ADD001|02300|14.1|4.7|0.6")  # fmt: skip
    found = read(document("CACHE", "SYSA", "SYSTEM", overview, devices))
    assert found("dasd:KCG21", "setting.MODEL") == "2107-951"
    assert found("dasd:KCG21", "setting.CACHE_GB") == 128
    assert found("dasd:KCG21", "io_per_s.SSID2300") == 1000
    assert found("dasd:KCG21", "cache_hit_pct.SSID2300") == 65.8
    assert found("dasd:KCG21", "read_hit_pct.SSID2300") == 62
    assert found("dasd:KCG21", "read_pct.SSID2300") == 90.1
    assert found("dasd_volume:ADD001", "relation.parent") == "dasd:KCG21"
    assert found("dasd_volume:ADD001", "cache_io_per_s") == 4.7
    assert found("dasd_volume:ADD001", "stage_per_s") == 0.6
    assert not any(item.subject.endswith("*ALL") for item in found.reading.observations)


def test_xml_of_coupling_facilities() -> None:
    parts = [
        segment(f"Usage Summary for Coupling Facility CF0{n}", "Coupling Facility",
                {"Level": "19", "Avg CF Utilization %Busy": f"{n}5.2"})
        for n in (1, 2)
    ]  # fmt: skip
    parts.append(
        segment("Usage Summary for Coupling Facility CF02", "Logical Processors", {"Defined": "4"})
    )
    found = read(document("CF", "NVPLEX", "SYSPLEX", *parts))
    assert found("cf:CF01", "cpu_busy_pct") == 15.2
    assert found("cf:CF02", "cpu_busy_pct") == 25.2
    assert found("cf:CF02", "setting.CPS") == 4


_SUMMARY = (
    "Type|Structure Name|Status Chg|Alloc Size|% of CF Storage|# Req|% of All Req|Avg Req/Sec"
)


def test_xml_of_structures_and_their_requests() -> None:
    """Headings of the printed report: no public document has these tables in XML."""
    usage = segment(
        "Usage Summary for Coupling Facility CF01", "Structure Summary", {}, _SUMMARY,
        "LIST|IXCPATH1|ACTIVE|24M|0.1|492480|0.3|182.4",
        "CACHE|DB10GBP|ACTIVE|34G|53.1|16M|98.1|41210.5",
        "|DB11GBP|ACTIVE|512M|0.8|0|0.0|0.0",
    )  # fmt: skip
    storage = segment(
        "Usage Summary for Coupling Facility CF01", "Storage Summary", {},
        "Category|Alloc Size|% of CF Storage", "Total CF Storage Size|64G|",
    )  # fmt: skip
    rows = segment(
        "Structure Activity for Coupling Facility CF01", "Structure",
        {"Structure Name": "DB10GBP", "Type": "CACHE"},
        "System Name|# Req Total|Avg/Sec|Request|# Req|% of All|Serv Time Avg|Serv Time Std Dev",
        "SYSA|8M|20605.2|SYNC|7.9M|96.0|11.2|8.1", "SYSA|||ASYNC|0|0.0|0.0|0.0",
        "TOTAL|16M|41210.5|SYNC|15.4M|96.0|11.4|8.2", "TOTAL|||ASYNC|640K|4.0|96.0|70.1",
    )  # fmt: skip
    found = read(document("CF", "NVPLEX", "SYSPLEX", usage, storage, rows))
    name = "cf_structure:DB10GBP"
    assert found(name, "relation.parent") == "cf:CF01"
    assert found(name, "setting.TYPE") == "cache"
    assert found("cf_structure:DB11GBP", "setting.TYPE") == "cache"  # as the row above
    assert found("cf_structure:IXCPATH1", "setting.TYPE") == "list"
    assert found(name, "setting.SIZE_MB") == 34 * 1024
    assert found(name, "requests_per_s") == 41_210.5
    assert found(name, "requests_per_s.SYSA") == 20_605.2
    assert found(name, "sync_us") == 11.4
    assert found(name, "sync_us.SYSA") == 11.2
    assert found(name, "async_us") == 96
    assert not found.values(name, "async_us.SYSA")  # none was asynchronous
    assert found("cf:CF01", "setting.STORAGE_GB") == 64


def test_xml_of_structures_with_both_kinds_in_a_row() -> None:
    rows = segment(
        "Structure Activity for Coupling Facility CF01", "Structure",
        {"Structure Name": "ISGLOCK", "Type": "LOCK"},
        "System|Avg/Sec|Sync # Req|Sync Serv Time Avg|Async # Req|Async Serv Time Avg",
        "SYSA|1200.5|1000|4.2|0|0.0", "TOTAL|2400.5|2000|4.4|10|61.0",
    )  # fmt: skip
    found = read(document("CF", "NVPLEX", "SYSPLEX", rows))
    assert found("cf_structure:ISGLOCK", "setting.TYPE") == "lock"
    assert found("cf_structure:ISGLOCK", "sync_us.SYSA") == 4.2
    assert found("cf_structure:ISGLOCK", "sync_us") == 4.4
    assert found("cf_structure:ISGLOCK", "async_us") == 61
    assert not found.values("cf_structure:ISGLOCK", "async_us.SYSA")


def test_xml_of_io_parts_enclaves_and_goals_of_a_class() -> None:
    """Parts and variables as in the public document of this report."""
    name = "Service Class STCHI"
    found = read(
        document(
            "WLMGL", "NVPLEX", "SYSPLEX",
            segment(name, "", {"Policy": "NVPOL01", "Workload": "STC"}),
            segment(name, "DASD I/O", {
                "SSCH/sec": "81.5", "Response Time": "0.9", "Connect Time": "0.4",
                "Disconnect Time": "0.1", "Queue+Pending Time": "0.3", "IOS Queue Time": "0.1",
            }),
            segment(name, "Enclaves", {"Average Enclaves": "2.25", "Remote Enclaves": "0.00"}),
            segment(name, "Goals/Actuals Summary", {},
                    "Period|Importance|Performance Index|Execution Velocity Goal|"
                    "Execution Velocity Actual", "1|2|0.8|50|62.5"),
        )
    )  # fmt: skip
    subject = "service_class:NVPLEX/STCHI"
    assert found(subject, "setting.WORKLOAD") == "STC"
    assert found(subject, "io_conn_ms") == 0.4
    assert found(subject, "io_pend_ms") == 0.3
    assert found(subject, "enclaves") == 2.25
    assert found(f"{subject}.1", "velocity_pct") == 62.5
    assert found(f"{subject}.1", "setting.IMPORTANCE") == 2


def test_xml_of_large_frames_and_slots() -> None:
    """Parts and columns as in the public V2R5 document of this report."""
    name = "Memory Objects and High Virtual Storage Frames"
    found = read(
        document(
            "PAGING", "SYSA", "SYSTEM",
            segment(name, "LFAREA Maximum", {"1 MB Frames": "200M", "2 GB Frames": "0"}),
            segment(name, "1 MB Frames", {},
                    "Category|Fixed Maximum|Fixed Available|Fixed In-Use|Pageable|Available|Total",
                    "Min|200|190|6|160|27647|29029", "Avg|200|192|8|163|27647|29029"),
            segment(name, "2 GB Frames", {},
                    "Category|Fixed Maximum|Fixed Available|Fixed In-Use", "Avg|3|1|2"),
            segment("Frame and Slot Counts", "Local Page Data Set Slots", {},
                    "Category|Total|Available|Bad|Non-VIO|VIO", "Max|899999|899989|0|12|0",
                    "Avg|899999|899989|0|10|0"),
        )
    )  # fmt: skip
    assert found("lpar:SYSA", "setting.LFAREA_1M_GB") == pytest.approx(200 / 1024)
    assert found("lpar:SYSA", "setting.LFAREA_USED_GB") == pytest.approx(8 / 1024)
    assert found("lpar:SYSA", "setting.LFAREA_2G_GB") == 6
    assert found("lpar:SYSA", "pageable_1m_frames_used") == 163
    assert found("lpar:SYSA", "aux_slots_used") == 10


def test_xml_with_values_on_lines_of_their_own_reads_the_same() -> None:
    whole = (SAMPLES / "formats/rmf-postprocessor.xml").read_text()
    spread = re.sub(r">([^<>\n]+)</", r">\n\t\t\t\1\n\t\t</", whole)
    figures = [
        {(i.subject, i.metric): i.value for i in read(text, "r.xml").reading.observations}
        for text in (whole, spread)
    ]
    assert figures[0] == figures[1]


def test_xml_entities_are_refused() -> None:
    text = (
        '<?xml version="1.0"?>\n<!DOCTYPE ddsml [\n<!ENTITY a "aaaaaaaaaa">\n'
        '<!ENTITY b "&a;&a;&a;&a;&a;&a;">\n]>\n<ddsml><postprocessor><metric id="CPU">'
        "<description>&b;</description></metric></postprocessor></ddsml>\n"
    )
    found = read(text, "evil.xml")
    assert found.reading.observations == ()
    assert len(found.sentences) == 1
    assert "entities" in found.sentences[0]


def test_xml_cut_short_is_read_up_to_the_cut() -> None:
    whole = (SAMPLES / "formats/rmf-postprocessor.xml").read_text()
    cut = whole[: whole.index('<metric id="PAGING">') + 200]
    found = read(cut, "cut.xml")
    assert found("lpar:SYSA", "setting.CPS") == 16
    assert found("lpar:SYSA", "paging_per_s") is None
    assert len(found.sentences) == 1
    assert "middle of the document" in found.sentences[0]


def test_xml_with_a_broken_tag_says_where() -> None:
    text = '<ddsml>\n<postprocessor>\n<metric id="CPU">\n</wrong>\n</metric>\n'
    found = read(text, "broken.xml")
    assert len(found.sentences) == 1
    assert "line 4" in found.sentences[0]


def test_a_heading_that_mail_has_wrapped_is_of_the_same_class_and_period() -> None:
    """It was of the class, whose periods are others, or of the whole workload."""
    for width in range(56, 96, 4):
        heading, *rest = WORKLOAD.strip("\n").split("\n")
        at = heading.rfind(" ", 0, width)
        wrapped = read("\n".join([heading[:at].rstrip(), heading[at:].lstrip(), *rest]))
        subjects = {item.subject for item in wrapped.reading.observations}
        assert subjects == {item.subject for item in read(WORKLOAD).reading.observations}, width


def test_figures_below_a_lost_report_by_line_are_nobodys() -> None:
    """They were kept as a second set of figures of the class above."""
    lines = (SAMPLES / "engagement" / "rmf-sysplex.txt").read_text("utf-8").splitlines(True)
    whole = read("".join(lines))
    kept = {(seen.subject, seen.metric, seen.value) for seen in whole.reading.observations}
    places = [at for at, line in enumerate(lines) if "REPORT BY" in line]
    assert len(places) > 4
    for at in places:
        found = read("".join(lines[:at] + lines[at + 1 :]))
        seen = {(one.subject, one.metric, one.value) for one in found.reading.observations}
        assert seen < kept
        assert any("no REPORT BY line above says" in said for said in found.sentences)
        assert not any("both are kept" in said for said in found.sentences)
