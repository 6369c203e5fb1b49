"""What a rule projects is what its command does, and not what another change would bring."""

from __future__ import annotations

import pytest

from advisor.findings import Effect, Finding
from tests.advisor.rules.builders import part, topology
from tests.advisor.rules.report_text import fired
from tests.advisor.rules.test_premises import judged
from tests.advisor.rules.test_report_text_cases import CASES


def findings_of(rule: str) -> list[Finding]:
    """All findings of a rule's cases."""
    return [finding for case in CASES if case.rule == rule for finding in fired(case)]


def effects_of(rule: str, metric: str) -> list[Effect]:
    found = [e for f in findings_of(rule) for e in f.projection if e.metric == metric]
    assert found, f"{rule} projects no {metric}"
    return found


@pytest.mark.parametrize(
    ("rule", "metric"),
    [
        # Neither a share nor a search for a cause makes or ends anything by itself.
        ("VSE-008", "cpu_wait_pct"),
        ("VSE-021", "qr_involuntary_wait_s"),
        ("AOB-005", "max_tasks_times"),
        ("DB-009", "response_ms"),
    ],
)
def test_what_changes_nothing_by_itself_is_projected_so(rule: str, metric: str) -> None:
    """VSE-008 typed PRTY SHARE and promised 14.57 → 3.24 %: that of a second CPU."""
    for effect in effects_of(rule, metric):
        assert effect.before is not None
        assert effect.after.value == pytest.approx(effect.before)
        assert effect.after.low < effect.before or effect.after.high > effect.before


def test_a_limit_widens_no_window_by_itself() -> None:
    """All connections were promised the speed of 2 MB windows, whatever they ask for."""
    sizes = {"DEFAULTRCVBUFSIZE": 65_536, "DEFLTMAXRCVBUFSIZE": 262_144}
    moved = {"bytes_per_s": 2e6, "rtt_ms": 40.0}
    ((finding,), _) = judged(
        topology(
            part("lpar", "SYSA", None, {"OPSYS": "z/OS"}),
            part("tcpip_stack", "TCPIP", "lpar:SYSA", sizes),
            part("tcp_connection", "TCPIP/1", "tcpip_stack:TCPIP", {}, moved),
        ),
        "TCP-004",
    )
    (effect,) = (e for e in finding.projection if e.metric == "throughput_bytes_per_s")
    assert effect.after.value == effect.before == pytest.approx(262_144 / 0.04)
    assert effect.after.high == pytest.approx(2_097_152 / 0.04)


def test_a_second_cpu_is_told_and_not_projected() -> None:
    for finding in findings_of("VSE-008"):
        assert any("A second CPU" in str(note) for note in finding.notes)


@pytest.mark.parametrize(
    ("rule", "metric"),
    [
        ("CIC-002", "qr_utilization"),  # Which programs can go is not known before the review.
        ("DSK-006", "pprc_send_ms"),  # Which writes are the logs' is in no record.
        ("IMS-103", "pool_reads"),  # Half is the most that twice the buffers save.
        ("MQ-102", "log.checkpoints"),  # The former LOGLOAD is in no report.
    ],
)
def test_the_best_that_can_be_is_no_centre(rule: str, metric: str) -> None:
    for effect in effects_of(rule, metric):
        assert effect.before is not None
        assert effect.after.low < effect.after.value < effect.before


@pytest.mark.parametrize(
    ("rule", "metric"), [("DMP-001", "qr_blocked_s"), ("MRO-012", "mro_buffer_hwm_kb")]
)
def test_what_may_not_come_is_in_the_band(rule: str, metric: str) -> None:
    for effect in effects_of(rule, metric):
        assert effect.before is not None
        assert effect.after.high == pytest.approx(effect.before)


def test_batches_are_saved_by_what_each_channel_is_set_to() -> None:
    """Half of all batches was promised for BATCHINT(10) and for BATCHSZ alike."""
    for effect in effects_of("MQ-104", "channel_batches"):
        assert effect.before is not None
        assert effect.after.low <= effect.after.value < effect.before
