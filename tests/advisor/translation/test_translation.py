"""Translations are complete, keep their places, and never pass English off as German."""

from __future__ import annotations

import re

import pytest

from advisor.translation import Sentences, collect, sentences_in
from advisor.translation.sentences import entries, places
from advisor.translation.templates import Template, fill

LANGUAGES = ("de",)
SAMPLES = {"f": "1,234.5", ",": "1,234", "g": "17", "%": "12.5%", "n": "3", "d": "4"}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("group", collect.groups())
def test_every_sentence_of_the_source_is_translated_and_nothing_else(
    language: str, group: str
) -> None:
    wanted, have = collect.templates(group), collect.kept(language, group)
    missing = {wanted[text]: text for text in wanted if not have.get(text, "").strip()}
    stale = sorted(have.keys() - wanted.keys())
    hint = f"run: python -m advisor.translation.collect {language} --write, and translate"
    assert missing == {}, hint
    assert stale == [], hint


@pytest.mark.parametrize("language", LANGUAGES)
def test_translations_keep_the_places_of_their_sentence(language: str) -> None:
    # A verb that English inflects (``{word}``: is, are) may be the sentence's own in a translation.
    wrong = {
        text: said
        for text, said in entries(language).items()
        if not places(said) <= places(text)
        or any(not name.startswith("word") for name in places(text) - places(said))
    }
    assert wrong == {}


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_printed_sentence_is_recognised_and_keeps_its_values(language: str) -> None:
    """Every template, filled as its f-string would fill it, comes back with each of its values."""
    spoken = sentences_in(language)
    lost: list[str] = []
    for text, said in entries(language).items():
        template = Template(text)
        if not template.words:
            continue
        values = {
            name: SAMPLES[spec[-1]] if spec else f"QX{number}"
            for number, (name, spec) in enumerate(template.places.items())
        }
        answer = spoken.say(fill(text, values).strip())
        kept = [v for n, v in values.items() if not template.places[n] and n in places(said)]
        if answer.missing or any(value not in answer.text for value in kept):
            lost.append(text)
    assert lost == []


GERMAN = Sentences(
    {
        "{name}: {waits:,.0f} waits for a string.": "{name}: {waits} Wartefälle auf einen String.",
        "{name}: no wait.": "{name}: kein Warten.",
        "{share:.1%} of the reads of {what} wait.": "{share} der Lesezugriffe von {what} warten.",
        "the pool": "der Pool",
        "Do it again.": "Noch einmal.",
        "again": "wieder",
    },
    "de",
)


def test_figures_take_the_languages_separators() -> None:
    assert (
        GERMAN.say("F1: 12,345 waits for a string.").text
        == "F1: 12.345 Wartefälle auf einen String."
    )
    assert GERMAN.say("1.5% of the reads of X wait.").text == "1,5 % der Lesezugriffe von X warten."


def test_several_sentences_and_phrases_inside_them() -> None:
    said = GERMAN.say("F1: no wait. Do it again. F2: 3 waits for a string.")
    assert said.text == "F1: kein Warten. Noch einmal. F2: 3 Wartefälle auf einen String."
    assert said.missing == ()
    assert GERMAN.say("2.0% of the reads of the pool wait.").text.count("der Pool") == 1


def test_names_are_never_translated() -> None:
    assert GERMAN.say("again: no wait.").text == "again: kein Warten."


def test_what_has_no_translation_is_said_to_have_none() -> None:
    said = GERMAN.say("Do it again. Nobody ever said this.")
    assert said.missing == ("Nobody ever said this.",)
    inside = GERMAN.say("2.0% of the reads of something quite unknown wait.")
    assert inside.missing


def test_names_of_places_come_from_the_source() -> None:
    source = '''
def check(subject, peers):
    """Docstrings are no sentences."""
    if len(peers) > 1:
        raise ValueError("nobody reads this in a report")
    return f"{subject.name}: {len(peers):,.0f} peers of {peers[0].name} {'wait' if peers else ''}."
'''
    (found,) = [text for text, _ in collect.sentences(source)]
    assert re.fullmatch(r"\{name\}: \{peers:,\.0f\} peers of \{\w+\} \{word\}\.", found)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (
            "DASD subsystem KCG21 and KCG22 are at least 90 % busy after the plan.",
            "DASD-Subsystem KCG21 und KCG22: nach dem Plan zu mindestens 90 % ausgelastet.",
        ),
        (
            "MQ buffer pool A/1, A/2 and 3 more are at least 90 % busy after the plan.",
            "MQ-Pufferpool A/1, A/2 und 3 weitere: nach dem Plan zu mindestens 90 % ausgelastet.",
        ),
        ("The plan is limited to 3 changes.", "Der Plan ist auf 3 Änderung(en) begrenzt."),
    ],
)
def test_an_ending_that_is_dropped_takes_no_name_with_it(text: str, said: str) -> None:
    spoken = sentences_in("de").say(text)
    assert spoken.text == said
    assert not spoken.missing
