"""Did it come true? On the sample's after-set, whose figures no model had a hand in."""

from __future__ import annotations

import math
from dataclasses import replace
from datetime import date, timedelta
from pathlib import Path
from random import Random

import pytest

from advisor.analysis import looked_back
from advisor.engagement import Options
from advisor.history import Outcome, periods
from advisor.history.beside import Compared, differences, key_of, told, uncovered
from advisor.history.experience import experience, factor_of, past_of
from advisor.history.outcome import outcome
from advisor.history.record import entries, shares
from advisor.history.trends import busiest_by_day, trend, trends
from advisor.installation import build_installation
from advisor.observations import FileReading, Interval, Observation
from advisor.reading import read_path
from app.cli import main
from app.paths import sample
from model.projection import Estimate, Past, build_baseline, project
from model.topology import Scenario, SetSetting

DATABASE = "adabas_database:10"


@pytest.fixture(scope="module")
def readings(sample_readings) -> tuple[FileReading, ...]:
    later = (replace(reading, batch=1) for reading in read_path(sample("after")))
    return (*sample_readings, *later)


@pytest.fixture(scope="module")
def found(readings, sample_analysis, remembered) -> Outcome:
    # What is looked back on is what the readings tell; the plan of the day says nothing of it.
    (only,) = looked_back(replace(sample_analysis, readings=readings)).outcomes
    return only


@pytest.fixture(scope="module")
def past(readings) -> Past:
    return past_of(readings, Options())


def test_the_periods_are_told_apart_by_when_they_were_measured(readings) -> None:
    before, after = periods(readings)
    assert (before.day, after.day) == ("2015-03-17", "2015-08-18")
    assert len(before.readings) + len(after.readings) == len(readings)
    # The later reports imported first, or one of before that came late, change nothing.
    swapped = tuple(replace(r, batch=1 - r.batch) for r in readings)
    assert [p.day for p in periods(swapped)] == ["2015-03-17", "2015-08-18"]
    late = (replace(readings[0], batch=2), *readings[1:])
    assert len(periods(late)) >= 2
    assert sum(len(p.readings) for p in periods(late)) == len(readings)


def test_what_was_carried_out_is_told_from_the_settings(found) -> None:
    by = {(c.component, c.setting): c for c in found.carried}
    assert by["lpar:SYSA", "ZHPF"].how == "as planned"
    assert by[DATABASE, "CDATAMAXS"].how == "otherwise"
    assert by[DATABASE, "CDATAMAXS"].finding.endswith(f"@{DATABASE}")
    assert by[DATABASE, "CLUCACHEEXTRA"].how == "not carried out"
    unplanned = {c.setting for c in found.carried if c.how == "unplanned"}
    assert unplanned == {"LBP"}
    # Of what was sent again nothing, no report tells.
    assert by["mq_bufferpool:MQA1/1", "BUFFERS"].how == "not told"
    left = {c.finding for c in found.carried if c.how == "not carried out"}
    assert "ADA-017@adabas_database:10" in {step.finding for step in found.steps}
    assert not left & {step.finding for step in found.steps}, "half a finding is no step"


def test_fewer_reports_are_no_fewer_nuclei_and_no_fewer_volumes(readings, sample_analysis) -> None:
    """Seven nuclei's reports were 8 → 7 "carried out, but otherwise", their sums a lesser ETR."""
    before, after = periods(readings)
    gone = ("ada10-nuc3", "rmf-sysb")
    kept = tuple(r for r in after.readings if not any(name in r.file for name in gone))
    assert len(kept) == len(after.readings) - 2
    then = replace(sample_analysis, readings=before.readings)
    fewer = outcome(then, before, replace(after, readings=kept))
    by = {(c.component, c.setting): c.how for c in fewer.carried}
    assert by[DATABASE, "NUCLEI"] == "not told"
    assert by[DATABASE, "CDATAMAXS"] == "otherwise", "what a report states is told"
    assert {c.component for c in fewer.compared} & {DATABASE, "netwk_node:SYSA"} == {
        "netwk_node:SYSA"
    }
    refused, why = [m.sentence for m in fewer.missed if m.component == DATABASE]
    assert refused.startswith("the period of 2015-08-18 cannot be projected: SYSB: no report says")
    assert why.startswith("the later reports cover 7 of 8 members")
    topologies = [build_installation(read).topology for read in (before.readings, kept)]
    assert topologies[1]["dasd:KCG21"].value("VOLUMES") == 76
    assert uncovered(*topologies, "dasd:KCG21") == 80
    found = {key_of(change) for change in differences(*topologies)}
    assert not found & {(DATABASE, "NUCLEI"), (DATABASE, "USERS"), ("dasd:KCG21", "VOLUMES")}
    # As many reports of the other nuclei are as many nuclei.
    assert told(topologies[1], topologies[0], DATABASE, "NUCLEI") == 8


