"""From bytes to lines: every encoding and record format gives the same content."""

from __future__ import annotations

import codecs
import io
import json
import quopri
import sys
import time
import zipfile
from pathlib import Path

import pytest

from advisor.observations import FileReading
from advisor.reading import ReadingCancelled, read_bytes, read_path, segments
from advisor.reading.decoding import cp1047
from advisor.reading.decoding.encodings import detect
from advisor.reading.decoding.records import logical_records, shape_of
from advisor.reading.repairs.prefixes import detect_cleaner
from tests.advisor.reading.report_reading import SAMPLES

CARDS = [
    "ADARUN PROG=ADANUC,SVC=249,MODE=MULTI",
    "ADARUN DBID=10,NUCID=3,CLUSTER=SYSPLEX",
    "ADARUN LBP=100M,NT=80,LARGEPAGE=YES",
]
PADDING = [f"a remark in no card at all, number {number}" for number in range(12)]


def figures(data: bytes, name: str = "cards.txt") -> dict[tuple[str, str], object]:
    (reading,) = read_bytes(name, data)
    return {(item.subject, item.metric): item.value for item in reading.observations}


def nucleus(data: bytes) -> object:
    return figures(data).get(("adabas_nucleus:10-3", "setting.LBP"))


def rdw(lines: list[str], encoding: str, asa: bool = False) -> bytes:
    out = bytearray()
    for number, line in enumerate(lines):
        body = (("1" if number == 0 else " ") * asa + line).encode(encoding)
        out += (len(body) + 4).to_bytes(2, "big") + b"\0\0" + body
    return bytes(out)


@pytest.mark.parametrize(
    "encoding",
    ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "latin-1", "cp1252", "cp037",
     "cp1047", "cp500", "cp273", "cp1140"],
)  # fmt: skip
@pytest.mark.parametrize("newline", ["\n", "\r\n", "\r\r\n"])
def test_every_encoding_gives_the_same_figures(encoding: str, newline: str) -> None:
    text = newline.join(CARDS + PADDING) + newline
    assert nucleus(text.encode(encoding)) == 100


@pytest.mark.parametrize("newline", [b"\x15", b"\x25", b"\x0d\x15", b"\x0d\x25"])
def test_ebcdic_line_ends(newline: bytes) -> None:
    data = newline.join(line.encode("cp1047") for line in CARDS + PADDING) + newline
    (reading,) = read_bytes("cards", data)
    assert reading.lines == len(CARDS + PADDING)
    assert nucleus(data) == 100


def test_next_line_character_does_not_split_latin_lines() -> None:
    data = ("one \x85 line\n" + "\n".join(CARDS)).encode("latin-1")
    (reading,) = read_bytes("cards.txt", data)
    assert reading.lines == 4
    assert nucleus(data) == 100


def test_code_page_1047_is_the_published_one() -> None:
    # The six positions in which it differs from 037, and the invariant ones.
    assert bytes((0x5F, 0xB0, 0xAD, 0xBD, 0xBA, 0xBB)).decode("cp1047") == "^¬[]Ý¨"
    same = [code for code in range(256) if code not in (0x5F, 0xB0, 0xAD, 0xBD, 0xBA, 0xBB)]
    assert bytes(same).decode("cp1047") == bytes(same).decode("cp037")
    assert len(set(cp1047.DECODING_TABLE)) == 256
    assert codecs.lookup("cp1047").name == "cp1047"
    assert "[ADARUN]".encode("cp1047") == b"\xad\xc1\xc4\xc1\xd9\xe4\xd5\xbd"


@pytest.mark.parametrize("encoding", ["cp037", "cp1047", "cp500", "cp273"])
def test_code_pages_are_told_apart_by_their_variant_characters(encoding: str) -> None:
    text = "A LINE WITH [BRACKETS] AND SOME TEXT AROUND THEM, 12345 TIMES\n" * 40
    detected = detect(text.encode(encoding), True)
    assert detected is not None
    assert text.encode(encoding).decode(detected.name).count("[") == 40


def test_ebcdic_saved_as_if_it_were_latin_1_is_recovered() -> None:
    wrong = "\n".join(CARDS + PADDING).encode("cp1047").decode("latin-1").encode("utf-8")
    (reading,) = read_bytes("wrong.txt", wrong)
    assert reading.encoding == "cp037 shown as utf-8"
    assert nucleus(wrong) == 100


