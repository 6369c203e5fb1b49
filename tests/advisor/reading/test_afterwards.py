"""What is said of a whole file: contradicting figures, and an end that breaks off."""

from __future__ import annotations

from pathlib import Path

import pytest

from advisor.reading import read_bytes
from tests.advisor.reading.report_reading import SAMPLES, read

DEVICE = (SAMPLES / "damaged" / "device-cut-in-mid-table.txt").read_text(encoding="utf-8")
HEAD = (
    "RMF OVERVIEW REPORT\n"
    "z/OS V2R2   {who}   START 01/05/2016-00.00.00\n"
    "DATE   TIME      INT        CPUBSY   MVSBSY   DEMPAGE\n"
    "MM/DD  HH.MM.SS  HH.MM.SS\n"
)
ROW = "01/05  00.00.00  00.15.00     {0}     60.0     0.000\n"


def test_two_figures_of_one_interval_are_both_kept_and_reported() -> None:
    text = HEAD.format(who="SYSTEM ID SYSA") + ROW.format("41.0") + ROW.format("55.0")
    found = read(text)
    assert found.values("lpar:SYSA", "cp_busy_pct") == [41.0, 55.0]
    (sentence,) = found.sentences
    assert "cp_busy_pct of SYSA" in sentence
    assert "41.0 in line 5" in sentence
    assert "55.0 in line 6" in sentence


def test_roundings_and_other_intervals_are_no_contradiction() -> None:
    text = HEAD.format(who="SYSTEM ID SYSA") + ROW.format("41.0") + ROW.format("41.1")
    assert read(text).sentences == []
    later = ROW.format("55.0").replace("00.00.00", "00.15.00")
    assert read(HEAD.format(who="SYSTEM ID SYSA") + ROW.format("41.0") + later).sentences == []


def test_many_contradictions_are_counted() -> None:
    rows = "".join(
        ROW.format(value).replace("00.00.00", f"{hour:02}.00.00")
        for hour in range(24)
        for value in ("41.0", "55.0")
    )
    # One sentence per figure, not per interval: the report as a whole is what went wrong.
    assert len(read(HEAD.format(who="SYSTEM ID SYSA") + rows).sentences) == 1


def test_a_second_sysplex_report_of_the_same_intervals_is_another_class() -> None:
    once = HEAD.format(who="SYSPLX ID PLEX1") + ROW.format("41.0")
    found = read(once + once.replace("41.0", "12.0"))
    assert found("service_class:PLEX1/OVERVIEW", "CPUBSY") == 41.0
    assert found("service_class:PLEX1/OVERVIEW-2", "CPUBSY") == 12.0
    assert found.sentences == []


def test_a_cut_row_is_named() -> None:
    data = (SAMPLES / "damaged" / "device-cut-in-mid-table.txt").read_bytes()
    found = read(data)
    assert found.reading.unread_lines == 1
    (sentence,) = found.sentences
    assert "line 62" in sentence
    assert "breaks off" in sentence
    whole = data.rpartition(b"\n")[0] + b"\n"
    assert read(whole).sentences == []


@pytest.mark.parametrize("encoding", ["utf-8", "cp1047", "utf-16"])
def test_a_row_cut_inside_a_figure_is_named(encoding: str) -> None:
    text = (SAMPLES / "damaged" / "device-cut-in-mid-table.txt").read_text(encoding="utf-8")
    whole = text.rpartition("\n")[0].rstrip("\n")
    row = whole.rpartition("\n")[2]
    busy = row.split()[17]
    cut = whole[: whole.rindex(busy) + len(busy) - 1]
    # With or without an end of its own: columns after it are missing.
    for broken in (cut, cut + "\n"):
        found = read(broken.encode(encoding))
        assert any("fewer cells" in sentence for sentence in found.sentences)
        assert found.reading.unread_lines == 1
    for complete in (whole, whole + "\n"):
        assert read(complete.encode(encoding)).sentences == []


