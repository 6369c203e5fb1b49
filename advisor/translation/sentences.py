"""Sentences of rules, plans and models in a language of the report."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from functools import cache
from string import Formatter

from model.language import Catalogue, Sentence, Speech, Spoken, Stored, Verbatim
from model.language.catalogues import catalogues

OPEN_PLACE = re.compile(r"(?<!\?P)<(?=[^<>]*[a-z])[A-Za-z][^<>=\n\"]{0,60}>")
"""A place of a command in angle brackets that words describe: ``<group>``, no ``<SECTION=A>``."""

_LEFT_OPEN = re.compile(r"<[^<>]*>|\{[^{}]*\}")
"""What a sentence or a command leaves open, and the values of a sentence."""


class Sentences:
    """The sentences of one language.

    ``entries`` maps templates to translations; an empty translation counts as none.
    """

    def __init__(
        self,
        entries: Mapping[str, str],
        language: str,
        known: Callable[[], Iterable[Catalogue]] | None = None,
    ) -> None:
        self.language = language
        own = (Catalogue(entries),)
        self._known = known or (lambda: own)
        self._speech = Speech(language, self._known)

    def calling(
        self, called: Callable[[Stored], str], hidden: Callable[[str], str] | None = None
    ) -> Sentences:
        """The same that call what is stored under a name of ours as people do.

        ``hidden`` hides names in values and in what is no sentence of ours, never in our words. It
        is asked of keywords as well: a value that somebody set may be a name.
        """
        other = Sentences({}, self.language, self._known)
        other._speech = Speech(
            self.language, self._known, called=called, name=hidden, quoted=hidden, keyword=hidden
        )
        return other

    def say(self, text: str) -> Spoken:
        """A sentence by its template and values, a plain text as it stands in the catalogue.

        What has no translation is told, so that nothing English passes for another language.
        """
        return self._speech.say(text)

    def say_of(self, file: str, text: str) -> Spoken:
        """What a reader says of a file; an older engagement keeps it as a plain text."""
        if not file or isinstance(text, Sentence) or not text.startswith(f"{file} "):
            return self.say(text)
        said = self.say(text[len(file) + 1 :])
        return Spoken(f"{file} {said.text}", said.missing)

    def command(self, text: str) -> str:
        """What is typed stays as it is; what is said in place of a command is a sentence."""
        if isinstance(text, (Sentence, Verbatim)):
            return self._speech.say(text).text
        whole = self._speech.whole(text)
        return OPEN_PLACE.sub(self._left_open, text) if whole is None else whole

    def _left_open(self, match: re.Match[str]) -> str:
        """What is to be filled in, called as readers call it: ``<group>``, ``<nucleus 9>``."""
        numbers = re.findall(r"\d+(?=>$)", match[0])
        template = re.sub(r"\d+(?=>$)", "{number}", match[0])
        known = self._speech.whole(template) or self._speech.whole(match[0])
        return match[0] if known is None else known.replace("{number}", "".join(numbers))


@cache
def sentences_in(language: str) -> Sentences:
    """The shipped sentences of a language; of ``en`` there are none to look up."""
    return Sentences({}, language, lambda: catalogues(language))


@cache
def entries(language: str) -> Mapping[str, str]:
    """All that rules, models and readers say in a language."""
    found: dict[str, str] = {}
    for known in reversed(tuple(catalogues(language))):
        found.update(known.single)
    return found


def is_spoken(command: str) -> bool:
    """Whether what stands in place of a command is a sentence of ours and nothing to be typed.

    Such a one has other words in another language, beside what it leaves open.
    """
    known = command.template if isinstance(command, Sentence) else command
    german = entries("de").get(known)
    return german is not None and "\n" not in command and _words(german) != _words(known)


def _words(text: str) -> str:
    return _LEFT_OPEN.sub("", text)


def specs(text: str) -> dict[str, str]:
    """Names of the places of a template with their formats, in order."""
    parsed = Formatter().parse(text)
    return {name: spec or "" for _text, name, spec, _conversion in parsed if name is not None}


def places(text: str) -> set[str]:
    """Names of the places of a template."""
    return set(specs(text))
