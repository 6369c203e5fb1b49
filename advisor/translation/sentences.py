"""Recognises printed sentences by their templates and says them in another language."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache

from advisor.translation.templates import NUMBER, PLACE, Template, fill, is_command, is_verbatim
from model.catalogue import catalogue
from resources import resource

_NUMBER = re.compile(NUMBER)
_WORD = re.compile(r"[A-Za-z][A-Za-z'-]+")
_FULL_STOP = re.compile(r"(?<=[.;:!?]) +")
_LIST = re.compile(r"(, | and |; )")
_AND = {"de": " und "}
_MORE_OF = re.compile(r"(?<= und )(\d+) more$")
_MORE = {"de": r"\1 weitere"}
# Three words in lower case are English; names and commands hardly ever are.
_PROSE = re.compile(r"\b[a-z]{2,} [a-z]{2,} [a-z]{2,}\b|\b[a-z]{3,} [a-z]{4,}\b")
_WORDS = re.compile(r"[A-Z][a-z]+\b")
# A name or an id before a colon, a command, or a field with its figure: nothing to translate.
_LABEL = re.compile(r"[^\s]+:|[A-Z0-9]{2,4}-\d{3}[:.;]?|[^a-z]*|[a-z][a-z0-9_]* -?[\d.,]+")
_PIECES = 40
"""A text of more clauses is taken apart no further."""


@dataclass(frozen=True, slots=True)
class Spoken:
    """A text in the wanted language, and the parts of it that have no translation."""

    text: str
    missing: tuple[str, ...] = ()


class Sentences:
    """The sentences of one language.

    ``entries`` maps templates to translations; an empty translation counts as none.
    """

    def __init__(self, entries: Mapping[str, str], language: str) -> None:
        self.language = language
        self._exact: dict[str, str] = {}
        self._by_word: dict[str, list[tuple[Template, str]]] = {}
        templates = [
            (Template(text, frozenset(places(text) - places(said))), said)
            for text, said in entries.items()
            if said
        ]
        common: dict[str, int] = {}
        for template, _ in templates:
            for word in set(template.words):
                common[word] = common.get(word, 0) + 1
        for template, said in templates:
            if not template.places:
                self._exact[template.text.strip()] = said.strip()
            elif template.words:
                rarest = min(template.words, key=lambda w: (common[w], -len(w), w))
                self._by_word.setdefault(rarest, []).append((template, said.strip()))

    def say(self, text: str) -> Spoken:
        """``text``, one or several sentences, in this language; see :class:`Spoken`."""
        if not any(character.isalpha() for character in text):
            return Spoken(self._figures(text))
        whole = self._one(text)
        if whole is not None and not whole.missing:
            return whole
        pieces = _FULL_STOP.split(text, _PIECES)
        said: list[str] = []
        missing: list[str] = []
        at = 0
        while at < len(pieces):
            spoken, at = self._longest(pieces, at)
            said.append(spoken.text)
            missing.extend(spoken.missing)
        return Spoken(" ".join(said), tuple(missing))

    def say_of(self, file: str, text: str) -> Spoken:
        """What a reader says of a file: ``PROD.TXT is empty: …`` begins with the file's name."""
        if not file or not text.startswith(f"{file} "):
            return self.say(text)
        whole = self._one(text)
        if whole is not None and not whole.missing:
            return whole
        said = self.say(text[len(file) + 1 :])
        return Spoken(f"{file} {said.text}", said.missing)

    def command(self, text: str) -> str:
        """What is typed stays as it is; what is said in place of a command is a sentence."""
        if not _PROSE.search(text) and not _WORDS.match(text):
            return text
        said = self._one(text)
        return text if said is None or said.missing else said.text

    def _longest(self, pieces: list[str], at: int) -> tuple[Spoken, int]:
        """The most pieces from ``at`` on that are one sentence, and where they end."""
        partly: tuple[Spoken, int] | None = None
        for end in range(len(pieces), at, -1):
            found = self._one(" ".join(pieces[at:end]))
            if found is None:
                continue
            if not found.missing:
                return found, end
            partly = (found, end)
        piece = pieces[at]
        if _LABEL.fullmatch(piece):
            return Spoken(piece), at + 1
        if partly is None or 2 * sum(map(len, partly[0].missing)) > len(partly[0].text):
            return Spoken(piece, (piece,)), at + 1
        return partly

    def _one(self, text: str) -> Spoken | None:
        """One sentence or phrase, with or without the full stop that its template has."""
        for known, ending in ((text, ""), (text[:-1], text[-1:]), (text + ".", None)):
            said = self._exact.get(known)
            if said is None or (ending and ending not in ".;:"):
                continue
            return Spoken(said.removesuffix(".") if ending is None else said + ending)
        found = self._recognised(text)
        if found is not None:
            return found
        if text.endswith((".", ";", ":")):
            found = self._recognised(text[:-1])
            return None if found is None else Spoken(found.text + text[-1], found.missing)
        found = self._recognised(text + ".")
        return None if found is None else Spoken(found.text.removesuffix("."), found.missing)

    def _recognised(self, text: str) -> Spoken | None:
        """What a template makes of the text; ``None`` where nothing recognises it."""
        best: tuple[tuple[bool, int], Spoken] | None = None
        for template, said in self._candidates(text):
            matched = template.pattern.fullmatch(text)
            if matched is None:
                continue
            spoken = self._filled(template, said, matched.groupdict())
            rank = (not spoken.missing, template.weight)
            if best is None or rank > best[0]:
                best = (rank, spoken)
        return None if best is None else best[1]

    def _candidates(self, text: str) -> Iterable[tuple[Template, str]]:
        for word in dict.fromkeys(_WORD.findall(text)):
            yield from self._by_word.get(word, ())

    def _filled(self, template: Template, said: str, values: Mapping[str, str]) -> Spoken:
        spoken = {
            name: self._value(name, spec, values[name]) for name, spec in template.places.items()
        }
        return Spoken(
            fill(said, {name: value.text for name, value in spoken.items()}),
            tuple(part for value in spoken.values() for part in value.missing),
        )

    def _value(self, name: str, spec: str, value: str) -> Spoken:
        """What stood in a place: a figure, a name, a phrase, a list or several sentences."""
        if spec:
            return Spoken(self._figures(value))
        if not value.strip() or is_command(name):
            return Spoken(value)
        if is_verbatim(name):
            # Prose in a name's place: the template is not this sentence's.
            title, name = self._titled(value)
            missing = (value,) if _PROSE.search(name) else ()
            name = name.replace(" and ", _AND.get(self.language, " and "))
            return Spoken(title + _MORE_OF.sub(_MORE.get(self.language, r"\g<0>"), name), missing)
        stripped = value.strip()
        before, after = value[: len(value) - len(value.lstrip())], value[len(value.rstrip()) :]
        found = self._inside(stripped)
        return Spoken(before + found.text + after, found.missing)

    def _titled(self, value: str) -> tuple[str, str]:
        """The kind of component before a name in this language, and the name: ``LPAR `` and P1."""
        for space in re.finditer(" ", value):
            title, name = value[: space.start()], value[space.end() :]
            if title in _titles():
                return f"{self._exact.get(title, title)} ", name
        return "", value

    def _inside(self, value: str) -> Spoken:
        found = self._one(value)
        if found is not None and not found.missing:
            return found
        if _FULL_STOP.search(value):
            return self.say(value)
        for cut in re.finditer(r"(?=[,;] )", value):
            left, right = self._one(value[: cut.start()]), self._one(value[cut.start() :])
            if left and right and not left.missing + right.missing:
                return Spoken(left.text + right.text)
        parts = _LIST.split(value)
        if len(parts) > 1:
            said = [self._part(part) for part in parts]
            missing = tuple(m for spoken in said for m in spoken.missing)
            return Spoken("".join(spoken.text for spoken in said), missing)
        return found or self._part(value)

    def _part(self, part: str) -> Spoken:
        if part == " and ":
            return Spoken(_AND.get(self.language, part))
        found = self._one(part)
        if found is not None:
            return found
        return Spoken(part, (part,) if _PROSE.search(part) else ())

    def _figures(self, text: str) -> str:
        """Figures with the language's separators."""
        if self.language != "de" or not _NUMBER.fullmatch(text.strip()):
            return text
        swapped = text.replace(",", "\0").replace(".", ",").replace("\0", ".")
        return swapped.replace("%", " %").replace("  %", " %")


@cache
def _titles() -> frozenset[str]:
    return frozenset(kind.title for kind in catalogue() if kind.title)


@cache
def sentences_in(language: str) -> Sentences:
    """The shipped sentences of a language; of ``en`` there are none to look up."""
    return Sentences(entries(language), language)


@cache
def entries(language: str) -> Mapping[str, str]:
    """All entries of a language, from every file of its folder."""
    folder = resource("i18n", language)
    found: dict[str, str] = {}
    if folder.is_dir():
        for path in sorted(folder.iterdir(), key=lambda p: p.name):
            if path.name.endswith(".json"):
                found.update(json.loads(path.read_text(encoding="utf-8")))
    return found


def places(text: str) -> set[str]:
    """Names of the places of a text."""
    return {found["name"] for found in PLACE.finditer(text)}
