"""What a scenario does not touch is answered as today, and as if it had been asked again."""

from __future__ import annotations

import pytest

from model.projection import Baseline, build_baseline, project
from model.projection.standing import Standing
from model.subsystems.common.model import ProductModel
from model.topology import Link, Scenario, SetSetting, Topology
from model.topology.growth import GROWTH
from tests.model.projection.test_random_installations import messages, part, queries, region

SCENARIOS = (
    ("SYSAC", GROWTH.name, 40.0),
    ("SYSAC", "MXT", 2.0),
    ("SYSA", "CPS", 3.0),
    ("SYSB", "REAL_STORAGE_GB", 8.0),
    ("SYSC", "CPS", 1.0),
    ("CPC2", "CPS", 2.0),
    ("DISK", "VOLUMES", 3.0),
    ("SYSCD", GROWTH.name, 900.0),
)


def _installation() -> Topology:
    """Two machines: systems A and B share a disk, C shares nothing with them."""
    disk = {"response_ms": 1.5, "iosq_ms": 0.1, "io_per_s": 100.0}
    parts = [part("cpc", "CPC1", None, {"CPS": 12}), part("cpc", "CPC2", None, {"CPS": 6})]
    parts.append(part("dasd", "DISK", None, {"VOLUMES": 8}, disk))
    for host, cpc in (("SYSA", "CPC1"), ("SYSB", "CPC1"), ("SYSC", "CPC2")):
        memory = {"CPS": 4, "REAL_STORAGE_GB": 64, "PAGE_DEVICE": "flash"}
        parts.append(part("lpar", host, cpc, memory, {"cp_busy_pct": 55.0}))
        parts += region(f"{host}C", host, 30.0, 6.0, 0.8)
        parts += queries(f"{host}D", host, 40.0, 4.0)
        parts += messages(f"{host}I", host, 50.0, 2e4)
    whole = Topology().with_components(parts)
    return whole.with_links([Link("uses", f"SYS{name}D", "DISK") for name in "AB"])


@pytest.fixture(scope="module")
def baseline() -> Baseline:
    return build_baseline(_installation())


def _scenarios() -> list[Scenario]:
    return [Scenario(f"{c}.{s}", (SetSetting(c, s, v),)) for c, s, v in SCENARIOS]


@pytest.mark.parametrize("bands", [False, True])
def test_who_is_not_touched_is_answered_as_if_asked_again(
    baseline: Baseline, bands: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked_of = _scenarios()[:: 3 if bands else 1]  # bands take the same ways
    found = [project(baseline, [one], bands=bands)[0] for one in asked_of]
    monkeypatch.setattr(Standing, "touched", lambda *_: None)
    asked = [project(baseline, [one], bands=bands)[0] for one in asked_of]
    # Where something is full there is no time at all, and no number is equal to itself.
    assert repr(found) == repr(asked)


def test_who_is_not_touched_is_not_asked(
    baseline: Baseline, monkeypatch: pytest.MonkeyPatch
) -> None:
    change = Scenario("x", (SetSetting("SYSAC", GROWTH.name, 10.0),))
    project(baseline, [change], bands=False)
    seen: set[str] = set()
    conditions = ProductModel.conditions

    def noting(self, topology, anchor, background):  # type: ignore[no-untyped-def]
        seen.add(anchor)
        return conditions(self, topology, anchor, background)

    monkeypatch.setattr(ProductModel, "conditions", noting)
    other = Scenario("x", (SetSetting("SYSAC", GROWTH.name, 20.0),))
    project(baseline, [other], bands=False)
    assert "SYSAC" in seen
    assert not {name for name in seen if name.startswith("SYSC")}
    assert not seen & {"SYSBD", "SYSAD"}, "sharing a disk is no reason to be asked again"
