"""An effect against an installation that is changed already ends where the figure does."""

from __future__ import annotations

import json

import pytest

from advisor.rules.projecting import ModelProjector
from model.catalogue import catalogue
from model.projection import build_baseline
from model.topology import SetSetting
from model.topology.documents import installation_from

FIGURES = {
    "transactions": 90_000,
    "duration_s": 900,
    "response_ms": 50,
    "qr_cpu_s": 200,
    "qr_dispatch_s": 210,
    "tcb_cpu_s": 250,
}


def test_no_more_work_is_done_than_comes_whatever_it_is_compared_with() -> None:
    """Against a load of 150 % one of 400 % came through as up to 480 %."""
    parts = [
        {"id": "CPC1", "kind": "cpc", "parent": None, "settings": {"CPS": 16}},
        {"id": "SYSA", "kind": "lpar", "parent": "CPC1", "settings": {"CPS": 8}},
        {"id": "R", "kind": "cics_region", "parent": "SYSA", "measured": FIGURES},
    ]
    document = {"format": "plexwright-installation/1", "components": parts}
    baseline = build_baseline(installation_from(json.dumps(document), catalogue()))
    more, most = (SetSetting("R", "LOAD_GROWTH_PCT", percent) for percent in (50.0, 300.0))
    (found,) = ModelProjector(baseline).after((more,))([(most,)])
    (rate,) = (one for one in found.effects["R"] if one.metric == "etr_per_s")
    assert rate.before == pytest.approx(150.0)
    assert rate.after.value == pytest.approx(400.0)
    assert rate.after.high == pytest.approx(400.0)
    assert rate.after.low < 390.0
