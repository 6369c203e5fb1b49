"""Usual values: one for every gap, and bands as wide as their priors."""

from __future__ import annotations

import math
from dataclasses import replace

import pytest

from model.catalogue import catalogue, subsystem_models
from model.projection import build_baseline, project
from model.projection.provisional import everything_missing, guesses, with_stand_ins
from model.topology import (
    Component,
    Link,
    Measured,
    Origin,
    Scenario,
    SetSetting,
    Setting,
    Topology,
)


def built(kind: str) -> tuple[Topology, str]:
    """A component as it is dropped into a partition, with what it cannot be without."""
    kinds = catalogue()
    topology, anchor = Topology(), f"{kind}:X"

    def put(name: str, parent: str | None) -> str:
        nonlocal topology
        settings = {
            s.name: Setting(s.default) for s in kinds[name].settings if s.default is not None
        }
        made = Component(f"{name}:X", name, "X", parent, settings)
        topology = topology.with_component(made)
        return made.id

    def around(name: str) -> str | None:
        parents = kinds[name].parents
        if None in parents:
            return None
        found = "lpar" if "lpar" in parents else parents[0]
        assert found is not None
        return f"{found}:X" if f"{found}:X" in topology else put(found, around(found))

    put("lpar", put("cpc", None))
    put(kind, around(kind))
    for part, parent in (
        ("adabas_nucleus", "lpar:X"), ("db2_bufferpool", anchor), ("mq_bufferpool", anchor)
    ):  # fmt: skip
        if part.startswith(kind.partition("_")[0]):
            put(part, parent)
    if kind == "adabas_database":
        topology = topology.with_link(Link("member", "adabas_nucleus:X", anchor))
    return topology, anchor


@pytest.mark.parametrize("model", subsystem_models(), ids=lambda m: m.anchor_kind)
def test_whatever_a_model_lacks_has_a_usual_value(model) -> None:
    """What is built by hand is projected at once, with bands for what only stands in."""
    topology, anchor = built(model.anchor_kind)
    before = build_baseline(topology)
    item = before.anchor(anchor)
    assert item is not None
    lacking = list(everything_missing(topology, item))
    assert lacking, "nothing is known of its work, and nothing is missing"
    baseline = with_stand_ins(before)
    found = baseline.anchor(anchor)
    assert found is not None
    assert found.not_projectable is None
    assert not list(everything_missing(baseline.topology, found))
    (as_is,) = project(baseline, [Scenario("As-is")])
    (work,) = as_is.workloads
    assert any("provisional value" in said for e in work.metrics.values() for said in e.reasons[:1])
    assert not baseline.measured_rows, "the report said that these were measured"


def test_a_queue_manager_of_which_nothing_is_known_has_a_response_at_once() -> None:
    """What else is built by hand had one; of queue managers it stayed open, with nothing asked."""
    topology, _ = built("mq_manager")
    (as_is,) = project(with_stand_ins(build_baseline(topology)), [Scenario("As-is")])
    response = as_is.workloads[0].metrics["response_ms"]
    assert response.low < response.value / 4 < 4 * response.value < response.high


def test_what_a_report_speaks_of_is_asked_for_by_its_model_alone() -> None:
    """Dump options of a report have their frames of the system's, and were asked for their own."""
    topology, anchor = built("dump_options")
    system = topology["lpar:X"]
    frames = {"available_frames": Measured(500_000.0, "frames", Origin("report", "rmf", 1))}
    said = topology[anchor].with_setting("MAXSPACE_MB", Setting(500, Origin("report", "dd", 2)))
    topology = topology.with_components([replace(system, measured=frames), said])
    baseline = build_baseline(topology)
    (item,) = baseline.anchors
    assert item.not_projectable is None
    assert not list(everything_missing(topology, item))
    assert with_stand_ins(baseline) is baseline


def region() -> Topology:
    topology, _ = built("cics_region")
    return with_stand_ins(build_baseline(topology)).topology


def test_a_rate_that_stands_in_has_the_band_of_its_prior() -> None:
    """The band of a figure that was "measured" was none: a wrong figure looked certain."""
    (as_is,) = project(build_baseline(region()), [Scenario("As-is")])
    metrics = as_is.workloads[0].metrics
    rate, cpu = metrics["etr_per_s"], metrics["cpu_s_per_s"]
    assert (rate.low, rate.value, rate.high) == pytest.approx((8.0, 40.0, 200.0))
    # Rate and CPU of one are two guesses: they add up as variances of the logarithm.
    reach = math.hypot(math.log(5.0), math.log(3.0), math.log(2.0))
    assert math.log(cpu.high / cpu.value) == pytest.approx(reach, rel=1e-6)
    system, use = as_is.resources
    assert system.guessed
    assert use.guessed
    assert use.high == 1.0


def test_of_a_change_only_what_both_sides_do_not_share_is_left() -> None:
    """Twice as fast a processor halves the CPU, whatever the rate is."""
    topology = region()
    faster = Scenario("Faster", (SetSetting("cpc:X", "CP_SPEED", 2.0),))
    (found,) = project(build_baseline(topology), [faster])
    (work,) = found.workloads
    cpu, response = work.changes["cpu_s_per_s"], work.changes["response_ms"]
    # Workloads gain unlike parts of a CP faster than what lies between two published machine types
    # (±5 % and a third of what is beyond); nothing of the provisional rate is in it.
    assert -56.0 < cpu.low < cpu.high < -43.0
    assert "provisional value" in response.reasons[0]
    # Today's level is no better known for that.
    assert work.metrics["cpu_s_per_s"].high > 5.0 * work.metrics["cpu_s_per_s"].value


def test_what_is_told_is_no_guess() -> None:
    topology = region()
    names = [guess.name for guess in guesses(topology)]
    assert names == ["CPS", "tx_per_s", "qr_cpu_s", "qr_dispatch_s", "tcb_cpu_s", "response_ms"]
    assert not guesses(Topology({c.id: c.without_provisional() for c in topology}))


@pytest.mark.parametrize(
    ("kind", "told", "held", "whole"),
    [
        (
            "mq_manager",
            {"messages_per_s": 100.0, "cpu_us_per_message": 900.0},
            "get_cpu_us",
            "get_elapsed_us",
        ),
        (
            "mq_manager",
            {"messages_per_s": 100.0, "get_elapsed_us": 5.0},
            "get_cpu_us",
            "get_elapsed_us",
        ),
        (
            "cics_region",
            {"transactions": 9000.0, "duration_s": 900.0, "qr_dispatch_s": 7.0},
            "qr_cpu_s",
            "qr_dispatch_s",
        ),
        (
            "db2_subsystem",
            {"tx_per_s": 10.0, "cpu_ms_per_tx": 100.0},
            "cpu_ms_per_tx",
            "response_ms",
        ),
    ],
)
def test_what_is_usual_does_not_contradict_what_is_told(kind, told, held, whole) -> None:
    """42 µs of a get that usually uses 81 µs of CPU were the reports' contradiction."""
    topology, anchor = built(kind)
    user = Origin("user")
    figures = {name: Measured(value, "", user) for name, value in told.items()}
    work = replace(topology[anchor], measured=figures)
    lpar = topology["lpar:X"].with_setting("CPS", Setting(8))
    baseline = with_stand_ins(build_baseline(topology.with_components([work, lpar])))
    assert baseline.refused == ()
    known = baseline.topology[anchor].measured
    if whole in known:
        assert known[held].value * 1.2 <= known[whole].value
    (found,) = project(baseline, [Scenario("as-is")], bands=False)
    assert found.workload(anchor).metrics
