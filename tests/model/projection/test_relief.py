"""CPs that are relieved: waits for them end, what is CPU and what is neither stays."""

from __future__ import annotations

import pytest

from model.projection import build_baseline, project
from model.subsystems.ims import REGIONS
from model.topology import Component, Scenario, SetSetting, Topology
from tests.model.projection.test_random_installations import part, queries

_CPU_MS = {"A": 3.0, "B": 4.0, "C": 4.0, "MPR": 5.0}
_QR_CPU_MS = {"A": 2.4, "B": 3.2, "C": 3.2}
_RESPONSE_MS = {"A": 12.0, "B": 20.0, "C": 20.0}
_RATES = {"A": 100.0, "B": 50.0, "C": 50.0, "MPR": 20.0}
_LOST = 1.375
"""Of the QR TCB's dispatch time against its CPU."""
_DURATION_S = 900.0


def crowded(tcb: bool = True) -> Topology:
    """One engine, 90 % busy, where all work is dispatched sooner than random arrivals would be.

    tcb: whether the dispatch time of CICS's QR TCBs is known.
    """
    parts: list[Component] = [
        part("cpc", "CPC1", None, {"CPS": 1}),
        part("lpar", "SYSA", "CPC1", {"CPS": 1, "OPSYS": "z/OS"}, {"cp_busy_pct": 90.0}),
    ]
    for name, response_ms in _RESPONSE_MS.items():
        done = _RATES[name] * _DURATION_S
        figures = {
            "duration_s": _DURATION_S,
            "transactions": done,
            "tcb_cpu_s": done * _CPU_MS[name] / 1e3,
            "response_ms": response_ms,
        }
        if tcb:
            figures["qr_cpu_s"] = done * _QR_CPU_MS[name] / 1e3
            figures["qr_dispatch_s"] = figures["qr_cpu_s"] * _LOST
        parts.append(part("cics_region", name, "SYSA", {"APPLID": name, "MXT": 100}, figures))
    done = _RATES["MPR"] * _DURATION_S
    times = {
        "duration_s": _DURATION_S,
        "transactions": done,
        "schedules": done,
        "elapsed_us": 20_000.0,
        "schedule_to_first_call_us": 2_000.0,
        "transaction_cpu_us": 1e3 * _CPU_MS["MPR"],
        "region_occupancy_pct": 46.0,
        "region_occupancy_by_region_pct.1": 46.0,
        "response_ms": 30.0,
    }
    parts += [part("ims_system", "IMSA", "SYSA"), part("ims_region", "MPR", "IMSA", {}, times)]
    return Topology().with_components(parts)


def more_engines(count: int) -> Scenario:
    """As many in the machine and in the partition."""
    places = ("CPC1", "SYSA")
    return Scenario(str(count), tuple(SetSetting(place, "CPS", count) for place in places))


@pytest.mark.parametrize("tcb", [True, False])
def test_engines_that_are_free_take_no_cpu_off_a_response(tcb: bool) -> None:
    """The more of them the shorter, and never shorter than the transaction's own CPU."""
    found = project(build_baseline(crowded(tcb)), [more_engines(n) for n in (1, 2, 4)])
    for name, cpu_ms in _CPU_MS.items():
        each = [one.workload(name).metrics["response_ms"] for one in found]
        assert each[0].value > each[1].value >= each[2].value * (1.0 - 1e-6)
        assert each[2].value >= cpu_ms * (1.0 - 1e-6), name


def test_a_qr_tcb_on_free_engines_is_used_for_its_cpu_and_what_it_lost_is_gained_once() -> None:
    """What its dispatch time lost was all its waits for CPs: a relief gains no more of them."""
    (found,) = project(build_baseline(crowded()), [more_engines(4)])
    for name, cpu_ms in _QR_CPU_MS.items():
        metrics = found.workload(name).metrics
        dispatch_ms = metrics["dispatch_ms"].value
        assert cpu_ms * (1.0 - 1e-6) <= dispatch_ms <= 1.02 * cpu_ms
        used = metrics["qr_utilization"].value
        assert used == pytest.approx(_RATES[name] * dispatch_ms / 1e3, rel=1e-6)
        # Beside it 0.6 or 0.8 ms on other TCBs waited, at ten times their CPU at the most.
        others_ms = _CPU_MS[name] - cpu_ms
        least = _RESPONSE_MS[name] - (_LOST - 1.0) * cpu_ms * 3.0 - 10.0 * others_ms
        assert metrics["response_ms"].value >= least


def test_a_hold_that_cpu_and_its_waits_fill_is_as_long_as_measured() -> None:
    """Waits that are shorter than random arrivals' are found as they were measured."""
    baseline = build_baseline(crowded())
    (today,) = project(baseline, [Scenario("as-is", ())])
    for name, cpu_ms in _QR_CPU_MS.items():
        found = today.workload(name).metrics["dispatch_ms"].value
        assert found == pytest.approx(cpu_ms * _LOST, rel=1e-3)
    (block,) = baseline.blocks
    asked_ms = block.evaluations["MPR"].metrics["region_ms_per_tx"][0]
    assert block.got["MPR"].hold_s[REGIONS] * 1e3 == pytest.approx(asked_ms, rel=1e-3)


def test_near_full_what_growth_does_to_waits_is_known_no_better_than_simulation_shows() -> None:
    """Two Db2 on 2 CPs, 90 % busy: 8 % more load was +48 % (+45 … +52 %), simulated +63 %."""
    parts = [
        part("cpc", "CPC1", None, {"CPS": 10}),
        part("lpar", "SYSA", "CPC1", {"CPS": 2}, {"cp_busy_pct": 90.0}),
        *queries("DB2A", "SYSA", 60.0, 10.0),
        *queries("DB2B", "SYSA", 60.0, 12.0),
    ]
    baseline = build_baseline(Topology().with_components(parts))
    grown = tuple(SetSetting(name, "LOAD_GROWTH_PCT", 8) for name in ("DB2A", "DB2B"))
    (found,) = project(baseline, [Scenario("s", grown)])
    for workload in found.workloads:
        change = workload.changes["response_ms"]
        assert change.value > 5.0
        assert change.high > 1.5 * change.value
        assert change.low < 0.7 * change.value
