"""Records built from the maps by field name, and what must be made of their round figures."""

from __future__ import annotations

import struct

import pytest

from advisor.analysis import Options, groundwork
from advisor.installation import build_installation
from advisor.reading.layout.record_maps import record_map
from advisor.rules import RuleContext, evaluate_rules
from model.catalogue import catalogue
from tests.advisor.reading.report_reading import SAMPLES, Read, read, read_sample


@pytest.fixture(scope="module")
def found() -> Read:
    return read_sample("formats/smf-io-rdw.bin")


def test_devices(found: Read) -> None:
    volume = "dasd_volume:NVD001"
    assert found(volume, "io_per_s.SYSA") == pytest.approx(100, rel=1e-4)
    assert found(volume, "conn_ms.SYSA") == pytest.approx(0.256, rel=1e-3)
    assert found(volume, "pend_ms.SYSA") == pytest.approx(0.128, rel=1e-3)
    assert found(volume, "disc_ms.SYSA") == pytest.approx(0.512, rel=1e-3)
    assert found(volume, "iosq_ms.SYSA") == pytest.approx(0.5, rel=1e-3)
    assert found(volume, "response_ms.SYSA") == pytest.approx(1.396, rel=1e-3)
    assert found(volume, "setting.LCU") == "0042"
    assert found("lpar:SYSA", "dasd_io_per_s") == pytest.approx(150, rel=1e-4)
    assert found("lpar:SYSA", "lcu_response_ms.0042") == pytest.approx(1.397, rel=1e-3)


def test_coupling_facility(found: Read) -> None:
    assert found("cf:NVCF1", "cpu_busy_pct") == 25
    assert found("cf_structure:NVLOCK1", "sync_us") == pytest.approx(12)
    assert found("cf_structure:NVLOCK1", "requests_per_s") == pytest.approx(2000, rel=1e-4)
    assert found("cf_structure:NVGBP0", "async_us") == pytest.approx(80)
    assert found("cf_structure:NVGBP0", "setting.TYPE") == "cache"
    assert found("cf_structure:NVGBP0", "relation.parent") == "cf:NVCF1"


def test_cache_and_queues(found: Read) -> None:
    assert found("dasd_volume:NVD001", "cache_io_per_s") == pytest.approx(240, rel=1e-4)
    assert found("lpar:SYSA", "hyperpav_wait_ratio.0042") == pytest.approx(0.04)
    assert found("lpar:SYSA", "hyperpav_max.0042") == 12
    assert found("lpar:SYSA", "lcu_queue_length.0042") == pytest.approx(3)
    assert found("lpar:SYSA", "lcu_channels.0042") == 4


def test_hits_of_a_control_unit(found: Read) -> None:
    box = "dasd:DXK01"
    assert found(box, "setting.MODEL") == "2107-996"
    assert found("dasd_volume:NVD001", "relation.parent") == box
    assert found(box, "io_per_s.SSID2300") == pytest.approx(240, rel=1e-4)
    assert found(box, "read_hit_pct.SSID2300") == pytest.approx(95, rel=1e-5)
    assert found(box, "cache_hit_pct.SSID2300") == pytest.approx(100 * 230 / 240, rel=1e-5)
    assert found(box, "read_pct.SSID2300") == pytest.approx(100 * 200 / 240, rel=1e-5)
    assert not found.values(box, "cfw_read_hit_pct.SSID2300")


def test_more_hits_than_requests_are_no_hits() -> None:
    record = bytearray(next(r for r in records() if r[5] == 74 and r[23] == 5))
    at = int.from_bytes(record[44:48], "big") + 24
    record[at : at + 4] = bytes.fromhex("48FFFFFF")  # R745DCRH
    odd = read(bytes(record), "odd.bin")
    assert not any(item.subject.startswith("dasd_volume") for item in odd.reading.observations)
    assert not odd.values("dasd:DXK01", "read_hit_pct.SSID2300")


def test_counts_that_could_not_be_got_are_none() -> None:
    record = bytearray(next(r for r in records() if r[5] == 74 and r[23] == 5))
    record[int.from_bytes(record[36:40], "big") + 4] = 8  # R745CSC
    assert not read(bytes(record), "odd.bin").reading.observations


def test_records_alone_tell_of_reads_for_zhyperlink() -> None:
    """Accounting has the reads that Db2 waits for, 74-5 how many of them a cache answers."""
    readings = [
        read_sample(f"formats/{name}").reading for name in ("smf-io-rdw.bin", "smf-db2-rdw.bin")
    ]
    advice = groundwork(readings, Options()).advice
    fired = {(one.rule, one.component) for one in advice.findings}
    assert ("DSK-003", "db2_subsystem:DB2P") in fired


