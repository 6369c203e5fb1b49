"""Real storage of Db2 is what reports say of its address spaces, and pools grow from there."""

from __future__ import annotations

import pytest

from model.contract.evaluation import ConditionError
from model.subsystems.db2.model import Db2Model
from tests.model.subsystems.asking import asked

MB = 24_000.0


@pytest.mark.parametrize(
    ("figures", "at_twice_the_buffers"),
    [
        ({"real_storage_mb.DBM1": MB, "real_storage_mb.DIST": 100.0}, MB + 100.0 + 400.0),
        ({}, 800.0),
    ],
)
def test_storage_is_that_of_the_address_spaces(
    figures: dict[str, float], at_twice_the_buffers: float
) -> None:
    """Buffer pools alone counted, and none where nobody listed them: a plan gave a database the
    24 GB that Db2 held.
    """
    parts = [
        {
            "id": "DB2A",
            "kind": "db2_subsystem",
            "parent": "SYSA",
            "measured": {"commits": 90_000, "duration_s": 900, **figures},
        },
        {
            "id": "BP1",
            "kind": "db2_bufferpool",
            "parent": "DB2A",
            "settings": {"VPSIZE": 102_400},
            "measured": {"sync_reads": 1e6, "getpages": 2e7, "duration_s": 900},
        },
    ]
    (row,) = asked(parts, "BP1", "VPSIZE", [204_800], "DB2A.storage_mb")
    assert row.predicted == pytest.approx(at_twice_the_buffers)


def test_another_page_size_is_not_projected(part, install, answers) -> None:
    """Pages of 32 KB in place of 4 took eight times the storage and changed no read, it said."""
    pool = part("db2_bufferpool", "BP1", "DB2A", {"VPSIZE": 10_000, "PAGE_SIZE_KB": 4})
    figures = {"tx_per_s": 10.0, "cpu_ms_per_tx": 5.0, "response_ms": 30.0}
    site = install(part("db2_subsystem", "DB2A", "SYSA", {}, figures), pool)
    with pytest.raises(ConditionError, match="BP1: its pages are 4 KB by its name"):
        answers(Db2Model(), site, "DB2A", {"BP1": {"PAGE_SIZE_KB": 32}})