def test_the_projection_is_laid_beside_what_was_measured(found) -> None:
    by = {(c.component, c.metric): c for c in found.compared}
    etr = by[DATABASE, "etr_per_s"]
    assert etr.measured == pytest.approx(282_800, rel=0.001)  # story-after.toml
    assert etr.before == pytest.approx(197_900, rel=0.001)
    assert etr.projected.low < etr.projected.value < etr.projected.high
    assert etr.projected.value > etr.before, "zHPF was carried out"
    # The region pages with its partition: smaller caches left room for what was paged out.
    pages = by["cics_region:CICSAOR1", "paging_per_s"]
    assert (pages.before, pages.projected.value, pages.measured) == (92.8, 0.0, 0.0)
    adabas = [c for c in found.compared if c.component == DATABASE]
    assert len(adabas) >= 7
    for item in found.compared:
        near = item.measured == pytest.approx(item.projected.value, rel=0.005)
        within = item.projected.low <= item.measured <= item.projected.high
        assert item.inside == (near or within)
        if item.standing is not None and abs(abs(item.standing) - 1.645) > 0.01:
            assert near or within == (abs(item.standing) < 1.645)
    assert found.inside == sum(item.inside for item in found.compared)


def test_a_load_that_grew_is_no_miss_and_a_miss_is_explained(found) -> None:
    assert found.load["cics_region:CICSAOR1"] == pytest.approx(20.0, abs=0.1)
    assert DATABASE not in found.load, "what a closed system reaches is no load"
    network = next(c for c in found.compared if c.component == "netwk_node:SYSA")
    assert (network.metric, network.inside) == ("itr_per_cpu_s", False)
    why = [m.sentence for m in found.missed if m.component == "netwk_node:SYSA"]
    assert any("CPU per command is 33 % more" in sentence for sentence in why)
    plog = [m.sentence for m in found.missed if m.component == DATABASE]
    # How many I/Os its aliases take is no constant of an installation: it stood as 4761 % more.
    assert not any("aliases" in said for said in plog)
    assert [s for s in plog if s.startswith("LBP was changed from 100 MB to 50 MB")]
    assert not any("page operations" in s for s in plog), "what no later figure tells did not move"
    assert {"netwk_node:SYSA", "netwk_node:SYSB"} <= {w.component for w in found.worse}


def figure(component: str, standing: float | None) -> Compared:
    measured = math.exp((standing or 0.0) * math.log(1.1) / 1.645)
    return Compared(
        component, "Adabas", "etr_per_s", "1/s", 1.0, Estimate(1.0, 0.9, 1.1, "1/s"), measured,
        True, standing,
    )  # fmt: skip


def test_a_miss_widens_at_once_and_hits_narrow_late() -> None:
    assert factor_of([]) == pytest.approx(1.0), "the bands as shipped"
    assert factor_of([9.0]) > 1.4
    assert factor_of([100.0]) > 3.5
    # What few figures justify: five workloads that were projected exactly narrow nothing.
    assert [factor_of([0.0] * n) for n in (1, 3, 5)] == [1.0] * 3
    each = [factor_of([0.25] * n) for n in range(0, 400, 10)]
    assert each[1] == 1.0
    assert each[-1] < 0.6
    assert each == sorted(each, reverse=True)
    assert all(factor > 0.5 for factor in each), "never narrower than what was seen"


