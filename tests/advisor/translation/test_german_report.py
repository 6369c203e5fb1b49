"""The German report of the sample engagement has no English in it, marked or not."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from typing import Any

from advisor.engagement import Engagement
from advisor.reading import read_path
from advisor.report import ReportOptions, build_document, numbers
from app.paths import sample
from model.figures import figure
from tests.remembering import analyse, readings

# Words that no German sentence of ours has and hardly any English one does without.
ENGLISH = re.compile(r"\b(?:the|of|and|with|is|are|from|that|which|by|for|has|have|no|its|each)\b")
QUOTED = frozenset(
    {"quoted", "syntax", "citation", "text", "reasons", "labels", "back_out_commands"}
)
"""Report lines, commands and titles of documents stay as they are; ways back quote commands."""


@cache
def case() -> Engagement:
    return analyse(readings(), name="Muster")


@cache
def german() -> dict[str, Any]:
    return build_document(case(), ReportOptions("de"))


def said(data: Any, key: str = "") -> Iterator[tuple[str, str]]:
    if isinstance(data, str):
        yield key, data
    elif isinstance(data, dict):
        for name, value in data.items():
            yield from said(value, name)
    elif isinstance(data, list):
        for value in data:
            yield from said(value, key)


def test_every_sentence_of_the_report_has_a_translation() -> None:
    assert german()["untranslated"] == []
    assert german()["meta"]["english_note"] == ""


def test_no_english_is_left_where_nothing_marks_it() -> None:
    found = [text for key, text in said(german()) if key not in QUOTED and ENGLISH.search(text)]
    assert found == []


def test_what_stands_in_place_of_a_command_is_german() -> None:
    # A command may hold English words of its own, in a comment or as a keyword.
    prose = re.compile(r"\b(?:by|or|more|where|first|about|with)\b")
    found = [c["syntax"] for f in german()["findings"] for c in f["changes"]]
    assert [text for text in found if prose.search(text)] == []


def test_the_way_back_never_quotes_the_way_there() -> None:
    for finding in case().findings:
        former = finding.back_out_commands
        assert len(former) == len(set(former)), finding.id
        new = {change.syntax for change in finding.change_texts}
        assert not new & set(former), finding.id


def test_the_summary_says_what_was_measured_and_what_the_model_starts_from() -> None:
    anchor = case().as_is.principal
    assert anchor is not None
    (row,) = (
        r
        for a in case().baseline.anchors
        if a.anchor == anchor.anchor
        for r in a.rows
        if r.metric == "etr_per_s"
    )
    lead = " ".join(german()["summary"]["lead"])
    assert numbers.number(row.measured, "de") in lead
    assert numbers.number(anchor.metrics["etr_per_s"].value, "de") in lead


def test_figures_inside_sentences_are_german() -> None:
    explanations = [finding["explanation"] for finding in german()["findings"]]
    assert not [text for text in explanations if re.search(r"\d,\d{3}(?!\d)", text)]
    assert any(re.search(r"\d\.\d{3}(?!\d)", text) for text in explanations)


def test_reports_of_every_format_give_a_german_report() -> None:
    folder = sample("engagement").parent / "formats"
    other_formats = tuple(r for path in sorted(folder.iterdir()) for r in read_path(path))
    found = analyse(other_formats, name="Muster")
    assert build_document(found, ReportOptions("de"))["untranslated"] == []
    figures = {e.metric for f in found.findings for e in f.projection}
    figures |= {row.metric for a in found.baseline.anchors for row in a.rows}
    declared = {m: figure(m) for m in figures}
    assert {m for m, one in declared.items() if one is None or not one.label} == set()


def test_what_has_no_translation_is_marked_and_counted(monkeypatch: Any) -> None:
    from advisor.report import writer
    from advisor.translation import Sentences

    monkeypatch.setattr(writer, "sentences_in", lambda language: Sentences({}, language))
    case = analyse(read_path(sample("engagement") / "rmf-sysa.fb133.ebcdic"), name="Muster")
    document = build_document(case, ReportOptions("de"))
    assert document["untranslated"]
    assert document["meta"]["english_note"].startswith(str(len(document["untranslated"])))
    assert any("[englisch]" in text for _, text in said(document["cannot"]))
