"""What readers say they give is what they give, and the catalogue knows every figure by name."""

from __future__ import annotations

from pathlib import Path

import pytest

from advisor.asking import is_read
from advisor.reading import all_readers, read_path
from model.catalogue import catalogue

SAMPLES = Path(__file__).resolve().parents[3] / "samples"
FILES = sorted(SAMPLES.glob("*/*"))


@pytest.fixture(scope="module")
def given() -> set[tuple[str, str]]:
    """Kind and metric of everything in the samples."""
    return {
        (seen.subject.partition(":")[0], seen.metric)
        for path in FILES
        for reading in read_path(path)
        for seen in reading.observations
        if not seen.metric.startswith("relation.")
    }


def test_every_figure_and_setting_is_declared_by_a_reader(given: set[tuple[str, str]]) -> None:
    assert sorted(key for key in given if not is_read(*key)) == []


def test_what_readers_say_they_give_is_declared() -> None:
    kinds = catalogue()
    named = {(m.kind, m.name) for reader in all_readers() for m in reader.metrics}
    figures = {key for key in named if not key[1].startswith(("setting.", "relation."))}
    assert {key for key in figures if kinds[key[0]].measure(key[1]) is None} == set()


def test_every_figure_has_a_spec(given: set[tuple[str, str]]) -> None:
    kinds = catalogue()
    figures = [(kind, name) for kind, name in given if not name.startswith("setting.")]
    assert sorted(key for key in figures if kinds[key[0]].measure(key[1]) is None) == []
