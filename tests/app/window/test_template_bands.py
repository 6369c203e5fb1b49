"""Templates' bands: the load is stated, what a piece of it costs is a guess, and looks like one."""

from __future__ import annotations

from dataclasses import replace

import pytest

from app.window.document.templates import Template, templates
from model.catalogue import catalogue
from model.projection import build_baseline, project
from model.projection.assumed import MOVED, STATED, assumed_guesses
from model.topology import Origin, Scenario, SetSetting, Topology

GUESSED = [t for t in templates() if t.id != "adabas-als"]
STATED_FIGURES = {
    "lpar": {"cp_busy_pct"},  # follows the CPU of the work in it
    "cics_region": {
        *("duration_s", "transactions", "tx_per_s", "peak_tasks", "max_tasks_times"),
        "qr_wait_s",  # what is left of the interval
    },
    "cics_connection": {
        *("duration_s", "transaction_routings", "file_requests"),
        *("outstanding_hwm", "allocates_queued"),
    },
    "lsr_pool": {"duration_s", "strings_waits"},
    "vsam_file": {
        *("duration_s", "requests", "reads", "reads_for_update", "updates", "string_waits"),
    },
    "db2_gbp": {"duration_s", "reads", "directory_reclaims"},
    "db2_subsystem": {"duration_s", "commits", "tx_per_s"},
    "db2_bufferpool": {"duration_s", "getpages", "getpages_random", "getpages_sequential"},
    "mq_manager": {
        *("duration_s", "messages_per_s", "message_kb", "storage_used_mb", "storage_free_mb"),
    },
    "mq_bufferpool": {"duration_s", "low_buffers", "getp", "getn"},
    "mq_pageset": {"total_pages"},
}


def installation(template: Template) -> Topology:
    clip = template.clip(catalogue())
    return Topology({c.id: c for c in clip.components}, clip.links)


@pytest.mark.parametrize("template", templates(), ids=lambda t: t.id)
def test_each_assumed_figure_is_stated_load_or_a_guess(template) -> None:
    """A figure that a template gains is one or the other, and none is passed over."""
    for part in installation(template):
        known = MOVED.get(part.kind, set()) | STATED_FIGURES.get(part.kind, set())
        assert set(part.measured) <= known, part.id


@pytest.mark.parametrize("template", GUESSED, ids=lambda t: t.id)
def test_what_work_costs_has_a_band_and_the_stated_load_has_none(template) -> None:
    (today,) = project(build_baseline(installation(template)), [Scenario("as-is", ())])
    for work in today.workloads:
        rate = work.metrics["etr_per_s"]
        assert rate.low == rate.high == rate.value
        assert rate.reasons == (STATED,)
        for name in ("cpu_s_per_s", "itr_per_cpu_s", "response_ms"):
            one = work.metrics[name]
            assert one.low < one.value / 1.9, (work.anchor, name)
            # Beyond that the stated load would not be carried.
            assert one.value * 1.9 < one.high < one.value * 6.0, (work.anchor, name)
    assert all(use.low <= use.utilization <= use.high <= 1.0 for use in today.resources)


def test_a_change_is_no_surer_than_what_it_rests_on() -> None:
    """Ten times the buffers take away reads: how many there were, the template guessed."""
    template = next(t for t in templates() if t.id == "db2-sharing")
    baseline = build_baseline(installation(template))
    larger = SetSetting("db2_bufferpool:DB2A/BP1", "VPSIZE", 2_000_000)
    (found,) = project(baseline, [Scenario("larger", (larger,))])
    work = found.workload("db2_subsystem:DB2A")
    assert work is not None
    change = work.changes["response_ms"]
    assert change.low < change.value < change.high
    assert change.low < 1.4 * change.value < 0.0


def test_what_a_person_tells_is_no_guess() -> None:
    """Who puts his own figures in place of all of a template's has no band of guesses."""
    topology = installation(next(t for t in templates() if t.id == "cics-vsam"))
    for part in topology:
        told = {n: replace(m, origin=Origin("user")) for n, m in part.measured.items()}
        topology = topology.with_component(replace(part, measured=told))
    assert assumed_guesses(topology) == ()


def test_the_size_of_the_installation_asks_for_no_more_projections() -> None:
    counts = {t.id: len(assumed_guesses(installation(t))) for t in templates()}
    assert max(counts.values()) == 3
    assert counts["adabas-als"] == 0
