"""All who use a DASD subsystem wait for what it can do for all of them together."""

from __future__ import annotations

from itertools import pairwise

import pytest

from model.hardware.dasd import MOST_UNDER_WAY
from model.projection import Baseline, Projection, build_baseline, project
from model.topology import Link, Scenario, SetSetting, Topology
from model.topology.growth import GROWTH
from tests.model.projection.test_random_installations import part

DB2, ADABAS = "DB2A", "10"
SYNC_IOS = 12.0
READ_S = 0.45e-3


def site(with_adabas: bool, volumes: int = 40, aliases: int = 0, ios: float = 3500.0) -> Topology:
    """Db2 on the volumes of one DASD subsystem, beside an Adabas nucleus or alone."""
    found = (
        Topology()
        .with_components(
            [
                part("cpc", "C1", None, {"CPS": 16}),
                part("lpar", "SYSA", "C1", {"CPS": 16}, {"cp_busy_pct": 12.5}),
                part(
                    "dasd",
                    "D1",
                    None,
                    {"VOLUMES": volumes, "ALIASES": aliases},
                    {"io_per_s": ios, "response_ms": 1e3 * READ_S, "iosq_ms": 0.0},
                ),
                part(
                    "db2_subsystem",
                    DB2,
                    "SYSA",
                    {},
                    {
                        "duration_s": 900.0,
                        "tx_per_s": 120.0,
                        "cpu_ms_per_tx": 10.0,
                        "response_ms": 35.0,
                        "sync_io_per_tx": SYNC_IOS,
                        "sync_io_us": 1e6 * READ_S,
                    },
                ),
            ]
        )
        .with_link(Link("uses", DB2, "D1"))
    )
    if not with_adabas:
        return found
    shares = {"UPDATE_SHARE": 0.05, "COMMIT_SHARE": 0.06}
    pages = {"ZHPF": True, "LARGEPAGE": True}
    values = {"PRODUCT": "single", "NUCLEI": 1, "USERS": 50, **shares, **pages}
    nucleus = {"LBP": 100, "NT": 80, "FMXIO": 16, "LFIOP": 500, "LARGEPAGE": True}
    found = found.with_components(
        [
            part("adabas_database", ADABAS, None, values, {"etr_per_s": 2000.0}),
            part("adabas_nucleus", "10-1", "SYSA", nucleus),
        ]
    )
    return found.with_link(Link("uses", ADABAS, "D1")).with_link(Link("member", "10-1", ADABAS))


def on_one_volume(
    baseline: Baseline, aliases: int, growth: int = 0, bands: bool = True
) -> Projection:
    changes = (
        SetSetting("D1", "VOLUMES", 1),
        SetSetting("D1", "ALIASES", aliases),
        SetSetting(DB2, GROWTH.name, growth),
    )
    (found,) = project(baseline, [Scenario("one volume", changes)], bands=bands)
    return found


def figure(projection: Projection, anchor: str, metric: str) -> float:
    return projection.workload(anchor).metrics[metric].value


def test_db2_waits_for_the_limit_at_which_adabas_waits() -> None:
    baseline = build_baseline(site(with_adabas=True))
    (today,) = project(baseline, [Scenario("today")])
    found = on_one_volume(baseline, 16)
    use = next(r.utilization for r in found.resources if r.component == "D1")
    assert 0.8 < use <= 1.0
    longer_s = {
        name: (figure(found, name, "response_ms") - figure(today, name, "response_ms")) / 1e3
        for name in (DB2, ADABAS)
    }
    ios = figure(found, ADABAS, "io_per_s") / figure(found, ADABAS, "etr_per_s")
    # An I/O of one waits there as long as one of the other.
    assert longer_s[DB2] / SYNC_IOS == pytest.approx(longer_s[ADABAS] / ios, rel=0.6)
    assert longer_s[DB2] > 0.2 * figure(today, DB2, "response_ms") / 1e3
    assert "I/O limit" in {r.label for r in found.resources if r.component == "D1"}


def test_more_aliases_take_nothing_from_anybody() -> None:
    baseline = build_baseline(site(with_adabas=True))
    found = [on_one_volume(baseline, each, bands=False) for each in (0, 4, 16, 64, 1000)]
    rates = [figure(one, ADABAS, "etr_per_s") for one in found]
    assert all(more > less * (1.0 - 1e-3) for less, more in pairwise(rates))


def test_aliases_let_no_more_through_than_stands_behind_the_volumes() -> None:
    baseline = build_baseline(site(with_adabas=False, ios=1500.0))
    rates = []
    for growth in (100, 200, 500):
        found = on_one_volume(baseline, 1000, growth)
        work = found.workload(DB2)
        rates.append(work.metrics["etr_per_s"].value)
        assert work.metrics["io_per_s"].value * READ_S <= MOST_UNDER_WAY
    assert rates[0] == pytest.approx(240.0)
    # How many I/Os another subsystem does at a time than the published one is not known.
    assert work.metrics["etr_per_s"].low < 0.6 * rates[-1]
    assert any("4.4" in reason for reason in work.metrics["etr_per_s"].reasons)


def test_what_was_measured_to_do_more_has_no_limit_behind_its_volumes() -> None:
    baseline = build_baseline(site(with_adabas=False, volumes=1, aliases=64, ios=12_000.0))
    (found,) = project(baseline, [Scenario("twice", (SetSetting(DB2, GROWTH.name, 100),))])
    assert figure(found, DB2, "etr_per_s") == pytest.approx(240.0)
