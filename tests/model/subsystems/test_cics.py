"""CICS regions: figures of documents 002 and 003, conservation, monotony, refusals."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from model.contract.evaluation import ConditionError, band
from model.contract.protocol import NotProjectable
from model.projection import build_baseline, project
from model.queueing.waits import (
    mean_wait,
    offered_load,
    waiting_probability,
)
from model.subsystems.cics.effects import paging_left
from model.subsystems.cics.model import CicsModel
from model.subsystems.cics.predictor import PREDICTOR
from model.subsystems.common import load_constants
from model.subsystems.common.reuse import miss_ratio
from model.topology import Link, Scenario, SetSetting, Setting
from model.topology.growth import GROWTH

MODEL = CicsModel()
# 003, figure 4-5, lower report: QR dispatched 20.67 s, CPU 10.77 s, waiting 279.3 s.
QR = {"qr_dispatch_s": 20.673721, "qr_cpu_s": 10.769302, "duration_s": 300.0}
TX = {"transactions": 30_000.0}


def region(part, install, settings=None, measured=None, children=()):
    return install(
        part(
            "cics_region",
            "AOR1",
            "SYSA",
            {"PLATFORM": "z/OS", **(settings or {})},
            {**QR, **TX, **(measured or {})},
        ),
        *children,
    )


def pool(part, buffers=200, lookasides=54_000.0, reads=46_000.0):
    return (
        part("lsr_pool", "AOR1/1", "AOR1", {"STRINGS": 20}),
        part(
            "lsr_buffers",
            "AOR1/1/D4096",
            "AOR1/1",
            {"BUFFERS": buffers},
            {"lookasides": lookasides, "reads": reads, "writes": 5_000.0},
        ),
    )


@pytest.mark.parametrize(("rate", "response_ms"), [(92.8, 29.0), (1.9, 1.0)])
def test_published_paging_reports(rate, response_ms) -> None:
    conditions = {"product": "CICS z/OS", "page_ins_per_s": rate}
    found = band(PREDICTOR.predict([conditions], PREDICTOR.draws(64)), "response_ms", 0)
    assert found.value == pytest.approx(response_ms, rel=0.02)
    assert found.low <= response_ms <= found.high


def test_paging_between_the_two_reports_has_a_band_and_beyond_them_says_so() -> None:
    conditions = [{"product": "CICS z/OS", "page_ins_per_s": rate} for rate in (30.0, 300.0)]
    evaluation = PREDICTOR.predict(conditions, PREDICTOR.draws(64))
    middle = band(evaluation, "response_ms", 0)
    assert 1.0 < middle.low < middle.value < middle.high < 29.0
    assert evaluation.extrapolated[0] == ()
    assert "300" in evaluation.extrapolated[1][0]


def test_the_as_is_model_gives_the_measured_response(part, install, answers) -> None:
    topology = region(part, install, measured={"response_ms": 12.0, "page_ins_per_s": 1.9})
    as_is = answers(MODEL, topology, "AOR1")
    assert as_is["response_ms"] == pytest.approx(12.0)
    assert as_is["cpu_to_dispatch"] == pytest.approx(0.521, abs=0.001)
    assert as_is["qr_utilization"] == pytest.approx(20.673721 / 300.0)
    assert as_is["etr_per_s"] == pytest.approx(100.0)
    assert as_is["paging_per_s"] == 1.9


def test_no_paging_takes_away_lost_time_but_no_cpu(part, install, answers) -> None:
    measured = {"response_ms": 29.0, "page_ins_per_s": 20.0}
    topology = region(part, install, measured=measured)
    as_is = answers(MODEL, topology, "AOR1")
    unpaged = answers(MODEL, topology, "AOR1", {"AOR1": {"REAL_STORAGE_SUFFICES": True}})
    assert unpaged["paging_per_s"] == 0.0
    assert unpaged["response_ms"] < as_is["response_ms"]
    assert unpaged["cpu_s_per_s"] == pytest.approx(as_is["cpu_s_per_s"])
    assert unpaged["cpu_to_dispatch"] > as_is["cpu_to_dispatch"]


def test_dsnsharing_case_of_document_002(part, install, answers) -> None:
    """Base 699,085 and path 36,836,080 EXCPs a day became 586,488 (002, DSNSHARING slide)."""
    files = (
        part(
            "vsam_file",
            "AOR1/BASE",
            "AOR1",
            {"DSNAME": "PROD.KSDS", "DSNSHARING": "none"},
            {"requests": 781_341.0, "excps_data": 590_764.0, "excps_index": 108_321.0},
        ),
        part(
            "vsam_file",
            "AOR1/PATH",
            "AOR1",
            {"DSNAME": "PROD.PATH", "BASE_DSNAME": "PROD.KSDS", "TYPE": "path"},
            {"requests": 535_119.0, "excps_data": 36_820_729.0, "excps_index": 15_351.0},
        ),
    )
    duration_s = 91_050_465 / 1_368.25
    transactions = 36_836_080 / 31.12
    topology = region(
        part,
        install,
        {"PLATFORM": "z/VSE"},
        {
            "duration_s": duration_s,
            "transactions": transactions,
            "excps": 91_050_465.0,
            "qr_dispatch_s": 0.005583 * transactions,
            "qr_cpu_s": 0.002008 * transactions,
        },
        files,
    )
    before = answers(MODEL, topology, "AOR1")
    after = answers(MODEL, topology, "AOR1", {"AOR1/PATH": {"DSNSHARING": "ALLREQS"}})
    saved = (before["io_per_s"] - after["io_per_s"]) / before["io_per_s"]
    assert 0.20 < saved < 0.42  # half to all of what was published, 47 % with an own pool
    cpu = after["cpu_ms_per_tx"] / before["cpu_ms_per_tx"]
    assert 0.83 < cpu < 0.95  # published: -17 % for the larger saving
    assert after["dispatch_ms"] < before["dispatch_ms"] == pytest.approx(5.583)
    assert after["response_ms"] < before["response_ms"]


@given(
    st.integers(3, 2_000),
    st.integers(0, 2_000),
    st.floats(0, 1e6),
    st.floats(0, 1e6),
)
def test_io_falls_as_buffers_are_added(few, more, lookasides, reads) -> None:
    mix = np.linspace(-1.0, 2.0, 7)
    requests = lookasides + reads
    miss = reads / requests if requests else 0.0
    small = miss_ratio(few, 200, miss, mix)
    large = miss_ratio(few + more, 200, miss, mix)
    assert np.all((large >= 0.0) & (small <= 1.0))
    assert np.all(large <= small + 1e-12)
    assert np.allclose(miss_ratio(200, 200, miss, mix), miss)


def test_lsr_buffers_change_io_cpu_and_response_together(part, install, answers) -> None:
    topology = region(
        part, install, measured={"response_ms": 12.0, "file_wait_ms": 8.0}, children=pool(part)
    )
    as_is = answers(MODEL, topology, "AOR1")
    assert as_is["io_per_s"] == pytest.approx((46_000 + 5_000) / 300)
    more = answers(MODEL, topology, "AOR1", {"AOR1/1/D4096": {"BUFFERS": 800}})
    assert more["io_per_s"] < as_is["io_per_s"]
    assert more["cpu_s_per_s"] < as_is["cpu_s_per_s"]
    assert more["response_ms"] < as_is["response_ms"]
    fewer = answers(MODEL, topology, "AOR1", {"AOR1/1/D4096": {"BUFFERS": 50}})
    assert fewer["io_per_s"] > as_is["io_per_s"]
    assert fewer["response_ms"] > as_is["response_ms"]


def test_control_area_splits_of_document_002(part, install, answers) -> None:
    """CISZ 2048: 800 EXCPs and over 0.5 s a split; 16K: 130 and under 0.1 s (002)."""
    from model.subsystems.vsam.files import split_change

    constants = {name: np.array([MODEL.constants[name].value]) for name in MODEL.constants.names}
    file = {"ca_splits": 100.0, "ci_splits": 0.0}
    small = {**file, "settings": {"DATA_CISZ": 2_048}}
    large = {**file, "settings": {"DATA_CISZ": 16_384}}
    saved, blocked = split_change(large, small, constants)
    area = 2_048 * 21 / (16_384 * 3)
    assert float(saved[0]) == pytest.approx(100 * (130 * area - 800), rel=1e-6)
    assert float(blocked[0]) < 0.0
    unchanged = split_change(small, small, constants)
    assert all(float(value[0]) == 0.0 for value in unchanged)


def test_published_percentages_are_applied_and_labelled(part, install, answers) -> None:
    topology = region(
        part,
        install,
        {"TRACE": "internal", "MONITORING": True, "CPUS": 2, "PLATFORM": "z/VSE"},
        {"partition_cpu_s": 15.0, "response_ms": 4.0},
    )
    as_is = answers(MODEL, topology, "AOR1")

    def cpu(**change: object) -> float:
        changed = answers(MODEL, topology, "AOR1", {"AOR1": change})
        return changed["cpu_s_per_s"] / as_is["cpu_s_per_s"]

    assert cpu(TRACE="off") == pytest.approx(1 / 1.10)
    assert cpu(MONITORING=False) == pytest.approx(1 / 1.07)
    assert cpu(VENDOR_TRACE=True) == pytest.approx(0.001969 / 0.000971)
    assert cpu(CPUS=1) == pytest.approx(0.90)
    one = answers(MODEL, topology, "AOR1", {"AOR1": {"CPUS": 1}})
    assert one["dispatch_ms"] / as_is["dispatch_ms"] == pytest.approx(0.70)
    conditions = MODEL.conditions(topology, "AOR1", {})
    draws = MODEL.calibrate(conditions, {}).draws(8)
    changed = {**conditions, "settings": {**conditions["settings"], "TRACE": "off"}}
    evaluation = MODEL.evaluate([changed], draws)
    assert any("published" in reason for reason in evaluation.reasons[0])


def test_what_no_document_quantifies_is_named_and_leaves_the_figures(part, install) -> None:
    topology = region(part, install, {"ICV": 1_000})
    conditions = MODEL.conditions(topology, "AOR1", {})
    changed = {**conditions, "settings": {**conditions["settings"], "ICV": 250}}
    draws = MODEL.calibrate(conditions, {}).draws(4)
    evaluation = MODEL.evaluate([conditions, changed], draws)
    for name, values in evaluation.metrics.items():
        assert np.allclose(values[0], values[1], equal_nan=True), name
    assert any("ICV" in reason for reason in evaluation.reasons[1])


def test_dumps_cost_response_only_when_their_length_is_known(part, install, answers) -> None:
    unknown = region(part, install, measured={"dumps": 6.0, "response_ms": 20.0})
    quiet = {"AOR1": {"SYSTEM_DUMPS": False}}
    assert answers(MODEL, unknown, "AOR1", quiet)["response_ms"] == pytest.approx(20.0)
    known = region(part, install, measured={"dumps": 6.0, "dump_block_s": 0.5, "response_ms": 20.0})
    saved_ms = 20.0 - answers(MODEL, known, "AOR1", quiet)["response_ms"]
    # Six stops of 0.5 s in 300 s: a transaction waits 2.5 ms on average, longer behind a queue.
    assert saved_ms == pytest.approx(2.5 / (1 - 20.673721 / 300), rel=1e-6)


def test_shared_data_table_saves_the_customers_cpu_per_request_or_the_path_length(
    part, install, answers
) -> None:
    def installation(figures):
        return region(
            part,
            install,
            measured={"response_ms": 10.0},
            children=(
                part(
                    "vsam_file",
                    "AOR1/REF",
                    "AOR1",
                    {"REMOTE": True, "SDT": False},
                    {"reads": 90_000.0, "updates": 1_000.0},
                ),
                part("cics_connection", "AOR1/FOR1", "AOR1", {"SESSIONS_SEND": 10}, figures),
            ),
        )

    change = {"AOR1/REF": {"SDT": True}}
    blind = installation({"file_requests": 91_000.0})
    saved = (
        answers(MODEL, blind, "AOR1")["cpu_s_per_s"]
        - answers(MODEL, blind, "AOR1", change)["cpu_s_per_s"]
    )
    # 21.4 thousand instructions a request, at 0.7 of the 1,514 MIPS of a zEC12 CP.
    assert saved == pytest.approx(90_000 * 21.4e3 / (0.7 * 1_514e6) / 300)
    known = installation({"file_requests": 91_000.0, "cpu_us_per_request": 50.0})
    before, after = answers(MODEL, known, "AOR1"), answers(MODEL, known, "AOR1", change)
    assert before["cpu_s_per_s"] - after["cpu_s_per_s"] == pytest.approx(90_000 * 50e-6 / 300)


def test_more_sessions_shorten_the_waits_for_them(part, install, answers) -> None:
    topology = region(
        part,
        install,
        measured={"response_ms": 20.0},
        children=(
            part(
                "cics_connection",
                "AOR1/FOR1",
                "AOR1",
                {"SESSIONS_SEND": 5},
                {"function_shipped_requests": 60_000.0, "allocates_queued": 15_000.0},
            ),
        ),
    )
    more = answers(MODEL, topology, "AOR1", {"AOR1/FOR1": {"SESSIONS_SEND": 10}})
    fewer = answers(MODEL, topology, "AOR1", {"AOR1/FOR1": {"SESSIONS_SEND": 4}})
    assert more["response_ms"] < 20.0 < fewer["response_ms"]


def test_a_busy_region_slows_with_the_work_around_it(part, install) -> None:
    topology = region(
        part,
        install,
        measured={"response_ms": 10.0},
        children=(part("jvm", "JVM1", "SYSA", {}, {"tx_per_s": 80.0, "cpu_s_per_s": 1.0}),),
    )
    more = Scenario("more", (SetSetting("JVM1", GROWTH.name, 150.0),))
    as_is, slowed = project(build_baseline(topology), [Scenario("as-is"), more], bands=False)
    before, after = (p.workload("AOR1").metrics for p in (as_is, slowed))
    assert before["response_ms"].value == pytest.approx(10.0)
    assert after["response_ms"].value > 1.005 * before["response_ms"].value
    assert after["dispatch_ms"].value > before["dispatch_ms"].value


def test_figures_of_different_intervals_are_refused(part, install, answers) -> None:
    topology = region(part, install, measured={"qr_dispatch_s": 400.0})
    with pytest.raises(ConditionError, match="different intervals"):
        answers(MODEL, topology, "AOR1")


def test_a_region_without_figures_is_not_projectable(part, install) -> None:
    topology = install(part("cics_region", "AOR1", "SYSA"))
    with pytest.raises(NotProjectable, match="DFH0STAT"):
        MODEL.conditions(topology, "AOR1", {})


def test_a_saturated_region_says_so(part, install) -> None:
    topology = region(part, install, measured={"qr_dispatch_s": 280.0, "response_ms": 500.0})
    (full,) = project(
        build_baseline(topology), [Scenario("x", (SetSetting("AOR1", GROWTH.name, 10.0),))]
    )
    work = full.workload("AOR1")
    assert any("cannot keep up" in sentence for sentence in work.extrapolated)
    # 280 s of dispatch for 100 transactions a second.
    assert work.metrics["etr_per_s"].value == pytest.approx(100.0 * 300 / 280, rel=0.01)
    assert "response_ms" not in work.metrics


@pytest.mark.parametrize("servers", [1, 2, 5, 20])
@pytest.mark.parametrize("use", [0.1, 0.5, 0.9])
def test_erlang_c_and_its_inverse(servers, use) -> None:
    offered = servers * use
    waiting = waiting_probability(servers, offered)
    if servers == 1:
        assert waiting == pytest.approx(use)
        assert use * mean_wait(np.array(use), 1) == pytest.approx(use**2 / (1 - use))
    assert offered_load(servers, waiting) == pytest.approx(offered, abs=1e-6)


def test_a_region_loses_to_those_dispatched_before_it(part, install, answers) -> None:
    def one(name, priority):
        return part(
            "cics_region",
            name,
            "SYSA",
            {"PLATFORM": "z/VSE", "CPUS": 1, "PRIORITY": priority},
            {
                "qr_dispatch_s": 90.0,
                "qr_cpu_s": 60.0,
                "duration_s": 300.0,
                "transactions": 30_000.0,
                "response_ms": 8.0,
            },
        )

    topology = install(one("PROD", 5), one("TEST", 4), lpar={"CPS": 1})
    turned = Scenario("turned", (SetSetting("PROD", "PRIORITY", 3),))
    as_is, first = project(build_baseline(topology), [Scenario("as-is"), turned], bands=False)
    before, after = (p.workload("PROD").metrics for p in (as_is, first))
    assert before["response_ms"].value == pytest.approx(8.0)
    # TEST uses 20 % of the CPU: 2 ms of CPU took 2.5 ms and more, and now take 2.
    assert before["dispatch_ms"].value - after["dispatch_ms"].value > 0.4
    assert after["response_ms"].value < 8.0
    assert first.workload("TEST").metrics["response_ms"].value > 8.0


def test_real_storage_for_all_paged_out_pages_ends_the_paging(part, install, answers) -> None:
    topology = region(part, install, measured={"response_ms": 29.0, "page_ins_per_s": 20.0})
    host = part(
        "lpar",
        "SYSA",
        None,
        {"CPS": 4, "REAL_STORAGE_GB": 40},
        {"aux_slots_used": 2_621_440.0},
    )
    topology = topology.with_component(host)
    assert answers(MODEL, topology, "AOR1")["paging_per_s"] == 20.0
    half = answers(MODEL, topology, "AOR1", {"SYSA": {"REAL_STORAGE_GB": 45}})
    assert half["paging_per_s"] == pytest.approx(10.0)
    enough = answers(MODEL, topology, "AOR1", {"SYSA": {"REAL_STORAGE_GB": 50}})
    assert enough["paging_per_s"] == 0.0
    assert enough["response_ms"] < half["response_ms"] < 29.0
    # Storage that others of the partition give back does the same, more that they take nothing.
    crowded, less, more = (
        MODEL.conditions(topology, "AOR1", {"SYSA/storage GB": held}) for held in (30, 25, 35)
    )
    assert paging_left(less, crowded) == pytest.approx(0.5)
    assert paging_left(more, crowded) == 1.0


def test_temporary_storage_in_main_or_in_more_buffers(part, install, answers) -> None:
    measured = {"ts_buffer_reads": 6_000.0, "ts_buffer_writes": 3_000.0, "excps": 90_000.0}
    topology = region(part, install, {"TS_BUFFERS": 10}, measured)
    as_is = answers(MODEL, topology, "AOR1")["io_per_s"]
    main = answers(MODEL, topology, "AOR1", {"AOR1": {"TSMAIN": True}})["io_per_s"]
    more = answers(MODEL, topology, "AOR1", {"AOR1": {"TS_BUFFERS": 40}})["io_per_s"]
    assert as_is - main == pytest.approx(9_000 / 300)
    assert main < more < as_is


def test_a_second_cpu_helps_only_as_far_as_code_runs_in_parallel(part, install) -> None:
    """z/VSE: no more than 0.9/NPS CPUs can be used (002)."""

    def response(np_ratio: float) -> float:
        settings = {"PLATFORM": "z/VSE", "CPUS": 2}
        measured = {"response_ms": 10.0, "np_tot_ratio": np_ratio}
        beside = part("cics_region", "AOR2", "SYSA", settings, {**QR, **TX, "partition_cpu_s": 90})
        topology = region(part, install, settings, measured, (beside,))
        conditions = MODEL.conditions(topology, "AOR1", {})
        found = MODEL.evaluate([conditions], MODEL.calibrate(conditions, {}).draws(0))
        limit = found.metrics["max_useful_cpus"][0, 0]
        assert limit == pytest.approx(0.9 / np_ratio)
        more = Scenario("more", (SetSetting("AOR2", GROWTH.name, 150.0),))
        (grown,) = project(build_baseline(topology), [more], bands=False)
        return grown.workload("AOR1").metrics["response_ms"].value

    assert 10.0 < response(0.15) < response(0.70)


def test_without_page_ins_nothing_is_called_paging(part, install) -> None:
    topology = region(part, install, measured={"response_ms": 29.0})
    conditions = MODEL.conditions(topology, "AOR1", {})
    draws = MODEL.calibrate(conditions, {}).draws(0)
    settings = {**conditions["settings"], "REAL_STORAGE_SUFFICES": True}
    evaluation = MODEL.evaluate([{**conditions, "settings": settings}], draws)
    assert evaluation.metrics["response_ms"][0, 0] == pytest.approx(29.0)
    assert any("in no report" in reason for reason in evaluation.reasons[0])


def reasons_of(topology, component: str, **settings) -> tuple[str, ...]:
    """What is said of a region's figures after settings of a component are changed."""
    as_is = MODEL.conditions(topology, "AOR1", {})
    target = topology[component]
    for name, value in settings.items():
        target = target.with_setting(name, Setting(value))
    changed = MODEL.conditions(topology.with_component(target), "AOR1", {})
    return MODEL.evaluate([changed], MODEL.calibrate(as_is, {}).draws(0)).reasons[0]


