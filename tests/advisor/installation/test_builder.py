"""Observations to topology: joining, conflicts, units, intervals, answers and edits."""

from __future__ import annotations

import itertools
from dataclasses import replace

import pytest

from advisor.installation import build_installation
from advisor.observations import FileReading, Interval, Observation
from model.topology import SetSetting, Value


def seen(
    subject: str,
    metric: str,
    value: Value,
    unit: str = "",
    *,
    file: str = "a.txt",
    line: int = 1,
    start: str | None = None,
    seconds: float | None = None,
) -> Observation:
    return Observation(
        subject,
        metric,
        value,
        unit,
        file,
        line,
        f"{metric} {value}",
        str(value),
        Interval(start, None, seconds),
    )


def reading(*observations: Observation, file: str = "a.txt", digest: str = "") -> FileReading:
    return FileReading(
        file, digest or file, 1, "utf-8", "text", ("test",), tuple(observations), len(observations)
    )


CLUSTER = (
    seen("cpc:M", "setting.CPS", 32),
    seen("lpar:SYSA", "relation.parent", "cpc:M"),
    seen("lpar:SYSA", "setting.REAL_STORAGE_GB", 131072, "MB"),
    seen("lpar:SYSA", "setting.ZHPF", "NO"),
    seen("lpar:SYSB", "setting.ZHPF", "NO"),
    *(
        observation
        for number, system in ((1, "SYSA"), (2, "SYSB"))
        for observation in (
            seen(f"adabas_nucleus:10-{number}", "relation.parent", f"lpar:{system}"),
            seen(f"adabas_nucleus:10-{number}", "relation.member", "adabas_database:10"),
            seen(f"adabas_nucleus:10-{number}", "commands", 1000 * number, "commands"),
            seen(f"adabas_nucleus:10-{number}", "commands_by_type.A1", 50 * number, "commands"),
            seen(f"adabas_nucleus:10-{number}", "cpu_s", 0.05 * number, "s"),
            seen(f"adabas_nucleus:10-{number}", "duration_s", 10, "s"),
            seen(f"adabas_nucleus:10-{number}", "logical_reads", 600 * number, "reads"),
            seen(f"adabas_nucleus:10-{number}", "physical_reads", 100, "reads"),
        )
    ),
)


def test_totals_and_ratios_come_from_their_parts() -> None:
    topology = build_installation([reading(*CLUSTER)]).topology
    database = topology["adabas_database:10"]
    assert database.measure("commands") == 3000
    assert database.measure("etr_per_s") == pytest.approx(300)
    assert database.measure("itr_per_cpu_s") == pytest.approx(20_000)
    assert database.measure("buffer_efficiency") == pytest.approx(9.0)
    assert database.measure("reads_per_s") == pytest.approx(20)
    assert database.number("UPDATE_SHARE") == pytest.approx(0.05)
    assert database.value("NUCLEI") == 2
    assert database.value("PRODUCT") == "ALS"
    assert database.value("ZHPF") is False
    assert database.measured["etr_per_s"].origin.kind == "derived"


def test_a_total_is_not_made_of_some_of_its_parts() -> None:
    without = [o for o in CLUSTER if not (o.subject.endswith("-2") and o.metric == "cpu_s")]
    database = build_installation([reading(*without)]).topology["adabas_database:10"]
    assert database.measure("cpu_s") is None
    assert database.measure("itr_per_cpu_s") is None
    assert database.measure("etr_per_s") is not None


def test_physical_reads_alone_make_no_ratio() -> None:
    without = [o for o in CLUSTER if o.metric != "logical_reads"]
    database = build_installation([reading(*without)]).topology["adabas_database:10"]
    assert database.measure("reads_per_s") == pytest.approx(20)
    assert database.measure("buffer_efficiency") is None


@pytest.mark.parametrize(("second", "of_all"), [("YES", True), ("NO", None)])
def test_what_all_nuclei_have_the_database_has(second: str, of_all: bool | None) -> None:
    stated = [
        seen(f"adabas_nucleus:10-{number}", "setting.LARGEPAGE", value)
        for number, value in ((1, "YES"), (2, second))
    ]
    found = build_installation([reading(*CLUSTER, *stated)]).topology
    assert found["adabas_database:10"].value("LARGEPAGE") is of_all


