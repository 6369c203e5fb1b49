"""What is loaded ahead makes no class of Qt's: two threads that make such classes end a process."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication, QWidget

from app.window import main

LOOKED_AT = """
import sys, threading
from PySide6.QtCore import QObject
import app.window.main
from app.window.services import ahead

before = set(sys.modules)
def made(cls):
    return {below for kind in cls.__subclasses__() for below in (kind, *made(kind))}
known = made(QObject)
thread = threading.Thread(target=lambda: (ahead.load_ahead(), ahead.load_later()))
thread.start()
thread.join()
assert "advisor.analysis" in sys.modules and "advisor.analysis" not in before
print(sorted(cls.__name__ for cls in made(QObject) - known))
print(sorted(name for name in set(sys.modules) - before if name.startswith("PySide6")))
"""


def test_what_is_loaded_ahead_makes_no_class_of_qt() -> None:
    root = Path(__file__).resolve().parents[3]
    done = subprocess.run(
        [sys.executable, "-c", LOOKED_AT],
        env={**os.environ, "PYTHONPATH": str(root)},
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.split("\n")[:2] == ["[]", "[]"]


LATER = """
from app.window.services import ahead
from model.language import catalogues

ahead.load_ahead()
ahead.load_later()
read = catalogues.catalogue_of.cache_info().currsize
from advisor.translation import is_spoken
assert not is_spoken("ADARUN LBP=1")
print(catalogues.catalogue_of.cache_info().currsize - read)
"""


def test_no_translation_is_left_to_be_read_by_the_first_finding_on_show() -> None:
    """The window's thread parsed nine catalogues as it showed the first command, in English."""
    root = Path(__file__).resolve().parents[3]
    done = subprocess.run(
        [sys.executable, "-c", LATER],
        env={**os.environ, "PYTHONPATH": str(root)},
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.strip() == "0"


@pytest.mark.parametrize("given", [[], [Path("report.txt")]])
def test_what_is_needed_is_loaded_ahead_whether_files_are_given_or_not(
    qapp, monkeypatch, given: list[Path]
) -> None:
    """With a report on the command line the window's own thread loaded all of it, at once."""
    begun: list[object] = []

    class Window(QWidget):
        def offer_files(self, paths: list[Path]) -> None:
            begun.append(paths)

    def run(*_: object) -> int:
        QApplication.processEvents()
        return 0

    monkeypatch.setattr(main, "prepare", lambda _application: None)
    monkeypatch.setattr(main, "warm_up", lambda: begun.append("ahead"))
    monkeypatch.setattr(main, "MainWindow", Window)
    monkeypatch.setattr(QApplication, "exec", run)
    assert main.open_window(given) == 0
    assert begun == ["ahead", *([given] if given else [])]
