"""The peers' side: time a callable and say how long it took. Standard library only."""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable
from typing import Any

MARK = "plexwright-peer "


def run(prepare: Callable[[dict[str, Any]], Callable[[], object]]) -> None:
    """Read the task, prepare it, warm up, time it; the samples and the last answer go out."""
    asked = json.load(sys.stdin)
    call = prepare(asked["task"])
    for _ in range(max(asked["warmups"], 1)):
        answer = call()
    samples = []
    for _ in range(max(asked["repeats"], 1)):
        started = time.perf_counter()
        answer = call()
        samples.append(time.perf_counter() - started)
    found = {"samples_s": samples, "answer": answer if isinstance(answer, dict) else None}
    sys.stdout.write("\n" + MARK + json.dumps(found) + "\n")
