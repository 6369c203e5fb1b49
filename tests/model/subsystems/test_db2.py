"""Db2 subsystems: simulated pools, group buffer pools, bind options, limits."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from model.contract.evaluation import ConditionError
from model.contract.protocol import NotProjectable
from model.subsystems.common.reuse import WorkingSets
from model.subsystems.db2.model import Db2Model
from model.subsystems.db2.pools import simulated_reads
from model.topology import Setting

MODEL = Db2Model()


@pytest.fixture
def subsystem(part, install):
    """Example 2-1 of document 003 (avoidable counts), with rates and sizes around it."""
    return install(
        part(
            "db2_subsystem",
            "DB2A",
            "SYSA",
            {},
            {
                "tx_per_s": 700.0,
                "cpu_ms_per_tx": 12.1,
                "response_ms": 695.0,
                "duration_s": 3_600.0,
                "thread_reuse_pct": 67.0,
            },
        ),
        part(
            "db2_bufferpool",
            "DB2A/BP1",
            "DB2A",
            {"VPSIZE": 1_000_000, "SPSIZE": 500_000, "SPSEQT": 30},
            {
                "sync_reads_random": 60_000_000.0,
                "sync_reads_sequential": 100_000.0,
                "avoidable_sync_reads": 25_463_982.0,
                "avoidable_sync_reads_sequential": 81_181.0,
                "avoidable_delay_ms": 35_321_543.0,
                "getpages": 500_000_000.0,
                "prefetch_reads": 1_000_000.0,
                "duration_s": 3_600.0,
            },
        ),
        part("db2_plan", "DB2A/KSBU16D", "DB2A", {"RELEASE": "COMMIT"}, {"cpu_pct": 9.83}),
        lpar={"REAL_STORAGE_GB": 256},
    )


def test_the_simulated_size_saves_exactly_what_was_counted(subsystem, answers) -> None:
    as_is = answers(MODEL, subsystem, "DB2A")
    assert as_is["sync_reads_per_s"] == pytest.approx(60_100_000 / 3_600)
    assert as_is["response_ms"] == pytest.approx(695.0)
    assert as_is["cpu_ms_per_tx"] == pytest.approx(12.1)
    larger = answers(MODEL, subsystem, "DB2A", {"DB2A/BP1": {"VPSIZE": 1_500_000}})
    saved = as_is["sync_reads_per_s"] - larger["sync_reads_per_s"]
    assert saved == pytest.approx((25_463_982 + 81_181) / 3_600)
    # 35,321,543 ms for these reads: 1.38 ms each.
    each_ms = 35_321_543 / (25_463_982 + 81_181)
    waited = as_is["response_ms"] - larger["response_ms"]
    assert waited == pytest.approx(saved / 700 * each_ms)
    assert as_is["cpu_ms_per_tx"] - larger["cpu_ms_per_tx"] == pytest.approx(
        saved / 700 * 0.045, rel=0.01
    )


MIDDLE = np.array([0.5])
SETS = WorkingSets(np.array([3.0]), 1.1)


@given(
    st.floats(1e3, 1e7),
    st.floats(1e3, 1e7),
    st.floats(1.0, 1e9),
    st.floats(0, 1),
    st.floats(1e3, 1e8),
    st.floats(0, 1e8),
)
def test_reads_fall_with_the_pool_and_stay_positive(was, simulated, reads, share, size, more):
    pool = {
        "buffers": was,
        "simulated": simulated,
        "sync": reads,
        "avoidable": share * reads,
        "getpages": 10.0 * reads,
    }
    few = simulated_reads(pool, size, MIDDLE, SETS)[0]
    many = simulated_reads(pool, size + more, MIDDLE, SETS)[0]
    assert many >= 0.0
    assert many <= few * (1 + 1e-9) + 1e-6
    assert simulated_reads(pool, was, MIDDLE, SETS)[0] == pytest.approx(reads)
    if share < 0.98:
        there = simulated_reads(pool, was + simulated, MIDDLE, SETS)[0]
        assert there == pytest.approx((1 - share) * reads)


def test_between_two_counted_sizes_the_reads_have_a_band(subsystem) -> None:
    conditions = MODEL.conditions(subsystem, "DB2A", {})
    draws = MODEL.calibrate(conditions, {}).draws(64)
    before = conditions["pools"]["DB2A/BP1"]
    middle = {**before, "buffers": before["buffers"] + before["simulated"] / 2}
    evaluation = MODEL.evaluate([{**conditions, "pools": {"DB2A/BP1": middle}}], draws)
    reads = evaluation.metrics["sync_reads"][0]
    assert before["sync"] - before["avoidable"] <= reads.min() < 0.97 * reads[0]
    assert 1.03 * reads[0] < reads.max() <= before["sync"]


def test_beyond_the_simulated_size_is_extrapolated(subsystem) -> None:
    conditions = MODEL.conditions(subsystem, "DB2A", {})
    draws = MODEL.calibrate(conditions, {}).draws(8)
    pool = {**conditions["pools"]["DB2A/BP1"], "buffers": 4_000_000}
    larger = {**conditions, "pools": {"DB2A/BP1": pool}}
    evaluation = MODEL.evaluate([conditions, larger], draws)
    assert evaluation.extrapolated[0] == ()
    assert "simulated" in evaluation.extrapolated[1][0]
    assert np.all(evaluation.metrics["sync_reads_per_s"][1] >= 0.0)


@pytest.mark.parametrize(
    ("sync", "said"),
    [
        # A tenth of the requests are reads: the pool may be too small, as a published trace's was.
        (1e6, "reaches down to"),
        (1e5, "reads fall below the band"),
    ],
)
def test_without_simulation_the_band_is_wider_and_the_reason_given(
    part, install, sync, said
) -> None:
    topology = install(
        part("db2_subsystem", "DB2A", "SYSA"),
        part(
            "db2_bufferpool",
            "DB2A/BP2",
            "DB2A",
            {"VPSIZE": 100_000},
            {"sync_reads_random": sync, "getpages": 1e7, "duration_s": 600.0},
        ),
    )
    conditions = MODEL.conditions(topology, "DB2A", {})
    draws = MODEL.calibrate(conditions, {}).draws(64)
    pool = {**conditions["pools"]["DB2A/BP2"], "buffers": 200_000}
    evaluation = MODEL.evaluate([{**conditions, "pools": {"DB2A/BP2": pool}}], draws)
    reads = evaluation.metrics["sync_reads_per_s"][0]
    assert np.std(reads) > 0.0
    assert 0 < reads[0] < sync / 600
    for sentence in ("no simulated pool", said):
        assert any(sentence in reason for reason in evaluation.reasons[0])


def test_group_pool_with_all_pages_leaves_the_published_share_of_reads(
    part, install, answers
) -> None:
    """35.69 reads a transaction became 1.57; 27 ms of 758 µs reads went (003, table 2-3)."""
    topology = install(
        part(
            "db2_subsystem",
            "DB2A",
            "SYSA",
            {},
            {
                "tx_per_s": 100.0,
                "sync_io_per_tx": 35.69,
                "sync_io_us": 758.0,
                "gbp_read_us": 3.6,
                "response_ms": 515.0,
                "cpu_ms_per_tx": 22.6,
            },
        ),
        part(
            "db2_gbp",
            "DB2A/GBP1",
            "DB2A",
            {"GBPCACHE": "CHANGED", "SIZE_MB": 4096},
            {"data_pages": 800_000.0},
        ),
    )
    before = answers(MODEL, topology, "DB2A")
    after = answers(MODEL, topology, "DB2A", {"DB2A/GBP1": {"GBPCACHE": "ALL"}})
    assert before["sync_io_per_tx"] == pytest.approx(35.69)
    assert after["sync_io_per_tx"] == pytest.approx(1.57)
    assert after["response_ms"] / before["response_ms"] == pytest.approx(0.95, abs=0.002)
    assert after["cpu_ms_per_tx"] / before["cpu_ms_per_tx"] == pytest.approx(0.932, abs=0.002)


def test_release_deallocate_counts_for_its_share_and_only_with_reuse(subsystem, answers) -> None:
    change = {"DB2A/KSBU16D": {"RELEASE": "DEALLOCATE"}}
    before, after = answers(MODEL, subsystem, "DB2A"), answers(MODEL, subsystem, "DB2A", change)
    saved = 1 - after["cpu_ms_per_tx"] / before["cpu_ms_per_tx"]
    assert saved == pytest.approx(0.05 * 0.0983)


def test_pools_beyond_real_storage_are_refused(subsystem, answers) -> None:
    with pytest.raises(ConditionError, match="real storage"):
        answers(MODEL, subsystem, "DB2A", {"DB2A/BP1": {"VPSIZE": 80_000_000}})


def test_a_pool_that_work_uses_is_not_deleted(subsystem, answers) -> None:
    """VPSIZE=0 read as many pages as the pool does as it is."""
    with pytest.raises(ConditionError, match=r"VPSIZE\(0\) deletes DB2A/BP1"):
        answers(MODEL, subsystem, "DB2A", {"DB2A/BP1": {"VPSIZE": 0}})


def test_a_pool_that_work_uses_is_not_taken_away(subsystem) -> None:
    """Its reads stayed as they were without its buffers, and no sentence said so."""
    without = subsystem.without_component("DB2A/BP1")
    as_is, gone = (MODEL.conditions(one, "DB2A", {}) for one in (subsystem, without))
    draws = MODEL.calibrate(as_is, {}).draws(0)
    with pytest.raises(ConditionError, match="DB2A/BP1 is gone, which work uses"):
        MODEL.evaluate([gone], draws)


def test_a_subsystem_without_parts_is_not_projectable(part, install) -> None:
    topology = install(part("db2_subsystem", "DB2A", "SYSA"))
    with pytest.raises(NotProjectable, match="DISPLAY BUFFERPOOL"):
        MODEL.conditions(topology, "DB2A", {})


def said(topology, component: str, **settings) -> tuple[str, ...]:
    """What is said of the figures after settings of a component are changed."""
    as_is = MODEL.conditions(topology, "DB2A", {})
    target = topology[component]
    for name, value in settings.items():
        target = target.with_setting(name, Setting(value))
    changed = MODEL.conditions(topology.with_component(target), "DB2A", {})
    return MODEL.evaluate([changed], MODEL.calibrate(as_is, {}).draws(0)).reasons[0]


def test_savings_of_unknown_cpu_and_group_settings_without_figures_are_named(part, install) -> None:
    site = install(
        part("db2_subsystem", "DB2A", "SYSA", {}, {}),
        part("db2_plan", "DB2A/P", "DB2A", {"RELEASE": "COMMIT"}, {"cpu_pct": 10.0}),
        part("db2_gbp", "G1", "DB2A", {"GBPCACHE": "CHANGED"}, {}),
    )
    assert any("no report" in text for text in said(site, "DB2A/P", RELEASE="DEALLOCATE"))
    assert any("graphic only" in text for text in said(site, "DB2A/P", PROTECTED_THREADS=True))
    assert any("second copy" in text for text in said(site, "G1", DUPLEX=True))
    assert any("ALL against CHANGED" in text for text in said(site, "G1", GBPCACHE="NONE"))
    assert said(site, "G1") == ()


def test_a_group_pool_of_unknown_pages_holds_from_none_to_all_of_them(part, install) -> None:
    """95 % fewer reads (±0.4) were projected for a structure that may hold a tenth of the pages."""
    counted = {"sync_reads": 900_000.0, "duration_s": 900.0}
    topology = install(
        part("db2_subsystem", "DB2A", "SYSA", {}, {"tx_per_s": 100.0, "duration_s": 900.0}),
        part("db2_bufferpool", "DB2A/BP1", "DB2A", {"VPSIZE": 50_000}, counted),
        part("db2_gbp", "DB2A/GBP1", "DB2A", {"GBPCACHE": "CHANGED", "SIZE_MB": 2048}),
    )
    target = topology["DB2A/GBP1"].with_setting("GBPCACHE", Setting("ALL"))
    changed = MODEL.conditions(topology.with_component(target), "DB2A", {})
    draws = MODEL.calibrate(MODEL.conditions(topology, "DB2A", {}), {}).draws(400)
    found = MODEL.evaluate([changed], draws)
    rates, counts = (found.metrics[name][0] for name in ("sync_reads_per_s", "sync_reads"))
    low, high = np.percentile(rates, (5, 95))
    assert low < 0.15 * 1000.0
    assert high > 0.9 * 1000.0
    # The count of the interval is the same reads.
    assert counts == pytest.approx(rates * 900.0)
    assert any("from none to all" in text for text in found.extrapolated[0])
