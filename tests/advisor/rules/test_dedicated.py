"""Partitions with dedicated processors share none, and have no weight."""

from __future__ import annotations

import pytest

from model.topology import Topology
from tests.advisor.rules.builders import advise, part, topology

APART = {"PLATFORM": "z/OS", "DEDICATED": True}


def machine(shared_cps: int, dedicated_cps: int) -> Topology:
    return topology(
        part("cpc", "M1", None, {"CPS": 10}),
        part("lpar", "SYSA", "cpc:M1", {**APART, "CPS": dedicated_cps}),
        part("lpar", "SYSB", "cpc:M1", {"PLATFORM": "z/OS", "CPS": shared_cps}),
    )


@pytest.mark.parametrize("dedicated", [8, 0])
def test_what_is_dedicated_is_not_shared_among_the_others(dedicated: int) -> None:
    """Eight logical CPs on the two that are left were eight on ten."""
    found, outcomes = advise(machine(8, dedicated))
    said = [f.explanation for f in found if f.rule == "PRS-001"]
    assert (outcomes["PRS-001"].outcome == "found") is bool(dedicated)
    assert ["shares 2 processors among 8" in text for text in said] == [True] * bool(dedicated)


def test_no_weight_is_asked_of_a_partition_that_has_none() -> None:
    system = part("lpar", "SYSA", "cpc:M1", {**APART, "CPS": 4})
    _, outcomes = advise(topology(part("cpc", "M1", None, {"CPS": 4}), system))
    for rule in ("PRS-001", "PRS-002"):
        assert outcomes[rule].outcome == "does not apply"
