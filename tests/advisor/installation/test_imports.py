"""Reports of several imports: the newer is the baseline, the older history."""

from __future__ import annotations

from dataclasses import replace

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
        assert "2026-03-02T09:00" in sentence


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
    assert not any("the first is kept" in p.sentence for p in installation.problems)