@pytest.mark.parametrize("encoding", ["cp037", "cp1047", "latin-1"])
@pytest.mark.parametrize("length", [80, 121, 132, 133])
def test_fixed_records_without_line_ends(encoding: str, length: int) -> None:
    asa = length in (121, 133)
    lines = [("1" if n == 0 else " ") * asa + line for n, line in enumerate(CARDS + PADDING)]
    data = b"".join(line.ljust(length).encode(encoding) for line in lines)
    (reading,) = read_bytes("cards", data)
    assert reading.record_format.startswith(f"fixed {length}")
    assert reading.lines == len(lines)
    assert nucleus(data) == 100


@pytest.mark.parametrize("start", [0, 60, 150])
@pytest.mark.parametrize("count", [40, 100, 400])
def test_records_of_132_without_carriage_control_are_found(start: int, count: int) -> None:
    samples = Path(__file__).resolve().parents[3] / "samples" / "engagement"
    data = (samples / "rmf-sysa.fb133.ebcdic").read_bytes()
    rows = [data[at + 1 : at + 133] for at in range(0, len(data), 133)][start : start + count]
    (reading,) = read_bytes("print", b"".join(rows))
    assert reading.record_format == "fixed 132"
    assert reading.lines == len(rows)


@pytest.mark.parametrize("asa", [False, True])
def test_record_descriptor_words_with_and_without_blocks(asa: bool) -> None:
    records = rdw(CARDS + PADDING, "cp037", asa)
    block = (len(records) + 4).to_bytes(2, "big") + b"\0\0" + records
    for data, label in ((records, "RDW"), (block * 2, "BDW and RDW")):
        (reading,) = read_bytes("cards", data)
        assert reading.record_format.startswith(label)
        assert nucleus(data) == 100


def test_spanned_segments_are_joined() -> None:
    payload = bytes(range(256)) * 300
    pieces = [payload[:30000], payload[30000:60000], payload[60000:]]
    data = b"".join(
        (len(piece) + 4).to_bytes(2, "big") + bytes((code, 0)) + piece
        for piece, code in zip(pieces, (1, 3, 2), strict=True)
    )
    source = io.BytesIO(data + b"\0\x08\0\0last")
    assert list(logical_records(source.read, False, len(data))) == [payload, b"last"]


def test_carriage_control_is_interpreted_and_overprint_is_merged() -> None:
    lines = ["1TITLE      PAGE 1", " _____", "0 SECOND   GAP", "+              FILLED", " THIRD",
             "-FOURTH", "1TITLE      PAGE 2", " MORE"]  # fmt: skip
    cleaner = detect_cleaner(lines, records=False)
    assert cleaner.asa
    contents = cleaner.clean(lines)
    assert cleaner.page_starts == {0, 6}
    assert contents[0] == "TITLE      PAGE 1"
    assert contents[2] == " SECOND   GAP FILLED"
    assert contents[3] == ""


_CONSOLE = """\
09.00.05 STC00100  CSQI010I !QM01 Page set usage ... 101
     101            Page  Buffer     Total    Unused  Persistent  NonPersist  Expansion
     101            set     pool     pages     pages  data pages  data pages  count
     101         _     0       0     20000     19500         500           0 USER    0
     101         _     1       2    100000      1000       90000        9000 NONE    0
     101            End of page set report
09.00.05 STC00100  CSQI065I !QM01 Buffer pool attributes ... 102
     102            Buffer  Available  Stealable  Stealable      Page  Location
     102              pool    buffers    buffers percentage     class
     102         _       0       5000       4990         99       4KB  BELOW
     102         _       2      50000       1000          2  FIXED4KB  ABOVE
     102            End of buffer pool attributes
09.00.05 STC00100  CSQ9022I !QM01 CSQIDUSG ' DISPLAY USAGE' NORMAL COMPLETION
""".splitlines()


@pytest.mark.parametrize("page", [3, 4, 9, 10])
@pytest.mark.parametrize("first", "1 0")
def test_a_page_may_begin_inside_a_message_of_a_log(page: int, first: str) -> None:
    (plain,) = read_bytes("log.txt", "".join(f"{line}\n" for line in _CONSOLE).encode())
    assert len(_values(plain)) > 20
    controls = [first, *" " * (len(_CONSOLE) - 1)]
    controls[page] = "1"
    lines = "".join(f"{mark}{line}\n" for mark, line in zip(controls, _CONSOLE, strict=True))
    (reading,) = read_bytes("log.txt", lines.encode())
    assert _values(reading) == _values(plain)