def test_a_file_that_becomes_remote_costs_what_shipping_is_known_to_cost(
    part, install, answers
) -> None:
    file = part(
        "vsam_file", "AOR1/F", "AOR1", {"REMOTE": False}, {"requests": 90_000.0, "reads": 60_000.0}
    )
    alone = region(part, install, children=(file,))
    assert any("path length" in reason for reason in reasons_of(alone, "AOR1/F", REMOTE=True))
    figures = {"function_shipped_requests": 1_000.0, "cpu_us_per_request": 100.0}
    connected = region(
        part, install, children=(file, part("cics_connection", "C", "AOR1", {}, figures))
    )
    before = answers(MODEL, connected, "AOR1")["cpu_s_per_s"]
    shipped = answers(MODEL, connected, "AOR1", {"AOR1/F": {"REMOTE": True}})["cpu_s_per_s"]
    tabled = {"AOR1/F": {"REMOTE": True, "SDT": True}}
    assert shipped - before == pytest.approx(90_000 * 100e-6 / 300)
    assert answers(MODEL, connected, "AOR1", tabled)["cpu_s_per_s"] - before == pytest.approx(
        30_000 * 100e-6 / 300
    )


def test_what_no_document_gives_is_said_for_tables_and_auxiliary_trace(part, install) -> None:
    file = part("vsam_file", "AOR1/F", "AOR1", {}, {"requests": 90_000.0, "reads": 60_000.0})
    site = region(part, install, children=(file,))
    assert any("local file" in reason for reason in reasons_of(site, "AOR1/F", SDT=True))


