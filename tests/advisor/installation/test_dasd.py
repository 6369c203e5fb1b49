"""A shared volume's figures come from every system that uses it."""

import pytest

from advisor.installation import build_installation
from advisor.observations import Observation
from model.topology import Component
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


def _with_aliases(*more: Observation) -> Component:
    rows = [
        observation
        for volume, rate, exposures in (("V1", 300.0, 2.5), ("V2", 100.0, 1.5), ("IDLE", 0.0, 8.0))
        for observation in (
            seen(f"dasd_volume:{volume}", "relation.parent", "dasd:BOX"),
            seen(f"dasd_volume:{volume}", "setting.LCU", "0042"),
            seen(f"dasd_volume:{volume}", "io_per_s.SYSA", rate, "I/O/s"),
            seen(f"dasd_volume:{volume}", "exposures.SYSA", exposures),
            seen(f"dasd_volume:{volume}", "io_per_s.SYSB", rate / 10.0, "I/O/s"),
            seen(f"dasd_volume:{volume}", "exposures.SYSB", 1.2),
        )
    ]
    return build_installation([reading(*rows, *more)]).topology["dasd:BOX"]


def test_aliases_in_use_are_those_of_the_volumes_with_io_of_one_system() -> None:
    """PAV is base and aliases of a volume, each system's own; idle volumes have none in use."""
    aliases = _with_aliases().settings["ALIASES"]
    assert aliases.value == 2
    assert aliases.origin.kind == "derived"
    assert "there are more" in aliases.origin.text


@pytest.mark.parametrize(("waited", "said"), [(0.0, "there may be more"), (0.1, "found none free")])
def test_the_most_in_use_at_a_time_is_the_pool_where_some_io_found_none_free(
    waited: float, said: str
) -> None:
    aliases = _with_aliases(
        seen("lpar:SYSA", "hyperpav_max.0042", 12.0),
        seen("lpar:SYSB", "hyperpav_max.0042", 7.0),
        seen("lpar:SYSA", "hyperpav_wait_ratio.0042", waited),
    ).settings["ALIASES"]
    assert aliases.value == 12
    assert said in aliases.origin.text


def test_a_number_of_aliases_that_somebody_states_is_kept() -> None:
    stated = _with_aliases(
        seen("dasd:BOX", "setting.ALIASES", 96), seen("lpar:SYSA", "hyperpav_max.0042", 12.0)
    )
    assert stated.value("ALIASES") == 96
