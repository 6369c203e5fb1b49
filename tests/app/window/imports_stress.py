"""Modules that the window asks for while another thread loads ahead. A script of its own.

``python tests/app/window/imports_stress.py SEED``: both threads import in a fresh process; with a
package that imports its parts as a whole one of them got a module that was half made.
"""

from __future__ import annotations

import importlib
import os
import random
import sys
import threading
import time
from pathlib import Path

ASKED = ("advisor.report.texts", "advisor.report.figures", "advisor.report", "advisor.translation")


def main(seed: int) -> int:
    """Import on both; 0 where both got all of it."""
    sys.path.insert(0, str(Path(__file__).resolve().parents[3]))
    sys.setswitchinterval(1e-6)
    chance = random.Random(seed)
    wrong: list[BaseException] = []

    def ahead() -> None:
        # Begun while the window is in the middle of the package.
        while "advisor.report" not in sys.modules:
            time.sleep(0.0005)
        time.sleep(chance.random() * 0.05)
        try:
            importlib.import_module("advisor.report.figures")
            importlib.import_module("advisor.analysis")
        except ImportError as problem:
            wrong.append(problem)

    thread = threading.Thread(target=ahead)
    thread.start()
    try:
        for name in ASKED:
            importlib.import_module(name)
        from advisor.report import ReportOptions, build_document

        assert ReportOptions is not None
        assert build_document is not None
    except ImportError as problem:
        wrong.append(problem)
    thread.join()
    for problem in wrong:
        print(problem, file=sys.stderr)
    return 1 if wrong else 0


if __name__ == "__main__":
    code = main(int(sys.argv[1]))
    sys.stderr.flush()
    os._exit(code)
