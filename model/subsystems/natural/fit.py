"""Constants of the Natural model, from the pairs of runs of document 000.

Each pair gives the enclave CPU of the same work with many and with few switches, so that the
difference over the switches saved is the cost of one switch and the rest is the work itself.
"""

from __future__ import annotations

import math

from model.quantiles import NORMAL_QUANTILE_90
from model.subsystems.common import ConstantSet, Fitted, fitted, published_points

CLASSES = {
    "database": ("NATURAL-MULTI-FETCH-WITHOUT", "NATURAL-MULTI-FETCH-WITH"),
    "sort": ("NATURAL-SORT-WITHOUT", "NATURAL-SORT-WITH"),
    "file": ("NATURAL-PRINT-CACHE-WITHOUT", "NATURAL-PRINT-CACHE-WITH"),
}


def pair(kind: str) -> tuple[float, float]:
    """Cost of one switch and of one record or line without switches, in µs, from one pair."""
    points = published_points()
    many, few = (points[point] for point in CLASSES[kind])
    switches = [float(point["conditions"]["srb_switches"]) for point in (many, few)]
    cpu_us = [float(point["results"]["enclave_cpu_ms"]) * 1e3 for point in (many, few)]
    switch_us = (cpu_us[0] - cpu_us[1]) / (switches[0] - switches[1])
    record_us = (cpu_us[1] - switch_us * switches[1]) / float(few["conditions"]["records"])
    return switch_us, record_us


def fit_constants() -> ConstantSet:
    """The constants with intervals.

    Each pair determines its two constants exactly. What is known of their scatter is that switch
    costs differ between the three classes: a class measured once is given half that spread, a
    switch of any other component all of it.
    """
    costs = {kind: pair(kind) for kind in CLASSES}
    logs = [math.log(switch_us) for switch_us, _ in costs.values()]
    mean = sum(logs) / len(logs)
    spread = math.sqrt(sum((value - mean) ** 2 for value in logs) / (len(logs) - 1))
    half = math.exp(NORMAL_QUANTILE_90 * spread / 2)
    found: dict[str, Fitted] = {}
    for kind, (switch_us, record_us) in costs.items():
        found[f"switch_us.{kind}"] = Fitted.within(switch_us, half)
        found[f"record_us.{kind}"] = Fitted.within(record_us, half)
    found["switch_us.other"] = Fitted(math.exp(mean), math.exp(min(logs)), math.exp(max(logs)))
    return fitted("natural", found)
