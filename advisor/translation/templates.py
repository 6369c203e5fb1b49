"""A sentence's template: its own words with named places, and the expression that recognises it."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property

PLACE = re.compile(r"\{(?P<name>[a-z_][a-z0-9_]*)(?::(?P<spec>[^{}]*))?\}")
NUMBER = r"[-+\u2212]?(?:\d[\d,]*(?:\.\d+)?(?:e[-+]?\d+)?|inf|nan)(?:\s?%)?"
# A whole word, nothing that a place may lengthen.
_WORD = re.compile(r"(?<![\0A-Za-z'-])[A-Za-z][A-Za-z'-]+(?![\0A-Za-z'-])")
_NAME = r"(?:(?![.;!?] ).)*?"

VERBATIM = frozenset(
    {"name", "names", "component", "id", "syntax", "commands", "job", "file", "member", "setting"}
)
"""Places that hold what the customer or the product calls something; their values stay."""


def is_verbatim(place: str) -> bool:
    """Whether a place holds a name, which is never translated and no sentence long."""
    plain = place.rstrip("0123456789")
    return plain in VERBATIM or plain.endswith("_name")


def is_command(place: str) -> bool:
    """Whether a place holds commands, which may be long."""
    return place.rstrip("0123456789") in ("syntax", "commands")


@dataclass(frozen=True)
class Template:
    """``text`` with places ``{name}`` or ``{name:spec}``; a spec marks a figure.

    ``dropped`` are places that the translation has no use for, an ending or ``is`` or ``are``:
    they hold no more than a word, or they would take what stands before it with them.
    """

    text: str
    dropped: frozenset[str] = frozenset()

    @cached_property
    def places(self) -> dict[str, str]:
        """Names of the places with their specs, in order."""
        return {found["name"]: found["spec"] or "" for found in PLACE.finditer(self.text)}

    @cached_property
    def words(self) -> tuple[str, ...]:
        """The template's own words."""
        return tuple(_WORD.findall(PLACE.sub("\0", self.text)))

    @cached_property
    def weight(self) -> int:
        """How many letters are the template's own: what tells it from others."""
        return len(PLACE.sub("", self.text))

    @cached_property
    def pattern(self) -> re.Pattern[str]:
        """Recognises a sentence; every place is a group of its name.

        Space at the ends is the sentence's neighbour's: it is not asked for.
        """
        parts: list[str] = []
        at = 0
        seen: set[str] = set()
        text = self.text.strip()
        for found in PLACE.finditer(text):
            parts.append(re.escape(text[at : found.start()]))
            at = found.end()
            name = found["name"]
            if name in seen:
                parts.append(f"(?P={name})")
                continue
            seen.add(name)
            inside = NUMBER if found["spec"] else ".*?"
            if is_verbatim(name) and not is_command(name):
                # Where a place follows without a space, a name ends at the first space.
                inside = r"\S*" if text[found.end() : found.end() + 1] == "{" else _NAME
            elif name == "title":
                inside = ".*"
            elif name in self.dropped and not found["spec"]:
                inside = r"\S*"
            parts.append(f"(?P<{name}>{inside})")
        parts.append(re.escape(text[at:]))
        return re.compile("".join(parts), re.DOTALL)


def fill(text: str, values: dict[str, str]) -> str:
    """``text`` with its places filled; a place without a value stays as it is."""
    return PLACE.sub(lambda found: values.get(found["name"], found[0]), text)
