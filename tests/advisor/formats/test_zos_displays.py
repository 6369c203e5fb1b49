"""Monitor III, SDSF, console displays, PARMLIB and NETSTAT."""

# ruff: noqa: E501  (lines as wide as the screen)

from __future__ import annotations

import pytest

from tests.advisor.reading.report_reading import read, read_sample

SDSF_HEAD = """\
 SDSF DA NVS1     NVS1     PAG    12  CPU/L  26/ 27        LINE 1-2 (118)
 COMMAND INPUT ===>                                            SCROLL ===> CSR
 NP   JOBNAME  StepName ProcStep JobID    Owner    C Pos DP Real Paging    SIO   CPU%   ASID ASIDX
"""


def test_sdsf_thousands_trailing_points_and_blank_columns() -> None:
    rows = """\
      NVNUC001 NUC               JOB01822 ADAPRD   A NS  F4 267T  0.00   2011.7  73.15    301 012D
      TCPIP    TCPIP             STC00047 STCUSR     NS  FE 9214  1.25   10802.   1.10     47 002F
      *MASTER*                   STC00001 +MASTER+   NS  FF 3011  0.00     4.10   0.25      1 0001
"""
    found = read(SDSF_HEAD + rows)
    assert found.formats == ("sdsf-da",)
    assert found("lpar:NVS1", "job.NVNUC001.frames") == 267_000
    assert found("lpar:NVS1", "job.NVNUC001.excp_per_s") == 2011.7
    assert found("lpar:NVS1", "job.TCPIP.excp_per_s") == 10802
    assert found("lpar:NVS1", "job.TCPIP.paging_per_s") == 1.25
    assert found("lpar:NVS1", "job.*MASTER*.cpu_pct") == 0.25


def test_sdsf_two_systems_and_a_repeated_heading() -> None:
    row = "      NVNUC001 NUC               JOB01822 ADAPRD   A NS  F4 267T  0.00   2011.7  73.15    301 012D\n"
    other = SDSF_HEAD.replace("NVS1", "NVS2") + row.replace("267T", "300T")
    found = read(SDSF_HEAD + row + SDSF_HEAD + row.replace("NVNUC001", "NVNUC002") + other)
    assert found("lpar:NVS1", "job.NVNUC001.frames") == 267_000
    assert found("lpar:NVS1", "job.NVNUC002.frames") == 267_000
    assert found("lpar:NVS2", "job.NVNUC001.frames") == 300_000


def test_sdsf_row_cut_at_the_right_is_not_guessed() -> None:
    cut = "      NVNUC001 NUC               JOB01822 ADAPRD   A NS  F4 267T\n"
    found = read(SDSF_HEAD + cut)
    assert not found.reading.observations


def test_storage_delays_of_a_job() -> None:
    found = read_sample("formats/rmf3-storj.txt")
    assert found.formats == ("rmf-monitor3",)
    assert found("lpar:SYSA", "job.CICSAOR1.page_ins_per_s") == 92.8
    assert found("lpar:SYSA", "job.CICSAOR1.frames") == 101_000
    assert found("lpar:SYSA", "job.CICSAOR1.delay_storage_pct") == 15
    assert found("lpar:SYSA", "job.CICSAOR1.delay_reason") == "LOCL"
    (rate,) = found.all("lpar:SYSA", "job.CICSAOR1.page_ins_per_s")
    assert rate.interval.start == "2015-03-17T10:24:00"
    assert rate.interval.duration_s == 60


PEAKS = """\
NVS1     IAR019I  10.47.31 DISPLAY VIRTSTOR 612
         TOTAL LFAREA = 4096M , 2G
         LFAREA AVAILABLE = 1024M , 0G
         LFAREA ALLOCATED (1M) = 3072M
         LFAREA ALLOCATED (4K) = 0M
         MAX LFAREA ALLOCATED (1M) = 3900M
         MAX LFAREA ALLOCATED (4K) = 12M
"""


def test_peaks_of_the_large_frame_area_are_known() -> None:
    """They are left out on purpose, but were listed as not read."""
    found = read(PEAKS)
    assert found("lpar:NVS1", "setting.LFAREA_USED_GB") == 3
    assert found.reading.numbers.unread == 0


