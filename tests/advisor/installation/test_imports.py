"""Reports of several imports: the newer is the baseline, the older history."""

from __future__ import annotations

from dataclasses import replace
from itertools import permutations

import pytest

from advisor.installation import build_installation
from advisor.observations import FileReading, Interval, Observation
from model.topology import Value

LPAR = "lpar:SYSA"


def seen(
    metric: str,
    value: Value,
    unit: str = "",
    start: str = "",
    end: str = "",
    subject: str = LPAR,
) -> Observation:
    span = Interval(start, end, 900.0) if start else Interval()
    return Observation(subject, metric, value, unit, "", 1, f"{metric} {value}", str(value), span)


def report(file: str, batch: int, *observations: Observation) -> FileReading:
    here = tuple(replace(o, file=file, line=n) for n, o in enumerate(observations, start=1))
    return FileReading(file, file, 1, "utf-8", "text", ("test",), here, len(here), batch=batch)


def busy(value: float, day: int, hour: int = 9) -> Observation:
    start, end = (f"2026-03-{day:02}T{h:02}:00:00" for h in (hour, hour + 1))
    return seen("cp_busy_pct", value, "%", start, end)


def test_a_later_import_of_later_figures_is_the_baseline() -> None:
    old = report("march", 0, busy(40, 2), seen("cpu_delay_pct", 3, "%"))
    new = report("april", 1, busy(70, 9))
    for order in ((old, new), (new, old)):
        installation = build_installation(order)
        lpar = installation.topology[LPAR]
        assert lpar.measure("cp_busy_pct") == 70
        # What the newer report does not say is still known from the older.
        assert lpar.measure("cpu_delay_pct") == 3
        assert len([o for o in installation.observations if o.subject == LPAR]) == 3
        (sentence,) = [p.sentence for p in installation.problems if "history" in p.sentence]
        assert "april" in sentence
        assert "2026-03-02 09:00" in sentence


def test_what_many_newer_reports_replace_is_told_in_one_sentence() -> None:
    """Two periods of twenty files began with twenty lines alike."""
    old = [report(f"old{n}", 0, busy(40, n)) for n in range(1, 6)]
    installation = build_installation([*old, report("new", 1, busy(70, 9))])
    (problem,) = [p for p in installation.problems if "history" in p.sentence]
    assert (problem.file, problem.line) == ("old1", 1)
    assert problem.sentence.startswith("5 figures of this report and 4 more, from 2026-03-01 09:00")


def test_an_older_report_that_comes_later_is_history_too() -> None:
    installation = build_installation([report("b", 0, busy(70, 9)), report("a", 1, busy(40, 2))])
    assert installation.topology[LPAR].measure("cp_busy_pct") == 70


@pytest.mark.parametrize("files", [("a", "a"), ("a", "b")])
def test_what_comes_in_together_is_a_series(files: tuple[str, str]) -> None:
    one, two = (report(file, 0, busy(value, day)) for file, value, day in
                zip(files, (40.0, 70.0), (2, 3), strict=True))  # fmt: skip
    two = replace(two, sha256="other")
    assert build_installation([one, two]).topology[LPAR].measure("cp_busy_pct") == 55


def test_reports_of_the_same_hours_complete_each_other() -> None:
    installation = build_installation([report("a", 0, busy(40, 2)), report("b", 1, busy(50, 2))])
    assert installation.topology[LPAR].measure("cp_busy_pct") == 45
    assert not any("history" in p.sentence for p in installation.problems)


def test_what_has_no_date_is_as_new_as_its_import() -> None:
    pool = "db2_bufferpool:DB2A/BP1"
    old = report("z", 0, busy(40, 2), seen("setting.VPSIZE", 10_000, "buffers", subject=pool))
    new = report("a", 1, seen("setting.VPSIZE", 20_000, "buffers", subject=pool))
    installation = build_installation([old, new])
    assert installation.topology[pool].value("VPSIZE") == 20_000
    assert not any("is taken" in p.sentence for p in installation.problems)


