"""Texts and numbers in the user's language.

The English sentence is the key; ``window.po`` of ``resources/i18n`` has the translation. A
sentence without one is shown in English, and a test keeps every catalogue complete. Values are put
in with ``str.format`` names, so that a translation may place them where its grammar wants them. It
is the system of all sentences (``model.language``); the window's are said when they are shown.
"""

from __future__ import annotations

from functools import cache, lru_cache
from typing import TYPE_CHECKING

from model.language import counted_phrase, phrase

if TYPE_CHECKING:
    from advisor.translation import Sentences, Spoken

__all__ = [
    "LANGUAGES",
    "language",
    "mark",
    "set_language",
    "several",
    "spoken",
    "spoken_label",
    "spoken_of",
    "spoken_quote",
    "tr",
]

LANGUAGES = {"en": "English", "de": "Deutsch"}

_current = "en"


def language() -> str:
    """Code of the language that :func:`tr` speaks."""
    return _current


def set_language(code: str) -> None:
    """Speak ``code`` from now on; an unknown language becomes English. Also sets number formats."""
    global _current
    from PySide6.QtCore import QLocale

    _current = code if code in LANGUAGES else "en"
    # The separators of the printed report, so that window and paper agree to the sign.
    wanted = QLocale.Language.German if _current == "de" else QLocale.Language.English
    QLocale.setDefault(QLocale(wanted))


def tr(text: str, /, **values: object) -> str:
    """``text`` in the current language, with ``{name}`` places filled in."""
    return phrase(text, _current, "window", **values)


def several(one: str, many: str, /, n: float, **values: object) -> str:
    """What is said of ``n`` things, in the form that the language has for so many."""
    return counted_phrase(one, many, _current, "window", n, **values)


def spoken(text: str | None) -> str:
    """A sentence of a rule, plan or model, or a text of the catalogue, as the report says it.

    What has no translation yet says so, here as there.
    """
    if not text:
        return ""
    return _marked(_sentences(_current).say(text))


def spoken_of(file: str, text: str) -> str:
    """What a reader says of a file, as the report says it."""
    return _marked(_sentences(_current).say_of(file, text))


@cache
def _sentences(code: str) -> Sentences:
    from advisor.report.texts import calling
    from advisor.translation import sentences_in
    from app.window.i18n.numbers import speech

    return sentences_in(code).calling(calling(speech()))


def spoken_label(text: str) -> str:
    """A short name the model gives a resource or a part of a time; as it is where none is known."""
    return text if _current == "en" else _label(_current, text)


def spoken_quote(text: str) -> str:
    """A report's line as printed; what stands in its place for a computed value, as one says it.

    Only a text that is an entry as it stands: figures and words of a report stay its own.
    """
    from model.language import Sentence

    if isinstance(text, Sentence):
        return spoken(text)  # what a computed value says of itself is a sentence of ours
    if _current == "en":
        return text
    from advisor.translation.sentences import entries

    return entries(_current).get(text, text)


@lru_cache(maxsize=4096)
def _label(code: str, text: str) -> str:
    from advisor.translation import sentences_in

    found = sentences_in(code).say(text)
    return text if found.missing else found.text


def _marked(found: Spoken) -> str:
    return found.text if not found.missing else f"[{tr('English')}] {found.text}"


def mark(text: str) -> str:
    """``text`` itself; marks a constant that is translated where it is shown."""
    return text