@pytest.mark.parametrize(
    "lines",
    [["1. first", "2. second", "3. third"], ["100 200", "101 201", " 12 13"], ["0", "1", "0", "1"]],
)
def test_numbers_are_not_taken_for_carriage_control(lines: list[str]) -> None:
    assert not detect_cleaner(lines * 5, records=False).asa


@pytest.mark.parametrize(
    "prefix",
    [
        "10.48.00 STC30242  ",
        " 10.48.00 JOB00012  ",
        "N 4000000 SYSA     15076 10:48:00.12 STC30242 00000090  ",
        "NC0000000 SYSA     2015076 10:48:00.12 STC30242 00000290  ",
        "N 4000000 SYSA     201507610:48:00.12 STC30242 00000090  ",
        "N 4000000 SYSA     1507610:48:00.12 STC30242 00000090  ",
        "> ",
        ">> ",
    ],
)
def test_log_columns_and_quoting_are_taken_off(prefix: str) -> None:
    lines = [prefix + line for line in CARDS + PADDING]
    (reading,) = read_bytes("log.txt", "\n".join(lines).encode())
    found = [item for item in reading.observations if item.metric == "setting.LBP"]
    assert [(item.value, item.line) for item in found] == [(100, 3)]
    assert found[0].text == lines[2]  # the evidence is the line as the file has it


def test_quoted_printable_mail_is_decoded() -> None:
    text = (
        "From: a@b.example\nContent-Transfer-Encoding: quoted-printable\n\n"
        "Gr=C3=BC=C3=9Fe\nADARUN PROG=3DADANUC,DBID=3D10,NUCID=3D3,CLUSTER=3DSYSPLEX,=\n"
        "LBP=3D100M\n"
    )
    (reading,) = read_bytes("mail.eml", text.encode())
    assert nucleus(text.encode()) == 100
    assert "quoted-printable" in reading.record_format
    assert {item.line for item in reading.observations} == {5}


def test_a_job_log_in_a_quoted_printable_mail_is_not_cut_off_at_the_mails_width() -> None:
    log = (SAMPLES / "engagement" / "mq-mqa1-joblog.txt").read_bytes()
    head = b"From: a@b.example\nContent-Transfer-Encoding: quoted-printable\n\n"
    (plain,) = read_bytes("log.txt", log)
    (mailed,) = read_bytes("mail.eml", head + quopri.encodestring(log))
    assert not mailed.problems
    assert _values(mailed) == _values(plain)


@pytest.mark.parametrize("step", [100, 10_000])
def test_card_numbers_in_columns_73_to_80_are_taken_off(step: int) -> None:
    cards = [
        "NODE SYSA    TIMEOUT=60,NTRACE=1000,LOG=FULL",
        "DRIVER CTCA TRACE=N,IORETRY=2",
        "LINK TOSYSB  CTCA UNIT=0E40,WEIGHT=1,",
        "               SNDBLKSZ=32K,RCVBLKSZ=32K,",
        "               SNDBLKCT=64,RCVBLKCT=64",
    ]
    numbered = [f"{card:72}{place * step:08}" for place, card in enumerate(cards, 1)]
    (plain,) = read_bytes("cards.txt", "\n".join(cards).encode())
    (lines,) = read_bytes("cards.txt", "\n".join(numbered).encode())
    (records,) = read_bytes("cards.fb80", "".join(numbered).encode("cp1047"))
    assert len(_values(plain)) >= 5
    for reading in (lines, records):
        assert not reading.problems
        assert reading.unread == plain.unread == ()
        assert _values(reading) == _values(plain)
        assert {item.text for item in reading.observations} <= set(numbered)


def _values(reading: FileReading) -> list[tuple[str, str, object]]:
    return [(item.subject, item.metric, item.value) for item in reading.observations]


def test_base64_mail_says_what_to_send() -> None:
    text = "Hallo,\n\nContent-Transfer-Encoding: base64\n\n" + "QURBUlVOIFBS\n" * 9  # no headings
    (reading,) = read_bytes("mail.eml", text.encode())
    assert reading.refused
    assert "base64" in reading.problems[0].sentence


