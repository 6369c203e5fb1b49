"""Aliases of a database's volumes: what they cost to take away, from the times RMF measured."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import numpy as np
import pytest

from model.projection import Baseline, build_baseline, project
from model.topology import Scenario, SetSetting

DISK, DATABASE = "dasd:KCG21", "adabas_database:10"


@pytest.fixture(scope="module")
def baseline(sample_analysis) -> Baseline:
    return sample_analysis.baseline


def figures(baseline: Baseline, name: str, aliases: list[int]) -> list[float]:
    scenarios = [Scenario(str(n), (SetSetting(DISK, "ALIASES", n),)) for n in aliases]
    found = project(baseline, scenarios, bands=False)
    return [one.workload(DATABASE).metrics[name].value for one in found]


def test_volumes_without_aliases_do_one_io_at_a_time_for_as_long_as_measured(
    baseline: Baseline,
) -> None:
    """160 of them started 80,213 I/Os/s of 2.57 ms each, without an alias, and nothing moved."""
    disk = baseline.topology[DISK]
    times_ms = [disk.measure(name) or 0.0 for name in ("pend_ms", "disc_ms", "conn_ms")]
    most = 2.0 * (disk.number("VOLUMES") or 0.0) / (1e-3 * sum(times_ms))
    assert most < 0.8 * (disk.measure("io_per_s") or 0.0)
    (ios,) = figures(baseline, "io_per_s", [0])
    # Of its time an I/O waits less at the channels the fewer there are.
    at_device = 2.0 * (disk.number("VOLUMES") or 0.0) / (1e-3 * sum(times_ms[1:]))
    assert 0.8 * most < ios < at_device
    (found,) = project(baseline, [Scenario("none", (SetSetting(DISK, "ALIASES", 0),))])
    rate = found.workload(DATABASE).changes["etr_per_s"]
    # That it is all queueing at the channels explains the same figures.
    assert rate.low < -30.0 < rate.value < -10.0 < 0.0 <= rate.high < 5.0


def test_every_alias_counts_the_more_the_fewer_there_are(baseline: Baseline) -> None:
    counts = [*range(0, 100, 7), 128, 256, 1000]
    rates = np.array(figures(baseline, "etr_per_s", counts))
    gains = np.diff(rates) / np.diff(counts)
    # Logs that are written at once are written more often, for which there is CPU to pay.
    assert (np.diff(rates) >= -1e-3 * rates[0]).all()
    assert all(later <= earlier * 1.02 + 1e-5 * rates[0] for earlier, later in pairwise(gains))


def test_without_measured_times_the_device_is_as_fast_as_the_capacity_says(
    baseline: Baseline,
) -> None:
    disk = baseline.topology[DISK]

    def device(*told: str) -> tuple[Baseline, float]:
        known = {name: one for name, one in disk.measured.items() if name in told}
        topology = baseline.topology.with_component(replace(disk, measured=known))
        made = build_baseline(topology)
        return made, made.anchor(DATABASE).calibration.factors["device"]

    assert baseline.anchor(DATABASE).calibration.factors["device"] == pytest.approx(2.0, rel=0.2)
    assert device("io_per_s")[1] == pytest.approx(1.0, rel=0.01)
    # Its parts are not needed: aliases did nothing where only the whole of it and IOSQ were told.
    made, found = device("io_per_s", "response_ms", "iosq_ms")
    assert found == pytest.approx(2.0, rel=0.2)
    (whole,), (parts,) = (figures(one, "etr_per_s", [0]) for one in (made, baseline))
    assert whole == pytest.approx(parts, rel=0.05)
