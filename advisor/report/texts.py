"""The report's fixed texts in the languages it is written in."""

from __future__ import annotations

import json
from functools import cache

from advisor.report.numbers import Language
from resources import resource


@cache
def texts(language: Language) -> dict[str, str]:
    """All fixed texts of a language, by key."""
    loaded = json.loads(resource("report", f"texts_{language}.json").read_text("utf-8"))
    return {str(key): str(value) for key, value in loaded.items()}


def metric_label(metric: str, language: Language) -> str:
    """What a metric is called in prose; its own name in words where no text has it."""
    found = texts(language).get(f"m_{metric}")
    if found is not None:
        return found
    words = metric
    for ending in ("_per_s", "_per_cpu_s", "_pct", "_ms", "_us", "_mb", "_s"):
        words = words.removesuffix(ending)
    return words.replace("_", " ").replace(".", " ").capitalize()