def test_a_response_that_auxiliary_trace_may_lengthen_has_a_band_that_reaches_there(
    part, install
) -> None:
    site = region(part, install, {"TRACE": "internal"})
    baseline = build_baseline(site)
    traced, silent = project(
        baseline, [Scenario(how, (SetSetting("AOR1", "TRACE", how),)) for how in ("aux", "off")]
    )
    response = traced.workloads[0].metrics["response_ms"]
    assert response.high > 2.5 * response.value
    assert any("auxiliary" in str(said) for said in traced.workloads[0].extrapolated)
    assert not any("auxiliary" in str(said) for said in silent.workloads[0].extrapolated)


def test_conflicts_and_kinds_of_connection_are_named_where_no_figure_exists(part, install) -> None:
    file = part(
        "vsam_file",
        "AOR1/F",
        "AOR1",
        {"DATA_CISZ": 4096},
        {"requests": 90_000.0, "adds": 50_000.0, "exclusive_control_conflicts": 1_371.0},
    )
    connection = part("cics_connection", "C", "AOR1", {"ACCESSMETHOD": "IRC"}, {})
    site = region(part, install, children=(file, connection))
    assert any("1,371" in reason for reason in reasons_of(site, "AOR1/F", DATA_CISZ=16_384))
    said = reasons_of(site, "C", ACCESSMETHOD="INDIRECT")
    assert any("no path length" in reason for reason in said)


