"""Volumes whose measured IOSQ time is not that of random I/Os: it is what scenarios start from."""

from __future__ import annotations

from dataclasses import replace

import pytest

from model.hardware.measured_waits import mean_wait
from model.projection import build_baseline, project
from model.topology import Link, Scenario, SetSetting, Topology
from model.topology.growth import GROWTH
from tests.model.projection.test_random_installations import part

READS, SERVICE_MS, VOLUMES, RATE_PER_S = 20.0, 2.5, 20, 200.0


def reader(response_ms: float, iosq_ms: float, volumes: int = VOLUMES) -> Topology:
    """200 transactions a second of 20 reads each keep 20 volumes half busy."""
    disk = {
        "io_per_s": RATE_PER_S * READS, "response_ms": SERVICE_MS + iosq_ms, "iosq_ms": iosq_ms,
    }  # fmt: skip
    db2 = {
        "duration_s": 900.0,
        "tx_per_s": RATE_PER_S,
        "cpu_ms_per_tx": 5.0,
        "response_ms": response_ms,
        "sync_io_per_tx": READS,
        "sync_io_us": 1e3 * (SERVICE_MS + iosq_ms),
    }
    return (
        Topology()
        .with_components(
            [
                part("cpc", "CPC1", None, {"CPS": 8}),
                part("lpar", "SYSA", "CPC1", {"CPS": 8}, {"cp_busy_pct": 40.0}),
                part("dasd", "D1", None, {"VOLUMES": volumes, "ALIASES": 0}, disk),
                part("db2_subsystem", "DB", "SYSA", {"CTHREAD": 200}, db2),
            ]
        )
        .with_links([Link("uses", "DB", "D1")])
    )


def responses_ms(topology: Topology, *settings: SetSetting) -> list[float]:
    """As-is, and under each setting alone."""
    scenarios = [Scenario("as-is"), *(Scenario(str(n), (one,)) for n, one in enumerate(settings))]
    found = project(build_baseline(topology), scenarios, bands=False)
    return [one.workload("DB").metrics["response_ms"].value for one in found]


def _growths(*pct: float) -> list[SetSetting]:
    return [SetSetting("DB", GROWTH.name, one) for one in pct]


@pytest.mark.parametrize("response_ms", [72.0, 81.0, 100.0, 200.0])
def test_growth_moves_the_measured_wait_whatever_else_the_response_holds(
    response_ms: float,
) -> None:
    """It was 34, 52, 90 and 100 ms more at +50 %, and 43 ms less at -90 % of 16 that there are."""
    was_ms, more_ms, less_ms = responses_ms(reader(response_ms, 0.8), *_growths(50.0, -90.0))
    assert was_ms == pytest.approx(response_ms)
    # An M/M/1 queue at 75 % busy waits three times as long as at 50 %, at 5 % a nineteenth.
    assert more_ms - was_ms == pytest.approx(READS * 0.8 * 2.0, rel=0.05)
    assert was_ms - less_ms == pytest.approx(READS * 0.8 * 18.0 / 19.0, rel=0.05)


def test_waits_beyond_those_of_random_work_grow_as_they_do() -> None:
    """Hot volumes or bursts made 4 ms of 2.5; the network knew of 2.5, the rest stood still."""
    was_ms, more_ms = responses_ms(reader(200.0, 4.0), *_growths(50.0))
    assert was_ms == pytest.approx(200.0)
    assert more_ms - was_ms == pytest.approx(READS * 4.0 * 2.0, rel=0.05)


def test_more_volumes_take_away_no_more_than_was_waited() -> None:
    was_ms, more_ms, fewer_ms = responses_ms(
        reader(100.0, 0.8), SetSetting("D1", "VOLUMES", 4000), SetSetting("D1", "VOLUMES", 14)
    )
    assert was_ms - more_ms == pytest.approx(READS * 0.8, rel=0.05)
    # 71 % busy: 2.5 times the wait.
    assert fewer_ms - was_ms == pytest.approx(READS * 0.8 * 1.5, rel=0.08)


def test_a_wait_far_from_that_of_random_work_is_said() -> None:
    def said(iosq_ms: float) -> list[str]:
        baseline = build_baseline(reader(300.0, iosq_ms))
        return [str(text) for text in baseline.doubts if "random" in str(text)]

    assert not said(2.5)
    (doubt,) = said(0.8)
    assert "0.8 ms" in doubt
    assert "2.5 ms" in doubt
    assert len(said(7.0)) == 1


@pytest.mark.parametrize(("servers", "use"), [(1.0, 0.5), (1.0, 0.9), (2.0, 0.8), (1.8, 0.7)])
def test_random_work_waits_as_a_birth_death_chain(servers: float, use: float) -> None:
    """The chain by hand, up to a thousand there."""
    chances, rates = [1.0], [min(float(there), servers) for there in range(1, 1001)]
    for rate in rates:
        chances.append(chances[-1] * use * servers / rate)
    total = sum(chances)
    there = sum(n * chance for n, chance in enumerate(chances)) / total
    assert mean_wait(servers, use) == pytest.approx(there / (use * servers) - 1.0, rel=1e-6)


def test_that_waits_stay_as_far_from_random_ones_is_known_in_width() -> None:
    """The factor had no draw: 300 a second waited 19 to 49 ms more where random I/Os wait 88 to
    149, and volumes for which nobody had waited let nobody wait at 95 % busy either."""

    def more_ms(iosq_ms: float, pct: float) -> tuple[float, float, float]:
        (growth,) = _growths(pct)
        (found,) = project(build_baseline(reader(100.0, iosq_ms)), [Scenario("x", (growth,))])
        one = found.workload("DB").metrics["response_ms"]
        return one.low - 100.0, one.value - 100.0, one.high - 100.0

    as_random, fewer = more_ms(2.5, 50.0), more_ms(0.8, 50.0)
    widths = [(high - low) / value for low, value, high in (as_random, fewer)]
    assert widths[1] > 1.5 * widths[0]
    assert more_ms(0.0, 90.0)[2] > 50.0


def test_of_a_response_without_its_iosq_time_the_wait_of_random_ios_is_no_service() -> None:
    """All of it was: volumes were full where half of it is a queue, and fewer did the less."""
    random_ms = SERVICE_MS * mean_wait(1.0, 0.5)
    told = reader(200.0, random_ms)
    figures = {name: one for name, one in told["D1"].measured.items() if name != "iosq_ms"}
    untold = told.with_component(replace(told["D1"], measured=figures))
    fewer = Scenario("fewer", (SetSetting("D1", "VOLUMES", 16),))
    baselines = [build_baseline(one) for one in (told, untold)]
    known, found = (
        project(one, [fewer])[0].workload("DB").metrics["response_ms"] for one in baselines
    )
    assert found.value == pytest.approx(known.value, rel=0.01)
    assert found.low < known.low < known.high < found.high
    doubts = " ".join(baselines[1].doubts)
    assert "nobody tells its IOSQ time: of 5 ms 2.5 ms" in doubts