def test_a_report_that_gives_no_figure_says_so() -> None:
    heading = "\n".join(DEVICE.split("\n")[:8])
    found = read(heading)
    (sentence,) = found.sentences
    assert "looks like RMF direct access device activity" in sentence
    assert "gives 0 figures of 12 numbers" in sentence


@pytest.mark.parametrize("after", ["Regards, Bob", "END OF REPORT", "-- \nBob"])
def test_a_footer_is_no_cut_row(after: str) -> None:
    data = (SAMPLES / "damaged" / "device-cut-in-mid-table.txt").read_bytes()
    whole = data.rpartition(b"\n")[0].decode() + "\n" + after
    assert not any("breaks off" in sentence for sentence in read(whole).sentences)


@pytest.mark.parametrize("path", sorted((SAMPLES / "engagement").iterdir()), ids=lambda p: p.name)
def test_whole_samples_do_not_break_off(path: Path) -> None:
    found = read(path.read_bytes(), path.name)
    assert not any("breaks off" in sentence for sentence in found.sentences)


def test_tabs_keep_a_blank_overview_cell_blank() -> None:
    text = (
        "RMF OVERVIEW REPORT\t\t\n"
        "z/OS V1R13\t\tSYSTEM ID AL18\t\tSTART 07/24/2012\n"
        "DATE\tTIME\tINT\tAVGAVAIL\tDEMPAGE\tPFAULTS\tMAXH\n"
        "MM/DD\tHH.MM.SS\tHH.MM.SS\t\t\t\t\n"
        "07/24\t07.15.00\t00.14.59\t6811607\t\t0.125\t\n"
        "07/24\t07.30.00\t00.15.00\t7280219\t0.000\t0.000\t2078631\n"
    )
    found = read(text)
    assert found.values("lpar:AL18", "available_frames") == [6811607, 7280219]
    assert found.values("lpar:AL18", "demand_paging_per_s") == [0.0]
    assert found.values("lpar:AL18", "page_faults_per_s") == [0.125, 0.0]
    assert found.values("lpar:AL18", "hiperspace_pages_max") == [2078631]
    assert found.sentences == []


def test_prose_below_a_list_of_address_spaces_is_not_one() -> None:
    text = (
        "SDSF DA MV2A    MV2A    PAG  **  CPU/L   75/ 79   LINE 1-2 (2)\n"
        "NP   JOBNAME  StepName ProcStep JobID    Owner  C Pos DP Real Paging    SIO  CPU%\n"
        "     CICSA001 IYCUA001          JOB19423 JOHNB  0 NS  E2 267T 154.42 142.98  0.29\n"
        "The figures above were taken while IBM MQ was using some 2 to 3 of 4 processors and 2\n"
        "     CICSA002 moved on IBM MQ at a rate of some messages in every second of 1 2 3 4\n"
    )
    found = read(text)
    assert found("lpar:MV2A", "job.CICSA001.cpu_pct") == 0.29
    jobs = {
        item.metric.split(".")[1] for item in found.reading.observations if "job." in item.metric
    }
    assert jobs == {"CICSA001"}


def test_storage_message_is_read_and_prose_about_it_is_not() -> None:
    prose = "MQ writes storage usage to the job log in a CSQY220I message, as shown here:\n"
    message = (
        "10.48.00 STC30242 CSQY220I @VTS1 CSQSCTL Queue manager storage usage: 299\n"
        "299 local storage: used 992MB, free 527MB: above bar: used 197MB, free\n"
        "299 >10GB\n"
    )
    found = read(prose + message)
    assert found("mq_manager:VTS1", "storage_free_mb") == 527
    assert found("mq_manager:VTS1", "storage_above_free_gb") is None
    assert {item.subject for item in found.reading.observations} == {"mq_manager:VTS1"}
    found = read(message.replace(">10GB", "12GB"))
    assert found("mq_manager:VTS1", "storage_above_free_gb") == 12