def connected(part, install, method: str, figures: dict[str, float], **settings: object):
    link = part("cics_connection", "C", "AOR1", {"ACCESSMETHOD": method}, figures)
    return region(part, install, settings, children=(link,))


def test_cpu_of_a_link_follows_its_path_length(part, install, answers) -> None:
    """XM to XCF: 13.6 thousand instructions more a request, half of them here (CICS TS 3.1)."""
    site = connected(part, install, "XM", {"function_shipped_requests": 60_000.0})
    before = answers(MODEL, site, "AOR1")["cpu_s_per_s"]
    more = answers(MODEL, site, "AOR1", {"C": {"ACCESSMETHOD": "XCF"}})["cpu_s_per_s"] - before
    assert more == pytest.approx(200 * 0.5 * 13.6e3 / (0.7 * 1_514e6))
    figures = {"function_shipped_requests": 60_000.0, "cpu_us_per_request": 42.8}
    measured = connected(part, install, "XM", figures)
    more = (
        answers(MODEL, measured, "AOR1", {"C": {"ACCESSMETHOD": "XCF"}})["cpu_s_per_s"]
        - answers(MODEL, measured, "AOR1")["cpu_s_per_s"]
    )
    assert more == pytest.approx(200 * 0.5 * 13.6 * 2e-6)


