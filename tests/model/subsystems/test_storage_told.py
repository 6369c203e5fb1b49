"""Storage that others give back is told alike wherever it moves nothing, and answered alike."""

from __future__ import annotations

import numpy as np
import pytest

from app.bench.installation import DATABASE, sample
from model.hardware.storage import storage_key
from model.projection import project
from model.subsystems.cics.model import CicsModel
from model.subsystems.svcdump import DumpModel
from model.topology import Scenario, SetSetting

HELD_GB = 103.0
HELD_THEN_GB = (0.0, 2.0, 5.0, 10.0, 40.0, 60.0, 80.0, 85.0, 95.0, 102.9, 103.0, 104.0, 110.0)


def _answers_alike(model, topology, anchor, held) -> list[dict]:
    """What is told of what others hold; each answered as what was told first."""
    as_is = model.conditions(topology, anchor, held(HELD_GB))
    calibration = model.calibrate(as_is, model.measured(topology, anchor))
    then = [model.conditions(topology, anchor, held(gb)) for gb in HELD_THEN_GB]
    told = [model.compared(one, as_is) for one in then]
    for draws in (calibration.draws(0), calibration.draws(64)):
        for one, other in zip(then, told, strict=True):
            first, second = model.evaluate([one], draws), model.evaluate([other], draws)
            assert first.metrics.keys() == second.metrics.keys()
            for name, values in first.metrics.items():
                np.testing.assert_array_equal(values, second.metrics[name], name)
            assert (first.reasons, first.extrapolated) == (second.reasons, second.extrapolated)
    return told


@pytest.mark.parametrize("free_gb", [0.0, 30.0])
@pytest.mark.parametrize("known", [{}, {"capture_s": 90.0}])
def test_dumps(part, install, free_gb, known) -> None:
    frames = {"available_frames": free_gb * 1024**2 / 4, **known}
    dump = part("dump_options", "DUMP", "SYSA", {"DUMP_GB": 20}, frames)
    topology = install(dump, lpar={"REAL_STORAGE_GB": 100})
    told = _answers_alike(DumpModel(), topology, "DUMP", lambda gb: {storage_key("SYSA"): gb})
    assert len({one["held_gb"] for one in told}) < len(HELD_THEN_GB) - 2


@pytest.mark.parametrize("paged", [{}, {"page_ins_per_s": 20.0}])
def test_regions(part, install, paged) -> None:
    figures = {
        "qr_dispatch_s": 60.0,
        "qr_cpu_s": 40.0,
        "duration_s": 300.0,
        "transactions": 6_000.0,
        "response_ms": 29.0,
        **paged,
    }
    region = part("cics_region", "REGION", "SYSA", {"PLATFORM": "z/OS", "MXT": 60}, figures)
    partition = {"CPS": 4, "REAL_STORAGE_GB": 100}
    host = part("lpar", "SYSA", None, partition, {"aux_slots_used": 2_621_440.0})
    topology = install(region).with_component(host)
    told = _answers_alike(CicsModel(), topology, "REGION", lambda gb: {storage_key("SYSA"): gb})
    assert len({one["others_gb"] for one in told}) < len(HELD_THEN_GB) - 2


def test_a_dump_that_smaller_caches_leave_enough_is_answered_once(monkeypatch) -> None:
    """Each of a thousand scenarios had its dumps captured anew."""
    asked: list[float] = []
    respond = DumpModel.respond

    def counted(self, now, was, constants):
        asked.append(now["held_gb"])
        return respond(self, now, was, constants)

    baseline = sample()
    caches = [
        Scenario(str(mb), (SetSetting(DATABASE, "CDATAMAXS", 8000.0 + mb),)) for mb in range(9)
    ]
    project(baseline, [Scenario("as-is")], bands=False)
    monkeypatch.setattr(DumpModel, "respond", counted)
    found = project(baseline, caches, bands=False)
    captured = {one.workload("dump_options:SYSA").metrics["capture_s"].value for one in found}
    assert len(captured) == 1
    assert len(asked) <= 4
