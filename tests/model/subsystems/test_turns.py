"""Work that one task does, one thing after another, on CPs of another speed and number."""

from __future__ import annotations

import pytest

from model.projection import build_baseline, project
from model.topology import Scenario, SetSetting, Topology

SORT = {
    "duration_s": 3600.0,
    "elapsed_s": 1000.0,
    "cpu_s": 200.0,
    "gb_sorted": 100.0,
    "intermediate_gb": 100.0,
    "memory_object_gb": 10.0,
}


@pytest.fixture
def changed(part):
    """Figures of a workload on a machine of 8 CPs, 6 of them its system's, after changes."""

    def ask(name: str, parts, *changes: SetSetting):
        machine = part("cpc", "CPC1", None, {"CPS": 8, "CP_SPEED": 1.0})
        system = part("lpar", "SYSA", "CPC1", {"CPS": 6}, {"cp_busy_pct": 40.0})
        site = Topology({one.id: one for one in (machine, system, *parts)})
        return project(build_baseline(site), [Scenario("changed", changes)])[0].workload(name)

    return ask


@pytest.fixture
def sort(changed, part):
    """The same of a sort."""

    def ask(*changes: SetSetting):
        job = part("dfsort_job", "SORT1", "SYSA", {"MEMORY_GB": 10}, SORT)
        return changed("SORT1", (job,), *changes)

    return ask


@pytest.mark.parametrize("times", [0.5, 2.0, 4.0])
def test_a_sort_takes_its_cpu_on_cps_of_another_speed(sort, times: float) -> None:
    """On CPs twice as fast it saves half of its CPU, and as much of its time."""
    work = sort(SetSetting("CPC1", "CP_SPEED", times))
    figures = {name: figure.value for name, figure in work.metrics.items()}
    assert figures["cpu_s"] == pytest.approx(200.0 / times, rel=0.03)
    alone_s = 800.0 + 200.0 / times  # and on slow CPs, which the others fill, it waits
    assert 0.97 * alone_s < figures["elapsed_s"] < 1.12 * alone_s
    assert figures["response_ms"] == pytest.approx(figures["elapsed_s"] * 1e3)
    assert figures["etr_per_s"] * figures["elapsed_s"] == pytest.approx(100.0)
    assert figures["itr_per_cpu_s"] * figures["cpu_s"] == pytest.approx(100.0)
    assert work.metrics["cpu_s"].high > 1.05 * figures["cpu_s"]
    assert work.metrics["elapsed_s"].high > 1.005 * figures["elapsed_s"]


def test_as_it_is_a_sort_is_as_measured(sort) -> None:
    figures = {name: figure.value for name, figure in sort().metrics.items()}
    assert figures["elapsed_s"] == pytest.approx(1000.0)
    assert figures["etr_per_s"] == pytest.approx(0.1)
    assert figures["cpu_s_per_s"] == pytest.approx(0.2)


def test_a_sort_on_few_cps_takes_longer_and_still_ends(sort) -> None:
    times = [
        sort(SetSetting("SYSA", "CPS", cps)).metrics["elapsed_s"].value for cps in (6, 3, 2, 1)
    ]
    assert times == sorted(times)
    assert times[-1] < 1e5


def test_cpu_of_a_gb_sent_follows_the_speed_of_the_cps(changed, part) -> None:
    parts = (
        part("tcpip_stack", "TCPIP", "SYSA", {}),
        part(
            "tcp_connection",
            "BULK",
            "TCPIP",
            {"RTT_MS": 2.0, "LINK_BYTES_PER_S": 125e6, "RECEIVEBUFFERSIZE": 65_536},
            {"bytes_per_s": 30e6, "cpu_s_per_gb": 3.0},
        ),
    )
    work = changed("BULK", parts, SetSetting("CPC1", "CP_SPEED", 10.0))
    ratio = work.metrics["cpu_s_per_gb"].value / 3.0
    assert ratio < 0.2
    assert work.metrics["itr_per_cpu_s"].value == pytest.approx(1024.0 / (3.0 * ratio))
    one, other = work.metrics["bytes_per_s"], work.metrics["etr_per_s"]
    assert other.high / other.value == pytest.approx(one.high / one.value, rel=0.01)
