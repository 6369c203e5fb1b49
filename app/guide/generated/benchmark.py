"""What ``bench --json`` measured last, where and when: ``resources/docs/benchmark.json``."""

from __future__ import annotations

import json
from typing import Any

from app.guide.markdown import paragraphs, plain, table
from app.guide.pages import Page
from app.printing.output import seconds_text
from resources import resource


def pages() -> list[Page]:
    """One page."""
    return [Page("benchmark", "Benchmark", "Maintainers", _page)]


def _page() -> str:
    kept = json.loads(resource("docs", "benchmark.json").read_text(encoding="utf-8"))
    machine = kept["machine"]
    return paragraphs(
        "# Benchmark",
        f"Measured on {machine['date']}: {plain(machine['system'])}, "
        f"{plain(machine['processor'])}, {machine['cores']} cores, Python {machine['python']}, "
        f"NumPy {machine['numpy']}, SciPy {machine['scipy']}. Up to {machine['load_1min']:.1f} "
        "tasks ran or waited on it meanwhile; where that is more than its cores, times are longer "
        "than the program's. `run.py bench` measures here, `bench --check` holds the ratios that "
        "no machine changes, `bench --profile` shows where a case's time goes, `run.py peers` adds "
        "what else does the same.",
        table(
            ("Case", "Median", "Shortest to longest", "Bar", "What else does the same"),
            [_row(case) for case in kept["cases"]],
        ),
    )


def _row(case: dict[str, Any]) -> tuple[str, ...]:
    bar, peer, runs = case["bar_s"], case.get("peer"), case["repeats"]
    shortest, longest = seconds_text(case["min_s"]), seconds_text(case["max_s"])
    beside = case.get("peer_missing", "")
    if peer is not None:
        times = peer["median_s"] / case["median_s"]
        beside = f"{peer['name']}: {seconds_text(peer['median_s'])}, {times:.3g} times as long"
    return (
        plain(case["name"]),
        seconds_text(case["median_s"]),
        f"{shortest} to {longest}, {runs} run{'s' if runs > 1 else ''}",
        "" if bar is None else
        f"{seconds_text(bar)}, {'kept' if case['median_s'] <= bar else 'missed'}",
        plain(beside),
    )  # fmt: skip