def test_a_display_of_one_system_does_not_place_what_is_pasted_below_it() -> None:
    text = (
        "SDSF DA MV2A    MV2A    PAG  **  CPU/L   75/ 79   LINE 1-1 (1)\n"
        "NP   JOBNAME  StepName ProcStep JobID    Owner  C Pos DP Real Paging    SIO  CPU%\n"
        "     CICSA001 IYCUA001          JOB19423 JOHNB  0 NS  E2 267T 154.42 142.98  0.29\n"
        "\n"
        "CSQP001I !MQ21 Buffer pool 0 has 1000 buffers, 991 (99%) stealable\n"
    )
    found = read(text)
    assert found("mq_bufferpool:MQ21/0", "setting.BUFFERS") == 1000
    assert found("mq_manager:MQ21", "relation.parent") is None


def test_page_stealing_method_is_not_page_fixing() -> None:
    text = (
        "DSNB401I  -DB2A BUFFERPOOL NAME BP1, BUFFERPOOL ID 1, USE COUNT 90\n"
        "DSNB406I  -DB2A PGFIX ATTRIBUTE -\n"
        "            CURRENT = YES\n"
        "            PENDING = YES\n"
        "          PAGE STEALING METHOD -\n"
        "            CURRENT = LRU\n"
        "            PENDING = LRU\n"
        "DSN9022I  -DB2A DSNB1CMD '-DISPLAY BUFFERPOOL' NORMAL COMPLETION\n"
    )
    found = read(text)
    assert found("db2_bufferpool:DB2A/BP1", "setting.PGFIX") is True
    assert found.sentences == []


PRINT = HEAD.format(who="SYSTEM ID SYSA") + "".join(
    f"01/05  {hour:02}.00.00  00.15.00     41.0     60.0     {hour}{hour}9.000\n"
    for hour in range(10, 24)
)


def test_a_figure_that_rows_above_carry_on_is_not_read() -> None:
    """What is left of 23239.000 is no figure, however small the rest is."""
    for missing in (2, 4, 6):
        found = read(PRINT[: -1 - missing])
        last = [item for item in found.reading.observations if item.line == 18]
        assert {item.value for item in last} == {41.0, 60.0}
        (sentence,) = found.sentences
        assert "line 18" in sentence
        assert "not read" in sentence
        assert found.reading.numbers.listed[-1][0] == 18


def test_what_stands_last_in_a_file_without_line_end_is_doubted() -> None:
    """Nothing above says how long it is: it is kept, and said."""
    text = PRINT.replace("\n", "\n\n") + "\n".join(
        ["CSQP001I MQA1 Buffer pool 1 has 100000 buffers, 4980 (5%) stealable", ""] * 3
    )
    text += "CSQP001I MQA1 Buffer pool 1 has 100"
    found = read(text + " buffers, 49")
    assert any("may lack its end" in said or "not read" in said for said in found.sentences)


