"""Caches in fixed frames stand in LFAREA, and in 4 KB frames where that lacks."""

from __future__ import annotations

import functools
import json

import pytest

from model.catalogue import catalogue
from model.projection import Baseline, Projection, WorkloadProjection, build_baseline, project
from model.topology import Change, Scenario, SetSetting, Topology, apply_changes
from model.topology.documents import installation_document, installation_from
from resources import resource
from tests.model.projection.test_random_installations import part, queries

SYSTEMS = ("lpar:SYSA", "lpar:SYSB")
DATABASE = "adabas_database:10"
LARGE = (SetSetting(DATABASE, "LARGEPAGE", True),)


@functools.cache
def baseline() -> Baseline:
    """Eight nuclei on two systems of 128 GB, whose LFAREA of 2 GB nobody uses."""
    text = resource("templates", "adabas-als.json").read_text(encoding="utf-8")
    site = installation_from(text, catalogue())
    flash = [SetSetting(name, "PAGE_DEVICE", "flash") for name in SYSTEMS]
    small = [SetSetting(one.id, "LARGEPAGE", False) for one in site if one.kind in OF_DATABASE]
    return build_baseline(today(site, *flash, *small, *lfarea(2), *unused()))


def today(site: Topology, *changes: Change) -> Topology:
    """An installation as it is with these changes: no scenario."""
    document = installation_document(apply_changes(site, changes, catalogue()), catalogue())
    return installation_from(json.dumps(document), catalogue())


OF_DATABASE = ("adabas_database", "adabas_nucleus")


def lfarea(gb: float, size: str = "1M") -> tuple[Change, ...]:
    return tuple(SetSetting(name, f"LFAREA_{size}_GB", gb) for name in SYSTEMS)


def unused() -> tuple[Change, ...]:
    return tuple(SetSetting(name, "LFAREA_USED_GB", 0) for name in SYSTEMS)


def with_storage(gb: float) -> tuple[Change, ...]:
    return tuple(SetSetting(name, "REAL_STORAGE_GB", gb) for name in SYSTEMS)


def projected(*changes: Change) -> tuple[Projection, WorkloadProjection]:
    (found,) = project(baseline(), [Scenario("one", changes)], bands=False)
    work = found.workload(DATABASE)
    assert work is not None
    return found, work


def said(work: WorkloadProjection) -> str:
    return " ".join(work.extrapolated)


NEEDED_GB = 134.0
ROOM_GB = 160.0


def test_what_is_set_aside_for_caches_does_not_count_against_them() -> None:
    """131 GB of caches "do not fit" 160 GB of which 134 GB are set aside for them."""
    found, work = projected(*with_storage(ROOM_GB), *LARGE, *lfarea(NEEDED_GB))
    assert not work.not_projectable
    assert work.metrics["paging_per_s"].value == 0.0
    assert "fixed frames" not in said(work)
    assert not any("real storage are usable" in one for one in (*found.issues, said(work)))
    two_gb = (SetSetting(DATABASE, "PAGE_TYPE", "2G fixed"), *lfarea(NEEDED_GB, "2G"), *lfarea(0))
    _, work = projected(*with_storage(ROOM_GB), *two_gb)
    assert work.metrics["paging_per_s"].value == 0.0


def test_what_is_set_aside_and_not_used_is_lost_to_others() -> None:
    _, work = projected(*with_storage(ROOM_GB), *lfarea(NEEDED_GB))
    assert work.metrics["paging_per_s"].value > 1_000.0


def test_without_large_frames_caches_stand_in_small_ones_and_that_is_said() -> None:
    """131 GB of them were projected in fixed frames of a system that has none."""
    _, small = projected(*with_storage(94.0), *lfarea(0))
    _, work = projected(*with_storage(94.0), *lfarea(0), *LARGE)
    assert work.metrics["paging_per_s"].value == small.metrics["paging_per_s"].value > 1_000.0
    assert "LFAREA_1M_GB of SYSA sets aside 0 GB" in said(work)
    assert "LFAREA_1M_GB" not in said(small)


def test_frames_of_the_other_size_are_of_no_use() -> None:
    _, work = projected(*with_storage(300.0), *LARGE, *lfarea(0), *lfarea(NEEDED_GB, "2G"))
    assert "LFAREA_1M_GB of SYSA sets aside 0 GB" in said(work)


def test_caches_that_leave_large_frames_leave_them_unused() -> None:
    """With LARGEPAGE taken back 134 GB of 160 GB are of no use, though all of it was in use."""
    used = tuple(SetSetting(name, "LFAREA_USED_GB", NEEDED_GB - 2) for name in SYSTEMS)
    changes = (*with_storage(ROOM_GB), *LARGE, *lfarea(NEEDED_GB), *used)
    large = build_baseline(today(baseline().topology, *changes))
    back = SetSetting(DATABASE, "LARGEPAGE", False)
    as_is, found = project(large, [Scenario("as-is"), Scenario("back", (back,))], bands=False)
    before, work = as_is.workload(DATABASE), found.workload(DATABASE)
    assert before is not None
    assert work is not None
    assert before.metrics["paging_per_s"].value == 0.0
    assert work.metrics["paging_per_s"].value > 1_000.0


