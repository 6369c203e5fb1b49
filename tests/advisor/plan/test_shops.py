"""Plans of shops unlike the sample, made by hand: what a specialist would and would not take."""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest

from advisor.analysis import analyse
from advisor.engagement import Engagement, Options
from advisor.findings import Finding
from advisor.plan.waiting import RESTS_ON_PLAN
from advisor.reading import read_path

INTERVAL = {"duration_s": 900}


def part(
    kind: str, name: str, parent: str | None = None, settings: Any = None, measured: Any = None
) -> dict[str, Any]:
    return {
        "id": f"{kind}:{name}",
        "kind": kind,
        "name": name,
        "parent": parent,
        "settings": settings or {},
        "measured": measured or {},
    }


def system(name: str = "SYS1", settings: Any = None, **measured: float) -> list[dict[str, Any]]:
    stated = {"CPS": 4, "REAL_STORAGE_GB": 64, "OPSYS": "z/OS", **(settings or {})}
    idle = {"cp_busy_pct": 40, "paging_per_s": 0, "available_frames": 4_000_000, **measured}
    return [part("cpc", "CPC1", None, {"CPS": 6}), part("lpar", name, "cpc:CPC1", stated, idle)]


MEMORY = [
    *system(
        settings={"REAL_STORAGE_GB": 32, "PAGE_DEVICE": "disk"},
        paging_per_s=900,
        demand_paging_per_s=700,
        page_ins_per_s=700,
        available_frames=900,
    ),
    part(
        "cics_region",
        "AOR",
        "lpar:SYS1",
        {"PLATFORM": "z/OS", "MXT": 200},
        {
            **INTERVAL,
            "transactions": 36_000,
            "qr_cpu_s": 120,
            "qr_dispatch_s": 420,
            "tcb_cpu_s": 150,
            "response_ms": 350,
            "page_ins_per_s": 250,
        },
    ),
]
COUPLING = [
    part(
        "cf",
        "CF1",
        None,
        {"CPS": 2, "DYNDISP": "ON"},
        {"cpu_busy_pct": 84, "shared_processors": 2, "effective_processors": 1.1},
    ),
    part(
        "cf_structure",
        "DSNG_LOCK1",
        "cf:CF1",
        {"SIZE_MB": 128, "TYPE": "lock"},
        {
            "requests_per_s": 60_000,
            "sync_us": 70,
            "async_us": 240,
            "lock_requests.SYS1": 5e7,
            "lock_contentions.SYS1": 9e5,
            "lock_false_contentions.SYS1": 8e5,
        },
    ),
    part(
        "db2_gbp",
        "GBP1",
        "cf:CF1",
        {"SIZE_MB": 512, "RATIO": 5},
        {
            **INTERVAL,
            "reads": 9e6,
            "read_us": 90,
            "directory_reclaims": 2e6,
            "directory_entries": 6e4,
            "data_pages": 4e4,
        },
    ),
    *system(),
]
FILES = [
    *system("VSE1", {"OPSYS": "z/VSE"}),
    part(
        "cics_region",
        "CICS",
        "lpar:VSE1",
        {"PLATFORM": "z/VSE", "MXT": 100},
        {**INTERVAL, "transactions": 20_000, "qr_cpu_s": 200, "qr_dispatch_s": 300},
    ),
    part("lsr_pool", "CICS/1", "cics_region:CICS", {"STRINGS": 50}, dict(INTERVAL)),
    part(
        "lsr_buffers",
        "CICS/1/D4096",
        "lsr_pool:CICS/1",
        {"BUFFERS": 300},
        {**INTERVAL, "lookasides": 8e6, "reads": 1e6},
    ),
    part(
        "vsam_file",
        "CICS/KUNDE",
        "cics_region:CICS",
        {
            "ACCESS": "LSR",
            "LSRPOOLID": 1,
            "DSNAME": "PROD.KUNDE",
            "STRINGS": 5,
            "DATA_CISZ": 2048,
            "INDEX_CISZ": 1024,
        },
        {**INTERVAL, "requests": 2_500_000, "excps": 2_600_000, "ca_splits": 3000},
    ),
    part(
        "vsam_file",
        "CICS/BUCH",
        "cics_region:CICS",
        {
            "ACCESS": "NSR",
            "DSNAME": "PROD.BUCH",
            "STRINGS": 6,
            "DATA_CISZ": 4096,
            "INDEX_CISZ": 2048,
        },
        {**INTERVAL, "requests": 70_000, "excps": 90_000},
    ),
]
QUEUES = [
    *system(),
    part(
        "mq_manager",
        "QM1",
        "lpar:SYS1",
        {"VERSION": "9.3"},
        {**INTERVAL, "messages_per_s": 500, "cpu_s": 60, "message_kb": 3},
    ),
    part(
        "mq_bufferpool",
        "QM1/3",
        "mq_manager:QM1",
        {"BUFFERS": 40_000, "LOCATION": "above", "PAGECLAS": "4KB"},
        {
            **INTERVAL,
            "low_buffers": 1_200,
            "getp": 900_000,
            "getn": 200_000,
            "rio": 30_000,
            "stw": 300_000,
            "imw": 9_000,
            "dmc": 20,
        },
    ),
    part(
        "mq_pageset",
        "QM1/3",
        "mq_manager:QM1",
        {"BUFFPOOL": "3", "EXPAND": "SYSTEM"},
        {"total_pages": 300_000, "unused_pages": 100_000},
    ),
]
DISKS = [*system(settings={"ZHPF": False}, dasd_io_per_s=9_000)]
SHOPS = {
    "memory": MEMORY,
    "coupling": COUPLING,
    "files": FILES,
    "queues": QUEUES,
    "disks": DISKS,
}


