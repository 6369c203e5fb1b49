"""A plan under other limits is chosen on the groundwork of the analysis before."""

from __future__ import annotations

from dataclasses import replace

import pytest

from advisor.analysis import analyse, groundwork, planned
from advisor.engagement import Constraints, Options
from advisor.reading import read_path
from app.paths import sample
from app.printing.documents import advice_document


@pytest.mark.thorough
def test_a_plan_on_kept_groundwork_is_that_of_a_whole_analysis() -> None:
    readings = read_path(sample("engagement"))
    ground = groundwork(readings, Options(), "A")
    first = planned(ground, Options(), "A")
    limited = Options(
        constraints=Constraints(goal="itr", max_changes=2, no_paging=True),
        rejected=(first.plan.findings[0],),
    )
    assert ground.serves(readings, limited)
    assert advice_document(planned(ground, limited, "A")) == advice_document(
        analyse(readings, limited, "A")
    )
    answered = replace(limited, answers={("lpar:X", "setting.CPS"): 4})
    assert not ground.serves(readings, answered)
    assert not ground.serves(readings[:-1], limited)
