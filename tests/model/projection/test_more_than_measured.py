"""Parts of a response that are known to be longer than it was measured: waits grow all the same."""

from __future__ import annotations

from model.projection import Baseline, build_baseline, project
from model.topology import Link, Scenario, SetSetting, Topology
from tests.model.projection.test_random_installations import part, region


def shop(called_qr_ms: float) -> Baseline:
    """A region of 21.6 ms whose QR TCB is 43 % busy, and one of six times this that it calls."""
    routed = {"transaction_routings": 36_000.0, "duration_s": 300.0}
    parts = [
        part("lpar", "SYSA", None, {"CPS": 8}, {"cp_busy_pct": 30.0}),
        *region("AOR", "SYSA", 120.0, 3.6, 0.8),
        *region("FOR", "SYSA", 120.0, called_qr_ms, 0.8),
        part("cics_connection", "AOR/FOR", "AOR", {"SESSIONS_SEND": 90}, routed),
    ]
    return build_baseline(
        Topology().with_components(parts).with_link(Link("mro", "AOR/FOR", "FOR"))
    )


def test_a_region_queues_for_its_own_qr_tcb_whatever_it_calls() -> None:
    """A called region that took longer than its caller kept the caller's response as it was."""
    grown = [
        Scenario(f"+{pct}", (SetSetting("AOR", "LOAD_GROWTH_PCT", pct),)) for pct in (0, 60, 90)
    ]
    for called_qr_ms in (0.5, 4.0):
        today, more, most = (
            one.workload("AOR") for one in project(shop(called_qr_ms), grown, bands=False)
        )
        assert today is not None
        assert more is not None
        assert most is not None
        responses = [one.metrics["response_ms"].value for one in (today, more, most)]
        assert responses[1] > 1.1 * responses[0]
        assert responses[2] > 1.2 * responses[1]
        queue = "queue for the QR TCB"
        assert most.breakdown_s[queue] > more.breakdown_s[queue] > today.breakdown_s[queue]
        assert sum(most.breakdown_s.values()) * 1e3 <= 1.001 * responses[2]
