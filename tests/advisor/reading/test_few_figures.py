"""Pages that give far fewer figures than their kind usually does are asked for."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from advisor.reading import all_readers
from advisor.reading.accounting import Pages, too_few, usual_shares
from tests.advisor.reading.report_reading import SAMPLES, read

TABLE = (SAMPLES / "formats" / "dfsort-smf16.txt").read_text()
POOL = "\nDSNB401I  DB1S BUFFERPOOL NAME BP0, BUFFERPOOL ID 0, USE COUNT 357\n"


def with_rows_cut(text: str, whole: int) -> str:
    """All rows but the first ``whole`` without their last cell, as columns that were left out."""
    rows = [index for index, line in enumerate(text.splitlines()) if line[:5].strip().isdecimal()]
    return "\n".join(
        line.rpartition(" ")[0] if index in rows[whole:] else line
        for index, line in enumerate(text.splitlines())
    )


def test_a_table_of_which_hardly_a_row_was_read_is_asked_for() -> None:
    assert read(TABLE).sentences == []
    rows = TABLE.splitlines()[-3:]
    longer = TABLE + "\n".join(rows * 4) + "\n"
    found = read(with_rows_cut(longer, 1))
    assert found.reading.observations
    (said,) = [text for text in found.sentences if "where such pages usually give" in text]
    assert said.startswith("report.txt, from line 1: what looks like DFSORT SMF 16 table gives ")
    assert "send it complete" in said
    assert "nothing of" not in said


def test_what_lacks_all_its_figures_names_some_of_them() -> None:
    """Nothing else in the file was wrong, and there were other figures in it."""
    found = read(with_rows_cut(TABLE, 0) + POOL)
    (said,) = [text for text in found.sentences if "where such pages usually give" in text]
    assert "gives 0 figures" in said
    assert "nothing of Elapsed time, " in said


@pytest.mark.parametrize(("figures", "usual"), [(0, 35), (8, 35), (9, 0), (40, 0)])
def test_far_fewer_is_less_than_a_quarter(figures: int, usual: int) -> None:
    share = usual_shares()["omegamon-paging"]
    pages = Pages(1, 100, figures, measured=figures, unread=1)
    assert too_few("omegamon-paging", pages) == usual == (usual and round(share))


def test_of_a_few_numbers_or_of_an_unknown_kind_nothing_is_asked() -> None:
    assert too_few("omegamon-paging", Pages(1, 11, 0)) == 0
    assert too_few("no-such-reader", Pages(1, 11, 0)) == 0
    assert too_few("no-such-reader", Pages(1, 100, 1, measured=1)) == 0
    assert too_few("no-such-reader", Pages(1, 100, 0)) == 1


def test_the_shares_are_of_readers_that_exist() -> None:
    assert usual_shares().keys() <= {reader.id for reader in all_readers()}
    assert len(usual_shares()) > 50


@pytest.mark.parametrize("path", sorted(SAMPLES.glob("*/*")), ids=lambda path: path.name)
def test_no_sample_is_asked_for(path: Path) -> None:
    if path.suffix in (".txt", ".xml", ".csv") and path.parent.name != "damaged":
        text = path.read_bytes().decode("utf-8", "replace")
        assert not [said for said in read(text, path.name).sentences if "usually give" in said]


@pytest.mark.thorough
def test_the_shares_are_those_of_the_samples_and_excerpts() -> None:
    root = SAMPLES.parent
    done = subprocess.run(
        [sys.executable, str(root / "packaging" / "usual_shares.py"), "--check"],
        capture_output=True, text=True, timeout=120, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout + done.stderr


def test_settings_of_a_heading_do_not_stand_for_the_table_below_it() -> None:
    """Of kinds of which few numbers are figures, the model alone was as many as usual."""
    assert too_few("rmf-cache", Pages(1, 30, 3)) == 4
    assert too_few("rmf-cache", Pages(1, 30, 3, measured=1)) == 0
    assert too_few("db2-bufferpool", Pages(1, 30, 30, of_settings=True)) == 0
    page = (SAMPLES / "engagement" / "rmf-sysb.txt").read_text().splitlines()[300:330]
    assert "S U B S Y S T E M" in page[0]
    assert read("\n".join(page) + "\n").sentences == []
    cut = [line for line in page if not line.lstrip().startswith("TOTAL")]
    found = read("\n".join(cut) + "\n")
    assert {item.metric for item in found.reading.observations} == {
        "setting.CACHE_GB",
        "setting.MODEL",
    }
    assert any("where such pages usually give" in said for said in found.sentences)
