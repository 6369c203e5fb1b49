"""ADARUN cards, Adabas session statistics, Natural and Net-Work."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from advisor.observations import FileReading

Read = Callable[..., FileReading]


def values(reading: FileReading) -> dict[tuple[str, str], object]:
    return {(item.subject, item.metric): item.value for item in reading.observations}


def of(reading: FileReading, subject: str) -> dict[str, object]:
    return {item.metric: item.value for item in reading.observations if item.subject == subject}


CARDS = """\
ADARUN PROG=ADANUC,SVC=249,DEVICE=8393,MODE=MULTI
ADARUN DBID=10,NUCID=3,CLUSTER=SYSPLEX
ADARUN LBP=100M,LFIOP=500M,NT=80,LARGEPAGE=YES   a remark with LBP=7M
ADARUN CASSOMAXS=1500M,CDATAMAXS=22000M,CMAXCSPS=1,CLUCACHEEXTRA=520000
ADARUN LWP=10M,LP=290000,EXCPVR=YES,PGFIX=NO
"""


def test_cards_of_a_cluster_nucleus(read: Read) -> None:
    reading = read(CARDS)
    nucleus, database = of(reading, "adabas_nucleus:10-3"), of(reading, "adabas_database:10")
    assert nucleus["relation.member"] == "adabas_database:10"
    assert nucleus["setting.LBP"] == 100
    assert nucleus["setting.LFIOP"] == 500
    assert nucleus["setting.NT"] == 80
    assert nucleus["setting.LWP"] == 10
    assert nucleus["setting.EXCPVR"] is True
    assert nucleus["setting.PGFIX"] is False
    assert database["setting.PRODUCT"] == "ALS"
    assert database["setting.CDATAMAXS"] == 22000
    assert database["setting.LARGEPAGE"] is True
    assert reading.unread == ()
    lbp = next(item for item in reading.observations if item.metric == "setting.LBP")
    assert (lbp.line, lbp.unit, lbp.raw) == (3, "MB", "100M")
    assert lbp.text.startswith("ADARUN LBP=100M")


def test_cards_of_two_nuclei_after_each_other(read: Read) -> None:
    reading = read(CARDS + CARDS.replace("NUCID=3", "NUCID=4").replace("100M", "250M"))
    assert of(reading, "adabas_nucleus:10-3")["setting.LBP"] == 100
    assert of(reading, "adabas_nucleus:10-4")["setting.LBP"] == 250
    assert reading.problems == ()


def test_a_nucleus_outside_a_cluster(read: Read) -> None:
    found = values(read("ADARUN PROG=ADANUC,DBID=00177,NUCID=0,LBP=83886080\n"))
    assert found[("adabas_nucleus:177-0", "setting.LBP")] == 80
    assert found[("adabas_database:177", "setting.PRODUCT")] == "single"


def test_local_clusters_are_parallel_services(read: Read) -> None:
    found = values(read("ADARUN PROG=ADANUC,DBID=1,NUCID=2,CLUSTER=LOCAL,CLUCACHESIZE=245G\n"))
    assert found[("adabas_database:1", "setting.PRODUCT")] == "ASM"
    assert found[("adabas_database:1", "setting.CLUCACHESIZE")] == 245 * 1024


def test_parameters_in_effect_count_bytes(read: Read) -> None:
    found = of(
        read(
            "   PARAMETERS IN EFFECT\n   --------------------\n\n"
            "PROGRAM       = ADANUC        DBID          = 10            NUCID         = 1\n"
            "LBP           = 104857600     LWP           = 10485760      NT            = 80\n"
        ),
        "adabas_nucleus:10-1",
    )
    assert (found["setting.LBP"], found["setting.LWP"], found["setting.NT"]) == (100, 10, 80)


def test_cards_without_a_database_say_so(read: Read) -> None:
    reading = read("ADARUN PROG=ADANUC,LBP=100M\n")
    assert reading.observations == ()
    assert "no DBID" in reading.problems[0].sentence


def test_utility_cards_are_nobodys_settings(read: Read) -> None:
    assert read("ADARUN PROG=ADAREP,DBID=10,MODE=MULTI\n").observations == ()


OLD = """\
The   A d a b a s  nucleus session

Started  2001-02-13 22:58  and  ended  2001-02-13 23:05

Duration      00000:06:59   hours
Wait-time     00000:02:26   hours
Cpu-time      00000:00:53   hours

I/O Counts (Including Initialization)

                READS      WRITES