@pytest.mark.parametrize("name", ["rmf-sysb.txt", "cics-aor1-dfh0stat.txt", "mq-mqa1-smf115.txt"])
def test_a_copy_of_whole_blocks_is_doubted(name: str) -> None:
    data = (SAMPLES / "engagement" / name).read_bytes()
    data = data * (1 + 8192 // len(data))
    for size in (4096, 8192):
        assert any(
            any(
                words in said
                for words in (
                    f"{size:,} bytes",
                    "breaks off",
                    "may lack",
                    "seems cut",
                    "stops",
                    "fewer cells",
                )
            )
            for said in read(data[:size]).sentences
        )
    end = data.index(b"\n", 4096) + 1
    assert end % 4096
    assert not any("bytes" in sentence for sentence in read(data[:end]).sentences)


@pytest.mark.parametrize(
    ("name", "size"),
    [
        ("ada10-nuc2.fba.ebcdic", 2016),  # CDATAMAXS=315
        ("ada10-nuc2.fba.ebcdic", 2571),  # LP=29
        ("ada10-nuc2.fba.ebcdic", 5000),  # CASSOV64 = YE
        ("rmf-sysa.fb133.ebcdic", 4096),
    ],
)
def test_a_short_last_record_is_not_read_and_said(name: str, size: int) -> None:
    data = (SAMPLES / "engagement" / name).read_bytes()
    whole = read(data[: size - size % 133])
    assert not any("cut off" in sentence for sentence in whole.sentences)
    found = read(data[:size])
    assert found.reading.observations == whole.reading.observations
    (sentence,) = [said for said in found.sentences if "cut off after line" in said]
    assert f"{size % 133} of the next" in sentence
    for padding in (b"\0" * 27, b"\x1a" * 90, b"\x40" * 20, b"\x15"):
        padded = read(data[: size - size % 133] + padding)
        assert not any("cut off after line" in said for said in padded.sentences)


TWO_INTERVALS = [
    line
    for hour in ("10", "11")
    for line in (SAMPLES / "engagement" / "rmf-sysb.txt")
    .read_text(encoding="utf-8")
    .replace("10.00.00", f"{hour}.00.00")
    .replace("10.45.00", f"{hour}.45.00")
    .splitlines(keepends=True)
]


@pytest.mark.parametrize("short", [0, 1, 3, 20, 60, 120, 200])
def test_an_interval_that_stops_where_the_one_before_goes_on_is_said(short: int) -> None:
    """Cut between two lines, such a print ends like a whole one."""
    found = read("".join(TWO_INTERVALS[: len(TWO_INTERVALS) - short]))
    said = [sentence for sentence in found.sentences if "may be cut off" in sentence]
    assert len(said) == (short > 0), found.sentences
    assert not said or "where the intervals before go on with" in said[0]


ADABAS = (SAMPLES / "engagement" / "ada10-nuc1.txt").read_bytes()


@pytest.mark.parametrize("size", [5000, 8000, 10000, 12000])
def test_session_statistics_without_what_closes_them_are_said_to_lack_it(size: int) -> None:
    for end in (size, ADABAS.index(b"\n", size) + 1):  # inside a line, and behind one
        assert any(
            "lacks what such pages always have" in said for said in read(ADABAS[:end]).sentences
        )
    (lines,) = read(b"".join(ADABAS.splitlines(True)[:100])).sentences
    assert "lacks what such pages always have (commands)" in lines


@pytest.mark.parametrize("size", [10000, 15534])
def test_a_last_row_shorter_than_those_above_and_without_line_end_is_said(size: int) -> None:
    assert any("seems cut off" in said for said in read(ADABAS[:size]).sentences)


@pytest.mark.parametrize(
    "path",
    sorted(path for part in ("engagement", "formats") for path in (SAMPLES / part).iterdir()),
    ids=lambda path: path.name,
)
def test_whole_samples_are_not_said_to_be_cut(path: Path) -> None:
    data = path.read_bytes()
    for copy in {data, data.rstrip(b"\r\n")}:  # pasted, the last line lacks its end
        for reading in read_bytes(path.name, copy):
            said = [problem.sentence for problem in reading.problems]
            assert not any("seems cut off" in text or "off after line" in text for text in said)
            assert not any("may be cut off" in text for text in said)
            if copy is data:
                assert not any("stops inside" in text for text in said)
            if reading.formats == ("adabas-session",):
                assert not any("lacks what such" in text for text in said)


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("engagement/rmf-overview.txt", "whose heading says 3 intervals"),
        ("formats/rmf-overview-batch.txt", "whose heading says 4 intervals"),
    ],
)
def test_an_overview_that_ends_before_what_its_heading_counts_is_said(
    name: str, words: str
) -> None:
    lines = (SAMPLES / name).read_text(encoding="utf-8").rstrip("\n").split("\n")
    assert not any(words in said for said in read("\n".join(lines) + "\n").sentences)
    for missing in (1, 2):
        cut = read("\n".join(lines[:-missing]) + "\n").sentences
        assert any(words in said for said in cut), (missing, cut)


def test_pools_of_a_session_that_end_before_the_work_pool_are_said_to_lack_it() -> None:
    text = ADABAS.decode()
    start = text.index("Seq. commands         (LQ)")
    assert any("high_water_mark.LWP" in said for said in read(text[:start]).sentences)
    end = text.index("External Cache Statistics")
    assert not any("lacks what such" in said for said in read(text[:end]).sentences)


