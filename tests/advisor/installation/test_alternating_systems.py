"""A sysplex's SMF dump, in which records of namesakes in two systems alternate, is of both."""

from __future__ import annotations

from itertools import chain

import pytest

from advisor.installation.builder import build_installation
from advisor.reading import read_bytes
from model.topology import Topology
from tests.advisor.reading.report_reading import SAMPLES

HERE, THERE = ("SYSA".encode("cp037"), "SYSB".encode("cp037"))
PREFIXES = ("mq_", "db2_", "cics_")


def records(data: bytes, kinds: tuple[int, ...]) -> list[bytes]:
    """Those of a dump with record descriptor words that are of one of these types."""
    kept, at = [], 0
    while at < len(data):
        length = int.from_bytes(data[at : at + 2], "big")
        if data[at + 5] in kinds and HERE in data[at : at + 30]:
            kept.append(data[at : at + length])
        at += length
    return kept


def figures(topology: Topology, called: str) -> dict[tuple[str, str], float]:
    """What was measured of those of one system, by the names that they have alone."""
    return {
        (one.id.replace(called, ""), metric): figure.value
        for one in topology
        if one.kind.startswith(PREFIXES) and (called in one.id if called else "@" not in one.id)
        for metric, figure in one.measured.items()
    }


@pytest.mark.parametrize(
    ("sample", "kinds"),
    [
        ("smf-dump-rdw.bin", (115, 116)),
        ("smf-dump-rdw.bin", (116,)),
        ("smf-db2-rdw.bin", (100, 101)),
        ("smf-products-rdw.bin", (110,)),
        ("smf-110-1-rdw.bin", (110,)),
    ],
)
def test_each_of_two_namesakes_has_its_own_figures(sample: str, kinds: tuple[int, ...]) -> None:
    ours = records((SAMPLES / "formats" / sample).read_bytes(), kinds)
    theirs = [record.replace(HERE, THERE) for record in ours]
    both = b"".join(chain.from_iterable(zip(theirs, ours, strict=True)))
    alone = figures(build_installation(read_bytes("a.bin", b"".join(ours))).topology, "")
    found = build_installation(read_bytes("ab.bin", both)).topology
    assert alone
    assert figures(found, "") == pytest.approx(alone)
    assert figures(found, "@SYSB") == pytest.approx(alone)
