"""What limits of threads, of sort storage and of a heap do where reports leave a share open."""

from __future__ import annotations

import pytest

from model.projection import build_baseline, project
from model.topology import Scenario, SetSetting, Topology

DB2 = {"tx_per_s": 100.0, "cpu_ms_per_tx": 5.0, "response_ms": 30.0, "duration_s": 600.0}


@pytest.fixture
def found(part):
    """A workload's figures under each of some scenarios, on a system of 6 CPs."""

    def ask(kind: str, settings, measured, *scenarios: dict[str, object]):
        machine = part("cpc", "CPC1", None, {"CPS": 8})
        system = part("lpar", "SYSA", "CPC1", {"CPS": 6}, {"cp_busy_pct": 40.0})
        one = part(kind, "W", "SYSA", settings, measured)
        site = Topology({item.id: item for item in (machine, system, one)})
        asked = [
            Scenario(str(number), tuple(SetSetting("W", *pair) for pair in each.items()))
            for number, each in enumerate(scenarios)
        ]
        return [one.workload("W") for one in project(build_baseline(site), asked)]

    return ask


def test_a_second_limit_of_threads_never_helps(found) -> None:
    """CTHREAD and MAXDBAT of 4 were added to one pool of 8, each alone was one of 4."""
    local, distributed, both = found(
        "db2_subsystem", {}, DB2, {"CTHREAD": 4}, {"MAXDBAT": 4}, {"CTHREAD": 4, "MAXDBAT": 4}
    )
    one, other, two = (work.metrics["response_ms"] for work in (local, distributed, both))
    assert one.value == pytest.approx(other.value, rel=0.02)
    assert two.value >= one.value
    # All of the work or none may be of the kind that is limited.
    assert one.high > 1.1 * 30.0
    assert one.low < 0.8 * one.value


def test_where_the_share_is_told_a_limit_holds_its_own_work(found) -> None:
    (work,) = found("db2_subsystem", {}, {**DB2, "distributed_pct": 100.0}, {"CTHREAD": 1})
    assert work.metrics["response_ms"].value == pytest.approx(30.0, rel=0.01)


def test_limits_of_hiperspace_take_no_memory_object_away(found) -> None:
    figures = {
        "elapsed_s": 1000.0,
        "cpu_s": 200.0,
        "gb_sorted": 100.0,
        "intermediate_gb": 100.0,
        "memory_object_gb": 50.0,
        "duration_s": 3600.0,
    }
    for limit in ({"HIPRMAX": 1000}, {"DSPSIZE": 2048}, {"HIPRMAX": 0}):
        (work,) = found("dfsort_job", {}, figures, limit)
        assert work.metrics["elapsed_s"].value == pytest.approx(1000.0)
        assert work.metrics["in_storage"].value == pytest.approx(0.5)


def test_a_heap_of_another_size_has_a_band_where_its_live_data_is_not_told(found) -> None:
    """8 MB instead of 8 GB changed nothing, without a band."""
    figures = {"tx_per_s": 100.0, "cpu_s_per_s": 1.0, "gc_time_pct": 2.0, "duration_s": 600.0}
    small, large = found("jvm", {"XMX_MB": 8192}, figures, {"XMX_MB": 8}, {"XMX_MB": 16384})
    assert small.metrics["cpu_s_per_s"].high > 2.0
    assert small.metrics["cpu_s_per_s"].low == pytest.approx(1.0)
    assert 0.97 < large.metrics["cpu_s_per_s"].low < 0.99


@pytest.mark.parametrize("gc", [{}, {"gc_time_pct": 2.0}, {"heap_used_max_mb": 4000.0}])
def test_a_heap_a_megabyte_larger_or_smaller_has_next_to_no_band(gc, found) -> None:
    """One MB less was to take up to three times the CPU, one more to save up to 30 %."""
    figures = {"tx_per_s": 100.0, "cpu_s_per_s": 1.0, "duration_s": 600.0, **gc}
    for one in found("jvm", {"XMX_MB": 8192}, figures, {"XMX_MB": 8191}, {"XMX_MB": 8193}):
        cpu = one.metrics["cpu_s_per_s"]
        assert (cpu.low, cpu.high) == pytest.approx((1.0, 1.0), abs=1e-3)


def test_both_traces_off_save_more_than_one(found) -> None:
    """The CICS trace was forgotten beside a vendor's."""
    region = {"transactions": 60_000.0, "partition_cpu_s": 240.0, "duration_s": 600.0}
    settings = {"PLATFORM": "z/OS", "TRACE": "internal", "VENDOR_TRACE": True}
    vendor, own, both = found(
        "cics_region",
        settings,
        region,
        {"VENDOR_TRACE": False},
        {"TRACE": "off"},
        {"VENDOR_TRACE": False, "TRACE": "off"},
    )
    each = [work.metrics["cpu_s_per_s"].value for work in (vendor, own, both)]
    assert each[2] == pytest.approx(each[0] * each[1] / 0.4, rel=0.02)
    assert each[2] < min(each[:2])


def test_how_servers_elsewhere_are_in_each_others_way_is_known_in_width(found) -> None:
    (work,) = found("cognos_server", {"SERVERS": 1}, {"tx_per_s": 10.0}, {"SERVERS": 2})
    rate = work.metrics["etr_per_s"]
    assert rate.low < 18.5
    assert rate.high > 19.7
