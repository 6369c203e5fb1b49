"""Prints that were cut off at a column: what touches it is not taken, and one sentence says so."""

from __future__ import annotations

import pytest

from advisor.reading import engine, read_bytes, texts
from advisor.reading.layout.csv_rows import cut_at_edge
from advisor.reading.repairs.endings import broken_off, not_wrapped
from advisor.reading.repairs.torn_words import torn_at_their_ends, torn_at_their_starts
from advisor.reading.repairs.truncation import blanked, cut_of
from advisor.reading.repairs.unwrapping import plans_of
from tests import sweep_wrapped as sweep

TEXTS = dict(sweep.texts())


def read(lines: list[str]) -> engine.FileReading:
    (reading,) = read_bytes("a.txt", ("\n".join(lines) + "\n").encode())
    return reading


@pytest.mark.parametrize("width", [72, 79, 80, 94, 100, 110])
@pytest.mark.parametrize("name", ["engagement/rmf-sysb.txt", "engagement/cics-vse-dfh0stat.txt"])
def test_a_print_cut_off_at_a_column_gives_no_figure_that_it_does_not_have(
    name: str, width: int
) -> None:
    whole, _ = sweep.figures(("\n".join(TEXTS[name]) + "\n").encode())
    found = sweep.outcome(whole, sweep.truncated(TEXTS[name], width))
    assert not found.wrong
    assert found.said


@pytest.mark.parametrize("name", TEXTS)
def test_prints_of_their_own_width_are_not_cut_off(name: str) -> None:
    lines = TEXTS[name]
    assert cut_of(lines, broken_off) is blanked(lines) is None
    for step in (20, 60, 200):  # nor are their pages one by one
        for at in range(0, len(lines), step):
            assert cut_of(lines[at : at + step], broken_off) is None
            assert blanked(lines[at : at + step]) is None


@pytest.mark.parametrize(
    ("name", "start", "end"),
    [
        ("engagement/ada10-nuc1.txt", 40, 60),
        ("engagement/rmf-sysplex.txt", 40, 60),
        ("engagement/cics-aor1-dfh0stat.txt", 40, 60),
        ("engagement/mq-mqa1-joblog.txt", 28, 33),
        ("engagement/mq-mqa1-joblog.txt", 53, 58),
        ("engagement/natural-natb0450.txt", 18, 23),
        ("engagement/ims-proclib.txt", 28, 38),
        ("formats/mqsmfcsv-QPST.csv", 108, 113),
        ("engagement/cics-vse-dfh0stat.txt", 3, 9),  # QR's waits were its dispatches
        ("engagement/rmf-overview.txt", 23, 29),
        ("formats/listcat.txt", 23, 29),
        ("formats/netstat.txt", 28, 34),
        ("formats/sdsf-da.txt", 48, 60),
    ],
)
def test_of_a_print_with_blanked_columns_no_page_is_read(name: str, start: int, end: int) -> None:
    lines = TEXTS[name]
    blank = " " * (end - start)
    reading = read([f"{line[:start]}{blank}{line[end:]}".rstrip() for line in lines])
    assert not reading.observations
    assert any(" of any line, though lines of" in said.sentence for said in reading.problems)


def test_card_images_with_their_numbers_are_not_cut_off() -> None:
    cards = [f"{'ADARUN LBP=' * (number % 3)}X{number}".ljust(72) for number in range(30)]
    assert cut_of([card + f"{number:08}" for number, card in enumerate(cards)]) is None


def test_the_last_figure_of_a_line_is_hidden_and_the_line_listed_as_unread() -> None:
    lines = sweep.truncated(TEXTS["formats/db2-bufferpool-detail.txt"], 72)
    cut = cut_of(lines)
    assert cut is not None
    reading = read(lines)
    assert any("cut off at column 72" in said.sentence for said in reading.problems)
    for item in reading.observations:
        reaches = len(item.text.rstrip()) == cut.width
        assert not (reaches and item.text.rstrip().endswith(item.raw))
        assert "**" not in item.text


