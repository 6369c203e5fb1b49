"""In the German window findings, plan and settings speak German, with the report's words."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import unescape

import pytest

from advisor.findings import Risk
from advisor.report import ReportOptions, build_document
from app.window.advice.finding import finding_html
from app.window.i18n import set_language, spoken
from model.catalogue import catalogue
from model.language import Name, say
from tests.advisor.report.factory import engagement, finding


@pytest.fixture
def german() -> Iterator[None]:
    set_language("de")
    yield
    set_language("en")


@pytest.mark.usefixtures("german")
def test_a_finding_reads_as_in_the_german_report() -> None:
    text = say(
        "zHPF is off{where}; {name} does its I/O with the older protocol.",
        where=say(" on {h_name}", h_name=Name("SYSA")),
        name=Name("10"),
    )
    case = engagement(
        (finding(title="Use zHPF", explanation=text, risk=Risk("low", "a little storage.")),)
    )
    (shown,) = case.findings
    page = build_document(case, ReportOptions("de"))["findings"][0]
    html = unescape(re.sub(r"<[^>]+>", " ", finding_html(shown, "10")))
    assert page["title"] in html
    assert page["explanation"] in html
    assert "zHPF ist auf SYSA ausgeschaltet" in html
    # Nobody wrote this one down: it says that it is English.
    assert "[englisch] gering: a little storage." in html


@pytest.mark.usefixtures("german")
def test_titles_and_texts_of_the_catalogue_are_german() -> None:
    assert spoken("CICS region") == "CICS-Region"
    left = [
        spec.doc
        for kind in catalogue()
        for spec in kind.settings
        if spec.doc and spoken(spec.doc).startswith("[")
    ]
    assert left == []


def test_english_stays_as_it_is() -> None:
    assert spoken("Use zHPF") == "Use zHPF"
    assert spoken(None) == ""
