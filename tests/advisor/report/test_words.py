"""Settings are called by their words in sentences and questions, and typed names stay."""

from __future__ import annotations

import pytest

from advisor.report.texts import in_words, metric_label, question_in_words

TYPED = "--set lpar:SYSA.REAL_STORAGE_GB=9"


@pytest.mark.parametrize(
    ("text", "english", "german"),
    [
        ("set REAL_STORAGE_GB to 148 GB", "set Central storage to", "set Hauptspeicher to"),
        ("ZVM_GUEST of NVVSECI1", "Guest of z/VM of NVV", "Gast von z/VM of NVV"),
        ("SYSA.REAL_STORAGE_GB is 9", "SYSA, Central storage is", "SYSA, Hauptspeicher is"),
        # The product's own parameters, and what is typed.
        ("LFIOP, NISNHQ", "LFIOP, NISNHQ", "LFIOP, NISNHQ"),
        (TYPED, TYPED, TYPED),
    ],
)
def test_sentences_hold_words(text: str, english: str, german: str) -> None:
    assert in_words(text, "en").startswith(english)
    assert in_words(text, "de").startswith(german)


def test_a_question_begins_with_the_name_the_report_prints() -> None:
    said = question_in_words("rls_reads of CICSAOR1: what is it?", "rls_reads", "en")
    assert said == "RLS reads of CICSAOR1: what is it?"
    assert question_in_words("xyz of A: what?", "xyz", "de") == "xyz of A: what?"


def test_a_figure_that_a_sentence_begins_with_is_called_by_its_name() -> None:
    said = "etr_per_s of adabas_database:10 is 5 here but 6 at a.txt:1"
    label = metric_label("etr_per_s", "en")
    assert in_words(said, "en") == f"{label} of 10 is 5 here but 6 at a.txt:1"
    assert in_words("LBP of adabas_nucleus:10-1 is 250 here", "en") == "LBP of 10-1 is 250 here"
    assert in_words("answers of lpar:SYSA", "en") == "answers of lpar:SYSA"
