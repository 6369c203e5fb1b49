"""What stands for a line of a record is told in words, without names of ours."""

from __future__ import annotations

import re

import pytest

from advisor.analysis import analyse
from advisor.reading import read_path
from advisor.report import ReportOptions, build_document
from advisor.report.numbers import Language
from tests.advisor.reading.report_reading import SAMPLES


@pytest.mark.parametrize("language", ["en", "de"])
def test_no_internal_name_stands_in_the_evidence_of_records(language: Language) -> None:
    """ "SMF 70-1 of SYSB: cp_busy_pct SMF70PDT", "buffers_allocated 100000", "Lfarea 1m gb"."""
    names = ("smf-dump-rdw.bin", "smf-products-rdw.bin", "smf-rmf-rdw.bin", "smf-io-rdw.bin")
    readings = [r for name in names for r in read_path(SAMPLES / "formats" / name)]
    document = build_document(analyse(readings), ReportOptions(language))
    rows = [row for finding in document["findings"] for row in finding["evidence"]]
    told = [text for row in rows for text in (row["text"], *row["derived"])]
    assert len(told) > 10
    assert not [t for t in told if re.search(r"(?<![\w.-])[a-z]+_[a-z0-9_]+|Lfarea 1m", t)]
