"""A sentence: a template with its values, and a ``str`` that reads as its English text."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from string import Formatter
from typing import Any, SupportsIndex

Value = str | int | float | bool | None


CONTEXT = "\4"
"""Parts what is meant from the text, as in the files of ``gettext``."""

_STRUNG = re.compile(r"\{p\d+\}(?: \{p\d+\})+")
_SPEC = re.compile(r"[+ ]?,?(?:\.\d)?[defg%]?")


class Verbatim(str):
    """A text that stays as it is in every language."""

    __slots__ = ()

    @property
    def text(self) -> str:
        """The plain text."""
        return str.__str__(self)


class Name(Verbatim):
    """What the customer calls something: a component, a data set, a user, a file. Masks hide it."""

    __slots__ = ()


class Hidden(Verbatim):
    """A text in which every name is hidden already: nothing looks for names in it again."""

    __slots__ = ()


class Keyword(Verbatim):
    """A word of a product's: a parameter, a message's id, a command. Masks let it stand."""

    __slots__ = ()


class Stored(Verbatim):
    """Something of ours under the name that it is stored by; people call it otherwise."""

    __slots__ = ()


class FigureName(Stored):
    """A figure by its stored name: ``etr_per_s``."""

    __slots__ = ()


class SettingName(Stored):
    """A setting by its name in the catalogue, ``LBP``, or of a component: ``DB10.LBP``."""

    __slots__ = ()

    @classmethod
    def of(cls, owner: str, setting: str) -> SettingName:
        """The setting of the component that is called so."""
        return cls(f"{owner}.{setting}")

    @property
    def parts(self) -> tuple[str, str]:
        """The component's name, empty where none is told, and the setting."""
        owner, _, setting = self.text.rpartition(".")
        return owner, setting


class ComponentId(Stored):
    """A component by its id: ``lpar:SYSA``."""

    __slots__ = ()


class Quoted(Verbatim):
    """What a report prints or a person wrote: it may name anything, so masks look into it."""

    __slots__ = ()


KEPT: tuple[type[Verbatim], ...] = (Keyword, Name, Quoted, FigureName, SettingName, ComponentId)
"""Kinds of text that a file of an engagement keeps."""


class LineNumber(int):
    """The number of a line of the file that a sentence is about."""

    __slots__ = ()

    @property
    def number(self) -> int:
        """The plain number."""
        return int(self)


MINUS = "\N{MINUS SIGN}"


def signed(figure: str) -> str:
    """A printed figure with the minus sign that figures have in print."""
    return figure.replace("-", MINUS, 1) if figure.lstrip().startswith("-") else figure


def plainly(value: Any, spec: str) -> str:
    """A figure as its spec has it, but 48,190 where that would be 4.819e+04, and 12 %."""
    text = format(value, spec)
    if spec.endswith("%"):
        return f"{text[:-1]} %"
    if not isinstance(value, float) or "e+" not in text or abs(value) >= _ALWAYS_A_POWER:
        return text
    return format(float(text.replace(",", "")), "+,.0f" if spec.startswith("+") else ",.0f")


_ALWAYS_A_POWER = 1e15


class _Signing(Formatter):
    def format_field(self, value: Any, format_spec: str) -> str:
        text = plainly(value, format_spec)
        return text if isinstance(value, str) else signed(text)


_SIGNING = _Signing()


def _written(template: str, values: Mapping[str, Value]) -> str:
    for value in values.values():  # a reader says a sentence of each figure of a record
        if isinstance(value, (int, float)) and value < 0:
            return _SIGNING.vformat(template, (), values)
    if "%}" in template:
        return _SIGNING.vformat(template, (), values)
    figures = template.format_map(values)
    return _SIGNING.vformat(template, (), values) if "e+" in figures else figures


class Sentence(str):
    """A template and its values; as a ``str`` it is the sentence in English.

    ``plural`` is the template for counts other than one, ``number`` how many. Whatever makes
    a plain ``str`` of it (``strip``, an f-string) loses what it was made of: see :func:`say`,
    ``+`` and :func:`joined` for what does not.
    """

    template: str
    values: Mapping[str, Value]
    plural: str
    number: float

    __slots__ = ("number", "plural", "template", "values")

    def __new__(
        cls, template: str, values: Mapping[str, Value], plural: str = "", number: float = 0
    ) -> Sentence:
        chosen = plural if plural and number != 1 else template
        made = str.__new__(cls, _written(chosen, values))
        made.template = template
        made.values = values
        made.plural = plural
        made.number = number
        return made

    def __reduce__(self) -> tuple[Any, ...]:
        return Sentence, (self.template, dict(self.values), self.plural, self.number)

    def __str__(self) -> Sentence:
        # What an exception or a call of str() says of it is still the sentence.
        return self

    def __add__(self, other: str) -> Sentence:
        return joined((self, other))

    def __radd__(self, other: str) -> Sentence:
        return joined((other, self))

    def rstrip(self, chars: str | None = None, /) -> str:
        """Without these at its end; a full stop goes from the template, nothing else is kept."""
        if chars == "." and self.endswith("."):
            return self._without_stop()
        return self if super().rstrip(chars) == self else super().rstrip(chars)

    def _without_stop(self) -> str:
        *_, last = Formatter().parse(self.template)
        if self.plural or (last[1] is None and not last[0].endswith(".")):
            return super().rstrip(".")
        if last[1] is None:
            return Sentence(self.template.rstrip("."), self.values)
        value = self.values.get(last[1])
        if not isinstance(value, str) or last[2]:
            return super().rstrip(".")
        return Sentence(self.template, {**self.values, last[1]: value.rstrip(".")})

    def strip(self, chars: str | None = None, /) -> str:
        """Without these at its ends; the sentence itself where it has none."""
        return self if super().strip(chars) == self else super().strip(chars)

    def removesuffix(self, suffix: str, /) -> str:
        """Without an end; the sentence itself where it does not end so."""
        return super().removesuffix(suffix) if suffix and self.endswith(suffix) else self

    def __getitem__(self, key: SupportsIndex | slice, /) -> str:
        cut = super().__getitem__(key)
        return self if len(cut) == len(self) and isinstance(key, slice) and cut == self else cut


