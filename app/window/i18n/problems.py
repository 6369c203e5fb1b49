"""What is wrong with a file, in the user's language."""

from __future__ import annotations

import os

from app.errors import InputProblem
from app.window.i18n import language, mark, tr
from app.window.i18n.numbers import plain

__all__ = ["sentence_of", "told"]

# What advisor.system_words says of a file that cannot be written.
SYSTEM = (
    mark("File name too long"),
    mark("Is a directory"),
    mark("No space left on device"),
    mark("No such file or directory"),
    mark("Not a directory"),
    mark("Permission denied"),
    mark("Read-only file system"),
    mark("another program holds it"),
    mark("no file can have such a name"),
)


def told(problem: Exception) -> str:
    """What a problem says, without the file it concerns; another exception as it says it."""
    if not isinstance(problem, InputProblem):
        return str(problem) or type(problem).__name__
    return tr(problem.template, **{name: _value(x) for name, x in problem.values.items()})


def sentence_of(problem: Exception) -> str:
    """The same with the name of the file in front."""
    said = told(problem)
    file = problem.file if isinstance(problem, InputProblem) else None
    name = os.path.basename(file) if file else ""
    return f"{name}: {said}" if name and not said.startswith(name) else said


def _value(value: object) -> str:
    if isinstance(value, int):
        return plain(value, 0)
    said = tr(str(value))
    if language() != "en" and said == value:
        # A detail for whoever looks into the file; there is no other wording for it.
        return f"„{said}“"
    return said
