"""The consultant's own track record: a file of this user's, written only once it is switched on.

One line of JSON for each figure that was projected and measured: kinds of models, rules and
figures, months, and nothing that names a customer, a system or a file.
"""

from __future__ import annotations

import contextlib
import json
import os
from collections.abc import Iterable, Iterator
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING

from app.errors import InputProblem, mark
from app.paths import own_folder

if TYPE_CHECKING:
    from advisor.history.record import Entry

__all__ = ["add", "is_on", "read", "switch_off", "switch_on"]

LONGEST_LINE = 4000


def _path() -> Path:
    return own_folder() / "track-record.jsonl"


def is_on() -> bool:
    """Whether outcomes are recorded."""
    return _path().exists()


def switch_on() -> None:
    """Record outcomes from now on."""
    with _told():
        _path().parent.mkdir(parents=True, exist_ok=True)
        os.close(os.open(_path(), os.O_CREAT | os.O_WRONLY, 0o600))


def switch_off() -> None:
    """Record nothing more and forget what was recorded."""
    with _told():
        _path().unlink(missing_ok=True)


def add(entries: Iterable[Entry]) -> int:
    """Record what is not recorded yet; how many that were. Nothing while it is switched off."""
    if not is_on():
        return 0
    known = {entry.key for entry in read()}
    new = [entry for entry in entries if entry.key not in known]
    if new:
        lines = "".join(json.dumps(asdict(entry), sort_keys=True) + "\n" for entry in new)
        with _told(), _path().open("a+b") as handle:
            handle.seek(max(handle.seek(0, os.SEEK_END) - 1, 0))
            if handle.read(1) not in (b"", b"\n"):
                handle.write(b"\n")  # what a kill or a full disk cut short takes nothing with it
            handle.write(lines.encode("utf-8"))
            handle.flush()
            os.fsync(handle.fileno())
    return len(new)


def read() -> tuple[Entry, ...]:
    """All that was recorded; a line that cannot be understood (a write cut short) is left out."""
    from advisor.history.record import Entry

    found = []
    try:
        lines = _path().read_text(encoding="utf-8", errors="replace").splitlines()
    except FileNotFoundError:
        return ()
    except OSError as problem:
        raise _problem(problem) from problem
    for line in lines:
        try:
            values = json.loads(line[:LONGEST_LINE])
            values["rules"] = tuple(str(rule) for rule in values["rules"])
            found.append(Entry(**values))
        except (ValueError, TypeError, KeyError):
            continue
    return tuple(found)


@contextlib.contextmanager
def _told() -> Iterator[None]:
    try:
        yield
    except OSError as problem:
        raise _problem(problem) from problem


def _problem(problem: OSError) -> InputProblem:
    return InputProblem(
        mark("cannot be used ({why}); check the name and the rights"),
        file=_path(),
        values={"why": problem.strerror or str(problem)},
    )
