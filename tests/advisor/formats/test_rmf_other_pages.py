"""RMF pages that nobody reads are named, and end the page before them."""

from __future__ import annotations

from tests.advisor.reading.report_reading import heading, read

CPU = heading("CPU ACTIVITY") + (
    "---CPU---    ---------------- TIME % ----------------     LOG PROC      --I/O INTERRUPTS--\n"
    "NUM  TYPE    ONLINE    LPAR BUSY    MVS BUSY   PARKED     SHARE %       RATE     % VIA TPI\n"
    " 0    CP     100.00     44.28        44.15       0.00      56.8  MED    13.91     6.49\n"
    "TOTAL/AVERAGE           44.28        44.15                 56.8         13.91     6.49\n"
)


def test_another_page_ends_the_one_before_and_is_said_once() -> None:
    other = heading("XCF ACTIVITY", time="10.15.00") + (
        "                         XCF USAGE BY SYSTEM\n"
        " 1    CP     100.00     99.99        99.99       0.00      56.8  MED    13.91     6.49\n"
        "TOTAL/AVERAGE           99.99        99.99                 56.8         13.91     6.49\n"
    )
    found = read(CPU + other + other)
    assert found.formats == ("rmf-cpu",)
    assert found("lpar:NVS1", "cp_busy_pct") == 44.28
    assert [sentence for sentence in found.sentences if "XCF ACTIVITY" in sentence] == (
        found.sentences
    )
    assert len(found.sentences) == 1


def test_shared_devices_ask_for_the_devices_of_each_system() -> None:
    page = heading("SHARED DIRECT ACCESS DEVICE ACTIVITY", plex=True)
    row = (
        "02200 33909  NVSX01 1.0H  *ALL              123.456  .512  .000  .100 .000 .000  .140 .010"
        "  .362  4.47  4.59  0.0  10.0  100.0\n"
    )
    found = read(page + row)
    assert found.formats == ("rmf-other",)
    assert "REPORTS(DEVICE(DASD)) of each system" in found.sentences[0]
    assert len(found.sentences) == 1
