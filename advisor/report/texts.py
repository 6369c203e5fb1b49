"""The report's own texts, and what it calls figures, settings and values, in its languages."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from advisor.report.numbers import Language
from advisor.report.words import CONDITIONS, VALUES
from advisor.translation.sentences import entries
from model.catalogue import catalogue
from model.figures import figure
from model.language import FigureName, SettingName, Stored, phrase


def own_text(text: str, language: Language, /, **values: str) -> str:
    """A text that the report says itself; its values are written already."""
    return phrase(text, language, "report", **values)


def metric_label(metric: str, language: Language, kind: str | None = None) -> str:
    """What a figure is called, as it is declared; of one of many with the part that it is of.

    ``kind`` is of the component whose figure it is: some are called otherwise of those they are of.
    A name that is not declared, such as a condition of a model, is put in words.
    """
    declared = figure(metric)
    if declared is None:
        return own_text(CONDITIONS[metric], language) if metric in CONDITIONS else _in_words(metric)
    # A part is a name of the customer's, which stays, or one that a reader made of words.
    part = declared.part(metric)
    part = part.replace("_", " ") if part.islower() else part
    own = declared.own_label if kind in declared.kinds else ""
    return f"{_said(own or declared.label, language)} {part}".strip()


def short_label(metric: str, language: Language, kind: str | None = None) -> str:
    """The abbreviation that people have for a figure, else what it is called."""
    declared = figure(metric)
    if declared is None or not declared.short:
        return metric_label(metric, language, kind)
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


def calling(language: Language, titles: Mapping[str, str] | None = None) -> Callable[[Stored], str]:
    """What people call figures, settings and components; of components with ``titles`` these."""

    def called(stored: Stored) -> str:
        if isinstance(stored, FigureName):
            return within(metric_label(stored.text, language), language)
        if isinstance(stored, SettingName):
            owner, setting = stored.parts
            label = within(setting_label(setting, language), language)
            return f"{owner}, {label}" if owner else label
        kind, _, name = stored.text.partition(":")
        return (titles or {}).get(stored.text) or name or kind

    return called


def within(label: str, language: Language) -> str:
    """A label within a sentence: German nouns keep their capital, names in capitals theirs."""
    lower = language == "en" and label[1:2].islower()
    return label[0].lower() + label[1:] if lower else label