def shipping(part, install, method: str, figures: dict[str, float]):
    """A region that ships requests over C to one that has no long-running mirrors."""
    settings = {"PLATFORM": "z/OS", "MROLRM": False}
    return install(
        part("cics_region", "AOR1", "SYSA", settings, {**QR, **TX}),
        part("cics_region", "FOR1", "SYSA", settings, {**QR, **TX}),
        part("cics_connection", "C", "AOR1", {"ACCESSMETHOD": method}, figures),
    ).with_link(Link("mro", "C", "FOR1"))


def with_mirrors(site, anchor: str, of: str = "FOR1"):
    """CPU that a region saves by long-running mirrors ``of`` one, and its requests a task."""
    changed = site.with_component(site[of].with_setting("MROLRM", Setting(True)))
    both = [MODEL.conditions(one, anchor, {}) for one in (site, changed)]
    draws = MODEL.calibrate(both[0], {}).draws(64)
    found = MODEL.evaluate(both, draws).metrics["cpu_s_per_s"]
    return found[0] - found[1], draws.column("requests_per_task")


def test_a_long_running_mirror_saves_by_requests_a_task(part, install) -> None:
    site = shipping(part, install, "XM", {"function_shipped_requests": 60_000.0})
    saved, _ = with_mirrors(site, "AOR1")
    # Five requests a task: 21.4 thousand instructions each become 9 and a fifth of 22.2.
    expected = 200 * 0.5 * (21.4 - 9.0 - 22.2 / 5) * 1e3 / (0.7 * 1_514e6)
    assert saved[0] == pytest.approx(expected)
    # That many are counted for a task of the region, so that no draw has fewer.
    assert (saved > 0.0).all()
    # A task that ships two requests or fewer pays for a mirror that stays.
    site = shipping(part, install, "XM", {"function_shipped_requests": 12_000.0})
    saved, per_task = with_mirrors(site, "AOR1")
    assert (saved > 0.0)[per_task > 2.0].all()
    assert not (saved > 0.0)[per_task < 1.7].any()


