"""What a plan is after is called so that its figures do not deny it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from advisor.report import ReportOptions, build_document
from advisor.report.numbers import Language
from tests.remembering import analyse, readings


@pytest.mark.parametrize(
    ("language", "called"),
    [("en", "CPU saved for the same work"), ("de", "CPU-Ersparnis bei gleicher Arbeit")],
)
def test_cpu_is_saved_for_the_same_work(language: Language, called: str) -> None:
    """“CPU saved” stood above CPU 5.748 → 8.03: the plan does more work with it."""
    case = analyse(readings(), name="Nordsee")
    told = replace(case, plan=replace(case.plan, goal="cpu"))
    assert build_document(told, ReportOptions(language))["plan"]["goal"] == called
