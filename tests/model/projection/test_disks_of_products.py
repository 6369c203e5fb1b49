"""Work of every product waits for the DASD that it is linked to, its I/Os counted once."""

from __future__ import annotations

from functools import lru_cache

import pytest

from model.hardware.dasd import disks_of
from model.projection import Baseline, Projection, Unanswered, build_baseline, project
from model.projection.provisional import stand_ins, with_the_rest
from model.topology import AddComponent, AddLink, Link, RemoveLink, Scenario, SetSetting, Topology
from model.topology.growth import GROWTH
from tests.model.projection.test_random_installations import part, queries

PRODUCTS = ("db2", "mq", "vsam", "ims")
ANCHORS = {"db2": "DB2A", "mq": "QM1", "vsam": "AOR1", "ims": "IMS1/M"}
USERS = {"db2": "DB2A", "mq": "QM1/P0", "vsam": "AOR1/F1", "ims": "IMS1"}
IOS = {"db2": 10.0, "mq": 100_000.0 / 900.0 / 400.0, "vsam": 8.0, "ims": 8.0}
"""I/Os that a unit of work waits for; of a message, half are of the call that gets it."""
TOLD_MS, SLOW_MS = 0.5, 2.0


def work(product: str, ios: bool = True) -> Topology:
    """Work of one product, linked to no disk yet."""
    counted = {
        "db2": [
            part(
                "db2_subsystem", "DB2A", "SYSA", {"CTHREAD": 200},
                {"duration_s": 900.0, "tx_per_s": 200.0, "cpu_ms_per_tx": 3.0, "response_ms": 25.0,
                 **({"sync_io_per_tx": 10.0, "sync_io_us": 500.0} if ios else {})},
            )
        ],
        "mq": [
            part(
                "mq_manager", "QM1", "SYSA", {},
                {"duration_s": 900.0, "messages_per_s": 400.0, "cpu_us_per_message": 120.0,
                 "put_elapsed_us": 1200.0, "get_elapsed_us": 800.0, "put_cpu_us": 60.0,
                 "get_cpu_us": 60.0},
            ),
            *([part("mq_bufferpool", "QM1/0", "QM1", {"BUFFERS": 5000},
                    {"duration_s": 900.0, "rio": 150_000.0, "imw": 50_000.0, "wio": 50_000.0,
                     "low_buffers": 600.0})] if ios else []),
            part("mq_pageset", "QM1/P0", "QM1"),
        ],
        "vsam": [
            part(
                "cics_region", "AOR1", "SYSA", {"MXT": 100},
                {"duration_s": 900.0, "transactions": 90_000.0, "tcb_cpu_s": 270.0,
                 "qr_cpu_s": 180.0, "qr_dispatch_s": 220.0, "response_ms": 30.0},
            ),
            part("vsam_file", "AOR1/F1", "AOR1", {},
                 {"requests": 1e6, **({"excps": 720_000.0} if ios else {})}),
        ],
        "ims": [
            part("ims_system", "IMS1", "SYSA", {},
                 {"transactions": 90_000.0, **({"pool_reads.1": 720_000.0} if ios else {})}),
            part(
                "ims_region", "IMS1/M", "IMS1", {},
                {"duration_s": 900.0, "transactions": 90_000.0, "schedules": 30_000.0,
                 "schedule_to_first_call_us": 3_000.0, "elapsed_us": 60_000.0,
                 "transaction_cpu_us": 4_000.0, "region_occupancy_pct": 50.0},
            ),
        ],
    }[product]  # fmt: skip
    return Topology().with_components(
        [
            part("cpc", "C1", None, {"CPS": 16}),
            part("lpar", "SYSA", "C1", {"CPS": 8}, {"cp_busy_pct": 30.0}),
            part("lpar", "SYSB", "C1", {"CPS": 8}, {"cp_busy_pct": 30.0}),
            *counted,
        ]
    )


@lru_cache
def baseline(product: str, told: bool = True, volumes: int = 8) -> Baseline:
    """It uses D1; Db2 of another system uses D2, which is slower."""
    disk = {"response_ms": TOLD_MS} if told else {}
    slow = {"response_ms": SLOW_MS, "io_per_s": 500.0}
    found = work(product, told).with_components(
        [
            part("dasd", "D1", None, {"VOLUMES": volumes} if volumes else {}, disk),
            part("dasd", "D2", None, {"VOLUMES": 40}, slow),
            *queries("FAR", "SYSB", 20.0, 5.0),
        ]
    )
    found = found.with_links([Link("uses", USERS[product], "D1"), Link("uses", "FAR", "D2")])
    return with_the_rest(build_baseline(found))


def projected(product: str, *changes: object, told: bool = True, bands: bool = False) -> Projection:
    scenarios = [Scenario("x", changes)]  # type: ignore[arg-type]
    (found,) = project(baseline(product, told), scenarios, bands=bands)
    return found


