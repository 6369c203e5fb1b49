"""Constants of the Natural model, from the pairs of runs of document 000.

Each pair gives the enclave CPU of the same work with many and with few switches, so that the
difference over the switches saved is the cost of one switch and the rest is the work itself.
"""

from __future__ import annotations

import math

from model.quantiles import NORMAL_QUANTILE_90
from model.subsystems.common import Constant, ConstantSet, published_points

CLASSES = {
    "database": ("NATURAL-MULTI-FETCH-WITHOUT", "NATURAL-MULTI-FETCH-WITH"),
    "sort": ("NATURAL-SORT-WITHOUT", "NATURAL-SORT-WITH"),
    "file": ("NATURAL-PRINT-CACHE-WITHOUT", "NATURAL-PRINT-CACHE-WITH"),
}
_SOURCE = {
    "database": "000, Natural Multi-Fetch Record Retrieval, table",
    "sort": "000, Sort Processing, table",
    "file": "000, Example of Cache Buffer Usage, table",
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
    constants: list[Constant] = []
    for kind, (switch_us, record_us) in costs.items():
        half = math.exp(NORMAL_QUANTILE_90 * spread / 2)
        constants.append(
            Constant(
                f"switch_us.{kind}",
                "µs",
                f"CPU of one switch off the zIIP and back that a {kind} request causes.",
                switch_us,
                switch_us / half,
                switch_us * half,
                "lognormal",
                _SOURCE[kind],
                CLASSES[kind],
            )
        )
        constants.append(
            Constant(
                f"record_us.{kind}",
                "µs",
                f"CPU of one record or line of {kind} work apart from switches.",
                record_us,
                record_us / half,
                record_us * half,
                "lognormal",
                _SOURCE[kind],
                CLASSES[kind],
            )
        )
    constants.append(
        Constant(
            "switch_us.other",
            "µs",
            "CPU of one switch of a component that no published pair measured (timer, 3GL call, "
            "GETMAIN, primary output).",
            math.exp(mean),
            math.exp(min(logs)),
            math.exp(max(logs)),
            "lognormal",
            "000, geometric mean and range of the three tables",
            tuple(point for points in CLASSES.values() for point in points),
        )
    )
    constants.append(
        Constant(
            "sort_switches",
            "switches/record",
            "Switches that an external sort adds to each record beside its database read.",
            2.0,
            2.0,
            3.0,
            "fixed",
            "000, Sort Processing: 3,435 switches for 1,145 records read; the text says mostly "
            "four a record",
            CLASSES["sort"],
        )
    )
    constants.append(
        Constant(
            "machine",
            "ratio",
            "CPU of a switch on the customer's machine against that of the published runs, which "
            "the document does not name.",
            1.0,
            0.6,
            1.6,
            "lognormal",
            "stated judgement: machines of neighbouring generations",
        )
    )
    constants.append(
        Constant(
            "waits_follow",
            "ratio",
            "Share of a session's waits that goes with its work (I/O, database calls), so that "
            "more work makes them as many times as long.",
            1.0,
            0.5,
            1.0,
            "uniform",
            "stated judgement: waits of a batch run are for records, lines and calls, which its "
            "work is counted in; what else it waits for is in no report",
        )
    )
    return ConstantSet("Natural zIIP", constants)
