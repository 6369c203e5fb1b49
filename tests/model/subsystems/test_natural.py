"""Natural on zIIP: published pairs, counts into switches, properties, refusals."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from model.contract.evaluation import ConditionError, band
from model.contract.protocol import NotProjectable
from model.projection import build_baseline, project
from model.subsystems.common import published_points
from model.subsystems.natural.model import NaturalModel
from model.subsystems.natural.predictor import PREDICTOR
from model.subsystems.natural.switches import counted
from model.topology import Measured, Scenario, SetSetting, Setting

MODEL = NaturalModel()


@pytest.mark.parametrize(
    "point", [p for p in published_points().values() if p["source"] == "000"], ids=lambda p: p["id"]
)
def test_published_runs_within_15_per_cent_and_inside_the_band(point) -> None:
    evaluation = PREDICTOR.predict([point["conditions"]], PREDICTOR.draws(64))
    found = band(evaluation, "enclave_cpu_ms", 0)
    measured = point["results"]["enclave_cpu_ms"]
    assert found.value == pytest.approx(measured, rel=0.15)
    assert found.low <= measured <= found.high


def test_switch_costs_lie_where_the_published_pairs_put_them() -> None:
    """5,389 - 958 ms for 87,500 switches, 155 - 70 for 2,287, 386 - 68 for 9,993 (000)."""
    constants = MODEL.constants
    assert constants["switch_us.database"].value == pytest.approx(50.6, abs=0.1)
    assert constants["switch_us.sort"].value == pytest.approx(37.2, abs=0.1)
    assert constants["switch_us.file"].value == pytest.approx(31.8, abs=0.1)
    other = constants["switch_us.other"]
    assert other.low == pytest.approx(31.8, abs=0.1)
    assert other.high == pytest.approx(50.6, abs=0.1)


def test_a_print_cache_of_132_kb_turns_10003_switches_into_10() -> None:
    lines = {"print_lines": 10_000.0}
    assert counted(lines, {"LS": 132}, 2.0)["print"] == 10_003
    cached = counted(lines, {"LS": 132, "PWCSIZE_PRINT_KB": 132}, 2.0)["print"]
    assert cached == pytest.approx(10, abs=0.5)


def test_the_other_published_counts() -> None:
    """100,000 to 12,500 with a factor of 8; 3,435 to 1,148 for 1,145 sorted records (000)."""
    reads = {"records_read": 100_000.0}
    assert counted(reads, {"MULTIFETCH": 8}, 2.0)["database"] == 12_500
    sort = {"records_read": 1_145.0, "records_sorted": 1_145.0}
    external = counted(sort, {"SORT": "external"}, 2.0)
    internal = counted(sort, {"SORT": "internal"}, 2.0)
    assert external["database"] + external["sort"] == 3_435
    assert internal["database"] + internal["sort"] == 1_148


def test_work_files_are_predicted_from_the_print_file_with_a_wider_band() -> None:
    def predicted(case: str, tuned: bool):
        conditions = {"product": "Natural zIIP", "case": case, "tuned": tuned, "records": 10_000}
        return band(PREDICTOR.predict([conditions], PREDICTOR.draws(64)), "enclave_cpu_ms", 0)

    for tuned, wider in ((False, 1.1), (True, 1.5)):
        work, printed = (predicted(case, tuned) for case in ("work file cache", "print cache"))
        assert work.value == pytest.approx(printed.value)
        assert work.high / work.low > wider * printed.high / printed.low


@pytest.mark.parametrize(
    "wrong",
    [
        {"case": "work file"},
        {"records": 0},
        {"printer": 1},
        {"tuned": "yes"},
    ],
)
def test_unknown_conditions_are_refused(wrong) -> None:
    conditions = {"product": "Natural zIIP", "case": "sort", "tuned": True, "records": 100, **wrong}
    with pytest.raises(ConditionError):
        PREDICTOR.predict([conditions])


@pytest.fixture
def session(part, install):
    return install(
        part(
            "natural_session",
            "BATCH1",
            "SYSA",
            {"ZIIP": True, "MT": 60, "LS": 132},
            {
                "fetches": 20_000,
                "records_read": 100_000,
                "print_lines": 10_000,
                "srb_switches": 130_003,
                "enclave_cpu_ms": 6_800,
                "duration_s": 60,
            },
        )
    )


def test_the_as_is_model_gives_the_measured_figures(session, answers) -> None:
    as_is = answers(MODEL, session, "BATCH1")
    assert as_is["enclave_cpu_ms"] == pytest.approx(6_800)
    assert as_is["srb_switches"] == pytest.approx(130_003)
    assert as_is["response_ms"] == pytest.approx(60_000)


def test_each_setting_saves_the_switches_it_is_about(session, answers) -> None:
    before = answers(MODEL, session, "BATCH1")
    no_timer = answers(MODEL, session, "BATCH1", {"BATCH1": {"MT": 0}})
    assert before["srb_switches"] - no_timer["srb_switches"] == pytest.approx(20_000)
    saved_us = (before["enclave_cpu_ms"] - no_timer["enclave_cpu_ms"]) / 20_000 * 1e3
    assert 31 < saved_us < 51
    multi = answers(MODEL, session, "BATCH1", {"BATCH1": {"MULTIFETCH": 8}})
    assert before["srb_switches"] - multi["srb_switches"] == pytest.approx(87_500)
    cached = answers(MODEL, session, "BATCH1", {"BATCH1": {"PWCSIZE_PRINT_KB": 132}})
    assert before["srb_switches"] - cached["srb_switches"] == pytest.approx(9_993, abs=1)


@given(
    st.integers(0, 2_000),
    st.integers(1, 100),
    st.floats(0, 1e6),
    st.floats(0, 1e6),
    st.floats(1, 1e6),
)
def test_cpu_is_never_negative_and_falls_with_cache_size(
    cache_kb, multi_fetch, lines, records, measured_ms
) -> None:
    counts = dict.fromkeys(
        (
            "fetches",
            "records_read",
            "records_sorted",
            "print_lines",
            "primary_lines",
            "work_records_read",
            "work_records_written",
            "calls_3gl",
            "getmains",
            "thread_max_used_kb",
        ),
        0.0,
    )
    counts.update(print_lines=lines, records_read=records)
    base = {
        "name": "S",
        "counts": counts,
        "switches": {},
        "srb_switches": None,
        "enclave_cpu_ms": measured_ms,
        "duration_s": 100.0,
    }

    def conditions(kb: float, factor: int):
        return {**base, "settings": {"LS": 132, "PWCSIZE_PRINT_KB": kb, "MULTIFETCH": factor}}

    was = conditions(0, 1)
    draws = MODEL.calibrate(was, {}).draws(8)
    evaluation = MODEL.evaluate(
        [was, conditions(cache_kb, multi_fetch), conditions(cache_kb + 50, multi_fetch)], draws
    )
    cpu = evaluation.metrics["enclave_cpu_ms"]
    assert np.all(cpu >= 0.0)
    assert np.allclose(cpu[0], measured_ms)
    assert np.all(cpu[2] <= cpu[1] + 1e-9)


def test_a_session_without_counts_is_not_projectable(part, install) -> None:
    topology = install(part("natural_session", "N1", "SYSA", {"ZIIP": True}))
    with pytest.raises(NotProjectable, match="ZIIP"):
        MODEL.conditions(topology, "N1", {})


def test_a_session_off_the_ziip_has_no_switches_to_save(part, install) -> None:
    topology = install(part("natural_session", "N1", "SYSA", {"ZIIP": False}, {"fetches": 5}))
    with pytest.raises(NotProjectable, match="not zIIP-enabled"):
        MODEL.conditions(topology, "N1", {})


def test_switches_that_contradict_the_counts_are_scaled(part, install, answers) -> None:
    topology = install(
        part(
            "natural_session",
            "N1",
            "SYSA",
            {"ZIIP": True},
            {"print_lines": 50_000, "srb_switches": 10_000, "enclave_cpu_ms": 500},
        )
    )
    cached = answers(MODEL, topology, "N1", {"N1": {"PWCSIZE_PRINT_KB": 500}})
    assert 0 < cached["srb_switches"] < 100
    assert 0 < cached["enclave_cpu_ms"] < 500


def test_calibration_compares_measured_switches_with_the_counts(session) -> None:
    conditions = MODEL.conditions(session, "BATCH1", {})
    calibration = MODEL.calibrate(conditions, MODEL.measured(session, "BATCH1"))
    rows = {row.metric: row for row in calibration.rows}
    # 20,000 FETCHes, 100,000 records and 10,003 for the lines, all of 130,003.
    assert rows["counted_switches"].measured == 130_003
    assert rows["counted_switches"].modelled == pytest.approx(130_003)
    assert calibration.factors["CPU against the published runs"] > 0
    assert calibration.refused is None


def on_ziips(session, count: float, busy_pct: float = 50.0):
    lpar = session["SYSA"].with_setting("ZIIPS", Setting(count))
    measured = {**lpar.measured, "ziip_busy_pct": Measured(busy_pct, "%")}
    return session.with_component(replace(lpar, measured=measured))


def test_switches_saved_relieve_the_ziips_of_the_partition(session, answers) -> None:
    """Enclave CPU of 6.8 s in 60 s is 11 % of one zIIP; multi-fetch takes most of it away."""
    site = on_ziips(session, 1)
    as_is = answers(MODEL, site, "BATCH1")
    tuned = answers(MODEL, site, "BATCH1", {"BATCH1": {"MULTIFETCH": 8}})
    assert as_is["ziip_busy_pct"] == pytest.approx(50.0)
    saved = (as_is["enclave_cpu_ms"] - tuned["enclave_cpu_ms"]) / 60_000
    assert tuned["ziip_busy_pct"] == pytest.approx(50.0 - 100 * saved)
    wider = answers(MODEL, site, "BATCH1", {"SYSA": {"ZIIPS": 2}})
    assert wider["ziip_busy_pct"] == pytest.approx(25.0)


def test_use_of_another_number_of_ziips_has_a_band(session) -> None:
    """How much of what engines cost one another goes with an idle one is in no report."""
    site = on_ziips(session, 2)
    as_is = MODEL.conditions(site, "BATCH1", {})
    draws = MODEL.calibrate(as_is, {}).draws(0)
    others = [MODEL.conditions(on_ziips(session, count), "BATCH1", {}) for count in (1, 4)]
    asked = [as_is, *({**as_is, "ziips": one["ziips"]} for one in others)]
    same, fewer, more = MODEL.evaluate(asked, draws).residual_sd["ziip_busy_pct"]
    assert same == 0.0
    assert 0.01 < fewer < more < 0.05


def test_without_ziips_enclave_work_loads_the_cps(session) -> None:
    site = on_ziips(session, 0)
    conditions = MODEL.conditions(site, "BATCH1", {})
    evaluation = MODEL.evaluate([conditions], MODEL.calibrate(conditions, {}).draws(0))
    assert MODEL.load(site, "BATCH1", evaluation, 0)["SYSA"] == pytest.approx(6.8 / 60)
    assert any("no zIIP" in reason for reason in evaluation.reasons[0])
    assert MODEL.load(on_ziips(session, 1), "BATCH1", evaluation, 0) == {}


def test_a_session_taken_off_the_ziip_is_not_guessed(session, answers) -> None:
    with pytest.raises(ConditionError, match="not published"):
        answers(MODEL, session, "BATCH1", {"BATCH1": {"ZIIP": False}})


def test_more_cpu_than_the_session_lasted_is_refused(session) -> None:
    conditions = MODEL.conditions(session, "BATCH1", {})
    measured = MODEL.measured(session, "BATCH1")
    assert MODEL.calibrate(conditions, measured).refused is None
    refused = MODEL.calibrate(conditions, {**measured, "duration_s": 3.0}).refused
    assert refused is not None
    assert "one processor" in refused


@pytest.mark.parametrize("times", [1.05, 2.0, 20.0])
def test_a_share_of_cpu_that_the_run_denies_is_known_less_than_one_it_bears_out(
    session, times
) -> None:
    """Half the CPU that switches cost as published had a band of a fifth about all of it."""
    published_ms = 130_003 * 0.042

    def saved(cpu_ms: float) -> tuple[float, float, float]:
        part = session["BATCH1"]
        measured = {**part.measured, "enclave_cpu_ms": Measured(cpu_ms, "ms")}
        site = session.with_component(replace(part, measured=measured))
        case = build_baseline(site)
        change = Scenario("", (SetSetting("BATCH1", "MT", 0),))
        work = project(case, [change])[0].workload("BATCH1")
        told = any("times all CPU that was measured" in said for said in work.extrapolated)
        assert told == (cpu_ms < published_ms)
        found = work.changes["enclave_cpu_ms"]
        return found.low, found.value, found.high

    most = -100.0 * 20_000 / 130_003
    low, value, high = saved(published_ms / times)
    assert 1.3 * most < low < value < high <= 0.0
    assert (high - low) > 0.6 * abs(most)
    borne = saved(published_ms * 3.0)
    assert borne[2] - borne[0] < high - low
