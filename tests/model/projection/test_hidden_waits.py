"""A measured response with no room for the wait that it held: more load waits all the same.

One CP, 8 transactions a second of 20 ms CPU: 16 % busy, where M/M/1 waits 3.8 ms; at six times the
load it is 96 % busy and a transaction takes 500 ms. Rounding alone may hide the 3.8 ms.
"""

from __future__ import annotations

import pytest

from model.projection import Baseline, build_baseline, project
from model.projection.estimate import Estimate
from model.topology import Scenario, SetSetting, Topology
from tests.model.projection.test_random_installations import part

ALONE_MS = 20.0 / (1.0 - 0.96)


def database(response_ms: float) -> Baseline:
    figures = {
        "tx_per_s": 8.0,
        "cpu_ms_per_tx": 20.0,
        "response_ms": response_ms,
        "duration_s": 900.0,
    }
    parts = [
        part("lpar", "SYSA", None, {"CPS": 1}, {"cp_busy_pct": 16.0}),
        part("db2_subsystem", "D", "SYSA", {"CTHREAD": 200}, figures),
    ]
    return build_baseline(Topology().with_components(parts))


def at_96_pct(response_ms: float) -> Estimate:
    grown = Scenario("+500 %", (SetSetting("D", "LOAD_GROWTH_PCT", 500),))
    (found,) = project(database(response_ms), [grown])
    work = found.workload("D")
    assert work is not None
    return work.metrics["response_ms"]


@pytest.mark.parametrize("response_ms", [19.0, 20.0, 20.2])
def test_a_wait_that_rounding_hides_is_in_the_response_of_more_load(response_ms: float) -> None:
    """22.4 ms (20 to 30) came out of a response of 20 ms, and 45 of one of 20.2."""
    found = at_96_pct(response_ms)
    assert found.value > 0.4 * ALONE_MS
    assert found.low < found.value
    assert found.high > ALONE_MS


def test_a_response_with_all_of_its_wait_grows_as_the_queue_does() -> None:
    assert at_96_pct(23.8).value == pytest.approx(ALONE_MS, rel=0.02)
