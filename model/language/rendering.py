"""Sentences in a language, at the last moment."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cache, lru_cache
from string import Formatter

from model.language.catalogues import Catalogue, catalogue_of, catalogues
from model.language.sentence import (
    CONTEXT,
    FigureName,
    LineNumber,
    Name,
    Quoted,
    Sentence,
    SettingName,
    Stored,
    Value,
    Verbatim,
    counted,
    plainly,
    say,
    signed,
)

SEPARATORS = {"de": str.maketrans(",.", ".,")}
"""English separators of thousands and decimals to those of a language."""

_FIELD = re.compile(r"\{[^{}]*\}")
_FIGURE = re.compile(r"[-+\u2212]?\s*(?:\d[\d,]*(?:\.\d+)?(?:e[-+]?\d+)?|inf|nan)(?:\s?%)?")
_PROSE = re.compile(r"\b[a-z]{2,} [a-z]{2,} [a-z]{2,}\b|\b[a-z]{3,} [a-z]{4,}\b")
_FORMATTER = Formatter()
_OWN_CASE = re.compile(r"[a-z]{1,2}(?:/|[A-Z])")
"""How names begin that keep their small letter: z/VM, zHPF, zIIP."""


def begun(text: str) -> str:
    """A text as a sentence begins, with a capital, but for a name that has a case of its own."""
    return text if _OWN_CASE.match(text) else text[:1].upper() + text[1:]


@dataclass(frozen=True, slots=True)
class Spoken:
    """A text in the wanted language, and the parts of it that have no translation."""

    text: str
    missing: tuple[str, ...] = ()


class Speech:
    """How sentences are put into one language.

    ``known`` are the catalogues in which templates are looked up; ``plain`` is asked for a text
    that is no :class:`Sentence` and stands in no catalogue; ``name``, ``quoted`` and ``keyword``
    hide names in values of these types and in plain texts, never in what a template says itself,
    ``called`` says what people call what is stored under a name of ours.
    """

    def __init__(
        self,
        language: str,
        known: Callable[[], Iterable[Catalogue]] | None = None,
        *,
        plain: Callable[[str], Spoken] | None = None,
        name: Callable[[str], str] | None = None,
        quoted: Callable[[str], str] | None = None,
        keyword: Callable[[str], str] | None = None,
        called: Callable[[Stored], str] | None = None,
    ) -> None:
        self.language = language
        self._known = known or (lambda: catalogues(language))
        self._plain = plain
        self._name = name or (lambda text: text)
        self._quoted = quoted or name or (lambda text: text)
        self._keyword = keyword or (lambda text: text)
        self._called = called

    def say(self, text: str) -> Spoken:
        """A sentence, or a text that is looked up whole."""
        if isinstance(text, Sentence):
            said = self._sentence(text)
            if self._called is not None and _begins_with_a_label(text):
                return Spoken(begun(said.text), said.missing)
            return said
        if isinstance(text, Verbatim):
            return Spoken(self._verbatim(text))
        if self.language == "en" or not any(map(str.isalpha, text)):
            return Spoken(self._quoted(text))
        whole = self.whole(text)
        if whole is not None:
            return Spoken(whole)
        if self._plain is not None:
            return self._plain(text)
        return Spoken(self._quoted(text), (text,) if _PROSE.search(text) else ())

    def whole(self, text: str) -> str | None:
        """The translation of a text as it stands, with or without its full stop."""
        said = self._look_up(text)
        if said is None:
            said = self._unit(text)
        return self._other_end(text) if said is None else said

    def _unit(self, text: str) -> str | None:
        """The translation of a unit such as ``pages/s`` by that of what it counts."""
        counted, slash, time = text.rpartition("/")
        said = self._look_up(counted) if slash and time in ("s", "CPU s", "day") else None
        return None if said is None else f"{said}/{self._look_up(time) or time}"

    def _other_end(self, text: str) -> str | None:
        """The translation of a text that stands in the catalogue with or without a full stop."""
        if text.endswith((".", ";", ":")):
            said = self._look_up(text[:-1])
            return None if said is None else said + text[-1]
        said = self._look_up(text + ".")
        return None if said is None else said.removesuffix(".")

    def _look_up(self, text: str, plural: str = "", count: float = 0) -> str | None:
        for catalogue in self._known():
            said = catalogue.get(text, plural, count)
            if said is not None:
                return said
        return None

    def _sentence(self, sentence: Sentence) -> Spoken:
        english = sentence.template
        if sentence.plural and sentence.number != 1:
            english = sentence.plural
        said: str | None = english
        if self.language != "en" and any(map(str.isalpha, _FIELD.sub("", english))):
            said = self._look_up(sentence.template, sentence.plural, sentence.number)
            if said is None and not sentence.plural:
                said = self._other_end(sentence.template)
            if said is None:
                return Spoken(self._quoted(str.__str__(sentence)), (str.__str__(sentence),))
            said = _spaced_as(english, said)
        specs = _places(english)
        values: dict[str, str] = {}
        missing: list[str] = []
        assert said is not None
        wanted = _places(said)
        for name, value in sentence.values.items():
            if name not in wanted:
                continue
            spec, conversion = specs.get(name, ("", None))
            spoken = self._value(value, spec, conversion)
            values[name] = spoken.text
            missing.extend(spoken.missing)
        return Spoken(_plain_places(said).format(**values), tuple(missing))

    def _value(self, value: Value, spec: str, conversion: str | None) -> Spoken:
        if isinstance(value, Sentence):
            return self._sentence(value)
        if isinstance(value, Verbatim):
            said = self._verbatim(value)
            return Spoken(repr(said) if conversion == "r" else format(said, spec))
        if isinstance(value, str):
            return Spoken(repr(self._quoted(value))) if conversion == "r" else self._text(value)
        if isinstance(value, bool) or value is None or conversion:
            return Spoken(repr(value) if conversion == "r" else format(value, spec))
        if isinstance(value, LineNumber) and not spec:
            return Spoken(format(int(value)))
        return Spoken(self.figure(plainly(value, spec)))

    def _text(self, value: str) -> Spoken:
        """A plain text in a sentence: surrounding space is the sentence's."""
        inner = value.strip()
        if not inner:
            return Spoken(value)
        start = value.index(inner)
        said = self.say(inner)
        return Spoken(f"{value[:start]}{said.text}{value[start + len(inner) :]}", said.missing)

    def figure(self, text: str) -> str:
        """A printed figure with the language's separators."""
        text = signed(text)
        table = SEPARATORS.get(self.language)
        if table is None or not _FIGURE.fullmatch(text.strip()):
            return text
        return text.translate(table)

    def _verbatim(self, text: Verbatim) -> str:
        if isinstance(text, Name):
            return self._name(text.text)
        if isinstance(text, Stored) and self._called is not None:
            return self._quoted(self._called(text))
        hide = self._quoted if isinstance(text, (Quoted, Stored)) else self._keyword
        return hide(text.text)