ANSWERS = """\
IEE421I RO *ALL,D VIRTSTOR,LFAREA 602
SYSNAME  RESPONSES ---------------------------------------------------
NVS1     IAR019I  10.47.31 DISPLAY VIRTSTOR 612
         SOURCE =  00
         TOTAL LFAREA = 4096M , 2G
         LFAREA AVAILABLE = 1024M , 0G
         LFAREA ALLOCATED (1M) = 3072M
         LFAREA ALLOCATED NUMBER OF 2G PAGES = 1
         MAX LFAREA ALLOCATED NUMBER OF 2G PAGES = 7
NVS2     IAR019I  10.47.31 DISPLAY VIRTSTOR 612
         TOTAL LFAREA = 0M , 0G
         LFAREA AVAILABLE = 0M , 0G

IEE421I RO *ALL,D IOS,ZHPF 601
SYSNAME  RESPONSES ---------------------------------------------------
NVS1     IOS630I 10.47.03 ZHPF FACILITY 611
         HIGH PERFORMANCE FICON FACILITY IS DISABLED
NVS2     IOS630I 10.47.03 ZHPF FACILITY 611
         HIGH PERFORMANCE FICON FACILITY IS ENABLED

IEE421I RO *ALL,D D,OPTIONS 603
SYSNAME  RESPONSES ---------------------------------------------------
NVS1     IEE857I 10.47.55 DUMP OPTION 613
         CAPTURED DUMPS=0000, SPACE USED=00000000M, SPACE FREE=00020000M
         MAXSPACE=00020000M
"""


def test_displays_routed_to_all_systems() -> None:
    found = read(ANSWERS)
    assert found("lpar:NVS1", "setting.LFAREA_1M_GB") == 4
    assert found("lpar:NVS1", "setting.LFAREA_2G_GB") == 2
    assert found("lpar:NVS1", "setting.LFAREA_USED_GB") == 3
    assert found("lpar:NVS1", "lfarea_2g_pages_used") == 1
    assert found("lpar:NVS2", "setting.LFAREA_1M_GB") == 0
    assert found("lpar:NVS1", "setting.ZHPF") is False
    assert found("lpar:NVS2", "setting.ZHPF") is True
    assert found("lpar:NVS1", "setting.MAXSPACE_MB") == 20_000
    assert found("dump_options:NVS1", "relation.parent") == "lpar:NVS1"


def test_2_gb_pages_told_as_storage_and_the_most_of_them() -> None:
    told = ANSWERS.replace("ALLOCATED NUMBER OF 2G PAGES = 1", "ALLOCATED (2G) = 2G")
    told = told.replace("ALLOCATED NUMBER OF 2G PAGES = 7", "ALLOCATED (2G) = 14G")
    for text in (ANSWERS, told):
        found = read(text)
        assert found("lpar:NVS1", "lfarea_2g_pages_used") == 1
        assert found("lpar:NVS1", "lfarea_2g_pages_max") == 7
        assert found.reading.numbers.listed == ((1, ("602",)),)  # the line of nobody's above


def test_display_in_a_quoted_mail_reads_the_same() -> None:
    quoted = "\n".join("> " + line for line in ANSWERS.splitlines())
    found = read("Hello,\n\n" + quoted + "\n\nRegards\n")
    assert found("lpar:NVS1", "setting.LFAREA_USED_GB") == 3
    assert found("lpar:NVS2", "setting.ZHPF") is True


def test_display_without_a_system_says_how_to_ask_again() -> None:
    found = read(
        "IOS630I 10.47.03 ZHPF FACILITY 611\n HIGH PERFORMANCE FICON FACILITY IS DISABLED\n"
    )
    assert found(f"lpar:{found.reading.file}", "setting.ZHPF") is False
    assert len(found.sentences) == 1
    assert "RO *ALL" in found.sentences[0]


@pytest.mark.parametrize(
    ("value", "metric", "expected"),
    [
        ("LFAREA=2048M", "setting.LFAREA_1M_GB", 2),
        ("LFAREA=(1M=(4G,1G),2G=3)", "setting.LFAREA_1M_GB", 4),
        ("LFAREA=(1M=(4G,1G),2G=3)", "setting.LFAREA_2G_GB", 6),
        ("LFAREA=20%", "lfarea_1m_pct", 20),
        ("LFAREA=20%", "setting.LFAREA_1M_GB", None),
        ("MIH TIME=00:30,ZHPF=YES", "setting.ZHPF", True),
    ],
)
def test_parmlib_members(value: str, metric: str, expected: object) -> None:
    found = read(f"{value},   /* SYSTEM=NVS1 */\nMAXUSER=2000\n")
    assert found("lpar:NVS1", metric) == expected


def test_parmlib_in_a_comment_is_no_setting() -> None:
    found = read("CLOCK=00,CMD=00,  /* SYSTEM=NVS1, once LFAREA=2G */\nMAXUSER=2000\n")
    assert not found.reading.observations


