"""-DISPLAY DATABASE: status by object, whatever the display shows of each."""

from __future__ import annotations

import time

import pytest

from tests.advisor.reading.report_reading import SAMPLES, read, read_sample

SUBSYSTEM = "db2_subsystem:DB7G"
IN_STATUS = "printed.DISPLAY DATABASE: SPACES AND PARTITIONS IN STATUS "


def test_objects_by_status_and_the_longest_dbd() -> None:
    found = read_sample("formats/db2-databases.txt")
    # PAYTS1 has twelve partitions, of which the second display shows one again, twice.
    assert found(SUBSYSTEM, IN_STATUS + "RW") == 12 + 4 + 4
    assert found(SUBSYSTEM, IN_STATUS + "AREO*") == 3
    assert found(SUBSYSTEM, IN_STATUS + "RO") == 1
    assert found(SUBSYSTEM, "printed.DISPLAY DATABASE: LONGEST DBD (BYTES)") == 129_204
    assert found.reading.numbers.unread == 0


def test_a_heading_between_rulers_is_no_line_that_was_cut() -> None:
    """Rulers around a name with a digit in it: the display was taken for a wrapped one."""
    assert read_sample("formats/db2-databases.txt").sentences == []


def test_a_prefix_without_hyphen_and_a_display_in_a_mail() -> None:
    text = """\
> DSNT360I  DB9S ***********************************
> DSNT361I  DB9S *  DISPLAY DATABASE SUMMARY
>                *    RESTRICT
> DSNT360I  DB9S ***********************************
> DSNT362I  DB9S     DATABASE = NVDB  STATUS = RW
>                   DBD LENGTH = 8066
> DSNT397I  DB9S
> NAME     TYPE PART  STATUS            PHYERRLO PHYERRHI CATALOG  PIECE
> -------- ---- ----- ----------------- -------- -------- -------- -----
> NVTS     TS    0001 RW,CHKP
> ******* DISPLAY OF DATABASE NVDB      ENDED      **********************
"""
    found = read(text)
    assert found("db2_subsystem:DB9S", IN_STATUS + "CHKP") == 1
    assert found("db2_subsystem:DB9S", "printed.DISPLAY DATABASE: LONGEST DBD (BYTES)") == 8066


def test_ranges_of_partitions_are_no_work() -> None:
    head = "DSNT360I  -DB7G ****\nDSNT362I  -DB7G     DATABASE = NVDB  STATUS = RW\n"
    rows = "".join(f"T{n:06} TS    0001 RW\n         -THRU 9999\n" for n in range(4_000))
    before = time.process_time()
    found = read(head + rows)
    assert found(SUBSYSTEM, IN_STATUS + "RW") == 4_000 * 9_999
    assert time.process_time() - before < 5


def test_a_row_that_lacks_its_status_makes_no_count_another() -> None:
    sample = (SAMPLES / "formats/db2-databases.txt").read_text()
    found = read(sample.replace("HISTS1   TS    0005 RO", "HISTS1   TS    0005   "))
    assert found.values(SUBSYSTEM, IN_STATUS + "RW") == []
    found = read(sample.replace("RW                BATCH ", "                  BATCH "))
    assert found.values(SUBSYSTEM, IN_STATUS + "BATCH") == []
    assert "fewer cells" in found.sentences[0]


@pytest.mark.parametrize(
    ("whole", "damaged"),
    [
        ("         -THRU 0012", "         -THRU"),
        ("-THRU 0012\nPAYTS2 ", "-THRU 0012 PAYTS2 "),
        ("DBD LENGTH = 129204", "DBD LENGTH ="),
        ("PAYX1    IX         RW,RBDP\n", "PAYX1    IX         RW,RBDP "),
        (
            "PAYTS1   TS    0001 RW                BATCH",
            "PAYTS1   TS         RW                BATCH",
        ),
        ("PAYTS3   TS ", "         TS "),
    ],
)
def test_of_damaged_displays_nothing_is_counted(whole: str, damaged: str) -> None:
    sample = (SAMPLES / "formats/db2-databases.txt").read_text()
    assert whole in sample
    found = read(sample.replace(whole, damaged, 1))
    assert found.values(SUBSYSTEM, IN_STATUS + "RW") == []
    assert found.sentences