@cache
def shop(name: str) -> Engagement:
    return made(name, SHOPS[name])


def made(
    name: str,
    components: list[dict[str, Any]],
    *,
    bands: bool = False,
    links: Sequence[dict[str, str]] = (),
) -> Engagement:
    document = {
        "format": "plexwright-installation/1",
        "name": name,
        "components": components,
        "links": [*links],
    }
    with TemporaryDirectory() as folder:
        path = Path(folder) / f"{name}.json"
        path.write_text(json.dumps(document), encoding="utf-8")
        return analyse(read_path(path), Options(bands=bands))


def found(case: Engagement, rule: str, on: str = "") -> Finding:
    (finding,) = [f for f in case.findings if f.rule == rule and f.component.endswith(on)]
    return finding


def taken(case: Engagement) -> set[str]:
    return {f.rule for f in case.findings if f.id in case.plan.findings}


def test_a_system_short_of_storage_gets_storage_though_no_more_work_is_done() -> None:
    """Storage was left out as adding nothing, and a step stayed that said storage does it."""
    case = shop("memory")
    assert "ZOS-001" in taken(case)
    for rule in ("CIZ-001", "CIZ-002"):
        assert case.plan.left_out[found(case, rule).id] == RESTS_ON_PLAN.sentence


def test_of_a_coupling_facility_that_gets_no_engine_the_cheap_way_comes_first() -> None:
    """Thin interrupts, a larger weight, one more engine and faster links were one plan."""
    case = shop("coupling")
    assert "CF-001" in taken(case)
    for rule in ("CF-002", "CF-003", "CF-004"):
        assert case.plan.left_out[found(case, rule).id] == RESTS_ON_PLAN.sentence


def test_a_lock_table_is_doubled_by_its_size_and_a_group_buffer_pool_has_its_groups_name() -> None:
    case = shop("coupling")
    typed = "\n".join(t.syntax for t in found(case, "CF-006").change_texts)
    assert "STRUCTURE NAME(DSNG_LOCK1) INITSIZE(256M) SIZE(256M)" in typed
    typed = "\n".join(t.syntax for t in found(case, "DB2-004").change_texts)
    assert "STRNAME=<group>_GBP1" in typed


