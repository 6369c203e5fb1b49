"""The report's own texts, and what it calls figures, settings and values, in its languages."""

from __future__ import annotations

import re
from functools import cache

from advisor.report.numbers import Language
from advisor.report.words import CONDITIONS, VALUES
from advisor.translation.sentences import entries
from model.catalogue import catalogue
from model.figures import figure
from model.language import phrase


def own_text(text: str, language: Language, /, **values: str) -> str:
    """A text that the report says itself; its values are written already."""
    return phrase(text, language, "report", **values)


def metric_label(metric: str, language: Language) -> str:
    """What a figure is called, as it is declared; of one of many with the part that it is of.

    A name that is not declared, such as a condition of a model, is put in words.
    """
    declared = figure(metric)
    if declared is None:
        return own_text(CONDITIONS[metric], language) if metric in CONDITIONS else _in_words(metric)
    # A part is a name of the customer's, which stays, or one that a reader made of words.
    part = declared.part(metric)
    part = part.replace("_", " ") if part.islower() else part
    return f"{_said(declared.label, language)} {part}".strip()


def short_label(metric: str, language: Language) -> str:
    """The abbreviation that people have for a figure, else what it is called."""
    declared = figure(metric)
    if declared is None or not declared.short:
        return metric_label(metric, language)
    return _said(declared.short, language)


def _said(label: str, language: Language) -> str:
    return label if language == "en" else entries(language).get(label, label)


def _in_words(name: str) -> str:
    if "_" not in name:
        return name
    for ending in ("_per_s", "_per_cpu_s", "_pct", "_ms", "_us", "_mb", "_s"):
        name = name.removesuffix(ending)
    return name.replace("_", " ").replace(".", " ").capitalize()


def setting_label(setting: str, language: Language) -> str:
    """A setting of ours in words; a product's parameter keeps the product's name."""
    label = catalogue().labels.get(setting)
    return setting if label is None else phrase(label, language, "catalogue")


def value_label(value: str, language: Language) -> str:
    """A value of an enumeration in words; a product's keyword stays as the product writes it."""
    return own_text(VALUES[value], language) if value in VALUES else value


def in_words(text: str, language: Language) -> str:
    """``text`` with settings of ours in words: ``would set Real storage to 148 GB``.

    Only names that a text has and that no product knows (``REAL_STORAGE_GB``) are replaced. What
    is typed or assigned (``lpar:SYSA.REAL_STORAGE_GB=148``) stays as it is typed, and
    ``SYSA.REAL_STORAGE_GB`` in a sentence reads ``SYSA, Real storage``. A figure that a sentence
    begins with, ``cp_busy_pct of lpar:SYSA is …``, is called as it is declared.
    """
    begun = _FIGURE.match(text)
    if begun is not None:
        stored = begun["figure"]
        called = metric_label(stored, language) if figure(stored) else stored
        text = f"{called} {begun['of']} {begun['name']}{text[begun.end() :]}"
    if "_" not in text:
        return text
    return _our_settings().sub(
        lambda found: (", " if found["of"] else "") + setting_label(found["setting"], language),
        text,
    )


def question_in_words(question: str, metric: str, language: Language) -> str:
    """A question that begins with a figure's stored name, with the name that the report prints."""
    if figure(metric) is not None and question.startswith(f"{metric} "):
        return metric_label(metric, language) + question[len(metric) :]
    return in_words(question, language)


_FIGURE = re.compile(
    r"(?P<figure>\w+) (?P<of>of|von) [a-z][a-z0-9_]*:(?P<name>\S+)(?= (?:is|ist) )"
)


@cache
def _our_settings() -> re.Pattern[str]:
    names = [name for name in catalogue().labels if _OURS.fullmatch(name)]
    found = "|".join(sorted(names, key=len, reverse=True))
    return re.compile(rf"(?:(?<=\w)(?P<of>\.)|(?<![\w:=/.]))(?P<setting>{found})(?![\w=(])")


_OURS = re.compile(r"[A-Z0-9]+(?:_[A-Z0-9]+)+")
