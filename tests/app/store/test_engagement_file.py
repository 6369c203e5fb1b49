"""What goes into an engagement file comes out as it was."""

from __future__ import annotations

import random
import shutil
import sqlite3
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from advisor.engagement import Constraints
from advisor.observations import FileReading, Interval, Observation, Problem
from app.store import Decision, EngagementFile, StoreProblem
from app.store.codec import DecodeError, decode, decode_value, encode, encode_value, storable
from model.topology import (
    AddComponent,
    Change,
    Component,
    Link,
    Measured,
    MoveComponent,
    Origin,
    RemoveComponent,
    Scenario,
    SetSetting,
    Setting,
)

TEXT = st.text(max_size=20)  # with NULs, controls and right-to-left marks, without surrogates
VALUES = st.one_of(st.booleans(), st.integers(), st.floats(allow_nan=False), TEXT)
FINITE = VALUES.filter(lambda value: isinstance(value, str) or abs(value) < 1e300)
CHANGES: tuple[Change, ...] = (
    SetSetting("lpar:SYSA", "ZHPF", True),
    SetSetting("adabas_nucleus:10-1", "LBP", 100.5),
    MoveComponent("adabas_nucleus:10-1", None),
    AddComponent(
        Component(
            "cf:CF1",
            "cf",
            "CF1",
            None,
            {"CPS": Setting(2, Origin("report", "a.txt", 7, "CPS 2"))},
            {"cpu_busy_pct": Measured(12.5, "%", Origin("derived"), 900.0)},
        ),
        (Link("uses", "cf:CF1", "dasd:D1"),),
    ),
    RemoveComponent("cf:CF1"),
)


def reading(file: str = "rmf.txt", observations: int = 3) -> FileReading:
    return FileReading(
        file=file,
        sha256="0" * 64,
        size_bytes=1234,
        encoding="cp1047",
        record_format="FBA 133",
        formats=("RMF CPU activity", "RMF Partition Data"),
        observations=tuple(
            Observation(
                "lpar:SYSA",
                "cp_busy_pct",
                44.5 + number,
                "%",
                file if number else "inside.zip/" + file,
                number + 1,
                "1  C P U  A C T I V I T Y \x85",
                "44.5",
                Interval("2026-03-02T10:00:00", None, 900.0),
            )
            for number in range(observations)
        ),
        lines=99,
        unread=((4, 9), (20, 20)),
        problems=(Problem(file, 5, "a column is cut off; ask for the report again"),),
        busiest=("2026-03-02T10:00:00",),
        unread_kinds=(("72-5", 12), ("30", 3)),
    )


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "customer.plexwright"


def test_everything_comes_back_after_closing(path: Path) -> None:
    content = bytes(range(256)) * 10_000  # more than one chunk
    scenarios = (Scenario("zHPF", CHANGES, "a note"), Scenario("empty", base="zHPF"))
    constraints = Constraints(goal="itr", no_paging=True, max_cps=12.5, excluded_rules=("NAT-001",))
    with EngagementFile.create(path, "Customer A") as file:
        assert file.add_source("rmf.txt", content, (reading(), reading("second")))
        file.set_edits(CHANGES)
        file.set_scenarios(scenarios)
        file.set_constraints(constraints)
        file.set_answer("lpar:SYSA", "setting.REAL_STORAGE_GB", 256)
        file.set_answer("lpar:SYSA", "setting.ZHPF", True)
        file.set_answer("lpar:SYSA", "setting.MODEL", "2827")
        file.decide("ADA-013@10", "rejected", "paging is wanted here")
        file.decide("NAT-001@J1", "accepted")
        file.set_window_state("canvas", {"lpar:SYSA": [10.0, 20.0]})
    with EngagementFile.open(path) as file:
        assert file.name == "Customer A"
        assert file.readings() == (reading(), reading("second"))
        (source,) = file.sources()
        assert (source.name, source.size_bytes) == ("rmf.txt", len(content))
        assert file.source_bytes(source.id) == content
        assert file.edits() == CHANGES
        assert file.scenarios() == scenarios
        assert file.decisions() == (
            Decision("ADA-013@10", "rejected", "paging is wanted here"),
            Decision("NAT-001@J1", "accepted", ""),
        )
        assert file.window_state("canvas") == {"lpar:SYSA": [10.0, 20.0]}
        assert file.window_state("never set") is None
        options = file.options()
        assert options.constraints == constraints
        assert options.edits == CHANGES
        assert options.rejected == ("ADA-013@10",)
        assert options.answers == {
            ("lpar:SYSA", "setting.MODEL"): "2827",
            ("lpar:SYSA", "setting.REAL_STORAGE_GB"): 256,
            ("lpar:SYSA", "setting.ZHPF"): True,
        }
        assert options.answers["lpar:SYSA", "setting.ZHPF"] is True


