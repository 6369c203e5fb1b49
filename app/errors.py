"""How the program says that something is wrong: one line, file and line first, then the remedy.

Everything printed here may quote a report, a file name or a library's message, so every character
that could move the cursor, colour the terminal, reverse the reading direction or break the line is
shown as its escape instead.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping

__all__ = ["InputProblem", "complain", "mark", "one_line", "sentence_of"]

LONGEST_MESSAGE = 1000


class InputProblem(Exception):
    """Input that cannot be used, said in one sentence with the remedy.

    Attributes
    ----------
    text: what is wrong and what to do about it.
    file: the file concerned, or None.
    line: the 1-based line concerned, or None.
    template, values: the sentence before its ``{places}`` were filled, for a window that speaks
        another language.
    """

    def __init__(
        self,
        template: str,
        *,
        file: str | os.PathLike[str] | None = None,
        line: int | None = None,
        values: Mapping[str, object] | None = None,
    ) -> None:
        self.template = template
        self.values = dict(values or {})
        self.text = template.format(**self.values) if self.values else template
        super().__init__(self.text)
        self.file = None if file is None else os.fspath(file)
        self.line = line


def mark(text: str) -> str:
    """``text`` itself; marks a sentence that the window shows in the user's language."""
    return text


def sentence_of(problem: Exception) -> str:
    """What a problem says, with the name of the file it concerns in front of it."""
    said = str(problem) or type(problem).__name__
    file = problem.file if isinstance(problem, InputProblem) else None
    name = os.path.basename(file) if file else ""
    return f"{name}: {said}" if name and not said.startswith(name) else said


def one_line(text: str, longest: int = LONGEST_MESSAGE) -> str:
    """``text`` as a single printable line: white space becomes spaces, controls escapes.

    Not printable are controls, bidirectional and zero-width marks, surrogates and separators.
    """
    pieces: list[str] = []
    for character in text[: longest + 1].replace("\r\n", "\n"):
        if character.isprintable():
            pieces.append(character)
        elif character.isspace():
            pieces.append(" ")
        else:
            code = ord(character)
            pieces.append(f"\\x{code:02x}" if code < 0x100 else f"\\u{code:04x}")
    line = "".join(pieces).strip()
    return line if len(text) <= longest else line[:longest].rstrip() + "…"


def in_words(text: str) -> str:
    """A sentence with figures, settings and components called as people do; else as it is."""
    from model.language import Sentence

    if not isinstance(text, Sentence):
        return text
    from advisor.report.texts import calling
    from advisor.translation import sentences_in

    return sentences_in("en").calling(calling("en")).say(text).text


def complain(
    file: str | os.PathLike[str] | None,
    line: int | None,
    text: str,
) -> None:
    """Print ``plexwright: FILE:LINE: text`` as one line on stderr."""
    where = "" if file is None else one_line(os.fspath(file)) + ":"
    if where and line is not None:
        where += f"{line}:"
    said = f"plexwright: {where} {one_line(text)}" if where else f"plexwright: {one_line(text)}"
    print(said, file=sys.stderr, flush=True)
