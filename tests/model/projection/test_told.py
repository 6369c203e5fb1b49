"""Today's figures are those that were measured, and what is projected is counted from there."""

from __future__ import annotations

import pytest

from advisor.engagement import Engagement
from model.projection import Baseline, project
from model.topology import Scenario, SetSetting

DATABASE = "adabas_database:10"
SYSTEMS = ("lpar:SYSA", "lpar:SYSB")


@pytest.fixture
def baseline(sample_analysis: Engagement) -> Baseline:
    assert sample_analysis.baseline is not None
    return sample_analysis.baseline


def test_the_as_is_is_what_was_measured(baseline: Baseline) -> None:
    """It was what the model has: 193,800 commands a second, where 197,979 were counted."""
    (as_is,) = project(baseline, [Scenario("as-is")])
    told = baseline.told[DATABASE]
    assert {"etr_per_s", "itr_per_cpu_s", "reads_per_s", "paging_per_s"} <= told.keys()
    assert abs(told["etr_per_s"].error_pct or 0.0) > 1.0
    for anchor, rows in baseline.told.items():
        work = as_is.workload(anchor)
        for metric, row in rows.items():
            if work is not None and metric in work.metrics and metric != "cpu_busy_pct":
                figure = work.metrics[metric]
                assert figure.value == pytest.approx(row.measured, rel=1e-9), metric
                assert figure.low == figure.high == figure.value, metric
                assert work.modelled[metric].value == pytest.approx(row.modelled, rel=1e-6), metric


def test_a_scenario_is_the_measured_figure_times_its_change(baseline: Baseline) -> None:
    scenario = Scenario("caches", (SetSetting(DATABASE, "CLUCACHEEXTRA", 900_000),))
    (found,) = project(baseline, [scenario])
    work = found.workload(DATABASE)
    assert work is not None
    for metric, row in baseline.told[DATABASE].items():
        if metric in work.changes:
            expected = row.measured * (1.0 + work.changes[metric].value / 100.0)
            assert work.metrics[metric].value == pytest.approx(expected, rel=1e-6), metric
            # The rate said 183,400 to 230,400 beside a change of -2 to +10 %.
            figure, change = work.metrics[metric], work.changes[metric]
            for end in ("low", "high"):
                expected = row.measured * (1.0 + getattr(change, end) / 100.0)
                assert getattr(figure, end) == pytest.approx(expected, rel=1e-6), metric


@pytest.mark.parametrize("cps", [1, 2])
def test_full_partitions_carry_no_more_than_their_engines(baseline: Baseline, cps: int) -> None:
    """What was measured lies 2.4 % above the model, and a full system cannot do more for that."""
    scenario = Scenario("few", tuple(SetSetting(one, "CPS", cps) for one in SYSTEMS))
    for bands in (False, True):
        (found,) = project(baseline, [scenario], bands=bands)
        work = found.workload(DATABASE)
        assert work is not None
        rate, each, used = (
            work.metrics[name].value for name in ("etr_per_s", "itr_per_cpu_s", "cpu_s_per_s")
        )
        assert used <= len(SYSTEMS) * cps * (1 + 1e-9)
        assert rate / each <= len(SYSTEMS) * cps * (1 + 1e-9)
        assert rate / each == pytest.approx(used, rel=2e-3)
        moved = work.changes["etr_per_s"].value
        assert rate == pytest.approx(
            baseline.told[DATABASE]["etr_per_s"].measured * (1.0 + moved / 100.0), rel=1e-6
        )


def test_findings_and_plan_begin_where_the_as_is_stands(
    sample_analysis: Engagement, baseline: Baseline
) -> None:
    measured = baseline.told[DATABASE]["etr_per_s"].measured
    (whole,) = [e for e in sample_analysis.plan.projection if e.metric == "etr_per_s"]
    assert whole.before == pytest.approx(measured)
    single = [
        effect.before
        for finding in sample_analysis.findings
        if not finding.beside_plan and finding.component == DATABASE
        for effect in finding.projection or ()
        if effect.metric == "etr_per_s"
    ]
    assert single
    assert single == pytest.approx([measured] * len(single))