@pytest.mark.parametrize("size", [3_000, 5_717, 6_611, 8_697])
def test_a_print_that_stops_inside_any_line_says_so(size: int) -> None:
    text = (SAMPLES / "engagement" / "rmf-sysb.txt").read_text(encoding="utf-8")[:size]
    assert read(text).sentences


@pytest.mark.parametrize(
    ("name", "first", "last"),
    [
        ("engagement/ims-monitor.txt", 13, 29),  # within the Region Summary
        ("formats/db2-bufferpool-detail.txt", 3, 49),
        ("formats/db2-gbp.txt", 6, 37),
    ],
)
def test_a_print_whose_end_is_known_says_wherever_it_is_cut(
    name: str, first: int, last: int
) -> None:
    """Of 116 cuts at line ends 95 were silent; the part of a region's rows was their sum."""
    lines = (SAMPLES / name).read_text(encoding="utf-8").splitlines(keepends=True)
    for count in range(first, last + 1):
        assert count < len(lines)
        assert read("".join(lines[:count])).sentences, count


REGION = (SAMPLES / "engagement" / "cics-aor1-dfh0stat.txt").read_text(encoding="utf-8")


@pytest.mark.parametrize("digits", [2, 3])
def test_a_value_behind_its_label_without_line_end_is_not_read(digits: int) -> None:
    """MXT 250 was 25, and the consultant was asked to check it while rules took it as it stood."""
    label = "Maximum transactions allowed (MXT)"
    end = REGION.index(label)
    text = REGION[:end] + f"{label} . . :               {'250'[:digits]}"
    found = read(text)
    assert not [item for item in found.reading.observations if item.metric == "setting.MXT"]
    assert any("may lack digits and was not read" in said for said in found.sentences)
    ended = read(text + "\n").reading.observations
    assert int("250"[:digits]) in [item.value for item in ended if item.metric == "setting.MXT"]


SORTED = """\
 04.11.02 JOB03312 ---- TUESDAY,   17 MAR 2015 ----
 04.11.02 JOB03312  $HASP373 NVSORT04 STARTED - INIT 7    - CLASS N     - SYS NVS1
ICE200I 0 IDENTIFIER FROM CALLING PROGRAM IS 0001
ICE143I 0 BLOCKSET     SORT  TECHNIQUE SELECTED
ICE000I 0 - CONTROL STATEMENTS FOR 5650-ZOS, Z/OS DFSORT V2R1 - 04:11 ON TUE MAR 17, 2015 -
ICE165I 0 TOTAL WORK DATA SET TRACKS ALLOCATED: 240000 , TRACKS USED: 210440
ICE054I 0 RECORDS - IN: 49308727, OUT: 49308727
ICE052I 0 END OF DFSORT
"""


def test_the_title_of_a_sort_shows_that_its_messages_were_cut() -> None:
    """At column 72, as card images are, 210440 tracks were 21 and nothing was said."""
    whole = read(SORTED)
    assert 210_440 in [item.value for item in whole.reading.observations]
    assert not whole.sentences
    cut = read("".join(line[:72] + "\n" for line in SORTED.splitlines()))
    assert 21 not in [item.value for item in cut.reading.observations]
    assert any("cut off at column 72" in said for said in cut.sentences)


