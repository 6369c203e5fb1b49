"""SMF records of products, built from the maps by field name: CICS statistics and DFSORT."""

from __future__ import annotations

import pytest

from advisor.analysis import Options, groundwork
from advisor.reading.layout.record_maps import record_map
from tests.advisor.reading.report_reading import SAMPLES, Read, read, read_sample

REGION = "cics_region:CICSAOR1"


@pytest.fixture(scope="module")
def found() -> Read:
    return read_sample("formats/smf-products-rdw.bin")


def record(place: int) -> bytearray:
    data, at = (SAMPLES / "formats/smf-products-rdw.bin").read_bytes(), 0
    for _ in range(place):
        at += int.from_bytes(data[at : at + 2], "big")
    return bytearray(data[at : at + int.from_bytes(data[at : at + 2], "big")])


def test_every_tcb_mode_of_a_region(found: Read) -> None:
    assert found(REGION, "qr_dispatch_s") == pytest.approx(240)
    assert found(REGION, "qr_cpu_s") == pytest.approx(120)
    assert found(REGION, "qr_ratio_pct") == pytest.approx(50)
    assert found(REGION, "qr_waits") == 1_200_000
    assert found(REGION, "tcb_cpu_by_mode_s.L8") == pytest.approx(250)
    assert found(REGION, "tcbs_peak.L8") == 19
    assert found(REGION, "tcb_cpu_s") == pytest.approx(371)
    assert not found.values(REGION, "tcb_cpu_by_mode_s.CO")  # no TCB of this mode was dispatched


def test_transactions_and_settings(found: Read) -> None:
    assert found(REGION, "transactions") == 90_000
    assert found(REGION, "setting.MXT") == 250
    assert found(REGION, "peak_tasks") == 64
    assert found(REGION, "active_tasks") is not None
    assert found(REGION, "relation.parent") == "lpar:SYSA"
    (item,) = (o for o in found.reading.observations if o.metric == "transactions")
    assert item.interval.duration_s == 2700
    assert item.interval.start == "2015-03-17T10:00:00"


def test_a_sort(found: Read) -> None:
    job = "dfsort_job:NVSORT04"
    assert found(job, "records_in") == 2_000_000
    assert found(job, "gb_sorted") == pytest.approx(824e6 / 2**30)
    assert found(job, "cpu_s") == pytest.approx(12)
    assert found(job, "work_tracks") == 12_000


def test_modes_whose_first_is_not_qr_are_not_read() -> None:
    data = record(0)
    at = bytes(data).index("QR".encode("cp037"))
    data[at : at + 2] = "Q9".encode("cp037")
    other = read(bytes(data), "odd.bin")
    assert not other.values(REGION, "qr_cpu_s")
    assert other(REGION, "transactions") == 90_000  # the transaction manager's are whole


def test_a_mode_that_does_not_fit_makes_all_of_them_doubtful() -> None:
    """Found by fuzzing: QR's figures were put before a later mode was looked at."""
    data = record(0)
    modes = record_map("smf110-2").sections["mode"]
    at = bytes(data).index("L8".encode("cp037")) + modes["DSGACT"].offset
    data[at : at + 8] = (1 << 56).to_bytes(8, "big")  # more CPU than dispatched
    other = read(bytes(data), "odd.bin")
    assert not other.values(REGION, "qr_cpu_s")
    assert not other.values(REGION, "tcb_cpu_s")
    assert other(REGION, "transactions") == 90_000


def test_counts_of_transactions_that_do_not_fit_each_other_are_not_read() -> None:
    data = record(0)
    field = record_map("smf110-2").sections["transactions"]["XMGPAT"]
    at = len(data) - 44 + field.offset
    data[at : at + 4] = (251).to_bytes(4, "big")  # more than MXT
    other = read(bytes(data), "odd.bin")
    assert not other.values(REGION, "transactions")
    assert other(REGION, "qr_cpu_s") == pytest.approx(120)


def test_bytes_that_may_have_wrapped_are_not_taken() -> None:
    data = record(1)
    layout = record_map("smf16").sections["data"]
    at = int.from_bytes(data[60:64], "big")
    data[at + layout["ICERCDS"].offset : at + layout["ICERCDS"].offset + 4] = (20_000_000).to_bytes(
        4, "big"
    )
    other = read(bytes(data), "long.bin")
    assert not other.values("dfsort_job:NVSORT04", "gb_sorted")
    assert other("dfsort_job:NVSORT04", "records_in") == 20_000_000


def test_sorts_of_two_steps_of_a_job_are_two() -> None:
    """They were one sort of the mean amount, which nobody ran."""
    one, other = record(1), record(1)
    layout = record_map("smf16").sections["data"]
    at = int.from_bytes(other[60:64], "big")
    for name, value in (("ICESTPNM", "SORT20".ljust(8).encode("cp037")), ("ICERCDS", b"\0\0\0\7")):
        field = at + layout[name].offset
        other[field : field + len(value)] = value
    found = read(bytes(one + other), "two.bin")
    assert found("dfsort_job:NVSORT04 SORT20", "records_in") == 7
    assert found("dfsort_job:NVSORT04", "records_in") == 2_000_000


@pytest.mark.parametrize("keep", range(30, 900, 9))
def test_a_record_cut_anywhere_does_no_harm(keep: int) -> None:
    for place in range(2):
        cut = record(place)[:keep]
        cut[:2] = len(cut).to_bytes(2, "big")
        read(bytes(cut), "cut.bin")


def test_a_dump_alone_says_that_the_qr_task_waits_for_a_processor() -> None:
    """Of a customer who sends SMF and no print of DFH0STAT nothing was known."""
    advice = groundwork([read_sample("formats/smf-products-rdw.bin").reading], Options()).advice
    (finding,) = (found for found in advice.findings if found.rule == "CIZ-001")
    assert finding.component == REGION