def test_parts_of_a_figure_go_together() -> None:
    nucleus = "adabas_nucleus:10-1"

    def commands(code: str, count: int, day: int) -> Observation:
        start, end = f"2026-03-{day:02}T09:00:00", f"2026-03-{day:02}T10:00:00"
        return seen(f"commands_by_type.{code}", count, "commands", start, end, nucleus)

    old = report("old", 0, commands("L3", 900, 2), commands("S1", 100, 2))
    new = report("new", 1, commands("L3", 500, 9))
    measured = build_installation([old, new]).topology[nucleus].measured
    assert {name for name in measured if name.startswith("commands_by_type")} == {
        "commands_by_type.L3"
    }


@pytest.mark.parametrize(
    ("day", "left"), [(3, {"cpu_s", "messages_per_s"}), (9, {"messages_per_s"})]
)
def test_counts_of_another_period_are_not_set_beside_todays(day: int, left: set[str]) -> None:
    """Commands of autumn per CPU second of spring were an ITR that nobody ever had."""
    node = "netwk_node:SYSA"

    def told(metric: str, value: Value, on: int) -> Observation:
        start, end = f"2026-03-{on:02}T09:00:00", f"2026-03-{on:02}T10:00:00"
        return seen(metric, value, "", start, end, node)

    old = report("old", 0, told("messages_per_s", 900, 2), told("cpu_s", 10.0, 2),
                 told("setting.DRIVER", "CTCA", 2))  # fmt: skip
    new = report("new", 1, told("messages_per_s", 500, day))
    installation = build_installation([old, new])
    component = installation.topology[node]
    assert {"cpu_s", "messages_per_s"} & component.measured.keys() == left
    assert component.value("DRIVER") == "CTCA", "nothing says that it changed"
    assert component.measure("messages_per_s") == 500
    assert any("history" in p.sentence for p in installation.problems)


def test_a_newer_report_of_one_system_leaves_the_others_share_of_a_shared_volume() -> None:
    """The volume's rate is the sum over the systems; only one of them has a newer report."""
    volume = "dasd_volume:V1"

    def rate(system: str, value: float, day: int) -> Observation:
        start, end = f"2026-03-{day:02}T09:00:00", f"2026-03-{day:02}T10:00:00"
        return seen(f"io_per_s.{system}", value, "I/O/s", start, end, volume)

    box = seen("relation.parent", "dasd:BOX", subject=volume)
    other = seen("cp_busy_pct", 5, "%", subject="lpar:SYSB")
    old = report("march", 0, box, busy(40, 2), other, rate("SYSA", 300, 2), rate("SYSB", 100, 2))
    new = report("april", 1, rate("SYSB", 50, 9))
    topology = build_installation([old, new]).topology
    assert topology[volume].measure("io_per_s") == pytest.approx(350)
    assert topology["dasd:BOX"].measure("io_per_s") == pytest.approx(350)


@pytest.mark.parametrize(("hour", "expected"), [(10, 55), (12, 70)])
def test_the_next_interval_dropped_later_is_the_same_series(hour: int, expected: float) -> None:
    one, two = report("a", 0, busy(40, 2, 9)), report("b", 1, busy(70, 2, hour))
    installation = build_installation([one, two])
    assert installation.topology[LPAR].measure("cp_busy_pct") == pytest.approx(expected)


def test_a_moved_component_stands_where_the_newer_report_has_it() -> None:
    def at(system: str, day: int) -> tuple[Observation, Observation]:
        subject = "cics_region:AOR1"
        start, end = f"2026-03-{day:02}T09:00:00", f"2026-03-{day:02}T10:00:00"
        return (
            seen("relation.parent", f"lpar:{system}", subject=subject),
            seen("cpu_ms", 1, "ms", start, end, subject),
        )

    installation = build_installation([report("b", 0, *at("SYSA", 2)),
                                       report("a", 1, *at("SYSB", 9))])  # fmt: skip
    assert installation.topology["cics_region:AOR1"].parent == "lpar:SYSB"
    assert not any("is kept" in p.sentence for p in installation.problems)