@pytest.mark.parametrize(
    ("structures", "named"),
    [(["DSNG_GBP1"], "DSNG_GBP1"), (["DSNG_GBP1", "DSNH_GBP1"], "<group>_GBP1"),
     (["DSNG_GBP10"], "<group>_GBP1")],
)  # fmt: skip
def test_a_group_buffer_pool_is_named_as_the_only_structure_of_such_a_pool(
    structures: list[str], named: str
) -> None:
    """<group> was left to fill in where the coupling facility's report has the name."""
    told = [part("cf_structure", name, "cf:CF1", {"TYPE": "cache"}) for name in structures]
    typed = [t.syntax for t in found(made("group", [*COUPLING, *told]), "DB2-004").change_texts]
    assert f"STRNAME={named}" in "\n".join(typed)


def test_a_base_and_its_paths_are_named_where_a_report_has_them() -> None:
    """FILE(<base and path>) GROUP(<group>) was typed with both at hand."""
    base = {"SHAREOPTIONS": "4", "DSNAME": "P.KUNDE", "GROUP": "GRPF", "ACCESS": "LSR"}
    path = {"BASE_DSNAME": "P.KUNDE", "GROUP": "GRPP", "TYPE": "path"}
    region = part("cics_region", "AOR", "lpar:SYS1", {"PLATFORM": "z/OS"}, dict(INTERVAL))
    files = [
        part("vsam_file", f"AOR/{name}", "cics_region:AOR", stated, {**INTERVAL, "requests": 9000})
        for name, stated in (("KUNDE", base), ("KUNDEP", path))
    ]
    shared = found(made("paths", [*system(), region, *files]), "VSM-006", "/KUNDE")
    typed = "\n".join(text.syntax for text in shared.change_texts)
    assert "CEDA ALTER FILE(KUNDE) GROUP(GRPF) DSNSHARING(ALLREQS)" in typed
    assert "CEDA INSTALL FILE(KUNDEP) GROUP(GRPP)" in typed
    assert "<base and path>" not in typed
    # Neither opens while the other is open as before, nor is defined anew while it is.
    lines = typed.split("\n")
    closed = [at for at, line in enumerate(lines) if "CLOSED DISABLED" in line]
    installed = [at for at, line in enumerate(lines) if line.startswith("CEDA INSTALL")]
    opened = [at for at, line in enumerate(lines) if "OPEN ENABLED" in line]
    assert len(closed) == len(installed) == len(opened) == 2
    assert max(closed) < min(installed)
    assert max(installed) < min(opened)
    alone = found(made("base", [*system(), region, files[0]]), "VSM-006")
    assert "FILE(<base and path>)" in "\n".join(text.syntax for text in alone.change_texts)


def test_larger_control_intervals_come_with_buffers_that_hold_them() -> None:
    """The file got CIs that no buffer of its pool can take: it would not have opened."""
    typed = [t.syntax for t in found(shop("files"), "VSM-010").change_texts]
    lines = "\n".join(typed).split("\n")
    assert lines[0].endswith("DATA16K(75)")
    anew = [
        "CEMT SET FILE",
        "DEFINE CLUSTER ",
        "// DLBL FILE1,'PROD.KUNDE',,VSAM",
        "// DLBL FILE2,'<copy>',,VSAM",
        "IF MAXCC = 0 THEN REPRO INFILE",
        "IF MAXCC = 0 THEN DELETE PROD.KUNDE CLUSTER",
        "IF MAXCC = 0 THEN DEFINE CLUSTER ",
        "IF MAXCC = 0 THEN REPRO INFILE",
        "CEMT SET FILE",
    ]
    assert [line.split("(")[0] for line in lines[4:]] == anew


