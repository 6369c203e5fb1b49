"""Settings, figures and components are called as people call them; what is typed stays."""

from __future__ import annotations

from typing import Literal

import pytest

from advisor.report.texts import calling
from advisor.report.wording import unit_shown
from advisor.translation import sentences_in
from model.language import (
    ComponentId,
    FigureName,
    Keyword,
    Name,
    Sentence,
    SettingName,
    joined,
    mentions,
    say,
)


def said(text: str, language: Literal["en", "de"] = "en") -> str:
    titles = {"lpar:SYSA": "LPAR SYSA"}
    return sentences_in(language).calling(calling(language, titles)).say(text).text


@pytest.mark.parametrize(
    ("value", "english", "german"),
    [
        (SettingName("REAL_STORAGE_GB"), "central storage", "Hauptspeicher"),
        (SettingName("ZVM_GUEST"), "guest of z/VM", "Gast von z/VM"),
        (SettingName.of("SYSA", "REAL_STORAGE_GB"), "SYSA, central storage", "SYSA, Hauptspeicher"),
        # The product's own parameters, and what is typed.
        (SettingName.of("DB10", "LFIOP"), "DB10, LFIOP", "DB10, LFIOP"),
        (
            Keyword("--set lpar:SYSA.REAL_STORAGE_GB=9"),
            *2 * ("--set lpar:SYSA.REAL_STORAGE_GB=9",),
        ),
        (ComponentId("lpar:SYSA"), "LPAR SYSA", "LPAR SYSA"),
        (ComponentId("cf:CF09"), "CF09", "CF09"),
    ],
)
def test_sentences_hold_words(value: str, english: str, german: str) -> None:
    assert said(joined(("12 ", value))) == f"12 {english}"
    assert said(joined(("12 ", value)), "de") == f"12 {german}"


def of(figure: str) -> Sentence:
    return say("{names} of {name}", names=FigureName(figure), name=Name("A"))


def test_a_figure_is_called_by_its_name_and_begins_a_sentence_with_a_capital() -> None:
    assert said(of("data_pages")) == "Number of data pages of A"
    assert said(of("rls_reads")) == "RLS reads of A"
    assert said(say("No report gives {what}.", what=of("data_pages"))) == (
        "No report gives number of data pages of A."
    )
    assert str(of("data_pages")) == "data_pages of A"


@pytest.mark.parametrize(
    ("figure", "german"),
    [
        ("open_tcb_limit_requests", "Auf einen offenen TCB wartende Anforderungen von A"),
        ("short_on_storage", "Speicherengpässe von A"),
        ("max_sockets_times", "Erreichen von MAXSOCKETS von A"),
    ],
)
def test_a_german_figure_of_something_is_no_clause_that_ends_before_it(
    figure: str, german: str
) -> None:
    """ "Anforderungen, die auf einen offenen TCB warteten von A", "Male knapp an Speicher"."""
    assert said(of(figure), "de") == german


def test_what_a_sentence_names_is_known_without_reading_it() -> None:
    within = joined((say("{name} is {value} already", name=Name("F.txt"), value=1), "."))
    assert mentions(within, "F.txt")
    assert not mentions(within, "F")
    assert mentions("F.txt is empty", "F.txt")


def test_a_unit_that_is_worded_as_a_whole_is_not_put_together_of_parts() -> None:
    assert unit_shown("CPU s/day", "", None, "de") == "CPU-s/Tag"
    assert unit_shown("1/CPU s", "itr_per_cpu_s", "adabas_database", "de") == "Kommandos/CPU-s"