def test_the_system_of_a_syslog_line_hosts_what_it_starts() -> None:
    columns = "N 4000000 SYSB     15076 10:48:00.12 STC30242 00000090  "
    lines = [columns + "$HASP373 ADANUC3  STARTED", *(columns + card for card in CARDS)]
    data = "\n".join(lines).encode()
    assert figures(data)[("adabas_nucleus:10-3", "relation.parent")] == "lpar:SYSB"


def test_two_job_logs_in_one_file_keep_their_systems_apart() -> None:
    def job(system: str, nucid: int) -> list[str]:
        spread = " ".join(system)
        return [
            f"   J E S 2  J O B  L O G  --  S Y S T E M  {spread}  --  N O D E  N 1",
            f"ADARUN PROG=ADANUC,DBID=7,NUCID={nucid},LBP=10M",
        ]

    found = figures("\n".join(job("SYSA", 1) + job("SYSB", 2)).encode())
    assert found[("adabas_nucleus:7-1", "relation.parent")] == "lpar:SYSA"
    assert found[("adabas_nucleus:7-2", "relation.parent")] == "lpar:SYSB"


def test_every_line_is_read_or_listed_as_unread() -> None:
    text = "\n".join(["nobody reads this", "", "-----", *CARDS, "nor this", "or this"])
    (reading,) = read_bytes("cards.txt", text.encode())
    assert reading.lines == 8
    assert reading.unread == ((1, 1), (7, 8))  # the ruler is of the text below it
    assert reading.unread_lines == 3


def test_contradictions_in_a_file_are_kept_and_reported() -> None:
    text = "ADARUN PROG=ADANUC,DBID=1,NUCID=1,LBP=10M\nADARUN LBP=20M\n"
    (reading,) = read_bytes("cards.txt", text.encode())
    values = [o.value for o in reading.observations if o.metric == "setting.LBP"]
    assert values == [10, 20]
    (problem,) = reading.problems
    assert problem.line == 2
    assert "10M in line 1" in problem.sentence
    assert "20M in line 2" in problem.sentence


def test_a_report_printed_twice_counts_once() -> None:
    session = "\n".join(
        [" A d a b a s  nucleus session statistics DBID 10 NUCID 3", "",
         " From 2014-03-11 10:00:00 to 2014-03-11 11:00:00", " Duration            1:00:00",
         " CPU time            0:10:00", " Container            Reads               Writes",
         " ASSO                   107                   72",
         " DATA                   107                   72", " WORK    1   1", ""]
    )  # fmt: skip
    (once,) = read_bytes("s.txt", session.encode())
    (twice,) = read_bytes("s.txt", (session + session).encode())
    assert len(twice.observations) == len(once.observations) > 8
    assert twice.unread == ()


