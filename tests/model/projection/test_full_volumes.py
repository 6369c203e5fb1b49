"""Reads of one subsystem from volumes that become full: as an M/M/1 queue each, by hand."""

from __future__ import annotations

from dataclasses import replace

import pytest

from model.projection import build_baseline, project
from model.topology import Link, Measured, Scenario, SetSetting, Setting, Topology
from model.topology.growth import GROWTH
from tests.model.projection.test_random_installations import part

READS, SERVICE_MS, VOLUMES, RATE_PER_S, RESPONSE_MS = 20.0, 0.6, 4, 200.0, 40.0


def reader() -> Topology:
    """200 transactions a second of 20 reads each keep four volumes 60 % busy."""
    busy = RATE_PER_S * READS * SERVICE_MS / 1e3 / VOLUMES
    iosq_ms = SERVICE_MS * busy / (1.0 - busy)
    disk = {
        "io_per_s": RATE_PER_S * READS, "response_ms": SERVICE_MS + iosq_ms, "iosq_ms": iosq_ms,
    }  # fmt: skip
    db2 = {
        "duration_s": 900.0,
        "commits": 900.0 * RATE_PER_S,
        "tx_per_s": RATE_PER_S,
        "cpu_s": 900.0,
        "cpu_ms_per_tx": 5.0,
        "response_ms": RESPONSE_MS,
        "sync_io_per_tx": READS,
        "sync_io_us": 400.0,
    }
    return (
        Topology()
        .with_components(
            [
                part("cpc", "CPC1", None, {"CPS": 8}),
                part("lpar", "SYSA", "CPC1", {"CPS": 8}, {"cp_busy_pct": 20.0}),
                part("dasd", "D1", None, {"VOLUMES": VOLUMES}, disk),
                part("db2_subsystem", "DB", "SYSA", {}, db2),
            ]
        )
        .with_links([Link("uses", "DB", "D1")])
    )


def test_waits_rise_with_the_load_as_by_hand() -> None:
    """At 96 % busy it responded in 102 ms where simulation says 333, and at 94 % in 106."""
    growths = (0, 30, 50, 54, 56, 58, 60)
    scenarios = [Scenario(str(g), (SetSetting("DB", GROWTH.name, g),)) for g in growths]
    found = [
        one.workload("DB").metrics["response_ms"].value
        for one in project(build_baseline(reader()), scenarios, bands=False)
    ]
    assert found == sorted(found)
    busy = RATE_PER_S * READS * SERVICE_MS / 1e3 / VOLUMES
    rest_ms = RESPONSE_MS - READS * SERVICE_MS / (1.0 - busy)
    for growth, response_ms in zip(growths, found, strict=True):
        by_hand_ms = rest_ms + READS * SERVICE_MS / (1.0 - busy * (1.0 + growth / 100.0))
        assert response_ms == pytest.approx(by_hand_ms, rel=0.07), growth


def beside_others(**settings: int) -> Topology:
    """The same beside 16,000 I/Os a second that nobody knows, on 32 volumes."""
    site = reader()
    figures = {"io_per_s": 20_000.0, "response_ms": 0.62, "iosq_ms": 0.02}
    measured = {name: Measured(value, "") for name, value in figures.items()}
    volumes = {"VOLUMES": 32, "ALIASES": settings.pop("ALIASES", 0)}
    disk = replace(site["D1"], measured=measured)
    database = site["DB"]
    for name, value in volumes.items():
        disk = disk.with_setting(name, Setting(value))
    for name, value in settings.items():
        database = database.with_setting(name, Setting(value))
    return site.with_components([disk, database])


@pytest.mark.parametrize("settings", [{}, {"CTHREAD": 200, "MAXDBAT": 200}])
def test_full_volumes_do_a_like_share_of_what_others_ask_for(settings: dict[str, int]) -> None:
    """Of 16,000 I/Os that nobody knows none gave way: the rate was 0, and from 0 to 0."""
    change = SetSetting("D1", "VOLUMES", 3)
    site = beside_others(**settings)
    (found,) = project(build_baseline(site), [Scenario("fewer", (change,))])
    work = found.workload("DB")
    rate = work.metrics["etr_per_s"]
    # Three volumes do 25 % of 20,000 I/Os of 0.6 ms a second.
    assert rate.value == pytest.approx(0.25 * RATE_PER_S, rel=0.15)
    # Others may come first, or give way.
    assert rate.low < 0.05 * RATE_PER_S
    assert rate.high == pytest.approx(RATE_PER_S, rel=0.2)
    assert "nobody tells whether less of them come then" in " ".join(work.extrapolated)


def test_more_volumes_carry_more_and_let_nobody_wait_longer() -> None:
    """Twice as many made reads 0.7 % slower and half of them 0.1 % faster: those that there are
    had more, or fewer, of the aliases each. From what is behind the volumes nothing was left."""
    counts = (1, 2, 4, 7, 16, 31, 33, 64)
    scenarios = [Scenario(str(n), (SetSetting("D1", "VOLUMES", n),)) for n in counts]
    site = beside_others(ALIASES=32, CTHREAD=200, MAXDBAT=200)
    found = project(build_baseline(site), scenarios, bands=False)
    work = [one.workload("DB").metrics for one in found]
    rates = [one["etr_per_s"].value for one in work]
    times = [one["response_ms"].value for one in work if "response_ms" in one]
    assert len(times) == 5
    assert rates == sorted(rates)
    assert times == sorted(times, reverse=True)
    assert times[0] > 1.01 * RESPONSE_MS
    assert times[-1] < RESPONSE_MS
    # 2.2 I/Os of each are under way behind them: it falls with their number, not to nothing.
    for count, rate in zip(counts[:3], rates[:3], strict=True):
        assert rate == pytest.approx(RATE_PER_S * 2.2 * count / 12.0, rel=0.05)
