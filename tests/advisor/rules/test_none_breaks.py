"""A rule that breaks costs itself alone and is said in its outcome, where nobody may look."""

from __future__ import annotations

from pathlib import Path

import pytest

from advisor.analysis import analyse
from advisor.engagement import Options
from advisor.reading import read_path
from resources import resource

ROOT = Path(__file__).resolve().parents[3]
INPUTS = {
    "every format": tuple(sorted((ROOT / "samples" / "formats").iterdir())),
    "later": tuple(sorted((ROOT / "samples" / "after").iterdir())),
    **{
        name: (resource(f"templates/{name}.json"),)
        for name in ("adabas-als", "cics-vsam", "db2-sharing", "mq-cics", "zvse-zvm")
    },
}


@pytest.mark.parametrize("name", INPUTS)
def test_no_rule_breaks_on_what_the_samples_tell(name: str) -> None:
    """Steps that named the files of a pool broke on two rules, of which only a count told."""
    readings = [one for path in INPUTS[name] if path.is_file() for one in read_path(path)]
    engagement = analyse(readings, options=Options(bands=False))
    assert engagement.outcomes
    assert not [said for outcome in engagement.outcomes for said in outcome.broken]