def test_a_figure_before_a_line_that_may_have_been_put_to_its_own_is_not_read() -> None:
    """Cut or wrapped at 72? SYNC WRITE I/O 5000 became 50 in all ways, as the next line began."""
    pool = (
        "DSNB401I  -NVS1 BUFFERPOOL NAME BP{0}, BUFFERPOOL ID {0}, USE COUNT 57\n"
        "DSNB411I  -NVS1 RANDOM GETPAGE    =   90000000 SYNC READ I/O (R) =   900000\n"
        "            SEQ.   GETPAGE       =   1000000 SYNC READ I/O (S) =     40000\n"
        "            DMTH HIT             =        77 PAGE-INS REQUIRED =     20000\n"
        "DSNB420I  -NVS1 SYS PAGE UPDATES  =   9000000 SYS PAGES WRITTEN =   4000000\n"
        "            ASYNC WRITE I/O      =    100000 SYNC WRITE I/O    =      5000\n"
        "DSNB421I  -NVS1 DWT HIT           =        30 VERTICAL DWT HIT  =       900\n"
    )
    text = "".join(pool.format(number) for number in range(1, 5))
    true = {item.value for item in read(text).reading.observations}
    cut = read("".join(line[:72] + "\n" for line in text.splitlines()))
    assert {item.value for item in cut.reading.observations} <= true
    assert cut.sentences


MP1B = (SAMPLES / "engagement" / "mq-mqa1-smf115.txt").read_text(encoding="utf-8")


@pytest.mark.parametrize("digits", [1, 2, 3])
def test_a_row_of_labels_that_ends_before_its_last_field_does_is_not_read_there(
    digits: int,
) -> None:
    """Two lines were pasted with the last one cut: Getn 100 was 1, and nothing was said."""
    text = (
        "SYS1,QM01,2019/11/04,09:00:00,VRM:900,\n"
        "> 00 Buffs    5000 Low    4980 Now     4990 Getp    10000 Getn    1000"
    )
    figures = [(item.metric, item.value) for item in read(text).reading.observations]
    assert 1000 in [value for _, value in figures]
    cut = read(text[:-digits])
    assert {(i.metric, i.value) for i in cut.reading.observations} <= set(figures)
    assert cut.sentences


@pytest.mark.parametrize(
    ("name", "end"),
    [
        ("engagement/ada10-nuc3.txt", "\nDuration"),
        ("engagement/rmf-sysb.txt", "\n1                     "),
        ("engagement/natural-natb0450.txt", "- Buffer Usage"),
        ("engagement/netwk-sysa.txt", "TIMEOUT="),
        ("formats/dfsort-joblog.txt", "TRACKS ALLOCATED:"),
        ("formats/listcat.txt", "BUFSPACE---------"),
    ],
)
def test_a_print_of_some_lines_that_ends_in_a_figure_says_so(name: str, end: str) -> None:
    """Cut inside figures of parts that nobody has read so far, these were silent."""
    text = (SAMPLES / name).read_text(encoding="utf-8")
    at = text.index(end)
    digit = next(place for place in range(at + len(end), len(text)) if text[place].isdecimal())
    assert text.count("\n", 0, digit) >= 9
    assert read(text[: digit + 1]).sentences


def test_what_waits_for_a_figure_and_has_no_line_end_is_said() -> None:
    head, _ = SORTED.split("ICE165I 0 TOTAL WORK DATA SET TRACKS ALLOCATED:")
    text = head + "ICE088I 1 NVSORT04\n" * 8 + "ICE165I 0 TOTAL WORK DATA SET TRACKS ALLOCATED:"
    assert any("stops inside line 14" in said for said in read(text).sentences)


def test_a_text_put_together_whose_last_line_has_no_end_loses_its_last_figure() -> None:
    text = (SAMPLES / "formats" / "db2-bufferpool-detail.txt").read_text(encoding="utf-8")
    lines = text[: text.index("SEQ.   GETPAGE")].splitlines()[:-1]
    pieces = [piece for line in lines for piece in (line[:62], line[62:]) if piece]
    text = "\n".join(pieces)
    last = text.split()[-1]
    (ended,) = read_bytes("a.txt", (text + "\n").encode())
    (without,) = read_bytes("a.txt", text.encode())
    assert "wrapped" in ended.record_format
    assert "wrapped" in without.record_format
    known = [(item.metric, item.line) for item in ended.observations if item.raw == last]
    assert known
    assert known[-1] not in [(item.metric, item.line) for item in without.observations]
    assert any("may lack digits and was not read" in p.sentence for p in without.problems)
