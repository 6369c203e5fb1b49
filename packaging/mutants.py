"""Mutation testing of the rooms whose figures nobody can check by eye; outside CI, for hours.

    python3 packaging/run.py mutants               what can be asked for
    python3 packaging/run.py mutants figures       all mutants of one room
    python3 packaging/run.py mutants plan advisor/plan/calendar.py   of one of its files

mutmut changes one thing at a time (a comparison, a constant, a call) and runs the room's tests;
what no test notices is printed as a diff. It works on a copy under ``.venv.mutants-work``.
Survivors that are right to survive stand in ``resources/docs/mutants.md``.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import sysconfig
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class Room:
    """What is changed (globs) and the tests that have to notice."""

    sources: tuple[str, ...]
    tests: tuple[str, ...]


ROOMS = {
    "figures": Room(
        ("model/figures/__init__.py", "model/figures/merging.py", "model/figures/figure.py"),
        ("tests/model/figures", "tests/test_figures.py"),
    ),
    "projection": Room(
        ("model/projection/*.py",),
        ("tests/model/projection", "tests/model/subsystems"),
    ),
    "calibration": Room(("model/calibration/*.py",), ("tests/model/calibration",)),
    "plan": Room(("advisor/plan/*.py",), ("tests/advisor/plan",)),
    "installation": Room(
        ("advisor/installation/*.py",), ("tests/advisor/installation", "tests/model/figures")
    ),
}
COPIED = ("app", "advisor", "model", "resources", "samples", "tests", "packaging")
CONFIGURATION = """
[tool.mutmut]
source_paths = ["model", "advisor", "app"]
only_mutate = {sources}
also_copy = ["resources", "samples", "packaging", "README.md"]
pytest_add_cli_args_test_selection = {tests}
pytest_add_cli_args = ["-p", "no:cacheprovider"]
# What tests keep (caches of declarations) must not hide a change: each runs in a fresh fork.
process_isolation = "forkserver"
"""


def usage() -> str:
    """What can be asked for."""
    return (__doc__ or "").strip() + "\n\nRooms: " + ", ".join(ROOMS)


def work_on(root: Path, work: Path, room: Room, only: list[str]) -> None:
    """A copy of the tree that mutmut may write into, with its configuration."""
    work.mkdir(parents=True, exist_ok=True)
    skipped = shutil.ignore_patterns("__pycache__")
    for name in COPIED:
        shutil.rmtree(work / name, ignore_errors=True)
        shutil.copytree(root / name, work / name, ignore=skipped)
    shutil.copy2(root / "README.md", work / "README.md")
    project = (root / "pyproject.toml").read_text(encoding="utf-8")
    sources = only or list(room.sources)
    (work / "pyproject.toml").write_text(
        project + CONFIGURATION.format(sources=json.dumps(sources), tests=json.dumps(room.tests)),
        encoding="utf-8",
    )


def survivors(python: str, work: Path, environment: dict[str, str]) -> list[str]:
    """Diffs of the mutants that no test noticed."""

    def asked(*words: str) -> str:
        done = subprocess.run(
            [python, "-P", "-m", "mutmut", *words],
            cwd=work, env=environment, capture_output=True, text=True, check=False,
        )  # fmt: skip
        return done.stdout

    states = [line.split(":") for line in asked("results", "--all", "true").splitlines()]
    told = {name.strip(): state.strip() for name, state in (s for s in states if len(s) == 2)}
    lost = [name for name, state in told.items() if state in ("survived", "no tests")]
    killed = sum(state in ("killed", "timeout") for state in told.values())
    shown = [f"{told[name]}: {asked('show', name)}" for name in lost]
    share = 100.0 * killed / max(1, killed + len(lost))
    return [*shown, f"{killed} of {killed + len(lost)} mutants were noticed ({share:.0f} %)"]


def run(root: Path, python: str, words: list[str]) -> int:
    """Run a room's mutants with the Python that has mutmut and the packages of this one."""
    if not words or words[0] not in ROOMS:
        print(usage())
        return 0 if not words else 2
    work = root / ".venv.mutants-work" / words[0]
    work_on(root, work, ROOMS[words[0]], words[1:])
    # Behind -P nothing of the tree itself is importable: only what mutmut has changed.
    environment = dict(
        os.environ, PYTHONPATH=sysconfig.get_path("purelib"), QT_QPA_PLATFORM="offscreen"
    )
    code = subprocess.call([python, "-P", "-m", "mutmut", "run"], cwd=work, env=environment)
    print("\n".join(survivors(python, work, environment)))
    return code


if __name__ == "__main__":
    sys.exit(run(Path(__file__).resolve().parent.parent, sys.argv[1], sys.argv[2:]))
