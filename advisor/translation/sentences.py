"""Recognises printed sentences by their templates and says them in another language."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache

from advisor.translation.templates import NUMBER, PLACE, Template, fill
from resources import resource

_NUMBER = re.compile(NUMBER)
_FULL_STOP = re.compile(r"(?<=[.;:!?]) +")
_PREFIX = re.compile(r"(?P<head>[^\s:]{1,80}(?: [^\s:]{1,40}){0,2}): (?P<rest>.+)", re.DOTALL)
_LIST = re.compile(r"(, | and |; )")
_AND = {"de": " und "}
_WORDS_AT_MOST = 40
"""More clauses than this in one text are not tried as one sentence each way."""

VERBATIM = ("name", "names", "component", "id", "syntax", "job", "file", "member")
"""Places that hold what the customer or the product calls something; their values stay."""


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
        self._short: list[tuple[Template, str]] = []
        templates = [(Template(text), said) for text, said in entries.items() if said]
        common: dict[str, int] = {}
        for template, _ in templates:
            for word in set(template.words):
                common[word] = common.get(word, 0) + 1
        for template, said in templates:
            if not template.places:
                self._exact[template.text] = said
            elif template.words:
                rarest = min(template.words, key=lambda w: (common[w], -len(w), w))
                self._by_word.setdefault(rarest, []).append((template, said))
            else:
                self._short.append((template, said))

    def say(self, text: str) -> Spoken:
        """``text``, one or several sentences, in this language; see :class:`Spoken`."""
        if not any(character.isalpha() for character in text):
            return Spoken(self._figures(text))
        whole = self._one(text)
        if whole is not None:
            return Spoken(whole)
        pieces = _FULL_STOP.split(text)
        if len(pieces) > _WORDS_AT_MOST:
            rest = " ".join(pieces[_WORDS_AT_MOST - 1 :])
            pieces = [*pieces[: _WORDS_AT_MOST - 1], rest]
        said: list[str] = []
        missing: list[str] = []
        at = 0
        while at < len(pieces):
            for end in range(len(pieces), at, -1):
                piece = " ".join(pieces[at:end])
                found = self._one(piece)
                if found is not None:
                    said.append(found)
                    at = end
                    break
            else:
                piece = pieces[at]
                said.append(piece)
                if not _is_label(piece):
                    missing.append(piece)
                at += 1
        return Spoken(" ".join(said), tuple(missing))

    def _one(self, text: str) -> str | None:
        """One sentence, a phrase, or a list of phrases; ``None`` where nothing recognises it."""
        found = self._exact.get(text)
        if found is not None:
            return found
        best: tuple[int, str] | None = None
        for template, said in self._candidates(text):
            if best is not None and template.weight <= best[0]:
                continue
            matched = template.pattern.fullmatch(text)
            if matched is None:
                continue
            best = (template.weight, self._filled(template, said, matched.groupdict()))
        if best is not None:
            return best[1]
        for ending in (".", ";", ":", "…"):
            if text.endswith(ending):
                stem = self._exact.get(text[:-1])
                if stem is not None:
                    return stem + ending
        if text.endswith((".", ";")):
            return None
        # A sentence's value may be a sentence without its full stop.
        found = self._exact.get(text + ".")
        return None if found is None else found.removesuffix(".")

    def _candidates(self, text: str) -> Iterable[tuple[Template, str]]:
        seen: set[str] = set()
        for word in re.findall(r"[A-Za-z][A-Za-z'-]+", text):
            if word not in seen:
                seen.add(word)
                yield from self._by_word.get(word, ())
        yield from self._short

    def _filled(self, template: Template, said: str, values: Mapping[str, str]) -> str:
        return fill(
            said,
            {name: self._value(name, spec, values[name]) for name, spec in template.places.items()},
        )

    def _value(self, name: str, spec: str, value: str) -> str:
        if spec:
            return self._figures(value)
        if name.rstrip("0123456789") in VERBATIM or not value:
            return value
        found = self._one(value)
        if found is not None:
            return found
        if (value[:1].isupper() and value[1:2].islower()) or " " not in value:
            spoken = None
        else:
            spoken = self._listed(value)
        return value if spoken is None else spoken

    def _listed(self, value: str) -> str | None:
        """A list of phrases or sentences inside a place."""
        whole = self.say(value) if _FULL_STOP.search(value) else None
        if whole is not None and not whole.missing:
            return whole.text
        parts = _LIST.split(value)
        if len(parts) < 3:
            return None
        said = [
            _AND.get(self.language, part) if part == " and " else self._one(part) or part
            for part in parts
        ]
        return "".join(said)

    def _figures(self, text: str) -> str:
        """Figures with the language's separators."""
        if self.language != "de" or not _NUMBER.fullmatch(text.strip()):
            return text
        swapped = text.replace(",", "\0").replace(".", ",").replace("\0", ".")
        return swapped.replace("%", " %").replace("  %", " %")


def _is_label(piece: str) -> bool:
    """Whether a piece is a name or an id before a colon, which has no translation."""
    return bool(re.fullmatch(r"[^\s]+:|[A-Z0-9]{2,4}-\d{3}[:.;]?|[^a-z]*", piece))


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
