"""A repair is one module that declares ``REPAIR``; what it offers is read and compared."""

from __future__ import annotations

import pytest

from advisor.reading import choosing, read_bytes
from advisor.reading.repairs.offers import Offer, Text, Trust
from advisor.reading.repairs.unwrapping.bonds import Way
from tests.advisor.reading.report_reading import SAMPLES

REPORT = (SAMPLES / "formats/db2-gbp.txt").read_text("ascii").splitlines()


def mirrored(text: Text) -> Offer:
    """The lines as they were before somebody turned each of them round."""
    way = Way([line[::-1] for line in text.lines], range(1, len(text.lines) + 1))
    return Offer((way,), Trust.POSSIBLE, "mirrored", said=lambda _lines, _lost: [(1, "Turned.")])


@pytest.fixture(autouse=True)
def one_more(monkeypatch: pytest.MonkeyPatch) -> None:
    more = (*choosing.repairs(), mirrored)
    monkeypatch.setattr(choosing, "repairs", lambda: more)


def test_what_a_repair_offers_is_taken_where_it_gives_more() -> None:
    (whole,) = read_bytes("x.txt", ("\n".join(REPORT) + "\n").encode())
    turned = "".join(line[::-1] + "\n" for line in REPORT)
    (reading,) = read_bytes("x.txt", turned.encode())
    assert reading.record_format == "lines, mirrored"
    assert [said.sentence for said in reading.problems] == ["Turned."]
    assert reading.observations == whole.observations
    assert reading.unread == whole.unread


def test_a_text_that_reads_as_well_as_it_stands_is_left_so() -> None:
    (reading,) = read_bytes("x.txt", ("\n".join(REPORT) + "\n").encode())
    assert reading.record_format == "lines"
    assert not reading.problems
