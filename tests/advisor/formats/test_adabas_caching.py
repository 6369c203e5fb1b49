"""The Caching Facility's summary: figures, whose they are, shares, decimal commas."""

from __future__ import annotations

from pathlib import Path

from tests.advisor.reading.report_reading import read

SAMPLE = Path(__file__).resolve().parents[3] / "samples" / "formats" / "adabas-caching.txt"
SCREEN = SAMPLE.read_text(encoding="utf-8")


def test_the_summary_of_a_database() -> None:
    found = read(SCREEN)
    subject = "adabas_database:152"
    assert found.formats == ("adabas-caching",)
    assert found(subject, "buffer_efficiency_now") == 159.3
    assert found(subject, "buffer_efficiency_without_cache") == 152.3
    assert found(subject, "cache_spaces_active") == 4
    assert found(subject, "acf_reads.ASSO") == 140
    assert found(subject, "acf_read_excps.DATA") == 1827
    assert round(found(subject, "acf_hit_pct.ASSO"), 1) == 37.0
    assert found(subject, "acf_hit_pct.DATA") == 0
    assert found(subject, "acf_hit_pct.WORK") is None
    assert (15, 16) in found.reading.unread  # reads and efficiency without a cache: not read
    assert not found.sentences


def test_within_a_nucleus_output_it_is_that_nucleus() -> None:
    cards = "ADARUN PROG=ADANUC,SVC=249,DBID=152,NUCID=3,MODE=MULTI\nADARUN LBP=100M,NT=20\n"
    assert read(cards + SCREEN)("adabas_nucleus:152-3", "acf_reads.ASSO") == 140
