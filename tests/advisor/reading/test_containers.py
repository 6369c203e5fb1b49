"""Archives and compressed files are unpacked as ZIPs are: bounded, with one sentence each."""

from __future__ import annotations

import bz2
import gzip
import io
import lzma
import random
import tarfile
from collections.abc import Callable
from functools import cache, partial

import pytest

from advisor.reading import ReadingCancelled, engine, read_bytes
from advisor.reading.containers import inside
from advisor.reading.containers.spool import IN_MEMORY
from tests.advisor.reading.packing import tar, zipped
from tests.advisor.reading.report_reading import SAMPLES

RMF = (SAMPLES / "engagement/rmf-sysb.txt").read_bytes()
ADA = (SAMPLES / "engagement/ada10-nuc1.txt").read_bytes()
FIXED = (SAMPLES / "engagement/rmf-sysa.fb133.ebcdic").read_bytes()
SMF = (SAMPLES / "formats/smf-dump-rdw.bin").read_bytes()

Packer = Callable[[bytes], bytes]
# How hard they are packed is nothing that unpacking knows: it took longer than all reading.
PACKERS: dict[str, Packer] = {
    "gzip": partial(gzip.compress, compresslevel=6),  # a bomb even of blanks needs that
    "bzip2": partial(bz2.compress, compresslevel=1),
    "xz": partial(lzma.compress, preset=0),
}

Figures = list[tuple[str, str, object, int]]


def figures(reading: engine.FileReading) -> Figures:
    return [(o.subject, o.metric, o.value, o.line) for o in reading.observations]


@cache
def plain(data: bytes) -> Figures:
    (reading,) = read_bytes("plain", data)
    return figures(reading)


def said(data: bytes, name: str = "x") -> list[str]:
    return [p.sentence for reading in read_bytes(name, data) for p in reading.problems]


@pytest.mark.parametrize("kind", PACKERS)
@pytest.mark.parametrize("data", [RMF, FIXED, SMF], ids=["text", "EBCDIC records", "SMF"])
def test_a_compressed_report_gives_the_same_figures_on_the_same_lines(
    kind: str, data: bytes
) -> None:
    (reading,) = read_bytes("report", PACKERS[kind](data))
    assert reading.file == "report"
    assert figures(reading) == plain(data)
    assert reading.record_format.endswith(f", {kind}")


@pytest.mark.parametrize("kind", PACKERS)
def test_several_compressed_files_in_a_row_are_one_file(kind: str) -> None:
    pack = PACKERS[kind]
    (reading,) = read_bytes("x", pack(RMF[:4_000]) + pack(RMF[4_000:]) + bytes(340))
    assert figures(reading) == plain(RMF)
    assert not reading.problems


@pytest.mark.parametrize("form", [tarfile.USTAR_FORMAT, tarfile.GNU_FORMAT, tarfile.PAX_FORMAT])
@pytest.mark.parametrize("kind", ["", *PACKERS])
def test_a_tar_archive_gives_a_reading_for_each_file(form: int, kind: str) -> None:
    long = "a" * 80 + "/" + "b" * 80 + ".txt"
    data = tar(form, **{"./reports/rmf.txt": RMF, long: ADA, "reports/.hidden": RMF})
    found = read_bytes("all.tar", PACKERS[kind](data) if kind else data)
    assert [reading.file for reading in found] == ["all.tar/reports/rmf.txt", f"all.tar/{long}"]
    assert [figures(reading) for reading in found] == [plain(RMF), plain(ADA)]


def test_an_old_tar_archive_is_recognised_by_its_checksum() -> None:
    data = bytearray(tar(tarfile.USTAR_FORMAT, rmf=RMF))
    data[257:265] = bytes(8)
    data[148:156] = b" " * 8
    data[148:156] = b"%06o\0 " % sum(data[:512])
    (reading,) = read_bytes("old.tar", bytes(data))
    assert (reading.file, figures(reading)) == ("old.tar/rmf", plain(RMF))


def test_archives_in_archives_are_read_but_not_deeper() -> None:
    inner = gzip.compress(tar(rmf=RMF))
    for outer in (tar(inner=inner), zipped(inner=inner), gzip.compress(tar(inner=inner))):
        (reading,) = read_bytes("x", outer)
        assert (reading.file, figures(reading)) == ("x/inner/rmf", plain(RMF))
        (refused,) = read_bytes("x", tar(middle=outer))
        assert refused.refused
        assert "levels deep" in refused.problems[0].sentence
    assert figures(read_bytes("x", gzip.compress(gzip.compress(RMF)))[0]) == plain(RMF)
    often = RMF
    for _ in range(4):
        often = gzip.compress(often)
    assert "more than 3 times over" in said(often)[0]


