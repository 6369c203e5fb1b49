"""Who is asked again in a what-if: those for whom it changes something, not all neighbours."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from model.hardware.flow import Got
from model.projection import build_baseline, project
from model.subsystems.cics.model import CicsModel
from model.topology import Component, Link, Measured, Scenario, SetSetting, Setting, Topology
from model.topology.growth import GROWTH

PARTITIONS = 5


def _part(
    kind: str, name: str, parent: str | None, settings: dict[str, object], **measured: float
) -> Component:
    own = {key: Setting(value) for key, value in settings.items()}  # type: ignore[arg-type]
    return Component(
        name, kind, name, parent, own, {k: Measured(v, "") for k, v in measured.items()}
    )


def _regions() -> Topology:
    """Partitions with a region each, whose files are on one DASD subsystem."""
    parts = [_part("dasd", "DISK", None, {"VOLUMES": 60}, response_ms=1.5, io_per_s=4000.0)]
    for number in range(PARTITIONS):
        rate = 20.0 + number
        parts.append(_part("lpar", f"S{number}", None, {"CPS": 4}, cp_busy_pct=40.0))
        parts.append(
            _part(
                "cics_region", f"C{number}", f"S{number}", {"PLATFORM": "z/OS", "MXT": 60},
                qr_dispatch_s=0.9 * rate, qr_cpu_s=0.63 * rate, tcb_cpu_s=0.7 * rate,
                duration_s=300.0, transactions=300.0 * rate, response_ms=18.0, excps=600.0 * rate,
            )
        )  # fmt: skip
    links = [Link("uses", f"C{number}", "DISK") for number in range(PARTITIONS)]
    return Topology().with_components(parts).with_links(links)


def test_neighbours_that_hardly_notice_are_not_asked_again(monkeypatch) -> None:
    baseline = build_baseline(_regions())
    asked: list[int] = []
    own = CicsModel.evaluate

    def counted(self, conditions, *more):
        asked.append(len(conditions))
        return own(self, conditions, *more)

    monkeypatch.setattr(CicsModel, "evaluate", counted)
    scenario = Scenario("grown", (SetSetting("C0", GROWTH.name, 2.0),))
    (found,) = project(baseline, [scenario], bands=False)
    assert sum(asked) == 1
    by = {work.anchor: work.changes["etr_per_s"].value for work in found.workloads}
    assert abs(by["C0"] - 2.0) < 0.01
    assert all(abs(by[f"C{number}"]) < 1e-6 for number in range(1, PARTITIONS))


def test_what_is_waited_beyond_today_is_told_by_the_response() -> None:
    """Today nothing is: a share of it would be nothing too."""
    today = Got(np.array([20.0]), np.array([20.0]), np.array([0.02]), queued_s=np.zeros(1))
    assert replace(today, queued_s=np.array([1e-10])).is_as(today, 1e-6, 1e-4)
    assert not replace(today, queued_s=np.array([1e-7])).is_as(today, 1e-6, 1e-4)
    many = replace(today, queued_s=np.array([0.0, 1e-7]), response_s=np.array([0.02, 0.02]))
    none = replace(many, queued_s=np.zeros(2))
    assert not many.is_as(none, 1e-6, 1e-4)
    assert none.is_as(none, 1e-6, 1e-4)
