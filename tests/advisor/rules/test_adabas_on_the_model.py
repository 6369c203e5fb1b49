"""Adabas rules on the calibrated model, on installations set up as published runs were (001)."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from advisor.findings import Finding
from advisor.rules.projecting import model_projector
from model.projection import build_baseline
from model.topology import SetSetting, Topology, Value
from tests.advisor.rules.builders import advise, part, topology

DB = "adabas_database:10"


def run(
    product: str,
    nuclei: int,
    settings: Mapping[str, Value],
    measured: Mapping[str, float],
    *,
    zhpf: bool,
    host: Mapping[str, Value] | None = None,
    seen: Mapping[str, float] | None = None,
    nucleus: Mapping[str, Value] | None = None,
    update: float = 0.052,
    commit: float = 0.059,
) -> Topology:
    """An installation like a published run: two LPARs of 16 CPs for ALS, else one of 36."""
    two = product == "ALS"
    names = ["SYSA", "SYSB"] if two else ["SYSA"]
    lpar = {
        "OPSYS": "z/OS",
        "CPS": 16 if two else 36,
        "REAL_STORAGE_GB": 128 if two else 256,
        "ZHPF": zhpf,
        "PAGE_DEVICE": "none",
        "LFAREA_1M_GB": 0,
        "LFAREA_2G_GB": 0,
        "LFAREA_USED_GB": 0,
        **(host or {}),
    }
    figures = {"paging_per_s": 0.0, "available_frames": 1_000_000.0, **(seen or {})}
    rate, itr = measured["etr_per_s"], measured["itr_per_cpu_s"]
    busy_pct = 100.0 * rate / itr / nuclei
    total = {"commands": rate * 1000, "duration_s": 1000.0, "cpu_s": rate * 1000 / itr, **measured}
    parts = [part("lpar", name, None, lpar, figures) for name in names]
    parts.append(part("dasd", "D1", None, {"ZHPF_CAPABLE": True, "VOLUMES": 80}))
    parts.append(part("cf", "CF1", None, {"CPS": 4, "STORAGE_GB": 16}))
    parts.append(part("cf_structure", "CACHE", "cf:CF1", {"SIZE_MB": 12288, "TYPE": "cache"}))
    parts.append(
        part(
            "adabas_database",
            "10",
            None,
            {
                "PRODUCT": product,
                "NUCLEI": nuclei,
                "USERS": 3000,
                "ZHPF": zhpf,
                "UPDATE_SHARE": update,
                "COMMIT_SHARE": commit,
                **settings,
            },
            total,
            [("uses", "dasd:D1"), ("coupled", "cf_structure:CACHE")],
        )
    )
    own = {
        "LBP": 100,
        "NT": 80,
        "FMXIO": 16,
        "LFIOP": 500,
        "NPLOGBUFFERS": 60,
        "NWORK1BUFFERS": 60,
        "V64BIT": True,
        "EXCPVR": True,
        **(nucleus or {}),
    }
    for number in range(1, nuclei + 1):
        parts.append(
            part(
                "adabas_nucleus",
                f"10-{number}",
                f"lpar:{names[number % len(names)]}",
                own,
                {
                    "cp_busy_pct": busy_pct,
                    "thread_commands_max": 100.0,
                    "thread_commands_min": 85.0,
                },
                [("member", DB)],
            )
        )
    return topology(*parts)


def finding(base: Topology, rule: str) -> Finding:
    baseline = build_baseline(base)
    assert not baseline.refused
    findings, outcomes = advise(base, model_projector(baseline))
    mine = [f for f in findings if rule in (f.rule, *f.supported_by)]
    assert mine, outcomes[rule]
    assert {e.after.basis for e in mine[0].projection} <= {"model", "arithmetic"}
    return mine[0]


def value(found: Finding, setting: str) -> float:
    (change,) = [c for c in found.changes if isinstance(c, SetSetting) and c.setting == setting]
    assert isinstance(change.value, (int, float))
    return float(change.value)


def gain(found: Finding, metric: str) -> float:
    effect = found.effect(metric)
    assert effect is not None
    change = effect.change_pct
    assert change is not None
    return change


ALS_2 = run(
    "ALS",
    2,
    {"CDATAMAXS": 88_000, "CASSOMAXS": 1500, "CMAXCSPS": 1, "LARGEPAGE": True},
    {
        "etr_per_s": 67_841.0,
        "itr_per_cpu_s": 33_215.0,
        "buffer_efficiency": 16.4,
        "reads_per_s": 21_170.0,
    },
    zhpf=True,
)


def test_nuclei_at_one_cp_are_multiplied() -> None:
    found = finding(ALS_2, "ADA-002")
    count = value(found, "NUCLEI")
    assert 6 <= count <= 12
    assert gain(found, "etr_per_s") > 150
    # All nuclei together keep the storage they have.
    assert value(found, "CDATAMAXS") * count == pytest.approx(88_000 * 2, rel=0.01)


ALS_31 = run(
    "ALS",
    31,
    {"CDATAMAXS": 6000, "CASSOMAXS": 800, "CMAXCSPS": 1, "LARGEPAGE": True},
    {
        "etr_per_s": 337_731.0,
        "itr_per_cpu_s": 29_237.0,
        "buffer_efficiency": 10.7,
        "reads_per_s": 145_315.0,
    },
    zhpf=True,
)


def test_a_read_bound_cluster_gets_cache_or_fewer_nuclei() -> None:
    spare = run(
        "ALS",
        31,
        {"CDATAMAXS": 3000, "CASSOMAXS": 400, "CMAXCSPS": 1},
        {
            "etr_per_s": 320_000.0,
            "itr_per_cpu_s": 29_000.0,
            "buffer_efficiency": 9.9,
            "reads_per_s": 148_000.0,
        },
        zhpf=True,
        seen={"available_frames": 15_000_000.0},
    )
    larger = finding(spare, "ADA-003")
    assert value(larger, "CDATAMAXS") > 3000
    assert gain(larger, "etr_per_s") > 1
    tight = run(
        "ALS",
        31,
        {"CDATAMAXS": 6000, "CASSOMAXS": 800, "CMAXCSPS": 1},
        {
            "etr_per_s": 337_731.0,
            "itr_per_cpu_s": 29_237.0,
            "buffer_efficiency": 10.7,
            "reads_per_s": 145_315.0,
        },
        zhpf=True,
        seen={"available_frames": 10_000.0},
    )
    fewer = finding(tight, "ADA-003")
    assert value(fewer, "NUCLEI") < 31
    assert gain(fewer, "itr_per_cpu_s") > 0.5
    assert gain(fewer, "etr_per_s") > -1.01


ASM_2 = run(
    "ASM",
    2,
    {"CLUCACHESIZE": 220 * 1024, "CLUCACHEUNCHANGED": True},
    {"etr_per_s": 86_435.0, "itr_per_cpu_s": 43_186.0, "buffer_efficiency": 60.0},
    zhpf=False,
)


def test_asm_nuclei_at_one_cp_are_multiplied() -> None:
    found = finding(ASM_2, "ADA-007")
    assert 8 <= value(found, "NUCLEI") <= 24
    assert gain(found, "etr_per_s") > 200


def test_private_pools_move_to_the_shared_cache() -> None:
    base = run(
        "ASM",
        8,
        {"CLUCACHESIZE": 40_000, "CLUCACHEUNCHANGED": True},
        {"etr_per_s": 300_000.0, "itr_per_cpu_s": 45_000.0, "buffer_efficiency": 12.0},
        zhpf=False,
        nucleus={"LBP": 2000},
    )
    found = finding(base, "ADA-008")
    assert value(found, "CLUCACHESIZE") == 40_000 + 8 * 1900
    assert gain(found, "etr_per_s") > 0


def test_spare_storage_goes_to_the_shared_cache() -> None:
    base = run(
        "ASM",
        16,
        {"CLUCACHESIZE": 100 * 1024, "CLUCACHEUNCHANGED": True},
        {"etr_per_s": 450_000.0, "itr_per_cpu_s": 52_000.0, "buffer_efficiency": 25.0},
        zhpf=False,
        seen={"available_frames": 25_000_000.0},
    )
    found = finding(base, "ADA-011")
    size = value(found, "CLUCACHESIZE")
    assert 100 * 1024 < size < (100 + 96) * 1024
    assert gain(found, "etr_per_s") > 3
    paging = found.effect("paging_per_s")
    assert paging is not None
    assert paging.after.value == 0
    waiting = finding(base, "ADA-010")
    assert gain(waiting, "etr_per_s") > 0


READ_ONLY = {"CLUCACHEUNCHANGED": True}


def paged(device: str, rate: float, paging: float, itr: float) -> Topology:
    """Runs D26P1 and D26P2: 260 GB of cache in 256 GB of storage, read-only."""
    busy = {"cp_busy_pct": 97.0} if device == "flash" else {}
    return run(
        "ASM",
        31,
        {"CLUCACHESIZE": 260 * 1024, **READ_ONLY},
        {"etr_per_s": rate, "itr_per_cpu_s": itr, "paging_per_s": paging},
        zhpf=True,
        host={"PAGE_DEVICE": device},
        seen={"paging_per_s": paging, "available_frames": 3000.0, **busy},
        update=0.0,
        commit=0.0,
    )


def test_the_published_cache_is_shrunk_to_where_nothing_pages() -> None:
    found = finding(paged("flash", 1_254_222.0, 63_029.0, 59_868.0), "ADA-013")
    assert 210 * 1024 <= value(found, "CLUCACHESIZE") <= 252 * 1024
    paging = found.effect("paging_per_s")
    assert paging is not None
    assert paging.after.value < 1
    # Published: 245 GB without paging reached +17 %; here the generators' CPU counts as fixed.
    assert 3 < gain(found, "etr_per_s") < 26
    assert any("ADA-015" in caveat for caveat in found.caveats)


def test_paging_to_disk_moves_to_flash() -> None:
    found = finding(paged("disk", 444_284.0, 18_918.0, 65_849.0), "ADA-014")
    # Published: 444,284 to 1,254,222.
    assert gain(found, "etr_per_s") > 80


def test_light_paging_to_disk_costs_no_more_than_its_faults_last() -> None:
    """38 pages/s stop one nucleus for 38 ms of a second: Flash cannot gain 90 % here."""
    base = run(
        "ASM",
        1,
        {"ZHPF": None},  # type: ignore[dict-item]  # not known: there is no model
        {"etr_per_s": 6_371.0, "itr_per_cpu_s": 37_800.0, "paging_per_s": 37.7},
        zhpf=False,
        host={"PAGE_DEVICE": "disk", "ZHPF": None},  # type: ignore[dict-item]
        seen={"paging_per_s": 37.7, "available_frames": 355_000.0},
    )
    found = finding(base, "ADA-014")
    effect = found.effect("etr_per_s")
    assert effect is not None
    assert effect.after.basis == "arithmetic"
    assert 6_371 <= effect.after.low < effect.after.value < effect.after.high < 6_630


def test_large_pages_save_cpu() -> None:
    base = run(
        "ASM",
        31,
        {"CLUCACHESIZE": 188 * 1024, "PAGE_TYPE": "4K pageable", "LARGEPAGE": False, **READ_ONLY},
        {"etr_per_s": 971_380.0, "itr_per_cpu_s": 60_479.0},
        zhpf=True,
        update=0.0,
        commit=0.0,
    )
    found = finding(base, "ADA-021")
    # Published: 4.5 to 6.8 % more work per CPU second.
    assert 3.5 < gain(found, "itr_per_cpu_s") < 8


def test_zhpf_is_projected_with_its_sign() -> None:
    als = run(
        "ALS",
        8,
        {"CDATAMAXS": 22_000, "CASSOMAXS": 1500, "CMAXCSPS": 1},
        {"etr_per_s": 213_688.0, "itr_per_cpu_s": 33_896.0, "buffer_efficiency": 13.2},
        zhpf=False,
    )
    found = finding(als, "ADA-017")
    # Published: 213,688 to 288,547 (+35 %).
    assert 20 < gain(found, "etr_per_s") < 50


def test_a_single_nucleus_gets_a_cache_space() -> None:
    base = run(
        "single",
        1,
        {},
        {
            "etr_per_s": 35_504.0,
            "itr_per_cpu_s": 34_017.0,
            "buffer_efficiency": 9.0,
            "reads_per_s": 19_000.0,
        },
        zhpf=True,
        seen={"available_frames": 20_000_000.0},
        nucleus={"LBP": 800, "V64BIT": False},
    )
    found = finding(base, "ADA-006")
    assert value(found, "CDATAMAXS") > 1000
    assert found.projection


def test_structure_full_events_are_tuned_away() -> None:
    base = run(
        "ALS",
        12,
        {"CDATAMAXS": 11_000, "CASSOMAXS": 1000, "CMAXCSPS": 1},
        {
            "etr_per_s": 202_000.0,
            "itr_per_cpu_s": 32_000.0,
            "buffer_efficiency": 12.4,
            "structure_full_events": 15_000.0,
        },
        zhpf=False,
        nucleus={"LFIOP": 100, "FMXIO": 3},
    )
    found = finding(base, "ADA-005")
    assert found.changes
    assert found.projection
