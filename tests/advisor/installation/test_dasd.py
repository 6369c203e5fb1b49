"""A shared volume's figures come from every system that uses it."""

import pytest

from advisor.installation import build_installation
from tests.advisor.installation.test_builder import reading, seen


def test_rates_add_up_over_systems_and_times_are_weighted() -> None:
    rows = [
        *(
            observation
            for volume in ("V1", "V2")
            for observation in (
                seen(f"dasd_volume:{volume}", "relation.parent", "dasd:BOX"),
                seen(f"dasd_volume:{volume}", "io_per_s.SYSA", 300.0, "I/O/s"),
                seen(f"dasd_volume:{volume}", "io_per_s.SYSB", 100.0, "I/O/s"),
                seen(f"dasd_volume:{volume}", "response_ms.SYSA", 1.0, "ms"),
                seen(f"dasd_volume:{volume}", "response_ms.SYSB", 3.0, "ms"),
            )
        ),
        seen("dasd_volume:IDLE", "relation.parent", "dasd:BOX"),
        seen("dasd_volume:IDLE", "io_per_s.SYSA", 0.2, "I/O/s"),
    ]
    topology = build_installation([reading(*rows)]).topology
    assert topology["dasd_volume:V1"].measure("io_per_s") == pytest.approx(400)
    assert topology["dasd_volume:V1"].measure("response_ms") == pytest.approx(1.5)
    assert topology["dasd:BOX"].measure("io_per_s") == pytest.approx(800.2)
    assert topology["dasd:BOX"].measure("response_ms") == pytest.approx(1.5)
    assert topology["dasd:BOX"].value("VOLUMES") == 2
