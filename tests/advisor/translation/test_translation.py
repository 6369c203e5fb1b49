"""Translations are complete, keep their places, and never pass English off as German."""

from __future__ import annotations

import re

import pytest

from advisor.findings import Risk
from advisor.plan.constraints import too_many
from advisor.plan.naming import called_together
from advisor.translation import Sentences, collect, sentences_in
from advisor.translation.sentences import entries, places, specs
from model.language import Name, Sentence, Spoken, counted, joined, say

LANGUAGES = ("de",)
PLACE = re.compile(r"\{[a-z_][^{}]*\}")


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
def test_every_sentence_keeps_its_values(language: str) -> None:
    """Every template, filled as the source would fill it, comes back with each of its values."""
    spoken = sentences_in(language)
    lost: list[str] = []
    for text, said in entries(language).items():
        values = {
            name: 1234.5 if spec else Name(f"QX{number}")
            for number, (name, spec) in enumerate(specs(text).items())
        }
        answer = spoken.say(Sentence(text, values)) if values else spoken.say(text)
        kept = [v for n, v in values.items() if isinstance(v, Name) and n in places(said)]
        if answer.missing or any(value not in answer.text for value in kept):
            lost.append(text)
    assert lost == []


GERMAN = Sentences(
    {
        "{name}: {waits:,.0f} waits for a string.": "{name}: {waits} Wartefälle auf einen String.",
        "{name}: no wait.": "{name}: kein Warten.",
        "the pool": "der Pool",
        "Do it again.": "Noch einmal.",
        "is empty: send it again.": "ist leer: noch einmal schicken.",
    },
    "de",
)


def test_a_plain_text_is_looked_up_whole() -> None:
    assert GERMAN.say("Do it again.") == Spoken("Noch einmal.")
    assert GERMAN.say("Do it again").text == "Noch einmal"
    assert GERMAN.say_of("F.txt", "F.txt is empty: send it again.").text == (
        "F.txt ist leer: noch einmal schicken."
    )


def test_what_has_no_translation_is_said_to_have_none() -> None:
    assert GERMAN.say("Nobody ever said this.").missing == ("Nobody ever said this.",)
    said = GERMAN.say(joined(("Do it again.", say("{n} never said this.", n=1)), " "))
    assert said.text == "Noch einmal. 1 never said this."
    assert said.missing == ("1 never said this.",)


def test_names_are_never_translated() -> None:
    assert (
        GERMAN.say(say("{name}: no wait.", name=Name("the pool"))).text == "the pool: kein Warten."
    )


SOURCE = """
def check(subject, peers):
    raise CannotTell(f"{len(peers)} peers of {subject.name} wait")
"""


def test_a_sentence_that_hides_its_values_is_found() -> None:
    assert [text for text, _ in collect.hidden(SOURCE)] == ["{} peers of {} wait"]


@pytest.mark.parametrize("room", ["rules", "installation", "readers", "model"])
def test_no_sentence_hides_its_values(room: str) -> None:
    """An f-string loses what it was made of: say() keeps it."""
    known = {PLACE.sub("{}", text) for text in entries("de")}
    found = [
        f"{path}:{line}: {text}"
        for at in (collect.ROOT / folder for folder in collect.SOURCES[room])
        for path in (sorted(at.rglob("*.py")) if at.is_dir() else [at])
        for text, line in collect.hidden(path.read_text("utf-8"))
        if text in known
    ]
    assert found == []


@pytest.mark.parametrize("room", ["advisor", "app", "model"])
def test_no_branch_asks_for_the_words_of_a_sentence(room: str) -> None:
    """What a program has to know of a sentence is a value of its own."""
    texts = r"(?:sentence|explanation|risk|note|reason|why|because)"
    words = re.compile(
        rf"""["'][A-Za-z-]{{2,}}[^"']*["'] in \w*\.?{texts}\b"""
        rf"""|\b{texts}\.(?:startswith|endswith)\(["']\w"""
    )
    wrong = [
        f"{path.relative_to(collect.ROOT)}:{number}: {line.strip()}"
        for path in sorted((collect.ROOT / room).rglob("*.py"))
        for number, line in enumerate(path.read_text("utf-8").splitlines(), 1)
        if words.search(line)
    ]
    assert wrong == []


@pytest.mark.parametrize(
    ("components", "said"),
    [
        (
            ["dasd:KCG21", "dasd:KCG22"],
            "DASD-Subsystem KCG21 und KCG22: nach dem Plan zu mindestens 90 % ausgelastet.",
        ),
        (
            [f"mq_bufferpool:{name}" for name in ("A1", "A2", "A3", "A4", "A5")],
            "MQ-Pufferpool A1, A2, A3 und 2 weitere: nach dem Plan zu mindestens 90 % ausgelastet.",
        ),
    ],
)
def test_components_are_called_together(components: list[str], said: str) -> None:
    ((names, several),) = called_together(components)
    text = counted(
        "{names} is at least 90 % busy after the plan.",
        "{names} are at least 90 % busy after the plan.",
        2 if several else 1,
        names=names,
    )
    assert sentences_in("de").say(text) == Spoken(said)


def test_a_risk_is_a_level_and_what_it_risks() -> None:
    risk = Risk("high", "nobody sees the next fault.")
    assert (risk.rank, str(risk.sentence)) == (2, "high: nobody sees the next fault.")
    assert str(Risk("low").sentence) == "low."
    said = sentences_in("de").say(Risk("medium", "fixed storage.").sentence)
    assert said == Spoken("mittel: fixierter Speicher.")


def test_a_limit_of_one_change_and_of_several() -> None:
    spoken = sentences_in("de")
    assert spoken.say(too_many(1).sentence).text == "der Plan ist auf 1 Änderung begrenzt"
    assert spoken.say(too_many(3).sentence).text == "der Plan ist auf 3 Änderungen begrenzt"
    assert str(too_many(1).sentence) == "the plan is limited to 1 change"