def test_a_cluster_goes_back_with_what_was_written_since() -> None:
    """The way back loaded the copy made before the step, and what came after it was lost."""
    larger = found(shop("files"), "VSM-010")
    (back,) = larger.back_out_commands
    (typed,) = [t.syntax for t in larger.change_texts if "REPRO" in t.syntax]
    for lines, copy in ((typed.split("\n"), "<copy>"), (back.split("\n"), "<new copy>")):
        assert lines[0] == "CEMT SET FILE(KUNDE) CLOSED DISABLED"
        assert lines[1] == f"DEFINE CLUSTER (NAME({copy}) MODEL(PROD.KUNDE))"
        labels = ["// DLBL FILE1,'PROD.KUNDE',,VSAM", f"// DLBL FILE2,'{copy}',,VSAM"]
        assert lines[2:4] == labels
        assert lines[4] == "IF MAXCC = 0 THEN REPRO INFILE(FILE1) OUTFILE(FILE2)"
        assert lines[-2] == "IF MAXCC = 0 THEN REPRO INFILE(FILE2) OUTFILE(FILE1)"
        assert lines[-1] == "CEMT SET FILE(KUNDE) OPEN ENABLED"


def test_index_buffers_fit_the_file_that_moves_into_the_pool() -> None:
    """Only those of today's files were named: BUCH with its index of 2 KB would not open."""
    typed = "\n".join(t.syntax for t in found(shop("files"), "VSM-001").change_texts)
    assert "INDEX1K(<buffers>) INDEX2K(<buffers>)" in typed


def test_a_full_pool_is_enlarged_where_no_response_tells_what_that_brings() -> None:
    """Throughput and CPU that stand still made it too slight, with a third fewer waits."""
    case = shop("queues")
    assert "MQ-005" in taken(case)
    enlarged = found(case, "MQ-005")
    assert any(e.metric == "etr_per_s" and not e.change_pct for e in enlarged.projection)


def test_programs_are_not_changed_for_a_tenth_of_a_processor() -> None:
    case = shop("queues")
    assert "less than 0.1" in case.plan.left_out[found(case, "MQ-010").id]


@pytest.mark.parametrize(("rio", "planned"), [(60, False), (60_000, True)])
def test_no_pool_is_fixed_for_the_few_pages_of_checkpoints(rio: int, planned: bool) -> None:
    """Seven pools with 132 I/Os in half an hour were seven steps, each of -5 % of CPU."""
    pool = {**INTERVAL, "low_buffers": 39_000, "getp": 900_000, "getn": 200_000, "rio": rio}
    case = made("checkpoints", [*QUEUES[:3], {**QUEUES[3], "measured": pool}])
    fixed = found(case, "MQ-002")
    assert (fixed.id in case.plan.findings) == planned
    if not planned:
        assert "0.067 page set I/Os/s, fewer than 10" in case.plan.left_out[fixed.id]


def test_a_few_messages_whose_cpu_nobody_measured_change_no_program() -> None:
    """1.6 messages a second, and ten days of programmers in the change calendar."""
    few = {**INTERVAL, "messages_per_s": 1.6, "message_kb": 0.520996}
    case = made("few", [*QUEUES[:2], {**QUEUES[2], "measured": few}])
    larger = found(case, "MQ-010")
    assert "of 0.521 KB" in larger.explanation
    assert "1.6 messages/s take less than 0.1 CPs" in case.plan.left_out[larger.id]


def test_zhpf_that_is_off_is_found_without_a_database_as_well() -> None:
    case = shop("disks")
    switch = found(case, "DSK-002")
    assert [t.syntax for t in switch.change_texts] == ["SETIOS ZHPF=YES\nIECIOSxx: ZHPF=YES"]
    assert switch.effort == "dynamic"
    assert "DSK-002" in taken(case)


def test_a_rule_of_db2_says_nothing_of_systems_without_one() -> None:
    """ "Utility sorts that make Db2 page" was in order on systems of CICS, MQ and VSAM alone."""
    for name in ("files", "queues", "disks"):
        (outcome,) = [o for o in shop(name).outcomes if o.rule == "DB2-010"]
        assert outcome.outcome == "does not apply", name


@pytest.mark.parametrize("name", SHOPS)
def test_what_only_points_to_others_is_no_step(name: str) -> None:
    case = shop(name)
    for finding in case.findings:
        assert not (finding.points_to and finding.id in case.plan.findings), finding.id