def test_names_stay_inside_are_printable_and_differ() -> None:
    held = {"../../etc/rmf": RMF, "/abs\x1b[31m/ada": ADA, "one": RMF, "./one": ADA}
    names = [r.file for r in read_bytes("x.tar", tar(tarfile.PAX_FORMAT, **held))]
    assert sorted(names) == ["x.tar/abs?[31m/ada", "x.tar/etc/rmf", "x.tar/one", "x.tar/one (2)"]
    (entry,) = read_bytes("x.zip", zipped(**{"../../etc/rmf": RMF}))
    assert entry.file == "x.zip/etc/rmf"


def test_links_and_devices_are_said_and_never_followed() -> None:
    target = io.BytesIO()
    with tarfile.open(fileobj=target, mode="w") as packed:
        for name, kind, link in (
            ("a-inside", tarfile.SYMTYPE, "d/../z-report"),
            ("b-outside", tarfile.SYMTYPE, "../../etc/passwd"),
            ("c-twice", tarfile.LNKTYPE, "z-report"),
            ("d", tarfile.DIRTYPE, ""),
            ("e-pipe", tarfile.FIFOTYPE, ""),
        ):
            info = tarfile.TarInfo(name)
            info.type, info.linkname = kind, link
            packed.addfile(info)
        info = tarfile.TarInfo("z-report")
        info.size = len(ADA)
        packed.addfile(info, io.BytesIO(ADA))
    found = {r.file: [p.sentence for p in r.problems] for r in read_bytes("x", target.getvalue())}
    assert list(found) == ["x/b-outside", "x/e-pipe", "x/z-report"]
    assert "not in the archive" in found["x/b-outside"][0]
    assert "no ordinary file" in found["x/e-pipe"][0]


@pytest.mark.parametrize("kind", PACKERS)
def test_what_unpacks_to_too_much_is_refused(kind: str) -> None:
    (sentence,) = said(PACKERS[kind](b" " * (1 << 26)))
    assert "bomb" in sentence


