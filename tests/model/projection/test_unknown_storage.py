"""Work that is brought to a partition of whose real storage nobody told anything."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from itertools import pairwise

import pytest

from app.bench.projection import cluster
from model.catalogue import catalogue
from model.projection import Baseline, Projection, build_baseline, project
from model.projection.unknown_storage import TIMES, guessed_storage, with_guessed_storage
from model.topology import (
    AddComponent,
    Component,
    MoveComponent,
    Scenario,
    SetSetting,
    Setting,
    apply_changes,
)

DATABASE = "adabas_database:10"
MOVED = 8
LEAST_GB = 128.0


@cache
def baseline() -> Baseline:
    site = cluster()
    pageable = [site[DATABASE].with_setting("LARGEPAGE", Setting(False))]
    for lpar in site.of_kind("lpar"):
        pageable.append(lpar.with_setting("PAGE_DEVICE", Setting("flash")))
    return build_baseline(site.with_components(pageable))


def moved(storage_gb: float | None) -> Scenario:
    """Some nuclei in a partition of their own."""
    settings = {"CPS": Setting(8), "PAGE_DEVICE": Setting("flash")}
    if storage_gb is not None:
        settings["REAL_STORAGE_GB"] = Setting(storage_gb)
    new = Component("lpar:NEW", "lpar", "NEW", None, settings)
    nuclei = baseline().topology.of_kind("adabas_nucleus")[:MOVED]
    return Scenario(
        str(storage_gb), (AddComponent(new), *(MoveComponent(one.id, new.id) for one in nuclei))
    )


def test_bands_have_what_another_size_of_an_unknown_storage_would_do() -> None:
    """They were as narrow as if a report told that the partition has as much as the others."""
    unknown, as_others = project(baseline(), [moved(None), moved(LEAST_GB)])
    (less,) = project(baseline(), [moved(LEAST_GB / TIMES)], bands=False)
    paging, known, ends = (
        found.workload(DATABASE).metrics["paging_per_s"] for found in (unknown, as_others, less)
    )
    assert paging.value == pytest.approx(known.value)
    assert ends.value > known.value
    assert paging.high >= ends.value * (1 - 1e-9)
    assert paging.high > known.high
    etr, as_known = (
        found.workload(DATABASE).metrics["etr_per_s"] for found in (unknown, as_others)
    )
    assert etr.low < as_known.low
    assert any("REAL_STORAGE_GB of NEW" in reason for reason in etr.reasons)
    assert not any("REAL_STORAGE_GB" in reason for reason in as_known.reasons)
    change = unknown.workload(DATABASE).changes["etr_per_s"]
    assert change.low < as_others.workload(DATABASE).changes["etr_per_s"].low


def test_a_partition_to_which_nothing_is_brought_has_no_guess() -> None:
    empty = Component("lpar:NEW", "lpar", "NEW", None, {"CPS": Setting(8)})
    as_is, found = project(
        baseline(), [Scenario("as-is"), Scenario("empty", (AddComponent(empty),))]
    )
    assert found.workload(DATABASE).metrics == as_is.workload(DATABASE).metrics


def reserving(lfarea_gb: float, storage_gb: float | None = None) -> Scenario:
    """The same in a partition that keeps some of its storage for large frames nobody uses."""
    scenario = moved(storage_gb)
    adding, *moving = scenario.changes
    assert isinstance(adding, AddComponent)
    new = adding.component.with_setting("LFAREA_1M_GB", Setting(lfarea_gb))
    new = new.with_setting("LFAREA_USED_GB", Setting(0.0))
    return Scenario(f"{lfarea_gb} {storage_gb}", (AddComponent(new), *moving))


def test_an_end_without_figures_is_said_and_the_band_goes_to_the_last_that_has_some() -> None:
    """A quarter of the neighbours' storage was less than is reserved: that end was left out
    without a word, and paging had no band at all as the other end has none."""
    reserved_gb = LEAST_GB / TIMES + 8.0
    (at_end,) = project(baseline(), [reserving(reserved_gb, LEAST_GB / TIMES)], bands=False)
    found, near = project(baseline(), [reserving(reserved_gb), reserving(reserved_gb, 41.0)])
    work, known = found.workload(DATABASE), near.workload(DATABASE)
    assert at_end.workload(DATABASE).not_projectable
    assert known.metrics["paging_per_s"].value > 50_000
    assert work.metrics["paging_per_s"].value == 0.0
    assert work.metrics["paging_per_s"].high >= known.metrics["paging_per_s"].value
    assert work.changes["etr_per_s"].low < known.changes["etr_per_s"].value
    (said,) = (sentence for sentence in work.extrapolated if "nobody told its real" in sentence)
    assert at_end.workload(DATABASE).not_projectable in said
    reached = float(said.rpartition("goes to ")[2].split()[0])
    assert reserved_gb < reached < reserved_gb * 1.05
    unreserved = project(baseline(), [moved(None)])[0].workload(DATABASE)
    assert not any("nobody told its real" in sentence for sentence in unreserved.extrapolated)


def test_a_guess_of_which_no_other_size_has_figures_is_as_wide_as_the_guess() -> None:
    (guess,) = guessed_storage(
        baseline().topology,
        apply_changes(baseline().topology, moved(None).changes, catalogue()),
        moved(None),
    )

    def nothing(scenarios: Sequence[Scenario]) -> list[Projection]:
        return [Projection(one, (), (), None, True, ("the size cannot be",)) for one in scenarios]

    (known,) = project(baseline(), [moved(LEAST_GB)])
    wider = with_guessed_storage(known, [guess], nothing).workload(DATABASE)
    before = known.workload(DATABASE)
    for name in ("etr_per_s", "cpu_s_per_s"):
        assert wider.metrics[name].low <= before.metrics[name].value / TIMES
        assert wider.metrics[name].high >= before.metrics[name].value * TIMES
    assert sum("the size cannot be" in sentence for sentence in wider.extrapolated) == 2


def test_more_storage_never_carries_less_but_where_the_cache_structure_fills_faster() -> None:
    """8 nuclei with 48 GB carried 1.8 % more than with 128: paging slows their updates, and those
    of nuclei that do not page fill the structure three times as fast as it is flushed, which
    published runs lost throughput to (001, section 4.4). Where it has room, more is never less."""
    sizes = (16, 32, 40, 48, 56, 64, 128)

    def with_structure(*gb: int) -> list[tuple[float, float]]:
        changes = tuple(SetSetting(DATABASE, "CLUCACHESIZE", 1024 * one) for one in gb)
        scenarios = [Scenario("", (*moved(float(size)).changes, *changes)) for size in sizes]
        works = [one.workload(DATABASE) for one in project(baseline(), scenarios, bands=False)]
        names = ("etr_per_s", "structure_full_pressure")
        return [tuple(work.metrics[name].value for name in names) for work in works]

    roomy = with_structure(128)
    assert all(pressure < 1.0 for _, pressure in roomy)
    assert all(more >= less * (1 - 2e-4) for (less, _), (more, _) in pairwise(roomy))
    crowded = with_structure()
    for (less, _), (more, pressure) in pairwise(crowded):
        assert more >= less * (1 - 2e-4) or pressure > 1.0
    for (rate, _), (free, _) in zip(crowded, roomy, strict=True):
        assert rate < free
    few, many = project(baseline(), [moved(32.0), moved(128.0)])
    for found, full in ((few, False), (many, True)):
        reasons = found.workload(DATABASE).metrics["etr_per_s"].reasons
        assert any("updates wait for" in one for one in reasons) == full
