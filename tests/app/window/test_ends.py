"""What once ended the process or left the window half built, each in a process of its own."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

HERE = Path(__file__).parent


def _lives(script: str, argument: str) -> None:
    command = [sys.executable, "-X", "faulthandler", str(HERE / script), argument]
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
