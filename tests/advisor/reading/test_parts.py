"""Files that change their encoding or their line ends inside: every part is read."""

from __future__ import annotations

import io

import pytest

from advisor.reading import engine, read_bytes
from advisor.reading.containers import inside
from advisor.reading.decoding import cp1047
from tests.advisor.reading.report_reading import SAMPLES

assert cp1047.DECODING_TABLE

RMF = (SAMPLES / "engagement/rmf-sysb.txt").read_text()
ADA = (SAMPLES / "engagement/ada10-nuc1.txt").read_text()
FIXED = (SAMPLES / "engagement/rmf-sysa.fb133.ebcdic").read_bytes()
SMF = (SAMPLES / "formats/smf-dump-rdw.bin").read_bytes()
VBS = (SAMPLES / "formats/smf-dump.vbs").read_bytes()

Figures = list[tuple[str, str, object, int]]


def ebcdic(text: str) -> bytes:
    return text.replace("\n", "\x85").encode("cp1047")


def figures(reading: engine.FileReading) -> Figures:
    return [(o.subject, o.metric, o.value, o.line) for o in reading.observations]


def alone(data: bytes) -> Figures:
    (reading,) = read_bytes("alone", data)
    return figures(reading)


PARTS = {
    "UTF-8, UTF-16": (RMF.encode(), ADA.encode("utf-16-le")),
    "UTF-8, UTF-16 marked": (RMF.encode(), ADA.encode("utf-16")),
    "UTF-16, UTF-8": (ADA.encode("utf-16"), RMF.encode()),
    "UTF-16, the other way round": (ADA.encode("utf-16-le"), b"\xfe\xff" + RMF.encode("utf-16-be")),
    "UTF-8, UTF-16, UTF-8": (RMF.encode(), ADA.encode("utf-16-le"), RMF.encode()),
    "UTF-16 at an odd place": (RMF.encode() + b"\n", ADA.encode("utf-16-le")),
    "EBCDIC, ASCII": (ebcdic(RMF), ADA.encode()),
    "ASCII, EBCDIC": (ADA.encode(), ebcdic(RMF)),
    "records, ASCII": (FIXED, ADA.encode()),
    "ASCII, records": (ADA.encode(), FIXED),
    "ASCII, EBCDIC, ASCII": (ADA.encode(), ebcdic(RMF), ADA.encode()),
    "ASCII, SMF": (RMF.encode(), SMF),
    "ASCII, SMF in blocks": (RMF.encode(), VBS),
    "EBCDIC, SMF": (ebcdic(RMF), SMF),
    "much ASCII, EBCDIC": (RMF.encode() * 6, ebcdic(ADA)),
    "Latin-1, EBCDIC": (ADA.encode() + "Größe für Müller\n".encode("latin-1"), ebcdic(RMF)),
}


@pytest.mark.parametrize("name", PARTS)
def test_each_part_gives_the_figures_that_it_gives_alone(name: str) -> None:
    parts = PARTS[name]
    data = b"".join(parts)
    found = read_bytes("x", data)
    assert [reading.file for reading in found] == [f"x/part {i + 1}" for i in range(len(parts))]
    for reading, part in zip(found, parts, strict=True):
        assert figures(reading) == alone(part)
        # Some are made long with the same pages over and over.
        assert not [p for p in reading.problems if "the same lines again" not in p.sentence]
        with inside(lambda: io.BytesIO(data), len(data), reading.file[2:]) as kept:
            assert kept is not None
            with kept[0]() as source:
                assert source.read() == part


def test_a_dump_with_a_text_behind_it_is_read_and_the_text_said() -> None:
    (reading,) = read_bytes("x", SMF + RMF.encode())
    assert figures(reading) == alone(SMF)
    assert "after record 27" in reading.problems[0].sentence


@pytest.mark.parametrize("path", sorted(SAMPLES.rglob("*.*")), ids=lambda path: path.name)
def test_no_sample_is_taken_apart(path: object) -> None:
    from advisor.reading.containers.parts import Mixed, watched
    from advisor.reading.decoding.records import shape_of
    from advisor.reading.refusals import Refusal

    data = path.read_bytes()  # type: ignore[attr-defined]
    try:
        shape = shape_of(data[: 1 << 18], len(data) <= 1 << 18)
    except Refusal:
        return
    watch = watched(data[: 1 << 18])
    if watch is not None and shape.kind in ("lines", "fixed"):
        try:
            watch.see(data)
        except Mixed:
            pytest.fail("is taken for a mixture")


@pytest.mark.parametrize(
    "text",
    [
        RMF.replace("\n", "\r\n") + ADA,
        RMF.replace("\n", "\r") + ADA,
        RMF + ADA.replace("\n", "\r"),
        RMF.replace("\n", "\x85") + ADA,
        RMF + ADA.replace("\n", "\x85"),
        RMF.replace("\n", "\r\n") + ADA.replace("\n", "\x85") + "\n",
    ],
    ids=["CRLF LF", "CR LF", "LF CR", "NEL LF", "LF NEL", "CRLF NEL"],
)
def test_line_ends_may_change(text: str) -> None:
    wanted = alone((RMF + ADA).encode())
    assert alone(text.encode()) == wanted


@pytest.mark.parametrize("encoding", ["utf-8", "latin-1"])
def test_a_text_that_kept_the_line_ends_of_ebcdic_is_read(encoding: str) -> None:
    assert alone(RMF.replace("\n", "\x85").encode(encoding)) == alone(RMF.encode())


def test_ebcdic_with_both_line_ends_is_read() -> None:
    half = RMF.index("\n", len(RMF) // 2) + 1
    data = ebcdic(RMF[:half]) + RMF[half:].replace("\n", "\x85").encode("cp1047").replace(
        b"\x15", b"\x25"
    )
    assert alone(data) == alone(RMF.encode())


def test_what_a_printer_strikes_over_is_no_line_of_its_own() -> None:
    struck = ADA.replace("ADARUN", "ADARUN\r______\rADARUN", 1)
    (reading,) = read_bytes("x", struck.encode())
    assert reading.lines == ADA.count("\n")