def test_the_report_of_one_nucleus_stands_for_those_that_the_answer_counts() -> None:
    one = [o for o in CLUSTER if not o.subject.endswith("-2")]
    told = build_installation([reading(*one)], {("adabas_database:10", "setting.NUCLEI"): 3})
    nuclei = told.topology.sources("adabas_database:10", "member")
    assert [n.kind for n in nuclei] == ["adabas_nucleus"] * 3
    assert [n.measure("commands") for n in nuclei] == [1000, 1000, 1000]
    assert told.topology["adabas_database:10"].measure("etr_per_s") == pytest.approx(300)


def test_users_of_a_database_are_those_in_the_queues_of_its_nuclei() -> None:
    """Bytes in use by bytes of an element: 24,000 of 100 elements in 80,000 bytes are 30 users."""
    queues = [
        observation
        for number, used in ((1, 24_000), (2, 8_000))
        for observation in (
            seen(f"adabas_nucleus:10-{number}", "setting.NU", 100),
            seen(f"adabas_nucleus:10-{number}", "pool_size.NU", 80_000, "bytes"),
            seen(f"adabas_nucleus:10-{number}", "high_water_mark.NU", used, "bytes", line=number),
        )
    ]
    database = build_installation([reading(*CLUSTER, *queues)]).topology["adabas_database:10"]
    assert database.value("USERS") == 40
    assert database.settings["USERS"].origin.line == 1


def test_units_are_converted_and_others_refused() -> None:
    installation = build_installation(
        [reading(*CLUSTER, seen("lpar:SYSB", "setting.REAL_STORAGE_GB", 5, "blocks", line=9))]
    )
    assert installation.topology["lpar:SYSA"].number("REAL_STORAGE_GB") == 128
    assert installation.topology["lpar:SYSB"].number("REAL_STORAGE_GB") is None
    assert any(
        "REAL_STORAGE_GB of lpar:SYSB cannot be 5 blocks" in p.sentence
        for p in installation.problems
    )


def test_contradicting_values_are_named_with_both_lines() -> None:
    nucleus = "adabas_nucleus:10-1"
    installation = build_installation(
        [
            reading(*CLUSTER, seen(nucleus, "setting.LBP", 100, "MB", line=4)),
            reading(seen(nucleus, "setting.LBP", 200, "MB", file="b.txt", line=7), file="b.txt"),
        ]
    )
    assert installation.topology[nucleus].number("LBP") == 200
    (problem,) = [p for p in installation.problems if "LBP" in p.sentence]
    assert (problem.file, problem.line) == ("a.txt", 4)
    assert "b.txt:7" in problem.sentence
    kept = [o.value for o in installation.observations if o.metric == "setting.LBP"]
    assert kept == [100, 200]


def test_order_of_files_and_duplicates_change_nothing() -> None:
    parts = [
        reading(*CLUSTER),
        reading(seen("lpar:SYSA", "cp_busy_pct", 40.0, "%", file="b", seconds=900), file="b"),
        reading(seen("lpar:SYSA", "setting.WEIGHT", 5, file="c"), file="c"),
    ]
    expected = build_installation(parts)
    for order in itertools.permutations(parts):
        assert build_installation([*order, order[0]]) == expected


def test_answers_and_edits_come_last_and_are_marked() -> None:
    installation = build_installation(
        [reading(*CLUSTER)],
        {("adabas_database:10", "setting.USERS"): 3000, ("lpar:NONE", "setting.CPS"): 1},
        [SetSetting("lpar:SYSA", "CPS", 16), SetSetting("lpar:GONE", "CPS", 1)],
    )
    database = installation.topology["adabas_database:10"]
    assert database.settings["USERS"].origin.kind == "user"
    assert installation.topology["lpar:SYSA"].value("CPS") == 16
    assert not any(q.metric == "setting.USERS" for q in installation.questions)
    sentences = " ".join(p.sentence for p in installation.problems)
    assert "lpar:NONE" in sentences
    assert "lpar:GONE" in sentences


def test_a_figure_below_nothing_is_said_and_left_out() -> None:
    """No product has -5 processors or buffers; a load may shrink."""
    installation = build_installation(
        [
            reading(
                seen("cpc:42A17", "setting.CPS", -5, ""),
                seen("mq_bufferpool:QM/1", "setting.BUFFERS", -5, "buffers"),
                seen("mq_manager:QM", "setting.LOAD_GROWTH_PCT", -5, "%"),
            )
        ]
    )
    assert installation.topology["cpc:42A17"].value("CPS") is None
    assert installation.topology["mq_bufferpool:QM/1"].value("BUFFERS") is None
    assert installation.topology["mq_manager:QM"].value("LOAD_GROWTH_PCT") == -5
    assert sum("cannot be -5" in p.sentence for p in installation.problems) == 2


