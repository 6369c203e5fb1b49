"""One thing has one mask, in whichever of its forms it stands."""

from __future__ import annotations

from dataclasses import replace

from advisor.observations import Observation
from advisor.report.masking import Mask, build_mask
from tests.advisor.report.factory import FILE, engagement


def masked(*seen: tuple[str, str, float | str]) -> Mask:
    case = engagement()
    found = tuple(
        Observation(subject, metric, value, "", FILE, line, f"{metric} {value}", str(value))
        for line, (subject, metric, value) in enumerate(seen, 1)
    )
    return build_mask(replace(case, installation=replace(case.installation, observations=found)))


def test_a_service_class_is_masked_without_its_period_too() -> None:
    mask = masked(("service_class:NVPLEX/STCHIGH.1", "velocity_pct", 40.0))
    said = mask.text("SMF 72-3 of NVSYS1, class STCHIGH: TYPE")
    assert "STCHIGH" not in said
    assert mask.text("STCHIGH.1") == f"{mask.text('STCHIGH')}.1"


def test_a_suffix_is_masked_as_the_member_it_chooses() -> None:
    mask = masked(("ims_region:IMSMPR1", "setting.PRLD", "Q7"))
    member = mask.text("DFSMPLQ7")
    assert member.startswith("MEMBER-")
    assert mask.text("// PCB=000,PRLD=Q7,STIMER=") == f"// PCB=000,PRLD={member},STIMER="
    data = {
        "settings": {"PRLD": {"value": "Q7"}},
        "evidence": {"metric": "PRLD", "value": "Q7"},
        "other": {"metric": "RGN", "value": "Q7"},
    }
    assert mask.apply(data) == {
        "settings": {"PRLD": {"value": member}},
        "evidence": {"metric": "PRLD", "value": member},
        "other": {"metric": "RGN", "value": "Q7"},
    }


def test_a_command_prefix_is_its_character_and_the_queue_manager() -> None:
    mask = masked(
        ("mq_manager:MQAB", "qmgr_calls_per_s", 1.0), ("mq_manager:MQAB", "setting.CPF", "!MQAB")
    )
    manager = mask.text("MQAB")
    assert manager.startswith("QMGR-")
    assert mask.text("!MQAB ALTER BUFFPOOL(1)") == f"!{manager} ALTER BUFFPOOL(1)"
