"""Names replaced by others of the same length and shape.

A label such as ``LPAR-1`` is right for a text but not for a report, whose readers go by columns:
here a letter becomes a letter and a digit a digit, so that every line keeps its width, in any code
page of one byte to a character. The same name always becomes the same one, in every report and
decision, and no two become one. The words are drawn at random for each export: nothing in it leads
back.
"""

from __future__ import annotations

import re
import secrets
import string
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from random import Random

__all__ = ["Disguise", "words_of"]

WORD = re.compile(r"[^\W_][\w@#$]*|[@#$][\w@#$]*")
CONSONANTS = "BCDFGHJKLMNPQRSTVWXZ"
"""No vowels: what is drawn spells no word, and none of the products' keywords."""
HEXADECIMAL = "BCDF"
# What kind of work a job id belongs to is no name.
_JOB = re.compile(r"(?:JOB|STC|TSU|[JST])(?=\d{4,7}$)")
_NUMBER = re.compile(r"(?=.*\d)[0-9A-F]+")

MOST_TRIES = 1000
SHORTEST_SPACED = 3


def words_of(names: Iterable[str]) -> set[str]:
    """The words of names: ``DB2P.PROD`` has two. A bare number is none."""
    return {
        word
        for name in names
        for word in WORD.findall(name)
        if any(character.isalpha() for character in word)
    }


@dataclass
class Disguise:
    """A replacement of words; ``shapes`` are found wherever they stand (addresses, data sets).

    ``kept`` are words that mean something to readers and are never replaced; ``taken`` are words
    that occur anyway, which no replacement may look like. ``parts`` are names that also stand in
    longer ones (a queue manager's in ``MQA1MSTR``): there only they are replaced, so that the two
    still belong together. ``given`` are replacements that stand already, by word in capitals.
    ``components`` are words of what the installation's parts are called.
    """

    words: Collection[str]
    kept: Collection[str] = ()
    taken: Collection[str] = ()
    shapes: tuple[re.Pattern[str], ...] = ()
    parts: Collection[str] = ()
    given: Mapping[str, str] = field(default_factory=dict)
    components: Collection[str] = ()
    random: Random = field(default_factory=secrets.SystemRandom)

    def __post_init__(self) -> None:
        self._kept = {word.upper() for word in self.kept}
        self._known = {w: other for w, other in self.given.items() if w not in self._kept}
        self._used = {word.upper() for word in self.taken} | self._kept | {*self._known.values()}
        self._parts = sorted((part.upper() for part in self.parts), key=lambda x: (-len(x), x))
        self._draw_in_order({word.upper() for word in self.words} - self._known.keys())
        self._pattern = _pattern(self._known)
        self._listed = len(self._known)

    @property
    def known(self) -> Mapping[str, str]:
        """Every word that was replaced so far, in capitals, with what stands for it."""
        return self._known

    def word(self, word: str) -> str:
        """What stands for one word, in its own capitals and small letters."""
        key = word.upper()
        if not self._is_replaced(key):
            return word
        found = self._known.get(key)
        if found is None or len(found) != len(word):
            found = self._known[key] = self._drawn(key)
        return "".join(
            new.lower() if old.islower() else new for old, new in zip(word, found, strict=True)
        )

    def _draw_in_order(self, words: set[str]) -> None:
        """Of names of one shape the first stays the first: a tie between two is broken the same."""
        whole = {word for word in words if not self._inside(word) and self._is_replaced(word)}
        shapes: dict[str, list[str]] = {}
        for word in sorted(whole):
            shapes.setdefault("".join(_kind(character) for character in word), []).append(word)
        for alike in shapes.values():
            drawn = sorted(self._drawn(word) for word in alike)
            self._known.update(zip(alike, drawn, strict=True))
        for word in sorted(words - whole, key=lambda x: (len(x), x)):
            self.word(word)

    def _is_replaced(self, word: str) -> bool:
        return word not in self._kept and any(character.isalpha() for character in word)

    def _inside(self, word: str) -> str:
        """The longest name that stands in a longer one."""
        return next((part for part in self._parts if part in word and part != word), "")

    def _drawn(self, word: str) -> str:
        inside = self._inside(word)
        if inside in self._known:
            found = word.replace(inside, self._known[inside])
            self._used.add(found)
            return found
        for _try in range(MOST_TRIES):
            # What may be a number in hexadecimal (a machine's serial number) stays one.
            letters = HEXADECIMAL if _NUMBER.fullmatch(word) else CONSONANTS
            kept = _JOB.match(word)
            start = kept.end() if kept is not None else 0
            found = word[:start] + "".join(self._like(x, letters) for x in word[start:])
            if found not in self._used:
                self._used.add(found)
                return found
        # Short words run out: two letters have four hundred.
        raise ValueError(f"no other word of the shape of {len(word)} characters is left")

    def _like(self, character: str, letters: str) -> str:
        kind = _kind(character)
        if kind == "9":
            return self.random.choice(string.digits[1:])
        if kind != "A":
            return character  # also a zero: before a serial number it is no part of it
        return self.random.choice(letters)

    def text(self, text: str) -> str:
        """``text`` with every name replaced; it keeps its length."""
        for shape in self.shapes:
            for found in shape.findall(text):
                for word in WORD.findall(found):
                    self.word(word)
        if len(self._known) != self._listed:
            self._listed, self._pattern = len(self._known), _pattern(self._known)
        if self._pattern is None:
            return text
        return self._pattern.sub(self._replaced, text)

    def _replaced(self, found: re.Match[str]) -> str:
        word = found["word"]
        if " " in word:  # S Y S A, as the title lines of job logs print it
            return found["zeros"] + " ".join(self.word(word.replace(" ", "")))
        return found["zeros"] + self.word(word)


def _kind(character: str) -> str:
    if character in string.digits[1:]:
        return "9"
    return "A" if character.isalpha() else character


def _pattern(words: Collection[str]) -> re.Pattern[str] | None:
    if not words:
        return None
    spaced = [" ".join(word) for word in words if len(word) >= SHORTEST_SPACED]
    listed = sorted([*words, *spaced], key=lambda word: (-len(word), word))
    return re.compile(
        # Serial numbers are printed with zeros before them.
        r"(?<![^\W_])(?P<zeros>0*)(?P<word>"
        + "|".join(re.escape(word) for word in listed)
        + r")(?![^\W_]|[@#$])",
        re.IGNORECASE,
    )
