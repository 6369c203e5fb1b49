"""Whether stored fields are of the types that their dataclass declares.

A dataclass takes anything; what a file of unknown origin holds is compared with the annotations
first, so that a number where a name belongs is one sentence at opening and no fault hours later.
"""

from __future__ import annotations

import types
from collections.abc import Mapping
from dataclasses import fields
from functools import cache
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

__all__ = ["checked", "conforms"]

LARGEST = 1e300  # of any number that is calculated with


@cache
def _hints(cls: type) -> Mapping[str, Any]:
    found = get_type_hints(cls)
    return {field.name: found[field.name] for field in fields(cls)}


def checked(cls: type, items: Mapping[str, Any]) -> None:
    """Raise TypeError where a field's value is not of its declared type."""
    for name, hint in _hints(cls).items():
        if name in items and not conforms(items[name], hint):
            raise TypeError(f"{name} of {cls.__name__} is something else")


def conforms(value: Any, hint: Any) -> bool:
    """Whether a decoded value is of a declared type; whole numbers pass for any."""
    if hint is float:
        return type(value) in (int, float) and abs(value) <= LARGEST
    if hint is int:
        return type(value) is int and abs(value) <= LARGEST
    if hint is bool:
        return type(value) is bool
    if hint is str:
        return isinstance(value, str)
    if hint is Any:
        return True
    if hint is None or hint is type(None):
        return value is None
    origin, parts = get_origin(hint), get_args(hint)
    if origin in (Union, types.UnionType):
        return any(conforms(value, part) for part in parts)
    if origin is Literal:
        return type(value) is str and value in parts
    if origin is tuple:
        if len(parts) == 2 and parts[1] is Ellipsis:
            return type(value) is tuple and all(conforms(item, parts[0]) for item in value)
        return (
            type(value) is tuple and len(value) == len(parts) and all(map(conforms, value, parts))
        )
    if origin is not None and isinstance(origin, type) and issubclass(origin, Mapping):
        return isinstance(value, Mapping) and all(
            conforms(key, parts[0]) and conforms(item, parts[1]) for key, item in value.items()
        )
    return isinstance(hint, type) and isinstance(value, hint)
