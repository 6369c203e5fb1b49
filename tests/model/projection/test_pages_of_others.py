"""Pages that work other than a database meets where storage is short."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from typing import Any

import pytest

from model.projection import build_baseline, project
from model.topology import (
    Component,
    Measured,
    MoveComponent,
    Scenario,
    SetSetting,
    Setting,
    Topology,
)

DB2 = {"tx_per_s": 100.0, "cpu_ms_per_tx": 10.0, "response_ms": 50.0, "duration_s": 900.0}
REGION = {
    "transactions": 20_000.0, "duration_s": 900.0, "qr_dispatch_s": 200.0, "qr_cpu_s": 100.0,
    "response_ms": 40.0, "page_ins_per_s": 90.0,
}  # fmt: skip


def part(
    kind: str, name: str, parent: str | None, settings: dict[str, Any],
    measured: dict[str, float] | None = None,
) -> Component:  # fmt: skip
    return Component(
        name, kind, name, parent,
        {key: Setting(value) for key, value in settings.items()},
        {key: Measured(value, "") for key, value in (measured or {}).items()},
    )  # fmt: skip


def site(crowded_gb: float, *more: Component) -> Topology:
    """A partition with storage to spare, and one with two pools of 9.5 GB each."""
    here = {"CPS": 4, "PAGE_DEVICE": "disk"}
    busy = {"cp_busy_pct": 40.0, "aux_slots_used": 2_000_000.0}
    pools = [
        (part("db2_subsystem", name, "SYSB", {}, DB2),
         part("db2_bufferpool", f"{name}/BP0", name, {"VPSIZE": 2_500_000}))
        for name in ("DB2B", "DB2C")
    ]  # fmt: skip
    return Topology().with_components(
        [
            part("cpc", "M", None, {"CPS": 16}),
            part("lpar", "SYSA", "M", here | {"REAL_STORAGE_GB": 64}, busy),
            part("lpar", "SYSB", "M", here | {"REAL_STORAGE_GB": crowded_gb}, busy),
            part("db2_subsystem", "DB2A", "SYSA", {}, DB2),
            *(one for both in pools for one in both),
            *more,
        ]
    )


def test_work_that_moves_to_where_storage_is_short_waits_for_pages() -> None:
    """It was compared with what lived there already, whose pages are in its measured times: it
    answered within 55 ms ± 3 %, with 16 GB as with 64."""
    there = Scenario("there", (MoveComponent("DB2A", "SYSB"),))
    (short,) = project(build_baseline(site(16.0)), [there])
    (spare,) = project(build_baseline(site(64.0)), [there])
    waits, none = (found.workload("DB2A").metrics["response_ms"] for found in (short, spare))
    assert waits.value > 1.5 * none.value
    assert waits.high > waits.value + (none.high - none.value)
    of_others = [found.workload("DB2B").metrics["response_ms"].value for found in (short, spare)]
    assert of_others[0] == pytest.approx(of_others[1], rel=0.01)


def test_work_that_moves_away_from_where_storage_is_short_waits_for_none() -> None:
    away = Scenario("away", (MoveComponent("DB2B", "SYSA"),))
    (found,) = project(build_baseline(site(16.0)), [away], bands=False)
    assert found.workload("DB2B").metrics["response_ms"].value < 60.0


def test_page_ins_of_a_region_follow_what_others_hold() -> None:
    """They stayed as counted, to the last digit, with less storage; their band had no width, and
    what others gave back counted from a tenth of a gigabyte on."""
    region = part("cics_region", "AOR1", "SYSB", {}, REGION)
    baseline = build_baseline(site(22.0, region))
    sizes = (2_300_000, 2_400_000, 2_490_000, 2_500_000, 2_510_000, 3_000_000)
    scenarios = [Scenario(str(n), (SetSetting("DB2B/BP0", "VPSIZE", n),)) for n in sizes]
    found = [one.workload("AOR1").metrics["paging_per_s"] for one in project(baseline, scenarios)]
    assert found[sizes.index(2_500_000)].value == pytest.approx(REGION["page_ins_per_s"])
    assert all(less.value < more.value for less, more in pairwise(found))
    for one in (found[0], found[-1]):
        assert one.low < one.value < one.high
    storage = [SetSetting("SYSB", "REAL_STORAGE_GB", gb) for gb in (22.0, 21.0, 20.0)]
    less = [Scenario(str(one.value), (one,)) for one in storage]
    paging = [one.workload("AOR1").metrics["paging_per_s"].value for one in project(baseline, less)]
    assert all(more > fewer * 1.1 for fewer, more in pairwise(paging))


def test_page_ins_that_nobody_counted_are_no_figure() -> None:
    """A Db2 without them had none a second, in a partition that pages."""
    (as_is,) = project(build_baseline(site(16.0)), [Scenario("As-is")])
    assert "paging_per_s" not in as_is.workload("DB2B").metrics


def test_where_nothing_is_there_to_page_to_work_waits_for_anything_from_flash_to_disk() -> None:
    """Pages were said to be stolen from all, and no figure moved."""
    baseline = build_baseline(site(64.0))
    short = SetSetting("SYSB", "REAL_STORAGE_GB", 16)
    on = [SetSetting("SYSB", "PAGE_DEVICE", device) for device in ("flash", "none", "disk")]
    flash, unknown, disk = project(baseline, [Scenario("", (short, one)) for one in on])
    for anchor in ("DB2B", "DB2C"):
        figures = [one.workload(anchor).metrics["response_ms"] for one in (flash, unknown, disk)]
        values = [one.value for one in figures]
        assert 50.01 < values[0] < values[1] < values[2]
        assert figures[1].high - figures[1].value > 1.1 * (values[1] - 50.0)
        assert figures[1].high > values[2]
        assert any("how often others" in x for x in disk.workload(anchor).extrapolated)
        said = unknown.workload(anchor).extrapolated
        (told,) = (text for text in said if "real storage are usable" in text)
        # Stated as none it was said not to be stated.
        assert "PAGE_DEVICE none leaves nothing to page to" in told
        assert "124 to 1,170 µs a page" in told
        assert "set PAGE_DEVICE to flash or disk" in told


def test_a_partition_short_of_storage_that_states_no_paging_device_slows_its_work() -> None:
    """As-is and scenario alike unstated: less storage cost nothing."""
    unstated = [
        replace(one, settings={k: v for k, v in one.settings.items() if k != "PAGE_DEVICE"})
        for one in site(64.0)
    ]
    baseline = build_baseline(Topology().with_components(unstated))
    sizes = (24.0, 20.0, 18.0, 16.0, 12.0)
    less = [Scenario("", (SetSetting("SYSB", "REAL_STORAGE_GB", gb),)) for gb in sizes]
    found = [one.workload("DB2B").metrics["response_ms"] for one in project(baseline, less)]
    assert found[0].value == pytest.approx(50.0)
    assert all(slower.value > 1.001 * one.value for one, slower in pairwise(found))
    (shortest,) = project(baseline, less[-1:])
    said = shortest.workload("DB2B").extrapolated
    (told,) = (text for text in said if "pages are stolen" in text)
    assert "PAGE_DEVICE does not state" in told
    assert "page data set activity report" in told
