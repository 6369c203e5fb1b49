"""In what order a file names its components decides nothing."""

from __future__ import annotations

from dataclasses import replace

import pytest

from model.projection import build_baseline, project
from model.projection.baseline import AnchorBaseline, turns_of
from model.subsystems.adabas import AdabasModel
from model.topology import Component, Link, Measured, Scenario, SetSetting, Setting, Topology
from model.topology.growth import GROWTH, growth_of


def _part(kind: str, name: str, parent: str | None, values=None, measured=None) -> Component:
    return Component(
        name,
        kind,
        name,
        parent,
        {key: Setting(value) for key, value in (values or {}).items()},
        {key: Measured(value, "") for key, value in (measured or {}).items()},
    )


def _database(name: str, nuclei: int, lpars: tuple[str, ...], values, measured):
    own = {"NUCLEI": nuclei, "UPDATE_SHARE": 0.05, "COMMIT_SHARE": 0.05, "ZHPF": True, **values}
    parts = [_part("adabas_database", name, None, own, measured)]
    links = [Link("uses", name, "D1")]
    for number in range(nuclei):
        of = f"{name}-{number}"
        settings = {"LBP": 200, "NT": 20, "LFIOP": 100, "FMXIO": 16}
        parts.append(_part("adabas_nucleus", of, lpars[number % len(lpars)], settings))
        links.append(Link("member", of, name))
    return parts, links


def _two_databases() -> Topology:
    """They share a partition and volumes; no report says how much each of them reads."""
    parts = [_part("cpc", "C1", None, {"CPS": 20})]
    for name in ("L1", "L2"):
        own = {"CPS": 10, "REAL_STORAGE_GB": 128, "PAGE_DEVICE": "disk", "ZHPF": True}
        parts.append(_part("lpar", name, "C1", own))
    parts.append(_part("dasd", "D1", None, {"VOLUMES": 100}, {"response_ms": 1.2, "iosq_ms": 0.1}))
    links = []
    for name, nuclei, lpars, values, rate, per_cpu in (
        ("DB1", 6, ("L1", "L2"),
         {"PRODUCT": "ALS", "USERS": 1500, "CDATAMAXS": 10_000, "CLUCACHEEXTRA": 500_000},
         150e3, 34e3),
        ("DB2", 4, ("L1",), {"PRODUCT": "ASM", "USERS": 500, "CLUCACHESIZE": 30_000}, 100e3, 45e3),
    ):  # fmt: skip
        measured = {"etr_per_s": rate, "itr_per_cpu_s": per_cpu}
        more, joined = _database(name, nuclei, lpars, values, measured)
        parts += more
        links += joined
    return Topology({part.id: part for part in parts}, tuple(links))


def _backwards(site: Topology) -> Topology:
    return Topology(dict(reversed(site.components.items())), tuple(reversed(site.links)))


def test_the_order_of_calibration_is_not_that_of_the_file() -> None:
    site = _two_databases()
    found = []
    for each in (site, _backwards(site)):
        anchors = [AnchorBaseline(part.id, AdabasModel()) for part in each if part.id[:2] == "DB"]
        anchors = [item for item in anchors if "-" not in item.anchor]
        found.append([anchors[place].anchor for place in turns_of(each, anchors)])
    assert found == [["DB1", "DB2"]] * 2


@pytest.mark.thorough
def test_the_order_of_components_and_links_decides_nothing() -> None:
    """Calibrated in the order of the file, the second database read 22 % more when it was first."""
    site = _two_databases()
    scenarios = [Scenario("as-is"), Scenario("fewer", (SetSetting("L1", "CPS", 4),))]
    found = [
        {
            (projection.scenario.name, work.anchor, metric): figure.value
            for projection in project(build_baseline(each), scenarios, bands=False)
            for work in projection.workloads
            for metric, figure in work.metrics.items()
        }
        for each in (site, _backwards(site))
    ]
    assert found[0].keys() == found[1].keys()
    assert [found[1][key] for key in found[0]] == pytest.approx(list(found[0].values()), rel=1e-6)


def test_the_least_work_is_exactly_a_tenth() -> None:
    """1 - 0.9 is less than 0.1, the least that models answer for: -90 % was refused."""
    part = _part("netwk_node", "N", None, {GROWTH.name: -90})
    assert growth_of(part) == 0.1
    assert growth_of(replace(part, settings={})) == 1.0