------------------------------------
ASSO             4710        6913
DATA             1750        2853
WORK                3        7251
PLOG                0           0
CLOG                0           0
------------------------------------
Total            6463       17017

Log. reads         173,393
Buffer eff.       26.8

Vol-ser     High RABN         Count
------------------------------------
 WRKMO1 (ASSO       8082)     11599
------------------------------------
TOTAL                         11599

A d a b a s  executed      10,249 calls
                   in           8 threads

Source                  Number
------------------------------------
Remote   commands            0
Local    commands       10,102
Internal commands          144
Operator commands            3

Thread                  Number
------------------------------------
     1                   2,657
     2                   1,803
     8                       1
------------------------------------
Total                   10,249
"""

NEW = """\
 A d a b a s  nucleus session statistics

 From 2014-03-11 10:56:39 to 2014-03-11 14:46:57


 Duration            3:50:18
 Wait-time           3:50:13
 CPU time            0:00:02

 Container            Reads               Writes
 -----------------------------------------------

 ASSO                   107                   72
 DATA                    27                   14
 WORK                     3                  397

 -----------------------------------------------
 Total                  137                  483

 PLOG  protection blocks                   32
 PLOG  different blocks                    24
 PLOG  protection I/Os                     14
 WORK1 protection blocks                   42
 WORK1 publishing waits                     6

 Logical reads                         12,345
 Buffer efficiency                       92.1

 Command type          Number
 ----------------------------
 A1/4                      23
 L3/6                     500
 ET                        10
"""


@pytest.mark.parametrize("text", [OLD, NEW])
def test_every_line_of_the_session_statistics_is_read(read: Read, text: str) -> None:
    assert read(CARDS + text).unread == ()


def test_session_statistics_of_8_1(read: Read) -> None:
    reading = read(CARDS + OLD)
    found = of(reading, "adabas_nucleus:10-3")
    assert found["duration_s"] == 419
    assert found["cpu_s"] == 53
    assert (found["asso_reads"], found["asso_writes"]) == (4710, 6913)
    assert (found["work_writes"], found["plog_writes"]) == (7251, 0)
    assert found["logical_reads"] == 173393
    assert found["buffer_efficiency"] == 26.8
    assert found["commands"] == 10249
    assert found["commands_by_source_local"] == 10102
    assert (found["thread_commands_max"], found["thread_commands_min"]) == (2657, 1)
    item = next(item for item in reading.observations if item.metric == "cpu_s")
    assert item.interval.start == "2001-02-13T22:58:00"
    assert item.interval.end == "2001-02-13T23:05:00"
    assert item.interval.duration_s == 419


def test_session_statistics_of_8_5(read: Read) -> None:
    found = of(read(CARDS + NEW), "adabas_nucleus:10-3")
    assert found["duration_s"] == 13818
    assert found["data_reads"] == 27
    assert found["plog_protection_ios"] == 14
    assert found["work_publishing_waits"] == 6
    assert found["logical_reads"] == 12345
    assert found["commands_by_type.A1/4"] == 23
    assert found["commands_by_type.ET"] == 10


@pytest.mark.parametrize("text", [OLD, NEW])
def test_collapsed_statistics_lose_nothing(read: Read, text: str) -> None:
    collapsed = "\n".join(" ".join(line.split()) for line in (CARDS + text).split("\n"))
    assert values(read(collapsed)) == values(read(CARDS + text))


def test_logical_and_physical_calls_of_a_source_add_up(read: Read) -> None:
    text = (
        NEW
        + """
 Distribution of Commands by Source

 Source                           Number
 ---------------------------------------
 Remote   logical                     12
 Remote   physical                     3
 Local    logical                  4,713
 Internal                            157
"""
    )
    reading = read(CARDS + text)
    found = of(reading, "adabas_nucleus:10-3")
    assert found["commands_by_source_remote"] == 15
    assert found["commands_by_source_local"] == 4713
    assert found["commands_by_source_internal"] == 157
    assert reading.unread == ()


def test_a_table_cut_off_gives_no_extremes(read: Read) -> None:
    cut = OLD[: OLD.index("     8                       1")]
    assert "thread_commands_max" not in of(read(CARDS + cut), "adabas_nucleus:10-3")


def test_figures_cut_in_two_by_a_mail_are_put_together(read: Read) -> None:
    row = "LP            = 290000        LU            = 200000        LS           = 19968"
    pad = "NT            = 80            NU            = 6000          LWP         = 10485760"
    text = "PARAMETERS IN EFFECT\nPROGRAM = ANY     DBID = 10     NUCID = 1\n".replace(
        "ANY", "ADANUC"
    )
    wide = [" " * 6 + row, " " * 8 + pad, " " * 4 + row.replace("19968", "19968000")] * 3
    whole = of(read(text + "\n".join(wide) + "\n"), "adabas_nucleus:10-1")
    cut = [line[i : i + 80] for line in wide for i in range(0, len(line), 80)]
    assert of(read(text + "\n".join(cut) + "\n"), "adabas_nucleus:10-1") == whole
    assert whole["setting.LWP"] == 10


def test_statistics_without_cards_ask_for_the_nucleus(read: Read) -> None:
    reading = read(OLD)
    assert "do not say which nucleus" in reading.problems[0].sentence


def test_structure_full_events_of_reads_and_writes_add_up_once(read: Read) -> None:
    text = (
        CARDS
        + NEW
        + """
