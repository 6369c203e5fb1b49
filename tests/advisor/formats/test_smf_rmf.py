"""RMF's records built from the maps by field name: goals, frames and what rules make of them."""

from __future__ import annotations

import csv

import pytest

from advisor.analysis import Options, groundwork
from advisor.reading.layout.record_maps import record_map
from resources import resource
from tests.advisor.reading.report_reading import SAMPLES, Read, read, read_sample

LPAR = "lpar:SYSC"
SAMPLE = "formats/smf-rmf-rdw.bin"


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


def test_frames_slots_and_large_frames(found: Read) -> None:
    for metric, value in (
        ("available_frames", 5_000), ("available_frames_min", 4_000), ("aux_slots_used", 1_200),
        ("fixed_1m_frames_max", 300), ("pageable_1m_frames_used", 12),
        ("pageable_1m_frames_max", 14), ("unreferenced_interval_s", 240),
        ("lfarea_2g_pages_used", 0), ("setting.LFAREA_1M_GB", 1.0),
        ("setting.LFAREA_USED_GB", 0.25), ("setting.LFAREA_2G_GB", 2.0),
        ("setting.REAL_STORAGE_GB", 8.0), ("paging_per_s", 0),
    ):  # fmt: skip
        assert found(LPAR, metric) == pytest.approx(value), metric


def test_goals_of_service_classes(found: Read) -> None:
    high = "service_class:NVPLEX/STCHIGH.1"
    assert found(high, "goal_velocity_pct") == 90
    assert found(high, "velocity_pct") == 20
    assert found(high, "setting.IMPORTANCE") == 1
    assert not found.values(high, "goal_response_ms")
    batch = "service_class:NVPLEX/BATHOT.1"
    assert found(batch, "goal_response_ms") == 30_000  # given in seconds
    assert found(batch, "response_ms") == pytest.approx(80_000)
    assert not found.values(batch, "goal_pct")
    online = "service_class:NVPLEX/CICSPRD.1"
    assert found(online, "goal_response_ms") == 500
    assert found(online, "goal_pct") == 90


@pytest.mark.parametrize(
    ("offset", "value"),
    [(10, 0xA0), (10, 0x10), (10, 0x08), (10, 0), (12, 0), (15, 130)],
)
def test_a_goal_that_is_none_or_several_is_not_taken(offset: int, value: int) -> None:
    record = records(72)[0]
    at = int.from_bytes(record[60:64], "big") + offset
    if offset == 12:
        record[at : at + 4] = bytes(4)
    else:
        record[at] = value
    assert not read(bytes(record), "odd.bin").values(
        "service_class:NVPLEX/STCHIGH.1", "goal_velocity_pct"
    )


def test_a_response_goal_without_one_unit_is_not_taken() -> None:
    record = records(72)[1]
    at = int.from_bytes(record[60:64], "big") + 9
    record[at] = 0xC0
    assert not read(bytes(record), "odd.bin").values(
        "service_class:NVPLEX/BATHOT.1", "goal_response_ms"
    )


def test_records_alone_tell_of_frames_and_goals() -> None:
    """Of a customer who sends SMF and no print of RMF neither was known."""
    advice = groundwork([read_sample(SAMPLE).reading], Options()).advice
    fired = {(one.rule, one.component) for one in advice.findings}
    assert ("STG-002", LPAR) in fired
    assert ("WLM-001", "service_class:NVPLEX/STCHIGH.1") in fired
    assert ("WLM-002", "service_class:NVPLEX/BATHOT.1") in fired
    assert ("WLM-001", "service_class:NVPLEX/CICSPRD.1") not in fired


@pytest.mark.parametrize("name", ["smf71", "smf72-3"])
def test_fields_of_a_map_do_not_overlap_and_are_said_once(name: str) -> None:
    text = resource("layouts", f"{name}.csv").read_text(encoding="utf-8").splitlines()
    rows = list(csv.DictReader([line for line in text if not line.startswith("#")]))
    by_section: dict[str, list[tuple[int, int, str]]] = {}
    for row in rows:
        if row["type"] != "end":
            place = int(row["offset"]), int(row["length"]), row["name"]
            by_section.setdefault(row["section"], []).append(place)
    for section, places in by_section.items():
        names = [place[2] for place in places]
        assert len(names) == len(set(names)), section
        at = 0
        for offset, length, field in sorted(places):
            assert offset >= at, (section, field)
            at = offset + length
    assert record_map(name).sections


@pytest.mark.parametrize("keep", range(40, 400, 12))
@pytest.mark.parametrize("kind", [71, 72])
def test_a_record_cut_anywhere_does_no_harm(keep: int, kind: int) -> None:
    for record in records(kind):
        cut = record[:keep]
        cut[:2] = len(cut).to_bytes(2, "big")
        read(bytes(cut), "cut.bin")