@pytest.mark.parametrize(
    ("counted", "k_saved"), [(60_000.0, 12.4 - 22.2 / 5), (600_000.0, 12.4 - 22.2 / 20)]
)
def test_mirrors_of_the_region_that_serves_save_in_both_and_no_others_do(
    part, install, counted, k_saved
) -> None:
    """MROLRM is set where mirrors run; the requests are counted where they are sent."""
    site = shipping(part, install, "XM", {"file_requests": counted})
    half_s = 0.5 * counted / 300.0 * 1e3 / (0.7 * 1_514e6)
    for anchor in ("FOR1", "AOR1"):
        saved, _ = with_mirrors(site, anchor)
        assert saved[0] == pytest.approx(half_s * k_saved, rel=1e-3)
        saved, _ = with_mirrors(site, anchor, "AOR1")
        assert (saved == 0.0).all()
    said = reasons_of(site, "AOR1", MROLRM=True)
    assert any("follows the setting of the region that serves it" in reason for reason in said)


def test_links_that_know_no_mirrors_cost_as_before(part, install) -> None:
    site = shipping(part, install, "VTAM", {"function_shipped_requests": 60_000.0})
    for anchor in ("AOR1", "FOR1"):
        saved, _ = with_mirrors(site, anchor)
        assert (saved == 0.0).all()
    said = reasons_of(site, "FOR1", MROLRM=True)
    assert any("mirrors stay on links of MRO only" in reason for reason in said)