def test_address_spaces_by_interval_and_not_again_by_step(found: Read) -> None:
    assert found("lpar:SYSA", "job.ADADB101.cpu_pct") == pytest.approx(50)
    assert found("lpar:SYSA", "job.ADADB101.excp_per_s") == pytest.approx(300)
    assert found("lpar:SYSA", "job.ADADB101.page_ins_per_s") == pytest.approx(2)
    assert found.values("lpar:SYSA", "job.CICSAOR1.cpu_pct") == [pytest.approx(25)]
    assert dict(found.reading.unread_kinds) == {"30-4": 1}


def test_what_system_address_spaces_counted_since_their_start_is_differenced(found: Read) -> None:
    (one,) = found.all("lpar:SYSA", "job.*MASTER*.cpu_pct")
    assert one.value == pytest.approx(10)
    assert one.interval.duration_s == 2700
    assert found("lpar:SYSA", "job.*MASTER*.excp_per_s") == pytest.approx(10)


def spaces(subtype: int, kind: int = 30) -> list[bytearray]:
    """The records of a type, with a subtype, in the sample."""
    data, at, kept = (SAMPLES / "formats/smf-io-rdw.bin").read_bytes(), 0, []
    while at < len(data):
        length = int.from_bytes(data[at : at + 2], "big")
        if data[at + 5] == kind and data[at + 23] == subtype:
            kept.append(bytearray(data[at : at + length]))
        at += length
    return kept


def test_one_record_or_another_life_of_a_system_address_space_gives_nothing() -> None:
    first, second = spaces(6)
    for records in ([first], [second, first], [second, second]):
        assert not read(b"".join(map(bytes, records)), "alone.bin").reading.observations
    who = int.from_bytes(second[32:36], "big")
    second[who + 184 : who + 186] = b"\0\x2a"  # SMF30ASI
    assert not read(bytes(first) + bytes(second), "other.bin").reading.observations


def test_queues_that_the_channel_measurement_facility_did_not_measure_are_not_taken() -> None:
    (record,) = spaces(3, kind=78)
    assert read(bytes(record), "valid.bin").values("lpar:SYSA", "lcu_contention_per_s.0042")
    record[52:60] = len(record).to_bytes(4, "big") + b"\0\x6a\0\1"  # a global section behind
    record += b"\x80" + bytes(105)  # R783GCMF
    record[:2] = len(record).to_bytes(2, "big")
    failed = read(bytes(record), "failed.bin")
    assert not failed.values("lpar:SYSA", "lcu_contention_per_s.0042")
    assert failed.values("lpar:SYSA", "hyperpav_wait_ratio.0042")


def test_times_that_a_record_says_are_invalid_are_not_taken() -> None:
    (record,) = spaces(2)
    processor = int.from_bytes(record[56:60], "big")
    record[processor + 2] = 0xC0  # SMF30TFO, SMF30CTF
    found = read(bytes(record), "invalid.bin")
    assert not found.values("lpar:SYSA", "job.ADADB101.cpu_pct")
    assert found("lpar:SYSA", "job.ADADB101.excp_per_s") == pytest.approx(300)


def test_excps_that_the_short_field_cannot_hold() -> None:
    (record,) = spaces(2)
    activity = int.from_bytes(record[40:44], "big")
    record[activity + 22] = 0x20  # SMF30TEF
    record[activity + 64 : activity + 72] = (2700 * 2_000_000).to_bytes(8, "big")
    found = read(bytes(record), "many.bin")
    assert found("lpar:SYSA", "job.ADADB101.excp_per_s") == pytest.approx(2_000_000)


def test_data_sets(found: Read) -> None:
    file = "vsam_file:NVPROD.VSAM.TARIF"
    assert found(file, "excps") == 45_000
    assert found(file, "excps_data") == 36_000
    assert found(file, "excps_index") == 9_000
    assert found(file, "io_response_ms") == pytest.approx(0.4)


def test_listcat() -> None:
    found = read_sample("formats/listcat.txt")
    file = "vsam_file:NVPROD.VSAM.TARIF"
    assert found(file, "setting.DATA_CISZ") == 4096
    assert found(file, "setting.INDEX_CISZ") == 2048
    assert found(file, "setting.SHAREOPTIONS") == "2,3"
    assert found(file, "ci_splits") == 8812
    assert found(file, "ca_splits") == 204
    assert found(file, "excps_data") == 6_120_441
    assert found(file, "records") == 1_204_118
    assert found(file, "printed.DATA: REC-INSERTED") == 88_120
    assert found(file, "printed.DATA: FREESPACE-%CA") == 0
    assert found(file, "printed.DATA: REC-RETRIEVED") == 41_204_118


