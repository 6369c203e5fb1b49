"""A server's use is one figure with one band, where a workload has it and where a box shows it."""

from __future__ import annotations

import pytest

from model.catalogue import catalogue
from model.figures import use_figures
from model.projection import Baseline, build_baseline, project
from model.projection.provisional import with_stand_ins
from model.topology import Scenario, SetSetting
from model.topology.documents import installation_from
from resources import resource


@pytest.fixture(scope="module")
def regions() -> Baseline:
    text = resource("templates/cics-vsam.json").read_text(encoding="utf-8")
    return with_stand_ins(build_baseline(installation_from(text, catalogue())))


@pytest.mark.parametrize(
    ("component", "setting", "value"),
    [
        ("lpar:SYSA", "CPS", 7),
        ("lpar:SYSA", "CPS", 4),
        ("cics_region:CICSTOR1", "LOAD_GROWTH_PCT", 20),
        ("cics_region:CICSTOR1", "LOAD_GROWTH_PCT", 100),
        ("cics_region:CICSTOR1", "LOAD_GROWTH_PCT", -30),
    ],
)
def test_a_box_shows_the_band_of_the_figure(
    regions: Baseline, component: str, setting: str, value: int
) -> None:
    """Seven CPs instead of six left a QR TCB 58.4 % of 60 busy to all digits, beside a figure of
    57.9 to 58.9; twice the load was 78 to 84 % on the box and 68 to 96 in the row."""
    scenario = Scenario("other", (SetSetting(component, setting, value),))
    (found,) = project(regions, [scenario])
    shown = 0
    for use in found.used:
        name = use_figures().get(str(use.label))
        work = found.workload(use.component)
        if name is None or work is None or use.utilization >= 0.999:
            continue
        figure = work.metrics[name]
        assert use.utilization == pytest.approx(figure.value, rel=1e-6)
        assert (use.low, use.high) == pytest.approx((figure.low, figure.high), rel=1e-6)
        assert figure.low < figure.value < figure.high
        shown += 1
    assert shown == 3


def test_how_busy_more_work_keeps_a_task_is_known_as_its_cpu_is(regions: Baseline) -> None:
    """Nothing waits for CPs here: what a transaction runs is its CPU at any load."""
    scenario = Scenario("more", (SetSetting("cics_region:CICSTOR1", "LOAD_GROWTH_PCT", 50),))
    (found,) = project(regions, [scenario])
    work = found.workload("cics_region:CICSFOR1")
    assert work is not None
    busy, cpu = (work.metrics[name] for name in ("qr_utilization", "cpu_s_per_s"))
    assert busy.high / busy.low == pytest.approx(cpu.high / cpu.low, rel=0.02)


def test_how_busy_less_work_keeps_a_task_is_known_as_its_rate_is(regions: Baseline) -> None:
    """Two sessions of five let three quarters of the work through, 73 to 79 %: the QR TCBs were
    said to be 24.1 to 24.4 % less busy."""
    few = SetSetting("cics_connection:CICSTOR1/AOR1", "SESSIONS_SEND", 2)
    (found,) = project(regions, [Scenario("few", (few,))])
    for name in ("CICSTOR1", "CICSAOR1", "CICSFOR1"):
        work = found.workload(f"cics_region:{name}")
        assert work is not None
        rate, busy = (work.metrics[metric] for metric in ("etr_per_s", "qr_utilization"))
        assert rate.high / rate.low > 1.05
        assert busy.high / busy.low == pytest.approx(rate.high / rate.low, rel=0.01)


def test_a_nucleus_and_its_ios_use_their_part_of_the_cpu_used() -> None:
    """It was 100 %, and 8.082 CPUs were used by eight of them; beside it nuclei were 98 % busy."""
    text = resource("templates/adabas-als.json").read_text(encoding="utf-8")
    (found,) = project(build_baseline(installation_from(text, catalogue())), [Scenario("same", ())])
    (work,) = found.workloads
    each, used = work.metrics["nucleus_busy_pct"], work.metrics["cpu_s_per_s"]
    assert each.value == pytest.approx(100 * used.value / 8, rel=1e-9)
    assert each.low < each.value < each.high
    task = max(use.utilization for use in found.used if str(use.label) == "nuclei")
    assert task < 1 < each.value / 100, "its I/Os take CPU beside its task"
