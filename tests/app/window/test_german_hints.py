"""What the inspector says of settings: in German with German sources and units."""

from __future__ import annotations

import re

import pytest

from app.window.i18n import set_language, spoken_label
from app.window.inspector.rows import _hint
from model.catalogue import catalogue
from model.topology import SettingSpec

OURS = re.compile(
    r"\b(?:the|of|and|no|none|by|section|tables?|figures?|chapter|statement|header|procedure)\b"
)
TITLES = re.compile(r"000, .*|\d{3}, [A-Z][^;]*|z/OS [^,]*|IBM MQ, [^;]*")
SPECS = {f"{k.name}.{s.name}": s for k in catalogue() for s in k.settings}


@pytest.mark.usefixtures("qapp")
def test_sources_of_settings_are_german() -> None:
    """“Quelle: the customer's contract”, “Quelle: NU of the nuclei, TP statistics”."""
    set_language("de")
    said = {name: spoken_label(spec.source) for name, spec in SPECS.items() if spec.source}
    assert not {n: text for n, text in said.items() if OURS.search(TITLES.sub("", text))}
    assert said["cpc.MSU_PRICE"] == "der Vertrag des Kunden; kein Report sagt es"
    assert said["cics_region.MAXSOCKETS"].endswith("; DFH0STAT TCP/IP")
    assert "Quelle: NU der Nuclei, TP-Statistik" in _hint(SPECS["adabas_database.USERS"])


@pytest.mark.parametrize("code", ["en", "de"])
@pytest.mark.usefixtures("qapp")
def test_units_of_ranges_are_said(code: str) -> None:
    set_language(code)
    spec: SettingSpec = SPECS["cpc.MSU_PRICE"]
    assert "money/month" not in _hint(spec)
    assert {"en": "1,000,000\u00a0money a month", "de": "1.000.000\u00a0Geld im Monat"}[
        code
    ] in _hint(spec)