def test_of_two_links_of_mro_none_is_said_to_be_another(part, install) -> None:
    site = shipping(part, install, "IRC", {"function_shipped_requests": 60_000.0})
    said = " ".join(reasons_of(site, "C", ACCESSMETHOD="XM"))
    assert "have the same path length" in said
    assert "MRO only" not in said


def test_no_mirror_serves_what_is_routed(part, install) -> None:
    site = shipping(part, install, "XM", {"transaction_routings": 60_000.0})
    said = " ".join(reasons_of(site, "FOR1", MROLRM=True))
    assert "instructions a request" not in said


def test_mirrors_of_a_region_that_nobody_is_seen_to_ship_to_save_nothing(part, install) -> None:
    """15 % of its CPU went, with a band that did not reach to none."""
    site = install(part("cics_region", "AOR1", "SYSA", {"MROLRM": False}, {**QR, **TX}))
    saved, _ = with_mirrors(site, "AOR1", "AOR1")
    assert saved[0] == 0.0
    assert np.quantile(saved, 0.05) == 0.0
    assert np.quantile(saved, 0.95) > 0.0
    baseline = build_baseline(site)
    _, on = project(baseline, [Scenario("a"), Scenario("b", (SetSetting("AOR1", "MROLRM", True),))])
    found = on.workload("AOR1")
    cpu = found.changes["cpu_s_per_s"]
    assert cpu.low < -20.0 < cpu.value <= cpu.high < 1.0
    assert cpu.value == pytest.approx(0.0)
    assert any("MROLRM changes nothing then" in one for one in found.extrapolated)


