"""Frozen values of ``model`` and ``advisor`` as one JSON text, and back: what an analysis left.

The engagement file is data, never program, so this is no pickle: decoding builds frozen dataclasses
that the rooms ``model`` and ``advisor`` declare, plain containers and arrays of numbers, and
nothing else. A value is a list of nodes, children before their parents::

    {"classes": [["model.topology.components", "Origin", ["kind", "file", "line", "text"]], …],
     "nodes": [[0, "report", "ADARUN.txt", 12, "…"], [-1, [7], "EUR"], …], "root": [8]}

A node starts with the number of its class, or with a negative number for a container. In it a
scalar stands for itself and ``[n]`` for an earlier node. What several parents share is one node and
becomes one object again. *Externals* are objects that both sides have already (the observations
that the file keeps anyway): they are the first entries that ``[n]`` counts.
"""

from __future__ import annotations

import base64
import importlib
import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import fields, is_dataclass
from functools import cache
from types import MappingProxyType
from typing import Any, NoReturn

from app.store.codec import DecodeError

__all__ = ["PackError", "pack", "unpack"]

ROOMS = ("model.", "advisor.")
TUPLE, LIST, DICT, PROXY, FROZENSET, ARRAY = -1, -2, -3, -4, -5, -6
ARRAY_KINDS = "biuf"  # flags and numbers; never objects
DEEPEST = 200


class PackError(TypeError):
    """A value holds something that cannot be kept."""


def pack(value: Any, externals: Sequence[Any] = ()) -> str:
    """``value`` as JSON text.

    Raises
    ------
    PackError: it holds something else than frozen dataclasses of the rooms, containers, numbers.
    """
    packer = _Packer(externals)
    root = packer.reference(value, 0)
    return json.dumps(
        {"classes": packer.classes, "nodes": packer.nodes, "root": root}, separators=(",", ":")
    )


class _Packer:
    def __init__(self, externals: Sequence[Any]) -> None:
        self.nodes: list[list[Any]] = []
        self.classes: list[tuple[str, str, list[str]]] = []
        self._numbers: dict[type, tuple[int, list[str]]] = {}
        self._first = len(externals)
        self._seen = {id(item): place for place, item in enumerate(externals)}
        # An id means an object only as long as it lives.
        self._kept: list[Any] = []

    def reference(self, value: Any, depth: int) -> Any:
        """What stands for ``value`` in its parent's node."""
        if value is None or type(value) in (str, int, float, bool):
            return value
        place = self._seen.get(id(value))
        if place is None:
            node = self._node(value, depth)
            place = self._first + len(self.nodes)
            self.nodes.append(node)
            self._seen[id(value)] = place
            self._kept.append(value)
        return [place]

    def _node(self, value: Any, depth: int) -> list[Any]:
        if depth > DEEPEST:
            raise PackError("nested too deep to be kept")

        def held(items: Any) -> list[Any]:
            return [self.reference(item, depth + 1) for item in items]

        if is_dataclass(value) and not isinstance(value, type):
            number, names = self._class(type(value))
            return [number, *held(getattr(value, name) for name in names)]
        if type(value) in (tuple, list):
            return [TUPLE if type(value) is tuple else LIST, *held(value)]
        if isinstance(value, Mapping):
            code = PROXY if isinstance(value, MappingProxyType) else DICT
            return [code, *held(part for pair in value.items() for part in pair)]
        if type(value) is frozenset:
            return [FROZENSET, *held(sorted(value, key=repr))]
        if hasattr(value, "__array__") and hasattr(value, "dtype"):
            return _array_node(value)
        product = _built_from(value)
        if product is not None:
            name, parts = product
            number, _names = self._class(type(value), name)
            return [number, *held(parts)]
        raise PackError(f"{type(value).__module__}.{type(value).__qualname__} cannot be kept")

    def _class(self, cls: type, names: Sequence[str] | None = None) -> tuple[int, list[str]]:
        known = self._numbers.get(cls)
        if known is None:
            if not cls.__module__.startswith(ROOMS) or "." in cls.__qualname__:
                raise PackError(f"{cls.__module__}.{cls.__qualname__} cannot be kept")
            found = [f.name for f in fields(cls) if f.init] if names is None else list(names)
            known = self._numbers[cls] = (len(self.classes), found)
            self.classes.append((cls.__module__, cls.__qualname__, found))
        return known


