"""Sorts of one name in several files are one if they sorted the same, else several."""

from __future__ import annotations

from advisor.installation.builder import build_installation
from advisor.observations import FileReading, Interval, Observation


def log(
    name: str, *sorts: tuple[str, float], system: str = "", when: str | None = None, batch: int = 0
) -> FileReading:
    seen = []
    for line, (job, gb) in enumerate(sorts, 1):
        subject, given = f"dfsort_job:{job}", Interval(end=when)
        seen.append(Observation(subject, "gb_sorted", gb, "GB", name, line, "", "", given))
        if system:
            parent = f"lpar:{system}"
            seen.append(Observation(subject, "relation.parent", parent, "", name, line, ""))
    of = ("smf-16" if when else "dfsort-messages",)
    return FileReading(name, name, 1, "utf-8", "lines", of, tuple(seen), 2, batch=batch)


def sorted_gb(*readings: FileReading) -> dict[str, float]:
    found = build_installation(readings).topology
    return {c.name: c.measured["gb_sorted"].value for c in found.of_kind("dfsort_job")}


def test_two_logs_of_a_job_that_sorted_something_else_are_two_sorts() -> None:
    """The second was left out, and the sentence asked for a report to be left out."""
    one, other = log("a", ("NIGHT", 3.0), ("NIGHT 2", 5.0)), log("b", ("NIGHT", 10.0))
    assert sorted_gb(one, other) == {"NIGHT": 3, "NIGHT 2": 5, "NIGHT 3": 10}
    found = build_installation([one, other])
    assert not found.problems
    assert any("NIGHT of b" in said and "called NIGHT 3" in said for said in found.assumptions)


def test_what_two_reports_say_the_same_of_is_one_sort() -> None:
    record = log("c", ("NIGHT", 5.0), ("NIGHT SORT20", 3.0), when="2015-11-03T02:10:00")
    assert sorted_gb(log("a", ("NIGHT", 3.0), ("NIGHT 2", 5.0)), record) == {
        "NIGHT": 3,
        "NIGHT 2": 5,
    }


def test_days_of_one_sort_are_one_and_systems_are_not() -> None:
    days = [log(f"d{n}", ("NIGHT", 3.0 + n), when=f"2015-11-0{n}T02:10:00") for n in (1, 2)]
    assert set(sorted_gb(*days)) == {"NIGHT"}
    here, there = (log(s, ("NIGHT", 3.0), system=s) for s in ("SYSA", "SYSB"))
    assert sorted_gb(here, there) == {"NIGHT": 3, "NIGHT 2": 3}


def test_a_later_import_is_the_sort_after_a_change() -> None:
    assert sorted_gb(log("a", ("NIGHT", 3.0)), log("b", ("NIGHT", 10.0), batch=1)) == {"NIGHT": 10}
