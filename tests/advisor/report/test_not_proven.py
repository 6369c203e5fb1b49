"""A plan that is not proven best says so on paper, in both languages."""

from __future__ import annotations

import io
from dataclasses import replace

import pytest
from pypdf import PdfReader

from advisor.report import ReportOptions, build_document, render_pdf
from tests.advisor.report.factory import engagement


@pytest.mark.parametrize(
    ("language", "said"), [("en", "best combination found"), ("de", "beste gefundene Kombination")]
)
def test_the_paper_says_that_a_plan_is_not_proven_best(language: str, said: str) -> None:
    case = engagement()
    for optimal in (True, False):
        shown = replace(case, plan=replace(case.plan, optimal=optimal))
        options = ReportOptions(language, sections=("plan",))  # type: ignore[arg-type]
        pdf = render_pdf(build_document(shown, options))
        text = " ".join(page.extract_text() for page in PdfReader(io.BytesIO(pdf)).pages)
        assert (said in " ".join(text.split())) is not optimal
