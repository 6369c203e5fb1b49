"""SMF 100 and 101, built from the maps by field name, and what must be made of round figures."""

from __future__ import annotations

import pytest

from advisor.analysis import Options, groundwork
from advisor.formats.db2.smf100 import pool_name
from advisor.reading.layout.record_maps import record_map
from tests.advisor.reading.report_reading import SAMPLES, Read, read, read_sample

SAMPLE = "formats/smf-db2-rdw.bin"
DB2, POOL = "db2_subsystem:DB2P", "db2_bufferpool:DB2P/BP1"


@pytest.fixture(scope="module")
def found() -> Read:
    return read_sample(SAMPLE)


def records(kind: int) -> list[bytearray]:
    data, at, kept = (SAMPLES / SAMPLE).read_bytes(), 0, []
    while at < len(data):
        length = int.from_bytes(data[at : at + 2], "big")
        if data[at + 5] == kind:
            kept.append(bytearray(data[at : at + length]))
        at += length
    return kept


def put(record: bytearray, triplet: int, section: str, name: str, value: int, of: str) -> None:
    """Change a field of the first section that a triplet locates."""
    field = record_map(of).sections[section][name]
    at = int.from_bytes(record[triplet : triplet + 4], "big") + field.offset
    record[at : at + field.length] = value.to_bytes(field.length, "big")


def joined(parts: list[bytearray]) -> bytes:
    return b"".join(bytes(part) for part in parts)


def test_what_threads_of_a_subsystem_took(found: Read) -> None:
    assert found(DB2, "relation.parent") == "lpar:SYSA"
    assert found(DB2, "setting.VERSION") == "12"
    assert found(DB2, "commits") == 60
    assert found(DB2, "cpu_ms_per_tx") == pytest.approx(4.0)
    assert found(DB2, "response_ms") == pytest.approx(24.0)
    assert found(DB2, "sync_io_per_tx") == pytest.approx(10.0)
    assert found(DB2, "sync_io_us") == pytest.approx(600.0)
    assert found(DB2, "sync_io_wait_pct") == pytest.approx(25.0)
    (one,) = found.all(DB2, "commits")
    assert one.interval.duration_s == 290  # of the quarter only what the records cover
    assert one.interval.end == "2015-03-17T10:30:00"


def test_plans(found: Read) -> None:
    orders, query = "db2_plan:DB2P/ORDERS", "db2_plan:DB2P/QUERY"
    assert found(orders, "relation.parent") == DB2
    assert found(orders, "commits_per_s") == pytest.approx(30 / 290)
    assert found(orders, "response_ms") == pytest.approx(40.0)
    assert found(orders, "cpu_ms_per_tx") == pytest.approx(6.0)
    assert found(orders, "cpu_s") == pytest.approx(30 * 0.005)
    assert found(orders, "sync_io_per_tx") == pytest.approx(20.0)
    assert found(query, "response_ms") == pytest.approx(8.0)
    assert not found.values(query, "sync_io_per_tx")  # none waited, or class 3 was off


def test_a_record_that_stands_twice_counts_once() -> None:
    rows = records(101)
    assert read(joined(rows + rows), "twice.bin")(DB2, "commits") == 60


def test_a_thread_that_many_transactions_used_tells_no_response() -> None:
    rows = records(101)
    for row in rows[:40]:
        put(row, 36, "QWAC", "QWACCOMM", 50, "smf101")
    odd = read(joined(rows), "reused.bin")
    assert not odd.values(DB2, "response_ms")
    assert odd(DB2, "commits") == 40 * 50 + 20
    assert odd.values(DB2, "cpu_ms_per_tx")


def test_class_2_that_exceeds_class_1_is_not_read() -> None:
    rows = records(101)
    for row in rows:
        put(row, 36, "QWAC", "QWACASC", 90_000_000 << 12, "smf101")
    odd = read(joined(rows), "odd.bin")
    assert odd(DB2, "response_ms") == pytest.approx(24.0)
    assert not odd.values(DB2, "sync_io_us")
    assert any("class 2" in said for said in odd.sentences)


def test_other_waits_are_of_transactions_and_fit_their_counts() -> None:
    rows = records(101)
    for row in rows:
        put(row, 36, "QWAC", "QWACAWTL", 3_000 << 12, "smf101")
        put(row, 36, "QWAC", "QWACARNL", 2, "smf101")
    assert read(joined(rows), "locks.bin")(DB2, "class3_wait_ms.LOCK") == pytest.approx(3.0)
    assert not read(joined(rows), "locks.bin").values(DB2, "class3_wait_ms.OTHER_READ")
    for row in rows[:10]:
        put(row, 36, "QWAC", "QWACARNR", 7, "smf101")  # waits that took no time
    assert not read(joined(rows), "odd.bin").values(DB2, "class3_wait_ms.LOCK")