External Cache Statistics
Totals:
   Read requests                      23,391,405
     Structure full                            5
   Write requests                     12,502,302
     Structure full                           12
DS blocks:
   Read requests                       1,391,405
     Structure full                            4
"""
    )
    found = of(read(text), "adabas_nucleus:10-3")
    assert found["structure_full_events"] == 17
    assert found["cache_read_requests"] == 23391405


BUS = """\
12:50:28               ***** NATURAL BUS UTILITY *****              2012-04-03
User SAG                 - Buffer Usage Statistics -            OpSYS z/OS
 No. Name    Type    Size      Used   Perc.  MaxUsed   Perc.  MaxSize   Perc.
 18  PCACHE    V   512000        32    0.0    511958  100.0
 21  WCACHEO   V   307200        32    0.0    306947   99.9
 26  WCACHE01  V   512000        32    0.0    511992  100.0
ThrdSize   Total  1382656    166593   12.0      2000   54.9    33480      1.6
  2000K  (in KB)   1351K      163K             742K             33K
Nat9995 Natural session terminated normally.
"""


def test_natural_buffer_usage(read: Read) -> None:
    reading = read(BUS)
    found = of(reading, "natural_session:SAG")
    assert found["pcache_size_bytes"] == 512000
    assert found["wcacheo_max_used_pct"] == 99.9
    assert found["wcache01_size_bytes"] == 512000
    assert found["thread_max_used_kb"] == 742
    assert found["setting.THSIZE_KB"] == 2000
    assert (7, 7) not in reading.unread  # other buffers are left out on purpose


def test_natural_parameters(read: Read) -> None:
    text = """\
//NATB0450 JOB (4711),'X',CLASS=A
IM=D,MT=60,LS=132,
ZIIP=(ON,PWCSIZE=(132,100,
100)),SORT=(WRKSIZE=32,EXT=ON),MAINPR=2,THSIZE=2000,MULTIFETCH=12
"""
    found = of(read(text), "natural_session:NATB0450")
    assert found["setting.MT"] == 60
    assert found["setting.ZIIP"] is True
    assert found["setting.SORT"] == "external"
    assert found["setting.PWCSIZE_PRINT_KB"] == 132
    assert found["setting.PWCSIZE_WRITE_KB"] == 100
    assert found["setting.MAINPR"] == 2
    assert found["setting.THSIZE_KB"] == 2000
    assert found["setting.MULTIFETCH"] == 12


@pytest.mark.parametrize("text", ["ZIIP=(PWCSIZE=2048)", "ZIIP=(ON,PWCSIZE=2048)", "PWCSIZE=132"])
def test_a_natural_cache_size_that_is_no_list_is_said_not_guessed(read: Read, text: str) -> None:
    reading = read(text + "\n")
    assert not any("PWCSIZE" in item.metric for item in reading.observations)
    problem = reading.problems[0]
    assert "line 1: PWCSIZE has one size without parentheses" in problem.sentence


def test_a_natural_cache_list_without_parentheses_around_ziip(read: Read) -> None:
    reading = read("PWCSIZE=(132,100)\n")
    found = of(reading, "natural_session:REPORT")
    assert (found["setting.PWCSIZE_PRINT_KB"], found["setting.PWCSIZE_READ_KB"]) == (132, 100)
    assert ["so it was called REPORT" in one.sentence for one in reading.problems] == [True]


@pytest.mark.parametrize(
    ("sort", "kind"), [("SORT=(EXT=OFF)", "internal"), ("NTSORT EXT=ON", "external")]
)
def test_natural_sort(read: Read, sort: str, kind: str) -> None:
    assert of(read(sort + "\n"), "natural_session:REPORT")["setting.SORT"] == kind


def test_natural_switch_statistics(read: Read) -> None:
    text = """\
