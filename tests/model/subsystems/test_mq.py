"""MQ buffer pools: the worked examples of document 003, properties, limits."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from model.contract.evaluation import ConditionError
from model.contract.protocol import NotProjectable
from model.projection import build_baseline, project
from model.subsystems.mq.model import MqModel
from model.subsystems.mq.pools import pool_ceiling, synchronous_delay_s, synchronous_ios
from model.topology import Measured, Scenario, SetSetting, Setting, Topology
from tests.model.projection.test_random_installations import part as made
from tests.model.projection.test_random_installations import queries, region

MODEL = MqModel()


def test_the_worked_examples() -> None:
    """1,078 pages make 1,294 buffers; 33,834 writes and 5,034 reads nearly 20 s (003, 4.2.1)."""
    assert pool_ceiling(1_078) == 1_294
    assert 5_000 - pool_ceiling(1_078) == 3_706
    assert synchronous_delay_s(5_034, 33_834) == pytest.approx(19.4, abs=0.05)


@pytest.mark.parametrize("buffers", [-5, 0])
def test_a_pool_without_buffers_is_asked_for_them(buffers, part, install) -> None:
    pool = part("mq_bufferpool", "QM01/1", "QM01", {"BUFFERS": buffers}, {"duration_s": 1_800})
    topology = install(part("mq_manager", "QM01", "SYSA"), pool)
    with pytest.raises(NotProjectable, match="number of buffers") as lacking:
        MODEL.conditions(topology, "QM01", {})
    assert lacking.value.component == "QM01/1"


@pytest.fixture
def manager(part, install):
    return install(
        part(
            "mq_manager",
            "QM01",
            "SYSA",
            {"VERSION": "8.0.0", "MESSAGE_KB": 10},
            {
                "get_elapsed_us": 39,
                "get_cpu_us": 9,
                "get_suspend_us": 30,
                "messages_per_s": 500,
                "cpu_us_per_message": 200,
                "storage_used_mb": 992,
                "storage_free_mb": 527,
            },
        ),
        part(
            "mq_bufferpool",
            "QM01/1",
            "QM01",
            {"BUFFERS": 200_000, "LOCATION": "below", "PAGECLAS": "4KB"},
            {
                "low_buffers": 9_664,
                "rio": 5_034,
                "imw": 33_834,
                "wio": 164_024,
                "duration_s": 1_800,
            },
        ),
        part(
            "mq_bufferpool",
            "QM01/2",
            "QM01",
            {"BUFFERS": 5_000},
            {"low_buffers": 4_990, "rio": 0, "imw": 0, "duration_s": 1_800},
        ),
        part("mq_pageset", "QM01/2p", "QM01", {"BUFFPOOL": "2"}, {"total_pages": 1_078}),
    )


def test_the_as_is_figures_and_the_get_example(manager, answers) -> None:
    """MQGET of 39 µs with 30 µs suspended comes down to its CPU of 9 (003, examples 4-1, 4-2)."""
    as_is = answers(MODEL, manager, "QM01")
    assert as_is["get_elapsed_us"] == pytest.approx(39)
    assert as_is["pageset_delay_s"] == pytest.approx(19.434, abs=0.001)
    large = answers(
        MODEL,
        manager,
        "QM01",
        {"QM01/1": {"BUFFERS": 1_000_000, "LOCATION": "above", "PAGECLAS": "FIXED4KB"}},
    )
    assert large["get_elapsed_us"] == pytest.approx(9)
    assert large["sync_page_ios"] == 0
    assert 0.80 <= large["cpu_us_per_message"] / as_is["cpu_us_per_message"] <= 0.90
    assert large["storage_mb"] - as_is["storage_mb"] == pytest.approx(800_000 * 4 / 1024)


@pytest.mark.parametrize(("buffers", "least", "most"), [(200_000, 0.0, 0.13), (1e6, 0.1, 0.2)])
def test_fixing_saves_what_is_published_with_growth_and_alone_any_part(
    buffers, least, most, manager
) -> None:
    """A pool that was fixed and no larger was to take 10 to 20 % less CPU as well."""
    place = {"BUFFERS": buffers, "LOCATION": "above", "PAGECLAS": "FIXED4KB"}
    changes = tuple(SetSetting("QM01/1", name, value) for name, value in place.items())
    _, fixed = project(build_baseline(manager), [Scenario("as is"), Scenario("fixed", changes)])
    cpu = fixed.workload("QM01").changes["cpu_us_per_message"]
    assert (cpu.high, cpu.low) == pytest.approx((-100 * least, -100 * most), abs=1.0)
    assert cpu.low < cpu.value < cpu.high


def test_a_pool_that_page_sets_work_in_is_not_taken_away(manager) -> None:
    """All of its I/O went with it, and no sentence said so."""
    without = manager.without_component("QM01/1")
    as_is, gone = (MODEL.conditions(one, "QM01", {}) for one in (manager, without))
    draws = MODEL.calibrate(as_is, {}).draws(0)
    with pytest.raises(ConditionError, match="QM01/1 is gone, which its page sets work in"):
        MODEL.evaluate([gone], draws)
    unused = MODEL.conditions(manager.without_component("QM01/2"), "QM01", {})
    MODEL.evaluate([unused], draws)


def test_a_step_of_10_per_cent_helps_less_than_all_it_needs(manager, answers) -> None:
    as_is = answers(MODEL, manager, "QM01")
    step = answers(MODEL, manager, "QM01", {"QM01/1": {"BUFFERS": 220_000}})
    assert 0 < step["sync_page_ios"] < as_is["sync_page_ios"]
    assert step["io_per_s"] < as_is["io_per_s"]


def test_shrinking_to_120_per_cent_of_the_pages_costs_nothing(manager, answers) -> None:
    as_is = answers(MODEL, manager, "QM01")
    small = answers(MODEL, manager, "QM01", {"QM01/2": {"BUFFERS": pool_ceiling(1_078)}})
    assert small["sync_page_ios"] == pytest.approx(as_is["sync_page_ios"])
    assert as_is["storage_mb"] - small["storage_mb"] == pytest.approx(3_706 * 4 / 1024)


def test_how_often_fewer_buffers_are_outgrown_is_in_the_band_and_said(manager) -> None:
    """Pages that no longer fit are written and read back once a refill, 1 to 4 an interval."""
    fewer = manager["QM01/1"].with_setting("BUFFERS", Setting(150_000))
    sites = (manager, manager.with_component(fewer))
    conditions = [MODEL.conditions(one, "QM01", {}) for one in sites]
    draws = MODEL.calibrate(conditions[0], {}).draws(64)
    found = MODEL.evaluate(conditions, draws)
    was, now = found.metrics["sync_page_ios"]
    more = now - was
    assert more[0] > 0.0
    assert np.allclose(more / more[0], np.maximum(draws.column("refills"), 1.0))
    said = [any("how often its queues outgrow it" in one for one in row) for row in found.reasons]
    assert said == [False, True]


def test_more_buffers_of_a_full_pool_may_spare_nothing_and_all_pages_spare_all_but_first_reads():
    """Each buffer more was to spare one I/O at the least, and 86 % stayed where every page fits."""
    pool = {"buffers": 100_000, "low_buffers": 12, "sync": 1.8e6, "pages": 412_000.0}
    refills = np.array([1.0, 0.0, 4.0])
    assert synchronous_ios(pool, 121_000, refills)[1] == pool["sync"]
    assert synchronous_ios(pool, 494_400, refills).tolist() == [0.0, 450_000.0, 0.0]


def test_calls_that_wait_less_have_the_band_of_a_law_that_leaves_its_point(manager) -> None:
    """All page set I/O gone, a get took a fifth of its time and had no band."""
    change = SetSetting("QM01/1", "BUFFERS", 260_000)
    _, more = project(build_baseline(manager), [Scenario("as is"), Scenario("more", (change,))])
    changes = more.workload("QM01").changes
    get = changes["get_elapsed_us"]
    moved = 1.0 + get.value / 100.0
    assert moved < 0.9
    third = abs(math.log(moved)) / 3.0
    least = max(moved * math.exp(-third), 9.0 / 39.0)  # its CPU it takes however little it waits
    assert 1.0 + get.low / 100.0 <= least + 1e-6
    assert 1.0 + get.high / 100.0 >= moved * math.exp(third) - 1e-9


@pytest.mark.parametrize("buffers", [290_000, 1_000_000])
def test_a_call_takes_its_cpu_at_the_low_end_of_its_band_as_well(buffers, manager) -> None:
    """With all page set I/O gone the band of a get of 9 us of CPU began at 5.5 us."""
    change = SetSetting("QM01/1", "BUFFERS", buffers)
    parts = (change, SetSetting("QM01/1", "LOCATION", "above"))
    _, more = project(build_baseline(manager), [Scenario("as is"), Scenario("more", parts)])
    get, response = (more.workload("QM01").metrics[x] for x in ("get_elapsed_us", "response_ms"))
    assert 9.0 - 1e-9 <= get.low <= get.value < get.high
    assert 1e3 * response.low >= 9.0 - 1e-9
    assert 1e3 * response.low <= 1e3 * response.value == pytest.approx(get.value)
    change_pct = more.workload("QM01").changes["get_elapsed_us"].low
    assert 39.0 * (1.0 + change_pct / 100.0) == pytest.approx(get.low)


def test_what_other_message_sizes_cost_is_inside_the_band(manager) -> None:
    """50 times the CPU for 1 MB against 10 KB (003, figures 4-7 and 4-8); 2 to 100 KB over a
    channel on a z16 three times (Hursley, Channel Compression 1.1, tables 1 and 2)."""
    as_is = MODEL.conditions(manager, "QM01", {})
    draws = MODEL.calibrate(as_is, {}).draws(64)

    def costs(was: float, now: float) -> np.ndarray:
        before, after = ({**as_is, "message_kb": size} for size in (was, now))
        found = MODEL.evaluate([after], replace(draws, baseline=before))
        return found.metrics["cpu_us_per_message"][0] / found_as_is

    found_as_is = MODEL.evaluate([as_is], draws).metrics["cpu_us_per_message"][0]
    for was, now, measured in ((10, 1_000, 50.0), (2, 100, 323.13 / 107.81), (32, 2, 0.587)):
        ratio = costs(was, now)
        assert np.quantile(ratio, 0.05) <= measured <= np.quantile(ratio, 0.95)
    large = costs(10, 1_000)
    assert 20 < large[0] < 50


@pytest.mark.parametrize("size_kb", [1, 100, 1_000, 102_400])
def test_a_call_takes_as_much_more_cpu_as_its_message(manager, size_kb) -> None:
    """A get of 100 MB took 39.7 us, its message 640 ms of CPU."""
    (found,) = project(
        build_baseline(manager), [Scenario("s", (SetSetting("QM01", "MESSAGE_KB", size_kb),))]
    )
    metrics = found.workload("QM01").metrics
    get, cpu = metrics["get_elapsed_us"], metrics["cpu_us_per_message"]
    assert get.value == pytest.approx(30.0 + 9.0 * cpu.value / 200.0, rel=0.01)
    assert get.low <= get.value <= get.high
    assert metrics["response_ms"].value == pytest.approx(get.value / 1e3)


@pytest.mark.parametrize(
    ("component", "setting", "value"),
    [
        ("QM01/1", "BUFFERS", 220_000),
        ("QM01", "LOAD_GROWTH_PCT", 5),
        ("QM01", "LOAD_GROWTH_PCT", -5),
    ],
)
def test_a_pool_that_always_had_buffers_free_reads_for_no_want_of_them(
    component, setting, value, manager
) -> None:
    """A tenth more of buffers of which three quarters were free took 77 % off a get, of which
    what is neither CPU nor suspension was not shown."""
    for name, figures in (
        ("QM01", {"get_elapsed_us": 60.0}),
        ("QM01/1", {"low_buffers": 150_000.0, "rio": 3_000.0, "imw": 0.0}),
    ):
        told = {key: Measured(number, "") for key, number in figures.items()}
        one = manager[name]
        manager = manager.with_component(replace(one, measured={**one.measured, **told}))
    change = SetSetting(component, setting, value)
    as_is, now = project(build_baseline(manager), [Scenario("as is"), Scenario("s", (change,))])
    was, get = (one.workload("QM01").metrics["get_elapsed_us"] for one in (as_is, now))
    ios = now.workload("QM01").changes["sync_page_ios"]
    assert was.value == pytest.approx(60.0)
    # 3,000 I/Os of 900,000 messages take less than 4 us of each, at 1 ms an I/O; how busy the
    # CPs are nobody tells.
    assert 57.0 < get.low <= get.value <= get.high < 70.0
    assert get.value == pytest.approx(60.0, rel=0.01)
    assert -12.0 < ios.low < ios.value < ios.high < 12.0
    said = " ".join(r for one in now.workload("QM01").metrics.values() for r in one.reasons)
    assert "75 % of its buffers were free" in said
    assert "outgrow" not in said


@pytest.mark.parametrize("low", [50.0, 150.0])
def test_from_a_pool_that_lacks_buffers_to_one_that_does_not_there_is_no_step(low) -> None:
    sides = (
        {"buffers": 1_000, "sync": 1_050.0, "pages": None, "low_buffers": low + off}
        for off in (-1.0, 1.0)
    )
    less, more = (synchronous_ios(side, 2_000, np.ones(1))[0] for side in sides)
    assert less == pytest.approx(more, abs=0.03 * 1_050.0)


POOLS = st.fixed_dictionaries(
    {
        "buffers": st.integers(100, 1_000_000),
        "low_buffers": st.none() | st.integers(0, 100),
        "sync": st.floats(0, 1e7),
        "pages": st.none() | st.floats(0, 1e7),
    }
)


@given(POOLS, st.integers(100, 2_000_000), st.integers(0, 100_000))
def test_more_buffers_never_make_more_io(pool, buffers, more) -> None:
    refills = np.array([1.0, 2.0, 4.0])
    few = synchronous_ios(pool, buffers, refills)
    many = synchronous_ios(pool, buffers + more, refills)
    assert np.all(few >= 0.0)
    assert np.all(many <= few + 1e-6)
    assert np.allclose(synchronous_ios(pool, pool["buffers"], refills), pool["sync"])


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"PAGECLAS": "FIXED4KB"}, r"LOCATION\(ABOVE\)"),
        ({"BUFFERS": 600_000}, "31-bit"),
    ],
)
def test_what_the_product_does_not_allow_is_refused(manager, answers, change, words) -> None:
    with pytest.raises(ConditionError, match=words):
        answers(MODEL, manager, "QM01", {"QM01/1": change})


def test_pools_beyond_real_storage_are_refused(manager, answers, part) -> None:
    topology = manager.with_component(part("lpar", "SYSA", None, {"REAL_STORAGE_GB": 4}))
    change = {"QM01/1": {"BUFFERS": 2_000_000, "LOCATION": "above", "PAGECLAS": "FIXED4KB"}}
    with pytest.raises(ConditionError, match="real storage"):
        answers(MODEL, topology, "QM01", change)


def test_a_manager_without_pools_is_not_projectable(part, install) -> None:
    with pytest.raises(NotProjectable, match="DISPLAY USAGE"):
        MODEL.conditions(install(part("mq_manager", "QM01", "SYSA")), "QM01", {})


def test_calls_that_hardly_wait_where_others_do_are_no_faster_under_load() -> None:
    """Under one busy engine a get of 42 us was said to take 366 us, and less of it under load."""
    figures = {
        "messages_per_s": 200.0,
        "cpu_us_per_message": 300.0,
        "get_elapsed_us": 42.0,
        "get_cpu_us": 10.0,
        "put_elapsed_us": 55.0,
        "put_cpu_us": 14.0,
        "duration_s": 600.0,
    }
    pool = {"get_requests": 1e6, "sync_page_reads": 0.0, "duration_s": 600.0}
    parts = [
        made("cpc", "CPC1", None, {"CPS": 4}),
        made("lpar", "SYSA", "CPC1", {"CPS": 1}, {"cp_busy_pct": 88.0}),
        made("mq_manager", "QM", "SYSA", {}, figures),
        made("mq_bufferpool", "QM/0", "QM", {"BUFFERS": 50_000}, pool),
        *region("AOR", "SYSA", 60.0, 3.15, 0.95),
        *queries("DB2A", "SYSA", 80.0, 4.0),
    ]
    baseline = build_baseline(Topology().with_components(parts))
    changes = [(), (SetSetting("QM", "LOAD_GROWTH_PCT", 100),), (SetSetting("SYSA", "CPS", 4),)]
    found = project(baseline, [Scenario(str(n), c) for n, c in enumerate(changes)], bands=False)
    responses = []
    for projection in found:
        work = projection.workload("QM")
        assert work is not None
        responses.append(work.metrics["response_ms"].value)
    assert responses[0] == pytest.approx(0.042)
    assert responses[1] >= responses[0] * (1 - 1e-6)
    assert responses[2] >= 0.010


@pytest.mark.parametrize("speed", [0.8, 2.0, 10.0])
def test_faster_cps_take_less_cpu_of_a_call_and_its_response_has_the_band_of_the_get(
    speed, manager, part
) -> None:
    """The response, which is the get's, began at its central value: CPU of all of a message was
    taken to be within it."""
    site = Topology(
        {
            "CPC1": part("cpc", "CPC1", None, {"CPS": 8}),
            **manager.components,
            "SYSA": replace(manager["SYSA"], parent="CPC1"),
        }
    )
    found = project(
        build_baseline(site),
        [Scenario("as is"), Scenario("other", (SetSetting("CPC1", "CP_SPEED", speed),))],
    )
    figures = found[1].workload("QM01").metrics
    get, response = figures["get_elapsed_us"], figures["response_ms"]
    assert get.value != pytest.approx(39.0, rel=0.01)
    assert get.low < 0.99 * get.value
    assert min(9.0 / speed, get.value) * (1 - 1e-6) <= get.low
    assert 1e3 * response.low == pytest.approx(get.low, rel=0.01)
    assert 1e3 * response.high == pytest.approx(get.high, rel=0.01)