def test_all_that_is_unpacked_has_one_budget(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("advisor.reading.engine.BUDGET", len(RMF) + len(ADA) - 1)
    held = tar(a=gzip.compress(RMF), b=gzip.compress(ADA))
    first, second = read_bytes("x", held)
    assert figures(first) == plain(RMF)
    assert "more than 8 GB" in second.problems[0].sentence


@pytest.mark.parametrize("kind", PACKERS)
def test_cut_off_it_is_read_up_to_there_and_said_once(kind: str) -> None:
    print_ = b"".join(RMF.replace(b"SYSB", b"SYS%d" % n) for n in range(10)) * 8
    packed = PACKERS[kind](print_)
    (reading,) = read_bytes("x.txt", packed[: len(packed) // 2])
    (sentence,) = [p.sentence for p in reading.problems if "cut off before its end" in p.sentence]
    assert sentence.endswith("transfer it again in binary.")
    assert (
        reading.observations or kind != "gzip"
    )  # the others give whole blocks, of which the text has few
    assert any("cut off at its beginning" in s for s in said(packed[:20]))


def test_a_tar_archive_cut_off_is_read_up_to_there_and_said_once() -> None:
    whole = tar(a=RMF, b=RMF.replace(b"SYSB", b"SYSC"))
    cut = whole[: 3 * len(RMF) // 2]
    for data in (cut, gzip.compress(cut), gzip.compress(whole)[: len(gzip.compress(whole)) // 2]):
        found = read_bytes("x.tar", data)
        assert figures(found[0])[:50] == plain(RMF)[:50]
        every = [p.sentence for r in found for p in r.problems]
        assert sum("cut off before its end" in sentence for sentence in every) == 1


def test_damage_is_said_and_nothing_spoilt_is_read() -> None:
    packed = bytearray(gzip.compress(RMF))
    packed[-6] ^= 1  # of the checksum
    (sentence,) = said(bytes(packed))
    assert sentence.startswith("x is a damaged gzip file")
    archive = bytearray(tar(a=ADA, b=RMF))
    second = archive.index(b"b\0\0", 1024)
    archive[second + 120] ^= 0xFF
    first, *more = read_bytes("x.tar", bytes(archive))
    assert (figures(first), more) == (plain(ADA), [])
    assert "damaged tar archive" in first.problems[-1].sentence


def test_hostile_tar_headers_end_in_one_sentence() -> None:
    def header(size: bytes, kind: bytes = b"0", name: bytes = b"f") -> bytes:
        block = bytearray(512)
        block[: len(name)] = name
        block[124 : 124 + len(size)] = size
        block[156:157] = kind
        block[148:156] = b" " * 8
        block[148:156] = b"%06o\0 " % sum(block)
        return bytes(block)

    huge = b"\x80" + b"\x7f" * 11
    for data, words in (
        (header(huge) + RMF, "cut off"),
        (header(b"77777777777", b"x") + RMF, "damaged tar"),
        (header(b"77777777777", b"L") + RMF, "damaged tar"),
        (header(b"0", b"S") + header(b"0", b"0", b"g") + bytes(1024), "holes"),
        (header(b"0", b"5", b"d/") + bytes(1024), "without any files"),
    ):
        sentences = said(data)
        assert any(words in sentence for sentence in sentences), (words, sentences)
    assert not any("tar" in sentence for sentence in said(header(b"\xff" * 12) + RMF))
    assert "more than 2000 files" in said(b"".join(header(b"0") for _ in range(2001)))[0]


def transmitted(*records: bytes, utility: str = "INMCOPY") -> bytes:
    """A data set as TSO TRANSMIT packs it."""

    def segments(record: bytes, control: int = 0) -> bytes:
        pieces = [record[i : i + 253] for i in range(0, len(record), 253)] or [b""]
        out = b""
        for number, piece in enumerate(pieces):
            flags = control | (number == 0) << 7 | (number == len(pieces) - 1) << 6
            out += bytes((len(piece) + 2, flags)) + piece
        return out

    def unit(key: int, *values: bytes) -> bytes:
        out = key.to_bytes(2, "big") + len(values).to_bytes(2, "big")
        return out + b"".join(len(value).to_bytes(2, "big") + value for value in values)

    def text(words: str) -> bytes:
        return words.encode("cp037")

    out = segments(text("INMR01") + unit(0x42, b"\0\x50") + unit(0x1011, text("NODE")), 0x20)
    out += segments(
        text("INMR02") + bytes((0, 0, 0, 1)) + unit(2, text("CUST"), text("RMF"))
        + unit(0x1028, text(utility)), 0x20
    )  # fmt: skip
    out += segments(text("INMR03") + unit(0x3C, b"\x40\0"), 0x20)
    out += b"".join(segments(record) for record in records)
    return out + segments(text("INMR06"), 0x20)


def test_a_transmitted_data_set_is_unpacked() -> None:
    lines = [FIXED[i : i + 133] for i in range(0, len(FIXED), 133)]
    (reading,) = read_bytes("rmf.xmit", transmitted(*lines) + bytes(60))
    assert figures(reading) == plain(FIXED)
    records, at = [], 0
    while at < len(SMF):
        length = int.from_bytes(SMF[at : at + 2], "big")
        records.append(SMF[at + 4 : at + length])
        at += length
    (dump,) = read_bytes("smf.xmit", transmitted(*records))
    assert figures(dump) == plain(SMF)


def test_transmitted_files_that_cannot_be_unpacked_are_said() -> None:
    lines = [FIXED[i : i + 133] for i in range(0, len(FIXED), 133)]
    assert "library (PDS)" in said(transmitted(*lines, utility="IEBCOPY"))[0]
    assert "encrypted" in said(transmitted(*lines, utility="AMSCIPHR"))[0]
    assert "nothing can be unpacked" in said(transmitted())[0]
    (cut,) = read_bytes("x", transmitted(*lines)[:20_000])
    assert cut.observations
    assert any("cut off before its end" in problem.sentence for problem in cut.problems)
    damaged = bytearray(transmitted(*lines))
    damaged[len(damaged) // 2 :] = b"\x01" * (len(damaged) // 2)
    assert any("damaged TSO TRANSMIT" in sentence for sentence in said(bytes(damaged)))


def test_large_members_are_unpacked_to_disk_and_read_from_there() -> None:
    big = RMF * (IN_MEMORY // len(RMF) + 2)
    (reading,) = read_bytes("x", gzip.compress(big, 1))
    assert reading.lines == big.count(b"\n")
    assert {(o.subject, o.metric) for o in reading.observations} == {
        (subject, metric) for subject, metric, _, _ in plain(RMF)
    }


@pytest.mark.parametrize(
    ("data", "path"),
    [
        (gzip.compress(RMF), ""),
        (tar(**{"./a/b": ADA, "c": RMF}), "c"),
        (zipped(x=ADA, t=bz2.compress(tar(c=RMF))), "t/c"),
        (zipped(**{"a\x07b": RMF, "c": ADA}), "a?b"),
        (tar(m=zipped(c=lzma.compress(RMF))), "m/c"),
    ],
)
def test_the_bytes_of_a_reading_are_found_again_by_its_name(data: bytes, path: str) -> None:
    name = f"x/{path}" if path else "x"
    assert name in {reading.file for reading in read_bytes("x", data)}
    with inside(lambda: io.BytesIO(data), len(data), path) as found:
        assert found is not None
        open_source, size = found
        assert size == len(RMF)
        with open_source() as source:
            assert source.read() == RMF
    with inside(lambda: io.BytesIO(data), len(data), "nothing of this name") as none:
        assert none is None


@pytest.mark.parametrize("kind", PACKERS)
def test_unpacking_can_be_cancelled(kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("advisor.reading.progress.EVERY_S", 0.0)
    asked = []

    def cancel() -> bool:
        asked.append(1)
        return len(asked) > 2

    packed = PACKERS[kind](random.Random(1).randbytes(1 << 20))
    with pytest.raises(ReadingCancelled):
        read_bytes("x", packed, cancel=cancel)
    assert len(asked) == 3
