"""How the model's terms read on paper: units in the workload's own words, names instead of ids."""

from __future__ import annotations

from dataclasses import replace

from advisor.engagement import Engagement
from advisor.report.numbers import Language
from advisor.report.texts import own_text
from advisor.report.words import COUNTED
from model.catalogue import catalogue
from model.figures import figure, limit_of, unit_of
from model.projection.estimate import Estimate


def reason_of(said: str, name: str) -> str:
    """A sentence without the name that it begins with, for after that name: ``WAS1: its CPU …``."""
    return said.removeprefix(f"{name}: ")


def unit_shown(unit: str, metric: str, kind: str | None, language: Language) -> str:
    """``unit`` as printed: ``1/s`` of a database's throughput reads ``commands/s``.

    A stored unit that already names what it counts is printed as it is.
    """
    kinds = catalogue()
    if unit == "1/tx" and (known := figure(metric)) and known.label.endswith(PER_TRANSACTION):
        return ""
    if unit in ("1/s", "/s"):
        unit = unit_of(metric) or unit
    if unit in ("1/s", "1/CPU s") and kind and metric in _RATES:
        counted = kinds[kind].work if kind in kinds else "transactions"
        return f"{own_text(COUNTED[counted], language)}/{_time(unit[2:], language)}"
    counted, slash, time = unit.rpartition("/")
    if slash and counted in COUNTED and unit not in COUNTED:
        return f"{own_text(COUNTED[counted], language)}/{_time(time, language)}"
    return own_text(COUNTED[unit], language) if unit in COUNTED else unit


def _time(time: str, language: Language) -> str:
    return own_text(COUNTED[time], language) if time in COUNTED else time


PER_TRANSACTION = "per transaction"
"""How the name of a figure ends that says itself of what it is."""
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
