"""Work that is brought to a partition of whose real storage nobody told anything."""

from __future__ import annotations

from functools import cache

import pytest

from app.bench.projection import cluster
from model.projection import Baseline, build_baseline, project
from model.projection.unknown_storage import TIMES
from model.topology import AddComponent, Component, MoveComponent, Scenario, Setting

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
