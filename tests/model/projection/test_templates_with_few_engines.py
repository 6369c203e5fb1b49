"""Installations that the product ships, with fewer CPs than their work asks for."""

from __future__ import annotations

from functools import cache

import pytest

from model.catalogue import catalogue
from model.projection import Baseline, build_baseline, project
from model.projection.provisional import with_stand_ins
from model.topology import Scenario, SetSetting
from model.topology.documents import installation_from
from resources import resource

FEW = (
    ("cics-vsam", "lpar:SYSA", 3, 600),
    ("cics-vsam", "cpc:CPC1", 3, 600),
    ("db2-sharing", "cpc:CPC1", 3, 250),
    ("db2-sharing", "lpar:SYSA", 2, 250),
    ("mq-cics", "cpc:CPC1", 2, 250),
)
"""Template, component, CPs, and the most passes, of some milliseconds each."""


@cache
def baseline(name: str) -> Baseline:
    text = resource(f"templates/{name}.json").read_text(encoding="utf-8")
    topology = installation_from(text, catalogue())
    return with_stand_ins(build_baseline(topology))


@pytest.mark.parametrize(("name", "component", "cps", "most"), FEW)
def test_work_that_asks_for_more_than_there_is_settles_soon(
    name: str, component: str, cps: int, most: int, monkeypatch
) -> None:
    """Three of six CPs of the CICS template came to no rest; the Db2 template did after up to
    1,404 passes, which is 5 s."""
    from model.queueing.installation import iteration

    passes = 0
    image = iteration._Going.image

    def counted(self):
        nonlocal passes
        passes += 1
        return image(self)

    monkeypatch.setattr(iteration._Going, "image", counted)
    scenario = Scenario("few", (SetSetting(component, "CPS", cps),))
    (found,) = project(baseline(name), [scenario], bands=False)
    assert found.converged
    assert passes <= most
