"""RMF's records built from the maps by field name: goals, frames and what rules make of them."""

from __future__ import annotations

import csv

import pytest

from advisor.analysis import Options, groundwork
from advisor.reading.layout.record_maps import record_map
from advisor.report.texts import calling
from advisor.translation import sentences_in
from model.language import Sentence
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


def test_which_work_waits_for_storage(found: Read) -> None:
    batch, online = "service_class:NVPLEX/BATCHLOW.2", "service_class:NVPLEX/CICSPRD.1"
    assert found(batch, "storage_delay_pct.SYSD") == 12
    assert found(batch, "paging_delay_pct.SYSD") == 9
    assert found(online, "storage_delay_pct.SYSD") == 0


def test_samples_that_do_not_fit_each_other_give_no_share() -> None:
    record = next(one for one in records(72) if one[23] == 4)
    period = int.from_bytes(record[36:40], "big")
    record[period + 120 : period + 124] = (500).to_bytes(4, "big")  # R724VALD; 600 waited
    again = read(bytes(record), "a.bin")
    assert not again.values("service_class:NVPLEX/BATCHLOW.2", "storage_delay_pct.SYSD")
    assert again("service_class:NVPLEX/BATCHLOW.2", "paging_delay_pct.SYSD") == 90


def test_a_period_section_that_is_too_short_is_said_not_to_be_read() -> None:
    record = next(one for one in records(72) if one[23] == 4)
    record[40:42] = (100).to_bytes(2, "big")
    again = read(bytes(record), "a.bin")
    assert not again.reading.observations
    assert any("type 72-4 has 100 bytes" in sentence for sentence in again.sentences)


def test_derivations_call_settings_and_figures_as_people_do(found: Read) -> None:
    """The stored name, setting.REAL_STORAGE_GB, stood in the text behind a figure."""
    seen = [o for o in found.reading.observations if isinstance(o.text, Sentence)]
    assert {o.metric.partition(".")[0] for o in seen} >= {"setting", "relation", "paging_per_s"}
    told = sentences_in("en").calling(calling("en"))
    for one in seen:
        said = told.say(one.text).text
        assert "setting." not in said, said
        assert "relation." not in said, said
        assert "_" not in one.metric or one.metric not in said, said
    storage = next(o for o in seen if o.metric == "setting.REAL_STORAGE_GB")
    assert told.say(storage.text).text == "SMF 70-1 of SYSC: central storage SMF70CSF"


def test_logical_processors_of_partitions_that_share(found: Read) -> None:
    cpc = "cpc:C0FFE"
    assert found(cpc, "setting.CPS") == 4
    assert found(LPAR, "relation.parent") == cpc
    assert found(cpc, "logical_cps.SYSC") == pytest.approx(6, rel=1e-5)
    assert found(cpc, "logical_cps.TEST") == pytest.approx(5, rel=1e-5)
    assert found(cpc, "logical_cps.DEVEL") == pytest.approx(3.5, rel=1e-5)
    for partition in ("EDGE", "PHYSICAL"):
        assert not found.values(cpc, f"logical_cps.{partition}")


def test_threads_of_ziips_are_those_of_their_cores() -> None:
    """Two CPUs of type 4 that are one core: the core sections say so."""
    data, at = (SAMPLES / "formats/smf-dump-rdw.bin").read_bytes(), 0
    while data[at + 5] != 70:
        at += int.from_bytes(data[at : at + 2], "big")
    record = bytearray(data[at : at + int.from_bytes(data[at : at + 2], "big")])
    first = int.from_bytes(record[44:48], "big")
    count = int.from_bytes(record[50:52], "big")
    kinds = [record[first + 88 * place + 15] for place in range(count)]
    ziips = [place for place, kind in enumerate(kinds) if kind == 2]
    assert len(ziips) == 2
    plain = read(bytes(record), "plain.bin")
    assert not plain.values("lpar:SYSA", "setting.ZIIP_THREADS")
    assert plain("lpar:SYSA", "setting.ZIIPS") == 2
    cores = [(place, 1) for place, kind in enumerate(kinds) if kind == 0] + [(ziips[0], 2)]
    record[84:92] = (
        len(record).to_bytes(4, "big") + (16).to_bytes(2, "big") + len(cores).to_bytes(2, "big")
    )
    for number, (skip, threads) in enumerate(cores):
        record += number.to_bytes(2, "big") + bytes(2) + skip.to_bytes(2, "big")
        record += threads.to_bytes(2, "big") + bytes(8)
    record[:2] = len(record).to_bytes(2, "big")
    found = read(bytes(record), "cores.bin")
    assert found("lpar:SYSA", "setting.ZIIP_THREADS") == 2
    assert found("lpar:SYSA", "setting.ZIIPS") == 1


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


