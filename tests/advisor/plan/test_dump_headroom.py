"""Room for a dump comes on top of what work holds, in what is asked for and in what is left."""

from __future__ import annotations

import re

from advisor.plan.constraints import LeftOut
from advisor.plan.waiting import RESTS_ON_PLAN, rests_on_plan
from advisor.reading import read_path
from app.paths import sample
from model.topology import SetSetting
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
    assert {*engagement.plan.to_decide} == dumps
    assert all(
        "GB) lack with the plan as well" in one for one in engagement.plan.to_decide.values()
    )
    for reason in said:
        assert rests_on_plan(reason)
        assert re.search(r"by the model [\d.]+ GB lack then \([\d.]+ to [\d.]+ GB\)", reason)
    assert not rests_on_plan(LeftOut("with the rest of the plan it adds nothing").sentence)
    assert rests_on_plan(RESTS_ON_PLAN.sentence)


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
