"""The text behind a figure: the lines of a kept report, wherever it was packed."""

from __future__ import annotations

import base64
import bz2
import gzip
import lzma
from pathlib import Path

import pytest

from advisor.reading import read_path
from app.store import EngagementFile
from app.window.services.persistence import TooLong, kept_lines
from tests.advisor.reading.packing import tar, zipped
from tests.advisor.reading.report_reading import SAMPLES

RMF = (SAMPLES / "engagement/rmf-sysb.txt").read_bytes()


MAIL = (
    b"From: a@b.example\nMIME-Version: 1.0\nContent-Type: multipart/mixed; boundary=xx\n\n"
    b"--xx\nContent-Type: text/plain\n\nsee below\n"
    b"--xx\nContent-Type: text/plain\nContent-Disposition: attachment; filename=rmf.txt\n"
    b"Content-Transfer-Encoding: base64\n\n" + base64.encodebytes(RMF) + b"--xx--\n"
)


@pytest.mark.parametrize(
    ("file", "data"),
    [
        ("rmf.gz", gzip.compress(RMF)),
        ("rmf.xz", lzma.compress(RMF)),
        ("week.tar", tar(**{"./a/rmf.txt": RMF, "remark": b"no report\n"})),
        ("week.tgz", gzip.compress(tar(rmf=RMF))),
        ("week.zip", zipped(**{"../a\x07b": RMF, "c.bz2": bz2.compress(RMF)})),
        ("week.zip", zipped(inner=gzip.compress(tar(rmf=RMF)))),
        ("reports.eml", MAIL),
    ],
)
def test_every_figure_stands_in_the_lines_that_are_shown(
    tmp_path: Path, file: str, data: bytes
) -> None:
    source, kept = tmp_path / file, tmp_path / "x.plexwright"
    source.write_bytes(data)
    with EngagementFile.create(kept) as engagement:
        engagement.add_source(file, source, read_path(source))
    with EngagementFile.open(kept) as engagement:
        found = engagement.readings()
    read = [reading for reading in found if reading.observations]
    assert read
    for reading in read:
        lines = kept_lines(kept, reading)
        assert lines is not None
        assert {o.text for o in reading.observations} <= set(lines)
        assert all(lines[o.line - 1] == o.text for o in reading.observations)
        # How long the waiting would be is told by what it is kept in, whatever a reading says.
        with pytest.raises(TooLong):
            kept_lines(kept, reading, len(data) - 1)
