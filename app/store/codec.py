"""Changes, components and constraints as JSON, and back: only the classes listed here are built."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from typing import Any, get_args

from advisor.engagement import Constraints
from app.store.typing_of import checked
from model.language import KEPT, LineNumber, Sentence, stored
from model.topology import Change, Component, Link, Measured, Origin, Scenario, Setting

__all__ = [
    "DecodeError",
    "EncodeError",
    "decode",
    "decode_value",
    "encode",
    "encode_value",
    "storable",
    "text_of",
]

CLASSES: Mapping[str, type] = {
    cls.__name__: cls
    for cls in (
        *get_args(Change),
        Component,
        Constraints,
        Link,
        Measured,
        Origin,
        Scenario,
        Setting,
    )
}
CLASS_KEY = "__class__"
TEXTS: Mapping[str, type[str]] = {cls.__name__: cls for cls in KEPT}
LARGEST_INTEGER = 2**63 - 1


class DecodeError(ValueError):
    """JSON that is not what :func:`encode` writes."""


class EncodeError(ValueError):
    """A value that cannot be kept."""


def storable(text: str) -> str:
    """``text`` with what UTF-8 cannot hold (lone surrogates of odd file names) as escapes."""
    return text.encode("utf-8", "backslashreplace").decode("utf-8")


LONGEST = 1 << 20
"""Characters of one value: what they are decoded to may take forty times as much."""


def encode(value: Any) -> str:
    """A value of the known classes as one JSON text.

    Raises
    ------
    EncodeError: it holds a number that could not be calculated with when it comes back.
    """
    try:
        return json.dumps(_plain(value), sort_keys=True, separators=(",", ":"), allow_nan=False)
    except ValueError as wrong:
        raise EncodeError(str(wrong)) from wrong


def _plain(value: Any) -> Any:
    if is_dataclass(value) and not isinstance(value, type):
        name = type(value).__name__
        if CLASSES.get(name) is not type(value):
            raise TypeError(f"{name} is not kept in engagement files")
        kept = {field.name: _plain(getattr(value, field.name)) for field in fields(value)}
        return {CLASS_KEY: name, **kept}
    if isinstance(value, Mapping):
        return {str(key): _plain(item) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [_plain(item) for item in value]
    if isinstance(value, Sentence):
        return {
            CLASS_KEY: Sentence.__name__,
            "template": storable(value.template),
            "values": _plain(value.values),
            "plural": storable(value.plural),
            "number": value.number,
        }
    if type(value) in TEXTS.values():
        return {CLASS_KEY: type(value).__name__, "text": storable(value)}
    if isinstance(value, LineNumber):
        return {CLASS_KEY: LineNumber.__name__, "number": int(value)}
    if isinstance(value, str):
        return storable(value)
    return value


def decode(text: str, longest: int = LONGEST) -> Any:
    """The value that :func:`encode` made ``text`` of; lists come back as tuples.

    Raises
    ------
    DecodeError: ``text`` is something else.
    """
    if len(text) > longest:
        raise DecodeError("a stored value is longer than any is")
    try:
        return _built(json.loads(text, parse_constant=_no_number))
    except (ValueError, TypeError, KeyError, RecursionError) as wrong:
        raise DecodeError(f"a stored value cannot be understood ({wrong})") from wrong


def _built(value: Any) -> Any:
    if isinstance(value, dict):
        items = {key: _built(item) for key, item in value.items() if key != CLASS_KEY}
        if CLASS_KEY not in value:
            return items
        if value[CLASS_KEY] in (Sentence.__name__, LineNumber.__name__, *TEXTS):
            return _text(value[CLASS_KEY], items)
        cls = CLASSES[value[CLASS_KEY]]
        checked(cls, items)
        return cls(**items)
    if isinstance(value, list):
        return tuple(_built(item) for item in value)
    return value


def _text(name: str, items: Mapping[str, Any]) -> str | int:
    """A sentence or one of the values that only sentences have."""
    if name == LineNumber.__name__:
        return LineNumber(items["number"])
    if name in TEXTS:
        return TEXTS[name](text_of(items["text"]))
    values = items["values"]
    if not isinstance(values, dict) or not all(
        v is None or isinstance(v, (str, int, float)) for v in values.values()
    ):
        raise TypeError("a value of a sentence is something else")
    plural, number = text_of(items["plural"]), float(items["number"])
    return stored(text_of(items["template"]), values, plural, number)


def text_of(value: object) -> str:
    """A stored text.

    Raises
    ------
    DecodeError: it is a number or bytes.
    """
    if not isinstance(value, str):
        raise DecodeError("a stored text is something else")
    return value


def _no_number(name: str) -> float:
    raise ValueError(f"{name} is no number")


def encode_value(value: float | int | str | bool) -> tuple[str, float | int | str]:
    """A setting's or observation's value as (type letter, what SQLite keeps)."""
    if isinstance(value, bool):
        return "b", int(value)
    if isinstance(value, int):
        return ("i", value) if abs(value) <= LARGEST_INTEGER else ("t", str(value))
    if isinstance(value, float):
        return ("f", value) if value == value else ("t", "nan")
    return "s", storable(value)


def decode_value(letter: str, kept: Any) -> float | int | str | bool:
    """The value that :func:`encode_value` took apart.

    Raises
    ------
    DecodeError: the two do not fit together.
    """
    if letter == "b" and isinstance(kept, int):
        return bool(kept)
    if letter == "i" and isinstance(kept, int):
        return kept
    if letter == "f" and isinstance(kept, (int, float)):
        return float(kept)
    if letter == "s" and isinstance(kept, str):
        return kept
    if letter == "t" and isinstance(kept, str):
        try:
            return float("nan") if kept == "nan" else int(kept)
        except ValueError:
            pass
    raise DecodeError("a stored value is not of its stated type")