@pytest.mark.parametrize("damage", ["triplet", "clock"])
def test_compressed_records_are_named_with_the_remedy(damage: str) -> None:
    rows = records(101)
    for row in rows:
        if damage == "triplet":
            row[36:40] = (0x7FFF0000).to_bytes(4, "big")
        else:
            put(row, 36, "QWAC", "QWACBSC", 0xFFFF_FFFF_FFFF_FFFF, "smf101")
    odd = read(joined(rows), "compressed.bin")
    assert not odd.reading.observations
    assert any("DSNTSMFD" in said for said in odd.sentences)


def test_pools_between_two_records(found: Read) -> None:
    span = 900
    for metric, rate in (
        ("getpages", 9_000), ("sync_reads", 600), ("writes", 40), ("sync_writes", 2),
        ("page_ins_read", 60), ("page_ins_write", 5), ("prefetch_reads", 20),
        ("prefetch_pages", 640), ("dynamic_prefetch_pages", 320), ("list_prefetch_pages", 0),
    ):  # fmt: skip
        assert found(POOL, metric) == rate * span, metric
    assert found(POOL, "setting.VPSIZE") == 40_000
    assert found(POOL, "setting.PAGE_SIZE_KB") == 4
    assert found("db2_bufferpool:DB2P/BP8K2", "setting.PAGE_SIZE_KB") == 8
    (one,) = found.all(POOL, "getpages")
    assert one.interval.duration_s == span
    assert one.interval.start == "2015-03-17T10:15:00"


def test_one_record_alone_gives_sizes_and_no_counts() -> None:
    one = read(bytes(records(100)[0]), "one.bin")
    assert one(POOL, "setting.VPSIZE") == 40_000
    assert not one.values(POOL, "getpages")


def test_counts_that_fell_are_of_another_start_of_db2() -> None:
    first, second = records(100)
    put(first, 52, "QBST", "QBSTGET", 1 << 50, "smf100")
    restarted = read(joined([first, second]), "restarted.bin")
    assert not restarted.values(POOL, "getpages")
    assert restarted.values("db2_bufferpool:DB2P/BP8K2", "getpages")


@pytest.mark.parametrize(
    ("name", "value"), [("QBSTRIO", 1 << 55), ("QBSTVPL", 0), ("QBSTPIO", 1 << 50), ("QBSTPID", 77)]
)
def test_counts_that_do_not_fit_each_other_are_not_read(name: str, value: int) -> None:
    rows = records(100)
    for row in rows:
        put(row, 52, "QBST", name, value, "smf100")
    odd = read(joined(rows), "odd.bin")
    assert not odd.values(POOL, "getpages")
    assert odd.values("db2_bufferpool:DB2P/BP8K2", "getpages")
    assert any("buffer pool counts" in said for said in odd.sentences)


def test_a_release_before_v11_is_not_read() -> None:
    rows = records(100)
    for row in rows:
        put(row, 28, "QWHS", "QWHSRN", 0xA1, "smf100")
    odd = read(joined(rows), "v10.bin")
    assert not odd.reading.observations
    assert any("Db2 10" in said for said in odd.sentences)


@pytest.mark.parametrize(
    ("number", "name"),
    [(0, "BP0"), (49, "BP49"), (80, "BP32K"), (81, "BP32K1"), (100, "BP8K0"), (129, "BP16K9"),
     (50, ""), (200, "")],
)  # fmt: skip
def test_names_of_pools(number: int, name: str) -> None:
    assert pool_name(number) == name


def test_statistics_alone_tell_that_db2_pages() -> None:
    """Of a customer who sends SMF and no displays nothing was known of Db2."""
    groundwork_of = groundwork([read_sample(SAMPLE).reading], Options())
    fired = {(one.rule, one.component) for one in groundwork_of.advice.findings}
    assert ("DB2-009", DB2) in fired
    assert ("DSK-003", DB2) not in fired  # the control unit's read hits are not in these records


@pytest.mark.parametrize("keep", range(40, 500, 9))
@pytest.mark.parametrize("kind", [100, 101])
def test_a_record_cut_anywhere_does_no_harm(keep: int, kind: int) -> None:
    cut = records(kind)[0][:keep]
    cut[:2] = len(cut).to_bytes(2, "big")
    read(bytes(cut), "cut.bin")