def in_language(text: str, language: str) -> str:
    """``text`` in ``language``; what has no translation is left as it is."""
    return Speech(language).say(text).text


def phrase(text: str, language: str, room: str, /, **values: object) -> str:
    """A text that a room says in one language only for as long as it is shown.

    A ``str`` among the values is a name or a figure written already and stays as it is.
    """
    if not values:
        said = None if language == "en" else catalogue_of(language, room).get(text)
        return text.rpartition(CONTEXT)[2] if said is None else said
    if all(type(value) in _PLAIN for value in values.values()):
        return _phrase_of(text, language, room, tuple(values), *values.values())
    return _phrase(text, language, room, **values)


_PLAIN = (str, int)
"""Values that are the same wherever they are equal: a sentence has its own parts, -0.0 a sign."""


@lru_cache(maxsize=4096, typed=True)
def _phrase_of(text: str, language: str, room: str, names: tuple[str, ...], *values: object) -> str:
    # Asked again and again while a slider moves: "99 % busy" stays so.
    return _phrase(text, language, room, **dict(zip(names, values, strict=True)))


def _phrase(text: str, language: str, room: str, /, **values: object) -> str:
    shown = {name: _shown(value, language) for name, value in values.items()}
    return _own(language, room).say(say(text, **shown)).text


def counted_phrase(
    one: str, several: str, language: str, room: str, /, n: float, **values: object
) -> str:
    """The same of ``n`` things, in the form that the language has for so many."""
    shown = {name: _shown(value, language) for name, value in values.items()}
    return _own(language, room).say(counted(one, several, n, **shown)).text


@cache
def _own(language: str, room: str) -> Speech:
    return Speech(language, lambda: (catalogue_of(language, room),))


def _shown(value: object, language: str) -> object:
    if isinstance(value, Sentence):
        return Verbatim(in_language(value, language))
    return Verbatim(value) if isinstance(value, str) else value


def _begins_with_a_label(text: Value) -> bool:
    while isinstance(text, Sentence):
        first = next(iter(_FORMATTER.parse(text.template)), None)
        if first is None or first[0] or first[1] is None:
            return False
        text = text.values.get(first[1])
    return isinstance(text, (FigureName, SettingName))


@lru_cache(maxsize=4096)
def _places(template: str) -> dict[str, tuple[str, str | None]]:
    """Every place of a template with its format and conversion."""
    return {
        name: (spec or "", conversion)
        for _text, name, spec, conversion in _FORMATTER.parse(template)
        if name is not None
    }


@lru_cache(maxsize=4096)
def _plain_places(template: str) -> str:
    """Places without specs: their values are written already."""
    return re.sub(r"(?<!\{)\{([a-z_][a-z0-9_]*)[!:][^{}]*\}", r"{\1}", template)


def _spaced_as(english: str, said: str) -> str:
    """A translation with the space at its ends that the English has."""
    before = english[: len(english) - len(english.lstrip())]
    after = english[len(english.rstrip()) :]
    return f"{before}{said.strip()}{after}"