def test_honest_bands_stay_and_others_learn() -> None:
    """And where the scatter is twice what was shipped they come to hold 90 % of what is next."""
    for scatter, n, least in ((1.0, 4, 0.88), (1.0, 40, 0.88), (2.0, 8, 0.80), (2.0, 60, 0.88)):
        dice, inside, runs = Random(7), 0, 1500
        for _ in range(runs):
            factor = factor_of([dice.gauss(0, scatter) ** 2 for _ in range(n)])
            inside += abs(dice.gauss(0, scatter)) <= 1.645 * factor
        assert least <= inside / runs <= 0.96, (scatter, n)


def test_one_workload_counts_once_and_one_model_says_nothing_of_another() -> None:
    one = experience([[figure("a", 4.0)]])["Adabas"]["etr_per_s"]
    again = experience([[figure("a", 4.0) for _ in range(20)]])["Adabas"]["etr_per_s"]
    assert again.factor == one.factor
    two = experience([[figure("a", 4.0)], [figure("a", 4.0)]])["Adabas"]["etr_per_s"]
    assert two.factor > one.factor, "another period is another look"
    assert "the one figure measured here after an earlier change lay inside" in one.reason
    other = replace(figure("a", 0.0), metric="itr_per_cpu_s")
    both = experience([[figure("a", 4.0), other]])["Adabas"]
    assert both["itr_per_cpu_s"].factor == 1.0, "a miss of one figure is none of another"
    assert 1.0 < both[""].factor < both["etr_per_s"].factor, "what was never measured again"
    assert experience([[figure("a", 4.0), other]], {"Adabas"})["Adabas"]["etr_per_s"].factor == 1.0
    assert experience([[figure("a", None)]]) == {}
    assert experience([[figure("a", 1.0)]]) == {}, "what bears the shipped bands out moves nothing"


@pytest.mark.thorough
def test_further_projections_are_what_the_periods_taught(readings, found, past) -> None:
    assert past_of([r for r in readings if r.batch == 0], Options()) == Past()
    # What the history shows is what the bands rest on.
    assert past.experience == experience([found.compared], {"Entire Net-Work", "CICS"})
    # Writes to WORK and PLOG after the change were half as many again as projected.
    assert set(past.experience) == {"Adabas", "Entire Net-Work"}
    assert past.experience["Adabas"]["work_plog_writes_per_s"].factor > 1.2
    assert past.experience["Adabas"]["etr_per_s"].factor == 1.0
    assert past.experience["Entire Net-Work"]["etr_per_s"].factor == 1.0, "the load gives it"
    topology = build_installation(readings).topology
    node, database = "netwk_node:SYSA", DATABASE
    scenario = Scenario(
        "less in a block",
        (SetSetting(node, "SNDBLKSZ_KB", 8), SetSetting(database, "CDATAMAXS", 31500)),
    )
    changes = []
    for known in (Past(), past):
        (projection,) = project(build_baseline(topology, known), [scenario])
        workload = projection.workload(node)
        assert workload is not None
        changes.append(workload.changes["itr_per_cpu_s"])
    without, taught = changes
    assert taught.value == pytest.approx(without.value)
    wider = math.log(1 + taught.high / 100) - math.log(1 + taught.value / 100)
    as_shipped = math.log(1 + without.high / 100) - math.log(1 + without.value / 100)
    learned = past.experience["Entire Net-Work"]["itr_per_cpu_s"]
    factor = learned.factor
    assert wider == pytest.approx(factor * as_shipped)
    assert learned.reason in taught.reasons


