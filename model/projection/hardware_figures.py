"""What a scenario makes of figures that reports print of hardware, besides how busy it is."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property

from model.figures import unit_of
from model.hardware.processors import online
from model.projection.baseline import Baseline
from model.projection.case import Case
from model.projection.doubts import io_response_ms
from model.projection.estimate import Estimate, ResourceUse, WorkloadProjection
from model.projection.when_asked import Made

Figures = Mapping[str, Mapping[str, Estimate]]
"""By component, by figure."""

_IOS = "io_per_s"


class HardwareFigures(Made[Mapping[str, Estimate]]):
    """Figures by component, made when one is first asked for: few who project ask."""

    def __init__(
        self,
        baseline: Baseline,
        case: Case,
        works: Mapping[str, WorkloadProjection],
        uses: Mapping[str, ResourceUse],
    ) -> None:
        # Of the case what is asked of it: how its networks stood in each pass is not kept for this.
        kept = Case(
            case.scenario, case.topology, loads=dict(case.loads), answers=dict(case.answers)
        )
        self._made_of = baseline, kept, works, uses

    @cached_property
    def _known(self) -> Figures:
        return _figures(*self._made_of)

    def __getitem__(self, name: str) -> Mapping[str, Estimate]:
        return self._known[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._known)

    def __len__(self) -> int:
        return len(self._known)


def _figures(
    baseline: Baseline,
    case: Case,
    works: Mapping[str, WorkloadProjection],
    uses: Mapping[str, ResourceUse],
) -> Figures:
    """Use of machines, rates and times of I/Os; as-is whatever the calibration compares."""
    assert case.topology is not None
    topology = case.topology
    found: dict[str, dict[str, Estimate]] = {}
    if not case.scenario.changes:
        anchors = {item.anchor for item in baseline.anchors}
        for name, row in baseline.rows:
            if name not in anchors:
                found.setdefault(name, {})[row.metric] = _certain(row.modelled, row.unit)
    for cpc in topology.of_kind("cpc"):
        here, cps = topology.children(cpc.id, "lpar"), cpc.number("CPS")
        each = [(uses.get(lpar.id), online(topology, lpar)) for lpar in here]
        known = [(use, count / cps) for use, count in each if use and count and cps]
        if here and len(known) == len(here):
            found.setdefault(cpc.id, {})["cp_busy_pct"] = Estimate(
                min(100.0, sum(100.0 * part * use.utilization for use, part in known)),
                min(100.0, sum(100.0 * part * use.low for use, part in known)),
                min(100.0, sum(100.0 * part * use.high for use, part in known)),
                "%",
            )
    for disk in topology.of_kind("dasd"):
        rate = _ios(baseline, case, works, disk.id)
        if rate is not None:
            found.setdefault(disk.id, {})[_IOS] = rate
        response_ms = io_response_ms(topology, disk, case.answers)
        if response_ms is not None:
            time = _certain(response_ms, unit_of("response_ms"))
            found.setdefault(disk.id, {})["response_ms"] = time
    return found


def _certain(value: float, unit: str) -> Estimate:
    return Estimate(value, value, value, unit)


def _ios(
    baseline: Baseline, case: Case, works: Mapping[str, WorkloadProjection], disk: str
) -> Estimate | None:
    """I/Os a second of a DASD subsystem: those of workloads, with their bands, and the rest."""
    loads = {anchor: load.get(disk, 0.0) for anchor, load in case.loads.items()}
    if not any(loads.values()):
        return None
    rest = baseline.other_work.get(disk, 0.0)
    value = low = high = rest
    for anchor, load in loads.items():
        own = None if anchor not in works else works[anchor].metrics.get(_IOS)
        sides = (1.0, 1.0)
        if own is not None and own.value > 0.0:
            sides = own.low / own.value, own.high / own.value
        value, low, high = value + load, low + load * sides[0], high + load * sides[1]
    return Estimate(value, low, high, unit_of(_IOS))
