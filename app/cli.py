"""The command line: finds the command, parses its arguments, turns problems into one line each.

Exit codes: 0 done; 1 done, but some input was refused or a result did not converge (also: stopped
by something unforeseen); 2 wrong usage; 130 interrupted. Errors are one line on stderr,
``plexwright: FILE:LINE: what and remedy``; stdout carries results only.
"""

from __future__ import annotations

import argparse
import codecs
import errno
import gc
import importlib
import io
import os
import pkgutil
import sys
from collections.abc import Sequence
from typing import NoReturn, Protocol, cast

from app.errors import InputProblem, complain
from app.printing.output import plainer

__all__ = ["UsageError", "command_names", "load_command", "main"]

DONE, REFUSED, USAGE, INTERRUPTED = 0, 1, 2, 130
ON_WINDOWS = sys.platform == "win32"


class Command(Protocol):
    """What a module of :mod:`app.commands` offers."""

    NAME: str
    HELP: str

    def configure(self, parser: argparse.ArgumentParser) -> None: ...

    def run(self, args: argparse.Namespace) -> int: ...


class UsageError(Exception):
    """Wrong usage: said in one line, exit code 2."""


class _Parser(argparse.ArgumentParser):
    """argparse that raises one line instead of printing its usage block and leaving."""

    def error(self, message: str) -> NoReturn:
        raise UsageError(f"{message}; see '{self.prog} --help'")


def command_names() -> list[str]:
    """Names of all commands, found by looking into :mod:`app.commands`."""
    package = importlib.import_module("app.commands")
    return sorted(module.name.rstrip("_") for module in pkgutil.iter_modules(package.__path__))


def load_command(name: str) -> Command:
    """Import the one module that makes the command ``name``.

    Raises
    ------
    UsageError: there is no such command.
    """
    package = importlib.import_module("app.commands")
    for module in pkgutil.iter_modules(package.__path__):
        if module.name.rstrip("_") == name:
            return cast(Command, importlib.import_module(f"app.commands.{module.name}"))
    raise UsageError(
        f"there is no command or file {name!r}; commands are {', '.join(command_names())}"
    )


def _print_overview() -> None:
    print("usage: plexwright [COMMAND …]")
    print("       plexwright FILE…\n")
    print("Without a command the window opens, on the files if any are given. Commands:\n")
    names = command_names()
    width = max(map(len, names), default=0)
    for name in names:
        print(f"  {name.ljust(width)}  {load_command(name).HELP}")
    print("\nplexwright COMMAND --help says more about each.")


def _is_file(word: str) -> bool:
    """Whether the first word is what an icon or a file manager starts the program with."""
    return os.path.exists(word) or word.endswith(".plexwright")


def _dispatch(argv: Sequence[str]) -> int:
    words = list(argv) or ["open"]
    first = words[0]
    if first in ("-h", "--help", "help"):
        _print_overview()
        return DONE
    if first in ("-V", "--version"):
        from app import __version__

        print(f"plexwright {__version__}")
        return DONE
    if first not in command_names() and _is_file(first):
        first, words = "open", ["open", *words]
    command = load_command(first)
    parser = _Parser(
        prog=f"plexwright {command.NAME}", description=command.HELP, allow_abbrev=False
    )
    command.configure(parser)
    return command.run(parser.parse_args(words[1:]))


def _make_streams_safe() -> None:
    """UTF-8 into files and pipes; a console that lacks a character gets a plainer one for it."""
    codecs.register_error("plainer", plainer)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            if stream.isatty():
                stream.reconfigure(errors="plainer")
            else:
                stream.reconfigure(encoding="utf-8", errors="plainer")


def _nobody_reads(problem: OSError) -> bool:
    """Whether the pipe behind stdout was closed; Windows calls that an invalid argument."""
    if isinstance(problem, BrokenPipeError):
        return True
    return ON_WINDOWS and problem.errno == errno.EINVAL and problem.filename is None


def _silence_stdout() -> None:
    """Nobody reads stdout any more: keep the interpreter from complaining when it flushes."""
    try:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    except (OSError, ValueError):
        sys.stdout = io.StringIO()


def main(argv: Sequence[str] | None = None) -> int:
    """Run ``plexwright`` with ``argv`` (default: the process's own arguments); the exit code."""
    _make_streams_safe()
    # Reading and projecting make millions of objects and hardly a circle.
    gc.set_threshold(100_000, 20, 20)
    try:
        code = _dispatch(sys.argv[1:] if argv is None else argv)
        sys.stdout.flush()
    except UsageError as problem:
        complain(None, None, str(problem))
        return USAGE
    except InputProblem as problem:
        complain(problem.file, problem.line, problem.text)
        return REFUSED
    except KeyboardInterrupt:
        _silence_stdout()
        return INTERRUPTED
    except SystemExit as leaving:  # argparse's --help
        return leaving.code if isinstance(leaving.code, int) else DONE
    except MemoryError:
        complain(None, None, "not enough memory; close other programs or give fewer files at once")
        return REFUSED
    except OSError as problem:
        if _nobody_reads(problem):
            _silence_stdout()
            return REFUSED
        from advisor.system_words import reason

        complain(problem.filename, None, reason(problem))
        return REFUSED
    except Exception as problem:
        if os.environ.get("PLEXWRIGHT_DEBUG"):
            raise
        complain(
            None,
            None,
            f"stopped by a fault of its own ({type(problem).__name__}: {problem}); "
            "please report it; with PLEXWRIGHT_DEBUG=1 set it prints where",
        )
        return REFUSED
    return code
