"""The report's fixed texts in the languages it is written in."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
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


def setting_label(setting: str, language: Language) -> str:
    """A setting of ours in words; a product's parameter keeps the product's name."""
    return texts(language).get(f"s_{setting}", setting)


def value_label(value: str, language: Language) -> str:
    """A value of an enumeration in words; a product's keyword stays as the product writes it."""
    return texts(language).get(f"v_{value}", value)


def in_words(text: str, language: Language, name: Callable[[str], str] | None = None) -> str:
    """``text`` with settings of ours in words: ``would set Real storage to 148 GB``.

    Only names that a text has and that no product knows (``REAL_STORAGE_GB``) are replaced. What
    is typed or assigned (``lpar:SYSA.REAL_STORAGE_GB=148``) stays as it is typed, and
    ``SYSA.REAL_STORAGE_GB`` in a sentence reads ``SYSA, Real storage``. A figure that a sentence
    begins with, ``cp_busy_pct of lpar:SYSA is …``, is called as ``name`` says, or as the report.
    """
    begun = _FIGURE.match(text)
    if begun is not None:
        stored = begun["figure"]
        figure = texts(language).get(f"m_{stored}", stored) if name is None else name(stored)
        text = f"{figure} {begun['of']} {begun['name']}{text[begun.end() :]}"
    if "_" not in text:
        return text
    return _our_settings().sub(
        lambda found: (", " if found["of"] else "") + setting_label(found["setting"], language),
        text,
    )


def question_in_words(question: str, metric: str, language: Language) -> str:
    """A question that begins with a figure's stored name, with the name that the report prints."""
    label = texts(language).get(f"m_{metric}")
    if label is not None and question.startswith(f"{metric} "):
        return label + question[len(metric) :]
    return in_words(question, language)


_FIGURE = re.compile(
    r"(?P<figure>\w+) (?P<of>of|von) [a-z][a-z0-9_]*:(?P<name>\S+)(?= (?:is|ist) )"
)


@cache
def _our_settings() -> re.Pattern[str]:
    names = [key[2:] for key in texts("en") if _OURS.fullmatch(key)]
    found = "|".join(sorted(names, key=len, reverse=True))
    return re.compile(rf"(?:(?<=\w)(?P<of>\.)|(?<![\w:=/.]))(?P<setting>{found})(?![\w=(])")


_OURS = re.compile(r"s_[A-Z0-9]+(?:_[A-Z0-9]+)+")
