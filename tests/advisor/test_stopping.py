"""An analysis stops in the middle of a stage: what waits for it is an import, or a person."""

from __future__ import annotations

import pytest

from advisor.analysis import AnalysisCancelled, groundwork, planned
from advisor.engagement import Options
from advisor.reading import read_path
from app.paths import sample


class Asked:
    """Asks to stop at one look, in the midst of a stage, and never again."""

    def __init__(self, stage: str, looks: int) -> None:
        self.stages: list[str] = []
        self._stage, self._looks = stage, looks

    def told(self, _share: float, text: str) -> None:
        self.stages.append(text)

    def __call__(self) -> bool:
        if self.stages[-1:] == [self._stage]:
            self._looks -= 1
        return self._looks == 0 and self.stages[-1:] == [self._stage]


@pytest.mark.thorough
def test_rules_and_plan_stop_where_they_are_and_begin_anew() -> None:
    """Reports that were pasted waited for minutes for the advice that they put out of date."""
    readings = read_path(sample("engagement"))
    asked = Asked("evaluating the rules", 5)
    with pytest.raises(AnalysisCancelled):
        groundwork(readings, Options(), "A", asked.told, asked)
    assert asked.stages[-1] == "evaluating the rules"
    ground = groundwork(readings, Options(), "A")
    asked = Asked("choosing the plan", 5)
    with pytest.raises(AnalysisCancelled):
        planned(ground, Options(), "A", asked.told, asked)
    assert asked.stages == ["choosing the plan"]
    again = planned(ground, Options(), "A")
    assert again.plan.findings
