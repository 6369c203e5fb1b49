"""How the model's terms read on paper: units in the workload's own words, names instead of ids."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

from advisor.engagement import Engagement
from advisor.report.numbers import Language
from advisor.report.texts import own_text
from advisor.report.words import COUNTED
from model.catalogue import catalogue
from model.figures import limit_of, unit_of
from model.projection.estimate import Estimate
from model.topology import Topology


def unit_shown(unit: str, metric: str, kind: str | None, language: Language) -> str:
    """``unit`` as printed: ``1/s`` of a database's throughput reads ``commands/s``.

    A stored unit that already names what it counts is printed as it is.
    """
    kinds = catalogue()
    if unit in ("1/s", "/s"):
        unit = unit_of(metric) or unit
    if unit in ("1/s", "1/CPU s") and kind and metric in _RATES:
        counted = kinds[kind].work if kind in kinds else "transactions"
        return own_text(COUNTED[counted], language) + unit[1:]
    counted, slash, time = unit.rpartition("/")
    if slash and counted in COUNTED:
        return f"{own_text(COUNTED[counted], language)}/{time}"
    return own_text(COUNTED[unit], language) if unit in COUNTED else unit


_RATES = ("etr_per_s", "itr_per_cpu_s", "network_itr_per_cpu_s", "work_gained_per_s")


def within_limits(metric: str, estimate: Estimate) -> Estimate:
    """An estimate whose band ends where the figure must: nothing is over 100 % busy."""
    most = limit_of(metric)
    if most is None or max(estimate.value, estimate.high) <= most:
        return estimate
    return replace(
        estimate,
        value=min(estimate.value, most),
        low=min(estimate.low, most),
        high=min(estimate.high, most),
    )


def workload_of(engagement: Engagement, component: str) -> str | None:
    """The workload whose figures a projection shown at a component are.

    A component's own kind says it, save for those whose figures are another's (a system, a
    pool): those of a region take the region's, others those of the plan's workload.
    """
    components = engagement.installation.topology.components
    principal = engagement.as_is.principal
    found = components.get(component)
    while found is not None and found.kind not in ("lpar", "cpc"):
        if any(w.anchor == found.id for w in engagement.as_is.workloads):
            return found.id
        found = None if found.parent is None else components.get(found.parent)
    if found is None:
        return component
    return None if principal is None else principal.anchor


def kind_of_workload(engagement: Engagement, component: str) -> str | None:
    """The kind of the workload whose figures a projection shown at a component are."""
    anchor = workload_of(engagement, component)
    found = engagement.installation.topology.components.get(anchor or "")
    return None if found is None else found.kind


class Names:
    """Puts a component's title and name where a sentence holds its id (``lpar:SYSA``)."""

    def __init__(self, topology: Topology) -> None:
        kinds = catalogue()
        self._titles = {
            c.id: f"{kinds[c.kind].title if c.kind in kinds else ''} {c.name}".strip()
            for c in topology
        }
        ids = sorted(self._titles, key=lambda i: (-len(i), i))
        self._pattern = (
            re.compile(
                r"(?<![\w-])(?P<at>@)?(?P<id>"
                + "|".join(re.escape(i) for i in ids)
                + r")(?![\w/-])"
            )
            if ids
            else None
        )
        self._finding = re.compile(r"(\b[A-Z][A-Z0-9]{1,4}-\d{3})@")

    def text(self, text: str) -> str:
        """``text`` with ids named; without any it comes back as it is."""
        if self._pattern is None or ":" not in text:
            return text
        text = self._finding.sub(r"\1 – ", text)
        return self._pattern.sub(lambda found: self._titles[found["id"]], text)

    def apply(self, data: Any) -> Any:
        """A copy of document data with ids named in every string."""
        if isinstance(data, str):
            return self.text(data)
        if isinstance(data, dict):
            # What a report printed stays as it was printed.
            return {
                key: value if key in ("quoted", "syntax") else self.apply(value)
                for key, value in data.items()
            }
        if isinstance(data, (list, tuple)):
            return [self.apply(value) for value in data]
        return data
