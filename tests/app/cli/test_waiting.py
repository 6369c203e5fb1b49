"""How far a long command is, said on a terminal only."""

from __future__ import annotations

import io
import sys

import pytest

from app.printing import waiting


class Screen(io.StringIO):
    def __init__(self, terminal: bool) -> None:
        super().__init__()
        self.terminal = terminal

    def isatty(self) -> bool:
        return self.terminal


def test_a_terminal_shows_the_part_done_and_keeps_none_of_it(monkeypatch):
    """A check of the sample took a minute and a quarter without a word."""
    screen = Screen(True)
    monkeypatch.setattr(sys, "stderr", screen)
    monkeypatch.setattr(waiting, "_EVERY_S", 0.0)
    with waiting.told_on_terminal("simulating") as told:
        told(0.1)
        told(1.0)
        assert screen.getvalue().split("\r")[1:] == ["simulating: 10 %", "simulating: 100 %"]
    assert screen.getvalue().endswith("\r" + " " * len("simulating: 100 %") + "\r")


def test_a_line_is_gone_after_a_fault_too(monkeypatch):
    screen = Screen(True)
    monkeypatch.setattr(sys, "stderr", screen)

    def broken() -> None:
        with waiting.told_on_terminal("simulating") as told:
            told(0.5)
            raise ValueError("broken")

    with pytest.raises(ValueError, match="broken"):
        broken()
    assert screen.getvalue().endswith(" \r")


def test_a_file_or_a_pipe_gets_nothing(monkeypatch):
    screen = Screen(False)
    monkeypatch.setattr(sys, "stderr", screen)
    with waiting.told_on_terminal("simulating") as told:
        assert told is None
    assert screen.getvalue() == ""
