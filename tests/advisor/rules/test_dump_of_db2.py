"""DB2-008 and DMP-101 are one decision: no larger dump before there is storage for it."""

from __future__ import annotations

import pytest

from model.topology import Topology
from tests.advisor.rules.builders import advise, part, topology

FRAMES_A_MB = 256
DB2 = {"db2_storage_mb": 26_228.0, "db2_bufferpools_mb": 2_000.0}


@pytest.mark.parametrize(
    ("free_mb", "rules"), [(11, {"DMP-101"}), (22_000, {"DMP-101"}), (30_000, {"DB2-008"})]
)
def test_the_storage_comes_before_the_larger_dump(free_mb: int, rules: set[str]) -> None:
    """20,000 MB became 24,228 MB where 11 MB were free, and the storage was left for later."""
    found, _ = advise(_system(free_mb))
    assert {one.rule for one in found} & {"DB2-008", "DMP-101"} == rules
    for one in found:
        if one.rule == "DMP-101":
            assert "A dump may take 24,228 MB" in one.explanation


def test_it_is_said_that_the_dump_has_no_room() -> None:
    _, outcomes = advise(_system(11))
    said = outcomes["DB2-008"]
    assert said.outcome == "held back"
    assert "11 MB are free for a dump of 24,228 MB" in said.sentence


def _system(free_mb: int) -> Topology:
    frames = {"available_frames": float(free_mb * FRAMES_A_MB)}
    return topology(
        part("lpar", "SYSA", None, {"OPSYS": "z/OS", "REAL_STORAGE_GB": 128}, frames),
        part("db2_subsystem", "DB2P", "lpar:SYSA"),
        part("dump_options", "SYSA", "lpar:SYSA", {"MAXSPACE_MB": 20_000}, DB2),
    )