def test_an_engagement_that_is_cut_short_is_told_so() -> None:
    """It was to be opened, which then failed."""
    head = b"SQLite format 3\0" + (4096).to_bytes(2, "big") + bytes(10) + (9).to_bytes(4, "big")
    whole = head.ljust(9 * 4096, b"\0")
    for data, said in ((whole, "not imported"), (whole[:5000], "short"), (whole[:50], "short")):
        (reading,) = read_bytes("x.plexwright", data)
        assert said in reading.problems[0].sentence


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"", "is empty"),
        (b"   \n \n", "nothing but blanks"),
        (b"%PDF-1.7\n1 0 obj", "is a PDF"),
        (b"PLXWLOCK1\n\x0f\x08\x01", "is locked with a passphrase"),
        (b"\x89PNG\r\n\x1a\n" + bytes(50), "is a picture"),
        (b"\xff\xd8\xff\xe0" + bytes(50), "is a picture"),
        (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(50), "is an Office document"),
        (b"\x1f\x8b\x08" + bytes(50), "gzip"),
        (b"\x7fELF" + bytes(50), "is a program"),
        (b"\x1f\x9d\x90" + bytes(50), "is compressed"),
        (b"\x28\xb5\x2f\xfd" + bytes(50), "is compressed"),
        (b"rmf.txt".ljust(257, b"\0") + b"ustar\x0000" + bytes(250), "tar archive"),
        (b"MSCF\0\0\0\0" + bytes(50), "CAB archive"),
        (b"RIFF\x10\0\0\0WEBP" + bytes(50), "is a picture"),
        (b"\0\0\0\x18ftypheic" + bytes(50), "is a picture"),
        (b"%!PS-Adobe-3.0\n", "PostScript"),
        ("C P U".encode("utf-32"), "UTF-32"),
        (bytes(range(256)) * 40, "binary data"),
        (b"\0" * 5000, "nothing but blanks"),
        (b"Dear all,\nplease find nothing attached.\n", "was not recognised"),
        (b"\x50\xe0\xc9\xd5\xd4\xd9\xf0\xf1" + bytes(72), "TRANSMIT"),
        (b"P\\INMR01\0\x01\x10" + bytes(72), "spoilt on its way"),
        ("&àÉÕÔÙðñ\0\x01".encode() + bytes(72), "spoilt on its way"),
        (b"\0\x42\0\0\0\x3a\0\0\x80\xca\x6d\x0f" + bytes(60), "unloaded by IEBCOPY"),
        (b"070707000001" + bytes(64), "cpio"),
        (b"\x05\0\x00\x85\x28\0\0\0\0\0\x00\x85" + bytes(range(256)), "AMATERSE"),
    ],
)
def test_refusals_are_one_sentence_with_a_remedy(data: bytes, words: str) -> None:
    (reading,) = read_bytes("input.bin", data)
    assert reading.refused
    assert reading.observations == ()
    (problem,) = reading.problems
    assert problem.sentence.startswith("input.bin ")
    assert words in problem.sentence
    assert ":" in problem.sentence or "not a report" in problem.sentence
    assert problem.sentence.endswith(".")
    assert "\n" not in problem.sentence


