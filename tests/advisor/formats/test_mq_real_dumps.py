"""IBM's own dumps of MQ against what IBM's formatter makes of them, field by field.

They lie beside the checkout (``../shared/real/mq-smf``) and are not part of the project.
"""

from __future__ import annotations

import csv
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from advisor import reading as readers
from advisor.formats.mq import blocks
from advisor.observations import Observation
from tests.advisor.reading.report_reading import ROOT, Read, strict

REAL = ROOT.parent / "shared" / "real" / "mq-smf"

pytestmark = pytest.mark.skipif(not REAL.is_dir(), reason="the real dumps are not beside")

DUMPS = ("TEST115", "TEST116", "TESTCHL")
POOLS = {
    "Buffer_Count": "buffers_allocated", "Lowest_Stealable": "low_buffers",
    "Current_Stealable": "stealable_buffers", "Getp_Old_Requests": "getp",
    "Getp_New_Requests": "getn", "DASD_Read": "rio", "Set_Write_Pages": "stw",
    "Pages_Written": "tpw", "DASD_Write": "wio", "Sync_Writes": "imw",
    "Defer_Write_THold_Reached": "dwt", "Sync_Write_THold_Reached": "dmc",
    "Buffer_Steals": "steals", "Buffer_Steals_Hash_Changes": "stla", "Suspend_No_Buffers": "sos",
}  # fmt: skip


@cache
def reading(path: Path) -> Read:
    with strict():
        (found,) = readers.read_path(path)
    return Read(found)


def rows(dump: str, table: str) -> Iterator[dict[str, str]]:
    with (REAL / f"{dump}-csv" / f"SMF-{table}.csv").open() as handle:
        for row in csv.DictReader(handle):
            yield {name: cell.strip() for name, cell in row.items() if name and cell is not None}


def tables() -> list[Path]:
    return sorted(REAL.glob("*-csv/*.csv"))


def figures(found: Read, metric: str) -> list[Observation]:
    return [item for item in found.reading.observations if item.metric == metric]


def test_every_counter_of_the_dumps_has_the_interval_that_the_formatter_prints() -> None:
    for dump in ("TEST115", "TESTCHL"):
        counters = figures(reading(REAL / f"{dump}.dat"), "getp")
        durations = [int(row["Interval_Duration"]) for row in rows(dump, "QPST")]
        assert [int(item.interval.duration_s or 0) for item in counters] == durations
        rates = figures(reading(REAL / f"{dump}.dat"), "messages_per_s")
        assert len(rates) == len(list(rows(dump, "QMST")))


@pytest.mark.parametrize("dump", ["TEST115", "TESTCHL"])
def test_buffer_pools_are_what_the_formatter_prints(dump: str) -> None:
    wanted = [
        (f"mq_bufferpool:{row['QMgr']}/{row['BufferPool']}", metric, int(row[column]))
        for row in rows(dump, "QPST")
        for column, metric in POOLS.items()
    ]
    binary = reading(REAL / f"{dump}.dat").reading.observations
    table = reading(REAL / f"{dump}-csv/SMF-QPST.csv").reading.observations
    for found in (binary, table):
        pools = [
            (item.subject, item.metric, item.value)
            for item in found
            if item.metric in POOLS.values()
        ]
        assert pools == wanted


@pytest.mark.parametrize("path", tables(), ids=lambda path: f"{path.parent.name}/{path.name}")
def test_no_table_is_called_wrapped_or_cut(path: Path) -> None:
    assert reading(path).sentences == []


def test_the_rate_of_messages_is_the_same_from_the_dump_and_from_its_table() -> None:
    for dump in ("TEST115", "TESTCHL"):
        binary = figures(reading(REAL / f"{dump}.dat"), "messages_per_s")
        table = figures(reading(REAL / f"{dump}-csv/SMF-QMST.csv"), "messages_per_s")
        assert [item.value for item in table] == pytest.approx(
            [item.value for item in binary], rel=0.03  # the table has whole seconds
        )  # fmt: skip


@pytest.mark.parametrize("dump", DUMPS)
def test_a_dump_without_descriptor_words_gives_what_it_gives_with_them(dump: str) -> None:
    data = (REAL / f"{dump}.dat").read_bytes()
    out, at = b"", 0
    while at < len(data):
        length = int.from_bytes(data[at : at + 2], "big")
        out += data[at + 4 : at + length]
        at += length
    with strict():
        (bare,) = readers.read_bytes(f"{dump}.dat", out)
    whole = reading(REAL / f"{dump}.dat").reading
    assert bare.lines == whole.lines
    assert bare.observations == whole.observations


