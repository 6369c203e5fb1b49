"""Settings of the sample engagement beyond what any published run had: said, and in the bands."""

from __future__ import annotations

import pytest

from model.projection import project
from model.projection.estimate import WorkloadProjection
from model.topology import Scenario, SetSetting
from tests.remembering import analyse, readings

DATABASE = "adabas_database:10"
NODE = "netwk_node:SYSA"


def tried(component: str, setting: str, *values: float, of: str = DATABASE):
    """The workload with each of the values; of all nuclei where the component is one."""
    baseline = analyse(readings()).baseline
    parts = [component]
    if component == "adabas_nucleus":
        parts = [part.id for part in baseline.topology.of_kind(component)]
    scenarios = [
        Scenario(str(value), tuple(SetSetting(part, setting, value) for part in parts))
        for value in values
    ]
    found = [one.workload(of) for one in project(baseline, scenarios)]
    assert all(one is not None and one.changes for one in found)
    return found


def width(work: WorkloadProjection, metric: str = "etr_per_s") -> float:
    change = work.changes[metric]
    return change.high - change.low


@pytest.mark.parametrize(("setting", "hardly", "far"), [("FMXIO", 17, 7), ("NT", 81, 5)])
def test_a_setting_that_no_run_varied_says_so(setting: str, hardly: int, far: int) -> None:
    """Half the parallel flush writes were known to change nothing to four digits."""
    little, much = tried("adabas_nucleus", setting, hardly, far)
    for work in (little, much):
        assert any(f"{setting} was" in said for said in work.extrapolated)
    assert 0.0 < width(little) < 0.75 * width(much)


def test_a_pool_of_a_megabyte_less_is_known_nearly_as_well() -> None:
    """99 MB had a band of 10 points, 101 one of 0.03, as the least that was measured is 100."""
    less, half = tried("adabas_nucleus", "LBP", 99, 50)
    assert width(less) < 1.0 < 5.0 < width(half)


def test_a_smaller_pool_has_no_band_of_more_work() -> None:
    """With one of 1 MB the rate was to be up to twice as high; it leaves storage to who pages."""
    for work in tried("adabas_nucleus", "LBP", 1, 50):
        rate, response = work.changes["etr_per_s"], work.changes["response_ms"]
        assert rate.low < -4.0 < rate.high < 5.0
        assert -5.0 < response.low < 4.0 < response.high


def test_nuclei_without_caches_are_not_known_as_those_with_some() -> None:
    """No cache at all had the band of 6 GB a nucleus, and no sentence."""
    none, some = tried(DATABASE, "CDATAMAXS", 0, 6_000)
    assert any("caches of" in said and "6,000 MB" in said for said in none.extrapolated)
    assert not any("caches of" in said for said in some.extrapolated)
    assert width(none) > 1.5 * width(some)


def test_blocks_of_a_kilobyte_are_known_less_than_of_thirty() -> None:
    """Both had -7.7 to +8.4 %, where 32 and 60 KB were measured."""
    tiny, near = tried(NODE, "SNDBLKSZ_KB", 1, 30, of=NODE)
    assert width(tiny, "response_ms") > 5.0 * width(near, "response_ms")


@pytest.mark.parametrize(
    ("component", "setting", "value"),
    [("lpar:SYSA", "REAL_STORAGE_GB", 64), (DATABASE, "COMMIT_SHARE", 0.3)],
)
def test_what_hinders_promises_no_gain(component: str, setting: str, value: float) -> None:
    """A quarter of the storage gone ended at 13 % more, five times the commits at 26 %."""
    (work,) = tried(component, setting, value)
    rate, response = work.changes["etr_per_s"], work.changes["response_ms"]
    assert rate.low < rate.value < rate.high == 0.0
    assert 0.0 == response.low < response.value < response.high
    (today,) = project(analyse(readings()).baseline, [Scenario("as-is")])
    most = today.workload(DATABASE).metrics["etr_per_s"].high
    assert work.metrics["etr_per_s"].high <= most * (1.0 + 1e-12)


def test_more_storage_for_both_systems_costs_nobody_work() -> None:
    """It promised 2 % and threatened 6, where one system's storage alone threatened nothing."""
    baseline = analyse(readings()).baseline
    changes = tuple(SetSetting(f"lpar:{name}", "REAL_STORAGE_GB", 139) for name in ("SYSA", "SYSB"))
    (both,) = project(baseline, [Scenario("both", changes)])
    assert both.workload(DATABASE).changes["etr_per_s"].low >= 0.0
