"""The same installation is the same, by whatever changes it is come to."""

from __future__ import annotations

import json
from statistics import median

import pytest

from model.calibration.published import SHIPPED
from model.catalogue import catalogue
from model.projection import build_baseline, project
from model.subsystems.adabas.constants import PUBLISHED_ENGINES
from model.topology import Scenario, SetSetting, Topology, apply_changes
from model.topology.documents import installation_from
from resources import resource

DATABASE = "adabas_database:10"


def cluster(cps: int) -> Topology:
    """Eight nuclei of which nothing was measured, on two systems of so many CPs."""
    text = resource("templates", "adabas-als.json").read_text(encoding="utf-8")
    room = [SetSetting(f"cpc:CPC{number}", "CPS", 64) for number in (1, 2)]
    return apply_changes(
        installation_from(text, catalogue()), (*room, *sized(cps).changes), catalogue()
    )


def sized(cps: int) -> Scenario:
    return Scenario(
        str(cps), tuple(SetSetting(f"lpar:{name}", "CPS", cps) for name in ("SYSA", "SYSB"))
    )


def test_what_nobody_measured_is_the_same_written_so_and_changed_to_it() -> None:
    """On 2 CPs each: 137,700 commands/s written so, 143,600 to 178,000 from 4 to 32 CPs."""
    for size in (2, 4, 32):
        found = [
            project(build_baseline(cluster(before)), [sized(size)], bands=False)[0]
            for before in (2, 4, 32)
        ]
        rates = [one.workload(DATABASE).metrics["etr_per_s"].value for one in found]
        assert rates[1:] == pytest.approx(rates[:1] * 2, rel=1e-6)


def test_what_nobody_measured_has_one_band_by_whatever_way_it_is_come_to() -> None:
    """On 2 CPs each: 67,400 to 363,100 commands/s written so, 142,500 to 238,200 from 4 CPs."""
    found = [project(build_baseline(cluster(before)), [sized(2)])[0] for before in (2, 4, 32)]
    for one in found[1:]:
        for use, same in zip(found[0].resources, one.resources, strict=True):
            assert use.component == same.component
            assert (use.low, use.high) == pytest.approx((same.low, same.high), rel=1e-4)
    shown = [one.workload(DATABASE) for one in found]
    for name, first in shown[0].metrics.items():
        for other in shown[1:]:
            again = other.metrics[name]
            assert (again.value, again.low, again.high) == pytest.approx(
                (first.value, first.low, first.high), rel=5e-4
            ), name
    # How it changes is known better than where it stands.
    change, rate = shown[1].changes["etr_per_s"], shown[1].metrics["etr_per_s"]
    assert (100.0 + change.high) / (100.0 + change.low) < 0.5 * rate.high / rate.low


def test_engines_of_the_published_runs_are_the_median_of_their_tables() -> None:
    points = json.loads(resource("measurements", SHIPPED[0]).read_text("utf-8"))["points"]
    of_product: dict[str, list[tuple[float, float]]] = {}
    for point in points:
        conditions, results = point["conditions"], point["results"]
        if "itr_per_cpu_s" in results:
            systems = conditions.get("lpars", 1)
            busy = results["etr_per_s"] / results["itr_per_cpu_s"] / systems
            found = conditions["cps_total"] / systems, busy
            of_product.setdefault(conditions["product"], []).append(found)
    assert PUBLISHED_ENGINES.keys() == of_product.keys()
    for product, found in of_product.items():
        engines, busy = (median(one) for one in zip(*found, strict=True))
        assert PUBLISHED_ENGINES[product] == pytest.approx((engines, busy), rel=5e-3)