@cache
def _others() -> Mapping[type, tuple[str, ...]]:
    """Classes that are no dataclasses, and the arguments that make one of each.

    What they keep besides, such as a cache, is left out.
    """
    from model.contract.protocol import NotProjectable
    from model.language import KEPT, LineNumber, Sentence
    from model.subsystems.common.constants import ConstantSet

    return {
        ConstantSet: ("product", "constants", "learned"),
        NotProjectable: ("sentence", "component", "setting", "report"),
        Sentence: ("template", "values", "plural", "number"),
        **dict.fromkeys(KEPT, ("text",)),
        LineNumber: ("number",),
    }


def _built_from(value: Any) -> tuple[tuple[str, ...], tuple[Any, ...]] | None:
    """Names and values of the arguments that make an object which is no dataclass."""
    names = _others().get(type(value))
    if names is None:
        return None
    if isinstance(value, Exception):
        return names, (str(value), *(getattr(value, name) for name in names[1:]))
    return names, tuple(getattr(value, name) for name in names)


def _array_node(value: Any) -> list[Any]:
    import numpy as np

    array = np.ascontiguousarray(value)
    if array.dtype.kind not in ARRAY_KINDS:
        raise PackError(f"an array of {array.dtype} cannot be kept")
    data = base64.b64encode(array.astype(array.dtype.newbyteorder("<")).tobytes())
    return [ARRAY, array.dtype.newbyteorder("<").str, data.decode("ascii"), *np.shape(value)]


# --- and back ------------------------------------------------------------------------------------


def unpack(text: str, externals: Sequence[Any] = ()) -> Any:
    """The value that :func:`pack` made ``text`` of, with the same externals.

    Raises
    ------
    DecodeError: ``text`` is something else, or of classes that are different today.
    """
    try:
        document = json.loads(text)
        makers = [_maker(*entry) for entry in document["classes"]]
        table = list(externals)
        for node in document["nodes"]:
            values = [table[v[0]] if type(v) is list else v for v in node]
            code = node[0]
            table.append(makers[code](*values[1:]) if code >= 0 else _container(code, values[1:]))
        root = document["root"]
        return table[root[0]] if isinstance(root, list) else root
    except DecodeError:
        raise
    except Exception as wrong:  # whatever a constructor of hostile content raises
        raise DecodeError(f"a kept analysis cannot be understood ({wrong})") from wrong


def _maker(module: str, name: str, names: Sequence[str]) -> Callable[..., Any]:
    """The class, if it is one that may be built and has these fields in this order."""
    if not module.startswith(ROOMS) or not name.isidentifier():
        _refuse(module, name)
    cls = getattr(importlib.import_module(module), name, None)
    if not isinstance(cls, type) or cls.__module__ != module:
        _refuse(module, name)
    if not is_dataclass(cls):
        if _others().get(cls) != tuple(names):
            _refuse(module, name)
        from model.language import Sentence, stored

        return stored if cls is Sentence else cls
    if [f.name for f in fields(cls) if f.init] != list(names):
        raise DecodeError(f"{name} has other fields today")
    if any(f.kw_only for f in fields(cls)):
        return lambda *values: cls(**dict(zip(names, values, strict=True)))
    return cls


def _refuse(module: str, name: str) -> NoReturn:
    raise DecodeError(f"{module}.{name} is nothing that is kept")


def _container(code: int, items: list[Any]) -> Any:
    if code == TUPLE:
        return tuple(items)
    if code == LIST:
        return items
    if code in (DICT, PROXY):
        made = dict(zip(items[::2], items[1::2], strict=True))
        return made if code == DICT else MappingProxyType(made)
    if code == FROZENSET:
        return frozenset(items)
    if code == ARRAY:
        import numpy as np

        kind, data, *shape = items
        dtype = np.dtype(kind)
        if dtype.kind not in ARRAY_KINDS:
            raise DecodeError(f"an array of {dtype} is nothing that is kept")
        array = np.frombuffer(base64.b64decode(data), dtype).reshape(shape)
        return array.astype(dtype.newbyteorder("="))
    raise DecodeError(f"a node of kind {code}")
