"""The sampler of the stalls benchmark never brings down what it watches."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

STRESS = Path(__file__).parent / "sampler_stress.py"


@pytest.mark.thorough
@pytest.mark.skipif(os.name != "posix", reason="samples by signal")
def test_sampling_while_threads_come_and_go_crashes_nothing() -> None:
    done = subprocess.run(
        [sys.executable, str(STRESS), "10"], capture_output=True, text=True, timeout=90, check=False
    )
    assert done.returncode == 0, done.stderr[-2000:]
    taken, filled = map(int, done.stdout.split())
    assert taken > 100
    assert filled > taken / 2
