"""Sentences read as English text and keep what they were made of, whatever is done with them."""

from __future__ import annotations

import copy
import json
import pickle

import pytest

from app.store.codec import DecodeError, decode, encode
from app.store.packing import pack, unpack
from model.language import (
    Catalogue,
    Keyword,
    LineNumber,
    Name,
    Quoted,
    Sentence,
    Speech,
    counted,
    joined,
    listed,
    phrase,
    say,
    with_lines,
)

GERMAN = Catalogue(
    {
        "{name}: {waits:,.0f} waits for a string.": "{waits} Wartefälle auf einen String: {name}.",
        "{share:.1%} of {what} wait": "{share} von {what} warten",
        "the pool": "der Pool",
        "{names} and {names2}": "{names} und {names2}",
        "{names} and {more} more": "{names} und {more} weitere",
        "; line {line} is cut": "; Zeile {line} ist abgeschnitten",
        "Do it again.": "Noch einmal.",
    },
    {("{n} file", "{n} files"): ("{n} Datei", "{n} Dateien")},
)


def german(text: str, **how: object) -> str:
    return Speech("de", lambda: (GERMAN,), **how).say(text).text  # type: ignore[arg-type]


def waits(name: str = "F1", count: float = 12345.0) -> Sentence:
    return say("{name}: {waits:,.0f} waits for a string.", name=Name(name), waits=count)


def test_a_sentence_is_its_english_text() -> None:
    said = waits()
    assert said == "F1: 12,345 waits for a string."
    assert isinstance(said, str)
    assert f"{said} Really." == "F1: 12,345 waits for a string. Really."
    assert {said: 1}["F1: 12,345 waits for a string."] == 1


def test_values_are_written_as_the_language_writes_them() -> None:
    assert german(waits()) == "12.345 Wartefälle auf einen String: F1."
    assert german(say("{share:.1%} of {what} wait", share=0.015, what="the pool")) == (
        "1,5 % von der Pool warten"
    )


def test_a_share_is_written_as_every_other_percentage() -> None:
    """``12% of the threads`` stood beside ``below 60 % is little``."""
    assert say("{share:.1%} of {what} wait", share=0.015, what="all") == "1.5 % of all wait"
    assert say("{share:.0%} of {what} wait", share=-0.5, what="all") == "−50 % of all wait"


def test_sentences_inside_sentences_are_put_into_the_language_too() -> None:
    inner = counted("{n} file", "{n} files", n=2)
    assert german(say("{share:.1%} of {what} wait", share=1.0, what=inner)) == (
        "100,0 % von 2 Dateien warten"
    )
    assert german(counted("{n} file", "{n} files", n=1)) == "1 Datei"


def test_what_is_strung_together_keeps_its_parts() -> None:
    said = waits() + " " + "Do it again."
    assert said == "F1: 12,345 waits for a string. Do it again."
    assert german(said) == "12.345 Wartefälle auf einen String: F1. Noch einmal."
    assert german("Do it again." + (" " + waits())).startswith("Noch einmal. 12.345")
    assert german(joined((waits(), "Do it again."), " ")) == german(said)
    assert german(joined(("{", waits()))) == "{" + german(waits())


def test_lists_end_as_the_language_ends_them() -> None:
    names = [Name(name) for name in ("A", "B", "C", "D")]
    assert german(listed(names)) == "A, B, C und D"
    assert german(listed(names, 2)) == "A, B und 2 weitere"
    assert listed(names) == "A, B, C and D"
    assert listed(names[:1]) == "A"


@pytest.mark.parametrize(
    "value",
    [waits(), counted("{n} file", "{n} files", n=3), Name("F1"), waits() + Quoted(" said x {y}")],
)
def test_structure_survives_what_keeps_and_carries_it(value: str) -> None:
    for other in (
        pickle.loads(pickle.dumps(value)),
        copy.deepcopy(value),
        decode(encode(value)),
        unpack(pack(value)),
    ):
        assert other == value
        assert type(other) is type(value)
        assert german(other) == german(value)
    assert str(ValueError(value)) == value
    assert german(str(ValueError(value))) == german(value)


def test_a_plain_text_of_an_older_file_is_still_one() -> None:
    assert decode('"F1: 12,345 waits for a string."') == waits()


def test_masks_see_names_and_never_words() -> None:
    said = say("{share:.1%} of {what} wait", share=0.5, what=Name("the pool"))
    assert german(said, name=lambda text: "POOL-1") == "50,0 % von POOL-1 warten"
    kept = say("{share:.1%} of {what} wait", share=0.5, what=Keyword("LFAREA"))
    assert german(kept, name=lambda text: "POOL-1") == "50,0 % von LFAREA warten"
    assert Speech("en", name=lambda text: "FILE-1").say(waits()).text.startswith("FILE-1: 12,345 ")


def test_what_has_no_translation_is_told() -> None:
    said = Speech("de", lambda: (GERMAN,)).say(say("Nobody ever said {this}.", this=1))
    assert said.text == "Nobody ever said 1."
    assert said.missing == ("Nobody ever said 1.",)


def test_lines_move_with_the_file() -> None:
    said = waits() + say("; line {line} is cut", line=LineNumber(3))
    assert with_lines(said, lambda number: 10 * number).endswith("; line 30 is cut")
    assert german(with_lines(said, lambda number: number + 1)).endswith(
        "; Zeile 4 ist abgeschnitten"
    )


@pytest.mark.parametrize("template", ["{x.__class__}", "{x:999999999}", "{y}", "{x!r}", "{0}"])
def test_a_hostile_template_is_refused(template: str) -> None:
    text = encode(say("{x}", x=1)).replace('"{x}"', json.dumps(template))
    with pytest.raises(DecodeError):
        decode(text)


def test_a_phrase_said_before_is_said_of_its_own_value() -> None:
    """Phrases are kept; values that Python holds for equal are written differently."""
    said = [phrase("{n} of it", "en", "window", n=n) for n in (1, True, 1.0, 0.0, -0.0)]
    assert said == ["1 of it", "True of it", "1.0 of it", "0.0 of it", "−0.0 of it"]
    german = say("Nothing is known of {n} pages.", n=3)
    assert phrase("{why}", "en", "window", why=german) == phrase(
        "{why}", "en", "window", why=str(german)
    )
    assert phrase("{text}", "en", "window", text="a") == "a"