def hours(file: str, batch: int, *told: tuple[int, float]) -> FileReading:
    return report(file, batch, *(busy(value, 9, hour) for hour, value in told))


@pytest.mark.parametrize("swapped", [False, True])
def test_an_import_reaches_from_its_first_interval_to_its_last(swapped: bool) -> None:
    """In whatever order they stand: what adjoins one of its ends is of the same series."""

    def told(*pairs: tuple[int, float]) -> tuple[tuple[int, float], ...]:
        return pairs[::-1] if swapped else pairs

    before, after = hours("a", 0, *told((6, 10), (7, 20))), hours("b", 1, *told((8, 60), (9, 70)))
    installation = build_installation([before, after])
    assert installation.topology[LPAR].measure("cp_busy_pct") == 40
    assert not any("history" in p.sentence for p in installation.problems)


def test_what_is_history_is_said_from_its_first_day_and_line() -> None:
    old = report("old", 0, busy(40, 3), busy(50, 2), busy(60, 4))
    (said,) = [p for p in build_installation([old, report("new", 1, busy(70, 20))]).problems
               if "history" in p.sentence]  # fmt: skip
    assert "3 figures from 2026-03-02 09:00 on" in said.sentence
    assert (said.file, said.line) == ("old", 1)


def test_an_undated_setting_of_a_late_import_of_old_reports_is_todays() -> None:
    """Nobody knows when it was coded: it came last, and is as of the latest day known by then."""
    pool = "db2_bufferpool:DB2A/BP1"

    def sized(value: int) -> Observation:
        return seen("setting.VPSIZE", value, "buffers", subject=pool)

    first = report("a", 0, busy(70, 9), sized(10_000))
    late = report("b", 1, busy(40, 2), sized(20_000))
    assert build_installation([first, late]).topology[pool].value("VPSIZE") == 20_000


def test_settings_and_systems_shares_are_no_parts_of_one_figure() -> None:
    """Each is as new as its own latest report; parts of a figure go together."""
    pool = "db2_bufferpool:DB2A/BP1"

    def on(metric: str, value: Value, day: int) -> Observation:
        return seen(metric, value, "", f"2026-03-{day:02}T09", f"2026-03-{day:02}T10", pool)

    old = report("a", 0, on("setting.VPSIZE", 10_000, 2), on("setting.VPSEQT", 80, 2))
    new = report("b", 1, on("setting.VPSIZE", 20_000, 9))
    found = build_installation([old, new]).topology[pool]
    assert (found.value("VPSIZE"), found.value("VPSEQT")) == (20_000, 80)


@pytest.mark.parametrize("names", [*permutations("abc")])
def test_neither_names_nor_order_of_files_say_where_something_runs(names: tuple[str, ...]) -> None:
    """A Db2 ran where the file that came first by its name had it, against two others."""

    def told(file: str, *systems: str) -> FileReading:
        said = [
            seen("relation.parent", f"lpar:{system}", subject="db2_subsystem:DB2P")
            for system in systems
        ]
        return report(file, 0, *said)

    most = [told(names[0], "SYSB"), told(names[1], "SYSC"), told(names[2], "SYSC")]
    lines = [told(names[0], "SYSA"), told(names[1], "SYSB", "SYSB")]
    alike = [told(names[0], "SYSB"), told(names[1], "SYSA")]
    for reports, system in ((most, "SYSC"), (lines, "SYSB"), (alike, "SYSA")):
        for given in (reports, reports[::-1]):
            installation = build_installation(given)
            assert installation.topology["db2_subsystem:DB2P"].parent == f"lpar:{system}"
            assert any(f"{system} is kept" in p.sentence for p in installation.problems)