def test_parmlib_without_a_system_asks_for_one() -> None:
    found = read("CLOCK=00,\nLFAREA=2048M,\nMAXUSER=2000\n")
    assert not found.reading.observations
    assert "names no system" in found.sentences[0]


def test_netstat_defaults_and_connections() -> None:
    found = read_sample("formats/netstat.txt")
    assert found.formats == ("netstat-displays",)
    assert found("tcpip_stack:TCPIP", "setting.DEFAULTRCVBUFSIZE") == 65536
    assert found("tcpip_stack:TCPIP", "setting.DELAYACK") is True
    assert found("tcp_connection:TCPIP/0000A41C", "setting.RECEIVEBUFFERSIZE") == 65536
    assert found("tcp_connection:TCPIP/0000A41C", "rtt_ms") == 38.21
    assert found("tcp_connection:TCPIP/0000A41C", "relation.parent") == "tcpip_stack:TCPIP"


def test_netstat_two_stacks_and_two_connections() -> None:
    text = """\
D TCPIP,TCPIPA,N,ALL
EZD0101I NETSTAT CS V2R1 TCPIPA 411
CLIENT NAME: NVFTPD1              CLIENT ID: 0000A41C
    RECEIVEBUFFERSIZE:  0000065536      SENDBUFFERSIZE:     0000065536
CLIENT NAME: NVFTPD2              CLIENT ID: 0000A41D
    RECEIVEBUFFERSIZE:  0000262144      SENDBUFFERSIZE:     0000065536
D TCPIP,TCPIPB,N,CONFIG
EZD0101I NETSTAT CS V2R1 TCPIPB 405
TCP CONFIGURATION TABLE:
DEFAULTRCVBUFSIZE:  00016384  DEFAULTSNDBUFSIZE: 00016384
"""
    found = read(text)
    assert found("tcp_connection:TCPIPA/0000A41D", "setting.RECEIVEBUFFERSIZE") == 262_144
    assert found("tcpip_stack:TCPIPB", "setting.DEFAULTRCVBUFSIZE") == 16_384
    assert found("tcpip_stack:TCPIPA", "setting.DEFAULTRCVBUFSIZE") is None


def test_netstat_as_tso_prints_it() -> None:
    text = """\
MVS TCP/IP NETSTAT CS V2R4       TCPIP Name: TCPIPA          10:20:31
Client Name: MQ1PCHIN                 Client Id: 0000A2B1
  Local Socket: ::ffff:10.1.2.3..1414
  Foreign Socket: ::ffff:10.9.8.7..51022
    BytesIn:            00000000004512345678
    BytesOut:           00000000000912345678
    Round-trip information:
      Smooth trip time: 24.000              SmoothTripVariance: 8.000
    ReceiveBufferSize:  0000065536          SendBufferSize:     0000032768
"""
    found = read(text)
    connection = "tcp_connection:TCPIPA/0000A2B1"
    assert found(connection, "setting.SENDBUFFERSIZE") == 32768
    assert found(connection, "setting.RECEIVEBUFFERSIZE") == 65536
    assert found(connection, "bytes_in") == 4512345678
    assert found(connection, "rtt_ms") == 24


MEMBER = """\
 CLOCK=00,                  CLOCK00
 LFAREA=(1M=2G,2G=1),
 LOGREC=LOGSTREAM,
 SYSNAME=NVS7,
 VRREGN=64
"""


def test_a_member_is_of_the_system_of_its_sysname_card() -> None:
    assert read(MEMBER)("lpar:NVS7", "setting.LFAREA_1M_GB") == 2
    cards = MEMBER.splitlines(keepends=True)
    above = "".join([cards[3], *cards[:3], cards[4]])
    assert read(above)("lpar:NVS7", "setting.LFAREA_2G_GB") == 2
    two = read(MEMBER + MEMBER.replace("NVS7", "NVS8").replace("2G=1", "2G=3"))
    assert two("lpar:NVS8", "setting.LFAREA_2G_GB") == 6
    assert two("lpar:NVS7", "setting.LFAREA_2G_GB") == 2


def test_a_symbol_names_no_system() -> None:
    found = read(MEMBER.replace("NVS7", "&SYSNAME."))
    assert not found.reading.observations
    assert "names no system" in found.reading.problems[0].sentence