def test_an_endless_line_is_refused_without_reading_it_all() -> None:
    class Endless(io.RawIOBase):
        taken = 0

        def readable(self) -> bool:
            return True

        def read(self, size: int = -1) -> bytes:
            self.taken += size
            return b"A,B " * (size // 4)

    from advisor.reading.decoding.records import text_blocks
    from advisor.reading.refusals import Refusal

    source = Endless()
    shape = shape_of(b"A,B " * 100, False)
    with pytest.raises(Refusal, match="has a line of more than"):
        list(text_blocks(source.read, shape, 2 << 30))
    assert source.taken < 8 << 20


def test_an_over_long_line_of_unknown_xml_is_one_unread_line() -> None:
    data = ("<page>" + "<cell>1</cell>" * 200_000 + "</page>\n" + "\n".join(CARDS)).encode()
    (reading,) = read_bytes("page.xml", data)
    assert reading.lines == 4
    assert reading.unread == ((1, 1),)
    assert nucleus(data) == 100


def test_a_million_columns_are_no_table() -> None:
    heading = "Date,Time,LPAR,QMgr," + ",".join("C" * 400_000)
    (reading,) = read_bytes("wide.csv", (heading + "\n1,2,3\n").encode())
    assert reading.observations == ()


def archive(**files: bytes) -> bytes:
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as packed:
        for name, data in files.items():
            packed.writestr(name.replace("__", "/"), data)
    return target.getvalue()


def test_a_zip_gives_a_reading_for_each_file() -> None:
    data = archive(b__cards="\n".join(CARDS).encode(), a=b"")
    readings = read_bytes("all.zip", data)
    assert [(r.file, r.refused) for r in readings] == [
        ("all.zip/a", True),
        ("all.zip/b/cards", False),
    ]


def test_a_zip_in_a_zip_is_read_but_not_deeper() -> None:
    inner = archive(cards="\n".join(CARDS).encode())
    (reading,) = read_bytes("outer.zip", archive(inner=inner))
    assert reading.file == "outer.zip/inner/cards"
    assert not reading.refused
    (refused,) = read_bytes("outer.zip", archive(middle=archive(inner=inner)))
    assert refused.refused
    assert "more than 2 levels deep" in refused.problems[0].sentence


def test_a_zip_bomb_and_a_damaged_zip_are_refused() -> None:
    bomb = archive(bomb=bytes(64 << 20), cards="\n".join(CARDS).encode())
    first, second = read_bytes("x.zip", bomb)
    assert first.refused
    assert "ZIP bomb" in first.problems[0].sentence
    assert not second.refused
    (damaged,) = read_bytes("x.zip", archive(a=b"x" * 1000)[:-30])
    assert "damaged ZIP" in damaged.problems[0].sentence


def test_encrypted_entries_and_office_documents_are_refused() -> None:
    data = bytearray(archive(secret=b"x" * 100))
    for signature, offset in ((b"PK\x01\x02", 8), (b"PK\x03\x04", 6)):
        data[data.index(signature) + offset] |= 1
    (encrypted,) = read_bytes("x.zip", bytes(data))
    assert "encrypted" in encrypted.problems[0].sentence
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w") as packed:
        packed.writestr("[Content_Types].xml", "<Types/>")
    (office,) = read_bytes("report.docx", target.getvalue())
    assert "Office document" in office.problems[0].sentence


def test_a_folder_is_read_file_by_file(tmp_path: Path) -> None:
    (tmp_path / "sub").mkdir()
    (tmp_path / "sub" / "cards.txt").write_text("\n".join(CARDS), encoding="utf-8")
    (tmp_path / "empty.txt").write_bytes(b"")
    (tmp_path / ".hidden").write_bytes(b"ADARUN DBID=1")
    readings = read_path(tmp_path)
    assert [(r.file, r.refused) for r in readings] == [
        ("empty.txt", True),
        ("sub/cards.txt", False),
    ]
    with pytest.raises(FileNotFoundError):
        read_path(tmp_path / "nothing")


def test_progress_is_reported_and_cancel_is_obeyed(tmp_path: Path) -> None:
    path = tmp_path / "big.txt"
    path.write_text("a line of no report at all, again and again\n" * 400_000, encoding="utf-8")
    seen: list[tuple[int, int]] = []
    read_path(path, progress=lambda done, total: seen.append((done, total)))
    assert seen
    assert all(done <= total == path.stat().st_size for done, total in seen)
    with pytest.raises(ReadingCancelled):
        read_path(path, cancel=lambda: True)


def test_what_does_not_fit_is_left_out_and_said(monkeypatch: pytest.MonkeyPatch) -> None:
    from advisor.reading import engine

    monkeypatch.setattr(engine, "KEPT", 50)
    lines = [f"ADARUN PROG=ADANUC,DBID=1,NUCID={n},LBP=10M,NT=5" for n in range(1, 40)]
    (reading,) = read_bytes("many.txt", "\n".join(lines).encode())
    assert len(reading.observations) == 50
    assert any("more than 50 figures" in problem.sentence for problem in reading.problems)
    packed = archive(a="\n".join(lines).encode(), b="\n".join(lines).encode())
    kept = [len(reading.observations) for reading in read_bytes("two.zip", packed)]
    assert kept == [50, 1]


FORMATS = Path(__file__).parents[3] / "samples" / "formats"


@pytest.mark.parametrize("encoding", ["cp037", "latin-1"])
@pytest.mark.parametrize("length", [121, 133])
@pytest.mark.parametrize("name", ["db2-statistics", "dfsort-smf16", "db2-accounting-times"])
def test_short_reports_in_fixed_records_lose_nothing(name: str, length: int, encoding: str) -> None:
    text = (FORMATS / f"{name}.txt").read_text(encoding="ascii")
    records = "".join(line.ljust(length) for line in text.splitlines()).encode(encoding)
    whole = figures(text.encode())
    assert whole
    assert figures(records) == whole


def test_records_that_cannot_be_told_apart_are_said() -> None:
    lines = (FORMATS / "db2-accounting-times.txt").read_text(encoding="ascii").splitlines()
    records = "".join(line.ljust(119) for line in lines)  # a length that no print has
    (reading,) = read_bytes("a.txt", records.encode())
    assert any("has lost its line ends" in problem.sentence for problem in reading.problems)


def test_lines_of_a_log_that_are_passed_over_change_nothing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    known = (SAMPLES / "engagement/mq-mqa1-joblog.txt").read_text(encoding="utf-8").splitlines()
    others = [
        f" 10.{n // 60 % 60:02}.{n % 60:02} STC{n:05}  IEF9{n}I APPL said" for n in range(900)
    ]
    others[::97] = [line[:20] for line in others[::97]]
    others[::101] = ["", " " * 60, "             123 more", "123 more", "", "", "", "", ""]
    text = "\n".join([*others, *known, *others[:250], *known[:9], *others]).encode()

    (lazy,) = read_bytes("a.txt", text)
    monkeypatch.setattr(
        segments.Segmenter,
        "_feed_log",
        lambda self, texts, ahead: self._feed_block(texts, False, ahead),
    )
    (all_cleaned,) = read_bytes("a.txt", text)

    assert "JES2 log" in lazy.record_format
    assert lazy.observations == all_cleaned.observations
    assert lazy.unread == all_cleaned.unread
    assert len(lazy.observations) > 50


@pytest.mark.parametrize("encoding", ["utf-8", "cp1047"])
@pytest.mark.parametrize("ends", [True, False])
def test_records_filled_up_with_binary_zeros_are_text(encoding: str, ends: bool) -> None:
    (path,) = (SAMPLES / "engagement").glob("rmf-sysb.txt")
    lines = path.read_text().split("\n")
    (whole,) = read_path(path)
    end = "\n" if ends else ""
    data = "".join(line.ljust(133, "\0") + end for line in lines).encode(encoding)
    (reading,) = read_bytes("a.txt", data)
    assert len(reading.observations) == len(whole.observations)


def test_zeros_between_characters_are_no_padding() -> None:
    text = (SAMPLES / "engagement/rmf-sysb.txt").read_text()
    pairs = (text[at : at + 2].encode() for at in range(0, len(text), 2))
    (reading,) = read_bytes("a.txt", b"\0".join(pairs))
    assert reading.refused


def test_a_file_that_is_written_while_it_is_read_says_so(tmp_path: Path) -> None:
    path = tmp_path / "growing.txt"
    path.write_text("\n".join(CARDS + PADDING))
    written: list[int] = []

    def write() -> bool:
        if not written:
            with path.open("a") as handle:
                written.append(handle.write("\nADARUN NU=500\n"))
        return False

    (reading,) = read_path(path, cancel=write)
    assert written
    assert "was changed while it was read" in reading.problems[0].sentence
    assert not read_path(path)[0].problems


@pytest.mark.skipif(sys.platform == "win32", reason="a file has no holes there: 20 GB of disk")
@pytest.mark.parametrize("begins", [b"", b"PK\x03\x04", b"\x7fELF", b"\x00\x01\xfe\xff" * 70_000])
def test_a_giant_that_is_refused_by_its_beginning_is_not_read_to_its_end(
    tmp_path: Path, begins: bytes
) -> None:
    """Twenty gigabytes of NULs took minutes, only for the digest of a file that nobody reads."""
    giant = tmp_path / "giant.txt"
    with giant.open("wb") as target:
        target.write(begins)
        target.truncate(20 << 30)
    began = time.process_time()
    (reading,) = read_path(giant)
    assert time.process_time() - began < 5
    assert reading.refused
    assert reading.size_bytes == 20 << 30
    assert len(reading.problems) == 1


def test_a_report_behind_many_blanks_is_not_said_to_be_nothing_but_blanks() -> None:
    (reading,) = read_bytes("a.txt", b" " * 400_000 + b"\nThe report begins here\n")
    assert reading.refused
    assert "begins with 390 KB of nothing but blanks" in str(reading.problems[0].sentence)
    (reading,) = read_bytes("a.txt", b"\0" * 400_000)
    assert "holds nothing but blanks" in str(reading.problems[0].sentence)


@pytest.mark.parametrize("length", [80, 120, 132])
def test_a_document_on_one_line_is_not_cut_into_records(length: int) -> None:
    """One of 1,040 bytes was: by chance its columns agree at 80, and it was refused as no JSON."""
    one = {"id": "vsam_file:AOR/A", "kind": "vsam_file", "settings": {"GROUP": "GRPF"}}
    text = json.dumps({"format": "plexwright-installation/1", "name": "", "components": [one] * 15})
    name = "N" * (-len(text) % length)
    whole = text.replace('"name": ""', f'"name": "{name}"').encode()
    assert len(whole) % length == 0
    assert shape_of(whole, True).kind == "lines"


def test_a_damaged_engagement_is_said_to_be_one() -> None:
    """It was told to be binary data and to be sent as text; a dump of that kind is none."""
    (found,) = read_bytes("bank.plexwright", bytes(range(128, 256)) * 20)
    assert "engagement that is damaged" in found.problems[0].sentence
    (other,) = read_bytes("bank.bin", bytes(range(128, 256)) * 20)
    assert "engagement" not in other.problems[0].sentence