10:31:07               ***** NATURAL ZIIP COMMAND *****                2015-03-17
User NATB0450          - zIIP Component Switch Statistics -       OpSYS z/OS
  Component  Description                          Switches   Percent
  TIMER      CPU time limit (MT)                     41492       6.3
  3GL        3GL program call                         1240       0.2
  Total                                             42732     100.0
"""
    reading = read(text)
    found = of(reading, "natural_session:NATB0450")
    assert found["switches.TIMER"] == 41492
    assert found["switches.3GL"] == 1240
    assert found["srb_switches"] == 42732
    assert reading.observations[0].interval.end == "2015-03-17T10:31:07"


NETWORK = """\
*  ENTIRE NET-WORK V6.3 SP1
NODE NODEA TIMEOUT=60
DRIVER FCTC TRACE=N
LINK TONODEB FCTC UNIT=0E40,SNDBLKSZ=RCVBLKSZ=60K,
               SNDBLKCT=32,RCVBLKCT=32
"""


def test_network_statements(read: Read) -> None:
    reading = read(NETWORK)
    found = of(reading, "netwk_node:NODEA")
    assert found["setting.DRIVER"] == "FCTC 6.3 SP1"
    assert (found["setting.SNDBLKSZ_KB"], found["setting.RCVBLKSZ_KB"]) == (60, 60)
    assert (found["setting.SNDBLKCT"], found["setting.RCVBLKCT"]) == (32, 32)
    assert found["relation.network"] == "netwk_node:NODEB"
    assert found["setting.VERSION"] == "6.3 SP1"


def test_a_driver_without_its_release_is_asked_for(read: Read) -> None:
    reading = read(NETWORK.partition("\n")[2])
    assert "setting.DRIVER" not in of(reading, "netwk_node:NODEA")
    assert "enter the release" in reading.problems[0].sentence


def test_simple_connection_driver_statistics(read: Read) -> None:
    text = (
        NETWORK
        + """\
+ Statistics For Driver   TCPX  Period     0:02:42 (    162.325 Secs)  +
+ -------------  ---Bytes----  --Messages--  -Api Calls--  ----------- +
+ Writes             496.394K         3,412         3,412  Total       +
+                      3.063K            21            21  Per Second  +
+ Reads                0.000K             0         3,451  Total       +
"""
    )
    found = of(read(text), "netwk_node:NODEA")
    assert found["messages_per_s"] == pytest.approx(3412 / 162.325)
    assert found["bytes_per_message"] == pytest.approx(496.394 * 1024 / 3412)


TABLE = """\
DBID            20
NUCID           1
LBP             419430400
LFIOP           41943040
NT              20
NU              1,500
NISNHQ          1000
LARGEPAGE       YES
"""


def test_an_untitled_table_of_adarun_parameters(read: Read) -> None:
    found = of(read(TABLE), "adabas_nucleus:20-1")
    assert found["setting.LBP"] == 400
    assert found["setting.NT"] == 20
    assert found["setting.NU"] == 1500
    assert found["setting.LARGEPAGE"] is True
    assert read(TABLE).unread == ()


@pytest.mark.parametrize("heading", ["ADARUN parameters", "=== Current ADARUN settings ==="])
def test_a_heading_above_a_table_of_adarun_parameters(read: Read, heading: str) -> None:
    """It was held for a card, and the table below it not read."""
    found = of(read(f"{heading}\n\n{TABLE}"), "adabas_nucleus:20-1")
    assert found["setting.LBP"] == 400
    assert found["setting.NU"] == 1500


def test_a_table_of_other_names_is_none_of_adarun(read: Read) -> None:
    other = "".join(f"ROW{n}X  {n}\n" for n in range(9)) + "NT  20\nNU  5\n"
    assert "adabas-adarun-table" not in read(other).formats


def test_a_duration_that_is_not_the_time_between_both_ends_makes_no_rates(read: Read) -> None:
    reading = read("ADARUN DBID=10\n" + OLD.replace("00000:06:59", "00102:30:00"))
    assert any("lie between" in problem.sentence for problem in reading.problems)
    assert {seen.interval.duration_s for seen in reading.observations} == {None}
    assert "duration_s" not in {seen.metric for seen in reading.observations}
    fine = read("ADARUN DBID=10\n" + OLD)
    assert not any("lie between" in problem.sentence for problem in fine.problems)
    assert "duration_s" in {seen.metric for seen in fine.observations}