def test_a_routed_display_is_of_the_system_that_responds() -> None:
    answer = (
        "RESPONSE={}\n IAR019I  14.57.45 DISPLAY VIRTSTOR 254\n SOURCE = 00\n"
        " TOTAL LFAREA = {}M , 8G\n LFAREA AVAILABLE = 3000M , 6G\n"
    )
    found = read(answer.format("NVS1", 4096) + answer.format("NVS2", 8192))
    assert found("lpar:NVS1", "setting.LFAREA_1M_GB") == 4
    assert found("lpar:NVS2", "setting.LFAREA_1M_GB") == 8


def test_what_ipl_made_of_the_large_frame_area() -> None:
    found = read("""\
N 0000000 NVS7     2015076 06:00:12.11          00000290  IAR040I REAL STORAGE AMOUNTS:
D         NVS7     2015076 06:00:12.11          00000290   TOTAL AVAILABLE ONLINE: 64G
N 0000000 NVS7     2015076 06:00:12.12          00000290  IAR048I LFAREA=(1M=(3072),2G=(7)) WAS PROCESSED
D         NVS7     2015076 06:00:12.12          00000290  WHICH RESULTED IN 3072 1MB PAGES AND 7 2GB PAGES.
""")
    assert found("lpar:NVS7", "setting.LFAREA_1M_GB") == 3
    assert found("lpar:NVS7", "setting.LFAREA_2G_GB") == 14
    alone = read("IAR048I LFAREA WAS NOT SPECIFIED WHICH RESULTED IN 0 1MB PAGES AND 0 2GB PAGES\n")
    assert alone(f"lpar:{alone.reading.file}", "setting.LFAREA_1M_GB") == 0
    assert "names no system" in alone.sentences[0]


def test_pools_of_record_level_sharing_below_and_above_the_bar() -> None:
    member = (
        "SMS ACDS(SYS1.ACDS) COMMDS(SYS1.COMMDS)\n"
        "    RLSINIT(YES) RLS_MAX_POOL_SIZE(850)\n"
        "    RLSABOVETHEBARMAXPOOLSIZE(SYSA,4096;SYSB,8192)\n"
    )
    found = read(member, "igdsms00.txt")
    assert found("smsvsam:SYSA", "setting.RLSABOVETHEBARMAXPOOLSIZE") == 4096
    assert found("smsvsam:SYSB", "setting.RLSABOVETHEBARMAXPOOLSIZE") == 8192
    assert found("smsvsam:SYSB", "relation.parent") == "lpar:SYSB"
    (below,) = [o for o in found.reading.observations if o.metric == "setting.RLS_MAX_POOL_SIZE"]
    assert (below.value, below.unit) == (850, "MB")


# Fields: IBM, z/OS MVS System Messages, IXC360I; figures are invented.
STRUCTURE = """\
NVS1 IXC360I  10.44.12  DISPLAY XCF 318
STRNAME: NVGRP_GBP3
 STATUS: ALLOCATED
 POLICY INFORMATION:
  POLICY SIZE    : 262144 K
  SCMMAXSIZE     : 4 G
  POLICY RECPRTY : 2
  STORAGE CONFIGURATION     ALLOCATED             MAXIMUM         %
   ACTUAL SIZE   :         128 M               256 M        50
   AUGMENTED SPACE:          3 M                14 M        21
   STORAGE-CLASS MEMORY:     0 K                 4 G         0
   ENTRIES      :             0                     0         0
  SPACE USAGE           IN-USE             TOTAL         %
   ENTRIES:              21044             90112        23
   ELEMENTS:             18123             22528        80
  # CONNECTIONS    : 2
"""


def test_how_full_a_structure_is_stands_behind_its_sizes() -> None:
    found = read(STRUCTURE)
    structure = "cf_structure:NVGRP_GBP3"
    assert found(structure, "setting.SIZE_MB") == 128
    assert found(structure, "printed.SPACE USAGE: ELEMENTS (%)") == 80
    assert found.values(structure, "printed.SPACE USAGE: ENTRIES (IN-USE)") == [21_044]
    assert found.reading.numbers.unread == 0


def test_answers_whose_first_line_is_lost_are_not_the_system_aboves() -> None:
    """NVS1 had two large frame areas, and zHPF both enabled and disabled."""
    lines = ANSWERS.splitlines(keepends=True)
    for lost, setting, value in (
        ("NVS2     IAR", "LFAREA_1M_GB", 4),
        ("NVS2     IOS", "ZHPF", False),
    ):
        found = read("".join(line for line in lines if not line.startswith(lost)))
        assert found("lpar:NVS1", f"setting.{setting}") == value
        assert any("must be missing" in said for said in found.sentences)