def test_what_only_the_earlier_period_tells_stays_as_it_was(readings, past) -> None:
    """The later caches page no more: what a page costs here, the time before told."""
    topology = build_installation(readings).topology
    alone, both = (build_baseline(topology, known) for known in (Past(), past))
    earlier = past.calibrations[DATABASE].factors["paging"]
    one, two = (b.anchor(DATABASE).calibration for b in (alone, both))
    assert one.factors["paging"] == pytest.approx(1.0, abs=0.02)
    assert two.factors["paging"] == pytest.approx(earlier, abs=0.01)
    for name in ("cpu", "reads"):
        assert two.factors[name] == pytest.approx(one.factors[name], rel=0.02), "told today"
    # Of an I/O's time today tells how long it is, not what of that is the subsystem's capacity.
    times = [found.factors["device"] / found.factors["io"] for found in (one, two)]
    assert times[1] == pytest.approx(times[0], rel=0.05)
    for row in two.rows:
        (other,) = (r for r in one.rows if r.metric == row.metric)
        # What a log write takes both periods tell, and not alike: it lies between them.
        near = {"work_plog_writes_per_s": 0.25, "io_per_s": 0.03}.get(row.metric, 0.02)
        assert row.modelled == pytest.approx(other.modelled, rel=near), row.metric
    (said,) = both.carried_over
    assert "page operations per command 0.8" in said
    assert "CPU" not in said
    # The same figures again are no second measurement.
    again = build_baseline(topology, Past({DATABASE: one}))
    assert again.anchor(DATABASE).calibration.factors == one.factors
    assert again.carried_over == ()


def test_what_a_command_costs_net_work_stays_where_no_later_report_tells(readings) -> None:
    """It was March's CPU under August's commands: an ITR that nobody ever had."""
    node = "netwk_node:SYSA"
    silent = tuple(
        replace(
            reading,
            observations=tuple(
                seen
                for seen in reading.observations
                if not (reading.batch and seen.subject == node and seen.metric == "cpu_s")
            ),
        )
        for reading in readings
    )
    topology = build_installation(silent).topology
    assert "cpu_s" not in topology[node].measured
    (before, _after) = periods(silent)
    then = build_baseline(build_installation(before.readings).topology).anchor(node).calibration
    baseline = build_baseline(topology, past_of(silent, Options()))
    now = baseline.anchor(node).calibration
    assert now.factors == then.factors
    assert any("CPU per command 4.4" in said for said in baseline.carried_over)
    (as_is,) = project(baseline, [Scenario("as is")])
    itr = as_is.workload(node).metrics["itr_per_cpu_s"]
    assert itr.value == pytest.approx(39_530, rel=0.001)  # story.toml
    assert itr.low < 31_500, "months later it may be another"
    assert itr.high > 50_000


def test_the_track_record_holds_no_names_and_counts_each_figure_once(found) -> None:
    made = entries(found)
    assert made
    text = repr(made)
    for name in ("SYSA", "KCG21", "NVPLEX", "10-1", "rmf", "Nordsee"):
        assert name not in text
    counted = shares([*made, *made])
    (all_,) = counted["all"]
    assert all_.n == len(made)
    assert all_.cases == len({entry.case for entry in made})
    assert 0 <= all_.low < all_.inside / all_.n <= all_.high <= 1
    by_rule = {share.of: share for share in counted["rule"]}
    assert "ADA-017" in by_rule
    moved = {entry.metric for entry in made if "ADA-017" in entry.rules}
    assert {"etr_per_s", "reads_per_s"} <= moved
    assert by_rule["ADA-017"].n == sum("ADA-017" in entry.rules for entry in made)
    # No change of the database's moves what a command costs Net-Work: its miss is none of theirs.
    assert [entry.rules for entry in made if entry.model == "Entire Net-Work"] == [(), ()]


def test_the_band_of_a_trend_holds_the_truth_as_often_as_it_says() -> None:
    """Days with a weekday's level, noise that lasts from day to day, and 18 % growth a year."""
    truth, inside, runs = 0.18, 0, 300
    for seed in range(runs):
        dice = Random(seed)
        noise, values = 0.0, {}
        for number in range(200):
            day = date(2015, 1, 5) + timedelta(days=number)
            if day.weekday() >= 5:
                continue
            noise = 0.5 * noise + dice.gauss(0, 0.02)
            week = (0.0, 0.06, 0.02, 0.0, -0.04)[day.weekday()]
            values[day] = 60 * math.exp(math.log1p(truth) * number / 365.25 + week + noise)
        made = trend("lpar:SYSA", "cp_busy_pct", "%", values)
        inside += made.low_pct <= truth * 100 <= made.high_pct
    assert 0.84 <= inside / runs <= 0.97


