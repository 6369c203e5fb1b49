"""Texts: every one translated, placeholders kept; numbers in and out by locale."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

from app.window.i18n import numbers, set_language, several, tr
from model.language import Name, say

ROOT = Path(__file__).resolve().parents[3]


def test_several_follow_the_rule_of_the_language(qapp) -> None:
    said = {}
    for code in ("en", "de"):
        set_language(code)
        said[code] = [several("{n} page", "{n} pages", n) for n in (0, 1, 2)]
    assert said["en"] == ["0 pages", "1 page", "2 pages"]
    assert said["de"] == ["0 Seiten", "1 Seite", "2 Seiten"]


def test_names_stay_and_sentences_in_a_text_are_translated(qapp) -> None:
    set_language("de")
    assert tr("Delete {name}", name="Undo") == "Undo löschen"
    risk = say("{names} and {more} more", names=Name("DB1"), more=2)
    assert tr("Delete {name}", name=risk) == "DB1 und 2 weitere löschen"


def test_no_text_reaches_a_label_without_tr() -> None:
    """Constructors and setters that show text get ``tr`` or nothing that reads as words."""
    shows = {
        "label",
        "button",
        "setText",
        "setToolTip",
        "setPlaceholderText",
        "setAccessibleName",
        "addTab",
        "QCheckBox",
        "addAction",
    }
    allowed = {"Plexwright"}
    wrong = []
    for path in (ROOT / "app" / "window").rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if not isinstance(node, ast.Call):
                continue
            name = (
                node.func.attr
                if isinstance(node.func, ast.Attribute)
                else getattr(node.func, "id", "")
            )
            if name not in shows:
                continue
            for argument in node.args[:2]:
                if (
                    isinstance(argument, ast.Constant)
                    and isinstance(argument.value, str)
                    and re.search(r"[A-Z][a-z]{2,}", argument.value)
                    and argument.value not in allowed
                ):
                    wrong.append(f"{path.name}:{node.lineno} {argument.value!r}")
    assert wrong == []


@pytest.mark.parametrize(
    ("code", "said", "read"),
    [("en", "326,559/s", "1,500.5"), ("de", "326.559/s", "1.500,5")],
)
def test_numbers_follow_the_language(qapp, code, said, read) -> None:
    set_language(code)
    assert numbers.figure(326_559.2, "/s") == said
    assert numbers.parse_number(read) == 1500.5
    assert numbers.parse_number(" 42 ") == 42.0


def test_numbers_are_short_and_signed(qapp) -> None:
    set_language("en")
    assert numbers.figure(9.21, "ms") == "9.21\u00a0ms"
    assert numbers.figure(None) == "–"
    assert numbers.figure(True) == "yes"
    assert numbers.figure(float("nan")) == "–"
    assert numbers.figure(30353.0, "1/CPU s") == "30,353/CPU s"
    assert numbers.signed_percent(13.2) == "+13\u00a0%"
    assert numbers.signed_percent(-2.34) == "\u22122.3\u00a0%"
    assert numbers.signed_percent(0.001) == "0\u00a0%"
    assert numbers.signed_percent(None) == "–"
    # A multiple is none of a per cent: the report says "a factor of 39" of it.
    assert (numbers.error_of(3769.0), numbers.error_of(13.2)) == ("×39", "+13\u00a0%")
    assert (numbers.error_size(3769.0), numbers.error_size(28.54)) == ("×39", "28.5 %")
    assert numbers.percent_band(-3.2, 4.0) == "\u22123.2\u2009…\u2009+4\u00a0%"


def test_what_is_no_number_says_so(qapp) -> None:
    with pytest.raises(ValueError, match="enter a number"):
        numbers.parse_number(" ")
    for text in ("abc", "1,2,3.4.5", "inf", "nan"):
        with pytest.raises(ValueError, match="is not a number"):
            numbers.parse_number(text)


def test_an_unknown_language_is_english(qapp) -> None:
    set_language("xx")
    assert tr("Undo") == "Undo"
    set_language("de")
    assert tr("Undo") == "Rückgängig"
    assert tr("no such text {n}", n=1) == "no such text 1"


@pytest.mark.parametrize("code", ["en", "de"])
def test_projected_figures_are_those_of_the_report(qapp, code: str) -> None:
    from advisor.report import numbers as report
    from advisor.report.wording import unit_shown

    set_language(code)
    for value in (192_664.4, 0.012345, 94.04, 8_543.21, 0.0):
        unit = unit_shown("1/s", "etr_per_s", "adabas_database", code)
        said = numbers.projected(value, "1/s", "etr_per_s", "adabas_database")
        assert said == report.quantity(value, unit, code)
        assert numbers.signed_percent(value) == report.percent(value, code)
    set_language("en")
    assert numbers.projected(192_664.4, "1/s", "etr_per_s", "adabas_database") == (
        "192,700\u00a0commands/s"
    )
    assert numbers.band(1000.1, 1000.2) == ""
