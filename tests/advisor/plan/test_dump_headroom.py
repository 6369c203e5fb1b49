"""Room for a dump comes on top of what work holds, in what is asked for and in what is left."""

from __future__ import annotations

import re

import pytest

from advisor.plan.constraints import LeftOut
from advisor.plan.waiting import RESTS_ON_PLAN, rests_on_plan
from advisor.reading import read_path
from app.paths import sample
from model.projection import project
from model.topology import Scenario, SetSetting
from tests.remembering import analyse, readings

DUMP_GB = 20_000 / 1024


def _sizes(findings, rule):
    found = [f for f in findings if f.rule == rule]
    return [c.value for f in found for c in f.changes if isinstance(c, SetSetting)]


def test_storage_for_a_dump_is_asked_for_beside_what_work_lacks() -> None:
    """The sample's systems of 128 GB hold 138 GB and 2 GB of LFAREA."""
    found = analyse(readings()).findings
    sizes = _sizes(found, "DMP-101")
    # A dump's room ends no paging: what work lacks is asked for by itself.
    assert all(138 < gb < 138 + 2 + DUMP_GB - 1 for gb in _sizes(found, "ZOS-001"))
    assert all(138 + 2 + DUMP_GB - 1 < gb < 138 + 2 + DUMP_GB + 3 for gb in sizes)


def test_what_waits_for_the_plan_says_how_much_lacks_once_it_is_carried_out() -> None:
    engagement = analyse(readings())
    left = engagement.plan.left_out
    dumps = {f.id for f in engagement.findings if f.rule == "DMP-101"}
    said = [left[name] for name in dumps]
    assert said
    # The whole band lay above 0, and the plan asked for nothing.
    assert engagement.plan.undecided == dumps
    (decision,) = engagement.plan.to_decide
    assert len(re.findall(r"GB\) lack with the plan as well", decision.sentence)) == len(dumps)
    for reason in said:
        assert rests_on_plan(reason)
        assert re.search(r"by the model [\d.]+ GB lack then \([\d.]+ to [\d.]+ GB\)", reason)
    assert not rests_on_plan(LeftOut("with the rest of the plan it adds nothing").sentence)
    assert rests_on_plan(RESTS_ON_PLAN.sentence)


def test_what_a_dump_s_room_costs_where_no_storage_is_bought_is_told() -> None:
    """That either is to be decided was said, and of caches in its place nothing."""
    case = analyse(readings())
    (decision,) = case.plan.to_decide
    found = re.search(
        r"CDATAMAXS ([\d,]+)\sMB in place of ([\d,]+)\sMB, CASSOMAXS ([\d,]+)\sMB in "
        r"place of .*\sMB leave the room: throughput in commands/s is then ([\d,]+) \(.*\) in "
        r"place of ([\d,]+) \(.* %\)",
        str(decision.sentence),
    )
    assert found is not None
    data, data_before, asso, then, whole = (
        float(found[n].replace(",", "")) for n in (1, 2, 3, 4, 5)
    )
    assert data < data_before
    (rate,) = [e for e in case.plan.projection if e.metric == "etr_per_s"]
    assert whole == pytest.approx(rate.after.value, rel=1e-3)
    database = "adabas_database:10"
    smaller = (
        *(change for step in case.plan.steps for change in step.changes),
        SetSetting(database, "CDATAMAXS", data),
        SetSetting(database, "CASSOMAXS", asso),
    )
    (done,) = project(case.baseline, [Scenario("smaller", smaller)], bands=False)
    assert then == pytest.approx(done.workload(database).metrics["etr_per_s"].value, rel=1e-3)
    assert then < whole
    for dump in {name.partition("@")[2] for name in case.plan.undecided}:
        assert done.workload(dump).metrics["shortage_gb"].value < 0.05


def test_what_a_dump_lacks_once_storage_has_changed_hands_has_a_band() -> None:
    """13.1 GB lacked, 13.1 to 13.1: nobody knows what z/OS and its jobs hold by then."""
    readings_after = [one for path in sorted(sample("after").iterdir()) for one in read_path(path)]
    engagement = analyse(tuple(readings_after))
    left = engagement.plan.left_out
    said = [left[f.id] for f in engagement.findings if f.rule == "DMP-101" and f.id in left]
    assert said
    for reason in said:
        found = re.search(r"([\d.]+) GB lack then \(([\d.]+) to ([\d.]+) GB\)", reason)
        assert found is not None
        value, low, high = (float(part) for part in found.groups())
        assert low < value - 0.5 < value + 0.5 < high