def test_a_file_imported_twice_is_kept_once(path: Path, tmp_path: Path) -> None:
    on_disk = tmp_path / "rmf.txt"
    on_disk.write_bytes(b"the same bytes")
    with EngagementFile.create(path) as file:
        assert file.add_source("rmf.txt", b"the same bytes", (reading(),))
        assert not file.add_source("copy of rmf.txt", on_disk, (reading(),))
        assert len(file.readings()) == 1


def test_imports_are_counted_and_told_apart(path: Path) -> None:
    with EngagementFile.create(path) as file:
        assert file.next_batch() == 0
        file.add_source("a", b"a", (reading("a"),))
        assert file.next_batch() == 1
        file.add_source("b", b"b", (replace(reading("b"), batch=1),))
        assert [found.batch for found in file.readings()] == [0, 1]
        (_, second) = file.sources()
        # Other intervals of a print are no newer import.
        again = file.read_again(second.id, (reading("b"),))
        assert [found.batch for found in again] == [1]
        assert [found.batch for found in file.readings()] == [0, 1]
        assert file.next_batch() == 2


def test_removing_a_source_removes_all_that_came_from_it(path: Path) -> None:
    with EngagementFile.create(path) as file:
        file.add_source("a", b"a", (reading("a"),))
        file.add_source("b", b"b", (reading("b"),))
        file.remove_source(file.sources()[0].id)
        assert [item.file for item in file.readings()] == ["b"]
    with sqlite3.connect(path) as connection:
        counts = [
            connection.execute(f"SELECT count(DISTINCT {column}) FROM {table}").fetchone()[0]
            for table, column in (
                ("source_chunk", "source"),
                ("observation", "reading"),
                ("unread", "reading"),
                ("problem", "reading"),
            )
        ]
    connection.close()
    assert counts == [1, 1, 1, 1]


def test_an_import_that_is_stopped_keeps_nothing_of_the_file(path: Path) -> None:
    with EngagementFile.create(path) as file:
        with pytest.raises(StoreProblem, match="stopped by you"):
            file.add_source("big", b"x" * 3_000_000, (reading(),), cancel=lambda: True)
        assert file.sources() == ()
        assert file.add_source("big", b"x" * 3_000_000, (reading(),))


def test_a_refused_file_is_listed_without_its_bytes(path: Path) -> None:
    refused = replace(reading("log", 0), refused=True)
    with EngagementFile.create(path) as file:
        size = path.stat().st_size
        assert file.add_source("log", random.Random(1).randbytes(3_000_000), (refused,))
        (source,) = file.sources()
        assert source.size_bytes == 3_000_000
        assert file.source_bytes(source.id) == b""
        assert file.readings() == (refused,)
        assert path.stat().st_size <= size + 8192
        assert file.add_source("mixed", b"mixed", (refused, reading("good")))
        assert file.source_bytes(file.sources()[1].id) == b"mixed"


def test_readings_may_come_when_the_bytes_are_packed(path: Path) -> None:
    with EngagementFile.create(path) as file:
        assert file.add_source("a", b"a", lambda: (reading("a"),))
        assert file.readings() == (reading("a"),)

        def cancelled() -> tuple[FileReading, ...]:
            raise KeyboardInterrupt

        with pytest.raises(KeyboardInterrupt):
            file.add_source("b", b"b", cancelled)
        assert len(file.sources()) == 1


def test_decisions_and_answers_can_be_taken_back(path: Path) -> None:
    with EngagementFile.create(path) as file:
        file.decide("F", "deferred", "later")
        file.decide("F", None)
        file.set_answer("s", "m", 1)
        file.set_answer("s", "m", None)
        assert file.decisions() == ()
        assert file.answers() == {}


def test_scenarios_keep_their_order_and_have_names_of_their_own(path: Path) -> None:
    with EngagementFile.create(path) as file:
        file.set_scenarios((Scenario("two"),))
        file.set_scenarios((Scenario("one", CHANGES[:1]), Scenario("two")))
        assert [(s.name, len(s.changes)) for s in file.scenarios()] == [("one", 1), ("two", 0)]
        with pytest.raises(StoreProblem, match="one name"):
            file.set_scenarios((Scenario("same"), Scenario("same")))
        assert len(file.scenarios()) == 2


