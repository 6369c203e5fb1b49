"""Two threads that import two modules at the same moment. A script of its own.

``python tests/app/window/imports_stress.py SEED``: random pairs of the model's and the advisor's
modules, each pair in a fresh process. With Python's own locks alone one in ten gets a module that
is half made, or an error that says so.
"""

from __future__ import annotations

import importlib
import os
import random
import subprocess
import sys
import threading
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
ROOMS = ("model", "advisor")
PAIRS = 16


def names() -> list[str]:
    """Every module of the two rooms, by its place among the files: nothing is imported for it."""
    found = []
    for room in ROOMS:
        for path in sorted((ROOT / room).rglob("*.py")):
            parts = path.relative_to(ROOT).with_suffix("").parts
            if parts[-1] != "__main__":
                found.append(".".join(parts[:-1] if parts[-1] == "__init__" else parts))
    return found


def together(pair: list[str]) -> int:
    """Import one of the pair here and one on another thread; 0 where both came."""
    sys.path.insert(0, str(ROOT))
    from app.window.services.one_import import one_thread_at_a_time

    one_thread_at_a_time()
    sys.setswitchinterval(1e-6)
    wrong: list[str] = []
    both = threading.Barrier(2)

    def load(name: str) -> None:
        both.wait()
        try:
            importlib.import_module(name)
        except Exception as problem:
            wrong.append(f"{pair}: {name}: {type(problem).__name__}: {problem}")

    thread = threading.Thread(target=load, args=(pair[0],))
    thread.start()
    load(pair[1])
    thread.join()
    print("\n".join(wrong), file=sys.stderr, flush=True)
    return 1 if wrong else 0


def main(seed: int) -> int:
    """How many of the pairs went wrong, at most 1."""
    chance, every = random.Random(seed), names()
    pairs = [chance.sample(every, 2) for _ in range(PAIRS)]
    return max(subprocess.call([sys.executable, __file__, *pair]) for pair in pairs)


if __name__ == "__main__":
    code = main(int(sys.argv[1])) if len(sys.argv) == 2 else together(sys.argv[1:])
    os._exit(code)
