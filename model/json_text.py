"""JSON that people write: its values, and the line on which each of them stands.

A key that stands twice in one object, NaN and infinity are refused: which value was meant would be
a guess.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

Path = tuple[str | int, ...]
"""Keys and places in lists, from the outermost value in."""


class TextProblem(ValueError):
    """Text that cannot be read as JSON, with the line."""

    def __init__(self, message: str, line: int) -> None:
        super().__init__(message)
        self.line = line


class _Twice(ValueError):
    """A key that its object has had before."""


class _NoNumber(ValueError):
    """A word in a number's place."""


def parse_json_text(text: str) -> Any:
    """JSON values. Raises TextProblem for anything that is not clean JSON."""
    try:
        return json.loads(text, object_pairs_hook=_pairs, parse_constant=_no_constant)
    except json.JSONDecodeError as problem:
        raise TextProblem(f"this is not JSON ({problem.msg}); correct it", problem.lineno) from None
    except _Twice as problem:
        raise TextProblem(
            f"the key {str(problem)!r} occurs twice in one object; keep one",
            _second_key_line(text, str(problem)),
        ) from None
    except _NoNumber as problem:
        found = re.search(rf"[:\[,]\s*({re.escape(str(problem))})\b", text)
        line = 1 if found is None else text.count("\n", 0, found.start(1)) + 1
        raise TextProblem(f"{problem} is not a number; give a number", line) from None
    except RecursionError:
        raise TextProblem("the JSON is nested too deeply; flatten it", 1) from None
    except ValueError:  # Python's own bound on the digits of a whole number
        long = re.search(r"\d{4301}", text)
        line = 1 if long is None else text.count("\n", 0, long.start()) + 1
        raise TextProblem("a number in this file has too many digits; shorten it", line) from None


def _pairs(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    out: dict[str, Any] = {}
    for key, value in pairs:
        if key in out:
            raise _Twice(key)
        out[key] = value
    return out


def _no_constant(word: str) -> Any:
    raise _NoNumber(word)


def _second_key_line(text: str, key: str) -> int:
    """The line of the first such key that its object has had before."""
    keys: list[set[str | int]] = []
    for start, at, mark in _places(text):
        if mark in ("{", "["):
            keys[len(at) :] = [set()]
        elif mark == "key":
            if at[-1] == key and key in keys[len(at) - 1]:
                return text.count("\n", 0, start) + 1
            keys[len(at) - 1].add(at[-1])
    return 1


_TOKEN = re.compile(r'\s*(?:([{}\[\],:])|("(?:[^"\\]|\\.)*")|([^\s{}\[\],:"]+))')


def line_of(text: str, path: Path) -> int:
    """The line where ``path`` begins in valid JSON text; the deepest part that exists counts."""
    best, best_depth = 1, 0
    for start, at, _ in _places(text):
        depth = len(at)
        if depth > best_depth and tuple(at) == path[:depth]:
            best, best_depth = text.count("\n", 0, start) + 1, depth
            if depth == len(path):
                break
    return best


def _places(text: str) -> Iterator[tuple[int, list[str | int], str]]:
    """Every key and value of valid JSON text: where it begins, its path, and what begins there.

    The path is the walk's own and changes as it goes on.
    """
    at: list[str | int] = []
    kinds: list[str] = []
    expect_key = False
    for found in _TOKEN.finditer(text):
        mark, string, _ = found.groups()
        if string is not None and expect_key:
            at[-1] = json.loads(string)
            expect_key = False
            yield found.start(2), at, "key"
        elif mark not in ("]", "}", ",", ":"):
            yield found.start(found.lastindex or 0), at, mark or "value"
        if mark in ("{", "["):
            kinds.append(mark)
            at.append(0 if mark == "[" else "")
            expect_key = mark == "{"
        elif mark in ("}", "]"):
            kinds.pop()
            at.pop()
            expect_key = False
            if not kinds:
                return
        elif mark == "," and kinds:
            if kinds[-1] == "[":
                at[-1] = int(at[-1]) + 1
            expect_key = kinds[-1] == "{"