def test_from_z_os_2_4_on_what_may_be_fixed_is_not_set_aside() -> None:
    """134 GB for 1 MB frames that nobody uses were lost to others, as before that release."""
    paging = []
    for release in ("V2R3", "V2R5"):
        stated = tuple(SetSetting(name, "OPSYS_RELEASE", release) for name in SYSTEMS)
        baseline_now = build_baseline(today(baseline().topology, *stated))
        changes = (*with_storage(ROOM_GB), *lfarea(NEEDED_GB))
        (found,) = project(baseline_now, [Scenario("one", changes)], bands=False)
        work = found.workload(DATABASE)
        assert work is not None
        paging.append(work.metrics["paging_per_s"].value)
    assert paging[0] > 1_000.0
    assert paging[1] == 0.0


POOL, HEAP = "DB2A/BP1", "JVM1"


def small_partition(**settings: object) -> Baseline:
    """8 GB, of which a heap and a pool hold 2 GB each; nobody told LFAREA."""
    return build_baseline(
        Topology().with_components(
            [
                part("cpc", "CPC1", None, {"CPS": 8}),
                part(
                    "lpar",
                    "SYSA",
                    "CPC1",
                    {"CPS": 4, "REAL_STORAGE_GB": 8, "PAGE_DEVICE": "flash", **settings},
                    {"cp_busy_pct": 50.0},
                ),
                part(
                    "jvm",
                    HEAP,
                    "SYSA",
                    {"XMX_MB": 2_048, "PAGESIZE": "4K"},
                    {"tx_per_s": 50.0, "cpu_s_per_s": 0.5},
                ),
                *queries("DB2A", "SYSA", 100.0, 3.0),
                part(
                    "db2_bufferpool",
                    POOL,
                    "DB2A",
                    {"VPSIZE": 524_288},
                    {"getpages": 1e6, "sync_reads_random": 1e5, "duration_s": 900.0},
                ),
            ]
        )
    )


def responses(site: Baseline, *changes: Change, bands: bool = False) -> list[Projection]:
    return project(site, [Scenario("as-is"), Scenario("one", changes)], bands=bands)


@pytest.mark.parametrize("size", ["1M", "2G"])
def test_what_nobody_had_set_aside_is_lost_to_who_lives_there(size) -> None:
    """Of 8 GB 6 set aside took nothing from anybody where LFAREA was not told as it was."""
    change = SetSetting("SYSA", f"LFAREA_{size}_GB", 6)
    as_is, found = responses(small_partition(), change)
    was, now = (one.workload("DB2A").metrics["response_ms"].value for one in (as_is, found))
    assert now > 1.05 * was
    assert "2 GB of real storage are usable" in " ".join(found.workload("DB2A").extrapolated)
    nothing = responses(small_partition(**{f"LFAREA_{size}_GB": 6}), change)[1]
    assert nothing.workload("DB2A").changes["response_ms"].value == 0.0


@pytest.mark.parametrize(("owner", "setting"), [(POOL, "FRAMESIZE"), (HEAP, "PAGESIZE")])
def test_what_stands_in_large_frames_is_not_lost_as_well(owner, setting) -> None:
    """What is set aside for a heap or a pool is what that held before."""
    changes = (SetSetting("SYSA", "LFAREA_1M_GB", 2), SetSetting(owner, setting, "1M"))
    as_is, found = responses(small_partition(), *changes)
    was, now = (one.workload("DB2A").metrics["response_ms"].value for one in (as_is, found))
    assert now < 1.01 * was
    assert "usable" not in " ".join(found.workload("DB2A").extrapolated)


def test_a_heap_in_frames_that_nobody_told_of_may_gain_nothing() -> None:
    change = SetSetting(HEAP, "PAGESIZE", "1M")
    for site, told in ((small_partition(), False), (small_partition(LFAREA_1M_GB=4), True)):
        _, found = responses(site, change, bands=True)
        work = found.workload(HEAP)
        cpu = work.changes["cpu_s_per_s"]
        assert cpu.low < cpu.value == pytest.approx(100 / 1.1 - 100, abs=0.1)
        assert (cpu.high > -2.0) is not told
        assert ("LFAREA sets 1M frames aside" in " ".join(work.extrapolated)) is not told


def test_what_page_operations_take_of_itr_is_said() -> None:
    """ITR fell with paging, and nothing said why."""
    scenarios = [
        Scenario("none", tuple(with_storage(300.0))),
        Scenario("some", (*with_storage(50.0), *lfarea(0))),
    ]
    works = [one.workload(DATABASE) for one in project(baseline(), scenarios)]
    none, some = (one.metrics for one in works if one is not None)
    calm, lower = (each["itr_per_cpu_s"] for each in (none, some))
    assert lower.value < calm.value
    assert not any("page operations take" in str(one) for one in calm.reasons)
    (said_of_it,) = [str(one) for one in lower.reasons if "page operations take" in str(one)]
    share = float(said_of_it.partition("take ")[2].partition(" %")[0])
    takes_us = some["paging_per_s"].value * 3.0
    assert share == pytest.approx(takes_us * 1e-4 / some["cpu_s_per_s"].value, rel=0.5)