@pytest.mark.parametrize("dump", ["TEST115", "TESTCHL"])
@pytest.mark.parametrize("block", sorted(blocks.AREAS))
def test_every_counter_of_a_block_is_what_the_formatter_prints(dump: str, block: str) -> None:
    path = REAL / f"{dump}-csv" / f"SMF-{block}.csv"
    if not path.is_file():
        pytest.skip("the dump has no such block")
    printed = list(rows(dump, block))
    table = reading(path)
    binary = reading(REAL / f"{dump}.dat")
    compared = 0
    for column, field in blocks.fields(block).items():
        metric, _ = blocks.metric_of(block, column)
        if column not in printed[0] and f"{column}(S)" not in printed[0]:
            continue  # of a later release than the dump's
        if field.type == "stck":
            wanted = [
                int(row[f"{column}(S)"]) * 1_000_000 + int(row[f"{column}(US)"]) for row in printed
            ]
        else:
            wanted = [int(row[column]) for row in printed]
        wanted = [value for value in wanted if value >= 0]
        for found in (binary, table):
            given = [item.value for item in figures(found, metric)]
            assert given == pytest.approx(wanted), (column, metric)
        compared += len(wanted)
    assert compared


@pytest.mark.parametrize("dump", ["TEST115", "TESTCHL"])
@pytest.mark.parametrize("block", sorted(blocks.PARTS))
def test_every_structure_and_task_is_what_the_formatter_prints(dump: str, block: str) -> None:
    """2,150 figures; Buffer_Wait_Time, whose unit no source states, is not kept."""
    path = REAL / f"{dump}-csv" / f"SMF-{block}.csv"
    if not path.is_file():
        pytest.skip("the dump has no such block")
    printed = list(rows(dump, block))
    whose = blocks.NAMES.get(block, blocks.NUMBER)
    wanted: dict[str, list[float]] = {}
    for row in printed:
        for column, field in blocks.fields(block).items():
            metric = f"{blocks.metric_of(block, column)[0]}.{row[whose].strip()}"
            if field.type == "stck":
                value = int(row[f"{column}(S)"]) * 1_000_000 + int(row[f"{column}(US)"])
            else:
                value = int(row[column])
            wanted.setdefault(metric, []).append(value)
    assert len(wanted) >= len(blocks.fields(block))
    kept = set(blocks.fields(block))
    ids = {"Date", "Time", "LPAR", "QMgr", "QSG", "MQ_Version", "Interval_Duration", "Task_Number"}
    ids |= {"Structure", "Structure_Number", "Structure_Name", "Task_Index", "Encrypted"}
    others = {name.partition("(")[0].strip() for name in printed[0]} - kept - ids
    assert others <= {"Interval_Start", "Buffer_Wait_Time"}
    for found in (reading(REAL / f"{dump}.dat"), reading(path)):
        for metric, values in wanted.items():
            assert [item.value for item in figures(found, metric)] == pytest.approx(values), metric


def test_blocks_with_states_are_those_that_the_map_says() -> None:
    with_states = {
        block
        for block in (*blocks.AREAS, *blocks.PARTS)
        if any(field.unit in ("level", "least") for field in blocks.fields(block).values())
    }
    assert with_states == set(blocks.WITH_STATES)


@pytest.mark.parametrize("dump", ["TEST116", "TESTCHL"])
@pytest.mark.parametrize("block", sorted(blocks.TASKS))
def test_what_tasks_did_is_what_the_formatter_prints_of_them_all(dump: str, block: str) -> None:
    """No class 1 record was kept, and of class 3 only those with a queue: 178 of 218 were not."""
    printed = list(rows(dump, block))
    found = reading(REAL / f"{dump}.dat")
    for column, field in blocks.fields(block).items():
        metric, unit = blocks.metric_of(block, column)
        parts = (f"{column}(S)", f"{column}(US)") if field.type == "stck" else (column,)
        assert (unit == "us") == (field.type == "stck" or field.unit == "us")
        values = [
            int("".join(row[part].strip().rjust(6, "0") for part in parts)) for row in printed
        ]
        together = max if "_peak" in metric else sum
        taken = [float(item.value) for item in figures(found, metric)]  # by interval
        assert together(taken or [0.0]) == pytest.approx(together(values)), column


@pytest.mark.parametrize("dump", DUMPS)
def test_no_record_of_mq_is_left_unread(dump: str) -> None:
    """45 records of class 1, 178 of class 3 and 8 of class 4 were."""
    kinds = dict(reading(REAL / f"{dump}.dat").reading.unread_kinds)
    assert set(kinds) <= {"2", "3"}  # the beginning and the end of a dump