def test_what_is_missing_is_asked() -> None:
    questions = build_installation([reading(*CLUSTER)]).questions
    (users,) = [q for q in questions if q.metric == "setting.USERS"]
    assert users.subject == "adabas_database:10"
    assert users.report


def test_unknown_subjects_are_reported_not_guessed() -> None:
    installation = build_installation([reading(seen("ufo:X", "speed", 1), seen("nothing", "x", 1))])
    assert len(installation.topology) == 0
    assert len(installation.problems) == 2


def test_nothing_gives_nothing() -> None:
    installation = build_installation([])
    assert len(installation.topology) == 0
    assert installation.problems == ()


def test_intervals_read_for_their_load_are_no_part_of_a_mean() -> None:
    busy = [
        seen("lpar:SYSA", "cp_busy_pct", value, "%", line=hour, start=f"2026-03-02T{hour:02}:00:00",
             seconds=900)
        for hour, value in ((8, 20), (9, 100), (10, 30), (11, 40))
    ]  # fmt: skip
    thinned = replace(reading(*busy), busiest=("2026-03-02T09:00:00",))
    mean = build_installation([thinned]).topology["lpar:SYSA"].measured["cp_busy_pct"]
    assert (mean.value, mean.interval_s) == (30, 2700)
    # A figure that was only printed in the peak is better than none.
    alone = replace(reading(busy[1]), busiest=("2026-03-02T09:00:00",))
    assert build_installation([alone]).topology["lpar:SYSA"].measured["cp_busy_pct"].value == 100


@pytest.mark.parametrize("name", ["april.txt", "z.txt"])
def test_settings_of_a_newer_report_count_whatever_its_name(name: str) -> None:
    """ADARUN has no interval; it is as old as the session's figures in the same print."""
    nucleus = "adabas_nucleus:10-1"
    old = reading(
        seen(nucleus, "setting.NT", 80, file="march.txt", line=9),
        seen(nucleus, "commands", 10, file="march.txt", start="2015-03-17T10:00:00", seconds=60),
        file="march.txt",
    )
    new = reading(
        seen(nucleus, "setting.NT", 60, file=name, line=3),
        seen(nucleus, "commands", 10, file=name, start="2015-04-17T10:00:00", seconds=60),
        file=name,
    )
    for order in ((old, new), (new, old)):
        assert build_installation(order).topology[nucleus].value("NT") == 60


def test_an_interval_that_two_reports_give_weighs_once() -> None:
    start, later = "2022-11-03T09:15:00", "2022-11-03T09:30:00"
    built = build_installation(
        (
            reading(seen("lpar:P", "cp_busy_pct", 51.24, "%", start=start, seconds=899.988)),
            reading(
                seen("lpar:P", "cp_busy_pct", 51.2, "%", file="b", start=start, seconds=899),
                seen("lpar:P", "cp_busy_pct", 31.24, "%", file="b", start=later, seconds=899.988),
                file="b",
            ),
        )
    )
    busy = built.topology["lpar:P"].measured["cp_busy_pct"]
    assert busy.value == pytest.approx(41.24)
    assert not built.problems


def test_reports_that_contradict_each_other_about_an_interval_are_named() -> None:
    start = "2022-11-03T09:15:00"
    figures = (("cp_busy_pct", "%"), ("paging_per_s", "pages/s"))
    built = build_installation(
        (
            reading(*(seen("lpar:P", name, 50.0, u, start=start, seconds=900)
                      for name, u in figures)),
            reading(*(seen("lpar:P", name, 70.0, u, file="b", line=7, start=start, seconds=900)
                      for name, u in figures), file="b"),
        )
    )  # fmt: skip
    (problem,) = built.problems
    assert (problem.file, problem.line) == ("b", 7)
    assert "cp_busy_pct of lpar:P is 70 here but 50 at a.txt:1" in problem.sentence
    assert "1 more of its figures differ; 60 is taken" in problem.sentence
    assert len([o for o in built.observations if o.metric == "cp_busy_pct"]) == 2


def test_an_answer_that_cannot_be_is_not_taken() -> None:
    report = reading(seen("lpar:SYSA", "cp_busy_pct", 70.0, "%"))
    for value in (-5, 250):
        built = build_installation([report], {("lpar:SYSA", "cp_busy_pct"): value})
        assert built.topology["lpar:SYSA"].measure("cp_busy_pct") == 70.0
        assert any("was not taken" in problem.sentence for problem in built.problems)
    built = build_installation([report], {("lpar:SYSA", "cp_busy_pct"): 75})
    assert built.topology["lpar:SYSA"].measure("cp_busy_pct") == 75.0