def test_asterisks_in_a_listing_are_no_count() -> None:
    text = (SAMPLES / "formats/listcat.txt").read_text()
    found = read(text.replace("SPLITS-CI-----------8812", "SPLITS-CI-----**********"))
    assert not found.values("vsam_file:NVPROD.VSAM.TARIF", "ci_splits")


def records() -> list[bytes]:
    data, at, found = (SAMPLES / "formats/smf-io-rdw.bin").read_bytes(), 0, []
    while at < len(data):
        length = int.from_bytes(data[at : at + 2], "big")
        found.append(data[at : at + length])
        at += length
    return found


def test_a_field_behind_the_end_of_its_section_is_absent_and_not_zero() -> None:
    """A release whose device sections end before the disconnect time."""
    record = bytearray(records()[0])
    struct.pack_into(">H", record, 48, 36)  # SMF74DDL
    struct.pack_into(">H", record, 50, 1)
    found = read(bytes(record), "short.bin")
    assert found("dasd_volume:NVD001", "conn_ms.SYSA") == pytest.approx(0.256, rel=1e-3)
    for metric in ("disc_ms.SYSA", "response_ms.SYSA", "busy_pct.SYSA"):
        assert not found.values("dasd_volume:NVD001", metric)
    device = next(record_map("smf74-1").located(bytes(record[4:]), "device"))
    assert device.number("SMF74DIS") is None


def test_times_of_structures_that_do_not_fit_each_other_are_not_taken() -> None:
    """Sums of squares below the squared sum: these are other fields than they are taken for."""
    layout = record_map("smf74-4")
    record = bytearray(records()[1])
    at = int.from_bytes(record[68:72], "big")
    field = layout.sections["request"]["R744SSSQ"]
    record[at + field.offset : at + field.offset + field.length] = (1).to_bytes(8, "big")
    found = read(bytes(record), "odd.bin")
    assert not found.values("cf_structure:NVLOCK1", "sync_us.SYSA")
    assert found.values("cf_structure:NVLOCK1", "requests_per_s.SYSA")


def test_delayed_requests_to_a_facility_are_counted_among_its_requests() -> None:
    layout = record_map("smf74-4").sections["local CF"]
    record = bytearray(records()[1])
    at = next(n for n in range(len(record)) if record[n : n + 8] == "NVCF1   ".encode("cp037"))
    for name, mantissa in (("R744FTOR", 0x500000), ("R744FSCC", 0x100000), ("R744FPBC", 0x900000)):
        field = layout[name]
        hfp = (0x46000000 | mantissa).to_bytes(4, "big") + bytes(4)
        record[at + field.offset : at + field.offset + field.length] = hfp
    found = read(bytes(record), "paths.bin")
    assert found("cf:NVCF1", "system_requests.SYSA") == 0x500000
    assert found("cf:NVCF1", "subchannel_waits.SYSA") == 0x100000
    assert not found.values("cf:NVCF1", "path_busy_requests.SYSA")


@pytest.mark.parametrize("keep", range(40, 400, 12))
def test_a_record_cut_anywhere_does_no_harm(keep: int) -> None:
    for record in records():
        cut = bytearray(record[:keep])
        cut[:2] = len(cut).to_bytes(2, "big")
        read(bytes(cut), "cut.bin")


def test_control_intervals_moved_are_counted_by_the_access_method_section() -> None:
    layout = record_map("smf42-6")
    record = spaces(6, 42)[0]
    job = next(layout.located(bytes(record[4:]), "job header"))
    start, length = len(record), 88
    section = bytearray(length)
    for name, value in (("S42AMSRB", 900), ("S42AMDRB", 100), ("S42AMRCI", 980), ("S42AMWCI", 20)):
        field = layout.sections["access method"][name]
        section[field.offset : field.offset + 4] = value.to_bytes(4, "big")
    record += section
    record[:2] = len(record).to_bytes(2, "big")
    at = job.at + layout.sections["job header"]["S42JDAML"].offset
    record[at : at + 2] = length.to_bytes(2, "big")
    first = int(job.count("S42JDDSO"))
    at = first + layout.sections["data set header"]["S42DSAMO"].offset
    record[at : at + 4] = start.to_bytes(4, "big")
    found = read(bytes(record), "moved.bin")
    (name,) = {o.subject for o in found.reading.observations if o.metric == "cis_moved"}
    assert found(name, "cis_moved") == 1000
    assert (found(name, "sequential_reads"), found(name, "direct_reads")) == (900, 100)
    assert not read(bytes(spaces(6, 42)[0]), "plain.bin").values(name, "cis_moved")