def test_a_long_print_is_told_to_be_cut_off_by_its_beginning(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(texts, "LONG", 10_000)
    lines = TEXTS["engagement/rmf-sysb.txt"]
    assert not any("cut off" in said.sentence for said in read(lines).problems)
    reading = read(sweep.truncated(lines, 80))
    assert any("cut off at column 80" in said.sentence for said in reading.problems)


@pytest.mark.parametrize("width", [60, 61, 62])
def test_a_table_of_cells_cut_off_at_a_column_loses_its_last_one(width: int) -> None:
    name = "formats/rmf-overview.csv"
    reading = read(sweep.truncated(TEXTS[name], width))
    assert any("cell" in said.sentence for said in reading.problems)
    faults = {item.value for item in reading.observations if item.metric == "page_faults_per_s"}
    whole = {i.value for i in read(TEXTS[name]).observations if i.metric == "page_faults_per_s"}
    assert faults <= whole


@pytest.mark.parametrize("width", [117, 123, 126])
@pytest.mark.parametrize("name", ["mqsmfcsv-QPST.csv", "mqsmfcsv-QMST.csv"])
def test_a_heading_that_ends_with_its_widest_row_was_cut_off(name: str, width: int) -> None:
    lines = TEXTS[f"formats/{name}"]
    whole, _ = sweep.figures(("\n".join(lines) + "\n").encode())
    found = sweep.outcome(whole, sweep.truncated(lines, width))
    assert not found.wrong
    assert found.said
    assert not any("cut off" in said.sentence for said in read(lines).problems)


def test_padded_cells_are_not_cut_off() -> None:
    rows = ["NVCICS02    ,          12", "NVCICS03    ,          17"]
    heading = "APPLID      ,       COUNT"
    wide = " " * 60
    assert not cut_at_edge(wide + heading, [wide + row for row in rows], ",")
    assert cut_at_edge("A" * 58 + ",COUNT", ["1" * 58 + ",12345", "1,2"], ",")


@pytest.mark.parametrize("width", [80, 81])
def test_a_listing_cut_off_in_its_last_values_is_not_read_there(width: int) -> None:
    lines = TEXTS["engagement/ada10-nuc4.txt"]
    whole, _ = sweep.figures(("\n".join(lines) + "\n").encode())
    found = sweep.outcome(whole, sweep.truncated(lines, width))
    assert not found.wrong
    assert found.said


@pytest.mark.parametrize(
    ("name", "widths"),
    [
        ("engagement/rmf-sysplex.txt", (63, 65, 69, 71, 72, 73, 127)),
        ("engagement/ims-monitor.txt", (114, 115, 117)),
        ("engagement/rmf-overview.txt", (88, 89)),
        ("formats/rmf-overview-batch.txt", (74, 75, 76, 80)),
        ("formats/sdsf-da.txt", (74, 75)),
        ("formats/cobol-listing.txt", (60, 66, 69)),
        ("formats/smplist.txt", (60, 66, 69)),
        ("engagement/natural-natb0450.txt", (82, 83, 84)),
        ("engagement/netwk-sysb.txt", (82, 83)),
        ("engagement/cics-vse-dfh0stat.txt", (86, 96, 98, 123)),
        ("formats/netstat.txt", (61, 65, 69)),
        ("formats/dfsort-smf16.txt", (101,)),
        ("formats/db2-accounting.txt", (60, 80, 84, 90, 104)),
        ("formats/java-verbosegc.xml", (60, 72)),
        ("formats/listcat.txt", (71, 72, 79, 80, 100, 112)),
        ("formats/rmf-cpu-threads.txt", (79,)),
        ("engagement/cics-aor1-dfh0stat.txt", (79, 80)),
        ("formats/mqsmfcsv-QPST.csv", (127, 132)),
    ],
)
def test_what_cannot_be_told_any_more_is_not_read_and_one_sentence_says_so(
    name: str, widths: tuple[int, ...]
) -> None:
    whole, _ = sweep.figures(("\n".join(TEXTS[name]) + "\n").encode())
    for width in widths:
        found = sweep.outcome(whole, sweep.truncated(TEXTS[name], width))
        assert not found.wrong, width
        assert not found.silent, width


@pytest.mark.parametrize(
    ("name", "widths"),
    [
        ("engagement/ada10-nuc1.txt", (25, 33, 41, 50, 57)),
        ("engagement/cics-aor1-dfh0stat.txt", (22, 32, 39)),
        ("formats/db2-bufferpool-detail.txt", (30, 40, 50)),
    ],
)
def test_a_print_cut_to_a_half_says_so_by_words_that_are_torn(
    name: str, widths: tuple[int, ...]
) -> None:
    for width in widths:
        cut = sweep.truncated(TEXTS[name], width)
        assert any(f"cut off at column {width}" in p.sentence for p in read(cut).problems), width


def test_a_torn_word_is_a_part_of_a_word_of_prints_and_none_itself() -> None:
    ends = [("TOTAL RESPON", ""), ("DEVICE", ""), ("NVPROD.RESPON", ""), ("THE COMMAN", "DS OF")]
    assert torn_at_their_ends(ends, 255) == {"RESPON"}  # a name is none; the last one was wrapped
    assert torn_at_their_starts(["SPONSE TIME", "DEVICE", "SPONSE.X"], 6) == {"SPONSE"}
    assert not torn_at_their_starts(["SPONSE TIME"], 1)


def test_a_title_that_does_not_go_on_below_was_cut_off_and_not_wrapped() -> None:
    lines = TEXTS["engagement/rmf-sysplex.txt"]
    reading = read(sweep.truncated(lines, 72))
    assert any("cut off at column 72" in said.sentence for said in reading.problems)
    assert not any("wrapped at" in said.sentence for said in reading.problems)
    plans = plans_of(sweep.hard(lines, 72), lambda text, position: False)
    assert plans
    assert not any(map(not_wrapped, plans))


def test_one_line_that_breaks_off_says_that_a_text_was_cut() -> None:
    lines = ["a line", "LABEL = 4 AND ANOTHER".ljust(58) + " =", "  COUNT = 12"]
    cut = cut_of(lines)
    assert cut is not None
    assert cut.broken == 2
    assert "line 2 breaks off" in cut.sentence("a.txt")
    assert cut_of(["a line", "=" * 60, "x = 1"]) is None
    heading = "-TRANSACTIONS-   --DASD I/O--   ---SERVICE---     ----STORAGE----"
    assert cut_of(["AVG 6.00", heading]) is None
    assert cut_of(["AVG 6.00", heading[:-2]]) is not None


def test_screens_of_monitor_iii_are_as_wide_as_they_are() -> None:
    text = """\
                        RMF V2R4  Device Resource Delays        Line 1 of 374
Command ===>                                                  Scroll ===> HALF

Samples: 100     System: NVS7  Date: 03/17/15  Time: 10.03.20  Range: 100   Sec

 Volume S/   Act  Resp  ACT CON DSC PND %,  DEV/CU              Service  USG DLY
   /Num PAV  Rate Time   %   %   %  Reasons Type     Jobname  C Class     %   %

 NVSX01 S    17.5  1.2    2   2   0 PND   0 33909    NVRMFDDS S SYSSTC     0   1
  08803   1.2H                              2105     RMF      S SYSSTC     2   0
 NVSX02 S     0.3  0.4    0   0   0 PND   0 33903    *MASTER* S SYSTEM     1   0
  0D440   2*                                2105     CATALOG  S SYSTEM     1   0
"""
    problems = read(text.splitlines()).problems
    assert not any("cut off" in problem.sentence for problem in problems)


COUNTERS = """\
MVS TCP/IP NETSTAT CS V2R5       TCPIP Name: TCPPROD         09:22:14
Client Name: CICPRD07                Client Id: 0003A9E1
  Local Socket: 10.20.30.40..3009      Foreign Socket: 10.20.99.2..51022
    BytesIn:            0009120331        BytesOut:           0812203310
    SegmentsIn:         0000120331        SegmentsOut:        0000620110
    StartDate:          04/11/2025        StartTime:          06:00:11
    Last Touched:       09:22:13          State:              Establsh
    RcvNxt:             0812201101        SndNxt:             1220110221
    InitRcvSeqNum:      0803080769        InitSndSeqNum:      0407906911
    CongestionWindow:   0000145000        SlowStartThreshold: 0000065535
    SndWl1:             0812201101        SndWl2:             1220110221
    ReXmt:              0000000012        ReXmtCount:         0000000000
    ReceiveBufferSize:  0000065536        SendBufferSize:     0000131072
    ReceiveDataQueued:  0000000000
"""


def test_counters_of_a_form_end_alike_by_nature_and_not_by_a_cut() -> None:
    whole = read(COUNTERS.splitlines())
    assert not whole.problems
    found = {item.metric: item.value for item in whole.observations}
    assert found["bytes_out"] == 812203310
    assert found["setting.SENDBUFFERSIZE"] == 131072
    cut = read([line[:70] for line in COUNTERS.splitlines()])
    assert "looks cut off at column 70" in cut.problems[0].sentence
    assert "bytes_out" not in {item.metric for item in cut.observations}


@pytest.mark.parametrize("width", [80, 133])
@pytest.mark.parametrize("name", TEXTS)
def test_records_padded_to_a_fixed_length_are_neither_cut_off_nor_wrapped(
    name: str, width: int
) -> None:
    lines = TEXTS[name]
    padded = read([line.ljust(width) for line in lines])
    assert _figures(padded) == _figures(read(lines))
    assert [p.line for p in padded.problems] == [p.line for p in read(lines).problems]


def _figures(reading: engine.FileReading) -> list[tuple[str, str, object]]:
    return sorted((o.subject, o.metric, str(o.value)) for o in reading.observations)


STATISTICS = """\
1   LOCATION: DSNPROD                          OMEGAMON XE FOR DB2 PERFORMANCE EXPERT (V5R4M0)                    PAGE: 1-3
       GROUP: N/P                                     STATISTICS REPORT - LONG                       REQUESTED FROM: NOT SPECIFIED
      MEMBER: N/P                                                                                                TO: NOT SPECIFIED
   SUBSYSTEM: DB7P                                                                               INTERVAL FROM: 06/02/25 09:00:00.00
 DB2 VERSION: V13                                        SCOPE: MEMBER                                      TO: 06/02/25 10:00:00.00

BP4   GENERAL                QUANTITY  /SECOND  /THREAD  /COMMIT    BP4   READ OPERATIONS        QUANTITY  /SECOND  /THREAD  /COMMIT
---------------------------  --------  -------  -------  -------    ---------------------------  --------  -------  -------  -------
CURRENT ACTIVE BUFFERS         412.11      N/A      N/A      N/A    BPOOL HIT RATIO (%)             91.22
UNAVAIL.BUFFER-VPOOL FULL        0.00     0.00     0.00     0.00    GETPAGE REQUEST              12204118  3390.03   101.42    14.88
NUMBER OF DATASET OPENS         12.00     0.00     0.00     0.00    GETPAGE REQUEST-SEQUENTIAL    2204118   612.26    18.32     2.69
BUFFERS ALLOCATED - VPOOL    80000.00      N/A      N/A      N/A    GETPAGE REQUEST-RANDOM       10000000  2777.78    83.10    12.19
                                                                    SYNCHRONOUS READS           230000.00    63.89     1.91     0.28
DFHSM MIGRATED DATASET           0.00     0.00     0.00     0.00    SYNCHRON. READS-SEQUENTIAL   10000.00     2.78     0.08     0.01
VPOOL EXPANS. OR CONTRACT.       0.00     0.00     0.00     0.00    SYNCHRON. READS-RANDOM      220000.00    61.11     1.83     0.27
"""  # noqa: E501


def test_a_last_column_as_wide_as_the_one_before_it_is_whole() -> None:
    whole = read(STATISTICS.splitlines())
    assert not whole.problems
    found = {item.metric: item.value for item in whole.observations}
    assert found["getpages"] == 12204118
    assert found["setting.VPSIZE"] == 80000
    for width in (128, 129, 130, 131):  # a column that has lost some of its width is none
        cut = read([line[:width] for line in STATISTICS.splitlines()])
        assert f"looks cut off at column {width}" in cut.problems[0].sentence


VBA = (sweep.SAMPLES / "engagement" / "ada10-nuc5.vba.ebcdic").read_bytes()


def records(data: bytes) -> list[bytes]:
    found, at = [], 0
    while at < len(data):
        length = int.from_bytes(data[at : at + 2], "big")
        found.append(data[at : at + length])
        at += length
    return found


def blocked(pieces: list[bytes], count: int) -> bytes:
    blocks = [b"".join(pieces[at : at + count]) for at in range(0, len(pieces), count)]
    return b"".join((len(one) + 4).to_bytes(2, "big") + b"\0\0" + one for one in blocks)


@pytest.mark.parametrize("long", [False, True])
@pytest.mark.parametrize(("keep", "more"), [(101, 20), (180, 7), (250, 0), (300, 2), (343, 30)])
@pytest.mark.parametrize("block", [0, 170, 1000])
def test_of_records_that_break_off_what_is_whole_is_read_and_the_rest_is_named(
    keep: int, more: int, block: int, long: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """All of it was "not read" for one record that lacks its end."""
    if not more and not block:
        return  # records without blocks that end with a whole one: nothing shows it
    if long:
        monkeypatch.setattr(texts, "LONG", 4_000)
    pieces = records(VBA)
    size = sum(map(len, pieces[:keep])) + more
    if block:
        data = blocked(pieces, block)[: size + 4 * (1 + keep // block)]
    else:
        data = VBA[:size]
    (found,), (whole,) = read_bytes("a", data), read_bytes("a", b"".join(pieces[:keep]))
    assert whole.observations
    assert found.observations == whole.observations
    assert found.lines == whole.lines == keep
    (said,) = {one.sentence for one in found.problems} - {one.sentence for one in whole.problems}
    assert f"record {keep}" in said or f"record {keep + 1}" in said
    assert "What stands before that was read" in said


def test_lines_cut_off_within_their_blanks_show_that_a_text_was_cut_and_not_wrapped() -> None:
    """SYNC READ I/O 40000 became 4 of a text that was said to be wrapped, or nothing was said."""
    name = "formats/db2-bufferpool-detail.txt"
    whole, _ = sweep.figures(("\n".join(TEXTS[name]) + "\n").encode())
    for width in range(60, 80):
        cut = [line[:width] for line in TEXTS[name]]
        found = sweep.outcome(whole, cut)
        assert not found.wrong, width


LIMITS = [
    "BPXO051I 14.22.10 DISPLAY OMVS 101",
    "OMVS     0010 ACTIVE             OMVS=(PR)",
    "SYSTEM WIDE LIMITS:         LIMMSG=SYSTEM",
    "                  CURRENT  HIGHWATER     SYSTEM",
    "                    USAGE      USAGE      LIMIT",
    "MAXPROCSYS            312        401       1000",
    "MAXUIDS                22         31        200",
    "MAXPTYS                 4         11        800",
    "MAXMMAPAREA          1204       2201     409600",
    "IPCMSGNIDS              3          5      20000",
    "SHRLIBRGNSIZE    12582912   16777216   67108864",
]


def test_a_table_whose_last_heading_is_whole_is_not_cut_off() -> None:
    """Figures right-aligned to it end where it does: all limits of a display were withheld."""
    assert cut_of(LIMITS, broken_off) is None
    reading = read(LIMITS)
    assert not reading.problems or "cut off" not in str(reading.problems[0].sentence)
    assert reading.numbers.unread == 0
    assert cut_of([line[:-2] for line in LIMITS], broken_off) is not None