def say(template: str, /, **values: object) -> Sentence:
    """A sentence of ours: ``template`` with ``{name}`` or ``{name:spec}`` for each value.

    The template is a literal: the catalogues are made of what stands here in the source. A value is
    another sentence, a figure (its spec says how it is written), a :class:`Name`, a
    :class:`Keyword` or something :class:`Quoted`; a plain ``str`` is looked up whole.
    """
    for value in values.values():
        if not isinstance(value, _PLAIN):
            return Sentence(template, {name: _value(one) for name, one in values.items()})
    known: Any = values  # nearly always
    return Sentence(template, known)


_PLAIN = (str, int, float, type(None))


def counted(one: str, several: str, /, n: float, **values: object) -> Sentence:
    """A sentence about ``n`` things: ``counted("{n} file", "{n} files", n=len(files))``."""
    known = {"n": _value(n), **{name: _value(value) for name, value in values.items()}}
    return Sentence(one, known, several, float(n))


def stored(template: str, values: Mapping[str, Value], plural: str, number: float) -> Sentence:
    """The sentence that a file keeps.

    Raises
    ------
    ValueError: no sentence of ours was made of these.
    """
    for form in (template, plural):
        for _text, name, spec, conversion in Formatter().parse(form):
            if name is None:
                continue
            if name not in values or conversion or not _SPEC.fullmatch(spec or ""):
                raise ValueError("a stored sentence has a place that no sentence has")
    return Sentence(template, values, plural, number)


def mark(text: str) -> str:
    """``text`` itself: a constant that is looked up where it is shown."""
    return text


def meant(context: str, text: str) -> str:
    """``text`` where another language has another word for it than elsewhere."""
    return f"{context}{CONTEXT}{text}"


def joined(parts: Iterable[str], separator: str = "") -> Sentence:
    """Parts strung together, each of them still what it was; empty parts count too."""
    template: list[str] = []
    values: dict[str, Value] = {}
    for number, part in enumerate(parts, 1):
        if number > 1:
            template.append(_literal(separator))
        if isinstance(part, (Sentence, Verbatim)) or any(map(str.isalpha, part)):
            values[f"p{number}"] = part
            template.append(f"{{p{number}}}")
        else:
            template.append(_literal(part))
    return Sentence("".join(template), values)


def parts_of(text: str) -> tuple[str, ...]:
    """What :func:`joined` strung together with blanks, to the last; anything else is one part."""
    if not isinstance(text, Sentence) or not _STRUNG.fullmatch(text.template):
        return (text,)
    return tuple(one for part in text.values.values() for one in parts_of(str(part)))


def sentences(parts: Iterable[str]) -> Sentence:
    """Parts as sentences, each with its full stop, one after the other; empty ones are left out."""
    return joined([part.rstrip(".") + "." for part in parts if part], " ")


def listed(items: Sequence[str], most: int = 0) -> Sentence:
    """``A, B and C``; of more than ``most`` only these: ``A, B and 3 more``."""
    shown = list(items[:most] if most else items)
    more = len(items) - len(shown)
    if more:
        return say("{names} and {more} more", names=joined(shown, ", "), more=more)
    if len(shown) < 2:
        return joined(shown)
    return say("{names} and {names2}", names=joined(shown[:-1], ", "), names2=shown[-1])


def with_lines(text: str, moved: Callable[[int], int]) -> str:
    """The same with every line number where it is in another file; a plain text stays as it is."""
    if not isinstance(text, Sentence):
        return text

    def changed(value: Value) -> Value:
        if isinstance(value, LineNumber):
            return LineNumber(moved(int(value)))
        return with_lines(value, moved) if isinstance(value, Sentence) else value

    values = {name: changed(value) for name, value in text.values.items()}
    return Sentence(text.template, values, text.plural, text.number)


def mentions(text: str, name: str) -> bool:
    """Whether a sentence names something; of a plain text whether it begins with it."""
    if not isinstance(text, Sentence):
        return text.startswith(name)
    return any(_is_of(value, name) for value in text.values.values())


def _is_of(value: Value, name: str) -> bool:
    if isinstance(value, Sentence):
        return mentions(value, name)
    return value == name or (isinstance(value, SettingName) and value.parts[0] == name)


def on_one_line(text: str) -> str:
    """The same with every run of blanks and line ends in it as one blank."""
    if not isinstance(text, Sentence):
        flat = " ".join(text.split())
        return type(text)(flat) if isinstance(text, Verbatim) else flat
    if " ".join(text.split()) == text:
        return text
    values = {
        name: on_one_line(value) if isinstance(value, str) else value
        for name, value in text.values.items()
    }
    return Sentence(" ".join(text.template.split()), values, text.plural, text.number)


def _literal(text: str) -> str:
    return text.replace("{", "{{").replace("}", "}}")


def _value(value: object) -> Value:
    if isinstance(value, _PLAIN):
        return value
    if hasattr(value, "__float__"):  # a number of numpy's
        return float(value)
    return str(value)