def test_a_sequential_data_set_with_small_blocks_is_found_from_the_record() -> None:
    """BAT-001, BAT-003 and IMS-102 from SMF 42-6: what is not VSAM is told by its type or name."""
    layout = record_map("smf42-6")
    header = layout.sections["data set header"]
    record = spaces(6, 42)[0]
    at = int(next(layout.located(bytes(record[4:]), "job header")).count("S42JDDSO"))
    names = ("PROD.ORDERS.DAILY", "IMSA.DFSWADS0")
    for place, (name, sort) in enumerate(zip(names, (7, 0), strict=True)):
        entry = layout.section(bytes(record[4:]), at, 88, "data set header")
        for field, value in (
            ("S42DSTYP", sort.to_bytes(1, "big")),
            ("S42DSN", name.ljust(44).encode("cp037")),
            ("S42DSBSZ", (4096).to_bytes(4, "big")),
            ("S42DSCMT", bytes(1)),
        ):
            where = at + header[field].offset
            record[where : where + len(value)] = value
        numbers = layout.sections["I/O statistics"]
        where = int(entry.count("S42DSIOO")) + numbers["S42DSION"].offset
        record[where : where + 4] = (200_000).to_bytes(4, "big")
        where = int(entry.count("S42DSIOO")) + numbers["S42DSR1U"].offset
        record[where : where + 4] = (1_400).to_bytes(4, "big")
        at = int(entry.count("S42DSNXT"))
        assert at or place
    found = read(bytes(record), "batch.bin")
    (system,) = {o.subject for o in found.reading.observations if "ORDERS" in o.metric}
    assert found(system, f"sequential_ios.{names[0]}") == 200_000
    assert found(system, f"sequential_block_bytes.{names[0]}") == 4096
    assert found(system, f"sequential_extended.{names[0]}") == 1
    assert found(system, f"wads_response_ms.{names[1]}") == pytest.approx(1.4)
    ims = {("ims_system:IMSA", "relation.parent"): system, (system, "setting.OPSYS"): "z/OS"}
    installation = build_installation([found.reading], ims)
    findings, _ = evaluate_rules(RuleContext(installation, catalogue(), None))
    assert {"BAT-001", "BAT-003", "IMS-102"} <= {finding.rule for finding in findings}


def test_hits_in_local_buffers_of_record_level_sharing() -> None:
    """Each system's counts from SMF 42-19, below and above the bar; a pool that nobody called
    has none."""
    layout = record_map("smf42-19")
    record = bytearray(4 + 68 + 3 * 160)
    record[:2] = len(record).to_bytes(2, "big")
    record[4:6] = bytes((0x5E, 42))
    record[6:10] = (36_000 * 100).to_bytes(4, "big")
    record[10:14] = bytes.fromhex("0115076F")
    record[14:22] = "SYSASMS ".encode("cp037")
    record[22:24] = (19).to_bytes(2, "big")
    for section, at, count in (("below", 72, 2), ("above", 392, 1)):
        start = layout.triplets[section]
        record[start : start + 8] = struct.pack(">IHH", at, 160, count)

    def put(section: str, at: int, name: str, value: bytes) -> None:
        prefix = "SMF42JP" if section == "below" else "SMF2AJP"
        where = at + layout.sections[section][prefix + name].offset
        record[where : where + len(value)] = value

    for section, at, system, calls in (
        ("below", 72, "SYSA", 4_000_000),
        ("below", 232, "SYSB", 0),
        ("above", 392, "SYSA", 1_000_000),
    ):
        put(section, at, "A", (900).to_bytes(4, "big"))
        put(section, at, "B", system.ljust(8).encode("cp037"))
        for name, value in (("I", calls), ("J", calls // 2), ("G", 90), ("2", 9), ("H", 3)):
            put(section, at, name, value.to_bytes(4, "big"))
    found = read(bytes(record), "rls.bin")
    server = "smsvsam:SYSA"
    assert found(server, "relation.parent") == "lpar:SYSA"
    assert found(server, "bmf_calls.below") == 4_000_000
    assert found(server, "bmf_hits.above") == 500_000
    assert found(server, "lru_intervals_accelerated.below") == 9
    assert found(server, "lru_intervals_panic.below") == 3
    (calls,) = found.all(server, "bmf_calls.below")
    assert (calls.interval.start, calls.interval.duration_s) == ("2015-03-17T09:45:00", 900)
    assert not found.values("smsvsam:SYSB", "bmf_calls.below")