def test_a_vendor_trace_costs_by_calls(part, install, answers) -> None:
    """DSW on a 2084: 9.57 file calls in 0.64 ms, 7 µs each with exits on: 11 % (CICS IA)."""

    def share(**further: float) -> float:
        file = part("vsam_file", "F", "AOR1", {}, {"requests": 9.57 * 60_000})
        figures = {"transactions": 60_000.0, "partition_cpu_s": 0.64e-3 * 60_000, **further}
        site = region(part, install, {"PLATFORM": "z/OS"}, figures, (file,))
        before = answers(MODEL, site, "AOR1")["cpu_s_per_s"]
        traced = answers(MODEL, site, "AOR1", {"AOR1": {"VENDOR_TRACE": True}})
        return traced["cpu_s_per_s"] / before

    hook, call = (load_constants("cics")[name].value for name in ("hook_us", "call_cpu_us"))
    # The machine is not stated: the hook against the call's own CPU, on the same machine.
    assert share() == pytest.approx(1 + hook / call)
    assert share() == pytest.approx(1.11, abs=0.02)
    assert share(exec_calls=30 * 60_000) == pytest.approx(1 + 30 * hook / 0.7 / 640)


@pytest.mark.parametrize(
    ("figures", "words"),
    [
        ({"qr_cpu_s": 30.0}, "dispatched"),
        ({"partition_cpu_s": 5.0}, "partition_cpu_s"),
        ({"excps": -1.0}, "less than 0"),
        ({"partition_cpu_s": 12.0}, None),
    ],
)
def test_times_that_contradict_each_other_are_refused(part, install, figures, words) -> None:
    site = region(part, install, measured=figures)
    conditions = MODEL.conditions(site, "AOR1", {})
    found = MODEL.calibrate(conditions, MODEL.measured(site, "AOR1")).refused
    assert found is None if words is None else words in (found or "")


def test_dumps_of_an_interval_that_no_report_tells_make_no_wait(part, install) -> None:
    """How often one comes is not known without it (a fault of the program's own before)."""
    figures = {
        "tx_per_s": 1.0,
        "cpu_pct": 1.0,
        "response_ms": 9.0,
        "transaction_dumps": 1.0,
        "transaction_dump_block_s": 0.5,
    }
    site = install(part("cics_region", "X", "SYSA", measured=figures))
    (as_is,) = project(build_baseline(site), [Scenario("as is")])
    assert as_is.workload("X").metrics["etr_per_s"].value == pytest.approx(1.0)
