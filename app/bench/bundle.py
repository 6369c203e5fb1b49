"""A bundle that ``run.py bundle`` has left in ``dist``: its start, its advice, size and memory.

When its window is painted, ``packaging/bundle/smoke.py`` says; it needs a screen.
"""

from __future__ import annotations

import os
import subprocess
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path

from app.bench import ROOT, Case

FOLDER = ROOT / "dist" / "Plexwright"


def _process(*words: str) -> int:
    """Run it in an empty home; the most memory it took, in bytes, where the system tells."""
    program = FOLDER / ("plexwright.exe" if os.name == "nt" else "plexwright")
    with tempfile.TemporaryDirectory(prefix="plexwright-bench-") as home:
        around = {"HOME": home, "LANG": "C.UTF-8", "PATH": ""}
        if os.name == "nt":
            around = {**os.environ, "LOCALAPPDATA": home}
        # The unpacked libraries of before: the first start of a user is not every start.
        around["XDG_CACHE_HOME"] = str(ROOT / "dist" / "cache")
        process = subprocess.Popen(
            [str(program), *words], env=around, cwd=home, stdout=subprocess.DEVNULL
        )
        if not hasattr(os, "wait4"):
            assert process.wait() == 0
            return 0
        _, status, used = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        assert process.returncode == 0, words
        return used.ru_maxrss * 1024


def cases() -> Sequence[Case]:
    if not FOLDER.is_dir():
        return ()
    taken: list[int] = []

    def run(*words: str) -> Callable[[], Callable[[], object]]:
        def prepare() -> Callable[[], object]:
            taken.clear()
            return lambda: taken.append(_process(*words))

        return prepare

    def figures() -> dict[str, float]:
        files = [path for path in FOLDER.rglob("*") if path.is_file() and not path.is_symlink()]
        size = sum(path.stat().st_size for path in files)
        return {"memory_mb": max(taken) / 1e6, "size_mb": size / 1e6}

    sample = str(Path(ROOT, "samples", "engagement"))
    with_pdf = ("advise", sample, "--pdf", "report.pdf")
    return [
        Case("bundle: start of the command line", run("--version"), bar_s=1.5, figures=figures),
        Case("bundle: advice on the sample reports and its PDF", run(*with_pdf), repeats=1,
             figures=figures),
    ]  # fmt: skip
