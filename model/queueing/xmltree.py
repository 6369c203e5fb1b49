"""A small, safe XML reader: elements with their lines, no document type, no entities, no network.

Files come from strangers. A document type declaration is refused outright, which closes entity
expansion and external references alike; size and depth are limited.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from xml.parsers import expat

__all__ = ["Element", "Note", "XmlProblem", "parse_xml"]

MOST_ELEMENTS = 2_000_000
MOST_DEPTH = 200


class XmlProblem(ValueError):
    """XML that cannot be used, with the line."""

    def __init__(self, message: str, line: int = 1) -> None:
        super().__init__(message)
        self.line = line


@dataclass(frozen=True)
class Note:
    """Something in a file that was understood differently, with its line."""

    text: str
    line: int


@dataclass
class Element:
    """An element: local name, attributes, children, own text, line."""

    tag: str
    attributes: dict[str, str]
    line: int
    children: list[Element] = field(default_factory=list)
    text: str = ""

    def all(self, tag: str) -> Iterator[Element]:
        """Children of that name."""
        return (c for c in self.children if c.tag == tag)

    def first(self, tag: str) -> Element | None:
        """The first child of that name."""
        return next(self.all(tag), None)

    def get(self, name: str, default: str | None = None) -> str | None:
        """An attribute."""
        return self.attributes.get(name, default)


def parse_xml(text: str) -> Element:
    """The root element; raises :class:`XmlProblem`."""
    parser = expat.ParserCreate(encoding="utf-8")
    stack: list[Element] = []
    roots: list[Element] = []
    count = 0

    def start(name: str, attributes: dict[str, str]) -> None:
        nonlocal count
        count += 1
        line = parser.CurrentLineNumber
        if count > MOST_ELEMENTS or len(stack) >= MOST_DEPTH:
            raise XmlProblem("the XML is too large or too deep to be a queueing model", line)
        plain = {k.rpartition(":")[2]: v for k, v in attributes.items()}
        element = Element(name.rpartition(":")[2], plain, line)
        (stack[-1].children if stack else roots).append(element)
        stack.append(element)

    def end(_: str) -> None:
        stack.pop()

    def characters(data: str) -> None:
        if stack:
            stack[-1].text += data

    def doctype(*_: object) -> None:
        raise XmlProblem(
            "the XML has a document type declaration, which is not read for safety; remove it",
            parser.CurrentLineNumber,
        )

    parser.StartElementHandler = start
    parser.EndElementHandler = end
    parser.CharacterDataHandler = characters
    parser.StartDoctypeDeclHandler = doctype
    parser.buffer_text = True
    try:
        parser.Parse(text.encode("utf-8", "replace"), True)
    except expat.ExpatError as problem:
        said = expat.errors.messages.get(problem.code, "not well-formed")
        raise XmlProblem(
            f"this is not well-formed XML ({said}); correct it", problem.lineno
        ) from None
    return roots[0]
