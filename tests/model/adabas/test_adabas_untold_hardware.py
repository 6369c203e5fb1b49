"""A cluster of whose disks or coupling facility nobody says anything: not as if they were known."""

from __future__ import annotations

import pytest

from model.catalogue import catalogue
from model.projection import Projection, build_baseline, project
from model.topology import RemoveComponent, Scenario, SetSetting, apply_changes
from model.topology.changes import Change
from model.topology.documents import installation_from
from resources import resource

DATABASE = "adabas_database:10"
VOLUMES = "nothing tells how many volumes hold the database"
FACILITY = "no coupling facility is stated"


def projected(*changes: Change, scenario: Change | None = None) -> Projection:
    text = resource("templates", "adabas-als.json").read_text(encoding="utf-8")
    site = apply_changes(installation_from(text, catalogue()), changes, catalogue())
    then = Scenario("then", () if scenario is None else (scenario,))
    return project(build_baseline(site), [then])[0]


def test_without_disks_as_many_volumes_as_published_are_one_of_many() -> None:
    """The band was that of 80 volumes to the last digit, and no sentence said so."""
    known, untold = projected(), projected(RemoveComponent("dasd:DASD1"))
    before, after = (one.workload(DATABASE) for one in (known, untold))
    assert before is not None
    assert after is not None
    rate, wide = before.metrics["etr_per_s"], after.metrics["etr_per_s"]
    assert wide.value == pytest.approx(rate.value, rel=1e-3)
    assert wide.low < 0.7 * rate.low
    assert any(VOLUMES in str(said) for said in after.extrapolated)
    assert not any(VOLUMES in str(said) for said in before.extrapolated)


def test_few_volumes_lie_within_the_band_of_untold_ones() -> None:
    untold = projected(RemoveComponent("dasd:DASD1")).workload(DATABASE)
    few = projected(SetSetting("dasd:DASD1", "VOLUMES", 20)).workload(DATABASE)
    assert untold is not None
    assert few is not None
    wide, rate = untold.metrics["etr_per_s"], few.metrics["etr_per_s"]
    assert wide.low < rate.value < wide.high


def test_a_cluster_without_a_facility_says_which_is_taken() -> None:
    work = projected(RemoveComponent("cf:CF01")).workload(DATABASE)
    assert work is not None
    assert any(FACILITY in str(said) for said in work.extrapolated)
    stated = projected().workload(DATABASE)
    assert stated is not None
    assert not any(FACILITY in str(said) for said in stated.extrapolated)


def test_a_database_on_one_system_needs_no_facility() -> None:
    one = SetSetting(DATABASE, "PRODUCT", "ASM")
    work = projected(RemoveComponent("cf:CF01"), one).workload(DATABASE)
    assert work is not None
    assert not any(FACILITY in str(said) for said in work.extrapolated)


def test_volumes_that_do_what_was_measured_are_not_a_quarter_of_as_many(sample_analysis) -> None:
    """194,000 commands/s were measured, and 69,000 lay within the band of today's figure."""
    site = sample_analysis.baseline.topology
    bare = apply_changes(site, [RemoveComponent(c.id) for c in site.of_kind("dasd")], catalogue())
    lows = []
    for topology in (site, bare):
        work = project(build_baseline(topology), [Scenario("same", ())])[0].workload(DATABASE)
        assert work is not None
        lows.append(work.metrics["etr_per_s"].low)
        untold = any(VOLUMES in str(said) for said in work.extrapolated)
        assert untold == (topology is bare)
    assert lows[1] == pytest.approx(lows[0], rel=0.05)