def test_channel_paths(found: Read) -> None:
    assert found(LPAR, "channel_busy_pct.40") == pytest.approx(60, rel=1e-5)
    assert found(LPAR, "channel_busy_pct.8A") == pytest.approx(25, rel=1e-5)
    assert found(LPAR, "channel_ficon_per_s.40") == pytest.approx(200, rel=1e-4)
    assert found(LPAR, "channel_zhpf_per_s.40") == pytest.approx(200, rel=1e-4)
    assert not found.values(LPAR, "channel_busy_pct.41")  # varied within the interval


@pytest.mark.parametrize(
    ("triplet", "length", "missing"),
    [(48, 60, "channel_busy_pct.40"), (56, 40, "channel_zhpf_per_s.40")],
)
def test_sections_of_paths_of_an_unknown_length_are_refused(
    triplet: int, length: int, missing: str
) -> None:
    record = records(73)[0]
    record[triplet : triplet + 2] = length.to_bytes(2, "big")
    record[triplet + 2 : triplet + 4] = (1).to_bytes(2, "big")
    odd = read(bytes(record), "odd.bin")
    assert not odd.values(LPAR, missing)
    (said,) = odd.sentences
    assert f"{length} bytes" in said


def test_work_beyond_what_a_path_can_do_is_no_share() -> None:
    record = records(73)[0]
    at = int.from_bytes(record[44:48], "big") + 48
    record[at : at + 4] = bytes.fromhex("48FFFFFF")  # SMF73TUC
    odd = read(bytes(record), "odd.bin")
    assert not odd.values(LPAR, "channel_busy_pct.40")
    assert odd.values(LPAR, "channel_busy_pct.8A")


def test_page_data_sets(found: Read) -> None:
    lpar = "lpar:SYSD"
    assert found(lpar, "page_data_set_pages_per_s.PAGE.SYSD.LOCAL1") == pytest.approx(20, rel=1e-5)
    assert found(lpar, "page_data_set_pages_per_s.SCM") == pytest.approx(4, rel=1e-5)
    assert found(lpar, "setting.PAGE_DEVICE") == "disk"


def test_share_of_samples_in_which_a_page_data_set_was_in_use() -> None:
    local, scm, plpa = records(75)
    for record, samples in ((local, 30), (plpa, 60)):
        product, section = (int.from_bytes(record[at : at + 4], "big") for at in (28, 36))
        record[product + 24 : product + 28] = (600).to_bytes(4, "big")
        record[section + 84 : section + 88] = samples.to_bytes(4, "big")
    found = read(bytes(local + scm + plpa), "used.bin")
    assert found("lpar:SYSD", "page_data_set_in_use_pct.PAGE.SYSD.LOCAL1") == pytest.approx(5.0)
    assert not found.values("lpar:SYSD", "page_data_set_in_use_pct.PAGE.SYSD.PLPA")


def test_page_data_sets_that_stand_twice_or_are_short() -> None:
    local, scm, plpa = (bytes(record) for record in records(75))
    twice = read(local + local + scm + plpa, "twice.bin")
    assert len(twice.values("lpar:SYSD", "page_data_set_pages_per_s.PAGE.SYSD.LOCAL1")) == 1
    assert twice.reading.unread_lines == 0
    assert read(scm, "flash.bin")("lpar:SYSD", "setting.PAGE_DEVICE") == "flash"
    short = bytearray(local)
    short[40:42] = (64).to_bytes(2, "big")
    odd = read(bytes(short), "short.bin")
    assert not odd.reading.observations
    assert any("64 bytes" in said for said in odd.sentences)


