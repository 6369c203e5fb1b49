"""DFSORT: sorting in storage instead of on work data sets.

Elapsed time and CPU of the published 20 sorts (003, 6.1) follow the share of their intermediate
data that storage holds: a third of it (100 of 300 GB) brought a third of the full saving within
the rounding of the published figures. The unit of work is one GB sorted.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

import numpy as np

from model.projection.protocol import NotProjectable
from model.subsystems.common import (
    Answer,
    Constant,
    ConstantSet,
    ProductModel,
    ProductPredictor,
    load_constants,
    published_points,
)
from model.subsystems.common.model import HEADLINE_UNITS
from model.subsystems.common.scatter import gap_sd
from model.subsystems.evaluation import (
    ConditionError,
    Conditions,
    ConditionSpec,
    FloatArray,
)
from model.topology import ComponentKind, MeasureSpec, SettingSpec, Topology

_MANUAL = "DFSORT installation and run-time options"

SETTINGS: tuple[SettingSpec, ...] = (
    SettingSpec(
        "MOSIZE",
        "integer",
        "Most storage one sort may use as memory object; 1 TB from z/OS V2R1 on, 32 to 64 GB "
        "before.",
        unit="MB",
        minimum=0,
        maximum=1_048_576,
        soft_maximum=262_144,
        group="Storage",
        dynamic=True,
        source=f"{_MANUAL}; 003, 6.1",
        syntax="MOSIZE={value}M",
    ),
    SettingSpec(
        "HIPRMAX",
        "integer",
        "Most hiperspace one sort may use.",
        unit="MB",
        minimum=0,
        maximum=65_536,
        group="Storage",
        dynamic=True,
        source=f"{_MANUAL}; 003, 6.1",
        syntax="HIPRMAX={value}",
    ),
    SettingSpec(
        "DSPSIZE",
        "integer",
        "Most data space one sort may use.",
        unit="MB",
        minimum=0,
        maximum=2_048,
        group="Storage",
        dynamic=True,
        source=f"{_MANUAL}; 003, 6.1",
        syntax="DSPSIZE={value}",
    ),
    SettingSpec(
        "MEMORY_GB",
        "number",
        "Real storage that all concurrent sorts together may use for intermediate data.",
        unit="GB",
        minimum=0,
        maximum=10_240,
        soft_maximum=1_024,
        group="Storage",
        dynamic=True,
        source="003, 6.1",
        syntax="EXPMAX/EXPOLD/EXPRES so that {value} GB is usable",
    ),
    SettingSpec("VERSION", "text", "Release of z/OS and DFSORT.", group="Identity"),
)
MEASURES: tuple[MeasureSpec, ...] = (
    MeasureSpec("duration_s", "s", "Time the records cover."),
    MeasureSpec("sorts", "count", "Sorts of this kind."),
    MeasureSpec("concurrent_sorts", "count", "Sorts running at a time."),
    MeasureSpec("elapsed_s", "s", "Elapsed time."),
    MeasureSpec("cpu_s", "s", "CPU time."),
    MeasureSpec("gb_sorted", "GB", "Data sorted."),
    MeasureSpec("hiperspace_gb", "GB", "Hiperspace used."),
    MeasureSpec("memory_object_gb", "GB", "Memory object used."),
    MeasureSpec("data_space_gb", "GB", "Data space used."),
    MeasureSpec("work_tracks", "tracks", "Work data set tracks used."),
    MeasureSpec("work_ios", "count", "I/O operations on work data sets."),
    MeasureSpec("intermediate_gb", "GB", "Intermediate data, in storage and on work data sets."),
    MeasureSpec("available_frames", "frames", "4 KB frames available while sorting (AVGAVAIL)."),
    MeasureSpec("cpu_delay_pct", "%", "CPU delay of the service class (CPUDLYP)."),
    MeasureSpec("cpu_using_pct", "%", "CPU using of the service class (CPUUSGP)."),
    MeasureSpec("io_delay_pct", "%", "I/O delay of the service class (IODLYP)."),
    MeasureSpec("io_using_pct", "%", "I/O using of the service class (IOUSGP)."),
)

KINDS: tuple[ComponentKind, ...] = (
    ComponentKind(
        "dfsort_job",
        "Sort",
        "DFSORT",
        parents=("lpar",),
        settings=SETTINGS,
        measures=MEASURES,
        doc="A sort, or the sorts that run at a time, as SMF 16 or a job log shows them.",
    ),
)

POINTS = ("DFSORT-0GB", "DFSORT-100GB", "DFSORT-800GB")
PUBLISHED_SORTS = 20
TRACK_GB = 56_664 / 1024**3
"""Bytes of a 3390 track."""
FRAME_GB = 4 / 1024**2
CPU_BOUND_PCT = 50.0
"""A service class that waits for CPU most of the time gains nothing from less I/O (003, 6.1)."""


def in_storage(memory_gb: float, intermediate_gb: float) -> float:
    """Share of the intermediate data that storage holds."""
    if intermediate_gb <= 0.0:
        return 1.0
    return min(1.0, max(0.0, memory_gb / intermediate_gb))


def fit_constants() -> ConstantSet:
    """Full elapsed saving and CPU cost, by least squares through the published points."""
    rows = [published_points()[name] for name in POINTS]
    shares = np.array(
        [in_storage(r["conditions"]["memory_gb"], r["conditions"]["intermediate_gb"]) for r in rows]
    )
    elapsed = np.array([float(r["results"]["relative_elapsed"]) for r in rows])
    cpu = np.array([float(r["results"]["relative_cpu"]) for r in rows])
    saving = float(shares @ (1.0 - elapsed) / (shares @ shares))
    cost = float(shares @ (cpu - 1.0) / (shares @ shares))
    source = "003, section 6.1"
    return ConstantSet(
        "DFSORT",
        (
            Constant(
                "elapsed_saving",
                "ratio",
                "Elapsed time saved when all intermediate data stays in storage.",
                saving,
                saving - 0.03,
                saving + 0.03,
                "normal",
                source,
                POINTS,
            ),
            Constant(
                "cpu_cost",
                "ratio",
                "CPU added by moving all intermediate data through storage.",
                cost,
                cost - 0.04,
                cost + 0.04,
                "normal",
                source,
                POINTS,
            ),
        ),
    )


PREDICTOR_CONDITIONS = {
    spec.name: spec
    for spec in (
        ConditionSpec("product", "text", "the product", required=True),
        ConditionSpec(
            "memory_gb",
            "number",
            "storage that the sorts may use",
            "GB",
            0,
            1e6,
            required=True,
            source="003, 6.1",
        ),
        ConditionSpec(
            "intermediate_gb",
            "number",
            "intermediate data of all sorts",
            "GB",
            0.001,
            1e6,
            source="003, 6.1",
        ),
        ConditionSpec(
            "concurrent_sorts", "integer", "sorts at a time", "sorts", 1, 10_000, source="003, 6.1"
        ),
    )
}


def _predicted(condition: Conditions, constants: Mapping[str, FloatArray]) -> Answer:
    intermediate_gb = float(condition.get("intermediate_gb", 300.0))
    share = in_storage(float(condition["memory_gb"]), intermediate_gb)
    answer = Answer(
        metrics={
            "relative_elapsed": 1.0 - constants["elapsed_saving"] * share,
            "relative_cpu": 1.0 + constants["cpu_cost"] * share,
        }
    )
    for name, values in answer.metrics.items():
        known = [float(published_points()[point]["results"][name]) for point in POINTS]
        answer.residual_sd[name] = gap_sd(float(np.asarray(values).flat[0]), known)
    if share == 0.0:
        # No storage is what the figures are relative to.
        answer.residual_sd = dict.fromkeys(answer.metrics, 0.0)
    sorts = condition.get("concurrent_sorts", PUBLISHED_SORTS)
    if sorts != PUBLISHED_SORTS:
        answer.extrapolated.append(f"{sorts:,g} concurrent sorts where {PUBLISHED_SORTS} were run")
    if intermediate_gb != 300.0:
        answer.extrapolated.append(
            f"{intermediate_gb:,g} GB of intermediate data where 300 GB were sorted"
        )
    for name in answer.residual_sd:
        answer.residual_sd[name] += 0.03 * len(answer.extrapolated)
    return answer


PREDICTOR = ProductPredictor(
    products=frozenset({"DFSORT"}),
    conditions=PREDICTOR_CONDITIONS,
    metrics={"relative_elapsed": "ratio", "relative_cpu": "ratio"},
    load=lambda: load_constants("dfsort"),
    respond=_predicted,
)


class SortModel(ProductModel):
    """Sorts (`SubsystemModel`); ``response_ms`` is the elapsed time of a sort."""

    name: ClassVar[str] = "DFSORT"
    anchor_kind: ClassVar[str] = "dfsort_job"
    grows: ClassVar[bool] = False
    units: ClassVar[Mapping[str, str]] = {
        **HEADLINE_UNITS,
        "in_storage": "ratio",
        "elapsed_s": "s",
        "cpu_s": "s",
        "work_ios": "count",
    }

    @property
    def constants(self) -> ConstantSet:
        """Fitted to section 6.1 of document 003."""
        return load_constants("dfsort")

    def described(
        self, topology: Topology, anchor: str, background: Mapping[str, float]
    ) -> Conditions:
        """Elapsed time, CPU, intermediate data and the storage that may hold it."""
        sort = topology[anchor]
        figures = {name: sort.measure(name) for name in sort.measured}
        elapsed_s = figures.get("elapsed_s")
        if not elapsed_s:
            raise NotProjectable(
                f"{sort.name}: its elapsed time is not known; SMF type 16 records carry it",
                anchor,
                "elapsed_s",
                "DFSORT SMF type 16",
            )
        used_gb = sum(
            figures.get(name) or 0.0
            for name in ("hiperspace_gb", "memory_object_gb", "data_space_gb")
        )
        work_gb = (figures.get("work_tracks") or 0.0) * TRACK_GB
        intermediate_gb = figures.get("intermediate_gb") or used_gb + work_gb
        if not intermediate_gb:
            raise NotProjectable(
                f"{sort.name}: neither work data set tracks nor storage used are known, so that "
                "its intermediate data is not",
                anchor,
                "work_tracks",
                "DFSORT SMF type 16",
            )
        storage = [sort.number(name) for name in ("MOSIZE", "HIPRMAX", "DSPSIZE")]
        allowed_gb = max((value for value in storage if value is not None), default=None)
        memory_gb = sort.number("MEMORY_GB")
        if memory_gb is None and allowed_gb is not None:
            memory_gb = allowed_gb / 1024.0
        lpar = topology.ancestor(anchor, "lpar")
        frames = figures.get("available_frames")
        if frames is None and lpar is not None:
            frames = lpar.measure("available_frames")
        return {
            "name": sort.name,
            "figures": {name: value for name, value in figures.items() if value is not None},
            "intermediate_gb": intermediate_gb,
            "used_gb": used_gb,
            "memory_gb": memory_gb,
            "frames_gb": None if frames is None else frames * FRAME_GB,
        }

    def respond(
        self, now: Conditions, was: Conditions, constants: Mapping[str, FloatArray]
    ) -> Answer:
        """Elapsed time, CPU and work I/O with other storage, relative to the measured sort."""
        answer = Answer()
        figures, intermediate_gb = was["figures"], was["intermediate_gb"]
        share_was = in_storage(was["used_gb"], intermediate_gb)
        share = share_was
        if now["memory_gb"] is not None and now["memory_gb"] != was["memory_gb"]:
            share = in_storage(now["memory_gb"], intermediate_gb)
            spare = now["frames_gb"]
            grown_gb = (share - share_was) * intermediate_gb
            if spare is not None and grown_gb > spare:
                raise ConditionError(
                    f"{now['name']}: {grown_gb:,.1f} GB more storage for sorting exceed the "
                    f"{spare:,.1f} GB of available frames; the system would page (003, 6.1)"
                )
        elapsed_was = 1.0 - constants["elapsed_saving"] * share_was
        elapsed = (1.0 - constants["elapsed_saving"] * share) / elapsed_was
        delay_pct = figures.get("cpu_delay_pct")
        if delay_pct is not None and delay_pct >= CPU_BOUND_PCT and share > share_was:
            elapsed = np.ones_like(elapsed)
            answer.reasons.append(
                f"{delay_pct:,g} % CPU delay: work I/O is not what delays these sorts (003, 6.1)"
            )
        cpu = (1.0 + constants["cpu_cost"] * share) / (1.0 + constants["cpu_cost"] * share_was)
        seconds = figures["elapsed_s"] * elapsed
        answer.metrics["in_storage"] = share
        answer.metrics["elapsed_s"] = seconds
        answer.metrics["response_ms"] = seconds * 1e3
        if "gb_sorted" in figures:
            answer.metrics["etr_per_s"] = figures["gb_sorted"] / seconds
        if figures.get("cpu_s"):
            answer.metrics["cpu_s"] = figures["cpu_s"] * cpu
            answer.metrics["cpu_s_per_s"] = figures["cpu_s"] * cpu / seconds
            if figures.get("gb_sorted"):
                answer.metrics["itr_per_cpu_s"] = figures["gb_sorted"] / answer.metrics["cpu_s"]
        if figures.get("work_ios") is not None:
            left = (1.0 - share) / (1.0 - share_was) if share_was < 1.0 else 1.0
            answer.metrics["work_ios"] = figures["work_ios"] * left
            answer.metrics["io_per_s"] = figures["work_ios"] * left / seconds
        answer.metrics["storage_mb"] = share * intermediate_gb * 1024.0
        if share != share_was:
            answer.residual_sd["response_ms"] = answer.residual_sd["elapsed_s"] = 0.08
            answer.extrapolated.append(
                "published for 20 concurrent sorts with 300 GB of intermediate data (003, 6.1)"
            )
        return answer


MODELS = (SortModel(),)
FITS = {"dfsort": fit_constants}
