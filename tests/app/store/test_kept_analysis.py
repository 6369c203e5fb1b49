"""The kept analysis: the same engagement again, and never one of something else."""

from __future__ import annotations

import json
import sqlite3
import zlib
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from advisor.engagement import Constraints, Engagement
from advisor.levels import levels_of
from advisor.observations import FileReading
from app.printing.documents import advice_document
from app.store import EngagementFile, analyses
from app.store.codec import DecodeError
from app.store.packing import PackError, pack, unpack
from model.projection import project
from model.topology import Scenario, SetSetting


@pytest.fixture(scope="module")
def readings(sample_readings) -> tuple[FileReading, ...]:
    return sample_readings


@pytest.fixture(scope="module")
def engagement(sample_analysis) -> Engagement:
    return sample_analysis


@pytest.fixture
def kept(tmp_path: Path, readings, engagement) -> EngagementFile:
    file = EngagementFile.create(tmp_path / "a.plexwright", engagement.name)
    for number, reading in enumerate(readings):
        file.add_source(reading.file, f"{number}".encode(), (reading,))
    file.keep_analysis(engagement)
    yield file
    file.close()


def test_what_was_kept_is_the_same_engagement(kept, engagement) -> None:
    again = kept.analysis()
    assert again is not None
    assert advice_document(again) == advice_document(engagement)
    assert again.installation == engagement.installation
    # What is shared stays shared: the observations are those of the readings.
    assert again.installation.observations[0] in again.readings[0].observations


def test_a_kept_baseline_projects_to_the_last_digit(kept, engagement) -> None:
    again = kept.analysis()
    assert again is not None
    scenarios = [Scenario(f.id, f.changes) for f in engagement.findings if f.changes][:4]
    assert project(again.baseline, scenarios) == project(engagement.baseline, scenarios)
    # The networks are not kept: made anew they answer the same, so that a report stays the same.
    first, second = (
        levels_of(baseline.networks, baseline, engagement.as_is)
        for baseline in (engagement.baseline, again.baseline)
    )
    assert first.times
    assert first == second


def test_whatever_it_rests_on_makes_it_void(kept, readings, monkeypatch) -> None:
    assert kept.analysis() is not None
    lpar = next(c.id for c in kept.analysis().installation.topology if c.kind == "lpar")
    kept.set_edits([SetSetting(lpar, "CPS", 3)])
    assert kept.analysis() is None
    kept.set_edits([])
    kept.set_answer("lpar:X", "setting.CPS", 4)
    assert kept.analysis() is None
    kept.set_answer("lpar:X", "setting.CPS", None)
    kept.set_constraints(Constraints(no_paging=True))
    assert kept.analysis() is None
    kept.set_constraints(Constraints())
    kept.decide("ADA-001:x", "rejected")
    assert kept.analysis() is None
    kept.decide("ADA-001:x", "accepted")
    assert kept.analysis() is not None
    kept.add_source("one more", b"more", (replace(readings[0], file="one more"),))
    assert kept.analysis() is None


def test_another_program_makes_it_void(kept, monkeypatch) -> None:
    monkeypatch.setattr(analyses, "program", lambda: "another build")
    assert kept.analysis() is None


def test_one_changed_observation_makes_another_key(readings, engagement) -> None:
    first = readings[0].observations[0]
    other = replace(
        readings[0], observations=(replace(first, raw="x"), *readings[0].observations[1:])
    )
    options = engagement.options
    assert analyses.key_of((other, *readings[1:]), options) != analyses.key_of(readings, options)


def test_the_name_of_today_counts(kept) -> None:
    kept.name = "Customer B"
    found = kept.analysis()
    assert found is not None
    assert found.name == "Customer B"


def test_a_damaged_one_is_as_good_as_none(kept) -> None:
    connection = sqlite3.connect(kept.path)
    for content in (b"", b"no zlib", zlib.compress(b"{}"), zlib.compress(b'{"nodes": 3}')):
        with connection:
            connection.execute("UPDATE analysis SET zlib = ?", (content,))
        assert kept.analysis() is None
    connection.close()


def test_a_file_of_the_first_version_is_lifted(tmp_path: Path) -> None:
    path = tmp_path / "old.plexwright"
    EngagementFile.create(path, "Old").close()
    connection = sqlite3.connect(path)
    connection.execute("DROP TABLE analysis")
    connection.execute("DROP TABLE busiest")
    connection.execute("DROP TABLE batch")
    connection.execute("DROP TABLE unread_kind")
    connection.execute("DROP TABLE numbers_read")
    connection.execute("DROP TABLE before_import")
    connection.execute("DROP TABLE stamp")
    connection.execute("DROP TABLE said")
    connection.execute("DROP TABLE scenario_base")
    connection.execute("DROP TABLE figures")
    connection.execute("PRAGMA user_version = 1")
    connection.close()
    with EngagementFile.open(path) as file:
        assert file.name == "Old"
        assert file.analysis() is None


@pytest.mark.parametrize(
    "classes",
    [
        [["os", "system", ["command"]]],
        [["model.topology.components", "Origin", ["kind", "file"]]],
        [["model.topology.components", "MappingProxyType", ["mapping"]]],
        [["model.topology.components", "Component.value", []]],
        [["advisor.nothing", "Nothing", []]],
    ],
)
def test_only_todays_frozen_values_are_built(classes) -> None:
    with pytest.raises(DecodeError):
        unpack(json.dumps({"classes": classes, "nodes": [[0]], "root": [0]}))


def test_containers_and_arrays_come_back_as_they_were() -> None:
    shared = (1, "two", None, True, 2.5)
    value = {"a": [shared, shared], ("k", 1): frozenset({"x", "y"}), "nan": float("nan")}
    array = np.arange(6, dtype=np.float64).reshape(2, 3)
    back = unpack(pack([value, array, np.array([[True], [False]])]))
    assert back[0]["a"] == [shared, shared]
    assert back[0]["a"][0] is back[0]["a"][1]
    assert back[0][("k", 1)] == frozenset({"x", "y"})
    assert back[0]["nan"] != back[0]["nan"]
    assert back[1].tolist() == array.tolist()
    assert back[1].flags.writeable
    assert back[2].dtype == bool
    assert back[2].shape == (2, 1)


def test_what_cannot_be_kept_is_refused() -> None:
    with pytest.raises(PackError, match="cannot be kept"):
        pack([object()])
    with pytest.raises(PackError, match="array of object"):
        pack(np.array([object()]))
