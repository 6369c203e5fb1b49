"""What a plan is after is called so that its figures do not deny it."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from advisor.engagement import Constraints, Engagement, Options
from advisor.report import ReportOptions, build_document
from advisor.report.numbers import Language
from app.printing.advice_text import advice_lines
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


def _plan(goal: str) -> Engagement:
    return analyse(readings(), Options(constraints=Constraints(goal=goal)))


def test_cpu_of_todays_work_stands_beside_the_cpu_of_more_work() -> None:
    """A plan for CPU ended with 5.748 to 8.03 CPUs, and nothing said what today's work takes."""
    case = _plan("cpu")
    found = {e.metric: e for e in case.plan.projection}
    same, used, rate = (found[m] for m in ("cpu_same_work_s_per_s", "cpu_s_per_s", "itr_per_cpu_s"))
    assert same.after.value < same.before == used.before < used.after.value
    assert same.after.value == pytest.approx(used.before * rate.before / rate.after.value)
    lines = advice_lines(case)
    said = f"CPU for today's work: {used.before:.4g} → "
    assert any(line.strip().startswith(said) for line in lines)
    assert any("commands/CPU s" in line for line in lines if line.strip().startswith("ITR: "))


def test_a_shorter_response_has_a_minus_wherever_it_stands() -> None:
    """Steps brought +31 %, and the same block told of -33.1 % and of 15.46 to 8.096 ms."""
    lines = advice_lines(_plan("response"))
    begin = next(n for n, line in enumerate(lines) if line.startswith("Plan for response time"))
    steps = [line for line in lines[begin:] if re.match(r" +\d+\. ADA-", line)]
    assert steps
    assert all("−" in line and "+" not in line for line in steps)