def test_changes_made_together_are_kept_together(path: Path) -> None:
    with EngagementFile.create(path) as file, EngagementFile.open(path) as other:
        with file.together():
            file.decide("F", "accepted")
            file.set_scenarios((Scenario("one"),))
            assert other.decisions() == ()
        assert len(other.decisions()) == len(other.scenarios()) == 1

        def half_wrong() -> None:
            with file.together():
                file.decide("G", "accepted")
                file.set_scenarios((Scenario("same"), Scenario("same")))

        with pytest.raises(StoreProblem, match="one name"):
            half_wrong()
        assert [d.finding for d in other.decisions()] == ["F"]
        file.decide("H", "accepted")
        assert len(other.decisions()) == 2


def test_an_open_engagement_can_be_mailed_as_one_file(path: Path, tmp_path: Path) -> None:
    with EngagementFile.create(path, "A") as file:
        file.add_source("a", b"a", (reading("a"),))
        assert [p.name for p in tmp_path.iterdir()] == [path.name]
        mailed = tmp_path / "mailed.plexwright"
        shutil.copyfile(path, mailed)
        copied = tmp_path / "copied.plexwright"
        file.copy_to(copied)
    for other in (mailed, copied):
        with EngagementFile.open(other) as file:
            assert file.readings() == (reading("a"),)
    assert sorted(p.suffix for p in tmp_path.iterdir()) == [".plexwright"] * 3


def test_two_openings_see_each_others_changes(path: Path) -> None:
    with EngagementFile.create(path) as first, EngagementFile.open(path) as second:
        first.decide("F", "accepted")
        assert [d.finding for d in second.decisions()] == ["F"]
        second.decide("G", "accepted")
        assert [d.finding for d in first.decisions()] == ["F", "G"]


@given(value=VALUES)
def test_values_keep_their_type(value: float | int | str | bool) -> None:
    letter, kept = encode_value(value)
    with sqlite3.connect(":memory:") as connection:
        (back,) = connection.execute("SELECT ?", (kept,)).fetchone()
    connection.close()
    again = decode_value(letter, back)
    assert again == value
    assert type(again) is type(value)


def test_not_a_number_stays_not_a_number() -> None:
    again = decode_value(*encode_value(float("nan")))
    assert again != again


@given(component=TEXT, setting=TEXT, value=FINITE)
def test_changes_come_back_whatever_is_in_them(
    component: str, setting: str, value: float | int | str | bool
) -> None:
    change = SetSetting(component, setting, value)
    again = decode(encode(change))
    assert again == change
    assert type(again.value) is type(value)


@pytest.mark.parametrize("value", [float("inf"), float("-inf"), float("nan")])
def test_what_cannot_be_calculated_with_is_not_kept(path: Path, value: float) -> None:
    with EngagementFile.create(path) as file:
        with pytest.raises(StoreProblem, match="cannot keep a number"):
            file.set_edits((SetSetting("lpar:SYSA", "CPS", value),))
        assert file.edits() == ()


@given(text=st.text(alphabet=st.characters(categories=["Cs", "L", "Cc"]), max_size=20))
def test_odd_file_names_can_be_kept(text: str) -> None:
    storable(text).encode("utf-8")
    decode(encode(SetSetting(text, "a", text)))


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{",
        '{"__class__":"Path"}',
        '{"__class__":"os.system","command":"x"}',
        '{"__class__":["SetSetting"]}',
        '{"__class__":"SetSetting","nonsense":1}',
        "[" * 100_000,
    ],
)
def test_only_known_classes_are_built(text: str) -> None:
    with pytest.raises(DecodeError):
        decode(text)


def test_the_as_is_before_an_import_is_kept_as_it_was(tmp_path: Path) -> None:
    from model.topology import Component, Link, Measured, Origin, Setting, Topology

    told = Origin("report", "x.txt", 7, "LBP=100M")
    before = Topology().with_components(
        [
            Component("lpar:A", "lpar", "A", None, {"CPS": Setting(4, told)}),
            Component(
                "cf:1", "cf", "1", None, {}, measured={"busy_pct": Measured(31.5, "%", told)}
            ),
        ]
    )
    before = before.with_link(Link("coupled", "lpar:A", "cf:1"))
    path = tmp_path / "x.plexwright"
    with EngagementFile.create(path) as file:
        assert file.before_import() is None
        file.keep_before_import(before)
    with EngagementFile.open(path) as file:
        assert file.before_import() == before
        file.keep_before_import(None)
        assert file.before_import() is None
