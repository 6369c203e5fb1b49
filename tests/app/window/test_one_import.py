"""Two threads that ask for two parts of one package at the same moment both get them."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[3]
ASKED = """
import importlib, sys, threading, time
sys.path[:0] = sys.argv[1:3]
from app.window.services.one_import import one_thread_at_a_time
if sys.argv[3] == "one":
    one_thread_at_a_time()
    one_thread_at_a_time()  # asked twice it is done once
wrong = []
def load(name):
    try:
        importlib.import_module(name)
    except Exception as problem:
        wrong.append(f"{type(problem).__name__}: {problem}")
thread = threading.Thread(target=load, args=("parted.named",))
thread.start()
while "parted" not in sys.modules:
    time.sleep(0.001)
load("parted.asking")
thread.join()
print(wrong)
"""


@pytest.fixture
def parted(tmp_path: Path) -> Path:
    """A package that imports its parts, slowly enough for another thread to come between."""
    package = tmp_path / "parted"
    package.mkdir()
    (package / "__init__.py").write_text(
        "import time\ntime.sleep(0.5)\nfrom parted.asking import NAME\n"
    )
    (package / "asking.py").write_text("from parted.named import NAME\n")
    (package / "named.py").write_text("NAME = 1\n")
    return tmp_path


def _asked(parted: Path, how: str) -> str:
    command = [sys.executable, "-c", ASKED, str(ROOT), str(parted), how]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=True)
    return done.stdout.strip()


def test_both_get_their_part(parted):
    assert _asked(parted, "one") == "[]"


@pytest.mark.skipif(sys.version_info >= (3, 12), reason="seen with Python 3.11's locks")
def test_without_it_one_of_them_gets_an_error(parted):
    assert _asked(parted, "any") != "[]"
