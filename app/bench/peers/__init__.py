"""Peers: what a user could pick instead, each run as a process of its own environment.

A peer is a script of this folder that knows its library and nothing of ours. It reads one JSON
object (its task, how often to warm up and repeat), times itself, and writes one JSON object last on
standard output; whatever else its library prints there, or how it dies, stays with it.
``packaging/run.py peers`` makes the environment; ``PLEXWRIGHT_PEERS`` names another Python.
"""

from __future__ import annotations

import json
import os
import statistics
import subprocess
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

__all__ = ["HERE", "MARK", "Peer", "PeerProblem", "call", "python"]

HERE = Path(__file__).resolve().parent
MARK = "plexwright-peer "
"""What stands before the answer: libraries print on standard output what they like."""


class PeerProblem(Exception):
    """The peer gave no answer; one sentence says why."""


@dataclass(frozen=True)
class Peer:
    """A peer's name and script, and the task in the script's own terms.

    ``task`` is what JSON carries. ``at_most_s`` is how long it may take with all its repeats.
    """

    name: str
    script: Path
    task: Mapping[str, Any] = field(default_factory=dict)
    repeats: int = 3
    warmups: int = 1
    at_most_s: float = 300.0


def python() -> Path:
    """The interpreter of the peers' environment, whether it is there or not."""
    named = os.environ.get("PLEXWRIGHT_PEERS")
    if named:
        return Path(named)
    environment = HERE.parents[2] / ".venv.peers"
    if os.name == "nt":
        return environment / "Scripts" / "python.exe"
    return environment / "bin" / "python"


def call(peer: Peer) -> dict[str, Any]:
    """The entry "peer" of a case of ``bench --json``: times in seconds, and what it answered.

    Raises
    ------
    PeerProblem: the environment or the library is not there, it failed, or it took too long.
    """
    interpreter = python()
    if not interpreter.exists():
        raise PeerProblem("not installed; 'python3 packaging/run.py peers' adds it")
    asked = {"task": dict(peer.task), "repeats": peer.repeats, "warmups": peer.warmups}
    try:
        # -I: neither our packages nor our settings reach it.
        done = subprocess.run(
            [str(interpreter), "-I", str(peer.script)],
            input=json.dumps(asked),
            capture_output=True,
            encoding="utf-8",
            errors="replace",
            timeout=peer.at_most_s,
            check=False,
        )
    except subprocess.TimeoutExpired:
        raise PeerProblem(f"no answer within {peer.at_most_s:.0f} s") from None
    except OSError as problem:
        raise PeerProblem(f"{interpreter} does not start: {problem.strerror}") from problem
    answers = [line for line in done.stdout.splitlines() if line.startswith(MARK)]
    if done.returncode != 0 or not answers:
        said = [line.strip() for line in done.stderr.splitlines() if line.strip()]
        raise PeerProblem(said[-1] if said else f"ended with code {done.returncode}")
    found = json.loads(answers[-1].removeprefix(MARK))
    samples: list[float] = found["samples_s"]
    return {
        "name": peer.name,
        "median_s": statistics.median(samples),
        "min_s": min(samples),
        "max_s": max(samples),
        "repeats": len(samples),
        **({"answer": found["answer"]} if isinstance(found["answer"], dict) else {}),
    }
