"""`plexwright-cases/1` of every product, as somebody else writes it, and what is wrong with it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from app.cli import main

Parts = list[dict[str, Any]]


def part(kind: str, name: str, parent: str | None, settings=(), measured=()) -> dict[str, Any]:
    return {
        "id": name,
        "kind": kind,
        "name": name,
        "parent": parent,
        "settings": dict(settings),
        "measured": dict(measured),
    }


MACHINE: Parts = [
    part("cpc", "CPC1", None, {"MODEL": "2827-716", "CPS": 16}),
    part("lpar", "SYSA", "CPC1", {"CPS": 8, "REAL_STORAGE_GB": 64}, {"cp_busy_pct": 50}),
]
REGION = {
    "transactions": 90_000,
    "duration_s": 900,
    "response_ms": 50,
    "qr_cpu_s": 200,
    "tcb_cpu_s": 250,
}
READS = {"lookasides": 7e5, "reads": 3e5, "duration_s": 900}
GETPAGES = {"sync_reads": 1e6, "getpages": 2e7, "duration_s": 900}
MESSAGES = {"messages_per_s": 500, "cpu_us_per_message": 100, "duration_s": 900}
PROGRAMS = {
    "duration_s": 900,
    "schedules": 45_000,
    "transactions": 90_000,
    "region_occupancy_pct": 60,
    "elapsed_us": 6_000,
    "transaction_cpu_us": 2_000,
    "schedule_to_first_call_us": 800,
    "response_ms": 15,
}
SORT = {"elapsed_s": 600, "cpu_s": 120, "gb_sorted": 20, "work_tracks": 400_000}
SWITCHES = {"enclave_cpu_ms": 5_389, "records_read": 1e5, "srb_switches": 1e5, "duration_s": 60}
PATH = {"LINK_BYTES_PER_S": 1.25e8, "RTT_MS": 20, "RECEIVEBUFFERSIZE": 65_536}
DUMPS = {"available_frames": 3e6, "capture_s": 20, "dumped_gb": 20}
CUBES = {"tx_per_s": 100, "response_ms": 200, "cpu_s_per_s": 1.5}
HEAP = {"PAGESIZE": "4K", "XMX_MB": 2_048}

SHOPS: dict[str, tuple[Parts, tuple[str, str, Any], dict[str, float]]] = {
    "CICS": (
        [part("cics_region", "R", "SYSA", {}, REGION)],
        ("R", "LOAD_GROWTH_PCT", 50),
        {"R.cpu_ms_per_tx": 2.8, "R.etr_per_s": 150.0},
    ),
    "CICS z/VSE": (
        [part("cics_region", "R", "SYSA", {"PLATFORM": "z/VSE"}, REGION)],
        ("R", "LOAD_GROWTH_PCT", 20),
        {"R.response_ms": 51.0},
    ),
    "VSAM": (
        [
            part("cics_region", "R", "SYSA", {}, REGION),
            part("lsr_pool", "R/1", "R", {"STRINGS": 10}),
            part("lsr_buffers", "R/1/D4096", "R/1", {"BUFFERS": 500}, READS),
        ],
        ("R/1/D4096", "BUFFERS", 1_000),
        {"R.io_per_s": 250.0},
    ),
    "Db2": (
        [
            part("db2_subsystem", "DB2A", "SYSA", {}, {"tx_per_s": 100, "cpu_ms_per_tx": 8}),
            part("db2_bufferpool", "DB2A/BP1", "DB2A", {"VPSIZE": 100_000}, GETPAGES),
        ],
        ("DB2A/BP1", "VPSIZE", 200_000),
        {"DB2A.sync_reads_per_s": 800.0, "DB2A.cpu_ms_per_tx": 7.9},
    ),
    "MQ": (
        [
            part("mq_manager", "QM1", "SYSA", {"MESSAGE_KB": 4}, MESSAGES),
            part("mq_bufferpool", "QM1/0", "QM1", {"BUFFERS": 20_000}, {"low_buffers": 9_000}),
        ],
        ("QM1", "MESSAGE_KB", 16),
        {"QM1.cpu_us_per_message": 130.0},
    ),
    "IMS": (
        [part("ims_system", "IMS1", "SYSA"), part("ims_region", "M1", "IMS1", {}, PROGRAMS)],
        ("M1", "LOAD_GROWTH_PCT", 20),
        {"M1.response_ms": 16.0},
    ),
    "Java": (
        [part("jvm", "J1", "SYSA", HEAP, {"tx_per_s": 100, "cpu_s_per_s": 2})],
        ("J1", "PAGESIZE", "1M"),
        {"J1.itr_per_cpu_s": 55.0},
    ),
    "DFSORT": (
        [part("dfsort_job", "S1", "SYSA", {"MEMORY_GB": 0}, SORT)],
        ("S1", "MEMORY_GB", 20),
        {"S1.elapsed_s": 300.0, "S1.cpu_s": 190.0},
    ),
    "Natural": (
        [part("natural_session", "N1", "SYSA", {"ZIIP": True}, SWITCHES)],
        ("N1", "MULTIFETCH", 20),
        {"N1.enclave_cpu_ms": 958.0},
    ),
    "Entire Net-Work": (
        [
            part(
                "netwk_node",
                "NW1",
                "SYSA",
                {"DRIVER": "XCF"},
                {"commands_per_s": 80_000, "cpu_s": 1_290, "duration_s": 900},
            )
        ],
        ("NW1", "DRIVER", "FCTC 6.3 SP1"),
        {"NW1.etr_per_s": 80_000.0},
    ),
    "TCP/IP": (
        [
            part("tcpip_stack", "T", "SYSA"),
            part("tcp_connection", "T1", "T", PATH, {"bytes_per_s": 3e6}),
        ],
        ("T1", "RTT_MS", 10),
        {"T1.bytes_per_s": 6e6},
    ),
    "SVC dump": (
        [part("dump_options", "D1", "SYSA", {"MAXSPACE_MB": 20_000, "DUMP_GB": 20}, DUMPS)],
        ("D1", "DUMP_GB", 40),
        {"D1.capture_s": 45.0},
    ),
    "Cognos": (
        [part("cognos_server", "CO", "SYSA", {"SERVERS": 1, "CPS": 4}, CUBES)],
        ("CO", "SERVERS", 3),
        {"CO.etr_per_s": 280.0},
    ),
    "PR/SM": (
        [part("cics_region", "R", "SYSA", {}, REGION)],
        ("SYSA", "CPS", 4),
        {"SYSA.cp_busy_pct": 95.0, "installation.etr_per_s": 100.0},
    ),
}


def written(folder: Path, shop: str) -> tuple[Path, dict[str, Any]]:
    parts, (component, setting, value), measured = SHOPS[shop]
    changes = [{"component": component, "setting": setting, "value": value}]
    document = {
        "format": "plexwright-cases/1",
        "about": shop,
        "groups": [
            {
                "id": "G",
                "installation": {
                    "format": "plexwright-installation/1",
                    "components": [*MACHINE, *parts],
                },
                "cases": [{"id": "C", "changes": changes, "measured": measured}],
            }
        ],
    }
    path = folder / "cases.json"
    path.write_text(json.dumps(document, indent=1))
    return path, document


@pytest.mark.parametrize("shop", SHOPS)
def test_a_case_of_every_product_is_predicted_with_a_band(shop, tmp_path, capsys) -> None:
    path, _ = written(tmp_path, shop)
    assert main(["validate", str(path), "--json"]) == 0
    said = capsys.readouterr()
    assert not said.err
    points = json.loads(said.out)["points"]
    assert {p["metric"] for p in points} == set(SHOPS[shop][2])
    for point in points:
        assert point["id"] == "G/C"
        assert point["low"] <= point["predicted"] <= point["high"]
        assert abs(point["error_pct"]) < 60.0
    if shop != "Entire Net-Work":
        assert any(point["low"] < point["high"] for point in points)


@pytest.mark.parametrize(
    ("measured", "said"),
    [
        ({"QM1.cpu_us_per_message": -5}, "G/C.QM1.cpu_us_per_message cannot be -5, which is below"),
        ({"QM1.cpu_us_per_message": "130"}, "is text: write 130 without quotes"),
        ({"QM1.cpu_us_per_message": None}, "is no figure: give a number"),
        ({"QM1.cpu_us_per_message": {"value": 1, "unit": "us"}}, "is no figure: give a number"),
        ({"QM1.speed": 5}, "no speed is projected of QM1; there are cpu_s_per_s, cpu_us_per"),
        (
            {"SYSA.weight": 5},
            "weight of SYSA is not projected; of SYSA there are busy_pct (CPs); the w",
        ),
        ({"QM9.etr_per_s": 5}, "no workload is called QM9; there are QM1"),
        ({"etr_per_s": 5}, "no workload is called etr_per_s; there are QM1"),
        ({"installation.speed": 5}, "no speed is projected of installation; there are cpu_s_per_s"),
        ({}, 'group G has no case with "measured" figures'),
    ],
)
def test_a_figure_that_nobody_can_compare_is_one_clear_sentence(
    measured, said, tmp_path, capsys
) -> None:
    path, document = written(tmp_path, "MQ")
    document["groups"][0]["cases"][0]["measured"] = measured
    path.write_text(json.dumps(document))
    assert main(["validate", str(path)]) == 1
    told = capsys.readouterr().err
    assert said in told
    assert told.count("\n") == 1
    assert told.startswith(f"plexwright: {path}")


def test_messages_beyond_the_one_size_that_was_measured_are_said_so(tmp_path, capsys) -> None:
    """It said "16 KB where 4 to 4 KB were measured"."""
    path, _ = written(tmp_path, "MQ")
    main(["validate", str(path)])
    assert "messages of 16 KB where only those of 4 KB were measured" in capsys.readouterr().out


def test_a_rate_is_compared_under_the_name_that_reports_have_for_it(tmp_path, capsys) -> None:
    path, document = written(tmp_path, "MQ")
    rates = {"QM1.messages_per_s": 500, "QM1.etr_per_s": 500}
    document["groups"][0]["cases"][0]["measured"] = rates
    path.write_text(json.dumps(document))
    assert main(["validate", str(path), "--json"]) == 0
    rate, throughput = json.loads(capsys.readouterr().out)["points"]
    assert rate["metric"] == "QM1.messages_per_s"
    assert rate | {"metric": ""} == throughput | {"metric": ""}


def test_figures_of_hardware_are_compared_as_those_of_workloads(tmp_path, capsys) -> None:
    """They were refused, but for how busy CPs are; of a workload so was how busy its server is."""
    disk = part(
        "dasd", "D", None, {"VOLUMES": 8}, {"io_per_s": 2_000, "response_ms": 1, "iosq_ms": 0.1}
    )
    facility = part("cf", "CF1", None, {"CPS": 2}, {"cpu_busy_pct": 20})
    parts = [
        part("cpc", "CPC1", None, {"CPS": 16, "ZIIPS": 2}),
        part(
            "lpar", "SYSA", "CPC1", {"CPS": 8, "ZIIPS": 2}, {"cp_busy_pct": 50, "ziip_busy_pct": 30}
        ),
        facility,
        part("cf_structure", "LOCK", "CF1", {"TYPE": "lock"}),
        part("cics_region", "R", "SYSA", {}, {**REGION, "excps": 900_000}),
        part("adabas_database", "A", None, {"PRODUCT": "ASM"}),
        disk,
    ]
    links = [
        {"kind": "uses", "source": "R", "target": "D"},
        {"kind": "coupled", "source": "A", "target": "LOCK"},
    ]
    as_is = {
        "CPC1.cp_busy_pct": 25.0,
        "SYSA.cp_busy_pct": 50.0,
        "SYSA.cpu_busy_pct": 50.0,
        "SYSA.utilization": 0.5,
        "SYSA.ziip_busy_pct": 30.0,
        "D.io_per_s": 2_000.0,
        "D.busy_pct": 22.5,
        "R.busy_pct": 22.2,
    }
    grown = {"D.io_per_s": 2_500.0, "D.busy_pct": 28.0, "R.utilization": 0.33}
    document = {
        "format": "plexwright-cases/1",
        "groups": [
            {
                "id": "G",
                "installation": {
                    "format": "plexwright-installation/1",
                    "components": parts,
                    "links": links,
                },
                "cases": [
                    {"id": "as-is", "measured": as_is},
                    {
                        "id": "more",
                        "measured": grown,
                        "changes": [{"component": "R", "setting": "LOAD_GROWTH_PCT", "value": 50}],
                    },
                ],
            }
        ],
    }
    path = tmp_path / "cases.json"
    path.write_text(json.dumps(document))
    code = main(["validate", str(path), "--json"])
    said = capsys.readouterr()
    assert not said.err
    assert code == 0
    points = {(p["id"], p["metric"]): p for p in json.loads(said.out)["points"]}
    assert {key for _, key in points} == {*as_is, *grown}
    assert all(p["low"] <= p["predicted"] <= p["high"] for p in points.values())
    assert all(abs(p["error_pct"]) < 2.0 for p in points.values()), points