def test_the_day_an_engine_is_exhausted_lies_in_its_band() -> None:
    start = date(2015, 1, 1)
    values = {
        start + timedelta(days=n): 60 * math.exp(math.log(1.3) * n / 365.25) for n in range(100)
    }
    made = trend("lpar:SYSA", "cp_busy_pct", "%", values, limits=(100.0,) * 3)
    assert made.growth_pct == pytest.approx(30.0, abs=0.1)
    exact = start + timedelta(days=math.log(100 / 60) / math.log(1.3) * 365.25)
    assert made.reached is not None
    assert abs((made.reached - exact).days) <= 7
    falling = {day: 100 - value for day, value in values.items()}
    assert trend("lpar:SYSA", "cp_busy_pct", "%", falling, limits=(100.0,) * 3).reached is None


def test_the_band_of_the_day_holds_what_grows_by_as_much_every_week() -> None:
    """Sixteen weeks do not tell it from growth by the same share, which is there months before."""
    begun, noise = date(2015, 3, 17), (0.4, -0.9, 0.7, -0.2)
    values = {
        begun + timedelta(weeks=week): 48.0 + 0.95 * week + noise[week % 4] for week in range(16)
    }
    made = trend("lpar:SYSB", "cp_busy_pct", "%", values, limits=(100.0,) * 3)
    full = begun + timedelta(weeks=52.0 / 0.95)
    assert made.earliest is not None
    assert made.reached is not None
    assert made.latest is not None
    assert made.earliest < made.reached < full <= made.latest


def test_one_value_a_day_that_of_the_busiest_interval() -> None:
    def reading(day: int) -> FileReading:
        figures = tuple(
            Observation("lpar:SYSA", "cp_busy_pct", busy, "%", "r", 1, "", "",
                        Interval(f"2015-03-{day:02}T{hour:02}:00:00", None, 900.0))
            for hour, busy in ((9, 50.0 + day), (11, 70.0 + day), (15, 60.0 + day))
        )  # fmt: skip
        return FileReading("r", str(day), 1, "utf-8", "lines", ("f",), figures, 1)

    many = [reading(day) for day in range(1, 25)]
    ((_key, days),) = busiest_by_day(many).items()
    assert days[date(2015, 3, 7)] == (77.0, 11)
    (made,) = trends(many)
    assert (made.days, made.hour, made.limit) == (24, 11, 100.0)
    assert trends(many[:5]) == ()


def test_history_on_the_command_line(tmp_path: Path, monkeypatch, capsys) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.setenv("LOCALAPPDATA", str(tmp_path))
    monkeypatch.setattr("pathlib.Path.home", lambda: tmp_path)
    assert main(["history", "--track-record", "show"]) == 0
    assert "is off" in capsys.readouterr().out
    assert main(["history"]) != 0
    assert main(["history", str(sample("engagement"))]) != 0
    assert "is no engagement" in capsys.readouterr().err


@pytest.mark.thorough
def test_history_of_two_folders_with_a_record(tmp_path: Path, monkeypatch, capsys) -> None:
    import json

    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.setenv("LOCALAPPDATA", str(tmp_path))
    monkeypatch.setattr("pathlib.Path.home", lambda: tmp_path)
    words = ["history", str(sample("engagement")), str(sample("after")), "--json"]
    assert main([*words, "--track-record", "on"]) == 0
    first = json.loads(capsys.readouterr().out)
    assert main(words) == 0
    again = json.loads(capsys.readouterr().out)
    assert first == again, "recorded once"
    (outcome,) = first["outcomes"]
    assert 0 < sum(one["inside"] for one in outcome["figures"]) < len(outcome["figures"])
    assert first["track_record"]["all"][0]["n"] >= 6
    assert main(["history", "--track-record", "off"]) == 0
    assert not list(tmp_path.rglob("*.jsonl"))
