"""Engines that partitions lose, and zIIPs that they wait for."""

from __future__ import annotations

from itertools import pairwise

import pytest

from advisor.installation import build_installation
from advisor.reading import read_path
from model.projection import build_baseline, project
from model.topology import Scenario, SetSetting, Setting
from resources import resource

DATABASE = "adabas_database:10"
A, B = "lpar:SYSA", "lpar:SYSB"


@pytest.mark.parametrize("both", [False, True])
def test_engines_taken_away_from_beside_tasks_that_are_full_speed_nothing_up(both: bool) -> None:
    """Eight nuclei on two times 16 engines, of which four are busy, carried 8 % more on two times
    four: engines that were idle were taken to have cost CPU, and four to be all busy together
    although the nuclei, not the engines, were waited for."""
    site = build_installation(read_path(resource("templates", "adabas-als.json"))).topology
    systems = (A, B) if both else (A,)
    scenarios = [
        Scenario(str(n), tuple(SetSetting(name, "CPS", n) for name in systems))
        for n in (2, 3, 4, 5, 6, 8, 12, 16, 24)
    ]
    found = project(build_baseline(site), scenarios, bands=False)
    rates = [one.workload(DATABASE).metrics["etr_per_s"].value for one in found]
    assert all(more >= less * (1.0 - 1e-3) for less, more in pairwise(rates))


def test_partitions_that_wait_for_their_ziips_are_asked_together(sample_analysis) -> None:
    """One scenario has one partition wait for its zIIPs, the other the other: as many stations were
    limited, and the two taken for alike."""
    baseline = sample_analysis.baseline
    scenarios = [Scenario(name, (SetSetting(name, "IIPHONORPRIORITY", False),)) for name in (A, B)]
    together = project(baseline, scenarios, bands=False)
    for scenario, found in zip(scenarios, together, strict=True):
        (alone,) = project(baseline, [scenario], bands=False)
        figures = [one.workload(DATABASE).metrics["etr_per_s"].value for one in (found, alone)]
        assert figures[0] == pytest.approx(figures[1], rel=1e-6)


def test_a_partition_of_more_engines_than_its_machine_is_in_doubt_as_it_stands() -> None:
    """24 logical CPs on a machine of 16 were said in scenarios that change them, and nowhere else:
    as-is they were accepted without a word."""
    site = build_installation(read_path(resource("templates", "cics-vsam.json"))).topology
    assert not any("logical CPs" in said for said in build_baseline(site).doubts)
    (cpc,) = site.of_kind("cpc")
    most = cpc.number("CPS")
    larger = site.with_component(site[A].with_setting("CPS", Setting(24)))
    baseline = build_baseline(larger)
    (told,) = (said for said in baseline.doubts if "logical CPs" in said)
    assert f"SYSA has 24 logical CPs and CPC1 only {most:g} CPs" in told
    assert A in baseline.in_doubt
