"""WLM-001: no figure of an interval in which a class suffers becomes its goal."""

from __future__ import annotations

import re

import pytest

from advisor.rules.blanks import blanks
from tests.advisor.rules.builders import advise, part, topology


@pytest.mark.parametrize(("goal", "achieved"), [(90.0, 20.0), (95.0, 93.0), (70.0, 41.0)])
def test_the_goal_is_measured_when_the_system_runs_well(goal: float, achieved: float) -> None:
    """A goal of 20 was typed for importance 1, as that was what it got while it suffered."""
    figures = {"goal_velocity_pct": goal, "velocity_pct": achieved, "appl_cp_pct": 20.0}
    found, _ = advise(topology(part("service_class", "PLEX/STC.1", None, {}, figures)))
    (finding,) = (one for one in found if one.rule == "WLM-001")
    typed = finding.change_texts[0].syntax
    assert not re.search(r"\d", typed)
    assert blanks("WLM-001", [typed])["<velocity>"]
    assert any("runs well" in str(note) for note in finding.notes)
