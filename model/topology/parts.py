"""A value of a JSON document beside where it stands, asked for as what it must be."""

from __future__ import annotations

import difflib
import math
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Protocol, TypeVar

from model.json_text import Path, TextProblem, line_of, parse_json_text

REMARKS = frozenset({"about", "comment", "comments", "note", "notes", "source", "title", "url"})
"""Keys that any object may have: they are for people, and nothing reads them."""
_MOST = 1e15
"""Of a figure: beyond it nothing was measured, and no network can be solved."""
_LEAST = 1e-9
"""Of a figure that is not 0, for the same reasons."""


class HasId(Protocol):
    """What a list of a document can hold but once."""

    @property
    def id(self) -> str:
        """Its id."""


_Named = TypeVar("_Named", bound=HasId)


class DocumentError(ValueError):
    """A document that is not what it says; one sentence, with the line where one is known."""

    def __init__(self, sentence: str, line: int | None = None) -> None:
        super().__init__(sentence)
        self.line = line


@dataclass(frozen=True, slots=True)
class Part:
    """A value of a document: `text` is the whole document, `path` where in it the value stands."""

    value: Any
    text: str
    path: Path = ()
    called: str = "the document"

    def wrong(self, sentence: str) -> DocumentError:
        """The refusal of this value, with its line."""
        return DocumentError(sentence, line_of(self.text, self.path) if self.path else None)

    def __contains__(self, key: str) -> bool:
        return key in self.value

    def object(self, known: Collection[str] | None = None) -> Mapping[str, Any]:
        """The keys and values of an object; a key that is nearly one of these is refused.

        What is like none of them is a remark of whoever wrote the document.
        """
        if not isinstance(self.value, dict):
            raise self.wrong(f"{self.called} is no object: write it in braces")
        if known is not None:
            for key in self.value.keys() - known - REMARKS:
                near = difflib.get_close_matches(key.lower(), known, 1)
                if near:
                    hint = f"write {near[0]!r}"
                    raise self.at(key).wrong(f"{self.called} has no part {key!r}: {hint}")
        return self.value

    def at(self, key: str | int, called: str = "") -> Part:
        """What stands under a key of this object, or in this place of this list."""
        value = self.value.get(key) if isinstance(key, str) else self.value[key]
        return Part(value, self.text, (*self.path, key), called or f'"{key}" of {self.called}')

    def parts(self, key: str, each: str) -> Iterator[Part]:
        """The entries of the list under a key; none where it is left out."""
        listed = self.at(key)
        if listed.value is None and key not in self.value:
            return
        if not isinstance(listed.value, list):
            raise listed.wrong(f"{listed.called} is no list of objects: write it in brackets")
        inside = "" if not self.path else f" of {self.called}"
        for number in range(len(listed.value)):
            yield listed.at(number, f"{each} {number + 1}{inside}")

    def distinct(self, key: str, each: str, read: Callable[[Part], _Named]) -> tuple[_Named, ...]:
        """What the entries of the list under a key say, each of an id of its own; at least one."""
        found: dict[str, _Named] = {}
        for part in self.parts(key, each):
            one = read(part)
            if one.id in found:
                raise part.at("id").wrong(f"there are two {key} {one.id!r}; ids must differ")
            found[one.id] = one
        if not found:
            raise self.at(key).wrong(f'has no {key}; list one under "{key}"')
        return tuple(found.values())

    def items(self, key: str, of: str = "") -> Iterator[tuple[str, Part]]:
        """The values of the object under a key, by name; none where it is left out."""
        held = self.at(key)
        if held.value is None and key not in self.value:
            return
        for name in held.object():
            yield name, held.at(name, f"{of}{name}")

    def word(self, key: str, otherwise: str | None = None) -> str:
        """The text under a key, which is not empty; `otherwise` where the key is left out."""
        part = self.at(key)
        if part.value is None and otherwise is not None:
            return otherwise
        if part.value is None:
            raise self.wrong(f'{self.called} has no "{key}": give one')
        if not isinstance(part.value, str) or not part.value.strip():
            raise part.wrong(f'"{key}" of {self.called} is no text: give a name in quotes')
        return part.value

    def number(self) -> float:
        """The figure that this is."""
        if isinstance(self.value, bool) or not isinstance(self.value, (int, float)):
            if isinstance(self.value, str) and _reads_as_number(self.value):
                raise self.wrong(
                    f"{self.called} is text: write {self.value.strip()} without quotes"
                )
            raise self.wrong(f"{self.called} is no figure: give a number")
        if not abs(self.value) <= _MOST:
            raise self.wrong(f"{self.called} is no figure of any machine: give one up to {_MOST:g}")
        if 0.0 < abs(self.value) < _LEAST:
            raise self.wrong(f"{self.called} is too small for any machine: give 0 if it is none")
        return self.value

    def scalar(self) -> float | int | str | bool:
        """A number, text, true or false."""
        if isinstance(self.value, (str, bool)):
            return self.value
        if isinstance(self.value, (int, float)):
            return self.number()
        raise self.wrong(f"{self.called} is no value: give a number, text, true or false")


def _reads_as_number(text: str) -> bool:
    try:
        return math.isfinite(float(text))
    except ValueError:
        return False


def document_of(text: str, *formats: str) -> Part:
    """The object of a document of one of these formats. Raises DocumentError."""
    try:
        document = parse_json_text(text)
    except TextProblem as problem:
        raise DocumentError(str(problem), problem.line) from None
    if not isinstance(document, dict) or document.get("format") not in formats:
        named = " or ".join(f'"{one}"' for one in formats)
        raise DocumentError(f'has no "format": {named}; give such a document')
    return Part(document, text)