def figure(found: Projection, anchor: str, name: str) -> float:
    return found.workload(anchor).metrics[name].value


@pytest.mark.parametrize("product", PRODUCTS)
def test_fewer_volumes_and_more_work_make_it_wait(product: str) -> None:
    """Only databases of Adabas met DASD that was put there by hand."""
    name = ANCHORS[product]
    cases = [
        [projected(product, SetSetting("D1", "VOLUMES", n)) for n in (8, 6, 4, 3)],
        [projected(product, SetSetting(name, GROWTH.name, n)) for n in (0, 20, 40, 60)],
    ]
    for found in cases:
        times = [figure(one, name, "response_ms") for one in found]
        assert times == sorted(times)
        assert times[-1] > 1.003 * times[0]
        far = [figure(one, "FAR", "response_ms") for one in found]
        assert far == pytest.approx([far[0]] * 4, rel=1e-6)


@pytest.mark.parametrize("product", PRODUCTS)
def test_a_slower_disk_slows_it_by_all_of_its_ios(product: str) -> None:
    """Db2, MQ and IMS responded in as many milliseconds as before."""
    name = ANCHORS[product]
    moved = (
        RemoveLink(Link("uses", USERS[product], "D1")),
        AddLink(Link("uses", USERS[product], "D2")),
    )
    as_is, slow = projected(product), projected(product, *moved)
    more_ms = figure(slow, name, "response_ms") - figure(as_is, name, "response_ms")
    least = IOS[product] * (SLOW_MS - TOLD_MS)
    # In message regions that are held for longer, which others wait for.
    assert 0.9 * least < more_ms < (4.0 if product == "ims" else 1.2) * least
    used = {one.component: one.utilization for one in slow.resources}
    assert "D1" not in used
    rate = figure(as_is, name, "io_per_s")
    known = {one.component: one.utilization for one in as_is.resources}
    assert known["D1"] == pytest.approx(rate * TOLD_MS / 1e3 / 8.0, rel=1e-3)


@pytest.mark.parametrize("product", PRODUCTS)
def test_what_nobody_told_of_disks_and_ios_is_in_the_band(product: str) -> None:
    found = baseline(product, told=False, volumes=0)
    said = " ".join(map(str, stand_ins(found.topology)))
    assert "VOLUMES of D1" in said
    assert "response_ms of D1" in said
    (few,) = project(found, [Scenario("x", (SetSetting("D1", "VOLUMES", 2),))])
    metrics = few.workload(ANCHORS[product]).metrics
    assert metrics["io_per_s"].high > 5.0 * metrics["io_per_s"].low
    if product != "mq":  # its calls wait for no log
        assert metrics["response_ms"].high > 1.2 * metrics["response_ms"].low


def test_ios_go_where_each_file_is_and_the_rest_where_the_region_is() -> None:
    found = baseline("vsam").topology.with_components(
        [
            part("vsam_file", "AOR1/F2", "AOR1", {}, {"requests": 1e5, "excps_data": 80_000.0}),
            part("dasd_volume", "VOL1", "D2"),
        ]
    )
    assert [(disk.id, share) for disk, share in disks_of(found, "AOR1")] == [("D1", 0.9)]
    found = found.with_link(Link("uses", "AOR1", "D2"))
    shares = {disk.id: share for disk, share in disks_of(found, "AOR1")}
    assert shares == pytest.approx({"D1": 0.9, "D2": 0.1})
    found = baseline("mq").topology.with_components(
        [part("mq_pageset", "QM1/P1", "QM1"), part("dasd_volume", "VOL1", "D2")]
    )
    found = found.with_links([Link("uses", "QM1/P1", "VOL1"), Link("uses", "QM1", "D1")])
    shares = {disk.id: share for disk, share in disks_of(found, "QM1")}
    assert shares == pytest.approx({"D1": 0.5, "D2": 0.5})


def test_a_disk_that_a_scenario_adds_is_as_fast_as_the_others_and_known_as_little() -> None:
    added = (
        AddComponent(part("dasd", "D3", None, {"VOLUMES": 8})),
        RemoveLink(Link("uses", "DB2A", "D1")),
        AddLink(Link("uses", "DB2A", "D3")),
    )
    found = projected("db2", *added, bands=True).workload("DB2A").metrics["response_ms"]
    assert found.high - found.low > 10.0
    assert any("nobody can have measured" in str(reason) for reason in found.reasons)


def test_a_disk_that_moves_figures_is_not_said_to_move_none() -> None:
    known = baseline("ims")
    one = Scenario("one", (SetSetting("D1", "VOLUMES", 1),))
    as_is, found = project(known, [Scenario("as-is"), one], bands=False)
    assert not Unanswered(known, as_is).sentences(found)