def test_cryptographic_adapters(found: Read) -> None:
    assert found(LPAR, "crypto_busy_pct.CEX7C03") == pytest.approx(30, rel=1e-4)
    assert found(LPAR, "crypto_ops_per_s.CEX7C03") == pytest.approx(900, rel=1e-4)
    assert found(LPAR, "crypto_own_ops_per_s.CEX7C03") == pytest.approx(300, rel=1e-4)
    assert found(LPAR, "crypto_busy_pct.CEX8A0A") == pytest.approx(20, rel=1e-4)
    assert found(LPAR, "crypto_ops_per_s.CEX8A0A") == pytest.approx(150, rel=1e-4)
    assert found(LPAR, "crypto_busy_pct.CEX6P04") == pytest.approx(3, rel=1e-4)


def test_an_adapter_busier_than_the_interval_or_of_unknown_kind_is_not_taken() -> None:
    (record,) = (one for one in records(70) if one[23] == 2)
    at = int.from_bytes(record[36:40], "big")
    odd = bytearray(record)
    odd[at + 16 : at + 24] = bytes.fromhex("4A00000000000001")
    odd[at + 17] = 0xFF  # R7023T0
    found = read(bytes(odd), "odd.bin")
    assert not found.values(LPAR, "crypto_busy_pct.CEX7C03")
    assert any("CEX7C03" in said for said in found.sentences)
    unknown = bytearray(record)
    unknown[at + 1] = 99
    assert not read(bytes(unknown), "odd.bin").values(LPAR, "crypto_ops_per_s.CEX7C03")


def test_lock_contention_of_a_structure(found: Read) -> None:
    lock = "cf_structure:DSNC_LOCK1"
    requests = found(lock, "lock_requests.SYSC")
    assert isinstance(requests, float)
    assert found(lock, "lock_contentions.SYSC") == pytest.approx(0.08 * requests)
    assert found(lock, "lock_false_contentions.SYSC") == pytest.approx(0.03 * requests)


def test_a_volume_that_was_varied_or_whose_times_are_invalid() -> None:
    data = bytearray((SAMPLES / "formats/smf-io-rdw.bin").read_bytes())
    first = data[: int.from_bytes(data[:2], "big")]
    at, volume = int.from_bytes(first[44:48], "big"), "dasd_volume:NVD001"
    varied, untimed = bytearray(first), bytearray(first)
    varied[at + 5] |= 0x02
    untimed[at + 120] |= 0x40
    assert not read(bytes(varied), "v.bin").values(volume, "io_per_s.SYSA")
    found = read(bytes(untimed), "t.bin")
    assert found.values(volume, "conn_ms.SYSA")
    assert not found.values(volume, "disc_ms.SYSA")
    assert not found.values(volume, "response_ms.SYSA")


def test_records_alone_tell_of_frames_and_goals() -> None:
    """Of a customer who sends SMF and no print of RMF neither was known."""
    advice = groundwork([read_sample(SAMPLE).reading], Options()).advice
    fired = {(one.rule, one.component) for one in advice.findings}
    assert ("STG-002", LPAR) in fired
    assert ("WLM-001", "service_class:NVPLEX/STCHIGH.1") in fired
    assert ("WLM-002", "service_class:NVPLEX/BATHOT.1") in fired
    assert ("WLM-001", "service_class:NVPLEX/CICSPRD.1") not in fired
    assert ("CF-006", "cf_structure:DSNC_LOCK1") in fired
    assert ("PRS-001", "cpc:C0FFE") in fired  # of partitions that sent nothing, too


@pytest.mark.parametrize(
    "name", ["smf70-1", "smf70-2", "smf71", "smf72-3", "smf73", "smf75", "smf78-3", "smf113-1"]
)
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
@pytest.mark.parametrize("kind", [70, 71, 72, 73, 75])
def test_a_record_cut_anywhere_does_no_harm(keep: int, kind: int) -> None:
    for record in records(kind):
        cut = record[:keep]
        cut[:2] = len(cut).to_bytes(2, "big")
        read(bytes(cut), "cut.bin")
