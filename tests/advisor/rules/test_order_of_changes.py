"""What a finding changes, in the order in which it is safe."""

from __future__ import annotations

from advisor.reading import read_path
from advisor.rules.base import rule
from app.paths import sample
from tests.remembering import analyse


def test_caches_become_smaller_before_nuclei_are_added() -> None:
    """Four nuclei were started with caches of today's size, and those were made smaller after."""
    case = analyse(tuple(read_path(sample("after"))), name="Nordsee")
    (finding,) = [f for f in case.findings if f.rule == "ADA-002"]
    settings = [text.setting for text in finding.change_texts]
    assert {"CDATAMAXS", "CASSOMAXS", "NUCLEI"} <= set(settings)
    assert settings[-1] == "NUCLEI"
    back = "\n".join(finding.back_out_commands)
    assert back.index("ADAEND") < back.index("CDATAMAXS=")


def test_free_space_that_waits_for_a_reorganization_closes_no_file() -> None:
    """The step stood in a window of closed files, in which nothing changed."""
    how = rule("VS-101").applying
    assert how is not None
    assert how.effort == "dynamic"
    assert "next reorganization" in how.detail
