"""What once ended the process or left the window half built, each in a process of its own."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

import pytest

HERE = Path(__file__).parent


def _lives(script: str, *arguments: str) -> None:
    command = [sys.executable, "-X", "faulthandler", str(HERE / script), *arguments]
    done = subprocess.run(command, capture_output=True, text=True, timeout=300, check=False)
    assert done.returncode == 0, done.stderr[-2000:]


@pytest.mark.thorough
def test_boxes_that_move_and_go_leave_nothing_behind_on_the_canvas() -> None:
    _lives("boxes_stress.py", "15")


@pytest.mark.thorough
@pytest.mark.parametrize("seed", ["1", "3", "4", "5"])
def test_charts_are_loaded_while_pages_name_classes_of_qt(seed) -> None:
    _lives("classes_stress.py", seed)


@pytest.mark.thorough
@pytest.mark.parametrize("seed", ["1", "2", "3"])
def test_the_window_and_the_thread_that_loads_ahead_import_together(seed) -> None:
    _lives("imports_stress.py", seed)


def test_no_exception_leaves_what_paints() -> None:
    """One that did kept its painter, and the next picture was a segmentation fault."""
    _lives("painting_stress.py")


def test_all_that_qt_asks_to_paint_is_guarded() -> None:
    """By name; items of a chart are asked with three arguments as delegates are."""
    asked = {"paintEvent", "drawBackground", "drawForeground", "paintSection"}
    wrong = []
    for file in (HERE.parents[2] / "app" / "window").rglob("*.py"):
        for made in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if not isinstance(made, ast.FunctionDef):
                continue
            named = [argument.arg for argument in made.args.args]
            if made.name in asked or (made.name == "paint" and named[:3:2] == ["self", "option"]):
                marks = [m.id for m in made.decorator_list if isinstance(m, ast.Name)]
                if "guarded" not in marks:
                    wrong.append(f"{file.name}:{made.lineno}")
    assert wrong == []
