"""How the model's terms read on paper: units in the workload's own words, names instead of ids."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

from advisor.engagement import Engagement
from advisor.report.numbers import Language
from advisor.report.texts import texts
from model.projection.estimate import Estimate
from model.topology import Topology

_COUNTED = {
    "adabas_database": "commands",
    "adabas_nucleus": "commands",
    "netwk_node": "commands",
    "mq_manager": "messages",
    "mq_bufferpool": "messages",
    "natural_session": "records",
    "dfsort_job": "gb",
    "tcpip_stack": "mb",
    "tcp_connection": "mb",
}
"""What the throughput of a kind counts; every other kind counts transactions."""

_OWN = {
    "reads_per_s": "reads",
    "paging_per_s": "pages",
    "demand_paging_per_s": "pages",
    "page_ins_per_s": "pages",
    "io_per_s": "ios",
    "work_plog_writes_per_s": "writes",
}
_SHARES = ("_busy_pct", "utilization", "_max_pct")


def unit_shown(unit: str, metric: str, kind: str | None, language: Language) -> str:
    """``unit`` as printed: ``1/s`` of a database's throughput reads ``commands/s``.

    A stored unit that already names what it counts is printed as it is.
    """
    text = texts(language)
    unit = "1/s" if unit == "/s" else unit
    if unit in ("1/s", "1/CPU s"):
        counted = _OWN.get(metric) or (
            _COUNTED.get(kind, "transactions") if kind and metric in _RATES else None
        )
        return unit if counted is None else text[f"u_{counted}"] + unit[1:]
    return text.get(f"u_{unit}", unit)


_RATES = ("etr_per_s", "itr_per_cpu_s", "network_itr_per_cpu_s")


def within_limits(metric: str, estimate: Estimate) -> Estimate:
    """An estimate whose band ends where the figure must: nothing is over 100 % busy."""
    if not metric.endswith(_SHARES):
        return estimate
    most = 1.0 if estimate.unit == "ratio" else 100.0
    if max(estimate.value, estimate.high) <= most:
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


class Names:
    """Puts a component's title and name where a sentence holds its id (``lpar:SYSA``)."""

    def __init__(self, topology: Topology) -> None:
        from model.catalogue import catalogue

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
